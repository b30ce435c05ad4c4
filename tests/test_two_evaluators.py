"""One meaning: a term that is worked out before play, and the same term in play, come to the same.

Terms are made at random, as text. Their numbers, conditions and suits are written as they are in a table's
entry, which is worked out when the game is loaded, and as variables in a score, which waits for play.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

import pytest
from casefiles import Case
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.game.ruleset import ruleset_of

GAME = """\
language 1
game "Twice"
    players 2
enum Suit: earth, water, fire
group Hot of Suit: fire
cards Tile for each suit in Suit, value in 1..3
setting wide = 4 in 0..9
table points: 0, 1, 3, then last
table strict: 5, 6
var zero = 0
var is_no = no
var earth_now: Suit = earth
var water_now: Suit = water
var fire_now: Suit = fire
define twice(n: int) = 2 * n
define by_suit(s: Suit) = match s
    earth, water: 1
    Hot: 10
define by_number(n: int) = match n
    0: 5
    1, 2: 7
    else: n
zone pile: Tile, face up
{place}
play
    end game because "done"
winner by fewest seat(it)
"""

T = TypeVar("T")

MET: set[str] = set()
"""What the terms came to: whether there was a value, or which fault."""


def in_two_ways(text: str) -> tuple[str, str]:
    """A term as it is known before play, and as play finds it out."""

    def known(found: re.Match[str]) -> str:
        return found[1]

    def open_(found: re.Match[str]) -> str:
        leaf = found[1]
        if leaf.lstrip("-").isdigit():
            return f"({leaf} + zero)"
        return {"no": "is_no", "yes": "(not is_no)"}.get(leaf, f"{leaf}_now")

    return re.sub("«(.*?)»", known, text), re.sub("«(.*?)»", open_, text)


NUMBERS = [0, 1, 2, 3, 5, -1, -7, 100, 50_000, 2_147_483_647, -2_000_000_000]
SIGNS = ["==", "!=", "<", "<=", ">", ">="]


class Maker:
    """Makes terms by drawing; `names` are the elements of the loops around, which are numbers."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.names: list[str] = []

    def one_of(self, *choices: T) -> T:
        """One of some things."""
        return self.draw(st.sampled_from(choices))

    def number(self, depth: int) -> str:
        """A number."""
        if depth == 0 or self.one_of(True, False, False):
            return self.one_of(
                *(f"«{number}»" for number in NUMBERS), "wide", "player_count", *self.names * 4
            )
        below = depth - 1
        form = self.one_of(
            lambda: f"({self.number(below)} {self.one_of('+', '-', '*', 'div', 'mod')} {self.number(below)})",
            lambda: f"(if {self.yes(below)} then {self.number(below)} else {self.number(below)})",
            lambda: f"{self.one_of('min', 'max')}({self.number(below)}, {self.number(below)})",
            lambda: f"{self.one_of('abs', '-', 'twice', 'by_number')}({self.number(below)})",
            lambda: f"{self.one_of('points', 'strict')}[{self.number(below)}]",
            lambda: f"by_suit({self.suit(below)})",
            lambda: f"({self.maybe(below)} else {self.number(below)})",
            lambda: f"the({self.maybe(below)})",
            lambda: "sum({0} for {0} in {1})".format(*self.over(below)),
            lambda: "sum({2} for {0} in {1})".format(*self.over(below, self.number)),
            lambda: "count({} in {} where {})".format(*self.over(below, self.yes)),
            lambda: f"sum(c.value for c in Tile where c.suit == {self.suit(below)})",
            lambda: f"count(c in Tile where c.value > {self.number(below)})",
            lambda: f"size({self.many(below)})",
        )
        return form()

    def maybe(self, depth: int) -> str:
        """A number that may be absent."""
        element, collection, value, where = self.over(depth, self.number, self.yes)
        return f"({self.one_of('min', 'max')}({value} for {element} in {collection} where {where}))"

    def yes(self, depth: int) -> str:
        """Yes or no."""
        if depth == 0:
            return self.one_of("«yes»", "«no»", f"({self.number(0)} {self.one_of(*SIGNS)} {self.number(0)})")
        below = depth - 1
        form = self.one_of(
            lambda: f"({self.number(below)} {self.one_of(*SIGNS)} {self.number(below)})",
            lambda: f"({self.maybe(below)} {self.one_of(*SIGNS)} {self.number(below)})",
            lambda: f"({self.number(below)} {self.one_of(*SIGNS)} {self.maybe(below)})",
            lambda: f"({self.maybe(below)} is {self.one_of('some', 'none')})",
            lambda: f"({self.yes(below)} {self.one_of('and', 'or')} {self.yes(below)})",
            lambda: f"(not {self.yes(below)})",
            lambda: f"({self.suit(below)} {self.one_of('==', '!=')} {self.suit(below)})",
            lambda: f"({self.number(below)} in {self.many(below)})",
            lambda: f"({self.suit(below)} in Hot)",
            lambda: f"{self.one_of('any', 'all')}({{2}} for {{0}} in {{1}})".format(
                *self.over(below, self.yes)
            ),
        )
        return form()

    def suit(self, depth: int) -> str:
        """A value of an enum."""
        leaf = self.one_of("«earth»", "«water»", "«fire»")
        if depth == 0 or self.one_of(True, False):
            return leaf
        return f"(if {self.yes(depth - 1)} then {leaf} else {self.suit(0)})"

    def many(self, depth: int) -> str:
        """Several numbers."""
        if depth == 0:
            return f"(«{self.one_of(-1, 0, 1)}»..«{self.one_of(0, 1, 2, 4)}»)"
        below = depth - 1
        form = self.one_of(
            lambda: self.many(0),
            lambda: f"({self.number(below)}..«4»)",
            lambda: f"[{self.number(below)}, {self.number(below)}]",
            lambda: "[{2} for {0} in {1}]".format(*self.over(below, self.number)),
            lambda: "({} in {} where {})".format(*self.over(below, self.yes)),
            lambda: f"(up to {self.number(below)} of {self.many(below)})",
            lambda: f"[{', '.join(self.number(0) for _ in range(4))}]",
        )
        return form()

    def over(self, depth: int, *inner: Callable[[int], str]) -> list[str]:
        """A name for an element, a collection, and what is asked of the element."""
        element, collection = f"e{len(self.names)}", self.many(depth)
        self.names.append(element)
        asked = [one(depth) for one in inner]
        self.names.pop()
        return [element, collection, *asked]


@st.composite
def terms(draw: st.DrawFn) -> str:
    """A number, worked out in three layers."""
    return Maker(draw).number(3)


FAULTS = re.compile("fault-.*|limit-range")


def before_play(term: str) -> str:
    """The value as a table's entry, the code of a fault, or "" where the checker refuses it otherwise."""
    files = {"twice.rules": GAME.replace("{place}", f"table probe: {term}\nscore probe(p) = probe[zero]")}
    loaded = Case("twice.rules", files).load()
    if loaded.model is None:
        codes = {problem.code for problem in loaded.problems if not problem.warning}
        return codes.pop() if len(codes) == 1 and FAULTS.fullmatch(min(codes)) else ""
    return str(ruleset_of(loaded.model).new_game(2, seed=1).score_sheet().total(0))


def in_play(term: str) -> str:
    """The value as a score, the code of a fault, or "" where the checker refuses it."""
    files = {"twice.rules": GAME.replace("{place}", f"score probe(p) = {term}")}
    loaded = Case("twice.rules", files).load()
    if loaded.model is None:
        return ""
    try:
        return str(ruleset_of(loaded.model).new_game(2, seed=1).score_sheet().total(0))
    except Fault as fault:
        return fault.problem.code


def check(text: str) -> None:
    known, open_ = in_two_ways(text)
    found = before_play(known)
    assume(found)
    MET.add(found if found.startswith(("fault", "limit")) else "value")
    assert found == in_play(open_), (known, open_)


def test_a_term_is_the_same_before_play_and_in_it(pytestconfig: pytest.Config) -> None:
    examples = 600 if pytestconfig.getoption("--full") else 60

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(terms())
    def agree(text: str) -> None:
        check(text)

    agree()
    assert {"value", "fault-overflow", "fault-table"} <= MET


@pytest.mark.parametrize(
    "term",
    [
        "sum(e for e in [«2000000000», «2000000000», «-2000000000», «-1000000000»])",
        "(if any((«1» div e) >= «0» for e in [«1», «0»]) then «1» else «2»)",
        "(if all((«1» div e) > «1» for e in [«1», «0»]) then «1» else «2»)",
        "(if any(e > «0» for e in [«1», «0»] where («1» div e) > «0») then «1» else «2»)",
        "sum(strict[e] for e in [«9», «0»] where («1» div e) >= «0»)",
    ],
)
def test_a_loop_stops_and_overflows_before_play_where_it_does_in_play(term: str) -> None:
    known, open_ = in_two_ways(term)
    assert before_play(known) == in_play(open_)
