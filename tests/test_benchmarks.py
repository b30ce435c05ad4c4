"""The benchmarks run: their rules are sound, and what is written by hand plays the same game. No clock."""

from __future__ import annotations

import shutil
from random import Random

import pytest
from click.testing import CliRunner
from commands import Cli

from benchmarks import games, growth
from benchmarks.__main__ import main
from rulewright.interpreter.engine.machine import Draws
from rulewright.interpreter.state.layout import MOVES

GAMES = 250
COMPILER = shutil.which("cc")


def test_the_rules_of_hearts_are_sound_and_its_scenarios_pass(cli: Cli) -> None:
    assert cli("check", str(games.HEARTS)).code == 0
    tested = cli("test", str(games.HEARTS))
    assert (tested.code, tested.out.strip()) == (0, "14 of 14 scenarios passed")


def test_the_rules_of_hearts_are_a_hundred_lines_at_most() -> None:
    assert len(games.HEARTS.read_text(encoding="utf-8").splitlines()) <= 100


def test_the_rules_made_for_growth_are_sound() -> None:
    for players, cards, laps in growth.SHAPES:
        assert players in growth.matching(cards, laps).player_counts


def _from_the_rules(game: str) -> tuple[float, float]:
    """Decisions and points a game, of all seats together."""
    ready = games.engine(game, "python")
    assert ready.machine is not None and ready.plan is not None
    decisions = points = 0
    for seed in range(GAMES):
        state = ready.machine.start(seed)
        ready.machine.playout(state, Draws(seed))
        decisions += state[MOVES]
        for line in range(len(ready.plan.code.scores)):
            points += sum(ready.machine.score(state, line, seat) for seat in range(games.PLAYERS))
    return decisions / GAMES, points / GAMES


def _by_hand(game: str) -> tuple[float, float]:
    written, random = games.BY_HAND_GAMES[game], Random(1)
    box = written.box(game, games.PLAYERS)
    played = [written.play(box, games.PLAYERS, random) for _ in range(8 * GAMES)]
    return (
        sum(decisions for decisions, _ in played) / len(played),
        sum(sum(points) for _, points in played) / len(played),
    )


def _by_hand_in_c(game: str) -> tuple[float, float]:
    assert COMPILER is not None
    decisions, totals = games.built(game, COMPILER)(games.PLAYERS, 40 * GAMES, 1)
    assert sum(totals[games.PLAYERS :]) == 40 * GAMES, "each game has one first winner"
    return decisions / (40 * GAMES), sum(totals[: games.PLAYERS]) / (40 * GAMES)


WAYS = [_by_hand, *([_by_hand_in_c] if COMPILER else [])]


@pytest.mark.parametrize("game", games.BY_HAND_GAMES)
def test_games_by_hand_are_as_long_and_give_as_many_points(game: str) -> None:
    length, points = _from_the_rules(game)
    for way in WAYS:
        other_length, other_points = way(game)
        assert abs(other_length / length - 1) < 0.03, way.__name__
        assert abs(other_points / points - 1) < 0.03, way.__name__


def test_the_program_prints_what_it_measured_and_its_ratio() -> None:
    printed = CliRunner().invoke(main, ["--only", "cv pocket: by hand", "--seconds", "0"])
    assert printed.exit_code == 0, printed.output
    assert "CV Pocket: by hand, Python" in printed.output
    assert "1.000  decisions" in printed.output
