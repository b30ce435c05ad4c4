"""Reading a game's files: the main one, what it includes, and its card files, through a given reader.

The language itself touches no disk. A reader is handed in; it takes a file's name as written, relative
to the main file's folder, and gives its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from attrs import define, field, frozen

from rulewright.dsl.data.cards import CardFile, read_cards
from rulewright.dsl.problems import Note, Problem, problem
from rulewright.dsl.problems.spans import NOWHERE, Source, Span
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.nodes.changes import VariantTitle
from rulewright.dsl.syntax.parse import decode, parse
from rulewright.dsl.variants.libraries import borrow, misplaced

MOST_FILES = 64
"""The most files one game may be made of."""

ReadFile = Callable[[str], bytes]
"""Gives a file's bytes, or raises `Unreadable`."""

_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*")


@frozen
class VariantFile:
    """A variant that a game is loaded with.

    `name` is what problems call its file, `file` its name among the files beside it, which `read` gives;
    `under` are the names of the variants that it builds on, `reference` is what a save calls it.
    `carried`: a save carries its text, since the program that takes it up may not have it.
    """

    name: str
    file: str
    read: ReadFile
    reference: str
    under: tuple[str, ...] = ()
    carried: bool = False

    def beside(self, file: str) -> str:
        """What problems call a file that lies beside the variant's."""
        return f"{self.name.removesuffix(self.file)}{file}"


class Unreadable(Exception):
    """A file that cannot be read; `reason` is a code word of the wording tables."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@define
class Shelf:
    """The files of one game as they are read, each once.

    `taken` says of each, by what problems call it, the variant that it belongs to ("": the game itself) and
    its name there.
    """

    read: ReadFile
    problems: list[Problem] = field(factory=list)
    sources: dict[str, Source] = field(factory=dict)
    taken: dict[str, tuple[str, str]] = field(factory=dict)

    def source(self, name: str, asked_at: Span) -> Source | None:
        """A file's text; None, with a problem where it was asked for, when there is none to be had."""
        if name in self.sources:
            return self.sources[name]
        if asked_at is not NOWHERE and not _NAME.fullmatch(name):
            self.problems.append(problem("file-name", asked_at, name=name))
            return None
        return self._take(name, name, asked_at, self.read)

    def _take(self, name: str, file: str, asked_at: Span, read: ReadFile, of: str = "") -> Source | None:
        """The text that `read` gives for a file of the game or a variant, known as `name` from then on."""
        if len(self.sources) >= MOST_FILES:
            self.problems.append(problem("limit-files", asked_at, most=MOST_FILES))
            return None
        try:
            data = read(file)
        except Unreadable as unreadable:
            self.problems.append(problem(unreadable.reason, asked_at, name=name))
            return None
        source, problems = decode(name, data)
        self.sources[name] = source
        self.taken[name] = of, file
        self.problems += problems
        return None if problems else source

    def variant_tree(self, variant: VariantFile) -> nodes.Tree | None:
        """The tree of a variant's rule file; None, with a problem, where it cannot be read."""
        source = self._take(variant.name, variant.file, NOWHERE, variant.read, variant.name)
        if source is None:
            return None
        tree, problems = _parsed(source)
        self.problems += problems
        return tree

    def variant_source(self, variant: VariantFile, file: str, asked_at: Span) -> Source | None:
        """The text of a file that a variant names, which lies beside it."""
        if not _NAME.fullmatch(file):
            self.problems.append(problem("file-name", asked_at, name=file))
            return None
        name = variant.beside(file)
        if name in self.sources:  # the game's own file may be called the same
            name = f"{variant.name}: {file}"
        return self._take(name, file, asked_at, variant.read, variant.name)

    def trees(self, main: str) -> list[nodes.Tree]:
        """The trees of a rule file and of all that it includes, the main one first."""
        game: list[nodes.Tree] = []
        self._gather(main, NOWHERE, [], game)
        uses: dict[str, nodes.Use] = {}
        for use in (one for tree in game for one in tree.declarations if isinstance(one, nodes.Use)):
            first = uses.setdefault(use.name, use)
            if first is not use:
                note = Note(first.span, "used here already")
                self.problems.append(problem("use-again", use.span, note, name=use.name))
        return game + [tree for use in uses.values() if (tree := self._borrowed(use, game)) is not None]

    def _gather(self, name: str, asked_at: Span, chain: list[str], found: list[nodes.Tree]) -> None:
        if name in chain:
            circle = " -> ".join([*chain[chain.index(name) :], name])
            self.problems.append(problem("include-circle", asked_at, circle=circle))
            return
        if any(tree.file == name for tree in found):
            self.problems.append(problem("include-twice", asked_at, name=name))
            return
        twin = next((one.file for one in found if one.file.casefold() == name.casefold()), None)
        if twin is not None:
            self.problems.append(problem("file-twins", asked_at, name=name, other=twin))
            return
        source = self.source(name, asked_at)
        if source is None:
            return
        tree, problems = _parsed(source)
        self.problems += problems
        found.append(tree)
        self.problems += misplaced(tree, library=False)
        for one in tree.declarations:
            if isinstance(one, nodes.Include):
                self._gather(one.file, one.span, [*chain, name], found)

    def _borrowed(self, use: nodes.Use, game: list[nodes.Tree]) -> nodes.Tree | None:
        """What a game gets from one library; None when the library cannot be read."""
        source = self.source(library_file(use.name), use.span)
        if source is None:
            return None
        tree, problems = _parsed(source)
        self.problems += [*problems, *misplaced(tree, library=True)]
        borrowed, problems_found = borrow(use, tree, game)
        self.problems += problems_found
        return borrowed


def variant_title(source: Source) -> VariantTitle | None:
    """The title line of a variant's text; None where it has none."""
    tree, _ = _parsed(source)
    return next((one for one in tree.declarations if isinstance(one, VariantTitle)), None)


def library_file(name: str) -> str:
    """The file of a library, beside the game's own or among those that ship."""
    return f"lib/{name}.rules"


@lru_cache(maxsize=32)
def _parsed(source: Source) -> tuple[nodes.Tree, tuple[Problem, ...]]:
    """A text's tree. Scenarios check one rule file again and again with other cards."""
    tree, problems = parse(source)
    return tree, tuple(problems)


@lru_cache(maxsize=32)
def card_file(source: Source, properties: tuple[str, ...]) -> CardFile:
    """A card file for cards with these properties, likewise kept."""
    return read_cards(source, properties)
