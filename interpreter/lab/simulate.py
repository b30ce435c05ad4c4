"""Many games by random players or bots, and what they add up to.

The games of a run have the seeds `seed`, `seed + 1` and so on; the players' own chance is derived from
these and has nothing to do with the game's. The same run gives the same numbers anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from attrs import define, field, frozen

from rulewright.bots import make
from rulewright.bots.draws import drawing
from rulewright.interpreter.chance import SEEDS
from rulewright.interpreter.layout import BOX, MOVES, Layout, State
from rulewright.interpreter.program import Program
from rulewright.interpreter.ruleset import Ruleset
from rulewright.interpreter.texts import Names

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

    `wins` is each seat's number of games won; a shared win counts in parts. `means` holds the mean
    points by score line and seat. `endings` counts the reasons, the usual ones first.
    `lost_cards` are the seeds of games in which a card got lost or doubled: there should be none.
    """

    players: int
    seed: int
    bots: tuple[str, ...]
    games: int
    wins: tuple[Fraction, ...]
    shared_wins: int
    means: Mapping[str, tuple[float, ...]]
    fewest_moves: int
    mean_moves: float
    most_moves: int
    endings: Mapping[str, int]
    lost_cards: tuple[int, ...]


def play_one(ruleset: Ruleset, players: int, seed: int, bots: Sequence[str] = ()) -> Finished:
    """Play one game to its end: by random players, or by the bots of these names, seat by seat.

    Raises Fault where the rules ask for what cannot be done.
    """
    program = ruleset.program(players)
    if all(name == "random" for name in bots):
        state = program.start(seed)
        program.random_playout(state, drawing(seed, "players"))
    else:
        state = _with_bots(program, ruleset, seed, bots)
    return _finished(program, state, seed)


def simulate(
    ruleset: Ruleset,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[str] = (),
    progress: Callable[[], None] = lambda: None,
) -> Simulation:
    """Play many games; `progress` is called after each. At least one game is played."""
    tally = _Tally(players)
    for number in range(games):
        tally.add(play_one(ruleset, players, (seed + number) % SEEDS, bots))
        progress()
    return tally.close(seed, tuple(bots) or ("random",) * players)


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
    return game.state


def _finished(program: Program, state: State, seed: int) -> Finished:
    scorer, seats = program.scorer, range(program.player_count)
    points = {name: tuple(score(state, seat) for seat in seats) for name, _, score in scorer.scores}
    points[TOTAL] = tuple(sum(line[seat] for line in points.values()) for seat in seats)
    reason = program.reason(state)
    names = Names(program.layout, tuple(str(seat + 1) for seat in seats))
    return Finished(
        seed,
        state[MOVES],
        "" if reason is None else names.phrase(reason, state, None),
        scorer.ranking(state)[0].seats,
        points,
        conserved(program.layout, state),
    )


@define
class _Tally:
    """Adds games up."""

    players: int
    games: int = 0
    wins: list[Fraction] = field(factory=list)
    shared: int = 0
    sums: dict[str, list[int]] = field(factory=dict)
    moves: list[int] = field(factory=list)
    endings: dict[str, int] = field(factory=dict)
    lost: list[int] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.wins = [Fraction(0)] * self.players

    def add(self, game: Finished) -> None:
        self.games += 1
        for seat in game.winners:
            self.wins[seat] += Fraction(1, len(game.winners))
        self.shared += len(game.winners) > 1
        for name, points in game.points.items():
            sums = self.sums.setdefault(name, [0] * self.players)
            for seat, number in enumerate(points):
                sums[seat] += number
        self.moves.append(game.moves)
        self.endings[game.reason] = self.endings.get(game.reason, 0) + 1
        if not game.conserved:
            self.lost.append(game.seed)

    def close(self, seed: int, bots: tuple[str, ...]) -> Simulation:
        return Simulation(
            players=self.players,
            seed=seed,
            bots=bots,
            games=self.games,
            wins=tuple(self.wins),
            shared_wins=self.shared,
            means={name: tuple(one / self.games for one in sums) for name, sums in self.sums.items()},
            fewest_moves=min(self.moves),
            mean_moves=sum(self.moves) / self.games,
            most_moves=max(self.moves),
            endings=dict(_usual_first(self.endings.items())),
            lost_cards=tuple(self.lost),
        )


def _usual_first(counts: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    return sorted(counts, key=lambda one: (-one[1], one[0]))
