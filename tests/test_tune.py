"""Tuning: what can be turned, what a goal asks for; what is told of the best comes from other games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bidding import RULES, Names

from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.deals import DealtGame
from rulewright.interpreter.lab.goals import FIGURES, BadGoal, read_goal
from rulewright.interpreter.lab.knobs import Knob, Space, knobs_of, read_knob
from rulewright.interpreter.lab.tune import CannotTune, Tuning, tune
from rulewright.interpreter.lab.tune_figures import as_json, as_text
from rulewright.interpreter.library.rulesets import load, load_text

TOYS = Path(__file__).parent / "toys"

SETTINGS = """
enum Mood: calm, wild
setting lead = 2 in 0..9 "points that the starter is given"
setting least = 0 in 0..lead + 1 "nobody gets less"
setting open = no "tells what is bid"
setting mood = Mood.calm
table worth: 0, 3, 5, then last
"""

MARKET = """language 1
game "Market"
    players 2
setting price = 2 in 0..3 "what a fig costs"
enum Sort: fig, plum
cards Fruit for each sort in Sort
zone stall: Fruit, face up
zone basket of player: Fruit, face up
var starter: player = random player

setup
    put Fruit into stall

play
    turns clockwise from starter once
        choose take

action take(c in stall)
    put c into basket[me]

score fruits(p) = sum((if c.sort == fig then 3 - price else 2) for c in basket[p])
winner by highest score
"""


@pytest.fixture(scope="module")
def handicap() -> Ruleset:
    """Bids in which whoever begins is given points: the first to bid is drawn, the first seat is not."""
    text = RULES.replace("\nvar starter", f"{SETTINGS}\nvar starter")
    text = text.replace("bids(p) = bid[p]", "bids(p) = bid[p] * 3 + (if seat(p) == 1 then lead else 0)")
    return load_text(text.replace("name(n in 0..9)", "name(n in 0..2)"))


@pytest.fixture(scope="module")
def market() -> Ruleset:
    """Two cards, one of which is to be taken: the fig is worth what it costs less than the plum."""
    return load_text(MARKET)


def flat(text: str) -> str:
    """A text without its breaks of lines."""
    return " ".join(text.split())


def searched(ruleset: Ruleset, goal: str, *knobs: tuple[str, str], **given: object) -> Tuning:
    """A search with few games, unless given otherwise."""
    usual: dict[str, object] = {"games": 60, "seed": 1, "bots": ["random"], "engine": "python", "workers": 1}
    knobs_given, wanted = knobs_of(knobs, ruleset), read_goal(goal, ruleset.layout(2))
    return tune(ruleset, 2, knobs_given, wanted, **{**usual, **given})  # type: ignore[arg-type]


# ---- what can be turned --------------------------------------------------------------------------


def test_settings_of_all_kinds_and_entries_of_tables_can_be_turned(handicap: Ruleset) -> None:
    knobs = knobs_of(
        [("lead", "0..3"), ("least", "3, 1,3"), ("open", "yes,no"), ("mood", "wild"), ("worth[1]", "2..4")],
        handicap,
    )
    assert [knob.values for knob in knobs] == [(0, 1, 2, 3), (3, 1), (1, 0), (1,), (2, 3, 4)]
    space = Space(handicap, 2, knobs)
    assert (space.size, space.here) == (48, (2, 0, 0, 0, 3))
    assert space.text(space.here) == "lead = 2, least = 0, open = no, mood = calm, worth[1] = 3"


def test_rules_are_played_as_they_are_turned(handicap: Ruleset) -> None:
    space = Space(handicap, 2, knobs_of([("lead", "0..9"), ("worth[2]", "0..9")], handicap))
    turned = space.at((4, 7))
    assert turned.settings_for(2)["lead"] == 4
    assert turned.known(2).tables["worth"] == ((0, 3, 7), True)
    assert handicap.known(2).tables["worth"] == ((0, 3, 5), True)


def test_what_rests_on_other_settings_is_left_out_where_it_cannot_be_played(handicap: Ruleset) -> None:
    result = searched(handicap, "ties", ("lead", "1..4"), ("least", "3..5"), games=2)
    assert result.unplayable == 3 + 2 + 1
    assert len(result.trials) == 12 - 6 + 1, "and the rules as they are"
    assert "6 more cannot be played" in flat(as_text("Bids", result))


# ---- goals ---------------------------------------------------------------------------------------


def game(**given: object) -> DealtGame:
    values: dict[str, object] = {
        "deal": 0,
        "seed": 1,
        "bots": ("weak", "strong", "weak", "weak"),
        "winners": (1,),
        "places": (2, 1, 2, 4),
        "points": (7, 9, 7, 3),
        "moves": 12,
    }
    return DealtGame(**{**values, **given})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("goal", "sides", "given", "row"),
    [
        ("seat-fairness", (0, 1, 2, 3), {}, (0, 1, 0, 0)),
        ("seat-fairness", (0, 1, 2, 3), {"winners": (0, 1)}, (0.5, 0.5, 0, 0)),
        ("closeness", (0, 1, 2, 3), {}, (2,)),
        ("closeness", (0, 1, 0, 1), {"places": (1, 2, 1, 2)}, (2,)),
        ("ties", (0, 1, 2, 3), {"winners": (0, 1)}, (1,)),
        ("ties", (0, 1, 0, 1), {"winners": (0, 2)}, (0,)),
        ("skill-gap", (0, 1, 2, 3), {}, (1,)),
        ("skill-gap", (0, 1, 2, 3), {"places": (1, 1, 3, 4)}, (2.5 / 3,)),
        ("skill-gap", (0, 1, 0, 1), {"places": (1, 2, 1, 2)}, (0,)),
        ("length", (0, 1, 2, 3), {}, (12,)),
    ],
)
def test_what_a_game_says_of_a_goal(
    goal: str, sides: tuple[int, ...], given: dict[str, object], row: tuple[float, ...]
) -> None:
    rows = FIGURES[goal].rows
    assert rows is not None
    assert rows(game(**given), sides, "strong") == pytest.approx(row)


def test_seats_are_fair_where_the_best_and_the_worst_win_as_often() -> None:
    assert FIGURES["seat-fairness"].of([0.2, 0.5, 0.3]) == pytest.approx(0.3)


def test_a_range_is_missed_by_how_far_it_is_away(handicap: Ruleset) -> None:
    layout = handicap.layout(2)
    goal = read_goal("length=20 .. 30", layout)
    assert [goal.miss(value) for value in (17, 20, 25, 30, 34)] == [3, 0, 0, 0, 4]
    skill, ties = read_goal("skill-gap", layout), read_goal("ties", layout)
    assert skill.miss(0.7) < skill.miss(0.6)
    assert ties.miss(0.1) < ties.miss(0.2)


# ---- the search ----------------------------------------------------------------------------------


def test_the_fair_setting_is_found_and_sure(handicap: Ruleset) -> None:
    result = searched(handicap, "seat-fairness", ("lead", "0..6"), games=150)
    assert result.whole
    assert result.winner is not None
    assert result.winner.settings == {"lead": "0"}
    assert result.winner.beyond_noise
    assert result.winner.games_to_tell is None
    assert result.now.settings == {"lead": "2"}
    assert "lead = 0 is nearer to the goal than the rules as they are, beyond noise" in as_text(
        "Bids", result
    )


def test_a_setting_that_does_nothing_is_not_called_better(handicap: Ruleset) -> None:
    result = searched(handicap, "seat-fairness", ("open", "yes,no"))
    assert result.winner is None
    assert result.runner_up is not None
    assert result.runner_up.gain is not None
    assert result.runner_up.gain.value == 0
    assert not result.runner_up.beyond_noise
    assert "Nothing that was tried came nearer" in flat(as_text("Bids", result))
    assert "open = yes makes no difference" in flat(as_text("Bids", result))


def test_of_equal_settings_those_that_change_least_are_taken(handicap: Ruleset) -> None:
    result = searched(handicap, "seat-fairness", ("open", "yes,no"), ("lead", "0..2"))
    assert result.winner is not None
    assert result.winner.settings == {"open": "no", "lead": "0"}


def test_figures_of_the_best_come_from_fresh_games(handicap: Ruleset) -> None:
    result = searched(handicap, "closeness", ("lead", "0..2"), games=40)
    assert result.winner is not None
    assert result.fresh_games == 80
    again = searched(handicap, "closeness", ("lead", "0..2"), games=80, seed=41)
    same = next(one for one in again.trials if one.settings == result.winner.settings)
    assert result.winner.value.value == pytest.approx(same.value)


def test_where_there_are_too_many_optuna_proposes(handicap: Ruleset) -> None:
    knobs = ("lead", "0..9"), ("worth[0]", "0,2,5"), ("open", "yes,no")
    first = searched(handicap, "seat-fairness", *knobs, games=20, trials=12)
    assert not first.whole
    assert len(first.trials) == 12
    assert first == searched(handicap, "seat-fairness", *knobs, games=20, trials=12)
    assert first.trials[0].value < 0.3


def test_the_skill_gap_is_one_between_two_bots(handicap: Ruleset) -> None:
    result = searched(handicap, "skill-gap", ("lead", "0..7"), bots=[Names(2), Names(1)], games=20)
    assert result.games == 20
    assert result.bots == ("2", "1")
    assert {one.settings["lead"] for one in result.trials if one.value == 1} == {"0", "1", "2"}
    with pytest.raises(CannotTune) as caught:
        searched(handicap, "skill-gap", ("lead", "0..7"), bots=["random"])
    assert caught.value.problems[0].code == "tune-skill-bots"


def test_a_card_is_to_be_chosen_more_often(market: Ruleset) -> None:
    result = searched(market, "card:fig=0.7..1", ("price", "0..3"), bots=["greedy"], games=30)
    assert result.winner is not None
    assert result.winner.settings == {"price": "0"}
    assert (result.winner.value.value, result.now.value.value) == (1, 0.5)
    with pytest.raises(BadGoal) as caught:
        searched(market, "card:fog=0.7..1", ("price", "0..3"))
    (found,) = caught.value.problems
    assert (found.code, found.facts["near"]) == ("goal-thing", "Did you mean `fig`?")


def test_the_same_is_found_by_any_number_of_workers(handicap: Ruleset) -> None:
    one, two = (searched(handicap, "ties", ("lead", "0,1"), games=12, workers=number) for number in (1, 2))
    assert one == two


def test_figures_for_programs(handicap: Ruleset) -> None:
    result = searched(handicap, "length=3..9", ("lead", "0..1"), games=4)
    found = json.loads(as_json("bids", result))
    assert found["goal"] == {
        "name": "length",
        "meaning": "moves a game",
        "wanted": "range",
        "low": 3.0,
        "high": 9.0,
    }
    assert (found["games"], found["all_tried"], len(found["trials"])) == (4, True, 3)
    assert found["now"]["value"]["value"] == 2


def test_teams_can_be_tuned_too() -> None:
    partners = load(TOYS / "partners.rules")
    knob = Knob("asked", (3, 4))
    goal = read_goal("closeness", partners.layout(4))
    result = tune(partners, 4, [knob], goal, games=4, seed=1, bots=["random"], workers=1)
    assert len(result.trials) == 2


def test_a_knob_can_be_read_of_a_table_only_by_its_entry(handicap: Ruleset) -> None:
    assert read_knob("worth[2]", "7", handicap) == Knob("worth[2]", (7,))
