"""Which indices are proved to be in range, by working out what each value can be.

What a value can be is written (low, high, none): a number from `low` to `high`, or, with `none`, NONE. Code
is gone through as it runs: what a condition says counts in its branch, a loop is repeated until nothing new
comes of it, a function is looked at once for each kind of arguments that it is given. Regions hold what they
are declared to hold: a store that is not proved to keep to that is guarded, and so is an index.

Two things hold because whoever runs the code sees to them (`driver.c`): a seat that lists, or carries out, a
move is one of the players; and a zone's stretch holds cards, as only guarded operations write there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, field, frozen

from rulewright.dsl.model import NONE
from rulewright.dsl.model.kinds import LARGEST, SMALLEST
from rulewright.interpreter.code.flowgraph import Graph
from rulewright.interpreter.code.instructions import (
    CONTEXT_LISTS,
    Append,
    Binary,
    Body,
    Break,
    Call,
    CardAt,
    Charge,
    Choice,
    Clear,
    CloseGap,
    Code,
    Do,
    EachCard,
    EachEntry,
    EachItem,
    Entry,
    Expression,
    Find,
    Function,
    Goto,
    GotoStored,
    If,
    Item,
    Length,
    Load,
    Name,
    Not,
    Number,
    OpenGap,
    PutCard,
    Range,
    Region,
    Return,
    Set,
    SetItem,
    Statement,
    Stop,
    Store,
    Table,
    Wait,
    While,
    Word,
)
from rulewright.interpreter.code.intervals import arithmetic
from rulewright.interpreter.code.walk import expressions_in, parts, statements_in

Span = tuple[int, int, bool]
Values = dict[str, Span]

LEAST, MOST = -(1 << 63), (1 << 63) - 1
ANY: Span = (LEAST, MOST, False)
NOTHING: Span = (MOST, LEAST, False)
ONLY_NONE: Span = (MOST, LEAST, True)
TRUTH: Span = (0, 1, False)
ME = "me of the state"
"""What the slot of the acting seat holds, beside the locals."""

FIRST_STEPS = (LEAST, NONE, -1, 0, LARGEST, MOST)
LAST_STEPS = (LEAST, MOST)
"""How far what grows from round to round is taken to grow: at first, and where that was not enough."""

MOST_CONTEXTS = 10
"""How many kinds of arguments of a function are told apart."""

COUNTED = (Load, Store, Entry, CardAt, Find, EachCard, EachEntry, CloseGap, OpenGap, PutCard)
"""What has an index into a region, a table or the zones."""


@frozen
class Proofs:
    """What is not proved, by the identity of what it is about; the rest is."""

    code: Code
    indices: frozenset[int]
    """Loads, stores, entries and what else has an index (or a zone), whose index may be out of range."""
    values: frozenset[int]
    """Stores, and cards put into zones, whose value may be what the slot cannot hold."""
    sums: frozenset[int]
    """Arithmetic that may leave 64 bits, divide by zero, or shift by too much."""
    signed: frozenset[int]
    """Divisions with a side that may be below zero."""
    reached: frozenset[str]
    """The functions that something calls. Of the others nothing is proved."""

    def share(self) -> tuple[int, int]:
        """How many indices are proved, and how many there are, in what is reached."""
        bodies = [one.body for one in self.code.functions if one.name in self.reached]
        found = {
            id(one): one
            for body in (*bodies, *self.code.blocks)
            for statement in statements_in(body)
            for one in (statement, *expressions_in(statement))
            if isinstance(one, COUNTED)
        }
        return len(found.keys() - self.indices), len(found)


def prove(code: Code) -> Proofs:
    """Work out what can be proved about code that `verify` accepts."""
    return _Prover(code).proofs()


# ---- what values can be --------------------------------------------------------------------------


def _exactly(value: int) -> Span:
    return ONLY_NONE if value == NONE else (value, value, False)


def _join(one: Span, other: Span) -> Span:
    if one == other:
        return one
    return min(one[0], other[0]), max(one[1], other[1]), one[2] or other[2]


def _ends(span: Span) -> tuple[int, int]:
    """From where to where, NONE being the number that it is."""
    low, high, none = span
    return (min(low, NONE), max(high, NONE)) if none else (low, high)


def _of_values(values: Iterable[int]) -> Span:
    some = [value for value in values if value != NONE]
    return min(some, default=MOST), max(some, default=LEAST), len(some) < len(list(values))


def holds(region: Region) -> Span:
    """What a region holds, by its declaration: 0 too, as the state begins so. NONE is none of the numbers."""
    low, high = region.low, region.high
    if low != NONE:
        return min(low, 0), max(high, 0), False
    return (SMALLEST if high == LARGEST else 0), max(high, 0), True


def _inside(one: Span, other: Span) -> bool:
    return (one[0] > one[1] or (other[0] <= one[0] and one[1] <= other[1])) and (other[2] or not one[2])


def _wider(before: Span, after: Span, steps: Sequence[int] = LAST_STEPS) -> Span:
    """More than both: what still grows goes on to the next step."""
    low, high, none = _join(before, after)
    if before[0] > before[1]:
        return low, high, none
    if low < before[0]:
        low = max(step for step in steps if step <= low)
    if high > before[1]:
        high = min(step for step in steps if step >= high)
    return low, high, none


def _met(one: Values | None, other: Values | None) -> Values | None:
    """What holds after either way; a local that only one has set does not count."""
    if one is None or other is None or one is other:
        return other if one is None else one
    if len(other) < len(one):
        one, other = other, one
    joined = {}
    for name, span in one.items():
        there = other.get(name)
        if there is not None:
            joined[name] = span if span is there else _join(span, there)
    return joined


# ---- going through the code ----------------------------------------------------------------------


@define
class _Found:
    """What is not proved yet, in one pass over something."""

    indices: set[int] = field(factory=set)
    values: set[int] = field(factory=set)
    sums: set[int] = field(factory=set)
    signed: set[int] = field(factory=set)

    def add(self, other: _Found) -> None:
        self.indices |= other.indices
        self.values |= other.values
        self.sums |= other.sums
        self.signed |= other.signed


@define
class _Result:
    """What comes of a function for one kind of arguments. `value` is None where no way leads out of it."""

    value: Span | None
    lists: tuple[Span, ...]
    me: Span
    found: _Found
    runs: int
    """In which round it was worked out; -1 where it does not depend on the lists of the context."""


@define
class _Frame:
    """The function or block that is gone through."""

    function: Function | None
    leaving: list[list[Values]] = field(factory=list)
    returns: Values | None = None
    value: Span = NOTHING
    returned: bool = False
    touches: bool = False


_Once = Callable[[Values], tuple[Values | None, Values | None]]


@frozen
class _Turn:
    """A round of a loop: what would hold before the next, what after the loop, and whether that was all."""

    head: Values
    past: Values | None
    found: _Found
    holds: bool


class _Prover:
    def __init__(self, code: Code) -> None:
        self.code = code
        self.graph = Graph.of(code)
        self.functions = {one.name: one for one in code.functions}
        self.matters = _what_matters(code.functions)
        self.zones = code.zone_sizes.size
        self.cards = (0, max(0, code.regions["zone_of"].size - 1), False)
        self.me = code.regions["me"].base
        self.most_room = max(code.table("ROOMS").values, default=0)
        self.tables: dict[int, Span] = {}
        self.regions: dict[int, Span] = {}
        self.results: dict[str, dict[tuple[Span, ...], _Result]] = {}
        self.hulls: dict[str, tuple[Span, ...]] = {}
        self.context: Values = dict.fromkeys(CONTEXT_LISTS, NOTHING) | {"memo": _exactly(0)}
        self.round = 0
        self.calls = 0
        """How many calls were gone through: what an expression changes, it changes by them."""
        self.found = _Found()
        self.frame = _Frame(None)

    def proofs(self) -> Proofs:
        while True:
            before = dict(self.context)
            self.found = _Found()
            self._everything()
            if self.context == before:
                break
            self.round += 1
            if self.round > 1:
                self.context = {one: _wider(before[one], span) for one, span in self.context.items()}
        found = self.found
        return Proofs(
            self.code,
            frozenset(found.indices),
            frozenset(found.values),
            frozenset(found.sums),
            frozenset(found.signed),
            frozenset(self.results),
        )

    def _everything(self) -> None:
        code = self.code
        seat, anyone = (0, code.players - 1, False), (0, code.players - 1, True)
        self._called("begin", (), (), ONLY_NONE)
        self._called("act", (ANY,), (), seat)
        for point in code.points:
            self._called(point.lister, (ANY,), (NOTHING,), seat)
            if point.commit:
                self._called(point.commit, (seat, ANY), (), anyone)
            if point.reveal:
                self._called(point.reveal, (), (), anyone)
            if point.step:
                self._called(point.step, (ANY,), (), seat)
        if code.draws:
            self._called(code.draws, (ANY,), (ANY,), seat)
        for title in code.scores:
            self._called(title, (seat,), (), anyone)
        self._called("results", (), (NOTHING,), anyone)
        for number in self.graph.heads:
            self.frame = _Frame(None)
            self._body(code.blocks[number], {ME: anyone, **dict.fromkeys(code.rooms, NOTHING)})

    # ---- functions -------------------------------------------------------------------------------

    def _called(self, title: str, given: Sequence[Span], lists: Sequence[Span], me: Span) -> _Result:
        """What comes of a call; what is not proved in it is added to what is found."""
        function = self.functions[title]
        matters = self.matters[title]
        numbers = tuple(
            span if one.name in matters else ANY for one, span in zip(function.parameters, given, strict=True)
        )
        kind = (*numbers, *lists, me)
        known = self.results.setdefault(title, {})
        result = known.get(kind)
        if result is None and len(known) >= MOST_CONTEXTS:
            hull = self.hulls.get(title)
            if hull is None or not all(map(_inside, kind, hull)):
                kinds = [kind, *known] if hull is None else [hull, kind]
                for one in kinds:
                    hull = one if hull is None else tuple(map(_wider, hull, one))
                assert hull is not None
                self.hulls[title] = hull
            kind = hull
            result = known.get(kind)
        if result is None or result.runs not in (-1, self.round):
            result = known[kind] = self._gone_through(function, kind)
        self.found.add(result.found)
        self.frame.touches |= result.runs >= 0
        return result

    def _gone_through(self, function: Function, kind: tuple[Span, ...]) -> _Result:
        outer, self.frame = self.frame, _Frame(function)
        found, self.found = self.found, _Found()
        names = [*(one.name for one in function.parameters), *function.lists, ME]
        values = dict(zip(names, kind, strict=True)) | dict.fromkeys(function.rooms, NOTHING)
        end = self._body(function.body, values)
        frame = self.frame
        after = _met(frame.returns, end)
        value = frame.value if frame.returned else _exactly(0)
        lists = tuple(NOTHING if after is None else after[one] for one in function.lists)
        me = ANY if after is None else after[ME]
        result = _Result(
            None if after is None else value, lists, me, self.found, self.round if frame.touches else -1
        )
        self.frame, self.found = outer, found
        return result

    def _call(self, call: Call, values: Values) -> Span | None:
        given = [self._of(one, values) for one in call.arguments]
        lists = [self._elements(one, values) for one in call.lists]
        result = self._called(call.function, given, lists, values[ME])
        self.calls += 1
        for one, span in zip(call.lists, result.lists, strict=True):
            self._set_elements(one, span, values)
        values[ME] = result.me
        return result.value

    def _elements(self, name: str, values: Values) -> Span:
        if name in CONTEXT_LISTS:
            self.frame.touches = True
            return self.context[name]
        return values[name]

    def _set_elements(self, name: str, span: Span, values: Values) -> None:
        if name in CONTEXT_LISTS:
            self.frame.touches = True
            self.context[name] = _join(self.context[name], span)
        else:
            values[name] = span

    # ---- statements ------------------------------------------------------------------------------

    def _body(self, body: Body, values: Values | None) -> Values | None:
        for statement in body:
            if values is None:
                return None
            values = _STATEMENTS[type(statement)](self, statement, values)
        return values

    def _set(self, statement: Set, values: Values) -> Values | None:
        value = statement.value
        span = self._call(value, values) if isinstance(value, Call) else self._of(value, values)
        if span is None:
            return None
        values[statement.name] = span
        return values

    def _store(self, statement: Store, values: Values) -> Values:
        region = statement.region
        self._index(statement, statement.index, region.size, values)
        span, holds = self._of(statement.value, values), self._region(region)
        if not _inside(span, holds):
            self.found.values.add(id(statement))
            span = _join(span, holds) if span[0] > span[1] else _cut(span, holds)
        if region.base == self.me:
            values[ME] = span
        return values

    def _if(self, statement: If, values: Values) -> Values | None:
        self._of(statement.condition, values)
        then = self._holding(statement.condition, dict(values), True)
        otherwise = self._holding(statement.condition, values, False)
        return _met(self._body(statement.then, then), self._body(statement.otherwise, otherwise))

    def _loop(self, values: Values, once: _Once) -> Values | None:
        """`once` goes through one round, and gives what holds at its end and where it is not gone into."""
        outer, head, turn = self.found, values, self._turn(values, values, once)
        steps: Sequence[int] = FIRST_STEPS
        while not turn.holds:
            head = {name: _wider(span, turn.head[name], steps) for name, span in head.items()}
            turn, steps = self._turn(values, head, once), LAST_STEPS
        if turn.head != head:
            narrow = self._turn(values, turn.head, once)
            turn = narrow if narrow.holds else turn
        outer.add(turn.found)
        self.found = outer
        return turn.past

    def _turn(self, values: Values, head: Values, once: _Once) -> _Turn:
        """One round of a loop that began with `values`, where `head` is taken to hold before each."""
        self.found = _Found()
        self.frame.leaving.append([])
        back, past = once(dict(head))
        for left in self.frame.leaving.pop():
            past = _met(past, left)
        joined = values
        if back is not None:
            joined = {name: _join(span, back.get(name, ANY)) for name, span in values.items()}
        holds = all(_inside(joined[name], span) for name, span in head.items())
        return _Turn(joined, past, self.found, holds)

    def _while(self, loop: While, values: Values) -> Values | None:
        def once(head: Values) -> tuple[Values | None, Values | None]:
            tested = self._body(loop.before, head)
            if tested is None:
                return None, None
            self._of(loop.condition, tested)
            past = self._holding(loop.condition, dict(tested), False)
            return self._body(loop.body, self._holding(loop.condition, tested, True)), past

        return self._loop(values, once)

    def _each(self, name: str, span: Span, body: Body, values: Values) -> Values | None:
        def once(head: Values) -> tuple[Values | None, Values | None]:
            past = dict(head)
            head[name] = span
            return (None if span == NOTHING else self._body(body, head)), past

        was_set = values.pop(name, None) is not None
        after = self._loop(values, once)
        if after is not None:
            after.pop(name, None)
            if was_set:
                after[name] = ANY
        return after

    def _range(self, loop: Range, values: Values) -> Values | None:
        low = _ends(self._of(loop.low, values))[0]
        high = _ends(self._of(loop.high, values))[1]
        span = (low, high - 1, False) if low < high else NOTHING
        return self._each(loop.name, span, loop.body, values)

    def _each_card(self, loop: EachCard, values: Values) -> Values | None:
        self._index(loop, loop.zone, self.zones, values)
        return self._each(loop.name, self.cards, loop.body, values)

    def _each_entry(self, loop: EachEntry, values: Values) -> Values | None:
        first, count = _ends(self._of(loop.first, values)), _ends(self._of(loop.count, values))
        if first[0] < 0 or first[1] + count[1] > len(loop.table.values):
            self.found.indices.add(id(loop))
        return self._each(loop.name, self._table(loop.table), loop.body, values)

    def _each_item(self, loop: EachItem, values: Values) -> Values | None:
        return self._each(loop.name, self._elements(loop.of, values), loop.body, values)

    def _break(self, _: Break, values: Values) -> None:
        self.frame.leaving[-1].append(values)

    def _clear(self, statement: Clear, values: Values) -> Values:
        if statement.name not in CONTEXT_LISTS:
            values[statement.name] = NOTHING
        return values

    def _append(self, statement: Append, values: Values) -> Values:
        span = self._of(statement.value, values)
        self._set_elements(statement.name, _join(self._elements(statement.name, values), span), values)
        return values

    def _set_item(self, statement: SetItem, values: Values) -> Values:
        self._of(statement.index, values)
        span = self._of(statement.value, values)
        self._set_elements(statement.name, _join(self._elements(statement.name, values), span), values)
        return values

    def _do(self, statement: Do, values: Values) -> Values | None:
        return None if self._call(statement.call, values) is None else values

    def _return(self, statement: Return, values: Values) -> None:
        frame = self.frame
        if statement.value is not None:
            frame.value = _join(frame.value, self._of(statement.value, values))
            frame.returned = True
        assert frame.function is not None
        kept = {name: values[name] for name in (*frame.function.lists, ME)}
        frame.returns = _met(frame.returns, kept)

    def _stop(self, statement: Stop, values: Values) -> None:
        for part in parts(statement):
            self._of(part, values)

    def _charge(self, statement: Charge, values: Values) -> Values:
        self._of(statement.units, values)
        self._of(statement.fault, values)
        return values

    def _close_gap(self, statement: CloseGap, values: Values) -> Values:
        self._index(statement, statement.zone, self.zones, values)
        self._of(statement.position, values)
        return values

    def _put_card(self, statement: OpenGap | PutCard, values: Values) -> Values:
        self._index(statement, statement.zone, self.zones, values)
        self._of(statement.position, values)
        if not _inside(self._of(statement.card, values), self.cards):
            self.found.values.add(id(statement))
        return values

    def _goto(self, statement: Goto, values: Values) -> None:
        if self.graph.inlined(statement.block):
            self._body(self.code.blocks[statement.block], values)

    def _goto_stored(self, statement: GotoStored, values: Values) -> None:
        self._of(statement.block, values)

    def _wait(self, _statement: Wait, _values: Values) -> None:
        return None

    # ---- expressions -----------------------------------------------------------------------------

    def _of(self, expression: Expression, values: Values) -> Span:
        return _EXPRESSIONS[type(expression)](self, expression, values)

    def _number(self, expression: Number, _: Values) -> Span:
        return _exactly(expression.value)

    def _name(self, expression: Name, values: Values) -> Span:
        return values.get(expression.name, ANY)

    def _not(self, expression: Not, values: Values) -> Span:
        self._of(expression.of, values)
        return TRUTH

    def _choice(self, expression: Choice, values: Values) -> Span:
        self._of(expression.condition, values)
        then = self._holding(expression.condition, dict(values), True)
        otherwise = self._holding(expression.condition, dict(values), False)
        calls = self.calls
        span = NOTHING if then is None else self._of(expression.then, then)
        if otherwise is not None:
            span = _join(span, self._of(expression.otherwise, otherwise))
        if self.calls != calls:
            values.update(_met(then, otherwise) or {})
        return span

    def _load(self, expression: Load, values: Values) -> Span:
        region = expression.region
        self._index(expression, expression.index, region.size, values)
        return values[ME] if region.base == self.me else self._region(region)

    def _entry(self, expression: Entry, values: Values) -> Span:
        self._index(expression, expression.index, len(expression.table.values), values)
        return self._table(expression.table)

    def _card_at(self, expression: CardAt, values: Values) -> Span:
        self._index(expression, expression.zone, self.zones, values)
        self._of(expression.position, values)
        return self.cards

    def _find(self, expression: Find, values: Values) -> Span:
        self._index(expression, expression.zone, self.zones, values)
        self._of(expression.card, values)
        return 0, max(0, self.most_room - 1), False

    def _length(self, expression: Length, _: Values) -> Span:
        function = self.frame.function
        rooms = self.code.rooms if function is None else function.rooms
        return 0, rooms.get(expression.of, LARGEST), False

    def _item(self, expression: Item, values: Values) -> Span:
        self._of(expression.index, values)
        return self._elements(expression.of, values)

    def _word(self, expression: Word, values: Values) -> Span:
        self._of(expression.site, values)
        self._of(expression.count, values)
        return 0, (1 << 32) - 1, False

    def _call_value(self, expression: Call, values: Values) -> Span:
        span = self._call(expression, values)
        return NOTHING if span is None else span

    def _binary(self, expression: Binary, values: Values) -> Span:
        operator = expression.operator
        if operator in ("and", "or"):
            self._of(expression.left, values)
            further = self._holding(expression.left, dict(values), operator == "and")
            if further is not None:
                calls = self.calls
                self._of(expression.right, further)
                if self.calls != calls:
                    values.update(_met(dict(values), further) or {})
            return TRUTH
        left, right = self._of(expression.left, values), self._of(expression.right, values)
        if operator in _COMPARING:
            return TRUTH
        (a, b), (c, d) = _ends(left), _ends(right)
        if a > b or c > d:
            return NOTHING
        if operator in ("div", "mod") and (a < 0 or c <= 0):
            self.found.signed.add(id(expression))
        span = arithmetic(operator, (a, b), (c, d))
        traps = operator in ("div", "mod") and a == LEAST and c < 0
        if span is None or traps or span[0] < LEAST or span[1] > MOST:
            self.found.sums.add(id(expression))
            return ANY
        return span[0], span[1], False

    # ---- what they touch -------------------------------------------------------------------------

    def _index(self, at: Expression | Statement, index: Expression, size: int, values: Values) -> None:
        low, high = _ends(self._of(index, values))
        if low < 0 or high >= size:
            self.found.indices.add(id(at))

    def _region(self, region: Region) -> Span:
        span = self.regions.get(id(region))
        if span is None:
            span = self.regions[id(region)] = holds(region)
        return span

    def _table(self, table: Table) -> Span:
        span = self.tables.get(id(table))
        if span is None:
            span = self.tables[id(table)] = _of_values(table.values)
        return span

    # ---- conditions ------------------------------------------------------------------------------

    def _holding(self, condition: Expression, values: Values, holds: bool) -> Values | None:
        """What the locals can be where a condition holds, or where it does not; None where that cannot be.

        The values that are given are changed.
        """
        match condition:
            case Number(value):
                return values if bool(value) == holds else None
            case Name():
                return self._compared("!=" if holds else "==", condition, Number(0), values)
            case Not(of):
                return self._holding(of, values, not holds)
            case Binary("and" | "or" as operator, left, right):
                if (operator == "and") == holds:
                    once = self._holding(left, values, holds)
                    return None if once is None else self._holding(right, once, holds)
                other = self._holding(left, dict(values), not holds)
                second = None if other is None else self._holding(right, other, holds)
                return _met(self._holding(left, values, holds), second)
            case Binary(operator, left, right) if operator in _COMPARING:
                how = operator if holds else _OPPOSITE[operator]
                after = self._compared(how, left, right, values)
                return None if after is None else self._compared(_TURNED[how], right, left, after)
        return values

    def _compared(self, how: str, left: Expression, right: Expression, values: Values) -> Values | None:
        if isinstance(left, Binary) and isinstance(right, Number | Name):
            return self._shifted(how, left, right, values)
        if not isinstance(left, Name) or not isinstance(right, Name | Number | Length | Load | Entry):
            return values
        there = values.get(left.name)
        if there is None:
            return values
        span = _narrowed(how, there, self._quietly(right, values))
        if span is None:
            return None
        values[left.name] = span
        return values

    def _shifted(self, how: str, left: Binary, right: Expression, values: Values) -> Values | None:
        """`name + number` compared with something: the name with that much less."""
        if left.operator not in ("+", "-") or not isinstance(left.left, Name):
            return values
        if not isinstance(left.right, Number):
            return values
        by = left.right.value if left.operator == "+" else -left.right.value
        low, high = _ends(self._quietly(right, values))
        there = values.get(left.left.name, ANY)
        if not (low >= LEAST >> 1 and high <= MOST >> 1 and abs(by) <= LARGEST):
            return values
        if there[2] or not (there[0] >= LEAST >> 1 and there[1] <= MOST >> 1):
            return values
        span = _narrowed(how, there, (low - by, high - by, False))
        if span is None:
            return None
        values[left.left.name] = span
        return values

    def _quietly(self, expression: Expression, values: Values) -> Span:
        """What a value can be, when that it is in range has been looked at already."""
        found, self.found = self.found, _Found()
        span = self._of(expression, values)
        self.found = found
        return span


def _cut(span: Span, holds: Span) -> Span:
    """What a slot holds after a guarded store."""
    low, high = max(span[0], holds[0]), min(span[1], holds[1])
    return (low, high, span[2] and holds[2]) if low <= high else holds


def _narrowed(how: str, span: Span, other: Span) -> Span | None:
    """What is left of what a value can be, when it compares so; None where nothing is."""
    low, high, none = span
    least, most = _ends(other)
    match how:
        case "==":
            low, high, none = max(low, other[0]), min(high, other[1]), none and other[2]
            if other[0] > other[1]:
                low, high = MOST, LEAST
        case "!=":
            if other == ONLY_NONE:
                none = False
            elif least == most:
                low += low == least
                high -= high == least
        case "<":
            high, none = min(high, most - 1), none and most > NONE
        case "<=":
            high, none = min(high, most), none and most >= NONE
        case ">":
            low, none = max(low, least + 1), none and least < NONE
        case ">=":
            low, none = max(low, least), none and least <= NONE
    if low > high:
        return ONLY_NONE if none else None
    return low, high, none


_COMPARING = ("==", "!=", "<", "<=", ">", ">=")
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
_TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_STATEMENTS: Mapping[type[Statement], Callable[..., Values | None]] = {
    Set: _Prover._set,
    Store: _Prover._store,
    If: _Prover._if,
    Range: _Prover._range,
    While: _Prover._while,
    EachCard: _Prover._each_card,
    EachEntry: _Prover._each_entry,
    EachItem: _Prover._each_item,
    Break: _Prover._break,
    Clear: _Prover._clear,
    Append: _Prover._append,
    SetItem: _Prover._set_item,
    Do: _Prover._do,
    Return: _Prover._return,
    Stop: _Prover._stop,
    Charge: _Prover._charge,
    CloseGap: _Prover._close_gap,
    OpenGap: _Prover._put_card,
    PutCard: _Prover._put_card,
    Goto: _Prover._goto,
    GotoStored: _Prover._goto_stored,
    Wait: _Prover._wait,
}
_EXPRESSIONS: Mapping[type[Expression], Callable[..., Span]] = {
    Number: _Prover._number,
    Name: _Prover._name,
    Binary: _Prover._binary,
    Not: _Prover._not,
    Choice: _Prover._choice,
    Load: _Prover._load,
    Entry: _Prover._entry,
    CardAt: _Prover._card_at,
    Find: _Prover._find,
    Length: _Prover._length,
    Item: _Prover._item,
    Word: _Prover._word,
    Call: _Prover._call_value,
}


def _what_matters(functions: Iterable[Function]) -> dict[str, set[str]]:
    """The parameters of each function that anything but a fault depends on."""
    found: dict[str, set[str]] = {}
    parameters = {one.name: [each.name for each in one.parameters] for one in functions}
    for function in functions:
        read = set[str]()
        for statement in statements_in(function.body):
            if not isinstance(statement, Stop):
                for part in parts(statement):
                    _read(part, read, found, parameters)
        found[function.name] = read
    return found


def _read(
    expression: Expression,
    read: set[str],
    matters: Mapping[str, set[str]],
    parameters: Mapping[str, list[str]],
) -> None:
    if isinstance(expression, Name):
        read.add(expression.name)
    elif isinstance(expression, Call):
        for one, given in zip(parameters[expression.function], expression.arguments, strict=True):
            if one in matters[expression.function]:
                _read(given, read, matters, parameters)
    else:
        for part in parts(expression):
            _read(part, read, matters, parameters)
