"""Flow: whose turn it is, how loops and phases end, and what runs when."""

from __future__ import annotations

import pytest
from flow_models import LEAD, TOKENS, deciders, read_rules, start, texts, value

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import IllegalMove

PASS = "action pass\n    n += 1\nvar n = 0\n"


def turns(head: str) -> str:
    return f"{PASS}{LEAD}play\n    phase main\n        turns {head}\n            choose pass\n"


@pytest.mark.parametrize(
    ("head", "order"),
    [
        ("clockwise from lead until n == 4", [1, 2, 0, 1]),
        ("counterclockwise from lead until n == 4", [1, 0, 2, 1]),
        ("clockwise after lead until n == 4", [2, 0, 1, 2]),
        ("clockwise from lead once", [1, 2, 0]),
        ("clockwise after lead once", [2, 0, 1]),
        ("counterclockwise after lead once", [0, 2, 1]),
        ("clockwise after lead where it != lead once", [2, 0]),
    ],
)
def test_turn_order(head: str, order: list[int]) -> None:
    game = start(turns(head), 3, lead=1)
    assert deciders(game, len(order)) == order
    assert game.over


def test_until_is_tested_before_the_first_turn() -> None:
    game = start(turns('clockwise from lead until n == 0 because "nothing to do"'))
    assert game.over
    assert game.outcome is not None
    assert game.outcome.reason == "nothing to do"


def test_reason_fills_its_gaps() -> None:
    game = start(turns('clockwise from lead until n == 2 because "{n} moves made"'))
    deciders(game, 2)
    assert game.outcome is not None
    assert game.outcome.reason == "2 moves made"


def test_turns_skip_a_player_who_dropped_out_and_end_with_the_last() -> None:
    text = (
        f"var n = 0\n{LEAD}action leave\n    drop out\naction stay\n"
        "play\n    turns clockwise from lead until n > 9\n        choose leave, stay\n"
    )
    game = start(text, 3)
    game.apply("stay")
    game.apply("leave")
    assert deciders(game, 3, "stay") == [2, 0, 2]
    game.apply("leave")
    game.apply("leave")
    assert game.over


def test_a_variable_of_the_turn_begins_anew_each_turn() -> None:
    text = (
        f"{LEAD}var bought = 0 each turn\nvar sum = 0\n"
        "action buy\n    bought += 1\n    sum += bought\n"
        "play\n    turns clockwise from lead until sum >= 12\n"
        "        repeat 3 times\n            choose buy\n"
    )
    game = start(text)
    assert deciders(game, 6, "buy") == [0, 0, 0, 1, 1, 1]
    assert game.over


def test_repeat_counts_its_rounds() -> None:
    text = (
        f"{LEAD}var seen = 0\naction pass\n"
        "play\n    repeat 3 times as round\n        seen = round\n        choose pass by lead\n"
    )
    game = start(text)
    seen = []
    while not game.over:
        seen.append(value(game, "seen"))
        game.apply("pass")
    assert seen == [1, 2, 3]


def test_for_each_player_chooses_by_name() -> None:
    text = f"{PASS}play\n    for each p in players\n        choose pass by p\n"
    assert deciders(start(text, 3), 3) == [0, 1, 2]


def test_for_each_goes_through_values_that_come_again() -> None:
    text = (
        f"{TOKENS}{PASS}{LEAD}play\n    for each s in [t.suit for t in deck where t.value < 3]\n"
        "        choose pass by lead\n"
    )
    assert len(deciders(start(text), 4)) == 4


def test_a_rule_with_a_choice_gets_its_argument_and_returns() -> None:
    text = (
        "var told: player?\nvar after = 0\naction pass\n    told = me\n"
        "rule ask(p: player)\n    choose pass by p\n"
        "play\n    for each p in players\n        ask(neighbour(p, left))\n        after += 1\n"
    )
    game = start(text)
    assert deciders(game, 1) == [1]
    assert (value(game, "told"), value(game, "after")) == (1, 1)
    assert deciders(game, 1) == [0]
    assert game.over


def test_a_scheduled_rule_asks_after_the_action_before_play_goes_on() -> None:
    text = (
        f"{LEAD}var n = 0\naction hit\n    then answer\n    n += 1\naction take_it\n    n += 10\n"
        "rule answer\n    choose take_it by neighbour(me, left)\n"
        "play\n    turns clockwise from lead once\n        choose hit\n"
    )
    game = start(text)
    game.apply("hit")
    assert (texts(game), game.decision.seats, value(game, "n")) == (["take_it"], (1,), 1)
    game.apply("take_it")
    assert (texts(game), game.decision.seats, value(game, "n")) == (["hit"], (1,), 11)


def test_a_rule_scheduled_while_it_runs_runs_again_afterwards() -> None:
    text = (
        f"{LEAD}var n = 0\naction again\n    n += 1\n    then ask\naction enough\n"
        "rule ask\n    choose again, enough by lead\n"
        "play\n    ask\n    n += 100\n"
    )
    game = start(text)
    game.apply("again")
    game.apply("again")
    assert (texts(game), value(game, "n")) == (["again", "enough"], 2)
    game.apply("enough")
    assert game.over
    assert value(game, "n") == 102


def test_a_choice_if_possible_is_skipped_when_nothing_is_legal() -> None:
    text = (
        f"{LEAD}action never\n    require no\naction pass\n"
        "play\n    turns clockwise from lead once\n        choose never if possible\n        choose pass\n"
    )
    assert texts(start(text)) == ["pass"]


def test_a_choice_without_a_legal_move_is_a_located_fault() -> None:
    text = (
        f"{LEAD}action never\n    require no\n"
        "play\n    turns clockwise from lead once\n        choose never\n"
    )
    with pytest.raises(Fault) as caught:
        start(text)
    assert caught.value.problem.code == "fault-no-move"
    assert caught.value.problem.span.line == 9


def test_end_game_stops_at_once_and_says_why() -> None:
    text = (
        f'{LEAD}var n = 0\naction stop\n    end game because "enough"\n'
        "play\n    turns clockwise from lead\n        choose stop\n        n += 1\n"
    )
    game = start(text)
    game.apply("stop")
    assert game.over
    assert game.outcome is not None
    assert (game.outcome.reason, value(game, "n")) == ("enough", 0)


def test_play_without_choices_stops_where_its_work_is_used_up() -> None:
    text = (
        f"{LEAD}var n = 0\naction pass\n"
        "play\n    phase spin\n        turns clockwise from lead until n < 0\n"
        "            if n > 0\n                choose pass\n"
    )
    with pytest.raises(Fault) as caught:
        start(text, most_work=500)
    assert caught.value.problem.code == "limit-play"
    assert caught.value.problem.facts["within"] == "spin"


def test_a_game_ends_drawn_at_the_move_limit() -> None:
    rules = read_rules(turns("clockwise from lead until n < 0"), players="2\n    moves up to 3")
    game = rules.new_game(2, seed=1, starter=0)
    deciders(game, 3)
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.drawn, game.outcome.winners) == ("move limit", True, (0, 1))


def test_phase_is_known_while_it_lasts() -> None:
    text = (
        f"{PASS}{LEAD}play\n    phase one\n        choose pass by lead\n"
        "    phase two\n        choose pass by lead\n"
    )
    game = start(text)
    found = [game.phase]
    game.apply("pass")
    found.append(game.phase)
    game.apply("pass")
    assert [*found, game.phase] == ["one", "two", None]


# ---- simultaneous ---------------------------------------------------------------------------------

SWAP = (
    TOKENS
    + "    deal 2 from deck to each hand\n"
    + f"{LEAD}action give(c in hand[me])\n    put c into heap[neighbour(me, left)]\n"
    + "play\n    everyone chooses give from lead\n"
)


def test_everyone_decides_at_once_and_effects_wait_for_the_last() -> None:
    game = start(SWAP)
    assert (game.decision.kind, game.decision.seats) == ("everyone", (0, 1))
    game.apply(texts(game, 0)[0], 0)
    assert (game.decision.seats, game.decision.committed) == ((1,), (0,))
    assert not any(event.kind == "chose" for event in game.events)
    game.apply(texts(game, 1)[1], 1)
    assert game.over
    assert [event.seat for event in game.events if event.kind == "chose"] == [0, 1]


def test_where_several_choose_a_move_needs_its_seat() -> None:
    game = start(SWAP)
    with pytest.raises(IllegalMove) as caught:
        game.apply(texts(game, 0)[0])
    assert caught.value.refusal.code == "move-seat-needed"


def test_a_commit_can_be_withdrawn_until_the_last() -> None:
    game = start(SWAP)
    before = game.digest()
    game.apply(texts(game, 0)[0], 0)
    with pytest.raises(IllegalMove) as caught:
        game.apply("give earth-1", 0)
    assert caught.value.refusal.code == "move-committed"
    game.withdraw(0)
    assert game.digest() == before
    assert game.decision.seats == (0, 1)
    with pytest.raises(IllegalMove) as caught:
        game.withdraw(0)
    assert caught.value.refusal.code == "move-not-committed"


def test_commits_do_not_depend_on_their_order() -> None:
    one, other = start(SWAP), start(SWAP)
    mine, theirs = texts(one, 0)[0], texts(one, 1)[0]
    one.apply(mine, 0)
    one.apply(theirs, 1)
    other.apply(theirs, 1)
    other.apply(mine, 0)
    assert one.digest() == other.digest()
    assert one.events == other.events


def test_two_commits_to_one_card_are_a_located_fault() -> None:
    text = (
        TOKENS
        + "    put all deck into row\n"
        + LEAD
        + "action grab(c in row)\n    put c into heap[me]\nplay\n    everyone chooses grab\n"
    )
    game = start(text)
    game.apply("grab earth-1", 0)
    before = game.digest()
    with pytest.raises(Fault) as caught:
        game.apply("grab earth-1", 1)
    assert caught.value.problem.code == "fault-collision"
    assert game.digest() == before


def test_only_those_whom_the_condition_names_are_asked() -> None:
    text = PASS + "play\n    everyone where seat(it) > 1 chooses pass\n"
    assert start(text, 3).decision.seats == (1, 2)
