"""The solver of `solve.mccfr` as machine code: a library that serves all trees."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from attrs import define, frozen

from rulewright.interpreter.native.build import build_text
from rulewright.interpreter.native.library import NotLoaded

EXPLORED = 0.6
"""How many of the seat's own moves are made at random."""
LEARNED = 0.1
"""How far a baseline moves to what a branch was worth this time."""

_INTS, _REALS = ctypes.POINTER(ctypes.c_int32), ctypes.POINTER(ctypes.c_double)


@define(eq=False)
class Tables:
    """What a solver has learned: for each move of each information set, for each branch and seat, and where
    its chance stands."""

    regrets: list[float]
    totals: list[float]
    baselines: list[float]
    random: int


class _Tree(ctypes.Structure):
    """See `mccfr.c`."""

    _fields_ = (
        ("players", ctypes.c_int32),
        *((name, _INTS) for name in ("owners", "counts", "firsts", "sets", "branches", "offsets")),
        *((name, _REALS) for name in ("chances", "utilities", "regrets", "totals", "baselines", "room")),
        ("widest", ctypes.c_int32),
        ("explored", ctypes.c_double),
        ("learned", ctypes.c_double),
        ("random", ctypes.c_uint64),
    )


_TOTALS = 9
"""Which of the arrays holds the totals."""


@frozen(eq=False)
class NativeTables:
    """A tree and what has been learned of it, as the library has them; `held` keeps the arrays alive."""

    solve: Callable[..., Any]
    tree: _Tree
    held: tuple[Any, ...]

    def run(self, first: int, iterations: int) -> None:
        """So many iterations from a number on."""
        self.solve(ctypes.byref(self.tree), first, iterations)

    def totals(self) -> list[float]:
        """How much each move counts in the average strategy."""
        return list(self.held[_TOTALS])


def load_solver(
    players: int,
    depth: int,
    numbers: Sequence[Sequence[int]],
    worth: Sequence[Sequence[float]],
    tables: Tables,
) -> NativeTables:
    """The library, with a tree and what was learned of it so far. Raises NotBuilt.

    `numbers` and `worth` are the arrays of the tree in the order of `mccfr.c`; its second is that of how many
    branches its nodes have.
    """
    text = resources.files("rulewright.interpreter.native").joinpath("mccfr.c").read_text(encoding="utf-8")
    solve = build_text(text, _load).library
    widest = max(numbers[1])
    ints = [(ctypes.c_int32 * len(one))(*one) for one in numbers]
    reals = [
        (ctypes.c_double * len(one))(*one)
        for one in (
            *worth,
            tables.regrets,
            tables.totals,
            tables.baselines,
            [0.0] * (3 * widest * (depth + 1)),
        )
    ]
    tree = _Tree(players, *ints, *reals, widest, EXPLORED, LEARNED, tables.random)
    return NativeTables(solve, tree, (*ints, *reals))


def _load(path: Path) -> Callable[..., Any]:
    try:
        solve = ctypes.CDLL(str(path)).rw_mccfr
    except (OSError, AttributeError) as error:
        raise NotLoaded(str(error)) from None
    solve.restype, solve.argtypes = None, (ctypes.POINTER(_Tree), ctypes.c_int64, ctypes.c_int64)
    return solve
