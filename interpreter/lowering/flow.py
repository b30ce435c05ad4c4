"""The flow of play as blocks: phases, turns, loops, calls and choices.

A block runs on to the next one, or waits for a choice. All that a running phase, loop or call remembers lies
in the state: nothing in the language calls itself, so each needs one stretch only. Blocks are laid down
backwards, each knowing what follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from attrs import define, field, frozen

from rulewright.dsl.model import (
    LARGEST,
    NONE,
    CallStep,
    ChooseStep,
    DropOutStep,
    EveryoneStep,
    ForEachStep,
    IfStep,
    Kind,
    ListOfTerms,
    Model,
    NotConstant,
    PhaseStep,
    RepeatStep,
    SetLocal,
    Step,
    Term,
    TurnsStep,
    constants,
)
from rulewright.dsl.model.traverse import parts_of
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.code.instructions import (
    Body,
    Clear,
    Do,
    Expression,
    Goto,
    GotoStored,
    If,
    Item,
    Length,
    Meaning,
    Name,
    Parameter,
    Range,
    Region,
    Set,
    Stop,
    Store,
    Wait,
    While,
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
    known,
    load,
    minus,
    name,
    number,
    plus,
    times,
)
from rulewright.interpreter.lowering.builder import FLOW, Builder, Scope, call
from rulewright.interpreter.lowering.built_ins import out_region
from rulewright.interpreter.lowering.calls import Given, given
from rulewright.interpreter.lowering.effects import (
    END,
    effects,
    ending_region,
    first_value,
    leaving_region,
    over_region,
    pending_region,
    phase_region,
    queue_region,
    reason_number,
    store_list,
)
from rulewright.interpreter.lowering.everyone import Committed, room_to_commit
from rulewright.interpreter.lowering.many import listed
from rulewright.interpreter.lowering.moves import MOST_MOVE
from rulewright.interpreter.lowering.steps import Begun, reserve, takes_steps
from rulewright.interpreter.lowering.values import one, test, within
from rulewright.interpreter.state.domains import may_repeat
from rulewright.interpreter.state.layout import ACTING, ASKED, FORCED, ME, most_of


@frozen(eq=False)
class DecisionPoint:
    """Where play waits: the block, what may be chosen there, and the block that follows."""

    block: int
    step: ChooseStep | EveryoneStep
    next: int
    fault: int
    """The fault of a choice in which nothing is legal."""
    begun: Begun | None = None
    """Of a choice made step by step: what has been chosen so far."""
    committed: Committed | None = None
    """Of a simultaneous choice: what each seat has chosen."""


@frozen(eq=False)
class Entrance:
    """Where a position can begin: a block, and the function that sets up what is around it."""

    block: int
    function: str


@define(eq=False)
class Flow:
    """The blocks of a game in the making."""

    b: Builder
    blocks: list[Body] = field(factory=list)
    works: list[int] = field(factory=list)
    """For each block the fault of work that is used up there."""
    rooms: dict[str, int] = field(factory=dict)
    points: dict[int, DecisionPoint] = field(factory=dict)
    rules: dict[str, tuple[int, Region]] = field(factory=dict)
    entries: set[int] = field(factory=set)
    drain: int = 0
    later: tuple[str, ...] = ()
    """The rules that something has run later."""
    play: int = 0
    """Where play begins, after setup."""
    phases: dict[str, Entrance] = field(factory=dict)
    turns: dict[str, Entrance] = field(factory=dict)
    around: list[Callable[[], None]] = field(factory=list)
    """What a position that begins here has to set up: for each statement around, the outer ones first."""
    exits: dict[int, int] = field(factory=dict)
    """For each phase, by its number, the block to which play goes that leaves it from inside."""
    within: list[str] = field(factory=list)
    """The phases around."""
    forced: Callable[[Flow, ChooseStep, int], Body] | None = None

    # ---- laying down -----------------------------------------------------------------------------

    def add(self, build: Callable[[], object]) -> int:
        """A block of what is built; returns its number."""
        at = self.hold()
        self.fill(at, build)
        return at

    def hold(self) -> int:
        """Keep a number for a block that others lead back to."""
        self.blocks.append(())
        self.works.append(self.b.work)
        return len(self.blocks) - 1

    def fill(self, at: int, build: Callable[[], object]) -> None:
        """Make the block of a number."""
        outer, self.b.scope = self.b.scope, Scope(rooms=self.rooms, caches_me=False)
        self.blocks[at] = self.b.block(build)
        self.b.scope = outer

    def build(self) -> int:
        """All blocks: setup, then play, then the end; returns where setup begins."""
        b = self.b
        self.hold()
        end = self.add(lambda: b.emit(Store(over_region(b), number(0), YES), Wait(END)))
        assert end == END
        if b.leave:
            assert self.hold() == b.leave
            self.entries.add(b.leave)
        later = dict.fromkeys(
            part.rule
            for part in parts_of(
                (b.model.setup, b.model.play, b.model.actions, b.model.rules, b.model.reactions)
            )
            if isinstance(part, CallStep) and part.later
        )
        self.keep_all((*b.model.setup, *b.model.play))
        self.later = tuple(later)
        self.drain = self.hold() if later else 0
        play = self.play = self.part("play", b.model.play, END)
        acting = b.region("acting", ACTING, 1, 0, 1)
        opened = self.add(lambda: b.emit(Store(acting, number(0), NO), Goto(play)))
        setup = self.part("setup", b.model.setup, opened)
        begin = self.add(lambda: b.emit(Store(acting, number(0), YES), Goto(setup)))
        self.entries |= {begin, END, play}
        if later:
            for rule in later:
                self.rule(rule)
            self._lay_drain(list(later))
        if b.leave:
            self.fill(b.leave, self._leave_phase)
        return begin

    def _leave_phase(self) -> None:
        """On to the way out of the phase that play is in."""
        b = self.b
        b.emit(Store(leaving_region(b), number(0), NO))
        for which, way in self.exits.items():
            b.emit(If(equal(load(phase_region(b)), which), (Goto(way),)))
        b.emit(Wait(END))

    def unless_leaving(self, after: int) -> int:
        """Where play goes on after a choice: at a block, unless what was chosen ended the phase."""
        b = self.b
        if not b.leave:
            return after
        leaving = differ(load(leaving_region(b)), 0)
        return self.add(lambda: b.emit(If(leaving, (Goto(b.leave),)), Goto(after)))

    def part(self, owner: str, steps: Sequence[Step], after: int) -> int:
        """Lay down what has a name in the rules; returns where it begins."""
        with self.b.belongs(owner, steps[0].span if steps else NOWHERE):
            return self.body(steps, after)

    def body(self, steps: Sequence[Step], after: int) -> int:
        """Lay down statements; returns where they begin."""
        at = after
        run: list[Step] = []
        for step in reversed(steps):
            if not stops(self.b.model, step):
                run.insert(0, step)
                continue
            if run:
                at, run = self._effects(tuple(run), at), []
            with self.b.belongs(self.b.owner, step.span):
                at = FLOW.function(step)(self, step, at)
        return self._effects(tuple(run), at) if run else at

    def _effects(self, steps: tuple[Step, ...], after: int) -> int:
        def build() -> None:
            effects(self.b, steps)
            self.continue_at(after)

        with self.b.belongs(self.b.owner, steps[0].span):
            return self.add(build)

    def continue_at(self, after: int) -> None:
        """Go on after effects: rules that wait run first."""
        b = self.b
        if self.drain:
            draining = b.region("draining", self._draining().base, 1, 0, LARGEST)
            idle = both(differ(load(pending_region(b)), 0), equal(load(draining), 0))
            self.entries |= {after, self.drain}
            b.emit(If(idle, (Store(draining, number(0), number(after)), Goto(self.drain))))
        b.emit(Goto(after))

    def _draining(self) -> Region:
        b = self.b
        if "draining" not in b.regions:
            b.region("draining", b.layout.reserve(1), 1, 0, LARGEST)
        return b.regions["draining"]

    def keep_all(self, steps: Sequence[Step]) -> None:
        """Give the locals that statements of flow set a place in the state."""
        for part in parts_of(steps):
            if isinstance(part, SetLocal):
                self.keep(part.slot, part.value.kind)
            elif isinstance(part, ForEachStep):
                self.keep(part.slot, part.over.kind.one())
            elif isinstance(part, RepeatStep) and part.counter is not None:
                self.keep(part.counter, Kind("int"))

    def keep(self, slot: int, kind: Kind) -> None:
        """Give a local a place in the state, where it lasts beyond the next choice."""
        b = self.b
        if slot in b.kept:
            return
        b.kept[slot] = b.local_region(slot, kind)
        layout = b.layout
        layout.kept_locals.add(slot)
        if kind.family == "card" and kind.shape == "many":
            layout.card_lists.append(b.kept[slot].base)
        elif kind.family == "card" and b.watched:  # machines that play alone begin with zeros
            layout.card_slots.append(b.kept[slot].base)

    # ---- positions -------------------------------------------------------------------------------

    def stand(self, block: int, parameters: Sequence[Parameter], last: Callable[[], None]) -> Entrance:
        """Where a position can begin; `last` sets up what is nearest."""
        b, around, title = self.b, tuple(self.around), f"stand_{block}"
        self.entries.add(block)

        def build() -> None:
            b.scope.caches_me = False
            for set_up in around:
                set_up()
            last()

        if b.watched:
            b.function(title, parameters, (), build, still=False)
        return Entrance(block, title)

    # ---- rules -----------------------------------------------------------------------------------

    def rule(self, title: str) -> tuple[int, Region]:
        """Where a rule begins, and where the way back from it is kept; laid down when it is first needed."""
        if title not in self.rules:
            b, rule = self.b, self.b.model.rules[title]
            back = self.back(title)
            for parameter in rule.parameters:
                self.keep(parameter.slot, parameter.kind)
            self.keep_all(rule.body)
            entry = self.hold()
            self.rules[title] = entry, back
            leave = self.add(lambda: self._leave(back))
            begin = self.part(title, rule.body, leave)
            self.fill(entry, lambda: b.emit(Goto(begin)))
            self.entries.add(entry)
        return self.rules[title]

    def back(self, title: str) -> Region:
        """Where the way back from a rule is kept; 0 while it is not running."""
        hint = f"back_{title}"
        if hint not in self.b.regions:
            self.b.region(hint, self.b.layout.reserve(1), 1, 0, LARGEST)
        return self.b.regions[hint]

    def under_way(self) -> list[Region]:
        """What is again as it was before a phase that is left from inside: who acts, what runs and waits."""
        b = self.b
        waiting = [pending_region(b), self._draining()] if self.drain else []
        rules = [name for name, rule in b.model.rules.items() if rule.asks or name in self.later]
        return [me_region(b), *waiting, *map(self.back, rules)]

    def _leave(self, back: Region) -> None:
        b = self.b
        after = b.let(load(back), "after", copy=True)
        b.emit(Store(back, number(0), NO))
        if self.drain:
            draining = self._draining()
            idle = both(differ(load(pending_region(b)), 0), equal(load(draining), 0))
            b.emit(If(idle, (Store(draining, number(0), after), Goto(self.drain))))
        b.emit(GotoStored(after))

    def enter(self, title: str, arguments: Given, after: int, span: Span) -> None:
        """Begin a rule."""
        b = self.b
        entry, back = self.rule(title)
        fault = b.fault("fault-rule-running", span, rule=title)
        b.emit(If(differ(load(back), 0), (Stop(fault),)))
        values = iter([b.let(value, "given", copy=True) for value in arguments.numbers])
        lists = iter(arguments.lists)
        for parameter in b.model.rules[title].parameters:
            if parameter.kind.shape == "many":
                store_list(b, b.kept[parameter.slot], next(lists))
            else:
                b.emit(Store(b.kept[parameter.slot], number(0), next(values)))
        self.entries.add(after)
        b.emit(Store(back, number(0), number(after)), Goto(entry))

    def _lay_drain(self, later: Sequence[str]) -> None:
        """The block that runs the next rule that waits; one that is running already waits for its end."""
        b = self.b
        region, width = queue_region(b)
        pending, draining = pending_region(b), self._draining()
        self.entries.add(self.drain)

        def leave() -> None:
            after = b.let(load(draining), "after", copy=True)
            b.emit(Store(draining, number(0), NO), GotoStored(after))

        def take(title: str) -> None:
            rule = b.model.rules[title]
            _, back = self.rules[title]
            b.emit(If(differ(load(back), 0), b.block(leave)))
            given = [
                b.let(within(load(region, at + 1), *b.range_of(one.kind)), "given", copy=True)
                for at, one in enumerate(rule.parameters)
            ]
            left = b.let(minus(load(pending), 1), "left", copy=True)
            at = b.fresh("at")
            end = region.size - width
            b.emit(
                Range(
                    at,
                    number(0),
                    number(end),
                    (Store(region, name(at, 0, end - 1), load(region, plus(name(at, 0, end - 1), width))),),
                ),
                Range(
                    at, number(end), number(region.size), (Store(region, name(at, end, region.size - 1), NO),)
                ),
                Store(pending, number(0), within(left, 0, pending.high)),
            )
            for value, parameter in zip(given, rule.parameters, strict=True):
                b.emit(Store(b.kept[parameter.slot], number(0), value))
            b.emit(Store(back, number(0), number(self.drain)), Goto(self.rules[title][0]))

        def drain() -> None:
            if b.leave:
                b.emit(If(differ(load(leaving_region(b)), 0), (Goto(b.leave),)))
            b.emit(If(equal(load(pending), 0), b.block(leave)))
            rules = list(b.model.rules)
            for title in later:
                mine = equal(load(region), rules.index(title))
                b.emit(If(mine, b.block(partial(take, title))))
            b.emit(Wait(END))

        self.fill(self.drain, drain)


def stops(model: Model, step: Step) -> bool:
    """Does a statement belong to the flow of play, or is it effects only?"""
    match step:
        case PhaseStep() | TurnsStep() | ChooseStep() | EveryoneStep():
            return True
        case CallStep():
            return not step.later and model.rules[step.rule].asks
        case IfStep():
            return any(stops(model, inner) for inner in (*step.body, *step.otherwise))
        case RepeatStep() | ForEachStep():
            return any(stops(model, inner) for inner in step.body)
        case _:
            return False


@FLOW.lowers(CallStep, "rule arguments later")
def _call(flow: Flow, step: CallStep, after: int) -> int:
    b = flow.b
    if step.rule not in flow.rules:
        # A position that begins inside the rule goes on after this call.
        flow.entries.add(after)
        flow.around.append(lambda: b.emit(Store(flow.rules[step.rule][1], NO, number(after))))
        flow.rule(step.rule)
        flow.around.pop()
    return flow.add(
        lambda: flow.enter(
            step.rule, given(b, b.model.rules[step.rule].parameters, step.arguments), after, step.span
        )
    )


@FLOW.lowers(IfStep, "condition body otherwise")
def _if(flow: Flow, step: IfStep, after: int) -> int:
    b = flow.b
    yes, no = flow.body(step.body, after), flow.body(step.otherwise, after)
    return flow.add(lambda: b.emit(If(test(b, step.condition), (Goto(yes),), (Goto(no),))))


@FLOW.lowers(PhaseStep, "name body")
def _phase(flow: Flow, step: PhaseStep, after: int) -> int:
    b = flow.b
    most = len(b.model.phases)
    phase = phase_region(b)
    outer = b.region(f"outer_{step.name}", b.layout.reserve(1), 1, 0, most)
    left = flow.add(lambda: b.emit(Store(phase, number(0), load(outer)), Goto(after)))
    which = b.model.phases.index(step.name) + 1
    kept = [(one, b.reserve("before", 1, one.low, one.high)) for one in flow.under_way()] if b.leave else []

    def begin() -> None:
        b.emit(Store(outer, number(0), load(phase)), Store(phase, number(0), number(which)))
        b.emit(*(Store(before, number(0), load(now)) for now, before in kept))

    def leave() -> None:
        b.emit(*(Store(now, number(0), load(before)) for now, before in kept), Goto(left))

    if b.leave:
        flow.exits[which] = flow.add(leave)

    flow.around.append(begin)
    flow.within.append(step.name)
    first = flow.part(step.name, step.body, left)
    flow.within.pop()
    flow.around.pop()

    def enter() -> None:
        begin()
        b.tell("phase", step.span, named=step.name)
        b.emit(Goto(first))

    entry = flow.add(enter)
    flow.phases[step.name] = flow.stand(entry, (), lambda: None)
    return entry


def me_region(b: Builder) -> Region:
    """Who acts."""
    return b.region("me", ME, 1, NONE, b.players - 1)


@FLOW.lowers(TurnsStep, "clockwise after start following slot condition once until because body")
def _turns(flow: Flow, step: TurnsStep, after: int) -> int:
    """The frame: turns and seats passed since the first, the first, who acted before."""
    b, players = flow.b, flow.b.players
    passed = b.reserve("passed", 1, 0, LARGEST)
    first = b.reserve("first", 1, 0, players - 1)
    outer = b.reserve("outer", 1, NONE, players - 1)
    me, onward = me_region(b), 1 if step.clockwise else players - 1
    head = flow.hold()

    def open_turns() -> None:
        start = b.let(one(b, step.start), "start")
        if step.after:
            start = binary("mod", plus(start, onward), number(players))
        b.emit(Store(passed, number(0), NO), Store(first, number(0), start))
        b.emit(Store(outer, number(0), load(me)))

    def new_turn() -> None:
        for title, variable in b.model.variables.items():
            if variable.each_turn:
                first_value(b, title)

    def begin_with(seat: Expression) -> None:
        gone = binary("mod", times(minus(seat, load(first)), onward), number(players))
        b.emit(Store(passed, number(0), plus(gone, 1)), Store(me, number(0), seat))
        new_turn()

    def first_turn() -> None:
        open_turns()
        begin_with(within(load(first), 0, players - 1))

    flow.around.append(first_turn)
    body = flow.body(step.body, head)
    flow.around.pop()
    if flow.within:
        seat = Parameter("seat", 0, players - 1)

        def stand() -> None:
            open_turns()
            begin_with(name("seat", 0, players - 1))

        flow.turns[flow.within[-1]] = flow.stand(
            body, [seat], stand
        )  # the outermost, and the first, is the last
    drops = b.asks_for(DropOutStep)

    def end() -> None:
        b.emit(Store(me, number(0), load(outer)), Goto(after))

    def give_reason() -> None:
        if step.because is not None:
            b.emit(Store(ending_region(b), number(0), number(reason_number(b, step.because))))

    def stop_if_done() -> None:
        def stop() -> None:
            give_reason()
            end()

        if step.until is not None:
            b.when(test(b, step.until), stop)

    def at_end() -> None:
        if step.until is not None:
            b.when(test(b, step.until), give_reason)
        end()

    def seat_after(count: Expression) -> Expression:
        return binary("mod", plus(load(first), binary("*", number(onward), count)), number(players))

    def next_seat(count: Expression) -> Expression:
        """Who comes after so many seats; where that is worked out, after the player who acts."""
        if step.following is None:
            return seat_after(count)
        following = step.following
        return b.chosen(equal(count, 0), lambda: load(first), lambda: one(b, following))

    def next_turn() -> None:
        count = b.variable(load(passed), "passed")
        here = name(count, 0, LARGEST)
        if step.once:
            b.emit(If(binary(">=", here, number(players)), b.block(at_end)))
        seat = b.variable(next_seat(here), "seat")
        who = name(seat, 0, players - 1)
        if drops or step.condition is not None:
            _skip(here, who)
            b.emit(Store(passed, number(0), here))
        b.emit(Store(me, number(0), who))
        stop_if_done()
        b.emit(Store(passed, number(0), plus(here, 1)))
        new_turn()
        b.tell("turn", step.span, who)
        b.emit(Goto(body))

    def has_turn(seat: Name) -> Expression:
        """Whether a player has turns at all, as those see it who ask around these turns."""
        there = equal(load(out_region(b), seat), 0) if drops else YES
        if step.condition is None:
            return there
        condition = step.condition
        b.scope.values[step.slot] = seat
        b.emit(Store(me, number(0), load(outer)))
        return b.chosen(there, lambda: test(b, condition), lambda: NO)

    def _skip(count: Name, seat: Name) -> None:
        """Pass over seats; where all are that can come, or the round is over, the turns end."""
        with b.apart() as asked:
            passing = equal(has_turn(seat), 0)
        with b.apart() as further:
            if step.following is not None:
                b.emit(Store(me, number(0), seat))
            b.emit(Set(seat.name, next_seat(count)))
        tried = b.variable(number(0), "tried")
        more = [Set(tried, plus(name(tried, 0, players), 1)), Set(count.name, plus(count, 1))]
        over = binary(">=", name(tried, 0, players), number(players))
        if step.once:
            over = either(over, binary(">=", count, number(players)))
        b.emit(While(tuple(asked), passing, (*more, If(over, b.block(at_end)), *further)))

    flow.fill(head, next_turn)

    def enter() -> None:
        open_turns()
        b.emit(Goto(head))

    return flow.add(enter)


@FLOW.lowers(RepeatStep, "times until because counter body")
def _repeat(flow: Flow, step: RepeatStep, after: int) -> int:
    """The frame: rounds begun, rounds in all."""
    b = flow.b
    begun = b.reserve("begun", 1, 0, LARGEST)
    rounds = b.reserve("rounds", 1, NONE, LARGEST)
    if step.counter is not None:
        flow.keep(step.counter, Kind("int"))
    head = flow.hold()

    def count(value: Expression) -> None:
        if step.counter is not None:
            b.emit(Store(b.kept[step.counter], number(0), value))

    def open_loop() -> None:
        b.emit(Store(begun, number(0), NO))
        if step.times is None:
            b.emit(Store(rounds, number(0), number(NONE)))
        else:
            wanted = b.let(one(b, step.times), "times")
            b.emit(Store(rounds, number(0), choice(binary("<", wanted, NO), NO, wanted)))
        count(NO)

    def begin_round() -> None:
        b.emit(Store(begun, number(0), plus(load(begun), 1)))
        count(load(begun))

    def first_round() -> None:
        open_loop()
        begin_round()

    flow.around.append(first_round)
    body = flow.body(step.body, head)
    flow.around.pop()

    def next_round() -> None:
        if step.times is not None:
            b.emit(If(binary(">=", load(begun), load(rounds)), (Goto(after),)))
        if step.until is not None:

            def leave() -> None:
                if step.because is not None:
                    b.emit(Store(ending_region(b), number(0), number(reason_number(b, step.because))))
                b.emit(Goto(after))

            b.when(test(b, step.until), leave)
        begin_round()
        b.emit(Goto(body))

    flow.fill(head, next_round)

    def enter() -> None:
        open_loop()
        b.emit(Goto(head))

    return flow.add(enter)


@FLOW.lowers(ForEachStep, "slot over body")
def _for_each(flow: Flow, step: ForEachStep, after: int) -> int:
    """The frame: elements done, how many there are, then the elements."""
    b = flow.b
    room = _room(b, step.over)
    low, high = b.range_of(step.over.kind.one())
    frame = b.reserve("each", 2 + room, min(low, 0), max(high, room))
    flow.keep(step.slot, step.over.kind.one())
    if step.over.kind.family == "card":
        b.layout.card_lists.append(frame.base + 1)
    head = flow.hold()

    def open_loop() -> None:
        some = listed(b, step.over)
        length = Length(some, low=0, high=LARGEST)
        facts: dict[str, Meaning] = {"count": "number"}
        b.stop_if(
            binary(">", length, number(room)),
            lambda: Stop(b.fault("limit-each", step.span, facts, limit=room), (length,)),
        )
        b.emit(Store(frame, number(0), NO))
        store_list(b, frame, some, before=1)

    def take_next(done: Expression) -> None:
        element = within(load(frame, plus(done, 2)), low, high)
        b.emit(Store(b.kept[step.slot], number(0), element), Store(frame, number(0), plus(done, 1)))

    def first_round() -> None:
        open_loop()
        take_next(NO)

    flow.around.append(first_round)
    body = flow.body(step.body, head)
    flow.around.pop()

    def next_round() -> None:
        done = b.let(within(load(frame, 0), 0, room), "done", copy=True)
        at = b.fresh("at")
        clear = Range(at, number(0), number(frame.size), (Store(frame, name(at, 0, frame.size - 1), NO),))
        b.emit(If(binary(">=", done, load(frame, 1)), (clear, Goto(after))))
        take_next(within(done, 0, room - 1))
        b.emit(Goto(body))

    flow.fill(head, next_round)

    def enter() -> None:
        open_loop()
        b.emit(Goto(head))

    return flow.add(enter)


def _room(b: Builder, over: Term) -> int:
    """The most elements a loop may have."""
    try:
        return len(constants(over, b.layout.known))
    except NotConstant:
        most = most_of(over.kind, b.layout)
        repeated = len(b.layout.cards) if may_repeat(over) else 0
        return max(most, repeated, len(over.items) if isinstance(over, ListOfTerms) else 0)


@FLOW.lowers(ChooseStep, "actions by optional step_by_step unless_forced because")
def _choose(flow: Flow, step: ChooseStep, after: int) -> int:
    """A choice of one player: `by` someone, who then acts until the choice is carried out."""
    b = flow.b
    me = me_region(b)
    outer = None if step.by is None else b.reserve("outer", 1, NONE, b.players - 1)
    onward = after
    if outer is not None:
        onward = flow.add(lambda: b.emit(Store(me, number(0), load(outer)), Goto(after)))
    onward = flow.unless_leaving(onward)
    at = flow.hold()
    fault = known(b.fault("fault-no-move", step.span, {"seat": "seat"}))
    assert fault is not None
    steps = step.step_by_step and any(takes_steps(b.model.actions[title]) for title in step.actions)
    flow.points[at] = DecisionPoint(at, step, onward, fault, reserve(b, step) if steps else None)
    flow.entries |= {at, onward}

    def wait() -> None:
        who = b.let(load(me), "who", copy=True)
        b.emit(If(equal(who, NONE), (Stop(b.fault("fault-nobody", step.span)),)))
        if b.asks_for(DropOutStep):
            b.emit(If(differ(load(out_region(b), within(who, 0, None)), 0), (Goto(onward),)))
        if step.unless_forced:
            assert flow.forced is not None
            b.emit(*flow.forced(flow, step, onward))
        b.emit(Wait(at))

    flow.fill(at, wait)
    if step.by is None or outer is None:
        return at
    by, kept = step.by, outer

    def hand_over() -> None:
        who = b.let(one(b, by), "who")
        b.emit(Store(kept, number(0), load(me)), Store(me, number(0), who), Goto(at))

    return flow.add(hand_over)


@FLOW.lowers(EveryoneStep, "actions slot condition first step_by_step unless_forced because")
def _everyone(flow: Flow, step: EveryoneStep, after: int) -> int:
    """A simultaneous choice: opened for some seats, closed when all of them have committed."""
    b = flow.b
    committed = room_to_commit(b, step)
    asked = committed.asked
    at = flow.hold()
    fault = known(b.fault("fault-no-move", step.span, {"seat": "seat"}))
    assert fault is not None
    onward = flow.unless_leaving(after)
    flow.points[at] = DecisionPoint(at, step, onward, fault, committed.begun, committed)
    flow.entries |= {at, onward}
    flow.fill(at, lambda: b.emit(Wait(at)))

    def open_choice() -> None:
        some = b.variable(NO, "some")
        seat = b.fresh("seat")
        who = name(seat, 0, b.players - 1)

        def ask() -> None:
            asks: Expression = equal(load(out_region(b), who), 0)
            b.scope.values[step.slot] = who
            if step.condition is not None:
                condition = step.condition
                asks = b.chosen(asks, lambda: test(b, condition), lambda: NO)
            b.emit(Store(asked, who, choice(asks, YES, NO)))
            b.emit(If(differ(load(asked, who), 0), (Set(some, YES),)))

        b.emit(Range(seat, number(0), number(b.players), b.block(ask)))
        if step.unless_forced:
            _commit_forced(flow, at, asked, onward)
        b.emit(If(name(some, 0, 1), (Goto(at),)), Goto(after))

    return flow.add(open_choice)


def _commit_forced(flow: Flow, at: int, asked: Region, onward: int) -> None:
    """Commit who has only one legal move; if nobody is left to ask, carry it all out."""
    b, me = flow.b, me_region(flow.b)
    outer = b.let(load(me), "outer", copy=True)
    open_, forced, only = b.variable(NO, "open"), b.variable(NO, "forced"), b.list(2, "only")
    seat = b.fresh("seat")
    who = name(seat, 0, b.players - 1)

    def look() -> None:
        b.emit(Store(me, number(0), who), Clear(only))
        many = b.let(call(f"list_{at}", number(2), lists=(only,), low=0, high=1), "many", copy=True)
        single = both(equal(many, 0), equal(Length(only, low=0, high=2), 1))
        commit = Do(call(f"commit_{at}", who, Item(only, NO, low=0, high=MOST_MOVE)))
        b.emit(If(single, (commit, Store(asked, who, number(FORCED)), Set(forced, YES)), (Set(open_, YES),)))

    b.emit(Range(seat, number(0), number(b.players), (If(equal(load(asked, who), ASKED), b.block(look)),)))
    b.emit(Store(me, number(0), outer))

    def reveal() -> None:
        b.emit(Do(call(f"reveal_{at}")), If(differ(load(over_region(b)), 0), (Wait(END),)))
        flow.continue_at(onward)

    b.emit(If(both(name(forced, 0, 1), equal(name(open_, 0, 1), 0)), b.block(reveal)))
