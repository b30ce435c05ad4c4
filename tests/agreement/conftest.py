"""The agreement of engines: libraries are built quickly rather than to be quick."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rulewright.interpreter.native import build, compilers


@pytest.fixture(scope="session", autouse=True)
def quick_builds() -> Iterator[None]:
    """Most libraries play one short game here: optimising them would take longer than that."""
    flags = tuple("-O1" if flag == "-O2" else flag for flag in compilers.FLAGS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compilers, "FLAGS", flags)
        patch.setattr(build, "FLAGS", flags)
        yield


@pytest.fixture
def full(pytestconfig: pytest.Config) -> bool:
    """Whether many games are to be played."""
    return bool(pytestconfig.getoption("--full"))
