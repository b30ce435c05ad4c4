"""What happened in a game, in words for one onlooker: a card that it did not see is "a card"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.dsl.model import NONE, ChoiceModel, Kind
from rulewright.dsl.spans import NOWHERE
from rulewright.interpreter.events import Event
from rulewright.interpreter.knowledge import sees_zone
from rulewright.interpreter.layout import BOX, Layout, sees_into
from rulewright.interpreter.texts import Names, beside_name
from rulewright.interpreter.view_models import Onlooker, check_onlooker

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

NOTHING_CHOSEN = "(nothing chosen)"
"""How a choice of no things at all reads after the name of any action."""

MOST_NAMED = 12
"""More cards than this that move together are counted, not named; copies side by side are named once."""


def log(game: Game, seat: Onlooker = None) -> list[str]:
    """The events of a game, one a line. None and `WATCHER` both read what was open to all.

    Turns that begin and variables that change are left out: the view shows them. Raises ValueError for
    a seat that the game has not.
    """
    check_onlooker(seat, len(game.seats))
    events = _joined(_straight(game.program.layout, game.events))
    writer = _writer(game, seat, events)
    lines = [line for number, event in enumerate(events) if (line := writer.write(number, event))]
    if game.outcome is not None:
        reason = game.outcome.reason
        lines.append(f"The game is over: {reason}" if reason else "The game is over")
    return lines


def _straight(layout: Layout, events: Iterable[Event]) -> Iterator[Event]:
    """The events without zones that are `unlogged`: what goes through one goes straight on.

    A card that comes to lie there is "aside", which is not told. It has not moved where it comes back.
    """
    zones = layout.model.zones
    unlogged = {zone.number for zone in layout.zones if zones[zone.name].unlogged}
    came: dict[int, int] = {}
    for event in events:
        if event.kind in ("shuffled", "shown") and _lies_in(event, came, unlogged):
            continue
        if event.kind != "moved" or not {event.origin, event.to} & unlogged:
            yield event
            continue
        if event.to in unlogged:
            if event.origin not in unlogged:
                came.update(dict.fromkeys(event.cards, event.origin))
            yield evolve(event, kind="aside")
            continue
        for origin, cards in groupby(event.cards, lambda card: came.pop(card, BOX)):
            kind = "aside" if origin == event.to else "moved"
            yield evolve(event, kind=kind, cards=tuple(cards), origin=origin)


def _lies_in(event: Event, came: Mapping[int, int], unlogged: Set[int]) -> bool:
    """Does an event tell of an unlogged zone, or of cards that lie there?"""
    return event.origin in unlogged if event.kind == "shuffled" else set(event.cards) <= came.keys()


def choices_told(game: Game, begin: int, end: int, seat: Onlooker) -> list[str]:
    """What was chosen in a stretch of the events of a game, one choice a line."""
    writer = _writer(game, seat, game.events)
    stretch = enumerate(game.events[begin:end], begin)
    return [writer.write(number, event) for number, event in stretch if event.kind == "chose"]


def _writer(game: Game, seat: Onlooker, events: Sequence[Event]) -> _Writer:
    layout = game.program.layout
    reader = seat if isinstance(seat, int) else None
    return _Writer(layout, game.names, reader, _before(layout, game.state, events))


def _joined(events: Iterable[Event]) -> list[Event]:
    """Cards that one statement moves the same way, in one event; a deal goes round by round.

    Variables that the statement sets in between stand before them, since they are not told by themselves.
    """
    joined: list[Event] = []
    moving: dict[tuple[int, int], Event] = {}
    span = NOWHERE
    for event in events:
        if event.kind in ("set", "aside"):
            joined.append(event)
            continue
        if event.kind != "moved" or event.span != span:
            joined += moving.values()
            moving = {}
        if event.kind != "moved":
            joined.append(event)
            continue
        span, way = event.span, (event.origin, event.to)
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


@frozen(eq=False)
class _Writer:
    """Writes events for one onlooker (`seat` None: what is open to all)."""

    layout: Layout
    names: Names
    seat: int | None
    before: Mapping[int, _Before]

    def write(self, number: int, event: Event) -> str:
        """One event in words; "" for one that is not told."""
        if event.kind == "chose":
            return self._chose(number, event)
        return _WRITERS[event.kind](self, number, event) if event.kind in _WRITERS else ""

    def _sees(self, zone: int) -> bool:
        onlooker = self.layout.player_count if self.seat is None else self.seat
        return zone != BOX and sees_zone(self.layout, onlooker, zone)

    def _saw(self, event: Event) -> bool:
        """Did the onlooker see the faces of an event?"""
        if event.kind == "moved":
            return self._sees(event.origin) or self._sees(event.to)
        if self.seat is not None:
            return self.seat in event.seen_by
        return self.layout.player_count > 1 and len(event.seen_by) == self.layout.player_count

    def _card(self, number: int, card: int) -> str:
        """A card that the onlooker saw in an event, with what was told beside its name."""
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
        count = len(event.cards)
        if not self._saw(event):
            return "a card" if count == 1 else f"{count} cards"
        names = (self._card(number, card) for card in event.cards)
        runs = [(name, len(list(run))) for name, run in groupby(names)]
        if len(runs) > MOST_NAMED:
            return f"{count} cards"
        return ", ".join(name if length == 1 else f"{name} x{length}" for name, length in runs)

    def _zone(self, zone: int) -> str:
        return "the box" if zone == BOX else self.names.zone(zone)

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
        if choice.kind.family != "card":
            plain = [self.names.value(choice.kind, value, [], self.seat) for value in values]
            return " + ".join(plain) or NOTHING_CHOSEN
        seen = [card for card in values if self._saw_chosen(number, card)]
        words = [self._card(number, card) for card in seen]
        hidden = len(values) - len(seen)
        if hidden:
            words.append("a card" if hidden == 1 else f"{hidden} cards")
        return " + ".join(words) or NOTHING_CHOSEN

    def _saw_chosen(self, number: int, card: int) -> bool:
        """Did the onlooker see a card that a choice names, where it lay? Who chooses need not see it."""
        zone = self.before[number].zones.get(card, BOX)
        return zone == BOX or self._sees(zone)

    def _moved(self, number: int, event: Event) -> str:
        verb = "goes" if len(event.cards) == 1 else "go"
        return (
            f"{self._cards(number, event)} {verb} from {self._zone(event.origin)} to {self._zone(event.to)}"
        )

    def _shown(self, number: int, event: Event) -> str:
        verb = "is" if len(event.cards) == 1 else "are"
        everybody = len(event.seen_by) == self.layout.player_count
        whom = "all" if everybody else ", ".join(self.names.seat(seat) for seat in event.seen_by)
        return f"{self._cards(number, event)} {verb} shown to {whom}"

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
        told = self.names.cup(event.origin)
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

    def _phase(self, number: int, event: Event) -> str:
        return f"Phase: {self.names.word(event.name)}"


_WRITERS: Mapping[str, Callable[[_Writer, int, Event], str]] = {
    "moved": _Writer._moved,
    "shown": _Writer._shown,
    "opened": _Writer._opened,
    "rolled": _Writer._rolled,
    "rerolled": _Writer._rolled,
    "awarded": _Writer._awarded,
    "shuffled": _Writer._shuffled,
    "dropped": _Writer._dropped,
    "phase": _Writer._phase,
}
