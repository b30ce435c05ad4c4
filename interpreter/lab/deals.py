"""Deals that line-ups of bots play from every seat.

A deal is a seed. The bots of a line-up sit down in an order that is drawn with it, and play it once for each
seat by which they can have moved on. So nobody gains by the cards or the seat, and deals are apart from one
another, which the games of one deal are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from attrs import asdict, define, field, frozen

from rulewright.dsl.problems import Problem, problem
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.engines import Engine, engine_for
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.games import (
    TOTAL,
    AnyBot,
    BotFailed,
    Finished,
    all_random,
    bot_name,
    by_bots,
    by_machine,
    by_program,
    looking_ahead,
    rotated,
    stuck_told,
)
from rulewright.interpreter.lab.run_file import Json
from rulewright.interpreter.lab.runs import Played
from rulewright.interpreter.state.chance import SEEDS, shuffled, site_number

ORDER = site_number("the order of a line-up")


@frozen
class DealtGame:
    """A game of a deal: who sat where, and seat by seat the place and the points in all."""

    deal: int
    seed: int
    bots: tuple[str, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    moves: int


@define(eq=False)
class Deals:
    """Plays games of deals. Deal by deal the line-ups take turns, each of which has a bot for every seat.

    `games` is how many it will be about, by which "auto" decides whether they are worth a build; `engine`
    plays random games, and those that bots look ahead at.
    """

    ruleset: Ruleset
    players: int
    seed: int
    line_ups: tuple[tuple[AnyBot, ...], ...]
    games: int = 1
    engine: EngineName = "auto"
    _made: Engine | None = field(default=None, init=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Deals, (self.ruleset, self.players, self.seed, self.line_ups, self.games, self.engine)

    @property
    def games_a_deal(self) -> int:
        """How often a deal is played: once where all bots are alike, and else from every seat."""
        return self.players if any(len(set(line_up)) > 1 for line_up in self.line_ups) else 1

    def __call__(self, first: int, count: int) -> Json:
        """What so many games come to from a number on."""
        return [self._play(number) for number in range(first, first + count)]

    def seating(self, number: int) -> tuple[int, int, tuple[AnyBot, ...]]:
        """The deal of a game, its seed, and who sits where."""
        deal, turn = divmod(number, self.games_a_deal)
        seed = (self.seed + deal) % SEEDS
        return deal, seed, rotated(self._order(self.line_ups[deal % len(self.line_ups)], seed), turn)

    def _play(self, number: int) -> Json:
        deal, seed, bots = self.seating(number)
        try:
            game = self._game(seed, bots)
        except BotFailed as failed:
            return failure(failed)
        return asdict(
            DealtGame(
                deal,
                seed,
                tuple(map(bot_name, bots)),
                game.winners,
                game.places,
                game.points[TOTAL],
                game.moves,
            )
        )

    def _game(self, seed: int, bots: Sequence[AnyBot]) -> Finished:
        """Raises StuckGame, BotFailed."""
        with stuck_told(seed):
            if not all_random(bots):
                ahead = looking_ahead(self.engine, self.games)
                return by_bots(self.ruleset, self.players, seed, bots, ahead)
            if self._made is None:
                self._made = engine_for(self.ruleset, self.players, self.games, self.engine)
            return by_machine(self._made, seed) or by_program(self._made.program, seed)

    def _order(self, line_up: Sequence[AnyBot], seed: int) -> tuple[AnyBot, ...]:
        order = list(range(len(line_up)))
        shuffled(seed, ORDER, 0, order)
        return tuple(line_up[at] for at in order)


def failure(failed: BotFailed) -> Json:
    """What stands for a game that a bot broke off."""
    return {"code": failed.problem.code, "facts": dict(failed.problem.facts)}


def games_in(played: Played) -> tuple[list[dict[str, Any]], tuple[Problem, ...]]:
    """What games of a run of deals come to, in their order, and what broke off others."""
    games: list[dict[str, Any]] = []
    failed: list[Problem] = []
    for part in played.parts:
        for found in cast(list[dict[str, Any]], part.result):
            if "code" in found:
                failed.append(problem(found["code"], **found["facts"]))
            else:
                games.append(found)
    return games, tuple(failed)


def dealt_games(played: Played) -> tuple[list[DealtGame], tuple[Problem, ...]]:
    """The games of a run of deals in their order, and what broke off others."""
    games, failed = games_in(played)
    return [DealtGame(**{name: _plain(one) for name, one in game.items()}) for game in games], failed


def _plain(one: Any) -> Any:
    """Lists out of a file are tuples."""
    return tuple(one) if isinstance(one, list) else one
