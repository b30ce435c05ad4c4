"""What all parts of the lowering share: functions in the making, names, tables, regions, faults.

Lowering goes through the checked model once, for one number of players and one choice of settings, and
leaves code (`code.instructions`). What is known by then becomes a number on the way: settings, sizes, a
property of a known card. So there is no evaluator of constants besides: a term that the players cannot
change is lowered to a `Number`.

Each kind of term and of statement is lowered by one function, which says by name what it makes of each field
(`lowers`). A field that nobody has thought of is an error when the program is made, never a rule left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import attrs
from attrs import define, field

from rulewright.dsl.model import NONE, BestOf, BuiltIn, Fold, Kind, Local, Model, Phrase, Subsets, Term
from rulewright.dsl.model.kinds import LARGEST, SMALLEST
from rulewright.dsl.model.traverse import parts_of
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.code.instructions import (
    PLACES_HIDDEN,
    Append,
    Body,
    Break,
    Call,
    Clear,
    EventPlace,
    Expression,
    FaultPlace,
    Function,
    If,
    Meaning,
    Name,
    Parameter,
    PlacesShown,
    Region,
    Return,
    Set,
    Statement,
    Stop,
    Table,
    Tell,
)
from rulewright.interpreter.code.make import binary, choice, either, entry, known, load, name, number, simple
from rulewright.interpreter.code.walk import statements_in
from rulewright.interpreter.state.layout import ME, Layout

Lowered = Callable[..., Any]
Made = TypeVar("Made")
Facts = Mapping[str, Meaning] | Sequence[tuple[str, Meaning]]
"""What a fault tells of, number by number; a name that occurs several times is told as a list."""


@define
class Registry:
    """How each kind of node is lowered."""

    of: dict[type[object], tuple[tuple[str, ...], Lowered]] = field(factory=dict)
    whole: dict[type[object], Lowered] = field(factory=dict)
    """Those that have been asked for, and take all fields into account."""

    def lowers(self, node: type[object], fields: str = "") -> Callable[[Lowered], Lowered]:
        """Marks the function that lowers a kind of node, which takes these fields into account."""

        def mark(function: Lowered) -> Lowered:
            self.of[node] = (tuple(fields.split()), function)
            return function

        return mark

    def function(self, node: object) -> Lowered:
        """The function for a node. Raises TypeError for a node, or a field of one, that nobody lowers."""
        form = type(node)
        if form in self.whole:
            return self.whole[form]
        fields, function = self.of.get(form, ((), None))
        assert attrs.has(form)
        there = {one.name for one in attrs.fields(form)} - {"kind", "span"}
        if function is None or there != set(fields):
            raise TypeError(f"{form.__name__} is not lowered whole: {sorted(there ^ set(fields))}")
        self.whole[form] = function
        return function


VALUES = Registry()
"""Terms of one value."""
COLLECTIONS = Registry()
"""Terms of many values: what goes through each of them."""
EFFECTS = Registry()
"""Statements that play does not stop at."""
FLOW = Registry()
"""Statements of the flow of play."""


MOST_TRIED = 5_000
"""So many terms are lowered at most to find out whether one term is known."""
MOST_TRIED_IN_ALL = 200_000
"""So many terms are lowered at most to find out which are known, in a whole model."""


class Unknown(Exception):
    """What is tried turns out not to be known before play."""


@define(eq=False)
class Once:
    """Something worked out at most once: the local or list that holds it, and the statement that does it.

    A list that is gone through does not change. So what fills lists is of no use in a loop over one of them;
    and what was made in a loop over a list, which is there already, is of use in such loops only.
    """

    made: Expression | str = ""
    statement: Statement = field(factory=Break)
    fills: set[str] = field(factory=set)
    needs: set[str] = field(factory=set)

    def is_of_use(self, going: Collection[str]) -> bool:
        """In loops over these lists?"""
        return self.needs.issubset(going) and self.fills.isdisjoint(going)


@define
class Scope:
    """A function in the making: where statements go, and what the locals of the model are there."""

    out: list[Statement] = field(factory=list)
    values: dict[int, Expression] = field(factory=dict)
    lists: dict[int, str] = field(factory=dict)
    rooms: dict[str, int] = field(factory=dict)
    me: bool = False
    caches_me: bool = True
    """Whether who acts stays the same all through it."""
    still: bool = False
    """Whether the state stands still while it runs, so that what was worked out once holds all through it."""
    first: list[Statement] = field(factory=list)
    """Statements that go before all others."""
    given: frozenset[int] = frozenset()
    """The locals of the model that are parameters here: they stay the same all through it."""
    once: dict[object, list[Once]] = field(factory=dict)
    """What is worked out at most once, by term: a second time where the first is of no use, see `Once`."""
    building: list[Once] = field(factory=list)
    """Those in the making, the outer ones first."""
    going: dict[object, str] = field(factory=dict)
    """Terms whose lists are gone through here: they have been worked out."""

    trying: bool = False
    """Whether what is lowered now is only to find out if it is known."""
    places: dict[str, tuple[Expression, Expression]] = field(factory=dict)
    """For each card of a zone that is gone through: the zone, and the local of the card's position there."""
    asked: set[str] = field(factory=set)
    """Those of these locals that somebody reads."""
    keeping: bool = False
    """Whether what is lowered now is worked out at most once."""
    counted: dict[tuple[str, int], Expression] = field(factory=dict)
    """Points that have been worked out here, by score and seat."""

    def same_all_through(self, locals_: Iterable[int]) -> bool:
        """Does what depends on these locals have one value all through the function, in whatever loop?"""
        return self.still and self.given.issuperset(locals_) and len(self.values) > len(self.given)


@define(eq=False)
class Builder:
    """See the head of this file."""

    layout: Layout
    watched: bool = False
    runs: bool = False
    """Are there moves that are counted, where one is drawn?"""
    """Whether observers are told what happens, and what locals hold is kept where phrases find it."""
    functions: dict[str, Function] = field(factory=dict)
    ends: dict[str, bool] = field(factory=dict)
    """Which functions carry out effects, and whether they can end the game or a phase; then they return 1."""
    leave: int = 0
    """The block to which effects lead that end a phase; 0 where nothing does."""
    tables: dict[tuple[str, tuple[int, ...]], Table] = field(factory=dict)
    faults: list[FaultPlace] = field(factory=list)
    owner: str = ""
    """To what in the rules belongs what is lowered now: the name of a rule, an action, a phase."""
    work: int = 0
    """The fault of work that is used up in what is lowered now."""
    regions: dict[str, Region] = field(factory=dict)
    scope: Scope = field(factory=Scope)
    reacting: bool = False
    """Whether what is lowered now is carried out by reactions."""
    kept: dict[int, Region] = field(factory=dict)
    """Locals that outlive a choice, and where in the state they are."""
    bags: dict[tuple[str, str], list[tuple[int, ...]]] = field(factory=dict)
    """Properties that hold members or counts, by card number."""
    tabled: dict[int, tuple[Term, tuple[int, list[int]] | None]] = field(factory=dict)
    """Terms that were looked at, by identity: the one local that they depend on, and the table of them."""
    answers: dict[tuple[str, tuple[int, ...]], int | None] = field(factory=dict)
    """What definitions come to for arguments that are known; None where that is not known."""
    facts: dict[int, tuple[Term, dict[int, Kind], bool]] = field(factory=dict)
    """Terms that were looked at, by identity: their free locals, and whether it takes a loop."""
    tries: int = MOST_TRIED_IN_ALL
    """How many more terms may be lowered to find out what is known."""
    trial_ends: int = 0
    """Where `tries` has come to when the present trial is given up."""
    parts: dict[str, tuple[int, int]] = field(factory=dict)
    """Of how many parts the bodies of definitions consist, and with those that they use set in."""
    set_in: int = 0
    """Of how many parts the bodies consist that have been set in where definitions are used."""
    kept_terms: dict[object, str] = field(factory=dict)
    """Terms whose values are kept for good, and the functions that give them."""
    memo: int = 1
    """How many values are kept for good; the first is never used."""
    forms: dict[int, object] = field(factory=dict)
    """How the moves of each action are written, decided once: what is known is tried with little patience."""
    reasons: list[Phrase] = field(factory=list)
    """The phrases that endings give, by number."""
    texts: list[Phrase] = field(factory=list)
    """The texts that are told, by number."""
    events: list[EventPlace] = field(factory=list)
    """Where observers are told what happens."""
    _sets: frozenset[int] | None = None
    """The locals that hold sets, once somebody has asked."""
    _numbers: int = 0
    _kinds: Counter[tuple[type[object], str]] = field(factory=Counter)

    @property
    def model(self) -> Model:
        """The checked model."""
        return self.layout.model

    @property
    def players(self) -> int:
        """How many there are."""
        return self.layout.player_count

    def asks_for(self, *nodes: type[object], named: str = "") -> bool:
        """Is there a statement or term of one of some kinds anywhere in the rules?"""
        return any((node, named) in self._there for node in nodes)

    def is_set(self, collection: Term) -> bool:
        """Is it a local that holds each of its elements once: what is chosen, or handed over as a set?"""
        if self._sets is None:
            choices = [one for action in self.model.actions.values() for one in action.choices]
            called = [one.parameters for one in self.model.definitions.values()]
            called += [one.parameters for one in self.model.rules.values()]
            slots = [one.slot for one in choices if one.subset]
            slots += [one.slot for each in called for one in each if one.kind.shape == "many"]
            folds = [one for one in parts_of(self.model) if isinstance(one, Fold | BestOf)]
            slots += [one.slot for one in folds if isinstance(one.over, Subsets)]
            self._sets = frozenset(slots)
        return isinstance(collection, Local) and collection.slot in self._sets

    @property
    def size(self) -> int:
        """Of how many parts the rules consist."""
        return self._there.total()

    @property
    def _there(self) -> Counter[tuple[type[object], str]]:
        if not self._kinds:
            self._kinds.update(
                (type(part), part.name if isinstance(part, BuiltIn) else "") for part in parts_of(self.model)
            )
        return self._kinds

    # ---- names and statements --------------------------------------------------------------------

    def fresh(self, hint: str) -> str:
        """A name that nothing else has: those of the rules end in the numbers of their slots."""
        self._numbers += 1
        return f"{hint}_{self.model.locals + self._numbers}"

    def emit(self, *statements: Statement) -> None:
        """Add statements where the present ones go. In a trial raise Unknown: what is known takes none."""
        if self.scope.trying:
            raise Unknown
        self.scope.out += statements

    def block(self, build: Callable[[], object]) -> Body:
        """The statements that something adds, for themselves."""
        outer, self.scope.out = self.scope.out, []
        build()
        made, self.scope.out = self.scope.out, outer
        return tuple(made)

    @contextmanager
    def apart(self) -> Iterator[list[Statement]]:
        """Statements that are added meanwhile are put into the list that this gives."""
        outer, self.scope.out = self.scope.out, []
        try:
            yield self.scope.out
        finally:
            self.scope.out = outer

    def let(self, value: Expression, hint: str = "x", *, copy: bool = False) -> Expression:
        """A value that can be used many times: a local that holds it. `copy`: even of what is simple."""
        if simple(value) and not (copy and isinstance(value, Name)):
            return value
        local = self.fresh(hint)
        self.emit(Set(local, value))
        return name(local, value.low, value.high)

    def variable(self, start: Expression, hint: str = "n") -> str:
        """A local that will change, and how it begins."""
        local = self.fresh(hint)
        if self.scope.keeping:
            self.scope.first.append(Set(local, number(0)))
        self.emit(Set(local, start))
        return local

    def list(self, room: int, hint: str = "some") -> str:
        """A new empty list."""
        local = self.fresh(hint)
        self.scope.rooms[local] = max(1, room)
        if self.scope.keeping:  # it is read on ways on which it is not made again
            self.scope.first.append(Clear(local))
        self.emit(Clear(local))
        return local

    def add(self, to: str, value: Expression) -> None:
        """Add to a list."""
        self.emit(Append(to, value))

    def at_most_once(self, build: Callable[[], Made]) -> Made:
        """What is built, worked out the first time that it is asked for and kept while the function runs."""
        statement, made = self.once(build)
        self.emit(statement)
        return made

    def once(self, build: Callable[[], Made]) -> tuple[Statement, Made]:
        """What is built, and the statement that works it out unless that is done."""
        ready = self.fresh("ready")
        self.scope.first.append(Set(ready, number(0)))
        outer, self.scope.keeping = self.scope.keeping, True
        with self.apart() as statements:
            made = build()
        self.scope.keeping = outer
        return If(binary("==", name(ready, 0, 1), number(0)), (*statements, Set(ready, number(1)))), made

    def kept_once(self, key: object, build: Callable[[], Expression | str]) -> Expression | str:
        """What is built for a key, worked out once, if it is asked for."""
        scope = self.scope
        if key in scope.going:
            made = scope.going[key]
            for outer in scope.building:
                outer.needs.add(made)
            return made
        going = scope.going.values()
        found = next((one for one in scope.once.get(key, ()) if one.is_of_use(going)), None)
        if found is None:
            found = Once()
            scope.building.append(found)
            found.statement, found.made = self.once(build)
            scope.building.pop()
            if isinstance(found.made, str):
                found.fills.add(found.made)
            scope.once.setdefault(key, []).append(found)
        for outer in scope.building:
            outer.fills |= found.fills
            outer.needs |= found.needs
        self.emit(found.statement)
        return found.made

    def when(
        self, condition: Expression, then: Callable[[], object], otherwise: Callable[[], object] | None = None
    ) -> None:
        """Statements under a condition; without it where it is known."""
        value = known(condition)
        if value is not None:
            if value:
                then()
            elif otherwise is not None:
                otherwise()
            return
        yes, no = self.block(then), () if otherwise is None else self.block(otherwise)
        if yes or no:
            self.emit(If(condition, yes, no))

    def chosen(
        self, condition: Expression, then: Callable[[], Expression], otherwise: Callable[[], Expression]
    ) -> Expression:
        """One of two values, each with the statements that it takes."""
        value = known(condition)
        if value is not None:
            return then() if value else otherwise()
        with self.apart() as before_then:
            one = then()
        with self.apart() as before_otherwise:
            other = otherwise()
        if not before_then and not before_otherwise:
            return choice(condition, one, other)
        local = self.fresh("x")
        self.emit(If(condition, (*before_then, Set(local, one)), (*before_otherwise, Set(local, other))))
        return name(local, min(one.low, other.low), max(one.high, other.high))

    # ---- regions, tables, faults -----------------------------------------------------------------

    def region(self, name: str, base: int, size: int, low: int, high: int) -> Region:
        """A stretch of the state."""
        if name not in self.regions:
            self.regions[name] = Region(name, base, size, low, high)
        return self.regions[name]

    def reserve(self, hint: str, size: int = 1, low: int = NONE, high: int = LARGEST) -> Region:
        """A new stretch of the state."""
        return self.region(self.fresh(hint), self.layout.reserve(size), size, low, high)

    def reserve_memo(self, size: int) -> int:
        """Room for values that are kept for good."""
        start, self.memo = self.memo, self.memo + size
        return start

    def table(self, hint: str, values: Sequence[int]) -> Table:
        """Constants; the same ones only once. A 0 where there are none, as of cards that are not made."""
        key = (hint, tuple(values) or (0,))
        if key not in self.tables:
            self.tables[key] = Table(self.fresh(hint.upper()), tuple(map(int, key[1])))
        return self.tables[key]

    def looked_up(self, hint: str, values: Sequence[int], at: Expression) -> Expression:
        """An entry of constants. One that is not there is asked for only where a fault stands before it."""
        value = known(at)
        if value is not None:
            return number(values[value] if 0 <= value < len(values) else 0)
        if len(set(values)) == 1:
            return number(values[0])
        return entry(self.table(hint, values), at)

    def fault(self, code: str, span: Span, facts: Facts = (), **fixed: int | str) -> Expression:
        """The number of a fault's place."""
        told = tuple(facts.items() if isinstance(facts, Mapping) else facts)
        self.faults.append(FaultPlace(code, span, told, tuple(fixed.items())))
        return number(len(self.faults) - 1)

    def used_up(self, span: Span) -> int:
        """The number of the fault of work that is used up at a place of what is lowered now."""
        place = FaultPlace("limit-play", span, (("limit", "number"),), (("within", self.owner),))
        self.faults.append(place)
        return len(self.faults) - 1

    @contextmanager
    def belongs(self, owner: str, span: Span) -> Iterator[None]:
        """What is lowered meanwhile belongs to something in the rules, and so does the work that it takes."""
        outer = self.owner, self.work
        self.owner = owner
        self.work = self.used_up(span)
        try:
            yield
        finally:
            self.owner, self.work = outer

    def stop_if(self, condition: Expression, fault: Callable[[], Statement]) -> None:
        """A fault under a condition."""
        self.when(condition, lambda: self.emit(fault()))

    def within_bits(self, value: Expression, span: Span) -> Expression:
        """A number that must fit 32 bits."""
        if value.low >= SMALLEST and value.high <= LARGEST:
            return value
        value = self.let(value)
        outside = [condition for condition in (_below(value), _above(value)) if condition is not None]
        beyond = outside[0] if len(outside) == 1 else either(*outside)
        self.stop_if(beyond, lambda: Stop(self.fault("fault-overflow", span, {"value": "number"}), (value,)))
        assert isinstance(value, Name)
        return name(value.name, max(value.low, SMALLEST), min(value.high, LARGEST))

    # ---- observers -------------------------------------------------------------------------------

    def tell(
        self,
        kind: str,
        span: Span,
        *numbers: Expression,
        lists: Sequence[str] = (),
        named: str = "",
        shows: PlacesShown = PLACES_HIDDEN,
    ) -> None:
        """Tell observers, where there are any, what has happened."""
        if self.watched:
            self.events.append(EventPlace(kind, span, named, shows))
            self.emit(Tell(len(self.events) - 1, numbers, tuple(lists)))

    def local_region(self, slot: int, kind: Kind) -> Region:
        """Where in the state a local of the model is kept."""
        layout, title = self.layout, f"local_{slot}"
        if title in self.regions:
            return self.regions[title]
        low, high = self.range_of(kind.one())
        if kind.shape != "many":
            base = layout.locals_at + slot if self.watched else layout.reserve(1)
            return self.region(title, base, 1, min(low, 0), max(high, 0))
        room = 1 + layout.lists[slot].capacity
        base = layout.lists[slot].base if self.watched else layout.reserve(room)
        return self.region(title, base, room, min(low, 0), max(high, room))

    # ---- who acts --------------------------------------------------------------------------------

    def me(self) -> Expression:
        """The player who acts, or NONE."""
        region = self.region("me", ME, 1, NONE, self.players - 1)
        if not self.scope.caches_me:
            return load(region)
        self.scope.me = True
        return name("me", NONE, self.players - 1)

    # ---- functions -------------------------------------------------------------------------------

    def function(
        self,
        title: str,
        parameters: Sequence[Parameter],
        lists: Sequence[str],
        build: Callable[[], Expression | None],
        values: Mapping[int, Expression] | None = None,
        named_lists: Mapping[int, str] | None = None,
        *,
        still: bool = True,
        shared: bool = False,
    ) -> None:
        """A function, made the first time that it is asked for; `build` gives what it returns.

        Not `still`: it changes the state. `shared`: it does the work of whoever calls it.
        """
        if title in self.functions:
            return
        given = frozenset(values or ()) | frozenset(named_lists or ())
        outer, self.scope = self.scope, Scope(still=still, given=given)
        self.scope.values.update(values or {})
        self.scope.lists.update(named_lists or {})
        result = build()
        made, self.scope = self.scope, outer
        body = [*made.first, *made.out]
        if result is not None:
            body.append(Return(result))
        if made.me:
            region = self.region("me", ME, 1, NONE, self.players - 1)
            body.insert(0, Set("me", load(region)))
        returns = any_returns(tuple(body))
        self.functions[title] = Function(
            title,
            tuple(parameters),
            tuple(lists),
            made.rooms,
            tuple(body),
            returns,
            None if shared else self.work,
        )

    def range_of(self, kind: Kind) -> tuple[int, int]:
        """The least and the most that a value of a kind can be."""
        layout = self.layout
        if kind.family == "int":
            low, high = SMALLEST, LARGEST
        elif kind.family == "card":
            cards = layout.cards_of.get(kind.name) or range(len(layout.cards)) or (0,)
            low, high = cards[0], cards[-1]
        elif kind.family == "zone":
            low, high = 0, max(0, len(layout.zones) - 1)
        elif kind.family == "die":
            low, high = 0, max(0, layout.dice_count - 1)
        else:
            low, high = 0, max(0, len(layout.values_of(kind)) - 1)
        return (NONE if kind.optional else low), high


def any_returns(body: Body) -> bool:
    """Does a body return a value?"""
    return any(isinstance(one, Return) and one.value is not None for one in statements_in(body))


def _below(value: Expression) -> Expression | None:

    return binary("<", value, number(SMALLEST)) if value.low < SMALLEST else None


def _above(value: Expression) -> Expression | None:

    return binary(">", value, number(LARGEST)) if value.high > LARGEST else None


def call(
    function: str, *arguments: Expression, lists: Sequence[str] = (), low: int = NONE, high: int = LARGEST
) -> Call:
    """A call."""
    return Call(function, arguments, tuple(lists), low=low, high=high)
