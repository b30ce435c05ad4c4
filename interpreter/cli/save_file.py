"""Saved games on disk: each move is added as it is made, so that nothing is lost."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

import click
from platformdirs import user_state_path

from rulewright.dsl.problems.wording import word
from rulewright.interpreter.cli.whole_file import write_whole
from rulewright.interpreter.game.errors import SaveError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.saves.lines import OPENING
from rulewright.interpreter.game.saves.write import save_lines

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
        self._held = held.splitlines(keepends=True)
        self._size = len(held)

    @property
    def moves(self) -> int:
        """How many moves the file holds of the game."""
        return sum(line.startswith(b'{"n":') for line in self._held)

    def keep(self, game: Game) -> bool:
        """Write the game as it stands; False when that failed."""
        try:
            self._write(save_lines(game))
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

    def _write(self, lines: list[str]) -> None:
        shared = self._shared(lines)
        there = self._there()
        if self._held and there is None:
            self._move_on()
        if not shared or not there:
            self._held, self._size = [], 0
            write_save(self.path, "".join(lines))
            self._note(lines, 0)
            return
        size = self._size - sum(map(len, self._held[shared:]))
        try:
            with self.path.open("r+b") as opened:
                opened.truncate(size)
                del self._held[shared:]
                self._size = size
                opened.seek(size)
                opened.write("".join(lines[shared:]).encode())
        except OSError:
            with suppress(OSError):
                os.truncate(self.path, size)  # half a line is of no use
            raise
        self._note(lines, shared)

    def _note(self, lines: list[str], begin: int) -> None:
        """What is in the file now, from a line on."""
        self._held += [line.encode() for line in lines[begin:]]
        self._size = sum(map(len, self._held[begin:])) + (self._size if begin else 0)

    def _shared(self, lines: list[str]) -> int:
        """How many lines of the save the file holds already: each is sealed with those before it."""
        count = min(len(self._held), len(lines))
        while count and self._held[count - 1] != lines[count - 1].encode():
            count -= 1
        return count

    def _there(self) -> bool | None:
        """Whether the file is as it was left; None when somebody else has written in it.

        A file that is gone, or has lost its end, is not as it was left. Its length and its last line tell:
        that is sealed with all before it.
        """
        if not self._held or not self.path.is_file():
            return False
        last = self._held[-1]
        with self.path.open("rb") as opened:
            size = opened.seek(0, os.SEEK_END)
            opened.seek(max(0, self._size - len(last)))
            if size == self._size and opened.read() == last:
                return True
            opened.seek(0)
            return False if b"".join(self._held).startswith(opened.read()) else None

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
