"""What of a game's rules can be turned to tune it: settings, and entries of its tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product

from attrs import evolve, frozen

from rulewright.dsl.model import Constant, Model, Setting
from rulewright.dsl.problems import Fact, Rejected, problem
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.ruleset import Ruleset, read_value, ruleset_of
from rulewright.interpreter.words.sentences import did_you_mean

MOST_VALUES = 1_000
"""Of one setting."""
MOST_TRIED = 500
"""With so many values of the others at most it is tried whether a value can be played at all."""

_ENTRY = re.compile(r"(\w+)\[([0-9]{1,6})\]")
_RANGE = re.compile(r"(-?[0-9]{1,9})\s*\.\.\s*(-?[0-9]{1,9})")
_NUMBER = re.compile(r"-?[0-9]{1,9}")

Point = tuple[int, ...]
"""A value of each knob."""


class BadKnob(Rejected):
    """What is to be tuned is not there, or cannot be so."""


@frozen
class Knob:
    """A setting, or an entry of a table, `money_points[2]`, and the values that are tried."""

    name: str
    values: tuple[int, ...]

    @property
    def entry(self) -> tuple[str, int] | None:
        """The table, and which of its entries counted from 0; None for a setting."""
        found = _ENTRY.fullmatch(self.name)
        return None if found is None else (found[1], int(found[2]))


def read_knob(name: str, values: str, ruleset: Ruleset) -> Knob:
    """A knob as somebody writes it: values with commas between them, or a range such as 3..7.

    Raises BadKnob.
    """
    model, found = ruleset.model, _ENTRY.fullmatch(name)
    texts = list(_listed(name, values))
    if name in model.settings:
        setting = model.settings[name]
        return Knob(name, tuple(dict.fromkeys(_value(text, setting, model) for text in texts)))
    if name in model.tables or (found and found[1] in model.tables):
        table = model.tables[name if found is None else found[1]]
        if found is None or int(found[2]) >= len(table.entries):
            last = len(table.entries) - 1
            raise _bad(model, "tune-entry", table.span, name=table.name, given=name, last=last)
        for text in texts:
            if not _NUMBER.fullmatch(text):
                raise _bad(model, "tune-number", table.span, name=name, value=text[:40])
        return Knob(name, tuple(dict.fromkeys(map(int, texts))))
    near = did_you_mean(name if found is None else found[1], [*model.settings, *model.tables])
    raise _bad(model, "tune-unknown", name=name[:40], near=near)


def _listed(name: str, values: str) -> Iterable[str]:
    """The values of a list or a range. Raises BadKnob."""
    found = _RANGE.fullmatch(values.strip())
    if found is None:
        listed = [text.strip() for text in values.split(",")]
        if not all(listed) or len(listed) > MOST_VALUES or any(".." in one for one in listed):
            raise BadKnob([problem("tune-values", name=name[:40], values=values[:40], most=MOST_VALUES)])
        return listed
    low, high = int(found[1]), int(found[2])
    if not low <= high < low + MOST_VALUES:
        raise BadKnob([problem("tune-values", name=name[:40], values=values[:40], most=MOST_VALUES)])
    return map(str, range(low, high + 1))


def _value(text: str, setting: Setting, model: Model) -> int:
    value = read_value(text, setting, model)
    if value is None:
        try:
            ruleset_of(model, {setting.name: text})
        except RulesetError as error:
            raise BadKnob(error.problems, error.sources) from None
    assert value is not None
    return value


def _bad(model: Model, code: str, span: Span = NOWHERE, /, **facts: Fact) -> BadKnob:
    return BadKnob([problem(code, span, **facts)], model.sources)


@frozen
class Space:
    """All that can be tried: the knobs of a ruleset, for a number of players."""

    ruleset: Ruleset
    players: int
    knobs: tuple[Knob, ...]

    @property
    def size(self) -> int:
        """How many points there are, playable or not."""
        size = 1
        for knob in self.knobs:
            size *= len(knob.values)
        return size

    def points(self) -> Iterator[Point]:
        """All points, in order."""
        return product(*(knob.values for knob in self.knobs))

    @property
    def here(self) -> Point:
        """Where the knobs stand in the rules as they are."""
        known = self.ruleset.known(self.players)
        settings = self.ruleset.settings_for(self.players)
        return tuple(
            settings[knob.name] if knob.entry is None else known.tables[knob.entry[0]][0][knob.entry[1]]
            for knob in self.knobs
        )

    def at(self, point: Point) -> Ruleset:
        """The rules with the knobs turned. Raises RulesetError where they cannot be played so."""
        if point == self.here:
            return self.ruleset
        ruleset, model = self.ruleset, self.ruleset.model
        given: dict[str, int] = dict(ruleset.given)
        for knob, value, now in zip(self.knobs, point, self.here, strict=True):
            if knob.entry is not None:
                model = _with_entry(model, *knob.entry, value)
            elif value != now:
                given[knob.name] = value
        turned = evolve(ruleset, model=model, given=given)
        problems = turned.problems_for(self.players)
        if problems:
            raise RulesetError(problems, model.sources)
        return turned

    def check(self) -> None:
        """Raises BadKnob where a value cannot be played, whatever the others are, or a name comes twice."""
        names = [knob.name for knob in self.knobs]
        for at, name in enumerate(names):
            if name in names[:at]:
                raise BadKnob([problem("tune-twice", name=name)])
        for at, knob in enumerate(self.knobs):
            for value in knob.values:
                self._check(at, value)

    def _check(self, at: int, value: int) -> None:
        first: RulesetError | None = None
        others = [knob.values if one != at else (value,) for one, knob in enumerate(self.knobs)]
        here = (*self.here[:at], value, *self.here[at + 1 :])
        for point in (here, *islice(product(*others), MOST_TRIED)):
            try:
                self.at(point)
            except RulesetError as error:
                first = first or error
            else:
                return
        assert first is not None
        raise BadKnob(first.problems, first.sources)

    def text(self, point: Point) -> str:
        """The knobs as they are turned, as somebody would write it."""
        return ", ".join(f"{name} = {value}" for name, value in self.values(point).items())

    def values(self, point: Point) -> Mapping[str, str]:
        """The value of each knob as the rules write it."""
        model = self.ruleset.model
        return {
            knob.name: _written(value, model.settings.get(knob.name), model)
            for knob, value in zip(self.knobs, point, strict=True)
        }


def _with_entry(model: Model, name: str, at: int, value: int) -> Model:
    """The model with another number in a table."""
    table = model.tables[name]
    old = table.entries[at]
    entries = (*table.entries[:at], Constant(value, kind=old.kind, span=old.span), *table.entries[at + 1 :])
    return evolve(model, tables={**model.tables, name: evolve(table, entries=entries)})


def _written(value: int, setting: Setting | None, model: Model) -> str:
    """A value as the rules write it: of a setting, or a number of a table."""
    if setting is not None and setting.kind.family == "bool":
        return "yes" if value else "no"
    if setting is not None and setting.kind.family == "enum":
        return model.enums[setting.kind.name].values[value]
    return str(value)


def knobs_of(settings: Iterable[tuple[str, str]], ruleset: Ruleset) -> tuple[Knob, ...]:
    """Several knobs, as `read_knob` reads them."""
    return tuple(read_knob(name, values, ruleset) for name, values in settings)
