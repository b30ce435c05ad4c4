"""Reading the examples out of the pages in docs/, and putting what surrounds a fragment around it.

A comment before a block says what the block needs or is: `<!-- prelude: table -->`, `<!-- file: a.yaml -->`,
`<!-- prelude table is: -->`. A prelude's declaration gives way to one of the same name in the fragment.
`<!-- adds to: a.rules -->` puts the declarations of a block into a file shown above it, and
`<!-- instead in a.rules: OLD => NEW -->` is a slip made in that file for the block below.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from attrs import evolve, field, frozen

from rulewright.dsl.load import Loaded, load_game
from rulewright.dsl.sources import Unreadable
from rulewright.interpreter.cli.main import run

ROOT = Path(__file__).parent.parent
RULES_FILE = "example.rules"
_FENCE = re.compile(
    r"(?P<comments>(?:^<!--[^\n]*-->\n)*)^```(?P<kind>[a-z]+)(?P<words>[^\n]*)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_COMMENT = re.compile(r"<!-- (.*?) -->")
_NAMED = ("enum", "group", "cards", "setting", "preset", "zone", "dice", "table", "var", "action", "define")
_KEYS = re.compile(rf"({'|'.join((*_NAMED, 'rule', 'reaction', 'score'))})\s+([A-Za-z0-9_]+)|([a-z]+)")
_TYPED = re.compile(r"[A-Z]\w*> .")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@frozen
class Block:
    """One fenced example of a page.

    `kind` and `words` are what stands behind its fence, `comments` what the comments before it say,
    `after` the block that follows it, if any; `files` are the named blocks above it.
    """

    page: str
    line: int
    kind: str
    words: tuple[str, ...]
    comments: tuple[str, ...]
    text: str
    files: Mapping[str, str] = field(repr=False)
    preludes: Mapping[str, str] = field(repr=False)
    after: Block | None = field(default=None, repr=False)

    @property
    def label(self) -> str:
        """A name for test reports: page and line."""
        return f"{self.page}:{self.line}"

    def said(self, what: str) -> str | None:
        """What a comment of the form `what: ...` says; None without one."""
        return next((one[len(what) + 2 :] for one in self.comments if one.startswith(f"{what}: ")), None)

    def write_files(self, folder: Path) -> None:
        """Write the files that the page has shown so far, with the slips of this block."""
        for name, text in self.files.items():
            for old, new in self._slips(name):
                assert old in text, f"{self.label}: {name} does not say {old}"
                text = text.replace(old, new)
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def _slips(self, name: str) -> list[tuple[str, str]]:
        told = (one.removeprefix(f"instead in {name}: ") for one in self.comments if name in one)
        return [(old, new) for old, arrow, new in (one.partition(" => ") for one in told) if arrow]


def page_text(page: str) -> str:
    """The text of a page, by its path from the root of the repository."""
    return (ROOT / page).read_text(encoding="utf-8")


def read_pages(pages: Iterable[str]) -> list[Block]:
    """The fenced blocks of some pages, in order; the files of a page are there for those after it, too."""
    files: dict[str, str] = {}
    preludes: dict[str, str] = {}
    found: list[Block] = []
    for page in pages:
        text = page_text(page)
        read = [_block(page, text, fence, files, preludes) for fence in _FENCE.finditer(text)]
        found += [evolve(one, after=after) for one, after in zip(read, [*read[1:], None], strict=False)]
    return found


def _block(
    page: str, text: str, fence: re.Match[str], files: dict[str, str], preludes: dict[str, str]
) -> Block:
    comments = tuple(_COMMENT.findall(fence["comments"]))
    for comment in comments:
        if comment.startswith("file: "):
            files[comment.removeprefix("file: ")] = fence["text"]
        elif comment.startswith("adds to: "):
            name, _, without = comment.removeprefix("adds to: ").partition(", without ")
            files[name] = joined(files[name], fence["text"], without)
        elif comment.startswith("prelude ") and comment.endswith(" is:"):
            preludes[comment.split(" ")[1]] = fence["text"]
    return Block(
        page,
        text.count("\n", 0, fence.start("kind")) + 1,
        fence["kind"],
        tuple(fence["words"].split()),
        comments,
        fence["text"],
        dict(files),
        dict(preludes),
    )


# ---- whole games out of fragments ----------------------------------------------------------------


def game_text(block: Block) -> str:
    """The text of a block of rules as a whole game, the block first, so that lines count from its own."""
    if block.said("adds to") is not None:
        return _grown(block)
    said = block.said("prelude")
    if said is None:
        return block.text
    name, _, without = said.partition(", without ")
    own = _as_declarations(block)
    kept = [
        piece
        for key, piece in _pieces(block.preludes[name])
        if key not in {key for key, _ in _pieces(own)} and key.split(" ")[0] not in without.split()
    ]
    if _keyword_in(own, "play") is None and _keyword_in(own, "action") is not None:
        kept = [piece for piece in kept if not piece.startswith("play")]
        own += _play_that_offers(own)
    if _keyword_in(own, "play") is not None:
        kept = _without_idle_actions(kept, own)
    return own + "".join(kept)


def variant_text(block: Block) -> str:
    """The text of a block of changes as a whole variant; `<!-- variant of: GAME -->` asks for a head."""
    game = block.said("variant of")
    if block.said("adds to") is not None:
        return _grown(block)
    return block.text if game is None else f'language 1\nvariant "Example" of "{game}"\n\n{block.text}'


def _grown(block: Block) -> str:
    return block.files[(block.said("adds to") or "").partition(",")[0]]


def _without_idle_actions(kept: list[str], own: str) -> list[str]:
    """The prelude's pieces less the actions that nothing offers, which would be a problem."""
    offering = [own, *(piece for piece in kept if piece.startswith("rule"))]
    offered = {name for piece in offering for name in _WORD.findall(piece)}
    return [piece for piece in kept if not piece.startswith("action") or _WORD.findall(piece)[1] in offered]


def _as_declarations(block: Block) -> str:
    """Fragments of statements become the body of an action or of play."""
    indented = re.sub(r"^(?=.)", "    ", block.text, flags=re.MULTILINE)
    if "effects" in block.words:
        awarded = re.findall(r"^award .* for ([a-z]+)", block.text, re.MULTILINE)
        scores = "".join(f"score {name} from awards\n" for name in sorted(set(awarded)))
        return f"action example(c in hand[me], d in pile, p in players)\n{indented}{scores}"
    return f"play\n{indented}" if "flow" in block.words else block.text


def _pieces(text: str) -> list[tuple[str, str]]:
    """The declarations of a text, each with its key: keyword and name."""
    pieces = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)
    found = []
    for piece in pieces:
        match = _KEYS.match(piece)
        if match is not None:
            found.append((f"{match[1]} {match[2]}" if match[1] else match[3], piece))
    return found


def joined(text: str, more: str, without: str = "") -> str:
    """A file with further declarations: each in the place of its namesake, or at the end.

    `without` is the keyword and name of a declaration that is taken out.
    """
    new = dict(_pieces(more))
    kept = [(key, new.pop(key, piece)) for key, piece in _pieces(text) if key != without]
    return "".join(f"{piece.rstrip()}\n\n" for piece in (*(piece for _, piece in kept), *new.values()))


def declarations_of(text: str) -> dict[str, str]:
    """The declarations of a file by keyword and name, without comments and empty lines."""
    plain = re.sub(r"[ \t]*#.*|\n(?=\n)", "", text)
    return {key: piece.strip() for key, piece in _pieces(plain)}


def _keyword_in(text: str, keyword: str) -> str | None:
    return next((key for key, _ in _pieces(text) if key.split(" ")[0] == keyword), None)


def _play_that_offers(text: str) -> str:
    names = [key.split(" ")[1] for key, _ in _pieces(text) if key.startswith("action ")]
    return f"play\n    turns clockwise from starter once\n        choose {', '.join(names)}\n"


def load_block(block: Block) -> Loaded:
    """A block of rules, read and checked, with the files that the page gives it."""
    files = {**block.files, RULES_FILE: game_text(block)}

    def read(name: str) -> bytes:
        shipped = ROOT / "rulesets" / name
        if name not in files and name.startswith("lib/") and shipped.is_file():
            return shipped.read_bytes()
        if name not in files:
            raise Unreadable("file-missing")
        return files[name].encode()

    return load_game(RULES_FILE, read, "example")


# ---- the command line ----------------------------------------------------------------------------


@frozen
class Console:
    """A command as a page shows it: its words, what is typed at its prompts, and lines of what it prints.

    A line `...` stands for any lines in between.
    """

    command: tuple[str, ...]
    typed: str = ""
    shown: tuple[str, ...] = ()

    @classmethod
    def of(cls, block: Block) -> Console:
        """The command of a block that begins with `$ rulewright`; what is typed stands behind `NAME> `."""
        first, *shown = block.text.splitlines()
        name, *words = shlex.split(first.removeprefix("$ "), comments=True)
        assert name == "rulewright", first
        typed = [line for line in shown if _TYPED.match(line)]
        return cls(
            tuple(words),
            "".join(f"{line.partition('> ')[2]}\n" for line in typed),
            tuple(line for line in shown if line != "..."),
        )

    def first_missing(self, printed: str) -> str | None:
        """The first line shown that was not printed, or not in this order; None where all were."""
        rest = iter(printed.splitlines())
        return next((line for line in self.shown if line not in rest), None)


def printed_by(
    console: Console, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """What a command prints in a folder, its complaints included; saved games stay in that folder, too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdin", io.StringIO(console.typed))
    run(console.command)
    captured = capsys.readouterr()
    return captured.out + captured.err
