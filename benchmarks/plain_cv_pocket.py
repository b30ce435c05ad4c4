"""CV Pocket by hand, in plain Python: what a person would write for this one game, as a yardstick.

It plays the same rules as `rulesets/cv-pocket` with its default settings, up to the scores, by drawing
one of the legal moves at every decision. Cards are plain objects, columns and CVs are lists.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from attrs import frozen

SYMBOLS = ("money", "knowledge", "love", "family", "friendship", "business", "good_luck", "bad_luck")
RELATIONSHIPS = ("love", "family", "friendship", "business")
RIDES = ("bike", "car", "plane")
MONEY_POINTS = (0, 1, 3, 6, 9, 13, 17, 21, 25, 29)
HOUSEWIFE_POINTS = (0, 1, 3, 6, 10)
SPARE_KNOWLEDGE = (0, -1, -3)


@frozen(eq=False)
class Card:
    """One card of the box."""

    id: str
    transport: str | None
    symbols: dict[str, int]
    mission: str | None
    joker: bool
    doubles_next: bool
    reaches_all: bool
    min_players: int


class PlainGame:
    """One game, from the shuffle to the scores. `decisions` counts the choices made."""

    def __init__(self, box: list[Card], player_count: int, seed: int) -> None:
        self.random = Random(seed)
        self.player_count = player_count
        self.deck = [card for card in box if card.min_players <= player_count]
        self.random.shuffle(self.deck)
        self.columns: list[list[Card]] = [[], [], []]
        for column in self.columns:
            for _ in range(5):
                column.append(self.deck.pop())
        self.cvs: list[list[Card]] = [[] for _ in range(player_count)]
        self.copied: dict[Card, str] = {}
        self.refills = 0
        self.decisions = 0

    def play(self) -> list[int]:
        """Play to the end by random moves; the totals by seat."""
        starter = player = self.random.randrange(self.player_count)
        passes = 0
        while passes < self.player_count:
            if self.refill_is_due():
                self.refill()
            moves = self.moves(player)
            self.decisions += 1
            move = moves[self.random.randrange(len(moves))]
            if move is None:
                passes += 1
            else:
                column, level = move
                self.cvs[player].append(self.columns[column].pop(level))
                passes = 0
            player = (player + 1) % self.player_count
        for offset in range(self.player_count):
            self.settle(self.cvs[(starter + offset) % self.player_count])
        return self.totals()

    def moves(self, player: int) -> list[tuple[int, int] | None]:
        """The cards within reach as (column, level from 0), and the pass."""
        found: list[tuple[int, int] | None] = []
        cv = self.cvs[player]
        top = cv[-1] if cv else None
        if top is not None and top.reaches_all:
            for number, column in enumerate(self.columns):
                found.extend((number, level) for level in range(len(column)))
        else:
            level = 0
            if top is not None:
                level = RIDES.index(top.transport) if top.transport is not None else -1
            for number, column in enumerate(self.columns):
                if 0 <= level < len(column):
                    found.append((number, level))
        found.append(None)
        return found

    def refill_is_due(self) -> bool:
        """Few cards are left, or everybody is on a plane that goes nowhere."""
        if not self.deck or self.refills >= self.player_count - 1:
            return False
        if sum(len(column) for column in self.columns) <= 4:
            return True
        return all(cv and cv[-1].transport == "plane" for cv in self.cvs) and all(
            len(column) < 3 for column in self.columns
        )

    def refill(self) -> None:
        """Lay cards on the shortest column; the last refill lays them all."""
        self.refills += 1
        last = self.refills == self.player_count - 1
        while self.deck and (last or any(len(column) < 5 for column in self.columns)):
            min(self.columns, key=len).append(self.deck.pop())

    def settle(self, cv: list[Card]) -> None:
        """Each joker becomes a symbol of a neighbour, or stays blank."""
        for at, card in enumerate(cv):
            if not card.joker:
                continue
            beside = cv[max(0, at - 1) : at] + cv[at + 1 : at + 2]
            options: list[str | None] = [s for s in SYMBOLS if any(n.symbols.get(s, 0) for n in beside)]
            options.append(None)
            self.decisions += 1
            symbol = options[self.random.randrange(len(options))]
            if symbol is not None:
                self.copied[card] = symbol

    def totals(self) -> list[int]:
        """The points of every seat."""
        counts = [self.count(cv) for cv in self.cvs]
        rides = [self.rides(cv) for cv in self.cvs]
        good = self.luck([count["good_luck"] for count in counts], most=True)
        bad = self.luck([count["bad_luck"] for count in counts], most=False)
        points = []
        for seat, cv in enumerate(self.cvs):
            count = counts[seat]
            knowledge = count["knowledge"]
            total = MONEY_POINTS[min(count["money"], len(MONEY_POINTS) - 1)]
            total += 7 * (knowledge // 3) + SPARE_KNOWLEDGE[knowledge % 3]
            total += sum(5 * (count[r] // 2) for r in RELATIONSHIPS)
            total += good[seat] + bad[seat]
            for at, card in enumerate(cv):
                if card.mission is not None:
                    total += weight(cv, at) * self.worth(card.mission, cv, count, rides[seat])
            points.append(total)
        return points

    def count(self, cv: list[Card]) -> Counter[str]:
        """The symbols of a CV, doubled where they follow a vacation."""
        found: Counter[str] = Counter()
        for at, card in enumerate(cv):
            for symbol, number in card.symbols.items():
                found[symbol] += weight(cv, at) * number
            if card in self.copied:
                found[self.copied[card]] += weight(cv, at)
        return found

    def rides(self, cv: list[Card]) -> Counter[str]:
        """The transport symbols of a CV."""
        found: Counter[str] = Counter()
        for at, card in enumerate(cv):
            if card.transport is not None:
                found[card.transport] += weight(cv, at)
        return found

    def luck(self, counts: list[int], most: bool) -> list[int]:
        """Points for most or fewest symbols; equals share a place."""
        order = sorted(set(counts), reverse=most)
        shares = (2, 1 if self.player_count > 2 else 0)
        places = [order.index(count) for count in counts]
        return [
            count * (shares[place] if place < len(shares) else 0)
            for count, place in zip(counts, places, strict=True)
        ]

    def worth(self, mission: str, cv: list[Card], count: Counter[str], rides: Counter[str]) -> int:
        """The points of a mission card."""
        if mission == "hipster":
            return rides["bike"]
        if mission == "rally_driver":
            return rides["car"]
        if mission == "frequent_flyer":
            return rides["plane"]
        if mission == "renaissance_man":
            return 2 * min(rides[ride] for ride in RIDES)
        if mission == "globetrotter":
            return 2 * sum(1 for card in cv if card.reaches_all or card.doubles_next)
        related = [count[r] for r in RELATIONSHIPS]
        if mission == "fat_cat":
            others = (count["money"], count["knowledge"], count["good_luck"], count["bad_luck"])
            return 2 * min(sum(related), *others)
        return HOUSEWIFE_POINTS[sum(1 for number in related if number)]


def weight(cv: list[Card], at: int) -> int:
    """2 for a card laid on a vacation, else 1."""
    return 2 if at and cv[at - 1].doubles_next else 1
