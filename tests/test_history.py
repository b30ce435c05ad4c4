"""What a game goes back to is put together again, and comes out as it was."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from flow_models import LEAD, TOKENS, start
from shipped import rulesets

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.machine import PythonMachine
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.history import History
from rulewright.interpreter.library.rulesets import load

MOVES = 150


def played(ruleset: str, seed: int) -> tuple[Game, list[list[int]], list[str]]:
    """A game after some random moves; the states it went through, and the moves made, as they read then."""
    game, chance = load(ruleset).new_game(3, seed=seed), random.Random(seed)
    states, texts = [game.state], list[str]()
    while not game.over and len(texts) < MOVES:
        move = chance.choice(game.legal_moves(game.decision.seats[0]))
        texts.append(move.text if len(texts) % 2 else "")
        game.apply(move)
        states.append(game.state)
    return game, states, texts


@pytest.mark.parametrize("ruleset", rulesets())
def test_each_state_is_had_back(ruleset: str) -> None:
    game, states, _ = played(ruleset, 1)
    assert [list(game.history.told(number)) for number in range(len(states))] == states
    assert [list(game.history.told(number)) for number in reversed(range(len(states)))] == states[::-1]
    while states:
        assert game.state == states.pop()
        game.undo()


@pytest.mark.parametrize("ruleset", rulesets())
def test_what_play_goes_on_from_differs_in_nothing_but_what_observers_know(ruleset: str) -> None:
    game, states, _ = played(ruleset, 1)
    for number, told in reversed(list(enumerate(states))):
        state = list(game.history.state(number))
        game.program.knowledge.restore(state, told)
        assert game.program.digest(state) == game.program.digest(told)


@pytest.mark.parametrize("ruleset", rulesets())
def test_moves_read_the_same_whenever_they_are_read(ruleset: str) -> None:
    game, _, texts = played(ruleset, 2)
    again, _, _ = played(ruleset, 2)
    undone = again.moves[-20:]
    assert again.undo(20) == 20
    assert [move.text for move in game.moves][-20:] == [move.text for move in undone]
    assert all(text in ("", move.text) for text, move in zip(texts, game.moves, strict=True))


def test_few_states_are_kept_of_a_long_game() -> None:
    game, states, _ = played("cv-gossip", 3)
    assert 1 < len(game.history.whole) < len(states) // 20


def test_all_moves_of_a_game_are_written_in_one_go_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    taken, take = list[int](), PythonMachine.make_move

    def counted(machine: PythonMachine, state: list[int], seat: int, move: int) -> bool:
        taken.append(move)
        return take(machine, state, seat, move)

    monkeypatch.setattr(PythonMachine, "make_move", counted)
    game = load("cvlt").new_game(3, seed=1)
    while not game.over:
        game.apply(game.legal_moves()[0])
    assert len(taken) == len(game.moves) > 100
    assert all(move.text for move in game.moves)
    assert len(taken) < 2 * len(game.moves)


def test_moves_that_were_not_made_read_as_they_did_when_they_were_listed() -> None:
    game, _, _ = played("cv-gossip", 2)
    same, _, _ = played("cv-gossip", 2)
    for _ in range(20):
        game.undo()
        same.undo()
        listed = game.legal_moves()
        assert listed[0].text == same.legal_moves()[0].text
        trial = game.copy()
        trial.apply(listed[0])
        trial.undo(10)
        read = [(move.text, move.arguments) for move in listed]
        assert read == [(move.text, move.arguments) for move in same.legal_moves()]


STOPPING = f"""{TOKENS}{LEAD}play
    choose begin by lead
    choose go by lead
action begin
action go(n in 1..2)
    require fine: 2000000000 * n > 0
    put top(deck) onto row
    total = 2000000000 * size(row) {{more}}
var total = 0
"""


def test_a_move_that_cannot_be_carried_out_leaves_all_as_it_was() -> None:
    game = start(STOPPING.format(more="+ 2000000000").replace("1..2", "1..1"))
    game.apply("begin")
    digest, view = game.digest(), game.view()
    for _ in range(2):
        with pytest.raises(Fault):
            game.apply(game.legal_moves()[0])
        assert (game.digest(), game.view(), len(game.moves)) == (digest, view, 1)
    assert game.undo() == 1
    assert [move.text for move in game.legal_moves()] == ["begin"]


def test_a_list_that_stops_is_no_fault_of_the_move_before_it() -> None:
    game = start(STOPPING.format(more=""))
    game.apply(game.legal_moves()[0])
    with pytest.raises(Fault):
        game.legal_moves()
    game.apply("go 1")
    assert game.over


@pytest.mark.parametrize("ruleset", rulesets())
def test_moves_that_were_listed_with_the_move_before_are_those_that_can_be_made(ruleset: str) -> None:
    game, chance = load(ruleset).new_game(3, seed=5), random.Random(5)
    while not game.over and len(game.moves) < MOVES:
        seat = game.decision.seats[0]
        listed = game.legal_moves(seat)
        fresh = game.program.play.moves(game.state, seat)
        assert [move.text for move in listed] == [
            move.text for move in game.texts.write_all(game.state, seat, fresh)
        ]
        game.apply(chance.choice(listed))


def test_copies_of_a_game_are_told_what_happened_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    told, tell = list[int](), History._tell

    def counted(history: History, state: list[int], number: int) -> None:
        told.append(number)
        tell(history, state, number)

    def begun() -> Game:
        game = load("cvlt").new_game(3, seed=1)
        for _ in range(100):
            game.apply(game.legal_moves()[-1])
        return game

    alone = begun()
    whole, events = alone.log(1), len(alone.events)
    monkeypatch.setattr(History, "_tell", counted)
    game = begun()
    copies = [game.copy() for _ in range(5)]
    changed = copies[0].copy()
    changed.undo()
    changed.apply(changed.legal_moves()[0])
    del copies[0]
    assert changed.log(1)[:-20] == whole[: len(changed.log(1)) - 20]
    for copy in (*copies, game):
        assert (copy.log(1), len(copy.events)) == (whole, events)
        assert copy.state == alone.state
    assert len(told) < 2.5 * len(game.moves)


def test_the_game_after_so_many_moves_is_what_undo_would_lead_back_to() -> None:
    game = load(Path(__file__).parent / "toys" / "sealed_bids.rules").new_game(3, seed=4)
    for number in range(7):
        game.apply(game.legal_moves(game.decision.seats[-1])[number % 2])
    for moves in range(8):
        back, early = game.copy(), game.after(moves)
        back.undo(7 - moves)
        assert (early.state, early.decision, early.log(0)) == (back.state, back.decision, back.log(0))
        assert [early.chosen(seat) for seat in range(3)] == [back.chosen(seat) for seat in range(3)]
    assert len(game.moves) == 7


def test_a_copy_tells_what_happened_when_its_game_is_gone() -> None:
    game = load("cvlt").new_game(3, seed=1)
    for _ in range(50):
        game.apply(game.legal_moves()[-1])
    copy = game.copy()
    first, second = game.log(1), game.copy().copy()
    del game
    assert copy.log(1) == first == second.log(1)
