"""Kinds of values. Every value in a game is an integer; a kind says what the integer stands for.

- int: itself, within 32 bits, bar the smallest, which is `NONE`;  bool: 0 or 1
- enum: the place of the value in its enum;  player: the seat, from 0
- card, zone, die: the number of the card, zone or die in the game as laid out for its players
An optional value is `NONE` when absent. `many` is a list of such integers in a stated order; `bag` is a
tuple of counts, one for each value of the enum, and occurs as a card's property only.
"""

from __future__ import annotations

from typing import Literal

from attrs import evolve, frozen

NONE = -(2**31)
"""The value that stands for an absent one, in every kind."""
LARGEST = 2**31 - 1
SMALLEST = -(2**31) + 1

Family = Literal["int", "bool", "enum", "card", "player", "zone", "die", "nothing", "unknown"]


@frozen
class Kind:
    """`name` is the enum's, the card set's, or (for zones) the set of the cards that lie there.

    `zone` is what a zone is called, where it can be one of that name only.
    """

    family: Family
    name: str = ""
    shape: Literal["one", "many", "bag"] = "one"
    optional: bool = False
    zone: str = ""

    def maybe(self) -> Kind:
        """The same, possibly absent."""
        return evolve(self, optional=True)

    def surely(self) -> Kind:
        """The same, present."""
        return evolve(self, optional=False)

    def many(self) -> Kind:
        """A collection of it."""
        return evolve(self, shape="many", optional=False)

    def one(self) -> Kind:
        """An element of the collection."""
        return evolve(self, shape="one")

    def or_else(self, other: Kind) -> Kind:
        """What is known of a value that is of this kind or of another that is like it."""
        known = self
        if self.family == "zone" and self.zone != other.zone:
            known = evolve(known, zone="")
        if self.family == "zone" and self.name != other.name:
            known = evolve(known, name="")
        return known

    def __str__(self) -> str:
        word = self.name if self.family in ("enum", "card") else self.family
        if self.family == "zone":
            word = f"zone of {self.name}" if self.name else "zone"
        if self.shape != "one":
            return f"{'bag' if self.shape == 'bag' else 'collection'} of {word}"
        return word + "?" * self.optional


INT = Kind("int")
BOOL = Kind("bool")
PLAYER = Kind("player")
NOTHING = Kind("nothing", optional=True)
"""The kind of `none` before it is known what is absent."""
UNKNOWN = Kind("unknown")
"""The kind of what has a problem already; fits everywhere, so that one mistake is told once."""


def enum_kind(name: str) -> Kind:
    """The kind of an enum's values."""
    return Kind("enum", name)


def zone_kind(zone: str, cards: str) -> Kind:
    """The kind of the zones of one name."""
    return Kind("zone", cards, zone=zone)


def card_kind(name: str) -> Kind:
    """The kind of the cards of one set."""
    return Kind("card", name)
