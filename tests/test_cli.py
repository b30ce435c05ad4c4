"""The command line from the outside: what is typed, what is printed, and the exit code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Cli

ROOT = Path(__file__).parent.parent
TOYS = Path(__file__).parent / "toys"
EIGHT = str(TOYS / "first_eight.rules")


# ---- looking -------------------------------------------------------------------------------------


def test_list_names_the_games(cli: Cli) -> None:
    assert "cv-pocket  CV Pocket, 2-4 players" in cli("list").out
    assert "cv-pocket" in [one["id"] for one in json.loads(cli("list", "--json").out)]


def test_info_shows_settings_with_their_ranges(cli: Cli) -> None:
    out = cli("info", "cv-pocket").out
    assert "= 3 (1 to 5)  columns of cards on the table" in out
    assert "= 1 with 2, 2 with 3, 3 with 4" in out


def test_info_under_changed_settings(cli: Cli) -> None:
    said = cli("info", "cv-pocket", "--set", "columns=4", "--json")
    settings = {one["name"]: one for one in json.loads(said.out)["settings"]}
    assert settings["columns"]["value"] == 4
    assert settings["rows"]["most"] == 6


def test_check_of_sound_rules(cli: Cli) -> None:
    said = cli("check", EIGHT, "--games", "2", "--seed", "5")
    assert said.code == 0
    assert "the rules are sound" in said.out
    assert "seeds 5 to 6" in said.out
    assert "2 players: 2 games came to an end." in said.out


def test_check_reports_several_problems_with_their_places(cli: Cli, tmp_path: Path) -> None:
    text = Path(EIGHT).read_text(encoding="utf-8").replace("shuffle deck", "shuffle dock")
    (tmp_path / "wrong.rules").write_text(text.replace("leader = p", "leadr = p"), encoding="utf-8")
    said = cli("check", "wrong.rules")
    assert said.code == 2
    assert "2 problems" in said.out
    assert "wrong.rules:16:13" in said.out
    assert "`deck`" in said.out
    assert "`leader`" in said.out


def test_check_finds_what_only_play_shows(cli: Cli, tmp_path: Path) -> None:
    text = Path(EIGHT).read_text(encoding="utf-8").replace("    repeat 4 times", "    repeat 5 times")
    (tmp_path / "long.rules").write_text(text, encoding="utf-8")
    assert cli("check", "long.rules").code == 0
    said = cli("check", "long.rules", "--games", "1")
    assert said.code == 2
    assert "fault-no-move" in said.err
    assert "seed 1" in said.out


def test_a_misspelt_command_is_told_with_the_nearest(cli: Cli) -> None:
    said = cli("simulte", "cv-pocket")
    assert (said.code, said.out) == (2, "")
    assert "There is no command 'simulte'. Did you mean `simulate`?" in said.err
    assert "The commands are: list, info," in cli("dance").err


def test_a_name_for_new_files_is_offered(cli: Cli) -> None:
    assert "Perhaps sushi-draft?" in cli("new", "Sushi Draft").err
    assert "Perhaps" not in cli("new", "!!").err


def test_each_of_two_games_in_a_folder_has_its_own_scenarios(cli: Cli, tmp_path: Path) -> None:
    cli("new", "one")
    cli("new", "two")
    second = (tmp_path / "two.rules").read_text(encoding="utf-8")
    (tmp_path / "two.rules").write_text(second.replace("sum(c.value", "sum(2 * c.value"), encoding="utf-8")
    (tmp_path / "scenarios" / "two.yaml").rename(tmp_path / "scenarios" / "doubled.yaml")
    assert cli("test", "one.rules").out == "1 of 1 scenarios passed\n"
    assert "[6, 10]" in cli("test", "two.rules").out
    assert "[6, 10]" in cli("test", "scenarios/doubled.yaml").out


# ---- scenarios and positions ---------------------------------------------------------------------

SCENARIO = """\
title: The higher card wins
about: take_both
players: 2
given: {"hand[1]": [sun-3, sun-1], "hand[2]": [moon-2, moon-1]}
vars: {leader: 1}
moves: [lay sun-3, lay moon-2]
expect: {scores: {pairs: [1, 0]}}
"""


@pytest.fixture
def eight(tmp_path: Path) -> Path:
    """A ruleset of our own with one scenario."""
    folder = tmp_path / "eight"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "eight.rules").write_bytes(Path(EIGHT).read_bytes())
    (folder / "scenarios" / "higher.yaml").write_text(SCENARIO, encoding="utf-8")
    return folder


def test_scenarios_that_pass(cli: Cli, eight: Path) -> None:
    said = cli("test", str(eight))
    assert (said.code, said.out) == (0, "1 of 1 scenarios passed\n")
    assert "passed  higher.yaml: The higher card wins" in cli("test", "-v", str(eight)).out


def test_a_scenario_that_fails_gives_1_and_its_place(cli: Cli, eight: Path) -> None:
    file = eight / "scenarios" / "higher.yaml"
    file.write_text(SCENARIO.replace("[1, 0]", "[0, 1]"), encoding="utf-8")
    said = cli("test", str(file))
    assert said.code == 1
    assert "higher.yaml:7:26" in said.out
    assert "Expected pairs to be [0, 1]; got [1, 0]" in said.out


def test_a_scenario_that_cannot_be_run_gives_2(cli: Cli, eight: Path) -> None:
    (eight / "scenarios" / "other.yaml").write_text("title: [", encoding="utf-8")
    said = cli("test", str(eight))
    assert said.code == 2
    assert "1 of 2 scenarios passed, 1 cannot be run" in said.out


def test_a_scenario_from_elsewhere_is_run_with_its_game_named(cli: Cli, eight: Path, tmp_path: Path) -> None:
    file = tmp_path / "lonely" / "higher.yaml"
    file.parent.mkdir()
    file.write_text(SCENARIO, encoding="utf-8")
    assert cli("test", "--game", str(eight), str(file)).out == "1 of 1 scenarios passed\n"
    alone = cli("test", str(file))
    assert alone.code == 2
    assert "[ruleset-empty]" in alone.out
    assert "--game GAME" in alone.out


def test_a_ruleset_without_scenarios_gives_2(cli: Cli) -> None:
    assert cli("test", str(TOYS / "grid.rules")).code == 2


def test_score_of_a_position(cli: Cli, tmp_path: Path) -> None:
    position = 'players: [Ann, Bob]\ngiven: {"taken[Ann]": [sun-1, sun-3]}\n'
    (tmp_path / "table.yaml").write_text(position, encoding="utf-8")
    said = cli("score", EIGHT, "table.yaml")
    assert said.code == 0
    assert [line.split() for line in said.out.splitlines()[:4]] == [
        ["Ann", "Bob"],
        ["pairs", "1", "0"],
        ["---------------"],
        ["total", "1", "0"],
    ]
    assert "Ann wins." in said.out
    assert "  Ann\n    pairs 1: sun 1, sun 3\n" in said.out


# ---- simulate and format -------------------------------------------------------------------------


def test_simulate_prints_the_same_twice(cli: Cli) -> None:
    first = cli("simulate", EIGHT, "--games", "20", "--seed", "1")
    assert first.code == 0
    assert first == cli("simulate", EIGHT, "--games", "20", "--seed", "1")


def test_simulate_prints_a_seed_that_nobody_chose(cli: Cli) -> None:
    seed = json.loads(cli("simulate", EIGHT, "--games", "3", "--json").out)["seed"]
    assert isinstance(seed, int)


def test_simulate_gives_its_numbers_in_one_form(cli: Cli) -> None:
    refused = cli("simulate", EIGHT, "--games", "3", "--json", "--csv")
    assert (refused.code, refused.out) == (2, "")


@pytest.mark.parametrize(
    "wrong", [("--bots", "clever"), ("--bots", "random,random,random"), ("--games", "0"), ("--players", "5")]
)
def test_simulate_refuses(cli: Cli, wrong: tuple[str, str]) -> None:
    assert cli("simulate", EIGHT, *wrong).code == 2


def test_format_writes_the_canonical_form_once(cli: Cli, tmp_path: Path) -> None:
    text = Path(EIGHT).read_text(encoding="utf-8").replace("var leader: player", "var  leader :player")
    (tmp_path / "my.rules").write_text(text, encoding="utf-8")
    assert cli("format", "--check", "my.rules").code == 1
    assert (tmp_path / "my.rules").read_text(encoding="utf-8") == text
    assert cli("format", "my.rules").code == 0
    assert "var leader: player" in (tmp_path / "my.rules").read_text(encoding="utf-8")
    assert cli("format", "--check", "my.rules").code == 0


def test_format_leaves_broken_rules_alone(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "broken.rules").write_text("language 1\ngame (\n", encoding="utf-8")
    assert cli("format", "broken.rules").code == 2
    assert (tmp_path / "broken.rules").read_text(encoding="utf-8") == "language 1\ngame (\n"


# ---- whatever is wrong ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("info", "cv-poket"), "Did you mean `cv-pocket`?"),
        (("info", "no/such.rules"), "such.rules"),
        (("info", "cv-pocket", "--set", "colums=4"), "Did you mean `columns`?"),
        (("info", "cv-pocket", "--set", "columns=99"), "may be 1 to 5"),
        (("info", "cv-pocket", "--set", "columns"), "NAME=VALUE"),
        (("info", "cv-pocket", "--preset", "chinese"), "chinese_edition"),
        (("play", "cv-pocket", "--language", "zh"), "zh-Hant"),
        (("play", "cv-pocket", "--players", "9"), "2 to 4"),
        (("play", "cv-pocket", "--seats", "Ann,Ann"), "Ann"),
        (("play", "cv-pocket", "--seats", "Ann,,Bob"), "empty name"),
        (("play", "cv-pocket", "--bots", "clever"), "random, greedy"),
        (("play", "cv-pocket", "--players", "2", "--starter", "Zoe"), "Zoe"),
        (("play", "cv-pocket", "--players", "2", "--starter", "3"), "There is no player `3`"),
        (("play", "cv-pocket", "--seed", "-1"), "--seed"),
        (("play", "--resume", "none.save"), "none.save"),
        (("play",), "Name a game"),
        (("replay", "."), "not an ordinary file"),
        (("score", "cv-pocket", "none.yaml"), "none.yaml"),
        (("walk",), "walk"),
    ],
)
def test_wrong_input_gives_2_and_says_what(cli: Cli, arguments: tuple[str, ...], told: str) -> None:
    said = cli(*arguments)
    assert said.code == 2
    assert told in said.err


def test_a_mistake_of_the_program_is_no_traceback(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.interpreter.cli.commands.list.list_rulesets", lambda: 1 // 0)
    said = cli("list")
    assert said.code == 2
    assert "rulewright itself made a mistake" in said.err


def _child(*arguments: str, typed: str, hash_seed: str, folder: Path) -> subprocess.CompletedProcess[str]:
    # The names of the user's folders are all that the child needs besides what every process has.
    surroundings = {
        **os.environ,
        "PYTHONHASHSEED": hash_seed,
        "XDG_STATE_HOME": str(folder / hash_seed),
        "HOME": str(folder),
        "PYTHONIOENCODING": "utf-8",
    }
    command = [sys.executable, "-m", "rulewright", *arguments]
    return subprocess.run(
        command, input=typed, capture_output=True, text=True, env=surroundings, check=False, encoding="utf-8"
    )


def test_a_transcript_does_not_depend_on_the_process(tmp_path: Path) -> None:
    typed = "1\nwhy 1\nscore\n" + "1\n" * 40
    arguments = ("play", "cv-pocket", "--seats", "Ann,greedy,random", "--seed", "7")
    runs = [_child(*arguments, typed=typed, hash_seed=one, folder=tmp_path) for one in ("0", "1")]
    assert [one.returncode for one in runs] == [0, 0]
    assert runs[0].stdout == runs[1].stdout


def test_a_closed_pipe_ends_quietly() -> None:
    arguments = [sys.executable, "-m", "rulewright", "play", "cv-pocket", "--bots", "random,random"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait() == 0


def test_a_game_taken_up_again_begins_with_the_last_lines_of_its_log(cli: Cli) -> None:
    cli("play", "cv-pocket", "--seats", "Ann,greedy", "--seed", "5", "--save", "my.save", typed="1\n" * 5)
    shown = cli("play", "--resume", "my.save", typed="log\n").out
    before, _, after = shown.partition("\n-- CV Pocket")
    assert "lines before these; `log` tells all." in before
    assert "deck is shuffled" not in before
    assert "deck is shuffled" in after


def test_the_way_of_each_card_is_told_on_demand(cli: Cli) -> None:
    lines = "log\nlog --all\n"
    out = cli("play", EIGHT, "--seats", "Ann,Bob", "--seed", "1", "--save", "my.save", typed="1\n").out
    way = re.compile(r" goes from (your hand|hand\[\w+\]) to ")
    assert not way.search(out)
    assert len(way.findall(cli("play", "--resume", "my.save", typed=lines).out)) == 1
    assert not way.search(cli("replay", "my.save").out)
    assert len(way.findall(cli("replay", "my.save", "--all").out)) == 1
