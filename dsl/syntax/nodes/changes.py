"""What a variant says: its title, and the changes that it makes to the game it is a variant of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from rulewright.dsl.syntax.nodes.expressions import Expression, Key, Node
from rulewright.dsl.syntax.nodes.statements import ActionName, Statement

if TYPE_CHECKING:
    from rulewright.dsl.syntax.nodes.declarations import Declaration, GameFact, Requirement


@frozen
class VariantTitle(Node):
    """`variant "My rules" of "some-game"` and the facts below it (`about`, `source`)."""

    title: str
    of: str
    facts: tuple[GameFact, ...]


@frozen
class SettingChange(Node):
    """`set columns = 4`, `set columns = 8 in 1..9`; without a range that of the game holds."""

    name: str
    value: Expression
    low: Expression | None = None
    high: Expression | None = None


@frozen
class FactChange(Node):
    """`set players 2..5`, `set moves up to 20000`: another fact in the place of the game's."""

    fact: GameFact


@frozen
class Added(Node):
    """`add score richest(p) = ...`: a declaration that the game does not have."""

    declaration: Declaration


@frozen
class Replaced(Node):
    """`replace table points: 0, then last`: another one in the place of the game's."""

    declaration: Declaration


@frozen
class Removed(Node):
    """`remove score missions`; `word` is the one that the declaration begins with, or "phase"."""

    word: str
    name: str


@frozen
class PhaseReplaced(Node):
    """`replace phase living` and what happens in it from now on."""

    name: str
    body: tuple[Statement, ...]


@frozen
class ValueChange(Node):
    """`add value wind to Mission`, `remove value baker from Mission`"""

    how: Literal["add", "remove"]
    name: str
    enum: str


@frozen
class ArmChange(Node):
    """`add arm wind to worth: ...`, `replace arm baker in worth: ...`, `remove arm else from worth`.

    No patterns for the arm `else`; no value where an arm is removed.
    """

    how: Literal["add", "replace", "remove"]
    patterns: tuple[Expression, ...]
    of: str
    value: Expression | None


@frozen
class RequirementChange(Node):
    """`add require NAME to take: ...`, `replace require take.in_reach: ...`, `remove require take.in_reach`.

    `name` is that of the requirement; `requirement` is absent where one is removed.
    """

    how: Literal["add", "replace", "remove"]
    action: str
    name: str
    requirement: Requirement | None


@frozen
class CardRemoved(Node):
    """`remove card Fruit.fig`, `remove card Fruit."fig-2"`"""

    cards: str
    card: str


@frozen
class CardLine(Node):
    """`copies = 3` below `change card`; a text for a name, else an expression or a list of them."""

    name: str
    value: Expression | str


@frozen
class CardChange(Node):
    """`change card Fruit.fig` and the lines that are new in its row."""

    cards: str
    card: str
    lines: tuple[CardLine, ...]


@frozen
class TieBreakAdded(Node):
    """`add winner then fewest size(hand[it])`: compared where players are equal by all that comes before."""

    keys: tuple[Key, ...]


@frozen
class Offered(Node):
    """`add action open_purse to choose buy`: one action more wherever the other can be chosen."""

    action: ActionName
    to: ActionName


@frozen
class Inserted(Node):
    """`before take`, `after phase living`, `after rule refill` and what then happens besides.

    `word` is "action", "phase", "rule", or "" where the name alone was written.
    """

    when: Literal["before", "after"]
    word: str
    name: str
    body: tuple[Statement, ...]


Change = (
    SettingChange
    | FactChange
    | Added
    | Replaced
    | Removed
    | PhaseReplaced
    | ValueChange
    | ArmChange
    | RequirementChange
    | CardRemoved
    | CardChange
    | TieBreakAdded
    | Offered
    | Inserted
)
