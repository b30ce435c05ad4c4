"""What is recorded of a card beside its properties.

These are the values of variables kept by card, and which variables hold it. Copies of one card are alike as
long as the same is recorded of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from rulewright.interpreter.state.layout import Layout, State, sees_value


class Records:
    """Reads what is recorded of cards, for one layout."""

    def __init__(self, layout: Layout) -> None:
        self.by_card = _variables_by_card(layout)
        self.holders = _slots_that_hold_cards(layout)
        self._set_of = [card.set_name for card in layout.cards]
        self._layout = layout

    def speak_of(self, card: int) -> bool:
        """Can anything be recorded of a card?"""
        return card in self.by_card or self._set_of[card] in self.holders

    def of(
        self, card: int, state: State, observer: int | None = None
    ) -> tuple[tuple[int, ...], tuple[bool, ...]]:
        """Equal for two copies when the same is recorded of them, or the same that an observer sees."""
        by_card, holders = self.by_card.get(card, ()), self.holders.get(self._set_of[card], ())
        layout = self._layout
        if observer is not None and layout.hidden:
            by_card = tuple(slot for slot in by_card if sees_value(layout, state, slot, observer))
            holders = tuple(slot for slot in holders if sees_value(layout, state, slot, observer))
        return (tuple([state[slot] for slot in by_card]), tuple([state[slot] == card for slot in holders]))


def cards_indexed(layout: Layout, variable: str, position: int) -> Iterator[tuple[int, int]]:
    """Each value of a variable by its offset, and the card in one place of its index."""
    place = layout.variables[variable]
    stride = prod(place.lengths[position + 1 :])
    length, first = place.lengths[position], place.firsts[position]
    return ((offset, offset // stride % length + first) for offset in range(place.size))


def _variables_by_card(layout: Layout) -> dict[int, tuple[int, ...]]:
    """For each card the slots of all variables that have a value for it."""
    slots: dict[int, tuple[int, ...]] = {}
    for name, variable in layout.model.variables.items():
        place = layout.variables[name]
        for position, dimension in enumerate(variable.dimensions):
            if dimension.over != "card":
                continue
            for offset, card in cards_indexed(layout, name, position):
                slots[card] = (*slots.get(card, ()), place.base + offset)
    return slots


def _slots_that_hold_cards(layout: Layout) -> dict[str, tuple[int, ...]]:
    """The slots of variables whose value is a card, by the card's set."""
    slots: dict[str, tuple[int, ...]] = {}
    for name, variable in layout.model.variables.items():
        if variable.kind.family == "card":
            place = layout.variables[name]
            here = range(place.base, place.base + place.size)
            slots[variable.kind.name] = (*slots.get(variable.kind.name, ()), *here)
    return slots
