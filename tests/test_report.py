"""Problems as a person sees them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from counting import at_most

from rulewright import Fault, RulesetError, SaveError, load, resume
from rulewright.dsl.problems import Note, Problem, problem, warning
from rulewright.dsl.problems.report import render, summary
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.problems.suggest import nearest
from rulewright.dsl.syntax.parse import parse


def drawn(text: str, found: Problem) -> str:
    return render([found], {"a.rules": Source("a.rules", text)})


def excerpt(text: str, column: int, end: int) -> tuple[str, str]:
    """The line and the carets that are drawn for a stretch of the first line."""
    found = problem("bracket-unopened", Span("a.rules", 1, column, 1, end), found=")")
    lines = drawn(text, found).splitlines()
    return lines[3].removeprefix("  1 | "), lines[4].removeprefix("    | ")


def test_whole_problem() -> None:
    source = Source("a.rules", "enum A: b\nzone deal: Life, face up\n")
    assert render(parse(source)[1], {"a.rules": source}) == (
        "problem [reserved-word]: `deal` is a word of the language and cannot be a name.\n"
        "  at a.rules:2:6\n"
        "\n"
        "  2 | zone deal: Life, face up\n"
        "    |      ^^^^\n"
        "\n"
        "  Words that begin statements or join values are never names, so that a line has one meaning\n"
        "  only.\n"
        "  Choose another name, such as `the_deal`. A card that has this id needs another one, too.\n"
    )


def test_problems_stand_in_the_order_of_their_places() -> None:
    late = problem("bracket-unopened", Span("a.rules", 2, 1, 2, 2), found=")")
    early = problem("bracket-unopened", Span("a.rules", 1, 1, 1, 2), found="]")
    text = render([late, early], {})
    assert text.index("a.rules:1:1") < text.index("a.rules:2:1")


def test_no_problems_are_no_text() -> None:
    assert render([], {}) == ""


def test_carets_below_the_place() -> None:
    assert excerpt("zone deck: Life", 6, 10) == ("zone deck: Life", "     ^^^^")


def test_carets_below_wide_characters() -> None:
    assert excerpt('include "卡片" x', 14, 15) == ('include "卡片" x', " " * 15 + "^")
    assert excerpt("卡 x", 1, 2)[1] == "^^"


def test_carets_behind_combining_marks_and_tabs() -> None:
    assert excerpt("e\u0301 x", 4, 5)[1] == "  ^"
    assert excerpt("a\tx", 3, 4) == ("a    x", "     ^")


def test_control_characters_are_escaped() -> None:
    line, carets = excerpt("a\x1b[2J x", 7, 8)
    assert line == "a\\x1b[2J x"
    assert line[carets.index("^")] == "x"


def test_direction_marks_in_file_names_are_escaped() -> None:
    text = render([problem("bracket-unopened", Span("a\u202e.rules", 1, 1, 1, 2), found=")")], {})
    assert "\u202e" not in text
    assert "\\u202e" in text


@pytest.mark.parametrize("column", [1, 200, 1_990])
def test_long_lines_are_cut_around_the_place(column: int) -> None:
    text = "".join(chr(97 + index % 26) for index in range(2_000))
    line, carets = excerpt(text, column, column + 3)
    assert len(line) < 110
    assert line[carets.index("^") :][:3] == text[column - 1 : column + 2]


def test_very_many_problems_in_a_very_long_line_are_drawn_at_once_and_counted() -> None:
    text = ")" * 100_000
    spans = [Span("a.rules", 1, at, 1, at + 1) for at in range(1, 3000)]
    found = [problem("bracket-unopened", span, found=")") for span in spans]
    with at_most(1_000_000):
        shown = render(found, {"a.rules": Source("a.rules", text)})
    assert shown.count("problem [") == 100
    assert shown.endswith("... and 2899 problems more\n")


def test_stretch_over_several_lines_is_marked_on_the_first() -> None:
    found = problem("bracket-unopened", Span("a.rules", 1, 3, 2, 2), found=")")
    assert drawn("abcdef\nxy", found).splitlines()[4] == "    |   ^^^^"


def test_place_at_the_end_of_a_line() -> None:
    assert excerpt("put c", 6, 7) == ("put c", "     ^")


def test_notes_show_their_place() -> None:
    note = Note(Span("a.rules", 1, 1, 1, 2), "opened here by `(`")
    span = Span("a.rules", 2, 1, 2, 2)
    text = drawn("(\n]", problem("bracket-wrong", span, note, found="]", closing=")"))
    assert "  opened here by `(`:\n  at a.rules:1:1\n\n  1 | (\n    | ^\n" in text


def test_warnings_are_called_so() -> None:
    text = render([warning("bracket-unopened", Span("a.rules", 1, 1, 1, 2), found=")")], {})
    assert text.startswith("warning [bracket-unopened]")


def test_line_ends_of_all_sorts_are_counted_alike() -> None:
    found = problem("bracket-unopened", Span("a.rules", 3, 1, 3, 2), found=")")
    assert "  3 | c\n" in drawn("a\r\nb\rc", found)


def test_summary() -> None:
    one = problem("bracket-unopened", Span("a.rules", 1, 1, 1, 2))
    other = problem("bracket-unopened", Span("a.rules", 2, 1, 2, 2))
    mild = warning("bracket-unopened", Span("a.rules", 3, 1, 3, 2))
    assert summary([one, other, mild]) == "2 problems, 1 warning"
    assert summary([one]) == "1 problem"
    assert summary([]) == "no problems"


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("colum", ["column", "cv"], "column"),
        ("coulmn", ["column", "colours"], "column"),
        ("Deck", ["deck", "checker"], "deck"),
        ("abc", ["xyz", "uvw"], None),
        ("hand", ["band", "land"], "band"),
        ("hand", ["hand"], None),
        ("", ["a"], None),
        ("x", ["y"], "y"),
        ("n" * 65, ["n" * 64], None),
    ],
)
def test_nearest(name: str, known: list[str], expected: str | None) -> None:
    assert nearest(name, known) == expected


# ---- errors printed, as in a traceback -----------------------------------------------------------


def raised(error: type[Exception], call: Callable[[], object]) -> str:
    with pytest.raises(error) as caught:
        call()
    return str(caught.value)


def test_rules_that_cannot_be_played_are_printed_a_line_each(tmp_path: Path) -> None:
    text = 'language 1\ngame "Two"\n    players 2\nvar n = m\nplay\n    end gme\nwinner by highest n\n'
    (tmp_path / "two.rules").write_text(text)
    first, second = raised(RulesetError, lambda: load(tmp_path / "two.rules")).splitlines()
    assert first.startswith("two.rules:4:9: I do not know the name `m`. Nothing in this game is called that")
    assert second.startswith("two.rules:6:9: ")


def test_a_fault_is_printed_with_its_place(tmp_path: Path) -> None:
    text = 'language 1\ngame "None"\n    players 1\nvar n = 0\nsetup\n    n = 1 div n\nplay\n    end game\n'
    (tmp_path / "none.rules").write_text(text + "winner by highest n\n")
    ruleset = load(tmp_path / "none.rules")
    told = "none.rules:6:9: This is a division by 0. There is no result."
    assert raised(Fault, lambda: ruleset.new_game(1)).startswith(told)


def test_what_is_no_save_is_printed_as_such() -> None:
    assert raised(SaveError, lambda: resume("no save")).startswith("save:1:1: ")
