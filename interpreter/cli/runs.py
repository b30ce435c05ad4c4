"""What verbs that play many games share: who sits where, how a run begins, and how it ends early."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar, cast

import click

from rulewright.dsl.problems.spans import Source
from rulewright.interpreter.cli.progress import progress_bar
from rulewright.interpreter.cli.reports import stopping
from rulewright.interpreter.cli.seats import known_bot
from rulewright.interpreter.lab.games import StuckGame
from rulewright.interpreter.lab.run_file import read_head
from rulewright.interpreter.lab.runs import Interrupted, Keep
from rulewright.interpreter.library.rulesets import fresh_seed
from rulewright.interpreter.words.sentences import counted

MOST_GAMES = 10_000_000
INTERRUPTED = 130

Result = TypeVar("Result")


def played(
    sources: Mapping[str, Source], games: int, run: Callable[[Callable[[int], None]], Result]
) -> tuple[Result, bool]:
    """What a run comes to, which is told how many more games there are, and whether it was broken off."""
    with stopping(sources):
        try:
            with progress_bar(games) as advance:
                return run(advance), False
        except StuckGame as stuck:
            click.echo(f"Seed {stuck.seed}: this game cannot go on.", err=True)
            raise
        except Interrupted as interrupted:
            return cast(Result, interrupted.result), True


def check_form(*, json_wanted: bool, csv_wanted: bool) -> None:
    """Stops where both are asked for."""
    if json_wanted and csv_wanted:
        raise click.UsageError("--json and --csv are two forms of the same numbers; take one of them.")


def seats_of(bots: tuple[str, ...] | None, players: int) -> tuple[str, ...]:
    """A bot for each seat: the one given for all, or one for each. Stops at an unknown name."""
    given = bots or ("random",)
    for name in given:
        known_bot(name)
    if len(given) == 1:
        return given * players
    if len(given) != players:
        raise click.UsageError(
            f"{counted(len(given), 'bot')} for {counted(players, 'player')}: name one, or one a seat."
        )
    return given


def begun(
    resume: Path | None, games: int | None, seed: int | None, usual: int, besides: int = 0
) -> tuple[int, int]:
    """How many games are played, from which seed on: as said, as the file to go on with says, or as usual.

    A run may have some games `besides`.
    """
    if resume is not None and (games is None or seed is None):
        head = read_head(resume)
        there = head.run.get("seed")
        seed = there if seed is None and isinstance(there, int) else seed
        games = head.games - besides if games is None else games
    return usual if games is None else games, fresh_seed() if seed is None else seed


def broken_off_text(played: int, games: int, keep: Keep | None) -> str:
    """That a run was broken off, and how to go on with it."""
    text = f"Interrupted: {played:,} of {counted(games, 'game')} played."
    return text if keep is None else f"{text} Go on with `--resume {shlex.quote(str(keep.path))}`."
