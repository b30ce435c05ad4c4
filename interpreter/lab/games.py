"""One game of random players or bots, from its seed to what it came to.

The players' chance is derived from the seed of the game and has nothing to do with the game's own, so that
others in the same seats are dealt the same cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from attrs import frozen

from rulewright.dsl.model import NONE
from rulewright.dsl.problems import Fact, Problem
from rulewright.interpreter.bots import make
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.machine import Draws, Machine, Stopped, TooMany
from rulewright.interpreter.engine.moves import IllegalMove, Move
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.engine.scoring import Results, Standing
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.engines import Engine, engine_for
from rulewright.interpreter.game.game import Bot, Game, Seat
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.native.machine import MachineFault
from rulewright.interpreter.state.layout import BOX, ENDING, MOVES, Layout, State
from rulewright.interpreter.words.texts import Names

TOTAL = "total"
"""The name under which a player's points in all are reported."""

BOTS_WORTH_A_BUILD = 50
"""For so many games of bots that look ahead little `auto` builds what they look at, too."""

SEATS_A_SEED = 64
"""Seeds of bots are the game's times this, plus the seat; no game has as many seats."""

AnyBot = str | Callable[[int], Bot]
"""A bot by its name, or what makes one of a seed. To play in several processes it has to be picklable."""


@frozen
class Finished:
    """One game that came to its end.

    `places` are those of the ranking, seat by seat from 1; who share the first have not won where nobody can.
    `points` holds for each score line, and under `total`, the points seat by seat. `conserved`: every
    card still lies in exactly one place.
    """

    seed: int
    moves: int
    reason: str
    winners: tuple[int, ...]
    places: tuple[int, ...]
    points: Mapping[str, tuple[int, ...]]
    conserved: bool


class StuckGame(Fault):
    """A fault in a game of a run, with the game's seed."""

    def __init__(self, found: Problem, seed: int) -> None:
        super().__init__(found)
        self.seed = seed

    def __reduce__(self) -> tuple[Any, ...]:
        return StuckGame, (self.problem, self.seed)


class BotFailed(Exception):
    """A bot raised, or chose what is no legal move; the game cannot go on. `problem` tells of it."""

    def __init__(self, found: Problem) -> None:
        super().__init__(found.code)
        self.problem = found


def bot_name(bot: AnyBot) -> str:
    """What a bot is called in reports."""
    return bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)


def rotated(bots: Sequence[AnyBot], turn: int) -> tuple[AnyBot, ...]:
    """The bots by seat when each has moved on by so many seats."""
    return tuple(bots[(seat - turn) % len(bots)] for seat in range(len(bots)))


def all_random(bots: Sequence[AnyBot]) -> bool:
    """Is nobody here who thinks?"""
    return all(bot == "random" for bot in bots)


def play_one(
    ruleset: Ruleset, players: int, seed: int, bots: Sequence[AnyBot] = (), engine: EngineName = "auto"
) -> Finished:
    """Play one game to its end: by random players, or by these bots, seat by seat.

    What bots look ahead at is played by the engine, as `make` takes it.

    Raises StuckGame where the rules ask for what cannot be done, and BotFailed.
    """
    with stuck_told(seed):
        if all_random(bots):
            chosen = engine_for(ruleset, players, 1, "python")
            return by_machine(chosen, seed) or by_program(chosen.program, seed)
        return by_bots(ruleset, players, seed, bots, engine)


@contextmanager
def stuck_told(seed: int) -> Iterator[None]:
    """A fault is told with the seed of its game."""
    try:
        yield
    except Fault as fault:
        raise StuckGame(fault.problem, seed) from None


def by_bots(
    ruleset: Ruleset, players: int, seed: int, bots: Sequence[AnyBot], engine: EngineName = "auto"
) -> Finished:
    """One game by bots. Raises Fault, BotFailed."""
    game = ruleset.new_game(players, seed)
    made = made_bots(bots, seed, engine)
    while not game.over:
        seat = game.decision.seats[0]
        choose(game, made[seat], seat, bots[seat], seed)
    return _finished(game.program, list(game.history.now), seed)


def looking_ahead(wanted: EngineName, games: int) -> EngineName:
    """What plays the games that bots look ahead at, in a run of so many games."""
    return "native" if wanted == "auto" and games >= BOTS_WORTH_A_BUILD else wanted


def made_bots(bots: Sequence[AnyBot], seed: int, engine: EngineName = "auto") -> list[Bot]:
    """The players of a game, seat by seat."""
    seeds = [seed * SEATS_A_SEED + seat for seat in range(len(bots))]
    return [
        make(bot, one, engine) if isinstance(bot, str) else bot(one)
        for bot, one in zip(bots, seeds, strict=True)
    ]


def choose(game: Game, bot: Bot, seat: int, kind: AnyBot, seed: int) -> Move | str:
    """Let a bot make its move. Raises BotFailed, which tells what it did wrong, where and when."""
    facts: dict[str, Fact] = {
        "bot": bot_name(kind),
        "seat": seat + 1,
        "move": game.moves_made + 1,
        "seed": str(seed),
    }
    try:
        chooses = bot if callable(bot) else bot.choose
        move = chooses(Seat(game, seat))
    except Fault:
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise BotFailed(Problem("bot-raised", facts={**facts, "said": said})) from error
    try:
        game.apply(move, seat)
    except IllegalMove as error:
        raise BotFailed(Problem("bot-illegal", facts={**facts, "said": error.refusal.reason})) from error
    except TypeError as error:
        raise BotFailed(Problem("bot-illegal", facts={**facts, "said": f"{error}."})) from error
    return move


def by_machine(engine: Engine, seed: int) -> Finished | None:
    """One random game; None where it stopped, has more moves than can be listed, or a reason of its own."""
    machine, plan = engine.machine, engine.plan
    with suppress(Stopped, TooMany, MachineFault):
        state = machine.start(seed)
        machine.playout(state, Draws(seed))
        ending = machine.slots(state)[ENDING]
        reason = engine.reasons[-1 if ending == NONE else ending]
        if reason is not None:
            return finished_machine(engine, machine, plan.layout, state, seed, reason)
    return None


def by_program(program: Program, seed: int) -> Finished:
    """One random game by what tells faults, guesses at moves that are too many to list, and words reasons."""
    state = program.start(seed)
    program.random_playout(state, Draws(seed).below)
    return _finished(program, state, seed)


def finished_machine(
    engine: Engine, machine: Machine, layout: Layout, state: object, seed: int, reason: str
) -> Finished:
    """What a machine's game came to."""
    code, names, slots = engine.plan.code, engine.ruleset.model.scores, machine.slots(state)
    results = Results.of(machine.results(state), code.players, len(code.scores))
    drawn = slots[ENDING] == code.reasons
    winners = layout.seats if drawn else results.winners(qualifies=code.qualifies)
    standings = () if drawn else results.standings(layout.sides)
    return Finished(
        seed,
        slots[MOVES],
        reason,
        winners,
        _places(standings, layout),
        _by_line(names, results),
        conserved(layout, slots),
    )


def _finished(program: Program, state: State, seed: int) -> Finished:
    reason, seats = program.reason(state), program.layout.seats
    names = Names(program.layout, tuple(str(seat + 1) for seat in seats))
    standings, winners = program.ranking(state)
    return Finished(
        seed,
        state[MOVES],
        "" if reason is None else names.phrase(reason, state, None),
        winners,
        _places(standings, program.layout),
        _by_line(program.model.scores, program.scorer.results(state)),
        conserved(program.layout, state),
    )


def _places(standings: Iterable[Standing], layout: Layout) -> tuple[int, ...]:
    """The place of each seat; the first where nothing is said of it."""
    places = {seat: standing.place for standing in standings for seat in standing.seats}
    return tuple(places.get(seat, 1) for seat in layout.seats)


def _by_line(names: Iterable[str], results: Results) -> dict[str, tuple[int, ...]]:
    """The points of all seats, line by line, and in all."""
    lines = dict(zip(names, zip(*results.points, strict=True), strict=True))
    return {**lines, TOTAL: tuple(map(sum, results.points))}


def conserved(layout: Layout, state: State) -> bool:
    """Whether every card lies in exactly one place: the box, or the one zone that the state says."""
    places = [BOX] * len(layout.cards)
    lying = 0
    for zone in layout.zones:
        size = state[zone.size_at]
        lying += size
        for card in state[zone.base : zone.base + size]:
            places[card] = zone.number
    in_zones = len(places) - places.count(BOX)
    return in_zones == lying and places == state[layout.zone_of_at : layout.zone_of_at + len(places)]
