"""What people type in the words they read, turned into the ids of which moves are written.

Only what is in the box is looked at, never where it lies, so nothing hidden shows in what is understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulewright.interpreter.words.labels import UNSEEN_CARD, read_cup, read_zone
from rulewright.interpreter.words.texts import Names, beside_name, cup_text, read_seat, zone_text

_LEVEL = re.compile(r" at [0-9]{1,6}$")
_BESIDE = re.compile(r"(?P<name>.+?) \((?P<beside>.*)\)")


def split_action(names: Names, text: str, actions: Iterable[str]) -> tuple[str, str]:
    """The action that a move begins with, and the rest: `copy symbol x` is `copy_symbol` and `x`."""
    folded = text.casefold()
    for action in sorted(actions, key=len, reverse=True):
        for written in (action, names.word(action), action.replace("_", " "), action.replace("_", "-")):
            if folded == written.casefold() or folded.startswith(f"{written.casefold()} "):
                return action, text[len(written) :].strip()
    first, _, rest = text.partition(" ")
    return first, rest.strip()


def card_written(names: Names, text: str, card_set: str) -> str:
    """A card of a set written by its name, `Ripe fig in row[1]`, as `ripe_fig in row[1]`; else as it is."""
    level = _LEVEL.search(text)
    without_level = text[: level.start()] if level else text
    title = without_level.rpartition(" in ")[0] or without_level
    for written in (text, title):
        ids = _called(names, written, card_set)
        if len(ids) == 1:
            return ids[0] + text[len(written) :]
        beside = _BESIDE.fullmatch(written)
        ids = _called(names, beside["name"], card_set) if beside else []
        if beside and len(ids) == 1:
            return (
                beside_name(ids[0], _beside_written(names, card_set, beside["beside"])) + text[len(written) :]
            )
    return text


def _beside_written(names: Names, card_set: str, word: str) -> str:
    """What is told beside the names of cards of a set, as moves write it."""
    layout = names.layout
    if card_set not in layout.beside:
        return word
    kind = layout.beside[card_set][0]
    if kind.family == "card":
        ids = [UNSEEN_CARD] if word == "a card" else _called(names, word, kind.name)
        return ids[0] if len(ids) == 1 else word
    if kind.family == "enum":
        values = layout.model.enums[kind.name].values
        value = value_written(names, word, values)
        return word if value is None else values[value]
    seat = read_seat(word, names.seats) if kind.family == "player" else None
    return word if seat is None else str(seat + 1)


def _called(names: Names, title: str, card_set: str) -> list[str]:
    """The ids of cards of a set that have a name; an id comes before all names."""
    cards = [names.layout.cards[number] for number in names.layout.cards_of[card_set]]
    if any(card.id == title for card in cards):
        return [title]
    folded = title.casefold()
    return list(
        dict.fromkeys(
            card.id
            for card in cards
            if folded in (names.card(card.number).casefold(), card.id.replace("_", " ").casefold())
        )
    )


def zone_written(names: Names, seat: int, text: str) -> int | None:
    """The zone that a seat means: `hand[2]`, `hand[Bob]`, `your hand`, in ids or in words; None: no zone."""
    found = read_zone(names.layout, text, names.seats)
    if found is not None:
        return found
    spoken = names.spoken(seat)
    zones = range(len(names.layout.zones))
    return _place_called(
        text,
        [(names.zone(one), names.zone(one, seat), zone_text(names.layout, one, spoken)) for one in zones],
    )


def cup_written(names: Names, seat: int, text: str) -> int | None:
    """The cup of dice that a seat means, in ids or in words; None: no cup."""
    found = read_cup(names.layout, text, names.seats)
    if found is not None:
        return found
    spoken = names.spoken(seat)
    cups = range(len(names.layout.cups))
    return _place_called(
        text, [(names.cup(one), names.cup(one, seat), cup_text(names.layout, one, spoken)) for one in cups]
    )


def _place_called(text: str, called: Iterable[tuple[str, ...]]) -> int | None:
    """Which one of several places has a name; None where none has, or several have it."""
    wanted = _folded(text)
    found = [at for at, written in enumerate(called) if wanted in map(_folded, written)]
    return found[0] if len(found) == 1 else None


def _folded(text: str) -> str:
    return " ".join(text.replace("_", " ").casefold().split())


def value_written(names: Names, text: str, values: Sequence[str]) -> int | None:
    """The number of an enum's value, by its id or by the word for it; None where it is none."""
    if text in values:
        return values.index(text)
    folded = text.casefold()
    found = [at for at, value in enumerate(values) if names.word(value).casefold() == folded]
    return found[0] if len(found) == 1 else None
