"""Chance that is asked for: whoever plays a game chooses what comes of it, where else a seed decides.

Code printed as Python is given other functions where it draws, shuffles, and works on the cards of zones.
Where an outcome is needed that has not been given, `ChanceAsked` says which there are; then what was being
done is done once more from its beginning, with one outcome more.

    machine.start(seed)       -> asked: which card lies on top of the deck
    machine.choose(state, 17) -> asked: which card lies beneath it

A shuffle is not asked for as a whole. The cards that it leaves in an order nobody knows are an *open*
stretch of their zone; they stand in the order of their numbers there, and which card lies at a place is asked
when the rules look at that place, from the nearer end of the stretch on. So a deck of 52 of which two cards
are dealt asks for two cards. Places are looked at where it makes no difference, too, as when cards of a deck
are counted: then more is asked than needed, and all that is reached is what chance could have brought. Where
the stretch begins and ends stands in the counter of the zone's chance, which has no other use here: copies of
a state have it with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import local
from typing import Any, NoReturn

from attrs import define, field, frozen

from rulewright.interpreter.code.instructions import Code, PointCode
from rulewright.interpreter.code.python import loaded
from rulewright.interpreter.engine.machine import Draws, Printed, PythonMachine, TooMany
from rulewright.interpreter.state.chance import site_number
from rulewright.interpreter.state.domains import MOST_LISTED
from rulewright.interpreter.state.layout import Layout, State, zone_site

_BITS = 16
"""A zone's counter holds where its open stretch begins, and above so many bits where it ends."""


@frozen
class ChanceEvent:
    """What chance decides next: the name of its site, and the outcomes, which are all equally likely.

    Of a zone they are the numbers of the cards that may lie at a place; else the numbers from 0 of the faces
    of a die, the seats, or what a `let` is drawn from.
    """

    site: str
    outcomes: tuple[int, ...]


class ChanceAsked(Exception):
    """An outcome of chance is needed that has not been given."""

    def __init__(self, event: ChanceEvent) -> None:
        super().__init__(event)
        self.event = event


class _Script(local):
    """The outcomes for what a thread is doing, and how many of them are used; None: nothing is being done."""

    given: Sequence[int] | None = None
    used: int = 0


@define(eq=False)
class AskedChance:
    """See the head of this file. Chance is asked within `giving`.

    Elsewhere what is looked at stays open: the card that stands there is taken for it.
    """

    layout: Layout
    code: Code
    _script: _Script = field(factory=_Script, init=False)
    _sites: Mapping[int, str] = field(init=False)
    _stretches: list[int | None] = field(init=False)

    def __attrs_post_init__(self) -> None:
        sites = self.layout.sites
        self._sites = {site_number(name): name for name in sites}
        self._stretches = [sites.get(zone_site(self.layout, zone)) for zone in self.layout.zones]

    @contextmanager
    def giving(self, outcomes: Sequence[int]) -> Iterator[None]:
        """Meanwhile chance gives these outcomes, and raises ChanceAsked where it needs one more."""
        script = self._script
        script.given, script.used = outcomes, 0
        try:
            yield
        finally:
            script.given = None

    @property
    def _silent(self) -> bool:
        return self._script.given is None

    def printed(self, title: str) -> Printed:
        """The code printed as Python that asks here for chance."""
        points = {point.block: point for point in self.code.points}
        return Printed(self.code, loaded(self.code, title, self.operations()), points, [0] * self.code.memo)

    def operations(self) -> Mapping[str, Callable[..., Any]]:
        """What printed code calls in the place of its own functions: see `code.python.ON_ZONES`."""
        return {
            "draw": self._draw,
            "shuffle": self._shuffle,
            "zone_cards": self._cards,
            "zone_card_at": self._card_at,
            "zone_find": self._find,
            "zone_close_gap": self._close_gap,
            "zone_open_gap": self._open_gap,
        }

    def _choose(self, site: str, outcomes: Sequence[int]) -> int:
        """The outcome that was given; of only one there is nothing to choose."""
        if len(outcomes) == 1:
            return outcomes[0]
        script = self._script
        assert script.given is not None, "chance draws nothing while nothing is being done"
        if len(script.given) == script.used:
            raise ChanceAsked(ChanceEvent(site, tuple(outcomes)))
        script.used += 1
        return script.given[script.used - 1]

    def _draw(self, s: State, c: object, site: int, counter: int, bound: int, *work: int) -> int:
        return self._choose(self._sites[site], range(bound))

    # ---- zones -----------------------------------------------------------------------------------

    def _shuffle(self, s: State, c: object, zone: int, site: int, counter: int, *work: int) -> None:
        """All cards of a zone are open; one that keeps an order of its own has nothing to ask."""
        place = self.layout.zones[zone]
        base, size, stretch = self._base(zone), self._size(s, zone), self._stretches[zone]
        if place.ordered_by is None and not place.unordered and size > 1:
            assert stretch is not None, "what is shuffled is a site of chance"
            s[base : base + size] = sorted(s[base : base + size])
            s[stretch] = size << _BITS

    def _base(self, zone: int) -> int:
        return self.code.zone_bases.values[zone]

    def _size(self, s: State, zone: int) -> int:
        return s[self.code.zone_sizes.base + zone]

    def _open(self, s: State, zone: int) -> tuple[int, int]:
        """The first open place of a zone, and the first behind these."""
        stretch = self._stretches[zone]
        if stretch is None:
            return 0, 0
        return s[stretch] & (1 << _BITS) - 1, s[stretch] >> _BITS

    def _set_open(self, s: State, zone: int, low: int, high: int) -> None:
        stretch = self._stretches[zone]
        if stretch is not None:
            s[stretch] = low | high << _BITS if high - low > 1 else 0

    def _settle(self, s: State, zone: int, low: int, high: int, at: int) -> None:
        """One place more of an open stretch is no longer open: the end that is nearer to a place."""
        base = self._base(zone)
        cards = s[base + low : base + high]
        card = self._choose(zone_site(self.layout, self.layout.zones[zone]), cards)
        cards.remove(card)
        if high - 1 - at <= at - low:
            s[base + low : base + high] = [*cards, card]
            self._set_open(s, zone, low, high - 1)
        else:
            s[base + low : base + high] = [card, *cards]
            self._set_open(s, zone, low + 1, high)

    def _look_at(self, s: State, zone: int, position: int) -> None:
        """A place is no longer open."""
        low, high = self._open(s, zone)
        while low <= position < high and not self._silent:
            self._settle(s, zone, low, high, position)
            low, high = self._open(s, zone)

    def _cards(self, s: State, zone: int) -> list[int]:
        base, size = self._base(zone), self._size(s, zone)
        low, high = self._open(s, zone)
        while low < high and not self._silent:
            self._settle(s, zone, low, high, high)
            low, high = self._open(s, zone)
        return s[base : base + size]

    def _card_at(self, s: State, zone: int, position: int) -> int:
        self._look_at(s, zone, position)
        return s[self._base(zone) + position]

    def _find(self, s: State, zone: int, card: int) -> int:
        """The place of a card in a zone: it is known once it does not stand in the open stretch any more."""
        base, size = self._base(zone), self._size(s, zone)
        low, high = self._open(s, zone)
        while card in s[base + low : base + high] and not self._silent:
            self._settle(s, zone, low, high, high)
            low, high = self._open(s, zone)
        return s.index(card, base, base + size) - base

    def _close_gap(self, s: State, zone: int, position: int) -> None:
        """Of a card that is taken out, it is known where it lies."""
        base, size = self._base(zone), self._size(s, zone)
        low, high = self._open(s, zone)
        if position < low:
            self._set_open(s, zone, low - 1, high - 1)
        end = base + size - 1
        s[base + position : end] = s[base + position + 1 : end + 1]
        s[end] = 0
        s[self.code.zone_sizes.base + zone] -= 1

    def _open_gap(self, s: State, zone: int, position: int, card: int) -> None:
        low, high = self._open(s, zone)
        while low < position < high:
            self._settle(s, zone, low, high, position)
            low, high = self._open(s, zone)
        if position <= low < high:
            self._set_open(s, zone, low + 1, high + 1)
        base, size = self._base(zone), self._size(s, zone)
        s[base + position + 1 : base + size + 1] = s[base + position : base + size]
        s[base + position] = card
        s[self.code.zone_sizes.base + zone] += 1


# ---- playing -------------------------------------------------------------------------------------


@define(eq=False)
class AskedState:
    """A state of `AskingMachine`. While chance is asked, `slots` are from before what is being done.

    That is `begun`: the move of a seat, or no seat and a seed, for a new game; `given` are its outcomes.
    """

    slots: list[int]
    begun: tuple[int | None, int] | None = None
    given: tuple[int, ...] = ()
    event: ChanceEvent | None = None

    @property
    def begins(self) -> bool:
        """Is the game still being set up?"""
        return self.begun is not None and self.begun[0] is None


class AskingMachine:
    """A game printed as Python that asks for chance. The methods are those of `Machine`, and two of its own.

    Not for use by several threads at once.
    """

    def __init__(
        self, layout: Layout, code: Code, title: str, new_state: Callable[[int], list[int]], most_work: int
    ) -> None:
        self.chance = AskedChance(layout, code)
        self._machine = PythonMachine(self.chance.printed(title), new_state, most_work)

    # ---- chance ----------------------------------------------------------------------------------

    def event(self, state: AskedState) -> ChanceEvent | None:
        """What chance is to decide next; None where it is not asked."""
        return state.event

    def choose(self, state: AskedState, outcome: int) -> None:
        """Chance decides; then play goes on, to where it is asked again, a choice, or the end."""
        state.given = (*state.given, outcome)
        self._go_on(state)

    def _go_on(self, state: AskedState) -> None:
        """Do what was begun, with the outcomes that were given, as far as they reach."""
        assert state.begun is not None
        (seat, number), machine = state.begun, self._machine
        try:
            with self.chance.giving(state.given):
                if seat is None:
                    slots = machine.start(number)
                else:
                    slots = list(state.slots)
                    machine.apply(slots, seat, number)
                for one in machine.deciders(slots):
                    machine.moves(slots, one)  # which may look at more than whether there is one
                if machine.point(slots) is None:
                    machine.results(slots)
        except ChanceAsked as asked:
            state.event = asked.event
        else:
            state.slots, state.begun, state.given, state.event = slots, None, (), None

    # ---- as other machines -----------------------------------------------------------------------

    def start(self, seed: int) -> AskedState:
        """A new game where it first asks for chance, at its first choice, or over."""
        assert self._machine.new_state is not None
        state = AskedState(self._machine.new_state(seed), (None, seed))
        self._go_on(state)
        return state

    def copy(self, state: AskedState) -> AskedState:
        """The same state, to be played on apart."""
        return AskedState(list(state.slots), state.begun, state.given, state.event)

    def slots(self, state: AskedState) -> list[int]:
        """The state as a list of numbers."""
        return list(state.slots)

    def state_of(self, slots: Sequence[int]) -> NoReturn:
        """What chance was not asked for yet is not among the numbers of other machines."""
        raise NotImplementedError

    def point(self, state: AskedState) -> PointCode | None:
        """Where play waits for a seat; None when the game is over, or before its first choice."""
        return None if state.begins else self._machine.point(state.slots)

    def deciders(self, state: AskedState) -> tuple[int, ...]:
        """The seats that have to choose; none where chance is asked."""
        return () if state.event is not None else self._machine.deciders(state.slots)

    def moves(self, state: AskedState, seat: int, most: int = MOST_LISTED + 1) -> list[int] | None:
        """The legal moves of a seat that has to choose; None where there are too many to list."""
        return self._machine.moves(state.slots, seat, most)

    def pool(self) -> list[int]:
        """The subsets that the moves listed last speak of."""
        return self._machine.pool()

    def held(self, place: int) -> Sequence[int]:
        """The subset at a place of the pool."""
        return self._machine.held(place)

    def keep(self) -> None:
        """From now on a subset has one place in the pool whenever it is listed: moves hold in all states."""
        self._machine.keep()

    def apply(self, state: AskedState, seat: int, move: int) -> None:
        """Carry out one of the moves listed last, and go on to where chance is asked, or the next choice."""
        state.begun = seat, move
        self._go_on(state)

    def step(self, state: AskedState, move: int) -> NoReturn:
        """Moves and outcomes are made one by one where chance is asked."""
        raise NotImplementedError

    def playout(self, state: AskedState, draws: Draws) -> None:
        """Play to the end at random, chance too."""
        while state.event is not None or self.point(state) is not None:
            if state.event is not None:
                self.choose(state, state.event.outcomes[draws.below(len(state.event.outcomes))])
                continue
            for seat in self.deciders(state):
                moves = self.moves(state, seat)
                if moves is None:
                    raise TooMany
                self.apply(state, seat, moves[draws.below(len(moves)) if len(moves) > 1 else 0])

    def score(self, state: AskedState, line: int, seat: int) -> int:
        """A seat's points in one line of the score sheet."""
        return self._machine.score(state.slots, line, seat)

    def results(self, state: AskedState) -> list[int]:
        """Seat by seat the points line by line, then what the place goes by: see `Code.ranks`."""
        return self._machine.results(state.slots)
