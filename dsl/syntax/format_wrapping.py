"""Breaks a long line inside one of its brackets, where the language lets a line run on."""

from __future__ import annotations

import re
from itertools import pairwise

from attrs import define, field

INDENT = "    "
LONGEST = 100
"""The longest line that is left whole, in characters with its indentation."""

WORTH_BREAKING = 50
"""The shortest bracket that is broken; breaking a shorter one would gain little."""

_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[()\[\],]| (?:else|for|where|or|and|[-+]) ')
_BREAKS = ((",",), ("for", "where"), ("else",), ("or",), ("and",), ("+", "-"))
"""Where a bracket is broken: at the first sort that it has."""


@define
class _Bracket:
    """A pair of brackets in a line: their places, the nesting, and where it could be broken."""

    begin: int
    level: int
    end: int = 0
    marks: dict[str, list[int]] = field(factory=dict)

    def breaks(self) -> list[int]:
        """The places to break at, all of one sort."""
        for sort in _BREAKS:
            places = [place for mark in sort for place in self.marks.get(mark, ())]
            if places:
                return sorted(places)
        return []


def too_long(text: str, depth: int) -> bool:
    """Whether a line at a depth of blocks is longer than a line should be."""
    return len(INDENT) * depth + len(text) > LONGEST


def wrap(text: str, depth: int) -> list[str]:
    """The line in parts, to be written one below the other at the given depth of blocks."""
    if not too_long(text, depth):
        return [text]
    breakable = [one for one in _brackets(text) if one.breaks() and one.end - one.begin > WORTH_BREAKING]
    if not breakable:
        return [text]
    chosen = min(breakable, key=lambda one: (one.level, one.begin - one.end))
    edges = [chosen.begin + 1, *chosen.breaks(), chosen.end]
    inner: list[str] = []
    for begin, end in pairwise(edges):
        inner += [INDENT + line for line in wrap(text[begin:end].strip(), depth + 1)]
    return [text[: chosen.begin + 1], *inner, text[chosen.end :]]


def _brackets(text: str) -> list[_Bracket]:
    """The pairs of brackets in a line, outside of strings."""
    found: list[_Bracket] = []
    opened: list[_Bracket] = []
    place = 0
    while mark := _MARK.search(text, place):
        sign = mark[0].strip()
        # The blank behind a word may be the one before the next.
        place = mark.end() - (mark[0][-1] == " ")
        if sign in ("(", "["):
            opened.append(_Bracket(mark.start(), len(opened)))
        elif sign in (")", "]") and opened:
            found.append(opened.pop())
            found[-1].end = mark.start()
        elif opened and not sign.startswith('"'):
            # A comma ends a line, a word begins one.
            edge = mark.end() if sign == "," else mark.start() + 1
            opened[-1].marks.setdefault(sign, []).append(edge)
    return found
