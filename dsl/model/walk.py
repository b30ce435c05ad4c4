"""Walking through the model: what stands inside a step, a term or a game, whatever classes are added."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl.model import MatchArm, Model, Phrase, Ranking, Step, Term, ZoneAt, ZonesOf
from rulewright.dsl.model.traverse import HELD

Part = Term | Step | Phrase | Ranking | MatchArm
_PARTS = (Term, Step, Phrase, Ranking, MatchArm)


def parts_of(part: Part) -> Iterator[Part]:
    """The parts that stand directly inside one."""
    held = HELD[type(part)]
    assert held is not None
    for value in held(part)[::-1]:
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


def zones_named(part: Part) -> set[str]:
    """The zones that are called by name in a step or term."""
    return {term.zone for term in terms_of(part) if isinstance(term, ZoneAt | ZonesOf)}


def steps_within(steps: Iterable[Step]) -> Iterator[Step]:
    """All steps of a run, those inside others too, in the order written."""
    for step in steps:
        yield step
        yield from steps_within(part for part in parts_of(step) if isinstance(part, Step))


def bodies_of(model: Model) -> Iterator[tuple[Step, ...]]:
    """The runs of steps that a game declares, setup first."""
    yield model.setup
    yield model.play
    for declared in (model.rules, model.actions, model.reactions):
        for one in declared.values():
            yield one.body


def all_steps(model: Model) -> Iterator[Step]:
    """All steps of a game."""
    for body in bodies_of(model):
        yield from steps_within(body)


def all_terms(model: Model) -> Iterator[Term]:
    """All expressions of a game, those inside others too."""
    yield from terms_in_bodies(model)
    yield from terms_outside_bodies(model)


def terms_in_bodies(model: Model) -> Iterator[Term]:
    """All expressions in steps, between which cards may be moved."""
    for body in bodies_of(model):
        for step in body:
            yield from terms_of(step)


def terms_outside_bodies(model: Model) -> Iterator[Term]:
    """All other expressions: what can be chosen, requirements, definitions, scores."""
    parts: list[Part] = []
    for action in model.actions.values():
        parts.extend(one.condition for one in action.requirements)
        parts.extend(one.because for one in action.requirements if one.because is not None)
        for choice in action.choices:
            bounds = (choice.domain, choice.least, choice.most)
            parts.extend(one for one in bounds if one is not None)
            if choice.payment is not None:
                parts.extend((*choice.payment.prices, choice.payment.pays))
    parts.extend(one.value for one in model.definitions.values())
    parts.extend(one.value for one in model.scores.values() if one.value is not None)
    if model.winner is not None:
        parts.extend(model.winner.rankings)
        parts.extend(() if model.winner.condition is None else (model.winner.condition,))
    for part in parts:
        yield from terms_of(part)
