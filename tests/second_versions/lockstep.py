"""Playing a game of the package and a second version of it, written by hand, side by side.

A second version is a generator, `course`: it yields the moves of each seat that has to choose, as texts, and
is sent what each chose. It takes nothing from the package but chance, that is, the cards that come face
up (or into a hand, as its owner sees it) and the dice; these it reads off a `Table`, and checks that they can
come. At every decision everything else is compared: who acts, all legal moves, what lies where, what is
counted, and now and then the score sheet; at the end the score sheet and the ranking.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from random import Random
from typing import Protocol

from attrs import define, field

from rulewright import Game
from rulewright.interpreter.game.views.models import View
from rulewright.interpreter.state.layout import BOX
from rulewright.interpreter.words.texts import zone_text

Ask = Mapping[int, Sequence[str]]
"""The moves of each seat that has to choose, each written out in full."""

Course = Generator[Ask, Mapping[int, str], None]

Lie = list[str] | Counter[str] | int
"""What lies in a zone: cards in order, cards in no order, or a number of cards."""

IDLE = frozenset({"pass", "leave_blank", "keep_dice", "finish", "decline"})
"""Actions that do nothing: a patient player leaves them out where there is something else."""


class Difference(AssertionError):
    """The two versions differ."""


class SecondVersion(Protocol):
    """A game written by hand."""

    def course(self) -> Course:
        """The game from its first decision to its end."""

    def lies(self, seat: int) -> Mapping[str, Lie]:
        """What lies in the zones, as far as a seat that has to choose sees it."""

    def values(self) -> Mapping[str, int | None]:
        """What is counted, by the name that the ruleset has for it, such as `round` or `holder[ares]`."""

    def sheet(self) -> list[dict[str, int]]:
        """The lines of the score sheet as they stand, for each seat."""

    def ranking(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each place and the seats that share it."""


@define
class Table:
    """What can be seen of a game of the package, and which cards have gone where since the last move."""

    game: Game
    _views: dict[int, View] = field(factory=dict, init=False)
    _read: int = field(default=0, init=False)
    _came: dict[tuple[str, str], list[str]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.moved()

    def moved(self) -> None:
        """Forget what was seen, and read which cards have gone where since."""
        self._views.clear()
        self._came.clear()
        layout, events = self.game.program.layout, self.game.events
        for event in events[self._read :]:
            if event.kind == "moved" and BOX not in (event.origin, event.to):
                way = zone_text(layout, event.origin), zone_text(layout, event.to)
                self._came.setdefault(way, []).extend(layout.cards[card].id for card in event.cards)
        self._read = len(events)

    def next_card(self, origin: str, to: str) -> str | None:
        """The next of the cards that have gone from one zone to another since the last move.

        What lies there now does not tell in which order they came, nor which have left again and come back.
        """
        cards = self._came.get((origin, to))
        return cards.pop(0) if cards else None

    def view(self, seat: int) -> View:
        """The view of a seat."""
        if seat not in self._views:
            self._views[seat] = self.game.view(seat)
        return self._views[seat]

    def cards(self, zone: str, seat: int = 0) -> list[str]:
        """The cards in a zone that a seat sees, or knows to lie there; of a cup the faces."""
        for cup in self.view(seat).cups:
            if cup.text == zone:
                return [str(face) for face in cup.faces]
        found = self.view(seat).zone(zone)
        return [card.id for card in (*found.cards, *found.known)]

    def size(self, zone: str) -> int:
        """How many cards lie in a zone."""
        return self.view(0).zone(zone).size

    def value(self, text: str) -> int | str | bool | None:
        """What a variable holds; of copies of a card it cannot be told."""
        name, _, index = text.removesuffix("]").partition("[")
        (found,) = (one for one in self.view(0).variables if one.name == name)
        values = [entry.value for entry in found.entries if ", ".join(entry.index) == index]
        return values[0] if values else None


@define
class Lockstep:
    """One game, played in both versions. `favourites` are cards that a player likes best to choose.

    `spell` writes a move of the package as the second version does.
    """

    game: Game
    second: SecondVersion
    table: Table
    random: Random
    patience: float = 0.9
    favourites: frozenset[str] = frozenset()
    spell: Callable[[str], str] = str
    decisions: int = field(default=0, init=False)
    moves: int = field(default=0, init=False)

    def play(self) -> int:
        """Play to the end; how many decisions were compared."""
        course = self.second.course()
        ask = next(course)
        while True:
            self.decisions += 1
            chosen = self.compare(ask)
            for seat in self.random.sample(sorted(chosen), len(chosen)):
                text, _ = chosen[seat]
                self.game.apply(text, seat)
            self.table.moved()
            try:
                ask = course.send({seat: meant for seat, (_, meant) in chosen.items()})
            except StopIteration:
                break
        self.equal("over", self.game.over, True)
        self.compare_points()
        outcome = self.game.outcome
        assert outcome is not None
        ranking = self.second.ranking()
        self.equal(
            "ranking", [(standing.place, tuple(standing.seats)) for standing in outcome.ranking], ranking
        )
        self.equal("winners", tuple(outcome.winners), ranking[0][1])
        return self.decisions

    def compare(self, ask: Ask) -> dict[int, tuple[str, str]]:
        """Compare all that can be seen at a decision; what each seat chooses, as both versions write it."""
        decision = self.game.decision
        self.equal("who chooses", sorted(decision.seats), sorted(ask))
        self.equal("how", decision.kind, "choose" if len(ask) == 1 else "everyone")
        chosen = {}
        for seat, moves in ask.items():
            pairs = self.pairs(seat, moves)
            self.moves += len(pairs)
            chosen[seat] = self.choose(pairs)
            for zone, lie in self.second.lies(seat).items():
                self.equal(zone, self.lies(zone, seat, lie), lie)
        for name, value in self.second.values().items():
            self.equal(name, self.table.value(name), value)
        if self.random.random() < 0.05:
            self.compare_points()
        return chosen

    def pairs(self, seat: int, moves: Sequence[str]) -> list[tuple[str, str]]:
        """Each move as the package writes it and as the second version does: one for one."""
        if len(set(moves)) != len(moves):
            raise AssertionError(f"the second version has one move twice: {sorted(moves)}")
        left = set(moves)
        pairs = []
        in_order = {without_order(full): full for full in moves}
        for move in self.game.legal_moves(seat):
            text = self.spell(move.text)
            exact = in_order.get(without_order(text))
            meant = [exact] if exact in left else [full for full in left if same_move(text, full)]
            if len(meant) != 1:
                self.differ(f"`{move.text}` of seat {seat}", meant, sorted(left))
            left.remove(meant[0])
            pairs.append((move.text, meant[0]))
        if left:
            self.differ(f"moves of seat {seat}", [text for text, _ in pairs], f"also {sorted(left)}")
        return pairs

    def choose(self, pairs: list[tuple[str, str]]) -> tuple[str, str]:
        """One move, drawn: seldom an idle one, often a favourite, rare actions more than their share."""
        busy = [pair for pair in pairs if pair[0].split()[0] not in IDLE]
        if busy and self.random.random() < self.patience:
            pairs = busy
        liked = [pair for pair in pairs if set(pair[1].replace(",", "").split()) & self.favourites]
        if liked and self.random.random() < 0.9:
            pairs = liked
        if self.random.random() < 0.5:
            action = self.random.choice(sorted({pair[0].split()[0] for pair in pairs}))
            pairs = [pair for pair in pairs if pair[0].split()[0] == action]
        return self.random.choice(pairs)

    def lies(self, zone: str, seat: int, lie: Lie) -> Lie:
        """What lies in a zone of the package's game, in the form in which the second version tells it."""
        if isinstance(lie, int):
            return self.table.size(zone)
        cards = self.table.cards(zone, seat)
        return Counter(cards) if isinstance(lie, Counter) else cards

    def compare_points(self) -> None:
        """Compare the score sheets line by line."""
        sheet = self.game.score_sheet()
        for seat, lines in enumerate(self.second.sheet()):
            self.equal(f"points of seat {seat}", {line.name: line.points for line in sheet.of(seat)}, lines)
            self.equal(f"total of seat {seat}", sheet.total(seat), sum(lines.values()))

    def equal(self, what: str, package: object, second: object) -> None:
        """Both versions agree about something."""
        if package != second:
            self.differ(what, package, second)

    def differ(self, what: str, package: object, second: object) -> None:
        """They do not."""
        raise Difference(
            f"decision {self.decisions}, {what}: the package has {package}, the second version {second}\n"
            f"last moves: {[move.text for move in self.game.moves[-6:]]}"
        )


def without_order(text: str) -> str:
    """A move with the parts of each choice of several sorted: their order says nothing."""
    action, _, rest = text.partition(" ")
    parts = (" + ".join(sorted(part.split(" + "))) for part in rest.split(", "))
    return f"{action} {', '.join(parts)}"


def same_move(text: str, full: str) -> bool:
    """The package leaves out where a card lies when only one of that name can be chosen."""
    action, _, rest = text.partition(" ")
    full_action, _, full_rest = full.partition(" ")
    parts, full_parts = rest.split(", "), full_rest.split(", ")
    return action == full_action and len(parts) == len(full_parts) and all(map(_same_part, parts, full_parts))


def _same_part(part: str, full: str) -> bool:
    return part == full or full.startswith((f"{part} in ", f"{part} at "))
