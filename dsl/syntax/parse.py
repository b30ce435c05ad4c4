"""Text to tree. Never raises for any text: what is wrong comes back as problems beside the tree.

Each declaration is parsed for itself (`dsl.reading` cuts the text), so that a mistake costs one
declaration and the rest is still read. This is the only module that knows the parsing library; what it
gives on are the raw branches of `dsl.branches`.
"""

from __future__ import annotations

import functools
import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from copy import copy
from hashlib import blake2b
from importlib import resources
from typing import Any

import lark
from lark import Lark, LarkError, Token, UnexpectedToken
from lark import Tree as LarkTree
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from rulewright.dsl.problems import Problem, in_order, problem
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.syntax.branches import Branch, Leaf
from rulewright.dsl.syntax.build_changes import build_piece
from rulewright.dsl.syntax.build_expressions import Context
from rulewright.dsl.syntax.keywords import RESERVED_WORDS
from rulewright.dsl.syntax.mistakes import Failure, Mistakes, load_mistakes
from rulewright.dsl.syntax.nodes import Declaration, Tree, Unread
from rulewright.dsl.syntax.reading import MOST_PROBLEMS, Lexeme, Piece, decode, read

__all__ = ["decode", "grammar", "grammar_text", "parse", "tables"]

MOST_DEPTH = 100
"""How deep the tree of one declaration may be: operators in a row, brackets and blocks together."""

_DECLARES_MANY = frozenset({"enum", "cards"})
"""Declarations that name things inside as well: values, properties."""

_SIGNS = (
    *("NAME", "INT", "STRING", "COLON", "COMMA", "DOT", "RANGE", "OPTIONAL", "OPTIONAL_DOT"),
    *("EQUAL", "ADDS", "TAKES", "EQUALS", "UNEQUAL", "LESSTHAN", "AT_MOST", "MORETHAN", "AT_LEAST"),
    *("PLUS", "MINUS", "STAR", "LPAR", "RPAR", "LSQB", "RSQB"),
)


def parse(source: Source) -> tuple[Tree, list[Problem]]:
    """Read a rule file. The tree holds every declaration that could be read.

    Work is bounded by the limits of `dsl.reading` and `MOST_DEPTH`.
    """
    reading = read(source)
    problems = list(reading.problems)
    declarations: list[Declaration] = []
    unread = [_unread(lexemes) for lexemes in reading.unfit]
    for piece in reading.pieces:
        if len(problems) >= MOST_PROBLEMS:
            break
        parsed = _parse_piece(source.name, piece)
        if isinstance(parsed, Failure):
            problems.append(_mistakes().explain(parsed))
            unread.append(_unread(piece.lexemes))
            continue
        if parsed.depth > MOST_DEPTH:
            problems.append(problem("limit-expression", parsed.span, most=MOST_DEPTH))
            unread.append(_unread(piece.lexemes))
            continue
        declarations.append(build_piece(Context(_parse_gap, problems), parsed))
    tree = Tree(source.name, tuple(declarations), reading.comments, unread=tuple(unread))
    return tree, in_order(problems)


def _unread(lexemes: Sequence[Lexeme]) -> Unread:
    """What a declaration that could not be read is about, as far as its words tell."""
    words = [one.text for one in lexemes]
    first = words[0].lower()
    return Unread(first, tuple(words[1:] if first in _DECLARES_MANY else words[1:2]))


def grammar_text() -> str:
    """The grammar as its file has it: the reference of the syntax."""
    return resources.files("rulewright.grammar").joinpath("rules.lark").read_text(encoding="utf-8")


def grammar(*, strict: bool = False) -> Lark:
    """A parser for `start` (one declaration) and `gap`; strict refuses any ambiguity of the grammar."""
    return Lark(
        grammar_text(),
        start=["start", "gap"],
        parser="lalr",
        postlex=_Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


class _Layout(Indenter):
    """Makes blocks of indentation. Holds no state of a text, so that texts may be parsed side by side.

    Reserved words and signs are told apart everywhere; words that are keywords in places only where the
    grammar asks for them.
    """

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 (the library asks for lists)
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4
    always_accept = ("_NL", *_SIGNS, *sorted(word.upper() for word in RESERVED_WORDS))

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        library: Any = Indenter  # its method has no types
        tokens: Iterator[Token] = library.process(copy(self), stream)
        return tokens


@functools.cache
def _parser() -> Lark:
    """The parser, from `tables.json` where that is of this grammar and this version of the library.

    Working the tables out from the grammar takes five times as long as reading them.
    """
    file = resources.files("rulewright.grammar").joinpath("tables.json")
    kept = json.loads(file.read_text(encoding="utf-8"))
    return parser_of(kept["data"], kept["memo"]) if kept["of"] == _made_of() else grammar()


def parser_of(data: Any, memo: Any) -> Lark:
    """The parser that `tables` has as data."""
    library: Any = Lark  # what it keeps of itself has no types
    parser: Lark = library._load_from_dict(_keyed(data), _keyed(memo), postlex=_Layout())
    return parser


def tables() -> str:
    """What `tables.json` is to hold: the parser as data, and what it was made of."""
    library: Any = grammar()
    data, memo = _in_order(*library.memo_serialize([TerminalDef, Rule]))
    del data["options"]["postlex"]
    rows = {"of": _made_of(), "memo": _paired(memo), "data": _paired(data)}
    return json.dumps(rows, separators=(",", ":"), sort_keys=True).replace("]],[", "]],\n[") + "\n"


def _in_order(data: Any, memo: Any) -> tuple[Any, Any]:
    """The same parser with numbers that depend on the grammar alone: the library gives them by chance.

    Tokens and what the memo holds are counted by what they are, states as one comes to them from the start.
    """
    memo_numbers = {old: new for new, old in enumerate(sorted(memo, key=lambda one: json.dumps(memo[one])))}
    table = data["parser"]["parser"]
    tokens = {old: new for new, old in enumerate(sorted(table["tokens"], key=table["tokens"].__getitem__))}
    rows = {
        state: sorted((tokens[token], action) for token, action in row.items())
        for state, row in table["states"].items()
    }
    states: dict[int, int] = {}
    waiting = [state for _, state in sorted(table["start_states"].items())]
    for state in waiting:
        if state not in states:
            states[state] = len(states)
            waiting += [goal for _, (kind, goal) in rows[state] if kind == _SHIFT]
    table["tokens"] = {tokens[old]: name for old, name in sorted(table["tokens"].items(), key=_second)}
    table["states"] = {
        new: {token: (kind, states[goal] if kind == _SHIFT else goal) for token, (kind, goal) in rows[old]}
        for old, new in states.items()
    }
    for ends in ("start_states", "end_states"):
        table[ends] = {start: states[state] for start, state in sorted(table[ends].items())}
    return (
        _with_memo(data, memo_numbers),
        {new: memo[old] for old, new in sorted(memo_numbers.items(), key=_second)},
    )


_SHIFT = 0
"""How the library notes that a parser goes on to a state."""


def _second(pair: tuple[Any, Any]) -> Any:
    return pair[1]


def _with_memo(value: Any, numbers: dict[int, int]) -> Any:
    """Data with new numbers for what it takes from the memo."""
    if isinstance(value, dict):
        if value.keys() == {"@"}:
            return {"@": numbers[value["@"]]}
        return {key: _with_memo(each, numbers) for key, each in value.items()}
    return [_with_memo(each, numbers) for each in value] if isinstance(value, list | tuple) else value


def _made_of() -> list[str]:
    """A hash of the grammar, and the library's version."""
    return [blake2b(grammar_text().encode(), digest_size=16).hexdigest(), lark.__version__]


def _paired(value: Any) -> Any:
    """Data as JSON can hold it: what has numbers for keys becomes pairs under the key `#`."""
    if isinstance(value, dict):
        if any(isinstance(key, int) for key in value):
            return {"#": [[key, _paired(each)] for key, each in value.items()]}
        return {key: _paired(each) for key, each in value.items()}
    return [_paired(each) for each in value] if isinstance(value, list | tuple) else value


def _keyed(value: Any) -> Any:
    """Data as it was before `_paired`."""
    if isinstance(value, dict):
        pairs = value["#"] if "#" in value else value.items()
        return {key: _keyed(each) for key, each in pairs}
    return [_keyed(each) for each in value] if isinstance(value, list) else value


@functools.cache
def _mistakes() -> Mistakes:
    """The examples of grammar/mistakes.yaml, each parsed once to learn where it fails."""
    return load_mistakes(_first_failure, _words_of_terminals())


def _words_of_terminals() -> dict[str, str]:
    """What each keyword and sign of the grammar looks like: `COMMA` is `,`."""
    return {one.name: one.pattern.value for one in _parser().terminals if one.pattern.type == "str"}


def _first_failure(example: str) -> Failure | None:
    """Where the parser stops in an example; None where it does not."""
    for piece in read(Source("", example)).pieces:
        parsed = _parse_piece("", piece)
        if isinstance(parsed, Failure):
            return parsed
    return None


def _parse_piece(file: str, piece: Piece) -> Branch | Failure:
    """One declaration's branch, or where it goes wrong."""
    places = _Places(file, piece.text, piece.line, 1)
    return _parse_text(places, piece.text, "start", piece.lexemes)


def _parse_gap(text: str, span: Span) -> Branch | Problem:
    """The expression inside the braces of a phrase; `span` is where it stands."""
    reading = read(Source(span.file, text))
    if reading.problems:
        return problem("phrase-gap", span, found=text)
    lexemes = tuple(Lexeme(one.text, span) for piece in reading.pieces for one in piece.lexemes)
    parsed = _parse_text(_Places(span.file, text, span.line, span.column), text, "gap", lexemes)
    if isinstance(parsed, Failure) or parsed.depth > MOST_DEPTH:
        return problem("phrase-gap", span, found=text)
    return parsed.branch(0)


def _parse_text(places: _Places, text: str, start: str, lexemes: tuple[Lexeme, ...]) -> Branch | Failure:
    try:
        tree = _parser().parse(text, start=start)
    except UnexpectedToken as error:
        return _failure(places, error, lexemes)
    except LarkError as error:
        offset = getattr(error, "pos_in_stream", None) or 0
        return Failure(-1, frozenset(), "", "", places.span(offset, offset + 1), lexemes)
    branch = _branch(tree, places)
    return branch.branch(0) if start == "start" else branch


def _failure(places: _Places, error: UnexpectedToken, lexemes: tuple[Lexeme, ...]) -> Failure:
    """What the parser knows at the place where it cannot go on."""
    token = error.token
    parser: Any = error.interactive_parser
    expected = frozenset(parser.accepts()) if parser else frozenset(error.expected)
    state = parser.parser_state.position if parser else -1
    begin = token.start_pos or 0
    if token.type in ("_NL", "$END", "_DEDENT"):
        begin, end = places.end_of_line(begin, is_end=token.type == "$END")
    elif token.type == "_INDENT":
        begin, end = places.indentation(begin)
    else:
        end = begin + max(len(token), 1)
    span = places.span(begin, end)
    before = tuple(one for one in lexemes if (one.span.line, one.span.column) < (span.line, span.column))
    return Failure(state, expected, str(token.type), str(token), span, before, lexemes[len(before) :])


def _branch(tree: LarkTree[Token], places: _Places) -> Branch:
    """The library's tree as branches, without recursion: chains may be thousands long."""
    made: dict[int, Branch] = {}
    for one in tree.iter_subtrees():
        parts: list[Branch | Leaf | None] = []
        end = one.meta.end_pos if not one.meta.empty else 0
        for child in one.children:
            if isinstance(child, LarkTree):
                parts.append(made[id(child)])
            elif isinstance(child, Token):
                begin = child.start_pos or 0
                parts.append(Leaf(str(child), places.span(begin, begin + len(child))))
            else:
                parts.append(None)
        begin = one.meta.start_pos if not one.meta.empty else 0
        depth = 1 + max((part.depth for part in parts if isinstance(part, Branch)), default=0)
        made[id(one)] = Branch(str(one.data), tuple(parts), places.span(begin, end), depth)
    return made[id(tree)]


class _Places:
    """Turns offsets in a parsed text into places in its file; the text begins at a line and column."""

    def __init__(self, file: str, text: str, line: int, column: int) -> None:
        self._file = file
        self._text = text
        self._line = line
        self._column = column
        self._starts = [0, *(index + 1 for index, one in enumerate(text) if one == "\n")]

    def span(self, begin: int, end: int) -> Span:
        """The stretch from one offset to another, without the blanks and line ends at its end."""
        while end > begin + 1 and self._text[end - 1 : end] in (" ", "\n", "\t", ""):
            end -= 1
        line, column = self._place(end - 1)
        return Span(self._file, *self._place(begin), line, column + 1)

    def end_of_line(self, offset: int, *, is_end: bool) -> tuple[int, int]:
        """The offsets just behind the text that stands before a place, where something is missing."""
        begin = len(self._text[: len(self._text) if is_end else offset].rstrip())
        return begin, begin + 1

    def indentation(self, offset: int) -> tuple[int, int]:
        """The offsets of the first thing on the line that begins behind a line end."""
        begin = offset
        while self._text[begin : begin + 1] in (" ", "\n"):
            begin += 1
        end = self._text.find("\n", begin)
        return begin, max(begin + 1, end)

    def _place(self, offset: int) -> tuple[int, int]:
        row = bisect_right(self._starts, offset) - 1
        column = offset - self._starts[row] + 1
        return self._line + row, column + (self._column - 1 if row == 0 else 0)
