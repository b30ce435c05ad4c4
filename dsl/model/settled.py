"""The settings of a game: their values for a number of players, and what of them is out of range."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from rulewright.dsl.model.constants import ConstantFault, Known, NotConstant, constant
from rulewright.dsl.model.declarations import Model, Setting
from rulewright.dsl.problems import Problem, problem


def known_of(model: Model, player_count: int, settings: Mapping[str, int] | None = None) -> Known:
    """What is known of a game for so many players, under these settings."""
    known = Known(player_count, settings or {}, model.definitions, card_sets=model.card_sets)
    tables: dict[str, tuple[tuple[int, ...], bool]] = {}
    for name, table in model.tables.items():
        try:
            tables[name] = (tuple(constant(entry, known) for entry in table.entries), table.then_last)
        except (NotConstant, ConstantFault):
            continue
    return evolve(known, tables=tables)


def settle(
    model: Model, player_count: int, given: Mapping[str, int], preset: str | None = None
) -> tuple[dict[str, int], list[Problem]]:
    """The value of each setting, in the order declared, and what is wrong.

    It is as given, else as in the preset, else the default.
    """
    chosen = model.presets[preset].values if preset is not None else {}
    values: dict[str, int] = {}
    problems: list[Problem] = []
    known = Known(player_count, values, model.definitions, card_sets=model.card_sets)
    for name, setting in model.settings.items():
        try:
            values[name] = (
                given[name] if name in given else constant(chosen.get(name, setting.default), known)
            )
            if not problems:  # the ranges of those below may rest on the value that is wrong
                problems += _out_of_range(model, setting, values[name], known)
        except NotConstant as fault:
            problems.append(problem("not-constant", fault.span, what=f"the setting `{name}`"))
            values.setdefault(name, 0)
        except ConstantFault as fault:
            problems.append(fault.problem)
            values.setdefault(name, 0)
    return values, problems


def _out_of_range(model: Model, setting: Setting, value: int, known: Known) -> list[Problem]:
    if setting.low is not None and setting.high is not None:
        low, high = constant(setting.low, known), constant(setting.high, known)
        if not low <= value <= high:
            return [_beyond(setting, value, low, high, known)]
        return []
    most = 1
    if setting.kind.family == "enum":
        most = len(model.enums[setting.kind.name].values) - 1
    if setting.kind.family in ("bool", "enum") and not 0 <= value <= most:
        return [_beyond(setting, value, 0, most, known)]
    return []


def _beyond(setting: Setting, value: int, low: int, high: int, known: Known) -> Problem:
    numbers = {"value": value, "low": low, "high": high, "players": known.player_count}
    wider = {"least": min(low, value), "most": max(high, value)}
    return problem("setting-range", setting.span, name=setting.name, **numbers, **wider)
