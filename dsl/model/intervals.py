"""What arithmetic can come to: the least and the most, where each side lies between a least and a most."""

from __future__ import annotations

from rulewright.dsl.model.constants import ARITHMETIC

Interval = tuple[int, int]


def arithmetic(sign: str, left: Interval, right: Interval) -> Interval | None:
    """The least and the most of `+`, `-`, `*`, `div` or `mod`; None where it may be a division by 0."""
    (a, b), (c, d) = left, right
    if sign in ("div", "mod") and c <= 0 <= d:
        return None
    if sign == "mod":
        return (0, min(b, d - 1) if a >= 0 else d - 1) if c > 0 else (c + 1, 0)
    corners = [ARITHMETIC[sign](one, other) for one in left for other in right]
    return min(corners), max(corners)
