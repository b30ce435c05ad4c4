"""What the log tells, and what it leaves out."""

from __future__ import annotations

import re

import pytest
from counting import TooMuchWork, at_most
from flow_models import LEAD, TOKENS, read_rules, start

from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import game_from, position
from rulewright.interpreter.library.rulesets import load

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
    assert news(game, 0)[2] == "fire 2, fire 1 go from deck to row; earth 3 to your hand"
    assert not any("work" in line for line in game.log(0))


def test_an_unlogged_zone_is_neither_shuffled_nor_shown_in_the_log() -> None:
    assert news(after("hold", "shuffle")) == ["Player 1: hold", "Player 1: shuffle", "The game is over"]


def test_the_log_of_a_game_from_a_position_begins_with_what_lies_where_as_its_reader_knows_it() -> None:
    laid = position({"hand[1]": ["fire-1", "earth-2"], "hand[2]": ["fire-3"], "row": ["fire-2"]}, rest="deck")
    game = game_from(read_rules(SORTING), ["Ann", "Bob"], laid)
    assert game.log(0) == [
        "2 cards go from the box to deck; fire 2 to row; fire 1, earth 2 to your hand; a card to hand[Bob]"
    ]
    assert game.log(everything=True)[2:] == [
        "2 cards go from the box to hand[Ann]",
        "a card goes from the box to hand[Bob]",
    ]
    assert [event.seen_by for event in game.events] == [(), (0, 1), (0,), (1,)]


def test_a_log_that_leaves_out_nothing_tells_of_unlogged_zones_too() -> None:
    lines = after("hold").log(everything=True)
    assert lines[-3:] == [
        "fire 3 goes from row to work",
        "fire 3 goes from work to row",
        "a card goes from deck to work",
    ]


MIXING = f"""{TOKENS}    deal 2 from deck to each hand
    put top(deck) onto row
zone work: Token, face down, unlogged
{LEAD}play
    choose mix, draw by lead
action mix
    for each p in players
        put hand[p] into work
    put work into row
action draw
    put row into work
    put top(deck) into work
    put top(work) into hand[me]
"""


@pytest.mark.parametrize("seat", [None, 1])
def test_who_put_what_into_a_pile_that_nobody_sees_is_not_told(seat: int | None) -> None:
    game = start(MIXING)
    game.apply("mix")
    assert " go from work to row" in news(game, seat)[-2]


def test_which_card_was_drawn_from_a_pile_that_nobody_sees_is_not_told() -> None:
    game = start(MIXING)
    game.apply("draw")
    assert news(game, 1)[1] == "a card goes from work to hand[Player 1]"


# ---- a move is told once -------------------------------------------------------------------------

MOVES = f"""{TOKENS}    deal 2 from deck to each hand
zone closed: Token, face down
{LEAD}play
    choose {{action}} by lead
    choose rest by lead
action rest
    lead = lead
"""


def told(action: str, move: str, seat: int) -> list[str]:
    """What is told of a move of an action with this head and body; `fire 1` lies in the hand of who moves."""
    game = start(MOVES.format(action=re.split(r"\W", action)[0]) + f"action {action}\n")
    game.apply(move)
    return news(game, seat)


LAY = "lay(c in hand[me])\n    "


@pytest.mark.parametrize(
    ("body", "mine", "other"),
    [
        ("put c into row", ["lay fire 1"], ["lay fire 1"]),
        ("put c into closed", ["lay fire 1"], ["lay a card"]),
        ("put c into hand[neighbour(me, left)]", ["lay fire 1"], ["lay fire 1"]),
        ("lead = lead", ["lay fire 1"], ["lay a card"]),
    ],
)
def test_a_move_is_told_once_in_what_the_reader_knows_when_it_is_done(
    body: str, mine: list[str], other: list[str]
) -> None:
    for seat, lines in ((0, mine), (1, other)):
        assert told(LAY + body, "lay fire-1", seat) == [f"Player 1: {line}" for line in lines]


@pytest.mark.parametrize(
    "body",
    [
        "if size(hand[me]) > 1\n        put c into row",
        "put c into closed\n    put c into row",
        "put x in hand[me] where x == c into row",
    ],
)
def test_cards_that_may_go_elsewhere_are_told_where_they_go(body: str) -> None:
    lines = told(LAY + body, "lay fire-1", 1)
    assert lines[0] == "Player 1: lay a card"
    assert lines[-1].startswith("fire 1 goes from ")


def test_a_secret_choice_is_not_told_by_the_cards_that_come_to_light() -> None:
    lay = "lay(c in hand[me] seen by me)\n    put c into row"
    assert told(lay, "lay fire-1", 1) == ["Player 1: lay a card", "fire 1 goes from hand[Player 1] to row"]
    assert told(lay, "lay fire-1", 0) == ["Player 1: lay fire 1"]


def test_of_several_cards_that_are_chosen_each_goes_without_saying() -> None:
    lay = "lay(cs in exactly 2 of hand[me], z in [row, closed])\n    put cs into z"
    assert told(lay, "lay fire-3 + fire-1, row", 1) == ["Player 1: lay fire 3 + fire 1, row"]
    assert told(lay, "lay fire-3 + fire-1, closed", 1) == ["Player 1: lay 2 cards, closed"]


def test_a_log_that_leaves_out_nothing_tells_where_the_cards_of_a_move_go() -> None:
    game = start(MOVES.format(action="lay") + f"action {LAY}put c into row\n")
    game.apply("lay fire-1")
    assert game.log(0, everything=True)[-2:] == [
        "Player 1: lay fire 1",
        "fire 1 goes from your hand to row",
    ]


def test_cards_that_move_in_a_row_from_one_zone_or_to_one_share_a_line() -> None:
    tidy = """tidy
    put the(top(hand[me])) into row
    put the(top(hand[me])) into closed
    put row into closed
    put the(top(deck)) into closed"""
    assert told(tidy, "tidy", 0)[1:] == [
        "fire 1 goes from your hand to row; fire 3 to closed",
        "fire 1 goes from row to closed; a card from deck",
    ]


@pytest.mark.parametrize("name", ["cv-gossip", "cv-pocket", "cvlt"])
@pytest.mark.parametrize("everything", [False, True])
def test_the_log_since_so_many_moves_is_the_end_of_the_log(name: str, everything: bool) -> None:
    game = load(name).new_game(2, seed=3)
    told, setup = game.log(0, everything=everything), len(game.log(0, everything=everything))
    while not game.over:
        made = len(game.moves)
        game.apply(game.legal_moves()[made % len(game.legal_moves())])
        told += game.log(0, everything=everything, since=made)
    assert told == game.log(0, everything=everything)
    assert game.log(0, everything=everything, since=0) == told[setup:]
    assert game.log(0, since=len(game.moves)) == ["The game is over: " + str(game.outcome.reason)]


def test_the_log_since_a_card_went_aside_tells_where_it_was_before() -> None:
    game = after("hold", "tidy")
    assert game.log(0, since=1) == news(game, 0)[1:]


def test_telling_the_news_late_in_a_game_costs_much_less_than_telling_all() -> None:
    game = load("cv-gossip").new_game(2, seed=3)
    for made in range(120):
        game.apply(game.legal_moves()[made % len(game.legal_moves())])
    assert game.events
    with at_most(10_000):
        game.log(0, since=119)
    with pytest.raises(TooMuchWork), at_most(30_000):
        game.log(0)


# ---- cards that are shown where they lie ---------------------------------------------------------

SHOWN = f"""{TOKENS}    deal 2 from deck to each hand
{LEAD}play
    choose discard, wait by lead
    show hand[lead] to neighbour(lead, left)
    show hand[neighbour(lead, left)] to lead
    reveal all hand
    show all hand to lead
action discard
    put hand[me] into row
action wait
"""


def shown(move: str, seat: int | None = None) -> list[str]:
    """What is told after a move of cards that are shown, up to the end."""
    game = start(SHOWN)
    game.apply(move)
    return [line for line in game.log(seat) if " shown to " in line]


def test_shown_cards_are_told_with_where_they_lie_to_who_sees_them() -> None:
    everybody = "fire 3, fire 1 in hand[Player 1]; fire 2, earth 3 in hand[Player 2] are shown to all"
    to_first = "2 cards are shown to Player 1"
    to_second = "2 cards are shown to Player 2"
    assert shown("wait") == [to_second, to_first, everybody, "4 cards are shown to Player 1"]
    mine, other = "fire 3, fire 1 in your hand", "fire 2, earth 3 in hand[Player 2]"
    told = f"{other} are shown to Player 1"
    lines = [to_second, told, f"{mine}; {other} are shown to all", f"{mine}; {other} are shown to Player 1"]
    assert shown("wait", 0) == lines


def test_where_nothing_lies_nothing_is_shown() -> None:
    to_first, everybody = (
        "2 cards are shown to Player 1",
        "fire 2, earth 3 in hand[Player 2] are shown to all",
    )
    assert shown("discard") == [to_first, everybody, to_first]


TURNS = f"""{TOKENS}    deal 1 from deck to each hand
{LEAD}play
    choose wait by lead
    turns clockwise from lead once
        deal 1 from deck to hand[me]
        put top(deck) onto row
action wait
"""


def test_what_is_drawn_at_the_beginning_of_a_turn_stands_in_a_line_of_its_own() -> None:
    game = start(TURNS)
    game.apply("wait")
    assert news(game)[1:-1] == [
        "a card goes from deck to hand[Player 1]; earth 3 to row",
        "a card goes from deck to hand[Player 2]; earth 1 to row",
    ]


ROUNDS = f"""{TOKENS}{LEAD}play
    repeat 2 times
        phase laying
            choose lay by lead
            choose lay, rest by lead
        phase clearing
            put row into deck
action lay
    put top(deck) onto row
action rest
"""


def test_a_phase_is_told_when_something_happens_in_it() -> None:
    game = start(ROUNDS.replace("put row into deck", "put row where it.value > 3 into deck"))
    for move in ("lay", "rest", "lay"):
        game.apply(move)
    assert [line for line in game.log() if "Phase" in line] == ["Phase: laying"]


def test_a_phase_is_told_again_where_another_was_told_between() -> None:
    game = start(ROUNDS)
    told = game.log()
    for number, move in enumerate(("lay", "rest", "lay")):
        game.apply(move)
        told += game.log(since=number)
    phases = ["Phase: laying", "Phase: clearing", "Phase: laying"]
    assert [line for line in game.log() if "Phase" in line] == phases
    assert told == game.log(), "told move by move it reads the same"
