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
    from rulewright.dsl.report import render
    from rulewright.interpreter.engine.faults import Fault
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.moves import At, IllegalMove, Move, Refusal, TooManyMoves
    from rulewright.interpreter.positions import game_from, position
    from rulewright.interpreter.ruleset import Ruleset, RulesetError
    from rulewright.interpreter.save_lines import SaveError
    from rulewright.interpreter.seat import Seat
    from rulewright.lab.simulator import Simulator
    from rulewright.library import check, list_rulesets, load, resume

__version__ = "0.1.0"

_HOMES = {
    "At": "rulewright.interpreter.moves",
    "Fault": "rulewright.interpreter.engine.faults",
    "Game": "rulewright.interpreter.game",
    "IllegalMove": "rulewright.interpreter.moves",
    "Move": "rulewright.interpreter.moves",
    "Refusal": "rulewright.interpreter.moves",
    "Ruleset": "rulewright.interpreter.ruleset",
    "RulesetError": "rulewright.interpreter.ruleset",
    "TooManyMoves": "rulewright.interpreter.moves",
    "check": "rulewright.library",
    "game_from": "rulewright.interpreter.positions",
    "list_rulesets": "rulewright.library",
    "load": "rulewright.library",
    "position": "rulewright.interpreter.positions",
    "render": "rulewright.dsl.report",
    "resume": "rulewright.library",
    "SaveError": "rulewright.interpreter.save_lines",
    "Seat": "rulewright.interpreter.seat",
    "Simulator": "rulewright.lab.simulator",
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
