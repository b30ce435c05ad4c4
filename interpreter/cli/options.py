"""Options and arguments that several verbs share, and how their texts are read."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

import click

SEEDS_DRAWN = 1_000_000
"""A seed that nobody chose is drawn below this, so that it can be typed again."""

MOST_SEED = 2**64 - 1

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
    seeds = click.IntRange(0, MOST_SEED)
    return click.option("--seed", type=seeds, help="The number that decides all chance.")(command)


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


def chosen_seed(seed: int | None) -> int:
    """The seed given, or one drawn now."""
    return secrets.randbelow(SEEDS_DRAWN) if seed is None else seed
