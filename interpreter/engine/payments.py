"""Paying a price: which elements of a pool can together stand for the symbols that are asked.

Each element may stand for one symbol out of some; a payment is a subset that can be matched, one to
one, to all symbols of the price. The subsets that can be matched without gaps or leftovers have a
helpful property (they are the bases of a transversal matroid): a beginning that can be matched can
always be completed, if any payment exists. So payments are listed without dead ends, one drawn at random
needs no second try, and paying step by step never leads nowhere.

Of several prices one is paid. Their payments together have no such property, so a beginning is matched to
each price by itself, and goes on while one is left that the rest of the pool can complete. A subset is
come to on one way only, whichever prices it pays; so it is listed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import frozen

from rulewright.interpreter.state.domains import Argument, CompiledChoice
from rulewright.interpreter.state.layout import State

Assigned = tuple[tuple[int, ...], ...]
"""For each symbol of the price, what stands for it: the symbols that each of these may be, as bits."""


@frozen
class Price:
    """How many of each symbol are asked; of some that another price asks it may be none."""

    amounts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All symbols together."""
        return sum(self.amounts)

    @property
    def nothing(self) -> Assigned:
        """No symbol is paid yet."""
        return tuple(() for _ in self.amounts)

    def missing(self, assigned: Assigned) -> int:
        """How many symbols are still to be paid."""
        return self.total - sum(map(len, assigned))

    def with_one(self, assigned: Assigned, mask: int) -> Assigned | None:
        """One more element, which may stand for the symbols in `mask`; None where it finds no place.

        Those that were placed before may move to other symbols that they may stand for.
        """
        return self._place(assigned, mask, set())

    def with_all(self, masks: Iterable[int]) -> Assigned | None:
        """Elements that all find a place, or None."""
        assigned: Assigned | None = self.nothing
        for mask in masks:
            if assigned is None:
                return None
            assigned = self.with_one(assigned, mask)
        return assigned

    def completes(self, assigned: Assigned, rest: Sequence[int]) -> bool:
        """Can a beginning become a payment with elements out of the rest?"""
        missing = self.missing(assigned)
        if missing > len(rest):
            return False
        for mask in rest:
            if missing == 0:
                break
            more = self.with_one(assigned, mask)
            if more is not None:
                assigned = more
                missing -= 1
        return missing == 0

    def _place(self, assigned: Assigned, mask: int, tried: set[int]) -> Assigned | None:
        for symbol, amount in enumerate(self.amounts):
            if not mask >> symbol & 1 or symbol in tried:
                continue
            tried.add(symbol)
            standing = assigned[symbol]
            if len(standing) < amount:
                return _with(assigned, symbol, (*standing, mask))
            for position, other in enumerate(standing):
                stay = (*standing[:position], mask, *standing[position + 1 :])
                moved = self._place(_with(assigned, symbol, stay), other, tried)
                if moved is not None:
                    return moved
        return None


def _with(assigned: Assigned, symbol: int, standing: tuple[int, ...]) -> Assigned:
    return (*assigned[:symbol], standing, *assigned[symbol + 1 :])


Begun = tuple[tuple[Price, Assigned], ...]
"""The prices that a beginning can be part of paying, each with what is placed."""


def begin(prices: Sequence[Price], masks: Sequence[int]) -> Begun:
    """What elements with these masks begin."""
    placed = ((price, price.with_all(masks)) for price in prices)
    return tuple((price, assigned) for price, assigned in placed if assigned is not None)


@frozen(eq=False)
class CompiledPayment(CompiledChoice):
    """A choice whose subset pays one of the prices."""

    symbols: tuple[int, ...]
    prices: tuple[Callable[..., int], ...]
    pays: Callable[..., int]

    def bounds(self, state: State, elements: int) -> tuple[int, int]:
        """The symbols of the cheapest and of the dearest price; a payment has as many elements."""
        totals = [price.total for price in self.asked(state)[1]]
        return min(totals), max(totals)

    def sizes(self, state: State) -> None:
        """A price says it."""

    def standing_for(self, state: State, value: Argument) -> tuple[Argument, dict[int, int]] | None:
        """The payment that a subset stands for; None when it pays none of the prices exactly."""
        found = super().standing_for(state, value)
        if found is None or not isinstance(found[0], tuple):
            return None
        symbols, prices = self.asked(state)
        begun = begin(prices, self._masks(state, found[0], symbols))
        return found if any(price.total == len(found[0]) for price, _ in begun) else None

    def fits(self, state: State, chosen: Sequence[int]) -> bool:
        """Can these elements be part of a payment out of the pool?"""
        symbols, prices = self.asked(state)
        others = [element for element in self.elements(state) if element not in chosen]
        rest = self._masks(state, others, symbols)
        begun = begin(prices, self._masks(state, chosen, symbols))
        return any(price.completes(assigned, rest) for price, assigned in begun)

    def payable(self, state: State) -> bool:
        """Can the pool pay any of the prices?"""
        return self.fits(state, ())

    def sample(self, state: State, draw: Callable[[int], int]) -> Argument | None:
        """A payment drawn at random: first the price, out of those that the pool can pay; None: it can't."""
        symbols, prices = self.asked(state)
        untried = list(prices)
        while untried:
            price = untried.pop(draw(len(untried)) if len(untried) > 1 else 0)
            chosen = self._drawn(state, symbols, price, draw)
            if chosen is not None:
                return self.canonical(state, chosen)
        return None

    def _drawn(
        self, state: State, symbols: Sequence[int], price: Price, draw: Callable[[int], int]
    ) -> tuple[int, ...] | None:
        elements = list(self.elements(state))
        chosen: list[int] = []
        assigned = price.nothing
        while len(chosen) < price.total and elements:
            element = elements.pop(draw(len(elements)))
            more = price.with_one(assigned, self._mask(state, element, symbols))
            if more is not None:
                assigned = more
                chosen.append(element)
        return tuple(chosen) if len(chosen) == price.total else None

    def asked(self, state: State) -> tuple[tuple[int, ...], tuple[Price, ...]]:
        """The symbols that any price asks, and the prices in them, each once."""
        asked: list[int] = []
        amounts: list[list[int]] = []
        for symbol in self.symbols:
            each = [max(0, price(state, symbol)) for price in self.prices]
            if any(each):
                asked.append(symbol)
                amounts.append(each)
        prices = (Price(tuple(each[at] for each in amounts)) for at in range(len(self.prices)))
        return tuple(asked), tuple(dict.fromkeys(prices))

    def _masks(self, state: State, elements: Sequence[int], symbols: Sequence[int]) -> list[int]:
        return [self._mask(state, element, symbols) for element in elements]

    def _mask(self, state: State, element: int, symbols: Sequence[int]) -> int:
        """Which of the asked symbols an element may stand for, as bits."""
        return sum(
            1 << position for position, symbol in enumerate(symbols) if self.pays(state, element, symbol)
        )
