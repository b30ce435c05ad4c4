"""What comes before what, and what leads in a circle.

Definitions and rules are checked behind those that they use: so a chain of a thousand definitions takes no
more room than a single one. Circles of them are left as they are found; whoever checks them meets the
circle and tells of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import fields as attribute_fields

from rulewright.dsl.syntax.nodes import Call, Name, Node, RuleCall


def nodes_within(node: Node) -> Iterator[Node]:
    """A node and all that stands inside it, in no particular order."""
    waiting: list[Node] = [node]
    while waiting:
        one = waiting.pop()
        yield one
        for attribute in attribute_fields(type(one)):
            value = getattr(one, attribute.name)
            parts = value if isinstance(value, tuple) else (value,)
            waiting.extend(part for part in parts if isinstance(part, Node))


def _uses(node: Node, among: Mapping[str, Node]) -> Iterator[str]:
    """The names used inside a declaration that are those of others."""
    named = (one.name for one in nodes_within(node) if isinstance(one, Name | Call | RuleCall))
    return iter(dict.fromkeys(name for name in named if name in among))


def way_back(following: Callable[[str], Iterable[str]], start: str) -> list[str]:
    """The shortest chain of names, each followed by the next, from one back to itself; empty for none."""
    waiting, seen = [[start]], set[str]()
    while waiting:
        path = waiting.pop(0)
        for name in following(path[-1]):
            if name == start:
                return [*path, name]
            if name not in seen:
                seen.add(name)
                waiting.append([*path, name])
    return []


def users_last(declared: Mapping[str, Node]) -> list[str]:
    """The names of the declarations, each behind those that it uses wherever there is no circle."""
    done: dict[str, None] = {}
    begun: set[str] = set()
    for first in declared:
        if first in begun:
            continue
        begun.add(first)
        path = [(first, _uses(declared[first], declared))]
        while path:
            name, uses = path[-1]
            following = next((one for one in uses if one not in begun), None)
            if following is None:
                done[name] = None
                path.pop()
            else:
                begun.add(following)
                path.append((following, _uses(declared[following], declared)))
    return list(done)
