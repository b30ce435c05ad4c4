"""Checked statements: the flow of play and the effects on its state."""

from __future__ import annotations

from attrs import field, frozen

from rulewright.dsl.model.terms import Phrase, Term
from rulewright.dsl.problems.spans import NOWHERE, Span


@frozen
class Step:
    """Any checked statement, and where it was written."""

    span: Span = field(kw_only=True, default=NOWHERE, eq=False)


# ---- flow ----------------------------------------------------------------------------------------


@frozen
class PhaseStep(Step):
    name: str
    body: tuple[Step, ...]


@frozen
class TurnsStep(Step):
    """Players act in turn, skipping those who dropped out, and those for whom `condition` does not hold.

    Begins with `start`, or with the next player after it (`after`). `until` is tested before each turn, the
    condition of the player in `slot` too. With `once` every player has one turn. `following` says who comes
    next, of the player whose turn it was; without it turns go round.
    """

    clockwise: bool
    after: bool
    start: Term
    following: Term | None
    slot: int
    condition: Term | None
    once: bool
    until: Term | None
    because: Phrase | None
    body: tuple[Step, ...]


@frozen
class RepeatStep(Step):
    """`times` and `until` may each be absent; `until` is tested before each round; `counter` from 1."""

    times: Term | None
    until: Term | None
    because: Phrase | None
    counter: int | None
    body: tuple[Step, ...]


@frozen
class ForEachStep(Step):
    """The collection is worked out once, before the first round."""

    slot: int
    over: Term
    body: tuple[Step, ...]


@frozen
class IfStep(Step):
    condition: Term
    body: tuple[Step, ...]
    otherwise: tuple[Step, ...]


@frozen
class ChooseStep(Step):
    """One player (`by`, else the one whose turn it is) takes one of the actions.

    `unless_forced`: where only one move is legal it is made without asking. `because` tells the player why
    there is something to choose.
    """

    actions: tuple[str, ...]
    by: Term | None
    optional: bool
    step_by_step: bool
    unless_forced: bool = False
    because: Phrase | None = None


@frozen
class EveryoneStep(Step):
    """All players for whom `condition` holds (of the player in `slot`) choose, hidden, at once.

    The effects run clockwise from `first` (else from the first seat) once all have committed. With
    `unless_forced` who has only one legal move is committed to it without being asked.
    """

    actions: tuple[str, ...]
    slot: int
    condition: Term | None
    first: Term | None
    step_by_step: bool = False
    unless_forced: bool = False
    because: Phrase | None = None


# ---- effects -------------------------------------------------------------------------------------


@frozen
class SetVariable(Step):
    """`sign` is "=", "+=" or "-="."""

    name: str
    index: tuple[Term, ...]
    sign: str
    value: Term


@frozen
class SetLocal(Step):
    slot: int
    value: Term


@frozen
class PutStep(Step):
    """Cards go to a zone: `how` is "into", "onto", "beneath" or "at" (`position` from 1, at the bottom).

    `what` is one card (absent: a fault) or a collection, whose cards go one after another.
    """

    what: Term
    how: str
    zone: Term
    position: Term | None


@frozen
class DealStep(Step):
    """Cards from the top of `origin`, one by one in rounds, to `to`: a zone, or many with `each`.

    Too few cards are a fault, unless `up_to`.
    """

    amount: Term
    up_to: bool
    origin: Term
    to: Term
    each: bool


@frozen
class ShuffleStep(Step):
    zone: Term


@frozen
class RollStep(Step):
    """The cup is emptied, unless for `more` dice, and `amount` dice are rolled into it."""

    amount: Term
    dice: str
    index: tuple[Term, ...]
    more: bool = False


@frozen
class RerollStep(Step):
    what: Term


@frozen
class ShowStep(Step):
    """Cards are shown to one player, or to all (`to` None), and stay where they are."""

    what: Term
    to: Term | None


@frozen
class ShowValueStep(Step):
    """The value of a hidden variable is shown to one player, or to all (`to` None), until it is set again."""

    name: str
    index: tuple[Term, ...]
    to: Term | None


@frozen
class SwapStep(Step):
    """Two cards change places, or two zones their contents (the kind of `one` tells)."""

    one: Term
    other: Term


@frozen
class AwardStep(Step):
    amount: Term
    to: Term
    score: str
    card: Term | None


@frozen
class DropOutStep(Step):
    player: Term | None


@frozen
class CallStep(Step):
    """A rule runs now, or when the action that calls it has ended (`later`)."""

    rule: str
    arguments: tuple[Term, ...]
    later: bool


@frozen
class TellStep(Step):
    """A text for the log; of each gap everybody reads what they may know."""

    text: Phrase


@frozen
class EndGameStep(Step):
    because: Phrase | None


@frozen
class EndPhaseStep(Step):
    """The innermost phase that is running ends at once, and with it all that it is in the middle of.

    The reason may be told long after, when locals are gone: `kept` are those that it speaks of, and `me`.
    """

    because: Phrase | None
    kept: tuple[SetLocal, ...] = ()
