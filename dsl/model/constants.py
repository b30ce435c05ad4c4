"""Terms that are known before a game begins: sizes, ranges and needs, from settings and player count.

A small reader of terms by recursion. It serves the checks at load, for every player count, and the
layout of a game; in play nothing is worked out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import prod

from attrs import define, evolve, field, frozen

from rulewright.dsl.model.declarations import CardSet, DefinitionModel, EnumModel, Stored
from rulewright.dsl.model.kinds import LARGEST, NONE, SMALLEST
from rulewright.dsl.model.terms import (
    And,
    Apply,
    Arithmetic,
    BagCount,
    BagTotal,
    BuiltIn,
    Comparison,
    Conditional,
    Constant,
    Default,
    EveryCard,
    EveryPlayer,
    Fold,
    Gather,
    IntRange,
    IsSome,
    Listing,
    ListOfTerms,
    Local,
    MatchOn,
    Member,
    Must,
    Not,
    Or,
    PlayerCount,
    Property,
    SettingValue,
    TableEntry,
    Term,
)
from rulewright.dsl.problems import Fact, problem
from rulewright.dsl.problems.spans import Span

LONGEST_RANGE = 100_000
"""The most elements a collection known at load may have."""


MOST_WORK = 50_000
"""The most terms that may be worked out for one set of settings, loops counted each time round."""


@define
class Work:
    """What is left of `MOST_WORK`; shared by all that is worked out together."""

    left: int = MOST_WORK


@frozen
class Known:
    """What is known of a game before it begins."""

    player_count: int
    settings: Mapping[str, int] = field(factory=dict)
    definitions: Mapping[str, DefinitionModel] = field(factory=dict)
    tables: Mapping[str, tuple[tuple[int, ...], bool]] = field(factory=dict)
    locals: Mapping[int, int] = field(factory=dict)
    card_sets: Mapping[str, CardSet] = field(factory=dict)
    work: Work = field(factory=Work, eq=False)
    made: dict[str, tuple[MadeCard, ...]] = field(factory=dict, eq=False)

    def holding(self, slot: int, value: int) -> Known:
        """The same, with a value in a slot."""
        return evolve(self, locals={**self.locals, slot: value})


class NotConstant(Exception):
    """The term depends on what happens in play. `span` tells which part of it."""

    def __init__(self, span: Span) -> None:
        super().__init__("not constant")
        self.span = span


class ConstantFault(Exception):
    """The term is constant and has no value: beyond 32 bits, a division by zero, an absent value."""

    def __init__(self, code: str, span: Span, **facts: Fact) -> None:
        super().__init__(code)
        self.problem = problem(code, span, **facts)


def within_bits(value: int, span: Span) -> int:
    """The value, if it fits 32 bits; a `ConstantFault` otherwise."""
    if SMALLEST <= value <= LARGEST:
        return value
    raise ConstantFault("fault-overflow", span)


def constant(term: Term, known: Known) -> int:
    """The value of a term of one value. Raises NotConstant or ConstantFault."""
    reader = _ONE.get(type(term))
    if reader is None:
        raise NotConstant(term.span)
    known.work.left -= 1
    if known.work.left < 0:
        raise ConstantFault("limit-work", term.span)
    return within_bits_or_none(reader(term, known), term.span)


def constant_or_none(term: Term, known: Known) -> int | None:
    """The value of a term of one value; None where it depends on play, or is a fault."""
    try:
        return constant(term, known)
    except (NotConstant, ConstantFault):
        return None


def within_bits_or_none(value: int, span: Span) -> int:
    """As `within_bits`, letting the absent value pass."""
    return value if value == NONE else within_bits(value, span)


def constants(term: Term, known: Known) -> tuple[int, ...]:
    """The elements of a collection. Raises NotConstant or ConstantFault."""
    if isinstance(term, Listing):
        return term.values
    if isinstance(term, EveryPlayer):
        return tuple(range(known.player_count))
    if isinstance(term, IntRange):
        low, high = constant(term.low, known), constant(term.high, known)
        if high - low >= LONGEST_RANGE:
            raise ConstantFault("limit-range", term.span)
        return tuple(range(low, high + 1))
    if isinstance(term, EveryCard):
        return _every_card(term, known)
    if isinstance(term, Property) and term.kind.shape == "many":
        return _stored_many(term.card, term.name, term.span, known)
    if isinstance(term, ListOfTerms):
        return tuple(constant(item, known) for item in term.items)
    if isinstance(term, Gather) and term.order is None:
        chosen = _where(term.slot, term.over, term.where, known)
        if term.most is not None:
            chosen = iter(tuple(chosen)[: max(0, constant(term.most, known))])
        if term.value is None:
            return tuple(chosen)
        return tuple(constant(term.value, known.holding(term.slot, one)) for one in chosen)
    raise NotConstant(term.span)


def arithmetic(sign: str, left: int, right: int, span: Span) -> int:
    """The language's arithmetic on two present values."""
    if sign in ("div", "mod") and right == 0:
        raise ConstantFault("fault-division", span)
    value = ARITHMETIC[sign](left, right)
    return within_bits(value, span)


ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
}
COMPARISON: Mapping[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: NONE not in (a, b) and a < b,
    "<=": lambda a, b: NONE not in (a, b) and a <= b,
    ">": lambda a, b: NONE not in (a, b) and a > b,
    ">=": lambda a, b: NONE not in (a, b) and a >= b,
}


def _where(slot: int, over: Term, where: Term | None, known: Known) -> Iterator[int]:
    """The elements that count, each asked for when its turn comes, as in play."""
    for one in constants(over, known):
        if where is None or constant(where, known.holding(slot, one)):
            yield one


# A card known before play is a number: the place of its row, or, where cards are made from values, its
# place among all that are made, copies left aside.

MOST_COPIES = 200
"""The most copies of a card."""


@frozen
class MadeCard:
    """A card made from values, one for each generator of its set, and how many copies there are of it."""

    values: tuple[int, ...]
    copies: int


def made_cards(card_set: CardSet, known: Known) -> tuple[MadeCard, ...]:
    """The cards of a set without a file, the last generator turning fastest. Raises as `constant` does."""
    if card_set.name not in known.made:
        known.made[card_set.name] = tuple(_made(card_set, known))
    return known.made[card_set.name]


def words_of(card_set: CardSet, made: MadeCard, enums: Mapping[str, EnumModel]) -> list[str]:
    """What a card is made of, in words. Its id joins them by `-`, its name by blanks."""
    kinds = {one.name: one.kind for one in card_set.fields}
    return [
        enums[kinds[generator.field].name].values[value]
        if kinds[generator.field].family == "enum"
        else str(value)
        for generator, value in zip(card_set.generators, made.values, strict=True)
    ]


def _made(card_set: CardSet, known: Known) -> Iterator[MadeCard]:
    factors = [constants(generator.over, known) for generator in card_set.generators]
    if prod(map(len, factors)) > LONGEST_RANGE:
        raise ConstantFault("limit-range", card_set.span)
    for values in product(*factors):
        here = known
        if card_set.where is not None or card_set.copies is not None:
            slots = (generator.slot for generator in card_set.generators)
            here = evolve(known, locals={**known.locals, **dict(zip(slots, values, strict=True))})
        if card_set.where is None or constant(card_set.where, here):
            yield MadeCard(values, 1 if card_set.copies is None else _copies(card_set, card_set.copies, here))


def _copies(card_set: CardSet, copies: Term, known: Known) -> int:
    value = constant(copies, known)
    if not 0 <= value <= MOST_COPIES:
        what = f"the copies of a card of `{card_set.name}`"
        raise ConstantFault("size-range", copies.span, what=what, value=value, low=0, high=MOST_COPIES)
    return value


def count_cards(card_set: CardSet, known: Known) -> int:
    """How many cards of a set there are. Raises as `constant` does."""
    if not card_set.generators:
        return sum(row.copies for row in card_set.rows)
    if card_set.where is None and card_set.copies is None:
        return prod(len(constants(generator.over, known)) for generator in card_set.generators)
    return sum(one.copies for one in made_cards(card_set, known))


def _every_card(term: EveryCard, known: Known) -> tuple[int, ...]:
    card_set = known.card_sets.get(term.cards)
    if card_set is None:
        raise NotConstant(term.span)
    if card_set.generators:
        copies = [one.copies for one in made_cards(card_set, known)]
    else:
        copies = [row.copies for row in card_set.rows]
    return tuple(at for at, of_it in enumerate(copies) for _ in range(of_it))


def _stored(card: Term, name: str, span: Span, known: Known) -> Stored:
    """A property of a card as its row or its factors have it."""
    card_set = known.card_sets.get(card.kind.name)
    if card_set is None:
        raise NotConstant(span)
    at = constant(card, known)
    if not card_set.generators:
        return card_set.rows[at].values[[one.name for one in card_set.fields].index(name)]
    if name == "id":
        return at
    values = (*made_cards(card_set, known)[at].values, *card_set.defaults)
    return values[[one.name for one in card_set.fields].index(name)]


def _stored_many(card: Term, name: str, span: Span, known: Known) -> tuple[int, ...]:
    value = _stored(card, name, span, known)
    return value if isinstance(value, tuple) else (value,)


def _property(term: Property, known: Known) -> int:
    value = _stored(term.card, term.name, term.span, known)
    if isinstance(value, tuple):
        raise NotConstant(term.span)
    return value


def _bag_count(term: BagCount, known: Known) -> int:
    counts = _stored_many(term.card, term.name, term.span, known)
    return counts[constant(term.symbol, known)]


def _setting(term: SettingValue, known: Known) -> int:
    if term.name not in known.settings:
        raise NotConstant(term.span)
    return known.settings[term.name]


def _local(term: Local, known: Known) -> int:
    if term.slot not in known.locals:
        raise NotConstant(term.span)
    return known.locals[term.slot]


def _match(term: MatchOn, known: Known) -> int:
    value = constant(term.value, known)
    for arm in term.arms:
        if arm.holds(value):
            return constant(arm.result, known)
    if term.otherwise is None:
        raise ConstantFault("fault-absent", term.span)
    return constant(term.otherwise, known)


def _fold(term: Fold, known: Known) -> int:
    chosen, value = _where(term.slot, term.over, term.where, known), term.value
    if term.how == "count" or value is None:
        return sum(1 for _ in chosen)
    values = (constant(value, known.holding(term.slot, one)) for one in chosen)
    if term.how == "sum":
        return within_bits(sum(values), term.span)
    if term.how in ("any", "all"):
        return int((any if term.how == "any" else all)(values))
    return min(values, default=NONE) if term.how == "min" else max(values, default=NONE)


def _apply(term: Apply, known: Known) -> int:
    definition = known.definitions.get(term.definition)
    if definition is None:
        raise NotConstant(term.span)
    inner = known
    for parameter, argument in zip(definition.parameters, term.arguments, strict=True):
        inner = inner.holding(parameter.slot, constant(argument, known))
    return constant(definition.value, inner)


def _built_in(term: BuiltIn, known: Known) -> int:
    if term.name == "size":
        return len(constants(term.arguments[0], known))
    values = [constant(argument, known) for argument in term.arguments]
    if term.name == "min":
        return min(values)
    if term.name == "max":
        return max(values)
    if term.name == "abs":
        return abs(values[0])
    if term.name == "seat":
        return values[0] + 1
    raise NotConstant(term.span)


def _table(term: TableEntry, known: Known) -> int:
    if term.table not in known.tables:
        raise NotConstant(term.span)
    entries, then_last = known.tables[term.table]
    at = constant(term.at, known)
    if at < 0 or (at >= len(entries) and not then_last):
        raise ConstantFault("fault-table", term.span, table=term.table, at=at, last=len(entries) - 1)
    return entries[min(at, len(entries) - 1)]


def absence(term: Must) -> tuple[str, Mapping[str, Fact]]:
    """What is told where the value is not there: a code and its facts."""
    return ("fault-empty", {"emptied": term.emptied}) if term.emptied else ("fault-absent", {})


def _must(term: Must, known: Known) -> int:
    value = constant(term.value, known)
    if value == NONE:
        code, facts = absence(term)
        raise ConstantFault(code, term.span, **facts)
    return value


def _default(term: Default, known: Known) -> int:
    value = constant(term.value, known)
    return constant(term.default, known) if value == NONE else value


def _conditional(term: Conditional, known: Known) -> int:
    return constant(term.then if constant(term.condition, known) else term.otherwise, known)


def _arithmetic_term(term: Arithmetic, known: Known) -> int:
    return arithmetic(term.sign, constant(term.left, known), constant(term.right, known), term.span)


def _comparison_term(term: Comparison, known: Known) -> int:
    return int(COMPARISON[term.sign](constant(term.left, known), constant(term.right, known)))


_ONE: Mapping[type[Term], Callable[..., int]] = {
    Constant: lambda term, known: term.value,
    SettingValue: _setting,
    PlayerCount: lambda term, known: known.player_count,
    Local: _local,
    Arithmetic: _arithmetic_term,
    Comparison: _comparison_term,
    And: lambda term, known: int(all(constant(part, known) for part in term.parts)),
    Or: lambda term, known: int(any(constant(part, known) for part in term.parts)),
    Not: lambda term, known: int(not constant(term.of, known)),
    Conditional: _conditional,
    MatchOn: _match,
    Member: lambda term, known: int(constant(term.value, known) in constants(term.collection, known)),
    Default: _default,
    IsSome: lambda term, known: int(constant(term.value, known) != NONE),
    Must: _must,
    Fold: _fold,
    Property: _property,
    BagCount: _bag_count,
    BagTotal: lambda term, known: sum(_stored_many(term.card, term.name, term.span, known)),
    Apply: _apply,
    BuiltIn: _built_in,
    TableEntry: _table,
}
