"""Tournaments: who sits where, the table, and what is beyond doubt."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from bidding import RULES, Names

from rulewright.interpreter.engine.scoring import Results
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab import certainty
from rulewright.interpreter.lab.certainty import Estimate, beyond_doubt, mean_estimate, share_estimate
from rulewright.interpreter.lab.deals import Deals, dealt_games
from rulewright.interpreter.lab.games import play_one
from rulewright.interpreter.lab.runs import Keep, Run, play_run
from rulewright.interpreter.lab.tournament import (
    NoTournament,
    games_of_a_round,
    line_ups_of,
    stronger,
    tournament,
)
from rulewright.interpreter.lab.tournament_figures import as_csv, as_json, as_text
from rulewright.interpreter.library.rulesets import load, load_text

TOYS = Path(__file__).parent / "toys"


@pytest.fixture(scope="module")
def bids() -> Ruleset:
    return load_text(RULES)


# ---- who sits where ------------------------------------------------------------------------------


def test_all_line_ups_play_and_bots_that_are_few_sit_several_times() -> None:
    assert line_ups_of("abc", 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert line_ups_of("abc", 3) == (("a", "b", "c"),)
    assert line_ups_of("ab", 4) == (tuple("aaab"), tuple("aabb"), tuple("abbb"))
    assert games_of_a_round("ab", 4) == 12


def test_a_deal_is_played_from_every_seat(bids: Ruleset) -> None:
    deals = Deals(bids, 3, 5, line_ups_of([Names(1), Names(2), Names(3)], 3))
    games, _ = dealt_games(play_run(Run(deals, 12, {}), 1))
    assert [game.seed for game in games] == [5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8]
    for deal in range(4):
        seatings = [game.bots for game in games if game.deal == deal]
        assert all(sorted(seats) == ["1", "2", "3"] for seats in zip(*seatings, strict=True))
    assert len({game.bots for game in games}) > 3, "who sits beside whom is drawn"


def test_bots_that_are_alike_play_a_deal_once(bids: Ruleset) -> None:
    assert Deals(bids, 3, 5, ((Names(1),) * 3,)).games_a_deal == 1


def test_places_are_those_of_the_ranking_and_a_team_is_counted_once() -> None:
    results = Results(((3,), (9,), (3,), (1,)), ((-3,), (-9,), (-3,), (-1,)))
    assert [(one.place, one.seats) for one in results.standings((0, 1, 2, 3))] == [
        (1, (1,)),
        (2, (0, 2)),
        (4, (3,)),
    ]
    assert [one.place for one in results.standings((0, 1, 0, 3))] == [1, 2, 3]


def test_places_of_a_game_are_the_same_by_machine_and_by_bots() -> None:
    partners = load(TOYS / "partners.rules")
    game = play_one(partners, 4, 1, ("greedy", "random") * 2)
    assert sorted(game.places) == [1, 1, 2, 2]
    assert {seat for seat, place in enumerate(game.places) if place == 1} == set(game.winners)
    drawn = load_text(RULES.replace("players 2..4", "players 2..4\n    moves up to 1"))
    assert play_one(drawn, 2, 1).places == play_one(drawn, 2, 1, ("greedy", "random")).places == (1, 1)


# ---- the table -----------------------------------------------------------------------------------


def test_the_table_is_the_same_by_any_number_of_workers(bids: Ruleset) -> None:
    results = [tournament(bids, 3, 24, 5, ["random", "greedy"], workers=workers) for workers in (1, 2)]
    assert results[0] == results[1]
    assert results[0] != tournament(bids, 3, 24, 6, ["random", "greedy"])


def test_whoever_names_more_is_stronger_beyond_doubt(bids: Ruleset) -> None:
    result = tournament(bids, 2, 120, 1, [Names(1), Names(3), Names(2), Names(3, "b")])
    assert result.games == result.asked == 120
    better = stronger(result)
    assert set(better["3"]) == set(better["3b"]) == {"1", "2"}
    assert (better["2"], better["1"]) == (("1",), ())
    tie = result.duel("3", "3b")
    assert (tie.share.value, tie.ahead, tie.behind, tie.beyond_doubt) == (0.5, 0, 0, False)
    first = result.entrants[0]
    assert first.points.value == 3
    assert first.wins.value == pytest.approx((1 + 1 + 0.5) / 3)


def test_games_are_rounded_up_to_whole_rounds(bids: Ruleset) -> None:
    assert tournament(bids, 3, 7, 1, [Names(1), Names(2)]).games == 12


def test_a_few_games_leave_doubt(bids: Ruleset) -> None:
    result = tournament(bids, 2, 4, 1, [Names(1), Names(2)])
    assert result.duel("2", "1").ahead == 2
    assert not result.duel("1", "2").beyond_doubt
    assert "2 and 1 are not told apart by so many games." in as_text("Bids", result)


def test_ratings_are_those_of_the_games_one_after_another(bids: Ruleset) -> None:
    from openskill.models import PlackettLuce

    result = tournament(bids, 2, 6, 1, [Names(1), Names(2)])
    model = PlackettLuce(tau=0)
    high, low = model.rating(), model.rating()
    for _ in range(6):
        [[high], [low]] = model.rate([[high], [low]], ranks=[1, 2])
    rating = result.entrants[0].rating
    assert (rating.value, rating.high - rating.value) == pytest.approx((high.mu, 1.96 * high.sigma))


def test_who_sits_twice_learns_from_both(bids: Ruleset) -> None:
    result = tournament(bids, 3, 6, 1, [Names(1), Names(2)])
    assert [one.bot for one in result.entrants] == ["2", "1"]
    assert [one.games for one in result.entrants] == [6, 6]
    assert result.entrants[0].wins.value == pytest.approx((0.5 + 1) / 2)


def test_a_bot_that_goes_wrong_is_told_and_the_others_play_on(bids: Ruleset) -> None:
    result = tournament(bids, 2, 6, 1, [Names(1), Names(2), Names(10)])
    assert (result.games, result.asked, len(result.failed)) == (2, 6, 4)
    assert {one.facts["bot"] for one in result.failed} == {"10"}


def test_a_tournament_is_gone_on_with(bids: Ruleset, tmp_path: Path) -> None:
    file, bots = tmp_path / "run.jsonl", [Names(1), Names(2), "random"]
    tournament(bids, 2, 6, 1, bots, keep=Keep(file))
    assert tournament(bids, 2, 18, 1, bots, keep=Keep(file, go_on=True)) == tournament(bids, 2, 18, 1, bots)


def test_figures_for_programs(bids: Ruleset) -> None:
    result = tournament(bids, 2, 12, 1, [Names(1), Names(2), Names(3)])
    found = json.loads(as_json("bids", result))
    assert [one["bot"] for one in found["bots"]] == ["3", "2", "1"]
    assert Counter(one["deals_ahead"] for one in found["duels"]) == {2: 3}
    rows = list(csv.DictReader(io.StringIO(as_csv(result))))
    assert [(row["bot"], row["won"]) for row in rows] == [("3", "1.0000"), ("2", "0.5000"), ("1", "0.0000")]


def test_who_is_alone_plays_no_tournament() -> None:
    alone = load_text(RULES.replace("2..4", "1..4"))
    with pytest.raises(NoTournament) as caught:
        tournament(alone, 1, 4, 1, ["random", "greedy"])
    assert caught.value.problems[0].code == "tournament-alone"


def test_without_the_libraries_it_is_told_what_to_install(
    bids: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(certainty.NotInstalled) as caught:
        tournament(bids, 2, 4, 1, ["random", "greedy"])
    (found,) = caught.value.problems
    assert (found.code, found.facts) == ("extra-missing", {"name": "openskill", "extra": "lab"})


# ---- how sure figures are ------------------------------------------------------------------------


def test_of_several_differences_the_surest_must_be_the_surest() -> None:
    assert beyond_doubt([0.04, 0.01, 0.024]) == [True, True, True]
    assert beyond_doubt([0.04, 0.01, 0.026]) == [False, True, False]
    assert beyond_doubt([0.02, 0.03, 0.9]) == [False, False, False]


def test_intervals_of_means_are_students() -> None:
    found = mean_estimate([1, 2, 3, 4])
    assert (found.value, found.low, found.high) == pytest.approx((2.5, 0.4457, 4.5543), abs=1e-4)


def test_shares_that_are_all_alike_have_an_interval_all_the_same() -> None:
    few, many = share_estimate([1.0] * 3), share_estimate([1.0] * 100)
    assert (few.value, many.value, many.high) == (1, 1, 1)
    assert few.low < 0.6 < 0.9 < many.low
    assert share_estimate([]) == Estimate(0.5, 0.0, 1.0)
