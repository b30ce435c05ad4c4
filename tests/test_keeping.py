"""Files that the command line writes: never over what is no save, and whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.keeping import write_save, write_whole
from rulewright.interpreter.save_lines import OPENING

posix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes and devices here")
SAVE = OPENING + '"version":1}\n'


@posix
def test_a_pipe_or_device_is_not_replaced_by_a_save(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not an ordinary file"):
        write_save(tmp_path / "pipe", SAVE)
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_file_that_is_no_save_is_not_written_over(tmp_path: Path) -> None:
    rules = tmp_path / "my.rules"
    rules.write_text("language 1\n", encoding="utf-8")
    with pytest.raises(OSError, match="no saved game"):
        write_save(rules, SAVE)
    assert rules.read_text(encoding="utf-8") == "language 1\n"


@pytest.mark.parametrize("before", ["", SAVE, SAVE + "more\n"])
def test_an_empty_file_and_another_save_are_written_over(before: str, tmp_path: Path) -> None:
    file = tmp_path / "my.save"
    file.write_text(before, encoding="utf-8")
    write_save(file, SAVE)
    assert file.read_text(encoding="utf-8") == SAVE


@posix
def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    real = tmp_path / "real.save"
    real.write_text(SAVE, encoding="utf-8")
    real.chmod(0o600)
    (tmp_path / "link.save").symlink_to(real)
    write_save(tmp_path / "link.save", SAVE + "more\n")
    assert (tmp_path / "link.save").is_symlink()
    assert real.read_text(encoding="utf-8") == SAVE + "more\n"
    assert stat.S_IMODE(real.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_written_to_its_end_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "my.rules"
    file.write_text("before", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(file, "after")
    assert [one.name for one in tmp_path.iterdir()] == ["my.rules"]
    assert file.read_text(encoding="utf-8") == "before"


# ---- streams that are not there, or do not end -----------------------------------------------------


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_no_mistake_of_the_program(closed: str, tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m rulewright play cv-pocket --bots random,random --seed 1 {closed}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_line_without_an_end_is_the_end_of_input(tmp_path: Path) -> None:
    surroundings = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    command = [sys.executable, "-m", "rulewright", "play", "cv-pocket", "--seats", "Ann,greedy"]
    with Path("/dev/zero").open("rb") as zero:
        done = subprocess.run(
            command, stdin=zero, capture_output=True, text=True, env=surroundings, timeout=60, check=False
        )
    assert done.returncode == 2
    assert "This line does not end" in done.stdout
    assert "To go on: rulewright play --resume" in done.stdout
