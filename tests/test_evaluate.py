"""What numbers, conditions and absent values give, read off the small game of `models`."""

from __future__ import annotations

import pytest
from models import (
    E1,
    E2,
    E3,
    F1,
    PASSES,
    SMALL,
    TILE,
    Played,
    call,
    card,
    compare,
    local,
    number,
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
    And,
    Conditional,
    Constant,
    Default,
    EveryPlayer,
    Fold,
    IfSome,
    IsSome,
    MatchArm,
    MatchOn,
    Must,
    Not,
    Or,
    PlayerCount,
    Property,
    SettingValue,
    TableEntry,
    Term,
)
from rulewright.interpreter.evaluate_tables import free_local
from rulewright.interpreter.faults import Fault

ABSENT = Constant(NONE, kind=INT.maybe())


def fault_of(played: Played, term: Term) -> str:
    with pytest.raises(Fault) as caught:
        played.one(term)
    return caught.value.problem.code


# ---- what is known before play -------------------------------------------------------------------


def test_settings_and_player_count_are_constants() -> None:
    played = table(players=4)
    assert played.evaluator.known_value(SettingValue("bonus", kind=INT)) == 5
    assert played.evaluator.known_value(work_out(PlayerCount(kind=INT), "*", number(3))) == 12


def test_a_fault_in_a_constant_waits_for_play() -> None:
    term = work_out(number(1), "div", number(0))
    form = table().evaluator.one(term)
    with pytest.raises(Fault):
        form([])


def test_a_term_of_one_card_becomes_a_table() -> None:
    played = table()
    term = work_out(value_of(local(0)), "*", number(2))
    assert played.evaluator.table(term, 0) == [2, 4, 6, 2, 4, 6, 2, 4, 6]


def test_a_term_that_looks_at_zones_is_no_table() -> None:
    assert free_local(call("level", local(0)), SMALL) is None


def test_a_table_leaves_out_what_would_be_a_fault() -> None:
    term = work_out(number(6), "div", work_out(value_of(local(0)), "-", number(3)))
    played = table()
    assert played.evaluator.table(term, 0) is None
    played.hold(0, E1)
    assert played.one(term) == -3
    played.hold(0, E3)
    assert fault_of(played, term) == "fault-division"


# ---- arithmetic ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sign", "left", "right", "result"),
    [
        ("+", 7, 2, 9),
        ("-", 2, 7, -5),
        ("*", 3, 4, 12),
        ("div", -7, 2, -4),
        ("mod", -7, 2, 1),
        ("div", 7, -1, -7),
    ],
)
def test_arithmetic(sign: str, left: int, right: int, result: int) -> None:
    played = table()
    played.hold(0, left)
    played.hold(1, right)
    assert played.one(work_out(local(0, INT), sign, local(1, INT))) == result
    assert played.one(work_out(local(0, INT), sign, number(right))) == result


@pytest.mark.parametrize("sign", ["+", "*"])
def test_beyond_32_bits_is_a_fault(sign: str) -> None:
    played = table()
    played.hold(0, LARGEST)
    assert fault_of(played, work_out(local(0, INT), sign, number(2))) == "fault-overflow"


@pytest.mark.parametrize("sign", ["div", "mod"])
def test_division_by_zero_is_a_fault(sign: str) -> None:
    played = table()
    assert fault_of(played, work_out(number(3), sign, PASSES)) == "fault-division"


def test_a_sum_beyond_32_bits_is_a_fault() -> None:
    played = table()
    term = Fold("sum", 0, EveryPlayer(kind=PLAYER.many()), None, number(LARGEST), kind=INT)
    assert fault_of(played, term) == "fault-overflow"


# ---- comparisons and logic -----------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">="])
@pytest.mark.parametrize("absent_side", ["left", "right", "both"])
def test_order_with_an_absent_operand_does_not_hold(sign: str, absent_side: str) -> None:
    played = table()
    played.hold(0, NONE if absent_side != "right" else 3)
    played.hold(1, NONE if absent_side != "left" else 3)
    maybe = INT.maybe()
    assert not played.test(compare(local(0, maybe), sign, local(1, maybe)))


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">="])
def test_order_of_an_absent_value_and_a_constant_does_not_hold(sign: str) -> None:
    played = table()
    played.hold(0, NONE)
    assert not played.test(compare(local(0, INT.maybe()), sign, number(-3)))
    assert not played.test(compare(number(-3), sign, local(0, INT.maybe())))


@pytest.mark.parametrize(
    ("sign", "holds"),
    [
        ("==", (0, 1, 0)),
        ("!=", (1, 0, 1)),
        ("<", (1, 0, 0)),
        ("<=", (1, 1, 0)),
        (">", (0, 0, 1)),
        (">=", (0, 1, 1)),
    ],
)
def test_comparisons(sign: str, holds: tuple[int, int, int]) -> None:
    played = table()
    for left, expected in zip((1, 2, 3), holds, strict=True):
        played.hold(0, left)
        assert played.test(compare(local(0, INT), sign, number(2))) == bool(expected)
        assert played.test(compare(local(0, INT.maybe()), sign, work_out(PASSES, "+", number(2)))) == bool(
            expected
        )


def test_absent_equals_absent() -> None:
    played = table()
    played.hold(0, NONE)
    assert played.test(compare(local(0, INT.maybe()), "==", ABSENT))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_and_and_or_of_any_length(count: int) -> None:
    played = table()
    no, yes = compare(PASSES, "==", number(1)), compare(PASSES, "==", number(0))
    assert played.test(And((yes,) * count, kind=BOOL))
    assert not played.test(And((*(yes,) * (count - 1), no), kind=BOOL))
    assert played.test(Or((*(no,) * (count - 1), yes), kind=BOOL))
    assert not played.test(Or((no,) * count, kind=BOOL))


def test_and_stops_at_the_first_no() -> None:
    played = table()
    broken = compare(work_out(number(1), "div", PASSES), "==", number(1))
    assert not played.test(And((compare(PASSES, "==", number(1)), broken), kind=BOOL))


def test_an_absent_condition_is_no_and_its_negation_yes() -> None:
    played = table()
    wild = IfSome(
        0,
        call("top", zone("deck"), kind=TILE.maybe()),
        Property(local(0), "wild", kind=BOOL),
        kind=BOOL.maybe(),
    )
    assert not played.test(wild)
    assert played.test(Not(wild, kind=BOOL))
    played.place("deck", F1)
    assert played.test(wild)


def test_conditions_give_0_or_1_as_values() -> None:
    played = table()
    assert played.one(compare(PASSES, "==", number(0))) == 1
    assert type(played.one(compare(PASSES, "==", number(0)))) is int


# ---- absent values -------------------------------------------------------------------------------


def test_if_some_with_and_without_a_value() -> None:
    played = table()
    term = IfSome(0, call("top", zone("deck"), kind=TILE.maybe()), call("level", local(0)), kind=INT.maybe())
    assert played.one(term) == NONE
    played.place("deck", E1, E2)
    assert played.one(term) == 2


def test_default_is_some_and_must() -> None:
    played = table()
    top = call("top", zone("deck"), kind=TILE.maybe())
    assert played.one(Default(top, card(E3), kind=TILE)) == E3
    assert not played.test(IsSome(top, kind=BOOL))
    assert fault_of(played, Must(top, kind=TILE)) == "fault-absent"
    played.place("deck", E1)
    assert played.one(Default(top, card(E3), kind=TILE)) == E1
    assert played.test(IsSome(top, kind=BOOL))
    assert played.one(Must(top, kind=TILE)) == E1


# ---- choices between values ----------------------------------------------------------------------


def test_conditional_and_match() -> None:
    played = table()
    term = Conditional(compare(PASSES, "==", number(0)), number(7), number(8), kind=INT)
    assert played.one(term) == 7
    match = MatchOn(PASSES, (MatchArm((1, 2), number(10)), MatchArm((0,), number(20))), number(30), kind=INT)
    assert played.one(match) == 20
    open_match = MatchOn(PASSES, (MatchArm((1, 2), number(10)),), None, kind=INT)
    assert fault_of(played, open_match) == "fault-absent"


@pytest.mark.parametrize(("at", "entry"), [(0, 0), (2, 3), (9, 3)])
def test_a_table_that_ends_with_then_last(at: int, entry: int) -> None:
    played = table()
    assert played.one(TableEntry("points", work_out(PASSES, "+", number(at)), kind=INT)) == entry


@pytest.mark.parametrize(("name", "at"), [("strict", 2), ("strict", -1), ("points", -1)])
def test_outside_a_table_is_a_fault(name: str, at: int) -> None:
    assert fault_of(table(), TableEntry(name, work_out(PASSES, "+", number(at)), kind=INT)) == "fault-table"
