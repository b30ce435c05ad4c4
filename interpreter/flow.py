"""The flow of play as a list of instructions: phases, turns, loops, calls and choices.

An instruction is a function of the state that returns the number of the next one, or WAIT. All that a
running phase, loop or call remembers lies in the state, in a stretch reserved for it: nothing in the
language calls itself, so each needs one only. Instructions are laid down backwards, each knowing what
follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, field, frozen

from rulewright.dsl.model import (
    CallStep,
    ChooseStep,
    EveryoneStep,
    ForEachStep,
    IfStep,
    Kind,
    Model,
    PhaseStep,
    RepeatStep,
    SetLocal,
    Step,
    TurnsStep,
)
from rulewright.dsl.spans import NOWHERE, Span
from rulewright.interpreter.actions import CompiledAction
from rulewright.interpreter.effects import Effects
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.evaluate_forms import lazily
from rulewright.interpreter.events import Watch
from rulewright.interpreter.faults import fault
from rulewright.interpreter.layout import ACTING, OVER, PC, PENDING, Layout, State
from rulewright.interpreter.points import Point
from rulewright.interpreter.traverse import parts_of

Instruction = Callable[[State, Watch | None], int]

WAIT = -1
"""What an instruction returns that cannot go on: a choice is open, or the game is over."""
START, END = 0, 1
"""The first two instructions: nothing, and the end of play. Neither is ever returned to."""
MOST_STEPS = 100_000
"""The most instructions between two choices."""
MOST_MOVES = 10_000
"""The most moves of a game; then it is over, and drawn."""


@frozen(eq=False)
class RuleCode:
    """A rule that flow runs: where it begins, where its arguments go, where the way back is kept."""

    entry: int
    parameters: tuple[int, ...]
    back_at: int


@frozen(eq=False)
class Place:
    """A place where a position can begin: an instruction, and what must be set up around it."""

    at: int
    around: tuple[Callable[[State], None], ...]


@frozen(eq=False)
class TurnPlace:
    """The turns of a phase: `begin` makes it a seat's turn."""

    at: int
    around: tuple[Callable[[State], None], ...]
    begin: Callable[[State, int], None]


@define(eq=False)
class Flow:
    """Builds the instructions of a model, then runs them. Nothing changes once it is built.

    `builders` lay down each kind of statement that is not done here: given the flow, the statement and
    what follows it, they return its first instruction.
    """

    model: Model
    layout: Layout
    evaluator: Evaluator
    effects: Effects
    actions: Mapping[str, CompiledAction]
    builders: Mapping[type[Step], Callable[..., int]]
    code: list[Instruction] = field(factory=list)
    spans: list[Span] = field(factory=list)
    names: list[str] = field(factory=list)
    points: dict[int, Point] = field(factory=dict)
    phases: dict[str, Place] = field(factory=dict)
    turns: dict[str, TurnPlace] = field(factory=dict)
    rules: dict[str, RuleCode] = field(factory=dict)
    phase_at: int = 0
    drain_at: int = 0
    drain: int = 0
    play_at: int = 0
    around: list[Callable[[State], None]] = field(factory=list)
    within: list[str] = field(factory=list)
    phase_stack: list[str] = field(factory=list)

    # ---- building --------------------------------------------------------------------------------

    def build(self) -> None:
        """Lay down all instructions: setup, then play, then the end."""
        self.phase_at = self.layout.reserve(1)
        self.drain_at = self.layout.reserve(1)
        self.emit(lambda state, watch: WAIT, NOWHERE)
        self.emit(_end, NOWHERE)
        self.drain = self.emit(self._drain, NOWHERE)
        play = self.body(self.model.play, END)
        self.play_at = play
        opened = self.emit(_acting(0, play), NOWHERE)
        setup = self.body(self.model.setup, opened)
        begin = self.emit(_acting(1, setup), NOWHERE)
        self.code[START] = lambda state, watch: begin
        bodies = (
            self.model.actions,
            self.model.rules,
            self.model.reactions,
            self.model.setup,
            self.model.play,
        )
        for part in parts_of(bodies):
            if isinstance(part, CallStep) and part.later:
                self.rule(part.rule)

    def emit(self, instruction: Instruction, span: Span) -> int:
        """Add an instruction; returns its number."""
        self.code.append(instruction)
        self.spans.append(span)
        self.names.append(self.within[-1] if self.within else self.model.id)
        return len(self.code) - 1

    def hold(self, span: Span) -> int:
        """Keep a number for an instruction that those after it lead back to."""
        return self.emit(_end, span)

    def body(self, steps: Sequence[Step], after: int) -> int:
        """Lay down statements; returns where they begin."""
        at = after
        run: list[Step] = []
        for step in reversed(steps):
            if not self.stops(step):
                run.insert(0, step)
                continue
            if run:
                at = self._effects(tuple(run), at)
                run = []
            at = self._step(step, at)
        return self._effects(tuple(run), at) if run else at

    def stops(self, step: Step) -> bool:
        """Does a statement belong to flow, or is it effects only?"""
        if isinstance(step, PhaseStep | TurnsStep | ChooseStep | EveryoneStep):
            return True
        if isinstance(step, CallStep):
            return not step.later and self.model.rules[step.rule].asks
        if isinstance(step, IfStep):
            return any(self.stops(inner) for inner in (*step.body, *step.otherwise))
        if isinstance(step, RepeatStep | ForEachStep):
            return any(self.stops(inner) for inner in step.body)
        return False

    def _step(self, step: Step, after: int) -> int:
        if isinstance(step, IfStep):
            return self._if(step, after)
        if isinstance(step, CallStep):
            return self._call(step, after)
        return self.builders[type(step)](self, step, after)

    def _effects(self, steps: tuple[Step, ...], after: int) -> int:
        self.keep(steps)
        within = self.within[-1] if self.within else ""
        run = lazily(lambda: self.effects.compile(steps, within))
        onward = self.onward

        def effects(state: State, watch: Watch | None) -> int:
            run(state, watch)
            if state[OVER]:
                return WAIT
            return onward(state, after) if state[PENDING] else after

        return self.emit(effects, steps[0].span)

    def keep(self, steps: tuple[Step, ...]) -> None:
        """Note the locals that statements of flow set: they last beyond the next choice."""
        for part in parts_of(steps):
            if isinstance(part, SetLocal | ForEachStep):
                self.keep_local(
                    part.slot, part.value.kind if isinstance(part, SetLocal) else part.over.kind.one()
                )
            elif isinstance(part, RepeatStep) and part.counter is not None:
                self.layout.kept_locals.add(part.counter)

    def keep_local(self, slot: int, kind: Kind) -> None:
        """Note a local that lasts beyond the next choice."""
        layout = self.layout
        if slot in layout.kept_locals:
            return
        layout.kept_locals.add(slot)
        if kind.family == "card":
            if kind.shape == "many":
                layout.card_lists.append(layout.lists[slot].base)
            else:
                layout.card_slots.append(self.evaluator.slot(slot))

    def _if(self, step: IfStep, after: int) -> int:
        test = self.evaluator.test(step.condition)
        yes = self.body(step.body, after)
        no = self.body(step.otherwise, after)
        return self.emit(lambda state, watch: yes if test(state) else no, step.span)

    # ---- rules -----------------------------------------------------------------------------------

    def rule(self, name: str) -> RuleCode:
        """The code of a rule, laid down when it is first called."""
        if name not in self.rules:
            rule = self.model.rules[name]
            back_at = self.layout.reserve(1)
            slots = tuple(self.evaluator.slot(parameter.slot) for parameter in rule.parameters)
            for parameter in rule.parameters:
                self.keep_local(parameter.slot, parameter.kind)
            entry = self.hold(rule.span)
            self.rules[name] = RuleCode(entry, slots, back_at)
            self.within.append(name)
            leave = self.emit(self._leave(back_at), rule.span)
            begin = self.body(rule.body, leave)
            self.code[entry] = lambda state, watch: begin
            self.within.pop()
        return self.rules[name]

    def _leave(self, back_at: int) -> Instruction:
        onward = self.onward

        def leave(state: State, watch: Watch | None) -> int:
            back = state[back_at]
            state[back_at] = 0
            return onward(state, back) if state[PENDING] else back

        return leave

    def _call(self, step: CallStep, after: int) -> int:
        known = step.rule in self.rules
        back_at: list[int] = []
        if not known:
            # A position that begins inside the rule goes on after this call.
            self.around.append(lambda state: state.__setitem__(back_at[0], after))
        code = self.rule(step.rule)
        back_at.append(code.back_at)
        if not known:
            self.around.pop()
        arguments = [self.evaluator.one(argument) for argument in step.arguments]
        enter = self.enter
        name = step.rule

        def call(state: State, watch: Watch | None) -> int:
            return enter(state, name, [argument(state) for argument in arguments], after, step.span)

        return self.emit(call, step.span)

    def enter(self, state: State, name: str, values: Sequence[int], back: int, span: Span) -> int:
        """Begin a rule; returns its first instruction."""
        code = self.rules[name]
        if state[code.back_at]:
            raise fault("fault-rule-running", span, rule=name)
        for slot, value in zip(code.parameters, values, strict=True):
            state[slot] = value
        state[code.back_at] = back
        return code.entry

    def onward(self, state: State, after: int) -> int:
        """Where play goes on when rules are scheduled: they run first."""
        if state[self.drain_at]:
            return after
        state[self.drain_at] = after
        return self.drain

    def _drain(self, state: State, watch: Watch | None) -> int:
        """Run the next scheduled rule; one that is running already waits until it has ended."""
        waiting = self.effects.take_pending(list(state)) if state[PENDING] else None
        if waiting is None or state[self.rules[waiting[0]].back_at]:
            after = state[self.drain_at]
            state[self.drain_at] = 0
            return after
        self.effects.take_pending(state)
        name, values = waiting
        return self.enter(state, name, values, self.drain, self.model.rules[name].span)

    # ---- running ---------------------------------------------------------------------------------

    def run(self, state: State, watch: Watch | None, left: int | None = None) -> int:
        """Go on until a choice or the end; returns how many more instructions may follow.

        It is `left` to whoever goes on from there without having asked a player.
        """
        code = self.code
        at = state[PC]
        most = MOST_STEPS if left is None else left
        for done in range(most):
            after = code[at](state, watch)
            if after == WAIT:
                state[PC] = at
                return most - done - 1
            at = after
        for _ in range(MOST_STEPS):
            if self.spans[at].file:
                break
            after = code[at](state, watch)  # what the rules do not write has no place: go on to what they do
            if after == WAIT:
                break
            at = after
        raise fault("limit-steps", self.spans[at], limit=MOST_STEPS, within=self.names[at])

    def phase(self, state: State) -> str | None:
        """The phase that play is in."""
        number = state[self.phase_at]
        return self.model.phases[number - 1] if number else None


def _end(state: State, watch: Watch | None) -> int:
    state[OVER] = 1
    return WAIT


def _acting(held_back: int, after: int) -> Instruction:
    def hold_back(state: State, watch: Watch | None) -> int:
        state[ACTING] = held_back
        return after

    return hold_back
