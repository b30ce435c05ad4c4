"""What a variant changes: known answers, and the figures behind the marks."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path

import pytest
from attrs import evolve
from commands import Cli

from rulewright.dsl.problems import Rejected
from rulewright.interpreter.bots import make
from rulewright.interpreter.engine.scoring import Results
from rulewright.interpreter.game.game import Bot
from rulewright.interpreter.lab.certainty import Estimate
from rulewright.interpreter.lab.compare import Arm, Comparison, Contrast, compare
from rulewright.interpreter.lab.estimates import Form, Products, chance_of
from rulewright.interpreter.lab.findings import headline
from rulewright.interpreter.lab.games import play_one
from rulewright.interpreter.lab.page import as_page
from rulewright.interpreter.lab.record import Columns, Recorder, Records
from rulewright.interpreter.lab.runs import Keep
from rulewright.interpreter.library.places import shipped
from rulewright.interpreter.library.rulesets import load, load_text

EIGHT = Path(__file__).parent / "toys" / "first_eight.rules"
SAME = Estimate(0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def eight() -> Arm:
    return Arm("eight", load(EIGHT))


@pytest.fixture(scope="module")
def pocket() -> Arm:
    return Arm("cv-pocket", load("cv-pocket"))


def changed(old: str, new: str) -> Arm:
    """First eight with a text replaced."""
    text = EIGHT.read_text(encoding="utf-8")
    assert old in text
    return Arm("changed", load_text(text.replace(old, new), "first_eight.rules"))


def contrast(comparison: Comparison) -> Contrast:
    (found,) = comparison.contrasts
    return found


# ---- known answers -------------------------------------------------------------------------------


def test_another_name_of_a_card_changes_nothing(pocket: Arm, tmp_path: Path) -> None:
    copied = tmp_path / "cv-pocket"
    shutil.copytree(shipped() / "cv-pocket", copied)
    cards = copied / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("name: Romance\n", "name: Summer love\n"), encoding="utf-8")
    renamed = Arm("renamed", load(copied))
    assert text != cards.read_text(encoding="utf-8")
    found = contrast(compare(pocket, [renamed], 2, 40, 1, skill=4))
    assert {one.difference for one in found.findings} <= {SAME, None}
    assert all(one.base == one.variant for one in found.findings)
    assert (found.marked, found.only_base, found.only_variant) == ((), (), ())


def test_pairs_that_count_twice_show_in_their_line_and_the_same_games_are_played(pocket: Arm) -> None:
    doubled = Arm("doubled", load("cv-pocket", settings={"pair_points": 10}))
    found = contrast(compare(pocket, [doubled], 2, 100, 1, skill=0))
    line = found.of("points", "points", "relationships")
    assert line.marked
    assert line.base is not None and line.variant is not None
    assert line.variant.value == pytest.approx(2 * line.base.value)
    others = [one for one in found.findings if one.measure.what == "points" and one.measure.name != "total"]
    assert {one.measure.name for one in others if one.difference != SAME} == {"relationships"}
    for what in ("moves a game", "choices a decision", "forced moves"):
        assert found.of("play", what).difference == SAME
    assert "More points come from relationships" in " ".join(headline(compare_once(found), found))


def compare_once(found: Contrast) -> Comparison:
    """A comparison of which only the number of games matters."""
    return Comparison("base", 2, ("random", "random"), False, 1, 100, 100, 0, (found,))


def test_the_same_rules_dealt_other_games_are_rarely_marked(
    eight: Arm, request: pytest.FixtureRequest
) -> None:
    """At most 4 of 40 runs; here all of few."""
    runs = 40 if request.config.getoption("--full") else 4
    other = Arm("eight", eight.ruleset, shift=10**6)
    marked = sum(
        bool(contrast(compare(eight, [other], 2, 100, 1000 * run, skill=0)).marked) for run in range(runs)
    )
    assert marked <= runs // 10


def test_what_only_one_of_the_two_has_is_named(eight: Arm) -> None:
    found = contrast(compare(eight, [changed("value in 1..4", "value in 2..5")], 2, 4, 1, skill=0))
    assert (found.only_base, found.only_variant) == (("sun-1", "moon-1"), ("sun-5", "moon-5"))


def test_nothing_is_said_of_how_often_a_thing_is_taken_that_is_rarely_there(eight: Arm) -> None:
    few, more = (contrast(compare(eight, [eight], 2, games, 1, skill=0)) for games in (2, 12))
    assert few.of("card", "taken", "sun-1").chance is None
    assert more.of("card", "taken", "sun-1").chance == 1.0


# ---- who plays -----------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_report_by_any_number_of_workers(eight: Arm) -> None:
    variant = changed("div 2", "div 3")
    results = [compare(eight, [variant], 2, 24, 5, skill=8, workers=workers) for workers in (1, 2, 4)]
    assert results[0] == results[1] == results[2]


def test_a_worker_that_is_killed_changes_nothing(eight: Arm, tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    def dying(seed: int) -> Bot:
        if seed // 64 == 12 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return make("random", seed)

    variant = changed("div 2", "div 3")
    killed = compare(eight, [variant], 2, 20, 5, (dying, "random"), skill=0, workers=2)
    assert [one.code for one in killed.notes] == ["worker-died"]
    assert killed == compare(eight, [variant], 2, 20, 5, (dying, "random"), skill=0, workers=1)


def test_a_comparison_goes_on_from_a_file(eight: Arm, tmp_path: Path) -> None:
    variant, file = changed("div 2", "div 3"), tmp_path / "run.jsonl"
    compare(eight, [variant], 2, 10, 5, skill=4, keep=Keep(file))
    longer = compare(eight, [variant], 2, 30, 5, skill=4, keep=Keep(file, go_on=True))
    assert longer == compare(eight, [variant], 2, 30, 5, skill=4)


def test_a_bot_that_goes_wrong_leaves_its_pair_out(eight: Arm) -> None:
    def failing(seed: int) -> Bot:
        return (lambda seat: "dance") if seed // 64 == 7 else make("random", seed)  # type: ignore[return-value]

    found = compare(eight, [eight], 2, 10, 1, (failing, "random"), skill=0)
    assert contrast(found).pairs == 9
    assert [one.code for one in found.failed] == ["bot-illegal", "bot-illegal"]


# ---- what is recorded ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cv-pocket", "cvlt", "first_eight"])
def test_the_games_recorded_are_those_that_are_simulated(game: str) -> None:
    ruleset = load(EIGHT if game == "first_eight" else game)
    records, native = Records(ruleset, 2, "python"), Records(ruleset, 2, "native")
    columns = records.columns.numbers
    for seed in range(8):
        row, played = records.row(seed, ("random",) * 2, 0, 1), play_one(ruleset, 2, seed)
        assert row == native.row(seed, ("random",) * 2, 0, 1)
        assert row[columns["game", "moves"]] == played.moves
        assert row[columns["points", "total"]] == sum(played.points["total"])
        won = {seat for seat in range(2) if row[columns["seat", str(seat + 1)]]}
        assert won == set(played.winners)


def test_bots_that_play_at_random_are_recorded_like_random_games(eight: Arm) -> None:
    records = Records(eight.ruleset, 2, "python")
    columns = records.columns.numbers
    for bots in (("random", "random"), ("random", "greedy")):
        row = records.row(3, bots, 0, 1)
        assert row[columns["game", "decisions"]] == 8
        assert row[columns["taken action", "lay"]] == row[columns["offered action", "lay"]] == 8
        assert row[columns["takers action", "lay"]] == 2
        # Of hands of four, three, two and one: each card is laid once, and was offered until then.
        assert row[columns["game", "options"]] == 2 * (4 + 3 + 2 + 1)
        assert row[columns["game", "forced"]] == 2
        cards = [name for what, name in columns if what == "taken card"]
        assert [row[columns["taken card", card]] for card in cards] == [1] * 8
        assert sum(row[columns["offered card", card]] for card in cards) == 20


def test_the_lead_changes_when_another_side_is_ahead_alone(eight: Arm) -> None:
    columns = Columns.of(eight.ruleset.layout(2))
    recorder = Recorder(columns)
    for ranks in ([0, 0], [-1, 0], [-1, -1], [-1, 0], [-1, -2], [-3, -2], [-3, -3], [-4, -3]):
        recorder.standing(Results(((0,), (0,)), tuple((one,) for one in ranks)))
    row = recorder.row(Results(((7,), (2,)), ((-4,), (-3,))), (0,), 8, 0)
    assert row[columns.numbers["game", "lead changes"]] == 2
    assert row[columns.numbers["game", "decided"]] == 1000 * 7 // 8
    assert row[columns.numbers["game", "margin"]] == 5


def test_of_choices_with_too_many_moves_only_their_number_is_known() -> None:
    many = load_text(
        'language 1\ngame "Many"\n    players 2\nenum Suit: sun\ncards Card for each suit in Suit, '
        "value in 1..20\nzone row: Card, face up\nzone laid: Card, face up\nsetup\n    put Card into row\n"
        "play\n    for each p in players\n        choose take by p\n"
        "action take(cs in 2 to 9 of row)\n    put cs onto laid\n"
        "score cards(p) = size(laid) * seat(p)\nwinner by highest score\n",
        "many.rules",
    )
    records = Records(many, 2, "python")
    row = records.row(1, ("random", "random"), 0, 1)
    columns = records.columns.numbers
    assert (row[columns["game", "decisions"]], row[columns["game", "moves"]]) == (2, 2)
    assert row[columns["game", "listed"]] < 2


# ---- figures -------------------------------------------------------------------------------------

BASE = [(3, 10), (1, 4), (2, 9), (5, 11), (0, 3), (4, 12), (2, 7), (3, 8)]
VARIANT = [(4, 10), (3, 5), (2, 8), (6, 12), (2, 4), (4, 11), (5, 9), (3, 9)]


def products(base: list[tuple[int, ...]], variant: list[tuple[int, ...]]) -> Products:
    found = Products.none(len(base[0]))
    for one, other in zip(base, variant, strict=True):
        numbers = (1, *one, *other)
        upper = [numbers[row] * numbers[at] for row in range(len(numbers)) for at in range(row, len(numbers))]
        found.add(upper, int(one != other))
    return found


def test_a_mean_of_pairs_has_the_error_of_a_paired_t_test() -> None:
    scipy = pytest.importorskip("scipy.stats")
    found = products([one[:1] for one in BASE], [one[:1] for one in VARIANT])
    difference = found.difference(Form("mean"))
    assert difference is not None
    test = scipy.ttest_rel([one[0] for one in VARIANT], [one[0] for one in BASE])
    assert difference[0] / difference[1] == pytest.approx(test.statistic)
    assert chance_of(*difference, 8, 8) == pytest.approx(test.pvalue)


def jackknifed(form: Form, base: list[tuple[int, ...]], variant: list[tuple[int, ...]]) -> float:
    """The error of a difference, from leaving out each pair in turn."""
    values = []
    for out in range(len(base)):
        without = products(base[:out] + base[out + 1 :], variant[:out] + variant[out + 1 :])
        difference = without.difference(form)
        assert difference is not None
        values.append(difference[0])
    mean = sum(values) / len(values)
    return float(((len(values) - 1) / len(values) * sum((one - mean) ** 2 for one in values)) ** 0.5)


def test_the_errors_of_ratios_and_edges_are_those_of_leaving_out_one_pair_in_turn() -> None:
    def many(rows: list[tuple[int, ...]], factor: int) -> list[tuple[int, ...]]:
        return [tuple(one * (1 + at * factor % 3) for one in row) for at, row in enumerate(rows * 20)]

    base, variant = many(BASE, 5), many(VARIANT, 7)
    ratio = products(base, variant).difference(Form("ratio"))
    assert ratio is not None
    assert ratio[1] == pytest.approx(jackknifed(Form("ratio"), base, variant), rel=0.05)
    edge = Form("edge", 2, seats=3)
    taken = [(won % 3, 1 + won % 2, 2) for won, _ in base]
    taken_too = [(won % 3, 1 + won % 2, 2) for won, _ in variant]
    found = products(taken, taken_too).difference(edge)
    assert found is not None
    assert found[1] == pytest.approx(jackknifed(edge, taken, taken_too), rel=0.05)


def test_an_edge_is_the_difference_of_two_win_rates() -> None:
    # Of four seats in two games one took it, and won; of the other three one won.
    found = products([(1, 1, 1), (0, 0, 1)], [(1, 1, 1), (0, 0, 1)]).estimate(Form("edge", seats=2), 0)
    assert found is not None
    assert found[0] == pytest.approx(1 - 1 / 3)


def test_few_pairs_that_differ_are_not_beyond_chance_however_alike() -> None:
    same = products([(1,), (2,), (3,)], [(2,), (3,), (4,)])
    difference = same.difference(Form("mean"))
    assert difference == (1.0, 0.0)
    assert chance_of(1.0, 0.0, 3, same.unlike) == 0.25


# ---- at the command line -------------------------------------------------------------------------


def test_the_report_answers_first(cli: Cli) -> None:
    said = cli("compare", "cv-pocket", "pair_points=10", "--games", "60", "--seed", "1", "--skill", "0")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "CV Pocket: what pair_points=10 changes"
    assert "differ beyond noise" in lines[3]
    assert any(line.startswith("*  points: relationships") for line in lines)
    assert any(line.split()[:2] == ["moves", "a"] for line in lines)


def test_signs_in_names_are_printed_as_they_are(cli: Cli, tmp_path: Path) -> None:
    shutil.copy(EIGHT, tmp_path / "[red]ours.rules")
    said = cli("compare", str(EIGHT), "[red]ours.rules", "--games", "4", "--seed", "1", "--skill", "0")
    assert said.out.startswith("First eight: what [red]ours changes\n")
    assert said.out.count("[red]ours") == 2


def test_json_holds_all_that_was_found(cli: Cli) -> None:
    said = cli(
        *("compare", str(EIGHT), "cvlt", str(EIGHT), "--games", "6", "--seed", "1", "--skill", "0", "--json")
    )
    data = json.loads(said.out)
    assert [one["variant"] for one in data["variants"]] == ["cvlt", "first_eight"]
    assert {one["measure"] for one in data["variants"][1]["measures"]} >= {"moves a game", "taken", "offered"}
    assert data["games"] == 6


def test_too_few_games_cannot_be_compared(eight: Arm) -> None:
    with pytest.raises(Rejected) as caught:
        compare(eight, [eight], 2, 1, 1)
    assert caught.value.problems[0].code == "compare-few"


def test_what_statistics_need_is_told_where_it_is_not_there(
    monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    said = cli("compare", str(EIGHT), "columns=4")
    assert said.code == 2
    assert "rulewright[lab]" in said.err


def test_skill_is_what_thinking_wins(eight: Arm) -> None:
    found = contrast(compare(eight, [eight], 2, 2, 1, skill=40))
    gap = found.of("play", "skill gap")
    assert gap.base is not None and gap.base.value == 0.6125
    assert gap.difference == SAME


# ---- as a page -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(eight: Arm) -> str:
    variant = evolve(changed("div 2", "div 3"), name="</script><b>ours & yours</b>")
    return as_page("Eight <1>", compare(eight, [variant], 2, 20, 1, skill=4), "rulewright compare 'a b'")


def test_a_page_needs_nothing_else(page: str) -> None:
    own = re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)
    assert page.count("</script>") == page.count("<script>") == 1 + own.count('class="plotly-graph-div"')
    assert not re.search(r"(src|href)=|@import|url\(", own)
    assert "default-src 'none'" in own


def test_names_in_a_page_are_text(page: str) -> None:
    assert "Eight &lt;1&gt;: what &lt;/script&gt;&lt;b&gt;ours &amp; yours&lt;/b&gt; changes" in page
    assert "<b>ours" not in page
    assert "rulewright compare &#x27;a b&#x27;" in page


def test_a_page_has_the_answer_pictures_and_all_figures(page: str) -> None:
    assert "differ beyond noise" in page
    pictures = re.findall(r'id="(v1-[a-z-]+)" class="plotly', page)
    of_actions = ["v1-action-offered", "v1-action-taken"]
    of_cards = [f"v1-card-{name}" for name in ("offered", "taken", "edge")]
    assert pictures == ["v1-game", "v1-points", *of_actions, *of_cards]
    assert page.count("<td>sun-1</td>") == 1


def test_a_report_is_written_as_a_page(cli: Cli, tmp_path: Path) -> None:
    given = ("compare", str(EIGHT), str(EIGHT), "--games", "4", "--seed", "1", "--skill", "0")
    said = cli(*given, "--html", "report.html")
    assert "The report is in report.html." in said.err
    assert "--games 4 --bots random,random --seed 1" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_without_what_draws_it_is_told_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, cli: Cli
) -> None:
    monkeypatch.setitem(sys.modules, "plotly", None)
    said = cli("compare", str(EIGHT), str(EIGHT), "--html", "report.html")
    assert said.code == 2
    assert "rulewright[report]" in said.err
