"""Walking through the model: every term inside a step or a term, whatever classes come to be added."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import fields as attribute_fields

from rulewright.dsl.model import MatchArm, Phrase, Ranking, Step, Term

Part = Term | Step | Phrase | Ranking | MatchArm
_PARTS = (Term, Step, Phrase, Ranking, MatchArm)


def parts_of(part: Part) -> Iterator[Part]:
    """The parts that stand directly inside one."""
    for attribute in attribute_fields(type(part)):
        value = getattr(part, attribute.name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, _PARTS):
                yield one


def terms_of(part: Part) -> Iterator[Term]:
    """All terms inside a step or term, itself included, outermost first."""
    waiting: list[Part] = [part]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Term):
            yield one
        waiting.extend(reversed(list(parts_of(one))))
