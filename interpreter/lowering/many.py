"""Terms of many values: going through them, listing them, folds, the best of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import accumulate
from math import prod

from rulewright.dsl.model import (
    LARGEST,
    NONE,
    Apply,
    BestOf,
    CardsIn,
    CardsOfAll,
    Conditional,
    DiceIn,
    EveryCard,
    EveryPlayer,
    Fold,
    Gather,
    IfSome,
    IntRange,
    Kind,
    Listing,
    ListOfTerms,
    Local,
    MatchArm,
    MatchOn,
    Member,
    PlaceOf,
    Property,
    RandomOf,
    Ranking,
    Subsets,
    Term,
    ZonesOf,
)
from rulewright.dsl.model.constants import LONGEST_RANGE
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.code.instructions import (
    Append,
    Body,
    Break,
    CardAt,
    Clear,
    Do,
    EachCard,
    EachEntry,
    EachItem,
    Expression,
    If,
    Item,
    Length,
    Range,
    Region,
    Set,
    Stop,
    While,
)
from rulewright.interpreter.code.make import (
    NO,
    YES,
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
from rulewright.interpreter.lowering.builder import COLLECTIONS, VALUES, Builder, call
from rulewright.interpreter.lowering.values import (
    arm_holds,
    bags,
    dice_region,
    drawn,
    facts_of,
    first_zone,
    known_with,
    offset,
    one,
    test,
    within,
)
from rulewright.interpreter.state.domains import may_repeat
from rulewright.interpreter.state.layout import most_of

Each = Callable[[Expression], object]
"""What is to be done with an element: adds statements."""


def each(b: Builder, term: Term, body: Each, left: Expression | None = None) -> None:
    """Go through a collection. Once `left` holds, the body has broken out of its loop, and outer loops end.

    The body moves nothing that the collection is read from: see `listed`.
    """
    elements = known_elements(b, term)
    if elements is not None:
        _each_known(b, elements, _hint(term), body)
    elif _worth_keeping(b, term):
        some, around = _once(b, term), dict(b.scope.going)
        b.scope.going[term] = some
        each_item(b, term, some, body)
        b.scope.going = around
    else:
        COLLECTIONS.function(term)(b, term, body, left)


def _worth_keeping(b: Builder, term: Term) -> bool:
    """Is it a collection that takes going through others, and the same in all rounds of the loops around?"""
    return (
        isinstance(term, Gather | Apply | CardsOfAll | BestOf)
        and facts_of(b, term)[1]
        and b.scope.same_all_through(facts_of(b, term)[0])
    )


def _once(b: Builder, term: Term) -> str:
    """The list of a collection that is worked out once, if it is asked for."""

    def build() -> str:
        some = b.list(room_of(b, term))
        COLLECTIONS.function(term)(b, term, lambda element: b.add(some, element), None)
        return some

    made = b.kept_once(term, build)
    assert isinstance(made, str)
    return made


def _hint(term: Term) -> str:
    family = term.kind.family
    return term.kind.name.lower() if family == "card" and term.kind.name.isidentifier() else family


def _each_known(b: Builder, elements: Sequence[int], hint: str, body: Each) -> None:
    if not elements:
        return
    local = b.fresh(hint)
    element = name(local, min(elements), max(elements))
    inner = b.block(lambda: body(element))
    if not inner:
        return
    if list(elements) == list(range(elements[0], elements[0] + len(elements))):
        b.emit(Range(local, number(elements[0]), number(elements[-1] + 1), inner))
    else:
        table = b.table("values", elements)
        b.emit(EachEntry(local, table, number(0), number(len(elements)), inner))


def element_of(b: Builder, kind: Kind, hint: str) -> tuple[str, Expression]:
    """A local for the elements of a collection."""
    local = b.fresh(hint)
    low, high = b.range_of(kind.one())
    return local, name(local, low, high)


def listed(b: Builder, term: Term) -> str:
    """A collection as it is now: a list."""
    if isinstance(term, Local) and term.slot in b.scope.lists:
        return b.scope.lists[term.slot]
    some = b.list(room_of(b, term))
    each(b, term, lambda element: b.add(some, element))
    return some


def room_of(b: Builder, term: Term) -> int:
    """The most elements that a collection can have."""
    elements = known_elements(b, term)
    if elements is not None:
        return len(elements)
    if isinstance(term, ListOfTerms):
        return len(term.items)
    if isinstance(term, Gather):
        return room_of(b, term.over)
    if isinstance(term, BestOf) and isinstance(term.over, Subsets):
        return room_of(b, term.over.of)
    if isinstance(term, IntRange):
        return LONGEST_RANGE
    if isinstance(term, Local) and term.slot in b.layout.lists:
        return b.layout.lists[term.slot].capacity
    return max(most_of(term.kind, b.layout), len(b.layout.cards), 1)


def known_elements(b: Builder, term: Term) -> Sequence[int] | None:
    """The elements of a collection that is known before play."""
    match term:
        case Listing(values):
            return values
        case EveryPlayer():
            return range(b.players)
        case EveryCard(cards):
            return b.layout.cards_of[cards]
        case IntRange(low, high):
            return _known_range(b, low, high)
        case ListOfTerms(items):
            found = [known_with(b, {}, partial(one, b, item)) for item in items]
            return None if None in found else [value for value in found if value is not None]
        case Gather(slot, over, where, None, value, None):
            return _known_gathered(b, slot, over, where, value)
        case Property(card, _):
            at = known_with(b, {}, lambda: one(b, card))
            return None if at is None else bags(b, term)[at]
    return None


def _known_range(b: Builder, low: Term, high: Term) -> Sequence[int] | None:
    first, last = (known_with(b, {}, partial(one, b, end)) for end in (low, high))
    if first is None or last is None or last - first >= LONGEST_RANGE:
        return None
    return range(first, last + 1)


def _known_gathered(
    b: Builder, slot: int, over: Term, where: Term | None, value: Term | None
) -> Sequence[int] | None:
    elements, found = known_elements(b, over), []
    for element in elements or ():
        passes = 1 if where is None else known_with(b, {slot: element}, lambda: test(b, where))
        if passes is None:
            return None
        if passes:
            turned = element if value is None else known_with(b, {slot: element}, lambda: one(b, value))
            if turned is None:
                return None
            found.append(turned)
    return None if elements is None else found


# ---- kinds of collections ------------------------------------------------------------------------


@COLLECTIONS.lowers(CardsIn, "zone")
def _cards_in(b: Builder, term: CardsIn, body: Each, left: Expression | None) -> None:
    zone = b.let(one(b, term.zone), "zone")
    _each_card(b, term, zone, body)


def _each_card(b: Builder, term: Term, zone: Expression, body: Each) -> None:
    """The cards of a zone. Who asks where such a card lies has the answer from the loop."""
    local, element = element_of(b, term.kind, _hint(term))
    at = b.fresh("at")
    position = name(at, 0, sizes_region(b).high)
    b.scope.places[local] = zone, position
    inner = b.block(lambda: body(element))
    del b.scope.places[local]
    if at in b.scope.asked:
        card = CardAt(zone, position, low=element.low, high=element.high)
        b.emit(Range(at, NO, load(sizes_region(b), zone), (Set(local, card), *inner)))
    else:
        b.emit(EachCard(local, zone, inner))


@COLLECTIONS.lowers(CardsOfAll, "zones")
def _cards_of_all(b: Builder, term: CardsOfAll, body: Each, left: Expression | None) -> None:
    def within_zone(zone: Expression) -> None:
        _each_card(b, term, b.let(zone, "zone"), body)
        if left is not None:
            b.emit(If(left, (Break(),)))

    each(b, term.zones, within_zone, left)


@COLLECTIONS.lowers(ZonesOf, "zone index")
def _zones_of(b: Builder, term: ZonesOf, body: Each, left: Expression | None) -> None:
    dimensions = b.model.zones[term.zone].dimensions
    length = prod(b.layout.length_of(one) for one in dimensions[len(term.index) :])
    first = first_zone(b, term.zone)
    start = plus(times(offset(b, term.zone, dimensions, term.index, term.span), length), first)
    start = b.let(start, "first")
    local = b.fresh("zone")
    last = sum(zone.name == term.zone for zone in b.layout.zones) + first - 1
    element = name(local, start.low, min(start.high + length - 1, last))
    b.emit(Range(local, start, plus(start, length), b.block(lambda: body(element))))


@COLLECTIONS.lowers(DiceIn, "dice index")
def _dice_in(b: Builder, term: DiceIn, body: Each, left: Expression | None) -> None:
    cup = b.let(cup_at(b, term), "cup")
    local = b.fresh("die")
    first = b.let(b.looked_up("first_die", [one.first_die for one in b.layout.cups], cup), "first")
    count = dice_count(b, cup)
    element = name(local, 0, b.layout.dice_count - 1)
    b.emit(Range(local, first, plus(first, count), b.block(lambda: body(element))))


def cup_at(b: Builder, term: DiceIn) -> Expression:
    """The number of a cup."""
    return cup_number(b, term.dice, term.index, term.span)


def cup_number(b: Builder, dice: str, index: Sequence[Term], span: Span) -> Expression:
    """The number of a cup, by its name and index."""
    first = next(cup.number for cup in b.layout.cups if cup.name == dice)
    count = sum(cup.name == dice for cup in b.layout.cups)
    at = plus(offset(b, dice, b.model.dice[dice].dimensions, index, span), first)
    return within(at, first, first + count - 1)


def dice_count(b: Builder, cup: Expression) -> Expression:
    """How many dice lie in a cup."""
    start, most = b.layout.cups[0].base, max(one.capacity for one in b.layout.cups)
    at = b.looked_up("cup_base", [one.base - start for one in b.layout.cups], cup)
    return within(load(dice_region(b), at), 0, most)


@COLLECTIONS.lowers(EveryCard, "cards")
@COLLECTIONS.lowers(EveryPlayer, "")
@COLLECTIONS.lowers(Listing, "values")
def _always_known(b: Builder, term: Term, body: Each, left: Expression | None) -> None:
    raise AssertionError("its elements are known")


@COLLECTIONS.lowers(IntRange, "low high")
def _int_range(b: Builder, term: IntRange, body: Each, left: Expression | None) -> None:
    low, high = range_ends(b, term)
    local = b.fresh("n")
    element = name(local, low.low, high.high)
    b.emit(Range(local, low, plus(high, 1), b.block(lambda: body(element))))


def range_ends(b: Builder, term: IntRange) -> tuple[Expression, Expression]:
    """The first and the last number of a range, which is not too long."""
    low, high = b.let(one(b, term.low)), b.let(one(b, term.high))
    if high.high - low.low >= LONGEST_RANGE:
        too_long = binary(">=", minus(high, low), number(LONGEST_RANGE))
        length = plus(minus(high, low), 1)
        b.stop_if(
            too_long,
            lambda: Stop(
                b.fault("limit-range", term.span, {"length": "number"}, limit=LONGEST_RANGE), (length,)
            ),
        )
    return low, high


@COLLECTIONS.lowers(ListOfTerms, "items")
def _list_of_terms(b: Builder, term: ListOfTerms, body: Each, left: Expression | None) -> None:
    some = b.list(len(term.items))
    for item in [one(b, item) for item in term.items]:
        b.add(some, item)
    each_item(b, term, some, body)


def each_item(b: Builder, term: Term, some: str, body: Each) -> None:
    """Go through a list that holds the elements of a collection."""
    local, element = element_of(b, term.kind, _hint(term))
    b.emit(EachItem(local, some, b.block(lambda: body(element))))


@COLLECTIONS.lowers(Local, "slot")
def _local_list(b: Builder, term: Local, body: Each, left: Expression | None) -> None:
    if term.slot in b.scope.lists:
        each_item(b, term, b.scope.lists[term.slot], body)
        return
    region, at = b.kept[term.slot], b.fresh("at")
    _, element = element_of(b, term.kind, _hint(term))

    def from_slot() -> None:
        low, high = element.low, element.high
        value = b.let(within(load(region, name(at, 1, region.size - 1)), low, high))
        body(value)

    b.emit(Range(at, number(1), plus(within(load(region), 0, region.size - 1), 1), b.block(from_slot)))


@COLLECTIONS.lowers(Property, "card name")
def _members(b: Builder, term: Property, body: Each, left: Expression | None) -> None:
    members = bags(b, term)
    flat = [value for bag in members for value in bag]
    starts = [0, *accumulate(len(bag) for bag in members)][:-1]
    card = b.let(one(b, term.card), "card")
    first = b.looked_up(f"{term.name}_first", starts, card)
    count = b.looked_up(f"{term.name}_count", [len(bag) for bag in members], card)
    local, element = element_of(b, term.kind, _hint(term))
    inner = b.block(lambda: body(element))
    b.emit(EachEntry(local, b.table(term.name, flat or [0]), first, count, inner))


@COLLECTIONS.lowers(Conditional, "condition then otherwise")
def _conditional(b: Builder, term: Conditional, body: Each, left: Expression | None) -> None:
    some = b.list(max(room_of(b, term.then), room_of(b, term.otherwise)))
    b.when(
        test(b, term.condition),
        lambda: each(b, term.then, lambda element: b.add(some, element)),
        lambda: each(b, term.otherwise, lambda element: b.add(some, element)),
    )
    each_item(b, term, some, body)


@COLLECTIONS.lowers(MatchOn, "value arms otherwise")
def _match(b: Builder, term: MatchOn, body: Each, left: Expression | None) -> None:
    results = [arm.result for arm in term.arms] + ([term.otherwise] if term.otherwise else [])
    some = b.list(max(room_of(b, result) for result in results))
    value = b.let(one(b, term.value))

    def arms(rest: Sequence[MatchArm]) -> None:
        def take(result: Term) -> Callable[[], None]:
            return lambda: each(b, result, lambda element: b.add(some, element))

        if not rest:
            assert term.otherwise is not None
            take(term.otherwise)()
        elif len(rest) == 1 and term.otherwise is None:
            take(rest[0].result)()
        else:
            b.when(arm_holds(value, rest[0]), take(rest[0].result), lambda: arms(rest[1:]))

    arms(term.arms)
    each_item(b, term, some, body)


@COLLECTIONS.lowers(IfSome, "slot value body")
def _if_some(b: Builder, term: IfSome, body: Each, left: Expression | None) -> None:
    value = b.let(one(b, term.value))
    low, high = b.range_of(term.value.kind.surely())
    b.scope.values[term.slot] = within(value, low, high)
    b.when(differ(value, NONE), lambda: each(b, term.body, body, left))


@COLLECTIONS.lowers(Gather, "slot over where order value most")
def _gather(b: Builder, term: Gather, body: Each, left: Expression | None) -> None:
    if term.order is None and term.most is None:
        each(b, term.over, lambda element: _passing(b, term, element, body), left)
        return
    chosen = _ordered(b, term, term.order) if term.order is not None else _first(b, term)
    most = None if term.order is None or term.most is None else b.let(one(b, term.most))
    local, element = element_of(b, term.over.kind, _hint(term.over))
    taken = None if most is None else b.variable(number(0), "taken")

    def turned() -> None:
        if taken is not None and most is not None:
            b.emit(If(binary(">=", name(taken), most), (Break(),)))
            b.emit(Set(taken, plus(name(taken, 0, LARGEST), 1)))
        b.scope.values[term.slot] = element
        body(element if term.value is None else b.let(one(b, term.value), copy=True))

    b.emit(EachItem(local, chosen, b.block(turned)))


def _passing(b: Builder, term: Gather, element: Expression, body: Each) -> None:
    """Do something with an element that satisfies the condition, turned into its value."""
    b.scope.values[term.slot] = element
    condition = YES if term.where is None else test(b, term.where)
    b.when(condition, lambda: body(element if term.value is None else one(b, term.value)))


def _first(b: Builder, term: Gather) -> str:
    """The first so many that satisfy the condition, as a list; no more are looked at than it takes."""
    assert term.most is not None
    some, most = b.list(room_of(b, term.over)), b.let(one(b, term.most))
    full = binary(">=", Length(some, low=0, high=LARGEST), most)

    def take(element: Expression) -> None:
        b.scope.values[term.slot] = element
        condition = YES if term.where is None else test(b, term.where)

        def add() -> None:
            b.add(some, element)
            b.emit(If(full, (Break(),)))

        b.when(condition, add)

    b.when(binary(">", most, number(0)), lambda: each(b, term.over, take, full))
    return some


def _ordered(b: Builder, term: Gather, order: Ranking) -> str:
    """The elements that satisfy the condition in their order, as a list."""
    some, keys = b.list(room_of(b, term.over)), b.list(room_of(b, term.over), "keys")

    def take(element: Expression) -> None:
        b.scope.values[term.slot] = element
        condition = YES if term.where is None else test(b, term.where)

        def insert() -> None:

            b.emit(Do(call("insert", element, key(b, order), lists=(some, keys))))

        b.when(condition, insert)

    each(b, term.over, take)
    return some


def key(b: Builder, ranking: Ranking) -> Expression:
    """A number for what lies in the ranking's slot: the smaller, the earlier it stands."""
    assert ranking.value is not None
    value = one(b, ranking.value)
    return value if ranking.direction == "fewest" else minus(number(0), value)


# ---- folds ---------------------------------------------------------------------------------------


@VALUES.lowers(Fold, "how slot over where value")
def _fold(b: Builder, term: Fold) -> Expression:
    elements = known_elements(b, term.over)
    if elements is not None and len(elements) <= MOST_UNROLLED:
        value = _known_fold(b, term, elements)
        if value is not None:
            return value
    if term.how in ("any", "all"):
        return _any(b, term)
    if term.how == "count" or term.value is None:
        plain = term.where is None and not isinstance(term.over, Subsets)
        return size_of(b, term.over) if plain else _count(b, term)
    return _sum(b, term) if term.how == "sum" else _extreme(b, term)


MOST_UNROLLED = 200
"""Folds over so many known elements are tried to be worked out before play."""


def _known_fold(b: Builder, term: Fold, elements: Sequence[int]) -> Expression | None:
    """The fold, where it is known before play."""
    values: list[int] = []
    for element in elements:
        if term.where is not None:
            passes = known_with(b, {term.slot: element}, lambda: test(b, _there(term.where)))
            if passes is None:
                return None
            if not passes:
                continue
        if term.value is None:
            values.append(1)
            continue
        value = known_with(
            b,
            {term.slot: element},
            lambda: test(b, _there(term.value)) if term.how in ("any", "all") else one(b, _there(term.value)),
        )
        if value is None:
            return None
        values.append(value)
    if term.how == "count" or term.how == "sum":
        return b.within_bits(number(sum(values)), term.span)
    if term.how in ("any", "all"):
        return number(int(any(values) if term.how == "any" else all(values)))
    return number((min if term.how == "min" else max)(values, default=NONE))


def _there(term: Term | None) -> Term:
    assert term is not None
    return term


def _folding(b: Builder, term: Fold, body: Callable[[], object], left: Expression | None = None) -> None:
    """Go through what satisfies the condition, each in the fold's slot."""

    def inner() -> None:
        condition = YES if term.where is None else test(b, term.where)
        b.when(condition, body)

    _each_in(b, term.slot, term.over, inner, left)


def _each_in(b: Builder, slot: int, over: Term, body: Callable[[], object], left: Expression | None) -> None:
    """Go through a collection, or all sets of so many of one, with what it is about in a local."""
    if isinstance(over, Subsets):
        _each_set(b, slot, over, body)
        return

    def inner(element: Expression) -> None:
        b.scope.values[slot] = element
        body()

    each(b, over, inner, left)


def _each_set(b: Builder, slot: int, over: Subsets, body: Callable[[], object]) -> None:
    """Go through the sets of so many elements. The body may break out of the loop."""
    elements, room = as_set(b, over.of), room_of(b, over.of)
    count = Length(elements, low=0, high=room)
    least = NO if over.least is None else b.let(one(b, over.least), "least")
    most: Expression = count
    largest = room
    if over.most is not None:
        most = b.let(one(b, over.most), "most")
        largest = min(room, most.high)
        most = b.let(choice(binary("<", most, count), most, count), "most")
    least = b.let(choice(binary("<", least, NO), NO, least), "least")
    taken, some, at = b.list(largest, "taken"), b.list(largest, "set"), b.fresh("at")
    going = b.variable(binary("<=", least, most), "going")
    place = name(at, 0, room)
    b.when(name(going, 0, 1), lambda: b.emit(Range(at, NO, least, (Append(taken, place),))))
    low, high = b.range_of(over.kind.one())
    item = Item(elements, name(at, 0, room - 1), low=low, high=high)
    b.scope.lists[slot] = some

    def look() -> None:
        b.emit(Clear(some), EachItem(at, taken, (Append(some, item),)))
        body()
        b.emit(Set(going, call("next_set", count, most, lists=(taken,), low=0, high=1)))

    b.emit(While((), name(going, 0, 1), b.block(look)))


def as_set(b: Builder, term: Term) -> str:
    """A collection as a list that holds each element once."""
    some = listed(b, term)
    if b.is_set(term) or not may_repeat(term):
        return some
    once = b.list(room_of(b, term), "once")
    local, element = element_of(b, term.kind, "one")
    b.emit(EachItem(local, some, (Do(call("add_new", element, lists=(once,))),)))
    return once


def _any(b: Builder, term: Fold) -> Expression:
    found = int(term.how == "any")
    local = b.variable(number(1 - found), term.how)
    left = equal(name(local, 0, 1), found)

    def inner() -> None:
        holds = test(b, _there(term.value))
        condition = holds if found else opposite(holds)
        b.when(condition, lambda: b.emit(Set(local, number(found)), Break()))

    _folding(b, term, inner, left)
    return name(local, 0, 1)


def _count(b: Builder, term: Fold) -> Expression:
    local = b.variable(number(0), "count")
    _folding(b, term, lambda: b.emit(Set(local, plus(name(local), 1))))
    return name(local, 0, _most_rounds(b, term.over))


def _sum(b: Builder, term: Fold) -> Expression:
    local, room = b.variable(number(0), "sum"), _most_rounds(b, term.over)
    bounds = [0, 0]

    def inner() -> None:
        value = one(b, _there(term.value))
        bounds[:] = [min(0, room * value.low), max(0, room * value.high)]
        b.emit(Set(local, plus(name(local), value)))

    _folding(b, term, inner)
    return b.within_bits(name(local, *bounds), term.span)


def _extreme(b: Builder, term: Fold) -> Expression:
    """The smallest or largest value; NONE of nothing."""
    largest = term.how == "max"
    start = NONE if largest else LARGEST + 1
    local, bounds = b.variable(number(start), term.how), [NONE, LARGEST]

    def inner() -> None:
        value = b.let(one(b, _there(term.value)))
        bounds[:] = [value.low, value.high]
        b.when(binary(">" if largest else "<", value, name(local)), lambda: b.emit(Set(local, value)))

    _folding(b, term, inner)
    low = bounds[0] if not term.kind.optional else NONE
    if largest:
        return name(local, low, bounds[1])
    return choice(equal(name(local), start), number(NONE), name(local, low, bounds[1]))


MOST_SETS = 1 << 27
"""No fold goes through so many sets: the work would be used up before."""


def _most_rounds(b: Builder, over: Term) -> int:
    """How much a fold goes through at most."""
    return MOST_SETS if isinstance(over, Subsets) else room_of(b, over)


# ---- the best, places, members -------------------------------------------------------------------


@VALUES.lowers(BestOf, "slot over where rankings")
def _best_of(b: Builder, term: BestOf) -> Expression:
    found, high = b.variable(number(NONE), "best"), b.range_of(term.over.kind.one())[1]
    best = name(found, NONE, high)
    _look_for_best(b, term, differ(best, NONE), lambda: (Set(found, b.scope.values[term.slot]),))
    return best


@COLLECTIONS.lowers(BestOf, "slot over where rankings")
def _best_set(b: Builder, term: BestOf, body: Each, left: Expression | None) -> None:
    """The best of some sets; an empty one where there are none."""
    assert isinstance(term.over, Subsets)
    found, local = b.variable(NO, "found"), b.fresh("one")
    best = b.list(room_of(b, term.over.of), "best")

    def take() -> Body:
        element = name(local, *b.range_of(term.kind.one()))
        return (
            Set(found, YES),
            Clear(best),
            EachItem(local, b.scope.lists[term.slot], (Append(best, element),)),
        )

    _look_for_best(b, term, name(found, 0, 1), take)
    each_item(b, term, best, body)


def _look_for_best(b: Builder, term: BestOf, found: Expression, take: Callable[[], Body]) -> None:
    """Go through what there is; `take` notes what is the best so far, `found` says whether anything is."""
    directions = [ranking.direction for ranking in term.rankings]
    ends = [at for at, direction in enumerate(directions) if direction in ("first", "last")]
    latest = bool(ends) and directions[ends[0]] == "last"
    rankings = term.rankings[: ends[0] if ends else None]
    least = [b.variable(number(0), "least") for _ in rankings]

    def inner() -> None:
        condition = YES if term.where is None else test(b, term.where)
        b.when(condition, compare)

    def compare() -> None:
        if not rankings:
            b.emit(*take())
            if not latest:
                b.emit(Break())
            return
        keys = [b.let(key(b, ranking), "key", copy=True) for ranking in rankings]
        better = binary("<=" if latest else "<", keys[-1], name(least[-1]))
        for value, local in list(zip(keys, least, strict=True))[-2::-1]:
            tied = both(equal(value, name(local)), better)
            better = either(binary("<", value, name(local)), tied)
        sets = [Set(local, value) for value, local in zip(keys, least, strict=True)]
        b.emit(If(either(opposite(found), better), (*take(), *sets)))

    _each_in(b, term.slot, term.over, inner, found if not rankings and not latest else None)


@VALUES.lowers(RandomOf, "site over")
def _random_of(b: Builder, term: RandomOf) -> Expression:
    """Where there is one element only, chance is not asked."""
    low, high = b.range_of(term.over.kind.one())
    if isinstance(term.over, IntRange):
        least = b.let(one(b, term.over.low), "least")
        count = b.let(plus(minus(one(b, term.over.high), least), 1), "count")
    else:
        some = listed(b, term.over)
        count = b.let(Length(some, low=0, high=room_of(b, term.over)), "count")
    found = b.variable(number(NONE), "random")

    def pick(at: Expression) -> None:
        if isinstance(term.over, IntRange):
            b.emit(Set(found, within(plus(least, at), low, high)))
        else:
            b.emit(Set(found, Item(some, at, low=low, high=high)))

    def several() -> None:
        pick(drawn(b, term.site, within(count, 2, None)))

    b.when(equal(count, 1), lambda: pick(number(0)), lambda: b.when(binary(">", count, number(1)), several))
    return name(found, NONE if term.kind.optional else low, high)


@VALUES.lowers(PlaceOf, "player slot ranking skipping")
def _place_of(b: Builder, term: PlaceOf) -> Expression:
    who = b.let(one(b, term.player))
    keys, local = b.list(b.players, "keys"), b.fresh("player")

    def add() -> None:
        b.scope.values[term.slot] = name(local, 0, b.players - 1)
        b.add(keys, key(b, term.ranking))

    b.emit(Range(local, number(0), number(b.players), b.block(add)))
    place = call("place", who, number(int(term.skipping)), lists=(keys,), low=1, high=b.players)
    return b.let(place)


@VALUES.lowers(Member, "value collection")
def _member(b: Builder, term: Member) -> Expression:
    value, collection = one(b, term.value), term.collection
    elements = known_elements(b, collection)
    if elements is not None:
        return _among(b, value, elements)
    if isinstance(collection, IntRange):
        value = b.let(value)
        low = binary("<=", one(b, collection.low), value)
        return both(low, binary("<=", value, one(b, collection.high)))
    if isinstance(collection, CardsIn) and value.low > NONE:
        return equal(load(zone_of_region(b), value), one(b, collection.zone))
    if isinstance(collection, CardsOfAll) and value.low > NONE:
        zones = known_elements_of_zones(b, collection.zones)
        if zones is not None:
            return _among(b, load(zone_of_region(b), value), zones)
    value = b.let(value)
    local = b.variable(NO, "among")
    so = name(local, 0, 1)

    def compare(element: Expression) -> None:
        b.when(equal(element, value), lambda: b.emit(Set(local, YES), Break()))

    each(b, collection, compare, so)
    return so


def _among(b: Builder, value: Expression, elements: Sequence[int]) -> Expression:
    """Is a value one of some?"""
    wanted = sorted(set(elements))
    if not wanted:
        return NO
    value = b.let(value)
    if len(wanted) == wanted[-1] - wanted[0] + 1:
        return both(binary(">=", value, number(wanted[0])), binary("<=", value, number(wanted[-1])))
    so: Expression = NO
    if len(wanted) <= 4:
        for each_one in wanted:
            so = either(so, equal(value, each_one))
        return so
    low, high = max(value.low, wanted[0]), min(value.high, wanted[-1])
    if low > high:
        return NO
    held = [int(number_ in set(wanted)) for number_ in range(wanted[-1] + 1)] if wanted[0] >= 0 else []
    if held and value.low >= 0 and value.high < len(held):
        return b.looked_up("among", held, value)
    inside = both(binary(">=", value, number(low)), binary("<=", value, number(high)))
    flags = [int(low + at in set(wanted)) for at in range(high - low + 1)]
    if known(inside) == 0:
        return NO
    return both(inside, b.looked_up("among", flags, within(minus(value, low), 0, high - low)))


def known_elements_of_zones(b: Builder, term: Term) -> Sequence[int] | None:
    """The zones of a collection that is known before play."""
    if isinstance(term, ZonesOf):
        first = first_zone(b, term.zone)
        dimensions = b.model.zones[term.zone].dimensions
        length = prod(b.layout.length_of(one) for one in dimensions[len(term.index) :])
        at = known_with(b, {}, lambda: offset(b, term.zone, dimensions, term.index, term.span))
        return None if at is None else range(first + at * length, first + (at + 1) * length)
    return known_elements(b, term)


def zone_of_region(b: Builder) -> Region:
    """The zone in which each card lies, -1 for the box."""
    return b.region("zone_of", b.layout.zone_of_at, len(b.layout.cards), -1, len(b.layout.zones) - 1)


def sizes_region(b: Builder) -> Region:
    """How many cards lie in each zone."""
    zones = b.layout.zones
    start = zones[0].size_at if zones else 0
    return b.region("zone_size", start, len(zones), 0, max((one.capacity for one in zones), default=0))


def size_of(b: Builder, term: Term) -> Expression:
    """How much lies in a zone or cup, or how many elements a collection has."""
    if isinstance(term, CardsIn):
        term = term.zone
    if term.kind.shape == "one":
        return load(sizes_region(b), one(b, term))
    if isinstance(term, DiceIn):
        return dice_count(b, b.let(cup_at(b, term), "cup"))
    elements = known_elements(b, term)
    if elements is not None:
        return number(len(elements))
    if isinstance(term, Local):
        if term.slot in b.scope.lists:
            return Length(b.scope.lists[term.slot], low=0, high=room_of(b, term))
        region = b.kept[term.slot]
        return within(load(region), 0, region.size - 1)
    local = b.variable(number(0), "count")
    each(b, term, lambda element: b.emit(Set(local, plus(name(local), 1))))
    return name(local, 0, room_of(b, term))
