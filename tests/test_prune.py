"""What nobody uses goes, and nothing else changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent

import pytest
from attrs import evolve
from codes import FOUR, at, code, function, local, number, plans, stored

from rulewright.interpreter.code.instructions import (
    Append,
    Binary,
    Break,
    Call,
    CardAt,
    Clear,
    Do,
    EachCard,
    Entry,
    Expression,
    Goto,
    If,
    Length,
    Range,
    Return,
    Set,
    Statement,
    Table,
    Wait,
    While,
)
from rulewright.interpreter.code.prune import prune
from rulewright.interpreter.code.python import python_text
from rulewright.interpreter.code.verify import verify

MOVE = local("move")
DRAWS = function("draws", [stored(number(1)), Return(number(2))], returns=True)
"""A function that somebody notices."""


def pruned(act: Sequence[Statement]) -> str:
    """What is left of what a move does, as Python."""
    whole = code(DRAWS, act=act)
    rooms = {"some": 3} if any(isinstance(one, Clear) for one in act) else {}
    functions = [evolve(one, rooms=rooms) if one.name == "act" else one for one in whole.functions]
    whole = prune(evolve(whole, functions=tuple(functions)))
    verify(whole)
    text = python_text(whole).partition("def act(s, c, move):\n")[2]
    return dedent(re.split(r"\n(?=def |blocks)", text)[0]).strip()


def plus(left: Expression, right: int) -> Expression:
    return Binary("+", left, number(right))


SLOT = at(number(0))
MADE: dict[str, tuple[Sequence[Statement], str]] = {
    "what nobody reads": ([Set("x", SLOT), stored(MOVE)], "s[14] = move"),
    "what is read only for what nobody reads": (
        [Set("x", SLOT), Set("y", local("x")), Set("x", plus(local("x"), 1)), stored(MOVE)],
        "s[14] = move",
    ),
    "but not the call that it holds": ([Set("x", Call("draws", ()))], "draws(s, c)"),
    "nor one inside": (
        [Set("x", plus(Call("draws", ()), 1))],
        "if draws(s, c) + 1:\n    pass",
    ),
    "a branch never taken": ([If(number(0), (stored(number(1)),), (stored(number(2)),))], "s[14] = 2"),
    "a branch always taken": ([If(number(1), (stored(number(1)),), (stored(number(2)),))], "s[14] = 1"),
    "what comes after the end": ([stored(number(1)), Return(), stored(number(2))], "s[14] = 1\nreturn"),
    "an empty branch": (
        [If(Binary("==", MOVE, number(1)), (), (stored(number(1)),))],
        "if move != 1:\n    s[14] = 1",
    ),
    "a loop of one round": (
        [Range("n", number(2), number(3), (stored(plus(local("n"), 1)),))],
        "s[14] = 3",
    ),
    "but not where it is left": (
        [Range("n", number(0), number(1), (If(MOVE, (Break(),)), stored(number(2))))],
        "for n in range(1):\n    if move:\n        break\n    s[14] = 2",
    ),
    "a loop of no round": (
        [Range("n", number(3), number(3), (stored(number(1)),)), stored(MOVE)],
        "s[14] = move",
    ),
    "a loop that does nothing": (
        [EachCard("card", number(0), (Set("x", number(1)),)), stored(MOVE)],
        "s[14] = move",
    ),
    "what is used once": (
        [Set("x", SLOT), If(Binary("!=", local("x"), number(0)), (stored(number(1)),))],
        "if s[14] != 0:\n    s[14] = 1",
    ),
    "but not past what changes it": (
        [Set("x", SLOT), stored(number(1)), stored(local("x"), number(1))],
        "x = s[14]\ns[14] = 1\ns[15] = x",
    ),
    "nor past a call": (
        [Set("x", SLOT), stored(plus(Call("draws", ()), 0), local("x"))],
        "x = s[14]\ns[14 + x] = draws(s, c) + 0",
    ),
    "nor into a loop": (
        [Set("x", SLOT), While((), Binary("<", local("x"), SLOT), (stored(number(1)),))],
        "x = s[14]\nwhile x < s[14]:\n    s[14] = 1",
    ),
    "nor a call itself": (
        [Set("x", Call("draws", ())), stored(local("x"))],
        "x = draws(s, c)\ns[14] = x",
    ),
    "another name for the same": (
        [Set("x", SLOT), Set("y", local("x")), stored(local("y")), stored(local("y"), number(1))],
        "x = s[14]\ns[14] = x\ns[15] = x",
    ),
    "but not where that changes": (
        [
            Set("x", SLOT),
            Set("y", local("x")),
            Set("x", plus(local("x"), 1)),
            stored(local("x")),
            stored(local("y")),
            stored(local("y"), local("x")),
        ],
        "x = s[14]\ny = x\nx += 1\ns[14] = x\ns[14] = y\ns[14 + x] = y",
    ),
    "a name for what becomes another": (
        [
            If(MOVE, (Set("x", number(1)),), (Set("x", SLOT),)),
            Set("y", local("x")),
            stored(local("y")),
            stored(local("y"), number(1)),
        ],
        "if move:\n    y = 1\nelse:\n    y = s[14]\ns[14] = y\ns[15] = y",
    ),
    "but not where the other one is still needed": (
        [
            Set("y", number(5)),
            If(MOVE, (Set("x", local("y")),), (Set("x", SLOT),)),
            Set("y", local("x")),
            stored(local("y")),
            stored(local("y"), number(1)),
        ],
        "y = 5\nif move:\n    x = y\nelse:\n    x = s[14]\ny = x\ns[14] = y\ns[15] = y",
    ),
    "a list that nobody looks at": (
        [Clear("some"), Append("some", MOVE), stored(MOVE)],
        "s[14] = move",
    ),
}


@pytest.mark.parametrize("what", MADE)
def test_goes(what: str) -> None:
    act, left = MADE[what]
    assert pruned(act) == left


def test_functions_tables_and_lists_that_nothing_leads_to_go() -> None:
    used, unused = Table("USED_1", (1, 2, 3, 4)), Table("UNUSED_1", (1,))
    reads = function("reads", [Return(Entry(used, at(number(0))))], returns=True)
    alone = function("alone", [Return(Entry(FOUR, number(0)))], returns=True)
    whole = prune(
        code(
            reads,
            alone,
            function("calls_alone", [Do(Call("alone", ()))]),
            act=[Clear("pool"), stored(Call("reads", ()))],
            tables=(FOUR, used, unused),
            rooms={"some": 4, "other": 4},
            blocks=[(Clear("some"), Append("some", number(1)), stored(Length("some")), Goto(1)), (Wait(0),)],
        )
    )
    assert [one.name for one in whole.functions] == ["reads", "begin", "act", "list_0", "results"]
    assert [one.name for one in whole.tables] == ["ZONE_BASES", "ROOMS", "USED_1"]
    assert dict(whole.rooms) == {"some": 4}


def test_a_zone_is_not_worked_out_twice() -> None:
    zone = [Set("zone", SLOT), stored(CardAt(local("zone"), number(0)))]
    assert pruned(zone) == "zone = s[14]\ns[14] = s[ZONE_BASES[zone]]"


@pytest.mark.parametrize("game", plans())
def test_there_is_nothing_left_to_prune_in_a_game(game: str) -> None:
    whole = plans()[game].code
    assert prune(whole) == whole or python_text(prune(whole)) == python_text(whole)


def test_following_suit_is_recognised_in_the_python_of_cvlt() -> None:
    text = python_text(plans()["cvlt, 4 players"].code)
    rule = text.partition("def list_lay(")[2].partition("\ndef ")[0]
    assert re.search(r"for (offering_\d+) in s\[ZONE_BASES\[(zone_\d+)\]:.*\]:", rule)
    assert re.search(r"if OFFERING_SUIT_\d+\[offering_\d+\] != \(OFFERING_SUIT_\d+\[led_\d+\] if ", rule)
    assert re.search(r"if OFFERING_SUIT_\d+\[offering_\d+\] == \(OFFERING_SUIT_\d+\[led_\d+\] if ", rule)
    assert re.search(r"count_\d+ \+= 1", rule)
    assert len(rule.splitlines()) < 40
