"""Chance: the published vectors, and what the engine promises of draws and shuffles."""

from __future__ import annotations

from collections import Counter

import pytest
from flow_models import LEAD, TOKENS, held, start

from rulewright.interpreter.state import chance
from rulewright.interpreter.state.chance import WORDS, draw, philox, shuffled, site_number

ALL_ONES = 0xFFFFFFFF


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ALL_ONES,) * 4, (ALL_ONES,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
    ids=["zeros", "ones", "pi"],
)
def test_philox_gives_the_published_vectors(
    counter: tuple[int, int, int, int], key: tuple[int, int], words: tuple[int, int, int, int]
) -> None:
    assert philox(counter, key) == words


def test_a_site_number_is_the_crc_of_its_name() -> None:
    assert site_number("123456789") == 0xCBF43926  # the check value published for CRC-32


def test_words_come_from_the_documented_counter_and_key() -> None:
    seed, site, count = 0x0123456789ABCDEF, 77, 4 * (2**32 + 5) + 2
    block = philox((5, 1, site, 0), (0x89ABCDEF, 0x01234567))
    assert draw(seed, site, count, WORDS) == (block[2], count + 1)


def test_a_draw_is_the_word_modulo_the_bound() -> None:
    assert draw(0, 0, 0, 10) == (philox((0, 0, 0, 0), (0, 0))[0] % 10, 1)


def test_a_word_past_the_greatest_multiple_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "_block", lambda *_: (WORDS - 1, WORDS - 2, 0, 0))
    # 2**32 is 3 * 1431655765 + 1: the last word alone has no equal share.
    assert draw(0, 0, 0, 3) == ((WORDS - 2) % 3, 2)


def test_a_shuffle_passes_over_the_same_words_as_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "_block", lambda *_: (WORDS - 1, 0, 0, 0))
    items = [10, 20, 30]
    assert shuffled(0, 0, 0, items) == 3
    assert items == [20, 30, 10]


@pytest.mark.parametrize("bound", [0, -1, WORDS + 1])
def test_a_bound_out_of_range_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="bound"):
        draw(1, 1, 0, bound)


def test_all_faces_of_a_die_come_up_equally_often() -> None:
    rolls: Counter[int] = Counter()
    count = 0
    for _ in range(6_000):
        face, count = draw(1, site_number("roll"), count, 6)
        rolls[face] += 1
    assert sorted(rolls) == [0, 1, 2, 3, 4, 5]
    assert all(900 < times < 1_100 for times in rolls.values())


def test_all_orders_of_three_cards_come_up_equally_often() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    count = 0
    for _ in range(6_000):
        items = [1, 2, 3]
        count = shuffled(2, 9, count, items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(900 < times < 1_100 for times in orders.values())


@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_a_shuffle_is_the_draws_from_the_last_place_down(start: int) -> None:
    items = list(range(51))
    expected = list(items)
    count = start
    for place in range(50, 0, -1):
        other, count = draw(42, 7, count, place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    assert shuffled(42, 7, start, items) == count
    assert items == expected


def test_a_shuffle_stays_as_it_was_published() -> None:
    items = list(range(10))
    shuffled(1, site_number("shuffle deck"), 0, items)
    assert items == [3, 4, 2, 1, 6, 0, 9, 7, 5, 8]


def test_a_shuffle_of_51_cards_computes_13_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def counted(seed: int, site: int, number: int) -> chance.Block:
        calls.append(number)
        return philox((number, 0, site, 0), (seed, 0))

    monkeypatch.setattr(chance, "_block", counted)
    shuffled(5, 6, 0, list(range(51)))
    assert calls == list(range(13))


@pytest.mark.parametrize("items", [[], [8]], ids=["none", "one"])
def test_nothing_to_shuffle_uses_no_words(items: list[int]) -> None:
    before = list(items)
    assert shuffled(1, 1, 3, items) == 3
    assert items == before


def test_sites_have_streams_of_their_own() -> None:
    first, second = ([draw(3, site_number(name), n, WORDS)[0] for n in range(8)] for name in ("a", "b"))
    assert not set(first) & set(second)


@pytest.mark.parametrize("seed", [1, 2**32, 2**63])
def test_each_part_of_the_seed_counts(seed: int) -> None:
    assert draw(0, 1, 0, WORDS) != draw(seed, 1, 0, WORDS)


# ---- what a stream belongs to --------------------------------------------------------------------


def dealt(setup: str) -> list[str]:
    """What lies in the deck, from the bottom, after a set-up of its own."""
    text = (
        TOKENS.replace("    put Token into deck\n", f"    put Token into deck\n{setup}")
        + "cards Coin for each suit in Suit, worth in 1..3\nzone other: Coin, face down\n"
        + "zone spare: Token, face up\ndice cup: 1..6, at most 3, face up\n"
        + "action look\n    passes += 1\nvar passes = 0\n"
        + f"play\n    turns clockwise from lead once\n        choose look\n{LEAD}"
    )
    return held(start(text), "deck")


@pytest.mark.parametrize(
    "before",
    [
        "    put Coin into other\n    shuffle other\n",
        "    roll 3 dice into cup\n    reroll cup\n",
        "    shuffle spare\n    shuffle hand[lead]\n",
    ],
)
def test_what_is_shuffled_or_rolled_before_it_leaves_a_deck_as_it_was(before: str) -> None:
    alone = dealt("    shuffle deck\n")
    assert alone != sorted(alone)
    assert dealt(f"{before}    shuffle deck\n") == alone
    assert dealt(f"    shuffle deck\n{before}") == alone


def test_a_zone_shuffled_by_another_name_is_shuffled_alike() -> None:
    by_name = dealt("    shuffle deck\n")
    assert dealt("    for each z in [spare, deck]\n        shuffle z\n") == by_name


def test_a_second_shuffle_is_another() -> None:
    assert dealt("    shuffle deck\n") != dealt("    shuffle deck\n    shuffle deck\n")
