"""Games that begin from a position: what lies where, what variables hold, and where play stands.

Positions come from scenarios and from tables that somebody wants scored. Their parts are texts with a
place, so that a problem can point at what was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from attrs import field, frozen

from rulewright.dsl.model import LARGEST, NONE, SMALLEST, Kind
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.engine.events import Event, Watch
from rulewright.interpreter.engine.given import by_name, several, text, wrong
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset, beginning
from rulewright.interpreter.lowering.effects import END
from rulewright.interpreter.state.layout import BOX, OVER, PC, Layout, State, place_name
from rulewright.interpreter.state.state import cards_in, fill
from rulewright.interpreter.words.labels import (
    INDEXED,
    read_cup,
    read_index,
    read_placed,
    read_zone,
    split_arguments,
)
from rulewright.interpreter.words.sentences import did_you_mean
from rulewright.interpreter.words.texts import Names, Spoken, cup_text, read_number, read_seat, zone_text

REST_IN_BOX = "box"
AT_END = "end"


class Text(Protocol):
    """A text and where it is written."""

    @property
    def text(self) -> str:
        """What is written."""

    @property
    def span(self) -> Span:
        """Where."""


@frozen
class Said:
    """A text that a program gives."""

    text: str
    span: Span = field(default=NOWHERE, eq=False)


@frozen
class Position:
    """A position as written.

    `zones` maps zones to card ids from the bottom, and cups to faces; `variables` maps variables with
    their indices to values. Cards named nowhere are in the `rest`: the box, or a zone, where they lie
    beneath those named. Play stands `at` the beginning of a phase, with `turn` at that seat's turn in
    it, at the `end`, or (with "") where play begins.
    """

    zones: Mapping[Text, Sequence[Text]] = field(factory=dict)
    variables: Mapping[Text, Text] = field(factory=dict)
    rest: Text = Said(REST_IN_BOX)
    at: Text = Said("")
    turn: Text | None = None


def position(
    zones: Mapping[str, Sequence[str]] | None = None,
    variables: Mapping[str, str] | None = None,
    *,
    rest: str = REST_IN_BOX,
    at: str = "",
    turn: str | None = None,
) -> Position:
    """A position in texts, as scenarios write it: `position({"hand[1]": ["sun-1"]}, {"round": "2"})`."""
    lying = by_name({} if zones is None else zones, "zones").items()
    values = by_name({} if variables is None else variables, "variables").items()
    return Position(
        {
            Said(name): [Said(text(card, "a card")) for card in several(cards, name, str)]
            for name, cards in lying
        },
        {Said(name): Said(text(value, "a value")) for name, value in values},
        Said(text(rest, "the rest")),
        Said(text(at, "where play stands")),
        None if turn is None else Said(text(turn, "whose turn it is")),
    )


def game_from(
    ruleset: Ruleset,
    players: int | Sequence[str],
    position: Position,
    seed: int = 0,
    starter: int | str | None = None,
    language: str | None = None,
) -> Game:
    """A game that begins from a position, which its events tell as cards that come from the box.

    Raises RulesetError with all that is wrong with it, or Fault.
    """
    if not isinstance(ruleset, Ruleset):
        wrong("a ruleset", "a Ruleset, which `load` gives", ruleset)
    if not isinstance(position, Position):
        wrong("a position", "a Position, which `position` gives", position)
    seats, seed, starter, language = beginning(ruleset, players, seed, starter, language)
    program = ruleset.program(len(seats))
    setter = Setter(program, seats, program.new_state(seed, starter))
    setter.lay_out(position)
    setter.set_variables(position.variables)
    if not setter.problems:
        setter.stand(position)
    if setter.problems:
        raise RulesetError(setter.problems, ruleset.model.sources)
    watch = Watch()
    setter.tell(watch)
    program.play.advance(setter.state, program.play.journal(watch))
    names = Names(program.layout, seats, ruleset.model.translations.get(language or ""))
    return Game(ruleset, program, names, seed, starter, setter.state, watch.events, placed=True)


class Setter:
    """Sets a state up piece by piece, and collects problems."""

    def __init__(self, program: Program, seats: tuple[str, ...], state: State) -> None:
        self.program = program
        self.layout: Layout = program.layout
        self.seats = seats
        self.state = state
        self.problems: list[Problem] = []
        self.used: set[int] = set()
        self.beside: list[tuple[int, str, Text]] = []

    # ---- cards and dice --------------------------------------------------------------------------

    def lay_out(self, position: Position) -> None:
        """Put the named cards and dice in their places, then the rest."""
        lying: dict[int, list[int]] = {}
        for written, contents in position.zones.items():
            cup = read_cup(self.layout, written.text, self.seats)
            zone = read_zone(self.layout, written.text, self.seats)
            if cup is not None:
                self._fill_cup(cup, written, contents)
            elif zone is None:
                known = [
                    *self._zones(),
                    *(cup_text(self.layout, one.number) for one in self.layout.cups),
                ]
                near = did_you_mean(written.text, known)
                self._report("position-zone", written, name=written.text, near=near)
            else:
                lying.setdefault(zone, []).extend(self._cards(zone, contents))
        if position.rest.text != REST_IN_BOX:
            self._lay_rest(position.rest, lying)
        for zone, cards in lying.items():
            capacity = self.layout.zones[zone].capacity
            if len(cards) > capacity:
                where = next(
                    (one for one in position.zones if read_zone(self.layout, one.text, self.seats) == zone),
                    position.rest,
                )
                self._report("position-full", where, zone=where.text, most=capacity, count=len(cards))
            else:
                fill(self.layout, self.state, zone, cards)
        self._set_beside()
        if not self.problems:
            self.program.knowledge.forget(self.state)

    def _cards(self, zone: int, ids: Sequence[Text]) -> list[int]:
        """Cards of these ids that are not placed yet."""
        place = self.layout.zones[zone]
        known = self.layout.card_ids[place.cards]
        found: list[int] = []
        for written in ids:
            placed = read_placed(written.text)
            name = written.text if placed is None or placed.zone or placed.level else placed.name
            copies = known.get(name, ())
            free = [card for card in copies if card not in self.used]
            if not copies:
                near = did_you_mean(name, known)
                self._report("position-card", written, name=name, zone=place.name, near=near)
            elif not free:
                held = len(copies)
                self._report("position-too-many", written, name=name, count=held + 1, held=held)
            else:
                self.used.add(free[0])
                found.append(free[0])
                if placed is not None and placed.beside is not None:
                    self.beside.append((free[0], placed.beside.strip(), written))
        return found

    def _set_beside(self) -> None:
        """Give variables the values that were written beside the names of cards: `coin (Ann)`."""
        for card, beside, written in self.beside:
            kept = self.layout.beside.get(self.layout.cards[card].set_name)
            value = None if kept is None else self.read(kept[0], beside)
            if kept is None or value is None:
                self._report("position-value", written, value=beside, name=self.layout.cards[card].id)
            else:
                self.state[kept[1] + card] = value

    def _lay_rest(self, rest: Text, lying: dict[int, list[int]]) -> None:
        zone = read_zone(self.layout, rest.text, self.seats)
        if zone is None:
            near = did_you_mean(rest.text, [*self._zones(), REST_IN_BOX])
            self._report("position-zone", rest, name=rest.text, near=near)
            return
        cards = self.layout.cards_of[self.layout.zones[zone].cards]
        lying[zone] = [card for card in cards if card not in self.used] + lying.get(zone, [])

    def _fill_cup(self, number: int, written: Text, faces: Sequence[Text]) -> None:
        cup = self.layout.cups[number]
        dice = self.layout.model.dice[cup.name]
        values: list[int] = []
        for face in faces:
            value = self.read(dice.kind, face.text)
            if value is None or value not in self.layout.faces[cup.name]:
                self._report("position-value", face, value=face.text, name=written.text)
            else:
                values.append(value)
        if len(values) > cup.capacity:
            self._report("position-full", written, zone=written.text, most=cup.capacity, count=len(values))
            return
        unused = [0] * (cup.capacity - len(values))
        self.state[cup.base : cup.base + 1 + cup.capacity] = [len(values), *values, *unused]

    def _zones(self) -> list[str]:
        """How zones can be written: with numbers of seats, and with players' names."""
        named = Spoken(self.seats, NONE)
        return [zone_text(self.layout, one.number, way) for one in self.layout.zones for way in (None, named)]

    def tell(self, watch: Watch) -> None:
        """What lies where, as cards that came from the box."""
        for zone in range(len(self.layout.zones)):
            cards = tuple(cards_in(self.layout, self.state, zone))
            if cards:
                seen_by = self.program.knowledge.witnesses(BOX, zone)
                watch.tell(Event("moved", cards=cards, to=zone, seen_by=seen_by))

    # ---- variables -------------------------------------------------------------------------------

    def set_variables(self, variables: Mapping[Text, Text]) -> None:
        """Give variables their values."""
        for written, value_text in variables.items():
            slot = self.slot(written)
            if slot is None:
                continue
            kind = self.layout.model.variables[written.text.partition("[")[0].strip()].kind
            value = self.read(kind, value_text.text)
            if value is None:
                self._report("position-value", value_text, value=value_text.text, name=written.text)
            else:
                self.state[slot] = value

    def slot(self, written: Text) -> int | None:
        """The slot of a variable at its indices."""
        found = INDEXED.fullmatch(written.text.strip())
        variable = None if found is None else self.layout.model.variables.get(found["name"])
        if found is None or variable is None:
            self._no_variable(written)
            return None
        parts = split_arguments(found["index"] or "")
        place = self.layout.variables[variable.name]
        if len(parts) != len(variable.dimensions):
            self._no_variable(written)
            return None
        slot = 0
        for part, dimension, length, first in zip(
            parts, variable.dimensions, place.lengths, place.firsts, strict=True
        ):
            if variable.beside and len(self._copies(dimension.name, part)) > 1:
                self._report("position-beside", written, name=written.text, card=part)
                return None
            value = self._card(dimension.name, part) if dimension.over == "card" else None
            if dimension.over != "card":
                value = read_index(self.layout, part, dimension.over, dimension.name, self.seats)
            if value is None or not 0 <= value - first < length:
                self._no_variable(written)
                return None
            slot = slot * length + value - first
        return place.base + slot

    def _no_variable(self, written: Text) -> None:
        known = [
            place_name(self.layout, name, self.layout.model.variables[name].dimensions, place.firsts)
            for name, place in self.layout.variables.items()
            if place.size
        ]
        near = did_you_mean(written.text.strip(), known)
        self._report("position-variable", written, name=written.text, near=near)

    def read(self, kind: Kind, text: str) -> int | None:
        """A value of a kind as a position writes it; None where it is none."""
        if text == "none":
            return NONE if kind.optional else None
        if kind.family == "bool":
            return {"yes": 1, "no": 0}.get(text)
        if kind.family == "player":
            return read_seat(text, self.seats)
        if kind.family == "zone":
            return read_zone(self.layout, text, self.seats)
        if kind.family == "card":
            return self._card(kind.name, text)
        if kind.family == "enum":
            values = self.layout.model.enums[kind.name].values
            return values.index(text) if text in values else None
        number = read_number(text)
        return number if number is not None and SMALLEST <= number <= LARGEST else None

    def _card(self, card_set: str, text: str) -> int | None:
        """The card of an id that a variable speaks of: the first that is in a zone, else the first."""
        every = self.layout.card_ids[card_set].get(text, ())
        return next(iter((*self._copies(card_set, text), *every)), None)

    def _copies(self, card_set: str, text: str) -> list[int]:
        """The cards of an id that are in zones."""
        copies = self.layout.card_ids[card_set].get(text, ())
        return [card for card in copies if self.state[self.layout.zone_of_at + card] != BOX]

    # ---- where play stands -----------------------------------------------------------------------

    def stand(self, position: Position) -> None:
        """Set up the flow of play."""
        faces, state, name = self.program.faces, self.state, position.at.text
        if name == AT_END:
            state[PC], state[OVER] = END, 1
        elif not name:
            state[PC] = faces.play
        elif name not in faces.phases:
            places = [*faces.phases, AT_END]
            known = ", ".join(f"`{one}`" for one in places)
            near = did_you_mean(name, places)
            self._report("position-phase", position.at, name=name, near=near, known=known)
        elif position.turn is None:
            self.program.asked.one(faces.phases[name].function)(state)
            state[PC] = faces.phases[name].block
        else:
            self._stand_in_turn(name, position.turn, position)

    def _stand_in_turn(self, phase: str, turn: Text, position: Position) -> None:
        turns, state = self.program.faces.turns, self.state
        seat = read_seat(turn.text, self.seats)
        if seat is None:
            self._report("position-value", turn, value=turn.text, name="turn")
            return
        if phase not in turns:
            self._report("position-turns", position.at, name=phase)
            return
        self.program.asked.one(turns[phase].function)(state, seat)
        state[PC] = turns[phase].block
        self.set_variables(position.variables)  # again: the turn has reset those that are counted by turn

    def _report(self, code: str, where: Text, **facts: str | int) -> None:
        self.problems.append(problem(code, where.span, **facts))
