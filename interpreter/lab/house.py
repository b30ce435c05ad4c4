"""House rules tried out: the scenarios of a variant, and those of its game that it changes."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from attrs import frozen

from rulewright.lab.scenarios import Scenario, read_scenario
from rulewright.lab.trial import Trial, read_scenario_text, run_file, scenario_files
from rulewright.places import VARIANTS, Place


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
    files = scenario_files(place.folder)
    return [one for one in files if f"{one.stem}.rules" == place.main or not _beside(place, one)]


def _beside(place: Place, file: Path) -> bool:
    return (place.folder / f"{file.stem}.rules").is_file()


def scenarios_of_variants(place: Place) -> list[Path]:
    """The scenario files of all variants that lie beside a game."""
    return scenario_files(place.folder / VARIANTS)


def own_scenarios(place: Place) -> list[Path]:
    """The scenario files of the variants laid over a game: those that name no variant besides them."""
    laid = {one.path.stem for one in place.variants}
    folders = dict.fromkeys(one.path.resolve().parent for one in place.variants)
    found = []
    for file in (file for folder in folders for file in scenario_files(folder)):
        scenario = _read(file)
        if scenario is None:
            if file.stem in laid:
                found.append(file)
        elif {one.text for one in scenario.variants} <= laid and scenario.variants:
            found.append(file)
    return found


def game_under_variants(place: Place) -> Iterator[Tried]:
    """The game's own scenarios, each run under the variants laid over it."""
    announced = [
        pattern.text
        for file in own_scenarios(place)
        if (scenario := _read(file)) is not None
        for pattern in scenario.differs
    ]
    variants = [one.path for one in place.variants]
    for file in scenarios_of_game(place):
        trial = run_file(place.path, file, variants)
        yield Tried(file, trial, any(fnmatchcase(file.stem, pattern) for pattern in announced))


def _read(file: Path) -> Scenario | None:
    source, _ = read_scenario_text(file)
    return None if source is None else read_scenario(source)[0]
