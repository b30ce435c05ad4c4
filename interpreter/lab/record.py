"""What is recorded of a game that is played move by move, as one row of whole numbers.

Who won, by how much and after how many moves; what could be chosen at each decision, and what was; who was
ahead after each move. A choice by each seat is a decision. A card counts as offered where one of the legal
moves names it, payments aside, and copies of a card are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import lcm

from attrs import define, field, frozen

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.machine import Draws, Stopped, TooMany
from rulewright.interpreter.engine.moves import Move, Refusal
from rulewright.interpreter.engine.scoring import Results
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.engines import Engine, engine_for
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.games import TOTAL, AnyBot, all_random, choose, made_bots, stuck_told
from rulewright.interpreter.lowering.moves import read_move
from rulewright.interpreter.native.machine import MachineFault
from rulewright.interpreter.state.domains import DONE, InternalMove, TooManyMoves, number_of
from rulewright.interpreter.state.layout import ENDING, MOVES, Layout

PARTS = 1_000
"""When the winner was decided is told in so many parts of the game."""

Column = tuple[str, str]
"""What a number of a row is: of what, and which one."""
Thing = tuple[str, str]
"""An action or a card, by its name: ("action", "take"), ("card", "fig")."""

OFFERED, TAKEN, TAKERS, WON = "offered", "taken", "takers", "won"
"""Of an action or card: at how many decisions it could be chosen, and was; by how many seats; their wins."""


@frozen
class Columns:
    """What the numbers of a row are, for a ruleset and a number of players.

    A win is worth `whole`, so that its parts are whole numbers, too.
    """

    players: int
    sides: tuple[int, ...]
    whole: int
    lines: tuple[str, ...]
    things: tuple[Thing, ...]
    numbers: Mapping[Column, int]

    @classmethod
    def of(cls, layout: Layout) -> Columns:
        """Those of a ruleset."""
        seats = [str(seat + 1) for seat in layout.seats]
        cards = dict.fromkeys(card.id for card in layout.cards)
        things: list[Thing] = [("action", name) for name in layout.model.actions]
        things += [("card", card) for card in cards]
        lines = (*layout.model.scores, TOTAL)
        columns: list[Column] = [("game", name) for name in GAME]
        columns += [("seat", seat) for seat in seats] + [("bot", seat) for seat in seats]
        columns += [("points", line) for line in lines]
        columns += [
            (f"{what} {kind}", name) for kind, name in things for what in (OFFERED, TAKEN, TAKERS, WON)
        ]
        numbers = {column: number for number, column in enumerate(columns)}
        whole = lcm(*range(1, layout.player_count + 1))
        return cls(layout.player_count, layout.sides, whole, lines, tuple(things), numbers)


GAME = (
    *("wins", "unwon", "ties", "margin", "moves", "decisions", "listed", "options", "forced"),
    *("lead changes", "followed", "decided"),
)
"""What a row says of the whole game. `listed` are decisions whose moves could be listed, `options` how many
these were together, `forced` those with one. `followed` is 1 where it could be told all along who was ahead.
"""


@define
class Recorder:
    """Records one game."""

    columns: Columns
    decisions: int = 0
    listed: int = 0
    options: int = 0
    forced: int = 0
    offered: dict[int, int] = field(factory=dict)
    taken: dict[int, int] = field(factory=dict)
    takers: dict[int, set[int]] = field(factory=dict)
    leaders: list[tuple[int, ...]] = field(factory=list)

    def decision(self, seat: int, count: int | None, offered: Iterable[int], chosen: Iterable[int]) -> None:
        """A choice among so many moves (None: too many to list), which name these things."""
        self.decisions += 1
        if count is None:
            return
        self.listed += 1
        self.options += count
        self.forced += count == 1
        for thing in offered:
            self.offered[thing] = self.offered.get(thing, 0) + 1
        for thing in chosen:
            self.taken[thing] = self.taken.get(thing, 0) + 1
            self.takers.setdefault(thing, set()).add(seat)

    def standing(self, results: Results | None) -> None:
        """How it stands after a move; nothing where that cannot be told yet."""
        if results is None:
            self.leaders.append(())
            return
        best = min(results.ranks)
        sides = {self.columns.sides[seat] for seat, rank in enumerate(results.ranks) if rank == best}
        self.leaders.append(tuple(sorted(sides)))

    def row(self, results: Results, winners: Sequence[int], moves: int, bots_moved_on: int) -> list[int]:
        """The row of a game that is over."""
        columns, players, sides = self.columns, self.columns.players, self.columns.sides
        found = [0] * len(columns.numbers)

        def put(column: Column, value: int) -> None:
            found[columns.numbers[column]] = value

        share = columns.whole // len(winners) if winners else 0
        totals = [sum(points) for points in results.points]
        followed = int(() not in self.leaders)
        changes, decided = self._lead(winners) if followed else (0, 0)
        for name, value in zip(
            GAME,
            (
                share * len(winners),
                int(not winners),
                int(len({sides[seat] for seat in winners}) > 1),
                _margin(results.ranks, totals, sides),
                *(moves, self.decisions, self.listed, self.options, self.forced),
                *(changes, followed, decided),
            ),
            strict=True,
        ):
            put(("game", name), value)
        for seat in winners:
            put(("seat", str(seat + 1)), share)
            put(("bot", str((seat - bots_moved_on) % players + 1)), share)
        for number, line in enumerate(columns.lines[:-1]):
            put(("points", line), sum(points[number] for points in results.points))
        put(("points", TOTAL), sum(totals))
        for number, (kind, name) in enumerate(columns.things):
            takers = self.takers.get(number, set())
            put((f"{OFFERED} {kind}", name), self.offered.get(number, 0))
            put((f"{TAKEN} {kind}", name), self.taken.get(number, 0))
            put((f"{TAKERS} {kind}", name), len(takers))
            put((f"{WON} {kind}", name), share * len(takers.intersection(winners)))
        return found

    def _lead(self, winners: Sequence[int]) -> tuple[int, int]:
        """How often another side came to be ahead alone, and after what part of the game the winner was."""
        alone = [leaders[0] for leaders in self.leaders if len(leaders) == 1]
        changes = sum(before != after for before, after in pairwise(alone))
        won_by = tuple(sorted({self.columns.sides[seat] for seat in winners}))
        since = len(self.leaders)
        while since and self.leaders[since - 1] == won_by:
            since -= 1
        return changes, PARTS * since // max(1, len(self.leaders))


def _margin(ranks: Sequence[tuple[int, ...]], totals: Sequence[int], sides: Sequence[int]) -> int:
    """By how many points the first side is before the second; 0 where there is one."""
    of_side: dict[int, int] = {}
    for seat, side in enumerate(sides):
        of_side[side] = of_side.get(side, 0) + totals[seat]
    rank_of = dict(zip(sides, ranks, strict=True))
    order = sorted(rank_of, key=lambda side: rank_of[side])
    points = [of_side[side] for side in order]
    return abs(points[0] - points[1]) if len(points) > 1 else 0


@define(eq=False)
class Records:
    """Plays games of a ruleset and records them.

    Random games are played by `engine`, and by `ahead` what bots look at.
    """

    ruleset: Ruleset
    players: int
    engine: EngineName = "auto"
    ahead: EngineName = "auto"
    columns: Columns = field(init=False)
    _thing_of: Mapping[Thing, int] = field(init=False)
    _engine: Engine | None = field(init=False, default=None)
    _named: dict[int, tuple[int, ...]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.columns = Columns.of(self.ruleset.layout(self.players))
        self._thing_of = {thing: number for number, thing in enumerate(self.columns.things)}

    def made_ready(self, games: int) -> Engine:
        """What plays random games, made ready for so many of them."""
        if self._engine is None:
            self._engine = engine_for(self.ruleset, self.players, games, self.engine)
            self._engine.machine.keep()
        return self._engine

    def row(self, seed: int, bots: Sequence[AnyBot], moved_on: int, games: int) -> list[int]:
        """One game, by these bots seat by seat. Raises StuckGame, BotFailed."""
        with stuck_told(seed):
            if all_random(bots):
                try:
                    return self._by_machine(self.made_ready(games), seed, moved_on)
                except (Stopped, TooMany, MachineFault):
                    pass  # the program tells faults, and guesses where there are too many moves
            return self._by_bots(seed, bots, moved_on)

    def _by_machine(self, engine: Engine, seed: int, moved_on: int) -> list[int]:
        """A game of random players. Raises Stopped, TooMany, MachineFault."""
        machine, code = engine.machine, engine.plan.code
        lines, players = len(code.scores), self.players
        recorder, draws, named = Recorder(self.columns), Draws(seed), self._named
        state = machine.start(seed)
        seats = machine.deciders(state)
        moves = machine.moves(state, seats[0]) if seats else []
        while moves:
            move = moves[draws.below(len(moves))] if len(moves) > 1 else moves[0]
            offered: set[int] = set()
            for one in moves:
                if one not in named:
                    named[one] = self._things(
                        engine.plan.layout, read_move(engine.plan.forms, one, machine.held)
                    )
                offered.update(named[one])
            recorder.decision(seats[0], len(moves), offered, named[move])
            moves = machine.step(state, move)
            recorder.standing(_results(partial(machine.results, state), players, lines))
            seats = machine.deciders(state)
        if moves is None:
            raise TooMany
        slots = machine.slots(state)
        results = Results.of(machine.results(state), players, lines)
        drawn = slots[ENDING] == code.reasons
        winners = engine.plan.layout.seats if drawn else results.winners(qualifies=code.qualifies)
        return recorder.row(results, winners, slots[MOVES], moved_on)

    def _by_bots(self, seed: int, bots: Sequence[AnyBot], moved_on: int) -> list[int]:
        """A game of any bots. Raises Fault, BotFailed."""
        game = self.ruleset.new_game(self.players, seed)
        program, recorder = game.program, Recorder(self.columns)
        made = made_bots(bots, seed, self.ahead)
        while not game.over:
            seat = game.decision.seats[0]
            before = list(game.history.now)
            move = choose(game, made[seat], seat, bots[seat], seed)
            self._decision(recorder, game, before, seat, move)
            recorder.standing(_results_of(game))
        state = list(game.history.now)
        return recorder.row(program.scorer.results(state), program.ranking(state)[1], state[MOVES], moved_on)

    def _decision(
        self, recorder: Recorder, game: Game, state: list[int], seat: int, move: Move | str
    ) -> None:
        """What was chosen, and out of what."""
        try:
            moves = game.program.play.moves(state, seat)
        except TooManyMoves:
            recorder.decision(seat, None, (), ())
            return
        layout = game.program.layout
        offered = {thing for one in moves for thing in self._things(layout, one)}
        chosen = (
            game.texts.read(state, seat, move)
            if isinstance(move, str)
            else game.texts.check(state, seat, move)
        )
        named = () if isinstance(chosen, Refusal) else self._things(layout, chosen)
        recorder.decision(seat, len(moves), offered, named)

    def _things(self, layout: Layout, move: InternalMove) -> tuple[int, ...]:
        """The action of a move, and the cards that it names."""
        number = number_of(move)
        if number == DONE:
            return ()
        action = tuple(layout.model.actions.values())[number]
        found = {self._thing_of["action", action.name]: None}
        for chosen, argument in zip(action.choices, move[1:], strict=False):
            if chosen.kind.family == "card" and chosen.payment is None:
                for card in argument if isinstance(argument, tuple) else (argument,):
                    found[self._thing_of["card", layout.cards[card].id]] = None
        return tuple(found)


def _results(work: Callable[[], Sequence[int]], players: int, lines: int) -> Results | None:
    """How it stands now, by a machine; None where that cannot be told."""
    try:
        return Results.of(work(), players, lines)
    except Stopped:
        return None


def _results_of(game: Game) -> Results | None:
    """How it stands now, in a game for people; None where that cannot be told."""
    try:
        return game.program.scorer.results(list(game.history.now))
    except Fault:
        return None
