"""Saves and whose files they lead to: rules that ship are named by id, all others the save carries."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Cli
from test_saves import resealed

import rulewright.interpreter.library.places
from rulewright import SaveError, load, resume
from rulewright.interpreter.library.places import shipped

TOYS = Path(__file__).parent / "toys"
HOUSE = 'language 1\nvariant "House" of "mine"\nafter lay\n    laid_so_far += 1\nadd var laid_so_far = 0\n'
TWO = 'language 1\nvariant "Two" of "house"\nadd score laid(p) = laid_so_far\n'
SECRET = "the-secret-of-the-house"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of ours with a game and two variants, the second of which builds on the first."""
    (tmp_path / "mine.rules").write_bytes((TOYS / "first_eight.rules").read_bytes())
    (tmp_path / "house.rules").write_text(HOUSE, encoding="utf-8")
    (tmp_path / "two.rules").write_text(TWO, encoding="utf-8")
    (tmp_path / "secret.rules").write_text(f"{SECRET}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def files_read(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are read from now on, but for those of the program."""
    read: list[Path] = []
    really = rulewright.interpreter.library.places.read_file

    def noted(path: Path) -> bytes:
        if not path.resolve().is_relative_to(shipped().resolve()):
            read.append(path)
        return really(path)

    monkeypatch.setattr("rulewright.interpreter.library.places.read_file", noted)
    return read


def saved(*variants: str, game: str = "mine.rules") -> str:
    begun = load(game, variants=variants).new_game(2, seed=3)
    for _ in range(3):
        begun.apply(begun.legal_moves()[0])
    return begun.to_save()


def forged(text: str, change: Callable[[dict[str, object]], None]) -> str:
    """A save with another first line, sealed as the program does it."""
    lines = [json.loads(line) for line in text.splitlines()]
    change(lines[0])
    return resealed(lines)


@pytest.mark.parametrize("variants", [(), ("house.rules",), ("two.rules",)])
def test_a_game_from_a_file_is_taken_up_when_its_files_are_gone(
    mine: Path, files_read: list[Path], variants: tuple[str, ...]
) -> None:
    text = saved(*variants)
    for file in mine.iterdir():
        file.unlink()
    files_read.clear()
    again = resume(text)
    assert (again.warnings, files_read) == ((), [])
    assert again.game.to_save() == text
    assert len(again.game.ruleset.model.variants) == len(variants) + ("two.rules" in variants)


def test_rules_that_ship_are_named_and_not_carried() -> None:
    text = saved("kind-school", game="cv-pocket")
    header, first = (json.loads(line) for line in text.splitlines()[:2])
    assert (header["ruleset"], header["variants"], first["n"]) == ("cv-pocket", ["kind-school"], 1)
    assert resume(text).warnings == ()


def test_cards_and_libraries_are_carried_too(files_read: list[Path]) -> None:
    for name in ("favours", "small_whist"):
        rules = load(TOYS / f"{name}.rules")
        text = rules.new_game(seed=1).to_save()
        assert text.count('{"file":') == 2
        files_read.clear()
        assert resume(text).game.ruleset.model.fingerprints == rules.model.fingerprints
    assert files_read == []


def test_variants_of_one_name_from_two_folders_are_told_apart(mine: Path) -> None:
    (mine / "other").mkdir()
    other = HOUSE.replace("House", "Other").replace("laid_so_far", "counted")
    (mine / "other" / "house.rules").write_text(other, encoding="utf-8")
    text = saved("house.rules", "other/house.rules")
    again = resume(text)
    assert again.game.ruleset.model.variants == ("house", "house")
    assert again.game.to_save() == text


def test_the_words_of_a_language_are_carried(mine: Path) -> None:
    (mine / "translations").mkdir()
    (mine / "translations" / "de.yaml").write_text("title: Acht\nwords: {lay: legen}\n", encoding="utf-8")
    text = load("mine.rules", language="de").new_game(2, seed=3).to_save()
    assert [json.loads(line).get("file") for line in text.splitlines()[1:]] == [
        "mine.rules",
        "translations/de.yaml",
    ]
    assert resume(text).warnings == ()


def test_files_that_are_named_take_the_place_of_those_of_the_save(mine: Path) -> None:
    text = saved("house.rules")
    (mine / "house.rules").write_text(HOUSE.replace("+= 1", "+= 2"), encoding="utf-8")
    assert resume(text).warnings == ()
    with pytest.raises(SaveError) as refused:
        resume(text, variants=["house.rules"])
    assert [one.code for one in refused.value.problems] == ["save-rules-changed"]
    assert resume(text, variants=["house.rules"], allow_changed=True).warnings
    assert resume(text, "mine.rules").warnings == ()


# ---- saves of strangers --------------------------------------------------------------------------

PATHS = [
    "secret.rules",
    "./secret.rules",
    "../secret",
    "secret",
    "/etc/passwd",
    "variants/../secret",
    "",
    ".",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_in_the_place_of_a_variant_is_not_opened(
    mine: Path, cli: Cli, files_read: list[Path], path: str
) -> None:
    text = forged(saved(game="cv-pocket"), lambda header: header.update(variants=[path]))
    (mine / "bad.save").write_text(text, encoding="utf-8")
    files_read.clear()
    with pytest.raises(SaveError) as refused:
        resume(text)
    assert [one.code for one in refused.value.problems] == ["save-variant-missing"]
    for command in (("replay", "bad.save"), ("play", "--resume", "bad.save")):
        said = cli(*command)
        assert (said.code, "save-variant-missing" in said.err) == (2, True)
        assert SECRET not in said.out + said.err
    assert files_read == []


@pytest.mark.parametrize("path", PATHS)
def test_a_path_in_the_place_of_a_game_is_not_opened(
    mine: Path, cli: Cli, files_read: list[Path], path: str
) -> None:
    text = forged(saved(game="cv-pocket"), lambda header: header.update(ruleset=path))
    (mine / "bad.save").write_text(text, encoding="utf-8")
    files_read.clear()
    with pytest.raises(SaveError) as refused:
        resume(text)
    assert [one.code for one in refused.value.problems] == ["save-rules-missing"]
    said = cli("replay", "bad.save")
    assert (said.code, SECRET in said.out + said.err) == (2, False)
    assert files_read == []


def test_rules_in_a_save_name_no_file_beside_them(mine: Path, files_read: list[Path]) -> None:
    lines = [json.loads(line) for line in saved().splitlines()]
    lines[1]["text"] += 'include "secret.rules"\nuse tricks\n'
    files_read.clear()
    with pytest.raises(SaveError) as refused:
        resume(resealed(lines))
    assert {one.code for one in refused.value.problems} >= {"file-missing"}
    assert files_read == []


def test_a_variant_in_a_save_builds_on_no_file_on_disk(mine: Path, files_read: list[Path]) -> None:
    lines = [json.loads(line) for line in saved("house.rules").splitlines()]
    lines[2]["text"] = lines[2]["text"].replace('of "mine"', 'of "secret"')
    files_read.clear()
    assert resume(resealed(lines)).game.ruleset.model.variants == ("house",)
    assert files_read == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("of", "0"),
        ("of", True),
        ("file", 3),
        ("text", None),
        ("text", ["x"]),
        ("text", "\ud800"),
        ("file", "\ud800"),
    ],
)
def test_a_file_of_another_form_is_refused(mine: Path, name: str, value: object) -> None:
    lines = [json.loads(line) for line in saved().splitlines()]
    lines[1][name] = value
    with pytest.raises(SaveError) as refused:
        resume(resealed(lines))
    assert [(one.code, one.span.line) for one in refused.value.problems] == [("save-form", 2)]


def test_a_file_that_is_carried_twice_or_behind_moves_is_refused(mine: Path) -> None:
    lines = [json.loads(line) for line in saved().splitlines()]
    for wrong, line in (([*lines[:2], lines[1], *lines[2:]], 3), ([*lines[:3], lines[1], *lines[3:]], 4)):
        with pytest.raises(SaveError) as refused:
            resume(resealed(wrong))
        assert [(one.code, one.span.line) for one in refused.value.problems] == [("save-form", line)]


def test_more_files_than_a_game_may_have_are_refused(mine: Path) -> None:
    lines = [json.loads(line) for line in saved().splitlines()]
    more = [{"file": f"{n}.rules", "of": 0, "text": ""} for n in range(64)]
    with pytest.raises(SaveError) as refused:
        resume(resealed([*lines[:2], *more, *lines[2:]]))
    assert [(one.code, one.span.line) for one in refused.value.problems] == [("limit-files", 66)]


def test_a_save_cut_anywhere_in_its_rules_is_refused_with_a_line(mine: Path) -> None:
    text = saved("house.rules")
    rules_end = text.index('{"n":1') - 1
    chance = random.Random(3)
    for place in (
        text.index("\n") + 1,
        rules_end - 1,
        *chance.sample(range(text.index("\n"), rules_end), 20),
    ):
        with pytest.raises(SaveError) as refused:
            resume(text[:place])
        assert {one.code for one in refused.value.problems} <= {"save-rules-missing", "save-variant-missing"}


# ---- on the command line -------------------------------------------------------------------------


def test_the_line_to_go_on_with_names_the_files_that_were_named(mine: Path, cli: Cli) -> None:
    said = cli("play", "mine.rules", "--with", "two.rules", "--save", "my.save", typed="1\n")
    words = said.out.splitlines()[-1].partition("rulewright ")[2]
    assert words == "play mine.rules --with house.rules --with two.rules --resume my.save"
    assert cli(*words.split(), typed="1\n").code == 2
    (mine / "two.rules").write_text(TWO + "# more\n", encoding="utf-8")
    assert cli(*words.split(), typed="1\n").err == ""
    (mine / "two.rules").write_text(TWO.replace("laid_so_far", "laid_so_far + 1"), encoding="utf-8")
    told = cli(*words.split(), typed="1\n")
    assert "The rules have changed since" in told.err
    assert "The game is not over" in cli(*words.split(), "--changed", typed="").out


def test_a_save_alone_is_enough_to_go_on_and_to_replay(mine: Path, cli: Cli) -> None:
    cli("play", "mine.rules", "--with", "house.rules", "--save", "my.save", typed="1\n")
    for name in ("mine.rules", "house.rules", "two.rules"):
        (mine / name).unlink()
    on = cli("play", "--resume", "my.save", typed="1\n" * 3)
    assert on.out.splitlines()[-1] == "The game is not over. To go on: rulewright play --resume my.save"
    assert "move 5" in cli("replay", "my.save").out
    assert "Name their file" in cli("play", "--resume", "my.save", "--watch").err
