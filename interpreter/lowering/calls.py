"""Calls of definitions and rules, and what they are given: values as numbers, sets as lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from rulewright.dsl.model import Apply, DefinitionModel, ParameterModel, Term
from rulewright.dsl.model.traverse import parts_of
from rulewright.interpreter.code.instructions import Do, Expression, Number, Parameter
from rulewright.interpreter.code.make import name, number
from rulewright.interpreter.lowering.builder import COLLECTIONS, VALUES, Builder, Unknown, call
from rulewright.interpreter.lowering.many import Each, as_set, each, each_item, room_of
from rulewright.interpreter.lowering.values import known_with, one

MOST_INLINED = 25
"""Bodies of definitions with fewer parts are set in where they are used."""
MOST_SET_IN = 400
"""So many parts a body may have at most that is set in, with the bodies that are set into it in turn."""
MOST_SET_IN_ALL = 5
"""So many times the parts of the rules are set in at most in all, so that code grows as its rules do."""


@frozen
class Given:
    """What a call gives, in the order of the parameters: numbers, and the lists of what are sets."""

    numbers: tuple[Expression, ...]
    lists: tuple[str, ...]


@frozen
class Taken:
    """What a function takes for its parameters, and what their locals are in it."""

    parameters: tuple[Parameter, ...]
    lists: tuple[str, ...]
    values: Mapping[int, Expression]
    named_lists: Mapping[int, str]


def given(b: Builder, parameters: Sequence[ParameterModel], arguments: Sequence[Term]) -> Given:
    """The arguments of a call, worked out."""
    numbers, lists = [], []
    for parameter, argument in zip(parameters, arguments, strict=True):
        if parameter.kind.shape == "many":
            lists.append(as_set(b, argument))
        else:
            numbers.append(one(b, argument))
    return Given(tuple(numbers), tuple(lists))


def taken(b: Builder, parameters: Sequence[ParameterModel]) -> Taken:
    """The parameters of a definition or rule as those of a function."""
    numbers, values, named = [], {}, {}
    for one_of in parameters:
        title = f"{one_of.name}_{one_of.slot}"
        if one_of.kind.shape == "many":
            named[one_of.slot] = title
            continue
        low, high = b.range_of(one_of.kind)
        numbers.append(Parameter(title, low, high))
        values[one_of.slot] = name(title, low, high)
    return Taken(tuple(numbers), tuple(named.values()), values, named)


# ---- definitions -----------------------------------------------------------------------------------


@VALUES.lowers(Apply, "definition arguments")
def _apply(b: Builder, term: Apply) -> Expression:
    definition = b.model.definitions[term.definition]
    arguments = given(b, definition.parameters, term.arguments)
    fixed = [argument.value for argument in arguments.numbers if isinstance(argument, Number)]
    all_fixed = len(fixed) == len(definition.parameters)
    if all_fixed:
        answer = _answer(b, definition, fixed)
        if answer is not None:
            return number(answer)
    if b.scope.trying:
        raise Unknown
    short = all_fixed or _parts(b, term.definition)[0] < MOST_INLINED
    if short and _set_in(b, definition, arguments):
        return one(b, definition.value)
    low, high = b.range_of(term.kind)
    title = _definition_function(b, definition, (), lambda: one(b, definition.value))
    return call(title, *arguments.numbers, lists=arguments.lists, low=low, high=high)


@COLLECTIONS.lowers(Apply, "definition arguments")
def _apply_many(b: Builder, term: Apply, body: Each, left: Expression | None) -> None:
    definition = b.model.definitions[term.definition]
    arguments = given(b, definition.parameters, term.arguments)
    if _set_in(b, definition, arguments):
        each(b, definition.value, body, left)
        return
    some = b.list(room_of(b, term))

    def give() -> None:
        each(b, definition.value, lambda element: b.add("out", element))

    title = _definition_function(b, definition, ("out",), give)
    b.emit(Do(call(title, *arguments.numbers, lists=(some, *arguments.lists))))
    each_item(b, term, some, body)


def _set_in(b: Builder, definition: DefinitionModel, arguments: Given) -> bool:
    """Is the body of a definition to be set in where it is used? Its parameters have their values then.

    What is set in may use others twice, and these others again: so there is a limit for all together.
    """
    own, in_all = _parts(b, definition.name)
    if in_all > MOST_SET_IN:
        return False
    if in_all >= MOST_INLINED and b.set_in > MOST_SET_IN_ALL * b.size:
        return False
    b.set_in += own
    values, lists = iter([b.let(argument) for argument in arguments.numbers]), iter(arguments.lists)
    for parameter in definition.parameters:
        if parameter.kind.shape == "many":
            b.scope.lists[parameter.slot] = next(lists)
        else:
            b.scope.values[parameter.slot] = next(values)
    return True


def _definition_function(
    b: Builder, definition: DefinitionModel, lists: Sequence[str], build: Callable[[], Expression | None]
) -> str:
    """The function that works a definition out."""
    title = f"define_{definition.name}"
    takes = taken(b, definition.parameters)
    with b.belongs(definition.name, definition.span):
        b.function(title, takes.parameters, (*lists, *takes.lists), build, takes.values, takes.named_lists)
    return title


def _answer(b: Builder, definition: DefinitionModel, arguments: Sequence[int]) -> int | None:
    """What a definition comes to for arguments that are known; found once."""
    key = (definition.name, tuple(arguments))
    if key not in b.answers:
        b.answers[key] = None
        slots = [parameter.slot for parameter in definition.parameters]
        held = dict(zip(slots, arguments, strict=True))
        b.answers[key] = known_with(b, held, lambda: one(b, definition.value))
    return b.answers[key]


def _parts(b: Builder, definition: str) -> tuple[int, int]:
    """Of how many parts the body of a definition consists, and with those that it uses set in."""
    if definition not in b.parts:
        parts = list(parts_of(b.model.definitions[definition].value))
        used = (part.definition for part in parts if isinstance(part, Apply))
        b.parts[definition] = len(parts), len(parts) + sum(_parts(b, one)[1] for one in used)
    return b.parts[definition]
