"""A rule file before its syntax is read: characters, lines, comments, brackets and limits.

The text is cut into pieces, one for each line that begins in column 0. A piece with a problem of form is
kept from the parser, the others are read on, so that one run tells of every declaration that is wrong.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE

from attrs import define, field, frozen

from rulewright.dsl.problems import Fact, Note, Problem, problem
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.syntax.keywords import DECLARATION_WORDS
from rulewright.dsl.syntax.nodes import Comment

MOST_BYTES = 256 * 1024
"""The longest file, in bytes of UTF-8."""

MOST_TOKENS = 20_000
"""The most words, numbers, strings and signs in a file."""

MOST_NESTING = 60
"""How many brackets and indented blocks may stand within one another."""

MOST_NAME = 64
"""The longest name, in characters."""

MOST_NUMBER = 2**31 - 1
"""The largest number that can be written; all arithmetic stays within 32 bits."""

MOST_PROBLEMS = 50
"""How many problems of one file are told before reading stops."""

_FOREIGN_WORDS = {"true": "yes", "false": "no", "null": "none"}
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, all but tab and line ends
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of writing
    "\u2028\u2029\u200b\u2060\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"  # unseen, or no characters
)
_LINE_END = re.compile("\r\n|\r|\n")
_LEXEME = re.compile(
    r"(?P<space>[ \t]+)"
    r"|(?P<comment>\#.*)"
    r'|(?P<string>"(?:[^"\\]|\\.)*")'
    r'|(?P<open_string>".*)'
    r"|(?P<word>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<number>[0-9][A-Za-z0-9_]*)"
    r"|(?P<sign>\.\.|\?\.|[=!<>+-]=|[-+*<>=:,.?()\[\]])"
    r"|(?P<other>[^\x00-\x7f]+|.)",
    re.DOTALL,
)
_GAP = re.compile(r"\{[^{}]*\}")
_CLOSING = {"(": ")", "[": "]"}
_CHARACTER_CODES = {
    **dict.fromkeys("{}", "character-brace"),
    **dict.fromkeys("“”„‘’'`«»", "character-quote"),
    **dict.fromkeys("−–—", "character-dash"),
    ";": "character-semicolon",
    "&": "character-and",
    "|": "character-or",
    "!": "character-not",
    "/": "character-divide",
    "%": "character-modulo",
    "_": "character-underscore",
    "\\": "character-backslash",
}


@frozen
class Lexeme:
    """One word, number, string or sign of a piece, for speaking of what stood before a mistake."""

    text: str
    span: Span


@frozen
class Piece:
    """One declaration's text: lines without comments, each ended by LF; `line` is that of the first."""

    text: str
    line: int
    lexemes: tuple[Lexeme, ...]


@frozen
class Reading:
    """What reading found: the pieces fit for the parser, all comments, and what is wrong.

    `unfit` are the lexemes of each piece that is kept from the parser.
    """

    pieces: tuple[Piece, ...]
    comments: tuple[Comment, ...]
    problems: tuple[Problem, ...]
    unfit: tuple[tuple[Lexeme, ...], ...] = ()


def decode(name: str, data: bytes) -> tuple[Source, list[Problem]]:
    """The bytes of a file as a source; what is not UTF-8 is a problem with its line and column."""
    if len(data) > MOST_BYTES:
        place = Span(name, 1, 1, 1, 1)
        return Source(name, ""), [problem("limit-file-size", place, size=len(data), most=MOST_BYTES)]
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return Source(name, ""), [problem("not-utf8-wide", Span(name, 1, 1, 1, 1))]
    try:
        return Source(name, data.decode("utf-8-sig")), []
    except UnicodeDecodeError as error:
        before = _LINE_END.split(data[: error.start].decode("utf-8-sig", "replace"))
        column = len(before[-1]) + 1
        place = Span(name, len(before), column, len(before), column + 1)
        wrong = problem("not-utf8", place, byte=f"{data[error.start]:#04x}")
        return Source(name, data.decode("utf-8-sig", "replace")), [wrong]


def read(source: Source) -> Reading:
    """Cut a text into pieces and test its form; bounded work for any text."""
    text = source.text.removeprefix("\ufeff")
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        place = Span(source.name, 1, 1, 1, 1)
        return Reading((), (), (problem("limit-file-size", place, size=size, most=MOST_BYTES),))
    reader = _Reader(source.name)
    try:
        for number, line in enumerate(_LINE_END.split(text), start=1):
            reader.take(number, line)
        reader.finish_piece()
    except _Enough:
        reader.unfit += [one.lexemes for one in reader.pieces]
        reader.pieces.clear()
    return Reading(tuple(reader.pieces), tuple(reader.comments), tuple(reader.problems), tuple(reader.unfit))


class _Enough(Exception):
    """Ends the reading of a file that is over a limit or full of problems."""


@define
class _Reader:
    """Takes the lines of one file in turn."""

    file: str
    pieces: list[Piece] = field(factory=list)
    comments: list[Comment] = field(factory=list)
    problems: list[Problem] = field(factory=list)
    unfit: list[tuple[Lexeme, ...]] = field(factory=list)
    _first_line: int = 0
    _lines: list[str] = field(factory=list)
    _lexemes: list[Lexeme] = field(factory=list)
    _brackets: list[Lexeme] = field(factory=list)
    _indents: list[int] = field(factory=list)
    _tokens: int = 0
    _broken: bool = False

    def take(self, number: int, raw: str) -> None:
        """Read one line, given without its end."""
        line = self._without_unseen(number, raw)
        body = line.lstrip()
        if not body or body.startswith("#"):
            if body:
                self.comments.append(Comment(body.rstrip(), number, alone=True))
            self._lines.append("")
            return
        depth = len(line) - len(body)
        if self._begins_piece(depth, body):
            self.finish_piece()
            self._first_line = number
        if not self._brackets:
            self._indent(number, line[:depth])
        begin = 0 if self._brackets else depth
        self._lines.append(line[:begin] + self._scan(number, line, begin))

    def finish_piece(self) -> None:
        """End the piece being read; keep it for the parser if its form is right."""
        if self._brackets:
            bracket = self._brackets[-1]
            self._say("bracket-unclosed", bracket.span, found=bracket.text, closing=_CLOSING[bracket.text])
        if self._first_line and not self._broken:
            text = "\n".join(self._lines).rstrip() + "\n"
            self.pieces.append(Piece(text, self._first_line, tuple(self._lexemes)))
        elif self._lexemes:
            self.unfit.append(tuple(self._lexemes))
        self._lines = []
        self._lexemes = []
        self._brackets = []
        self._indents = []
        self._broken = False
        self._first_line = 0

    def _begins_piece(self, depth: int, body: str) -> bool:
        """Whether a line begins a declaration. In an open bracket only a word that must begin one does."""
        if depth:
            return False
        if not self._brackets:
            return True
        word = re.match(r"[a-z]+\b", body)
        return word is not None and word[0] in DECLARATION_WORDS

    def _indent(self, number: int, indentation: str) -> None:
        """Test a line's indentation and keep count of the blocks it stands in."""
        for column, character in enumerate(indentation, start=1):
            if character != " ":
                code = "indent-tab" if character == "\t" else "indent-space"
                self._say(code, self._span(number, column, 1), character=f"U+{ord(character):04X}")
                return
        depth = len(indentation)
        if not self._first_line:
            self._first_line = number
            if depth:
                self._say("indent-first", self._span(number, 1, depth))
        while self._indents and self._indents[-1] > depth:
            self._indents.pop()
            if not self._indents or self._indents[-1] < depth:
                self._say("indent-uneven", self._span(number, 1, depth))
        if not self._indents or self._indents[-1] < depth:
            self._indents.append(depth)
            self._test_nesting(self._span(number, 1, depth))

    def _test_nesting(self, span: Span) -> None:
        depth = len(self._indents) + len(self._brackets)
        if depth == MOST_NESTING + 1 and not self._broken:
            self._say("limit-nesting", span, most=MOST_NESTING)

    def _scan(self, number: int, line: str, begin: int) -> str:
        """Test what stands in a line from a place on; gives the line from there without its comment."""
        for found in _LEXEME.finditer(line, begin):
            kind = found.lastgroup
            span = self._span(number, found.start() + 1, len(found[0]))
            if kind == "space":
                continue
            if kind == "comment":
                self.comments.append(Comment(found[0].rstrip(), number, alone=False))
                return line[begin : found.start()]
            if kind == "open_string":
                self._say("string-unclosed", span)
                break
            if kind == "other":
                self._say_character(found[0], span)
                continue
            self._count(span)
            self._lexemes.append(Lexeme(found[0], span))
            self._test_lexeme(str(kind), found[0], span)
        return line[begin:]

    def _count(self, span: Span) -> None:
        self._tokens += 1
        if self._tokens > MOST_TOKENS:
            self._say("limit-tokens", span, most=MOST_TOKENS)
            raise _Enough

    def _test_lexeme(self, kind: str, text: str, span: Span) -> None:
        if kind == "string":
            self._test_string(text, span)
        elif kind == "word":
            self._test_word(text, span)
        elif kind == "number":
            self._test_number(text, span)
        elif text in _CLOSING:
            self._brackets.append(Lexeme(text, span))
            self._test_nesting(span)
        elif text in (")", "]"):
            self._close(text, span)

    def _close(self, closing: str, span: Span) -> None:
        """Take the bracket that a closing one belongs to."""
        if not self._brackets:
            self._say("bracket-unopened", span, found=closing)
            return
        opener = self._brackets.pop()
        if _CLOSING[opener.text] != closing:
            note = Note(opener.span, f"opened here by `{opener.text}`")
            self._say("bracket-wrong", span, note, found=closing, closing=_CLOSING[opener.text])

    def _test_string(self, text: str, span: Span) -> None:
        """Test a string's escapes. What stands in its gaps counts like what stands outside."""
        for gap in _GAP.finditer(text):
            for _ in range(len(_LEXEME.findall(gap[0]))):
                self._count(span)
        for escape in re.finditer(r"\\.|\t", text):
            if escape[0] not in ('\\"', "\\\\"):
                place = self._span(span.line, span.column + escape.start(), len(escape[0]))
                self._say("string-escape", place, found="a tab" if escape[0] == "\t" else escape[0])

    def _test_word(self, text: str, span: Span) -> None:
        if len(text) > MOST_NAME:
            self._say("limit-name", span, most=MOST_NAME, size=len(text))
        native = _FOREIGN_WORDS.get(text.lower())
        if native and text in (text.lower(), text.capitalize(), text.upper()):
            self._say("word-foreign", span, found=text, instead=native)

    def _test_number(self, text: str, span: Span) -> None:
        if not text.isdigit():
            self._say("number-form", span, found=text)
        elif len(text) > 10 or int(text) > MOST_NUMBER:
            self._say("limit-number", span, most=MOST_NUMBER)

    def _say_character(self, text: str, span: Span) -> None:
        """Tell of a character that has no place in the language outside strings and comments."""
        first = text[0]
        if first.isascii() or first in _CHARACTER_CODES:
            code = _CHARACTER_CODES.get(first, "character-unknown")
        elif first.isspace():
            code = "character-space"
        elif first.isnumeric():
            code = "character-digit"
        else:
            code = "character-not-ascii"
        self._say(code, span, found=text, character=f"U+{ord(first):04X}")

    def _without_unseen(self, number: int, line: str) -> str:
        """The line with unseen characters told of and made spaces; they could make a text lie."""
        found = _UNSEEN.search(line)
        if not found:
            return line
        place = self._span(number, found.start() + 1, 1)
        broken = self._broken
        self._say("character-unseen", place, character=f"U+{ord(found[0]):04X}")
        self._broken = broken
        return _UNSEEN.sub(" ", line)

    def _say(self, code: str, span: Span, *notes: Note, **facts: Fact) -> None:
        self.problems.append(problem(code, span, *notes, **facts))
        self._broken = True
        if len(self.problems) >= MOST_PROBLEMS:
            raise _Enough

    def _span(self, line: int, column: int, length: int) -> Span:
        return Span(self.file, line, column, line, column + max(length, 1))
