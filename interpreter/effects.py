"""Effects turned into functions that change the state: all statements but those at which play stops.

An effect takes the state and a watch; without a watch no events are made. Reactions run after the
statement that raised them, one after another; what they move waits its turn. A rule scheduled by `then`
waits in a queue that flow empties once the action is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from rulewright.dsl.model import (
    NONE,
    CallStep,
    ForEachStep,
    IfStep,
    Phrase,
    Reaction,
    RepeatStep,
    Step,
    VariableModel,
)
from rulewright.dsl.spans import Span
from rulewright.interpreter.effects_cards import CARD_STEPS, CardMover
from rulewright.interpreter.effects_dice import DICE_STEPS
from rulewright.interpreter.effects_values import VALUE_STEPS, GameEnded
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.evaluate_forms import Do
from rulewright.interpreter.events import Event, Watch
from rulewright.interpreter.faults import fault
from rulewright.interpreter.knowledge import Knowledge
from rulewright.interpreter.layout import ACTING, ME, PENDING, State
from rulewright.interpreter.transfers import CardMove

Act = Callable[[State, Watch | None], None]

MOST_STEPS = 100_000
"""Rounds of loops within one action or rule that flow runs; more is a fault."""
MOST_REACTIONS = 100_000
"""Moves that reactions follow after one effect; more is a fault."""
MOST_PENDING = 8
"""Rules that may wait for an action's end at one time."""


class Effects:
    """Compiles the effects of one evaluator's model. Made before any state is: it reserves slots."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.reasons: list[Phrase] = []
        self.layout = evaluator.layout
        self.mover = CardMover(self.layout)
        self.knowledge = Knowledge(self.layout)
        model = self.layout.model
        self._rule_names = tuple(model.rules)
        self._rules: dict[str, Act] = {}
        self._width = 1 + max((len(rule.parameters) for rule in model.rules.values()), default=0)
        self.queue = self.layout.reserve(MOST_PENDING * self._width)
        self._steps_at = self.layout.reserve(1)
        names = [zone.name for zone in self.layout.zones]
        reactions = model.reactions.values()
        self._leaving = [[one for one in reactions if (one.event, one.zone) == ("leaves", n)] for n in names]
        self._entering = [[one for one in reactions if (one.event, one.zone) == ("enters", n)] for n in names]
        self._reacts = bool(model.reactions)
        self._bodies: dict[str, Act] = {}
        zones = range(len(names))
        self._loud = [[self._is_loud(origin, to) for to in zones] for origin in (*zones, -1)]

    # ---- compiling -------------------------------------------------------------------------------

    def compile(self, steps: Sequence[Step], within: str = "") -> Act:
        """Effects as flow runs them. `within` is the name that a fault about too many steps gives.

        They stop where the game ends. A Fault leaves the state half changed: run them on a copy.
        """
        body, steps_at = self.body(steps, within), self._steps_at

        def run(state: State, watch: Watch | None) -> None:
            with suppress(GameEnded):
                body(state, watch)
            state[steps_at] = 0

        return run if steps else body

    def body(self, steps: Sequence[Step], within: str) -> Act:
        """Effects as part of others."""
        acts = [self._act(step, within) for step in steps]
        if len(acts) == 1:
            return acts[0]
        if len(acts) == 2:
            first, second = acts

            def both(state: State, watch: Watch | None) -> None:
                first(state, watch)
                second(state, watch)

            return both

        def all_of_them(state: State, watch: Watch | None) -> None:
            for act in acts:
                act(state, watch)

        return all_of_them

    def _act(self, step: Step, within: str) -> Act:
        return _STEPS[type(step)](self, step, within)

    def rule(self, name: str) -> Act:
        """A rule's body; its parameters are to be put into their slots first."""
        if name not in self._rules:
            self._rules[name] = self.body(self.layout.model.rules[name].body, name)
        return self._rules[name]

    def reason(self, because: Phrase) -> int:
        """The number of an ending's reason: its place in `reasons`, where it is put if need be."""
        if because not in self.reasons:
            self.reasons.append(because)
        return self.reasons.index(because)

    def count_step(self, state: State, span: Span, within: str) -> None:
        """Count one round of a loop."""
        state[self._steps_at] += 1
        if state[self._steps_at] > MOST_STEPS:
            raise fault("limit-steps", span, limit=MOST_STEPS, within=within)

    # ---- what follows a move ---------------------------------------------------------------------

    def _is_loud(self, origin: int, to: int) -> bool:
        """Whether a move between two zones is anything but a matter of these two."""
        leaving = self._leaving[origin] if origin >= 0 else []
        return self.knowledge.matters(origin, to) or bool(leaving or self._entering[to])

    def finish_one(
        self, state: State, watch: Watch | None, card: int, origin: int, to: int, span: Span
    ) -> None:
        """After a statement moved one card. In open games without reactions there is nothing to do."""
        if watch is not None or self._loud[origin][to]:
            self.finish(state, watch, [(card, origin, to)], span)

    def finish(self, state: State, watch: Watch | None, moves: list[CardMove], span: Span) -> None:
        """After a statement moved cards: what is known of them, the log, the reactions."""
        loud = self._loud
        if any(loud[origin][to] for _, origin, to in moves):
            self.knowledge.moved(state, moves)
        if watch is not None:
            self._tell(state, watch, moves, span)
        if self._reacts and not state[ACTING]:
            self._react(state, watch, moves, span)

    def _tell(self, state: State, watch: Watch, moves: list[CardMove], span: Span) -> None:
        """One event for each run of cards that went the same way."""
        runs: list[tuple[int, int, list[int]]] = []
        for card, origin, to in moves:
            if not runs or runs[-1][:2] != (origin, to):
                runs.append((origin, to, []))
            runs[-1][2].append(card)
        for origin, to, cards in runs:
            seen_by = self.knowledge.witnesses(origin, to)
            watch.tell(Event("moved", span, state[ME], tuple(cards), origin, to, seen_by=seen_by))

    def _react(self, state: State, watch: Watch | None, moves: list[CardMove], span: Span) -> None:
        """Carry out the reactions to some moves, and to what they move in turn, in the order of the moves.

        The queue of moves stands behind the end of the layout while reactions run. What is there is done
        or being done up to a point known to the one call that runs them; a call from within a reaction
        adds to it, and leaves the rest to that one. So nothing recurses, however far it goes.
        """
        size, running = self.layout.size, len(state) > self.layout.size
        for card, origin, to in moves:
            if origin != to and (self._entering[to] or (origin >= 0 and self._leaving[origin])):
                state += (card, origin, to)
        if len(state) - size > 3 * MOST_REACTIONS:
            raise fault("limit-reactions", span, limit=MOST_REACTIONS)
        if running or len(state) == size:
            return
        # The statements behind the moves go on with their own names, whatever rules the reactions call.
        locals_at, locals_end = self.layout.locals_at, self.layout.locals_end
        named = state[locals_at:locals_end]
        try:
            at = size
            while at < len(state):
                card, origin, to = state[at : at + 3]
                at += 3
                for reaction in (*(self._leaving[origin] if origin >= 0 else ()), *self._entering[to]):
                    self._run(reaction, state, watch, card)
        finally:
            del state[size:]
        state[locals_at:locals_end] = named

    def _run(self, reaction: Reaction, state: State, watch: Watch | None, card: int) -> None:
        if reaction.name not in self._bodies:
            self._bodies[reaction.name] = self.body(reaction.body, reaction.name)
        state[self.evaluator.slot(reaction.slot)] = card
        self._bodies[reaction.name](state, watch)

    # ---- rules that wait -------------------------------------------------------------------------

    def schedule(self, state: State, rule: str, arguments: Sequence[int], span: Span) -> None:
        """Let a rule wait until the action is done."""
        waiting = state[PENDING]
        if waiting >= MOST_PENDING:
            raise fault("limit-pending", span, limit=MOST_PENDING, rule=rule)
        at = self.queue + waiting * self._width
        state[at : at + 1 + len(arguments)] = [self._rule_names.index(rule), *arguments]
        state[PENDING] = waiting + 1

    def take_pending(self, state: State) -> tuple[str, tuple[int, ...]] | None:
        """The rule that has waited longest, with its arguments, taken out of the queue."""
        waiting = state[PENDING]
        if not waiting:
            return None
        start, width = self.queue, self._width
        rule = self._rule_names[state[start]]
        arguments = state[start + 1 : start + 1 + len(self.layout.model.rules[rule].parameters)]
        end = start + waiting * width
        state[start:end] = [*state[start + width : end], *[0] * width]
        state[PENDING] = waiting - 1
        return rule, tuple(arguments)

    # ---- variables -------------------------------------------------------------------------------

    def initial_of(self, name: str) -> Do:
        """Gives one variable its first value, at every index; also what a turn's beginning does to some."""
        variable, place = self.layout.model.variables[name], self.layout.variables[name]
        start, size, hidden = place.base, place.size, self.layout.hidden
        if variable.initial is None:
            values = [_first_value(variable)] * size

            def reset(state: State) -> None:
                state[start : start + size] = values

            begin: Do = reset
        else:
            initial = self.evaluator.one(variable.initial)

            def work_out(state: State) -> None:
                state[start : start + size] = [initial(state)] * size

            begin = work_out
        if start not in hidden:
            return begin
        shown_at = hidden[start].shown_at

        def hide(state: State) -> None:
            begin(state)
            state[shown_at : shown_at + size] = [0] * size

        return hide


def _first_value(variable: VariableModel) -> int:
    """0, no, the first value or the first player; nothing, where the kind allows it."""
    return NONE if variable.kind.optional else 0


# ---- statements that hold or call others ---------------------------------------------------------


def _if(effects: Effects, step: IfStep, within: str) -> Act:
    condition = effects.evaluator.test(step.condition)
    body, otherwise = effects.body(step.body, within), effects.body(step.otherwise, within)

    def only_if(state: State, watch: Watch | None) -> None:
        if condition(state):
            body(state, watch)

    def choose(state: State, watch: Watch | None) -> None:
        if condition(state):
            body(state, watch)
        else:
            otherwise(state, watch)

    return choose if step.otherwise else only_if


def _for_each(effects: Effects, step: ForEachStep, within: str) -> Act:
    over, slot = effects.evaluator.many(step.over), effects.evaluator.slot(step.slot)
    body = effects.body(step.body, within)

    def rounds(state: State, watch: Watch | None) -> None:
        for element in over(state):
            effects.count_step(state, step.span, within)
            state[slot] = element
            body(state, watch)

    return rounds


def _repeat(effects: Effects, step: RepeatStep, within: str) -> Act:
    evaluator = effects.evaluator
    times = None if step.times is None else evaluator.one(step.times)
    until = None if step.until is None else evaluator.test(step.until)
    counter = None if step.counter is None else evaluator.slot(step.counter)
    body = effects.body(step.body, within)

    def rounds(state: State, watch: Watch | None) -> None:
        most, done = None if times is None else times(state), 0
        if counter is not None:
            state[counter] = 0
        while (most is None or done < most) and (until is None or not until(state)):
            effects.count_step(state, step.span, within)
            done += 1
            if counter is not None:
                state[counter] = done
            body(state, watch)

    return rounds


def _call(effects: Effects, step: CallStep, within: str) -> Act:
    rule, evaluator = effects.layout.model.rules[step.rule], effects.evaluator
    if step.later:
        forms = [evaluator.one(argument) for argument in step.arguments]

        def later(state: State, watch: Watch | None) -> None:
            effects.schedule(state, rule.name, [form(state) for form in forms], step.span)

        return later
    pass_on, body = evaluator.pass_arguments(rule.parameters, step.arguments), effects.rule(step.rule)
    if pass_on is None:
        return body
    prepare = pass_on

    def called(state: State, watch: Watch | None) -> None:
        prepare(state)
        body(state, watch)

    return called


_STEPS: Mapping[type[Step], Callable[..., Act]] = {
    **CARD_STEPS,
    **DICE_STEPS,
    **VALUE_STEPS,
    IfStep: _if,
    ForEachStep: _for_each,
    RepeatStep: _repeat,
    CallStep: _call,
}
