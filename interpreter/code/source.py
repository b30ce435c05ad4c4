"""Code read from Python: how the runtime is written once and printed twice.

The functions of the runtime (moving a card, shuffling, listing subsets) are written as Python that uses
numbers, lists, regions and tables only, and are read from their source with `ast`. What is read:

    def position_of(card):                   parameters are numbers; `items: List` is a list
        at = 0                               locals are numbers, or lists where they begin as `fresh(room)`
        for one in cards(zone_of[card]):     loops over `range`, `cards(zone)` and lists; `while`
            if one == card:
                return at                    `if`, `return`, `break`, `+=`
            at += 1
        return stop(fault)                   a fault, its number being a parameter
        size(z), card_at(z, i), find(z, c), word(site, n)
        close_gap(z, i), open_gap(z, i, c), put_card(z, i, c)

Other names are regions (`zone_of[card]`), tables (`ROOMS[zone]`) and numbers that whoever reads gives a
meaning, or functions read before.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

from attrs import define, field

from rulewright.interpreter.code.instructions import (
    CONTEXT_LISTS,
    WIDEST,
    Append,
    Body,
    Break,
    Call,
    CardAt,
    Clear,
    CloseGap,
    Do,
    EachCard,
    EachItem,
    Expression,
    Find,
    Function,
    If,
    Item,
    Length,
    OpenGap,
    Operator,
    Parameter,
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
    While,
    Word,
)
from rulewright.interpreter.code.make import binary, choice, entry, load, minus, name, number, opposite

Meanings = Mapping[str, Region | Table | int]

_OPERATORS: Mapping[type[ast.AST], Operator] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "div",
    ast.Mod: "mod",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.And: "and",
    ast.Or: "or",
}


class Unreadable(Exception):
    """The source holds what this small Python has not."""


@define(eq=False)
class Functions:
    """The functions of a module, each read when it is asked for; other statements of it are passed over."""

    source: str
    meanings: Meanings
    _read: dict[str, Function] = field(factory=dict)

    def named(self, name: str) -> Function:
        """The function of a name."""
        if name not in self._read:
            nodes, returning = _parsed(self.source)
            self._read[name] = _Reader(self.meanings, returning).function(nodes[name])
        return self._read[name]

    def read(self) -> tuple[Function, ...]:
        """Those that have been asked for, in the order of the module."""
        return tuple(self._read[name] for name in _parsed(self.source)[0] if name in self._read)


@cache
def _parsed(source: str) -> tuple[dict[str, ast.FunctionDef], set[str]]:
    """The functions of a module, which every game reads anew, and the names of those that give a value."""
    nodes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    return nodes, {name for name, node in nodes.items() if _returns(node)}


def _returns(node: ast.FunctionDef) -> bool:
    returns = [one for one in ast.walk(node) if isinstance(one, ast.Return)]
    return any(one.value is not None and not _stops(one.value) for one in returns)


def _stops(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "stop"


@define
class _Reader:
    meanings: Meanings
    returning: set[str]
    lists: set[str] = field(factory=set)
    rooms: dict[str, int] = field(factory=dict)

    def function(self, node: ast.FunctionDef) -> Function:
        given = [one.arg for one in node.args.args if one.annotation is not None]
        numbers = [one.arg for one in node.args.args if one.annotation is None]
        self.lists.update(given)
        body = self._body(node.body)
        parameters = tuple(Parameter(one, -WIDEST, WIDEST) for one in numbers)
        return Function(node.name, parameters, tuple(given), self.rooms, body, node.name in self.returning)

    # ---- statements ------------------------------------------------------------------------------

    def _body(self, nodes: list[ast.stmt]) -> Body:
        found: list[Statement] = []
        for node in nodes:
            found += self._statement(node)
        return tuple(found)

    def _statement(self, node: ast.stmt) -> list[Statement]:
        match node:
            case ast.Expr(ast.Constant()):
                return []
            case ast.Expr(ast.Call() as call):
                return [self._call_statement(call)]
            case ast.Assign([ast.Name(target)], ast.Call(ast.Name("fresh"), [room])):
                return self._fresh(target, room)
            case ast.Assign([ast.Name(target)], value):
                return [Set(target, self._of(value))]
            case ast.Assign([ast.Subscript(ast.Name(region), index)], value):
                if self._is_list(region):
                    return [SetItem(region, self._of(index), self._of(value))]
                return [self._store(region, self._of(index), self._of(value))]
            case ast.AugAssign(ast.Name(target), operator, value):
                return [Set(target, binary(_OPERATORS[type(operator)], name(target), self._of(value)))]
            case ast.AugAssign(ast.Subscript(ast.Name(region), index), operator, value):
                at = self._of(index)
                if self._is_list(region):
                    old = self._looked_up(region, at)
                    return [SetItem(region, at, binary(_OPERATORS[type(operator)], old, self._of(value)))]
                changed = binary(_OPERATORS[type(operator)], self._looked_up(region, at), self._of(value))
                return [self._store(region, at, changed)]
            case ast.If(test, body, otherwise):
                return [If(self._of(test), self._body(body), self._body(otherwise))]
            case ast.While(test, body):
                return [While((), self._of(test), self._body(body))]
            case ast.For(ast.Name(target), over, body):
                return [self._loop(target, over, self._body(body))]
            case ast.Return(None):
                return [Return()]
            case ast.Return(ast.Call(ast.Name("stop")) as stopping):
                return [self._call_statement(stopping)]
            case ast.Return(ast.expr() as result):
                return [Return(self._of(result))]
            case ast.Break():
                return [Break()]
            case ast.Pass():
                return []
        raise Unreadable(ast.unparse(node))

    def _fresh(self, target: str, room: ast.expr) -> list[Statement]:
        known = self._of(room)
        self.rooms[target] = known.high
        self.lists.add(target)
        return [Clear(target)]

    def _store(self, target: str, index: Expression, value: Expression) -> Statement:
        region = self.meanings.get(target)
        if not isinstance(region, Region):
            raise Unreadable(f"{target} is no region")
        return Store(region, index, value)

    def _loop(self, target: str, over: ast.expr, body: Body) -> Statement:
        match over:
            case ast.Call(ast.Name("range"), [high]):
                return Range(target, number(0), self._of(high), body)
            case ast.Call(ast.Name("range"), [low, high]):
                return Range(target, self._of(low), self._of(high), body)
            case ast.Call(ast.Name("cards"), [zone]):
                return EachCard(target, self._of(zone), body)
            case ast.Name(one) if self._is_list(one):
                return EachItem(target, one, body)
        raise Unreadable(ast.unparse(over))

    def _call_statement(self, node: ast.Call) -> Statement:
        match node:
            case ast.Call(ast.Attribute(ast.Name(one), "append"), [value]):
                return Append(one, self._of(value))
            case ast.Call(ast.Attribute(ast.Name(one), "clear"), []):
                return Clear(one)
            case ast.Call(ast.Name("stop"), [fault, *facts]):
                return Stop(self._of(fault), tuple(map(self._of, facts)))
            case ast.Call(ast.Name("close_gap"), [zone, at]):
                return CloseGap(self._of(zone), self._of(at))
            case ast.Call(ast.Name("open_gap"), [zone, at, card]):
                return OpenGap(self._of(zone), self._of(at), self._of(card))
            case ast.Call(ast.Name("put_card"), [zone, at, card]):
                return PutCard(self._of(zone), self._of(at), self._of(card))
            case _:
                call = self._of(node)
                assert isinstance(call, Call)
                return Do(call)

    # ---- expressions -----------------------------------------------------------------------------

    def _is_list(self, one: str) -> bool:
        return one in self.lists or one in CONTEXT_LISTS

    def _of(self, node: ast.expr) -> Expression:
        of = self._of
        match node:
            case ast.Constant(bool() | int() as literal):
                return number(int(literal))
            case ast.UnaryOp(ast.USub(), ast.Constant(int() as literal)):
                return number(-literal)
            case ast.UnaryOp(ast.USub(), operand):
                return minus(number(0), of(operand))
            case ast.UnaryOp(ast.Not(), operand):
                return opposite(of(operand))
            case ast.Name(one):
                meaning = self.meanings.get(one)
                return number(meaning) if isinstance(meaning, int) else name(one)
            case ast.BinOp(left, operator, right):
                return binary(_OPERATORS[type(operator)], of(left), of(right))
            case ast.BoolOp(operator, values):
                joined = of(values[0])
                for value in values[1:]:
                    joined = binary(_OPERATORS[type(operator)], joined, of(value))
                return joined
            case ast.Compare(left, operators, rights):
                return self._compared(left, operators, rights)
            case ast.IfExp(test, then, otherwise):
                return choice(of(test), of(then), of(otherwise))
            case ast.Subscript(ast.Name(one), index):
                return self._looked_up(one, of(index))
            case ast.Call(ast.Name(function), arguments):
                return self._call(function, arguments)
        raise Unreadable(ast.unparse(node))

    def _compared(self, left: ast.expr, operators: list[ast.cmpop], rights: list[ast.expr]) -> Expression:
        joined: Expression | None = None
        for operator, right in zip(operators, rights, strict=True):
            one = binary(_OPERATORS[type(operator)], self._of(left), self._of(right))
            joined = one if joined is None else binary("and", joined, one)
            left = right
        assert joined is not None
        return joined

    def _looked_up(self, one: str, index: Expression) -> Expression:
        if self._is_list(one):
            return Item(one, index)
        meaning = self.meanings.get(one)
        if isinstance(meaning, Region):
            return load(meaning, index)
        if isinstance(meaning, Table):
            return entry(meaning, index)
        raise Unreadable(f"{one}[...]")

    def _call(self, function: str, arguments: list[ast.expr]) -> Expression:
        if function == "len":
            (of,) = arguments
            assert isinstance(of, ast.Name)
            return Length(of.id, low=0)
        lists = [one.id for one in arguments if isinstance(one, ast.Name) and self._is_list(one.id)]
        numbers = [
            self._of(one) for one in arguments if not (isinstance(one, ast.Name) and self._is_list(one.id))
        ]
        match function, numbers:
            case "size", [zone]:
                sizes = self.meanings["size"]
                assert isinstance(sizes, Region)
                return load(sizes, zone)
            case "card_at", [zone, at]:
                return CardAt(zone, at, low=0)
            case "find", [zone, card]:
                return Find(zone, card, low=0)
            case "word", [site, count]:
                return Word(site, count, low=0, high=(1 << 32) - 1)
        return Call(function, tuple(numbers), tuple(lists))
