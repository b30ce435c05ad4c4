"""Walking through a checked model: every part of a statement or an expression, in the order written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

import attrs

from rulewright.dsl.model import (
    Apply,
    BagCount,
    BagTotal,
    Comparison,
    Kind,
    Member,
    Model,
    Property,
    Term,
    Variable,
)
from rulewright.dsl.problems.spans import Span

_PLAIN = ("bool", "int", "int | None", "str", "str | None")
_Fields = Callable[[Any], tuple[object, ...]]


def _nothing(thing: object) -> tuple[object, ...]:
    return ()


class _Held(dict[type[object], _Fields | None]):
    """What gives the fields in which a model object can hold others, the last first; None for no object."""

    def __missing__(self, form: type[object]) -> _Fields | None:
        self[form] = None
        if attrs.has(form) and not issubclass(form, Span | Kind):
            fields = [one for one in attrs.fields(form) if one.name not in ("span", "kind")]
            names = [one.name for one in fields[::-1] if one.type not in _PLAIN]
            get: Callable[[Any], Any] = attrgetter(*names) if names else _nothing
            self[form] = get if len(names) != 1 else lambda thing: (get(thing),)
        return self[form]


HELD = _Held()


def parts_of(thing: object) -> Iterator[object]:
    """The thing and all model objects inside it (terms, steps, rankings, phrases ...), depth first.

    Bodies of what is called by name (definitions, rules) are not entered.
    """
    waiting: list[Any] = [thing]
    while waiting:
        one = waiting.pop()
        form = type(one)
        if form is tuple or form is list:
            waiting += one[::-1]
            continue
        held = HELD[form]
        if held is not None:
            yield one
            waiting += held(one)
        elif isinstance(one, dict):
            waiting += [*one.values()][::-1]


def all_parts_of(term: Term, model: Model) -> Iterator[object]:
    """The parts of a term and of all definitions that it uses, each definition once."""
    entered: dict[str, None] = {}
    waiting = [term]
    while waiting:
        for part in parts_of(waiting.pop()):
            yield part
            if isinstance(part, Apply) and part.definition not in entered:
                entered[part.definition] = None
                waiting.append(model.definitions[part.definition].value)


def asks_of_cards(term: Term, model: Model) -> bool:
    """May it depend on which cards they are that a term is given, not only on where they lie?"""
    return any(_asks_of_card(part) for part in all_parts_of(term, model))


def _asks_of_card(part: object) -> bool:
    match part:
        case Property() | BagCount() | BagTotal():
            return True
        case Comparison(_, left, right):
            return "card" in (left.kind.family, right.kind.family)
        case Member(element):
            return element.kind.family == "card"
        case Variable(_, index):
            return any(one.kind.family == "card" for one in index)
        case _:
            return False
