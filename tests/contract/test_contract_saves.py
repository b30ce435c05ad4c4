"""Every ruleset: a save taken at any decision leads back to it, and games are the same in any process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from contract_games import cases, decisions, draw_move, finished, ruleset

from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.saves.resume import resume

HERE = Path(__file__).parent
_SAVES = 6
"""At about so many decisions of a game it is saved; every other time it is also played on to its end."""

_PLAY_ALL = """
from contract_games import cases, finished
for name, players in cases()[::2]:
    game = finished(name, players, 5)
    print(game.to_save(), *game.log(0), *game.log("public"), game.view(0).to_json(), sep="\\n")
"""


@pytest.mark.parametrize(("name", "players"), cases())
def test_the_save_of_a_whole_game_agrees_at_every_decision(name: str, players: int, seed: int) -> None:
    game = finished(name, players, seed)
    resumed = resume(game.to_save(), lambda header: ruleset(name))  # compares after each move
    assert resumed.warnings == ()
    assert resumed.game.outcome == game.outcome


@pytest.mark.parametrize(("name", "players"), cases())
def test_a_save_leads_back_to_where_it_was_taken(name: str, players: int, seed: int) -> None:
    between = 1 + len(finished(name, players, seed).moves) // _SAVES
    for number, game in enumerate(decisions(name, players, seed)):
        if number % between:
            continue
        resumed = resume(game.to_save(), lambda header: ruleset(name))
        again = resumed.game
        assert resumed.warnings == ()
        assert (again.digest(), again.decision) == (game.digest(), game.decision)
        assert again.log(0) == game.log(0)
        assert again.to_save() == game.to_save()
        if number // between % 2 == 0:
            _play_on_alike(game.copy(), again, number)


def _play_on_alike(game: Game, again: Game, seed: int) -> None:
    chance, same_chance = random.Random(seed), random.Random(seed)
    while not game.over:
        game.apply(draw_move(game, chance))
        again.apply(draw_move(again, same_chance))
        assert again.digest() == game.digest()
    assert again.outcome == game.outcome


def test_games_are_the_same_whatever_the_hash_seed() -> None:
    printed = {_play_all(hash_seed) for hash_seed in ("0", "1")}
    assert len(printed) == 1
    assert len(printed.pop()) > 1_000


def _play_all(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    played = subprocess.run(
        [sys.executable, "-c", _PLAY_ALL],
        cwd=HERE,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return played.stdout
