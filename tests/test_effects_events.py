"""What follows an effect: reactions, and events for who watches. Seen on the small game of `models`."""

from __future__ import annotations

from models import (
    E1,
    E2,
    E3,
    PASSES,
    ZONE,
    Played,
    card,
    cards,
    cards_in,
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
    AwardStep,
    DealStep,
    DropOutStep,
    EndGameStep,
    Reaction,
    RollStep,
    SetVariable,
    ZonesOf,
)
from rulewright.interpreter.events import Watch
from rulewright.interpreter.layout import ACTING

DECK, ROW1, PAIR = zone("deck"), zone("row", number(1)), zone("pair")


def passes(played: Played) -> int:
    return played.one(PASSES)


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
    played.do(DealStep(number(1), False, DECK, ZonesOf("hand", (), kind=ZONE.many()), True), watch=watch)
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
