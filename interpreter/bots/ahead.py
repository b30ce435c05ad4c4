"""What bots that look ahead have in common: their moves, and games played on from states thought possible."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from rulewright.interpreter.bots.draws import Draw, drawing
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import Move, TooManyMoves
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.outlook import Outlook
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.game.simulator import Simulator

MOST_LOOKED_AT = 200
"""Of more moves than these, as many are drawn and the best of them is taken."""

SEEDS = 2**32
"""Seeds of redeals and of futures are drawn below this."""


class LookingAhead(ABC):
    """A bot that values its moves in redeals: games that it cannot tell from the real one.

    They are played by a simulator, on the engine that it is given. Where there are more legal moves than can
    be listed it looks one step ahead: a simulator cannot name the others.
    """

    def __init__(self, seed: int, engine: EngineName, title: str) -> None:
        self.draw: Draw = drawing(seed, title)
        self._engine: EngineName = engine
        self._simulator: Simulator | None = None
        self.looked_at = 0
        self._shares: tuple[float, ...] = ()
        self.goes_on: Callable[[], bool] = lambda: True
        """Asked between redeals; False ends the search early, for who waits at a prompt."""

    def choose(self, seat: Seat) -> Move:
        """The best of the seat's legal moves, as far as it can see; equals are drawn by lot."""
        try:
            moves = seat.legal_moves()
        except TooManyMoves:
            drawn = [seat.guess(self.draw) for _ in range(MOST_LOOKED_AT)]
            moves = list({move.text: move for move in drawn}.values())
            return self.best(moves, one_step_ahead(seat, moves, self.draw))
        if len(moves) == 1:
            return moves[0]
        moves = self.candidates(moves)
        return self.best(moves, self.values(seat, moves))

    def candidates(self, moves: list[Move]) -> list[Move]:
        """These moves, or as many of them as are looked at."""
        if len(moves) <= MOST_LOOKED_AT:
            return moves
        return [moves[at] for at in sorted({self.draw(len(moves)) for _ in range(MOST_LOOKED_AT)})]

    @abstractmethod
    def values(self, seat: Seat, moves: Sequence[Move]) -> Sequence[Any]:
        """What each move is worth: the more, the better."""

    def shares_after(
        self, simulator: Simulator, state: Any, moves: Sequence[tuple[int, int]], seed: int
    ) -> tuple[float, ...]:
        """See `shares_after`; the bot remembers what it has looked at."""
        found = shares_after(simulator, state, moves, seed)
        self.looked_at += 1
        self._shares = tuple(map(sum, zip(self._shares, found, strict=True))) if self._shares else found
        return found

    @property
    def chances(self) -> tuple[float, ...]:
        """The mean part of the win of each seat in all games that it has looked at; empty before."""
        return tuple(share / self.looked_at for share in self._shares)

    def best(self, moves: Sequence[Move], values: Sequence[Any]) -> Move:
        """One of the moves that are worth most."""
        most = max(values)
        equals = [move for move, value in zip(moves, values, strict=True) if value == most]
        return equals[self.draw(len(equals))]

    def outlook(self, seat: Seat, moves: Sequence[Move]) -> tuple[Simulator, Outlook]:
        """What plays the rules, which is kept from decision to decision, and the moves in redeals."""
        simulator = self._simulator
        if simulator is None or (simulator.ruleset, simulator.players) != (seat.ruleset, seat.players):
            simulator = self._simulator = Simulator(seat.ruleset, seat.players, self._engine)
        return simulator, seat.outlook(simulator, moves)


def one_step_ahead(seat: Seat, moves: Sequence[Move], draw: Draw) -> list[int]:
    """The seat's points after each of its moves, all in one redeal."""
    deal = draw(SEEDS)
    return [seat.look(move, deal) for move in moves]


def shares_after(
    simulator: Simulator, state: Any, moves: Sequence[tuple[int, int]], seed: int
) -> tuple[float, ...]:
    """What part of the win each seat has when seats make their moves and all go on at random to the end.

    Where a choice has too many moves to draw one, what it would have if the game ended there; nothing where
    the rules cannot go on.
    """
    try:
        for seat, move in moves:
            simulator.apply(state, move, seat)
        with suppress(TooManyMoves):
            simulator.playout(state, seed)
        return simulator.shares(state)
    except Fault:
        return (0.0,) * simulator.players
