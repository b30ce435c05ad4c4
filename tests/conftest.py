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
DEAR_TESTS = {
    *(
        "test_a_game_without_any_one_line_is_refused_or_read",
        "test_a_game_cut_off_at_any_line_is_refused_or_read",
    ),
    *("test_values_are_what_the_lowering_says_they_can_be", "test_depends_on_each_declaration_it_names"),
    *("test_no_scenario_rests_on_a_stand_in", "test_a_game_of_it_comes_to_an_end"),
    *("test_payments_are_those_of_brute_force", "test_twins_look_the_same_under_a_preset"),
}
TOYS = {file.stem for file in (Path(__file__).parent / "toys").glob("*.rules")}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without --full dear tests take some of their cases, each of them other ones, unless a test is named."""
    if config.getoption("--full") or any("::" in one for one in config.args):
        return
    left = [item for item in items if _left_to_full(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not _left_to_full(item)]


def _left_to_full(item: pytest.Item) -> bool:
    marked = item.get_closest_marker("full") is not None
    return marked or zlib.crc32(item.nodeid.encode()) % _one_of(item) != 0


def _one_of(item: pytest.Item) -> int:
    """One of how many cases of a test is taken."""
    case = getattr(item, "callspec", None)
    if case is None:
        return 1
    if getattr(item, "originalname", "") in DEAR_TESTS:
        return 4
    folder = item.path.parent.name
    if not {folder, item.path.name}.intersection(DEAR):
        return 1
    if any(part in TOYS for part in case.id.split("-")) or " with " in case.id:
        return 4
    return 2 if folder == "contract" else 1


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
