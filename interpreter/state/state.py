"""Reading a state, and writing zones and lists into it: what several rooms share."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.state.layout import (
    ALL_SEEING,
    BOX,
    SEED_HIGH,
    SEED_LOW,
    CupInstance,
    Layout,
    ListPlace,
    State,
    sees_into,
)


def cards_in(layout: Layout, state: State, zone: int) -> list[int]:
    """The cards of a zone, the lowest first."""
    place = layout.zones[zone]
    return state[place.base : place.base + state[place.size_at]]


def fill(layout: Layout, state: State, zone: int, cards: Sequence[int]) -> None:
    """Make these the cards of a zone, in this order unless the zone keeps its own; movers stay."""
    place = layout.zones[zone]
    ordered = list(cards)
    if place.ordered_by is not None:
        values = layout.properties[place.cards, place.ordered_by]
        ordered.sort(key=lambda card: (values[card], card))
    elif place.unordered:
        ordered.sort()
    state[place.base : place.base + place.capacity] = [*ordered, *([0] * (place.capacity - len(cards)))]
    state[place.size_at] = len(cards)
    for card in cards:
        state[layout.zone_of_at + card] = zone


def place_of(layout: Layout, state: State, card: int) -> tuple[int, int]:
    """The zone of a card and its position there, counted from 0 at the bottom; (BOX, -1) in the box."""
    zone = state[layout.zone_of_at + card]
    if zone == BOX:
        return BOX, -1
    place = layout.zones[zone]
    base = place.base
    return zone, state.index(card, base, base + state[place.size_at]) - base


def read_list(place: ListPlace, state: State) -> list[int]:
    """The elements of a list that a local holds."""
    return state[place.base + 1 : place.base + 1 + state[place.base]]


def write_list(place: ListPlace, state: State, elements: Sequence[int]) -> None:
    """Put a list into a local, at most `place.capacity`; what lies behind it counts for nothing."""
    state[place.base : place.base + 1 + len(elements)] = [len(elements), *elements]


def seed_of(state: State) -> int:
    """The seed of a game's chance, 64 bits."""
    return state[SEED_LOW] | state[SEED_HIGH] << 32


def set_seed(state: State, seed: int) -> None:
    """Let the chance of a game go on from another seed; the counts of its sites stay."""
    state[SEED_LOW], state[SEED_HIGH] = seed & 0xFFFFFFFF, seed >> 32


def numbers_in(bits: int) -> tuple[int, ...]:
    """The numbers of the cards or zones whose bits are set."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def exchanged(bits: int, one: int, other: int) -> int:
    """Bits in which two numbers have taken each other's place."""
    both = 1 << one | 1 << other
    return bits ^ both if (bits & both) not in (0, both) else bits


def sees_card(layout: Layout, state: State, card: int, seat: int | None) -> bool:
    """Does a seat (None: an observer) see the face of a card where it lies?"""
    zone = state[layout.zone_of_at + card]
    if zone == BOX:
        return seat == ALL_SEEING
    return sees_into(layout.zones[zone], seat)


def cup_of(layout: Layout, die: int) -> CupInstance:
    """The cup that a die belongs to."""
    return next(cup for cup in layout.cups if cup.first_die <= die < cup.first_die + cup.capacity)
