"""Zones, cups, dice and variables: from names and indices to their places in the state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING

from rulewright.dsl.model import (
    CardsIn,
    CardsOfAll,
    DiceIn,
    DieFace,
    Dimension,
    Term,
    Variable,
    ZoneAt,
    ZonesOf,
)
from rulewright.dsl.spans import Span
from rulewright.interpreter.evaluate_forms import Many, One, always, always_all
from rulewright.interpreter.faults import Fault, fault
from rulewright.interpreter.layout import State, index_texts

if TYPE_CHECKING:
    from rulewright.interpreter.evaluate import Evaluator


def offset(
    evaluator: Evaluator, name: str, dimensions: Sequence[Dimension], index: Sequence[Term], span: Span
) -> int | One:
    """How far the place with these indices lies from the first of its name, the last index fastest.

    An int where it is known before play. An index by number outside its range is a fault in play; other
    indices are always in range. Fewer indices than dimensions number the blocks that share them.
    """
    forms = [evaluator.one(term) for term in index]

    def missing(state: State, value: int, most: int) -> Fault:
        written = index_texts(evaluator.layout, dimensions[: len(forms)], [one(state) for one in forms])
        return fault("fault-index", span, name=name, index=", ".join(written), value=value, most=most)

    result: int | One = 0
    for dimension, term in zip(dimensions, index, strict=False):
        length = evaluator.layout.length_of(dimension)
        step = _step(evaluator, dimension, length, term, missing)
        result = _sum_of(_product_of(result, length), step)
    return result


def _step(
    evaluator: Evaluator,
    dimension: Dimension,
    length: int,
    term: Term,
    missing: Callable[[State, int, int], Fault],
) -> int | One:
    """How far along one dimension an index lies."""
    first, value = evaluator.layout.first_of(dimension), evaluator.one(term)
    known = evaluator.known_value(term)
    if known is not None and 0 <= known - first < length:
        return known - first
    if dimension.over != "number":
        return value if first == 0 else lambda state: value(state) - first

    def numbered(state: State) -> int:
        steps = value(state) - first
        if 0 <= steps < length:
            return steps
        raise missing(state, steps + first, length)

    return numbered


def _product_of(value: int | One, factor: int) -> int | One:
    if isinstance(value, int):
        return value * factor
    return lambda state: value(state) * factor


def _sum_of(one: int | One, other: int | One) -> int | One:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    if isinstance(one, int):
        return other if one == 0 else _plus(other, one)
    if isinstance(other, int):
        return one if other == 0 else _plus(one, other)
    return lambda state: one(state) + other(state)


def _plus(value: int | One, more: int) -> One:
    if isinstance(value, int):
        return always(value + more)
    return lambda state: value(state) + more


def zone_at(evaluator: Evaluator, term: ZoneAt) -> One:
    """One zone's number."""
    first = evaluator.first_zone(term.zone)
    dimensions = evaluator.layout.model.zones[term.zone].dimensions
    number = _sum_of(offset(evaluator, term.zone, dimensions, term.index, term.span), first)
    return always(number) if isinstance(number, int) else number


def zones_of(evaluator: Evaluator, term: ZonesOf) -> Many:
    """All zones of a name, or those that share the first indices."""
    layout, first = evaluator.layout, evaluator.first_zone(term.zone)
    dimensions = layout.model.zones[term.zone].dimensions
    length = prod(layout.length_of(dimension) for dimension in dimensions[len(term.index) :])
    start = _sum_of(
        _product_of(offset(evaluator, term.zone, dimensions, term.index, term.span), length), first
    )
    if isinstance(start, int):
        return always_all(range(start, start + length))

    def block(state: State) -> Sequence[int]:
        at = start(state)
        return range(at, at + length)

    return block


def cards_in(evaluator: Evaluator, term: CardsIn) -> Many:
    """The cards of a zone, from the bottom."""
    layout, known = evaluator.layout, evaluator.known_value(term.zone)
    if known is not None:
        base, size_at = layout.zones[known].base, layout.zones[known].size_at
        return lambda state: state[base : base + state[size_at]]
    zone, first_size = evaluator.one(term.zone), evaluator.sizes_at
    bases = [place.base for place in layout.zones]

    def contents(state: State) -> Sequence[int]:
        number = zone(state)
        base = bases[number]
        return state[base : base + state[first_size + number]]

    return contents


def cards_of_all(evaluator: Evaluator, term: CardsOfAll) -> Many:
    """The cards of many zones, zone by zone."""
    places = [(place.base, place.size_at) for place in evaluator.layout.zones]
    known = evaluator.known_values(term.zones)
    if known is not None:
        chosen = [places[number] for number in known]
        return lambda state: [
            card for base, size_at in chosen for card in state[base : base + state[size_at]]
        ]
    zones = evaluator.many(term.zones)

    def contents(state: State) -> Sequence[int]:
        found: list[int] = []
        for number in zones(state):
            base, size_at = places[number]
            found += state[base : base + state[size_at]]
        return found

    return contents


def cup_at(evaluator: Evaluator, name: str, index: Sequence[Term], span: Span) -> int | One:
    """One cup's number in the layout."""
    first = next(cup.number for cup in evaluator.layout.cups if cup.name == name)
    return _sum_of(offset(evaluator, name, evaluator.layout.model.dice[name].dimensions, index, span), first)


def dice_in(evaluator: Evaluator, term: DiceIn) -> Many:
    """The dice that lie in a cup, in the order in which they were rolled."""
    cups = [(cup.base, cup.first_die) for cup in evaluator.layout.cups]
    cup = cup_at(evaluator, term.dice, term.index, term.span)
    if isinstance(cup, int):
        base, first = cups[cup]
        return lambda state: range(first, first + state[base])

    def dice(state: State) -> Sequence[int]:
        base, first = cups[cup(state)]
        return range(first, first + state[base])

    return dice


def faces_at(evaluator: Evaluator) -> list[int]:
    """For each die, the slot of the state that holds its face."""
    return [cup.base + 1 + position for cup in evaluator.layout.cups for position in range(cup.capacity)]


def die_face(evaluator: Evaluator, term: DieFace) -> One:
    """What a die shows."""
    die, places = evaluator.one(term.die), faces_at(evaluator)
    return lambda state: state[places[die(state)]]


def variable_at(evaluator: Evaluator, name: str, index: Sequence[Term], span: Span) -> int | One:
    """The slot of a variable's value."""
    dimensions = evaluator.layout.model.variables[name].dimensions
    return _sum_of(offset(evaluator, name, dimensions, index, span), evaluator.layout.variables[name].base)


def variable(evaluator: Evaluator, term: Variable) -> One:
    """A variable's value."""
    at = variable_at(evaluator, term.name, term.index, term.span)
    if isinstance(at, int):
        return itemgetter(at)
    base = evaluator.layout.variables[term.name].base
    if len(term.index) == 1:
        dimension = evaluator.layout.model.variables[term.name].dimensions[0]
        start, value = base - evaluator.layout.first_of(dimension), evaluator.one(term.index[0])
        return lambda state: state[start + value(state)]
    return lambda state: state[at(state)]
