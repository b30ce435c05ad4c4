"""What an observer has been told of a game, from its beginning, as one short text: its information set.

It is a chain of hashes, a link for each decision at which something was new to the observer: what the log
said since the one before, and the view. Choices that are hidden while others still choose make no link of
their own, since in which order they were made is nobody's business; of those still open the last link tells.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.interpreter.game.log import log
from rulewright.interpreter.game.views.make import view
from rulewright.interpreter.game.views.models import Observer, View

if TYPE_CHECKING:
    from rulewright.interpreter.game.game import Game


@frozen
class Link:
    """All that was told up to the decision after so many moves, and the view there."""

    moves: int
    key: bytes
    view: View


def information_key(game: Game, observer: Observer) -> str:
    """The key of all that an observer has been told: 32 hex digits."""
    chain, steps = game.links.setdefault(observer, []), game.history.steps
    for moves in range(chain[-1].moves + 1 if chain else 0, len(steps)):
        if not steps[moves].commits:
            chain.append(_next(game.after(moves), observer, chain[-1] if chain else None))
    if not chain or chain[-1].moves < len(steps):
        last = _next(game, observer, chain[-1] if chain else None)
        if game.decision.committed:
            return last.key.hex()
        chain.append(last)
    return chain[-1].key.hex()


def _next(game: Game, observer: Observer, before: Link | None) -> Link:
    """The link after another one; with the same key where nothing is new."""
    moves, seen = len(game.history), view(game, observer)
    lines = log(game, observer, everything=True, since=None if before is None else before.moves)
    if before is None:
        return Link(moves, _hashed(b"", lines, seen), seen)
    new = lines or seen != before.view
    return Link(moves, _hashed(before.key, lines, seen) if new else before.key, seen)


def _hashed(before: bytes, lines: list[str], seen: View) -> bytes:
    return blake2b(before + repr((lines, seen)).encode(), digest_size=16).digest()
