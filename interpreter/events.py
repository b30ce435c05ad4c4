"""What happened, for the log of a game: collected when somebody watches, else not even made."""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.dsl.model import NONE
from rulewright.dsl.spans import NOWHERE, Span
from rulewright.interpreter.layout import BOX


@frozen
class Event:
    """One thing that happened.

    `kind` says which of the other parts matter:

    - "moved": `cards` went from zone `origin` to zone `to` (BOX: the box), in this order
    - "shuffled": zone `origin`;  "shown": `cards`, which stayed where they were
    - "rolled", "rerolled": `values` are the faces of dice of the cup number `origin`, which is called `name`
    - "awarded": `amount` points to the player `to` for the score `name`, from `cards` if stated
    - "set": the variable `name` at `values` (its index) became `amount`, and was `before`
    - "opened": the hidden variable `name` at `values` (its index), which is `amount`, was shown
    - "dropped": the player `to` is out;  "ended": the game
    - "chose": `seat` chose the action number `amount` (NONE: to be done with a choice made in steps) with
      `arguments`, a chosen subset being a tuple; `cards` are all cards among them, `name` the move's text
    - "phase" `name` begins;  "turn" of `seat` begins

    `seat` is who acted (NONE: nobody), `seen_by` the seats that saw the
    faces, or the value; others are told that it happened and no more.
    """

    kind: str
    span: Span = NOWHERE
    seat: int = NONE
    cards: tuple[int, ...] = ()
    origin: int = BOX
    to: int = BOX
    name: str = ""
    values: tuple[int, ...] = ()
    amount: int = 0
    before: int = 0
    arguments: tuple[int | tuple[int, ...], ...] = ()
    seen_by: tuple[int, ...] = ()


@define
class Watch:
    """Collects the events of a game."""

    events: list[Event] = field(factory=list)

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
