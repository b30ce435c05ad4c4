"""The libraries of tricks and of drafting: what they lend, and toys that borrow it under other names."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.interpreter.engine.moves import IllegalMove
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import Position, Said, game_from
from rulewright.interpreter.game.ruleset import ruleset_of
from rulewright.interpreter.library.rulesets import load

SMALL_WHIST = Path(__file__).parent / "toys" / "small_whist.rules"
PICK_AND_PASS = Path(__file__).parent / "toys" / "pick_and_pass.rules"


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


def test_the_highest_trump_wins_even_below_the_led_suit() -> None:
    game = dealt("hearts-8 clubs-1", "spades-3 clubs-2", "spades-1 clubs-3")
    play(game, "hearts-8", "spades-3", "spades-1")
    assert [won(game, seat) for seat in range(3)] == [0, 3, 0]


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


# ---- drafting ------------------------------------------------------------------------------------


def drafts(game: Game) -> list[list[str]]:
    """What each seat has to choose from, as it sees it."""
    seats = range(len(game.seats))
    return [sorted(card.id for card in game.view(seat).zone(f"draft[{seat + 1}]").cards) for seat in seats]


def keep_first(game: Game) -> None:
    for seat in range(len(game.seats)):
        game.apply(game.legal_moves(seat)[0], seat)


def test_what_is_left_of_a_draft_goes_to_the_left() -> None:
    game = load(PICK_AND_PASS).new_game(3, seed=1)
    dealt_out = drafts(game)
    kept = [game.legal_moves(seat)[0].text.removeprefix("keep ") for seat in range(3)]
    keep_first(game)
    left = [[card for card in cards if card != one] for cards, one in zip(dealt_out, kept, strict=True)]
    assert drafts(game) == [left[2], left[0], left[1]]


def test_and_to_the_right_where_the_game_says_so() -> None:
    game = load(PICK_AND_PASS).new_game(3, seed=1)
    for _ in range(3):
        keep_first(game)
    dealt_out = drafts(game)
    keep_first(game)
    assert all(set(drafts(game)[seat]) < set(dealt_out[(seat + 1) % 3]) for seat in range(3))


def test_what_was_kept_is_seen_by_its_player_only() -> None:
    game = load(PICK_AND_PASS).new_game(3, seed=1)
    keep_first(game)
    assert [len(game.view(seat).zone("kept[1]").cards) for seat in range(3)] == [1, 0, 0]


# ---- seeds ---------------------------------------------------------------------------------------


def test_a_seed_that_nobody_chose_is_drawn_from_all_of_64_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def system(below: int) -> int:
        asked.append(below)
        return below - 1

    monkeypatch.setattr("secrets.randbelow", system)
    game = load("cv-pocket").new_game(2)
    assert (game.seed, asked) == (2**64 - 1, [2**64])
    assert load("cv-pocket").new_game(2, seed=7).seed == 7
    assert asked == [2**64]


def test_the_engine_by_itself_draws_no_seed() -> None:
    assert ruleset_of(load("cv-pocket").model).new_game(2).seed == 0
