"""Simultaneous choices: what the seats commit to, and how it is carried out once all have.

A seat's move is kept in the state whole, in a stretch of `width` slots: the action's number plus 1 (0: none),
then the arguments, a subset with its length first. A choice made step by step grows there. When the last seat
has chosen, the moves are carried out clockwise from the first. Where seats name one of several equal cards,
each gets one of its own: a list offers the same copy for all its equals, and who chose it did not mean that
copy. A card that has moved since it was chosen is a fault.

With `unless forced`, who has only one legal move when the choice is opened is committed to it and not asked;
observers hear of it with the other choices, when all are revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from attrs import frozen

from rulewright.dsl.model import (
    LARGEST,
    NONE,
    Action,
    CallStep,
    ChoiceModel,
    DealStep,
    EveryoneStep,
    Local,
    Model,
    PutStep,
    ShowStep,
    ShowValueStep,
    ShuffleStep,
    SwapStep,
)
from rulewright.dsl.model.traverse import parts_of
from rulewright.interpreter.code.instructions import (
    MACHINE,
    Append,
    Break,
    Call,
    Clear,
    Do,
    Expression,
    If,
    Item,
    Length,
    Meaning,
    Parameter,
    Range,
    Region,
    Set,
    SetItem,
    Stop,
    Store,
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
    load,
    name,
    number,
    opposite,
    plus,
    times,
)
from rulewright.interpreter.lowering.builder import Builder, call
from rulewright.interpreter.lowering.effects import ending_region, leaving_region, over_region
from rulewright.interpreter.lowering.equivalence import may_merge, same
from rulewright.interpreter.lowering.many import zone_of_region
from rulewright.interpreter.lowering.moves import MOST_MOVE, arguments, move_form
from rulewright.interpreter.lowering.steps import Begun, StepMaker, takes_steps
from rulewright.interpreter.lowering.values import one, within
from rulewright.interpreter.state.layout import COMMITTED, FORCED, ME, MOVES

_MOVES_CARDS = (PutStep, DealStep, ShuffleStep, SwapStep, ShowStep, ShowValueStep, CallStep)
"""Statements that move cards, or may."""


@frozen
class Committed:
    """Where the moves of the seats are kept, and whether each seat is asked, has chosen, or had no choice.

    `made`, of a choice made step by step: how many moves each seat has made in it.
    """

    asked: Region
    region: Region
    width: int
    made: Region | None

    @property
    def begun(self) -> Begun | None:
        """Of a choice made step by step: what has been chosen so far."""
        return None if self.made is None else Begun(self.region, self.width)


def room_to_commit(b: Builder, step: EveryoneStep) -> Committed:
    """Room for what every seat may choose."""
    asked = b.reserve("asked", b.players, 0, FORCED)
    widths = [
        1
        + sum(
            1 + b.layout.lists[one.slot].capacity if one.subset else 1
            for one in b.model.actions[title].choices
        )
        for title in step.actions
    ]
    width = max(widths)
    region = b.reserve("committed", width * b.players, NONE, LARGEST)
    steps = step.step_by_step and any(takes_steps(b.model.actions[title]) for title in step.actions)
    return Committed(asked, region, width, b.reserve("made", b.players, 0, LARGEST) if steps else None)


def commit_function(b: Builder, title: str, lister: str, step: EveryoneStep, kept: Committed) -> None:
    """The function that keeps a seat's move, or a step of it."""
    seat = name("seat", 0, b.players - 1)

    def whole() -> None:
        b.emit(Store(kept.asked, seat, number(COMMITTED)))
        base, move = b.let(times(seat, kept.width), "base"), name("move", 0, MOST_MOVE)
        keep_move(b, step.actions, move, base, kept)

    def a_step(made: Region) -> None:
        b.scope.caches_me = False
        me = b.region("me", ME, 1, NONE, b.players - 1)
        outer = b.let(load(me), "outer", copy=True)
        b.emit(Store(me, number(0), seat), Store(made, seat, plus(load(made, seat), 1)))
        chosen = b.let(call(f"step_{title}", name("move", -1, MOST_MOVE), low=0, high=1), "chosen", copy=True)
        b.emit(Store(me, number(0), outer), If(chosen, (Store(kept.asked, seat, number(COMMITTED)),)))
        # Who begins again and again would otherwise never come to the limit of moves.
        used = plus(load(b.region("moves", MOVES, 1, 0, LARGEST)), load(made, seat))
        end = (
            Store(over_region(b), number(0), YES),
            Store(ending_region(b), number(0), number(len(b.reasons))),
        )
        b.emit(If(both(equal(chosen, 0), binary(">=", used, number(b.model.most_moves))), end))

    low = 0
    build: Callable[[], None] = whole
    if kept.made is not None and kept.begun is not None:
        _HiddenSteps(b, lister, step, kept.begun, kept).function(f"step_{title}")
        low, build = -1, partial(a_step, kept.made)
    parameters = [Parameter("seat", 0, b.players - 1), Parameter("move", low, MOST_MOVE)]
    b.function(title, parameters, (), build, still=False)


class _HiddenSteps(StepMaker):
    """Builds the function that makes a step of a seat that chooses with others; nothing is carried out."""

    def __init__(self, b: Builder, lister: str, step: EveryoneStep, begun: Begun, kept: Committed) -> None:
        super().__init__(b, lister, step, begun)
        self.kept = kept

    def forget(self, base: Expression) -> None:
        self.begun.forget(self.b, base)

    def made(self, length: Expression) -> None:
        pass

    def whole(self, base: Expression, action: Action, values: Sequence[Expression], subset: str) -> None:
        room = self.b.layout.lists[action.choices[-1].slot].capacity
        self.begun.keep(self.b, base, self.actions.index(action.name), values, subset, room)

    def at_once(self, base: Expression, which: Expression) -> None:
        among = [title for title in self.step.actions if not takes_steps(self.b.model.actions[title])]
        keep_move(self.b, among, self.move, base, self.kept)


def keep_move(b: Builder, among: Sequence[str], move: Expression, base: Expression, kept: Committed) -> None:
    """Note a move of one of these actions; any other is a mistake of the caller."""
    at = b.fresh("at")
    clear = Store(kept.region, plus(base, name(at, 0, kept.width - 1)), NO)
    b.emit(Range(at, number(0), number(kept.width), (clear,)))
    bits = action_bits(len(b.model.actions))
    which = b.let(binary("&", move, number((1 << bits) - 1)), "which", copy=True)
    b.emit(Store(kept.region, base, plus(which, 1)))
    actions = [list(b.model.actions).index(action) for action in among]
    unlisted: Expression = YES
    for index in actions:
        unlisted = both(unlisted, differ(which, index))
    b.stop_if(unlisted, lambda: Stop(number(MACHINE)))
    for index in actions:
        b.when(equal(which, index), partial(_keep, b, index, move, base, kept))


def _keep(b: Builder, index: int, move: Expression, base: Expression, kept: Committed) -> None:
    action = tuple(b.model.actions.values())[index]
    place = 1
    values, subsets = arguments(b, move, action, move_form(b, index))
    numbers, lists = iter(values), iter(subsets)
    for chosen in action.choices:
        if not chosen.subset:
            b.emit(Store(kept.region, plus(base, place), next(numbers)))
            place += 1
            continue
        some = next(lists)
        room = b.layout.lists[chosen.slot].capacity
        length = Length(some, low=0, high=room)
        b.emit(Store(kept.region, plus(base, place), length))
        at = b.fresh("at")
        item = Item(some, name(at, 0, room - 1), low=NONE, high=LARGEST)
        slot = plus(plus(base, place + 1), name(at, 0, room - 1))
        b.emit(Range(at, number(0), length, (Store(kept.region, slot, item),)))
        place += 1 + room


def reveal_function(b: Builder, title: str, lister: str, step: EveryoneStep, kept: Committed) -> None:
    """The function that carries out what all have committed to."""

    def build() -> None:
        b.scope.caches_me = False
        _Reveal(b, lister, step, kept).build()

    b.function(title, (), (), build, still=False)


class _Reveal:
    def __init__(self, b: Builder, lister: str, step: EveryoneStep, kept: Committed) -> None:
        self.b = b
        self.lister = lister
        self.step = step
        self.kept = kept
        self.actions = [
            (list(b.model.actions).index(title), b.model.actions[title]) for title in step.actions
        ]
        self.me = b.region("me", ME, 1, NONE, b.players - 1)
        self.size = kept.width * b.players

    def build(self) -> None:
        b, step = self.b, self.step
        first = number(NONE) if step.first is None else b.let(one(b, step.first), "first", copy=True)
        outer = b.let(load(self.me), "outer", copy=True)
        said, had, made = b.list(self.size, "said"), b.list(b.players, "had"), b.list(b.players, "made")
        if self.step.unless_forced:
            self._tell_forced()
        together = _is_together(b.model, step)
        if together:
            b.tell("together", step.span)
        at = b.fresh("at")
        here = name(at, 0, self.size - 1)
        forget = (Append(said, load(self.kept.region, here)), Store(self.kept.region, here, NO))
        b.emit(Range(at, number(0), number(self.size), forget))
        seat = b.fresh("seat")
        who = name(seat, 0, b.players - 1)
        status = load(self.kept.asked, who)
        note = (Append(had, differ(status, 0)), Append(made, self._moves_of(who)))
        close = [Store(region, who, NO) for region in (self.kept.asked, self.kept.made) if region is not None]
        b.emit(Range(seat, number(0), number(b.players), (*note, *close)))
        if any(may_merge(b, one.domain) for _, action in self.actions for one in action.choices):
            self._apart(said, had)
        zones = self._zones(said, had)
        self._act(said, had, made, zones, first)
        b.emit(Store(self.me, number(0), outer))
        if together:
            b.tell("revealed", step.span)

    def _moves_of(self, who: Expression) -> Expression:
        """How many moves a seat has made in this choice."""
        if self.kept.made is not None:
            return load(self.kept.made, who)
        return equal(load(self.kept.asked, who), COMMITTED) if self.step.unless_forced else YES

    def _tell_forced(self) -> None:
        """Tell what those chose who had no choice: what it was is listed once more, nothing has changed."""
        b = self.b
        if not b.watched:
            return
        seat, only = b.fresh("seat"), b.list(2, "only")
        who = name(seat, 0, b.players - 1)
        outer = b.let(load(self.me), "acting", copy=True)

        def tell() -> None:
            b.emit(Store(self.me, number(0), who), Clear(only))
            b.emit(Do(call(self.lister, number(2), lists=(only,), low=0, high=1)))
            b.tell("chose", self.step.span, Item(only, NO, low=0, high=MOST_MOVE), lists=("pool",))

        forced = equal(load(self.kept.asked, who), FORCED)
        b.emit(Range(seat, number(0), number(b.players), (If(forced, b.block(tell)),)))
        b.emit(Store(self.me, number(0), outer))

    def _each_seat(self, had: str, body: Callable[[Expression, Expression], None]) -> None:
        """For each seat that has chosen: the seat, and where its move begins."""
        b = self.b
        seat = b.fresh("seat")
        who = name(seat, 0, b.players - 1)

        def inner() -> None:
            base = b.let(times(who, self.kept.width), "base")
            body(who, base)

        chosen = Item(had, who, low=0, high=1)
        b.emit(Range(seat, number(0), number(b.players), (If(chosen, b.block(inner)),)))

    def _each_action(self, said: str, base: Expression, body: Callable[[int, Action], None]) -> None:
        """What is done for the action that a seat has chosen."""
        b = self.b
        which = b.let(Item(said, base, low=0, high=len(b.model.actions)), "which", copy=True)
        for index, action in self.actions:
            b.when(equal(which, index + 1), partial(body, index, action))

    def _each_card(
        self, said: str, base: Expression, action: Action, body: Callable[[Expression, ChoiceModel], None]
    ) -> None:
        """For each card that a move names: where it stands, and the choice."""
        b, place = self.b, 1
        for chosen in action.choices:
            cards = chosen.kind.family == "card"
            start = plus(base, place)
            if not chosen.subset:
                if cards:
                    body(b.let(start, "place"), chosen)
                place += 1
                continue
            room = b.layout.lists[chosen.slot].capacity
            if cards:
                at = b.fresh("at")
                length = Item(said, start, low=0, high=room)
                nth = plus(plus(start, 1), name(at, 0, room - 1))
                inner = b.block(partial(self._with_place, nth, chosen, body))
                b.emit(Range(at, number(0), length, inner))
            place += 1 + room

    def _with_place(
        self, place: Expression, chosen: ChoiceModel, body: Callable[[Expression, ChoiceModel], None]
    ) -> None:
        body(self.b.let(place, "place"), chosen)

    def _apart(self, said: str, had: str) -> None:
        """Let seats that name one of several equal cards each have one of its own."""
        b = self.b
        cards = max(1, len(b.layout.cards))
        # Seats together may name more cards than there are: that they collide is found later.
        taken = b.list(self.size, "taken")
        named, olds, news = [b.list(self.kept.width, title) for title in ("named", "olds", "news")]

        def find(place: Expression, chosen: ChoiceModel) -> None:
            low, high = b.range_of(chosen.kind)
            card = b.let(Item(said, place, low=low, high=high), "card", copy=True)

            def has(some: str, what: Expression) -> Call:
                return call("among", what, lists=(some,), low=0, high=1)

            def look() -> None:
                instead = b.variable(card, "instead")
                copy = b.fresh("copy")
                other = name(copy, low, high)

                def compare() -> None:
                    free = opposite(has(taken, other))
                    for some in (named, news):
                        free = both(free, opposite(has(some, other)))
                    fits = both(free, same(b, chosen.kind, card, other))
                    b.emit(If(fits, (Set(instead, other), Break())))

                b.emit(Range(copy, number(low), number(high + 1), b.block(compare)))
                b.emit(Append(olds, card), Append(news, name(instead, low, high)))

            b.emit(If(both(has(taken, card), opposite(has(olds, card))), b.block(look)))

        def seat_apart(who: Expression, base: Expression) -> None:
            b.emit(Store(self.me, number(0), who), Clear(named), Clear(olds), Clear(news))

            def of_action(index: int, action: Action) -> None:
                def name_it(place: Expression, chosen: ChoiceModel) -> None:
                    b.emit(Append(named, Item(said, place, low=0, high=cards)))

                def rename(place: Expression, chosen: ChoiceModel) -> None:
                    card = Item(said, place, low=0, high=cards)
                    changed = call("instead_of", card, lists=(olds, news), low=0, high=cards)
                    b.emit(SetItem(said, place, changed))
                    b.emit(Append(taken, Item(said, place, low=0, high=cards)))

                self._each_card(said, base, action, name_it)
                self._each_card(said, base, action, find)
                self._each_card(said, base, action, rename)

            self._each_action(said, base, of_action)

        self._each_seat(had, seat_apart)

    def _zones(self, said: str, had: str) -> str:
        """Where the cards that moves name lie now: a list as long as what was said."""
        b = self.b
        zones = b.list(self.size, "lay")
        at = b.fresh("at")
        b.emit(Range(at, number(0), number(self.size), (Append(zones, NO),)))
        cards = max(1, len(b.layout.cards))

        def note(place: Expression, chosen: ChoiceModel) -> None:
            card = Item(said, place, low=0, high=cards - 1)
            b.emit(SetItem(zones, place, load(zone_of_region(b), card)))

        self._each_seat(
            had,
            lambda who, base: self._each_action(
                said, base, lambda index, action: self._each_card(said, base, action, note)
            ),
        )
        return zones

    def _act(self, said: str, had: str, made: str, zones: str, first: Expression) -> None:
        b = self.b
        nth = b.fresh("nth")
        cards = max(1, len(b.layout.cards))
        start = choice(equal(first, NONE), NO, within(first, 0, b.players - 1))
        facts: dict[str, Meaning] = {"seat": "seat"}
        fault = b.fault("fault-collision", self.step.span, facts)
        moves = b.region("moves", MOVES, 1, 0, LARGEST)

        def one_seat() -> None:
            seat = b.let(binary("mod", plus(start, name(nth, 0, b.players - 1)), number(b.players)), "seat")
            acting = both(Item(had, seat, low=0, high=1), equal(load(over_region(b)), 0))
            if b.leave:
                acting = both(acting, equal(load(leaving_region(b)), 0))
            made_it = Store(moves, number(0), plus(load(moves), Item(made, seat, low=0, high=LARGEST)))
            b.emit(If(Item(had, seat, low=0, high=1), (made_it,)), If(acting, b.block(lambda: act(seat))))

        def act(seat: Expression) -> None:
            base = b.let(times(seat, self.kept.width), "base")

            def check(place: Expression, chosen: ChoiceModel) -> None:
                card = Item(said, place, low=0, high=cards - 1)
                lies = load(zone_of_region(b), card)
                moved = differ(lies, Item(zones, place, low=-1, high=len(b.layout.zones)))
                b.emit(If(moved, (Stop(fault, (seat,)),)))

            def do(index: int, action: Action) -> None:
                self._each_card(said, base, action, check)
                b.emit(Store(self.me, number(0), seat))
                b.emit(Do(self._call(said, base, action)))

            self._each_action(said, base, do)

        b.emit(Range(nth, number(0), number(b.players), b.block(one_seat)))

    def _call(self, said: str, base: Expression, action: Action) -> Call:
        b, place = self.b, 1
        numbers: list[Expression] = []
        lists: list[str] = []
        for chosen in action.choices:
            low, high = b.range_of(chosen.kind)
            start = plus(base, place)
            if not chosen.subset:
                numbers.append(Item(said, start, low=low, high=high))
                place += 1
                continue
            room = b.layout.lists[chosen.slot].capacity
            some = b.list(room, chosen.name)
            at = b.fresh("at")
            element = Item(said, plus(plus(start, 1), name(at, 0, room - 1)), low=low, high=high)
            length = Item(said, start, low=0, high=room)
            b.emit(Range(at, number(0), length, (Append(some, element),)))
            lists.append(some)
            place += 1 + room
        return call(f"do_{action.name}", *numbers, lists=lists, low=0, high=1)


def _is_together(model: Model, step: EveryoneStep) -> bool:
    """Do actions move no cards but what was chosen before any seat had acted, and these once?"""
    return not model.reactions and all(_moves_only_what_was_chosen(model, name) for name in step.actions)


def _moves_only_what_was_chosen(model: Model, name: str) -> bool:
    action = model.actions[name]
    chosen = {choice.slot for choice in action.choices}
    moves = [part for part in parts_of(action.body) if isinstance(part, _MOVES_CARDS)]
    return len(moves) <= 1 and all(
        isinstance(move, PutStep) and isinstance(move.what, Local) and move.what.slot in chosen
        for move in moves
    )
