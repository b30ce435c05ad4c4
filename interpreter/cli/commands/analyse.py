"""`rulewright analyse`: a saved game, and what its moves cost."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.interpreter.cli.options import (
    engine_option,
    json_option,
    language_option,
    seed_option,
    variants_option,
)
from rulewright.interpreter.cli.progress import progress_bar
from rulewright.interpreter.cli.reports import stopping
from rulewright.interpreter.cli.resume import resumed_game
from rulewright.interpreter.cli.seats import known_bot
from rulewright.interpreter.cli.whole_file import write_whole
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.lab.analyse import analyse
from rulewright.interpreter.lab.analysis_figures import as_json, as_text
from rulewright.interpreter.lab.analysis_page import as_page
from rulewright.interpreter.lab.web import check_drawing


@click.command("analyse")
@click.argument("save", type=click.Path(path_type=Path))
@click.option(
    "--bot", default="mcts:middle", show_default=True, help="Who judges: mcts or flat, at some level."
)
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write a page with pictures that needs nothing else.",
)
@click.option("--game", help="Rules to play it with, in the place of those of the save.")
@click.option("--changed", is_flag=True, help="Go on although the rules have changed since.")
@variants_option
@language_option
@seed_option
@engine_option
@json_option
def command(
    save: Path,
    bot: str,
    page: Path | None,
    game: str | None,
    changed: bool,
    variants: tuple[str, ...],
    language: str | None,
    seed: int | None,
    engine: EngineName,
    json_wanted: bool,
) -> None:
    """Judge the moves of a saved game: who stood how, what cost most, and when it turned.

    It shows the moves of all players, with all that is hidden in them.
    """
    known_bot(bot)
    if page is not None:
        check_drawing()
    opened, played, _ = resumed_game(game, save, go_on=changed, language=language, variants=variants)
    with stopping(opened.sources), progress_bar(len(played.moves), "moves") as advance:
        result = analyse(played, bot, 0 if seed is None else seed, advance, engine)
        if page is not None:
            write_whole(page, as_page(opened.ruleset.model.title, result))
    click.echo(
        as_json(opened.place.id, result) if json_wanted else as_text(opened.ruleset.model.title, result)
    )
