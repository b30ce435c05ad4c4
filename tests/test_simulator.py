"""The face for programs that play many games: numbers for moves, states that are copied, few texts."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import Fault, RulesetError, Simulator, TooManyMoves, load
from rulewright.interpreter.game.engines import EngineName

TOYS = Path(__file__).parent / "toys"
ENGINES: tuple[EngineName, ...] = ("python", "auto")
GAMES = ["cv-pocket", "cvlt", "cv-gossip", *(str(TOYS / f"{toy}.rules") for toy in ("dice", "hidden_pass"))]


def simulator(name: str, players: int, engine: EngineName) -> Simulator:
    return Simulator(load(name), players, engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_it_plays_the_game_that_people_play(name: str, engine: EngineName) -> None:
    ruleset, draw = load(name), random.Random(4)
    players = max(2, ruleset.model.least_players)
    one, game = simulator(name, players, engine), ruleset.new_game(players, seed=9)
    state = one.new_game(seed=9)
    for _ in range(40):
        if one.over(state):
            break
        assert one.seats(state) == game.decision.seats
        seat = draw.choice(one.seats(state))
        moves = one.legal_moves(state, seat)
        texts = [move.text for move in game.legal_moves(seat)]
        assert [one.text(state, move, seat) for move in moves] == texts
        number = draw.randrange(len(moves))
        one.apply(state, moves[number], seat)
        game.apply(texts[number], seat)
    assert one.over(state) == game.over
    assert one.points(state) == tuple(map(game.score_sheet().total, range(players)))
    if game.outcome is not None:
        assert (one.ranking(state), one.winners(state)) == (game.outcome.ranking, game.outcome.winners)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_moves_listed_long_ago_can_be_made_in_copies(name: str, engine: EngineName) -> None:
    one = simulator(name, 3, engine)
    state = one.new_game(seed=2)
    for _ in range(6):
        moves = one.legal_moves(state)
        if not moves:
            break
        after = []
        for move in moves[:5]:
            apart = one.copy(state)
            one.playout(one.copy(state), seed=1)  # which lists other moves meanwhile
            one.apply(apart, move)
            after.append(one.legal_moves(apart))
        assert one.legal_moves(state) == moves
        assert [one.step(one.copy(state), move) for move in moves[:5]] == after
        one.apply(state, moves[-1])


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_number_moves_alike(name: str) -> None:
    draw = random.Random(6)
    python, other = (simulator(name, 3, engine) for engine in ENGINES)
    states = python.new_game(seed=3), other.new_game(seed=3)
    for _ in range(60):
        moves = python.legal_moves(states[0])
        assert other.legal_moves(states[1]) == moves
        if not moves:
            break
        move = draw.choice(moves)
        assert [python.parts(one) for one in moves] == [other.parts(one) for one in moves]
        python.apply(states[0], move)
        other.apply(states[1], move)


@pytest.mark.parametrize("engine", ENGINES)
def test_moves_with_subsets_have_the_same_number_in_every_state(engine: EngineName) -> None:
    one = simulator("cv-gossip", 3, engine)
    parts: dict[int, tuple[int, ...]] = {}
    for seed in range(6):
        draw, state = random.Random(seed), one.new_game(seed)
        moves = one.legal_moves(state)
        while moves:
            for move in moves:
                assert parts.setdefault(move, one.parts(move)) == one.parts(move)
            moves = one.step(state, draw.choice(moves))
    assert len(set(parts.values())) == len(parts)


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_play_out_the_same_games(name: str) -> None:
    ends = []
    for engine in ENGINES:
        one = simulator(name, 3, engine)
        state = one.new_game(seed=5)
        one.playout(state, seed=8)
        ends.append((one.over(state), one.points(state), one.winners(state), one.legal_moves(state)))
    assert ends[0] == ends[1]
    assert ends[0][0]
    assert ends[0][3] == []


@pytest.mark.parametrize("name", ["cv-pocket", "cvlt", "cv-gossip"])
def test_parts_of_moves_have_the_same_number_everywhere(name: str) -> None:
    texts: dict[tuple[int, ...], str] = {}
    for seed in range(3):
        one = simulator(name, 2, "python")
        state = one.new_game(seed)
        for _ in range(30):
            for move in one.legal_moves(state):
                parts = one.parts(move)
                assert all(0 <= part < one.part_count for part in parts)
                told = one.text(state, move).partition(" ")[0]
                assert texts.setdefault(parts[:1], told) == told
            if not one.over(state):
                one.apply(state, one.legal_moves(state)[-1])


def test_which_engine_plays_is_told_and_python_can_be_asked_for() -> None:
    one = simulator("cvlt", 4, "python")
    assert (one.engine_used, one.notes) == ("python", ())
    assert simulator("cvlt", 4, "auto").engine_used in ("python", "native")


def test_so_many_players_as_the_rules_do_not_allow_are_refused() -> None:
    with pytest.raises(RulesetError):
        simulator("cvlt", 9, "python")


STUCK = """language 1
game "Stuck"
    players 2
cards Card for each n in 1..16
var opener = random player
zone deck: Card, face up
zone row: Card, face up, at most 1
setup
    put Card into deck
play
    turns clockwise from opener until empty(deck)
        choose lay, gather
action lay
    put the(top(deck)) onto row
action gather(taken in 0 or more of deck)
    require size(taken) > 1
winner by most seat(it)
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_what_stops_a_game_is_told_as_a_game_tells_it(engine: EngineName, tmp_path: Path) -> None:
    rules = tmp_path / "stuck.rules"
    rules.write_text(STUCK, encoding="utf-8")
    one, game = simulator(str(rules), 2, engine), load(rules).new_game(2, seed=1)
    state = one.new_game(seed=1)
    with pytest.raises(TooManyMoves):
        one.legal_moves(state)
    first = 0  # the number of `lay`, which has no arguments
    with pytest.raises(TooManyMoves):
        one.step(state, first)
    game.apply("lay")
    with pytest.raises(Fault) as told:
        game.apply("lay")
    with pytest.raises(Fault) as met:
        one.apply(state, first)
    assert met.value.problem == told.value.problem


HEARD = """language 1
game "Heard"
    players 2
cards Card for each n in 1..4
zone deck: Card, face up
zone row: Card, face up
var opener = random player
setup
    put Card into deck
play
    turns clockwise from opener once
        choose lay
action lay(c in deck)
    put c onto row
reaction entering when c enters row
    award if c.n == 1 then 1 div (c.n - 1) else c.n to opener for heard
score heard from awards
winner by highest score
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_after_one_that_stopped_in_a_reaction_hears_what_it_should(
    engine: EngineName, tmp_path: Path
) -> None:
    rules = tmp_path / "heard.rules"
    rules.write_text(HEARD, encoding="utf-8")
    one = simulator(str(rules), 2, engine)
    state = one.new_game(seed=1)
    by_text = {one.text(state, move): move for move in one.legal_moves(state)}
    stopped = one.copy(state)
    with pytest.raises(Fault):
        one.apply(stopped, by_text["lay 1"])
    one.apply(state, by_text["lay 2"])
    one.apply(state, by_text["lay 4"])
    assert sorted(one.points(state)) == [0, 6]


RARE = """\
language 1
game "Rare"
    players 2
var unlikely = 5
play
    everyone chooses name
action name(a in 1..1000, b in 1..1000)
    require a * b == unlikely - 6
winner by highest seat(it)
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_move_is_not_looked_for_among_more_candidates_than_a_list_tries(
    engine: EngineName, tmp_path: Path
) -> None:
    rules = tmp_path / "rare.rules"
    rules.write_text(RARE, encoding="utf-8")
    one = Simulator(load(rules), 2, engine)
    with pytest.raises(TooManyMoves):
        one.legal_moves(one.new_game(seed=1))


ENDLESS = """\
language 1
game "Endless"
    players 2
cards Card for each n in 1..3
zone deck: Card, face up
setup
    put Card into deck
play
    everyone chooses go
action go
    spin
rule spin
    repeat until empty(deck)
        put top(deck) beneath deck
winner by highest seat(it)
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_work_without_end_stops_at_the_loop_after_as_much_as_the_host_allows(
    engine: EngineName, tmp_path: Path
) -> None:
    rules = tmp_path / "endless.rules"
    rules.write_text(ENDLESS, encoding="utf-8")
    one = Simulator(load(rules, most_work=5_000), 2, engine)
    state = one.new_game(seed=1)
    one.apply(state, one.legal_moves(state)[0])
    with pytest.raises(Fault) as met:
        one.apply(state, one.legal_moves(state)[0])
    problem = met.value.problem
    assert (problem.code, problem.facts) == ("limit-play", {"limit": 5_000, "within": "spin"})
    assert (problem.span.line, problem.span.column) == (13, 5)


@pytest.mark.parametrize("most_work", [0, -1, 10**9])
def test_a_host_can_lower_the_work_only(most_work: int) -> None:
    with pytest.raises(ValueError, match="the most work is from 1 to"):
        load("cv-pocket", most_work=most_work)
