"""Every play case comes to what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from casefiles import CASES
from playcases import play_paths, run


def _name(path: Path) -> str:
    return str(path.relative_to(CASES).with_suffix(""))


@pytest.mark.parametrize("path", play_paths(), ids=_name)
def test_a_small_game_comes_to_what_it_says(path: Path) -> None:
    assert run(path) == []
