"""A player that looks one step ahead."""

from __future__ import annotations

from rulewright.interpreter.bots.draws import drawing
from rulewright.interpreter.engine.moves import Move, TooManyMoves
from rulewright.interpreter.game.seat import Seat

MOST_LOOKED_AT = 200
"""Of more moves than these, as many are drawn and the best of them is taken."""

SEEDS_OF_DEALS = 2**32


class GreedyBot:
    """Takes the move after which its own points are highest, one step ahead.

    It looks in a redeal: a game that it cannot tell from the real one, in which all that it does not see
    is dealt anew. All moves of a decision are tried in the same redeal, and equals are drawn by lot.
    """

    def __init__(self, seed: int) -> None:
        self._draw = drawing(seed, "greedy bot")

    def choose(self, seat: Seat) -> Move:
        """The best of the seat's legal moves, as far as it can see."""
        moves = self._candidates(seat)
        if len(moves) == 1:
            return moves[0]
        deal = self._draw(SEEDS_OF_DEALS)
        points = [seat.look(move, deal) for move in moves]
        most = max(points)
        best = [move for move, reached in zip(moves, points, strict=True) if reached == most]
        return best[self._draw(len(best))]

    def _candidates(self, seat: Seat) -> list[Move]:
        try:
            moves = seat.legal_moves()
        except TooManyMoves:
            drawn = [seat.guess(self._draw) for _ in range(MOST_LOOKED_AT)]
            return list({move.text: move for move in drawn}.values())
        if len(moves) <= MOST_LOOKED_AT:
            return moves
        return [moves[self._draw(len(moves))] for _ in range(MOST_LOOKED_AT)]
