"""Walking through a checked model: every part of a statement or an expression, in the order written."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulewright.dsl.model import Kind
from rulewright.dsl.problems.spans import Span


class _Names(dict[type[object], tuple[str, ...] | None]):
    """The fields in which a model object holds others, the last one first; None for what is none."""

    def __missing__(self, form: type[object]) -> tuple[str, ...] | None:
        self[form] = None
        if attrs.has(form) and not issubclass(form, Span | Kind):
            names = [one.name for one in attrs.fields(form) if one.name not in ("span", "kind")]
            self[form] = tuple(names[::-1])
        return self[form]


_NAMES = _Names()


def parts_of(thing: object) -> Iterator[object]:
    """The thing and all model objects inside it (terms, steps, rankings, phrases ...), depth first.

    Bodies of what is called by name (definitions, rules) are not entered.
    """
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        names = _NAMES[type(one)]
        if names:
            yield one
            waiting += [getattr(one, name) for name in names]
        elif isinstance(one, tuple | list):
            waiting += one[::-1]
        elif names is not None:
            yield one
        elif isinstance(one, dict):
            waiting += [*one.values()][::-1]
