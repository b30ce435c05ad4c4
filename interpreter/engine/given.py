"""What programs give, looked at where it comes in.

Something of the wrong kind, whatever its value, raises TypeError with what is accepted; yes and no are no
numbers. What is of the right kind and does not fit is refused in the way of the place: a move by a
`Refusal`, rules and settings by a RulesetError, a seat that is asked about and not there by a ValueError.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn

from rulewright.interpreter.state.chance import SEEDS

_LONGEST = 40
"""The most characters that are told of what was given."""


def wrong(what: str, accepted: str, given: object) -> NoReturn:
    """Raise the TypeError that says what is accepted."""
    told = repr(given) if isinstance(given, int | float | str | bytes | None) else f"a {type(given).__name__}"
    raise TypeError(f"{what} is {accepted}, not {told[:_LONGEST]}")


def whole(given: object, what: str, accepted: str = "a whole number") -> int:
    """A whole number."""
    if not isinstance(given, int) or isinstance(given, bool):
        wrong(what, accepted, given)
    return given


def seat_number(given: object) -> int:
    """A seat, which need not be there."""
    return whole(given, "a seat", "a number from 0")


def seat_of(given: object, seats: int) -> int:
    """A seat of a game of so many. Raises ValueError where there is none."""
    seat = seat_number(given)
    if not 0 <= seat < seats:
        raise ValueError(f"seats go from 0 to {seats - 1}, not {seat}")
    return seat


def seed_number(given: object) -> int:
    """A seed of chance. Raises ValueError where it has more than 64 bits."""
    seed = whole(given, "a seed")
    if not 0 <= seed < SEEDS:
        raise ValueError(f"a seed is from 0 to 2**64 - 1, not {str(seed)[:_LONGEST]}")
    return seed


def optional_text(given: object, what: str) -> str | None:
    """A text or nothing."""
    return None if given is None else text(given, what)


def text(given: object, what: str) -> str:
    """A text."""
    if not isinstance(given, str):
        wrong(what, "a text", given)
    return given


def list_of_names(given: object, what: str) -> tuple[str, ...]:
    """Names in an order: a list or tuple of texts."""
    if not isinstance(given, Sequence) or isinstance(given, bytes):
        wrong(what, "a number or a list of names", given)
    found = (given,) if isinstance(given, str) else tuple(given)
    for one in found:
        text(one, "a name")
    return found


def by_name(given: object, what: str) -> Mapping[str, object]:
    """Values by name."""
    if not isinstance(given, Mapping):
        wrong(what, "a mapping of names to values", given)
    for one in given:
        text(one, "a name")
    return given


def several(given: object, what: str, *kinds: type) -> Iterable[object]:
    """A list, tuple or the like of things of some kinds, which is no text itself."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        wrong(what, "a list", given)
    found = list(given)
    for one in found:
        if not isinstance(one, kinds):
            wrong(f"one of the {what}", f"a {' or '.join(kind.__name__ for kind in kinds)}", one)
    return found
