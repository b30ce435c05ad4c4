"""The rulesets that keep the engine's contract, and random games of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulewright.interpreter.engine.moves import Move, TooManyMoves
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.library.places import list_rulesets
from rulewright.interpreter.library.rulesets import load

TOYS = Path(__file__).parent.parent / "toys"
CANARY = TOYS / "leaky.rules"
FEW_MOMENTS = 4
FIRST_MOMENTS = 25
"""How many decisions from the beginning of a game are all looked at."""


@cache
def ruleset(name: str) -> Ruleset:
    """A shipped ruleset or a toy, by name."""
    return load(name if name in list_rulesets() else TOYS / f"{name}.rules")


def toys() -> list[str]:
    """The names of the toys that keep secrets as they should."""
    return sorted(file.stem for file in TOYS.glob("*.rules") if file != CANARY)


def cases() -> list[tuple[str, int]]:
    """What ships with its smallest and its largest number of players, toys with one or the other.

    One that does not load is handed out all the same, so that its own tests fail and no others.
    """
    found = []
    for number, name in enumerate([*list_rulesets(), *toys()]):
        try:
            counts = ruleset(name).player_counts
        except RulesetError:
            counts = (0,)
        ends = sorted({counts[0], counts[-1]}) if name in list_rulesets() else [counts[-(number % 2)]]
        found += [(name, count) for count in ends]
    return found


def draw_move(game: Game, chance: random.Random) -> Move:
    """A legal move at random, of any seat that has to choose."""
    seat = chance.choice(game.decision.seats)
    try:
        return chance.choice(game.legal_moves(seat))
    except TooManyMoves:
        move = Seat(game, seat).sample(chance.randrange)
        assert move is not None
        return move


def decisions(name: str, players: int, seed: int) -> Iterator[Game]:
    """One random game, handed out at each of its decisions and at its end. Always the same object."""
    game = ruleset(name).new_game(players, seed)
    chance = random.Random(f"{name} {players} {seed}")
    yield game
    while not game.over:
        game.apply(draw_move(game, chance))
        yield game


def moments(name: str, players: int, seed: int) -> Iterator[Game]:
    """Some decisions of one random game, where a look is dear: the first, every fifth, and the end."""
    for number, game in enumerate(decisions(name, players, seed)):
        if number < FIRST_MOMENTS or number % 5 == 0 or game.over:
            yield game


def few_moments(name: str, players: int, seed: int) -> Iterator[Game]:
    """A few decisions of one random game, where a look makes the whole game once more, and again."""
    for number, game in enumerate(decisions(name, players, seed)):
        if number < FEW_MOMENTS or number % (10 * FEW_MOMENTS) == 0:
            yield game


def finished(name: str, players: int, seed: int) -> Game:
    """A random game, played to its end."""
    for game in decisions(name, players, seed):
        last = game
    return last


def legal_moves(game: Game) -> list[Move]:
    """All legal moves; none where there are too many to list."""
    try:
        return game.legal_moves()
    except TooManyMoves:
        return []
