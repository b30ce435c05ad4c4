"""What a command loads before it does anything: no more than it needs, since all of it takes time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TOY = str(Path(__file__).parent / "toys" / "leaky.rules")
RUN = """\
import sys
from rulewright.interpreter.cli.main import run
code = run(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""


def rooms_loaded(*arguments: str) -> set[str]:
    """The rooms of the program, and the libraries, that a command has loaded when it ends."""
    done = subprocess.run([sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=True)
    return {".".join(name.split(".")[1:3]) or name for name in done.stderr.split()}


@pytest.mark.parametrize("arguments", [("check", TOY), ("format", "--check", TOY), ("diff", TOY, TOY)])
def test_what_plays_nothing_loads_nothing_that_plays(arguments: tuple[str, ...]) -> None:
    loaded = rooms_loaded(*arguments)
    assert "dsl.syntax" in loaded
    assert loaded.isdisjoint({"interpreter.code", "interpreter.lowering", "interpreter.native"})
