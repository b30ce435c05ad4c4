"""Random players draw one of many subsets without a list of them: the one that stands there in the list."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import define

from rulewright import load
from rulewright.interpreter.engine.machine import Draws, PythonMachine, Stopped
from rulewright.interpreter.game.engines import python_machine
from rulewright.interpreter.lowering.plan import Plan
from rulewright.interpreter.native.build import build
from rulewright.interpreter.native.compilers import NotBuilt
from rulewright.interpreter.native.machine import NativeMachine

RULES = """\
language 1
game "Drawn"
    players 2
cards Card from "cards.yaml"
    n: int
zone deck: Card, face down
zone hand of player: Card, seen by owner, unordered
zone heap: Card, face up
var opener = random player
setup
    put Card into deck
    shuffle deck
    deal {hand} from deck to each hand
play
    turns clockwise from opener once
        choose {actions}
action give(p in players, cs in {bounds} of hand[me])
    award seat(p) * 100 + sum(c.n for c in cs) to me for gifts
    put cs into hand[p]
action lay(c in hand[me])
    put c onto heap
action burn(cs in exactly 2 of hand[me] where it.n < 4)
    put cs into heap
score gifts from awards
winner by most seat(it)
"""


CARDS = """\
- {id: one, n: 1, copies: 3}
- {id: two, n: 2, copies: 5}
- {id: three, n: 3}
- {id: four, n: 4, copies: 4}
"""
BOUNDS = ["exactly 3", "0 or more", "1 to 4", "up to 2"]


@define
class Fixed(Draws):
    """What is drawn first is known; then always the first."""

    first: int = 0

    def below(self, bound: int) -> int:
        self.count += 1
        return self.first if self.count == 1 else 0


def plan_of(actions: str, bounds: str, folder: Path, cards: str = CARDS, hand: int = 6) -> Plan:
    file = folder / "drawn.rules"
    file.write_text(RULES.format(actions=actions, bounds=bounds, hand=hand), encoding="utf-8")
    (folder / "cards.yaml").write_text(cards, encoding="utf-8")
    return load(file).plan(2)


@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize("actions", ["give, lay, burn", "burn, lay, give"])
def test_each_number_draws_the_move_that_stands_there(actions: str, bounds: str, tmp_path: Path) -> None:
    machine = python_machine(plan_of(actions, bounds, tmp_path), "drawn")
    state = machine.start(7)
    seat = machine.deciders(state)[0]
    for number in range(len(listed(machine, state, seat))):
        drawn, made = machine.copy(state), machine.copy(state)
        machine.playout(drawn, Fixed(0, first=number))
        machine.apply(made, seat, listed(machine, state, seat)[number])
        machine.playout(made, Fixed(0))
        assert drawn == made, number


def listed(machine: PythonMachine, state: list[int], seat: int) -> list[int]:
    moves = machine.moves(state, seat)
    assert moves is not None
    return moves


@pytest.mark.parametrize("bounds", BOUNDS)
def test_machine_code_draws_the_same(bounds: str, tmp_path: Path) -> None:
    plan = plan_of("lay, give, burn", bounds, tmp_path)
    try:
        native = NativeMachine(build(plan.code).library)
    except NotBuilt as why:
        if why.problem.code != "native-no-compiler":
            raise
        pytest.skip("there is no compiler")
    machine = python_machine(plan, "drawn")
    for seed in range(200):
        states = machine.start(seed), native.start(seed)
        machine.playout(states[0], Draws(seed))
        native.playout(states[1], Draws(seed))
        assert native.slots(states[1]) == states[0], seed


def test_what_is_drawn_from_is_counted_not_listed(tmp_path: Path) -> None:
    cards = "".join(f"- {{id: c{n}, n: {n}}}\n" for n in range(1, 25))
    plan = plan_of("give, lay, burn", "up to 4", tmp_path, cards, hand=11)
    machine = python_machine(plan, "drawn", most_work=20_000)
    state = machine.start(7)
    with pytest.raises(Stopped):
        listed(machine, state, machine.deciders(state)[0])  # 562 subsets for each player
    machine.playout(state, Draws(7))
    assert machine.point(state) is None
