"""A game of one move each, for tests of the lab: the highest number wins. And bots that name one number."""

from __future__ import annotations

from attrs import frozen

from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.game.game import Bot
from rulewright.interpreter.game.seat import Seat

RULES = """language 1
game "Bids"
    players 2..4

var starter: player = random player
var bid of player = 0

play
    turns clockwise from starter once
        choose name

action name(n in 0..9)
    bid[me] = n

score bids(p) = bid[p]
winner by highest score
"""


@frozen
class Names:
    """Makes bots that name a number each time; called by it, and by what else tells it from others."""

    number: int
    other: str = ""

    @property
    def __name__(self) -> str:
        return f"{self.number}{self.other}"

    def __call__(self, seed: int) -> Bot:
        return Naming(self.number)


@frozen
class Naming:
    """Names a number."""

    number: int

    def choose(self, seat: Seat) -> Move:
        """That move."""
        return next(move for move in seat.legal_moves() if move.text == f"name {self.number}")
