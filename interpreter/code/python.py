"""Code printed as Python.

The text is a module: constants, one function for each function of the code and for each block of the flow
of play. Each is given the state `s`, a list of numbers, and `c`, the context of a run: the work that may
still be done, the lists that outlive a call, and how much work there was to begin with. A fault is raised as
`Stopped`, with the number of its place and the facts.

Python has numbers of any size and bools of its own: a comparison becomes 1 or 0 wherever it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, assert_never

from rulewright.dsl.model import NONE
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
    Tell,
    Wait,
    While,
    Word,
)
from rulewright.interpreter.code.make import COMPARING, JOINING, known
from rulewright.interpreter.state.chance import word


class Stopped(Exception):
    """A fault in printed code: the number of its place, and the facts that it tells of."""

    def __init__(self, fault: int, *facts: int) -> None:
        super().__init__(fault, *facts)
        self.fault = fault
        self.facts = facts


LIMIT = 1 + len(CONTEXT_LISTS)
"""Where in the context stands how much work may be done between two choices."""

WATCHER = 2 + len(CONTEXT_LISTS)
"""Where in the context stands who is told what happens."""

_SIGNS = {"div": "//", "mod": "%"}


def python_text(code: Code, *, remarks: bool = False) -> str:
    """The module that does what the code says; with `remarks` of what in the state each line speaks."""
    return "\n".join(_Printer(code, remarks).module()) + "\n"


ON_ZONES = "zone_cards", "zone_card_at", "zone_find", "zone_close_gap", "zone_open_gap"
"""What the operations on the cards of zones are called, for who brings functions of their own."""


def loaded(code: Code, title: str, given: Mapping[str, Callable[..., Any]] | None = None) -> dict[str, Any]:
    """The names of the printed module, ready to be called; `title` is what tracebacks call its file.

    A function or block is printed and compiled when it is called first: a game needs few of them to begin.
    Functions that are `given` are called in the place of those of the code: `ON_ZONES`, `shuffle` and `draw`.
    """
    printer = _Printer(code, remarks=False) if given is None else _CallingPrinter(code, remarks=False)
    blocks = dict[int, Any]()
    names: dict[str, Any] = {"Stopped": Stopped, "word": word, "NONE": NONE, "blocks": blocks}
    names |= {table.name: table.values for table in code.tables}  # they need not be read from text

    def define(text: Iterator[str]) -> None:
        compiled = compile("\n".join(text), f"<{title}>", "exec")
        exec(compiled, names)

    def function(one: Function) -> Callable[..., Any]:
        def first(*given: Any) -> Any:
            define(printer.function(one))
            return names[one.name](*given)

        return first

    def block(number: int) -> Callable[..., Any]:
        def first(*given: Any) -> Any:
            define(printer.block(number))
            blocks[number] = names[f"block_{number}"]
            return blocks[number](*given)

        return first

    names |= {one.name: function(one) for one in code.functions} | dict(given or {})
    blocks |= {number: block(number) for number in printer.graph.heads}
    define(printer.run_blocks())
    return names


class _Printer:
    def __init__(self, code: Code, remarks: bool) -> None:
        self.code = code
        self.graph = Graph.of(code)
        self.remarks = remarks
        self.spoken_of: dict[str, None] = {}

    def module(self) -> Iterator[str]:
        yield f"NONE = {NONE}"
        for table in self.code.tables:
            yield f"{table.name} = {table.values!r}"
        for function in self.code.functions:
            yield ""
            yield from self.function(function)
        for number in self.graph.heads:
            yield ""
            yield from self.block(number)
        blocks = ", ".join(f"{number}: block_{number}" for number in self.graph.heads)
        yield ""
        yield f"blocks = {{{blocks}}}"
        yield ""
        yield from self.run_blocks()

    def function(self, function: Function) -> Iterator[str]:
        """A function of the code."""
        names = ["s", "c", *(one.name for one in function.parameters), *function.lists]
        yield f"def {function.name}({', '.join(names)}):"
        yield from self._whole(sorted(function.rooms), function.body)

    def block(self, number: int) -> Iterator[str]:
        """A block of the flow of play; it gives the number of the next one, or -1 where play waits."""
        yield f"def block_{number}(s, c):"
        yield from self._whole(self.graph.lists_of(number), self.code.blocks[number])

    def run_blocks(self) -> Iterator[str]:
        """What goes from block to block until play waits."""
        yield "def run_blocks(s, c):"
        yield f"    at = s[{self.code.position.base}]"
        yield "    while at > -1:"
        yield "        at = blocks[at](s, c)"

    def _whole(self, lists: Iterable[str], body: Body) -> list[str]:
        return [*(f"    {one} = []" for one in lists), *self._body(body, 1)] or ["    pass"]

    # ---- statements ------------------------------------------------------------------------------

    def _body(self, body: Body, depth: int) -> list[str]:
        lines: list[str] = []
        for statement in body:
            outer, self.spoken_of = self.spoken_of, {}
            first, *rest = self._statement(statement, depth)
            remark = f"  # {', '.join(self.spoken_of)}" if self.remarks and self.spoken_of else ""
            lines += [first + remark, *rest]
            self.spoken_of = outer
        return lines

    def _block(self, body: Body, depth: int) -> list[str]:
        return self._body(body, depth) or ["    " * depth + "pass"]

    def _statement(self, statement: Statement, depth: int) -> list[str]:
        pad, of = "    " * depth, self._of
        match statement:
            case Set(name, value):
                return [self._assigned(pad, name, value)]
            case Store(region, index, value):
                return [self._assigned(pad, self._slot(region, index), value)]
            case If(condition, then, otherwise):
                lines = [f"{pad}if {_bare(of(condition))}:", *self._block(then, depth + 1)]
                if len(otherwise) == 1 and isinstance(otherwise[0], If):
                    first, *rest = self._statement(otherwise[0], depth)
                    lines += [f"{pad}el{first.lstrip()}", *rest]
                elif otherwise:
                    lines += [f"{pad}else:", *self._block(otherwise, depth + 1)]
                return lines
            case Range(name, low, high, body):
                start = "" if known(low) == 0 else f"{of(low)}, "
                return [f"{pad}for {name} in range({start}{_bare(of(high))}):", *self._block(body, depth + 1)]
            case While(before, condition, body):
                if before:
                    lines = [f"{pad}while True:", *self._body(before, depth + 1)]
                    lines += [f"{pad}    if not {of(condition)}:", f"{pad}        break"]
                else:
                    lines = [f"{pad}while {_bare(of(condition))}:"]
                return [*lines, *self._block(body, depth + 1)]
            case EachCard(name, zone, (Append(to, Name(added)),)) if name == added:
                return [f"{pad}{_list(to)} += {self._cards(zone)}"]
            case EachItem(name, list_, (Append(to, Name(added)),)) if name == added:
                return [f"{pad}{_list(to)} += {_list(list_)}"]
            case EachCard(name, zone, body):
                return [f"{pad}for {name} in {self._cards(zone)}:", *self._block(body, depth + 1)]
            case EachEntry(name, table, first, count, body):
                if known(first) == 0 and known(count) == len(table.values):
                    entries = table.name
                else:
                    entries = f"{table.name}[{of(first)}:{of(first)} + {of(count)}]"
                return [f"{pad}for {name} in {entries}:", *self._block(body, depth + 1)]
            case EachItem(name, list_, body):
                return [f"{pad}for {name} in {_list(list_)}:", *self._block(body, depth + 1)]
            case Break():
                return [f"{pad}break"]
            case Clear(name):
                return [f"{pad}{_list(name)}.clear()"]
            case Append(name, value):
                return [f"{pad}{_list(name)}.append({self._kept(value)})"]
            case SetItem(name, index, value):
                return [f"{pad}{_list(name)}[{of(index)}] = {self._kept(value)}"]
            case Do(call):
                return [f"{pad}{of(call)}"]
            case Return(value):
                return [f"{pad}return" if value is None else f"{pad}return {self._kept(value)}"]
            case Stop(fault, facts):
                told = "".join(f", {self._kept(fact)}" for fact in facts)
                return [f"{pad}raise Stopped({of(fault)}{told})"]
            case Charge(units, fault):
                work = [f"{pad}c[0] -= {_bare(of(units))}", f"{pad}if c[0] < 0:"]
                return [*work, f"{pad}    raise Stopped({of(fault)}, c[{LIMIT}])"]
            case Tell(event, numbers, lists):
                told = ", ".join(["s", str(event), *map(self._kept, numbers), *map(_list, lists)])
                return [f"{pad}c[{WATCHER}]({told})"]
            case Goto(block):
                if self.graph.inlined(block):
                    return self._body(self.code.blocks[block], depth)
                return [f"{pad}return {block}"]
            case GotoStored(kept):
                return [f"{pad}return {of(kept)}"]
            case Wait(block):
                return [f"{pad}s[{self.code.position.base}] = {block}", f"{pad}return -1"]
            case _:
                return self._on_cards(statement, depth)

    def _on_cards(self, statement: Statement, depth: int) -> list[str]:
        pad, of = "    " * depth, self._of
        assert isinstance(statement, CloseGap | OpenGap | PutCard)
        base, size = self._base(statement.zone), self._size(statement.zone)
        at = self._sum(base, statement.position)
        match statement:
            case CloseGap():
                return [
                    f"{pad}end = {base} + {size} - 1",
                    *self._gap(pad, statement.position, base, at),
                    f"{pad}if gap != end:",
                    f"{pad}    s[gap:end] = s[gap + 1:end + 1]",
                    f"{pad}s[end] = 0",
                    f"{pad}{size} -= 1",
                ]
            case OpenGap(_, _, card):
                return [
                    f"{pad}end = {base} + {size}",
                    f"{pad}if {at} != end:",
                    f"{pad}    s[{at} + 1:end + 1] = s[{at}:end]",
                    f"{pad}s[{at}] = {of(card)}",
                    f"{pad}{size} += 1",
                ]
            case PutCard(_, _, card):
                return [f"{pad}s[{at}] = {of(card)}"]
            case _:
                assert_never(statement)

    def _gap(self, pad: str, position: Expression, base: str, at: str) -> list[str]:
        """Where a card is taken out; the top one is found at once."""
        if not isinstance(position, Find) or self._base(position.zone) != base:
            return [f"{pad}gap = {at}"]
        card = self._of(position.card)
        return [f"{pad}gap = end if s[end] == {card} else s.index({card}, {base}, end)"]

    # ---- expressions -----------------------------------------------------------------------------

    def _assigned(self, pad: str, target: str, value: Expression) -> str:
        """`x = x + 1` is written `x += 1`."""
        told = self._kept(value)
        if isinstance(value, Binary) and value.operator in ("+", "-") and self._of(value.left) == target:
            return f"{pad}{target} {value.operator}= {_bare(self._of(value.right))}"
        return f"{pad}{target} = {told}"

    def _kept(self, expression: Expression) -> str:
        """An expression as a number, a condition being 1 or 0."""
        if _is_condition(expression):
            return f"1 if {_bare(self._of(expression))} else 0"
        if isinstance(expression, Choice) and _may_be_condition(expression):
            then, otherwise = self._kept(expression.then), self._kept(expression.otherwise)
            return f"({then}) if {self._of(expression.condition)} else ({otherwise})"
        return _bare(self._of(expression))

    def _of(self, expression: Expression) -> str:
        of = self._of
        match expression:
            case Number(value):
                if value == NONE:
                    return "NONE"
                return str(value) if value >= 0 else f"({value})"
            case Name(name):
                return name
            case Binary(operator, left, right):
                return f"({of(left)} {_SIGNS.get(operator, operator)} {of(right)})"
            case Not(inner):
                return f"(not {of(inner)})"
            case Choice(condition, then, otherwise):
                return f"({of(then)} if {of(condition)} else {of(otherwise)})"
            case Load(region, index):
                return self._slot(region, index)
            case Entry(table, index):
                return f"{table.name}[{of(index)}]"
            case CardAt(zone, position):
                return f"s[{self._sum(self._base(zone), position)}]"
            case Find(zone, card):
                base, size = self._base(zone), self._size(zone)
                return f"(s.index({of(card)}, {base}, {base} + {size}) - {base})"
            case Length(list_):
                return f"len({_list(list_)})"
            case Item(list_, index):
                return f"{_list(list_)}[{of(index)}]"
            case Word(site, count):
                return (
                    f"word(s[{self.code.seed.base}], s[{self.code.seed.base + 1}], {of(site)}, {of(count)})"
                )
            case Call(function, arguments, lists):
                given = ["s", "c", *map(self._kept, arguments), *map(_list, lists)]
                return f"{function}({', '.join(given)})"
            case _:
                raise AssertionError(f"no such expression: {expression}")

    def _slot(self, region: Region, index: Expression) -> str:
        value = known(index)
        self.spoken_of[region.name] = None
        return f"s[{region.base + value}]" if value is not None else f"s[{region.base} + {self._of(index)}]"

    def _sum(self, base: str, position: Expression) -> str:
        return base if known(position) == 0 else f"{base} + {self._of(position)}"

    def _base(self, zone: Expression) -> str:
        value, bases = known(zone), self.code.zone_bases
        if value is None:
            return f"{bases.name}[{self._of(zone)}]"
        self.spoken_of[self.code.zone_names[value] if self.code.zone_names else f"zone {value}"] = None
        return str(bases.values[value])

    def _size(self, zone: Expression) -> str:
        return self._slot(self.code.zone_sizes, zone)

    def _cards(self, zone: Expression) -> str:
        base = self._base(zone)
        return f"s[{base}:{base} + {self._size(zone)}]"


class _CallingPrinter(_Printer):
    """Prints each operation on the cards of a zone as a call, so that it is known which places are read."""

    def _on_cards(self, statement: Statement, depth: int) -> list[str]:
        assert isinstance(statement, CloseGap | OpenGap), "only a shuffle lays a card in the place of another"
        zone, at = self._kept(statement.zone), self._kept(statement.position)
        pad = "    " * depth
        match statement:
            case CloseGap():
                return [f"{pad}zone_close_gap(s, {zone}, {at})"]
            case OpenGap(_, _, card):
                return [f"{pad}zone_open_gap(s, {zone}, {at}, {self._kept(card)})"]
            case _:
                assert_never(statement)

    def _of(self, expression: Expression) -> str:
        match expression:
            case CardAt(zone, position):
                return f"zone_card_at(s, {self._kept(zone)}, {self._kept(position)})"
            case Find(zone, card):
                return f"zone_find(s, {self._kept(zone)}, {self._kept(card)})"
            case _:
                return super()._of(expression)

    def _cards(self, zone: Expression) -> str:
        return f"zone_cards(s, {self._kept(zone)})"


def _list(name: str) -> str:
    """A list as it is reached: those of the context are elements of it, after the work."""
    return f"c[{CONTEXT_LISTS.index(name) + 1}]" if name in CONTEXT_LISTS else name


def _bare(text: str) -> str:
    """An expression that stands alone, without the parentheses around all of it."""
    if not text.startswith("(") or not text.endswith(")"):
        return text
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return text[1:-1] if at == len(text) - 1 else text
    return text


def _may_be_condition(expression: Expression) -> bool:
    """Is there a condition among what a choice may come to?"""
    if isinstance(expression, Choice):
        return _may_be_condition(expression.then) or _may_be_condition(expression.otherwise)
    return _is_condition(expression)


def _is_condition(expression: Expression) -> bool:
    return isinstance(expression, Not) or (
        isinstance(expression, Binary) and expression.operator in (*COMPARING, *JOINING)
    )
