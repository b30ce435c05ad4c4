"""The rulesets that ship with the program and their scenarios, each read once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulewright.dsl.model import Model
from rulewright.interpreter.lab.scenarios import Scenario, read_scenario
from rulewright.interpreter.lab.trial import model_for, read_text, scenario_files
from rulewright.interpreter.library.places import Place, find, list_rulesets


def rulesets() -> list[str]:
    """The ids of all shipped rulesets."""
    return list_rulesets()


@cache
def place(ruleset: str) -> Place:
    """Where a shipped ruleset lies."""
    return find(ruleset)


def all_scenarios() -> list[tuple[str, str]]:
    """Every scenario of every shipped ruleset: the ruleset's id and the scenario's file name."""
    return [(ruleset, file.stem) for ruleset in rulesets() for file in scenario_files(place(ruleset).folder)]


def scenario_path(ruleset: str, name: str) -> Path:
    """The file of a scenario."""
    return place(ruleset).folder / "scenarios" / f"{name}.yaml"


@cache
def scenario(ruleset: str, name: str) -> Scenario:
    """A scenario, read."""
    source, problems = read_text(scenario_path(ruleset, name))
    assert source is not None, problems
    found, problems = read_scenario(source)
    assert found is not None, problems
    return found


@cache
def model_of(ruleset: str, name: str) -> Model:
    """The checked model of a ruleset with the cards of one of its scenarios."""
    return model_for(ruleset, scenario(ruleset, name), {})
