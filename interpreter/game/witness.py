"""What one seat is told while moves are made, so that two games can be compared: they are alike to it while
it is told the same.

A `Witness` stands where a journal does (see `engine.journal`). It goes through a game in one of two ways:

- as it *notes* what happened in the real game: what the seat saw, and of cards which went where
- as it *compares* another game with those notes: shuffles and dice that the seat sees come out as they did
  there, and what it would see otherwise raises `Differs`
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from attrs import define, field, frozen

from rulewright.dsl.model import NONE, ChoiceModel
from rulewright.interpreter.code.instructions import EventPlace, PlacesShown
from rulewright.interpreter.engine.journal import Journal, Teller, index_of
from rulewright.interpreter.engine.knowledge import sees_zone
from rulewright.interpreter.engine.told import filled, heard
from rulewright.interpreter.engine.transfers import CardMove
from rulewright.interpreter.state.layout import BOX, Layout, State, sees_into, sees_value
from rulewright.interpreter.state.state import cards_in, cup_of, fill, sees_card

Form = tuple[object, ...]
"""What a seat sees of something."""


class Differs(Exception):
    """The seat would have seen something else."""


@frozen(eq=False)
class Eyes:
    """What a seat sees, in games of one program."""

    teller: Teller
    seat: int

    @property
    def layout(self) -> Layout:
        """Where everything is."""
        return self.teller.layout

    def sees(self, zone: int) -> bool:
        """Does the seat see the cards of a zone? All know what is in the box."""
        return zone == BOX or sees_zone(self.layout, self.seat, zone)

    def alike(self, card: int) -> int:
        """The same number for all copies of a card."""
        return self.layout.cards[card].alike

    def face(self, state: State, card: int) -> object:
        """A card that is spoken of: which one if the seat sees it, else that there is one."""
        if card == NONE:
            return None
        return self.alike(card) if sees_card(self.layout, state, card, self.seat) else "a card"

    def argument(self, state: State, by: int, choice: ChoiceModel, value: int | tuple[int, ...]) -> object:
        """What was chosen, before it is carried out."""
        values = value if isinstance(value, tuple) else (value,)
        if choice.secret and by != self.seat:
            return len(values)
        if choice.kind.family != "card":
            return value
        zone_of = self.layout.zone_of_at
        return sorted((state[zone_of + card], str(self.face(state, card))) for card in values)

    def choice(self, state: State, seat: int, index: int, arguments: Sequence[int | tuple[int, ...]]) -> Form:
        """A choice of a seat, before it is carried out."""
        if index == NONE:
            return (seat, index)
        action = tuple(self.layout.model.actions.values())[index]
        chosen = zip(action.choices, arguments, strict=True)
        return (seat, index, *(self.argument(state, seat, choice, value) for choice, value in chosen))

    def indexed(self, state: State, name: str, offset: int) -> Form:
        """Which value of a variable is spoken of; not by cards that the seat does not see."""
        place, variable = self.layout.variables[name], self.layout.model.variables[name]
        pairs = zip(variable.dimensions, index_of(place, offset), strict=True)
        return tuple(self.face(state, at) if one.over == "card" else at for one, at in pairs)

    def value(self, state: State, name: str, value: int) -> object:
        """A value that the seat sees."""
        is_card = self.layout.model.variables[name].kind.family == "card"
        return self.face(state, value) if is_card else value


# ---- notes ---------------------------------------------------------------------------------------


@frozen(eq=False)
class Moved:
    """Cards that went from zone to zone by one statement, or by what several chose at one time.

    `after` is the state then, save that observers know what they knew before.
    """

    moves: tuple[CardMove, ...]
    shows: PlacesShown
    after: State


@frozen(eq=False)
class Shuffled:
    """A zone was shuffled: the cards in the order that they lie in then."""

    zone: int
    order: tuple[int, ...]


@define(eq=False)
class Notes:
    """What happened in a stretch of a game: what the seat was told, where cards went, and dice that it saw.

    `values` are hidden values that were set, and that the seat saw later, by their place in `told`.
    """

    told: list[Form] = field(factory=list)
    acts: list[Moved | Shuffled] = field(factory=list)
    faces: list[tuple[int, ...]] = field(factory=list)
    values: dict[int, int] = field(factory=dict)


@frozen(eq=False)
class Given:
    """What another game is to be alike to: notes, and what cards stand there for those of the real game.

    `flows` has for each statement that moved cards which went where; `orders` the cards of each shuffle.
    """

    notes: Notes
    flows: Sequence[Mapping[tuple[int, int], Sequence[int]]]
    orders: Sequence[Sequence[int]]


@define(eq=False)
class Witness:
    """See the head of this file. `journal` makes what is told all, too, in each stretch."""

    eyes: Eyes
    journal: Callable[[], Journal] | None = None
    given: Given | None = None
    notes: Notes = field(factory=Notes)
    hidden: dict[int, tuple[Notes, int]] = field(factory=dict)
    """By its slot where it was noted that a hidden value was set which the seat has not seen."""
    _telling: Journal | None = None
    _moves: list[CardMove] = field(factory=list)
    _together: tuple[State, list[CardMove]] | None = None

    def __call__(self, state: State, number: int, *told: object) -> None:
        """Something has happened."""
        place = self.eyes.teller.places[number]
        form = _FORMS[place.kind](self, state, place, *told)
        if form is not None:
            self._tell((number, *form))
        if self._telling is not None:
            self._telling(state, number, *told)

    def begin(self, notes: Notes, given: Given | None = None) -> None:
        """Go on with the next stretch."""
        self.notes, self.given = notes, given
        self._moves.clear()
        self._together = None
        self._telling = None if self.journal is None else self.journal()

    def end(self) -> None:
        """All of the stretch has been told."""
        if self.given is not None and len(self.notes.told) != len(self.given.notes.told):
            raise Differs

    def _tell(self, form: Form) -> None:
        if self.given is not None:
            at, expected = len(self.notes.told), self.given.notes.told
            if at >= len(expected) or expected[at] != form:
                raise Differs
        self.notes.told.append(form)

    # ---- cards -----------------------------------------------------------------------------------

    def _card(self, state: State, place: EventPlace, card: int, origin: int, to: int) -> None:
        self._moves.append((card, origin, to))

    def _moved(self, state: State, place: EventPlace) -> Form:
        moves, self._moves = self._moves, []
        if self._together is None:
            self._carry(state, tuple(moves), place.shows)
        else:
            self._together[1].extend(moves)
        sees, alike = self.eyes.sees, self.eyes.alike
        form: list[object] = []
        for way, run in groupby(moves, lambda move: move[1:]):
            cards = [card for card, _, _ in run]
            seen = (sees(way[0]) and way[0] != BOX) or sees(way[1])
            form.append((way, tuple(map(alike, cards)) if seen else len(cards)))
        return tuple(form)

    def _carry(self, state: State, moves: tuple[CardMove, ...], shows: PlacesShown) -> None:
        """Cards went where they went; in another game those that stand for them."""
        if self.given is None:
            self.notes.acts.append(Moved(moves, shows, list(state)))
            return
        if ways(moves, self.eyes.alike) != self.given.flows[len(self.notes.acts)]:
            raise Differs
        self.notes.acts.append(Moved(moves, shows, []))

    def _begin_together(self, state: State, place: EventPlace) -> Form:
        self._together = list(state), []
        return ()

    def _end_together(self, state: State, place: EventPlace) -> Form:
        assert self._together is not None
        (before, moves), self._together = self._together, None
        zone_of, cards = self.eyes.layout.zone_of_at, dict.fromkeys(card for card, _, _ in moves)
        net = [(card, before[zone_of + card], state[zone_of + card]) for card in cards]
        after = list(state)
        self.eyes.teller.knowledge.restore(after, before)
        self._carry(after, tuple(move for move in net if move[1] != move[2]), place.shows)
        return ()

    def _shuffled(self, state: State, place: EventPlace, zone: int) -> Form:
        layout = self.eyes.layout
        if self.given is not None:
            order = self.given.orders[len(self.notes.acts)]
            fill(layout, state, zone, self._lying(state, zone, order))
        self.notes.acts.append(Shuffled(zone, tuple(cards_in(layout, state, zone))))
        return (zone,)

    def _lying(self, state: State, zone: int, order: Sequence[int]) -> list[int]:
        """The cards of a zone in an order; copies stand for each other."""
        lying = cards_in(self.eyes.layout, state, zone)
        if sorted(lying) == sorted(order):
            return list(order)
        alike = self.eyes.alike
        found = []
        for card in order:
            same = [one for one in lying if alike(one) == alike(card)]
            if not same:
                raise Differs
            found.append(card if card in same else same[0])
            lying.remove(found[-1])
        if lying:
            raise Differs
        return found

    def _shown(self, state: State, place: EventPlace, to: int, cards: Sequence[int]) -> Form:
        seen = to in (NONE, self.eyes.seat)
        return (to, tuple(map(self.eyes.alike, cards)) if seen else len(cards))

    # ---- dice ------------------------------------------------------------------------------------

    def _rolled(self, state: State, place: EventPlace, number: int, lying: int) -> Form:
        cup = self.eyes.layout.cups[number]
        return (number, self._faces(state, range(cup.base + 1 + lying, cup.base + 1 + state[cup.base])))

    def _rerolled(self, state: State, place: EventPlace, dice: Sequence[int]) -> Form:
        layout = self.eyes.layout
        slots = []
        for die in dice:
            cup = cup_of(layout, die)
            slots.append(cup.base + 1 + die - cup.first_die)
        return (tuple(dice), self._faces(state, slots))

    def _faces(self, state: State, slots: Sequence[int]) -> object:
        """The faces that the seat sees of dice that have been rolled; in another game the same ones."""
        layout, seat = self.eyes.layout, self.eyes.seat
        seen = [
            slot
            for slot in slots
            if slot not in layout.hidden_dice or sees_into(layout.hidden_dice[slot], seat)
        ]
        if self.given is not None:
            faces = self.given.notes.faces[len(self.notes.faces)]
            if len(faces) != len(seen):
                raise Differs
            for slot, face in zip(seen, faces, strict=True):
                state[slot] = face
        faces = tuple(state[slot] for slot in seen)
        self.notes.faces.append(faces)
        return len(slots)

    # ---- values ----------------------------------------------------------------------------------

    def _set(self, state: State, place: EventPlace, offset: int, value: int) -> Form:
        eyes, slot = self.eyes, self.eyes.layout.variables[place.name].base + offset
        sees = sees_value(eyes.layout, state, slot, eyes.seat)
        at = len(self.notes.told)
        if self.given is None and slot in eyes.layout.hidden:
            self.hidden[slot] = self.notes, at
        if self.given is not None and self.given.notes.values.get(at, value) != value:
            raise Differs
        told = eyes.value(state, place.name, value) if sees else value == NONE
        return (eyes.indexed(state, place.name, offset), told)

    def _opened(self, state: State, place: EventPlace, offset: int, to: int) -> Form:
        eyes, slot = self.eyes, self.eyes.layout.variables[place.name].base + offset
        if to not in (NONE, eyes.seat):
            return (to, eyes.indexed(state, place.name, offset))
        value = state[slot]
        is_card = eyes.layout.model.variables[place.name].kind.family == "card" and value != NONE
        if self.given is None and slot in self.hidden and not is_card:
            notes, at = self.hidden.pop(slot)
            notes.values[at] = value
        return (to, eyes.indexed(state, place.name, offset), eyes.alike(value) if is_card else value)

    def _awarded(self, state: State, place: EventPlace, card: int, to: int, points: int) -> Form:
        return (self.eyes.face(state, card), to, points)

    def _said(self, state: State, place: EventPlace, number: int) -> Form:
        teller = self.eyes.teller
        text = filled(teller.layout, teller.texts[number], list(state), [teller.most_work])
        return (number, heard(text, self.eyes.seat, teller.layout))

    def _chose(self, state: State, place: EventPlace, move: int, pool: Sequence[int]) -> Form:
        event = self.eyes.teller.forced(state, move, pool)
        return self.eyes.choice(state, event.seat, event.amount, event.arguments)

    def _plain(self, state: State, place: EventPlace, *told: object) -> Form:
        return told


def ways(moves: Sequence[CardMove], alike: Callable[[int], int]) -> dict[tuple[int, int], list[int]]:
    """Which cards went from which zone to which, whatever their order."""
    found: dict[tuple[int, int], list[int]] = {}
    for card, origin, to in moves:
        found.setdefault((origin, to), []).append(alike(card))
    return {way: sorted(cards) for way, cards in found.items()}


_FORMS: Mapping[str, Callable[..., Form | None]] = {
    "card": Witness._card,
    "moved": Witness._moved,
    "together": Witness._begin_together,
    "revealed": Witness._end_together,
    "shuffled": Witness._shuffled,
    "shown": Witness._shown,
    "rolled": Witness._rolled,
    "rerolled": Witness._rerolled,
    "set": Witness._set,
    "opened": Witness._opened,
    "awarded": Witness._awarded,
    "dropped": Witness._plain,
    "told": Witness._said,
    "ended": Witness._plain,
    "phase": Witness._plain,
    "turn": Witness._plain,
    "chose": Witness._chose,
}
