"""Kinds as a message names them, for a person who knows cards and no programming."""

from __future__ import annotations

from rulewright.dsl.model import Kind

_PLAIN = {
    "int": "a number",
    "bool": "yes or no",
    "player": "a player",
    "die": "a die",
    "nothing": "nothing",
    "unknown": "something unclear",
}
_SEVERAL = {"int": "numbers", "bool": "answers", "player": "players", "die": "dice"}


def spoken(kind: Kind) -> str:
    """A kind in words: "a number", "a card of `Life` that may be absent", "several players"."""
    if kind.shape == "bag":
        return f"a bag of `{kind.name}`"
    if kind.shape == "many":
        return f"several {_several(kind)}"
    one = _PLAIN.get(kind.family) or _of_a_name(kind)
    return f"{one} that may be absent" if kind.optional and kind.family != "nothing" else one


def _of_a_name(kind: Kind) -> str:
    if kind.family == "enum":
        cards, dot, _ = kind.name.partition(".")
        return f"an id of `{cards}`" if dot else f"a value of `{kind.name}`"
    if kind.family == "card":
        return f"a card of `{kind.name}`" if kind.name else "a card"
    return f"a zone of `{kind.name}`" if kind.name else "a zone"


def _several(kind: Kind) -> str:
    if kind.family == "enum":
        return f"values of `{kind.name}`"
    if kind.family in ("card", "zone"):
        return f"{kind.family}s of `{kind.name}`" if kind.name else f"{kind.family}s"
    return _SEVERAL.get(kind.family, "things")
