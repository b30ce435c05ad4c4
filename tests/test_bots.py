"""Bots: what they choose, and that they know no more than a player at their seat."""

from __future__ import annotations

from pathlib import Path

import pytest
from poker import KUHN

from rulewright.interpreter.bots import MctsBot, UnknownBot, make
from rulewright.interpreter.bots.ahead import LookingAhead
from rulewright.interpreter.bots.draws import drawing
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import Position, Said, game_from
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.lab.simulate import simulate
from rulewright.interpreter.library.rulesets import load, load_text
from rulewright.interpreter.solve.tree import TreeTooLarge

TOYS = sorted((Path(__file__).parent / "toys").glob("*.rules"))
THINKING_LITTLE = ("random", "greedy", "flat:3", "mcts:5")
"""All the bots, on levels that take little time."""


@pytest.fixture(scope="module")
def pocket() -> Ruleset:
    return load("cv-pocket")


@pytest.mark.parametrize("name", THINKING_LITTLE)
@pytest.mark.parametrize("toy", TOYS, ids=lambda path: path.stem)
def test_a_bot_plays_any_game(toy: Path, name: str) -> None:
    """It makes the first twelve moves; then all go on at random, so that the game ends."""
    ruleset = load(toy)
    players = min(ruleset.player_counts)
    game = ruleset.new_game(players, 2)
    bot = make(name, 1, "python")
    while not game.over and len(game.moves) < 12:
        seat = game.decision.seats[0]
        game.apply(bot.choose(Seat(game, seat)), seat)
    game.playout([make("random", seat) for seat in range(players)])
    assert game.over


@pytest.mark.parametrize("name", THINKING_LITTLE)
def test_a_bot_with_the_same_seed_plays_the_same(pocket: Ruleset, name: str) -> None:
    games = [pocket.new_game(2, 4) for _ in range(2)]
    for game in games:
        game.playout([make(name, seat, "python") for seat in range(2)])
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
    result = simulate(pocket, 2, 20, 1, ("greedy", "random"))
    assert result.wins[0] > 16


def twins_and_differences(toy: str, seed: int = 3, bot: str = "greedy", **settings: bool) -> tuple[int, int]:
    """A bot's choices in pairs of games that differ in hidden things only: the real one, and a redeal.

    Both as they stand, without what has happened before.

    How many of the pairs really differed, and in how many a bot chose otherwise.
    """
    ruleset = load(TOYS[0].parent / f"{toy}.rules", settings=settings)
    game = ruleset.new_game(min(ruleset.player_counts), seed)
    twins = differences = 0
    for number in range(12):
        if game.over:
            break
        seat = game.decision.seats[0]
        states = game.state, redeal(game.program.layout, game.state, seat, number)
        here, twin = (
            Game(ruleset, game.program, game.names, game.seed, game.starter, state) for state in states
        )
        twins += twin.digest() != game.digest()
        for bot_seed in range(3):
            chosen = [make(bot, bot_seed, "python").choose(Seat(one, seat)).text for one in (here, twin)]
            differences += chosen[0] != chosen[1]
        game.apply(game.legal_moves(seat)[0], seat)
    return twins, differences


@pytest.mark.parametrize("bot", ["greedy", "flat:20", "mcts:20"])
@pytest.mark.parametrize("toy", ["first_eight", "whist", "hidden_pass"])
def test_what_a_seat_cannot_see_changes_no_move(toy: str, bot: str) -> None:
    twins, differences = twins_and_differences(toy, bot=bot)
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
    for name in THINKING_LITTLE:
        game = pocket.new_game(2, 9)
        before = game.log(None)
        make(name, 1, "python").choose(Seat(game, game.decision.seats[0]))
        assert game.log(None) == before
        deals.append((before, game.digest()))
    assert deals[0] == deals[1]


# ---- looking ahead -----------------------------------------------------------------------------------

LATE = """
language 1
game "Late"
    players 2
enum Pile: low, middle, high
var taken of Pile: player?
var starter: player = random player
play
    turns clockwise from starter until count(p in Pile where taken[p] is none) == 1
        choose take
    for each p in Pile where taken[p] is some
        award worth(p) to the(taken[p]) for piles
action take(p in Pile where taken[p] is none)
    taken[p] = me
define worth(p: Pile) = match p
    low: 1
    middle: 2
    high: 3
score piles from awards
winner by highest score
"""
"""Points come at the end of the round only; who takes `high` wins."""


@pytest.mark.parametrize("bot", ["greedy", "flat:60", "mcts:60"])
def test_a_bot_sees_what_pays_later(bot: str) -> None:
    game = load_text(LATE, "late.rules").new_game(2, 1)
    for seed in range(5):
        seat = Seat(game, game.decision.seats[0])
        assert make(bot, seed, "python").choose(seat).text == "take high"


BOTH = """
language 1
game "Both"
    players 2..3
var said of player = 0
play
    everyone chooses say
action say(n in 1..4)
    said[me] = n
score said(p) = said[p]
winner by highest score
"""


@pytest.mark.parametrize("bot", ["greedy", "flat:60", "mcts:100"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_bot_knows_what_to_choose_while_others_choose(bot: str, players: int) -> None:
    game = load_text(BOTH, "both.rules").new_game(players, 1)
    game.apply("say 2", seat=1)
    assert make(bot, 3, "python").choose(Seat(game, 0)).text == "say 4"


def test_what_others_have_chosen_meanwhile_changes_no_move() -> None:
    ruleset, chosen = load_text(BOTH, "both.rules"), []
    for other in ("say 1", "say 4"):
        game = ruleset.new_game(3, 1)
        game.apply(other, seat=1)
        bots = [make(bot, seed, "python") for bot in ("greedy", "flat:4", "mcts:6") for seed in range(6)]
        chosen.append([bot.choose(Seat(game, 0)).text for bot in bots])
    assert chosen[0] == chosen[1]


def test_tree_search_beats_random_moves_in_three_in_a_row() -> None:
    toy = load(TOYS[0].parent / "three_in_a_row.rules")
    results = [
        simulate(toy, 2, 10, 1, bots, engine="python")
        for bots in (("mcts:50", "random"), ("random", "mcts:50"))
    ]
    assert results[0].wins[0] + results[1].wins[1] > 16


@pytest.mark.parametrize("players", [2, 3])
def test_greedy_bots_beat_random_ones_where_points_come_at_the_end_of_rounds(players: int) -> None:
    bots = ("greedy", *("random",) * (players - 1))
    assert simulate(load("cvlt"), players, 3, 1, bots, engine="native").wins[0] == 3


def test_either_engine_makes_the_same_moves() -> None:
    toy, played = load(TOYS[0].parent / "pack_and_pass.rules"), []
    for engine in ("python", "native"):
        game = toy.new_game(3, 5)
        game.playout([make(bot, seat, engine) for seat, bot in enumerate(("greedy", "flat:12", "mcts:30"))])
        played.append(game.moves)
    assert played[0] == played[1]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gready", "Did you mean `greedy`?"),
        ("mcts:hrad", "Did you mean `mcts:hard`?"),
        ("mtcs:easy", "Did you mean `mcts:easy`?"),
        ("greedy:hard", "greedy has no levels."),
        ("mcts:0", "It looks at 1 to 1,000,000 games."),
        ("flat:-5", "It looks at 1 to 1,000,000 games."),
        ("mcts:", "mcts:500"),
        ("", "The bots are: random, greedy, flat, mcts, mccfr."),
    ],
)
def test_a_bot_that_is_not_there_is_told_with_those_that_are(name: str, said: str) -> None:
    with pytest.raises(UnknownBot) as error:
        make(name, 1)
    assert f"There is no bot {name!r}." in str(error.value)
    assert said in str(error.value)


# ---- a game that has been solved -----------------------------------------------------------------


def test_a_solved_game_is_played_by_its_strategy() -> None:
    """Who wins counts, not how many coins: so nobody gives up a card for a bet that may be the higher one."""
    ruleset, chosen = load_text(KUHN, "poker.rules"), dict[str, set[str]]()
    for seed in range(20):
        game = ruleset.new_game(["Ann", "Bob"], seed)
        game.apply("bet")
        card = game.view(1).zone("hand[2]").cards[0].id
        chosen.setdefault(card, set()).add(make("mccfr:20000", seed, "python").choose(Seat(game, 1)).text)
    assert (chosen["2"], chosen["3"]) == ({"bet"}, {"bet"})


def test_a_game_that_is_too_large_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.interpreter.bots.mccfr_bot.MOST_NODES", 50)
    game = load_text(KUHN, "poker.rules").new_game(2, 1)
    with pytest.raises(TreeTooLarge):
        make("mccfr:10", 1).choose(Seat(game, 0))


# ---- advice ------------------------------------------------------------------------------------------


def test_advice_is_the_best_moves_with_their_chances() -> None:
    seat = Seat(load_text(BOTH, "both.rules").new_game(2, 1), 0)
    advice = MctsBot(1, 200, "python").advice(seat, 3)
    assert [one.move.text for one in advice[:1]] == ["say 4"]
    assert len(advice) == 3
    assert advice[0].chance > 0.5 >= advice[-1].chance


@pytest.mark.parametrize("bot", ["flat:1000000", "mcts:1000000"])
def test_a_search_ends_when_time_is_up(bot: str) -> None:
    asked: list[int] = []

    def goes_on() -> bool:
        asked.append(1)
        return len(asked) < 3

    searching = make(bot, 1, "python")
    assert isinstance(searching, LookingAhead)
    searching.goes_on = goes_on
    seat = Seat(load_text(BOTH, "both.rules").new_game(2, 1), 0)
    assert searching.choose(seat) in seat.legal_moves()
    assert len(asked) == 3
