"""Options and arguments that several verbs share, and how their texts are read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.interpreter.game.engine_names import ENGINES
from rulewright.interpreter.state.chance import SEEDS

if TYPE_CHECKING:
    from rulewright.interpreter.lab.runs import Keep

Command = TypeVar("Command", bound=Callable[..., Any])


def setting(text: str) -> tuple[str, str]:
    """`name=value` as a pair."""
    name, sign, given = text.partition("=")
    if not sign or not name.strip() or not given.strip():
        raise click.BadParameter(f"{text!r} is not NAME=VALUE, such as columns=4.")
    return name.strip(), given.strip()


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    found = tuple(name.strip() for name in text.split(","))
    if not all(found):
        raise click.BadParameter(f"{text!r} has an empty name.")
    return found


game_argument = click.argument("game")


def rules_options(command: Command) -> Command:
    """`--set` and `--preset`."""
    command = click.option(
        "--set",
        "settings",
        type=setting,
        multiple=True,
        metavar="NAME=VALUE",
        help="Change a setting of the game; repeatable.",
    )(command)
    return click.option("--preset", help="Begin from a preset of the game.")(command)


def variants_option(command: Command) -> Command:
    """`--with`."""
    return click.option(
        "--with",
        "variants",
        multiple=True,
        metavar="VARIANT",
        help="Lay a house rule over the game: one of its variants, or a file; repeatable.",
    )(command)


def seed_option(command: Command) -> Command:
    """`--seed`."""
    seeds = click.IntRange(0, SEEDS - 1)
    return click.option("--seed", type=seeds, help="The number that decides all chance.")(command)


def show_seed_option(command: Command) -> Command:
    """`--show-seed`."""
    return click.option(
        "--show-seed",
        is_flag=True,
        help="Tell the seed at once and not only at the end: who knows it can work out every hidden card.",
    )(command)


def workers(text: str) -> int | str:
    """How many play, or where: see `read_workers`."""
    from rulewright.interpreter.lab.runs import read_workers

    return read_workers(text)


def rotate_option(command: Command) -> Command:
    """`--rotate` and `--no-rotate`."""
    return click.option(
        "--rotate/--no-rotate",
        default=None,
        help="Move bots on by one seat from game to game; if not said, those that differ.",
    )(command)


def workers_option(command: Command) -> Command:
    """`--workers`."""
    return click.option(
        "--workers",
        type=workers,
        metavar="N",
        help="How many processes play, or dask:HOST:PORT; all cores for many games, if not said.",
    )(command)


def keep_options(command: Command) -> Command:
    """`--save` and `--resume`: see `keeping`."""
    for option in (
        click.option(
            "--resume",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Go on with the run that is kept in this file.",
        ),
        click.option(
            "--save", type=click.Path(path_type=Path), metavar="FILE", help="Keep the run in this new file."
        ),
    ):
        command = option(command)
    return command


def keeping(save: Path | None, resume: Path | None) -> Keep | None:
    """The file that a run is kept in."""
    from rulewright.interpreter.lab.runs import Keep

    if save is not None and resume is not None:
        raise click.UsageError(
            "--resume goes on in the file of the run; --save begins another. Take one of them."
        )
    if resume is not None:
        return Keep(resume, go_on=True)
    return None if save is None else Keep(save)


def json_option(command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "json_wanted", is_flag=True, help="Print JSON for a program to read.")(
        command
    )


def language_option(command: Command) -> Command:
    """`--language`."""
    return click.option("--language", help="Show names in this language, if the game has a translation.")(
        command
    )


def engine_option(command: Command) -> Command:
    """`--engine`."""
    return click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default="auto",
        show_default=True,
        help="What plays random games: the rules built by a C compiler, or Python, which never starts one.",
    )(command)
