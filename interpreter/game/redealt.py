"""Another game in the place of the one that is played, as one seat may think it to be."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.play import Play
from rulewright.interpreter.engine.points import Commits
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.lowering.everyone import ASKED, FORCED
from rulewright.interpreter.state.chance import WORDS, draw, site_number
from rulewright.interpreter.state.domains import InternalMove
from rulewright.interpreter.state.layout import OVER, State

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
    """A state that the seat cannot tell from the real one, and what others have committed to there.

    All else is drawn from `seed` (64 bits). Who has committed in a simultaneous choice has done so there,
    too, to a move drawn at random; who has begun to choose step by step has not begun there. Where somebody
    who has committed could not have, it is dealt again.
    """
    play, real = game.program.play, game.state
    commits = None if real[OVER] else play.point(real).commits
    if commits is None:
        return redeal(game.program.layout, real, seat, seed), []
    others = {one: commits.status(real, one) for one in commits.keeping(real) if one != seat}
    for other in others:
        commits.withdraw(real, other)
    draw_one = drawing(seed, _COMMITTED)
    for _ in range(_MOST_DEALS):
        state, chosen = redeal(game.program.layout, real, seat, seed), list[tuple[int, InternalMove]]()
        if all(_commits_to(play, commits, state, *other, draw_one, chosen) for other in others.items()):
            break
        seed = draw_one(WORDS) * WORDS + draw_one(WORDS)
    return state, chosen


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
    if status == ASKED:
        return True
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
