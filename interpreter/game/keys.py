"""What an observer has been told of a game, from its beginning, as one short text: its information set.

It is a chain of hashes, a link for each decision: what the log said since the one before, and the view where
somebody was first asked. What several choose at one time makes no link of its own, since in which order they
do is nobody's business; while such a choice is open the key tells what the observer knows of it.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.interpreter.game.log import log
from rulewright.interpreter.game.views.make import view
from rulewright.interpreter.game.views.models import Observer

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game


@frozen
class Link:
    """All that was told up to the decision that was come to after so many moves, and the number of that."""

    moves: int
    decision: int
    key: bytes


def information_key(game: Game, observer: Observer) -> str:
    """The key of all that an observer has been told: 32 hex digits."""
    chain, made = game.links.setdefault(observer, []), len(game.history)
    for moves in range(chain[-1].moves + 1 if chain else 0, made + 1):
        there = game if moves == made else game.after(moves)
        if not chain or there.moves_made > chain[-1].decision:
            chain.append(_next(there, observer, chain[-1] if chain else None))
    return _next(game, observer, chain[-1]).key.hex()


def _next(game: Game, observer: Observer, before: Link | None) -> Link:
    """The link after another one."""
    told = log(game, observer, everything=True, since=None if before is None else before.moves)
    text = repr((told, view(game, observer))).encode()
    key = blake2b(text if before is None else before.key + text, digest_size=16).digest()
    return Link(len(game.history), game.moves_made, key)
