"""Collections: chosen, ordered and turned into others; the best of them; places among players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.dsl.model import (
    NONE,
    Apply,
    BestOf,
    BuiltIn,
    CardsIn,
    CardsOfAll,
    Conditional,
    DiceIn,
    EveryCard,
    Gather,
    IfSome,
    IntRange,
    ListOfTerms,
    Local,
    MatchOn,
    PlaceOf,
    Property,
    Ranking,
    Term,
    ZonesOf,
)
from rulewright.dsl.model.constants import LONGEST_RANGE
from rulewright.interpreter.evaluate_cards import MANY_BUILT_INS, members_of
from rulewright.interpreter.evaluate_forms import Many, One, always_all
from rulewright.interpreter.evaluate_places import cards_in, cards_of_all, dice_in, zones_of
from rulewright.interpreter.faults import fault
from rulewright.interpreter.layout import State
from rulewright.interpreter.state import read_list

if TYPE_CHECKING:
    from rulewright.interpreter.evaluate import Evaluator


def every_card(evaluator: Evaluator, term: EveryCard) -> Many:
    """All cards of a set."""
    return always_all(evaluator.layout.cards_of[term.cards])


def int_range(evaluator: Evaluator, term: IntRange) -> Many:
    """Numbers from one to another."""
    low, high, span = evaluator.one(term.low), evaluator.one(term.high), term.span

    def numbers(state: State) -> Sequence[int]:
        first, last = low(state), high(state)
        if last - first >= LONGEST_RANGE:
            raise fault("limit-range", span, length=last - first + 1, limit=LONGEST_RANGE)
        return range(first, last + 1)

    return numbers


def list_of_terms(evaluator: Evaluator, term: ListOfTerms) -> Many:
    """Values named one by one."""
    items = [evaluator.one(item) for item in term.items]
    return lambda state: [item(state) for item in items]


def local_list(evaluator: Evaluator, term: Local) -> Many:
    """A subset that was chosen, or a named collection."""
    place = evaluator.layout.lists[term.slot]
    return lambda state: read_list(place, state)


# ---- gathering -----------------------------------------------------------------------------------


def gather(evaluator: Evaluator, term: Gather) -> Many:
    """The elements that satisfy a condition, in an order, each turned into a value."""
    if term.most is not None and term.order is None and term.where is not None:
        elements = _first_chosen(evaluator, term.over, term.slot, term.where, evaluator.one(term.most))
    else:
        elements = _chosen(evaluator, term.over, term.slot, term.where)
        if term.order is not None:
            elements = _ordered(evaluator, elements, term.slot, term.order)
        if term.most is not None:
            elements = _first(elements, evaluator.one(term.most))
    if term.value is None:
        return elements
    chosen, slot = elements, evaluator.slot(term.slot)
    table, value = evaluator.table(term.value, term.slot), evaluator.one(term.value)
    if table is not None:
        turned = table.__getitem__
        return lambda state: list(map(turned, chosen(state)))

    def values(state: State) -> Sequence[int]:
        result = []
        for element in chosen(state):
            state[slot] = element
            result.append(value(state))
        return result

    return values


def _chosen(evaluator: Evaluator, over: Term, slot: int, where: Term | None) -> Many:
    """The elements that satisfy a condition."""
    elements, at = evaluator.many(over), evaluator.slot(slot)
    if where is None:
        return elements
    table = evaluator.truth_table(where, slot)
    if table is not None:
        passes = table
        return lambda state: [one for one in elements(state) if passes[one]]
    test = evaluator.test(where)

    def chosen(state: State) -> Sequence[int]:
        result = []
        for element in elements(state):
            state[at] = element
            if test(state):
                result.append(element)
        return result

    return chosen


def key_form(evaluator: Evaluator, ranking: Ranking) -> One:
    """A number for what lies in the ranking's slot: the smaller, the earlier it stands."""
    assert ranking.value is not None
    value = evaluator.one(ranking.value)
    return value if ranking.direction == "fewest" else lambda state: -value(state)


def _ordered(evaluator: Evaluator, elements: Many, slot: int, order: Ranking) -> Many:
    key, at = key_form(evaluator, order), evaluator.slot(slot)

    def ordered(state: State) -> Sequence[int]:
        keyed: list[tuple[int, int, int]] = []
        for element in elements(state):
            state[at] = element
            keyed.append((key(state), len(keyed), element))
        keyed.sort()
        return [element for _, _, element in keyed]

    return ordered


def _first_chosen(evaluator: Evaluator, over: Term, slot: int, where: Term, most: One) -> Many:
    """The first so many that satisfy a condition; no more are looked at than it takes."""
    elements, at, test = evaluator.many(over), evaluator.slot(slot), evaluator.test(where)

    def chosen(state: State) -> Sequence[int]:
        wanted, result = most(state), list[int]()
        if wanted <= 0:
            return result
        for element in elements(state):
            state[at] = element
            if test(state):
                result.append(element)
                if len(result) == wanted:
                    break
        return result

    return chosen


def _first(elements: Many, most: One) -> Many:
    return lambda state: elements(state)[: max(0, most(state))]


# ---- the best ------------------------------------------------------------------------------------


def best_of(evaluator: Evaluator, term: BestOf) -> One:
    """The element that comes first by the rankings in turn, NONE of nothing."""
    chosen = _chosen(evaluator, term.over, term.slot, term.where)
    slot = evaluator.slot(term.slot)
    directions = [ranking.direction for ranking in term.rankings]
    ends = [place for place, direction in enumerate(directions) if direction in ("first", "last")]
    latest = bool(ends) and directions[ends[0]] == "last"
    keys = [key_form(evaluator, one) for one in term.rankings[: ends[0] if ends else None]]
    if not keys:
        place = -1 if latest else 0
        return lambda state: elements[place] if (elements := chosen(state)) else NONE
    if len(keys) == 1:
        return _best_by_one(chosen, slot, keys[0], latest)
    return _best_by_all(chosen, slot, keys, latest)


def _best_by_one(chosen: Many, slot: int, key: One, latest: bool) -> One:
    def best(state: State) -> int:
        found, least = NONE, 0
        for element in chosen(state):
            state[slot] = element
            value = key(state)
            if found == NONE or value < least or (latest and value == least):
                found, least = element, value
        return found

    return best


def _best_by_all(chosen: Many, slot: int, keys: list[One], latest: bool) -> One:
    def best(state: State) -> int:
        found, least = NONE, [0]
        for element in chosen(state):
            state[slot] = element
            value = [key(state) for key in keys]
            if found == NONE or value < least or (latest and value == least):
                found, least = element, value
        return found

    return best


def place_of(evaluator: Evaluator, term: PlaceOf) -> One:
    """A player's place among all players, from 1; equals share one."""
    player, slot = evaluator.one(term.player), evaluator.slot(term.slot)
    count, key, skipping = evaluator.layout.player_count, key_form(evaluator, term.ranking), term.skipping

    def place(state: State) -> int:
        who, values = player(state), []
        for element in range(count):
            state[slot] = element
            values.append(key(state))
        better = [value for value in values if value < values[who]]
        return 1 + len(better if skipping else set(better))

    return place


# ---- collections that depend ---------------------------------------------------------------------


def conditional(evaluator: Evaluator, term: Conditional) -> Many:
    """One of two collections."""
    condition = evaluator.test(term.condition)
    then, otherwise = evaluator.many(term.then), evaluator.many(term.otherwise)
    return lambda state: then(state) if condition(state) else otherwise(state)


def match_on(evaluator: Evaluator, term: MatchOn) -> Many:
    """The collection of the arm that holds the value."""
    value = evaluator.one(term.value)
    arms = {one: evaluator.many(arm.result) for arm in reversed(term.arms) for one in arm.values}

    if term.otherwise is None:
        return lambda state: arms[value(state)](state)
    otherwise = evaluator.many(term.otherwise)
    return lambda state: arms.get(value(state), otherwise)(state)


def if_some(evaluator: Evaluator, term: IfSome) -> Many:
    """A collection that belongs to a value; empty where the value is absent."""
    value, slot, body = evaluator.one(term.value), evaluator.slot(term.slot), evaluator.many(term.body)

    def elements(state: State) -> Sequence[int]:
        found = value(state)
        if found == NONE:
            return ()
        state[slot] = found
        return body(state)

    return elements


def apply(evaluator: Evaluator, term: Apply) -> Many:
    """A definition's collection for arguments."""
    inlined = evaluator.inlined(term)
    if inlined is not None:
        return evaluator.many(inlined)
    definition = evaluator.layout.model.definitions[term.definition]
    prepare = evaluator.pass_arguments(definition.parameters, term.arguments)
    body = evaluator.many_definition(term.definition)
    if prepare is None:
        return body
    pass_on = prepare

    def applied(state: State) -> Sequence[int]:
        pass_on(state)
        return body(state)

    return applied


def built_in(evaluator: Evaluator, term: BuiltIn) -> Many:
    """The language's own functions that give a collection."""
    return MANY_BUILT_INS[term.name](evaluator, term)


MANY: Mapping[type[Term], Callable[..., Many]] = {
    EveryCard: every_card,
    IntRange: int_range,
    ListOfTerms: list_of_terms,
    Local: local_list,
    ZonesOf: zones_of,
    CardsIn: cards_in,
    CardsOfAll: cards_of_all,
    DiceIn: dice_in,
    Gather: gather,
    Property: members_of,
    Conditional: conditional,
    MatchOn: match_on,
    IfSome: if_some,
    Apply: apply,
    BuiltIn: built_in,
}
