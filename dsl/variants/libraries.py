"""Libraries: rules written once, borrowed by many games under the games' own names.

A library says what it expects of a game (a set of cards, a zone, a property, a variable) under names of
its own. A game that uses it says what these are called there. Borrowing is done on the tree, before
any check: the expected names are replaced, and what the game declares itself under a borrowed name
stands in its place. To the checker the result looks as if the game had written it all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve, frozen
from attrs import fields as attribute_fields

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.nodes.changes import Change, VariantTitle

DOINGS = (nodes.ActionDeclaration, nodes.RuleDeclaration)
LENDABLE = (
    nodes.EnumDeclaration,
    nodes.GroupDeclaration,
    nodes.SettingDeclaration,
    nodes.ZoneDeclaration,
    nodes.TableDeclaration,
    nodes.VariableDeclaration,
    nodes.Definition,
    nodes.ActionDeclaration,
    nodes.RuleDeclaration,
    nodes.ReactionDeclaration,
    nodes.ScoreDeclaration,
)
"""What a library may declare for others."""


_EXPECTED = {
    "cards": "a set of cards",
    "property": "a property of cards",
    "zone": "a zone",
    "var": "a variable",
}
"""What a library may expect, in words."""


@frozen
class Renaming:
    """What each expected name is in the game: names of things, and names of card properties."""

    things: Mapping[str, str]
    properties: Mapping[str, str]

    def of(self, value: object) -> object:
        """A part of a tree with all expected names replaced."""
        if isinstance(value, tuple):
            return tuple(self.of(one) for one in value)
        if not isinstance(value, nodes.Node):
            return value
        changed: dict[str, Any] = {
            attribute.name: self._attribute(value, attribute.name)
            for attribute in attribute_fields(type(value))
            if attribute.name != "span"
        }
        return evolve(value, **changed)

    def _attribute(self, node: nodes.Node, attribute: str) -> object:
        value = getattr(node, attribute)
        if isinstance(node, nodes.Name | nodes.KindName) and attribute == "name":
            return self.things.get(value, value)
        if isinstance(node, nodes.Field) and attribute == "name":
            return self.properties.get(value, value)
        if isinstance(node, nodes.ReactionDeclaration) and attribute == "zone":
            return self.things.get(value, value)
        if isinstance(node, nodes.ZoneDeclaration):
            if attribute == "cards":
                return self.things.get(value, value)
            if attribute == "ordered_by":
                return self.properties.get(value, value)
        if isinstance(node, nodes.VariableDeclaration | nodes.ZoneDeclaration) and attribute == "owners":
            return tuple(self.things.get(owner, owner) for owner in value)
        return self.of(value)


def borrow(
    use: nodes.Use, library: nodes.Tree, game: Iterable[nodes.Tree]
) -> tuple[nodes.Tree, list[Problem]]:
    """What a game gets from a library by this `use`, renamed, less what the game declares itself."""
    problems: list[Problem] = []
    declared = [one for tree in game for one in tree.declarations]
    titles = [one for one in library.declarations if isinstance(one, nodes.LibraryTitle)]
    expected = {one.name: one for title in titles for one in title.expects}
    given: dict[str, nodes.UseBinding] = {}
    for binding in use.bindings:
        if binding.name not in expected:
            near = did_you_mean(binding.name, expected)
            problems.append(problem("use-expects-not", binding.span, name=binding.name, near=near))
        elif binding.name in given:
            problems.append(problem("use-twice", binding.span, name=binding.name))
        given[binding.name] = binding
    things: dict[str, str] = {}
    properties: dict[str, str] = {}
    for name, one in expected.items():
        target = given[name].value if name in given else name
        span = given[name].span if name in given else use.span
        known = _known(one.what, declared)
        if target not in known:
            near = did_you_mean(target, known)
            what = _EXPECTED[one.what]
            facts = {"name": name, "target": target, "what": what, "library": use.name, "near": near}
            problems.append(problem("use-finds-not", span, **facts))
        (properties if one.what == "property" else things)[name] = target
    renaming = Renaming(things, properties)
    own = {_key(one) for one in declared}
    lent = tuple(
        renamed
        for one in library.declarations
        if isinstance(one, LENDABLE) and _key(one) not in own
        for renamed in (renaming.of(one),)
        if isinstance(renamed, LENDABLE)
    )
    return evolve(library, declarations=lent, lent=True), problems


def _key(one: nodes.Declaration) -> tuple[str, str]:
    """Two declarations of one key would be the same thing twice."""
    name: str = getattr(one, "name", "")
    if isinstance(one, nodes.ScoreDeclaration | nodes.ReactionDeclaration | nodes.PresetDeclaration):
        return type(one).__name__, name
    return ("doing" if isinstance(one, DOINGS) else "value"), name


def _known(what: str, declared: list[nodes.Declaration]) -> list[str]:
    """The names in a game that could be what a library expects."""
    if what == "cards":
        return [one.name for one in declared if isinstance(one, nodes.CardsDeclaration)]
    if what == "zone":
        return [one.name for one in declared if isinstance(one, nodes.ZoneDeclaration)]
    if what == "var":
        return [one.name for one in declared if isinstance(one, nodes.VariableDeclaration)]
    sets = [one for one in declared if isinstance(one, nodes.CardsDeclaration)]
    fields = [field.name for one in sets for field in one.fields]
    return [*fields, *(generator.name for one in sets for generator in one.generators)]


def misplaced(tree: nodes.Tree, library: bool) -> list[Problem]:
    """Declarations that do not belong into a library, or only there."""
    if library:
        allowed = (*LENDABLE, nodes.Language, nodes.LibraryTitle)
        return [
            problem("library-holds", one.span) for one in tree.declarations if not isinstance(one, allowed)
        ]
    found: list[Problem] = []
    for one in tree.declarations:
        if isinstance(one, nodes.LibraryTitle):
            found.append(problem("library-played", one.span))
        elif isinstance(one, Change | VariantTitle):
            found.append(problem("change-outside", one.span))
    return found
