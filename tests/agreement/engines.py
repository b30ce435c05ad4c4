"""One game played in three forms at once: as for people, as plain printed Python and as the built library.

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
from typing import Any, TypeGuard

from attrs import field, frozen

from rulewright.dsl.model import NONE
from rulewright.dsl.problems import Problem
from rulewright.interpreter.code.python import python_text
from rulewright.interpreter.code.verify import verify
from rulewright.interpreter.engine.faults import Fault, problem_of
from rulewright.interpreter.engine.machine import (
    MOST_WORK,
    Draws,
    Machine,
    Stopped,
    TooMany,
)
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.engine.scoring import Results
from rulewright.interpreter.game.engines import python_machine
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lowering.moves import held_in, read_move
from rulewright.interpreter.lowering.plan import Plan, carried_over, lower
from rulewright.interpreter.native.build import build
from rulewright.interpreter.native.compilers import NotBuilt
from rulewright.interpreter.native.machine import NativeMachine
from rulewright.interpreter.state.domains import InternalMove, TooManyMoves
from rulewright.interpreter.state.layout import OVER, PC, State

Tally = Counter[str]
"""What was seen: games, decisions, and each code of a fault."""

NO_END = {"limit-play"}
"""To tell observers is work too: a game for people may give up before machines that play alone."""


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
    def of(
        cls, name: str, ruleset: Ruleset, players: int, *, native: bool, most_work: int = MOST_WORK
    ) -> Engines:
        """Make them; with `native` also the library, if there is a compiler."""
        program = ruleset.program(players)
        plan = lower(ruleset.model, program.known)
        for code in (program.plan.code, plan.code):
            verify(code)
            compile(python_text(code), name, "exec")  # what no game calls, too

        machines: dict[str, Machine] = {"python": python_machine(plan, name, most_work)}
        if native:
            try:
                machines["native"] = NativeMachine(build(plan.code).library, most_work)
            except NotBuilt as why:
                if why.problem.code != "native-no-compiler":
                    raise
        return cls(f"{name}, {players} players", program, plan, machines)

    def own(self, state: State) -> State:
        """The slots of a state that belong to the game itself, but for where play stands in its flow.

        Raises Differ where one is no number but a truth value, which texts and digests tell apart.
        """
        slots = list(state[: self.program.layout.knowledge_at])
        if any(type(slot) is not int for slot in slots):
            raise Differ(f"{self.name}: {[at for at, slot in enumerate(slots) if type(slot) is not int]}")
        slots[PC] = 0
        return slots

    def read(self, move: int, pool: Sequence[int]) -> InternalMove:
        """A move as games for people number it."""
        return read_move(self.plan.forms, move, held_in(pool))

    def told(self, stopped: Stopped) -> Problem:
        """A machine's fault as a problem."""
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

        def by_game() -> State:
            play.apply(state, seat, moves[chosen], None)
            return state

        def by_machine(machine: Machine, name: str) -> Any:
            machine.apply(self.states[name], seat, numbers[name])
            return self.states[name]

        return self._all(by_game, by_machine, "apply")

    def _moves(self, state: State, seat: int) -> list[InternalMove] | None:
        def by_game() -> list[InternalMove] | None:
            try:
                return self.engines.program.play.moves(state, seat)
            except TooManyMoves:
                self.seen["too many"] += 1
                return None

        def listed(machine: Machine, name: str) -> list[InternalMove] | None:
            numbers = machine.moves(self.states[name], seat)
            if numbers is None:
                return None
            self.listed[name] = numbers
            pool = machine.pool()
            return [self.engines.read(number, pool) for number in numbers]

        moves: list[InternalMove] | None = self._value(by_game, listed, "moves")
        return moves

    def _all(
        self, by_game: Callable[[], State], by_machine: Callable[[Machine, str], Any], what: str
    ) -> State | None:
        """The state that all come to; None where all come to the same fault."""
        expected = _tried(self.engines, by_game)
        found = {
            name: _tried(self.engines, partial(by_machine, machine, name))
            for name, machine in self.engines.machines.items()
        }
        if self._has_no_end(expected, list(found.values()), what):
            return None
        for name, machine in self.engines.machines.items():
            self._agree(expected.problem, found[name].problem, f"{what}: fault of {name}")
            if expected.problem is None:
                self.states[name] = found[name].value
                self._slots(expected.value, machine.slots(found[name].value), f"{what}: state of {name}")
                self._taken_over(expected.value, machine, name, what)
        if expected.problem is not None:
            self.seen[expected.problem.code] += 1
            return None
        self._whole(what)
        state: State = expected.value
        return state

    def _has_no_end(self, expected: Tried, found: Sequence[Tried], what: str) -> bool:
        """Whether somebody has had enough of it; then all machines have, at the same place."""
        problems = [expected.problem, *(one.problem for one in found)]
        stopped = [one for one in problems if _gives_up(one)]
        for one in found:
            if stopped and one.problem != found[0].problem:
                self._fail(f"{what}: work", found[0].problem, one.problem)
        if stopped:
            self.seen[stopped[-1].code] += 1
        return bool(stopped)

    def _slots(self, expected: State, found: State, what: str) -> None:
        ours, theirs = self.engines.own(expected), self.engines.own(found)
        if ours != theirs:
            pairs = enumerate(zip(ours, theirs, strict=True))
            self._fail(what, *([(at, one, other) for at, (one, other) in pairs if one != other][:8],) * 2)

    def _taken_over(self, state: State, machine: Machine, name: str, what: str) -> None:
        """A machine that takes over the game's state, as searches do, has its own in every slot."""
        if not state[OVER]:
            taken = machine.state_of(carried_over(state, self.engines.program.plan, self.engines.plan))
            ours, theirs = machine.slots(self.states[name]), machine.slots(taken)
            unset = {one.base for one in self.engines.plan.locals.values()}
            pairs = [
                (at, one, other)
                for at, (one, other) in enumerate(zip(ours, theirs, strict=True))
                if one != other
                and not (at in unset and other == NONE)  # games for people mark what is not set
            ]
            self._agree([], pairs, f"{what}: state taken over by {name}")

    def _whole(self, what: str) -> None:
        """The machines' states are equal in every slot."""
        (first, one), *others = self.engines.machines.items()
        for name, other in others:
            ours, theirs = one.slots(self.states[first]), other.slots(self.states[name])
            if ours != theirs:
                self._fail(f"{what}: slots of {first} and {name}", ours, theirs)

    def _same(self, expected: object, find: Callable[[str, Machine], object], what: str) -> None:
        for name, machine in self.engines.machines.items():
            self._agree(expected, find(name, machine), f"{what} of {name}")

    def _agree(self, expected: object, found: object, what: str) -> None:
        if expected != found:
            self._fail(what, expected, found)

    def _fail(self, what: str, expected: object, found: object) -> None:
        raise Differ(
            f"{self.engines.name}, seed {self.seed}, after {len(self.decisions)} decisions "
            f"{self.decisions[-3:]}: {what}\ngame     {str(expected)[:1500]}\nmachine  {str(found)[:1500]}"
        )

    def _outcome(self, state: State) -> None:
        program = self.engines.program
        for seat in range(program.player_count):
            for line, (title, _, points) in enumerate(program.scorer.scores):
                self._value(partial(points, state, seat), partial(self._score, line, seat), title)
        self._value(partial(program.scorer.results, state), self._results, "results")

    def _score(self, line: int, seat: int, machine: Machine, name: str) -> int:
        return machine.score(self.states[name], line, seat)

    def _results(self, machine: Machine, name: str) -> Results:
        program = self.engines.program
        found = machine.results(self.states[name])
        return Results.of(found, program.player_count, len(program.scorer.scores))

    def _value(
        self, by_game: Callable[[], object], by_machine: Callable[[Machine, str], object], what: str
    ) -> Any:
        """The value that all come to; None where all come to the same fault."""
        expected = _tried(self.engines, by_game)
        if expected.problem is not None:
            self.seen[expected.problem.code] += 1
        found = {
            name: _tried(self.engines, partial(by_machine, machine, name))
            for name, machine in self.engines.machines.items()
        }
        if self._has_no_end(expected, list(found.values()), what):
            return None
        for name, one in found.items():
            self._agree(expected.problem, one.problem, f"{what}: fault of {name}")
            self._agree(expected.value, one.value, f"{what} by {name}")
        return expected.value


def _gives_up(problem: Problem | None) -> TypeGuard[Problem]:
    return problem is not None and problem.code in NO_END


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


def playout(engines: Engines, seed: int, seen: Tally, *, people: bool = True) -> None:
    """Play one game to its end at random, on each engine by itself, with the same draws. Raises Differ."""
    ends: dict[str, tuple[object, int]] = {}
    seen["games"] += 1

    def by(run: Callable[[Draws], State]) -> tuple[object, int]:
        draws = Draws(seed)
        try:
            tried = _tried(engines, lambda: run(draws))
        except TooMany:
            return "too many", 0
        if tried.problem is not None:
            return tried.problem, 0
        return tried.value, draws.count

    def by_machine(machine: Machine, draws: Draws) -> State:
        state = machine.start(seed)
        machine.playout(state, draws)
        return machine.slots(state)

    def by_game(draws: Draws) -> State:
        state = engines.program.start(seed)
        engines.program.play.random_playout(state, draws.below)
        return state

    for name, machine in engines.machines.items():
        ends[name] = by(partial(by_machine, machine))
    if people and ends["python"][0] != "too many":
        ends["people"] = by(by_game)
    expected = ends["python"]
    if isinstance(expected[0], Problem) and _gives_up(expected[0]):
        ends.pop("people", None)
    if isinstance(expected[0], Problem):
        seen[expected[0].code] += 1
    for name, found in ends.items():
        if name == "people" and isinstance(found[0], Problem) and _gives_up(found[0]):
            continue
        if name == "people" and not isinstance(expected[0], Problem):
            found, wanted = ((engines.own(state), draws) for state, draws in (found, expected))
        else:
            wanted = expected
        if found != wanted:
            raise Differ(f"{engines.name}, seed {seed}: playout of {name}\n{wanted}\n{found}")
