"""The library of tricks: what it lends, and a second game that borrows it under names of its own."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.interpreter.game import Game
from rulewright.interpreter.moves import IllegalMove
from rulewright.interpreter.positions import Position, Said, game_from
from rulewright.library import load

SMALL_WHIST = Path(__file__).parent / "toys" / "small_whist.rules"


def dealt(*hands: str) -> Game:
    """Hands given card by card; the first player leads."""
    zones = {
        Said(f"cards_held[{seat}]"): [Said(card) for card in hand.split()]
        for seat, hand in enumerate(hands, start=1)
    }
    return game_from(load(SMALL_WHIST), len(hands), Position(zones, {Said("dealer"): Said("1")}))


def play(game: Game, *cards: str) -> None:
    for card in cards:
        game.apply(f"lay {card}")


def won(game: Game, seat: int) -> int:
    return game.view(seat).zone(f"won[{seat + 1}]").size


def test_the_highest_card_of_the_led_suit_wins_and_its_player_leads() -> None:
    game = dealt("hearts-3 clubs-1", "hearts-5 clubs-2", "clubs-8 clubs-3")
    play(game, "hearts-3", "hearts-5", "clubs-8")
    assert [won(game, seat) for seat in range(3)] == [0, 3, 0]
    assert game.decision.seats == (1,)


def test_a_rule_of_the_game_stands_in_the_place_of_the_librarys() -> None:
    game = dealt("hearts-8 clubs-1", "spades-1 clubs-2")
    play(game, "hearts-8", "spades-1")
    assert won(game, 1) == 2


def test_the_reason_names_the_cards_that_follow_suit() -> None:
    game = dealt("hearts-8 clubs-1", "hearts-2 spades-1 hearts-4")
    play(game, "hearts-8")
    with pytest.raises(IllegalMove) as refused:
        game.apply("lay spades-1")
    assert refused.value.refusal.reason == "follow suit: you hold hearts 2, hearts 4"


def test_who_cannot_follow_lays_any_card() -> None:
    game = dealt("hearts-8 clubs-1", "clubs-2 spades-1")
    play(game, "hearts-8")
    assert [move.text for move in game.legal_moves()] == ["lay clubs-2", "lay spades-1"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_with_all_tricks_won(players: int) -> None:
    game, chance = load(SMALL_WHIST).new_game(players, seed=players), random.Random(players)
    while not game.over:
        game.apply(chance.choice(game.legal_moves()))
    assert sum(game.score_sheet().total(seat) for seat in range(players)) == 6
