"""What games for people ask of the rules beside playing: what may be chosen, why not, what a phrase says.

Each question becomes a function. What has been chosen so far is read from the state, where whoever asks has
put it; so one function serves texts that are written, texts that are read part by part, and reasons.

    domain_ACTION_n(out)            the elements of the n-th choice, in the order shown, each once; of a
                                    range of numbers the first and the last
    groups_ACTION_n(out)            the same, equal ones together: how many, then these, group by group
    least_ACTION_n(), most_ACTION_n()
    price_ACTION_n_m(symbol)        how much of a symbol the m-th price of a payment asks
    pays_ACTION_n(element, symbol)  may an element stand for a symbol?
    from_ACTION_n()                 the zone that a card is taken from
    requires_ACTION_n()             the n-th requirement
    gap_n() or gap_n(out)           what stands in a gap of a phrase
    begin_NAME()                    a variable takes its first value
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from attrs import define, field, frozen

from rulewright.dsl.model import (
    Action,
    CardsIn,
    CardsOfAll,
    ChoiceModel,
    Gather,
    IntRange,
    Kind,
    Phrase,
    Term,
    Variable,
    ZonesOf,
)
from rulewright.dsl.model.traverse import all_parts_of, asks_of_cards
from rulewright.interpreter.code.instructions import (
    Append,
    EachItem,
    Expression,
    Item,
    Length,
    Parameter,
    Range,
)
from rulewright.interpreter.code.make import NO, load, name, plus
from rulewright.interpreter.lowering.builder import Builder
from rulewright.interpreter.lowering.effects import first_value
from rulewright.interpreter.lowering.equivalence import may_merge
from rulewright.interpreter.lowering.free import free_locals
from rulewright.interpreter.lowering.many import element_of, listed, range_ends, room_of
from rulewright.interpreter.lowering.moves import Lister, depth_of, elements
from rulewright.interpreter.lowering.values import one, test, within


@frozen
class Gap:
    """A gap of a phrase: the kind of what stands there, and the function that works it out.

    Where it `asks` what cards are, not only where they lie, `holders` are where the state has those cards.
    """

    kind: Kind
    function: str
    asks: bool = False
    holders: tuple[range, ...] = ()


@frozen
class LoweredPhrase:
    """A phrase, its gaps lowered."""

    parts: tuple[str | Gap, ...]


@frozen
class LoweredRequirement:
    """A requirement: the function that tests it, and how many choices must be made before that."""

    function: str
    depth: int
    because: LoweredPhrase | None


@frozen
class LoweredChoice:
    """A choice: the names of its functions, "" where there is none.

    `is_range`: the domain is told by its ends. `comes_from` gives the zone that a card is taken from; where
    that is no single zone, `source` is the name of several.
    """

    domain: str
    is_range: bool
    groups: str
    least: str
    most: str
    prices: tuple[str, ...]
    pays: str
    comes_from: str
    source: str


@frozen
class LoweredAction:
    """What is asked of an action."""

    choices: tuple[LoweredChoice, ...]
    requirements: tuple[LoweredRequirement, ...]


@define
class Asker:
    """Lowers questions. `asked` are the functions made so far."""

    b: Builder
    asked: list[str] = field(factory=list)
    _phrases: dict[Phrase, LoweredPhrase] = field(factory=dict)

    def beginnings(self) -> None:
        """The functions that give variables their first values."""
        for title in self.b.model.variables:
            self._function(f"begin_{title}", partial(first_value, self.b, title), still=False)

    def action(self, action: Action) -> LoweredAction:
        """An action's choices and requirements."""
        with self.b.belongs(action.name, action.span):
            return self._action(action)

    def _action(self, action: Action) -> LoweredAction:
        with_all = partial(self._bind, action.choices)
        requirements, depth = [], 0
        for at, requirement in enumerate(action.requirements):
            depth = max(depth, depth_of(requirement, [one.slot for one in action.choices]))
            title = f"requires_{action.name}_{at}"

            def holds(condition: Term = requirement.condition) -> Expression:
                with_all()
                return test(self.b, condition)

            self._function(title, holds)
            because = (
                None if requirement.because is None else self.phrase(requirement.because, action.choices)
            )
            requirements.append(LoweredRequirement(title, depth, because))
        choices = tuple(self._choice(action, at) for at in range(len(action.choices)))
        return LoweredAction(choices, tuple(requirements))

    def phrase(self, phrase: Phrase, choices: Sequence[ChoiceModel] = ()) -> LoweredPhrase:
        """A phrase that may speak of choices, or of what is kept for it."""
        if phrase not in self._phrases:
            parts = [part if isinstance(part, str) else self._gap(part, choices) for part in phrase.parts]
            self._phrases[phrase] = LoweredPhrase(tuple(parts))
        return self._phrases[phrase]

    def _gap(self, term: Term, choices: Sequence[ChoiceModel]) -> Gap:
        title = f"gap_{len(self.asked)}"
        many = term.kind.shape == "many"

        def build() -> Expression | None:
            self._bind(choices)
            self._bind_kept(term)
            if not many:
                return one(self.b, term)
            self._out(term.kind, listed(self.b, term))
            return None

        self._function(title, build, lists=("out",) * many)
        if not asks_of_cards(term, self.b.model):
            return Gap(term.kind, title)
        return Gap(term.kind, title, asks=True, holders=tuple(self._holders(term)))

    def _holders(self, term: Term) -> Iterator[range]:
        """The stretches of the state in which locals and variables of a term hold cards."""
        b = self.b
        for slot, kind in free_locals(term).items():
            if kind.family == "card":
                region, many = b.kept.get(slot) or b.local_region(slot, kind), kind.shape == "many"
                yield range(region.base + many, region.base + region.size)
        for part in all_parts_of(term, b.model):
            if isinstance(part, Variable) and part.kind.family == "card":
                place = b.layout.variables[part.name]
                yield range(place.base, place.base + place.size)

    # ---- choices ---------------------------------------------------------------------------------

    def _choice(self, action: Action, at: int) -> LoweredChoice:
        b, chosen, end = self.b, action.choices[at], f"{action.name}_{at}"
        before = action.choices[:at]

        def domain() -> None:
            self._bind(before)
            if isinstance(chosen.domain, IntRange):
                b.emit(*(Append("out", end) for end in range_ends(b, chosen.domain)))
            else:
                self._out(chosen.kind, elements(b, chosen))

        self._function(f"domain_{end}", domain, lists=("out",))
        groups = f"groups_{end}" if may_merge(b, chosen.domain) else ""
        if groups:
            self._function(groups, partial(self._groups, action, at), lists=("out",))
        prices: list[str] = []
        pays = ""
        if chosen.payment is not None:
            payment = chosen.payment
            low, high = b.range_of(payment.symbol_kind)
            symbol = Parameter("symbol", low, high)
            given = name("symbol", low, high)
            for nth, price in enumerate(payment.prices):
                prices.append(f"price_{end}_{nth}")
                self._function(
                    prices[-1],
                    partial(self._value, before, price),
                    [symbol],
                    {payment.symbol_slot: given},
                )
            pays = f"pays_{end}"
            low, high = b.range_of(chosen.kind.one())
            self._function(
                pays,
                partial(self._test, before, payment.pays),
                [Parameter("element", low, high), symbol],
                {payment.slot: name("element", low, high), payment.symbol_slot: given},
            )
        zone, source = _source(chosen.domain)
        return LoweredChoice(
            f"domain_{end}",
            isinstance(chosen.domain, IntRange),
            groups,
            self._bound(f"least_{end}", before, chosen.least),
            self._bound(f"most_{end}", before, chosen.most),
            tuple(prices),
            pays,
            self._bound(f"from_{end}", before, zone),
            source,
        )

    def _bound(self, title: str, before: Sequence[ChoiceModel], term: Term | None) -> str:
        if term is None:
            return ""
        self._function(title, partial(self._value, before, term))
        return title

    def _value(self, before: Sequence[ChoiceModel], term: Term) -> Expression:
        self._bind(before)
        return one(self.b, term)

    def _test(self, before: Sequence[ChoiceModel], term: Term) -> Expression:
        self._bind(before)
        return test(self.b, term)

    def _groups(self, action: Action, at: int) -> None:
        b, chosen = self.b, action.choices[at]
        self._bind(action.choices[:at])
        lister = Lister(b, action, list(b.model.actions).index(action.name), {})
        for earlier in action.choices[:at]:
            held = b.scope.lists[earlier.slot] if earlier.subset else b.scope.values[earlier.slot]
            lister.named.append((earlier, held))
        members, starts, sizes = lister.grouped(chosen)
        room, group, nth = room_of(b, chosen.domain), b.fresh("group"), b.fresh("nth")
        low, high = b.range_of(chosen.kind.one())
        size = Item(sizes, name(group, 0, room), low=0, high=room)
        start = Item(starts, name(group, 0, room), low=0, high=room)
        member = Item(members, plus(start, name(nth, 0, room)), low=low, high=high)
        inner = Range(nth, NO, size, (Append("out", member),))
        b.emit(Range(group, NO, Length(sizes, low=0, high=room), (Append("out", size), inner)))

    # ---- what is bound ---------------------------------------------------------------------------

    def _bind(self, choices: Sequence[ChoiceModel]) -> None:
        """Read what has been chosen from the state."""
        for chosen in choices:
            self._bind_local(chosen.slot, chosen.kind.many() if chosen.subset else chosen.kind)

    def _bind_kept(self, term: Term) -> None:
        """Read what was kept for a phrase."""
        b = self.b
        for slot, kind in free_locals(term).items():
            if slot not in b.kept and slot not in b.scope.values and slot not in b.scope.lists:
                self._bind_local(slot, kind)

    def _bind_local(self, slot: int, kind: Kind) -> None:
        b, region = self.b, self.b.local_region(slot, kind)
        if kind.shape != "many":
            low, high = b.range_of(kind)
            b.scope.values[slot] = within(load(region), low, high)
            return
        room = region.size - 1
        some, at = b.list(room, f"chosen_{slot}"), b.fresh("at")
        element = load(region, plus(name(at, 0, room - 1), 1))
        b.emit(Range(at, NO, within(load(region), 0, room), (Append(some, element),)))
        b.scope.lists[slot] = some

    # ---- making ----------------------------------------------------------------------------------

    def _out(self, kind: Kind, some: str) -> None:
        """Give a list."""
        local, element = element_of(self.b, kind, "one")
        self.b.emit(EachItem(local, some, (Append("out", element),)))

    def _function(
        self,
        title: str,
        build: Callable[[], Expression | None],
        parameters: Sequence[Parameter] = (),
        values: dict[int, Expression] | None = None,
        *,
        lists: Sequence[str] = (),
        still: bool = True,
    ) -> None:
        self.b.function(title, parameters, lists, build, values, still=still)
        self.asked.append(title)


def _source(domain: Term) -> tuple[Term | None, str]:
    """Where the cards of a domain come from: a zone, or the name of several; neither where that is open."""
    if isinstance(domain, Gather) and domain.value is None:
        return _source(domain.over)
    if isinstance(domain, CardsIn):
        return domain.zone, ""
    if isinstance(domain, CardsOfAll) and isinstance(domain.zones, ZonesOf):
        return None, domain.zones.zone
    return None, ""
