"""A move whose arguments do not fit into one number lies in the pool, and is the same move in every form."""

from __future__ import annotations

from collections import Counter

import pytest
from casefiles import Case
from engines import Engines, play, playout

from rulewright import Simulator
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of

RULES = """\
language 1
game "Wide"
    players 2
cards Coin for each n in 1..12
zone bank: Coin, face up
zone hand of player: Coin, face up
var low = 0 - 1000000000
var n = 2000000000
var lead: player = random player
setup
    put Coin into bank
    deal 5 from bank to each hand
play
    {play}
action bid(x in low..low + 1, y in n..n + 2, c in hand[me])
    require y - n != x - low because "that is the same"
    n += y - n
    low += x - low
    put c into bank
action give(x in low..low + 1, y in n..n + 1, some_coins in exactly 2 of hand[me])
    require sum(c.n for c in some_coins) > 6 + y - n
    low += x - low
    put some_coins into bank
winner by highest size(hand[it]) + low
"""
TURNS = "turns clockwise from lead until size(hand[lead]) < 3\n        "
PLAYS = {
    "one by one": f"{TURNS}choose bid, give",
    "all at once": "everyone chooses bid, give",
    "step by step": f"{TURNS}choose bid, give step by step",
}


def rules(play_text: str) -> Ruleset:
    model = Case("wide.rules", {"wide.rules": RULES.format(play=play_text)}).load().model
    assert model is not None
    return ruleset_of(model)


@pytest.mark.parametrize("how", PLAYS)
def test_wide_moves_are_played_alike(how: str) -> None:
    engines, seen = Engines.of(how, rules(PLAYS[how]), 2, native=True), Counter[str]()
    assert all(form.packed for form in engines.plan.forms)
    for seed in range(4):
        play(engines, seed, seen)
        playout(engines, seed, seen)
    assert seen["decisions"] > 4


@pytest.mark.parametrize("how", PLAYS)
@pytest.mark.parametrize("engine", ["python", "auto"])
def test_a_simulator_names_wide_moves_as_games_do(how: str, engine: str) -> None:
    ruleset = rules(PLAYS[how])
    game, simulator = (
        ruleset.new_game(2, seed=3),
        Simulator(ruleset, 2, "python" if engine == "python" else "auto"),
    )
    state = simulator.new_game(seed=3)
    for at in range(4):
        if game.over:
            break
        seat = game.decision.seats[0]
        moves, listed = simulator.legal_moves(state, seat), game.legal_moves(seat)
        assert [simulator.text(state, move, seat) for move in moves] == [move.text for move in listed]
        assert len(set(moves)) == len(moves)
        game.apply(listed[at * 7 % len(listed)].text, seat)
        simulator.apply(state, moves[at * 7 % len(moves)], seat)
    assert simulator.over(state) == game.over


FULL = """\
language 1
game "Full"
    players 2
cards Coin for each n in 1..5
zone bank: Coin, face up
zone heap: Coin, face up
var lead: player = random player
setup
    put Coin into bank
play
    turns clockwise from lead once
        choose give
action give(some_coins in exactly 2 of bank)
    put some_coins into heap
winner by fewest seat(it)
"""


@pytest.mark.parametrize(("bits", "listed"), [(5, 10), (4, None)])
def test_where_the_pool_is_full_there_are_too_many_moves(
    bits: int, listed: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten pairs of coins, each written as a length and two numbers: they begin at 0, 3, 6 up to 27."""
    monkeypatch.setattr("rulewright.interpreter.lowering.moves.POOL_BITS", bits)
    model = Case("full.rules", {"full.rules": FULL}).load().model
    assert model is not None
    engines = Engines.of("full", ruleset_of(model), 2, native=False)
    machine = engines.machines["python"]
    state = machine.start(1)
    moves = machine.moves(state, machine.deciders(state)[0])
    assert (moves if moves is None else len(moves)) == listed
