"""What is asked of cards, zones, players and dice, read off the small game of `models`."""

from __future__ import annotations

import pytest
from models import (
    E1,
    E2,
    E3,
    F1,
    F2,
    PASSES,
    SUIT,
    TILE,
    W1,
    ZONE,
    Played,
    call,
    card,
    cards_in,
    local,
    number,
    suit,
    suit_of,
    table,
    value_of,
    work_out,
    zone,
)

from rulewright.dsl.model import (
    BOOL,
    INT,
    NONE,
    PLAYER,
    BagCount,
    BagTotal,
    Constant,
    DiceIn,
    DieFace,
    EveryCard,
    Gather,
    Kind,
    Me,
    Must,
    Property,
    RollStep,
    Term,
)
from rulewright.interpreter.faults import Fault


def fault_of(played: Played, term: Term) -> str:
    with pytest.raises(Fault) as caught:
        played.one(term)
    return caught.value.problem.code


def test_zones_by_constant_and_worked_out_index() -> None:
    played = table(me=2)
    played.place("row", E1, E2, index=(2,))
    played.place("hand", W1, index=(2,))
    played.place("grid", F1, index=(2, 3))
    assert played.many(cards_in("row", number(2))) == [E1, E2]
    assert played.many(cards_in("row", work_out(PASSES, "+", number(2)))) == [E1, E2]
    assert played.many(cards_in("hand", Me(kind=PLAYER))) == [W1]
    assert played.many(cards_in("grid", work_out(PASSES, "+", number(2)), number(3))) == [F1]


@pytest.mark.parametrize("index", [0, 4])
def test_an_index_outside_is_a_fault(index: int) -> None:
    assert fault_of(table(), zone("row", work_out(PASSES, "+", number(index)))) == "fault-index"
    assert fault_of(table(), zone("row", number(index))) == "fault-index"


def test_sizes_empty_and_full() -> None:
    played = table()
    assert played.test(call("empty", zone("pair"), kind=BOOL))
    played.place("pair", E1)
    assert played.one(call("size", zone("pair"))) == 1
    assert not played.test(call("full", zone("pair"), kind=BOOL))
    played.place("pair", E2)
    assert played.test(call("full", zone("pair"), kind=BOOL))
    assert played.one(call("size", EveryCard("Tile", kind=TILE.many()))) == 9


def test_top_and_bottom() -> None:
    played = table()
    for name in ("top", "bottom", "first", "last"):
        assert played.one(call(name, zone("row", number(1)), kind=TILE.maybe())) == NONE
    played.place("row", E1, E2, E3, index=(1,))
    at = work_out(PASSES, "+", number(1))
    for index in (number(1), at):
        assert played.one(call("top", zone("row", index), kind=TILE.maybe())) == E3
        assert played.one(call("last", zone("row", index), kind=TILE.maybe())) == E3
        assert played.one(call("bottom", zone("row", index), kind=TILE.maybe())) == E1


def test_levels_and_neighbours() -> None:
    played = table()
    played.place("row", E1, E2, E3, index=(1,))
    assert [played.one(call("level", card(one))) for one in (E1, E2, E3)] == [1, 2, 3]
    assert played.one(call("beneath", card(E2), kind=TILE.maybe())) == E1
    assert played.one(call("above", card(E2), kind=TILE.maybe())) == E3
    assert played.one(call("beneath", card(E1), kind=TILE.maybe())) == NONE
    assert played.one(call("above", card(E3), kind=TILE.maybe())) == NONE
    assert played.many(call("beside", card(E2), kind=TILE.many())) == [E1, E3]
    assert played.many(call("beside", card(E1), kind=TILE.many())) == [E2]


def test_where_and_whose_a_card_is() -> None:
    played = table(me=1)
    played.place("hand", E1, index=(2,))
    played.place("row", E2, index=(1,))
    assert played.one(call("zone_of", card(E1), kind=ZONE.maybe())) == played.zone("hand", 2)
    assert played.one(call("zone_of", card(E3), kind=ZONE.maybe())) == NONE
    assert played.one(call("owner", card(E1), kind=PLAYER)) == 2
    assert played.one(call("owner", card(E3), kind=PLAYER.maybe())) == NONE
    assert fault_of(played, call("owner", card(E2), kind=PLAYER)) == "fault-no-owner"
    assert played.one(call("player_of", card(E1), kind=PLAYER)) == 1
    assert fault_of(played, call("player_of", card(E3), kind=PLAYER)) == "fault-no-mover"


def test_a_card_in_the_box_has_no_level() -> None:
    assert fault_of(table(), call("level", card(E1))) == "fault-in-box"


def test_properties_and_bags() -> None:
    played = table()
    played.place("deck", F2)
    top = Must(call("top", zone("deck"), kind=TILE.maybe()), kind=TILE)
    assert played.one(value_of(top)) == 2
    assert played.one(BagCount(top, "symbols", suit(2), kind=INT)) == 2
    assert played.one(BagCount(top, "symbols", suit_of(top), kind=INT)) == 2
    assert played.one(BagCount(top, "symbols", suit(0), kind=INT)) == 0
    assert played.one(BagTotal(top, "symbols", kind=INT)) == 2
    assert played.many(Property(top, "kinds", kind=SUIT.many())) == [2, 0]


def test_players_around_the_table() -> None:
    played = table(players=3, me=2)
    me, side = Me(kind=PLAYER), Kind("enum", "Side")
    assert played.one(call("neighbour", me, Constant(0, kind=side), kind=PLAYER)) == 0
    assert played.one(call("neighbour", me, Constant(1, kind=side), kind=PLAYER)) == 1
    assert played.one(call("seat", me)) == 3
    assert played.test(call("playing", me, kind=BOOL))
    played.state[played.layout.out_at + 2] = 1
    assert not played.test(call("playing", me, kind=BOOL))


def test_min_max_abs() -> None:
    played = table()
    three = work_out(PASSES, "+", number(3))
    assert played.one(call("min", three, number(2))) == 2
    assert played.one(call("max", three, number(2))) == 3
    assert played.one(call("max", three, number(2), number(5))) == 5
    assert played.one(call("abs", work_out(PASSES, "-", number(4)))) == 4


def test_dice() -> None:
    played = table()
    played.do(RollStep(number(3), "cup", (), "roll"))
    dice = DiceIn("cup", (), kind=Kind("die").many())
    faces = Gather(0, dice, None, None, DieFace(local(0, Kind("die")), kind=INT), kind=INT.many())
    base = played.layout.cups[0].base
    assert played.many(faces) == played.state[base + 1 : base + 4]
    assert played.one(call("size", dice)) == 3
    assert not played.test(call("full", dice, kind=BOOL))
