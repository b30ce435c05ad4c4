"""CV with Gossip as a whole: what its cards do, payments against brute force, random games, undoing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any

import pytest
from attrs import frozen
from shipped import all_scenarios, place

from rulewright.interpreter.bots import make
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import Position, Said, game_from
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.lab.simulate import simulate
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.state.state import cards_in

RANDOM_GAMES = 30
LISTED_GAMES = 6
GREEDY_GAMES = 1
"""Games for each number of players; ten times as many with --full."""
LOOKED_AT = 7
"""Every so many decisions the moves are listed and the cards counted."""

MOST_LISTED = 10_000
TOKENS = 301
WILD = {"health", "knowledge", "love", "money"}
GIVERS = ("intern", "studies", "yacht")
"""Cards whose names some symbols in a pool bear; they lie in the discard pile."""


@cache
def gossip() -> Ruleset:
    return load("cv-gossip")


@cache
def cards() -> Mapping[int, Mapping[str, Any]]:
    """What is printed on the cards that are in play, by number: enum values as ranks, bags as counts."""
    card_set = gossip().model.card_sets["Life"]
    names = [one.name for one in card_set.fields]
    found: dict[int, Mapping[str, Any]] = {}
    for row in card_set.rows:
        printed: dict[str, Any] = {**dict(zip(names, row.values, strict=True)), "id": row.id}
        found[printed["number"]] = printed
    return found


# ---- the table of the cards ----------------------------------------------------------------------


def numbers(text: str) -> list[int]:
    """`1-3 7` are 1, 2, 3 and 7."""
    found: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def gives_symbols(card: Mapping[str, Any]) -> bool:
    return any(card["gives"])


def discounts(card: Mapping[str, Any]) -> bool:
    return any(card["discount"]) and len(card["discount_on"]) > 0


def substitutes(card: Mapping[str, Any]) -> bool:
    one, other = card["swap_one"], card["swap_other"]
    return bool(one != other and min(one, other) >= 0)


def has_own_rule(card: Mapping[str, Any]) -> bool:
    """Some rule names the card by its id."""
    text = (place("cv-gossip").folder / "powers.rules").read_text(encoding="utf-8")
    return f".id == {card['id']}" in text.replace(")", " ").replace("\n", " ")


def does_something(card: Mapping[str, Any]) -> bool:
    """The card has an effect of any kind."""
    numbers_of_it = (card["dice"], card["rerolls"], card["sleepless"], card["insurance"], card["points"])
    other = (gives_symbols(card), discounts(card), substitutes(card), has_own_rule(card))
    return any(numbers_of_it) or any(other)


@frozen
class EffectClass:
    """Cards of one class, what each of them must have, and the scenarios that show such an effect."""

    numbers: str
    shows: tuple[str, ...]


CLASSES = {
    "points": EffectClass("12-15 51-52 54-56 66 68-75", ("score-points",)),
    "symbols": EffectClass(
        "1-4 6-10 16-17 19-22 24-29 31-34 38-40 42 48-49 57-58 60 64-65 67-69 72",
        ("only-the-top-card-is-active", "cards-give-again-each-turn", "event-gives-all-at-once"),
    ),
    "old age only": EffectClass("29", ("pension-fund-waits", "pension-fund-in-old-age")),
    "upkeep": EffectClass(
        "20 40 42 48", ("upkeep-paid", "upkeep-unpaid-stays", "twins-unpaid-are-discarded")
    ),
    "substitution": EffectClass("16 58 67", ("payment-with-a-substitution", "substitution-both-ways")),
    "discount": EffectClass("7-10 17 19 21 34", ("payment-with-a-discount", "discounts-add-up")),
    "dice": EffectClass(
        "11 18 23 37 41 44 47 50 60 62", ("five-dice-with-a-card", "zoo-trip-before-the-first-roll")
    ),
    "joker": EffectClass(
        "35 43 45 59 61 63",
        ("a-joker-is-any-of-four", "magician-turns-a-symbol", "trip-around-the-world"),
    ),
    "special": EffectClass(
        "5 30 36 46 53",
        (
            "life-insurance-saves-a-card",
            "friend-from-work",
            "one-reroll-more",
            "depression-with-psychotherapy",
        ),
    ),
    "gossip": EffectClass(
        "89-100",
        (
            "latecomer-has-one-reroll",
            "nihilist-pays-four-smiles",
            "unlucky-loses-two-cards",
            "gossip-about-anybody",
        ),
    ),
    "fate": EffectClass(
        "101-112",
        ("depression", "midlife-crisis", "insomnia-has-no-limit", "panicker-stops-at-a-sad-face"),
    ),
}


def belongs(card: Mapping[str, Any], effect: str) -> bool:
    """The card has the effect that its class promises."""
    kinds = gossip().model.enums["Kind"].values
    if effect in ("gossip", "fate"):
        return [kinds[kind] for kind in card["kinds"]] == [effect] and does_something(card)
    has: dict[str, Callable[[], object]] = {
        "points": lambda: card["points"] > 0,
        "symbols": lambda: gives_symbols(card) or discounts(card) or substitutes(card),
        "old age only": lambda: (
            card["event"] and gossip().model.enums["Age"].values[card["playable_from"]] == "old_age"
        ),
        "upkeep": lambda: any(card["upkeep"]) and gives_symbols(card),
        "substitution": lambda: substitutes(card),
        "discount": lambda: discounts(card),
        "dice": lambda: card["dice"] > 0,
        "joker": lambda: card["gives"][-1] > 0 or has_own_rule(card),
        "special": lambda: card["insurance"] or card["rerolls"] > 0 or has_own_rule(card),
    }
    return bool(has[effect]())


@pytest.mark.parametrize("effect", CLASSES)
def test_each_card_has_the_effect_of_its_class(effect: str) -> None:
    listed = numbers(CLASSES[effect].numbers)
    assert [number for number in listed if not belongs(cards()[number], effect)] == []


def test_the_classes_cover_all_cards_but_goals() -> None:
    covered = {number for one in CLASSES.values() for number in numbers(one.numbers)}
    assert covered == set(numbers("1-75 89-112"))


@pytest.mark.parametrize("effect", CLASSES)
def test_each_class_has_its_scenarios(effect: str) -> None:
    known = {name for ruleset, name in all_scenarios() if ruleset == "cv-gossip"}
    assert set(CLASSES[effect].shows) <= known


def test_discounts_and_substitutions_give_no_symbol() -> None:
    silent = numbers(CLASSES["substitution"].numbers) + numbers(CLASSES["discount"].numbers)
    assert [number for number in silent if gives_symbols(cards()[number])] == []


def is_plain(card: Mapping[str, Any]) -> bool:
    """The card does no more than to give symbols and points, which are printed on it."""
    numbers_of_it = (card["dice"], card["rerolls"], card["sleepless"], card["event"], card["bicycle"])
    other = (discounts(card), substitutes(card), has_own_rule(card), any(card["upkeep"]), card["gives"][-1])
    return not (any(numbers_of_it) or any(other) or card["counts"])


def test_a_card_that_does_more_than_it_shows_says_so() -> None:
    silent = {row.id for row in gossip().model.card_sets["Life"].rows if not row.text}
    assert silent
    assert [card["id"] for card in cards().values() if not is_plain(card) and card["id"] in silent] == []


def test_the_box_holds_109_cards_of_six_decks() -> None:
    ages = gossip().model.enums["Age"].values
    assert sorted(cards()) == numbers("1-83 88-113")
    decks = Counter(ages[card["age"]] for card in cards().values())
    assert decks == {"childhood": 12, "youth": 30, "middle_age": 24, "old_age": 21, "fate": 12, "goal": 10}


@pytest.mark.parametrize(("players", "left_over"), [(2, 6), (3, 3), (4, 0)])
def test_the_table_is_laid_with_the_cards_as_shipped(players: int, left_over: int) -> None:
    """How many cards a deck has is partly a guess, so no scenario tells; five and two cards are shown."""
    game = gossip().new_game(players, 1)
    layout, ages = game.program.layout, gossip().model.enums["Age"].values
    lying_in = {
        (zone.name, *zone.index): len(cards_in(layout, game.state, zone.number)) for zone in layout.zones
    }
    decks = {age: lying_in["deck", number] for number, age in enumerate(ages)}
    goals = 10 - (players - 1) - players
    expected = {"childhood": 0, "youth": 25, "middle_age": 24, "old_age": 21, "fate": 10, "goal": goals}
    assert (decks, lying_in["box",]) == (expected, left_over)


def test_the_bank_has_a_symbol_for_all_that_give_it_once() -> None:
    symbols = gossip().model.enums["Symbol"].values
    copies = {row.id: row.copies for row in gossip().model.card_sets["Token"].rows}
    given = [sum(card["gives"][number] for card in cards().values()) for number in range(len(symbols))]
    assert [symbol for symbol, most in zip(symbols, given, strict=True) if copies[symbol] < most + 4] == []
    assert {copies[f"die_{symbol}"] for symbol in symbols} == {7}


def test_goals_count_something() -> None:
    goals = numbers("76-83 88 113")
    assert [
        number for number in goals if not cards()[number]["counts"] or cards()[number]["points"] < 1
    ] == []


# ---- payments against brute force ----------------------------------------------------------------


@frozen
class Market:
    """A random position: what lies in the pool, with givers, the cards that work, those shown."""

    pool: tuple[str, ...]
    working: tuple[str, ...]
    shown: tuple[str, ...]


def random_market(chance: random.Random) -> Market:
    """A pool of up to nine tokens, up to four working cards with discounts or substitutions."""
    names = [one for row in gossip().model.card_sets["Token"].rows for one in [row.id] * row.copies]
    named = [name if name.startswith("die_") else f"{name} ({chance.choice(GIVERS)})" for name in names]
    helpful = [card for card in cards().values() if discounts(card) or substitutes(card)]
    piles: dict[int, str] = {}
    for card in chance.sample(helpful, 6):
        piles.setdefault(card["kinds"][0], card["id"])
    elsewhere = {*piles.values(), *GIVERS, "early_retirement"}
    bought = [card["id"] for card in cards().values() if not card["counts"] and card["id"] not in elsewhere]
    return Market(
        tuple(chance.sample(named, chance.randint(1, 9))),
        tuple(list(piles.values())[:4]),
        tuple(chance.sample(bought, 6)),
    )


def game_at(market: Market) -> Game:
    """The first player's turn in a position, before dice are rolled; there are none."""
    kinds = gossip().model.enums["Kind"].values
    by_id = {card["id"]: card for card in cards().values()}
    piles = {f"pile[1, {kinds[by_id[one]['kinds'][0]]}]": [one] for one in market.working}
    piles["deck[old_age]"] = ["early_retirement"]
    zones = {"pool[1]": market.pool, "display[lives]": market.shown, "discard": GIVERS, **piles}
    position = Position(
        {Said(zone): [Said(card) for card in lying] for zone, lying in zones.items()},
        {Said("first_player"): Said("1")},
        at=Said("living"),
        turn=Said("1"),
    )
    return game_from(load("cv-gossip", settings={"first_dice": 0}), 2, position)


def brute_force(market: Market, wanted: Mapping[str, Any]) -> set[tuple[str, ...]]:
    """All payments for a card, found by trying every subset in every order."""
    faces = gossip().model.enums["Symbol"].values
    by_id = {card["id"]: card for card in cards().values()}
    working = [by_id[one] for one in market.working]
    price: list[str] = []
    any_card = ["smile"] * 3
    for number, face in enumerate(faces):
        off = sum(
            one["discount"][number] for one in working if set(one["discount_on"]) & set(wanted["kinds"])
        )
        price += [face] * max(0, wanted["cost"][number] - off)
    swaps = {(faces[one["swap_one"]], faces[one["swap_other"]]) for one in working if substitutes(one)}
    swaps |= {(other, one) for one, other in swaps}

    def pays(token: str, face: str) -> bool:
        symbol = token.partition(" ")[0].removeprefix("die_")
        return symbol == face or (symbol == "joker" and face in WILD) or (symbol, face) in swaps

    return {
        subset
        for asked in (price, any_card)
        for subset in combinations(sorted(market.pool), len(asked))
        if any(all(map(pays, subset, order)) for order in set(permutations(asked)))
    }


def offered(game: Game, action: str) -> Counter[tuple[str, tuple[str, ...]]]:
    """The payments that are legal moves: the card and the tokens, sorted."""
    found: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for move in game.legal_moves():
        if move.action == action:
            card, _, way = move.text.removeprefix(f"{action} ").partition(", ")
            found[card, tuple(sorted(way.split(" + "))) if way != "none" else ()] += 1
    return found


@pytest.mark.parametrize("seed", range(60))
def test_payments_are_those_of_brute_force(seed: int) -> None:
    market = random_market(random.Random(seed))
    game = game_at(market)
    game.apply("roll")
    by_id = {card["id"]: card for card in cards().values()}
    expected = {(card, way) for card in market.shown for way in brute_force(market, by_id[card])}
    found = offered(game, "buy")
    assert set(found) == expected
    assert all(count == 1 for count in found.values())


def test_a_large_pool_is_paid_without_listing_too_many_moves() -> None:
    dice = [f"die_{face}" for face in sorted(WILD) for _ in range(3)]
    pool = [f"{face} ({giver})" for giver in GIVERS for face in (*sorted(WILD), "joker") for _ in range(2)]
    game = game_at(Market((*dice, *pool), (), ("country_manor", "honorary_doctorate")))
    game.apply("roll")
    assert len(game.legal_moves()) < MOST_LISTED


# ---- undoing -------------------------------------------------------------------------------------


def test_taking_a_purchase_back_half_way_restores_everything() -> None:
    game = game_at(
        Market(("die_love", "die_health", "joker (intern)"), ("puppy_love",), ("dancing_lessons",))
    )
    game.apply("roll")
    before, moves = game.digest(), [move.text for move in game.legal_moves()]
    game.apply("buy dancing_lessons, die_health")
    assert {move.text for move in game.legal_moves()} > {"lay dancing_lessons, love, 1"}
    game.undo()
    assert game.digest() == before
    assert [move.text for move in game.legal_moves()] == moves


# ---- whole games ---------------------------------------------------------------------------------


def positions(players: int, seed: int, bot: str) -> Iterator[Game]:
    """A game of bots, handed out at each of its decisions and at its end. Always the same object."""
    game = gossip().new_game(players, seed)
    bots = [make(bot, seed * 10 + seat) for seat in range(players)]
    chance = random.Random(seed)
    while not game.over:
        yield game
        seat = Seat(game, game.decision.seats[0])
        guessed = seat.sample(chance.randrange) if bot == "random" else None
        game.apply(guessed or bots[seat.number].choose(seat), seat.number)
    yield game


def lying(game: Game) -> Counter[str]:
    """How many cards of each set lie in zones; a card that lies twice is a failure."""
    layout = game.program.layout
    found = [card for zone in layout.zones for card in cards_in(layout, game.state, zone.number)]
    assert len(found) == len(set(found))
    return Counter(layout.cards[card].set_name for card in found)


def check_game(players: int, seed: int, bot: str) -> None:
    """The game ends, keeps its cards, and offers every move once and never too many."""
    for number, game in enumerate(positions(players, seed, bot)):
        if game.over:
            assert game.outcome is not None and game.outcome.winners
        elif number % LOOKED_AT == 0:
            moves = [move.text for move in game.legal_moves(game.decision.seats[0])]
            assert 0 < len(moves) <= MOST_LISTED
            assert len(moves) == len(set(moves))
            # Equal symbols are one choice, so that none need be told apart by where it lies.
            assert not any(" in pool[" in move for move in moves)
        if game.over or number % LOOKED_AT == 0:
            assert lying(game) == {"Life": len(cards()), "Token": TOKENS}


def seeds(games: int, config: pytest.Config) -> Sequence[int]:
    return range(games * (10 if config.getoption("--full") else 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games(players: int, pytestconfig: pytest.Config) -> None:
    games = len(seeds(RANDOM_GAMES, pytestconfig))
    run = simulate(gossip(), players, games, 0, engine="python")
    assert (run.games, run.lost_cards) == (games, ())
    for seed in seeds(LISTED_GAMES, pytestconfig):
        check_game(players, seed, "random")


@pytest.mark.parametrize(
    "players", [2, pytest.param(3, marks=pytest.mark.full), pytest.param(4, marks=pytest.mark.full)]
)
def test_greedy_games(players: int, pytestconfig: pytest.Config) -> None:
    for seed in seeds(GREEDY_GAMES, pytestconfig):
        check_game(players, seed, "greedy")
