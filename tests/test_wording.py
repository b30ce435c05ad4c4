"""The tables of words: complete, without leftovers, and without words that only programmers know."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
import yaml
from casefiles import case_paths, read_case

from rulewright.dsl.problems.wording import TABLES, word
from rulewright.dsl.problems.wording.entry import Wording
from rulewright.dsl.problems.wording.meaning import MEANING
from rulewright.dsl.problems.wording.names import NAMES

ROOT = Path(__file__).parent.parent
ALL = {code: wording for table in TABLES for code, wording in table.items()}
TELLERS = {
    *("report", "lost", "unknown_name", "problem", "warning", "warn", "once", "_say", "_tell"),
    *("ConstantFault", "Unreadable", "Fault"),
}
"""The functions that take a code: as their first text."""

CODE = re.compile(r"[a-z]+(-[a-z0-9]+)+|unused|recursion")
NO_WORDS_FOR_PLAYERS = re.compile(
    r"\b(traceback|exception|NoneType|None|null|tuple|dict|str|boolean|integer|iterable|callable|token"
    r"|parser|lexer|AST|stack|attribute|method|argument|invalid|syntax error|unexpected token)\b"
)


def _sources() -> Iterator[ast.Module]:
    for folder in ("dsl", "interpreter"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "wording" not in path.parts:
                yield ast.parse(path.read_text(encoding="utf-8"))


@cache
def _told() -> frozenset[str]:
    """The codes that some call hands on."""
    found: set[str] = set()
    for tree in _sources():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name not in TELLERS:
                continue
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            found.update(one for one in texts[:1] if isinstance(one, str) and CODE.fullmatch(one))
    examples = yaml.safe_load((ROOT / "grammar/mistakes.yaml").read_text(encoding="utf-8"))
    return frozenset(found | {one["code"] for one in examples})


@cache
def _mentioned() -> frozenset[str]:
    """All texts in the sources that could be a code, whoever hands them on."""
    texts = {
        node.value
        for tree in _sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    }
    return _told() | texts


def test_every_code_that_is_told_has_words() -> None:
    assert sorted(_told() - set(ALL)) == []


def test_all_words_are_used() -> None:
    made = {f"{code}-near" for code in _mentioned()}
    assert sorted(set(ALL) - _mentioned() - made) == []


def test_no_code_stands_in_two_tables() -> None:
    counted = Counter(code for table in TABLES for code in table)
    assert [code for code, count in counted.items() if count > 1] == []


def test_every_word_of_the_checker_occurs_in_a_case() -> None:
    cases = [read_case(path) for kind in ("good", "bad") for path in case_paths(kind)]
    seen = {one.code for case in cases for one in case.expected}
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("test_*.py"))
    elsewhere = {code for code in (*NAMES, *MEANING) if f'"{code}"' in tests}
    assert sorted({*NAMES, *MEANING} - seen - elsewhere) == []


@pytest.mark.parametrize("code", sorted(ALL))
def test_words_are_plain(code: str) -> None:
    wording = ALL[code]
    for text in (wording.title, wording.why, wording.instead):
        assert NO_WORDS_FOR_PLAYERS.search(text) is None, text
        assert text == text.strip() and "  " not in text
    assert wording.title


@pytest.mark.parametrize("code", sorted(ALL))
def test_titles_reasons_and_advice_are_sentences(code: str) -> None:
    wording = ALL[code]
    for text in (wording.title, wording.why, wording.instead):
        assert not text or text[0].isupper() or text[0] in "`{"
    for text in (wording.why, wording.instead):
        assert not text or text[-1] in ".?}", "a gap at the end holds a sentence of its own"


@pytest.mark.parametrize("code", sorted(ALL))
def test_gaps_are_names(code: str) -> None:
    assert all(re.fullmatch(r"[a-z_]+", name) for name in _gaps(ALL[code]))


def _gaps(wording: Wording) -> set[str]:
    texts = (wording.title, wording.why, wording.instead)
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_case_messages_have_no_empty_gaps() -> None:
    """What a case shows names all that its words ask for, but for the optional advice."""
    found = []
    for path in case_paths("bad"):
        for problem in read_case(path).load().problems:
            missing = _gaps(ALL[problem.code]) - set(problem.facts)
            if missing:
                found.append(f"{path.name}: {problem.code} lacks {sorted(missing)}")
    assert found == []


def test_facts_are_never_read_as_templates() -> None:
    message = word("unknown-name", {"name": "{name.__class__}", "near": ""})
    assert message.title == "I do not know the name `{name.__class__}`"


def test_facts_cannot_command_a_terminal() -> None:
    message = word("unknown-name", {"name": "\x1b[2J\u202e", "near": ""})
    assert "\x1b" not in message.title and "\u202e" not in message.title
