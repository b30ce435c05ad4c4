"""What every ruleset may rely on: moves, copies, undoing, cards that do not get lost, endings."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest
from attrs import evolve
from contract_games import (
    FEW_MOMENTS,
    cases,
    decisions,
    draw_move,
    few_moments,
    finished,
    legal_moves,
    moments,
)

from rulewright.interpreter.engine.moves import IllegalMove
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.views.models import PUBLIC, View
from rulewright.interpreter.state.layout import BOX
from rulewright.interpreter.state.state import cards_in

pytestmark = pytest.mark.parametrize(("name", "players"), cases())

NONSENSE = [
    "",
    "   ",
    "fly",
    "take",
    "nothing nothing",
    "__class__",
    "{0.__class__}",
    "%s",
    "../../etc/passwd",
    "\x1b[2J",
    "\u202epass",
    "pass, pass, pass",
    "x" * 1_000_000,
]


SOME_MOVES = 12
"""How many of the legal moves are tried at each decision."""


def test_a_choice_lists_each_legal_move_once_and_always_in_one_order(
    name: str, players: int, seed: int
) -> None:
    for game in moments(name, players, seed):
        moves = legal_moves(game)
        assert max(Counter((move.seat, move.text) for move in moves).values(), default=1) == 1
        assert (
            max(Counter((move.seat, move.action, move.arguments) for move in moves).values(), default=1) == 1
        )
        assert legal_moves(game.copy()) == moves
        actions = [game.decision.actions.index(move.action) for move in moves if move.action != "done"]
        assert actions == sorted(actions) or len(game.decision.seats) > 1


def test_a_moves_text_reads_back_as_the_move(name: str, players: int, seed: int) -> None:
    for game in moments(name, players, seed):
        moves = legal_moves(game)
        for move in random.Random(seed).sample(moves, min(len(moves), SOME_MOVES)):
            by_text, by_value = game.copy(), game.copy()
            assert by_text.apply(move.text, move.seat) == move
            assert by_value.apply(evolve(move)) == move
            assert by_text.state == by_value.state


def test_there_is_a_legal_move_at_every_decision(name: str, players: int, seed: int) -> None:
    for game in decisions(name, players, seed):
        for seat in game.decision.seats:
            assert draw_move(game, random.Random(seat)) is not None
            assert game.why_not(draw_move(game, random.Random(seat))) is None


def test_a_copy_is_equal_and_goes_its_own_way(name: str, players: int, seed: int) -> None:
    chance = random.Random(seed)
    for game in decisions(name, players, seed):
        copy, before, events = game.copy(), game.state, game.events
        assert copy.digest() == game.digest()
        if not game.over:
            copy.apply(draw_move(copy, chance))
            assert copy.digest() != game.digest()
        assert (game.state, game.events) == (before, events)


def test_undoing_leads_back_to_the_beginning_step_by_step(name: str, players: int, seed: int) -> None:
    states, events = [], []
    for game in decisions(name, players, seed):
        states.append(game.state)
        events.append(game.events)
        last = game
    while states:
        assert (last.state, last.events) == (states.pop(), events.pop())
        assert last.undo() == (1 if states else 0)


def test_a_refused_move_changes_nothing(name: str, players: int, seed: int) -> None:
    for game in moments(name, players, seed):
        before = (game.state, game.moves, game.events, game.digest())
        for text in [*NONSENSE, *(f"{action} no_such_thing, 99" for action in game.decision.actions)]:
            for seat in (*range(players), 99, -1):
                if game.why_not(text, seat) is not None:
                    with pytest.raises(IllegalMove) as refused:
                        game.apply(text, seat)
                    assert refused.value.refusal.reason.isprintable()
                    assert len(refused.value.refusal.reason) < 2_000
        assert (game.state, game.moves, game.events, game.digest()) == before


def test_every_card_lies_in_one_place(name: str, players: int, seed: int) -> None:
    for game in decisions(name, players, seed):
        layout, state = game.program.layout, game.state
        lies: list[tuple[int, int]] = []
        for zone in layout.zones:
            cards = cards_in(layout, state, zone.number)
            assert len(cards) <= zone.capacity
            assert not any(state[zone.base + len(cards) : zone.base + zone.capacity])
            lies += [(card, zone.number) for card in cards]
        inside = {card: state[layout.zone_of_at + card] for card in range(len(layout.cards))}
        assert sorted(lies) == sorted((card, zone) for card, zone in inside.items() if zone != BOX)


def test_a_game_ends_with_a_reason_and_a_winner(name: str, players: int, seed: int) -> None:
    game = finished(name, players, seed)
    assert game.over and game.outcome is not None
    assert game.outcome.winners or game.program.scorer.qualifies
    assert not game.outcome.drawn
    assert sorted(seat for one in game.outcome.ranking for seat in one.seats) == list(range(players))
    assert game.decision.seats == () and game.legal_moves() == []
    with pytest.raises(IllegalMove):
        game.apply("pass")


def test_views_are_plain_json(name: str, players: int, seed: int) -> None:
    for game in moments(name, players, seed):
        for observer in (*range(players), PUBLIC, None):
            plain = game.view(observer).to_json()
            assert json.loads(json.dumps(plain)) == plain


def test_a_redeal_looks_the_same_to_the_seat(name: str, players: int, seed: int) -> None:
    for number, game in enumerate(moments(name, players, seed)):
        for seat in range(players):
            state = redeal(game.program.layout, game.state, seat, number)
            other = Game(game.ruleset, game.program, game.names, game.seed, game.starter, state)
            assert _without_choice(other.view(seat)) == _without_choice(game.view(seat))
            if seat in game.decision.seats:
                assert [move.text for move in other.legal_moves(seat)] == [
                    move.text for move in game.legal_moves(seat)
                ]


def test_a_redeal_of_the_seat_that_decides_can_be_played_on(name: str, players: int, seed: int) -> None:
    for number, game in enumerate(few_moments(name, players, seed)):
        for seat in game.decision.seats:
            other = game.redealt(seat, number)
            chance, there = random.Random(number), len(other.moves)
            moves = 10_000 if number % FEW_MOMENTS == 0 else 2
            while not other.over and len(other.moves) < there + moves:
                other.apply(draw_move(other, chance))


def test_who_has_committed_has_done_so_in_a_redeal(name: str, players: int, seed: int) -> None:
    for number, game in enumerate(few_moments(name, players, seed)):
        for seat in range(players):
            other = game.redealt(seat, number)
            assert other.view(seat) == game.view(seat)
            assert other.decision.committed == game.decision.committed
            assert other.decision.seats == game.decision.seats


def _without_choice(view: View) -> View:
    """What a seat has committed to is remembered by the game, not by a bare state."""
    return evolve(view, players=tuple(evolve(one, chosen=None) for one in view.players))
