"""The variants that ship: short, shown by scenarios, true to what they announce; found, combined, saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from rulewright import RulesetError, SaveError, load, resume
from rulewright.dsl.problems.report import render
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.house import game_under_variants, run_own, scenarios_of_variants
from rulewright.interpreter.lab.scenarios import Scenario, read_scenario
from rulewright.interpreter.lab.trial import read_text, run
from rulewright.interpreter.library.checking import read_ruleset
from rulewright.interpreter.library.places import (
    VARIANTS,
    described_variants,
    find,
    list_rulesets,
    list_variants,
    shipped,
)

MOST_LINES = 7
"""The most lines of substance in a variant, its title and comments not counted."""
MOST_COLUMNS = 100

SHIPPED = [(game, name) for game in list_rulesets() for name in list_variants(find(game))]
SCENARIOS = [
    pytest.param(game, file, id=f"{game}/{file.stem}")
    for game in list_rulesets()
    for file in scenarios_of_variants(find(game))
]


def variant_file(game: str, name: str) -> Path:
    return shipped() / game / VARIANTS / f"{name}.rules"


def playable(name: str) -> list[str]:
    """A variant with what it needs to be played at all."""
    return [name, "more-values"] if name == "four-rounds" else [name]


def scenario_of(file: Path) -> Scenario:
    source, _ = read_text(file)
    assert source is not None
    scenario, problems = read_scenario(source)
    assert scenario is not None, render(problems, {source.name: source})
    return scenario


# ---- what ships ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_variant_is_a_few_short_lines(game: str, name: str) -> None:
    lines = variant_file(game, name).read_text(encoding="utf-8").splitlines()
    title = next(at for at, line in enumerate(lines) if line.startswith("variant "))
    below = lines[title + 1 :]
    facts = next((at for at, line in enumerate(below) if not line.startswith("    ")), len(below))
    substance = [line for line in below[facts:] if line.strip() and not line.lstrip().startswith("#")]
    assert 1 <= len(substance) <= MOST_LINES
    assert max(map(len, lines)) <= MOST_COLUMNS


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_variant_is_sound_and_says_what_it_does(game: str, name: str) -> None:
    loaded = read_ruleset(game, variants=[name])
    assert loaded.model is not None and not loaded.problems, render(loaded.problems, loaded.sources)
    (about,) = (one.about for one in described_variants(find(game)) if one.id == name)
    assert about.strip()


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_variant_has_a_scenario(game: str, name: str) -> None:
    named = {one.text for file in scenarios_of_variants(find(game)) for one in scenario_of(file).variants}
    assert name in named


@pytest.mark.parametrize(("game", "file"), SCENARIOS)
def test_a_scenario_passes_under_its_variants_and_fails_without_them(game: str, file: Path) -> None:
    trial = run_own(game, file)
    assert (trial.verdict, trial.problems) == ("passed", ()), render(trial.problems, trial.sources)
    assert run(game, evolve(scenario_of(file), variants=())).verdict != "passed"


@pytest.mark.parametrize(("game", "file"), SCENARIOS)
def test_each_of_several_variants_of_a_scenario_counts(game: str, file: Path) -> None:
    scenario = scenario_of(file)
    if file.stem == "four-rounds":
        pytest.skip("one of the two only makes the other possible; the rounds are counted below")
    for one in scenario.variants if len(scenario.variants) > 1 else ():
        fewer = tuple(other for other in scenario.variants if other != one)
        assert run(game, evolve(scenario, variants=fewer)).verdict != "passed", one.text


FEW = (("cvlt", "lowest-wins"),)
"""The variants whose games' scenarios are run every time; `--full` runs those of all."""


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_scenarios_of_the_game_differ_where_the_variant_says_so(
    game: str, name: str, pytestconfig: pytest.Config
) -> None:
    if (game, name) not in FEW and not pytestconfig.getoption("--full"):
        pytest.skip("only with --full")
    tried = game_under_variants(find(game, playable(name)))
    surprises = [one.file.stem for one in tried if one.differs and not one.announced]
    assert surprises == [], "write these under `differs` in a scenario of the variant, if they are meant"


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_game_of_it_comes_to_an_end(game: str, name: str) -> None:
    ruleset = load(game, variants=playable(name))
    for players in ruleset.player_counts:
        played = ruleset.new_game(players, seed=3)
        while not played.over:
            moves = played.legal_moves()
            played.apply(moves[len(played.moves) % len(moves)])
        assert played.outcome is not None and not played.outcome.drawn


# ---- what house rules do -------------------------------------------------------------------------


def test_four_rounds_are_refused_with_the_numbers_unless_there_are_more_values() -> None:
    with pytest.raises(RulesetError) as refused:
        load("cvlt", variants=["four-rounds"])
    assert {one.code for one in refused.value.problems} == {"needs-cards"}
    model = read_ruleset("cvlt", variants=["four-rounds"]).model
    assert model is not None
    told = [one for players in (2, 3, 4) for one in Ruleset(model).problems_for(players)]
    assert [(one.facts["needed"], one.facts["held"]) for one in told] == [(40, 32), (60, 48), (80, 64)]
    ruleset = load("cvlt", variants=["more-values", "four-rounds"])
    assert ruleset.player_counts == (2, 3, 4)
    game = ruleset.new_game(4, seed=2)
    while not game.over:
        game.apply(game.legal_moves()[0])
    assert sum(one.kind == "phase" and one.name == "visiting" for one in game.events) == 4


def test_five_offerings_and_three_dreams_need_the_smaller_hands(tmp_path: Path) -> None:
    file = tmp_path / "rooms.rules"
    text = 'language 1\nvariant "Rooms" of "cvlt"\nset offering_room = 5\nset dream_room = 3\n'
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load("cvlt", variants=[file])
    assert {one.code for one in refused.value.problems} == {"needs-cards"}
    assert load("cvlt", variants=["five-and-three"]).player_counts == (2, 3, 4)


def test_the_expert_variant_is_also_a_setting() -> None:
    by_setting = load("cvlt", settings={"expert": "yes"}).new_game(2, seed=4)
    by_variant = load("cvlt", variants=["expert"]).new_game(2, seed=4)
    while by_setting.decision.actions == ("reject",):
        by_setting.apply(by_setting.legal_moves()[0])
        by_variant.apply(by_variant.legal_moves()[0])
    assert by_setting.decision.actions == by_variant.decision.actions == ("pass_on",)


def test_two_that_change_one_setting_are_told_with_both_files_and_lines() -> None:
    with pytest.raises(RulesetError) as refused:
        load("cv-pocket", variants=["long-vacation", "idle-vacation"])
    told = render(refused.value.problems, refused.value.sources)
    assert "variants/long-vacation.rules:5:1" in told and "variants/idle-vacation.rules:5:1" in told
    assert "vacation_factor" in told


# ---- where variants are found --------------------------------------------------------------------

KIND = 'language 1\nvariant "Kind school" of "cv-pocket"\nreplace table spare_knowledge: 0, then last\n'


def test_a_variants_file_or_id_is_played_directly(tmp_path: Path) -> None:
    file = tmp_path / "kind.rules"
    file.write_text(KIND, encoding="utf-8")
    fingerprints = load("cv-pocket", variants=["kind-school"]).model.fingerprints
    assert load("kind-school").model.fingerprints == fingerprints
    assert load(file).model.fingerprints == fingerprints
    assert load("cv-pocket", variants=[file, "kind-school"]).model.fingerprints == fingerprints


def test_a_variant_of_a_variant_is_laid_over_both(tmp_path: Path) -> None:
    (tmp_path / "kind.rules").write_text(KIND, encoding="utf-8")
    changes = "replace table spare_knowledge: 0, 1, then last\nset columns = 4\n"
    text = f'language 1\nvariant "Kinder" of "kind"\n{changes}'
    (tmp_path / "kinder.rules").write_text(text, encoding="utf-8")
    model = load(tmp_path / "kinder.rules").model
    assert model.title == "CV Pocket: Kind school, Kinder"
    assert len(model.tables["spare_knowledge"].entries) == 2


def test_variants_that_build_on_each_other_in_a_circle(tmp_path: Path) -> None:
    for name, of in (("one", "two"), ("two", "one")):
        text = f'language 1\nvariant "{name}" of "{of}"\nset columns = 4\n'
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    for wanted in (lambda: find(tmp_path / "one.rules"), lambda: find("cv-pocket", [tmp_path / "one.rules"])):
        with pytest.raises(RulesetError) as refused:
            wanted()
        assert [one.code for one in refused.value.problems] == ["variant-circle"]


def test_a_chain_of_more_variants_than_a_game_may_have_files(tmp_path: Path) -> None:
    for number in range(600):
        text = f'language 1\nvariant "A link" of "v{number + 1}"\n'
        (tmp_path / f"v{number}.rules").write_text(text, encoding="utf-8")
    for wanted in (lambda: find(tmp_path / "v0.rules"), lambda: find("cv-pocket", [tmp_path / "v0.rules"])):
        with pytest.raises(RulesetError) as refused:
            wanted()
        assert [one.code for one in refused.value.problems] == ["limit-files"]


def test_a_game_and_its_variant_side_by_side(tmp_path: Path) -> None:
    toy = (Path(__file__).parent / "toys" / "first_eight.rules").read_text(encoding="utf-8")
    (tmp_path / "eight.rules").write_text(toy, encoding="utf-8")
    text = 'language 1\nvariant "Low" of "eight"\nreplace score pairs(p) = 0\n'
    (tmp_path / "low.rules").write_text(text, encoding="utf-8")
    assert load(tmp_path / "low.rules").model.title == "First eight: Low"
    assert load(tmp_path / "low.rules").model.variants == ("low",)


# ---- saves ---------------------------------------------------------------------------------------


def saved(*variants: str) -> str:
    game = load("cv-pocket", variants=variants).new_game(2, seed=5)
    for _ in range(6):
        game.apply(game.legal_moves()[0])
    return game.to_save()


def test_a_save_brings_its_variants_along() -> None:
    assert resume(saved("kind-school")).game.ruleset.model.variants == ("kind-school",)


def test_a_save_of_the_game_is_refused_under_a_variant_with_what_differs_and_where() -> None:
    with pytest.raises(SaveError) as refused:
        resume(saved(), "four-columns")
    (told,) = refused.value.problems
    assert (told.facts["declaration"], told.facts["move"]) == ("setting columns", 0)
    with pytest.raises(SaveError) as refused:
        resume(saved(), "free-start")
    assert refused.value.problems[0].facts["declaration"] == "define roams"


def test_the_move_at_which_a_game_parts_ways_under_a_variant() -> None:
    game = load("cv-pocket").new_game(2, seed=5)
    for move in ("pass", game.legal_moves()[1].text):
        game.apply(move)
    with pytest.raises(SaveError) as refused:
        resume(game.to_save(), "always-full")
    assert refused.value.problems[0].facts["move"] == 2


def test_a_comment_changes_nothing_for_a_save(tmp_path: Path) -> None:
    file = tmp_path / "kind.rules"
    file.write_text(KIND, encoding="utf-8")
    game = load(file).new_game(2, seed=5)
    game.apply(game.legal_moves()[0])
    text = game.to_save()
    file.write_text(KIND.replace("replace", "# A comment.\n\nreplace"), encoding="utf-8")
    assert resume(text, file).warnings == ()
    file.write_text(KIND.replace("0, then", "-1, then"), encoding="utf-8")
    with pytest.raises(SaveError):
        resume(text, file)
