"""What effects do to a state, seen on the small game of `models`."""

from __future__ import annotations

import pytest
from attrs import evolve
from models import (
    PER_PLAYER,
    SMALL,
    TILE,
    ZONE,
    Played,
    card,
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
    LARGEST,
    NONE,
    PLAYER,
    AwardStep,
    BuiltIn,
    CallStep,
    Constant,
    DealStep,
    DiceIn,
    DropOutStep,
    EndGameStep,
    EveryCard,
    EveryPlayer,
    ForEachStep,
    Gather,
    IfStep,
    Kind,
    ListOfTerms,
    Local,
    ParameterModel,
    Phrase,
    PutStep,
    RandomPlayer,
    Reaction,
    RepeatStep,
    RerollStep,
    RollStep,
    Rule,
    SetLocal,
    SetVariable,
    ShuffleStep,
    Step,
    SwapStep,
    Term,
    Variable,
    VariableModel,
    ZonesOf,
)
from rulewright.interpreter.effects import MOST_PENDING, collect_sites
from rulewright.interpreter.events import Watch
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.layout import ACTING, ENDING, OVER, PENDING
from rulewright.interpreter.state import cards_in as cards_of_zone
from rulewright.interpreter.state import place_of

E1, E2, E3, W1, W2, W3, F1, F2, F3 = range(9)
DECK, ROW1, ROW2, PAIR = zone("deck"), zone("row", number(1)), zone("row", number(2)), zone("pair")
TOP_OF_DECK = BuiltIn("top", (DECK,), kind=TILE.maybe())
PASSES = Variable("passes", (), kind=INT)
ROWS = ZonesOf("row", (), kind=ZONE.many())


def put(what: Term, to: Term, how: str = "into", position: Term | None = None) -> PutStep:
    return PutStep(what, how, to, position)


def cards(*numbers: int) -> ListOfTerms:
    return ListOfTerms(tuple(card(one) for one in numbers), kind=TILE.many())


def add(by: int, to: str = "passes") -> SetVariable:
    return SetVariable(to, (), "+=", number(by))


def fault_of(played: Played, *steps: Step) -> str:
    with pytest.raises(Fault) as caught:
        played.do(*steps)
    return caught.value.problem.code


def passes(played: Played) -> int:
    return played.one(PASSES)


# ---- put -----------------------------------------------------------------------------------------


def test_into_and_onto_put_on_top_and_beneath_below() -> None:
    played = table()
    played.do(put(card(E1), ROW1), put(card(E2), ROW1, "onto"), put(card(E3), ROW1, "beneath"))
    assert played.lies_in("row", 1) == [E3, E1, E2]


def test_at_a_position_and_the_next_ones() -> None:
    played = table()
    played.place("row", E1, E2, index=(1,))
    played.do(put(cards(W1, W2), ROW1, "at", number(2)))
    assert played.lies_in("row", 1) == [E1, W1, W2, E2]


@pytest.mark.parametrize("position", [0, -1, 4])
def test_outside_the_positions_is_a_fault(position: int) -> None:
    played = table()
    played.place("row", E1, E2, index=(1,))
    assert fault_of(played, put(card(W1), ROW1, "at", number(position))) == "fault-position"


def test_cards_above_a_gap_slide_down() -> None:
    played = table()
    played.place("row", E1, E2, E3, index=(1,))
    played.do(put(card(E2), ROW2))
    assert played.lies_in("row", 1) == [E1, E3]
    assert place_of(played.layout, played.state, E3) == (played.zone("row", 1), 1)
    assert cards_of_zone(played.layout, played.state, played.zone("row", 2)) == [E2]


def test_a_place_left_is_as_if_never_filled() -> None:
    played, fresh = table(), table()
    for one in (played, fresh):
        one.place("row", E1, index=(1,))
    played.do(put(card(E1), ROW2), put(card(E1), ROW1))
    assert played.state == fresh.state


def test_a_card_can_move_within_its_full_zone() -> None:
    played = table()
    played.place("pair", E1, E2)
    played.do(put(card(E1), PAIR))
    assert played.lies_in("pair") == [E2, E1]


def test_ordered_and_unordered_zones_keep_their_order() -> None:
    played = table()
    hand, secret = zone("hand", seat(0)), zone("secret", seat(0))
    played.do(put(cards(E3, W2, E2, W1), hand), put(cards(F2, F1), secret, "onto"))
    assert played.lies_in("hand", 0) == [W1, E2, W2, E3]
    assert played.lies_in("secret", 0) == [F1, F2]


def test_a_full_zone_is_a_fault() -> None:
    played = table()
    assert fault_of(played, put(cards(E1, E2, E3), PAIR)) == "fault-capacity"


def test_no_card_is_a_fault() -> None:
    assert fault_of(table(), put(TOP_OF_DECK, ROW1)) == "fault-no-card"


def test_the_mover_is_who_acts() -> None:
    played = table(me=2)
    played.do(put(card(E1), ROW1))
    assert played.one(BuiltIn("player_of", (card(E1),), kind=PLAYER)) == 2


def test_chosen_cards_of_the_box_go_down_in_order() -> None:
    played = table()
    earth = compare(value_of(local(0)), "==", number(1))
    played.do(put(Gather(0, EveryCard("Tile", kind=TILE.many()), earth, None, None, kind=TILE.many()), DECK))
    assert played.lies_in("deck") == [E1, W1, F1]


# ---- deal ----------------------------------------------------------------------------------------


def deal(amount: int, to: Term, each: bool = False, up_to: bool = False) -> DealStep:
    return DealStep(number(amount), up_to, DECK, to, each)


def test_deal_goes_round_by_round_from_the_top() -> None:
    played = table()
    played.place("deck", *range(9))
    played.do(deal(2, ROWS, each=True))
    assert [played.lies_in("row", one) for one in (1, 2, 3)] == [[F3, W3], [F2, W2], [F1, W1]]
    played.do(deal(1, ROW1))
    assert played.lies_in("row", 1) == [F3, W3, E3]


def test_too_few_cards_are_a_fault_unless_up_to() -> None:
    played = table()
    played.place("deck", E1, E2)
    with pytest.raises(Fault) as caught:
        played.do(deal(1, ROWS, each=True))
    assert (caught.value.problem.code, caught.value.problem.facts["wanted"]) == ("fault-deal", 3)
    played.do(deal(1, ROWS, each=True, up_to=True))
    assert [played.lies_in("row", one) for one in (1, 2, 3)] == [[E2], [E1], []]


def test_a_negative_deal_is_a_fault() -> None:
    assert fault_of(table(), deal(-1, ROW1)) == "fault-negative"


# ---- shuffle, swap -------------------------------------------------------------------------------


def test_a_shuffle_keeps_the_cards_and_follows_the_seed() -> None:
    orders = []
    for seed in (1, 1, 2):
        played = table(seed=seed)
        played.place("deck", *range(9))
        played.do(ShuffleStep(DECK, "shuffle"))
        orders.append(played.lies_in("deck"))
    assert sorted(orders[0]) == list(range(9))
    assert orders[0] == orders[1] != orders[2]


def test_swap_of_two_cards() -> None:
    played = table()
    played.place("row", E1, E2, index=(1,))
    played.place("row", W1, W2, index=(2,))
    played.do(SwapStep(card(E1), card(W2)))
    assert (played.lies_in("row", 1), played.lies_in("row", 2)) == ([W2, E2], [W1, E1])
    played.do(SwapStep(card(W2), card(E2)))
    assert played.lies_in("row", 1) == [E2, W2]
    assert place_of(played.layout, played.state, E1) == (played.zone("row", 2), 1)


def test_swap_of_two_zones() -> None:
    played = table()
    played.place("row", E1, E2, E3, index=(1,))
    played.place("row", W1, index=(2,))
    played.do(SwapStep(ROW1, ROW2))
    assert (played.lies_in("row", 1), played.lies_in("row", 2)) == ([W1], [E1, E2, E3])
    assert fault_of(played, SwapStep(ROW2, PAIR)) == "fault-capacity"


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


# ---- reactions -----------------------------------------------------------------------------------


def mark(slot: int, factor: int) -> SetVariable:
    """Writes down the order in which cards passed by: each reaction adds a digit."""
    digit = work_out(value_of(local(slot)), "*", number(factor))
    return SetVariable("passes", (), "=", work_out(work_out(PASSES, "*", number(10)), "+", digit))


REACTIONS = {
    "gone": Reaction("gone", 10, "leaves", "row", (mark(10, 2),)),
    "come": Reaction("come", 11, "enters", "pair", (mark(11, 1),)),
}


def test_reactions_run_after_the_statement_card_by_card() -> None:
    played = table(reactions=REACTIONS)
    played.state[ACTING] = 1
    played.do(put(cards(E1, E3), ROW1))
    played.state[ACTING] = 0
    played.do(put(cards_in("row", number(1)), PAIR))
    assert passes(played) == 2163  # E1 left (2) and came (1), then E3 left (6) and came (3)
    assert played.lies_in("pair") == [E1, E3]


def test_reactions_are_held_back_during_setup() -> None:
    played = table(reactions=REACTIONS)
    played.state[ACTING] = 1
    played.do(put(card(E1), ROW1), put(card(E1), PAIR))
    assert passes(played) == 0


def test_a_reaction_may_move_cards_and_raise_another() -> None:
    pull = Reaction("pull", 10, "enters", "row", (put(local(10), PAIR),))
    played = table(reactions={"pull": pull, "come": REACTIONS["come"]})
    played.do(put(cards(E1, E2), ROW1))
    assert (played.lies_in("pair"), passes(played)) == ([E1, E2], 12)


# ---- events --------------------------------------------------------------------------------------


def test_a_watch_is_told_of_moves_and_who_saw_them() -> None:
    played, watch = table(), Watch()
    played.place("deck", E1, E2, E3)
    played.do(deal(1, ZonesOf("hand", (), kind=ZONE.many()), each=True), watch=watch)
    assert [(one.kind, one.cards, one.to, one.seen_by) for one in watch.events] == [
        ("moved", (E3,), played.zone("hand", 0), (0,)),
        ("moved", (E2,), played.zone("hand", 1), (1,)),
        ("moved", (E1,), played.zone("hand", 2), (2,)),
    ]


def test_cards_that_go_the_same_way_are_one_event() -> None:
    played, watch = table(), Watch()
    played.do(put(cards(E1, E2), ROW1), watch=watch)
    assert [(one.kind, one.cards) for one in watch.events] == [("moved", (E1, E2))]


def test_a_watch_is_told_of_everything_else() -> None:
    played, watch = table(me=1), Watch()
    played.do(
        RollStep(number(2), "own", (seat(1),), "roll"),
        SetVariable("bid", (seat(2),), "=", number(4)),
        AwardStep(number(3), seat(0), "awards", card(E1)),
        DropOutStep(seat(2)),
        EndGameStep(None),
        watch=watch,
    )
    assert [(one.kind, one.seen_by) for one in watch.events] == [
        ("rolled", (1,)),
        ("set", (2,)),
        ("awarded", (0, 1, 2)),
        ("dropped", (0, 1, 2)),
        ("ended", ()),
    ]
    assert (watch.events[1].values, watch.events[1].amount) == ((2,), 4)


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
