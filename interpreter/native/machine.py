"""A game built as machine code, behind the same methods as the one in Python."""

from __future__ import annotations

import ctypes
from typing import Any

from attrs import define, field

from rulewright.interpreter.code.instructions import Code, PointCode
from rulewright.interpreter.domains import MOST_LISTED
from rulewright.interpreter.engine.machine import MOST_WORK, PLAYERS_SITE, Draws, Stopped, TooMany

_MACHINE, _TOO_MANY, _OUT_OF_WORK = -2, -3, -1
_Int, _Word = ctypes.c_int64, ctypes.c_uint32


class MachineFault(Exception):
    """The built game found an index out of range: a defect of the program, not of the rules."""


@define(eq=False, slots=False)
class NativeMachine:
    """A game that was built, loaded from its library. One context: not for use by several threads at once."""

    code: Code
    library: Any
    most_work: int = MOST_WORK
    _context: Any = field(init=False)
    _state: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.library.rw_new.restype = ctypes.c_void_p
        self._context = ctypes.c_void_p(self.library.rw_new())
        self._state = ctypes.c_int32 * self.code.size
        for name in (
            "rw_start",
            "rw_go_on",
            "rw_moves",
            "rw_apply",
            "rw_score",
            "rw_rank",
            "rw_playout",
            "rw_pool",
        ):
            getattr(self.library, name).restype = _Int
        regions = self.code.regions
        self._pc, self._me, self._over = (regions[one].base for one in ("position", "me", "over"))
        self._points = {point.block: point for point in self.code.points}

    def __del__(self) -> None:
        self.library.rw_free(self._context)

    def _done(self, stopped: int) -> None:
        if not stopped:
            return
        if stopped == _TOO_MANY:
            raise TooMany
        if stopped == _MACHINE:
            raise MachineFault
        facts = (_Int * 4)()
        self.library.rw_facts.restype = _Int
        given = self.library.rw_facts(self._context, facts)
        raise Stopped(stopped if stopped == _OUT_OF_WORK else stopped - 1, *list(facts)[:given])

    def start(self, seed: int) -> Any:
        """A new game at its first choice, or over."""
        state = self._state()
        low, high = _Word(seed & 0xFFFFFFFF), _Word(seed >> 32)
        self._done(self.library.rw_start(state, self._context, low, high, _Int(self.most_work)))
        self._done(self.library.rw_go_on(state, self._context, _Int(self.most_work)))
        return state

    def copy(self, state: Any) -> Any:
        """The same state, to be played on apart."""
        return self._state.from_buffer_copy(state)

    def slots(self, state: Any) -> list[int]:
        """The state as a list of numbers; the seed without sign, as in Python."""
        slots = list(state)
        seed = self.code.seed
        for at in range(seed.base, seed.base + seed.size):
            slots[at] &= 0xFFFFFFFF
        return slots

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
        return tuple(seat for seat, status in enumerate(asked) if status == 1)

    def moves(self, state: Any, seat: int, most: int = MOST_LISTED + 1) -> list[int] | None:
        """The legal moves of a seat that has to choose; None where there are too many to list."""
        found, count = ctypes.POINTER(_Int)(), _Int()
        self._done(
            self.library.rw_moves(
                state,
                self._context,
                _Int(seat),
                _Int(most),
                _Int(self.most_work),
                ctypes.byref(found),
                ctypes.byref(count),
            )
        )
        return None if count.value < 0 else found[: count.value]

    def pool(self) -> list[int]:
        """The subsets that the moves listed last speak of."""
        found = ctypes.POINTER(_Int)()
        return found[: self.library.rw_pool(self._context, ctypes.byref(found))]

    def apply(self, state: Any, seat: int, move: int) -> None:
        """Carry out one of the moves listed last, and go on to the next choice."""
        self._done(self.library.rw_apply(state, self._context, _Int(seat), _Int(move), _Int(self.most_work)))

    def playout(self, state: Any, draws: Draws) -> None:
        """Play to the end at random."""
        count, low, high = _Int(draws.count), _Word(draws.seed & 0xFFFFFFFF), _Word(draws.seed >> 32)
        stopped = self.library.rw_playout(
            state, self._context, low, high, _Int(PLAYERS_SITE), ctypes.byref(count), _Int(self.most_work)
        )
        draws.count = count.value
        self._done(stopped)

    def score(self, state: Any, line: int, seat: int) -> int:
        """A seat's points in one line of the score sheet."""
        points = _Int()
        self._done(
            self.library.rw_score(
                state, self._context, _Int(line), _Int(seat), _Int(self.most_work), ctypes.byref(points)
            )
        )
        return points.value

    def rank(self, state: Any, rank: int, seat: int) -> int:
        """What a seat's place goes by, the smaller the better; ties by the next rank."""
        value = _Int()
        self._done(
            self.library.rw_rank(
                state, self._context, _Int(rank), _Int(seat), _Int(self.most_work), ctypes.byref(value)
            )
        )
        return value.value
