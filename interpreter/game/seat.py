"""What plays a seat, and what it is given to decide by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.given import seed_number
from rulewright.interpreter.engine.moves import Decision, Move, Refusal, given_move
from rulewright.interpreter.engine.redeal import Doubtful, undrawn
from rulewright.interpreter.game.outlook import Outlook
from rulewright.interpreter.game.redealt import drawing, redealt_state
from rulewright.interpreter.state.chance import site_number
from rulewright.interpreter.state.domains import InternalMove, TooManyMoves
from rulewright.interpreter.state.layout import State

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game
    from rulewright.interpreter.game.history import History
    from rulewright.interpreter.game.ruleset import Ruleset
    from rulewright.interpreter.game.simulator import Simulator

HOPELESS = -(2**31)
"""What a move is worth after which the rules cannot go on."""

_OTHERS = site_number("others in a simultaneous choice")


class Chooser(Protocol):
    """What plays a seat: it is given the seat, and says which of its legal moves it makes."""

    def choose(self, seat: Seat) -> Move:
        """One of `seat.legal_moves()`."""


class Seat:
    """What a bot is given: a seat in a game, and no more than a player there may know."""

    def __init__(self, game: Game, number: int) -> None:
        self._game = game
        self.number = number
        self._dealt: tuple[tuple[History, int, int], State] | None = None

    @property
    def decision(self) -> Decision:
        """What play waits for, with the reason as this seat reads it."""
        return self._game.decision_for(self.number)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self._game.seats)

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return self._game.seats

    def information_key(self) -> str:
        """All that the seat has been told of the game: see `Game.information_key`."""
        return self._game.information_key(self.number)

    @property
    def ruleset(self) -> Ruleset:
        """The rules, which everybody knows."""
        return self._game.ruleset

    @property
    def draws_all(self) -> bool:
        """Do redeals draw all that the seat does not see? Not a hidden number, which has no end."""
        return not undrawn(self._game.program.layout, self._game.history.now, self.number)

    def outlook(self, simulator: Simulator, moves: Sequence[Move]) -> Outlook:
        """Some of the legal moves, to be looked at in states that the seat thinks possible."""
        return Outlook(self._game, self.number, simulator, moves)

    def legal_moves(self) -> list[Move]:
        """The seat's legal moves; TooManyMoves above 10,000."""
        return self._game.legal_moves(self.number)

    def sample(self, draw: Callable[[int], int]) -> Move | None:
        """One legal move at random, also where there are too many to list; `draw(n)` is below n.

        Raises Fault where there are too many to list and guessing does not hit one that is allowed.
        """
        try:
            moves = self.legal_moves()
        except TooManyMoves:
            return self.guess(draw)
        if len(moves) > 1:
            return moves[draw(len(moves))]
        return moves[0] if moves else None

    def guess(self, draw: Callable[[int], int]) -> Move:
        """One legal move at random without listing any first, for decisions that have too many.

        Raises Fault where guessing does not hit one that is allowed.
        """
        game, state = self._game, list(self._game.history.now)
        found = game.program.play.sample(list(state), self.number, draw)
        return game.texts.write_all(state, self.number, [found])[0]

    def redealt(self, seed: int) -> Game:
        """Another game that the seat cannot tell from the real one: see `Game.redealt`."""
        return self._game.redealt(self.number, seed)

    def _redealt(self, seed: int) -> State:
        """A copy of the redeal of a seed, which is dealt once for all moves that are looked at."""
        history = self._game.history
        here = history, len(history), seed
        if self._dealt is None or self._dealt[0] != here:
            self._dealt = here, redealt_state(self._game, self.number, seed_number(seed), past=False)
        return list(self._dealt[1])

    def look(self, move: Move, seed: int) -> int:
        """The points of the seat's team after a move, in the redeal of `seed`; HOPELESS where play is stuck.

        In a simultaneous choice the others choose at random, also from `seed`. Where what comes of the move
        depends on a value that no redeal can draw, these are the points that the seat has now.
        """
        given_move(move)
        state = self._redealt(seed)
        unknown = undrawn(self._game.program.layout, self._game.history.now, self.number)
        if not unknown:
            return self._after(move, state, seed)
        doubtful = Doubtful(state, unknown)
        points = self._after(move, doubtful, seed)
        return self._game.program.scorer.together(state, self.number) if doubtful.in_doubt else points

    def _after(self, move: Move, state: State, seed: int) -> int:
        """The seat's points after a move in a redeal, which is played on."""
        play = self._game.program.play
        internal = self._in_redeal(move, state)
        if internal is None:
            return HOPELESS
        others = drawing(seed, _OTHERS)
        try:
            for other in play.deciders(state):
                while other != self.number and other in play.deciders(state):
                    chosen = play.pick(state, other, others)
                    if chosen is None:
                        return HOPELESS
                    play.apply(state, other, chosen)
            play.apply(state, self.number, internal)
            return self._game.program.scorer.together(state, self.number)
        except Fault:
            return HOPELESS

    def _in_redeal(self, move: Move, state: State) -> InternalMove | None:
        """The move as it is there: a card that the seat does not see is whichever lies in its place."""
        read = self._game.texts.check(state, self.number, move)
        return None if isinstance(read, Refusal) else read
