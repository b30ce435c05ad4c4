"""Payments against a payer that tries every subset and every way to match it."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.domains import Tries
from rulewright.interpreter.payments import Price, _payments

SYMBOLS = 4


def _pays(masks: tuple[int, ...], asked: list[int]) -> bool:
    """Can these elements be laid on the asked symbols in some order?"""
    return any(
        all(mask >> symbol & 1 for mask, symbol in zip(order, asked, strict=True))
        for order in permutations(masks)
    )


def _by_hand(groups: list[list[int]], masks: list[int], amounts: list[int]) -> set[tuple[int, ...]]:
    """All payments, each as how many elements of every group it takes."""
    asked = [symbol for symbol, amount in enumerate(amounts) for _ in range(amount)]
    elements = [(at, masks[at]) for at, group in enumerate(groups) for _ in group]
    found = set()
    for chosen in combinations(elements, len(asked)):
        if _pays(tuple(mask for _, mask in chosen), asked):
            groups_taken = [at for at, _ in chosen]
            found.add(tuple(groups_taken.count(at) for at in range(len(groups))))
    return found


def _listed(groups: list[list[int]], masks: list[int], amounts: list[int]) -> list[tuple[int, ...]]:
    kept = [symbol for symbol, amount in enumerate(amounts) if amount]
    narrowed = [sum(1 << at for at, symbol in enumerate(kept) if mask >> symbol & 1) for mask in masks]
    price = Price(tuple(amounts[symbol] for symbol in kept))
    where = {element: at for at, group in enumerate(groups) for element in group}
    payments = list(_payments(groups, narrowed, price, Tries(ahead=False)))
    return [
        tuple([where[element] for element in payment].count(at) for at in range(len(groups)))
        for payment in payments
    ]


@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(0, 2**SYMBOLS - 1)), max_size=4),
    st.lists(st.integers(0, 2), min_size=SYMBOLS, max_size=SYMBOLS).filter(lambda a: sum(a) <= 5),
)
@settings(max_examples=300, deadline=None)
def test_all_payments_are_listed_and_each_once(pool: list[tuple[int, int]], amounts: list[int]) -> None:
    groups: list[list[int]] = []
    for size, _ in pool:
        start = sum(len(group) for group in groups)
        groups.append(list(range(start, start + size)))
    masks = [mask for _, mask in pool]
    listed = _listed(groups, masks, amounts)
    assert len(listed) == len(set(listed))
    assert set(listed) == _by_hand(groups, masks, amounts)


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
    groups: list[list[int]] = []
    for amount in pool.values():
        start = sum(len(group) for group in groups)
        groups.append(list(range(start, start + amount)))
    assert len(_listed(groups, [masks[name] for name in pool], [2, 1])) == ways
