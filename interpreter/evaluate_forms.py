"""The forms that expressions are turned into: functions of the state alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rulewright.dsl.model import LARGEST, SMALLEST
from rulewright.dsl.spans import Span
from rulewright.interpreter.faults import fault
from rulewright.interpreter.layout import State

One = Callable[[State], int]
"""The value of an expression of one value; bool as 0 or 1, an absent value as NONE."""
Many = Callable[[State], Sequence[int]]
"""The elements of a collection, as they are now: later moves do not change what it returned."""
Test = Callable[[State], bool | int]
"""Whether a condition holds; an absent value counts as no."""
Do = Callable[[State], None]
"""A change of the state."""


Form = TypeVar("Form")


def lazily(make: Callable[[], Callable[..., Form]]) -> Callable[..., Form]:
    """A form that is made when it is first used: many a program is used for a few moves only."""
    made: list[Callable[..., Form]] = []

    def use(*given: object) -> Form:
        if not made:
            made.append(make())
        return made[0](*given)

    return use


def always(value: int) -> One:
    """The form of a constant."""
    return lambda state: value


def always_all(values: Sequence[int]) -> Many:
    """The form of a collection that is known before play."""
    return lambda state: values


def checked(value: int, span: Span) -> int:
    """The value if it fits 32 bits, a fault otherwise."""
    if SMALLEST <= value <= LARGEST:
        return value
    raise fault("fault-overflow", span, value=value)
