"""The engine's door to the tables of words: reasons of refusals, and offers of nearest names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.dsl.problems import Fact
from rulewright.dsl.spans import NOWHERE, Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.wording import word
from rulewright.interpreter.moves import Refusal


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Advice that offers the nearest known name, "" when none is near."""
    near = nearest(name, known)
    return f"Did you mean `{near}`?" if near else ""


def one_of_numbers(numbers: Sequence[int]) -> str:
    """Numbers, smallest first, of which one is meant: `2`, `2 or 4`, `1 to 3`."""
    *others, last = numbers
    if len(numbers) > 2 and last - numbers[0] == len(others):
        return f"{numbers[0]} to {last}"
    return f"{', '.join(map(str, others))} or {last}" if others else str(last)


def refusal(
    code: str, reader: int | None, span: Span = NOWHERE, requirement: str = "", /, **facts: Fact
) -> Refusal:
    """A refusal for the seat that reads it, in the words of the table, in one or more sentences."""
    message = word(code, facts)
    rest = [part.strip() for part in (message.why, message.instead) if part.strip()]
    return Refusal(code, " ".join([f"{message.title}.", *rest]), requirement, span, reader)
