"""What observers learn while statements are carried out: where which card may be, and the log of events.

Code for observers says what has happened, statement by statement (`Tell`, one number for each place in the
rules). `Journal` is what it says it to. Cards are told one by one, then that the statement is done:

    put top(deck) into hand[p]      ->   card 17: deck -> hand[1];  moved
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from attrs import define, field, frozen

from rulewright.dsl.model import NONE
from rulewright.interpreter.code.instructions import EventPlace
from rulewright.interpreter.engine.asking import CompiledPhrase
from rulewright.interpreter.engine.events import Event, Watch
from rulewright.interpreter.engine.knowledge import Knowledge
from rulewright.interpreter.engine.told import Filled, filled
from rulewright.interpreter.engine.transfers import CardMove
from rulewright.interpreter.state.layout import ME, Layout, State, VariablePlace, seats_into, seats_seeing

Forced = Callable[[State, int, Sequence[int]], Event]
"""The event of a move that is made because it is the only one: given as its number, with the pool."""


@frozen(eq=False)
class Teller:
    """What journals of one program share: the places where something happens, and what cards can tell."""

    layout: Layout
    knowledge: Knowledge
    places: tuple[EventPlace, ...]
    texts: tuple[CompiledPhrase, ...]
    most_work: int
    forced: Forced
    _loud: tuple[tuple[bool, ...], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        zones = range(len(self.layout.zones))
        loud = tuple(tuple(self.knowledge.matters(origin, to) for to in zones) for origin in (*zones, -1))
        object.__setattr__(self, "_loud", loud)

    def matters(self, moves: Sequence[CardMove]) -> bool:
        """Can these moves change what anybody knows?"""
        return any(self._loud[origin][to] for _, origin, to in moves)


@define(eq=False)
class Journal:
    """Keeps what observers know up to date, and tells a watch, if there is one, what happens."""

    teller: Teller
    watch: Watch | None
    _together: tuple[State, list[int]] | None = None
    """While seats carry out what they chose at one time: the state before, and the cards moved since."""
    _moves: list[CardMove] = field(factory=list)
    _work: list[int] = field(init=False)
    """How much more may be done to work out texts."""

    def __attrs_post_init__(self) -> None:
        self._work = [self.teller.most_work]

    def __call__(self, state: State, number: int, *told: object) -> None:
        """Something has happened."""
        place = self.teller.places[number]
        _TELLING[place.kind](self, state, place, *told)

    def _tell(self, state: State, place: EventPlace, kind: str, **facts: object) -> None:
        if self.watch is not None:
            build: Callable[..., Event] = Event
            self.watch.tell(build(kind, place.span, **{"seat": state[ME], **facts}))

    @property
    def _everybody(self) -> tuple[int, ...]:
        return self.teller.layout.seats

    # ---- cards -----------------------------------------------------------------------------------

    def _card(self, state: State, place: EventPlace, card: int, origin: int, to: int) -> None:
        self._moves.append((card, origin, to))

    def _moved(self, state: State, place: EventPlace) -> None:
        """A statement has moved cards: one event for each run of them that went the same way."""
        moves, self._moves = self._moves, []
        if self.teller.matters(moves):
            self.teller.knowledge.moved(state, moves, place.shows)
        if self._together is not None:
            self._together[1].extend(card for card, _, _ in moves)
        if self.watch is None:
            return
        for (origin, to), run in groupby(moves, lambda move: move[1:]):
            cards = tuple(card for card, _, _ in run)
            seen_by = self.teller.knowledge.witnesses(origin, to)
            self._tell(state, place, "moved", cards=cards, origin=origin, to=to, seen_by=seen_by)

    def _shuffled(self, state: State, place: EventPlace, zone: int) -> None:
        self.teller.knowledge.shuffled(state, zone)
        self._tell(state, place, "shuffled", origin=zone)

    def _shown(self, state: State, place: EventPlace, to: int, cards: Sequence[int]) -> None:
        if not cards:
            return
        seat = None if to == NONE else to
        self.teller.knowledge.show(state, cards, seat)
        seen_by = self._everybody if seat is None else (seat,)
        self._tell(state, place, "shown", cards=tuple(cards), seen_by=seen_by)

    def _begin_together(self, state: State, place: EventPlace) -> None:
        self._together = list(state), []

    def _end_together(self, state: State, place: EventPlace) -> None:
        assert self._together is not None
        self.teller.knowledge.moved_together(state, *self._together)
        self._together = None

    # ---- dice ------------------------------------------------------------------------------------

    def _rolled(self, state: State, place: EventPlace, number: int, lying: int) -> None:
        cup = self.teller.layout.cups[number]
        values = tuple(state[cup.base + 1 + lying : cup.base + 1 + state[cup.base]])
        seen_by = seats_into(self.teller.layout, cup)
        self._tell(state, place, "rolled", origin=number, name=cup.name, values=values, seen_by=seen_by)

    def _rerolled(self, state: State, place: EventPlace, dice: Sequence[int]) -> None:
        layout = self.teller.layout
        cups = [cup for cup in layout.cups for _ in range(cup.capacity)]
        for number, rolled in groupby(dice, lambda die: cups[die].number):
            cup = layout.cups[number]
            values = tuple(state[cup.base + 1 + die - cup.first_die] for die in rolled)
            seen_by = seats_into(layout, cup)
            self._tell(state, place, "rerolled", origin=number, name=cup.name, values=values, seen_by=seen_by)

    # ---- values ----------------------------------------------------------------------------------

    def _set(self, state: State, place: EventPlace, offset: int, value: int) -> None:
        """A variable is about to take a value. What it was is read only where somebody watches."""
        if self.watch is None:
            return
        layout, variable = self.teller.layout, self.teller.layout.variables[place.name]
        slot = variable.base + offset
        self._tell(
            state,
            place,
            "set",
            name=place.name,
            values=index_of(variable, offset),
            amount=value,
            before=state[slot],
            seen_by=seats_seeing(layout, state, slot),
        )

    def _opened(self, state: State, place: EventPlace, offset: int, to: int) -> None:
        layout, variable = self.teller.layout, self.teller.layout.variables[place.name]
        value, seat = state[variable.base + offset], None if to == NONE else to
        if layout.model.variables[place.name].kind.family == "card" and value != NONE:
            self.teller.knowledge.show(state, (value,), seat)
        seen_by = self._everybody if seat is None else (seat,)
        values = index_of(variable, offset)
        self._tell(state, place, "opened", name=place.name, values=values, amount=value, seen_by=seen_by)

    def _awarded(self, state: State, place: EventPlace, card: int, to: int, points: int) -> None:
        cards = () if card == NONE else (card,)
        self._tell(
            state,
            place,
            "awarded",
            cards=cards,
            to=to,
            name=place.name,
            amount=points,
            seen_by=self._everybody,
        )

    def _dropped(self, state: State, place: EventPlace, player: int) -> None:
        self._tell(state, place, "dropped", to=player, seen_by=self._everybody)

    def _said(self, state: State, place: EventPlace, number: int) -> None:
        if self.watch is not None:
            text = filled(self.teller.layout, self.teller.texts[number], state, self._work)
            held = [one for part in text if isinstance(part, Filled) for one in part.held or ()]
            cards = tuple(one.value for one in held if one.kind.family == "card" and one.value != NONE)
            self._tell(state, place, "told", cards=cards, text=text, seen_by=self._everybody)

    def _ended(self, state: State, place: EventPlace) -> None:
        self._tell(state, place, "ended")

    # ---- flow ------------------------------------------------------------------------------------

    def _phase(self, state: State, place: EventPlace) -> None:
        self._tell(state, place, "phase", seat=NONE, name=place.name)

    def _turn(self, state: State, place: EventPlace, seat: int) -> None:
        self._tell(state, place, "turn", seat=seat)

    def _chose(self, state: State, place: EventPlace, move: int, pool: Sequence[int]) -> None:
        if self.watch is not None:
            self.watch.tell(self.teller.forced(state, move, pool))


_TELLING: Mapping[str, Callable[..., None]] = {
    "card": Journal._card,
    "moved": Journal._moved,
    "together": Journal._begin_together,
    "revealed": Journal._end_together,
    "shuffled": Journal._shuffled,
    "shown": Journal._shown,
    "rolled": Journal._rolled,
    "rerolled": Journal._rerolled,
    "set": Journal._set,
    "opened": Journal._opened,
    "awarded": Journal._awarded,
    "dropped": Journal._dropped,
    "told": Journal._said,
    "ended": Journal._ended,
    "phase": Journal._phase,
    "turn": Journal._turn,
    "chose": Journal._chose,
}


def index_of(variable: VariablePlace, offset: int) -> tuple[int, ...]:
    """The index of a variable's value."""
    index: list[int] = []
    for length, first in zip(reversed(variable.lengths), reversed(variable.firsts), strict=True):
        index.append(offset % length + first)
        offset //= length
    return tuple(reversed(index))
