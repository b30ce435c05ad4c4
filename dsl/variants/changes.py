"""Each change of a variant, made on the declarations of its game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulewright.dsl.problems import Note
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.format_changes import patterns_text
from rulewright.dsl.syntax.format_declarations import declaration_head
from rulewright.dsl.syntax.nodes import changes
from rulewright.dsl.variants.base import MOST_LISTED, Base, Slot, spoken
from rulewright.dsl.variants.cards import RowsAdded
from rulewright.dsl.variants.units import BLOCKS, named, words_of


def apply(base: Base, change: changes.Change) -> None:
    """Make a change; where it cannot be made, a problem is noted and all stays as it is."""
    _APPLY[type(change)](base, change, change.span)


# ---- settings and facts ------------------------------------------------------------------------


def _setting(base: Base, change: changes.SettingChange, span: Span) -> None:
    slot = base.find("setting", change.name)
    if slot is None and change.name == "moves":
        base.report("variant-set-moves", span)
        return
    if slot is None or not isinstance(slot.declaration, nodes.SettingDeclaration):
        base.missing(span, "setting", change.name, "set")
        return
    setting = slot.declaration
    numeric = setting.low is not None
    wrong = isinstance(change.value, nodes.Truth if numeric else nodes.Number)
    if numeric and isinstance(change.value, nodes.Name):
        wrong = any(change.value.name in base.values(enum) for enum in base.names("enum"))
    if wrong or (change.low is not None and not numeric):
        have = "a number" if numeric else "no number"
        base.report(
            "variant-setting-kind", span, Note(setting.span, "declared here"), name=change.name, have=have
        )
        return
    slot.put(
        evolve(
            setting,
            default=change.value,
            low=change.low or setting.low,
            high=change.high or setting.high,
            span=change.span,
        )
    )


def _fact(base: Base, change: changes.FactChange, span: Span) -> None:
    for slot in base.slots():
        title = slot.declaration
        if isinstance(title, nodes.GameTitle):
            kept = tuple(one for one in title.facts if one.name != change.fact.name)
            slot.put(evolve(title, facts=(change.fact, *kept)))


# ---- whole declarations --------------------------------------------------------------------------


def _added(base: Base, change: changes.Added, span: Span) -> None:
    new = change.declaration
    word, name = named(new)
    there = base.find(word, name)
    if there is None or word == "needs":
        base.append(new)
    elif (
        isinstance(new, nodes.CardsDeclaration)
        and new.file is not None
        and isinstance(there.declaration, nodes.CardsDeclaration)
    ):
        _add_rows(base, there, there.declaration, new, span)
    else:
        base.report(
            "variant-exists",
            span,
            Note(there.declaration.span, "the game's own"),
            what=_what(word, name),
        )


def _what(word: str, name: str) -> str:
    return f"{spoken(word)} `{name}`" if name else f"`{word}`"


def _add_rows(
    base: Base, slot: Slot, cards: nodes.CardsDeclaration, new: nodes.CardsDeclaration, span: Span
) -> None:
    """More rows for a set, and the properties that only they name."""
    assert new.file is not None
    if cards.file is None:
        base.report("variant-cards-made", span, Note(cards.span, "made here"), cards=cards.name)
        return
    slot.put(evolve(cards, fields=(*cards.fields, *new.fields)))
    base.edits.setdefault(cards.name, []).append(RowsAdded(new.file, span.file, span))


def _replaced(base: Base, change: changes.Replaced, span: Span) -> None:
    new = change.declaration
    word, name = named(new)
    slot = base.find(word, name)
    if slot is None:
        if name:
            base.missing(span, word, name, "replace")
        else:
            base.report("variant-missing-block", span, word=word)
        return
    old = slot.declaration
    if _fits(base, old, new, span):
        slot.put(new)


def _fits(base: Base, old: nodes.Declaration, new: nodes.Declaration, span: Span) -> bool:
    """Whether what uses the old declaration can use the new one; reports why not."""
    note = Note(old.span, "the game's own")
    if isinstance(old, nodes.Definition | nodes.RuleDeclaration) and isinstance(new, type(old)):
        kinds = [[one.kind for one in each.parameters] for each in (old, new)]
        if kinds[0] != kinds[1]:
            signature = declaration_head(old).partition(" = ")[0]
            base.report("variant-parameters", span, note, name=old.name, signature=signature)
            return False
    if isinstance(old, nodes.TableDeclaration) and isinstance(new, nodes.TableDeclaration):
        short = len(new.entries) < len(old.entries) and not new.then_last
        if short or (old.then_last and not new.then_last):
            facts: dict[str, str | int] = {
                "name": old.name,
                "have": len(old.entries),
                "size": len(new.entries),
            }
            base.report("variant-table-short", span, note, **facts)
            return False
    return True


def _removed(base: Base, change: changes.Removed, span: Span) -> None:
    if change.word == "phase":
        if not base.change_phase(change.name, lambda _: ()):
            base.missing(span, "phase", change.name, "remove")
        return
    slot = base.find(change.word, change.name)
    if slot is None:
        base.missing(span, change.word, change.name, "remove")
        return
    slot.remove()
    if change.word == "rule":
        base.remove_calls(change.name, span)
    elif change.word == "action":
        base.remove_offers(change.name, span)


def _phase(base: Base, change: changes.PhaseReplaced, span: Span) -> None:
    if not base.change_phase(change.name, lambda old: (evolve(old, body=change.body, span=change.span),)):
        base.missing(span, "phase", change.name, "replace")


# ---- parts of declarations -----------------------------------------------------------------------


def _value(base: Base, change: changes.ValueChange, span: Span) -> None:
    slot = base.find("enum", change.enum) or base.find("group", change.enum)
    declaration = None if slot is None else slot.declaration
    if slot is None or not isinstance(declaration, nodes.EnumDeclaration | nodes.GroupDeclaration):
        base.missing(span, "enum", change.enum, change.how)
        return
    names = [one.name for one in declaration.values]
    if change.how == "remove":
        if change.name not in names:
            _missing_part(base, span, f"value `{change.name}`", change.enum, change.name, names)
            return
        values = tuple(one for one in declaration.values if one.name != change.name)
    else:
        if change.name in names:
            base.report("variant-part-there", span, what=f"value `{change.name}`", of=change.enum)
            return
        values = (*declaration.values, nodes.EnumValue(change.name, span=span))
    slot.put(evolve(declaration, values=values))


def _missing_part(base: Base, span: Span, what: str, of: str, name: str, known: list[str]) -> None:
    listed = ", ".join(f"`{one}`" for one in known[:MOST_LISTED])
    advice = did_you_mean(name, known, f"There are: {listed}." if known else f"`{of}` has none at all.")
    base.report("variant-part-missing", span, what=what, of=of, advice=advice)


def _arm(base: Base, change: changes.ArmChange, span: Span) -> None:
    slot = base.find("define", change.of) or base.find("score", change.of)
    if slot is None:
        base.missing(span, "define", change.of, change.how)
        return
    declaration = slot.declaration
    assert isinstance(declaration, nodes.Definition | nodes.ScoreDeclaration)
    value = declaration.value
    if not isinstance(value, nodes.Match):
        note = Note(declaration.span, "declared here")
        base.report("variant-no-arms", span, note, name=change.of)
        return
    arms = _arms(base, change, span, value.arms)
    if arms is not None:
        slot.put(evolve(declaration, value=evolve(value, arms=arms)))


def _arms(
    base: Base, change: changes.ArmChange, span: Span, arms: tuple[nodes.Arm, ...]
) -> tuple[nodes.Arm, ...] | None:
    """The arms after a change; None, with a problem, where it cannot be made."""
    what = f"arm for `{patterns_text(change.patterns)}`"
    covered = [pattern for arm in arms for pattern in arm.patterns]
    has_else = any(not arm.patterns for arm in arms)
    there = all(one in covered for one in change.patterns) if change.patterns else has_else
    if change.how == "add":
        if has_else if not change.patterns else any(one in covered for one in change.patterns):
            base.report("variant-part-there", span, what=what, of=change.of)
            return None
    elif not there:
        known = [patterns_text((one,)) for one in covered] + ["else"] * has_else
        _missing_part(base, span, what, change.of, patterns_text(change.patterns), known)
        return None
    new = () if change.value is None else (nodes.Arm(change.patterns, change.value, span=change.span),)
    kept = [_without(arm, change.patterns) for arm in arms]
    left = [arm for arm in kept if arm is not None]
    at = len(left) if not change.patterns or not left or left[-1].patterns else len(left) - 1
    return (*left[:at], *new, *left[at:])


def _without(arm: nodes.Arm, patterns: tuple[nodes.Expression, ...]) -> nodes.Arm | None:
    """An arm less the patterns that another takes over; None where nothing is left of it."""
    if not arm.patterns:
        return arm if patterns else None
    left = tuple(one for one in arm.patterns if one not in patterns)
    return evolve(arm, patterns=left) if left else None


def _requirement(base: Base, change: changes.RequirementChange, span: Span) -> None:
    slot = base.find("action", change.action)
    if slot is None or not isinstance(slot.declaration, nodes.ActionDeclaration):
        base.missing(span, "action", change.action, change.how)
        return
    action = slot.declaration
    names = [one.name for one in action.requirements if one.name is not None]
    if change.how == "add":
        if change.name in names:
            base.report("variant-part-there", span, what=f"requirement `{change.name}`", of=change.action)
            return
        added = () if change.requirement is None else (change.requirement,)
        requirements = (*action.requirements, *added)
    elif change.name not in names:
        _missing_part(base, span, f"requirement `{change.name}`", change.action, change.name, names)
        return
    else:
        each = (change.requirement if one.name == change.name else one for one in action.requirements)
        requirements = tuple(one for one in each if one is not None)
    slot.put(evolve(action, requirements=requirements))


# ---- cards, the winner, and what happens besides -------------------------------------------------


def _card(base: Base, change: changes.CardRemoved | changes.CardChange, span: Span) -> None:
    slot = base.find("cards", change.cards)
    if slot is None or not isinstance(slot.declaration, nodes.CardsDeclaration):
        how = "change" if isinstance(change, changes.CardChange) else "remove"
        base.missing(span, "cards", change.cards, how)
    elif slot.declaration.file is None:
        note = Note(slot.declaration.span, "made here")
        base.report("variant-cards-made", span, note, cards=change.cards)
    else:
        base.edits.setdefault(change.cards, []).append(evolve(change, span=span))


def _tie_break(base: Base, change: changes.TieBreakAdded, span: Span) -> None:
    slot = base.find("winner", "")
    if slot is None or not isinstance(slot.declaration, nodes.WinnerDeclaration):
        base.report("variant-missing-block", span, word="winner")
        return
    slot.put(evolve(slot.declaration, keys=(*slot.declaration.keys, *change.keys)))


def _inserted(base: Base, change: changes.Inserted, span: Span) -> None:
    words = words_of(change.word, change.name)
    if any(_insert(base, change, word) for word in words):
        return
    if words[-1] in BLOCKS:
        base.report("variant-missing-block", span, word=change.name)
    else:
        base.missing(span, change.word or "action, phase or rule", change.name, change.when, words)


_WITH_BODY = (
    nodes.ActionDeclaration,
    nodes.RuleDeclaration,
    nodes.SetupDeclaration,
    nodes.PlayDeclaration,
)


def _insert(base: Base, change: changes.Inserted, word: str) -> bool:
    """Put the statements before or behind the named thing; False when there is none of that word."""

    def around(inner: tuple[nodes.Statement, ...]) -> tuple[nodes.Statement, ...]:
        return (*change.body, *inner) if change.when == "before" else (*inner, *change.body)

    if word == "phase":
        return base.change_phase(change.name, lambda phase: around((phase,)))
    slot = base.find(word, "" if word in BLOCKS else change.name)
    if slot is None:
        return False
    declaration = slot.declaration
    assert isinstance(declaration, _WITH_BODY)
    slot.put(evolve(declaration, body=around(declaration.body)))
    return True


_APPLY: dict[type, Callable[[Base, Any, Span], None]] = {
    changes.SettingChange: _setting,
    changes.FactChange: _fact,
    changes.Added: _added,
    changes.Replaced: _replaced,
    changes.Removed: _removed,
    changes.PhaseReplaced: _phase,
    changes.ValueChange: _value,
    changes.ArmChange: _arm,
    changes.RequirementChange: _requirement,
    changes.CardRemoved: _card,
    changes.CardChange: _card,
    changes.TieBreakAdded: _tie_break,
    changes.Offered: lambda base, change, _: base.offers.append(change),
    changes.Inserted: _inserted,
}
