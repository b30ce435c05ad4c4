"""Flow: choices of one player, and simultaneous choices."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.model import (
    NONE,
    CallStep,
    ChooseStep,
    DealStep,
    EveryoneStep,
    Local,
    Model,
    Phrase,
    PutStep,
    ShowStep,
    ShowValueStep,
    ShuffleStep,
    SwapStep,
)
from rulewright.interpreter.actions import CompiledAction
from rulewright.interpreter.chosen import Writer, chose
from rulewright.interpreter.domains import InternalMove, TooManyMoves, number_of
from rulewright.interpreter.events import Watch
from rulewright.interpreter.faults import fault
from rulewright.interpreter.flow import WAIT, Flow, Instruction
from rulewright.interpreter.layout import ME, OVER, PENDING, State
from rulewright.interpreter.points import Point, reserve_commits, reserve_partial, steps_through
from rulewright.interpreter.texts import CompiledPhrase, compile_phrase
from rulewright.interpreter.traverse import parts_of

_MOVES_CARDS = (PutStep, DealStep, ShuffleStep, SwapStep, ShowStep, ShowValueStep, CallStep)
"""Statements that move cards, or may."""


def choose(flow: Flow, step: ChooseStep, after: int) -> int:
    """A choice of one player: `by` someone, who then acts until the choice is carried out.

    With `unless forced` play does not wait where only one move is legal. That move is made as a part of
    the flow, so that it counts against the limit of instructions and not as a move of a player.
    """
    actions = tuple(flow.actions[name] for name in step.actions)
    partial = None
    if step.step_by_step and any(steps_through(action) for action in actions):
        partial = reserve_partial(flow.layout, actions)
    out_at = flow.layout.out_at
    outer_at = None if step.by is None else flow.layout.reserve(1)
    onward = after if outer_at is None else flow.emit(_give_back(outer_at, after), step.span)

    forced = _forced(flow, actions, onward) if step.unless_forced else None

    def wait(state: State, watch: Watch | None) -> int:
        if state[OVER]:
            return WAIT
        seat = state[ME]
        if seat == NONE:
            raise fault("fault-nobody", step.span)
        if state[out_at + seat]:
            return onward
        return WAIT if forced is None else forced(state, watch)

    at = flow.emit(wait, step.span)
    because = _reason(flow, step.because)
    flow.points[at] = Point(at, actions, onward, step.optional, step.span, partial=partial, because=because)
    if step.by is None or outer_at is None:
        return at
    by, kept_at = flow.evaluator.one(step.by), outer_at

    def hand_over(state: State, watch: Watch | None) -> int:
        state[kept_at], state[ME] = state[ME], by(state)
        return at

    return flow.emit(hand_over, step.span)


def _reason(flow: Flow, because: Phrase | None) -> CompiledPhrase | None:
    return None if because is None else compile_phrase(because, flow.evaluator)


def _forced(flow: Flow, actions: tuple[CompiledAction, ...], onward: int) -> Instruction:
    """Makes the only legal move of the acting seat and goes on; WAIT where there is not exactly one."""
    layout = flow.layout
    by_number = {action.index: action for action in actions}

    def go_on(state: State, watch: Watch | None) -> int:
        move = _only_move(actions, state)
        if move is None:
            return WAIT
        action = by_number[number_of(move)]
        if watch is not None:
            text = Writer(layout, list(state), state[ME]).write(action, move).text
            watch.tell(chose(layout, state, state[ME], action, move, text, action.span))
        action.bind(state, move[1:])
        action.effect(state, watch)
        if state[OVER]:
            return WAIT
        return flow.onward(state, onward) if state[PENDING] else onward

    return go_on


def _only_move(actions: Sequence[CompiledAction], state: State) -> InternalMove | None:
    """The only legal move; None where there is none, or a second, or too many candidates to tell."""
    found: list[InternalMove] = []
    try:
        for action in actions:
            found += action.first(state, 2 - len(found))
            if len(found) == 2:
                return None
    except TooManyMoves:
        return None
    return found[0] if found else None


def _give_back(outer_at: int, after: int) -> Instruction:
    def give_back(state: State, watch: Watch | None) -> int:
        state[ME] = state[outer_at]
        return after

    return give_back


def everyone(flow: Flow, step: EveryoneStep, after: int) -> int:
    """A simultaneous choice: opened for some seats, closed when all of them have committed."""
    layout, evaluator = flow.layout, flow.evaluator
    players, out_at = layout.player_count, layout.out_at
    actions = tuple(flow.actions[name] for name in step.actions)
    commits = reserve_commits(layout, actions)
    condition = None if step.condition is None else evaluator.test(step.condition)
    slot = evaluator.slot(step.slot)
    first = None if step.first is None else evaluator.one(step.first)

    def wait(state: State, watch: Watch | None) -> int:
        return WAIT

    together = all(_moves_only_what_was_chosen(layout.model, name) for name in step.actions)
    at = flow.emit(wait, step.span)
    flow.points[at] = Point(
        at,
        actions,
        after,
        False,
        step.span,
        commits=commits,
        first=first,
        together=together,
        because=_reason(flow, step.because),
    )

    def asked(state: State, seat: int) -> bool:
        if state[out_at + seat]:
            return False
        state[slot] = seat
        return condition is None or bool(condition(state))

    def open_choice(state: State, watch: Watch | None) -> int:
        seats = [seat for seat in range(players) if asked(state, seat)]
        commits.open(state, seats, players)
        return at if seats else after

    return flow.emit(open_choice, step.span)


def _moves_only_what_was_chosen(model: Model, name: str) -> bool:
    """Whether an action moves no cards but what was chosen before any seat had acted, and these once."""
    action = model.actions[name]
    chosen = {choice.slot for choice in action.choices}
    moves = [part for part in parts_of(action.body) if isinstance(part, _MOVES_CARDS)]
    if model.reactions or len(moves) > 1:
        return False
    return all(
        isinstance(move, PutStep) and isinstance(move.what, Local) and move.what.slot in chosen
        for move in moves
    )
