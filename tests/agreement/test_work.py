"""Work is used up at the same unit and at the same place of the rules in every form."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import frozen
from casefiles import Case
from engines import Engines

from rulewright.dsl.problems import Problem
from rulewright.interpreter.engine.machine import Draws, Machine, PythonMachine, Stopped, TooMany
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.native.machine import NativeMachine

LIMITS = (*range(1, 60), 100, 1_000, 10_001, 20_002, 50_003)

RULES = """\
language 1
game "Endless"
    players 2
cards Card for each n in 1..40
zone deck: Card, face up
zone row: Card, face up, ordered by n
zone heap: Card, face up
var n = 0
var starter = random player
setup
    put Card into deck
play
    {play}
action go{choices}
    {action}
rule turn_over
    repeat until n < 0
        put top(deck) into row
        put top(row) into deck
define far(k: int) = count(c in Card where over(c, k) > n and c.n + k * k * n > n * 3 - k * 2 and k < n + 9)
define over(c: Card, k: int) = count(d in Card where d.n * k != c.n + n)
{more}
score held(p) = n
winner by highest score
"""
TURNS = "turns clockwise from starter once\n        choose go"


@frozen
class Endless:
    """A game that does not end, and to what the fault belongs, in which lines."""

    play: str = TURNS
    choices: str = ""
    action: str = "n += 1"
    more: str = ""
    belongs: str = ""
    lines: tuple[int, ...] = ()

    def rules(self) -> Ruleset:
        text = RULES.format(play=self.play, choices=self.choices, action=self.action, more=self.more)
        loaded = Case("endless.rules", {"endless.rules": text}).load()
        assert loaded.model is not None, loaded.problems
        return ruleset_of(loaded.model)


REACTIONS = """\
reaction back when c enters heap
    if n >= 0
        put c into row
reaction forth when c enters row
    if n >= 0
        put c into heap
"""
GAMES = {
    "a loop in a rule": Endless(action="turn_over", belongs="turn_over", lines=(18,)),
    "a fold in a definition": Endless(
        action="repeat until n < 0\n        n = far(n + 1)", belongs="far", lines=(22,)
    ),
    "a chain of reactions": Endless(
        action="put top(deck) into heap", more=REACTIONS, belongs="go", lines=(15,)
    ),
    "a loop of the flow": Endless(
        play="repeat until n < 0\n        choose go by starter if possible",
        choices="(c in heap)",
        belongs="play",
        lines=(13, 14),  # the loop, or the choice in it
    ),
    "a list of moves": Endless(
        choices="(c in deck, d in deck, e in deck, x in 1..60)\n    require far(c.n + d.n) > x",
        belongs="far",
        lines=(22,),
    ),
}


def ends(machine: Machine) -> Iterator[object]:
    """What comes of a game step by step, then at random: how it stands, or what stopped it."""
    for by_itself in (False, True):
        try:
            state = machine.start(3)
            for _ in range(3):
                if machine.point(state) is None:
                    break
                seat = machine.deciders(state)[0]
                moves = machine.moves(state, seat)
                assert moves
                machine.apply(state, seat, moves[0])
            if by_itself:
                machine.playout(state, Draws(3))
            yield machine.slots(state)
        except Stopped as stopped:
            yield stopped.args
        except TooMany:
            yield "too many"


@pytest.fixture(scope="module", params=[*GAMES, "cv-pocket"])
def engines(request: pytest.FixtureRequest) -> Engines:
    """The engines of a game."""
    rules = GAMES[request.param].rules() if request.param in GAMES else load(request.param)
    return Engines.of(request.param, rules, 2, native=True)


def with_limit(engines: Engines, limit: int) -> Iterator[Machine]:
    """The machines of a game, with another limit."""
    for machine in engines.machines.values():
        if isinstance(machine, NativeMachine):
            yield NativeMachine(machine.library, limit)
        elif isinstance(machine, PythonMachine):
            yield PythonMachine(machine.printed, machine.new_state, limit)


def test_every_form_stops_at_the_same_unit(engines: Engines) -> None:
    for limit in LIMITS:
        first, *others = (list(ends(machine)) for machine in with_limit(engines, limit))
        assert all(first)
        assert others == [first] * len(others)


@pytest.mark.parametrize("name", GAMES)
def test_the_fault_is_told_where_it_is(name: str) -> None:
    game = GAMES[name]
    engines = Engines.of(name, game.rules(), 2, native=False)
    (machine,) = with_limit(engines, 50_000)
    (stopped, _) = ends(machine)
    assert isinstance(stopped, tuple)
    problem: Problem = engines.told(Stopped(*stopped))
    assert problem.code == "limit-play"
    assert problem.facts == {"within": game.belongs, "limit": 50_000}
    assert problem.span.line in game.lines
