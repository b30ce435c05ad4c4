"""Games as a program uses them: beginning, undoing, copying, settings, positions, playing to the end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from flow_models import LEAD, TOKENS, read_rules, rules_with, start, texts, value

from rulewright.interpreter.engine.moves import IllegalMove, Move
from rulewright.interpreter.game.errors import RulesetError, SaveError
from rulewright.interpreter.game.game import Game, Seat
from rulewright.interpreter.game.positions import Position, Said, game_from
from rulewright.interpreter.game.ruleset import ruleset_of

DRAFT = (
    TOKENS
    + "    shuffle deck\n    deal size(deck) from deck to row\n"
    + LEAD
    + "var taken = 0\naction take(c in row)\n    put c onto heap[me]\n    taken += 1\n"
    + "play\n    phase main\n        turns clockwise from lead until empty(row)\n            choose take\n"
    + "score gathered(p) = sum(c.value for c in heap[p])\nwinner by highest score\n"
)


def first(seat: Seat) -> Move:
    return seat.legal_moves()[0]


# ---- beginning -------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = start(DRAFT, seed=5), start(DRAFT, seed=5)
    assert one.digest() == other.digest()
    assert start(DRAFT, seed=6).digest() != one.digest()


def test_the_first_player_is_drawn_unless_given() -> None:
    rules = read_rules(DRAFT)
    drawn = {rules.new_game(3, seed=seed).decision.seats[0] for seed in range(30)}
    assert drawn == {0, 1, 2}
    assert rules.new_game(["Ann", "Bob"], starter="Bob").decision.seats == (1,)


def test_words_that_were_not_loaded_are_refused() -> None:
    with pytest.raises(RulesetError) as caught:
        read_rules(DRAFT).new_game(2, language="zh-Hant")
    assert [one.code for one in caught.value.problems] == ["translation-not-loaded"]


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (1, "players-count"),
        (0, "players-count"),
        (-1, "players-count"),
        (10**9, "players-count"),
        (["Ann", "Ann"], "seat-name-twice"),
        (["Ann", "ann"], "seat-name-twice"),
        (["Zo\u00eb", "Zoe\u0308"], "seat-name-twice"),
        ("Ann", "players-count"),
        (["Ann", "\x1b[2J"], "seat-name"),
        (["Ann", ""], "seat-name"),
        (["2", "1"], "seat-name"),
        (["Ann", "Ben (red)"], "seat-name"),
    ],
)
def test_players_that_cannot_play_are_refused(players: int | list[str], code: str) -> None:
    with pytest.raises(RulesetError) as caught:
        read_rules(DRAFT).new_game(players)
    assert caught.value.problems[0].code == code


@pytest.mark.parametrize("number", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(number: Any) -> None:
    with pytest.raises(RulesetError) as caught:
        read_rules(DRAFT).new_game(2, seed=number)
    assert caught.value.problems[0].code == "seed-range"


# ---- settings --------------------------------------------------------------------------------------

SETTINGS = (
    DRAFT
    + 'setting rounds = player_count in 1..3 "rounds"\nsetting fast = no "fast"\n'
    + 'setting final = rounds + 1 in 2..9 "last"\n'
    + 'setting suit = Suit.fire "suit"\npreset quick "quick"\n    rounds = 1\n    fast = yes\n'
)


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ({}, (2, 0, 3, 1)),
        ({"rounds": 1}, (1, 0, 2, 1)),
        ({"rounds": "3", "fast": "yes", "suit": "earth"}, (3, 1, 4, 0)),
    ],
)
def test_settings_build_on_each_other(given: Mapping[str, int | str], values: tuple[int, ...]) -> None:
    found = rules_with(SETTINGS, given).settings_for(2)
    assert tuple(found[name] for name in ("rounds", "fast", "final", "suit")) == values


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"rounds": 4}, "setting-range"),
        ({"rounds": "many"}, "setting-given"),
        ({"rounds": 1.5}, "setting-given"),
        ({"rounds": None}, "setting-given"),
        ({"rounds": [1]}, "setting-given"),
        ({"fast": "perhaps"}, "setting-given"),
        ({"suit": "water"}, "setting-given"),
        ({"ronds": 2}, "setting-unknown"),
    ],
)
def test_bad_settings_are_refused(given: Mapping[str, Any], code: str) -> None:
    with pytest.raises(RulesetError) as caught:
        rules_with(SETTINGS, given)
    assert {one.code for one in caught.value.problems} == {code}


def test_a_preset_stands_between_defaults_and_given_settings() -> None:
    model = read_rules(SETTINGS).model
    found = ruleset_of(model, {"fast": "no"}, preset="quick").settings_for(2)
    assert (found["rounds"], found["fast"], found["final"]) == (1, 0, 2)


def test_needs_rule_out_player_counts() -> None:
    rules = read_rules(DRAFT + 'needs 3 * player_count of Token because "three each"\n')
    assert rules.player_counts == (2,)
    with pytest.raises(RulesetError) as caught:
        rules.new_game(3)
    (found,) = caught.value.problems
    assert (found.code, found.facts["needed"], found.facts["held"]) == ("needs-cards", 9, 6)


# ---- undo and copy ---------------------------------------------------------------------------------


def test_undo_goes_back_to_the_beginning() -> None:
    game = start(DRAFT)
    digests, events = [game.digest()], len(game.events)
    while not game.over:
        game.apply(texts(game)[-1])
        digests.append(game.digest())
    assert len(set(digests)) == len(digests) == 7
    for digest in reversed(digests[:-1]):
        assert game.undo() == 1
        assert game.digest() == digest
    assert game.undo() == 0
    assert (len(game.events), game.moves) == (events, ())


def test_a_copy_goes_its_own_way() -> None:
    game = start(DRAFT)
    game.apply(texts(game)[0])
    other = game.copy()
    assert other.digest() == game.digest()
    other.apply(texts(other)[0])
    assert len(game.moves) == 1
    other.undo(2)
    assert len(game.moves) == 1


def test_looking_at_moves_changes_nothing() -> None:
    game = start(DRAFT)
    before = game.state
    game.legal_moves()
    game.why_not("take earth-1")
    game.why_not("take nothing")
    game.score_sheet()
    assert game.state == before


def test_moves_are_never_empty_before_the_end() -> None:
    game, draw = start(DRAFT, 3), random.Random(3)
    while not game.over:
        assert game.legal_moves()
        game.apply(draw.choice(game.legal_moves()))
    assert game.legal_moves() == []
    with pytest.raises(IllegalMove) as caught:
        game.apply("take earth-1")
    assert caught.value.refusal.code == "move-game-over"


# ---- to the end ------------------------------------------------------------------------------------


def test_playout_asks_each_seat_for_its_moves() -> None:
    game = start(DRAFT)
    asked: list[int] = []

    def chooser(seat: Seat) -> Move:
        asked.append(seat.number)
        return seat.legal_moves()[0]

    outcome = game.playout([chooser, chooser])
    assert game.over
    assert asked == [0, 1, 0, 1, 0, 1]
    assert outcome == game.outcome


def test_fast_random_play_is_play_by_the_same_rules() -> None:
    game, draw = start(DRAFT, seed=9), random.Random(1)
    picks: list[int] = []

    def drawn(bound: int) -> int:
        picks.append(draw.randrange(bound))
        return picks[-1]

    state = game.state
    game.program.random_playout(state, drawn)
    left = iter(picks)
    while not game.over:
        moves = game.legal_moves()
        game.apply(moves[next(left)] if len(moves) > 1 else moves[0])
    assert next(left, None) is None
    assert game.program.digest(state) == game.digest()


# ---- positions -------------------------------------------------------------------------------------


def said(written: Mapping[str, list[str]]) -> dict[Said, list[Said]]:
    return {Said(zone): [Said(one) for one in ids] for zone, ids in written.items()}


def placed(at: str = "main", turn: str | None = None, **zones: list[str]) -> Game:
    position = Position(
        said({name.replace("_1", "[1]").replace("_2", "[Bob]"): ids for name, ids in zones.items()}),
        {Said("lead"): Said("2"), Said("taken"): Said("4")},
        at=Said(at),
        turn=None if turn is None else Said(turn),
    )
    return game_from(read_rules(DRAFT), ["Ann", "Bob"], position)


def test_a_position_begins_at_a_phase() -> None:
    game = placed(row=["fire-1", "earth-3"], heap_2=["fire-3"])
    assert (texts(game), game.decision.seats, game.phase) == (["take fire-1", "take earth-3"], (1,), "main")
    assert value(game, "taken") == 4
    assert game.score_sheet().total(1) == 3


def test_a_game_from_a_position_says_that_it_cannot_be_saved() -> None:
    game = placed(turn="Ann", row=["fire-1", "earth-3"])
    for one in (game, game.copy()):
        with pytest.raises(SaveError) as refused:
            one.to_save()
        assert [problem.code for problem in refused.value.problems] == ["save-placed"]


def test_a_position_begins_at_a_seats_turn() -> None:
    game = placed(turn="Ann", row=["fire-1", "earth-3"])
    assert game.decision.seats == (0,)
    game.apply("take fire-1")
    assert game.decision.seats == (1,)


def test_a_position_at_the_end_is_only_scored() -> None:
    game = placed(at="end", heap_1=["fire-3"], heap_2=["earth-1"])
    assert game.over
    assert game.outcome is not None
    assert game.outcome.winners == (0,)


def test_the_rest_can_lie_in_a_zone_beneath_what_is_named() -> None:
    position = Position(said({"row": ["earth-2"]}), rest=Said("row"), at=Said("main"))
    game = game_from(read_rules(DRAFT), 2, position, starter=0)
    assert [text.removeprefix("take ") for text in texts(game)][-2:] == ["fire-3", "earth-2"]


ROUNDS = (
    LEAD
    + "var now = 0\naction pass\n    now = 10 * now\n"
    + "play\n    repeat 2 times as round\n        now = round\n        play_round\n"
    + "rule play_round\n    phase inner\n        for each p in players\n            choose pass by p\n"
)


def test_a_position_within_loops_and_rules_begins_in_their_first_round() -> None:
    game = game_from(read_rules(ROUNDS), 2, Position(at=Said("inner")), starter=0)
    asked = []
    while not game.over:
        asked.append((value(game, "now"), game.decision.seats[0]))
        game.apply("pass")
    assert asked == [(0, 0), (0, 1), (2, 0), (20, 1)]


@pytest.mark.parametrize(
    ("zones", "variables", "at", "turn", "code"),
    [
        ({"raw": []}, {}, "main", None, "position-zone"),
        ({"heap[3]": []}, {}, "main", None, "position-zone"),
        ({"row": ["earth-9"]}, {}, "main", None, "position-card"),
        ({"row": ["earth-1", "earth-1"]}, {}, "main", None, "position-too-many"),
        ({}, {"token": "1"}, "main", None, "position-variable"),
        ({}, {"taken": "many"}, "main", None, "position-value"),
        ({}, {"taken": "99999999999"}, "main", None, "position-value"),
        ({}, {"lead": "3"}, "main", None, "position-value"),
        ({}, {}, "mian", None, "position-phase"),
        ({}, {}, "main", "9", "position-value"),
    ],
)
def test_what_is_wrong_with_a_position_is_told(
    zones: Mapping[str, list[str]], variables: Mapping[str, str], at: str, turn: str | None, code: str
) -> None:
    position = Position(
        said(zones),
        {Said(name): Said(text) for name, text in variables.items()},
        at=Said(at),
        turn=None if turn is None else Said(turn),
    )
    with pytest.raises(RulesetError) as caught:
        game_from(read_rules(DRAFT), 2, position)
    assert [one.code for one in caught.value.problems] == [code]


def test_turns_begun_in_the_middle_go_on_in_their_direction() -> None:
    play = "    phase main\n        turns counterclockwise from lead once\n            choose pass\n"
    text = f"{LEAD}action pass\nplay\n{play}"
    position = Position({}, {Said("lead"): Said("2")}, at=Said("main"), turn=Said("1"))
    game = game_from(read_rules(text), 3, position)
    order = []
    while not game.over:
        order.append(game.decision.seats[0])
        game.apply("pass")
    assert order == [0, 2]


# ---- looking ahead ---------------------------------------------------------------------------------


def test_looking_ahead_tells_points_and_changes_nothing() -> None:
    game = placed(row=["fire-1", "earth-3"])
    before = game.state
    seat = Seat(game, 1)
    assert [seat.look(move, 7) for move in seat.legal_moves()] == [1, 3]
    assert game.state == before
