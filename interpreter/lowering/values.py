"""Terms of one value, and conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import prod

from attrs import evolve

from rulewright.dsl.model import (
    NONE,
    And,
    Apply,
    Arithmetic,
    BagCount,
    BagTotal,
    BestOf,
    Comparison,
    Conditional,
    Constant,
    Default,
    DieFace,
    Dimension,
    Fold,
    IfSome,
    IsSome,
    Kind,
    Local,
    MatchArm,
    MatchOn,
    Me,
    Must,
    Not,
    Or,
    PlaceOf,
    PlayerCount,
    Property,
    RandomPlayer,
    ScoreOf,
    SettingValue,
    TableEntry,
    Term,
    Variable,
    ZoneAt,
)
from rulewright.dsl.model.constants import absence
from rulewright.dsl.model.kinds import LARGEST
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.code.instructions import (
    MOST_FACTS,
    Expression,
    If,
    Item,
    Meaning,
    Name,
    Number,
    Parameter,
    Region,
    Return,
    Set,
    SetItem,
    Stop,
    ValueOf,
)
from rulewright.interpreter.code.make import (
    NO,
    binary,
    both,
    choice,
    differ,
    either,
    equal,
    known,
    load,
    minus,
    name,
    number,
    opposite,
    plus,
    times,
)
from rulewright.interpreter.lowering.builder import MOST_TRIED, VALUES, Builder, Unknown, call
from rulewright.interpreter.lowering.free import free_locals, loops, properties_read, stateless
from rulewright.interpreter.state.chance import site_number
from rulewright.interpreter.state.layout import variable_site


class Unbound(LookupError):
    """A local has no value yet where a term asks for it."""


def one(b: Builder, term: Term) -> Expression:
    """A term of one value. Absent values are NONE; a condition is 0 or 1."""
    if b.scope.trying or isinstance(term, Local | Constant | Me):
        return _lowered(b, term)
    tabled = _tabled(b, term)
    if tabled is not None:
        return tabled
    if not isinstance(term, Fold | Apply | BestOf | PlaceOf | ScoreOf):
        return _lowered(b, term)
    free, looping = facts_of(b, term)
    if not looping:
        # In a loop over cards a definition that is the same for all of them is worth keeping, too.
        fixed = _fixed(b, free) if b.scope.places and isinstance(term, Apply) else None
        return _lowered(b, term) if fixed is None else _once(b, term, fixed)
    fixed = _fixed(b, free)
    if fixed is not None and (b.scope.places or b.scope.same_all_through(free)):
        return _once(b, term, fixed)
    kept = _kept_for_good(b, term, free)
    return _lowered(b, term) if kept is None else kept


def facts_of(b: Builder, term: Term) -> tuple[dict[int, Kind], bool]:
    """The locals that a term depends on, and whether it takes a loop to work it out."""
    if id(term) not in b.facts:
        b.facts[id(term)] = term, free_locals(term), loops(term, b.model)
    return b.facts[id(term)][1:]


def _lowered(b: Builder, term: Term) -> Expression:
    if b.scope.trying:
        b.tries -= 1
        if b.tries < b.trial_ends:
            raise Unknown
    value: Expression = VALUES.function(term)(b, term)
    return value


def _fixed(b: Builder, free: Iterable[int]) -> tuple[Expression, ...] | None:
    """The values of some locals, if each is the same all through the function, in whatever loop."""
    if not b.scope.still:
        return None
    stay = {"me", *(value.name for slot in b.scope.given if isinstance(value := local(b, slot), Name))}
    values = []
    for slot in free:
        value = local(b, slot)
        if not isinstance(value, Number) and not (isinstance(value, Name) and value.name in stay):
            return None
        values.append(value)
    return tuple(values)


def _once(b: Builder, term: Term, fixed: tuple[Expression, ...]) -> Expression:
    """A term that is the same in all rounds of the loops around it: worked out once, if it is asked for.

    `fixed` are the values of its locals: the body of a definition may be set in for several players.
    """

    def build() -> Expression:
        local = b.fresh(term.definition if isinstance(term, Apply) else "once")
        b.scope.first.append(Set(local, number(0)))
        value = _lowered(b, term)
        b.emit(Set(local, value))
        return name(local, min(value.low, 0), max(value.high, 0))

    made = b.kept_once((term, fixed), build)
    assert isinstance(made, Expression)
    return made


MOST_KEPT = 40_000
"""Terms of two locals are kept for good unless they can be more than so many numbers."""


def _kept_for_good(b: Builder, term: Term, free: Mapping[int, Kind]) -> Expression | None:
    """A term that depends on two locals only, worked out at most once for each pair of values."""
    if len(free) != 2 or not stateless(term, b.model):
        return None
    sizes, places = 1, []
    for slot, kind in free.items():
        at = local(b, slot)
        low, high = b.range_of(kind.surely())
        if at is None or isinstance(at, Number) or at.low == NONE or kind.family not in TABLED:
            return None
        if kind.shape != "one":
            return None
        places.append((slot, at, low, high))
        sizes *= high - low + 1
    if sizes > MOST_KEPT:
        return None
    title = b.kept_terms.get(term)
    if title is None:
        title = b.kept_terms[term] = b.fresh("kept")
        base = b.reserve_memo(sizes)
        names = {slot: name(f"given_{slot}", low, high) for slot, _, low, high in places}
        parameters = [Parameter(names[slot].name, low, high) for slot, _, low, high in places]

        def build() -> Expression:
            at: Expression = number(0)
            for slot, _, low, high in places:
                at = plus(times(at, high - low + 1), minus(names[slot], low))
            at = b.let(plus(at, base), "at")
            held = b.let(Item("memo", at), "held")
            b.emit(If(differ(held, 0), (Return(minus(held, 1 - NONE)),)))
            value = b.let(_lowered(b, term))
            b.emit(SetItem("memo", at, plus(value, 1 - NONE)))
            return value

        b.function(title, parameters, (), build, names, shared=True)
    low, high = b.range_of(term.kind)
    return call(title, *(at for _, at, _, _ in places), low=low, high=high)


def test(b: Builder, term: Term) -> Expression:
    """A condition; an absent value counts as no."""
    value = one(b, term)
    return equal(value, 1) if value.low < 0 or value.high > 1 else value


TABLED = ("card", "enum", "player", "bool")
"""Kinds with few enough values, all known before play."""


def _tabled(b: Builder, term: Term) -> Expression | None:
    """An entry of a table, for a term that depends on nothing but one local."""
    if isinstance(term, Property | Constant | SettingValue):
        return None
    if id(term) not in b.tabled:
        b.tabled[id(term)] = term, _table_of(b, term)
    found = b.tabled[id(term)][1]
    if found is None:
        return None
    slot, entries = found
    at = local(b, slot)
    if at is None or isinstance(at, Number) or at.low == NONE:
        return None
    return b.looked_up("known", entries, at)


def _table_of(b: Builder, term: Term) -> tuple[int, list[int]] | None:
    """The local that a term depends on, and the term for each value of it, where they are known."""
    free = facts_of(b, term)[0]
    if len(free) != 1 or not stateless(term, b.model):
        return None
    ((slot, kind),) = free.items()
    if kind.family not in TABLED or kind.optional or kind.shape != "one":
        return None
    values = b.layout.values_of(kind)
    entries = [0] * (max(values, default=-1) + 1)
    read = properties_read(term, slot, b.model) if kind.family == "card" else None
    stored = None if read is None else [b.layout.properties[each] for each in read]
    found: dict[object, int] = {}
    for value in values:
        alike = value if stored is None else tuple([column[value] for column in stored])
        if alike not in found:
            entry = known_with(b, {slot: value}, lambda: one(b, term))
            if entry is None:
                return None
            found[alike] = entry
        entries[value] = found[alike]
    return slot, entries


def known_with(b: Builder, values: dict[int, int], lower: Callable[[], Expression]) -> int | None:
    """What is lowered with some locals known, if it is a number then.

    A trial within a trial gives up both: what would be lowered instead takes statements, and so is not known.
    """
    scope, within_another = b.scope, b.scope.trying
    before = {slot: scope.values.get(slot) for slot in values}
    still, out = scope.still, scope.out
    if not within_another:
        b.trial_ends = max(0, b.tries - MOST_TRIED)
    # What is found for one value is not to be kept for others.
    scope.still, scope.trying = False, True
    scope.values.update({slot: number(value) for slot, value in values.items()})
    try:
        result = known(lower())
    except Unknown:
        result = None
    finally:
        scope.still, scope.out, scope.trying = still, out, within_another
        for slot, outer in before.items():
            if outer is None:
                del scope.values[slot]
            else:
                scope.values[slot] = outer
    if result is None and within_another:
        raise Unknown
    return result


def local(b: Builder, slot: int) -> Expression | None:
    """What a local is, where it is known by that name here."""
    if slot in b.scope.values:
        return b.scope.values[slot]
    return load(b.kept[slot]) if slot in b.kept else None


# ---- what is there -------------------------------------------------------------------------------


@VALUES.lowers(Constant, "value")
def _constant(b: Builder, term: Constant) -> Expression:
    return number(term.value)


@VALUES.lowers(SettingValue, "name")
def _setting(b: Builder, term: SettingValue) -> Expression:
    return number(b.layout.known.settings[term.name])


@VALUES.lowers(PlayerCount)
def _players(b: Builder, term: PlayerCount) -> Expression:
    return number(b.players)


@VALUES.lowers(Local, "slot")
def _local(b: Builder, term: Local) -> Expression:
    value = local(b, term.slot)
    if value is None:
        raise Unbound(term.slot)
    return value


@VALUES.lowers(Me, "surely")
def _me(b: Builder, term: Me) -> Expression:
    me = b.me()
    if term.surely:
        return name(me.name, 0, me.high) if isinstance(me, Name) else _sure(me)
    b.stop_if(equal(me, NONE), lambda: Stop(b.fault("fault-nobody-acts", term.span)))
    return name(me.name, 0, me.high) if isinstance(me, Name) else _sure(me)


def _sure(me: Expression) -> Expression:
    return evolve(me, low=0)


def offset(
    b: Builder, title: str, dimensions: Sequence[Dimension], index: Sequence[Term], span: Span
) -> Expression:
    """How far the place with these indices lies from the first of its name, the last index fastest.

    An index by number outside its range is a fault. Fewer indices than dimensions number the blocks that
    share them.
    """
    result: Expression = number(0)
    values = [one(b, term) for term in index]
    ranges = [(b.layout.first_of(dimension), b.layout.length_of(dimension)) for dimension in dimensions]
    checked = [
        dimension.over == "number" and not (at.low >= first and at.high < first + length)
        for dimension, at, (first, length) in zip(dimensions, values, ranges, strict=False)
    ]
    if any(checked):
        values = [b.let(at) for at in values]
    for at, check, (first, length) in zip(values, checked, ranges, strict=False):
        if check:
            outside = either(binary("<", at, number(first)), binary(">=", at, number(first + length)))
            b.stop_if(outside, partial(_no_such_index, b, at, title, length, dimensions, values, span))
            at = within(at, first, first + length - 1)
        result = plus(times(result, length), minus(at, first))
    return within(result, 0, None)


def _no_such_index(
    b: Builder,
    at: Expression,
    title: str,
    length: int,
    dimensions: Sequence[Dimension],
    index: Sequence[Expression],
    span: Span,
) -> Stop:
    """The fault of an index outside its range, which tells of the others too, as far as there is room."""
    told = list(zip(dimensions, index, strict=False))[: MOST_FACTS - 1]
    facts: list[tuple[str, Meaning]] = [("value", "number")]
    facts += [("index", _meaning(dimension)) for dimension, _ in told]
    numbers = [value for _, value in told]
    return Stop(b.fault("fault-index", span, facts, name=title, most=length), (at, *numbers))


def _meaning(dimension: Dimension) -> Meaning:
    match dimension.over:
        case "player":
            return "seat"
        case "enum":
            return ValueOf(dimension.name)
        case "card":
            return "card"
        case _:
            return "number"


def within(value: Expression, low: int, high: int | None) -> Expression:
    """A value of which more is known than its parts tell."""
    if isinstance(value, Number):
        return value
    return evolve(value, low=max(value.low, low), high=value.high if high is None else min(value.high, high))


@VALUES.lowers(Variable, "name index")
def _variable(b: Builder, term: Variable) -> Expression:
    return load(variable_region(b, term.name), variable_at(b, term.name, term.index, term.span))


def variable_region(b: Builder, title: str) -> Region:
    """Where a variable's values lie."""
    variable, place = b.model.variables[title], b.layout.variables[title]
    return b.region(f"var_{title}", place.base, place.size, *b.range_of(variable.kind))


def variable_at(b: Builder, title: str, index: Sequence[Term], span: Span) -> Expression:
    """Which of a variable's values."""
    return offset(b, title, b.model.variables[title].dimensions, index, span)


@VALUES.lowers(ZoneAt, "zone index")
def _zone_at(b: Builder, term: ZoneAt) -> Expression:
    first = first_zone(b, term.zone)
    dimensions = b.model.zones[term.zone].dimensions
    count = prod(b.layout.length_of(one) for one in dimensions)
    place = plus(offset(b, term.zone, dimensions, term.index, term.span), first)
    return within(place, first, first + count - 1)


def first_zone(b: Builder, title: str) -> int:
    """The number of the first zone of a name."""
    return next((zone.number for zone in b.layout.zones if zone.name == title), 0)


@VALUES.lowers(RandomPlayer, "variable")
def _random_player(b: Builder, term: RandomPlayer) -> Expression:
    if b.players == 1:
        return number(0)
    return drawn(b, variable_site(term.variable), number(b.players))


def drawn(b: Builder, site: str, bound: Expression) -> Expression:
    """A number by the chance of a site."""
    counter = number(b.layout.sites[site] - min(b.layout.sites.values()))
    value = call("draw", number(site_number(site)), counter, bound, low=0, high=bound.high - 1)
    return b.let(value)


# ---- cards, dice and tables ----------------------------------------------------------------------


@VALUES.lowers(Property, "card name")
def _property(b: Builder, term: Property) -> Expression:
    card = one(b, term.card)
    stored = b.layout.properties[term.card.kind.name, term.name]
    at = known(card)
    if at is not None:
        value = stored[at]
        return number(value if isinstance(value, int) else 0)
    values = [value if isinstance(value, int) else 0 for value in stored]
    return b.looked_up(f"{term.card.kind.name}_{term.name}", values, card)


def bags(b: Builder, term: BagCount | BagTotal | Property) -> list[tuple[int, ...]]:
    """A property's members or counts by card number; nothing for cards of other sets."""
    key = term.card.kind.name, term.name
    if key not in b.bags:
        b.bags[key] = [() if isinstance(value, int) else value for value in b.layout.properties[key]]
    return b.bags[key]


@VALUES.lowers(BagCount, "card name symbol")
def _bag_count(b: Builder, term: BagCount) -> Expression:
    counts = bags(b, term)
    card, symbol = one(b, term.card), one(b, term.symbol)
    at, value = known(card), known(symbol)
    if at is not None and value is not None:
        return number(counts[at][value] if counts[at] else 0)
    if value is not None:
        return b.looked_up(f"{term.name}_of", [bag[value] if bag else 0 for bag in counts], card)
    width = max(map(len, counts), default=0)
    flat = [count for bag in counts for count in (*bag, *[0] * (width - len(bag)))]
    return b.looked_up(term.name, flat, plus(times(card, width), symbol))


@VALUES.lowers(BagTotal, "card name")
def _bag_total(b: Builder, term: BagTotal) -> Expression:
    counts, card = bags(b, term), one(b, term.card)
    at = known(card)
    if at is not None:
        return number(sum(counts[at]))
    return b.looked_up(f"{term.name}_in_all", [sum(bag) for bag in counts], card)


def face_slots(b: Builder) -> list[int]:
    """For each die, how far from the first cup the slot with its face is."""
    start = b.layout.cups[0].base if b.layout.cups else 0
    return [cup.base + 1 + place - start for cup in b.layout.cups for place in range(cup.capacity)]


def dice_region(b: Builder) -> Region:
    """All cups: of each how many dice lie in it, then the faces."""
    cups = b.layout.cups
    end = cups[-1].base + 1 + cups[-1].capacity
    return b.region("dice", cups[0].base, end - cups[0].base, NONE, LARGEST)


@VALUES.lowers(DieFace, "die")
def _die_face(b: Builder, term: DieFace) -> Expression:
    low, high = b.range_of(term.kind)
    faces = [face for faces in b.layout.faces.values() for face in faces]
    value = load(dice_region(b), b.looked_up("face_of", face_slots(b), one(b, term.die)))
    return within(value, max(low, min(0, *faces)), min(high, max(0, *faces)))


@VALUES.lowers(TableEntry, "table at")
def _table_entry(b: Builder, term: TableEntry) -> Expression:
    entries, then_last = b.layout.tables[term.table]
    at, last = one(b, term.at), len(entries) - 1
    value = known(at)
    if value is not None and value >= 0 and (value <= last or then_last):
        return number(entries[min(value, last)])
    at = b.let(at)

    def missing() -> Stop:
        facts: dict[str, Meaning] = {"at": "number"}
        return Stop(b.fault("fault-table", term.span, facts, table=term.table, last=last), (at,))

    if at.low < 0:
        b.stop_if(binary("<", at, number(0)), missing)
    if at.high > last:
        if then_last:
            at = b.let(choice(binary("<", at, number(last)), at, number(last)), copy=True)
        else:
            b.stop_if(binary(">", at, number(last)), missing)
    return b.looked_up(term.table, entries, within(at, 0, last))


# ---- absent values -------------------------------------------------------------------------------


@VALUES.lowers(IfSome, "slot value body")
def _if_some(b: Builder, term: IfSome) -> Expression:
    value = b.let(one(b, term.value))
    if value.low > NONE:
        b.scope.values[term.slot] = value
        return one(b, term.body)
    b.scope.values[term.slot] = sure(b, value, term.value)
    return b.chosen(differ(value, NONE), lambda: one(b, term.body), lambda: number(NONE))


def sure(b: Builder, value: Expression, term: Term) -> Expression:
    """A value that has turned out to be there."""
    low, high = b.range_of(term.kind.surely())
    return within(value, low, high)


@VALUES.lowers(Default, "value default")
def _default(b: Builder, term: Default) -> Expression:
    value = b.let(one(b, term.value))
    if value.low > NONE:
        return value
    there = sure(b, value, term.value)
    return b.chosen(differ(value, NONE), lambda: there, lambda: one(b, term.default))


@VALUES.lowers(IsSome, "value")
def _is_some(b: Builder, term: IsSome) -> Expression:
    return differ(one(b, term.value), NONE)


@VALUES.lowers(Must, "value emptied")
def _must(b: Builder, term: Must) -> Expression:
    value = b.let(one(b, term.value))
    if value.low > NONE:
        return value
    code, facts = absence(term)
    told = {name_: fact for name_, fact in facts.items() if isinstance(fact, int | str)}
    b.stop_if(equal(value, NONE), lambda: Stop(b.fault(code, term.span, (), **told)))
    return sure(b, value, term.value)


# ---- arithmetic and logic ------------------------------------------------------------------------


@VALUES.lowers(Arithmetic, "sign left right")
def _arithmetic(b: Builder, term: Arithmetic) -> Expression:
    left, right = one(b, term.left), one(b, term.right)
    if term.sign in ("div", "mod") and right.low <= 0 <= right.high:
        left, right = b.let(left), b.let(right)
        facts: dict[str, Meaning] = {"value": "number"}
        b.stop_if(equal(right, 0), lambda: Stop(b.fault("fault-division", term.span, facts), (left,)))
        if known(right) == 0:
            return number(0)
    sign = term.sign
    assert sign in ("+", "-", "*", "div", "mod")
    return b.within_bits(binary(sign, left, right), term.span)


@VALUES.lowers(Comparison, "sign left right")
def _comparison(b: Builder, term: Comparison) -> Expression:
    left, right, sign = one(b, term.left), one(b, term.right), term.sign
    assert sign in ("==", "!=", "<", "<=", ">", ">=")
    absent = [side for side in (left, right) if side.low == NONE]
    if sign in ("==", "!=") or not absent:
        return binary(sign, left, right)
    # NONE is below every value: where it stands on the larger side, the comparison says no by itself.
    smaller = left if sign in ("<", "<=") else right
    if smaller.low > NONE:
        return binary(sign, left, right)
    left, right = b.let(left), b.let(right)
    smaller = left if sign in ("<", "<=") else right
    return both(differ(smaller, NONE), binary(sign, left, right))


def joined(b: Builder, parts: Sequence[Term], word: str) -> Expression:
    """Conditions joined by "and" or "or", from the left, as far as needed."""
    first = test(b, parts[0])
    if len(parts) == 1:
        return first
    stops = int(word == "or")
    value = known(first)
    if value is not None:
        return first if value == stops else joined(b, parts[1:], word)
    with b.apart() as statements:
        rest = joined(b, parts[1:], word)
    if not statements:
        return both(first, rest) if word == "and" else either(first, rest)
    local = b.variable(number(stops), "so")
    condition = first if word == "and" else opposite(first)
    b.emit(If(condition, (*statements, Set(local, rest))))
    return name(local, 0, 1)


@VALUES.lowers(And, "parts")
def _and(b: Builder, term: And) -> Expression:
    return joined(b, term.parts, "and")


@VALUES.lowers(Or, "parts")
def _or(b: Builder, term: Or) -> Expression:
    return joined(b, term.parts, "or")


@VALUES.lowers(Not, "of")
def _not(b: Builder, term: Not) -> Expression:
    return opposite(test(b, term.of))


@VALUES.lowers(Conditional, "condition then otherwise")
def _conditional(b: Builder, term: Conditional) -> Expression:
    return b.chosen(test(b, term.condition), lambda: one(b, term.then), lambda: one(b, term.otherwise))


@VALUES.lowers(MatchOn, "value arms otherwise")
def _match(b: Builder, term: MatchOn) -> Expression:
    value = b.let(one(b, term.value))
    return _arms(b, value, list(term.arms), term)


def _arms(b: Builder, value: Expression, arms: list[MatchArm], term: MatchOn) -> Expression:
    if not arms:
        assert term.otherwise is not None
        return one(b, term.otherwise)
    if len(arms) == 1 and term.otherwise is None:
        return one(b, arms[0].result)
    return b.chosen(
        arm_holds(value, arms[0]), lambda: one(b, arms[0].result), lambda: _arms(b, value, arms[1:], term)
    )


def arm_holds(value: Expression, arm: MatchArm) -> Expression:
    """Is an arm for a value?"""
    condition: Expression = NO
    for low, high in arm.ranges:
        if low == high:
            condition = either(condition, equal(value, low))
        else:
            condition = either(
                condition, both(binary(">=", value, number(low)), binary("<=", value, number(high)))
            )
    return condition


# ---- scores ----------------------------------------------------------------------------------


@VALUES.lowers(ScoreOf, "name player")
def _score_of(b: Builder, term: ScoreOf) -> Expression:
    if term.name is not None:
        return points(b, term.name, one(b, term.player))
    who = b.let(one(b, term.player))
    total: Expression = number(0)
    for title in b.model.scores:
        total = plus(total, points(b, title, who))
    return b.within_bits(total, term.span)


def points(b: Builder, title: str, player: Expression) -> Expression:
    """A player's points under one name."""
    if isinstance(player, Number) and (title, player.value) in b.scope.counted:
        return b.scope.counted[title, player.value]
    score = b.model.scores[title]
    if score.value is None:
        return load(awards_region(b, title), player)
    function, value = f"score_{title}", score.value
    who = name(f"player_{score.slot}", 0, b.players - 1)
    with b.belongs(title, score.span):
        b.function(
            function,
            [Parameter(who.name, 0, b.players - 1)],
            (),
            lambda: one(b, value),
            {score.slot: who},
        )
    low, high = b.range_of(value.kind)
    return call(function, player, low=low, high=high)


def awards_region(b: Builder, title: str) -> Region:
    """The points given in play under one name, seat by seat."""
    return b.region(f"award_{title}", b.layout.awards_at[title], b.players, -LARGEST, LARGEST)
