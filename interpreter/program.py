"""A model made ready for one player count and one choice of settings: all that playing it needs.

A program is built once, shared by any number of games and threads, and never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import blake2b

from attrs import field, frozen

from rulewright.dsl.model import (
    NONE,
    ChooseStep,
    ConstantFault,
    EndGameStep,
    EveryoneStep,
    ForEachStep,
    Known,
    Model,
    PhaseStep,
    RandomPlayer,
    RepeatStep,
    Step,
    TurnsStep,
)
from rulewright.dsl.spans import Span
from rulewright.interpreter import flow_choices, flow_loops
from rulewright.interpreter.actions import CompiledAction, compile_action
from rulewright.interpreter.domains import Likeness
from rulewright.interpreter.effects import Effects
from rulewright.interpreter.evaluate import Evaluator
from rulewright.interpreter.evaluate_forms import Do
from rulewright.interpreter.events import Watch
from rulewright.interpreter.flow import START, Flow
from rulewright.interpreter.layout import ENDING, PC, SEED_HIGH, SEED_LOW, Layout, State, lay_out
from rulewright.interpreter.play import Draw, Play
from rulewright.interpreter.scoring import Rung, Scorer, compile_scores
from rulewright.interpreter.texts import CompiledPhrase, compile_phrase
from rulewright.interpreter.traverse import parts_of

MOST_SLOTS = 4_000_000
"""The most numbers that a state may consist of."""

MOVE_LIMIT = "move limit"
"""The reason given when a game ends because its moves are used up."""

_BUILDERS: Mapping[type[Step], Callable[..., int]] = {
    PhaseStep: flow_loops.phase,
    TurnsStep: flow_loops.turns,
    RepeatStep: flow_loops.repeat,
    ForEachStep: flow_loops.for_each,
    ChooseStep: flow_choices.choose,
    EveryoneStep: flow_choices.everyone,
}


@frozen(eq=False)
class Program:
    """See the head of this file.

    `reasons` are the phrases that endings give, by number; `beginnings` give each variable its first
    value; `drawn_variables` begin as a player drawn by chance; `kept` are the stretches of a state that
    make up the game.
    """

    model: Model
    known: Known
    layout: Layout
    evaluator: Evaluator
    effects: Effects
    flow: Flow
    play: Play
    actions: tuple[CompiledAction, ...]
    reasons: tuple[CompiledPhrase, ...]
    scorer: Scorer
    beginnings: tuple[tuple[str, Do], ...]
    drawn_variables: frozenset[str]
    kept: tuple[tuple[int, int], ...] = field(repr=False)

    @property
    def player_count(self) -> int:
        """How many seats there are."""
        return self.known.player_count

    def action(self, name: str) -> CompiledAction | None:
        """The action of a name."""
        return next((action for action in self.actions if action.name == name), None)

    def new_state(self, seed: int, starter: int | None = None) -> State:
        """All cards in the box, variables as they begin, and the seed of chance (64 bits).

        `starter` (a seat) replaces the player drawn by chance.
        """
        state = self.layout.new_state()
        state[SEED_LOW] = seed & 0xFFFFFFFF
        state[SEED_HIGH] = seed >> 32
        for name, begin in self.beginnings:
            if starter is not None and name in self.drawn_variables:
                place = self.layout.variables[name]
                state[place.base : place.base + place.size] = [starter] * place.size
            else:
                begin(state)
        return state

    def start(self, seed: int, starter: int | None = None, watch: Watch | None = None) -> State:
        """A new game at its first choice."""
        state = self.new_state(seed, starter)
        state[PC] = START
        self.play.go_on(state, watch)
        return state

    def random_playout(self, state: State, draw: Draw) -> None:
        """Play a state to its end at random, in place; `draw(n)` gives a number below n."""
        self.play.random_playout(state, draw)

    def digest(self, state: State) -> str:
        """A short text that two states share exactly when they are the same game: 16 hex digits."""
        essence = [state[start:end] for start, end in self.kept]
        return blake2b(repr(essence).encode("ascii"), digest_size=8).hexdigest()

    def reason(self, state: State) -> CompiledPhrase | None:
        """Why the game ended: the phrase of its ending, if it has one."""
        return None if state[ENDING] == NONE else self.reasons[state[ENDING]]

    def ranking(self, state: State) -> tuple[Rung, ...]:
        """The seats of a game that is over, from the best; all are equal if its moves were used up.

        Writes to the scratch part of the state.
        """
        if state[ENDING] == self.play.limit_reason:
            return (Rung(1, tuple(range(self.player_count))),)
        return self.scorer.ranking(state)


def build_program(model: Model, known: Known) -> Program:
    """Make a model ready. Raises ConstantFault where a state of it would be too large.

    Zones, cards, dice and variables have been counted before; this is for all of them together, and for
    what choices take.
    """
    layout = lay_out(model, known)
    evaluator = Evaluator(layout)
    effects = Effects(evaluator)
    _number_reasons(model, effects)
    likeness = Likeness(layout)
    actions = tuple(
        compile_action(action, index, layout, evaluator, effects, likeness)
        for index, action in enumerate(model.actions.values())
    )
    by_name: Mapping[str, CompiledAction] = {action.name: action for action in actions}
    flow = Flow(model, layout, evaluator, effects, by_name, _BUILDERS)
    flow.build()
    if layout.size > MOST_SLOTS:
        start = Span(next(iter(model.sources), ""), 1, 1, 1, 1)
        raise ConstantFault("limit-state", start, size=layout.size, most=MOST_SLOTS)
    scorer = compile_scores(model, layout, evaluator)
    phrases = [compile_phrase(phrase, evaluator) for phrase in effects.reasons]
    play = Play(layout, flow, actions, len(phrases))
    phrases.append(CompiledPhrase((MOVE_LIMIT,)))
    return Program(
        model,
        known,
        layout,
        evaluator,
        effects,
        flow,
        play,
        actions,
        tuple(phrases),
        scorer,
        tuple((name, effects.initial_of(name)) for name in model.variables),
        frozenset(
            name for name, variable in model.variables.items() if isinstance(variable.initial, RandomPlayer)
        ),
        _kept_stretches(layout),
    )


def _number_reasons(model: Model, effects: Effects) -> None:
    """Give numbers to all reasons of endings now: effects are made ready when they are first needed."""
    for part in parts_of((model.setup, model.play, model.actions, model.rules, model.reactions)):
        if isinstance(part, EndGameStep | TurnsStep | RepeatStep) and part.because is not None:
            effects.reason(part.because)


def _kept_stretches(layout: Layout) -> tuple[tuple[int, int], ...]:
    """The stretches of a state that are part of the game: all but scratch locals and their lists."""
    scratch = [
        (layout.locals_at + slot, layout.locals_at + slot + 1)
        for slot in range(layout.model.locals)
        if slot not in layout.kept_locals
    ]
    scratch += [
        (place.base, place.base + 1 + place.capacity)
        for slot, place in layout.lists.items()
        if slot not in layout.kept_locals
    ]
    layout.scratch = sorted(scratch)
    stretches: list[tuple[int, int]] = []
    start = 0
    for begin, end in (*layout.scratch, (layout.size, layout.size)):
        if begin > start:
            stretches.append((start, begin))
        start = end
    return tuple(stretches)
