"""What ends phases: in which of them a statement can run, and which phases come behind."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.model import (
    CallStep,
    ChooseStep,
    DealStep,
    EndGameStep,
    EndPhaseStep,
    EveryoneStep,
    ForEachStep,
    IfStep,
    Model,
    PhaseStep,
    PutStep,
    RepeatStep,
    Step,
    SwapStep,
    TurnsStep,
)
from rulewright.dsl.model.traverse import parts_of
from rulewright.dsl.problems.spans import Span


@frozen
class _Place:
    """The phase that is running, if any; the next phase behind it; the next one behind what stands around."""

    phase: str | None = None
    behind_phase: str | None = None
    behind: str | None = None


def check_phases(checker: Checker, model: Model) -> None:
    """Report each `end phase` that can only be reached where no phase is running."""
    running: dict[Span, bool] = {}
    for step, place in _reached(model):
        if isinstance(step, EndPhaseStep):
            running[step.span] = running.get(step.span, False) or place.phase is not None
    for span, ever in running.items():
        if not ever:
            checker.report("end-phase-nowhere", span)


def warn_of_phases_skipped(checker: Checker, model: Model) -> None:
    """Warn of each `end game` in a phase that others follow: they would not happen."""
    told: set[Span] = set()
    for step, place in _reached(model):
        if isinstance(step, EndGameStep) and place.behind_phase is not None and step.span not in told:
            told.add(step.span)
            checker.warn("end-game-skips", step.span, phase=str(place.phase), skipped=place.behind_phase)


def _reached(model: Model) -> Iterator[tuple[Step, _Place]]:
    """All statements, with the places in which play can reach them."""
    waiting: list[tuple[tuple[Step, ...], _Place]] = [(model.setup, _Place()), (model.play, _Place())]
    entered: set[tuple[str, str, _Place]] = set()

    def enter(what: str, name: str, body: tuple[Step, ...], place: _Place) -> None:
        if (what, name, place) not in entered:
            entered.add((what, name, place))
            waiting.append((body, place))

    while waiting:
        steps, outside = waiting.pop()
        for at, step in enumerate(steps):
            place = evolve(outside, behind=_first_phase(model, steps[at + 1 :]) or outside.behind)
            yield step, place
            match step:
                case PhaseStep():
                    waiting.append((step.body, evolve(place, phase=step.name, behind_phase=place.behind)))
                case CallStep():
                    enter("rule", step.rule, model.rules[step.rule].body, place)
                case ChooseStep() | EveryoneStep():
                    for name in step.actions:
                        enter("action", name, model.actions[name].body, place)
                case PutStep() | DealStep() | SwapStep():
                    for name, reaction in model.reactions.items():
                        enter("reaction", name, reaction.body, place)
                case IfStep():
                    waiting += [(step.body, place), (step.otherwise, place)]
                case TurnsStep() | RepeatStep() | ForEachStep():
                    waiting.append((step.body, place))
                case _:
                    pass


def _first_phase(model: Model, steps: tuple[Step, ...]) -> str | None:
    """The first phase in statements and in the rules that they call."""
    waiting: list[object] = [steps]
    called: set[str] = set()
    while waiting:
        for part in parts_of(waiting.pop()):
            if isinstance(part, PhaseStep):
                return part.name
            if isinstance(part, CallStep) and part.rule not in called:
                called.add(part.rule)
                waiting.append(model.rules[part.rule].body)
    return None
