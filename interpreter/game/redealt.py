"""Another game in the place of the one that is played, as one seat may think it to be."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.points import COMMITTED
from rulewright.interpreter.engine.redeal import redeal
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


def redealt_state(game: Game, seat: int, seed: int) -> tuple[State, dict[int, InternalMove]]:
    """A state that the seat cannot tell from the real one, and what others have committed to there.

    All else is drawn from `seed` (64 bits). Who has committed in a simultaneous choice has done so there,
    too, to a move drawn at random.
    """
    play, real = game.program.play, game.state
    commits = None if real[OVER] else play.point(real).commits
    others = [] if commits is None else [one for one in commits.seats(real, COMMITTED) if one != seat]
    if commits is not None:
        for other in others:
            commits.withdraw(real, other)
    state = redeal(game.program.layout, real, seat, seed)
    draw_one, chosen = drawing(seed, _COMMITTED), dict[int, InternalMove]()
    for other in others:
        with suppress(Fault):
            move = play.pick(state, other, draw_one)
            if commits is not None and move is not None:
                chosen[other] = move
                commits.commit(state, other, move)
    return state, chosen
