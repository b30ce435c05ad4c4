"""What the values of locals are made from, to tell what is secret, and what only seems to be.

A parameter of a rule or a `let` passes on what was chosen or what a variable holds. A value made from
a hidden variable or a secret choice is secret too; a hidden variable that is set from a choice which
everybody is told hides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.model import (
    Apply,
    CallStep,
    ChoiceModel,
    DiceIn,
    ForEachStep,
    Local,
    Model,
    RandomOf,
    SetLocal,
    SetVariable,
    Sight,
    Step,
    TellStep,
    Term,
    Variable,
    ZoneAt,
    ZonesOf,
)
from rulewright.dsl.model.traverse import all_parts_of, asks_of_cards
from rulewright.dsl.model.walk import all_steps, terms_of
from rulewright.dsl.problems import Note

Origin = int | str
"""A choice of an action, by its slot, or a variable, by its name."""


def check_secrets(checker: Checker, model: Model) -> frozenset[int]:
    """Warn of hidden variables that are set from open choices; returns the locals that hold secrets."""
    choices = {choice.slot: choice for action in model.actions.values() for choice in action.choices}
    told = {slot: choice for slot, choice in choices.items() if _is_told(model, choice)}
    found = _Origins(model, frozenset(told))
    for step in all_steps(model):
        if isinstance(step, SetVariable) and model.variables[step.name].sight != "up":
            for origin in sorted(found.of(step.value) & told.keys(), key=str):
                choice = told[origin] if isinstance(origin, int) else None
                if choice is not None:
                    note = Note(choice.span, "what is chosen here is told to all")
                    checker.warn("hidden-from-open", step.span, note, name=step.name, choice=choice.name)
    secret: set[Origin] = {name for name, variable in model.variables.items() if variable.sight != "up"}
    secret.update(slot for slot, choice in choices.items() if choice.secret)
    return frozenset(slot for slot, origins in found.locals.items() if origins & secret)


def check_texts(checker: Checker, model: Model) -> None:
    """Report texts that tell all players a value which was worked out from cards that not all see."""
    values = _from_hidden(model)
    for step in all_steps(model):
        if isinstance(step, TellStep):
            for term in terms_of(step):
                if isinstance(term, Local) and term.slot in values:
                    checker.report("tell-hidden", term.span)


def _from_hidden(model: Model) -> set[int]:
    """The locals with values that were worked out from what is on cards that not all see."""
    choices = [choice for action in model.actions.values() for choice in action.choices]
    given = [(choice.slot, choice.domain) for choice in choices if choice.kind.family == "card"]
    given += [pair for step in all_steps(model) for pair in _given(model, step)]
    cards = {one.slot for one in model.reactions.values() if model.zones[one.zone].sight != "up"}
    values: set[int] = set()
    before = -1
    while len(cards) + len(values) > before:
        before = len(cards) + len(values)
        for slot, term in given:
            parts = [part for part in all_parts_of(term, model) if isinstance(part, Term)]
            known = {part.slot for part in parts if isinstance(part, Local)}
            places = [part for part in parts if isinstance(part, ZoneAt | ZonesOf)]
            hidden = known & cards or any(model.zones[part.zone].sight != "up" for part in places)
            if term.kind.family == "card" and hidden:
                cards.add(slot)
            elif known & values or (hidden and asks_of_cards(term, model)):
                values.add(slot)
    return values


def _is_told(model: Model, choice: ChoiceModel) -> bool:
    """Whether all players are told what is chosen: of cards and dice, where all see them."""
    if choice.secret:
        return False
    if choice.kind.family not in ("card", "die"):
        return True
    sights = list(_sights(model, choice.domain))
    return bool(sights) and all(sight == "up" for sight in sights)


def _sights(model: Model, domain: Term) -> Iterator[Sight]:
    """Who sees the zones and cups that cards or dice are chosen from."""
    for term in terms_of(domain):
        if isinstance(term, ZoneAt | ZonesOf):
            yield model.zones[term.zone].sight
        elif isinstance(term, DiceIn):
            yield model.dice[term.dice].sight


@define
class _Origins:
    """For each local that is a choice, a `let`, a rule's parameter or goes through things: its origins.

    A choice that is `told` to all says what something is drawn from by chance, and not what is drawn.
    """

    model: Model
    told: frozenset[Origin]
    locals: dict[int, frozenset[Origin]] = field(factory=dict, init=False)
    _definitions: dict[str, frozenset[Origin]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        for action in self.model.actions.values():
            for choice in action.choices:
                self.locals[choice.slot] = frozenset((choice.slot,))
        steps = [pair for step in all_steps(self.model) for pair in _given(self.model, step)]
        before: Mapping[int, frozenset[Origin]] = {}
        while before != self.locals:
            before = dict(self.locals)
            for slot, term in steps:
                origins = self.of(term) - self.told if isinstance(term, RandomOf) else self.of(term)
                self.locals[slot] = self.locals.get(slot, frozenset()) | origins

    def of(self, term: Term) -> frozenset[Origin]:
        """The choices and variables that a term is worked out from."""
        found: set[Origin] = set()
        for part in terms_of(term):
            if isinstance(part, Variable):
                found.add(part.name)
            elif isinstance(part, Local):
                found |= self.locals.get(part.slot, frozenset())
            elif isinstance(part, Apply):
                found |= self._of_definition(part.definition)
        return frozenset(found)

    def _of_definition(self, name: str) -> frozenset[Origin]:
        """What a definition uses besides its parameters."""
        if name not in self._definitions:
            self._definitions[name] = self.of(self.model.definitions[name].value)
        return self._definitions[name]


def _given(model: Model, step: Step) -> Iterator[tuple[int, Term]]:
    """The locals to which a step gives values, and these."""
    if isinstance(step, SetLocal):
        yield step.slot, step.value
    elif isinstance(step, ForEachStep):
        yield step.slot, step.over
    elif isinstance(step, CallStep):
        rule = model.rules.get(step.rule)
        if rule is not None:
            yield from zip((one.slot for one in rule.parameters), step.arguments, strict=False)
