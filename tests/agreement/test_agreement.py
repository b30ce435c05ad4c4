"""One meaning: closures, printed Python and machine code play the same games, move by move.

Where there is no compiler the library is left out. With `--full` every ruleset plays ten games at each of its
numbers of players, and everything is built.
"""

from __future__ import annotations

from collections import Counter

import pytest
from engines import Engines, Tally, play, playout
from subjects import Subject, cases, counts, shipped, toys

from rulewright.library import list_rulesets

SHIPPED, TOYS, CASES = list(shipped()), list(toys()), list(cases())
FULL_GAMES, ALL = 10, 100
GROUPS = 16
"""Into how many tests the cases are put, so that cores share them."""


def agree(subject: Subject, most: int, games: int, *, native: bool, at: int = 0) -> Tally:
    """Play some games of a ruleset on all engines, at so many numbers of players, in turn from `at`."""
    ruleset, seen = subject.load(), Counter[str]()
    some = [] if ruleset is None else counts(ruleset)
    for number in (some * 2)[at % len(some) :][: min(most, len(some))] if some else ():
        assert ruleset is not None
        engines = Engines.of(subject.name, ruleset, number, native=native)
        for seed in range(games):
            play(engines, seed, seen)
            playout(engines, seed, seen)
    return seen


@pytest.mark.parametrize("at", range(len(SHIPPED)), ids=lambda at: SHIPPED[at].name)
def test_engines_agree_on_what_ships(at: int, full: bool) -> None:
    subject = SHIPPED[at]
    native = full or subject.name in list_rulesets()
    seen = agree(subject, ALL if full else 1, FULL_GAMES if full else 1, native=native, at=at)
    assert seen["decisions"] > 0


@pytest.mark.parametrize("subject", TOYS, ids=lambda one: one.name)
def test_engines_agree_on_toys(subject: Subject, full: bool) -> None:
    seen = agree(subject, ALL if full else 2, FULL_GAMES if full else 2, native=True)
    assert seen["decisions"] > 0


@pytest.mark.parametrize("group", range(GROUPS))
def test_engines_agree_on_cases(group: int, full: bool) -> None:
    for at, subject in enumerate(CASES[group::GROUPS]):
        agree(subject, ALL if full else 1, FULL_GAMES if full else 1, native=full or at % 6 == 0)
