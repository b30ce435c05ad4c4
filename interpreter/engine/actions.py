"""Actions ready to be asked about: what each choice may be, which move one stands for, what forbids it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from attrs import fields as attribute_fields
from attrs import frozen

from rulewright.dsl.model import Action, ChoiceModel, PaymentModel
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.engine.asking import Asked, CompiledPhrase, One
from rulewright.interpreter.engine.payments import CompiledPayment
from rulewright.interpreter.lowering.asking import LoweredAction, LoweredChoice
from rulewright.interpreter.state.domains import Argument, CompiledChoice, InternalMove, between, groups_in
from rulewright.interpreter.state.layout import Layout, State
from rulewright.interpreter.state.state import read_list, write_list

SAMPLES = 1_000
"""How often a random move is guessed, where there are too many to list, before giving up."""


@frozen(eq=False)
class CompiledRequirement:
    """A requirement; `depth` is how many of the action's choices must be made before it can be tested."""

    name: str
    test: One
    because: CompiledPhrase | None
    span: Span
    depth: int


@frozen(eq=False)
class CompiledAction:
    """An action. Its functions write what has been chosen to the scratch part of the state."""

    name: str
    index: int
    choices: tuple[CompiledChoice, ...]
    requirements: tuple[CompiledRequirement, ...]
    span: Span

    def bind_some(self, state: State, arguments: tuple[Argument, ...]) -> None:
        """Put the first few arguments where the terms of later choices find them."""
        for choice, argument in zip(self.choices, arguments, strict=False):
            choice.store(state, argument)

    def canonical(self, state: State, arguments: tuple[Argument, ...]) -> InternalMove | None:
        """The listed move that these arguments stand for, if it is legal.

        An element that gives way to its equal gives way in the later arguments too.
        """
        if len(arguments) != len(self.choices):
            return None
        found = self._standing_for(state, arguments)
        return None if found is None or self.failing(state, len(arguments)) else (self.index, *found[0])

    def step(self, state: State, arguments: tuple[Argument, ...]) -> object:
        """What a step chooses, the same for all that have equal things; None where it cannot be."""
        *before, last = arguments
        found = self._standing_for(state, before)
        if found is None or not isinstance(last, tuple):
            return None
        chosen, swapped = found
        wanted = self._swapped(self.choices[-1], last, swapped)
        assert isinstance(wanted, tuple)
        groups = self.choices[-1].groups(state)
        return chosen, [number for number, group in enumerate(groups) if not set(wanted).isdisjoint(group)]

    def _standing_for(
        self, state: State, arguments: Sequence[Argument]
    ) -> tuple[list[Argument], list[tuple[str, dict[int, int]]]] | None:
        """The options that the first arguments stand for, and what of each family has changed places."""
        chosen: list[Argument] = []
        swapped: list[tuple[str, dict[int, int]]] = []
        for depth, (choice, argument) in enumerate(zip(self.choices, arguments, strict=False)):
            if self.failing(state, depth) is not None:
                return None
            found = choice.standing_for(state, self._swapped(choice, argument, swapped))
            if found is None:
                return None
            option, changed = found
            if changed:
                swapped.append((choice.family, changed))
            choice.store(state, option)
            chosen.append(option)
        return chosen, swapped

    @staticmethod
    def _swapped(
        choice: CompiledChoice, argument: Argument, swapped: Sequence[tuple[str, dict[int, int]]]
    ) -> Argument:
        """An argument after elements of its family have changed places."""
        for family, changed in swapped:
            if family == choice.family:
                argument = _renamed(argument, changed)
        return argument

    def begins(self, state: State, arguments: tuple[Argument, ...]) -> bool:
        """Are these arguments allowed up to the last, and that some things that could be in the subset?"""
        *before, last = arguments
        for depth, (choice, argument) in enumerate(zip(self.choices, before, strict=False)):
            if self.failing(state, depth) is not None or choice.canonical(state, argument) != argument:
                return False
            choice.store(state, argument)
        return (
            self.failing(state, len(before)) is None
            and isinstance(last, tuple)
            and bool(last)
            and set(last) <= set(self.choices[-1].elements(state))
        )

    def failing(self, state: State, depth: int) -> CompiledRequirement | None:
        """The first requirement that can be tested after so many choices, and does not hold."""
        for requirement in self.requirements:
            if requirement.depth == depth and not requirement.test(state):
                return requirement
        return None

    def count(self, state: State) -> int | None:
        """How many moves there are, where that can be told without making them."""
        last = len(self.choices)
        if last != 1 or isinstance(self.choices[0], CompiledPayment):
            return None
        if any(one.depth == last for one in self.requirements) or self.failing(state, 0):
            return None
        return self.choices[0].count(state)

    def sample(self, state: State, draw: Callable[[int], int]) -> InternalMove | None:
        """A legal move by guessing; None when none is hit in a thousand guesses."""
        for _ in range(SAMPLES):
            chosen: list[Argument] = []
            for choice in self.choices:
                option = choice.sample(state, draw)
                if option is None:
                    break
                choice.store(state, option)
                chosen.append(option)
            if len(chosen) == len(self.choices) and all(one.test(state) for one in self.requirements):
                return (self.index, *chosen)
        return None


def _renamed(argument: Argument, changed: Mapping[int, int]) -> Argument:
    """An argument after elements have changed places."""
    if isinstance(argument, int):
        return changed.get(argument, argument)
    return tuple(changed.get(element, element) for element in argument)


def compile_action(
    action: Action, index: int, layout: Layout, asked: Asked, lowered: LoweredAction
) -> CompiledAction:
    """Make an action ready."""
    choices = tuple(
        _compile_choice(choice, action.choices[:number], layout, asked, lowered.choices[number])
        for number, choice in enumerate(action.choices)
    )
    requirements = tuple(
        CompiledRequirement(
            requirement.name or "",
            asked.one(made.function),
            None if made.because is None else asked.phrase(made.because),
            requirement.span,
            made.depth,
        )
        for requirement, made in zip(action.requirements, lowered.requirements, strict=True)
    )
    return CompiledAction(action.name, index, choices, requirements, action.span)


def _compile_choice(
    choice: ChoiceModel,
    before: Sequence[ChoiceModel],
    layout: Layout,
    asked: Asked,
    lowered: LoweredChoice,
) -> CompiledChoice:
    at = layout.locals_at + choice.slot
    if choice.subset:
        place = layout.lists[choice.slot]

        def store(state: State, argument: Argument) -> None:
            write_list(place, state, argument if isinstance(argument, tuple) else (argument,))

    else:

        def store(state: State, argument: Argument) -> None:
            assert isinstance(argument, int)
            state[at] = argument

    domain = asked.many(lowered.domain)
    compiled = CompiledChoice(
        choice,
        between(domain) if lowered.is_range else domain,
        groups_in(asked.many(lowered.groups)) if lowered.groups else None,
        asked.one(lowered.least) if lowered.least else None,
        asked.one(lowered.most) if lowered.most else None,
        layout.lists[choice.slot].capacity if choice.subset else 1,
        store,
        tuple(_named_by(one, layout) for one in before if one.kind.family == choice.kind.family),
        asked.one(lowered.comes_from) if lowered.comes_from else lowered.source,
    )
    if choice.payment is None:
        return compiled
    return _compile_payment(compiled, choice.payment, asked, lowered)


def _named_by(choice: ChoiceModel, layout: Layout) -> Callable[[State], Collection[int]]:
    """The elements that a choice names, once it is made."""
    if choice.subset:
        place = layout.lists[choice.slot]
        return lambda state: read_list(place, state)
    at = layout.locals_at + choice.slot
    return lambda state: (state[at],)


def _compile_payment(
    choice: CompiledChoice, payment: PaymentModel, asked: Asked, lowered: LoweredChoice
) -> CompiledPayment:
    return CompiledPayment(
        **{one.name: getattr(choice, one.name) for one in attribute_fields(CompiledChoice)},
        symbols=payment.symbols,
        prices=tuple(map(asked.one, lowered.prices)),
        pays=asked.one(lowered.pays),
    )
