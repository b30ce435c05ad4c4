"""The choices of an action as the engine sees them: what may be chosen, and when two choices are one.

A domain lists its elements, never its subsets: these are counted, drawn, and asked about one by one. For
people a move is a tuple of integers: the number of the action, then the arguments, a subset being a tuple of
its elements in domain order. (Machines have a single number for it: see `MoveForm` in `lowering.moves`.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from attrs import frozen

from rulewright.dsl.model import (
    BestOf,
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
from rulewright.interpreter.state.layout import State

Argument = int | tuple[int, ...]
InternalMove = tuple[Argument, ...]
"""(number of the action, arguments...)"""

DONE = -1
"""The number of the move that ends a choice made step by step."""
DONE_MOVE: InternalMove = (DONE,)


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


@frozen(eq=False)
class CompiledChoice:
    """One choice of an action.

    `grouped` gives the elements group by group where equals can occur. `room` is how many elements a subset
    can have. `earlier` gives for each choice before it, if of the same family, what it names: that tells
    equals apart. `comes_from` gives the zone that a card is taken from, or is the name of several ("" where
    it cannot be said).
    """

    model: ChoiceModel
    elements: Callable[[State], Sequence[int]]
    grouped: Callable[[State], list[list[int]]] | None
    least: Callable[[State], int] | None
    most: Callable[[State], int] | None
    room: int
    store: Callable[[State, Argument], None]
    earlier: tuple[Callable[[State], Collection[int]], ...]
    comes_from: str | Callable[[State], int]

    @property
    def family(self) -> str:
        """The family of the kind of its elements."""
        return self.model.kind.family

    def groups(self, state: State) -> list[list[int]]:
        """All elements of the domain, equal ones in one group."""
        return [[value] for value in self.elements(state)] if self.grouped is None else self.grouped(state)

    def bounds(self, state: State, elements: int) -> tuple[int, int]:
        """The least and the most elements of a subset, of a domain of so many."""
        least = 0 if self.least is None else max(0, self.least(state))
        most = elements if self.most is None else min(elements, self.most(state))
        return least, min(most, self.room)

    def sizes(self, state: State) -> tuple[int, int] | None:
        """The least and the most elements of a subset, to be told; None where it is a price that says it."""
        return self.bounds(state, len(self.elements(state)))

    def fits(self, state: State, chosen: Sequence[int]) -> bool:
        """Can these elements be part of a subset, whatever the requirements say?"""
        return True

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
        if not isinstance(value, tuple) and self.grouped is None:
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


def between(ends: Callable[[State], list[int]]) -> Callable[[State], Sequence[int]]:
    """The numbers of a range, out of its first and its last."""

    def numbers(state: State) -> Sequence[int]:
        low, high = ends(state)
        return range(low, high + 1)

    return numbers


def groups_in(flat: Callable[[State], list[int]]) -> Callable[[State], list[list[int]]]:
    """Groups of elements, out of a list in which each begins with how many it has."""

    def groups(state: State) -> list[list[int]]:
        found, at, given = [], 0, flat(state)
        while at < len(given):
            end = at + 1 + given[at]
            found.append(given[at + 1 : end])
            at = end
        return found

    return groups


def may_repeat(domain: Term) -> bool:
    """Could a domain name a value twice?"""
    if isinstance(domain, BestOf):
        return False
    if isinstance(domain, Gather):
        return domain.value is not None or may_repeat(domain.over)
    if isinstance(domain, CardsOfAll):
        return not isinstance(domain.zones, ZonesOf)
    return not isinstance(domain, (CardsIn, ZonesOf, Listing, EveryPlayer, EveryCard, IntRange, DiceIn))
