"""CVLT as a whole: random games, undoing, hidden passes, and what is known of cards that nobody shows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest
from flow_models import value

from rulewright.interpreter.cli.main import run
from rulewright.interpreter.cli.table import Artist
from rulewright.interpreter.engine.machine import PythonMachine
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.game.engines import engine_for
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import Position, Said, game_from
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.game.views.models import PUBLIC, View
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.state.layout import State
from rulewright.interpreter.state.state import cards_in

GAMES = 50
"""Random games for each number of players; ten times as many with --full."""


@cache
def cvlt(preset: str | None = None) -> Ruleset:
    return load("cvlt", preset=preset)


def held(game: Game, name: str, seat: int, state: State | None = None) -> set[str]:
    """The ids of the cards that really lie in a player's zone."""
    layout = game.program.layout
    cards = cards_in(layout, state or game.state, layout.zone_at[name, (seat,)])
    return {layout.cards[card].id for card in cards}


# ---- random games --------------------------------------------------------------------------------


def piles_after_rounds(ruleset: Ruleset, players: int, seed: int) -> Iterator[tuple[list[int], list[int]]]:
    """How many offerings and dreams each player has whenever all hands are played, in a random game."""
    engine, chance = engine_for(ruleset, players, 1, "python"), random.Random(seed)
    assert isinstance(engine.machine, PythonMachine)
    assert engine.plan is not None
    machine, layout = engine.machine, engine.plan.layout
    state = machine.start(seed)

    def sizes(name: str) -> list[int]:
        return [state[layout.zones[layout.zone_at[name, (seat,)]].size_at] for seat in range(players)]

    trick = layout.zones[layout.zone_at["trick", ()]].size_at
    collect = list(ruleset.model.actions).index("collect")
    while deciders := machine.deciders(state):
        moves = machine.moves(state, deciders[0])
        assert moves
        move = chance.choice(moves)
        machine.make_move(state, deciders[0], move)
        chosen = engine.plan.forms[0].action_of(move)
        if chosen == collect and not any(sizes("hand")) and not state[trick]:
            yield sizes("offerings"), sizes("dreams")
        machine.advance(state)
    lying = [card for zone in layout.zones for card in cards_in(layout, state, zone.number)]
    assert Counter(lying) == Counter(set(lying))
    assert {layout.cards[card].set_name for card in lying} == {"Offering", "Vision"}
    assert sum(layout.cards[card].set_name == "Offering" for card in lying) == 16 * players


@pytest.mark.parametrize("preset", [None, "expert"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_round_ends_with_four_offerings_and_four_dreams(
    players: int, preset: str | None, pytestconfig: pytest.Config
) -> None:
    games = GAMES * (10 if pytestconfig.getoption("--full") else 1) // (1 if preset is None else 5)
    for seed in range(games):
        rounds = list(piles_after_rounds(cvlt(preset), players, seed))
        assert rounds == [([4] * players, [4] * players)] * 3


# ---- what is in the box --------------------------------------------------------------------------


def test_the_box_has_35_visions_of_ten_gods_and_23_serve_each_number_of_players() -> None:
    rows = cvlt().model.card_sets["Vision"].rows
    fields = [one.name for one in cvlt().model.card_sets["Vision"].fields]
    assert sum(row.copies for row in rows) == 35
    assert len({row.values[fields.index("god")] for row in rows}) == 10
    for players in (2, 3, 4):
        view = cvlt().new_game(players, seed=1).view()
        assert len(view.zone("visions").cards) + view.zone("vision_deck").hidden == 23


def test_four_rounds_are_refused_with_the_numbers() -> None:
    with pytest.raises(RulesetError) as refused:
        load("cvlt", settings={"rounds": 4})
    facts = [dict(problem.facts) for problem in refused.value.problems]
    assert [(one["players"], one["needed"], one["held"]) for one in facts] == [
        (2, 40, 32),
        (3, 60, 48),
        (4, 80, 64),
    ]


def test_suits_gods_and_visions_have_names_in_chinese() -> None:
    game = load("cvlt", language="zh-Hant").new_game(2, seed=1)
    translation, model = game.names.translation, game.program.model
    assert translation is not None
    words = [*model.enums["Suit"].values, *model.enums["God"].values, *model.zones, *model.actions]
    assert [word for word in words if word not in translation.words] == []
    assert {row.id for row in model.card_sets["Vision"].rows} == set(translation.cards)
    assert game.names.card(game.program.layout.card_ids["Offering"]["earth-7"][0]) == "土 7"


ONES_ARE_HIGH = """\
language 1
variant "Ones are high" of "cvlt"
replace define strength(c: Offering) = (
    if c.suit != led?.suit then 0 else if c.value == 1 then top_value + 1 else c.value)
"""


@pytest.mark.parametrize(("laid", "leader"), [("earth-2 water-2 earth-1", 2), ("earth-2 air-3 earth-1", 3)])
def test_a_card_made_strong_by_a_house_rule_beats_its_suit_and_no_trump(
    laid: str, leader: int, tmp_path: Path
) -> None:
    (tmp_path / "ones.rules").write_text(ONES_ARE_HIGH, encoding="utf-8")
    cards = laid.split()
    zones = {Said(f"hand[{seat}]"): [Said(card)] for seat, card in enumerate(cards, start=1)}
    position = Position(zones, {Said("leader"): Said("1")}, at=Said("tricks"))
    game = game_from(load(tmp_path / "ones.rules"), 3, position)
    for card in cards:
        game.apply(f"lay {card}")
    assert value(game, "leader") == leader - 1


# ---- undoing and committing ----------------------------------------------------------------------


def test_undoing_in_a_trick_takes_back_a_trump_and_the_vision_it_claimed() -> None:
    zones = {"visions": ["ares"], "hand[1]": ["earth-3", "fire-1"], "hand[2]": ["water-3", "fire-2"]}
    position = Position(
        {Said(zone): [Said(card) for card in cards] for zone, cards in zones.items()},
        {Said("leader"): Said("1")},
        at=Said("tricks"),
    )
    game = game_from(cvlt(), 2, position)
    game.apply("lay earth-3")
    before = game.digest()
    game.apply("lay water-3")
    assert [entry.value for entry in holders(game)] == [1]
    game.undo()
    assert (game.digest(), list(holders(game))) == (before, [])
    assert held(game, "hand", 1) == {"water-3", "fire-2"}


def holders(game: Game) -> Iterator[object]:
    yield from next(one for one in game.view().variables if one.name == "holder").entries


def passing(round_: int, players: int = 4, seed: int = 1) -> Game:
    """An expert game at the pass before a round."""
    game, chance = cvlt("expert").new_game(players, seed), random.Random(seed)
    while game.decision.kind != "everyone" or value(game, "round") != round_:
        game.apply(chance.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("round_", [1, 2])
def test_the_order_of_committing_changes_nothing(round_: int) -> None:
    game = passing(round_)
    chosen = {seat: game.legal_moves(seat)[5 * seat + 3] for seat in range(4)}
    states = []
    for order in permutations(range(4)):
        copy = game.copy()
        for seat in order:
            copy.apply(chosen[seat])
        states.append(copy.state)
    assert states == [states[0]] * 24


# ---- what is known -------------------------------------------------------------------------------


def known(view: View, zone: str) -> set[str]:
    return {card.id for card in view.zone(zone).known}


def test_a_rivals_dreams_are_known_to_all_who_saw_them_taken() -> None:
    game, chance = cvlt().new_game(3, seed=2), random.Random(2)
    for _ in range(40):
        game.apply(chance.choice(game.legal_moves()))
    for owner in range(3):
        dreams = held(game, "dreams", owner)
        assert dreams
        for observer in ({0, 1, 2} - {owner}) | {PUBLIC}:
            assert known(game.view(observer), f"dreams[{owner + 1}]") == dreams


def test_who_has_just_come_sees_how_many_cards_there_are_and_no_more() -> None:
    game, chance = cvlt().new_game(3, seed=2), random.Random(2)
    for _ in range(40):
        game.apply(chance.choice(game.legal_moves()))
    view = game.view()
    assert view.unseen == ()
    for owner in range(3):
        for name in ("hand", "dreams"):
            zone = view.zone(f"{name}[{owner + 1}]")
            assert (zone.hidden, zone.cards, zone.known) == (len(held(game, name, owner)), (), ())


def test_dreams_taken_into_the_hand_are_known_there() -> None:
    game = passing(2)
    dreams = {seat: known(game.view(PUBLIC), f"hand[{seat + 1}]") for seat in range(4)}
    assert [len(cards) for cards in dreams.values()] == [4] * 4
    assert all(dreams[seat] < held(game, "hand", seat) for seat in range(4))


def passed(seed: int = 1) -> tuple[Game, dict[int, set[str]]]:
    """After the pass of round 2, and the dreams that each player had in hand.

    All pass a dream and a new card.
    """
    game = passing(2, seed=seed)
    dreams = {seat: known(game.view(PUBLIC), f"hand[{seat + 1}]") for seat in range(4)}
    for seat in range(4):
        new = held(game, "hand", seat) - dreams[seat]
        game.apply(f"pass_on {min(dreams[seat])} + {min(new)}", seat)
    return game, dreams


def right_of(seat: int) -> int:
    return (seat - 1) % 4


@pytest.mark.parametrize("observer", [0, 1, 2, 3, PUBLIC])
def test_after_the_pass_a_third_player_knows_two_hands_where_a_dream_may_be(observer: int | str) -> None:
    game, dreams = passed()
    places = {
        frozenset(group.places): {card.id for card in group.cards} for group in game.view(observer).unseen
    }
    for giver in range(4):
        if observer not in (giver, right_of(giver)):
            hands = frozenset({f"hand[{giver + 1}]", f"hand[{right_of(giver) + 1}]"})
            assert places[hands] == dreams[giver]


def test_the_table_shows_which_two_hands_a_dream_may_be_in() -> None:
    game, dreams = passed()
    titles = sorted(dreams[2], key=lambda id_: game.program.layout.card_ids["Offering"][id_])
    drawn = Artist.of(game.names).draw(game.view(0))
    assert f"in hand[Player 2] or hand[Player 3]: {', '.join(titles).replace('-', ' ')}" in drawn


def test_giver_and_receiver_know_what_was_passed() -> None:
    game, dreams = passed()
    for giver in range(4):
        gone = min(dreams[giver])
        receiver = f"hand[{right_of(giver) + 1}]"
        assert gone in known(game.view(giver), receiver)
        assert dreams[giver] - {gone} <= known(game.view(right_of(giver)), f"hand[{giver + 1}]")


def test_a_redeal_moves_exactly_two_cards_of_each_giver() -> None:
    game, dreams = passed()
    layout, observer = game.program.layout, 0
    gone = set()
    for seed in range(60):
        state = redeal(layout, game.state, observer, seed)
        for giver in range(4):
            receiver = right_of(giver)
            came = {
                layout.cards[card].id
                for card in cards_in(layout, state, layout.zone_at["hand", (receiver,)])
                if state[layout.mover_at + card] == giver
            }
            assert len(came) == 2
            kept = held(game, "hand", giver, state)
            assert len(kept) == len(held(game, "hand", receiver, state)) == 8
            assert dreams[giver] & held(game, "hand", receiver, state) == dreams[giver] & came
            assert dreams[giver] <= kept | came
            if observer not in (giver, receiver):
                gone.add((giver, len(dreams[giver] & came)))
    assert gone == {(giver, count) for giver in (2, 3) for count in (0, 1, 2)}


def test_once_played_a_passed_card_is_known_to_all() -> None:
    game, dreams = passed()
    chance, laid = random.Random(3), set[str]()
    while value(game, "round") == 2:
        move = chance.choice(game.legal_moves())
        game.apply(move)
        if move.action == "lay":
            laid.add(move.text.split()[1])
        if not game.over and value(game, "round") == 2:
            for observer in (0, 1, 2, 3, PUBLIC):
                doubtful = {card.id for group in game.view(observer).unseen for card in group.cards}
                assert not doubtful & laid
    assert set().union(*dreams.values()) <= laid


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_redeal_of_an_expert_game_looks_the_same_to_the_seat(players: int) -> None:
    game, chance = cvlt("expert").new_game(players, seed=4), random.Random(4)
    number = 0
    while not game.over:
        number += 1
        seat = chance.choice(game.decision.seats)
        state = redeal(game.program.layout, game.state, seat, number)
        other = Game(game.ruleset, game.program, game.names, game.seed, game.starter, state)
        assert other.view(seat) == game.view(seat)
        game.apply(chance.choice(game.legal_moves(seat)))


# ---- from the command line -----------------------------------------------------------------------


LAST_ROUND = """\
players: [Ann, Bob]
given:
  "offerings[Ann]": [earth-1, fire-2]
  "offerings[Bob]": [earth-2, fire-1]
  "dreams[Ann]": [air-1, water-2]
  "dreams[Bob]": [air-3, air-4]
  visions: [hermes, artemis-air]
vars: {leader: 1, round: 3}
at: scoring
"""


def test_the_sheet_says_what_each_point_is_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "last.yaml").write_text(LAST_ROUND, encoding="utf-8")
    run(["score", "cvlt", str(tmp_path / "last.yaml")])
    sheet = capsys.readouterr().out.partition("What the points come from\n")[2].splitlines()
    assert [line.strip() for line in sheet] == [
        "Ann",
        "temple 3: earth: 1 (earth 1 +1), fire: 2 (fire 2 +2)",
        "visions 4: Hermes +4",
        "Bob",
        "temple 3: earth: 2 (earth 2 +2), fire: 1 (fire 1 +1)",
        "visions 4: Artemis of air +4",
    ]


def test_the_table_says_what_each_vision_asks_for() -> None:
    zones = {
        Said("visions"): [Said("hermes"), Said("ares"), Said("ares")],
        Said("past_visions"): [Said("demeter")],
    }
    game = game_from(cvlt(), 2, Position(zones, {Said("leader"): Said("1")}, at=Said("visiting")))
    drawn = Artist.of(game.names).draw(game.view(0))
    told = [line.strip() for line in drawn if line.strip().startswith(("Hermes:", "Ares:", "Demeter:"))]
    assert sorted(told) == [
        "Ares: laurel: win a trick with a trump",
        "Hermes: most different suits among the dreams",
    ]


@pytest.mark.parametrize("options", [["--preset", "expert"], ["--set", "expert=yes"]])
def test_the_expert_variant_is_played_from_the_command_line(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    run(["play", "cvlt", *options, "--players", "2", "--bots", "random,random", "--seed", "1"])
    assert "pass on 2 cards" in capsys.readouterr().out
