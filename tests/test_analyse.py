"""Analyses: what moves cost by what their player could know, when a game turned, and how that is shown."""

from __future__ import annotations

import json
import sys

import pytest
from bidding import RULES

from rulewright.interpreter.game.game import Game
from rulewright.interpreter.lab.analyse import NOTHING, Analysis, CannotAnalyse, Judged, analyse
from rulewright.interpreter.lab.analysis_figures import WIDEST, as_json, as_text, picture
from rulewright.interpreter.lab.analysis_page import as_page
from rulewright.interpreter.lab.certainty import Estimate, NotInstalled
from rulewright.interpreter.library.rulesets import load_text

GUESS = """language 1
game "Which card lies above?"
    players 2

enum Suit: sun, moon
cards Card for each suit in Suit, value in 1..2
zone deck: Card, face down
var starter: player = random player
var points of player = 0

setup
    put Card into deck
    shuffle deck

play
    turns clockwise from starter once
        choose guess

action guess(s in Suit)
    if top(deck)?.suit == s
        points[me] += 1

score right(p) = points[p]
winner by highest score
"""


def bids(*named: int, players: int = 2) -> Game:
    """A game in which these numbers were named."""
    game = load_text(RULES).new_game(players, seed=1)
    for number in named:
        game.apply(f"name {number}")
    return game


# ---- what moves cost -----------------------------------------------------------------------------


def test_a_move_costs_what_a_better_one_would_have_brought() -> None:
    game = bids(5, 3)
    first, second = analyse(game, "mcts:200").moves
    assert second.seat != first.seat
    assert second.made == "name 3"
    assert second.best in {"name 6", "name 7", "name 8", "name 9"}
    assert (second.chances[second.seat], second.after[second.seat]) == (1, 0)
    assert (second.cost.value, second.beyond_doubt) == (1, True)
    assert first.after[first.seat] < 0.1, "the other names more"


def test_the_best_move_costs_nothing() -> None:
    result = analyse(bids(9, 9), "mcts:200")
    for one in result.moves:
        assert (one.best, one.cost, one.beyond_doubt) == ("name 9", NOTHING, False)
        assert one.after == one.chances
    assert result.costly == ()
    assert "No move cost anything that shows." in as_text("Bids", result)


def test_moves_that_bring_the_same_are_not_told_apart() -> None:
    result = analyse(bids(0, 5), "flat:200")
    assert not result.moves[1].beyond_doubt
    assert result.moves[1] not in result.costly


def test_chances_are_what_could_be_known() -> None:
    ruleset = load_text(GUESS)
    above = {}
    for seed in range(8):
        game = ruleset.new_game(2, seed, starter=0)
        game.apply("guess sun")
        judged = analyse(game, "flat:100").moves[0]
        game.apply("guess moon")
        assert game.outcome is not None
        above.setdefault(game.outcome.winners, []).append(judged)
    assert len(above) == 2, "in some of the games it was right"
    chances = {one.chances for found in above.values() for one in found}
    assert len(chances) == 1


def test_the_same_seed_gives_the_same_analysis() -> None:
    game = bids(5, 3, 7, players=3)
    assert analyse(game, "mcts:50", 4) == analyse(game, "mcts:50", 4)
    assert analyse(game, "mcts:50", 4) != analyse(game, "mcts:50", 5)


def test_where_moves_cannot_be_listed_nothing_is_said() -> None:
    game = load_text(RULES.replace("0..9", "0..20_000".replace("_", ""))).new_game(2, seed=1)
    game.apply("name 7")
    (one,) = analyse(game, "mcts:20").moves
    assert (one.made, one.best, one.chances) == ("name 7", "", ())


def test_a_bot_that_does_not_search_cannot_judge() -> None:
    with pytest.raises(CannotAnalyse) as caught:
        analyse(bids(5, 3), "greedy")
    assert caught.value.problems[0].code == "analyse-bot"


# ---- when it turned, and how it is shown ---------------------------------------------------------


def judged(
    number: int, *chances: float, seat: int = 0, cost: Estimate = NOTHING, sure: bool = False
) -> Judged:
    return Judged(number, seat, f"move {number}", "another", chances, chances, cost, sure)


def analysis(*moves: Judged, winners: tuple[int, ...] = (0,), sides: tuple[int, ...] = (0, 1)) -> Analysis:
    names = ("Ann", "Bob", "Cid", "Dora")[: len(sides)]
    return Analysis(names, sides, "flat:10", 1, moves, winners, 300)


def test_a_game_turns_with_the_last_move_before_which_the_winner_was_not_ahead() -> None:
    turning = analysis(judged(1, 0.6, 0.4), judged(2, 0.5, 0.5), judged(3, 0.6, 0.4), judged(4, 0.9, 0.1))
    assert turning.turned == 2
    assert "The turning point is move 2, Ann: move 2." in as_text("Bids", turning)
    all_along = analysis(judged(1, 0.6, 0.4), judged(2, 0.9, 0.1))
    assert all_along.turned == 0
    assert "Ann won, and was ahead all along." in as_text("Bids", all_along)


def test_who_shares_a_win_has_no_turning_point_and_a_team_has_one() -> None:
    moves = judged(1, 0.4, 0.6, 0.4, 0.6), judged(2, 0.6, 0.4, 0.6, 0.4)
    assert analysis(*moves, winners=(0, 2), sides=(0, 1, 2, 3)).turned is None
    assert analysis(*moves, winners=(0, 2), sides=(0, 1, 0, 1)).turned == 1
    assert analysis(*moves, winners=()).turned is None
    assert analysis(judged(1), winners=(0,)).turned is None


def test_what_is_sure_comes_first() -> None:
    cost = [Estimate(0.4, 0.01, 0.79), Estimate(0.2, 0.1, 0.3), Estimate(0.3, -0.1, 0.7)]
    moves = [judged(at + 1, 0.5, 0.5, cost=one, sure=at == 1) for at, one in enumerate(cost)]
    assert [one.number for one in analysis(*moves).costly] == [2, 1]


def test_a_picture_has_a_bar_for_each_move_and_long_games_have_fewer() -> None:
    found = analysis(judged(1, 0.0, 1.0), judged(2, 0.5, 0.5), judged(3), judged(4, 1.0, 0.0))
    assert picture(found, 0) == "▁▅██  0% to 100%, won"
    assert picture(found, 1) == "█▅▁▁  100% to 0%"
    long = analysis(*(judged(number, number / 200, 1 - number / 200) for number in range(1, 200)))
    assert len(picture(long, 1).split()[0]) == WIDEST
    assert picture(analysis(judged(1)), 0) == ""


def test_figures_for_programs() -> None:
    found = json.loads(as_json("bids", analyse(bids(5, 3), "mcts:50")))
    assert found["seats"] == ["Player 1", "Player 2"]
    assert [one["made"] for one in found["moves"]] == ["name 5", "name 3"]
    assert found["turning_point"] == 2
    assert found["winners"] == [found["moves"][0]["seat"]]
    assert {one["seat"] for one in found["moves"]} == {1, 2}
    assert 2 in found["costly"]


def test_a_page_shows_names_as_they_are() -> None:
    pytest.importorskip("plotly")
    page = as_page("Less < more", analyse(bids(5, 3), "mcts:50"))
    assert "<h1>Less &lt; more</h1>" in page
    assert "<td>name 3</td>" in page
    assert "turning point" in page


def test_without_what_draws_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "plotly.graph_objects", None)
    with pytest.raises(NotInstalled) as caught:
        as_page("Bids", analysis(judged(1, 0.5, 0.5)))
    assert caught.value.problems[0].facts == {"name": "plotly", "extra": "report"}
