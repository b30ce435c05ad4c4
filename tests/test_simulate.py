"""Simulations: the sums are right, the same run gives the same numbers, and lost cards are noticed."""

from __future__ import annotations

import csv
import io
import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from rulewright.interpreter.cli.progress import progress_bar
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.figures import as_csv, as_json, as_text
from rulewright.interpreter.lab.games import conserved, play_one
from rulewright.interpreter.lab.simulate import simulate
from rulewright.interpreter.library.rulesets import load, load_text
from rulewright.interpreter.state.layout import BOX

TOY = Path(__file__).parent / "toys" / "first_eight.rules"


@pytest.fixture(scope="module")
def eight() -> Ruleset:
    return load(TOY)


def test_a_game_whose_moves_are_used_up_is_won_by_all_whoever_plays() -> None:
    text = TOY.read_text(encoding="utf-8").replace("players 2\n", "players 2\n    moves up to 5\n")
    eight = load_text(text)
    for bots in ((), ("random", "greedy")):
        for seed in range(6):
            game = play_one(eight, 2, seed, bots)
            assert (game.reason, game.winners) == ("move limit", (0, 1))


def test_the_same_run_gives_the_same_numbers(eight: Ruleset) -> None:
    assert simulate(eight, 2, 30, 5) == simulate(load(TOY), 2, 30, 5)


def test_another_seed_gives_other_games(eight: Ruleset) -> None:
    assert simulate(eight, 2, 30, 5).means != simulate(eight, 2, 30, 600).means


def test_a_run_is_the_sum_of_its_games(eight: Ruleset) -> None:
    games = [play_one(eight, 2, 7 + number) for number in range(20)]
    result = simulate(eight, 2, 20, 7)
    wins = [
        sum((Fraction(1, len(game.winners)) for game in games if seat in game.winners), Fraction(0))
        for seat in range(2)
    ]
    assert list(result.wins) == wins
    assert sum(result.wins) == 20
    assert result.shared_wins == sum(len(game.winners) == 2 for game in games)
    assert result.means["pairs"][0] == sum(game.points["pairs"][0] for game in games) / 20
    assert (result.fewest_moves, result.mean_moves, result.most_moves) == (8, 8.0, 8)


def test_points_are_reported_by_line_and_in_all(eight: Ruleset) -> None:
    game = play_one(eight, 2, 1)
    assert set(game.points) == {"pairs", "total"}
    assert sum(game.points["total"]) == 4


def test_progress_is_told_of_every_game(eight: Ruleset) -> None:
    for bots in (("random", "random"), ("greedy", "random")):
        told: list[int] = []
        simulate(eight, 2, 3, 1, bots, progress=told.append)
        assert sum(told) == 3


def test_bots_take_the_seats_in_order(eight: Ruleset) -> None:
    result = simulate(eight, 2, 5, 1, ("greedy", "random"))
    assert result.bots == ("greedy", "random")
    assert result != simulate(eight, 2, 5, 1, ("random", "greedy"))


def test_bots_play_the_same_deals(eight: Ruleset) -> None:
    with_bots = play_one(eight, 2, 3, ("greedy", "random"))
    assert with_bots.seed == 3
    assert with_bots == play_one(eight, 2, 3, ("greedy", "random"))


def test_cards_are_conserved_in_every_game_of_a_shipped_ruleset() -> None:
    ruleset = load("cv-pocket")
    for players in ruleset.player_counts:
        result = simulate(ruleset, players, 20, 1)
        assert result.lost_cards == ()
        assert list(result.endings) == ["all passed"]


@pytest.mark.parametrize("harm", ["lost", "doubled", "misplaced"])
def test_a_card_that_is_not_in_one_place_is_noticed(eight: Ruleset, harm: str) -> None:
    program = eight.program(2)
    state = program.start(1)
    assert conserved(program.layout, state)
    hand = next(zone for zone in program.layout.zones if zone.name == "hand")
    if harm == "lost":
        state[hand.size_at] -= 1
    elif harm == "doubled":
        state[hand.base] = state[hand.base + 1]
    else:
        state[program.layout.zone_of_at + state[hand.base]] = BOX
    assert not conserved(program.layout, state)


def test_json_holds_all_numbers(eight: Ruleset) -> None:
    result = simulate(eight, 2, 10, 4)
    data = json.loads(as_json("first_eight", result))
    assert data["seed"] == 4
    assert data["games"] == 10
    assert sum(data["wins"]) == pytest.approx(10)
    assert sum(data["win_share"]) == pytest.approx(1)
    assert data["mean_points"]["pairs"] == list(result.means["pairs"])
    assert data["cards_conserved"] is True


def test_csv_has_a_row_for_each_seat(eight: Ruleset) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(simulate(eight, 2, 10, 4)))))
    assert [row["seat"] for row in rows] == ["1", "2"]
    assert sum(float(row["won"]) for row in rows) == pytest.approx(10)
    assert float(rows[0]["pairs"]) + float(rows[1]["pairs"]) == pytest.approx(4)


def test_the_report_names_the_seeds_and_the_shares(eight: Ruleset) -> None:
    text = as_text("First eight", simulate(eight, 2, 10, 4))
    assert "seeds 4 to 13" in text
    assert "seat 1" in text
    assert "games won" in text
    assert "conserved in every game" in text


class Stream(io.StringIO):
    """What is written for somebody who watches, or for nobody."""

    def __init__(self, *, watched: bool) -> None:
        super().__init__()
        self.watched = watched

    def isatty(self) -> bool:
        return self.watched


@pytest.mark.parametrize("watched", [True, False])
def test_a_bar_shows_how_many_games_are_played_only_where_somebody_watches(
    monkeypatch: pytest.MonkeyPatch, watched: bool
) -> None:
    stream = Stream(watched=watched)
    monkeypatch.setattr(sys, "stderr", stream)
    with progress_bar(4) as advance:
        advance(4)
    assert ("4/4" in stream.getvalue()) is watched
