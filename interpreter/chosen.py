"""What somebody chose: as the text of a move, and as the event that tells of it."""

from __future__ import annotations

from rulewright.dsl.model import NONE
from rulewright.dsl.spans import Span
from rulewright.interpreter.actions import CompiledAction
from rulewright.interpreter.domains import InternalMove
from rulewright.interpreter.events import Event
from rulewright.interpreter.labels import PLACED, labels, plain
from rulewright.interpreter.layout import Layout, State, sees_into
from rulewright.interpreter.moves import Move
from rulewright.interpreter.texts import NOTHING, Spoken, cup_of, sees_card


def written(
    layout: Layout,
    state: State,
    seat: int,
    action: CompiledAction,
    move: InternalMove,
    known: dict[InternalMove, dict[int, str]],
    spoken: Spoken | None = None,
) -> Move:
    """A move with its text, in a state in which the seat acts. Writes to the scratch part of the state.

    `known` keeps the labels of what can be chosen, for other moves of the same decision.
    """
    words: list[str] = []
    for depth, (choice, argument) in enumerate(zip(action.choices, move[1:], strict=True)):
        if isinstance(argument, int) and choice.family not in PLACED:
            words.append(plain(layout, choice.model.kind, argument, spoken))
            continue
        before = move[: depth + 1]
        if before not in known:
            action.bind_some(state, before[1:])
            found = labels(layout, state, seat, choice, spoken)
            known[before] = {value: label.text for label in found for value in label.values}
        texts = known[before]
        if isinstance(argument, int):
            words.append(texts[argument])
        else:
            words.append(" + ".join(texts[value] for value in argument) or NOTHING)
    text = action.name + (f" {', '.join(words)}" if words else "")
    return Move(seat, action.name, move[1:], text)


def chose(layout: Layout, state: State, move: Move, action: CompiledAction | None, span: Span) -> Event:
    """The event of a choice, with who may know what exactly was chosen; before it is carried out.

    No action: the seat is done with a choice made in steps. `span` is where the action is declared, or
    the choice.
    """
    cards: list[int] = []
    seen = [seat for seat in range(layout.player_count) if seat != move.seat]
    for choice, argument in zip(action.choices if action else (), move.arguments, strict=False):
        values = argument if isinstance(argument, tuple) else (argument,)
        if choice.family == "card":
            cards += values
            seen = [one for one in seen if all(sees_card(layout, state, card, one) for card in values)]
        elif choice.family == "die":
            cups = [cup_of(layout, die) for die in values]
            seen = [one for one in seen if all(sees_into(cup, one) for cup in cups)]
    return Event(
        "chose",
        span,
        move.seat,
        tuple(cards),
        name=move.text,
        amount=NONE if action is None else action.index,
        arguments=move.arguments,
        seen_by=tuple(sorted([*seen, move.seat])),
    )
