"""CVLT by hand, in plain Python: a second version to hold the ruleset against.

Offerings are pairs of a suit and a value. Which visions are shown and which cards are dealt is read from the
table of the package's game; nothing else is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from attrs import frozen
from lockstep import Course, Difference, Lie, Table

SUITS = ("earth", "water", "air", "fire")
LAURELS = ("athena", "ares", "dionysus", "hephaestus")


class Offering(NamedTuple):
    """A card of the deck."""

    suit: str
    value: int

    @property
    def id(self) -> str:
        """As rule files name it."""
        return f"{self.suit}-{self.value}"


@frozen
class Options:
    """What can be set."""

    expert: bool = False
    alike_needs_pair: bool = False


def read_visions(file: Path, players: int) -> tuple[dict[str, dict[str, Any]], Counter[str]]:
    """Each vision's row, and how many of each are in the box for so many players."""
    rows = yaml.safe_load(file.read_text(encoding="utf-8"))
    serving = [row for row in rows if row.get("only_for", players) == players]
    return {row["id"]: row for row in serving}, Counter({row["id"]: row.get("copies", 1) for row in serving})


class PlainCvlt:
    """One game."""

    def __init__(self, table: Table, file: Path, options: Options = Options()) -> None:
        self.table = table
        self.options = options
        self.players = range(len(table.game.seats))
        self.rows, self.vision_deck = read_visions(file, len(self.players))
        self.deck = {Offering(suit, value) for suit in SUITS for value in range(1, 4 * len(self.players) + 1)}
        self.visions: list[str] = []
        self.holders: dict[str, int] = {}
        self.hands: list[set[Offering]] = [set() for _ in self.players]
        self.offerings: list[set[Offering]] = [set() for _ in self.players]
        self.dreams: list[set[Offering]] = [set() for _ in self.players]
        self.trick: list[tuple[int, Offering]] = []
        self.temple: dict[str, set[int]] = {suit: set() for suit in SUITS}
        self.points = [{"temple": 0, "visions": 0} for _ in self.players]
        self.leader = table.value("leader")

    def from_(self, first: int) -> list[int]:
        """The players clockwise, beginning with one."""
        return [(first + offset) % len(self.players) for offset in self.players]

    def course(self) -> Course:
        """Three rounds of eight tricks."""
        for round_ in (1, 2, 3):
            yield from self.visit()
            self.deal(round_)
            if self.options.expert and round_ < 3:
                yield from self.pass_on(1 if round_ == 1 else -1)
            for _ in range(8):
                yield from self.play_trick()
            self.raise_temple()
            self.judge()

    # ---- a round

    def visit(self) -> Course:
        """Visions are shown; all but the leader throw one out."""
        self.visions = self.table.cards("visions")
        if len(self.visions) != len(self.players) + 2 or Counter(self.visions) - self.vision_deck:
            raise Difference(f"visions {self.visions} are shown, {self.vision_deck} are left")
        self.vision_deck -= Counter(self.visions)
        self.holders = {}
        for seat in self.from_(self.leader)[1:]:
            chosen = yield {seat: [f"reject {vision}" for vision in sorted(set(self.visions))]}
            self.visions.remove(chosen[seat].split()[1])
        for vision in self.visions:
            if self.rows[vision]["god"] == "hephaestus":
                self.holders[vision] = self.leader

    def deal(self, round_: int) -> None:
        """Eight cards each; the dreams of the last round come into the hand."""
        for seat in self.players:
            kept = self.dreams[seat]
            self.dreams[seat] = set()
            shown = self.table.cards(f"hand[{seat + 1}]", seat)
            hand = {card for card in self.deck | kept if card.id in shown}
            dealt = hand - kept
            if len(hand) != len(shown) or not kept <= hand or len(dealt) != (8 if round_ == 1 else 4):
                raise Difference(f"seat {seat} holds {shown}, kept {kept}")
            self.deck -= dealt
            self.hands[seat] = hand

    def pass_on(self, step: int) -> Course:
        """Everybody passes two cards at once."""
        asks = {
            seat: [f"pass_on {one.id} + {two.id}" for one, two in combinations(sorted(self.hands[seat]), 2)]
            for seat in self.players
        }
        chosen = yield asks
        gifts = [
            {card for card in self.hands[seat] if card.id in chosen[seat].split()} for seat in self.players
        ]
        for seat, gift in enumerate(gifts):
            self.hands[seat] -= gift
        for seat, gift in enumerate(gifts):
            self.hands[(seat + step) % len(self.players)] |= gift

    def play_trick(self) -> Course:
        """All lay a card, the best one wins, and all take one of them home."""
        self.trick = []
        for seat in self.from_(self.leader):
            cards = sorted(self.hands[seat])
            if self.trick:
                cards = [card for card in cards if card.suit == self.trick[0][1].suit] or cards
            chosen = yield {seat: [f"lay {card.id}" for card in cards]}
            laid = self.named(chosen[seat], self.hands[seat])
            self.hands[seat].remove(laid)
            self.trick.append((seat, laid))
        led = self.trick[0][1]
        trumps = [(s, card) for s, card in self.trick if card.value == led.value and card.suit != led.suit]
        if trumps:
            winner, best = trumps[-1]
        else:
            winner, best = max(
                (one for one in self.trick if one[1].suit == led.suit), key=lambda one: one[1].value
            )
        for vision in self.visions:
            if self.claims(self.rows[vision], best, bool(trumps)):
                self.holders[vision] = winner
        self.leader = winner
        for seat in self.from_(winner):
            piles = {"offerings": self.offerings[seat], "dreams": self.dreams[seat]}
            chosen = yield {
                seat: [
                    f"collect {card.id}, {name}[{seat + 1}]"
                    for _, card in self.trick
                    for name, pile in piles.items()
                    if len(pile) < 4
                ]
            }
            taken = self.named(chosen[seat].split(",")[0], {card for _, card in self.trick})
            piles["dreams" if "dreams" in chosen[seat] else "offerings"].add(taken)
            self.trick = [(s, card) for s, card in self.trick if card != taken]

    @staticmethod
    def claims(row: Mapping[str, Any], best: Offering, trumped: bool) -> bool:
        """Winning a trick in this way claims a laurel."""
        match row["god"]:
            case "athena":
                return bool(best.value == row["value"])
            case "dionysus":
                return bool(best.suit == row["suit"])
            case "ares":
                return trumped
        return bool(row["god"] == "hephaestus")

    @staticmethod
    def named(text: str, cards: set[Offering]) -> Offering:
        """The card that a move names."""
        return next(card for card in cards if card.id == text.split()[1])

    # ---- points

    def raise_temple(self) -> None:
        """All offerings rise, the lowest first; one scores if all lower ones of its suit stand there."""
        rising = sorted(
            (card.value, card.suit, seat) for seat in self.players for card in self.offerings[seat]
        )
        for value, suit, seat in rising:
            if all(lower in self.temple[suit] for lower in range(1, value)):
                self.points[seat]["temple"] += value
            self.temple[suit].add(value)
        self.offerings = [set() for _ in self.players]

    def judge(self) -> None:
        """The visions pay those whose dreams are the best, or who hold the laurel."""
        for vision in self.visions:
            row = self.rows[vision]
            if row["god"] in LAURELS:
                paid = {self.holders.get(vision)}
            else:
                merits = [self.merit(row, self.dreams[seat]) for seat in self.players]
                best = max(merits)
                some = best != 0 and not (
                    row["god"] == "aphrodite" and self.options.alike_needs_pair and best == 1
                )
                paid = {seat for seat in self.players if some and merits[seat] == best}
            for seat in self.players:
                if seat in paid:
                    self.points[seat]["visions"] += 2 * len(self.players)
        self.visions = []

    @staticmethod
    def merit(row: Mapping[str, Any], dreams: set[Offering]) -> int:
        """How good dreams are for a vision: more is better."""
        match row["god"]:
            case "apollo":
                return int(any(card.value == row["value"] for card in dreams))
            case "artemis":
                return sum(card.suit == row["suit"] for card in dreams)
            case "poseidon":
                return -sum(card.value for card in dreams)
            case "aphrodite":
                return max(Counter(card.value for card in dreams).values())
            case "hermes":
                return len({card.suit for card in dreams})
            case "demeter":
                return -len({card.suit for card in dreams})
        raise AssertionError(f"nothing is known of {row['god']}")

    # ---- what is compared

    def lies(self, seat: int) -> Mapping[str, Lie]:
        """Own cards, what lies open, and the dreams of others, which everybody saw them take."""
        found: dict[str, Lie] = {
            "deck": len(self.deck),
            "vision_deck": self.vision_deck.total(),
            "visions": Counter(self.visions),
            "trick": [card.id for _, card in self.trick],
        }
        for other in self.players:
            hand = self.hands[other]
            found[f"hand[{other + 1}]"] = Counter(card.id for card in hand) if other == seat else len(hand)
            found[f"offerings[{other + 1}]"] = Counter(card.id for card in self.offerings[other])
            found[f"dreams[{other + 1}]"] = Counter(card.id for card in self.dreams[other])
        for suit in SUITS:
            found[f"temple[{suit}]"] = [f"{suit}-{value}" for value in sorted(self.temple[suit])]
        return found

    def values(self) -> Mapping[str, int | None]:
        """Who leads, and who holds which laurel."""
        single = [vision for vision in self.visions if self.rows[vision].get("copies", 1) == 1]
        laurels = {f"holder[{vision}]": self.holders.get(vision) for vision in single}
        return {"leader": self.leader, **laurels}

    def sheet(self) -> list[dict[str, int]]:
        """The points so far."""
        return self.points

    def ranking(self) -> list[tuple[int, tuple[int, ...]]]:
        """Most points win; a tie is shared."""
        totals = [sum(lines.values()) for lines in self.points]
        return [
            (1 + sum(other > total for other in totals), tuple(s for s in self.players if totals[s] == total))
            for total in sorted(set(totals), reverse=True)
        ]
