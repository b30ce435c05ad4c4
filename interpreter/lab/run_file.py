"""A run in a file: a line that says what is played, then a line for each part that was played.

Whatever happens to the program, the parts of whole lines are there. A last line that breaks off is dropped,
and its games are played again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from attrs import define, frozen

from rulewright.dsl.problems import Problem, Rejected, problem
from rulewright.dsl.problems.spans import Source, Span

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

FORMAT = "rulewright-run"
VERSION = 1
MOST_BYTES = 1 << 30
"""The largest file that is read."""


@frozen
class Part:
    """So many games from a number on, and what they come to."""

    first: int
    count: int
    result: Json


class RunFileError(Rejected):
    """A file does not hold this run. `problems` tell why and in which line."""


@define
class RunFile:
    """The file of a run that is being played, and the parts that were in it."""

    path: Path
    parts: tuple[Part, ...] = ()

    @classmethod
    def opened(cls, path: Path, identity: Mapping[str, Json], games: int, *, go_on: bool) -> RunFile:
        """A new file, or one that is there to go on with. Raises RunFileError, OSError."""
        if go_on:
            return cls(path, _read(path, identity, games))
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(_line({"format": FORMAT, "version": VERSION, "games": games, "run": identity}))
        except FileExistsError:
            raise RunFileError([problem("run-file-there", name=str(path))]) from None
        return cls(path)

    def add(self, part: Part) -> None:
        """Keep one more part. Raises OSError."""
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            values = {"first": part.first, "count": part.count, "result": part.result}
            file.write(_line({**values, "check": _check(part.result)}))


def _check(result: Json) -> int:
    """A number by which it shows that a result was altered."""
    return zlib.crc32(_line({"result": result}).encode())


def _line(values: Mapping[str, object]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")) + "\n"


@frozen
class Head:
    """What the first line of a file says: how many games were to be played, and of which run."""

    games: int
    run: Mapping[str, Json]


def read_head(path: Path) -> Head:
    """The first line of a file. Raises RunFileError, OSError."""
    with path.open("rb") as file:
        return _head(path, file.readline(MOST_BYTES).decode("utf-8", "replace"))


def _head(path: Path, line: str) -> Head:
    head = _values(path, 1, line)
    match head:
        case {"format": "rulewright-run", "version": 1, "games": int(games), "run": dict(run)}:
            return Head(games, run)
        case {"format": "rulewright-run", "version": int(other)} if other != VERSION:
            raise _refused("run-file-version", path, 1, line, there=other, here=VERSION)
    raise _refused("run-file-form", path, 1, line)


def _read(path: Path, identity: Mapping[str, Json], games: int) -> tuple[Part, ...]:
    """The parts in a file; a last line that breaks off is cut off. Raises RunFileError, OSError."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES)
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.decode("utf-8", "replace").splitlines()
    head = _head(path, lines[0] if lines else "")
    other = _difference(head.run, json.loads(json.dumps(identity)))
    if other is not None:
        key, there, here = other
        raise _refused("run-file-other", path, 1, lines[0], key=key, there=_told(there), here=_told(here))
    parts = tuple(_parts(path, lines[1:], games))
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return parts


def _difference(there: Mapping[str, Json], here: Mapping[str, Json]) -> tuple[str, Json, Json] | None:
    """What two runs first differ in: its name, and what each says."""
    for key in dict.fromkeys([*here, *there]):
        one, other = there.get(key), here.get(key)
        if isinstance(one, dict) and isinstance(other, dict):
            within = _difference(one, other)
            if within is not None:
                return f"{key}: {within[0]}", *within[1:]
        elif one != other:
            return key, one, other
    return None


def _parts(path: Path, lines: list[str], games: int) -> Iterator[Part]:
    held: list[Part] = []
    for number, line in enumerate(lines, 2):
        match _values(path, number, line):
            case {"first": int(first), "count": int(count), "result": result, "check": int(check)} if (
                first >= 0 and count > 0 and check == _check(result)
            ):
                part = Part(first, count, result)
            case _:
                raise _refused("run-file-form", path, number, line)
        if first + count > games:
            raise _refused("run-file-games", path, number, line, there=first + count, here=games)
        held.append(part)
        yield part
    held.sort(key=lambda one: one.first)
    for before, after in pairwise(held):
        if before.first + before.count > after.first:
            raise RunFileError([problem("run-file-twice", name=path.name, game=after.first + 1)])


def _values(path: Path, number: int, line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise _refused("run-file-form", path, number, line) from None


def _told(value: Json) -> str:
    parts = value if isinstance(value, list) else [value]
    text = ", ".join(one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in parts)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _refused(code: str, path: Path, number: int, line: str, **facts: str | int) -> RunFileError:
    """A problem at a line of the file; long lines are shown by their beginnings."""
    span = Span(path.name, number, 1, number, 2)
    source = Source(path.name, "\n" * (number - 1) + line[:100])
    found: Problem = problem(code, span, **facts)
    return RunFileError([found], {path.name: source})
