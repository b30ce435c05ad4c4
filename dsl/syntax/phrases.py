"""Strings as written and as meant: quotes, escapes, and the gaps of a `because` phrase."""

from __future__ import annotations

import re

from attrs import frozen

_PART = re.compile(
    r"\\(?P<escaped>.)|(?P<open>\{\{)|(?P<close>\}\})|\{(?P<gap>[^{}]*)\}|(?P<wrong>[{}])|(?P<text>[^\\{}]+)"
)
_QUOTED = re.compile(r'\\"([^"\\]*)\\"')
"""A text inside of a gap: its quotes are escaped, since the whole phrase stands in quotes."""


@frozen
class Gap:
    """What stands between the braces of a phrase, and how far behind the opening quote it begins."""

    text: str
    offset: int


@frozen
class WrongBrace:
    """A brace without its partner, and how far behind the opening quote it stands."""

    text: str
    offset: int


def unquote(written: str) -> str:
    """The text that a string means: without its quotes and escapes."""
    return re.sub(r"\\(.)", r"\1", written[1:-1])


def quote(text: str) -> str:
    """A text as a string of the language."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def split_phrase(written: str) -> list[str | Gap | WrongBrace]:
    """The parts of a string with gaps, in order; plain stretches are joined, `{{` and `}}` are braces."""
    parts: list[str | Gap | WrongBrace] = []
    for found in _PART.finditer(written, 1, len(written) - 1):
        offset = found.start()
        if found["gap"] is not None:
            parts.append(Gap(_QUOTED.sub(r' "\1" ', found["gap"]), offset + 1))
            continue
        if found["wrong"]:
            parts.append(WrongBrace(found["wrong"], offset))
            continue
        plain = found["escaped"] or found["text"] or found[0][0]
        if parts and isinstance(last := parts[-1], str):
            parts[-1] = last + plain
        else:
            parts.append(plain)
    return parts
