"""What happened in a game, in words for one observer: a card that it did not see is "a card"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from rulewright.dsl.model import NONE, Action, ChoiceModel, Kind, Local, PutStep
from rulewright.dsl.model.traverse import parts_of
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.engine.events import Event
from rulewright.interpreter.engine.knowledge import sees_zone
from rulewright.interpreter.engine.told import Filled, Held
from rulewright.interpreter.game.views.models import Observer, check_observer
from rulewright.interpreter.state.layout import BOX, Layout, sees_into
from rulewright.interpreter.words.texts import Names, beside_name, listed

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game

NOTHING_CHOSEN = "(nothing chosen)"
"""How a choice of no things at all reads after the name of any action."""

MOST_NAMED = 12
"""More cards than this that move together are counted, not named; copies side by side are named once."""


def log(
    game: Game, seat: Observer = None, *, everything: bool = False, since: int | None = None
) -> list[str]:
    """The events of a game, one a line. None and `PUBLIC` both read what was open to all.

    A move is told once, in what the reader knows when it is done; that its cards go where it puts them goes
    without saying. `everything` tells this all the same, and what goes through zones that are `unlogged`.
    Turns that begin and variables that change are left out: the view shows them. `since` so many moves
    leaves out those and the setup. Raises ValueError for a seat that the game has not.
    """
    check_observer(seat, len(game.seats))
    begin = 0 if since is None else game.events_before(since)
    events: Iterable[Event] = game.told[begin:]
    if not everything:
        past = game.past.up_to(game.told, begin)
        events = _straight(game.program.layout, past, game.told[begin:], _reader(seat))
    lines = _writer(game, seat, _joined(events), begin).write_all(short=not everything)
    if game.outcome is not None:
        reason = game.outcome.reason
        lines.append(f"The game is over: {reason}" if reason else "The game is over")
    return lines


def _reader(seat: Observer) -> int | None:
    return seat if isinstance(seat, int) else None


def _sees(layout: Layout, reader: int | None, zone: int) -> bool:
    return zone != BOX and sees_zone(layout, layout.player_count if reader is None else reader, zone)


@define
class Past:
    """What the log asks of the events before those that it tells: kept, and carried on from where it was.

    Of the first `count` events: `phase` is the last that began, `begun` are the last choices of actions by
    seat, `came` says of the cards in zones that are `unlogged` where they came from, and where they lie.
    """

    layout: Layout
    count: int = 0
    phase: str = ""
    begun: dict[int, Event] = field(factory=dict)
    came: dict[int, tuple[int, int]] = field(factory=dict)
    unlogged: frozenset[int] = field(init=False)
    puts: tuple[Mapping[Span, ChoiceModel], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        model = self.layout.model
        self.unlogged = frozenset(
            zone.number for zone in self.layout.zones if model.zones[zone.name].unlogged
        )
        self.puts = tuple(_own_puts(action) for action in model.actions.values())

    def up_to(self, events: Sequence[Event], count: int) -> Past:
        """The same after so many of the events."""
        if count < self.count:
            self.count, self.phase, self.begun, self.came = 0, "", {}, {}
        for event in events[self.count : count]:
            if _begins(event):
                self.begun[event.seat] = event
            elif event.kind == "phase":
                self.phase = event.name
            elif event.kind == "moved":
                if event.to in self.unlogged:
                    self.came.update(dict.fromkeys(event.cards, (event.origin, event.to)))
                elif event.origin in self.unlogged:
                    for card in event.cards:
                        del self.came[card]
        self.count = count
        return self


def _straight(layout: Layout, past: Past, events: Sequence[Event], reader: int | None) -> Iterator[Event]:
    """Events without zones that are `unlogged`: what goes through one goes straight on.

    A card that comes to lie there is "aside", which is not told. It has not moved where it comes back.
    What leaves such a zone so that the reader cannot tell where it came from is told to leave that zone.
    """
    came, unlogged = dict(past.came), past.unlogged
    for event in events:
        if unlogged and event.kind in ("shuffled", "shown") and _lies_in(event, came, unlogged):
            continue
        if event.kind != "moved" or not {event.origin, event.to} & unlogged:
            yield event
            continue
        there = {card: origin for card, (origin, zone) in came.items() if zone == event.origin}
        if event.to in unlogged:
            came.update(dict.fromkeys(event.cards, (event.origin, event.to)))
            yield evolve(event, kind="aside")
            continue
        for card in event.cards:
            del came[card]
        if not _follows(layout, reader, event, there):
            yield event
            continue
        for origin, cards in groupby(event.cards, there.__getitem__):
            kind = "aside" if origin == event.to else "moved"
            yield evolve(event, kind=kind, cards=tuple(cards), origin=origin)


def _follows(layout: Layout, reader: int | None, event: Event, there: Mapping[int, int]) -> bool:
    """Does the reader know where the cards came from that leave a zone with `there` in it, from these zones?

    What lies there unseen may be mixed, so that it is known of all together, or where all came from one zone.
    """
    if _sees(layout, reader, event.origin):
        return True
    origins = set(there.values())
    if _sees(layout, reader, event.to):
        return len(origins) == 1
    hidden = len(origins) == 1 and not _sees(layout, reader, *origins)
    return hidden or len(event.cards) == len(there)


def _lies_in(event: Event, came: Mapping[int, object], unlogged: Set[int]) -> bool:
    """Does an event tell of an unlogged zone, or of cards that lie there?"""
    return event.origin in unlogged if event.kind == "shuffled" else set(event.cards) <= came.keys()


def choices_told(game: Game, begin: int, end: int, seat: Observer) -> list[str]:
    """What was chosen in a stretch of the events of a game, one choice a line."""
    writer = _writer(game, seat, game.told[begin:], begin)
    stretch = enumerate(game.told[begin:end])
    return [writer.write(number, event) for number, event in stretch if event.kind == "chose"]


def _writer(game: Game, seat: Observer, events: Sequence[Event], begin: int) -> _Writer:
    """A writer of events that follow the first `begin` of a game."""
    layout = game.program.layout
    past = game.past.up_to(game.told, begin)
    carried = _carried_out(past, events)
    carriers = {(one.chosen, card): at for at, one in carried.items() for card in events[at].cards}
    before = _before(layout, game.state, events)
    return _Writer(layout, game.names, _reader(seat), events, before, carried, carriers, past.phase)


EARLIER = -1
"""The number of a choice that was told before."""


@frozen
class _Carried:
    """The event of a choice (or `EARLIER`) that another event carries out, and whether it was secret."""

    chosen: int
    secret: bool


def _carried_out(past: Past, events: Sequence[Event]) -> Mapping[int, _Carried]:
    """The events, by number, in which an action puts what was chosen for it where it always puts it.

    Such a `put` stands for itself in the action, under no condition, and is the only one of these cards. So
    who sees the cards then knows that they were chosen.
    """
    found: dict[int, _Carried] = {}
    begun = {seat: (EARLIER, event) for seat, event in past.begun.items()}
    for number, event in enumerate(events):
        if _begins(event):
            begun[event.seat] = number, event
        elif event.kind == "moved" and event.seat in begun:
            at, chosen = begun[event.seat]
            choice = past.puts[chosen.amount].get(event.span)
            if choice is not None and set(event.cards) <= set(chosen.cards):
                found[number] = _Carried(at, choice.secret)
    return found


def _begins(event: Event) -> bool:
    """Does a seat begin an action?"""
    return event.kind == "chose" and event.amount != NONE


def _own_puts(action: Action) -> Mapping[Span, ChoiceModel]:
    """The `put` statements of an action by where they stand, with what was chosen that they put."""
    choices = {choice.slot: choice for choice in action.choices}
    puts = [part for part in parts_of(action.body) if isinstance(part, PutStep)]
    moved = [put.what.slot for put in puts if isinstance(put.what, Local)]
    return {
        step.span: choices[step.what.slot]
        for step in action.body
        if isinstance(step, PutStep) and isinstance(step.what, Local)
        if step.what.slot in choices and moved.count(step.what.slot) == 1
    }


def _joined(events: Iterable[Event]) -> list[Event]:
    """Cards that one statement moves the same way, in one event; a deal goes round by round.

    Variables that the statement sets in between stand before them, since they are not told by themselves.
    """
    joined: list[Event] = []
    moving: dict[tuple[int, int], Event] = {}
    statement = (NOWHERE, NONE)
    for event in events:
        if event.kind in ("set", "aside"):
            joined.append(event)
            continue
        if event.kind != "moved" or (event.span, event.seat) != statement:
            joined += moving.values()
            moving = {}
        if event.kind != "moved":
            joined.append(event)
            continue
        statement, way = (event.span, event.seat), (event.origin, event.to)
        cards = moving[way].cards if way in moving else ()
        moving[way] = evolve(event, cards=cards + event.cards)
    return [*joined, *moving.values()]


def _cards_named(event: Event) -> list[int]:
    """The cards of an event, and all numbers among a choice's arguments, whether they are cards or not."""
    flat = list(event.cards)
    for argument in event.arguments:
        flat += argument if isinstance(argument, tuple) else (argument,)
    return flat


Beside = tuple[Kind, int, int]
"""What is told beside a card's name: its kind, the value, and where that lay if it is a card."""


@frozen
class _Before:
    """Before an event: where the cards lay that it names, and what was told beside their names."""

    zones: Mapping[int, int]
    beside: Mapping[int, Beside | None]


def _before(layout: Layout, state: Sequence[int], events: Sequence[Event]) -> Mapping[int, _Before]:
    """For each event that names cards (by its number), how things stood. Worked out backwards from now."""
    cards = len(layout.cards)
    zones = list(state[layout.zone_of_at : layout.zone_of_at + cards])
    then = list(state)
    found: dict[int, _Before] = {}
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if event.kind in ("moved", "aside"):
            for card in event.cards:
                zones[card] = event.origin
        elif event.kind == "set" and layout.model.variables[event.name].beside:
            place = layout.variables[event.name]
            then[place.base + event.values[0] - place.firsts[0]] = event.before
        named = [card for card in _cards_named(event) if 0 <= card < cards]
        if named:
            found[number] = _Before(
                {card: zones[card] for card in named},
                {card: _beside(layout, card, then, zones) for card in named if layout.beside},
            )
    return found


def _beside(layout: Layout, card: int, then: list[int], zones: Sequence[int]) -> Beside | None:
    beside = layout.beside_name(card, then)
    if beside is None:
        return None
    kind, value = beside
    return kind, value, zones[value] if kind.family == "card" else BOX


def _goes_on(row: Sequence[tuple[int, Event]], event: Event) -> bool:
    """Do cards move from the zone that all in a row came from, or to the one that they all went to?"""
    if event.kind != "moved":
        return False
    return len({event.origin, *(one.origin for _, one in row)}) == 1 or (
        len({event.to, *(one.to for _, one in row)}) == 1
    )


@frozen(eq=False)
class _Writer:
    """Writes events for one observer (`seat` None: what is open to all).

    `carriers` are the events that carry out a choice, by its number and a card; `phase` was the last before.
    """

    layout: Layout
    names: Names
    seat: int | None
    events: Sequence[Event]
    before: Mapping[int, _Before]
    carried: Mapping[int, _Carried]
    carriers: Mapping[tuple[int, int], int]
    phase: str

    def write_all(self, *, short: bool) -> list[str]:
        """All events in words; in `short` not what goes without saying, and moves in a row as one line.

        What moves when a turn begins stands in a line of its own, though the turn itself is not told. In
        `short` a phase is told once something happens in it, if another was told before.
        """
        lines: list[str] = []
        row: list[tuple[int, Event]] = []
        told, begun = self.phase, ""
        for number, event in enumerate(self.events):
            if short and self._goes_without_saying(number, event):
                continue
            if short and event.kind == "phase":
                begun, row = event.name, []
                continue
            if short and row and _goes_on(row, event):
                row.append((number, event))
                lines[-1] = self._row(row)
                continue
            line = self.write(number, event)
            if line and begun not in ("", told):
                lines.append(self._heading(begun))
                told, begun = begun, ""
            if line:
                lines.append(line)
            if line or event.kind == "turn":
                row = [(number, event)] if event.kind == "moved" else []
        return lines if begun in ("", told) else [*lines, self._heading(begun)]

    def _goes_without_saying(self, number: int, event: Event) -> bool:
        """Does the choice that an event carries out name its cards as well as the event would?"""
        carried = self.carried.get(number)
        return carried is not None and not (carried.secret and event.seat != self.seat)

    def write(self, number: int, event: Event) -> str:
        """One event in words; "" for one that is not told."""
        if event.kind == "chose":
            return self._chose(number, event)
        return _WRITERS[event.kind](self, number, event) if event.kind in _WRITERS else ""

    def _sees(self, zone: int) -> bool:
        return _sees(self.layout, self.seat, zone)

    def _saw(self, event: Event) -> bool:
        """Did the observer see the faces of an event?"""
        if event.kind == "moved":
            return self._sees(event.origin) or self._sees(event.to)
        if self.seat is not None:
            return self.seat in event.seen_by
        return self.layout.player_count > 1 and len(event.seen_by) == self.layout.player_count

    def _card(self, number: int, card: int) -> str:
        """A card that the observer saw in an event, with what was told beside its name."""
        beside = self.before[number].beside.get(card)
        if beside is None:
            return self.names.card(card)
        kind, value, zone = beside
        if kind.family == "card":
            return beside_name(
                self.names.card(card), self.names.card(value) if self._sees(zone) else "a card"
            )
        return beside_name(self.names.card(card), self.names.value(kind, value, [], self.seat))

    def _cards(self, number: int, event: Event) -> str:
        return self._named([(number, event)])

    def _named(self, told: Sequence[tuple[int, Event]]) -> str:
        """The cards of some events that the observer saw alike."""
        count = sum(len(event.cards) for _, event in told)
        if not self._saw(told[0][1]):
            return "a card" if count == 1 else f"{count} cards"
        names = (self._card(number, card) for number, event in told for card in event.cards)
        runs = [(name, len(list(run))) for name, run in groupby(names)]
        if len(runs) > MOST_NAMED:
            return f"{count} cards"
        return ", ".join(name if length == 1 else f"{name} x{length}" for name, length in runs)

    def _zone(self, zone: int) -> str:
        return "the box" if zone == BOX else self.names.zone(zone, self.seat)

    def _chose(self, number: int, event: Event) -> str:
        who = self.names.seat(event.seat)
        if event.amount == NONE:
            return f"{who}: {event.name}"
        action = tuple(self.layout.model.actions.values())[event.amount]
        words = [
            self._argument(number, event, choice, argument)
            for choice, argument in zip(action.choices, event.arguments, strict=True)
        ]
        return f"{who}: {self.names.word(action.name)}" + (f" {', '.join(words)}" if words else "")

    def _argument(
        self, number: int, event: Event, choice: ChoiceModel, argument: int | tuple[int, ...]
    ) -> str:
        if choice.secret and event.seat != self.seat:
            return self.names.unseen(choice.kind.many() if choice.subset else choice.kind)
        values = argument if isinstance(argument, tuple) else (argument,)
        if choice.kind.family == "die":
            return "a die" if len(values) == 1 else f"{len(values)} dice"
        if choice.kind.family == "zone":
            return " + ".join(map(self._zone, values)) or NOTHING_CHOSEN
        if choice.kind.family != "card":
            plain = [self.names.value(choice.kind, value, [], self.seat) for value in values]
            return " + ".join(plain) or NOTHING_CHOSEN
        seen = [(at, card) for card in values if (at := self._learned(number, card)) is not None]
        words = [self._card(at, card) for at, card in seen]
        hidden = len(values) - len(seen)
        if hidden:
            words.append("a card" if hidden == 1 else f"{hidden} cards")
        return " + ".join(words) or NOTHING_CHOSEN

    def _learned(self, number: int, card: int) -> int | None:
        """The event in which the observer saw a card that a choice names, who chooses needs not see it.

        That is the choice itself where it saw the card lie, or what carries it out; None without either.
        """
        zone = self.before[number].zones.get(card, BOX)
        if zone == BOX or self._sees(zone):
            return number
        at = self.carriers.get((number, card))
        return at if at is not None and self._saw(self.events[at]) else None

    def _moved(self, number: int, event: Event) -> str:
        return self._row([(number, event)])

    def _row(self, row: Sequence[tuple[int, Event]]) -> str:
        """Moves that come from one zone, or go to one, in one line."""
        ways = [
            (origin, to, list(told))
            for (origin, to), told in groupby(row, lambda told: (told[1].origin, told[1].to))
        ]
        (origin, to, told), *rest = ways
        verb = "goes" if sum(len(event.cards) for _, event in told) == 1 else "go"
        words = [f"{self._named(told)} {verb} from {self._zone(origin)} to {self._zone(to)}"]
        for other, target, told in rest:
            way = f"to {self._zone(target)}" if other == origin else f"from {self._zone(other)}"
            words.append(f"{self._named(told)} {way}")
        return "; ".join(words)

    def _shown(self, number: int, event: Event) -> str:
        verb = "is" if len(event.cards) == 1 else "are"
        everybody = len(event.seen_by) == self.layout.player_count
        whom = "all" if everybody else ", ".join(self.names.seat(seat) for seat in event.seen_by)
        return f"{self._lying(number, event)} {verb} shown to {whom}"

    def _lying(self, number: int, event: Event) -> str:
        """The cards of an event that stay where they are, and where that is; of unseen ones the number.

        Where a card lies that the observer is not shown would tell which it may be.
        """
        if not self._saw(event):
            return self._cards(number, event)
        zones = self.before[number].zones
        return "; ".join(
            f"{self._cards(number, evolve(event, cards=tuple(cards)))} in {self._zone(zone)}"
            for zone, cards in groupby(event.cards, lambda card: zones.get(card, BOX))
        )

    def _opened(self, number: int, event: Event) -> str:
        everybody = len(event.seen_by) == self.layout.player_count
        whom = "all" if everybody else ", ".join(self.names.seat(seat) for seat in event.seen_by)
        told = f"{self.names.variable(event.name, event.values)} is shown to {whom}"
        if not everybody and self.seat not in event.seen_by:
            return told
        kind, value = self.layout.model.variables[event.name].kind, event.amount
        if kind.family == "die" and value != NONE:
            return told
        # The card is shown along with the variable that speaks of it.
        named = kind.family == "card" and value != NONE
        return f"{told}: {self.names.card(value) if named else self.names.value(kind, value, [], self.seat)}"

    def _rolled(self, number: int, event: Event) -> str:
        if not event.values:
            return ""
        cup, kind = self.layout.cups[event.origin], self.layout.model.dice[event.name].kind
        told = self.names.cup(event.origin, self.seat)
        verb = "rolled" if event.kind == "rolled" else "rolled again"
        if sees_into(cup, self.seat):
            faces = [self.names.value(kind, value, [], self.seat) for value in event.values]
            return f"{told}: {verb} {', '.join(faces)}"
        count = len(event.values)
        return f"{told}: {'a die' if count == 1 else f'{count} dice'} {verb}"

    def _awarded(self, number: int, event: Event) -> str:
        return f"{self.names.seat(event.to)}: {event.amount:+d} for {self.names.word(event.name)}"

    def _shuffled(self, number: int, event: Event) -> str:
        return f"{self._zone(event.origin)} is shuffled"

    def _dropped(self, number: int, event: Event) -> str:
        return f"{self.names.seat(event.to)} drops out"

    def _told(self, number: int, event: Event) -> str:
        words = (part if isinstance(part, str) else self._gap(number, part) for part in event.text)
        return "".join(words)

    def _gap(self, number: int, gap: Filled) -> str:
        if self.seat not in gap.seen_by:
            return self.names.unseen(gap.kind)
        return "?" if gap.held is None else listed(self._held(number, gap, one) for one in gap.held)

    def _held(self, number: int, gap: Filled, held: Held) -> str:
        if self.seat not in held.seen_by:
            return self.names.unseen(gap.kind.one())
        if held.value == NONE:
            return "nothing"
        if held.kind.family == "card":
            return self._card(number, held.value)
        if held.kind.family == "zone":
            return self._zone(held.value)
        return self.names.value(held.kind, held.value, [], self.seat)

    def _phase(self, number: int, event: Event) -> str:
        return self._heading(event.name)

    def _heading(self, phase: str) -> str:
        return f"Phase: {self.names.word(phase)}"


_WRITERS: Mapping[str, Callable[[_Writer, int, Event], str]] = {
    "moved": _Writer._moved,
    "shown": _Writer._shown,
    "opened": _Writer._opened,
    "rolled": _Writer._rolled,
    "rerolled": _Writer._rolled,
    "awarded": _Writer._awarded,
    "shuffled": _Writer._shuffled,
    "dropped": _Writer._dropped,
    "told": _Writer._told,
    "phase": _Writer._phase,
}
