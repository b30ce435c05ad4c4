"""Bots: what they choose, and that they know no more than a player at their seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter.bots import BOTS, make
from rulewright.interpreter.bots.draws import drawing
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import Position, Said, game_from
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.lab.simulate import simulate
from rulewright.interpreter.library.rulesets import load

TOYS = sorted((Path(__file__).parent / "toys").glob("*.rules"))


@pytest.fixture(scope="module")
def pocket() -> Ruleset:
    return load("cv-pocket")


@pytest.mark.parametrize("name", list(BOTS))
@pytest.mark.parametrize("toy", TOYS, ids=lambda path: path.stem)
def test_a_bot_plays_any_game_to_its_end(toy: Path, name: str) -> None:
    ruleset = load(toy)
    players = min(ruleset.player_counts)
    game = ruleset.new_game(players, 2)
    game.playout([make(name, seat) for seat in range(players)])
    assert game.over


@pytest.mark.parametrize("name", list(BOTS))
def test_a_bot_with_the_same_seed_plays_the_same(pocket: Ruleset, name: str) -> None:
    games = [pocket.new_game(3, 4) for _ in range(2)]
    for game in games:
        game.playout([make(name, seat) for seat in range(3)])
    assert games[0].moves == games[1].moves


def test_random_bots_with_other_seeds_play_otherwise(pocket: Ruleset) -> None:
    played = []
    for first in (0, 100):
        game = pocket.new_game(3, 4)
        game.playout([make("random", first + seat) for seat in range(3)])
        played.append(game.moves)
    assert played[0] != played[1]


def test_a_random_bot_finds_every_move(pocket: Ruleset) -> None:
    game = pocket.new_game(2, 7)
    seat = game.decision.seats[0]
    bot = make("random", 1)
    chosen = {bot.choose(Seat(game, seat)).text for _ in range(200)}
    assert chosen == {move.text for move in game.legal_moves()}


def test_a_greedy_bot_takes_what_scores_most(pocket: Ruleset) -> None:
    ids = {"column[1]": ["hipster"], "column[2]": ["successful_man"], "column[3]": ["fat_cat"]}
    zones = {Said(zone): [Said(card) for card in cards] for zone, cards in ids.items()}
    position = Position(zones, {Said("starter"): Said("1")}, Said("box"), Said("living"))
    game = game_from(pocket, 2, position)
    points = {move.text: Seat(game, 0).look(move, 1) for move in game.legal_moves()}
    best = max(points.values())
    for bot_seed in range(10):
        assert points[make("greedy", bot_seed).choose(Seat(game, 0)).text] == best


def test_a_greedy_bot_breaks_ties_by_lot() -> None:
    game = load(TOYS[0].parent / "grid.rules").new_game(2, 1)
    seat = game.decision.seats[0]
    chosen = {make("greedy", bot_seed).choose(Seat(game, seat)).text for bot_seed in range(30)}
    assert len(chosen) > 3


def test_greedy_bots_beat_random_ones(pocket: Ruleset) -> None:
    result = simulate(pocket, 2, 30, 1, ("greedy", "random"))
    assert result.wins[0] > 25


def twins_and_differences(toy: str, seed: int = 3, **settings: bool) -> tuple[int, int]:
    """Greedy choices in pairs of games that differ in hidden things only: the real one, and a redeal.

    How many of the pairs really differed, and in how many a bot chose otherwise.
    """
    ruleset = load(TOYS[0].parent / f"{toy}.rules", settings=settings)
    game = ruleset.new_game(min(ruleset.player_counts), seed)
    twins = differences = 0
    for number in range(12):
        if game.over:
            break
        seat = game.decision.seats[0]
        state = redeal(game.program.layout, game.state, seat, number)
        twin = Game(ruleset, game.program, game.names, game.seed, game.starter, state)
        twins += twin.digest() != game.digest()
        for bot_seed in range(3):
            chosen = [make("greedy", bot_seed).choose(Seat(one, seat)).text for one in (game, twin)]
            differences += chosen[0] != chosen[1]
        game.apply(game.legal_moves(seat)[0], seat)
    return twins, differences


@pytest.mark.parametrize("toy", ["first_eight", "whist", "hidden_pass"])
def test_what_a_seat_cannot_see_changes_no_move(toy: str) -> None:
    twins, differences = twins_and_differences(toy)
    assert twins > 0
    assert differences == 0


def test_a_game_whose_rules_tell_secrets_is_caught() -> None:
    """What may be done tells of the deck's top; that thinking pays would draw greedy away from it."""
    assert any(twins_and_differences("leaky", seed, pays=False)[1] for seed in range(10))


def test_a_bots_chance_is_its_own() -> None:
    first, same, other = drawing(1, "a"), drawing(1, "a"), drawing(1, "b")
    numbers = [first(1000) for _ in range(20)]
    assert numbers == [same(1000) for _ in range(20)]
    assert numbers != [other(1000) for _ in range(20)]
    assert all(0 <= number < 1000 for number in numbers)


def test_playing_bots_leaves_the_games_chance_alone(pocket: Ruleset) -> None:
    deals = []
    for name in BOTS:
        game = pocket.new_game(2, 9)
        before = game.log(None)
        make(name, 1).choose(Seat(game, game.decision.seats[0]))
        assert game.log(None) == before
        deals.append((before, game.digest()))
    assert deals[0] == deals[1]
