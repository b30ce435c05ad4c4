"""What every ruleset that ships has: a README, scenarios, whole translations, sound and tidy rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from shipped import all_scenarios, place, rulesets, scenario

from rulewright.dsl.data.translations import read_translation
from rulewright.dsl.model import NONE, Model, Stored
from rulewright.dsl.problems.report import render
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.syntax.format import format_tree
from rulewright.dsl.syntax.parse import parse
from rulewright.interpreter.lab.trial import declarations
from rulewright.interpreter.library.checking import read_ruleset
from rulewright.interpreter.library.places import shipped
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.state.layout import BOX

MOST_LINES = {"cv-pocket": 150}
"""How long the rule files may be that have to be short."""

CARDS_IN_PLAY: Mapping[str, Mapping[int, int]] = {"cv-pocket": {2: 27, 3: 39, 4: 51}}
"""How many cards lie in zones when play begins, by number of players."""

SHOWN_KINDS = ("action", "rule", "reaction", "score")
"""The kinds of declarations that no ruleset leaves without a scenario."""

RULE_FILES = sorted(shipped().rglob("*.rules"))
TRANSLATIONS = [
    pytest.param(ruleset, file, id=f"{ruleset}-{file.stem}")
    for ruleset in rulesets()
    for file in sorted((place(ruleset).folder / "translations").glob("*.yaml"))
]
COUNTS = [(ruleset, players) for ruleset, counts in CARDS_IN_PLAY.items() for players in counts]

_LABEL = re.compile(r"([A-Z])([0-9]+)")
_RANGE = re.compile(r"([A-Z])([0-9]+)\s*[-–]\s*\1([0-9]+)")


def names_of(ruleset: str) -> list[str]:
    """The scenarios of a ruleset."""
    return [name for one, name in all_scenarios() if one == ruleset]


@pytest.mark.parametrize("ruleset", rulesets())
def test_readme_begins_with_the_title(ruleset: str) -> None:
    text = (place(ruleset).folder / "README.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {load(ruleset).model.title}")


@pytest.mark.parametrize("ruleset", rulesets())
def test_checks_without_problems_or_warnings(ruleset: str) -> None:
    loaded = read_ruleset(ruleset)
    assert not loaded.problems, render(loaded.problems, loaded.sources)


@pytest.mark.parametrize("file", RULE_FILES, ids=lambda file: file.stem)
def test_formatting_keeps_rules_and_comments(file: Path) -> None:
    """Comments that a file lines up by hand may move; nothing else may, and only once."""
    text = file.read_text(encoding="utf-8")
    tree, problems = parse(Source(file.name, text))
    assert not problems
    once = format_tree(tree, Source(file.name, text))
    again, problems = parse(Source(file.name, once))
    assert not problems
    assert again == tree
    assert sorted(one.text for one in again.comments) == sorted(one.text for one in tree.comments)
    assert format_tree(again, Source(file.name, once)) == once


@pytest.mark.parametrize("ruleset", MOST_LINES)
def test_rules_are_short(ruleset: str) -> None:
    text = place(ruleset).read(place(ruleset).main).decode()
    assert len(text.splitlines()) <= MOST_LINES[ruleset]


@pytest.mark.parametrize(("ruleset", "players"), COUNTS)
def test_cards_in_play(ruleset: str, players: int) -> None:
    game = load(ruleset).new_game(players, seed=1)
    layout = game.program.layout
    places = game.state[layout.zone_of_at : layout.zone_of_at + len(layout.cards)]
    assert sum(1 for zone in places if zone != BOX) == CARDS_IN_PLAY[ruleset][players]


SPOKEN: Mapping[str, Callable[[Mapping[str, Stored]], bool]] = {
    "cv-pocket": lambda card: card["mission"] != NONE or any(card[one] for one in POWERS),
    "cvlt": lambda card: "god" in card,
}
"""Which cards have an effect that is not plain from the symbols printed on them."""

POWERS = ("joker", "doubles_next", "reaches_all")


@pytest.mark.parametrize("ruleset", SPOKEN)
def test_a_card_with_an_effect_says_it(ruleset: str) -> None:
    texts = {}
    for card_set in load(ruleset).model.card_sets.values():
        names = [one.name for one in card_set.fields]
        for row in card_set.rows:
            if SPOKEN[ruleset](dict(zip(names, row.values, strict=True))):
                texts[row.id] = row.text
    assert texts
    assert [card for card, text in texts.items() if not text] == []


# ---- scenarios -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", rulesets())
def test_scenarios_have_titles_of_their_own(ruleset: str) -> None:
    titles = [scenario(ruleset, name).title for name in names_of(ruleset)]
    assert titles
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_action_rule_and_score_has_a_scenario(ruleset: str) -> None:
    named = {about.text for name in names_of(ruleset) for about in scenario(ruleset, name).about}
    model = load(ruleset).model
    declared = [one.partition(" ") for one in declarations(model)]
    # What a library lends and the game does not use has its tests with the library.
    lent = {name for name, rule in model.rules.items() if rule.span.file.startswith("lib/")}
    missing = [
        name for kind, _, name in declared if kind in SHOWN_KINDS and name and name not in named | lent
    ]
    assert missing == []


@pytest.mark.parametrize("ruleset", rulesets())
def test_readme_and_scenarios_have_the_same_rule_numbers(ruleset: str) -> None:
    text = (place(ruleset).folder / "README.md").read_text(encoding="utf-8")
    shown = {rule for name in names_of(ruleset) for rule in scenario(ruleset, name).rules}
    assert sorted(one for one in shown if _LABEL.fullmatch(one)) == sorted(rule_numbers(text))


def rule_numbers(readme: str) -> set[str]:
    """The numbers in the first cells of a README's tables: `P1, P2` or `P7 - P9`."""
    found: set[str] = set()
    for line in readme.splitlines():
        cell = line.split("|")[1] if line.startswith("|") else ""
        for letter, first, last in _RANGE.findall(cell):
            found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
        found |= {letter + number for letter, number in _LABEL.findall(cell)}
    return found


def test_rule_numbers_of_a_table() -> None:
    table = "| | |\n|---|---|\n| P1, P2 | P9 |\n| P4 - P6 | x |\nP8\n"
    assert sorted(rule_numbers(table)) == ["P1", "P2", "P4", "P5", "P6"]


# ---- translations --------------------------------------------------------------------------------


@pytest.mark.parametrize(("ruleset", "file"), TRANSLATIONS)
def test_translation_is_whole(ruleset: str, file: Path) -> None:
    translation, problems = read_translation(Source(file.name, file.read_text(encoding="utf-8")))
    assert not problems
    model = load(ruleset).model
    cards = {row.id for one in model.card_sets.values() for row in one.rows}
    assert translation.title
    assert set(translation.cards) == cards
    texts = {row.id for one in model.card_sets.values() for row in one.rows if row.text}
    assert set(translation.texts) == texts
    assert words_of(model) - set(translation.words) == set()
    assert set(translation.words) - words_of(model) - other_names(model) == set()


def words_of(model: Model) -> set[str]:
    """All that is shown to players by its id: enum values, zones, cups, actions and scores."""
    values = {value for name, enum in model.enums.items() if "." not in name for value in enum.values}
    return values | {*model.zones, *model.dice, *model.actions, *model.scores}


def other_names(model: Model) -> set[str]:
    """What may be translated besides: all else that is declared, card fields included, and the total."""
    fields = {field.name for one in model.card_sets.values() for field in one.fields}
    return fields | {"total"} | {one.rpartition(" ")[2] for one in declarations(model)}
