"""Another game in the place of the one that is played, as one seat may think it to be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import Move, Refusal
from rulewright.interpreter.engine.play import Play
from rulewright.interpreter.engine.points import Commits
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.game.retrace import Retraced, Retracing
from rulewright.interpreter.state.chance import WORDS, draw, site_number
from rulewright.interpreter.state.domains import InternalMove
from rulewright.interpreter.state.layout import ASKED, COMMITTED, FORCED, NOT_ASKED, OVER, State

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game

_COMMITTED = site_number("others who have committed")
_MOST_DEALS = 64
"""How often it is dealt, until others can have committed as they have."""
_MOST_CHOSEN = 8
"""How often others commit anew in games that fit what has happened."""


def drawing(seed: int, site: int) -> Callable[[int], int]:
    """Numbers below the one given, from a stream of their own."""
    count = 0

    def draw_below(bound: int) -> int:
        nonlocal count
        number, count = draw(seed, site, count, bound)
        return number

    return draw_below


@frozen
class Redeal:
    """How well a redealt game fits what has happened.

    Of the `moves` that were made so many were `kept`: each is legal there, it was asked for, and the seat is
    told the same. Where it is not `consistent` no deal was found that fits: it fits what the seat sees now,
    and what it knows of where cards lie.
    """

    moves: int
    kept: int
    consistent: bool
    """Can all that has happened have happened there?"""


@frozen(eq=False)
class Redealt:
    """A state that a seat cannot tell from the real one, and who has `chosen` what in secret there.

    No `past` where none was found that fits.
    """

    state: State
    chosen: list[tuple[int, InternalMove]]
    past: Retraced | None
    fits: Redeal


def redealt_state(game: Game, seat: int, seed: int, *, past: bool = True) -> State:
    """A state that the seat cannot tell from the real one, for programs that look ahead.

    What observers know is not kept up in it. Without a `past` it fits what the seat knows now and no more,
    which takes much less time.
    """
    if not past:
        now = game.state
        commits = None if now[OVER] else game.program.play.point(now).commits
        return _as_it_stands(game, commits, now, seat, seed)[0]
    return redealt(game, seat, seed, told=False).state


def redealt(game: Game, seat: int, seed: int, *, told: bool = True) -> Redealt:
    """Another game that the seat cannot tell from the real one, with all else drawn from `seed` (64 bits).

    It is one in which all that has happened can have happened, if such a one is found: see `Retracing`.
    What the seat has chosen in a simultaneous choice that is open it has chosen there, too: of what it does
    not see, whatever lies in that place. Others who have committed have done so to a move drawn at random;
    who has begun to choose step by step has not begun there. Where somebody could not have chosen so, it is
    dealt again. Of a game in which players forget what they have seen it fits only what the seat knows now.
    """
    history, now = game.history, game.state
    commits = None if now[OVER] else game.program.play.point(now).commits
    made = len(history)
    while commits is not None and made > history.first and history.steps[made - 1].hidden:
        made -= 1
    retracing = game.retracings.setdefault(seat, Retracing(game.program, seat))
    draw_one = drawing(seed, _COMMITTED)
    retracing.note(history, made)
    before, again, count = history.told(made), seed, made - history.first
    for _ in range(_MOST_CHOSEN if game.ruleset.perfect_recall else 0):
        past = retracing.deal(before, again, told=told)
        if past is None:
            break
        state, chosen = list(past.states[-1]), list[tuple[int, InternalMove]]()
        if commits is None or _all_choose(game, commits, now, state, seat, draw_one, chosen):
            return Redealt(state, chosen, past, Redeal(count, count, consistent=True))
        again = draw_one(WORDS) * WORDS + draw_one(WORDS)
    state, chosen = _as_it_stands(game, commits, now, seat, seed)
    return Redealt(state, chosen, None, Redeal(count, retracing.fitted, consistent=False))


def _as_it_stands(
    game: Game, commits: Commits | None, now: State, seat: int, seed: int
) -> tuple[State, list[tuple[int, InternalMove]]]:
    """A redeal that fits what the seat knows of the present, and no more."""
    layout, there = game.program.layout, list(now)
    if commits is None:
        return redeal(layout, there, seat, seed), []
    own = {one for one, _, _ in game.hidden_choices} & {seat}
    for one in layout.seats:
        if commits.status(now, one) != NOT_ASKED and (one != seat or own):
            commits.withdraw(there, one)
    draw_one = drawing(seed, _COMMITTED)
    for _ in range(_MOST_DEALS):
        state, chosen = redeal(layout, there, seat, seed), list[tuple[int, InternalMove]]()
        if _all_choose(game, commits, now, state, seat, draw_one, chosen):
            break
        seed = draw_one(WORDS) * WORDS + draw_one(WORDS)
    return state, chosen


def _all_choose(
    game: Game,
    commits: Commits,
    now: State,
    state: State,
    seat: int,
    draw_one: Callable[[int], int],
    chosen: list[tuple[int, InternalMove]],
) -> bool:
    """Let all choose in a redeal who have chosen; False: somebody cannot have been dealt this."""
    own = [move for one, _, move in game.hidden_choices if one == seat]
    statuses = {one: commits.status(now, one) for one in game.program.layout.seats}
    return _chooses_again(game, state, seat, own, chosen) and all(
        _commits_to(game.program.play, commits, state, one, status, draw_one, chosen)
        for one, status in statuses.items()
        if one != seat and status in (COMMITTED, FORCED)
    )


def _chooses_again(
    game: Game, state: State, seat: int, moves: Sequence[Move], chosen: list[tuple[int, InternalMove]]
) -> bool:
    """Let the seat choose once more what it has chosen; False: it cannot have been dealt this."""
    for move in moves:
        read = game.texts.check(state, seat, move)
        if isinstance(read, Refusal):
            return False
        game.program.play.apply(state, seat, read)
        chosen.append((seat, read))
    return True


def _commits_to(
    play: Play,
    commits: Commits,
    state: State,
    seat: int,
    status: int,
    draw_one: Callable[[int], int],
    chosen: list[tuple[int, InternalMove]],
) -> bool:
    """Let a seat commit to a move drawn at random, which is noted if it was asked; False: it has none."""
    with suppress(Fault):
        while commits.status(state, seat) == ASKED:
            move = play.pick(state, seat, draw_one)
            if move is None:
                return False
            play.apply(state, seat, move)
            if status != FORCED:
                chosen.append((seat, move))
        commits.mark(state, seat, status)
        return True
    return False
