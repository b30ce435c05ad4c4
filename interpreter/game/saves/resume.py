"""Resuming saved games: the moves are made again, and compared with what was saved. See `write`."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from rulewright.dsl.problems import Problem, problem, warning
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import IllegalMove
from rulewright.interpreter.game.errors import RulesetError, SaveError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.saves.lines import Header, MoveLine, SavedGame, line_span, read_save
from rulewright.interpreter.game.saves.write import save_lines, save_text, table_digest
from rulewright.interpreter.words.sentences import reason_of

__all__ = ["Header", "Resumed", "SaveError", "header_of", "resume", "save_lines", "save_text"]


@frozen(eq=False)
class Resumed:
    """A game taken up again, and what is to be told of its save."""

    game: Game
    warnings: tuple[Problem, ...]


def header_of(text: str | bytes, name: str = "save") -> Header:
    """What a saved game was started from. Raises SaveError."""
    return read_save(text, name).header


def resume(
    text: str | bytes,
    ruleset_of: Callable[[Header], Ruleset],
    *,
    allow_changed: bool = False,
    name: str = "save",
) -> Resumed:
    """Play a saved game again, and compare all the way. `name` is what problems call the save.

    `ruleset_of` finds the rules that the header asks for, under its settings. When these are not what
    they were, the game goes on only if `allow_changed`, and no further than its moves are legal. Raises
    SaveError.
    """
    saved = read_save(text, name)
    try:
        ruleset = ruleset_of(saved.header)
        if ruleset.model.id != saved.header.ruleset:
            facts = {"saved": saved.header.ruleset, "given": ruleset.model.id}
            raise SaveError([problem("save-other-game", line_span(name, 1), **facts)])
        replay = _Replay(saved, ruleset, name)
    except RulesetError as error:
        raise SaveError(error.problems) from None
    except Fault as fault:
        raise SaveError([fault.problem]) from None
    replay.run(allow_changed)
    return Resumed(replay.game, tuple(replay.warnings))


def _differences(saved: Header, ruleset: Ruleset) -> list[tuple[str, str]]:
    """The declarations that are not as they were, and how they differ; in the order of the rules."""
    now = ruleset.model.fingerprints
    found = [
        (name, "changed" if name in now else "removed")
        for name, hash_ in saved.declarations.items()
        if now.get(name) != hash_
    ]
    found += [(name, "added") for name in now if name not in saved.declarations]
    if not found:
        settings = ruleset.settings_for(len(saved.seats))
        names = dict.fromkeys([*saved.settings, *settings])
        found = [
            (f"setting {one}", "set anew") for one in names if saved.settings.get(one) != settings.get(one)
        ]
    return found


class _Replay:
    """A saved game being played again. `parting`: the first move at which it is another game."""

    def __init__(self, saved: SavedGame, ruleset: Ruleset, name: str) -> None:
        self.saved = saved
        self.name = name
        header = saved.header
        self.game = ruleset.new_game(header.seats, header.seed, header.starter)
        self.differences = _differences(header, ruleset)
        self.warnings = list(saved.warnings)
        self.parting: int | None = None
        self.stopped: Problem | None = None

    def run(self, allow_changed: bool) -> None:
        """Make all moves. Raises SaveError unless all is as it was, or changed rules are allowed."""
        header = self.saved.header
        self._compare(0, 1, header.digest, header.table)
        self._go_on(0)
        for number, line in enumerate(self.saved.moves, start=1):
            if not self._move(number, line):
                break
            self._go_on(number)
        self._compare_end()
        if not self.differences:
            return
        told = self._rules_changed(allow_changed)
        if not allow_changed:
            raise SaveError([told])
        self.warnings.append(told)
        if self.stopped is not None:
            self.warnings.append(self.stopped)

    def _go_on(self, moves: int) -> None:
        """From another seed, if one was given after so many moves."""
        if moves in self.saved.seeds:
            self.game = self.game.copy(self.saved.seeds[moves])

    def _move(self, number: int, line: MoveLine) -> bool:
        """Make one move; False when it cannot be made under rules that have changed."""
        try:
            self.game.apply(line.text, line.seat)
        except IllegalMove as illegal:
            self._stop(number, line, illegal.refusal.reason)
            return False
        except Fault as fault:
            self._stop(number, line, reason_of(fault.problem))
            return False
        if line.digest is not None and line.table is not None:
            self._compare(number, line.line, line.digest, line.table)
        return True

    def _stop(self, number: int, line: MoveLine, reason: str) -> None:
        span = line_span(self.name, line.line)
        if not self.differences:
            raise SaveError([problem("save-illegal", span, move=line.text, n=number, reason=reason)])
        self.parting = number if self.parting is None else self.parting
        left = len(self.saved.moves) - number + 1
        self.stopped = warning("save-dropped", span, move=line.text, n=number, reason=reason, left=left)

    def _compare(self, number: int, line: int, digest: str, table: str) -> None:
        """Is the game after a move (0: after setup) as it was when it was saved?"""
        program, state = self.game.program, self.game.state
        if self.differences:
            if self.parting is None and table_digest(program, state) != table:
                self.parting = number
        elif program.digest(state) != digest or table_digest(program, state) != table:
            raise SaveError([problem("save-differs", line_span(self.name, line), n=number)])

    def _compare_end(self) -> None:
        end, outcome = self.saved.end, self.game.outcome
        if end is None or self.differences:
            return
        if outcome is None or (outcome.reason, outcome.winners) != (end.reason, end.winners):
            raise SaveError(
                [problem("save-differs", line_span(self.name, end.line), n=len(self.saved.moves))]
            )

    def _rules_changed(self, allowed: bool) -> Problem:
        declaration, how = self.differences[0]
        more = len(self.differences) - 1
        if self.parting is None:
            parts = "the saved moves still lead to the same table"
        elif self.parting == 0:
            parts = "the game is another one from the deal on"
        else:
            parts = f"the game parts ways at move {self.parting}"
        told = warning if allowed else problem
        return told(
            "save-rules-changed",
            line_span(self.name, 1),
            declaration=declaration,
            how=how,
            others=f", and {more} more" if more else "",
            parts=parts,
            move=-1 if self.parting is None else self.parting,
        )
