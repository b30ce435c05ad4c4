"""Do games as machine code touch only what is theirs, and play as in Python?

    python .ci/sanitize.py                   everything: 500 rulesets, 200 games and 2,000 made-up moves each
    python .ci/sanitize.py --count 50        a tenth

Each ruleset is printed as C, and built with the address and the undefined behaviour sanitizer around
`sanitize.c`, which plays at random, and gives moves that nobody listed: numbers of any kind, of other
decisions, with one bit changed, of other seats. Anything that a sanitizer reports, a card that is lost, a
listed move that is a fault of the machine, and a playout that does not end as it does in Python is a finding.

The rulesets are those that ship, then, in an order drawn by the seed, each of their variants, the small
games and the cases of the tests, and, until there are as many as were asked for, any of these with one thing
changed in its rules as `tests/mutation` does it. Needs the packages of the tests, and a C compiler with its
sanitizers.
"""

from __future__ import annotations

import argparse
import os
import random
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import islice
from pathlib import Path

from attrs import frozen

from rulewright.dsl.model import Model
from rulewright.interpreter.code.c import c_text
from rulewright.interpreter.engine.machine import MOST_WORK, Draws, Stopped, TooMany
from rulewright.interpreter.game.engines import python_machine
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.trial import declarations
from rulewright.interpreter.library.places import list_rulesets
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.lowering.plan import Plan, lower
from rulewright.interpreter.lowering.values import Unbound
from rulewright.interpreter.state.chance import word

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-O1", "-g1")
DRAWS_SITE = 1
"""The stream by which random players draw, as `sanitize.c` has it."""
MOST_SECONDS = 600


@frozen
class Trial:
    """Rules and a number of players; `name` tells where they are from, and what was changed."""

    name: str
    model: Model
    ruleset: Ruleset
    players: int


# ---- which rulesets ------------------------------------------------------------------------------


def rulesets() -> Iterator[tuple[str, Ruleset]]:
    """All rulesets that there are, those that ship first."""
    for name in list_rulesets():
        yield name, load(name)
        for file in sorted((ROOT / "rulesets" / name / "variants").glob("*")):
            if file.suffix in (".rules", ".yaml"):
                try:
                    yield f"{name} under {file.stem}", load(name, variants=[str(file)])
                except RulesetError:
                    continue  # the cards of a variant, or one that needs another one
    for file in sorted((ROOT / "tests").rglob("*.rules")):
        try:
            yield str(file.relative_to(ROOT)), load(file)
        except RulesetError:
            continue  # a case that shows a mistake


def trials(seed: int) -> Iterator[Trial]:
    """The rulesets, for the fewest and for the most players, then with one thing changed, without end."""
    sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "mutation")]
    mutants = import_module("mutate").mutants
    rng = random.Random(seed)
    every = list(rulesets())
    found = [
        Trial(f"{name}, {players} players", ruleset.model, ruleset, players)
        for name, ruleset in every
        if (counts := ruleset.player_counts)
        for players in sorted({counts[0], counts[-1]})
    ]
    rng.shuffle(found)
    shipped = [f"{name}," for name in list_rulesets()]
    yield from sorted(found, key=lambda one: not one.name.startswith(tuple(shipped)))
    while True:
        name, ruleset = rng.choice(every)
        declared = rng.choice(declarations(ruleset.model))
        changed = list(islice(mutants(ruleset.model, declared), 50))
        counts = ruleset.player_counts
        if changed and counts:
            mutant = rng.choice(changed)
            players = rng.choice(counts)
            yield Trial(f"{name}, {players} players, {mutant.what}", mutant.model, ruleset, players)


def lowered(trial: Trial) -> Plan | str | None:
    """The trial's code, or why there is none; None where what was changed leaves nothing to play.

    Without the statement that gives a name its value, what was changed would not have passed the check.
    """
    try:
        ruleset = Ruleset(trial.model, dict(trial.ruleset.given))
        return lower(trial.model, ruleset.program(trial.players).known)
    except (RulesetError, Unbound):
        return None
    except Exception:  # the finding is that there is one
        return traceback.format_exc()


# ---- one trial -----------------------------------------------------------------------------------


@frozen
class Options:
    """What each trial is to do, and with what."""

    compiler: tuple[str, ...]
    folder: Path
    seed: int
    games: int
    forged: int
    agree: int


def tried(options: Options, number: int, name: str, plan: Plan | str) -> str:
    """The finding of a trial; empty where there is none."""
    if isinstance(plan, str):
        return f"{name}: it cannot be lowered\n{plan[-1500:]}"
    program, text = options.folder / f"game{number}", options.folder / f"game{number}.c"
    text.write_text(c_text(plan.code) + (ROOT / ".ci" / "sanitize.c").read_text(encoding="utf-8"))
    built = subprocess.run(
        [*options.compiler, *FLAGS, "-w", "-o", str(program), str(text)], capture_output=True, text=True
    )
    if built.returncode:
        return f"{name}: it cannot be built\n{built.stderr[-2000:]}"
    numbers = (options.seed, options.games, options.forged, MOST_WORK)
    try:
        ran = subprocess.run(
            [str(program), *map(str, numbers)], capture_output=True, text=True, timeout=MOST_SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"{name}: no end after {MOST_SECONDS} seconds"
    if ran.returncode:
        return f"{name}: {ran.stdout[-300:]}\n{ran.stderr[-3000:]}\nthe program is {text}"
    program.unlink()
    text.unlink()
    told = [tuple(map(int, line.split()[1:])) for line in ran.stdout.splitlines()]
    for seed, stopped, hash_ in islice(told, options.agree):
        if (stopped, hash_) != in_python(plan, name, seed):
            return f"{name}: the game of seed {seed} ends differently in Python"
    return ""


def in_python(plan: Plan, name: str, seed: int) -> tuple[int, int]:
    """How a random playout ends in printed Python, as `sanitize.c` tells it."""
    machine = python_machine(plan, name)
    try:
        state = machine.start(seed)
        machine.playout(state, _Players(seed))
    except Stopped as stopped:
        return stopped.fault + (stopped.fault >= 0), 0
    except TooMany:
        return -3, 0
    found = 2166136261
    for slot in machine.slots(state):
        found = (found ^ slot & 0xFFFFFFFF) * 16777619 & 0xFFFFFFFF
    return 0, found


class _Players(Draws):
    """Random players who draw from the stream that `sanitize.c` gives them."""

    def below(self, bound: int) -> int:
        drawn = word(self.seed & 0xFFFFFFFF, self.seed >> 32, DRAWS_SITE, self.count)
        self.count += 1
        return drawn * bound >> 32


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--count", type=int, default=500, help="how many rulesets (%(default)s)")
    parser.add_argument("--games", type=int, default=200, help="random games of each (%(default)s)")
    parser.add_argument("--forged", type=int, default=2000, help="made-up moves of each (%(default)s)")
    parser.add_argument("--agree", type=int, default=5, help="playouts of each in Python too (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of games and of what is changed (%(default)s)")
    parser.add_argument("--only", default="", help="rulesets with this in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at once (%(default)s)")
    chosen = parser.parse_args()
    compiler = tuple(shlex.split(os.environ.get("CC", "cc")))
    findings, done = [], 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(chosen.jobs) as pool:
        options = Options(compiler, Path(folder), chosen.seed, chosen.games, chosen.forged, chosen.agree)
        wanted = (one for one in trials(chosen.seed) if chosen.only in one.name)
        plans = ((one.name, plan) for one in wanted if (plan := lowered(one)) is not None)
        waiting = set()
        for number, (name, plan) in enumerate(islice(plans, chosen.count)):
            waiting.add(pool.submit(tried, options, number, name, plan))
            while len(waiting) > 2 * chosen.jobs:
                ended = {one for one in waiting if one.done()} or {next(iter(waiting))}
                findings += [found for one in ended if (found := one.result())]
                waiting -= ended
                done += len(ended)
        findings += [found for one in waiting if (found := one.result())]
        done += len(waiting)
        for finding in findings:
            print(finding)
    print(
        f"{done} rulesets, {chosen.games} games and {chosen.forged} made-up moves each: "
        f"{len(findings)} findings"
    )
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
