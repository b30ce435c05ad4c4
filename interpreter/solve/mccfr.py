"""Counterfactual regret minimization by outcome sampling, with baselines.

Each iteration plays one game for each seat, from the root to an end. That seat chooses by its present
strategy, but one move in so many at random, so that every way is tried; the others choose by theirs. On the
way back, each of its information sets on the path notes for each move how much better it would have done
there: its regret. The present strategy takes moves in proportion to their regrets, as far as these are
positive. What comes close to an equilibrium is not it but the average over all iterations.

    Lanctot, Waugh, Zinkevich, Bowling: Monte Carlo Sampling for Regret Minimization in Extensive Games, 2009
    Schmid et al.: Variance Reduction in Monte Carlo Counterfactual Regret Minimization, 2019 (baselines)
    Tammelin: Solving Large Imperfect Information Games Using CFR+, 2014 (no regret below 0, later
        iterations count for more in the average)

What a game was worth is known only for the branch that was taken. A baseline, the running mean of what each
branch was worth before, stands for the others, and only what differs from it is noise.

The same is done in C (`native/mccfr.c`), where a compiler is there: step by step the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, field, frozen

from rulewright.dsl.problems import Problem
from rulewright.interpreter.engine.given import seed_number, whole
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.native.compilers import NotBuilt
from rulewright.interpreter.native.solver import EXPLORED, LEARNED, NativeTables, Tables, load_solver
from rulewright.interpreter.solve.tree import CHANCE, END, GameTree

WORTH_A_BUILD = 10_000
"""From so many iterations on the library is used, which has to be built once."""

_MASK = (1 << 64) - 1


@frozen(eq=False)
class Policy:
    """How likely each move is in each information set of a tree: `chances` from `GameTree.offsets` on."""

    tree: GameTree
    chances: tuple[float, ...]
    numbers: Mapping[tuple[int, str], int] = field(init=False, repr=False)
    """The number of an information set by its seat and key."""

    def __attrs_post_init__(self) -> None:
        sets = enumerate(self.tree.information_sets)
        object.__setattr__(self, "numbers", {(one.seat, one.key): number for number, one in sets})

    def at(self, seat: int, key: str) -> dict[str, float]:
        """The moves of a seat that knows this, and how likely it makes each. Raises KeyError."""
        number = self.numbers[seat, key]
        moves, start = self.tree.information_sets[number].moves, self.tree.offsets[number]
        return dict(zip(moves, self.chances[start : start + len(moves)], strict=True))


@define(eq=False)
class Solver:
    """Finds a strategy for all seats of a tree; it can be run again and again, and then goes on.

    `engine` is "native", "python", or "auto": natively where a compiler is there and as many iterations are
    asked for as make up for its start. `notes` say what was in the way. The numbers are the same.
    """

    tree: GameTree
    seed: int = 1
    engine: EngineName = "auto"
    iterations: int = field(default=0, init=False)
    notes: tuple[Problem, ...] = field(default=(), init=False)
    _tables: Tables = field(init=False)
    _native: NativeTables | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        tree = self.tree
        self._tables = Tables(
            regrets=[0.0] * tree.offsets[-1],
            totals=[0.0] * tree.offsets[-1],
            baselines=[0.0] * (len(tree.branches) * tree.players),
            random=seed_number(self.seed),
        )

    def run(self, iterations: int) -> None:
        """So many iterations more, each with one game for each seat."""
        more = whole(iterations, "a number of iterations")
        if self._native is None and self._wants_native(more):
            try:
                self._native = self._loaded()
            except NotBuilt as not_built:
                self.notes = (not_built.problem,)
        if self._native is not None:
            self._native.run(self.iterations, more)
        else:
            _run(self.tree, self._tables, self.iterations, more)
        self.iterations += more

    def _loaded(self) -> NativeTables:
        tree = self.tree
        numbers = tree.owners, tree.counts, tree.firsts, tree.sets, tree.branches, tree.offsets
        worth = tree.chances, tree.utilities
        return load_solver(tree.players, tree.depth, numbers, worth, self._tables)

    def _wants_native(self, iterations: int) -> bool:
        if self.engine == "auto":
            return iterations >= WORTH_A_BUILD and not self.notes
        return self.engine == "native"

    def policy(self) -> Policy:
        """The average strategy so far: every move alike where nothing has come to an information set."""
        totals = self._tables.totals if self._native is None else self._native.totals()
        chances: list[float] = []
        for start, end in zip(self.tree.offsets, self.tree.offsets[1:], strict=False):
            added = sum(totals[start:end])
            chances += [one / added if added > 0 else 1 / (end - start) for one in totals[start:end]]
        return Policy(self.tree, tuple(chances))


def _run(tree: GameTree, tables: Tables, first: int, iterations: int) -> None:
    """Iterations from a number on."""
    unit, walk = _drawing(tables), _Walk(tree, tables)
    walk.unit = unit
    for number in range(first, first + iterations):
        walk.weight = float(number + 1)
        for seat in range(tree.players):
            walk.seat = seat
            walk.value(0, 1.0, 1.0, 1.0)


def _drawing(tables: Tables) -> Callable[[], float]:
    """Numbers from 0 to below 1, by SplitMix64."""

    def unit() -> float:
        tables.random = mixed = (tables.random + 0x9E3779B97F4A7C15) & _MASK
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & _MASK
        return ((mixed ^ (mixed >> 31)) >> 11) * 2.0**-53

    return unit


@define(eq=False)
class _Walk:
    """One game for one seat."""

    tree: GameTree
    tables: Tables
    unit: Callable[[], float] = field(init=False)
    weight: float = 1.0
    seat: int = 0

    def value(self, node: int, own: float, others: float, sampled: float) -> float:
        """What a node is worth to the seat, as this game tells.

        It is come to with the chance `own` as far as the seat's moves go, `others` as far as all the rest
        goes, and was `sampled` with a chance that differs, since the seat tries other moves, too.
        """
        tree, tables = self.tree, self.tables
        owner, first, count = tree.owners[node], tree.firsts[node], tree.counts[node]
        if owner == END:
            return tree.utilities[first + self.seat]
        start = 0 if owner == CHANCE else tree.offsets[tree.sets[node]]
        if owner == CHANCE:
            strategy = list(tree.chances[first : first + count])
        else:
            strategy = matched(tables.regrets, start, count)
        if owner == self.seat:
            taken = [EXPLORED / count + (1 - EXPLORED) * one for one in strategy]
        else:
            taken = strategy
        at = _drawn(taken, self.unit())
        child = tree.branches[first + at]
        if owner == self.seat:
            found = self.value(child, own * strategy[at], others, sampled * taken[at])
        else:
            found = self.value(child, own, others * strategy[at], sampled * taken[at])
        known = first * tree.players + self.seat
        worth = [tables.baselines[known + each * tree.players] for each in range(count)]
        before = worth[at]
        worth[at] = before + (found - before) / taken[at]
        tables.baselines[known + at * tree.players] = before + LEARNED * (found - before)
        value = 0.0
        for each in range(count):
            value += strategy[each] * worth[each]
        if owner == self.seat:
            ratio, counted = others / sampled, self.weight * own / sampled
            for each in range(count):
                regret = tables.regrets[start + each] + ratio * (worth[each] - value)
                tables.regrets[start + each] = regret if regret > 0 else 0.0
                tables.totals[start + each] += counted * strategy[each]
        return value


def matched(regrets: list[float], start: int, count: int) -> list[float]:
    """Moves in proportion to their regrets; all alike where there are none."""
    added = 0.0
    for one in regrets[start : start + count]:
        added += one
    if added > 0:
        return [one / added for one in regrets[start : start + count]]
    return [1.0 / count] * count


def _drawn(chances: list[float], unit: float) -> int:
    """Which branch a number from 0 to 1 falls on; never one that has no chance."""
    for at, one in enumerate(chances):
        unit -= one
        if unit < 0:
            return at
    return max(at for at, one in enumerate(chances) if one > 0)
