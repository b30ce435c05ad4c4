"""How the things that can be chosen are written in a move, for the seat that chooses.

A card is its id, and in parentheses what the game tells beside its name; where two that differ would read
the same, its zone is added, then its level there. A card whose face the seat does not see is written by
its place alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from attrs import frozen

from rulewright.dsl.model import Dimension, Kind
from rulewright.interpreter.engine.shown import Shown
from rulewright.interpreter.state.domains import CompiledChoice
from rulewright.interpreter.state.layout import BOX, Layout, State, sees_into
from rulewright.interpreter.state.state import cup_of, sees_card
from rulewright.interpreter.words.texts import (
    Spoken,
    beside_name,
    cup_text,
    die_face,
    read_number,
    read_seat,
    zone_text,
)

BOX_TEXT = "box"
"""What stands for the box where a zone is written."""
PLACED = ("card", "die")
"""The families of what lies somewhere, and may be told apart by that only."""
UNSEEN_CARD, UNSEEN_DIE = "card", "die"
_PLACED = re.compile(
    r"(?P<name>\S+)(?: \((?P<beside>.*)\))?(?: in (?P<zone>.+?))?(?: at (?P<level>[0-9]{1,6}))?"
)
INDEXED = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9_]*)(?:\[(?P<index>[^\[\]]*)\])?")


@frozen
class Label:
    """A text and the values that it stands for: one, or several that are one choice.

    `again`: an earlier choice of the move has named them already.
    """

    text: str
    values: tuple[int, ...]
    again: bool = False


@frozen
class Placed:
    """A card or die as somebody wrote it: its name; if they said so, what is beside it, and where."""

    name: str
    beside: str | None
    zone: str | None
    level: int | None

    def may_be(self, other: Placed) -> bool:
        """Could these words mean what the other, complete ones do, as far as names go?"""
        return self.name.casefold() == other.name.casefold() and self.beside in (None, other.beside)


def read_placed(text: str) -> Placed | None:
    """Take `fig in row[2] at 3`, `coin (Ann)` apart; None for what cannot be read so."""
    found = _PLACED.fullmatch(text)
    if found is None:
        return None
    level = found["level"]
    return Placed(found["name"], found["beside"], found["zone"], None if level is None else int(level))


def labels(
    layout: Layout,
    state: State,
    seat: int,
    choice: CompiledChoice,
    spoken: Spoken | None = None,
    places: Shown | None = None,
) -> list[Label]:
    """Everything that a choice can be, as it is written, in domain order. Writes to scratch.

    `places` is where cards lie as the seat is shown it, if that has been found already.
    """
    groups = choice.groups(state)
    if choice.family not in PLACED:
        return [Label(plain(layout, choice.model.kind, group[0], spoken), tuple(group)) for group in groups]
    named = {value for each in choice.earlier for value in each(state)}
    if choice.family == "die":
        return _placed(groups, named, *_die_names(layout, state, seat, groups, spoken))
    return _placed(groups, named, *_card_names(layout, state, seat, groups, spoken, places))


Names3 = tuple[list[str], Callable[[int], str], Callable[[int], int]]


def _card_names(
    layout: Layout,
    state: State,
    seat: int,
    groups: Sequence[list[int]],
    spoken: Spoken | None,
    places: Shown | None,
) -> Names3:
    shown = Shown(layout, state, seat) if places is None else places

    def zone(card: int) -> str:
        number = state[layout.zone_of_at + card]
        return BOX_TEXT if number == BOX else zone_text(layout, number, spoken)

    return (
        [_card_name(layout, state, seat, group[0], spoken) for group in groups],
        zone,
        lambda card: shown.place_of(card)[1],
    )


def _card_name(layout: Layout, state: State, seat: int, card: int, spoken: Spoken | None) -> str:
    """A card by its id, with what is told beside it, as far as the seat may know. All know the box."""

    def known(one: int) -> bool:
        return state[layout.zone_of_at + one] == BOX or sees_card(layout, state, one, seat)

    return card_text(layout, state, card, known, spoken) if known(card) else UNSEEN_CARD


def card_text(
    layout: Layout,
    state: State,
    card: int,
    known: Callable[[int], bool] = lambda _: True,
    spoken: Spoken | None = None,
) -> str:
    """A card by its id, with what is told beside it: `copper (2)`. A card beside it is named if `known`."""
    beside = layout.beside_name(card, state)
    if beside is None:
        return layout.cards[card].id
    kind, value = beside
    if kind.family != "card":
        return beside_name(layout.cards[card].id, plain(layout, kind, value, spoken))
    return beside_name(layout.cards[card].id, layout.cards[value].id if known(value) else UNSEEN_CARD)


def _die_names(
    layout: Layout, state: State, seat: int, groups: Sequence[list[int]], spoken: Spoken | None
) -> Names3:
    names = []
    for group in groups:
        cup = cup_of(layout, group[0])
        names.append(die_face(layout, cup, state, group[0]) if sees_into(cup, seat) else UNSEEN_DIE)
    return (
        names,
        lambda die: cup_text(layout, cup_of(layout, die).number, spoken),
        lambda die: die - cup_of(layout, die).first_die + 1,
    )


def _placed(
    groups: Sequence[list[int]],
    named: Collection[int],
    names: list[str],
    zone: Callable[[int], str],
    level: Callable[[int], int],
) -> list[Label]:
    """Add places to names where they are needed to tell things apart.

    What an earlier choice has `named` already stands back: `egg, egg` are two eggs, and the same one
    again is written with its place.
    """
    again = [group[0] in named for group in groups]
    in_zones = [f"{name} in {zone(group[0])}" for name, group in zip(names, groups, strict=True)]
    often, often_there = Counter(names), Counter(in_zones)
    often_new = Counter(name for name, old in zip(names, again, strict=True) if not old)
    often_new_there = Counter(name for name, old in zip(in_zones, again, strict=True) if not old)
    written = []
    for name, in_zone, group, old in zip(names, in_zones, groups, again, strict=True):
        text = name
        if name in (UNSEEN_CARD, UNSEEN_DIE) or (often_there if old else often_new_there)[in_zone] > 1:
            text = f"{in_zone} at {level(group[0])}"
        elif (often if old else often_new)[name] > 1:
            text = in_zone
        written.append(Label(text, tuple(group), old))
    return written


def plain(layout: Layout, kind: Kind, value: int, spoken: Spoken | None = None) -> str:
    """A value that is neither card nor die, as it is written in a move."""
    if kind.family == "player":
        return str(value + 1) if spoken is None else spoken.seats[value]
    if kind.family == "zone":
        return zone_text(layout, value, spoken)
    if kind.family == "enum":
        return layout.model.enums[kind.name].values[value]
    if kind.family == "bool":
        return "yes" if value else "no"
    return str(value)


# ---- reading places ------------------------------------------------------------------------------


def read_zone(layout: Layout, text: str, seats: Sequence[str]) -> int | None:
    """The zone that a text names: `deck`, `column[1]`, `hand[2]`, `hand[Ann]`, `cell[1, 2]`."""
    dimensions = {name: zone.dimensions for name, zone in layout.model.zones.items()}
    return _read_place(layout, text, seats, dimensions, layout.zone_at)


def read_cup(layout: Layout, text: str, seats: Sequence[str]) -> int | None:
    """The cup of dice that a text names."""
    dimensions = {name: dice.dimensions for name, dice in layout.model.dice.items()}
    return _read_place(layout, text, seats, dimensions, layout.cup_at)


def _read_place(
    layout: Layout,
    text: str,
    seats: Sequence[str],
    dimensions: Mapping[str, tuple[Dimension, ...]],
    numbers: Mapping[tuple[str, tuple[int, ...]], int],
) -> int | None:
    found = INDEXED.fullmatch(text.strip())
    if found is None or found["name"] not in dimensions:
        return None
    written = split_arguments(found["index"] or "")
    wanted = dimensions[found["name"]]
    if len(written) != len(wanted):
        return None
    index: list[int] = []
    for part, dimension in zip(written, wanted, strict=True):
        value = read_index(layout, part, dimension.over, dimension.name, seats)
        if value is None:
            return None
        index.append(value)
    return numbers.get((found["name"], tuple(index)))


def read_index(layout: Layout, text: str, over: str, name: str, seats: Sequence[str]) -> int | None:
    """One index of a zone or variable; None where it is none."""
    if over == "player":
        return read_seat(text, seats)
    if over == "enum":
        values = layout.model.enums[name].values
        return values.index(text) if text in values else None
    if over == "card":
        numbers = layout.card_ids[name].get(text, ())
        return numbers[0] if numbers else None
    return read_number(text)


def split_arguments(text: str) -> list[str]:
    """The arguments of a move: what stands between commas outside brackets."""
    return split_outside(text, ",") if text.strip() else []


def split_outside(text: str, divider: str) -> list[str]:
    """What stands between signs of one sort outside brackets."""
    parts = [""]
    depth = 0
    for sign in text:
        depth += (sign in "[(") - (sign in "])")
        if sign == divider and depth <= 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def lies_in_sight(layout: Layout, state: State, seat: int, card_id: str) -> int | None:
    """A card of this id that the seat sees lying somewhere, the first by zone; None where there is none."""
    seen = [
        card.number
        for card in layout.cards
        if card.id == card_id
        and state[layout.zone_of_at + card.number] != BOX
        and sees_card(layout, state, card.number, seat)
    ]
    return min(
        seen, key=lambda card: (zone_text(layout, state[layout.zone_of_at + card]), card), default=None
    )
