"""The grammar file itself: free of ambiguity, and in step with the word lists of the code."""

from __future__ import annotations

from typing import Any

import pytest
from lark import Lark
from lark.exceptions import GrammarError

from rulewright.dsl.keywords import DECLARATION_WORDS, RESERVED_WORDS, STATEMENT_WORDS
from rulewright.dsl.parse import grammar, grammar_text


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
