"""Tables out of spreadsheets as lists of card rows: CSV with commas, semicolons or tabs.

The first row names the columns. Those called like a property of the cards are read, and `id`, `name`, `text`
and `copies`; others may hold what a designer likes. Each cell knows its place in the file, and its row and
column as a spreadsheet counts them. What comes out is a list of mappings, as from a card file in YAML.
Nothing is worked out: a cell that begins with `=` is a text.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import islice

from attrs import define, evolve, field, frozen

from rulewright.dsl.data.cells import Cell, plain_name
from rulewright.dsl.data.yamltree import FORBIDDEN, MOST_PROBLEMS, MOST_TEXT, Entry, Mapping, Scalar
from rulewright.dsl.data.yamltree import Sequence as SequenceNode
from rulewright.dsl.problems import Fact, Note, Problem, Rejected, in_order, problem, warning
from rulewright.dsl.problems.spans import NOWHERE, Source, Span
from rulewright.dsl.problems.suggest import nearest

ENDINGS = ("csv", "tsv")
"""How the names of such files end."""

MOST_COLUMNS = 256
"""The most columns of a table."""

_KEYS = {
    **{key: key for key in ("id", "name", "text", "copies")},
    **dict.fromkeys(("quantity", "qty"), "copies"),
}
"""What a column can be besides a property, by what stands above it."""

LIKE_COPIES = ("qty", "quantity", "count", "number", "amount", "copy", "times")
"""Words that people write for `copies`."""

_DELIMITERS = (",", ";", "\t")
_LINE_END = re.compile("\r\n|\r|\n")
_QUOTED = re.compile(r' *"([^"]*(?:""[^"]*)*)" *')
_LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}


@frozen
class Columns:
    """What stands above the columns of a file that are read, and above the others."""

    file: str
    read: tuple[str, ...]
    unread: tuple[str, ...]


def read_table(source: Source, properties: Sequence[str]) -> tuple[SequenceNode, Columns, list[Problem]]:
    """The rows of a table, those that could be read, for cards with these properties."""
    table = _Table(source, properties)
    try:
        table.read()
    except Rejected as rejected:
        table.problems += rejected.problems
    columns = Columns(source.name, tuple(table.read_names), tuple(table.unread_names))
    return SequenceNode(tuple(table.rows), table.start), columns, in_order(table.problems)


@define
class _Table:
    """Reads one file, cell by cell; raises Rejected where it cannot go on."""

    source: Source
    properties: Sequence[str]
    text: str = field(init=False)
    delimiter: str = ","
    at: int = 0
    row: int = 0
    broken: int = 0
    ended: int = 0
    """Where the row ended that is at hand."""
    short: tuple[int, int, Span] = (0, 0, NOWHERE)
    """The last row that was short: its number, how many cells it has, and the place of the last."""
    warned: bool = False
    heads: dict[int, Cell] = field(factory=dict)
    keys: dict[int, Scalar] = field(factory=dict)
    width: int = 0
    rows: list[Mapping] = field(factory=list)
    made: dict[str, Cell] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    read_names: list[str] = field(factory=list)
    unread_names: list[str] = field(factory=list)
    _lines: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.text = self.source.text.removeprefix("\ufeff")
        self._lines = [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    @property
    def start(self) -> Span:
        """The very beginning of the file."""
        return Span(self.source.name, 1, 1, 1, 1)

    def read(self) -> None:
        """All of it."""
        named = re.match(r"sep=([,;\t])(?:\r\n|\r|\n)", self.text)  # a line for one spreadsheet program only
        if named:
            self.delimiter, self.at = named[1], named.end()
        else:
            self.delimiter = self._likely_delimiter()
        head = next((cells for cells in self._records() if _filled(cells)), None)
        if head is None:
            raise Rejected([problem("csv-empty", self.start)])
        self._head(head)
        for cells in self._records():
            if _filled(cells) and self.row != self.broken:
                self._take(cells)

    def _likely_delimiter(self) -> str:
        """The one that parts most cells of the first row; a comma where none does."""
        first = re.search(r"\S", self.text)
        line = _LINE_END.split(self.text[first.start() if first else 0 :], maxsplit=1)[0]
        unquoted = re.sub(r'"(?:[^"]|"")*"', "", line)
        return max(_DELIMITERS, key=unquoted.count)

    # ---- cells -----------------------------------------------------------------------------------

    def _records(self) -> Iterable[list[Cell]]:
        """The rows that are left, each as its cells."""
        while self.at < len(self.text):
            self.row += 1
            cells = [self._cell(1)]
            while self.text[self.at : self.at + 1] == self.delimiter:
                self.at += 1
                cells.append(self._cell(len(cells) + 1))
            self.ended = self.at
            end = _LINE_END.match(self.text, self.at)
            self.at = end.end() if end else len(self.text)
            yield cells

    def _cell(self, column: int) -> Cell:
        """The next cell; what follows it is a delimiter, a line end or nothing."""
        begin = self.at
        found = _QUOTED.match(self.text, begin)
        if found:
            raw, (first, last) = found[1], found.span(1)
            self.at = found.end()
            if self.at < len(self.text) and self.text[self.at] not in (self.delimiter, "\r", "\n"):
                opened = Note(self._span(first - 1, first, column), "the cell begins here")
                self._say("csv-quote-after", self._span(self.at, self.at + 1, column), opened)
                self.at = self._plain_end()
                self.broken = self.row
            exact = '"' not in raw and not _LINE_END.search(raw)
            return self._made(raw.replace('""', '"'), first, last, column, exact)
        self.at = self._plain_end()
        raw = self.text[begin : self.at]
        if raw.lstrip(" ").startswith('"'):
            quote = begin + raw.index('"')
            raise Rejected([problem("csv-quote-open", self._span(quote, quote + 1, column))])
        return self._made(raw, begin, self.at, column, True)

    def _plain_end(self) -> int:
        found = re.compile(f"[{self.delimiter}\r\n]").search(self.text, self.at)
        return found.start() if found else len(self.text)

    def _made(self, text: str, begin: int, end: int, column: int, plain: bool) -> Cell:
        if plain:
            begin += len(text) - len(text.lstrip())
            end = max(begin, end - (len(text) - len(text.rstrip())))
        span = self._span(begin, end, column)
        if "\x00" in text:
            raise Rejected([problem("yaml-character", span, character="U+0000")])
        return Cell(_LINE_END.sub("\n", text.strip()), True, span, plain)

    def _span(self, begin: int, end: int, column: int = 0) -> Span:
        first, last = (bisect_right(self._lines, one) - 1 for one in (begin, end))
        return Span(
            self.source.name,
            first + 1,
            begin - self._lines[first] + 1,
            last + 1,
            end - self._lines[last] + 1,
            self._name(column) if column else "",
        )

    def _name(self, column: int) -> str:
        """A cell as a spreadsheet speaks of it."""
        head = self.heads.get(column)
        return f"row {self.row}, column {_letters(column)}{f': {head.text}' if head and head.text else ''}"

    def _say(self, code: str, span: Span, *notes: Note, **facts: Fact) -> None:
        self.problems.append(problem(code, span, *notes, **facts))
        if len(self.problems) >= MOST_PROBLEMS:
            raise Rejected([])

    # ---- the row of names ------------------------------------------------------------------------

    def _head(self, cells: list[Cell]) -> None:
        """Find out what the columns hold."""
        while cells and not cells[-1].text:
            cells.pop()
        self.width = len(cells)
        if self.width > MOST_COLUMNS:
            last = cells[MOST_COLUMNS]
            raise Rejected([problem("csv-columns", last.span, size=self.width, most=MOST_COLUMNS)])
        named = {plain_name(cell.text) for cell in cells}
        copies = {} if named & _KEYS.keys() - {"id", "name", "text"} else {"count": "copies"}
        known = {**_KEYS, **copies, **{plain_name(one): one for one in self.properties}}
        first: dict[str, Cell] = {}
        for column, cell in enumerate(cells, start=1):
            self.heads[column] = cell
            key = known.get(plain_name(cell.text))
            if key is None:
                self.unread_names.append(cell.text or f"column {_letters(column)}")
                continue
            if key in first:
                self._say("csv-column-twice", cell.span, Note(first[key].span, "the other"), name=key)
                continue
            first[key] = cell
            self.keys[column] = Scalar(key, False, cell.span)
            self.read_names.append(cell.text)
        if not {"id", "name"} & first.keys():
            names = ", ".join(f"`{one.text}`" for one in islice((one for one in cells if one.text), 12))
            raise Rejected([problem("csv-no-name", cells[0].span, names=names)])
        missing = [one for one in (*self.properties, "copies") if one not in first]
        for cell in cells:
            name = plain_name(cell.text)
            near = "copies" if name in LIKE_COPIES else nearest(name, missing)
            if near in missing and name not in known:
                self.problems.append(warning("csv-column-near", cell.span, name=cell.text, near=near))

    # ---- the rows of cards -----------------------------------------------------------------------

    def _take(self, cells: list[Cell]) -> None:
        """One row."""
        facts: dict[str, Fact] = {"have": len(cells), "wanted": self.width, "sign": _SIGNS[self.delimiter]}
        extra = next((one for one in cells[self.width :] if one.text), None)
        if extra is not None:
            self._say("csv-row-long", extra.span, **facts)
        else:
            self._card(self._filled_up(cells))

    def _filled_up(self, cells: list[Cell]) -> list[Cell]:
        """A row with the empty cells at its end that programs leave out.

        Two such rows that make one of full length may be one with a line break: that is warned of once.
        """
        missing = self.width - len(cells)
        if missing > 0 and not self.warned:
            row, have, end = self.short
            if row == self.row - 1 and have + len(cells) == self.width + 1:
                self.problems.append(warning("csv-row-short", end, have=have, wanted=self.width))
                self.warned = True
            self.short = self.row, len(cells), cells[-1].span
        behind = [self._made("", self.ended, self.ended, len(cells) + n, True) for n in range(1, missing + 1)]
        return [*cells[: self.width], *behind]

    def _card(self, cells: list[Cell]) -> None:
        kept: list[Entry] = []
        for column, key in self.keys.items():
            cell, so_far = cells[column - 1], len(self.problems)
            if self._fit(key.text, cell):
                kept.append(Entry(key, cell))
            elif len(self.problems) > so_far and key.text not in ("copies", "text"):
                return  # more would be told of it only because this cell is not there
        span = evolve(cells[0].span.to(cells[-1].span), cell=f"row {self.row}")
        entry = next((one for one in kept if one.key.text == "id"), None) or self._made_id(kept, span)
        if entry is not None:
            others = [one for one in kept if one.key.text != "id"]
            self.rows.append(Mapping((entry, *others), span))

    def _fit(self, key: str, cell: Cell) -> bool:
        """Can a cell be read? Of what is no property, an empty one says nothing."""
        if key in _KEYS.values() and not cell.text:
            return False
        found = FORBIDDEN.search(cell.text)
        if found:
            self._say("yaml-character", cell.span, character=f"U+{ord(found[0]):04X}")
        elif len(cell.text) > MOST_TEXT:
            self._say("yaml-text-too-long", cell.span, size=len(cell.text), most=MOST_TEXT)
        elif key == "copies" and cell.text.startswith("="):
            self._say("csv-formula", cell.span, name=key, formula=cell.text)
        else:
            return True
        return False

    def _made_id(self, entries: Sequence[Entry], row: Span) -> Entry | None:
        """An id for a card without one, of the letters of its name; None where it cannot have one."""
        name = next((one.value for one in entries if one.key.text == "name"), None)
        if not isinstance(name, Cell):
            self._say("csv-no-name-here", row)
            return None
        made = made_id(name.text)
        other = self.made.setdefault(made, name)
        if other is not name:
            self._say("csv-same-id", name.span, Note(other.span, "the other"), id=made)
            return None
        return Entry(Scalar("id", False, name.span), Scalar(made, True, name.span))


_SIGNS = {",": "comma", ";": "semicolon", "\t": "tab"}


def _filled(cells: Iterable[Cell]) -> bool:
    """Is there anything in a row?"""
    return any(cell.text for cell in cells)


def _letters(column: int) -> str:
    """A column as spreadsheets call it: A to Z, then AA."""
    letters = ""
    while column:
        column, last = divmod(column - 1, 26)
        letters = chr(ord("A") + last) + letters
    return letters


def made_id(name: str) -> str:
    """An id out of a name: small letters and digits in ASCII; of other letters their numbers."""
    apart = unicodedata.normalize("NFKD", "".join(_LETTERS.get(one, one) for one in name.casefold()))
    shown = "".join(one for one in apart if not unicodedata.combining(one))
    words = "".join(one if one.isascii() or not one.isalnum() else f"_u{ord(one):x}_" for one in shown)
    made = re.sub("[^a-z0-9]+", "_", words).strip("_")
    return (made if made[:1].isalpha() else f"card_{made}")[:64].rstrip("_")
