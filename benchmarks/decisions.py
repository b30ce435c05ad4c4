"""Decisions a second in random play of CV Pocket: the interpreter against a version written by hand.

Both play in turn, a batch of games each, several rounds, in one process; the best round of each counts,
so that what else the machine does weighs little. Usage: python benchmarks/decisions.py [GAMES] [PLAYERS]
"""

from __future__ import annotations

import sys
import time
from random import Random

from plain_cv_pocket import RIDES, SYMBOLS, Card, PlainGame

from rulewright import load
from rulewright.dsl.model import NONE, Model
from rulewright.interpreter.layout import MOVES

ROUNDS = 5


def box_of(model: Model) -> list[Card]:
    """The cards of the ruleset as the hand-written game wants them."""
    cards = model.card_sets["Life"]
    names = [field.name for field in cards.fields]
    missions = model.enums["Mission"].values
    box = []
    for row in cards.rows:
        values = dict(zip(names, row.values, strict=True))
        symbols = {word: n for word, n in zip(SYMBOLS, values["symbols"], strict=True) if n}
        for _ in range(row.copies):
            box.append(
                Card(
                    row.id,
                    None if values["transport"] == NONE else RIDES[values["transport"]],
                    symbols,
                    None if values["mission"] == NONE else missions[values["mission"]],
                    bool(values["joker"]),
                    bool(values["doubles_next"]),
                    bool(values["reaches_all"]),
                    values["min_players"],
                )
            )
    return box


def main() -> None:
    """Run both and print the figures."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    ruleset = load("cv-pocket")
    box = box_of(ruleset.model)
    program = ruleset.program(players)
    best_plain = best_rules = 0.0
    for round_ in range(ROUNDS):
        seeds = range(round_ * games, (round_ + 1) * games)
        start = time.perf_counter()
        decisions = 0
        for seed in seeds:
            game = PlainGame(box, players, seed)
            game.play()
            decisions += game.decisions
        best_plain = max(best_plain, decisions / (time.perf_counter() - start))
        start = time.perf_counter()
        decisions = 0
        for seed in seeds:
            state = program.start(seed)
            program.random_playout(state, Random(seed).randrange)
            decisions += state[MOVES]
        best_rules = max(best_rules, decisions / (time.perf_counter() - start))
    print(f"CV Pocket, {players} players, best of {ROUNDS} rounds of {games} random games")
    print(f"  by hand, plain Python   {best_plain:10,.0f} decisions a second")
    print(f"  rulewright, from rules  {best_rules:10,.0f} decisions a second")
    print(f"  ratio                   {best_plain / best_rules:10.2f} times slower than by hand")


if __name__ == "__main__":
    main()
