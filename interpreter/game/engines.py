"""Which engine plays many random games of a ruleset: rules built as machine code, or printed as Python.

Both play the same games. Which one plays is chosen once for a run; what was in the way of the quicker one
is kept as a problem, to be told in one line. Only `native`, and `auto` for as many games as are worth it,
may start a compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from attrs import field, frozen

from rulewright.dsl.model import Term, constant_or_none
from rulewright.dsl.problems import Problem, problem
from rulewright.interpreter.engine.asked_chance import AskingMachine
from rulewright.interpreter.engine.machine import MOST_WORK, Machine, Printed, PythonMachine
from rulewright.interpreter.engine.program import MOVE_LIMIT, Program
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.ruleset import Ruleset, made_once
from rulewright.interpreter.lowering.plan import Plan
from rulewright.interpreter.native.build import Built, build
from rulewright.interpreter.native.compilers import NotBuilt
from rulewright.interpreter.native.library import Library
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.state.layout import SEED_HIGH, SEED_LOW, Layout
from rulewright.interpreter.words.texts import Names

WORTH_A_BUILD = 500
"""Of fewer games `auto` builds nothing: they are played in Python while a compiler would still be at work."""


@frozen(eq=False)
class Engine:
    """A ruleset for a number of players, made ready for random games.

    `machine` plays. `library` is there where it was built; `notes` tell what was in the way. `reasons` are
    the texts of endings by number (-1: without a reason), None for one that differs from game to game.
    """

    ruleset: Ruleset
    players: int
    plan: Plan
    machine: Machine
    library: Library | None = None
    notes: tuple[Problem, ...] = ()
    reasons: dict[int, str | None] = field(factory=dict)

    @property
    def program(self) -> Program:
        """The same rules as people play them: made when something is asked for that machines do not tell."""
        return self.ruleset.program(self.players)

    @property
    def told_apart(self) -> frozenset[int]:
        """The numbers of the reasons whose text differs from game to game."""
        return frozenset(number for number, text in self.reasons.items() if text is None)

    @property
    def name(self) -> Literal["python", "native"]:
        """What it is called."""
        return "python" if self.library is None else "native"


def engine_for(ruleset: Ruleset, players: int, games: int, wanted: EngineName = "auto") -> Engine:
    """The engine for so many random games. Raises RulesetError where so many cannot play."""
    plan = ruleset.plan(players)
    reasons = _reasons(plan)
    few = wanted == "auto" and games < WORTH_A_BUILD
    notes: tuple[Problem, ...] = (problem("engine-few", most=WORTH_A_BUILD),) if few else ()
    if not few and wanted != "python":
        built = made_once(ruleset, ("built", players), lambda: _built(plan))
        if isinstance(built, Built):
            native = NativeMachine(built.library, ruleset.most_work)
            return Engine(ruleset, players, plan, native, built.library, built.notes, reasons)
        notes = (built.problem,)
    printed = made_once(ruleset, ("printed", players), lambda: Printed.of(plan.code, ruleset.model.id))
    machine = PythonMachine(printed, _new_state(plan.layout), ruleset.most_work)
    return Engine(ruleset, players, plan, machine, notes=notes, reasons=reasons)


def _built(plan: Plan) -> Built[Library] | NotBuilt:
    try:
        return build(plan.code)
    except NotBuilt as not_built:
        return not_built


def python_machine(plan: Plan, title: str, most_work: int = MOST_WORK) -> PythonMachine:
    """A game printed as Python; `title` is what tracebacks call it."""
    return PythonMachine(Printed.of(plan.code, title), _new_state(plan.layout), most_work)


def asking_machine(plan: Plan, title: str, most_work: int = MOST_WORK) -> AskingMachine:
    """A game printed as Python that asks for chance."""
    return AskingMachine(plan.layout, plan.code, title, _new_state(plan.layout), most_work)


def _new_state(layout: Layout) -> Callable[[int], list[int]]:
    def new_state(seed: int) -> list[int]:
        state = layout.new_state()
        state[SEED_LOW], state[SEED_HIGH] = seed & 0xFFFFFFFF, seed >> 32
        return state

    return new_state


def _reasons(plan: Plan) -> dict[int, str | None]:
    layout = plan.layout
    names = Names(layout, tuple(str(seat + 1) for seat in layout.seats))
    found: dict[int, str | None] = {-1: "", len(plan.reasons): MOVE_LIMIT}
    for number, phrase in enumerate(plan.reasons):
        words = [part if isinstance(part, str) else _known_word(names, layout, part) for part in phrase.parts]
        found[number] = None if None in words else "".join(map(str, words))
    return found


def _known_word(names: Names, layout: Layout, gap: Term) -> str | None:
    """What stands in a gap of a phrase, if that is known before play."""
    value = constant_or_none(gap, layout.known)
    return None if value is None else names.value(gap.kind, value, layout.new_state(), None)
