"""Where something stands in a text: the file, and the first and last place in it."""

from __future__ import annotations

from attrs import field, frozen


@frozen(order=True)
class Span:
    """A stretch of one text. Lines and columns count from 1; `end_column` is one past the last character.

    In a table `cell` says in words what row and column of a spreadsheet that is.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    cell: str = field(default="", eq=False, order=False)

    def to(self, other: Span) -> Span:
        """From the beginning of this stretch to the end of another in the same file."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column, self.cell)


NOWHERE = Span("", 1, 1, 1, 1)
"""For what no author wrote: built-in names and values given by a program."""


@frozen
class Source:
    """A text that problems can point into: a rule file, a card file, a scenario."""

    name: str
    text: str

    def line(self, number: int) -> str:
        """One line of the text without its end; empty past the last."""
        lines = self.text.splitlines()
        return lines[number - 1] if 0 < number <= len(lines) else ""
