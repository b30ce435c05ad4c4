"""The places where play waits for a choice, and what they remember while it is being made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from rulewright.dsl.model import (
    CallStep,
    ChoiceModel,
    ChooseStep,
    DealStep,
    EveryoneStep,
    Local,
    Model,
    PutStep,
    ShowStep,
    ShowValueStep,
    ShuffleStep,
    SwapStep,
)
from rulewright.dsl.model.traverse import parts_of
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.engine.actions import CompiledAction
from rulewright.interpreter.engine.asking import Asked, CompiledPhrase
from rulewright.interpreter.lowering.everyone import Committed
from rulewright.interpreter.lowering.flow import DecisionPoint as LoweredPoint
from rulewright.interpreter.lowering.plan import Faces
from rulewright.interpreter.lowering.steps import takes_steps
from rulewright.interpreter.state.domains import Argument, InternalMove, number_of
from rulewright.interpreter.state.layout import Layout, State

NOT_ASKED, ASKED, COMMITTED = range(3)
"""What a seat can be in a simultaneous choice."""

SoFar = tuple[int, tuple[int, ...], tuple[int, ...]]
"""What has been chosen step by step: the action, the arguments before the subset, and its elements."""

_MOVES_CARDS = (PutStep, DealStep, ShuffleStep, SwapStep, ShowStep, ShowValueStep, CallStep)
"""Statements that move cards, or may."""


@frozen(eq=False)
class Commits:
    """What the seats have chosen in a simultaneous choice, hidden until all have.

    From `asked_at` for each seat whether it is asked. From `base` for each seat a stretch of `width` slots:
    the number of the action, then the arguments, a subset with its length first and cleared beyond it.
    """

    asked_at: int
    base: int
    width: int
    players: int
    rooms: Mapping[int, tuple[int | None, ...]]
    families: Mapping[int, tuple[str, ...]]

    def seats(self, state: State, status: int) -> tuple[int, ...]:
        """The seats with one status."""
        return tuple(seat for seat in range(self.players) if state[self.asked_at + seat] == status)

    def commit(self, state: State, seat: int, move: InternalMove) -> None:
        """Remember a seat's choice."""
        index = number_of(move)
        slots = [index]
        for argument, room in zip(move[1:], self.rooms[index], strict=True):
            if isinstance(argument, int):
                slots.append(argument)
            else:
                assert room is not None
                slots += [len(argument), *argument, *[0] * (room - len(argument))]
        self._keep(state, seat, COMMITTED, slots)

    def withdraw(self, state: State, seat: int) -> None:
        """Forget a seat's choice and ask it again."""
        self._keep(state, seat, ASKED, [])

    def _keep(self, state: State, seat: int, status: int, slots: Sequence[int]) -> None:
        state[self.asked_at + seat] = status
        at = self.base + seat * self.width
        state[at : at + self.width] = [*slots, *[0] * (self.width - len(slots))]

    def chosen(self, state: State, seat: int) -> InternalMove:
        """The move that a seat has committed to."""
        at = self.base + seat * self.width
        index = state[at]
        arguments: list[Argument] = []
        for room in self.rooms[index]:
            at += 1
            if room is None:
                arguments.append(state[at])
            else:
                arguments.append(tuple(state[at + 1 : at + 1 + state[at]]))
                at += room
        return (index, *arguments)

    def cards_at(self, state: State) -> Iterator[int]:
        """The slots of all cards that seats have named."""
        for seat in self.seats(state, COMMITTED):
            at = self.base + seat * self.width
            index = state[at]
            for room, family in zip(self.rooms[index], self.families[index], strict=True):
                at += 1
                if family == "card":
                    yield from (at,) if room is None else range(at + 1, at + 1 + state[at])
                at += room or 0


@frozen(eq=False)
class Partial:
    """What has been chosen so far of a subset that is asked for one element at a time.

    From `base`: the number of the action plus 1 (0: nothing yet), the arguments before the subset, then
    how many elements, and the elements. `before` says how many arguments that are, for each action that is
    chosen so; the others of the same choice are chosen as a whole.
    """

    base: int
    before: Mapping[int, int]
    families: Mapping[int, tuple[str, ...]]

    def read(self, state: State) -> SoFar | None:
        """The action, the arguments before the subset, the elements so far; None: nothing is begun."""
        index = state[self.base] - 1
        if index < 0:
            return None
        at = self.base + 1
        arguments = tuple(state[at : at + self.before[index]])
        at += self.before[index]
        return index, arguments, tuple(state[at + 1 : at + 1 + state[at]])

    def cards_at(self, state: State) -> Iterator[int]:
        """The slots of all cards that have been named."""
        begun = self.read(state)
        if begun is not None:
            *before, last = self.families[begun[0]]
            yield from (at for at, family in enumerate(before, start=self.base + 1) if family == "card")
            first = self.base + 2 + len(before)
            if last == "card":
                yield from range(first, first + len(begun[2]))


@frozen(eq=False)
class DecisionPoint:
    """A place where play waits: what may be chosen there.

    `commits` belongs to a simultaneous choice, `partial` to one that is made step by step. `together`:
    what the seats have chosen moves at one time, and nothing else does. `because` is why players are asked.
    """

    actions: tuple[CompiledAction, ...]
    optional: bool
    span: Span
    commits: Commits | None = None
    partial: Partial | None = None
    together: bool = False
    because: CompiledPhrase | None = None

    def takes_steps(self, action: CompiledAction) -> bool:
        """Is an action chosen here one element at a time?"""
        return self.partial is not None and action.index in self.partial.before

    def begun(self, state: State) -> SoFar | None:
        """What has been chosen so far, step by step; None: nothing is begun."""
        return None if self.partial is None else self.partial.read(state)


def points_of(
    layout: Layout, faces: Faces, asked: Asked, actions: Sequence[CompiledAction]
) -> dict[int, DecisionPoint]:
    """The places where play waits, by their blocks. Notes in the layout where they keep cards."""
    by_name = {action.name: action for action in actions}
    found: dict[int, DecisionPoint] = {}
    for at, (point, because) in faces.points.items():
        there = tuple(by_name[name] for name in point.step.actions)
        phrase = None if because is None else asked.phrase(because)
        found[at] = _point(layout, point, there, phrase)
    return found


def _point(
    layout: Layout, point: LoweredPoint, actions: tuple[CompiledAction, ...], because: CompiledPhrase | None
) -> DecisionPoint:
    step = point.step
    families = {action.index: tuple(choice.family for choice in action.choices) for action in actions}
    if isinstance(step, ChooseStep):
        partial = None
        if point.begun is not None:
            before = {
                action.index: len(action.choices) - 1
                for action in actions
                if takes_steps(layout.model.actions[action.name])
            }
            partial = Partial(point.begun.region.base, before, families)
            layout.cards_chosen.append(partial.cards_at)
        return DecisionPoint(actions, step.optional, step.span, None, partial, because=because)
    assert point.asked is not None and point.committed is not None
    commits = _commits(layout, point.asked.base, point.committed, actions, families)
    layout.cards_chosen.append(commits.cards_at)
    together = _is_together(layout.model, step)
    return DecisionPoint(actions, False, step.span, commits, together=together, because=because)


def _commits(
    layout: Layout,
    asked_at: int,
    committed: Committed,
    actions: Sequence[CompiledAction],
    families: Mapping[int, tuple[str, ...]],
) -> Commits:
    rooms = {
        action.index: tuple(_room(choice.model, layout) for choice in action.choices) for action in actions
    }
    return Commits(asked_at, committed.region.base, committed.width, layout.player_count, rooms, families)


def _room(choice: ChoiceModel, layout: Layout) -> int | None:
    return layout.lists[choice.slot].capacity if choice.subset else None


def _is_together(model: Model, step: EveryoneStep) -> bool:
    """Do actions move no cards but what was chosen before any seat had acted, and these once?"""
    return not model.reactions and all(_moves_only_what_was_chosen(model, name) for name in step.actions)


def _moves_only_what_was_chosen(model: Model, name: str) -> bool:
    action = model.actions[name]
    chosen = {choice.slot for choice in action.choices}
    moves = [part for part in parts_of(action.body) if isinstance(part, _MOVES_CARDS)]
    return len(moves) <= 1 and all(
        isinstance(move, PutStep) and isinstance(move.what, Local) and move.what.slot in chosen
        for move in moves
    )
