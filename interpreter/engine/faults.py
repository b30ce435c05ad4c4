"""Faults of lowered code, told as the problems that they are: numbers become facts, with their names."""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl.problems import Fact, Problem
from rulewright.interpreter.code.instructions import FaultPlace, Meaning, ValueOf
from rulewright.interpreter.layout import Layout

INDEX = "index"
"""The fact that several numbers may belong to: the indices of a place, told as they are written."""


def problem_of(place: FaultPlace, numbers: tuple[int, ...], layout: Layout) -> Problem:
    """The problem of a fault at its place in the rules, with the numbers that it tells of."""
    facts: dict[str, Fact] = dict(place.fixed)
    indices: list[str] = []
    for (name, meaning), number in zip(place.facts, numbers, strict=True):
        told = _fact(meaning, number, layout)
        if name == INDEX:
            indices.append(str(told))
        facts[name] = ", ".join(indices) if name == INDEX else told
    return Problem(place.code, place.span, facts)


def _fact(meaning: Meaning, number: int, layout: Layout) -> Fact:
    match meaning:
        case "number":
            return number
        case "seat":
            return number + 1
        case "card":
            return layout.cards[number].id
        case "zone":
            return layout.zones[number].name
        case ValueOf(enum):
            return layout.model.enums[enum].values[number]
        case _:
            assert_never(meaning)
