"""Reactions that set each other off for ever, as far as it can be told before play.

Only what surely moves a card counts: one card put or dealt, under no condition. What depends on the
position is left to the limit in play.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.order import way_back
from rulewright.dsl.model import (
    CallStep,
    Constant,
    DealStep,
    Local,
    Model,
    PutStep,
    Reaction,
    Step,
    Term,
)
from rulewright.dsl.model.walk import zones_named

Event = tuple[str, str]
"""`("enters", zone)` or `("leaves", zone)`."""


def check_reactions(checker: Checker, model: Model) -> None:
    """Report each reaction that sets itself off, by way of others or not."""
    causes = {name: _causes(model, reaction) for name, reaction in model.reactions.items()}

    def set_off(name: str) -> list[str]:
        return [other for other, one in model.reactions.items() if (one.event, one.zone) in causes[name]]

    for name, reaction in model.reactions.items():
        path = way_back(set_off, name)
        if path:
            circle = " -> ".join(f"`{one}`" for one in path)
            checker.report("reaction-circle", reaction.span, name=name, circle=circle)


def _causes(model: Model, reaction: Reaction) -> set[Event]:
    """What a reaction surely brings about."""
    found: set[Event] = set()
    for step in _surely(model, reaction.body):
        if isinstance(step, PutStep) and step.what.kind.shape == "one":
            found |= {("enters", name) for name in zones_named(step.zone)}
            if isinstance(step.what, Local) and step.what.slot == reaction.slot:
                found |= {("leaves", reaction.zone)} if reaction.event == "enters" else set()
            else:
                found |= {("leaves", name) for name in zones_named(step.what)}
        elif isinstance(step, DealStep) and not step.up_to and _positive(step.amount):
            found |= {("enters", name) for name in zones_named(step.to)}
            found |= {("leaves", name) for name in zones_named(step.origin)}
    return found


def _surely(model: Model, steps: tuple[Step, ...]) -> Iterator[Step]:
    """The steps that are always done, those of rules called among them, each rule once."""
    waiting, called = [steps], set[str]()
    while waiting:
        for step in waiting.pop():
            yield step
            if isinstance(step, CallStep) and not step.later and step.rule not in called:
                called.add(step.rule)
                waiting.append(model.rules[step.rule].body)


def _positive(amount: Term) -> bool:
    return isinstance(amount, Constant) and amount.value > 0
