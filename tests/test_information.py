"""Information sets: what one seat has been told of a game from its beginning, as a key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from deals import dealt
from poker import KUHN, LEDUC

from rulewright import Game, game_from, load, load_text, position, resume

TOYS = Path(__file__).parent / "toys"

SECRETS = """
language 1
game "Secrets"
    players 2
cards Card for each value in 1..4
zone deck: Card, face down, not remembered
zone hand of player: Card, seen by owner
var glimpse: int, face down
var said of player: int?, seen by owner
setup
    put Card into deck
    shuffle deck
    deal 1 from deck to each hand
play
    everyone chooses say
    glimpse = sum(c.value for c in hand[first(players)])
    show glimpse to last(players)
    choose look by last(players)
    glimpse = 0
    choose look by last(players)
    put all hand into deck
    choose look by last(players)
action say(n in 1..3 seen by me)
    said[me] = n
action look
    said[me] = none
score even(p) = 0
winner by highest score
"""


def asked(game: Game) -> Iterator[tuple[int, str]]:
    """Who has to choose and what that seat knows then, at each decision that may come."""
    if not game.over:
        (seat,) = game.decision.seats
        yield seat, game.information_key(seat)
        for move in game.legal_moves():
            after = game.copy()
            after.apply(move.text)
            yield from asked(after)


@pytest.mark.parametrize(
    ("text", "players", "board", "sets"),
    [(KUHN, 2, 0, 12), (KUHN, 3, 0, 48), (LEDUC, 2, 1, 936)],
    ids=["Kuhn", "Kuhn for three", "Leduc"],
)
def test_there_are_as_many_information_sets_as_are_known(
    text: str, players: int, board: int, sets: int
) -> None:
    ruleset = load_text(text, "poker.rules")
    assert len({one for game in dealt(ruleset, players, board) for one in asked(game)}) == sets


@pytest.mark.parametrize(("faces", "sets"), [(2, 32), (3, 192)])
def test_liars_dice_has_an_information_set_for_each_die_and_bids(faces: int, sets: int) -> None:
    ruleset = load(TOYS / "liars_dice.rules", settings={"faces": faces})
    dice = product(range(1, faces + 1), repeat=2)
    games = (game_from(ruleset, 2, position({"cup[1]": [str(a)], "cup[2]": [str(b)]})) for a, b in dice)
    assert len({one for game in games for one in asked(game)}) == sets


# ---- what a key tells ----------------------------------------------------------------------------


def secrets(first: str = "1", second: str = "2", rest: tuple[str, ...] = ("3", "4")) -> Game:
    """A game of secrets with these cards dealt."""
    laid = position({"hand[1]": [first], "hand[2]": [second], "deck": list(rest)})
    return game_from(load_text(SECRETS, "secrets.rules"), 2, laid)


def said(game: Game, *moves: tuple[int, str]) -> Game:
    for seat, move in moves:
        game.apply(move, seat)
    return game


def test_a_key_tells_what_the_seat_sees_and_not_what_others_do() -> None:
    here, there = secrets("1", "2", ("3", "4")), secrets("3", "2", ("4", "1"))
    assert here.information_key(1) == there.information_key(1)
    assert here.public_key() == there.public_key()
    assert here.information_key(0) != there.information_key(0)
    assert len({here.information_key(0), here.information_key(1), here.public_key()}) == 3


def test_a_key_remembers_what_a_view_has_shown_for_a_while() -> None:
    moves = ((0, "say 1"), (1, "say 1"), (1, "look"))
    here, there = said(secrets("1"), *moves), said(secrets("3", "2", ("1", "4")), *moves)
    assert here.view(1).variable("glimpse") == there.view(1).variable("glimpse")
    assert here.information_key(1) != there.information_key(1)
    assert here.public_key() == there.public_key()


def test_in_which_order_hidden_choices_were_made_tells_nothing() -> None:
    one, other = secrets(), secrets()
    said(one, (0, "say 2"), (1, "say 3"))
    said(other, (1, "say 1"))
    assert other.information_key(0) != secrets().information_key(0), "that somebody has chosen is told"
    other.withdraw(1)
    said(other, (1, "say 3"))
    other.withdraw(1)
    said(other, (1, "say 3"), (0, "say 2"))
    assert [one.information_key(seat) for seat in (0, 1)] == [other.information_key(seat) for seat in (0, 1)]


def test_when_others_choose_while_one_chooses_step_by_step_tells_nothing() -> None:
    ruleset, keys = load(TOYS / "pack_and_pass.rules"), []
    for order in ((0, 0, 0, 1, 1, 1), (1, 0, 0, 1, 0, 1), (1, 1, 1, 0, 0, 0)):
        game = ruleset.new_game(2, seed=4)
        for seat in order:
            game.information_key(seat)
            game.apply(game.legal_moves(seat)[0])
        assert game.moves_made > 0
        keys.append([game.information_key(0), game.information_key(1), game.public_key()])
    assert keys[0] == keys[1] == keys[2]


def test_what_a_seat_has_chosen_while_others_choose_is_in_its_key_alone() -> None:
    one, other = said(secrets(), (0, "say 2")), said(secrets(), (0, "say 3"))
    assert one.information_key(0) != other.information_key(0)
    assert one.information_key(1) == other.information_key(1)
    said(one, (1, "say 1"))
    said(other, (1, "say 1"))
    assert one.information_key(0) != other.information_key(0)
    assert one.information_key(1) == other.information_key(1)


@pytest.mark.parametrize("name", ["cvlt", "cv-gossip", "cv-pocket"])
def test_a_key_is_the_same_whenever_it_is_asked_for(name: str) -> None:
    game, late = load(name).new_game(2, seed=5), load(name).new_game(2, seed=5)
    keys = []
    for number in range(12):
        keys.append([*map(game.information_key, (0, 1)), game.public_key()])
        move = game.apply(game.legal_moves()[number % 2 - 1])
        late.apply(move.text, move.seat)
    keys.append([*map(game.information_key, (0, 1)), game.public_key()])
    again = resume(game.to_save()).game
    for one in (late, again, game.copy(), game.copy(seed=9)):
        assert [*map(one.information_key, (0, 1)), one.public_key()] == keys[-1]
    assert len({key for at in keys for key in at}) > 13
    for number in reversed(range(12)):
        for one in (game, late):
            one.undo()
            assert [*map(one.information_key, (0, 1)), one.public_key()] == keys[number]


def test_a_ruleset_says_whether_players_remember_all_that_they_saw() -> None:
    assert not load_text(SECRETS, "secrets.rules").perfect_recall
    assert load_text(KUHN, "kuhn.rules").perfect_recall


def test_a_key_tells_more_than_players_remember_who_forget() -> None:
    moves = ((0, "say 1"), (1, "say 1"), (1, "look"), (1, "look"))
    here, there = said(secrets("1", "2"), *moves), said(secrets("1", "3", ("2", "4")), *moves)
    assert here.view(1).zones == there.view(1).zones, "the hand went back into the deck"
    assert here.information_key(1) != there.information_key(1)
