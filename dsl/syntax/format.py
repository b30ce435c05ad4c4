"""Tree to canonical text: four spaces a block, no needless parentheses, comments at their places.

Blank lines stay where the author has them, at most one, none at the beginning of a block. A comment at the
end of a line keeps its column, so that comments below each other stay so. Lines longer
than 100 characters are broken at the commas of a bracket where there is one. What is formatted reads as
the same tree, and formatting it again changes nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from rulewright.dsl.problems.spans import Source
from rulewright.dsl.syntax.format_changes import card_line, change_head, variant_fact_line
from rulewright.dsl.syntax.format_declarations import (
    arm_line,
    card_lines,
    declaration_head,
    fact_line,
    preset_line,
    requirement_line,
)
from rulewright.dsl.syntax.format_statements import statement_head
from rulewright.dsl.syntax.format_wrapping import INDENT, wrap
from rulewright.dsl.syntax.nodes import (
    ActionDeclaration,
    CardsDeclaration,
    Comment,
    Declaration,
    Definition,
    ForEach,
    GameTitle,
    If,
    LibraryTitle,
    Match,
    Phase,
    PlayDeclaration,
    PresetDeclaration,
    ReactionDeclaration,
    Repeat,
    RuleDeclaration,
    ScoreDeclaration,
    SetupDeclaration,
    Statement,
    Tree,
    Turns,
)
from rulewright.dsl.syntax.nodes.changes import (
    Added,
    CardChange,
    Change,
    Inserted,
    PhaseReplaced,
    Replaced,
    VariantTitle,
)
from rulewright.dsl.syntax.reading import read

PUT_RIGHT = frozenset({"old-may-choose", "old-except"})
"""Problems of a text that are gone when it is formatted."""


def format_tree(tree: Tree, text: Source) -> str:
    """The canonical text of a tree that was read from `text`.

    The text gives the places of comments and blank lines. A tree that was not read from a text can be
    formatted with an empty one. Format only what was read without problems other than `PUT_RIGHT`: what
    could not be read is not in the tree.
    """
    layout = _Layout(text)
    lines = [line for one in tree.declarations for line in _declaration(one)]
    return _Printer(layout).print(layout.place(lines), tree.comments)


# ---- the lines of the tree -----------------------------------------------------------------------


@frozen
class _Line:
    """One line to write; `origin` is the line of the text it comes from, 0 for an `else`."""

    text: str
    depth: int
    origin: int


def _declaration(node: Declaration) -> Iterator[_Line]:
    if isinstance(node, Change | VariantTitle):
        yield from _change(node)
        return
    yield _Line(declaration_head(node), 0, node.span.line)
    match node:
        case GameTitle(facts=facts):
            yield from (_Line(fact_line(one), 1, one.span.line) for one in facts)
        case LibraryTitle(expects=expects):
            yield from (_Line(f"expects {one.what} {one.name}", 1, one.span.line) for one in expects)
        case CardsDeclaration():
            yield from (_Line(text, 1, line) for text, line in card_lines(node))
        case PresetDeclaration(lines=lines):
            yield from (_Line(preset_line(one), 1, one.span.line) for one in lines)
        case Definition(value=Match(arms=arms)) | ScoreDeclaration(value=Match(arms=arms)):
            yield from (_Line(arm_line(one), 1, one.span.line) for one in arms)
        case ActionDeclaration(requirements=requirements, body=body):
            yield from (_Line(requirement_line(one), 1, one.span.line) for one in requirements)
            yield from _statements(body, 1)
        case SetupDeclaration() | PlayDeclaration() | RuleDeclaration() | ReactionDeclaration():
            yield from _statements(node.body, 1)


def _change(node: Change | VariantTitle) -> Iterator[_Line]:
    yield _Line(change_head(node), 0, node.span.line)
    match node:
        case VariantTitle(facts=facts):
            yield from (_Line(variant_fact_line(one), 1, one.span.line) for one in facts)
        case Added() | Replaced():
            yield from list(_declaration(node.declaration))[1:]
        case CardChange(lines=lines):
            yield from (_Line(card_line(one), 1, one.span.line) for one in lines)
        case PhaseReplaced() | Inserted():
            yield from _statements(node.body, 1)


def _statements(nodes: Iterable[Statement], depth: int) -> Iterator[_Line]:
    for node in nodes:
        yield _Line(statement_head(node), depth, node.span.line)
        if isinstance(node, If):
            yield from _statements(node.body, depth + 1)
            yield from _otherwise(node.otherwise, depth)
        elif isinstance(node, Phase | Turns | Repeat | ForEach):
            yield from _statements(node.body, depth + 1)


def _otherwise(nodes: tuple[Statement, ...], depth: int) -> Iterator[_Line]:
    if len(nodes) == 1 and isinstance(nodes[0], If):
        first, *rest = _statements(nodes, depth)
        yield _Line(f"else {first.text}", depth, first.origin)
        yield from rest
    elif nodes:
        yield _Line("else", depth, 0)
        yield from _statements(nodes, depth + 1)


# ---- what the text knows besides the tree --------------------------------------------------------


class _Layout:
    """Where the text's own lines begin and end (a line runs on inside brackets), and which are blank."""

    def __init__(self, source: Source) -> None:
        self._lines = source.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.starts: list[int] = []
        self._ends: dict[int, int] = {}
        for piece in read(source).pieces:
            depth = 0
            for lexeme in piece.lexemes:
                line = lexeme.span.line
                if depth == 0 and (not self.starts or line > self._ends[self.starts[-1]]):
                    self.starts.append(line)
                self._ends[self.starts[-1]] = line
                depth += (lexeme.text in "([") - (lexeme.text in ")]")

    def place(self, lines: list[_Line]) -> list[_Line]:
        """The lines with the origin of each `else`: the line of the text before the one that follows it."""
        placed: list[_Line] = []
        following = 0
        for line in reversed(lines):
            origin = line.origin or self.start(self.start(following) - 1)
            placed.append(_Line(line.text, line.depth, origin))
            following = origin
        return placed[::-1]

    def end(self, origin: int) -> int:
        """The last line of what begins on a line."""
        return self._ends.get(origin, origin)

    def start(self, line: int) -> int:
        """The beginning of what stands on a line; 0 before the first."""
        index = bisect_right(self.starts, line)
        return self.starts[index - 1] if index else 0

    def blank_before(self, line: int) -> bool:
        """Whether the line above is empty."""
        return line > 1 and line - 1 <= len(self._lines) and not self._lines[line - 2].strip()

    def comment_column(self, comment: Comment) -> int:
        """Where a comment at the end of a line begins; 0 in an empty text."""
        text = self._lines[comment.line - 1].rstrip() if 0 < comment.line <= len(self._lines) else ""
        return max(0, len(text) - len(comment.text))

    def column(self, line: int) -> int:
        """How far a line is indented."""
        text = self._lines[line - 1] if 0 < line <= len(self._lines) else ""
        return len(text) - len(text.lstrip())


@define
class _Printer:
    """Writes lines and comments in turn."""

    layout: _Layout
    _out: list[str] = field(factory=list)
    _depth: int = 0
    _blocks: list[tuple[int, int]] = field(factory=list)

    def print(self, lines: list[_Line], comments: tuple[Comment, ...]) -> str:
        """The whole text."""
        waiting = sorted(comments, key=lambda one: one.line)
        for line in lines:
            end = self.layout.end(line.origin)
            above = [one for one in waiting if one.line < line.origin]
            within = [one for one in waiting if line.origin <= one.line <= end]
            waiting = [one for one in waiting if one.line > end]
            trailing = within.pop() if within and within[-1].line == end and not within[-1].alone else None
            for comment in above:
                self._write_comment(comment, line, own_line=comment.alone)
            self._write_line(line, within, trailing)
        for comment in waiting:
            self._write_comment(comment, None, own_line=comment.alone)
        return "".join(text + "\n" for text in self._out)

    def _write_line(self, line: _Line, within: list[Comment], trailing: Comment | None) -> None:
        blank = self.layout.blank_before(line.origin)
        for comment in within:
            self._write([comment.text], line.depth, blank)
            blank = False
        texts = wrap(line.text, line.depth)
        if trailing:
            room = self.layout.comment_column(trailing) - len(INDENT * line.depth)
            texts[-1] = f"{texts[-1]}  ".ljust(room) + trailing.text
        self._write(texts, line.depth, blank)
        self._blocks = [one for one in self._blocks if one[1] < line.depth]
        self._blocks.append((self.layout.column(line.origin), line.depth))

    def _write_comment(self, comment: Comment, following: _Line | None, *, own_line: bool) -> None:
        """Write a comment on its own line, in the block that its column in the text points to."""
        depth = following.depth if following else 0
        if own_line:
            column = self.layout.column(comment.line)
            deeper = [one[1] for one in self._blocks if one[1] > depth and one[0] <= column]
            depth = max(deeper, default=depth)
        self._write([comment.text], depth, self.layout.blank_before(comment.line))

    def _write(self, texts: list[str], depth: int, blank: bool) -> None:
        if blank and self._out and depth <= self._depth:
            self._out.append("")
        self._out += [f"{INDENT * depth}{text}" for text in texts]
        self._depth = depth
