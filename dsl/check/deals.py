"""Deals that ask for more cards than there are, as far as setup shows it.

Setup is followed as long as every amount is known. A pile whose size is not known is followed no more.
"""

from __future__ import annotations

from attrs import define, field

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.model import (
    ConstantFault,
    DealStep,
    Dimension,
    EveryCard,
    Known,
    Model,
    NotConstant,
    PutStep,
    ShuffleStep,
    Step,
    Term,
    ZoneAt,
    ZonesOf,
    constant,
    constants,
)
from rulewright.dsl.model.terms import Gather
from rulewright.dsl.model.walk import terms_of


@define
class Piles:
    """How many cards lie in each plain zone, and how many were dealt from it so far."""

    known: Known
    sizes: dict[str, int] = field(factory=dict)
    dealt: dict[str, int] = field(factory=dict)
    unsure: set[str] = field(factory=set)

    def forget(self, part: Step | Term) -> None:
        """Follow no longer the zones in a part: what it does to them is not known."""
        for term in terms_of(part):
            if isinstance(term, ZoneAt | ZonesOf):
                self.unsure.add(term.zone)
                self.sizes.pop(term.zone, None)

    def fill(self, step: PutStep) -> bool:
        """Follow a zone into which a known number of the box's cards is put; False where it cannot be."""
        if not isinstance(step.zone, ZoneAt) or step.zone.index or not _from_box(step.what):
            return False
        if step.zone.zone in self.unsure:
            return False
        put = len(constants(step.what, self.known))
        self.sizes[step.zone.zone] = self.sizes.get(step.zone.zone, 0) + put
        return True


def check_deals(checker: Checker, model: Model, known: Known) -> None:
    """Report the first deal of the setup that a pile has not enough cards for."""
    piles = Piles(known)
    for step in model.setup:
        try:
            if isinstance(step, ShuffleStep):
                continue
            if isinstance(step, PutStep) and piles.fill(step):
                continue
            if isinstance(step, DealStep) and _deal(checker, model, piles, step):
                continue
        except (NotConstant, ConstantFault):
            pass
        if isinstance(step, PutStep | DealStep):
            piles.forget(step)
            continue
        return


def _from_box(what: Term) -> bool:
    return isinstance(what, EveryCard) or (isinstance(what, Gather) and isinstance(what.over, EveryCard))


def _deal(checker: Checker, model: Model, piles: Piles, step: DealStep) -> bool:
    """Follow a deal; False where what it takes is not known."""
    origin = step.origin.zone if isinstance(step.origin, ZoneAt) and not step.origin.index else ""
    if step.up_to or origin not in piles.sizes:
        return False
    amount = constant(step.amount, piles.known) * _receivers(model, step, piles.known)
    piles.dealt[origin] = piles.dealt.get(origin, 0) + amount
    have, wanted = piles.sizes[origin], piles.dealt[origin]
    if wanted > have:
        players = piles.known.player_count
        checker.once("deals-too-many", step.span, zone=origin, wanted=wanted, have=have, players=players)
    piles.forget(step.to)
    return True


def _receivers(model: Model, step: DealStep, known: Known) -> int:
    if not step.each:
        return 1
    if not isinstance(step.to, ZonesOf):
        raise NotConstant(step.span)
    made = 1
    for dimension in model.zones[step.to.zone].dimensions[len(step.to.index) :]:
        made *= _size(model, dimension, known)
    return made


def _size(model: Model, dimension: Dimension, known: Known) -> int:
    if dimension.over == "player":
        return known.player_count
    if dimension.over == "enum":
        return len(model.enums[dimension.name].values)
    return constant(dimension.size, known) if dimension.size is not None else 1
