"""In a redealt game all that has happened can have happened, and all games that fit are equally likely.

Five small games are gone through by hand: all deals and hidden choices that lead to what a seat has seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import sqrt

import pytest
from flow_models import read_rules

from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset

DEALS = 800
CARDS = "enum Suit: red, blue\ncards Tile for each suit in Suit, value in 1..4\n"
ZONES = (
    "zone deck: Tile, face down\nzone hand of player: Tile, seen by owner, unordered\n"
    "zone row: Tile, face up\nvar lead: player = first(players)\n"
)
DEALT = "setup\n    put Tile into deck\n    shuffle deck\n    deal 3 from deck to each hand\n"
RED, BLUE = (tuple(f"{suit}-{value}" for value in range(1, 5)) for suit in ("red", "blue"))
ALL = (*RED, *BLUE)

Hand = tuple[str, ...]


@cache
def rules(text: str, players: int) -> Ruleset:
    """A game of tiles for so many."""
    return read_rules(CARDS + ZONES + text, players=str(players))


def begun(text: str, seed: int, players: int = 2) -> Game:
    """A new game of rule text."""
    return rules(text, players).new_game(players, seed=seed)


def hand(game: Game, seat: int) -> Hand:
    """What somebody holds, whoever may see it."""
    return tuple(sorted(card.id for card in game.view("all").zone(f"hand[{seat + 1}]").cards))


def redealt(game: Game, what: Callable[[Game], object], seat: int = 0) -> Counter[object]:
    """What seat 0 looks ahead in, so often."""
    found: Counter[object] = Counter()
    for seed in range(DEALS):
        other = game.redealt(seat, seed)
        assert other.redeal is not None and other.redeal.consistent
        found[what(other)] += 1
    return found


def fits(found: Counter[object], expected: Counter[object]) -> bool:
    """Chi-square: are they drawn as is expected? By chance it is not so once in some ten thousand times."""
    assert set(found) <= set(expected), set(found) - set(expected)
    total, drawn = sum(expected.values()), sum(found.values())
    shares = {one: drawn * count / total for one, count in expected.items()}
    square = sum((found[one] - share) ** 2 / share for one, share in shares.items())
    free = len(expected) - 1
    return square < free + 4 * sqrt(2 * free) + 4


def played(text: str, choose: Callable[[Game], Sequence[str] | None], players: int = 2) -> Game:
    """The first game by its seed in which the moves that `choose` gives can be made."""
    for seed in range(500):
        game = begun(text, seed, players)
        moves = choose(game)
        if moves is not None:
            for move in moves:
                game.apply(move)
            return game
    raise AssertionError("no such game among the first 500")


def suits(cards: Sequence[str]) -> set[str]:
    """The suits among some cards."""
    return {card.split("-")[0] for card in cards}


# ---- five small games ----------------------------------------------------------------------------

FOLLOW = (
    DEALT + "play\n    repeat 2 times\n        turns clockwise from lead once\n            choose lay\n"
    "        put all row into gone\n"
    "zone gone: Tile, face up\n"
    "action lay(c in hand[me])\n"
    "    require follow: empty(row) or c.suit == top(row)?.suit or not any(h.suit == top(row)?.suit for h in "
    'hand[me]) because "you can follow suit"\n    put c onto row\n'
)


def _cannot_follow(game: Game) -> list[str] | None:
    mine, theirs = hand(game, 0), hand(game, 1)
    red = [card for card in mine if card in RED]
    if len(red) in (1, 2) and suits(theirs) == {"blue"}:
        return [f"lay {red[0]}", f"lay {theirs[0]}"]
    return None


def test_who_did_not_follow_suit_has_none_of_it() -> None:
    game = played(FOLLOW, _cannot_follow)
    left = set(BLUE) - {*hand(game, 0), *(card.id for card in game.view(0).zone("gone").cards)}
    found = redealt(game, lambda other: hand(other, 1))
    assert fits(found, Counter(tuple(sorted(two)) for two in combinations(sorted(left), 2)))


DRAWN = (
    DEALT + "play\n    repeat 3 times\n        turns clockwise from lead once\n            choose lay, draw\n"
    "action lay(c in hand[me])\n"
    "    require follow: empty(row) or c.suit == top(row)?.suit\n    put c onto row\n"
    "action draw\n"
    "    require stuck: not empty(row) and not any(h.suit == top(row)?.suit for h in hand[me])\n"
    "    put top(deck) into hand[me]\n"
)


def _draws_what_fits(game: Game) -> list[str] | None:
    mine, theirs = hand(game, 0), hand(game, 1)
    red = [card for card in mine if card in RED]
    top = game.view("all").zone("deck").cards[-1].id
    if len(red) >= 2 and suits(theirs) == {"blue"} and top in RED:
        return [f"lay {red[0]}", "draw", f"lay {red[1]}", f"lay {top}"]
    return None


def test_a_card_laid_after_one_was_drawn_is_the_one_that_was_drawn() -> None:
    game = played(DRAWN, _draws_what_fits)
    seen = {*hand(game, 0), *(card.id for card in game.view(0).zone("row").cards)}
    found = redealt(game, lambda other: hand(other, 1))
    assert fits(found, Counter(combinations(sorted(set(BLUE) - seen), 3)))
    drawn = {hand(game.redealt(0, seed).after(1), 1) for seed in range(20)}
    assert all(suits(cards) == {"blue"} for cards in drawn)


PASSED = (
    DEALT.replace("deal 3", "deal 2") + "zone shown: Tile, face up\n"
    "play\n    choose hand_on by second\n    choose claim by second\n    choose say by first(players)\n"
    "define second = neighbour(first(players), left)\n"
    "action hand_on(c in hand[me])\n    put c into hand[neighbour(me, left)]\n"
    "action claim\n    require blue_left: all(h.suit == blue for h in hand[me])\naction say\n"
)


def test_a_hidden_card_that_was_handed_on_is_one_that_could_be() -> None:
    """Of three, the second hands a card on to the third, and claims that what it has left is blue."""

    def hands_on(game: Game) -> list[str] | None:
        theirs = hand(game, 1)
        gift = next((card for card in theirs if card in RED), None)
        return None if gift is None or suits(theirs) == {"red"} else [f"hand_on {gift}", "claim"]

    game = played(PASSED, hands_on, players=3)
    mine = hand(game, 0)
    expected: Counter[object] = Counter()
    for second, third in _hands([card for card in ALL if card not in mine], 2, 2):
        for gift in second:
            kept = [card for card in second if card != gift]
            if suits(kept) == {"blue"}:
                expected[tuple(kept), tuple(sorted([*third, gift]))] += 1
    assert fits(redealt(game, lambda other: (hand(other, 1), hand(other, 2))), expected)


def _hands(cards: Sequence[str], *sizes: int) -> Iterator[list[Hand]]:
    """All ways to deal hands of these sizes."""
    if not sizes:
        yield []
        return
    for first in combinations(cards, sizes[0]):
        for others in _hands([card for card in cards if card not in first], *sizes[1:]):
            yield [first, *others]


RESHUFFLED = (
    "setup\n    put Tile into deck\n    shuffle deck\n"
    "    deal 2 from deck to each hand\n    deal 2 from deck to row\n"
    "play\n    repeat 2 times\n        turns clockwise from lead once\n            choose swap_cards, keep\n"
    "        put all row into deck\n        shuffle deck\n        deal 2 from deck to row\n"
    "action swap_cards(c in hand[me], r in row)\n    require better: r.value > c.value\n"
    "    put c into deck\n    put r into hand[me]\n"
    "action keep\n    require none_better: not any(h.value < max(r.value for r in row) for h in hand[me])\n"
)


def test_what_was_left_out_tells_of_a_hand_across_a_shuffle() -> None:
    """Both keep what they have, so that nobody holds a tile below the best one of the row before."""

    def keeps(game: Game) -> list[str] | None:
        best = max(int(card.id[-1]) for card in game.view(0).zone("row").cards)
        fine = best < 4 and all(int(card[-1]) >= best for seat in (0, 1) for card in hand(game, seat))
        return ["keep", "keep"] if fine else None

    game = played(RESHUFFLED, keeps)
    first = [card.id for card in game.after(0).view(0).zone("row").cards]
    best, now = max(int(card[-1]) for card in first), [card.id for card in game.view(0).zone("row").cards]
    left = [card for card in ALL if card not in (*hand(game, 0), *first, *now) and int(card[-1]) >= best]
    found = redealt(game, lambda other: hand(other, 1))
    assert fits(found, Counter(tuple(sorted(two)) for two in combinations(left, 2)))


BIDS = (
    DEALT + "var bid of player: int?, seen by owner\n"
    "play\n    turns clockwise from neighbour(lead, left) once\n        choose offer\n"
    "    choose raise by lead\n"
    "action offer(n in 0..3 seen by me)\n"
    "    require held: n <= count(h in hand[me] where h.suit == red)\n    bid[me] = n\n"
    "action raise\n"
)


def test_a_hidden_value_is_one_that_could_be_chosen() -> None:
    """The other has bid in secret, at most as many as it holds red tiles."""
    game = begun(BIDS, 1)
    game.apply("offer 0")
    game.apply("offer 0")
    left = [card for card in ALL if card not in hand(game, 0)]
    held: Counter[object] = Counter(combinations(sorted(left), 3))

    def bid(other: Game) -> object:
        value = other.view("all").variable("bid").at(2).value
        assert value is not None and int(value) <= sum(card in RED for card in hand(other, 1))
        return hand(other, 1)

    assert fits(redealt(game, bid), held)


# ---- what a redealt game is ----------------------------------------------------------------------


def test_the_true_deal_is_no_more_likely_than_any_other() -> None:
    """Over many games; of each deal that fits, one in so many would be the true one."""
    hits, expected = 0, 0.0
    for seed in range(60):
        game = begun(FOLLOW, seed)
        for _ in range(2):
            game.apply(game.legal_moves()[0])
        fitting = {hand(game.redealt(0, number), 1) for number in range(25)}
        hits += hand(game.redealt(0, 1000), 1) == hand(game, 1)
        expected += 1 / len(fitting)
    assert abs(hits - expected) < 4 * sqrt(expected)


def test_games_that_a_seat_cannot_tell_apart_are_redealt_alike() -> None:
    """Real games from other seeds, told apart by nothing that seat 0 has seen."""
    alike: dict[str, list[Game]] = {}
    for seed in range(150):
        game = begun(DRAWN.replace("deal 3", "deal 1"), seed)
        game.apply(game.legal_moves()[0])
        game.apply("draw" if game.why_not("draw") is None else game.legal_moves()[0])
        alike.setdefault(game.information_key(0), []).append(game)
    twins = [games for games in alike.values() if len({game.digest() for game in games}) > 2]
    assert len(twins) > 5
    for games in twins:
        assert len({tuple(game.redealt(0, 3).state) for game in games[:4]}) == 1


def test_a_redealt_game_has_the_moves_and_the_log_of_the_real_one() -> None:
    game = played(DRAWN, _draws_what_fits)
    other = game.redealt(0, 2)
    assert other.log(0) == game.log(0) and other.information_key(0) == game.information_key(0)
    assert [move.seat for move in other.moves] == [move.seat for move in game.moves]
    for number, move in enumerate(other.moves):
        assert other.after(number).why_not(move.text, move.seat) is None
    other.undo(2)
    assert len(other.moves) == 2 and hand(other, 0) == hand(game.after(2), 0)


def test_where_no_deal_fits_the_redeal_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.interpreter.game.retrace.TRIES", 0)
    game = played(DRAWN, _draws_what_fits)
    other = game.redealt(0, 2)
    assert other.redeal is not None and not other.redeal.consistent
    assert (other.redeal.moves, other.redeal.kept) == (4, 0)
    assert (other.moves, other.log(0)) == ((), []) and other.view(0).zones == game.view(0).zones


def test_a_made_up_history_is_played_on() -> None:
    game = played(FOLLOW, _cannot_follow)
    other = game.redealt(0, 5)
    other.apply(other.legal_moves()[0])
    again = other.redealt(1, 7)
    assert again.redeal is not None and again.redeal.consistent
    assert again.view(1) == other.view(1)
