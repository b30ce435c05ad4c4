"""Which moves are one: those that equal cards turn into each other, looked at as whole moves."""

from __future__ import annotations

import random
from itertools import product

import pytest
from flow_models import LEAD, read_rules, start, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.interpreter.engine.moves import At, Move
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.seat import Seat

HAND = (
    'cards Dish from "cards.yaml"\n    worth: int\n'
    "zone hand of player: Dish, seen by owner, unordered\nzone out: Dish, face up\n"
    f"setup\n    put Dish into hand[lead]\n{LEAD}"
    "play\n    turns clockwise from lead once\n        choose {actions}\n"
)
EGGS = "- {id: egg, worth: 1, copies: 2}\n- {id: fig, worth: 2}\n"


def hand(actions: str, cards: str = EGGS, asked: str = "act, pass") -> Game:
    return start(HAND.replace("{actions}", asked) + "action pass\n" + actions, cards=cards)


TWO = "action act(c in hand[me], d in hand[me])\n    require c != d\n    put c into out\n    put d into out\n"


def test_two_equal_cards_can_be_chosen_by_two_choices() -> None:
    game = hand(TWO)
    assert texts(game) == ["act egg, egg", "act egg, fig", "act fig, egg", "pass"]
    game.apply("act egg, egg")
    assert [card.id for card in game.view().zone("out").cards] == ["egg", "egg"]


def test_the_same_card_twice_is_another_move_than_two_equal_ones() -> None:
    game = hand("action act(c in hand[me], d in hand[me])\n    put c into out\n")
    assert texts(game)[:3] == ["act egg, egg in hand[1] at 1", "act egg, egg", "act egg, fig"]
    assert game.apply("act egg, egg in hand[1]").text == "act egg, egg"


def test_of_three_choices_each_knows_what_the_others_name() -> None:
    actions = (
        "action act(c in hand[me], d in hand[me], e in hand[me])\n    require c != d and d != e and c != e\n"
    )
    game = hand(actions, cards="- {id: egg, worth: 1, copies: 3}\n- {id: fig, worth: 2}\n")
    listed = ["act egg, egg, egg", "act egg, egg, fig", "act egg, fig, egg", "act fig, egg, egg", "pass"]
    assert texts(game) == listed


def test_a_subset_after_a_choice_tells_the_chosen_card_from_its_equals() -> None:
    game = hand("action act(c in hand[me], cs in exactly 2 of hand[me])\n")
    assert texts(game)[:3] == [
        "act egg, egg in hand[1] at 1 + egg",
        "act egg, egg in hand[1] at 1 + fig",
        "act egg, egg + fig",
    ]
    assert game.apply("act egg, egg + egg").text == "act egg, egg in hand[1] at 1 + egg"


def test_steps_after_a_choice_tell_the_chosen_card_from_its_equals() -> None:
    game = hand("action act(c in hand[me], cs in exactly 2 of hand[me])\n", asked="act, pass step by step")
    game.apply("act egg, egg")
    assert texts(game) == ["act egg, egg in hand[1] at 1", "act egg, fig"]


CHOICES = ["d in hand[me]", "d in hand[me] where d != c", "ds in 1 to 2 of hand[me]", "ds in any of hand[me]"]
CONDITIONS = {
    "yes": lambda c, d: True,
    "c != {d}": lambda c, d: c != d,
    "c.worth <= {d}.worth": lambda c, d: WORTH[c[0]] <= WORTH[d[0]],
    "c == {d}": lambda c, d: c == d,
}
WORTH = {"egg": 1, "fig": 2, "pie": 2}
Dish = tuple[str, int]


@st.composite
def choices(draw: st.DrawFn) -> tuple[str, str, dict[str, int]]:
    """A second choice, what it requires of both, and how many copies there are of each card."""
    second = draw(st.sampled_from(CHOICES))
    condition = draw(st.sampled_from(sorted(CONDITIONS)))
    copies = {name: draw(st.integers(1, 3)) for name in WORTH}
    return second, condition, copies


@given(choices(), st.integers(0, 2**16))
@settings(max_examples=40, deadline=None)
def test_the_list_is_that_of_brute_force_over_all_arguments(
    case: tuple[str, str, dict[str, int]], seed: int
) -> None:
    second, condition, copies = case
    subset = second.startswith("ds")
    whole = f"all({condition.format(d='x')} for x in ds)" if subset else condition.format(d="d")
    rows = "".join(f"- {{id: {name}, worth: {WORTH[name]}, copies: {copies[name]}}}\n" for name in copies)
    game = hand(f"action act(c in hand[me], {second})\n    require {whole}\n", cards=rows)
    dishes = [(name, number) for name in copies for number in range(copies[name])]
    places = {dish: At("hand[1]", level) for level, dish in enumerate(dishes, start=1)}

    def allowed(c: Dish, ds: tuple[Dish, ...]) -> bool:
        holds = CONDITIONS[condition]
        sizes = {"d": [1], "ds in 1": [1, 2], "ds in any": range(len(dishes) + 1)}
        size = next(sizes[key] for key in ("ds in 1", "ds in any", "d") if second.startswith(key))
        apart = "where" not in second or c not in ds
        return len(ds) in size and apart and all(holds(c, d) for d in ds)

    made: dict[tuple[Dish, tuple[Dish, ...]], Move] = {}
    for c in dishes:
        for ds in _some_of(dishes) if subset else [(d,) for d in dishes]:
            seconds = tuple(places[d] for d in ds)
            move = Move(0, "act", (places[c], seconds if subset else seconds[0]), "")
            assert (game.why_not(move) is None) is allowed(c, ds)
            if allowed(c, ds):
                made[c, ds] = game.copy().apply(move)
    listed = [move for move in game.legal_moves() if move.action == "act"]
    assert set(made.values()) == set(listed)
    assert len(set(listed)) == len({move.text for move in listed}) == len(listed)
    assert len({_pattern(c, ds) for c, ds in made}) == len(listed)
    for move in listed:
        assert game.copy().apply(move.text) == move
    drawn = Seat(game, 0).guess(random.Random(seed).randrange)
    assert drawn in game.legal_moves()


def _some_of(dishes: list[Dish]) -> list[tuple[Dish, ...]]:
    kept = product([False, True], repeat=len(dishes))
    return [tuple(dish for dish, keep in zip(dishes, each, strict=True) if keep) for each in kept]


def _pattern(c: Dish, ds: tuple[Dish, ...]) -> object:
    """What is left of a move when copies are not told apart."""
    return c[0], c in ds, tuple(sorted(name for name, _ in ds))


def test_equal_dice_can_be_chosen_by_two_choices() -> None:
    text = (
        f"dice cup: 1..1, at most 3, face up\n{LEAD}setup\n    roll 3 dice into cup\n"
        "action act(d in cup, e in cup)\n    require d != e\n"
        "play\n    turns clockwise from lead once\n        choose act\n"
    )
    assert texts(start(text)) == ["act 1, 1"]


def test_copies_in_the_box_are_one_choice() -> None:
    text = (
        'cards Dish from "cards.yaml"\n    worth: int\nzone out: Dish, face up\n'
        f"{LEAD}action act(c in Dish)\n    put c into out\n"
        "play\n    turns clockwise from lead once\n        choose act\n"
    )
    game = start(text, cards=EGGS)
    assert texts(game) == ["act egg", "act fig"]
    game.apply("act egg")
    assert texts(game) == ["act egg in out", "act egg in box", "act fig"]


@pytest.mark.parametrize("cards", [EGGS, EGGS.replace("copies: 2", "copies: 1") + "- {id: pie, worth: 3}\n"])
def test_how_many_unseen_cards_can_be_chosen_does_not_tell_which_are_equal(cards: str) -> None:
    game = hand("action act(c in hand[lead])\n", cards=cards)
    game.apply("pass")
    assert texts(game) == [f"act card in hand[1] at {level}" for level in (1, 2, 3)] + ["pass"]


def test_equal_dice_unseen_are_not_told_by_the_number_of_choices() -> None:
    text = (
        f"dice cup of player: 1..1, at most 3, seen by owner\n{LEAD}setup\n    roll 3 dice into cup[lead]\n"
        "action act(d in cup[lead])\n"
        "play\n    turns clockwise from lead once\n        choose act\n"
    )
    game = start(text)
    assert texts(game) == ["act 1"]
    game.apply("act 1")
    assert texts(game) == [f"act die in cup[1] at {level}" for level in (1, 2, 3)]


MARKED = [
    ("var bad of Dish: bool, face down", "bad[the(bottom(pool))] = (n == 1)"),
    ("var bad of player, Dish: int, seen by owner", "bad[me, the(bottom(pool))] = n"),
    ("var bad: Dish?, face down", "if n == 1\n        bad = the(bottom(pool))"),
    ("var bad of player: Dish?, seen by owner", "if n == 1\n        bad[me] = the(bottom(pool))"),
]


@pytest.mark.parametrize(("variable", "effect"), MARKED)
@pytest.mark.parametrize("marked", [0, 1])
def test_what_is_recorded_in_secret_is_not_told_by_the_number_of_choices(
    variable: str, effect: str, marked: int
) -> None:
    text = (
        'cards Dish from "cards.yaml"\n    worth: int\nzone pool: Dish, face up, unordered\n'
        f"{variable}\n{LEAD}setup\n    put Dish into pool\n"
        "play\n    turns clockwise from lead once\n        choose mark\n"
        "        choose act by neighbour(me, left)\n"
        f"action act(c in pool)\naction mark(n in 0..1 seen by me)\n    {effect}\n"
    )
    game = start(text, cards=EGGS)
    game.apply(f"mark {marked}")
    assert texts(game) == ["act egg in pool at 1", "act egg in pool at 2", "act fig"]


# ---- what others know of copies ----------------------------------------------------------------------

GIVEN = (
    'cards Dish from "cards.yaml"\n    worth: int\nzone deck: Dish, face down\n'
    "zone hand of player: Dish, seen by owner, unordered\nzone out: Dish, face up\n"
    f"{LEAD}setup\n    put Dish into deck\n    shuffle deck\n"
    "    deal 1 from deck to hand[lead]\n    {reveal}\n    deal 1 from deck to hand[lead]\n"
    "play\n    turns clockwise from lead until size(out) == 3\n        choose act, tell, hand_on, pass\n"
    "action pass\naction act(c in hand[me])\n    put c into out\n"
    "action tell(c in hand[me])\n    show c to neighbour(me, left)\n"
    "action hand_on(c in hand[me])\n    put c onto deck\n    shuffle deck\n"
)
REVEALS = ["reveal hand[lead]", "show hand[lead] to neighbour(lead, left)"]


def given_two(seed: int, reveal: str) -> Game:
    """The first player holds two cards, of which the second has seen one; one or two more are in the deck."""
    cards = EGGS.replace("copies: 2", "copies: 3")
    return start(GIVEN.replace("{reveal}", reveal), cards=cards, seed=seed)


def holding_a_seen_egg(reveal: str) -> list[Game]:
    games = [given_two(seed, reveal) for seed in range(40)]
    return [game for game in games if [card.id for card in game.view(1).zone("hand[1]").known] == ["egg"]]


def test_two_copies_of_which_one_is_known_are_one_move() -> None:
    games = holding_a_seen_egg(REVEALS[0])
    listed = {tuple(text for text in texts(game) if text.startswith("act")) for game in games}
    assert listed == {("act egg",), ("act egg", "act fig")}


@pytest.mark.parametrize("reveal", REVEALS)
@pytest.mark.parametrize("moves", [["act egg"], ["tell egg"], ["tell egg", "pass", "act egg"]])
def test_which_copy_it_was_shows_in_nobodys_view(reveal: str, moves: list[str]) -> None:
    """Whether an egg and a fig are held or two eggs, and whichever of them was seen before."""
    hands, views = set(), set()
    for game in holding_a_seen_egg(reveal):
        hands.add(tuple(texts(game)))
        for move in moves:
            game.apply(move)
        views.add(str(game.view(1).to_json()["zones"]) + str(game.view(1).to_json()["unseen"]))
    assert len(hands) == 2
    assert len(views) == 1


HANDED_ON = (
    'cards Dish from "cards.yaml"\nzone pool: Dish, face up, unordered\nzone row: Dish, face up\n'
    f"zone hand of player: Dish, seen by owner, unordered\n{LEAD}setup\n    put Dish into pool\n"
    "play\n    turns clockwise from lead until size(row) == 1\n        choose take, left, right, lay, pass\n"
    "action take(c in pool)\n    put c into hand[me]\n"
    "action left(c in hand[me])\n    put c into hand[neighbour(me, left)]\n"
    "action right(c in hand[me])\n    put c into hand[neighbour(me, right)]\n"
    "action lay(c in hand[me])\n    put c into row\naction pass\n"
)


def test_which_of_two_copies_handed_on_it_was_does_not_show_to_who_looks_on() -> None:
    """Seats 1 and 3 hold an egg each and hand a card on to seat 2, who lays an egg; seat 4 looks on."""
    cards, seen = "- {id: egg, copies: 2}\n- id: fig\n- id: nut\n", []
    for handed_on in (("left egg", "right nut"), ("left fig", "right egg")):
        game = read_rules(HANDED_ON, cards, players="4").new_game(4, seed=1, starter=0)
        first, third = handed_on
        for move in ("take egg", "pass", "take egg", "pass", "take fig", "pass", "take nut", "pass"):
            game.apply(move)
        for move in (first, "pass", third, "pass", "pass", "lay egg"):
            game.apply(move)
        row = game.program.layout.knowledge_of(3)
        may_be = sorted(game.state[row : row + len(game.program.layout.cards)])
        seen.append((game.view(3).to_json(), may_be))
    assert seen[0] == seen[1]
