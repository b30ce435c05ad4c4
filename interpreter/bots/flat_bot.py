"""A player that tries its moves in many games to the end."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.bots.ahead import SEEDS, LookingAhead
from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.seat import Seat


class FlatBot(LookingAhead):
    """Takes the move after which it wins most in games played to the end at random: flat Monte Carlo.

    All moves have as many of its `iterations`, in the same redeals and with the same future; there is one
    round of all moves at least.
    """

    def __init__(self, seed: int, iterations: int, engine: EngineName = "python") -> None:
        super().__init__(seed, engine, "flat Monte Carlo")
        self.iterations = iterations

    def values(self, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        """How much of the win each move has brought."""
        simulator, outlook = self.outlook(seat, moves)
        won = [0.0] * len(moves)
        for done in range(max(1, self.iterations // len(moves))):
            if done and not self.goes_on():
                break
            state, numbers = outlook.deal(self.draw(SEEDS))
            future = self.draw(SEEDS)
            for at, number in enumerate(numbers):
                if number is not None:
                    after = simulator.copy(state, future)
                    won[at] += self.shares_after(simulator, after, [(seat.number, number)], future)[
                        seat.number
                    ]
        return won
