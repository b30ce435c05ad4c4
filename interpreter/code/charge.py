"""Charging for loops: each is paid for before it begins, by how often it goes round.

Only loops that hold another loop or a call are charged. What the innermost ones do is bounded by the rooms of
zones and lists, and so in proportion to what is charged around them; to charge them too would cost more than
they do. Loops with a condition (`While`) are charged round by round, blocks of the flow of play one by one:
nobody knows beforehand how many there will be.

    for zone in ...:                       charged by the number of zones
        for card in the zone:              not charged
            count += 1

Where work is used up there is a fault with a place in the rules: that of the declaration to which a function
belongs, or of the `repeat` around. What all declarations share is told by whoever calls it, in a parameter
`work`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import define, evolve, field, fields

from rulewright.interpreter.code.flowgraph import Graph
from rulewright.interpreter.code.instructions import (
    Body,
    Call,
    Charge,
    Code,
    EachCard,
    EachEntry,
    EachItem,
    Expression,
    Function,
    If,
    Length,
    Parameter,
    Range,
    Statement,
    While,
)
from rulewright.interpreter.code.make import binary, choice, load, minus, name, number
from rulewright.interpreter.code.walk import expressions_in, statements_in

_LOOPS = (Range, EachCard, EachEntry, EachItem, While)
WORK = "work"
"""The parameter by which a function that belongs to no declaration is told whose work it does."""

Part = TypeVar("Part", Statement, Expression)


def charged(code: Code) -> Code:
    """The code, its loops and blocks charged for."""
    charger = _Charger(code)
    functions = tuple(map(charger.function, code.functions))
    heads = Graph.of(code).heads
    blocks = tuple(
        charger.block(body, number(work), begins=at in heads)
        for at, (body, work) in enumerate(zip(code.blocks, code.works, strict=True))
    )
    return evolve(code, functions=functions, blocks=blocks)


@define
class _Charger:
    code: Code
    told: set[str] = field(factory=set)
    """Functions that are told by their callers whose work it is."""

    def function(self, one: Function) -> Function:
        fault = name(WORK, 0, len(self.code.faults) - 1) if one.work is None else number(one.work)
        body = self._body(one.body, fault)
        if one.work is not None or not any(_speaks_of(fault, statement) for statement in statements_in(body)):
            return evolve(one, body=body)
        self.told.add(one.name)
        parameter = Parameter(WORK, 0, len(self.code.faults) - 1)
        return evolve(one, body=body, parameters=(*one.parameters, parameter))

    def block(self, body: Body, fault: Expression, *, begins: bool) -> Body:
        """A block; one that others lead to is charged for by itself."""
        first = (Charge(number(1), fault),) if begins else ()
        return (*first, *self._body(body, fault))

    def _body(self, body: Body, fault: Expression) -> Body:
        found: list[Statement] = []
        for statement in body:
            if isinstance(statement, _LOOPS) and _is_long(statement.body):
                rounds = _rounds(self.code, statement)
                if rounds is not None:
                    found.append(self._telling(Charge(_copied(rounds), fault), fault))
            found.append(self._statement(statement, fault))
        return tuple(found)

    def _statement(self, statement: Statement, fault: Expression) -> Statement:
        if isinstance(statement, While) and statement.work is not None:
            fault = number(statement.work)
        statement = self._telling(statement, fault)
        match statement:
            case If(_, then, otherwise):
                both = self._body(then, fault), self._body(otherwise, fault)
                return evolve(statement, then=both[0], otherwise=both[1])
            case While(before, _, body):
                round_ = (Charge(number(1), fault), *self._body(body, fault))
                return evolve(statement, before=self._body(before, fault), body=round_)
            case Range() | EachCard() | EachEntry() | EachItem():
                return evolve(statement, body=self._body(statement.body, fault))
            case _:
                return statement

    def _telling(self, part: Part, fault: Expression) -> Part:
        """The same part, its calls telling whose work it is."""
        if not any(
            isinstance(one, Call) and one.function in self.told for one in (part, *expressions_in(part))
        ):
            return part
        more = (fault,) if isinstance(part, Call) and part.function in self.told else ()
        return _rebuilt(part, lambda one: self._telling(one, fault), more)


def _rounds(code: Code, loop: Statement) -> Expression | None:
    """How often a loop goes round; None where that shows only as it goes."""
    match loop:
        case Range(_, low, high):
            rounds = minus(high, low)
            return rounds if rounds.low >= 0 else choice(binary(">", high, low), rounds, number(0))
        case EachCard(_, zone):
            return load(code.zone_sizes, zone)
        case EachEntry(_, _, _, count):
            return count
        case EachItem(_, some):
            return Length(some, low=0)
        case _:
            return None


def _copied(expression: Expression) -> Expression:
    """The same expression in parts of its own: what is proved of a part is proved where it stands."""
    return _rebuilt(expression, _copied)


def _rebuilt(
    part: Part, change: Callable[[Expression], Expression], more: tuple[Expression, ...] = ()
) -> Part:
    """A statement or expression, each expression that it is made of changed; a call is given more."""
    made: dict[str, Any] = {}
    for each in fields(type(part)):
        value = getattr(part, each.name)
        if isinstance(value, Expression):
            made[each.name] = change(value)
        elif isinstance(value, tuple):
            made[each.name] = tuple(change(one) if isinstance(one, Expression) else one for one in value)
    if more:
        made["arguments"] += more
    return evolve(part, **made)


def _speaks_of(one: Expression, statement: Statement) -> bool:
    return any(part is one for part in expressions_in(statement))


def _is_long(body: Body) -> bool:
    """Does the body of a loop hold another, or a call?"""
    return any(
        isinstance(statement, _LOOPS) or any(isinstance(one, Call) for one in expressions_in(statement))
        for statement in statements_in(body)
    )
