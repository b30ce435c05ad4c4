"""Variables that speak of hidden cards: nothing of the cards shows, and bots are none the wiser."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.library.rulesets import load

PLEDGES = Path(__file__).parent / "toys" / "pledges.rules"


def begun() -> Game:
    return load(PLEDGES).new_game(["Ann", "Ben"], seed=3, starter=0)


def hand(game: Game) -> list[str]:
    return [card.id for card in game.view(0).zone("hand[1]").cards]


def pledged(*seals: str) -> Game:
    """Ann has put these seals behind fields, one a turn; it is Ben's turn."""
    game = begun()
    for number, seal in enumerate(seals):
        if number:
            game.apply(f"pledge {game.legal_moves()[0].text.split(' ', 1)[1]}")
        game.apply(f"pledge {number + 1}-1, {seal}")
    return game


def seen_by_ben(game: Game) -> object:
    texts = [move.text for move in game.legal_moves()]
    refusals = [str(game.why_not(f"doubt {field}")) for field in ("1-1", "1-1 (card)", "2-1")]
    return texts, refusals, game.log(1), game.view(1).to_json()


def test_another_seat_cannot_tell_which_card_stands_behind_a_name() -> None:
    seals = hand(begun())
    assert len({str(seen_by_ben(pledged(seal))) for seal in seals}) == 1


def test_what_stands_behind_a_name_reads_as_a_card() -> None:
    game = pledged(hand(begun())[0])
    assert "1 1 (a card)" in [card.title for card in game.view(1).zone("fields").cards]
    assert any(move.text.startswith("doubt 1-1 (card), ") for move in game.legal_moves())


def test_unseen_cards_are_offered_by_place_and_not_by_number() -> None:
    game = pledged(hand(begun())[0])
    offered = [move.text.split(", ", 1)[1] for move in game.legal_moves() if move.action == "doubt"]
    own = [card.id for card in game.view(1).zone("hand[2]").cards]
    assert offered[: len(own)] == own
    assert [one for one in offered if "deck" in one] == [f"card in deck at {at}" for at in range(1, 5)]
    assert [one for one in offered if "hand[1]" in one] == [f"card in hand[1] at {at}" for at in range(1, 5)]
    assert len(offered) == 12


def test_who_chooses_an_unseen_card_does_not_read_its_name() -> None:
    game = pledged(hand(begun())[0])
    game.apply("doubt 1-1, card in deck at 1")
    assert "Ben: doubt 1 1 (a card), a card" in game.log(1)


@pytest.mark.parametrize("number", range(4))
def test_in_a_redeal_any_hidden_card_may_stand_there(number: int) -> None:
    game = pledged(hand(begun())[number])
    layout = game.program.layout
    slot = layout.variables["behind"].base
    behind = {redeal(layout, game.state, 1, seed)[slot] for seed in range(60)}
    assert len(behind) == 8  # all that Ben does not hold
    own = {redeal(layout, game.state, 0, seed)[slot] for seed in range(10)}
    assert own == {game.state[slot]}


def test_what_is_recorded_of_a_hidden_card_goes_with_its_place() -> None:
    game = pledged(hand(begun())[0])
    layout = game.program.layout
    place = layout.variables["spoken_of"]
    for seed in range(20):
        state = redeal(layout, game.state, 1, seed)
        spoken = [card + place.firsts[0] for card in range(place.size) if state[place.base + card]]
        assert spoken == [state[layout.variables["behind"].base]]


def test_a_bot_values_a_doubt_alike_whatever_card_it_is() -> None:
    looks = set()
    for seal in hand(begun()):
        seat = Seat(pledged(seal), 1)
        doubts = [move for move in seat.legal_moves() if move.action == "doubt"]
        looks.add(tuple(seat.look(move, seed) for move in doubts for seed in range(3)))
    assert len(looks) == 1
