"""Each scenario fails when a declaration that it names is changed: it shows what it says it shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve
from mutate import full_names, mutants
from shipped import all_scenarios, model_of, scenario

from rulewright.lab.trial import declarations, run_on


def named() -> Iterator[tuple[str, str, str]]:
    """Every declaration that a scenario names: ruleset, scenario, declaration."""
    for ruleset, name in all_scenarios():
        for about in scenario(ruleset, name).about:
            yield ruleset, name, about.text


def killer(ruleset: str, name: str, about: str) -> str | None:
    """The first mutant of a declaration under which a scenario fails."""
    shown = scenario(ruleset, name)
    for mutant in mutants(model_of(ruleset, name), about):
        if run_on(mutant.model, shown).verdict != "passed":
            return mutant.what
    return None


@pytest.mark.parametrize(("ruleset", "name", "about"), list(named()))
def test_fails_when_what_it_names_is_changed(ruleset: str, name: str, about: str) -> None:
    assert run_on(model_of(ruleset, name), scenario(ruleset, name)).verdict == "passed"
    assert killer(ruleset, name, about) is not None, f"no mutant of {about} makes this scenario fail"
