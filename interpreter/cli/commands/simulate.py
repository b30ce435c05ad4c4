"""`rulewright simulate`: many games at once."""

from __future__ import annotations

import click

from rulewright.interpreter.bots import BOTS
from rulewright.interpreter.cli.games import open_game, players_for
from rulewright.interpreter.cli.options import (
    engine_option,
    game_argument,
    json_option,
    names,
    rules_options,
    seed_option,
    variants_option,
)
from rulewright.interpreter.cli.progress import progress_bar
from rulewright.interpreter.cli.reports import stopping
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.figures import as_csv, as_json, as_text, engine_text
from rulewright.interpreter.lab.simulate import Simulation, StuckGame, simulate
from rulewright.interpreter.library.rulesets import fresh_seed
from rulewright.interpreter.words.sentences import counted

MOST_GAMES = 10_000_000


@click.command("simulate")
@game_argument
@click.option("--players", type=int, help="How many play; the smallest number possible, if not said.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=1000, show_default=True)
@click.option("--bots", type=names, metavar="NAMES", help="One bot for all, or one a seat: random,greedy.")
@variants_option
@rules_options
@seed_option
@engine_option
@json_option
@click.option("--csv", "as_table", is_flag=True, help="Print CSV, one row a seat.")
def command(
    game: str,
    players: int | None,
    games: int,
    bots: tuple[str, ...] | None,
    variants: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    preset: str | None,
    seed: int | None,
    engine: EngineName,
    json_wanted: bool,
    as_table: bool,
) -> int:
    """Play many games without people and add them up."""
    if json_wanted and as_table:
        raise click.UsageError("--json and --csv are two forms of the same numbers; take one of them.")
    opened = open_game(game, settings, preset, variants=variants)
    count = players_for(opened, players if players is not None or not bots or len(bots) == 1 else len(bots))
    seats = seats_of(bots, count)
    first_seed = fresh_seed() if seed is None else seed
    with stopping(opened.sources):
        result = _run(opened.ruleset, count, games, first_seed, seats, engine)
    if json_wanted:
        click.echo(as_json(opened.place.id, result))
    elif as_table:
        click.echo(as_csv(result))
        click.echo(f"seed {first_seed}", err=True)
    else:
        click.echo(as_text(opened.ruleset.model.title, result))
    click.echo(engine_text(result), err=True)
    return 2 if result.lost_cards else 0


def seats_of(bots: tuple[str, ...] | None, players: int) -> tuple[str, ...]:
    """A bot for each seat: the one given for all, or one for each. Stops at an unknown name."""
    given = bots or ("random",)
    for name in given:
        if name not in BOTS:
            raise click.UsageError(f"There is no bot {name!r}. There are: {', '.join(BOTS)}.")
    if len(given) == 1:
        return given * players
    if len(given) != players:
        raise click.UsageError(
            f"{counted(len(given), 'bot')} for {counted(players, 'player')}: name one, or one a seat."
        )
    return given


def _run(
    ruleset: Ruleset, players: int, games: int, seed: int, bots: tuple[str, ...], engine: EngineName
) -> Simulation:
    try:
        with progress_bar(games) as advance:
            return simulate(ruleset, players, games, seed, bots, advance, engine)
    except StuckGame as stuck:
        click.echo(f"Seed {stuck.seed}: this game cannot go on.", err=True)
        raise
