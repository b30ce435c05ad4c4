"""Expressions as written, and the phrases that refusals are made of."""

from __future__ import annotations

from attrs import field, frozen

from rulewright.dsl.problems.spans import Span


@frozen
class Node:
    """What every node has: the place it was written."""

    span: Span = field(kw_only=True, eq=False)


@frozen
class Phrase(Node):
    """Text with gaps: `"{c} lies on level {level(c)}"`; strings and expressions in turn."""

    parts: tuple[str | Expression, ...]


@frozen
class Number(Node):
    value: int


@frozen
class Truth(Node):
    """`yes` or `no`"""

    value: bool


@frozen
class Nothing(Node):
    """`none`"""


@frozen
class Name(Node):
    """A plain name; `it` and `me` are names too."""

    name: str


@frozen
class RandomPlayer(Node):
    """`random player`"""


@frozen
class Field(Node):
    """`c.joker`, `Kind.health`; with `optional`, `c?.joker`."""

    of: Expression
    name: str
    optional: bool = False


@frozen
class Index(Node):
    """`hand[me]`, `money_points[3]`, `c.symbols[love]`, `pile[p, k]`"""

    of: Expression
    items: tuple[Expression, ...]


@frozen
class Call(Node):
    """`size(k)`, `reach(p)`, `min(a, b)`"""

    name: str
    arguments: tuple[Expression, ...]


@frozen
class Order(Node):
    """`from lowest c.value` at the end of a source; `direction` is "lowest" or "highest"."""

    direction: str
    value: Expression


@frozen
class Among(Node):
    """`c in all column where c.joker from lowest c.value`; without a name the element is `it`.

    `most`: of these only the first so many, `c in up to 3 of hand[p] from highest c.value`.
    """

    name: str | None
    over: Expression
    where: Expression | None = None
    order: Order | None = None
    most: Expression | None = None


@frozen
class SetsAmong(Node):
    """`h in exactly 5 of hand[p] where is_flush(h)`: all sets of so many; `least` and `most` as in a choice.

    The name is the set's, and `where` asks of the whole of it.
    """

    name: str
    over: Expression
    least: Expression | None
    most: Expression | None
    where: Expression | None = None


Drawn = Among | SetsAmong


@frozen
class Fold(Node):
    """`sum(weight(c) for c in hand[p])`; `how` is "sum", "min", "max", "any" or "all"."""

    how: str
    value: Expression
    source: Drawn


@frozen
class Count(Node):
    """`count(c in hand[me] where c.joker)`"""

    source: Drawn


@frozen
class Key(Node):
    """What is compared: `fewest size(k)`, `highest score`, `first`, `last`.

    `direction` is "most", "fewest", "first" or "last" (`highest` and `lowest` are read as the first
    two; `word` keeps what was written); `value` is absent for the last two. A value speaks of `it` or
    of the source's name.
    """

    direction: str
    word: str
    value: Expression | None


@frozen
class Best(Node):
    """`best(k in column by fewest size(k), then first)`"""

    source: Drawn
    keys: tuple[Key, ...]


@frozen
class Place(Node):
    """`place of p by most count_of(it, good_luck)`: 1 for the best, equals share a place.

    Places are dense (1 1 2) unless `skipping` (1 1 3, written `by most X skipping ties`).
    """

    player: Expression
    key: Key
    skipping: bool = False


@frozen
class AllOf(Node):
    """`all column`: the cards of every zone of that name (`all pile[p]`: of those that fit)."""

    of: Expression


@frozen
class Filtered(Node):
    """`(Life where it.rank < 3)`: a collection in parentheses or as the body of a definition."""

    source: Among


@frozen
class CardText(Node):
    """`"red-7"`: a card by its id, where an id is compared."""

    id: str


@frozen
class ListOf(Node):
    """`[offerings[me], dreams[me]]`"""

    items: tuple[Expression, ...]


@frozen
class ListFor(Node):
    """`[top(pile[p, k]) for k in Kind where ...]`"""

    value: Expression
    source: Among


@frozen
class Range(Node):
    """`1..5`"""

    low: Expression
    high: Expression


@frozen
class Unary(Node):
    """`not x`, `-x`"""

    sign: str
    of: Expression


@frozen
class Binary(Node):
    """`+ - * div mod == != < <= > >= in and or else`, and `not in` written as `Unary("not", ...)`."""

    sign: str
    left: Expression
    right: Expression


@frozen
class Is(Node):
    """`x is some`, `x is none`"""

    of: Expression
    some: bool


@frozen
class Conditional(Node):
    """`if a then b else c`"""

    condition: Expression
    then: Expression
    otherwise: Expression


@frozen
class Arm(Node):
    """`love, family: 2` below `match`; no patterns for the arm `else`."""

    patterns: tuple[Expression, ...]
    value: Expression


@frozen
class Match(Node):
    """`match m` with its arms indented below; only as the body of a definition or score."""

    of: Expression
    arms: tuple[Arm, ...]


Expression = (
    Number
    | Truth
    | Nothing
    | Name
    | RandomPlayer
    | Field
    | Index
    | Call
    | CardText
    | Fold
    | Count
    | Best
    | Place
    | AllOf
    | Filtered
    | ListOf
    | ListFor
    | Range
    | Unary
    | Binary
    | Is
    | Conditional
    | Match
)
