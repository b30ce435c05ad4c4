"""Faults: what the rules ask for in play and cannot be done."""

from __future__ import annotations

from rulewright.dsl.problems import Fact, Problem, problem
from rulewright.dsl.spans import Span


class Fault(Exception):
    """Carries the problem, with the place in the rules. The state it was raised in is not to be used on."""

    def __init__(self, found: Problem) -> None:
        super().__init__(found.code)
        self.problem = found


def fault(code: str, span: Span, **facts: Fact) -> Fault:
    """A fault in one line: `raise fault("fault-table", term.span, table=name, at=at)`."""
    return Fault(problem(code, span, **facts))
