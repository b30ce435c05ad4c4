"""The rulesets that are measured: whole random games in each form, and loops of one call a step."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen

from benchmarks.by_hand import cv_pocket, cvlt
from benchmarks.measure import Work
from rulewright.interpreter.engine.machine import Draws
from rulewright.interpreter.game.engines import Engine, EngineName, engine_for
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.simulator import Simulator
from rulewright.interpreter.library.places import find
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.native.machine import tally
from rulewright.interpreter.state.layout import MOVES

PLAYERS = 4
DECISIONS = "decisions"
HEARTS = Path(__file__).parent / "hearts.rules"
BY_HAND = Path(__file__).parent / "by_hand"
TITLES = {"cvlt": "CVLT", "cv-pocket": "CV Pocket", "cv-gossip": "CV with Gossip", "hearts": "Hearts"}


@frozen
class ByHand:
    """A game that was also written by hand: how its cards are read, and how it is played in Python."""

    cards: str
    read: Callable[[Path, int], list[Any]]
    play: Callable[[list[Any], int, Random], tuple[int, list[int]]]

    def box(self, game: str, players: int) -> list[Any]:
        """The cards of the ruleset."""
        return self.read(find(game).folder / self.cards, players)


BY_HAND_GAMES = {
    "cv-pocket": ByHand("cards.yaml", cv_pocket.read_box, cv_pocket.play),
    "cvlt": ByHand("visions.yaml", cvlt.read_visions, cvlt.play),
}


@cache
def ruleset(game: str) -> Ruleset:
    """A ruleset by its name; Hearts is the one that lies here."""
    return load(HEARTS if game == "hearts" else game)


@cache
def engine(game: str, wanted: EngineName) -> Engine:
    """A ruleset made ready for random games."""
    return engine_for(ruleset(game), PLAYERS, 0, wanted)


def playouts(ready: Engine, name: str) -> Work:
    """Whole random games with the scores of all seats."""
    library, machine, plan = ready.library, ready.machine, ready.plan
    assert machine is not None and plan is not None
    if library is not None:

        def native(games: int) -> int:
            return tally(library, 1, games, frozenset()).moves

        return Work(name, DECISIONS, native)

    lines = range(len(plan.code.scores))
    seats = range(plan.code.players)

    def python(games: int) -> int:
        decisions = 0
        for seed in range(games):
            state = machine.start(seed)
            machine.playout(state, Draws(seed))
            decisions += state[MOVES]
            for line in lines:
                for seat in seats:
                    machine.score(state, line, seat)
        return decisions

    return Work(name, DECISIONS, python)


def playouts_of(game: str, form: EngineName, name: str) -> Work:
    """Whole random games of a ruleset."""
    return playouts(engine(game, form), name)


def simulated(game: str, form: EngineName, name: str) -> Work:
    """Random games step by step from Python: one call carries out a move and lists the next ones."""
    simulator = Simulator(ruleset(game), PLAYERS, form)

    def run(games: int) -> int:
        drawn, step = Random(games).random, simulator.step
        decisions = 0
        for seed in range(games):
            state = simulator.new_game(seed)
            moves = simulator.legal_moves(state)
            while moves:
                moves = step(state, moves[int(drawn() * len(moves))])
                decisions += 1
        return decisions

    return Work(name, DECISIONS, run)


def game_loop(game: str, name: str) -> Work:
    """Random games through the face for people: `legal_moves` and `apply`."""

    def run(games: int) -> int:
        decisions = 0
        for seed in range(games):
            drawn = Random(seed)
            played = ruleset(game).new_game(PLAYERS, seed=seed)
            while not played.over:
                seat = played.decision.seats[0]
                played.apply(drawn.choice(played.legal_moves(seat)), seat)
                decisions += 1
        return decisions

    return Work(name, DECISIONS, run)


def by_hand(game: str, name: str) -> Work:
    """Random games with scores, as written by hand in Python."""
    written = BY_HAND_GAMES[game]
    box = written.box(game, PLAYERS)

    def run(games: int) -> int:
        random = Random(games)
        return sum(written.play(box, PLAYERS, random)[0] for _ in range(games))

    return Work(name, DECISIONS, run)


def built(game: str, compiler: str) -> Callable[[int, int, int], tuple[int, list[int]]]:
    """The version by hand in C, made by the system's compiler.

    It is given players, games and a seed, and returns decisions and, added up for each seat, the points and
    how often it was the first of the best.
    """
    name = game.replace("-", "_")
    rows = [_flat(row) for row in BY_HAND_GAMES[game].box(game, PLAYERS)]
    table = (ctypes.c_int32 * sum(map(len, rows)))(*(number for row in rows for number in row))
    with TemporaryDirectory() as folder:
        made = Path(folder) / "by_hand.so"
        flags = ("-O3", "-march=native", "-shared", "-fPIC")
        subprocess.run([compiler, *flags, "-o", made, BY_HAND / f"{name}.c"], check=True)
        play = ctypes.CDLL(str(made)).play
    play.restype = ctypes.c_int64

    def run(players: int, games: int, seed: int) -> tuple[int, list[int]]:
        totals = (ctypes.c_int64 * (2 * players))()
        counts = (ctypes.c_int64(number) for number in (len(rows), players, games))
        return play(table, *counts, ctypes.c_uint64(seed), totals), list(totals)

    return run


def by_hand_in_c(game: str, compiler: str, name: str) -> Work:
    """Random games with scores, as written by hand in C."""
    run = built(game, compiler)
    return Work(name, DECISIONS, lambda games: run(PLAYERS, games, games)[0])


def _flat(row: tuple[Any, ...]) -> list[int]:
    return [number for part in row for number in (part if isinstance(part, tuple) else (part,))]


def copies(game: str, form: EngineName, name: str) -> Work:
    """Copies of a state."""
    simulator = Simulator(ruleset(game), PLAYERS, form)
    state = simulator.new_game(1)

    def run(times: int) -> int:
        for _ in range(times):
            simulator.copy(state)
        return times

    return Work(name, "copies", run)


def views(game: str, name: str) -> Work:
    """What a seat sees, as JSON."""
    played = ruleset(game).new_game(PLAYERS, seed=1)

    def run(times: int) -> int:
        for _ in range(times):
            played.view(0).to_json()
        return times

    return Work(name, "views", run)
