"""Problems on their way to the reader: whatever stands against going on ends up here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

import click

from rulewright.dsl.problems import Problem, Rejected, problem
from rulewright.dsl.problems.report import render
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.problems.wording.entry import printable
from rulewright.dsl.sources import Unreadable


class Stopped(click.ClickException):
    """A command cannot go on. The problems are shown on the error stream; the exit code is 2."""

    exit_code = 2

    def __init__(self, problems: Iterable[Problem], sources: Mapping[str, Source] | None = None) -> None:
        self.problems = tuple(problems)
        self.sources = sources or {}
        super().__init__(", ".join(one.code for one in self.problems))

    def told(self) -> str:
        """The problems as they are shown."""
        return render(self.problems, self.sources)

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the problems."""
        click.echo(self.told(), file=file, err=True)


@contextmanager
def stopping(sources: Mapping[str, Source]) -> Iterator[None]:
    """Turn what the engine raises into `Stopped`, with the texts that its places point into."""
    try:
        yield
    except Rejected as error:
        raise Stopped(error.problems, {**error.sources, **sources}) from None


def report_error(error: Exception) -> bool:
    """Show an exception that has words of its own; False for one that has none."""
    from rulewright.interpreter.engine.moves import IllegalMove

    if isinstance(error, Rejected):
        Stopped(error.problems, error.sources).show()
    elif isinstance(error, Unreadable):
        Stopped([problem(error.reason, name="")]).show()
    elif isinstance(error, IllegalMove):
        click.echo(error.refusal.reason, err=True)
    elif isinstance(error, OSError):
        click.echo(
            f"{printable(str(error.filename or 'A file'))} cannot be used: {error.strerror or error}.",
            err=True,
        )
    else:
        return False
    return True
