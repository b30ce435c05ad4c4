"""Saved games: one JSON value a line. A header, the moves in order, and an end once the game is over.

    {"format":"rulewright-save","version":3, ... ,"seed":7,"seats":["Ann","Bob"], ... ,"check":"..."}
    {"file":"my.rules","of":0,"text":"language 1 ...","check":"..."}
    {"n":1,"seat":1,"move":"take fig","digest":"...","table":"...","check":"..."}
    {"end":"all passed","winners":[1],"check":"..."}

A save holds what a game was started from and what was done, not how it stands: resuming plays the
moves again, and compares. Rules that ship with the program are named by their ids; all others are in the
save, a file a line, `of` the game itself (0) or of the variant of that number. A save names no path, so
that taking up one of a stranger reads no file that nobody gave.

`digest` is of the whole state after the move, `table` of what lies on the table only, so that it can be
compared under changed rules. The moves of a simultaneous choice are ordered by seat,
and only the last of them has these two. Where a copy was given another future, a line with
a `seed` says from which chance goes on. `check` is a hash of the line before it and of the check of the
previous line, so that no byte is altered, and no line moved, unnoticed.

A save tells everything: the seed, and thus every hidden card. It is not for the eyes of players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.dsl.problems import problem
from rulewright.interpreter.engine.moves import WITHDRAW, Move
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.game.errors import SaveError
from rulewright.interpreter.game.saves.lines import (
    MOST_CHARACTERS,
    Header,
    Sealer,
    file_fields,
    header_fields,
)
from rulewright.interpreter.state.layout import ME, OVER, State
from rulewright.interpreter.state.state import cards_in, seed_of, set_seed
from rulewright.interpreter.words.texts import cup_text, zone_text

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game


@frozen
class SavedLine:
    """A line of a save, its end included, and its check; it stands once so many moves have been made.

    `number` is how many moves the save holds with it: what was withdrawn is not saved.
    """

    text: str
    check: str
    moves: int
    number: int


def save_text(game: Game) -> str:
    """The game as the text of a save. Raises SaveError."""
    return "".join(save_lines(game))


def save_lines(game: Game) -> list[str]:
    """The lines of a save, with their ends. Raises SaveError for a game that began from a position.

    What has been written once is kept with the game (`Game.saved`): a move more costs a line more.
    """
    if game.placed:
        raise SaveError([problem("save-placed")])
    if game.program.chance is not None:
        raise SaveError([problem("save-asked")])
    kept = game.saved
    sealer = Sealer(kept[-1].check if kept else "")

    def sealed(fields: Mapping[str, object], moves: int = 0, number: int = 0) -> SavedLine:
        return SavedLine(f"{sealer.line(fields)}\n", sealer.check, moves, number)

    if not kept:
        kept.append(sealed(header_fields(_header(game))))
        kept += [sealed(file_fields(file)) for file in game.ruleset.model.files]
    number = kept[-1].number
    open_lines: list[SavedLine] = []
    for made in _made(game, kept[-1].moves):
        for one in made.told:
            fields: dict[str, object] = {"seed": one}
            if isinstance(one, Move):
                number += 1
                fields = {"n": number, "seat": one.seat + 1, "move": one.text}
                if made.digests is not None and one is made.told[-1]:
                    fields["digest"], fields["table"] = made.digests
            (open_lines if made.digests is None else kept).append(sealed(fields, made.count, number))
    if game.outcome is not None:
        winners = [seat + 1 for seat in game.outcome.winners]
        open_lines.append(sealed({"end": game.outcome.reason, "winners": winners}))
    lines = [line.text for line in (*kept, *open_lines)]
    if sum(map(len, lines)) > MOST_CHARACTERS:
        raise SaveError([problem("limit-save-size", limit=MOST_CHARACTERS)])
    return lines


def _header(game: Game) -> Header:
    ruleset, program, start = game.ruleset, game.program, list(game.history.told(0))
    set_seed(start, game.seed)
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


@frozen
class _Made:
    """A move, or those of a simultaneous choice by seat, and the digests of the state and the table after it.

    Between them stand seeds from which chance goes on. `count` is how many moves the game has then. No
    digests: a choice that not all have made yet, or a seed that no move follows.
    """

    told: tuple[Move | int, ...]
    count: int
    digests: tuple[str, str] | None


@frozen
class _Step:
    """Whether the simultaneous choice that a move belongs to is still open; digests of what stands then."""

    open: bool
    digests: tuple[str, str]


def _steps(game: Game, begin: int) -> list[_Step]:
    """The steps of the moves after so many."""
    program, history = game.program, game.history
    found: list[_Step] = []
    for number, step in enumerate(history.steps[begin:], start=begin):
        before = history.state(number)
        _ = step.move.text  # written here, where its state is at hand
        after = list(history.told(number + 1))
        set_seed(after, seed_of(before))  # another seed has a line of its own
        found.append(_Step(step.hidden, (program.digest(after), table_digest(program, after))))
    return found


def _made(game: Game, begin: int) -> Iterator[_Made]:
    """The moves after so many, without what was withdrawn."""
    moves, given = game.moves, game.history.seeds
    committed: list[tuple[int, Move]] = []
    seeds: list[int] = []
    for count, step in enumerate(_steps(game, begin), start=begin + 1):
        move = moves[count - 1]
        if count - 1 in given:
            seeds.append(given[count - 1])
        if move.action == WITHDRAW:
            committed = [one for one in committed if one[1].seat != move.seat]
        else:
            committed.append((len(seeds), move))
            if not step.open:
                yield _Made(_in_order(committed, seeds), count, step.digests)
                committed, seeds = [], []
    if len(moves) in given:
        seeds.append(given[len(moves)])
    if committed or seeds:
        yield _Made(_in_order(committed, seeds), begin, None)


def _in_order(committed: Sequence[tuple[int, Move]], seeds: Sequence[int]) -> tuple[Move | int, ...]:
    """Moves by seat, each after as many seeds as came before it."""
    found: list[Move | int] = []
    for before in range(len(seeds) + 1):
        found += seeds[before - 1 : before] if before else []
        found += [move for after, move in sorted(committed, key=_seat) if after == before]
    return tuple(found)


def _seat(committed: tuple[int, Move]) -> int:
    return committed[1].seat


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
