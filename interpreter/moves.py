"""Moves, decisions and refusals as a program that embeds the engine sees them."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rulewright.dsl.spans import NOWHERE, Span
from rulewright.interpreter.domains import Argument, TooManyMoves

__all__ = ["DONE", "WITHDRAW", "Argument", "Decision", "IllegalMove", "Move", "Refusal", "TooManyMoves"]

DONE = "done"
"""The action of a move that ends a choice made step by step, and its text."""
WITHDRAW = "withdraw"
"""The action of the record that a seat took its hidden choice back."""


@frozen
class Move:
    """Something a seat can do: an action and its arguments, and the text that parses back to it.

    `arguments` are the engine's numbers (cards, seats from 0, enum values ...); a subset is a tuple.
    """

    seat: int
    action: str
    arguments: tuple[Argument, ...]
    text: str

    def __str__(self) -> str:
        return self.text


@frozen
class Decision:
    """What play waits for: one of `seats` (from 0) is to take one of `actions`.

    With kind "everyone" all of `seats` still have to choose, hidden from each other; `committed` have
    chosen and may still withdraw. `step` is true when a subset is chosen one element a move. No seats:
    the game is over. `because` is why the rules ask, in words for a seat; "" where they do not say.
    """

    kind: Literal["choose", "everyone", "over"]
    seats: tuple[int, ...]
    actions: tuple[str, ...]
    phase: str | None
    optional: bool = False
    step: bool = False
    committed: tuple[int, ...] = ()
    because: str = ""
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
