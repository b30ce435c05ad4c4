"""Expressions of one value: arithmetic, choices between values, scores, chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rulewright.dsl.model import (
    LARGEST,
    NONE,
    SMALLEST,
    Apply,
    Arithmetic,
    Conditional,
    Default,
    DefinitionModel,
    MatchOn,
    Must,
    RandomPlayer,
    ScoreOf,
    Term,
)
from rulewright.dsl.model.constants import absence
from rulewright.dsl.spans import Span
from rulewright.interpreter.chance import draw, site_number
from rulewright.interpreter.evaluate_forms import One, always, checked
from rulewright.interpreter.faults import fault
from rulewright.interpreter.layout import State, variable_site
from rulewright.interpreter.state import seed_of

if TYPE_CHECKING:
    from rulewright.interpreter.evaluate import Evaluator


def _more(a: One, k: int, span: Span) -> One:
    def more(state: State) -> int:
        value = a(state) + k
        return value if SMALLEST <= value <= LARGEST else checked(value, span)

    return more


def _plus(a: One, b: One, span: Span) -> One:
    def plus(state: State) -> int:
        value = a(state) + b(state)
        return value if SMALLEST <= value <= LARGEST else checked(value, span)

    return plus


def _minus(a: One, b: One, span: Span) -> One:
    def minus(state: State) -> int:
        value = a(state) - b(state)
        return value if SMALLEST <= value <= LARGEST else checked(value, span)

    return minus


def _times(a: One, b: One, span: Span) -> One:
    def times(state: State) -> int:
        value = a(state) * b(state)
        return value if SMALLEST <= value <= LARGEST else checked(value, span)

    return times


def _div(a: One, b: One, span: Span) -> One:
    def div(state: State) -> int:
        value, by = a(state), b(state)
        if by == 0:
            raise fault("fault-division", span, value=value)
        return checked(value // by, span)

    return div


def _mod(a: One, b: One, span: Span) -> One:
    def mod(state: State) -> int:
        value, by = a(state), b(state)
        if by == 0:
            raise fault("fault-division", span, value=value)
        return value % by

    return mod


_SIGNS: Mapping[str, Callable[[One, One, Span], One]] = {
    "+": _plus,
    "-": _minus,
    "*": _times,
    "div": _div,
    "mod": _mod,
}


def arithmetic(evaluator: Evaluator, term: Arithmetic) -> One:
    """Sums, products and the like, within 32 bits; div and mod floor."""
    left, right = evaluator.one(term.left), evaluator.one(term.right)
    known = evaluator.known_value(term.right)
    if known is not None and term.sign in ("+", "-"):
        return _more(left, known if term.sign == "+" else -known, term.span)
    if known and term.sign == "div" and known != -1:
        return lambda state: left(state) // known
    if known and term.sign == "mod":
        return lambda state: left(state) % known
    return _SIGNS[term.sign](left, right, term.span)


def conditional(evaluator: Evaluator, term: Conditional) -> One:
    """One of two values."""
    condition = evaluator.test(term.condition)
    then, otherwise = evaluator.one(term.then), evaluator.one(term.otherwise)
    return lambda state: then(state) if condition(state) else otherwise(state)


def default(evaluator: Evaluator, term: Default) -> One:
    """A value, or another where it is absent."""
    value, instead = evaluator.one(term.value), evaluator.one(term.default)
    known = evaluator.known_value(term.default)
    if known is not None:
        return lambda state: known if (found := value(state)) == NONE else found
    return lambda state: instead(state) if (found := value(state)) == NONE else found


def must(evaluator: Evaluator, term: Must) -> One:
    """A value that the author says is there."""
    value, span = evaluator.one(term.value), term.span
    code, facts = absence(term)

    def there(state: State) -> int:
        found = value(state)
        if found == NONE:
            raise fault(code, span, **facts)
        return found

    return there


def match_on(evaluator: Evaluator, term: MatchOn) -> One:
    """The result of the arm that holds the value."""
    value = evaluator.one(term.value)
    arms: dict[int, One] = {}
    for arm in term.arms:
        result = evaluator.one(arm.result)
        for one in arm.values:
            arms.setdefault(one, result)

    if term.otherwise is None:
        return lambda state: arms[value(state)](state)
    otherwise = evaluator.one(term.otherwise)
    return lambda state: arms.get(value(state), otherwise)(state)


def apply(evaluator: Evaluator, term: Apply) -> One:
    """A definition's value for arguments."""
    definition = evaluator.layout.model.definitions[term.definition]
    inlined = evaluator.inlined(term)
    if inlined is not None:
        return evaluator.one(inlined)
    if len(term.arguments) == 1:
        return _apply_to_one(evaluator, definition, term.arguments[0])
    prepare = evaluator.pass_arguments(definition.parameters, term.arguments)
    body = evaluator.definition(term.definition)
    if prepare is None:
        return body
    pass_on = prepare

    def applied(state: State) -> int:
        pass_on(state)
        return body(state)

    return applied


def _apply_to_one(evaluator: Evaluator, definition: DefinitionModel, term: Term) -> One:
    """A definition of one parameter, by a table if nothing else matters to it."""
    (parameter,) = definition.parameters
    argument, slot = evaluator.one(term), evaluator.slot(parameter.slot)
    table = None if term.kind.optional else evaluator.table(definition.value, parameter.slot)
    if table is not None:
        values = table
        return lambda state: values[argument(state)]
    body = evaluator.definition(definition.name)

    def applied(state: State) -> int:
        state[slot] = argument(state)
        return body(state)

    return applied


def score_of(evaluator: Evaluator, term: ScoreOf) -> One:
    """A player's points under one name, or under all names together."""
    player = evaluator.one(term.player)
    if term.name is not None:
        return _of_player(evaluator.score(term.name), player)
    parts, span = [evaluator.score(name) for name in evaluator.layout.model.scores], term.span

    def total(state: State) -> int:
        who = player(state)
        return checked(sum([part(state, who) for part in parts]), span)

    return total


def _of_player(score: Callable[[State, int], int], player: One) -> One:
    return lambda state: score(state, player(state))


def random_player(evaluator: Evaluator, term: RandomPlayer) -> One:
    """A player drawn by chance; all other expressions write to locals only, this one counts its draw."""
    name, count = variable_site(term.variable), evaluator.layout.player_count
    counter, site = evaluator.layout.sites[name], site_number(name)
    if count == 1:
        return always(0)

    def drawn(state: State) -> int:
        player, state[counter] = draw(seed_of(state), site, state[counter], count)
        return player

    return drawn
