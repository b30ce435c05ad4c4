"""Chance: every shuffle, roll and random element as a pure function of seed, site and count.

How a number is derived, so that another implementation can agree:

1.  The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
    1, 2, 3", 2011): a function of a counter of four 32-bit words and a key of two that gives four words.
2.  A *seed* is a whole number of 64 bits. Its low half is the first word of the key, its high half the
    second.
3.  A *site* is a thing that chance acts on: a zone that is shuffled, a cup whose dice are rolled, a variable
    that begins as a player drawn. It is named by what it is (`zone deck`, `zone hand[2]`, `dice cup`,
    `var starter`; seats count from 1), wherever in the rules that is done. What `let` draws is named with the
    declaration it stands in (`let loser in rule settle`, `let n in play`). The number of a site is the CRC-32
    (as in zlib) of its name in UTF-8.
4.  Each site has its own endless stream of words. Word number `n`, counted from 0, is word `n mod 4` of
    the block whose counter is (low 32 bits of `n div 4`, high 32 bits of `n div 4`, site, 0).
5.  The *count* of a site is how many words it has used. It is part of the state of a game, begins at 0,
    and is all that the state needs to know of chance.
6.  A draw below a bound `b` (1 to 2**32) takes words from the stream until one is less than the greatest
    multiple of `b` that does not exceed 2**32; the result is that word modulo `b`. Words passed over
    count as used. All results are thus equally likely.
7.  A shuffle goes through the places from the last down to the second, place `i` counted from 0, and
    swaps what lies there with what lies at the place drawn below `i + 1`.

So a shuffle or a roll of something else, added to the rules, moved or done more often, changes nothing that
any other site gives: two variants of a game can be compared on equal deals. The numbers are not secret
from one who knows the seed.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

SEEDS = 2**64
"""Seeds are the whole numbers below this; larger or negative ones are the caller's to refuse."""

WORDS = 2**32
"""How many values one word of the stream can have."""

_MASK = WORDS - 1
_MULTIPLIER_0, _MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
_WEYL_0, _WEYL_1 = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10

Block = tuple[int, int, int, int]


@lru_cache(maxsize=16)
def _round_keys(key: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The key of each round; a game asks for the same ones all the time."""
    low, high = key
    return tuple(((low + _WEYL_0 * i) & _MASK, (high + _WEYL_1 * i) & _MASK) for i in range(_ROUNDS))


def philox(counter: Block, key: tuple[int, int]) -> Block:
    """Philox4x32-10: the four words at a counter under a key; all words are 32-bit and unsigned."""
    word_0, word_1, word_2, word_3 = counter
    for key_0, key_1 in _round_keys(key):
        product_0 = _MULTIPLIER_0 * word_0
        product_1 = _MULTIPLIER_1 * word_2
        word_0 = (product_1 >> 32) ^ word_1 ^ key_0
        word_2 = (product_0 >> 32) ^ word_3 ^ key_1
        word_1 = product_1 & _MASK
        word_3 = product_0 & _MASK
    return word_0, word_1, word_2, word_3


@lru_cache(maxsize=256)
def _block(seed: int, site: int, number: int) -> Block:
    """Four words of a site's stream; kept, since single draws use them one at a time."""
    return philox((number & _MASK, number >> 32, site, 0), (seed & _MASK, seed >> 32))


def word(low: int, high: int, site: int, number: int) -> int:
    """One word of a site's stream, the seed given in its two halves."""
    return _block(low | high << 32, site, number >> 2)[number & 3]


def site_number(name: str) -> int:
    """The number of the chance site with this name."""
    return zlib.crc32(name.encode("utf-8"))


def draw(seed: int, site: int, count: int, bound: int) -> tuple[int, int]:
    """A number in range(bound), all equally likely, and the site's new count.

    Raises ValueError for a bound outside 1 to 2**32.
    """
    if not 0 < bound <= WORDS:
        raise ValueError(f"a bound lies between 1 and 2**32: {bound}")
    limit = WORDS - WORDS % bound
    while True:
        word = _block(seed, site, count >> 2)[count & 3]
        count += 1
        if word < limit:
            return word % bound, count


def shuffled(seed: int, site: int, count: int, items: list[int]) -> int:
    """Shuffle the items in place, all orders equally likely, and return the site's new count."""
    block = _block(seed, site, count >> 2)
    for place in range(len(items) - 1, 0, -1):
        bound = place + 1
        limit = WORDS - WORDS % bound
        word = WORDS
        while word >= limit:
            word = block[count & 3]
            count += 1
            if not count & 3:
                block = _block(seed, site, count >> 2)
        other = word % bound
        items[place], items[other] = items[other], items[place]
    return count
