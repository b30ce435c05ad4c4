"""Tournaments: bots against each other in all line-ups, and who is stronger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from attrs import define, field, frozen

from rulewright.dsl.problems import Problem, Rejected, problem
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.certainty import (
    Estimate,
    beyond_doubt,
    doubt,
    library,
    mean_estimate,
    share_estimate,
)
from rulewright.interpreter.lab.deals import Deals, DealtGame, dealt_games
from rulewright.interpreter.lab.games import AnyBot, bot_name
from rulewright.interpreter.lab.run_file import Json
from rulewright.interpreter.lab.runs import Interrupted, Keep, Played, Run, Workers, play_run
from rulewright.interpreter.lab.simulate import BOTS_WORTH, rules_identity

USUAL_GAMES = 200
REACH = 1.96
"""So many standard deviations to both sides hold a normal figure in 95 of 100 cases."""


class NoTournament(Rejected):
    """These bots cannot play a tournament of this game."""


@frozen
class Entrant:
    """A bot in a tournament.

    `rating` is by PlackettLuce, where 25 is the mean of all who have not played. `wins` is its share of the
    game at each seat it had, of which a shared win is a part, and `points` the mean there.
    """

    bot: str
    rating: Estimate
    games: int
    wins: Estimate
    points: Estimate


@frozen
class Duel:
    """Two bots at one table: `share` is how often the first is placed before the second, a tie being half.

    It was the better one in `ahead` deals, the worse one in `behind`. `beyond_doubt`: that is not chance.
    """

    first: str
    second: str
    share: Estimate
    ahead: int
    behind: int
    beyond_doubt: bool

    @property
    def turned(self) -> Duel:
        """The same, as the second sees it."""
        share = Estimate(1 - self.share.value, 1 - self.share.high, 1 - self.share.low)
        return Duel(self.second, self.first, share, self.behind, self.ahead, self.beyond_doubt)


@frozen
class Tournament:
    """What a tournament comes to: the `entrants` from the highest rating, and a duel for each two of them.

    `games` were played of `asked`, in `line_ups` that each played as many deals; `failed` tells of those that
    a bot broke off. They count nowhere.
    """

    players: int
    seed: int
    games: int
    asked: int
    line_ups: int
    entrants: tuple[Entrant, ...]
    duels: tuple[Duel, ...]
    failed: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = field(default=(), eq=False)

    def duel(self, first: str, second: str) -> Duel:
        """The duel of two bots, as the first sees it. Raises KeyError where they had none."""
        for one in self.duels:
            if {one.first, one.second} == {first, second}:
                return one if one.first == first else one.turned
        raise KeyError(f"{first}, {second}")


def line_ups_of(bots: Sequence[AnyBot], players: int) -> tuple[tuple[AnyBot, ...], ...]:
    """Who can sit at a table: as many of the bots as there are seats, or all of them, and some again."""
    if len(bots) >= players:
        return tuple(combinations(bots, players))
    again = combinations_with_replacement(bots, players - len(bots))
    return tuple(tuple(bot for bot in bots for _ in range(1 + more.count(bot))) for more in again)


def games_of_a_round(bots: Sequence[AnyBot], players: int) -> int:
    """How many games it takes that each line-up plays one deal."""
    return len(line_ups_of(bots, players)) * players


def tournament(
    ruleset: Ruleset,
    players: int,
    games: int,
    seed: int,
    bots: Sequence[AnyBot],
    progress: Callable[[int], None] = lambda count: None,
    *,
    engine: EngineName = "auto",
    workers: Workers = None,
    keep: Keep | None = None,
) -> Tournament:
    """Let bots play against each other, in as many whole rounds as are needed for so many games.

    In a round each line-up plays one deal from every seat: see `line_ups_of`, `Deals`. The seeds of the deals
    are `seed`, `seed + 1` and so on. The result depends neither on the `workers` nor on the `engine`, which
    plays what bots look ahead at.

    Raises NoTournament; NotInstalled; StuckGame where the rules ask for what cannot be done; what `play_run`
    raises, and Interrupted with a Tournament of the games played until then.
    """
    _check(ruleset, players, bots)
    for name in ("scipy.stats", "openskill.models"):
        library(name)
    a_round = games_of_a_round(bots, players)
    asked = -(-max(1, games) // a_round) * a_round
    deals = Deals(ruleset, players, seed, line_ups_of(bots, players), asked, engine)
    identity: dict[str, Json] = {
        "kind": "tournament",
        **rules_identity(ruleset, players),
        "bots": [bot_name(bot) for bot in bots],
        "seed": seed,
    }
    table = _Table(ruleset, players, seed, asked, len(deals.line_ups), [bot_name(bot) for bot in bots])
    try:
        return table.of(play_run(Run(deals, asked, identity, 1, BOTS_WORTH), workers, keep, progress))
    except Interrupted as broken:
        raise Interrupted(table.of(broken.result)) from None


def _check(ruleset: Ruleset, players: int, bots: Sequence[AnyBot]) -> None:
    """Raises NoTournament."""
    names = [bot_name(bot) for bot in bots]
    if len(set(ruleset.layout(players).sides)) < 2:
        raise NoTournament([problem("tournament-alone", players=players)])
    if len(names) < 2:
        raise NoTournament([problem("tournament-one-bot")])
    for at, name in enumerate(names):
        if name in names[:at]:
            raise NoTournament([problem("tournament-bot-twice", bot=name)])


@define
class _Table:
    """Works out the table of a tournament."""

    ruleset: Ruleset
    players: int
    seed: int
    asked: int
    line_ups: int
    bots: list[str]

    def of(self, played: Played) -> Tournament:
        """The table of what was played."""
        games, failed = dealt_games(played)
        ratings = self._ratings(games)
        entrants = [self._entrant(bot, games, ratings[bot]) for bot in self.bots]
        entrants.sort(key=lambda one: -one.rating.value)
        return Tournament(
            self.players,
            self.seed,
            len(games),
            self.asked,
            self.line_ups,
            tuple(entrants),
            tuple(self._duels(games, [one.bot for one in entrants])),
            failed,
            played.notes,
        )

    @property
    def sides(self) -> tuple[int, ...]:
        """For whom each seat plays: its team, or itself."""
        return tuple(self.ruleset.layout(self.players).sides)

    def _ratings(self, games: Iterable[DealtGame]) -> dict[str, Estimate]:
        """The ratings after all games, learned one after another.

        What a bot learns at several seats of one game it learns together.
        """
        model = library("openskill.models").PlackettLuce(tau=0.0)
        known = {bot: (float(model.rating().mu), float(model.rating().sigma)) for bot in self.bots}
        teams: dict[int, list[int]] = {}
        for seat, side in enumerate(self.sides):
            teams.setdefault(side, []).append(seat)
        for game in games:
            before = [[model.rating(*known[game.bots[seat]]) for seat in team] for team in teams.values()]
            after = model.rate(before, ranks=[game.places[team[0]] for team in teams.values()])
            for team, old, new in zip(teams.values(), before, after, strict=True):
                for seat, was, now in zip(team, old, new, strict=True):
                    mu, sigma = known[game.bots[seat]]
                    known[game.bots[seat]] = mu + now.mu - was.mu, sigma * now.sigma / was.sigma
        return {
            bot: Estimate(mu, mu - REACH * sigma, mu + REACH * sigma) for bot, (mu, sigma) in known.items()
        }

    def _entrant(self, bot: str, games: Sequence[DealtGame], rating: Estimate) -> Entrant:
        seats = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
        wins = [(game.deal, 1 / len(game.winners) if seat in game.winners else 0.0) for game, seat in seats]
        points = [(game.deal, float(game.points[seat])) for game, seat in seats]
        played = len({id(game) for game, _ in seats})
        return Entrant(bot, rating, played, share_estimate(by_deal(wins)), mean_estimate(by_deal(points)))

    def _duels(self, games: Sequence[DealtGame], bots: Sequence[str]) -> Iterator[Duel]:
        """A duel for each two bots that sat at a table."""
        met: dict[tuple[str, str], list[float]] = {}
        for first, second in combinations(bots, 2):
            found = by_deal([(game.deal, won) for game in games for won in self._met(game, first, second)])
            if found:
                met[first, second] = found
        apart = {pair: _apart(found) for pair, found in met.items()}
        sure = beyond_doubt([doubt(*one) for one in apart.values()])
        for ((first, second), found), certain in zip(met.items(), sure, strict=True):
            yield Duel(first, second, share_estimate(found), *apart[first, second], certain)

    def _met(self, game: DealtGame, first: str, second: str) -> Iterator[float]:
        """Who was placed before whom, for each seat of the one and each of the other: 1, 0, or half."""
        for one, name in enumerate(game.bots):
            for other, against in enumerate(game.bots):
                if (name, against) == (first, second) and self.sides[one] != self.sides[other]:
                    mine, theirs = game.places[one], game.places[other]
                    yield 0.5 if mine == theirs else float(mine < theirs)


def by_deal(found: Iterable[tuple[int, float]]) -> list[float]:
    """The mean of each deal: games of one deal are not apart from one another."""
    deals: dict[int, list[float]] = {}
    for deal, value in found:
        deals.setdefault(deal, []).append(value)
    return [sum(values) / len(values) for values in deals.values()]


def _apart(shares: Sequence[float]) -> tuple[int, int]:
    """In how many deals somebody was the better one, and in how many the worse one."""
    return sum(share > 0.5 for share in shares), sum(share < 0.5 for share in shares)


def stronger(result: Tournament) -> Mapping[str, tuple[str, ...]]:
    """For each bot those that it is stronger than beyond doubt, from the highest rating."""
    names = [one.bot for one in result.entrants]
    sure = {
        (one.first, one.second)
        for duel in result.duels
        for one in (duel, duel.turned)
        if one.beyond_doubt and one.ahead > one.behind
    }
    return {one: tuple(other for other in names if (one, other) in sure) for one in names}
