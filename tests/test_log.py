"""What the log tells, and what it leaves out."""

from __future__ import annotations

from flow_models import LEAD, TOKENS, read_rules, start

from rulewright.interpreter.game import Game
from rulewright.interpreter.positions import game_from, position

SORTING = f"""{TOKENS}    put top(deck) onto row
zone work: Token, face down, unlogged
{LEAD}play
    choose tidy, hold, shuffle by lead
    choose tidy, hold, shuffle by lead
action tidy
    deal 2 from deck to work
    put all heap into work
    for each c in work where c.suit == fire
        put c into row
    put work into hand[me]
action hold
    put top(row) onto work
    put top(work) onto row
    put top(deck) onto work
action shuffle
    shuffle work
    show work to me
    put work onto deck
"""


def after(*moves: str) -> Game:
    game = start(SORTING)
    for move in moves:
        game.apply(move)
    return game


def news(game: Game, seat: int | None = None) -> list[str]:
    """The log from the first move on."""
    lines = game.log(seat)
    return lines[next(number for number, line in enumerate(lines) if line.startswith("Player 1:")) :]


def test_what_goes_through_an_unlogged_zone_goes_straight_on() -> None:
    assert news(after("tidy"), 1) == ["Player 1: tidy", "fire 2, fire 1 go from deck to row"]


def test_what_lies_in_an_unlogged_zone_and_what_comes_back_is_not_told() -> None:
    assert news(after("hold")) == ["Player 1: hold"]


def test_what_leaves_an_unlogged_zone_later_is_told_to_come_from_where_it_was_before() -> None:
    game = after("hold", "tidy")
    told = ["fire 2, fire 1 go from deck to row", "earth 3 goes from deck to hand[Player 1]"]
    assert news(game, 0)[2:4] == told
    assert not any("work" in line for line in game.log(0))


def test_an_unlogged_zone_is_neither_shuffled_nor_shown_in_the_log() -> None:
    assert news(after("hold", "shuffle")) == ["Player 1: hold", "Player 1: shuffle", "The game is over"]


def test_the_log_of_a_game_from_a_position_begins_with_what_lies_where_as_its_reader_knows_it() -> None:
    laid = position({"hand[1]": ["fire-1", "earth-2"], "hand[2]": ["fire-3"], "row": ["fire-2"]}, rest="deck")
    game = game_from(read_rules(SORTING), ["Ann", "Bob"], laid)
    assert game.log(0) == [
        "2 cards go from the box to deck",
        "fire 2 goes from the box to row",
        "fire 1, earth 2 go from the box to hand[Ann]",
        "a card goes from the box to hand[Bob]",
    ]
    assert game.log()[2:] == [
        "2 cards go from the box to hand[Ann]",
        "a card goes from the box to hand[Bob]",
    ]
    assert [event.seen_by for event in game.events] == [(), (0, 1), (0,), (1,)]
