"""A player that searches a tree of what may come: information-set Monte Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012), with one observer: a
single tree for many redeals. Each iteration takes a redeal with a future of its own, goes down the tree by
moves that are legal there, adds one choice to it, and plays on to the end at random. What chance gives is no
part of the tree: a node stands for moves, whatever was drawn on the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Any

from attrs import define, field, frozen

from rulewright.interpreter.bots.ahead import SEEDS, LookingAhead
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import Move, TooManyMoves
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.outlook import Outlook
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.game.simulator import Simulator

CURIOSITY = 0.7
"""How much a move that was seldom tried is worth a try, beside what it has won, from 0 to 1."""

ITERATIONS_A_REDEAL = 10
"""A redeal serves so many iterations; each has a future of its own."""


@define(eq=False)
class Arm:
    """A move of one seat at a node: how often it was legal, how often made, and what that seat won then."""

    legal: int = 0
    made: int = 0
    won: float = 0.0

    def bound(self) -> float:
        """UCB1, counting only the times that the move was there to be made."""
        return self.won / self.made + CURIOSITY * sqrt(log(self.legal) / self.made)


@define(eq=False)
class Node:
    """A choice in the tree. Who choose at the same time each go by what they have won themselves, none by
    what the others choose; the next node is that of all their moves together.
    """

    arms: dict[tuple[int, int], Arm] = field(factory=dict)
    after: dict[tuple[int, ...], Node] = field(factory=dict)

    def legal(self, seat: int, keys: Sequence[int]) -> list[Arm]:
        """The arms of a seat's legal moves, each of which was legal once more."""
        arms = [self.arms.setdefault((seat, key), Arm()) for key in keys]
        for arm in arms:
            arm.legal += 1
        return arms


@frozen
class Advice:
    """A move, and what part of the win it brought in the games that were looked at."""

    move: Move
    chance: float


class MctsBot(LookingAhead):
    """Makes the move that its search tried most, after so many `iterations`."""

    def __init__(self, seed: int, iterations: int, engine: EngineName = "python") -> None:
        super().__init__(seed, engine, "information-set tree search")
        self.iterations = iterations

    def values(self, seat: Seat, moves: Sequence[Move]) -> Sequence[tuple[int, float]]:
        """How often each move was tried, and how much of the win it brought."""
        simulator, outlook = self.outlook(seat, moves)
        root = Node()
        for first in range(0, self.iterations, ITERATIONS_A_REDEAL):
            if first and not self.goes_on():
                break
            many = min(ITERATIONS_A_REDEAL, self.iterations - first)
            self._search(simulator, outlook, root, seat.number, many)
        arms = [root.arms.get((seat.number, at), Arm()) for at in range(len(moves))]
        return [(arm.made, arm.won) for arm in arms]

    def advice(self, seat: Seat, most: int) -> list[Advice]:
        """The moves that it would make, the best first, and no more than so many. Raises TooManyMoves."""
        moves = self.candidates(seat.legal_moves())
        values = self.values(seat, moves)
        order = sorted(range(len(moves)), key=lambda at: values[at], reverse=True)
        tried = [at for at in order[:most] if values[at][0]]
        return [Advice(moves[at], values[at][1] / values[at][0]) for at in tried]

    def _search(self, simulator: Simulator, outlook: Outlook, root: Node, seat: int, many: int) -> None:
        """Iterations in one redeal. The numbers of the seat's own moves differ between redeals, so that their
        arms at the root go by their places in the list.
        """
        state, numbers = outlook.deal(self.draw(SEEDS))
        own = {at: number for at, number in enumerate(numbers) if number is not None}
        for _ in range(many if own else 0):
            self._iterate(simulator, simulator.copy(state, self.draw(SEEDS)), root, {seat: own})

    def _iterate(
        self, simulator: Simulator, state: Any, node: Node, given: Mapping[int, Mapping[int, int]]
    ) -> None:
        """Down the tree, one choice further, on to the end at random; all who chose on the way learn from it.

        `given` are a seat's moves by the keys of their arms, at the first node; all others go by number.
        """
        made: list[tuple[int, Arm]] = []
        moves: list[tuple[int, int]] = []
        try:
            while not simulator.over(state):
                keys, grown, moves = [], False, []
                for seat in simulator.seats(state):
                    listed = given.get(seat) or {one: one for one in simulator.legal_moves(state, seat)}
                    key, arm = self._pick(node, seat, list(listed))
                    grown = grown or not arm.made
                    made.append((seat, arm))
                    keys.append(key)
                    moves.append((seat, listed[key]))
                if grown:
                    break
                for seat, move in moves:
                    simulator.apply(state, move, seat)
                node, given, moves = node.after.setdefault(tuple(keys), Node()), {}, []
        except TooManyMoves:
            pass  # no node: play goes on at random from here
        except Fault:
            return
        shares = self.shares_after(simulator, state, moves, self.draw(SEEDS))
        for seat, arm in made:
            arm.made += 1
            arm.won += shares[seat]

    def _pick(self, node: Node, seat: int, keys: Sequence[int]) -> tuple[int, Arm]:
        """The move that UCB1 prefers; one of those that were never made, by lot, as long as there are any."""
        arms = node.legal(seat, keys)
        fresh = [at for at, arm in enumerate(arms) if not arm.made]
        if fresh:
            at = fresh[self.draw(len(fresh))]
        else:
            at = max(range(len(arms)), key=lambda at: arms[at].bound())
        return keys[at], arms[at]
