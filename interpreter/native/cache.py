"""Where built games are kept: a folder for each in the user's cache folder, named by its content.

A folder is filled under another name and then renamed, which happens as a whole or not at all; after that
nothing writes to it. With the library lies its digest. What is loaded was looked at first: it belongs to
this user, nobody else may write to it or to a folder that it lies in, it is no link, and its digest is
right. A folder that is not so is left alone, and the game is built under a further name.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from attrs import frozen
from platformdirs import user_cache_path

from rulewright.interpreter.native.compilers import LIBRARY, NotBuilt

DIGEST = "digest.txt"
BUILDING = "building-"
MOST_KEPT = 200
"""How many games are kept; the oldest go."""
_LEFT_BEHIND = 3600
"""After how many seconds a folder in which something was built is taken to be left behind."""


@frozen
class Cache:
    """A folder of built games. All methods raise OSError where the disk does not let them."""

    folder: Path

    def prepare(self) -> None:
        """Make the folder, for this user alone. Raises NotBuilt where others may write there."""
        self.folder.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in (self.folder.parent, self.folder):
            folder.mkdir(mode=0o700, exist_ok=True)
        suspect = _suspect(self.folder.parent) or _suspect(self.folder) or open_above(self.folder.parent)
        if suspect is not None:
            raise NotBuilt("native-open", folder=str(suspect))

    def is_there(self, name: str) -> bool:
        """Whether something has this name, whatever it is."""
        return os.path.lexists(self.folder / name)

    def library(self, name: str) -> Path | None:
        """The library of a game that was built, if it is whole and nobody else's."""
        entry = self.folder / name
        library, digest = entry / LIBRARY, entry / DIGEST
        if any(_suspect(one) is not None for one in (entry, library, digest)):
            return None
        fits = digest.read_text(encoding="ascii", errors="replace") == _digest(library)
        return library if fits else None

    def fresh(self) -> Path:
        """A new folder to build in, which nobody looks into before it is kept."""
        return Path(tempfile.mkdtemp(prefix=BUILDING, dir=self.folder))

    def keep(self, built: Path, name: str) -> None:
        """Give what was built its name, unless another process was quicker."""
        (built / DIGEST).write_text(_digest(built / LIBRARY), encoding="ascii")
        for file in (built / LIBRARY, built / DIGEST):
            file.chmod(0o600)
        try:
            built.rename(self.folder / name)
        except OSError:
            shutil.rmtree(built, ignore_errors=True)
            if not self.is_there(name):
                raise
        self._tidy()

    def drop(self, name: str) -> None:
        """Remove a game that was just built and is of no use."""
        shutil.rmtree(self.folder / name, ignore_errors=True)

    def _tidy(self) -> None:
        """Remove what interrupted builds have left behind, and the oldest games of too many."""
        ages: dict[Path, float] = {}
        for entry in self.folder.iterdir():
            with suppress(OSError):
                ages[entry] = entry.lstat().st_mtime
        newest = max(ages.values(), default=0.0)
        games = sorted((one for one in ages if not one.name.startswith(BUILDING)), key=lambda one: -ages[one])
        left = [one for one in ages if one.name.startswith(BUILDING) and ages[one] < newest - _LEFT_BEHIND]
        for entry in (*left, *games[MOST_KEPT:]):
            shutil.rmtree(entry, ignore_errors=True)


def user_cache() -> Cache:
    """The cache of this user."""
    return Cache(Path(os.path.realpath(user_cache_path())) / "rulewright" / "native")


def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def _suspect(path: Path) -> Path | None:
    """The path, if it is a link or somebody else may have written to it."""
    found = path.lstat()
    if not (stat.S_ISREG(found.st_mode) and found.st_nlink == 1) and not stat.S_ISDIR(found.st_mode):
        return path
    return path if _others_write(found, owners=(_user(),)) else None


def open_above(path: Path) -> Path | None:
    """A folder above the path in which others can put something in the place of what lies there."""
    for above in path.parents:
        found = above.lstat()
        if _others_write(found, owners=(_user(), 0)) and not found.st_mode & stat.S_ISVTX:
            return above
    return None


def _others_write(found: os.stat_result, owners: tuple[int, ...]) -> bool:
    """Whether others than the owners may write. On Windows a user's own folders are closed to them."""
    if os.name != "posix":
        return False
    return found.st_uid not in owners or bool(found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _user() -> int:
    return os.geteuid()
