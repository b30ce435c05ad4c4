"""Moves, decisions and refusals as a program that embeds the engine sees them."""

from __future__ import annotations

from typing import Literal, Protocol

from attrs import define, field, frozen

from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.engine.given import seat_number, text, wrong
from rulewright.interpreter.state.domains import InternalMove, TooManyMoves

__all__ = [
    "DONE",
    "WITHDRAW",
    "At",
    "Decision",
    "Given",
    "IllegalMove",
    "Move",
    "Refusal",
    "TooManyMoves",
    "given_move",
]

DONE = "done"
"""The action of a move that ends a choice made step by step, and its text."""
WITHDRAW = "withdraw"
"""The action of the record that a seat took its hidden choice back."""
CHANCE = -1
"""In the place of a seat, where chance is asked for: its outcomes are moves of nobody."""


@frozen
class At:
    """A card or die by where it lies, as the seat is shown it that may choose it.

    `zone` is the zone or cup as moves write it (`hand[2]`, or `box` for what is in none), `level` counts
    from 1 at the bottom. Cards have no number that tells them apart anywhere else.
    """

    zone: str
    level: int


Given = int | At
"""What a move names: a card or die by its place, anything else by its number (seats from 0)."""


Arguments = tuple[Given | tuple[Given, ...], ...]


Meant = InternalMove | int
"""A move for the engine: read, or by the number that it has in a list."""


class Offers(Protocol):
    """What writes the moves of one decision."""

    def write(self, meant: Meant) -> tuple[Arguments, str]:
        """What a move names, and how it reads."""


@define(eq=False)
class Unwritten:
    """A move of a list, as the engine has it: written when somebody asks how it reads.

    Most moves are listed, and never read.
    """

    among: Offers
    meant: Meant
    _written: tuple[Arguments, str] | None = None

    def written(self) -> tuple[Arguments, str]:
        """What the move names, and how it reads."""
        if self._written is None:
            self._written = self.among.write(self.meant)
        return self._written


@frozen(eq=False, repr=False)
class Move:
    """Something a seat can do: an action and its arguments, and the text that parses back to it.

    Of the arguments a subset is a tuple. `decision` is the number of the decision at which the move can be
    made, `Decision.number`; at any other it is refused, so that a double click is not a second move. A
    move made by hand may leave it out. Where chance is asked for its outcomes are moves, too, of the seat
    CHANCE: the action is what chance acts on, the argument the number of the outcome.
    """

    seat: int
    action: str
    _arguments: Arguments | Unwritten = field(alias="arguments")
    _text: str | Unwritten = field(alias="text")
    decision: int | None = None

    @property
    def arguments(self) -> Arguments:
        """What the move names."""
        return self._arguments.written()[0] if isinstance(self._arguments, Unwritten) else self._arguments

    @property
    def text(self) -> str:
        """How the move reads."""
        return self._text.written()[1] if isinstance(self._text, Unwritten) else self._text

    @property
    def of_a_list(self) -> bool:
        """Is it one of those that the engine has listed?"""
        return isinstance(self._text, Unwritten)

    def meant_among(self, offers: Offers) -> Meant | None:
        """What it is for the engine, where it is one of these; None for any other."""
        listed = self._text
        return listed.meant if isinstance(listed, Unwritten) and listed.among is offers else None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Move) and self._parts() == other._parts())

    def __hash__(self) -> int:
        return hash((self.seat, self.action, self.decision))

    def _parts(self) -> tuple[object, ...]:
        return self.seat, self.action, self.decision, self.arguments, self.text

    def __repr__(self) -> str:
        named = f"arguments={self.arguments!r}, text={self.text!r}, decision={self.decision!r}"
        return f"Move(seat={self.seat!r}, action={self.action!r}, {named})"

    def __str__(self) -> str:
        return self.text


def given_move(move: object, accepted: str = "a Move") -> Move:
    """A `Move` that a program gives, its parts of the right kinds; arguments are looked at when read."""
    if not isinstance(move, Move):
        wrong("a move", accepted, move)
    if move.seat != CHANCE:
        seat_number(move.seat)
    if not move.of_a_list:
        text(move.action, "a move's action")
        text(move.text, "a move's text")
    return move


@frozen
class Decision:
    """What play waits for: one of `seats` (from 0) is to take one of `actions`.

    With kind "everyone" all of `seats` still have to choose, hidden from each other; `committed` have
    chosen and may still withdraw; who had no choice is in neither. `step` is true when a subset is chosen
    one element a move. No seats: the game is over, or with kind "chance" it is asked for (`Game.chances`).
    `because` is why the rules ask, in words for a seat; "" where they do not say. `number` grows from one
    decision to the next, and is that of the moves which can be made here; where several choose at once step
    by step, it grows for each seat by itself (`Game.decision_for`).
    """

    kind: Literal["choose", "everyone", "chance", "over"]
    seats: tuple[int, ...]
    actions: tuple[str, ...]
    phase: str | None
    optional: bool = False
    step: bool = False
    committed: tuple[int, ...] = ()
    because: str = ""
    number: int = 0
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Refusal:
    """Why a move is not allowed: the reason in words for the seat, and the requirement that says so.

    `requirement` is its name in the rules ("" without one); `span` the place of the requirement, or of
    the action; `code` names the kind of refusal (`move-requirement`, `move-out-of-turn` ...).
    """

    code: str
    reason: str
    requirement: str = ""
    span: Span = field(default=NOWHERE, eq=False)
    seat: int | None = None


class IllegalMove(Exception):
    """A move was refused; the game is as it was. `refusal` tells why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal
