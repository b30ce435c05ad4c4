"""Chance for players: numbers of their own, derived from a seed, apart from all chance of the game."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from random import Random

Draw = Callable[[int], int]
"""Gives a number below the one given."""


def drawing(seed: int, name: str) -> Draw:
    """A source of numbers; another name or seed gives other numbers."""
    digest = blake2b(f"{name} {seed}".encode(), digest_size=8).digest()
    fraction = Random(int.from_bytes(digest, "big")).random

    def draw(below: int) -> int:
        return int(fraction() * below)

    return draw
