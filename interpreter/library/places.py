"""Where rule files are: the games that come with the program, files anywhere on disk, and variants of both.

A variant is found by its id among those of its game (in the folder `variants` beside the game's file),
or by the path of its file; the game of a variant is found by the name after `of`.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path, PurePosixPath

from attrs import evolve, frozen

from rulewright.dsl.problems import problem
from rulewright.dsl.problems.spans import NOWHERE
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.sources import MOST_FILES, Unreadable, VariantFile, variant_title
from rulewright.dsl.syntax.nodes.changes import VariantTitle
from rulewright.dsl.syntax.parse import decode
from rulewright.interpreter.engine.given import several, wrong
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.saves.lines import Header

MOST_BYTES = 262_144
"""The largest file that is read, in bytes; one more is refused before anything is done with it."""

VARIANTS = "variants"
"""The folder of a game's variants, beside the game's rule file."""

_PLAIN = re.compile(r"(?!\.)[^/\\:\0]+")
"""A name that leads to no other folder."""


def is_plain(name: str) -> bool:
    """Is this a name that leads to no other folder?"""
    return _PLAIN.fullmatch(name) is not None


@frozen
class Folder:
    """The files of a folder on disk.

    A link in it is followed only to what lies in `root`, the folder of the whole ruleset: rules from a
    stranger name no other files of whoever runs them. Only what ships with the program is trusted.
    """

    path: Path
    root: Path

    @property
    def shipped(self) -> bool:
        """It belongs to what ships with the program."""
        return self.root.resolve().is_relative_to(shipped().resolve())

    def read(self, name: str) -> bytes:
        """A file by its name relative to the folder. Raises `Unreadable` with a reason."""
        try:
            resolved = (self.path / name).resolve()
            inside = resolved.is_relative_to(self.root.resolve()) or self.shipped
        except (OSError, RuntimeError, ValueError):  # such as links in a circle
            raise Unreadable("file-unreadable") from None
        if not inside:
            raise Unreadable("file-leads-out")
        return read_file(resolved)

    def holds(self, name: str) -> bool:
        """Is there a file of this name?"""
        try:
            return (self.path / name).is_file()
        except (OSError, ValueError):
            return False

    def stems(self, below: str, end: str) -> list[str]:
        """The names, without their ends, of the files in a folder below."""
        try:
            return sorted(file.stem for file in (self.path / below).glob(f"*{end}"))
        except OSError:
            return []


@frozen
class Carried:
    """Files that a save carries, or a program has as texts, by name; nothing on disk belongs to them."""

    texts: Mapping[str, str]

    @property
    def shipped(self) -> bool:
        """They are not part of the program."""
        return False

    def read(self, name: str) -> bytes:
        """A file by its name. Raises `Unreadable`."""
        if name not in self.texts:
            raise Unreadable("file-missing")
        return self.texts[name].encode()

    def holds(self, name: str) -> bool:
        """Is there a file of this name?"""
        return name in self.texts

    def stems(self, below: str, end: str) -> list[str]:
        """The names, without their ends, of the files in a folder below."""
        names = [PurePosixPath(name) for name in self.texts]
        return sorted(one.stem for one in names if one.parent.as_posix() == below and one.suffix == end)


@frozen
class VariantPlace:
    """A variant found: its file among others; what it is called in problems; those that it builds on."""

    files: Folder | Carried
    file: str
    name: str
    under: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The name of its file without the end, which other variants and saves call it by."""
        return PurePosixPath(self.file).stem

    @property
    def path(self) -> Path:
        """Where its file lies on disk; only its name where a save carries it."""
        return _on_disk(self.files, self.file)

    def as_file(self) -> VariantFile:
        """The variant as the language reads it."""
        carried = not self.files.shipped
        return VariantFile(self.name, self.file, self.files.read, self.id, self.under, carried)


@frozen
class Place:
    """A ruleset found: its files, the name of the main one, its id, and the variants laid over it."""

    files: Folder | Carried
    main: str
    id: str
    variants: tuple[VariantPlace, ...] = ()

    @property
    def folder(self) -> Path:
        """Where its files lie on disk. Not to be asked of a game that a save carries."""
        assert isinstance(self.files, Folder)
        return self.files.path

    @property
    def path(self) -> Path:
        """Where its main file lies on disk; only its name where a save carries it."""
        return _on_disk(self.files, self.main)

    @property
    def carried(self) -> bool:
        """Do saves carry its rules, since they do not ship with the program?"""
        return not self.files.shipped

    def read(self, name: str) -> bytes:
        """A file of the ruleset, by its name relative to the folder; libraries may be the shipped ones."""
        if name.startswith("lib/") and not self.files.holds(name):
            return read_file(shipped() / name)
        return self.files.read(name)

    def variant_files(self) -> list[VariantFile]:
        """The variants as the language reads them."""
        return [one.as_file() for one in self.variants]


def _on_disk(files: Folder | Carried, name: str) -> Path:
    return files.path / name if isinstance(files, Folder) else Path(name)


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
    return place.files.stems(VARIANTS, ".rules")


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
        title = _title(place.files, f"{VARIANTS}/{name}.rules")
        if title is not None:
            about = next((fact.text for fact in title.facts if fact.name == "about"), "")
            found.append(Described(name, title.title, about))
    return found


def find(name_or_path: str | Path, variants: Iterable[str | Path] = ()) -> Place:
    """The ruleset of a name, of a rule file, or of a folder that holds one, with variants.

    A variant's own file or id gives its game with it laid over. Raises RulesetError when something is
    not to be found.
    """
    if not isinstance(name_or_path, str | Path):
        wrong("a ruleset", "a name or a path", name_or_path)
    return with_variants(_game(str(name_or_path)), variants)


def shipped_game(name: str) -> Place | None:
    """The ruleset of an id among those that ship; None where there is none. No other file is looked at."""
    if name not in list_rulesets():
        return None
    folder = shipped() / name
    return Place(Folder(folder, folder), f"{name}.rules", name)


def _game(name: str) -> Place:
    known = shipped_game(name)
    if known is not None:
        return known
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
    games = list_rulesets()
    near = _near(name, games)
    raise RulesetError([problem("ruleset-unknown", name=name, near=near, known=", ".join(games))])


def _near(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Advice that offers the rule file of a name in the present folder, or the nearest known name."""
    file = f"{name}.rules"
    if file in (one.name for one in Path().glob("*.rules") if one.is_file()):
        return f"Did you mean `{file}`? A file of yours is read only where its whole name is given."
    return did_you_mean(name, known, otherwise)


def _in_folder(folder: Path) -> Place:
    named = folder / f"{folder.resolve().name}.rules"
    files = [named] if named.is_file() else sorted(folder.glob("*.rules"))
    if len(files) == 1:
        return _of_file(files[0])
    if not files:
        raise RulesetError([problem("ruleset-empty", name=str(folder))])
    raise RulesetError([problem("ruleset-folder", name=str(folder), count=len(files))])


def _beside(path: Path) -> Folder:
    """The folder that a file lies in, as a ruleset of its own."""
    return Folder(path.parent, path.parent)


def _of_file(path: Path) -> Place:
    """The game in a file; for a variant's file the game that it is of, under the variant."""
    title = _title(_beside(path), path.name)
    if title is None:
        return Place(_beside(path), path.name, path.stem)
    return with_variants(_base(path, title, [path.resolve()]), [path])


def _base(path: Path, title: VariantTitle, trail: list[Path]) -> Place:
    """The game that a variant is of in the end, by way of the variants that it builds on."""
    known = shipped_game(title.of)
    if known is not None:
        return known
    for files, file in _candidates(path.parent, title.of):
        candidate = files.path / file
        further = _further(trail, candidate)
        above = _title(files, file)
        if above is None:
            return Place(files, file, candidate.stem)
        return _base(candidate, above, further)
    games = list_rulesets()
    advice = did_you_mean(title.of, games, f"The games that come along are {', '.join(games)}.")
    raise RulesetError(
        [problem("variant-no-base", title.span, title=title.title, of=title.of, advice=advice)]
    )


def _candidates(folder: Path, of: str) -> Iterator[tuple[Folder, str]]:
    """The files that a variant in a folder may mean by the name after `of`, which exist.

    They lie beside it, in the folder above, or in one below of that name: never where the name leads.
    """
    file = of if of.endswith(".rules") else f"{of}.rules"
    if not is_plain(of):
        return
    for near in (folder, _above(folder), folder / of):
        files = Folder(near, near)
        if files.holds(file):
            yield files, file
    for game in list_rulesets():
        root = shipped() / game
        files = Folder(root / VARIANTS, root)
        if files.holds(file):
            yield files, file


def _above(folder: Path) -> Path:
    """The folder above, which the name alone does not tell of the present folder."""
    return folder.parent if folder.name not in ("", "..") else folder.resolve().parent


def leads_to(folder: Path, of: str, file: Path) -> bool:
    """Does a variant in a folder mean this file by the name after `of`?"""
    known = shipped_game(of)
    found = (files.path / name for files, name in _candidates(folder, of))
    first = known.path if known is not None else next(found, None)
    return first is not None and first.resolve() == file.resolve()


def _further(trail: Sequence[Path], path: Path) -> list[Path]:
    """The files that led to this one, and this one. Raises RulesetError: a circle, or too many."""
    key = path.resolve()
    if key in trail:
        circle = " -> ".join(one.stem for one in [*trail[trail.index(key) :], key])
        raise RulesetError([problem("variant-circle", circle=circle)])
    if len(trail) == MOST_FILES:
        raise RulesetError([problem("limit-files", most=MOST_FILES)])
    return [*trail, key]


def _title(files: Folder | Carried, name: str) -> VariantTitle | None:
    """The title line of a variant; None for any other file, and for what cannot be read."""
    try:
        source, problems = decode(PurePosixPath(name).name, files.read(name))
    except Unreadable:
        return None
    return None if problems else variant_title(source)


# ---- variants ------------------------------------------------------------------------------------


def with_variants(place: Place, names: Iterable[str | Path], *, ids_only: bool = False) -> Place:
    """The place with further variants, by id or path, each behind those that it builds on.

    `ids_only`: names that somebody else wrote, which are never taken for paths.
    """
    laid = {one.path.resolve(): one for one in place.variants}
    several(names, "variants", str, Path)
    for name in names:
        _lay(place, *_variant_file(place, name, ids_only), laid, [])
    return evolve(place, variants=tuple(laid.values()))


def variant_id(name: str) -> str:
    """The id of a variant that was named by its id or by the name of its file."""
    return name.removesuffix(".rules")


def is_variant(path: Path) -> bool:
    """Whether the rules in a file say that they are a variant."""
    return _title(_beside(path), path.name) is not None


def own_variant(place: Place, name: str) -> tuple[Folder, str] | None:
    """The file of a variant of this id among those of a game; None where there is none."""
    if not isinstance(place.files, Folder) or name not in list_variants(place):
        return None
    return Folder(place.files.path / VARIANTS, place.files.root), f"{name}.rules"


def _variant_file(place: Place, name: str | Path, ids_only: bool) -> tuple[Folder, str]:
    """The file of a variant, by its id among those of the game or by its path. Raises RulesetError."""
    own = own_variant(place, name) if isinstance(name, str) else None
    if own is not None:
        return own
    path = Path(name)
    if _beside(path).holds(path.name) and not (ids_only and isinstance(name, str)):
        return _beside(path), path.name
    own = own_variant(place, variant_id(name)) if isinstance(name, str) else None
    if own is not None:
        return own
    known = list_variants(place)
    listed = f"There are: {', '.join(known)}." if known else "The game has none of its own."
    advice = _near(str(name), known, "Give the path of its file, such as `my-rules.rules`.")
    facts = {"name": str(name), "game": place.id, "known": listed, "advice": advice}
    raise RulesetError([problem("variant-unknown", NOWHERE, **facts)])


def _lay(
    place: Place, files: Folder, file: str, laid: dict[Path, VariantPlace], trail: list[Path]
) -> VariantPlace:
    """Put a variant, and first those that it builds on, behind what is laid already."""
    path = files.path / file
    key = path.resolve()
    if key in laid:
        return laid[key]
    further = _further(trail, path)
    title = _title(files, file)
    under: tuple[str, ...] = ()
    if title is not None and title.of != place.id:
        below = _lay(place, *_below(place, files, file, title), laid, further)
        under = (*below.under, below.name)
    laid[key] = VariantPlace(files, file, _shown(place, path), under)
    return laid[key]


def _below(place: Place, files: Folder, file: str, title: VariantTitle) -> tuple[Folder, str]:
    """The file of the variant that another builds on. Raises RulesetError where it is of another game."""
    candidates, own = list(_candidates(files.path, title.of)), own_variant(place, title.of)
    for candidate in candidates if own is None else [*candidates, own]:
        if _title(*candidate) is not None:
            return candidate
    own_game = f'Play it with its own game, or write `of "{place.id}"`.'
    advice = did_you_mean(title.of, [place.id, *list_variants(place)], own_game)
    facts = {"title": title.title, "of": title.of, "game": place.id, "advice": advice}
    source, _ = decode(title.span.file, files.read(file))
    raise RulesetError([problem("variant-of-other", title.span, **facts)], {source.name: source})


def _shown(place: Place, path: Path) -> str:
    """What problems call a variant's file: relative to the game where it lies there, else as given."""
    if not isinstance(place.files, Folder):
        return str(path)
    resolved, folder = path.resolve(), place.folder.resolve()
    if resolved.is_relative_to(folder):
        return resolved.relative_to(folder).as_posix()
    return str(resolved if (place.folder / path).exists() else path)


# ---- what a save names ---------------------------------------------------------------------------


def saved_game(header: Header) -> Place:
    """The game of a save: one that ships, by its id, or the one whose rules the save carries.

    No name in a save leads to any other file. Raises RulesetError.
    """
    texts = {one.name: one.text for one in header.files if one.of == 0}
    if texts:
        return Place(Carried(texts), next(iter(texts)), header.ruleset)
    known = shipped_game(header.ruleset)
    if known is None:
        raise RulesetError([problem("save-rules-missing", name=header.ruleset)])
    return known


def saved_variants(header: Header, place: Place) -> Place:
    """A game under the variants of a save: those that ship with it, by id, and those that it carries."""
    laid: list[VariantPlace] = []
    for number, name in enumerate(header.variants, start=1):
        texts = {one.name: one.text for one in header.files if one.of == number}
        own = None if texts or place.carried else own_variant(place, name)
        if own is None and not texts:
            raise RulesetError([problem("save-variant-missing", name=name)])
        files, file = own or (Carried(texts), next(iter(texts)))
        title = _title(files, file)
        below = [one for one in laid if title is not None and one.id == title.of]
        under = (*below[-1].under, below[-1].name) if below and title and title.of != place.id else ()
        shown = f"{VARIANTS}/{file}" if own else file
        alike = any(one.name == shown for one in laid)
        laid.append(VariantPlace(files, file, f"{number}/{file}" if alike else shown, under))
    return evolve(place, variants=tuple(laid))
