"""Declarations as written, in the order of a file's sections, and the tree that holds them."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from rulewright.dsl.syntax.nodes.changes import Change, VariantTitle
from rulewright.dsl.syntax.nodes.expressions import Among, Expression, Key, Node, Phrase
from rulewright.dsl.syntax.nodes.statements import Statement


@frozen
class KindName(Node):
    """`Symbol?`, `bag of Symbol`, `set of Kind`, `zone of Card?`.

    `shape` is "one", or the word before `of`.
    """

    name: str
    shape: str = "one"
    optional: bool = False


@frozen
class Parameter(Node):
    """`p: player`; the kind may be left out where the construct fixes it, as in scores."""

    name: str
    kind: KindName | None = None


@frozen
class Language(Node):
    """`language 1`"""

    version: int


@frozen
class GameFact(Node):
    """Below `game`: `players 2..4` (`low`, `high`), `moves up to 9` (`high`), `source "x"` (`text`)."""

    name: str
    text: str = ""
    low: int = 0
    high: int = 0


@frozen
class GameTitle(Node):
    """`game "My game"` and the facts below it."""

    title: str
    facts: tuple[GameFact, ...]


@frozen
class Include(Node):
    """`include "scoring.rules"`"""

    file: str


@frozen
class UseBinding(Node):
    """`Card = Offering`: what a library expects under `name` is the game's `value`."""

    name: str
    value: str


@frozen
class Use(Node):
    """`use tricks with Card = Offering`: the rules of a library, under the game's names."""

    name: str
    bindings: tuple[UseBinding, ...]


@frozen
class Expects(Node):
    """`expects zone hand` below `library`; `what` is "cards", "property", "zone" or "var"."""

    what: str
    name: str


@frozen
class LibraryTitle(Node):
    """`library "Tricks"` and what it expects of a game."""

    title: str
    expects: tuple[Expects, ...]


@frozen
class EnumValue(Node):
    name: str


@frozen
class EnumDeclaration(Node):
    """`enum Suit: earth, water`"""

    name: str
    values: tuple[EnumValue, ...]


@frozen
class GroupDeclaration(Node):
    """`group Relationship of Symbol: love, family`"""

    name: str
    of: str
    values: tuple[EnumValue, ...]


@frozen
class CardField(Node):
    """`joker: bool = no` below `cards`."""

    name: str
    kind: KindName
    default: Expression | None = None


@frozen
class Generator(Node):
    """`suit in Suit` in `cards Offering for each suit in Suit, value in 1..top_value`."""

    name: str
    over: Expression


@frozen
class CardsDeclaration(Node):
    """Cards read from a file (`file`), or made from those of the product of `generators` that are `where`."""

    name: str
    file: str | None
    generators: tuple[Generator, ...]
    fields: tuple[CardField, ...]
    where: Expression | None = None
    copies: Expression | None = None


@frozen
class SettingDeclaration(Node):
    """`setting columns = 3 in 1..6 "how many"`; `low` and `high` are absent for yes/no and enum settings."""

    name: str
    default: Expression
    low: Expression | None = None
    high: Expression | None = None
    meaning: str = ""


@frozen
class PresetLine(Node):
    name: str
    value: Expression


@frozen
class PresetDeclaration(Node):
    """`preset expert "..."` and the settings it gives."""

    name: str
    meaning: str
    lines: tuple[PresetLine, ...]


@frozen
class ZoneDeclaration(Node):
    """`zone column[columns]: Life, face up`.

    `sizes` are the bracketed numbers, `owners` the names after `of` (`player` or an enum), `sight` is
    "up", "down", "owner" or "" where the author forgot it.
    """

    name: str
    sizes: tuple[Expression, ...]
    owners: tuple[str, ...]
    cards: str
    sight: str
    capacity: Expression | None = None
    ordered_by: str | None = None
    unordered: bool = False
    unlogged: bool = False
    remembered: bool = True


@frozen
class DiceDeclaration(Node):
    """`dice cup of player: Face, at most 5, seen by owner`; `faces` is an enum's name or a range."""

    name: str
    owners: tuple[str, ...]
    faces: Expression
    sight: str
    capacity: Expression


@frozen
class TableDeclaration(Node):
    """`table money_points: 0, 1, 3, then last`"""

    name: str
    entries: tuple[Expression, ...]
    then_last: bool


@frozen
class VariableDeclaration(Node):
    """`var copied of Life: Symbol?`, `var passes = 0 "in a row"`, `var mark[3, 3]: player?`.

    `sizes` and `owners` are those of a zone, but for cards among the owners.
    `sight` is "up" unless the author wrote `face down` or `seen by owner`; `beside` marks `beside its
    name`: what is told wherever the card is named that the variable is kept for.
    """

    name: str
    sizes: tuple[Expression, ...]
    owners: tuple[str, ...]
    kind: KindName | None
    initial: Expression | None
    each_turn: bool = False
    sight: str = "up"
    meaning: str = ""
    beside: bool = False


@frozen
class NeedsDeclaration(Node):
    """`needs EXPRESSION of Cards because "..."`"""

    amount: Expression
    cards: str
    because: Phrase | None


@frozen
class SetupDeclaration(Node):
    body: tuple[Statement, ...]


@frozen
class PlayDeclaration(Node):
    body: tuple[Statement, ...]


@frozen
class Choice(Node):
    """`c in SOURCE` among an action's parameters.

    `least` and `most` are present where a subset is chosen: `exactly 2 of` gives both alike, `1 or more
    of` leaves `most` out, `up to 3 of` leaves `least` out; `subset` tells the two forms apart. `secret`:
    it is `seen by me`.
    """

    name: str
    source: Among
    subset: bool = False
    least: Expression | None = None
    most: Expression | None = None
    secret: bool = False


@frozen
class Payment(Node):
    """`way in payment of PRICE for s in Face from t in pool[me] where CONDITION` among the parameters.

    The price says how many of each symbol are asked; the condition whether `t` may stand for `s`. Of
    several prices, joined by `or`, one is paid.
    """

    name: str
    prices: tuple[Expression, ...]
    symbol: str
    symbols: Expression
    element: str
    over: Expression
    condition: Expression
    secret: bool = False


@frozen
class Requirement(Node):
    """`require NAME: CONDITION because "..."`; the name is there for variants to point at."""

    name: str | None
    condition: Expression
    because: Phrase | None


@frozen
class ActionDeclaration(Node):
    name: str
    choices: tuple[Choice | Payment, ...]
    requirements: tuple[Requirement, ...]
    body: tuple[Statement, ...]


@frozen
class Definition(Node):
    """`define reach(p: player) = ...`, or `team(p) = seat(p) mod 2`, which says besides who wins together."""

    name: str
    parameters: tuple[Parameter, ...]
    value: Expression
    teams: bool = False


@frozen
class RuleDeclaration(Node):
    name: str
    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]


@frozen
class ReactionName(Node):
    name: str


@frozen
class ReactionDeclaration(Node):
    """`reaction NAME when c enters pile` (or `leaves`): effects each time a card does so.

    With `after A, B` those of these reactions are carried out first.
    """

    name: str
    after: tuple[ReactionName, ...]
    card: str
    event: Literal["enters", "leaves"]
    zone: str
    body: tuple[Statement, ...]


@frozen
class ScoreDeclaration(Node):
    """`score money(p) = ...`, or `score harvest from awards` (`value` absent)."""

    name: str
    parameter: Parameter | None
    value: Expression | None


@frozen
class WinnerDeclaration(Node):
    """`winner by highest score, then fewest size(hand[it]) where score >= 20`"""

    keys: tuple[Key, ...]
    where: Expression | None = None


Declaration = (
    Language
    | GameTitle
    | LibraryTitle
    | Include
    | Use
    | EnumDeclaration
    | GroupDeclaration
    | CardsDeclaration
    | SettingDeclaration
    | PresetDeclaration
    | ZoneDeclaration
    | DiceDeclaration
    | TableDeclaration
    | VariableDeclaration
    | NeedsDeclaration
    | SetupDeclaration
    | PlayDeclaration
    | ActionDeclaration
    | Definition
    | RuleDeclaration
    | ReactionDeclaration
    | ScoreDeclaration
    | WinnerDeclaration
    | VariantTitle
    | Change
)


@frozen
class Comment:
    """A `#` comment: its text with the sign, and whether it has its line to itself."""

    text: str
    line: int
    alone: bool


@frozen
class Unread:
    """A declaration that could not be read: the word it begins with, and the names it may have declared."""

    word: str
    names: tuple[str, ...]


@frozen
class Tree:
    """One file, read: its declarations in the order written, and its comments.

    `lent` marks what a library lends: a game need not use all of it.
    """

    file: str
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...] = field(default=(), eq=False)
    lent: bool = False
    unread: tuple[Unread, ...] = field(default=(), eq=False)
