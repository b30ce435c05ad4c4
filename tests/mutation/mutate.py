"""Mutants: copies of a checked model in which one declaration is changed at one place.

They serve to ask whether a scenario depends on what it says it is about. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen
from changes import Change, Changes, everywhere, plus_one

from rulewright.dsl.model import (
    BOOL,
    INT,
    NONE,
    Action,
    AwardStep,
    BuiltIn,
    CardRow,
    CardSet,
    Constant,
    DefinitionModel,
    Dice,
    EnumModel,
    IntRange,
    Kind,
    ListOfTerms,
    Model,
    PhaseStep,
    RequirementModel,
    Score,
    Setting,
    Stored,
    Table,
    Term,
    VariableModel,
    Zone,
)
from rulewright.interpreter.lab.trial import declarations

_GROUPS = {
    "enum": "enums",
    "setting": "settings",
    "zone": "zones",
    "dice": "dice",
    "table": "tables",
    "var": "variables",
    "action": "actions",
    "define": "definitions",
    "rule": "rules",
    "reaction": "reactions",
    "score": "scores",
    "preset": "presets",
}
"""The mappings of a model that hold the declarations written with each word."""

WHOLE = ("needs", "setup", "play", "winner")
"""The declarations without a name of their own, empty where a game has none; attributes of a model."""


@frozen
class Mutant:
    """A changed model, and what was changed in it."""

    what: str
    model: Model


def mutants(model: Model, name: str) -> Iterator[Mutant]:
    """The mutants of a declaration, named as scenarios name it; of all that share a bare name."""
    for full_name in full_names(model, name):
        for said, other in _changed(model, full_name):
            yield Mutant(f"{full_name}: {said}", other)


def full_names(model: Model, name: str) -> list[str]:
    """The declarations that a name means: `reach` is `define reach`, `living` is `phase living`."""
    known = [one for one in declarations(model) if one in model.fingerprints]
    known += [f"preset {one}" for one in model.presets]
    known += [f"phase {one}" for one in model.phases]
    return [one for one in known if one == name or one.partition(" ")[2] == name]


def _changed(model: Model, full_name: str) -> Iterator[Change]:
    word, _, name = full_name.partition(" ")
    changes = Changes(model)
    if word in WHOLE:
        for said, other in changes.within(getattr(model, word)):
            yield said, evolve(model, **{word: other})
        if word == "winner":
            yield "no winner", evolve(model, winner=None)
    elif word == "players":
        yield "more at least", evolve(model, least_players=model.least_players + 1)
        yield "fewer at most", evolve(model, most_players=model.most_players - 1)
    elif word == "moves":
        yield "one at most", evolve(model, most_moves=1)
    elif word == "phase":
        yield from everywhere(model, _inside_phase(name, changes))
    elif word in ("card", "cards"):
        card_set, _, card = name.partition(" ")
        for said, other in _cards(changes, model.card_sets[card_set], card):
            yield said, evolve(model, card_sets={**model.card_sets, card_set: other})
    elif word == "score" and model.scores[name].value is None:
        yield from everywhere(model, _awards_for(name))
    else:
        group: Mapping[str, Any] = getattr(model, _GROUPS[word])
        for said, other in _declaration(changes, group[name]):
            group_with_it: Any = {**group, name: other}
            yield said, evolve(model, **{_GROUPS[word]: group_with_it})


def _inside_phase(name: str, changes: Changes) -> Callable[[Any], Iterator[Change]]:
    def changer(value: Any) -> Iterator[Change]:
        if isinstance(value, PhaseStep) and value.name == name:
            yield from changes.within(value)

    return changer


def _awards_for(name: str) -> Callable[[Any], Iterator[Change]]:
    """One more point in each award of a score that has no value of its own."""

    def changer(value: Any) -> Iterator[Change]:
        if isinstance(value, AwardStep) and value.score == name:
            yield "one more point", evolve(value, amount=plus_one(value.amount))

    return changer


def _declaration(changes: Changes, one: Any) -> Iterator[Change]:
    """What can be changed in a declaration as a whole, then at the places inside it."""
    changer = _OWN.get(type(one))
    if changer is not None:
        yield from changer(changes, one)
    if not isinstance(one, Setting):
        yield from changes.within(one)


# ---- things --------------------------------------------------------------------------------------


def _setting(changes: Changes, setting: Setting) -> Iterator[Change]:
    """Another default that is in range, since one out of range would make any scenario fail."""
    kind, default = setting.kind, setting.default
    if kind.family != "int":
        for said, other in changes.other_value(default):
            yield said, evolve(setting, default=other)
        return
    for said, moved in (("one more", plus_one(default)), ("one less", _plus(default, -1))):
        yield said, evolve(setting, default=_within(moved, setting.low, setting.high))


def _within(value: Term, low: Term | None, high: Term | None) -> Term:
    for name, bound in (("max", low), ("min", high)):
        if bound is not None:
            value = BuiltIn(name, (value, bound), kind=INT, span=value.span)
    return value


def _plus(term: Term, amount: int) -> Term:
    return evolve(plus_one(term), right=Constant(amount, kind=INT))


def _table(changes: Changes, table: Table) -> Iterator[Change]:
    yield "then last", evolve(table, then_last=not table.then_last)
    yield "without the last entry", evolve(table, entries=table.entries[:-1])


def _variable(changes: Changes, variable: VariableModel) -> Iterator[Change]:
    yield "each turn", evolve(variable, each_turn=not variable.each_turn)
    if variable.initial is None and variable.kind.family in ("int", "bool", "enum", "player"):
        first = 0 if variable.kind.optional else 1
        if variable.kind.family == "int" or first < changes.value_count(variable.kind):
            yield "another beginning", evolve(variable, initial=Constant(first, kind=variable.kind))
    yield from _sight(changes, variable)


def _zone(changes: Changes, zone: Zone) -> Iterator[Change]:
    yield from _sight(changes, zone)
    if zone.capacity is None:
        yield "at most 1", evolve(zone, capacity=Constant(1, kind=INT))
    else:
        yield "one less", evolve(zone, capacity=_plus(zone.capacity, -1))
    if zone.ordered_by is not None:
        yield "not ordered", evolve(zone, ordered_by=None)
    else:
        yield "order does not count", evolve(zone, unordered=not zone.unordered)


def _dice(changes: Changes, dice: Dice) -> Iterator[Change]:
    yield from _sight(changes, dice)
    yield "one less", evolve(dice, capacity=_plus(dice.capacity, -1))
    if isinstance(dice.faces, IntRange):
        yield "a higher face", evolve(dice, faces=evolve(dice.faces, high=_plus(dice.faces.high, 1)))
    else:
        for said, faces in changes.within(dice.faces):
            yield said, evolve(dice, faces=faces)


def _sight(changes: Changes, one: Any) -> Iterator[Change]:
    sights = (
        ("up", "down", "owner") if any(part.over == "player" for part in one.dimensions) else ("up", "down")
    )
    for sight in sights:
        if sight != one.sight:
            yield f"seen otherwise: {sight}", evolve(one, sight=sight)


def _enum(changes: Changes, enum: EnumModel) -> Iterator[Change]:
    yield "values renamed", evolve(enum, values=tuple(f"other_{one}" for one in enum.values))


def _definition(changes: Changes, definition: DefinitionModel) -> Iterator[Change]:
    kind = definition.value.kind
    if kind.shape == "many":
        yield "nothing at all", evolve(definition, value=ListOfTerms((), kind=kind))


def _action(changes: Changes, action: Action) -> Iterator[Change]:
    """Of an action that requires and does nothing, all that can be changed is that it is there."""
    if not action.requirements and not action.body:
        never = RequirementModel(None, Constant(0, kind=BOOL), None)
        yield "never allowed", evolve(action, requirements=(never,))


def _score(changes: Changes, score: Score) -> Iterator[Change]:
    yield "worth nothing", evolve(score, value=Constant(0, kind=INT))


_OWN: Mapping[type, Callable[[Changes, Any], Iterator[Change]]] = {
    Setting: _setting,
    Table: _table,
    VariableModel: _variable,
    Zone: _zone,
    Dice: _dice,
    EnumModel: _enum,
    DefinitionModel: _definition,
    Action: _action,
    Score: _score,
}


# ---- cards ---------------------------------------------------------------------------------------


def _cards(changes: Changes, card_set: CardSet, card: str) -> Iterator[Change]:
    """Changes to the rows of one card, or (without a card) to a whole set."""
    if card_set.generators:
        yield from changes.within(card_set)
    for at, row in enumerate(card_set.rows):
        if card in ("", row.id):
            for said, other in _row(changes, card_set, row):
                rows = (*card_set.rows[:at], other, *card_set.rows[at + 1 :])
                yield f"{row.id}, {said}", evolve(card_set, rows=rows)


def _row(changes: Changes, card_set: CardSet, row: CardRow) -> Iterator[Change]:
    """Another number of copies, and other values of all fields but the id."""
    yield "one copy more", evolve(row, copies=row.copies + 1)
    for at, (field, value) in enumerate(zip(card_set.fields, row.values, strict=True)):
        if at > 0:
            for other in other_values(changes, field.kind, value):
                yield field.name, evolve(row, values=(*row.values[:at], other, *row.values[at + 1 :]))


def other_values(changes: Changes, kind: Kind, value: Stored) -> list[Stored]:
    """Every other value of a field that is near this one: one step away, or any word of an enum."""
    if isinstance(value, tuple):
        if kind.shape == "bag":
            return [(*value[:at], value[at] + 1, *value[at + 1 :]) for at in range(len(value))]
        known = range(changes.value_count(kind))
        return [tuple(sorted({*value} ^ {one})) for one in known]
    if kind.family == "int":
        return [value - 1, value + 1] if value != NONE else [0]
    known = range(2 if kind == BOOL else changes.value_count(kind))
    return [one for one in ((NONE,) if kind.optional else ()) + tuple(known) if one != value]
