"""`rulewright check`: is a ruleset sound, and do random games of it come to an end?"""

from __future__ import annotations

import click

from rulewright.cli.options import game_argument, seed_option
from rulewright.cli.reports import Stopped, stopping
from rulewright.dsl.report import render, summary
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.ruleset import ruleset_of
from rulewright.lab.simulate import play_one
from rulewright.library import find, read_ruleset


@click.command("check")
@game_argument
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    default=0,
    help="Also play so many random games for every number of players and every preset.",
)
@seed_option
def command(game: str, games: int, seed: int | None) -> int:
    """Look for mistakes in a ruleset."""
    with stopping({}):
        find(game)
    loaded = read_ruleset(game)
    if loaded.problems:
        click.echo(render(loaded.problems, loaded.sources))
        click.echo(summary(loaded.problems))
    if loaded.model is None:
        return 2
    title = loaded.model.title
    click.echo(f"{title}: the rules are sound.")
    if not games:
        return 0
    first_seed = 1 if seed is None else seed
    with stopping(loaded.sources):
        for preset in (None, *loaded.model.presets):
            ruleset = ruleset_of(loaded.model, preset=preset)
            for players in ruleset.player_counts:
                for number in range(games):
                    try:
                        play_one(ruleset, players, first_seed + number)
                    except Fault as fault:
                        under = f", preset {preset}" if preset else ""
                        click.echo(f"A game of {players} players{under} with seed {first_seed + number}:")
                        raise Stopped([fault.problem], loaded.sources) from None
                under = f", preset {preset}" if preset else ""
                click.echo(f"{players} players{under}: {games} random games came to an end.")
    return 0


