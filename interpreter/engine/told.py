"""What stands in the gaps of a text, and who may know it: as it is when the text is told.

A gap that is worked out from something that not all see tells its value to those only who see all of that.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any, cast

from attrs import frozen

from rulewright.dsl.model import NONE, Kind
from rulewright.interpreter.engine.asking import CompiledGap, CompiledPhrase
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.state.layout import (
    ALL_SEEING,
    ME,
    Layout,
    State,
    sees_into,
    sees_value,
    zone_of_slot,
)
from rulewright.interpreter.state.state import cup_of, sees_card

Observer = int | None
"""A seat, or somebody without one."""


class Reading:
    """A state of which it is noted which slots are read."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.slots: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        self.slots.update(range(*at.indices(len(self.state))) if isinstance(at, slice) else (at,))
        return self.state[at]

    def __setitem__(self, at: Any, value: Any) -> None:
        self.state[at] = value

    def index(self, value: int, start: int, end: int) -> int:
        """Where a value stands."""
        self.slots.update(range(start, end))
        return self.state.index(value, start, end)


@frozen
class Answered:
    """The values of a gap, of many or of one, and the slots of the state that were read for them.

    No values: it could not be worked out; a text decides nothing, so it stops nothing.
    """

    gap: CompiledGap
    values: tuple[int, ...] | None
    slots: Set[int]

    def seen_by(self, layout: Layout, state: State, seat: Observer) -> bool:
        """Does a seat see all that the values were worked out from?"""
        return all(self._sees(layout, state, at, seat) for at in self.slots)

    def _sees(self, layout: Layout, state: State, at: int, seat: Observer) -> bool:
        if at in layout.secret_locals and seat != ALL_SEEING:
            return layout.secret_locals[at] and seat is not None and seat == state[ME]
        if at in layout.hidden_dice:
            return sees_into(layout.hidden_dice[at], seat)
        if not sees_value(layout, state, at, seat):
            return False
        if not self.gap.asks:
            return True
        zone = zone_of_slot(layout, at)
        if zone is not None:
            return sees_into(zone, seat)
        card = at - layout.zone_of_at
        if not 0 <= card < len(layout.cards):
            card = state[at] if any(at in held for held in self.gap.holders) else NONE
        return card == NONE or sees_card(layout, state, card, seat)


def answered(gap: CompiledGap, state: State, work: list[int] | None = None) -> Answered:
    """Work out a gap. `work` is how much may be done, and is taken from."""
    reading = Reading(state)
    try:
        value = gap.answer(cast("State", reading), work)
    except Fault:
        return Answered(gap, None, reading.slots)
    return Answered(gap, (value,) if isinstance(value, int) else tuple(value), reading.slots)


@frozen
class Held:
    """A value in a gap: of a die the face. Others than `seen_by` know that it is there."""

    kind: Kind
    value: int
    seen_by: tuple[Observer, ...]


@frozen
class Filled:
    """A gap: what is in it, None where that could not be worked out; others than `seen_by` know its kind."""

    kind: Kind
    held: tuple[Held, ...] | None
    seen_by: tuple[Observer, ...]


Text = tuple[str | Filled, ...]


def filled(layout: Layout, phrase: CompiledPhrase, state: State, work: list[int]) -> Text:
    """A text as it is told now. May write to the scratch part of the state."""
    return tuple(
        part if isinstance(part, str) else _filled(layout, answered(part, state, work), state)
        for part in phrase.parts
    )


def _filled(layout: Layout, answer: Answered, state: State) -> Filled:
    kind, values = answer.gap.kind, answer.values
    seen_by = tuple(one for one in (*layout.seats, None) if answer.seen_by(layout, state, one))
    held = None if values is None else tuple(_held(layout, kind.one(), one, state) for one in values)
    return Filled(kind, held, seen_by)


def _held(layout: Layout, kind: Kind, value: int, state: State) -> Held:
    observers = (*layout.seats, None)
    if value == NONE:
        return Held(kind, value, observers)
    if kind.family == "card":
        return Held(kind, value, tuple(one for one in observers if sees_card(layout, state, value, one)))
    if kind.family == "die":
        cup = cup_of(layout, value)
        face = state[cup.base + 1 + value - cup.first_die]
        seeing = tuple(one for one in observers if sees_into(cup, one))
        return Held(layout.model.dice[cup.name].kind, face, seeing)
    return Held(kind, value, observers)


def heard(text: Text, seat: Observer, layout: Layout) -> tuple[object, ...]:
    """All that a seat can tell of a text: two are alike to it where this is equal."""
    return tuple(part if isinstance(part, str) else _known(part, seat, layout) for part in text)


def _known(gap: Filled, seat: Observer, layout: Layout) -> object:
    if seat not in gap.seen_by or gap.held is None:
        return seat in gap.seen_by
    return tuple(_value(one, layout) if seat in one.seen_by else one.kind for one in gap.held)


def _value(held: Held, layout: Layout) -> object:
    is_card = held.kind.family == "card" and held.value != NONE
    return held.kind, layout.cards[held.value].title if is_card else held.value
