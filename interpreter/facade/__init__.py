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
    from rulewright.dsl.problems import Problem
    from rulewright.dsl.problems.report import render
    from rulewright.dsl.problems.spans import Source, Span
    from rulewright.interpreter.engine.events import Event
    from rulewright.interpreter.engine.faults import Fault
    from rulewright.interpreter.engine.moves import At, Decision, IllegalMove, Move, Refusal, TooManyMoves
    from rulewright.interpreter.engine.scoring import Outcome, ScoreSheet, Standing
    from rulewright.interpreter.game.errors import RulesetError, SaveError
    from rulewright.interpreter.game.game import Bot, Game
    from rulewright.interpreter.game.positions import Position, game_from, position
    from rulewright.interpreter.game.ruleset import Ruleset
    from rulewright.interpreter.game.saves.resume import Resumed
    from rulewright.interpreter.game.seat import Seat
    from rulewright.interpreter.game.simulator import Simulator
    from rulewright.interpreter.game.views.models import View
    from rulewright.interpreter.library.checking import check
    from rulewright.interpreter.library.places import list_rulesets
    from rulewright.interpreter.library.rulesets import load, load_text, resume

__version__ = "0.1.0"

_HOMES = {
    "At": "rulewright.interpreter.engine.moves",
    "Bot": "rulewright.interpreter.game.game",
    "check": "rulewright.interpreter.library.checking",
    "Decision": "rulewright.interpreter.engine.moves",
    "Event": "rulewright.interpreter.engine.events",
    "Fault": "rulewright.interpreter.engine.faults",
    "Game": "rulewright.interpreter.game.game",
    "game_from": "rulewright.interpreter.game.positions",
    "IllegalMove": "rulewright.interpreter.engine.moves",
    "list_rulesets": "rulewright.interpreter.library.places",
    "load": "rulewright.interpreter.library.rulesets",
    "load_text": "rulewright.interpreter.library.rulesets",
    "Move": "rulewright.interpreter.engine.moves",
    "Outcome": "rulewright.interpreter.engine.scoring",
    "position": "rulewright.interpreter.game.positions",
    "Position": "rulewright.interpreter.game.positions",
    "Problem": "rulewright.dsl.problems",
    "Refusal": "rulewright.interpreter.engine.moves",
    "render": "rulewright.dsl.problems.report",
    "resume": "rulewright.interpreter.library.rulesets",
    "Resumed": "rulewright.interpreter.game.saves.resume",
    "Ruleset": "rulewright.interpreter.game.ruleset",
    "RulesetError": "rulewright.interpreter.game.errors",
    "SaveError": "rulewright.interpreter.game.errors",
    "ScoreSheet": "rulewright.interpreter.engine.scoring",
    "Seat": "rulewright.interpreter.game.seat",
    "Simulator": "rulewright.interpreter.game.simulator",
    "Source": "rulewright.dsl.problems.spans",
    "Span": "rulewright.dsl.problems.spans",
    "Standing": "rulewright.interpreter.engine.scoring",
    "TooManyMoves": "rulewright.interpreter.engine.moves",
    "View": "rulewright.interpreter.game.views.models",
}

__all__ = [
    "At",
    "Bot",
    "Decision",
    "Event",
    "Fault",
    "Game",
    "IllegalMove",
    "Move",
    "Outcome",
    "Position",
    "Problem",
    "Refusal",
    "Resumed",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "ScoreSheet",
    "Seat",
    "Simulator",
    "Source",
    "Span",
    "Standing",
    "TooManyMoves",
    "View",
    "__version__",
    "check",
    "game_from",
    "list_rulesets",
    "load",
    "load_text",
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
