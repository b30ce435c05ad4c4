"""From files to a checked game: the order in which the phases of the language follow each other.

sources -> parse -> (cards) -> check -> model. Each phase has its own file and knows only the one before.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from rulewright.dsl import nodes
from rulewright.dsl.cards import CardRow, read_rows
from rulewright.dsl.check import check
from rulewright.dsl.check_cards import merge_rows
from rulewright.dsl.fingerprint import fingerprints
from rulewright.dsl.model import Model
from rulewright.dsl.problems import Problem, in_order
from rulewright.dsl.sources import ReadFile, Shelf, card_rows
from rulewright.dsl.spans import Source
from rulewright.dsl.yamltree import YamlNode


@frozen
class Loaded:
    """A game read and checked: its model if nothing stands against it, all problems, all texts."""

    model: Model | None
    problems: tuple[Problem, ...]
    sources: Mapping[str, Source]
    trees: tuple[nodes.Tree, ...] = ()


def load_game(main: str, read: ReadFile, game_id: str, cards: YamlNode | None = None) -> Loaded:
    """Read the rule file `main` and all it names, and check it.

    `cards` are card rows that a scenario brings along: they join the first set that has a file.
    """
    shelf = Shelf(read)
    trees = shelf.trees(main)
    if not trees:
        return Loaded(None, tuple(in_order(shelf.problems)), shelf.sources)
    brought = read_rows(cards, shelf.problems) if cards is not None else []

    def rows_of(declaration: nodes.CardsDeclaration) -> list[CardRow]:
        nonlocal brought
        assert declaration.file is not None
        source = shelf.source(declaration.file, declaration.span)
        if source is None:
            return []
        rows, problems = card_rows(source)
        shelf.problems += problems
        merged, brought = merge_rows(list(rows), brought), []
        return merged

    checked = check(trees, rows_of, shelf.sources, game_id)
    problems = tuple(in_order([*shelf.problems, *checked.problems]))
    failed = any(not one.warning for one in problems)
    if failed:  # what nothing uses may be used by what could not be read
        problems = tuple(one for one in problems if one.code != "unused")
    model = None
    if checked.model is not None and not failed:
        model = evolve(checked.model, fingerprints=fingerprints(checked.model), sources=dict(shelf.sources))
    return Loaded(model, problems, shelf.sources, tuple(trees))
