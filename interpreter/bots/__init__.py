"""Players that need no person: each is made with a seed, is given a seat, and picks one of its moves.

A bot knows what a player at its seat may know. Its chance is its own, never the game's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.interpreter.bots.greedy_bot import GreedyBot
from rulewright.interpreter.bots.random_bot import RandomBot
from rulewright.interpreter.engine.given import whole
from rulewright.interpreter.game.seat import Chooser

__all__ = ["BOTS", "GreedyBot", "RandomBot", "make"]

BOTS: Mapping[str, Callable[[int], Chooser]] = {"random": RandomBot, "greedy": GreedyBot}
"""The bots by name."""


def make(name: str, seed: int) -> Chooser:
    """A bot by its name. Raises KeyError for an unknown one."""
    return BOTS[name](whole(seed, "a seed"))
