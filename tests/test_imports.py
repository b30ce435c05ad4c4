"""Who may import whom, as a table: a new edge fails, and so does an entry that nothing needs any more."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
PACKAGES = {
    "grammar": "rulewright.grammar",
    "dsl": "rulewright.dsl",
    "interpreter/facade": "rulewright",
    "interpreter": "rulewright.interpreter",
    "rulesets": "rulewright.rulesets",
}
"""Folders and the packages that they are installed as; a folder inside another stands before it."""

ROOMS = {
    "dsl.problems": "",
    "dsl.model": "dsl.problems",
    "dsl.data": "dsl.problems dsl.model",
    "dsl.syntax": "dsl.problems dsl.data",
    "dsl.check": "dsl.problems dsl.model dsl.data dsl.syntax",
    "dsl.variants": "dsl.problems dsl.data dsl.syntax",
    "dsl.sources": "dsl.problems dsl.data dsl.syntax dsl.variants",
    "dsl.load": "dsl.problems dsl.model dsl.data dsl.syntax dsl.check dsl.variants dsl.sources",
    "dsl.difference": "dsl.problems dsl.model dsl.syntax dsl.variants dsl.load",
    "interpreter.state": "dsl.model",
    "interpreter.code": "dsl.problems dsl.model interpreter.state",
    "interpreter.lowering": "dsl.problems dsl.model interpreter.state interpreter.code",
    "interpreter.engine": "dsl.problems dsl.model interpreter.state interpreter.code interpreter.lowering",
    "interpreter.native": "dsl.problems interpreter.state interpreter.code interpreter.engine",
    "interpreter.words": "dsl.problems dsl.model interpreter.state interpreter.engine",
    "interpreter.game": "dsl.problems dsl.model interpreter.state interpreter.code interpreter.lowering "
    "interpreter.engine interpreter.native interpreter.words",
    "interpreter.library": "dsl.problems dsl.model dsl.data dsl.syntax dsl.sources dsl.load "
    "interpreter.state interpreter.engine interpreter.game",
    "interpreter.solve": "dsl.problems interpreter.engine interpreter.native interpreter.game",
    "interpreter.bots": "dsl.problems interpreter.engine interpreter.game interpreter.solve",
    "interpreter.lab": "dsl.problems dsl.model dsl.data dsl.syntax dsl.sources dsl.load interpreter.state "
    "interpreter.lowering interpreter.engine interpreter.native interpreter.words interpreter.game "
    "interpreter.library interpreter.bots",
    "interpreter.cli": "dsl.problems dsl.model dsl.syntax dsl.variants dsl.sources dsl.load dsl.difference "
    "interpreter.state interpreter.code interpreter.engine interpreter.words interpreter.game "
    "interpreter.library interpreter.bots interpreter.lab facade",
    "facade": "dsl.problems interpreter.engine interpreter.game interpreter.library interpreter.cli",
}
"""The rooms of both houses, from the ground up, and what each knows of: of those above it, nothing."""

GO_ROUND = {("interpreter.cli", "facade")}
"""The command line says which version this is; `python -m rulewright` is the command line."""

WORDLESS = ("state", "code", "lowering", "engine", "native")
"""The rooms that know no words: what a card is called, why a move is refused, how a problem reads."""

OUTSIDE = {
    ("lark", "rulewright.dsl.syntax.parse"),
    ("yaml", "rulewright.dsl.data.yamltree"),
    ("pygments", "rulewright.dsl.syntax.colouring"),
    ("click", "rulewright.interpreter.cli"),
    ("rich", "rulewright.interpreter.cli"),
    ("platformdirs", "rulewright.interpreter.cli"),
    ("platformdirs", "rulewright.interpreter.native.cache"),
    ("ctypes", "rulewright.interpreter.native.library"),
    ("ctypes", "rulewright.interpreter.native.machine"),
    ("ctypes", "rulewright.interpreter.native.solver"),
    ("os", "rulewright.interpreter.cli"),
    ("os", "rulewright.interpreter.native"),
    ("os", "rulewright.interpreter.library.places"),
    ("pathlib", "rulewright.interpreter.cli"),
    ("pathlib", "rulewright.interpreter.native"),
    ("pathlib", "rulewright.interpreter.lab"),
    ("pathlib", "rulewright.interpreter.library.checking"),
    ("pathlib", "rulewright.interpreter.library.rulesets"),
    ("pathlib", "rulewright.interpreter.library.places"),
    ("random", "rulewright.interpreter.bots"),
    ("secrets", "rulewright.interpreter.library.rulesets"),
    ("shutil", "rulewright.interpreter.cli"),
    ("shutil", "rulewright.interpreter.native"),
    ("signal", "rulewright.interpreter.native.compilers"),
    ("subprocess", "rulewright.interpreter.native.compilers"),
    ("sys", "rulewright.interpreter.cli"),
    ("tempfile", "rulewright.interpreter.native"),
    ("time", "rulewright.interpreter.cli.progress"),
}
"""Where the libraries, the disk, the clock, chance and the terminal may be used."""

WATCHED = {library for library, _ in OUTSIDE} | {
    *("time", "datetime", "tempfile", "glob", "io", "socket", "subprocess", "urllib", "pickle", "marshal"),
    *("shelve", "ctypes", "locale", "getpass", "signal", "asyncio", "multiprocessing"),
}
WATCHED_UNLISTED = {("io", "rulewright.interpreter.lab"), ("io", "rulewright.interpreter.cli.main")}
"""`io.StringIO` is a text in memory, not a file: for figures, and for a standard stream that was closed."""


def _python_files() -> Iterator[tuple[Path, str]]:
    """Every module of the program with its full name."""
    for path in sorted(path for folder in ("grammar", "dsl", "interpreter") for path in _under(folder)):
        relative = path.relative_to(ROOT)
        home = next(one for one in PACKAGES if relative.is_relative_to(one))
        inner = relative.relative_to(home).with_suffix("").parts
        parts = [PACKAGES[home], *inner]
        yield path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _under(folder: str) -> list[Path]:
    return [one for one in (ROOT / folder).rglob("*.py") if "__pycache__" not in one.parts]


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield str(node.module)


def _within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _room(name: str) -> str:
    """The room of a module."""
    parts = name.split(".")[1:3]
    return ".".join(parts) if parts[:1] in (["dsl"], ["interpreter"]) else "facade"


def test_every_room_knows_what_its_row_says_and_nothing_above() -> None:
    used: dict[str, set[str]] = {room: set() for room in ROOMS}
    for path, name in _python_files():
        for imported in _imports(path):
            if imported.split(".")[0] == "rulewright" and _room(imported) != _room(name):
                used[_room(name)].add(_room(imported))
    assert used == {room: set(row.split()) for room, row in ROOMS.items()}
    floors = list(ROOMS)
    for room, row in ROOMS.items():
        for below in row.split():
            assert floors.index(below) < floors.index(room) or (room, below) in GO_ROUND


def test_libraries_disk_clock_and_terminal_stay_at_the_rim() -> None:
    used: set[tuple[str, str]] = set()
    new: set[tuple[str, str]] = set()
    allowed = OUTSIDE | WATCHED_UNLISTED
    for path, name in _python_files():
        for imported in {one.split(".")[0] for one in _imports(path)} & WATCHED:
            rows = {row for row in allowed if row[0] == imported and _within(name, row[1])}
            used |= rows
            if not rows:
                new.add((imported, name))
    assert (sorted(new), sorted(allowed - used)) == ([], []), "new uses, rows that match nothing"


def test_the_engine_computes_and_does_nothing_else() -> None:
    calls = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}
    found = [
        f"{name}: {node.func.id}"
        for path, name in _python_files()
        if name.startswith(("rulewright.dsl", "rulewright.interpreter"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in calls
    ]
    printed = "rulewright.interpreter.code.python"  # loads the program that it has printed
    assert found == [f"{printed}: compile", f"{printed}: exec"]


def test_what_runs_games_knows_no_words() -> None:
    words = ("report", "suggest", "wording")
    found = [
        (name, imported)
        for path, name in _python_files()
        if _within(name, "rulewright.interpreter") and name.split(".")[2:3] and name.split(".")[2] in WORDLESS
        for imported in _imports(path)
        if any(_within(imported, f"rulewright.dsl.problems.{one}") for one in words)
    ]
    assert found == []


def test_no_module_is_named_like_one_of_the_standard_library() -> None:
    names = {path.stem for folder in (*PACKAGES, "tests") for path in _under(folder)}
    assert sorted((names - {"__init__", "__main__"}) & sys.stdlib_module_names) == []


def _game_words() -> set[str]:
    """What only a certain game would say: ids of games; ids and names of files and cards of several words."""
    files = list((ROOT / "rulesets").rglob("*.rules"))
    games = {file.stem for file in files if file.stem == file.parent.name}
    names = [file.stem for file in files]
    for file in (ROOT / "rulesets").rglob("cards.yaml"):
        for row in yaml.safe_load(file.read_text(encoding="utf-8")):
            names += [row["id"], str(row.get("name", ""))]
    plain = {re.sub("[_-]", " ", name.lower()) for name in names}
    several = {name for name in plain if " " in name}
    return games | {name.replace(" ", sign) for name in several for sign in " _-"}


def test_the_program_knows_no_game() -> None:
    """The command line and the facade may name a ruleset that ships with the program, as an example."""
    words = _game_words()
    found = []
    for path, name in _python_files():
        text = path.read_text(encoding="utf-8").lower()
        rim = _room(name) in ("facade", "interpreter.library", "interpreter.cli")
        ids = {one.stem for one in (ROOT / "rulesets").rglob("*.rules")} if rim else set()
        spoken = set(re.findall(r"\w+", text))
        wanted = [word for word in sorted(words - ids) if spoken.issuperset(re.findall(r"\w+", word))]
        found += [f"{name}: {word}" for word in wanted if re.search(rf"\b{re.escape(word)}\b", text)]
    assert found == []
