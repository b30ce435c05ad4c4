"""Playing on states: who decides, what is legal, and carrying it out. No texts, no records.

Everything here trusts its caller: a move given to `take` is one that `moves` lists or `canonical` returned.
Here a move is a tuple (see `state.domains`); the machine that plays has a number for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from attrs import frozen

from rulewright.interpreter.engine.actions import SAMPLES, CompiledAction
from rulewright.interpreter.engine.asking import Asked
from rulewright.interpreter.engine.events import Watch
from rulewright.interpreter.engine.faults import fault
from rulewright.interpreter.engine.journal import Journal, Teller
from rulewright.interpreter.engine.machine import PythonMachine, Stopped
from rulewright.interpreter.engine.points import DecisionPoint
from rulewright.interpreter.lowering.moves import MoveForm, held_in, read_move
from rulewright.interpreter.state.domains import (
    DONE,
    DONE_MOVE,
    MOST_LISTED,
    InternalMove,
    TooManyMoves,
    number_of,
)
from rulewright.interpreter.state.layout import ASKED, ME, MOVES, OVER, PC, Layout, State

Draw = Callable[[int], int]
"""A number below the given one, from a source of the caller's own: never from the game's chance."""


@frozen(eq=False)
class Listed:
    """Legal moves as the machine numbers them, with the pool that they speak of."""

    forms: tuple[MoveForm, ...]
    numbers: Sequence[int]
    pool: Sequence[int]

    def action_of(self, number: int) -> int:
        """The number of a move's action, DONE for the end of a choice made step by step."""
        return DONE if number == DONE else self.forms[0].action_of(number)

    def read(self, number: int) -> InternalMove:
        """A move as a tuple."""
        return read_move(self.forms, number, held_in(self.pool))


@frozen(eq=False)
class Play:
    """The moves of one program. Holds no state of any game."""

    layout: Layout
    asked: Asked
    forms: tuple[MoveForm, ...]
    points: Mapping[int, DecisionPoint]
    actions: tuple[CompiledAction, ...]
    teller: Teller

    @property
    def limit_reason(self) -> int:
        """The number of the reason that a game's moves are used up."""
        return self.asked.printed.code.reasons

    def point(self, state: State) -> DecisionPoint:
        """Where play waits; only while the game is not over."""
        return self.points[state[PC]]

    def deciders(self, state: State) -> tuple[int, ...]:
        """The seats that have to choose; none when the game is over."""
        if state[OVER]:
            return ()
        commits = self.point(state).commits
        return (state[ME],) if commits is None else commits.seats(state, ASKED)

    def decision_number(self, state: State, seat: int | None) -> int:
        """The number of the present decision for a seat: it grows from each that the seat has to the next."""
        commits = None if state[OVER] or seat is None else self.point(state).commits
        return state[MOVES] + (0 if commits is None or seat is None else commits.made(state, seat))

    def moves(self, state: State, seat: int) -> list[InternalMove]:
        """All legal moves of a seat that has to choose. Writes to the scratch part of the state.

        Raises TooManyMoves.
        """
        listed = self.listed(state, seat)
        return [listed.read(number) for number in listed.numbers]

    def listed(self, state: State, seat: int, machine: PythonMachine | None = None) -> Listed:
        """The same as the machine numbers them; who asks often brings a machine."""
        machine = machine or self.machine()
        try:
            numbers = machine.moves(state, seat)
        except Stopped as stopped:
            raise self.asked.told(stopped) from None
        if numbers is None:
            raise self._too_many(state, seat)
        return Listed(self.forms, numbers, machine.pool())

    def _too_many(self, state: State, seat: int) -> TooManyMoves:
        actions = self.point(state).actions
        if len(actions) == 1:
            with _acting(state, seat):
                count = actions[0].count(state)
            if count is not None:
                return TooManyMoves(count, exact=True)
        return TooManyMoves(MOST_LISTED, exact=False)

    def canonical(self, state: State, seat: int, move: InternalMove) -> InternalMove | None:
        """The legal move that a move stands for; None when it is not legal. Writes to scratch."""
        point = self.point(state)
        action = next((action for action in point.actions if action.index == move[0]), None)
        if action is None or point.takes_steps(action):
            return self._step(state, seat, action, move)
        if point.begun(state, seat) is not None:
            return None
        with _acting(state, seat):
            return action.canonical(state, move[1:])

    def _step(
        self, state: State, seat: int, action: CompiledAction | None, move: InternalMove
    ) -> InternalMove | None:
        """The step, or the end, that a move stands for."""
        listed = self.moves(state, seat)
        if move in listed:
            return move
        if action is None:
            return None
        with _acting(state, seat):
            meant = action.step(state, move[1:])
            others = (one for one in listed if meant is not None and one[0] == action.index)
            return next((one for one in others if action.step(state, one[1:]) == meant), None)

    def sample(self, state: State, seat: int, draw: Draw) -> InternalMove:
        """A legal move at random where there are too many to list. Raises Fault where none is hit."""
        point = self.point(state)
        start = draw(len(point.actions))
        actions = (*point.actions[start:], *point.actions[:start])
        with _acting(state, seat):
            tries = (action.sample(state, draw) for action in actions)
            found = next((one for one in tries if one is not None), None)
        if found is None:
            raise fault("limit-guesses", point.span, most=SAMPLES)
        return found

    def pick(self, state: State, seat: int, draw: Draw) -> InternalMove | None:
        """A legal move at random; None when there is none. Raises Fault where none is hit of very many.

        An only move is taken without a draw, as if it had not been asked for.
        """
        try:
            moves = self.moves(state, seat)
        except TooManyMoves:
            return self.sample(state, seat, draw)
        if len(moves) > 1:
            return moves[draw(len(moves))]
        return moves[0] if moves else None

    def possible_actions(self, state: State, seat: int) -> list[CompiledAction]:
        """The actions of the present choice that a seat has a legal move of. Writes to scratch."""
        point = self.point(state)
        try:
            begun = {number_of(move) for move in self.moves(state, seat) if move != DONE_MOVE}
        except TooManyMoves:
            begun = {action.index for action in point.actions if self._has_move(state, seat, action)}
        return [action for action in point.actions if action.index in begun]

    def _has_move(self, state: State, seat: int, action: CompiledAction) -> bool:
        """Is there a legal move of an action? Taken to be so where the limit of candidates is met first."""
        found: list[int] = []
        with self._told(), _acting(state, seat):
            many = self.asked.printed.names[f"list_{action.name}"](state, self.asked.context(), 1, found)
        return bool(many or found)

    def sizes(self, state: State, seat: int) -> tuple[int, int] | None:
        """How many things the choice takes that a seat has begun step by step, the fewest and the most.

        None where none is begun, or where a price says it. Writes to the scratch part of the state.
        """
        begun = self.point(state).begun(state, seat)
        if begun is None:
            return None
        action = self.actions[begun[0]]
        with _acting(state, seat):
            action.bind_some(state, begun[1])
            return action.choices[-1].sizes(state)

    # ---- going on --------------------------------------------------------------------------------

    def advance(self, state: State, journal: Journal | None = None) -> None:
        """Run until a choice with at least one legal move, or the end. A journal is told what happens."""
        with self._told():
            self.machine(journal).advance(state)

    def apply(
        self,
        state: State,
        seat: int,
        move: InternalMove,
        journal: Journal | None = None,
        machine: PythonMachine | None = None,
        *,
        ahead: bool = False,
    ) -> Listed | None:
        """Carry out a move, or commit a seat to it, and run until the next choice, or the end.

        Without a journal nothing is kept of what observers know. Who has nobody to tell may bring a machine.
        `ahead`: the moves that follow will be asked for next; if they are had on the way, they are returned.
        """
        machine = machine or self.machine(journal)
        number, pool = DONE, list[int]()
        if move != DONE_MOVE:
            number, pool = self.forms[number_of(move)].write(move)
        try:
            machine.ready()
            machine.lay(pool)
            if not machine.make_move(state, seat, number):
                return None
            numbers = machine.advance(state, ahead=ahead)
        except Stopped as stopped:
            raise self.asked.told(stopped) from None
        return None if numbers is None else Listed(self.forms, numbers, machine.pool())

    def random_playout(self, state: State, draw: Draw) -> None:
        """Play to the end at random, without records. The state is one that waits, or is over."""
        while not state[OVER]:
            seat = self.deciders(state)[0]
            move = self.pick(state, seat, draw)
            assert move is not None, "play waits only where there is a move"
            self.apply(state, seat, move)

    # ---- the machine -----------------------------------------------------------------------------

    def machine(self, journal: Journal | None = None) -> PythonMachine:
        """A machine that tells a journal what happens. One machine is for one thread at a time."""
        return PythonMachine(
            self.asked.printed, most_work=self.asked.most_work, watcher=journal or _nobody_is_told
        )

    def journal(self, watch: Watch | None = None) -> Journal:
        """What keeps what observers know up to date, and tells a watch what happens."""
        return Journal(self.teller, watch)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What stops the machine is a fault of the rules."""
        try:
            yield
        except Stopped as stopped:
            raise self.asked.told(stopped) from None


def _nobody_is_told(*told: object) -> None:
    """In the place of a journal."""


@contextmanager
def _acting(state: State, seat: int) -> Iterator[None]:
    """Meanwhile the seat acts."""
    outer, state[ME] = state[ME], seat
    try:
        yield
    finally:
        state[ME] = outer
