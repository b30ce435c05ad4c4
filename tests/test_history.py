"""What a game goes back to is kept as what changed, and comes out as it was."""

from __future__ import annotations

import random

import pytest
from shipped import rulesets

from rulewright.interpreter.game.game import Game
from rulewright.interpreter.library.rulesets import load

MOVES = 150


def played(ruleset: str, seed: int) -> tuple[Game, list[list[int]], list[str]]:
    """A game after some random moves; the states it went through, and the moves made, as they read then."""
    game, chance = load(ruleset).new_game(3, seed=seed), random.Random(seed)
    states, texts = [game.state], list[str]()
    while not game.over and len(texts) < MOVES:
        move = chance.choice(game.legal_moves(game.decision.seats[0]))
        texts.append(move.text if len(texts) % 2 else "")
        game.apply(move)
        states.append(game.state)
    return game, states, texts


@pytest.mark.parametrize("ruleset", rulesets())
def test_each_state_is_had_back(ruleset: str) -> None:
    game, states, _ = played(ruleset, 1)
    assert [game.history.state(number) for number in range(len(states))] == states
    assert list(game.history.states())[::-1] == states
    while states:
        assert game.state == states.pop()
        game.undo()


@pytest.mark.parametrize("ruleset", rulesets())
def test_moves_read_the_same_whenever_they_are_read(ruleset: str) -> None:
    game, _, texts = played(ruleset, 2)
    again, _, _ = played(ruleset, 2)
    undone = again.moves[-20:]
    assert again.undo(20) == 20
    assert [move.text for move in game.moves][-20:] == [move.text for move in undone]
    assert all(text in ("", move.text) for text, move in zip(texts, game.moves, strict=True))


def test_little_is_kept_of_a_long_game() -> None:
    game, states, _ = played("cv-gossip", 3)
    kept = sum(len(was) for moment in game.history.moments for _, was in moment.changed)
    assert kept * 8 < len(states) * len(states[0])


def test_moves_that_were_not_made_read_as_they_did_when_they_were_listed() -> None:
    game, _, _ = played("cv-gossip", 2)
    same, _, _ = played("cv-gossip", 2)
    for _ in range(20):
        game.undo()
        same.undo()
        listed = game.legal_moves()
        assert listed[0].text == same.legal_moves()[0].text
        trial = game.copy()
        trial.apply(listed[0])
        trial.undo(10)
        read = [(move.text, move.arguments) for move in listed]
        assert read == [(move.text, move.arguments) for move in same.legal_moves()]
