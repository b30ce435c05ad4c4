"""Another game that one seat cannot tell from the one being played.

For players that look ahead: what the seat knows stays, what it does not know is dealt anew. Cards go
to places where, as far as the seat can tell, they may be; zones keep their sizes, and as many cards as
the seat saw handed on unseen are handed on. In zones that the seat does not see, cards lie in any order,
but for those whose places it knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

from attrs import define, evolve, frozen

from rulewright.dsl.model import NONE
from rulewright.interpreter.engine.knowledge import possible_zones, sees_zone
from rulewright.interpreter.engine.records import Records, cards_indexed
from rulewright.interpreter.engine.transfers import UNCERTAIN, Transfer, Transfers
from rulewright.interpreter.state.chance import WORDS, draw, shuffled, site_number
from rulewright.interpreter.state.layout import (
    BOX,
    SEED_HIGH,
    SEED_LOW,
    Layout,
    State,
    sees_into,
    sees_value,
    was_shown,
)
from rulewright.interpreter.state.state import cards_in, fill, numbers_in, place_of

_STAYED = -2
"""Stands for the mover of a card that, as the seat has it, was not handed on."""
_MOST_DRAWS = 64
"""How often it is drawn anew which cards were handed on, until a deal fits."""


@define
class Chance:
    """Draws of a redeal, from a stream of their own."""

    seed: int
    count: int = 0
    site: int = site_number("redeal")

    def seed_below(self) -> int:
        """A seed, of 64 bits."""
        return self.below(WORDS) << 32 | self.below(WORDS)

    def below(self, bound: int) -> int:
        """A number in range(bound)."""
        value, self.count = draw(self.seed, self.site, self.count, bound)
        return value

    def shuffle(self, items: list[Any]) -> None:
        """All orders equally likely."""
        self.count = shuffled(self.seed, self.site, self.count, items)


def redeal(
    layout: Layout, state: State, seat: int, seed: int, lying: Mapping[int, Sequence[int]] | None = None
) -> State:
    """A state like this one to the seat, with all else drawn from `seed` (64 bits).

    It depends on what the seat can know and on nothing else: of two states that the seat cannot tell apart
    it makes the same. `lying` are the cards of each zone that the seat does not see, for who has drawn them.
    """
    numbers = _by_what_is_known(layout, state, seat) if lying is None else {}
    result, chance = relabelled(layout, state, numbers), Chance(seed)
    for start, end in layout.scratch:
        result[start:end] = [0] * (end - start)
    result[SEED_LOW], result[SEED_HIGH] = chance.below(WORDS), chance.below(WORDS)
    for counter in layout.sites.values():
        result[counter] = 0
    told = {slot: result[slot] for slot in layout.hidden if was_shown(layout, result, slot, seat)}
    for card_set in layout.cards_of:
        _redeal_cards(layout, result, seat, card_set, chance, lying)
    for slot, value in told.items():
        result[slot] = value  # a card that a variable was shown to hold is known by name, wherever it lies
    _redeal_dice(layout, result, seat, chance)
    _redeal_variables(layout, result, seat, chance)
    return result


# ---- copies --------------------------------------------------------------------------------------


def relabelled(layout: Layout, state: State, numbers: Mapping[int, int]) -> State:
    """The same state with other numbers for cards: copies of one card that change places in everything."""
    if not numbers:
        return list(state)
    result = list(state)
    cards = range(len(layout.cards))
    observers = range(layout.observers)
    rows = [layout.zone_of_at, layout.mover_at]
    for row in (*rows, *(layout.knowledge_of(one) for one in observers)):
        for card in cards:
            result[row + numbers.get(card, card)] = state[row + card]
    for zone in layout.zones:
        lying = [numbers.get(card, card) for card in cards_in(layout, state, zone.number)]
        fill(layout, result, zone.number, lying)
    transfers = Transfers(layout)
    for one in observers:
        for slot in (layout.seen_by(one), layout.placed_by(one)):
            result[slot] = _renumbered(state[slot], numbers)
        transfers.keep(result, one, [_with_cards(each, numbers) for each in transfers.of(state, one)])
    _follow(layout, result, numbers)
    return result


def _with_cards(transfer: Transfer, numbers: Mapping[int, int]) -> Transfer:
    return evolve(transfer, cards=_renumbered(transfer.cards, numbers))


def _renumbered(cards: int, numbers: Mapping[int, int]) -> int:
    """The same cards (bits) under their new numbers."""
    return sum(1 << numbers.get(card, card) for card in numbers_in(cards))


def _by_what_is_known(layout: Layout, state: State, seat: int) -> dict[int, int]:
    """New numbers for copies of which the same is recorded, by what the seat knows of each.

    First come those that it sees, as they lie; where anything is recorded of cards these stay as they are,
    since the order in which they are shown is that of their numbers.
    """
    first, placed = layout.knowledge_of(seat), state[layout.placed_by(seat)]
    by_sight = state[layout.seen_by(seat)]
    records, transfers = Records(layout), Transfers(layout)

    def known(card: int) -> tuple[object, ...]:
        zone = state[layout.zone_of_at + card]
        if zone != BOX and not sees_zone(layout, seat, zone):
            place = place_of(layout, state, card)[1] if placed >> card & 1 else NONE
            may_be = state[first + card] or 1 << zone
            return (1, may_be, transfers.holding(state, seat, card), by_sight >> card & 1, place)
        in_order = zone != BOX and not layout.zones[zone].unordered
        return (0, zone, place_of(layout, state, card)[1] if in_order else 0)

    often = Counter(card.alike for card in layout.cards)
    copies: dict[object, list[int]] = {}
    for card in layout.cards:
        seen = known(card.number)[0] == 0
        if often[card.alike] > 1 and not (seen and records.speak_of(card.number)):
            copies.setdefault((card.alike, records.of(card.number, state)), []).append(card.number)
    numbers: dict[int, int] = {}
    for same in copies.values():
        if len(same) > 1:
            ordered = sorted(same, key=known)
            numbers.update(
                (card, number) for card, number in zip(ordered, same, strict=True) if card != number
            )
    return numbers


# ---- cards ---------------------------------------------------------------------------------------


def _redeal_cards(
    layout: Layout,
    state: State,
    seat: int,
    card_set: str,
    chance: Chance,
    given: Mapping[int, Sequence[int]] | None,
) -> None:
    """Deal the cards that the seat does not see among the zones where they may be."""
    hidden = [
        zone.number
        for zone in layout.zones
        if zone.cards == card_set and not sees_zone(layout, seat, zone.number)
    ]
    if not hidden:
        return
    placed = set(numbers_in(state[layout.placed_by(seat)]))
    lying = {zone: cards_in(layout, state, zone) for zone in hidden}
    before = {zone: [card for card in cards if card not in placed] for zone, cards in lying.items()}
    possible = {card: possible_zones(layout, state, seat, card) for zone in hidden for card in before[zone]}
    transfers = [
        one for one in Transfers(layout).of(state, seat) if possible.keys() & set(numbers_in(one.cards))
    ]
    room = {zone: len(before[zone]) for zone in hidden}
    after: dict[int, list[int]] = {zone: [] for zone in hidden}
    handed_on: Mapping[int, int] = {}
    if given is None:
        dealt, handed_on = _dealt_with_transfers(possible, room, transfers, chance)
        for card, zone in dealt.items():
            after[zone].append(card)
        for cards in after.values():
            cards.sort()
            chance.shuffle(cards)
    else:
        after = {zone: [card for card in given[zone] if card not in placed] for zone in hidden}
    if given is None:
        settled = {card for card, zones in possible.items() if len(zones) == 1}
        marked = {card: _marks(layout, state, seat, card) for card in possible}
        handing = {(one.mover, zone) for one in transfers for zone in numbers_in(one.gone)}
        places = _Places(layout, state, settled, handed_on, handing, marked)
        pairs = [pair for zone in hidden for pair in places.matched(zone, before[zone], after[zone])]
    else:
        pairs = [pair for zone in hidden for pair in zip(before[zone], after[zone], strict=True)]
    taken = dict(pairs)
    _carry_over(layout, state, seat, taken)
    _follow(layout, state, _renamed(layout, state, seat, card_set, before, after, chance))
    for zone in hidden:
        others = iter(after[zone])
        fill(layout, state, zone, [card if card in placed else next(others) for card in lying[zone]])


def _marks(layout: Layout, state: State, seat: int, card: int) -> tuple[object, ...]:
    """What belongs to the place of a card: who moved it, and what others know of it."""
    others, transfers = [one for one in range(layout.observers) if one != seat], Transfers(layout)
    return (
        state[layout.mover_at + card],
        *(state[layout.knowledge_of(other) + card] for other in others),
        *(state[layout.seen_by(other)] >> card & 1 for other in others),
        *(state[layout.placed_by(other)] >> card & 1 for other in others),
        *(transfers.holding(state, other, card) for other in others),
    )


def _carry_over(layout: Layout, state: State, seat: int, taken: Mapping[int, int]) -> None:
    """What belongs to a place goes over to the card that now lies there: who moved it, what others know.

    `taken` says for each card which card takes its place.
    """
    others = [observer for observer in range(layout.observers) if observer != seat]
    rows = [layout.mover_at, *(layout.knowledge_of(other) for other in others)]
    for row in rows:
        values = {card: state[row + place] for place, card in taken.items()}
        for card, value in values.items():
            state[row + card] = value
    transfers = Transfers(layout)
    for other in others:
        for slot in (layout.seen_by(other), layout.placed_by(other)):
            state[slot] = _renumbered(state[slot], taken)
        changed = [_with_cards(one, taken) for one in transfers.of(state, other)]
        transfers.keep(state, other, changed)


def _renamed(
    layout: Layout,
    state: State,
    seat: int,
    card_set: str,
    before: Mapping[int, Sequence[int]],
    after: Mapping[int, Sequence[int]],
    chance: Chance,
) -> dict[int, int]:
    """For each hidden card the one that is spoken of in its stead: any of those that now lie in its zone.

    Which one hangs on what is recorded of the card and nothing else, least of all on its number or place.
    """
    recorded: dict[int, list[int]] = {card: [] for card in layout.cards_of[card_set]}
    for name, variable in layout.model.variables.items():
        base = layout.variables[name].base
        for position, dimension in enumerate(variable.dimensions):
            if dimension.over == "card" and dimension.name == card_set:
                for offset, card in cards_indexed(layout, name, position):
                    value = state[base + offset]
                    told = variable.kind.family != "card" or value == NONE
                    recorded[card].append(value if told else state[layout.zone_of_at + value])
        if variable.kind.family == "card" and variable.kind.name == card_set:
            for slot in range(base, base + layout.variables[name].size):
                known_by_name = was_shown(layout, state, slot, seat)
                if state[slot] != NONE and sees_value(layout, state, slot, seat) and not known_by_name:
                    recorded[state[slot]].append(slot)
    for slot in layout.slots_of_cards(state):
        if state[slot] in recorded:
            recorded[state[slot]].append(slot)
    renamed: dict[int, int] = {}
    for zone, cards in before.items():
        stand_ins = sorted(after[zone])
        chance.shuffle(stand_ins)
        renamed.update(zip(sorted(cards, key=recorded.__getitem__), stand_ins, strict=True))
    return renamed


def _follow(layout: Layout, state: State, renamed: Mapping[int, int]) -> None:
    """Variables kept `of` cards, and whatever else names a card, speak of those in their stead."""
    for name, variable in layout.model.variables.items():
        place = layout.variables[name]
        stretch = slice(place.base, place.base + place.size)
        for position, dimension in enumerate(variable.dimensions):
            if dimension.over == "card":
                stride, old = prod(place.lengths[position + 1 :]), state[stretch]
                for offset, card in cards_indexed(layout, name, position):
                    state[place.base + offset + (renamed.get(card, card) - card) * stride] = old[offset]
        if variable.kind.family == "card":
            state[stretch] = [renamed.get(value, value) for value in state[stretch]]
    for slot in layout.slots_of_cards(state):
        state[slot] = renamed.get(state[slot], state[slot])


@frozen
class _Places:
    """Finds for each card a place whose history fits what the seat knows of the card.

    `settled` cards surely lie where they do. `handed_on` cards have just been drawn to have come by the
    hand of a player, and a place to which somebody in `handing` (mover and zone) moved a card is for them.
    `marked` is what belongs to each place: by that they are taken, and not by which card truly lies there.
    """

    layout: Layout
    state: State
    settled: set[int]
    handed_on: Mapping[int, int]
    handing: set[tuple[int, int]]
    marked: Mapping[int, tuple[object, ...]]

    def matched(self, zone: int, before: Sequence[int], after: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Each card that lay in a zone, with the card that takes its place."""
        free = sorted((card for card in before if card not in self.settled), key=self.marked.__getitem__)
        waiting = [card for card in after if card not in self.settled]
        yield from ((card, card) for card in before if card in self.settled)
        for card in sorted(waiting, key=self._freedom):
            place = next((one for one in free if self._fits(card, one, zone)), free[0])
            free.remove(place)
            yield place, card

    def _freedom(self, card: int) -> int:
        """Cards that came by a known hand choose first, then those that surely did not."""
        if card not in self.handed_on:
            return 2
        return 1 if self.handed_on[card] == _STAYED else 0

    def _fits(self, card: int, place: int, zone: int) -> bool:
        mover = self.state[self.layout.mover_at + place]
        if card not in self.handed_on:
            return True
        if self.handed_on[card] == _STAYED:
            return (mover, zone) not in self.handing
        return mover == self.handed_on[card]


def _dealt_with_transfers(
    possible: dict[int, tuple[int, ...]], room: dict[int, int], transfers: list[Transfer], chance: Chance
) -> tuple[dict[int, int], dict[int, int]]:
    """A zone for each card, and for cards of transfers the player who handed them on, or _STAYED.

    Which cards were handed on is drawn first; where no deal fits, it is drawn again. Should none be found
    the deal keeps to the zones alone.
    """
    for _ in range(_MOST_DRAWS if transfers else 0):
        narrowed, handed_on = dict(possible), dict[int, int]()
        for transfer in transfers:
            gone = _draw_handed_on(transfer, chance)
            for card in numbers_in(transfer.cards):
                side = transfer.gone if card in gone else transfer.kept
                narrowed[card] = tuple(zone for zone in possible[card] if side >> zone & 1)
                handed_on[card] = transfer.mover if card in gone else _STAYED
        dealt = assign(narrowed, room, chance) if all(narrowed.values()) else None
        if dealt is not None:
            return dealt, handed_on
    dealt = assign(possible, room, chance)
    assert dealt is not None, "the true deal fits"
    return dealt, {}


def _draw_handed_on(transfer: Transfer, chance: Chance) -> set[int]:
    """Which cards of a transfer were handed on: as when its cards are drawn blindly, within its bounds."""
    cards = list(numbers_in(transfer.cards))
    chance.shuffle(cards)
    if transfer.went == UNCERTAIN:
        return set(cards[: transfer.least + chance.below(transfer.most - transfer.least + 1)])
    pool, left = max(transfer.pool, len(cards)), transfer.went
    for place in range(len(cards)):
        left -= chance.below(pool - place) < left
    count = transfer.went - left
    return set(cards[: min(max(count, transfer.least), transfer.most)])


def assign(
    possible: dict[int, tuple[int, ...]], room: dict[int, int], chance: Chance
) -> dict[int, int] | None:
    """A zone for each card, at random, so that every zone is filled; None where there is no such deal."""
    order = sorted(possible)
    chance.shuffle(order)
    order.sort(key=lambda card: len(possible[card]))
    room, dealt = dict(room), {}
    for card in order:
        zones = [zone for zone in possible[card] if room.get(zone, 0)]
        if zones:
            zone = _draw_zone(zones, room, chance)
            room[zone] -= 1
            dealt[card] = zone
        elif not _make_room(card, possible, room, dealt):
            return None
    return dealt


def _draw_zone(zones: list[int], room: dict[int, int], chance: Chance) -> int:
    """One of the zones, each as likely as it has room, so that every place is equally likely."""
    number = chance.below(sum(room[zone] for zone in zones))
    for zone in zones:
        number -= room[zone]
        if number < 0:
            return zone
    raise AssertionError("the number drawn is below the room of all zones")


def _make_room(
    card: int, possible: dict[int, tuple[int, ...]], room: dict[int, int], dealt: dict[int, int]
) -> bool:
    """Deal a card whose zones are full, by moving others on along the shortest chain.

    False where there is no such chain.
    """
    came: dict[int, tuple[int, int | None]] = dict.fromkeys(possible[card], (card, None))
    waiting = list(possible[card])
    for zone in waiting:
        if room.get(zone, 0):
            room[zone] -= 1
            mover: int | None = zone
            while mover is not None:
                moved, earlier = came[mover]
                dealt[moved] = mover
                mover = earlier
            return True
        for other, lies_in in list(dealt.items()):
            if lies_in == zone:
                for further in possible[other]:
                    if further not in came:
                        came[further] = (other, zone)
                        waiting.append(further)
    return False


# ---- dice and variables --------------------------------------------------------------------------


def _redeal_dice(layout: Layout, state: State, seat: int, chance: Chance) -> None:
    """Dice that the seat does not see are rolled again."""
    for cup in layout.cups:
        if not sees_into(cup, seat):
            faces = layout.faces[cup.name]
            for at in range(cup.base + 1, cup.base + 1 + state[cup.base]):
                state[at] = faces[chance.below(len(faces))]


def _redeal_variables(layout: Layout, state: State, seat: int, chance: Chance) -> None:
    """Values that the seat does not see: another of their kind; of numbers, which have no end, 0 (`undrawn`).

    An absent value stays absent, since whether somebody has chosen is no secret.
    """
    for name, variable in layout.model.variables.items():
        if variable.sight == "up":
            continue
        values, place = layout.values_of(variable.kind), layout.variables[name]
        for at in range(place.base, place.base + place.size):
            if not sees_value(layout, state, at, seat) and state[at] != NONE:
                state[at] = values[chance.below(len(values))] if values else 0


def undrawn(layout: Layout, state: State, seat: int) -> frozenset[int]:
    """The slots of values that the seat does not see and that no redeal can draw; 0 stands for them there.

    What depends on one of them cannot be told: see `Doubtful`.
    """
    return frozenset(
        at
        for name, place in layout.variables.items()
        if not layout.values_of(layout.model.variables[name].kind)
        for at in range(place.base, place.base + place.size)
        if state[at] != NONE and not sees_value(layout, state, at, seat)
    )


class Doubtful(list[int]):
    """A copy of a state in which some values stand for others that cannot be told.

    `in_doubt` says whether one of them has been read; what is set anew can be told again.
    """

    def __init__(self, state: State, unknown: Iterable[int]) -> None:
        super().__init__(state)
        self._unknown = set(unknown)
        self.in_doubt = False

    def __getitem__(self, at: Any) -> Any:
        if self._unknown and not self._unknown.isdisjoint(self._slots(at)):
            self.in_doubt = True
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        super().__setitem__(at, value)
        self._unknown.difference_update(self._slots(at))

    def _slots(self, at: Any) -> Iterable[int]:
        return range(*at.indices(len(self))) if isinstance(at, slice) else (at,)
