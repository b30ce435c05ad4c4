"""Decisions a second in random play of CV Pocket: the interpreter against a version written by hand.

Both play in turn, a batch of games each, several rounds, in one process; the best round of each counts,
so that what else the machine does weighs little. The one by hand is also the second version of the tests.
Usage: python benchmarks/decisions.py [GAMES] [PLAYERS]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from random import Random

from rulewright import load
from rulewright.interpreter.layout import MOVES
from rulewright.library import find

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "second_versions"))
from plain_cv_pocket import PlainGame, read_box

ROUNDS = 5


def main() -> None:
    """Run both and print the figures."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    players = int(sys.argv[2]) if len(sys.argv) > 2 else 4
    ruleset = load("cv-pocket")
    box = read_box(find("cv-pocket").folder / "cards.yaml", players)
    program = ruleset.program(players)
    best_plain = best_rules = 0.0
    for round_ in range(ROUNDS):
        seeds = range(round_ * games, (round_ + 1) * games)
        start = time.perf_counter()
        decisions = 0
        for seed in seeds:
            game = PlainGame(box, players, seed)
            decisions += game.play()
            game.scores()
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
