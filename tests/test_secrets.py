"""Secret choices and hidden variables: others learn that something was chosen, and not what, by no way."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from flow_models import LEAD, TOKENS, start, texts

from rulewright.interpreter.engine.moves import IllegalMove
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.views.models import PUBLIC, Entry, Observer

OTHERS: tuple[Observer, ...] = (1, PUBLIC, None)
"""All but the one who chooses."""

BID = f"""{LEAD}var bid of player = 0, seen by owner
play
    choose offer by lead
    choose rest by neighbour(lead, left)
action offer(amount in 1..9 seen by me)
    bid[me] = amount
action rest
    lead = me
"""


def told(game: Game, observer: Observer) -> str:
    """All that an observer is told, as one text."""
    seat = observer if isinstance(observer, int) else None
    moves = [] if seat is None else [move.text for move in game.legal_moves(seat)]
    refused = "" if seat is None else str(game.why_not("offer 3", seat))
    seen = [game.view(observer).to_json(), game.log(observer), str(game.decision_for(seat)), moves, refused]
    return json.dumps(seen)


def entry(game: Game, observer: Observer, name: str = "bid", at: int = 0) -> Entry:
    """A variable's value as an observer sees it."""
    return next(one for one in game.view(observer).variables if one.name == name).entries[at]


def chosen(rules: str, move: str) -> Game:
    """A game in which the first player has made this move."""
    game = start(rules)
    game.apply(move, 0)
    return game


# ---- a secret choice -----------------------------------------------------------------------------


@pytest.mark.parametrize("observer", OTHERS)
def test_who_chose_in_secret_is_told_and_not_what(observer: Observer) -> None:
    game = chosen(BID, "offer 7")
    assert game.log(observer) == ["Player 1: offer a number"]
    assert game.log(0) == ["Player 1: offer 7"]
    assert told(game, observer) == told(chosen(BID, "offer 2"), observer)


def test_only_who_chose_in_secret_is_among_those_who_saw_the_event() -> None:
    assert [event.seen_by for event in chosen(BID, "offer 7").events if event.kind == "chose"] == [(0,)]


@pytest.mark.parametrize(
    ("choice", "move", "read"),
    [
        ("n in 1..9 seen by me", "offer 3", "a number"),
        ("n in any of 1..3 seen by me", "offer 1 + 3", "some numbers"),
        ("n in any of 1..3 seen by me", "offer none", "some numbers"),
        ("s in Suit seen by me", "offer fire", "a Suit"),
        ("p in players seen by me", "offer 2", "a player"),
        ("c in row seen by me", "offer fire-1", "a card"),
        ("cs in exactly 2 of row seen by me", "offer fire-1 + fire-2", "some cards"),
        ("d in cup seen by me", "offer 4 in cup at 1", "a die"),
        ("z in heap seen by me", "offer heap[2]", "a place"),
        ("b in [yes, no] seen by me", "offer yes", "yes or no"),
        ("n in 1..2, m in 1..3 seen by me", "offer 2, 3", "2, a number"),
        (
            "way in payment of 1 for s in fire from c in row where c.suit == s seen by me",
            "offer fire-1",
            "some cards",
        ),
    ],
)
def test_each_kind_of_secret_choice_has_words_that_tell_nothing(choice: str, move: str, read: str) -> None:
    row = "    put (Token where it.suit == fire) into row\n    roll 2 dice into cup\n"
    play = "play\n    choose offer by lead\n    choose offer by lead\n"
    if "payment" in choice:
        choice = choice.replace("in fire", "in Warm")
        play = "group Warm of Suit: fire\n" + play
    cup = "dice cup: 4..5, at most 2, face up\n"
    rules = f"{TOKENS}{row}{LEAD}{cup}{play}action offer({choice})\n    lead = me\n"
    game = start(rules)
    if move not in texts(game):
        move = next(one for one in texts(game) if one.split(" ")[0] == "offer")
    game.apply(move)
    assert game.log(1)[-1] == f"Player 1: offer {read}"


def test_what_all_choose_at_once_in_secret_stays_secret_when_all_have_chosen() -> None:
    rules = BID.replace("    choose offer by lead\n", "    everyone chooses offer\n")
    seen = set()
    for amount in (3, 8):
        game = start(rules)
        game.apply(f"offer {amount}", 0)
        game.apply("offer 5", 1)
        assert game.log(1) == ["Player 1: offer a number", "Player 2: offer 5"]
        assert game.log() == ["Player 1: offer a number", "Player 2: offer a number"]
        seen.add(told(game, 1))
    assert len(seen) == 1


def test_a_secret_choice_can_be_taken_back_and_is_kept_in_a_save() -> None:
    game = chosen(BID, "offer 7")
    game.undo()
    game.apply("offer 4")
    assert entry(game, 0).value == 4
    assert "offer 4" in game.to_save()


# ---- hidden variables ----------------------------------------------------------------------------


def test_a_variable_that_lies_face_down_is_seen_by_nobody() -> None:
    game = chosen(
        BID.replace("var bid of player = 0, seen by owner", "var bid of player = 0, face down"), "offer 7"
    )
    assert [entry(game, observer).seen for observer in (0, *OTHERS)] == [False] * 4


def test_what_is_hidden_of_cards_tells_by_no_entry_that_there_is_something() -> None:
    marks = BID.replace("bid of player = 0, seen by owner", "bid of Token = 0, face down")
    rules = f"{TOKENS}    put Token into row\n" + marks.replace(
        "bid[me] = amount", "bid[the(top(row))] = amount"
    )
    variables = chosen(rules, "offer 7").view(1).variables
    assert next(one for one in variables if one.name == "bid").entries == ()


SHOWN = BID.replace(
    "    choose rest by neighbour(lead, left)\n",
    "    reveal bid[lead]\n    choose rest by neighbour(lead, left)\n    bid[neighbour(lead, right)] = 5\n"
    "    choose rest by lead\n",
)


@pytest.mark.parametrize("observer", OTHERS)
def test_a_variable_that_is_revealed_is_seen_by_all(observer: Observer) -> None:
    game = chosen(SHOWN, "offer 7")
    assert entry(game, observer) == Entry(("1",), 7, "7")
    assert game.log(observer)[-1] == "bid[Player 1] is shown to all: 7"


@pytest.mark.parametrize("observer", OTHERS)
def test_what_was_revealed_is_hidden_again_once_the_variable_is_set(observer: Observer) -> None:
    game = chosen(SHOWN, "offer 7")
    game.apply("rest")
    assert not entry(game, observer).seen
    assert entry(game, 0).value == 5


def test_a_variable_is_hidden_again_when_a_turn_sets_it_back() -> None:
    rules = f"""{LEAD}var bid = 3 each turn, face down
play
    reveal bid
    choose rest by lead
    turns clockwise from lead once
        choose rest
action rest
    lead = lead
"""
    game = start(rules)
    assert entry(game, 1).value == 3
    game.apply("rest")
    assert not entry(game, 1).seen


def test_a_variable_can_be_shown_to_one_player_alone() -> None:
    game = start(SHOWN.replace("reveal bid[lead]", "show bid[lead] to neighbour(lead, left)"), players=3)
    game.apply("offer 7", 0)
    assert [entry(game, observer).seen for observer in (0, 1, 2, PUBLIC, None)] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert game.log(1)[-1] == "bid[Player 1] is shown to Player 2: 7"
    assert game.log(2)[-1] == "bid[Player 1] is shown to Player 2"


def test_what_was_shown_stays_in_a_redeal() -> None:
    rules = BID.replace("= 0,", ": Suit,").replace("amount in 1..9", "amount in Suit")
    game = chosen("enum Suit: earth, fire\n" + rules, "offer fire")
    slot = game.program.layout.variables["bid"].base
    deals = {redeal(game.program.layout, game.state, 1, seed)[slot] for seed in range(20)}
    assert deals == {0, 1}
    shown = "    reveal bid[lead]\n    choose rest"
    game = chosen("enum Suit: earth, fire\n" + rules.replace("    choose rest", shown), "offer fire")
    assert {redeal(game.program.layout, game.state, 1, seed)[slot] for seed in range(20)} == {1}


def test_the_card_of_a_variable_that_is_revealed_is_shown_along_with_it() -> None:
    rules = f"""{TOKENS}    deal 2 from deck to each hand
{LEAD}var target: Token?, face down
play
    choose pick by lead
    reveal target
    choose rest by lead
action pick(c in hand[me])
    target = c
action rest
    lead = me
"""
    game = chosen(rules, "pick fire-1")
    assert game.log(1)[-1] == "target is shown to all: fire 1"
    assert entry(game, 1, "target").value == "fire-1"
    assert [card.id for card in game.view(1).zone("hand[1]").known] == ["fire-1"]


# ---- in words ------------------------------------------------------------------------------------


def because(gap: str, by: str = "neighbour(lead, left)") -> Callable[[int | None], str]:
    """What a reason with this gap says to a seat, after the first player has chosen 7."""
    play = (
        f'    choose offer by lead\n    let kept = bid[lead]\n    choose rest by {by} because "{{{gap}}}"\n'
    )
    game = start(BID.replace(BID[BID.index("    choose offer") : BID.index("action offer")], play) + DEFINED)
    game.apply("offer 7", 0)
    return lambda seat: game.decision_for(seat).because


DEFINED = "define twice(p: player) = bid[p] + bid[p]\ndefine is_high(p: player) = bid[p] > 5\n"


@pytest.mark.parametrize(
    ("gap", "owner", "other"),
    [
        ("bid[lead]", "7", "a number"),
        ("bid[lead] + 1", "8", "a number"),
        ("twice(lead)", "14", "a number"),
        ("is_high(lead)", "yes", "yes or no"),
        ("if is_high(lead) then lead else neighbour(lead, left)", "Player 1", "a player"),
        ("[bid[lead], 3]", "7, 3", "some numbers"),
        ("sum(bid[p] for p in players)", "a number", "a number"),
        ("kept", "a number", "a number"),
        ("seat(lead)", "1", "1"),
    ],
)
def test_a_reason_tells_a_hidden_value_to_those_who_see_it(gap: str, owner: str, other: str) -> None:
    read = because(gap)
    assert (read(0), read(1), read(None)) == (owner, other, other)


def test_an_ending_does_not_tell_what_was_chosen_in_secret() -> None:
    ending = '    bid[me] = amount\n    end game because "{amount}, {bid[me]}"\n'
    game = chosen(BID.replace("    bid[me] = amount\n", ending), "offer 7")
    assert game.outcome is not None and game.outcome.reason == "a number, a number"


def test_who_chooses_in_secret_reads_the_own_choice_in_a_refusal() -> None:
    rules = BID.replace(
        "    bid[me] = amount\n", '    require amount < 5 because "{amount} is much"\n    bid[me] = amount\n'
    )
    with pytest.raises(IllegalMove, match="7 is much"):
        start(rules).apply("offer 7")


def test_a_hidden_die_is_not_told_by_a_reason_that_reads_it() -> None:
    rules = f"""{LEAD}dice fate of player: 5..6, at most 1, seen by owner
setup
    roll 1 dice into fate[lead]
play
    choose rest by lead because "{{sum(d.face for d in fate[lead])}}"
    choose rest by lead
action rest
    lead = me
"""
    game = start(rules)
    assert game.decision_for(0).because in ("5", "6")
    assert game.decision_for(1).because == "a number"


# ---- dice ----------------------------------------------------------------------------------------


def test_the_log_says_whose_dice_were_rolled_to_all_and_what_they_show_to_the_owner() -> None:
    rules = f"""{LEAD}dice fate of player: 5..5, at most 2, seen by owner
setup
    for each p in players
        roll seat(p) dice into fate[p]
play
    choose again by lead
action again
    reroll [the(best(d in fate[p] by first)) for p in players]
"""
    game = start(rules)
    assert game.log(0) == ["your fate: rolled 5", "fate[Player 2]: 2 dice rolled"]
    game.apply("again")
    assert game.log(0)[-3:-1] == ["your fate: rolled again 5", "fate[Player 2]: a die rolled again"]
    assert game.log(1)[-3:-1] == ["fate[Player 1]: a die rolled again", "your fate: rolled again 5"]
