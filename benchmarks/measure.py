"""Measuring: pieces of work that take turns in one process, and what they come to in CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable

from attrs import define, frozen

ROUNDS = 3


@frozen
class Work:
    """Something to be measured: `run` does it a number of times and says how many units that were."""

    name: str
    unit: str
    run: Callable[[int], int]


@define
class Measured:
    """What a piece of work came to: units a second of CPU time, the best of its rounds."""

    name: str
    unit: str
    rate: float = 0.0


def measure(works: list[Work], seconds: float) -> list[Measured]:
    """All pieces in turn, several rounds, about so many seconds for each piece together.

    What else the machine does slows one round more than another; the best one counts.
    """
    found = [Measured(work.name, work.unit) for work in works]
    times = [_often_enough(work, seconds / ROUNDS) for work in works]
    for _ in range(ROUNDS):
        for work, often, one in zip(works, times, found, strict=True):
            taken, units = _timed(work, often)
            one.rate = max(one.rate, units / taken)
    return found


def _often_enough(work: Work, seconds: float) -> int:
    """How often a piece of work is done in about so many seconds."""
    often = 1
    while True:
        taken, _ = _timed(work, often)
        if taken >= seconds / 4:
            return max(1, round(often * seconds / taken))
        often *= 2 if taken >= seconds / 20 else 8


def _timed(work: Work, often: int) -> tuple[float, int]:
    start = time.process_time()
    units = work.run(often)
    return max(time.process_time() - start, 1e-9), units
