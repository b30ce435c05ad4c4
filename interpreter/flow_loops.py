"""Flow: phases, turns and loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl.model import (
    NONE,
    ForEachStep,
    ListOfTerms,
    NotConstant,
    PhaseStep,
    Phrase,
    RepeatStep,
    Term,
    TurnsStep,
    constants,
)
from rulewright.interpreter.domains import may_repeat
from rulewright.interpreter.events import Event, Watch
from rulewright.interpreter.faults import fault
from rulewright.interpreter.flow import Flow, Place, TurnPlace
from rulewright.interpreter.layout import ENDING, ME, Layout, State, most_of


def phase(flow: Flow, step: PhaseStep, after: int) -> int:
    """A phase: play remembers its name while it lasts."""
    outer_at = flow.layout.reserve(1)
    number = flow.model.phases.index(step.name) + 1
    at = flow.phase_at

    def begin_phase(state: State) -> None:
        state[outer_at] = state[at]
        state[at] = number

    def leave(state: State, watch: Watch | None) -> int:
        state[at] = state[outer_at]
        return after

    around = tuple(flow.around)
    flow.around.append(begin_phase)
    flow.within.append(step.name)
    flow.phase_stack.append(step.name)
    first = flow.body(step.body, flow.emit(leave, step.span))
    flow.phase_stack.pop()
    flow.within.pop()
    flow.around.pop()

    def enter(state: State, watch: Watch | None) -> int:
        begin_phase(state)
        if watch is not None:
            watch.tell(Event("phase", step.span, name=step.name))
        return first

    entry = flow.emit(enter, step.span)
    flow.phases[step.name] = Place(entry, around)
    return entry


def turns(flow: Flow, step: TurnsStep, after: int) -> int:
    """Players in turn. The frame: seats passed since the first, the first, who is left out, who acted."""
    layout, evaluator = flow.layout, flow.evaluator
    frame = layout.reserve(4)
    players, out_at = layout.player_count, layout.out_at
    direction = 1 if step.clockwise else -1
    start = evaluator.one(step.start)
    leaving_out = None if step.leaving_out is None else evaluator.one(step.leaving_out)
    until = None if step.until is None else evaluator.test(step.until)
    reason = _reason(flow, step.because)
    new_turn = _new_turn(flow)
    once = step.once

    def open_turns(state: State) -> None:
        first = start(state)
        state[frame] = 0
        state[frame + 1] = (first + direction) % players if step.after else first
        state[frame + 2] = NONE if leaving_out is None else leaving_out(state)
        state[frame + 3] = state[ME]

    def next_seat(state: State) -> int:
        """The seat whose turn is next, NONE when there is none; counts the seats passed over."""
        first, left_out = state[frame + 1], state[frame + 2]
        passed = state[frame]
        for _ in range(players):
            if once and passed >= players:
                return NONE
            seat = (first + direction * passed) % players
            if not state[out_at + seat] and seat != left_out:
                state[frame] = passed
                return seat
            passed += 1
        return NONE

    def begin(state: State, seat: int) -> None:
        passed = (seat - state[frame + 1]) * direction % players
        state[frame] = passed + 1
        state[ME] = seat
        new_turn(state)

    def first_turn(state: State) -> None:
        open_turns(state)
        begin(state, state[frame + 1])

    head = flow.hold(step.span)
    around = tuple(flow.around)
    flow.around.append(first_turn)
    body = flow.body(step.body, head)
    flow.around.pop()

    def next_turn(state: State, watch: Watch | None) -> int:
        seat = next_seat(state)
        if seat == NONE:
            if until is not None and until(state):
                _end_for(state, reason)
            state[ME] = state[frame + 3]
            return after
        state[ME] = seat
        if until is not None and until(state):
            _end_for(state, reason)
            state[ME] = state[frame + 3]
            return after
        state[frame] += 1
        new_turn(state)
        if watch is not None:
            watch.tell(Event("turn", step.span, seat))
        return body

    flow.code[head] = next_turn

    def enter(state: State, watch: Watch | None) -> int:
        open_turns(state)
        return head

    if flow.phase_stack:
        flow.turns[flow.phase_stack[-1]] = TurnPlace(body, (*around, open_turns), begin)
    return flow.emit(enter, step.span)


def repeat(flow: Flow, step: RepeatStep, after: int) -> int:
    """A counted or conditional loop. The frame: rounds begun, rounds in all."""
    evaluator = flow.evaluator
    frame = flow.layout.reserve(2)
    times = None if step.times is None else evaluator.one(step.times)
    until = None if step.until is None else evaluator.test(step.until)
    reason = _reason(flow, step.because)
    counter = None if step.counter is None else evaluator.slot(step.counter)
    if step.counter is not None:
        flow.layout.kept_locals.add(step.counter)

    def open_loop(state: State) -> None:
        state[frame] = 0
        state[frame + 1] = NONE if times is None else max(0, times(state))
        if counter is not None:
            state[counter] = 0

    def next_round(state: State) -> None:
        state[frame] += 1
        if counter is not None:
            state[counter] = state[frame]

    def first_round(state: State) -> None:
        open_loop(state)
        next_round(state)

    head = flow.hold(step.span)
    flow.around.append(first_round)
    body = flow.body(step.body, head)
    flow.around.pop()

    def begin_round(state: State, watch: Watch | None) -> int:
        if state[frame + 1] != NONE and state[frame] >= state[frame + 1]:
            return after
        if until is not None and until(state):
            _end_for(state, reason)
            return after
        next_round(state)
        return body

    flow.code[head] = begin_round

    def enter(state: State, watch: Watch | None) -> int:
        open_loop(state)
        return head

    return flow.emit(enter, step.span)


def for_each(flow: Flow, step: ForEachStep, after: int) -> int:
    """A loop over a collection. The frame: elements done, how many there are, then the elements."""
    layout = flow.layout
    room = _room(step.over, layout)
    frame = layout.reserve(2 + room)
    over = flow.evaluator.many(step.over)
    slot = flow.evaluator.slot(step.slot)
    flow.keep_local(step.slot, step.over.kind.one())
    if step.over.kind.family == "card":
        layout.card_lists.append(frame + 1)

    def open_loop(state: State) -> None:
        elements: Sequence[int] = over(state)
        if len(elements) > room:
            raise fault("limit-each", step.span, count=len(elements), limit=room)
        state[frame : frame + 2 + room] = [0, len(elements), *elements, *[0] * (room - len(elements))]

    def next_round(state: State) -> None:
        state[slot] = state[frame + 2 + state[frame]]
        state[frame] += 1

    def first_round(state: State) -> None:
        open_loop(state)
        next_round(state)

    head = flow.hold(step.span)
    flow.around.append(first_round)
    body = flow.body(step.body, head)
    flow.around.pop()

    def begin_round(state: State, watch: Watch | None) -> int:
        if state[frame] >= state[frame + 1]:
            state[frame : frame + 2 + room] = [0] * (2 + room)
            return after
        next_round(state)
        return body

    flow.code[head] = begin_round

    def enter(state: State, watch: Watch | None) -> int:
        open_loop(state)
        return head

    return flow.emit(enter, step.span)


def _end_for(state: State, reason: int) -> None:
    if reason != NONE:
        state[ENDING] = reason


def _reason(flow: Flow, because: Phrase | None) -> int:
    return NONE if because is None else flow.effects.reason(because)


def _new_turn(flow: Flow) -> Callable[[State], None]:
    """Sets the variables that are counted turn by turn to where they begin."""
    names = [name for name, variable in flow.model.variables.items() if variable.each_turn]
    resets = [flow.effects.initial_of(name) for name in names]

    def new_turn(state: State) -> None:
        for reset in resets:
            reset(state)

    return new_turn


def _room(over: Term, layout: Layout) -> int:
    """The most elements a loop may have."""
    try:
        return len(constants(over, layout.known))
    except NotConstant:
        most = most_of(over.kind, layout)
        repeated = len(layout.cards) if may_repeat(over) else 0
        return max(most, repeated, len(over.items) if isinstance(over, ListOfTerms) else 0)
