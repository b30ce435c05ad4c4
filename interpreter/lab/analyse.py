"""A game looked at once more: who stood how at each decision, which moves cost most, and when it turned.

All chances are what the player to move could have worked out: a bot that searches looks at games which this
player cannot tell from the real one, once after the move that it would make itself, and once after the move
that was made. The difference is what the move cost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import erfc, sqrt

from attrs import define, evolve, frozen

from rulewright.dsl.problems import Rejected, problem
from rulewright.interpreter.bots import FlatBot, MctsBot, make
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import Move, TooManyMoves
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.game import Game, Seat
from rulewright.interpreter.lab.certainty import Estimate, beyond_doubt

SEEDS_A_MOVE = 64
"""Seeds of bots follow from that of the analysis times this, plus the move."""
MOST_COSTLY = 5


class CannotAnalyse(Rejected):
    """This game cannot be looked at like this."""


@frozen
class Judged:
    """A move that was made, and what it could have been. `number` counts from 1.

    `chances` are each seat's before the move, where it goes on with the `best` one; `after` those after the
    move that was `made`, the same where that is the best. Both are empty where nothing can be looked at.
    `cost` is by how much it brings its seat less, and `beyond_doubt`, that this is not chance.
    """

    number: int
    seat: int
    made: str
    best: str
    chances: tuple[float, ...]
    after: tuple[float, ...]
    cost: Estimate
    beyond_doubt: bool = False


@frozen
class Analysis:
    """What a bot says of the moves of a game. `looked_at` is how many games it looked at for that.

    `winners` is empty where nobody has won yet.
    """

    seats: tuple[str, ...]
    sides: tuple[int, ...]
    bot: str
    seed: int
    moves: tuple[Judged, ...]
    winners: tuple[int, ...]
    looked_at: int

    @property
    def costly(self) -> tuple[Judged, ...]:
        """The moves that cost most: first those that do so beyond doubt, then those that seem to."""
        found = [one for one in self.moves if one.cost.value > 0 and one.cost.low > 0]
        found.sort(key=lambda one: (not one.beyond_doubt, -one.cost.value))
        return tuple(found[:MOST_COSTLY])

    @property
    def turned(self) -> int | None:
        """The number of the last move before which the winners were not ahead of all others.

        0, if they were ahead all along; None where there is nobody who won against others.
        """
        known = [one for one in self.moves if one.chances]
        if not known or len({self.sides[seat] for seat in self.winners}) != 1 or len(set(self.sides)) == 1:
            return None
        return max((one.number for one in known if not self._ahead(one.chances)), default=0)

    def _ahead(self, chances: Sequence[float]) -> bool:
        others = [chance for seat, chance in enumerate(chances) if seat not in self.winners]
        return chances[self.winners[0]] > max(others)


def analyse(
    game: Game,
    bot: str = "mcts:middle",
    seed: int = 0,
    progress: Callable[[int], None] = lambda count: None,
    engine: EngineName = "auto",
) -> Analysis:
    """Let a bot that searches judge all moves of a game; `progress` is told of each.

    `engine` plays what the bot looks at. Raises UnknownBot, and CannotAnalyse for a bot that does not search.
    """
    if not isinstance(make(bot, 0), FlatBot | MctsBot):
        raise CannotAnalyse([problem("analyse-bot", bot=bot)])
    judge = _Judge(bot, seed, engine)
    judged = []
    for at, made in enumerate(game.moves):
        judged.append(judge.judged(game.after(at), at, made))
        progress(1)
    sure = beyond_doubt([_doubt(one.cost) for one in judged])
    outcome = game.outcome
    return Analysis(
        game.seats,
        tuple(game.program.layout.sides),
        bot,
        seed,
        tuple(evolve(one, beyond_doubt=certain) for one, certain in zip(judged, sure, strict=True)),
        () if outcome is None else outcome.winners,
        judge.looked_at,
    )


@define
class _Judge:
    """Judges moves, one after another."""

    bot: str
    seed: int
    engine: EngineName
    looked_at: int = 0

    def judged(self, game: Game, at: int, made: Move) -> Judged:
        """A move that was made in a game, the one before which `at` moves had been made."""
        seat = Seat(game, made.seat)
        try:
            best = self._searching(at, 0).choose(seat)
            chances, games = self._chances(at, seat, best)
            after, _ = (chances, 0) if best.text == made.text else self._chances(at, seat, made)
        except (TooManyMoves, Fault):
            return Judged(at + 1, made.seat, made.text, "", (), (), NOTHING)
        cost = NOTHING if best.text == made.text else _lost(chances[made.seat], after[made.seat], games)
        return Judged(at + 1, made.seat, made.text, best.text, chances, after, cost)

    def _searching(self, at: int, use: int) -> FlatBot | MctsBot:
        bot = make(self.bot, (self.seed * SEEDS_A_MOVE + at) * 2 + use, self.engine)
        assert isinstance(bot, FlatBot | MctsBot)
        return bot

    def _chances(self, at: int, seat: Seat, move: Move) -> tuple[tuple[float, ...], int]:
        """The chances of all seats after a move, in how many games: the same redeals for each move."""
        bot = self._searching(at, 1)
        bot.values(seat, [move])
        self.looked_at += bot.looked_at
        if not bot.looked_at:
            raise TooManyMoves(0, exact=False)
        return bot.chances, bot.looked_at


NOTHING = Estimate(0.0, 0.0, 0.0)


def _lost(best: float, made: float, games: int) -> Estimate:
    """How much less a move has brought, each looked at in so many games."""
    variance = 0.0
    for share in (best, made):
        smoothed = (share * games + 1) / (games + 2)
        variance += smoothed * (1 - smoothed) / games
    reach = 1.96 * sqrt(variance)
    return Estimate(best - made, best - made - reach, best - made + reach)


def _doubt(cost: Estimate) -> float:
    """How likely moves that bring the same come to be so far apart; a normal figure."""
    reach = cost.high - cost.value
    return erfc(abs(cost.value) / reach * 1.96 / sqrt(2)) if reach else 1.0
