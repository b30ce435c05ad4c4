"""Which rules are played by all engines: all that ship, under presets and variants, toys, cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from attrs import frozen
from casefiles import CASES, case_paths, read_case
from playcases import play_paths, script_of

from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.library.places import find, list_rulesets, list_variants
from rulewright.interpreter.library.rulesets import load

TOYS = Path(__file__).parent.parent / "toys"


@frozen
class Subject:
    """Rules by name, and how they are loaded: None where there is nothing to play."""

    name: str
    load: Callable[[], Ruleset | None]


def shipped() -> Iterator[Subject]:
    """Every ruleset that ships: as it is, under each preset, under each variant."""
    for game in list_rulesets():
        yield Subject(game, partial(load, game))
        for preset in load(game).model.presets:
            yield Subject(f"{game} preset {preset}", partial(load, game, preset=preset))
        for variant in list_variants(find(game)):
            yield Subject(f"{game} with {variant}", partial(under, game, variant))


def under(game: str, variant: str) -> Ruleset | None:
    """A ruleset under one variant, with another one where that one needs it."""
    for further in ((), *((one,) for one in list_variants(find(game)))):
        try:
            return load(game, variants=[variant, *further])
        except RulesetError:
            continue
    return None


def toys() -> Iterator[Subject]:
    """The small games of the tests, under each preset."""
    for file in sorted(TOYS.glob("*.rules")):
        yield Subject(file.stem, partial(load, file))
        for preset in load(file).model.presets:
            yield Subject(f"{file.stem} preset {preset}", partial(load, file, preset=preset))


def cases() -> Iterator[Subject]:
    """The case files that are right, with the settings that their script gives."""
    for path in sorted((*play_paths(), *case_paths("good"))):
        yield Subject(str(path.relative_to(CASES)), partial(_case, path))


def _case(path: Path) -> Ruleset | None:
    model = read_case(path).load().model
    if model is None:
        return None
    lines = [line.said for line in script_of(path.read_text(encoding="utf-8"))[0] if line.mark == "@"]
    given = dict(part.split(" ") for said in lines for part in said.split(", "))
    settings = {
        name: int(text) if text.lstrip("-").isdigit() else text
        for name, text in given.items()
        if name in model.settings
    }
    try:
        return ruleset_of(model, settings)
    except RulesetError:
        return None  # it shows what is checked, and lacks something to be played


def counts(ruleset: Ruleset) -> list[int]:
    """The numbers of players for which rules are played by all engines: few, more, and the most."""
    found = ruleset.player_counts
    return sorted({*found[:3], found[len(found) // 2], found[-1]}) if found else []
