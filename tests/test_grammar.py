"""The grammar file itself: free of ambiguity, and in step with the word lists of the code."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from lark import Lark
from lark.exceptions import GrammarError

from rulewright.dsl.problems.spans import Source
from rulewright.dsl.syntax.keywords import DECLARATION_WORDS, RESERVED_WORDS, STATEMENT_WORDS
from rulewright.dsl.syntax.parse import grammar, grammar_text, parser_of, tables
from rulewright.dsl.syntax.reading import read


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


def test_the_parser_reads_the_same_from_tables_and_from_the_grammar() -> None:
    kept, made = json.loads(tables()), grammar()
    from_tables = parser_of(kept["data"], kept["memo"])
    paths = sorted(Path(str(resources.files("rulewright.rulesets"))).rglob("*.rules"))
    assert len(paths) > 10
    for path in paths:
        for piece in read(Source(path.name, path.read_text(encoding="utf-8"))).pieces:
            assert from_tables.parse(piece.text, start="start") == made.parse(piece.text, start="start")
