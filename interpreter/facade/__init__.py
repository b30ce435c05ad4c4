"""Rulewright: card games as rule files, played by one interpreter.

    from rulewright import load

    game = load("my-game.rules").new_game(players=2, seed=7)
    while not game.over:
        game.apply(game.legal_moves()[0])
    print(game.outcome.winners, game.score_sheet())

What stands here is the public face; everything is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.dsl.problems.report import render
    from rulewright.interpreter.engine.faults import Fault
    from rulewright.interpreter.engine.moves import At, IllegalMove, Move, Refusal, TooManyMoves
    from rulewright.interpreter.game.errors import RulesetError, SaveError
    from rulewright.interpreter.game.game import Game
    from rulewright.interpreter.game.positions import game_from, position
    from rulewright.interpreter.game.ruleset import Ruleset
    from rulewright.interpreter.game.seat import Seat
    from rulewright.interpreter.game.simulator import Simulator
    from rulewright.interpreter.library.checking import check
    from rulewright.interpreter.library.places import list_rulesets
    from rulewright.interpreter.library.rulesets import load, resume

__version__ = "0.1.0"

_HOMES = {
    "At": "rulewright.interpreter.engine.moves",
    "Fault": "rulewright.interpreter.engine.faults",
    "Game": "rulewright.interpreter.game.game",
    "IllegalMove": "rulewright.interpreter.engine.moves",
    "Move": "rulewright.interpreter.engine.moves",
    "Refusal": "rulewright.interpreter.engine.moves",
    "Ruleset": "rulewright.interpreter.game.ruleset",
    "RulesetError": "rulewright.interpreter.game.errors",
    "TooManyMoves": "rulewright.interpreter.engine.moves",
    "check": "rulewright.interpreter.library.checking",
    "game_from": "rulewright.interpreter.game.positions",
    "list_rulesets": "rulewright.interpreter.library.places",
    "load": "rulewright.interpreter.library.rulesets",
    "position": "rulewright.interpreter.game.positions",
    "render": "rulewright.dsl.problems.report",
    "resume": "rulewright.interpreter.library.rulesets",
    "SaveError": "rulewright.interpreter.game.errors",
    "Seat": "rulewright.interpreter.game.seat",
    "Simulator": "rulewright.interpreter.game.simulator",
}

__all__ = [
    "At",
    "Fault",
    "Game",
    "IllegalMove",
    "Move",
    "Refusal",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "Seat",
    "Simulator",
    "TooManyMoves",
    "__version__",
    "check",
    "game_from",
    "list_rulesets",
    "load",
    "position",
    "render",
    "resume",
]


def __getattr__(name: str) -> object:
    """Import a public name from its home on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'rulewright' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The public names, which `dir(rulewright)` would not show before they are asked for."""
    return sorted(__all__)
