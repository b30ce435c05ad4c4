"""What only the whole game shows, is allowed, and is most likely not meant."""

from __future__ import annotations

from collections.abc import Iterator, Set

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.phases import warn_of_phases_skipped
from rulewright.dsl.check.teams import warn_teams
from rulewright.dsl.check.warn_rounds import warn_rounds
from rulewright.dsl.check.whole import never
from rulewright.dsl.model import (
    CallStep,
    Constant,
    DealStep,
    EndGameStep,
    EndPhaseStep,
    ForEachStep,
    IfStep,
    Model,
    Not,
    PhaseStep,
    PutStep,
    Reaction,
    RepeatStep,
    Step,
    Term,
    TurnsStep,
)
from rulewright.dsl.model.walk import all_steps, bodies_of, steps_within, zones_named
from rulewright.dsl.problems import Note


def warn_whole(checker: Checker, model: Model) -> None:
    """Warn of statements that are never reached, of turns that never come, of refills that come too late."""
    ending = set[str]()
    for name, rule in model.rules.items():  # those that are called stand before their callers
        if any(_ends(ending, step) for step in rule.body):
            ending.add(name)
    for steps in bodies_of(model):
        for step, why in _unreached(model, steps, ending):
            checker.warn("never-reached", step.span, why=why)
    if not any(isinstance(step, TurnsStep) for step in all_steps(model)):
        for variable in model.variables.values():
            if variable.each_turn:
                checker.warn("each-turn-never", variable.span, name=variable.name)
    _warn_late_refills(checker, model)
    warn_of_phases_skipped(checker, model)
    warn_rounds(checker, model)
    warn_teams(checker, model)


# ---- never reached -------------------------------------------------------------------------------


def _unreached(model: Model, steps: tuple[Step, ...], ending: Set[str]) -> Iterator[tuple[Step, str]]:
    """The first statement of each run that is never reached, and why."""
    for at, step in enumerate(steps):
        if isinstance(step, IfStep):
            yes, no = never(model, step.condition), never(model, _opposite(step.condition))
            if yes and step.body:
                yield step.body[0], "The condition above it is never met."
            if no and step.otherwise:
                yield step.otherwise[0], "The condition above it is always met."
            yield from _unreached(model, () if yes else step.body, ending)
            yield from _unreached(model, () if no else step.otherwise, ending)
        elif isinstance(step, PhaseStep | TurnsStep | RepeatStep | ForEachStep):
            yield from _unreached(model, step.body, ending)
        if isinstance(step, EndPhaseStep) and at + 1 < len(steps):
            yield steps[at + 1], "The phase has always ended before."
            return
        if _ends(ending, step) and at + 1 < len(steps):
            yield steps[at + 1], "The game has always ended before."
            return


def _opposite(condition: Term) -> Term:
    return Not(condition, kind=condition.kind, span=condition.span)


def _ends(rules: Set[str], step: Step) -> bool:
    """Whether the game has surely ended behind a statement; behind these rules it has."""
    if isinstance(step, EndGameStep):
        return True
    if isinstance(step, IfStep):
        return all(any(_ends(rules, one) for one in branch) for branch in (step.body, step.otherwise))
    if isinstance(step, PhaseStep):
        return any(_ends(rules, one) for one in step.body)
    if isinstance(step, CallStep) and not step.later:
        return step.rule in rules
    return False


# ---- refills -------------------------------------------------------------------------------------


def _warn_late_refills(checker: Checker, model: Model) -> None:
    """Warn of deals of several cards from a zone that a reaction fills up: it comes when all are dealt."""
    fills = {
        reaction.zone: reaction
        for reaction in model.reactions.values()
        if reaction.event == "leaves" and reaction.zone in set(_filled(model, reaction))
    }
    _, *outside_setup = bodies_of(model)
    for step in (step for body in outside_setup for step in steps_within(body)):
        if not isinstance(step, DealStep) or not (step.each or _several(step.amount)):
            continue
        for zone in sorted(zones_named(step.origin) & fills.keys()):
            note = Note(fills[zone].span, "what fills it")
            checker.warn("deal-before-refill", step.span, note, zone=zone, name=fills[zone].name)


def _several(amount: Term) -> bool:
    return not isinstance(amount, Constant) or amount.value > 1


def _filled(model: Model, reaction: Reaction) -> Iterator[str]:
    """The zones into which a reaction may move cards."""
    waiting, seen = list(reaction.body), set[str]()
    while waiting:
        for step in steps_within((waiting.pop(),)):
            if isinstance(step, PutStep):
                yield from zones_named(step.zone)
            elif isinstance(step, DealStep):
                yield from zones_named(step.to)
            elif isinstance(step, CallStep) and not step.later and step.rule not in seen:
                seen.add(step.rule)
                waiting.extend(model.rules[step.rule].body)
