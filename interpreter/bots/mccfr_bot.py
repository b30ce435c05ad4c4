"""A player that has solved the game before it plays, for games that are small enough."""

from __future__ import annotations

from rulewright.interpreter.bots.draws import drawing
from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.ruleset import made_once
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.solve.mccfr import Policy, Solver
from rulewright.interpreter.solve.tree import tree_of

MOST_NODES = 200_000
"""A larger game is not solved."""
FINE = 1 << 32
"""Into so many parts a chance is divided that a move is drawn by."""
SEED = 1
"""The strategy is the same for all: only the moves are drawn by a bot's own chance."""


class MccfrBot:
    """Plays the average strategy of so many iterations of `solve.mccfr`, which it works out once.

    Raises TreeTooLarge where the game has too many places that play can come to.
    """

    def __init__(self, seed: int, iterations: int, engine: EngineName = "auto") -> None:
        self._draw = drawing(seed, "mccfr bot")
        self._iterations = iterations
        self._engine = engine

    def choose(self, seat: Seat) -> Move:
        """One of the seat's moves, each as often as the strategy says."""
        chances = self._policy(seat).at(seat.number, seat.information_key())
        left = self._draw(FINE) / FINE
        moves = seat.legal_moves()
        for move in moves:
            left -= chances[move.text]
            if left < 0:
                return move
        return max(moves, key=lambda move: chances[move.text])

    def _policy(self, seat: Seat) -> Policy:
        """The strategy, for players of these names: what they are called is part of what is known."""
        what = "mccfr", seat.names, self._iterations
        return made_once(seat.ruleset, what, lambda: self._solved(seat))

    def _solved(self, seat: Seat) -> Policy:
        solver = Solver(tree_of(seat.ruleset, seat.names, most_nodes=MOST_NODES), SEED, self._engine)
        solver.run(self._iterations)
        return solver.policy()
