"""Work is charged before it is done, by the size of what is touched, alike in every form."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from codes import at, code, number, stored

from rulewright import load
from rulewright.interpreter.code.charge import charged
from rulewright.interpreter.code.instructions import Charge, Goto, If, Wait
from rulewright.interpreter.code.python import python_text
from rulewright.interpreter.engine.machine import MOST_WORK, PythonMachine, Stopped
from rulewright.interpreter.game.engines import python_machine
from rulewright.interpreter.lowering.plan import Plan, lower

RULES = """language 1
game "Many"
    players 2
cards Card for each n in 1..{cards}
zone deck: Card, face up
zone row: Card, face up, ordered by n
var rounds = 0
var found = 0
var opener = random player
setup
    put Card into deck
play
    turns clockwise from opener once
        choose look
action look{choices}
    {look}
{more}
winner by most seat(it)
"""


def plan_of(folder: Path, look: str, cards: int = 6, choices: str = "", more: str = "") -> Plan:
    rules = folder / "many.rules"
    rules.write_text(RULES.format(cards=cards, look=look, choices=choices, more=more), encoding="utf-8")
    ruleset = load(rules)
    return lower(ruleset.model, ruleset.program(2).known)


def begun(plan: Plan) -> tuple[PythonMachine, list[int]]:
    """A game at its first choice."""
    machine = python_machine(plan, "many")
    return machine, machine.start(seed=1)


def moved(machine: PythonMachine, state: list[int]) -> None:
    """Makes the first of the moves that are possible."""
    moves = machine.moves(state, machine.deciders(state)[0])
    assert moves
    machine.apply(state, machine.deciders(state)[0], moves[0])


def is_enough(machine: PythonMachine, state: list[int], most_work: int) -> bool:
    """Is so much work enough for a list of moves, and for the first of them?"""
    machine.most_work = most_work
    try:
        moved(machine, state)
    except Stopped as stopped:
        assert machine.code.faults[stopped.fault].code == "limit-play"
        return False
    return True


def rounds_of(folder: Path, body: str, cards: int = 6) -> int:
    """How often an endless loop goes round."""
    lines = ["repeat until rounds < 0", "    rounds += 1", f"    {body}"]
    plan = plan_of(folder, "\n    ".join(lines), cards)
    machine, state = begun(plan)
    assert not is_enough(machine, state, 1_000_000)
    return state[plan.layout.variables["rounds"].base]


@pytest.mark.parametrize(
    ("short", "long", "cards"),
    [
        ("found = sum(n for n in 1..9)", "found = sum(n for n in 1..9000)", 6),
        ("found = count(c in deck where c.n > 3)", "found = count(c in deck where c.n > 3)", 5_000),
        ("shuffle deck", "shuffle deck", 5_000),
    ],
)
def test_what_is_a_hundred_times_as_large_is_charged_as_much(
    short: str, long: str, cards: int, tmp_path: Path
) -> None:
    few = rounds_of(tmp_path, long, cards)
    assert 0 < 100 * few < rounds_of(tmp_path, short)


def test_a_card_that_is_moved_is_charged_by_what_it_is_taken_from(tmp_path: Path) -> None:
    move = "put top(deck) beneath deck"
    assert 3 * rounds_of(tmp_path, move, 5_000) < rounds_of(tmp_path, move, 40)


def test_long_rules_are_charged_by_their_length(tmp_path: Path) -> None:
    long = "\n        ".join(["found = (found + rounds * 3) mod 9"] * 50)
    assert 20 * rounds_of(tmp_path, long) < rounds_of(tmp_path, "found += 0")


def test_definitions_that_call_others_twice_are_charged_for_each_call(tmp_path: Path) -> None:
    more = "define f0(k: int) = k + 1\n" + "".join(
        f"define f{n}(k: int) = (f{n - 1}(k) + f{n - 1}(k + found)) mod 99\n" for n in range(1, 9)
    )
    fewer = begun(plan_of(tmp_path, "rounds = f4(found)", more=more))
    more_of_them = begun(plan_of(tmp_path, "rounds = f8(found)", more=more))
    enough = next(2**n for n in range(40) if is_enough(fewer[0], list(fewer[1]), 2**n))
    assert not is_enough(*more_of_them, 4 * enough)


def test_what_a_rule_does_with_single_cards_is_not_charged_card_by_card(tmp_path: Path) -> None:
    look = "found = count(c in deck where any(d.n == c.n + 1 for d in deck))"
    text = python_text(plan_of(tmp_path, look, 200).code)
    (body,) = re.findall(r"def do_look\(s, c\):\n((?:    .*\n)+)", text)
    assert body.count("c[0] -= ") == 1
    assert body.index("c[0] -= ") < body.index("for ")


ENDLESS = {
    "a loop": "rounds = (rounds + 1) mod 7",
    "cards that move": "put top(deck) beneath deck",
    "cards in order": """put top(deck) into row
        put top(row) into deck""",
    "zones that are emptied": """put all deck into row
        put all row into deck""",
    "shuffles": "shuffle deck",
    "sums": "rounds = sum(n for n in 1..9000) mod 5",
    "a count": "rounds = count(c in deck where c.n > rounds) mod 3",
    "steps for cards": """for each c in deck
            if c.n == rounds
                found = 3""",
}
RUNAWAYS = {name: f"repeat until rounds < 0\n        {body}" for name, body in ENDLESS.items()} | {
    "ranges that nobody knew": """rounds = 100000
    found = count(a in 1..rounds where count(b in 1..rounds where a == b) > 1)""",
    "subsets": "rounds = 1",
    "moves": "rounds = 1",
}
CHOICES = {
    "subsets": "(s in any of deck)\n    require sum(c.n for c in s) == 90000",
    "moves": "(a in deck, b in deck, c in deck, d in deck)\n    require a.n * b.n == c.n * d.n + 2600",
}


@pytest.mark.parametrize("name", RUNAWAYS)
@pytest.mark.parametrize("cards", [52, 200])
def test_a_unit_of_work_is_a_few_lines_of_python_at_most(name: str, cards: int, tmp_path: Path) -> None:
    plan, lines = plan_of(tmp_path, RUNAWAYS[name], cards, CHOICES.get(name, "")), 0
    machine = python_machine(plan, "many", 100_000)

    def traced(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        with pytest.raises(Stopped) as met:
            moved(machine, machine.start(seed=1))
    finally:
        sys.settrace(before)
    assert plan.code.faults[met.value.fault].code == "limit-play"
    assert lines < 300_000


@pytest.mark.parametrize("ruleset", ["cv-pocket", "cvlt", "cv-gossip"])
def test_games_that_ship_stay_far_below_what_may_be_done(ruleset: str) -> None:
    rules = load(ruleset)
    players = max(rules.player_counts)
    machine = python_machine(lower(rules.model, rules.program(players).known), ruleset)
    machine.most_work = MOST_WORK // 20
    for seed in range(3):
        state = machine.start(seed)
        while machine.point(state) is not None:
            seat = machine.deciders(state)[0]
            moves = machine.moves(state, seat)
            assert moves
            machine.apply(state, seat, moves[seed % len(moves)])


def test_a_block_is_charged_once_with_what_follows_it_in_the_same_text() -> None:
    again = (stored(number(1)), If(at(number(0)), (Goto(1),)), Goto(0))
    one, other = charged(code(blocks=[again, (stored(number(2)), Wait(0))])).blocks
    assert isinstance(one[0], Charge)
    assert not any(isinstance(statement, Charge) for statement in (*one[1:], *other))
