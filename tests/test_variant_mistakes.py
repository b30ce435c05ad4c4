"""Mistakes that people make in house rules, and all that is said of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulewright import RulesetError
from rulewright.dsl.problems.report import render
from rulewright.interpreter.library.checking import read_ruleset

HEAD = 'language 1\nvariant "My rules" of "{game}"\n\n'

MISTAKES = {
    "the game is misspelt": 'language 1\nvariant "My rules" of "cv-poket"\nset columns = 4\n',
    "it is a variant of another game": 'language 1\nvariant "My rules" of "cvlt"\nset rounds = 2\n',
    "it does not say of which game": 'language 1\nvariant "My rules"\nset columns = 4\n',
    "it has no title": "language 1\nset columns = 4\n",
    "it begins like a game": 'language 1\ngame "My rules"\n    players 2\nset columns = 4\n',
    "no version of the language": 'variant "My rules" of "cv-pocket"\nset columns = 4\n',
    "a score is misspelt": "remove score mission\n",
    "what is replaced is not there": "replace score riches(p) = 3 * count_of(p, money)\n",
    "what is added is there": "add score money(p) = 3\n",
    "neither add nor replace": "score richest(p) = count_of(p, money)\n",
    "the kind of thing is left out": "replace spare_knowledge: 0, then last\n",
    "another kind of thing": "remove rule reach\n",
    "another word for a change": "delete score missions\n",
    "a table too short": "replace table money_points: 0, 1, 3\n",
    "a setting out of range": "set columns = 9\n",
    "a setting of another kind": "set columns = yes\n",
    "a setting is misspelt": "set colums = 4\n",
    "a table is no setting": "set money_points = 3\n",
    "the sign is left out": "set columns 4\n",
    "the same twice": "set columns = 4\nset columns = 5\n",
    "players the wrong way round": "set players 4..2\n",
    "a card is misspelt": "remove card Life.secret_powers\n",
    "a property of a card is misspelt": "change card Life.vacation\n    symbol = [love]\n",
    "a card is written in place": "add card Life.early_bird\n",
    "a card file is not there": 'add cards Life from "more.yaml"\n',
    "a setting is changed like a card": "change columns = 4\n",
    "other parameters": "replace define reach(p: player, c: Life) = 3\n",
    "a requirement is misspelt": "replace require take.inreach: yes\n",
    "an action is misspelt": "after tke\n    passes = 0\n",
    "an action with its choices": "before take(c)\n    passes = 0\n",
    "an unknown variable": "after take\n    takes += 1\n",
    "an arm for a value that is not there": "add arm early_bird to worth: 3\n",
    "a value without an arm": "add value early_bird to Mission\n",
    "what is removed is used": "remove define roams\n",
    "a phase is misspelt": "replace phase livng\n    passes = 0\n",
    "a phase is gone and its actions are not": "remove phase settling\n",
}


def told(text: str) -> str:
    """All that is said of a variant in the present folder, with its place in the file."""
    written = text if text.startswith(("language", "variant")) else HEAD.format(game="cv-pocket") + text
    Path("my.rules").write_text(written, encoding="utf-8")
    try:
        loaded = read_ruleset("cv-pocket", variants=["my.rules"])
    except RulesetError as error:
        return render(error.problems, error.sources)
    assert loaded.model is None
    problems = [one for one in loaded.problems if not one.warning]
    return render(problems, loaded.sources)


@pytest.mark.parametrize("text", MISTAKES.values(), ids=MISTAKES)
def test_what_is_said(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told(text) == snapshot


def test_no_two_mistakes_are_told_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = [told(text).partition("\n")[0] for text in MISTAKES.values()]
    assert len(set(said)) == len(said)
