"""Where people sit: lines in, lines out, at a terminal or through a pipe."""

from __future__ import annotations

import os
import select
import shutil
import sys
from collections.abc import Callable, Iterable

import click

from rulewright.dsl.problems.wording.entry import printable
from rulewright.interpreter.cli.table import WIDTH, broken

MOST_WIDTH = 140
"""The longest lines, in cells, however wide the terminal is."""

_LONGEST_LINE = 2_000_000
"""The most characters of a line that are read; what comes after is no input that anybody meant."""

_WAKE_SECONDS = 0.5
"""How often it is looked whether something else than input is to be attended to."""


class Terminal:
    """Standard input and output. Through a pipe each line read is shown, so that a transcript is whole."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty()
        seen = sys.stdout.isatty()
        self.width = min(shutil.get_terminal_size().columns, MOST_WIDTH) if seen else WIDTH
        self._breaks = seen

    def tell(self, *lines: str) -> None:
        """Print lines; on a screen that they do not fit, broken between words."""
        for line in lines:
            for part in broken(line, self.width) if self._breaks and line.strip() else [line]:
                click.echo(part)

    def tell_all(self, lines: Iterable[str]) -> None:
        """Print lines."""
        self.tell(*lines)

    def ask(self, prompt: str, wake: Callable[[], bool] | None = None) -> str | None:
        """One line of input without its outer blanks; None at the end of input.

        At a terminal that can wait for two things at once, waiting ends with an empty line when `wake`
        says so.
        """
        click.echo(prompt, nl=False)
        sys.stdout.flush()
        if wake is not None and self._woken(wake):
            click.echo()
            return ""
        line = sys.stdin.readline(_LONGEST_LINE)
        if not line or len(line) == _LONGEST_LINE:
            click.echo("This line does not end; nothing more is read." if line else "")
            return None
        text = line.strip()
        if not self.interactive:
            click.echo(printable(text))
        return text

    def _woken(self, wake: Callable[[], bool]) -> bool:
        """Wait for input; True when `wake` came first."""
        if not self.interactive or os.name != "posix":
            return False
        while not select.select([sys.stdin], [], [], _WAKE_SECONDS)[0]:
            if wake():
                return True
        return False

    def hand_over(self, name: str) -> bool:
        """Clear the screen and wait for the next player; False at the end of input."""
        click.clear()
        return self.ask(f"{name}, it is for you to choose. Press Enter when nobody else looks. ") is not None
