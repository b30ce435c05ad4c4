"""Command cases: what somebody types and does, and what is told then, in one file.

    # A save whose move was altered is refused with its line.
    files:
      note.txt: a file that is there at the start
    steps:
      - rulewright play first_eight.rules --seats Ann,Bob --seed 1 --save mine.save
      - type: [1, 2, quit]
      - change: mine.save
        from: lay sun-1
        to: lay sun-2
      - rulewright replay mine.save
    exit: 2
    tells:
      save-altered: [line 3]
    shows: [mine.save]

The first line says what the case shows. A step is a command line; `type` answers the command before it, a
line an entry; `change` replaces a text that stands in a file, or with `cut` drops all that follows it. The
toys of the tests lie in the folder. `exit` is the exit code of the last command, 0 unless given. `tells`
holds the codes of all that was told in words, each with words that its message has to hold; `shows` what
else was printed.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from attrs import field, frozen
from commands import Cli

import rulewright.dsl.problems.wording as wording
from rulewright.dsl.problems.wording.entry import Message

COMMANDS = Path(__file__).parent / "commands"
TOYS = Path(__file__).parent / "toys"


@frozen
class Run:
    """A command line, and what is typed into it."""

    arguments: tuple[str, ...]
    typed: str = ""


@frozen
class Change:
    """A text that stands in a file is replaced by another."""

    file: str
    old: str
    new: str
    cut: bool = False


@frozen
class CommandCase:
    """A command case read."""

    files: Mapping[str, str | bytes]
    steps: tuple[Run | Change, ...]
    exit: int
    tells: Mapping[str, tuple[str, ...]]
    shows: tuple[str, ...] = ()


def command_paths() -> list[Path]:
    """All command cases, in order."""
    return sorted(COMMANDS.glob("*/*.yaml"))


def read_command(path: Path) -> CommandCase:
    """A command case file. Raises ValueError for one that is not of this form."""
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    strange = set(found) - {"files", "steps", "exit", "tells", "shows"}
    if strange or "steps" not in found:
        raise ValueError(f"{path.name}: {sorted(strange) or 'no steps'}")
    steps: list[Run | Change] = []
    for step in found["steps"]:
        match step:
            case str():
                words = shlex.split(step)
                if words[0] != "rulewright":
                    raise ValueError(f"{path.name}: a command begins with `rulewright`, not `{words[0]}`")
                steps.append(Run(tuple(words[1:])))
            case {"type": lines}:
                before = steps.pop()
                assert isinstance(before, Run)
                steps.append(Run(before.arguments, "".join(f"{line}\n" for line in lines)))
            case {"change": str(file), "from": str(old), "to": str(new)}:
                steps.append(Change(file, old, new))
            case {"change": str(file), "cut": str(old)}:
                steps.append(Change(file, old, "", cut=True))
            case _:
                raise ValueError(f"{path.name}: I do not know the step {step!r}")
    tells = {code: tuple(map(str, words or ())) for code, words in (found.get("tells") or {}).items()}
    shows = tuple(map(str, found.get("shows") or ()))
    return CommandCase(found.get("files") or {}, tuple(steps), found.get("exit", 0), tells, shows)


@frozen
class Told:
    """What running a command case gave: the last exit code, all that was printed, and what was told."""

    code: int
    printed: str
    messages: Mapping[str, Message] = field(factory=dict)


def run_command(case: CommandCase, cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Do what a case says, in a folder with the toys and its own files."""
    for toy in TOYS.iterdir():
        shutil.copy(toy, folder / toy.name)
    for name, text in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    worded = _listen(monkeypatch)
    code, printed = 0, ""
    for step in case.steps:
        match step:
            case Run(arguments, typed):
                said = cli(*arguments, typed=typed)
                code, printed = said.code, printed + said.out + said.err
            case Change(file, old, new, cut):
                _change(folder / file, old, new, cut)
    flat = _flat(printed)
    return Told(code, printed, {one: text for one, text in worded.items() if _flat(text.title) in flat})


def _listen(monkeypatch: pytest.MonkeyPatch) -> dict[str, Message]:
    """Note everything that is put into words from now on, by its code."""
    worded: dict[str, Message] = {}
    codes: list[str] = []
    entry_of, fill = wording.wording_of, wording.fill

    def look_up(code: str) -> wording.Wording:
        codes.append(code)
        return entry_of(code)

    def fill_in(entry: wording.Wording, facts: Mapping[str, str | int]) -> Message:
        message = fill(entry, facts)
        worded.setdefault(codes[-1], message)
        return message

    monkeypatch.setattr(wording, "wording_of", look_up)
    monkeypatch.setattr(wording, "fill", fill_in)
    return worded


def _change(file: Path, old: str, new: str, cut: bool) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file.name} has no {old!r}"
    before, _, after = text.partition(old)
    file.write_text(before if cut else before + new + after, encoding="utf-8")


def _flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)
