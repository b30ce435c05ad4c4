"""Problems as values: what is wrong and where, without a word of how to say it.

A problem carries a code and the facts that its wording needs. The words live in `dsl.wording`, the
drawing of the place with its caret in `dsl.report`. Passes append to a list and go on, so that one run
reports all that it can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from rulewright.dsl.problems.spans import NOWHERE, Span

Fact = str | int


@frozen
class Note:
    """A second place that belongs to a problem, such as the first of two declarations."""

    span: Span
    label: str


@frozen
class Problem:
    """One thing that is wrong.

    `code` names an entry of the wording tables (`unknown-name`, say); `facts` fill its gaps. `warning`
    problems are told and stop nothing.
    """

    code: str
    span: Span = NOWHERE
    facts: Mapping[str, Fact] = field(factory=dict)
    notes: tuple[Note, ...] = ()
    warning: bool = False


def problem(code: str, span: Span = NOWHERE, *notes: Note, **facts: Fact) -> Problem:
    """Write a problem in one line: `problem("unknown-name", span, name="colum")`."""
    return Problem(code, span, facts, notes)


def warning(code: str, span: Span = NOWHERE, *notes: Note, **facts: Fact) -> Problem:
    """Write a warning in one line."""
    return Problem(code, span, facts, notes, warning=True)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by file and place, each once: the order in which a reader meets them."""
    seen: dict[tuple[str, Span, tuple[tuple[str, Fact], ...]], Problem] = {}
    for one in problems:
        seen.setdefault((one.code, one.span, tuple(sorted(one.facts.items()))), one)
    return sorted(seen.values(), key=lambda p: (p.span, p.code))


class Rejected(Exception):
    """Raised inside a pass that cannot go on; carries the problems found so far."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = in_order(problems)
        super().__init__(", ".join(p.code for p in self.problems))
