"""Cards dealt unseen in the small game of `models`, for tests of what observers know."""

from __future__ import annotations

from models import TILE, Played, number, seat, table, zone

from rulewright.dsl.model import DealStep, EveryCard, PutStep, Term
from rulewright.interpreter.engine.knowledge import possible_zones
from rulewright.interpreter.state.layout import State

DECK, PUBLIC = zone("deck"), 3


def begun() -> Played:
    """Three players; all tiles in the deck, face down."""
    played = table()
    played.do(put(EveryCard("Tile", kind=TILE.many()), DECK))
    return played


def put(what: Term, to: Term) -> PutStep:
    return PutStep(what, "into", to, None)


def deal(amount: int, origin: Term, to: Term) -> DealStep:
    return DealStep(number(amount), False, origin, to, False)


def hand(player: int) -> Term:
    return zone("hand", seat(player))


def may_be(played: Played, observer: int, card_: int, state: State | None = None) -> set[str]:
    """Where a card may be, by name and owner, as far as an observer can tell."""
    zones = possible_zones(played.layout, state or played.state, observer, card_)
    places = [played.layout.zones[number_] for number_ in zones]
    return {"".join([place.name, *map(str, place.index)]) for place in places}


def lies(played: Played, state: State, name: str, *index: int) -> list[int]:
    place = played.layout.zones[played.zone(name, *index)]
    return state[place.base : place.base + state[place.size_at]]
