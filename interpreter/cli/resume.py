"""Saved games read again, with the rules that they need."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.dsl.problems import problem
from rulewright.dsl.problems.report import render
from rulewright.interpreter.cli.games import Opened, opened_at
from rulewright.interpreter.cli.reports import Stopped
from rulewright.interpreter.game.errors import SaveError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.saves.lines import MOST_CHARACTERS, Header
from rulewright.interpreter.game.saves.resume import resume
from rulewright.interpreter.library.rulesets import place_for

MOST_BYTES = MOST_CHARACTERS * 4
"""The largest save that is read; the engine's own limit, in characters, is stricter."""


def resumed_game(
    game: str | None,
    file: Path,
    *,
    go_on: bool,
    language: str | None = None,
    variants: Sequence[str] = (),
) -> tuple[Opened, Game, bytes]:
    """The game in a save, its rules, and what the file holds. Rules that are not named are those of the save.

    Stops when the save is damaged, or when the rules have changed, unless told to `go_on`.
    """
    data = _read(file)
    found: list[Opened] = []

    def rules(header: Header) -> Ruleset:
        place = place_for(header, game, variants)
        found.append(opened_at(place, header.given, header.preset, language))
        return found[0].ruleset

    try:
        resumed = resume(data, rules, allow_changed=go_on, name=file.name)
    except SaveError as error:
        raise Stopped(error.problems, found[0].sources if found else {}) from None
    if resumed.warnings:
        click.echo(render(resumed.warnings, {}), err=True)
    return found[0], resumed.game, data


def _read(file: Path) -> bytes:
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise Stopped([problem("file-not-regular", name=str(file))])
        with file.open("rb") as opened:
            return opened.read(MOST_BYTES)
    except FileNotFoundError:
        raise Stopped([problem("file-missing", name=str(file))]) from None
    except (OSError, ValueError):
        raise Stopped([problem("file-unreadable", name=str(file))]) from None
