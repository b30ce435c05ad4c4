"""From files to a checked game: the order in which the phases of the language follow each other.

sources -> parse -> (variants) -> (cards) -> check -> model. Each phase has its own file and knows only
the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, evolve, field, frozen

from rulewright.dsl.check.cards import merge_rows
from rulewright.dsl.check.check import check
from rulewright.dsl.check.consequences import without_consequences
from rulewright.dsl.data.cards import CardRow, read_rows
from rulewright.dsl.data.yamltree import YamlNode
from rulewright.dsl.model import CardTable, Model, RuleFile
from rulewright.dsl.model.fingerprint import fingerprints
from rulewright.dsl.problems import Problem, in_order
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.sources import ReadFile, Shelf, VariantFile, card_file
from rulewright.dsl.syntax import nodes
from rulewright.dsl.variants.cards import CardEdit, RowsAdded, edited
from rulewright.dsl.variants.overlay import Layer, blamed, in_turn, misfits, overlay


@frozen
class Loaded:
    """A game read and checked: its model if nothing stands against it, all problems, all texts.

    `trees` are those of the game with the changes of its variants made; `layers` are the variants.
    """

    model: Model | None
    problems: tuple[Problem, ...]
    sources: Mapping[str, Source]
    trees: tuple[nodes.Tree, ...] = ()
    layers: tuple[Layer, ...] = ()


def load_game(
    main: str,
    read: ReadFile,
    game_id: str,
    cards: YamlNode | None = None,
    variants: Iterable[VariantFile] = (),
    *,
    carried: bool = False,
) -> Loaded:
    """Read the rule file `main` and all it names, lay variants over it, and check it.

    `cards` are card rows that a scenario brings along: they join the first set that has a file. `carried`:
    saves of the game carry its files.
    """
    shelf = Shelf(read)
    trees = tuple(shelf.trees(main))
    by_name = {one.name: one for one in variants}
    read_layers = [(one, shelf.variant_tree(one)) for one in by_name.values()]
    layers = tuple(in_turn(Layer(tree, one.under) for one, tree in read_layers if tree is not None))
    if not trees or len(layers) < len(by_name):
        return Loaded(None, tuple(in_order(shelf.problems)), shelf.sources, trees, layers)
    overlaid = overlay(trees, layers)
    shelf.problems += overlaid.problems
    # Changes that are made by half, or could not be read, would only bring more problems.
    if overlaid.problems or any(one.tree.unread for one in layers):
        return Loaded(None, tuple(in_order(shelf.problems)), shelf.sources, trees, layers)
    box = _Box(shelf, by_name, overlaid.edits, read_rows(cards, shelf.problems) if cards is not None else [])
    checked = check(list(overlaid.trees), box.rows, shelf.sources, game_id)
    read_trees = [*trees, *(one.tree for one in layers)]
    found = misfits([*shelf.problems, *checked.problems], trees, layers, shelf.sources)
    problems = _told(without_consequences(found, read_trees), by_name, layers)
    failed = any(not one.warning for one in problems)
    model = None
    if checked.model is not None and not failed:
        model = evolve(
            checked.model,
            fingerprints=fingerprints(checked.model),
            sources=dict(shelf.sources),
            tables_of_cards=tuple(box.tables),
            variants=tuple(by_name[one.tree.file].reference for one in layers),
            files=tuple(_carried(shelf, [by_name[one.tree.file] for one in layers], carried)),
        )
    return Loaded(model, problems, shelf.sources, overlaid.trees, layers)


def _carried(shelf: Shelf, variants: Sequence[VariantFile], game: bool) -> Iterator[RuleFile]:
    """The files that a save has to carry: those of the game, if need be, then those of variants in turn."""
    parts = [("", game), *((one.name, one.carried) for one in variants)]
    for number, (part, carried) in enumerate(parts):
        for name, (of, file) in shelf.taken.items():
            if carried and of == part:
                yield RuleFile(number, file, shelf.sources[name].text)


def _told(
    found: Iterable[Problem], variants: Mapping[str, VariantFile], layers: Sequence[Layer]
) -> tuple[Problem, ...]:
    """The problems in order, with the changes behind them, without what is unused only because of others."""
    problems = tuple(blamed(one, layers) for one in in_order(found))
    if any(not one.warning for one in problems):  # what could not be read might use it
        return tuple(one for one in problems if one.code != "unused")
    if variants:  # a variant need not tidy up behind itself in the game
        return tuple(one for one in problems if one.code != "unused" or one.span.file in variants)
    return problems


@define
class _Box:
    """Finds the rows of card sets: those of the files, as variants change them, and a scenario's own."""

    shelf: Shelf
    variants: Mapping[str, VariantFile]
    edits: Mapping[str, Sequence[CardEdit]]
    brought: list[CardRow] = field(factory=list)
    tables: list[CardTable] = field(factory=list)

    def rows(self, declaration: nodes.CardsDeclaration) -> list[CardRow]:
        """The rows of one set."""
        assert declaration.file is not None
        found = self._read(declaration, self.shelf.source(declaration.file, declaration.span))

        def added(edit: RowsAdded) -> list[CardRow]:
            by = self.variants[edit.by]
            return self._read(declaration, self.shelf.variant_source(by, edit.file, edit.span))

        edits = self.edits.get(declaration.name, ())
        found = edited(declaration.name, found, edits, added, self.shelf.problems)
        merged, self.brought = merge_rows(found, self.brought), []
        return merged

    def _read(self, declaration: nodes.CardsDeclaration, source: Source | None) -> list[CardRow]:
        if source is None:
            return []
        file = card_file(source, tuple(one.name for one in declaration.fields))
        self.shelf.problems += file.problems
        if file.columns is not None:
            self.tables.append(
                CardTable(declaration.name, source.name, file.columns.read, file.columns.unread)
            )
        return list(file.rows)
