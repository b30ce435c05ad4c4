"""Saved games on disk: each move is added as it is made, so that nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

import click
from platformdirs import user_state_path

from rulewright.dsl.wording import word
from rulewright.interpreter.game import Game
from rulewright.interpreter.save_lines import MOST_CHARACTERS, OPENING, SaveError

MOST_SAVES = 1_000
"""How many names are tried for the save of a game before one is written over."""


def state_folder() -> Path:
    """Where games are saved that nobody named a file for."""
    return user_state_path("rulewright") / "saves"


def fresh_path(game_id: str) -> Path:
    """A file that is not there yet: the game's id, and a number if need be. Nothing in it tells the seed."""
    folder = state_folder()
    names = [f"{game_id}.save", *(f"{game_id}-{n}.save" for n in range(2, MOST_SAVES))]
    return next((folder / name for name in names if not (folder / name).exists()), folder / names[-1])


def write_save(path: Path, text: str) -> None:
    """Write a save, to a new file or over another save, never over anything else. Raises OSError."""
    if "\0" not in str(path) and path.is_file():
        with path.open("rb") as opened:
            begun = opened.read(len(OPENING))
        if begun and begun != OPENING.encode():
            raise OSError(errno.EEXIST, "there is a file of that name, and it is no saved game")
    write_whole(path, text)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at any moment the old or the new one is there in full. Raises OSError.

    A link stays a link. What is there and is no ordinary file, such as a folder or a device, is left alone.
    """
    if not path.name or "\0" in str(path):
        raise OSError(errno.EINVAL, "this cannot be the name of a file")
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    path.parent.mkdir(parents=True, exist_ok=True)
    # The same name each time: what a process that was killed has left there is gone with the next one.
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    new = path if not path.exists() else beside
    try:
        with new.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
        if new is beside:
            shutil.copymode(path, beside)
            os.replace(beside, path)
    except FileExistsError:
        raise
    except OSError:
        new.unlink(missing_ok=True)
        raise


class Keeper:
    """Keeps one game in one file. When it cannot be written it says so once, and play goes on.

    A move more is a line more at the end of the file, so that whatever happens the moves before it are
    there; only what was taken back is cut off. `moves` is how many moves the file holds.
    """

    def __init__(self, path: Path, *, chosen: bool) -> None:
        self.path = path
        self.chosen = chosen
        self.failed = False
        self._held = ""

    @property
    def moves(self) -> int:
        """How many moves the file holds of the game."""
        return self._held.count('\n{"n":')

    def keep(self, game: Game) -> bool:
        """Write the game as it stands; False when that failed."""
        try:
            self._write(game.to_save())
        except (OSError, SaveError) as error:
            if not self.failed:
                click.echo(
                    f"(The game cannot be saved in {self.path}: {reason_of(error)}. {self.told(game)})",
                    err=True,
                )
            self.failed = True
            return False
        if self.failed:
            click.echo(f"(The game is saved in {self.path} again.)", err=True)
        self.failed = False
        return True

    def told(self, game: Game) -> str:
        """How much of the game is in the file."""
        made = game.to_save().count('\n{"n":')
        return f"{self.moves} of its {made} moves are saved." if self._held else "Nothing of it is saved."

    def _write(self, text: str) -> None:
        held = self._held or self._found(text)
        lines = zip(held.splitlines(keepends=True), text.splitlines(keepends=True), strict=False)
        shared = "".join(line for line, _ in takewhile(lambda pair: pair[0] == pair[1], lines))
        if not shared or not self._is_there(held):
            self._held = ""
            write_save(self.path, text)
            self._held = text
            return
        try:
            with self.path.open("r+b") as opened:
                opened.truncate(len(shared))
                self._held = shared
                opened.seek(len(shared))
                opened.write(text[len(shared) :].encode())
        except OSError:
            with suppress(OSError):
                os.truncate(self.path, len(shared))  # half a line is of no use
            raise
        self._held = text

    def _found(self, text: str) -> str:
        """What the file holds already, where it is a save of the same beginning."""
        try:
            if not self.path.is_file() or self.path.stat().st_size > MOST_CHARACTERS:
                return ""
            found = self.path.read_bytes().decode("ascii", "replace")
        except (OSError, ValueError):
            return ""
        header = text[: text.index("\n") + 1]
        return found if found.startswith(header) else ""

    def _is_there(self, held: str) -> bool:
        """The file is as it was left: nobody has removed, replaced or lengthened it."""
        return self.path.is_file() and self.path.stat().st_size == len(held)

    def finish(self) -> None:
        """The game is over: a file that nobody asked for is not left behind."""
        if not self.chosen:
            try:
                self.path.unlink(missing_ok=True)
            except OSError:
                self.failed = True


def reason_of(error: OSError | SaveError) -> str:
    """Why a game cannot be saved."""
    if isinstance(error, SaveError):
        return word(error.problems[0].code, dict(error.problems[0].facts)).title
    return error.strerror or str(error)
