"""Players that need no person: each is made with a seed, is given a seat, and picks one of its moves.

A bot knows what a player at its seat may know. Its chance is its own, never the game's, so that its seed
and what it knows decide what it does. `random` makes any move; `greedy` goes after what pays next; `flat`
tries its moves in games to the end; `mcts` searches a tree of them; `mccfr` has solved the game before it
plays, if it is small. The last three have a level: how many games they look at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.interpreter.bots.flat_bot import FlatBot
from rulewright.interpreter.bots.greedy_bot import GreedyBot
from rulewright.interpreter.bots.mccfr_bot import MccfrBot
from rulewright.interpreter.bots.mcts_bot import Advice, MctsBot
from rulewright.interpreter.bots.random_bot import RandomBot
from rulewright.interpreter.engine.given import whole
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.seat import Chooser

__all__ = [
    "BOTS",
    "LEVELS",
    "Advice",
    "FlatBot",
    "GreedyBot",
    "MccfrBot",
    "MctsBot",
    "RandomBot",
    "UnknownBot",
    "check_name",
    "is_bot",
    "make",
]

Make = Callable[[int, EngineName], Chooser]
Search = Callable[[int, int, EngineName], Chooser]

SIMPLE: Mapping[str, Make] = {
    "random": lambda seed, engine: RandomBot(seed),
    "greedy": lambda seed, engine: GreedyBot(seed, "python" if engine == "auto" else engine),
}
SEARCHES: Mapping[str, Search] = {"flat": FlatBot, "mcts": MctsBot, "mccfr": MccfrBot}
BEFOREHAND = {"mccfr": 1000}
"""Who looks at all its games before it plays, and at how many times as many at a level."""

BOTS = (*SIMPLE, *SEARCHES)
"""The bots by name."""
LEVELS: Mapping[str, int] = {"easy": 30, "middle": 300, "hard": 3000}
"""How many games a bot that searches looks at for a move, `middle` where no level is named."""
MOST_ITERATIONS = 1_000_000

BOTS_THERE_ARE = (
    f"The bots are: {', '.join(BOTS)}. {', '.join(SEARCHES)} have levels, {', '.join(LEVELS)} or a number "
    "of games to look at for a move, mccfr for all together: mcts:hard, mcts:500."
)


class UnknownBot(ValueError):
    """There is no bot of a name, or not at that level. Its text says so, and which there are."""


def make(name: str, seed: int, engine: EngineName = "auto") -> Chooser:
    """A bot by its name, which may end in a level: `greedy`, `mcts`, `mcts:hard`, `mcts:500`.

    `engine` plays what the bot looks at, as in a Simulator: "native", "python", or "auto", by which nothing
    is built for bots that look at little. It does not change what the bot does. Raises UnknownBot.
    """
    kind, iterations = _read(name)
    number = whole(seed, "a seed")
    if kind in SIMPLE:
        return SIMPLE[kind](number, engine)
    return SEARCHES[kind](number, iterations, engine)


def check_name(name: str) -> None:
    """Raises UnknownBot where there is no bot of this name."""
    _read(name)


def is_bot(name: str) -> bool:
    """Is there a bot of this name?"""
    try:
        check_name(name)
    except UnknownBot:
        return False
    return True


def _read(name: str) -> tuple[str, int]:
    """The bot, and how many games it looks at. Raises UnknownBot."""
    kind, colon, level = name.partition(":")
    if kind in SIMPLE and not colon:
        return kind, 0
    if kind in SEARCHES:
        named = LEVELS.get(level if colon else "middle")
        iterations = _iterations(level) if named is None else named * BEFOREHAND.get(kind, 1)
        if iterations is not None:
            return kind, iterations
    raise UnknownBot(
        " ".join(filter(None, (f"There is no bot {name!r}.", _advice(kind, level), BOTS_THERE_ARE)))
    )


def _iterations(level: str) -> int | None:
    """The number that a level is; None where it is none, or out of range."""
    if not level.isascii() or not level.isdecimal() or len(level) > len(str(MOST_ITERATIONS)):
        return None
    return int(level) if 1 <= int(level) <= MOST_ITERATIONS else None


def _advice(kind: str, level: str) -> str:
    """What was probably meant."""
    if kind in SIMPLE:
        return f"{kind} has no levels."
    if kind in SEARCHES and level.removeprefix("-").isdecimal():
        return f"It looks at 1 to {MOST_ITERATIONS:,} games."
    leveled = [f"{bot}:{one}" for bot in SEARCHES for one in LEVELS]
    return did_you_mean(f"{kind}:{level}" if level else kind, leveled if level else BOTS)
