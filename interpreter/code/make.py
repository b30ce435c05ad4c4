"""Making expressions: what can be worked out now is, and each knows the least and the most it can be."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.model.intervals import Interval
from rulewright.interpreter.code.instructions import (
    WIDEST,
    Binary,
    Choice,
    Entry,
    Expression,
    Load,
    Name,
    Not,
    Number,
    Operator,
    Region,
    Table,
)
from rulewright.interpreter.code.intervals import COMPUTE, arithmetic

COMPARING = ("==", "!=", "<", "<=", ">", ">=")
JOINING = ("and", "or")

YES_OR_NO = (0, 1)


def number(value: int) -> Number:
    """A number as it stands."""
    return Number(value, low=value, high=value)


YES, NO = number(1), number(0)


def name(local: str, low: int = -WIDEST, high: int = WIDEST) -> Name:
    """A local, and what it can be."""
    return Name(local, low=low, high=high)


def known(expression: Expression) -> int | None:
    """What an expression is, where it is a number."""
    return expression.value if isinstance(expression, Number) else None


def simple(expression: Expression) -> bool:
    """Is it a number or a local, so that it may be written twice?"""
    return isinstance(expression, Number | Name)


def binary(operator: Operator, left: Expression, right: Expression) -> Expression:
    """Two values joined; worked out where both are known."""
    a, b = known(left), known(right)
    if operator in JOINING:
        return _joined(operator, left, right)
    if a is not None and b is not None and not (operator in ("div", "mod") and b == 0):
        return number(COMPUTE[operator](a, b))
    if b == 0 and operator in ("+", "-", "<<", ">>", "|"):
        return left
    if a == 0 and operator in ("+", "|"):
        return right
    if operator == "*" and (a == 1 or b == 1):
        return right if a == 1 else left
    low, high = _bounds(operator, left, right)
    if operator in COMPARING and low == high:
        return number(low)
    return Binary(operator, left, right, low=low, high=high)


def _joined(operator: Operator, left: Expression, right: Expression) -> Expression:
    decides, a, b = int(operator == "or"), known(left), known(right)
    if a is not None:
        return left if bool(a) == bool(decides) else right
    if b is not None and bool(b) != bool(decides):
        return left
    return Binary(operator, left, right, low=0, high=1)


def _bounds(operator: Operator, left: Expression, right: Expression) -> Interval:
    if operator in COMPARING:
        return _compared(operator, left, right)
    found = arithmetic(operator, (left.low, left.high), (right.low, right.high))
    return (-WIDEST, WIDEST) if found is None else found


def _compared(operator: Operator, left: Expression, right: Expression) -> Interval:
    """(1, 1) or (0, 0) where the bounds of both sides say it all."""
    a, b, c, d = left.low, left.high, right.low, right.high
    sure, never = {
        "<": (b < c, a >= d),
        "<=": (b <= c, a > d),
        ">": (a > d, b <= c),
        ">=": (a >= d, b < c),
        "==": (False, b < c or d < a),
        "!=": (b < c or d < a, False),
    }[operator]
    return (1, 1) if sure else (0, 0) if never else YES_OR_NO


def plus(left: Expression, right: Expression | int) -> Expression:
    """A sum."""
    return binary("+", left, number(right) if isinstance(right, int) else right)


def minus(left: Expression, right: Expression | int) -> Expression:
    """A difference."""
    return binary("-", left, number(right) if isinstance(right, int) else right)


def times(left: Expression, right: Expression | int) -> Expression:
    """A product."""
    return binary("*", left, number(right) if isinstance(right, int) else right)


def equal(left: Expression, right: Expression | int) -> Expression:
    """Are two values the same?"""
    return binary("==", left, number(right) if isinstance(right, int) else right)


def differ(left: Expression, right: Expression | int) -> Expression:
    """Are two values not the same?"""
    return binary("!=", left, number(right) if isinstance(right, int) else right)


def both(left: Expression, right: Expression) -> Expression:
    """Do both conditions hold?"""
    return binary("and", left, right)


def either(left: Expression, right: Expression) -> Expression:
    """Does one of two conditions hold?"""
    return binary("or", left, right)


_OPPOSITE: Mapping[str, Operator] = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def opposite(condition: Expression) -> Expression:
    """Does a condition not hold?"""
    value = known(condition)
    if value is not None:
        return number(int(not value))
    if isinstance(condition, Not):
        return condition.of
    if isinstance(condition, Binary) and condition.operator in COMPARING:
        return binary(_OPPOSITE[condition.operator], condition.left, condition.right)
    return Not(condition, low=0, high=1)


def choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression:
    """One of two values."""
    value = known(condition)
    if value is not None:
        return then if value else otherwise
    if (known(then), known(otherwise)) == (1, 0):
        return condition
    if (known(then), known(otherwise)) == (0, 1):
        return opposite(condition)
    low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
    return Choice(condition, then, otherwise, low=low, high=high)


def load(region: Region, index: Expression | int = 0) -> Load:
    """A slot of a region."""
    at = number(index) if isinstance(index, int) else index
    return Load(region, at, low=region.low, high=region.high)


def entry(table: Table, index: Expression) -> Expression:
    """An entry of a table."""
    at = known(index)
    if at is not None:
        return number(table.values[at])
    return Entry(table, index, low=min(table.values, default=0), high=max(table.values, default=0))
