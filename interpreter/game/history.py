"""The moves of a game, and the states that they lead through.

Only what play goes on from keeps up with every move: `now`, which is changed in place. All else is worked
out when somebody asks, by making moves once more from a state that was kept whole: earlier states, and,
with a watch that is told what happens, events and what observers know.

    history.make(step, settle)  `now` is the state after it
    history.state(0)            the first state, as play goes on from it
    history.told(0)             the same, with what observers knew then
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar
from weakref import ReferenceType, ref

from attrs import define, evolve, field, frozen

from rulewright.interpreter.engine.events import Event, Watch, chose
from rulewright.interpreter.engine.machine import PythonMachine
from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.engine.play import Listed
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.state.domains import InternalMove
from rulewright.interpreter.state.layout import State
from rulewright.interpreter.state.state import set_seed

WHOLE = 64
MOST_AGAIN = 10_000_000
"""A state is kept whole after so many moves, or after moves that took so many units of work together."""

NEAR = 16
"""So many states that were gone through last are kept, too."""

Commits = tuple[tuple[int, InternalMove, Move], ...]
"""Who made which hidden choice, or step of one, in a simultaneous choice that is still open."""

Settled = TypeVar("Settled")

_NOTHING: AbstractContextManager[None] = nullcontext()


@frozen
class Step:
    """What a seat did: the move as the engine has it, and for who asks; the hidden choices before it.

    Nothing meant: it took its hidden choice back. `hidden`: it belongs to a simultaneous choice that it left
    open, so that nobody else knows of it yet.
    """

    seat: int
    meant: InternalMove | None
    move: Move
    commits: Commits
    hidden: bool = False


@define(eq=False)
class States:
    """States of a game by how many moves were made: those kept `whole`, and from these all others.

    `carry` makes the move of a number, counted from 0, in the state before it. `near` are states that were
    gone through last, for who goes on or back a little.
    """

    carry: Callable[[State, int], None]
    whole: dict[int, State]
    near: dict[int, State] = field(factory=dict)

    def after(self, moves: int) -> State:
        """The state after so many moves; it is not to be changed."""
        if moves in self.near:
            return self.near[moves]
        known = {**self.whole, **self.near}
        begin = max(number for number in known if number <= moves)
        state, stride = list(known[begin]), max(1, (moves - begin) // (NEAR // 2))
        for number in range(begin, moves):
            self.carry(state, number)
            if number + 1 < moves and (moves - number - 1) % stride == 0:
                self._keep(number + 1, list(state))
        return self._keep(moves, state)

    def _keep(self, moves: int, state: State) -> State:
        self.near[moves] = state
        while len(self.near) > NEAR:
            del self.near[next(iter(self.near))]
        return state

    def until(self, moves: int, carry: Callable[[State, int], None]) -> States:
        """The same of the first so many moves, which are made by another function."""
        whole, near = (
            {number: state for number, state in some.items() if number <= moves}
            for some in (self.whole, self.near)
        )
        return States(carry, whole, near)

    def seed(self, moves: int, seed: Callable[[State, int], None]) -> None:
        """Let `seed` change what is kept of the state after so many moves. Others may have kept it, too."""
        for some in (self.whole, self.near):
            if moves in some:
                some[moves] = list(some[moves])
                seed(some[moves], moves)


@define(eq=False)
class History:
    """See the head of this file. Steps are only added: who takes moves back goes on with another history.

    `begin` gives the first state with what observers know, and tells a watch how it came about. Of events it
    is noted how many there were before each move, as far as they have been told. Who has `asked` for moves at
    one decision will ask at the next: they are listed with the move, if they can be. A history that goes on
    apart from another asks that one, its `origin`, for what it can tell, as long as it is there: so of many
    copies of a game each does not have to make all moves once more. `seeds` are those from which chance
    goes on after so many moves, in a copy that was given another future.
    """

    program: Program
    begin: Callable[[Watch], State]
    now: State
    steps: list[Step] = field(factory=list)
    seeds: dict[int, int] = field(factory=dict)
    outcomes: dict[int, tuple[int, ...]] = field(factory=dict)
    """Where chance is asked for: what it gave on the way to the state after so many moves."""
    fresh: Callable[[], State] | None = None
    """Gives the state that the game was set up from; None where somebody laid out the first one."""
    first: int = 0
    """Before so many moves nothing can be made once more: a redeal drew it."""
    _events: list[Event] = field(factory=list)
    _before: list[int] = field(factory=list)
    _played: States = field(init=False)
    _told: States = field(init=False)
    _machine: PythonMachine = field(init=False)
    _again: int = 0
    _asked: bool = False
    _next: Listed | None = None
    _origin: tuple[ReferenceType[History], int] | None = None

    def __attrs_post_init__(self) -> None:
        self._machine = self.program.play.machine()
        self._played = States(self._play, {})
        self._told = States(self._tell, {})
        if not self.steps:
            self.whole[0] = list(self.now)

    @property
    def whole(self) -> dict[int, State]:
        """The states that are kept, by how many moves were made. To be read only."""
        return self._played.whole

    @classmethod
    def drawn(
        cls, program: Program, states: Sequence[State], steps: Sequence[Step], events: Sequence[list[Event]]
    ) -> History:
        """A history that was made up: all its states, the moves between them, and the events before each.

        Moves that are made from here on are like any others.
        """
        made = cls(program, lambda watch: list(states[0]), list(states[-1]), list(steps), first=len(steps))
        for number, state in enumerate(states):
            made._played.whole[number] = made._told.whole[number] = list(state)
            if number:
                made._before.append(len(made._events))
            made._events += events[number]
        return made

    def __len__(self) -> int:
        return len(self.steps)

    # ---- going on --------------------------------------------------------------------------------

    def listed(self, seat: int) -> Listed:
        """The legal moves of a seat that has to choose. Raises TooManyMoves."""
        ahead, self._next, self._asked = self._next, None, True
        return self.program.play.listed(self.now, seat, self._machine) if ahead is None else ahead

    def make(self, step: Step, settle: Callable[[State], Settled], outcomes: tuple[int, ...] = ()) -> Settled:
        """Make a move, and what `settle` makes of the state then. Raises Fault, and all is as before.

        So it is with ChanceAsked, where chance is asked for and needs more than these outcomes.
        """
        ahead, self._asked = self._asked, False
        made = len(self) + 1
        if self.program.chance is not None:
            self.outcomes[made] = outcomes
        try:
            with self._giving(made):
                self._next = self._carry(self.now, step, ahead=ahead)
                settled = settle(self.now)
        except BaseException:
            self.now, self._next = list(self._played.after(len(self))), None
            raise
        took_back = step.meant is None
        self.steps.append(evolve(step, hidden=took_back or self._machine.hidden))
        self._again += 0 if took_back else self._machine.used
        if len(self) - next(reversed(self.whole)) >= WHOLE or self._again > MOST_AGAIN:
            self.whole[len(self)] = list(self.now)
            self._again = 0
        return settled

    def _giving(self, moves: int) -> AbstractContextManager[None]:
        """Where chance is asked for, it gives what it gave on the way to the state after so many moves."""
        chance = self.program.chance
        return _NOTHING if chance is None else chance.giving(self.outcomes.get(moves, ()))

    def _carry(self, state: State, step: Step, *, ahead: bool = False) -> Listed | None:
        play = self.program.play
        if self.program.chance is not None:
            # Who is told what happens may look at more cards: chance is asked for all of them at once.
            self._machine, ahead = play.machine(play.journal(Watch())), False
        if step.meant is not None:
            return play.apply(state, step.seat, step.meant, machine=self._machine, ahead=ahead)
        commits = play.point(state).commits
        assert commits is not None
        commits.withdraw(state, step.seat)
        return None

    def _play(self, state: State, number: int) -> None:
        with self._giving(number + 1):
            self._carry(state, self.steps[number])
        self._seed(state, number + 1)

    def _seed(self, state: State, moves: int) -> None:
        """In a state after so many moves chance goes on from another seed, if one was given."""
        if moves in self.seeds:
            set_seed(state, self.seeds[moves])

    def go_on_from(self, seed: int) -> None:
        """From here on chance is that of another seed; whatever has happened stays."""
        made = len(self)
        self.seeds[made] = seed
        self._next = None
        for states in (self._played, self._told):
            states.seed(made, self._seed)
        self._seed(self.now, made)

    # ---- back ------------------------------------------------------------------------------------

    def state(self, moves: int) -> State:
        """The state after so many moves; it is not to be changed. The present one goes on with the next move.

        What observers know is not kept up in it.
        """
        return self.now if moves == len(self) else self._played.after(moves)

    def until(self, moves: int) -> History:
        """The history of the first so many moves, to go on apart."""
        events = self.events_until(moves)
        now = list(self.state(moves))
        seeds = {number: seed for number, seed in self.seeds.items() if number <= moves}
        before = self._before[:moves]
        outcomes = {number: given for number, given in self.outcomes.items() if number <= moves}
        other = History(
            self.program,
            self.begin,
            now,
            self.steps[:moves],
            seeds,
            outcomes,
            self.fresh,
            min(self.first, moves),
            events,
            before,
        )
        other._played = self._played.until(moves, other._play)
        other._told = self._told.until(moves, other._tell)
        other._origin = ref(self), moves
        return other

    # ---- what observers know ---------------------------------------------------------------------

    def told(self, moves: int) -> State:
        """The state after so many moves, with what observers know then; it is not to be changed."""
        for origin, at, copy in reversed(list(self._origins())):
            copy._learn(origin, at)
        if not self._told.whole:
            watch = Watch()
            with self._giving(0):
                self._told.whole[0] = self.begin(watch)
            self._told.seed(0, self._seed)
            self._events += watch.events
        return self._told.after(moves)

    def _origins(self) -> Iterator[tuple[History, int, History]]:
        """Each history that this one or an origin of it still has to ask, and who asks up to which move."""
        copy = self
        while copy._origin is not None:
            (reference, at), copy._origin = copy._origin, None
            origin = reference()
            if origin is None:
                return
            yield origin, at, copy
            copy = origin

    def _learn(self, origin: History, moves: int) -> None:
        """Take over what the origin can tell of the first so many moves, if that is more."""
        if moves <= len(self._before):
            return
        origin.told(moves)
        self._told = origin._told.until(moves, self._tell)
        self._told.seed(moves, self._seed)
        self._before = origin._before[:moves]
        self._events = origin.events_until(moves)

    def events(self) -> list[Event]:
        """All that has happened. To be read only, as long as nothing more happens."""
        self.told(len(self))
        return self._events

    def events_until(self, moves: int) -> list[Event]:
        """The events of the first so many moves, as far as they have been told."""
        return self._events[: self._before[moves]] if moves < len(self._before) else list(self._events)

    def events_before(self, moves: int) -> int:
        """How many events there were before the move of a number."""
        self.told(len(self))
        return self._before[moves]

    def before_setup(self) -> State | None:
        """The state that the game was set up from; None where it began from one that somebody laid out."""
        return None if self.first or self.fresh is None else self.fresh()

    def _tell(self, state: State, number: int) -> None:
        """Make a move once more, and tell of it unless that has been done."""
        step, choices, watch = self.steps[number], Watch(), Watch()
        if step.meant is None:
            self._carry(state, step)
        else:
            play, before = self.program.play, list(state)
            with self._giving(number + 1):
                play.apply(state, step.seat, step.meant, play.journal(watch))
            if not step.hidden:
                choices.events += self.choices(before, step)
        if number == len(self._before):
            self._before.append(len(self._events))
            self._events += [*choices.events, *watch.events]
        self._seed(state, number + 1)
        if number + 1 in self.whole:
            self._told.whole[number + 1] = list(state)

    def choices(self, state: State, step: Step) -> list[Event]:
        """What was chosen with a move, of several at one time by all, and who may know what exactly."""
        made = (*step.commits, (step.seat, step.meant, step.move))
        by_seat = sorted(made, key=lambda one: one[0])
        return [self._chose(state, meant, move) for _, meant, move in by_seat if meant is not None]

    def _chose(self, state: State, meant: InternalMove, move: Move) -> Event:
        action = self.program.action(move.action)
        span = self.program.play.point(state).span if action is None else action.span
        return chose(self.program.layout, state, move.seat, action, meant, move, span)
