"""Choices made step by step: a subset asked for one element a move, then `done`.

A step is the move with one element as its subset; what has been chosen so far lies in the state. An
element is offered while some subset with it is allowed; where there are too many subsets to look at all
of them it is offered too, and a beginning that leads nowhere is then forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from rulewright.interpreter.actions import CompiledAction
from rulewright.interpreter.domains import (
    Argument,
    CompiledChoice,
    InternalMove,
    TooManyMoves,
    Tries,
    number_of,
)
from rulewright.interpreter.layout import State
from rulewright.interpreter.points import Partial, Point, steps_through

DONE_MOVE: InternalMove = (-1,)
"""The move that ends the choice."""
MOST_COMPLETIONS = 2_000
"""How many ways to complete a beginning are looked at before it is taken to be possible."""


def step_moves(
    point: Point, partial: Partial, actions: Sequence[CompiledAction], state: State
) -> list[InternalMove]:
    """The legal steps: what can be begun, or how the beginning can go on."""
    begun = partial.read(state)
    if begun is None:
        found: list[InternalMove] = []
        for action in point.actions:
            if steps_through(action):
                for arguments in _prefixes(action, state, ()):
                    found.extend(_steps(action, arguments, (), state))
            else:
                action.list_into(state, found)
        return found
    index, before, chosen = begun
    action = actions[index]
    action_prefix: tuple[Argument, ...] = before
    for choice, argument in zip(action.choices, before, strict=False):
        choice.store(state, argument)
    return _steps(action, action_prefix, chosen, state)


def take_step(
    partial: Partial, actions: Sequence[CompiledAction], move: InternalMove, state: State
) -> InternalMove | None:
    """Carry out a step; returns the whole move once the subset is complete."""
    begun = partial.read(state)
    if move == DONE_MOVE:
        assert begun is not None
        index, before, chosen = begun
        partial.clear(state)
        return (index, *before, _in_order(actions[index].choices[-1], chosen, state))
    action = actions[number_of(move)]
    step = move[-1] if len(move) > 1 else ()
    if not steps_through(action) or step == ():
        return move
    assert isinstance(step, tuple)
    chosen = (*(begun[2] if begun is not None else ()), *step)
    whole = (action.index, *move[1:-1], _in_order(action.choices[-1], chosen, state))
    _, most = action.choices[-1].bounds(state, len(action.choices[-1].elements(state)))
    if len(chosen) == most and action.canonical(state, whole[1:]) is not None:
        partial.clear(state)
        return whole
    partial.write(state, action.index, [value for value in move[1:-1] if isinstance(value, int)], chosen)
    return None


def _prefixes(
    action: CompiledAction, state: State, chosen: tuple[Argument, ...]
) -> Iterator[tuple[Argument, ...]]:
    test = action.tests[len(chosen)]
    if test is not None and not test(state):
        return
    if len(chosen) == len(action.choices) - 1:
        yield chosen
        return
    choice = action.choices[len(chosen)]
    for option in choice.options(state, Tries(ahead=True)):
        choice.store(state, option)
        yield from _prefixes(action, state, (*chosen, option))


def _steps(
    action: CompiledAction, before: tuple[Argument, ...], chosen: tuple[int, ...], state: State
) -> list[InternalMove]:
    choice = action.choices[-1]
    elements = choice.elements(state)
    order = {element: place for place, element in enumerate(elements)}
    rest = [element for element in elements if element not in chosen]
    found: list[InternalMove] = []
    for group in choice.grouped(state, rest):
        others = [element for element in rest if element != group[0]]
        if _completes(action, (*chosen, group[0]), others, order, state):
            found.append((action.index, *before, (group[0],)))
    if choice.canonical(state, chosen) is not None and _allowed(action, chosen, order, state):
        found.append(DONE_MOVE if chosen else (action.index, *before, ()))
    return found


def _completes(
    action: CompiledAction, chosen: tuple[int, ...], rest: list[int], order: Mapping[int, int], state: State
) -> bool:
    tried = 0
    try:
        for subset in islice(action.choices[-1].completions(state, chosen, rest), MOST_COMPLETIONS):
            tried += 1
            if _allowed(action, subset, order, state):
                return True
    except TooManyMoves:
        return True
    return tried == MOST_COMPLETIONS


def _allowed(action: CompiledAction, subset: tuple[int, ...], order: Mapping[int, int], state: State) -> bool:
    test = action.tests[-1]
    if test is None:
        return True
    action.choices[-1].store(state, tuple(sorted(subset, key=order.__getitem__)))
    return bool(test(state))


def _in_order(choice: CompiledChoice, subset: tuple[int, ...], state: State) -> tuple[int, ...]:
    wanted = set(subset)
    return tuple(element for element in choice.elements(state) if element in wanted)
