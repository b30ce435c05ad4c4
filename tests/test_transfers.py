"""Cards handed on unseen: how many went is remembered, and which went is told when it comes to light."""

from __future__ import annotations

import pytest
from knowing import DECK, PUBLIC, begun, deal, hand, lies, may_be, put
from models import E1, F1, F2, F3, TILE, Played, card, number, seat, table, zone

from rulewright.dsl.model import ListOfTerms, ShowStep
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.engine.transfers import Transfer
from rulewright.interpreter.state.layout import ME, State


def cards(*numbers: int) -> ListOfTerms:
    return ListOfTerms(tuple(card(one) for one in numbers), kind=TILE.many())


def of(played: Played, observer: int) -> list[Transfer]:
    return played.knowledge.transfers.of(played.state, observer)


def known(*numbers: int) -> int:
    return sum(1 << one for one in numbers)


def begun_with_hand() -> Played:
    """Hand 1 holds F3, which only its player saw, and E1, F1 and F2, which all saw."""
    played = begun()
    played.do(deal(1, DECK, hand(1)))
    seen = cards(E1, F1, F2)
    played.do(put(seen, zone("row", number(1))), put(seen, hand(1)))
    return played


def two_handed_on() -> Played:
    """F1 and F2 have gone on from hand 1 to hand 2."""
    played = begun_with_hand()
    played.do(put(cards(F1, F2), hand(2)))
    return played


def test_before_the_cards_go_on_it_is_known_where_they_are() -> None:
    played = begun_with_hand()
    assert [may_be(played, 0, one) for one in (E1, F1, F2)] == [{"hand1"}] * 3
    assert may_be(played, 0, F3) == {"deck", "hand1"}


def test_of_known_cards_handed_on_unseen_it_is_remembered_how_many_went() -> None:
    played = two_handed_on()
    (transfer,) = of(played, 0)
    assert (transfer.cards, transfer.least, transfer.most) == (known(E1, F1, F2), 1, 2)
    assert of(played, PUBLIC) == [transfer]


@pytest.mark.parametrize("observer", [1, 2])
def test_who_gives_and_who_receives_is_in_no_doubt(observer: int) -> None:
    played = two_handed_on()
    assert of(played, observer) == []
    assert may_be(played, observer, F1) == {"hand2"}
    assert may_be(played, observer, E1) == {"hand1"}


def test_a_card_that_comes_to_light_narrows_what_is_left() -> None:
    played = two_handed_on()
    played.do(put(card(F1), zone("row", number(1))))
    (transfer,) = of(played, 0)
    assert (transfer.cards, transfer.least, transfer.most) == (known(E1, F2), 0, 1)
    assert (transfer.went, transfer.pool) == (1, 3)


def test_cards_that_change_places_do_so_in_transfers() -> None:
    played = two_handed_on()
    played.knowledge.transfers.exchange(played.state, 0, F1, F3)
    (transfer,) = of(played, 0)
    assert transfer.cards == known(E1, F2, F3)
    played.knowledge.transfers.exchange(played.state, 0, E1, F2)
    assert of(played, 0) == [transfer]


def test_when_all_that_went_is_seen_the_rest_surely_stayed() -> None:
    played = two_handed_on()
    played.do(put(cards(F1, F2), zone("row", number(1))))
    assert of(played, 0) == []
    assert may_be(played, 0, E1) == {"hand1"}


def test_a_card_shown_where_it_lies_counts_as_well() -> None:
    played = two_handed_on()
    played.do(ShowStep(card(E1), None), ShowStep(card(F1), None))
    (transfer,) = of(played, 0)
    assert (transfer.cards, transfer.least, transfer.most) == (known(F2), 0, 1)


def test_cards_that_go_on_further_are_looked_for_there_too() -> None:
    played = two_handed_on()
    played.do(put(card(F1), zone("secret", seat(2))))
    (transfer,) = of(played, 0)
    secret = 1 << played.zone("secret", 2)
    assert transfer.gone == 1 << played.zone("hand", 2) | secret
    assert (transfer.least, transfer.most) == (1, 2)


def test_cards_that_come_back_widen_the_bounds() -> None:
    played = two_handed_on()
    played.do(put(card(F1), hand(1)))
    (transfer,) = of(played, 0)
    assert (transfer.least, transfer.most) == (0, 2)


def test_more_that_come_back_than_surely_went_leave_no_less_than_none() -> None:
    played = two_handed_on()
    played.do(deal(1, DECK, hand(2)), put(cards(F1, F2), hand(1)))
    (transfer,) = of(played, 0)
    assert (transfer.least, transfer.most) == (0, 2)


def test_cards_that_follow_may_be_all_of_them_and_no_more() -> None:
    played = begun()
    played.do(deal(5, DECK, hand(1)))
    seen = cards(E1, F1, F2)
    played.do(put(seen, zone("row", number(1))), put(seen, hand(1)), put(cards(F1, F2), hand(2)))
    played.do(put(card(F3), hand(2)), put(card(E1), hand(2)))
    (transfer,) = of(played, 0)
    assert (transfer.cards, transfer.most) == (known(E1, F1, F2), 3)


def test_a_whole_hand_handed_on_leaves_no_doubt() -> None:
    played = begun_with_hand()
    played.do(put(cards(E1, F1, F2, F3), zone("secret", seat(2))))
    assert of(played, 0) == []
    assert may_be(played, 0, F1) == {"secret2"}


def test_a_redeal_hands_on_as_many_as_were() -> None:
    played = two_handed_on()
    gone = set()
    for seed in range(60):
        state = redeal(played.layout, played.state, 0, seed)
        there = [one for one in (E1, F1, F2) if one in lies(played, state, "hand", 2)]
        assert 1 <= len(there) <= 2
        gone.add(tuple(there))
    assert gone == {(E1,), (F1,), (F2,), (E1, F1), (E1, F2), (F1, F2)}


def test_a_redeal_lays_cards_handed_on_where_somebody_handed_them_on() -> None:
    played = begun_with_hand()
    played.do(deal(2, DECK, hand(2)))
    played.state[ME] = 1
    played.do(put(cards(F1, F2), hand(2)))
    mover = played.layout.mover_at
    for seed in range(40):
        state = redeal(played.layout, played.state, 0, seed)
        there = lies(played, state, "hand", 2)
        assert {one for one in there if one in (E1, F1, F2)} <= {
            one for one in there if state[mover + one] == 1
        }
        assert sorted(state[mover + one] for one in there) == [0, 0, 1, 1]


def test_what_others_know_of_a_transfer_fits_the_redeal() -> None:
    played = two_handed_on()
    for seed in range(30):
        state = redeal(played.layout, played.state, 0, seed)
        for transfer in played.knowledge.transfers.of(state, PUBLIC):
            assert transfer.least <= _in(played, state, transfer) <= transfer.most


def _in(played: Played, state: State, transfer: Transfer) -> int:
    """How many cards of a transfer really lie where it led."""
    zones = [place.number for place in played.layout.zones if transfer.gone >> place.number & 1]
    return sum(
        transfer.cards >> one & 1 and state[played.layout.zone_of_at + one] in zones for one in range(9)
    )


def test_the_oldest_is_forgotten_where_there_is_no_more_room() -> None:
    played = table()
    transfers = played.knowledge.transfers
    many = [Transfer(1, 2, 0, 1, 1, 2, 0, known(one)) for one in range(played.layout.transfer_room + 1)]
    transfers.keep(played.state, 0, many)
    assert of(played, 0) == many[1:]
