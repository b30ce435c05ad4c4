"""Chance that whoever plays chooses: what is asked, when, and what is left open."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from asked import check_asked_game
from poker import KUHN, LEDUC

from rulewright import Ruleset, Simulator, load, load_text
from rulewright.interpreter.game.engines import EngineName

TOYS = Path(__file__).parent / "toys"

DECK = """
language 1
game "Digging"
    players 2
cards Card for each value in 1..7
zone deck: Card, face down
zone hand of player: Card, face down
zone row: Card, face up
zone heap: Card, face down, unordered
var odd = 0
var marked: Card?, face down
setup
    put Card into deck
    shuffle deck
    deal 1 from deck to each hand
play
    repeat 14 times
        turns clockwise from first(players) once
            choose CHOICE if possible
ACTIONS
score top_card(p) = sum(c.value for c in row) + (top(deck)?.value else 0)
winner by highest score
"""

ACTIONS = {
    "lift": "    require size(deck) > 0\n    put the(top(deck)) onto row",
    "dig": "    require size(deck) > 0\n    put the(bottom(deck)) onto row",
    "bury(c in row)": "    put c beneath deck",
    "lay(c in row)": "    put c onto deck",
    "slip(c in row)": "    require size(deck) > 1\n    put c into deck at 2",
    "pull": "    require size(deck) > 2\n    for each c in deck where level(c) == 2\n        put c onto row",
    "mix": "    shuffle deck\n    shuffle heap",
    "pile_up(c in row)": "    put c into heap\n    shuffle heap",
    "mark(c in row)": "    marked = c\n    put c onto deck\n    shuffle deck",
    "fetch": "    require marked is some\n    put the(marked) onto row",
    "look": "    require size(deck) > 0\n    if the(top(deck)).value > 0\n        odd = 0",
    "count_odd": "    odd = count(c in deck where c.value mod 2 == 1 and level(c) == 1)",
    "seek(n in 1..7)": "    require any(c.value == n and level(c) > 1 for c in deck)\n    odd = n",
}


def digging(*actions: str) -> Ruleset:
    """A game of one deck in which these actions can be chosen."""
    bodies = {name.partition("(")[0]: f"action {name}\n{body}" for name, body in ACTIONS.items()}
    text = DECK.replace("CHOICE", ", ".join(actions))
    return load_text(text.replace("ACTIONS", "\n".join(bodies[one] for one in actions)), "digging.rules")


def walk(simulator: Simulator, state: Any, probability: Fraction = Fraction(1)) -> Counter[str]:
    """How many nodes of each sort there are from a state on, and how likely all its ends are together."""
    if simulator.over(state):
        return Counter(ends=1, probability=probability)  # type: ignore[call-arg]
    chances = dict(simulator.chances(state))
    moves = simulator.legal_moves(state)
    found: Counter[str] = Counter(chances=1) if chances else Counter(choices=1)
    assert not chances or sum(chances.values()) == 1
    for move in moves:
        after = simulator.copy(state)
        simulator.apply(after, move)
        found += walk(simulator, after, probability * chances.get(move, Fraction(1, len(moves))))
    return found


def asked(text: str, players: int = 2) -> Simulator:
    return Simulator(load_text(text, "asked.rules"), players, chance="ask")


@pytest.mark.parametrize(
    ("text", "players", "ends", "choices", "chances"),
    [(KUHN, 2, 30, 24, 4), (KUHN, 3, 312, 288, 17), (LEDUC, 2, 5520, 3780, 157)],
    ids=["Kuhn", "Kuhn for three", "Leduc"],
)
def test_the_whole_tree_is_as_large_as_is_known(
    text: str, players: int, ends: int, choices: int, chances: int
) -> None:
    simulator = asked(text, players)
    found = walk(simulator, simulator.new_game())
    assert (found["ends"], found["choices"], found["chances"]) == (ends, choices, chances)
    assert found["probability"] == 1


@pytest.mark.parametrize(
    "actions",
    [
        ("lift", "dig", "bury", "mix"),
        ("lift", "dig", "lay", "slip", "mix"),
        ("lift", "bury", "mark", "fetch"),
        ("dig", "pull", "mix", "pile_up"),
        ("lift", "lay", "count_odd", "mix"),
        ("dig", "bury", "seek", "mix"),
    ],
    ids=" ".join,
)
def test_rules_may_look_into_a_shuffled_deck_wherever_they_like(actions: tuple[str, ...]) -> None:
    plan = digging(*actions).plan(2)
    counts: Counter[str] = sum((check_asked_game(plan, f"{seed}") for seed in range(25)), Counter())
    assert counts["shuffles"] > 25 or "fetch" in actions
    assert counts["asked"] > 100


def answers(simulator: Simulator, state: Any, *texts: str) -> list[str]:
    """Carry out moves by their texts, chance giving the first that it can; what was asked."""
    asked = []
    for text in texts:
        moves = simulator.legal_moves(state)
        simulator.apply(state, next(move for move in moves if simulator.text(state, move) == text))
        while simulator.chances(state):
            asked.append(simulator.text(state, simulator.legal_moves(state)[0]))
            simulator.apply(state, simulator.legal_moves(state)[0])
    return asked


def begun(ruleset: Ruleset) -> tuple[Simulator, Any]:
    """A game whose first two cards have been asked for."""
    simulator = Simulator(ruleset, 2, chance="ask")
    state = simulator.new_game()
    assert [simulator.text(state, one) for one, _ in simulator.chances(state)] == list("1234567")
    simulator.apply(state, simulator.legal_moves(state)[0])
    assert dict(simulator.chances(state)) == dict.fromkeys(range(1, 7), Fraction(1, 6))
    simulator.apply(state, simulator.legal_moves(state)[0])
    assert (simulator.seats(state), simulator.chances(state)) == ((0,), ())
    return simulator, state


def test_a_card_is_asked_for_when_the_rules_look_at_it_from_either_end() -> None:
    simulator, state = begun(digging("lift", "dig", "bury", "lay"))
    assert answers(simulator, state, "lift") == ["3"]
    assert answers(simulator, state, "dig") == ["4"]
    assert answers(simulator, state, "bury 3", "lay 4") == [], "known cards lie around those that are open"
    assert answers(simulator, state, "dig", "lift") == []
    assert answers(simulator, state, "dig", "lift") == ["5", "6"], "of the last one nothing is left to ask"
    assert answers(simulator, state, "dig") == []


def test_what_has_been_looked_at_is_asked_again_after_a_shuffle_and_not_before() -> None:
    simulator, state = begun(digging("look", "mix"))
    assert answers(simulator, state, "look", "look", "mix", "mix", "look", "look") == ["3", "3"]


def test_a_shuffle_leaves_nothing_of_the_order_before_it() -> None:
    simulator, state = begun(digging("look", "mix"))
    (look, mix), after = simulator.legal_moves(state), []
    simulator.apply(state, look)
    for outcome in simulator.legal_moves(state):
        other = simulator.copy(state)
        simulator.apply(other, outcome)
        simulator.apply(other, mix)
        after.append(other.slots)
    assert len(after) == 5 and all(slots == after[0] for slots in after)


def test_a_zone_that_keeps_an_order_of_its_own_has_nothing_to_ask() -> None:
    simulator, state = begun(digging("lift", "pile_up", "mix"))
    assert answers(simulator, state, "lift", "lift", "pile_up 3", "pile_up 4", "mix") == ["3", "4"]


# ---- other chance --------------------------------------------------------------------------------

DRAWN = """
language 1
game "Drawn"
    players 3
enum Side: heads, tails, edge
dice coin: Side, at most 2, face up
var starter: player = random player
var chosen = 0
play
    roll 2 dice into coin
    let lucky = random p in players where p != starter
    chosen = seat(the(lucky))
    turns clockwise from starter once
        choose pass
action pass
score even(p) = 0
winner by highest score
"""


def test_dice_players_and_elements_are_asked_for_one_by_one() -> None:
    simulator = asked(DRAWN, 3)
    state, told = simulator.new_game(), []
    while simulator.chances(state):
        told.append([simulator.text(state, outcome) for outcome, _ in simulator.chances(state)])
        simulator.apply(state, simulator.legal_moves(state)[-1])
    sides = ["heads", "tails", "edge"]
    assert told == [["1", "2", "3"], sides, sides, ["1 of 2", "2 of 2"]]
    found = walk(simulator, simulator.new_game())
    assert (found["ends"], found["probability"]) == (3 * 3 * 3 * 2, 1)


def test_what_a_seed_gives_is_found_among_what_can_be_asked() -> None:
    ruleset = load_text(KUHN, "kuhn.rules")
    drawn, simulator = Simulator(ruleset, 3, "python"), Simulator(ruleset, 3, chance="ask")
    dealt = set()

    def deals(state: Any) -> None:
        for outcome, _ in simulator.chances(state):
            after = simulator.copy(state)
            simulator.apply(after, outcome)
            deals(after)
        if not simulator.chances(state):
            dealt.add(holding(simulator, state))

    def holding(one: Simulator, state: Any) -> tuple[int, ...]:
        layout, slots = ruleset.layout(3), one._machine.slots(state)
        return tuple(slots[layout.zone_of_at : layout.zone_of_at + len(layout.cards)])

    deals(simulator.new_game())
    assert len(dealt) == 24
    assert {holding(drawn, drawn.new_game(seed)) for seed in range(300)} == dealt


# ---- the simulator -------------------------------------------------------------------------------


def test_no_more_of_a_deck_is_asked_than_is_looked_at() -> None:
    counts = check_asked_game(load("cvlt").plan(4), "deal", most_moves=0)
    assert (counts["asked"], counts["open"]) == (7, 81), "who begins and six cards, of two decks"


def test_a_playout_draws_what_chance_gives_too() -> None:
    simulator = Simulator(load(TOYS / "small_whist.rules"), 2, chance="ask")
    ends = set()
    for seed in (1, 1, 2, 3):
        state = simulator.new_game()
        simulator.playout(state, seed)
        assert simulator.over(state) and not simulator.chances(state) and not simulator.seats(state)
        ends.add((simulator.points(state), simulator.winners(state)))
    assert 1 < len(ends) < 4


def test_steps_lead_through_moves_and_outcomes_alike() -> None:
    simulator = asked(KUHN)
    state = simulator.new_game()
    moves, numbers = simulator.legal_moves(state), list[int]()
    while moves:
        numbers.append(len(moves))
        moves = simulator.step(state, moves[-1])
    assert (numbers, simulator.over(state)) == ([3, 2, 2, 2], True)


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_python_asks(engine: EngineName) -> None:
    assert Simulator(load_text(KUHN, "kuhn.rules"), 2, engine, "ask").engine_used == "python"


def test_what_cannot_be_asked_is_refused() -> None:
    simulator = asked(KUHN)
    state = simulator.new_game()
    with pytest.raises(ValueError, match="chance gives one of"):
        simulator.apply(state, 7)
    with pytest.raises(ValueError, match="no seed"):
        simulator.copy(state, seed=1)
    with pytest.raises(ValueError, match="machine code"):
        Simulator(load_text(KUHN, "kuhn.rules"), 2, "native", "ask")
    with pytest.raises(ValueError, match="seeded or ask"):
        Simulator(load_text(KUHN, "kuhn.rules"), 2, chance="drawn")  # type: ignore[arg-type]
