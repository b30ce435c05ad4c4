"""Saved games read again, with the rules that they need."""

from __future__ import annotations

import stat
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.cli.games import Opened, open_game
from rulewright.cli.reports import Stopped
from rulewright.dsl.problems import problem
from rulewright.dsl.report import render
from rulewright.interpreter.game import Game
from rulewright.interpreter.moves import WITHDRAW
from rulewright.interpreter.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.save_lines import MOST_CHARACTERS, Header, SaveError
from rulewright.interpreter.saves import header_of, resume
from rulewright.library import list_rulesets

MOST_BYTES = MOST_CHARACTERS * 4
"""The largest save that is read; the engine's own limit, in characters, is stricter."""


def resumed_game(
    game: str | None,
    file: Path,
    *,
    go_on: bool,
    language: str | None = None,
    variants: Sequence[str] = (),
) -> tuple[Opened, Game]:
    """The game in a save, and its rules: those named, or those that the save asks for by id.

    Unless variants are named, they are those of the save.

    Stops when the save is damaged, or when the rules have changed, unless told to `go_on`.
    """
    data = _read(file)
    try:
        header = header_of(data, file.name)
        rules = _rules(game, header, file)
        opened = open_game(rules, language=language, variants=variants or header.variants)

        def under_settings(saved: Header) -> Ruleset:
            return ruleset_of(opened.ruleset.model, saved.given, saved.preset)

        resumed = resume(data, under_settings, allow_changed=go_on, name=file.name)
    except SaveError as error:
        raise Stopped(error.problems) from None
    if resumed.warnings:
        click.echo(render(resumed.warnings, {}), err=True)
    return opened, resumed.game if language is None else _translated(resumed.game, language)


def _rules(game: str | None, header: Header, file: Path) -> str:
    if game is not None:
        return game
    if header.ruleset in list_rulesets():
        return header.ruleset
    raise click.UsageError(
        f"{file} is a game of `{header.ruleset}`, which does not come with the program. "
        "Name its rule file before --resume."
    )


def _translated(game: Game, language: str) -> Game:
    """The same game with things called by the words of a language."""
    other = game.ruleset.new_game(game.seats, game.seed, game.starter, language)
    for move in game.moves:
        if move.action == WITHDRAW:
            other.withdraw(move.seat)
        else:
            other.apply(move.text, move.seat)
    return other


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
