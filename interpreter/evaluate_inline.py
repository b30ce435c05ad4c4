"""Definitions set in where they are used, so that known arguments become known in their bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from rulewright.dsl.model import (
    Apply,
    Constant,
    Kind,
    Local,
    Me,
    Model,
    PlayerCount,
    SettingValue,
    Term,
)
from rulewright.dsl.spans import Span
from rulewright.interpreter.traverse import parts_of

SIMPLE: tuple[type[Term], ...] = (Constant, Local, Me, PlayerCount, SettingValue)
"""Arguments that cost nothing to work out again, and that nothing in a body can change."""

MOST_PARTS = 60
"""Larger bodies are not copied."""
MOST_COPIES = 500
"""Copies for one game: nested definitions could otherwise multiply without end."""

MOST_EXPANDED = 20_000
"""Terms that would be larger than this, with all bodies set in, are not worked out before play."""


def expanded_size(term: Term, model: Model, sizes: dict[str, int]) -> int:
    """How many parts a term would have with the bodies of all definitions set in. `sizes` keeps theirs."""
    total = 0
    for part in parts_of(term):
        total += 1
        if isinstance(part, Apply):
            if part.definition not in sizes:
                value = model.definitions[part.definition].value
                sizes[part.definition] = expanded_size(value, model, sizes)
            total += sizes[part.definition]
    return total


def inlined(term: Apply, model: Model) -> Term | None:
    """The body with the arguments in place of the parameters; None if they are not simple or it is large.

    As slots have one owner each and definitions do not recurse, no local of an argument can be bound
    in the body.
    """
    definition = model.definitions[term.definition]
    if not all(isinstance(argument, SIMPLE) for argument in term.arguments):
        return None
    if sum(1 for _ in parts_of(definition.value)) > MOST_PARTS:
        return None
    slots = [parameter.slot for parameter in definition.parameters]
    body = _set_in(definition.value, dict(zip(slots, term.arguments, strict=True)))
    assert isinstance(body, Term)
    return body


def _set_in(part: object, values: Mapping[int, Term]) -> object:
    """A part of a body with the values in place of locals; what holds none stays the same object."""
    if isinstance(part, Local):
        return values.get(part.slot, part)
    if isinstance(part, tuple):
        changed = tuple(_set_in(one, values) for one in part)
        return changed if _differs(changed, part) else part
    form = type(part)
    if isinstance(part, Span | Kind) or not attrs.has(form):
        return part
    names = [attribute.name for attribute in attrs.fields(form)]
    before = [getattr(part, name) for name in names]
    after = [_set_in(one, values) for one in before]
    build: Callable[..., object] = form
    return build(**dict(zip(names, after, strict=True))) if _differs(after, before) else part


def _differs(after: Sequence[object], before: Sequence[object]) -> bool:
    return any(new is not old for new, old in zip(after, before, strict=True))
