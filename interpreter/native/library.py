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
CONTEXT, STATE, NUMBERS = ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32), ctypes.POINTER(I64)

LOWEST = -8
"""What `step` returns is a number of moves, or below this: what stopped it."""
MACHINE, TOO_MANY = -2, -3
"""What stopped a game, where it is not the place of a fault (`code/head.c`)."""


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

_FUNCTIONS: dict[str, tuple[Any, ...]] = {
    "width": (I64,),
    "new": (CONTEXT,),
    "free": (None, CONTEXT),
    "facts": (I64, CONTEXT, NUMBERS),
    "start": (I64, STATE, CONTEXT, U32, U32, I64),
    "go_on": (I64, STATE, CONTEXT, I64),
    "moves": (I64, STATE, CONTEXT, I64, I64, I64, ctypes.POINTER(NUMBERS), NUMBERS),
    "pool": (I64, CONTEXT, ctypes.POINTER(NUMBERS)),
    "lay": (I64, CONTEXT, NUMBERS, I64),
    "apply": (I64, STATE, CONTEXT, I64, I64, I64),
    "step": (I64, STATE, CONTEXT, I64, I64, ctypes.POINTER(NUMBERS)),
    "playout": (I64, STATE, CONTEXT, U32, U32, I64, NUMBERS, I64),
    "score": (I64, STATE, CONTEXT, I64, I64, I64, NUMBERS),
    "rank": (I64, STATE, CONTEXT, I64, I64, I64, NUMBERS),
    "tally": (I64, CONTEXT, U64, I64, I64, I64, NUMBERS, ctypes.POINTER(Tally), NUMBERS),
}
"""The functions by name, without `rw_`: what each returns, and what it is given."""


@frozen(eq=False)
class Library:
    """A game's library, loaded. While one of its functions runs, other threads of Python go on."""

    code: Code
    width: Function
    new: Function
    free: Function
    facts: Function
    start: Function
    go_on: Function
    moves: Function
    pool: Function
    lay: Function
    apply: Function
    step: Function
    playout: Function
    score: Function
    rank: Function
    tally: Function

    @classmethod
    def load(cls, path: Path, code: Code) -> Library:
        """The library in a file, which is of this code. Raises NotLoaded."""
        try:
            opened = ctypes.CDLL(str(path))
            found = {name: getattr(opened, f"rw_{name}") for name in _FUNCTIONS}
        except (OSError, AttributeError) as error:
            raise NotLoaded(str(error)) from None
        for name, (returned, *given) in _FUNCTIONS.items():
            found[name].restype, found[name].argtypes = returned, given
        library = cls(code, **found)
        if library.width() != code.size:
            raise NotLoaded("its states are of another size")
        return library
