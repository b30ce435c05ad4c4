"""What two rulesets say differently, declaration by declaration, in canonical form.

Comments, layout and the order of declarations do not count. Of cards that stand in files, each is
compared by what it has, not by how its row is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from rulewright.dsl.load import Loaded
from rulewright.dsl.model import NONE, CardSet, EnumModel, Kind, Stored
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.format import format_tree
from rulewright.dsl.variants.units import WORDS, named

_NOT_COMPARED = (nodes.Language, nodes.LibraryTitle, nodes.Include)
"""What only says how the files hang together."""


@frozen
class Difference:
    """One declaration or card: its lines in the first ruleset and in the second; none where it is missing."""

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def differences(one: Loaded, other: Loaded) -> list[Difference]:
    """All that differs, in the order of the first ruleset; what only the second has comes last."""
    before, after = _said(one), _said(other)
    return [
        Difference(what, before.get(what, ()), after.get(what, ()))
        for what in dict.fromkeys([*before, *after])
        if before.get(what) != after.get(what)
    ]


def _said(loaded: Loaded) -> dict[str, tuple[str, ...]]:
    """The canonical lines of everything in a ruleset, by what it is about."""
    found: dict[str, tuple[str, ...]] = {}
    for tree in loaded.trees:
        for declaration in tree.declarations:
            what, lines = _declaration(declaration)
            if lines:
                found[what] = (*found.get(what, ()), *lines)
    if loaded.model is not None:
        for name, card_set in loaded.model.card_sets.items():
            for what, line in _cards(name, card_set, loaded.model.enums):
                found[what] = (*found.get(what, ()), line)
    return found


def _declaration(declaration: nodes.Declaration) -> tuple[str, tuple[str, ...]]:
    if isinstance(declaration, _NOT_COMPARED):
        return "", ()
    if isinstance(declaration, nodes.GameTitle):
        declaration = evolve(declaration, title="")
        return "players, moves and source", canonical(declaration)[1:]
    if isinstance(declaration, nodes.Use):
        return f"use {declaration.name}", canonical(declaration)
    word, name = named(declaration)
    what = f"needs of {name}" if word == "needs" else f"{word} {name}".strip()
    return what, canonical(declaration) if type(declaration) in WORDS else ()


def canonical(declaration: nodes.Declaration) -> tuple[str, ...]:
    """The lines of a declaration in canonical form, without comments."""
    text = format_tree(nodes.Tree("", (declaration,)), Source("", ""))
    return tuple(text.splitlines())


# ---- cards ---------------------------------------------------------------------------------------


def _cards(name: str, card_set: CardSet, enums: Mapping[str, EnumModel]) -> Iterator[tuple[str, str]]:
    """Every row of a set as a line; a card of several printings has as many."""
    for row in card_set.rows:
        fields = list(zip(card_set.fields, row.values, strict=True))[1:]
        shown = [
            f"{field.name} = {text}"
            for field, value in fields
            if (text := _value(field.kind, value, enums)) is not None
        ]
        yield f"card {name}.{row.id}", ", ".join([f"{row.title}: copies = {row.copies}", *shown])


def _value(kind: Kind, value: Stored, enums: Mapping[str, EnumModel]) -> str | None:
    """A value of a card in words; None for one that is absent or empty."""
    words = enums[kind.name].values if kind.family == "enum" else ()
    if isinstance(value, tuple):
        held = [word for word, count in zip(words, value, strict=False) for _ in range(count)]
        listed = held if kind.shape == "bag" else [words[one] for one in value]
        return f"[{', '.join(listed)}]" if listed else None
    if kind.optional and value == NONE:
        return None
    if kind.family == "bool":
        return "yes" if value else None
    return words[value] if words else str(value)
