"""Every case file says what is said of its game: all of it, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from casefiles import CASES, case_paths, read_case, shown


def _name(path: Path) -> str:
    return str(path.relative_to(CASES).with_suffix(""))


def _compare(path: Path) -> None:
    case = read_case(path)
    waiting = list(case.expected)
    surprises = []
    for problem in case.load().problems:
        meant = next((one for one in waiting if one.meets(problem)), None)
        if meant is None:
            surprises.append(shown(problem))
        else:
            waiting.remove(meant)
    missed = [f"{one.file}:{one.line}:{one.column} {one.code}: {', '.join(one.words)}" for one in waiting]
    assert (surprises, missed) == ([], []), "problems that nobody expected, expectations that nothing met"


@pytest.mark.parametrize("path", case_paths("bad"), ids=_name)
def test_what_is_wrong_is_told_at_its_place(path: Path) -> None:
    assert any(not one.warning for one in read_case(path).expected) or "warning" in path.parts[-1]
    _compare(path)


@pytest.mark.parametrize("path", case_paths("good"), ids=_name)
def test_what_is_right_loads(path: Path) -> None:
    _compare(path)
    assert read_case(path).load().model is not None


def test_a_case_that_expects_nothing_of_a_wrong_game_fails(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.rules"
    wrong.write_text("language 1\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        _compare(wrong)


def test_a_case_that_expects_too_much_of_a_right_game_fails(tmp_path: Path) -> None:
    good = case_paths("good")[0].read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.rules"
    wrong.write_text(good + "#! 1:1 no-game\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        _compare(wrong)
