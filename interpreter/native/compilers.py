"""The C compilers of this machine, and running one.

Looked for are: what the environment's CC names, and nothing else where that is set; else `cc`, `gcc` or
`clang` on the path, then the one in the package `ziglang`. A compiler is given a text of ours in a folder
of ours, has nothing to read from, and is stopped with all that it started when its time is up.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from rulewright.dsl.problems import Fact, Problem

FLAGS = ("-std=gnu11", "-O2", "-w", "-shared", "-fPIC", "-fwrapv", "-ffp-contract=off")
"""What is asked of every compiler: a library to be loaded, in which numbers wrap as they do in hardware, and
those with fractions are worked out step by step, as Python does."""

SECONDS = 60.0
"""How long a compiler may take."""

ON_THE_PATH = ("cc", "gcc", "clang")
SOURCE, OUTPUT, LIBRARY = "game.c", "output.txt", "game.so"


class NotBuilt(Exception):
    """A game cannot be built here; `problem` says why."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.problem = Problem(code, facts=facts)


@frozen
class Compiler:
    """A compiler: what it is called, how it is started, and what tells this version of it from others."""

    name: str
    command: tuple[str, ...]
    identity: str

    def build(self, text: str, folder: Path, seconds: float = SECONDS) -> Path:
        """Make a library of a text in a folder that is there for it. Raises NotBuilt, or OSError."""
        library = folder / LIBRARY
        (folder / SOURCE).write_text(text, encoding="utf-8")
        command = (*self.command, *FLAGS, "-o", LIBRARY, SOURCE)
        with (folder / OUTPUT).open("wb") as output:
            try:
                code = _run(command, folder, output.fileno(), seconds)
            except OSError as error:
                raise NotBuilt("native-failed", compiler=self.name, said=error.strerror or "") from None
        if code is None:
            raise NotBuilt("native-slow", compiler=self.name, seconds=f"{seconds:g}")
        if code or not library.is_file():
            raise NotBuilt("native-failed", compiler=self.name, said=_complaint(folder / OUTPUT))
        (folder / SOURCE).unlink(missing_ok=True)
        (folder / OUTPUT).unlink(missing_ok=True)
        return library


def compilers(environment: Mapping[str, str] = os.environ) -> Iterator[Compiler]:
    """The compilers to be tried, one after another. Raises NotBuilt where CC names none."""
    named = environment.get("CC", "").strip()
    if named:
        yield _named(named)
        return
    for name in ON_THE_PATH:
        program = shutil.which(name)
        # What lies in the folder where one happens to be is somebody else's, here and below.
        if program is not None and os.path.isabs(program):
            yield _compiler(name, (program,))
            break
    package = find_spec("ziglang")
    for folder in () if package is None else package.submodule_search_locations or ():
        folder = os.path.abspath(folder)
        program = shutil.which("zig", path=folder)
        if program is not None and os.path.dirname(folder) != os.getcwd():
            yield _compiler("ziglang", (program, "cc", "-fno-sanitize=undefined"))


def _named(text: str) -> Compiler:
    try:
        program, *arguments = shlex.split(text)
    except ValueError:
        program, arguments = text, []
    found = shutil.which(program)
    if found is None:
        raise NotBuilt("native-cc", name=text)
    return _compiler(os.path.basename(program), (os.path.abspath(found), *arguments))


def _compiler(name: str, command: tuple[str, ...]) -> Compiler:
    """A compiler is told from its other versions by its file: none is started only to be asked for it."""
    file = os.path.realpath(command[0])
    stat = os.stat(file)
    return Compiler(name, command, "\0".join((*command, file, str(stat.st_size), str(stat.st_mtime_ns))))


def _run(command: tuple[str, ...], folder: Path, output: int, seconds: float) -> int | None:
    """The exit code of a program; None where it was not done in time."""
    own_group = os.name == "posix"
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=own_group,
    )
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.returncode is None:
            with suppress(OSError):
                if own_group:
                    os.killpg(process.pid, signal.SIGKILL)
                else:
                    process.kill()
            process.wait()


def _complaint(output: Path) -> str:
    """What a compiler said, in one line: the first that speaks of an error, else the first."""
    with output.open("rb") as opened:
        said = opened.read(20_000).decode("utf-8", "replace")
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line.casefold()), lines[0] if lines else "")
