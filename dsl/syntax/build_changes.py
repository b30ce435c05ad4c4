"""Branches to what a variant says: its title, and its changes. All else is built by `dsl.build`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulewright.dsl.syntax.branches import Branch
from rulewright.dsl.syntax.build import build_declaration, moves_fact, players_fact
from rulewright.dsl.syntax.build_expressions import (
    Context,
    build_all,
    build_because,
    build_expression,
    build_keys,
)
from rulewright.dsl.syntax.build_statements import build_action_name, build_block
from rulewright.dsl.syntax.nodes import Declaration, Expression, GameFact, Requirement
from rulewright.dsl.syntax.nodes.changes import (
    Added,
    ArmChange,
    CardChange,
    CardLine,
    CardRemoved,
    FactChange,
    Inserted,
    Offered,
    PhaseReplaced,
    Removed,
    Replaced,
    RequirementChange,
    SettingChange,
    TieBreakAdded,
    ValueChange,
    VariantTitle,
)
from rulewright.dsl.syntax.phrases import unquote

How = Literal["add", "replace", "remove"]
_NEEDS = "needs"


def build_piece(context: Context, branch: Branch) -> Declaration:
    """What one piece of a rule file says: a declaration, or a change to one."""
    build = _CHANGES.get(branch.rule)
    return build_declaration(context, branch) if build is None else build(context, branch)


def _variant(context: Context, branch: Branch) -> Declaration:
    lines = branch.branch_or_none(2)
    facts = tuple(
        GameFact(one.rule.removesuffix("_fact"), unquote(one.text(0)), span=one.span)
        for one in (lines.branches() if lines else ())
    )
    return VariantTitle(unquote(branch.text(0)), unquote(branch.text(1)), facts, span=branch.span)


def _set_setting(context: Context, branch: Branch) -> Declaration:
    limits = branch.branch_or_none(2)
    return SettingChange(
        branch.branch(0).text(0),
        build_expression(context, branch.branch(1)),
        build_expression(context, limits.branch(0)) if limits else None,
        build_expression(context, limits.branch(1)) if limits else None,
        span=branch.span,
    )


def _remove(context: Context, branch: Branch) -> Declaration:
    word, name = branch.branch(0).text(0), branch.branch(1).text(0)
    return Removed(word, name, span=branch.span)


def _value(how: Literal["add", "remove"]) -> Callable[[Context, Branch], Declaration]:
    return lambda _, branch: ValueChange(how, branch.text(0), branch.text(1), span=branch.span)


def _arm(how: How) -> Callable[[Context, Branch], Declaration]:
    def build(context: Context, branch: Branch) -> Declaration:
        at = branch.branch(0)
        patterns: tuple[Expression, ...] = () if at.rule == "else_pattern" else build_all(context, at)
        value = None if how == "remove" else build_expression(context, branch.branch(2))
        return ArmChange(how, patterns, branch.text(1), value, span=branch.span)

    return build


def _add_require(context: Context, branch: Branch) -> Declaration:
    return _requirement("add", context, branch, branch.branch(1).text(0), branch.text(0))


def _replace_require(context: Context, branch: Branch) -> Declaration:
    return _requirement("replace", context, branch, branch.branch(0).text(0), branch.text(1))


def _requirement(how: How, context: Context, branch: Branch, action: str, name: str) -> Declaration:
    condition = build_expression(context, branch.branch(2))
    because = build_because(context, branch.branch_or_none(3))
    requirement = Requirement(name, condition, because, span=branch.span)
    return RequirementChange(how, action, name, requirement, span=branch.span)


def _remove_require(context: Context, branch: Branch) -> Declaration:
    return RequirementChange("remove", branch.branch(0).text(0), branch.text(1), None, span=branch.span)


def _card_id(branch: Branch) -> str:
    text = branch.text(0)
    return unquote(text) if text.startswith('"') else text


def _change_card(context: Context, branch: Branch) -> Declaration:
    lines = tuple(_card_line(context, one) for one in branch.branch(2).branches())
    return CardChange(branch.text(0), _card_id(branch.branch(1)), lines, span=branch.span)


def _card_line(context: Context, branch: Branch) -> CardLine:
    value: Expression | str
    if branch.rule == "card_name":
        value = unquote(branch.text(1))
    else:
        value = build_expression(context, branch.branch(1))
    return CardLine(branch.text(0), value, span=branch.span)


def _offered(_: Context, branch: Branch) -> Declaration:
    action, to = map(build_action_name, branch.branches())
    return Offered(action, to, span=branch.span)


def _inserted(when: Literal["before", "after"]) -> Callable[[Context, Branch], Declaration]:
    def build(context: Context, branch: Branch) -> Declaration:
        word = branch.branch_or_none(0)
        body = build_block(context, branch.branch(2))
        return Inserted(when, word.text(0) if word else "", branch.branch(1).text(0), body, span=branch.span)

    return build


_CHANGES: dict[str, Callable[[Context, Branch], Declaration]] = {
    "variant": _variant,
    "set_setting": _set_setting,
    "set_players": lambda _, b: FactChange(players_fact(b), span=b.span),
    "set_moves": lambda _, b: FactChange(moves_fact(b), span=b.span),
    "add": lambda c, b: Added(build_declaration(c, b.branch(0)), span=b.span),
    "replace": lambda c, b: Replaced(build_declaration(c, b.branch(0)), span=b.span),
    "replace_phase": lambda c, b: PhaseReplaced(b.text(0), build_block(c, b.branch(1)), span=b.span),
    "remove": _remove,
    "remove_needs": lambda _, b: Removed(_NEEDS, b.text(0), span=b.span),
    "add_value": _value("add"),
    "remove_value": _value("remove"),
    "add_arm": _arm("add"),
    "replace_arm": _arm("replace"),
    "remove_arm": _arm("remove"),
    "add_require": _add_require,
    "replace_require": _replace_require,
    "remove_require": _remove_require,
    "remove_card": lambda _, b: CardRemoved(b.text(0), _card_id(b.branch(1)), span=b.span),
    "change_card": _change_card,
    "add_winner": lambda c, b: TieBreakAdded(build_keys(c, b.branch(0)), span=b.span),
    "add_offer": _offered,
    "before": _inserted("before"),
    "after": _inserted("after"),
}
