"""What the game tells beside the name of a card: in moves, in what a player types, in views and the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.engine.moves import IllegalMove
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import Position, Said, game_from
from rulewright.interpreter.library.rulesets import load, resume

FAVOURS = Path(__file__).parent / "toys" / "favours.rules"
PLAYERS = ("Ann", "Ben", "Cem")


def holding(*coins: str) -> Game:
    """Ann holds these coins, and it is her turn."""
    zones = {Said("held[1]"): [Said(coin) for coin in coins], Said("purse"): [Said("copper")]}
    variables = {Said("starter"): Said("1")}
    return game_from(load(FAVOURS), PLAYERS, Position(zones, variables))


def spending(game: Game) -> list[str]:
    return [move.text for move in game.legal_moves() if move.action == "spend"]


def test_coins_of_different_givers_are_different_moves_and_equal_ones_are_one() -> None:
    game = holding("copper (2)", "copper (2)", "copper (3)")
    assert spending(game) == [
        "spend copper (2)",
        "spend copper (3)",
        "spend copper (2) + copper (2)",
        "spend copper (2) + copper (3)",
    ]


def test_who_moved_a_coin_last_does_not_matter_where_no_rule_asks_for_it() -> None:
    game = load(FAVOURS).new_game(PLAYERS, seed=1, starter=0)
    for move in ("give copper, 2", "give copper, 1", "give copper, 1", "give copper, 3"):
        game.apply(move)
    for move in ("spend copper (1)", "spend copper (1)"):
        game.apply(move)
    assert [move.text for move in game.legal_moves() if move.action == "fetch"] == []
    game.apply("give copper, 2")
    assert [move.text for move in game.legal_moves() if move.action == "fetch"] == ["fetch copper (1)"]


def test_what_is_absent_is_not_told() -> None:
    assert spending(holding("copper", "silver (3)"))[:2] == ["spend copper", "spend silver (3)"]


def test_a_move_reads_back_as_the_same_move() -> None:
    game = holding("copper (2)", "copper (3)", "silver (3)")
    for number, move in enumerate(game.legal_moves()):
        chosen, typed = game.copy(), game.copy()
        chosen.apply(game.legal_moves()[number])
        typed.apply(move.text)
        assert chosen.state == typed.state


@pytest.mark.parametrize("typed", ["spend copper (Cem)", "spend Copper coin (cem)", "spend COPPER (3)"])
def test_names_may_be_typed_as_they_are_read(typed: str) -> None:
    game = holding("copper (2)", "copper (3)")
    game.apply(typed)
    assert [card.title for card in game.view().zone("spent").cards] == ["Copper coin (Cem)"]


def test_the_giver_need_not_be_typed_where_there_is_one_such_coin() -> None:
    game = holding("copper (2)", "silver (3)")
    game.apply("spend silver")
    assert [card.title for card in game.view().zone("spent").cards] == ["Silver coin (Cem)"]


def test_where_several_are_meant_they_are_named() -> None:
    refusal = holding("copper (2)", "copper (3)").why_not("spend copper")
    assert refusal is not None
    assert refusal.code == "move-ambiguous"
    assert "`copper (Ben)`, `copper (Cem)`" in refusal.reason


def test_a_coin_of_nobody_there_is_refused() -> None:
    with pytest.raises(IllegalMove):
        holding("copper (2)").apply("spend copper (3)")


def test_the_log_tells_what_was_beside_the_name_when_it_happened() -> None:
    game = load(FAVOURS).new_game(PLAYERS, seed=1, starter=0)
    game.apply("give copper, 2")
    game.apply("spend copper")
    assert game.log()[-2:] == ["Ann: give Copper coin, Ben", "Ben: spend Copper coin (Ann)"]
    assert game.log(everything=True)[-4:] == [
        "Ann: give Copper coin, Ben",
        "Copper coin (Ann) goes from purse to held[Ben]",
        "Ben: spend Copper coin (Ann)",
        "Copper coin (Ann) goes from held[Ben] to spent",
    ]


def test_a_save_holds_it() -> None:
    game = load(FAVOURS).new_game(PLAYERS, seed=1, starter=0)
    for move in ("give copper, 2", "spend copper (1)"):
        game.apply(move)
    again = resume(game.to_save(), FAVOURS).game
    assert again.view().zone("spent").cards == game.view().zone("spent").cards


def test_a_position_says_which_of_several_coins_it_means() -> None:
    zones = {Said("held[1]"): [Said("copper"), Said("copper")]}
    with pytest.raises(RulesetError) as wrong:
        game_from(load(FAVOURS), PLAYERS, Position(zones, {Said("giver[copper]"): Said("2")}))
    (told,) = wrong.value.problems
    assert told.code == "position-beside"


@pytest.mark.parametrize("coin", ["copper (5)", "copper (Ann, Ben)", "copper (silver)"])
def test_a_position_names_what_there_is(coin: str) -> None:
    with pytest.raises(RulesetError) as wrong:
        holding(coin)
    assert [one.code for one in wrong.value.problems] == ["position-value"]
