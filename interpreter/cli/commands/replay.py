"""`rulewright replay`: a saved game again, move by move."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.interpreter.cli.options import language_option, show_seed_option, variants_option
from rulewright.interpreter.cli.reports import stopping
from rulewright.interpreter.cli.resume import resumed_game
from rulewright.interpreter.cli.sheet import final_lines
from rulewright.interpreter.cli.table import Artist


@click.command("replay")
@click.argument("save", type=click.Path(path_type=Path))
@click.option("--game", help="Rules to replay it with, in the place of those of the save.")
@click.option("--moves", type=click.IntRange(min=0), help="Stop after so many moves and show the table.")
@click.option("--changed", is_flag=True, help="Go on although the rules have changed since.")
@click.option("--all", "everything", is_flag=True, help="Tell each card's way, and not only each move.")
@variants_option
@language_option
@show_seed_option
def command(
    save: Path,
    game: str | None,
    moves: int | None,
    changed: bool,
    everything: bool,
    variants: tuple[str, ...],
    language: str | None,
    show_seed: bool,
) -> None:
    """Show a saved game again, move by move.

    It shows what an observer sees; hidden cards stay hidden.
    """
    opened, played, _ = resumed_game(game, save, go_on=changed, language=language, variants=variants)
    with stopping(opened.sources):
        if moves is not None and moves < len(played.moves):
            played.undo(len(played.moves) - moves)
        click.echo(f"{played.program.model.title}: {', '.join(played.seats)}.")
        if show_seed or played.over:
            click.echo(f"Seed {played.seed}.")
        for line in played.log(None, everything=everything):
            click.echo(line)
        if played.over:
            click.echo("\n".join(["", *final_lines(played)]))
        else:
            artist = Artist.of(played.names)
            click.echo("\n".join(["", *artist.draw(played.view(None))]))
