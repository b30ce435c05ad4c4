"""Games in which chance is asked for: whoever plays chooses what it gives, as if it were a move."""

from __future__ import annotations

from fractions import Fraction

import pytest
from poker import KUHN

from rulewright import Game, IllegalMove, SaveError, load_text
from rulewright.interpreter.engine.moves import CHANCE, Move

DICE = """
language 1
game "Thrown"
    players 2
dice cup: 1..3, at most 2, face up
setup
    roll 1 dice into cup
play
    turns clockwise from first(players) until size(cup) == 2 because "two dice lie there"
        choose throw, wait
action throw
    roll 1 more dice into cup
action wait
score points(p) = sum(d.face for d in cup) * seat(p)
winner by highest score
"""


def kuhn() -> Game:
    return load_text(KUHN, "poker.rules").new_game(["Ann", "Bob"], chance="ask")


def dealt(game: Game, *cards: str) -> Game:
    for card in cards:
        game.apply(card)
    return game


def test_chance_is_a_decision_of_nobody_whose_outcomes_are_moves() -> None:
    game = kuhn()
    assert (game.decision.kind, game.decision.seats, game.over) == ("chance", (), False)
    assert [(move.text, move.seat, share) for move, share in game.chances()] == [
        (card, CHANCE, Fraction(1, 3)) for card in ("1", "2", "3")
    ]
    assert game.legal_moves() == [move for move, _ in game.chances()]
    assert game.legal_moves(0) == []


def test_what_chance_gives_is_what_happens() -> None:
    game = dealt(kuhn(), "3", "1")
    assert (game.decision.kind, game.decision.seats, game.chances()) == ("choose", (0,), ())
    hands = [game.view("all").zone(f"hand[{seat + 1}]").cards[0].id for seat in range(2)]
    assert sorted(hands) == ["1", "3"]
    again = dealt(kuhn(), "3", "1")
    assert (again.digest(), again.information_key(0)) == (game.digest(), game.information_key(0))
    assert dealt(kuhn(), "3", "2").digest() != game.digest()


def test_until_chance_has_decided_the_game_is_as_before_the_move() -> None:
    game = load_text(DICE, "dice.rules").new_game(2, chance="ask")
    game.apply("2")
    before = game.view(0)
    game.apply("throw")
    assert game.decision.kind == "chance"
    assert (game.moves, game.view(0).zones) == ((), before.zones)
    game.apply("3")
    assert [move.text for move in game.moves] == ["throw"]
    assert game.over
    assert game.score_sheet().total(1) == 10


def test_chance_can_be_taken_back_with_its_move() -> None:
    game = load_text(DICE, "dice.rules").new_game(2, chance="ask")
    assert game.undo() == 0
    game.apply("2")
    game.apply("wait")
    game.apply("throw")
    assert game.undo() == 1
    assert (game.decision.seats, len(game.moves)) == ((1,), 1)
    game.apply("throw")
    game.apply("1")
    assert game.undo(2) == 2
    assert (game.decision.seats, game.moves) == ((0,), ())
    assert game.view(0).cups[0].faces == (2,)


def test_a_copy_asks_for_the_same_chance() -> None:
    game = kuhn()
    game.apply("2")
    copy = game.copy()
    copy.apply("1")
    game.apply("3")
    assert copy.digest() != game.digest()
    assert copy.digest() == dealt(kuhn(), "2", "1").digest()


def test_what_chance_cannot_give_is_refused() -> None:
    game = kuhn()
    game.apply("2")
    for given in ("2", "pass", Move(0, "pass", (), "pass")):
        with pytest.raises(IllegalMove) as refused:
            game.apply(given)
        assert refused.value.refusal.code == "move-not-chance"
    assert "It may give 1, 3." in str(refused.value)
    why = game.why_not("pass", 0)
    assert why is not None
    assert why.code == "move-chance-first"
    assert [move.text for move, _ in game.chances()] == ["1", "3"]


def test_what_needs_a_seed_is_refused() -> None:
    game = dealt(kuhn(), "3", "1")
    for ask in (
        lambda: game.copy(seed=1),
        lambda: game.redealt(0, 1),
        lambda: game.playout([_first, _first]),
    ):
        with pytest.raises(ValueError, match="chance is asked for"):
            ask()
    with pytest.raises(SaveError) as refused:
        game.to_save()
    assert [one.code for one in refused.value.problems] == ["save-asked"]
    with pytest.raises(ValueError, match="seeded or ask"):
        game.ruleset.new_game(2, chance="drawn")  # type: ignore[arg-type]


def _first(seat: object) -> Move:
    raise AssertionError("nobody is asked")
