"""What a seat looks ahead in depends on what it knows, and on nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, permutations, product
from pathlib import Path

import pytest
from casefiles import CASES, read_case
from flow_models import LEAD, start

from rulewright.interpreter.bots import make
from rulewright.interpreter.cli.hints import present_points
from rulewright.interpreter.engine.redeal import Chance, assign
from rulewright.interpreter.game.errors import SaveError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import ruleset_of
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.state.layout import Layout, ZoneInstance, place_name
from rulewright.interpreter.state.state import cards_in

TOYS = Path(__file__).parent / "toys"
SEEDS = range(4)


def redeals(game: Game, seat: int) -> list[list[int]]:
    return [game.redealt(seat, seed).state for seed in SEEDS]


def passed(game: Game, gifts: Sequence[int], order: Sequence[int]) -> Game:
    """All have handed on: of the legal moves each seat makes the one of a number, in some order."""
    game = game.copy()
    moves = {seat: game.legal_moves(seat) for seat in order}
    for seat in order:
        game.apply(moves[seat][gifts[seat] % len(moves[seat])])
    return game


@pytest.mark.parametrize("seed", range(6))
def test_what_others_handed_each_other_unseen_does_not_show_in_a_redeal(seed: int) -> None:
    """In a game of four, seats 0 and 1 hand on to 1 and 2; seat 3 hands on to 0 and is given by 2."""
    for game in (
        load("cvlt", preset="expert").new_game(4, seed, starter=0),
        load(TOYS / "hidden_pass.rules").new_game(4, seed, starter=0),
    ):
        while game.decision.kind != "everyone":
            game.apply("pass" if game.why_not("pass") is None else game.legal_moves()[0])
        one = passed(game, [0, 0, 2, 2], (0, 1, 2, 3))
        other = passed(game, [3, 1, 2, 2], (3, 1, 0, 2))
        assert one.view(3).to_json() == other.view(3).to_json()
        assert one.digest() != other.digest()
        assert redeals(one, 3) == redeals(other, 3)


COPIES = (
    'cards Dish from "cards.yaml"\nzone deck: Dish, face down\n'
    "zone hand of player: Dish, seen by owner, unordered\nzone out: Dish, face up\n"
    f"{LEAD}setup\n    put Dish into deck\n    shuffle deck\n    deal 2 from deck to each hand\n"
    "play\n    turns clockwise from lead until size(out) == 9\n        choose lay, tell\n"
    "action lay(c in hand[me])\n    put c into out\n"
    "action tell(c in hand[me])\n    show c to neighbour(me, left)\n"
)


def test_which_copies_a_seat_holds_does_not_show_in_its_redeal() -> None:
    cards = "- id: egg\n  copies: 4\n- id: fig\n  copies: 4\n"
    games = [start(COPIES, cards=cards, seed=seed) for seed in range(60)]
    held: dict[tuple[str, ...], list[Game]] = {}
    for game in games:
        held.setdefault(tuple(card.id for card in game.view(0).zone("hand[1]").cards), []).append(game)
    for same in held.values():
        first, *others = [redeals(game, 0) for game in same]
        assert len({tuple(game.state) for game in same}) > 1
        assert all(one == first for one in others)
    assert len(held) == 3


CHOSEN = (
    "enum Suit: earth, fire\ncards Token for each suit in Suit, value in 1..6\nzone deck: Token, face down\n"
    "zone hand of player: Token, seen by owner, unordered\nzone row: Token, face up\n"
    f"{LEAD}setup\n    put Token into deck\n    shuffle deck\n    deal 3 from deck to each hand\n"
    "play\n    turns clockwise from lead once\n        judge(the(top(deck)))\n    everyone chooses lay\n"
    "action lay(c in hand[me])\n    put c into row\n"
    "action pass\naction guess(n in 1..6)\n"
    "rule judge(hidden: Token)\n    choose guess, pass\n"
    "    if hidden.value > 3\n        put hidden into row\n"
)


def test_a_hidden_card_that_a_rule_goes_on_with_is_another_in_a_redeal() -> None:
    game = start(CHOSEN, seed=5)
    layout = game.program.layout
    (slot,) = layout.card_slots
    found = set()
    for seed in range(60):
        state = game.redealt(0, seed).state
        deck = layout.zones[layout.zone_at["deck", ()]]
        assert state[layout.zone_of_at + state[slot]] == deck.number
        found.add(state[slot])
    assert len(found) == 9  # all that seat 0 does not hold


def test_who_has_committed_has_chosen_something_in_a_redeal() -> None:
    game = start(
        CHOSEN.replace("        judge(the(top(deck)))\n", "        choose pass\n")
        .split("rule judge")[0]
        .replace("action guess(n in 1..6)\n", "")
    )
    game.apply("pass")
    game.apply("pass")
    real = game.legal_moves(1)
    chosen = set()
    for move in real:
        committed = game.copy()
        committed.apply(move)
        for seed in range(20):
            state = committed.redealt(0, seed).state
            point = committed.program.play.point(state)
            assert point.commits is not None
            assert committed.program.play.deciders(state) == (0,)
            chosen.add((move.text, seed, point.commits.chosen(state, 1)))
    assert len({(seed, move) for _, seed, move in chosen}) == 20  # whatever was chosen
    assert len({move for _, _, move in chosen}) > 4


def test_a_redealt_game_is_played_on_and_is_not_saved() -> None:
    game = load(TOYS / "hidden_pass.rules").new_game(3, 2)
    game.apply(game.legal_moves(1)[0])
    other, same = game.redealt(0, 3), Seat(game, 0).redealt(3)
    assert other.state == same.state and other.seed == same.seed != game.redealt(0, 4).seed
    assert other.log(0) == game.log(0)
    assert other.chosen(1) is not None and other.chosen(0) is None
    with pytest.raises(SaveError):
        other.to_save()
    other.apply(other.legal_moves(0)[0])
    other.apply(other.legal_moves(2)[0])
    assert other.moves_made == 3
    with pytest.raises(ValueError, match="seats go from 0"):
        game.redealt(3, 1)


def test_a_bot_looks_ahead_when_others_have_committed() -> None:
    game = load(TOYS / "hidden_pass.rules").new_game(3, 2)
    game.apply(game.legal_moves(1)[0])
    seat = Seat(game, 0)
    assert seat.look(seat.legal_moves()[0], 3) == 0


# ---- values that no redeal can draw ------------------------------------------------------------------

BIDS = (
    "var bid of player = 0, seen by owner\n"
    f"{LEAD}play\n    turns clockwise from lead once\n        choose offer\n"
    "    turns clockwise from lead once\n        choose match_it, wait, hope\n"
    "action offer(amount in 0..9 seen by me)\n    bid[me] = amount\n"
    "action wait\n    award 2 to me for prizes\n"
    "action hope\n    award 3 - bid[neighbour(me, left)] to me for prizes\n"
    "action match_it\n    bid[neighbour(me, left)] = 1\n    award bid[neighbour(me, left)] to me for prizes\n"
    "score hidden(p) = bid[p]\nscore prizes from awards\nwinner by highest score\n"
)


def offered(first: int, second: int) -> Game:
    game = start(BIDS)
    game.apply(f"offer {first}")
    game.apply(f"offer {second}")
    return game


def test_points_that_rest_on_anothers_hidden_number_are_a_question_mark() -> None:
    game = offered(7, 5)
    assert [row.split() for row in present_points(game, 0) if "  " in row][1:] == [
        ["hidden", "7", "?"],
        ["prizes", "0", "0"],
        ["total", "7", "?"],
    ]
    assert present_points(game, 1)[1].split() == ["hidden", "?", "5"]


def test_what_depends_on_anothers_hidden_number_is_not_looked_at_as_if_it_were_0() -> None:
    for bid in (0, 5):
        seat = Seat(offered(0, bid), 0)
        looked = {move.text: seat.look(move, 1) for move in seat.legal_moves()}
        assert looked == {"wait": 2, "hope": 0, "match_it": 1}  # what is set anew can be told


def test_a_greedy_bot_takes_what_it_can_tell() -> None:
    for seed in range(5):
        assert make("greedy", seed).choose(Seat(offered(0, 0), 0)).text == "wait"


def test_cards_are_dealt_wherever_they_can_be() -> None:
    """Three zones for one, one and two cards, and four cards, each of which may be in some of them."""
    room = {0: 1, 1: 1, 2: 2}
    some = [*chain.from_iterable(combinations(room, many) for many in (1, 2, 3))]
    for each in product(some, repeat=4):
        deals = {zones for zones in permutations((0, 1, 2, 2)) if all(map(tuple.__contains__, each, zones))}
        dealt = assign(dict(enumerate(each)), room, Chance(7))
        assert (dealt is None) == (not deals)
        assert dealt is None or tuple(dealt[card] for card in range(4)) in deals


def of_case(name: str, moves: Sequence[str]) -> Game:
    """The game of a play case after these moves, which player 1 begins; as if its cards had been laid out.

    The rules do not shuffle them, so that from the rules alone their order would be known.
    """
    model = read_case(CASES / "secrets" / "play" / f"{name}.rules").load().model
    assert model is not None
    dealt = ruleset_of(model).new_game(2, seed=1, starter=0)
    game = Game(dealt.ruleset, dealt.program, dealt.names, 1, 0, dealt.state, dealt.events)
    for move in moves:
        game.apply(move)
    return game


def lying_in(game: Game, zone: str, seat: int) -> list[list[str]]:
    """What lies in a zone in redeals of a seat, from the bottom."""
    layout = game.program.layout
    number = next(one.number for one in layout.zones if place_name_of(layout, one) == zone)
    states = [game.redealt(seat, seed).state for seed in range(40)]
    return [[layout.cards[card].id for card in cards_in(layout, state, number)] for state in states]


def place_name_of(layout: Layout, zone: ZoneInstance) -> str:
    return place_name(layout, zone.name, layout.model.zones[zone.name].dimensions, zone.index)


def test_cards_whose_places_are_known_lie_there_in_every_redeal() -> None:
    game = of_case("place_that_was_shown", ["look", "open"])
    decks = lying_in(game, "deck", 0)
    assert {(deck[0], deck[5]) for deck in decks} == {("sun-1", "moon-3")}
    assert len({tuple(deck) for deck in decks}) > 10
    assert {deck[0] for deck in lying_in(game, "deck", 1)} == {"sun-1"}
    assert len({deck[5] for deck in lying_in(game, "deck", 1)}) == 5


def test_a_card_drawn_from_a_place_that_is_known_lies_in_the_hand_in_every_redeal() -> None:
    game = of_case("place_that_was_shown", ["look", "draw"])
    assert {tuple(hand) for hand in lying_in(game, "hand[2]", 0)} == {("moon-3",)}


def test_cards_that_nobody_remembers_lie_anywhere_in_a_redeal() -> None:
    game = of_case("zone_that_is_not_remembered", ["dream moon-3"])
    mine = {cards[0] for cards in lying_in(game, "dreams[1]", 0)}
    assert mine == {"moon-3", "moon-2", "sun-3", "sun-2", "sun-1"}
    assert game.view(0).zone("hand[1]").cards[0].id == "moon-1"


NOTED = f"""enum Suit: earth, fire
cards Token for each suit in Suit, value in 1..6
zone deck: Token, face down
var note of player: Token?, seen by owner
{LEAD}setup
    put Token into deck
    shuffle deck
play
    choose take_down by lead
    choose rest by lead
action take_down
    note[me] = top(deck)
    show note[me] to neighbour(me, left)
    shuffle deck
action rest
    lead = lead
"""


def test_a_card_that_a_variable_was_shown_to_hold_stands_there_in_every_redeal() -> None:
    game = start(NOTED)
    game.apply("take_down")
    (mover,) = game.decision.seats
    shown = 1 - mover
    slot = game.program.layout.variables["note"].base + mover
    assert {state[slot] for state in redeals(game, shown)} == {game.state[slot]}
    assert len({state[slot] for state in redeals(game, mover)}) > 1
