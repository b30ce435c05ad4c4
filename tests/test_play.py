"""`play` through a pipe: moves and commands in, a transcript out; saving, resuming, undoing."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Cli
from syrupy.assertion import SnapshotAssertion
from test_cli import EIGHT, TOYS

from rulewright.interpreter.cli.table import Artist
from rulewright.interpreter.game.saves.resume import header_of
from rulewright.interpreter.library.rulesets import load

PASSES = "pass\n" * 10


def test_transcript_of_the_smallest_game(cli: Cli, snapshot: SnapshotAssertion) -> None:
    typed = "help\nmoves\n1\nwhy lay sun-9\nlay sun 1\n1\nscore\ncard sun-1\n1\n1\n1\n1\n1\n1\n"
    said = cli("play", EIGHT, "--seats", "Ann,Bob", "--seed", "7", "--starter", "Ann", typed=typed)
    assert said.code == 0
    assert said.out == snapshot


@pytest.mark.parametrize(
    ("width", "together"), [(20, [1, 1, 1]), (45, [2, 1]), (100, [3])], ids=["20", "45", "100"]
)
def test_columns_that_do_not_fit_stand_below_the_others(width: int, together: list[int]) -> None:
    game = load("cv-pocket").new_game(2, seed=4)
    drawn = Artist.of(game.names, width).draw(game.view(0))
    assert [line.count("column") for line in drawn if "column" in line] == together


def test_passing_all_the_way_ends_with_scores(cli: Cli) -> None:
    said = cli("play", "cv-pocket", "--players", "2", "--seed", "7", typed=PASSES)
    assert said.code == 0
    assert "The game is over: all passed" in said.out
    assert "share the win" in said.out


def test_nonsense_is_explained_and_asked_again(cli: Cli) -> None:
    typed = "nonsense\n\n0\n99\ntake bookwrm\npass now\n\x00\n" + PASSES
    said = cli("play", "cv-pocket", "--players", "2", "--seed", "7", typed=typed)
    assert said.code == 0
    assert said.out.count("Not possible: ") == 4
    assert said.out.count("The moves have the numbers 1 to 4.") == 2
    assert "Did you mean `bookworm`?" in said.out


def test_a_move_may_be_typed_in_the_words_on_the_screen(cli: Cli) -> None:
    typed = "拿取 浪漫\ntake 社會救濟\ntake Studies\nquit\n"
    said = cli(
        *("play", "cv-pocket", "--seats", "Ann,Bob,Cid", "--seed", "3", "--starter", "Ann"),
        *("--language", "zh-Hant"),
        typed=typed,
    )
    assert "Ann: 拿取 浪漫" in said.out
    assert "Bob: 拿取 社會救濟" in said.out
    assert "Not possible: 深造 lies on level" in said.out or "Cid: 拿取 深造" in said.out


def test_card_says_what_is_printed_and_offers_what_is_near(cli: Cli) -> None:
    said = cli("play", "cv-pocket", "--seats", "Ann,Bob", typed="card\ncard fat\ncard Fat cat\nquit\n")
    assert "Type `card NAME`." in said.out
    assert "There is no card `fat`. Did you mean `fat_cat`?" in said.out
    assert "Fat cat (fat_cat)\n  2 points for each set of " in said.out


def test_a_refusal_says_why_and_where(cli: Cli) -> None:
    said = cli("play", "cv-pocket", "--players", "2", "--seed", "7", typed="why take housewife\n" + PASSES)
    assert "lies on level 5; you reach level 1" in said.out
    assert "cv-pocket.rules, line " in said.out


def test_a_game_that_is_cut_off_can_be_resumed(cli: Cli) -> None:
    whole = cli("play", EIGHT, "--seats", "Ann,Bob", "--seed", "3", typed="1\n" * 8)
    assert whole.code == 0
    cut = cli("play", EIGHT, "--seats", "Ann,Bob", "--seed", "3", typed="1\n" * 3)
    assert cut.code == 2
    words = cut.out.splitlines()[-1].split("rulewright ")[1].split()
    rest = cli(*words, typed="1\n" * 5)
    assert rest.code == 0
    assert rest.out.splitlines()[-12:] == whole.out.splitlines()[-12:]


ZERO = "score pairs(p) = size(taken[p]) div (8 - sum(size(t) for t in taken))\n"


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    """A game whose points cannot be worked out when all cards are taken."""
    text = Path(EIGHT).read_text(encoding="utf-8")
    (tmp_path / "faulty.rules").write_text(
        text.replace("score pairs(p) = size(taken[p]) div 2\n", ZERO), encoding="utf-8"
    )
    return tmp_path / "faulty.rules"


def test_a_fault_at_the_end_says_how_to_go_on_under_mended_rules(cli: Cli, faulty: Path) -> None:
    arguments = ("play", "faulty.rules", "--seats", "Ann,Bob", "--seed", "3", "--save", "my.save")
    said = cli(*arguments, typed="1\n" * 8)
    assert said.code == 2
    assert "problem [fault-division]" in said.err
    assert "faulty.rules:35:" in said.err
    assert said.out.splitlines()[-1].endswith(
        "when the rules are mended: rulewright play faulty.rules --resume my.save --changed"
    )
    faulty.write_bytes(Path(EIGHT).read_bytes().replace(b"First", b"Last"))
    again = cli("play", "faulty.rules", "--resume", "my.save", "--changed", typed="1\n")
    assert (again.code, "The game is over" in again.out) == (0, True)


def test_a_fault_at_the_end_is_told_wherever_games_are_played(cli: Cli, faulty: Path) -> None:
    scenario = "title: Whole\nabout: pairs\nplayers: 2\nat: end\n"
    scenario += 'given: {"taken[1]": [sun-1, sun-2, sun-3, sun-4, moon-1, moon-2, moon-3, moon-4]}\n'
    scenario += "expect: {winner: 1}\n"
    faulty.with_name("whole.yaml").write_text(scenario, encoding="utf-8")
    for arguments in (
        ("check", "faulty.rules", "--games", "1"),
        ("simulate", "faulty.rules", "--games", "1"),
        ("simulate", "faulty.rules", "--games", "1", "--bots", "greedy,random"),
        ("play", "faulty.rules", "--bots", "random,random"),
        ("score", "faulty.rules", "whole.yaml"),
        ("test", "--game", "faulty.rules", "whole.yaml"),
    ):
        said = cli(*arguments)
        assert said.code in (1, 2), arguments
        assert "faulty.rules:35:" in said.out + said.err, arguments
        assert "itself made a mistake" not in said.err


def test_the_seed_is_told_at_the_end_and_before_it_only_when_asked_for(cli: Cli) -> None:
    arguments = ("play", EIGHT, "--seats", "Ann,Bob", "--save", "my.save")
    cut = cli(*arguments, typed="1\n" * 3)
    seed = header_of(Path("my.save").read_text(encoding="utf-8")).seed
    shown = cli("replay", "my.save", "--game", EIGHT)
    for said in (cut, shown):
        assert "seed" not in said.out.casefold()
        assert str(seed) not in said.out
    assert f"Seed {seed}.\n" in cli("replay", "my.save", "--game", EIGHT, "--show-seed").out
    early = cli("play", EIGHT, "--resume", "my.save", "--show-seed", typed="")
    assert early.out.splitlines()[1] == f"Seed {seed}."
    whole = cli("play", EIGHT, "--resume", "my.save", typed="1\n" * 5)
    assert whole.out.splitlines()[-1] == f"Seed {seed}."
    assert f"Seed {seed}.\n" in cli("replay", "my.save", "--game", EIGHT).out


def test_a_save_that_nobody_named_tells_no_seed_by_its_name(cli: Cli, tmp_path: Path) -> None:
    for _ in range(2):
        cli("play", EIGHT, "--seats", "Ann,Bob", "--seed", "83", typed="quit\n")
    assert sorted(file.name for file in tmp_path.rglob("*.save")) == [
        "first_eight-2.save",
        "first_eight.save",
    ]


def test_quitting_keeps_the_game(cli: Cli) -> None:
    said = cli("play", "cv-pocket", "--players", "2", "--seed", "3", typed="1\nquit\n")
    assert said.code == 0
    assert "play --resume" in said.out


def test_a_finished_game_leaves_no_save_behind(cli: Cli, tmp_path: Path) -> None:
    assert cli("play", "cv-pocket", "--players", "2", typed=PASSES).code == 0
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_save_that_was_asked_for_stays_and_can_be_replayed(cli: Cli, tmp_path: Path) -> None:
    cli("play", "cv-pocket", "--players", "2", "--save", "my.save", typed=PASSES)
    assert (tmp_path / "my.save").is_file()
    said = cli("replay", "my.save")
    assert said.code == 0
    assert "The game is over: all passed" in said.out
    assert "share the win" in said.out


def test_replay_stops_where_it_is_told_to(cli: Cli) -> None:
    cli("play", EIGHT, "--players", "2", "--seed", "3", "--save", "my.save", typed="1\n" * 8)
    said = cli("replay", "my.save", "--game", EIGHT, "--moves", "2")
    assert "move 3" in said.out
    assert "The game is over" not in said.out


def test_a_damaged_save_is_refused_with_its_line(cli: Cli, tmp_path: Path) -> None:
    cli("play", "cv-pocket", "--players", "2", "--seed", "3", "--save", "my.save", typed="1\n1\n")
    lines = (tmp_path / "my.save").read_text(encoding="utf-8").splitlines(keepends=True)
    lines[2] = lines[2].replace("take", "toke")
    (tmp_path / "my.save").write_text("".join(lines), encoding="utf-8")
    before = (tmp_path / "my.save").read_bytes()
    said = cli("play", "--resume", "my.save")
    assert said.code == 2
    assert "my.save:3:" in said.err
    assert (tmp_path / "my.save").read_bytes() == before


def test_save_as_during_play(cli: Cli, tmp_path: Path) -> None:
    typed = "1\nsave here.save\nsave\nsave no/such/../\0/folder\n"
    said = cli("play", "cv-pocket", "--players", "2", "--seed", "3", typed=typed)
    assert "Saved in here.save." in said.out
    assert (tmp_path / "here.save").is_file()
    assert "cannot be written" in said.out


def test_play_goes_on_where_nothing_can_be_saved(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way", encoding="utf-8")
    said = cli("play", "cv-pocket", "--players", "2", "--seed", "3", typed=PASSES)
    assert said.code == 0
    assert said.err.count("cannot be saved") == 1


def test_undo_takes_back_the_bots_moves_too(cli: Cli) -> None:
    typed = "1\nundo\n1\nundo\nundo\n"
    said = cli("play", "cv-pocket", "--seats", "Ann,greedy", "--starter", "Ann", "--seed", "7", typed=typed)
    assert said.out.count("Taken back:\n  Ann: ") == 2
    assert said.out.count("There is nothing to take back.") == 1
    first, _, rest = said.out.partition("Ann> 1\n")
    # Behind the first table stands what its variables are.
    table, _, _ = first[first.index("-- CV Pocket") :].partition("starter: has the most")
    assert rest.count(table) == 2


def test_undo_is_refused_when_cards_were_revealed(cli: Cli) -> None:
    arguments = ("play", str(TOYS / "whist.rules"), "--seats", "Ann,random,random,random", "--seed", "1")
    assert "were revealed since" in cli(*arguments, typed="1\nundo\n").out
    said = cli(*arguments, "--free-undo", typed="1\nundo\n")
    assert "Taken back:" in said.out


def test_hidden_hands_of_others_are_counted(cli: Cli) -> None:
    said = cli("play", str(TOYS / "whist.rules"), "--seats", "Ann,random,random,random", "--seed", "1")
    shown = said.out.partition("\nrandom")[2]
    assert "hand: 13 cards" in shown or "hand: 12 cards" in shown


def test_points_that_rest_on_hidden_cards_are_not_shown(cli: Cli) -> None:
    arguments = ("play", str(TOYS / "hidden_pass.rules"), "--seats", "Ann,random,random", "--seed", "1")
    said = cli(*arguments, typed="score\n")
    assert [line.split() for line in said.out.splitlines() if line.startswith("prizes")] == [
        ["prizes", "0", "0", "0"]
    ]


def test_names_of_another_language(cli: Cli) -> None:
    arguments = ("play", "cv-pocket", "--players", "2", "--seed", "7", "--language", "zh-Hant")
    said = cli(*arguments, typed="card 度假\n")
    assert "take studies  (拿取 深造)" in said.out
    assert "度假 (vacation)" in said.out


def test_people_come_before_the_bots_given_apart(cli: Cli) -> None:
    said = cli("play", "cv-pocket", "--players", "3", "--bots", "greedy,greedy", "--seed", "1")
    assert said.out.startswith("CV Pocket: Player 1, greedy, greedy 2.\n")


def test_a_hint_names_the_three_best_moves(cli: Cli) -> None:
    game = TOYS / "three_in_a_row.rules"
    typed = "set_mark 1, 1\nset_mark 2, 1\nset_mark 1, 2\nset_mark 2, 2\nhint\n"
    said = cli("play", str(game), "--seats", "Ann,Bob", "--starter", "Ann", "--seed", "1", typed=typed)
    hint = said.out.partition("Ann> hint\n")[2].splitlines()[:4]
    assert hint[0] == "How likely you are to win with them, as a bot sees it that knows what you know:"
    assert hint[1].split() == ["1", "set_mark", "1,", "3:", "100%"]
    assert all("set_mark" in line for line in hint[1:])
