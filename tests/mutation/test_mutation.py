"""Each scenario fails when a declaration that it names is changed: it shows what it says it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from mutate import WHOLE, full_names, mutants
from shipped import all_scenarios, model_of, rulesets, scenario

from rulewright.dsl.model import Model
from rulewright.interpreter.lab.scenarios import Scenario
from rulewright.interpreter.lab.trial import declarations, run_on
from rulewright.interpreter.library.rulesets import load

TOYS = Path(__file__).parent.parent / "toys"
GAMES = [*rulesets(), *sorted(str(file) for file in TOYS.glob("*.rules"))]


ONE_IN = 10
"""Each mutant is made ready anew, which takes time: of so many scenarios one is tried; with --full, all."""


def fails(model: Model, shown: Scenario) -> bool:
    """Does the scenario not pass with this model?

    A mutant has not been checked, so a look-up may find nothing in it where a checked model always has
    something; that is a failure as well.
    """
    try:
        return run_on(model, shown).verdict != "passed"
    except LookupError:
        return True


def depends_on(model: Model, shown: Scenario, declaration: str) -> bool:
    """Does some mutant of the declaration make the scenario fail?"""
    return any(fails(mutant.model, shown) for mutant in mutants(model, declaration))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All scenarios of all games with --full, else a tenth of them."""
    if "shown_name" not in metafunc.fixturenames:
        return
    step = 1 if metafunc.config.getoption("--full") else ONE_IN
    metafunc.parametrize(("ruleset", "shown_name"), list(all_scenarios())[::step])


def test_depends_on_each_declaration_it_names(ruleset: str, shown_name: str) -> None:
    """That it passes with the rules as they are is a test of its own."""
    shown, model = scenario(ruleset, shown_name), model_of(ruleset, shown_name)
    assert [one.text for one in shown.about if not depends_on(model, shown, one.text)] == []


@pytest.mark.parametrize("ruleset", rulesets())
def test_scenarios_do_not_depend_on_everything(ruleset: str) -> None:
    """Otherwise the mutants would say nothing: most scenarios have nothing to do with most declarations."""
    names = [name for one, name in all_scenarios() if one == ruleset][:3]
    for name in names:
        shown, model = scenario(ruleset, name), model_of(ruleset, name)
        shortest = sorted([*model.actions, *model.scores], key=lambda one: len(list(mutants(model, one))))
        assert not all(depends_on(model, shown, one) for one in shortest), name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: Path(game).stem)
def test_every_declaration_has_mutants(game: str) -> None:
    model = load(game).model
    for name in declarations(model):
        if name in WHOLE and not getattr(model, name):
            continue
        assert full_names(model, name), name
        first = next(mutants(model, name), None)
        assert first is not None, f"nothing can be changed in {name}"
        assert first.model != model, first.what
