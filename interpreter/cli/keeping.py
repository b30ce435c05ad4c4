"""Saved games on disk: written after each move, so that nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import click
from platformdirs import user_state_path

from rulewright.interpreter.game import Game
from rulewright.interpreter.save_lines import OPENING

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
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


class Keeper:
    """Keeps one game in one file. When it cannot be written it says so once, and play goes on."""

    def __init__(self, path: Path, *, chosen: bool) -> None:
        self.path = path
        self.chosen = chosen
        self.failed = False

    def keep(self, game: Game) -> bool:
        """Write the game as it stands; False when that failed."""
        try:
            write_save(self.path, game.to_save())
        except OSError as error:
            if not self.failed:
                click.echo(f"(The game cannot be saved in {self.path}: {error.strerror or error}.)", err=True)
            self.failed = True
            return False
        self.failed = False
        return True

    def finish(self) -> None:
        """The game is over: a file that nobody asked for is not left behind."""
        if not self.chosen:
            try:
                self.path.unlink(missing_ok=True)
            except OSError:
                self.failed = True
