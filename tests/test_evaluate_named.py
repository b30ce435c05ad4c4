"""What variables, scores, chance and definitions give, read off the small game of `models`."""

from __future__ import annotations

import pytest
from attrs import evolve
from models import (
    E1,
    E2,
    E3,
    F3,
    PASSES,
    SMALL,
    TILE,
    W1,
    W3,
    call,
    cards_in,
    compare,
    local,
    number,
    seat,
    table,
    value_of,
    work_out,
    zone,
)

from rulewright.dsl.model import (
    INT,
    NONE,
    PLAYER,
    Apply,
    DefinitionModel,
    Fold,
    Gather,
    Kind,
    Me,
    Must,
    ParameterModel,
    RandomPlayer,
    Score,
    ScoreOf,
    Term,
    Variable,
)
from rulewright.interpreter.evaluate_inline import inlined

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
    two, one = work_out(PASSES, "+", number(2)), work_out(PASSES, "+", number(1))
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


@pytest.mark.parametrize("innermost", [PASSES, number(3)])
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
