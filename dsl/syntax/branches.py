"""The raw syntax tree that the parser hands to the builders: rules of the grammar with their parts."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.problems.spans import Span


@frozen
class Leaf:
    """One word, number or string that a rule keeps."""

    text: str
    span: Span


@frozen
class Branch:
    """One use of a grammar rule. A part is None where the rule's `[...]` was left out.

    `depth` counts the levels below, itself included.
    """

    rule: str
    parts: tuple[Branch | Leaf | None, ...]
    span: Span
    depth: int

    def leaf(self, index: int) -> Leaf:
        """The word at a place; asking for another kind of part is a mistake of the builder."""
        part = self.parts[index]
        if not isinstance(part, Leaf):
            raise TypeError(f"part {index} of {self.rule} is no word")
        return part

    def text(self, index: int) -> str:
        """The text of the word at a place."""
        return self.leaf(index).text

    def leaf_or_none(self, index: int) -> Leaf | None:
        """The word at a place that may be left out."""
        return None if self.parts[index] is None else self.leaf(index)

    def branch(self, index: int) -> Branch:
        """The rule at a place; asking for another kind of part is a mistake of the builder."""
        part = self.parts[index]
        if not isinstance(part, Branch):
            raise TypeError(f"part {index} of {self.rule} is no rule")
        return part

    def branch_or_none(self, index: int) -> Branch | None:
        """The rule at a place that may be left out."""
        return None if self.parts[index] is None else self.branch(index)

    def branches(self, begin: int = 0) -> tuple[Branch, ...]:
        """The rules among the parts, from a place on."""
        return tuple(part for part in self.parts[begin:] if isinstance(part, Branch))

    def leaves(self, begin: int = 0) -> tuple[Leaf, ...]:
        """The words among the parts, from a place on."""
        return tuple(part for part in self.parts[begin:] if isinstance(part, Leaf))
