"""All deals of a small game, as games that begin from them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rulewright import Game, Ruleset, game_from, position


def dealt(ruleset: Ruleset, players: int, board: int = 0) -> Iterator[Game]:
    """The game with each way to deal a card to each player, and so many that come up later."""
    ids = [card.id for card in ruleset.new_game(players, 1).program.layout.cards]
    for order in permutations(ids, players + board):
        zones = {f"hand[{seat + 1}]": [order[seat]] for seat in range(players)}
        rest = [one for one in ids if one not in order]
        yield game_from(ruleset, players, position({**zones, "deck": [*rest, *order[players:]]}))
