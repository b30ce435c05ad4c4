"""Estimates with intervals, out of sums over pairs of games: one of the base, one of a variant, of one deal.

A measure is worked out of some numbers of each game. Of these only sums and sums of products are kept, whole
numbers, so that the order in which games were added up shows nowhere. An estimate's error follows from them
by linearization (the delta method), and that of a difference takes into account that the games are paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Literal, assert_never

from attrs import define, frozen

from rulewright.interpreter.lab.certainty import CHANCE_OF_ERROR, Estimate, library

FEWEST = 10
"""Of a share so many cases on either side are needed, or nothing is said of it."""

Kind = Literal["mean", "ratio", "edge"]


@frozen
class Form:
    """How a measure is worked out of the sums of its numbers.

    "mean": of one number; "ratio": one number to another; "edge": for the wins of seats that took something,
    how many seats took it, and all wins, the difference of the win rates of seats that took it and of the
    others. `scale` is what a number is divided by, `share` says that cases are counted.
    """

    kind: Kind
    scale: int = 1
    share: bool = False
    seats: int = 1

    def value(self, means: Sequence[float]) -> tuple[float, list[float]] | None:
        """The measure for the means of its numbers, and its slopes; None where nothing can be said."""
        match self.kind:
            case "mean":
                return means[0] / self.scale, [1 / self.scale]
            case "ratio":
                part, whole = means
                if not whole:
                    return None
                return part / whole / self.scale, [1 / whole / self.scale, -part / whole**2 / self.scale]
            case "edge":
                won, takers, wins = means
                others = self.seats - takers
                if takers <= 0 or others <= 0:
                    return None
                with_it, without = won / takers / self.scale, (wins - won) / others / self.scale
                slopes = [1 / takers + 1 / others, 0, -1 / others]
                return with_it - without, [
                    slopes[0] / self.scale,
                    -with_it / takers - without / others,
                    slopes[2] / self.scale,
                ]
            case _:
                assert_never(self.kind)

    def cases(self, sums: Sequence[int]) -> tuple[int, ...]:
        """How many cases there are on either side of a share; none where that is no question."""
        if not self.share:
            return ()
        match self.kind:
            case "mean":
                return ()  # how many pairs differ says enough
            case "ratio":
                return sums[0], sums[1] - sums[0]
            case "edge":
                won, takers, _ = sums
                return won // self.scale, takers - won // self.scale
            case _:
                assert_never(self.kind)


@define
class Products:
    """Sums over pairs of games of 1 and the numbers of a measure, of the base, then of the variant; and of
    all products of two of these. `unlike` is how many pairs differ in them.
    """

    width: int
    sums: list[int]
    unlike: int = 0

    @classmethod
    def none(cls, numbers: int) -> Products:
        """Of no games, for a measure of so many numbers."""
        width = 1 + 2 * numbers
        return cls(width, [0] * (width * (width + 1) // 2))

    def add(self, sums: Sequence[int], unlike: int) -> None:
        """More games, that were added up apart."""
        self.sums = [one + more for one, more in zip(self.sums, sums, strict=True)]
        self.unlike += unlike

    def at(self, row: int, column: int) -> int:
        """The sum of a product."""
        row, column = min(row, column), max(row, column)
        return self.sums[row * self.width - row * (row - 1) // 2 + column - row]

    @property
    def games(self) -> int:
        """How many pairs there are."""
        return self.sums[0]

    def _of(self, arm: int) -> list[int]:
        numbers = (self.width - 1) // 2
        return list(range(1 + arm * numbers, 1 + (arm + 1) * numbers))

    def totals(self, arm: int) -> list[int]:
        """The sums of the numbers of the base (0) or the variant (1)."""
        return [self.at(0, number) for number in self._of(arm)]

    def estimate(self, form: Form, arm: int) -> tuple[float, float] | None:
        """The measure in one arm, and its standard error."""
        found = self._value(form, arm)
        return None if found is None else (found[0], self._error(self._of(arm), found[1]))

    def difference(self, form: Form) -> tuple[float, float] | None:
        """By how much it is larger in the variant, and the standard error of that."""
        base, variant = self._value(form, 0), self._value(form, 1)
        if base is None or variant is None:
            return None
        if not self.unlike:
            return 0.0, 0.0
        slopes = [-one for one in base[1]] + variant[1]
        return variant[0] - base[0], self._error([*self._of(0), *self._of(1)], slopes)

    def _value(self, form: Form, arm: int) -> tuple[float, list[float]] | None:
        if self.games < 2:
            return None
        return form.value([total / self.games for total in self.totals(arm)])

    def _error(self, numbers: Sequence[int], slopes: Sequence[float]) -> float:
        games = self.games
        variance = sum(
            one * other * (games * self.at(row, column) - self.at(0, row) * self.at(0, column))
            for row, one in zip(numbers, slopes, strict=True)
            for column, other in zip(numbers, slopes, strict=True)
        )
        return sqrt(max(0.0, variance) / (games * games * (games - 1)))


def interval(value: float, error: float, games: int) -> Estimate:
    """An estimate with its interval (Student)."""
    wide = float(library("scipy.stats").t.isf(CHANCE_OF_ERROR / 2, games - 1)) * error
    return Estimate(value, value - wide, value + wide)


def chance_of(difference: float, error: float, games: int, unlike: int) -> float:
    """How likely a difference as large as this is by chance alone.

    Never less than that all pairs that differ do so in one direction.
    """
    if not unlike or not difference:
        return 1.0
    by_error = 2 * float(library("scipy.stats").t.sf(abs(difference) / error, games - 1)) if error else 0.0
    return max(by_error, 2.0 ** max(1 - unlike, -1000))


def games_to_settle(difference: float, error: float, games: int, limit: float) -> float:
    """In how many games a difference, if it is as large as it seems, would be less likely than the limit."""
    return games * (float(library("scipy.stats").norm.isf(limit / 2)) * error / abs(difference)) ** 2
