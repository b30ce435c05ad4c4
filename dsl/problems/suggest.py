"""The nearest known name to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 64


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was most likely meant, or None when none is close.

    Swapped neighbours count as one slip, and so does a difference of capitals only. Of names equally
    close the first in the alphabet is taken.
    """
    if not name or len(name) > _LONGEST:
        return None
    most = max(1, len(name) // 3)
    best: tuple[int, int, str] | None = None
    for candidate in known:
        if candidate == name or len(candidate) > _LONGEST or abs(len(candidate) - len(name)) > most:
            continue
        slips = _slips(name.casefold(), candidate.casefold(), most)
        if slips > most:
            continue
        rank = (slips, _slips(name, candidate, _LONGEST), candidate)
        if best is None or rank < best:
            best = rank
    return best[2] if best else None


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Advice that offers the nearest known name; `otherwise` where none is near.

    Of several things of one name, such as `hand[1]` and `hand[2]`, the first is offered where none is named.
    """
    names = list(known)
    if "[" in name:
        near = nearest(name, names)
    else:
        firsts = {one.partition("[")[0]: one for one in reversed(names)}
        near = firsts.get(name if name in firsts else nearest(name, firsts) or "")
    return f"Did you mean `{near}`?" if near else otherwise


def _slips(one: str, other: str, most: int) -> int:
    """How many letters to add, drop, change or swap; more than `most` means only that it is more."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for index, letter in enumerate(one, start=1):
        new = [index]
        for column, counterpart in enumerate(other, start=1):
            cost = min(row[column] + 1, new[-1] + 1, row[column - 1] + (letter != counterpart))
            swapped = (
                index > 1 and column > 1 and one[index - 2] == counterpart and other[column - 2] == letter
            )
            if swapped:
                cost = min(cost, before[column - 2] + 1)
            new.append(cost)
        if min(new) > most:
            return most + 1
        before, row = row, new
    return row[-1]
