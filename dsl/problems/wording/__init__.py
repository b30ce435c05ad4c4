"""All that is said of problems, in one place: a table of words for each phase, looked up by code.

An entry has a title (what is wrong), a reason (why it matters or what the rule is) and advice (what to
write instead); `{gaps}` are filled with the problem's facts, which are never read as templates
themselves. Only `dsl.report` draws the result.
"""

from __future__ import annotations

from rulewright.dsl.problems.wording.data import DATA
from rulewright.dsl.problems.wording.entry import Message, Wording, fill
from rulewright.dsl.problems.wording.lab import LAB
from rulewright.dsl.problems.wording.meaning import MEANING
from rulewright.dsl.problems.wording.moves import MOVES
from rulewright.dsl.problems.wording.names import NAMES
from rulewright.dsl.problems.wording.play import PLAY
from rulewright.dsl.problems.wording.saves import SAVES
from rulewright.dsl.problems.wording.syntax import SYNTAX
from rulewright.dsl.problems.wording.variants import VARIANTS

TABLES: tuple[dict[str, Wording], ...] = (SYNTAX, NAMES, MEANING, DATA, PLAY, MOVES, SAVES, LAB, VARIANTS)

__all__ = ["Message", "Wording", "word", "wording_of"]


def wording_of(code: str) -> Wording:
    """The entry for a code; KeyError for a code that no table knows (a test holds that none is missing)."""
    for table in TABLES:
        if code in table:
            return table[code]
    raise KeyError(code)


def word(code: str, facts: dict[str, str | int]) -> Message:
    """The message for a problem's code and facts."""
    return fill(wording_of(code), facts)
