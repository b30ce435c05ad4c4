"""`rulewright simulate`: many games at once."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

import click

from rulewright.interpreter.cli.games import open_game, players_for
from rulewright.interpreter.cli.options import (
    engine_option,
    game_argument,
    json_option,
    keep_options,
    keeping,
    names,
    rotate_option,
    rules_options,
    seed_option,
    variants_option,
    workers_option,
)
from rulewright.interpreter.cli.progress import progress_bar
from rulewright.interpreter.cli.reports import stopping
from rulewright.interpreter.cli.seats import known_bot
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.lab.figures import as_csv, as_json, as_text, engine_text, failures
from rulewright.interpreter.lab.games import StuckGame
from rulewright.interpreter.lab.run_file import read_head
from rulewright.interpreter.lab.runs import Interrupted, Keep
from rulewright.interpreter.lab.simulate import simulate
from rulewright.interpreter.library.rulesets import fresh_seed
from rulewright.interpreter.words.sentences import counted

MOST_GAMES = 10_000_000
USUAL_GAMES = 1_000
INTERRUPTED = 130


@click.command("simulate")
@game_argument
@click.option("--players", type=int, help="How many play; the smallest number possible, if not said.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), help="How many games; 1000, if not said.")
@click.option("--bots", type=names, metavar="NAMES", help="One bot for all, or one a seat: random,mcts:easy.")
@variants_option
@rules_options
@seed_option
@engine_option
@rotate_option
@workers_option
@keep_options
@json_option
@click.option("--csv", "as_table", is_flag=True, help="Print CSV, one row a seat.")
def command(
    game: str,
    players: int | None,
    games: int | None,
    bots: tuple[str, ...] | None,
    variants: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    preset: str | None,
    seed: int | None,
    engine: EngineName,
    rotate: bool | None,
    workers: int | str | None,
    save: Path | None,
    resume: Path | None,
    json_wanted: bool,
    as_table: bool,
) -> int:
    """Play many games without people and add them up.

    Ctrl-C ends it early, and adds up what was played; with --save it can be gone on with by --resume.
    """
    if json_wanted and as_table:
        raise click.UsageError("--json and --csv are two forms of the same numbers; take one of them.")
    keep = keeping(save, resume)
    opened = open_game(game, settings, preset, variants=variants)
    count = players_for(opened, players if players is not None or not bots or len(bots) == 1 else len(bots))
    seats = seats_of(bots, count)
    games, first_seed = begun(resume, games, seed)
    run = partial(
        simulate,
        opened.ruleset,
        count,
        games,
        first_seed,
        seats,
        engine=engine,
        rotate=rotate,
        workers=workers,
        keep=keep,
    )
    broken_off = False
    with stopping(opened.sources):
        try:
            with progress_bar(games) as advance:
                result = run(advance)
        except StuckGame as stuck:
            click.echo(f"Seed {stuck.seed}: this game cannot go on.", err=True)
            raise
        except Interrupted as interrupted:
            result, broken_off = interrupted.result, True
    if broken_off and not result.games:
        pass
    elif json_wanted:
        click.echo(as_json(opened.place.id, result))
    elif as_table:
        click.echo(as_csv(result))
        click.echo(f"seed {first_seed}", err=True)
    else:
        click.echo(as_text(opened.ruleset.model.title, result))
    for line in failures(result):
        click.echo(f"A game does not count. {line}", err=True)
    click.echo(engine_text(result), err=True)
    if broken_off:
        click.echo(broken_off_text(result.games, games, keep), err=True)
        return INTERRUPTED
    return 2 if result.lost_cards or result.failed else 0


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
    resume: Path | None, games: int | None, seed: int | None, usual: int = USUAL_GAMES, besides: int = 0
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
