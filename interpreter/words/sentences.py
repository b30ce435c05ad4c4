"""The engine's door to the tables of words: reasons of refusals, numbers of things, nearest names."""

from __future__ import annotations

from rulewright.dsl.problems import Fact, Problem
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.problems.wording import word
from rulewright.dsl.problems.wording.entry import counted
from rulewright.interpreter.engine.moves import Refusal

__all__ = [
    "counted",
    "did_you_mean",
    "one_of_numbers",
    "range_text",
    "reason_of",
    "refusal",
    "still_to_choose",
    "until_whole",
]


def range_text(least: int, most: int, one: str) -> str:
    """How many of a thing may be: `1 player`, `2 to 4 players`."""
    return f"{least} to {counted(most, one)}" if least < most else counted(most, one)


def one_of_numbers(least: int, most: int) -> str:
    """A number out of a range: `2`, `1 or 2`, `1 to 3`."""
    if least >= most:
        return str(least)
    return f"{least} {'or' if most == least + 1 else 'to'} {most}"


def until_whole(sizes: tuple[int, int] | None) -> str:
    """How long one thing is chosen after the other: `2 in all`, or until somebody says that it is enough."""
    return f"{sizes[0]} in all" if sizes is not None and sizes[0] >= sizes[1] else "until `done`"


def still_to_choose(sizes: tuple[int, int] | None, so_far: int) -> str:
    """How many more have to be chosen, as a sentence; nothing where that is not what is missing."""
    missing = 0 if sizes is None else sizes[0] - so_far
    return f"Choose {missing} more." if missing > 0 else ""


def reason_of(found: Problem) -> str:
    """What is wrong and why, in one or two sentences, without what to write instead."""
    message = word(found.code, dict(found.facts))
    return " ".join(part for part in (message.sentence, message.why) if part)


def refusal(
    code: str, reader: int | None, span: Span = NOWHERE, requirement: str = "", /, **facts: Fact
) -> Refusal:
    """A refusal for the seat that reads it, in the words of the table, in one or more sentences."""
    message = word(code, facts)
    rest = [part.strip() for part in (message.why, message.instead) if part.strip()]
    return Refusal(code, " ".join([message.sentence, *rest]), requirement, span, reader)
