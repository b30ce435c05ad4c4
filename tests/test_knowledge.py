"""What observers may know of cards, and games dealt anew that fit what a seat knows."""

from __future__ import annotations

from knowing import DECK, PUBLIC, begun, deal, hand, lies, may_be, put
from models import E1, E2, F1, F2, F3, W3, Played, card, cards_in, number, seat, table, zone

from rulewright.dsl.model import (
    NONE,
    RollStep,
    ShowStep,
    ShuffleStep,
    SwapStep,
)
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.state.layout import SEED_HIGH, SEED_LOW
from rulewright.interpreter.state.state import fill


def test_after_setup_all_know_what_is_in_the_deck() -> None:
    assert may_be(begun(), 0, E1) == {"deck"}


def test_a_card_in_the_box_is_nowhere() -> None:
    assert may_be(table(), 0, E1) == set()


def test_what_is_dealt_unseen_may_be_any_card() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)))
    assert may_be(played, 0, E1) == {"deck", "hand1"}
    assert may_be(played, 0, F3) == {"deck", "hand1"}
    assert may_be(played, PUBLIC, F3) == {"deck", "hand1"}


def test_who_sees_the_cards_dealt_knows_them() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)))
    assert may_be(played, 1, F3) == {"hand1"}
    assert may_be(played, 1, E1) == {"deck"}


def test_a_card_laid_open_is_known_and_others_are_not() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)), put(card(F3), zone("row", number(1))))
    assert may_be(played, 0, F3) == {"row1"}
    assert may_be(played, 0, F2) == {"deck", "hand1"}


def test_a_card_taken_from_the_open_is_known_where_it_went() -> None:
    played = begun()
    played.do(deal(1, DECK, zone("row", number(1))), put(card(F3), hand(1)))
    assert may_be(played, 0, F3) == {"hand1"}


def test_a_known_card_that_moves_on_unseen_may_have_stayed() -> None:
    played = begun()
    played.do(deal(1, DECK, zone("row", number(1))), put(card(F3), hand(1)), deal(2, DECK, hand(1)))
    played.do(put(card(F3), hand(2)))
    assert may_be(played, 0, F3) == {"hand1", "hand2"}
    assert may_be(played, 0, F2) == {"deck", "hand1", "hand2"}


def test_when_a_zone_is_emptied_its_cards_are_where_they_went() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)))
    played.do(put(cards_in("hand", seat(1)), zone("secret", seat(2))))
    assert may_be(played, 0, F3) == {"deck", "secret2"}
    assert may_be(played, 1, F3) == {"secret2"}


def test_when_the_last_cards_are_laid_open_the_rest_cannot_be_there() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)), put(cards_in("hand", seat(1)), zone("row", number(1))))
    assert may_be(played, 0, E1) == {"deck"}


def test_swapped_hands() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)), deal(2, DECK, hand(2)), SwapStep(hand(1), hand(2)))
    assert may_be(played, 1, F3) == {"hand2"}
    assert may_be(played, 2, F3) == {"hand2"}
    assert may_be(played, 1, W3) == {"hand1"}
    assert may_be(played, 0, F3) == {"deck", "hand1", "hand2"}


def test_a_card_shown_to_one_player() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)), ShowStep(card(F3), seat(0)))
    assert may_be(played, 0, F3) == {"hand1"}
    assert may_be(played, 2, F3) == {"deck", "hand1"}


def test_a_card_shown_to_all_is_seen_by_the_watcher_too() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)), ShowStep(card(F3), None))
    assert may_be(played, 2, F3) == may_be(played, PUBLIC, F3) == {"hand1"}


def test_of_a_card_that_is_seen_nothing_is_kept() -> None:
    played, other = begun(), begun()
    played.do(deal(1, DECK, hand(1)), put(card(F3), zone("row", number(1))), put(card(F3), hand(1)))
    other.do(deal(1, DECK, zone("row", number(1))), put(card(F3), hand(1)))
    first = played.layout.knowledge_at
    assert may_be(played, 1, F3) == may_be(other, 1, F3) == {"hand1"}
    assert played.state[first + 9 + F3] == other.state[first + 9 + F3] == 0


def test_of_a_position_set_up_by_hand_nothing_hidden_is_known() -> None:
    played = begun()
    played.do(deal(2, DECK, hand(1)), deal(1, DECK, hand(0)), ShowStep(card(F3), None))
    played.knowledge.forget(played.state)
    assert may_be(played, 0, F3) == {"deck", "hand1"}
    assert may_be(played, 0, W3) == {"deck", "hand1"}
    assert may_be(played, 0, F1) == {"hand0"}


# ---- dealt anew ----------------------------------------------------------------------------------


def midgame() -> Played:
    """Hands dealt; seat 0 knows F3 to lie in hand 1, and one card is open."""
    played = begun()
    played.do(ShuffleStep(DECK))
    played.do(*(deal(2, DECK, hand(player)) for player in range(3)))
    played.do(deal(1, DECK, zone("row", number(1))), ShowStep(cards_in("hand", seat(1)), seat(0)))
    played.do(RollStep(number(2), "own", (seat(0),)), RollStep(number(2), "own", (seat(1),)))
    played.state[played.layout.variables["bid"].base + 1] = 7
    return played


def test_a_redeal_keeps_what_the_seat_knows() -> None:
    played = midgame()
    for seed in range(20):
        state = redeal(played.layout, played.state, 0, seed)
        for name, index in (("hand", (0,)), ("hand", (1,)), ("row", (1,))):
            assert lies(played, state, name, *index) == played.lies_in(name, *index)
        for card_ in range(9):
            assert may_be(played, 0, card_, state) == may_be(played, 0, card_)
            zone_ = played.layout.zones[state[played.layout.zone_of_at + card_]]
            assert zone_.name + "".join(map(str, zone_.index)) in may_be(played, 0, card_)


def test_a_redeal_changes_what_the_seat_does_not_know() -> None:
    played = midgame()
    hands = {
        tuple(lies(played, redeal(played.layout, played.state, 0, seed), "hand", 2)) for seed in range(40)
    }
    assert len(hands) == 6  # two of the four cards that seat 0 has not seen


def test_a_redeal_loses_no_card_and_no_size() -> None:
    played = midgame()
    state = redeal(played.layout, played.state, 2, 5)
    found = [
        card_ for place in played.layout.zones for card_ in lies(played, state, place.name, *place.index)
    ]
    assert sorted(found) == list(range(9))
    for place in played.layout.zones:
        assert state[place.size_at] == played.state[place.size_at]


def test_a_redeal_keeps_hands_in_their_order() -> None:
    played = midgame()
    for seed in range(10):
        cards = lies(played, redeal(played.layout, played.state, 1, seed), "hand", 2)
        assert cards == sorted(cards, key=lambda one: (one % 3, one))


def test_a_redeal_gives_others_knowledge_that_fits() -> None:
    played = midgame()
    for seed in range(20):
        state = redeal(played.layout, played.state, 0, seed)
        for observer in range(4):
            for card_ in range(9):
                place = played.layout.zones[state[played.layout.zone_of_at + card_]]
                assert place.name + "".join(map(str, place.index)) in may_be(played, observer, card_, state)


def test_a_redeal_draws_chance_anew() -> None:
    played = midgame()
    one, same, other = (redeal(played.layout, played.state, 0, seed) for seed in (1, 1, 2))
    assert one == same
    seeds = {(state[SEED_LOW], state[SEED_HIGH]) for state in (played.state, one, other)}
    assert len(seeds) == 3


def swap_unseen(played: Played, observers: tuple[int, ...]) -> None:
    """Let a card of the deck and one of hand 2 have been dealt the other way round."""
    one, other = played.lies_in("deck")[0], played.lies_in("hand", 2)[0]
    contents = [("deck", (), other), ("hand", (2,), one)]
    for name, index, instead in contents:
        cards_ = [instead, *played.lies_in(name, *index)[1:]]
        fill(played.layout, played.state, played.zone(name, *index), cards_)
    for observer in observers:
        row = played.layout.knowledge_at + 9 * observer
        known = played.state[row + one], played.state[row + other]
        played.state[row + other], played.state[row + one] = known


def test_a_redeal_does_not_depend_on_what_the_seat_cannot_know() -> None:
    played, twin = midgame(), midgame()
    swap_unseen(twin, (1, 2, 3))
    twin.state[twin.layout.variables["bid"].base + 1] = 9
    own = twin.layout.cups[2]
    twin.state[own.base + 1] = (twin.state[own.base + 1] + 1) % 3
    assert twin.lies_in("deck") != played.lies_in("deck")
    for seed in range(10):
        assert redeal(played.layout, played.state, 0, seed) == redeal(twin.layout, twin.state, 0, seed)


def test_hidden_dice_are_rolled_again_and_own_ones_kept() -> None:
    played = midgame()
    mine, theirs = played.layout.cups[1], played.layout.cups[2]
    rolls = set()
    for seed in range(20):
        state = redeal(played.layout, played.state, 0, seed)
        assert state[mine.base : mine.base + 3] == played.state[mine.base : mine.base + 3]
        rolls.add(tuple(state[theirs.base : theirs.base + 3]))
    assert len(rolls) > 4
    assert {roll[0] for roll in rolls} == {2}


def test_hidden_numbers_are_not_told() -> None:
    played = midgame()
    at = played.layout.variables["bid"].base
    assert redeal(played.layout, played.state, 0, 1)[at : at + 3] == [NONE, 0, NONE]
    assert redeal(played.layout, played.state, 1, 1)[at : at + 3] == [NONE, 7, NONE]


def test_a_tight_deal_is_found_by_moving_others_on() -> None:
    """Each card may be in two zones in a ring; most first choices leave no room for the last."""
    played = table()
    for player, one in ((1, E1), (2, E2)):
        played.place("hand", one, index=(player,))
        played.place("secret", one + 3, index=(player,))
    knowledge = played.layout.knowledge_at
    ring = [
        played.zone("hand", 1),
        played.zone("secret", 2),
        played.zone("hand", 2),
        played.zone("secret", 1),
    ]
    for place, one in enumerate((E1, E2 + 3, E2, E1 + 3)):
        played.state[knowledge + one] = 1 << ring[place] | 1 << ring[(place + 1) % 4]
    states = [redeal(played.layout, played.state, 0, seed) for seed in range(30)]
    assert {state[played.layout.zone_of_at + E1] for state in states} == {ring[0], ring[1]}
