"""What happened, for the log of a game: collected when somebody watches, else not even made."""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.dsl.model import NONE
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.engine.actions import CompiledAction
from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.engine.told import Text
from rulewright.interpreter.state.domains import InternalMove
from rulewright.interpreter.state.layout import BOX, Layout, State, sees_into
from rulewright.interpreter.state.state import cup_of, sees_card


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
    - "chose": `seat` made the `move`, of the action called `name`; `amount` is the action's number (NONE: the
      seat is done with a choice made step by step), `arguments` are numbers, a chosen subset being a tuple,
      and `cards` all cards among them
    - "told": the `text`, of which all know what they see
    - "phase" `name` begins;  "turn" of `seat` begins

    `seat` is who acted (NONE: nobody), `seen_by` the seats that saw the faces, or the value; others are told
    that it happened and no more.
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
    move: Move | None = None
    text: Text = ()


@define
class Watch:
    """Collects the events of a game."""

    events: list[Event] = field(factory=list)

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)


def chose(
    layout: Layout,
    state: State,
    seat: int,
    action: CompiledAction | None,
    internal: InternalMove,
    move: Move,
    span: Span,
) -> Event:
    """The event of a choice, with who may know what exactly was chosen; before it is carried out.

    No action: the seat is done with a choice made in steps. `span` is where the action is declared, or
    the choice.
    """
    cards: list[int] = []
    seen = [one for one in range(layout.player_count) if one != seat]
    arguments = internal[1:] if action is not None else ()
    for choice, argument in zip(action.choices if action else (), arguments, strict=True):
        values = argument if isinstance(argument, tuple) else (argument,)
        if choice.family == "card":
            cards += values
        if choice.model.secret:
            seen = []
        elif choice.family == "card":
            seen = [one for one in seen if all(sees_card(layout, state, card, one) for card in values)]
        elif choice.family == "die":
            cups = [cup_of(layout, die) for die in values]
            seen = [one for one in seen if all(sees_into(cup, one) for cup in cups)]
    return Event(
        "chose",
        span,
        seat,
        tuple(cards),
        name=move.action,
        amount=NONE if action is None else action.index,
        arguments=arguments,
        seen_by=tuple(sorted([*seen, seat])),
        move=move,
    )
