"""What a name means at one place of a rule file: the locals in sight and what is known of them."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from rulewright.dsl.model import (
    And,
    Apply,
    BuiltIn,
    Comparison,
    Constant,
    Default,
    IfSome,
    IsSome,
    Kind,
    Local,
    Not,
    Or,
    Term,
)
from rulewright.dsl.problems.spans import NOWHERE, Span


@frozen
class Binding:
    """A local name: its kind, its slot and where it was given."""

    kind: Kind
    slot: int
    span: Span = NOWHERE

    def term(self) -> Local:
        """The name as an expression."""
        return Local(self.slot, kind=self.kind)


@frozen
class Scope:
    """Names in sight, whether `me` means anything here, and which optional values are known present.

    `label` names the declaration being checked. `surely` is no in rules and reactions, which may run when
    nobody acts. `assured` values are present unless an effect took them away since. `scores` is the slot of
    the player whose points are meant, where they may be asked.
    """

    label: str
    me: bool = False
    surely: bool = True
    names: Mapping[str, Binding] = field(factory=dict)
    present: frozenset[Term] = frozenset()
    assured: frozenset[Term] = frozenset()
    scores: int | None = None

    def binding(self, name: str, kind: Kind, slot: int, span: Span = NOWHERE) -> Scope:
        """The scope with one name more."""
        return evolve(self, names={**self.names, name: Binding(kind, slot, span)})

    def knowing(self, terms: frozenset[Term]) -> Scope:
        """The scope in which these values are known to be present."""
        return evolve(self, present=self.present | terms) if terms else self

    def assuming(self, terms: frozenset[Term]) -> Scope:
        """The scope of statements that began with these values present."""
        return evolve(self, assured=self.assured | terms) if terms else self


Told = tuple[frozenset[Term], frozenset[Term]]
"""The optional values that are surely present when a definition's answer is no, and when it is yes."""


def present_when(condition: Term, truth: bool, told: Mapping[str, Told]) -> frozenset[Term]:
    """The optional values that must be present when a condition turns out as `truth`.

    `x is some` says it of x; `x == 3` does too; a zone that is not empty has a top and a bottom card.
    `told` has the answers for definitions without parameters, each worked out once.
    """
    if isinstance(condition, Not):
        return present_when(condition.of, not truth, told)
    if isinstance(condition, And | Or):
        if isinstance(condition, And) is not truth:
            return frozenset()
        return frozenset().union(*(present_when(part, truth, told) for part in condition.parts))
    if isinstance(condition, IsSome):
        return _and_beneath(condition.value) if truth else frozenset()
    if isinstance(condition, Comparison) and condition.sign == "==" and truth:
        return _present_by_equality(condition)
    if isinstance(condition, Default) and truth and _is_no(condition.default):
        return _and_beneath(condition.value)
    if isinstance(condition, BuiltIn) and condition.name == "empty" and not truth:
        zone = condition.arguments[0]
        card = Kind("card", zone.kind.name, optional=True)
        return frozenset(BuiltIn(end, (zone,), kind=card) for end in ("top", "bottom", "first", "last"))
    if isinstance(condition, Apply) and not condition.arguments and condition.definition in told:
        return told[condition.definition][truth]
    return frozenset()


def _is_no(term: Term) -> bool:
    return isinstance(term, Constant) and term.value == 0


def _and_beneath(value: Term) -> frozenset[Term]:
    """A value, and what it was asked of: `x?.f` is present only where x is."""
    found = {value}
    while isinstance(value, IfSome):
        value = value.value
        found.add(value)
    return frozenset(found)


def _present_by_equality(condition: Comparison) -> frozenset[Term]:
    left, right = condition.left, condition.right
    if left.kind.optional and not right.kind.optional:
        return _and_beneath(left)
    if right.kind.optional and not left.kind.optional:
        return _and_beneath(right)
    return frozenset()
