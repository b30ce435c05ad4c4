"""Small games, written as rule text, that show one thing each to the tests of play."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.load import load_game
from rulewright.interpreter.engine.machine import MOST_WORK
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.state.state import cards_in
from rulewright.interpreter.words.labels import read_zone

HEAD = 'language 1\ngame "Toy"\n    players {players}\n'

TOKENS = """\
enum Suit: earth, fire
cards Token for each suit in Suit, value in 1..3
zone deck: Token, face down
zone row: Token, face up
zone hand of player: Token, seen by owner
zone heap of player: Token, face up
setup
    put Token into deck
"""
"""Six cards, earth-1 to fire-3, in this order in the deck from the bottom."""


def read_rules(text: str, cards: str = "", players: str = "2..3", most_work: int = MOST_WORK) -> Ruleset:
    """A ruleset from rule text without its head; `cards` is the content of cards.yaml.

    `players` may go on with more lines below `game`.
    """
    if "winner by" not in text:
        text += "winner by fewest seat(it)\n"
    files = {"toy.rules": HEAD.format(players=players) + text, "cards.yaml": cards}
    loaded = load_game("toy.rules", lambda name: files[name].encode(), "toy")
    assert loaded.model is not None, [(one.code, one.span, dict(one.facts)) for one in loaded.problems]
    return ruleset_of(loaded.model, most_work=most_work)


def rules_with(text: str, settings: Mapping[str, int | str]) -> Ruleset:
    """The same with settings."""
    return ruleset_of(read_rules(text).model, settings)


LEAD = "var lead: player = random player\n"
"""A first player; `start` makes it the first seat unless told otherwise."""


def start(
    text: str, players: int = 2, cards: str = "", seed: int = 1, lead: int = 0, most_work: int = MOST_WORK
) -> Game:
    """A new game of rule text."""
    return read_rules(text, cards, most_work=most_work).new_game(players, seed=seed, starter=lead)


def texts(game: Game, seat: int | None = None) -> list[str]:
    """The legal moves as text."""
    return [move.text for move in game.legal_moves(seat)]


def deciders(game: Game, moves: int, text: str = "pass") -> list[int]:
    """Who decides, over so many moves of one text."""
    found = []
    for _ in range(moves):
        found.append(game.decision.seats[0])
        game.apply(text)
    return found


def held(game: Game, zone: str) -> list[str]:
    """The ids of the cards that really lie in a zone, such as `hand[1]`, from the bottom."""
    layout = game.program.layout
    number = read_zone(layout, zone, game.seats)
    assert number is not None, zone
    return [layout.cards[card].id for card in cards_in(layout, game.state, number)]


def value(game: Game, variable: str, offset: int = 0) -> int:
    """A variable's value."""
    return game.state[game.program.layout.variables[variable].base + offset]
