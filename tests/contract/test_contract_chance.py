"""Every ruleset: a game in which chance is asked for is one that a seed might have given. See `asked`."""

from __future__ import annotations

import pytest
from asked import check_asked_game
from contract_games import cases, ruleset


@pytest.mark.parametrize(("name", "players"), cases())
def test_what_was_answered_is_a_game_that_chance_could_have_given(name: str, players: int, seed: int) -> None:
    check_asked_game(ruleset(name).plan(players), f"{name} {players} {seed}")
