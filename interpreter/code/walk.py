"""Going through code: every statement of a body, every expression of a statement."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulewright.interpreter.code.instructions import Body, Expression, Statement


def statements_in(body: Body) -> Iterator[Statement]:
    """All statements of a body, those within others too."""
    for statement in body:
        yield statement
        for field in attrs.fields(type(statement)):
            part = getattr(statement, field.name)
            if isinstance(part, tuple) and part and isinstance(part[0], Statement):
                yield from statements_in(part)


def expressions_in(part: Statement | Expression) -> Iterator[Expression]:
    """All expressions of a statement (not of those within it) or of an expression, the outer ones first."""
    for field in attrs.fields(type(part)):
        value = getattr(part, field.name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Expression):
                yield one
                yield from expressions_in(one)
