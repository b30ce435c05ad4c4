"""A hash for each declaration, over its checked form: the same as long as its meaning is.

Places, display text, reasons and comments do not count. Slots are numbered anew inside each
declaration, so that a declaration added elsewhere changes no other's fingerprint.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from typing import Any

from attrs import fields as attribute_fields
from attrs import has

from rulewright.dsl.model import USUAL_MOVES, Model, Phrase

_LEFT_OUT = ("span", "because", "meaning", "title", "placeholders", "emptied")
_SLOTS = ("slot", "counter", "symbol_slot")


@cache
def _counting(kind: Any) -> tuple[str, ...] | None:
    """The fields of a class that count; None for what is no class of the model."""
    if not has(kind):
        return None
    return tuple(one.name for one in attribute_fields(kind) if one.name not in _LEFT_OUT)


def _plain(value: object, slots: dict[int, int]) -> object:
    """A value as lists and plain values, in a fixed order, without what does not count."""
    kind: Any = type(value)
    counting = _counting(kind)
    if counting is not None:
        if isinstance(value, Phrase):
            return None
        found: list[object] = [kind.__name__]
        for name in counting:
            inner = getattr(value, name)
            if name in _SLOTS and isinstance(inner, int):
                found.append(slots.setdefault(inner, len(slots)))
            else:
                found.append(_plain(inner, slots))
        return found
    if isinstance(value, tuple | list):
        return [_plain(one, slots) for one in value]
    if isinstance(value, Mapping):
        return [[key, _plain(one, slots)] for key, one in value.items()]
    return value


def fingerprint(*parts: object) -> str:
    """The hash of some checked parts, 16 hexadecimal digits."""
    slots: dict[int, int] = {}
    text = json.dumps([_plain(part, slots) for part in parts], separators=(",", ":"))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def fingerprints(model: Model) -> dict[str, str]:
    """The fingerprints of all declarations of a game, under names such as `define reach`."""
    found = {"players": fingerprint(model.least_players, model.most_players)}
    if model.most_moves != USUAL_MOVES:
        found["moves"] = fingerprint(model.most_moves)
    groups: tuple[tuple[str, Mapping[str, object]], ...] = (
        ("enum", {name: one for name, one in model.enums.items() if "." not in name}),
        ("setting", model.settings),
        ("zone", model.zones),
        ("dice", model.dice),
        ("table", model.tables),
        ("var", model.variables),
        ("action", model.actions),
        ("define", model.definitions),
        ("rule", model.rules),
        ("reaction", model.reactions),
        ("score", model.scores),
    )
    for word, declared in groups:
        for name, one in declared.items():
            found[f"{word} {name}"] = fingerprint(one)
    for name, card_set in model.card_sets.items():
        found[f"cards {name}"] = fingerprint(
            card_set.fields, card_set.generators, card_set.defaults, card_set.where, card_set.copies
        )
        rows: dict[str, list[object]] = {}
        for row in card_set.rows:
            rows.setdefault(row.id, []).append((row.printing, row.copies, row.values))
        for card, values in rows.items():
            found[f"card {name} {card}"] = fingerprint(values)
    found["needs"] = fingerprint(model.needs)
    found["setup"] = fingerprint(model.setup)
    found["play"] = fingerprint(model.play)
    found["winner"] = fingerprint(model.winner)
    return found
