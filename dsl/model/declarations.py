"""The checked model of a game: what the interpreter plays, frozen, with nothing left to look up.

Sizes that depend on settings or on the number of players stay terms, since one model serves every
player count; the interpreter works them out when it lays out a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from rulewright.dsl.model.kinds import Kind
from rulewright.dsl.model.steps import Step
from rulewright.dsl.model.terms import Phrase, Ranking, Term
from rulewright.dsl.problems.spans import NOWHERE, Source, Span

Sight = Literal["up", "down", "owner"]

MOST_MOVES = 50_000
"""How many moves a game may ask for at most."""
USUAL_MOVES = 10_000
"""How many moves a game may take that asks for nothing."""


@frozen
class EnumModel:
    name: str
    values: tuple[str, ...]


@frozen
class Dimension:
    """What one index of a zone, cup or variable ranges over.

    `over` is "player", "enum" (`name`), "card" (`name` of the set; variables only) or "number" (1 to
    `size`; not cups).
    """

    over: Literal["player", "enum", "card", "number"]
    name: str = ""
    size: Term | None = None


@frozen
class CardField:
    """A property of a set's cards. A set that has a file has the property `id`, of the enum `NAME.id`."""

    name: str
    kind: Kind


Stored = int | tuple[int, ...]
"""A property's value: an integer, a set's members, or a bag's counts."""


@frozen
class CardRow:
    """Cards that are alike: `copies` of one printing. `values` stand in the order of the set's fields.

    `text` says to players what the card does; the rules never look at it. `printing` counts from 1 where a
    card has several, else 0. `placeholders` names the fields whose values are stand-ins ("" for the whole
    row).
    """

    id: str
    title: str
    printing: int
    copies: int
    values: tuple[Stored, ...]
    placeholders: tuple[str, ...] = field(default=(), eq=False)
    text: str = field(default="", eq=False)
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class CardGenerator:
    """One factor of a product of cards: the field it fills, and its values; conditions find one in `slot`."""

    field: str
    over: Term
    slot: int


@frozen
class CardSet:
    """Either `rows` from a file, or the product of `generators` with `defaults` for other fields.

    Of the product only the cards are made that are `where`, in so many `copies`. The id of a generated card
    joins its values by `-`: `earth-7`; it is no field.
    """

    name: str
    fields: tuple[CardField, ...]
    rows: tuple[CardRow, ...]
    generators: tuple[CardGenerator, ...]
    defaults: tuple[Stored, ...] = ()
    where: Term | None = None
    copies: Term | None = None
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Setting:
    """`default`, `low` and `high` may use the player count and earlier settings."""

    name: str
    kind: Kind
    default: Term
    low: Term | None
    high: Term | None
    meaning: str = field(eq=False)
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Preset:
    name: str
    meaning: str = field(eq=False)
    values: Mapping[str, Term]
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Zone:
    """`capacity` absent: as many as there are cards of the set. `ordered_by` names a property.

    What goes through an `unlogged` zone is told as if it went straight to where it goes from there. Of a zone
    that is not `remembered`, who does not see into it does not keep in mind which cards went there.
    """

    name: str
    dimensions: tuple[Dimension, ...]
    cards: str
    sight: Sight
    capacity: Term | None
    ordered_by: str | None
    unordered: bool
    unlogged: bool = False
    remembered: bool = True
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Dice:
    """A cup of at most `capacity` dice; a die shows one of `faces`, a collection of values of `kind`."""

    name: str
    dimensions: tuple[Dimension, ...]
    kind: Kind
    faces: Term
    sight: Sight
    capacity: Term
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Table:
    name: str
    entries: tuple[Term, ...]
    then_last: bool
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class VariableModel:
    """`initial` absent: 0, no, the first value, or nothing, as the kind has it.

    `beside`: the value is told wherever the card is named that it is kept for. Such a variable has one
    dimension, a set of cards, is open to all and not reset.
    """

    name: str
    dimensions: tuple[Dimension, ...]
    kind: Kind
    initial: Term | None
    each_turn: bool
    sight: Sight
    meaning: str = field(eq=False)
    beside: bool = False
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Needs:
    """How many cards of a set a game takes."""

    amount: Term
    cards: str
    because: Phrase | None
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class ParameterModel:
    name: str
    slot: int
    kind: Kind


@frozen
class PaymentModel:
    """Prices of which one is paid, and what may pay them.

    Each of `prices` is how many of the symbol in `symbol_slot` are asked, for each of `symbols`, which are
    of `symbol_kind` (none below 0); `pays` tells whether the element in `slot` may stand for it.
    """

    prices: tuple[Term, ...]
    symbol_kind: Kind
    symbol_slot: int
    symbols: tuple[int, ...]
    slot: int
    pays: Term


@frozen
class ChoiceModel:
    """One choice of an action: an element of `domain` in `slot`, or with `subset` a list of them.

    `kind` is the element's. `least` and `most` bound a subset's size; absent: 0 and all. With a `payment`
    the subset must pay one of its prices exactly, each element standing for one symbol. Of a `secret` choice
    others learn that it was made, and not what was chosen.
    """

    name: str
    slot: int
    kind: Kind
    domain: Term
    subset: bool
    least: Term | None
    most: Term | None
    payment: PaymentModel | None = None
    secret: bool = False
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class RequirementModel:
    name: str | None
    condition: Term
    because: Phrase | None
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Action:
    name: str
    choices: tuple[ChoiceModel, ...]
    requirements: tuple[RequirementModel, ...]
    body: tuple[Step, ...]
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class DefinitionModel:
    name: str
    parameters: tuple[ParameterModel, ...]
    value: Term
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Rule:
    """`asks`: it holds a choice, turns or a phase, so only the flow of play may run it."""

    name: str
    parameters: tuple[ParameterModel, ...]
    body: tuple[Step, ...]
    asks: bool
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Reaction:
    """Effects each time a card (in `slot`) "enters" or "leaves" a zone of that name.

    `after` names others of the same event that are carried out first.
    """

    name: str
    slot: int
    event: Literal["enters", "leaves"]
    zone: str
    body: tuple[Step, ...]
    after: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Score:
    """`value` for the player in `slot`; None: the points awarded under this name."""

    name: str
    slot: int
    value: Term | None
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Winner:
    """Players in order: by each ranking in turn, of the player in `slot`.

    Where there is a condition, only players for whom it holds can win.
    """

    slot: int
    rankings: tuple[Ranking, ...]
    condition: Term | None = None
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Model:
    """A whole game, checked.

    `locals` is the number of slots that terms and steps use. `fingerprints` hold a hash for each
    declaration (`"define reach"`, `"card Fruit fig"`), the same as long as its meaning is. `variants`
    are those laid over the game, by id; `files` those of the game and of variants that no other program
    need have, so that a save carries them. `secret_locals` are slots whose values are made from hidden
    variables or secret choices. `reactions` stand in the order in which they are carried
    out, wherever they are written. A game of `most_moves` is over, and drawn.
    """

    id: str
    title: str
    facts: Mapping[str, str]
    least_players: int
    most_players: int
    enums: Mapping[str, EnumModel]
    card_sets: Mapping[str, CardSet]
    settings: Mapping[str, Setting]
    presets: Mapping[str, Preset]
    zones: Mapping[str, Zone]
    dice: Mapping[str, Dice]
    tables: Mapping[str, Table]
    variables: Mapping[str, VariableModel]
    needs: tuple[Needs, ...]
    setup: tuple[Step, ...]
    play: tuple[Step, ...]
    actions: Mapping[str, Action]
    definitions: Mapping[str, DefinitionModel]
    rules: Mapping[str, Rule]
    reactions: Mapping[str, Reaction]
    scores: Mapping[str, Score]
    winner: Winner | None
    locals: int
    phases: tuple[str, ...]
    fingerprints: Mapping[str, str] = field(factory=dict)
    sources: Mapping[str, Source] = field(factory=dict, eq=False, repr=False)
    translations: Mapping[str, Translation] = field(factory=dict, eq=False, repr=False)
    most_moves: int = USUAL_MOVES
    variants: tuple[str, ...] = ()
    files: tuple[RuleFile, ...] = field(default=(), eq=False, repr=False)
    tables_of_cards: tuple[CardTable, ...] = field(default=(), eq=False, repr=False)
    secret_locals: frozenset[int] = frozenset()


@frozen
class RuleFile:
    """A file of rules or cards: of the game itself (0), or of the variant of that number, from 1."""

    of: int
    name: str
    text: str


@frozen
class CardTable:
    """A table that cards of a set come from: the columns that are read, and the others."""

    cards: str
    file: str
    read: tuple[str, ...]
    unread: tuple[str, ...]


@frozen
class Translation:
    """Display texts in one language, in Unicode's composed form (NFC); an empty title means none is given.

    `cards` maps card ids to names, `texts` to what the cards do; `words` maps the ids of all else.
    """

    title: str
    cards: Mapping[str, str]
    texts: Mapping[str, str]
    words: Mapping[str, str]
