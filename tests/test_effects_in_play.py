"""What many seeds, the list of events and the limits show of effects; all else is told by play cases."""

from __future__ import annotations

import pytest
from flow_models import LEAD, TOKENS, read_rules, start

from rulewright.interpreter.code.python import python_text
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.lowering import effects, many

DONE = 'play\n    end game because "done"\n'
CUP = "dice cup: 1..6, at most 5, face up\n"


def faces(game: Game) -> tuple[int | str, ...]:
    """The dice of the first cup."""
    return game.view(0).cups[0].faces


def code(text: str) -> str:
    """The fault that the beginning of a game meets."""
    with pytest.raises(Fault) as caught:
        start(text)
    return caught.value.problem.code


# ---- chance --------------------------------------------------------------------------------------


def test_all_faces_come_up() -> None:
    seen = {
        face
        for seed in range(30)
        for face in faces(start(f"{CUP}setup\n    roll 5 dice into cup\n{DONE}", seed=seed))
    }
    assert seen == {1, 2, 3, 4, 5, 6}


def test_more_dice_leave_those_that_lie_there() -> None:
    two = f"{CUP}setup\n    roll 2 dice into cup\n"
    for seed in range(10):
        before = faces(start(two + DONE, seed=seed))
        after = faces(start(f"{two}    roll 3 more dice into cup\n{DONE}", seed=seed))
        assert (after[:2], len(after)) == (before, 5)


def test_a_reroll_changes_the_named_dice_only() -> None:
    rolled = f"{CUP}setup\n    roll 5 dice into cup\n"
    changed = 0
    for seed in range(20):
        before = faces(start(rolled + DONE, seed=seed))
        after = faces(start(f"{rolled}    reroll die in cup where die.face > 3\n{DONE}", seed=seed))
        for was, became in zip(before, after, strict=True):
            assert became == was or (isinstance(was, int) and was > 3)
            changed += became != was
    assert changed > 10


def test_every_player_can_be_the_random_one() -> None:
    ruleset = read_rules(f"{LEAD}score first(p) = if p == lead then 1 else 0\n{DONE}")
    starters = set()
    for seed in range(30):
        sheet = ruleset.new_game(3, seed=seed).score_sheet()
        starters.add(tuple(sheet.total(seat) for seat in range(3)))
    assert starters == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}


def test_a_shuffle_follows_the_seed() -> None:
    text = f"{TOKENS}    shuffle deck\n    deal 6 from deck to row\n{DONE}"
    orders = [[card.id for card in start(text, seed=seed).view(0).zone("row").cards] for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])


# ---- what is left behind -------------------------------------------------------------------------


def test_a_place_left_is_as_if_never_filled() -> None:
    text = (
        f"{TOKENS}{LEAD}action away\n    put all heap[me] into deck\n"
        "action there\n    put top(deck) into heap[me]\naction wait\n"
        "play\n    repeat 9 times\n        choose away, there, wait by lead\n"
    )
    moved, still = start(text), start(text)
    for game, moves in ((moved, ("there", "away") * 2), (still, ("there", "away", "wait", "wait"))):
        for move in moves:
            game.apply(move)
    assert moved.digest() != start(text).digest()
    assert moved.digest() == still.digest()


# ---- what a watcher is told ----------------------------------------------------------------------


def test_of_cards_dealt_everybody_is_told_and_the_owner_which() -> None:
    game = start(
        f"{TOKENS}{LEAD}action deal\n    deal 1 from deck to each hand\nplay\n    choose deal by lead\n", 3
    )
    game.apply("deal")
    moved = [event for event in game.events if event.kind == "moved" and event.to >= 0][-3:]
    names = [game.program.layout.cards[event.cards[0]].id for event in moved]
    assert names == ["fire-3", "fire-2", "fire-1"]
    assert [event.seen_by for event in moved] == [(0,), (1,), (2,)]


def test_cards_that_go_the_same_way_are_one_event() -> None:
    game = start(f"{TOKENS}{LEAD}action take\n    put all deck into row\nplay\n    choose take by lead\n")
    game.apply("take")
    assert [len(event.cards) for event in game.events if event.kind == "moved"][-1] == 6


def test_a_watcher_is_told_of_everything_else() -> None:
    game = start(
        f"{LEAD}dice own of player: 1..6, at most 2, seen by owner\nvar bid of player: int?, seen by owner\n"
        "score prizes from awards\n"
        "action go\n    roll 2 dice into own[me]\n    bid[neighbour(me, left)] = 4\n"
        "    award 3 to neighbour(me, right) for prizes\n    drop out neighbour(me, left)\n    end game\n"
        "play\n    choose go by lead\n",
        3,
        lead=1,
    )
    game.apply("go")
    told = [(event.kind, event.seen_by) for event in game.events]
    kinds = ("rolled", "set", "awarded", "dropped", "ended")
    assert [one for one in told if one[0] in kinds] == [
        ("rolled", (1,)),
        ("set", (2,)),
        ("awarded", (0, 1, 2)),
        ("dropped", (0, 1, 2)),
        ("ended", ()),
    ]


def test_who_is_out_already_is_not_told_to_drop_out_again() -> None:
    game = start(f"{LEAD}action go\n    drop out\n    drop out\nplay\n    choose go by lead\n")
    game.apply("go")
    assert [event.kind for event in game.events].count("dropped") == 1


# ---- limits --------------------------------------------------------------------------------------

SPIN = "rule spin\n    repeat until no_end\n        n += 1\nvar n = 0\nvar no_end = no\n"


def test_a_loop_without_end_is_a_fault_that_names_the_rule() -> None:
    with pytest.raises(Fault) as caught:
        start(f"{SPIN}setup\n    spin\n{DONE}")
    assert (caught.value.problem.code, caught.value.problem.facts["within"]) == ("limit-play", "spin")


def test_work_is_counted_anew_for_each_move() -> None:
    text = (
        f"{LEAD}var n = 0\naction go(rounds in 1..60)\n    repeat rounds times\n        n += 1\n"
        "play\n    turns clockwise from lead until n > 100\n        choose go\n"
    )

    def goes(rounds: int) -> bool:
        """Are so many rounds possible, after two moves of 50?"""
        try:
            game = start(text, most_work=enough)
            for moved in (50, 50, rounds):
                game.apply(f"go {moved}")
        except Fault as fault:
            assert fault.problem.code == "limit-play"
            return False
        return True

    too_little, enough = 0, 100_000
    while enough - too_little > 1:
        tried, enough = enough, (too_little + enough) // 2
        if not goes(50):
            too_little, enough = enough, tried
    assert [goes(rounds) for rounds in (1, 50, 51)] == [True, True, False]


def test_a_range_is_allowed_up_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(many, "LONGEST_RANGE", 5)
    text = "var far = {}\nvar n = 0\nsetup\n    n = count(k in 1..far)\n" + DONE
    assert start(text.format(5)).over
    assert code(text.format(6)) == "limit-range"


def test_too_many_scheduled_rules_are_a_fault() -> None:
    text = (
        f"{LEAD}var n = 0\nrule more\n    n += 1\naction go(rounds in 1..20)\n"
        "    repeat rounds times\n        then more\n"
        "play\n    turns clockwise from lead until n > 7\n        choose go\n"
    )
    game = start(text)
    with pytest.raises(Fault) as caught:
        game.apply(f"go {effects.MOST_PENDING + 1}")
    assert caught.value.problem.code == "limit-pending"
    game.apply(f"go {effects.MOST_PENDING}")
    assert game.over


def test_definitions_that_use_each_other_twice_are_lowered_once() -> None:
    """Each uses the one before twice: set in everywhere, that would be 2 ** 14 bodies."""
    lines = ["var n = 0", "define d0(k: int) = k + n"]
    lines += [f"define d{i}(k: int) = d{i - 1}(k) - d{i - 1}(k)" for i in range(1, 15)]
    game = start("\n".join(lines) + f"\nscore deep(p) = d14(1)\n{DONE}")
    assert game.score_sheet().total(0) == 0
    assert len(python_text(game.program.plan.code).splitlines()) < 2_000
