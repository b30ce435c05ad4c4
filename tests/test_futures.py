"""Copies of a game with another future: what has happened stays, in the copy, its saves and its undo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright import Game, SaveError, Simulator, load, load_text, resume
from rulewright.interpreter.cli.watch import replayed
from rulewright.interpreter.game.engines import EngineName
from rulewright.interpreter.game.saves.lines import Sealer

TOYS = Path(__file__).parent / "toys"

THROWS = """
language 1
game "Throws"
    players 2
dice cup: 1..6, at most 1, face up
var said of player: int?, face down
play
    repeat 20 times
        everyone chooses say
        turns clockwise from first(players) once
            choose throw
action say(n in 1..3)
    said[me] = n
action throw
    roll 1 dice into cup
score even(p) = 0
winner by highest score
"""


def thrown(game: Game, moves: int = 6) -> list[object]:
    """The faces that come up in the next rounds."""
    faces: list[object] = []
    for _ in range(moves):
        for seat in game.decision.seats:
            if game.decision.kind == "everyone":
                game.apply("say 1", seat)
        for _ in range(2):
            game.apply("throw")
            faces.append(game.view().cups[0].faces)
    return faces


def test_the_future_is_that_of_the_seed() -> None:
    game = load_text(THROWS, "throws.rules").new_game(2, seed=7)
    thrown(game, 2)
    other, same, third = game.copy(seed=1), game.copy(seed=1), game.copy(seed=2)
    own = thrown(game.copy())
    assert thrown(other) == thrown(same)
    assert len({str(own), str(thrown(same)), str(thrown(third))}) == 3
    assert thrown(game.copy(seed=7)) == own, "the seed that it had is no other future"
    assert game.seed == third.seed == 7


def test_a_save_tells_from_which_seeds_chance_went_on() -> None:
    game = load_text(THROWS, "throws.rules").new_game(2, seed=7)
    first = game.copy(seed=1)  # before any move
    thrown(first, 1)
    second = first.copy(seed=2).copy(seed=3)  # the last one counts
    thrown(second, 2)
    third = second.copy(seed=4)
    for one, seeds in ((first, 1), (second, 2), (third, 3)):
        saved = one.to_save()
        assert saved.count('{"seed":') == seeds
        again = resume(saved).game
        assert again.state == one.state
        assert thrown(again) == thrown(one.copy())


def test_a_future_given_while_others_choose_is_saved_between_the_choices() -> None:
    game = load_text(THROWS, "throws.rules").new_game(2, seed=7)
    game.apply("say 2", 1)
    other = game.copy(seed=5)
    assert resume(other.to_save()).game.state == other.state
    other.apply("say 3", 0)
    again = resume(other.to_save()).game
    assert (again.state, again.to_save()) == (other.state, other.to_save())
    other.undo(2)
    assert other.state == load_text(THROWS, "throws.rules").new_game(2, seed=7).state


def test_undo_leads_back_to_the_seed_that_was_there_before() -> None:
    game = load_text(THROWS, "throws.rules").new_game(2, seed=7)
    thrown(game, 3)
    other = game.copy(seed=1)
    there = thrown(other)
    other.undo(24)
    assert thrown(other.copy()) == there, "back where the copy was made"
    other.undo(4)
    game.undo(4)
    assert thrown(other) == thrown(game), "and one round further"


def test_a_copy_of_a_copy_whose_events_nobody_asked_for_tells_the_same_ones() -> None:
    game = load_text(THROWS, "throws.rules").new_game(2, seed=7)
    thrown(game, 2)
    other = game.copy(seed=1)
    thrown(other, 2)
    third = other.copy(seed=2)
    thrown(third, 2)
    log = third.log()
    assert [line for line in log if "rolled" in line] == [
        line for line in resume(third.to_save()).game.log() if "rolled" in line
    ]
    assert third.state == resume(third.to_save()).game.state


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_a_simulator_copies_with_another_future(engine: EngineName) -> None:
    simulator = Simulator(load(TOYS / "dice.rules"), 1, engine)
    state = simulator.new_game(seed=3)

    def future(seed: int | None) -> list[tuple[int, ...]]:
        apart, points = simulator.copy(state, seed), []
        assert simulator.legal_moves(apart) == simulator.legal_moves(state)
        while not simulator.over(apart):
            simulator.apply(apart, simulator.legal_moves(apart)[-1])
            points.append(simulator.points(apart))
        return points

    assert future(1) == future(1)
    assert future(3) == future(None)
    assert len({tuple(future(seed)) for seed in (*range(6), 2**64 - 1)}) > 3


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_future_has_a_seed_of_64_bits(seed: int) -> None:
    game = load_text(THROWS, "throws.rules").new_game(2, seed=7)
    with pytest.raises(ValueError, match="64"):
        game.copy(seed=seed)


def test_moves_made_again_under_changed_rules_meet_the_same_chance() -> None:
    ruleset = load_text(THROWS, "throws.rules")
    game = ruleset.new_game(2, seed=7)
    thrown(game, 1)
    other = game.copy(seed=1)
    thrown(other, 1)
    other = other.copy(seed=2)
    again = replayed(other, ruleset)
    assert again.stopped is None
    assert (again.game.state, again.game.to_save()) == (other.state, other.to_save())


@pytest.mark.parametrize("seed", [-1, 2**64, "7", None, True, 1.5])
def test_a_seed_of_another_form_is_refused_in_its_line(seed: object) -> None:
    game = load_text(THROWS, "throws.rules").new_game(2, seed=7)
    thrown(game, 1)
    lines = [json.loads(line) for line in game.copy(seed=5).to_save().splitlines()]
    assert lines[-1]["seed"] == 5
    sealer, bare = Sealer(), [{name: line[name] for name in line if name != "check"} for line in lines]
    bare[-1]["seed"] = seed
    with pytest.raises(SaveError) as refused:
        resume("".join(f"{sealer.line(line)}\n" for line in bare))
    (problem,) = refused.value.problems
    assert (problem.code, problem.span.line, problem.facts["field"]) == ("save-form", len(lines), "seed")
