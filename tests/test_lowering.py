"""What the lowering leaves out is an error when rules are made ready, never a rule left out."""

from __future__ import annotations

import pytest
from attrs import frozen

from rulewright.dsl.model import Kind
from rulewright.interpreter.lowering.builder import Registry


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
