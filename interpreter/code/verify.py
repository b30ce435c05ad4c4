"""Refusing code that is not well made, and saying which indices are proved to be in range.

`verify` trusts nothing that the lowering says. It is asked before C is printed, where code that is not well
made could reach what it must not. Python stops by itself there; what is printed as Python only is verified by
the tests. Code that is refused was made wrongly: no rule file can cause that, so a refusal is for whoever
works on the lowering. What it looks at:

    names        plain, unlike each other and unlike all that the printed texts use
    locals       set on every way before they are used; the variable of a loop counts inside it only
    functions    call only those before them, with as many numbers and lists as they take; a function with a
                 value returns one on every way
    loops        nothing in one changes what it goes over: no card moves while the cards of a zone are gone
                 through, no list grows while its elements are
    blocks       lead to blocks that are there, and never end without saying where play goes on
    regions      lie in the state, apart from each other

Which indices are in range is the second half, `ranges`; those of which that is not proved are guarded in C.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from attrs import define, field

from rulewright.interpreter.code.flowgraph import Graph
from rulewright.interpreter.code.instructions import (
    CONTEXT_LISTS,
    MOST_FACTS,
    WIDEST,
    Append,
    Body,
    Break,
    Call,
    CardAt,
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
    Tell,
    Wait,
    While,
)
from rulewright.interpreter.code.make import known
from rulewright.interpreter.code.walk import parts, statements_in

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_C_WORDS = (
    "auto break case char const continue default do double else enum extern float for goto if inline int "
    "long register restrict return short signed sizeof static struct switch typedef union unsigned void "
    "volatile while asm typeof bool true false nullptr alignas alignof constexpr thread_local static_assert"
)
_PYTHON_NAMES = "s c end gap NONE len range word Stopped blocks run_blocks"
_C_NAMES = "s c at_ S C I U L ZONE_BASES ROOMS WIDTH POSITION SEED ZONES SIZES MACHINE TOO_MANY"


class Refused(Exception):
    """Code that was made wrongly: in which function or block, at which statement, and what is wrong there."""

    def __init__(self, where: str, statement: str, problem: str) -> None:
        super().__init__(f"{where}{statement and ': '}{statement}: {problem}")
        self.where = where
        self.statement = statement
        self.problem = problem


def verify(code: Code) -> None:
    """Raise Refused unless the code is well made."""
    _Checker(code).check()


@cache
def reserved_names() -> frozenset[str]:
    """What no local, list or table may be called: words of Python and C, and names of the printed texts."""
    folder = files("rulewright.interpreter.code")
    text = "".join(folder.joinpath(one).read_text(encoding="utf-8") for one in ("head.c", "cards.c"))
    called = re.findall(r"\b([A-Za-z_]\w*)\(", text)
    words = " ".join((_C_WORDS, _PYTHON_NAMES, _C_NAMES)).split()
    return frozenset((*words, *called, *keyword.kwlist, *CONTEXT_LISTS))


@define
class _Made:
    """What a function does that matters to whoever calls it."""

    function: Function
    moves_cards: bool = False
    changes: set[str] = field(factory=set)
    """Lists: its own parameters, and those of the context."""
    uses: set[str] = field(factory=set)
    """Lists of the context that it has to do with."""


@define
class _Place:
    """The function or block that is looked at. `names` are the locals set on every way up to here."""

    where: str
    made: _Made | None
    lists: dict[str, bool]
    """Which lists there are, and whether each has been cleared or given."""
    names: set[str]
    reachable: bool = True
    loops: int = 0
    leaving: list[list[set[str]]] = field(factory=list)
    going_through: list[str] = field(factory=list)
    cards_still: int = 0
    used: set[str] = field(factory=set)
    """Functions and tables."""


@define
class _Checker:
    code: Code
    functions: dict[str, _Made] = field(factory=dict)
    regions: dict[int, Region] = field(factory=dict)
    tables: dict[str, Table] = field(factory=dict)
    seen: set[int] = field(factory=set)
    """Tables that are known to be the code's own, by identity."""
    reserved: frozenset[str] = field(factory=reserved_names)
    place: _Place = field(init=False)
    statement: Statement | None = None
    blocks_seen: set[int] = field(factory=set)
    graph: Graph = field(init=False)

    def check(self) -> None:
        self.place = _Place("the tables", None, {}, set())
        self._tables()
        for function in self.code.functions:
            self._function(function)
        self._blocks()
        self.place, self.statement = _Place("the code", None, {}, set()), None
        self._called_from_outside()
        for region in self.code.regions.values():
            self.regions[id(region)] = region
        self._regions()

    def _wrong(self, problem: str) -> Refused:
        told = ""
        if self.statement is not None:
            told = type(self.statement).__name__
            named = getattr(self.statement, "name", None)
            told += f" {named}" if named is not None else ""
        return Refused(self.place.where, told, problem)

    def _need(self, holds: bool, problem: str) -> None:
        if not holds:
            raise self._wrong(problem)

    # ---- the whole -------------------------------------------------------------------------------

    def _tables(self) -> None:
        names = [table.name for table in self.code.tables]
        self._need(len(set(names)) == len(names), "two tables have one name")
        for table in self.code.tables:
            self._plain(table.name)
            self._need(
                table.name in ("ZONE_BASES", "ROOMS") or table.name not in self.reserved,
                f"no table can be called '{table.name}'",
            )
            self._need(bool(table.values), f"the table '{table.name}' is empty")
            self._need(
                all(-WIDEST <= value <= WIDEST for value in table.values),
                f"the table '{table.name}' holds a number that is too large",
            )
            self.tables[table.name] = table
            self.seen.add(id(table))

    def _called_from_outside(self) -> None:
        def there(title: str, numbers: int, lists: int, returns: bool | None) -> None:
            made = self.functions.get(title)
            self._need(made is not None, f"there is no function '{title}'")
            assert made is not None
            function = made.function
            fits = (len(function.parameters), len(function.lists)) == (numbers, lists)
            self._need(fits, f"the function '{title}' takes something else than it is given")
            self._need(returns in (None, function.returns), f"does the function '{title}' return a value?")

        there("begin", 0, 0, None)
        there("act", 1, 0, None)
        for point in self.code.points:
            there(point.lister, 1, 1, True)
            if point.commit:
                there(point.commit, 2, 0, None)
            if point.reveal:
                there(point.reveal, 0, 0, None)
            if point.step:
                there(point.step, 1, 0, True)
            if point.asked is not None:
                self.regions[id(point.asked)] = point.asked
                self._need(point.asked.size == self.code.players, "not every seat has a slot for being asked")
            self._block_there(point.next)
        for title in self.code.scores:
            there(title, 1, 0, True)
        there("results", 0, 1, None)
        if self.code.draws:
            there(self.code.draws, 1, 1, True)
        for title in self.code.asked:
            self._need(title in self.functions, f"there is no function '{title}'")
        self._block_there(self.code.begin)
        if self.code.drain:
            self._block_there(self.code.drain)

    def _regions(self) -> None:
        """Regions and the stretches of zones lie in the state; two that share slots are the same."""
        spans = {(one.base, one.size, one.low, one.high, one.name) for one in self.regions.values()}
        bases, rooms = self.code.zone_bases.values, self.code.table("ROOMS").values
        zones = self.code.zone_sizes.size
        self._need(len(bases) >= zones and len(rooms) >= zones, "not every zone has a base and a room")
        spans |= {(bases[zone], rooms[zone], 0, 0, f"zone {zone}") for zone in range(zones)}
        end, before = 0, None
        for base, size, low, high, name in sorted(spans):
            if size == 0:
                continue
            self._need(size > 0 and low <= high, f"the region '{name}' is empty")
            self._need(base >= 0 and base + size <= self.code.size, f"'{name}' lies outside the state")
            one = (base, size, low, high)
            self._need(base >= end or one == before, f"'{name}' lies over what is before it")
            end, before = max(end, base + size), one

    # ---- names -----------------------------------------------------------------------------------

    def _plain(self, name: str) -> None:
        self._need(_PLAIN.fullmatch(name) is not None, f"'{name}' is no plain name")

    def _own_names(self, names: Iterable[str], derived: Iterable[str]) -> None:
        """Names of locals and lists, and those that the C text makes of them, are all different."""
        taken = set[str]()
        for name in names:
            self._plain(name)
            self._need(name not in self.reserved, f"nothing can be called '{name}'")
            self._need(name not in self.place.used, f"'{name}' is a function or table used here, and a local")
            self._need(name not in taken, f"two things are called '{name}'")
            taken.add(name)
        for name in derived:
            self._need(name not in taken, f"'{name}' is used by the printed text")

    # ---- functions and blocks --------------------------------------------------------------------

    def _function(self, function: Function) -> None:
        made = _Made(function)
        given = [one.name for one in function.parameters]
        lists = dict.fromkeys(function.lists, True) | dict.fromkeys(function.rooms, False)
        self.place = _Place(function.name, made, lists, set(given))
        self.statement = None
        self._plain(function.name)
        self._need(function.name not in self.functions, "there is another function of this name")
        self._need(function.name not in self.reserved, "a function cannot be called that")
        self._need(re.fullmatch(r"block_\d+", function.name) is None, "a function cannot be called that")
        self._need(all(room > 0 for room in function.rooms.values()), "a list has no room")
        self._body(function.body)
        self.statement = None
        self._need(not (function.returns and self.place.reachable), "one way through it returns no value")
        self._names_of([*given, *function.lists, *function.rooms], function.rooms, function.body)
        self.functions[function.name] = made

    def _names_of(self, given: list[str], rooms: Iterable[str], *bodies: Body) -> None:
        locals_ = dict.fromkeys(one for body in bodies for one in _set_in(body))
        others = [one for one in locals_ if one not in given]
        looped = {one for body in bodies for one in _looped_in(body)}
        derived = {f"{letter}_{one}" for one in looped for letter in "ie"}
        derived |= {f"{letter}_{one}" for one in rooms for letter in "el"}
        self._own_names([*given, *others], derived)
        self._need(not (looped | set(locals_)) & set(self.place.lists), "a list and a local have one name")

    def _blocks(self) -> None:
        code = self.code
        for number, body in enumerate(code.blocks):
            self.place = _Place(f"block {number}", None, {}, set())
            for statement in statements_in(body):
                self.statement = statement
                if isinstance(statement, Goto | Wait):
                    self._need(0 <= statement.block < len(code.blocks), "there is no such block")
        self.place, self.statement = _Place("the blocks", None, dict.fromkeys(code.rooms, False), set()), None
        self._need(
            all(0 <= one < len(code.blocks) for one in code.entries), "an entry is no block that is there"
        )
        self._need(all(room > 0 for room in code.rooms.values()), "a list has no room")
        self.graph = Graph.of(code)
        used = set[str]()
        for number in self.graph.heads:
            self.place = _Place(f"block {number}", None, dict.fromkeys(code.rooms, False), set())
            self._block(number)
            used |= self.place.used
        self.place, self.statement = _Place("the blocks", None, dict.fromkeys(code.rooms, False), set()), None
        self.place.used = used
        bodies = [code.blocks[number] for number in sorted(self.blocks_seen)]
        self._names_of(list(code.rooms), code.rooms, *bodies)

    def _block(self, number: int) -> None:
        place, loops = self.place, self.place.loops
        self._need(number not in self.blocks_seen, "a block leads back to itself without an entry")
        self.blocks_seen.add(number)
        place.loops = 0
        outer, place.leaving = place.leaving, []
        self._body(self.code.blocks[number])
        self._need(not place.reachable, f"block {number} does not say where play goes on")
        place.loops, place.leaving = loops, outer

    def _block_there(self, number: int) -> None:
        self._need(number in self.graph.heads, f"play cannot go on at block {number}")

    # ---- statements ------------------------------------------------------------------------------

    def _body(self, body: Body) -> None:
        for statement in body:
            self.statement = statement
            self._one(statement)

    def _branch(self, body: Body, names: set[str], lists: dict[str, bool]) -> None:
        self.place.names, self.place.lists, self.place.reachable = set(names), dict(lists), True
        self._body(body)

    def _one(self, statement: Statement) -> None:
        place = self.place
        match statement:
            case If(condition, then, otherwise):
                self._values(condition)
                self._either(then, otherwise)
                return
            case While():
                self._while(statement)
                return
            case Range() | EachCard() | EachEntry() | EachItem():
                self._each(statement)
                return
            case _:
                for part in parts(statement):
                    self._values(part)
        match statement:
            case Set(name):
                place.names.add(name)
            case Store(region):
                self._region(region)
                sizes = self.code.zone_sizes
                apart = region.base >= sizes.base + sizes.size or sizes.base >= region.base + region.size
                self._need(apart, "the sizes of zones change with their cards only")
            case Break():
                self._need(place.loops > 0, "there is no loop to leave")
                place.leaving[-1].append(set(place.names))
                place.reachable = False
            case Clear(name) | Append(name) | SetItem(name):
                self._list(name, cleared=isinstance(statement, Clear))
                self._changes(name)
            case Tell(event, _, lists):
                self._need(0 <= event < len(self.code.events), "there is no such event")
                for one in lists:
                    self._list(one)
            case Return(value):
                self._need(place.made is not None, "a block has nobody to return to")
                assert place.made is not None
                returns = place.made.function.returns
                self._need((value is not None) == returns, "does the function return a value?")
                place.reachable = False
            case Stop(_, facts):
                self._need(len(facts) <= MOST_FACTS, "it tells of too many numbers")
                place.reachable = False
            case CloseGap() | OpenGap() | PutCard():
                self._moves_cards()
            case Goto() | GotoStored() | Wait():
                self._need(place.made is None, "only blocks lead to blocks")
                if isinstance(statement, Goto) and self.graph.inlined(statement.block):
                    self._block(statement.block)
                elif isinstance(statement, Goto | Wait):
                    self._block_there(statement.block)
                place.reachable = False
            case _:
                pass

    def _either(self, then: Body, otherwise: Body) -> None:
        place = self.place
        names, lists, reachable = place.names, place.lists, place.reachable
        ends = []
        for body in (then, otherwise):
            self._branch(body, names, lists)
            if place.reachable:
                ends.append((place.names, place.lists))
        place.reachable = reachable and bool(ends)
        place.names, place.lists = ends[0] if ends else (names, lists)
        for other, cleared in ends[1:]:
            place.names = place.names & other
            place.lists = {one: there and cleared[one] for one, there in place.lists.items()}

    def _while(self, loop: While) -> None:
        place = self.place
        reachable = place.reachable
        place.leaving.append([])
        place.loops += 1
        self._body(loop.before)
        self.statement = loop
        self._values(loop.condition)
        ends = [] if known(loop.condition) else [set(place.names)]
        lists = dict(place.lists)
        self._body(loop.body)
        place.loops -= 1
        ends += place.leaving.pop()
        place.lists = lists
        place.reachable = reachable and bool(ends)
        if ends:
            place.names = set.intersection(*ends)

    def _each(self, loop: Range | EachCard | EachEntry | EachItem) -> None:
        place = self.place
        for part in parts(loop):
            self._values(part)
        match loop:
            case EachItem(_, of):
                self._list(of)
                place.going_through.append(of)
            case EachCard():
                place.cards_still += 1
            case EachEntry(_, table):
                self._table(table)
            case _:
                pass
        names, lists, reachable = place.names, place.lists, place.reachable
        place.leaving.append([])
        place.loops += 1
        self._branch(loop.body, names | {loop.name}, lists)
        place.loops -= 1
        place.leaving.pop()
        place.names, place.lists, place.reachable = names - {loop.name}, lists, reachable
        if isinstance(loop, EachItem):
            place.going_through.pop()
        place.cards_still -= isinstance(loop, EachCard)

    # ---- what statements touch -------------------------------------------------------------------

    def _moves_cards(self) -> None:
        self._need(not self.place.cards_still, "it moves cards while those of a zone are gone through")
        if self.place.made is not None:
            self.place.made.moves_cards = True

    def _changes(self, name: str) -> None:
        place = self.place
        self._need(name not in place.going_through, f"it changes the list '{name}' that is gone through")
        if place.made is not None and (name in CONTEXT_LISTS or name in place.made.function.lists):
            place.made.changes.add(name)

    def _list(self, name: str, *, cleared: bool = False) -> None:
        if name in CONTEXT_LISTS:
            if self.place.made is not None:
                self.place.made.uses.add(name)
            return
        there = self.place.lists.get(name)
        self._need(there is not None, f"there is no list '{name}'")
        if cleared:
            self.place.lists[name] = True
        else:
            self._need(bool(there), f"the list '{name}' is not cleared on every way")

    def _region(self, region: Region) -> None:
        self.regions[id(region)] = region

    def _table(self, table: Table) -> None:
        if id(table) not in self.seen:
            own = self.tables.get(table.name) == table
            self._need(own, f"the table '{table.name}' is not among those of the code")
            self.seen.add(id(table))
        self.place.used.add(table.name)

    def _values(self, expression: Expression) -> None:
        match expression:
            case Number(value):
                self._need(-WIDEST <= value <= WIDEST, f"{value} is too large")
            case Name(name):
                self._need(name in self.place.names, f"'{name}' is not set on every way")
            case Length(of) | Item(of):
                self._list(of)
            case Load(region):
                self._region(region)
            case Entry(table):
                self._table(table)
            case CardAt() | Find():
                self.place.used.add("ZONE_BASES")
            case Call():
                self._call(expression)
            case _:
                pass
        for part in parts(expression):
            self._values(part)

    def _call(self, call: Call) -> None:
        made = self.functions.get(call.function)
        self._need(made is not None, f"the function '{call.function}' does not stand before")
        assert made is not None
        function = made.function
        self.place.used.add(call.function)
        fits = len(call.arguments) == len(function.parameters) and len(call.lists) == len(function.lists)
        self._need(
            fits, f"'{call.function}' takes {len(function.parameters)} numbers, {len(function.lists)} lists"
        )
        returned = isinstance(self.statement, Do) and self.statement.call is call
        self._need(function.returns or returned, f"'{call.function}' has no value")
        for one in call.lists:
            self._list(one)
            twice = call.lists.count(one) > 1 or one in made.uses
            self._need(not twice, f"'{call.function}' is given the list '{one}' twice")
        for given, own in zip(call.lists, function.lists, strict=True):
            if own in made.changes:
                self._changes(given)
        for one in sorted(made.changes & made.uses):
            self._changes(one)
        if self.place.made is not None:
            self.place.made.uses |= made.uses
        if made.moves_cards:
            self._moves_cards()


def _set_in(body: Body) -> Iterator[str]:
    named = (Set, Range, EachCard, EachEntry, EachItem)
    return (one.name for one in statements_in(body) if isinstance(one, named))


def _looped_in(body: Body) -> Iterator[str]:
    named = (Range, EachCard, EachEntry, EachItem)
    return (one.name for one in statements_in(body) if isinstance(one, named))
