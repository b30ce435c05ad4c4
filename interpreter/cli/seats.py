"""Who sits where: people by name, and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from rulewright.dsl.problems.suggest import nearest
from rulewright.interpreter.bots import BOTS, UnknownBot, check_name, is_bot, make
from rulewright.interpreter.game.seat import Chooser
from rulewright.interpreter.words.sentences import counted

BOT_SEEDS = 64
"""Seeds of bots are the game's times this, plus the seat; no game has as many seats."""


def seat_names(
    seats: Sequence[str] | None, bots: Sequence[str] | None, players: int | None
) -> tuple[str, ...] | None:
    """The players' names, as the options say; None when they say nothing.

    A seat that is named like a bot is played by it; the second bot of a kind is `greedy 2`. Bots given
    apart fill the seats after the people; without a number of players there are only these bots.
    """
    if seats and bots:
        raise click.UsageError("Name bots among --seats or with --bots, not both ways.")
    for name in bots or ():
        known_bot(name)
    for name in seats or ():
        if ":" in name and bot_of(name) is None:  # no person is called so
            known_bot(name, " People have no colon in their names.")
    if seats:
        if players is not None and players != len(seats):
            raise click.UsageError(
                f"--seats names {counted(len(seats), 'player')}, and --players says {players}."
            )
        return _numbered(seats)
    if bots:
        people = 0 if players is None else players - len(bots)
        if people < 0:
            raise click.UsageError(f"--bots names {counted(len(bots), 'bot')}, and --players says {players}.")
        return _numbered([*(f"Player {seat + 1}" for seat in range(people)), *bots])
    return None


def known_bot(name: str, besides: str = "") -> None:
    """Stops at a bot that is not there, and says what there is to say besides."""
    try:
        check_name(name)
    except UnknownBot as unknown:
        raise click.UsageError(f"{unknown}{besides}") from None


def _numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Bots of one kind are told apart by numbers; people's names stay as they are."""
    found: list[str] = []
    for name in names:
        earlier = sum(bot_of(one) == name for one in found)
        found.append(f"{name} {earlier + 1}" if is_bot(name) and earlier else name)
    return tuple(found)


def bot_of(name: str) -> str | None:
    """The kind of bot that plays under a name: `greedy` and `greedy 2`; None for a person."""
    kind, _, number = name.partition(" ")
    return kind if is_bot(kind) and (not number or number.isdecimal()) else None


def people_like_bots(names: Sequence[str]) -> list[str]:
    """The people at the table whose names are written like those of bots: maybe a bot was meant."""
    return [
        name
        for name in names
        if bot_of(name) is None and (name[:1].islower() or nearest(name, BOTS) is not None)
    ]


def bots_for(names: Sequence[str], seed: int) -> Mapping[int, Chooser]:
    """The bots of a game by seat. Their chance follows from the game's seed and is none of the game's."""
    return {
        seat: make(kind, seed * BOT_SEEDS + seat)
        for seat, name in enumerate(names)
        if (kind := bot_of(name)) is not None
    }
