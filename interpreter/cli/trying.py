"""`rulewright test`: run scenarios and say which fail, and where they differ."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from rulewright.cli.reports import Stopped, stopping
from rulewright.dsl.problems import problem
from rulewright.dsl.report import render
from rulewright.lab.trial import Trial, run_file, scenario_files
from rulewright.library import find


@click.command("test")
@click.argument("what", nargs=-1, required=True, metavar="GAME|SCENARIO...")
@click.option("--verbose", "-v", is_flag=True, help="Name each scenario as it runs.")
def command(what: tuple[str, ...], verbose: bool) -> int:
    """Run the scenarios of a game, or single scenario files.

    The exit code is 1 when a scenario fails, and 2 when one cannot be run.
    """
    passed = failed = broken = 0
    for game, file in _files(what):
        trial = run_file(game, file)
        passed += trial.verdict == "passed"
        failed += trial.verdict == "failed"
        broken += trial.verdict == "broken"
        if verbose or trial.verdict != "passed":
            _tell(file, trial)
    total = passed + failed + broken
    click.echo(
        f"{passed} of {total} scenarios passed"
        + (f", {failed} failed" if failed else "")
        + (f", {broken} cannot be run" if broken else "")
    )
    return 2 if broken else 1 if failed else 0


def _files(what: Iterable[str]) -> Iterable[tuple[Path, Path]]:
    """The scenario files meant, each with the game it belongs to."""
    for name in what:
        path = Path(name)
        if path.suffix == ".yaml":
            yield path.resolve().parent.parent, path
            continue
        with stopping({}):
            place = find(name)
        files = scenario_files(place.folder)
        if not files:
            raise Stopped([problem("scenario-none", name=name)])
        for file in files:
            yield place.folder / place.main, file


def _tell(file: Path, trial: Trial) -> None:
    rules = f" ({', '.join(trial.rules)})" if trial.rules else ""
    click.echo(f"{trial.verdict:<7} {file.name}: {trial.title}{rules}")
    if trial.problems:
        click.echo(render(trial.problems, trial.sources))
