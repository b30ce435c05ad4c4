"""The table as text: zones, dice, variables and players, drawn from what one observer sees.

Nothing here knows a game. Face-up zones that are numbered or named side by side stand side by side, the
highest card on top; what belongs to a player stands with that player; hidden cards are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest

from attrs import frozen
from rich.cells import cell_len, set_cell_size

from rulewright.interpreter.game.views.models import CardView, CupView, Entry, VariableView, View, ZoneView
from rulewright.interpreter.state.layout import Layout
from rulewright.interpreter.words.sentences import counted
from rulewright.interpreter.words.texts import Names, zone_text

WIDTH = 100
"""The longest line that is drawn, unless the terminal says otherwise."""

LEAST_COLUMN = 18
"""The narrowest column; more columns than fit stand below the others."""

MANY_EMPTY = 3
"""From how many empty zones on a player's share one line."""

_GAP = "  "
"""What stands between two columns."""

MOST_IN_LINE = 14
"""A pile on the table with more cards than these shows its top card only."""

MOST_PLACED = 2
"""Of so many hidden cards of a zone, from the top, it is told where they lie."""


@frozen(eq=False)
class Artist:
    """Draws views of one game, in the words of `names`, in lines of at most `width` cells.

    `usual` are properties too common to mention; `alike` are those whose words could be another property's,
    so that a card says which it means; the cards of `generated` sets say all in their names.
    """

    names: Names
    usual: Mapping[tuple[str, str], object]
    alike: frozenset[tuple[str, str]]
    generated: frozenset[str]
    width: int

    @staticmethod
    def of(names: Names, width: int = WIDTH) -> Artist:
        """For a game."""
        layout = names.layout
        generated = frozenset(name for name, one in layout.model.card_sets.items() if one.generators)
        return Artist(names, _usual_numbers(layout), _alike(layout), generated, width)

    # ---- the whole -------------------------------------------------------------------------------

    def draw(self, view: View) -> list[str]:
        """The table and the players."""
        lines = [self._heading(view), ""]
        shared = [zone for zone in view.zones if zone.owner is None and self._is_shown(zone)]
        for name, group in groupby(shared, lambda one: one.name):
            lines += self._zones(name, list(group))
        lines += [self._cup(cup) for cup in view.cups if cup.owner is None]
        lines += self._variables(view)
        if lines[-1]:
            lines.append("")
        for player in view.players:
            lines += self._player(view, player.seat)
        return [*lines, *self._doubtful(view)]

    def _doubtful(self, view: View) -> list[str]:
        """Cards that one of several players has, as far as the observer can tell."""
        zones = {zone_text(self.names.layout, zone.number): zone for zone in self.names.layout.zones}
        lines = []
        for group in view.unseen:
            places = [zones[place] for place in group.places]
            if len(group.cards) <= MOST_IN_LINE and all(zone.owner is not None for zone in places):
                where = " or ".join(self.names.zone(zone.number) for zone in places)
                lines += broken(f"in {where}: {', '.join(card.title for card in group.cards)}", self.width)
        return lines

    def _heading(self, view: View) -> str:
        phase = f", {self.names.word(view.phase)}" if view.phase else ""
        translation = self.names.translation
        title = (translation.title if translation is not None else "") or view.title
        return f"-- {title}{phase}, move {view.moves + 1} --"

    def _is_shown(self, zone: ZoneView) -> bool:
        """A zone that only helps the rules is not drawn while it is empty."""
        return bool(zone.size) or not self.names.layout.model.zones[zone.name].unlogged

    # ---- zones -----------------------------------------------------------------------------------

    def _zones(self, name: str, zones: list[ZoneView]) -> list[str]:
        dimensions = self.names.layout.model.zones[name].dimensions
        open_to_all = all(zone.sight == "up" for zone in zones)
        if open_to_all and len(dimensions) == 1:
            return self._columns(name, zones)
        if open_to_all and len(dimensions) == 2:
            return self._grid(name, zones)
        lines = []
        for zone in zones:
            lines += [f"{self._zone_name(zone)}: {self.contents(zone)}", *self._told(zone)]
        return [line for one in lines for line in broken(one, self.width)]

    def _told(self, zone: ZoneView) -> list[str]:
        """What cards do that are laid out beside each other, a line for each name; a pile tells nothing."""
        declared = self.names.layout.model.zones[zone.name]
        if not (declared.unordered or declared.ordered_by):
            return []
        told = {card.title: card.text for card in zone.cards if card.text}
        return [f"  {title}: {text}" for title, text in told.items()]

    def _columns(self, name: str, zones: list[ZoneView]) -> list[str]:
        """Zones side by side, as many as fit."""
        fitting = max(1, (self.width + len(_GAP)) // (LEAST_COLUMN + len(_GAP)))
        groups = [zones[at : at + fitting] for at in range(0, len(zones), fitting)]
        return [line for group in groups for line in self._side_by_side(name, group)]

    def _side_by_side(self, name: str, zones: list[ZoneView]) -> list[str]:
        """Zones side by side, each card with what is printed on it below its name."""
        width = max(LEAST_COLUMN, self.width // len(zones) - len(_GAP))
        heads = [f"{self.names.word(name)} {', '.join(map(self.names.word, zone.index))}" for zone in zones]
        lines = [self._row(heads, width)]
        height = max(len(zone.cards) for zone in zones)
        for level in range(height, 0, -1):
            cells = [self._cell(level, zone.cards[level - 1 : level], width) for zone in zones]
            lines += [self._row(row, width) for row in zip_longest(*cells, fillvalue="")]
        if height == 0:
            lines.append(self._row(["-" for _ in zones], width))
        return [*lines, ""]

    def _cell(self, level: int, cards: Sequence[CardView], width: int) -> list[str]:
        """The lines of one card in a column; none where there is no card."""
        return [
            line
            for card in cards
            for line in (f"{level} {card.title}", *broken(f"  {self.printed(card)}", width, "  "))
            if line.strip()
        ]

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
        return _GAP.join(_fitted(cell, width) for cell in cells).rstrip()

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
            return self._surely(zone)
        if not zone.cards:
            return "empty"
        if zone.owner is None and len(zone.cards) > MOST_IN_LINE:
            keeps_order = not self.names.layout.model.zones[zone.name].unordered
            return _cards(len(zone.cards)) + (f", on top {zone.cards[-1].title}" if keeps_order else "")
        return ", ".join(card.title for card in zone.cards)

    def _surely(self, zone: ZoneView) -> str:
        """How many cards lie hidden in a zone, and those of them that are known, as far as they are few.

        Where a card lies is told of the highest; the others of a player are named all the same.
        """
        placed = list(reversed(zone.placed))
        high, low = placed[:MOST_PLACED], [one.card for one in placed[MOST_PLACED:]]
        known = list(zone.known)
        for one in placed:
            known.remove(one.card)
        # Of a pile that nothing was ever drawn from all cards are known, which is no news.
        if zone.owner is None and len(zone.known) == zone.hidden:
            known = []
        named = known if zone.owner is None else [*low, *known]
        if len(named) > MOST_IN_LINE:
            named = []
        told = [f"{one.card.title} {_level(one.level, zone.size)}" for one in high]
        told += [card.title for card in named]
        joint = ": " if len(told) == zone.hidden else ", among them "
        text = _cards(zone.hidden) + (joint + ", ".join(told) if told else "")
        more = len(low) + len(known) - len(named)
        return text + (
            f"; {more} {'more ' if told else ''}{'is' if more == 1 else 'are'} known" if more else ""
        )

    def _pile(self, zone: ZoneView) -> str:
        """A player's zone in a line; where the order in which cards came is kept, more of the top card."""
        declared = self.names.layout.model.zones[zone.name]
        if not zone.cards or declared.unordered or declared.ordered_by:
            return self.contents(zone)
        *below, top = zone.cards
        printed = self.printed(top)
        newest = f"{top.title} ({printed})" if printed else top.title
        return f"{', '.join(card.title for card in below)}, on top {newest}" if below else newest

    # ---- cards -----------------------------------------------------------------------------------

    def printed(self, card: CardView) -> str:
        """What is printed on a card, in a few words; what most cards of the set share is left out."""
        if card.set in self.generated:
            return ""
        words = []
        for name, value in card.properties.items():
            if name == "id" or _unsaid(value) or value == self.usual.get((card.set, name)):
                continue
            if self._is_called(card, value):
                # The card's name says it; that it has such a thing at all is told where not all have one.
                words += [self.names.word(name)] if self._is_optional(card.set, name) else []
            else:
                words += self._said(card.set, name, value)
        return ", ".join([*words, card.text] if card.text else words)

    def _is_called(self, card: CardView, value: object) -> bool:
        """Whether a value is that by which the card is called."""
        if isinstance(value, bool) or not isinstance(value, str | int):
            return False
        return value == card.id or self.names.word(str(value)).casefold() == card.title.casefold()

    def _is_optional(self, card_set: str, name: str) -> bool:
        fields = self.names.layout.model.card_sets[card_set].fields
        return any(one.name == name and one.kind.optional for one in fields)

    def _said(self, card_set: str, name: str, value: object) -> list[str]:
        """A property in words; after its name where its words alone could be another property's."""
        words = self._property(name, value)
        if (card_set, name) not in self.alike or not words:
            return words
        return [f"{self.names.word(name)} {' + '.join(words)}"]

    def _property(self, name: str, value: object) -> list[str]:
        if value is True:
            return [self.names.word(name)]
        if isinstance(value, str):
            return [self.names.word(value)]
        if isinstance(value, dict):
            return [self.counted(word, count) for word, count in value.items()]
        if isinstance(value, list):
            return [self.names.word(word) for word in value]
        return [f"{self.names.word(name)} {value}"]

    def counted(self, word: str, count: int) -> str:
        """A symbol, with its number where there are several."""
        return self.names.word(word) if count == 1 else f"{count} {self.names.word(word)}"

    # ---- dice, variables, players ----------------------------------------------------------------

    def _cup(self, cup: CupView) -> str:
        faces = " ".join(self.names.word(str(face)) for face in cup.faces)
        dice = counted(cup.hidden, "hidden die", "hidden dice") if cup.hidden else faces or "no dice"
        return f"{self.names.word(cup.name)}: {dice}"

    def _variables(self, view: View) -> list[str]:
        """What is recorded of the game as a whole, and of cards."""
        shared = [one for one in view.variables if not self._elsewhere(one.name) and _telling(one)]
        words = [f"{self.names.word(one.name)}: {', '.join(self._entries(one))}" for one in shared]
        return [*broken(f"  {'; '.join(words)}", self.width), ""] if words else []

    def meanings(self, view: View) -> dict[str, str]:
        """What the variables are that a table shows, by their names, where the rules say it."""
        return {
            one.name: f"{self.names.word(one.name)}: {one.meaning}"
            for one in view.variables
            if one.meaning and _telling(one)
        }

    def _elsewhere(self, name: str) -> bool:
        """Whether a variable is told with the players, or beside the names of cards."""
        return self._by_player(name) or self.names.layout.model.variables[name].beside

    def _by_player(self, name: str) -> bool:
        return any(one.over == "player" for one in self.names.layout.model.variables[name].dimensions)

    def _entries(self, variable: VariableView) -> list[str]:
        """The values of a variable; where it is one of several, for what each holds."""
        found = []
        for entry in _telling(variable):
            of = self._kept_for(variable.name, list(enumerate(entry.index)))
            found.append(" ".join(of if of and entry.value is True else [*of, entry.text]))
        return found

    def _kept_for(self, variable: str, index: Sequence[tuple[int, str]]) -> list[str]:
        """What a value is kept for: numbers of places in brackets, the rest by name."""
        over = [one.over for one in self.names.layout.model.variables[variable].dimensions]
        numbers = [part for at, part in index if over[at] == "number"]
        named = [self._index_part(variable, at, part) for at, part in index if over[at] != "number"]
        return [*([f"[{', '.join(numbers)}]"] if numbers else []), *named]

    def _index_part(self, variable: str, at: int, part: str) -> str:
        """What a variable is kept for: a card by its name, anything else by its word."""
        dimension = self.names.layout.model.variables[variable].dimensions[at]
        if dimension.over != "card":
            return self.names.word(part)
        return self.names.card(self.names.layout.card_ids[dimension.name][part][0])

    def _player(self, view: View, seat: int) -> list[str]:
        player = view.players[seat]
        marks = []
        if seat == view.observer:
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
        lines += self._zones_of(view, seat)
        return [*lines, *(f"  {self._cup(cup)}" for cup in view.cups if cup.owner == seat)]

    def _zones_of(self, view: View, seat: int) -> list[str]:
        """A player's zones, a line each; where many are empty, those share one."""
        zones = [zone for zone in view.zones if zone.owner == seat]
        empty = [zone for zone in zones if not zone.size]
        together = len(empty) >= MANY_EMPTY
        texts = [
            f"  {self._zone_name(zone)}: {self._pile(zone)}" for zone in zones if zone.size or not together
        ]
        if together:
            texts.append(f"  empty: {', '.join(self._zone_name(zone) for zone in empty)}")
        return [line for text in texts for line in broken(text, self.width)]

    def _of_player(self, variable: VariableView, seat: int) -> list[str]:
        dimensions = self.names.layout.model.variables[variable.name].dimensions
        at = next(place for place, one in enumerate(dimensions) if one.over == "player")
        found = []
        for entry in _telling(variable):
            if entry.index[at] == str(seat + 1):
                rest = [(place, part) for place, part in enumerate(entry.index) if place != at]
                of = self._kept_for(variable.name, rest)
                found.append(" ".join([self.names.word(variable.name), *of, entry.text]))
        return found


def _telling(variable: VariableView) -> list[Entry]:
    """The entries that say something: seen, and neither nothing nor no. The first player and 0 are values."""
    return [entry for entry in variable.entries if entry.seen and not _unsaid(entry.value)]


def _unsaid(value: object) -> bool:
    """Nothing and no, which go without saying; unlike 0, which is equal to no."""
    return value is None or value is False


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


def _alike(layout: Layout) -> frozenset[tuple[str, str]]:
    """The properties of each set of cards that share words with another that is shown."""
    enums = layout.model.enums
    found = set()
    for name, card_set in layout.model.card_sets.items():
        worded = [one for one in card_set.fields if one.name != "id" and one.kind.name in enums]
        for one in worded:
            words = set(enums[one.kind.name].values)
            if any(words & set(enums[two.kind.name].values) for two in worded if two is not one):
                found.add((name, one.name))
    return frozenset(found)


def _level(level: int, size: int) -> str:
    """Where in a pile a card lies, counted from 1 at the bottom."""
    return "on top" if level == size else f"under {_cards(size - level)}"


def _cards(count: int) -> str:
    return counted(count, "card")


def _fitted(text: str, width: int) -> str:
    """The text cut or filled to a width in terminal cells."""
    return set_cell_size(text if cell_len(text) <= width else set_cell_size(text, width - 1) + "~", width)


def broken(text: str, width: int, indent: str = "    ") -> list[str]:
    """A line broken at blanks where it is too long; what follows is indented by `indent` more."""
    start = text[: len(text) - len(text.lstrip(" "))]
    lines, line = [], start
    for word in text.strip(" ").split(" "):
        if line.strip() and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = start + indent
        line += word if not line.strip() else f" {word}"
    return [*lines, line]
