"""The contract tests take a `seed`: each plays some random games a ruleset and number of players."""

from __future__ import annotations

import pytest

GAMES = 1
"""Random games a ruleset and number of players; ten times as many with --full."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        games = GAMES * (10 if metafunc.config.getoption("--full") else 1)
        metafunc.parametrize("seed", range(games))
