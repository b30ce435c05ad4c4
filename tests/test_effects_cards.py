"""Effects that move cards, seen on the small game of `models`."""

from __future__ import annotations

import pytest
from models import (
    E1,
    E2,
    E3,
    F1,
    F2,
    F3,
    TILE,
    W1,
    W2,
    W3,
    ZONE,
    Played,
    card,
    cards,
    compare,
    local,
    number,
    put,
    seat,
    table,
    value_of,
    zone,
)

from rulewright.dsl.model import (
    PLAYER,
    BuiltIn,
    DealStep,
    EveryCard,
    Gather,
    ShuffleStep,
    Step,
    SwapStep,
    Term,
    ZonesOf,
)
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.state import cards_in as cards_of_zone
from rulewright.interpreter.state import place_of

DECK, ROW1, ROW2, PAIR = zone("deck"), zone("row", number(1)), zone("row", number(2)), zone("pair")
TOP_OF_DECK = BuiltIn("top", (DECK,), kind=TILE.maybe())
ROWS = ZonesOf("row", (), kind=ZONE.many())


def fault_of(played: Played, *steps: Step) -> str:
    with pytest.raises(Fault) as caught:
        played.do(*steps)
    return caught.value.problem.code


# ---- put -----------------------------------------------------------------------------------------


def test_into_and_onto_put_on_top_and_beneath_below() -> None:
    played = table()
    played.do(put(card(E1), ROW1), put(card(E2), ROW1, "onto"), put(card(E3), ROW1, "beneath"))
    assert played.lies_in("row", 1) == [E3, E1, E2]


def test_at_a_position_and_the_next_ones() -> None:
    played = table()
    played.place("row", E1, E2, index=(1,))
    played.do(put(cards(W1, W2), ROW1, "at", number(2)))
    assert played.lies_in("row", 1) == [E1, W1, W2, E2]


@pytest.mark.parametrize("position", [0, -1, 4])
def test_outside_the_positions_is_a_fault(position: int) -> None:
    played = table()
    played.place("row", E1, E2, index=(1,))
    assert fault_of(played, put(card(W1), ROW1, "at", number(position))) == "fault-position"


def test_cards_above_a_gap_slide_down() -> None:
    played = table()
    played.place("row", E1, E2, E3, index=(1,))
    played.do(put(card(E2), ROW2))
    assert played.lies_in("row", 1) == [E1, E3]
    assert place_of(played.layout, played.state, E3) == (played.zone("row", 1), 1)
    assert cards_of_zone(played.layout, played.state, played.zone("row", 2)) == [E2]


def test_a_place_left_is_as_if_never_filled() -> None:
    played, fresh = table(), table()
    for one in (played, fresh):
        one.place("row", E1, index=(1,))
    played.do(put(card(E1), ROW2), put(card(E1), ROW1))
    assert played.state == fresh.state


def test_a_card_can_move_within_its_full_zone() -> None:
    played = table()
    played.place("pair", E1, E2)
    played.do(put(card(E1), PAIR))
    assert played.lies_in("pair") == [E2, E1]


def test_ordered_and_unordered_zones_keep_their_order() -> None:
    played = table()
    hand, secret = zone("hand", seat(0)), zone("secret", seat(0))
    played.do(put(cards(E3, W2, E2, W1), hand), put(cards(F2, F1), secret, "onto"))
    assert played.lies_in("hand", 0) == [W1, E2, W2, E3]
    assert played.lies_in("secret", 0) == [F1, F2]


def test_a_full_zone_is_a_fault() -> None:
    played = table()
    assert fault_of(played, put(cards(E1, E2, E3), PAIR)) == "fault-capacity"


def test_no_card_is_a_fault() -> None:
    assert fault_of(table(), put(TOP_OF_DECK, ROW1)) == "fault-no-card"


def test_the_mover_is_who_acts() -> None:
    played = table(me=2)
    played.do(put(card(E1), ROW1))
    assert played.one(BuiltIn("player_of", (card(E1),), kind=PLAYER)) == 2


def test_chosen_cards_of_the_box_go_down_in_order() -> None:
    played = table()
    earth = compare(value_of(local(0)), "==", number(1))
    played.do(put(Gather(0, EveryCard("Tile", kind=TILE.many()), earth, None, None, kind=TILE.many()), DECK))
    assert played.lies_in("deck") == [E1, W1, F1]


# ---- deal ----------------------------------------------------------------------------------------


def deal(amount: int, to: Term, each: bool = False, up_to: bool = False) -> DealStep:
    return DealStep(number(amount), up_to, DECK, to, each)


def test_deal_goes_round_by_round_from_the_top() -> None:
    played = table()
    played.place("deck", *range(9))
    played.do(deal(2, ROWS, each=True))
    assert [played.lies_in("row", one) for one in (1, 2, 3)] == [[F3, W3], [F2, W2], [F1, W1]]
    played.do(deal(1, ROW1))
    assert played.lies_in("row", 1) == [F3, W3, E3]


def test_too_few_cards_are_a_fault_unless_up_to() -> None:
    played = table()
    played.place("deck", E1, E2)
    with pytest.raises(Fault) as caught:
        played.do(deal(1, ROWS, each=True))
    assert (caught.value.problem.code, caught.value.problem.facts["wanted"]) == ("fault-deal", 3)
    played.do(deal(1, ROWS, each=True, up_to=True))
    assert [played.lies_in("row", one) for one in (1, 2, 3)] == [[E2], [E1], []]


def test_a_negative_deal_is_a_fault() -> None:
    assert fault_of(table(), deal(-1, ROW1)) == "fault-negative"


def test_up_to_a_negative_number_is_none() -> None:
    played = table()
    played.place("deck", E1, E2)
    played.do(deal(-1, ROW1, up_to=True))
    assert (played.lies_in("deck"), played.lies_in("row", 1)) == ([E1, E2], [])


# ---- shuffle, swap -------------------------------------------------------------------------------


def test_a_shuffle_keeps_the_cards_and_follows_the_seed() -> None:
    orders = []
    for seed in (1, 1, 2):
        played = table(seed=seed)
        played.place("deck", *range(9))
        played.do(ShuffleStep(DECK, "shuffle"))
        orders.append(played.lies_in("deck"))
    assert sorted(orders[0]) == list(range(9))
    assert orders[0] == orders[1] != orders[2]


def test_swap_of_two_cards() -> None:
    played = table()
    played.place("row", E1, E2, index=(1,))
    played.place("row", W1, W2, index=(2,))
    played.do(SwapStep(card(E1), card(W2)))
    assert (played.lies_in("row", 1), played.lies_in("row", 2)) == ([W2, E2], [W1, E1])
    played.do(SwapStep(card(W2), card(E2)))
    assert played.lies_in("row", 1) == [E2, W2]
    assert place_of(played.layout, played.state, E1) == (played.zone("row", 2), 1)


def test_swap_of_two_zones() -> None:
    played = table()
    played.place("row", E1, E2, E3, index=(1,))
    played.place("row", W1, index=(2,))
    played.do(SwapStep(ROW1, ROW2))
    assert (played.lies_in("row", 1), played.lies_in("row", 2)) == ([W1], [E1, E2, E3])
    assert fault_of(played, SwapStep(ROW2, PAIR)) == "fault-capacity"
