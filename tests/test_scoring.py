"""Scores: lines and totals, the cards behind a line, places, winners and the ways a game ends."""

from __future__ import annotations

import pytest
from flow_models import LEAD, TOKENS, read_rules, start

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.lab.games import play_one

TAKE = (
    TOKENS
    + "    put all deck into row\n"
    + LEAD
    + "var worth of player: int\naction take(c in row)\n    put c onto heap[me]\n    worth[me] = c.value\n"
    + "play\n    repeat 3 times\n        for each p in players\n            choose take by p\n"
)
SCORES = (
    "score fires(p) = sum(c.value for c in heap[p] where c.suit == fire)\n"
    "score pair(p) = if count(c in heap[p] where c.suit == earth) >= 2 then 10 else 0\n"
)


def played(text: str, players: int = 2) -> Game:
    """Seat 0 takes earth-1, earth-3, fire-2; seat 1 the others."""
    game = start(text, players)
    for number in (1, 2, 3):
        game.apply(f"take earth-{number}" if number != 3 else "take fire-2")
        game.apply(f"take fire-{number}" if number != 2 else "take earth-3")
    return game


def test_lines_add_up_to_the_total() -> None:
    sheet = played(TAKE + SCORES + "winner by highest score\n").score_sheet()
    lines = [[(line.name, line.points) for line in sheet.of(seat)] for seat in (0, 1)]
    assert lines == [[("fires", 2), ("pair", 10)], [("fires", 4), ("pair", 0)]]
    assert [sheet.total(seat) for seat in (0, 1)] == [12, 4]


def ids(game: Game, seat: int, line: int) -> list[str]:
    cards = game.score_sheet().of(seat)[line].cards
    return sorted(game.program.layout.cards[card].id for card in cards)


def test_cards_behind_a_line_are_those_whose_removal_changes_it() -> None:
    game = played(TAKE + SCORES + "winner by highest score\n")
    assert ids(game, 0, 0) == ["fire-2"]
    assert ids(game, 0, 1) == ["earth-1", "earth-2"]
    assert ids(game, 1, 1) == []


def test_asking_for_the_cards_changes_nothing() -> None:
    game = played(TAKE + SCORES + "winner by highest score\n")
    before = game.state
    _ = [line.cards for seat in (0, 1) for line in game.score_sheet().of(seat)]
    assert game.state == before


def test_awarded_points_know_their_card() -> None:
    text = (
        TAKE.replace("    worth[me] = c.value\n", "    award c.value to me for gifts from c\n")
        + "score gifts from awards\nwinner by highest score\n"
    )
    game = played(text)
    assert [game.score_sheet().total(seat) for seat in (0, 1)] == [5, 7]
    assert ids(game, 0, 0) == ["earth-1", "earth-2", "fire-2"]
    cards = game.program.layout.cards
    awards = game.score_sheet().of(0)[0].awards
    assert [(cards[one.card].id, one.points) for one in awards] == [
        ("earth-1", 1),
        ("earth-2", 2),
        ("fire-2", 2),
    ]


def test_a_line_that_is_worked_out_has_no_awards() -> None:
    game = played(TAKE + SCORES + "winner by highest score\n")
    assert game.score_sheet().of(0)[0].awards == ()


@pytest.mark.parametrize(
    ("by", "ranking", "winners"),
    [
        ("highest worth[it]", [(1, (1,)), (2, (0,))], (1,)),
        ("lowest worth[it]", [(1, (0,)), (2, (1,))], (0,)),
        ("highest size(heap[it])", [(1, (0, 1))], (0, 1)),
        ("highest size(heap[it]), then lowest worth[it]", [(1, (0,)), (2, (1,))], (0,)),
    ],
)
def test_winner_by_rankings_in_turn(by: str, ranking: list[object], winners: tuple[int, ...]) -> None:
    outcome = played(f"{TAKE}winner by {by}\n").outcome
    assert outcome is not None
    assert [(standing.place, standing.seats) for standing in outcome.ranking] == ranking
    assert outcome.winners == winners


def test_places_are_skipped_after_a_tie() -> None:
    game = start(TAKE.replace("3 times", "1 times") + "winner by highest min(worth[it], 2)\n", 3)
    for move in ("take fire-3", "take earth-3", "take earth-1"):
        game.apply(move)
    outcome = game.outcome
    assert outcome is not None
    assert [outcome.place(seat) for seat in (0, 1, 2)] == [1, 1, 3]


def test_there_is_no_outcome_before_the_end() -> None:
    game = start(TAKE + SCORES + "winner by highest score\n")
    assert game.outcome is None
    assert game.score_sheet().total(0) == 0


# ---- faults at the end -----------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["a score", "the ranking", "the total"])
def test_a_fault_where_the_end_is_worked_out_takes_the_last_move_back(where: str) -> None:
    scores = {
        "a score": "score shares(p) = 6 div size(row)\nwinner by highest seat(it)\n",
        "the ranking": "winner by highest 6 div size(row)\n",
        "the total": "score a(p) = 2000000000\nscore b(p) = 147483648\nwinner by highest score\n",
    }[where]
    text = TAKE.replace("repeat 3 times", "repeat until empty(row)") + scores
    game = start(text, 2)
    for move in ("earth-1", "fire-1", "fire-2", "earth-2", "earth-3"):
        game.apply(f"take {move}")
    before, saved, log = game.state, game.to_save(), game.log(None)
    with pytest.raises(Fault) as fault:
        game.apply("take fire-3")
    assert fault.value.problem.code == ("fault-overflow" if where == "the total" else "fault-division")
    assert fault.value.problem.span.line > 0
    assert (game.over, game.outcome, game.state) == (False, None, before)
    assert (game.to_save(), game.log(None)) == (saved, log)
    assert game.view(0).decision.kind == "choose"
    with pytest.raises(Fault):
        game.playout([lambda seat: seat.legal_moves()[0]] * 2)
    with pytest.raises(Fault):
        play_one(game.ruleset, 2, seed=1)


def test_teams_share_a_place_and_count_once_in_the_places_behind() -> None:
    text = (
        "var said of player = 0\nplay\n    everyone chooses say\naction say(n in 1..9)\n    said[me] = n\n"
        "team(p) = seat(p) mod 3\nscore points(p) = said[p]\nwinner by highest score\n"
    )
    game = read_rules(text, players="6").new_game(6, seed=1)
    for seat, number in enumerate((1, 5, 2, 3, 1, 4)):
        game.apply(f"say {number}", seat)
    assert game.outcome is not None
    told = [(standing.place, standing.seats) for standing in game.outcome.ranking]
    assert told == [(1, (1, 2, 4, 5)), (3, (0, 3))]
    assert (game.outcome.winners, game.outcome.place(3)) == ((1, 2, 4, 5), 3)
