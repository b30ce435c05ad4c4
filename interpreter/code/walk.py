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


def bodies(statement: Statement) -> Iterator[Body]:
    """The bodies of a statement, in order."""
    for get in _BODIES[type(statement)]:
        yield get(statement)


def statements_in(body: Body) -> Iterator[Statement]:
    """All statements of a body, those within others too."""
    for statement in body:
        yield statement
        for part in bodies(statement):
            yield from statements_in(part)


def parts(part: Part) -> Iterator[Expression]:
    """The expressions that a statement or an expression is made of, not those within them."""
    form = type(part)
    for get in _ONE[form]:
        yield get(part)
    for get in _PERHAPS[form]:
        value = get(part)
        if value is not None:
            yield value
    for get in _MANY[form]:
        yield from get(part)


def expressions_in(part: Part) -> Iterator[Expression]:
    """All expressions of a statement (not of those within it) or of an expression, the outer ones first."""
    for one in parts(part):
        yield one
        yield from expressions_in(one)
