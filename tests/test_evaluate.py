"""What expressions mean, read off the small game of `models`."""

from __future__ import annotations

import pytest
from attrs import evolve
from models import (
    SMALL,
    SUIT,
    TILE,
    ZONE,
    Played,
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
    And,
    Apply,
    BagCount,
    BagTotal,
    BuiltIn,
    Conditional,
    Constant,
    Default,
    DefinitionModel,
    DiceIn,
    DieFace,
    EveryCard,
    EveryPlayer,
    Fold,
    Gather,
    IfSome,
    IsSome,
    Kind,
    MatchArm,
    MatchOn,
    Me,
    Must,
    Not,
    Or,
    ParameterModel,
    PlayerCount,
    Property,
    RandomPlayer,
    RollStep,
    Score,
    ScoreOf,
    SettingValue,
    TableEntry,
    Term,
    Variable,
)
from rulewright.interpreter.evaluate_inline import inlined
from rulewright.interpreter.evaluate_tables import free_local
from rulewright.interpreter.faults import Fault

E1, E2, E3, W1, W2, W3, F1, F2, F3 = range(9)
ABSENT = Constant(NONE, kind=INT.maybe())


def call(name: str, *arguments: Term, kind: Kind = INT) -> BuiltIn:
    return BuiltIn(name, arguments, kind=kind)


def passes() -> Variable:
    return Variable("passes", (), kind=INT)


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
    assert fault_of(played, work_out(number(3), sign, passes())) == "fault-division"


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
        assert played.test(compare(local(0, INT.maybe()), sign, work_out(passes(), "+", number(2)))) == bool(
            expected
        )


def test_absent_equals_absent() -> None:
    played = table()
    played.hold(0, NONE)
    assert played.test(compare(local(0, INT.maybe()), "==", ABSENT))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_and_and_or_of_any_length(count: int) -> None:
    played = table()
    no, yes = compare(passes(), "==", number(1)), compare(passes(), "==", number(0))
    assert played.test(And((yes,) * count, kind=BOOL))
    assert not played.test(And((*(yes,) * (count - 1), no), kind=BOOL))
    assert played.test(Or((*(no,) * (count - 1), yes), kind=BOOL))
    assert not played.test(Or((no,) * count, kind=BOOL))


def test_and_stops_at_the_first_no() -> None:
    played = table()
    broken = compare(work_out(number(1), "div", passes()), "==", number(1))
    assert not played.test(And((compare(passes(), "==", number(1)), broken), kind=BOOL))


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
    assert played.one(compare(passes(), "==", number(0))) == 1
    assert type(played.one(compare(passes(), "==", number(0)))) is int


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
    term = Conditional(compare(passes(), "==", number(0)), number(7), number(8), kind=INT)
    assert played.one(term) == 7
    match = MatchOn(
        passes(), (MatchArm((1, 2), number(10)), MatchArm((0,), number(20))), number(30), kind=INT
    )
    assert played.one(match) == 20
    open_match = MatchOn(passes(), (MatchArm((1, 2), number(10)),), None, kind=INT)
    assert fault_of(played, open_match) == "fault-absent"


@pytest.mark.parametrize(("at", "entry"), [(0, 0), (2, 3), (9, 3)])
def test_a_table_that_ends_with_then_last(at: int, entry: int) -> None:
    played = table()
    assert played.one(TableEntry("points", work_out(passes(), "+", number(at)), kind=INT)) == entry


@pytest.mark.parametrize(("name", "at"), [("strict", 2), ("strict", -1), ("points", -1)])
def test_outside_a_table_is_a_fault(name: str, at: int) -> None:
    assert fault_of(table(), TableEntry(name, work_out(passes(), "+", number(at)), kind=INT)) == "fault-table"


# ---- cards and zones -----------------------------------------------------------------------------


def test_zones_by_constant_and_worked_out_index() -> None:
    played = table(me=2)
    played.place("row", E1, E2, index=(2,))
    played.place("hand", W1, index=(2,))
    played.place("grid", F1, index=(2, 3))
    assert played.many(cards_in("row", number(2))) == [E1, E2]
    assert played.many(cards_in("row", work_out(passes(), "+", number(2)))) == [E1, E2]
    assert played.many(cards_in("hand", Me(kind=PLAYER))) == [W1]
    assert played.many(cards_in("grid", work_out(passes(), "+", number(2)), number(3))) == [F1]


@pytest.mark.parametrize("index", [0, 4])
def test_an_index_outside_is_a_fault(index: int) -> None:
    assert fault_of(table(), zone("row", work_out(passes(), "+", number(index)))) == "fault-index"
    assert fault_of(table(), zone("row", number(index))) == "fault-index"


def test_sizes_empty_and_full() -> None:
    played = table()
    assert played.test(call("empty", zone("pair"), kind=BOOL))
    played.place("pair", E1)
    assert played.one(call("size", zone("pair"))) == 1
    assert not played.test(call("full", zone("pair"), kind=BOOL))
    played.place("pair", E2)
    assert played.test(call("full", zone("pair"), kind=BOOL))
    assert played.one(call("size", EveryCard("Tile", kind=TILE.many()))) == 9


def test_top_and_bottom() -> None:
    played = table()
    for name in ("top", "bottom", "first", "last"):
        assert played.one(call(name, zone("row", number(1)), kind=TILE.maybe())) == NONE
    played.place("row", E1, E2, E3, index=(1,))
    at = work_out(passes(), "+", number(1))
    for index in (number(1), at):
        assert played.one(call("top", zone("row", index), kind=TILE.maybe())) == E3
        assert played.one(call("last", zone("row", index), kind=TILE.maybe())) == E3
        assert played.one(call("bottom", zone("row", index), kind=TILE.maybe())) == E1


def test_levels_and_neighbours() -> None:
    played = table()
    played.place("row", E1, E2, E3, index=(1,))
    assert [played.one(call("level", card(one))) for one in (E1, E2, E3)] == [1, 2, 3]
    assert played.one(call("beneath", card(E2), kind=TILE.maybe())) == E1
    assert played.one(call("above", card(E2), kind=TILE.maybe())) == E3
    assert played.one(call("beneath", card(E1), kind=TILE.maybe())) == NONE
    assert played.one(call("above", card(E3), kind=TILE.maybe())) == NONE
    assert played.many(call("beside", card(E2), kind=TILE.many())) == [E1, E3]
    assert played.many(call("beside", card(E1), kind=TILE.many())) == [E2]


def test_where_and_whose_a_card_is() -> None:
    played = table(me=1)
    played.place("hand", E1, index=(2,))
    played.place("row", E2, index=(1,))
    assert played.one(call("zone_of", card(E1), kind=ZONE.maybe())) == played.zone("hand", 2)
    assert played.one(call("zone_of", card(E3), kind=ZONE.maybe())) == NONE
    assert played.one(call("owner", card(E1), kind=PLAYER)) == 2
    assert played.one(call("owner", card(E3), kind=PLAYER.maybe())) == NONE
    assert fault_of(played, call("owner", card(E2), kind=PLAYER)) == "fault-no-owner"
    assert played.one(call("player_of", card(E1), kind=PLAYER)) == 1
    assert fault_of(played, call("player_of", card(E3), kind=PLAYER)) == "fault-no-mover"


def test_a_card_in_the_box_has_no_level() -> None:
    assert fault_of(table(), call("level", card(E1))) == "fault-in-box"


def test_properties_and_bags() -> None:
    played = table()
    played.place("deck", F2)
    top = Must(call("top", zone("deck"), kind=TILE.maybe()), kind=TILE)
    assert played.one(value_of(top)) == 2
    assert played.one(BagCount(top, "symbols", suit(2), kind=INT)) == 2
    assert played.one(BagCount(top, "symbols", suit_of(top), kind=INT)) == 2
    assert played.one(BagCount(top, "symbols", suit(0), kind=INT)) == 0
    assert played.one(BagTotal(top, "symbols", kind=INT)) == 2
    assert played.many(Property(top, "kinds", kind=SUIT.many())) == [2, 0]


def test_players_around_the_table() -> None:
    played = table(players=3, me=2)
    me, side = Me(kind=PLAYER), Kind("enum", "Side")
    assert played.one(call("neighbour", me, Constant(0, kind=side), kind=PLAYER)) == 0
    assert played.one(call("neighbour", me, Constant(1, kind=side), kind=PLAYER)) == 1
    assert played.one(call("seat", me)) == 3
    assert played.test(call("playing", me, kind=BOOL))
    played.state[played.layout.out_at + 2] = 1
    assert not played.test(call("playing", me, kind=BOOL))


def test_min_max_abs() -> None:
    played = table()
    three = work_out(passes(), "+", number(3))
    assert played.one(call("min", three, number(2))) == 2
    assert played.one(call("max", three, number(2))) == 3
    assert played.one(call("max", three, number(2), number(5))) == 5
    assert played.one(call("abs", work_out(passes(), "-", number(4)))) == 4


def test_dice() -> None:
    played = table()
    played.do(RollStep(number(3), "cup", (), "roll"))
    dice = DiceIn("cup", (), kind=Kind("die").many())
    faces = Gather(0, dice, None, None, DieFace(local(0, Kind("die")), kind=INT), kind=INT.many())
    base = played.layout.cups[0].base
    assert played.many(faces) == played.state[base + 1 : base + 4]
    assert played.one(call("size", dice)) == 3
    assert not played.test(call("full", dice, kind=BOOL))


# ---- variables, scores, chance -------------------------------------------------------------------


def test_variables_by_index() -> None:
    played = table(me=1)
    places = played.layout.variables
    played.state[places["bid"].base + 1] = 4
    played.state[places["mark"].base + W1] = 9
    assert played.one(Variable("bid", (Me(kind=PLAYER),), kind=INT.maybe())) == 4
    assert played.one(Variable("bid", (seat(0),), kind=INT.maybe())) == NONE
    played.hold(0, W1)
    assert played.one(Variable("mark", (local(0),), kind=INT)) == 9


def test_scores_worked_out_awarded_and_together() -> None:
    hand = cards_in("hand", local(3, PLAYER))
    value = Fold("sum", 4, hand, None, value_of(local(4)), kind=INT)
    played = table(scores={"value": Score("value", 3, value), "awards": SMALL.scores["awards"]})
    played.place("hand", E2, W3, index=(1,))
    played.state[played.layout.awards_at["awards"] + 1] = 10
    assert played.one(ScoreOf("value", seat(1), kind=INT)) == 5
    assert played.one(ScoreOf("awards", seat(1), kind=INT)) == 10
    assert played.one(ScoreOf(None, seat(1), kind=INT)) == 15
    assert played.one(ScoreOf(None, seat(0), kind=INT)) == 0


def test_a_random_player_is_drawn_from_the_seed_and_counted() -> None:
    term = RandomPlayer("starter", kind=PLAYER)
    drawn = {table(seed=seed).one(term) for seed in range(30)}
    assert drawn == {0, 1, 2}
    played = table(seed=5)
    assert played.one(term) == table(seed=5).one(term)
    assert played.state[played.layout.site_at("starter")] > 0


# ---- definitions ---------------------------------------------------------------------------------


def define(name: str, kinds: dict[int, Kind], value: Term) -> DefinitionModel:
    return DefinitionModel(
        name, tuple(ParameterModel(f"p{slot}", slot, kind) for slot, kind in kinds.items()), value
    )


def test_arguments_are_all_worked_out_before_any_is_passed() -> None:
    minus = define("minus", {5: INT, 6: INT}, work_out(local(5, INT), "-", local(6, INT)))
    three = define("three", {7: INT, 8: INT, 9: INT}, work_out(local(7, INT), "-", local(9, INT)))
    played = table(definitions={"minus": minus, "three": three})
    two, one = work_out(passes(), "+", number(2)), work_out(passes(), "+", number(1))
    inner = Apply("minus", (two, one), kind=INT)
    assert played.one(Apply("minus", (number(10), inner), kind=INT)) == 9
    assert (
        played.one(Apply("three", (number(10), inner, Apply("three", (two, one, one), kind=INT)), kind=INT))
        == 9
    )


def test_a_definition_of_one_card_is_a_table() -> None:
    double = define("double", {5: TILE}, work_out(value_of(local(5)), "*", number(2)))
    played = table(definitions={"double": double})
    played.place("deck", F3)
    top = Must(call("top", zone("deck"), kind=TILE.maybe()), kind=TILE)
    assert played.one(Apply("double", (top,), kind=INT)) == 6
    assert played.evaluator.table(Apply("double", (local(0),), kind=INT), 0) == [2, 4, 6, 2, 4, 6, 2, 4, 6]


def test_a_definition_that_gives_a_collection() -> None:
    high = Gather(
        6,
        cards_in("hand", local(5, PLAYER)),
        compare(value_of(local(6)), ">", number(1)),
        None,
        None,
        kind=TILE.many(),
    )
    played = table(definitions={"high": define("high", {5: PLAYER}, high)})
    played.place("hand", E1, E2, E3, index=(1,))
    assert played.many(Apply("high", (seat(1),), kind=TILE.many())) == [E2, E3]


def test_simple_arguments_are_set_into_the_body() -> None:
    total = Fold("sum", 6, cards_in("hand", local(5, PLAYER)), None, value_of(local(6)), kind=INT)
    played = table(definitions={"total": define("total", {5: PLAYER}, total)}, me=1)
    played.place("hand", E1, W3, index=(1,))
    inner = inlined(Apply("total", (Me(kind=PLAYER),), kind=INT), played.layout.model)
    assert inner == evolve(total, over=cards_in("hand", Me(kind=PLAYER)))
    assert inlined(Apply("total", (call("neighbour"),), kind=INT), played.layout.model) is None
    assert played.one(Apply("total", (Me(kind=PLAYER),), kind=INT)) == 4


@pytest.mark.parametrize("innermost", [passes(), number(3)])
def test_nested_definitions_are_made_ready_in_no_time(innermost: Term) -> None:
    """Each definition uses the one before twice: set in everywhere, that would be 2 ** 40 bodies."""
    definitions = {"d0": define("d0", {100: INT}, work_out(innermost, "+", local(100, INT)))}
    for level in range(1, 40):
        below = Apply(f"d{level - 1}", (local(100 + level, INT),), kind=INT)
        value = work_out(below, "-", below)
        definitions[f"d{level}"] = define(f"d{level}", {100 + level: INT}, value)
    played = table(definitions=definitions, locals=140)
    assert played.evaluator.known_value(Apply("d39", (number(1),), kind=INT)) is None
    played.evaluator.one(Apply("d39", (number(1),), kind=INT))
