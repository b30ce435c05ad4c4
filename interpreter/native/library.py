"""The functions of a game's library, as `code/driver.c` has them, declared once.

A library is shared by all threads; each has a context of its own, which is made and freed here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.interpreter.code.instructions import Code

I64, U32, U64 = ctypes.c_int64, ctypes.c_uint32, ctypes.c_uint64
CONTEXT, NUMBERS = ctypes.c_void_p, ctypes.POINTER(I64)

LOWEST = -8
"""What `step` returns is a number of moves, or below this: what stopped it."""


class NotLoaded(Exception):
    """A file is not the library of this game."""


class Tally(ctypes.Structure):
    """What many games add up to: see `code/driver.c`."""

    _fields_ = (
        ("games", I64),
        ("shared", I64),
        ("fewest", I64),
        ("most", I64),
        ("moves", I64),
        ("stopped", I64),
        ("wins", NUMBERS),
        ("points", NUMBERS),
        ("endings", NUMBERS),
    )


Function = Callable[..., Any]


def _functions(state: Any) -> dict[str, tuple[Any, ...]]:
    """The functions by name, without `rw_`: what each returns, and what it is given; states are of a type.

    `step` is called often: it is given a context and a move that are values of ctypes already.
    """
    return {
        "width": (I64,),
        "new": (CONTEXT, I64),
        "free": (None, CONTEXT),
        "out": (NUMBERS, CONTEXT),
        "facts": (I64, CONTEXT, NUMBERS),
        "start": (I64, state, CONTEXT, U32, U32),
        "advance": (I64, state, CONTEXT),
        "moves": (I64, state, CONTEXT, I64, I64, NUMBERS),
        "pool": (I64, CONTEXT, ctypes.POINTER(NUMBERS)),
        "keep": (None, CONTEXT),
        "apply": (I64, state, CONTEXT, I64, I64),
        "step": (I64, state),
        "playout": (I64, state, CONTEXT, U32, U32, I64, NUMBERS),
        "score": (I64, state, CONTEXT, I64, I64, NUMBERS),
        "results": (I64, state, CONTEXT, ctypes.POINTER(NUMBERS)),
        "tally": (I64, CONTEXT, U64, I64, I64, NUMBERS, ctypes.POINTER(Tally), NUMBERS),
    }


@frozen(eq=False)
class Library:
    """A game's library, loaded. While one of its functions runs, other threads of Python go on."""

    code: Code
    state: Any
    """The type of its states: arrays of so many slots."""
    width: Function
    new: Function
    free: Function
    out: Function
    facts: Function
    start: Function
    advance: Function
    moves: Function
    pool: Function
    keep: Function
    apply: Function
    step: Function
    playout: Function
    score: Function
    results: Function
    tally: Function

    @classmethod
    def load(cls, path: Path, code: Code) -> Library:
        """The library in a file, which is of this code. Raises NotLoaded."""
        state = ctypes.c_int32 * code.size
        functions = _functions(state)
        try:
            opened = ctypes.CDLL(str(path))
            found = {name: getattr(opened, f"rw_{name}") for name in functions}
        except (OSError, AttributeError) as error:
            raise NotLoaded(str(error)) from None
        for name, (returned, *given) in functions.items():
            found[name].restype, found[name].argtypes = returned, given
        library = cls(code, state, **found)
        if library.width() != code.size:
            raise NotLoaded("its states are of another size")
        return library
