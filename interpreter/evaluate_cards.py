"""What is read off cards, dice and tables, and the language's own functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.dsl.model import (
    NONE,
    BagCount,
    BagTotal,
    BuiltIn,
    CardsIn,
    DiceIn,
    IfSome,
    Property,
    TableEntry,
    Term,
)
from rulewright.interpreter.evaluate_forms import Many, One, always
from rulewright.interpreter.evaluate_places import cup_at
from rulewright.interpreter.faults import fault
from rulewright.interpreter.layout import BOX, State

if TYPE_CHECKING:
    from rulewright.interpreter.evaluate import Evaluator

# ---- properties and tables -----------------------------------------------------------------------


def property_of(evaluator: Evaluator, term: Property) -> One:
    """A property of one value."""
    values = evaluator.numbers(term.card.kind.name, term.name)
    card = evaluator.one(term.card)
    return lambda state: values[card(state)]


def members_of(evaluator: Evaluator, term: Property) -> Many:
    """A property that is a set."""
    values = evaluator.collections(term.card.kind.name, term.name)
    card = evaluator.one(term.card)
    return lambda state: values[card(state)]


def bag_count(evaluator: Evaluator, term: BagCount) -> One:
    """How often a symbol occurs in a bag."""
    bags = evaluator.collections(term.card.kind.name, term.name)
    card, symbol = evaluator.one(term.card), evaluator.one(term.symbol)
    known = evaluator.known_value(term.symbol)
    if known is not None:
        counts = [bag[known] if bag else 0 for bag in bags]
        return lambda state: counts[card(state)]
    return lambda state: bags[card(state)][symbol(state)]


def bag_total(evaluator: Evaluator, term: BagTotal) -> One:
    """How many symbols a bag holds."""
    totals = [sum(bag) for bag in evaluator.collections(term.card.kind.name, term.name)]
    card = evaluator.one(term.card)
    return lambda state: totals[card(state)]


def table_entry(evaluator: Evaluator, term: TableEntry) -> One:
    """An entry of a table, counted from 0."""
    entries, then_last = evaluator.layout.tables[term.table]
    at, length, name, span = evaluator.one(term.at), len(entries), term.table, term.span
    last = entries[-1]

    def entry(state: State) -> int:
        number = at(state)
        if 0 <= number < length:
            return entries[number]
        if then_last and number > 0:
            return last
        raise fault("fault-table", span, table=name, at=number, last=length - 1)

    return entry


# ---- sizes and neighbours ------------------------------------------------------------------------


def size_form(evaluator: Evaluator, argument: Term) -> One:
    """How much lies in a zone or cup, or how many elements a collection has."""
    if isinstance(argument, CardsIn):
        argument = argument.zone
    if argument.kind.shape == "one":
        known, sizes_at = evaluator.known_value(argument), evaluator.sizes_at
        zone = evaluator.one(argument)
        if known is not None:
            size_at = sizes_at + known
            return lambda state: state[size_at]
        return lambda state: state[sizes_at + zone(state)]
    if isinstance(argument, DiceIn):
        bases = [cup.base for cup in evaluator.layout.cups]
        cup = cup_at(evaluator, argument.dice, argument.index, argument.span)
        if isinstance(cup, int):
            base = bases[cup]
            return lambda state: state[base]
        return lambda state: state[bases[cup(state)]]
    elements = evaluator.known_values(argument)
    if elements is not None:
        return always(len(elements))
    many = evaluator.many(argument)
    return lambda state: len(many(state))


def top(evaluator: Evaluator, term: BuiltIn) -> One:
    """The card on top, or the last element."""
    argument = term.arguments[0]
    if argument.kind.shape == "many":
        many = evaluator.many(argument)

        def last(state: State) -> int:
            elements = many(state)
            return elements[-1] if elements else NONE

        return last
    zone, sizes_at = evaluator.one(argument), evaluator.sizes_at
    below_bases = [place.base - 1 for place in evaluator.layout.zones]
    known = evaluator.known_value(argument)
    if known is not None:
        below, size_at = below_bases[known], sizes_at + known

        def top_of_it(state: State) -> int:
            size = state[size_at]
            return state[below + size] if size else NONE

        return top_of_it

    def top_of(state: State) -> int:
        number = zone(state)
        size = state[sizes_at + number]
        return state[below_bases[number] + size] if size else NONE

    return top_of


def bottom(evaluator: Evaluator, term: BuiltIn) -> One:
    """The card at the bottom, or the first element."""
    argument = term.arguments[0]
    if argument.kind.shape == "many":
        many = evaluator.many(argument)

        def first(state: State) -> int:
            elements = many(state)
            return elements[0] if elements else NONE

        return first
    zone, sizes_at = evaluator.one(argument), evaluator.sizes_at
    bases = [place.base for place in evaluator.layout.zones]

    def bottom_of(state: State) -> int:
        number = zone(state)
        return state[bases[number]] if state[sizes_at + number] else NONE

    return bottom_of


Position = Callable[[State], tuple[int, int, int]]


def position_form(evaluator: Evaluator, term: BuiltIn) -> Position:
    """Where a card lies: its zone's first slot, its own slot, and the slot past the zone's last card."""
    layout, sizes_at, zone_of_at = evaluator.layout, evaluator.sizes_at, evaluator.layout.zone_of_at
    card_of, span = evaluator.one(term.arguments[0]), term.span
    bases = [place.base for place in layout.zones]

    def position(state: State) -> tuple[int, int, int]:
        card = card_of(state)
        zone = state[zone_of_at + card]
        if zone == BOX:
            raise fault("fault-in-box", span, card=layout.cards[card].id)
        base = bases[zone]
        end = base + state[sizes_at + zone]
        return base, state.index(card, base, end), end

    return position


def level(evaluator: Evaluator, term: BuiltIn) -> One:
    """A card's level in its zone: 1 at the bottom."""
    layout, sizes_at, zone_of_at = evaluator.layout, evaluator.sizes_at, evaluator.layout.zone_of_at
    card_of, span = evaluator.one(term.arguments[0]), term.span
    bases = [place.base for place in layout.zones]

    def level_of(state: State) -> int:
        card = card_of(state)
        zone = state[zone_of_at + card]
        if zone == BOX:
            raise fault("fault-in-box", span, card=layout.cards[card].id)
        base = bases[zone]
        return state.index(card, base, base + state[sizes_at + zone]) - base + 1

    return level_of


def beneath(evaluator: Evaluator, term: BuiltIn) -> One:
    """The card right below a card."""
    position = position_form(evaluator, term)

    def below(state: State) -> int:
        base, at, _ = position(state)
        return state[at - 1] if at > base else NONE

    return below


def above(evaluator: Evaluator, term: BuiltIn) -> One:
    """The card right on top of a card."""
    position = position_form(evaluator, term)

    def over(state: State) -> int:
        _, at, end = position(state)
        return state[at + 1] if at + 1 < end else NONE

    return over


def beside(evaluator: Evaluator, term: BuiltIn) -> Many:
    """The cards right below and right on top of a card."""
    position = position_form(evaluator, term)

    def both(state: State) -> Sequence[int]:
        base, at, end = position(state)
        return [state[other] for other in (at - 1, at + 1) if base <= other < end]

    return both


def zone_of(evaluator: Evaluator, term: BuiltIn) -> One:
    """The zone in which a card lies; absent in the box."""
    card, zone_of_at = evaluator.one(term.arguments[0]), evaluator.layout.zone_of_at

    def zone(state: State) -> int:
        number = state[zone_of_at + card(state)]
        return NONE if number == BOX else number

    return zone


# ---- players -------------------------------------------------------------------------------------


def owner(evaluator: Evaluator, term: BuiltIn) -> One:
    """The player in whose zone a card lies."""
    layout = evaluator.layout
    card_of, zone_of_at = evaluator.one(term.arguments[0]), layout.zone_of_at
    # The box is number -1, so its "owner" stands last.
    owners = [NONE if place.owner is None else place.owner for place in layout.zones] + [NONE]
    return _present(
        evaluator, term, "fault-no-owner", lambda state: owners[state[zone_of_at + card_of(state)]]
    )


def player_of(evaluator: Evaluator, term: BuiltIn) -> One:
    """The player who last moved a card."""
    card, mover_at = evaluator.one(term.arguments[0]), evaluator.layout.mover_at
    return _present(evaluator, term, "fault-no-mover", lambda state: state[mover_at + card(state)])


def _present(evaluator: Evaluator, term: BuiltIn, code: str, form: One) -> One:
    """The form, and a fault in play where it gives nothing."""
    card, cards = evaluator.one(term.arguments[0]), evaluator.layout.cards

    def present(state: State) -> int:
        value = form(state)
        if value == NONE:
            raise fault(code, term.span, card=cards[card(state)].id)
        return value

    return present


def neighbour(evaluator: Evaluator, term: BuiltIn) -> One:
    """The next player to the left (clockwise), or to the right."""
    player, side = evaluator.one(term.arguments[0]), evaluator.one(term.arguments[1])
    count = evaluator.layout.player_count
    known = evaluator.known_value(term.arguments[1])
    if known is not None:
        step = -1 if known else 1
        return lambda state: (player(state) + step) % count
    return lambda state: (player(state) + (-1 if side(state) else 1)) % count


def seat(evaluator: Evaluator, term: BuiltIn) -> One:
    """A player's seat, counted from 1."""
    player = evaluator.one(term.arguments[0])
    return lambda state: player(state) + 1


# ---- numbers -------------------------------------------------------------------------------------


def least(evaluator: Evaluator, term: BuiltIn) -> One:
    """The smallest of some values."""
    forms = [evaluator.one(argument) for argument in term.arguments]
    if len(forms) == 2:
        one, other = forms
        return lambda state: a if (a := one(state)) <= (b := other(state)) else b
    return lambda state: min([form(state) for form in forms])


def greatest(evaluator: Evaluator, term: BuiltIn) -> One:
    """The largest of some values."""
    forms = [evaluator.one(argument) for argument in term.arguments]
    if len(forms) == 2:
        one, other = forms
        return lambda state: a if (a := one(state)) >= (b := other(state)) else b
    return lambda state: max([form(state) for form in forms])


def magnitude(evaluator: Evaluator, term: BuiltIn) -> One:
    """A number without its sign."""
    value = evaluator.one(term.arguments[0])
    return lambda state: abs(value(state))


def distinct_count(evaluator: Evaluator, term: BuiltIn) -> One:
    """How many different elements a collection has."""
    many = evaluator.many(term.arguments[0])
    return lambda state: len(set(many(state)))


def distinct(evaluator: Evaluator, term: BuiltIn) -> Many:
    """The elements of a collection, each once, in the order of their first occurrence."""
    many = evaluator.many(term.arguments[0])
    return lambda state: list(dict.fromkeys(many(state)))


BUILT_INS: Mapping[str, Callable[[Evaluator, BuiltIn], One]] = {
    "size": lambda evaluator, term: size_form(evaluator, term.arguments[0]),
    "top": top,
    "last": top,
    "bottom": bottom,
    "first": bottom,
    "level": level,
    "beneath": beneath,
    "above": above,
    "zone_of": zone_of,
    "owner": owner,
    "player_of": player_of,
    "neighbour": neighbour,
    "seat": seat,
    "min": least,
    "max": greatest,
    "abs": magnitude,
    "distinct": distinct_count,
}
MANY_BUILT_INS: Mapping[str, Callable[[Evaluator, BuiltIn], Many]] = {"beside": beside, "distinct": distinct}


def if_some(evaluator: Evaluator, term: IfSome) -> One:
    """`body` of a value that is there; absent where the value is."""
    value, slot = evaluator.one(term.value), evaluator.slot(term.slot)
    table = evaluator.table(term.body, term.slot)

    def by_table(state: State) -> int:
        found = value(state)
        return NONE if found == NONE else known[found]

    def by_body(state: State) -> int:
        found = value(state)
        if found == NONE:
            return NONE
        state[slot] = found
        return body(state)

    if table is not None:
        known = table
        return by_table
    body = evaluator.one(term.body)
    return by_body
