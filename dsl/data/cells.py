"""What stands in one cell of a spreadsheet: a text, read as whatever is wanted there.

People write words with capitals and blanks, several of them in one cell, counts before or behind them. All
these are read; nothing is guessed, as a list would be in which the separators are missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve, frozen

from rulewright.dsl.data.yamltree import Scalar

_SEPARATOR = re.compile(r"[;,|\r\n]")
_COUNTED = (
    re.compile(r"(?P<word>.*?)\s*[:×*]\s*(?P<count>[0-9]+)"),  # money:2  money*2
    re.compile(r"(?P<word>.*?)\s+[xX]\s*(?P<count>[0-9]+)"),  # money x2
    re.compile(r"(?P<count>[0-9]+)\s*(?:[×*]\s*|[xX]\s+|\s)(?P<word>.*)"),  # 2 money  2x money  2*money
)
_LONGEST = 100
"""The longest part that is read as a word and a number."""
_FLAGS = {
    **dict.fromkeys(("yes", "y", "true", "x", "1"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}


@frozen
class Cell(Scalar):
    """A cell, without blanks at its ends. `plain`: its text stands in the file as it is, on one line."""

    plain: bool = True

    def items(self) -> tuple[Cell, ...]:
        """The parts between separators, those with nothing in them left out; none in an empty cell."""
        found, begin = [], 0
        for end in [*(one.start() for one in _SEPARATOR.finditer(self.text)), len(self.text)]:
            found.append(self._part(begin, end))
            begin = end + 1
        return tuple(one for one in found if one.text)

    def counted(self) -> tuple[Cell, Cell | None]:
        """A part as a word, and how often it counts where it says so: `money:2`, `money x2`, `2 money`."""
        for form in _COUNTED if len(self.text) <= _LONGEST else ():  # in a long one the blanks take time
            found = form.fullmatch(self.text)
            if found:
                return self._part(*found.span("word")), self._part(*found.span("count"))
        return self, None

    def _part(self, begin: int, end: int) -> Cell:
        """A stretch of the text, without blanks, at its place where the text tells it."""
        part = self.text[begin:end]
        begin += len(part) - len(part.lstrip())
        text = part.strip()
        if not self.plain:
            return evolve(self, text=text)
        column = self.span.column + begin
        span = evolve(self.span, column=column, end_line=self.span.line, end_column=column + len(text))
        return evolve(self, text=text, span=span)

    def word(self, allowed: Iterable[str]) -> str:
        """The one of some words that stands here, with whatever capitals and blanks; else the text."""
        return next((one for one in allowed if plain_name(one) == plain_name(self.text)), self.text)

    def flag(self) -> bool | None:
        """Yes or no, in the ways in which spreadsheets have it; None for all else."""
        return _FLAGS.get(self.text.casefold())


def plain_name(text: str) -> str:
    """A name as far as it counts: small letters, with `_` for blanks and hyphens."""
    return re.sub(r"[\s_-]+", "_", text.strip().casefold())
