"""Faults: what the rules ask for and cannot be done. Code tells them by numbers; here they are problems."""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl.problems import Fact, Problem, Rejected, problem
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.code.instructions import FaultPlace, Meaning, ValueOf
from rulewright.interpreter.state.layout import Layout

INDEX = "index"
"""The fact that several numbers may belong to: the indices of a place, told as they are written."""


class Fault(Rejected):
    """Carries the problem, with the place in the rules. The state it was raised in is not to be used on."""

    def __init__(self, found: Problem) -> None:
        super().__init__([found])
        self.problem = found


def fault(code: str, span: Span, **facts: Fact) -> Fault:
    """A fault in one line: `raise fault("fault-table", term.span, table=name, at=at)`."""
    return Fault(problem(code, span, **facts))


def problem_of(place: FaultPlace, numbers: tuple[int, ...], layout: Layout) -> Problem:
    """The problem of a fault at its place in the rules, with the numbers that it tells of."""
    facts: dict[str, Fact] = dict(place.fixed)
    indices: list[str] = []
    for (name, meaning), number in zip(place.facts, numbers, strict=True):
        told = _fact(meaning, number, layout)
        if name == INDEX:
            indices.append(str(told))
        facts[name] = ", ".join(indices) if name == INDEX else told
    return Problem(place.code, place.span, facts)


def _fact(meaning: Meaning, number: int, layout: Layout) -> Fact:
    match meaning:
        case "number":
            return number
        case "seat":
            return number + 1
        case "card":
            return layout.cards[number].id
        case "zone":
            return layout.zones[number].name
        case ValueOf(enum):
            return layout.model.enums[enum].values[number]
        case _:
            assert_never(meaning)
