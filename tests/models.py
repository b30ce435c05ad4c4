"""A small game built by hand, for tests of the interpreter that need no rule file.

Nine tiles of three suits, worth 1 to 3 each: earth-1 is card 0, earth-2 card 1 ... fire-3 card 8.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from rulewright.dsl.model import (
    BOOL,
    INT,
    PLAYER,
    Action,
    BuiltIn,
    CardField,
    CardRow,
    CardSet,
    CardsIn,
    Comparison,
    Constant,
    Dice,
    Dimension,
    EnumModel,
    IntRange,
    Kind,
    Known,
    Listing,
    ListOfTerms,
    Local,
    Model,
    PutStep,
    Rule,
    Score,
    Setting,
    ShuffleStep,
    Step,
    Stored,
    Table,
    Term,
    Variable,
    VariableModel,
    Zone,
    ZoneAt,
    card_kind,
    enum_kind,
)
from rulewright.interpreter.engine.journal import Journal
from rulewright.interpreter.engine.knowledge import Knowledge
from rulewright.interpreter.engine.program import build_program
from rulewright.interpreter.state.layout import BOX, ME, Layout, State
from rulewright.interpreter.state.state import cards_in as in_zone
from rulewright.interpreter.state.state import fill
from rulewright.interpreter.words.move_text import Offered

SUITS = ("earth", "water", "fire")
TILE, SUIT = card_kind("Tile"), enum_kind("Suit")
ZONE = Kind("zone", "Tile")
PER_PLAYER, PER_TILE = Dimension("player"), Dimension("card", "Tile")


def tile(suit: int, value: int) -> CardRow:
    """A tile: one symbol of its suit for each point, kinds its own and the next suit; fire is wild."""
    bag = tuple(value if one == suit else 0 for one in range(3))
    values: tuple[Stored, ...] = (
        3 * suit + value - 1,
        suit,
        value,
        bag,
        int(suit == 2),
        (suit, (suit + 1) % 3),
    )
    return CardRow(f"{SUITS[suit]}-{value}", f"{SUITS[suit]} {value}", 0, 1, values)


ROWS = tuple(tile(suit, value) for suit in range(3) for value in (1, 2, 3))
FIELDS = (
    CardField("id", enum_kind("Tile.id")),
    CardField("suit", SUIT),
    CardField("value", INT),
    CardField("symbols", Kind("enum", "Suit", "bag")),
    CardField("wild", BOOL),
    CardField("kinds", SUIT.many()),
)

E1, E2, E3, W1, W2, W3, F1, F2, F3 = range(9)
"""The numbers of the cards: a letter for the suit, then the value."""


def number(value: int) -> Constant:
    """A number as a term."""
    return Constant(value, kind=INT)


def seat(value: int) -> Constant:
    """A player as a term."""
    return Constant(value, kind=PLAYER)


def card(value: int) -> Constant:
    """A card as a term."""
    return Constant(value, kind=TILE)


def suit(value: int) -> Constant:
    """A suit as a term."""
    return Constant(value, kind=SUIT)


def local(slot: int, kind: Kind = TILE) -> Local:
    """What a slot holds."""
    return Local(slot, kind=kind)


def zone(name: str, *index: Term) -> ZoneAt:
    """One zone."""
    return ZoneAt(name, index, kind=ZONE)


def cards_in(name: str, *index: Term) -> CardsIn:
    """The cards of one zone."""
    return CardsIn(zone(name, *index), kind=TILE.many())


def compare(left: Term, sign: str, right: Term) -> Comparison:
    """A comparison."""
    return Comparison(sign, left, right, kind=BOOL)


PASSES = Variable("passes", (), kind=INT)
"""The variable of the small game that is a number for all."""


def call(name: str, *arguments: Term, kind: Kind = INT) -> BuiltIn:
    """A function of the language, called."""
    return BuiltIn(name, arguments, kind=kind)


def cards(*numbers: int) -> ListOfTerms:
    """A list of cards."""
    return ListOfTerms(tuple(card(one) for one in numbers), kind=TILE.many())


def put(what: Term, to: Term, how: str = "into", position: Term | None = None) -> PutStep:
    """The effect that puts cards somewhere."""
    return PutStep(what, how, to, position)


def _zone(name: str, *dimensions: Dimension, **facts: Any) -> Zone:
    details = {"sight": "up", "capacity": None, "ordered_by": None, "unordered": False, **facts}
    return Zone(name, dimensions, "Tile", **details)


def _variable(name: str, *dimensions: Dimension, kind: Kind = INT, sight: Any = "up") -> VariableModel:
    return VariableModel(name, dimensions, kind, None, False, sight, "")


ZONES = (
    _zone("deck", sight="down"),
    _zone("row", Dimension("number", size=number(3))),
    _zone(
        "grid", Dimension("number", size=number(2)), Dimension("number", size=number(3)), capacity=number(1)
    ),
    _zone("hand", PER_PLAYER, sight="owner", ordered_by="value"),
    _zone("secret", PER_PLAYER, sight="owner", unordered=True),
    _zone("pair", capacity=number(2)),
)
VARIABLES = (
    _variable("passes"),
    _variable("bid", PER_PLAYER, kind=INT.maybe(), sight="owner"),
    _variable("mark", PER_TILE),
)
MIXED = Rule("mixed", (), (ShuffleStep(zone("deck")),), asks=False)
SMALL = Model(
    id="small",
    title="Small",
    facts={},
    least_players=1,
    most_players=4,
    enums={
        "Suit": EnumModel("Suit", SUITS),
        "Tile.id": EnumModel("Tile.id", tuple(row.id for row in ROWS)),
    },
    card_sets={"Tile": CardSet("Tile", FIELDS, ROWS, ())},
    settings={"bonus": Setting("bonus", INT, number(5), None, None, "")},
    presets={},
    zones={one.name: one for one in ZONES},
    dice={
        "cup": Dice("cup", (), INT, IntRange(number(1), number(6), kind=INT.many()), "up", number(5)),
        "own": Dice("own", (PER_PLAYER,), SUIT, Listing((0, 1, 2), kind=SUIT.many()), "owner", number(2)),
    },
    tables={
        "points": Table("points", (number(0), number(1), number(3)), True),
        "strict": Table("strict", (number(5), number(6)), False),
    },
    variables={one.name: one for one in VARIABLES},
    needs=(),
    setup=(),
    play=(),
    actions={},
    definitions={},
    rules={"mixed": MIXED},
    reactions={},
    scores={
        "awards": Score("awards", 18, None),
        "cards": Score("cards", 19, None),
    },
    winner=None,
    locals=20,
    phases=(),
)


@frozen
class Played:
    """A game on the table: all that a test needs at hand."""

    model: Model
    players: int
    layout: Layout
    knowledge: Knowledge
    state: State

    def do(self, *steps: Step, state: State | None = None) -> None:
        """Carry out effects, as an action of the game does."""
        model = evolve(self.model, actions={"test": Action("test", (), (), steps)})
        program = build_program(model, known(model, self.players), Offered.here)
        state = self.state if state is None else state
        journal = Journal(program.play.teller, None)
        program.asked.printed.names["do_test"](state, program.asked.printed.context(1_000_000, journal))

    def place(self, name: str, *cards: int, index: tuple[int, ...] = ()) -> None:
        """Put cards from the box into a zone, from the bottom, as everybody may see."""
        to = self.zone(name, *index)
        for one in cards:
            fill(self.layout, self.state, to, [*self.lies_in(name, *index), one])
            self.knowledge.moved(self.state, [(one, BOX, to)])

    def lies_in(self, name: str, *index: int) -> list[int]:
        """The cards of a zone, from the bottom."""
        return in_zone(self.layout, self.state, self.zone(name, *index))

    def zone(self, name: str, *index: int) -> int:
        """A zone's number."""
        return self.layout.zone_at[name, index]


def known(model: Model, players: int) -> Known:
    """What is known of the small game before play."""
    return Known(players, {"bonus": 5}, model.definitions)


def table(players: int = 3, seed: int = 1, me: int = 0) -> Played:
    """The small game laid out and begun: all cards in the box."""
    program = build_program(SMALL, known(SMALL, players), Offered.here)
    layout, state = program.layout, program.new_state(seed)
    state[ME] = me
    return Played(SMALL, players, layout, Knowledge(layout), state)
