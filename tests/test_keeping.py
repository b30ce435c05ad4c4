"""Files that the command line writes: never over what is no save, and whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from commands import Cli

from rulewright import load, resume
from rulewright.interpreter.cli.save_file import Keeper, write_save
from rulewright.interpreter.cli.whole_file import write_whole
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.saves.lines import OPENING

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


def test_what_a_killed_process_left_beside_a_file_is_gone_with_the_next_writing(tmp_path: Path) -> None:
    file = tmp_path / "my.rules"
    file.write_text("before", encoding="utf-8")
    (tmp_path / ".my.rules.new").write_text("half of wh", encoding="utf-8")
    write_whole(file, "after")
    assert [one.name for one in tmp_path.iterdir()] == ["my.rules"]
    assert file.read_text(encoding="utf-8") == "after"


# ---- a game in a file ------------------------------------------------------------------------------


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file may become larger than this, as on a disk that is full."""
    import resource  # not on every system; tests that use it are marked

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def a_game(moves: int = 0) -> Game:
    game = load("cv-pocket").new_game(2, seed=5)
    for _ in range(moves):
        game.apply(game.legal_moves()[0])
    return game


def test_a_move_is_added_to_the_file_and_nothing_else_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, keeper = a_game(), Keeper(tmp_path / "my.save", chosen=True)
    assert keeper.keep(game)
    monkeypatch.setattr(
        "rulewright.interpreter.cli.save_file.write_save", lambda path, text: pytest.fail("written anew")
    )
    first = (tmp_path / "my.save").stat().st_ino
    for _ in range(5):
        game.apply(game.legal_moves()[0])
        assert keeper.keep(game)
        assert (tmp_path / "my.save").read_text(encoding="utf-8") == game.to_save()
    game.undo(3)
    assert keeper.keep(game)
    game.apply(game.legal_moves()[1])
    assert keeper.keep(game)
    assert (tmp_path / "my.save").read_text(encoding="utf-8") == game.to_save()
    assert (tmp_path / "my.save").stat().st_ino == first
    assert [one.name for one in tmp_path.iterdir()] == ["my.save"]


def test_a_game_taken_up_goes_on_in_its_file_without_its_half_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, file = a_game(4), tmp_path / "my.save"
    held = (game.to_save() + '{"n":5,"se').encode()
    file.write_bytes(held)
    monkeypatch.setattr(
        "rulewright.interpreter.cli.save_file.write_save", lambda path, text: pytest.fail("written anew")
    )
    assert Keeper(file, chosen=True, held=held).keep(game)
    assert file.read_text(encoding="utf-8") == game.to_save()


@pytest.mark.parametrize("meanwhile", ["removed", "emptied", "cut"])
def test_a_file_that_has_lost_what_was_left_there_is_written_anew(tmp_path: Path, meanwhile: str) -> None:
    game, file = a_game(2), tmp_path / "my.save"
    keeper = Keeper(file, chosen=True)
    keeper.keep(game)
    if meanwhile == "removed":
        file.unlink()
    else:
        os.truncate(file, 0 if meanwhile == "emptied" else file.stat().st_size - 30)
    game.apply(game.legal_moves()[0])
    assert keeper.keep(game)
    assert file.read_text(encoding="utf-8") == game.to_save()
    assert [one.name for one in tmp_path.iterdir()] == ["my.save"]


@pytest.mark.parametrize("length", [0, 1, 30])
def test_what_somebody_else_has_written_stays_and_the_game_goes_on_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], length: int
) -> None:
    game, file = a_game(2), tmp_path / "my.save"
    keeper = Keeper(file, chosen=True)
    keeper.keep(game)
    other = game.to_save()[: -length - 1] + "x" * (length + 1)
    file.write_text(other, encoding="utf-8")
    for _ in range(2):
        game.apply(game.legal_moves()[0])
        assert keeper.keep(game)
    assert file.read_text(encoding="utf-8") == other
    assert keeper.path == tmp_path / "my-2.save"
    assert keeper.path.read_text(encoding="utf-8") == game.to_save()
    assert capsys.readouterr().err.count("Somebody else has written in ") == 1


def test_two_that_take_up_one_save_at_once_lose_no_move(tmp_path: Path) -> None:
    game, file = load("cvlt").new_game(2, seed=5), tmp_path / "my.save"
    game.apply(game.legal_moves()[0])
    file.write_text(game.to_save(), encoding="utf-8")
    held = file.read_bytes()
    games = [resume(held).game for _ in range(2)]
    keepers = [Keeper(file, chosen=True, held=held) for _ in games]
    for turn in range(
        3
    ):  # in the first the moves are of one length, so that the size of the file tells nothing
        for choice, one, keeper in zip((0, 1), games, keepers, strict=True):
            one.apply(one.legal_moves()[0 if turn else choice])
            assert keeper.keep(one)
    for one, keeper in zip(games, keepers, strict=True):
        assert resume(keeper.path.read_bytes()).game.digest() == one.digest()


@posix
def test_on_a_full_disk_the_moves_saved_before_stay_and_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, file = a_game(3), tmp_path / "my.save"
    keeper = Keeper(file, chosen=True)
    keeper.keep(game)
    before = game.to_save()
    game.apply(game.legal_moves()[0])
    with room_for(len(before) + 20):
        assert not keeper.keep(game)
        assert not keeper.keep(game)
    assert file.read_text(encoding="utf-8") == before
    told = capsys.readouterr().err
    assert told.count("cannot be saved") == 1
    assert told.endswith("3 of its 4 moves are saved.)\n")
    assert keeper.keep(game)
    assert file.read_text(encoding="utf-8") == game.to_save()
    assert "is saved in" in capsys.readouterr().err


@posix
def test_on_a_disk_that_is_full_from_the_start_nothing_is_said_to_be_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = a_game(2)
    keeper = Keeper(tmp_path / "my.save", chosen=True)
    with room_for(100):
        assert not keeper.keep(game)
    assert "Nothing of it is saved." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_game_on_a_full_disk_ends_with_what_is_saved_of_it(tmp_path: Path, cli: Cli) -> None:
    arguments = ("play", "cv-pocket", "--seats", "Ann,Bob", "--seed", "5", "--save", "my.save")
    cli(*arguments, typed="1\n1\n")
    room = (tmp_path / "my.save").stat().st_size + 10
    for typed, last in (
        ("1\n1\n1\n1\nquit\n", "The game is not over. 2 of its 4 moves are saved. To go on: rulewright play"),
        ("pass\npass\n", "The game could not be kept in my.save. 1 of its 2 moves are saved."),
    ):
        with room_for(room if "quit" in typed else room - 90):
            said = cli(*arguments, typed=typed)
        assert said.code == 2
        assert last in said.out
        assert cli("play", "--resume", "my.save", typed="quit\n").code == 0


@posix
def test_a_game_killed_between_two_moves_leaves_its_save_and_nothing_else(tmp_path: Path) -> None:
    words = "-m rulewright play cv-pocket --seats Ann,Bob --save my.save"
    command = [sys.executable, *words.split()]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=tmp_path
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write("1\n1\n")
        child.stdin.flush()
        prompts = 0
        while prompts < 3:  # the third is asked for when two moves are made
            prompts += child.stdout.read(1) == ">"
        child.kill()
    assert [one.name for one in tmp_path.iterdir()] == ["my.save"]
    assert len(resume((tmp_path / "my.save").read_bytes()).game.moves) == 2


# ---- readers that go, and disks that are full -------------------------------------------------------


@posix
@pytest.mark.parametrize(
    "command", ["play cv-pocket --bots random,random", "info cvlt", "info nix 2>&1", "--help"]
)
def test_whoever_reads_may_go_at_any_line(command: str, tmp_path: Path) -> None:
    line = f'"{sys.executable}" -m rulewright {command}; echo $? >&2'
    with subprocess.Popen(
        ["sh", "-c", f"({line}) 3>&1 | true"], stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as child:
        assert child.stderr is not None
        assert child.stderr.read() == "0\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("command", ["list", "play cv-pocket --bots random,random", "info nix 2>/dev/full"])
def test_what_cannot_be_printed_is_told_once(command: str, tmp_path: Path) -> None:
    line = f'"{sys.executable}" -m rulewright {command} >/dev/full'
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    told = "" if "2>" in command else "What there is to say cannot be written: No space left on device.\n"
    assert done.stderr == told


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
