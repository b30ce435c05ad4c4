"""Paying a price: which elements of a pool can together stand for the symbols that are asked.

Each element may stand for one symbol out of some; a payment is a subset that can be matched, one to
one, to all symbols of the price. The subsets that can be matched without gaps or leftovers have a
helpful property (they are the bases of a transversal matroid): a beginning that can be matched can
always be completed, if any payment exists. So payments are listed without dead ends, one drawn at random
needs no second try, and paying step by step never leads nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from rulewright.interpreter.domains import Argument, CompiledChoice, Tries
from rulewright.interpreter.layout import State

Assigned = tuple[tuple[int, ...], ...]
"""For each symbol of the price, what stands for it: the symbols that each of these may be, as bits."""


@frozen
class Price:
    """How many of each symbol are asked; symbols of which none is asked are left out."""

    amounts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All symbols together."""
        return sum(self.amounts)

    @property
    def nothing(self) -> Assigned:
        """No symbol is paid yet."""
        return tuple(() for _ in self.amounts)

    def with_one(self, assigned: Assigned, mask: int) -> Assigned | None:
        """One more element, which may stand for the symbols in `mask`; None where it finds no place.

        Those that were placed before may move to other symbols that they may stand for.
        """
        return self._place(assigned, mask, set())

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


@frozen(eq=False)
class CompiledPayment(CompiledChoice):
    """A choice whose subset pays a price; `symbol_at` and `element_at` are slots for working it out."""

    symbols: tuple[int, ...]
    symbol_at: int
    element_at: int
    price: Callable[[State], int]
    pays: Callable[[State], bool | int]

    def bounds(self, state: State, elements: int) -> tuple[int, int]:
        """A payment has as many elements as symbols are asked."""
        total = self._asked(state)[1].total
        return total, total

    def options(self, state: State, tries: Tries) -> Iterator[Argument]:
        """All payments, in the order of the pool."""
        symbols, price = self._asked(state)
        groups = self.groups(state)
        masks = [self._mask(state, group[0], symbols) for group in groups]
        return _payments(groups, masks, price, tries)

    def count(self, state: State) -> int:
        """How many payments there are; TooManyMoves where they are too many to go through."""
        return sum(1 for _ in self.options(state, Tries(ahead=False)))

    def canonical(self, state: State, value: Argument) -> Argument | None:
        """The payment that a subset stands for; None when it does not pay exactly."""
        picked = super().canonical(state, value)
        return picked if isinstance(picked, tuple) and self.fits(state, picked) else None

    def fits(self, state: State, chosen: Sequence[int]) -> bool:
        """Can these elements be part of a payment?"""
        symbols, price = self._asked(state)
        assigned = price.nothing
        for element in chosen:
            more = price.with_one(assigned, self._mask(state, element, symbols))
            if more is None:
                return False
            assigned = more
        return True

    def sample(self, state: State, draw: Callable[[int], int]) -> Argument | None:
        """A payment drawn at random; None when the pool cannot pay."""
        symbols, price = self._asked(state)
        elements = list(self.elements(state))
        chosen: list[int] = []
        assigned = price.nothing
        while len(chosen) < price.total and elements:
            element = elements.pop(draw(len(elements)))
            more = price.with_one(assigned, self._mask(state, element, symbols))
            if more is not None:
                assigned = more
                chosen.append(element)
        return super().canonical(state, tuple(chosen)) if len(chosen) == price.total else None

    def _asked(self, state: State) -> tuple[tuple[int, ...], Price]:
        """The symbols that are asked, and how many of each."""
        asked: list[tuple[int, int]] = []
        for symbol in self.symbols:
            state[self.symbol_at] = symbol
            amount = self.price(state)
            if amount > 0:
                asked.append((symbol, amount))
        return tuple(symbol for symbol, _ in asked), Price(tuple(amount for _, amount in asked))

    def _mask(self, state: State, element: int, symbols: Sequence[int]) -> int:
        """Which of the asked symbols an element may stand for, as bits."""
        state[self.element_at] = element
        mask = 0
        for position, symbol in enumerate(symbols):
            state[self.symbol_at] = symbol
            if self.pays(state):
                mask |= 1 << position
        return mask


def _payments(
    groups: list[list[int]], masks: list[int], price: Price, tries: Tries
) -> Iterator[tuple[int, ...]]:
    """Take some or none of each group of equals in turn, as long as all taken find their places."""
    left = [0] * (len(groups) + 1)
    for at in range(len(groups) - 1, -1, -1):
        left[at] = left[at + 1] + (len(groups[at]) if masks[at] else 0)

    def go_on(at: int, taken: tuple[int, ...], assigned: Assigned) -> Iterator[tuple[int, ...]]:
        tries.spend(1)
        missing = price.total - len(taken)
        if missing == 0:
            yield taken
            return
        if left[at] < missing:
            return
        beginnings = [(taken, assigned)]
        for element in groups[at][:missing] if masks[at] else ():
            more = price.with_one(beginnings[-1][1], masks[at])
            if more is None:
                break
            beginnings.append(((*beginnings[-1][0], element), more))
        for beginning, placed in reversed(beginnings):
            yield from go_on(at + 1, beginning, placed)

    return go_on(0, (), price.nothing)
