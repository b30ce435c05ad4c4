"""Positions in which the bot's own knowledge shows the best move, written by hand: tree search finds each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from attrs import field, frozen
from test_bots import LATE

from rulewright import load, load_text
from rulewright.interpreter.bots import make
from rulewright.interpreter.game.positions import game_from, position
from rulewright.interpreter.game.seat import Seat

TOYS = Path(__file__).parent / "toys"


@frozen
class Problem:
    """A toy by name or as a text, what lies where, the moves from there, and the best ones then."""

    shows: str
    toy: str
    best: Sequence[str]
    lies: Mapping[str, Sequence[str]] = field(factory=dict)
    rest: str = "box"
    at: str = ""
    moves: Sequence[str] = ()


PROBLEMS = [
    Problem(
        "two in a row are made three",
        "three_in_a_row",
        ["set_mark 1, 3"],
        moves=["set_mark 1, 1", "set_mark 2, 1", "set_mark 1, 2", "set_mark 2, 2"],
    ),
    Problem(
        "two of the other are stopped",
        "three_in_a_row",
        ["set_mark 1, 3"],
        moves=["set_mark 1, 1", "set_mark 2, 2", "set_mark 1, 2"],
    ),
    Problem(
        "what pays most at the end of a round is taken first",
        LATE,
        ["take high"],
    ),
    Problem(
        "between two corners of the other only a side is safe",
        "three_in_a_row",
        ["set_mark 1, 2", "set_mark 2, 1", "set_mark 2, 3", "set_mark 3, 2"],
        moves=["set_mark 1, 1", "set_mark 2, 2", "set_mark 3, 3"],
    ),
    Problem(
        "three stones on one another are made four",
        "four_in_a_row",
        ["drop cell[1, 4]"],
        moves=[
            "drop cell[1, 1]",
            "drop cell[7, 1]",
            "drop cell[1, 2]",
            "drop cell[6, 1]",
            "drop cell[1, 3]",
            "drop cell[7, 2]",
        ],
    ),
    Problem(
        "three stones of the other are stopped",
        "four_in_a_row",
        ["drop cell[1, 4]"],
        moves=[
            "drop cell[1, 1]",
            "drop cell[7, 1]",
            "drop cell[1, 2]",
            "drop cell[6, 1]",
            "drop cell[1, 3]",
        ],
    ),
    Problem(
        "the last card is laid, not another drawn",
        "last_card",
        ["lay red-1"],
        {"hand[1]": ["red-1"], "hand[2]": ["blue-4", "blue-5", "green-6"], "pile": ["red-3"]},
        rest="deck",
        at="shedding",
    ),
    Problem(
        "who goes on after a seven goes out at once",
        "last_card",
        ["lay red-7"],
        {
            "hand[1]": ["red-7", "red-1"],
            "hand[2]": ["red-4", "blue-5"],
            "pile": ["red-3"],
        },
        rest="deck",
        at="shedding",
    ),
    Problem(
        "three stones side by side are made four",
        "four_in_a_row",
        ["drop cell[4, 1]"],
        moves=[
            "drop cell[1, 1]",
            "drop cell[1, 2]",
            "drop cell[2, 1]",
            "drop cell[2, 2]",
            "drop cell[3, 1]",
            "drop cell[3, 2]",
        ],
    ),
    Problem(
        "three stones of the other side by side are stopped",
        "four_in_a_row",
        ["drop cell[4, 1]"],
        moves=["drop cell[1, 1]", "drop cell[1, 2]", "drop cell[2, 1]", "drop cell[2, 2]", "drop cell[3, 1]"],
    ),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.shows)
def test_tree_search_finds_the_move(problem: Problem) -> None:
    text = problem.toy.startswith("\n")
    ruleset = load_text(problem.toy, "toy.rules") if text else load(TOYS / f"{problem.toy}.rules")
    if problem.lies:
        laid = position(problem.lies, {"starter": "1"}, rest=problem.rest, at=problem.at)
        game = game_from(ruleset, ["Ann", "Bob"], laid)
    else:
        game = ruleset.new_game(["Ann", "Bob"], 1)
    for move in problem.moves:
        game.apply(move)
    seat = Seat(game, game.decision.seats[0])
    chosen = {make("mcts:200", seed, "python").choose(seat).text for seed in range(2)}
    assert chosen <= set(problem.best)
