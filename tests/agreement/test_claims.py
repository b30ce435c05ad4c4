"""What the lowering says a value can be, it is: code is made smaller by it, and wrong words change games."""

from __future__ import annotations

from contextlib import suppress

import pytest
from attrs import evolve
from codes import code, local, stored
from subjects import Subject, cases, counts, toys

from rulewright.interpreter.code import python
from rulewright.interpreter.code.instructions import WIDEST, Code, Expression, Number
from rulewright.interpreter.engine.machine import Draws, Printed, PythonMachine, Stopped, TooMany
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.lowering.plan import lower
from rulewright.interpreter.state.layout import SEED_LOW, State

GROUPS = 4
"""Into how many tests the subjects are put, so that cores share them."""
GAMES = 3


class Claiming(python._Printer):
    """Prints code that tells of each value what it is, and what is said of it."""

    def _of(self, expression: Expression) -> str:
        text, low, high = super()._of(expression), expression.low, expression.high
        if isinstance(expression, Number) or (low <= -WIDEST and high >= WIDEST):
            return text
        return f"claimed_({text}, {low}, {high}, {text!r})"


@pytest.fixture(autouse=True)
def claims_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python, "_Printer", Claiming)


def printed(whole: Code, wrong: set[str]) -> Printed:
    """Code made ready to run; what it finds wrong is added to `wrong`."""

    def claimed(value: int | None, low: int, high: int, text: str) -> int | None:
        if value is not None and not low <= value <= high:  # None: of a function without a value
            wrong.add(f"{text} is {value}, not {low} to {high}")
        return value

    found = Printed.of(whole, "claims")
    assert isinstance(found.names, dict)
    found.names["claimed_"] = claimed
    return found


def play(ruleset: Ruleset, players: int, wrong: set[str]) -> None:
    """Play some random games to their scores and ranks, or to what stops them."""
    plan = lower(ruleset.model, ruleset.program(players).known)

    def new_state(seed: int) -> State:
        state = plan.layout.new_state()
        state[SEED_LOW] = seed
        return state

    machine = PythonMachine(printed(plan.code, wrong), new_state)
    for seed in range(GAMES):
        with suppress(Stopped, TooMany):
            state = machine.start(seed)
            machine.playout(state, Draws(seed))
            for seat in range(players):
                for line in range(len(plan.code.scores)):
                    machine.score(state, line, seat)
            machine.results(state)


@pytest.mark.parametrize("group", range(GROUPS))
def test_values_are_what_the_lowering_says_they_can_be(group: int) -> None:
    wrong = set[str]()
    for subject in [Subject("cvlt", lambda: load("cvlt")), *toys(), *cases()][group::GROUPS]:
        ruleset = subject.load()
        if ruleset is not None:
            play(ruleset, counts(ruleset)[0], wrong)
            assert not wrong, subject.name


@pytest.mark.parametrize(("move", "wrong"), [(3, set()), (4, {"move is 4, not 0 to 3"})])
def test_a_wrong_word_is_noticed(move: int, wrong: set[str]) -> None:
    found = set[str]()
    few = evolve(local("move"), low=0, high=3)
    run = printed(code(act=[stored(few)]), found)
    run.names["act"]([0] * run.code.size, [], move)
    assert found == wrong
