"""The tools around variants: `diff`, `info`, `test`, `new`, and rules that change while a game goes on."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from commands import Cli

from rulewright.interpreter.cli.games import open_game
from rulewright.interpreter.cli.main import run as run_command
from rulewright.interpreter.cli.watch import Watcher, replayed

KIND = 'language 1\nvariant "Kind school" of "cv-pocket"\nreplace table spare_knowledge: 0, then last\n'


# ---- the command line ----------------------------------------------------------------------------


def test_diff_prints_the_one_setting(cli: Cli) -> None:
    assert cli("diff", "cv-pocket", "four-columns").out == (
        "setting columns\n"
        '  - setting columns = 3 in 1..5 "columns of cards on the table"\n'
        '  + setting columns = 4 in 1..5 "columns of cards on the table"\n'
        "1 difference\n"
    )


def test_diff_shows_cards_and_lines_around_a_change(cli: Cli) -> None:
    shown = cli("diff", "cv-pocket", "--with", "early-bird").out
    assert "card Life.early_bird (added)\n  + Early bird: copies = 1, transport = bike" in shown
    assert "  +     picked_low[c] = level(c) == 1\n        put c onto cv[me]\n" in shown
    rows = json.loads(cli("diff", "cv-pocket", "no-secret-power", "--json").out)
    assert [row["what"] for row in rows] == ["card Life.secret_power"]
    assert cli("diff", "cv-pocket", "cv-pocket").out == "0 differences\n"


def test_info_marks_what_variants_touched(cli: Cli) -> None:
    shown = cli("info", "cv-pocket", "--with", "kind-school", "--with", "four-columns").out
    assert "table spare_knowledge  by Kind school, variants/kind-school.rules:5" in shown
    assert "setting columns        by Four columns, variants/four-columns.rules:5" in shown
    assert "kind-school          Left-over knowledge costs nothing" in shown


@pytest.mark.parametrize("of", ["cv-pocket", "cvlt", "kind-school"])
def test_new_writes_a_variant_that_is_sound_and_changes_nothing(cli: Cli, of: str) -> None:
    assert cli("new", "my-rules", "--of", of).code == 0
    assert cli("check", "my-rules.rules").code == 0
    assert cli("diff", of, "my-rules.rules").out == "0 differences\n"
    assert cli("test", str(Path("scenarios", "my-rules.yaml"))).code == 0
    assert cli("format", "--check", "my-rules.rules").code == 0
    assert cli("new", "my-rules", "--of", of).code == 2


def test_what_new_says_to_type_can_be_typed_where_the_game_is_a_file(cli: Cli) -> None:
    assert cli("new", "my-game").code == 0
    assert cli("new", "my-rules", "--of", "my-game.rules").code == 0
    lines = re.findall(r"^#   rulewright (\w+) (.*?)  ", Path("my-rules.rules").read_text(), re.MULTILINE)
    assert [command for command, _ in lines] == ["check", "play", "test", "diff"]
    assert cli("diff", *dict(lines)["diff"].split()).out == "0 differences\n"


def test_new_begins_no_variant_where_it_would_not_find_its_game(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli("new", "my-game").code == 0
    for folder in ("variants", "elsewhere/far"):
        Path(folder).mkdir(parents=True)
    with monkeypatch.context() as there:
        there.chdir("variants")
        assert cli("new", "below", "--of", "../my-game.rules").code == 0
        assert cli("check", "below.rules").code == 0
    monkeypatch.chdir("elsewhere/far")
    said = cli("new", "far", "--of", "../../my-game.rules")
    assert (said.code, list(Path().iterdir())) == (2, [])
    assert "here is no `my-game`" in said.err


SUGGESTED = re.compile(r"^# (?:set |replace ).*\n(?:# (?: {4}|\)).*\n)*", re.MULTILINE)
"""A change in comments, with the lines that belong to it."""


@pytest.mark.parametrize("of", ["cv-pocket", "cvlt", "cv-gossip"])
def test_each_replacement_that_new_suggests_says_what_the_game_says(cli: Cli, of: str) -> None:
    cli("new", "my-rules", "--of", of)
    file = Path("my-rules.rules")
    text = file.read_text(encoding="utf-8")
    words = {
        change.split()[1] + " " + change.split()[2].partition(" ")[0] for change in SUGGESTED.findall(text)
    }
    assert words >= {"replace setup", "replace action", "replace rule", "replace phase", "replace define"}
    taken = SUGGESTED.sub(lambda found: found[0].replace("\n# ", "\n").removeprefix("# "), text)
    file.write_text(taken, encoding="utf-8")
    assert cli("check", str(file)).code == 0
    assert cli("diff", of, str(file)).out == "0 differences\n"


@pytest.mark.parametrize("of", ["cv-pocket", "cv-gossip"])
def test_a_score_can_be_left_out_as_new_suggests(cli: Cli, of: str) -> None:
    cli("new", "my-rules", "--of", of)
    file = Path("my-rules.rules")
    text = file.read_text(encoding="utf-8")
    assert "\n# remove score " in text
    file.write_text(text.replace("\n# remove score ", "\nremove score "), encoding="utf-8")
    assert cli("check", str(file)).code == 0


def test_named_requirements_are_suggested(cli: Cli) -> None:
    cli("new", "my-rules", "--of", "cv-pocket")
    assert "# replace require take.in_reach: " in Path("my-rules.rules").read_text(encoding="utf-8")


def test_new_writes_a_game_that_is_played(cli: Cli) -> None:
    assert cli("new", "my-game").code == 0
    assert cli("check", "my-game.rules", "--games", "3").code == 0
    assert "1 of 1 scenarios passed" in cli("test", "my-game.rules").out
    assert cli("format", "--check", "my-game.rules").code == 0


def test_the_file_of_a_variant_in_this_folder_is_offered(cli: Cli) -> None:
    cli("new", "h4", "--of", "cv-pocket")
    for said in (
        cli("check", "cv-pocket", "--with", "h4"),
        cli("new", "x", "--of", "h4"),
        cli("check", "h4"),
    ):
        assert said.code == 2
        assert "Did you mean `h4.rules`?" in said.err


def test_a_variant_that_is_not_there_is_told_with_the_nearest(cli: Cli) -> None:
    said = cli("simulate", "cv-pocket", "--with", "kind-scool")
    assert said.code == 2
    assert "Did you mean `kind-school`?" in said.err


# ---- rules that change while a game goes on --------------------------------------------------------


def test_a_game_goes_on_under_rules_that_changed(tmp_path: Path) -> None:
    file = tmp_path / "kind.rules"
    file.write_text(KIND, encoding="utf-8")
    opened = open_game(str(file))
    game = opened.ruleset.new_game(2, seed=1)
    for _ in range(4):
        game.apply(game.legal_moves()[0])
    watcher = Watcher(opened)
    assert not watcher.changed()
    file.write_text(KIND + "set pair_points = 50\n", encoding="utf-8")
    assert watcher.changed()
    again = replayed(game, watcher.reread())
    assert not watcher.changed()
    assert again.stopped is None
    assert [move.text for move in again.game.moves] == [move.text for move in game.moves]
    assert again.game.program.known.settings["pair_points"] == 50


WATCHED = ("play", "my.rules", "--watch", "--seed", "1", "--players", "2")


class Typist:
    """Types lines at the prompt, and changes the rule file before some of them."""

    def __init__(self, lines: list[tuple[str, str]], file: Path) -> None:
        self.lines = lines
        self.file = file

    def isatty(self) -> bool:
        return False

    def readline(self, limit: int = -1) -> str:
        if not self.lines:
            return ""
        text, rules = self.lines.pop(0)
        if rules:
            self.file.write_text(rules, encoding="utf-8")
        return f"{text}\n"


def watch(
    lines: list[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    folder: Path,
) -> str:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    monkeypatch.chdir(folder)
    Path("my.rules").write_text(KIND, encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", Typist(lines, Path("my.rules")))
    run_command(WATCHED)
    return capsys.readouterr().out


def test_saving_the_rules_reloads_them_in_the_running_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [("1", ""), ("", KIND + "add score extra(p) = 9\n"), ("score", "")]
    shown = watch(lines, monkeypatch, capsys, tmp_path)
    assert "The rules were changed; the game goes on under the new ones." in shown
    assert "extra" in shown.partition("under the new ones")[2]


def test_a_move_typed_while_the_rules_change_is_made_under_the_new_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lines = [("2", ""), ("pass", KIND + "add score extra(p) = 9\n"), ("1", ""), ("log", "")]
    shown = watch(lines, monkeypatch, capsys, tmp_path)
    assert "the game goes on under the new ones" in shown
    assert "Player 1: pass" in shown or "Player 2: pass" in shown


@pytest.mark.parametrize(
    ("answer", "told"),
    [("back", "the game goes on under the new ones"), ("keep", "The game goes on under the old rules")],
)
def test_a_move_that_the_new_rules_forbid_is_named_and_the_choice_is_offered(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    answer: str,
    told: str,
) -> None:
    forbidding = KIND + 'add require later to take: passes > 0 because "somebody passes first"\n'
    shown = watch([("2", ""), ("", forbidding), (answer, "")], monkeypatch, capsys, tmp_path)
    assert "Under the new ones move 1, `take" in shown
    assert "somebody passes first" in shown
    assert told in shown


def test_rules_that_are_wrong_are_told_and_the_old_ones_stay(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shown = watch([("1", ""), ("", KIND + "set colums = 4\n")], monkeypatch, capsys, tmp_path)
    assert "Did you mean `columns`?" in shown
    assert "The game goes on under the old rules." in shown
