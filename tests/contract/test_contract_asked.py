"""Every ruleset: a game that asks for chance is that of a `Simulator` that does, and is made once more."""

from __future__ import annotations

import random

import pytest
from contract_games import cases, ruleset

from rulewright import Game, Simulator, TooManyMoves

MOST_MOVES = 120


@pytest.mark.parametrize(("name", "players"), cases())
def test_chance_that_is_asked_for_gives_the_same_game(name: str, players: int, seed: int) -> None:
    """What is asked, the moves, and the points are the same; for each move the same can be asked for again.

    A game may ask for more: in which order cards that a seat does not see are offered to it, say. The
    simulator is then left behind.
    """
    rules, chance = ruleset(name), random.Random(seed)
    game, simulator = rules.new_game(players, chance="ask"), Simulator(rules, players, chance="ask")
    state, told, chosen, along = simulator.new_game(), dict[int, str](), 0, True
    for _ in range(MOST_MOVES):
        if game.over:
            break
        if game.decision.kind == "chance":
            given = game.chances()
            at = chance.randrange(len(given))
            along = along and bool(simulator.chances(state))
            if along:
                theirs = simulator.chances(state)
                assert [(move.text, share) for move, share in given] == [
                    (simulator.text(state, outcome), share) for outcome, share in theirs
                ]
                simulator.apply(state, theirs[at][0])
            game.apply(given[at][0])
            continue
        told[len(game.moves)], chosen = _told(game), chosen + 1
        seat = chance.choice(game.decision.seats)
        try:
            moves = game.legal_moves(seat)
        except TooManyMoves:
            break
        at = chance.randrange(len(moves))
        if along:
            numbers = simulator.legal_moves(state, seat)
            assert [move.text for move in moves] == [simulator.text(state, one, seat) for one in numbers]
            simulator.apply(state, numbers[at], seat)
        game.apply(moves[at])
    assert chosen
    if along and game.over:
        sheet = game.score_sheet()
        assert simulator.over(state)
        assert tuple(sheet.total(seat) for seat in range(players)) == simulator.points(state)
    assert {moves: _told(game.after(moves)) for moves in told} == told


def _told(game: Game) -> str:
    """All that there is to know of a game that waits for a move."""
    return repr((game.digest(), game.view("all"), len(game.events)))
