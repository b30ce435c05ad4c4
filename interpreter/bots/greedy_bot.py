"""A player that goes after what pays next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.interpreter.bots.ahead import SEEDS, LookingAhead, one_step_ahead
from rulewright.interpreter.bots.draws import Draw, drawing
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import Move, TooManyMoves
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.seat import HOPELESS, Seat
from rulewright.interpreter.game.simulator import Simulator

MOST_REDEALS, LEAST_REDEALS, TRIES = 10, 2, 60
"""In how many redeals each move is tried: the more moves there are, the fewer, for so many tries in all."""

Standing = tuple[int, int]


class GreedyBot(LookingAhead):
    """Takes the move after which it stands best when the standing next changes.

    How players stand is what the rules would rank them by if the game ended now, without tie-breaks. After
    each of its moves all play on at random until this changes for somebody, or the game ends: at once, where
    the move pays itself, or with the trick or the round that pays. What counts is how far it is then ahead of
    the best of the others, in all redeals together. Where redeals cannot draw what it does not see, it looks
    one step ahead.
    """

    def __init__(self, seed: int, engine: EngineName = "python") -> None:
        super().__init__(seed, engine, "greedy bot")

    def values(self, seat: Seat, moves: Sequence[Move]) -> Sequence[Any]:
        """How far ahead it is after each move, added up over redeals."""
        if not seat.draws_all:
            return one_step_ahead(seat, moves, self.draw)
        simulator, outlook = self.outlook(seat, moves)
        seeds = drawing(self.draw(SEEDS), "greedy bot's redeals")
        added: list[Standing] = [(0, 0)] * len(moves)
        for _ in range(max(LEAST_REDEALS, min(MOST_REDEALS, TRIES // len(moves)))):
            state, numbers = outlook.deal(seeds(SEEDS), past=False)
            before, future = _standings(simulator, state), seeds(SEEDS)
            for at, number in enumerate(numbers):
                lead: Standing | None = None
                if number is not None:
                    after = simulator.copy(state, future)
                    lead = _lead_after(simulator, after, seat.number, number, before, future)
                first, second = lead or (HOPELESS, 0)
                added[at] = added[at][0] + first, added[at][1] + second
        return added


def _lead_after(
    simulator: Simulator, state: Any, seat: int, move: int, before: Sequence[Standing] | None, seed: int
) -> Standing | None:
    """How far a seat is ahead when the standing has changed after its move; None where play is stuck."""
    draw = drawing(seed, "everybody")
    try:
        _all_choose(simulator, state, draw, {seat: move})
        while not simulator.over(state) and _standings(simulator, state) in (before, None):
            _all_choose(simulator, state, draw, {})
    except TooManyMoves:
        pass  # how it stands there
    except Fault:
        return None
    standings = _standings(simulator, state)
    return None if standings is None else _lead(standings, simulator.sides, seat)


def _all_choose(simulator: Simulator, state: Any, draw: Draw, given: dict[int, int]) -> None:
    """Whoever has to choose makes a move: the one given, or one at random."""
    for seat in simulator.seats(state):
        if seat in given:
            simulator.apply(state, given[seat], seat)
            continue
        moves = simulator.legal_moves(state, seat)
        simulator.apply(state, moves[draw(len(moves))], seat)


def _standings(simulator: Simulator, state: Any) -> Sequence[Standing] | None:
    """How the seats stand now, the less, the better; None where that cannot be told yet."""
    try:
        return simulator.standing(state)
    except Fault:
        return None


def _lead(standings: Sequence[Standing], sides: Sequence[int], seat: int) -> Standing:
    """How far a seat is ahead of the best of those that play against it, if any do."""
    others = [one for one, side in zip(standings, sides, strict=True) if side != sides[seat]]
    best, own = min(others, default=(0, 0)), standings[seat]
    return best[0] - own[0], best[1] - own[1]
