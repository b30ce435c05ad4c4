"""Small games solved: trees, strategies that come close to an equilibrium, and how close."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import pytest
from deals import dealt
from poker import KUHN, LEDUC

from rulewright import load_text
from rulewright.interpreter.solve.exploitability import best_answer, exploitability, values
from rulewright.interpreter.solve.mccfr import Policy, Solver
from rulewright.interpreter.solve.tree import CHANCE, END, GameTree, TreeTooLarge, points, shares, tree_of

BLUFFS = 1 / 3
"""How often the lowest card bets first, in one of the equilibria of Kuhn poker."""


@cache
def tree(text: str, players: int) -> GameTree:
    """A game of poker, for its points."""
    return tree_of(load_text(text, "poker.rules"), players, points)


def kuhn() -> GameTree:
    return tree(KUHN, 2)


def uniform(of: GameTree) -> Policy:
    """Every move alike."""
    return Policy(of, tuple(1 / len(one.moves) for one in of.information_sets for _ in one.moves))


# ---- trees ---------------------------------------------------------------------------------------


def test_a_tree_has_the_nodes_of_the_game() -> None:
    """Kuhn poker: a card for one, then for the other, and for each deal 4 choices and 5 ends."""
    owners = kuhn().owners
    assert (owners.count(CHANCE), owners.count(0), owners.count(1), owners.count(END)) == (4, 12, 12, 30)
    assert kuhn().depth == 5
    assert len(kuhn().information_sets) == 12


def test_each_branch_leads_to_a_node_of_its_own() -> None:
    assert sorted(kuhn().branches) == list(range(1, len(kuhn().owners)))


def test_utilities_are_points_or_shares_of_the_win_and_add_up_to_nothing() -> None:
    (game, *_) = dealt(load_text(KUHN, "poker.rules"), 2)
    for move in ("bet", "pass"):
        game.apply(move)
    assert (points(game), shares(game)) == ((1.0, -1.0), (0.5, -0.5))


def test_a_game_that_is_too_large_is_refused() -> None:
    ruleset = load_text(KUHN, "poker.rules")
    assert len(tree_of(ruleset, most_nodes=58).owners) == 58
    with pytest.raises(TreeTooLarge) as refused:
        tree_of(ruleset, most_nodes=57)
    assert [one.code for one in refused.value.problems] == ["tree-too-large"]


# ---- how far from an equilibrium -----------------------------------------------------------------


def test_random_play_can_be_exploited_as_much_as_is_known() -> None:
    """The figure is that of OpenSpiel for its uniform random policy, here and for Leduc poker."""
    assert exploitability(uniform(kuhn())) == pytest.approx(0.4583333)


def test_an_equilibrium_of_kuhn_poker_cannot_be_exploited() -> None:
    """The known one (Kuhn 1950): bluff with the lowest card, bet three times as often with the highest."""
    first = {1: BLUFFS, 2: 0.0, 3: 3 * BLUFFS}
    second_after = {"pass": {1: 1 / 3, 2: 0.0, 3: 1.0}, "bet": {1: 0.0, 2: 1 / 3, 3: 1.0}}
    first_again = {1: 0.0, 2: BLUFFS + 1 / 3, 3: 1.0}
    bets: dict[tuple[int, str], float] = {}
    for cards in permutations("123", 2):
        game = load_text(KUHN, "poker.rules").new_game(2, chance="ask")
        for card in cards:
            game.apply(card)
        own, other = (game.view("all").zone(f"hand[{seat}]").cards[0].properties["value"] for seat in (1, 2))
        bets[0, game.information_key(0)] = first[own]
        for opening, answers in second_after.items():
            after = game.copy()
            after.apply(opening)
            bets[1, after.information_key(1)] = answers[other]
            if opening == "pass":
                after.apply("bet")
                bets[0, after.information_key(0)] = first_again[own]
    chances = [
        bets[one.seat, one.key] if move == "bet" else 1 - bets[one.seat, one.key]
        for one in kuhn().information_sets
        for move in one.moves
    ]
    policy = Policy(kuhn(), tuple(chances))
    assert values(policy) == pytest.approx((-1 / 18, 1 / 18))
    assert exploitability(policy) == pytest.approx(0, abs=1e-12)


def test_a_best_answer_is_worth_no_less_than_any_other() -> None:
    policy = uniform(kuhn())
    assert all(best_answer(policy, seat) >= value for seat, value in enumerate(values(policy)))


# ---- solving -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_natively_the_same_numbers_come_of_it(players: int) -> None:
    of = tree(KUHN, players)
    native, python = Solver(of, 7, "native"), Solver(of, 7, "python")
    for iterations in (300, 200):
        native.run(iterations)
        python.run(iterations)
    assert native.notes == ()
    assert native.policy().chances == python.policy().chances


def test_another_seed_gives_other_numbers_and_the_same_the_same() -> None:
    solvers = [Solver(kuhn(), seed, "python") for seed in (1, 1, 2)]
    for one in solvers:
        one.run(50)
    first, again, other = (one.policy().chances for one in solvers)
    assert first == again != other


def test_kuhn_poker_is_solved() -> None:
    solver = Solver(kuhn(), 1)
    solver.run(1_000_000)
    assert exploitability(solver.policy()) < 0.01
    solver.run(4_000_000)
    assert exploitability(solver.policy()) < 0.001
    assert values(solver.policy()) == pytest.approx((-1 / 18, 1 / 18), abs=0.001)


def test_leduc_poker_is_solved() -> None:
    solver = Solver(tree(LEDUC, 2), 1)
    assert (len(solver.tree.owners), len(solver.tree.information_sets)) == (9457, 936)
    assert exploitability(uniform(solver.tree)) == pytest.approx(2.3736111)
    solver.run(2_000_000)
    assert exploitability(solver.policy()) < 0.1


def test_a_policy_tells_what_a_seat_does_that_knows_something() -> None:
    (one, *_) = kuhn().information_sets
    assert uniform(kuhn()).at(one.seat, one.key) == {"pass": 0.5, "bet": 0.5}
    with pytest.raises(KeyError):
        uniform(kuhn()).at(one.seat, "what nobody knows")
