"""Charging for work before it is done. A unit is an operation: a statement, or an expression in one.

A few operations are not charged by themselves: they count in what is around them, until there are so many
that they are worth a charge. How often a loop goes round at most is told by the rooms of zones and lists; one
that may be long is charged ahead, by how often it goes round this time. Loops with a condition (`While`) are
charged round by round, blocks of the flow of play one by one: nobody knows beforehand how many there will be.

    for player in ...:                     charged by the number of players times 53, if that may be much
        for card in the hand:              not charged: 40 cards at most, a quarter of them with 5 operations
            count += 1

Where work is used up there is a fault with a place in the rules: that of the declaration to which a function
belongs, or of the `repeat` around. What all declarations share is told by whoever calls it, in a parameter
`work`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from attrs import define, evolve, field, fields

from rulewright.interpreter.code.flowgraph import Graph
from rulewright.interpreter.code.instructions import (
    CONTEXT_LISTS,
    Body,
    Call,
    Charge,
    CloseGap,
    Code,
    EachCard,
    EachEntry,
    EachItem,
    Expression,
    Find,
    Function,
    Goto,
    If,
    Length,
    OpenGap,
    Parameter,
    Range,
    Statement,
    Tell,
    While,
    Word,
)
from rulewright.interpreter.code.make import binary, choice, load, minus, name, number, times
from rulewright.interpreter.code.walk import bodies, expressions_in, statements_in

_LOOPS = (Range, EachCard, EachEntry, EachItem, While)
MOST_LEFT = 1024
"""So many operations, at most, are left to be charged by what is around them."""
SHARE = 4
"""Loops seldom go round as often as they may: a short one that holds no other counts for this part of it."""
CARDS_AT_ONCE = 16
"""How many cards of a zone are looked through, or moved up, in the time of an operation."""
OF_AN_EVENT = {"card": 100, "moved": 2_000}
"""How many operations it takes to tell observers something: it is kept, and may change what they know."""
OF_ANOTHER_EVENT = 250
OF_A_WORD = 100
"""How many operations a word of chance takes."""
WORK = "work"
"""The parameter by which a function that belongs to no declaration is told whose work it does."""

Part = TypeVar("Part", Statement, Expression)


def charged(code: Code) -> Code:
    """The code, charging for what it does."""
    charger = _Charger(code, Graph.of(code))
    functions = tuple(map(charger.function, code.functions))
    blocks = tuple(charger.block(at) for at in range(len(code.blocks)))
    return evolve(code, functions=functions, blocks=blocks)


@define
class _Charger:
    """`left` is what a part of the code does that is still to be charged by what is around it."""

    code: Code
    graph: Graph
    told: set[str] = field(factory=set)
    """Functions that are told by their callers whose work it is."""
    left: dict[str, int] = field(factory=dict)
    blocks: dict[int, tuple[Body, int]] = field(factory=dict)
    rooms: Mapping[str, int] = field(factory=dict)
    """How much the lists hold that are at hand."""
    most_room: int = field(init=False)
    """How much the longest of all lists holds."""

    def __attrs_post_init__(self) -> None:
        rooms = (self.code.rooms, *(one.rooms for one in self.code.functions))
        self.most_room = max((room for lists in rooms for room in lists.values()), default=0)

    def function(self, one: Function) -> Function:
        """A function; one that does the work of its callers takes the number of their fault, if need be."""
        fault = name(WORK, 0, len(self.code.faults) - 1) if one.work is None else number(one.work)
        self.rooms = one.rooms
        body, self.left[one.name] = self._body(one.body, fault)
        if one.work is not None or not any(_speaks_of(fault, statement) for statement in statements_in(body)):
            return evolve(one, body=body)
        self.told.add(one.name)
        parameter = Parameter(WORK, 0, len(self.code.faults) - 1)
        return evolve(one, body=body, parameters=(*one.parameters, parameter))

    def block(self, at: int) -> Body:
        """A block; one that is printed by itself is charged, with what it goes on to in the same text."""
        self.rooms = self.code.rooms
        body, left = self._block(at)
        first = (Charge(number(1 + left), number(self.code.works[at])),) if at in self.graph.heads else ()
        return (*first, *body)

    def _block(self, at: int) -> tuple[Body, int]:
        if at not in self.blocks:
            self.blocks[at] = self._body(self.code.blocks[at], number(self.code.works[at]))
        return self.blocks[at]

    def _body(self, body: Body, fault: Expression) -> tuple[Body, int]:
        """A body with its charges, and what is left: each time that it comes to more than a few, a charge."""
        found: list[Statement] = []
        left = 0
        for statement in body:
            of_it = (
                number(statement.work)
                if isinstance(statement, While) and statement.work is not None
                else fault
            )
            expressions = expressions_in(statement)
            units, inner, more = self._statement(statement, of_it, expressions)
            left += more
            if left > MOST_LEFT:
                found.append(Charge(number(left), fault))
                left = 0
            if units is not None:
                found.append(self._telling(Charge(_copied(units), fault), fault))
            found.append(self._telling(inner, of_it) if self._must_tell(expressions) else inner)
        return tuple(found), left

    def _statement(
        self, statement: Statement, fault: Expression, expressions: Sequence[Expression]
    ) -> tuple[Expression | None, Statement, int]:
        """What is charged ahead of a statement, the statement with the charges in it, and what is left."""
        own = 1 + sum(map(self._operations, expressions))
        match statement:
            case If(_, then, otherwise):
                (then, some), (otherwise, others) = self._body(then, fault), self._body(otherwise, fault)
                return None, evolve(statement, then=then, otherwise=otherwise), own + max(some, others)
            case While(before, _, body):
                (before, first), (body, rest) = self._body(before, fault), self._body(body, fault)
                body = (Charge(number(own + first + rest), fault), *body)
                return None, evolve(statement, before=before, body=body), own + first
            case Goto(block) if self.graph.inlined(block):
                return None, statement, own + self._block(block)[1]
            case Range() | EachCard() | EachEntry() | EachItem():
                body, left = self._body(statement.body, fault)
                statement, a_round = evolve(statement, body=body), 1 + left
            case CloseGap(zone) | OpenGap(zone):
                return None, statement, own + self._room(zone) // CARDS_AT_ONCE
            case Tell(event):
                kind = self.code.events[event].kind
                return None, statement, own + OF_AN_EVENT.get(kind, OF_ANOTHER_EVENT)
            case _:
                return None, statement, own
        most = self._most(statement) * a_round // (SHARE if _is_innermost(statement) else 1)
        if most <= MOST_LEFT:
            return None, statement, own + most
        return times(self._rounds(statement), a_round), statement, own

    def _operations(self, one: Expression) -> int:
        """How many operations an expression stands for, without those in it."""
        match one:
            case Call(function):
                return 1 + self.left[function]
            case Find(zone):
                return 1 + self._room(zone) // CARDS_AT_ONCE
            case Word():
                return OF_A_WORD
            case _:
                return 1

    # ---- how often a loop goes round ---------------------------------------------------------------

    def _most(self, loop: Statement) -> int:
        """How often a loop goes round at most."""
        match loop:
            case EachCard(_, zone):
                return self._room(zone)
            case EachItem(_, some) if some not in CONTEXT_LISTS:
                return self.rooms.get(some, self.most_room)
            case _:
                return self._rounds(loop).high

    def _rounds(self, loop: Statement) -> Expression:
        """How often a loop goes round this time."""
        match loop:
            case Range(_, low, high):
                rounds = minus(high, low)
                return rounds if rounds.low >= 0 else choice(binary(">", high, low), rounds, number(0))
            case EachCard(_, zone):
                return load(self.code.zone_sizes, zone)
            case EachEntry(_, _, _, count):
                return count
            case EachItem(_, some):
                return Length(some, low=0)
            case _:
                raise AssertionError(f"no loop: {loop}")

    def _room(self, zone: Expression) -> int:
        rooms = self.code.table("ROOMS").values
        return max(rooms[max(zone.low, 0) : zone.high + 1], default=0)

    # ---- whose work it is --------------------------------------------------------------------------

    def _must_tell(self, parts: Iterable[Statement | Expression]) -> bool:
        return any(isinstance(one, Call) and one.function in self.told for one in parts)

    def _telling(self, part: Part, fault: Expression) -> Part:
        """The same part, its calls telling whose work it is."""
        if not self._must_tell((part, *expressions_in(part))):
            return part
        more = (fault,) if isinstance(part, Call) and part.function in self.told else ()
        return _rebuilt(part, lambda one: self._telling(one, fault), more)


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


def _is_innermost(loop: Statement) -> bool:
    """Does a loop hold no other, and no call?"""
    return not any(
        isinstance(statement, _LOOPS) or any(isinstance(one, Call) for one in expressions_in(statement))
        for body in bodies(loop)
        for statement in statements_in(body)
    )
