"""How the time of a decision grows with players, cards and the length of a game."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.library.rulesets import load

RULES = """\
# A matching game, made for measuring: lay a card that matches the top one, or draw.
language 1
game "Matching"
    players 2..10
enum Colour: red, green, blue, yellow, white
setting laps = {laps} in 1..2000 "how often everybody has a turn"
cards Card for each colour in Colour, value in 1..{values}

zone deck: Card, face down
zone hand of player: Card, seen by owner, unordered
zone heap: Card, face up
var starter: player = random player

setup
    put Card into deck
    shuffle deck
    deal 4 from deck to each hand
    deal 1 from deck to heap
play
    repeat laps times
        turns clockwise from starter once
            choose lay, draw

action lay(c in hand[me])
    require alike: matches(c, the(top(heap))) because "{{c}} does not match {{the(top(heap))}}"
    put c onto heap
action draw
    if empty(deck) and size(heap) > 1
        turn_over(the(top(heap)))
    deal up to 1 from deck to hand[me]
rule turn_over(kept: Card)
    put heap into deck
    put kept onto heap
    shuffle deck
define matches(c: Card, d: Card) = c.colour == d.colour or c.value mod 10 == d.value mod 10

score cards(p) = size(hand[p])
winner by lowest score
"""
"""The rules; `laps` and a fifth of the cards, `values`, are filled in."""

COLOURS = 5
SHAPES = (
    *((players, 200, 50) for players in (2, 4, 10)),
    *((4, cards, 50) for cards in (50, 200, 1000)),
    *((4, 200, laps) for laps in (10, 50, 500)),
)
"""What is measured: players, cards, laps."""


def matching(cards: int, laps: int) -> Ruleset:
    """The game with so many cards, so long."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "matching.rules"
        file.write_text(RULES.format(laps=laps, values=cards // COLOURS), encoding="utf-8")
        return load(file)
