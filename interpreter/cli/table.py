"""The table as text: zones, dice, variables and players, drawn from what one onlooker sees.

Nothing here knows a game. Face-up zones that are numbered or named side by side stand side by side, the
highest card on top; what belongs to a player stands with that player; hidden cards are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from attrs import frozen
from rich.cells import cell_len, set_cell_size

from rulewright.interpreter.layout import Layout
from rulewright.interpreter.texts import Names
from rulewright.interpreter.view_models import CardView, CupView, Entry, VariableView, View, ZoneView

WIDTH = 100
"""The longest line that is drawn."""

MOST_IN_LINE = 14
"""A pile on the table with more cards than these shows its top card only."""


@frozen(eq=False)
class Artist:
    """Draws views of one game, in the words of `names`; `usual` are properties too common to mention."""

    names: Names
    usual: Mapping[tuple[str, str], object]
    generated: frozenset[str]

    @staticmethod
    def of(layout: Layout, names: Names) -> Artist:
        """For a game laid out."""
        generated = frozenset(name for name, one in layout.model.card_sets.items() if one.generators)
        return Artist(names, _usual_numbers(layout), generated)

    # ---- the whole -------------------------------------------------------------------------------

    def draw(self, view: View) -> list[str]:
        """The table and the players."""
        lines = [self._heading(view), ""]
        for name, group in groupby((zone for zone in view.zones if zone.owner is None), lambda one: one.name):
            lines += self._zones(name, list(group))
        lines += [self._cup(cup) for cup in view.cups if cup.owner is None]
        lines += self._variables(view)
        for player in view.players:
            lines += self._player(view, player.seat)
        return lines

    def _heading(self, view: View) -> str:
        phase = f", {self.names.word(view.phase)}" if view.phase else ""
        return f"-- {view.title}{phase}, move {view.moves + 1} --"

    # ---- zones -----------------------------------------------------------------------------------

    def _zones(self, name: str, zones: list[ZoneView]) -> list[str]:
        dimensions = self.names.layout.model.zones[name].dimensions
        open_to_all = all(zone.sight == "up" for zone in zones)
        if open_to_all and len(dimensions) == 1:
            return self._columns(name, zones)
        if open_to_all and len(dimensions) == 2:
            return self._grid(name, zones)
        return [f"{self._zone_name(zone)}: {self.contents(zone)}" for zone in zones]

    def _columns(self, name: str, zones: list[ZoneView]) -> list[str]:
        """Zones side by side, each card with what is printed on it below its name."""
        width = max(18, WIDTH // len(zones) - 2)
        heads = [f"{self.names.word(name)} {', '.join(map(self.names.word, zone.index))}" for zone in zones]
        lines = [self._row(heads, width)]
        height = max(len(zone.cards) for zone in zones)
        for level in range(height, 0, -1):
            cards = [zone.cards[level - 1] if level <= len(zone.cards) else None for zone in zones]
            lines.append(self._row([f"{level} {card.title}" if card else "" for card in cards], width))
            printed = [f"  {self.printed(card)}" if card else "" for card in cards]
            if any(one.strip() for one in printed):
                lines.append(self._row(printed, width))
        if height == 0:
            lines.append(self._row(["-" for _ in zones], width))
        return [*lines, ""]

    def _grid(self, name: str, zones: list[ZoneView]) -> list[str]:
        """Zones with two indices: one row for each first index, the top card of each."""
        rows = [list(group) for _, group in groupby(zones, lambda zone: zone.index[0])]
        cells = [[zone.cards[-1].title if zone.cards else "." for zone in row] for row in rows]
        width = max(cell_len(cell) for row in cells for cell in row) + 2
        head = self._row(["", *(self.names.word(zone.index[1]) for zone in rows[0])], width)
        body = [
            self._row([self.names.word(row[0].index[0]), *cell], width)
            for row, cell in zip(rows, cells, strict=True)
        ]
        return [self.names.word(name), head, *body, ""]

    def _row(self, cells: Iterable[str], width: int) -> str:
        return "  ".join(_fitted(cell, width) for cell in cells).rstrip()

    def _zone_name(self, zone: ZoneView) -> str:
        """A zone's name; the owner is left out, since it stands with its owner."""
        dimensions = self.names.layout.model.zones[zone.name].dimensions
        rest = [
            self.names.word(text)
            for dimension, text in zip(dimensions, zone.index, strict=True)
            if dimension.over != "player"
        ]
        return self.names.word(zone.name) + (f" {', '.join(rest)}" if rest else "")

    def contents(self, zone: ZoneView) -> str:
        """The cards of a zone in a line, from the bottom; of hidden ones how many, and those surely there."""
        if zone.hidden:
            known = f", among them {', '.join(card.title for card in zone.known)}" if zone.known else ""
            return f"{_cards(zone.hidden)}{known}"
        if not zone.cards:
            return "empty"
        if zone.owner is None and len(zone.cards) > MOST_IN_LINE:
            return f"{_cards(len(zone.cards))}, on top {zone.cards[-1].title}"
        return ", ".join(card.title for card in zone.cards)

    # ---- cards -----------------------------------------------------------------------------------

    def printed(self, card: CardView) -> str:
        """What is printed on a card, in a few words; what most cards of the set share is left out."""
        if card.set in self.generated:
            return ""
        words = []
        for name, value in card.properties.items():
            if value is None or value is False or value == self.usual.get((card.set, name)):
                continue
            words += self._property(name, value)
        return ", ".join(words)

    def _property(self, name: str, value: object) -> list[str]:
        if value is True:
            return [self.names.word(name)]
        if isinstance(value, str):
            return [self.names.word(value)]
        if isinstance(value, dict):
            return [f"{count} {self.names.word(word)}" for word, count in value.items()]
        if isinstance(value, list):
            return [self.names.word(word) for word in value]
        return [f"{self.names.word(name)} {value}"]

    # ---- dice, variables, players ----------------------------------------------------------------

    def _cup(self, cup: CupView) -> str:
        faces = " ".join(self.names.word(str(face)) for face in cup.faces)
        return f"{self.names.word(cup.name)}: {f'{cup.hidden} hidden dice' if cup.hidden else faces or 'no dice'}"

    def _variables(self, view: View) -> list[str]:
        """What is recorded of the game as a whole, and of cards."""
        shared = [one for one in view.variables if not self._by_player(one.name)]
        words = [f"{self._entry_name(one, entry)} {entry.text}" for one in shared for entry in _telling(one)]
        return [*_wrapped(words, "  "), ""] if words else []

    def _by_player(self, name: str) -> bool:
        return any(one.over == "player" for one in self.names.layout.model.variables[name].dimensions)

    def _entry_name(self, variable: VariableView, entry: Entry) -> str:
        index = ", ".join(self.names.word(part) for part in entry.index)
        return self.names.word(variable.name) + (f" of {index}" if index else "")

    def _player(self, view: View, seat: int) -> list[str]:
        player = view.players[seat]
        marks = []
        if seat == view.onlooker:
            marks.append("you")
        if seat in view.decision.seats:
            marks.append("to choose")
        if player.out:
            marks.append("out")
        marks += [f"{self.names.word(name)} {points}" for name, points in player.awards.items() if points]
        for variable in view.variables:
            if self._by_player(variable.name):
                marks += self._of_player(variable, seat)
        lines = [player.name + (f" ({', '.join(marks)})" if marks else "")]
        lines += [
            line
            for zone in view.zones
            if zone.owner == seat
            for line in _wrapped([f"  {self._zone_name(zone)}: {self.contents(zone)}"], "")
        ]
        return [*lines, *(f"  {self._cup(cup)}" for cup in view.cups if cup.owner == seat)]

    def _of_player(self, variable: VariableView, seat: int) -> list[str]:
        dimensions = self.names.layout.model.variables[variable.name].dimensions
        at = next(place for place, one in enumerate(dimensions) if one.over == "player")
        found = []
        for entry in _telling(variable):
            if entry.index[at] == str(seat + 1):
                rest = [self.names.word(part) for place, part in enumerate(entry.index) if place != at]
                found.append(" ".join([self.names.word(variable.name), *rest, entry.text]))
        return found


def _telling(variable: VariableView) -> list[Entry]:
    """The entries that say something: seen, and not nothing, 0 or no."""
    return [entry for entry in variable.entries if entry.seen and entry.value not in (None, 0, False)]


def _usual_numbers(layout: Layout) -> dict[tuple[str, str], object]:
    """Of each number printed on cards, the value that more than half of a set's cards share."""
    found: dict[tuple[str, str], object] = {}
    for name, card_set in layout.model.card_sets.items():
        numbers = layout.cards_of[name]
        for one in card_set.fields:
            if one.kind.family != "int":
                continue
            values = [layout.properties[name, one.name][number] for number in numbers]
            for value in dict.fromkeys(values):
                if values.count(value) * 2 > len(values):
                    found[name, one.name] = value
    return found


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _fitted(text: str, width: int) -> str:
    """The text cut or filled to a width in terminal cells."""
    return set_cell_size(text if cell_len(text) <= width else set_cell_size(text, width - 1) + "~", width)


def _wrapped(words: Sequence[str], indent: str, joint: str = "; ") -> list[str]:
    """Words joined and broken into lines at blanks; what follows the first line is indented further."""
    return _broken(indent + joint.join(words), cell_len)


def _broken(text: str, length: Callable[[str], int]) -> list[str]:
    stripped = text.lstrip(" ")
    indent = " " * (len(text) - len(stripped))
    lines, line = [], indent
    for word in stripped.split(" "):
        if line.strip() and length(line) + 1 + length(word) > WIDTH:
            lines.append(line)
            line = indent + "    "
        line += word if not line.strip() else f" {word}"
    return [*lines, line]
