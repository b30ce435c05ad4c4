"""The words of the language that reading and explaining need to know; the grammar gives their use."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DECLARATION_WORDS = _words(
    "language game library include use enum group cards setting preset zone dice table var needs setup play "
    "action define rule reaction score winner team variant set add replace remove change before after"
)
"""The words that begin a declaration."""

STATEMENT_WORDS = _words(
    "phase turns repeat for if choose may everyone let put deal shuffle roll reroll show reveal swap award "
    "drop then tell end"
)
"""The words that begin a statement; any other word there is a rule or a variable."""

_JOINING_WORDS = _words(
    "all and any as at because best by count div each else exactly except fewest from highest in into is "
    "lowest match mod most no none not of onto or payment place random require some to until up where with "
    "yes"
)
_ALSO_NAMES = _words(
    "language game library cards zone dice table setup play score team "
    "variant set add replace remove change before after"
)

RESERVED_WORDS = (DECLARATION_WORDS | STATEMENT_WORDS | _JOINING_WORDS) - _ALSO_NAMES
"""The words that are never names. Other keywords are names wherever the grammar does not ask for them."""
