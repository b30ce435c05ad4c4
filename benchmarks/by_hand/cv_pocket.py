"""CV Pocket by hand in plain Python: random games with scores, by the default settings, written for speed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import yaml

SYMBOLS = ("money", "knowledge", "love", "family", "friendship", "business", "good_luck", "bad_luck")
RIDES = (None, "bike", "car", "plane")
MISSIONS = (
    None,
    "hipster",
    "rally_driver",
    "frequent_flyer",
    "renaissance_man",
    "globetrotter",
    "fat_cat",
    "housewife",
)
MONEY_POINTS = (0, 1, 3, 6, 9, 13, 17, 21, 25, 29)
HOUSEWIFE_POINTS = (0, 1, 3, 6, 10)
SPARE_KNOWLEDGE = (0, -1, -3)

Row = tuple[int, int, int, int, int, tuple[int, ...]]
"""A card: its ride (0 for none), mission, whether it is a joker, doubles, reaches all; its symbols."""


def read_box(file: Path, players: int) -> list[Row]:
    """The cards for a number of players, from the card file of the ruleset."""
    box: list[Row] = []
    for row in yaml.safe_load(file.read_text(encoding="utf-8")):
        printings: list[dict[str, Any]] = row.get("printings", [row])
        copies = sum(one.get("copies", 1) for one in printings if one.get("min_players", 2) <= players)
        symbols = row.get("symbols", {})
        card = (
            RIDES.index(row.get("transport")),
            MISSIONS.index(row.get("mission")),
            int(row.get("joker", False)),
            int(row.get("doubles_next", False)),
            int(row.get("reaches_all", False)),
            tuple(symbols.get(symbol, 0) for symbol in SYMBOLS),
        )
        box += [card] * copies
    return box


def play(box: list[Row], players: int, random: Random) -> tuple[int, list[int]]:
    """One random game: how many decisions there were, and the points of each seat."""
    drawn = random.random
    deck = list(box)
    random.shuffle(deck)
    columns = [deck[-5:], deck[-10:-5], deck[-15:-10]]
    del deck[-15:]
    first, second, third = columns
    cvs: list[list[Row]] = [[] for _ in range(players)]
    starter = player = int(drawn() * players)
    refills = passes = decisions = 0
    last = players - 1
    while passes < players:
        if deck and refills < last:
            sizes = [len(first), len(second), len(third)]
            if sum(sizes) <= 4 or (max(sizes) < 3 and all(cv and cv[-1][0] == 3 for cv in cvs)):
                refills += 1
                while deck and (refills == last or min(sizes) < 5):
                    shortest = sizes.index(min(sizes))
                    sizes[shortest] += 1
                    columns[shortest].append(deck.pop())
        cv = cvs[player]
        decisions += 1
        passes += 1
        if cv and cv[-1][4]:
            at = int(drawn() * (1 + len(first) + len(second) + len(third))) - 1
            if at >= 0:
                for column in columns:
                    if at < len(column):
                        cv.append(column.pop(at))
                        break
                    at -= len(column)
                passes = 0
        else:
            level = cv[-1][0] - 1 if cv else 0
            if level >= 0:
                may = [column for column in columns if level < len(column)]
                at = int(drawn() * (1 + len(may)))
                if at:
                    cv.append(may[at - 1].pop(level))
                    passes = 0
        player += 1
        if player == players:
            player = 0
    copied: dict[tuple[int, int], int] = {}
    for offset in range(players):
        player = (starter + offset) % players
        cv = cvs[player]
        for place, card in enumerate(cv):
            if card[2]:
                decisions += 1
                can = [-1]
                below = cv[place - 1][5] if place else ()
                above = cv[place + 1][5] if place + 1 < len(cv) else ()
                for symbol in range(8):
                    if (below and below[symbol]) or (above and above[symbol]):
                        can.append(symbol)
                copied[player, place] = can[int(drawn() * len(can))]
    return decisions, scores(cvs, copied, players)


def scores(cvs: list[list[Row]], copied: dict[tuple[int, int], int], players: int) -> list[int]:
    """The points of each seat."""
    symbols, rides = [], []
    for player, cv in enumerate(cvs):
        shown, driven, weight = [0] * 8, [0] * 4, 1
        for place, card in enumerate(cv):
            for symbol, number in enumerate(card[5]):
                if number:
                    shown[symbol] += weight * number
            driven[card[0]] += weight
            if card[2] and copied[player, place] >= 0:
                shown[copied[player, place]] += weight
            weight = 1 + card[3]
        symbols.append(shown)
        rides.append(driven)
    shares = (2, 1 if players > 2 else 0, 0, 0)
    good = sorted({shown[6] for shown in symbols}, reverse=True)
    bad = sorted({shown[7] for shown in symbols})
    points = []
    for cv, shown, driven in zip(cvs, symbols, rides, strict=True):
        titles, spare = divmod(shown[1], 3)
        total = MONEY_POINTS[min(shown[0], 9)] + 7 * titles + SPARE_KNOWLEDGE[spare]
        total += 5 * (shown[2] // 2 + shown[3] // 2 + shown[4] // 2 + shown[5] // 2)
        total += shown[6] * shares[good.index(shown[6])] + shown[7] * shares[bad.index(shown[7])]
        weight = 1
        for card in cv:
            if card[1]:
                total += weight * worth(card[1], cv, shown, driven)
            weight = 1 + card[3]
        points.append(total)
    return points


def worth(mission: int, cv: list[Row], shown: list[int], driven: list[int]) -> int:
    """The points of a mission card."""
    if mission < 4:
        return driven[mission]
    if mission == 4:
        return 2 * min(driven[1:])
    if mission == 5:
        return 2 * sum(card[3] or card[4] for card in cv)
    if mission == 6:
        return 2 * min(sum(shown[2:6]), shown[0], shown[1], shown[6], shown[7])
    return HOUSEWIFE_POINTS[sum(number > 0 for number in shown[2:6])]
