"""The choices of an action as the engine sees them: what may be chosen, and when two choices are one.

Domains stay symbolic: a value is tested for membership, subsets are counted before any is built, and a
list is made only when somebody wants to see it. Within the engine a move is a tuple of integers: the
number of the action, then the arguments, a subset being a tuple of its elements in domain order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations

from attrs import frozen

from rulewright.dsl.model import (
    NONE,
    BuiltIn,
    CardsIn,
    CardsOfAll,
    ChoiceModel,
    DiceIn,
    EveryCard,
    EveryPlayer,
    Gather,
    IntRange,
    Listing,
    Term,
    ZonesOf,
)
from rulewright.interpreter.layout import BOX, ME, Layout, State, sees_into
from rulewright.interpreter.records import Records
from rulewright.interpreter.shown import Shown, shown
from rulewright.interpreter.traverse import parts_of

Argument = int | tuple[int, ...]
InternalMove = tuple[Argument, ...]
"""(number of the action, arguments...)"""


def number_of(move: InternalMove) -> int:
    """The number of a move's action."""
    number = move[0]
    assert isinstance(number, int)
    return number


MOST_LISTED = 10_000
MOST_TRIED = 100_000
"""Limits of a list of legal moves: how many it may hold, and how many candidates are tried for it."""


class TooManyMoves(Exception):
    """There are more legal moves than a list holds: `count` of them, or at least that many if not `exact`.

    Moves given as text, `why_not` and bots work regardless.
    """

    def __init__(self, count: int, exact: bool) -> None:
        super().__init__(f"{'' if exact else 'more than '}{count} moves")
        self.count = count
        self.exact = exact


class Tries:
    """Counts the candidates tried for one list, and stops at the limit.

    `ahead`: subsets are counted before the first is made, since all of them are wanted.
    """

    def __init__(self, ahead: bool) -> None:
        self.left = MOST_TRIED
        self.ahead = ahead

    def spend(self, candidates: int) -> None:
        """Pay for candidates; TooManyMoves when nothing is left."""
        self.left -= candidates
        if self.left < 0:
            raise TooManyMoves(MOST_LISTED, exact=False)


class Likeness:
    """Tells when choosing one element is the same move as choosing another.

    Two cards are one choice when the chooser sees both, they lie in one zone without an order (or in the
    box), agree in all properties and in all that is recorded of them (variables by card, variables that
    hold a card, who moved them if a rule asks for that), and the choices before name both or neither; two
    dice when they show the same face in one cup. Who knows of them plays no part. What the chooser does
    not see is never one choice: the number of choices would tell what lies there.
    """

    def __init__(self, layout: Layout) -> None:
        self._alike = [card.alike for card in layout.cards]
        self._copies: dict[int, list[int]] = {}
        for card in layout.cards:
            self._copies.setdefault(card.alike, []).append(card.number)
        self._zone_of_at = layout.zone_of_at
        unordered = [zone for zone in layout.zones if zone.unordered]
        self._loose = [
            frozenset([BOX, *(zone.number for zone in unordered if sees_into(zone, seat))])
            for seat in range(layout.player_count)
        ]
        self._mover_at = layout.mover_at if _asks_for_movers(layout) else None
        self._records = Records(layout)
        self._card_holding = frozenset(slot for slots in self._records.holders.values() for slot in slots)
        self._face_up = frozenset(zone.number for zone in layout.zones if zone.sight == "up")
        self._cups = [cup for cup in layout.cups for _ in range(cup.capacity)]
        self._sets_with_copies = frozenset(
            name
            for name, numbers in layout.cards_of.items()
            if len({layout.cards[number].alike for number in numbers}) < len(numbers)
        )
        self._sets_lying_loose = frozenset(zone.cards for zone in unordered)

    def matters(self, domain: Term) -> bool:
        """Can two different values of a domain ever be one choice?"""
        kind = domain.kind
        if kind.family == "die":
            return True
        if kind.family != "card" or kind.name not in self._sets_with_copies:
            return False
        return kind.name in self._sets_lying_loose or any(
            isinstance(part, EveryCard) for part in parts_of(domain)
        )

    def groups(
        self, family: str, values: Sequence[int], state: State, named: Sequence[Collection[int]] = ()
    ) -> list[list[int]]:
        """The values in groups of equals, in the order in which they first occur.

        `named` is what each of the choices before names.
        """
        found: dict[object, list[int]] = {}
        for value in values:
            key = self._die(value, state) if family == "die" else self._card(value, state)
            told_apart = tuple([value in each for each in named])
            found.setdefault((key, told_apart) if any(told_apart) else key, []).append(value)
        return list(found.values())

    def equals(self, card: int, state: State) -> list[int]:
        """The cards that are one choice with a card for the acting seat, itself among them."""
        key = self._card(card, state)
        return [copy for copy in self._copies[self._alike[card]] if self._card(copy, state) == key]

    def _die(self, die: int, state: State) -> object:
        """Equal for two dice exactly when they are one choice."""
        cup = self._cups[die]
        return (cup.number, state[cup.base + 1 + die - cup.first_die]) if sees_into(cup, state[ME]) else die

    def _card(self, card: int, state: State) -> object:
        """Equal for two cards exactly when they are one choice."""
        zone = state[self._zone_of_at + card]
        if zone not in self._loose[state[ME]]:
            return card
        if self._records.hide(card, state, state[ME]):
            return card
        slots = self._records.by_card.get(card, ())
        if any(slot in self._card_holding and self._is_hidden(state[slot], state) for slot in slots):
            return card
        return (
            self._alike[card],
            zone,
            None if self._mover_at is None else state[self._mover_at + card],
            self._records.of(card, state),
        )

    def _is_hidden(self, card: int, state: State) -> bool:
        """Does a card lie where not all see it? Then nobody may learn whether two of these are one."""
        return card != NONE and state[self._zone_of_at + card] not in self._face_up


def _asks_for_movers(layout: Layout) -> bool:
    """Does any rule ask which player moved a card?"""
    return any(isinstance(part, BuiltIn) and part.name == "player_of" for part in parts_of(layout.model))


@frozen(eq=False)
class CompiledChoice:
    """One choice of an action.

    `at` is the slot of the state that holds what was chosen, `room` how many elements a subset can have,
    `merging` whether equal elements can occur, `earlier` what each choice before it names of the same
    kind, which tells equals apart; `repeating` whether the domain may name one twice; `comes_from` gives
    the zone that a card is taken from, or says it in words ("" where it cannot be said).
    """

    model: ChoiceModel
    at: int
    domain: Callable[[State], Sequence[int]]
    least: Callable[[State], int] | None
    most: Callable[[State], int] | None
    room: int
    store: Callable[[State, Argument], None]
    likeness: Likeness
    merging: bool
    earlier: tuple[Callable[[State], Collection[int]], ...]
    repeating: bool
    comes_from: str | Callable[[State], int]

    @property
    def family(self) -> str:
        """The family of the kind of its elements."""
        return self.model.kind.family

    def elements(self, state: State) -> Sequence[int]:
        """All elements of the domain, each once."""
        values = self.domain(state)
        return tuple(dict.fromkeys(values)) if self.repeating else values

    def groups(self, state: State) -> list[list[int]]:
        """All elements of the domain, equal ones in one group."""
        return self.grouped(state, self.elements(state))

    def grouped(self, state: State, values: Sequence[int]) -> list[list[int]]:
        """Some elements of the domain, equal ones in one group."""
        if not self.merging:
            return [[value] for value in values]
        named = [each(state) for each in self.earlier]
        return self.likeness.groups(self.family, values, state, named)

    def bounds(self, state: State, elements: int) -> tuple[int, int]:
        """The least and the most elements of a subset, of a domain of so many."""
        least = 0 if self.least is None else max(0, self.least(state))
        most = elements if self.most is None else min(elements, self.most(state))
        return least, min(most, self.room)

    def options(self, state: State, tries: Tries) -> Iterator[Argument]:
        """Everything that can be chosen, in domain order; TooManyMoves if the tries do not suffice."""
        groups = self.groups(state)
        if not self.model.subset:
            tries.spend(len(groups))
            yield from (group[0] for group in groups)
            return
        least, most = self.bounds(state, sum(len(group) for group in groups))
        if tries.ahead:
            tries.spend(count_selections([len(group) for group in groups], least, most))
            yield from selections(groups, least, most)
            return
        for selection in selections(groups, least, most):
            tries.spend(1)
            yield selection

    def fits(self, state: State, chosen: Sequence[int]) -> bool:
        """Can these elements be part of a subset, whatever the requirements say?"""
        return True

    def completions(
        self, state: State, chosen: tuple[int, ...], rest: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """All subsets that a beginning can become with some or none of the rest, the small ones first."""
        least, most = self.bounds(state, len(chosen) + len(rest))
        for size in range(max(0, least - len(chosen)), most - len(chosen) + 1):
            for more in combinations(rest, size):
                yield (*chosen, *more)

    def count(self, state: State) -> int:
        """How many options there are, without making them."""
        groups = self.groups(state)
        if not self.model.subset:
            return len(groups)
        sizes = [len(group) for group in groups]
        return count_selections(sizes, *self.bounds(state, sum(sizes)))

    def canonical(self, state: State, value: Argument) -> Argument | None:
        """The option that a value stands for; None when it is not in the domain.

        A subset may come in any order; no element may come twice.
        """
        found = self.standing_for(state, value)
        return None if found is None else found[0]

    def standing_for(self, state: State, value: Argument) -> tuple[Argument, dict[int, int]] | None:
        """The option that a value stands for, and which elements have changed places to make it that."""
        wanted = value if isinstance(value, tuple) else (value,)
        if isinstance(value, tuple) != self.model.subset or len(set(wanted)) != len(wanted):
            return None
        if not isinstance(value, tuple) and not self.merging:
            return (value, {}) if value in self.elements(state) else None
        groups = self.groups(state)
        picked: list[int] = []
        changed: dict[int, int] = {}
        for group in groups:
            named = [member for member in group if member in wanted]
            first = group[: len(named)]
            picked.extend(first)
            if first != named:
                given = [member for member in named if member not in first]
                taken = [member for member in first if member not in named]
                changed.update(zip(given, taken, strict=True))
                changed.update(zip(taken, given, strict=True))
        if len(picked) != len(wanted):
            return None
        if not self.model.subset:
            return picked[0], changed
        least, most = self.bounds(state, sum(len(group) for group in groups))
        return (tuple(picked), changed) if least <= len(picked) <= most else None

    def sample(self, state: State, draw: Callable[[int], int]) -> Argument | None:
        """One option at random, without listing them; None when there is none."""
        values = self.elements(state)
        if not self.model.subset:
            return self.canonical(state, values[draw(len(values))]) if values else None
        elements = list(values)
        least, most = self.bounds(state, len(elements))
        if least > most:
            return None
        for position in range(most):
            other = position + draw(len(elements) - position)
            elements[position], elements[other] = elements[other], elements[position]
        chosen = tuple(elements[: least + draw(most - least + 1)])
        return self.canonical(state, chosen)


def count_selections(sizes: Sequence[int], least: int, most: int) -> int:
    """How many ways there are to take `least` to `most` things out of groups of equal things."""
    if least > most:
        return 0
    ways = [1] + [0] * most
    for size in sizes:
        ways = [sum(ways[max(0, taken - size) : taken + 1]) for taken in range(most + 1)]
    return sum(ways[least:])


def selections(groups: list[list[int]], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to take things out of groups of equals, the small ones first."""
    if all(len(group) == 1 for group in groups):
        elements = [group[0] for group in groups]
        for size in range(least, most + 1):
            yield from combinations(elements, size)
        return
    for size in range(least, most + 1):
        yield from _of_size(groups, 0, size)


def _of_size(groups: list[list[int]], at: int, size: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
        return
    if at == len(groups):
        return
    for taken in range(min(size, len(groups[at])), -1, -1):
        for rest in _of_size(groups, at + 1, size - taken):
            yield (*groups[at][:taken], *rest)


def in_order_shown(
    layout: Layout, domain: Term, elements: Callable[[State], Sequence[int]]
) -> Callable[[State], Sequence[int]]:
    """The elements of a domain, so ordered that cards which the acting seat does not see are not told by it.

    Over all cards of a set, those that it sees keep their order, and the others follow by place. Of
    others, those that lie in one zone without an order come as they are shown.
    """
    over = domain.over if isinstance(domain, Gather) and domain.order is None else domain
    hidden = [zone for zone in layout.zones if zone.cards == domain.kind.name and zone.sight != "up"]
    if domain.kind.family != "card" or not hidden:
        return elements
    unseen = [
        frozenset(zone.number for zone in hidden if not sees_into(zone, seat))
        for seat in range(layout.player_count)
    ]
    loose = frozenset(zone.number for zone in hidden if zone.unordered)
    loose_unseen = [each & loose for each in unseen]
    zone_of_at = layout.zone_of_at

    def by_place(state: State) -> Sequence[int]:
        out_of_sight, places = unseen[state[ME]], Shown(layout, state, state[ME])

        def place(card: int) -> tuple[int, int]:
            return places.place_of(card) if state[zone_of_at + card] in out_of_sight else (BOX - 1, 0)

        return sorted(elements(state), key=place)

    def as_shown(state: State) -> Sequence[int]:
        values, dubious = elements(state), loose_unseen[state[ME]]
        there = {zone for card in values if (zone := state[zone_of_at + card]) in dubious}
        if not there:
            return values
        named = dict.fromkeys(values)
        orders = {
            zone: iter([card for card in shown(layout, state, zone, state[ME]) if card in named])
            for zone in there
        }
        return [
            next(orders[zone]) if (zone := state[zone_of_at + card]) in orders else card for card in named
        ]

    if isinstance(over, EveryCard):
        return by_place
    return as_shown if loose else elements


def may_repeat(domain: Term) -> bool:
    """Could a domain name a value twice?"""
    if isinstance(domain, Gather):
        return domain.value is not None or may_repeat(domain.over)
    if isinstance(domain, CardsOfAll):
        return not isinstance(domain.zones, ZonesOf)
    return not isinstance(domain, (CardsIn, ZonesOf, Listing, EveryPlayer, EveryCard, IntRange, DiceIn))
