"""A game built as machine code, behind the same methods as the one in Python; and many games at once."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Sequence
from typing import Any

from attrs import define, field, frozen

from rulewright.interpreter.code.instructions import MACHINE, MOST_FACTS, TOO_MANY, Code, PointCode
from rulewright.interpreter.engine.machine import MOST_WORK, PLAYERS_SITE, Draws, Stopped, TooMany
from rulewright.interpreter.native.library import (
    I64,
    LOWEST,
    NUMBERS,
    Library,
    Tally,
)
from rulewright.interpreter.state.domains import MOST_LISTED
from rulewright.interpreter.state.layout import ASKED

_MASK = 0xFFFFFFFF


class MachineFault(Exception):
    """The built game found an index out of range, or no memory: a defect of the program, not of the rules."""


@define(eq=False, slots=False)
class NativeMachine:
    """A game that was built, loaded from its library. One context: not for use by several threads at once."""

    library: Library
    most_work: int = MOST_WORK
    code: Code = field(init=False)
    _context: Any = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self.code = self.library.code
        context = self.library.new(self.most_work)
        if context is None:
            raise MemoryError
        self._context = ctypes.c_void_p(context)
        self._listed = self.library.out(self._context)
        self._step, self._move = self.library.step, I64()
        regions = self.code.regions
        self._pc, self._me, self._over = (regions[one].base for one in ("position", "me", "over"))
        self._points = {point.block: point for point in self.code.points}

    def __del__(self) -> None:
        if self._context is not None:
            self.library.free(self._context)

    def _done(self, stopped: int) -> None:
        if not stopped:
            return
        if stopped == TOO_MANY:
            raise TooMany
        if stopped == MACHINE:
            raise MachineFault
        facts = (I64 * MOST_FACTS)()
        given = self.library.facts(self._context, facts)
        raise Stopped(stopped - 1, *list(facts)[:given])

    def start(self, seed: int) -> Any:
        """A new game at its first choice, or over."""
        state = self.library.state()
        self._done(self.library.start(state, self._context, seed & _MASK, seed >> 32))
        self._done(self.library.advance(state, self._context))
        return state

    def copy(self, state: Any) -> Any:
        """The same state, to be played on apart."""
        return self.library.state.from_buffer_copy(state)

    def slots(self, state: Any) -> list[int]:
        """The state as a list of numbers; the seed without sign, as in Python."""
        slots = list(state)
        seed = self.code.seed
        for at in range(seed.base, seed.base + seed.size):
            slots[at] &= _MASK
        return slots

    def state_of(self, slots: Sequence[int]) -> Any:
        """The state that is this list of numbers."""
        return self.library.state(*slots)

    def point(self, state: Any) -> PointCode | None:
        """Where play waits; None when the game is over."""
        return None if state[self._over] else self._points[state[self._pc]]

    def deciders(self, state: Any) -> tuple[int, ...]:
        """The seats that have to choose."""
        point = self.point(state)
        if point is None:
            return ()
        if point.asked is None:
            return (state[self._me],)
        asked = state[point.asked.base : point.asked.base + point.asked.size]
        return tuple(seat for seat, status in enumerate(asked) if status == ASKED)

    def moves(self, state: Any, seat: int, most: int = MOST_LISTED + 1) -> list[int] | None:
        """The legal moves of a seat that has to choose; None where there are too many to list."""
        count = I64()
        self._done(self.library.moves(state, self._context, seat, most, count))
        return None if count.value < 0 else self._listed[: count.value]

    def pool(self) -> list[int]:
        """The subsets that the moves listed last speak of."""
        found = NUMBERS()
        return found[: self.library.pool(self._context, found)]

    def held(self, place: int) -> list[int]:
        """The subset at a place of the pool."""
        found = NUMBERS()
        self.library.pool(self._context, found)
        return found[place + 1 : place + 1 + found[place]]

    def keep(self) -> None:
        """From now on a subset has one place in the pool whenever it is listed: moves hold in all states."""
        self.library.keep(self._context)

    def apply(self, state: Any, seat: int, move: int) -> None:
        """Carry out one of the moves listed last, and go on to the next choice."""
        self._done(self.library.apply(state, self._context, seat, move))

    def step(self, state: Any, move: int) -> list[int] | None:
        """`apply` for the seat that is to choose first, and the moves that can be made then, in one call."""
        self._move.value = move
        count: int = self._step(state, self._context, self._move)
        if count >= 0:
            found: list[int] = self._listed[:count]
            return found
        stopped = LOWEST - count
        if stopped == -TOO_MANY:
            return None
        self._done(stopped - 8 if stopped > 8 else -stopped)
        return None

    def playout(self, state: Any, draws: Draws) -> None:
        """Play to the end at random."""
        count = I64(draws.count)
        low, high = draws.seed & _MASK, draws.seed >> 32
        stopped = self.library.playout(state, self._context, low, high, PLAYERS_SITE, count)
        draws.count = count.value
        self._done(stopped)

    def score(self, state: Any, line: int, seat: int) -> int:
        """A seat's points in one line of the score sheet."""
        points = I64()
        self._done(self.library.score(state, self._context, line, seat, points))
        return points.value

    def results(self, state: Any) -> list[int]:
        """Seat by seat the points line by line, then what the place goes by: see `Code.ranks`."""
        found, code = NUMBERS(), self.library.code
        self._done(self.library.results(state, self._context, found))
        return found[: code.players * (len(code.scores) + code.ranks)]


@frozen
class Chunk:
    """Games of seeds one after another, added up without those that were `stopped`, named by their numbers.

    `wins` counts for each seat how many games it won with how many winners, `points` adds for each line
    those of each seat, `endings` counts the reasons by number, the first for none.
    """

    games: int
    shared: int
    fewest: int
    most: int
    moves: int
    wins: tuple[tuple[int, ...], ...]
    points: tuple[tuple[int, ...], ...]
    endings: tuple[int, ...]
    stopped: tuple[int, ...]


def tally(library: Library, seed: int, games: int, left_out: Collection[int]) -> Chunk:
    """Random games of the seeds from this one on, added up.

    Games that end for a reason whose number is among `left_out` are not added up; they count as stopped.
    """
    code, machine = library.code, NativeMachine(library)
    seats, lines, reasons = code.players, len(code.scores), code.reasons + 2
    wins = (I64 * (seats * (seats + 1)))()
    points = (I64 * (lines * seats + 1))()
    endings = (I64 * reasons)()
    apart = (I64 * reasons)(*(int(reason - 1 in left_out) for reason in range(reasons)))
    stopped = (I64 * games)()
    added = Tally(wins=wins, points=points, endings=endings)
    failed = library.tally(machine._context, seed, games, PLAYERS_SITE, apart, added, stopped)
    if failed:
        raise MemoryError
    return Chunk(
        added.games,
        added.shared,
        added.fewest,
        added.most,
        added.moves,
        _rows(wins, seats, seats + 1),
        _rows(points, lines, seats),
        tuple(endings),
        tuple(stopped[: added.stopped]),
    )


def _rows(numbers: Any, rows: int, width: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(numbers[row * width : (row + 1) * width]) for row in range(rows))
