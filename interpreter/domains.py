"""The choices of an action as the engine sees them: what may be chosen, and when two choices are one.

Domains stay symbolic: a value is tested for membership, subsets are counted before any is built, and a
list is made only when somebody wants to see it. Within the engine a move is a tuple of integers: the
number of the action, then the arguments, a subset being a tuple of its elements in domain order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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
    Kind,
    Listing,
    Term,
    ZonesOf,
)
from rulewright.interpreter.layout import BOX, ME, Layout, State, sees_into
from rulewright.interpreter.state import place_of
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

    Two cards are one choice when they agree in all properties, in all that is recorded of them (variables
    by card, what each seat knows, who moved them if a rule asks for that) and lie in one unordered zone;
    two dice when they show the same face in the same cup.
    """

    def __init__(self, layout: Layout) -> None:
        self._alike = [card.alike for card in layout.cards]
        self._zone_of_at = layout.zone_of_at
        self._unordered = frozenset(zone.number for zone in layout.zones if zone.unordered)
        cards = len(layout.cards)
        self._per_card = [
            *([layout.mover_at] if _asks_for_movers(layout) else []),
            *(layout.knowledge_at + onlooker * cards for onlooker in range(layout.player_count + 1)),
        ]
        self._by_card_variables = _variables_by_card(layout)
        self._card_holders = _slots_that_hold_cards(layout)
        self._card_holding = frozenset(slot for slots in self._card_holders.values() for slot in slots)
        self._set_of = [card.set_name for card in layout.cards]
        self._face_up = frozenset(zone.number for zone in layout.zones if zone.sight == "up")
        self._dice = [
            (cup.number, cup.base + 1 + position) for cup in layout.cups for position in range(cup.capacity)
        ]
        self._sets_with_copies = frozenset(
            name
            for name, numbers in layout.cards_of.items()
            if len({layout.cards[number].alike for number in numbers}) < len(numbers)
            and any(zone.unordered and zone.cards == name for zone in layout.zones)
        )

    def matters(self, kind: Kind) -> bool:
        """Can two different values of a kind ever be one choice?"""
        return kind.family == "die" or (kind.family == "card" and kind.name in self._sets_with_copies)

    def key(self, family: str, value: int, state: State) -> object:
        """Equal for two values exactly when they are one choice."""
        if family == "die":
            cup, face_at = self._dice[value]
            return ("die", cup, state[face_at])
        if family != "card" or state[self._zone_of_at + value] not in self._unordered:
            return value
        slots = self._by_card_variables.get(value, ())
        if any(slot in self._card_holding and self._is_hidden(state[slot], state) for slot in slots):
            return value
        return (
            self._alike[value],
            state[self._zone_of_at + value],
            tuple(state[at + value] for at in self._per_card),
            tuple(state[slot] for slot in slots),
            tuple(state[slot] == value for slot in self._holders_of(value)),
        )

    def _holders_of(self, card: int) -> tuple[int, ...]:
        """The slots whose value the card could be."""
        return self._card_holders.get(self._set_of[card], ())

    def _is_hidden(self, card: int, state: State) -> bool:
        """Does a card lie where not all see it? Then nobody may learn whether two of these are one."""
        return card != NONE and state[self._zone_of_at + card] not in self._face_up

    def groups(self, family: str, values: Sequence[int], state: State) -> list[list[int]]:
        """The values in groups of equals, in the order in which they first occur."""
        found: dict[object, list[int]] = {}
        for value in values:
            found.setdefault(self.key(family, value, state), []).append(value)
        return list(found.values())


def _asks_for_movers(layout: Layout) -> bool:
    """Does any rule ask which player moved a card?"""
    return any(isinstance(part, BuiltIn) and part.name == "player_of" for part in parts_of(layout.model))


def _variables_by_card(layout: Layout) -> dict[int, tuple[int, ...]]:
    """For each card the slots of all variables that have a value for it."""
    slots: dict[int, tuple[int, ...]] = {}
    for name, variable in layout.model.variables.items():
        place = layout.variables[name]
        for position, dimension in enumerate(variable.dimensions):
            if dimension.over != "card":
                continue
            stride = 1
            for length in place.lengths[position + 1 :]:
                stride *= length
            for offset in range(place.size):
                card = offset // stride % place.lengths[position] + place.firsts[position]
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


@frozen(eq=False)
class CompiledChoice:
    """One choice of an action.

    `at` is the slot of the state that holds what was chosen, `room` how many elements a subset can have,
    `merging` whether equal elements can occur, `repeating` whether the domain may name one twice;
    `comes_from` gives the zone that a card is taken from, or says it in words ("" where it cannot be said).
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
        return self.likeness.groups(self.family, values, state)

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
        groups = self.groups(state)
        wanted = value if isinstance(value, tuple) else (value,)
        if isinstance(value, tuple) != self.model.subset or len(set(wanted)) != len(wanted):
            return None
        picked: list[int] = []
        for group in groups:
            picked.extend(group[: sum(member in wanted for member in group)])
        if len(picked) != len(wanted):
            return None
        if not self.model.subset:
            return picked[0]
        least, most = self.bounds(state, sum(len(group) for group in groups))
        return tuple(picked) if least <= len(picked) <= most else None

    def sample(self, state: State, draw: Callable[[int], int]) -> Argument | None:
        """One option at random, without listing them; None when there is none."""
        elements = list(self.elements(state))
        if not self.model.subset:
            return elements[draw(len(elements))] if elements else None
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


def in_sight_first(
    layout: Layout, domain: Term, elements: Callable[[State], Sequence[int]]
) -> Callable[[State], Sequence[int]]:
    """The elements of a domain over all cards of a set, so ordered that unseen cards are not told by it.

    Cards that the acting seat sees keep their order; the others follow by place.
    """
    over = domain.over if isinstance(domain, Gather) and domain.order is None else domain
    hidden = [zone for zone in layout.zones if zone.cards == domain.kind.name and zone.sight != "up"]
    if not isinstance(over, EveryCard) or not hidden:
        return elements

    def ordered(state: State) -> Sequence[int]:
        def place(card: int) -> tuple[int, int]:
            zone = state[layout.zone_of_at + card]
            seen = zone == BOX or sees_into(layout.zones[zone], state[ME])
            return (-1, 0) if seen else place_of(layout, state, card)

        return sorted(elements(state), key=place)

    return ordered


def may_repeat(domain: Term) -> bool:
    """Could a domain name a value twice?"""
    if isinstance(domain, Gather):
        return domain.value is not None or may_repeat(domain.over)
    if isinstance(domain, CardsOfAll):
        return not isinstance(domain.zones, ZonesOf)
    return not isinstance(domain, (CardsIn, ZonesOf, Listing, EveryPlayer, EveryCard, IntRange, DiceIn))
