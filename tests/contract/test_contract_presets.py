"""What the presets of shipped rulesets change keeps secrets as the rules without them do."""

from __future__ import annotations

import pytest
from test_contract_secrecy import leaks_of

from rulewright.interpreter.library.places import list_rulesets
from rulewright.interpreter.library.rulesets import load


def presets() -> list[tuple[str, str, int]]:
    """Every preset of every shipped ruleset, with each number of players."""
    return [
        (name, preset, players)
        for name in list_rulesets()
        for preset in load(name).model.presets
        for players in load(name, preset=preset).player_counts
    ]


@pytest.mark.parametrize(("name", "preset", "players"), presets())
def test_twins_look_the_same_under_a_preset(name: str, preset: str, players: int, seed: int) -> None:
    assert leaks_of(load(name, preset=preset).new_game(players, seed), seed) == []
