"""A bound on how often nested loops go round, so that a rule file cannot ask for the impossible.

Each collection has a bound known at load: the cards of its set, the players, an enum's values, a range, and a
collection that has a name is as long as what was named. The bound of a loop inside a loop is the product:
so often does what stands in the middle of them come about. A call counts as what it calls, worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from rulewright.dsl.model import (
    Action,
    Apply,
    BestOf,
    CallStep,
    CardsIn,
    ChooseStep,
    EveryoneStep,
    Fold,
    ForEachStep,
    Gather,
    IntRange,
    Kind,
    Known,
    Listing,
    ListOfTerms,
    Local,
    MatchOn,
    Model,
    PaymentModel,
    PhaseStep,
    PlaceOf,
    RandomOf,
    RepeatStep,
    SetLocal,
    Step,
    Term,
    TurnsStep,
    ZoneAt,
    card_kind,
    constant_or_none,
)
from rulewright.dsl.model.constants import LONGEST_RANGE
from rulewright.dsl.model.walk import Part, all_steps, all_terms, parts_of
from rulewright.dsl.problems.spans import Span

ROUNDS_UNKNOWN = 100
"""How often a loop whose number is not known is taken to go round; a limit in play guards the rest."""


@define
class Costs:
    """Bounds worked out so far, for the largest number of players.

    `beside` says what loops that stand side by side come to: their sum; or the largest of them, where only
    loops one inside the other are asked for.
    """

    model: Model
    known: Known
    beside: Callable[[list[int]], int] = sum
    definitions: dict[str, int] = field(factory=dict)
    rules: dict[str, int] = field(factory=dict)
    named: dict[int, Term] = field(init=False)

    def __attrs_post_init__(self) -> None:
        steps = all_steps(self.model)
        self.named = {step.slot: step.value for step in steps if isinstance(step, SetLocal)}

    def bound(self, over: Term) -> int:
        """The most elements a collection may have."""
        if isinstance(over, Local) and over.slot in self.named:
            return self.bound(self.named[over.slot])
        if isinstance(over, Listing):
            return len(over.values)
        if isinstance(over, ListOfTerms):
            return len(over.items)
        if isinstance(over, IntRange):
            low, high = constant_or_none(over.low, self.known), constant_or_none(over.high, self.known)
            return ROUNDS_UNKNOWN if low is None or high is None else max(0, high - low + 1)
        if isinstance(over, Gather):
            bound = self.bound(over.over)
            return bound if over.most is None else min(bound, self._number(over.most))
        if isinstance(over, CardsIn) and isinstance(over.zone, ZoneAt):
            return self._room(over.zone.zone, over.kind)
        return self.bound_of_kind(over.kind)

    def _number(self, amount: Term | None) -> int:
        """A number as far as it is known before play."""
        known = None if amount is None else constant_or_none(amount, self.known)
        return ROUNDS_UNKNOWN if known is None else max(1, known)

    def _room(self, zone: str, kind: Kind) -> int:
        """The most cards that a zone may hold."""
        held = self.bound_of_kind(kind)
        capacity = self.model.zones[zone].capacity
        room = None if capacity is None else constant_or_none(capacity, self.known)
        return held if room is None else min(held, room)

    def bound_of_kind(self, kind: Kind) -> int:
        """The most elements a collection of this kind may have."""
        if kind.family == "player":
            return self.known.player_count
        if kind.family == "enum":
            return len(self.model.enums[kind.name].values) if kind.name in self.model.enums else 1
        if kind.family == "card" and not kind.name:
            return sum(self.bound_of_kind(card_kind(name)) for name in self.model.card_sets)
        if kind.family == "card":
            card_set = self.model.card_sets[kind.name]
            made = 1 if card_set.generators else sum(row.copies for row in card_set.rows)
            for generator in card_set.generators:
                made *= self.bound(generator.over)
            return made
        return 100

    def cost(self, part: Part) -> int:
        """How many rounds the loops in a part may go, those inside others as often as these go round."""
        beside = self.beside
        if isinstance(part, Apply):
            return beside([self._definition(part.definition), *map(self.cost, part.arguments)])
        if isinstance(part, CallStep):
            return beside([self._rule(part.rule), *map(self.cost, part.arguments)])
        if isinstance(part, Gather) and (part.where, part.order, part.value) == (None, None, None):
            return self.cost(part.over)  # only cut short: whoever goes through it makes the rounds
        if isinstance(part, RandomOf) and isinstance(part.over, IntRange):
            return self.cost(part.over)  # drawn between its ends
        if isinstance(part, Fold | Gather | BestOf | RandomOf | ForEachStep):
            each = beside([self.cost(one) for one in parts_of(part) if one is not part.over])
            return beside([self.cost(part.over), max(1, self.bound(part.over)) * max(1, each)])
        if isinstance(part, MatchOn):
            return beside([self.cost(part.value), max(self.cost(one) for one in parts_of(part))])
        within = beside([self.cost(one) for one in parts_of(part)])
        if isinstance(part, PlaceOf):
            return self.known.player_count * max(1, within)
        if isinstance(part, RepeatStep):
            return self._number(part.times) * max(1, within)
        return within

    def paying(self, payment: PaymentModel, over: Term) -> int:
        """How many rounds it takes to work out all prices, and what each element may stand for."""
        prices = self.beside([self.cost(price) for price in payment.prices])
        stands = max(1, self.bound(over)) * max(1, self.cost(payment.pays))
        return len(payment.symbols) * self.beside([prices, stands])

    def _definition(self, name: str) -> int:
        if name not in self.definitions:
            # At least a round: calls of calls add up to many even without a loop.
            self.definitions[name] = max(1, self.cost(self.model.definitions[name].value))
        return self.definitions[name]

    def _rule(self, name: str) -> int:
        if name not in self.rules:
            self.rules[name] = max(1, self.beside([self.cost(one) for one in self.model.rules[name].body]))
        return self.rules[name]


@define
class Depths:
    """How deep the parts of a model are nested, with what they call in the place of each call."""

    model: Model
    definitions: dict[str, int] = field(factory=dict)
    rules: dict[str, int] = field(factory=dict)

    def measure(self) -> Iterator[tuple[Span, int]]:
        """Every definition, rule, score, action and reaction with its depth."""
        for name, definition in self.model.definitions.items():
            self.definitions[name] = self._depth(definition.value)
            yield definition.span, self.definitions[name]
        for name, rule in self.model.rules.items():
            self.rules[name] = self._depth(*rule.body)
            yield rule.span, self.rules[name]
        for action in self.model.actions.values():
            conditions = (one.condition for one in action.requirements)
            paying = (part for _, one in payments_of(action) for part in (*one.prices, one.pays))
            yield action.span, self._depth(*conditions, *paying, *action.body)
        for reaction in self.model.reactions.values():
            yield reaction.span, self._depth(*reaction.body)
        for score in self.model.scores.values():
            if score.value is not None:
                yield score.span, self._depth(score.value)

    def _depth(self, *parts: Part) -> int:
        deepest = 0
        waiting = [(part, 1) for part in parts]
        while waiting:
            part, depth = waiting.pop()
            if isinstance(part, Apply):
                deepest = max(deepest, depth + self.definitions.get(part.definition, 0))
            elif isinstance(part, CallStep) and not part.later:
                deepest = max(deepest, depth + self.rules.get(part.rule, 0))
            deepest = max(deepest, depth)
            waiting.extend((one, depth + 1) for one in parts_of(part))
        return deepest


def payments_of(action: Action) -> Iterator[tuple[Term, PaymentModel]]:
    """The payments among an action's choices, each with what is paid from."""
    for choice in action.choices:
        if choice.payment is not None:
            yield choice.domain, choice.payment


def deep(model: Model, most: int) -> Iterator[tuple[Span, int]]:
    """The declarations nested deeper than `most`. Those that are called stand before their callers."""
    return (found for found in Depths(model).measure() if found[1] > most)


def long_ranges(model: Model, known: Known) -> Iterator[Span]:
    """The ranges that are gone through though they have more numbers than a range may have."""
    for part in (*all_steps(model), *all_terms(model)):
        if isinstance(part, Fold | Gather | BestOf | ForEachStep) and isinstance(part.over, IntRange):
            low, high = constant_or_none(part.over.low, known), constant_or_none(part.over.high, known)
            if low is not None and high is not None and high - low >= LONGEST_RANGE:
                yield part.over.span


def costly(model: Model, known: Known, most: int, most_in_all: int) -> Iterator[tuple[Span, int, int]]:
    """The declarations whose loops may go round too often, with the bound and the limit.

    `most` is for loops one inside the other, `most_in_all` for all that belong to one declaration.
    """
    for costs, limit in ((Costs(model, known, _largest), most), (Costs(model, known), most_in_all)):
        yield from ((span, cost, limit) for span, cost in _costly(model, costs, limit))


def _largest(costs: list[int]) -> int:
    return max(costs, default=0)


def _costly(model: Model, costs: Costs, most: int) -> Iterator[tuple[Span, int]]:
    for definition in model.definitions.values():
        yield from _over(definition.span, costs.cost(definition.value), most)
    for score in model.scores.values():
        if score.value is not None:
            yield from _over(score.span, costs.cost(score.value), most)
    for action in model.actions.values():
        terms = [costs.cost(one.condition) for one in action.requirements]
        terms += [costs.paying(payment, over) for over, payment in payments_of(action)]
        yield from _over(action.span, max(terms, default=0), most)
        yield from _bodies(costs, action.span, action.body, most)
    for rule in model.rules.values():
        for step in _unbroken(model, rule.body):
            yield from _over(step.span, costs.cost(step), most)
    for step in _unbroken(model, (*model.setup, *model.play)):
        yield from _over(step.span, costs.cost(step), most)
    for reaction in model.reactions.values():
        yield from _bodies(costs, reaction.span, reaction.body, most)


def _unbroken(model: Model, steps: tuple[Step, ...]) -> Iterator[Step | Term]:
    """The parts of a run that are worked out in one go: steps in which nobody is asked, and conditions."""
    for step in steps:
        if not _asks(model, step):
            yield step
            continue
        for part in parts_of(step):
            if isinstance(part, Step):
                yield from _unbroken(model, (part,))
            elif isinstance(part, Term):
                yield part


def _asks(model: Model, step: Step) -> bool:
    if isinstance(step, ChooseStep | EveryoneStep | TurnsStep | PhaseStep):
        return True
    if isinstance(step, CallStep):
        return model.rules[step.rule].asks
    return any(_asks(model, part) for part in parts_of(step) if isinstance(part, Step))


def _bodies(costs: Costs, span: Span, body: tuple[Step, ...], most: int) -> Iterator[tuple[Span, int]]:
    yield from _over(span, costs.beside([costs.cost(step) for step in body]), most)


def _over(span: Span, cost: int, most: int) -> Iterator[tuple[Span, int]]:
    if cost > most:
        yield span, cost
