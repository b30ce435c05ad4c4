"""`python -m benchmarks [--only WORD] [--seconds N] [--results FILE]`: measures all, prints plain tables."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from pathlib import Path

import click

from benchmarks import games, growth, openspiel, processes
from benchmarks.figures import figures
from benchmarks.measure import Measured, Work, measure
from rulewright.interpreter.game.engines import EngineName, engine_for

BASE = "CV Pocket: by hand, Python"
"""What the ratios are to."""

FORMS: dict[EngineName, str] = {"python": "Python", "native": "native"}

SHORT_GAME = Path(__file__).parents[1] / "tests" / "toys" / "whist.rules"


@click.command()
@click.option("--only", default="", metavar="WORD", help="Measure only what has this word in its name.")
@click.option("--seconds", default=2.0, show_default=True, help="CPU seconds for each line.")
@click.option("--results", type=click.Path(path_type=Path), help="Write a page of it into this file, too.")
def main(only: str, seconds: float, results: Path | None) -> None:
    """How quick games are, in CPU time, all in one run. README.md tells how to read it."""
    compiler = shutil.which("cc")
    lines = [_machine(compiler), ""]
    rates = _rates(only, seconds, compiler)
    lines += _table(rates)
    amounts = {
        name: measured() for name, measured in _amounts().items() if only.casefold() in name.casefold()
    }
    if amounts:
        lines += ["", *(f"{name:<50}{amount:>12.2f}" for name, amount in amounts.items())]
    told = openspiel.installed()
    if not told:
        lines += ["", "OpenSpiel is not installed (pip install '.[bench]'): not measured."]
    compared = figures({one.name: one.rate for one in rates} | amounts)
    lines += ["", *compared] if compared else []
    print("\n".join(lines))
    if results is not None:
        results.write_text(_page(lines), encoding="utf-8")


def _rates(only: str, seconds: float, compiler: str | None) -> list[Measured]:
    """All that is counted a second; what the ratios are to is always measured."""
    wanted = {
        name: work for name, work in _works(compiler) if only.casefold() in name.casefold() or name == BASE
    }
    return measure([work(name) for name, work in wanted.items()], seconds)


Prepared = tuple[str, Callable[[str], Work]]
"""The name of a line, and what prepares it."""


def _works(compiler: str | None) -> Iterator[Prepared]:
    """What is to be measured, by name; prepared only when it is wanted."""
    for game in games.BY_HAND_GAMES:
        title = games.TITLES[game]
        yield f"{title}: by hand, Python", partial(games.by_hand, game)
        if compiler is not None:
            yield f"{title}: by hand, C", partial(games.by_hand_in_c, game, compiler)
    for game, title in games.TITLES.items():
        for form, said in FORMS.items():
            yield f"{title}: playouts, {said}", partial(games.playouts_of, game, form)
            yield f"{title}: Simulator, {said}", partial(games.simulated, game, form)
            yield f"{title}: copy, {said}", partial(games.copies, game, form)
        yield f"{title}: Game", partial(games.game_loop, game)
        yield f"{title}: view as JSON", partial(games.views, game)
    if openspiel.installed():
        for game, title in (("hearts", "Hearts"), ("tic_tac_toe", "tic-tac-toe")):
            yield f"OpenSpiel {title}: from Python", partial(openspiel.loop, game)
            yield f"OpenSpiel {title}: own loop", partial(openspiel.own_loop, game)
    for players, cards, laps in growth.SHAPES:
        title = f"Growth: {players} players, {cards} cards, {laps} laps"
        for form, said in FORMS.items():
            yield f"{title}, {said}", partial(_grown, players, cards, laps, form)


def _grown(players: int, cards: int, laps: int, form: EngineName, name: str) -> Work:
    return games.playouts(engine_for(growth.matching(cards, laps), players, 0, form), name)


def _amounts() -> dict[str, Callable[[], float]]:
    """What is an amount and no rate."""
    return {
        "check cv-gossip, CPU seconds": lambda: processes.command("check", "cv-gossip"),
        "check of 50 lines, CPU seconds": lambda: processes.command("check", str(SHORT_GAME)),
        "native build of CV with Gossip, CPU seconds": lambda: processes.native_build("cv-gossip"),
        "CV with Gossip with undo, megabytes": lambda: processes.memory("cv-gossip"),
    }


def _table(rates: list[Measured]) -> list[str]:
    base = next((one.rate for one in rates if one.name == BASE), 0.0)
    lines = [f"{'':<50}{'a second':>14}{'ratio':>10}"]
    for one in rates:
        ratio = f"{one.rate / base:.3f}" if base and one.unit == games.DECISIONS else ""
        lines.append(f"{one.name:<50}{one.rate:>14,.0f}{ratio:>10}  {one.unit}".rstrip())
    return lines


def _machine(compiler: str | None) -> str:
    said = "no C compiler"
    if compiler is not None:
        shown = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
        said = shown.stdout.partition("\n")[0]
    python = f"{platform.python_implementation()} {platform.python_version()}"
    load = os.getloadavg()[0]
    return f"{_processor()}; {os.cpu_count()} cores, load {load:.1f}; {platform.system()}; {python}; {said}"


def _processor() -> str:
    file = Path("/proc/cpuinfo")
    if file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _page(lines: list[str]) -> str:
    shared = (
        "Other work ran on the machine at the same time (more than its cores can do); all figures are\n"
        "CPU time, the best of three rounds that took turns, so that ratios hold better than rates."
        if os.getloadavg()[0] > (os.cpu_count() or 1)
        else "The machine had little else to do."
    )
    return "\n".join(
        [
            "# One run",
            "",
            f"`python -m {' '.join(['benchmarks', *sys.argv[1:]])}`, {date.today()}. {shared}",
            "README.md tells how to read it.",
            "",
            "```",
            *lines,
            "```",
            "",
        ]
    )


if __name__ == "__main__":
    main()
