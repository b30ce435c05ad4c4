"""How sure figures are that come out of chance: intervals, and differences that are more than chance.

All intervals hold the true figure in 95 of 100 runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from math import sqrt
from typing import Any

from attrs import frozen

from rulewright.dsl.problems import Rejected, problem

CHANCE_OF_ERROR = 0.05
"""How likely something is told to be beyond doubt that is not."""
RESAMPLES = 2_000
MOST_AT_ONCE = 1_000_000
"""So many numbers are drawn at once for resamples, which is a question of memory."""
ADDED = (0.0, 0.0, 1.0, 1.0)
"""What is added to shares for their interval, so that it stays honest where few are all alike (Agresti)."""


class NotInstalled(Rejected):
    """A library is missing that an extra of the program brings."""


def library(name: str, extra: str = "lab") -> Any:
    """A module of a library that is only imported when it is needed. Raises NotInstalled."""
    try:
        return import_module(name)
    except ImportError:
        found = problem("extra-missing", name=name.partition(".")[0], extra=extra)
        raise NotInstalled([found]) from None


@frozen
class Estimate:
    """A figure, and the interval from `low` to `high` that holds the true one."""

    value: float
    low: float
    high: float


def mean_estimate(values: Sequence[float]) -> Estimate:
    """The mean of figures that came about alike and apart from one another; Student's interval."""
    count = len(values)
    mean = sum(values) / count if count else 0.0
    if count < 2:
        return Estimate(mean, float("-inf"), float("inf"))
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    reach = library("scipy.stats").t.ppf(1 - CHANCE_OF_ERROR / 2, count - 1) * sqrt(variance / count)
    return Estimate(mean, mean - float(reach), mean + float(reach))


def share_estimate(values: Sequence[float]) -> Estimate:
    """The mean of figures between 0 and 1."""
    around = mean_estimate([*values, *ADDED])
    mean = sum(values) / len(values) if values else 0.5
    return Estimate(mean, max(0.0, min(mean, around.low)), min(1.0, max(mean, around.high)))


def bootstrap_estimate(
    rows: Sequence[Sequence[float]],
    figure: Callable[[Sequence[float]], float],
    seed: int,
    error: float = CHANCE_OF_ERROR,
) -> Estimate:
    """A figure worked out of means of rows that came about apart from one another; the basic bootstrap."""

    def of(*columns: Any) -> float:
        return figure([float(column.mean()) for column in columns])

    numpy, stats = library("numpy"), library("scipy.stats")
    columns = tuple(numpy.array(rows, dtype=float).T)
    value = of(*columns)
    if len(rows) < 2:
        return Estimate(value, float("-inf"), float("inf"))
    found = stats.bootstrap(
        columns,
        of,
        n_resamples=RESAMPLES,
        batch=max(1, MOST_AT_ONCE // len(rows)),
        vectorized=False,
        paired=True,
        confidence_level=1 - error,
        method="basic",
        rng=numpy.random.default_rng(seed),
    ).confidence_interval
    return Estimate(value, float(found.low), float(found.high))


def doubt(ahead: int, behind: int) -> float:
    """How likely equals come to be so far apart or further; the sign test."""
    if not ahead + behind:
        return 1.0
    return float(library("scipy.stats").binomtest(ahead, ahead + behind).pvalue)


def beyond_doubt(doubts: Sequence[float]) -> list[bool]:
    """Which of several differences are not chance, so that seldom any is told that is none (Holm)."""
    found = [False] * len(doubts)
    for rank, at in enumerate(sorted(range(len(doubts)), key=lambda one: doubts[one])):
        if doubts[at] * (len(doubts) - rank) > CHANCE_OF_ERROR:
            break
        found[at] = True
    return found
