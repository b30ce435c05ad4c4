"""`play --watch`: rules that are changed while a game of them is played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import define, field, frozen

from rulewright.interpreter.cli.games import Opened, reopened
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import WITHDRAW, IllegalMove, Move
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.library.places import shipped

Stamp = tuple[tuple[str, int, int], ...]
"""Each file with its time of change, in nanoseconds, and its size."""


@frozen
class Replayed:
    """A game played again under other rules, as far as its moves can be made.

    `stopped` is the first that cannot, with its number from 1 and the reason.
    """

    game: Game
    stopped: tuple[int, Move, str] | None = None


def replayed(game: Game, ruleset: Ruleset) -> Replayed:
    """Make the moves of a game again, from the same seed. Raises Fault where not even the deal succeeds."""
    again = ruleset.new_game(game.seats, game.seed, game.starter, ruleset.language)
    seeds = game.history.seeds
    for number, move in enumerate(game.moves, start=1):
        if number - 1 in seeds:
            again = again.copy(seeds[number - 1])
        try:
            if move.action == WITHDRAW:
                again.withdraw(move.seat)
            else:
                again.apply(move.text, move.seat)
        except IllegalMove as illegal:
            return Replayed(again, (number, move, illegal.refusal.reason))
        except Fault:
            return Replayed(again, (number, move, "the rules themselves cannot go on from there"))
    if len(game.moves) in seeds:
        again = again.copy(seeds[len(game.moves)])
    return Replayed(again)


@define
class Watcher:
    """Knows whether a file of the rules has changed on disk since they were read."""

    opened: Opened
    _stamp: Stamp = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._stamp = self._now()

    def changed(self) -> bool:
        """A file was changed, came, or went since the last reading."""
        return self._now() != self._stamp

    def reread(self) -> Ruleset:
        """The rules as they are now. Raises Stopped when something is wrong with them."""
        self._stamp = self._now()
        self.opened = reopened(self.opened)
        return self.opened.ruleset

    def _now(self) -> Stamp:
        found = []
        for path in self._files():
            try:
                known = path.stat()
            except OSError:
                continue
            found.append((str(path), known.st_mtime_ns, known.st_size))
        return tuple(sorted(set(found)))

    def _files(self) -> Iterator[Path]:
        """The files that the rules were read from, by the names that they have in problems."""
        place = self.opened.place
        yield from (one.path for one in place.variants)
        for name in self.opened.sources:
            yield from (place.folder / name, shipped() / name, Path(name))
