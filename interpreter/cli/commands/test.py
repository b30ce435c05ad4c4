"""`rulewright test`: run scenarios and say which fail, and where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from attrs import define, field

from rulewright.dsl.problems import problem
from rulewright.dsl.problems.report import render
from rulewright.interpreter.cli.options import variants_option
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.lab.house import (
    Tried,
    game_under_variants,
    own_scenarios,
    run_own,
    scenarios_of_game,
    scenarios_of_variants,
)
from rulewright.interpreter.lab.trial import SCENARIO_SUFFIXES, Shared, Trial, game_of
from rulewright.interpreter.library.checking import load_place
from rulewright.interpreter.library.places import Place, find
from rulewright.interpreter.words.sentences import counted


@click.command("test")
@click.argument("what", nargs=-1, required=True, metavar="GAME|SCENARIO...")
@variants_option
@click.option("--game", help="The game of scenario files that do not lie in its folder `scenarios`.")
@click.option("--verbose", "-v", is_flag=True, help="Name each scenario, and show all differences.")
def command(what: tuple[str, ...], variants: tuple[str, ...], game: str | None, verbose: bool) -> int:
    """Run the scenarios of a game, or scenario files.

    Under a variant, its own scenarios are run, then those of the game: which of them come out otherwise,
    and does a scenario of the variant say so (under `differs`)?

    The exit code is 1 when a scenario fails or differs unannounced, and 2 when one cannot be run.
    """
    tally = _Tally(verbose)
    for name in what:
        path = Path(name)
        if path.suffix in SCENARIO_SUFFIXES:
            tally.run(game or game_of(path), path, variants)
            continue
        with stopping({}):
            place = find(name, variants)
        if place.variants:
            _test_variants(place, tally)
        else:
            _test_game(place, name, tally)
    return tally.finish()


def _test_game(place: Place, name: str, tally: _Tally) -> None:
    files = [*scenarios_of_game(place), *scenarios_of_variants(place)]
    if not files:
        raise Stopped([problem("scenario-none", name=name)])
    for file in files:
        tally.run(place.path, file)


def _test_variants(place: Place, tally: _Tally) -> None:
    loaded = load_place(place)
    if loaded.model is None:
        raise Stopped(loaded.problems, loaded.sources)
    own = own_scenarios(place)
    for file in own:
        tally.run(place.path, file, own=[one.path for one in place.variants])
    if not own:
        click.echo("The variant has no scenario of its own.")
    tally.compare(place, list(game_under_variants(place)))


@define
class _Tally:
    """Counts what came of scenarios, and tells of those that need telling."""

    verbose: bool
    passed: int = 0
    failed: int = 0
    broken: int = 0
    surprised: bool = False
    shared: Shared = field(factory=Shared)

    def run(
        self, game: Path | str, file: Path, variants: Sequence[str | Path] = (), own: Sequence[Path] = ()
    ) -> None:
        """Run one scenario, which may be one of variants."""
        trial = run_own(game, file, variants, own, self.shared)
        self.passed += trial.verdict == "passed"
        self.failed += trial.verdict == "failed"
        self.broken += trial.verdict == "broken"
        if self.verbose or trial.problems:
            _tell(trial.verdict, file, trial)
            _show(trial)

    def compare(self, place: Place, tried: list[Tried]) -> None:
        """Tell which scenarios of the game come out otherwise under its variants."""
        differing = [one for one in tried if one.differs]
        click.echo(f"{counted(len(tried), 'scenario')} of {place.id}: {len(differing)} come out otherwise")
        for one in differing:
            _tell("differs" if one.announced else "DIFFERS", one.file, one.trial)
            if self.verbose:
                _show(one.trial)
        unannounced = [one.file.stem for one in differing if not one.announced]
        silent = [one.file.stem for one in tried if one.announced and not one.differs]
        if unannounced:
            self.surprised = True
            click.echo("Not announced by the variant's scenarios. If they are meant to differ, write in one:")
            click.echo(f"  differs: [{', '.join(unannounced)}]")
        if silent and not any(one.announced for one in differing):
            click.echo(f"Announced under `differs`, and as before: {', '.join(silent)}")

    def finish(self) -> int:
        """Tell the numbers; gives the exit code."""
        total = self.passed + self.failed + self.broken
        if total:
            click.echo(
                f"{self.passed} of {total} scenarios passed"
                + (f", {self.failed} failed" if self.failed else "")
                + (f", {self.broken} cannot be run" if self.broken else "")
            )
        return 2 if self.broken else 1 if self.failed or self.surprised else 0


def _tell(verdict: str, file: Path, trial: Trial) -> None:
    rules = f" ({', '.join(trial.rules)})" if trial.rules else ""
    click.echo(f"{verdict:<7} {file.name}: {trial.title}{rules}")


def _show(trial: Trial) -> None:
    if trial.problems:
        click.echo(render(trial.problems, trial.sources))
