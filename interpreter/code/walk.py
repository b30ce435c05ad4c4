"""Going through code: every statement of a body, every expression of a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import attrs

from rulewright.interpreter.code.instructions import Body, Expression, Statement

Part = Statement | Expression


def _fields(form: type[object], kind: str) -> list[Callable[[Any], Any]]:
    """The fields of a kind of statement or expression that are declared to hold this."""
    return [attrgetter(one.name) for one in attrs.fields(form) if one.type == kind] if attrs.has(form) else []


def _parts(form: type[object]) -> Callable[[Any], tuple[Expression, ...]]:
    """What gives the expressions that a statement or expression of this kind is made of."""
    one = [*_fields(form, "Expression"), *_fields(form, "Call")]
    perhaps, many = _fields(form, "Expression | None"), _fields(form, "tuple[Expression, ...]")

    def found(part: Any) -> tuple[Expression, ...]:
        there = tuple(value for get in perhaps if (value := get(part)) is not None)
        return (*(get(part) for get in one), *there, *(each for get in many for each in get(part)))

    if perhaps or (many and one) or len(many) > 1 or len(one) > 3:
        return found
    match one:
        case [first]:
            return lambda part: (first(part),)
        case [first, second]:
            return lambda part: (first(part), second(part))
        case [first, second, third]:
            return lambda part: (first(part), second(part), third(part))
        case _:
            return many[0] if many else lambda part: ()


_FORMS = (*Statement.__subclasses__(), *Expression.__subclasses__())
_BODIES = {form: _fields(form, "Body") for form in _FORMS}
_PARTS = {form: _parts(form) for form in _FORMS}


def bodies(statement: Statement) -> Iterator[Body]:
    """The bodies of a statement, in order."""
    for get in _BODIES[type(statement)]:
        yield get(statement)


def statements_in(body: Body) -> Iterator[Statement]:
    """All statements of a body, those within others too."""
    waiting = [*body][::-1]
    while waiting:
        statement = waiting.pop()
        yield statement
        for get in _BODIES[type(statement)][::-1]:
            waiting += get(statement)[::-1]


def parts(part: Part) -> tuple[Expression, ...]:
    """The expressions that a statement or an expression is made of, not those within them."""
    return _PARTS[type(part)](part)


def expressions_in(part: Part) -> list[Expression]:
    """All expressions of a statement (not of those within it) or of an expression, the outer ones first."""
    found: list[Expression] = []
    waiting = [*parts(part)[::-1]]
    while waiting:
        one = waiting.pop()
        found.append(one)
        waiting += _PARTS[type(one)](one)[::-1]
    return found
