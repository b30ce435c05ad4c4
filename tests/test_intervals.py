"""What arithmetic can come to, held against all that it does come to."""

from __future__ import annotations

import operator as by
from itertools import product

import pytest

from rulewright.dsl.model.intervals import Interval
from rulewright.interpreter.code.intervals import arithmetic
from rulewright.interpreter.code.make import binary, known, name, number

ENDS = (-5, -4, -1, 0, 1, 3, 4)
INTERVALS = [(low, high) for low in ENDS for high in ENDS if low <= high]
PAIRS = list(product(INTERVALS, INTERVALS))
ARITHMETIC = {"+": by.add, "-": by.sub, "*": by.mul, "div": by.floordiv, "mod": by.mod}
BITS = {"&": by.and_, "|": by.or_, "<<": by.lshift, ">>": by.rshift}
COMPARISONS = {"==": by.eq, "!=": by.ne, "<": by.lt, "<=": by.le, ">": by.gt, ">=": by.ge}
COMES_TO = ARITHMETIC | BITS | COMPARISONS


def results(operator: str, left: Interval, right: Interval) -> list[int]:
    """All that an operator makes of two numbers that lie there."""
    numbers = [range(low, high + 1) for low, high in (left, right)]
    return [COMES_TO[operator](one, other) for one, other in product(*numbers)]


def may_fail(operator: str, right: Interval) -> bool:
    """Is there a division by 0, or a shift by less than nothing?"""
    low, high = right
    return low < 0 if operator in ("<<", ">>") else operator in ("div", "mod") and low <= 0 <= high


@pytest.mark.parametrize("operator", ["+", "-", "*", "div", "<<", ">>"])
def test_the_least_and_the_most_are_come_to(operator: str) -> None:
    for left, right in PAIRS:
        if not may_fail(operator, right):
            found = results(operator, left, right)
            assert arithmetic(operator, left, right) == (min(found), max(found))


@pytest.mark.parametrize("operator", ["mod", "&", "|"])
def test_nothing_less_or_more_is_come_to(operator: str) -> None:
    for left, right in PAIRS:
        if not may_fail(operator, right):
            least, most = arithmetic(operator, left, right) or (0, 0)
            found = results(operator, left, right)
            assert least <= min(found) and max(found) <= most


@pytest.mark.parametrize("operator", ["&", "|"])
def test_bits_come_to_all_that_there_is_room_for(operator: str) -> None:
    for left, right in product([(0, 0), (0, 1), (0, 3), (0, 7)], repeat=2):
        found = results(operator, left, right)
        assert arithmetic(operator, left, right) == (min(found), max(found))
    assert arithmetic("&", (-4, 9), (0, 3)) == (0, 3)
    assert arithmetic("|", (2, 5), (4, 5)) == (4, 7)
    assert arithmetic(operator, (-8, 7), (-5, 3)) == (-8, 7)


@pytest.mark.parametrize(
    ("left", "right", "rest"),
    [
        ((0, 9), (1, 5), (0, 4)),
        ((0, 3), (5, 9), (0, 3)),
        ((-9, 3), (5, 5), (0, 4)),
        ((0, 9), (-5, -2), (-4, 0)),
    ],
)
def test_a_rest_is_smaller_than_what_is_divided_by(left: Interval, right: Interval, rest: Interval) -> None:
    assert arithmetic("mod", left, right) == rest


@pytest.mark.parametrize(
    ("operator", "right"),
    [("div", (0, 2)), ("div", (-2, 0)), ("mod", (-1, 1)), ("<<", (-1, 2)), ("<<", (0, 64)), (">>", (-1, 64))],
)
def test_where_there_may_be_no_result_nothing_is_said(operator: str, right: Interval) -> None:
    assert arithmetic(operator, (1, 1), right) is None


def test_shifts_go_as_far_as_there_are_bits() -> None:
    assert arithmetic("<<", (1, 1), (0, 63)) == (1, 1 << 63)
    assert arithmetic(">>", (1 << 63, 1 << 63), (63, 63)) == (1, 1)


@pytest.mark.parametrize("operator", COMES_TO)
def test_of_two_numbers_that_are_known_one_is_made(operator: str) -> None:
    for one, other in product(ENDS, repeat=2):
        if not may_fail(operator, (other, other)):
            assert known(binary(operator, number(one), number(other))) == COMES_TO[operator](one, other)


@pytest.mark.parametrize("operator", COMPARISONS)
def test_a_comparison_that_always_comes_to_the_same_is_a_number(operator: str) -> None:
    for left, right in PAIRS:
        made = known(binary(operator, name("a", *left), name("b", *right)))
        found = set(results(operator, left, right))
        if len(found) > 1:
            assert made is None
        elif left != right:  # where both are one number it is written as a number before
            assert made == found.pop()
