"""Games as they were played before: for every ruleset, preset, variant and toy, at each number of players.

A line tells how many moves a game took, and a hash of all that a player is told in it: every list of legal
moves in its order, each move, each seat's log, the scores and the ranking. They stand in playthroughs.txt;
who changes on purpose how a game is played writes them anew, and looks at what has changed:

    python tests/agreement/playthroughs.py
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from pathlib import Path

if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parent.parent))

from subjects import Subject, shipped, toys

from rulewright import Game
from rulewright.interpreter.engine.moves import Move, TooManyMoves
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.seat import Seat

FILE = Path(__file__).with_suffix(".txt")


def subjects() -> Iterator[Subject]:
    """Whose games are written down."""
    yield from chain(shipped(), toys())


def recorded() -> dict[str, str]:
    """What is written down, by the name of the game."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.rsplit(": ", 1) for line in lines)


def lines_of(subject: Subject, ruleset: Ruleset) -> dict[str, str]:
    """What is told of a ruleset's games, by the name of the game."""
    return {
        name_of(subject, players): playthrough(ruleset.new_game(players, seed=players))
        for players in ruleset.player_counts
    }


def name_of(subject: Subject, players: int) -> str:
    """What a game is called."""
    return f"{subject.name}, {players} players"


def playthrough(game: Game) -> str:
    """Play a game by moves drawn at random; what is told of it, in short."""
    rng, told = random.Random(len(game.seats)), sha256()

    def tell(*said: object) -> None:
        told.update(json.dumps(said).encode())

    while not game.over:
        seats = game.decision.seats
        seat = seats[_below(rng, len(seats))]
        for one in seats:
            tell(one, [move.text for move in _listed(game, one)])
        moves = _listed(game, seat)
        move = moves[_below(rng, len(moves))] if moves else _drawn(game, seat, rng)
        tell(game.apply(move).text)
    outcome = game.outcome
    assert outcome is not None
    for observer in (None, *range(len(game.seats))):
        tell(observer, list(game.log(observer)))
    tell([[(line.name, line.points) for line in lines] for lines in game.score_sheet().lines])
    tell([(standing.place, standing.seats) for standing in outcome.ranking], outcome.winners, outcome.reason)
    return f"{len(game.moves)} moves {told.hexdigest()[:16]}"


def _listed(game: Game, seat: int) -> list[Move]:
    try:
        return game.legal_moves(seat)
    except TooManyMoves:
        return []


def _drawn(game: Game, seat: int, rng: random.Random) -> Move:
    move = Seat(game, seat).sample(lambda bound: _below(rng, bound))
    assert move is not None
    return move


def _below(rng: random.Random, bound: int) -> int:
    """A number below a bound, drawn as every version of Python draws it."""
    return int(rng.random() * bound)


def write() -> None:
    """Write all games down anew."""
    found: dict[str, str] = {}
    for subject in subjects():
        ruleset = subject.load()
        assert ruleset is not None
        found |= lines_of(subject, ruleset)
    FILE.write_text("".join(f"{name}: {said}\n" for name, said in found.items()), encoding="utf-8")


if __name__ == "__main__":
    write()
