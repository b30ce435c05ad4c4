"""Checked expressions. Names are resolved, kinds known, slots given out.

A `Local` is a numbered slot that holds a parameter, a loop's element or a `let`. As nothing in the
language recurses, each slot has one owner for the whole model, and a slot can live in the one array
that holds the state of a game.
"""

from __future__ import annotations

from attrs import field, frozen

from rulewright.dsl.model.kinds import Kind
from rulewright.dsl.problems.spans import NOWHERE, Span


@frozen
class Term:
    """Any checked expression: its kind, and where it was written (for faults found in play)."""

    kind: Kind = field(kw_only=True)
    span: Span = field(kw_only=True, default=NOWHERE, eq=False)


@frozen
class Constant(Term):
    value: int


@frozen
class SettingValue(Term):
    """A setting: known before a game begins, and constant in it."""

    name: str


@frozen
class PlayerCount(Term):
    pass


@frozen
class Me(Term):
    """The player who acts. Where that is not `surely` somebody, asking may be a fault in play."""

    surely: bool = field(default=True, kw_only=True)


@frozen
class Local(Term):
    slot: int


@frozen
class Variable(Term):
    """A variable of the game, with one index for each of its dimensions."""

    name: str
    index: tuple[Term, ...]


@frozen
class RandomPlayer(Term):
    """A player drawn by chance; only as the initial value of `variable`."""

    variable: str


@frozen
class RandomOf(Term):
    """An element of a collection, drawn by the chance of `site`; NONE of nothing. Only what `let` names."""

    site: str
    over: Term


@frozen
class ScoreOf(Term):
    """A player's points: of one named score, or all together (`name` None)."""

    name: str | None
    player: Term


# ---- collections ---------------------------------------------------------------------------------


@frozen
class EveryPlayer(Term):
    """All seats, from the first."""


@frozen
class Listing(Term):
    """Values known at load: an enum's or a group's."""

    values: tuple[int, ...]


@frozen
class EveryCard(Term):
    """All cards of a set that are in the game as laid out, wherever they lie."""

    cards: str


@frozen
class IntRange(Term):
    low: Term
    high: Term


@frozen
class ListOfTerms(Term):
    items: tuple[Term, ...]


@frozen
class ZonesOf(Term):
    """All zones declared under one name whose first indices are those given."""

    zone: str
    index: tuple[Term, ...]


@frozen
class CardsIn(Term):
    """The cards of one zone, from the bottom; of an unordered zone, by card number."""

    zone: Term


@frozen
class CardsOfAll(Term):
    """The cards of many zones, zone by zone."""

    zones: Term


@frozen
class DiceIn(Term):
    """The dice that lie in one cup."""

    dice: str
    index: tuple[Term, ...]


@frozen
class Ranking:
    """What is compared: `direction` is "most", "fewest", "first" or "last" (no value for these two)."""

    direction: str
    value: Term | None


@frozen
class Gather(Term):
    """The elements of `over` that satisfy `where`, ordered by `order`, each turned into `value`.

    `slot` holds the element while `where`, `order` and `value` are worked out. Each of the three may
    be absent, and so may `most`: how many of them at most, the first ones.
    """

    slot: int
    over: Term
    where: Term | None
    order: Ranking | None
    value: Term | None
    most: Term | None = None


@frozen
class Subsets(Term):
    """The sets of `least` to `most` elements of a collection (absent: 0, and all), the small ones first.

    Only folds and the best go through them. The kind is that of the collection, and of each of the sets.
    """

    of: Term
    least: Term | None
    most: Term | None


@frozen
class Fold(Term):
    """`how` is "count", "sum", "min", "max", "any" or "all" (`value` absent for a count).

    min and max of nothing are absent, so their kind is optional unless the source cannot be empty.
    """

    how: str
    slot: int
    over: Term
    where: Term | None
    value: Term | None


@frozen
class BestOf(Term):
    """The element that comes first by the rankings in turn; the first of equals; NONE of nothing."""

    slot: int
    over: Term
    where: Term | None
    rankings: tuple[Ranking, ...]


@frozen
class PlaceOf(Term):
    """A player's rank (from 1) among all players by `ranking`; equals share a place.

    Places are dense (1 1 2), or skip as many as tie (1 1 3) with `skipping`.
    """

    player: Term
    slot: int
    ranking: Ranking
    skipping: bool


# ---- cards, zones, tables ------------------------------------------------------------------------


@frozen
class ZoneAt(Term):
    """One zone, by its name and all its indices (numbers count from 1 as written)."""

    zone: str
    index: tuple[Term, ...]


@frozen
class Property(Term):
    """A card's property; of kind many for a set."""

    card: Term
    name: str


@frozen
class BagCount(Term):
    """How often a symbol occurs in a card's bag."""

    card: Term
    name: str
    symbol: Term


@frozen
class BagTotal(Term):
    """How many symbols a card's bag holds in all."""

    card: Term
    name: str


@frozen
class DieFace(Term):
    die: Term


@frozen
class TableEntry(Term):
    """An entry of a table, counted from 0; past the end the last, or a fault."""

    table: str
    at: Term


# ---- absent values -------------------------------------------------------------------------------


@frozen
class IfSome(Term):
    """`x?.f`: with `value` in `slot`, `body`; absent where the value is."""

    slot: int
    value: Term
    body: Term


@frozen
class Default(Term):
    """`x else d`"""

    value: Term
    default: Term


@frozen
class IsSome(Term):
    value: Term


@frozen
class Must(Term):
    """The value, which the author says is there: a fault where it is not.

    `emptied` is what must be empty for that, as the author wrote it: `deck` in `top(deck)`; else no text.
    """

    value: Term
    emptied: str = field(default="", eq=False)


# ---- arithmetic and logic ------------------------------------------------------------------------


@frozen
class Arithmetic(Term):
    """`sign` is + - * div or mod; a fault beyond 32 bits or by a division by zero; floors."""

    sign: str
    left: Term
    right: Term


@frozen
class Comparison(Term):
    """`sign` is == != < <= > >=. With an absent operand the last four are no."""

    sign: str
    left: Term
    right: Term


@frozen
class And(Term):
    parts: tuple[Term, ...]


@frozen
class Or(Term):
    parts: tuple[Term, ...]


@frozen
class Not(Term):
    of: Term


@frozen
class Conditional(Term):
    condition: Term
    then: Term
    otherwise: Term


@frozen
class MatchArm:
    """`ranges` are the values that it is for: from the least to the most, a single value twice."""

    ranges: tuple[tuple[int, int], ...]
    result: Term
    span: Span = field(default=NOWHERE, eq=False)

    def holds(self, value: int) -> bool:
        """Is it for this value?"""
        return any(low <= value <= high for low, high in self.ranges)


@frozen
class MatchOn(Term):
    """The arm that holds the value; `otherwise` where no arm does (absent: all are covered)."""

    value: Term
    arms: tuple[MatchArm, ...]
    otherwise: Term | None


@frozen
class Member(Term):
    """`x in collection`"""

    value: Term
    collection: Term


@frozen
class Apply(Term):
    """A definition worked out for arguments."""

    definition: str
    arguments: tuple[Term, ...]


@frozen
class BuiltIn(Term):
    """One of the language's own functions (`dsl/syntax/vocabulary.py` lists them)."""

    name: str
    arguments: tuple[Term, ...]


@frozen
class Phrase:
    """Text with gaps, rendered for the seat that reads it."""

    parts: tuple[str | Term, ...]
    span: Span = field(default=NOWHERE, eq=False)
