"""Sets of so many cards that folds go through: they come to what brute force finds in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from rulewright import Fault, Game, load
from rulewright.interpreter.game.ruleset import Ruleset

TOYS = Path(__file__).parent / "toys"
HANDS = 5_000
"""So many hands are ranked with --full; else a tenth of them."""

Card = tuple[str, int]


@pytest.fixture(scope="module")
def hands(pytestconfig: pytest.Config) -> int:
    return HANDS if pytestconfig.getoption("--full") else HANDS // 10


def cards(game: Game, zone: str) -> list[Card]:
    """The cards of a zone at the end, when all have been revealed."""
    seen = game.view(0).zone(zone)
    found = [card.id.split("-") for card in (*seen.cards, *seen.known)]
    return [(suit, int(rank)) for suit, rank in found]


def played(ruleset: Ruleset, players: int, seed: int) -> Game:
    """A whole game of moves drawn at random."""
    game, drawn = ruleset.new_game(players, seed=seed), random.Random(seed)
    while not game.over:
        seat = game.decision.seats[0]
        game.apply(drawn.choice(game.legal_moves(seat)), seat)
    return game


def points(game: Game, score: str) -> list[int]:
    """The points of a score, seat by seat."""
    return [line.points for lines in game.score_sheet().lines for line in lines if line.name == score]


# ---- the best five of seven ----------------------------------------------------------------------


def strength(five: tuple[Card, ...]) -> tuple[int, list[int]]:
    """How strong five cards are: the sort of hand, then the ranks that count, the most alike first."""
    counted = Counter(rank for _, rank in five)
    ranks = sorted(counted, key=lambda rank: (counted[rank], rank), reverse=True)
    shape = sorted(counted.values(), reverse=True)
    flush = len({suit for suit, _ in five}) == 1
    if shape != [1, 1, 1, 1, 1]:
        return {(2, 1): 1, (2, 2): 2, (3, 1): 3, (3, 2): 6, (4, 1): 7}[shape[0], shape[1]], ranks
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5]
    straight = len(ranks) == 1 or ranks[0] - ranks[4] == 4
    return 8 if flush and straight else 5 if flush else 4 if straight else 0, ranks


def test_the_best_five_of_seven_are_ranked_as_by_brute_force(hands: int) -> None:
    ruleset = load(TOYS / "best_five.rules")
    seen: dict[int, tuple[int, list[int]]] = {}
    ranked = 0
    for seed in range(hands // 6 + 1):
        game = played(ruleset, 6, seed)
        board = cards(game, "board")
        for seat, given in enumerate(points(game, "strength")):
            if given:
                seven = [*cards(game, f"hand[{seat + 1}]"), *board]
                best = max(map(strength, combinations(seven, 5)))
                assert seen.setdefault(given, best) == best, seven
                ranked += 1
    assert ranked > hands // 3
    in_order = [seen[given] for given in sorted(seen)]
    assert in_order == sorted(in_order)
    assert len({sort for sort, _ in in_order}) >= 7


# ---- fifteens, pairs, runs -----------------------------------------------------------------------


def worth(four: list[Card], cut: Card, in_crib: bool) -> int:
    """What four cards and the one that was cut are worth."""
    five = [*four, cut]
    sets = [one for size in range(2, 6) for one in combinations(five, size)]
    total = sum(2 for one in sets if sum(min(rank, 10) for _, rank in one) == 15)
    total += sum(2 for one, other in combinations(five, 2) if one[1] == other[1])
    for size in (5, 4, 3):
        runs = [sorted(rank for _, rank in one) for one in combinations(five, size)]
        found = [run for run in runs if run == list(range(run[0], run[0] + size))]
        if found:
            total += size * len(found)
            break
    suits = {suit for suit, _ in four}
    if len(suits) == 1:
        total += 5 if cut[0] in suits else 0 if in_crib else 4
    return total + ((cut[0], 11) in four)


def test_hands_with_a_card_cut_are_worth_what_brute_force_finds(hands: int) -> None:
    ruleset = load(TOYS / "fifteens.rules")
    found: Counter[int] = Counter()
    for seed in range(hands // 3 + 1):
        game = played(ruleset, 2, seed)
        (cut,) = cards(game, "cut")
        own = [worth(cards(game, f"hand[{seat}]"), cut, in_crib=False) for seat in (1, 2)]
        assert points(game, "shown") == own, seed
        crib = worth(cards(game, "crib"), cut, in_crib=True)
        assert sorted(points(game, "crib_shown")) == sorted((0, crib)), seed
        found.update(own)
    assert len(found) > 10


# ---- what it takes -------------------------------------------------------------------------------


def test_going_through_sets_is_work_that_has_an_end(tmp_path: Path) -> None:
    rules = tmp_path / "many.rules"
    rules.write_text(
        'language 1\ngame "Many"\n    players 1\ncards Card for each value in 1..18\n'
        "zone row: Card, face up\nsetup\n    put Card into row\nvar found = 0\nvar who = random player\n"
        "play\n    turns clockwise from who once\n        choose look\naction look\n"
        "    found = count(h in any of row where sum(c.value for c in h) == 90)\n"
        "score found_in_all(p) = found\nwinner by highest score\n",
        encoding="utf-8",
    )
    with pytest.raises(Fault) as caught:
        load(rules, most_work=1_000_000).new_game(1, seed=1).apply("look")
    assert (caught.value.problem.code, caught.value.problem.facts["within"]) == ("limit-play", "look")
