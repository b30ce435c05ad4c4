"""What there are words for is told somewhere in the tests, and reads as its snapshot says.

Case files, the examples of mistakes and command cases name the codes that they raise, and are held to it by
tests of their own. Here they are put together: a code that none of them names needs a reason in `UNTOLD`,
and the words of all others, filled in by the first case that raises them, are kept in one snapshot a family.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from casefiles import case_paths, read_case
from commandfiles import command_paths, read_command, run_command
from commands import Cli
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulewright.dsl.problems import Problem
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.problems.wording import TABLES, word
from rulewright.dsl.problems.wording.entry import Message
from rulewright.dsl.syntax.mistakes import read_examples
from rulewright.dsl.syntax.parse import parse

MOST_UNTOLD = 60
LONGEST_FAMILY = 200
LARGE_FAMILY = 6
TOO_LONG = "what raises it is too long for a file of a case: "
BUILT = "needs a compiler of its own kind: "
BY_PROGRAM = "only a program that embeds the engine meets it: "
KILLED = "needs a process that is killed: "
SEALED = "needs a save whose seals are made anew: "
UNTOLD: dict[str, str] = {
    "limit-file-size": TOO_LONG + "test_parse.py",
    "limit-tokens": TOO_LONG + "test_parse.py",
    "limit-files": TOO_LONG + "test_hostile_rules.py",
    "limit-chain": TOO_LONG + "test_cost.py",
    "limit-state": TOO_LONG + "test_sizes.py",
    "limit-move-text": TOO_LONG + "test_moves.py",
    "limit-save-size": TOO_LONG + "test_saves.py",
    "limit-save-moves": TOO_LONG + "test_saves.py",
    "yaml-file-too-long": TOO_LONG + "test_yamltree.py",
    "yaml-too-many-parts": TOO_LONG + "test_yamltree.py",
    "yaml-text-too-long": TOO_LONG + "test_yamltree.py",
    "cards-too-many-rows": TOO_LONG + "test_cards.py",
    "csv-columns": TOO_LONG + "test_csv.py",
    "translation-not-loaded": BY_PROGRAM + "test_game.py",
    "move-empty": BY_PROGRAM + "test_moves.py",
    "move-out-of-turn": BY_PROGRAM + "test_moves.py",
    "move-of-another-decision": BY_PROGRAM + "test_move_objects.py",
    "move-no-seat": BY_PROGRAM + "test_moves.py",
    "move-seat-needed": BY_PROGRAM + "test_flow.py",
    "move-committed": BY_PROGRAM + "test_flow.py",
    "move-not-committed": BY_PROGRAM + "test_flow.py",
    "tree-too-large": BY_PROGRAM + "test_solve.py",
    "move-chance-first": BY_PROGRAM + "test_asked_games.py",
    "move-not-chance": BY_PROGRAM + "test_asked_games.py",
    "save-asked": BY_PROGRAM + "test_asked_games.py",
    "seed-range": BY_PROGRAM + "test_game.py",
    "save-placed": BY_PROGRAM + "test_game.py",
    "save-form": SEALED + "test_saves.py",
    "save-tail": SEALED + "test_saves.py",
    "save-illegal": SEALED + "test_saves.py",
    "save-differs": SEALED + "test_saves.py",
    "save-rules-missing": SEALED + "test_carried.py",
    "save-variant-missing": SEALED + "test_carried.py",
    "file-leads-out": "needs links between files: test_hostile_files.py",
    "native-no-compiler": BUILT + "test_native.py",
    "native-cc": BUILT + "test_native.py",
    "native-failed": BUILT + "test_native.py",
    "native-slow": BUILT + "test_native.py",
    "native-load": BUILT + "test_native.py",
    "native-open": BUILT + "test_native.py",
    "native-cache": BUILT + "test_native.py",
    "native-damaged": BUILT + "test_native.py",
    "native-disk": BUILT + "test_native.py",
    "engine-apart": BUILT + "test_native.py",
    "extra-missing": "needs libraries away: test_tournament.py",
    "tournament-alone": "no toy can be played alone: test_tournament.py",
    "bot-raised": BY_PROGRAM + "test_runs.py",
    "bot-illegal": BY_PROGRAM + "test_runs.py",
    "compare-few": BY_PROGRAM + "test_compare.py",
    "worker-died": KILLED + "test_runs.py",
    "workers-died": KILLED + "test_runs.py",
    "workers-no-dask": "needs Dask, or needs it away: test_runs.py",
    "workers-no-cluster": "needs Dask, or needs it away: test_runs.py",
    "cards-lost": "a mistake of the program, which no rule file can make",
}
"""Codes that no case raises, each with the reason and the test that raises it instead."""

ALL = [code for table in TABLES for code in table]


@cache
def _case_of() -> dict[str, Path]:
    """For each code the first case file that raises it."""
    found: dict[str, Path] = {}
    for path in (*case_paths("bad"), *case_paths("good")):
        for expected in read_case(path).expected:
            found.setdefault(expected.code, path)
    return found


@cache
def _snippet_of() -> dict[str, str]:
    """For each code the first example of a mistake."""
    found: dict[str, str] = {}
    for example in read_examples():
        found.setdefault(example.code, example.snippets[0])
    return found


@cache
def _command_of() -> dict[str, Path]:
    """For each code the first command case that tells it."""
    found: dict[str, Path] = {}
    for path in command_paths():
        for code in read_command(path).tells:
            found.setdefault(code, path)
    return found


def _family(code: str) -> str:
    """Codes that begin with one word, where there are enough; the others by their first letter."""
    first = code.partition("-")[0]
    if sum(one.partition("-")[0] == first for one in ALL) >= LARGE_FAMILY:
        return first
    return next(f"others up to {last}" for last in "eorz" if code[0] <= last)


FAMILIES = sorted({_family(code) for code in ALL if code not in UNTOLD})


class Texts(SingleFileSnapshotExtension):
    """One plain text a family."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


def test_what_there_are_words_for_is_told_somewhere() -> None:
    told = {*_case_of(), *_snippet_of(), *_command_of()}
    assert sorted(set(ALL) - told - set(UNTOLD)) == []


def test_what_counts_as_untold_is_untold_and_known() -> None:
    told = {*_case_of(), *_snippet_of(), *_command_of()}
    assert sorted(set(UNTOLD) & told) == []
    assert sorted(set(UNTOLD) - set(ALL)) == []
    assert len(UNTOLD) <= MOST_UNTOLD
    files = {path.name: path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")}
    for code, reason in UNTOLD.items():
        name = reason.rpartition(" ")[2]
        assert code == "cards-lost" or f'"{code}"' in files[name], code


@pytest.mark.parametrize("family", FAMILIES)
def test_texts(
    family: str, snapshot: SnapshotAssertion, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries: list[str] = []
    for code in ALL:
        if _family(code) != family or code in UNTOLD:
            continue
        if code in _case_of():
            message = _words(code, read_case(_case_of()[code]).load().problems)
        elif code in _snippet_of():
            message = _words(code, parse(Source("mistake.rules", _snippet_of()[code]))[1])
        else:
            folder = tmp_path / code
            folder.mkdir()
            with monkeypatch.context() as patch:
                patch.chdir(folder)
                case = read_command(_command_of()[code])
                message = run_command(case, cli, folder, patch).messages[code]
        entries.append(_entry(code, message))
    text = "\n".join(entries)
    assert text.count("\n") < LONGEST_FAMILY
    assert text == snapshot(extension_class=Texts)


def _words(code: str, problems: tuple[Problem, ...] | list[Problem]) -> Message:
    found = next(one for one in problems if one.code.removesuffix("-near") == code.removesuffix("-near"))
    return word(code, dict(found.facts))


def _entry(code: str, message: Message) -> str:
    rest = " ".join(part for part in (message.why, message.instead) if part)
    return f"{code}: {message.title}" + (f"\n    {rest}" if rest else "")
