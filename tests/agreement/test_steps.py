"""A beginning that leads nowhere, offered where there is too much to look at, is forgotten by all engines."""

from __future__ import annotations

from collections import Counter

import pytest
from casefiles import Case
from engines import Engines, play, playout

from rulewright.interpreter.game.ruleset import ruleset_of
from rulewright.interpreter.lowering import steps

RULES = """\
language 1
game "Purse"
    players 2
enum Metal: gold, iron
cards Coin for each metal in Metal, worth in 1..4
zone purse: Coin, face up
zone bank: Coin, face up
var lead: player = random player
setup
    put Coin into purse
play
    turns clockwise from lead until size(bank) > 1
        choose buy, pass step by step
action buy(way in {ways})
    require much: sum(c.worth for c in way) > 20 because "that is too little"
    put way into bank
action pass(times in 1..4)
    put top(purse) into bank
winner by fewest seat(it)
"""


@pytest.mark.parametrize(
    "ways", ["exactly 4 of purse", "payment of 2 for m in Metal from c in purse where c.metal == m"]
)
def test_a_beginning_that_leads_nowhere_is_forgotten(ways: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MOST_COMPLETIONS", 6)
    model = Case("purse.rules", {"purse.rules": RULES.format(ways=ways)}).load().model
    assert model is not None
    engines, seen = Engines.of(ways, ruleset_of(model), 2, native=True), Counter[str]()
    for seed in range(3):
        play(engines, seed, seen)
        playout(engines, seed, seen)
    assert seen["decisions"] > 3 * 2  # more than two passes a game: something was begun
