"""Running the command line inside a test; the fixture `cli` in conftest.py does it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen


@frozen
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Cli = Callable[..., Said]
