"""CV Pocket by hand, in plain Python: what a person would write for this one game.

A second version to hold the ruleset against, and a yardstick for speed. Cards are plain objects, columns and
CVs are lists, the last card of each on top. `course` asks for moves, `play` makes random ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import yaml
from attrs import frozen

SYMBOLS = ("money", "knowledge", "love", "family", "friendship", "business", "good_luck", "bad_luck")
RELATIONSHIPS = ("love", "family", "friendship", "business")
RIDES = ("bike", "car", "plane")
MONEY_POINTS = (0, 1, 3, 6, 9, 13, 17, 21, 25, 29)
HOUSEWIFE_POINTS = (0, 1, 3, 6, 10)
SPARE_KNOWLEDGE = (0, -1, -3)

Move = tuple[str, int, int] | tuple[str, "Card", str] | tuple[str]
"""`take` a column and a level from 0, `copy` a symbol or ride for a joker, or leave it `blank`, or `pass`."""

PASS: Move = ("pass",)


@frozen(eq=False)
class Card:
    """One card of the box."""

    id: str
    transport: str | None
    symbols: Mapping[str, int]
    mission: str | None
    joker: bool
    doubles_next: bool
    reaches_all: bool


@frozen
class Options:
    """What can be set, by the names that the ruleset has for it."""

    every_refill_counts: bool = True
    secret_power_copies_transport: bool = False
    first_level: int = 1
    refill_at: int = 4
    vacation_factor: int = 2
    title_size: int = 3
    title_points: int = 7
    pair_points: int = 5
    second_place_from: int = 3


def read_box(file: Path, player_count: int) -> list[Card]:
    """The cards for a number of players, from the card file of the ruleset."""
    box = []
    for row in yaml.safe_load(file.read_text(encoding="utf-8")):
        printings: list[dict[str, Any]] = row.get("printings", [row])
        copies = sum(one.get("copies", 1) for one in printings if one.get("min_players", 2) <= player_count)
        for _ in range(copies):
            box.append(
                Card(
                    row["id"],
                    row.get("transport"),
                    row.get("symbols", {}),
                    row.get("mission"),
                    row.get("joker", False),
                    row.get("doubles_next", False),
                    row.get("reaches_all", False),
                )
            )
    return box


class PlainGame:
    """One game, from the first fifteen cards to the scores."""

    def __init__(
        self,
        box: list[Card],
        player_count: int,
        seed: int,
        options: Options = Options(),
        starter: int | None = None,
    ) -> None:
        self.random = Random(seed)
        self.player_count = player_count
        self.options = options
        self.deck = list(box)
        self.random.shuffle(self.deck)
        self.columns: list[list[Card]] = [[], [], []]
        self.cvs: list[list[Card]] = [[] for _ in range(player_count)]
        self.copied: dict[Card, str] = {}
        self.refills = 0
        self.passes = 0
        self.starter = self.random.randrange(player_count) if starter is None else starter

    def draw(self, column: int) -> Card:
        """The next card of the deck, which is laid on a column."""
        return self.deck.pop()

    def play(self) -> int:
        """Play to the end by random moves; how many decisions there were."""
        course = self.course()
        _, moves = next(course)
        decisions = 1
        try:
            while True:
                _, moves = course.send(moves[self.random.randrange(len(moves))])
                decisions += 1
        except StopIteration:
            return decisions

    def course(self) -> Generator[tuple[int, list[Move]], Move, None]:
        """The game: yields a seat and its moves, and is sent the one that is made."""
        for column, cards in enumerate(self.columns):
            for _ in range(5):
                cards.append(self.draw(column))
        player = self.starter
        while self.passes < self.player_count:
            if self.refill_is_due():
                self.refill()
            move = yield player, self.moves(player)
            if move == PASS:
                self.passes += 1
            else:
                _, column, level = move
                self.cvs[player].append(self.columns[column].pop(level))
                self.passes = 0
            player = (player + 1) % self.player_count
        for offset in range(self.player_count):
            player = (self.starter + offset) % self.player_count
            cv = self.cvs[player]
            for at, card in enumerate(cv):
                if card.joker:
                    move = yield player, self.copies(cv, at)
                    if move[0] == "copy":
                        self.copied[card] = move[2]

    # ---- how it is played

    def moves(self, player: int) -> list[Move]:
        """The cards within reach, and the pass."""
        found: list[Move] = [PASS]
        cv = self.cvs[player]
        if cv and cv[-1].reaches_all:
            for number, column in enumerate(self.columns):
                found.extend(("take", number, level) for level in range(len(column)))
            return found
        if not cv:
            level = self.options.first_level - 1
        elif cv[-1].transport is None:
            return found
        else:
            level = RIDES.index(cv[-1].transport)
        found.extend(
            ("take", number, level) for number, column in enumerate(self.columns) if level < len(column)
        )
        return found

    def table_is_low(self) -> bool:
        """Few cards are left."""
        return sum(len(column) for column in self.columns) <= self.options.refill_at

    def may_refill(self) -> bool:
        """The refills are not used up."""
        return self.refills < self.player_count - 1

    def refill_is_due(self) -> bool:
        """Few cards are left, or everybody is on a plane that goes nowhere."""
        if not self.deck:
            return False
        if self.table_is_low() and (self.may_refill() or not self.options.every_refill_counts):
            return True
        return (
            self.may_refill()
            and all(cv and cv[-1].transport == "plane" for cv in self.cvs)
            and all(len(column) < 3 for column in self.columns)
        )

    def refill(self) -> None:
        """Lay cards on the shortest column, the leftmost of equals; the last refill lays them all."""
        counts = self.options.every_refill_counts
        if counts or not self.table_is_low():
            self.refills += 1
        # Where usual refills are not counted, the last is the one after which the deck fills no table again.
        missing = sum(max(0, 5 - len(column)) for column in self.columns)
        last = not self.may_refill() if counts else len(self.deck) - missing < 15 - self.options.refill_at
        while self.deck and (last or any(len(column) < 5 for column in self.columns)):
            shortest = self.columns.index(min(self.columns, key=len))
            self.columns[shortest].append(self.draw(shortest))

    def copies(self, cv: list[Card], at: int) -> list[Move]:
        """What a joker can become: a symbol of a card beside it, or blank."""
        beside = cv[max(0, at - 1) : at] + cv[at + 1 : at + 2]
        found: list[Move] = [("blank", cv[at], "")]
        found += [("copy", cv[at], s) for s in SYMBOLS if any(card.symbols.get(s, 0) for card in beside)]
        if self.options.secret_power_copies_transport:
            found += [("copy", cv[at], r) for r in RIDES if any(card.transport == r for card in beside)]
        return found

    # ---- how it is scored

    def scores(self) -> list[dict[str, int]]:
        """The points of every seat, by what they are for."""
        options = self.options
        counts = [self.count(cv) for cv in self.cvs]
        good = self.luck([count["good_luck"] for count in counts], most=True)
        bad = self.luck([count["bad_luck"] for count in counts], most=False)
        points = []
        for seat, (cv, count) in enumerate(zip(self.cvs, counts, strict=True)):
            titles, spare = divmod(count["knowledge"], options.title_size)
            missions = 0
            for at, card in enumerate(cv):
                if card.mission is not None:
                    missions += self.weight(cv, at) * self.worth(card.mission, cv, count)
            points.append(
                {
                    "money": MONEY_POINTS[min(count["money"], len(MONEY_POINTS) - 1)],
                    "knowledge": options.title_points * titles + SPARE_KNOWLEDGE[min(spare, 2)],
                    "relationships": sum(options.pair_points * (count[r] // 2) for r in RELATIONSHIPS),
                    "good_luck": good[seat],
                    "bad_luck": bad[seat],
                    "missions": missions,
                }
            )
        return points

    def weight(self, cv: list[Card], at: int) -> int:
        """2 for a card laid on a vacation, else 1."""
        return self.options.vacation_factor if at and cv[at - 1].doubles_next else 1

    def count(self, cv: list[Card]) -> Counter[str]:
        """The symbols and rides of a CV, doubled where they follow a vacation."""
        found: Counter[str] = Counter()
        for at, card in enumerate(cv):
            weight = self.weight(cv, at)
            for symbol, number in card.symbols.items():
                found[symbol] += weight * number
            if card.transport is not None:
                found[card.transport] += weight
            if card in self.copied:
                found[self.copied[card]] += weight
        return found

    def luck(self, counts: list[int], most: bool) -> list[int]:
        """Points for most or fewest symbols; equals share a place, and the next count is the next place."""
        order = sorted(set(counts), reverse=most)
        shares = (2, 1 if self.player_count >= self.options.second_place_from else 0, 0, 0)
        return [count * shares[order.index(count)] for count in counts]

    def worth(self, mission: str, cv: list[Card], count: Counter[str]) -> int:
        """The points of a mission card."""
        if mission in ("hipster", "rally_driver", "frequent_flyer"):
            return count[{"hipster": "bike", "rally_driver": "car", "frequent_flyer": "plane"}[mission]]
        if mission == "renaissance_man":
            return 2 * min(count[ride] for ride in RIDES)
        if mission == "globetrotter":
            return 2 * sum(card.reaches_all or card.doubles_next for card in cv)
        related = [count[r] for r in RELATIONSHIPS]
        if mission == "fat_cat":
            return 2 * min(sum(related), *(count[s] for s in ("money", "knowledge", "good_luck", "bad_luck")))
        assert mission == "housewife"
        return HOUSEWIFE_POINTS[sum(number > 0 for number in related)]

    def ranking(self) -> list[tuple[int, tuple[int, ...]]]:
        """Each place and who shares it: most points, then fewest cards, then fewest symbols of bad luck."""
        merits = [
            (-sum(points.values()), len(cv), self.count(cv)["bad_luck"])
            for points, cv in zip(self.scores(), self.cvs, strict=True)
        ]
        return [
            (
                1 + sum(other < merit for other in merits),
                tuple(s for s, one in enumerate(merits) if one == merit),
            )
            for merit in sorted(set(merits))
        ]
