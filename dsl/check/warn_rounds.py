"""Warnings of players who drop out of the game where only a round is likely to be meant."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.model import (
    BuiltIn,
    CallStep,
    ChooseStep,
    DealStep,
    DropOutStep,
    EveryoneStep,
    Model,
    RepeatStep,
    Step,
    Term,
    TurnsStep,
)
from rulewright.dsl.model.traverse import all_parts_of
from rulewright.dsl.model.walk import all_steps, steps_within
from rulewright.dsl.problems import Note


def warn_rounds(checker: Checker, model: Model) -> None:
    """Warn of `drop out` in rounds that go on without those who are out, and never bring them back.

    That it is meant for the round shows where its turns go on until too few are in, or where each player is
    dealt new cards, out or not.
    """
    for rounds in all_steps(model):
        if not isinstance(rounds, RepeatStep) or _asks_who_plays(model, rounds.until):
            continue
        inside = list(_reached(model, rounds.body))
        if not any(
            (isinstance(step, TurnsStep) and _asks_who_plays(model, step.until))
            or (isinstance(step, DealStep) and step.each and not _asks_who_plays(model, step.to))
            for step in inside
        ):
            continue
        for step in inside:
            if isinstance(step, DropOutStep):
                note = Note(rounds.span, "the rounds")
                checker.warn("drop-out-of-round", step.span, note)


def _asks_who_plays(model: Model, term: Term | None) -> bool:
    return term is not None and any(
        isinstance(part, BuiltIn) and part.name == "playing" for part in all_parts_of(term, model)
    )


def _reached(model: Model, steps: tuple[Step, ...]) -> Iterator[Step]:
    """The statements within others, and in the rules and actions that they lead to."""
    waiting, entered = [steps], set[int]()
    while waiting:
        for step in steps_within(waiting.pop()):
            yield step
            for body in _led_to(model, step):
                if id(body) not in entered:
                    entered.add(id(body))
                    waiting.append(body)


def _led_to(model: Model, step: Step) -> list[tuple[Step, ...]]:
    if isinstance(step, CallStep):
        return [model.rules[step.rule].body]
    names = step.actions if isinstance(step, ChooseStep | EveryoneStep) else ()
    return [model.actions[name].body for name in names]
