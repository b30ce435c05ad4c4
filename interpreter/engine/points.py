"""The places where play waits for a choice, and what they remember while it is being made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from rulewright.dsl.model import (
    ChoiceModel,
    ChooseStep,
)
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.engine.actions import CompiledAction
from rulewright.interpreter.engine.asking import Asked, CompiledPhrase
from rulewright.interpreter.lowering.everyone import Committed
from rulewright.interpreter.lowering.flow import DecisionPoint as LoweredPoint
from rulewright.interpreter.lowering.plan import Faces
from rulewright.interpreter.lowering.steps import takes_steps
from rulewright.interpreter.state.domains import Argument, InternalMove, number_of
from rulewright.interpreter.state.layout import ASKED, Layout, State

SoFar = tuple[int, tuple[int, ...], tuple[int, ...]]
"""What has been chosen step by step: the action, the arguments before the subset, and its elements."""


@frozen(eq=False)
class Commits:
    """What the seats have chosen in a simultaneous choice, hidden until all have.

    From `asked_at` for each seat whether it is asked. From `base` for each seat a stretch of `width` slots:
    the number of the action plus 1 (0: nothing), then the arguments, a subset with its length first and
    cleared beyond it. From `made_at`, where it is chosen step by step, how many moves each seat has made.
    """

    asked_at: int
    base: int
    width: int
    made_at: int | None
    players: int
    rooms: Mapping[int, tuple[int | None, ...]]
    families: Mapping[int, tuple[str, ...]]

    def seats(self, state: State, status: int) -> tuple[int, ...]:
        """The seats with one status."""
        return tuple(seat for seat in range(self.players) if state[self.asked_at + seat] == status)

    def keeping(self, state: State) -> tuple[int, ...]:
        """The seats that have chosen, or have begun to, or are committed without having been asked."""
        return tuple(seat for seat in range(self.players) if state[self.base + seat * self.width])

    def made(self, state: State, seat: int) -> int:
        """How many moves a seat has made in a choice that is made step by step."""
        return 0 if self.made_at is None else state[self.made_at + seat]

    def status(self, state: State, seat: int) -> int:
        """What a seat is: asked, committed, or committed without having been asked."""
        return state[self.asked_at + seat]

    def mark(self, state: State, seat: int, status: int) -> None:
        """Make a seat something else, whose choice stays."""
        state[self.asked_at + seat] = status

    def keep(self, state: State, seat: int, move: InternalMove, status: int) -> None:
        """Remember a seat's choice, or how it has begun."""
        index = number_of(move)
        slots = [index + 1]
        for argument, room in zip(move[1:], self.rooms[index], strict=True):
            if isinstance(argument, int):
                slots.append(argument)
            else:
                assert room is not None
                slots += [len(argument), *argument, *[0] * (room - len(argument))]
        self._keep(state, seat, status, slots)

    def withdraw(self, state: State, seat: int) -> None:
        """Forget a seat's choice, or its beginning, and ask it again."""
        self._keep(state, seat, ASKED, [])
        if self.made_at is not None:
            state[self.made_at + seat] = 0

    def _keep(self, state: State, seat: int, status: int, slots: Sequence[int]) -> None:
        state[self.asked_at + seat] = status
        at = self.base + seat * self.width
        state[at : at + self.width] = [*slots, *[0] * (self.width - len(slots))]

    def chosen(self, state: State, seat: int) -> InternalMove:
        """The move that a seat has committed to, or its beginning."""
        at = self.base + seat * self.width
        index = state[at] - 1
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
        for seat in self.keeping(state):
            at = self.base + seat * self.width
            index = state[at] - 1
            for room, family in zip(self.rooms[index], self.families[index], strict=True):
                at += 1
                if family == "card":
                    yield from (at,) if room is None else range(at + 1, at + 1 + state[at])
                at += room or 0


@frozen(eq=False)
class Partial:
    """What has been chosen so far of a subset that is asked for one element at a time.

    From `base`: the number of the action plus 1 (0: nothing yet), the arguments before the subset, then
    how many elements, and the elements; where several choose at once, for each seat, a `stride` apart.
    `before` says how many arguments that are, for each action that is chosen so; the others of the same
    choice are chosen as a whole.
    """

    base: int
    stride: int
    before: Mapping[int, int]
    families: Mapping[int, tuple[str, ...]]

    def read(self, state: State, seat: int) -> SoFar | None:
        """The action, the arguments before the subset, the elements so far; None: no subset is begun."""
        at = self.base + seat * self.stride
        index = state[at] - 1
        if index not in self.before:
            return None
        at += 1
        arguments = tuple(state[at : at + self.before[index]])
        at += self.before[index]
        return index, arguments, tuple(state[at + 1 : at + 1 + state[at]])

    def cards_at(self, state: State) -> Iterator[int]:
        """The slots of all cards that have been named, of one player's choice."""
        begun = self.read(state, 0)
        if begun is not None:
            *before, last = self.families[begun[0]]
            yield from (at for at, family in enumerate(before, start=self.base + 1) if family == "card")
            first = self.base + 2 + len(before)
            if last == "card":
                yield from range(first, first + len(begun[2]))


@frozen(eq=False)
class DecisionPoint:
    """A place where play waits: what may be chosen there.

    `commits` belongs to a simultaneous choice, `partial` to one that is made step by step. `because` is why
    players are asked.
    """

    actions: tuple[CompiledAction, ...]
    optional: bool
    span: Span
    commits: Commits | None = None
    partial: Partial | None = None
    because: CompiledPhrase | None = None

    def takes_steps(self, action: CompiledAction) -> bool:
        """Is an action chosen here one element at a time?"""
        return self.partial is not None and action.index in self.partial.before

    def begun(self, state: State, seat: int) -> SoFar | None:
        """What a seat that has to choose has chosen so far, step by step; None: nothing is begun."""
        return None if self.partial is None else self.partial.read(state, seat)


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
    step, partial = point.step, None
    families = {action.index: tuple(choice.family for choice in action.choices) for action in actions}
    commits = None if point.committed is None else _commits(layout, point.committed, actions, families)
    if point.begun is not None:
        stepwise = [action for action in actions if takes_steps(layout.model.actions[action.name])]
        before = {action.index: len(action.choices) - 1 for action in stepwise}
        stride = 0 if commits is None else commits.width
        partial = Partial(point.begun.region.base, stride, before, families)
    if commits is not None:
        layout.cards_chosen.append(commits.cards_at)
    elif partial is not None:
        layout.cards_chosen.append(partial.cards_at)
    optional = isinstance(step, ChooseStep) and step.optional
    return DecisionPoint(actions, optional, step.span, commits, partial, because)


def _commits(
    layout: Layout,
    committed: Committed,
    actions: Sequence[CompiledAction],
    families: Mapping[int, tuple[str, ...]],
) -> Commits:
    rooms = {
        action.index: tuple(_room(choice.model, layout) for choice in action.choices) for action in actions
    }
    made_at = None if committed.made is None else committed.made.base
    asked_at, base, width = committed.asked.base, committed.region.base, committed.width
    return Commits(asked_at, base, width, made_at, layout.player_count, rooms, families)


def _room(choice: ChoiceModel, layout: Layout) -> int | None:
    return layout.lists[choice.slot].capacity if choice.subset else None
