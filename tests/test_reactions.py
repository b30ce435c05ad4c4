"""Reactions: in which order they are carried out, and that none runs inside another."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Cli
from flow_models import HEAD, LEAD, read_rules, start, value

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.game.game import Game

ONE_MOVE = "play\n    turns clockwise from lead once\n        choose go\n"


def many(count: int) -> str:
    """Some cards in a deck, the highest on top, and one move."""
    return (
        f"{LEAD}cards Token for each value in 1..{count}\nzone deck: Token, face down\n"
        + "zone pile: Token, face up\nzone spare: Token, face up\nsetup\n    put Token into deck\n"
        + f"{ONE_MOVE}var n = 0\nvar m = 0\n"
    )


def went(rules: str) -> Game:
    """A game after its first move."""
    game = start(rules)
    game.apply("go")
    return game


# ---- what a reaction moves -----------------------------------------------------------------------


@pytest.mark.parametrize("count", [4, 400, 4000])
def test_a_reaction_that_sets_itself_off_meets_each_card_once(count: int) -> None:
    rules = many(count) + (
        "action go\n    put top(deck) onto pile\n"
        "reaction pull when c enters pile\n    if not empty(deck)\n        put top(deck) onto pile\n"
        "    n += 1\n    m += c.value\n"
    )
    game = went(rules)
    assert value(game, "n") == count
    assert value(game, "m") == count * (count + 1) // 2


def test_what_a_reaction_moves_waits_until_it_has_ended_and_those_before_it() -> None:
    rules = many(4) + (
        "action go\n    put (up to 2 of deck where it.value > 0) into pile\n    n = 10 * n + 9\n"
        "reaction come when c enters pile\n    put top(deck) onto spare\n    n = 10 * n + c.value\n"
        "reaction aside when c enters spare\n    n = 10 * n + c.value\n"
    )
    assert value(went(rules), "n") == 12439  # 1 and 2 come, then 4 and 3 are laid aside, then the 9


def test_a_card_that_has_gone_on_is_reacted_to_all_the_same() -> None:
    rules = many(2) + (
        "action go\n    put deck into pile\n"
        "reaction clear when c enters pile\n    put pile into spare\n    n += c.value\n"
    )
    assert value(went(rules), "n") == 3


def test_leaving_comes_before_entering_and_cards_in_the_order_in_which_they_moved() -> None:
    rules = many(2) + (
        "action go\n    put deck into pile\n"
        "reaction a_come when c enters pile\n    n = 10 * n + c.value\n"
        "reaction gone when c leaves deck\n    n = 10 * n + c.value + 5\n"
    )
    assert value(went(rules), "n") == 6172


def test_a_rule_that_reactions_call_too_goes_on_with_its_own_names() -> None:
    rules = many(3) + (
        "action go\n    settle(the(bottom(deck)), 1)\n"
        "rule settle(c: Token, times: int)\n    let named = (d in Token where d.value <= c.value)\n"
        "    repeat times times as round\n        put c into pile\n        n = 10 * n + c.value\n"
        "        m = m + size(named) + 10 * round\n"
        "reaction more when c enters pile\n    if not empty(deck)\n        settle(the(top(deck)), 2)\n"
    )
    game = went(rules)
    # What follows `put` in a rule waits for the reactions to it, and these call the same rule.
    assert value(game, "n") == 33221
    assert value(game, "m") == (3 + 10) + (3 + 20) + (2 + 10) + (2 + 20) + (1 + 10)


def test_reactions_without_end_stop_with_a_fault() -> None:
    rules = many(1) + (
        "action go\n    put deck into pile\n"
        "reaction there when c enters pile\n    if n == 0\n        put c into spare\n"
        "reaction back when c enters spare\n    if n == 0\n        put c into pile\n"
    )
    with pytest.raises(Fault) as raised:
        went(rules)
    problem = raised.value.problem
    assert problem.code == "limit-play"
    assert problem.facts["within"] in ("go", "there", "back")


def test_the_end_of_the_game_ends_its_reactions_too() -> None:
    rules = many(3) + (
        "action go\n    put deck into pile\n    m = 1\n"
        'reaction last when c enters pile\n    n += 1\n    if n == 2\n        end game because "two"\n'
    )
    game = went(rules)
    assert game.over
    assert (value(game, "n"), value(game, "m")) == (2, 0)
    assert len(game.state) == game.program.layout.size


# ---- which comes first ---------------------------------------------------------------------------

ADD = "reaction add{} when c enters pile\n    n += 2\n"
DOUBLE = "reaction double{} when c enters pile\n    n = n * 2\n"
GO = "action go\n    put top(deck) into pile\n"


@pytest.mark.parametrize("first", ["add", "double"])
def test_the_order_is_that_of_after_wherever_they_are_written(first: str) -> None:
    def played(add: str, double: str) -> int:
        written = [ADD.format(add), DOUBLE.format(double)]
        return value(went(many(1) + GO + "".join(written if first == "add" else written[::-1])), "n")

    assert played("", " after add") == 4
    assert played(" after double", "") == 2


def test_after_reaches_through_others() -> None:
    middle = "reaction middle after double when c enters pile\n    m += 1\n"
    assert value(went(many(1) + GO + ADD.format(" after middle") + middle + DOUBLE.format("")), "n") == 2


def test_a_reaction_moved_in_its_file_changes_nothing_of_what_is_told() -> None:
    zed = "reaction zed when c enters pile\n    n += 1\n"
    aha = "reaction aha when c enters pile\n    m += 1\n"
    told = [[event.name for event in went(many(1) + GO + both).events] for both in (zed + aha, aha + zed)]
    assert told[0] == told[1]
    assert told[0][-3:-1] == ["m", "n"]


def test_the_fingerprint_of_a_reaction_knows_its_order() -> None:
    def marks(add: str, double: str) -> tuple[str, str]:
        prints = read_rules(many(1) + GO + ADD.format(add) + DOUBLE.format(double)).model.fingerprints
        return prints["reaction add"], prints["reaction double"]

    one, other = marks("", " after add"), marks(" after double", "")
    assert one[0] != other[0]
    assert one[1] != other[1]


def test_diff_shows_that_the_order_is_another(cli: Cli) -> None:
    text = HEAD.format(players=2) + many(1) + GO + "winner by fewest seat(it)\n"
    Path("one.rules").write_text(text + ADD.format("") + DOUBLE.format(" after add"), encoding="utf-8")
    Path("other.rules").write_text(text + DOUBLE.format("") + ADD.format(" after double"), encoding="utf-8")
    shown = cli("diff", "one.rules", "other.rules").out
    assert "  - reaction double after add when c enters pile\n" in shown
    assert "2 differences" in shown
