"""The places where play waits for a choice, and what they remember while it is being made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from rulewright.dsl.model import ChoiceModel
from rulewright.dsl.spans import Span
from rulewright.interpreter.actions import CompiledAction
from rulewright.interpreter.domains import Argument, InternalMove, number_of
from rulewright.interpreter.layout import NUMBERS_IN_LIST, Layout, State
from rulewright.interpreter.texts import CompiledPhrase

NOT_ASKED, ASKED, COMMITTED = range(3)


@frozen(eq=False)
class Commits:
    """What the seats have chosen in a simultaneous choice, hidden until all have.

    For each seat a stretch of `width` slots from `base`: whether it is asked, the number of the action,
    then the arguments, a subset with its length first and cleared beyond it.
    """

    base: int
    width: int
    rooms: dict[int, tuple[int | None, ...]]
    families: dict[int, tuple[str, ...]]

    def seats(self, state: State, players: int, status: int) -> tuple[int, ...]:
        """The seats with one status."""
        return tuple(seat for seat in range(players) if state[self.base + seat * self.width] == status)

    def open(self, state: State, seats: Sequence[int], players: int) -> None:
        """Ask some seats; forget what was chosen before."""
        state[self.base : self.base + players * self.width] = [0] * (players * self.width)
        for seat in seats:
            state[self.base + seat * self.width] = ASKED

    def commit(self, state: State, seat: int, move: InternalMove) -> None:
        """Remember a seat's choice."""
        index = number_of(move)
        slots = [COMMITTED, index]
        for argument, room in zip(move[1:], self.rooms[index], strict=True):
            if isinstance(argument, int):
                slots.append(argument)
            else:
                assert room is not None
                slots += [len(argument), *argument, *[0] * (room - len(argument))]
        at = self.base + seat * self.width
        state[at : at + self.width] = slots + [0] * (self.width - len(slots))

    def withdraw(self, state: State, seat: int) -> None:
        """Forget a seat's choice and ask it again."""
        at = self.base + seat * self.width
        state[at : at + self.width] = [ASKED] + [0] * (self.width - 1)

    def chosen(self, state: State, seat: int) -> InternalMove:
        """The move that a seat has committed to."""
        at = self.base + seat * self.width + 1
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

    def cards_at(self, state: State, players: int) -> Iterator[int]:
        """The slots of all cards that seats have named."""
        for seat in self.seats(state, players, COMMITTED):
            at = self.base + seat * self.width + 1
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
    how many elements, and the elements.
    """

    base: int
    width: int
    before: dict[int, int]
    families: dict[int, tuple[str, ...]]

    def read(self, state: State) -> tuple[int, tuple[int, ...], tuple[int, ...]] | None:
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

    def made(self, state: State) -> int:
        """How many steps have been made: each has chosen one element."""
        begun = self.read(state)
        return 0 if begun is None else len(begun[2])

    def write(self, state: State, index: int, arguments: Sequence[int], elements: Sequence[int]) -> None:
        """Remember a beginning."""
        slots = [index + 1, *arguments, len(elements), *elements]
        state[self.base : self.base + self.width] = slots + [0] * (self.width - len(slots))

    def clear(self, state: State) -> None:
        """Forget it."""
        state[self.base : self.base + self.width] = [0] * self.width


@frozen(eq=False)
class Point:
    """A place where play waits: what may be chosen there, and the instruction that follows.

    `commits` belongs to a simultaneous choice, `partial` to one that is made step by step. `together`:
    what the seats have chosen moves at one time, and nothing else does. `because` is why players are asked.
    """

    at: int
    actions: tuple[CompiledAction, ...]
    next: int
    optional: bool
    span: Span
    commits: Commits | None = None
    partial: Partial | None = None
    first: Callable[[State], int] | None = None
    together: bool = False
    because: CompiledPhrase | None = None


def reserve_commits(layout: Layout, actions: Sequence[CompiledAction]) -> Commits:
    """Room for what every seat may choose."""
    rooms = {
        action.index: tuple(_room(choice.model, layout) for choice in action.choices) for action in actions
    }
    needed = [2 + sum(1 if room is None else 1 + room for room in each) for each in rooms.values()]
    width = max(needed)
    commits = Commits(layout.reserve(width * layout.player_count), width, rooms, _families(actions))
    layout.cards_chosen.append(lambda state: commits.cards_at(state, layout.player_count))
    return commits


def reserve_partial(layout: Layout, actions: Sequence[CompiledAction]) -> Partial:
    """Room for a subset in the making."""
    before = {action.index: len(action.choices) - 1 for action in actions if steps_through(action)}
    rooms = [
        layout.lists[action.choices[-1].model.slot].capacity for action in actions if steps_through(action)
    ]
    width = 2 + max(before.values(), default=0) + max(rooms, default=NUMBERS_IN_LIST)
    partial = Partial(layout.reserve(width), width, before, _families(actions))
    layout.steps.append(partial.made)
    layout.cards_chosen.append(partial.cards_at)
    return partial


def steps_through(action: CompiledAction) -> bool:
    """Can an action be chosen one element at a time: is a subset its last choice, and the only one?"""
    subsets = [choice.model.subset for choice in action.choices]
    return bool(subsets) and subsets[-1] and not any(subsets[:-1])


def _families(actions: Sequence[CompiledAction]) -> dict[int, tuple[str, ...]]:
    """The families of what is chosen, by the number of the action."""
    return {action.index: tuple(choice.family for choice in action.choices) for action in actions}


def _room(choice: ChoiceModel, layout: Layout) -> int | None:
    return layout.lists[choice.slot].capacity if choice.subset else None
