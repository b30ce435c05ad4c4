"""Reading the nodes of a YAML tree as what is wanted there: a text, a number, yes or no, a list, keys.

Each reader appends to `problems` what is wrong and gives None (or nothing) then. `what` names the thing
in the words of the person who wrote the file: "the name of a card".
"""

from __future__ import annotations

import re
import unicodedata

from rulewright.dsl.data.cells import Cell
from rulewright.dsl.data.yamltree import Entry, Mapping, Scalar, Sequence, YamlNode
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import Span

LEAST_NUMBER = -(2**31)
MOST_NUMBER = 2**31 - 1
"""Numbers are integers within 32 bits."""

_NUMBER = re.compile("0|-?[1-9][0-9]*")
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}


def is_empty(node: YamlNode) -> bool:
    """Whether nothing was written: a key without a value. Quotes with nothing in them are a text."""
    return isinstance(node, Scalar) and not node.text and not node.quoted


def shown(node: YamlNode) -> str:
    """The node in a few words, for messages: a text as written, else what it is."""
    if isinstance(node, Scalar):
        return f'"{node.text}"' if node.text else "nothing"
    return "a list" if isinstance(node, Sequence) else "keys with values"


def as_prose(node: YamlNode, problems: list[Problem], what: str) -> str | None:
    """A text of one or more lines, in Unicode's composed form (NFC), its outer blanks dropped."""
    if not isinstance(node, Scalar) or is_empty(node):
        problems.append(problem("yaml-not-text", node.span, what=what, found=shown(node)))
        return None
    return unicodedata.normalize("NFC", node.text).strip()


def as_text(node: YamlNode, problems: list[Problem], what: str) -> str | None:
    """A text of one line that is not blank, in Unicode's composed form (NFC)."""
    text = as_prose(node, problems, what)
    if text is None:
        return None
    if not text:
        problems.append(problem("yaml-not-text", node.span, what=what, found="nothing"))
        return None
    if "\n" in text:
        problems.append(problem("yaml-line-break", node.span, what=what))
        return None
    return text


def as_int(
    node: YamlNode,
    problems: list[Problem],
    what: str,
    least: int = LEAST_NUMBER,
    most: int = MOST_NUMBER,
) -> int | None:
    """A whole number in plain ASCII digits: `010`, `1:30`, `1e3`, `1_000` and `+1` are none."""
    if not isinstance(node, Scalar) or not _NUMBER.fullmatch(node.text):
        problems.append(problem("yaml-not-number", node.span, what=what, found=shown(node)))
        return None
    # Ten digits hold every number allowed; longer ones are not turned into numbers at all.
    number = int(node.text) if len(node.text) <= 11 else None
    if number is None or not least <= number <= most:
        found = problem("yaml-number-range", node.span, what=what, found=node.text, least=least, most=most)
        problems.append(found)
        return None
    return number


def as_flag(node: YamlNode, problems: list[Problem], what: str) -> bool | None:
    """`yes` or `no`; `true` and `false` are read the same."""
    flag = _FLAGS.get(node.text) if isinstance(node, Scalar) else None
    if isinstance(node, Cell):
        flag = node.flag()
    if flag is None:
        problems.append(problem("yaml-not-flag", node.span, what=what, found=shown(node)))
    return flag


def as_list(node: YamlNode, problems: list[Problem], what: str) -> tuple[YamlNode, ...]:
    """The items of a list; a key without a value is an empty list, and a cell of a table one of its parts."""
    if isinstance(node, Sequence):
        return node.items
    if isinstance(node, Cell):
        return node.items()
    if not is_empty(node):
        problems.append(problem("yaml-not-list", node.span, what=what, found=shown(node)))
    return ()


def entries(node: YamlNode, problems: list[Problem], what: str) -> tuple[Entry, ...]:
    """The entries of a mapping in their order; a key without a value has none."""
    if isinstance(node, Mapping):
        return node.entries
    if not is_empty(node):
        problems.append(problem("yaml-not-keys", node.span, what=what, found=shown(node)))
    return ()


def fields(node: YamlNode, problems: list[Problem], what: str) -> dict[str, YamlNode]:
    """The entries of a mapping by the text of their keys."""
    return {entry.key.text: entry.value for entry in entries(node, problems, what)}


def start_of(file: str) -> Span:
    """The very beginning of a file, for what is missing from all of it."""
    return Span(file, 1, 1, 1, 1)
