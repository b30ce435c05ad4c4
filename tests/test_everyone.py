"""Simultaneous choices step by step, and unless forced: what seats learn, take back, save and redeal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import Game, IllegalMove, Simulator, load, resume
from rulewright.interpreter.cli.sheet import reason_lines
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.state.layout import OVER

TOYS = Path(__file__).parent / "toys"
PACK, PRIZES = TOYS / "pack_and_pass.rules", TOYS / "even_prizes.rules"


@pytest.fixture(scope="module")
def pack() -> Ruleset:
    return load(PACK)


@pytest.fixture(scope="module")
def prizes() -> Ruleset:
    return load(PRIZES)


def first(game: Game, seat: int) -> str:
    """A seat makes the first of its moves."""
    return game.apply(game.legal_moves(seat)[0], seat).text


def to_last_card(game: Game) -> None:
    """On to the bid before the last, for which all are asked."""
    while len(game.legal_moves(game.decision.seats[0])) > 2:
        first(game, game.decision.seats[0])


# ---- step by step ----------------------------------------------------------------------------------


def test_others_see_nothing_of_steps_until_all_have_chosen(pack: Ruleset) -> None:
    game = pack.new_game(["Ann", "Bob"], seed=3)
    before = [(game.view(seat), game.log(seat), game.decision_for(seat)) for seat in (1, None)]
    for _ in range(2):
        first(game, 0)
    assert [(game.view(seat), game.log(seat), game.decision_for(seat)) for seat in (1, None)] == before
    assert game.view(0).players[0].chosen == "disc 3 + disc 6"
    first(game, 0)
    assert game.decision.committed == (0,)
    assert game.log(1) == before[0][1]


def test_steps_of_one_seat_leave_the_list_of_another_good(pack: Ruleset) -> None:
    game = pack.new_game(2, seed=3)
    mine, listed = game.legal_moves(0), game.legal_moves(1)
    game.apply(mine[0])
    game.apply(listed[0])
    assert game.decision.seats == (0, 1)


def test_a_step_hit_twice_is_one_step(pack: Ruleset) -> None:
    game = pack.new_game(2, seed=3)
    listed = game.legal_moves(0)
    game.apply(listed[0])
    refused = game.why_not(listed[1])
    assert refused is not None
    assert refused.code == "move-of-another-decision"
    assert game.decision_for(0).number == game.decision_for(1).number + 1


def test_withdrawing_in_the_middle_begins_again(pack: Ruleset) -> None:
    game = pack.new_game(2, seed=3)
    fresh = game.digest(), [move.text for move in game.legal_moves(0)]
    with pytest.raises(IllegalMove, match="no choice to take back"):
        game.withdraw(0)
    first(game, 0)
    game.withdraw(0)
    assert (game.digest(), [move.text for move in game.legal_moves(0)]) == fresh
    for _ in range(3):
        first(game, 0)
    committed = game.chosen(0)
    assert committed is not None
    assert committed.text == "set_aside disc-3 + disc-6 + star-1"
    game.withdraw(0)
    assert (game.digest(), game.chosen(0)) == (fresh[0], None)


def test_steps_count_as_moves_when_all_are_revealed(pack: Ruleset) -> None:
    game = pack.new_game(2, seed=3)
    first(game, 0)
    game.withdraw(0)
    for _ in range(3):
        first(game, 0)
    assert game.moves_made == 0
    for _ in range(3):
        first(game, 1)
    assert game.moves_made == 6


def test_undo_takes_back_step_after_step(pack: Ruleset) -> None:
    game = pack.new_game(2, seed=3)
    seen = []
    for seat in (0, 1, 0, 1, 0, 1, 1):
        seen.append((game.digest(), game.view("all"), game.log()))
        first(game, seat)
    while seen:
        game.undo()
        assert (game.digest(), game.view("all"), game.log()) == seen.pop()


def test_a_save_in_the_middle_of_steps_leads_to_the_same_game(pack: Ruleset) -> None:
    game = pack.new_game(3, seed=5)
    for seat in (2, 0, 2, 1, 0):
        first(game, seat)
    game.withdraw(0)
    first(game, 0)
    again = resume(game.to_save()).game
    assert [again.view(seat) for seat in range(3)] == [game.view(seat) for seat in range(3)]
    for one in (game, again):
        while not one.over:
            first(one, one.decision.seats[-1])
    assert (again.digest(), again.log(1)) == (game.digest(), game.log(1))
    assert resume(game.to_save()).game.digest() == game.digest()


def test_the_order_in_which_seats_make_their_steps_does_not_matter(pack: Ruleset) -> None:
    one, other = pack.new_game(3, seed=5), pack.new_game(3, seed=5)
    for seat in (0, 0, 0, 1, 1, 1, 2, 2, 2):
        first(one, seat)
    for seat in (2, 1, 0, 1, 2, 0, 0, 2, 1):
        first(other, seat)
    assert one.digest() == other.digest()
    assert [one.log(seat) for seat in range(3)] == [other.log(seat) for seat in range(3)]


# ---- unless forced ---------------------------------------------------------------------------------


def test_a_last_card_is_laid_without_asking_and_told_like_any_other(prizes: Ruleset) -> None:
    game = prizes.new_game(["Ann", "Bob"], seed=3)
    to_last_card(game)
    before = len(game.moves)
    for seat in (0, 1):
        first(game, seat)
    assert game.over
    assert len(game.moves) == before + 2
    assert [line for line in game.log() if ": lay" in line][-2:] == ["Ann: lay 5 1", "Bob: lay 5 2"]


def one_forced(words: str = "unless forced") -> str:
    """Two players of whom the second has one card that the rules let them lay; their hands are secret."""
    return (
        'language 1\ngame "Forced"\n    players 2\ncards Card for each value in 1..6\n'
        "zone hand of player: Card, seen by owner, unordered\nzone laid of player: Card, face up\n"
        "setup\n    put Card where it.value > 3 into hand[first(players)]\n"
        "    put Card where it.value <= 3 into hand[neighbour(first(players), left)]\n"
        f"play\n    everyone chooses lay {words}\n    everyone where seat(it) == 1 chooses lay\n"
        'action lay(c in hand[me])\n    require c.value > 2 because "too low"\n    put c onto laid[me]\n'
        "winner by highest sum(c.value for c in laid[it])\n"
    )


@pytest.fixture
def forced(tmp_path: Path) -> Game:
    path = tmp_path / "forced.rules"
    path.write_text(one_forced(), encoding="utf-8")
    return load(path).new_game(["Ann", "Bob"], seed=1)


def test_who_has_no_choice_is_neither_asked_nor_shown_to_have_chosen(forced: Game) -> None:
    assert (forced.decision.seats, forced.decision.committed) == ((0,), ())
    assert forced.view(1).players[1].chosen is None
    assert "lay" not in " ".join(forced.log(1))
    with pytest.raises(IllegalMove, match="no choice to take back"):
        forced.withdraw(1)
    refused = forced.why_not("lay 3", 1)
    assert refused is not None
    assert refused.code == "move-out-of-turn"


def test_what_was_forced_is_no_move_of_the_save(forced: Game) -> None:
    first(forced, 0)
    assert ([move.text for move in forced.moves], forced.moves_made) == (["lay 4"], 1)
    again = resume(forced.to_save()).game
    assert (again.digest(), again.log(0)) == (forced.digest(), forced.log(0))
    forced.undo()
    assert forced.decision.seats == (0,)


def test_in_a_redeal_who_was_forced_has_a_card_to_lay(forced: Game) -> None:
    for seed in range(20):
        game = forced.redealt(0, seed)
        assert (game.decision.seats, game.decision.committed) == ((0,), ())
        first(game, 0)
        assert [len(zone.cards) for zone in game.view().zones if zone.name == "laid"] == [1, 1]


def test_in_a_redeal_others_have_chosen_whole_and_not_begun(pack: Ruleset) -> None:
    game = pack.new_game(3, seed=5)
    for seat in (1, 1, 1, 2, 0):
        first(game, seat)
    for seed in range(10):
        other = game.redealt(0, seed)
        assert (other.decision.seats, other.decision.committed) == ((0, 2), (1,))
        assert other.view(0).players == game.view(0).players
        committed = other.chosen(1)
        assert committed is not None
        assert committed.text.count("+") == 2
        for seat in (2, 2, 2, 0, 0):
            first(other, seat)
        assert other.moves_made == 9


def test_undo_looks_at_hidden_beginnings_as_at_other_secrets(pack: Ruleset) -> None:
    game = pack.new_game(2, seed=3)
    first(game, 0)
    first(game, 1)
    assert not game.undo_reveals(1)
    assert not game.undo_reveals(2)


@pytest.mark.parametrize("path", [PACK, PRIZES], ids=["steps", "forced"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("engine", ["python", "auto"])
def test_the_simulator_plays_what_people_play(path: Path, players: int, engine: EngineName) -> None:
    ruleset = load(path)
    for seed in range(20):
        simulator, game = Simulator(ruleset, players, engine), ruleset.new_game(players, seed)
        state, chance = simulator.new_game(seed), random.Random(seed)
        while not simulator.over(state):
            seat = simulator.seats(state)[0]
            moves = simulator.legal_moves(state, seat)
            texts = game.legal_moves(seat)
            assert len(moves) == len(texts)
            at = chance.randrange(len(moves))
            simulator.apply(state, moves[at], seat)
            game.apply(texts[at], seat)
        assert game.over


def test_a_random_playout_of_hidden_steps_ends(pack: Ruleset) -> None:
    program = pack.program(4)
    state = program.start(11)
    program.random_playout(state, random.Random(11).randrange)
    assert state[OVER]


def test_cards_behind_points_are_named_once_they_have_been_revealed(pack: Ruleset) -> None:
    game = pack.new_game(["Ann", "Bob"], seed=3)
    while not game.over:
        first(game, game.decision.seats[-1])
    assert "    sizes 9: disc 3, disc 6" in reason_lines(game)


def test_what_undo_would_tell_does_not_depend_on_what_others_chose(pack: Ruleset) -> None:
    for seed in range(4):
        for nth in range(4):
            game = pack.new_game(2, seed)
            for _ in range(3):
                game.apply(game.legal_moves(0)[min(nth, len(game.legal_moves(0)) - 1)], 0)
                assert not game.undo_reveals(1, [1])
            game.withdraw(0)
            assert not game.undo_reveals(len(game.moves), [1])


def test_a_step_with_one_of_several_equal_things_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "copies.rules"
    path.write_text(
        'language 1\ngame "Copies"\n    players 2\ncards Dish from "dishes.yaml"\n'
        "zone bag: Dish, face down\nzone pool: Dish, face up, unordered\n"
        "zone plate of player: Dish, face up\n"
        "setup\n    put Dish into bag\n    shuffle bag\n    deal 6 from bag to pool\n"
        "play\n    everyone chooses take step by step\n"
        "action take(ds in 1 to 2 of pool)\n    put ds into plate[me]\nwinner by highest size(plate[it])\n",
        encoding="utf-8",
    )
    (tmp_path / "dishes.yaml").write_text(
        "- {id: egg, copies: 9}\n- {id: fig, copies: 9}\n", encoding="utf-8"
    )
    ruleset = load(path)
    for seed in range(10):
        game = ruleset.new_game(2, seed)
        first(game, 0)
        assert not game.undo_reveals(1)


def test_a_key_does_not_tell_whether_others_have_begun(pack: Ruleset) -> None:
    game = pack.new_game(2, seed=3)
    before = game.information_key(1), game.public_key()
    first(game, 0)
    assert (game.information_key(1), game.public_key()) == before


def test_a_key_asked_for_in_the_middle_of_steps_changes_no_later_one(pack: Ruleset) -> None:
    one, other = pack.new_game(2, seed=3), pack.new_game(2, seed=3)
    for seat in (0, 1, 0, 1, 0, 1):
        first(one, seat)
        first(other, seat)
        one.information_key(0)
    assert [one.information_key(seat) for seat in (0, 1)] == [other.information_key(seat) for seat in (0, 1)]


def low_and_high(steps: str) -> str:
    """Three players with a low card and a high one; who knows the rules only may think both were low."""
    return (
        'language 1\ngame "Low and high"\n    players 3\ncards Card for each value in 1..9\n'
        "zone low: Card, face down\nzone high: Card, face down\nzone laid of player: Card, face up\n"
        "zone hand of player: Card, seen by owner, unordered\n"
        "setup\n    put Card where it.value < 7 into low\n    put Card where it.value > 6 into high\n"
        "    shuffle low\n    shuffle high\n"
        "    deal 1 from low to each hand\n    deal 1 from high to each hand\n"
        f"play\n    everyone chooses lay {steps}\n    everyone chooses lay, pass\n"
        "action lay(cs in 1 or more of hand[me])\n"
        '    require all(c.value > 5 for c in cs) because "too low"\n    put cs into laid[me]\n'
        "action pass\nwinner by highest sum(c.value for c in laid[it])\n"
    )


@pytest.mark.parametrize("steps", ["step by step", "unless forced"])
def test_who_has_committed_could_have_in_every_redeal(tmp_path: Path, steps: str) -> None:
    path = tmp_path / "low_and_high.rules"
    path.write_text(low_and_high(steps), encoding="utf-8")
    ruleset = load(path)
    seed = next(seed for seed in range(20) if ruleset.new_game(3, seed).decision.actions == ("lay",))
    game = ruleset.new_game(3, seed)
    while len(game.decision.seats) > 1:
        first(game, game.decision.seats[0])
    (seat,) = game.decision.seats
    for number in range(30):
        other = game.redealt(seat, number)
        assert other.view(seat) == game.view(seat)
        assert other.decision_for(seat) == game.decision_for(seat)


def test_a_look_ahead_lets_others_make_all_their_steps(tmp_path: Path) -> None:
    path = tmp_path / "all_lay.rules"
    path.write_text(
        'language 1\ngame "All lay"\n    players 2\ncards Card for each value in 1..4, owner in 1..2\n'
        "zone hand of player: Card, seen by owner\nzone laid of player: Card, face up\n"
        "setup\n    for each p in players\n        put Card where it.owner == seat(p) into hand[p]\n"
        "play\n    everyone chooses lay step by step\n"
        "action lay(cs in exactly 2 of hand[me])\n    put cs into laid[me]\n"
        "score value(p) = sum(c.value for c in laid[p])\nwinner by highest score\n",
        encoding="utf-8",
    )
    game = load(path).new_game(2, seed=1)
    game.apply("lay 4-1", 0)
    seat = Seat(game, 0)
    assert {move.text: seat.look(move, 1) for move in seat.legal_moves()} == {
        "lay 1-1": 5,
        "lay 2-1": 6,
        "lay 3-1": 7,
    }


@pytest.mark.parametrize(
    "then", ["choose lay by first(players)", "let at_an_end = 1"], ids=["goes-on", "is-over"]
)
def test_what_was_taken_back_may_have_been_revealed_in_a_redeal(tmp_path: Path, then: str) -> None:
    path = tmp_path / "who_holds_the_nine.rules"
    path.write_text(
        'language 1\ngame "Nine"\n    players 2\ncards Card for each value in 1..9\n'
        "zone deck: Card, face down\nzone hand of player: Card, seen by owner\nzone laid: Card, face up\n"
        "setup\n    put Card into deck\n    shuffle deck\n    deal 3 from deck to each hand\n"
        "action begin\nplay\n    everyone where seat(it) == 2 chooses begin\n"
        f"    everyone where seat(it) == 1 or holds_odd(it) chooses lay\n    {then}\n"
        "action lay(c in hand[me])\n    put c onto laid\n"
        "define holds_odd(p: player) = count(c in hand[p] where c.value mod 2 == 1) > 1\n"
        "winner by highest seat(it)\n",
        encoding="utf-8",
    )
    ruleset = load(path)
    for seed in range(20):
        game = ruleset.new_game(2, seed)
        first(game, 1)
        if len(game.decision.seats) == 2:
            break
    first(game, 0)
    game.withdraw(0)
    first(game, 0)
    assert game.undo_reveals(4, [0])


ENDED_BY_A_FORCED_MOVE = """language 1
game "Ended"
    players 2
cards Card for each value in 1..6
zone row: Card, face down
zone laid of player: Card, face up
setup
    put Card into row
    shuffle row
play
    phase one
        everyone chooses rest, lay unless forced
    phase two
        turns clockwise from first(players) once
            choose lay
action rest
    require first_seat: seat(me) == 1
    end phase because "rested"
action lay(c in row)
    require other: seat(me) == 2 or size(row) < 6
    put c onto laid[me]
winner by fewest seat(it)
"""


def test_a_forced_move_that_ends_the_phase_closes_the_choice(tmp_path: Path) -> None:
    path = tmp_path / "ended.rules"
    path.write_text(ENDED_BY_A_FORCED_MOVE.replace("    choose lay\n", "    choose lay if possible\n"))
    game = load(path).new_game(2, seed=1)
    assert game.decision.seats == (1,)
    first(game, 1)
    assert game.phase == "two"
    assert (game.hidden_choices, game.moves_made) == ((), 1)
    assert [event.seat for event in game.events if event.kind == "chose"] == [1, 0]
    with pytest.raises(IllegalMove, match="no choice to take back"):
        game.withdraw(1)
    again = resume(game.to_save()).game
    assert (again.digest(), again.log()) == (game.digest(), game.log())


def test_a_redeal_keeps_what_the_seat_chose_unseen_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "row.rules"
    path.write_text(
        'language 1\ngame "Row"\n    players 2\ncards Card for each value in 1..8\n'
        "zone row: Card, face down\n"
        "zone taken of player: Card, face up\nsetup\n    put Card into row\n    shuffle row\n"
        "play\n    everyone chooses take\naction take(c in row)\n    put c onto taken[me]\n"
        "winner by fewest seat(it)\n"
    )
    game = load(path).new_game(["Ann", "Bob"], seed=1)
    game.apply("take card in row at 3", 0)
    for seed in range(10):
        other = game.redealt(0, seed)
        assert other.view(0) == game.view(0)
        other.apply("take card in row at 6", 1)
        events = other.events[other.events_before(0) :]
        chose, moved = ([e.cards for e in events if e.kind == kind] for kind in ("chose", "moved"))
        assert chose == moved


def test_last_moves_tell_of_others_only_that_they_have_committed(pack: Ruleset) -> None:
    game = pack.new_game(["Ann", "Bob"], seed=3)
    first(game, 0)
    first(game, 0)
    game.withdraw(0)
    first(game, 0)
    assert game.last_moves(4, 1) == []
    assert game.last_moves(4, 0) == ["Ann: set_aside disc-3"]
    first(game, 0)
    first(game, 0)
    assert game.last_moves(6, 1) == ["Ann: a hidden choice"]
    for _ in range(3):
        first(game, 1)
    assert len(game.last_moves(9, 1)) == 6
