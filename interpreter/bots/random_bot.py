"""A player without a plan."""

from __future__ import annotations

from rulewright.interpreter.bots.draws import Draw, drawing
from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.game.seat import Seat


class RandomBot:
    """Takes any legal move, all equally likely; of more than can be listed, one found by guessing."""

    def __init__(self, seed: int) -> None:
        self._draw = drawing(seed, "random bot")

    def choose(self, seat: Seat) -> Move:
        """One of the seat's legal moves."""
        return any_move(seat, self._draw)


def any_move(seat: Seat, draw: Draw) -> Move:
    """A legal move at random. In a choice without one, which no sound game offers, raises LookupError."""
    move = seat.sample(draw)
    if move is None:
        raise LookupError("nothing is legal")
    return move
