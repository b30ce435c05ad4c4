"""The language's own functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.dsl.model import NONE, BuiltIn, CardsIn, DiceIn, Term
from rulewright.interpreter.code.instructions import (
    Break,
    CardAt,
    Do,
    EachItem,
    Expression,
    Find,
    Length,
    Meaning,
    Name,
    Region,
    Set,
    Stop,
)
from rulewright.interpreter.code.make import (
    binary,
    choice,
    differ,
    equal,
    known,
    load,
    minus,
    name,
    number,
    plus,
)
from rulewright.interpreter.lowering.builder import COLLECTIONS, VALUES, Builder, call
from rulewright.interpreter.lowering.many import (
    Each,
    cup_at,
    each,
    element_of,
    room_of,
    size_of,
    sizes_region,
    zone_of_region,
)
from rulewright.interpreter.lowering.values import one, within


@VALUES.lowers(BuiltIn, "name arguments")
def _built_in(b: Builder, term: BuiltIn) -> Expression:
    return _BUILT_INS[term.name](b, term)


@COLLECTIONS.lowers(BuiltIn, "name arguments")
def _built_in_collection(b: Builder, term: BuiltIn, body: Each, left: Expression | None) -> None:
    _COLLECTIONS[term.name](b, term, body, left)


# ---- sizes and ends ------------------------------------------------------------------------------


def _size(b: Builder, term: BuiltIn) -> Expression:
    return size_of(b, term.arguments[0])


def _empty(b: Builder, term: BuiltIn) -> Expression:
    return equal(size_of(b, term.arguments[0]), 0)


def _full(b: Builder, term: BuiltIn) -> Expression:
    argument = term.arguments[0]
    if isinstance(argument, DiceIn):
        cup = b.let(cup_at(b, argument), "cup")
        rooms = b.looked_up("cup_room", [one.capacity for one in b.layout.cups], cup)
        return binary(">=", size_of(b, argument), rooms)
    zone = b.let(one(b, argument.zone if isinstance(argument, CardsIn) else argument), "zone")
    rooms = b.looked_up("zone_room", [one.capacity for one in b.layout.zones], zone)
    return binary(">=", load(sizes_region(b), zone), rooms)


def _end(b: Builder, term: BuiltIn, last: bool) -> Expression:
    """The first or last element, or the card at one end of a zone; absent where there is none."""
    argument = term.arguments[0]
    if isinstance(argument, CardsIn):
        argument = argument.zone
    low, high = b.range_of(term.kind.surely())
    if argument.kind.shape == "one":
        zone = b.let(one(b, argument), "zone")
        size = b.let(load(sizes_region(b), zone), "size", copy=True)
        at = minus(size, 1) if last else number(0)
        card = CardAt(zone, within(at, 0, None), low=low, high=high)
        return choice(binary("!=", size, number(0)), card, number(NONE))
    found = b.variable(number(NONE), "found")
    if last:
        each(b, argument, lambda element: b.emit(Set(found, element)))
    else:
        left = differ(name(found, NONE, high), NONE)
        each(b, argument, lambda element: b.emit(Set(found, element), Break()), left)
    return name(found, NONE, high)


# ---- where a card lies ---------------------------------------------------------------------------


def _position(b: Builder, term: BuiltIn) -> tuple[Expression, Expression]:
    """The zone of a card that lies in one, and its position there."""
    card = b.let(one(b, term.arguments[0]), "card")
    if isinstance(card, Name) and card.name in b.scope.places:
        zone, at = b.scope.places[card.name]
        assert isinstance(at, Name)
        b.scope.asked.add(at.name)
        return within(zone, 0, None), at
    zone = b.let(load(zone_of_region(b), card), "zone")
    facts: dict[str, Meaning] = {"card": "card"}
    b.stop_if(binary("<", zone, number(0)), lambda: Stop(b.fault("fault-in-box", term.span, facts), (card,)))
    zone = within(zone, 0, None)
    return zone, b.let(Find(zone, card, low=0, high=sizes_region(b).high), "at")


def _level(b: Builder, term: BuiltIn) -> Expression:
    return plus(_position(b, term)[1], 1)


def _beneath(b: Builder, term: BuiltIn) -> Expression:
    zone, at = _position(b, term)
    low, high = b.range_of(term.kind.surely())
    under = CardAt(zone, within(minus(at, 1), 0, None), low=low, high=high)
    return choice(binary(">", at, number(0)), under, number(NONE))


def _above(b: Builder, term: BuiltIn) -> Expression:
    zone, at = _position(b, term)
    low, high = b.range_of(term.kind.surely())
    over = CardAt(zone, plus(at, 1), low=low, high=high)
    return choice(binary("<", plus(at, 1), load(sizes_region(b), zone)), over, number(NONE))


def _beside(b: Builder, term: BuiltIn, body: Each, left: Expression | None) -> None:
    zone, at = _position(b, term)
    low, high = b.range_of(term.kind.one())
    some = b.list(2)
    under = CardAt(zone, within(minus(at, 1), 0, None), low=low, high=high)
    over = CardAt(zone, plus(at, 1), low=low, high=high)
    b.when(binary(">", at, number(0)), lambda: b.add(some, under))
    b.when(binary("<", plus(at, 1), load(sizes_region(b), zone)), lambda: b.add(some, over))
    _go_through(b, term, some, body)


def _go_through(b: Builder, term: Term, some: str, body: Each) -> None:

    local, element = element_of(b, term.kind, "one")
    b.emit(EachItem(local, some, b.block(lambda: body(element))))


def _zone_of(b: Builder, term: BuiltIn) -> Expression:
    zone = b.let(load(zone_of_region(b), one(b, term.arguments[0])), "zone")
    return choice(binary("<", zone, number(0)), number(NONE), within(zone, 0, None))


def _index(b: Builder, term: BuiltIn) -> Expression:
    zone, at = one(b, term.arguments[0]), known(one(b, term.arguments[1]))
    assert at is not None
    found = [place.index[at - 1] if at <= len(place.index) else 0 for place in b.layout.zones]
    return b.looked_up(f"zone_index_{at}", found, zone)


# ---- players -------------------------------------------------------------------------------------


def _owner(b: Builder, term: BuiltIn) -> Expression:
    owners = [NONE, *(NONE if zone.owner is None else zone.owner for zone in b.layout.zones)]
    card = b.let(one(b, term.arguments[0]), "card")
    owner = b.looked_up("owner", owners, plus(load(zone_of_region(b), card), 1))
    return _present(b, term, card, owner, "fault-no-owner")


def _player_of(b: Builder, term: BuiltIn) -> Expression:
    card = b.let(one(b, term.arguments[0]), "card")
    return _present(b, term, card, load(mover_region(b), card), "fault-no-mover")


def mover_region(b: Builder) -> Region:
    """Who moved each card last."""
    return b.region("mover", b.layout.mover_at, len(b.layout.cards), NONE, b.players - 1)


def _present(b: Builder, term: BuiltIn, card: Expression, player: Expression, code: str) -> Expression:
    player = b.let(player, "player")
    facts: dict[str, Meaning] = {"card": "card"}
    b.stop_if(equal(player, NONE), lambda: Stop(b.fault(code, term.span, facts), (card,)))
    return within(player, 0, b.players - 1)


def _neighbour(b: Builder, term: BuiltIn) -> Expression:
    player, right = one(b, term.arguments[0]), one(b, term.arguments[1])
    step = choice(right, number(b.players - 1), number(1))
    return binary("mod", plus(player, step), number(b.players))


def _seat(b: Builder, term: BuiltIn) -> Expression:
    return plus(one(b, term.arguments[0]), 1)


def _playing(b: Builder, term: BuiltIn) -> Expression:
    return equal(load(out_region(b), one(b, term.arguments[0])), 0)


def out_region(b: Builder) -> Region:
    """Which players have dropped out."""
    return b.region("out", b.layout.out_at, b.players, 0, 1)


# ---- numbers -------------------------------------------------------------------------------------


def _extreme(b: Builder, term: BuiltIn, sign: str) -> Expression:
    assert sign in ("<=", ">=")
    values = [b.let(one(b, argument)) for argument in term.arguments]
    best = values[0]
    for value in values[1:]:
        low = min(best.low, value.low) if sign == "<=" else max(best.low, value.low)
        high = min(best.high, value.high) if sign == "<=" else max(best.high, value.high)
        best = b.let(within(choice(binary(sign, best, value), best, value), low, high))
    return best


def _abs(b: Builder, term: BuiltIn) -> Expression:
    value = b.let(one(b, term.arguments[0]))
    size = choice(binary("<", value, number(0)), minus(number(0), value), value)
    return within(size, 0, max(abs(value.low), abs(value.high)))


def _distinct_list(b: Builder, term: BuiltIn) -> str:
    some = b.list(room_of(b, term.arguments[0]))

    def add(element: Expression) -> None:

        b.emit(Do(call("add_new", element, lists=(some,))))

    each(b, term.arguments[0], add)
    return some


def _distinct_count(b: Builder, term: BuiltIn) -> Expression:

    some = _distinct_list(b, term)
    return Length(some, low=0, high=room_of(b, term.arguments[0]))


def _distinct(b: Builder, term: BuiltIn, body: Each, left: Expression | None) -> None:
    _go_through(b, term, _distinct_list(b, term), body)


_BUILT_INS: Mapping[str, Callable[[Builder, BuiltIn], Expression]] = {
    "size": _size,
    "empty": _empty,
    "full": _full,
    "top": lambda b, term: _end(b, term, last=True),
    "last": lambda b, term: _end(b, term, last=True),
    "bottom": lambda b, term: _end(b, term, last=False),
    "first": lambda b, term: _end(b, term, last=False),
    "level": _level,
    "beneath": _beneath,
    "above": _above,
    "zone_of": _zone_of,
    "index": _index,
    "owner": _owner,
    "player_of": _player_of,
    "neighbour": _neighbour,
    "seat": _seat,
    "playing": _playing,
    "min": lambda b, term: _extreme(b, term, "<="),
    "max": lambda b, term: _extreme(b, term, ">="),
    "abs": _abs,
    "distinct": _distinct_count,
}
_COLLECTIONS: Mapping[str, Callable[[Builder, BuiltIn, Each, Expression | None], None]] = {
    "beside": _beside,
    "distinct": _distinct,
}
