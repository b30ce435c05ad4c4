"""Going through code: every statement of a body, every expression of a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any

import attrs

from rulewright.interpreter.code.instructions import Body, Expression, Statement

Part = Statement | Expression


_Getters = tuple[Callable[[Any], Any], ...]


def _fields(kind: str) -> Mapping[type[object], _Getters]:
    """The fields that are declared to hold this, for each kind of statement and expression."""
    return {
        form: tuple(attrgetter(field.name) for field in attrs.fields(form) if field.type == kind)
        for form in (*Statement.__subclasses__(), *Expression.__subclasses__())
        if attrs.has(form)
    }


_BODIES = _fields("Body")
_ONE = {form: (*each, *_fields("Call")[form]) for form, each in _fields("Expression").items()}
_PERHAPS = _fields("Expression | None")
_MANY = _fields("tuple[Expression, ...]")
_FURTHER = frozenset(form for form in _ONE if _PERHAPS[form] or _MANY[form])
_LEAVES = frozenset(form for form in _ONE if not _ONE[form] and form not in _FURTHER)


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


def parts(part: Part) -> list[Expression]:
    """The expressions that a statement or an expression is made of, not those within them."""
    form = type(part)
    found = [get(part) for get in _ONE[form]]
    if form in _FURTHER:
        found += [value for get in _PERHAPS[form] if (value := get(part)) is not None]
        for get in _MANY[form]:
            found += get(part)
    return found


def expressions_in(part: Part) -> list[Expression]:
    """All expressions of a statement (not of those within it) or of an expression, the outer ones first."""
    found: list[Expression] = []
    waiting = parts(part)[::-1]
    while waiting:
        one = waiting.pop()
        found.append(one)
        if type(one) not in _LEAVES:
            waiting += parts(one)[::-1]
    return found
