"""Moves as they are put to the player who chooses: "your hand", others by name. Both forms are read."""

from __future__ import annotations

import pytest
from commands import Cli
from flow_models import LEAD, read_rules

from rulewright.interpreter.game.game import Game

RULES = """
enum Suit: sun, moon
cards Card for each suit in Suit, value in 1..6
zone deck: Card, face down
zone kept_back of player: Card, face down
zone pile of player, Suit: Card, face up
dice cup of player: 1..3, at most 2, seen by owner
setup
    put Card into deck
    for each p in players
        deal 2 from deck to kept_back[p]
        deal 1 from deck to pile[p, sun]
        roll 2 dice into cup[p]
play
    turns clockwise from lead until empty(deck)
        choose go
"""
HOSTILE = ("O'Brien's kept_back", "your", "none", "in x at 3")
"""Names that could be mistaken for something else in a move."""


def asked(parameters: str, players: tuple[str, ...] = ("Ann", "Bob")) -> Game:
    """It is the first player's turn to `go`."""
    rules = read_rules(
        f"{RULES}{LEAD}action go({parameters})\n    roll 2 dice into cup[me]\n", players="2..4"
    )
    return rules.new_game(players, seed=1, starter=0)


@pytest.mark.parametrize(
    ("parameters", "told"),
    [
        ("p in players", ["go Ann", "go Bob"]),
        ("z in [kept_back[me], kept_back[neighbour(me, left)]]", ["go your kept_back", "go kept_back[Bob]"]),
        ("z in [pile[me, sun], pile[neighbour(me, left), sun]]", ["go your pile[sun]", "go pile[Bob, sun]"]),
        (
            "c in all kept_back where owner(c) == me",
            ["go card in your kept_back at 1", "go card in your kept_back at 2"],
        ),
        ("s in Suit, p in players where p != me", ["go sun, Bob", "go moon, Bob"]),
        ("n in 1..2", ["go 1", "go 2"]),
    ],
)
def test_own_things_are_yours_and_others_go_by_name(parameters: str, told: list[str]) -> None:
    game = asked(parameters)
    assert game.spoken_moves(0) == told
    assert game.spoken_moves(1) == []


@pytest.mark.parametrize("players", [("Ann", "Bob", "Cid", "Dora"), HOSTILE])
@pytest.mark.parametrize(
    "parameters",
    [
        "p in players",
        "ps in any of players",
        "z in [kept_back[me], kept_back[neighbour(me, left)]]",
        "p in players, s in Suit, z in [pile[p, s], kept_back[p]]",
        "c in all kept_back",
        "cs in 1 to 2 of all kept_back",
        "c in all pile, p in players",
        "p in players, ds in any of cup[p]",
    ],
)
def test_what_is_put_to_a_player_is_read_like_what_is_written(
    parameters: str, players: tuple[str, ...]
) -> None:
    game = asked(parameters, players)
    for move, told in zip(game.legal_moves(0), game.spoken_moves(0), strict=True):
        for typed in (
            move.text,
            told,
            told.upper().replace("GO ", "go "),
            told.replace("kept_back", "kept back"),
        ):
            assert game.copy().apply(typed) == move, typed


def test_an_invented_name_of_a_zone_is_no_zone() -> None:
    refused = asked("z in [kept_back[me], kept_back[neighbour(me, left)]]").why_not("go your deck")
    assert refused is not None
    assert refused.code == "move-argument-kind"


def test_the_prompt_shows_and_reads_moves_as_they_are_spoken(cli: Cli) -> None:
    moves = ("reject demeter", "lay earth-4", "lay earth-2")
    spoken = (
        "collect earth-4, dreams[Ann]",
        "collect earth-4, your dreams",
        "collect earth-2, dreams[1]",
        "",
    )
    said = cli("play", "cvlt", "--seats", "Ann,Bob", "--seed", "3", typed="\n".join((*moves, *spoken)))
    assert "\n2  collect earth-4, your dreams\n" in said.out
    assert (
        "Not possible: `dreams[Ann]` cannot be chosen for `collect` now. Possible now: `your offerings`"
        in said.out
    )
    assert "Ann: collect earth 2, dreams[Ann]" in said.out
