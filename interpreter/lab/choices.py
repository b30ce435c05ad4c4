"""How often a card or an action is chosen, out of how often it can be."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulewright.interpreter.lab.deals import Deals, failure
from rulewright.interpreter.lab.games import BotFailed
from rulewright.interpreter.lab.record import OFFERED, TAKEN, Records, Thing
from rulewright.interpreter.lab.run_file import Json


@define(eq=False)
class Choices:
    """Plays games of deals, and counts at how many decisions a thing could be chosen, and was."""

    deals: Deals
    thing: Thing
    _records: Records | None = field(default=None, init=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Choices, (self.deals, self.thing)

    def __call__(self, first: int, count: int) -> Json:
        """What so many games come to from a number on."""
        return [self._play(number) for number in range(first, first + count)]

    def _play(self, number: int) -> Json:
        if self._records is None:
            self._records = Records(self.deals.ruleset, self.deals.players, self.deals.engine)
        deal, seed, bots = self.deals.seating(number)
        try:
            row = self._records.row(seed, bots, 0, self.deals.games)
        except BotFailed as failed:
            return failure(failed)
        kind, name = self.thing
        at = (self._records.columns.numbers.get((f"{what} {kind}", name)) for what in (OFFERED, TAKEN))
        return {"deal": deal, "row": [0 if one is None else row[one] for one in at]}
