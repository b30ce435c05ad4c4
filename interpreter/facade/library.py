"""Where rulesets come from: those that ship with the program, and rule files anywhere on disk.

This is the rim: the only place below the command line that touches files.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

from attrs import evolve, frozen

from rulewright.dsl.load import Loaded, load_game
from rulewright.dsl.model import Translation
from rulewright.dsl.parse import decode
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.sources import Unreadable
from rulewright.dsl.suggest import nearest
from rulewright.dsl.translations import read_translation
from rulewright.dsl.yamltree import YamlNode
from rulewright.interpreter.ruleset import Ruleset, RulesetError, ruleset_of
from rulewright.interpreter.save_lines import Header
from rulewright.interpreter.saves import Resumed
from rulewright.interpreter.saves import resume as resume_save

MOST_BYTES = 262_144
"""The largest file that is read, in bytes; one more is refused before anything is done with it."""


@frozen
class Place:
    """A ruleset found: its folder, the name of its main file, and its id."""

    folder: Path
    main: str
    id: str

    def read(self, name: str) -> bytes:
        """A file of the ruleset, by its name relative to the folder; libraries may be the shipped ones."""
        if name.startswith("lib/") and not (self.folder / name).exists():
            return read_file(shipped() / name)
        return read_file(self.folder / name)


def read_file(path: Path) -> bytes:
    """A regular file's bytes, up to one more than the limit. Raises `Unreadable` with a reason."""
    try:
        mode = os.stat(path).st_mode
        if stat.S_ISDIR(mode):
            raise Unreadable("file-is-folder")
        if not stat.S_ISREG(mode):
            raise Unreadable("file-not-regular")
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Unreadable("file-missing") from None
    except PermissionError:
        raise Unreadable("file-forbidden") from None
    except (OSError, ValueError):
        raise Unreadable("file-unreadable") from None


def shipped() -> Path:
    """The folder of the rulesets that ship with the program."""
    return Path(str(resources.files("rulewright.rulesets")))


def list_rulesets() -> list[str]:
    """The ids of the rulesets that ship with the program."""
    folder = shipped()
    return sorted(one.name for one in folder.iterdir() if (one / f"{one.name}.rules").is_file())


def find(name_or_path: str | Path) -> Place:
    """The ruleset of a name (`cv-pocket`), of a rule file, or of a folder that holds one.

    Raises RulesetError when there is none.
    """
    name = str(name_or_path)
    if name in list_rulesets():
        return Place(shipped() / name, f"{name}.rules", name)
    path = Path(name)
    try:
        if path.is_dir():
            return _in_folder(path)
        if path.suffix == ".rules" or path.exists():
            return Place(path.parent, path.name, path.stem)
    except (OSError, ValueError):
        pass
    near = nearest(name, list_rulesets())
    advice = f"Did you mean `{near}`?" if near else ""
    known = ", ".join(list_rulesets())
    raise RulesetError([problem("ruleset-unknown", name=name, near=advice, known=known)])


def _in_folder(folder: Path) -> Place:
    named = folder / f"{folder.resolve().name}.rules"
    files = [named] if named.is_file() else sorted(folder.glob("*.rules"))
    if len(files) == 1:
        return Place(folder, files[0].name, files[0].stem)
    raise RulesetError([problem("ruleset-folder", name=str(folder), count=len(files))])


def read_ruleset(name_or_path: str | Path, cards: YamlNode | None = None) -> Loaded:
    """Read and check a ruleset: model, problems and texts, whatever is found."""
    place = find(name_or_path)
    return load_game(place.main, place.read, place.id, cards)


def load(
    name_or_path: str | Path,
    *,
    settings: Mapping[str, int | bool | str] | None = None,
    preset: str | None = None,
    language: str | None = None,
    cards: YamlNode | None = None,
) -> Ruleset:
    """The ruleset, checked, under these settings; immutable, for any number of games.

    `name_or_path` is a shipped ruleset's id, a rule file or its folder. `settings` override the
    defaults by name (an enum's value by its word), after those of `preset`. With a `language` that the
    game is translated into, cards and zones are called by its words. Raises RulesetError, which carries
    all problems.
    """
    place = find(name_or_path)
    loaded = load_game(place.main, place.read, place.id, cards)
    if loaded.model is None:
        raise RulesetError(loaded.problems, loaded.sources)
    model = loaded.model
    if language is not None:
        model = evolve(model, translations={language: translation_of(place, language)})
    return ruleset_of(model, settings, preset, language)


def check(name_or_path: str | Path) -> list[Problem]:
    """All problems and warnings of a ruleset; none when it is sound."""
    try:
        return list(read_ruleset(name_or_path).problems)
    except RulesetError as error:
        return list(error.problems)


def resume(
    data: str | bytes, name_or_path: str | Path | None = None, *, allow_changed: bool = False
) -> Resumed:
    """A saved game, played again to where it stood: `game`, and `warnings` such as of a cut last line.

    The rules are those that the save names, or those of `name_or_path`. Raises SaveError, with problems
    that name the line; so it does when the rules have changed since, unless `allow_changed`.
    """

    def rules(header: Header) -> Ruleset:
        return load(name_or_path or header.ruleset, settings=header.given, preset=header.preset)

    return resume_save(data, rules, allow_changed=allow_changed)


def translation_of(place: Place, language: str) -> Translation:
    """What things are called in a language. Raises RulesetError where the game has no such translation."""
    file = f"translations/{language}.yaml"
    known = languages_of(place)
    if language not in known:
        near = nearest(language, known)
        advice = f"Did you mean `{near}`?" if near else ""
        told = ", ".join(known) or "none"
        raise RulesetError([problem("translation-unknown", name=language, near=advice, known=told)])
    try:
        source, problems = decode(file, place.read(file))
    except Unreadable as unreadable:
        raise RulesetError([problem(unreadable.reason, name=file)]) from None
    if problems:
        raise RulesetError(problems, {file: source})
    translation, problems = read_translation(source)
    if problems:
        raise RulesetError(problems, {file: source})
    return Translation(translation.title, translation.cards, translation.words)


def languages_of(place: Place) -> list[str]:
    """The languages that a game is translated into."""
    folder = place.folder / "translations"
    return sorted(file.stem for file in folder.glob("*.yaml")) if folder.is_dir() else []
