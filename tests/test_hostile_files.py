"""Rulesets on disk that are not what they should be: folders, pipes, strangers, and files cut off."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.dsl.problems import Problem
from rulewright.interpreter.ruleset import RulesetError
from rulewright.library import check, find, languages_of, translation_of

GAME = """language 1
game "Files"
    players 2
include "more.rules"
play
    everyone chooses wait
action wait
winner by fewest seat(it)
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that includes `more.rules`, which each test makes as it likes."""
    (tmp_path / "files.rules").write_text(GAME, encoding="utf-8")
    return tmp_path / "files.rules"


def told(problems: list[Problem]) -> list[tuple[str, int]]:
    return [(one.code, one.span.line) for one in problems]


def test_an_included_file_is_read(game: Path) -> None:
    (game.parent / "more.rules").write_text("# nothing\n", encoding="utf-8")
    assert check(game) == []


def test_a_missing_file_is_told_where_it_is_asked_for(game: Path) -> None:
    assert told(check(game)) == [("file-missing", 4)]


def test_a_folder_is_no_file(game: Path) -> None:
    (game.parent / "more.rules").mkdir()
    assert told(check(game)) == [("file-is-folder", 4)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_is_no_file_and_is_not_waited_for(game: Path) -> None:
    os.mkfifo(game.parent / "more.rules")
    assert told(check(game)) == [("file-not-regular", 4)]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_an_endless_device_is_no_file(game: Path) -> None:
    (game.parent / "more.rules").symlink_to("/dev/zero")
    assert told(check(game)) == [("file-not-regular", 4)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="may read everything")
def test_a_file_that_may_not_be_read_is_told(game: Path) -> None:
    more = game.parent / "more.rules"
    more.write_text("# nothing\n", encoding="utf-8")
    more.chmod(0)
    assert told(check(game)) == [("file-forbidden", 4)]


def test_a_file_too_large_is_refused_at_its_beginning(game: Path) -> None:
    (game.parent / "more.rules").write_text("#" * 300_000, encoding="utf-8")
    assert [one.code for one in check(game)] == ["limit-file-size"]


def test_a_ruleset_that_is_not_there_is_told_with_the_nearest(tmp_path: Path) -> None:
    [problem] = check("cv-pokcet")
    assert problem.code == "ruleset-unknown"
    assert "cv-pocket" in str(problem.facts["near"])


def test_a_folder_with_several_games_is_not_guessed_at(game: Path) -> None:
    (game.parent / "other.rules").write_text(GAME, encoding="utf-8")
    [problem] = check(game.parent)
    assert (problem.code, problem.facts["count"]) == ("ruleset-folder", 2)


def test_a_folder_without_rules_is_no_game(tmp_path: Path) -> None:
    [problem] = check(tmp_path)
    assert problem.code == "ruleset-empty"


@pytest.mark.parametrize("name", ["", "\0", "x" * 10_000, "\ud800"])
def test_odd_names_of_rulesets_are_refused(name: str) -> None:
    assert check(name)


def test_a_language_without_a_translation_is_told() -> None:
    place = find("cv-pocket")
    assert "zh-Hant" in languages_of(place)
    with pytest.raises(RulesetError) as refused:
        translation_of(place, "tlh")
    assert [one.code for one in refused.value.problems] == ["translation-unknown"]
