"""Where people sit: lines in, lines out, at a terminal or through a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable

import click

from rulewright.cli.table import WIDTH
from rulewright.dsl.wording.entry import printable

MOST_WIDTH = 140
"""The longest lines, in cells, however wide the terminal is."""


class Terminal:
    """Standard input and output. Through a pipe each line read is shown, so that a transcript is whole."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty()
        seen = sys.stdout.isatty()
        self.width = min(shutil.get_terminal_size().columns, MOST_WIDTH) if seen else WIDTH

    def tell(self, *lines: str) -> None:
        """Print lines."""
        for line in lines:
            click.echo(line)

    def tell_all(self, lines: Iterable[str]) -> None:
        """Print lines."""
        self.tell(*lines)

    def ask(self, prompt: str) -> str | None:
        """One line of input without its outer blanks; None at the end of input."""
        click.echo(prompt, nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return None
        text = line.strip()
        if not self.interactive:
            click.echo(printable(text))
        return text

    def hand_over(self, name: str) -> bool:
        """Clear the screen and wait for the next player; False at the end of input."""
        click.clear()
        return self.ask(f"{name}, it is for you to choose. Press Enter when nobody else looks. ") is not None
