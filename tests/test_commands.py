"""Every command case tells what it says that it tells: all of it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from commandfiles import COMMANDS, CommandCase, command_paths, read_command, run_command
from commands import Cli


def _name(path: Path) -> str:
    return str(path.relative_to(COMMANDS).with_suffix(""))


@pytest.mark.parametrize("path", command_paths(), ids=_name)
def test_what_is_done_is_told(path: Path, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert path.read_text(encoding="utf-8").startswith("# "), "the first line says what the case shows"
    case = read_command(path)
    told = run_command(case, cli, tmp_path, monkeypatch)
    assert sorted(told.messages) == sorted(case.tells), told.printed
    for code, words in case.tells.items():
        message = told.messages[code]
        whole = " ".join((message.title, message.why, message.instead))
        assert [word for word in words if word not in whole] == [], whole
    assert [word for word in case.shows if word not in told.printed] == [], told.printed
    assert told.code == case.exit, told.printed


def test_a_case_that_tells_something_else_fails(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CommandCase({"a.rules": "language 1\n"}, (), 0, {})
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("# Wrong\nsteps:\n  - rulewright check a.rules\nexit: 2\n", encoding="utf-8")
    read = read_command(wrong)
    told = run_command(CommandCase(case.files, read.steps, read.exit, read.tells), cli, tmp_path, monkeypatch)
    assert sorted(told.messages) != sorted(read.tells)
