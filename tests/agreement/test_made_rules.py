"""Rulesets made at random are played alike by all engines: 300 with `--full`, a tenth without."""

from __future__ import annotations

from collections import Counter

import pytest
from casefiles import CASES, Case
from engines import Engines, play, playout
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from made import rulesets

from rulewright.interpreter.code.verify import verify
from rulewright.interpreter.game.ruleset import ruleset_of
from rulewright.interpreter.lowering.plan import lower

BATCHES = 10
"""Into how many tests the rulesets are put; one in three is built."""
WORK = 200_000
"""Loops without an end are soon given up."""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_engines_agree_on_made_rules(batch: int, full: bool) -> None:
    games = Counter[str]()

    @seed(batch)
    @settings(
        max_examples=30 if full else 3,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(rulesets())
    def agree(text: str) -> None:
        model = Case("made.rules", {"made.rules": text}).load().model
        assume(model is not None)
        assert model is not None
        rules, native = ruleset_of(model), full or batch % 3 == 0
        engines = Engines.of("made", rules, 2 + batch % 2, native=native, most_work=WORK)
        for number in range(4 if full else 1):
            play(engines, number, games)
            playout(engines, number, games)

    agree()
    assert games["games"]


@pytest.mark.parametrize(
    "term", ["strict[5]", "strict[0 - 1]", "by_suit(led) + strict[2]", "worth_of(liked else fire)"]
)
def test_what_is_always_a_fault_is_lowered_as_one(term: str) -> None:
    text = f"""\
language 1
game "Made"
    players 2
enum Suit: earth, water, fire
cards Tile for each suit in Suit, value in 1..3
var led: Suit = earth
var liked: Suit?
table strict: 5, 6
zone deck: Tile, face up
define by_suit(s: Suit) = rank(s)
define worth_of(s: Suit) = strict[rank(s) + 1]
setup
    put Tile into deck
play
    everyone chooses take
action take(c in deck)
    require c.value < {term}
score held(p) = 1
winner by highest score
"""
    model = Case("made.rules", {"made.rules": text}).load().model
    assert model is not None
    seen = Counter[str]()
    play(Engines.of("made", ruleset_of(model), 2, native=False), 0, seen)
    assert seen["fault-table"] == 1


def test_what_a_reaction_heard_keeps_a_name_of_its_own() -> None:
    """Names made for the cards of a swap once met that of the card which a reaction is told of."""
    text = (CASES / "reactions/play/cards_of_a_swap_are_not_the_card_it_heard.rules").read_text("utf-8")
    for number in range(40):
        before = "".join(f"define pad{at}(value: int) = value + n\n" for at in range(number))
        used = " + ".join(["0", *(f"pad{at}(1)" for at in range(number))])
        made = text.replace("reaction gone", f"var n = 0\n{before}score padded(p) = {used}\nreaction gone")
        model = Case("made.rules", {"made.rules": made}).load().model
        assert model is not None
        program = ruleset_of(model).program(2)
        verify(program.plan.code)
        verify(lower(model, program.known).code)


def test_functions_that_only_what_never_happens_calls_are_not_missed_by_the_library() -> None:
    """No tile has such a value, so that no two are ever chosen; the library could not be loaded then."""
    text = """\
language 1
game "Made"
    players 2
cards Tile for each value in 1..3
zone deck: Tile, face up
zone heap: Tile, face up
setup
    put Tile into deck
play
    everyone chooses give, lend, pass
action give(cs in 1 to 2 of deck where it.value == 4)
    put cs into heap
action lend(cs in 1 to 3 of deck where it.value == 5)
    put cs into heap
action pass
winner by fewest seat(it)
"""
    model = Case("made.rules", {"made.rules": text}).load().model
    assert model is not None
    seen = Counter[str]()
    play(Engines.of("made", ruleset_of(model), 2, native=True), 0, seen)
    assert seen["decisions"] == 2
