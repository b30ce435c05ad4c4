"""`rulewright tune`: which settings make a game better."""

from __future__ import annotations

import click

from rulewright.interpreter.cli.games import open_game, players_for
from rulewright.interpreter.cli.options import (
    engine_option,
    game_argument,
    json_option,
    names,
    rules_options,
    seed_option,
    setting,
    variants_option,
    workers_option,
)
from rulewright.interpreter.cli.progress import progress_bar
from rulewright.interpreter.cli.reports import stopping
from rulewright.interpreter.cli.runs import MOST_GAMES
from rulewright.interpreter.cli.seats import known_bot
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.lab.figures import in_words
from rulewright.interpreter.lab.goals import FIGURES, read_goal
from rulewright.interpreter.lab.knobs import knobs_of
from rulewright.interpreter.lab.tune import FRESH, USUAL_GAMES, USUAL_TRIALS, tune
from rulewright.interpreter.lab.tune_figures import as_json, as_text
from rulewright.interpreter.library.rulesets import fresh_seed

MOST_TRIALS = 10_000


@click.command("tune")
@game_argument
@click.option(
    "--setting",
    "knobs",
    type=setting,
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="What to try: pair_points=3..7, expert=no,yes, or an entry of a table, prices[0]=2..4; repeatable.",
)
@click.option(
    "--goal",
    required=True,
    metavar="GOAL",
    help=f"What for: {', '.join(FIGURES)}, card:NAME, action:NAME; length=20..30 for a range.",
)
@click.option("--players", type=int, help="How many play; the smallest number possible, if not said.")
@click.option(
    "--games", type=click.IntRange(2, MOST_GAMES), default=USUAL_GAMES, show_default=True, help="A trial."
)
@click.option("--trials", type=click.IntRange(1, MOST_TRIALS), default=USUAL_TRIALS, show_default=True)
@click.option(
    "--bots",
    type=names,
    metavar="NAMES",
    help="One bot for all, greedy if not said, or one a seat; for the skill gap a stronger and a weaker one.",
)
@variants_option
@rules_options
@seed_option
@engine_option
@workers_option
@json_option
def command(
    game: str,
    knobs: tuple[tuple[str, str], ...],
    goal: str,
    players: int | None,
    games: int,
    trials: int,
    bots: tuple[str, ...] | None,
    variants: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    preset: str | None,
    seed: int | None,
    engine: EngineName,
    workers: int | str | None,
    json_wanted: bool,
) -> int:
    """Try settings, and tell which come nearest to a goal, and how sure that is."""
    for name in bots or ():
        known_bot(name)
    opened = open_game(game, settings, preset, variants=variants)
    count = players_for(opened, players)
    with stopping(opened.sources):
        wanted = read_goal(goal, opened.ruleset.layout(count))
        tried = knobs_of(knobs, opened.ruleset)
        with progress_bar(games * (trials + 3 * FRESH)) as advance:
            result = tune(
                opened.ruleset,
                count,
                tried,
                wanted,
                games=games,
                trials=trials,
                seed=fresh_seed() if seed is None else seed,
                bots=bots or (),
                engine=engine,
                workers=workers,
                progress=advance,
            )
    click.echo(
        as_json(opened.place.id, result) if json_wanted else as_text(opened.ruleset.model.title, result)
    )
    for line in in_words(result.failed):
        click.echo(f"A game does not count. {line}", err=True)
    for line in in_words(result.notes):
        click.echo(line, err=True)
    return 2 if result.failed else 0
