"""Many games by random players or bots, and what they add up to.

The games of a run have the seeds `seed`, `seed + 1` and so on; the players' own chance is derived from
these and has nothing to do with the game's. The same run gives the same numbers anywhere, by any engine and
on any number of cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction

from attrs import define, field, frozen

from rulewright.dsl.model import (
    NONE,
    Team,
)
from rulewright.dsl.problems import Problem, problem
from rulewright.interpreter.bots import make
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.machine import Draws, Machine, Stopped, TooMany
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.engine.scoring import Results
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.engines import Engine, engine_for
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.native.machine import Chunk, MachineFault, tally
from rulewright.interpreter.state.chance import SEEDS
from rulewright.interpreter.state.layout import BOX, ENDING, MOVES, Layout, State
from rulewright.interpreter.words.texts import Names

TOTAL = "total"
"""The name under which a player's points in all are reported."""


@frozen
class Finished:
    """One game that came to its end.

    `points` holds for each score line, and under `total`, the points seat by seat. `conserved`: every
    card still lies in exactly one place.
    """

    seed: int
    moves: int
    reason: str
    winners: tuple[int, ...]
    points: Mapping[str, tuple[int, ...]]
    conserved: bool


@frozen
class Simulation:
    """What many games add up to.

    `wins` is each seat's number of games won; a shared win counts in parts, and so does that of a team, for
    each of its seats. `unwon` is how many nobody won. `means` holds the mean points by score line and seat.
    `endings` counts the reasons, the usual ones first. `lost_cards` are the seeds of games in which a card
    got lost or doubled: there should be none. `engine` says what played, "native" or "python", and `notes`
    what was in the way of a quicker one.
    """

    players: int
    seed: int
    bots: tuple[str, ...]
    games: int
    wins: tuple[Fraction, ...]
    shared_wins: int
    unwon: int
    teams: tuple[Team, ...]
    means: Mapping[str, tuple[float, ...]]
    fewest_moves: int
    mean_moves: float
    most_moves: int
    endings: Mapping[str, int]
    lost_cards: tuple[int, ...]
    engine: str = field(default="python", eq=False)
    notes: tuple[Problem, ...] = field(default=(), eq=False)

    def won_by(self, team: Team) -> Fraction:
        """How many games a team won; a shared win counts in parts."""
        return sum((self.wins[seat] for seat in team.seats), Fraction(0))


class StuckGame(Fault):
    """A fault in a game of a run, with the game's seed."""

    def __init__(self, found: Problem, seed: int) -> None:
        super().__init__(found)
        self.seed = seed


def play_one(ruleset: Ruleset, players: int, seed: int, bots: Sequence[str] = ()) -> Finished:
    """Play one game to its end: by random players, or by the bots of these names, seat by seat.

    Raises Fault where the rules ask for what cannot be done.
    """
    if _random(bots):
        chosen = engine_for(ruleset, players, 1, "python")
        return _by_machine(chosen, seed) or _by_program(chosen.program, seed)
    program = ruleset.program(players)
    return _finished(program, _with_bots(program, ruleset, seed, bots), seed)


def simulate(
    ruleset: Ruleset,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[str] = (),
    progress: Callable[[int], None] = lambda count: None,
    engine: EngineName = "auto",
) -> Simulation:
    """Play many games, at least one; `progress` is told again and again how many more were played.

    Random players are played by an `engine`: "native" builds the rules as machine code, which starts a C
    compiler, "python" never does, "auto" builds them where a compiler is there and the games are worth it.
    Where it cannot be done they are played in Python, and `Simulation.notes` say why. Raises StuckGame
    where the rules ask for what cannot be done.
    """
    run = _Tally(ruleset.layout(players))
    if _random(bots):
        chosen = engine_for(ruleset, players, games, engine)
        _play_all(chosen, run, games, seed, progress)
        apart = (problem("engine-apart", count=run.apart),) if run.apart else ()
        notes = (*chosen.notes, *apart)
        return run.close(seed, tuple(bots) or ("random",) * players, chosen.name, notes)
    program = ruleset.program(players)
    for each in _seeds(seed, games):
        with _told(each):
            run.add(_finished(program, _with_bots(program, ruleset, each, bots), each))
        progress(1)
    notes = () if engine == "python" else (problem("engine-bots"),)
    return run.close(seed, tuple(bots), "python", notes)


def _random(bots: Sequence[str]) -> bool:
    return all(name == "random" for name in bots)


def _seeds(seed: int, games: int) -> Iterable[int]:
    return ((seed + number) % SEEDS for number in range(games))


@contextmanager
def _told(seed: int) -> Iterator[None]:
    """A fault is told with the seed of its game."""
    try:
        yield
    except Fault as fault:
        raise StuckGame(fault.problem, seed) from None


# ---- random games --------------------------------------------------------------------------------


def _play_all(engine: Engine, run: _Tally, games: int, seed: int, progress: Callable[[int], None]) -> None:
    """Random games, chunk by chunk where they are added up natively, and else one by one."""
    if engine.library is None:
        for each in _seeds(seed, games):
            run.add_random(engine, each)
            progress(1)
        return
    for chunk in tally(engine.library, seed, games, engine.told_apart):
        run.add_many(chunk, engine)
        for offset in chunk.stopped:
            run.add_random(engine, (chunk.seed + offset) % SEEDS)
        progress(chunk.played)


def _by_machine(engine: Engine, seed: int) -> Finished | None:
    """One random game; None where it stopped, has more moves than can be listed, or a reason of its own."""
    machine, plan = engine.machine, engine.plan
    with suppress(Stopped, TooMany, MachineFault):
        state = machine.start(seed)
        machine.playout(state, Draws(seed))
        ending = machine.slots(state)[ENDING]
        reason = engine.reasons[-1 if ending == NONE else ending]
        if reason is not None:
            return _finished_machine(engine, machine, plan.layout, state, seed, reason)
    return None


def _by_program(program: Program, seed: int) -> Finished:
    """One random game by what tells faults, guesses at moves that are too many to list, and words reasons."""
    state = program.start(seed)
    program.random_playout(state, Draws(seed).below)
    return _finished(program, state, seed)


def _finished_machine(
    engine: Engine, machine: Machine, layout: Layout, state: object, seed: int, reason: str
) -> Finished:
    code, names, slots = engine.plan.code, engine.ruleset.model.scores, machine.slots(state)
    results = Results.of(machine.results(state), code.players, len(code.scores))
    drawn = slots[ENDING] == code.reasons
    winners = layout.seats if drawn else results.winners(qualifies=code.qualifies)
    return Finished(seed, slots[MOVES], reason, winners, _by_line(names, results), conserved(layout, slots))


def conserved(layout: Layout, state: State) -> bool:
    """Whether every card lies in exactly one place: the box, or the one zone that the state says."""
    places = [BOX] * len(layout.cards)
    lying = 0
    for zone in layout.zones:
        size = state[zone.size_at]
        lying += size
        for card in state[zone.base : zone.base + size]:
            places[card] = zone.number
    in_zones = len(places) - places.count(BOX)
    return in_zones == lying and places == state[layout.zone_of_at : layout.zone_of_at + len(places)]


def _with_bots(program: Program, ruleset: Ruleset, seed: int, bots: Sequence[str]) -> State:
    players = [make(name, seed * 64 + seat) for seat, name in enumerate(bots)]
    game = ruleset.new_game(program.player_count, seed)
    game.playout(players)
    return list(game.history.now)


def _finished(program: Program, state: State, seed: int) -> Finished:
    reason, seats = program.reason(state), program.layout.seats
    names = Names(program.layout, tuple(str(seat + 1) for seat in seats))
    return Finished(
        seed,
        state[MOVES],
        "" if reason is None else names.phrase(reason, state, None),
        program.ranking(state)[1],
        _by_line(program.model.scores, program.scorer.results(state)),
        conserved(program.layout, state),
    )


def _by_line(names: Iterable[str], results: Results) -> dict[str, tuple[int, ...]]:
    """The points of all seats, line by line, and in all."""
    return _with_total(dict(zip(names, zip(*results.points, strict=True), strict=True)), len(results.points))


def _with_total(points: Mapping[str, tuple[int, ...]], players: int) -> dict[str, tuple[int, ...]]:
    return {**points, TOTAL: tuple(sum(line[seat] for line in points.values()) for seat in range(players))}


@define
class _Tally:
    """Adds games up."""

    layout: Layout
    games: int = 0
    wins: list[Fraction] = field(factory=list)
    shared: int = 0
    sums: dict[str, list[int]] = field(factory=dict)
    fewest: int = 0
    most: int = 0
    moves: int = 0
    endings: dict[str, int] = field(factory=dict)
    lost: list[int] = field(factory=list)
    apart: int = 0
    players: int = 0

    def __attrs_post_init__(self) -> None:
        self.players = self.layout.player_count
        self.wins = [Fraction(0)] * self.players

    def add(self, game: Finished) -> None:
        wins = {seat: Fraction(1, len(game.winners)) for seat in game.winners}
        self._add(1, wins, game.points, (game.moves, game.moves, game.moves), {game.reason: 1})
        self.shared += len({self.layout.sides[seat] for seat in game.winners}) > 1
        if not game.conserved:
            self.lost.append(game.seed)

    def add_random(self, engine: Engine, seed: int) -> None:
        """A random game, played now."""
        with _told(seed):
            finished = _by_machine(engine, seed)
            self.apart += finished is None
            self.add(finished or _by_program(engine.program, seed))

    def add_many(self, chunk: Chunk, engine: Engine) -> None:
        """Games that were added up natively."""
        if not chunk.games:
            return
        wins = {
            seat: sum(
                (Fraction(count, winners) for winners, count in enumerate(counts) if count), Fraction(0)
            )
            for seat, counts in enumerate(chunk.wins)
        }
        names = engine.ruleset.model.scores
        points = _with_total(dict(zip(names, chunk.points, strict=True)), self.players)
        texts = [engine.reasons[number - 1] or "" for number in range(len(chunk.endings))]
        endings = dict.fromkeys(texts, 0)
        for text, count in zip(texts, chunk.endings, strict=True):
            endings[text] += count
        self._add(chunk.games, wins, points, (chunk.fewest, chunk.moves, chunk.most), endings)
        self.shared += chunk.shared

    def _add(
        self,
        games: int,
        wins: Mapping[int, Fraction],
        points: Mapping[str, tuple[int, ...]],
        moves: tuple[int, int, int],
        endings: Mapping[str, int],
    ) -> None:
        fewest, in_all, most = moves
        self.fewest = min(self.fewest, fewest) if self.games else fewest
        self.most = max(self.most, most)
        self.moves += in_all
        self.games += games
        for seat, won in wins.items():
            self.wins[seat] += won
        for name, numbers in points.items():
            sums = self.sums.setdefault(name, [0] * self.players)
            for seat, number in enumerate(numbers):
                sums[seat] += number
        for reason, count in endings.items():
            if count:
                self.endings[reason] = self.endings.get(reason, 0) + count

    def close(self, seed: int, bots: tuple[str, ...], engine: str, notes: tuple[Problem, ...]) -> Simulation:
        return Simulation(
            players=self.players,
            seed=seed,
            bots=bots,
            games=self.games,
            wins=tuple(self.wins),
            shared_wins=self.shared,
            teams=self.layout.teams,
            unwon=self.games - int(sum(self.wins)),
            means={name: tuple(one / self.games for one in sums) for name, sums in self.sums.items()},
            fewest_moves=self.fewest,
            mean_moves=self.moves / self.games,
            most_moves=self.most,
            endings=dict(_usual_first(self.endings.items())),
            lost_cards=tuple(self.lost),
            engine=engine,
            notes=notes,
        )


def _usual_first(counts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(counts, key=lambda one: (-one[1], one[0]))
