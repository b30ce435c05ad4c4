"""One game played by three engines at once: the closures, the printed Python and the built library.

`Engines` makes them of a ruleset; `play` plays a random game on all of them, and raises `Differ` where one
of them comes to something else: a state, slot by slot as far as it belongs to the game and not to what is
known of it; who has to choose; the list of moves, in order; a fault, with its code, its place and its facts;
the points, line by line, and what the ranking goes by. `playouts` compares how random games end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from attrs import field, frozen

from rulewright.dsl.problems import Problem
from rulewright.interpreter.domains import InternalMove, TooManyMoves
from rulewright.interpreter.engine.faults import problem_of
from rulewright.interpreter.engine.machine import OUT_OF_WORK, Draws, Machine, PythonMachine, Stopped, TooMany
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.layout import OVER, PC, SEED_HIGH, SEED_LOW, State
from rulewright.interpreter.lowering.plan import Plan, lower
from rulewright.interpreter.native.build import build
from rulewright.interpreter.native.compilers import NotBuilt
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.program import Program
from rulewright.interpreter.ruleset import Ruleset

Tally = Counter[str]
"""What was seen: games, decisions, and each code of a fault."""

NO_END = "limit-steps"
"""The closures count the rounds of loops, the machines all work: who gives up first may differ."""


class Differ(AssertionError):
    """Two engines came to different things."""


@frozen(eq=False)
class Engines:
    """The engines of a ruleset for a number of players. `machines` are the new ones, by name."""

    name: str
    program: Program
    plan: Plan
    machines: dict[str, Machine]

    @classmethod
    def of(cls, name: str, ruleset: Ruleset, players: int, *, native: bool) -> Engines:
        """Make them; with `native` also the library, if there is a compiler."""
        program = ruleset.program(players)
        plan = lower(ruleset.model, program.known)

        def new_state(seed: int) -> State:
            state = plan.layout.new_state()
            state[SEED_LOW], state[SEED_HIGH] = seed & 0xFFFFFFFF, seed >> 32
            return state

        machines: dict[str, Machine] = {"python": PythonMachine(plan.code, name, new_state)}
        if native:
            try:
                machines["native"] = NativeMachine(build(plan.code).library)
            except NotBuilt as why:
                if why.problem.code != "native-no-compiler":
                    raise
        return cls(f"{name}, {players} players", program, plan, machines)

    def own(self, state: State) -> State:
        """The slots of a state that belong to the game itself, but for where play stands in its flow."""
        slots = list(state[: self.program.layout.knowledge_at])
        slots[PC] = 0
        return slots

    def read(self, move: int, pool: Sequence[int]) -> InternalMove:
        """A move as the closures write it."""
        if move < 0:
            return (move,)
        forms = self.plan.forms
        form = forms[move & ((1 << forms[0].bits) - 1)]
        arguments: list[int | tuple[int, ...]] = []
        for part in form.fields:
            value = move >> part.shift & ((1 << part.bits) - 1)
            subset = tuple(pool[value + 1 : value + 1 + pool[value]]) if part.subset else ()
            arguments.append(subset if part.subset else value + part.low)
        return (form.action, *arguments)

    def told(self, stopped: Stopped) -> Problem:
        """A machine's fault as a problem."""
        if stopped.fault == OUT_OF_WORK:
            return Problem(NO_END)
        return problem_of(self.plan.code.faults[stopped.fault], stopped.facts, self.plan.layout)


@frozen
class Tried:
    """What somebody came to: a value, or a problem."""

    value: Any = None
    problem: Problem | None = None


@frozen(eq=False)
class _Game:
    engines: Engines
    seed: int
    seen: Tally
    states: dict[str, Any] = field(factory=dict)
    decisions: list[str] = field(factory=list)
    listed: dict[str, list[int]] = field(factory=dict)

    def play(self, rng: random.Random) -> None:
        """Play to the end, or to a fault, or to a choice of too many moves."""
        play = self.engines.program.play
        self.seen["games"] += 1
        state = self._all(
            lambda: self.engines.program.start(self.seed),
            lambda machine, _: machine.start(self.seed),
            "start",
        )
        if state is None:
            return
        while not state[OVER]:
            seats = play.deciders(state)
            self._same(seats, lambda name, machine: machine.deciders(self.states[name]), "deciders")
            seat = seats[rng.randrange(len(seats))]
            moves = self._moves(state, seat)
            if moves is None:
                return
            chosen = rng.randrange(len(moves))
            self.seen["decisions"] += 1
            self.decisions.append(f"{seat}: {moves[chosen]}")
            state = self._apply(list(state), seat, moves, chosen)
            if state is None:
                return
        self._outcome(state)

    def _apply(self, state: State, seat: int, moves: Sequence[InternalMove], chosen: int) -> State | None:
        play = self.engines.program.play
        numbers = {name: found[chosen] for name, found in self.listed.items()}

        def by_closures() -> State:
            play.take(state, seat, moves[chosen], None)
            play.go_on(state, None)
            return state

        def by_machine(machine: Machine, name: str) -> Any:
            machine.apply(self.states[name], seat, numbers[name])
            return self.states[name]

        return self._all(by_closures, by_machine, "apply")

    def _moves(self, state: State, seat: int) -> list[InternalMove] | None:
        found: list[InternalMove] | None
        try:
            found = self.engines.program.play.moves(state, seat)
        except TooManyMoves:
            found = None
            self.seen["too many"] += 1

        def listed(name: str, machine: Machine) -> list[InternalMove] | None:
            numbers = machine.moves(self.states[name], seat)
            if numbers is None:
                return None
            self.listed[name] = numbers
            pool = machine.pool()
            return [self.engines.read(number, pool) for number in numbers]

        self._same(found, listed, "moves")
        return found

    def _all(
        self, by_closures: Callable[[], State], by_machine: Callable[[Machine, str], Any], what: str
    ) -> State | None:
        """The state that all come to; None where all come to the same fault."""
        expected = _tried(self.engines, by_closures)
        for name, machine in self.engines.machines.items():
            found = _tried(self.engines, partial(by_machine, machine, name))
            self._agree(expected.problem, found.problem, f"{what}: fault of {name}")
            if found.problem is None and expected.problem is None:
                self.states[name] = found.value
                self._slots(expected.value, machine.slots(found.value), f"{what}: state of {name}")
        if expected.problem is not None:
            self.seen[expected.problem.code] += 1
            return None
        state: State = expected.value
        return state

    def _slots(self, expected: State, found: State, what: str) -> None:
        ours, theirs = self.engines.own(expected), self.engines.own(found)
        if ours != theirs:
            pairs = enumerate(zip(ours, theirs, strict=True))
            self._fail(what, *([(at, one, other) for at, (one, other) in pairs if one != other][:8],) * 2)

    def _same(self, expected: object, find: Callable[[str, Machine], object], what: str) -> None:
        for name, machine in self.engines.machines.items():
            self._agree(expected, find(name, machine), f"{what} of {name}")

    def _agree(self, expected: object, found: object, what: str) -> None:
        if isinstance(expected, Problem) and isinstance(found, Problem):
            if expected.code.startswith(NO_END) and found == Problem(NO_END):
                return
        elif isinstance(expected, Problem) and expected.code == NO_END:
            return  # the machine has done it: its measure is another one
        if expected != found:
            self._fail(what, expected, found)

    def _fail(self, what: str, expected: object, found: object) -> None:
        raise Differ(
            f"{self.engines.name}, seed {self.seed}, after {len(self.decisions)} decisions "
            f"{self.decisions[-3:]}: {what}\nclosures {str(expected)[:1500]}\nmachine  {str(found)[:1500]}"
        )

    def _outcome(self, state: State) -> None:
        program = self.engines.program
        for seat in range(program.player_count):
            for line, (title, _, points) in enumerate(program.scorer.scores):
                self._judged(partial(points, state, seat), partial(_score, line, seat), f"{title} of {seat}")
            for number, rank in enumerate(program.scorer.ranks):
                self._judged(partial(rank, state, seat), partial(_rank, number, seat), f"rank of {seat}")

    def _judged(self, by_closures: Callable[[], int], ask: Callable[[Machine, Any], int], what: str) -> None:
        expected = _tried(self.engines, by_closures)
        if expected.problem is not None:
            self.seen[expected.problem.code] += 1
        for name, machine in self.engines.machines.items():
            found = _tried(self.engines, partial(ask, machine, self.states[name]))
            self._agree(expected.problem, found.problem, f"{what}: fault of {name}")
            self._agree(expected.value, found.value, f"{what} by {name}")


def _score(line: int, seat: int, machine: Machine, state: Any) -> int:
    return machine.score(state, line, seat)


def _rank(number: int, seat: int, machine: Machine, state: Any) -> int:
    return machine.rank(state, number, seat)


def _tried(engines: Engines, act: Callable[[], object]) -> Tried:
    try:
        return Tried(act())
    except Fault as fault:
        return Tried(problem=fault.problem)
    except Stopped as stopped:
        return Tried(problem=engines.told(stopped))


def play(engines: Engines, seed: int, seen: Tally) -> None:
    """Play one random game on all engines. Raises Differ."""
    _Game(engines, seed, seen).play(random.Random(f"{engines.name} {seed}"))


def playout(engines: Engines, seed: int, seen: Tally, *, closures: bool = True) -> None:
    """Play one game to its end at random, on each engine by itself, with the same draws. Raises Differ."""
    ends: dict[str, tuple[object, int]] = {}
    seen["games"] += 1

    def by(run: Callable[[Draws], State]) -> tuple[object, int]:
        draws = Draws(seed)
        try:
            tried = _tried(engines, lambda: engines.own(run(draws)))
        except TooMany:
            return "too many", 0
        if tried.problem is not None:
            return tried.problem, 0
        return tried.value, draws.count

    def by_machine(machine: Machine, draws: Draws) -> State:
        state = machine.start(seed)
        machine.playout(state, draws)
        return machine.slots(state)

    def by_closures(draws: Draws) -> State:
        state = engines.program.start(seed)
        engines.program.play.random_playout(state, draws.below)
        return state

    for name, machine in engines.machines.items():
        ends[name] = by(partial(by_machine, machine))
    if closures and ends["python"][0] != "too many":
        ends["closures"] = by(by_closures)
    expected = ends["python"]
    if isinstance(expected[0], Problem):
        seen[expected[0].code] += 1
    for name, found in ends.items():
        if isinstance(found[0], Problem) and found[0].code == NO_END:
            continue
        if found != expected:
            raise Differ(f"{engines.name}, seed {seed}: playout of {name}\n{expected}\n{found}")
