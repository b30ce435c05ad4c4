"""Taking moves back: whether somebody has learned something since, and whose moves go back."""

from __future__ import annotations

import pytest
from commands import Cli
from flow_models import LEAD, TOKENS, start

from rulewright.interpreter.game.game import Game

DICE = "dice cup: 1..6, at most 2, face up\ndice fate of player: 1..6, at most 2, seen by owner\n"


def after(effects: str, declared: str = "", by: str = "") -> Game:
    """A game of two who hold a card each, after the first has made a move with these effects.

    The deal leaves it open what the hidden cards are: nobody sees all that are worth 3, or all of fire.
    """
    play = f"play\n    choose act by lead\n    choose rest{by or ' by neighbour(lead, left)'}\n"
    action = "action act\n" + "".join(f"    {line}\n" for line in effects.splitlines())
    hands = f"{TOKENS}    shuffle deck\n    deal 1 from deck to each hand\n    put top(deck) onto row\n"
    game = start(f"{hands}{DICE}{LEAD}{declared}{play}{action}action rest\n    lead = lead\n", seed=2)
    game.apply(game.legal_moves()[0])
    return game


HIGH = "var high: bool\n"
BID = "var bid of player = 4, seen by owner\nvar sum = 0\n"
POINTS = "score points from awards\n"


@pytest.mark.parametrize(
    ("effects", "declared"),
    [
        ("roll 2 dice into cup\nroll 0 dice into cup", ""),
        ("roll 1 dice into fate[neighbour(me, left)]", ""),
        ("shuffle deck", ""),
        ("high = the(top(deck)).value > 2", HIGH),
        ("if the(top(deck)).suit == fire\n    high = yes", HIGH),
        ("high = not any(c.value > 2 for c in hand[neighbour(me, left)])", HIGH),
        ("award the(top(deck)).value to me for points", POINTS),
        ("sum = bid[neighbour(me, left)]", BID),
        ("reveal bid[neighbour(me, left)]", BID),
        ("show bid[neighbour(me, left)] to me", BID),
        ("show top(deck) to me", ""),
        ("put top(deck) onto hand[me]", ""),
        ("put top(deck) onto row\nput top(row) into deck at 1", ""),
        ("deal 2 from deck to row", ""),
    ],
)
def test_what_a_player_has_learned_since_stands_against_undoing(effects: str, declared: str) -> None:
    assert after(effects, declared).undo_reveals(seats=[0])


@pytest.mark.parametrize(
    ("effects", "declared"),
    [
        ("put top(deck) into hand[neighbour(me, left)]", ""),
        ("put hand[me] onto row", ""),
        ("put top(row) into deck at 1", ""),
        ("high = the(top(row)).value > 2 or size(deck) > 2", HIGH),
        ("high = any(c.suit == fire for c in hand[me])", HIGH),
        ("sum = bid[me]\nbid[me] = 6\nbid[neighbour(me, left)] = 2", BID),
        ("high = bid[neighbour(me, left)] is some", f"{HIGH}var bid of player: int?, seen by owner\n"),
        ("show top(deck) to neighbour(me, left)", ""),
    ],
)
def test_what_a_player_knew_before_may_be_undone(effects: str, declared: str) -> None:
    assert not after(effects, declared).undo_reveals(seats=[0])


def test_each_seat_has_learned_something_of_its_own() -> None:
    laid = after("put hand[me] onto row")
    assert (laid.undo_reveals(seats=[0]), laid.undo_reveals(seats=[1]), laid.undo_reveals()) == (
        False,
        True,
        True,
    )
    peeked = after("show top(deck) to me")
    assert (peeked.undo_reveals(seats=[0]), peeked.undo_reveals(seats=[1])) == (True, False)


def test_what_may_be_done_now_can_tell_of_hidden_cards() -> None:
    rules = f"""{TOKENS}    shuffle deck
{LEAD}play
    choose rest by lead
    choose guess, rest by lead
action rest
    lead = lead
action guess
    require the(top(deck)).value > 1
"""
    game = start(rules)
    game.apply("rest")
    assert game.undo_reveals()


STEPS = f"""{TOKENS}    shuffle deck
    deal 3 from deck to row
{LEAD}play
    choose pick by lead step by step
action pick(cs in any of row)
    require size(cs) > 0
    require REQUIRED
    put cs into heap[me]
"""


def test_that_a_choice_of_steps_may_end_can_tell_of_hidden_cards() -> None:
    game = start(STEPS.replace("REQUIRED", "size(cs) > 1 or the(top(deck)).value > 1"))
    game.apply(game.legal_moves()[0])
    assert game.undo_reveals(seats=[0])


def test_an_action_that_a_step_leaves_behind_tells_nothing() -> None:
    rules = STEPS.replace("REQUIRED", "size(cs) > 1").replace("choose pick", "choose pick, guess")
    game = start(rules + "action guess\n    require the(top(deck)).value > 1\n")
    assert "pick" in game.legal_moves()[0].text
    game.apply(game.legal_moves()[0])
    assert not game.undo_reveals(seats=[0])


def test_a_hidden_choice_that_is_still_open_tells_nothing() -> None:
    rules = f"""{TOKENS}    deal 2 from deck to each hand
play
    everyone chooses lay
    everyone chooses lay
action lay(c in hand[me])
    put c into heap[me]
"""
    game = start(rules)
    game.apply(game.legal_moves(1)[0])
    game.withdraw(1)
    game.apply(game.legal_moves(1)[1])
    assert not game.undo_reveals(3)
    game.apply(game.legal_moves(0)[0])
    assert game.undo_reveals(1, [0]) and not game.undo_reveals(0)


def test_cards_moved_unseen_by_another_may_be_taken_back() -> None:
    rules = f"""{TOKENS}    shuffle deck
    deal 2 from deck to each hand
{LEAD}play
    choose bury by lead
    choose bury by neighbour(lead, left)
    choose bury by lead
action bury(c in hand[me])
    put c beneath deck
"""
    game = start(rules)
    game.apply(game.legal_moves()[0])
    game.apply(game.legal_moves()[1])
    assert not game.undo_reveals(2, [0])


# ---- at the prompt -------------------------------------------------------------------------------

TABLE = """language 1
game "Stones"
    players 3
enum Colour: red, blue
cards Stone for each colour in Colour, value in 1..6
zone hand of player: Stone, seen by owner
zone laid of player: Stone, face up
setup
    for each p in players
        put Stone where it.value in [2 * seat(p) - 1, 2 * seat(p)] into hand[p]
play
    turns clockwise from opener until empty(hand[neighbour(opener, right)])
        choose lay
action lay(c in hand[me])
    put c onto laid[me]
define opener = best(p in players by fewest seat(p))
winner by fewest seat(it)
"""


@pytest.fixture
def stones(tmp_path: object) -> str:
    file = str(tmp_path) + "/stones.rules"
    with open(file, "w", encoding="utf-8") as written:
        written.write(TABLE)
    return file


def played(cli: Cli, stones: str, seats: str, typed: str, *more: str) -> str:
    return cli("play", stones, "--seats", seats, "--seed", "1", *more, typed=typed).out


def test_undo_tells_which_moves_were_taken_back(cli: Cli, stones: str) -> None:
    out = played(cli, stones, "Ann,random,random", "lay red-1\nundo\n", "--free-undo")
    taken = out[out.index("Taken back:") :].splitlines()
    assert taken[1] == "  Ann: lay red 1"
    assert [line.split(":")[0] for line in taken[2:4]] == ["  random", "  random 2"]


def test_undo_does_not_take_another_persons_move_back(cli: Cli, stones: str) -> None:
    typed = "lay red-1\nlay red-3\nlay red-5\nundo\n"
    out = played(cli, stones, "Ann,Bob,Cid", typed, "--free-undo")
    assert "Taken back" not in out
    assert "Cid has moved since. `undo Cid` takes that move back first." in out


def test_undo_with_a_name_takes_back_the_last_move_of_that_player(cli: Cli, stones: str) -> None:
    typed = "lay red-1\nlay red-3\nlay red-5\nundo Cid\nundo Ann\nundo bob\nundo Dan\n"
    out = played(cli, stones, "Ann,Bob,Cid", typed, "--free-undo")
    assert out.count("Taken back:") == 2
    assert "Taken back:\n  Cid: lay" in out and "Taken back:\n  Bob: lay" in out
    assert "Bob has moved since. `undo Bob` takes that move back first." in out
    assert "Nobody here is called `Dan`." in out


@pytest.mark.parametrize(("side", "read"), [("left", "red 3"), ("right", "a card")])
def test_what_was_taken_back_is_told_as_the_reader_knows_it(
    cli: Cli, stones: str, side: str, read: str
) -> None:
    text = TABLE.replace("put c onto laid[me]", f"put c into hand[neighbour(me, {side})]")
    with open(stones, "w", encoding="utf-8") as written:
        written.write(text.replace("until empty(hand[neighbour(opener, right)])", "once"))
    out = played(cli, stones, "Ann,Bob,Cid", "lay red-1\nlay red-3\nundo Bob\n", "--free-undo")
    assert f"Taken back:\n  Bob: lay {read}\n" in out
