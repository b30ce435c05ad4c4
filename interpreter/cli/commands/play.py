"""`rulewright play`: a game for people and bots, at a terminal or through a pipe."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from rulewright.interpreter.bots import BOTS_THERE_ARE
from rulewright.interpreter.cli.games import Opened, open_game
from rulewright.interpreter.cli.options import (
    language_option,
    names,
    rules_options,
    seed_option,
    show_seed_option,
    variants_option,
)
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.cli.resume import resumed_game
from rulewright.interpreter.cli.save_file import Keeper, fresh_path, state_folder
from rulewright.interpreter.cli.seats import bots_for, people_like_bots, seat_names
from rulewright.interpreter.cli.session import CUT_OFF, FINISHED, LEFT, Session
from rulewright.interpreter.cli.table import Artist
from rulewright.interpreter.cli.terminal import Terminal
from rulewright.interpreter.cli.watch import Watcher
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.library.places import Carried, Folder, Place


@click.command("play")
@click.argument("game", required=False)
@click.option("--players", type=int, help="How many play; the smallest number possible, if not said.")
@click.option(
    "--seats",
    type=names,
    metavar="NAMES",
    help="Who plays, clockwise, people and bots: Ann,mcts:hard.",
)
@click.option(
    "--bots", type=names, metavar="NAMES", help="Bots for the last seats or for all: random,greedy."
)
@click.option("--starter", help="Who begins, by name or number, where the rules leave it to chance.")
@variants_option
@rules_options
@seed_option
@show_seed_option
@language_option
@click.option("--save", "save", type=click.Path(path_type=Path), help="Keep the game in this file.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with the game in this file.")
@click.option("--changed", is_flag=True, help="Resume although the rules have changed since.")
@click.option("--watch", is_flag=True, help="Take over changes to the rule files while the game goes on.")
@click.option("--free-undo", is_flag=True, help="Take moves back even when cards were revealed since.")
def command(
    game: str | None,
    players: int | None,
    seats: tuple[str, ...] | None,
    bots: tuple[str, ...] | None,
    starter: str | None,
    variants: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    preset: str | None,
    seed: int | None,
    show_seed: bool,
    language: str | None,
    save: Path | None,
    resume: Path | None,
    changed: bool,
    watch: bool,
    free_undo: bool,
) -> int:
    """Play a game. At the prompt, `help` lists what can be typed."""
    held = None
    if resume is not None:
        opened, played, data = resumed_game(game, resume, go_on=changed, language=language, variants=variants)
        held = data if save is None else b""
        save = save or resume
    elif game is None:
        raise click.UsageError("Name a game; `rulewright list` shows what there is.")
    else:
        opened = open_game(game, settings, preset, language, variants)
        seated = seat_names(seats, bots, players)
        with stopping(opened.sources):
            played = opened.ruleset.new_game(
                seated if seated is not None else players, seed, _seat(starter), language
            )
    with stopping(opened.sources):
        if watch and isinstance(opened.place.files, Carried):
            raise click.UsageError("The save carries these rules itself. Name their file to have it watched.")
        watcher = Watcher(opened) if watch else None
        return _play(opened, played, save, free_undo, watcher, held, show_seed)


def _seat(starter: str | None) -> int | str | None:
    """The starter as the engine counts: a number from 1 becomes a seat from 0."""
    if starter is not None and starter.isascii() and starter.isdigit() and len(starter) < 4:
        return int(starter) - 1
    return starter


def _play(
    opened: Opened,
    game: Game,
    save: Path | None,
    free_undo: bool,
    watcher: Watcher | None,
    held: bytes | None,
    show_seed: bool,
) -> int:
    """`held`: of a game taken up again, what is in its file already."""
    bots = bots_for(game.seats, game.seed)
    only_bots = len(bots) == len(game.seats)
    keeper = None
    if save is not None or not only_bots:
        path = save or fresh_path(state_folder(), opened.place.id)
        keeper = Keeper(path, chosen=path.parent != state_folder(), held=held or b"")
    terminal = Terminal()
    terminal.tell(f"{_title(game)}: {', '.join(game.seats)}.")
    if held is None:
        for name in people_like_bots(game.seats):
            terminal.tell(f"{name} is a person: no bot is called that. {BOTS_THERE_ARE}")
    if show_seed:
        terminal.tell(f"Seed {game.seed}.")
    artist = Artist.of(game.names, terminal.width)
    session = Session(game, bots, terminal, artist, keeper, free_undo, watcher, held is not None)
    faulty = False
    try:
        ended = session.run()
    except KeyboardInterrupt:
        terminal.tell("")
        ended = LEFT
    except Fault as fault:
        Stopped([fault.problem], opened.sources).show()
        ended, faulty = CUT_OFF, True
    game = session.game
    if ended == FINISHED:
        terminal.tell("", f"Seed {game.seed}.")
        if keeper is not None and keeper.chosen and keeper.failed:
            terminal.tell(f"The game could not be kept in {keeper.path}. {keeper.told(game)}")
            return 2
        return 0
    if keeper is not None:
        terminal.tell(_how_to_resume(opened, keeper, game, faulty))
    return 2 if ended == CUT_OFF or (keeper is not None and keeper.failed) else 0


def _title(game: Game) -> str:
    translation = game.names.translation
    return (translation.title if translation is not None else "") or game.program.model.title


def _how_to_resume(opened: Opened, keeper: Keeper, game: Game, faulty: bool) -> str:
    """What to type to go on with a game; under rules that have been mended, where they were faulty."""
    told = f"The game is not over. {keeper.told(game)}" if keeper.failed else "The game is not over."
    if keeper.failed and not keeper.moves:
        return told
    words = ["rulewright", "play", *_named(opened.place), "--resume", str(keeper.path)]
    if faulty:
        return f"{told} To go on when the rules are mended: {shlex.join([*words, '--changed'])}"
    return f"{told} To go on: {shlex.join(words)}"


def _named(place: Place) -> list[str]:
    """The rules to be named when a game is taken up, so that changes in their files are noticed: none that
    ship with the program, and none that a save carries."""
    variants = [one for one in place.variants if isinstance(one.files, Folder)]
    own = [one for one in variants if not one.files.shipped]
    if not isinstance(place.files, Folder) or not (own or place.carried):
        return []
    laid = [word for one in variants for word in ("--with", str(one.path) if one in own else one.id)]
    return [str(place.path) if place.carried else place.id, *laid]
