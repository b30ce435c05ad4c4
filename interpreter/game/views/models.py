"""What an observer may know of a game, as values and as plain JSON: enough to draw any game.

Observers are a seat (from 0), `PUBLIC`, who has watched from the start without a hand of cards, and
None: a spectator who has just come, and knows what lies face up and no more. For a program that may know
all there is `ALL`, from whom nothing is hidden. Seats, owners and values
that are players count from 0; a `text` is as moves and positions write it, with seats from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from attr import asdict
from attrs import frozen

from rulewright.dsl.model import Sight
from rulewright.interpreter.engine.given import seat_of, wrong

PUBLIC: Final = "public"
"""The observer who has watched from the start, and has no seat."""

ALL: Final = "all"
"""Who sees all: a harness or a replay, never a player."""

Observer = int | Literal["public"] | None
Viewer = Observer | Literal["all"]
Plain = int | str | bool | None | list[str] | dict[str, int]
"""A value as JSON has it: a set is a list, a bag a count for each value that it holds."""


def check_observer(observer: Observer, seats: int) -> None:
    """Raise ValueError for a seat that a game of so many has not, TypeError for what is no observer."""
    if observer is not None and observer != PUBLIC:
        if isinstance(observer, str):
            wrong("an observer", f"a seat from 0, {PUBLIC!r} or None", observer)
        seat_of(observer, seats)


def check_viewer(observer: Viewer, seats: int) -> None:
    """The same for those that include `ALL`."""
    if observer != ALL:
        check_observer(observer, seats)


@frozen
class CardView:
    """The face of a card. Copies of one card look the same: there is no number to tell them apart.

    `title` is its name, with what the game tells beside it; `text` says what it does, if its row does.
    """

    id: str
    title: str
    text: str
    set: str
    properties: Mapping[str, Plain]


@frozen
class PlacedCard:
    """A hidden card of which the observer knows where it lies: `level` counts from 1 at the bottom."""

    level: int
    card: CardView


@frozen
class ZoneView:
    """A zone: the `cards` that the observer sees, from the bottom, or how many lie there `hidden`.

    `known` are cards that surely lie among the hidden ones, in no order; `placed` those of them whose place
    is known too, from the bottom.
    """

    name: str
    index: tuple[str, ...]
    text: str
    owner: int | None
    sight: Sight
    capacity: int
    size: int
    cards: tuple[CardView, ...]
    hidden: int
    known: tuple[CardView, ...] = ()
    placed: tuple[PlacedCard, ...] = ()


@frozen
class Whereabouts:
    """Cards that lie somewhere in these zones; the observer cannot tell where."""

    places: tuple[str, ...]
    cards: tuple[CardView, ...]


@frozen
class CupView:
    """A cup of dice: the faces that the observer sees, or how many dice are `hidden`."""

    name: str
    index: tuple[str, ...]
    text: str
    owner: int | None
    sight: Sight
    capacity: int
    faces: tuple[int | str, ...]
    hidden: int


@frozen
class Entry:
    """A variable's value at one index; `text` is how it reads. What is not `seen` has no value here."""

    index: tuple[str, ...]
    value: int | str | bool | None
    text: str
    seen: bool = True


@frozen
class VariableView:
    """A variable. Of one that is kept for each card, the entries that say something: not nothing, 0 or no."""

    name: str
    meaning: str
    entries: tuple[Entry, ...]

    def at(self, *index: str | int) -> Entry:
        """The value at an index written as in rules: `at(2)` is the second seat's. Raises KeyError."""
        wanted = tuple(map(str, index))
        for entry in self.entries:
            if entry.index == wanted:
                return entry
        raise KeyError(f"{self.name}[{', '.join(wanted)}]" if wanted else self.name)


@frozen
class SeatView:
    """A player. `awards` are points given in play; `scores` all points by name, once the game is over.

    `chosen` is what the player has picked or committed to so far, if the observer may know it.
    """

    seat: int
    name: str
    out: bool
    awards: Mapping[str, int]
    scores: Mapping[str, int] | None
    total: int | None
    place: int | None
    chosen: str | None


@frozen
class DecisionView:
    """What play waits for, and why as the observer reads it ("" where the rules do not say)."""

    kind: str
    seats: tuple[int, ...]
    actions: tuple[str, ...]
    optional: bool
    step: bool
    committed: tuple[int, ...]
    because: str


@frozen
class View:
    """See the head of this file. `acting` is whose turn it is; `reason` says why a game is over."""

    ruleset: str
    title: str
    observer: Viewer
    settings: Mapping[str, Plain]
    players: tuple[SeatView, ...]
    phase: str | None
    acting: int | None
    decision: DecisionView
    moves: int
    over: bool
    reason: str | None
    winners: tuple[int, ...]
    zones: tuple[ZoneView, ...]
    cups: tuple[CupView, ...]
    variables: tuple[VariableView, ...]
    unseen: tuple[Whereabouts, ...]

    def zone(self, text: str) -> ZoneView:
        """The zone of this text, such as `hand[2]`. Raises KeyError."""
        for zone in self.zones:
            if zone.text == text:
                return zone
        raise KeyError(text)

    def variable(self, name: str) -> VariableView:
        """The variable of this name. Raises KeyError."""
        for variable in self.variables:
            if variable.name == name:
                return variable
        raise KeyError(name)

    def to_json(self) -> dict[str, Any]:
        """The view as lists, mappings, numbers and texts only."""
        return asdict(self, retain_collection_types=False)
