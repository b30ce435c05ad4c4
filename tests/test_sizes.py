"""Sizes that settings and presets give: too large is told, with its place, before anything is laid out."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flow_models import read_rules

from rulewright.dsl.problems.wording import word
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.ruleset import ruleset_of
from rulewright.interpreter.lowering.plan import MOST_SLOTS

HUGE = 2_000_000_000
PLAY = "play\n    everyone chooses wait\naction wait\n"
CARDS = "cards Card for each value in 1..4\n"
SIZED = {
    "zones": (f"{CARDS}zone q[a]: Card, face down\n", "size-range"),
    "zones by the product": (f"{CARDS}zone q[a, a]: Card, face down\n", "size-range"),
    "room": (f"{CARDS}zone q: Card, face down, at most a\n", "size-range"),
    "cards": ("cards Card for each value in 1..a\nzone q: Card, face down\n", "limit-range"),
    "dice": ("dice cup: 1..6, at most a, face up\n", "size-range"),
    "needs": (f"{CARDS}zone q: Card, face down\nneeds a * 2 of Card\n", "fault-overflow"),
    "table": (f"{CARDS}zone q: Card, face down\ntable t: 1, a * 2\n", "fault-overflow"),
}
SETTING = "setting a = 2 in 1..2000000000\n"


@contextmanager
def little_memory(most: int = 16_000_000) -> Iterator[None]:
    """What is done here may take so many bytes at a time."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


def told(error: RulesetError) -> list[tuple[str, int]]:
    for one in error.problems:
        assert word(one.code, dict(one.facts)).title
    return [(one.code, one.span.line) for one in error.problems]


@pytest.mark.parametrize("what", SIZED)
def test_a_setting_that_makes_something_too_large_is_refused(what: str) -> None:
    text, code = SIZED[what]
    model = read_rules(SETTING + text + PLAY).model
    with little_memory(), pytest.raises(RulesetError) as refused:
        ruleset_of(model, {"a": HUGE})
    (told_code, line) = told(refused.value)[0]
    assert (told_code, line) == (code, 4 + SETTING.count("\n") + text.count("\n") - 1 - (what == "cards"))


def test_sizes_between_the_limits_of_one_and_of_all_are_counted_together() -> None:
    text = SETTING + CARDS + "zone q[a, a]: Card, face down\ndice cup of player: 1..6, at most a, face up\n"
    model = read_rules(text + PLAY, players="2..16").model
    assert ruleset_of(model, {"a": 24}).player_counts == tuple(range(2, 17))
    with pytest.raises(RulesetError) as refused:
        ruleset_of(model, {"a": 25})
    assert told(refused.value) == [("limit-zones", 6)]


def test_a_variable_of_many_cards_is_counted_under_settings_too() -> None:
    text = SETTING + "cards Card for each value in 1..a\nvar near of Card, Card: bool\n"
    model = read_rules(text + "zone q: Card, face down\n" + PLAY).model
    assert ruleset_of(model, {"a": 316}).new_game(2).state
    with little_memory(), pytest.raises(RulesetError) as refused:
        ruleset_of(model, {"a": 5000})
    assert told(refused.value) == [("limit-variables", 6)]


def test_a_number_of_players_that_is_too_many_for_the_settings_is_left_out() -> None:
    text = SETTING + CARDS + "zone q[a * player_count]: Card, face down\n"
    rules = ruleset_of(read_rules(text + PLAY, players="2..16").model, {"a": 100})
    assert rules.player_counts == (2, 3, 4, 5, 6)
    assert told(RulesetError(rules.problems_for(7))) == [("size-range", 6)]


def test_what_is_small_by_itself_and_too_much_together_is_refused() -> None:
    choices = "    everyone chooses take\n" * 50
    text = "cards Card for each value in 1..5000\nzone q: Card, face up\nvar n = 0\n"
    text += "action take(cs in any of q)\n    n += size(cs)\nplay\n" + choices
    with little_memory(64_000_000), pytest.raises(RulesetError) as refused:
        read_rules(text, players="16").new_game(16)
    (problem,) = refused.value.problems
    assert (problem.code, problem.span.line) == ("limit-state", 1)
    assert problem.facts["size"] > MOST_SLOTS
