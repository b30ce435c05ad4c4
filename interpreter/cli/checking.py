"""`rulewright check`: is a ruleset sound, and do random games of it come to an end?"""

from __future__ import annotations

import click

from rulewright.cli.options import game_argument, seed_option, variants_option
from rulewright.cli.reports import Stopped, stopping
from rulewright.dsl.problems import problem
from rulewright.dsl.report import render, summary
from rulewright.interpreter.faults import Fault
from rulewright.interpreter.ruleset import Ruleset, ruleset_of
from rulewright.lab.simulate import play_one
from rulewright.library import find, load_place


@click.command("check")
@game_argument
@variants_option
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    default=0,
    help="Also play so many random games for every number of players and every preset.",
)
@seed_option
def command(game: str, variants: tuple[str, ...], games: int, seed: int | None) -> int:
    """Look for mistakes in a ruleset."""
    with stopping({}):
        place = find(game, variants)
    loaded = load_place(place)
    if loaded.problems:
        click.echo(render(loaded.problems, loaded.sources))
        click.echo(summary(loaded.problems))
    if loaded.model is None:
        return 2
    title = loaded.model.title
    click.echo(f"{title}: the rules are sound.")
    if not games:
        return 0
    first = 1 if seed is None else seed
    click.echo(f"Random games with the seeds {first} to {first + games - 1}:")
    with stopping(loaded.sources):
        for preset in (None, *loaded.model.presets):
            ruleset = ruleset_of(loaded.model, preset=preset)
            for players in ruleset.player_counts:
                _play(ruleset, players, first, games)
    return 0


def _play(ruleset: Ruleset, players: int, first: int, games: int) -> None:
    """Play random games; stops at the first that goes wrong, and names its seed."""
    under = f"{players} players" + (f", preset {ruleset.preset}" if ruleset.preset else "")
    lost = []
    for seed in range(first, first + games):
        try:
            if not play_one(ruleset, players, seed).conserved:
                lost.append(seed)
        except Fault:
            click.echo(f"{under}, seed {seed}: this game cannot go on.")
            raise
    if lost:
        raise Stopped([problem("cards-lost", seeds=", ".join(map(str, lost)))])
    click.echo(f"{under}: {games} games came to an end.")
