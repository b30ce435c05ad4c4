"""The grammar file itself: free of ambiguity, and in step with the word lists of the code."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import lark
import pytest
from lark import Lark
from lark.exceptions import GrammarError, LarkError

from rulewright.dsl.problems.spans import Source
from rulewright.dsl.syntax.branches import Branch, Lexeme
from rulewright.dsl.syntax.keywords import DECLARATION_WORDS, RESERVED_WORDS, STATEMENT_WORDS
from rulewright.dsl.syntax.lalr import run
from rulewright.dsl.syntax.reading import read
from rulewright.dsl.syntax.tables import grammar, grammar_text, tables


@pytest.fixture(scope="module")
def strict() -> Lark:
    return grammar(strict=True)


def words_of(parser: Lark) -> set[str]:
    return {one.pattern.value for one in parser.terminals if one.pattern.type == "str"}


def test_grammar_is_unambiguous_in_strict_mode(strict: Lark) -> None:
    assert strict.parse("language 1\n", start="start").children


def test_strict_mode_would_catch_an_ambiguity() -> None:
    with pytest.raises(GrammarError):
        Lark('start: a | b\na: "x"\nb: "x"\n', parser="lalr", strict=True)


def test_every_listed_word_is_a_word_of_the_grammar(strict: Lark) -> None:
    assert words_of(strict) >= DECLARATION_WORDS | STATEMENT_WORDS | RESERVED_WORDS


def test_every_declaration_word_begins_a_declaration(strict: Lark) -> None:
    parser: Any = strict.parse_interactive("", start="start")
    start = parser.accepts()
    assert {word.upper() for word in DECLARATION_WORDS} == start


def test_signs_told_apart_everywhere_exist_in_the_grammar(strict: Lark) -> None:
    names = {one.name for one in strict.terminals}
    layout = strict.options.postlex
    assert layout
    assert set(layout.always_accept) <= names


def test_sections_stand_in_the_order_of_a_file() -> None:
    text = grammar_text()
    places = [
        text.index(f"{word}:")
        for word in ("\nlanguage", "\nenum", "\nsetup", "\nscore", "\nphase", "\nput", "\nmatch")
    ]
    assert places == sorted(places)


def test_the_tables_that_are_kept_are_those_of_the_grammar() -> None:
    """After a change of the grammar: `python .ci/grammar_tables.py`."""
    kept = resources.files("rulewright.grammar").joinpath("tables.json").read_text(encoding="utf-8")
    assert kept == tables()


def test_rules_are_read_as_lark_reads_them() -> None:
    """The same trees, and the same texts refused, of all rules and of each broken off in the middle."""
    paths = sorted((Path(__file__).parent.parent).rglob("*.rules"))
    assert len(paths) > 10
    library = grammar()
    for path in paths:
        for piece in read(Source(path.name, path.read_text(encoding="utf-8"))).pieces:
            for text in (piece.text, piece.text[: len(piece.text) // 2] + "\n"):
                assert own(text) == by_lark(library, text), f"{path}:{piece.line}"


def own(text: str) -> object:
    """A declaration by the program's parser: rules, words, what is absent; None for one that is refused."""
    (piece,) = read(Source("", text)).pieces or (None,)
    parsed = None if piece is None else run("start", piece.lexemes, lines=True)
    return plain(parsed) if isinstance(parsed, Branch) else None


def plain(part: Branch | Lexeme | None) -> object:
    if isinstance(part, Branch):
        return part.rule, [plain(one) for one in part.parts]
    return part and part.text


def by_lark(library: Lark, text: str) -> object:
    """The same by lark, from the grammar itself."""
    try:
        return plain_of_lark(library.parse(text, start="start"))
    except LarkError:
        return None


def plain_of_lark(part: Any) -> object:
    if isinstance(part, lark.Tree):
        return str(part.data), [plain_of_lark(one) for one in part.children]
    return part and str(part)
