"""Moves, decisions and refusals as a program that embeds the engine sees them."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rulewright.dsl.spans import NOWHERE, Span
from rulewright.interpreter.domains import TooManyMoves
from rulewright.interpreter.given import seat_number, text, wrong

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


@frozen
class Move:
    """Something a seat can do: an action and its arguments, and the text that parses back to it.

    Of the arguments a subset is a tuple. `decision` is the number of the decision at which the move can be
    made, `Decision.number`; at any other it is refused, so that a double click is not a second move. A
    move made by hand may leave it out.
    """

    seat: int
    action: str
    arguments: tuple[Given | tuple[Given, ...], ...]
    text: str
    decision: int | None = None

    def __str__(self) -> str:
        return self.text


def given_move(move: object, accepted: str = "a Move") -> Move:
    """A `Move` that a program gives, its parts of the right kinds; arguments are looked at when read."""
    if not isinstance(move, Move):
        wrong("a move", accepted, move)
    seat_number(move.seat)
    text(move.action, "a move's action")
    text(move.text, "a move's text")
    return move


@frozen
class Decision:
    """What play waits for: one of `seats` (from 0) is to take one of `actions`.

    With kind "everyone" all of `seats` still have to choose, hidden from each other; `committed` have
    chosen and may still withdraw. `step` is true when a subset is chosen one element a move. No seats:
    the game is over. `because` is why the rules ask, in words for a seat; "" where they do not say.
    `number` grows from one decision to the next, and is that of the moves which can be made here.
    """

    kind: Literal["choose", "everyone", "over"]
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
