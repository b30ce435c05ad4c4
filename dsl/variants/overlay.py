"""Variants laid over a game: their changes are made on its trees, before anything is checked.

What comes out looks as if the game had been written so; places stay those of the files in which things
are written, so that a problem points at the variant's own line. Variants that do not build on each other
are laid in the order of their titles, whatever the order they were asked for in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import evolve, frozen

from rulewright.dsl.problems import Note, Problem, problem
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.format_declarations import declaration_head
from rulewright.dsl.syntax.nodes.changes import Added, Change, Replaced, VariantTitle
from rulewright.dsl.syntax.vocabulary import LANGUAGE_VERSION
from rulewright.dsl.variants.base import Base, spoken
from rulewright.dsl.variants.cards import CardEdit
from rulewright.dsl.variants.changes import apply
from rulewright.dsl.variants.units import meet, named, target_text, units_of


@frozen
class Layer:
    """A variant as read. `under` are the files of the variants that it builds on."""

    tree: nodes.Tree
    under: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The variant's title; its file's name where it has none."""
        return next((one.title for one in self.titles), self.tree.file)

    @property
    def titles(self) -> tuple[VariantTitle, ...]:
        """The title lines, of which there should be one."""
        return tuple(one for one in self.tree.declarations if isinstance(one, VariantTitle))

    @property
    def changes(self) -> tuple[Change, ...]:
        """What it changes, in the order written."""
        return tuple(one for one in self.tree.declarations if isinstance(one, Change))


@frozen
class Overlaid:
    """A game under variants: its trees, what changes in its card files by set, and what is wrong."""

    trees: tuple[nodes.Tree, ...]
    edits: Mapping[str, Sequence[CardEdit]]
    problems: tuple[Problem, ...]


def overlay(trees: Iterable[nodes.Tree], layers: Iterable[Layer]) -> Overlaid:
    """Make the changes of all layers. With problems, the trees are not fit to be checked."""
    ordered = in_turn(layers)
    base = Base(list(trees), {layer.tree.file: layer.under for layer in ordered})
    for layer in ordered:
        base.problems += _form(layer)
    skipped = _conflicts(ordered, base.problems)
    if not base.problems:
        for layer in ordered:
            for change in layer.changes:
                if change.span not in skipped:
                    apply(base, change)
        base.add_offers()
        base.retitle(", ".join(layer.title for layer in ordered))
    return Overlaid(base.result(), base.edits, tuple(base.problems))


def in_turn(layers: Iterable[Layer]) -> list[Layer]:
    """The layers by title, each behind those that it builds on."""
    waiting = sorted(layers, key=lambda one: (one.title, one.tree.file))
    placed: list[Layer] = []
    while waiting:
        files = {one.tree.file for one in placed}
        ready = next((one for one in waiting if files.issuperset(one.under)), waiting[0])
        waiting.remove(ready)
        placed.append(ready)
    return placed


def _form(layer: Layer) -> list[Problem]:
    """What is wrong with a variant file before any of its changes is made."""
    tree = layer.tree
    start = Span(tree.file, 1, 1, 1, 1)
    game = next((one for one in tree.declarations if isinstance(one, nodes.GameTitle)), None)
    if game is not None:
        return [problem("variant-is-game", game.span, name=game.title)]
    found: list[Problem] = []
    versions = [one for one in tree.declarations if isinstance(one, nodes.Language)]
    if not versions:
        found.append(problem("no-language", start, version=LANGUAGE_VERSION))
    for version in versions:
        if version.version != LANGUAGE_VERSION:
            facts = {"wanted": version.version, "have": LANGUAGE_VERSION}
            found.append(problem("language-version", version.span, **facts))
    if not layer.titles and "variant" not in {one.word for one in tree.unread}:
        found.append(problem("variant-no-title", start))
    for title in layer.titles[1:]:
        found.append(problem("variant-title-twice", title.span, Note(layer.titles[0].span, "the first")))
    fitting = (Change, VariantTitle, nodes.Language)
    for one in tree.declarations:
        if not isinstance(one, fitting):
            found.append(problem("variant-holds", one.span))
    return found


def _conflicts(layers: Sequence[Layer], problems: list[Problem]) -> set[Span]:
    """Report changes that contradict each other; gives the places of those that say the same once more."""
    repeated: set[Span] = set()
    made: list[tuple[Layer, Change]] = []
    for layer in layers:
        for number, change in enumerate(layer.changes):
            for other, earlier in made:
                if not _clash(change, earlier, layer, other, number):
                    continue
                if layer is not other and change == earlier:
                    repeated.add(change.span)
                else:
                    problems.append(_told(change, earlier, layer, other))
                break
            made.append((layer, change))
    return repeated


def _clash(change: Change, earlier: Change, layer: Layer, other: Layer, number: int) -> bool:
    if layer is not other and other.tree.file in layer.under:
        return False
    ones = units_of(change, f"{layer.tree.file} {number}")
    others = units_of(earlier, f"{other.tree.file} -")
    if layer is other:
        return any(one == two for one in ones for two in others)
    return any(meet(one, two) for one in ones for two in others)


def _told(change: Change, earlier: Change, layer: Layer, other: Layer) -> Problem:
    what = target_text(change)
    if layer is other:
        return problem(
            "variant-twice",
            change.span,
            Note(earlier.span, "changed first here"),
            what=what,
        )
    note = Note(earlier.span, f"changed by `{other.title}` here")
    new = isinstance(change, Added) and isinstance(earlier, Added)
    advice = "If they are different things, give one of them another name." if new else ""
    facts = {"what": what, "one": other.title, "other": layer.title, "advice": advice}
    return problem("variant-conflict", change.span, note, **facts)


def blamed(found: Problem, layers: Sequence[Layer]) -> Problem:
    """A problem in the game's own lines with the change that most likely brought it about, as a note."""
    if found.warning or found.span.file in {layer.tree.file for layer in layers}:
        return found
    made = [(layer, change) for layer in layers for change in layer.changes]
    told = {word for fact in found.facts.values() for word in re.findall(r"[A-Za-z_][\w-]*", str(fact))}
    meant = [one for one in made if told & set(target_text(one[1]).replace(".", " ").split(" ")[1:])]
    suspects = meant or (made if len(made) == 1 else [])
    notes = tuple(
        Note(change.span, f"`{layer.title}` changes the game here") for layer, change in suspects[:1]
    )
    return evolve(found, notes=(*found.notes, *notes))


def misfits(
    found: Iterable[Problem],
    trees: Iterable[nodes.Tree],
    layers: Sequence[Layer],
    sources: Mapping[str, Source],
) -> list[Problem]:
    """The problems, those that one thing of another shape makes all over the game told as one of the change.

    `trees` are those of the game itself.
    """
    problems = list(found)
    own = {named(one): one for tree in trees for one in tree.declarations}
    for layer in layers:
        for change in layer.changes:
            new = change.declaration if isinstance(change, Replaced) else None
            old = own.get(named(new)) if new is not None else None
            if new is None or old is None or _shape(old) == _shape(new):
                continue
            word, name = named(new)
            its = [one for one in problems if not one.warning and _is_about(name, one.span, sources, layers)]
            if its:
                notes = (Note(old.span, "the game's own"), Note(its[0].span, "which is used here, say"))
                facts = {"what": spoken(word), "name": name, "head": declaration_head(old)}
                problems = [one for one in problems if one not in its]
                problems.append(problem("variant-shape", change.span, *notes, **facts))
    return problems


def _shape(one: nodes.Declaration) -> tuple[object, ...]:
    """What those who use a thing go by: what stands in its brackets, and what lies in it."""
    if isinstance(one, nodes.ZoneDeclaration):
        return len(one.sizes), one.owners, one.cards
    if isinstance(one, nodes.VariableDeclaration):
        return len(one.sizes), one.owners
    if isinstance(one, nodes.DiceDeclaration):
        return one.owners
    return ()


def _is_about(name: str, span: Span, sources: Mapping[str, Source], layers: Sequence[Layer]) -> bool:
    """Whether a name stands at a place in the game's own files."""
    if span.file not in sources or span.file in {layer.tree.file for layer in layers}:
        return False
    line = sources[span.file].line(span.line)
    written = line[span.column - 1 : span.end_column - 1] if span.end_line == span.line else line
    return re.search(rf"\b{name}\b", written) is not None
