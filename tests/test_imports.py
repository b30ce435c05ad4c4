"""Who may import whom, as a table: a new edge fails, and so does a row that nothing needs any more."""

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
    "interpreter/bots": "rulewright.bots",
    "interpreter/lab": "rulewright.lab",
    "interpreter/cli": "rulewright.cli",
    "interpreter": "rulewright.interpreter",
    "rulesets": "rulewright.rulesets",
}
"""Folders and the packages that they are installed as; a folder inside another stands before it."""

ALLOWED = {
    ("rulewright.dsl", "rulewright.dsl"),
    ("rulewright.interpreter", "rulewright.dsl.model"),
    ("rulewright.interpreter", "rulewright.dsl.problems"),
    ("rulewright.interpreter", "rulewright.dsl.spans"),
    ("rulewright.interpreter", "rulewright.interpreter"),
    ("rulewright.interpreter.words", "rulewright.dsl.suggest"),
    ("rulewright.interpreter.words", "rulewright.dsl.wording"),
    ("rulewright.bots", "rulewright.bots"),
    ("rulewright.bots", "rulewright.interpreter"),
    ("rulewright.lab", "rulewright.bots"),
    ("rulewright.lab", "rulewright.dsl"),
    ("rulewright.lab", "rulewright.interpreter"),
    ("rulewright.lab", "rulewright.lab"),
    ("rulewright.lab", "rulewright.library"),
    ("rulewright.lab", "rulewright.places"),
    ("rulewright.cli", "rulewright"),
    ("rulewright.cli", "rulewright.bots"),
    ("rulewright.cli", "rulewright.cli"),
    ("rulewright.cli", "rulewright.dsl"),
    ("rulewright.cli", "rulewright.interpreter"),
    ("rulewright.cli", "rulewright.lab"),
    ("rulewright.cli", "rulewright.library"),
    ("rulewright.cli", "rulewright.places"),
    ("rulewright", "rulewright.dsl.report"),
    ("rulewright", "rulewright.interpreter"),
    ("rulewright", "rulewright.lab.simulator"),
    ("rulewright", "rulewright.library"),
    ("rulewright.library", "rulewright.dsl"),
    ("rulewright.library", "rulewright.interpreter"),
    ("rulewright.library", "rulewright.places"),
    ("rulewright.places", "rulewright.dsl"),
    ("rulewright.places", "rulewright.interpreter"),
    ("rulewright.__main__", "rulewright.cli"),
}
"""Importer and imported: packages, or single modules of a package, which then need a row of their own."""

OUTSIDE = {
    ("lark", "rulewright.dsl.parse"),
    ("yaml", "rulewright.dsl.yamltree"),
    ("pygments", "rulewright.dsl.colouring"),
    ("click", "rulewright.cli"),
    ("rich", "rulewright.cli"),
    ("platformdirs", "rulewright.cli"),
    ("platformdirs", "rulewright.interpreter.native.cache"),
    ("ctypes", "rulewright.interpreter.native.library"),
    ("ctypes", "rulewright.interpreter.native.machine"),
    ("os", "rulewright.cli"),
    ("os", "rulewright.interpreter.native"),
    ("os", "rulewright.places"),
    ("pathlib", "rulewright.cli"),
    ("pathlib", "rulewright.interpreter.native"),
    ("pathlib", "rulewright.lab"),
    ("pathlib", "rulewright.library"),
    ("pathlib", "rulewright.places"),
    ("random", "rulewright.bots"),
    ("secrets", "rulewright.library"),
    ("shutil", "rulewright.cli"),
    ("shutil", "rulewright.interpreter.native"),
    ("signal", "rulewright.interpreter.native.compilers"),
    ("subprocess", "rulewright.interpreter.native.compilers"),
    ("sys", "rulewright.cli"),
    ("tempfile", "rulewright.interpreter.native"),
}
"""Where the libraries, the disk, the clock, chance and the terminal may be used."""

WATCHED = {library for library, _ in OUTSIDE} | {
    *("time", "datetime", "tempfile", "glob", "io", "socket", "subprocess", "urllib", "pickle", "marshal"),
    *("shelve", "ctypes", "locale", "getpass", "signal", "asyncio", "multiprocessing"),
}
WATCHED_UNLISTED = {("io", "rulewright.lab"), ("io", "rulewright.cli.main")}
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
    """The module belongs to the package; of the facade only what stands in no other package does."""
    if package == "rulewright":
        return name == package
    return name == package or name.startswith(f"{package}.")


def _rows(importer: str, imported: str) -> list[tuple[str, str]]:
    return [row for row in ALLOWED if _within(importer, row[0]) and _within(imported, row[1])]


def test_every_import_inside_the_program_has_a_row_and_every_row_an_import() -> None:
    used: set[tuple[str, str]] = set()
    new: set[tuple[str, str]] = set()
    for path, name in _python_files():
        for imported in _imports(path):
            if imported.split(".")[0] == "rulewright":
                rows = _rows(name, imported)
                used.update(rows)
                if not rows:
                    new.add((name, imported))
    assert (sorted(new), sorted(ALLOWED - used)) == ([], []), "new edges, rows that match nothing"


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


ROOMS = {
    "rulewright.interpreter.code": ("lowering", "engine", "native"),
    "rulewright.interpreter.lowering": ("engine", "native"),
    "rulewright.interpreter.engine": ("lowering", "native"),
    "rulewright.interpreter.native": ("lowering",),
}
"""The rooms of the engine, and those beside them that they know nothing of."""

WORDS = ("words", "texts", "labels", "move_text", "refusals", "log", "views", "spelling")
"""What a card is called, why a move is refused and how an event reads: made outside, from numbers."""


def test_the_rooms_of_the_engine_know_no_words_and_keep_their_floors() -> None:
    found = [
        (name, imported)
        for path, name in _python_files()
        for room, others in ROOMS.items()
        if _within(name, room)
        for imported in _imports(path)
        if any(_within(imported, f"rulewright.interpreter.{one}") for one in (*others, *WORDS))
    ]
    assert found == []


def test_no_module_is_named_like_one_of_the_standard_library() -> None:
    names = {path.stem for folder in (*PACKAGES, "tests") for path in _under(folder)}
    assert sorted((names - {"__init__", "__main__"}) & sys.stdlib_module_names) == []


def _game_words() -> set[str]:
    """What only a certain game would say: ids of games, ids and names of cards, where of several words."""
    names = [file.stem for file in (ROOT / "rulesets").rglob("*.rules")]
    for file in (ROOT / "rulesets").rglob("cards.yaml"):
        for row in yaml.safe_load(file.read_text(encoding="utf-8")):
            names += [row["id"], str(row.get("name", ""))]
    plain = {re.sub("[_-]", " ", name.lower()) for name in names}
    several = {name for name in plain if " " in name}
    return {name.replace(" ", sign) for name in several for sign in " _-"}


def test_the_program_knows_no_game() -> None:
    """The command line and the facade may name a ruleset that ships with the program, as an example."""
    words = _game_words()
    found = []
    for path, name in _python_files():
        text = path.read_text(encoding="utf-8").lower()
        rim = name in ("rulewright", "rulewright.library") or name.startswith("rulewright.cli")
        ids = {one.stem for one in (ROOT / "rulesets").rglob("*.rules")} if rim else set()
        spoken = set(re.findall(r"\w+", text))
        wanted = [word for word in sorted(words - ids) if spoken.issuperset(re.findall(r"\w+", word))]
        found += [f"{name}: {word}" for word in wanted if re.search(rf"\b{re.escape(word)}\b", text)]
    assert found == []
