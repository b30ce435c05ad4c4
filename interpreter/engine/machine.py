"""Running a lowered game: states, legal moves as numbers, carrying them out. No texts, no records.

`Machine` is what both forms of a game offer, `PythonMachine` the one that needs nothing but Python. A state
is whatever the machine says it is; only the machine that made it may be given it. Moves are numbers that hold
for the decision at which they were listed (`Plan.forms` tells how to read them): a subset is in the pool of
that list, which the next call clears.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from attrs import define, field, frozen

from rulewright.interpreter.code.instructions import CONTEXT_LISTS, POOL_BITS, Code, PointCode
from rulewright.interpreter.code.python import Stopped, loaded
from rulewright.interpreter.state.chance import site_number, word
from rulewright.interpreter.state.domains import MOST_LISTED
from rulewright.interpreter.state.layout import ASKED

MOST_WORK = 100_000_000
"""Units of work for a move and what follows from it, and again for a list of moves; more is a fault. A unit
is a single operation, such as an addition (see `code.charge`)."""

PLAYERS_SITE = site_number("players")
"""The stream of chance by which random players draw."""

__all__ = [
    "MOST_WORK",
    "PLAYERS_SITE",
    "Draws",
    "Machine",
    "Printed",
    "PythonMachine",
    "Stopped",
    "TooMany",
]

_QUEUE, _POOL, _RUNS = (1 + CONTEXT_LISTS.index(name) for name in ("queue", "pool", "runs"))
"""Where in a context, behind the work that is left, these lists stand."""


@define
class Draws:
    """Numbers for random players: a stream of the seed of a game, apart from all chance of the game."""

    seed: int
    count: int = 0

    def below(self, bound: int) -> int:
        """A number below a bound."""
        drawn = word(self.seed & 0xFFFFFFFF, self.seed >> 32, PLAYERS_SITE, self.count)
        self.count += 1
        return drawn * bound >> 32


class TooMany(Exception):
    """There are more legal moves than can be listed, and a playout would have to draw one of them."""


class Machine(Protocol):
    """A game that can be run. Each method raises Stopped where the rules cannot go on, or work is used up."""

    def start(self, seed: int) -> Any:
        """A new game at its first choice, or over."""

    def copy(self, state: Any) -> Any:
        """The same state, to be played on apart."""

    def slots(self, state: Any) -> list[int]:
        """The state as a list of numbers."""

    def state_of(self, slots: Sequence[int]) -> Any:
        """The state that is this list of numbers."""

    def point(self, state: Any) -> PointCode | None:
        """Where play waits; None when the game is over."""

    def deciders(self, state: Any) -> tuple[int, ...]:
        """The seats that have to choose."""

    def moves(self, state: Any, seat: int, most: int = MOST_LISTED + 1) -> list[int] | None:
        """The legal moves of a seat that has to choose; None where there are too many to list."""

    def pool(self) -> list[int]:
        """The subsets that the moves listed last speak of."""

    def held(self, place: int) -> Sequence[int]:
        """The subset at a place of the pool."""

    def keep(self) -> None:
        """From now on a subset has one place in the pool whenever it is listed: moves hold in all states."""

    def apply(self, state: Any, seat: int, move: int) -> None:
        """Carry out one of the moves listed last, and go on to the next choice."""

    def step(self, state: Any, move: int) -> list[int] | None:
        """`apply` for the seat that is to choose first, and the moves that can be made then, in one call."""

    def playout(self, state: Any, draws: Draws) -> None:
        """Play to the end at random. Raises TooMany."""

    def score(self, state: Any, line: int, seat: int) -> int:
        """A seat's points in one line of the score sheet."""

    def results(self, state: Any) -> list[int]:
        """Seat by seat the points line by line, then what the place goes by: see `Code.ranks`."""


Function = Callable[..., Any]


@frozen(eq=False)
class Printed:
    """A game printed as Python: what all machines of it share.

    `memo` holds values that play cannot change, so it is shared by all games: each would write the same.
    """

    code: Code
    names: Mapping[str, Any]
    points: Mapping[int, PointCode]
    memo: list[int]

    @classmethod
    def of(cls, code: Code, title: str) -> Printed:
        """Print code; `title` is what tracebacks call it."""
        points = {point.block: point for point in code.points}
        return cls(code, loaded(code, title), points, [0] * code.memo)

    def context(self, most_work: int, watcher: Any = None) -> list[Any]:
        """What a run is given beside the state: the work it may do, lists, and who is told what happens."""
        lists: list[list[int]] = [[] for _ in CONTEXT_LISTS]
        lists[CONTEXT_LISTS.index("memo")] = self.memo
        return [most_work, *lists, most_work, watcher]


@define(eq=False, slots=False)
class PythonMachine:
    """A game printed as Python. Not for use by several threads at once."""

    printed: Printed
    new_state: Callable[[int], list[int]] | None = None
    most_work: int = MOST_WORK
    watcher: Any = None
    hidden: bool = field(init=False, default=False)
    """Is the last move one of a simultaneous choice that has not been revealed?"""
    _context: list[Any] = field(init=False)
    _kept: int = field(init=False, default=0)
    _places: dict[tuple[int, ...], int] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.code = self.printed.code
        self._names, self._points = self.printed.names, self.printed.points
        self._context = self.printed.context(self.most_work, self.watcher)
        regions = self.code.regions
        self._pc, self._me = regions["position"].base, regions["me"].base
        self._over, self._moves = regions["over"].base, regions["moves"].base
        self._most_moves = self.code.most_moves

    def ready(self) -> None:
        """Begin anew to count the work that is done."""
        self._context[0] = self.most_work
        self._context[_QUEUE].clear()  # where something stopped, moves may wait that nothing reacted to
        self._context[_RUNS].clear()

    @property
    def used(self) -> int:
        """How much work has been done since."""
        left: int = self._context[0]
        return self.most_work - left

    def start(self, seed: int) -> list[int]:
        """A new game at its first choice, or over."""
        assert self.new_state is not None
        state = self.new_state(seed)
        self.ready()
        self._names["begin"](state, self._context)
        state[self._pc] = self.code.begin
        self.advance(state)
        return state

    def copy(self, state: list[int]) -> list[int]:
        """The same state, to be played on apart."""
        return list(state)

    def slots(self, state: list[int]) -> list[int]:
        """The state as a list of numbers."""
        return list(state)

    def state_of(self, slots: Sequence[int]) -> list[int]:
        """The state that is this list of numbers."""
        return list(slots)

    def point(self, state: list[int]) -> PointCode | None:
        """Where play waits; None when the game is over."""
        return None if state[self._over] else self._points[state[self._pc]]

    def deciders(self, state: list[int]) -> tuple[int, ...]:
        """The seats that have to choose."""
        point = self.point(state)
        if point is None:
            return ()
        if point.asked is None:
            return (state[self._me],)
        asked = state[point.asked.base : point.asked.base + point.asked.size]
        return tuple(seat for seat, status in enumerate(asked) if status == ASKED)

    def moves(self, state: list[int], seat: int, most: int = MOST_LISTED + 1) -> list[int] | None:
        """The legal moves of a seat that has to choose; None where there are too many to list."""
        self.ready()
        found = self._looked(state, seat, most)
        return None if found is None else self._settled(found)

    def _settled(self, moves: list[int]) -> list[int]:
        """The moves that were listed, which speak of places that hold for good if `keep` was asked for."""
        pool, places = self._context[_POOL], self._places
        if places is None or len(pool) == self._kept:
            return moves
        actions, in_pool = (1 << self.code.action_bits) - 1, (1 << POOL_BITS) - 1
        shifts_of, fresh, settled = self.code.subset_shifts, list[int](), list[int]()
        for move in moves:
            for shift in shifts_of[move & actions] if move >= 0 else ():
                start = move >> shift & in_pool
                subset = tuple(pool[start : start + 1 + pool[start]])
                if subset not in places:
                    places[subset] = self._kept + len(fresh)
                    fresh += subset
                move += places[subset] - start << shift
            settled.append(move)
        pool[self._kept :] = fresh
        self._kept = len(pool)
        return settled

    def pool(self) -> list[int]:
        """The subsets that the moves listed last speak of."""
        return list(self._context[_POOL])

    def held(self, place: int) -> Sequence[int]:
        """The subset at a place of the pool."""
        pool: list[int] = self._context[_POOL]
        return pool[place + 1 : place + 1 + pool[place]]

    def keep(self) -> None:
        """From now on a subset has one place in the pool whenever it is listed: moves hold in all states."""
        self._places = {}

    def lay(self, pool: Sequence[int]) -> None:
        """Put other subsets into the pool, for a move that was listed some time ago."""
        self._context[_POOL][:] = pool

    def apply(self, state: list[int], seat: int, move: int) -> None:
        """Carry out one of the moves listed last, and go on to the next choice."""
        self.ready()
        if self.make_move(state, seat, move):
            self.advance(state)

    def step(self, state: list[int], move: int) -> list[int] | None:
        """`apply` for the seat that is to choose first, and the moves that can be made then, in one call."""
        self.ready()
        goes_on = self.make_move(state, self.deciders(state)[0], move)
        listed = self.advance(state, ahead=True) if goes_on else None
        if listed is not None:
            return self._settled(listed)
        seats = self.deciders(state)
        return self.moves(state, seats[0]) if seats else []

    def playout(self, state: list[int], draws: Draws) -> None:
        """Play to the end at random."""
        context = self._context
        self.ready()
        while not state[self._over]:
            point = self._points[state[self._pc]]
            if point.asked is not None:
                for seat in self.deciders(state):
                    while state[point.asked.base + seat] == ASKED and not state[self._over]:
                        self._take_one(state, point, seat, draws)
            else:
                self._take_one(state, point, state[self._me], draws)
            if not state[self._over]:
                self._names["run_blocks"](state, context)

    def score(self, state: list[int], line: int, seat: int) -> int:
        """A seat's points in one line of the score sheet."""
        self._context[0] = self.most_work
        points: int = self._names[self.code.scores[line]](state, self._context, seat)
        return points

    def results(self, state: list[int]) -> list[int]:
        """Seat by seat the points line by line, then what the place goes by: see `Code.ranks`."""
        self._context[0] = self.most_work
        found: list[int] = []
        self._names["results"](state, self._context, found)
        return found

    # ---- going on --------------------------------------------------------------------------------

    def _take_one(self, state: list[int], point: PointCode, seat: int, draws: Draws) -> None:
        """Carry out a legal move of a seat, all equally likely, an only one without a draw; or pass over."""
        runs: list[int] = self._context[_RUNS]
        moves = self._looked(state, seat, counted=True)
        if moves is None:
            raise TooMany
        count = len(moves) + runs[0] if runs else len(moves)
        if count:
            number = draws.below(count) if count > 1 else 0
            if len(runs) > 1:
                move = self._names[self.code.draws](state, self._context, number, moves)
            else:
                move = moves[number]
            runs.clear()
            self._context[0] = self.most_work
            self.make_move(state, seat, move)
        elif point.optional:
            runs.clear()
            state[self._pc] = point.next
        else:
            raise Stopped(point.fault, seat)

    def _looked(
        self, state: list[int], seat: int, most: int = MOST_LISTED + 1, *, counted: bool = False
    ) -> list[int] | None:
        """The legal moves of a seat, with the work that is left; None where there are too many.

        `counted`: those that can be counted are not listed, but noted in `runs` until that is empty again.
        """
        context, found, me = self._context, list[int](), self._me
        context[_QUEUE].clear()
        del context[_POOL][self._kept :]
        runs: list[int] = context[_RUNS]
        if counted and self.code.draws:
            runs[:] = (0,)
        outer, state[me] = state[me], seat
        try:
            many = self._names[self._points[state[self._pc]].lister](state, context, most, found)
        finally:
            state[me] = outer
        count = len(found) + runs[0] if runs else len(found)
        return None if many or count > MOST_LISTED else found

    def make_move(self, state: list[int], seat: int, move: int) -> bool:
        """Carry out a move, or commit a seat to it; play then stands where it is to go on from.

        False where seats still have to choose in the same simultaneous choice.
        """
        point = self._points[state[self._pc]]
        self.hidden = point.asked is not None
        if point.asked is not None:
            self._names[point.commit](state, self._context, seat, move)
            if self.deciders(state):
                return False
            if state[self._over]:
                return True
            self.hidden = False
            self._names[point.reveal](state, self._context)
        elif point.step:
            whole = self._names[point.step](state, self._context, move)
            if not whole:
                self._limit(state)
                return True
        else:
            state[self._moves] += 1
            self._names["act"](state, self._context, move)
        self._limit(state)
        if not state[self._over]:
            state[self._pc] = self._after(state, point.next) if self.code.drain else point.next
        return True

    def _limit(self, state: list[int]) -> None:
        if state[self._moves] >= self._most_moves and not state[self._over]:
            state[self._over] = 1
            state[self.code.regions["ending"].base] = self.code.reasons

    def _after(self, state: list[int], following: int) -> int:
        """Where play goes on: rules that wait run first."""
        regions, drain = self.code.regions, self.code.drain
        draining = regions["draining"].base
        if state[regions["pending"].base] and not state[draining]:
            state[draining] = following
            return drain
        return following

    def advance(self, state: list[int], *, ahead: bool = False) -> list[int] | None:
        """On to a choice with a legal move, or to the end, with the work that is left.

        `ahead`: the moves there will be asked for next. Then all are listed where else one is looked for, and
        returned; None where they have to be asked for all the same.
        """
        while True:
            self._names["run_blocks"](state, self._context)
            point = self.point(state)
            if point is None:
                return None
            seats = self.deciders(state)
            listed = self._listed_ahead(state, seats[0]) if ahead and point.asked is None else None
            if listed:
                return listed
            stuck = next(
                (seat for seat in seats if listed == [] or self._looked(state, seat, 1, counted=True) == []),
                None,
            )
            self._context[_RUNS].clear()
            if stuck is None:
                return None
            if not point.optional:
                raise Stopped(point.fault, stuck)
            state[self._pc] = point.next

    def _listed_ahead(self, state: list[int], seat: int) -> list[int] | None:
        """The legal moves of a seat; None where there are too many, or something stops the list.

        One of them may have come before that, so no work has been done then.
        """
        left = self._context[0]
        with suppress(Stopped):
            listed = self._looked(state, seat)
            if listed is not None:
                return listed
        self._context[0] = left
        return None
