"""Conditions: comparisons and what joins them. The common shapes have forms of their own, for speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rulewright.dsl.model import (
    NONE,
    And,
    Apply,
    BuiltIn,
    CardsIn,
    CardsOfAll,
    Comparison,
    Conditional,
    DiceIn,
    Fold,
    IfSome,
    IntRange,
    IsSome,
    Member,
    Not,
    Or,
    Term,
)
from rulewright.interpreter.evaluate_cards import size_form
from rulewright.interpreter.evaluate_folds import any_form
from rulewright.interpreter.evaluate_forms import One, Test
from rulewright.interpreter.layout import State

if TYPE_CHECKING:
    from rulewright.interpreter.evaluate import Evaluator

_WITH_CONSTANT: Mapping[str, Callable[[One, int], Test]] = {
    "==": lambda a, k: lambda state: a(state) == k,
    "!=": lambda a, k: lambda state: a(state) != k,
    "<": lambda a, k: lambda state: a(state) < k,
    "<=": lambda a, k: lambda state: a(state) <= k,
    ">": lambda a, k: lambda state: a(state) > k,
    ">=": lambda a, k: lambda state: a(state) >= k,
}
_PLAIN: Mapping[str, Callable[[One, One], Test]] = {
    "==": lambda a, b: lambda state: a(state) == b(state),
    "!=": lambda a, b: lambda state: a(state) != b(state),
    "<": lambda a, b: lambda state: a(state) < b(state),
    "<=": lambda a, b: lambda state: a(state) <= b(state),
    ">": lambda a, b: lambda state: a(state) > b(state),
    ">=": lambda a, b: lambda state: a(state) >= b(state),
}
# NONE is below every value, so one more link in the chain rules out an absent operand, and with it both.
_MAYBE_ABSENT: Mapping[str, Callable[[One, One], Test]] = {
    "<": lambda a, b: lambda state: NONE < a(state) < b(state),
    "<=": lambda a, b: lambda state: NONE < a(state) <= b(state),
    ">": lambda a, b: lambda state: a(state) > b(state) > NONE,
    ">=": lambda a, b: lambda state: a(state) >= b(state) > NONE,
}
_MIRRORED: Mapping[str, str] = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def comparison(evaluator: Evaluator, term: Comparison) -> Test:
    """Two values compared; by order only when both are there."""
    left, right, sign = term.left, term.right, term.sign
    value = evaluator.known_value(right)
    if value is None and evaluator.known_value(left) is not None:
        left, right, sign = right, left, _MIRRORED[sign]
        value = evaluator.known_value(right)
    by_order = sign not in ("==", "!=")
    could_be_absent = left.kind.optional or right.kind.optional
    if value is not None and not (by_order and (value == NONE or left.kind.optional)):
        return _WITH_CONSTANT[sign](evaluator.one(left), value)
    one, other = evaluator.one(left), evaluator.one(right)
    if by_order and could_be_absent:
        return _MAYBE_ABSENT[sign](one, other)
    return _PLAIN[sign](one, other)


def conjunction(evaluator: Evaluator, term: And) -> Test:
    """All parts, from the left, as far as needed."""
    parts = [evaluator.test(part) for part in term.parts]
    while len(parts) > 3:
        parts[-3:] = [_and3(*parts[-3:])]
    if len(parts) == 3:
        return _and3(*parts)
    return _and2(*parts) if len(parts) == 2 else parts[0]


def _and2(one: Test, two: Test) -> Test:
    return lambda state: one(state) and two(state)


def _and3(one: Test, two: Test, three: Test) -> Test:
    return lambda state: one(state) and two(state) and three(state)


def disjunction(evaluator: Evaluator, term: Or) -> Test:
    """Any part, from the left, as far as needed."""
    parts = [evaluator.test(part) for part in term.parts]
    while len(parts) > 3:
        parts[-3:] = [_or3(*parts[-3:])]
    if len(parts) == 3:
        return _or3(*parts)
    return _or2(*parts) if len(parts) == 2 else parts[0]


def _or2(one: Test, two: Test) -> Test:
    return lambda state: one(state) or two(state)


def _or3(one: Test, two: Test, three: Test) -> Test:
    return lambda state: one(state) or two(state) or three(state)


def negation(evaluator: Evaluator, term: Not) -> Test:
    """Not so."""
    of = evaluator.test(term.of)
    return lambda state: not of(state)


def presence(evaluator: Evaluator, term: IsSome) -> Test:
    """Whether a value is there."""
    of = evaluator.one(term.value)
    return lambda state: of(state) != NONE


def membership(evaluator: Evaluator, term: Member) -> Test:
    """Whether a collection holds a value; of a card, by where it lies."""
    value, collection = evaluator.one(term.value), term.collection
    known = evaluator.known_values(collection)
    if known is not None:
        held = frozenset(known)
        return lambda state: value(state) in held
    if isinstance(collection, IntRange):
        low, high = evaluator.one(collection.low), evaluator.one(collection.high)
        return lambda state: low(state) <= value(state) <= high(state)
    if not term.value.kind.optional and isinstance(collection, CardsIn):
        return _lies_in(evaluator, value, evaluator.one(collection.zone))
    if not term.value.kind.optional and isinstance(collection, CardsOfAll):
        zones = evaluator.known_values(collection.zones)
        if zones is not None:
            return _lies_in_any(evaluator, value, frozenset(zones))
    many = evaluator.many(collection)
    return lambda state: value(state) in many(state)


def _lies_in(evaluator: Evaluator, card: One, zone: One) -> Test:
    zone_of_at = evaluator.layout.zone_of_at
    return lambda state: state[zone_of_at + card(state)] == zone(state)


def _lies_in_any(evaluator: Evaluator, card: One, zones: frozenset[int]) -> Test:
    zone_of_at = evaluator.layout.zone_of_at
    return lambda state: state[zone_of_at + card(state)] in zones


def either(evaluator: Evaluator, term: Conditional) -> Test:
    """One of two conditions, as a third has it."""
    condition = evaluator.test(term.condition)
    then, otherwise = evaluator.test(term.then), evaluator.test(term.otherwise)
    return lambda state: then(state) if condition(state) else otherwise(state)


def if_some(evaluator: Evaluator, term: IfSome) -> Test:
    """A condition on a value that may be absent; then it does not hold."""
    value, slot = evaluator.one(term.value), evaluator.slot(term.slot)
    table = evaluator.truth_table(term.body, term.slot)

    def by_table(state: State) -> bool | int:
        found = value(state)
        return found != NONE and known[found]

    def by_body(state: State) -> bool | int:
        found = value(state)
        if found == NONE:
            return False
        state[slot] = found
        return body(state)

    if table is not None:
        known = table
        return by_table
    body = evaluator.test(term.body)
    return by_body


def is_empty(evaluator: Evaluator, argument: Term) -> Test:
    """Whether a zone, cup or collection holds nothing."""
    size = size_form(evaluator, argument)
    return lambda state: not size(state)


def is_full(evaluator: Evaluator, argument: Term) -> Test:
    """Whether a zone or cup holds as much as it may."""
    layout = evaluator.layout
    size = size_form(evaluator, argument)
    if isinstance(argument, DiceIn):
        most = next(cup.capacity for cup in layout.cups if cup.name == argument.dice)
        return lambda state: size(state) >= most
    zone = evaluator.one(argument)
    capacities = [place.capacity for place in layout.zones]
    return lambda state: size(state) >= capacities[zone(state)]


def is_playing(evaluator: Evaluator, argument: Term) -> Test:
    """Whether a player has not dropped out."""
    out_at, player = evaluator.layout.out_at, evaluator.one(argument)
    return lambda state: not state[out_at + player(state)]


_BUILT_INS: Mapping[str, Callable[[Evaluator, Term], Test]] = {
    "empty": is_empty,
    "full": is_full,
    "playing": is_playing,
}


def built_in(evaluator: Evaluator, term: BuiltIn) -> Test | None:
    """The condition of that name; None where the built-in is no condition."""
    maker = _BUILT_INS.get(term.name)
    return None if maker is None else maker(evaluator, term.arguments[0])


def applied(evaluator: Evaluator, term: Apply) -> Test | None:
    """A definition that is a condition, its arguments set in; None where they are to be passed on."""
    inlined = evaluator.inlined(term)
    return None if inlined is None else evaluator.test(inlined)


def fold(evaluator: Evaluator, term: Fold) -> Test | None:
    """`any` and `all`; None for the other folds."""
    return any_form(evaluator, term) if term.how in ("any", "all") else None


TESTS: Mapping[type[Term], Callable[..., Test | None]] = {
    Comparison: comparison,
    And: conjunction,
    Or: disjunction,
    Not: negation,
    IsSome: presence,
    Member: membership,
    Conditional: either,
    IfSome: if_some,
    BuiltIn: built_in,
    Fold: fold,
    Apply: applied,
}
