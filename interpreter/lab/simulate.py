"""Many games by random players or bots, and what they add up to.

The games of a run have the seeds `seed`, `seed + 1` and so on. The same run gives the same numbers anywhere,
by any engine and any number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from attrs import asdict, define, field, frozen

from rulewright.dsl.model import Team
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
from rulewright.interpreter.lab.runs import Interrupted, Keep, Played, Run, Workers, play_run
from rulewright.interpreter.native.machine import Chunk, tally
from rulewright.interpreter.state.chance import SEEDS
from rulewright.interpreter.state.layout import Layout

NATIVE_AT_ONCE, PYTHON_AT_ONCE = 2_000, 100
"""How many random games are played between two looks at what else is to be done."""
NATIVE_WORTH, PYTHON_WORTH, BOTS_WORTH = 200_000, 2_000, 60
"""From how many games on more processes than one are worth their start."""


@frozen
class Simulation:
    """What many games add up to.

    `games` were played of `asked`. `wins` is how many each of the `bots` won, in their order; a shared
    win counts in parts, and so does that of a team, for each of its seats. `means` holds their mean points by
    score line. `seat_wins` and `seat_means` are those of the seats: the same, unless seats were `rotated`, so
    that each bot sat at each seat in turn. `unwon` is how many games nobody won.
    `endings` counts the reasons, the usual ones first. `lost_cards` are the seeds of games in which a card
    got lost or doubled: there should be none. `failed` tells of games that a bot broke off; they count
    nowhere. `engine` says what played, "native" or "python", and `notes` what did not go as it should.
    """

    players: int
    seed: int
    bots: tuple[str, ...]
    games: int
    wins: tuple[Fraction, ...]
    means: Mapping[str, tuple[float, ...]]
    rotated: bool
    seat_wins: tuple[Fraction, ...]
    seat_means: Mapping[str, tuple[float, ...]]
    shared_wins: int
    unwon: int
    teams: tuple[Team, ...]
    fewest_moves: int
    mean_moves: float
    most_moves: int
    endings: Mapping[str, int]
    lost_cards: tuple[int, ...]
    asked: int
    failed: tuple[Problem, ...] = ()
    engine: str = field(default="python", eq=False)
    notes: tuple[Problem, ...] = field(default=(), eq=False)

    def won_by(self, team: Team) -> Fraction:
        """How many games a team won; a shared win counts in parts."""
        return sum((self.seat_wins[seat] for seat in team.seats), Fraction(0))


def simulate(
    ruleset: Ruleset,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[AnyBot] = (),
    progress: Callable[[int], None] = lambda count: None,
    engine: EngineName = "auto",
    *,
    rotate: bool | None = None,
    workers: Workers = None,
    keep: Keep | None = None,
) -> Simulation:
    """Play many games, at least one; `progress` is told again and again how many more were played.

    Random players are played by an `engine`: "native" builds the rules as machine code, which starts a C
    compiler, "python" never does, "auto" builds them where a compiler is there and the games are worth it.
    Where it cannot be done they are played in Python, and `Simulation.notes` say why.
    Games of bots are played in Python, and what bots look ahead at by the engine.

    Bots that differ `rotate`, from game to game by one seat, unless told not to. `workers` is how many
    processes play: None starts as many as are worth it, 1 none; `keep` is the file that the run is kept in.

    Raises StuckGame where the rules ask for what cannot be done, what `play_run` raises, and Interrupted with
    a Simulation of the games played until then.
    """
    seats = tuple(bots) or ("random",) * players
    moving = len(set(seats)) > 1 if rotate is None else rotate
    play = _Games(ruleset, players, seed, games, seats, moving, engine)
    try:
        played = play_run(play.run(), workers, keep, progress)
    except Interrupted as broken:
        raise Interrupted(play.add_up(broken.result)) from None
    return play.add_up(played)


def rules_identity(ruleset: Ruleset, players: int) -> dict[str, Json]:
    """What tells rules from others: what they declare, and their settings."""
    return {
        "game": ruleset.model.id,
        "players": players,
        "settings": dict(ruleset.settings_for(players)),
        "rules": dict(ruleset.model.fingerprints),
    }


@define(eq=False)
class _Games:
    """The games of a run, played when they are asked for and added up."""

    ruleset: Ruleset
    players: int
    seed: int
    games: int
    bots: tuple[AnyBot, ...]
    rotate: bool
    wanted: EngineName
    layout: Layout = field(init=False)
    _engine: Engine | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.layout = self.ruleset.layout(self.players)

    def __reduce__(self) -> tuple[Any, ...]:
        given = self.ruleset, self.players, self.seed, self.games, self.bots, self.rotate, self.wanted
        return _Games, given

    @property
    def random(self) -> bool:
        """Does nobody think?"""
        return all_random(self.bots)

    @property
    def engine(self) -> Engine:
        """What plays random games, made ready when it is first asked for."""
        if self._engine is None:
            self._engine = engine_for(self.ruleset, self.players, self.games, self.wanted)
        return self._engine

    @property
    def _ahead(self) -> EngineName:
        """What plays the games that bots look ahead at."""
        return looking_ahead(self.wanted, self.games)

    def run(self) -> Run:
        """The run that these games are."""
        identity: dict[str, Json] = {
            "kind": "simulate",
            **rules_identity(self.ruleset, self.players),
            "bots": [bot_name(bot) for bot in self.bots],
            "rotate": self.rotate,
            "seed": self.seed,
        }
        if not self.random:
            return Run(self, self.games, identity, 1, BOTS_WORTH)
        if self.engine.library is None:
            return Run(self, self.games, identity, PYTHON_AT_ONCE, PYTHON_WORTH)
        return Run(self, self.games, identity, NATIVE_AT_ONCE, NATIVE_WORTH)

    def __call__(self, first: int, count: int) -> Json:
        """So many games, added up."""
        sums = self._nothing()
        numbers: Sequence[int] = range(first, first + count)
        if self.random and self.engine.library is not None and not self.rotate:
            chunk = tally(self.engine.library, self._seed(first), count, self.engine.told_apart)
            sums.add_many(chunk, self.engine)
            numbers = [first + offset for offset in chunk.stopped]
        for number in numbers:
            with stuck_told(self._seed(number)):
                self._play(sums, self._seed(number), self._turn(number))
        return asdict(sums)

    def _seed(self, number: int) -> int:
        return (self.seed + number) % SEEDS

    def _turn(self, number: int) -> int:
        return number % self.players if self.rotate else 0

    def _nothing(self) -> _Sums:
        lines = [*self.ruleset.model.scores, TOTAL]
        return _Sums.none(self.players, lines, self.players if self.rotate else 1)

    def _play(self, sums: _Sums, seed: int, turn: int) -> None:
        if self.random:
            finished = by_machine(self.engine, seed)
            sums.apart += finished is None
            sums.add(finished or by_program(self.engine.program, seed), turn, self.layout)
            return
        try:
            bots = rotated(self.bots, turn)
            sums.add(by_bots(self.ruleset, self.players, seed, bots, self._ahead), turn, self.layout)
        except BotFailed as failed:
            sums.failed.append({"code": failed.problem.code, "facts": dict(failed.problem.facts)})

    def add_up(self, played: Played) -> Simulation:
        """What all parts of the run come to together."""
        sums = self._nothing()
        for part in played.parts:
            sums.add_sums(_Sums.of(part.result))
        notes: list[Problem] = []
        if self.random:
            notes += self.engine.notes
            notes += [problem("engine-apart", count=sums.apart)] if sums.apart else []
        elif self.wanted != "python":
            notes.append(problem("engine-bots"))
        games = max(1, sums.games)
        wins, points = sums.by_bot(self.players)
        seat_wins, seat_points = sums.by_seat(self.players)
        return Simulation(
            players=self.players,
            seed=self.seed,
            bots=tuple(map(bot_name, self.bots)),
            games=sums.games,
            wins=wins,
            means={name: tuple(one / games for one in line) for name, line in points.items()},
            rotated=self.rotate,
            seat_wins=seat_wins,
            seat_means={name: tuple(one / games for one in line) for name, line in seat_points.items()},
            shared_wins=sums.shared,
            teams=self.layout.teams,
            unwon=sums.games - int(sum(wins)),
            fewest_moves=sums.fewest,
            mean_moves=sums.moves / games,
            most_moves=sums.most,
            endings=dict(_usual_first(sums.endings.items())),
            lost_cards=tuple(sums.lost),
            asked=self.games,
            failed=tuple(problem(one["code"], **one["facts"]) for one in sums.failed),
            engine=self.engine.name if self.random else "python",
            notes=(*notes, *played.notes),
        )


@define
class _Sums:
    """Games added up, in numbers that a file can hold.

    `wins` counts by how many seats the bots had moved on, by seat and by how many won together; `points`
    are added by the same, by line and by seat.
    """

    wins: list[list[list[int]]]
    points: list[dict[str, list[int]]]
    games: int = 0
    shared: int = 0
    fewest: int = 0
    most: int = 0
    moves: int = 0
    endings: dict[str, int] = field(factory=dict)
    lost: list[int] = field(factory=list)
    apart: int = 0
    failed: list[dict[str, Any]] = field(factory=list)

    @classmethod
    def none(cls, players: int, lines: Sequence[str], turns: int) -> _Sums:
        """No games at all."""
        return cls(
            [[[0] * (players + 1) for _ in range(players)] for _ in range(turns)],
            [{name: [0] * players for name in lines} for _ in range(turns)],
        )

    @classmethod
    def of(cls, result: Json) -> _Sums:
        """The sums that a part holds."""
        assert isinstance(result, dict)
        return cls(**cast(dict[str, Any], result))

    def add(self, game: Finished, turn: int, layout: Layout) -> None:
        """One game, in which bots had moved on by so many seats."""
        for seat in game.winners:
            self.wins[turn][seat][len(game.winners)] += 1
        self._points(turn, game.points)
        self._count(1, (game.moves, game.moves, game.moves), {game.reason: 1})
        self.shared += len({layout.sides[seat] for seat in game.winners}) > 1
        if not game.conserved:
            self.lost.append(game.seed)

    def add_many(self, chunk: Chunk, engine: Engine) -> None:
        """Games that were added up natively."""
        if not chunk.games:
            return
        self._wins(0, chunk.wins)
        points = dict(zip(engine.ruleset.model.scores, chunk.points, strict=True))
        players = len(chunk.wins)
        total = tuple(sum(line[seat] for line in points.values()) for seat in range(players))
        self._points(0, {**points, TOTAL: total})
        texts = [engine.reasons[number - 1] or "" for number in range(len(chunk.endings))]
        endings = dict.fromkeys(texts, 0)
        for text, count in zip(texts, chunk.endings, strict=True):
            endings[text] += count
        self._count(chunk.games, (chunk.fewest, chunk.moves, chunk.most), endings)
        self.shared += chunk.shared

    def add_sums(self, other: _Sums) -> None:
        """Games that were added up apart."""
        for turn, (wins, points) in enumerate(zip(other.wins, other.points, strict=True)):
            self._wins(turn, wins)
            self._points(turn, points)
        self._count(other.games, (other.fewest, other.moves, other.most), other.endings)
        self.shared += other.shared
        self.lost += other.lost
        self.apart += other.apart
        self.failed += other.failed

    def _wins(self, turn: int, wins: Sequence[Sequence[int]]) -> None:
        for seat, counts in enumerate(wins):
            for winners, count in enumerate(counts):
                self.wins[turn][seat][winners] += count

    def _points(self, turn: int, points: Mapping[str, Sequence[int]]) -> None:
        for name, numbers in points.items():
            for seat, number in enumerate(numbers):
                self.points[turn][name][seat] += number

    def _count(self, games: int, moves: tuple[int, int, int], endings: Mapping[str, int]) -> None:
        if not games:
            return
        fewest, in_all, most = moves
        self.fewest = min(self.fewest, fewest) if self.games else fewest
        self.most = max(self.most, most)
        self.moves += in_all
        self.games += games
        for reason, count in endings.items():
            if count:
                self.endings[reason] = self.endings.get(reason, 0) + count

    def by_seat(self, players: int) -> tuple[tuple[Fraction, ...], dict[str, tuple[int, ...]]]:
        """Each seat's games won, and its points line by line."""
        return self._together([[seat] * len(self.wins) for seat in range(players)])

    def by_bot(self, players: int) -> tuple[tuple[Fraction, ...], dict[str, tuple[int, ...]]]:
        """The same of each bot, wherever it sat."""
        turns = range(len(self.wins))
        return self._together([[(bot + turn) % players for turn in turns] for bot in range(players)])

    def _together(
        self, seats: Sequence[Sequence[int]]
    ) -> tuple[tuple[Fraction, ...], dict[str, tuple[int, ...]]]:
        """Added up over the turns, for each row its seats turn by turn."""
        wins = tuple(
            sum((_won(self.wins[turn][seat]) for turn, seat in enumerate(row)), Fraction(0)) for row in seats
        )
        points = {
            name: tuple(sum(self.points[turn][name][seat] for turn, seat in enumerate(row)) for row in seats)
            for name in self.points[0]
        }
        return wins, points


def _won(counts: Sequence[int]) -> Fraction:
    """Games won, of which those with several winners count in parts."""
    return sum((Fraction(count, winners) for winners, count in enumerate(counts) if count), Fraction(0))


def _usual_first(counts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(counts, key=lambda one: (-one[1], one[0]))
