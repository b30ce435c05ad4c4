"""What collections, folds and rankings give, read off the small game of `models`."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from models import (
    E1,
    E2,
    E3,
    F2,
    PASSES,
    SUIT,
    TILE,
    W1,
    ZONE,
    Played,
    call,
    card,
    cards_in,
    compare,
    local,
    number,
    seat,
    suit,
    suit_of,
    table,
    value_of,
    work_out,
    zone,
)

from rulewright.dsl.model import (
    BOOL,
    INT,
    LARGEST,
    NONE,
    PLAYER,
    BestOf,
    BuiltIn,
    CardsOfAll,
    Constant,
    Fold,
    Gather,
    IntRange,
    Kind,
    Listing,
    ListOfTerms,
    Member,
    PlaceOf,
    PlayerCount,
    Ranking,
    Term,
    ZonesOf,
)
from rulewright.interpreter.faults import Fault

NO_CARD = Constant(NONE, kind=TILE.maybe())


def in_row() -> Played:
    played = table()
    played.place("row", E3, W1, F2, index=(1,))
    played.place("row", E1, index=(2,))
    return played


ROW = cards_in("row", number(1))
IS_EARTH = compare(suit_of(local(0)), "==", suit(0))
HIGH_LEVEL = compare(call("level", local(0)), ">", number(1))


def test_collections_of_zones_and_cards() -> None:
    played = in_row()
    rows = ZonesOf("row", (), kind=ZONE.many())
    assert played.many(rows) == [played.zone("row", one) for one in (1, 2, 3)]
    assert played.many(CardsOfAll(rows, kind=TILE.many())) == [E3, W1, F2, E1]
    second_row = work_out(PASSES, "+", number(2))
    grid = [played.zone("grid", 2, one) for one in (1, 2, 3)]
    assert played.many(ZonesOf("grid", (second_row,), kind=ZONE.many())) == grid
    assert played.many(ZonesOf("grid", (number(2),), kind=ZONE.many())) == grid


def test_ranges_and_lists() -> None:
    played = in_row()
    assert played.many(IntRange(number(1), call("size", ROW), kind=INT.many())) == [1, 2, 3]
    assert played.many(ListOfTerms((PASSES, number(4)), kind=INT.many())) == [0, 4]
    with pytest.raises(Fault) as caught:
        played.many(IntRange(PASSES, number(LARGEST), kind=INT.many()))
    assert caught.value.problem.code == "limit-range"


@pytest.mark.parametrize(("where", "found"), [(None, [E3, W1, F2]), (IS_EARTH, [E3]), (HIGH_LEVEL, [W1, F2])])
def test_gather_where(where: Term | None, found: list[int]) -> None:
    assert in_row().many(Gather(0, ROW, where, None, None, kind=TILE.many())) == found


@pytest.mark.parametrize(
    ("direction", "value", "found"),
    [
        ("most", value_of(local(0)), [E3, F2, W1]),
        ("fewest", value_of(local(0)), [W1, F2, E3]),
        ("fewest", number(0), [E3, W1, F2]),
        ("last", None, [F2, W1, E3]),
        ("first", None, [E3, W1, F2]),
    ],
)
def test_gather_in_order(direction: str, value: Term | None, found: list[int]) -> None:
    term = Gather(0, ROW, None, Ranking(direction, value), None, kind=TILE.many())
    assert in_row().many(term) == found


@pytest.mark.parametrize(("most", "found"), [(-1, []), (0, []), (1, [E3]), (2, [E3, F2]), (9, [E3, F2])])
def test_gather_the_first_of_what_is_chosen(most: int, found: list[int]) -> None:
    high = compare(value_of(local(0)), ">", number(1))
    term = Gather(0, ROW, high, None, None, number(most), kind=TILE.many())
    assert in_row().many(term) == found


@pytest.mark.parametrize(("most", "found"), [(-1, []), (0, []), (2, [F2, E3]), (9, [F2, E3])])
def test_gather_the_first_of_what_is_chosen_and_ordered(most: int, found: list[int]) -> None:
    high = compare(value_of(local(0)), ">", number(1))
    order = Ranking("fewest", value_of(local(0)))
    term = Gather(0, ROW, high, order, None, number(most), kind=TILE.many())
    assert in_row().many(term) == found


def test_gather_values() -> None:
    played = in_row()
    assert played.many(Gather(0, ROW, HIGH_LEVEL, None, value_of(local(0)), kind=INT.many())) == [1, 2]
    assert played.many(Gather(0, ROW, None, None, call("level", local(0)), kind=INT.many())) == [1, 2, 3]


@pytest.mark.parametrize("where", [None, IS_EARTH, HIGH_LEVEL])
@pytest.mark.parametrize("value", [value_of(local(0)), call("level", local(0))])
def test_folds_agree_with_python(where: Term | None, value: Term) -> None:
    played = in_row()
    facts: dict[int, tuple[int, int]] = {E3: (3, 1), W1: (1, 2), F2: (2, 3)}
    passing: Callable[[int], bool] = {
        None: lambda one: True,
        IS_EARTH: lambda one: one <= E3,
        HIGH_LEVEL: lambda one: facts[one][1] > 1,
    }[where]
    values = [facts[one][int(isinstance(value, BuiltIn))] for one in facts if passing(one)]

    def fold(how: str, of: Term | None, kind: Kind = INT) -> Fold:
        return Fold(how, 0, ROW, where, of, kind=kind)

    assert played.one(fold("count", None)) == len(values)
    assert played.one(fold("sum", value)) == sum(values)
    assert played.one(fold("min", value)) == min(values)
    assert played.one(fold("max", value)) == max(values)
    over_one = compare(value, ">", number(1))
    assert played.test(fold("any", over_one, BOOL)) == any(one > 1 for one in values)
    assert played.test(fold("all", over_one, BOOL)) == all(one > 1 for one in values)


def test_min_and_max_of_nothing_are_absent() -> None:
    for how in ("min", "max"):
        assert table().one(Fold(how, 0, ROW, None, value_of(local(0)), kind=INT.maybe())) == NONE


def best(*rankings: Ranking, where: Term | None = None) -> BestOf:
    return BestOf(0, ROW, where, rankings, kind=TILE.maybe())


def test_the_best_by_one_ranking_the_first_of_equals() -> None:
    played = in_row()
    assert played.one(best(Ranking("most", value_of(local(0))))) == E3
    assert played.one(best(Ranking("fewest", value_of(local(0))))) == W1
    assert played.one(best(Ranking("most", number(0)))) == E3
    assert played.one(best(Ranking("most", number(0)), Ranking("last", None))) == F2
    assert played.one(best(Ranking("last", None))) == F2
    assert played.one(best(Ranking("most", value_of(local(0))), where=HIGH_LEVEL)) == F2


def test_the_best_by_further_rankings() -> None:
    odd = work_out(value_of(local(0)), "mod", number(2))
    played = in_row()
    assert played.one(best(Ranking("most", odd), Ranking("fewest", value_of(local(0))))) == W1


def test_the_best_of_nothing_is_absent() -> None:
    assert table().one(best(Ranking("most", value_of(local(0))))) == NONE


@pytest.mark.parametrize(("skipping", "places"), [(False, [1, 2, 1]), (True, [1, 3, 1])])
def test_places(skipping: bool, places: list[int]) -> None:
    played = table()
    played.place("hand", E1, index=(0,))
    played.place("hand", E2, index=(2,))
    size = call("size", zone("hand", local(0, PLAYER)))
    found = [played.one(PlaceOf(seat(one), 0, Ranking("most", size), skipping, kind=INT)) for one in range(3)]
    assert found == places


def test_membership() -> None:
    played = in_row()
    rows = CardsOfAll(ZonesOf("row", (), kind=ZONE.many()), kind=TILE.many())
    none_of_it = Gather(0, ROW, HIGH_LEVEL, None, None, kind=TILE.many())
    cases: list[tuple[Term, Term, bool]] = [
        (card(W1), ROW, True),
        (card(E1), ROW, False),
        (card(E1), rows, True),
        (card(E2), rows, False),
        (NO_CARD, ROW, False),
        (card(E3), none_of_it, False),
        (PASSES, Listing((0, 5), kind=INT.many()), True),
        (PASSES, IntRange(number(1), PlayerCount(kind=INT), kind=INT.many()), False),
        (PASSES, IntRange(PASSES, number(4), kind=INT.many()), True),
    ]
    for value, collection, expected in cases:
        assert played.test(Member(value, collection, kind=BOOL)) == expected, (value, collection)


def test_distinct_counts_or_lists() -> None:
    played = in_row()
    rows = CardsOfAll(ZonesOf("row", (), kind=ZONE.many()), kind=TILE.many())
    suits = Gather(0, rows, None, None, suit_of(local(0)), kind=SUIT.many())
    assert played.one(call("distinct", suits)) == 3
    assert played.many(call("distinct", suits, kind=SUIT.many())) == [0, 1, 2]


def test_a_collection_is_not_changed_by_later_moves() -> None:
    played = in_row()
    cards = played.many(ROW)
    played.place("row", E2, index=(1,))
    assert cards == [E3, W1, F2]
