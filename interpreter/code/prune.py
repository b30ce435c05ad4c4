"""Making code smaller without changing what it does: what nobody uses goes, what is known is written down.

    if 0: ...                        goes; a loop of one round becomes its body
    me = s[1]                        goes, where nobody looks at `me`
    size = s[66]; if size != 0: ...  becomes  if s[66] != 0: ...
    other = player                   goes, where both stay as they are: it is `player` then
    y = ...; x = y                   sets `x` at once, in branches too
    functions, tables, lists         go, where nothing leads to them

What may end in a fault of the rules stays where it is: calls are neither moved nor left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from operator import is_

import attrs
from attrs import define, field

from rulewright.interpreter.code.instructions import (
    CONTEXT_LISTS,
    Append,
    Binary,
    Body,
    Break,
    Call,
    CardAt,
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
    Return,
    Set,
    SetItem,
    Statement,
    Stop,
    Store,
    Tell,
    Wait,
    While,
    Word,
)
from rulewright.interpreter.code.make import binary, choice, entry, known, opposite
from rulewright.interpreter.code.source import Functions
from rulewright.interpreter.code.walk import expressions_in, parts, statements_in

LONGEST = 24
"""How many parts a value may have that is written where it is used."""

_LOOPS = Range | EachCard | EachEntry | EachItem
_LEAVING = Return | Break | Stop | Goto | GotoStored | Wait


def prune(code: Code, runtime: Functions | None = None) -> Code:
    """The same code, without what nobody uses, with what it uses of the runtime."""
    looked = _Looked()
    first = {one.name: _Counts.of((one.body,), looked) for one in code.functions}
    of_blocks = _Counts.of(code.blocks, looked)
    kept = _reached(code, first, of_blocks, looked, runtime)
    everything = (*(runtime.read() if runtime else ()), *code.functions)
    smaller = [_smaller(one, first[one.name], looked) for one in everything if one.name in kept]
    blocks, of_blocks = _pass_over(code.blocks, of_blocks, (), code.rooms, looked)
    last = {function.name: counts for function, counts in smaller}
    kept = _reached(code, last, of_blocks, looked, None)
    functions = tuple(function for function, _ in smaller if function.name in kept)
    used = {"ZONE_BASES", "ROOMS"}.union(of_blocks.tables, *(last[one.name].tables for one in functions))
    tables = tuple(one for one in code.tables if one.name in used)
    rooms = _used_rooms(code.rooms, of_blocks)
    return attrs.evolve(code, functions=functions, blocks=blocks, tables=tables, rooms=rooms)


def _smaller(function: Function, counts: _Counts, looked: _Looked) -> tuple[Function, _Counts]:
    fixed = [one.name for one in function.parameters]
    (body,), counts = _pass_over((function.body,), counts, fixed, function.rooms, looked)
    rooms = _used_rooms(function.rooms, counts)
    if body is not function.body or rooms is not function.rooms:
        function = attrs.evolve(function, body=body, rooms=rooms)
    return function, counts


def _pass_over(
    given: tuple[Body, ...], counts: _Counts, fixed: Iterable[str], own: Mapping[str, int], looked: _Looked
) -> tuple[tuple[Body, ...], _Counts]:
    """Bodies that share their locals and lists, made smaller until nothing more goes, and what they use."""
    found = given
    while True:
        counts.sets.update(fixed)
        pass_ = _Pass(counts, set(own) - counts.lists, _copies(counts), looked)
        after = tuple(map(pass_.body, found))
        if not pass_.changed:
            return after, counts
        found = after
        counts = _Counts.of(found, looked)


def _used_rooms(rooms: Mapping[str, int], counts: _Counts) -> Mapping[str, int]:
    if counts.occur.issuperset(rooms):
        return rooms
    return {name: room for name, room in rooms.items() if name in counts.occur}


def _reached(
    code: Code, found: dict[str, _Counts], of_blocks: _Counts, looked: _Looked, runtime: Functions | None
) -> set[str]:
    """The functions that whoever runs the code calls, and those that these call; adds what these use."""
    waiting = {"begin", "act", "results", *code.scores, *code.asked, *of_blocks.calls}
    if code.draws:
        waiting.add(code.draws)
    for point in code.points:
        waiting |= {one for one in (point.lister, point.commit, point.reveal, point.step) if one}
    reached = set[str]()
    while waiting:
        one = waiting.pop()
        reached.add(one)
        if runtime and one not in found:
            found[one] = _Counts.of((runtime.named(one).body,), looked)
        waiting |= found[one].calls - reached
    return reached


# ---- who reads and sets what ---------------------------------------------------------------------


@define(eq=False)
class _Uses:
    """What the expressions of a statement use, those of statements within it left out."""

    names: list[str]
    calls: list[str]
    lists: list[str]
    tables: list[str]
    size: int
    """How many expressions there are."""


@define(eq=False)
class _Looked:
    """What statements use, found once for each: most stay as they are from pass to pass."""

    _found: dict[Statement, _Uses] = field(factory=dict)

    def at(self, statement: Statement) -> _Uses:
        """What a statement uses."""
        uses = self._found.get(statement)
        if uses is None:
            names: list[str] = []
            calls: list[str] = []
            lists: list[str] = []
            tables = [statement.table.name] if isinstance(statement, EachEntry) else []
            size, waiting = 0, [*parts(statement)]
            while waiting:
                size += 1
                one = waiting.pop()
                if type(one) is Name:  # asked so often that `match` would take its time
                    names.append(one.name)
                elif type(one) is not Number:
                    waiting += parts(one)
                    if type(one) is Call:
                        calls.append(one.function)
                        lists += one.lists
                    elif type(one) is Entry:
                        tables.append(one.table.name)
                    elif type(one) is Length or type(one) is Item:
                        lists.append(one.of)
            uses = self._found[statement] = _Uses(names, calls, lists, tables, size)
        return uses


@define
class _Counts:
    """What some bodies use: how often each local is set and read, and what they call."""

    sets: Counter[str]
    reads: Counter[str]
    needed: set[str]
    """Locals that are read, and not only to set what nobody reads."""
    lists: set[str]
    """Lists that somebody looks at, and does not only fill."""
    occur: set[str]
    """All lists."""
    calls: set[str]
    tables: set[str]
    plain: list[Set]
    """Where a local is set to another, or to a number."""

    @classmethod
    def of(cls, found: Iterable[Body], looked: _Looked) -> _Counts:
        """Counted in some bodies."""
        sets: list[str] = []
        reads: list[str] = []
        calls: list[str] = []
        lists = [*CONTEXT_LISTS]
        filled: list[str] = []
        tables: list[str] = []
        plain: list[Set] = []
        needed: set[str] = set()
        uses: dict[str, set[str]] = {}
        for body in found:
            for statement in statements_in(body):
                used = looked.at(statement)
                reads += used.names
                calls += used.calls
                lists += used.lists
                tables += used.tables
                match statement:
                    case Set(name, value):
                        sets.append(name)
                        if isinstance(value, Name | Number):
                            plain.append(statement)
                        if not used.calls:
                            uses.setdefault(name, set()).update(used.names)
                            continue
                    case If() | Store():
                        pass
                    case Append(name) | Clear(name):
                        filled.append(name)
                    case EachItem(name, of):
                        sets.append(name)
                        lists.append(of)
                    case Range(name) | EachCard(name) | EachEntry(name):
                        sets.append(name)
                    case SetItem(name):
                        lists.append(name)
                    case Tell():
                        lists += statement.lists
                    case _:
                        pass
                needed.update(used.names)
        waiting = set(needed)
        while waiting:
            more = uses.pop(waiting.pop(), set())
            waiting |= more - needed
            needed |= more
        looked_at = set(lists)
        occur = looked_at.union(filled)
        return cls(Counter(sets), Counter(reads), needed, looked_at, occur, set(calls), set(tables), plain)


def _copies(counts: _Counts) -> dict[str, Expression]:
    """Locals that are set once, to another that is set once, or to a number: the same at each place."""
    copies: dict[str, Expression] = {}
    for statement in counts.plain:
        value = statement.value
        once = not isinstance(value, Name) or counts.sets[value.name] == 1
        if once and counts.sets[statement.name] == 1:
            copies[statement.name] = value
    return copies


def _has_call(part: Statement | Expression) -> bool:
    return any(isinstance(one, Call) for one in expressions_in(part)) or isinstance(part, Call)


def _has_break(body: Body) -> bool:
    """Does a body leave the loop that it is the body of?"""
    return any(
        isinstance(one, Break)
        or (isinstance(one, If) and (_has_break(one.then) or _has_break(one.otherwise)))
        for one in body
    )


# ---- one pass ------------------------------------------------------------------------------------


@define
class _Pass:
    counts: _Counts
    unread: set[str]
    copies: dict[str, Expression]
    looked: _Looked
    changed: bool = False

    def body(self, body: Body) -> Body:
        """A body made smaller; itself where nothing of it changes."""
        out: list[Statement] = []
        for place, statement in enumerate(body):
            if self.copies and not self.copies.keys().isdisjoint(self.looked.at(statement).names):
                statement = _with_values(statement, self._copied)
            for one in self._made(statement):
                self._add(out, one)
            if out and isinstance(out[-1], _LEAVING) and place + 1 < len(body):
                self.changed = True
                break
        same = len(out) == len(body) and all(map(is_, out, body))
        return body if same else tuple(out)

    def _made(self, statement: Statement) -> Iterable[Statement]:
        # What is most frequent is asked first: most statements stay as they are.
        if isinstance(statement, Set):
            name, value = statement.name, statement.value
            if name in self.counts.needed and name not in self.copies:
                return (statement,)
            return self._instead(Do(value)) if isinstance(value, Call) else self._kept_calls(value)
        if isinstance(statement, If):
            then, otherwise = self.body(statement.then), self.body(statement.otherwise)
            return self._if(statement, known(statement.condition), then, otherwise)
        match statement:
            case Append(name, value) if name in self.unread:
                return self._kept_calls(value)
            case Clear(name) if name in self.unread:
                return self._instead()
            case Range(name, low, high, body):
                return self._range(statement, name, known(low), known(high), self.body(body))
            case EachCard() | EachEntry() | EachItem():
                body = self.body(statement.body)
                if not body and not self.looked.at(statement).calls:
                    return self._instead()
                return (_around(statement, body),)
            case While(before, _, body):
                before, body = self.body(before), self.body(body)
                same = before is statement.before and body is statement.body
                return (statement if same else attrs.evolve(statement, before=before, body=body),)
            case _:
                return (statement,)

    def _instead(self, *statements: Statement) -> tuple[Statement, ...]:
        self.changed = True
        return statements

    def _kept_calls(self, value: Expression) -> tuple[Statement, ...]:
        """Nothing in the place of a value that nobody reads, but for the calls in it."""
        if not _has_call(value):
            return self._instead()
        if isinstance(value, Call):
            return self._instead(Do(value))
        return self._instead(If(value, (), ()))

    def _if(self, statement: If, value: int | None, then: Body, otherwise: Body) -> Iterable[Statement]:
        if value is not None:
            return self._instead(*(then if value else otherwise))
        if not then and not otherwise and not _has_call(statement.condition):
            return self._instead()
        if not then and otherwise:
            return self._instead(If(opposite(statement.condition), otherwise))
        same = then is statement.then and otherwise is statement.otherwise
        return (statement if same else If(statement.condition, then, otherwise),)

    def _range(
        self, loop: Range, name: str, low: int | None, high: int | None, body: Body
    ) -> Iterable[Statement]:
        if low is not None and high is not None:
            if low >= high:
                return self._instead()
            if low + 1 == high and not _has_break(body):
                return self._instead(Set(name, loop.low), *body)
        if not body and not (_has_call(loop.low) or _has_call(loop.high)):
            return self._instead()
        return (_around(loop, body),)

    # ---- a statement after those before it ---------------------------------------------------------

    def _add(self, out: list[Statement], statement: Statement) -> None:
        while out:
            before = out[-1]
            if isinstance(before, Set) and self._is_used_once(before, statement):
                statement = _with_values(statement, partial(_put, name=before.name, value=before.value))
                self.changed = True
                out.pop()
            else:
                break
        if not self._is_only_renamed(out, statement):
            out.append(statement)

    def _is_used_once(self, before: Set, statement: Statement) -> bool:
        """May the value of a local be written into the next statement, the only one that reads it?"""
        name, value = before.name, before.value
        if self.copies or self.counts.reads[name] != 1 or self.counts.sets[name] != 1:
            return False
        there, used = self.looked.at(statement), self.looked.at(before)
        if isinstance(statement, While) or there.names.count(name) != 1:
            return False
        if _is_doubled(statement, name) and not isinstance(value, Name | Number):
            return False
        if used.calls or used.size - 1 > LONGEST:
            return False
        return not there.calls or isinstance(value, Name | Number)

    def _is_only_renamed(self, out: list[Statement], statement: Statement) -> bool:
        """Is what comes before called by its final name, where a local is only there to be copied?"""
        if not isinstance(statement, Set) or not isinstance(statement.value, Name):
            return False
        old, new = statement.value.name, statement.name
        if old == new or self.copies:
            return False
        start = len(out)
        sets, reads = self.counts.sets[old], self.counts.reads[old] - 1
        while start and (sets or reads):
            start -= 1
            within = list(statements_in((out[start],)))
            if _leaves((out[start],)):
                return False
            for one in within:
                names = self.looked.at(one).names
                if new in names:
                    return False
                if isinstance(one, Set | _LOOPS):
                    if one.name == new:
                        return False
                    sets -= one.name == old
                reads -= names.count(old)
        if sets or reads or not any(isinstance(one, Set) for one in statements_in(tuple(out[start:]))):
            return False
        out[start:] = [_renamed(one, old, new) for one in out[start:]]
        for counts in (self.counts.sets, self.counts.reads):
            counts[new] += counts.pop(old) - 1
        self.changed = True
        return True

    # ---- expressions -----------------------------------------------------------------------------

    def _copied(self, expression: Expression) -> Expression:
        return _rebuilt(expression, self._original)

    def _original(self, expression: Expression) -> Expression | None:
        if not isinstance(expression, Name):
            return None
        found: Expression = expression
        while isinstance(found, Name) and found.name in self.copies:
            found = self.copies[found.name]
            self.changed = True
        return found


def _with_values(statement: Statement, change: Callable[[Expression], Expression]) -> Statement:
    """A statement with other expressions."""
    changed: dict[str, object] = {}
    for each in attrs.fields(type(statement)):
        value = getattr(statement, each.name)
        if isinstance(value, Expression):
            made: object = change(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Expression):
            made = tuple(map(change, value))
            if all(map(is_, made, value)):
                continue
        else:
            continue
        if made is not value:
            changed[each.name] = made
    return attrs.evolve(statement, **changed) if changed else statement


def _around(loop: Range | EachCard | EachEntry | EachItem, body: Body) -> Statement:
    """A loop with another body; itself where that is the same."""
    return loop if body is loop.body else attrs.evolve(loop, body=body)


def _is_doubled(statement: Statement, name: str) -> bool:
    """Is a local used where the printed texts say it twice: as a zone, or where a loop begins?"""
    twice: list[Expression] = []
    for one in (statement, *expressions_in(statement)):
        if isinstance(one, EachCard | CardAt | Find | CloseGap | OpenGap | PutCard):
            twice.append(one.zone)
        if isinstance(one, CloseGap | OpenGap):
            twice.append(one.position)
        if isinstance(one, EachEntry):
            twice.append(one.first)
    return any(isinstance(one, Name) and one.name == name for each in twice for one in _all_of(each))


def _all_of(expression: Expression) -> Iterator[Expression]:
    yield expression
    yield from expressions_in(expression)


def _leaves(body: Body) -> bool:
    """May a body lead elsewhere than to what follows it? Out of the function does not count."""
    return _has_break(body) or any(isinstance(one, Goto | GotoStored | Wait) for one in statements_in(body))


def _renamed(statement: Statement, old: str, new: str) -> Statement:
    changed: dict[str, object] = {}
    for each in attrs.fields(type(statement)):
        value = getattr(statement, each.name)
        if isinstance(value, Expression):
            changed[each.name] = _renamed_in(value, old, new)
        elif isinstance(value, tuple):
            changed[each.name] = tuple(
                _renamed(one, old, new) if isinstance(one, Statement) else _renamed_in(one, old, new)
                for one in value
            )
        elif each.name == "name" and isinstance(statement, Set | _LOOPS) and value == old:
            changed[each.name] = new
    return attrs.evolve(statement, **changed)


def _renamed_in(expression: Expression, old: str, new: str) -> Expression:
    return _rebuilt(
        expression,
        lambda one: attrs.evolve(one, name=new) if isinstance(one, Name) and one.name == old else None,
    )


def _put(expression: Expression, name: str, value: Expression) -> Expression:
    return _rebuilt(expression, lambda one: value if isinstance(one, Name) and one.name == name else None)


def _rebuilt(expression: Expression, change: Callable[[Expression], Expression | None]) -> Expression:
    """An expression with parts of it changed, worked out where all is known now; itself where nothing is."""
    made = change(expression)
    if made is not None:
        return made
    before = list(parts(expression))
    after = [_rebuilt(one, change) for one in before]
    if all(one is other for one, other in zip(before, after, strict=True)):
        return expression
    match expression:
        case Binary(operator):
            return binary(operator, *after)
        case Not():
            return opposite(after[0])
        case Choice():
            return choice(*after)
        case Entry(table):
            value = known(after[0])
            inside = value is None or 0 <= value < len(table.values)
            return entry(table, after[0]) if inside else attrs.evolve(expression, index=after[0])
        case Load() | Item():
            return attrs.evolve(expression, index=after[0])
        case CardAt():
            return attrs.evolve(expression, zone=after[0], position=after[1])
        case Find():
            return attrs.evolve(expression, zone=after[0], card=after[1])
        case Word():
            return attrs.evolve(expression, site=after[0], count=after[1])
        case Call():
            return attrs.evolve(expression, arguments=tuple(after))
        case _:
            raise AssertionError(f"{expression} has no parts")
