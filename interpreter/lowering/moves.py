"""The legal moves of an action: one function goes through its choices in their order.

A move is one number: the action's in the lowest bits, then each argument in as many bits as it takes. A
subset stands in the run's `pool`, and the number says where: how many elements, then the elements.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TypeVar

from attrs import frozen

from rulewright.dsl.model import (
    LARGEST,
    SMALLEST,
    Action,
    ChoiceModel,
    Gather,
    IntRange,
    Kind,
    Local,
    PaymentModel,
    RequirementModel,
    Term,
)
from rulewright.dsl.model.constants import LONGEST_RANGE
from rulewright.dsl.model.traverse import parts_of
from rulewright.interpreter.code.instructions import (
    MACHINE,
    POOL_BITS,
    Append,
    Break,
    Do,
    EachItem,
    Expression,
    If,
    Item,
    Length,
    Parameter,
    Range,
    Return,
    Set,
    SetItem,
    Stop,
    action_bits,
)
from rulewright.interpreter.code.make import (
    NO,
    YES,
    binary,
    both,
    choice,
    differ,
    equal,
    minus,
    name,
    number,
    plus,
)
from rulewright.interpreter.lowering.builder import Builder, call
from rulewright.interpreter.lowering.equivalence import may_merge, needs_order, same
from rulewright.interpreter.lowering.many import each, element_of, known_elements, listed, room_of
from rulewright.interpreter.lowering.values import Unbound, joined, one, test, within
from rulewright.interpreter.state.domains import (
    DONE,
    DONE_MOVE,
    MOST_LISTED,
    MOST_TRIED,
    Argument,
    InternalMove,
    may_repeat,
)

MOVE_BITS = 62
"""How many bits a move's number has."""
MOST_MOVE = 1 << MOVE_BITS
"""No move's number is larger."""


@frozen
class Field:
    """Where an argument stands in a move's number: from which bit, how many, and what its 0 stands for."""

    shift: int
    bits: int
    low: int
    subset: bool

    def of(self, number: int) -> int:
        """What stands here in a move's number."""
        return number >> self.shift & (1 << self.bits) - 1


@frozen
class MoveForm:
    """How the moves of an action are written as numbers.

    `packed`: the arguments take more bits than a number has. They stand in the pool together, and the number
    says here where: how many numbers follow, then the arguments, that of a subset with its length first.
    """

    action: int
    bits: int
    fields: tuple[Field, ...]
    packed: Field | None

    def action_of(self, number: int) -> int:
        """The action of a move, whatever its form."""
        return number & (1 << self.bits) - 1

    @property
    def places(self) -> tuple[Field, ...]:
        """The fields that are places in the pool."""
        return (self.packed,) if self.packed else tuple(one for one in self.fields if one.subset)

    def read(self, number: int, held: Callable[[int], Sequence[int]]) -> InternalMove:
        """The action and the arguments of a number; `held` gives what stands at a place of the pool."""
        if self.packed:
            return self._unpacked(iter(held(self.packed.of(number))))
        arguments = [
            tuple(held(field.of(number))) if field.subset else field.of(number) + field.low
            for field in self.fields
        ]
        return (self.action, *arguments)

    def _unpacked(self, numbers: Iterator[int]) -> InternalMove:
        arguments: list[Argument] = []
        for field in self.fields:
            first = next(numbers)
            arguments.append(tuple(islice(numbers, first)) if field.subset else first)
        return (self.action, *arguments)

    def write(self, move: InternalMove) -> tuple[int, list[int]]:
        """A move as a number, with a pool that holds its subsets."""
        number, pool = self.action, list[int]()
        for field, argument in zip(self.fields, move[1:], strict=True):
            place = len(pool)
            if isinstance(argument, tuple):
                pool += (len(argument), *argument)
            elif self.packed:
                pool.append(argument)
            if not self.packed:
                number += (place if isinstance(argument, tuple) else argument - field.low) << field.shift
        return number, [len(pool), *pool] if self.packed else pool


def held_in(pool: Sequence[int]) -> Callable[[int], Sequence[int]]:
    """What stands at a place of a pool: after how many numbers it is."""
    return lambda at: pool[at + 1 : at + 1 + pool[at]]


def read_move(forms: Sequence[MoveForm], number: int, held: Callable[[int], Sequence[int]]) -> InternalMove:
    """A move that a machine listed, as a tuple; `held` is what stands at a place of its pool."""
    return DONE_MOVE if number == DONE else forms[forms[0].action_of(number)].read(number, held)


Made = TypeVar("Made")


def move_form(b: Builder, index: int) -> MoveForm:
    """The form of an action's moves."""
    if index not in b.forms:
        b.forms[index] = _move_form(b, index)
    form = b.forms[index]
    assert isinstance(form, MoveForm)
    return form


def _move_form(b: Builder, index: int) -> MoveForm:
    bits = action_bits(len(b.model.actions))
    action = tuple(b.model.actions.values())[index]
    shift, fields = bits, []
    for chosen in action.choices:
        if chosen.subset:
            low, width = 0, POOL_BITS
        else:
            low, high = bounds(b, chosen)
            width = max(1, (high - low).bit_length())
        fields.append(Field(shift, width, low, chosen.subset))
        shift += width
    packed = None if shift <= MOVE_BITS else Field(bits, POOL_BITS, 0, subset=True)
    return MoveForm(index, bits, tuple(fields), packed)


def bounds(b: Builder, chosen: ChoiceModel) -> tuple[int, int]:
    """The least and the most that a choice of one element can be."""
    try:
        elements = known_elements(b, chosen.domain)
    except Unbound:  # it depends on the choices before
        elements = None
    if elements is not None:
        return min(elements, default=0), max(elements, default=0)
    low, high = b.range_of(chosen.kind)
    over = chosen.domain
    while isinstance(over, Gather) and over.value is None:
        over = over.over
    if isinstance(over, IntRange):
        low, high = max(low, _range(b, over.low)[0]), min(high, _range(b, over.high)[1])
    return low, max(low, high)


def _range(b: Builder, term: Term) -> tuple[int, int]:
    """The least and the most that a number can be, whatever was chosen before."""
    still, b.scope.still = b.scope.still, False
    try:
        with b.apart():
            value = one(b, term)
        return value.low, value.high
    except Unbound:
        return SMALLEST, LARGEST
    finally:
        b.scope.still = still


def candidates(b: Builder, action: Action) -> int:
    """As many candidates as there can be for an action at most, those for its first few choices too."""
    found, here = 0, 1
    for chosen in action.choices:
        try:
            here *= MOST_TRIED + 1 if chosen.subset else room_of(b, chosen.domain)
        except Unbound:  # it depends on the choices before
            here *= LONGEST_RANGE
        found += here
    return found


@frozen
class Listing:
    """What goes into the list of an action's moves: the requirements by how many choices they take."""

    tests: dict[int, list[Term]]

    @classmethod
    def of(cls, action: Action) -> Listing:
        """The requirements of an action; those written earlier count too."""
        slots = [chosen.slot for chosen in action.choices]
        tests: dict[int, list[Term]] = defaultdict(list)
        depth = 0
        for requirement in action.requirements:
            depth = max(depth, depth_of(requirement, slots))
            tests[depth].append(requirement.condition)
        return cls(tests)


def depth_of(requirement: RequirementModel, slots: list[int]) -> int:
    """Of how many choices a requirement and its reason speak."""
    used = [
        slots.index(part.slot) + 1
        for part in parts_of((requirement.condition, requirement.because))
        if isinstance(part, Local) and part.slot in slots
    ]
    return max(used, default=0)


def list_function(b: Builder, action: Action, index: int) -> str:
    """The function that adds an action's legal moves to `out`, `most` at most; it returns 1 for too many."""
    title = f"list_{action.name}"
    parameters = [Parameter("most", 0, MOST_LISTED + 1)]

    def build() -> Expression:
        Lister(b, action, index, Listing.of(action).tests).list()
        return NO

    b.function(title, parameters, ("out",), build)
    return title


class Lister:
    """Goes through the choices of an action, in loops within loops."""

    def __init__(self, b: Builder, action: Action, index: int, tests: dict[int, list[Term]]) -> None:
        self.b = b
        self.action = action
        self.form = move_form(b, index)
        self.tests = tests
        self.chosen: list[Expression] = []
        self.named: list[tuple[ChoiceModel, Expression | str]] = []
        self.tries = b.fresh("tries")
        b.scope.first.append(Set(self.tries, NO))
        self.counted = candidates(b, action) > MOST_TRIED

    def list(self) -> None:
        """All legal moves."""
        self._beyond(0)

    def _once(self, terms: object, depth: int, build: Callable[[], Made]) -> Made:
        """What is built, worked out only the first time where no choice before it matters to the terms."""
        before = {chosen.slot for chosen in self.action.choices[:depth]}
        if not depth or any(isinstance(part, Local) and part.slot in before for part in parts_of(terms)):
            return build()
        return self.b.at_most_once(build)

    def _beyond(self, depth: int) -> None:
        tests = self.tests.get(depth, [])
        condition: Expression = joined(self.b, tests, "and") if tests else YES
        self.b.when(condition, lambda: self._choose(depth))

    def _choose(self, depth: int) -> None:
        b = self.b
        if depth == len(self.action.choices):
            self._found()
            return
        chosen = self.action.choices[depth]
        if chosen.payment is not None:
            self._payments(chosen, chosen.payment, depth)
        elif chosen.subset:
            self._subsets(chosen, depth)
        elif may_merge(b, chosen.domain) or may_repeat(chosen.domain) or needs_order(b, chosen.domain):
            some = self._elements(chosen)
            if may_merge(b, chosen.domain):
                some = self._merged(chosen, some)
            self._spend(Length(some, low=0, high=MOST_TRIED))
            local, element = element_of(b, chosen.kind, chosen.name)
            b.emit(EachItem(local, some, b.block(lambda: self._take(chosen, element, depth))))
        else:

            def take(element: Expression) -> None:
                self._spend(YES)
                self._take(chosen, element, depth)

            each(b, chosen.domain, take)

    def _spend(self, count: Expression) -> None:
        if self.counted:
            tries = plus(name(self.tries, 0, MOST_TRIED), count)
            self.b.emit(Set(self.tries, tries))
            too_many = binary(">", name(self.tries, 0, tries.high), number(MOST_TRIED))
            self.b.emit(If(too_many, (Return(YES),)))

    def _take(self, chosen: ChoiceModel, element: Expression, depth: int) -> None:
        field = self.form.fields[depth]
        self.b.scope.values[chosen.slot] = element
        self.chosen.append(minus(within(element, field.low, None), field.low))
        self.named.append((chosen, element))
        self._beyond(depth + 1)
        self.named.pop()
        self.chosen.pop()

    def note(self, chosen: ChoiceModel, element: Expression) -> None:
        """A choice has been made already."""
        field = self.form.fields[len(self.chosen)]
        self.chosen.append(minus(within(element, field.low, None), field.low))
        self.named.append((chosen, element))

    def elements_of_last(self) -> str:
        """The elements of the domain of the last choice, in the order shown, each once."""
        return self._elements(self.action.choices[-1])

    def _found(self) -> None:
        b, fields, values = self.b, self.form.fields, self.chosen
        if self.form.packed:
            fields, values = self.form.places, [self._packed()]
        b.emit(Append("out", self._number(fields, values)))
        full = binary(">=", Length("out", low=0, high=MOST_LISTED + 1), name("most"))
        b.emit(If(full, (Return(NO),)))

    def _number(self, fields: Sequence[Field], values: Sequence[Expression]) -> Expression:
        """A move as a number."""
        move: Expression = number(self.form.action)
        for field, value in zip(fields, values, strict=True):
            move = plus(move, binary("<<", value, number(field.shift)))
        return move

    def _packed(self) -> Expression:
        """All arguments, put into the pool together; returns where."""
        b, at = self.b, self.b.fresh("at")
        start = self._room()
        b.emit(Append("pool", NO))
        for field, chosen, value in zip(self.form.fields, self.action.choices, self.chosen, strict=True):
            if not chosen.subset:
                b.emit(Append("pool", plus(value, field.low)))
                continue
            room = room_of(b, chosen.domain)
            length = plus(Item("pool", value, low=0, high=room), 1)
            element = Item("pool", plus(value, name(at, 0, room)), low=SMALLEST, high=LARGEST)
            b.emit(Range(at, NO, length, (Append("pool", element),)))
        b.emit(SetItem("pool", start, minus(minus(Length("pool", low=1, high=1 << 40), start), 1)))
        return start

    def _room(self) -> Expression:
        """Where the pool goes on; where it is full, there are too many moves."""
        start = self.b.variable(Length("pool", low=0, high=1 << 40), "start")
        self.b.emit(If(binary(">=", name(start, 0, 1 << 40), number(1 << POOL_BITS)), (Return(YES),)))
        return name(start, 0, (1 << POOL_BITS) - 1)

    # ---- elements --------------------------------------------------------------------------------

    def _elements(self, chosen: ChoiceModel) -> str:
        """The elements of a domain in the order shown, each once."""
        return elements(self.b, chosen)

    def _apart(self, kind: Kind, one: Expression, other: Expression) -> Expression:
        """Do the choices before name both of two elements, or neither?"""
        b = self.b
        so: Expression = YES
        for earlier, what in self.named:
            if earlier.kind.surely() != kind.surely():
                continue
            if isinstance(what, str):
                named = [
                    b.let(call("among", each_one, lists=(what,), low=0, high=1)) for each_one in (one, other)
                ]
            else:
                named = [equal(one, what), equal(other, what)]
            so = both(so, equal(named[0], named[1]))
        return so

    def _merged(self, chosen: ChoiceModel, some: str) -> str:
        """The first of each group of equals."""
        b = self.b
        firsts = b.list(room_of(b, chosen.domain), "firsts")
        local, element = element_of(b, chosen.kind, chosen.name)
        rep_local, rep = element_of(b, chosen.kind, "first")

        def look() -> None:
            found = b.variable(NO, "found")

            def compare() -> None:
                alike = same(b, chosen.kind, rep, element)
                inner = b.block(lambda: b.emit(Set(found, self._apart(chosen.kind, rep, element))))
                b.emit(If(alike, inner))

                b.emit(If(name(found, 0, 1), (Break(),)))

            b.emit(EachItem(rep_local, firsts, b.block(compare)))
            b.emit(If(equal(name(found, 0, 1), 0), (Append(firsts, element),)))

        b.emit(EachItem(local, some, b.block(look)))
        return firsts

    def _grouped(self, chosen: ChoiceModel, some: str) -> tuple[str, str, str]:
        """The elements group by group: the elements, where each group begins, how many each has."""
        b, room = self.b, room_of(self.b, chosen.domain)
        members, starts, sizes = b.list(room, "members"), b.list(room, "starts"), b.list(room, "sizes")
        if not may_merge(b, chosen.domain):
            b.emit(Do(call("by_themselves", lists=(some, members, starts, sizes))))
            return members, starts, sizes
        firsts = self._merged(chosen, some)
        rep_local, rep = element_of(b, chosen.kind, "first")
        local, element = element_of(b, chosen.kind, chosen.name)

        def gather() -> None:
            start = b.variable(Length(members, low=0, high=room), "start")
            b.emit(Append(starts, name(start, 0, room)))

            def look() -> None:
                alike = same(b, chosen.kind, rep, element)
                inner = b.block(
                    lambda: b.when(
                        self._apart(chosen.kind, rep, element),
                        lambda: b.emit(Append(members, element)),
                    )
                )
                b.emit(If(alike, inner))

            b.emit(EachItem(local, some, b.block(look)))
            b.emit(Append(sizes, minus(Length(members, low=0, high=room), name(start, 0, room))))

        b.emit(EachItem(rep_local, firsts, b.block(gather)))
        return members, starts, sizes

    # ---- subsets ---------------------------------------------------------------------------------

    def _subsets(self, chosen: ChoiceModel, depth: int) -> None:
        b = self.b
        members, starts, sizes = self._groups(chosen, depth)
        least, most = subset_bounds(b, chosen, members)
        left = minus(number(MOST_TRIED), name(self.tries, 0, MOST_TRIED))
        first = self._room()

        def listed() -> None:
            lists = (members, starts, sizes)
            made = self._made(call("select", least, most, left, lists=lists, low=-1, high=MOST_TRIED))
            self._room()
            self._each_of_pool(chosen, depth, first, made)

        def counted() -> None:
            move, shift = self._number(self.form.fields[:-1], self.chosen), number(self.form.fields[-1].shift)
            lists = (members, starts, sizes, "out")
            ways = call("count_run", move, shift, least, most, left, lists=lists, low=-1, high=MOST_TRIED)
            self._made(ways)
            beyond = Item("runs", NO, low=0, high=MOST_LISTED * MOST_TRIED)
            found = plus(Length("out", low=0, high=MOST_LISTED + 1), beyond)
            b.emit(If(binary(">=", found, name("most")), (Return(NO),)))

        last = depth + 1 == len(self.action.choices)
        if last and not self.tests.get(depth + 1) and not self.form.packed and not b.watched:
            b.runs = True
            b.when(binary(">", Length("runs", low=0, high=1 << 40), NO), counted, listed)
        else:
            listed()

    def _made(self, count: Expression) -> Expression:
        """How many subsets were found; too many are no list."""
        made = self.b.let(count, "made")
        self.b.emit(If(binary("<", made, NO), (Return(YES),)))
        self._spend(made)
        return made

    def _groups(self, chosen: ChoiceModel, depth: int) -> tuple[str, str, str]:
        """The elements of a domain group by group."""
        build = partial(self.grouped, chosen)
        return build() if self._told_apart(chosen, depth) else self._once(chosen.domain, depth, build)

    def _told_apart(self, chosen: ChoiceModel, depth: int) -> bool:
        """Can a choice before it tell equals apart, so that each makes other groups?"""
        return any(one.kind.surely() == chosen.kind.surely() for one in self.action.choices[:depth])

    def grouped(self, chosen: ChoiceModel) -> tuple[str, str, str]:
        """All elements of a domain, equal ones in one group."""
        return self._grouped(chosen, self._elements(chosen))

    def _masks(
        self,
        chosen: ChoiceModel,
        payment: PaymentModel,
        depth: int,
        groups: tuple[str, str, str],
        asked: str,
    ) -> str:
        """For each group which symbols it may stand for, as bits: of those that prices have asked so far."""
        b, (members, starts, sizes) = self.b, groups
        room, (low, high) = room_of(b, chosen.domain), b.range_of(chosen.kind)
        group, count = b.fresh("group"), Length(sizes, low=0, high=1 << 20)

        def build() -> tuple[str, str]:
            masks, looked = b.list(room, "masks"), b.variable(NO, "looked")
            b.emit(Range(group, NO, count, (Append(masks, NO),)))
            return masks, looked

        terms = (chosen.domain, payment.pays)
        masks, looked = build() if self._told_apart(chosen, depth) else self._once(terms, depth, build)
        for bit, symbol in enumerate(payment.symbols):
            flag = number(1 << bit)

            def stand(flag: Expression = flag, symbol: int = symbol) -> None:
                which = name(group, 0, room)
                start = Item(starts, which, low=0, high=1 << 20)
                b.scope.values[payment.slot] = b.let(Item(members, start, low=low, high=high), chosen.name)
                b.scope.values[payment.symbol_slot] = number(symbol)
                more = binary("|", Item(masks, which, low=0, high=MOST_MOVE), flag)
                pays = test(b, payment.pays)
                b.when(pays, lambda: b.emit(SetItem(masks, which, more)))

            new = both(
                differ(binary("&", name(asked, 0, MOST_MOVE), flag), 0),
                equal(binary("&", name(looked, 0, MOST_MOVE), flag), 0),
            )
            known_now = Set(looked, binary("|", name(looked, 0, MOST_MOVE), flag))
            b.emit(If(new, (Range(group, NO, count, b.block(stand)), known_now)))
        return masks

    def _asked(self, payment: PaymentModel) -> tuple[str, str]:
        """What the prices ask of each symbol, and the symbols of which any is asked, as bits."""
        b = self.b
        amounts = b.list(len(payment.prices) * len(payment.symbols), "amounts")
        asked = b.variable(NO, "asked")
        for price in payment.prices:
            for bit, symbol in enumerate(payment.symbols):
                b.scope.values[payment.symbol_slot] = number(symbol)
                amount = b.let(one(b, price), "amount")
                if amount.low < 0:
                    amount = b.let(choice(binary("<", amount, NO), NO, amount), "amount")
                b.add(amounts, amount)
                some = binary("|", name(asked, 0, MOST_MOVE), number(1 << bit))
                b.when(binary(">", amount, NO), partial(b.emit, Set(asked, some)))
        return amounts, asked

    def _payments(self, chosen: ChoiceModel, payment: PaymentModel, depth: int) -> None:
        amounts, asked = self._asked(payment)
        members, starts, sizes = self._groups(chosen, depth)
        masks = self._masks(chosen, payment, depth, (members, starts, sizes), asked)

        first = self._room()
        left = minus(number(MOST_TRIED), name(self.tries, 0, MOST_TRIED))
        count = call(
            "pay",
            number(len(payment.prices)),
            number(len(payment.symbols)),
            name(asked, 0, MOST_MOVE),
            left,
            lists=(members, starts, sizes, masks, amounts),
            low=-1,
            high=MOST_TRIED,
        )
        made = self._made(count)
        self._room()
        self._each_of_pool(chosen, depth, first, made)

    def _each_of_pool(self, chosen: ChoiceModel, depth: int, first: Expression, made: Expression) -> None:
        """Go on with each subset of a stretch of the pool."""
        b = self.b
        at = b.variable(first, "at")
        here = name(at, 0, 1 << POOL_BITS)
        local = b.fresh("nth")

        def take() -> None:
            start = b.let(here, "start", copy=True)
            length = Item("pool", start, low=0, high=room_of(b, chosen.domain))
            b.emit(Set(at, plus(plus(here, length), 1)))
            uses = [
                part
                for part in parts_of((self.action.choices[depth + 1 :], self.tests))
                if isinstance(part, Local) and part.slot == chosen.slot
            ]
            later = [one for one in self.action.choices[depth + 1 :] if one.kind.family == chosen.kind.family]
            subset = ""
            if uses or later:
                subset = b.list(room_of(b, chosen.domain), chosen.name)
                b.emit(Do(call("from_pool", start, lists=(subset,))))
                b.scope.lists[chosen.slot] = subset
            self.chosen.append(start)
            self.named.append((chosen, subset))
            self._beyond(depth + 1)
            self.named.pop()
            self.chosen.pop()

        b.emit(Range(local, NO, made, b.block(take)))


def elements(b: Builder, chosen: ChoiceModel) -> str:
    """The elements of a domain in the order in which the chooser is shown them, each once."""
    domain = chosen.domain
    some = listed(b, domain)
    if may_repeat(domain):
        once = b.list(room_of(b, domain))
        local, element = element_of(b, domain.kind, "one")
        b.emit(EachItem(local, some, (Do(call("add_new", element, lists=(once,))),)))
        some = once
    order = needs_order(b, domain)
    if order:
        shown = b.list(room_of(b, domain), "shown")
        me = within(b.me(), 0, b.players - 1)
        title = "in_order_of_places" if order == "by place" else "as_shown"
        b.emit(Do(call(title, me, lists=(some, shown))))
        some = shown
    return some


def subset_bounds(b: Builder, chosen: ChoiceModel, some: str) -> tuple[Expression, Expression]:
    """The least and the most elements of a subset out of a list."""
    count = Length(some, low=0, high=room_of(b, chosen.domain))
    room = b.layout.lists[chosen.slot].capacity
    least: Expression = NO
    if chosen.least is not None:
        wanted = b.let(one(b, chosen.least), "least")
        least = b.let(choice(binary("<", wanted, NO), NO, wanted), "least")
    most: Expression = b.let(count, "most")
    if chosen.most is not None:
        allowed = b.let(one(b, chosen.most), "most")
        most = b.let(choice(binary("<", allowed, most), allowed, most), "most")
    return least, b.let(choice(binary("<", most, number(room)), most, number(room)), "most")


def act_function(b: Builder) -> None:
    """The function that carries out a move, given as its number."""

    def build() -> Expression | None:
        ends = any(b.ends[f"do_{action.name}"] for action in b.model.actions.values())
        bits = action_bits(len(b.model.actions))
        move = name("move", 0, MOST_MOVE)
        which = b.let(binary("&", move, number((1 << bits) - 1)), "which", copy=True)
        which = checked(b, which, 0, len(b.model.actions) - 1)
        for index, action in enumerate(b.model.actions.values()):
            b.emit(If(equal(which, index), b.block(partial(_act, b, action, index))))
        return NO if ends else None

    b.function("act", [Parameter("move", 0, MOST_MOVE)], (), build, still=False)


def arguments(
    b: Builder, move: Expression, action: Action, form: MoveForm
) -> tuple[list[Expression], list[str]]:
    """The arguments of a move: those of one element, and lists of the elements of subsets."""
    numbers: list[Expression] = []
    lists: list[str] = []
    record, at = "", b.let(NO, "at")
    if form.packed:
        record = b.list(len(form.fields) + sum(_room_in(b, one) for one in action.choices), "record")
        b.emit(Do(call("from_pool", _part(b, move, form.packed), lists=(record,))))
    for field, chosen in zip(form.fields, action.choices, strict=True):
        if form.packed:
            value = b.let(Item(record, at, low=SMALLEST, high=LARGEST), "argument")
            at = b.let(plus(at, 1), "at")
        else:
            value = _part(b, move, field)
        if not chosen.subset:
            numbers.append(checked(b, value, *bounds(b, chosen)))
            continue
        lists.append(b.list(room_of(b, chosen.domain), chosen.name))
        if form.packed:
            nth, length = b.fresh("nth"), checked(b, value, 0, _room_in(b, chosen))
            element = Item(record, plus(at, name(nth, 0, _room_in(b, chosen))), low=SMALLEST, high=LARGEST)
            b.emit(Range(nth, NO, length, (Append(lists[-1], element),)))
            at = b.let(plus(at, length), "at", copy=True)
        else:
            b.emit(Do(call("from_pool", value, lists=(lists[-1],))))
    return numbers, lists


def _room_in(b: Builder, chosen: ChoiceModel) -> int:
    return room_of(b, chosen.domain) if chosen.subset else 0


def _part(b: Builder, move: Expression, field: Field) -> Expression:
    """An argument as it stands in a move's number."""
    mask = number((1 << field.bits) - 1)
    return b.let(plus(binary("&", binary(">>", move, number(field.shift)), mask), field.low), "argument")


def checked(b: Builder, value: Expression, low: int, high: int) -> Expression:
    """A part of a move's number, which is out of range only where nobody listed the move."""
    for outside in (binary("<", value, number(low)), binary(">", value, number(high))):
        b.stop_if(outside, lambda: Stop(number(MACHINE)))
    return within(value, low, high)


def _act(b: Builder, action: Action, index: int) -> None:
    numbers, lists = arguments(b, name("move", 0, MOST_MOVE), action, move_form(b, index))
    title = f"do_{action.name}"
    what = call(title, *numbers, lists=lists, low=0, high=1)
    b.emit(Return(what) if b.ends[title] else Do(what))
