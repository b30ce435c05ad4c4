"""Effects on dice: roll and reroll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.dsl.model import RerollStep, RollStep, Step
from rulewright.interpreter.chance import draw, site_number
from rulewright.interpreter.evaluate_places import cup_at, faces_at
from rulewright.interpreter.events import Event, Watch
from rulewright.interpreter.faults import fault
from rulewright.interpreter.layout import ME, CupInstance, Layout, State, cup_site, seats_into
from rulewright.interpreter.state import seed_of

if TYPE_CHECKING:
    from rulewright.interpreter.effects import Act, Effects


def roll(effects: Effects, step: RollStep, within: str) -> Act:
    """A cup is emptied, unless for more dice, and dice are rolled into it."""
    layout, span = effects.layout, step.span
    amount = effects.evaluator.one(step.amount)
    cup_number = cup_at(effects.evaluator, step.dice, step.index, span)
    draw_faces = _faces_of(layout)

    def rolled(state: State, watch: Watch | None) -> None:
        cup = layout.cups[cup_number if isinstance(cup_number, int) else cup_number(state)]
        wanted = amount(state)
        if wanted < 0:
            raise fault("fault-negative", span, amount=wanted)
        lying = state[cup.base] if step.more else 0
        if lying + wanted > cup.capacity:
            raise fault("fault-dice", span, cup=cup.name, wanted=lying + wanted, most=cup.capacity)
        shown = draw_faces(state, cup, wanted)
        first, room = cup.base + 1, cup.capacity - lying
        state[cup.base] = lying + wanted
        state[first + lying : first + cup.capacity] = [*shown, *[0] * (room - wanted)]
        if watch is not None:
            seen_by = seats_into(layout, cup)
            told = Event("rolled", span, state[ME], origin=cup.number, name=cup.name, values=tuple(shown))
            watch.tell(evolve(told, seen_by=seen_by))

    return rolled


def reroll(effects: Effects, step: RerollStep, within: str) -> Act:
    """Some dice are rolled again, each where it lies."""
    layout, evaluator, span = effects.layout, effects.evaluator, step.span
    many = evaluator.many(step.what) if step.what.kind.shape == "many" else None
    single = evaluator.one(step.what) if many is None else None
    places, draw_faces = faces_at(evaluator), _faces_of(layout)
    cups = [cup for cup in layout.cups for _ in range(cup.capacity)]

    def rerolled(state: State, watch: Watch | None) -> None:
        dice = many(state) if many is not None else [single(state)] if single is not None else []
        for die in dice:
            (state[places[die]],) = draw_faces(state, cups[die], 1)
        if watch is not None:
            for number, rolled in groupby(dice, lambda die: cups[die].number):
                cup = layout.cups[number]
                values = tuple(state[places[die]] for die in rolled)
                told = Event("rerolled", span, state[ME], origin=number, name=cup.name, values=values)
                watch.tell(evolve(told, seen_by=seats_into(layout, cup)))

    return rerolled


def _faces_of(layout: Layout) -> Callable[[State, CupInstance, int], list[int]]:
    """What so many dice of a cup show when they are rolled, by the chance of that cup."""
    names = [cup_site(layout, cup) for cup in layout.cups]
    streams = [(site_number(name), layout.sites[name]) for name in names]

    def draw_faces(state: State, cup: CupInstance, amount: int) -> list[int]:
        (site, counter), faces = streams[cup.number], layout.model.dice[cup.name].faces
        seed, count, shown = seed_of(state), state[counter], []
        for _ in range(amount):
            face, count = draw(seed, site, count, len(faces))
            shown.append(faces[face])
        state[counter] = count
        return shown

    return draw_faces


DICE_STEPS: Mapping[type[Step], Callable[..., Act]] = {RollStep: roll, RerollStep: reroll}
