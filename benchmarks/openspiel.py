"""OpenSpiel beside it, where it is installed: `pip install '.[bench]'`. From Python, and in its own loop."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from benchmarks.games import DECISIONS
from benchmarks.measure import Work


def installed() -> bool:
    """Is OpenSpiel there?"""
    return find_spec("pyspiel") is not None


def loop(game: str, name: str) -> Work:
    """Random games step by step from Python: list the actions, apply one."""
    spiel: Any = import_module("pyspiel")
    loaded = spiel.load_game(game)

    def run(games: int) -> int:
        drawn = Random(games).random
        decisions = 0
        for _ in range(games):
            state = loaded.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                decisions += not state.is_chance_node()
                state.apply_action(actions[int(drawn() * len(actions))])
            state.returns()
        return decisions

    return Work(name, DECISIONS, run)


def own_loop(game: str, name: str) -> Work:
    """Random games by OpenSpiel's own random bots, all in C++; chance included."""
    spiel: Any = import_module("pyspiel")
    loaded = spiel.load_game(game)
    seats = loaded.num_players()
    bots = [spiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(seats)]
    a_game = _decisions(spiel, loaded, bots)

    def run(games: int) -> int:
        for seed in range(games):
            spiel.evaluate_bots(loaded.new_initial_state(), bots, seed)
        return games * a_game

    return Work(name, DECISIONS, run)


def _decisions(spiel: Any, loaded: Any, bots: list[Any]) -> int:
    """How many decisions a game has, on average of some."""
    games, decisions = 50, 0
    for seed in range(games):
        state = loaded.new_initial_state()
        spiel.evaluate_bots(state, bots, seed)
        decisions += sum(one.player >= 0 for one in state.full_history())
    return round(decisions / games)
