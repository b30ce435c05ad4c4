"""Work is counted, and too much of it fails a test."""

from __future__ import annotations

import pytest
from counting import TooMuchWork, at_most


def _work(rounds: int) -> int:
    return sum(abs(number) for number in range(rounds))


def test_little_work_is_allowed() -> None:
    with at_most(2_000):
        assert _work(500) > 0


def test_too_much_work_is_stopped() -> None:
    with pytest.raises(TooMuchWork), at_most(2_000):
        _work(10_000_000)
