"""Payments against a payer that tries every subset and every way to match it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations, product
from math import comb

import pytest
from attrs import frozen
from flow_models import LEAD, TOKENS, read_rules, start, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.engine.actions import CompiledAction
from rulewright.interpreter.engine.machine import Printed, PythonMachine
from rulewright.interpreter.engine.moves import TooManyMoves
from rulewright.interpreter.engine.payments import CompiledPayment
from rulewright.interpreter.engine.play import Listed
from rulewright.interpreter.game.game import Game, Seat
from rulewright.interpreter.game.positions import game_from, position
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lowering.plan import lower
from rulewright.interpreter.state.layout import PC

SYMBOLS = "abcd"
ROWS = 4
COPIES = 3
NTH = ("first", "second", "third")

Pool = list[tuple[int, int]]
"""Groups of equals: how many, and which symbols each of them may stand for, as bits."""

Taken = tuple[int, ...]
"""How many elements of every group somebody has chosen."""


def _pays(masks: tuple[int, ...], asked: list[int]) -> bool:
    """Can these elements be laid on the asked symbols in some order?"""
    return any(
        all(mask >> symbol & 1 for mask, symbol in zip(order, asked, strict=True))
        for order in permutations(masks)
    )


def _by_hand(pool: Pool, prices: list[list[int]]) -> set[Taken]:
    """All payments, each as how many elements of every group it takes."""
    elements = [(at, mask) for at, (size, mask) in enumerate(pool) for _ in range(size)]
    found = set()
    for amounts in prices:
        asked = [symbol for symbol, amount in enumerate(amounts) for _ in range(amount)]
        for chosen in combinations(elements, len(asked)):
            if _pays(tuple(mask for _, mask in chosen), asked):
                groups_taken = [at for at, _ in chosen]
                found.add(tuple(groups_taken.count(at) for at in range(len(pool))))
    return found


# ---- tills -----------------------------------------------------------------------------------------

TILL = """\
enum Symbol: a, b, c, d
enum Row: row0, row1, row2, row3
enum Nth: first, second, third
cards Coin from "cards.yaml"
    row: Row = row0
    kinds: set of Symbol
zone purse: Coin, face up, unordered
zone paid: Coin, face up, unordered
{variables}{lead}setup
    put (c in Coin where c.id != rest) into purse
play
    choose buy, pass by lead{words}
action buy(way in payment of {prices} for s in Symbol from c in purse where {pays})
    put way into paid
action pass
"""
VARIABLES = "var price of Nth, Symbol = 0\nvar stands of Row, Symbol: bool = no\n"
REST = "- id: rest\n"
CARDS = "".join(f"- id: coin{row}\n  copies: {COPIES}\n  row: row{row}\n" for row in range(ROWS)) + REST


def _till(prices: Iterable[str], pays: str, cards: str, *, steps: bool, variables: str = "") -> Ruleset:
    words = " step by step" if steps else ""
    joined = " or ".join(prices)
    text = TILL.format(prices=joined, pays=pays, words=words, lead=LEAD, variables=variables)
    return read_rules(text, cards)


@cache
def _open_till(prices: int, steps: bool) -> Ruleset:
    """Rules of all tills with so many prices: what coins may stand for and what is asked are variables."""
    asked = [f"price[{nth}, s]" for nth in NTH[:prices]]
    return _till(asked, "stands[c.row, s]", CARDS, steps=steps, variables=VARIABLES)


@cache
def _unwatched(prices: int, steps: bool) -> PythonMachine:
    """The machine of these rules that tells nobody what happens."""
    rules = _open_till(prices, steps)
    return PythonMachine(Printed.of(lower(rules.model, rules.program(2).known).code, "till"))


@frozen
class Till:
    """Coins in a purse, and the prices one of which is paid out of it."""

    pool: Pool
    prices: list[list[int]]

    def game(self, *, steps: bool = False) -> Game:
        """A game of one choice, to pay or to pass; pool and prices are in variables."""
        zones = {"purse": [f"coin{row}" for row, (size, _) in enumerate(self.pool) for _ in range(size)]}
        asked = {
            f"price[{nth}, {symbol}]": str(amount)
            for nth, amounts in zip(NTH, self.prices, strict=False)
            for symbol, amount in zip(SYMBOLS, amounts, strict=True)
        }
        stands = {
            f"stands[row{row}, {symbol}]": "yes"
            for row, (_, mask) in enumerate(self.pool)
            for symbol in _symbols(mask)
        }
        rules = _open_till(len(self.prices), steps)
        return game_from(rules, 2, position(zones, {**asked, **stands}), starter=0)

    def written(self, *, steps: bool) -> Ruleset:
        """The same, pool and prices written in the rules themselves."""
        asked = [
            "("
            + "".join(f"if s == {one} then {n} else " for one, n in zip(SYMBOLS, each, strict=True))
            + "0)"
            for each in self.prices
        ]
        rows = [
            f"- id: coin{row}\n  copies: {size}\n  kinds: [{', '.join(_symbols(mask))}]\n"
            for row, (size, mask) in enumerate(self.pool)
        ]
        return _till(asked, "s in c.kinds", "".join([*rows, REST]), steps=steps)

    @property
    def payments(self) -> set[Taken]:
        """All payments, by hand."""
        return _by_hand(self.pool, self.prices)

    def subsets(self) -> Iterable[Taken]:
        """All that can be taken, whether it pays or not."""
        return product(*(range(size + 1) for size, _ in self.pool))

    def taken(self, coins: Iterable[str]) -> Taken:
        """How many of every group some coins are."""
        rows = [int(coin.removeprefix("coin")) for coin in coins]
        return tuple(rows.count(row) for row in range(len(self.pool)))

    def listed(self, game: Game) -> list[Taken]:
        """The moves that pay."""
        return [self.taken(_coins(text)) for text in texts(game) if text.startswith("buy")]

    def text(self, taken: Taken) -> str:
        """The move that takes so many of every group."""
        coins = [f"coin{row}" for row, count in enumerate(taken) for _ in range(count)]
        return f"buy {' + '.join(coins) or 'none'}"


def _symbols(mask: int) -> list[str]:
    return [symbol for bit, symbol in enumerate(SYMBOLS) if mask >> bit & 1]


def _coins(text: str) -> list[str]:
    given = text.removeprefix("buy ")
    return [] if given == "none" else given.split(" + ")


def _action(game: Game) -> CompiledAction:
    action = game.program.action("buy")
    assert action is not None
    return action


def _choice(game: Game) -> CompiledPayment:
    (choice,) = _action(game).choices
    assert isinstance(choice, CompiledPayment)
    return choice


def _of_cards(game: Game, till: Till, cards: Iterable[int]) -> Taken:
    return till.taken(game.program.layout.cards[card].id for card in cards)


def _last_of_each(game: Game, taken: Taken) -> tuple[int, ...]:
    """The cards that nobody would list: of each group the last, and the last of all first."""
    groups = _choice(game).groups(game.state)
    layout = game.program.layout
    by_row = {int(layout.cards[group[0]].id.removeprefix("coin")): group for group in groups}
    return tuple(card for row, count in enumerate(taken) if count for card in by_row[row][-count:])[::-1]


masks = st.sampled_from([*range(2 ** len(SYMBOLS)), 0b0011, 0b0111, 0b1111, 0b1111])
pools = st.lists(st.tuples(st.integers(1, COPIES), masks), max_size=ROWS)
amounts_asked = st.lists(st.sampled_from([0, 0, 1, 1, 2]), min_size=4, max_size=4).filter(
    lambda a: sum(a) <= 5
)
tills = st.builds(Till, pools, st.lists(amounts_asked, min_size=1, max_size=len(NTH)))


@given(tills)
@settings(max_examples=300, deadline=None)
def test_all_payments_are_listed_and_each_once(till: Till) -> None:
    listed = till.listed(till.game())
    assert len(listed) == len(set(listed))
    assert set(listed) == till.payments


@given(tills, st.booleans())
@settings(max_examples=30, deadline=None)
def test_a_till_that_is_written_in_the_rules_is_the_same(till: Till, steps: bool) -> None:
    written, other = till.written(steps=steps).new_game(2, starter=0), till.game(steps=steps)
    while not written.over:
        assert sorted(texts(written)) == sorted(texts(other))
        text = texts(written)[0]
        for game in (written, other):
            game.apply(text)
    assert other.over


@given(tills, st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_machine_that_nobody_watches_lists_the_same(till: Till, steps: bool) -> None:
    game = till.game(steps=steps)
    play, machine = game.program.play, _unwatched(len(till.prices), steps)
    state = [*game.state, *[0] * machine.code.size][: machine.code.size]
    state[PC] = machine.code.points[0].block
    numbers = machine.moves(state, 0)
    assert numbers is not None
    listed = Listed(game.program.plan.forms, tuple(numbers), machine.pool())
    assert [listed.read(number) for number in numbers] == play.moves(game.state, 0)


@given(tills)
@settings(max_examples=150, deadline=None)
def test_every_check_agrees_with_the_list(till: Till) -> None:
    game = till.game()
    action, choice, state, expected = _action(game), _choice(game), game.state, till.payments
    listed = set(game.program.play.moves(state, 0))
    least, most = choice.bounds(state, sum(size for size, _ in till.pool))
    assert choice.payable(state) == bool(expected)
    for taken in till.subsets():
        cards, pays = _last_of_each(game, taken), taken in expected
        found = action.canonical(state, (cards,))
        assert (found in listed) == pays == (game.why_not(till.text(taken)) is None)
        if pays:
            assert least <= sum(taken) <= most
            assert isinstance(found, tuple) and isinstance(found[1], tuple)
            assert _of_cards(game, till, found[1]) == taken
        begins = any(all(a <= b for a, b in zip(taken, way, strict=True)) for way in expected)
        assert choice.fits(state, cards) == begins


@given(tills, st.integers(0, 2**16))
@settings(max_examples=200, deadline=None)
def test_a_payment_drawn_at_random_is_one_of_the_list(till: Till, seed: int) -> None:
    game = till.game()
    drawn = _choice(game).sample(game.state, random.Random(seed).randrange)
    if till.payments:
        assert (_action(game).index, drawn) in game.program.play.moves(game.state, 0)
    else:
        assert drawn is None


@given(tills)
@settings(max_examples=60, deadline=None)
def test_each_price_that_can_be_paid_may_be_drawn(till: Till) -> None:
    game, chance = till.game(), random.Random(1)
    choice, state = _choice(game), game.state
    drawn = {choice.sample(state, chance.randrange) for _ in range(40)}
    ways = {_of_cards(game, till, way) for way in drawn if isinstance(way, tuple)}
    for amounts in till.prices:
        payable = _by_hand(till.pool, [amounts])
        assert not payable or ways & payable


@given(tills)
@settings(max_examples=120, deadline=None)
def test_step_by_step_leads_to_every_payment_and_nowhere_else(till: Till) -> None:
    game, expected, paid = till.game(steps=True), till.payments, set[Taken]()
    nothing = tuple(0 for _ in till.pool)
    seen: set[Taken] = set()

    def go_on(chosen: Taken) -> None:
        if game.over:
            paid.add(chosen)
            return
        if chosen in seen:
            return
        seen.add(chosen)
        listed = texts(game)
        assert len(listed) == len(set(listed))
        assert ("pass" in listed) == (chosen == nothing)
        assert bool({"done", "buy none"} & set(listed)) == (chosen in expected)
        for row in range(len(till.pool)):
            text = f"buy coin{row}"
            assert (game.why_not(text) is None) == (text in listed)
        for text in listed:
            if text == "pass":
                continue
            more = nothing if text == "done" else till.taken(_coins(text))
            game.apply(text)
            go_on(tuple(a + b for a, b in zip(chosen, more, strict=True)))
            game.undo()

    go_on(nothing)
    assert paid == expected


@pytest.mark.parametrize(
    ("pool", "ways"),
    [
        ({"health": 1, "money": 1, "joker": 1}, 1),
        ({"health": 2, "money": 1, "joker": 1}, 3),
        ({"health": 1, "joker": 2}, 1),
        ({"health": 1, "joker": 1}, 0),
    ],
)
def test_two_health_and_one_money_with_jokers(pool: dict[str, int], ways: int) -> None:
    masks = {"health": 0b01, "money": 0b10, "joker": 0b11}
    till = Till([(amount, masks[name]) for name, amount in pool.items()], [[2, 1, 0, 0]])
    assert len(till.listed(till.game())) == ways


@pytest.mark.parametrize(
    ("prices", "ways"),
    [
        ("(if s == fire then 2 else 12)", 0),
        ("(if s == fire then 1 else 23)", 24),
        ("12 or 24 or 23 * seat(me)", 0),
    ],
)
def test_no_beginning_is_tried_that_leads_nowhere(prices: str, ways: int) -> None:
    text = (
        "enum Suit: earth, fire\ncards Token for each n in 1..25\nzone row: Token, face up\n"
        f"zone heap: Token, face up\nsetup\n    put Token into row\n{LEAD}"
        f"action buy(way in payment of {prices} for s in Suit from t in row where pays(t, s))\n"
        "    put way into heap\naction pass\nplay\n    choose buy, pass by lead\n"
        "define pays(t: Token, s: Suit) = (t.n == 25) == (s == fire)\n"
    )
    assert len(texts(start(text))) == ways + 1


# ---- in a game -----------------------------------------------------------------------------------


def shop(prices: str, steps: bool = False, require: str = "", pays: str = "t.suit == s") -> str:
    """Three earth and three fire lie on the row, to pay with."""
    return (
        f"{TOKENS}    put all deck into row\n{LEAD}"
        f"action buy(way in payment of {prices} for s in Suit from t in row where {pays})\n"
        f"{require}    put way into heap[me]\n"
        "action pass\n"
        "define earths(s: Suit, n: int) = if s == earth then n else 0\n"
        "play\n    turns clockwise from lead until size(row) < 3\n"
        f"        choose buy, pass{' step by step' if steps else ''}\n"
    )


def test_payments_of_each_price_are_moves() -> None:
    listed = texts(start(shop("earths(s, 2) or 2")))
    assert len(listed) == len(set(listed)) == 3 + 9 + 1
    assert {"buy earth-2 + earth-3", "buy earth-2 + earth-3 + fire-1 + fire-3"} <= set(listed)


def test_what_pays_two_prices_is_one_move() -> None:
    joker = "t.suit == s or t.value == 3"
    one = texts(start(shop("earths(s, 2)", pays=joker)))
    other = texts(start(shop("1", pays=joker)))
    both = texts(start(shop("earths(s, 2) or 1", pays=joker)))
    assert set(one) & set(other) > {"pass"}
    assert len(both) == len(set(both))
    assert set(both) == {*one, *other}


@pytest.mark.parametrize(
    ("given_up", "code"),
    [
        ("earth-3", "move-payment"),
        ("earth-3 + earth-2 + fire-1", "move-payment"),
        ("none", "move-payment"),
        ("earth-3 + fire-1", "move-payment"),
        ("earth-3 + earth-2 + earth-1 + fire-1", "move-payment"),
        ("", "move-argument-missing"),
    ],
)
def test_who_pays_neither_price_reads_both(given_up: str, code: str) -> None:
    refused = start(shop("earths(s, 2) or 2")).why_not(f"buy {given_up}")
    assert refused is not None
    assert refused.code == code
    if given_up:
        said = f"`{given_up}` does not pay for `buy`. The price is 2 earth, or 2 earth and 2 fire."
        assert refused.reason == said


def test_who_has_too_little_reads_the_price() -> None:
    refused = start(shop("earths(s, 9)")).why_not("buy")
    assert refused is not None
    assert refused.reason == "You cannot pay for `buy`. The price is 9 earth."


def test_a_payment_as_a_move_object_is_checked_like_its_text() -> None:
    game = start(shop("earths(s, 2) or 2"))
    other = start(shop("earths(s, 2) or earths(s, 3)"))
    whole = next(move for move in other.legal_moves() if move.text.count("+") == 2)
    assert other.why_not(whole) is None
    assert game.why_not(whole) is not None


def test_one_of_the_prices_may_be_nothing() -> None:
    game = start(shop("earths(s, 0 - 1) or earths(s, 2)"))
    pairs = ["buy earth-1 + earth-2", "buy earth-1 + earth-3", "buy earth-2 + earth-3"]
    assert texts(game) == ["buy none", *pairs, "pass"]
    assert set(texts(start(shop("0 or earths(s, 2)", steps=True)))) == {
        "buy none",
        "buy earth-3",
        "buy earth-2",
        "buy earth-1",
        "pass",
    }


def test_a_choice_of_prices_that_nobody_can_pay_is_not_begun() -> None:
    game = start(shop("earths(s, 4) or 4", steps=True))
    assert texts(game) == ["pass"]


def test_a_price_within_another_may_be_ended_or_gone_beyond() -> None:
    game = start(shop("earths(s, 2) or earths(s, 3)", steps=True))
    game.apply("buy earth-3")
    assert texts(game) == ["buy earth-1", "buy earth-2"]
    refused = game.why_not("done")
    assert refused is not None
    assert refused.code == "move-done-early"
    game.apply("buy earth-1")
    assert texts(game) == ["buy earth-2", "done"]
    dear = game.copy()
    dear.apply("buy earth-2")
    game.apply("done")
    assert [size_of_row(one) for one in (game, dear)] == [4, 3]


def size_of_row(game: Game) -> int:
    """How many tokens still lie on the row."""
    layout = game.program.layout
    return game.state[layout.zones[layout.zone_at["row", ()]].size_at]


def test_a_step_is_one_thing() -> None:
    refused = start(shop("earths(s, 2)", steps=True)).why_not("buy earth-2 + earth-3")
    assert refused is not None
    assert refused.code == "move-one-at-a-time"


def test_a_step_leaves_room_for_what_the_rules_require() -> None:
    require = '    require size(way) == 4 because "it must be four"\n'
    game = start(shop("earths(s, 2) or 2", steps=True, require=require))
    game.apply("buy earth-3")
    game.apply("buy earth-2")
    assert texts(game) == ["buy fire-1", "buy fire-2", "buy fire-3"]
    game.apply("buy fire-3")
    assert texts(game) == ["buy fire-1", "buy fire-2"]


def test_random_play_pays_step_by_step() -> None:
    game = start(shop("earths(s, 2) or 1", steps=True))
    chance = random.Random(3)
    game.playout([lambda seat: chance.choice(seat.legal_moves())] * 2)
    assert game.over


def test_too_many_payments_are_counted_and_drawn_not_listed() -> None:
    wide = shop("2 or earths(s, 5)", pays="yes").replace("1..3", "1..10")
    game = start(wide)
    most = comb(20, 4) + comb(20, 5)
    with pytest.raises(TooManyMoves) as raised:
        game.legal_moves()
    assert raised.value.count <= most
    move = Seat(game, 0).sample(random.Random(1).randrange)
    assert move is not None
    assert game.why_not(move) is None


# ---- as part of a ruleset --------------------------------------------------------------------------


def fingerprint(text: str) -> str:
    """The fingerprint of the action that pays."""
    return read_rules(text).model.fingerprints["action buy"]


def test_the_prices_and_their_order_count_for_what_an_action_is() -> None:
    prices = ["2", "2 or 1", "1 or 2", "2 or 1 or earths(s, 3)"]
    assert len({fingerprint(shop(each)) for each in prices}) == len(prices)


def test_what_is_declared_elsewhere_does_not_change_a_payment() -> None:
    other = "action other(c in row, d in row)\n    put c onto heap[me]\n"
    text = shop("2 or 1")
    more = text.replace("action buy", f"{other}action buy").replace("choose buy", "choose other, buy")
    assert fingerprint(more) == fingerprint(text)
