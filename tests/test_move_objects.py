"""Moves as objects: what they tell of cards unseen, and at which decision they can be made."""

from __future__ import annotations

import pytest
from flow_models import LEAD, start, texts

from rulewright.interpreter.engine.moves import At, IllegalMove, Move
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.seat import Seat

STEALING = (
    "enum Suit: earth, fire\ncards Token for each suit in Suit, value in 1..8\n"
    "zone deck: Token, face down\nzone hand of player: Token, seen by owner, unordered\n"
    f"{LEAD}setup\n    put Token into deck\n    shuffle deck\n    deal 5 from deck to each hand\n"
    "action steal(c in all hand where owner(c) != me)\n    put c into hand[me]\n"
    "action pass\nplay\n    turns clockwise from lead until empty(hand[lead])\n        choose steal, pass\n"
)


def stealing(seed: int) -> Game:
    return start(STEALING, seed=seed)


def held(game: Game) -> set[str]:
    """The cards of the first player."""
    return {card.id for card in game.view(0).zone("hand[1]").cards}


def stolen(game: Game, level: int) -> str:
    """The card that is stolen at a place of the other's hand."""
    before = held(game)
    game.apply(f"steal card in hand[2] at {level}")
    (card,) = held(game) - before
    return card


# ---- places, not numbers -----------------------------------------------------------------------------


def test_a_choice_among_unseen_cards_names_their_places() -> None:
    listed = {seed: stealing(seed).legal_moves() for seed in range(5)}
    assert all(moves == listed[0] for moves in listed.values())
    assert [move.arguments for move in listed[0]] == [
        *((At("hand[2]", level),) for level in range(1, 6)),
        (),
    ]


def test_a_seat_and_a_bot_are_given_places_too() -> None:
    game = stealing(3)
    seat = Seat(game, 0)
    drawn = {seat.guess(lambda bound, at=at: at % bound) for at in range(20)}
    assert drawn <= set(game.legal_moves())
    assert seat.sample(lambda bound: 0) == game.legal_moves()[0]


def test_a_card_that_is_seen_is_named_by_its_place_in_the_view() -> None:
    text = STEALING.replace("owner(c) != me", "owner(c) == me")
    game = start(text)
    for move in game.legal_moves():
        if move.action == "steal":
            (at,) = move.arguments
            assert isinstance(at, At)
            assert move.text == f"steal {game.view(0).zone(at.zone).cards[at.level - 1].id}"


def test_a_move_object_means_what_its_text_means() -> None:
    for move in stealing(3).legal_moves():
        by_text, by_place = stealing(3), stealing(3)
        by_text.apply(move.text)
        by_place.apply(Move(0, move.action, move.arguments, "", None))
        assert by_text.state == by_place.state


@pytest.mark.parametrize("place", [("hand[2]", 6), ("hand[2]", 0), ("hand[2]", -1), ("hand[3]", 1), ("", 1)])
def test_a_place_where_nothing_lies_is_refused(place: tuple[str, int]) -> None:
    with pytest.raises(IllegalMove):
        stealing(3).apply(Move(0, "steal", (At(*place),), ""))


def test_a_number_is_no_card() -> None:
    game = stealing(3)
    assert all(game.why_not(Move(0, "steal", (card,), "")) is not None for card in range(16))


# ---- the order in which unseen cards are shown -------------------------------------------------------


def test_which_of_two_unseen_cards_is_the_higher_does_not_show_in_their_order() -> None:
    below = sum(stolen(stealing(seed), 1) < stolen(stealing(seed), 5) for seed in range(200))
    assert 70 < below < 130


def test_every_place_holds_any_card() -> None:
    for level in (1, 3, 5):
        assert len({stolen(stealing(seed), level) for seed in range(100)}) == 16


def test_the_order_shown_is_another_after_each_move() -> None:
    same = 0
    for seed in range(60):
        game = stealing(seed)
        later = game.copy()
        later.apply("pass")
        later.apply("pass")
        same += stolen(game, 1) == stolen(later, 1)
    assert 0 < same < 25  # of five cards one in five


def test_the_order_shown_disturbs_no_other_chance() -> None:
    text = STEALING.replace(
        "action pass\n",
        "dice cup: 1..6, at most 9, face up\naction pass\n    roll 9 dice into cup\n",
    )
    looked_at, left = start(text), start(text)
    looked_at.legal_moves()
    for game in (looked_at, left):
        game.apply("pass")
    assert looked_at.view(0).cups == left.view(0).cups
    assert looked_at.digest() == left.digest()


def test_a_domain_in_no_order_is_listed_by_place() -> None:
    text = STEALING.replace("all hand where owner(c) != me", "hand[neighbour(me, left)]")
    for seed in range(5):
        game = start(text, seed=seed)
        assert texts(game)[:5] == [f"steal card in hand[2] at {level}" for level in range(1, 6)]


def test_places_stay_while_cards_are_chosen_step_by_step() -> None:
    text = (
        STEALING.replace("steal(c in all hand where owner(c) != me)", "steal(cs in exactly 3 of hand[other])")
        .replace("put c into", "put cs into")
        .replace("choose steal, pass", "choose steal, pass step by step")
        .replace("action pass", "define other = neighbour(lead, left)\naction pass")
    )
    single = start(text.replace(" step by step", ""))
    game, taken = start(text), [5, 1, 3]
    for number, level in enumerate(taken):
        left = [level for level in range(1, 6) if level not in taken[:number]]
        assert texts(game)[: len(left)] == [f"steal card in hand[2] at {one}" for one in left]
        game.apply(f"steal card in hand[2] at {level}")
    single.apply(f"steal {' + '.join(f'card in hand[2] at {level}' for level in taken)}")
    assert held(game) == held(single)
    assert len(held(game)) == 8


# ---- the decision that a move belongs to -------------------------------------------------------------


def test_any_of_several_equal_dice_can_be_named_step_by_step() -> None:
    game = start(
        "dice cup: 1..2, at most 3, face up\nvar again: bool = no\n"
        f"{LEAD}setup\n    roll 3 dice into cup\naction keep(ds in 1 to 2 of cup)\n    again = yes\n"
        "play\n    turns clockwise from lead once\n        choose keep step by step\n",
        seed=4,
    )
    assert texts(game) == ["keep 1", "keep 2"]
    names = {level: Move(0, "keep", ((At("cup", level),),), "keep it") for level in (1, 2, 3)}
    assert [game.why_not(names[level]) for level in (1, 2, 3)] == [None, None, None]
    both = game.why_not(Move(0, "keep", ((At("cup", 1), At("cup", 3)),), "keep 1 + 2"))
    assert both is not None and both.code == "move-one-at-a-time"


def test_a_move_made_twice_is_refused_the_second_time() -> None:
    game = stealing(3)
    move = game.legal_moves()[0]
    game.apply(move)
    game.apply("pass")
    assert game.decision.seats == (move.seat,)
    refused = game.why_not(move)
    assert refused is not None
    assert refused.code == "move-of-another-decision"
    with pytest.raises(IllegalMove):
        game.apply(move)
    game.apply(move.text)


def test_a_move_is_good_again_when_its_decision_is_restored() -> None:
    game = stealing(3)
    move = game.legal_moves()[0]
    game.apply(move)
    later = game.legal_moves()[0]
    game.undo()
    assert game.why_not(later) is not None
    assert game.copy().apply(move) == game.apply(move)
    assert game.why_not(later) is None


def test_the_moves_of_a_decision_carry_its_number() -> None:
    game = stealing(3)
    numbers = []
    for _ in range(4):
        numbers.append(game.decision.number)
        assert {move.decision for move in game.legal_moves()} == {game.decision.number}
        assert game.apply("pass").decision == game.decision.number - 1
    assert numbers == sorted(set(numbers))


def test_the_moves_of_a_simultaneous_choice_belong_to_one_decision() -> None:
    text = STEALING.replace("choose steal, pass", "everyone chooses pass").replace(
        "action steal(c in all hand where owner(c) != me)\n    put c into hand[me]\n", ""
    )
    game = start(text)
    mine, yours = game.legal_moves()
    game.apply(mine)
    game.withdraw(mine.seat)
    game.apply(mine)
    assert game.why_not(yours) is None
    game.apply(yours)
    refused = game.why_not(yours)
    assert refused is not None
    assert refused.code == "move-of-another-decision"
