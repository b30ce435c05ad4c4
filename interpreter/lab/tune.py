"""Tuning: which settings make a game better for a goal, and how sure that is.

All settings are tried with the same deals. The best two are then played with fresh ones, beside the rules as
they are: what is best of many is so by luck, too, and what is told of it has to come from other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, isfinite
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl.problems import Problem, Rejected, problem
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.certainty import CHANCE_OF_ERROR, Estimate, bootstrap_estimate, library
from rulewright.interpreter.lab.choices import Choices
from rulewright.interpreter.lab.deals import Deals, dealt_games, games_in
from rulewright.interpreter.lab.games import AnyBot, all_random, bot_name
from rulewright.interpreter.lab.goals import SKILL, Goal, Row
from rulewright.interpreter.lab.knobs import Knob, Point, Space
from rulewright.interpreter.lab.runs import Run, Workers, play_run
from rulewright.interpreter.lab.simulate import BOTS_WORTH, PYTHON_WORTH
from rulewright.interpreter.state.chance import SEEDS

USUAL_GAMES, USUAL_TRIALS = 200, 40
ASKED_A_TRIAL = 5
"""So often the search may come back to settings that were tried, or cannot be played, for each trial."""


class CannotTune(Rejected):
    """What is asked for cannot be tuned like this."""


@frozen
class Trial:
    """Settings that were tried, and the figure that they gave."""

    settings: Mapping[str, str]
    value: float


@frozen
class Finalist:
    """Settings that were played once more with fresh deals.

    `gain` is by how much they come nearer to the goal than the rules as they are, None for those themselves.
    `beyond_noise`: that is not chance. `games_to_tell` is about how many games it would take to be sure of a
    gain such as this; None where there is none, or where it is sure.
    """

    settings: Mapping[str, str]
    value: Estimate
    gain: Estimate | None = None
    beyond_noise: bool = False
    games_to_tell: int | None = None


@frozen
class Tuning:
    """What a search came to.

    The `trials` are all that was tried, the best first, in so many `games` each; `whole` says that there are
    no others. `now` are the rules as they are, one of them; `winner` and `runner_up` are the best two others,
    the winner None where none of them is better. They have games of their own: see `fresh_games`.
    `unplayable` is how many settings the rules refuse.
    """

    goal: Goal
    players: int
    bots: tuple[str, ...]
    seed: int
    games: int
    trials: tuple[Trial, ...]
    whole: bool
    unplayable: int
    now: Finalist
    winner: Finalist | None
    runner_up: Finalist | None
    failed: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = field(default=(), eq=False)

    @property
    def fresh_games(self) -> int:
        """How many games each of the finalists played."""
        return FRESH * self.games


FRESH = 2
"""The finalists play so many times the games of a trial."""


def tune(
    ruleset: Ruleset,
    players: int,
    knobs: Sequence[Knob],
    goal: Goal,
    *,
    games: int = USUAL_GAMES,
    trials: int = USUAL_TRIALS,
    seed: int,
    bots: Sequence[AnyBot] = (),
    engine: EngineName = "auto",
    workers: Workers = None,
    progress: Callable[[int], None] = lambda count: None,
) -> Tuning:
    """Look for the settings that come nearest to a goal; where several do, for those that change least.

    Where there are no more than the `trials`, all are tried, else optuna looks for the best. `bots` is one
    for each seat, or one for all; for the skill gap a stronger and a weaker one. `games` are rounded up to
    whole deals. The seed decides all; the `workers` play, and the `engine` what bots look ahead at.

    Raises CannotTune, BadKnob, NotInstalled, StuckGame where the rules ask for what cannot be done, and what
    `play_run` raises.
    """
    space = Space(ruleset, players, tuple(knobs))
    space.check()
    for name in ("numpy", "scipy.stats"):
        library(name)
    search = _Search(space, goal, _seats(goal, players, bots), games, seed, engine, workers, progress)
    whole = space.size <= trials
    search.value(space.here)
    for point in space.points() if whole else _proposals(search, trials):
        search.value(point)
    return search.result(whole)


def _seats(goal: Goal, players: int, bots: Sequence[AnyBot]) -> tuple[AnyBot, ...]:
    """Who plays. Raises CannotTune."""
    if goal.figure.name == SKILL:
        pair = tuple(bots) or ("greedy", "random")
        if len(pair) != 2 or bot_name(pair[0]) == bot_name(pair[1]):
            raise CannotTune([problem("tune-skill-bots")])
        return (pair[0], *(pair[1],) * (players - 1))
    given = tuple(bots) or ("greedy",)
    if len(given) not in (1, players):
        raise CannotTune([problem("tune-bots", count=len(given), players=players)])
    return given * players if len(given) == 1 else given


def _proposals(search: _Search, trials: int) -> Iterator[Point]:
    """Points that optuna proposes, knowing what those before came to."""
    optuna = library("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    knobs = search.space.knobs
    kinds = optuna.distributions
    distributions: dict[str, Any] = {
        knob.name: kinds.IntDistribution(knob.values[0], knob.values[-1])
        if knob.values == tuple(range(knob.values[0], knob.values[-1] + 1))
        else kinds.CategoricalDistribution(knob.values)
        for knob in knobs
    }
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=search.seed % 2**32))
    for _ in range(ASKED_A_TRIAL * trials):
        if len(search.values) >= trials:
            return
        trial = study.ask(distributions)
        point = tuple(trial.params[knob.name] for knob in knobs)
        yield point
        value = search.values.get(point)
        if value is None:
            study.tell(trial, state=optuna.trial.TrialState.FAIL)
        else:
            study.tell(trial, search.goal.miss(value))


@define(eq=False)
class _Search:
    """Plays settings and keeps what they came to."""

    space: Space
    goal: Goal
    bots: tuple[AnyBot, ...]
    games: int
    seed: int
    engine: EngineName
    workers: Workers
    progress: Callable[[int], None]
    values: dict[Point, float] = field(factory=dict)
    unplayable: set[Point] = field(factory=set)
    failed: list[Problem] = field(factory=list)
    notes: list[Problem] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        a_deal = self._deals(self.space.ruleset, 1, self.seed).games_a_deal
        self.games = -(-max(1, self.games) // a_deal) * a_deal

    def _deals(self, ruleset: Ruleset, games: int, seed: int) -> Deals:
        return Deals(ruleset, self.space.players, seed, (self.bots,), games, self.engine)

    def value(self, point: Point) -> None:
        """The figure at a point, if the rules can be played so; it is played once."""
        if point in self.values or point in self.unplayable:
            return
        try:
            ruleset = self.space.at(point)
        except RulesetError:
            self.unplayable.add(point)
            return
        rows = list(self._rows(ruleset, self.games, self.seed).values())
        self.values[point] = self.goal.figure.of(_means(rows))

    def _rows(self, ruleset: Ruleset, games: int, seed: int) -> dict[int, Row]:
        """What each deal has to say of the figure."""
        deals, figure = self._deals(ruleset, games, seed), self.goal.figure
        worth = PYTHON_WORTH if all_random(self.bots) else BOTS_WORTH
        play = deals if figure.thing is None else Choices(deals, figure.thing)
        played = play_run(
            Run(play, games, {}, deals.games_a_deal, worth), self.workers, progress=self.progress
        )
        rows: dict[int, list[Row]] = {}
        if figure.rows is None:
            recorded, failed = games_in(played)
            for one in recorded:
                rows.setdefault(one["deal"], []).append(tuple(map(float, one["row"])))
        else:
            found, failed = dealt_games(played)
            sides, strong = ruleset.layout(self.space.players).sides, bot_name(self.bots[0])
            for game in found:
                rows.setdefault(game.deal, []).append(figure.rows(game, sides, strong))
        self.failed += failed
        self.notes += played.notes
        if not rows:
            raise CannotTune(failed)
        return {deal: _means(of_deal) for deal, of_deal in rows.items()}

    def result(self, whole: bool) -> Tuning:
        """What was found, and what fresh games say of it."""
        here = self.space.here
        misses = {point: self.goal.miss(value) for point, value in self.values.items()}
        points = sorted(misses, key=lambda point: (misses[point], _turned(point, here)))
        trials = [Trial(self.space.values(point), self.values[point]) for point in points]
        fresh = (self.seed + self.games) % SEEDS
        now = self._rows(self.space.ruleset, FRESH * self.games, fresh)
        better = points[0] != here
        best = [point for point in points if point != here][: 2 if better else 1]
        finalists = [self._finalist(point, now, fresh) for point in best]
        return Tuning(
            self.goal,
            self.space.players,
            tuple(map(bot_name, self.bots)),
            self.seed,
            self.games,
            tuple(trials),
            whole,
            len(self.unplayable),
            Finalist(self.space.values(here), self._estimate(now)),
            finalists.pop(0) if better else None,
            finalists[0] if finalists else None,
            tuple(self.failed),
            tuple(self.notes),
        )

    def _finalist(self, point: Point, now: Mapping[int, Row], seed: int) -> Finalist:
        """What fresh games say of a point, beside the rules as they are."""
        rows = self._rows(self.space.at(point), FRESH * self.games, seed)
        both = [(*now[deal], *rows[deal]) for deal in rows if deal in now]
        width = len(next(iter(now.values())))

        def gain(means: Sequence[float]) -> float:
            before, after = self.goal.figure.of(means[:width]), self.goal.figure.of(means[width:])
            return self.goal.miss(before) - self.goal.miss(after)

        found = bootstrap_estimate(both, gain, self.seed, CHANCE_OF_ERROR / 2)
        sure = found.low > 0 or found.high < 0
        games = None
        if found.value > 0 and not sure and isfinite(found.low):
            games = ceil(FRESH * self.games * ((found.value - found.low) / found.value) ** 2)
        return Finalist(self.space.values(point), self._estimate(rows), found, sure, games)

    def _estimate(self, rows: Mapping[int, Row]) -> Estimate:
        found = bootstrap_estimate(list(rows.values()), self.goal.figure.of, self.seed)
        most = 1.0 if self.goal.figure.share else found.high
        return Estimate(found.value, max(0.0, found.low), min(most, found.high))


def _means(rows: Sequence[Row]) -> Row:
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def _turned(point: Point, here: Point) -> int:
    """How many knobs are turned."""
    return sum(one != now for one, now in zip(point, here, strict=True))
