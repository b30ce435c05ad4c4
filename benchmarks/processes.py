"""What whole processes take: commands from start to end, and the build of a game as machine code."""

from __future__ import annotations

import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.games import PLAYERS, engine, ruleset
from rulewright.interpreter.code.c import c_text
from rulewright.interpreter.native.compilers import compilers

ROUNDS = 3


def command(*arguments: str) -> float:
    """CPU seconds of a command of the program, the best of some rounds."""
    line = (sys.executable, "-m", "rulewright", *arguments)
    return _best(lambda: subprocess.run(line, check=True, capture_output=True))


def native_build(game: str) -> float:
    """CPU seconds of the compiler for a game."""
    plan = engine(game, "python").plan
    assert plan is not None
    text = c_text(plan.code)
    compiler = next(compilers())

    def build() -> None:
        with TemporaryDirectory() as folder:
            compiler.build(text, Path(folder))

    return _best(build)


def memory(game: str) -> float:
    """Megabytes that a game holds at its end, with all that undo needs."""
    rules, drawn = ruleset(game), Random(1)
    rules.new_game(PLAYERS, seed=1)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    played = rules.new_game(PLAYERS, seed=1)
    while not played.over:
        seat = played.decision.seats[0]
        played.apply(drawn.choice(played.legal_moves(seat)), seat)
    held = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return held / 1e6


def _best(run: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)
