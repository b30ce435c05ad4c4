"""Card rows as they are written in a card file, before any kind is known.

A row has an id, what is said of every card (name, text, copies, printings, source, note) and the fields that
the rules declare for cards of its set. Those stay nodes here: the checker knows their kinds and reads
them with `read_number`, `read_choice`, `read_bag`, `read_set` and `read_flag`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import field, frozen

from rulewright.dsl.data.cells import Cell
from rulewright.dsl.data.csvread import ENDINGS, Columns, read_table
from rulewright.dsl.data.yamlread import (
    as_flag,
    as_int,
    as_list,
    as_prose,
    as_text,
    entries,
    fields,
    is_empty,
    start_of,
)
from rulewright.dsl.data.yamltree import Mapping as MappingNode
from rulewright.dsl.data.yamltree import Sequence as SequenceNode
from rulewright.dsl.data.yamltree import YamlNode, compose
from rulewright.dsl.model.constants import MOST_COPIES as MOST_COPIES
from rulewright.dsl.problems import Note, Problem, problem
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.problems.suggest import did_you_mean

MOST_ROWS = 1_000
"""How many rows one card file may have."""

MOST_CARDS = 5_000
"""How many cards, copies counted, one card file may describe."""

MOST_IN_BAG = 99
"""How often one symbol may stand on a card."""

MOST_NAME = 100
"""The longest display name, in characters."""

UNSTATED = "unstated"
"""The source of a value of which the file does not say where it comes from."""

_SOURCES = ("rulebook", "placeholder")
ROW_KEYS = ("id", "name", "text", "copies", "printings", "source", "note")
"""What a row can say of a card besides its properties."""
_OTHER_FILES = ("xls", "xlsx", "ods")
_PRINTING_KEYS_REFUSED = ("id", "name", "text", "printings", "source", "note")
_ID = re.compile("[A-Za-z][A-Za-z0-9_-]{0,63}")
_TAKEN_IDS = ("card", "none")
"""What a move calls a card that is not seen, and no card at all."""


@frozen
class Printing:
    """One of several prints of a card: its copies, the fields in which it differs, where they are named."""

    copies: int
    fields: Mapping[str, YamlNode]
    span: Span
    named_at: Mapping[str, Span] = field(factory=dict, eq=False)


@frozen
class CardRow:
    """One row of a card file.

    `text` says to players what the card does. `copies` counts all cards of the row, those of its printings
    together where it has any. `source` is one word for the whole row ("rulebook", "placeholder",
    "unstated") or a word for each field named. `named_at` are the places of the fields' names.
    """

    id: str
    name: str
    text: str
    copies: int
    fields: Mapping[str, YamlNode]
    printings: tuple[Printing, ...]
    source: str | Mapping[str, str]
    note: str
    span: Span
    named_at: Mapping[str, Span] = field(factory=dict, eq=False)

    def source_of(self, name: str) -> str:
        """Where the value of one field comes from: "rulebook", "placeholder" or "unstated"."""
        return self.source if isinstance(self.source, str) else self.source.get(name, UNSTATED)


@frozen
class CardFile:
    """The rows of a card file, in their order, all that is wrong with it, and of a table its columns."""

    rows: tuple[CardRow, ...]
    problems: tuple[Problem, ...]
    columns: Columns | None = None


def read_cards(source: Source, properties: Sequence[str] = ()) -> CardFile:
    """A card file, in YAML or a table, for cards with these properties: all of it that could be read."""
    kind = source.name.rpartition(".")[2].casefold()
    if kind in _OTHER_FILES:
        return CardFile((), (problem("cards-other-file", start_of(source.name), kind=kind),))
    if kind in ENDINGS:
        table, columns, problems = read_table(source, properties)
        return CardFile(tuple(read_rows(table, problems)), tuple(problems), columns)
    root, problems = compose(source)
    if not problems and not isinstance(root, SequenceNode):
        problems.append(problem("cards-no-list", root.span if root else start_of(source.name)))
    rows = read_rows(root, problems) if root is not None and not problems else []
    return CardFile(tuple(rows), tuple(problems))


def read_rows(node: YamlNode, problems: list[Problem]) -> list[CardRow]:
    """The rows in a list of cards: those of a card file, or those that a scenario brings along."""
    items = as_list(node, problems, "the list of cards")
    if len(items) > MOST_ROWS:
        problems.append(
            problem("cards-too-many-rows", items[MOST_ROWS].span, size=len(items), most=MOST_ROWS)
        )
        return []
    found = [row for item in items if (row := _read_row(item, problems))]
    rows: dict[str, CardRow] = {}
    for row in found:
        first = rows.setdefault(row.id, row)
        if first is not row:
            note = Note(first.span, "first card with this id")
            problems.append(problem("cards-duplicate-id", row.span, note, id=row.id))
    total = sum(row.copies for row in rows.values())
    if total > MOST_CARDS:
        problems.append(problem("cards-too-many", node.span, size=total, most=MOST_CARDS))
    return list(rows.values())


def _read_row(node: YamlNode, problems: list[Problem]) -> CardRow | None:
    """One row, or None where even its id cannot be read."""
    given = fields(node, problems, "a card row")
    if not isinstance(node, MappingNode):
        if is_empty(node):
            problems.append(problem("cards-no-id", node.span))
        return None
    card_id = _read_id(node, given, problems)
    if card_id is None:
        return None
    own = {key: value for key, value in given.items() if key not in ROW_KEYS}
    printings = _read_printings(given, problems)
    copies = sum(one.copies for one in printings) if printings else _read_copies(given, problems)
    described = {"name", "text", "copies", *own, *(key for one in printings for key in one.fields)}
    return CardRow(
        id=card_id,
        name=_read_name(given, card_id, problems),
        text=_read_prose(given, "text", problems),
        copies=copies,
        fields=own,
        printings=printings,
        source=_read_source(given, sorted(described), problems),
        note=_read_prose(given, "note", problems),
        span=node.span,
        named_at=_named_at(node),
    )


def _read_id(row: MappingNode, given: Mapping[str, YamlNode], problems: list[Problem]) -> str | None:
    if "id" not in given:
        problems.append(problem("cards-no-id", row.span))
        return None
    node = given["id"]
    text = as_text(node, problems, "the id of a card")
    if text is not None and not _ID.fullmatch(text):
        problems.append(problem("cards-id-form", node.span, id=text))
        return None
    if text in _TAKEN_IDS:
        problems.append(problem("cards-id-taken", node.span, id=text))
        return None
    return text


def _read_name(given: Mapping[str, YamlNode], card_id: str, problems: list[Problem]) -> str:
    if "name" not in given:
        return card_id
    node = given["name"]
    name = as_text(node, problems, "the name of a card") or card_id
    if len(name) > MOST_NAME:
        problems.append(problem("cards-long-name", node.span, size=len(name), most=MOST_NAME))
    return name


def _read_prose(given: Mapping[str, YamlNode], key: str, problems: list[Problem]) -> str:
    """A text for people; "" where there is none."""
    return (as_prose(given[key], problems, f"the {key}") or "") if key in given else ""


def _read_copies(given: Mapping[str, YamlNode], problems: list[Problem]) -> int:
    """The number of copies: one unless said otherwise; none keeps the card out of the box."""
    if "copies" not in given:
        return 1
    copies = as_int(given["copies"], problems, "the number of copies", 0, MOST_COPIES)
    return 1 if copies is None else copies


def _read_printings(given: Mapping[str, YamlNode], problems: list[Problem]) -> tuple[Printing, ...]:
    if "printings" not in given:
        return ()
    node = given["printings"]
    items = as_list(node, problems, "printings")
    if not items and (isinstance(node, SequenceNode) or is_empty(node)):
        problems.append(problem("cards-no-printings", node.span))
    if "copies" in given:
        problems.append(problem("cards-copies-twice", given["copies"].span, Note(node.span, "the printings")))
    return tuple(_read_printing(item, problems) for item in items)


def _read_printing(node: YamlNode, problems: list[Problem]) -> Printing:
    given = fields(node, problems, "a printing")
    for key in _PRINTING_KEYS_REFUSED:
        if key in given:
            problems.append(problem("cards-printing-key", given[key].span, key=key))
    own = {key: value for key, value in given.items() if key not in ROW_KEYS}
    return Printing(_read_copies(given, problems), own, node.span, _named_at(node))


def _named_at(node: YamlNode) -> dict[str, Span]:
    """Where each name of a mapping stands."""
    return {one.key.text: one.key.span for one in node.entries} if isinstance(node, MappingNode) else {}


def _read_source(
    given: Mapping[str, YamlNode], described: Sequence[str], problems: list[Problem]
) -> str | Mapping[str, str]:
    """Where the values come from; a mapping may only name what the row says something of."""
    node = given.get("source")
    if node is None:
        return UNSTATED
    if not isinstance(node, MappingNode):
        return _source_word(node, problems)
    sources: dict[str, str] = {}
    for entry in node.entries:
        name = entry.key.text
        if name not in described:
            problems.append(
                problem("cards-source-field", entry.key.span, name=name, near=did_you_mean(name, described))
            )
        sources[name] = _source_word(entry.value, problems)
    return sources


def _source_word(node: YamlNode, problems: list[Problem]) -> str:
    index = read_choice(node, _SOURCES, problems, "source")
    return UNSTATED if index is None else _SOURCES[index]


def read_number(node: YamlNode, problems: list[Problem], what: str = "the value") -> int | None:
    """A whole number within 32 bits in plain digits, or None with a problem."""
    return as_int(node, problems, what)


def read_flag(node: YamlNode, problems: list[Problem], what: str = "the value") -> bool | None:
    """Yes or no, or None with a problem."""
    return as_flag(node, problems, what)


def read_choice(
    node: YamlNode,
    allowed: Sequence[str],
    problems: list[Problem],
    what: str = "the value",
    besides: Sequence[str] = (),
) -> int | None:
    """Which of the allowed words stands there, counted from 0, or None with a problem.

    `besides` are words that are taken elsewhere; a problem names them, too.
    """
    text = node.word(allowed) if isinstance(node, Cell) else as_text(node, problems, what)
    if text is None or text in allowed:
        return None if text is None else allowed.index(text)
    known = ", ".join((*allowed, *besides))
    problems.append(
        problem(
            "cards-unknown-word",
            node.span,
            name=text,
            what=what,
            near=did_you_mean(text, allowed),
            known=known,
        )
    )
    return None


def read_bag(
    node: YamlNode, allowed: Sequence[str], problems: list[Problem], what: str = "the value"
) -> tuple[int, ...]:
    """How often each allowed word stands there: from `{word: count}`, from `[word, word]`, or nothing."""
    counts = [0] * len(allowed)
    if isinstance(node, MappingNode):
        for entry in entries(node, problems, what):
            index = read_choice(entry.key, allowed, problems, what)
            count = as_int(entry.value, problems, f"the count of {entry.key.text}", 0, MOST_IN_BAG)
            if index is not None and count is not None:
                counts[index] = count
        return tuple(counts)
    for item in as_list(node, problems, what):
        word, count = _counted(item, problems)
        index = read_choice(word, allowed, problems, what)
        if index is not None:
            counts[index] += count
    if max(counts, default=0) > MOST_IN_BAG:
        most = max(counts)
        problems.append(
            problem("yaml-number-range", node.span, what=what, found=most, least=0, most=MOST_IN_BAG)
        )
    return tuple(counts)


def _counted(item: YamlNode, problems: list[Problem]) -> tuple[YamlNode, int]:
    """A word in a bag, and how often it counts: once, unless a cell of a table says otherwise."""
    if not isinstance(item, Cell):
        return item, 1
    word, written = item.counted()
    if written is None:
        return word, 1
    return word, as_int(written, problems, f"the count of {word.text}", 0, MOST_IN_BAG) or 0


def read_set(
    node: YamlNode, allowed: Sequence[str], problems: list[Problem], what: str = "the value"
) -> tuple[int, ...]:
    """Which of the allowed words are listed there, as places in `allowed`, ascending and each once."""
    places: dict[int, Span] = {}
    for item in as_list(node, problems, what):
        index = read_choice(item, allowed, problems, what)
        if index is None:
            continue
        first = places.setdefault(index, item.span)
        if first is not item.span:
            problems.append(
                problem(
                    "cards-listed-twice", item.span, Note(first, "first listed here"), name=allowed[index]
                )
            )
    return tuple(sorted(places))
