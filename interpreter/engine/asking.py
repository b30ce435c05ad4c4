"""Questions that games for people ask of a state: functions of the game's code, told apart by name.

Each question may do as much work as a move, so that what one asks takes nothing from another. Who asks has
put what was chosen so far into the scratch part of the state: see `lowering.asking`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen

from rulewright.dsl.model import Kind
from rulewright.interpreter.engine.faults import Fault, problem_of
from rulewright.interpreter.engine.machine import Printed, Stopped
from rulewright.interpreter.lowering.asking import Gap, LoweredPhrase
from rulewright.interpreter.state.layout import Layout, State

Answer = Callable[..., int | Sequence[int]]
"""The value of a gap in a state, or its values; with how much work may be done, which is taken from."""
One = Callable[..., int]
"""The value of an expression of one value; bool as 0 or 1, an absent value as NONE."""
Many = Callable[[State], list[int]]
"""The elements of a collection."""


@frozen(eq=False)
class CompiledGap:
    """A gap of a phrase, ready to be worked out; see `lowering.asking.Gap`."""

    kind: Kind
    answer: Answer
    asks: bool
    holders: tuple[range, ...]


@frozen(eq=False)
class CompiledPhrase:
    """A phrase whose gaps are ready to be worked out."""

    parts: tuple[str | CompiledGap, ...]


@frozen(eq=False)
class Asked:
    """See the head of this file."""

    layout: Layout
    printed: Printed
    most_work: int

    def context(self) -> list[Any]:
        """What a question is given to work with."""
        return self.printed.context(self.most_work)

    def one(self, title: str) -> One:
        """A question with one answer; further numbers may be given after the state."""
        names, context, told = self.printed.names, self.context, self.told

        def ask(state: State, *given: int) -> int:
            try:
                answer: int = names[title](state, context(), *given)
            except Stopped as stopped:
                raise told(stopped) from None
            return answer

        return ask

    def many(self, title: str) -> Many:
        """A question with several answers."""
        names, context, told = self.printed.names, self.context, self.told

        def ask(state: State) -> list[int]:
            found: list[int] = []
            try:
                names[title](state, context(), found)
            except Stopped as stopped:
                raise told(stopped) from None
            return found

        return ask

    def phrase(self, phrase: LoweredPhrase) -> CompiledPhrase:
        """A phrase whose gaps can be asked for."""
        parts: list[str | CompiledGap] = []
        for part in phrase.parts:
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.append(CompiledGap(part.kind, self._answer(part), part.asks, part.holders))
        return CompiledPhrase(tuple(parts))

    def _answer(self, gap: Gap) -> Answer:
        names, title, many = self.printed.names, gap.function, gap.kind.shape == "many"

        def ask(state: State, work: list[int] | None = None) -> int | Sequence[int]:
            found: list[int] = []
            context = self.context()
            if work is not None:
                context[0] = work[0]
            try:
                answer = names[title](state, context, *([found] * many))
            except Stopped as stopped:
                raise self.told(stopped) from None
            finally:
                if work is not None:
                    work[0] = context[0]
            return found if many else answer

        return ask

    def told(self, stopped: Stopped) -> Fault:
        """What stopped a function, as a fault of the rules."""
        place = self.printed.code.faults[stopped.fault]
        return Fault(problem_of(place, stopped.facts, self.layout))
