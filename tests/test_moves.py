"""Moves: which are listed, how they are written and read, and why others are refused."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from counting import at_most
from flow_models import LEAD, TOKENS, read_rules, start, texts

from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import At, IllegalMove, Move, TooManyMoves
from rulewright.interpreter.game.game import Seat
from rulewright.interpreter.lowering import steps
from rulewright.interpreter.state.domains import count_selections

TURNS = (
    "play\n    turns clockwise from lead until no_more\n        choose {actions}\n"
    "define no_more = size(row) > 50\n"
)
DRAFT = (
    TOKENS
    + "    deal 3 from deck to row\n    deal 1 from deck to each hand\n"
    + LEAD
    + "action take(c in row)\n"
    + '    require odd: c.value mod 2 == 1 because "{c} has the value {c.value}"\n'
    + "    put c onto heap[me]\n"
    + "action pass\n"
    + TURNS.format(actions="take, pass")
)
"""On the row: fire-3, fire-2, fire-1; in the hands earth-3 and earth-2; in the deck earth-1."""


def reason(text: str, move: str, seat: int | None = None) -> str:
    refused = start(text).why_not(move, seat)
    assert refused is not None
    return refused.reason


# ---- listing ---------------------------------------------------------------------------------------


def test_moves_come_in_the_order_of_the_choice_then_of_the_zone() -> None:
    assert texts(start(DRAFT)) == ["take fire-3", "take fire-1", "pass"]


def test_every_listed_move_is_read_back_as_itself() -> None:
    game = start(DRAFT)
    for move in game.legal_moves():
        assert game.copy().apply(move.text) == move


def with_action(action: str, more: str = "") -> str:
    return TOKENS + more + LEAD + action + "action pass\n" + TURNS.format(actions="act, pass")


@pytest.mark.parametrize(
    ("parameter", "listed"),
    [
        ("p in players", ["1", "2"]),
        ("s in Suit", ["earth", "fire"]),
        ("b in [yes, no]", ["yes", "no"]),
        ("n in 2..4", ["2", "3", "4"]),
        ("z in [row, heap[me]]", ["row", "heap[1]"]),
        ("s in exactly 2 of Suit", ["earth + fire"]),
        ("s in any of Suit", ["none", "earth", "fire", "earth + fire"]),
        ("s in Suit, n in 1..2", ["earth, 1", "earth, 2", "fire, 1", "fire, 2"]),
    ],
)
def test_arguments_are_written_in_the_words_of_the_rules(parameter: str, listed: list[str]) -> None:
    game = start(with_action(f"action act({parameter})\n"))
    assert texts(game) == [*(f"act {one}" for one in listed), "pass"]
    for one in listed:
        assert game.why_not(f"act {one}") is None


def test_a_later_domain_may_depend_on_an_earlier_choice() -> None:
    game = start(with_action("action act(n in 1..2, m in n..2)\n"))
    assert texts(game) == ["act 1, 1", "act 1, 2", "act 2, 2", "pass"]


COPIES = "- id: coin\n  copies: 3\n- id: gem\n"


def with_copies(sight: str) -> str:
    return (
        'cards Piece from "cards.yaml"\n'
        f"zone row: Piece, {sight}\nzone heap of player: Piece, face up\n"
        f"setup\n    put Piece into row\n{LEAD}action act(c in row)\n    put c into heap[me]\n"
        "action two(c in exactly 2 of row)\naction pass\n" + TURNS.format(actions="act, two, pass")
    )


def test_equal_cards_in_an_unordered_zone_are_one_move() -> None:
    game = start(with_copies("face up, unordered"), cards=COPIES)
    assert texts(game) == ["act coin", "act gem", "two coin + coin", "two coin + gem", "pass"]
    assert game.why_not("two gem + coin") is None
    assert game.why_not("two gem + gem") is not None


def test_equal_cards_in_an_ordered_zone_are_told_apart_by_level() -> None:
    game = start(with_copies("face up"), cards=COPIES)
    assert texts(game)[:4] == [
        "act coin in row at 1",
        "act coin in row at 2",
        "act coin in row at 3",
        "act gem",
    ]
    refused = game.why_not("act coin")
    assert refused is not None
    assert refused.code == "move-ambiguous"


def test_a_card_is_named_with_its_zone_where_needed() -> None:
    text = (
        'cards Piece from "cards.yaml"\nzone pile[2]: Piece, face up\n'
        f"setup\n    put Piece into pile[1]\n    deal 2 from pile[1] to pile[2]\n{LEAD}"
        "action act(c in all pile)\naction pass\nplay\n    turns clockwise from lead until empty(pile[1])\n"
        "        choose act, pass\n"
    )
    game = start(text, cards="- id: coin\n  copies: 2\n- id: gem\n")
    assert texts(game)[:3] == ["act coin in pile[1]", "act gem", "act coin in pile[2]"]


def test_cards_that_the_chooser_does_not_see_are_named_by_place() -> None:
    more = "    deal 2 from deck to each hand\n"
    game = start(with_action("action act(c in hand[neighbour(me, left)])\n", more))
    assert texts(game)[:2] == ["act card in hand[2] at 1", "act card in hand[2] at 2"]
    assert game.why_not("act card in hand[2] at 2") is None


def test_equal_dice_are_one_move() -> None:
    text = (
        f"dice cup: 1..2, at most 4, face up\n{LEAD}setup\n    roll 4 dice into cup\n"
        "action again(d in any of cup)\n    reroll d\naction pass\n"
        "var n = 0\nplay\n    turns clockwise from lead until n > 4\n        choose again, pass\n"
    )
    game = start(text)
    listed = texts(game)
    assert len(listed) == len(set(listed))
    assert len(listed) <= 10
    for move in listed:
        assert game.why_not(move) is None


@pytest.mark.parametrize(
    ("offered", "count", "exact"), [("act", 2**40, True), ("act, pass", 10_000, False)], ids=["one", "two"]
)
def test_too_many_subsets_are_counted_not_listed(offered: str, count: int, exact: bool) -> None:
    other = "action pass\n" if "pass" in offered else ""
    text = (
        "cards Token for each value in 1..40\nzone row: Token, face up\n"
        f"setup\n    put Token into row\n{LEAD}action act(c in any of row)\n{other}"
        + TURNS.format(actions=offered)
    )
    game = start(text)
    with pytest.raises(TooManyMoves) as caught:
        game.legal_moves()
    assert (caught.value.count, caught.value.exact) == (count, exact)
    assert game.why_not("act 7 + 9") is None
    assert game.program.play.pick(game.state, 0, lambda bound: 0) is not None


def test_a_choice_in_which_guessing_hits_nothing_is_a_located_fault() -> None:
    rules = LEAD + "var n = 0\nplay\n    turns clockwise from lead until n == 2\n        choose name\n"
    never = "action name(a in 1..2000, b in 1..2000)\n    require never: a + b > 4000\n    n += 1\n"
    game = start(rules + never)
    with pytest.raises(Fault) as caught:
        Seat(game, 0).sample(random.Random(1).randrange)
    assert (caught.value.problem.code, caught.value.problem.span.line) == ("limit-guesses", 8)


@pytest.mark.parametrize("text", ["name 70000", "name 0", "name 100001", "name many"])
def test_a_number_out_of_a_long_range_is_read_at_once(text: str) -> None:
    rules = LEAD + "var n = 0\nplay\n    turns clockwise from lead until n == 2\n        choose name\n"
    game = start(rules + "action name(a in 1..100000)\n    n += 1\n")
    with at_most(1_000):
        refused = game.why_not(text)
    assert (refused is None) is (text == "name 70000")


def test_a_list_of_moves_has_a_limit() -> None:
    game = start(with_action("action act(n in 1..200, m in 1..200)\n"))
    with pytest.raises(TooManyMoves) as caught:
        game.legal_moves()
    assert caught.value.count == 10_000
    assert game.why_not("act 150, 3") is None


def test_as_many_candidates_as_are_tried_for_a_list_are_listed() -> None:
    action = "action act(n in 1..100, m in 1..999)\n    require large: n + m == 1099\n"
    assert texts(start(with_action(action))) == ["act 100, 999", "pass"]
    with pytest.raises(TooManyMoves) as caught:
        start(with_action(action.replace("999", "1000"))).legal_moves()
    assert (caught.value.count, caught.value.exact) == (10_000, False)


def test_selections_of_equal_things_are_counted_right() -> None:
    for sizes in ([3], [1, 1, 1], [2, 3, 1], []):
        for least in range(3):
            for most in range(least, 1 + sum(sizes)):
                made = list(product(*(range(size + 1) for size in sizes)))
                ways = sum(least <= sum(taken) <= most for taken in made)
                assert count_selections(sizes, least, most) == ways


# ---- refusing --------------------------------------------------------------------------------------


def test_a_refused_move_changes_nothing() -> None:
    game = start(DRAFT)
    before = (game.state, game.digest(), game.events, game.moves)
    with pytest.raises(IllegalMove):
        game.apply("take fire-2")
    assert (game.state, game.digest(), game.events, game.moves) == before


def test_a_requirement_gives_its_reason_name_and_line() -> None:
    refused = start(DRAFT).why_not("take fire-2")
    assert refused is not None
    assert refused.reason == "fire 2 has the value 2"
    assert (refused.requirement, refused.span.line) == ("odd", 16)


@pytest.mark.parametrize(
    ("move", "code", "part"),
    [
        ("", "move-empty", "`take`, `pass`"),
        ("   ", "move-empty", "`take`, `pass`"),
        ("tak fire-1", "move-action-unknown", "Did you mean `take`?"),
        ("take", "move-argument-missing", "Add a card"),
        ("take fire-1, fire-3", "move-argument-extra", "`fire-3`"),
        ("pass fire-1", "move-argument-extra", "`fire-1`"),
        ("take fier-1", "move-card-unknown", "Did you mean `fire-1`?"),
        ("take " + "x" * 1_000_000, "limit-move-text", "4,096"),
        ("take \x1b[2J\u202e", "move-card-unknown", "\\x1b[2J\\u202e"),
        ("__class__", "move-action-unknown", "__class__"),
        ("take {0.__class__}", "move-card-unknown", "{0.__class__}"),
        ("take %s", "move-card-unknown", "%s"),
        ("take ../..", "move-card-unknown", "../.."),
    ],
)
def test_bad_text_is_refused_with_a_reason(move: str, code: str, part: str) -> None:
    refused = start(DRAFT).why_not(move)
    assert refused is not None
    assert refused.code == code
    assert part in refused.reason


@pytest.mark.parametrize("typed", ["take fire-1", "Take Fire 1", "take fire 1 in row", "take fire-1 at 1"])
def test_a_card_may_be_named_as_it_is_shown(typed: str) -> None:
    game = start(DRAFT)
    game.apply(typed)
    assert game.moves[0].text == "take fire-1"


@pytest.mark.parametrize(
    ("seat", "code"), [(1, "move-out-of-turn"), (98, "move-no-seat"), (-1, "move-no-seat")]
)
def test_a_move_for_another_seat_is_refused(seat: int, code: str) -> None:
    refused = start(DRAFT).why_not("pass", seat)
    assert refused is not None
    assert refused.code == code


def test_an_action_that_is_not_offered_says_what_is() -> None:
    text = DRAFT.replace("choose take, pass", "choose pass")
    text = text.replace("define no_more", "    phase later\n        choose take by lead\ndefine no_more")
    refused = start(text).why_not("take fire-1")
    assert refused is not None
    assert refused.code == "move-action-not-now"
    assert refused.reason == "`take` cannot be chosen now. You may choose `pass`."


def test_what_is_offered_is_what_is_possible() -> None:
    game = start(DRAFT.replace("c.value mod 2 == 1", "c.value > 3"))
    refused = game.why_not("leave")
    assert refused is not None
    assert refused.reason == "There is no action `leave`. You may choose `pass`."
    game = start(STEPS.replace("1 to 2 of row", "2 to 3 of row"))
    assert "You may choose `act`, `pass`." in str(game.why_not("leave"))
    game.apply("act earth-2")
    assert "You may choose `act`." in str(game.why_not("leave"))


def test_what_can_be_chosen_instead_is_told() -> None:
    assert reason(DRAFT, "take earth-1") == (
        "`earth-1` cannot be chosen for `take` now. It is taken from row. "
        "Possible now: `fire-3`, `fire-2`, `fire-1`."
    )


def test_where_nothing_can_be_chosen_it_is_said() -> None:
    text = with_action("action act(c in heap[me])\n    put c into row\n")
    assert reason(text, "act") == "Nothing can be chosen as `c` of `act` now."
    assert reason(text, "act fire-1") == "Nothing can be chosen as `c` of `act` now."
    text = with_action("action act(n in 1..3, k in 1..2 where n < 3)\n    require k == n\n")
    assert reason(text, "act 3, 1") == (
        "Nothing can be chosen as `k` of `act` now. What stands before it leaves nothing to choose."
    )


def test_a_card_in_sight_elsewhere_is_said_to_lie_there() -> None:
    game = start(DRAFT)
    game.apply("take fire-1")
    refused = game.why_not("take fire-1")
    assert refused is not None
    assert refused.reason == "Fire 1 lies in heap[Player 1]. `take` takes a card from row."


def test_a_card_in_anothers_hand_is_refused_like_one_in_the_deck() -> None:
    hidden, in_deck = reason(DRAFT, "take earth-2"), reason(DRAFT, "take earth-1")
    assert hidden.replace("earth-2", "?") == in_deck.replace("earth-1", "?")


def test_a_move_object_naming_a_hidden_card_does_not_tell_which_it_is() -> None:
    game = start(DRAFT)
    refused = [game.why_not(Move(0, "take", (At(zone, 1),), "")) for zone in ("deck", "hand[2]")]
    assert refused[0] is not None and refused[0] == refused[1]
    assert "earth" not in refused[0].reason


@pytest.mark.parametrize(
    ("nonsense", "told"),
    [
        (("earth-1",), "`'earth-1'` is not a card."),
        ((7,), "`7` is not a card."),
        (([1],), "`[1]` is not a card."),
        ((None,), "`None` is not a card."),
        (((1, "a"),), "`(1, 'a')` is not a card."),
        (("x" * 100,), f"`'{'x' * 59}...` is not a card."),
        ((At("row", 1), 2, 3), "`2` is one thing too many."),
        ((), "`take` is not complete."),
        (7, "`7` is not a card."),
    ],
)
def test_a_move_object_of_nonsense_is_refused(nonsense: Any, told: str) -> None:
    game = start(DRAFT)
    before = game.digest()
    with pytest.raises(IllegalMove) as refused:
        game.apply(Move(0, "take", nonsense, ""))
    assert str(refused.value).startswith(told)
    assert game.digest() == before


def test_a_move_object_from_another_position_is_checked() -> None:
    game = start(DRAFT)
    taken = game.legal_moves()[0]
    game.apply(taken)
    with pytest.raises(IllegalMove):
        game.apply(Move(1, taken.action, taken.arguments, taken.text))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("act earth-3 + earth-3", "move-twice"),
        ("act earth-3", "move-subset-size"),
        ("act earth-3 + fire-9", "move-card-unknown"),
        ("act none", "move-subset-size"),
    ],
)
def test_bad_subsets_are_refused(move: str, code: str) -> None:
    game = start(with_action("action act(cs in exactly 2 of row)\n", "    put all deck into row\n"))
    refused = game.why_not(move)
    assert refused is not None
    assert refused.code == code


@pytest.mark.parametrize(
    ("parameter", "given"),
    [("p in players", "99"), ("s in Suit", "erth"), ("b in [yes, no]", "maybe"), ("n in 2..4", "three")],
)
def test_a_value_of_the_wrong_kind_names_the_parameter(parameter: str, given: str) -> None:
    refused = start(with_action(f"action act({parameter})\n")).why_not(f"act {given}")
    assert refused is not None
    assert refused.code == "move-argument-kind"
    assert f"`{parameter[0]}`" in refused.reason


def test_players_and_their_zones_go_by_name_too() -> None:
    text = with_action("action act(p in players, z in [heap[p]])\n")
    game = read_rules(text).new_game(["Ann", "Bob"], starter="Ann")
    assert game.apply("act Bob, heap[Bob]").text == "act 2, heap[2]"


# ---- step by step ----------------------------------------------------------------------------------

STEPS = with_action(
    "action act(cs in 1 to 2 of row)\n    require sum(c.value for c in cs) < 5\n    put cs into heap[me]\n",
    "    put all deck into row\n",
).replace("choose act, pass", "choose act, pass step by step")


def test_a_subset_is_chosen_one_element_a_move() -> None:
    game = start(STEPS)
    assert game.decision.step
    game.apply("act earth-3")
    assert texts(game) == ["act earth-1", "act fire-1", "done"]
    game.apply("act fire-1")
    assert game.decision.seats == (1,)
    assert "act fire-1" not in texts(game)


def test_done_ends_the_choice_early() -> None:
    game = start(STEPS)
    assert game.why_not("done") is not None
    game.apply("act earth-2")
    game.apply("done")
    assert game.decision.seats == (1,)


def test_random_play_goes_through_steps() -> None:
    game = start(STEPS.replace("size(row) > 50", "size(row) < 3"))
    state = game.state
    game.program.random_playout(state, lambda bound: 0)
    game.playout([lambda seat: seat.legal_moves()[0]] * 2)
    assert game.over


def test_a_step_that_might_be_completed_is_offered_where_too_many_ways_must_be_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = (
        f"{TOKENS}    put all deck into row\n{LEAD}"
        "action act(cs in exactly 2 of row)\n    require all(c.value == 3 for c in cs)\n"
        "    put cs into deck\n"
        "play\n    choose act by lead step by step\n"
    )
    assert texts(start(text)) == ["act earth-3", "act fire-3"]
    monkeypatch.setattr(steps, "MOST_COMPLETIONS", 2)
    assert texts(start(text)) == [f"act {suit}-{value}" for suit in ("earth", "fire") for value in (1, 2, 3)]
    monkeypatch.setattr(steps, "MOST_COMPLETIONS", 6)
    assert texts(start(text)) == ["act earth-3", "act fire-3"]


def test_a_number_is_guessed_without_a_list_of_all_there_are() -> None:
    game = start(f"{LEAD}action act(n in 1..100000, m in 1..100000)\nplay\n    choose act by lead\n")
    game.program.play.sample(game.state, 0, lambda bound: 0)  # what is called is compiled at the first call
    with at_most(100):
        move = game.program.play.sample(game.state, 0, lambda bound: bound - 1)
    assert move[1:] == (100000, 100000)
