"""Another game in the place of the one that is played, as one seat may think it to be."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.lowering.everyone import ASKED, FORCED
from rulewright.interpreter.state.chance import draw, site_number
from rulewright.interpreter.state.domains import InternalMove
from rulewright.interpreter.state.layout import OVER, State

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game

_COMMITTED = site_number("others who have committed")


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
    too, to a move drawn at random; who has begun to choose step by step has not begun there.
    """
    play, real = game.program.play, game.state
    commits = None if real[OVER] else play.point(real).commits
    if commits is None:
        return redeal(game.program.layout, real, seat, seed), []
    others = {one: commits.status(real, one) for one in commits.keeping(real) if one != seat}
    for other in others:
        commits.withdraw(real, other)
    state = redeal(game.program.layout, real, seat, seed)
    draw_one, chosen = drawing(seed, _COMMITTED), list[tuple[int, InternalMove]]()
    for other, status in others.items():
        if status == ASKED:
            continue
        with suppress(Fault):
            while commits.status(state, other) == ASKED:
                move = play.pick(state, other, draw_one)
                if move is None:
                    break
                play.apply(state, other, move)
                if status != FORCED:
                    chosen.append((other, move))
            else:
                commits.mark(state, other, status)
    return state, chosen
