"""Saved games: one JSON value a line. A header, the moves in order, and an end once the game is over.

    {"format":"rulewright-save","version":2, ... ,"seed":7,"seats":["Ann","Bob"], ... ,"check":"..."}
    {"file":"my.rules","of":0,"text":"language 1 ...","check":"..."}
    {"n":1,"seat":1,"move":"take fig","digest":"...","table":"...","check":"..."}
    {"end":"all passed","winners":[1],"check":"..."}

A save holds what a game was started from and what was done, not how it stands: resuming plays the
moves again, and compares. Rules that ship with the program are named by their ids; all others are in the
save, a file a line, `of` the game itself (0) or of the variant of that number. A save names no path, so
that taking up one of a stranger reads no file that nobody gave.

`digest` is of the whole state after the move, `table` of what lies on the table only, so that it can be
compared under changed rules. The moves of a simultaneous choice are ordered by seat,
and only the last of them has these two. `check` is a hash of the line before it and of the
check of the previous line, so that no byte is altered, and no line moved, unnoticed.

A save tells everything: the seed, and thus every hidden card. It is not for the eyes of players.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING

from rulewright.dsl.problems import problem
from rulewright.interpreter.layout import ME, OVER, State
from rulewright.interpreter.moves import WITHDRAW, Move
from rulewright.interpreter.program import Program
from rulewright.interpreter.save_lines import (
    MOST_CHARACTERS,
    Header,
    SaveError,
    Sealer,
    file_fields,
    header_fields,
)
from rulewright.interpreter.state import cards_in
from rulewright.interpreter.texts import cup_text, zone_text

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game


def save_text(game: Game) -> str:
    """The game as the text of a save. Raises SaveError."""
    text = "".join(f"{line}\n" for line in save_lines(game))
    if len(text) > MOST_CHARACTERS:
        raise SaveError([problem("limit-save-size", limit=MOST_CHARACTERS)])
    return text


def save_lines(game: Game) -> Iterator[str]:
    """The lines of a save, without their ends. Raises SaveError for a game that began from a position."""
    if game.placed:
        raise SaveError([problem("save-placed")])
    sealer = Sealer()
    yield sealer.line(header_fields(_header(game)))
    for file in game.ruleset.model.files:
        yield sealer.line(file_fields(file))
    digests = game.digests()
    for number, (move, after) in enumerate(_ordered(game), start=1):
        fields: dict[str, object] = {"n": number, "seat": move.seat + 1, "move": move.text}
        if after is not None:
            digest, table = digests[after]
            fields |= {"digest": digest, "table": table}
        yield sealer.line(fields)
    if game.outcome is not None:
        winners = [seat + 1 for seat in game.outcome.winners]
        yield sealer.line({"end": game.outcome.reason, "winners": winners})


def _header(game: Game) -> Header:
    ruleset, program, start = game.ruleset, game.program, game.positions[0]
    return Header(
        ruleset=ruleset.model.id,
        title=ruleset.model.title,
        preset=ruleset.preset,
        given=ruleset.given,
        settings=program.known.settings,
        declarations=ruleset.model.fingerprints,
        seed=game.seed,
        seats=game.seats,
        starter=game.starter,
        digest=program.digest(start),
        table=table_digest(program, start),
        variants=ruleset.model.variants,
        files=ruleset.model.files,
    )


def _ordered(game: Game) -> Iterator[tuple[Move, int | None]]:
    """The moves, each with the number of the position after it where that is told.

    The moves of a simultaneous choice come by seat, without what was withdrawn.
    """
    play, positions = game.program.play, game.positions
    committed: dict[int, Move] = {}
    for after, (move, before) in enumerate(zip(game.moves, positions, strict=False), start=1):
        if play.point(before).commits is None:
            yield move, after
        elif move.action == WITHDRAW:
            del committed[move.seat]
        else:
            committed[move.seat] = move
            if play.deciders(before) == (move.seat,):
                yield from _by_seat(committed, after)
                committed = {}
    yield from _by_seat(committed, len(positions) - 1)


def _by_seat(committed: dict[int, Move], after: int) -> Iterator[tuple[Move, int | None]]:
    for number, seat in enumerate(sorted(committed), start=1):
        yield committed[seat], after if number == len(committed) else None


def table_digest(program: Program, state: State) -> str:
    """A short hash of what lies on the table: cards, dice, points given, and who is to act."""
    layout = program.layout
    lies = [
        (
            zone_text(layout, zone.number),
            [layout.cards[card].id for card in cards_in(layout, state, zone.number)],
        )
        for zone in layout.zones
    ]
    dice = [
        (cup_text(layout, cup.number), state[cup.base + 1 : cup.base + 1 + state[cup.base]])
        for cup in layout.cups
    ]
    points = [(name, state[at : at + layout.player_count]) for name, at in layout.awards_at.items()]
    text = repr((lies, dice, points, state[ME], state[OVER]))
    return blake2b(text.encode(), digest_size=4).hexdigest()
