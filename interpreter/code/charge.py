"""Charging for loops: each is paid for before it begins, by how often it goes round.

Only loops that hold another loop or a call are charged. What the innermost ones do is bounded by the rooms of
zones and lists, and so in proportion to what is charged around them; to charge them too would cost more than
they do. Loops with a condition (`While`) are charged round by round, blocks of the flow of play one by one:
nobody knows beforehand how many there will be.

    for zone in ...:                       charged by the number of zones
        for card in the zone:              not charged
            count += 1
"""

from __future__ import annotations

from attrs import evolve, fields

from rulewright.interpreter.code.instructions import (
    Body,
    Call,
    Charge,
    Code,
    EachCard,
    EachEntry,
    EachItem,
    Expression,
    If,
    Length,
    Range,
    Statement,
    While,
)
from rulewright.interpreter.code.make import binary, choice, load, minus, number
from rulewright.interpreter.code.walk import expressions_in, statements_in

_LOOPS = (Range, EachCard, EachEntry, EachItem, While)


def charged(code: Code) -> Code:
    """The code, its loops charged for."""
    functions = tuple(evolve(one, body=_charged(code, one.body)) for one in code.functions)
    blocks = tuple(_charged(code, body) for body in code.blocks)
    return evolve(code, functions=functions, blocks=blocks)


def _charged(code: Code, body: Body) -> Body:
    found: list[Statement] = []
    for statement in body:
        if isinstance(statement, If):
            then, otherwise = _charged(code, statement.then), _charged(code, statement.otherwise)
            found.append(evolve(statement, then=then, otherwise=otherwise))
        elif isinstance(statement, _LOOPS):
            rounds = _rounds(code, statement) if _is_long(statement.body) else None
            if rounds is not None:
                found.append(Charge(_copied(rounds)))
            found.append(evolve(statement, body=_charged(code, statement.body)))
        else:
            found.append(statement)
    return tuple(found)


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
    parts = {field.name: getattr(expression, field.name) for field in fields(type(expression))}
    for name, part in parts.items():
        if isinstance(part, Expression):
            parts[name] = _copied(part)
        elif isinstance(part, tuple):
            parts[name] = tuple(_copied(one) if isinstance(one, Expression) else one for one in part)
    return evolve(expression, **parts)


def _is_long(body: Body) -> bool:
    """Does the body of a loop hold another, or a call?"""
    return any(
        isinstance(statement, _LOOPS) or any(isinstance(one, Call) for one in expressions_in(statement))
        for statement in statements_in(body)
    )
