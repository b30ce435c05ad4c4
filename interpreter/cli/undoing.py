"""Taking moves back, as people at a table would allow it."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.game import Game
from rulewright.interpreter.layout import Layout, State, sees_into
from rulewright.interpreter.texts import sees_card


def take_back(game: Game, people: Sequence[int], *, free: bool) -> str:
    """Return to the last decision that a person made; says why not, "" when it is done.

    It is refused when cards or dice were revealed to a person since, unless it is `free`.
    """
    moves = game.moves
    last = next((at for at in range(len(moves) - 1, -1, -1) if moves[at].seat in people), None)
    if last is None:
        return "There is nothing to take back."
    count = len(moves) - last
    earlier = game.copy()
    earlier.undo(count)
    if not free and any(revealed(game.program.layout, earlier.state, game.state, seat) for seat in people):
        return "Cards or dice were revealed since; `play --free-undo` takes moves back all the same."
    game.undo(count)
    return ""


def revealed(layout: Layout, before: State, after: State, seat: int) -> bool:
    """Whether a seat sees cards or dice now that it did not see before."""
    for card in range(len(layout.cards)):
        if sees_card(layout, after, card, seat) and not sees_card(layout, before, card, seat):
            return True
    first = layout.knowledge_at + seat * len(layout.cards)
    knows = slice(first, first + len(layout.cards))
    if before[knows] != after[knows] and _learned(before[knows], after[knows]):
        return True
    return any(
        sees_into(cup, seat) and before[at : at + 1 + cup.capacity] != after[at : at + 1 + cup.capacity]
        for cup in layout.cups
        for at in (cup.base,)
    )


def _learned(before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether a hidden card that could be in several zones can be in one only now: it was shown."""
    return any(was.bit_count() > 1 and now.bit_count() == 1 for was, now in zip(before, after, strict=True))
