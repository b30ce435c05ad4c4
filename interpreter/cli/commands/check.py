"""`rulewright check`: is a ruleset sound, and do random games of it come to an end?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rulewright.dsl.model import Model
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.report import render, summary
from rulewright.dsl.problems.wording import word
from rulewright.dsl.problems.wording.entry import counted
from rulewright.interpreter.cli.options import engine_option, game_argument, seed_option, variants_option
from rulewright.interpreter.cli.progress import progress_bar
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.library.checking import load_place
from rulewright.interpreter.library.places import find

if TYPE_CHECKING:
    from rulewright.interpreter.game.ruleset import Ruleset


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
@engine_option
def command(game: str, variants: tuple[str, ...], games: int, seed: int | None, engine: EngineName) -> int:
    """Look for mistakes in a ruleset."""
    with stopping({}):
        place = find(game, variants)
    loaded = load_place(place)
    if loaded.problems:
        click.echo(render(loaded.problems, loaded.sources))
        click.echo(summary(loaded.problems))
    if loaded.model is None:
        return 2
    click.echo(f"{loaded.model.title}: the rules are sound.")
    if games:
        with stopping(loaded.sources):
            _play_all(loaded.model, games, 1 if seed is None else seed, engine)
    return 0


def _play_all(model: Model, games: int, first: int, engine: EngineName) -> None:
    """Play random games of every preset for every number of players."""
    from rulewright.interpreter.game.ruleset import ruleset_of  # engines take their time to load

    click.echo(f"Random games with the seeds {first} to {first + games - 1}:")
    for preset in (None, *model.presets):
        ruleset = ruleset_of(model, preset=preset)
        for players in range(model.least_players, model.most_players + 1):
            problems = ruleset.problems_for(players)
            if problems:
                _left_out(preset, players, problems)
            else:
                _play(ruleset, players, first, games, engine)


def _play(ruleset: Ruleset, players: int, first: int, games: int, engine: EngineName) -> None:
    """Play random games: stops at the first that goes wrong, and counts those cut at the limit of moves."""
    from rulewright.interpreter.engine.program import MOVE_LIMIT
    from rulewright.interpreter.lab.games import StuckGame
    from rulewright.interpreter.lab.simulate import simulate

    under = _under(players, ruleset.preset)
    try:
        with progress_bar(games) as advance:
            played = simulate(ruleset, players, games, first, progress=advance, engine=engine)
    except StuckGame as stuck:
        click.echo(f"{under}, seed {stuck.seed}: this game cannot go on.")
        raise
    if played.lost_cards:
        raise Stopped([problem("cards-lost", seeds=", ".join(map(str, played.lost_cards)))])
    drawn, limit = played.endings.get(MOVE_LIMIT, 0), ruleset.model.most_moves
    if drawn:
        were = "was" if drawn == 1 else "were"
        click.echo(
            f"{under}: {drawn} of {counted(games, 'game')} {were} drawn at the move limit of {limit:,}; "
            "`moves up to` below `game` sets another."
        )
    else:
        click.echo(f"{under}: {counted(games, 'game')} came to an end.")


def _left_out(preset: str | None, players: int, problems: Sequence[Problem]) -> None:
    """Say that nothing is played, and why."""
    for one in problems:
        message = word(one.code, dict(one.facts))
        why = f" {message.why}" if message.why else ""
        click.echo(f"{_under(players, preset)}: left out. {message.title}.{why}")


def _under(players: int, preset: str | None) -> str:
    return counted(players, "player") + (f", preset {preset}" if preset else "")
