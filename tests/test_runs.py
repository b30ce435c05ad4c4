"""Runs: neither workers nor cuts show in what they come to, and whatever happens, what was played is kept."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

from rulewright.dsl.problems import problem
from rulewright.interpreter.bots import make
from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.game.game import Bot
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.lab.figures import as_text, failures
from rulewright.interpreter.lab.games import StuckGame
from rulewright.interpreter.lab.run_file import Json, RunFileError
from rulewright.interpreter.lab.runs import (
    MOST_DEATHS,
    Interrupted,
    Keep,
    Play,
    Played,
    Run,
    WorkersFailed,
    play_run,
)
from rulewright.interpreter.lab.simulate import simulate
from rulewright.interpreter.library.rulesets import load

EIGHT = Path(__file__).parent / "toys" / "first_eight.rules"
IDENTITY: dict[str, Json] = {"kind": "squares", "seed": 1}


@pytest.fixture(scope="module")
def eight() -> Ruleset:
    return load(EIGHT)


def squares(first: int, count: int) -> Json:
    """What games come to here: a number each."""
    return [number * number for number in range(first, first + count)]


@frozen
class DyingAt:
    """Squares, by a worker that is killed at a game; only once where it leaves a mark."""

    game: int
    mark: Path | None

    def __call__(self, first: int, count: int) -> Json:
        if self.game in range(first, first + count) and (self.mark is None or not self.mark.exists()):
            if self.mark is not None:
                self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return squares(first, count)


def values(played: Played) -> list[Json]:
    return [one for part in played.parts if isinstance(part.result, list) for one in part.result]


def run_of(play: Play, games: int = 20, at_once: int = 3) -> Run:
    return Run(play, games, IDENTITY, at_once)


ALL: list[Json] = [number * number for number in range(20)]

# ---- workers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("workers", "at_once"), [(1, 1), (1, 3), (1, 100), (2, 1), (2, 3)])
def test_neither_workers_nor_cuts_show_in_the_result(workers: int, at_once: int) -> None:
    assert values(play_run(run_of(squares, at_once=at_once), workers)) == ALL


def test_games_of_a_worker_that_is_killed_are_played_again(tmp_path: Path) -> None:
    played = play_run(run_of(DyingAt(11, tmp_path / "mark")), 2)
    assert values(played) == ALL
    assert [(note.code, note.facts["count"]) for note in played.notes] == [("worker-died", 1)]


def test_where_workers_die_again_and_again_the_run_is_given_up() -> None:
    with pytest.raises(WorkersFailed) as caught:
        play_run(run_of(DyingAt(0, None)), 2)
    (found,) = caught.value.problems
    assert (found.code, found.facts["count"], found.facts["game"]) == ("workers-died", MOST_DEATHS, 1)


def test_simulations_are_the_same_by_any_number_of_workers(eight: Ruleset) -> None:
    for bots in (("random", "random"), ("greedy", "random")):
        results = [simulate(eight, 2, 24, 5, bots, workers=workers) for workers in (1, 2)]
        assert results[0] == results[1]


def test_a_cluster_plays_the_same_games(eight: Ruleset) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        there = simulate(eight, 2, 6, 5, ("greedy", "random"), workers=f"dask:{cluster.scheduler_address}")
    assert there == simulate(eight, 2, 6, 5, ("greedy", "random"), workers=1)


def test_a_cluster_that_does_not_answer_is_told() -> None:
    distributed = pytest.importorskip("distributed")
    assert distributed
    with pytest.raises(WorkersFailed) as caught:
        play_run(run_of(squares), "dask:no-such-host.invalid:1")
    assert caught.value.problems[0].code == "workers-no-cluster"


def test_without_dask_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkersFailed) as caught:
        play_run(run_of(squares), "dask:127.0.0.1:1")
    assert caught.value.problems[0].code == "workers-no-dask"


def test_a_ruleset_goes_to_other_processes(eight: Ruleset) -> None:
    eight.program(2)
    assert pickle.loads(pickle.dumps(eight)) == eight


def test_a_fault_comes_back_from_other_processes_with_its_seed() -> None:
    stuck = pickle.loads(pickle.dumps(StuckGame(problem("fault-empty", name="deck"), 12)))
    assert (stuck.seed, stuck.problem.code) == (12, "fault-empty")


# ---- breaking off and going on -------------------------------------------------------------------


def broken_off_at(game: int) -> Play:
    def play(first: int, count: int) -> Json:
        if game in range(first, first + count):
            raise KeyboardInterrupt
        return squares(first, count)

    return play


def test_who_breaks_off_has_what_was_played_and_goes_on_from_there(tmp_path: Path) -> None:
    file, asked = tmp_path / "run.jsonl", list[int]()

    def counting(first: int, count: int) -> Json:
        asked.append(count)
        return squares(first, count)

    with pytest.raises(Interrupted) as caught:
        play_run(run_of(broken_off_at(10)), 1, Keep(file))
    assert values(caught.value.result) == ALL[:9]
    told: list[int] = []
    played = play_run(run_of(counting), 1, Keep(file, go_on=True), told.append)
    assert values(played) == ALL
    assert (sum(asked), told[0], sum(told)) == (11, 9, 20)


def test_a_finished_run_goes_on_with_more_games(eight: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    simulate(eight, 2, 10, 5, keep=Keep(file))
    assert simulate(eight, 2, 25, 5, keep=Keep(file, go_on=True)) == simulate(eight, 2, 25, 5)


def test_other_rules_are_another_run(eight: Ruleset, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    simulate(eight, 2, 3, 5, keep=Keep(file))
    changed = tmp_path / "first_eight.rules"
    changed.write_text(EIGHT.read_text(encoding="utf-8").replace("div 2", "div 3"), encoding="utf-8")
    with pytest.raises(RunFileError) as caught:
        simulate(load(changed), 2, 3, 5, keep=Keep(file, go_on=True))
    assert caught.value.problems[0].facts["key"] == "rules: score pairs"


def test_a_simulation_that_is_broken_off_adds_up_what_was_played(eight: Ruleset) -> None:
    result = simulate_until(eight, 7)
    assert (result.games, result.asked) == (7, 30)
    assert as_text("Eight", result).startswith("Eight: 7 of 30 games of 2 players")


def simulate_until(ruleset: Ruleset, games: int):  # type: ignore[no-untyped-def]
    played = 0

    def progress(count: int) -> None:
        nonlocal played
        played += count
        if played == games:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        simulate(ruleset, 2, 30, 5, ("greedy", "random"), progress, workers=1)
    return caught.value.result


# ---- bots ----------------------------------------------------------------------------------------


def always(choose: Callable[[Seat], object], first_seed: int) -> Callable[[int], Bot]:
    """A bot that chooses like this from a game on, and at random before."""

    def made(seed: int) -> Bot:
        return choose if seed // 64 >= first_seed else make("random", seed)  # type: ignore[return-value]

    made.__name__ = "mine"
    return made


def raising(seat: Seat) -> Move:
    raise KeyError("no idea")


@pytest.mark.parametrize(
    ("choose", "code", "said"),
    [
        (raising, "bot-raised", "KeyError: 'no idea'"),
        (lambda seat: "dance", "bot-illegal", "There is no action `dance`"),
        (lambda seat: 7, "bot-illegal", "7"),
    ],
    ids=["raises", "not-legal", "no-move"],
)
def test_a_bot_that_goes_wrong_is_named_and_the_run_goes_on(
    eight: Ruleset, choose: Callable[[Seat], object], code: str, said: str
) -> None:
    result = simulate(eight, 2, 6, 1, ("random", always(choose, 5)), rotate=False)
    assert result.games == 4
    assert [(one.code, one.facts["seat"], one.facts["seed"]) for one in result.failed] == [
        (code, 2, "5"),
        (code, 2, "6"),
    ]
    assert all("mine" in line and said in line for line in failures(result))


def test_bots_that_differ_sit_at_each_seat_in_turn(eight: Ruleset) -> None:
    both = simulate(eight, 2, 40, 1, ("greedy", "random"))
    assert both.rotated
    assert both.wins != both.seat_wins
    assert sum(both.wins) == sum(both.seat_wins) == 40
    odd = [
        simulate(eight, 2, 1, 1 + number, ("random", "greedy"), rotate=False) for number in range(1, 40, 2)
    ]
    even = [
        simulate(eight, 2, 1, 1 + number, ("greedy", "random"), rotate=False) for number in range(0, 40, 2)
    ]
    assert both.wins[0] == sum(one.wins[0] for one in even) + sum(one.wins[1] for one in odd)


def test_bots_of_one_kind_stay_where_they_are(eight: Ruleset) -> None:
    assert not simulate(eight, 2, 4, 1, ("greedy", "greedy")).rotated
