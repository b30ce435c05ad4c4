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
from rulewright.interpreter.save_lines import OPENING, SaveError

MOST_SAVES = 1_000
"""How many names are tried for the save of a game before one is written over."""


def state_folder() -> Path:
    """Where games are saved that nobody named a file for."""
    return user_state_path("rulewright") / "saves"


def fresh_path(folder: Path, name: str) -> Path:
    """A file that is not there yet: the name, and a number if need be. Nothing in it tells the seed."""
    names = [f"{name}.save", *(f"{name}-{n}.save" for n in range(2, MOST_SAVES))]
    return next((folder / one for one in names if not (folder / one).exists()), folder / names[-1])


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
    there; only what was taken back is cut off. Where somebody else has written in the file, such as a
    second `play` of the same save, that is left alone, and the game goes on in a file of its own.

    `held` is what the file holds, as this keeper has left or read it: b"" before the first writing.
    `moves` is how many moves of the game are in it.
    """

    def __init__(self, path: Path, *, chosen: bool, held: bytes = b"") -> None:
        self.path = path
        self.chosen = chosen
        self.failed = False
        self._held = held

    @property
    def moves(self) -> int:
        """How many moves the file holds of the game."""
        return self._held.count(b'\n{"n":')

    def keep(self, game: Game) -> bool:
        """Write the game as it stands; False when that failed."""
        try:
            self._write(game.to_save().encode())
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

    def _write(self, save: bytes) -> None:
        lines = zip(self._held.splitlines(keepends=True), save.splitlines(keepends=True), strict=False)
        shared = b"".join(line for line, _ in takewhile(lambda pair: pair[0] == pair[1], lines))
        there = self._there()
        if not self._held.startswith(there) and self._held:
            self._move_on()
            there = b""
        if not shared or there != self._held:
            self._held = b""
            write_save(self.path, save.decode())
            self._held = save
            return
        try:
            with self.path.open("r+b") as opened:
                opened.truncate(len(shared))
                self._held = shared
                opened.seek(len(shared))
                opened.write(save[len(shared) :])
        except OSError:
            with suppress(OSError):
                os.truncate(self.path, len(shared))  # half a line is of no use
            raise
        self._held = save

    def _there(self) -> bytes:
        """What is in the file now, as far as it can tell whether it is what was left there."""
        if not self.path.is_file():
            return b""
        with self.path.open("rb") as opened:
            return opened.read(len(self._held) + 1)

    def _move_on(self) -> None:
        """Go on in another file beside it."""
        taken, self.path = self.path, fresh_path(self.path.parent, self.path.stem)
        click.echo(
            f"(Somebody else has written in {taken}. This game is saved in {self.path} from now on.)",
            err=True,
        )

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
