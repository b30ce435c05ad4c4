"""A game for programs: states, legal moves as numbers, carrying them out; no texts unless asked for.

    from rulewright import load, Simulator

    simulator = Simulator(load("my-game.rules"), players=4)
    state = simulator.new_game(seed=1)
    while not simulator.over(state):
        simulator.apply(state, simulator.legal_moves(state)[0])
    print(simulator.points(state), simulator.winners(state))

It is what bots that look ahead, learners and measurements use; `Game` is for people: it checks what it is
given, has texts, views, a log, undo, and keeps what each player may know. A simulator trusts its caller. It
shows everything, hidden cards too: who searches for a player searches states that this player thinks
possible.

A state is opaque, belongs to the simulator that made it, and is changed in place. A move is a number that
means the same in every state of that simulator: an action and its arguments (`parts`), never a place in a
list. One simulator serves one thread at a time; make one for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from attrs import define, field

from rulewright.interpreter.engine.asked_chance import AskingMachine, ChanceEvent
from rulewright.interpreter.engine.faults import Fault, problem_of
from rulewright.interpreter.engine.given import seed_number
from rulewright.interpreter.engine.machine import Draws, Machine, Stopped, TooMany
from rulewright.interpreter.engine.moves import DONE as DONE_TEXT
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.engine.scoring import Results, Standing
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.engines import WORTH_A_BUILD, Engine, asking_machine, engine_for
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lowering.moves import MoveForm, read_move
from rulewright.interpreter.lowering.plan import Plan, carried_over
from rulewright.interpreter.state.domains import (
    DONE,
    DONE_MOVE,
    MOST_LISTED,
    InternalMove,
    TooManyMoves,
    number_of,
)
from rulewright.interpreter.state.layout import ENDING, ME, MOVES, State
from rulewright.interpreter.words.chosen import Writer
from rulewright.interpreter.words.texts import outcome_text

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game


@define(eq=False, slots=False)
class Simulator:
    """See the head of this file.

    `engine` is "python", which never starts a compiler, "native", which builds the game as machine code, or
    "auto", which does that where a compiler is there. `engine_used` says which it is, `notes` what was in the
    way of the other. `chance` is "seeded", or "ask": then whoever plays chooses what chance gives, in Python
    only. Raises RulesetError where so many cannot play.
    """

    ruleset: Ruleset
    players: int
    engine: EngineName = "auto"
    chance: Literal["seeded", "ask"] = "seeded"
    _engine: Engine = field(init=False)
    _machine: Machine = field(init=False)
    _asking: AskingMachine | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        if self.chance not in ("seeded", "ask"):
            raise ValueError(f"chance is seeded or ask, not {self.chance!r}")
        asked = self.chance == "ask"
        if asked and self.engine == "native":
            raise ValueError("machine code does not ask for chance")
        engine = "python" if asked else self.engine
        self._engine = engine_for(self.ruleset, self.players, WORTH_A_BUILD, engine)
        self._asking = None
        if asked:
            self._asking = asking_machine(self._plan, self.ruleset.model.id, self.ruleset.most_work)
        self._machine = self._asking or self._engine.machine
        self._machine.keep()
        self._numbered = self._parts()

    @property
    def engine_used(self) -> str:
        """Which engine plays: "python" or "native"."""
        return self._engine.name

    @property
    def notes(self) -> tuple[str, ...]:
        """The codes of what was in the way of the native engine."""
        return tuple(note.code for note in self._engine.notes)

    @property
    def sides(self) -> tuple[int, ...]:
        """For each seat the number of its team; its own where each plays alone."""
        return self._plan.code.sides

    @property
    def _plan(self) -> Plan:
        return self._engine.plan

    @property
    def _program(self) -> Program:
        return self._engine.program

    # ---- playing ---------------------------------------------------------------------------------

    def new_game(self, seed: int = 0) -> Any:
        """A new game at its first choice, or where chance is first asked.

        Where it is asked, the seed only gives the order in which unseen cards without an order are shown.
        Raises Fault where the rules cannot go on.
        """
        return self._do(lambda: self._machine.start(seed_number(seed)))

    def copy(self, state: Any, seed: int | None = None) -> Any:
        """The same state, to be played on apart; with a seed chance goes on from that one."""
        apart = self._machine.copy(state)
        if seed is not None:
            if self._asking is not None:
                raise ValueError("chance is asked, so that no seed decides it")
            at, future = self._plan.code.seed.base, seed_number(seed)
            apart[at], apart[at + 1] = future & 0xFFFFFFFF, future >> 32
        return apart

    def state_of(self, game: Game) -> Any:
        """The present state of a game of the same ruleset, to be played on apart.

        It holds the secrets of that game: who searches for a player takes `game.redealt(seat, seed)`.
        """
        if game.ruleset != self.ruleset or len(game.seats) != self.players:
            raise ValueError("the game is of another ruleset, other settings or another number of players")
        return self.taken_over(game.program, game.history.now)

    def taken_over(self, program: Program, state: State) -> Any:
        """A state of a program of the same rules, to be played on apart."""
        if self._asking is not None:
            raise ValueError("chance is asked, and in the state of a game it has decided already")
        return self._machine.state_of(carried_over(state, program.plan, self._plan))

    def over(self, state: Any) -> bool:
        """Is the game over?"""
        return self._event(state) is None and self._machine.point(state) is None

    def chances(self, state: Any) -> tuple[tuple[int, Fraction], ...]:
        """What chance may give next, each with its probability; `apply` chooses one.

        None where a seat chooses. An outcome is a number that `text` tells: a card that may lie at a place, a
        face, a player. A shuffle is asked for card by card, when the rules look at a card.
        """
        event = self._event(state)
        if event is None:
            return ()
        return tuple((outcome, Fraction(1, len(event.outcomes))) for outcome in event.outcomes)

    def _event(self, state: Any) -> ChanceEvent | None:
        return None if self._asking is None else self._asking.event(state)

    def seats(self, state: Any) -> tuple[int, ...]:
        """The seats that have to choose, from 0: one, or all that choose at once; none at the end, or where
        chance is asked.
        """
        return self._machine.deciders(state)

    def legal_moves(self, state: Any, seat: int | None = None) -> list[int]:
        """The legal moves of a seat that has to choose, of the first if none is named; none at the end.

        They stand in the order of the rules, the same for the same state. Where chance is asked they are its
        outcomes. Raises TooManyMoves.
        """
        event = self._event(state)
        if event is not None:
            return list(event.outcomes)
        if seat is None:
            seats = self._machine.deciders(state)
            if not seats:
                return []
            seat = seats[0]
        found: list[int] | None = self._do(lambda: self._machine.moves(state, seat))
        if found is None:
            raise TooManyMoves(MOST_LISTED, exact=False)
        return found

    def numbers(self, state: Any, seat: int) -> dict[InternalMove, int]:
        """The legal moves of a seat as games have them, with their numbers."""
        found = self.legal_moves(state, seat)
        return {DONE_MOVE if move == DONE else self._read(move): move for move in found}

    def apply(self, state: Any, move: int, seat: int | None = None) -> None:
        """Carry out a legal move, and go on to the next choice or the end; the state is changed in place.

        Where several seats choose at the same time each applies one, hidden from the others. Raises Fault
        where the rules cannot go on; the state is not to be used on then. Where chance is asked it gives this
        outcome.
        """
        event, asking = self._event(state), self._asking
        if event is not None and asking is not None:
            if move not in event.outcomes:
                raise ValueError(f"chance gives one of {event.outcomes}, not {move}")
            self._do(lambda: asking.choose(state, move))
            return
        if seat is None:
            seat = self._machine.deciders(state)[0]
        self._do(lambda: self._machine.apply(state, seat, move))

    def step(self, state: Any, move: int) -> list[int]:
        """`apply` for the seat that has to choose (the first of them), and the legal moves then, in one call.

        None are left at the end. Raises Fault, TooManyMoves.
        """
        if self._asking is not None:
            self.apply(state, move)
            return self.legal_moves(state)
        try:
            found = self._machine.step(state, move)
        except Stopped as stopped:
            raise self._fault(stopped) from None
        if found is None:
            raise TooManyMoves(MOST_LISTED, exact=False)
        return found

    def playout(self, state: Any, seed: int) -> None:
        """Play to the end at random, all moves of a choice equally likely; the state is changed in place.

        The seed is of the players' chance; that of the game has its own. Raises Fault, TooManyMoves.
        """
        self._do(lambda: self._machine.playout(state, Draws(seed_number(seed))))

    # ---- the end ---------------------------------------------------------------------------------

    def points(self, state: Any) -> tuple[int, ...]:
        """What the seats have in points now, all lines of the score sheet together."""
        lines = range(len(self._plan.code.scores))
        return tuple(
            sum(
                self._do(lambda seat=seat, line=line: self._machine.score(state, line, seat))
                for line in lines
            )
            for seat in range(self.players)
        )

    def ranking(self, state: Any) -> tuple[Standing, ...]:
        """The seats from the best, as the rules rank them now; equals share a place."""
        return self._program.ranking(self._as_in_games(state))[0]

    def winners(self, state: Any) -> tuple[int, ...]:
        """The seats that share the first place now; none where the rules let nobody win."""
        code, slots = self._plan.code, state if self._asking is None else self._asking.slots(state)
        if slots[ENDING] == code.reasons:
            return tuple(range(self.players))  # its moves are used up
        return self._results(state).winners(qualifies=code.qualifies)

    def shares(self, state: Any) -> tuple[float, ...]:
        """What part of the win each seat has now: 1 for who wins alone, less where several share it.

        A team that wins shares with other teams only: each of its seats has the whole of its part.
        """
        winners, sides = self.winners(state), self._plan.code.sides
        parts = len({sides[seat] for seat in winners})
        return tuple(1 / parts if seat in winners else 0.0 for seat in range(self.players))

    def standing(self, state: Any) -> tuple[tuple[int, int], ...]:
        """What the places go by before tie-breaks if the game ended now, seat by seat: the less, the better.

        The first number is 1 for who could not win at all.
        """
        found = self._results(state).ranks
        if not self._plan.code.qualifies:
            return tuple((0, rank[0]) for rank in found)
        return tuple((rank[0], rank[1] if len(rank) > 1 else 0) for rank in found)

    def _results(self, state: Any) -> Results:
        found = self._do(lambda: self._machine.results(state))
        return Results.of(found, self.players, len(self._plan.code.scores))

    # ---- moves in words and in parts -------------------------------------------------------------

    def text(self, state: Any, move: int, seat: int | None = None) -> str:
        """A legal move as `Game` writes it; what chance gives as a card, a face, a player, or a number."""
        event = self._event(state)
        if event is not None:
            return outcome_text(self._program.layout, event, move)
        if move == DONE:
            return DONE_TEXT
        if seat is None:
            seat = self._machine.deciders(state)[0]
        slots = self._as_in_games(state)
        slots[ME] = seat
        read = self._read(move)
        return Writer(self._program.layout, slots, seat).write(self._program.actions[number_of(read)], read)[
            1
        ]

    def parts(self, move: int) -> tuple[int, ...]:
        """A move as numbers below `part_count`: its action, each argument, each element of a subset.

        A part has the same number in every game of this ruleset, for these settings and so many players.
        """
        if move == DONE:
            return (self.part_count - 1,)
        read = self._read(move)
        found = [number_of(read)]
        for (start, low), argument in zip(self._numbered[0][number_of(read)], read[1:], strict=True):
            values = argument if isinstance(argument, tuple) else (argument,)
            found += [start + value - low for value in values]
        return tuple(found)

    @property
    def part_count(self) -> int:
        """How many different parts moves can have; the last is being done with a choice made in steps."""
        return self._numbered[1]

    def _parts(self) -> tuple[list[list[tuple[int, int]]], int]:
        """For each argument of each action the number of its least value, and that value; then how many."""
        at, starts = len(self._plan.forms), []
        for form in self._plan.forms:
            of_action = []
            for size, low in self._sizes(form):
                of_action.append((at, low))
                at += size
            starts.append(of_action)
        return starts, at + 1

    def _sizes(self, form: MoveForm) -> Iterator[tuple[int, int]]:
        """For each argument of an action how many values it can have, and the least."""
        action = tuple(self.ruleset.model.actions.values())[form.action]
        layout = self._plan.layout
        for one, chosen in zip(form.fields, action.choices, strict=True):
            if not one.subset:
                yield 1 << one.bits, one.low
            elif chosen.kind.family == "die":
                yield layout.dice_count, 0
            elif chosen.kind.family == "zone":
                yield len(layout.zones), 0
            else:
                values = layout.values_of(chosen.kind) or range(1 << 16)
                yield len(values), values[0]

    # ---- within ----------------------------------------------------------------------------------

    def _do(self, work: Any) -> Any:
        try:
            return work()
        except Stopped as stopped:
            raise self._fault(stopped) from None
        except TooMany:
            raise TooManyMoves(MOST_LISTED, exact=False) from None

    def _fault(self, stopped: Stopped) -> Fault:
        """What stopped the machine, as games tell it."""
        place = self._plan.code.faults[stopped.fault]
        return Fault(problem_of(place, stopped.facts, self._plan.layout))

    def _read(self, move: int) -> InternalMove:
        """A move as its action and arguments."""
        return read_move(self._plan.forms, move, self._machine.held)

    def _as_in_games(self, state: Any) -> State:
        """The state as `Game` has it, as far as texts and the ranking look at it."""
        slots, plan, layout = self._machine.slots(state), self._plan, self._program.layout
        found = layout.new_state()
        found[: layout.knowledge_at] = slots[: layout.knowledge_at]
        found[MOVES] -= slots[plan.code.regions["steps"].base]
        for slot, region in plan.locals.items():
            base = layout.lists[slot].base if region.size > 1 else layout.locals_at + slot
            found[base : base + region.size] = slots[region.base : region.base + region.size]
        return found
