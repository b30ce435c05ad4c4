"""What a box prints may be typed in for every stand-in value without breaking a scenario."""

from __future__ import annotations

import pytest
from attrs import evolve
from shipped import all_scenarios, model_of, rulesets, scenario

from rulewright.dsl.model import NONE, CardField, CardRow, CardSet, Model, Stored
from rulewright.interpreter.lab.trial import run_on
from rulewright.interpreter.library.rulesets import load

PATTERNS = (1, 2, 3)
"""Three ways to change everything: how far each value moves."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One scenario in three meets one of the patterns, in turn; with --full all meet all three."""
    if "scenario_name" not in metafunc.fixturenames:
        return
    every = metafunc.config.getoption("--full")
    cases = [
        (ruleset, name, pattern)
        for at, (ruleset, name) in enumerate(all_scenarios())
        for pattern in PATTERNS
        if every or (at % 3 == 0 and PATTERNS[at // 3 % len(PATTERNS)] == pattern)
    ]
    metafunc.parametrize(("ruleset", "scenario_name", "pattern"), cases)


def typed_in(model: Model, pattern: int) -> Model:
    """The model with another value in place of every stand-in of its cards."""
    sets = {
        name: evolve(one, rows=tuple(_row(model, one, row, at, pattern) for at, row in enumerate(one.rows)))
        for name, one in model.card_sets.items()
    }
    return evolve(model, card_sets=sets)


def stands_in(row: CardRow, field: CardField) -> bool:
    """Is the card's value of this field a stand-in? Its id never is."""
    return field.name != "id" and ("" in row.placeholders or field.name in row.placeholders)


def _row(model: Model, card_set: CardSet, row: CardRow, at: int, pattern: int) -> CardRow:
    """A row changed; a number of copies is as uncertain as the other stand-ins of its row."""
    if not row.placeholders:
        return row
    values = tuple(
        _other(model, field, value, at, pattern) if stands_in(row, field) else value
        for field, value in zip(card_set.fields, row.values, strict=True)
    )
    fewer = pattern == 3 and at % 2 == 1 and row.copies > 0
    return evolve(row, values=values, copies=row.copies - 1 if fewer else row.copies + pattern)


def _other(model: Model, field: CardField, value: Stored, at: int, pattern: int) -> Stored:
    """Another value that the field may have; different rows move differently far."""
    kind = field.kind
    if isinstance(value, tuple) and kind.shape == "bag":
        moved = tuple((count + pattern + at + place) % 4 for place, count in enumerate(value))
        return moved if moved != value else tuple(count + 1 for count in value)
    if isinstance(value, tuple):
        size = len(model.enums[kind.name].values)
        moved = tuple(sorted((word + 1) % size for word in value)) or (0,)
        return moved if moved != value else value[:-1]
    if kind.family == "int":
        return value - 1 if pattern == 3 else value + pattern
    count = 2 if kind.family == "bool" else len(model.enums[kind.name].values)
    known: list[int] = [*([NONE] if kind.optional else []), *range(count)]
    step = 1 + (at + pattern) % (len(known) - 1)
    return known[(known.index(value) + step) % len(known)]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("ruleset", rulesets())
def test_every_stand_in_is_changed(ruleset: str, pattern: int) -> None:
    model = load(ruleset).model
    other = typed_in(model, pattern)
    for name, card_set in model.card_sets.items():
        for row, new in zip(card_set.rows, other.card_sets[name].rows, strict=True):
            for field, before, after in zip(card_set.fields, row.values, new.values, strict=True):
                assert (before != after) is stands_in(row, field), (row.id, field.name)
            assert (row.copies != new.copies) is bool(row.placeholders), row.id


def test_no_scenario_rests_on_a_stand_in(ruleset: str, scenario_name: str, pattern: int) -> None:
    model = typed_in(model_of(ruleset, scenario_name), pattern)
    trial = run_on(model, scenario(ruleset, scenario_name))
    assert trial.verdict == "passed", trial.problems
