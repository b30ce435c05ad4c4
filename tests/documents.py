"""Reading the examples out of the pages in docs/, and putting what surrounds a fragment around it.

A comment before a block says what the block needs or is: `<!-- prelude: table -->`, `<!-- file: a.yaml -->`,
`<!-- prelude table is: -->`. A prelude's declaration gives way to one of the same name in the fragment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve, field, frozen

from rulewright.dsl.load import Loaded, load_game
from rulewright.dsl.sources import Unreadable

ROOT = Path(__file__).parent.parent
RULES_FILE = "example.rules"
_FENCE = re.compile(
    r"(?P<comments>(?:^<!--[^\n]*-->\n)*)^```(?P<kind>[a-z]+)(?P<words>[^\n]*)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
_COMMENT = re.compile(r"<!-- (.*?) -->")
_NAMED = ("enum", "group", "cards", "setting", "preset", "zone", "dice", "table", "var", "action", "define")
_KEYS = re.compile(rf"({'|'.join((*_NAMED, 'rule', 'reaction', 'score'))})\s+([A-Za-z0-9_]+)|([a-z]+)")
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


def _keyword_in(text: str, keyword: str) -> str | None:
    return next((key for key, _ in _pieces(text) if key.split(" ")[0] == keyword), None)


def _play_that_offers(text: str) -> str:
    names = [key.split(" ")[1] for key, _ in _pieces(text) if key.startswith("action ")]
    return f"play\n    turns clockwise from starter once\n        choose {', '.join(names)}\n"


def load_block(block: Block) -> Loaded:
    """A block of rules, read and checked, with the files that the page gives it."""
    files = {**block.files, RULES_FILE: game_text(block)}

    def read(name: str) -> bytes:
        if name not in files:
            raise Unreadable("file-missing")
        return files[name].encode()

    return load_game(RULES_FILE, read, "example")
