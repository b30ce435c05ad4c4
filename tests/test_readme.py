"""What README.md shows is what happens: its commands, its output, its excerpt, its first house rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from documents import ROOT, Block, Console, printed_by, read_pages

BLOCKS = read_pages(("README.md",))
CONSOLE = [block for block in BLOCKS if block.kind == "console"]
EXCERPTS = [block for block in BLOCKS if "excerpt" in block.words]
VARIANTS = [block for block in BLOCKS if "variant" in block.words]
MISSPELT = (
    (ROOT / "rulesets/cv-pocket/cv-pocket.rules").read_text("utf-8").replace("in all column", "in all colunm")
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that the README speaks of, and nothing of this repository."""
    (tmp_path / "misspelt.rules").write_text(MISSPELT, "utf-8")
    (tmp_path / "cards.yaml").write_bytes((ROOT / "rulesets/cv-pocket/cards.yaml").read_bytes())
    for block in VARIANTS:
        (tmp_path / "kind-school.rules").write_text(block.text, "utf-8")
    return tmp_path


@pytest.mark.parametrize("block", CONSOLE, ids=lambda block: block.label)
def test_commands_print_what_is_shown(
    block: Block, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    console = Console.of(block)
    printed = printed_by(console, folder, monkeypatch, capsys)
    assert console.first_missing(printed) is None, printed


@pytest.mark.parametrize("block", EXCERPTS, ids=lambda block: block.label)
def test_the_excerpt_stands_in_the_rules(block: Block) -> None:
    rules = (ROOT / "rulesets/cv-pocket/cv-pocket.rules").read_text("utf-8").splitlines()
    written = [line.split("  #")[0].rstrip() for line in rules]
    for line in block.text.splitlines():
        assert line in written


@pytest.mark.parametrize("block", VARIANTS, ids=lambda block: block.label)
def test_the_first_house_rule_plays(
    block: Block, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "simulate cv-pocket --with kind-school.rules --players 3 --games 20 --seed 1"
    output = printed_by(Console(tuple(words.split())), folder, monkeypatch, capsys)
    assert "all passed" in output
    least = next(line for line in output.splitlines() if line.startswith("knowledge"))
    assert "-" not in least
