"""Case files: a small game and what is to be said of it, in one file.

Below a line that is wrong stands a comment with carets and what is expected of it:

    define far = colunm + 1
    #            ^^^^^^ unknown-name: colunm, Did you mean

The first caret marks the column where the problem begins; `#<` stands for the first column. Then come
the code (`warning unused` for a warning) and words that must occur in the message, separated by commas.
`#! 1:1 no-game: words` gives the place in figures. At the end of the file, lines that begin with `#|`
hold further files: `#| cards.yaml` begins one, the lines below are its text, with expectations of its
own; in a table, which has no comments, these are left out of the text. `#| broken.rules = file-is-folder` is
a file that cannot be read, for that reason. Files that begin as variants are laid over the game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from attrs import field, frozen

from rulewright.dsl.load import Loaded, load_game
from rulewright.dsl.problems import Problem
from rulewright.dsl.problems.wording import word
from rulewright.dsl.sources import Unreadable, VariantFile

CASES = Path(__file__).parent / "cases"
_EXPECTATION = re.compile(r"\s*#(?P<gap>\s*)(?P<mark>\^+|<)\s*(?P<said>[a-z].*)")
_PLACED = re.compile(r"#! (?P<line>\d+):(?P<column>\d+) (?P<said>[a-z].*)")
_SAID = re.compile(r"(?P<warning>warning )?(?P<code>[a-z][a-z0-9-]*)(?:: (?P<words>.*))?")
_FILE = re.compile(r"(?P<name>[\w./-]+\.(?:yaml|csv|xlsx|rules))(?: = (?P<reason>[a-z-]+))?")


@frozen(order=True)
class Expected:
    """One expected problem: its place and code, and words of its message."""

    file: str
    line: int
    column: int
    code: str
    warning: bool
    words: tuple[str, ...]

    def meets(self, found: Problem) -> bool:
        """The problem is the expected one, down to the words."""
        place = (found.span.file, found.span.line, found.span.column)
        if place != (self.file, self.line, self.column) or found.code != self.code:
            return False
        return found.warning is self.warning and all(one in message_of(found) for one in self.words)


@frozen
class Case:
    """A case file read: its files by name, what cannot be read, and what is expected."""

    main: str
    files: Mapping[str, str]
    unreadable: Mapping[str, str] = field(factory=dict)
    expected: tuple[Expected, ...] = ()

    def load(self) -> Loaded:
        """Load the game of the case from memory."""

        def read(name: str) -> bytes:
            if name in self.unreadable:
                raise Unreadable(self.unreadable[name])
            if name not in self.files:
                raise Unreadable("file-missing")
            return self.files[name].encode()

        variants = [
            VariantFile(name, name, read, name)
            for name, text in self.files.items()
            if name != self.main and re.search(r'^variant "', text, re.MULTILINE)
        ]
        return load_game(self.main, read, "case", variants=variants)


def case_paths(kind: str) -> list[Path]:
    """All case files of a kind ("good" or "bad"), in order."""
    return sorted(CASES.glob(f"*/{kind}/*.rules"))


def read_case(path: Path) -> Case:
    """A case file, with what it expects of each of its files."""
    main: list[str] = []
    files = {path.name: main}
    unreadable: dict[str, str] = {}
    current = main
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#|"):
            main.append(line)
            continue
        text = line[3:]
        header = _FILE.fullmatch(text)
        if header is None:
            current.append(text)
        elif header["reason"]:
            unreadable[header["name"]] = header["reason"]
        else:
            current = files.setdefault(header["name"], [])
    expected = [one for name, lines in files.items() for one in _expectations(name, lines)]
    texts = {name: "".join(f"{line}\n" for line in _text(name, lines)) for name, lines in files.items()}
    return Case(path.name, texts, unreadable, tuple(expected))


def message_of(problem: Problem) -> str:
    """All that is said of a problem, in one line."""
    message = word(problem.code, dict(problem.facts))
    return " ".join((message.title, message.why, message.instead))


def shown(problem: Problem) -> str:
    """A problem as a failing test shows it."""
    span = problem.span
    kind = "warning " if problem.warning else ""
    return f"{span.file}:{span.line}:{span.column} {kind}{problem.code}: {message_of(problem)}"


def _text(file: str, lines: list[str]) -> list[str]:
    """The lines of a file; those that say what is expected are comments, which a table cannot have."""
    return [line for line in lines if not (file.endswith(".csv") and _EXPECTATION.fullmatch(line))]


def _expectations(file: str, lines: list[str]) -> list[Expected]:
    found: list[Expected] = []
    above = 1
    left_out = 0
    for number, line in enumerate(lines, start=1):
        placed, marked = _PLACED.fullmatch(line), _EXPECTATION.fullmatch(line)
        if placed:
            found.append(_expected(file, int(placed["line"]), int(placed["column"]), placed["said"]))
        elif marked:
            column = 1 if marked["mark"] == "<" else line.index("^") + 1
            found.append(_expected(file, above, column, marked["said"]))
            left_out += file.endswith(".csv")
        else:
            above = number - left_out
    return found


def _expected(file: str, line: int, column: int, said: str) -> Expected:
    read = _SAID.fullmatch(said)
    if read is None:
        raise ValueError(f"{file}: I cannot read the expectation {said!r}")
    words = tuple(one.strip() for one in (read["words"] or "").split(",") if one.strip())
    return Expected(file, line, column, read["code"], bool(read["warning"]), words)
