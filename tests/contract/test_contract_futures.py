"""Every ruleset: a copy with another seed is the same game up to here, and another from here on."""

from __future__ import annotations

import random

import pytest
from contract_games import cases, decisions, draw_move, finished, legal_moves, ruleset

from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.saves.resume import resume
from rulewright.interpreter.state.layout import SEED_HIGH, SEED_LOW

pytestmark = pytest.mark.parametrize(("name", "players"), cases())

_COPIES = 3
"""At about so many decisions of a game a copy is given another future."""


def _copied(name: str, players: int, seed: int) -> list[tuple[Game, Game]]:
    """Copies of one game at some of its decisions, each with another future and with its own."""
    between = 1 + len(finished(name, players, seed).moves) // _COPIES
    return [
        (game.copy(seed=(number + 1) << 32 | 7), game.copy())
        for number, game in enumerate(decisions(name, players, seed))
        if number % between == between // 2
    ]


def test_a_copy_with_another_future_looks_the_same(name: str, players: int, seed: int) -> None:
    for copy, game in _copied(name, players, seed):
        assert (copy.decision, copy.events) == (game.decision, game.events)
        assert [move.text for move in legal_moves(copy)] == [move.text for move in legal_moves(game)]
        for observer in (*range(players), "public", "all"):
            assert copy.view(observer) == game.view(observer)
        differ = {slot for slot, value in enumerate(copy.state) if value != game.state[slot]}
        assert differ == {SEED_LOW, SEED_HIGH}


def test_a_copy_with_another_future_is_saved_and_undone(name: str, players: int, seed: int) -> None:
    for number, (copy, game) in enumerate(_copied(name, players, seed)):
        chance, made = random.Random(number), len(game.moves)
        for _ in range(6):
            if not copy.over:
                copy.apply(draw_move(copy, chance))
        resumed = resume(copy.to_save(), lambda header: ruleset(name))
        assert resumed.warnings == ()
        assert resumed.game.state == copy.state
        copy.undo(len(copy.moves) - made)
        assert copy.view("all") == game.view("all")
        assert copy.digest() != game.digest()
        if not made:
            continue
        copy.undo()
        game.undo()
        assert (copy.state, copy.to_save()) == (game.state, game.to_save())
