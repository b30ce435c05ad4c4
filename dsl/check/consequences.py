"""Problems that only follow from others: a name is unknown because the line declaring it could not be read.

Whoever mends the one is rid of the others, so these are not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.dsl.problems import Problem
from rulewright.dsl.syntax.keywords import DECLARATION_WORDS, RESERVED_WORDS
from rulewright.dsl.syntax.nodes import CardsDeclaration, GroupDeclaration, Tree

_DOINGS = frozenset({"setup", "play", "action", "rule", "reaction"})
_FOLLOWS_FROM: dict[str, frozenset[str]] = {
    "no-game": frozenset({"game"}),
    "no-language": frozenset({"language"}),
    "no-players": frozenset({"players", "game"}),
    "no-play": frozenset({"play"}),
    "no-winner": frozenset({"winner"}),
    "no-end": _DOINGS,
    "end-never": _DOINGS,
    "end-phase-nowhere": frozenset({"play", "rule", "action"}),
    "action-never-offered": frozenset({"play", "rule"}),
    "never-awarded": _DOINGS,
}
"""What may be missing only because a declaration that begins with one of these words could not be read."""
_FOLLOWS_FROM_NAME: dict[str, frozenset[str]] = {
    "action-never-offered": frozenset({"unknown-action"}),
    "never-awarded": frozenset({"unknown-award", "unknown-zone"}),
}
"""What may be missing only because a name is misspelt where it is wanted."""
_WANT_NAMES = frozenset({"field-is-function", "not-a-value", "score-as-value", "score-of-awards"})
"""What may be told only because a name means something else where its declaration could not be read."""
_WANT_CARDS = frozenset({"unknown-card", "variant-card-missing", "deals-too-many"})
"""What may be told only because the cards of a file could not be read."""
_OF_CARDS = frozenset({"unknown-property", "zone-of-others", "unknown-card", "made-id-unsure"})
"""What may be told only because a set of cards is not there, or could not be read."""
_SPEAK_OF_WORDS = ("found", "after", "first")
"""The facts in which a syntax problem names words of the text."""


def without_consequences(found: Iterable[Problem], trees: Sequence[Tree]) -> list[Problem]:
    """The problems of some files, without those that are mended with another."""
    problems = list(found)
    unread = [one for tree in trees for one in tree.unread]
    words = {one.word for one in unread}
    words |= {str(one.facts["near"]) for one in problems if one.code == "syntax-declaration-near"}
    codes = {one.code for one in problems}
    names = {name for one in unread for name in one.names}
    doubtful = _with_problems(problems, trees)
    unsure = _unread_cards(problems, trees)
    enumless = {one.facts["name"] for one in problems if one.code == "unknown-enum"}
    groups = [one for tree in trees for one in tree.declarations if isinstance(one, GroupDeclaration)]
    of_no_enum = {one.name for one in groups if one.of in enumless}
    nameless = {str(one.facts["name"]) for one in problems if one.code == "unknown-target"}
    no_cards = names | {str(one.facts["name"]) for one in problems if one.code == "unknown-cards"}
    words_as_names = _words_as_names(problems, names & RESERVED_WORDS)

    def follows(one: Problem) -> bool:
        name = one.facts.get("name")
        return (
            ((one.code.startswith("unknown-") or one.code in _WANT_NAMES) and name in names)
            or (one.code == "index-count" and name in doubtful)
            or (one.code == "unknown-name" and name in nameless)
            or (one.code in ("used-too-early", "setting-too-early") and name in of_no_enum)
            or (one.code in _OF_CARDS and not no_cards.isdisjoint(str(fact) for fact in one.facts.values()))
            or (one.code in _WANT_CARDS and bool(unsure) and one.facts.get("cards", "") in (*unsure, ""))
            or any(_speaks_of(one, word) and one is not told for word, told in words_as_names.items())
            or not words.isdisjoint(_FOLLOWS_FROM.get(one.code, ()))
            or (one.code in _FOLLOWS_FROM and "syntax-declaration" in codes)
            or not codes.isdisjoint(_FOLLOWS_FROM_NAME.get(one.code, ()))
        )

    return [one for one in problems if not follows(one)]


def _unread_cards(problems: Iterable[Problem], trees: Iterable[Tree]) -> list[str]:
    """The card sets whose file has a problem, or cannot be read."""
    found = [one for one in problems if not one.warning]
    files = {one.span.file for one in found}
    missing = {one.span for one in found if one.code.startswith("file-")}
    sets = [one for tree in trees for one in tree.declarations if isinstance(one, CardsDeclaration)]
    return [one.name for one in sets if one.file in files or one.span in missing]


def _words_as_names(problems: Iterable[Problem], words: Iterable[str]) -> dict[str, Problem]:
    """For each word of the language that something is called by, the problem that tells so."""
    told: dict[str, Problem] = {}
    for word in words:
        found = [one for one in problems if one.code == "reserved-word" and one.facts.get("word") == word]
        declared = [one for one in found if one.facts.get("after") in DECLARATION_WORDS]
        if found:
            told[word] = [*declared, *found][0]
    return told


def _speaks_of(problem: Problem, word: str) -> bool:
    return any(problem.facts.get(fact) in (word, f"`{word}`") for fact in _SPEAK_OF_WORDS)


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
