"""Work is charged before it is done, by how often loops go round, alike in every form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import load
from rulewright.interpreter.code.python import Stopped, python_text
from rulewright.interpreter.lowering.plan import Plan, lower
from rulewright.lab.engines import python_machine

MANY = """language 1
game "Many"
    players 2
cards Card for each n in 1..{cards}
zone deck: Card, face up
zone row: Card, face up
var pairs = 0
var opener = random player
setup
    put Card into deck
play
    turns clockwise from opener once
        choose look
action look
    pairs = count(c in deck where any(d.n == c.n + 1 for d in deck))
winner by most seat(it)
"""


def plan_of(cards: int, folder: Path) -> Plan:
    rules = folder / "many.rules"
    rules.write_text(MANY.format(cards=cards), encoding="utf-8")
    ruleset = load(rules)
    return lower(ruleset.model, ruleset.program(2).known)


def work_of_a_move(cards: int, folder: Path) -> int:
    """The least work with which a game can begin and a move be made."""
    plan = plan_of(cards, folder)
    machine = python_machine(plan, "many")
    for machine.most_work in range(1, 10_000):
        try:
            state = machine.start(seed=1)
            seat = machine.deciders(state)[0]
            moves = machine.moves(state, seat)
            assert moves
            machine.apply(state, seat, moves[0])
        except Stopped as stopped:
            assert plan.code.faults[stopped.fault].code == "limit-play"
        else:
            return machine.most_work
    raise AssertionError("it never ends")


def test_a_loop_in_a_loop_is_charged_by_how_often_the_outer_one_goes_round(tmp_path: Path) -> None:
    few, many = work_of_a_move(20, tmp_path), work_of_a_move(60, tmp_path)
    assert 30 <= many - few <= 50


def test_what_a_rule_does_with_single_cards_is_not_charged_card_by_card(tmp_path: Path) -> None:
    text = python_text(plan_of(20, tmp_path).code)
    (body,) = re.findall(r"def do_look\(s, c\):\n((?:    .*\n)+)", text)
    assert body.count("c[0] -= ") == 1
    assert body.index("c[0] -= ") < body.index("for ")


@pytest.mark.parametrize("ruleset", ["cv-pocket", "cvlt", "cv-gossip"])
def test_games_that_ship_stay_far_below_what_may_be_done(ruleset: str) -> None:
    rules = load(ruleset)
    players = max(rules.player_counts)
    machine = python_machine(lower(rules.model, rules.program(players).known), ruleset)
    machine.most_work = 20_000
    for seed in range(3):
        state = machine.start(seed)
        while machine.point(state) is not None:
            seat = machine.deciders(state)[0]
            moves = machine.moves(state, seat)
            assert moves
            machine.apply(state, seat, moves[seed % len(moves)])
