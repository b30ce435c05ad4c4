"""Rulesets on disk that are not what they should be: folders, pipes, strangers, and files cut off."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from commands import Cli

from rulewright.dsl.problems import Problem
from rulewright.dsl.sources import Unreadable
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.library.checking import check, in_language, languages_of
from rulewright.interpreter.library.places import find, read_file, shipped
from rulewright.interpreter.library.rulesets import load

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
def test_an_endless_device_is_no_file() -> None:
    with pytest.raises(Unreadable, match="file-not-regular"):
        read_file(Path("/dev/zero"))


SECRET = "the-secret-of-the-house"


@pytest.fixture
def outside(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder elsewhere, with files that are nobody's business."""
    folder = tmp_path_factory.mktemp("outside")
    for name in ("secret.rules", "secret.yaml"):
        (folder / name).write_text(f"{SECRET}\n", encoding="utf-8")
    return folder


CARDS = GAME.replace('include "more.rules"', 'cards Card from "cards.yaml"\nzone z: Card, face up')
USES = GAME.replace('include "more.rules"', "use tricks")


def linked(game: Path, outside: Path, way: str) -> tuple[str, ...]:
    """Put a link that leads out where a game is looked for in one way; gives the command that meets it."""
    folder = game.parent
    rules, cards = outside / "secret.rules", outside / "secret.yaml"
    (folder / "more.rules").write_text("# nothing\n", encoding="utf-8")
    match way:
        case "include":
            (folder / "more.rules").unlink()
            (folder / "more.rules").symlink_to(rules)
        case "folder":
            (folder / "far").symlink_to(outside)
            game.write_text(GAME.replace("more.rules", "far/secret.rules"), encoding="utf-8")
        case "relative":
            (folder / "more.rules").unlink()
            (folder / "more.rules").symlink_to(os.path.relpath(rules, folder))
        case "cards":
            (folder / "cards.yaml").symlink_to(cards)
            game.write_text(CARDS, encoding="utf-8")
        case "library":
            (folder / "lib").mkdir()
            (folder / "lib" / "tricks.rules").symlink_to(rules)
            game.write_text(USES, encoding="utf-8")
        case "main file":
            game.unlink()
            game.symlink_to(rules)
            return "check", str(folder / "files.rules")
        case "only file of a folder":
            (folder / "more.rules").unlink()
            game.unlink()
            game.symlink_to(rules)
            return "check", str(folder)
        case "translation":
            (folder / "translations").mkdir()
            (folder / "translations" / "de.yaml").symlink_to(cards)
            return "play", str(game), "--language", "de"
        case "variant":
            (folder / "variants").mkdir()
            (folder / "variants" / "house.rules").symlink_to(rules)
            return "check", str(game), "--with", "house"
        case "variants":
            (folder / "variants").symlink_to(outside)
            return "check", str(game), "--with", "secret"
        case "cards of a variant":
            (folder / "house.rules").write_text(
                'language 1\nvariant "House" of "files"\nadd cards Card from "mine.yaml"\n', encoding="utf-8"
            )
            (folder / "cards.yaml").write_text("- id: one\n", encoding="utf-8")
            (folder / "mine.yaml").symlink_to(cards)
            game.write_text(CARDS, encoding="utf-8")
            return "check", str(game), "--with", str(folder / "house.rules")
        case "scenario":
            (folder / "scenarios").mkdir()
            (folder / "scenarios" / "one.yaml").symlink_to(cards)
            return "test", str(game)
        case "scenarios":
            (folder / "scenarios").symlink_to(outside)
            return "test", str(game)
        case "format":
            (folder / "more.rules").unlink()
            game.unlink()
            game.symlink_to(rules)
            return "format", "--check", str(folder)
    return "check", str(game)


WAYS = (
    *(
        "include",
        "folder",
        "relative",
        "cards",
        "library",
        "main file",
        "only file of a folder",
        "translation",
    ),
    *("variant", "variants", "cards of a variant", "scenario", "scenarios", "format"),
)


@pytest.mark.parametrize("way", WAYS)
def test_a_link_that_leads_out_is_not_followed(game: Path, outside: Path, cli: Cli, way: str) -> None:
    said = cli(*linked(game, outside, way))
    assert said.code == 2
    assert "[file-leads-out]" in said.out + said.err
    assert SECRET not in said.out + said.err


def test_a_link_that_leads_out_is_told_where_it_is_asked_for(game: Path, outside: Path) -> None:
    linked(game, outside, "include")
    assert told(check(game)) == [("file-leads-out", 4)]


def test_a_link_to_what_lies_in_the_folder_is_followed(game: Path) -> None:
    (game.parent / "rest").mkdir()
    (game.parent / "rest" / "more.rules").write_text("# nothing\n", encoding="utf-8")
    (game.parent / "more.rules").symlink_to("rest/more.rules")
    assert check(game) == []


def test_links_in_a_circle_are_told(game: Path) -> None:
    (game.parent / "more.rules").symlink_to("again.rules")
    (game.parent / "again.rules").symlink_to("more.rules")
    assert told(check(game)) == [("file-unreadable", 4)]


def test_what_ships_may_be_laid_out_in_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in (one for one in shipped().rglob("*") if one.is_file()):
        link = tmp_path / file.relative_to(shipped())
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(file)
    monkeypatch.setattr("rulewright.interpreter.library.places.shipped", lambda: tmp_path)
    assert check("cvlt", ["bold-trumps"]) == []


@pytest.mark.parametrize("of", ["../outside/secret", "/secret", "..", "sub/secret"])
def test_the_game_that_a_variant_names_is_no_path(game: Path, of: str) -> None:
    outside = game.parent.parent / "outside"
    outside.mkdir(exist_ok=True)
    (outside / "secret.rules").write_text('language 1\ngame "Secret"\n    players 2\n', encoding="utf-8")
    house = game.parent / "house.rules"
    house.write_text(f'language 1\nvariant "House" of "{of}"\n', encoding="utf-8")
    assert [one.code for one in check(house)] == ["variant-no-base"]


@pytest.mark.parametrize("named", ["secret.rules", "./secret.rules", "../outside/secret.rules", "../secret"])
def test_a_variant_that_a_scenario_names_is_no_path(
    game: Path, outside: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    (game.parent / "more.rules").write_text("# nothing\n", encoding="utf-8")
    (game.parent / "scenarios").mkdir()
    scenario = f"title: One\nabout: play\nwith: [{named}]\nplayers: 2\nexpect: {{over: no}}\n"
    (game.parent / "scenarios" / "one.yaml").write_text(scenario, encoding="utf-8")
    monkeypatch.chdir(outside)
    said = cli("test", str(game))
    assert (said.code, "[variant-unknown]" in said.out) == (2, True)
    assert SECRET not in said.out + said.err


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
        in_language(load("cv-pocket").model, place, "tlh")
    assert [one.code for one in refused.value.problems] == ["translation-unknown"]
