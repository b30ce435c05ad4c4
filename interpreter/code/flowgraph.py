"""The blocks of the flow of play as a graph: which are printed by themselves, and which where they follow."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulewright.interpreter.code.instructions import (
    CONTEXT_LISTS,
    Append,
    Body,
    Call,
    Clear,
    Code,
    EachItem,
    Expression,
    Goto,
    Item,
    Length,
    Tell,
    Wait,
)
from rulewright.interpreter.code.walk import expressions_in, statements_in


@frozen
class Graph:
    """`heads` are the blocks printed by themselves; a block with one way in is part of the one before."""

    code: Code
    heads: tuple[int, ...]
    _parts: frozenset[int]

    @classmethod
    def of(cls, code: Code) -> Graph:
        """The graph of a code's blocks."""
        ways = [0] * len(code.blocks)
        for body in code.blocks:
            for statement in statements_in(body):
                if isinstance(statement, Goto):
                    ways[statement.block] += 1
        waits = {
            statement.block
            for body in code.blocks
            for statement in statements_in(body)
            if isinstance(statement, Wait)
        }
        entries = code.entries | waits
        parts = frozenset(n for n, count in enumerate(ways) if count == 1 and n not in entries)
        heads = tuple(n for n, count in enumerate(ways) if n not in parts and (count or n in entries))
        return cls(code, heads, parts)

    def inlined(self, block: int) -> bool:
        """Is a block printed where it follows?"""
        return block in self._parts

    def lists_of(self, block: int) -> Iterator[str]:
        """The lists that a block and the parts of it use."""
        return iter(sorted(set(self._lists(self.code.blocks[block])) - set(CONTEXT_LISTS)))

    def _lists(self, body: Body) -> Iterator[str]:
        for statement in statements_in(body):
            if isinstance(statement, Goto) and self.inlined(statement.block):
                yield from self._lists(self.code.blocks[statement.block])
            elif isinstance(statement, Append | Clear):
                yield statement.name
            elif isinstance(statement, EachItem):
                yield statement.of
            elif isinstance(statement, Tell):
                yield from statement.lists
            for expression in expressions_in(statement):
                yield from _named(expression)


def _named(expression: Expression) -> Iterator[str]:
    if isinstance(expression, Length | Item):
        yield expression.of
    elif isinstance(expression, Call):
        yield from expression.lists
