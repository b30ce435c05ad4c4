"""`python -m benchmarks.strength [--only WORD] [--most DEALS]`: which bot is stronger, and how surely.

One bot plays against others of one kind. Each deal is played from every seat, and what counts is the part of
the wins that the one has in all games of a deal: equals have one part in so many players. Deals go on until
the interval excludes that. It holds after every deal at once, so that one may look after each and stop: the
true part is ever outside of it in at most 5 of 100 runs. It comes of bets (Waudby-Smith and Ramdas,
"Estimating means of bounded random variables by betting"): who bets against what is true seldom grows rich.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from math import exp, log
from time import process_time

import click
from attrs import field, frozen
from joblib import cpu_count

from rulewright import Ruleset, load
from rulewright.interpreter.lab.games import play_one, rotated

ERROR = 0.05
STAKES = tuple(part / 10 for part in range(1, 10))
"""What is staked of the most that can be, in bets side by side."""
STEPS = 1000
"""The interval's ends are looked for in so many steps."""


@frozen
class Match:
    """A bot against others of one kind, in a game for so many players."""

    game: str
    players: int
    one: str
    others: str

    @property
    def name(self) -> str:
        """How it is called in the table."""
        return f"{self.game}, {self.players} players: {self.one} against {self.others}"


@frozen
class Part:
    """What part of the wins the one had in each deal, in how many games, and their CPU seconds."""

    deals: list[float] = field(factory=list)
    seconds: list[float] = field(factory=list)


def matches() -> Iterator[Match]:
    """Who plays whom."""
    for one, others in (("greedy", "random"), ("mcts:1000", "greedy"), ("mcts:1000", "mcts:100")):
        for game, players in (("cv-pocket", (2, 3, 4)), ("cvlt", (2, 3, 4))):
            yield from (Match(game, many, one, others) for many in players)
    yield Match("cv-gossip", 2, "mcts:200", "greedy")


@cache
def rules(game: str) -> Ruleset:
    """The rules of a game, which are read and built once in each process."""
    return load(game)


def played(match: Match, seed: int) -> tuple[float, float]:
    """A deal from every seat: the part of the wins that the one had, and the CPU seconds."""
    ruleset, started, won = rules(match.game), process_time(), 0.0
    bots = (match.one, *(match.others,) * (match.players - 1))
    for turn in range(match.players):
        winners = play_one(ruleset, match.players, seed, rotated(bots, turn), "native").winners
        won += (turn in winners) / max(1, len(winners))
    return won / match.players, process_time() - started


def interval(parts: Sequence[float]) -> tuple[float, float]:
    """Where the true part lies, as far as nobody grows rich who bets against it."""
    low, high = 0, STEPS
    while low < STEPS and _rich(parts, low / STEPS):
        low += 1
    while high > low and _rich([1 - part for part in parts], 1 - high / STEPS):
        high -= 1
    return low / STEPS, high / STEPS


def _rich(parts: Sequence[float], mean: float) -> bool:
    """Has who bet on more than this mean 40 times the stake, on average of all bets?"""
    if not mean:
        return any(parts)
    fortunes = [sum(log(1 + stake * (part - mean) / mean) for part in parts) for stake in STAKES]
    most = max(fortunes)
    return most + log(sum(exp(one - most) for one in fortunes) / len(fortunes)) >= log(2 / ERROR)


def measured(match: Match, most: int, pool: ProcessPoolExecutor) -> tuple[str, Part, tuple[float, float]]:
    """Deals one after another until the interval excludes chance, or there were so many."""
    found, ahead, ends = Part(), list[Future[tuple[float, float]]](), (0.0, 1.0)
    next_seed, chance = 1, 1 / match.players
    while len(found.deals) < most and ends[0] <= chance <= ends[1]:
        while len(ahead) < cpu_count() and len(found.deals) + len(ahead) < most:
            ahead.append(pool.submit(played, match, next_seed))
            next_seed += 1
        part, seconds = ahead.pop(0).result()
        found.deals.append(part)
        found.seconds.append(seconds)
        ends = interval(found.deals)
    for one in ahead:
        one.cancel()
    verdict = "stronger" if ends[0] > chance else "weaker" if ends[1] < chance else "no difference shown"
    return verdict, found, ends


@click.command()
@click.option("--only", default="", metavar="WORD", help="Only what has this word in its name.")
@click.option("--most", default=400, show_default=True, help="The most deals of a comparison.")
def main(only: str, most: int) -> None:
    """Which bot is stronger, until it is beyond chance."""
    print("| game | players | bot | against | wins | interval | chance | games | CPU s | the bot is |")
    print("|---|--:|---|---|--:|--:|--:|--:|--:|---|")
    with ProcessPoolExecutor(cpu_count()) as pool:
        for match in matches():
            if only not in match.name:
                continue
            verdict, found, (low, high) = measured(match, most, pool)
            wins = sum(found.deals) / len(found.deals)
            print(
                f"| {match.game} | {match.players} | {match.one} | {match.others} | {wins:.0%} "
                f"| {low:.0%} to {high:.0%} | {1 / match.players:.0%} | {len(found.deals) * match.players} "
                f"| {sum(found.seconds):.0f} | {verdict} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
