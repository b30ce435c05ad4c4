"""The language's own names: its functions, with the kinds they take and give, and its plain values."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

Takes = Literal["zone", "pile", "card", "player", "int", "enum", "many", "side", "any"]
Gives = Literal["int", "bool", "card?", "cards", "zone?", "player", "same", "index"]


@frozen
class BuiltInFunction:
    """`takes` one entry an argument. "pile" is a zone, a cup or any collection; "side" is left or right.

    `gives` "same" is the kind of the first argument. With `repeats`, for min and max, there may be more
    arguments, each of the last kind listed.
    """

    name: str
    takes: tuple[Takes, ...]
    gives: Gives
    meaning: str
    repeats: bool = False


_FUNCTIONS = (
    BuiltInFunction("size", ("pile",), "int", "how many cards, dice or elements"),
    BuiltInFunction("empty", ("pile",), "bool", "nothing in it"),
    BuiltInFunction("full", ("zone",), "bool", "as many cards as it may hold"),
    BuiltInFunction("top", ("zone",), "card?", "the card on top, put there last"),
    BuiltInFunction("bottom", ("zone",), "card?", "the card at the bottom"),
    BuiltInFunction("first", ("pile",), "card?", "the bottom card of a zone, the first of a collection"),
    BuiltInFunction("last", ("pile",), "card?", "the top card of a zone, the last of a collection"),
    BuiltInFunction("level", ("card",), "int", "its place in its zone, from 1 at the bottom"),
    BuiltInFunction("beneath", ("card",), "card?", "the card just below it in its zone"),
    BuiltInFunction("above", ("card",), "card?", "the card just above it in its zone"),
    BuiltInFunction("beside", ("card",), "cards", "the cards just below and just above it"),
    BuiltInFunction("zone_of", ("card",), "zone?", "the zone it lies in; absent while it is in the box"),
    BuiltInFunction("index", ("zone", "int"), "index", "what stands in a bracket of the zone's name"),
    BuiltInFunction("owner", ("card",), "player", "the player whose zone it lies in"),
    BuiltInFunction("player_of", ("card",), "player", "the player who moved it last"),
    BuiltInFunction("neighbour", ("player", "side"), "player", "the next player on the left or right"),
    BuiltInFunction("seat", ("player",), "int", "the player's seat, from 1"),
    BuiltInFunction("playing", ("player",), "bool", "the player has not dropped out"),
    BuiltInFunction("rank", ("enum",), "int", "a value's place in its enum, from 1"),
    BuiltInFunction("the", ("any",), "same", "the value, which must be there"),
    BuiltInFunction("min", ("int",), "int", "the smallest of the numbers", repeats=True),
    BuiltInFunction("max", ("int",), "int", "the largest of the numbers", repeats=True),
    BuiltInFunction("abs", ("int",), "int", "the number without its sign"),
    BuiltInFunction("distinct", ("many",), "same", "each element once, where it stands first"),
)
FUNCTIONS = {function.name: function for function in _FUNCTIONS}
"""All functions of the language, by name."""

PLAIN_VALUES = ("me", "players", "player_count", "it", "score")
"""Names that mean something of themselves; none of them can be declared."""

SIDES = ("left", "right")
"""What `neighbour` takes: left is the next player clockwise."""

KIND_NAMES = ("int", "bool", "player", "zone", "die")
"""Kinds that need no declaration."""

LANGUAGE_VERSION = 1
"""The version of the language that this program reads."""
MOST_PLAYERS = 16
"""The most seats a game may have."""
