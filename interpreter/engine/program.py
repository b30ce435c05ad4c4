"""A model made ready for one player count and one choice of settings: all that playing it needs.

A program is built once, shared by any number of games and threads, and never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

from attrs import field, frozen

from rulewright.dsl.model import NONE, Known, Model, RandomPlayer
from rulewright.interpreter.engine.actions import CompiledAction, compile_action
from rulewright.interpreter.engine.asked_chance import AskedChance
from rulewright.interpreter.engine.asking import Asked, CompiledPhrase
from rulewright.interpreter.engine.events import Event, Watch, chose
from rulewright.interpreter.engine.journal import Teller
from rulewright.interpreter.engine.knowledge import Knowledge
from rulewright.interpreter.engine.machine import MOST_WORK, Printed
from rulewright.interpreter.engine.moves import Move, Offers, Unwritten
from rulewright.interpreter.engine.play import Draw, Listed, Play
from rulewright.interpreter.engine.points import points_of
from rulewright.interpreter.engine.scoring import Scorer, Standing
from rulewright.interpreter.lowering.plan import Faces, Plan, lower_for_people
from rulewright.interpreter.state.domains import number_of
from rulewright.interpreter.state.layout import ENDING, ME, PC, SEED_HIGH, SEED_LOW, Layout, State

MOVE_LIMIT = "move limit"
"""The reason given when a game ends because its moves are used up."""


@frozen(eq=False)
class Program:
    """See the head of this file.

    `faces` is what games for people need of the code, `asked` puts its questions to a state. `reasons` are
    the phrases that endings give, by number; `drawn_variables` begin as a player drawn by chance; `kept` are
    the stretches of a state that make up the game. `chance` is there where it is asked for: see
    `engine.asked_chance`.
    """

    model: Model
    known: Known
    plan: Plan
    faces: Faces
    asked: Asked
    knowledge: Knowledge
    play: Play
    actions: tuple[CompiledAction, ...]
    reasons: tuple[CompiledPhrase, ...]
    scorer: Scorer
    drawn_variables: frozenset[str]
    kept: tuple[tuple[int, int], ...] = field(repr=False)
    chance: AskedChance | None = field(default=None, repr=False)

    @property
    def layout(self) -> Layout:
        """Where in a state everything is."""
        return self.plan.layout

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
        for name in self.model.variables:
            if starter is not None and name in self.drawn_variables:
                place = self.layout.variables[name]
                state[place.base : place.base + place.size] = [starter] * place.size
            else:
                self.begin_variable(state, name)
        state[PC] = self.plan.code.begin
        return state

    def begin_variable(self, state: State, name: str) -> None:
        """Let a variable have the value that it begins with, which chance may draw."""
        self.asked.one(f"begin_{name}")(state)

    def start(self, seed: int, starter: int | None = None, watch: Watch | None = None) -> State:
        """A new game at its first choice. Only with a watch is it kept what observers know."""
        state = self.new_state(seed, starter)
        self.play.advance(state, None if watch is None else self.play.journal(watch))
        return state

    def random_playout(self, state: State, draw: Draw) -> None:
        """Play a state to its end at random, in place; `draw(n)` gives a number below n."""
        self.play.random_playout(state, draw)

    def phase(self, state: State) -> str | None:
        """The phase that play is in."""
        region = self.faces.phase
        number = 0 if region is None else state[region.base]
        return self.model.phases[number - 1] if number else None

    def digest(self, state: State) -> str:
        """A short text that two states share exactly when they are the same game: 16 hex digits."""
        essence = [state[start:end] for start, end in self.kept]
        return blake2b(repr(essence).encode("ascii"), digest_size=8).hexdigest()

    def reason(self, state: State) -> CompiledPhrase | None:
        """Why the game ended: the phrase of its ending, if it has one."""
        return None if state[ENDING] == NONE else self.reasons[state[ENDING]]

    def ranking(self, state: State) -> tuple[tuple[Standing, ...], tuple[int, ...]]:
        """The seats from the best, and the winners of a game that is over: all, if its moves were used up."""
        ranked, everybody = self.scorer.ranking(state), self.layout.seats
        drawn = state[ENDING] == self.play.limit_reason
        return ((Standing(1, everybody),), everybody) if drawn else ranked


Offer = Callable[[Layout, Sequence[CompiledAction], State, int], Offers]
"""Makes what writes a seat's moves in a state. It is handed in from a room that knows words."""


def build_program(
    model: Model, known: Known, offer: Offer, most_work: int = MOST_WORK, *, asks: bool = False
) -> Program:
    """Make a model ready; one that `asks` for chance has no other. Raises ConstantFault where too large."""
    plan, faces = lower_for_people(model, known)
    layout, code = plan.layout, plan.code
    chance = AskedChance(layout, code) if asks else None
    printed = Printed.of(code, model.id) if chance is None else chance.printed(model.id)
    asked = Asked(layout, printed, most_work)
    actions = tuple(
        compile_action(action, index, layout, asked, faces.actions[index])
        for index, action in enumerate(model.actions.values())
    )
    knowledge = Knowledge(layout)

    def forced(state: State, number: int, pool: Sequence[int]) -> Event:
        move = Listed(plan.forms, (number,), pool).read(number)
        action, seat = actions[number_of(move)], state[ME]
        unwritten = Unwritten(offer(layout, actions, list(state), seat), move)
        made = Move(seat, action.name, unwritten, unwritten)
        return chose(layout, state, seat, action, move, made, action.span)

    teller = Teller(layout, knowledge, code.events, tuple(map(asked.phrase, faces.texts)), most_work, forced)
    reasons = [asked.phrase(one) for one in faces.reasons]
    play = Play(layout, asked, plan.forms, points_of(layout, faces, asked, actions), actions, teller)
    return Program(
        model,
        known,
        plan,
        faces,
        asked,
        knowledge,
        play,
        actions,
        (*reasons, CompiledPhrase((MOVE_LIMIT,))),
        Scorer.of(layout, asked),
        frozenset(
            name for name, variable in model.variables.items() if isinstance(variable.initial, RandomPlayer)
        ),
        _kept_stretches(layout),
        chance,
    )


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
