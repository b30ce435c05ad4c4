"""Drawing the view of an observer: what of a state may be told, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING

from rulewright.dsl.model import NONE, Dimension, Kind, Stored
from rulewright.interpreter.engine.knowledge import place_known, possible_zones, sees_zone
from rulewright.interpreter.game.views.models import (
    ALL,
    PUBLIC,
    CardView,
    CupView,
    DecisionView,
    Entry,
    PlacedCard,
    Plain,
    SeatView,
    VariableView,
    View,
    Viewer,
    Whereabouts,
    ZoneView,
    check_viewer,
)
from rulewright.interpreter.state.layout import (
    ALL_SEEING,
    ME,
    MOVES,
    CupInstance,
    Layout,
    State,
    ZoneInstance,
    index_texts,
    sees_into,
    sees_value,
    was_shown,
)
from rulewright.interpreter.state.state import cards_in, sees_card
from rulewright.interpreter.words.texts import Names, cup_text, die_face, zone_text

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game

__all__ = ["View", "card_view", "view"]


def view(game: Game, seat: Viewer = None) -> View:
    """The game as one sees it: a seat from 0, `PUBLIC`, None for one who has just come, or `ALL`.

    Raises ValueError for a seat that the game has not.
    """
    check_viewer(seat, len(game.seats))
    drawer = _Drawer(game, seat)
    program = game.program
    outcome = game.outcome
    decision = drawer.decision()
    return View(
        ruleset=program.model.id,
        title=program.model.title,
        observer=seat,
        settings=drawer.settings(),
        players=tuple(drawer.player(one) for one in range(program.player_count)),
        phase=game.phase,
        acting=None if game.over or drawer.state[ME] == NONE else drawer.state[ME],
        decision=decision,
        moves=drawer.state[MOVES],
        over=game.over,
        reason=None if outcome is None else outcome.reason,
        winners=() if outcome is None else outcome.winners,
        zones=tuple(drawer.zone(zone) for zone in program.layout.zones),
        cups=tuple(drawer.cup(cup) for cup in program.layout.cups),
        variables=tuple(drawer.variable(name) for name in program.model.variables),
        unseen=tuple(drawer.unseen()),
    )


def card_view(layout: Layout, names: Names, number: int, title: str = "") -> CardView:
    """The face of a card, under its name if no other `title` is given."""
    card = layout.cards[number]
    properties: dict[str, Plain] = {
        one.name: _plain_property(layout, one.kind, layout.properties[card.set_name, one.name][number])
        for one in layout.model.card_sets[card.set_name].fields
    }
    return CardView(card.id, title or names.card(number), names.text(number), card.set_name, properties)


def _plain_property(layout: Layout, kind: Kind, stored: Stored) -> Plain:
    if isinstance(stored, int):
        return _plain_value(layout, kind, stored)
    words = layout.model.enums[kind.name].values
    if kind.shape == "bag":
        return {word: count for word, count in zip(words, stored, strict=True) if count}
    return [words[value] for value in stored]


def _plain_value(layout: Layout, kind: Kind, value: int) -> int | str | bool | None:
    """A value of one kind as JSON has it; of a player the seat from 0."""
    if value == NONE:
        return None
    if kind.family == "bool":
        return bool(value)
    if kind.family == "enum":
        return layout.model.enums[kind.name].values[value]
    if kind.family == "card":
        return layout.cards[value].id
    return zone_text(layout, value) if kind.family == "zone" else value


_UNSAID = {"int": 0, "bool": 0}
"""What goes without saying of a card, in kinds that are never absent."""


class _Drawer:
    """Makes the parts of one view."""

    def __init__(self, game: Game, observer: Viewer) -> None:
        self.game = game
        self.layout: Layout = game.program.layout
        self.state: State = game.state
        self.observer = observer
        self.seat = ALL_SEEING if observer == ALL else observer if isinstance(observer, int) else None
        # Whoever has just come knows nothing of hidden cards, not even what was told to all.
        self.remembers = observer is not None
        self.number = self.layout.player_count if self.seat is None else self.seat
        self.names: Names = game.names
        self.places = self._places()

    def _places(self) -> dict[int, tuple[int, ...]]:
        """For each card that lies hidden: the zones where it may be, as far as the observer can tell."""
        if not self.remembers:
            return {}
        found = {}
        for zone in self.layout.zones:
            if not sees_zone(self.layout, self.number, zone.number):
                for card in cards_in(self.layout, self.state, zone.number):
                    found[card] = possible_zones(self.layout, self.state, self.number, card)
        return found

    # ---- cards and dice --------------------------------------------------------------------------

    def _faces(self, numbers: Iterable[int]) -> tuple[CardView, ...]:
        """Cards in an order that tells nothing."""
        return tuple(card_view(self.layout, self.names, number) for number in sorted(numbers))

    def _face(self, number: int) -> CardView:
        """A card that lies in sight."""
        title = self.names.called(number, self.state, self.seat)
        return card_view(self.layout, self.names, number, title)

    def zone(self, zone: ZoneInstance) -> ZoneView:
        """A zone and what is seen of its cards."""
        cards = cards_in(self.layout, self.state, zone.number)
        seen = sees_zone(self.layout, self.number, zone.number)
        known = [card for card, places in self.places.items() if places == (zone.number,)]
        levels = enumerate(() if seen or not self.remembers else cards, start=1)
        placed = [
            PlacedCard(level, card_view(self.layout, self.names, card))
            for level, card in levels
            if place_known(self.layout, self.state, self.number, card)
        ]
        return ZoneView(
            name=zone.name,
            index=tuple(index_texts(self.layout, self.layout.model.zones[zone.name].dimensions, zone.index)),
            text=zone_text(self.layout, zone.number),
            owner=zone.owner,
            sight=zone.sight,
            capacity=zone.capacity,
            size=len(cards),
            cards=tuple(self._face(card) for card in cards) if seen else (),
            hidden=0 if seen else len(cards),
            known=self._faces(known),
            placed=tuple(placed),
        )

    def unseen(self) -> list[Whereabouts]:
        """Hidden cards that may be in several zones, together where the zones are the same."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for card, places in self.places.items():
            if len(places) > 1:
                groups.setdefault(places, []).append(card)
        return [
            Whereabouts(tuple(zone_text(self.layout, zone) for zone in places), self._faces(groups[places]))
            for places in sorted(groups)
        ]

    def cup(self, cup: CupInstance) -> CupView:
        """A cup and what is seen of its dice."""
        count = self.state[cup.base]
        seen = sees_into(cup, self.seat)
        model = self.layout.model.dice[cup.name]
        dice = range(cup.first_die, cup.first_die + count) if seen else ()
        faces = [die_face(self.layout, cup, self.state, die) for die in dice]
        return CupView(
            name=cup.name,
            index=tuple(index_texts(self.layout, model.dimensions, cup.index)),
            text=cup_text(self.layout, cup.number),
            owner=cup.owner,
            sight=cup.sight,
            capacity=cup.capacity,
            faces=tuple(face if model.kind.family == "enum" else int(face) for face in faces),
            hidden=0 if seen else count,
        )

    # ---- variables and settings ------------------------------------------------------------------

    def variable(self, name: str) -> VariableView:
        """A variable and those of its values that are seen."""
        variable = self.layout.model.variables[name]
        base = self.layout.variables[name].base
        by_card = any(dimension.over == "card" for dimension in variable.dimensions)
        unsaid = _UNSAID.get(variable.kind.family, NONE) if not variable.kind.optional else NONE
        entries = []
        for offset, index in enumerate(self._indices(variable.dimensions)):
            value = self.state[base + offset]
            seen = sees_value(self.layout, self.state, base + offset, self.seat)
            if by_card and (
                not seen or value == unsaid or not self._sees_cards_of(variable.dimensions, index)
            ):
                continue
            entries.append(self._entry(name, index, base + offset, seen))
        return VariableView(name, variable.meaning, tuple(entries))

    def _indices(self, dimensions: tuple[Dimension, ...]) -> Iterator[tuple[int, ...]]:
        firsts = [(self.layout.first_of(one), self.layout.length_of(one)) for one in dimensions]
        return product(*(range(first, first + length) for first, length in firsts))

    def _sees_cards_of(self, dimensions: tuple[Dimension, ...], index: tuple[int, ...]) -> bool:
        return all(
            dimension.over != "card" or sees_card(self.layout, self.state, value, self.seat)
            for dimension, value in zip(dimensions, index, strict=True)
        )

    def _entry(self, name: str, index: tuple[int, ...], slot: int, seen: bool) -> Entry:
        value, variable = self.state[slot], self.layout.model.variables[name]
        written = tuple(index_texts(self.layout, variable.dimensions, index))
        if not seen:
            return Entry(written, None, "", seen=False)
        text = self.names.value(variable.kind, value, self.state, self.seat)
        card = variable.kind.family == "card" and value != NONE
        if card and not sees_card(self.layout, self.state, value, self.seat):
            # A card that a variable was revealed to hold is known by name, wherever it lies now.
            if not was_shown(self.layout, self.state, slot, self.seat):
                return Entry(written, None, text, seen=False)
            text = self.names.card(value)
        return Entry(written, _plain_value(self.layout, variable.kind, value), text)

    def settings(self) -> dict[str, Plain]:
        """The settings of the game."""
        model, values = self.layout.model, self.layout.known.settings
        return {name: _plain_value(self.layout, model.settings[name].kind, values[name]) for name in values}

    # ---- players ---------------------------------------------------------------------------------

    def player(self, seat: int) -> SeatView:
        """A player, with points that all may know: those given in play, and all once the game is over."""
        game, layout = self.game, self.layout
        outcome = game.outcome
        lines = None if outcome is None else {line.name: line.points for line in game.score_sheet().of(seat)}
        return SeatView(
            seat=seat,
            name=self.names.seat(seat),
            out=bool(self.state[layout.out_at + seat]),
            awards={name: self.state[at + seat] for name, at in layout.awards_at.items()},
            scores=lines,
            total=None if lines is None else sum(lines.values()),
            place=None if outcome is None else outcome.place(seat),
            chosen=self._chosen(seat) if self.seat in (seat, ALL_SEEING) else None,
        )

    def decision(self) -> DecisionView:
        """What play waits for."""
        observer = self.observer
        decision = self.game.decision_for(None if observer == PUBLIC else observer)
        return DecisionView(
            kind=decision.kind,
            seats=decision.seats,
            actions=decision.actions,
            optional=decision.optional,
            step=decision.step,
            committed=decision.committed,
            because=decision.because,
        )

    def _chosen(self, seat: int) -> str | None:
        """What a seat has committed to, or picked so far step by step."""
        game = self.game
        committed = game.chosen(seat)
        if committed is not None:
            return committed.text
        if game.over or seat not in game.program.play.deciders(self.state):
            return None
        begun = game.program.play.point(self.state).begun(self.state, seat)
        if begun is None:
            return None
        kind = game.program.actions[begun[0]].choices[-1].model.kind
        return " + ".join(self.names.value(kind, one, self.state, self.seat) for one in begun[2])
