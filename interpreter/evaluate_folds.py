"""Folds over collections: counts, sums, the smallest, the largest, any, all.

Where the folded value or the condition depends on nothing but the element, it is a table worked out
before play (see `Evaluator.table`), and the fold runs over that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl.model import NONE, Fold, Term
from rulewright.interpreter.evaluate_cards import size_form
from rulewright.interpreter.evaluate_forms import Many, One, Test, checked
from rulewright.interpreter.layout import State

if TYPE_CHECKING:
    from rulewright.interpreter.evaluate import Evaluator


def fold(evaluator: Evaluator, term: Fold) -> One:
    """A fold that gives a number: "count", "sum", "min" or "max"."""
    if term.how == "count" or term.value is None:
        return _count(evaluator, term)
    if term.how == "sum":
        return _sum(evaluator, term, term.value)
    return _extreme(evaluator, term, term.value)


def _count(evaluator: Evaluator, term: Fold) -> One:
    if term.where is None:
        return size_form(evaluator, term.over)
    over, slot = evaluator.many(term.over), evaluator.slot(term.slot)
    table = evaluator.truth_table(term.where, term.slot)
    if table is not None:
        holds = table.__getitem__
        return lambda state: sum(map(holds, over(state)))
    where = evaluator.test(term.where)

    def count(state: State) -> int:
        found = 0
        for element in over(state):
            state[slot] = element
            if where(state):
                found += 1
        return found

    return count


def _sum(evaluator: Evaluator, term: Fold, value: Term) -> One:
    over, slot, span = evaluator.many(term.over), evaluator.slot(term.slot), term.span
    points = evaluator.table(value, term.slot)
    passing = None if term.where is None else evaluator.truth_table(term.where, term.slot)
    if points is not None and (term.where is None or passing is not None):
        if passing is not None:
            points = [p if passes else 0 for p, passes in zip(points, passing, strict=True)]
        worth = points.__getitem__
        return lambda state: checked(sum(map(worth, over(state))), span)
    each = evaluator.one(value)
    if term.where is None:

        def total(state: State) -> int:
            result = 0
            for element in over(state):
                state[slot] = element
                result += each(state)
            return checked(result, span)

        return total
    where = evaluator.test(term.where)

    def total_where(state: State) -> int:
        result = 0
        for element in over(state):
            state[slot] = element
            if where(state):
                result += each(state)
        return checked(result, span)

    return total_where


def values_form(evaluator: Evaluator, over: Term, slot: int, where: Term | None, value: Term) -> Many:
    """A value for each element that satisfies a condition."""
    elements, at = evaluator.many(over), evaluator.slot(slot)
    table, each = evaluator.table(value, slot), evaluator.one(value)
    if where is None and table is not None:
        worth = table.__getitem__
        return lambda state: list(map(worth, elements(state)))
    if where is None:

        def all_values(state: State) -> list[int]:
            result = []
            for element in elements(state):
                state[at] = element
                result.append(each(state))
            return result

        return all_values
    test = evaluator.test(where)

    def values(state: State) -> list[int]:
        result = []
        for element in elements(state):
            state[at] = element
            if test(state):
                result.append(each(state))
        return result

    return values


def _extreme(evaluator: Evaluator, term: Fold, value: Term) -> One:
    """The smallest or largest value."""
    values = values_form(evaluator, term.over, term.slot, term.where, value)
    if term.how == "max":
        return lambda state: max(values(state), default=NONE)
    return lambda state: min(values(state), default=NONE)


def any_form(evaluator: Evaluator, term: Fold) -> Test:
    """Whether "any" or "all" elements that satisfy `where` satisfy `value` too."""
    assert term.value is not None
    over, slot, wanted = evaluator.many(term.over), evaluator.slot(term.slot), term.how == "any"
    table = evaluator.truth_table(term.value, term.slot)
    if term.where is None and table is not None:
        holds = table.__getitem__
        if wanted:
            return lambda state: any(map(holds, over(state)))
        return lambda state: all(map(holds, over(state)))
    where = evaluator.test(term.where) if term.where is not None else None
    value = evaluator.test(term.value)
    return _some(over, slot, where, value) if wanted else _every(over, slot, where, value)


def _some(over: Many, slot: int, where: Test | None, value: Test) -> Test:
    def some(state: State) -> bool:
        for element in over(state):
            state[slot] = element
            if value(state):
                return True
        return False

    def some_where(state: State) -> bool:
        for element in over(state):
            state[slot] = element
            if test(state) and value(state):
                return True
        return False

    if where is None:
        return some
    test = where
    return some_where


def _every(over: Many, slot: int, where: Test | None, value: Test) -> Test:
    def every(state: State) -> bool:
        for element in over(state):
            state[slot] = element
            if not value(state):
                return False
        return True

    def every_where(state: State) -> bool:
        for element in over(state):
            state[slot] = element
            if test(state) and not value(state):
                return False
        return True

    if where is None:
        return every
    test = where
    return every_where
