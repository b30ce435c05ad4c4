"""A game that nobody watches, as bots and `simulate` play it, is the game that is played with a log."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest
from contract_games import cases, ruleset
from flow_models import LEAD, TOKENS, read_rules

from rulewright.interpreter.engine.events import Watch
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.knowledge import place_known, possible_zones, sees_zone
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.state.layout import BOX, OVER, State

Chance = random.Random


def told(act: Callable[[], None]) -> str:
    """What came of something done: "" or the fault that it was."""
    try:
        act()
    except Fault as fault:
        return f"{fault.problem.code} at {fault.problem.span}"
    return ""


def by_hand(program: Program, seed: int, watch: Watch | None) -> tuple[list[str], str]:
    """One random game, choice by choice: what it was like at each of them, and the fault that ended it."""
    chance, play = Chance(seed), program.play
    state: State = []
    seen: list[str] = []

    def step() -> None:
        seat = play.deciders(state)[0]
        move = play.pick(state, seat, chance.randrange)
        assert move is not None
        play.apply(state, seat, move, None if watch is None else play.journal(watch))

    fault = told(lambda: state.extend(program.start(seed, None, watch)))
    while not fault and not state[OVER]:
        seen.append(played(program, state))
        fault = told(step)
    return [*seen, played(program, state) if not fault else ""], fault


def played(program: Program, state: State) -> str:
    """What a game is like beside what observers know, which is kept only where somebody watches."""
    bare = list(state)
    program.knowledge.restore(bare, program.layout.new_state())
    return program.digest(bare)


def at_once(program: Program, seed: int) -> tuple[str, str]:
    """The same game as `simulate` plays it: what it was like at the end, and the fault that ended it."""
    state: State = []
    fault = told(lambda: state.extend(program.start(seed)))
    fault = fault or told(lambda: program.random_playout(state, Chance(seed).randrange))
    return played(program, state) if not fault else "", fault


@pytest.mark.parametrize(("name", "players"), cases())
def test_watched_and_unwatched_play_are_one(name: str, players: int, seed: int) -> None:
    program = ruleset(name).program(players)
    watch = Watch()
    watched, unwatched = by_hand(program, seed, watch), by_hand(program, seed, None)
    assert watch.events
    assert watched == unwatched
    assert at_once(program, seed) == (unwatched[0][-1], unwatched[1])


@pytest.mark.parametrize(("name", "players"), cases())
def test_what_observers_know_is_true_all_through_a_game(name: str, players: int, seed: int) -> None:
    """A card lies where it may be, and a place that is known is one in a hidden zone that keeps its order."""
    program = ruleset(name).program(players)
    layout, play, chance = program.layout, program.play, Chance(seed)
    hidden = 0
    state = program.start(seed, None, Watch())
    while not state[OVER]:
        for observer, card in product(range(layout.observers), range(len(layout.cards))):
            zone = state[layout.zone_of_at + card]
            if zone == BOX or sees_zone(layout, observer, zone):
                assert not place_known(layout, state, observer, card)
                continue
            hidden += 1
            assert zone in possible_zones(layout, state, observer, card)
            if place_known(layout, state, observer, card):
                assert possible_zones(layout, state, observer, card) == (zone,)
                assert not layout.zones[zone].unordered
        seat = play.deciders(state)[0]
        move = play.pick(state, seat, chance.randrange)
        assert move is not None
        play.apply(state, seat, move, play.journal(Watch()))
    assert hidden or all(zone.sight == "up" for zone in layout.zones)


FAULTS = {
    "no card for the points": "    award 1 to me for bonus from top(row)\nscore bonus from awards\n",
    "no such zone": "    for each n in 2..3\n        shuffle spot[n]\nzone spot[2]: Token, face up\n",
    "no player": "    points[the(other)] += 1\nvar other: player?\nvar points of player = 0\n",
    "too much": "    n += 2000000000\n    n += n\nvar n = 0\n",
}


@pytest.mark.parametrize("body", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_one_whether_anybody_watches_or_not(body: str) -> None:
    rules = f"{TOKENS}{LEAD}play\n    turns clockwise from lead once\n        choose go\naction go\n{body}"
    program = read_rules(rules).program(2)
    watched, unwatched = by_hand(program, 1, Watch()), by_hand(program, 1, None)
    assert watched[1].startswith("fault-")
    assert watched == unwatched
    assert at_once(program, 1)[1] == watched[1]
