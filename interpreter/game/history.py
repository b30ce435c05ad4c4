"""What a game goes back to: the states before each of its moves, kept as what changed.

A state is long, and a move changes little of it. So only some states are kept whole: the present, and one in
so many. Of the others those stretches are kept that differ from the state after it; the state itself is put
together when somebody asks.

    history.keep(after, events=12, commits=(), made=move)
    history.state(0)            the first state, put together from the next whole one backwards
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.state.domains import InternalMove
from rulewright.interpreter.state.layout import State

STRETCH = 64
"""So many numbers of a state are compared, and kept, together."""
WHOLE = 64
"""One state in so many is kept whole."""


@frozen
class Moment:
    """What was there before a move: how many events, which hidden choices; and the move as the engine has it.

    No move: a hidden choice was taken back. `changed` are the stretches of the state that it changed: from
    where, and what was there.
    """

    events: int
    commits: tuple[tuple[int, Move], ...]
    made: InternalMove | None
    changed: tuple[tuple[int, Sequence[int]], ...] = field(repr=False)

    def before(self, after: State) -> State:
        """The state before the move; `after` is the one after it."""
        state = list(after)
        for at, was in self.changed:
            state[at : at + len(was)] = was
        return state


@define
class History:
    """The moments before each move of a game, and the present state."""

    now: State
    moments: list[Moment] = field(factory=list)

    def __len__(self) -> int:
        return len(self.moments)

    def keep(
        self, after: State, events: int, commits: tuple[tuple[int, Move], ...], made: InternalMove | None
    ) -> None:
        """A move was made, and led to the state `after`, which is not to be changed any more."""
        changed = [(0, self.now)]
        if len(self.moments) % WHOLE:
            changed = [
                (at, was)
                for at in range(0, len(after), STRETCH)
                if (was := self.now[at : at + STRETCH]) != after[at : at + STRETCH]
            ]
        self.moments.append(Moment(events, commits, made, tuple(changed)))
        self.now = after

    def back(self) -> Moment:
        """Take the last move back."""
        moment = self.moments.pop()
        self.now = moment.before(self.now)
        return moment

    def states(self, since: int = 0) -> Iterator[State]:
        """The states from the present one backwards; the last is that before move `since`, counted from 0."""
        state = self.now
        yield state
        for moment in reversed(self.moments[since:]):
            state = moment.before(state)
            yield state

    def state(self, number: int) -> State:
        """The state after so many moves; after all of them it is the present one."""
        whole = -(-number // WHOLE) * WHOLE
        state, moments = self.now, self.moments[number : whole + 1]
        for moment in reversed(moments):
            state = moment.before(state)
        return state

    def copy(self) -> History:
        """The same history, to go on apart."""
        return History(self.now, list(self.moments))
