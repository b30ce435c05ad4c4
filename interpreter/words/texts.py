"""Values as text for the seat that reads them: a card that it cannot see is "a card"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from attrs import frozen

from rulewright.dsl.model import NONE, Dimension, Kind, Translation
from rulewright.interpreter.engine.asked_chance import ChanceEvent
from rulewright.interpreter.engine.asking import CompiledPhrase
from rulewright.interpreter.engine.told import answered
from rulewright.interpreter.state.layout import (
    CupInstance,
    Layout,
    State,
    ZoneInstance,
    index_texts,
    sees_into,
)
from rulewright.interpreter.state.state import cup_of, sees_card

NOTHING = "none"
"""A subset without elements, as it is written in a move."""


@frozen
class Spoken:
    """How moves are put to the player who reads them: players by these names, own things as `your hand`.

    Where there is none, moves are written for every reader alike: `hand[1]`.
    """

    seats: tuple[str, ...]
    reader: int


_UNSEEN = {
    "int": ("a number", "some numbers"),
    "bool": ("yes or no", "some answers"),
    "player": ("a player", "some players"),
    "zone": ("a place", "some places"),
    "card": ("a card", "some cards"),
    "die": ("a die", "some dice"),
}
"""What is said of values that the reader may not know, of one and of several; of an enum's by its name."""


@frozen(eq=False)
class Names:
    """What things are called: by their ids, or by the words of one language.

    `seats` are the players' names.
    """

    layout: Layout
    seats: tuple[str, ...]
    translation: Translation | None = None

    def word(self, name: str) -> str:
        """An enum's value, a zone, an action or a score."""
        if self.translation is not None and name in self.translation.words:
            return self.translation.words[name]
        return name.replace("_", " ")

    def card(self, number: int) -> str:
        """A card's name."""
        card = self.layout.cards[number]
        if self.translation is not None:
            if card.id in self.translation.cards:
                return self.translation.cards[card.id]
            if self.layout.model.card_sets[card.set_name].generators:
                # A generated card is called by its values, and these have words.
                return " ".join(self.word(value) for value in card.title.split(" "))
        return card.title or card.id

    def text(self, number: int) -> str:
        """What a card does, in words for players; "" where its row says nothing."""
        card = self.layout.cards[number]
        known = self.translation.texts if self.translation is not None else {}
        return known.get(card.id, card.text)

    def called(self, number: int, state: State, seat: int | None) -> str:
        """A card's name with what the game tells beside it: `coin (Ann)`."""
        beside = self.layout.beside_name(number, state)
        return beside_name(self.card(number), self._beside(*beside, state, seat) if beside else "")

    def _beside(self, kind: Kind, value: int, state: State, seat: int | None) -> str:
        """A value beside a name; of a card the name alone, or cards beside cards might have no end."""
        if kind.family == "card":
            return self.card(value) if sees_card(self.layout, state, value, seat) else "a card"
        return self.value(kind, value, state, seat)

    def seat(self, seat: int) -> str:
        """A player's name."""
        return self.seats[seat]

    def zone(self, number: int, reader: int | None = None) -> str:
        """A zone in words, with names for numbers of seats: `hand[Ann]`; the reader's own is `your hand`."""
        zone = self.layout.zones[number]
        return self._place(
            zone.name, zone.index, self.layout.model.zones[zone.name].dimensions, zone.owner, reader
        )

    def cup(self, number: int, reader: int | None = None) -> str:
        """A cup of dice in words."""
        cup = self.layout.cups[number]
        return self._place(
            cup.name, cup.index, self.layout.model.dice[cup.name].dimensions, cup.owner, reader
        )

    def spoken(self, reader: int) -> Spoken:
        """How moves are put to a reader. Who is called like something else in a move goes by number."""
        told = tuple(
            name if read_seat(name, self.seats) == seat and name.casefold() != NOTHING else str(seat + 1)
            for seat, name in enumerate(self.seats)
        )
        return Spoken(told, reader)

    def _place(
        self,
        name: str,
        index: tuple[int, ...],
        dimensions: tuple[Dimension, ...],
        owner: int | None = None,
        reader: int | None = None,
    ) -> str:
        written = index_texts(self.layout, dimensions, index, self.seats)
        words = [
            text if dimension.over == "player" else self.word(text)
            for text, dimension in zip(written, dimensions, strict=True)
        ]
        own = reader is not None and owner == reader
        return _indexed(self.word(name), words, dimensions, own=own)

    def value(self, kind: Kind, value: int, state: State, seat: int | None) -> str:
        """A value of one kind, for a seat (None: an observer)."""
        if value == NONE:
            return "nothing"
        if kind.family == "card":
            return self.called(value, state, seat) if sees_card(self.layout, state, value, seat) else "a card"
        if kind.family == "die":
            return self._die(value, state, seat)
        if kind.family == "bool":
            return "yes" if value else "no"
        if kind.family == "enum":
            return self.word(self.layout.model.enums[kind.name].values[value])
        if kind.family == "player":
            return self.seat(value)
        if kind.family == "zone":
            return self.zone(value)
        return str(value)

    def _die(self, die: int, state: State, seat: int | None) -> str:
        cup = cup_of(self.layout, die)
        return die_face(self.layout, cup, state, die) if sees_into(cup, seat) else "a die"

    def variable(self, name: str, index: tuple[int, ...]) -> str:
        """A variable as it is written, with names for numbers of seats: `bid[Ann]`."""
        return self._place(name, index, self.layout.model.variables[name].dimensions)

    def unseen(self, kind: Kind) -> str:
        """What is said in the place of a value, or of several, that the reader may not know."""
        word = self.word(kind.name)
        one, some = _UNSEEN.get(kind.family) or (
            f"{'an' if word[0] in 'AEIOU' else 'a'} {word}",
            f"some {word}",
        )
        return some if kind.shape == "many" else one

    def phrase(self, phrase: CompiledPhrase, state: State, seat: int | None) -> str:
        """A phrase with its gaps filled, for a seat. May write to the scratch part of the state.

        A gap that is worked out from a value that the seat does not see says so, and not what it is.
        """
        words = []
        for part in phrase.parts:
            if isinstance(part, str):
                words.append(part)
                continue
            answer, kind = answered(part, state), part.kind
            if not answer.seen_by(self.layout, state, seat):
                words.append(self.unseen(kind))
            elif answer.values is None:
                words.append("?")
            else:
                words.append(listed(self.value(kind.one(), one, state, seat) for one in answer.values))
        return "".join(words)


def listed(values: Iterable[str]) -> str:
    """What is said of the values in a gap of a text."""
    return ", ".join(values) or "nothing"


def beside_name(name: str, beside: str) -> str:
    """A card's name and what is told beside it."""
    return f"{name} ({beside})" if beside else name


# ---- ids, as moves and positions are written -----------------------------------------------------


def zone_text(layout: Layout, number: int, spoken: Spoken | None = None) -> str:
    """A zone as moves and positions write it: `row[1]`, `hand[2]`, `garden[spring]`; or as it is spoken."""
    zone = layout.zones[number]
    return _place_text(layout, zone, layout.model.zones[zone.name].dimensions, spoken)


def cup_text(layout: Layout, number: int, spoken: Spoken | None = None) -> str:
    """A cup of dice as moves and positions write it, or as it is spoken."""
    cup = layout.cups[number]
    return _place_text(layout, cup, layout.model.dice[cup.name].dimensions, spoken)


def _place_text(
    layout: Layout,
    place: ZoneInstance | CupInstance,
    dimensions: tuple[Dimension, ...],
    spoken: Spoken | None,
) -> str:
    written = index_texts(layout, dimensions, place.index, None if spoken is None else spoken.seats)
    own = spoken is not None and place.owner == spoken.reader
    return _indexed(place.name, written, dimensions, own=own)


def _indexed(name: str, written: list[str], dimensions: tuple[Dimension, ...], *, own: bool) -> str:
    """A place with its indices; of the reader's `own` the one that says whose it is goes without saying."""
    if own:
        name = f"your {name}"
        whose = [dimension.over for dimension in dimensions].index("player")
        written = [*written[:whose], *written[whose + 1 :]]
    return name + (f"[{', '.join(written)}]" if written else "")


def die_face(layout: Layout, cup: CupInstance, state: State, die: int) -> str:
    """What a die shows, as it is written."""
    return face_text(layout, cup.name, state[cup.base + 1 + die - cup.first_die])


def face_text(layout: Layout, dice: str, face: int) -> str:
    """A face of dice, as it is written."""
    kind = layout.model.dice[dice].kind
    return layout.model.enums[kind.name].values[face] if kind.family == "enum" else str(face)


def outcome_text(layout: Layout, event: ChanceEvent, outcome: int) -> str:
    """What chance gives: the id of a card, a face, a player's number, or which one of how many."""
    what, _, name = event.site.partition(" ")
    if what == "zone":
        return layout.cards[outcome].id
    if what == "dice":
        dice = name.partition("[")[0]
        return face_text(layout, dice, layout.faces[dice][outcome])
    return str(outcome + 1) if what == "var" else f"{outcome + 1} of {len(event.outcomes)}"


# ---- reading seats and numbers -------------------------------------------------------------------


def read_seat(text: str, seats: Sequence[str]) -> int | None:
    """A seat (from 0) by its number from 1 or its player's name."""
    number = read_number(text)
    if number is not None:
        return number - 1 if 1 <= number <= len(seats) else None
    if text in seats:
        return list(seats).index(text)
    folded = [seat for seat, name in enumerate(seats) if name.casefold() == text.casefold()]
    return folded[0] if len(folded) == 1 else None


def read_number(text: str) -> int | None:
    """A whole number of at most ten ASCII digits."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,10}", text) else None
