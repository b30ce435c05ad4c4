"""One meaning: games for people, printed Python and machine code play alike, and as games were played before.

Where there is no compiler the library is left out. With `--full` every ruleset plays ten games at each of its
numbers of players, everything is built, and all that `playthroughs.txt` holds is played again.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest
from engines import Engines, Tally, play, playout
from playthroughs import lines_of, name_of, playthrough, recorded
from subjects import cases, counts, shipped, toys

from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.library.places import list_rulesets

TOYS = [subject.name for subject in toys()]
PLAYED, CASES = [*shipped(), *toys()], list(cases())
FULL_GAMES, ALL = 10, 100
GROUPS = 8
"""Into how many tests the cases are put, so that cores share them."""
PART = 3
"""Of so many cases, and of so many numbers of players of toys, one is played without `--full`."""


@lru_cache(maxsize=1)
def ruleset(at: int) -> Ruleset:
    """The rules of that number, read once for the tests of them, which follow each other."""
    found = PLAYED[at].load()
    assert found is not None, PLAYED[at].name
    return found


def agree(name: str, rules: Ruleset, most: int, games: int, *, native: bool, at: int = 0) -> Tally:
    """Play some games of a ruleset on all engines, at so many numbers of players, in turn from `at`."""
    some, seen = counts(rules), Counter[str]()
    for nth in range(min(most, len(some))):
        engines = Engines.of(name, rules, some[(at + nth) % len(some)], native=native)
        for seed in range(games):
            play(engines, seed, seen)
            playout(engines, seed, seen)
    return seen


@pytest.mark.parametrize("at", range(len(PLAYED)), ids=lambda at: PLAYED[at].name, scope="class")
class TestGames:
    def test_engines_agree(self, at: int, full: bool) -> None:
        name = PLAYED[at].name
        native = full or name in list_rulesets() or name in TOYS
        seen = agree(name, ruleset(at), ALL if full else 1, FULL_GAMES if full else 1, native=native, at=at)
        assert seen["decisions"] > 0

    def test_they_are_played_as_they_were(self, at: int, full: bool) -> None:
        rules = ruleset(at)
        if full:
            found = lines_of(PLAYED[at], rules)
        else:
            players = rules.player_counts[at % len(rules.player_counts)]
            found = {name_of(PLAYED[at], players): playthrough(rules.new_game(players, seed=players))}
        before = recorded()
        assert found == {name: before.get(name) for name in found}


@pytest.mark.parametrize("group", range(GROUPS))
def test_engines_agree_on_cases(group: int, full: bool) -> None:
    for at, subject in enumerate(CASES[group::GROUPS]):
        if full or at % PART == group % PART:
            rules = subject.load()
            if rules is not None:
                agree(
                    subject.name,
                    rules,
                    ALL if full else 1,
                    FULL_GAMES if full else 1,
                    native=full or at % 6 == 0,
                )
