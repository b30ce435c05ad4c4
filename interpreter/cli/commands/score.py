"""`rulewright score`: points for a game that was played on a real table."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.dsl.problems.spans import Source
from rulewright.interpreter.cli.options import game_argument, language_option, variants_option
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.cli.sheet import ranking_lines, reason_lines, sheet_lines
from rulewright.interpreter.lab.scenarios import read_scenario
from rulewright.interpreter.lab.trial import begin, play_moves, read_text


@click.command("score")
@game_argument
@click.argument("position", type=click.Path(path_type=Path))
@variants_option
@language_option
def command(game: str, position: Path, variants: tuple[str, ...], language: str | None) -> int:
    """Score a position from a file.

    The file is written like a scenario.

    It needs `players` and `given`; without `at` the game is taken to be over.
    """
    source, problems = read_text(position)
    if source is None:
        raise Stopped(problems)
    sources: dict[str, Source] = {source.name: source}
    scenario, problems = read_scenario(source, "position")
    if scenario is None:
        raise Stopped(problems, sources)
    with stopping(sources):
        table = begin(game, scenario, sources, variants, language)
        problems = play_moves(table, scenario.moves)
        if problems:
            raise Stopped(problems, sources)
        click.echo("\n".join(sheet_lines(table)))
        outcome = table.outcome
        if outcome is not None:
            click.echo(f"\n{ranking_lines(table)[0]}")
        reasons = reason_lines(table)
        if reasons:
            click.echo("\n".join(["", "What the points come from", *reasons]))
    return 0
