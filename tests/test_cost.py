"""The bounds that the checker puts on loops, chains and what is worked out before play."""

from __future__ import annotations

from math import comb

import pytest
from casefiles import Case
from counting import at_most

from rulewright import Simulator
from rulewright.dsl.check.cost import Costs, Depths
from rulewright.dsl.check.whole import LARGEST_COST
from rulewright.dsl.load import Loaded
from rulewright.dsl.model import Model, constant, known_of
from rulewright.dsl.model.constants import MOST_WORK
from rulewright.interpreter.game.ruleset import Ruleset

HEAD = 'language 1\ngame "Bounds"\n    players 2..4\n'
CARDS = "enum Suit: sun, moon\ncards Card for each suit in Suit, value in 1..5\nzone deck: Card, face down\n"
TAIL = "play\n    everyone chooses wait\naction wait\nwinner by fewest seat(it)\n"


def load(body: str) -> Loaded:
    return Case("bounds.rules", {"bounds.rules": HEAD + body + TAIL}).load()


def model_of(body: str) -> Model:
    loaded = load(body)
    assert loaded.model is not None, loaded.problems
    return loaded.model


def cost_of(body: str, name: str) -> int:
    model = model_of(CARDS + body)
    return Costs(model, known_of(model, model.most_players)).cost(model.definitions[name].value)


def with_action(body: str) -> Loaded:
    """A game whose players may choose the action `go`, which stands in the body."""
    text = HEAD + body + TAIL.replace("chooses wait", "chooses wait, go")
    return Case("bounds.rules", {"bounds.rules": text}).load()


def codes(loaded: Loaded) -> list[str]:
    return [one.code for one in loaded.problems if not one.warning]


# ---- loops ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "bound"),
    [
        ("count(c in deck)", 10),
        ("count(p in players)", 4),
        ("count(s in Suit)", 2),
        ("count(n in 1..7)", 7),
        ("count(n in [1, 2, 3])", 3),
        ("count(c in Card)", 10),
    ],
)
def test_a_loop_costs_as_much_as_its_collection_is_long(value: str, bound: int) -> None:
    assert cost_of(f"define much = {value}\n", "much") == bound


def test_each_price_of_a_payment_is_counted() -> None:
    work = "sum(sum(count(c in deck) for m in 1..10) for n in 1..60000)"
    buy = "action buy(way in payment of {prices} for s in Suit from c in deck where c.suit == s)\n"
    pay = TAIL.replace("chooses wait", "chooses wait, buy")
    for prices, found in (("1", []), (f"1 or {work}", ["limit-cost"])):
        text = HEAD + CARDS + buy.format(prices=prices) + "    shuffle deck\n" + pay
        assert codes(Case("bounds.rules", {"bounds.rules": text}).load()) == found


def test_loops_one_inside_the_other_multiply() -> None:
    inner = cost_of("define much = count(c in deck)\n", "much")
    nested = cost_of("define much = sum(count(c in deck) for n in 1..50)\n", "much")
    assert nested == 50 * inner


def test_loops_one_beside_the_other_add_up() -> None:
    one = cost_of("define much = count(c in deck)\n", "much")
    both = cost_of("define much = count(c in deck) + count(c in deck)\n", "much")
    assert both == 2 * one


def test_a_call_costs_what_is_called() -> None:
    direct = cost_of("define much = sum(count(c in deck) for d in deck)\n", "much")
    body = "define few = count(c in deck)\ndefine much = sum(few for d in deck)\n"
    assert cost_of(body, "much") == direct == 100


def test_what_stands_in_the_middle_of_loops_is_counted_and_not_its_parts() -> None:
    few = "sum(sum(c.value for c in deck) for d in deck)"
    many = (
        "sum(sum(if c.value > d.value + 1 then c.value * 2 - d.value else 7 + 1 for c in deck) for d in deck)"
    )
    assert cost_of(f"define much = {few}\n", "much") == cost_of(f"define much = {many}\n", "much") == 100


def test_a_collection_cut_short_is_gone_through_so_far_and_no_further() -> None:
    three = "sum(count(c in up to 3 of deck) for d in up to 3 of deck)"
    assert cost_of(f"define much = {three}\n", "much") == 9
    sifted = "count(c in up to 3 of deck where c.value > 1)"
    assert cost_of(f"define much = {sifted}\n", "much") == 13


@pytest.mark.parametrize(
    ("named", "rounds"),
    [("(up to 3 of deck where it.value == 1)", 3), ("[1, 2]", 2), ("deck", 10), ("1..4", 4)],
)
def test_a_collection_with_a_name_is_as_long_as_what_was_named(named: str, rounds: int) -> None:
    body = f"{CARDS}var n = 0\naction go\n    let few = {named}\n    n = count(c in few where c == c)\n"
    model = with_action(body).model
    assert model is not None
    costs = Costs(model, known_of(model, 2))
    assert costs.cost(model.actions["go"].body[1]) == rounds


def test_loops_within_a_named_list_count_as_the_list_is_long() -> None:
    big = CARDS.replace("1..5", "1..156")
    triple = "sum(sum(sum(1 for c in three) for d in three) for e in three)"
    body = f"{big}var n = 0\naction go\n"
    body += f"    let three = (up to 3 of deck where it.value == 1)\n    n = {triple}\n"
    assert codes(with_action(body)) == []


def test_loops_side_by_side_have_a_limit_of_their_own() -> None:
    big = "cards Card for each value in 1..{n}\nzone deck: Card, face down\n"
    cubes = "define much = sum(sum(sum(c.value for c in Card) for d in Card) for e in Card)\n"
    for much, found in (("much + much", []), ("much + much + much", ["limit-cost"])):
        assert codes(load(big.format(n=215) + cubes + f"score x(p) = {much}\n")) == found


def test_rounds_up_to_the_limit_are_accepted_and_one_more_is_not() -> None:
    for cards, found in (("1..215", []), ("1..216", ["limit-cost"])):
        body = f"cards Card for each value in {cards}\nzone deck: Card, face down\n"
        body += "define much = sum(sum(sum(c.value for c in Card) for d in Card) for e in Card)\n"
        assert codes(load(body + "score x(p) = much\n")) == found


def test_cards_of_any_set_count_together() -> None:
    body = CARDS + "cards Coin for each worth in 1..6\nzone purse: Coin, face up\n"
    body += "define much = sum(count(c in z) for z in [deck, purse])\n"
    model = model_of(body)
    assert Costs(model, known_of(model, 2)).cost(model.definitions["much"].value) >= 2 * 16


def test_what_asks_nobody_inside_play_is_bounded() -> None:
    loops = "".join(f"{'    ' * depth}for each c{depth} in Card\n" for depth in range(1, 9))
    body = f"{CARDS}setup\n{loops}{'    ' * 9}shuffle deck\n"
    assert codes(load(body)) == ["limit-cost"]


def test_a_match_costs_as_much_as_its_dearest_answer() -> None:
    arms = "    0: count(c in deck)\n    1: sum(count(c in deck) for d in deck)\n    else: 0\n"
    match = f"define much(n: int) = match n\n{arms}"
    once, dearest = "define much = count(c in deck)\n", "define much = sum(count(c in deck) for d in deck)\n"
    assert (
        cost_of(dearest, "much") <= cost_of(match, "much") < cost_of(dearest, "much") + cost_of(once, "much")
    )


# ---- what is worked out before play --------------------------------------------------------------


def test_needs_may_count_cards_by_their_properties() -> None:
    model = model_of(CARDS + "needs count(c in Card where c.suit == moon and c.value > 2) of Card\n")
    known = known_of(model, 2)
    assert constant(model.needs[0].amount, known) == 3


def test_work_before_play_is_bounded() -> None:
    body = f"setting wide = count(n in 1..{MOST_WORK} where n > 0) in 0..{MOST_WORK}\n"
    with at_most(1_000_000):
        assert codes(load(body)) == ["limit-work"]


def test_doubling_does_not_double_the_work() -> None:
    lines = ["define d0 = top(deck) is some"]
    lines += [f"define d{n} = d{n - 1} and d{n - 1}" for n in range(1, 41)]
    with at_most(1_000_000):
        assert codes(load(CARDS + "\n".join(lines) + "\n")) == ["limit-cost"]


# ---- chains --------------------------------------------------------------------------------------


def _chain(length: int, backwards: bool) -> str:
    lines = ["define d0 = 1", *(f"define d{n} = d{n - 1} + 1" for n in range(1, length))]
    return "\n".join(reversed(lines) if backwards else lines) + "\n"


@pytest.mark.parametrize("backwards", [False, True])
def test_a_short_chain_of_definitions_is_fine(backwards: bool) -> None:
    assert codes(load(_chain(60, backwards))) == []


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("length", [200, 2000])
def test_a_long_chain_of_definitions_is_refused(length: int, backwards: bool) -> None:
    assert codes(load(_chain(length, backwards))) == ["limit-chain"]


def test_a_long_circle_of_definitions_is_refused() -> None:
    lines = [f"define d{n} = d{(n + 1) % 1000} + 1" for n in range(1000)]
    assert set(codes(load("\n".join(lines) + "\n"))) <= {"recursion", "limit-chain"}


def test_a_long_circle_of_rules_is_refused() -> None:
    lines = [f"rule r{n}\n    r{(n + 1) % 1000}" for n in range(1000)]
    assert set(codes(load("\n".join(lines) + "\n"))) <= {"recursion", "limit-chain"}


def test_depth_counts_what_is_called() -> None:
    model = model_of("define d0 = 1 + (2 + (3 + 4))\ndefine d1 = abs(d0)\n")
    depths = Depths(model)
    list(depths.measure())
    assert depths.definitions["d1"] == depths.definitions["d0"] + 2


def test_a_range_that_depends_on_play_is_taken_to_be_short() -> None:
    body = "define steps(p: player) = sum(count(n in 1..seat(p)) for c in deck)\n"
    assert 100 <= cost_of(body, "steps") < 10_000


# ---- sets of so many -----------------------------------------------------------------------------

SETS = [
    ("any", 18, 0, None),
    ("1 or more", 18, 1, None),
    ("12 or more", 20, 12, None),
    ("exactly 2", 1_240, 2, 2),
    ("exactly 3", 163, 3, 3),
    ("exactly 5", 39, 5, 5),
    ("exactly 12", 21, 12, 12),
    ("2 to 4", 63, 2, 4),
    ("0 to 6", 28, 0, 6),
    ("exactly 20", 26, 20, 20),
]
"""Ways of taking sets, and out of how many things there are just not too many of them."""


def ways(room: int, least: int, most: int | None) -> int:
    return sum(comb(room, size) for size in range(least, (room if most is None else most) + 1))


def rounds(room: int, least: int, most: int | None) -> int:
    """Ten for each set that is made and one for each of its elements, and one in which it is looked at."""
    sizes = range(least, (room if most is None else most) + 1)
    return sum(comb(room, size) * (10 + size + 1) for size in sizes)


def of_sets(amount: str, room: int) -> Loaded:
    """A game in which all have as many points as there are sets of so many out of the cards on the table."""
    text = (
        'language 1\ngame "Sets"\n    players 1\n'
        f"cards Card for each value in 1..{room}\nzone row: Card, face up\nsetup\n    put Card into row\n"
        f"score sets(p) = count(h in {amount} of row)\n{TAIL}"
    )
    return Case("sets.rules", {"sets.rules": text}).load()


@pytest.mark.parametrize(("amount", "most_room", "least", "most"), SETS)
def test_sets_are_gone_through_up_to_the_limit(
    amount: str, most_room: int, least: int, most: int | None
) -> None:
    assert rounds(most_room, least, most) <= LARGEST_COST < rounds(most_room + 1, least, most)
    model = of_sets(amount, most_room).model
    assert model is not None
    player = Simulator(Ruleset(model), 1)
    state = player.new_game(seed=1)
    player.playout(state, seed=1)
    assert player.points(state) == (ways(most_room, least, most),)


@pytest.mark.parametrize(("amount", "most_room", "least", "most"), SETS)
def test_one_thing_more_is_refused_with_how_many_sets_there_can_be(
    amount: str, most_room: int, least: int, most: int | None
) -> None:
    (problem,) = of_sets(amount, most_room + 1).problems
    assert problem.code == "limit-sets"
    assert problem.facts["ways"] == f"{ways(most_room + 1, least, most):,}"
    assert problem.facts["room"] == most_room + 1


def test_what_is_asked_of_each_set_counts_with_its_size() -> None:
    body = "cards Card for each value in 1..52\nzone deck: Card, face down\n"
    body += "define worth(cs: set of Card) = sum(c.value for c in cs)\n"
    for size, found in ((4, []), (5, ["limit-sets"])):
        much = f"score x(p) = the(max(worth(h) for h in exactly {size} of deck))\n"
        assert codes(load(body + much)) == found


def test_loops_side_by_side_that_are_asked_of_each_set_add_up() -> None:
    asked = "count(h in exactly 2 of deck where {})"
    worth = "sum(c.value for c in h) > 9"
    bare, once, twice = (
        cost_of(f"define much = {asked.format(where)}\n", "much")
        for where in ("yes", worth, f"{worth} and {worth}")
    )
    assert (once - bare, twice - once) == (45 * (2 - 1), 45 * 2)


def test_each_element_once_takes_more_rounds_than_all_of_them() -> None:
    assert cost_of("define much = size(distinct([c.value for c in deck]))\n", "much") == 10 + 4 * 10


def test_a_definition_costs_what_it_costs_for_the_sets_that_it_is_given() -> None:
    model = model_of(
        f"{CARDS}zone row: Card, face up, at most 3\n"
        "define twice(cs: set of Card) = sum(sum(c.value for d in cs) for c in cs)\n"
        "define much = twice(row)\ndefine more = twice(deck)\n"
        "define of_both = twice(all [row, deck])\ndefine pairs = sum(twice(h) for h in exactly 2 of row)\n"
    )
    costs = Costs(model, known_of(model, 2))
    rounds = [costs.cost(model.definitions[name].value) for name in ("much", "more", "of_both", "pairs")]
    assert rounds == [3 * 3, 10 * 10, 10 * 10, 3 * (10 + 2 + 2 * 2)]


def test_chains_of_definitions_that_hand_sets_on_are_bounded_in_no_time() -> None:
    lines = ["define d0(cs: set of Card) = count(c in cs)"]
    for at in range(1, 60):
        before = f"d{at - 1}"
        lines.append(
            f"define d{at}(cs: set of Card) = {before}((up to {at} of cs)) + {before}((up to {2 * at} of cs))"
        )
    body = CARDS.replace("1..5", "1..2000") + "\n".join(lines) + "\nscore x(p) = d59(deck)\n"
    with at_most(3_000_000):
        assert codes(load(body)) in ([], ["limit-cost"])
