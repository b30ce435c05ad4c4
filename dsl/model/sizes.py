"""How large a game is under its settings, and what of it is larger than a game may be.

Asked before anything is laid out: at load for the default settings and for each preset, and again for
the settings that somebody gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from attrs import define, field

from rulewright.dsl.model.constants import ConstantFault, Known, NotConstant, constant, constants, count_cards
from rulewright.dsl.model.declarations import Dimension, Model
from rulewright.dsl.model.teams import teams_of
from rulewright.dsl.model.terms import Term
from rulewright.dsl.problems import Fact, Problem, problem
from rulewright.dsl.problems.spans import Span

MOST_ZONES = 600
"""The most zones a game may have, all indices counted."""
MOST_CARDS = 5_000
"""The most cards a game's box may hold."""
MOST_VALUES = 100_000
"""The most values that the variables of a game may hold, all indices counted."""
MOST_DICE = 5_000
"""The most dice a game may have, all cups counted."""
MOST_IN_CUP = 200
"""The most dice in one cup."""
MOST_FACES = 1_000
"""The most faces of a die."""


def size_problems(model: Model, known: Known) -> list[Problem]:
    """What has no size before play, and what is too large; in the order of the declarations."""
    return list(_Sizes(model, known).measured())


@define
class _Sizes:
    """Measures a game for one number of players and one choice of settings."""

    model: Model
    known: Known
    cards: dict[str, int] = field(factory=dict)
    problems: list[Problem] = field(factory=list)

    def measured(self) -> list[Problem]:
        model = self.model
        for name, table in model.tables.items():
            for entry in table.entries:
                self._number(entry, f"an entry of the table `{name}`")
        self._worked_out(lambda: len(teams_of(model, self.known)), "who is in which team")
        self._sum("limit-cards", MOST_CARDS, self._cards())
        self._sum("limit-zones", MOST_ZONES, self._zones())
        self._sum("limit-dice", MOST_DICE, self._dice())
        self._sum("limit-variables", MOST_VALUES, self._variables())
        for need in model.needs:
            self._number(need.amount, "what the game needs")
        return self.problems

    def _sum(self, code: str, most: int, sizes: Iterator[tuple[Span, int]]) -> None:
        total = 0
        for span, size in sizes:
            total += size
            if total > most:
                self._say(code, span, size=total, most=most)
                return

    def _cards(self) -> Iterator[tuple[Span, int]]:
        for name, card_set in self.model.card_sets.items():
            self.cards[name] = self._worked_out(
                partial(count_cards, card_set, self.known), f"the cards `{name}`"
            )
            yield card_set.span, self.cards[name]

    def _count(self, over: Term) -> int:
        return len(constants(over, self.known))

    def _zones(self) -> Iterator[tuple[Span, int]]:
        for name, zone in self.model.zones.items():
            if zone.capacity is not None:
                self._within(zone.capacity, f"the room of `{name}`", 0, MOST_CARDS)
            yield zone.span, self._product(name, zone.dimensions)

    def _dice(self) -> Iterator[tuple[Span, int]]:
        for name, dice in self.model.dice.items():
            self._faces(name, dice.faces)
            room = self._within(dice.capacity, f"the number of dice in `{name}`", 1, MOST_IN_CUP)
            yield dice.span, room * self._product(name, dice.dimensions)

    def _faces(self, name: str, faces: Term) -> None:
        count = self._worked_out(partial(self._count, faces), f"what is on the dice in `{name}`")
        if not 1 <= count <= MOST_FACES:
            self._say("dice-faces-number", faces.span, name=name, count=count, most=MOST_FACES)

    def _variables(self) -> Iterator[tuple[Span, int]]:
        for name, variable in self.model.variables.items():
            yield variable.span, self._product(name, variable.dimensions, MOST_VALUES)

    def _product(self, name: str, dimensions: tuple[Dimension, ...], most: int = MOST_ZONES) -> int:
        made = 1
        for dimension in dimensions:
            if dimension.over == "player":
                made *= self.known.player_count
            elif dimension.over == "enum":
                made *= len(self.model.enums[dimension.name].values)
            elif dimension.over == "card":
                made *= self.cards.get(dimension.name, 0)
            elif dimension.size is not None:
                made *= self._within(dimension.size, f"the number of `{name}`", 1, most)
        return made

    def _say(self, code: str, span: Span, **facts: Fact) -> None:
        self.problems.append(problem(code, span, **facts))

    def _worked_out(self, work: Callable[[], int], what: str) -> int:
        try:
            return work()
        except NotConstant as fault:
            self._say("not-constant", fault.span, what=what)
        except ConstantFault as fault:
            self.problems.append(fault.problem)
        return 1

    def _number(self, term: Term, what: str) -> int:
        return self._worked_out(lambda: constant(term, self.known), what)

    def _within(self, term: Term, what: str, low: int, high: int) -> int:
        value = self._number(term, what)
        if low <= value <= high:
            return value
        self._say("size-range", term.span, what=what, value=value, low=low, high=high)
        return low
