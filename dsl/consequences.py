"""Problems that only follow from others: a name is unknown because the line declaring it could not be read.

Whoever mends the one is rid of the others, so these are not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.dsl.nodes import Tree
from rulewright.dsl.problems import Problem

_DOINGS = frozenset({"setup", "play", "action", "rule", "reaction"})
_FOLLOWS_FROM: dict[str, frozenset[str]] = {
    "no-game": frozenset({"game"}),
    "no-language": frozenset({"language"}),
    "no-play": frozenset({"play"}),
    "no-winner": frozenset({"winner"}),
    "no-end": _DOINGS,
    "action-never-offered": frozenset({"play", "rule"}),
    "never-awarded": _DOINGS,
}
"""What may be missing only because a declaration that begins with one of these words could not be read."""


def without_consequences(found: Iterable[Problem], trees: Sequence[Tree]) -> list[Problem]:
    """The problems of some files, without those that are mended with another."""
    problems = list(found)
    unread = [one for tree in trees for one in tree.unread]
    words = {one.word for one in unread}
    names = {name for one in unread for name in one.names}
    doubtful = _with_problems(problems, trees)

    def follows(one: Problem) -> bool:
        name = one.facts.get("name")
        return (
            (one.code.startswith("unknown-") and name in names)
            or (one.code == "index-count" and name in doubtful)
            or not words.isdisjoint(_FOLLOWS_FROM.get(one.code, ()))
        )

    return [one for one in problems if not follows(one)]


def _with_problems(problems: Iterable[Problem], trees: Iterable[Tree]) -> set[str]:
    """The names of zones, dice and variables that have a problem where they are declared."""
    places = {
        (one.span.file, one.span.line) for one in problems if not one.warning and one.code != "index-count"
    }
    return {
        getattr(one, "name", "")
        for tree in trees
        for one in tree.declarations
        if (one.span.file, one.span.line) in places
    }
