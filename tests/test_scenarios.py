"""The scenarios of all rulesets that ship, and what the runner does with those that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.data.yamltree import YamlNode, compose
from rulewright.dsl.problems.report import render
from rulewright.dsl.problems.spans import Source
from rulewright.interpreter.lab.scenarios import read_scenario
from rulewright.interpreter.lab.trial import MOST_SHARED, Shared, Trial, run, run_file, scenario_files
from rulewright.interpreter.library.places import find, list_rulesets

TOY = Path(__file__).parent / "toys" / "first_eight.rules"

SHIPPED = [
    pytest.param(find(name).folder, file, id=f"{name}/{file.stem}")
    for name in list_rulesets()
    for file in scenario_files(find(name).folder)
]


@pytest.fixture(scope="module")
def shared() -> Shared:
    """Rules that are read once for all scenarios."""
    return Shared()


@pytest.mark.parametrize(("game", "file"), SHIPPED)
def test_scenario_of_a_ruleset(game: Path, file: Path, shared: Shared) -> None:
    trial = run_file(game, file, shared=shared)
    assert trial.verdict == "passed", render(trial.problems, trial.sources)


BASE = """\
title: The higher card takes the pair
about: take_both
players: 2
given:
  deck: [moon-1]
  "hand[1]": [sun-1, sun-3]
  "hand[2]": [moon-2, moon-4]
vars: {leader: 1}
rest: box
moves:
  - lay sun-3
  - {seat: 2, move: lay moon-2}
expect:
"""


def trial_of(text: str) -> Trial:
    """Run a scenario text against the toy."""
    source = Source("shown.yaml", text)
    scenario, problems = read_scenario(source)
    if scenario is None:
        return Trial("broken", problems=tuple(problems), sources={source.name: source})
    return run(TOY, scenario)


def expecting(text: str) -> Trial:
    """Run the toy's scenario with these expectations."""
    return trial_of(BASE + "".join(f"  {line}\n" for line in text.splitlines()))


def codes(trial: Trial) -> list[str]:
    """The codes of what was found."""
    return [one.code for one in trial.problems]


@pytest.mark.parametrize(
    "expected",
    [
        "moves: [lay sun-1]",
        "moves: {include: [lay sun-1], exclude: [lay moon-4], count: 1}",
        'refuse: {lay moon-4: "cannot be chosen"}',
        "decide: 1",
        "scores: {pairs: [1, 0], total: [1, 0]}",
        "winner: []",
        "over: no",
        'zones: {deck: 1, "taken[1]": [sun-3, moon-2], "hand[2]": 1}',
        "vars: {leader: 1}",
        "view: {seat: 1, sees: [sun-1, moon-2], hides: [moon-4]}",
        "view: [{seat: 2, sees: [moon-4]}, {seat: 1, hides: [moon-4]}]",
    ],
)
def test_what_is_so_passes(expected: str) -> None:
    trial = expecting(expected)
    assert trial.verdict == "passed", render(trial.problems, trial.sources)


@pytest.mark.parametrize(
    ("expected", "code"),
    [
        ("moves: [lay sun-1, lay sun-3]", "differs-moves"),
        ("moves: []", "differs-moves"),
        ("moves: {count: 2}", "differs-move-count"),
        ("moves: {include: [lay sun-3]}", "differs-move-absent"),
        ("moves: {exclude: [lay sun-1]}", "differs-move-present"),
        ("refuse: {lay sun-1: anything}", "differs-not-refused"),
        ('refuse: {lay moon-4: "no reason of ours"}', "differs-reason"),
        ("decide: 2", "differs-seat"),
        ("scores: {pairs: [0, 1]}", "differs-score"),
        ("scores: {pairs: [1]}", "differs-score"),
        ("scores: {total: [2, 0]}", "differs-score"),
        ("winner: [1]", "differs-winner"),
        ('over: "all passed"', "differs-over"),
        ("zones: {deck: 0}", "differs-zone"),
        ('zones: {"taken[1]": [moon-2, sun-3]}', "differs-zone"),
        ("vars: {leader: 2}", "differs-variable"),
        ("view: {seat: 1, sees: [moon-4]}", "differs-sees"),
        ("view: {seat: 1, hides: [sun-1]}", "differs-hides"),
    ],
)
def test_what_is_not_so_fails_where_it_is_expected(expected: str, code: str) -> None:
    trial = expecting(expected)
    assert trial.verdict == "failed"
    assert codes(trial) == [code]
    assert trial.problems[0].span.file == "shown.yaml"
    assert trial.problems[0].span.line == BASE.count("\n") + 1


@pytest.mark.parametrize(
    ("expected", "code"),
    [
        ("winners: [1]", "scenario-expect-key"),
        ("scores: {pears: [1, 0]}", "scenario-score"),
        ("zones: {dock: 1}", "scenario-zone"),
        ("vars: {lead: 1}", "position-variable"),
        ("vars: {leader: 3}", "position-value"),
        ("decide: 3", "scenario-seat"),
        ("view: {seat: 1, sees: [sun-9]}", "scenario-seen"),
        ("moves: {all: [lay sun-1]}", "scenario-moves-key"),
        ("view: {sees: [sun-1]}", "scenario-view"),
        ("", "scenario-expects-nothing"),
    ],
)
def test_expectations_that_speak_of_nothing_are_no_failures(expected: str, code: str) -> None:
    trial = expecting(expected)
    assert trial.verdict == "broken"
    assert codes(trial) == [code]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("about: take_both", "about: take_bath", "scenario-about"),
        ("about: take_both\n", "", "scenario-missing"),
        ("title", "titel", "scenario-key"),
        ("players: 2", "players: 3", "players-count"),
        ("players: 2", "players: two", "yaml-not-number"),
        ("sun-1, sun-3", "sun-1, sun-30", "position-card"),
        ("sun-1, sun-3", "sun-3, sun-3", "position-too-many"),
        ('"hand[1]"', '"hand[3]"', "position-zone"),
        ("leader: 1", "leader: 5", "position-value"),
        ("rest: box", "at: evening", "position-phase"),
        ("rest: box", "at: {phase: evening, turns: 1}", "scenario-place"),
        ("rest: box", "at: {turn: 1}", "scenario-turn"),
        ("- lay sun-3", "- {lay: sun-3}", "scenario-move"),
        ("seat: 2", "seat: 7", "scenario-seat"),
        ("given:", "givn:", "scenario-key"),
    ],
)
def test_a_scenario_that_cannot_be_run_is_broken(old: str, new: str, code: str) -> None:
    assert old in BASE
    trial = trial_of(BASE.replace(old, new) + "  over: no\n")
    assert trial.verdict == "broken"
    assert code in codes(trial)
    assert all(one.span.file == "shown.yaml" or one.code == "players-count" for one in trial.problems)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("lay sun-3", "lay moon-4", "differs-refused"),
        ("seat: 2", "seat: 1", "differs-seat"),
    ],
)
def test_a_move_that_cannot_be_made_fails(old: str, new: str, code: str) -> None:
    trial = trial_of(BASE.replace(old, new) + "  over: no\n")
    assert (trial.verdict, codes(trial)) == ("failed", [code])


def test_cards_of_a_scenario_join_the_box_for_it_alone() -> None:
    game = find("cv-pocket").folder
    text = (
        "title: A card of our own\nabout: take\nplayers: 2\n"
        "cards: [{id: brain, symbols: {knowledge: 5}}]\n"
        'given: {"cv[1]": [brain]}\nat: end\nexpect: {scores: {knowledge: [4, 0]}}\n'
    )
    for _ in range(2):
        scenario, _ = read_scenario(Source("shown.yaml", text))
        assert scenario is not None
        assert run(game, scenario).verdict == "passed"
    without = text.replace("cards: [{id: brain, symbols: {knowledge: 5}}]\n", "")
    scenario, _ = read_scenario(Source("shown.yaml", without))
    assert scenario is not None
    assert codes(run(game, scenario)) == ["position-card"]


def test_players_by_name() -> None:
    text = BASE.replace("players: 2", "players: [Ann, Bob]").replace("seat: 2", "seat: Bob")
    trial = trial_of(text + "  decide: Ann\n  winner: []\n")
    assert trial.verdict == "passed", render(trial.problems, trial.sources)


def test_a_scenario_without_a_position_is_dealt_by_its_seed() -> None:
    text = "title: Dealt\nabout: setup\nplayers: 2\nseed: {}\nexpect: {{moves: [{}]}}\n"
    first = trial_of(text.format(1, "lay sun-1"))
    assert first.verdict == "failed"
    again = trial_of(text.format(1, "lay sun-1"))
    assert first.problems == again.problems
    other = trial_of(text.format(2, "lay sun-1"))
    assert other.problems != first.problems


def test_a_missing_file_is_a_problem() -> None:
    trial = run_file(TOY, Path("no-such-scenario.yaml"))
    assert (trial.verdict, codes(trial)) == ("broken", ["file-missing"])


# ---- where no order is ---------------------------------------------------------------------------

MARKET = """\
title: A purse in no order
about: buy
players: 2
given:
  "purse[1]": [copper-2, silver-1, copper-1]
  stall: [1-1]
rest: box
expect:
"""


def in_the_market(expected: str) -> Trial:
    source = Source("shown.yaml", MARKET + f"  {expected}\n")
    scenario, problems = read_scenario(source)
    assert scenario is not None, problems
    return run(TOY.with_name("market.rules"), scenario)


@pytest.mark.parametrize(
    ("cards", "verdict"),
    [
        ("silver-1, copper-2, copper-1", "passed"),
        ("copper-1, copper-2, silver-1", "passed"),
        ("silver-1, copper-1, copper-1", "failed"),
        ("silver-1, copper-1", "failed"),
    ],
)
def test_the_cards_of_a_zone_in_no_order_are_compared_in_no_order(cards: str, verdict: str) -> None:
    assert in_the_market(f'zones: {{"purse[1]": [{cards}]}}').verdict == verdict


@pytest.mark.parametrize(
    ("moves", "verdict"),
    [
        ('"buy 1-1, silver-1 + copper-2", "buy 1-1, copper-1 + silver-1", pass', "passed"),
        ('"buy 1-1, copper-2 + silver-1", "buy 1-1, silver-1 + copper-1", pass', "passed"),
        ('"buy 1-1, copper-2 + silver-1", "buy 1-1, silver-1 + copper-2", pass', "failed"),
        ('"buy 1-1, copper-2 + copper-1", "buy 1-1, silver-1 + copper-1", pass', "failed"),
    ],
)
def test_what_is_chosen_together_is_compared_in_no_order(moves: str, verdict: str) -> None:
    assert in_the_market(f"moves: [{moves}]").verdict == verdict


@pytest.mark.parametrize(
    ("cards", "verdict"),
    [
        ("copper, copper (2), copper (1)", "passed"),
        ("copper (1), copper, copper", "passed"),
        ("copper (1), copper (1), copper", "failed"),
        ("copper (3), copper (1), copper", "failed"),
    ],
)
def test_what_is_said_beside_a_name_finds_its_card_in_no_order(cards: str, verdict: str) -> None:
    text = (
        "title: Coins of two givers\nabout: spend\nplayers: 3\ngiven:\n"
        '  "held[3]": ["copper (2)", "copper (1)", "copper (2)"]\nrest: box\nexpect:\n'
        f'  zones: {{"held[3]": [{", ".join(f"{one!r}" for one in cards.split(", "))}]}}\n'
    )
    scenario, problems = read_scenario(Source("shown.yaml", text))
    assert scenario is not None, problems
    assert run(TOY.with_name("favours.rules"), scenario).verdict == verdict


# ---- who sees what ---------------------------------------------------------------------------------

BIDS = """\
title: A bid is seen by who made it
about: offer
players: 2
seed: 1
starter: 1
moves: [{seat: 1, move: want 2}, {seat: 2, move: want 3}, {seat: 1, move: offer 3}]
expect:
"""


@pytest.mark.parametrize(
    ("seen", "code"),
    [
        ('{seat: 1, sees: ["bid[1]", purse], hides: ["bid[2]", "wish[2]", fake]}', "position-variable"),
        ('{seat: 1, sees: ["bid[1]", "purse[2]"], hides: ["bid[2]", "wish[Player 2]", fake]}', ""),
        ('{seat: 2, sees: ["bid[1]"]}', "differs-sees"),
        ('{seat: 1, hides: ["bid[1]"]}', "differs-hides-value"),
        ('{seat: 2, hides: ["purse[1]"]}', "differs-hides-value"),
        ("{seat: 2, hides: [prise]}", "scenario-seen"),
    ],
)
def test_a_view_tells_of_the_values_of_variables(seen: str, code: str) -> None:
    toy = Path(__file__).parent / "toys" / "sealed_bids.rules"
    scenario, problems = read_scenario(Source("bids.yaml", f"{BIDS}  view: {seen}\n"))
    assert scenario is not None, problems
    assert codes(run(toy, scenario)) == [code][: len(code)]


CELLAR = """\
language 1
game "Cellar"
    players 2
enum Suit: sun, moon
cards Card for each suit in Suit, value in 1..3
zone deck: Card, face down
zone cellar: Card, face down
zone hand of player: Card, seen by owner
play
    turns clockwise from best(p in players by fewest seat(p)) until empty(deck)
        choose bury
action bury(c in hand[me])
    put c into cellar
winner by fewest seat(it)
"""
BURIED = """\
title: Who buried a card knows where it lies
about: bury
players: 2
given: {"hand[1]": [sun-1], "hand[2]": [moon-3], cellar: [moon-1], deck: [moon-2, sun-2]}
moves: [bury sun-1]
expect:
"""


@pytest.mark.parametrize(
    ("seen", "code"), [("sees: [sun-1], hides: [moon-1]", ""), ("hides: [sun-1]", "differs-hides")]
)
def test_a_card_that_is_remembered_is_not_hidden(tmp_path: Path, seen: str, code: str) -> None:
    game = tmp_path / "cellar.rules"
    game.write_text(CELLAR, encoding="utf-8")
    scenario, problems = read_scenario(Source("cellar.yaml", f"{BURIED}  view: {{seat: 1, {seen}}}\n"))
    assert scenario is not None, problems
    assert codes(run(game, scenario)) == [code][: len(code)]


def coins(value: int, *, below: int = 0) -> YamlNode:
    """A scenario's own card; it stands further down, in another file."""
    node, _ = compose(Source(f"{below}.yaml", "\n" * below + f"- {{id: ring, worth: {value}}}\n"))
    assert node is not None
    return node


def test_scenarios_whose_cards_say_the_same_share_rules() -> None:
    place, shared = find(TOY.parent / "favours.rules"), Shared()
    loaded = shared.load(place, coins(3))
    assert loaded.model is not None, loaded.problems
    assert shared.load(place, coins(3, below=2)) is loaded
    assert shared.load(place, coins(4)) is not loaded
    assert shared.ruleset(loaded.model, {}, None) is shared.ruleset(loaded.model, {}, None)


def test_problems_of_a_scenarios_cards_are_told_where_it_has_them() -> None:
    place, shared = find(TOY.parent / "favours.rules"), Shared()
    files = [shared.load(place, coins(3_000_000_000, below=below)).problems[0].span.file for below in (1, 2)]
    assert files == ["1.yaml", "2.yaml"]


def test_rules_that_scenarios_no_longer_use_are_not_kept() -> None:
    place, shared = find(TOY.parent / "favours.rules"), Shared()
    first, used = shared.load(place, coins(1)), shared.load(place, coins(2))
    for value in range(3, MOST_SHARED + 2):
        shared.load(place, coins(value))
        assert shared.load(place, coins(2)) is used
    assert shared.load(place, coins(1)) is not first
