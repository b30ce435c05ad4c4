"""Running scenarios.

The rules are loaded with a scenario's cards, its moves are played, and what comes of it is compared with what
the scenario expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from attrs import define, evolve, field, frozen

from rulewright.dsl.data.yamltree import YamlNode
from rulewright.dsl.load import Loaded
from rulewright.dsl.model import Model
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import NOWHERE, Source, Span
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.sources import Unreadable
from rulewright.dsl.syntax.parse import decode
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.moves import IllegalMove
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import game_from
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.lab.differences import Comparison, told_seats
from rulewright.interpreter.lab.scenarios import PlannedMove, Scenario, read_scenario
from rulewright.interpreter.library.checking import in_language, load_place
from rulewright.interpreter.library.places import (
    VARIANTS,
    Folder,
    Place,
    find,
    is_plain,
    read_file,
    variant_id,
    with_variants,
)
from rulewright.interpreter.words.texts import read_seat

Verdict = Literal["passed", "failed", "broken"]


@frozen
class Trial:
    """How a scenario went: "passed"; "failed", with the differences; "broken", when it cannot be run.

    `problems` point into `sources`, the texts of the scenario and of the rules.
    """

    verdict: Verdict
    title: str = ""
    rules: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    sources: Mapping[str, Source] = {}


SCENARIO_SUFFIXES = (".yaml", ".yml")
"""How the names of scenario files end."""


def scenario_files(folder: Path) -> list[Path]:
    """The scenario files of a ruleset, by name."""
    return sorted(one for one in (folder / "scenarios").glob("*") if one.suffix in SCENARIO_SUFFIXES)


def game_of(file: Path) -> Path | str:
    """The game of a scenario: the one it names, that of its folder, or the variant it lies beside."""
    folder = file.resolve().parent.parent
    if folder.name == VARIANTS:
        return folder.parent
    return rules_of(file.resolve()) or _named_game(file) or folder


def rules_of(file: Path) -> Path | None:
    """The rule file that a scenario names, or is named like; None where there is none beside it."""
    named = _named_game(file) or file.stem
    rules = file.parent.parent / f"{named}.rules"
    return rules if is_plain(named) and rules.is_file() else None


def _named_game(file: Path) -> str | None:
    source, _ = read_scenario_text(file)
    scenario = None if source is None else read_scenario(source)[0]
    return None if scenario is None or scenario.game is None else scenario.game.text


MOST_SHARED = 24
"""How many rulesets are kept of those that scenarios were run on last: most are needed soon, or never."""

MOST_CUT = 8
"""Into how many parts at most a move may have been cut that is looked for in a list of moves."""

Key = TypeVar("Key")
Made = TypeVar("Made")


@define
class Shared:
    """What scenarios that are run one after another share: rules are read once, and made ready once.

    For as long as the files do not change, and others have not been used since. Cards that say the same are
    the same, whichever scenario brings them.
    """

    _loaded: dict[tuple[Place, YamlNode | None], Loaded] = field(factory=dict)
    _rulesets: dict[tuple[int, tuple[tuple[str, str], ...], str | None], tuple[Model, Ruleset]] = field(
        factory=dict
    )

    def load(self, place: Place, cards: YamlNode | None) -> Loaded:
        """The rules at a place, with cards of a scenario's own if it brings some."""
        loaded = _kept(self._loaded, (place, cards), lambda: load_place(place, cards))
        if cards is not None and loaded.model is None:  # problems say where in this scenario they are
            del self._loaded[place, cards]
        return loaded

    def ruleset(self, model: Model, settings: Mapping[str, str], preset: str | None) -> Ruleset:
        """A model under settings."""
        key = (id(model), tuple(settings.items()), preset)
        return _kept(self._rulesets, key, lambda: (model, ruleset_of(model, settings, preset)))[1]


def _kept(kept: dict[Key, Made], key: Key, make: Callable[[], Made]) -> Made:
    """What was made for a key, now the last that was used; the first goes where there are too many."""
    made = kept.pop(key) if key in kept else make()
    kept[key] = made
    if len(kept) > MOST_SHARED:
        del kept[next(iter(kept))]
    return made


def run_file(
    game: Path | str, file: Path, variants: Sequence[str | Path] = (), shared: Shared | None = None
) -> Trial:
    """Run the scenario in a file against a game under variants; the scenario may name further ones."""
    source, problems = read_scenario_text(file)
    if source is None:
        return Trial("broken", problems=tuple(problems))
    scenario, problems = read_scenario(source)
    if scenario is None:
        return Trial("broken", problems=tuple(problems), sources={source.name: source})
    if scenario.game is not None:
        ours = Path(find(game).main).stem
        if scenario.game.text != ours:
            other = problem("scenario-game", scenario.game.span, name=scenario.game.text, game=ours)
            return Trial("broken", scenario.title, scenario.rules, (other,), {source.name: source})
    return run(game, scenario, variants, file.resolve().parent.parent, shared)


def read_scenario_text(file: Path) -> tuple[Source | None, list[Problem]]:
    """The text of a scenario file, which is no link that leads out of the folder of its game."""
    folder = Folder(file.parent, file.absolute().parent.parent)
    return _read(file, lambda: folder.read(file.name))


def read_text(file: Path) -> tuple[Source | None, list[Problem]]:
    """The text of a file that somebody named, or what stands against reading it."""
    return _read(file, lambda: read_file(file))


def _read(file: Path, read: Callable[[], bytes]) -> tuple[Source | None, list[Problem]]:
    try:
        source, problems = decode(file.name, read())
    except Unreadable as unreadable:
        return None, [problem(unreadable.reason, name=str(file))]
    return (None if problems else source), problems


def run(
    game: Path | str,
    scenario: Scenario,
    variants: Sequence[str | Path] = (),
    folder: Path | None = None,
    shared: Shared | None = None,
) -> Trial:
    """Run a scenario against a game, named as for `load`.

    The variants that it names itself are looked for in a `folder` first, then among those of the game.
    """
    sources = {scenario.source.name: scenario.source}
    try:
        model = model_for(game, scenario, sources, variants, folder, shared)
    except RulesetError as error:
        return Trial("broken", scenario.title, scenario.rules, tuple(error.problems), sources)
    return run_on(model, scenario, sources, shared)


def run_on(
    model: Model,
    scenario: Scenario,
    sources: Mapping[str, Source] | None = None,
    shared: Shared | None = None,
) -> Trial:
    """Run a scenario against a model, which has the cards that the scenario brings."""

    def trial(verdict: Verdict, problems: Iterable[Problem]) -> Trial:
        return Trial(verdict, scenario.title, scenario.rules, tuple(problems), sources or {})

    try:
        unknown = _unknown_declarations(scenario, model)
        if unknown:
            return trial("broken", unknown)
        try:
            played = begin_on(model, scenario, shared)
        except Fault as fault:
            return trial("failed", [fault.problem, *_begun_too_early(scenario, model)])
        refused = play_moves(played, scenario.moves)
        if refused:
            return trial("failed", refused)
        comparison = Comparison(played)
        comparison.compare(scenario.expected)
    except RulesetError as error:
        return trial("broken", error.problems)
    except Fault as fault:
        return trial("failed", [fault.problem])
    if comparison.mistakes:
        return trial("broken", comparison.mistakes)
    return trial("failed" if comparison.differences else "passed", comparison.differences)


def begin(
    game: Path | str,
    scenario: Scenario,
    sources: dict[str, Source],
    variants: Sequence[str | Path] = (),
    language: str | None = None,
) -> Game:
    """The game of a scenario before its moves; adds the texts of the rules to `sources`.

    Raises RulesetError, or Fault where the rules go wrong at once.
    """
    model = model_for(game, scenario, sources, variants, language=language)
    return begin_on(model, scenario, language=language)


def model_for(
    game: Path | str,
    scenario: Scenario,
    sources: dict[str, Source],
    variants: Sequence[str | Path] = (),
    folder: Path | None = None,
    shared: Shared | None = None,
    language: str | None = None,
) -> Model:
    """The model of a game with a scenario's cards and variants; adds the texts of the rules to `sources`.

    Raises RulesetError.
    """
    place = find(game, variants)
    for named in scenario.variants:
        beside = (
            folder / f"{variant_id(named.text)}.rules"
            if folder is not None and is_plain(named.text)
            else None
        )
        found = named.text if beside is None or not beside.is_file() else beside
        place = _with_variant(place, found, named.span)
    loaded = (shared or Shared()).load(place, scenario.cards)
    # A scenario and a rule file are told apart by their names' ends.
    sources.update({name: text for name, text in loaded.sources.items() if name not in sources})
    if loaded.model is None:
        raise RulesetError([one for one in loaded.problems if not one.warning], sources)
    return in_language(loaded.model, place, language)


def _with_variant(place: Place, name: str | Path, span: Span) -> Place:
    """The place with one more variant; that it cannot be found is told where the scenario names it."""
    try:
        return with_variants(place, [name], ids_only=True)
    except RulesetError as error:
        problems = [evolve(one, span=span) if one.span == NOWHERE else one for one in error.problems]
        raise RulesetError(problems, error.sources) from None


def begin_on(
    model: Model, scenario: Scenario, shared: Shared | None = None, language: str | None = None
) -> Game:
    """The game of a scenario before its moves, on a model that has its cards.

    Raises RulesetError, or Fault where the rules go wrong at once.
    """
    settings = {name: value.text for name, value in scenario.settings.items()}
    preset = scenario.preset.text if scenario.preset else None
    ruleset = (shared or Shared()).ruleset(model, settings, preset)
    starter = _seat(scenario, ruleset.seat_names(scenario.players))
    if scenario.position is None:
        return ruleset.new_game(scenario.players, scenario.seed, starter, language)
    return game_from(ruleset, scenario.players, scenario.position, scenario.seed, starter, language)


def _seat(scenario: Scenario, names: tuple[str, ...]) -> int | None:
    """The starter that a scenario names. Raises RulesetError for one who does not play."""
    if scenario.starter is None:
        return None
    seat = read_seat(scenario.starter.text, names)
    if seat is None:
        known = ", ".join(names)
        raise RulesetError(
            [problem("scenario-seat", scenario.starter.span, name=scenario.starter.text, known=known)]
        )
    return seat


def _begun_too_early(scenario: Scenario, model: Model) -> list[Problem]:
    """Where a scenario gives a position and leaves out `at`, so that play deals once more: what was meant."""
    position = scenario.position
    if position is None or position.at.text or not position.zones:
        return []
    first = next(iter(position.zones))
    phases = " or ".join(f"`at: {name}`" for name in model.phases)
    return [problem("scenario-from-the-start", first.span, phases=phases and f": {phases}")]


def _unknown_declarations(scenario: Scenario, model: Model) -> list[Problem]:
    """Problems for what a scenario says it is about and the rules do not have."""
    known = declarations(model)
    found = []
    for about in scenario.about:
        if about.text not in known:
            near = did_you_mean(about.text, known)
            found.append(problem("scenario-about", about.span, name=about.text, near=near))
    return found


def declarations(model: Model) -> list[str]:
    """The names a scenario can be about: `reach`, `define reach`, `card Fruit fig`, `setup` ..."""
    names: dict[str, None] = dict.fromkeys(model.fingerprints)
    for name in model.fingerprints:
        kind, _, rest = name.partition(" ")
        if rest and kind != "card":
            names[rest] = None
    return [*names, *model.presets, *model.phases]


def play_moves(game: Game, moves: tuple[PlannedMove, ...]) -> list[Problem]:
    """Play the moves; a difference where one is refused, or another seat is to move."""
    for at, move in enumerate(moves):
        deciders = game.decision.seats
        seat = None
        if move.seat is not None:
            seat = read_seat(move.seat.text, game.seats)
            if seat is None:
                known = ", ".join(game.seats)
                raise RulesetError(
                    [problem("scenario-seat", move.seat.span, name=move.seat.text, known=known)]
                )
            if deciders and seat not in deciders:
                wanted, got = told_seats([move.seat], deciders, game.seats)
                return [problem("differs-seat", move.seat.span, expected=wanted, got=got)]
        elif len(deciders) > 1:
            known = ", ".join(game.seats[one] for one in deciders)
            facts = {"move": move.text.text, "known": known, "seat": str(deciders[0] + 1)}
            raise RulesetError([problem("scenario-move-seat", move.text.span, **facts)])
        try:
            game.apply(move.text.text, seat)
        except IllegalMove as error:
            whole = _cut_by_commas(game, moves[at : at + MOST_CUT], seat)
            if whole is not None:
                return [problem("differs-unquoted", move.text.span, move=whole)]
            refused = error.refusal
            # Who is meant by `you` in the reason.
            to = "" if refused.seat is None else f" to {game.names.seat(refused.seat)}"
            return [problem("differs-refused", move.text.span, to=to, reason=refused.reason)]
    return []


def _cut_by_commas(game: Game, moves: tuple[PlannedMove, ...], seat: int | None) -> str | None:
    """The move that the first of these is with some of the others on its line; plays it, if there is one.

    In a list in brackets a comma ends an item, unless that stands in quotes.
    """
    text = moves[0].text.text
    for move in moves[1:]:
        if move.text.span.line != moves[0].text.span.line:
            return None
        text = f"{text}, {move.text.text}"
        try:
            game.apply(text, seat)
        except IllegalMove:
            continue
        return text
    return None
