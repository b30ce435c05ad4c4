"""Effects that move no cards, and what holds other effects, seen on the small game of `models`."""

from __future__ import annotations

import pytest
from attrs import evolve
from models import (
    E1,
    E2,
    E3,
    PASSES,
    PER_PLAYER,
    SMALL,
    TILE,
    Played,
    card,
    cards_in,
    compare,
    local,
    number,
    put,
    seat,
    table,
    value_of,
    work_out,
    zone,
)

from rulewright.dsl.model import (
    INT,
    LARGEST,
    NONE,
    PLAYER,
    AwardStep,
    CallStep,
    Constant,
    DiceIn,
    DropOutStep,
    EndGameStep,
    EveryPlayer,
    ForEachStep,
    Gather,
    IfStep,
    Kind,
    Local,
    ParameterModel,
    Phrase,
    RandomPlayer,
    RepeatStep,
    RerollStep,
    RollStep,
    Rule,
    SetLocal,
    SetVariable,
    ShuffleStep,
    Step,
    VariableModel,
)
from rulewright.interpreter.effects import MOST_PENDING, collect_sites
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.layout import ENDING, OVER, PENDING

DECK, ROW1, ROW2 = zone("deck"), zone("row", number(1)), zone("row", number(2))


def add(by: int, to: str = "passes") -> SetVariable:
    return SetVariable(to, (), "+=", number(by))


def fault_of(played: Played, *steps: Step) -> str:
    with pytest.raises(Fault) as caught:
        played.do(*steps)
    return caught.value.problem.code


def passes(played: Played) -> int:
    return played.one(PASSES)


# ---- dice ----------------------------------------------------------------------------------------


def faces(played: Played) -> list[int]:
    base = played.layout.cups[0].base
    return played.state[base + 1 : base + 1 + played.state[base]]


def test_a_roll_empties_the_cup_first() -> None:
    played = table()
    played.do(RollStep(number(5), "cup", (), "roll"))
    assert len(faces(played)) == 5
    assert all(1 <= face <= 6 for face in faces(played))
    played.do(RollStep(number(2), "cup", (), "roll"))
    assert len(faces(played)) == 2
    base = played.layout.cups[0].base
    assert played.state[base + 3 : base + 6] == [0, 0, 0]


def test_more_dice_leave_those_that_lie_there() -> None:
    played = table()
    played.do(RollStep(number(2), "cup", (), "roll"))
    before = faces(played)
    played.do(RollStep(number(3), "cup", (), "roll", more=True))
    assert len(faces(played)) == 5
    assert faces(played)[:2] == before


def test_more_dice_than_fit_beside_the_others_are_a_fault() -> None:
    played = table()
    played.do(RollStep(number(4), "cup", (), "roll"))
    assert fault_of(played, RollStep(number(2), "cup", (), "roll", more=True)) == "fault-dice"


def test_all_faces_come_up() -> None:
    seen = set()
    for seed in range(30):
        played = table(seed=seed)
        played.do(RollStep(number(5), "cup", (), "roll"))
        seen.update(faces(played))
    assert seen == {1, 2, 3, 4, 5, 6}


def test_dice_of_a_group_show_its_values_only() -> None:
    dice = {**SMALL.dice, "cup": evolve(SMALL.dice["cup"], faces=(2, 5))}
    rolled, rerolled = set(), set()
    for seed in range(10):
        played = table(seed=seed, dice=dice)
        played.do(RollStep(number(5), "cup", (), "roll"))
        rolled.update(faces(played))
        played.do(RerollStep(DiceIn("cup", (), kind=Kind("die").many()), "roll"))
        rerolled.update(faces(played))
    assert rolled == rerolled == {2, 5}


def test_too_many_dice_are_a_fault() -> None:
    assert fault_of(table(), RollStep(number(6), "cup", (), "roll")) == "fault-dice"


def test_a_reroll_changes_the_named_dice_only() -> None:
    dice = DiceIn("cup", (), kind=Kind("die").many())
    second = compare(local(0, Kind("die")), "==", Constant(1, kind=Kind("die")))
    changed = 0
    for seed in range(10):
        played = table(seed=seed)
        played.do(RollStep(number(3), "cup", (), "roll"))
        before = faces(played)
        played.do(RerollStep(Gather(0, dice, second, None, None, kind=Kind("die").many()), "roll"))
        assert (faces(played)[0], faces(played)[2]) == (before[0], before[2])
        changed += faces(played)[1] != before[1]
    assert changed > 0


# ---- values --------------------------------------------------------------------------------------


def test_variables_are_set_raised_and_lowered() -> None:
    played = table()
    played.do(SetVariable("passes", (), "=", number(5)), add(2), SetVariable("passes", (), "-=", number(10)))
    assert passes(played) == -3
    assert fault_of(played, add(LARGEST), add(LARGEST)) == "fault-overflow"
    assert fault_of(played, SetVariable("bid", (seat(1),), "+=", number(1))) == "fault-absent"


def test_first_values() -> None:
    variables = {
        "start": VariableModel("start", (), PLAYER, RandomPlayer("starter", kind=PLAYER), False, "up", ""),
        "five": VariableModel("five", (PER_PLAYER,), INT, number(5), False, "up", ""),
        "maybe": VariableModel("maybe", (PER_PLAYER,), INT.maybe(), None, False, "up", ""),
    }
    starters = set()
    for seed in range(20):
        played = table(seed=seed, variables=variables)
        places = played.layout.variables
        starters.add(played.state[places["start"].base])
        assert played.state[places["five"].base : places["five"].base + 3] == [5, 5, 5]
        assert played.state[places["maybe"].base : places["maybe"].base + 3] == [NONE] * 3
    assert starters == {0, 1, 2}


def test_a_named_value_and_a_named_list() -> None:
    last = RepeatStep(number(0), None, None, None, (SetLocal(1, cards_in("row", number(1))),))
    played = table(rules={"keep": Rule("keep", (), (last,), False)})
    played.place("row", E1, E2, index=(1,))
    named = Local(1, kind=TILE.many())
    played.do(
        SetLocal(0, value_of(card(E3))),
        SetLocal(1, cards_in("row", number(1))),
        put(named, ROW2),
        SetVariable("passes", (), "=", local(0, INT)),
    )
    assert (played.lies_in("row", 2), passes(played), played.many(named)) == ([E1, E2], 3, [E1, E2])


def test_awards_add_up_by_player() -> None:
    played = table()
    played.do(
        AwardStep(number(3), seat(1), "awards", None), AwardStep(number(4), seat(1), "awards", card(E1))
    )
    at = played.layout.awards_at["awards"]
    assert played.state[at : at + 3] == [0, 7, 0]


def test_drop_out_of_a_named_player_and_of_who_acts() -> None:
    played = table(me=2)
    played.do(DropOutStep(seat(0)), DropOutStep(None))
    assert played.state[played.layout.out_at : played.layout.out_at + 3] == [1, 0, 1]
    assert fault_of(table(me=NONE), DropOutStep(None)) == "fault-nobody"


def test_the_end_of_the_game_stops_all_effects() -> None:
    over = EndGameStep(Phrase(("enough",)))
    played = table(rules={"stop": Rule("stop", (), (over, add(10)), False)})
    loop = RepeatStep(number(3), None, None, None, (add(1), CallStep("stop", (), False)))
    played.do(loop, add(100))
    assert (passes(played), played.state[OVER]) == (1, 1)
    assert played.effects.reasons[played.state[ENDING]] == Phrase(("enough",))


# ---- what holds other effects --------------------------------------------------------------------


def test_if_and_else() -> None:
    played = table()
    step = IfStep(compare(PASSES, "==", number(0)), (add(1),), (add(10),))
    played.do(step, step)
    assert passes(played) == 11


def test_for_each_works_the_collection_out_once() -> None:
    played = table()
    played.place("row", E1, E2, index=(1,))
    played.do(ForEachStep(0, cards_in("row", number(1)), (put(local(0), ROW2), add(1))))
    assert (played.lies_in("row", 2), passes(played)) == ([E1, E2], 2)


def test_repeat_counts_from_1_and_tests_before_each_round() -> None:
    played = table()
    counted = RepeatStep(number(4), None, None, 0, (SetVariable("passes", (), "+=", local(0, INT)),))
    played.do(counted)
    assert passes(played) == 1 + 2 + 3 + 4
    played.do(RepeatStep(None, compare(PASSES, ">=", number(10)), None, None, (add(1),)))
    assert passes(played) == 10


def test_a_loop_without_end_is_a_fault_that_names_the_rule() -> None:
    forever = RepeatStep(None, compare(number(0), "==", number(1)), None, None, ())
    played = table(rules={"spin": Rule("spin", (), (forever,), False)})
    with pytest.raises(Fault) as caught:
        played.do(CallStep("spin", (), False))
    assert (caught.value.problem.code, caught.value.problem.facts["within"]) == ("limit-steps", "spin")


def test_steps_are_counted_anew_for_each_action() -> None:
    played = table()
    many = RepeatStep(number(60_000), None, None, None, ())
    played.do(many)
    played.do(many)
    assert fault_of(played, many, many) == "limit-steps"


def move_rule(name: str) -> Rule:
    parameters = (ParameterModel("c", 5, TILE), ParameterModel("n", 6, INT))
    body = (put(local(5), ROW1), SetVariable("passes", (), "+=", local(6, INT)))
    return Rule(name, parameters, body, False)


def test_a_rule_with_arguments() -> None:
    played = table(rules={"move": move_rule("move")})
    played.do(CallStep("move", (card(E2), work_out(PASSES, "+", number(2))), False))
    assert (played.lies_in("row", 1), passes(played)) == ([E2], 2)


def test_scheduled_rules_wait_in_turn() -> None:
    played = table(rules={"other": Rule("other", (), (), False), "move": move_rule("move")})
    before = list(played.state)
    played.do(CallStep("move", (card(E2), number(2)), True), CallStep("other", (), True))
    assert (played.lies_in("row", 1), played.state[PENDING]) == ([], 2)
    assert played.effects.take_pending(played.state) == ("move", (E2, 2))
    assert played.effects.take_pending(played.state) == ("other", ())
    assert played.effects.take_pending(played.state) is None
    assert played.state == before


def test_too_many_scheduled_rules_are_a_fault() -> None:
    played = table(rules={"other": Rule("other", (), (), False)})
    later = CallStep("other", (), True)
    played.do(*[later] * MOST_PENDING)
    assert fault_of(played, later) == "limit-pending"


# ---- chance --------------------------------------------------------------------------------------


def test_all_streams_of_chance_are_found() -> None:
    roll = RollStep(number(1), "cup", (), "b")
    model = evolve(
        SMALL,
        setup=(ForEachStep(0, EveryPlayer(kind=PLAYER.many()), (ShuffleStep(DECK, "a"),)),),
        rules={
            "r": Rule(
                "r",
                (),
                (IfStep(compare(PASSES, "==", number(0)), (), (roll,)),),
                False,
            )
        },
    )
    assert collect_sites(model) == ("a", "b")
