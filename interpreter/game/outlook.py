"""What a seat looks ahead from: states that it thinks possible, as a simulator plays them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.engine.knowledge import sees_zone
from rulewright.interpreter.engine.moves import Move, Refusal
from rulewright.interpreter.game.redealt import redealt_state
from rulewright.interpreter.state.domains import InternalMove, number_of
from rulewright.interpreter.state.layout import BOX, State

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game
    from rulewright.interpreter.game.simulator import Simulator


_DEALS = 16
"""So many redeals are made for one decision, and looked at in turn: each is a game played once more."""


class Outlook:
    """Some of a seat's legal moves, and what they are in one redeal after the other."""

    def __init__(self, game: Game, seat: int, simulator: Simulator, moves: Sequence[Move]) -> None:
        self._game, self._seat, self._simulator, self._moves = game, seat, simulator, moves
        self._everywhere: dict[int, InternalMove] = {}
        self._dealt: dict[int, tuple[Any, list[int | None]]] = {}

    def deal(self, seed: int, *, past: bool = True) -> tuple[Any, list[int | None]]:
        """A state of the simulator that the seat cannot tell from the real one, and its moves there.

        They stand in the order that they were given in; None for one that is not legal there. Without a
        `past` it need not be one in which all can have happened that has: it is had sooner, and is always
        another.
        """
        if not past:
            return self._deal(seed, past=False)
        number = seed % _DEALS
        if number not in self._dealt:
            self._dealt[number] = self._deal(seed, past=True)
        state, moves = self._dealt[number]
        return self._simulator.copy(state), moves

    def _deal(self, seed: int, *, past: bool) -> tuple[Any, list[int | None]]:
        game, seat = self._game, self._seat
        state = redealt_state(game, seat, seed, past=past)
        read = [self._read(state, at) for at in range(len(self._moves))]
        taken = self._simulator.taken_over(game.program, state)
        numbers = self._simulator.numbers(taken, seat)
        return taken, [None if move is None else numbers.get(move) for move in read]

    def _read(self, state: State, at: int) -> InternalMove | None:
        """The move as it is there. One that names nothing hidden is the same in all redeals."""
        if at in self._everywhere:
            return self._everywhere[at]
        read = self._game.texts.check(state, self._seat, self._moves[at])
        if isinstance(read, Refusal):
            return None
        if self._sees_all(state, read):
            self._everywhere[at] = read
        return read

    def _sees_all(self, state: State, move: InternalMove) -> bool:
        """Does the seat see each card that the move names?"""
        program = self._game.program
        choices = () if number_of(move) < 0 else program.actions[number_of(move)].choices
        cards = [
            card
            for choice, argument in zip(choices, move[1:], strict=bool(choices))
            if choice.family == "card"
            for card in (argument if isinstance(argument, tuple) else (argument,))
        ]
        zones = [state[program.layout.zone_of_at + card] for card in cards]
        return all(zone != BOX and sees_zone(program.layout, self._seat, zone) for zone in zones)
