"""Text to tree. Never raises for any text: what is wrong comes back as problems beside the tree.

Each declaration is parsed for itself (`dsl.reading` cuts the text), so that a mistake costs one
declaration and the rest is still read.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from rulewright.dsl.problems import Problem, in_order, problem
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.syntax.branches import Branch, Lexeme
from rulewright.dsl.syntax.build_changes import build_piece
from rulewright.dsl.syntax.build_expressions import Context
from rulewright.dsl.syntax.lalr import END, Stop, run, tables
from rulewright.dsl.syntax.mistakes import Failure, Mistakes, load_mistakes
from rulewright.dsl.syntax.nodes import Declaration, Tree, Unread
from rulewright.dsl.syntax.reading import MOST_PROBLEMS, Piece, decode, read

__all__ = ["decode", "parse"]

MOST_DEPTH = 100
"""How deep the tree of one declaration may be: operators in a row, brackets and blocks together."""

_DECLARES_MANY = frozenset({"enum", "cards"})
"""Declarations that name things inside as well: values, properties."""


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
        parsed = _parse_piece(piece)
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


@functools.cache
def _mistakes() -> Mistakes:
    """The examples of grammar/mistakes.yaml, each parsed once to learn where it fails."""
    words = {terminal: text for text, terminal in tables().terminals.items()}
    return load_mistakes(_first_failure, words)


def _first_failure(example: str) -> Failure | None:
    """Where the parser stops in an example; None where it does not."""
    for piece in read(Source("", example)).pieces:
        parsed = _parse_piece(piece)
        if isinstance(parsed, Failure):
            return parsed
    return None


def _parse_piece(piece: Piece) -> Branch | Failure:
    """One declaration's branch, or where it goes wrong."""
    parsed = run("start", piece.lexemes, lines=True)
    return _failure(parsed, piece.lexemes) if isinstance(parsed, Stop) else parsed.branch(0)


def _parse_gap(text: str, span: Span) -> Branch | Problem:
    """The expression inside the braces of a phrase; `span` is where it stands."""
    reading = read(Source(span.file, text))
    lexemes = [_moved(one, span) for piece in reading.pieces for one in piece.lexemes]
    parsed = None if reading.problems or reading.comments else run("gap", lexemes, lines=False)
    if not isinstance(parsed, Branch) or parsed.depth > MOST_DEPTH:
        return problem("phrase-gap", span, found=text)
    return parsed.branch(0)


def _moved(lexeme: Lexeme, span: Span) -> Lexeme:
    """A lexeme of a text that stands within a line, from a place on."""
    begin, end = (span.column - 1 + column for column in (lexeme.span.column, lexeme.span.end_column))
    return Lexeme(lexeme.text, Span(span.file, span.line, begin, span.line, end))


def _failure(stop: Stop, lexemes: Sequence[Lexeme]) -> Failure:
    """What the parser knows at the place where it cannot go on."""
    before, behind = tuple(lexemes[: stop.index]), tuple(lexemes[stop.index :])
    text = ""
    if stop.terminal in ("_NL", "_DEDENT", END):  # what is missing belongs behind the last word
        last = before[-1].span
        span = Span(last.file, last.line, last.end_column, last.line, last.end_column + 1)
    elif stop.terminal == "_INDENT":
        line = [one.span for one in behind if one.span.line == behind[0].span.line]
        span = line[0].to(line[-1])
    else:
        text, span = behind[0].text, behind[0].span
    expected = frozenset(tables().accepted(stop.states))
    return Failure(stop.states[-1], expected, stop.terminal, text, span, before, behind)
