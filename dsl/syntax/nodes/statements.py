"""Statements as written: how play moves on, and what is done to cards and values."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.syntax.nodes.expressions import Among, Expression, Node, Phrase


@frozen
class Phase(Node):
    name: str
    body: tuple[Statement, ...]


@frozen
class Turns(Node):
    """`turns clockwise from X until Y because "..."`, `turns clockwise after X where Z once`.

    `direction` is "clockwise" or "counterclockwise", `begin` is "from" or "after". One of `once` and
    `until` is given, or neither for turns that only `end game` ends. `condition` says of `it` who has turns.
    `turns from X then Y`: `following` is who comes next, and `direction` is empty.
    """

    direction: str
    begin: str
    start: Expression
    following: Expression | None
    condition: Expression | None
    once: bool
    until: Expression | None
    because: Phrase | None
    body: tuple[Statement, ...]


@frozen
class Repeat(Node):
    """`repeat 3 times as round`, `repeat until X because "..."`, `repeat 3 times until X`."""

    times: Expression | None
    until: Expression | None
    because: Phrase | None
    counter: str | None
    body: tuple[Statement, ...]


@frozen
class ForEach(Node):
    source: Among
    body: tuple[Statement, ...]


@frozen
class If(Node):
    """`otherwise` holds the `else` part; an `else if` is one `If` in it."""

    condition: Expression
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@frozen
class ActionName(Node):
    name: str


@frozen
class Choose(Node):
    """`choose take, pass`, `choose x if possible`, `choose bid by dealer`, `choose reroll step by step`.

    `choose lay unless forced`: a single legal move is made without asking. `choose lose because "..."`: why
    the player is asked.
    """

    actions: tuple[ActionName, ...]
    by: Expression | None = None
    optional: bool = False
    step_by_step: bool = False
    unless_forced: bool = False
    because: Phrase | None = None


@frozen
class EveryoneChooses(Node):
    """`everyone where CONDITION chooses pass_on from leader because "..."`; the condition speaks of `it`.

    `step by step` and `unless forced` mean what they do in `choose`, for each player.
    """

    actions: tuple[ActionName, ...]
    condition: Expression | None
    first: Expression | None
    step_by_step: bool = False
    unless_forced: bool = False
    because: Phrase | None = None


# ---- effects -------------------------------------------------------------------------------------


@frozen
class Assign(Node):
    """`passes = 0`, `passes += 1`; `sign` is "=", "+=" or "-="."""

    target: Expression
    sign: str
    value: Expression


@frozen
class Let(Node):
    name: str
    value: Expression


@frozen
class LetRandom(Node):
    """`let loser = random p in players where tied(p)`"""

    name: str
    source: Among


@frozen
class Put(Node):
    """`put c onto hand[me]`. `how` is "into", "onto", "beneath" or "at" (`into pile at spot`)."""

    what: Among
    how: str
    zone: Expression
    position: Expression | None = None


@frozen
class Deal(Node):
    """`deal 5 from deck to each column`, `deal up to 2 from deck to hand[p]`."""

    amount: Expression
    up_to: bool
    origin: Expression
    each: bool
    to: Expression


@frozen
class Shuffle(Node):
    zone: Expression


@frozen
class Roll(Node):
    """`roll 4 dice into cup`; `roll 2 more dice into cup` leaves those that lie there."""

    amount: Expression
    dice: Expression
    more: bool = False


@frozen
class Reroll(Node):
    """`reroll chosen`"""

    what: Among


@frozen
class Show(Node):
    """`show c to p`; `reveal c` shows to everyone (`to` absent)."""

    what: Among
    to: Expression | None


@frozen
class Swap(Node):
    """`swap a with b`: two cards change places, or two zones their contents."""

    one: Expression
    other: Expression


@frozen
class Award(Node):
    """`award 3 to p for harvest from c`"""

    amount: Expression
    to: Expression
    score: str
    card: Expression | None


@frozen
class DropOut(Node):
    """`drop out` (the player whose turn it is) or `drop out p`."""

    player: Expression | None


@frozen
class RuleCall(Node):
    """`refill`, `settle(c)`; with `then`, once the action has ended."""

    name: str
    arguments: tuple[Expression, ...]
    later: bool = False


@frozen
class Tell(Node):
    """`tell "{p} is out of the round"`"""

    text: Phrase


@frozen
class EndGame(Node):
    because: Phrase | None


@frozen
class EndPhase(Node):
    """`end phase because "..."`: the innermost phase that is running."""

    because: Phrase | None


Statement = (
    Phase
    | Turns
    | Repeat
    | ForEach
    | If
    | Choose
    | EveryoneChooses
    | Assign
    | Let
    | LetRandom
    | Put
    | Deal
    | Shuffle
    | Roll
    | Reroll
    | Show
    | Swap
    | Award
    | DropOut
    | RuleCall
    | Tell
    | EndGame
    | EndPhase
)
