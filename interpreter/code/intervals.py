"""What the operators of the code make of two numbers, and the least and the most that it can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.dsl.model.constants import ARITHMETIC, COMPARISON
from rulewright.dsl.model.intervals import Interval
from rulewright.dsl.model.intervals import arithmetic as of_numbers
from rulewright.interpreter.code.instructions import Operator


def _as_number(holds: Callable[[int, int], bool]) -> Callable[[int, int], int]:
    return lambda a, b: int(holds(a, b))


COMPUTE: Mapping[str, Callable[[int, int], int]] = {
    **ARITHMETIC,
    **{sign: _as_number(holds) for sign, holds in COMPARISON.items()},
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b,
}
"""What an operator makes of two numbers."""


def arithmetic(operator: Operator, left: Interval, right: Interval) -> Interval | None:
    """The least and the most; None where there may be no result: a division by 0, a shift by too much."""
    if operator in ARITHMETIC:
        return of_numbers(operator, left, right)
    if operator in ("<<", ">>") and not 0 <= right[0] <= right[1] < 64:
        return None
    if operator in ("&", "|"):
        return _bitwise(operator, left, right)
    corners = [COMPUTE[operator](one, other) for one in left for other in right]
    return min(corners), max(corners)


def _bitwise(operator: Operator, left: Interval, right: Interval) -> Interval:
    some = [high for low, high in (left, right) if low >= 0]
    if operator == "&" and some:
        return 0, min(some)
    bits = max((~one if one < 0 else one).bit_length() for one in (*left, *right))
    return (max(left[0], right[0]) if len(some) == 2 else -(1 << bits)), (1 << bits) - 1
