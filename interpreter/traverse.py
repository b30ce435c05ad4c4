"""Walking through a checked model: every part of a statement or an expression, in the order written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from rulewright.dsl.model import Kind
from rulewright.dsl.spans import Span


def parts_of(thing: object) -> Iterator[object]:
    """The thing and all model objects inside it (terms, steps, rankings, phrases ...), depth first.

    Bodies of what is called by name (definitions, rules) are not entered.
    """
    if isinstance(thing, tuple | list):
        for element in thing:
            yield from parts_of(element)
    elif isinstance(thing, Mapping):
        for element in thing.values():
            yield from parts_of(element)
    elif not isinstance(thing, Span | Kind | int | str | None):
        form = type(thing)
        if attrs.has(form):
            yield thing
            for attribute in attrs.fields(form):
                if attribute.name not in ("span", "kind"):
                    yield from parts_of(getattr(thing, attribute.name))
