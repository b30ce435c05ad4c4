"""What rulesets and saves are refused with. Apart from both: whoever only checks rules needs no engine."""

from __future__ import annotations

from rulewright.dsl.problems import Rejected


class RulesetError(Rejected):
    """The rules, or what was given with them, cannot be played. `problems` tell why.

    `sources` are the texts that their places point into, as far as they were read.
    """


class SaveError(Rejected):
    """A save cannot be read or resumed; the game is not there. `problems` tell why and in which line."""
