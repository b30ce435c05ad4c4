"""Problems as values: what is wrong and where, without a word of how to say it.

A problem carries a code and the facts that its wording needs. The words live in `dsl.wording`, the
drawing of the place with its caret in `dsl.report`. Passes append to a list and go on, so that one run
reports all that it can see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from rulewright.dsl.problems.spans import NOWHERE, Source, Span

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
    """Something cannot be gone on with: `problems` tell why, `sources` are the texts that they speak of.

    Printed, as in a traceback, it is told in words, which are looked up only then.
    """

    def __init__(self, problems: Iterable[Problem], sources: Mapping[str, Source] | None = None) -> None:
        self.problems = in_order(problems)
        self.sources = dict(sources or {})
        super().__init__(", ".join(one.code for one in self.problems))

    def __str__(self) -> str:
        from rulewright.dsl.problems.report import sentences

        return "\n".join(sentences(self.problems))
