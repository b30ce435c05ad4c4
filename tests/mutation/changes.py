"""Small changes to checked expressions and statements, made at one place each and knowing no game.

A change is a pair: what was done, in a few words, and the value that comes of it. Kinds stay right, so
that what is changed can still be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve, fields, frozen, has

from rulewright.dsl.model import (
    BOOL,
    INT,
    NONE,
    And,
    Arithmetic,
    BestOf,
    BuiltIn,
    ChooseStep,
    Comparison,
    Conditional,
    Constant,
    Default,
    EveryoneStep,
    Fold,
    Gather,
    IfStep,
    Kind,
    Listing,
    Model,
    Not,
    Or,
    PlaceOf,
    PlayerCount,
    PutStep,
    RandomPlayer,
    Ranking,
    RepeatStep,
    RequirementModel,
    SetVariable,
    Step,
    Term,
    TurnsStep,
)
from rulewright.dsl.model.steps import CallStep

Change = tuple[str, Any]
Changer = Callable[[Any], Iterator[Change]]

_UNTOUCHED = ("span", "because", "meaning", "kind", "id", "title", "sources", "translations", "fingerprints")
_NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_AT_THE_EDGE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OTHER_SIGN = {"+": "-", "-": "+", "*": "+", "div": "*", "mod": "div"}
_OTHER_DIRECTION = {"most": "fewest", "fewest": "most", "first": "last", "last": "first"}
_OTHER_FOLD = {"min": "max", "max": "min", "any": "all", "all": "any"}
_OTHER_FUNCTION = {
    "min": "max",
    "max": "min",
    "top": "bottom",
    "bottom": "top",
    "first": "last",
    "last": "first",
    "beneath": "above",
    "above": "beneath",
}
_OTHER_PLACE = {"into": "beneath", "onto": "beneath", "beneath": "onto"}


def everywhere(value: Any, changer: Changer) -> Iterator[Change]:
    """What `changer` makes of the value and, one at a time, of each part inside it; outermost first."""
    yield from changer(value)
    if isinstance(value, tuple):
        for at, one in enumerate(value):
            for said, other in everywhere(one, changer):
                yield said, (*value[:at], other, *value[at + 1 :])
    elif isinstance(value, Mapping):
        for name, one in value.items():
            for said, other in everywhere(one, changer):
                yield said, {**value, name: other}
    elif has(type(value)) and not isinstance(value, Kind):
        for attribute in fields(type(value)):
            if attribute.name not in _UNTOUCHED:
                for said, other in everywhere(getattr(value, attribute.name), changer):
                    yield said, evolve(value, **{attribute.name: other})


@frozen
class Changes:
    """The changes to the terms and steps of one model, which tells how many values its enums have."""

    model: Model

    def within(self, value: Any) -> Iterator[Change]:
        """All changes to a value and to the parts inside it."""
        return everywhere(value, self._of)

    def _of(self, value: Any) -> Iterator[Change]:
        if isinstance(value, tuple):
            yield from _shorter(value)
            return
        if isinstance(value, Term):
            yield from self.other_value(value)
        for form, changer in _CHANGERS.items():
            if isinstance(value, form):
                yield from changer(value)

    def other_value(self, term: Term) -> Iterator[Change]:
        """The term with another value of its kind, whatever it is worth."""
        kind = term.kind
        if kind.shape != "one":
            return
        if isinstance(term, RandomPlayer):
            for seat in (0, 1):
                yield f"seat {seat + 1}", Constant(seat, kind=kind, span=term.span)
        elif isinstance(term, Constant) or kind.optional:
            for value in self._others(term)[:1]:
                yield f"worth {value}", Constant(value, kind=kind, span=term.span)
        elif kind == BOOL:
            yield "negated", term.of if isinstance(term, Not) else Not(term, kind=BOOL, span=term.span)
            yield "always no", Constant(0, kind=BOOL, span=term.span)
            yield "always yes", Constant(1, kind=BOOL, span=term.span)
        elif kind == INT:
            yield "one more", plus_one(term)
        elif kind.family == "player":
            count = PlayerCount(kind=INT)
            next_seat = evolve(plus_one(term), kind=kind)
            yield "the next player", Arithmetic("mod", next_seat, count, kind=kind, span=term.span)

    def _others(self, term: Term) -> list[int]:
        """Values of the term's kind, other than a constant's own."""
        kind = term.kind
        values = [NONE] if kind.optional else []
        if isinstance(term, Constant) and kind.family == "int":
            values.append(term.value + 1)
        elif isinstance(term, Constant):
            values += range(min(2, self.value_count(kind)))
        return [one for one in values if not isinstance(term, Constant) or one != term.value]

    def value_count(self, kind: Kind) -> int:
        """How many values a kind has that is no number; none where the table decides it."""
        if kind.family == "enum":
            return len(self.model.enums[kind.name].values)
        return 2 if kind.family in ("bool", "player") else 0


def plus_one(term: Term) -> Arithmetic:
    """A number, and one more."""
    return Arithmetic("+", term, Constant(1, kind=INT), kind=INT, span=term.span)


def _shorter(parts: tuple[Any, ...]) -> Iterator[Change]:
    """A body without one of its steps, requirements or later rankings."""
    for at, one in enumerate(parts):
        if isinstance(one, Step | RequirementModel) or (isinstance(one, Ranking) and at > 0):
            yield f"without {type(one).__name__} {at + 1}", (*parts[:at], *parts[at + 1 :])


def _comparison(term: Comparison) -> Iterator[Change]:
    if term.sign in _AT_THE_EDGE:
        yield f"{_AT_THE_EDGE[term.sign]} for {term.sign}", evolve(term, sign=_AT_THE_EDGE[term.sign])


def _junction(term: And | Or) -> Iterator[Change]:
    other = Or if isinstance(term, And) else And
    yield f"{other.__name__} for {type(term).__name__}", other(term.parts, kind=BOOL, span=term.span)
    for at in range(len(term.parts)):
        yield f"without condition {at + 1}", evolve(term, parts=(*term.parts[:at], *term.parts[at + 1 :]))


def _arithmetic(term: Arithmetic) -> Iterator[Change]:
    sign = _OTHER_SIGN[term.sign]
    yield f"{sign} for {term.sign}", evolve(term, sign=sign)


def _conditional(term: Conditional) -> Iterator[Change]:
    yield "branches swapped", evolve(term, then=term.otherwise, otherwise=term.then)


def _fold(term: Fold) -> Iterator[Change]:
    if term.where is not None:
        yield "without where", evolve(term, where=None)
    if term.how in _OTHER_FOLD:
        yield f"{_OTHER_FOLD[term.how]} for {term.how}", evolve(term, how=_OTHER_FOLD[term.how])


def _gather(term: Gather) -> Iterator[Change]:
    if term.where is not None:
        yield "without where", evolve(term, where=None)
    if term.order is not None:
        yield "without order", evolve(term, order=None)


def _best(term: BestOf) -> Iterator[Change]:
    if term.where is not None:
        yield "without where", evolve(term, where=None)


def _place(term: PlaceOf) -> Iterator[Change]:
    yield "ties counted otherwise", evolve(term, skipping=not term.skipping)


def _ranking(ranking: Ranking) -> Iterator[Change]:
    yield "the other direction", evolve(ranking, direction=_OTHER_DIRECTION[ranking.direction])


def _listing(term: Listing) -> Iterator[Change]:
    for at in range(len(term.values)):
        yield f"without value {at + 1}", evolve(term, values=(*term.values[:at], *term.values[at + 1 :]))


def _default(term: Default) -> Iterator[Change]:
    yield "the default always", term.default


def _built_in(term: BuiltIn) -> Iterator[Change]:
    if term.name in _OTHER_FUNCTION:
        yield f"{_OTHER_FUNCTION[term.name]} for {term.name}", evolve(term, name=_OTHER_FUNCTION[term.name])


def _turns(step: TurnsStep) -> Iterator[Change]:
    yield "the other way round", evolve(step, clockwise=not step.clockwise)
    yield "another beginning", evolve(step, after=not step.after)
    if step.condition is not None:
        yield "without where", evolve(step, condition=None)
    yield from _until(step)


def _until(step: TurnsStep | RepeatStep) -> Iterator[Change]:
    if step.until is not None:
        yield "without until", evolve(step, until=None)


def _if(step: IfStep) -> Iterator[Change]:
    if step.otherwise:
        yield "branches swapped", evolve(step, body=step.otherwise, otherwise=step.body)


def _choose(step: ChooseStep | EveryoneStep) -> Iterator[Change]:
    for name in step.actions if len(step.actions) > 1 else ():
        yield f"without {name}", evolve(step, actions=tuple(one for one in step.actions if one != name))


def _set_variable(step: SetVariable) -> Iterator[Change]:
    if step.sign != "=":
        yield "the other sign", evolve(step, sign="-=" if step.sign == "+=" else "+=")


def _put(step: PutStep) -> Iterator[Change]:
    if step.how in _OTHER_PLACE:
        yield f"{_OTHER_PLACE[step.how]} for {step.how}", evolve(step, how=_OTHER_PLACE[step.how])


def _call(step: CallStep) -> Iterator[Change]:
    if step.later:
        yield "at once", evolve(step, later=False)


_CHANGERS: Mapping[type, Callable[[Any], Iterator[Change]]] = {
    Comparison: _comparison,
    And: _junction,
    Or: _junction,
    Arithmetic: _arithmetic,
    Conditional: _conditional,
    Fold: _fold,
    Gather: _gather,
    BestOf: _best,
    PlaceOf: _place,
    Ranking: _ranking,
    Listing: _listing,
    Default: _default,
    BuiltIn: _built_in,
    TurnsStep: _turns,
    RepeatStep: _until,
    IfStep: _if,
    ChooseStep: _choose,
    EveryoneStep: _choose,
    SetVariable: _set_variable,
    PutStep: _put,
    CallStep: _call,
}
