"""Where rule files are: the games that come with the program, files anywhere on disk, and variants of both.

A variant is found by its id among those of its game (in the folder `variants` beside the game's file),
or by the path of its file; the game of a variant is found by the name after `of`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from importlib import resources
from pathlib import Path

from attrs import evolve, frozen

from rulewright.dsl.nodes.changes import VariantTitle
from rulewright.dsl.parse import decode
from rulewright.dsl.problems import problem
from rulewright.dsl.sources import Unreadable, VariantFile, variant_title
from rulewright.dsl.spans import NOWHERE
from rulewright.dsl.suggest import did_you_mean
from rulewright.interpreter.ruleset import RulesetError

MOST_BYTES = 262_144
"""The largest file that is read, in bytes; one more is refused before anything is done with it."""

VARIANTS = "variants"
"""The folder of a game's variants, beside the game's rule file."""


@frozen
class VariantPlace:
    """A variant found: its file; what it is called in problems, and in saves; those that it builds on."""

    path: Path
    name: str
    reference: str
    under: tuple[str, ...] = ()

    def as_file(self) -> VariantFile:
        """The variant as the language reads it."""
        read = partial(_read_beside, self.path.parent)
        return VariantFile(self.name, self.path.name, read, self.reference, self.under)


@frozen
class Place:
    """A ruleset found: its folder, the name of its main file, its id, and the variants laid over it."""

    folder: Path
    main: str
    id: str
    variants: tuple[VariantPlace, ...] = ()

    def read(self, name: str) -> bytes:
        """A file of the ruleset, by its name relative to the folder; libraries may be the shipped ones."""
        if name.startswith("lib/") and not (self.folder / name).exists():
            return read_file(shipped() / name)
        return read_file(self.folder / name)

    def variant_files(self) -> list[VariantFile]:
        """The variants as the language reads them."""
        return [one.as_file() for one in self.variants]


def _read_beside(folder: Path, name: str) -> bytes:
    return read_file(folder / name)


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


# ---- games ---------------------------------------------------------------------------------------


def shipped() -> Path:
    """The folder of the rulesets that ship with the program."""
    return Path(str(resources.files("rulewright.rulesets")))


def list_rulesets() -> list[str]:
    """The ids of the rulesets that ship with the program."""
    folder = shipped()
    return sorted(one.name for one in folder.iterdir() if (one / f"{one.name}.rules").is_file())


def list_variants(place: Place) -> list[str]:
    """The ids of the variants that lie beside a game."""
    return sorted(one.stem for one in (place.folder / VARIANTS).glob("*.rules"))


@frozen
class Described:
    """A variant that lies beside a game: its id, its title, and what it says of itself."""

    id: str
    title: str
    about: str


def described_variants(place: Place) -> list[Described]:
    """The variants that lie beside a game, by id."""
    found = []
    for name in list_variants(place):
        title = _title(place.folder / VARIANTS / f"{name}.rules")
        if title is not None:
            about = next((fact.text for fact in title.facts if fact.name == "about"), "")
            found.append(Described(name, title.title, about))
    return found


def find(name_or_path: str | Path, variants: Iterable[str | Path] = ()) -> Place:
    """The ruleset of a name, of a rule file, or of a folder that holds one, with variants.

    A variant's own file or id gives its game with it laid over. Raises RulesetError when something is
    not to be found.
    """
    return with_variants(_game(str(name_or_path)), variants)


def _game(name: str) -> Place:
    if name in list_rulesets():
        return Place(shipped() / name, f"{name}.rules", name)
    path = Path(name)
    try:
        if path.is_dir():
            return _in_folder(path)
        if path.suffix == ".rules" or path.exists():
            return _of_file(path)
    except (OSError, ValueError):
        pass
    for game in list_rulesets():
        if name in list_variants(_game(game)):
            return with_variants(_game(game), [name])
    known = list_rulesets()
    near = did_you_mean(name, known)
    raise RulesetError([problem("ruleset-unknown", name=name, near=near, known=", ".join(known))])


def _in_folder(folder: Path) -> Place:
    named = folder / f"{folder.resolve().name}.rules"
    files = [named] if named.is_file() else sorted(folder.glob("*.rules"))
    if len(files) == 1:
        return _of_file(files[0])
    if not files:
        raise RulesetError([problem("ruleset-empty", name=str(folder))])
    raise RulesetError([problem("ruleset-folder", name=str(folder), count=len(files))])


def _of_file(path: Path) -> Place:
    """The game in a file; for a variant's file the game that it is of, under the variant."""
    title = _title(path)
    if title is None:
        return Place(path.parent, path.name, path.stem)
    return with_variants(_base(path, title, [path.resolve()]), [path])


def _base(path: Path, title: VariantTitle, trail: list[Path]) -> Place:
    """The game that a variant is of in the end, by way of the variants that it builds on."""
    if title.of in list_rulesets():
        return _game(title.of)
    for candidate in _candidates(path, title.of):
        if candidate.resolve() in trail:
            raise _circle([*trail, candidate.resolve()])
        above = _title(candidate)
        if above is None:
            return Place(candidate.parent, candidate.name, candidate.stem)
        return _base(candidate, above, [*trail, candidate.resolve()])
    known = list_rulesets()
    advice = did_you_mean(title.of, known, f"The games that come along are {', '.join(known)}.")
    raise RulesetError(
        [problem("variant-no-base", title.span, title=title.title, of=title.of, advice=advice)]
    )


def _candidates(path: Path, of: str) -> Iterator[Path]:
    """The files that a variant may mean by the name after `of`, which exist."""
    file = of if of.endswith(".rules") else f"{of}.rules"
    folders = (path.parent, path.parent.parent, path.parent / of)
    yield from (one / file for one in folders if (one / file).is_file())
    for game in list_rulesets():
        found = shipped() / game / VARIANTS / file
        if found.is_file():
            yield found


def _circle(trail: Sequence[Path]) -> RulesetError:
    return RulesetError([problem("variant-circle", circle=" -> ".join(one.stem for one in trail))])


def _title(path: Path) -> VariantTitle | None:
    """The title line of a variant; None for any other file, and for what cannot be read."""
    try:
        source, problems = decode(path.name, read_file(path))
    except Unreadable:
        return None
    return None if problems else variant_title(source)


# ---- variants ------------------------------------------------------------------------------------


def with_variants(place: Place, names: Iterable[str | Path]) -> Place:
    """The place with further variants, by id or path, each behind those that it builds on."""
    laid = {one.path.resolve(): one for one in place.variants}
    for name in names:
        _lay(place, _variant_path(place, name), laid, [])
    return evolve(place, variants=tuple(laid.values()))


def _variant_path(place: Place, name: str | Path) -> Path:
    """The file of a variant, by its id among those of the game or by its path. Raises RulesetError."""
    named = place.folder / VARIANTS / f"{name}.rules"
    if isinstance(name, str) and "/" not in name and named.is_file():
        return named
    path = Path(name)
    if path.is_file():
        return path
    known = list_variants(place)
    listed = f"There are: {', '.join(known)}." if known else "The game has none of its own."
    advice = did_you_mean(str(name), known, "Give the path of its file, such as `my-rules.rules`.")
    facts = {"name": str(name), "game": place.id, "known": listed, "advice": advice}
    raise RulesetError([problem("variant-unknown", NOWHERE, **facts)])


def _lay(place: Place, path: Path, laid: dict[Path, VariantPlace], trail: list[Path]) -> VariantPlace:
    """Put a variant, and first those that it builds on, behind what is laid already."""
    key = path.resolve()
    if key in laid:
        return laid[key]
    if key in trail:
        raise _circle([*trail[trail.index(key) :], key])
    title = _title(path)
    under: tuple[str, ...] = ()
    if title is not None and title.of != place.id:
        below = _lay(place, _below(place, path, title), laid, [*trail, key])
        under = (*below.under, below.name)
    laid[key] = VariantPlace(path, _shown(place, path), _reference(place, path), under)
    return laid[key]


def _below(place: Place, path: Path, title: VariantTitle) -> Path:
    """The file of the variant that another builds on. Raises RulesetError where it is of another game."""
    own = place.folder / VARIANTS / f"{title.of}.rules"
    for candidate in (*_candidates(path, title.of), own):
        if candidate.is_file() and _title(candidate) is not None:
            return candidate
    own_game = f'Play it with its own game, or write `of "{place.id}"`.'
    advice = did_you_mean(title.of, [place.id, *list_variants(place)], own_game)
    facts = {"title": title.title, "of": title.of, "game": place.id, "advice": advice}
    source, _ = decode(title.span.file, read_file(path))
    raise RulesetError([problem("variant-of-other", title.span, **facts)], {source.name: source})


def _shown(place: Place, path: Path) -> str:
    """What problems call a variant's file: relative to the game where it lies there, else as given."""
    resolved, folder = path.resolve(), place.folder.resolve()
    if resolved.is_relative_to(folder):
        return resolved.relative_to(folder).as_posix()
    return str(resolved if (place.folder / path).exists() else path)


def _reference(place: Place, path: Path) -> str:
    """What a save calls a variant: its id where it is one of the game's, else its whole path."""
    own = (place.folder / VARIANTS).resolve()
    return path.stem if path.resolve().parent == own else str(path.resolve())
