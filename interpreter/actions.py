"""Actions made ready for play: which moves they allow, which requirement forbids a move, what they do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice

from attrs import fields as attribute_fields
from attrs import frozen

from rulewright.dsl.model import (
    Action,
    CardsIn,
    CardsOfAll,
    ChoiceModel,
    Gather,
    Local,
    PaymentModel,
    RequirementModel,
    Term,
    ZonesOf,
)
from rulewright.dsl.spans import Span
from rulewright.interpreter.domains import (
    MOST_LISTED,
    Argument,
    CompiledChoice,
    InternalMove,
    Likeness,
    TooManyMoves,
    Tries,
    in_order_shown,
    may_repeat,
)
from rulewright.interpreter.effects import Effects
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.evaluate_forms import lazily
from rulewright.interpreter.events import Watch
from rulewright.interpreter.layout import Layout, State
from rulewright.interpreter.payments import CompiledPayment
from rulewright.interpreter.state import read_list, write_list
from rulewright.interpreter.texts import CompiledPhrase, compile_phrase
from rulewright.interpreter.traverse import parts_of

Test = Callable[[State], bool | int]
SAMPLES = 1_000
"""How often a random move is guessed, where there are too many to list, before giving up."""


@frozen(eq=False)
class CompiledRequirement:
    """`depth`: how many of the action's choices must be made before it can be tested."""

    name: str
    test: Test
    because: CompiledPhrase | None
    span: Span
    depth: int


@frozen(eq=False)
class CompiledAction:
    """`tests[n]` is what must hold once `n` choices are made (None: nothing)."""

    name: str
    index: int
    choices: tuple[CompiledChoice, ...]
    requirements: tuple[CompiledRequirement, ...]
    tests: tuple[Test | None, ...]
    effect: Callable[[State, Watch | None], None]
    span: Span

    def bind(self, state: State, arguments: tuple[Argument, ...]) -> None:
        """Put arguments where the action's terms find them."""
        for choice, argument in zip(self.choices, arguments, strict=True):
            choice.store(state, argument)

    def bind_some(self, state: State, arguments: tuple[Argument, ...]) -> None:
        """Put the first few arguments where the terms of later choices find them."""
        for choice, argument in zip(self.choices, arguments, strict=False):
            choice.store(state, argument)

    def list_into(self, state: State, found: list[InternalMove]) -> None:
        """Append all legal moves; TooManyMoves when the candidates exceed the limit."""
        if not self.choices:
            test = self.tests[0]
            if test is None or test(state):
                found.append((self.index,))
            return
        if len(self.choices) > 1 or self.choices[0].model.subset:
            self._list_slowly(state, found)
            return
        opening, test = self.tests
        if opening is not None and not opening(state):
            return
        choice, index = self.choices[0], self.index
        at = choice.at
        values = [group[0] for group in choice.groups(state)] if choice.merging else choice.elements(state)
        if test is None:
            found.extend([(index, value) for value in values])
            return
        for value in values:
            state[at] = value
            if test(state):
                found.append((index, value))

    def _list_slowly(self, state: State, found: list[InternalMove]) -> None:
        if (
            len(self.choices) == 1
            and self.tests[1] is None
            and (self.tests[0] is None or self.tests[0](state))
        ):
            count = self.choices[0].count(state)
            if count > MOST_LISTED:
                raise TooManyMoves(count, exact=True)
        for move in self.legal(state, Tries(ahead=True)):
            found.append(move)
            if len(found) > MOST_LISTED:
                raise TooManyMoves(MOST_LISTED, exact=False)

    def legal(self, state: State, tries: Tries) -> Iterator[InternalMove]:
        """Legal moves in domain order, one by one."""
        return self._beyond(state, (), tries)

    def _beyond(self, state: State, chosen: tuple[Argument, ...], tries: Tries) -> Iterator[InternalMove]:
        depth = len(chosen)
        test = self.tests[depth]
        if test is not None and not test(state):
            return
        if depth == len(self.choices):
            yield (self.index, *chosen)
            return
        choice = self.choices[depth]
        for option in choice.options(state, tries):
            choice.store(state, option)
            yield from self._beyond(state, (*chosen, option), tries)

    def first(self, state: State, count: int) -> list[InternalMove]:
        """The first legal moves, `count` at most; TooManyMoves when the candidates exceed the limit."""
        return list(islice(self.legal(state, Tries(ahead=False)), count))

    def possible(self, state: State) -> bool:
        """Is there a legal move? Taken to be so where the limit of candidates is met first."""
        try:
            return bool(self.first(state, 1))
        except TooManyMoves:
            return True

    def canonical(self, state: State, arguments: tuple[Argument, ...]) -> InternalMove | None:
        """The listed move that these arguments stand for, if it is legal.

        An element that gives way to its equal gives way in the later arguments too.
        """
        if len(arguments) != len(self.choices):
            return None
        chosen: list[Argument] = []
        swapped: list[tuple[str, dict[int, int]]] = []
        for test, choice, argument in zip(self.tests, self.choices, arguments, strict=False):
            if test is not None and not test(state):
                return None
            for family, changed in swapped:
                if family == choice.family:
                    argument = _renamed(argument, changed)
            found = choice.standing_for(state, argument)
            if found is None:
                return None
            option, changed = found
            if changed:
                swapped.append((choice.family, changed))
            choice.store(state, option)
            chosen.append(option)
        last = self.tests[-1]
        return (self.index, *chosen) if last is None or last(state) else None

    def equals(self, state: State, card: int) -> list[int]:
        """The cards that are one choice with a card that this action names, itself among them."""
        return self.choices[0].likeness.equals(card, state)

    def renamed(self, move: InternalMove, cards: Mapping[int, int]) -> InternalMove:
        """A move with other cards in place of some."""
        families = [choice.family for choice in self.choices]
        arguments = zip(families, move[1:], strict=True)
        return (self.index, *(_renamed(one, cards) if of == "card" else one for of, one in arguments))

    def failing(self, state: State) -> CompiledRequirement | None:
        """The first requirement that forbids what is bound."""
        for requirement in self.requirements:
            if not requirement.test(state):
                return requirement
        return None

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
            if len(chosen) == len(self.choices) and self.failing(state) is None:
                return (self.index, *chosen)
        return None


def _renamed(argument: Argument, changed: Mapping[int, int]) -> Argument:
    """An argument after elements have changed places."""
    if isinstance(argument, int):
        return changed.get(argument, argument)
    return tuple(changed.get(element, element) for element in argument)


def compile_action(
    action: Action, index: int, layout: Layout, evaluator: Evaluator, effects: Effects, likeness: Likeness
) -> CompiledAction:
    """Make an action ready."""
    choices = tuple(
        _compile_choice(choice, action.choices[:number], layout, evaluator, likeness)
        for number, choice in enumerate(action.choices)
    )
    slots = [choice.slot for choice in action.choices]
    requirements: list[CompiledRequirement] = []
    depth = 0
    for requirement in action.requirements:
        depth = max(depth, _depth(requirement, slots))
        requirements.append(
            CompiledRequirement(
                requirement.name or "",
                evaluator.test(requirement.condition),
                None if requirement.because is None else compile_phrase(requirement.because, evaluator),
                requirement.span,
                depth,
            )
        )
    tests = tuple(
        _all_of([requirement.test for requirement in requirements if requirement.depth == at])
        for at in range(len(choices) + 1)
    )
    effect = lazily(lambda: effects.compile(action.body, action.name))
    return CompiledAction(action.name, index, choices, tuple(requirements), tests, effect, action.span)


def _depth(requirement: RequirementModel, slots: list[int]) -> int:
    """How many choices a requirement and its reason speak of; those written earlier count too."""
    used = [
        slots.index(part.slot) + 1
        for part in parts_of((requirement.condition, requirement.because))
        if isinstance(part, Local) and part.slot in slots
    ]
    return max(used, default=0)


def _all_of(tests: list[Test]) -> Test | None:
    if not tests:
        return None
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        one, other = tests
        return lambda state: one(state) and other(state)
    return lambda state: all(test(state) for test in tests)


def _compile_choice(
    choice: ChoiceModel,
    before: Sequence[ChoiceModel],
    layout: Layout,
    evaluator: Evaluator,
    likeness: Likeness,
) -> CompiledChoice:
    at = evaluator.slot(choice.slot)
    most = None if choice.most is None else evaluator.one(choice.most)
    if choice.subset:
        place = layout.lists[choice.slot]

        def store(state: State, argument: Argument) -> None:
            write_list(place, state, argument if isinstance(argument, tuple) else (argument,))

    else:

        def store(state: State, argument: Argument) -> None:
            assert isinstance(argument, int)
            state[at] = argument

    compiled = CompiledChoice(
        choice,
        at,
        in_order_shown(layout, choice.domain, evaluator.many(choice.domain)),
        None if choice.least is None else evaluator.one(choice.least),
        most,
        layout.lists[choice.slot].capacity if choice.subset else 1,
        store,
        likeness,
        likeness.matters(choice.domain),
        tuple(_named_by(one, layout, evaluator) for one in before if one.kind.family == choice.kind.family),
        may_repeat(choice.domain),
        _comes_from(choice.domain, evaluator),
    )
    return compiled if choice.payment is None else _compile_payment(compiled, choice.payment, evaluator)


def _named_by(
    choice: ChoiceModel, layout: Layout, evaluator: Evaluator
) -> Callable[[State], Collection[int]]:
    """The elements that a choice names, once it is made."""
    if choice.subset:
        place = layout.lists[choice.slot]
        return lambda state: read_list(place, state)
    at = evaluator.slot(choice.slot)
    return lambda state: (state[at],)


def _compile_payment(choice: CompiledChoice, payment: PaymentModel, evaluator: Evaluator) -> CompiledPayment:
    return CompiledPayment(
        **{one.name: getattr(choice, one.name) for one in attribute_fields(CompiledChoice)},
        symbols=payment.symbols,
        symbol_at=evaluator.slot(payment.symbol_slot),
        element_at=evaluator.slot(payment.slot),
        prices=tuple(evaluator.one(price) for price in payment.prices),
        pays=evaluator.test(payment.pays),
    )


def _comes_from(domain: Term, evaluator: Evaluator) -> str | Callable[[State], int]:
    if isinstance(domain, Gather) and domain.value is None:
        return _comes_from(domain.over, evaluator)
    if isinstance(domain, CardsIn):
        return evaluator.one(domain.zone)
    if isinstance(domain, CardsOfAll) and isinstance(domain.zones, ZonesOf):
        return domain.zones.zone
    return ""
