"""What the lowering leaves out is an error when rules are made ready; what it can, it works out then."""

from __future__ import annotations

import pytest
from attrs import frozen
from casefiles import Case

from rulewright.dsl.model import Kind
from rulewright.interpreter.game.ruleset import ruleset_of
from rulewright.interpreter.lowering.builder import Registry
from rulewright.interpreter.lowering.plan import lower

WORTH = """\
language 1
game "Worth"
    players 2
enum Suit: earth, water
cards Tile for each suit in Suit, value in 1..3
zone row: Tile, face up
var bonus = 2
score of_the_card(p) = sum((if c.suit == earth then 2 * c.value else c.value) for c in row)
score of_more(p) = sum((if c.suit == earth then bonus * c.value else c.value) for c in row)
play
    end game because "done"
winner by fewest seat(it)
"""


@frozen
class Doubled:
    """A term: its kind is no field of its own."""

    kind: Kind
    term: int
    times: int


@pytest.mark.parametrize(
    ("fields", "whole"), [("term times", True), ("term", False), ("term times by", False)]
)
def test_all_fields_of_a_node_are_lowered_or_none(fields: str, whole: bool) -> None:
    registry = Registry()
    registry.lowers(Doubled, fields)(lambda *_: None)
    node = Doubled(Kind("int"), 1, 2)
    if whole:
        assert registry.function(node) is registry.function(node)
    else:
        with pytest.raises(TypeError, match="Doubled is not lowered whole"):
            registry.function(node)


def test_a_node_that_nobody_lowers_is_an_error() -> None:
    with pytest.raises(TypeError, match="Doubled"):
        Registry().function(Doubled(Kind("int"), 1, 2))


def test_what_depends_on_a_card_alone_is_worked_out_for_each_card_before_play() -> None:
    model = Case("worth.rules", {"worth.rules": WORTH}).load().model
    assert model is not None
    ruleset = ruleset_of(model)
    tables = {table.values for table in lower(model, ruleset.program(2).known).code.tables}
    assert {(2, 4, 6, 1, 2, 3), (1, 1, 1, 0, 0, 0)} <= tables  # the points of a card; whether it is doubled
