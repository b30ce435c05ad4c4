"""`rulewright tournament`: bots against each other."""

from __future__ import annotations

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
    rules_options,
    seed_option,
    variants_option,
    workers_option,
)
from rulewright.interpreter.cli.runs import (
    INTERRUPTED,
    MOST_GAMES,
    begun,
    broken_off_text,
    check_form,
    played,
)
from rulewright.interpreter.cli.seats import known_bot
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.lab.figures import in_words
from rulewright.interpreter.lab.tournament import USUAL_GAMES, tournament
from rulewright.interpreter.lab.tournament_figures import as_csv, as_json, as_text


@click.command("tournament")
@game_argument
@click.option(
    "--bots", type=names, required=True, metavar="NAMES", help="Who plays: random,greedy,mcts:easy."
)
@click.option(
    "--players", type=int, help="How many sit at a table; the smallest number possible, if not said."
)
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    help=f"At least so many games; {USUAL_GAMES}, if not said. Each line-up plays as many deals.",
)
@variants_option
@rules_options
@seed_option
@engine_option
@workers_option
@keep_options
@json_option
@click.option("--csv", "as_table", is_flag=True, help="Print CSV, one row a bot.")
def command(
    game: str,
    bots: tuple[str, ...],
    players: int | None,
    games: int | None,
    variants: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    preset: str | None,
    seed: int | None,
    engine: EngineName,
    workers: int | str | None,
    save: Path | None,
    resume: Path | None,
    json_wanted: bool,
    as_table: bool,
) -> int:
    """Let bots play against each other, and tell who is stronger.

    All line-ups play, every deal from each seat. Ctrl-C ends it early, and adds up what was played; with
    --save it can be gone on with by --resume.
    """
    check_form(json_wanted=json_wanted, csv_wanted=as_table)
    keep = keeping(save, resume)
    for name in bots:
        known_bot(name)
    opened = open_game(game, settings, preset, variants=variants)
    count = players_for(opened, players)
    games, first_seed = begun(resume, games, seed, USUAL_GAMES)
    run = partial(
        tournament,
        opened.ruleset,
        count,
        games,
        first_seed,
        bots,
        engine=engine,
        workers=workers,
        keep=keep,
    )
    result, broken_off = played(opened.sources, games, run)
    if broken_off and not result.games:
        pass
    elif json_wanted:
        click.echo(as_json(opened.place.id, result))
    elif as_table:
        click.echo(as_csv(result))
        click.echo(f"seed {first_seed}", err=True)
    else:
        click.echo(as_text(opened.ruleset.model.title, result))
    for line in in_words(result.failed):
        click.echo(f"A game does not count. {line}", err=True)
    for line in in_words(result.notes):
        click.echo(line, err=True)
    if broken_off:
        click.echo(broken_off_text(result.games, result.asked, keep), err=True)
        return INTERRUPTED
    return 2 if result.failed else 0
