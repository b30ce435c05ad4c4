"""Common mistakes by example: each snippet of the table gets its words, and the words read well."""

from __future__ import annotations

import re

import pytest

from rulewright.dsl.problems import Problem
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.problems.wording import word, wording_of
from rulewright.dsl.problems.wording.syntax import SYNTAX
from rulewright.dsl.syntax.mistakes import read_examples
from rulewright.dsl.syntax.parse import parse

SNIPPETS = [(example.code, snippet) for example in read_examples() for snippet in example.snippets]


def problems_of(text: str) -> list[Problem]:
    return parse(Source("test.rules", text))[1]


def only(text: str) -> Problem:
    (one,) = problems_of(text)
    return one


def said(text: str) -> str:
    one = only(text)
    return word(one.code, dict(one.facts)).title


def test_there_are_enough_mistakes() -> None:
    assert len({code for code, _ in SNIPPETS}) > 60


@pytest.mark.parametrize(("code", "snippet"), SNIPPETS, ids=[repr(snippet) for _, snippet in SNIPPETS])
def test_snippet_gets_its_words(code: str, snippet: str) -> None:
    assert {one.code.removesuffix("-near") for one in problems_of(snippet)} == {code}


@pytest.mark.parametrize("code", sorted(SYNTAX))
def test_words_name_no_terminal(code: str) -> None:
    entry = wording_of(code)
    text = entry.title + entry.why + entry.instead
    # RLO-like code points are facts; a word in capitals would be a terminal of the parser.
    assert set(re.findall(r"[A-Z_]{2,}", text)) <= {"UTF", "CSV", "ACTION", "CONDITION", "VALUE", "NAME"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("zone stack Card, face down", "syntax-missing-colon"),
        ("action go(d in trick)\n    require size(trick) = 2", "syntax-equals"),
        ("rule r\n    if full(trick) == yes:\n        x", "syntax-colon-before-block"),
        ("rule r\n    put the(top(a)) b", "put-where"),
        ("rule r\n    deal 3 from a into b", "deal-to"),
        ("action go\n    award 3 to me for s\n    require a", "require-late"),
        ("rule r\n    else\n        x", "else-alone"),
        ("define z = if q(1) then 3", "conditional-else"),
        ("play\n    phase p\n    choose a", "block-missing"),
        ("score s(p) = size(x) <> 3", "foreign-unequal"),
        ("action go\n    require size(x) >> 3", "syntax-compares-doubled"),
        ("define d = size(> 3)", "syntax-expected"),
        ("define d(c: Card) = c.joker or\n    c.value > 3", "line-goes-on"),
        ("action go\n    require a == 0 and\n        b == 1", "line-goes-on"),
        ("define d = if a then 1\n    else 2", "line-goes-on"),
        ("rule r\n    put top(deck)\n        onto pile", "line-goes-on"),
        ("rule r\n    deal 3 from deck\n    to pile", "line-goes-on"),
        ("enum Suit: a, b,\n    c", "line-goes-on"),
        ("rule r\n    if a or\n        x", "value-missing"),
        ('rule r\n    repeat until x\n        because "y"\n        z', "line-begins"),
        ("action go\n    require a\n    and b", "line-begins"),
        ("rule r\n    count += 1", "reserved-word"),
        ("define d = a \\\n    + b", "character-backslash"),
    ],
)
def test_like_texts_get_the_same_words(text: str, code: str) -> None:
    assert only(text).code == code


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("setup\n    shufle deck", "shuffle"),
        ("zoen deck: Life, face up", "zone"),
        ("setup\n    put c inot deck", "into"),
        ("Zone deck: Life, face up", "zone"),
        ("setup\n    Put c into deck", "put"),
    ],
)
def test_nearest_word_is_offered(text: str, near: str) -> None:
    one = only(text)
    message = word(one.code, dict(one.facts))
    assert f"`{near}`" in message.title + message.instead


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("action go\n    award size(hand[me]) + 1 to  me", "`award size(hand[me]) + 1 to me for NAME`"),
        ("add require to lay: x", "`add require NAME to ACTION: CONDITION`"),
        ("var count = 0", "`the_count`"),
    ],
)
def test_advice_goes_by_the_words_of_the_author(text: str, told: str) -> None:
    one = only(text)
    assert told in word(one.code, dict(one.facts)).instead


def test_expected_zone_names_the_word_before() -> None:
    assert said("setup\n    put c into") == "I expected a zone after `into`."


def test_what_could_stand_there_is_sorted_and_in_words() -> None:
    one = only("group Wild earth")
    assert (one.code, one.facts["expected"]) == ("syntax-expected", "`of`")
    assert only("rule r\n    swap a").facts["expected"] == "`with`"


def test_place_of_a_missing_end_is_behind_the_line() -> None:
    span = only("setup\n    put c into   # where?\n").span
    assert (span.line, span.column, span.end_column) == (2, 15, 16)
