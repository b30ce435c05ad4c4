"""No seat, and no observer, is told of what it cannot see. See `twins` for how that is tested."""

from __future__ import annotations

import random

import pytest
from contract_games import CANARY, cases, decisions, ruleset
from twins import card_twins, choice_twins, copy_twins, dice_twins

from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.views.models import PUBLIC
from rulewright.interpreter.library.rulesets import load

PAIRS = 2
"""Pairs of cards that are tried for each observer."""

OPEN = {"auction", "dice", "favours", "four_in_a_row", "grid", "liars_dice", "lots", "three_in_a_row"}
"""The games in which all cards are seen by everybody, so that no two can change places."""
HIDDEN_DICE = {"liars_dice"}
"""The games in which dice lie unseen."""


def leaks_of(game: Game, seed: int) -> list[str]:
    """What differs between twins of a game just set up, for each observer."""
    found = []
    for observer in (*range(len(game.seats)), PUBLIC, None):
        for number in range(PAIRS):
            chance = random.Random(f"{seed} {observer} {number}")
            for twins in (card_twins, choice_twins, dice_twins):
                made = twins(game.copy(), observer, chance)
                if made is not None:
                    found += [f"{observer}: {leak}" for leak in made.leaks(chance)]
    return found


@pytest.mark.parametrize(("name", "players"), cases())
def test_twins_look_the_same(name: str, players: int, seed: int) -> None:
    assert leaks_of(ruleset(name).new_game(players, seed), seed) == []


@pytest.mark.parametrize(("name", "players"), cases())
def test_games_with_hidden_cards_have_twins_for_everybody(name: str, players: int, seed: int) -> None:
    game = ruleset(name).new_game(players, seed)
    for observer in (*range(players), PUBLIC, None):
        assert (card_twins(game, observer, random.Random(seed)) is None) is (name in OPEN), observer


@pytest.mark.parametrize(("name", "players"), cases())
def test_games_with_hidden_dice_have_twins_for_everybody(name: str, players: int, seed: int) -> None:
    game = ruleset(name).new_game(players, seed)
    for observer in (*range(players), PUBLIC):
        assert (dice_twins(game, observer, random.Random(seed)) is not None) is (name in HIDDEN_DICE)


def test_a_game_with_secret_choices_has_twins_that_chose_otherwise() -> None:
    made = choice_twins(ruleset("sealed_bids").new_game(seed=1), 0, random.Random(1))
    assert made is not None and made.game.state != made.twin.state


QUIET = dict.fromkeys(
    ["tells", "blabs", "forbids", "whispers", "boasts", "allows", "announces", "pays"], "no"
)


@pytest.mark.parametrize(
    ("leak", "told_by"),
    [
        ("tells", "view"),
        ("blabs", "refusals"),
        ("forbids", "legal moves"),
        ("whispers", "view"),
        ("boasts", "log"),
        ("allows", "legal moves"),
        ("announces", "log"),
        ("pays", "log"),
    ],
)
def test_the_canary_is_caught(leak: str, told_by: str) -> None:
    leaky = load(CANARY, settings={**QUIET, leak: "yes"})
    games = (leaks_of(leaky.new_game(2, seed), seed) for seed in range(6))
    assert any(told_by in found for leaks in games for found in leaks)


def test_the_canary_that_keeps_quiet_passes() -> None:
    quiet = load(CANARY, settings=QUIET)
    assert [found for seed in range(4) for found in leaks_of(quiet.new_game(2, seed), seed)] == []


@pytest.mark.parametrize(("name", "players"), cases())
def test_a_card_in_anothers_hand_is_refused_like_one_in_the_deck(name: str, players: int, seed: int) -> None:
    compared = 0
    for game in decisions(name, players, seed):
        for seat in game.decision.seats:
            for hidden in _hidden_cards(game, seat):
                for action in game.decision.actions:
                    assert len({_reason(game, action, id_, seat) for id_ in hidden}) == 1
                    compared += len(hidden) > 1
    assert (compared == 0) is (name in OPEN)


def _has_copies(name: str) -> bool:
    cards = ruleset(name).new_game().program.layout.cards
    return len({card.alike for card in cards}) < len(cards)


@pytest.mark.parametrize(("name", "players"), [case for case in cases() if case[1] and _has_copies(case[0])])
def test_nobody_notices_that_copies_changed_places(name: str, players: int, seed: int) -> None:
    for observer in (*range(players), PUBLIC):
        chance = random.Random(f"{seed} {observer}")
        made = copy_twins(ruleset(name).new_game(players, seed), observer, chance)
        assert made is not None
        assert list(made.leaks(chance)) == []


def _hidden_cards(game: Game, seat: int) -> list[list[str]]:
    """The ids of which the seat sees no card, set by set, since refusals may name the set's zones."""
    seen = {card.id for zone in game.view(seat).zones for card in zone.cards}
    sets = [[id_ for id_ in ids if id_ not in seen] for ids in game.program.layout.card_ids.values()]
    return [hidden for hidden in sets if hidden]


def _reason(game: Game, action: str, id_: str, seat: int) -> str | None:
    refused = game.why_not(f"{action} {id_}", seat)
    if refused is None:
        return None
    # Only where the card is quoted: an id may also be an enum's word, which a list of options names.
    plain = refused.reason.replace(f"`{id_}`", "`#`").replace(f"{action} {id_}", f"{action} #")
    return f"{refused.code} {plain}"
