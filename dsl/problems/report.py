"""Problems drawn for people: what is wrong, where it stands in the text, why, and what to write instead.

Plain text, fit for a terminal of any width and for a file. What comes from a text is shown with its
control characters escaped; carets stand below the place also behind tabs and wide characters.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

from rulewright.dsl.problems import Problem, in_order
from rulewright.dsl.problems.spans import NOWHERE, Source, Span
from rulewright.dsl.problems.wording import word

_WIDTH = 96
_TAB = 4
_MOST_SHOWN = 100
"""How many problems are drawn; whoever mends so many runs the check again."""
_REACH = 4 * _WIDTH
"""How many characters to either side of a place are looked at: lines may be very long."""
_CUT = "..."
_LINE_END = re.compile("\r\n|\r|\n")


def render(problems: Iterable[Problem], sources: Mapping[str, Source]) -> str:
    """The problems in the order of their places, one block each; `sources` are the texts by name.

    A problem in a text that is not among the sources is told without its line. Empty for no problems; of
    very many only the first are drawn, and the others counted.
    """
    found = in_order(problems)
    lines: dict[str, list[str]] = {}
    for name, source in sources.items():
        lines[name] = _LINE_END.split(source.text.removeprefix("\ufeff"))
    blocks = [_block(one, lines) for one in found[:_MOST_SHOWN]]
    left = found[_MOST_SHOWN:]
    return "\n".join([*blocks, f"... and {summary(left)} more\n"] if left else blocks)


def sentences(problems: Iterable[Problem]) -> Iterator[str]:
    """The problems in the order of their places, a line each: `market.rules:3:5: There is no ...`."""
    for one in in_order(problems):
        place = f"{_where(one.span)}: " if _placed(one.span) else ""
        message = word(one.code, dict(one.facts))
        yield " ".join(part for part in (place + message.sentence, message.why, message.instead) if part)


def summary(problems: Iterable[Problem]) -> str:
    """`2 problems, 1 warning`, or `no problems`."""
    found = in_order(problems)
    warnings = sum(one.warning for one in found)
    parts = [_counted(len(found) - warnings, "problem"), _counted(warnings, "warning")]
    return ", ".join(part for part in parts if part) or "no problems"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}" if number else ""


def _block(problem: Problem, lines: Mapping[str, list[str]]) -> str:
    message = word(problem.code, dict(problem.facts))
    head = "warning" if problem.warning else "problem"
    parts = [_paragraph(f"{head} [{problem.code}]: {message.title}", "")]
    parts += _place(problem.span, lines)
    for note in problem.notes:
        parts += ["", f"  {escape(note.label)}:", *_place(note.span, lines)]
    advice = [_paragraph(text, "  ") for text in (message.why, message.instead) if text.strip()]
    parts += ["", *advice] if advice else []
    return "\n".join(parts) + "\n"


def _paragraph(text: str, indent: str) -> str:
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _place(span: Span, lines: Mapping[str, list[str]]) -> list[str]:
    """The place as `file:line:column`, then its line with carets below; nothing for no place."""
    if not _placed(span):
        return []
    where = f"  at {_where(span)}"
    text = lines.get(span.file, [])
    if not 0 < span.line <= len(text) or not text[span.line - 1].strip():
        return [where]
    end = span.end_column if span.end_line == span.line else len(text[span.line - 1]) + 1
    shown, carets = _excerpt(text[span.line - 1], span.column - 1, end - 1)
    gutter = " " * len(str(span.line))
    return [where, "", f"  {span.line} | {shown}", f"  {gutter} | {carets}"]


def _where(span: Span) -> str:
    place = f"{escape(span.file)}:{span.line}:{span.column}"
    return f"{place} ({escape(span.cell)})" if span.cell else place


def _placed(span: Span) -> bool:
    return span != NOWHERE and bool(span.file)


def _excerpt(line: str, begin: int, end: int) -> tuple[str, str]:
    """A line, cut around the place if it is long, and the carets to write below it."""
    begin = min(begin, len(line))
    end = max(begin + 1, end)
    left = max(0, begin - _REACH)
    piece = line[left : begin + _REACH]
    begin, end = begin - left, end - left
    cells = [_cell(character) for character in piece]
    first, last = _window([width for _, width in cells], begin)
    shown = "".join(text for text, _ in cells[first:last])
    before = _CUT if left + first else ""
    after = _CUT if left + last < len(line) else ""
    blank = len(before) + sum(width for _, width in cells[first:begin])
    marked = max(1, sum(width for _, width in cells[begin : min(end, last)]))
    return f"{before}{shown}{after}".rstrip(), " " * blank + "^" * marked


def _window(widths: list[int], begin: int) -> tuple[int, int]:
    """The characters of a line to show: all if they fit, else those around a place from its beginning on."""
    if sum(widths) <= _WIDTH:
        return 0, len(widths)
    first = begin
    room = _WIDTH // 3
    while first > 0 and room >= widths[first - 1]:
        first -= 1
        room -= widths[first]
    last = first
    room = _WIDTH
    while last < len(widths) and room >= widths[last]:
        room -= widths[last]
        last += 1
    return first, last


def _cell(character: str) -> tuple[str, int]:
    """How a character is shown, and how many columns of a terminal that takes."""
    if character == "\t":
        return " " * _TAB, _TAB
    if unicodedata.category(character) in ("Mn", "Me"):
        return character, 0
    if not character.isprintable():
        text = escape(character)
        return text, len(text)
    return character, 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def escape(text: str) -> str:
    """The text with control and direction characters written as escapes."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
