"""Text to tree: what is read, what is refused, and that nothing ever raises."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.problems import Problem
from rulewright.dsl.problems.report import render
from rulewright.dsl.problems.spans import NOWHERE, Source, Span
from rulewright.dsl.syntax.nodes import (
    ActionDeclaration,
    Among,
    Assign,
    Binary,
    Call,
    Definition,
    EnumDeclaration,
    Expression,
    Field,
    Filtered,
    If,
    Index,
    Match,
    Name,
    NeedsDeclaration,
    Number,
    Phrase,
    SetupDeclaration,
    Tree,
    Unary,
    VariableDeclaration,
    ZoneDeclaration,
)
from rulewright.dsl.syntax.parse import decode, parse

EVERYTHING = Path(__file__).parent / "syntax" / "everything.rules"
TOYS = sorted((Path(__file__).parent / "toys").glob("*.rules"))


def read(text: str) -> tuple[Tree, list[Problem]]:
    return parse(Source("test.rules", text))


def good(text: str) -> Tree:
    tree, problems = read(text)
    assert [(one.code, one.span.line) for one in problems] == []
    return tree


def codes(text: str) -> list[str]:
    return [one.code for one in read(text)[1]]


def place(text: str) -> tuple[str, int, int, int]:
    """The code, line, column and end column of the only problem."""
    (one,) = read(text)[1]
    return one.code, one.span.line, one.span.column, one.span.end_column


def value(text: str) -> Expression:
    (definition,) = good(f"define d = {text}\n").declarations
    assert isinstance(definition, Definition)
    return definition.value


def name(text: str) -> Name:
    return Name(text, span=NOWHERE)


def number(value: int) -> Number:
    return Number(value, span=NOWHERE)


def binary(sign: str, left: Expression, right: Expression) -> Binary:
    return Binary(sign, left, right, span=NOWHERE)


# ---- what is read --------------------------------------------------------------------------------


def test_every_construct_is_read() -> None:
    assert len(good(EVERYTHING.read_text(encoding="utf-8")).declarations) == 57


@pytest.mark.parametrize("path", TOYS, ids=lambda path: path.stem)
def test_toys_are_read(path: Path) -> None:
    good(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("loose", "tight"),
    [
        ("a or b and c", "a or (b and c)"),
        ("not a == b", "not (a == b)"),
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("-a * b", "(-a) * b"),
        ("a + 1 .. b * 2", "(a + 1) .. (b * 2)"),
        ("a in 1 .. 3", "a in (1 .. 3)"),
        ("a or b else c", "(a or b) else c"),
        ("a else b else c", "a else (b else c)"),
        ("if a then b or c else d else e", "if a then (b or c) else (d else e)"),
        ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
        ("all pile[p] where it.f", "(all (pile[p])) where (it.f)"),
        ("place of a + b by most c + d", "place of (a + b) by most (c + d)"),
        ("place of p by most c == 1 or d", "((place of p by most c) == 1) or d"),
        ("a in place of p by most c skipping ties", "a in (place of p by most c skipping ties)"),
        ("place of p by most c else d", "(place of p by most c) else d"),
        ("x?.f == a and b", "((x?.f) == a) and b"),
    ],
)
def test_binding(loose: str, tight: str) -> None:
    assert value(loose) == value(tight)


def test_div_ends_at_the_end_of_the_word() -> None:
    assert value("7 div two") == binary("div", number(7), name("two"))
    assert value("divtwo") == name("divtwo")
    assert codes("define d = 7 divtwo") == ["syntax-expected"]


def test_words_are_keywords_only_where_the_grammar_asks_for_them() -> None:
    expected = Call("first", (name("owner"),), span=NOWHERE)
    assert value("first(owner)") == expected
    assert good("zone score of player: play, face up").declarations == (
        ZoneDeclaration("score", (), ("player",), "play", "up", span=NOWHERE),
    )


def test_actions_may_be_called_by_their_verb() -> None:
    (action,) = good("action reroll").declarations
    assert isinstance(action, ActionDeclaration)
    assert action.name == "reroll"


def test_filter_with_a_name() -> None:
    among = Among("c", name("Life"), Field(name("c"), "joker", span=NOWHERE), span=NOWHERE)
    assert value("(c in Life where c.joker)") == Filtered(among, span=NOWHERE)


def test_comparison_in_parentheses_is_no_name_of_a_filter() -> None:
    read_back = value("((c in Life) where c)")
    assert isinstance(read_back, Filtered)
    assert read_back.source.name is None


def test_choice_gives_its_name_to_its_source() -> None:
    (action,) = good("action take(c in hand[me] where c.joker)").declarations
    assert isinstance(action, ActionDeclaration)
    assert action.choices[0].source.name == "c"


def test_not_in() -> None:
    assert value("a not in b") == Unary("not", binary("in", name("a"), name("b")), span=NOWHERE)


def test_match_arms() -> None:
    (definition,) = good("define d = match m\n    a, b: 1\n    else: 2\n").declarations
    assert isinstance(definition, Definition)
    assert isinstance(definition.value, Match)
    first, other = definition.value.arms
    assert (first.patterns, first.value) == ((name("a"), name("b")), number(1))
    assert (other.patterns, other.value) == ((), number(2))


def test_else_if_is_one_if_in_the_other() -> None:
    text = "setup\n    if a\n        b\n    else if c\n        d\n    else\n        e\n"
    (setup,) = good(text).declarations
    assert isinstance(setup, SetupDeclaration)
    (outer,) = setup.body
    assert isinstance(outer, If)
    (inner,) = outer.otherwise
    assert isinstance(inner, If)
    assert len(inner.otherwise) == 1


def test_assignment_to_an_index() -> None:
    (setup,) = good("setup\n    copied[c] += 2\n").declarations
    target = Index(name("copied"), (name("c"),), span=NOWHERE)
    assert setup == SetupDeclaration((Assign(target, "+=", number(2), span=NOWHERE),), span=NOWHERE)


def test_phrase_with_gaps_escapes_and_braces() -> None:
    (needs,) = good('needs 1 of Life because "{a} \\"b\\" {{c}} \\\\"').declarations
    assert isinstance(needs, NeedsDeclaration)
    assert needs.because == Phrase((name("a"), ' "b" {c} \\'), span=NOWHERE)


def test_gap_knows_its_place() -> None:
    (needs,) = good('needs 1 of Life because "ab {cd}"').declarations
    assert isinstance(needs, NeedsDeclaration)
    assert needs.because
    gap = needs.because.parts[1]
    assert isinstance(gap, Name)
    assert (gap.span.line, gap.span.column, gap.span.end_column) == (1, 30, 32)


def test_lines_run_on_inside_brackets() -> None:
    assert value("max(\n    a,  # the first\n    b\n)") == value("max(a, b)")


def test_comments_are_kept_with_their_lines() -> None:
    comments = good("# one\nenum A: b  # two\n\n    # three\n").comments
    assert [(one.text, one.line, one.alone) for one in comments] == [
        ("# one", 1, True),
        ("# two", 2, False),
        ("# three", 4, True),
    ]


def test_sign_of_a_comment_in_a_text_is_text() -> None:
    assert good('include "a#b"').comments == ()


def test_spans_end_where_the_thing_ends() -> None:
    (setup,) = good("setup\n    put c into deck  # there\n\n\nplay\n    x\n").declarations[:1]
    assert isinstance(setup, SetupDeclaration)
    span = setup.body[0].span
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 5, 2, 20)
    assert setup.span.end_line == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_line_ends_read_alike(end: str) -> None:
    text = "\ufeffenum A: b\n\nsetup\n    x\n    if a\n        y"
    tree = good(text.replace("\n", end))
    assert tree == good(text)
    assert tree.declarations[1].span.line == 3


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "\ufeff", "   \n\t\n"])
def test_nothing_to_read_is_no_problem_of_form(text: str) -> None:
    assert good(text).declarations == ()


def test_reading_resumes_at_the_next_declaration() -> None:
    tree, problems = read("enum A b\nvar x = 1\nzone z\nvar y = 2\n")
    assert [one.span.line for one in problems] == [1, 3]
    assert [one.name for one in tree.declarations if isinstance(one, VariableDeclaration)] == ["x", "y"]


def test_unclosed_bracket_costs_only_its_declaration() -> None:
    tree, problems = read("define d = min(a,\n    b\nenum A: b\n")
    assert [(one.code, one.span.line, one.span.column) for one in problems] == [("bracket-unclosed", 1, 15)]
    assert [type(one) for one in tree.declarations] == [EnumDeclaration]


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zone deal: Life, face up", ("reserved-word", 1, 6, 10)),
        ("enum A: b, for", ("reserved-word", 1, 12, 15)),
        ("setup\n\tx", ("indent-tab", 2, 1, 2)),
        ("setup\n    x\n \u00a0  y", ("indent-space", 3, 2, 3)),
        ("  setup\n    x", ("indent-first", 1, 1, 3)),
        ("setup\n        x\n    y", ("indent-uneven", 3, 1, 5)),
        ("setup\n    x\n        y", ("indent-unexpected", 3, 9, 10)),
        ("define d = (1", ("bracket-unclosed", 1, 12, 13)),
        ("define d = 1)", ("bracket-unopened", 1, 13, 14)),
        ("define d = (1]", ("bracket-wrong", 1, 14, 15)),
        ('include "abc', ("string-unclosed", 1, 9, 13)),
        ('include "a\\nc"', ("string-escape", 1, 11, 13)),
        ("define d = a\u00a0+ 1", ("character-space", 1, 13, 14)),
        ("define d = \uff13", ("character-digit", 1, 12, 13)),
        ("define d = \u5361", ("character-not-ascii", 1, 12, 13)),
        ("define d = \u201ca\u201d", ("character-quote", 1, 12, 13)),
        ("define d = a; b", ("character-semicolon", 1, 13, 14)),
        ("define d = a && b", ("character-and", 1, 14, 15)),
        ("define d = 3x", ("number-form", 1, 12, 14)),
        ("define d = true", ("word-foreign", 1, 12, 16)),
        ("define d = 2147483648", ("limit-number", 1, 12, 22)),
        (f"define {'n' * 65} = 1", ("limit-name", 1, 8, 73)),
        ('needs 1 of A because "a } b"', ("phrase-brace", 1, 25, 26)),
        ('needs 1 of A because "{}"', ("phrase-empty-gap", 1, 24, 25)),
        ('needs 1 of A because "{a +}"', ("phrase-gap", 1, 24, 27)),
        ("define d = avg(c.v for c in hand)", ("fold-unknown", 1, 12, 15)),
        ("define d = (a == b where c)", ("filter-of-comparison", 1, 13, 19)),
        ("zone z: Life, face up, face down", ("zone-option-twice", 1, 24, 33)),
    ],
    ids=lambda case: case[0] if isinstance(case, tuple) else None,
)
def test_refused_with_its_place(text: str, expected: tuple[str, int, int, int]) -> None:
    problems = read(text)[1]
    first = problems[0]
    assert (first.code, first.span.line, first.span.column, first.span.end_column) == expected


@pytest.mark.parametrize("number", ["0", "2147483647", "0007"])
def test_numbers_within_32_bits_are_read(number: str) -> None:
    assert value(number) == Number(int(number), span=NOWHERE)


@pytest.mark.parametrize(
    "text",
    ["# a \u202e comment", 'include "a\u2066b"', "enum A: b\u200b", "enum A: b\x1b[2J", "enum A: b\x00"],
    ids=["comment", "string", "zero-width", "escape", "nul"],
)
def test_unseen_characters_are_refused_everywhere(text: str) -> None:
    assert "character-unseen" in codes(text)


def test_two_scripts_in_texts_and_comments_are_fine() -> None:
    good('game "\u767c\u660e\u5bb6 \U0001f0a1"  # \u5361\u724c')


# ---- limits --------------------------------------------------------------------------------------


def test_file_of_one_megabyte_is_refused_unread() -> None:
    assert codes("var x = 1\n" * 100_000) == ["limit-file-size"]


def test_file_up_to_the_limit_is_read() -> None:
    text = "# " + "x" * (256 * 1024 - 2)
    assert decode("a.rules", text.encode()) == (Source("a.rules", text), [])
    assert codes(text) == []


def test_too_many_tokens() -> None:
    assert codes("var x = 1\n" * 5_001) == ["limit-tokens"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("define d = " + "(" * 200 + "1" + ")" * 200, "limit-nesting"),
        ("define d = " + "not " * 100_000 + "a", "limit-file-size"),
        ("define d = " + "not " * 50_000 + "a", "limit-tokens"),
        ("define d = " + "not " * 9_000 + "a", "limit-expression"),
        ("define d = 1" + " + 1" * 50_000, "limit-tokens"),
        ("define d = 1" + " + 1" * 9_000, "limit-expression"),
        ("define d = " + "-" * 9_000 + "1", "limit-expression"),
        ("define d = a" + ".b" * 5_000, "limit-expression"),
        ("define d = a" + "[1]" * 5_000, "limit-expression"),
        ("define d = " + "if a then b else " * 3_000 + "c", "limit-expression"),
        ("setup\n" + "".join(" " * n + "if a\n" for n in range(1, 200)), "limit-nesting"),
        ("setup\n    if a\n        x\n" + "    else if a\n        x\n" * 200, "limit-expression"),
        ('include "' + "x" * 100_000, "string-unclosed"),
        ('include "' + "\\" * 100_000, "string-unclosed"),
        ("define d = " + "(" * 15_000, "limit-nesting"),
        ("\n".join(f"var {'n' * 1000}{n} = 1" for n in range(200)), "limit-name"),
    ],
)
def test_limits_hold_without_recursion(text: str, code: str) -> None:
    assert codes(text)[0] == code


def test_fifty_operators_in_a_row_are_fine() -> None:
    value("1" + " + 1" * 50)


def test_gaps_of_phrases_count_as_tokens() -> None:
    assert codes('needs 1 of A because "' + "{a}" * 7_000 + '"') == ["limit-tokens"]


def test_syntax_problems_end_at_fifty() -> None:
    assert len(codes("var v\n" * 1_000)) == 50


def test_problems_of_form_end_at_fifty() -> None:
    assert len(codes("define d = $\n" * 1_000)) == 50


def test_no_text_raises_or_hides_its_words() -> None:
    @settings(deadline=None)
    @given(st.lists(st.sampled_from([*'ab1 \n#"\\{}()[]=:,.?!+-\u202e\t\u5361', "zone ", "if ", "\n    "])))
    def check(parts: list[str]) -> None:
        source = Source("test.rules", "".join(parts))
        render(parse(source)[1], {source.name: source})

    check()


@settings(deadline=None)
@given(st.data())
def test_no_change_of_a_good_text_raises(data: st.DataObject) -> None:
    words = EVERYTHING.read_text(encoding="utf-8").split(" ")
    index = data.draw(st.integers(0, len(words) - 1))
    words[index] = data.draw(
        st.sampled_from(["", "(", "]", "if", "3", '"', "\n", "x", "=", "where", "\n    "])
    )
    source = Source("test.rules", " ".join(words))
    render(parse(source)[1], {source.name: source})


# ---- bytes ---------------------------------------------------------------------------------------


def test_bytes_with_a_mark_are_text() -> None:
    assert decode("a.rules", b"\xef\xbb\xbfenum A: b") == (Source("a.rules", "enum A: b"), [])


def test_bytes_that_are_not_utf8_are_placed() -> None:
    _, problems = decode("a.rules", "enum A: b\r\nenum \u00e9".encode() + b"\xff: c")
    assert [(one.code, one.span) for one in problems] == [("not-utf8", Span("a.rules", 2, 7, 2, 8))]


def test_bytes_over_the_limit_are_not_decoded() -> None:
    source, problems = decode("a.rules", b"\xff" * 300_000)
    assert (source.text, [one.code for one in problems]) == ("", ["limit-file-size"])
