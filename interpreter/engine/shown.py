"""Where cards lie, as a seat is shown it.

A zone without an order is shown in one all the same. To who sees the cards it is that of the box, and
tells nothing. To who does not see them it is drawn by chance, anew after each move, from a stream of its
own: which card is called the first of them says nothing of what it is.
"""

from __future__ import annotations

from rulewright.interpreter.state.chance import shuffled, site_number
from rulewright.interpreter.state.layout import BOX, MOVES, Layout, State, sees_into
from rulewright.interpreter.state.state import cards_in, seed_of

_STRIDE = 1 << 12
"""How far apart in its stream the orders of one zone begin: more than any of them draws."""


def shown(layout: Layout, state: State, zone: int, seat: int) -> list[int]:
    """The cards of a zone, or of the box, in the order in which a seat is shown them."""
    if zone == BOX:
        return [card.number for card in layout.cards if state[layout.zone_of_at + card.number] == BOX]
    cards = cards_in(layout, state, zone)
    place = layout.zones[zone]
    if place.unordered and not sees_into(place, seat):
        site = site_number(f"order shown of {place.name} {place.index}")
        # While a choice is made step by step, things stay where they were shown.
        moves = state[MOVES] - state[layout.steps_at]
        shuffled(seed_of(state), site, moves * _STRIDE, cards)
    return cards


class Shown:
    """Where the cards of one state lie, as one seat is shown it; each zone is looked at once."""

    def __init__(self, layout: Layout, state: State, seat: int) -> None:
        self._layout = layout
        self._state = state
        self._seat = seat
        self._levels: dict[int, dict[int, int]] = {}

    def place_of(self, card: int) -> tuple[int, int]:
        """The zone of a card (or BOX), and its level there, counted from 1 at the bottom."""
        zone = self._state[self._layout.zone_of_at + card]
        if zone not in self._levels:
            self._levels[zone] = {each: level for level, each in enumerate(self._cards(zone), start=1)}
        return zone, self._levels[zone][card]

    def card_at(self, zone: int, level: int) -> int | None:
        """The card at a place; None where there is none."""
        cards = self._cards(zone)
        return cards[level - 1] if 1 <= level <= len(cards) else None

    def _cards(self, zone: int) -> list[int]:
        return shown(self._layout, self._state, zone, self._seat)
