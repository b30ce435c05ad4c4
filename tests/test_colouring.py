"""Rule files in colour: what each piece is taken for, and that no list of words is out of date."""

from __future__ import annotations

import json
import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, _TokenType

from rulewright.dsl.syntax import colouring
from rulewright.dsl.syntax.colouring import RulesLexer
from rulewright.dsl.syntax.keywords import DECLARATION_WORDS, RESERVED_WORDS
from rulewright.dsl.syntax.parse import grammar
from rulewright.dsl.syntax.vocabulary import KIND_NAMES

ROOT = Path(__file__).parent.parent
FILES = sorted(
    file for folder in ("rulesets", "tests/toys", "tests/syntax") for file in (ROOT / folder).rglob("*.rules")
)
TEXTMATE = ROOT / "docs/editors/rulewright.tmLanguage.json"


def pieces(text: str) -> list[tuple[_TokenType, str]]:
    """The pieces of a text with what they are taken for, without blanks."""
    return [(kind, piece) for kind, piece in RulesLexer().get_tokens(text) if piece.strip()]


def kinds_of(text: str, piece: str) -> list[_TokenType]:
    """What each piece of a text that reads so is taken for."""
    return [kind for kind, one in pieces(text) if one == piece]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_piece_of_a_sound_file_is_known(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = list(RulesLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert [piece for kind, piece in found if kind in Error] == []
    assert "".join(piece for _, piece in found) == text


@pytest.mark.parametrize(
    ("text", "piece", "kind"),
    [
        ("action take(c in hand[me])", "action", Keyword.Declaration),
        ("action take(c in hand[me])", "take", Name.Function),
        ("action take(c in hand[me])", "me", Name.Builtin.Pseudo),
        ("action reroll", "reroll", Keyword),
        ('cards Life from "cards.yaml"', "Life", Name.Class),
        ('cards Life from "cards.yaml"', "cards.yaml", String.Double),
        ("needs player_count of Life", "player_count", Name.Builtin.Pseudo),
        ("add score richest(p) = 3", "score", Keyword.Declaration),
        ("add score richest(p) = 3", "richest", Name.Function),
        ("remove card Life.vacation", "remove", Keyword.Declaration),
        ("remove card Life.vacation", "vacation", Name.Attribute),
        ("zone deck: Life, face down", "face down", Keyword),
        ("define d = face", "face", Name),
        ("define d = first(pile) == none", "first", Name.Builtin),
        ("define d = first(pile) == none", "none", Keyword.Constant),
        ("define d = c.first", "first", Name.Attribute),
        ("define d = share(p) div 2", "share", Name.Function),
        ("define d = share(p) div 2", "div", Operator.Word),
        ("define f(n: int) = 1..n", "int", Keyword.Type),
        ("define f(n: int) = 1..n", "..", Operator),
        ("define f(n: int) = 1..n", "1", Number.Integer),
        ("define d = 1 # one", "# one", Comment.Single),
        ("define d = 1 & 2", "&", Error),
    ],
)
def test_what_a_piece_is_taken_for(text: str, piece: str, kind: _TokenType) -> None:
    assert kinds_of(text, piece) == [kind]


def test_a_word_begins_a_declaration_at_the_very_left_only() -> None:
    assert kinds_of("play\n    choose play", "play") == [Keyword.Declaration, Name]


def test_gaps_of_a_reason_are_coloured_as_code() -> None:
    text = 'require yes because "{{only}} {level(c)} of 2, \\"low\\""'
    assert kinds_of(text, "level") == [Name.Builtin]
    assert kinds_of(text, "{") == kinds_of(text, "}") == [String.Interpol]
    assert kinds_of(text, "{{") == [String.Escape]
    assert kinds_of(text, " of 2, ") == [String.Double]


def test_braces_of_other_texts_are_text() -> None:
    assert kinds_of('game "A {b} c"', "A {b} c") == [String.Double]


def test_an_open_text_or_gap_ends_with_its_line() -> None:
    assert kinds_of('game "A\nplay', "play") == [Keyword.Declaration]
    assert kinds_of('needs 1 of A because "{b\nplay', "play") == [Keyword.Declaration]


def test_pygments_finds_the_lexer() -> None:
    (found,) = entry_points(group="pygments.lexers", name="rulewright")
    assert found.load() is RulesLexer
    assert isinstance(get_lexer_by_name("rulewright"), RulesLexer)
    assert isinstance(get_lexer_for_filename("a_game.rules"), RulesLexer)


def test_words_with_company_are_words_of_the_grammar() -> None:
    known = {one.pattern.value for one in grammar().terminals if one.pattern.type == "str"}
    listed = {word for company in (*colouring.COMPANIES, *colouring.LONE_WORDS) for word in company.split()}
    assert sorted(listed - known) == []
    assert set(colouring.CHANGING_WORDS) <= DECLARATION_WORDS
    assert {*colouring.CONSTANT_WORDS, *colouring.SIGN_WORDS} <= RESERVED_WORDS


# ---- the grammar for editors ---------------------------------------------------------------------


def patterns() -> dict[str, str]:
    """The patterns of the grammar for editors that stand for themselves, by name."""
    repository: dict[str, Any] = json.loads(TEXTMATE.read_text(encoding="utf-8"))["repository"]
    return {name: rule["match"] for name, rule in repository.items() if "match" in rule}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("declaration", DECLARATION_WORDS),
        ("keyword", colouring.KEYWORDS),
        ("lone-keyword", colouring.LONE_WORDS),
        ("company", colouring.COMPANIES),
        ("sign-word", colouring.SIGN_WORDS),
        ("constant", colouring.CONSTANT_WORDS),
        ("kind", KIND_NAMES),
        ("function", colouring.FUNCTION_WORDS),
        ("value", colouring.VALUE_WORDS),
    ],
)
def test_editors_know_the_same_words(name: str, expected: tuple[str, ...]) -> None:
    longest = max(re.findall(r"\((?:\?:)?([a-z_| ]+)\)", patterns()[name]), key=len)
    assert sorted(longest.split("|")) == sorted(expected)


def test_every_pattern_for_editors_can_be_read_and_is_used() -> None:
    text = TEXTMATE.read_text(encoding="utf-8")
    whole = json.loads(text)
    for pattern in re.findall(r'"(?:match|begin|end)": ("(?:[^"\\]|\\.)*")', text):
        re.compile(json.loads(pattern))
    used = set(re.findall(r'"include": "#([a-z-]+)"', text))
    assert used == set(whole["repository"])
    assert (whole["scopeName"], whole["fileTypes"]) == ("source.rulewright", ["rules"])
