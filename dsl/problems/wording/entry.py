"""One entry of the wording tables, and how its gaps are filled."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Wording:
    """Templates for one kind of problem. `why` and `instead` may be empty."""

    title: str
    why: str = ""
    instead: str = ""


@frozen
class Message:
    """A wording with its gaps filled."""

    title: str
    why: str
    instead: str

    @property
    def sentence(self) -> str:
        """The title with the sign that ends it: some are questions."""
        return self.title if self.title[-1:] in (".", "?") else f"{self.title}."


def counted(count: int, one: str, several: str = "") -> str:
    """A number of things: `1 card`, `2 cards`; `several` where that is more than an `s`: dice, copies."""
    return f"{count} {one if count == 1 else several or f'{one}s'}"


class _Fact(str):
    """A fact as it reads in a gap: `{have}`, or with what it counts, `{have:card}`, `{have:die|dice}`.

    A large number is written `{limit:,}`, 100,000,000; numbers that are to be typed are not.
    """

    def __format__(self, thing: str) -> str:
        if thing == ",":
            return f"{int(self):,}" if self.isdecimal() else str(self)
        one, _, several = thing.partition("|")
        return f"{self} {one if self == '1' else several or f'{one}s'}" if thing else str(self)


class _Facts(dict[str, _Fact]):
    """A fact that was not given reads as nothing, so that advice can be optional: `{near}`."""

    def __missing__(self, key: str) -> _Fact:
        return _Fact()


def fill(wording: Wording, facts: Mapping[str, str | int]) -> Message:
    """Fill the gaps with facts, escaped so that no control character reaches a terminal.

    A sentence that begins with a fact begins with a capital, too.
    """
    shown = _Facts({name: _Fact(printable(str(value))) for name, value in facts.items()})
    parts = (wording.title, wording.why, wording.instead)
    texts = (part.format_map(shown).strip() for part in parts)
    return Message(*(text[:1].upper() + text[1:] for text in texts))


def printable(text: str) -> str:
    """The text with control and direction characters written as escapes, cut at 200 characters."""
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return safe if len(safe) <= 200 else safe[:197] + "..."
