"""CVLT by hand in plain Python: random games with scores, by the default settings, written for speed.

An offering is a number: 16 for each suit, and its value from 0.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import yaml

SUITS = (None, "earth", "water", "air", "fire")
GODS = (
    "apollo",
    "athena",
    "artemis",
    "dionysus",
    "poseidon",
    "aphrodite",
    "ares",
    "hermes",
    "demeter",
    "hephaestus",
)
APOLLO, ATHENA, ARTEMIS, DIONYSUS, POSEIDON, APHRODITE, ARES, HERMES, DEMETER, HEPHAESTUS = range(10)
LAURELS = frozenset((ATHENA, DIONYSUS, ARES, HEPHAESTUS))

Row = tuple[int, int, int, int]
"""A vision: its number, alike for copies; its god; the suit and the value it asks for, or -1, 0."""


def read_visions(file: Path, players: int) -> list[Row]:
    """The visions for a number of players, from the card file of the ruleset."""
    box: list[Row] = []
    for number, row in enumerate(yaml.safe_load(file.read_text(encoding="utf-8"))):
        if row.get("only_for", players) == players:
            suit = SUITS.index(row.get("suit")) - 1
            card = (number, GODS.index(row["god"]), suit, row.get("value") or 0)
            box += [card] * row.get("copies", 1)
    return box


def play(box: list[Row], players: int, random: Random) -> tuple[int, list[int]]:
    """One random game: how many decisions there were, and the points of each seat."""
    drawn = random.random
    top = 4 * players
    deck = [16 * suit + value for suit in range(4) for value in range(top)]
    random.shuffle(deck)
    hidden = list(box)
    random.shuffle(hidden)
    points = [0] * players
    leader = int(drawn() * players)
    dreams: list[list[int]] = [[] for _ in range(players)]
    temple: set[int] = set()
    orders = [[(first + step) % players for step in range(players)] for first in range(players)]
    for round_ in range(3):
        visions = [hidden.pop() for _ in range(players + 2)]
        for _ in range(players - 1):
            different = list(set(visions))
            visions.remove(different[int(drawn() * len(different))])
        holders = [leader if vision[1] == HEPHAESTUS else -1 for vision in visions]
        hands = dreams
        for hand in hands:
            dealt = 4 if round_ else 8
            hand += deck[-dealt:]
            del deck[-dealt:]
        dreams = [[] for _ in range(players)]
        offerings: list[list[int]] = [[] for _ in range(players)]
        for _ in range(8):
            laid: list[int] = []
            led = winner = win = -1
            trumped = False
            for player in orders[leader]:
                hand = hands[player]
                if led < 0:
                    led = win = card = hand[int(drawn() * len(hand))]
                    winner = player
                else:
                    suit = led >> 4
                    may = [card for card in hand if card >> 4 == suit] or hand
                    card = may[int(drawn() * len(may))] if len(may) > 1 else may[0]
                    if card & 15 == led & 15:
                        win, winner, trumped = card, player, True
                    elif not trumped and card >> 4 == suit and card > win:
                        win, winner = card, player
                hand.remove(card)
                laid.append(card)
            for place, (_, god, suit, value) in enumerate(visions):
                if god in LAURELS and (
                    god == HEPHAESTUS
                    or (god == ARES and trumped)
                    or (god == DIONYSUS and suit == win >> 4)
                    or (god == ATHENA and value == (win & 15) + 1)
                ):
                    holders[place] = winner
            leader = winner
            for player in orders[leader]:
                piles = [pile for pile in (offerings[player], dreams[player]) if len(pile) < 4]
                choices = len(laid) * len(piles)
                at = int(drawn() * choices) if choices > 1 else 0
                piles[at % len(piles)].append(laid.pop(at // len(piles)))
        for pile in offerings:
            temple.update(pile)
        firm = []
        for suit in range(0, 64, 16):
            card = suit
            while card in temple:
                card += 1
            firm.append(card)
        for player, pile in enumerate(offerings):
            for card in pile:
                if card < firm[card >> 4]:
                    points[player] += (card & 15) + 1
        for vision, holder in zip(visions, holders, strict=True):
            if vision[1] in LAURELS:
                if holder >= 0:
                    points[holder] += 2 * players
                continue
            merits = [merit(vision, pile) for pile in dreams]
            best = max(merits)
            if best > 0:
                for player, own in enumerate(merits):
                    if own == best:
                        points[player] += 2 * players
    return (players - 1) * 3 + 48 * players, points


def merit(vision: Row, dreams: list[int]) -> int:
    """How good dreams are for a vision: the more, the better; 0 has no part in it."""
    _, god, suit, value = vision
    if god == APOLLO:
        return any(card & 15 == value - 1 for card in dreams)
    if god == ARTEMIS:
        return sum(card >> 4 == suit for card in dreams)
    if god == POSEIDON:
        return 1000 - sum(card & 15 for card in dreams)
    if god == APHRODITE:
        values = [card & 15 for card in dreams]
        return max(values.count(one) for one in values)
    suits = len({card >> 4 for card in dreams})
    return suits if god == HERMES else 5 - suits
