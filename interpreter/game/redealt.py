"""Another game in the place of the one that is played, as one seat may think it to be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import Move, Refusal
from rulewright.interpreter.engine.play import Play
from rulewright.interpreter.engine.points import Commits
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.state.chance import WORDS, draw, site_number
from rulewright.interpreter.state.domains import InternalMove
from rulewright.interpreter.state.layout import ASKED, COMMITTED, FORCED, NOT_ASKED, OVER, State

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game

_COMMITTED = site_number("others who have committed")
_MOST_DEALS = 64
"""How often it is dealt, until others can have committed as they have."""


def drawing(seed: int, site: int) -> Callable[[int], int]:
    """Numbers below the one given, from a stream of their own."""
    count = 0

    def draw_below(bound: int) -> int:
        nonlocal count
        number, count = draw(seed, site, count, bound)
        return number

    return draw_below


def redealt_state(game: Game, seat: int, seed: int) -> tuple[State, list[tuple[int, InternalMove]]]:
    """A state that the seat cannot tell from the real one, and who has chosen what in secret there.

    All else is drawn from `seed` (64 bits). What the seat has chosen in a simultaneous choice that is open
    it has chosen there, too: of what it does not see, whatever lies in that place. Others who have committed
    have done so to a move drawn at random; who has begun to choose step by step has not begun there. Where
    somebody could not have chosen so, it is dealt again.
    """
    layout, play, there = game.program.layout, game.program.play, game.state
    commits = None if there[OVER] else play.point(there).commits
    if commits is None:
        return redeal(layout, there, seat, seed), []
    own = [move for one, _, move in game.hidden_choices if one == seat]
    statuses = {one: commits.status(there, one) for one in layout.seats}
    for one, status in statuses.items():
        if status != NOT_ASKED and (one != seat or own):
            commits.withdraw(there, one)
    draw_one = drawing(seed, _COMMITTED)
    for _ in range(_MOST_DEALS):
        state, chosen = redeal(layout, there, seat, seed), list[tuple[int, InternalMove]]()
        if _chooses_again(game, state, seat, own, chosen) and all(
            _commits_to(play, commits, state, one, status, draw_one, chosen)
            for one, status in statuses.items()
            if one != seat and status in (COMMITTED, FORCED)
        ):
            break
        seed = draw_one(WORDS) * WORDS + draw_one(WORDS)
    return state, chosen


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
