"""What all tests share: how many random games are played, and running commands."""

from __future__ import annotations

import io
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Cli, Said

from rulewright.interpreter.cli.main import run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="play ten times as many random games")


DEAR = ("agreement", "contract", "test_bots.py")
"""Whose tests play games of everything there is."""
TOYS = {file.stem for file in (Path(__file__).parent / "toys").glob("*.rules")}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without --full each dear test takes a quarter of the toys and variants, each of them other ones."""
    if config.getoption("--full") or any("::" in one for one in config.args):
        return
    left = [item for item in items if _left_to_full(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not _left_to_full(item)]


def _left_to_full(item: pytest.Item) -> bool:
    case = getattr(item, "callspec", None)
    if case is None or not {item.path.parent.name, item.path.name}.intersection(DEAR):
        return False
    of_a_toy = any(part in TOYS for part in case.id.split("-")) or " with " in case.id
    return of_a_toy and zlib.crc32(item.nodeid.encode()) % 4 != 0


@pytest.fixture(scope="session", autouse=True)
def built_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Games that are built in tests are kept apart from those of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """Run a command with lines to type, in an empty folder, with saves kept there too."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = run(arguments)
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Said(code, captured.out, captured.err)

    return call
