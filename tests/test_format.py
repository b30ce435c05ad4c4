"""Canonical text: it reads as the same tree, keeps every comment, and stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tree_strategies import trees

from rulewright.dsl.problems.spans import Source
from rulewright.dsl.syntax.format import PUT_RIGHT, format_tree
from rulewright.dsl.syntax.nodes import Tree
from rulewright.dsl.syntax.parse import parse

EVERYTHING = Path(__file__).parent / "syntax" / "everything.rules"
SAMPLES = [EVERYTHING, *sorted((Path(__file__).parent / "toys").glob("*.rules"))]


def read(text: str) -> Tree:
    tree, problems = parse(Source("test.rules", text))
    assert [(one.code, one.span.line) for one in problems] == []
    return tree


def formatted(text: str) -> str:
    return format_tree(read(text), Source("test.rules", text))


def check_round_trip(text: str) -> None:
    tree = read(text)
    once = formatted(text)
    again = read(once)
    assert again == tree
    assert sorted(one.text for one in again.comments) == sorted(one.text for one in tree.comments)
    assert formatted(once) == once


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_samples_go_round(path: Path) -> None:
    check_round_trip(path.read_text(encoding="utf-8"))


@given(trees())
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_any_tree_goes_round(tree: Tree) -> None:
    text = format_tree(tree, Source("test.rules", ""))
    assert read(text) == tree
    assert formatted(text) == text


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_comments_and_blank_lines_anywhere_survive(data: st.DataObject) -> None:
    lines = EVERYTHING.read_text(encoding="utf-8").splitlines()
    changes = data.draw(st.lists(st.tuples(st.integers(0, len(lines)), st.integers(0, 3)), max_size=6))
    for number, (index, how) in enumerate(sorted(changes, reverse=True)):
        if how == 3 and index < len(lines):
            lines[index] += f"  # trailing {number}"
        else:
            lines.insert(index, ["", f"# left {number}", f"        # deep {number}", ""][how])
    check_round_trip("\n".join(lines))


@settings(deadline=None, max_examples=30)
@given(st.data())
def test_breaking_lines_in_brackets_changes_nothing_but_layout(data: st.DataObject) -> None:
    text = EVERYTHING.read_text(encoding="utf-8")
    places = [index for index, one in enumerate(text) if one == "("]
    place = data.draw(st.sampled_from(places))
    broken = f"{text[: place + 1]}  # here\n        {text[place + 1 :]}"
    tree, problems = parse(Source("test.rules", broken))
    if not problems:  # a bracket in a text or a comment is none
        check_round_trip(broken)
        assert tree == read(text)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("enum   A :b ,c", "enum A: b, c\n"),
        ("setup\n  x\n  if a\n     y", "setup\n    x\n    if a\n        y\n"),
        ("define d=((a)+(b*c))", "define d = a + b * c\n"),
        ("define d = (a + b) * c", "define d = (a + b) * c\n"),
        ("define d = a - (b - c)", "define d = a - (b - c)\n"),
        ("define d = not (a in b)", "define d = a not in b\n"),
        ("define d = (Life where it.f)", "define d = Life where it.f\n"),
        ("define d = size((Life where it.f))", "define d = size((Life where it.f))\n"),
        ("define d = if a then (b else c) else d", "define d = if a then (b else c) else d\n"),
        ("rule r()\n    s()\n    t(1)", "rule r\n    s\n    t(1)\n"),
        ("var bid: int? , seen by owner", "var bid: int?, seen by owner\n"),
        ("zone z: A, at most 5, face up", "zone z: A, face up, at most 5\n"),
        ("winner by highest score , then latest", "winner by highest score, then latest\n"),
        ("enum A: b\r\n\r\n\r\n\r\nenum C: d", "enum A: b\n\nenum C: d\n"),
        ("\n\nenum A: b\n\n", "enum A: b\n"),
        ("setup\n\n    x\n\n    y\n", "setup\n    x\n\n    y\n"),
        (
            "setup\n    if a\n        x\n    else\n        if b\n            y\n",
            "setup\n    if a\n        x\n    else if b\n        y\n",
        ),
        ("", ""),
    ],
)
def test_canonical(written: str, canonical: str) -> None:
    assert formatted(written) == canonical


def test_comments_keep_their_places() -> None:
    text = (
        "# the file\n"
        "\n"
        "setup  # begins\n"
        "    # before x\n"
        "    x  # trailing\n"
        "    if a\n"
        "        y\n"
        "        # the end of the block\n"
        "    # behind the block\n"
        "    else  # of a\n"
        "        # before z\n"
        "        z\n"
        "\n"
        "# before play\n"
        "play\n"
        "    w\n"
        "    # the end of play\n"
        "# the end\n"
    )
    assert formatted(text) == text


def test_comments_inside_a_bracket_go_above_the_line() -> None:
    text = "define d = max(  # one\n    a,\n    # two\n    b)  # three\n"
    assert formatted(text) == "# one\n# two\ndefine d = max(a, b)  # three\n"


def test_long_lines_are_broken_at_commas() -> None:
    names = ", ".join(f"a_rather_long_name_{number}" for number in range(5))
    assert formatted(f"define d = 2 * max({names})") == (
        "define d = 2 * max(\n"
        "    a_rather_long_name_0,\n"
        "    a_rather_long_name_1,\n"
        "    a_rather_long_name_2,\n"
        "    a_rather_long_name_3,\n"
        "    a_rather_long_name_4\n"
        ")\n"
    )


def test_long_conditions_are_broken_before_their_words() -> None:
    names = " or ".join(f"a_rather_long_name_{number}" for number in range(5))
    assert formatted(f"define d = {names}") == (
        "define d = (\n"
        "    a_rather_long_name_0\n"
        "    or a_rather_long_name_1\n"
        "    or a_rather_long_name_2\n"
        "    or a_rather_long_name_3\n"
        "    or a_rather_long_name_4\n"
        ")\n"
    )


def test_texts_are_never_broken() -> None:
    reason = "(a, b) and " * 12
    text = f'action a\n    require x because "{reason}"\n'
    assert formatted(text) == text


def test_comments_at_line_ends_keep_their_column() -> None:
    text = (
        "zone deck: Card, face down              # drawn from\n"
        "zone hand of player: Card, seen by owner  # held\n"
        "zone longer_than_its_comment : Card , face up # further out\n"
    )
    assert formatted(text) == text.replace("comment : Card , face up #", "comment: Card, face up   #")


def test_old_words_are_written_anew() -> None:
    text = (
        "play\n    turns clockwise from p except if a then b else c once\n"
        '        may choose wait by p unless forced because "{p} waits"\n'
    )
    tree, problems = parse(Source("test.rules", text))
    assert [one.code for one in problems] == ["old-except", "old-may-choose"]
    assert set(PUT_RIGHT) == {"old-may-choose", "old-except"}
    written = format_tree(tree, Source("test.rules", text))
    assert written == (
        "play\n    turns clockwise from p where it != (if a then b else c) once\n"
        '        choose wait by p if possible unless forced because "{p} waits"\n'
    )
    assert formatted(written) == written
