"""`rulewright simulate`: many games at once."""

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
    rotate_option,
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
    seats_of,
)
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.lab.figures import as_csv, as_json, as_text, engine_text, failures
from rulewright.interpreter.lab.simulate import simulate

USUAL_GAMES = 1_000


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
    check_form(json_wanted=json_wanted, csv_wanted=as_table)
    keep = keeping(save, resume)
    opened = open_game(game, settings, preset, variants=variants)
    count = players_for(opened, players if players is not None or not bots or len(bots) == 1 else len(bots))
    seats = seats_of(bots, count)
    games, first_seed = begun(resume, games, seed, USUAL_GAMES)
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
    for line in failures(result):
        click.echo(f"A game does not count. {line}", err=True)
    click.echo(engine_text(result), err=True)
    if broken_off:
        click.echo(broken_off_text(result.games, games, keep), err=True)
        return INTERRUPTED
    return 2 if result.lost_cards or result.failed else 0
