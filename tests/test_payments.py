"""Payments against a payer that tries every subset and every way to match it."""

from __future__ import annotations

import random
from itertools import combinations, permutations
from math import comb
from typing import cast

import pytest
from attrs import frozen
from flow_models import LEAD, TOKENS, read_rules, start, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.model import INT, ChoiceModel, Constant
from rulewright.dsl.spans import NOWHERE
from rulewright.interpreter.actions import CompiledAction
from rulewright.interpreter.domains import Likeness, Tries
from rulewright.interpreter.game import Game, Seat
from rulewright.interpreter.moves import TooManyMoves
from rulewright.interpreter.payments import CompiledPayment, Price, begin, payments
from rulewright.interpreter.points import Partial, Point
from rulewright.interpreter.steps import step_moves, take_step

SYMBOLS = 4

Pool = list[tuple[int, int]]
"""Groups of equals: how many, and which symbols each of them may stand for, as bits."""


def _pays(masks: tuple[int, ...], asked: list[int]) -> bool:
    """Can these elements be laid on the asked symbols in some order?"""
    return any(
        all(mask >> symbol & 1 for mask, symbol in zip(order, asked, strict=True))
        for order in permutations(masks)
    )


def _by_hand(pool: Pool, prices: list[list[int]]) -> set[tuple[int, ...]]:
    """All payments, each as how many elements of every group it takes."""
    elements = [(at, mask) for at, (size, mask) in enumerate(pool) for _ in range(size)]
    found = set()
    for amounts in prices:
        asked = [symbol for symbol, amount in enumerate(amounts) for _ in range(amount)]
        for chosen in combinations(elements, len(asked)):
            if _pays(tuple(mask for _, mask in chosen), asked):
                groups_taken = [at for at, _ in chosen]
                found.add(tuple(groups_taken.count(at) for at in range(len(pool))))
    return found


def _grouped(pool: Pool) -> list[list[int]]:
    groups: list[list[int]] = []
    for size, _ in pool:
        start = sum(len(group) for group in groups)
        groups.append(list(range(start, start + size)))
    return groups


def _listed(pool: Pool, prices: list[list[int]], tries: Tries | None = None) -> list[tuple[int, ...]]:
    groups = _grouped(pool)
    where = {element: at for at, group in enumerate(groups) for element in group}
    begun = begin([Price(tuple(amounts)) for amounts in prices], ())
    found = payments(groups, [mask for _, mask in pool], begun, tries or Tries(ahead=False))
    return [
        tuple([where[element] for element in payment].count(at) for at in range(len(groups)))
        for payment in found
    ]


pools = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 2**SYMBOLS - 1)), max_size=4)
amounts_asked = st.lists(st.integers(0, 2), min_size=SYMBOLS, max_size=SYMBOLS).filter(lambda a: sum(a) <= 5)
some_prices = st.lists(amounts_asked, min_size=1, max_size=3)


@given(pools, some_prices)
@settings(max_examples=300, deadline=None)
def test_all_payments_are_listed_and_each_once(pool: Pool, prices: list[list[int]]) -> None:
    listed = _listed(pool, prices)
    assert len(listed) == len(set(listed))
    assert set(listed) == _by_hand(pool, prices)


@given(pools, some_prices)
@settings(max_examples=200, deadline=None)
def test_no_beginning_is_tried_that_leads_nowhere(pool: Pool, prices: list[list[int]]) -> None:
    tries = Tries(ahead=False)
    before = tries.left
    ways = len(_listed(pool, prices, tries))
    largest = max(size for size, _ in pool) if pool else 1
    assert before - tries.left <= 1 + ways * (len(pool) + 1) * (largest + 1)


@pytest.mark.parametrize(
    ("pool", "ways"),
    [
        ({"health": 1, "money": 1, "joker": 1}, 1),
        ({"health": 2, "money": 1, "joker": 1}, 3),
        ({"health": 1, "joker": 2}, 1),
        ({"health": 1, "joker": 1}, 0),
    ],
)
def test_two_health_and_one_money_with_jokers(pool: dict[str, int], ways: int) -> None:
    masks = {"health": 0b01, "money": 0b10, "joker": 0b11}
    assert len(_listed([(amount, masks[name]) for name, amount in pool.items()], [[2, 1]])) == ways


# ---- a choice of one: listed, counted, drawn, step by step -----------------------------------------

SYMBOL_AT, ELEMENT_AT, PARTIAL_AT = range(3)


@frozen
class Alike:
    """Elements of one group are equal."""

    groups_of: list[list[int]]

    def groups(
        self, family: str, values: list[int], state: list[int], named: list[list[int]]
    ) -> list[list[int]]:
        found = ([one for one in values if one in group] for group in self.groups_of)
        return [group for group in found if group]


@frozen
class Till:
    """A pool, and the action that pays one of some prices out of it."""

    pool: Pool
    prices: list[list[int]]

    @property
    def state(self) -> list[int]:
        return [0] * (PARTIAL_AT + 3 + sum(size for size, _ in self.pool))

    @property
    def choice(self) -> CompiledPayment:
        groups = _grouped(self.pool)
        masks = [mask for size, mask in self.pool for _ in range(size)]
        return CompiledPayment(
            model=ChoiceModel("way", 0, INT, Constant(0, kind=INT), True, None, None),
            at=0,
            domain=lambda state: tuple(range(len(masks))),
            least=None,
            most=None,
            room=len(masks),
            store=lambda state, argument: None,
            likeness=cast(Likeness, Alike(groups)),
            merging=True,
            earlier=(),
            repeating=False,
            comes_from="",
            symbols=tuple(range(SYMBOLS)),
            symbol_at=SYMBOL_AT,
            element_at=ELEMENT_AT,
            prices=tuple(lambda state, one=one: one[state[SYMBOL_AT]] for one in self.prices),
            pays=lambda state: masks[state[ELEMENT_AT]] >> state[SYMBOL_AT] & 1,
        )

    def listed(self) -> list[tuple[int, ...]]:
        return [way for way in self.choice.options(self.state, Tries(ahead=True)) if isinstance(way, tuple)]

    def taken(self, way: tuple[int, ...]) -> tuple[int, ...]:
        """How many elements of every group a payment takes."""
        return tuple(sum(element in group for element in way) for group in _grouped(self.pool))


tills = st.builds(Till, pools, some_prices)


@given(tills)
@settings(max_examples=200, deadline=None)
def test_the_count_and_every_check_agree_with_the_list(till: Till) -> None:
    listed, expected = till.listed(), _by_hand(till.pool, till.prices)
    assert till.choice.count(till.state) == len(listed) == len(expected)
    assert {till.taken(way) for way in listed} == expected
    elements = range(sum(size for size, _ in till.pool))
    for size in range(len(elements) + 1):
        for subset in combinations(elements, size):
            pays = till.taken(subset) in expected
            assert (till.choice.canonical(till.state, subset) in listed) == pays
            begins = any(
                all(a <= b for a, b in zip(till.taken(subset), way, strict=True)) for way in expected
            )
            assert till.choice.fits(till.state, subset) == begins
    sizes = {len(way) for way in listed}
    assert sizes <= set(till.choice.sizes(till.state, len(elements)))
    least, most = till.choice.bounds(till.state, len(elements))
    assert all(least <= size <= most for size in sizes)


@given(tills, st.integers(0, 2**16))
@settings(max_examples=200, deadline=None)
def test_a_payment_drawn_at_random_is_one_of_the_list(till: Till, seed: int) -> None:
    listed = till.listed()
    drawn = till.choice.sample(till.state, random.Random(seed).randrange)
    assert drawn in listed if listed else drawn is None


@given(tills)
@settings(max_examples=60, deadline=None)
def test_each_price_that_can_be_paid_may_be_drawn(till: Till) -> None:
    chance = random.Random(1)
    drawn = {till.choice.sample(till.state, chance.randrange) for _ in range(60)}
    ways = {till.taken(way) for way in drawn if isinstance(way, tuple)}
    for amounts in till.prices:
        payable = _by_hand(till.pool, [amounts])
        assert not payable or ways & payable


@given(tills)
@settings(max_examples=100, deadline=None)
def test_step_by_step_leads_to_every_payment_and_nowhere_else(till: Till) -> None:
    action = CompiledAction("buy", 0, (till.choice,), (), (None, None), lambda state, watch: None, NOWHERE)
    partial = Partial(PARTIAL_AT, len(till.state) - PARTIAL_AT, {0: 0}, {0: (till.choice.family,)})
    point = Point(0, (action,), 0, False, NOWHERE, partial=partial)
    expected = _by_hand(till.pool, till.prices)
    waiting, seen, paid = [till.state], set(), set()
    while waiting:
        state = waiting.pop()
        begun = partial.read(state)
        chosen = till.taken(begun[2] if begun is not None else ())
        if chosen in seen:
            continue
        seen.add(chosen)
        moves = step_moves(point, partial, [action], state)
        assert moves or (begun is None and not expected)
        ends = any(move in ((-1,), (0, ())) for move in moves)
        assert ends == (chosen in expected)
        for move in moves:
            after = list(state)
            whole = take_step(partial, [action], move, after)
            if whole is None:
                waiting.append(after)
            else:
                assert isinstance(whole[1], tuple)
                paid.add(till.taken(whole[1]))
    assert paid == expected


# ---- in a game -----------------------------------------------------------------------------------


def shop(prices: str, steps: bool = False, require: str = "", pays: str = "t.suit == s") -> str:
    """Three earth and three fire lie on the row, to pay with."""
    return (
        f"{TOKENS}    put all deck into row\n{LEAD}"
        f"action buy(way in payment of {prices} for s in Suit from t in row where {pays})\n"
        f"{require}    put way into heap[me]\n"
        "action pass\n"
        "define earths(s: Suit, n: int) = if s == earth then n else 0\n"
        "play\n    turns clockwise from lead until size(row) < 3\n"
        f"        choose buy, pass{' step by step' if steps else ''}\n"
    )


def test_payments_of_each_price_are_moves() -> None:
    listed = texts(start(shop("earths(s, 2) or 2")))
    assert len(listed) == len(set(listed)) == 3 + 9 + 1
    assert {"buy earth-2 + earth-3", "buy earth-2 + earth-3 + fire-1 + fire-3"} <= set(listed)


def test_what_pays_two_prices_is_one_move() -> None:
    joker = "t.suit == s or t.value == 3"
    one = texts(start(shop("earths(s, 2)", pays=joker)))
    other = texts(start(shop("1", pays=joker)))
    both = texts(start(shop("earths(s, 2) or 1", pays=joker)))
    assert set(one) & set(other) > {"pass"}
    assert len(both) == len(set(both))
    assert set(both) == {*one, *other}


@pytest.mark.parametrize(
    ("given_up", "code"),
    [
        ("earth-3", "move-payment"),
        ("earth-3 + earth-2 + fire-1", "move-payment"),
        ("none", "move-payment"),
        ("earth-3 + fire-1", "move-payment"),
        ("earth-3 + earth-2 + earth-1 + fire-1", "move-payment"),
        ("", "move-argument-missing"),
    ],
)
def test_who_pays_neither_price_reads_both(given_up: str, code: str) -> None:
    refused = start(shop("earths(s, 2) or 2")).why_not(f"buy {given_up}")
    assert refused is not None
    assert refused.code == code
    if given_up:
        said = f"`{given_up}` does not pay for `buy`. The price is 2 earth, or 2 earth and 2 fire."
        assert refused.reason == said


def test_who_has_too_little_reads_the_price() -> None:
    refused = start(shop("earths(s, 9)")).why_not("buy")
    assert refused is not None
    assert refused.reason == "You cannot pay for `buy`. The price is 9 earth."


def test_a_payment_as_a_move_object_is_checked_like_its_text() -> None:
    game = start(shop("earths(s, 2) or 2"))
    other = start(shop("earths(s, 2) or earths(s, 3)"))
    whole = next(move for move in other.legal_moves() if move.text.count("+") == 2)
    assert other.why_not(whole) is None
    assert game.why_not(whole) is not None


def test_one_of_the_prices_may_be_nothing() -> None:
    game = start(shop("earths(s, 0 - 1) or earths(s, 2)"))
    pairs = ["buy earth-1 + earth-2", "buy earth-1 + earth-3", "buy earth-2 + earth-3"]
    assert texts(game) == ["buy none", *pairs, "pass"]
    assert set(texts(start(shop("0 or earths(s, 2)", steps=True)))) == {
        "buy none",
        "buy earth-3",
        "buy earth-2",
        "buy earth-1",
        "pass",
    }


def test_a_choice_of_prices_that_nobody_can_pay_is_not_begun() -> None:
    game = start(shop("earths(s, 4) or 4", steps=True))
    assert texts(game) == ["pass"]


def test_a_price_within_another_may_be_ended_or_gone_beyond() -> None:
    game = start(shop("earths(s, 2) or earths(s, 3)", steps=True))
    game.apply("buy earth-3")
    assert texts(game) == ["buy earth-1", "buy earth-2"]
    refused = game.why_not("done")
    assert refused is not None
    assert refused.code == "move-done-early"
    game.apply("buy earth-1")
    assert texts(game) == ["buy earth-2", "done"]
    dear = game.copy()
    dear.apply("buy earth-2")
    game.apply("done")
    assert [size_of_row(one) for one in (game, dear)] == [4, 3]


def size_of_row(game: Game) -> int:
    """How many tokens still lie on the row."""
    layout = game.program.layout
    return game.state[layout.zones[layout.zone_at["row", ()]].size_at]


def test_a_step_is_one_thing() -> None:
    refused = start(shop("earths(s, 2)", steps=True)).why_not("buy earth-2 + earth-3")
    assert refused is not None
    assert refused.code == "move-one-at-a-time"


def test_a_step_leaves_room_for_what_the_rules_require() -> None:
    require = '    require size(way) == 4 because "it must be four"\n'
    game = start(shop("earths(s, 2) or 2", steps=True, require=require))
    game.apply("buy earth-3")
    game.apply("buy earth-2")
    assert texts(game) == ["buy fire-1", "buy fire-2", "buy fire-3"]
    game.apply("buy fire-3")
    assert texts(game) == ["buy fire-1", "buy fire-2"]


def test_random_play_pays_step_by_step() -> None:
    game = start(shop("earths(s, 2) or 1", steps=True))
    chance = random.Random(3)
    game.playout([lambda seat: chance.choice(seat.legal_moves())] * 2)
    assert game.over


def test_too_many_payments_are_counted_and_drawn_not_listed() -> None:
    wide = shop("2 or earths(s, 5)", pays="yes").replace("1..3", "1..10")
    game = start(wide)
    most = comb(20, 4) + comb(20, 5)
    with pytest.raises(TooManyMoves) as raised:
        game.legal_moves()
    assert raised.value.count <= most
    move = Seat(game, 0).sample(random.Random(1).randrange)
    assert move is not None
    assert game.why_not(move) is None


# ---- as part of a ruleset --------------------------------------------------------------------------


def fingerprint(text: str) -> str:
    """The fingerprint of the action that pays."""
    return read_rules(text).model.fingerprints["action buy"]


def test_the_prices_and_their_order_count_for_what_an_action_is() -> None:
    prices = ["2", "2 or 1", "1 or 2", "2 or 1 or earths(s, 3)"]
    assert len({fingerprint(shop(each)) for each in prices}) == len(prices)


def test_what_is_declared_elsewhere_does_not_change_a_payment() -> None:
    other = "action other(c in row, d in row)\n    put c onto heap[me]\n"
    text = shop("2 or 1")
    more = text.replace("action buy", f"{other}action buy").replace("choose buy", "choose other, buy")
    assert fingerprint(more) == fingerprint(text)
