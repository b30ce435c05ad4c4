"""Taking moves back, as people at a table would allow it: one's own, and nobody else's behind their back."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.game.game import Game


class NotTakenBack(Exception):
    """Why moves are not taken back, in words for whoever asks."""


def take_back(game: Game, whose: int, reader: int, people: Sequence[int], *, free: bool) -> list[str]:
    """Return to the last decision of a player; tells the reader what was taken back.

    The moves that bots have made since go back too. Raises NotTakenBack where another person has moved since,
    or, unless it is `free`, where a person has learned something since.
    """
    moves = game.moves
    last = next((at for at in range(len(moves) - 1, -1, -1) if moves[at].seat == whose), None)
    if last is None:
        raise NotTakenBack("There is nothing to take back.")
    since = [move.seat for move in moves[last:] if move.seat in people and move.seat != whose]
    if since:
        name = game.seats[since[-1]]
        raise NotTakenBack(f"{name} has moved since. `undo {name}` takes that move back first.")
    count = len(moves) - last
    if not free and game.undo_reveals(count, people):
        raise NotTakenBack(
            "Cards, dice or values were revealed since; `play --free-undo` takes moves back all the same."
        )
    told = game.last_moves(count, reader)
    game.undo(count)
    return told
