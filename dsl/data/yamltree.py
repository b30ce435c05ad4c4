"""YAML as a tree of texts with places: composed under limits, never loaded.

Card files, translations, scenarios and positions are YAML. Of that language only lists, mappings and
texts are let in: no anchors, aliases, merges, tags, directives, tabs or second documents, so that a file
means what it shows and nothing is built or run on its behalf. A scalar stays the text that was written;
whoever knows the declared kind reads it (`dsl.yamlread`), and a card named No stays No.

Limits are tested on the stream of events, before any tree exists. This is the only module that knows
the YAML library.

Two nodes are equal that say the same, wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml
from attrs import define, field, frozen

from rulewright.dsl.problems import Note, Problem, Rejected, in_order, problem
from rulewright.dsl.problems.spans import Source, Span

MOST_BYTES = 256 * 1024
"""The longest file, in bytes of UTF-8."""

MOST_DEPTH = 24
"""How many lists and mappings may stand within one another."""

MOST_EVENTS = 40_000
"""How many beginnings, ends and texts a file may have: 1,000 card rows of 18 fields; read in a second."""

MOST_TEXT = 4_096
"""The longest single text, in characters."""

MOST_PROBLEMS = 50
"""How many problems of one file are told before reading stops."""

FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, all but tab and the line ends
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what turns the direction of writing
    "\u2028\u2029\u200b\u2060\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"  # unseen, or no characters at all
)
"""Characters that no file of data may hold."""
_LINE_END = re.compile("\r\n|\r|\n")


@frozen
class Scalar:
    """A text as written, after quotes and escapes; `quoted` when it stood in quotes or as a text block."""

    text: str
    quoted: bool
    span: Span = field(eq=False)


@frozen
class Sequence:
    """A list, in either spelling."""

    items: tuple[YamlNode, ...]
    span: Span = field(eq=False)


@frozen
class Entry:
    """One key of a mapping with its value."""

    key: Scalar
    value: YamlNode


@frozen
class Mapping:
    """Keys with values, in the order written, no key twice."""

    entries: tuple[Entry, ...]
    span: Span = field(eq=False)


YamlNode = Scalar | Sequence | Mapping


def compose(source: Source) -> tuple[YamlNode | None, list[Problem]]:
    """The tree of a YAML text, or None with the problems found; None without problems for an empty text.

    A tree comes only without problems. Time and memory are bounded by the limits above for any text. The
    library's quick parser reads what is right; it says what is wrong in words of its own, so that such a text
    is read again by the other one.
    """
    root, problems = _composed(source, _quick_events)
    return (root, problems) if not problems else _composed(source, _events)


def _composed(
    source: Source, events: Callable[[Source], Iterator[yaml.Event]]
) -> tuple[YamlNode | None, list[Problem]]:
    builder = _Builder(source.name)
    try:
        _refuse_characters(source, builder)
        for event in events(source):
            builder.take(event)
    except Rejected as rejected:
        return None, in_order([*builder.problems, *rejected.problems])
    return (None if builder.problems else builder.root), in_order(builder.problems)


def _refuse_characters(source: Source, builder: _Builder) -> None:
    """Refuse what must not stand anywhere in the raw text; raises Rejected, since YAML cannot go on."""
    text = _without_mark(source.text)
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        raise Rejected([problem("yaml-file-too-long", _place(source.name, 0, 0), size=size, most=MOST_BYTES)])
    for number, line in enumerate(_LINE_END.split(text)):
        if line.startswith("%"):
            builder.report("yaml-directive", _place(source.name, number, 0))
        for found in re.finditer(f"\t|{FORBIDDEN.pattern}", line):
            place = _place(source.name, number, found.start())
            if found[0] == "\t":
                builder.report("yaml-tab", place)
            else:
                builder.report("yaml-character", place, character=_code_point(found[0]))
            break
    if builder.problems:
        raise Rejected([])


def _quick_events(source: Source) -> Iterator[yaml.Event]:
    """The same by the library's parser in C, where there is one; raises Rejected where they may differ.

    They do in brackets: over a `?` in a word, and over where a value stands that is not written.
    """
    quick: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    otherwise = Rejected([problem("yaml-form")])
    loader = quick(_without_mark(source.text))
    try:
        while loader.check_event():
            event = loader.get_event()
            if (
                isinstance(event, yaml.ScalarEvent)
                and not event.style
                and (not event.value or "?" in event.value)
            ):
                raise otherwise
            yield event
    except (yaml.YAMLError, ValueError, OverflowError):
        raise otherwise from None
    finally:
        loader.dispose()


def _events(source: Source) -> Iterator[yaml.Event]:
    """The events of the text one at a time; raises Rejected where it is no YAML."""
    loader = yaml.SafeLoader(_without_mark(source.text))
    next_event: Callable[[], yaml.Event] = loader.get_event
    try:
        while loader.check_event():
            yield next_event()
    except yaml.MarkedYAMLError as error:
        raise Rejected([_syntax_problem(source, error)]) from None
    except (ValueError, OverflowError):
        # The library turns the digits of an escape into a character without asking whether it exists.
        mark = loader.get_mark()
        raise Rejected([problem("yaml-escape", _place(source.name, mark.line, mark.column))]) from None
    finally:
        loader.dispose()


def _without_mark(text: str) -> str:
    """The text without the byte order mark that some editors put first."""
    return text.removeprefix("\ufeff")


@define
class _Open:
    """A list or mapping whose end has not come yet; a mapping's parts are key, value, key, value."""

    span: Span
    is_mapping: bool
    in_brackets: bool
    parts: list[YamlNode] = field(factory=list)


@define
class _Builder:
    """Takes events and grows the tree; collects problems, and gives up by raising Rejected at a limit."""

    file: str
    root: YamlNode | None = None
    problems: list[Problem] = field(factory=list)
    _open: list[_Open] = field(factory=list)
    _events: int = 0
    _documents: int = 0

    def report(self, code: str, span: Span, *notes: Note, **facts: str | int) -> None:
        """Note a problem and go on, unless there are already enough of them."""
        self.problems.append(problem(code, span, *notes, **facts))
        if len(self.problems) >= MOST_PROBLEMS:
            raise Rejected([])

    def take(self, event: yaml.Event) -> None:
        """Take the next event of the stream."""
        span = _span(self.file, event)
        self._events += 1
        if self._events > MOST_EVENTS:
            raise Rejected([problem("yaml-too-many-parts", span, most=MOST_EVENTS)])
        if isinstance(event, yaml.NodeEvent):
            self._take_node(event, span)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(span)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise Rejected([problem("yaml-documents", span)])

    def _take_node(self, event: yaml.NodeEvent, span: Span) -> None:
        if isinstance(event, yaml.AliasEvent):
            self.report("yaml-alias", span, name=event.anchor or "")
            self._add(Scalar("", True, span))
            return
        if event.anchor is not None:
            self.report("yaml-anchor", span, name=event.anchor)
        if isinstance(event, yaml.ScalarEvent):
            if event.tag is not None:
                self.report("yaml-tag", span, tag=event.tag)
            self._add(self._scalar(event.value, event.style not in (None, ""), span))
        elif isinstance(event, yaml.CollectionStartEvent):
            if event.tag is not None:
                self.report("yaml-tag", span, tag=event.tag)
            if len(self._open) >= MOST_DEPTH:
                raise Rejected([problem("yaml-too-deep", span, most=MOST_DEPTH)])
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            self._open.append(_Open(span, is_mapping, bool(event.flow_style)))

    def _scalar(self, text: str, quoted: bool, span: Span) -> Scalar:
        """A text; escapes in quotes may have made characters that must not stand in the file itself."""
        if len(text) > MOST_TEXT:
            raise Rejected([problem("yaml-text-too-long", span, size=len(text), most=MOST_TEXT)])
        found = re.search(f"\t|{FORBIDDEN.pattern}", text)
        if found:
            self.report("yaml-character", span, character=_code_point(found[0]))
        return Scalar(text, quoted, span)

    def _close(self, end: Span) -> None:
        """End the innermost list or mapping: at its bracket, or where the last thing in it ends."""
        opened = self._open.pop()
        last = opened.parts[-1].span if opened.parts else opened.span
        span = opened.span.to(end if opened.in_brackets else last)
        if opened.is_mapping:
            self._add(self._mapping(opened, span))
        else:
            self._add(Sequence(tuple(opened.parts), span))

    def _mapping(self, opened: _Open, span: Span) -> Mapping:
        seen: dict[str, Entry] = {}
        for key, value in zip(opened.parts[::2], opened.parts[1::2], strict=True):
            if not isinstance(key, Scalar) or "\n" in key.text or not (key.text or key.quoted):
                self.report("yaml-key", key.span)
            elif key.text == "<<" and not key.quoted:
                self.report("yaml-merge", key.span)
            elif key.text in seen:
                first = Note(seen[key.text].key.span, "first written here")
                self.report("yaml-duplicate-key", key.span, first, key=key.text)
            else:
                seen[key.text] = Entry(key, value)
        return Mapping(tuple(seen.values()), span)

    def _add(self, node: YamlNode) -> None:
        if self._open:
            self._open[-1].parts.append(node)
        else:
            self.root = node


_SYNTAX_CODES: tuple[tuple[str, str], ...] = (
    ("could not find expected ':'", "yaml-colon"),
    ("mapping values are not allowed", "yaml-second-colon"),
    ("sequence entries are not allowed", "yaml-item-place"),
    ("mapping keys are not allowed", "yaml-key"),
    ("found unexpected end of stream", "yaml-quote-open"),
    ("found unexpected document separator", "yaml-quote-open"),
    ("while scanning a double-quoted scalar", "yaml-escape"),
    ("while scanning a block scalar", "yaml-text-block"),
    ("expected ',' or ']'", "yaml-list-open"),
    ("expected ',' or '}'", "yaml-mapping-open"),
    ("while parsing a block", "yaml-indentation"),
    ("cannot start any token", "yaml-first-character"),
    ("while scanning an anchor", "yaml-anchor"),
    ("while scanning an alias", "yaml-alias"),
    ("tag", "yaml-tag"),
    ("expected the node content", "yaml-value-missing"),
)
"""What the library's messages say, in the order in which they are tried, and our codes for it."""


def _syntax_problem(source: Source, error: yaml.MarkedYAMLError) -> Problem:
    """The library's complaint as a problem of ours; "yaml-form" for one that has no words of its own."""
    said = f"{error.context or ''} {error.problem or ''}"
    code = next((code for words, code in _SYNTAX_CODES if words in said), "yaml-form")
    mark = error.problem_mark or error.context_mark
    span = _place(source.name, mark.line, mark.column) if mark else _place(source.name, 0, 0)
    notes = []
    if error.context_mark and error.problem_mark and error.context_mark.index != error.problem_mark.index:
        begin = _place(source.name, error.context_mark.line, error.context_mark.column)
        notes.append(Note(begin, "begins here"))
    line = source.line(span.line)
    return problem(code, span, *notes, found=line[span.column - 1 : span.column])


def _span(file: str, event: yaml.Event) -> Span:
    start, end = event.start_mark, event.end_mark
    if start is None or end is None:
        return Span(file, 1, 1, 1, 1)
    return Span(file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _place(file: str, line: int, column: int) -> Span:
    """One character, from a line and a column that count from 0."""
    return Span(file, line + 1, column + 1, line + 1, column + 2)


def _code_point(character: str) -> str:
    return f"U+{ord(character):04X}"
