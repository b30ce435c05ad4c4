"""Effects on values: variables, named values, points, who is in, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.dsl.model import (
    NONE,
    AwardStep,
    DropOutStep,
    EndGameStep,
    SetLocal,
    SetVariable,
    ShowValueStep,
    Step,
)
from rulewright.interpreter.evaluate_forms import One, always, checked
from rulewright.interpreter.evaluate_places import variable_at
from rulewright.interpreter.events import Event, Watch
from rulewright.interpreter.faults import fault
from rulewright.interpreter.layout import ENDING, ME, OVER, State, seats_seeing

if TYPE_CHECKING:
    from rulewright.interpreter.effects import Act, Effects


class GameEnded(Exception):
    """Leaves the effects that were running when the game ended."""


def set_variable(effects: Effects, step: SetVariable, within: str) -> Act:
    """A variable takes a value, or a number is added to it or taken from it."""
    evaluator, span, name = effects.evaluator, step.span, step.name
    place = variable_at(evaluator, name, step.index, span)
    at: One = always(place) if isinstance(place, int) else place
    value, index = evaluator.one(step.value), [evaluator.one(term) for term in step.index]

    hidden = effects.layout.hidden

    def tell(state: State, watch: Watch, slot: int, values: tuple[int, ...], before: int) -> None:
        seen_by = seats_seeing(effects.layout, state, slot)
        watch.tell(
            Event(
                "set",
                span,
                state[ME],
                name=name,
                values=values,
                amount=state[slot],
                before=before,
                seen_by=seen_by,
            )
        )

    def assigned(state: State, watch: Watch | None) -> None:
        slot = at(state)
        values = () if watch is None else tuple(one(state) for one in index)
        before = 0 if watch is None else state[slot]
        state[slot] = value(state)
        if slot in hidden:
            state[hidden[slot].shown_at] = 0
        if watch is not None:
            tell(state, watch, slot, values, before)

    def changed(state: State, watch: Watch | None) -> None:
        slot = at(state)
        values = () if watch is None else tuple(one(state) for one in index)
        before, by = state[slot], value(state)
        if before == NONE:  # asked for before, and taken away since
            raise fault("fault-absent", span)
        state[slot] = checked(before - by if shrinks else before + by, span)
        if slot in hidden:
            state[hidden[slot].shown_at] = 0
        if watch is not None:
            tell(state, watch, slot, values, before)

    shrinks = step.sign == "-="
    return assigned if step.sign == "=" else changed


def show_value(effects: Effects, step: ShowValueStep, within: str) -> Act:
    """A hidden variable's value is shown to one player or to all; if it is a card, that card too."""
    evaluator, layout, span = effects.evaluator, effects.layout, step.span
    place = variable_at(evaluator, step.name, step.index, span)
    at: One = always(place) if isinstance(place, int) else place
    index = [evaluator.one(term) for term in step.index]
    seat = None if step.to is None else evaluator.one(step.to)
    names_card = layout.model.variables[step.name].kind.family == "card"
    everybody = layout.seats

    def shown(state: State, watch: Watch | None) -> None:
        slot, to = at(state), None if seat is None else seat(state)
        if names_card and state[slot] != NONE:
            effects.knowledge.show(state, (state[slot],), to)
        state[layout.hidden[slot].shown_at] |= (2 << layout.player_count) - 1 if to is None else 1 << to
        if watch is not None:
            values = tuple(one(state) for one in index)
            seen_by = everybody if to is None else (to,)
            event = Event("opened", span, state[ME], name=step.name, values=values, amount=state[slot])
            watch.tell(evolve(event, seen_by=seen_by))

    return shown


def set_local(effects: Effects, step: SetLocal, within: str) -> Act:
    """A value gets a name."""
    store = effects.evaluator.store(step.slot, step.value)

    def named(state: State, watch: Watch | None) -> None:
        store(state)

    return named


def award(effects: Effects, step: AwardStep, within: str) -> Act:
    """Points for a player under the name of a score."""
    evaluator, span = effects.evaluator, step.span
    amount, to = evaluator.one(step.amount), evaluator.one(step.to)
    card = None if step.card is None else evaluator.one(step.card)
    awards_at = effects.layout.awards_at[step.score]
    everybody = effects.layout.seats

    def awarded(state: State, watch: Watch | None) -> None:
        points, player = amount(state), to(state)
        source = NONE if card is None else card(state)
        state[awards_at + player] = checked(state[awards_at + player] + points, span)
        if watch is not None:
            cards = () if source == NONE else (source,)
            watch.tell(
                Event(
                    "awarded",
                    span,
                    state[ME],
                    cards,
                    to=player,
                    name=step.score,
                    amount=points,
                    seen_by=everybody,
                )
            )

    return awarded


def drop_out(effects: Effects, step: DropOutStep, within: str) -> Act:
    """A player takes no more part; without a player, the one who acts."""
    player = None if step.player is None else effects.evaluator.one(step.player)
    out_at, span = effects.layout.out_at, step.span
    everybody = effects.layout.seats

    def dropped(state: State, watch: Watch | None) -> None:
        who = state[ME] if player is None else player(state)
        if who == NONE:
            raise fault("fault-nobody", span)
        if watch is not None and not state[out_at + who]:
            watch.tell(Event("dropped", span, state[ME], to=who, seen_by=everybody))
        state[out_at + who] = 1

    return dropped


def end_game(effects: Effects, step: EndGameStep, within: str) -> Act:
    """The game is over at once; effects that follow are not carried out."""
    reason, span = NONE if step.because is None else effects.reason(step.because), step.span

    def ended(state: State, watch: Watch | None) -> None:
        state[OVER] = 1
        state[ENDING] = reason
        if watch is not None:
            watch.tell(Event("ended", span, state[ME]))
        raise GameEnded

    return ended


VALUE_STEPS: Mapping[type[Step], Callable[..., Act]] = {
    SetVariable: set_variable,
    ShowValueStep: show_value,
    SetLocal: set_local,
    AwardStep: award,
    DropOutStep: drop_out,
    EndGameStep: end_game,
}
