"""Choices made step by step: a subset asked for one element a move, then done.

What has been chosen so far lies in the state: the number of the action plus 1 (0: nothing is begun), the
choices before the subset, then how many elements and which. Where several seats choose at once, each has a
stretch of its own for it. An element is offered while some subset with it
is allowed; where there are too many subsets to look at all of them it is offered too. A step is written like
the move with one element as its subset, `DONE` ends the choice. Of a payment the subsets are those that pay
one of the prices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from attrs import frozen

from rulewright.dsl.model import LARGEST, NONE, Action, ChoiceModel, ChooseStep, EveryoneStep, PaymentModel
from rulewright.interpreter.code.instructions import (
    Append,
    Clear,
    Do,
    EachItem,
    Expression,
    If,
    Item,
    Length,
    Parameter,
    Range,
    Region,
    Return,
    Set,
    Store,
    While,
    action_bits,
)
from rulewright.interpreter.code.make import (
    NO,
    YES,
    binary,
    both,
    choice,
    differ,
    either,
    equal,
    load,
    minus,
    name,
    number,
    opposite,
    plus,
    times,
)
from rulewright.interpreter.lowering.builder import Builder, call
from rulewright.interpreter.lowering.equivalence import may_merge
from rulewright.interpreter.lowering.many import element_of, room_of
from rulewright.interpreter.lowering.moves import (
    MOST_MOVE,
    Lister,
    Listing,
    arguments,
    elements,
    move_form,
    subset_bounds,
)
from rulewright.interpreter.lowering.values import joined, within
from rulewright.interpreter.state.domains import DONE, MOST_LISTED, MOST_TRIED
from rulewright.interpreter.state.layout import MOVES

MOST_COMPLETIONS = 2_000
"""How many ways to complete a beginning are looked at before it is taken to be possible."""
TOO_LONG = -1
"""What looking for a payment comes to where it is given up; the payment is taken to be possible."""


@frozen
class Begun:
    """Where it lies what has been chosen so far: in `width` slots, of one player or of each seat."""

    region: Region
    width: int

    def base(self, b: Builder) -> Expression:
        """Where in the region it begins for who acts."""
        if self.region.size == self.width:
            return NO
        return b.let(times(within(b.me(), 0, b.players - 1), self.width), "base")

    def action(self, base: Expression) -> Expression:
        """The number of the action plus 1; 0: nothing is begun."""
        return load(self.region, base)

    def argument(self, base: Expression, at: int, low: int, high: int) -> Expression:
        """What has been chosen before the subset."""
        return within(load(self.region, plus(base, 1 + at)), low, high)

    def elements(self, b: Builder, base: Expression, before: int, some: str) -> None:
        """Put the elements chosen so far, after so many other choices, into a list."""
        at, room = b.fresh("at"), self.width - 2 - before
        count = within(load(self.region, plus(base, 1 + before)), 0, room)
        element = load(self.region, plus(plus(base, 2 + before), name(at, 0, room - 1)))
        b.emit(Range(at, NO, count, (Append(some, element),)))

    def forget(self, b: Builder, base: Expression) -> None:
        """Nothing is begun."""
        at = b.fresh("at")
        clear = Store(self.region, plus(base, name(at, 0, self.width - 1)), NO)
        b.emit(Range(at, NO, number(self.width), (clear,)))

    def keep(
        self, b: Builder, base: Expression, index: int, values: Sequence[Expression], some: str, room: int
    ) -> None:
        """Note what has been chosen: the action, the choices before the subset, and the elements."""
        self.forget(b, base)
        b.emit(Store(self.region, base, number(index + 1)))
        for place, value in enumerate(values, start=1):
            b.emit(Store(self.region, plus(base, place), value))
        length, at = Length(some, low=0, high=room), b.fresh("at")
        b.emit(Store(self.region, plus(base, 1 + len(values)), length))
        item = Item(some, name(at, 0, room - 1), low=NONE, high=LARGEST)
        slot = plus(plus(base, 2 + len(values)), name(at, 0, room - 1))
        b.emit(Range(at, NO, length, (Store(self.region, slot, item),)))


def takes_steps(action: Action) -> bool:
    """Can an action be chosen one element at a time: is a subset its last choice, and the only one?"""
    subsets = [chosen.subset for chosen in action.choices]
    return bool(subsets) and subsets[-1] and not any(subsets[:-1])


def reserve(b: Builder, step: ChooseStep) -> Begun:
    """Room for a subset in the making."""
    actions = [b.model.actions[title] for title in step.actions if takes_steps(b.model.actions[title])]
    before = max(len(action.choices) - 1 for action in actions)
    room = max(b.layout.lists[action.choices[-1].slot].capacity for action in actions)
    width = 2 + before + room
    return Begun(b.reserve("begun", width, NONE, LARGEST), width)


def steps_made(b: Builder) -> Region:
    """How many steps of the present choice have been made."""
    if "steps" not in b.regions:
        b.region("steps", b.layout.reserve(1), 1, 0, LARGEST)
    return b.regions["steps"]


def list_steps(b: Builder, title: str, step: ChooseStep | EveryoneStep, begun: Begun) -> None:
    """The function that lists the steps that can be made: how to begin, or how to go on."""
    most = name("most", 0, MOST_LISTED + 1)
    actions = list(b.model.actions)
    for action in step.actions:
        if takes_steps(b.model.actions[action]):
            _first_steps(b, b.model.actions[action], actions.index(action))
            _more_steps(b, title, b.model.actions[action], actions.index(action), begun)

    def build() -> Expression:
        which = b.let(begun.action(begun.base(b)), "which", copy=True)

        def begin() -> None:
            for action in step.actions:
                steps = takes_steps(b.model.actions[action])
                lister = f"{'begin' if steps else 'list'}_{action}"
                b.emit(If(call(lister, most, lists=("out",), low=0, high=1), (Return(YES),)))
                full = binary(">=", Length("out", low=0, high=MOST_LISTED + 1), most)
                b.emit(If(full, (Return(NO),)))
            b.emit(Return(NO))

        b.emit(If(equal(which, 0), b.block(begin)))
        for action in step.actions:
            if takes_steps(b.model.actions[action]):
                mine = equal(which, actions.index(action) + 1)
                more = call(f"more_{action}_{title}", most, lists=("out",), low=0, high=1)
                b.emit(If(mine, (Return(more),)))
        return NO

    b.function(title, [Parameter("most", 0, MOST_LISTED + 1)], ("out",), build)


def _first_steps(b: Builder, action: Action, index: int) -> None:
    """The function that lists how an action can be begun."""

    def build() -> Expression:
        _lister(b, action, index).list()
        return NO

    b.function(f"begin_{action.name}", [Parameter("most", 0, MOST_LISTED + 1)], ("out",), build)


def _more_steps(b: Builder, title: str, action: Action, index: int, begun: Begun) -> None:
    """The function that lists how an action that is begun can go on."""

    def build() -> Expression:
        lister = _lister(b, action, index)
        base = begun.base(b)
        for at, chosen in enumerate(action.choices[:-1]):
            earlier = begun.argument(base, at, *b.range_of(chosen.kind))
            value = b.let(earlier, chosen.name, copy=True)
            b.scope.values[chosen.slot] = value
            lister.note(chosen, value)
        chosen = action.choices[-1]
        so_far = b.list(room_of(b, chosen.domain), "so_far")
        begun.elements(b, base, len(action.choices) - 1, so_far)
        lister.steps(so_far)
        return NO

    b.function(f"more_{action.name}_{title}", [Parameter("most", 0, MOST_LISTED + 1)], ("out",), build)


class _StepLister(Lister):
    """Lists steps: as all moves are listed, up to the subset; of that, single elements."""

    def __init__(self, b: Builder, action: Action, index: int) -> None:
        super().__init__(b, action, index, Listing.of(action).tests)

    def _choose(self, depth: int) -> None:
        if depth < len(self.action.choices) - 1:
            super()._choose(depth)
        else:
            self.steps(self.b.list(room_of(self.b, self.action.choices[-1].domain), "so_far"))

    def steps(self, so_far: str) -> None:
        """Every element that can be chosen next, then whether the choice can end."""
        b, chosen = self.b, self.action.choices[-1]
        room = room_of(b, chosen.domain)
        domain = self._elements(chosen)
        self.prepare(domain)
        rest = b.list(room, "rest")
        local, element = element_of(b, chosen.kind, chosen.name)
        taken = call("among", element, lists=(so_far,), low=0, high=1)
        b.emit(EachItem(local, domain, (If(equal(taken, 0), (Append(rest, element),)),)))
        firsts = self._merged(chosen, rest) if may_merge(b, chosen.domain) else rest
        next_local, following = element_of(b, chosen.kind, "next")
        others, so_far_then = b.list(room, "others"), b.list(room, "then")

        def offer() -> None:
            b.emit(Clear(others), Clear(so_far_then))
            b.emit(EachItem(local, so_far, (Append(so_far_then, element),)), Append(so_far_then, following))
            b.emit(EachItem(local, rest, (If(differ(element, following), (Append(others, element),)),)))
            possible = self._completes(so_far_then, others, domain)
            b.emit(If(possible, b.block(lambda: self._offer(following))))

        b.emit(EachItem(next_local, firsts, b.block(offer)))
        complete = self.complete(so_far, domain)
        b.emit(If(complete, b.block(lambda: self._end(so_far))))

    def _offer(self, element: Expression) -> None:
        b = self.b
        start = name(b.variable(Length("pool", low=0, high=1 << 24), "start"), 0, 1 << 24)
        b.emit(Append("pool", YES), Append("pool", element))
        self.chosen.append(start)
        self._found()
        self.chosen.pop()

    def _end(self, so_far: str) -> None:
        b = self.b
        nothing = equal(Length(so_far, low=0, high=LARGEST), 0)

        def whole() -> None:
            start = name(b.variable(Length("pool", low=0, high=1 << 24), "start"), 0, 1 << 24)
            b.emit(Append("pool", NO))
            self.chosen.append(start)
            self._found()
            self.chosen.pop()

        b.emit(If(nothing, b.block(whole), (Append("out", number(DONE)),)))

    @property
    def may_mislead(self) -> bool:
        """Can an element be offered that leads nowhere, because there is too much to look at?"""
        return bool(self.tests.get(len(self.action.choices)))

    def prepare(self, domain: str) -> None:
        """Work out what does not depend on what has been chosen."""

    def most(self, domain: str) -> Expression:
        """The most elements that a subset can have."""
        return subset_bounds(self.b, self.action.choices[-1], domain)[1]

    def complete(self, so_far: str, domain: str) -> Expression:
        """Is what has been chosen so far a whole subset that is allowed?"""
        whole = self._whole(so_far, domain)
        return self.b.chosen(whole, lambda: self._allowed(so_far, domain), lambda: NO)

    def _whole(self, so_far: str, domain: str) -> Expression:
        """Is what has been chosen so far a whole subset?"""
        b, chosen = self.b, self.action.choices[-1]
        least, most = subset_bounds(b, chosen, domain)
        count = Length(so_far, low=0, high=room_of(b, chosen.domain))
        return both(binary(">=", count, least), binary("<=", count, most))

    def _allowed(self, so_far: str, domain: str) -> Expression:
        """Do the requirements that speak of the whole subset allow it?"""
        b, chosen = self.b, self.action.choices[-1]
        tests = self.tests.get(len(self.action.choices), [])
        if not tests:
            return YES
        b.scope.lists[chosen.slot] = in_order(b, chosen, so_far, domain)
        return joined(b, tests, "and")

    def _completes(self, so_far: str, others: str, domain: str) -> Expression:
        """Is there a whole subset, with what has been chosen and some of the others, that is allowed?"""
        b, chosen = self.b, self.action.choices[-1]
        room = room_of(b, chosen.domain)
        least, most = subset_bounds(b, chosen, domain)
        count, left = Length(so_far, low=0, high=room), Length(others, low=0, high=room)
        fewest = b.let(minus(least, count), "fewest")
        fewest = b.let(choice(binary("<", fewest, NO), NO, fewest), "fewest")
        highest = b.let(minus(most, count), "highest")
        highest = b.let(choice(binary("<", highest, left), highest, left), "highest")
        possible = binary("<=", fewest, highest)
        if not self.tests.get(len(self.action.choices)):
            return possible
        return b.chosen(
            possible, partial(self._some_allowed, so_far, others, domain, fewest, highest), lambda: NO
        )

    def _some_allowed(
        self, so_far: str, others: str, domain: str, fewest: Expression, highest: Expression
    ) -> Expression:
        """Is one of the ways to go on allowed, among as many as are looked at?"""
        b, chosen = self.b, self.action.choices[-1]
        room = room_of(b, chosen.domain)
        found, tried, going = b.variable(NO, "found"), b.variable(NO, "tried"), b.variable(NO, "going")
        size = b.variable(fewest, "size")
        taken, ones, whole = b.list(room, "taken"), b.list(room, "ones"), b.list(room, "whole")
        at, local = b.fresh("at"), b.fresh("one")
        b.emit(EachItem(local, others, (Append(ones, YES),)))
        some = name(found, 0, 1)
        begin = (
            Clear(taken),
            Range(
                at,
                NO,
                Length(others, low=0, high=room),
                (Append(taken, binary("<", name(at, 0, room), name(size, 0, room))),),
            ),
            Set(going, YES),
        )

        def look() -> None:
            b.emit(Set(tried, plus(name(tried, 0, LARGEST), 1)), Clear(whole))
            b.emit(EachItem(local, so_far, (Append(whole, name(local)),)))
            low, high = b.range_of(chosen.kind)
            other = Item(others, name(at, 0, room - 1), low=low, high=high)
            b.emit(
                Range(
                    at,
                    NO,
                    Length(others, low=0, high=room),
                    (If(Item(taken, name(at, 0, room - 1), low=0, high=1), (Append(whole, other),)),),
                )
            )
            allowed = self._allowed(whole, domain)
            enough = binary(">=", name(tried, 0, LARGEST), number(MOST_COMPLETIONS))
            b.emit(Set(found, binary("or", allowed, enough)))
            b.emit(Set(going, call("next_taken", lists=(taken, ones), low=0, high=1)))

        each_way = While((), both(name(going, 0, 1), opposite(some)), b.block(look))
        sizes = both(binary("<=", name(size, 0, room), highest), opposite(some))
        b.emit(While((), sizes, (*begin, each_way, Set(size, plus(name(size, 0, room), 1)))))
        return some


@frozen
class _Paying:
    """What is asked, and what each element of the pool may stand for."""

    payment: PaymentModel
    amounts: str
    asked: Expression
    pool: tuple[str, ...]
    """The elements, the group of each; the groups (members, starts, sizes), the mask of each."""

    @property
    def prices(self) -> Expression:
        """How many prices there are."""
        return number(len(self.payment.prices))

    @property
    def symbols(self) -> Expression:
        """How many symbols a price can ask."""
        return number(len(self.payment.symbols))


class _PaymentLister(_StepLister):
    """Lists steps of payments: an element is offered while some payment with it is allowed."""

    paying: _Paying

    def prepare(self, domain: str) -> None:
        b, chosen = self.b, self.action.choices[-1]
        payment, depth = chosen.payment, len(self.action.choices) - 1
        assert payment is not None
        amounts, asked = self._asked(payment)
        groups = self._groups(chosen, depth)
        masks = self._masks(chosen, payment, depth, groups, asked)
        group_of = b.list(room_of(b, chosen.domain), "group_of")
        b.emit(Do(call("groups_of", lists=(domain, *groups[:2], group_of))))
        pool = (domain, group_of, *groups, masks)
        self.paying = _Paying(payment, amounts, name(asked, 0, MOST_MOVE), pool)

    def most(self, domain: str) -> Expression:
        paying = self.paying
        asked = call("dearest", paying.prices, paying.symbols, lists=(paying.amounts,), low=0, high=LARGEST)
        return self.b.let(asked, "most")

    def _whole(self, so_far: str, domain: str) -> Expression:
        """Do the elements pay one of the prices, with nothing besides?"""
        sizes, masks = self.b.list(1, "sizes"), self.b.list(1, "masks")  # of nothing that may come besides
        begun = self._left_over(so_far)[-1]
        return equal(self._next(*self._begin(begun, sizes, masks)), 1)

    def _completes(self, so_far: str, others: str, domain: str) -> Expression:
        b, chosen = self.b, self.action.choices[-1]
        room = room_of(b, chosen.domain)
        members, starts, sizes, masks, begun = self._left_over(so_far)
        beginning = self._begin(begun, sizes, masks)
        _, _, groups, taken = beginning
        found = b.variable(self._next(*beginning), "found")
        going = name(found, TOO_LONG, 1)
        if self.tests.get(len(self.action.choices)):
            tried, whole, local = b.variable(NO, "tried"), b.list(room, "whole"), b.fresh("one")

            def look() -> None:
                b.emit(Set(tried, plus(name(tried, 0, LARGEST), 1)), Clear(whole))
                b.emit(EachItem(local, so_far, (Append(whole, name(local)),)))
                b.emit(Do(call("add_taken", lists=(members, starts, groups, taken, whole))))
                allowed = b.let(self._allowed(whole, domain), "allowed")
                enough = binary(">=", name(tried, 0, LARGEST), number(MOST_COMPLETIONS))
                possible = (Set(found, number(TOO_LONG)),)
                further = (Set(found, self._next(*beginning)),)
                b.emit(If(either(allowed, enough), possible, further))

            b.emit(While((), equal(going, 1), b.block(look)))
        return differ(going, 0)

    def _left_over(self, so_far: str) -> tuple[str, str, str, str, str]:
        """The elements that are left in groups (members, starts, sizes, masks); the masks of the chosen."""
        b, room = self.b, room_of(self.b, self.action.choices[-1].domain)
        members, starts, sizes = b.list(room, "members"), b.list(room, "starts"), b.list(room, "sizes")
        masks, begun = b.list(room, "masks"), b.list(room, "begun")
        found = (members, starts, sizes, masks, begun)
        b.emit(Do(call("left_over", lists=(*self.paying.pool, so_far, *found))))
        return found

    def _begin(self, begun: str, sizes: str, masks: str) -> tuple[str, str, str, str]:
        """Get ready to go through payments: what `_next` is told."""
        b, paying, room = self.b, self.paying, room_of(self.b, self.action.choices[-1].domain)
        groups, taken = b.list(room, "groups"), b.list(room, "taken")
        lists = (begun, sizes, masks, paying.amounts, groups, taken)
        b.emit(Do(call("begin_payments", paying.prices, paying.symbols, paying.asked, lists=lists)))
        return sizes, masks, groups, taken

    def _next(self, *lists: str) -> Expression:
        """Go on to the next payment: is there one? `TOO_LONG` where it takes too long to tell."""
        paying, most = self.paying, number(MOST_TRIED)
        return call("next_payment", paying.prices, paying.asked, most, lists=lists, low=TOO_LONG, high=1)


def _lister(b: Builder, action: Action, index: int) -> _StepLister:
    """What lists the steps of an action."""
    return (_StepLister if action.choices[-1].payment is None else _PaymentLister)(b, action, index)


def in_order(b: Builder, chosen: ChoiceModel, so_far: str, domain: str) -> str:
    """The elements of a subset in the order of the domain."""
    ordered = b.list(room_of(b, chosen.domain), "ordered")
    local, element = element_of(b, chosen.kind, chosen.name)
    taken = call("among", element, lists=(so_far,), low=0, high=1)
    b.emit(EachItem(local, domain, (If(taken, (Append(ordered, element),)),)))
    return ordered


class StepMaker:
    """Builds the function that makes a step; it returns 1 once the whole move has been chosen.

    A beginning that leads nowhere, as `lister` finds, is forgotten. Of one player each step is a move, and
    the whole is carried out at once.
    """

    def __init__(self, b: Builder, lister: str, step: ChooseStep | EveryoneStep, begun: Begun) -> None:
        self.b = b
        self.lister = lister
        self.step = step
        self.begun = begun
        self.actions = list(b.model.actions)
        self.move = name("move", -1, MOST_MOVE)

    def function(self, title: str) -> None:
        """Make the function."""
        self.b.function(title, [Parameter("move", -1, MOST_MOVE)], (), self._build, still=False)

    # ---- what becomes of it ----------------------------------------------------------------------

    def forget(self, base: Expression) -> None:
        """Nothing is begun."""
        self.begun.forget(self.b, base)
        self.b.emit(Store(steps_made(self.b), NO, NO))

    def made(self, length: Expression) -> None:
        """So many elements have been chosen now, and there are more to choose."""
        self.b.emit(Store(steps_made(self.b), NO, length))
        self._count()

    def whole(self, base: Expression, action: Action, values: Sequence[Expression], subset: str) -> None:
        """The subset has been chosen."""
        self.forget(base)
        self._count()
        self.b.emit(Do(call(f"do_{action.name}", *values, lists=(subset,), low=0, high=1)))

    def at_once(self, base: Expression, which: Expression) -> None:
        """An action has been chosen that takes no steps."""
        self._count()
        self.b.emit(Do(call("act", self.move, low=0, high=1)))

    def _count(self) -> None:
        moves = self.b.region("moves", MOVES, 1, 0, LARGEST)
        self.b.emit(Store(moves, NO, plus(load(moves), 1)))

    # ---- steps -----------------------------------------------------------------------------------

    def _build(self) -> Expression:
        b, base = self.b, self.begun.base(self.b)
        stepwise = [b.model.actions[one] for one in self.step.actions if takes_steps(b.model.actions[one])]

        def at_end() -> None:
            which = b.let(self.begun.action(base), "which", copy=True)
            for action in stepwise:
                mine = equal(which, self.actions.index(action.name) + 1)
                b.emit(If(mine, b.block(partial(self._end, base, action))))

        b.emit(If(equal(self.move, DONE), b.block(at_end)))
        bits = action_bits(len(self.actions))
        which = b.let(binary("&", self.move, number((1 << bits) - 1)), "which", copy=True)
        for action in stepwise:
            mine = equal(which, self.actions.index(action.name))
            b.emit(If(mine, b.block(partial(self._take, base, action))))
        self.at_once(base, which)
        return YES

    def _carry_out(self, base: Expression, action: Action, values: Sequence[Expression], subset: str) -> None:
        self.whole(base, action, values, subset)
        self.b.emit(Return(YES))

    def _end(self, base: Expression, action: Action) -> None:
        b, values = self.b, list[Expression]()
        for at, chosen in enumerate(action.choices[:-1]):
            earlier = self.begun.argument(base, at, *b.range_of(chosen.kind))
            values.append(b.let(earlier, chosen.name, copy=True))
            b.scope.values[chosen.slot] = values[-1]
        some = b.list(room_of(b, action.choices[-1].domain), "so_far")
        self.begun.elements(b, base, len(values), some)
        domain = elements(b, action.choices[-1])
        self._carry_out(base, action, values, in_order(b, action.choices[-1], some, domain))

    def _take(self, base: Expression, action: Action) -> None:
        b, index, chosen = self.b, self.actions.index(action.name), action.choices[-1]
        room = room_of(b, chosen.domain)
        values, (step_list,) = arguments(b, self.move, action, move_form(b, index))
        for earlier, value in zip(action.choices, values, strict=False):
            b.scope.values[earlier.slot] = value
        empty = equal(Length(step_list, low=0, high=LARGEST), 0)
        b.emit(If(empty, b.block(lambda: self._carry_out(base, action, values, step_list))))
        some = b.list(room, "so_far")
        going = equal(self.begun.action(base), index + 1)
        b.emit(If(going, b.block(lambda: self.begun.elements(b, base, len(values), some))))
        local, element = element_of(b, chosen.kind, chosen.name)
        b.emit(EachItem(local, step_list, (Append(some, element),)))
        steps = _lister(b, action, index)
        for earlier, value in zip(action.choices[:-1], values, strict=True):
            steps.note(earlier, value)
        domain = steps.elements_of_last()
        steps.prepare(domain)
        full = equal(Length(some, low=0, high=LARGEST), steps.most(domain))
        whole = b.chosen(full, lambda: steps.complete(some, domain), lambda: NO)
        finish = partial(self._carry_out, base, action, values)
        b.emit(If(whole, b.block(lambda: finish(in_order(b, chosen, some, domain)))))
        self.begun.keep(b, base, index, values, some, room)
        self.made(Length(some, low=0, high=room))
        if steps.may_mislead:
            further = b.list(2, "further")
            b.emit(Do(call(self.lister, YES, lists=(further,), low=0, high=1)))
            nothing = equal(Length(further, low=0, high=2), 0)
            b.emit(If(nothing, b.block(lambda: self.forget(base))))
        b.emit(Return(NO))
