"""Views and logs: what is shown to whom."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from flow_models import held, start

from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.game.views.models import ALL, PUBLIC, View
from rulewright.interpreter.library.rulesets import load

TOYS = Path(__file__).parent / "toys"
SEATS = ("Ann", "Bob", "Cyd")


@cache
def toy(name: str) -> Ruleset:
    return load(TOYS / f"{name}.rules")


def hidden_pass() -> Game:
    return toy("hidden_pass").new_game(SEATS, seed=3)


def names(view: View, zone: str) -> list[str]:
    return [card.id for card in view.zone(zone).cards]


# ---- cards ---------------------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_counts_the_others() -> None:
    game = hidden_pass()
    view = game.view(1)
    assert names(view, "hand[2]") == held(game, "hand[2]")
    assert view.zone("hand[2]").hidden == 0
    assert (view.zone("hand[1]").cards, view.zone("hand[1]").hidden) == ((), 4)
    assert (view.zone("deck").cards, view.zone("deck").hidden) == ((), 12)


@pytest.mark.parametrize("observer", [PUBLIC, None])
def test_observers_see_no_hand(observer: str | None) -> None:
    view = hidden_pass().view(observer)
    assert [zone.text for zone in view.zones if zone.cards] == []


def test_a_view_never_holds_a_card_that_lies_hidden_from_it() -> None:
    game = hidden_pass()
    view = game.view(0)
    surely = {card.id for zone in view.zones for card in (*zone.cards, *zone.known)}
    assert surely == set(held(game, "hand[1]"))


def test_cards_that_may_lie_in_several_zones_are_told_with_these() -> None:
    game = hidden_pass()
    (group,) = game.view(0).unseen
    assert group.places == ("deck", "hand[2]", "hand[3]")
    assert len(group.cards) == 12 + 4 + 4


def test_a_card_given_away_is_known_where_it_went() -> None:
    game = hidden_pass()
    given = [game.apply(game.legal_moves(seat)[0]).text.split()[1] for seat in range(3)]
    last = (game.state[game.program.layout.variables["starter"].base] + 2) % 3  # effects run from the starter
    receiver = f"hand[{(last + 1) % 3 + 1}]"
    assert [card.id for card in game.view(last).zone(receiver).known] == [given[last]]
    assert game.view(PUBLIC).zone(receiver).known == ()


def test_a_card_looked_at_is_known_to_that_seat_only() -> None:
    game = hidden_pass()
    for seat in range(3):
        game.apply(game.legal_moves(seat)[0])
    seat = game.decision.seats[0]
    top = held(game, "deck")[-1]
    game.apply("peek")
    assert [card.id for card in game.view(seat).zone("deck").known] == [top]
    for other in ({0, 1, 2} - {seat}) | {PUBLIC, None}:
        assert game.view(other).zone("deck").known == ()


def test_whoever_has_just_come_knows_nothing_of_hidden_cards() -> None:
    view = hidden_pass().view()
    assert view.unseen == ()
    assert all(zone.known == () for zone in view.zones)


def test_a_card_shows_its_properties_as_plain_values() -> None:
    game = load("cv-pocket").new_game(2, seed=1)
    faces = {card.id: card.properties for zone in game.view().zones for card in zone.cards}
    for id_, properties in faces.items():
        assert properties["id"] == id_
        assert properties["transport"] in ("bike", "car", "plane", None)
        assert isinstance(properties["symbols"], dict)
        assert properties["joker"] in (True, False)


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_has_no_view_and_no_log(seat: int) -> None:
    with pytest.raises(ValueError, match="seats go from 0 to 2"):
        hidden_pass().view(seat)
    with pytest.raises(ValueError, match="seats go from 0 to 2"):
        hidden_pass().log(seat)


# ---- choices, dice, variables --------------------------------------------------------------------


def test_a_commit_shows_to_others_only_that_it_was_made() -> None:
    one, other = hidden_pass(), hidden_pass()
    first, *_, last = one.legal_moves(2)
    one.apply(first)
    other.apply(last)
    for observer in (0, 1, PUBLIC, None):
        assert one.view(observer) == other.view(observer)
        assert one.log(observer) == other.log(observer)
        assert one.view(observer).decision.committed == (2,)
    assert one.view(2).players[2].chosen == first.text


def test_what_is_picked_step_by_step_is_told_to_the_seat_that_picks() -> None:
    game = toy("dice").new_game(2, seed=1)
    seat = game.decision.seats[0]
    picked = next(move for move in game.legal_moves() if move.action == "throw_again")
    game.apply(picked)
    assert game.view(seat).players[seat].chosen == picked.text.split()[1]
    assert game.view(1 - seat).players[seat].chosen is None


def test_dice_on_the_table_show_their_faces() -> None:
    cup = toy("dice").new_game(1, seed=1).view().cups[0]
    assert len(cup.faces) == 5
    assert all(face in range(1, 7) for face in cup.faces)
    assert cup.hidden == 0


def test_a_variable_seen_by_its_owner_has_a_value_for_nobody_else() -> None:
    game = hidden_pass()
    peeks = {
        observer: [entry.value for entry in variable.entries]
        for observer in (0, 2, PUBLIC, None)
        for variable in game.view(observer).variables
        if variable.name == "peeks"
    }
    assert peeks == {0: [1, None, None], 2: [None, None, 1], PUBLIC: [None] * 3, None: [None] * 3}


MARKING = """\
enum Suit: sun, moon
cards Card for each suit in Suit, value in 1..2
zone pile: Card, face up
var became of Card: Suit?
setup
    put Card into pile
play
    everyone chooses mark
action mark(c in pile, s in Suit)
    became[c] = s
winner by fewest seat(it)
"""


def test_what_is_kept_for_a_card_is_shown_even_if_it_is_the_first_value() -> None:
    game = start(MARKING)
    game.apply("mark sun-1, moon", 0)
    game.apply("mark moon-2, sun", 1)
    entries = game.view().variables[0].entries
    assert [(entry.index, entry.value) for entry in entries] == [(("sun-1",), "moon"), (("moon-2",), "sun")]


def test_the_first_player_is_told_where_a_player_is_kept_for_a_card() -> None:
    game = start(MARKING.replace("Suit?", "player = random player").replace("s in Suit", "s in players"))
    game.apply("mark sun-1, 2", 0)
    game.apply("mark moon-2, 1", 1)
    became = game.view().variable("became")
    assert (became.at("sun-1").value, became.at("moon-2").value) == (1, 0)


def test_a_variable_is_had_by_its_name_and_index() -> None:
    view = hidden_pass().view(0)
    assert view.variable("peeks").at(1).value == 1
    assert not view.variable("peeks").at(2).seen
    for missing in (lambda: view.variable("peek"), lambda: view.variable("peeks").at(9)):
        with pytest.raises(KeyError):
            missing()


# ---- as a whole ----------------------------------------------------------------------------------


def test_a_view_says_whose_turn_it_is_and_how_it_ended() -> None:
    game = toy("bidding").new_game(2, seed=7)
    view = game.view(0)
    assert (view.phase, view.acting, view.over, view.moves) == ("auction", game.decision.seats[0], False, 0)
    assert view.players[0].scores is None
    game.apply("fold")
    view = game.view(0)
    assert (view.over, view.reason, view.acting) == (True, "one bidder is left", None)
    assert view.players[view.winners[0]].place == 1
    assert view.players[0].scores is not None


def test_a_view_as_json_holds_neither_seed_nor_order_of_the_deck() -> None:
    game = toy("hidden_pass").new_game(SEATS, seed=987_654_321)
    plain = game.view(0).to_json()
    text = json.dumps(plain)
    assert json.loads(text) == plain
    assert "987654321" not in text
    deck = held(game, "deck")
    assert deck != sorted(deck)
    assert ", ".join(f'"{id_}"' for id_ in deck) not in text


# ---- log -----------------------------------------------------------------------------------------


def test_a_log_names_cards_to_those_who_saw_them() -> None:
    game = hidden_pass()
    mine = [card.title for card in game.view(1).zone("hand[2]").cards]
    assert f"{', '.join(mine)} go from deck to your hand" in dealt(game, 1)
    assert "4 cards go from deck to hand[Bob]" in dealt(game, 0)
    assert "4 cards go from deck to hand[Bob]" in dealt(game, PUBLIC)


def dealt(game: Game, observer: int | str) -> list[str]:
    """The lines of the deal; the cards of a hand in the order of the hand."""
    lines = []
    for line in game.log(observer, everything=True):
        cards, go, rest = line.partition(" go from ")
        lines.append(", ".join(sorted(cards.split(", "), key=_hand_order(game))) + go + rest)
    return lines


def _hand_order(game: Game) -> Callable[[str], int]:
    titles = [card.title for card in game.program.layout.cards]
    return lambda title: titles.index(title) if title in titles else -1


def test_a_log_counts_cards_where_there_are_too_many_to_name() -> None:
    log = load("cv-gossip").new_game(2, seed=1).log()
    assert log[0] == "301 cards go from the box to bank; 11 cards to deck[childhood]"


def test_a_drawn_card_is_a_card_to_others() -> None:
    game = hidden_pass()
    for seat in range(3):
        game.apply(game.legal_moves(seat)[0])
    seat = game.decision.seats[0]
    top = held(game, "deck")[-1].replace("-", " ")
    game.apply("peek")
    assert game.log(seat)[-1] == f"{top} in deck is shown to {SEATS[seat]}"
    assert game.log((seat + 1) % 3)[-1] == f"a card is shown to {SEATS[seat]}"


def test_a_log_tells_rolls_points_and_the_end() -> None:
    game, chance = toy("dice").new_game(["Ann"], seed=1), random.Random(1)
    assert game.log(0)[0].startswith("cup: rolled ")
    while not game.over:
        game.apply(chance.choice(game.legal_moves()))
    assert game.log()[-1] == "The game is over: all 3 rounds are played"
    assert any(line.startswith("Ann: +") for line in game.log())


def test_undoing_takes_lines_out_of_the_log() -> None:
    game = toy("bidding").new_game(2, seed=7)
    before = game.log(0)
    game.apply("raise 3")
    assert game.log(0) == [*before, f"{game.seats[game.moves[0].seat]}: raise 3"]
    game.undo()
    assert game.log(0) == before


# ---- all that is hidden --------------------------------------------------------------------------


def test_the_view_of_all_has_every_card_in_its_order_and_nothing_unseen() -> None:
    game = hidden_pass()
    view = game.view(ALL)
    assert view.zones
    for zone in view.zones:
        assert [card.id for card in zone.cards] == held(game, zone.text)
        assert (zone.hidden, zone.known) == (0, ())
    assert view.unseen == ()


def test_the_view_of_all_has_what_is_chosen_while_others_still_choose() -> None:
    game = hidden_pass()
    first = game.apply(game.legal_moves(2)[0])
    assert [player.chosen for player in game.view(ALL).players] == [None, None, first.text]
    assert [player.chosen for player in game.view(1).players] == [None, None, None]


def test_the_view_of_all_has_what_is_picked_step_by_step() -> None:
    game = toy("dice").new_game(2, seed=1)
    seat = game.decision.seats[0]
    picked = next(move for move in game.legal_moves() if move.action == "throw_again")
    game.apply(picked)
    assert game.view(ALL).players[seat].chosen == picked.text.split()[1]


HIDDEN = """
enum Suit: earth, fire
cards Token for each suit in Suit, value in 1..3
zone deck: Token, face down
dice cup of player: 1..6, at most 2, seen by owner
var luck = 7, face down
var secret of player = 5, seen by owner
var marked: Token? = none, face down
var boxed: Token? = none
var worth of Token = 3, face down
setup
    marked = best(c in Token by lowest c.value)
    boxed = marked
    put Token where it != marked into deck
    for each p in players
        roll 2 dice into cup[p]
play
    choose go by best(p in players by first) because "luck is {luck}"
action go
"""


def test_the_view_of_all_has_hidden_variables_and_dice_and_reads_hidden_reasons() -> None:
    game = start(HIDDEN)
    view = game.view(ALL)
    assert view.variable("luck").at().value == 7
    assert [view.variable("secret").at(seat).value for seat in (1, 2)] == [5, 5]
    assert [(one.value, one.seen) for name in ("marked", "boxed") for one in view.variable(name).entries] == [
        ("earth-1", True),
        ("earth-1", True),
    ]
    assert [entry.value for entry in view.variable("worth").entries] == [3] * 6
    assert [(len(cup.faces), cup.hidden) for cup in view.cups] == [(2, 0), (2, 0)]
    assert view.decision.because == "luck is 7"
    assert game.view(0).decision.because == "luck is a number"


def test_the_view_of_all_is_plain_json() -> None:
    view = start(HIDDEN).view("all")
    told = json.loads(json.dumps(view.to_json()))
    assert told["observer"] == "all"
    assert [card["id"] for card in told["zones"][0]["cards"]] == [card.id for card in view.zones[0].cards]


def test_a_bot_is_given_nothing_that_leads_to_the_view_of_all() -> None:
    seat = Seat(hidden_pass(), 0)
    lent = [getattr(seat, name) for name in dir(seat) if not name.startswith("_")]
    assert lent
    assert not any(isinstance(one, Game | View) or hasattr(one, "view") for one in lent)


def test_the_log_and_the_last_moves_are_for_players_and_observers_and_not_for_who_sees_all() -> None:
    for asked in (lambda who: hidden_pass().log(who), lambda who: hidden_pass().last_moves(1, who)):
        with pytest.raises(TypeError, match="an observer"):
            asked(ALL)
