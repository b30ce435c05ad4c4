"""`rulewright compare`: what a house rule changes."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

import click

from rulewright.dsl.problems import problem
from rulewright.interpreter.cli.games import Opened, open_game, players_for
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
    setting,
    workers_option,
)
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.cli.runs import (
    INTERRUPTED,
    MOST_GAMES,
    begun,
    broken_off_text,
    played,
    seats_of,
)
from rulewright.interpreter.cli.whole_file import write_whole
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.lab.compare import (
    FEWEST_GAMES,
    USUAL_SKILL,
    Arm,
    Comparison,
    check_installed,
    compare,
    games_in_all,
)
from rulewright.interpreter.lab.figures import in_words
from rulewright.interpreter.lab.findings import as_json
from rulewright.interpreter.library.places import find, list_rulesets, list_variants
from rulewright.interpreter.words.sentences import range_text

USUAL_GAMES = 2_000


@click.command("compare")
@game_argument
@click.argument("variants", nargs=-1, required=True, metavar="VARIANT...")
@click.option("--players", type=int, help="How many play; the smallest number possible, if not said.")
@click.option(
    "--games",
    type=click.IntRange(FEWEST_GAMES, MOST_GAMES),
    help=f"How many games are played under each; {USUAL_GAMES}, if not said.",
)
@click.option("--bots", type=names, metavar="NAMES", help="One bot for all, or one a seat: random,greedy.")
@click.option(
    "--skill",
    type=click.IntRange(0, MOST_GAMES),
    default=USUAL_SKILL,
    show_default=True,
    help="In how many games a bot that thinks plays against random ones; 0 for none.",
)
@rules_options
@seed_option
@engine_option
@rotate_option
@workers_option
@keep_options
@json_option
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the report as a web page with pictures, in one file.",
)
@click.option("--all", "everything", is_flag=True, help="List all actions and cards, and shares of points.")
def command(
    game: str,
    variants: tuple[str, ...],
    players: int | None,
    games: int | None,
    bots: tuple[str, ...] | None,
    skill: int,
    settings: tuple[tuple[str, str], ...],
    preset: str | None,
    seed: int | None,
    engine: EngineName,
    rotate: bool | None,
    workers: int | str | None,
    save: Path | None,
    resume: Path | None,
    json_wanted: bool,
    page: Path | None,
    everything: bool,
) -> int:
    """Play the same deals under a game and its variants, and tell what changes.

    VARIANT is a variant of the game by its name or file, a setting such as columns=4, or another game.
    Moves, choices, points, and what was offered and taken are recorded in every game.
    """
    with stopping({}):
        check_installed()
        if page is not None:
            from rulewright.interpreter.lab.page import as_page
            from rulewright.interpreter.lab.web import check_drawing

            check_drawing()
    keep = keeping(save, resume)
    base = open_game(game, settings, preset)
    others = [_variant(game, one, settings, preset) for one in variants]
    asked = players if players is not None or not bots or len(bots) == 1 else len(bots)
    count = _players([base, *others], asked)
    seats = seats_of(bots, count)
    games, first_seed = begun(resume, games, seed, USUAL_GAMES, skill if count > 1 else 0)
    arms = [Arm(base.place.id, base.ruleset)]
    arms += [Arm(_name(text), one.ruleset) for text, one in zip(variants, others, strict=True)]
    run = partial(
        compare, arms[0], arms[1:], count, games, first_seed, seats,
        engine=engine, skill=skill, rotate=rotate, workers=workers, keep=keep,
    )  # fmt: skip
    sources = {name: text for one in (base, *others) for name, text in one.sources.items()}
    result, broken_off = played(sources, games_in_all(games, count, skill), run)
    if page is not None and result.games >= FEWEST_GAMES:
        again = _again(game, variants, result, settings, preset)
        write_whole(page, as_page(base.ruleset.model.title, result, again))
        click.echo(f"The report is in {page}.", err=True)
    if json_wanted:
        click.echo(as_json(base.place.id, result))
    elif result.games >= FEWEST_GAMES:
        from rulewright.interpreter.cli.comparison import show

        show(base.ruleset.model.title, result, everything=everything)
    for line in in_words(result.failed):
        click.echo(f"A game does not count. {line}", err=True)
    if broken_off:
        click.echo(broken_off_text(result.games, games, keep), err=True)
        return INTERRUPTED
    return 2 if result.failed else 0


def _variant(game: str, text: str, settings: tuple[tuple[str, str], ...], preset: str | None) -> Opened:
    """The rules that a word names: a setting of the game, one of its variants, a file, or another game."""
    if "=" in text and not Path(text).exists():
        return open_game(game, (*settings, setting(text)), preset)
    with stopping({}):
        place = find(game)
    known = text in list_variants(place)
    if not known and (text in list_rulesets() or Path(text).exists()):
        return open_game(text, settings, preset)
    return open_game(game, settings, preset, variants=[text])


def _again(
    game: str,
    variants: tuple[str, ...],
    result: Comparison,
    settings: tuple[tuple[str, str], ...],
    preset: str | None,
) -> str:
    """The command that makes a report again."""
    words = ["rulewright", "compare", game, *variants, "--players", str(result.players)]
    words += ["--games", str(result.games), "--bots", ",".join(result.bots), "--seed", str(result.seed)]
    words += ["--skill", str(result.skill), *(["--preset", preset] if preset is not None else [])]
    for name, value in settings:
        words += ["--set", f"{name}={value}"]
    return shlex.join(words)


def _name(text: str) -> str:
    """What a variant is called: a file by its name without the folder and the end."""
    return text if "=" in text else Path(text).stem


def _players(opened: list[Opened], asked: int | None) -> int:
    """The number of players asked for, or the smallest with which all can be played. Stops without one."""
    if asked is not None:
        for one in opened:
            players_for(one, asked)
        return asked
    base, *others = (one.ruleset.player_counts for one in opened)
    for count in base:
        if all(count in other for other in others):
            return count
    other = next(other for other in others if not set(base) & set(other))
    told = [range_text(min(one), max(one), "player") for one in (base, other)]
    raise Stopped([problem("compare-players", base=told[0], variant=told[1])])
