"""Rules in which each line uses the one before it twice: what is made of them grows as their text does."""

from __future__ import annotations

import pytest
from counting import at_most
from flow_models import read_rules

from rulewright.interpreter.code.instructions import Code
from rulewright.interpreter.code.walk import expressions_in, statements_in

HEAD = """\
enum Suit: moon, sun
cards Card for each suit in Suit, value in 1..8
zone deck: Card, face down
zone cell[5]: Card, face up
zone board[5, 5]: Card, face up
var n = 1
setup
    put Card into deck
play
    repeat until n > 3
        everyone chooses go
"""
DEEP = 16
"""How many lines use the one before them: two to this power are far too many to be written out."""
CALLS = 1_000_000
"""Of functions, to read the rules and make them ready."""
LARGEST = 5_000
"""Of how many statements and expressions the code may consist."""

DOUBLED = {
    "a number": (" = size(deck)", " = d{0} + d{0}", "n += d{0}"),
    "a number known before play": (" = player_count", " = (d{0} + d{0}) mod 7", "n += d{0}"),
    "a number of a number": (
        "(x: int) = size(deck) + x mod 3",
        "(x: int) = d{0}(x + 1) + d{0}(x + 2)",
        "n = d{0}(n)",
    ),
    "a number of numbers that are known": (
        "(x: int) = size(deck) + x mod 3",
        "(x: int) = d{0}(x + x) + d{0}(x + x + 1)",
        "n += d{0}(1)",
    ),
    "a known number of ever other numbers": (
        "(x: int) = x mod 7",
        "(x: int) = (d{0}(x + x) + d{0}(x + x + 1)) mod 7",
        "n += d{0}(1)",
    ),
    "what a card is": (
        "(c: Card) = c.value",
        "(c: Card) = (d{0}(c) + d{0}(c)) mod 7",
        "n += sum(d{0}(c) for c in up to 1 of deck)",
    ),
    "what a card is now": (
        "(c: Card) = c.value + n",
        "(c: Card) = (d{0}(c) + d{0}(c)) mod 7",
        "n += sum(d{0}(c) for c in up to 1 of deck)",
    ),
    "a condition": (" = size(deck) > 1", " = d{0} and (n > 5 or d{0})", "n += if d{0} then 1 else 2"),
    "one of two": (" = size(deck)", " = if n > 5 then d{0} else d{0} + 1", "n += d{0}"),
    "one of many": (
        " = size(deck)",
        " = match n\n    0: d{0}\n    1: d{0} + 1\n    else: d{0} + 2",
        "n += d{0}",
    ),
    "the greatest and the least": (" = size(deck)", " = max(d{0}, min(d{0}, n))", "n += d{0}"),
    "a card that may be absent": (
        " = top(deck)",
        " = if n > 5 then d{0} else d{0}",
        "n += if d{0} is some then 1 else 2",
    ),
    "a reason": (
        " = size(deck)",
        " = d{0} + d{0}",
        'require n > 9 or d{0} > 0 because "{{d{0}}}"\n    n += 1',
    ),
}


def doubled(first: str, further: str, use: str, deep: int = DEEP) -> str:
    """Definitions that use the one before them, and an action that uses the last."""
    lines = [f"define d0{first}", *(f"define d{at + 1}{further.format(at)}" for at in range(deep))]
    return HEAD + "\n".join(lines) + "\naction go\n    " + use.format(deep) + "\n"


def made(text: str) -> None:
    """Rules made ready, by no more work and to no more code than such a text may take; one move is made."""
    with at_most(CALLS):
        ruleset = read_rules(text)
        program = ruleset.program(2)
    assert size(program.plan.code) < LARGEST
    game = ruleset.new_game(2)
    for _ in range(2):
        game.apply(game.legal_moves()[0])


def size(code: Code) -> int:
    """Of how many statements and expressions code consists."""
    bodies = [*(one.body for one in code.functions), *code.blocks]
    return sum(1 + len(expressions_in(one)) for body in bodies for one in statements_in(body))


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """The grammar and the runtime are read once; what is counted here comes after."""
    read_rules(doubled(*DOUBLED["a number"], deep=1)).program(2)


@pytest.mark.parametrize("form", DOUBLED)
def test_definitions_that_use_others_twice(form: str) -> None:
    made(doubled(*DOUBLED[form]))


def test_collections_of_what_lies_in_two_of_the_one_before() -> None:
    made(doubled(" = deck", " = (c in d{0} where n > 5 or c in d{0})", "n += count(c in d{0})", deep=4))


def test_a_choice_from_a_collection_that_asks_for_itself() -> None:
    text = doubled(" = deck", " = (c in d{0} where n > 5 or c in d{0})", "n += 1", deep=4)
    made(text.replace("action go", "action go(card in d4)"))


def test_a_choice_from_two_collections_that_are_worked_out_once() -> None:
    """The second is asked for outside of the loop over the first, and in it."""
    lines = (
        "define high = (c in deck where c.value > n)\ndefine few = (c in high where count(d in high) > n)\n"
    )
    lines += "action go(card in (c in high where count(d in few) > 0 or c in few))\n"
    lines += "    require count(d in few) > 0 and count(c in high where c in few) > 0\n    n += 1\n"
    made(HEAD + lines)


def test_scores_and_rankings_of_what_is_used_twice() -> None:
    text = doubled(" = size(deck)", " = d{0} + d{0}", "n += 1")
    made(f"{text}score x(p) = d{DEEP} + seat(p)\nwinner by fewest d{DEEP} + seat(it)\n")


def test_rules_that_call_others_twice() -> None:
    rules = "rule r0\n    n += 1\n" + "".join(f"rule r{at + 1}\n    r{at}\n    r{at}\n" for at in range(DEEP))
    made(HEAD + rules + f"action go\n    r{DEEP}\n")


def test_reactions_that_call_rules_twice() -> None:
    rules = "rule r0\n    n += 1\n" + "".join(f"rule r{at + 1}\n    r{at}\n    r{at}\n" for at in range(DEEP))
    rules += f"reaction filled when c enters cell\n    r{DEEP}\n"
    made(f"{HEAD}{rules}action go\n    put top(deck) into cell[1]\n")


@pytest.mark.parametrize("zone", ["cell[{}]", "board[n, {}]", "board[{}, n]"])
def test_an_index_within_an_index(zone: str) -> None:
    index = "n"
    for _ in range(DEEP):
        index = f"1 + size({zone.format(index)})"
    made(f"{HEAD}action go\n    n += {index}\n")


def test_loops_within_loops_that_nobody_knows_before_play() -> None:
    loops = "".join(f"count(c{at} in Card where n > 0 or n < " for at in range(5)) + "1" + ")" * 5
    made(f"{HEAD}action go\n    n += {loops}\n")


def test_lists_within_lists() -> None:
    made(f"{HEAD}action go\n    n += {'sum(x for x in [' * DEEP}n{'])' * DEEP}\n")


def test_loops_within_loops_that_could_be_worked_out_before_play() -> None:
    loops = "sum(sum(sum(sum(c.value for c in Card) for d in Card) for e in Card) for f in Card)"
    with at_most(CALLS):
        read_rules(f"{HEAD}action go\n    n += {loops}\n").program(2)
