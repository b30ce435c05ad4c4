"""The least and the most that a number can be, as far as that is known before play.

For any number of players that the game allows, whatever the settings. Of a number of which nothing is known
these are the smallest and the largest number that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import define, field

from rulewright.dsl.model import (
    LARGEST,
    NONE,
    SMALLEST,
    Apply,
    Arithmetic,
    BagCount,
    BagTotal,
    BuiltIn,
    CardsIn,
    Conditional,
    Constant,
    Default,
    DiceIn,
    DieFace,
    Fold,
    IfSome,
    IntRange,
    Listing,
    ListOfTerms,
    MatchOn,
    Model,
    Must,
    PlaceOf,
    PlayerCount,
    Property,
    SettingValue,
    TableEntry,
    Term,
    ZoneAt,
)
from rulewright.dsl.model.intervals import Interval, arithmetic

Bounds = Interval
ANY: Bounds = (SMALLEST, LARGEST)


@define
class Reach:
    """Works out what numbers can be in a game."""

    model: Model
    definitions: dict[str, Bounds] = field(factory=dict)

    def of(self, term: Term) -> Bounds:
        """The least and the most that a number can be; an absent one is left out of account."""
        reader = _READERS.get(type(term))
        low, high = ANY if reader is None else reader(self, term)
        return max(low, SMALLEST), min(high, LARGEST)

    def elements(self, collection: Term) -> Bounds:
        """The least and the most that an element can be."""
        match collection:
            case IntRange(low, high):
                return self.of(low)[0], self.of(high)[1]
            case ListOfTerms(items):
                return _hull(map(self.of, items))
            case _:
                return ANY

    def most_in(self, place: Term) -> int:
        """How many elements a zone, a cup or a collection can have at most."""
        match place:
            case CardsIn(zone):
                return self.most_in(zone)
            case ZoneAt(zone) if (room := self.model.zones[zone].capacity) is not None:
                return self.of(room)[1]
            case DiceIn(dice):
                return self.of(self.model.dice[dice].capacity)[1]
            case Listing(values):
                return len(values)
            case IntRange(low, high):
                return max(0, self.of(high)[1] - self.of(low)[0] + 1)
            case _:
                return self.model.most_players if place.kind.family == "player" else LARGEST


def _hull(found: Iterable[Bounds]) -> Bounds:
    """From the least of all to the most of all; anything where there are none."""
    lows, highs = zip(*found, strict=True) if (found := list(found)) else ((SMALLEST,), (LARGEST,))
    return min(lows), max(highs)


def _setting(reach: Reach, term: SettingValue) -> Bounds:
    setting = reach.model.settings[term.name]
    if setting.low is None or setting.high is None:
        return ANY
    return reach.of(setting.low)[0], reach.of(setting.high)[1]


def _arithmetic(reach: Reach, term: Arithmetic) -> Bounds:
    return arithmetic(term.sign, reach.of(term.left), reach.of(term.right)) or ANY


def _built_in(reach: Reach, term: BuiltIn) -> Bounds:
    model = reach.model
    match term.name:
        case "size":
            return 0, reach.most_in(term.arguments[0])
        case "seat":
            return 1, model.most_players
        case "level":
            return 1, LARGEST
        case "min" | "max" | "abs":
            lows, highs = zip(*map(reach.of, term.arguments), strict=True)
            if term.name == "abs":
                low, high = lows[0], highs[0]
                return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
            return (min(lows), min(highs)) if term.name == "min" else (max(lows), max(highs))
        case _:
            return ANY


def _fold(reach: Reach, term: Fold) -> Bounds:
    match term.how:
        case "count":
            return 0, reach.most_in(term.over)
        case "min" | "max" if term.value is not None:
            return reach.of(term.value)
        case _:
            return ANY


def _property(reach: Reach, term: Property) -> Bounds:
    card_set = reach.model.card_sets[term.card.kind.name]
    if term.name == "id":
        return 0, len(reach.model.enums[term.kind.name].values) - 1
    at = [one.name for one in card_set.fields].index(term.name)
    if not card_set.generators:
        stored = [row.values[at] for row in card_set.rows]
    elif at < len(card_set.generators):
        return reach.elements(card_set.generators[at].over)
    else:
        stored = [card_set.defaults[at - len(card_set.generators)]]
    return _hull((one, one) for one in stored if isinstance(one, int) and one != NONE)


def _bag(reach: Reach, term: BagCount | BagTotal) -> Bounds:
    card_set = reach.model.card_sets[term.card.kind.name]
    at = [one.name for one in card_set.fields].index(term.name)
    bags = [row.values[at] for row in card_set.rows] or [card_set.defaults[at - len(card_set.generators)]]
    together = sum if isinstance(term, BagTotal) else max
    return 0, max((together(bag) for bag in bags if isinstance(bag, tuple) and bag), default=0)


def _face(reach: Reach, term: DieFace) -> Bounds:
    return reach.elements(reach.model.dice[term.die.kind.name].faces)


def _table(reach: Reach, term: TableEntry) -> Bounds:
    return _hull(map(reach.of, reach.model.tables[term.table].entries))


def _match(reach: Reach, term: MatchOn) -> Bounds:
    results = [arm.result for arm in term.arms] + ([term.otherwise] if term.otherwise is not None else [])
    return _hull(map(reach.of, results))


def _apply(reach: Reach, term: Apply) -> Bounds:
    name = term.definition
    if name not in reach.definitions:
        reach.definitions[name] = reach.of(reach.model.definitions[name].value)
    return reach.definitions[name]


_READERS: Mapping[type[Term], Callable[..., Bounds]] = {
    Constant: lambda reach, term: ANY if term.value == NONE else (term.value, term.value),
    PlayerCount: lambda reach, term: (reach.model.least_players, reach.model.most_players),
    SettingValue: _setting,
    Arithmetic: _arithmetic,
    BuiltIn: _built_in,
    Fold: _fold,
    PlaceOf: lambda reach, term: (1, reach.model.most_players),
    Property: _property,
    BagCount: _bag,
    BagTotal: _bag,
    DieFace: _face,
    TableEntry: _table,
    Conditional: lambda reach, term: _hull([reach.of(term.then), reach.of(term.otherwise)]),
    Default: lambda reach, term: _hull([reach.of(term.value), reach.of(term.default)]),
    Must: lambda reach, term: reach.of(term.value),
    IfSome: lambda reach, term: reach.of(term.body),
    MatchOn: _match,
    Apply: _apply,
}
