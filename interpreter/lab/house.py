"""House rules tried out: the scenarios of a variant, and those of its game that it changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from attrs import evolve, frozen

from rulewright.dsl.data.yamlread import start_of
from rulewright.dsl.problems import warning
from rulewright.interpreter.lab.scenarios import Scenario, read_scenario
from rulewright.interpreter.lab.trial import (
    Shared,
    Trial,
    read_scenario_text,
    rules_of,
    run,
    run_file,
    scenario_files,
)
from rulewright.interpreter.library.places import (
    VARIANTS,
    Place,
    find,
    is_variant,
    list_variants,
    variant_id,
)


def run_own(
    game: Path | str,
    file: Path,
    variants: Sequence[str | Path] = (),
    own: Sequence[str | Path] = (),
    shared: Shared | None = None,
) -> Trial:
    """Run a scenario, which may be one of its `own` variants or name some; further ones are laid over it.

    That it would come out just the same without its own variants is a warning.
    """
    trial = run_file(game, file, (*own, *variants), shared)
    scenario = _read(file)
    if trial.verdict != "passed" or scenario is None:
        return trial
    place = find(game)
    if not (own or place.variants or scenario.variants):
        return trial
    if run(place.path, evolve(scenario, variants=()), variants, shared=shared).verdict != "passed":
        return trial
    span = scenario.variants[0].span if scenario.variants else start_of(scenario.source.name)
    return evolve(trial, problems=(warning("scenario-without-variant", span),))


@frozen
class Tried:
    """A scenario of the game under variants: how it went, and whether a variant says that it changes."""

    file: Path
    trial: Trial
    announced: bool

    @property
    def differs(self) -> bool:
        """It no longer comes out as it does in the game itself."""
        return self.trial.verdict != "passed"


def scenarios_of_game(place: Place) -> list[Path]:
    """The scenario files of a game, without those of another rule file in the same folder."""
    return [one for one in scenario_files(place.folder) if rules_of(one) in (None, place.folder / place.main)]


def scenarios_of_variants(place: Place) -> list[Path]:
    """The scenario files of all variants that lie beside a game."""
    return scenario_files(place.folder / VARIANTS)


def own_scenarios(place: Place) -> list[Path]:
    """The scenario files that lie beside the variants laid over a game, but for those of something else."""
    folders = dict.fromkeys(one.path.resolve().parent for one in place.variants)
    return [
        file for folder in folders for file in scenario_files(folder) if not _of_something_else(file, place)
    ]


def _of_something_else(file: Path, place: Place) -> bool:
    """Whether a scenario is of another variant than those laid over a game, or of a game itself.

    One that cannot be read, or names a variant that is not there, is taken to be meant for these: where it
    is run it is told what is wrong with it.
    """
    laid = {one.path.stem for one in place.variants}
    folder = file.resolve().parent.parent
    scenario = _read(file)
    if scenario is not None and scenario.variants:
        named = {variant_id(one.text) for one in scenario.variants}
        beside = {one.stem for one in folder.glob("*.rules")}
        return not named <= laid and named <= laid | beside | set(list_variants(place))
    rules = rules_of(file)
    if rules is not None:
        return rules.stem not in laid
    return scenario is not None and not all(is_variant(one) for one in folder.glob("*.rules"))


def game_under_variants(place: Place) -> Iterator[Tried]:
    """The game's own scenarios, each run under the variants laid over it."""
    announced = [
        pattern.text
        for file in own_scenarios(place)
        if (scenario := _read(file)) is not None
        for pattern in scenario.differs
    ]
    variants, shared = [one.path for one in place.variants], Shared()
    for file in scenarios_of_game(place):
        trial = run_file(place.path, file, variants, shared)
        yield Tried(file, trial, any(fnmatchcase(file.stem, pattern) for pattern in announced))


def _read(file: Path) -> Scenario | None:
    source, _ = read_scenario_text(file)
    return None if source is None else read_scenario(source)[0]
