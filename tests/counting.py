"""Counting work instead of timing it: how many functions are called is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class TooMuchWork(AssertionError):
    """More functions were called than a test allows."""


@contextmanager
def at_most(calls: int) -> Iterator[None]:
    """Fail once more than so many functions are called, those of the standard library too."""
    count = 0

    def called(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")
        if count > calls:
            sys.setprofile(before)
            raise TooMuchWork(f"more than {calls:,} calls of functions")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(before)
    assert count <= calls
