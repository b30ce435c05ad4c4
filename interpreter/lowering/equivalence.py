"""When choosing one thing is the same move as choosing another, and in which order things are shown.

Two cards are one choice when the chooser sees both, they lie in one zone without an order (or in the box),
agree in all properties and in all that is recorded of them, and the choices before name both or neither;
two dice when they show the same face in one cup that the chooser sees.
"""

from __future__ import annotations

from math import prod

from rulewright.dsl.model import NONE, BuiltIn, CardsIn, EveryCard, Gather, Kind, Me, Term, ZoneAt
from rulewright.dsl.model.traverse import parts_of
from rulewright.interpreter.code.instructions import Expression, If, Parameter, Range, Return
from rulewright.interpreter.code.make import (
    NO,
    YES,
    binary,
    both,
    differ,
    either,
    equal,
    load,
    name,
    number,
    plus,
    times,
)
from rulewright.interpreter.lowering.builder import Builder, call
from rulewright.interpreter.lowering.built_ins import mover_region
from rulewright.interpreter.lowering.effects import shown_region
from rulewright.interpreter.lowering.many import zone_of_region
from rulewright.interpreter.lowering.values import dice_region, face_slots, variable_region, within
from rulewright.interpreter.state.chance import site_number
from rulewright.interpreter.state.layout import CupInstance, ZoneInstance, sees_into


def may_merge(b: Builder, domain: Term) -> bool:
    """Can two different values of a domain ever be one choice?"""
    kind = domain.kind
    if kind.family == "die":
        return True
    if kind.family != "card":
        return False
    cards = [b.layout.cards[card] for card in b.layout.cards_of.get(kind.name, ())]
    if len({card.alike for card in cards}) == len(cards):
        return False
    return any(zone.unordered and zone.cards == kind.name for zone in b.layout.zones) or any(
        isinstance(part, EveryCard) for part in parts_of(domain)
    )


def same(b: Builder, kind: Kind, one: Expression, other: Expression) -> Expression:
    """Are two elements one choice, as far as they themselves go?"""
    title = f"same_{kind.name or kind.family}"
    low, high = b.range_of(kind.surely())
    first, second = name("one", low, high), name("other", low, high)
    parameters = [Parameter("one", low, high), Parameter("other", low, high)]

    def build() -> Expression:
        b.emit(If(equal(first, second), (Return(YES),)))
        return _same_dice(b, first, second) if kind.family == "die" else _same_cards(b, kind, first, second)

    b.function(title, parameters, (), build, shared=True)
    return call(title, one, other, low=0, high=1)


def _same_dice(b: Builder, one: Expression, other: Expression) -> Expression:
    cups = [cup.number for cup in b.layout.cups for _ in range(cup.capacity)]
    cup, second = b.looked_up("die_cup", cups, one), b.looked_up("die_cup", cups, other)
    faces = [load(dice_region(b), b.looked_up("face_of", face_slots(b), die)) for die in (one, other)]
    alike = both(equal(cup, second), equal(faces[0], faces[1]))
    return both(alike, seen(b, [sees_into_row(b, cup) for cup in b.layout.cups], cup))


def sees_into_row(b: Builder, place: ZoneInstance | CupInstance) -> list[int]:
    """For each seat, whether it sees into a zone or cup."""
    return [int(sees_into(place, seat)) for seat in range(b.players)]


def seen(b: Builder, rows: list[list[int]], which: Expression) -> Expression:
    """Does the acting seat see into one of some places, of which there is a row each?"""
    if all(all(row) for row in rows):
        return YES
    flat = [flag for row in rows for flag in row]
    me = within(b.me(), 0, b.players - 1)
    return b.looked_up("sees", flat, plus(times(which, b.players), me))


def _same_cards(b: Builder, kind: Kind, one: Expression, other: Expression) -> Expression:
    layout = b.layout
    alike = [card.alike for card in layout.cards]
    zones = zone_of_region(b)
    zone = b.let(load(zones, one), "zone", copy=True)
    b.emit(If(differ(b.looked_up("alike", alike, one), b.looked_up("alike", alike, other)), (Return(NO),)))
    b.emit(If(differ(zone, load(zones, other)), (Return(NO),)))
    loose = [[1] * b.players]
    loose += [sees_into_row(b, place) if place.unordered else [0] * b.players for place in layout.zones]
    b.emit(If(equal(seen(b, loose, plus(zone, 1)), 0), (Return(NO),)))
    if b.asks_for(BuiltIn, named="player_of"):
        movers = mover_region(b)
        b.emit(If(differ(load(movers, one), load(movers, other)), (Return(NO),)))
    for title, variable in b.model.variables.items():
        place = layout.variables[title]
        for position, dimension in enumerate(variable.dimensions):
            if dimension.over == "card" and dimension.name == kind.name:
                _same_by_card(b, title, position, one, other)
        if variable.kind.family == "card" and variable.kind.name == kind.name:
            at = b.fresh("at")
            value = load(variable_region(b, title), name(at, 0, place.size - 1))
            test = differ(equal(value, one), equal(value, other))
            if variable.sight != "up":
                test = either(test, equal(_sees_value(b, title, name(at, 0, place.size - 1)), 0))
            b.emit(Range(at, number(0), number(place.size), (If(test, (Return(NO),)),)))
    return YES


def _same_by_card(b: Builder, title: str, position: int, one: Expression, other: Expression) -> None:
    """Is the same kept for both cards, with the card at one place of a variable's index?"""
    layout, variable, place = b.layout, b.model.variables[title], b.layout.variables[title]
    region = variable_region(b, title)
    stride = prod(place.lengths[position + 1 :])
    outer = prod(place.lengths[:position])
    length, first = place.lengths[position], place.firsts[position]
    block, step = b.fresh("block"), b.fresh("step")

    def slot(card: Expression) -> Expression:
        along = plus(times(name(block, 0, outer - 1), length), plus(card, -first))
        return within(plus(times(along, stride), name(step, 0, stride - 1)), 0, place.size - 1)

    def compare() -> None:
        mine, its = b.let(slot(one), "mine"), b.let(slot(other), "its")
        b.emit(If(differ(load(region, mine), load(region, its)), (Return(NO),)))
        if variable.sight != "up":
            for each in (mine, its):
                b.emit(If(equal(_sees_value(b, title, each), 0), (Return(NO),)))
        if variable.kind.family == "card":
            # A card that lies where not all see it: nobody may learn whether two of these are one.
            up = [1, *(int(zone.sight == "up") for zone in layout.zones)]
            up[0] = 0
            held = b.let(load(region, mine), "held", copy=True)
            there = within(held, 0, len(layout.cards) - 1)
            hidden = equal(b.looked_up("face_up", up, plus(load(zone_of_region(b), there), 1)), 0)
            b.emit(If(both(differ(held, NONE), hidden), (Return(NO),)))

    inner = Range(step, number(0), number(stride), b.block(compare))
    b.emit(Range(block, number(0), number(outer), (inner,)))


def _sees_value(b: Builder, title: str, at: Expression) -> Expression:
    """Does the acting seat see a value of a hidden variable?"""
    variable, place = b.model.variables[title], b.layout.variables[title]
    me = within(b.me(), 0, b.players - 1)
    shown = binary("&", binary(">>", load(shown_region(b, title), at), me), number(1))
    shown = differ(shown, 0)
    if variable.sight != "owner":
        return shown
    owners = [b.layout.hidden[place.base + step].owner for step in range(place.size)]
    owner = b.looked_up("value_owner", [-1 if one is None else one for one in owners], at)
    return either(equal(owner, me), shown)


# ---- the order in which things are shown -----------------------------------------------------------


def needs_order(b: Builder, domain: Term) -> str:
    """How a domain's elements must be put in order so that it tells nothing: "", "by place" or "as shown"."""
    over = domain.over if isinstance(domain, Gather) and domain.order is None else domain
    hidden = [zone for zone in b.layout.zones if zone.cards == domain.kind.name and zone.sight != "up"]
    if domain.kind.family != "card" or not hidden:
        return ""
    if isinstance(over, EveryCard):
        return "by place"
    if isinstance(over, CardsIn) and _seen_by_chooser(b, over.zone):
        return ""
    return "as shown" if any(zone.unordered for zone in hidden) else ""


def _seen_by_chooser(b: Builder, zone: Term) -> bool:
    """Is a zone one that keeps an order, or that whoever chooses sees into for certain?"""
    if not isinstance(zone, ZoneAt):
        return False
    own = len(zone.index) == 1 and isinstance(zone.index[0], Me)
    places = [one for one in b.layout.zones if one.name == zone.zone]
    if all(not one.unordered for one in places):
        return True
    if own:
        return all(sees_into(one, seat) for seat, one in enumerate(places))
    return all(sees_into(one, seat) for one in places for seat in range(b.players))


def shown_tables(b: Builder) -> dict[str, list[int]]:
    """For the runtime: which zones each seat does not see into, which are without order, their sites."""
    zones = b.layout.zones
    unseen = [int(not sees_into(zone, seat)) for seat in range(b.players) for zone in zones]
    return {
        "UNSEEN": unseen or [0],
        "LOOSE": [int(zone.unordered) for zone in zones] or [0],
        "SHOWN_SITES": [site_number(f"order shown of {zone.name} {zone.index}") for zone in zones] or [0],
        "SETS": [list(b.model.card_sets).index(card.set_name) for card in b.layout.cards] or [0],
    }
