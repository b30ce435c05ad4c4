"""A bound on how often nested loops go round, so that a rule file cannot ask for the impossible.

Each collection has a bound known at load: the cards of its set, the players, an enum's values, a range, and a
collection that has a name is as long as what was named. The bound of a loop inside a loop is the product:
so often does what stands in the middle of them come about. A call counts as what it calls, worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import comb

from attrs import define, field, frozen

from rulewright.dsl.model import (
    Action,
    Apply,
    BestOf,
    BuiltIn,
    CallStep,
    CardsIn,
    CardsOfAll,
    ChooseStep,
    ConstantFault,
    DefinitionModel,
    DiceIn,
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
    NotConstant,
    PaymentModel,
    PhaseStep,
    PlaceOf,
    RandomOf,
    RepeatStep,
    Rule,
    SetLocal,
    Step,
    Subsets,
    Term,
    TurnsStep,
    ZoneAt,
    card_kind,
    constant_or_none,
    count_cards,
)
from rulewright.dsl.model.constants import LONGEST_RANGE
from rulewright.dsl.model.sizes import MOST_CARDS
from rulewright.dsl.model.walk import Part, all_steps, all_terms, parts_of
from rulewright.dsl.problems.spans import Span

FEW = 16
"""Sets of so many elements are told apart one by one when costs are bounded."""
MOST_WAYS = 10**9
"""No more sets than that are counted."""
SET_ROUNDS = 10
"""Making one set takes as long as so many rounds of a loop, and one more for each of its elements."""
ROUNDS_UNKNOWN = 100
"""How often a loop whose number is not known is taken to go round; a limit in play guards the rest."""


@frozen
class TooMany:
    """How many sets of `least` to `most` elements there may be out of `room`."""

    span: Span
    ways: int
    least: int
    most: int
    room: int

    @property
    def told(self) -> Mapping[str, int | str]:
        """What the problem tells."""
        ways = f"{self.ways:,}" if self.ways <= MOST_WAYS else f"more than {MOST_WAYS:,}"
        many = f"{self.least}" if self.least == self.most else f"{self.least} to {self.most}"
        return {"ways": ways, "many": many, "room": self.room}


@define
class Costs:
    """Bounds worked out so far, for the largest number of players.

    `beside` says what loops that stand side by side come to: their sum; or the largest of them, where only
    loops one inside the other are asked for.
    """

    model: Model
    known: Known
    beside: Callable[[list[int]], int] = sum
    called: dict[tuple[object, ...], int] = field(factory=dict)
    """What definitions and rules come to, by their names and by how many elements they are given as sets."""
    sets: dict[int, int] = field(factory=dict)
    """How many elements sets have at most, those that are handed over and those that folds go through."""
    largest: TooMany | None = None
    """Of which sets there may be most, in what was asked for last."""
    named: dict[int, Term] = field(init=False)

    def __attrs_post_init__(self) -> None:
        steps = all_steps(self.model)
        self.named = {step.slot: step.value for step in steps if isinstance(step, SetLocal)}

    def bound(self, over: Term) -> int:
        """The most elements a collection may have."""
        if isinstance(over, Local) and over.slot in self.named:
            return self.bound(self.named[over.slot])
        if isinstance(over, Local) and over.slot in self.sets:
            return self.sets[over.slot]
        if isinstance(over, Subsets):
            return self.ways(over)
        if isinstance(over, BestOf) and isinstance(over.over, Subsets):
            return self.bound(over.over.of)
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
        if isinstance(over, Apply):
            return self.bound(self.model.definitions[over.definition].value)
        if isinstance(over, DiceIn):
            room = constant_or_none(self.model.dice[over.dice].capacity, self.known)
            return ROUNDS_UNKNOWN if room is None else room
        if isinstance(over, CardsIn):
            return self._room(over.zone, over.kind)
        if isinstance(over, CardsOfAll) and isinstance(over.zones, ListOfTerms):
            rooms = sum(self._room(zone, over.kind) for zone in over.zones.items)
            return min(rooms, self.bound_of_kind(over.kind))
        return self.bound_of_kind(over.kind)

    def _note(self, sets: Subsets) -> None:
        ways = self.ways(sets)
        if self.largest is None or ways > self.largest.ways:
            self.largest = TooMany(sets.span, ways, *self.sizes(sets), self.bound(sets.of))

    def ways(self, sets: Subsets) -> int:
        """How many sets there may be."""
        return sum(ways for _, ways in self._by_size(sets))

    def _by_size(self, sets: Subsets) -> Iterator[tuple[int, int]]:
        """How many sets of each size there may be, until there are too many to be counted."""
        room = self.bound(sets.of)
        least, most = self.sizes(sets)
        left = MOST_WAYS + 1
        for size in range(least, most + 1):
            ways = min(comb(room, size), left)
            yield size, ways
            left -= ways
            if not left:
                return

    def sizes(self, sets: Subsets) -> tuple[int, int]:
        """How many elements the smallest and the largest of some sets may have."""
        room = self.bound(sets.of)
        least, most = (
            None if end is None else constant_or_none(end, self.known) for end in (sets.least, sets.most)
        )
        return max(0, least or 0), room if most is None else min(most, room)

    def _number(self, amount: Term | None) -> int:
        """A number as far as it is known before play."""
        known = None if amount is None else constant_or_none(amount, self.known)
        return ROUNDS_UNKNOWN if known is None else max(1, known)

    def _room(self, zone: Term, kind: Kind) -> int:
        """The most cards that a zone may hold."""
        held = self.bound_of_kind(kind)
        capacity = self.model.zones[zone.zone].capacity if isinstance(zone, ZoneAt) else None
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
            try:
                return count_cards(card_set, self.known)
            except (NotConstant, ConstantFault):
                return MOST_CARDS
        return 100

    def cost(self, part: Part) -> int:
        """How many rounds the loops in a part may go, those inside others as often as these go round."""
        beside = self.beside
        if isinstance(part, Apply):
            definition = self.model.definitions[part.definition]
            called = self._called(definition, (definition.value,), part.arguments)
            return beside([called, *map(self.cost, part.arguments)])
        if isinstance(part, CallStep):
            rule = self.model.rules[part.rule]
            return beside([self._called(rule, rule.body, part.arguments), *map(self.cost, part.arguments)])
        if isinstance(part, Gather) and (part.where, part.order, part.value) == (None, None, None):
            return self.cost(part.over)  # only cut short: whoever goes through it makes the rounds
        if isinstance(part, RandomOf) and isinstance(part.over, IntRange):
            return self.cost(part.over)  # drawn between its ends
        if isinstance(part, Fold | BestOf) and isinstance(part.over, Subsets):
            return self._over_sets(part, part.over)
        if isinstance(part, Fold | Gather | BestOf | RandomOf | ForEachStep):
            each = beside([self.cost(one) for one in parts_of(part) if one is not part.over])
            return beside([self.cost(part.over), max(1, self.bound(part.over)) * max(1, each)])
        if isinstance(part, BuiltIn) and part.name == "distinct":
            (of,) = part.arguments  # each is taken, and looked for among those before
            return beside([self.cost(of), 4 * self.bound(of)])
        if isinstance(part, MatchOn):
            return beside([self.cost(part.value), max(self.cost(one) for one in parts_of(part))])
        within = beside([self.cost(one) for one in parts_of(part)])
        if isinstance(part, PlaceOf):
            return self.known.player_count * max(1, within)
        if isinstance(part, RepeatStep):
            return self._number(part.times) * max(1, within)
        return within

    def _over_sets(self, part: Fold | BestOf, sets: Subsets) -> int:
        """How many rounds it takes to make each set, and for all that is asked of it, side by side or not."""
        self._note(sets)
        self.sets[part.slot] = self.sizes(sets)[1]
        beside, self.beside = self.beside, sum
        each = max(1, sum(self.cost(one) for one in parts_of(part) if one is not sets))
        self.beside = beside
        rounds = sum(ways * (SET_ROUNDS + size + each) for size, ways in self._by_size(sets))
        return beside([self.cost(sets), rounds])

    def paying(self, payment: PaymentModel, over: Term) -> int:
        """How many rounds it takes to work out all prices, and what each element may stand for."""
        prices = self.beside([self.cost(price) for price in payment.prices])
        stands = max(1, self.bound(over)) * max(1, self.cost(payment.pays))
        return len(payment.symbols) * self.beside([prices, stands])

    def _called(self, called: DefinitionModel | Rule, body: Sequence[Part], arguments: Sequence[Term]) -> int:
        """What a definition or rule comes to, given sets of no more elements than these."""
        slots = [one.slot for one in called.parameters if one.kind.shape == "many"]
        given = [_about(self.bound(one)) for one in arguments if one.kind.shape == "many"]
        key = (type(called), called.name, self.beside, *given)
        if key not in self.called:
            self.sets.update(zip(slots, given, strict=True))
            # At least a round: calls of calls add up to many even without a loop.
            self.called[key] = max(1, self.beside([self.cost(one) for one in body]))
        return self.called[key]


def _about(size: int) -> int:
    """A size or, of many elements, one that is not far above: so a definition is gone through seldom."""
    return size if size <= FEW else 1 << (size - 1).bit_length()


@frozen
class Costly:
    """How often the loops of a declaration may go round, where that is more than the limit.

    `sets` are most of what they go through, if they go through any.
    """

    span: Span
    rounds: int
    limit: int
    sets: TooMany | None


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


def costly(model: Model, known: Known, most: int, most_in_all: int) -> Iterator[Costly]:
    """The declarations whose loops may go round too often.

    `most` is for loops one inside the other, `most_in_all` for all that belong to one declaration.
    """
    yield from _costly(model, Costs(model, known, _largest), most)
    yield from _costly(model, Costs(model, known), most_in_all)


def _largest(costs: list[int]) -> int:
    return max(costs, default=0)


def _costly(model: Model, costs: Costs, most: int) -> Iterator[Costly]:
    for definition in model.definitions.values():
        if not any(one.kind.shape == "many" for one in definition.parameters):
            yield from _over(costs, definition.span, costs.cost(definition.value), most)
    for score in model.scores.values():
        if score.value is not None:
            yield from _over(costs, score.span, costs.cost(score.value), most)
    for action in model.actions.values():
        terms = [costs.cost(one.condition) for one in action.requirements]
        terms += [costs.paying(payment, over) for over, payment in payments_of(action)]
        yield from _over(costs, action.span, max(terms, default=0), most)
        yield from _bodies(costs, action.span, action.body, most)
    for rule in model.rules.values():
        costs.sets.update({one.slot: costs.bound_of_kind(one.kind) for one in rule.parameters})
        for step in _unbroken(model, rule.body):
            yield from _over(costs, step.span, costs.cost(step), most)
    for step in _unbroken(model, (*model.setup, *model.play)):
        yield from _over(costs, step.span, costs.cost(step), most)
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


def _bodies(costs: Costs, span: Span, body: tuple[Step, ...], most: int) -> Iterator[Costly]:
    yield from _over(costs, span, costs.beside([costs.cost(step) for step in body]), most)


def _over(costs: Costs, span: Span, rounds: int, most: int) -> Iterator[Costly]:
    if rounds > most:
        yield Costly(span, rounds, most, costs.largest)
    costs.largest = None
