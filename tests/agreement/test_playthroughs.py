"""Games are played as they were: see playthroughs.py. Without `--full` only some are played again."""

from __future__ import annotations

import pytest
from playthroughs import lines_of, name_of, playthrough, recorded, subjects


@pytest.mark.parametrize("at", range(len(list(subjects()))), ids=lambda at: list(subjects())[at].name)
def test_games_are_played_as_they_were(at: int, full: bool) -> None:
    subject = list(subjects())[at]
    ruleset = subject.load()
    assert ruleset is not None
    if full or " " not in subject.name:
        found = lines_of(subject, ruleset)
    else:
        players = ruleset.player_counts[at % len(ruleset.player_counts)]
        found = {name_of(subject, players): playthrough(ruleset.new_game(players, seed=players))}
    before = recorded()
    assert found == {name: before.get(name) for name in found}
