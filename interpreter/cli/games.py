"""Finding and opening the game that a command names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from rulewright.dsl.problems.spans import Source
from rulewright.dsl.variants.overlay import Layer
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.library.checking import in_language, load_place
from rulewright.interpreter.library.places import Place, find
from rulewright.interpreter.library.rulesets import fresh_seed


@frozen
class Opened:
    """A ruleset, where it came from, and the variants laid over it.

    `sources` are the texts that its places point into.
    """

    place: Place
    ruleset: Ruleset
    layers: tuple[Layer, ...] = ()

    @property
    def sources(self) -> Mapping[str, Source]:
        """The texts of the rules."""
        return self.ruleset.model.sources


def open_game(
    name: str,
    settings: Iterable[tuple[str, str]] = (),
    preset: str | None = None,
    language: str | None = None,
    variants: Iterable[str] = (),
) -> Opened:
    """The ruleset with variants under these settings, with the words of a language if one is asked for.

    Stops the command when there are problems.
    """
    with stopping({}):
        place = find(name, variants)
    return opened_at(place, dict(settings), preset, language)


def reopened(opened: Opened) -> Opened:
    """The same rules read again from their files, which may have changed. Stops like `open_game`."""
    ruleset = opened.ruleset
    return opened_at(opened.place, ruleset.given, ruleset.preset, ruleset.language)


def opened_at(
    place: Place, settings: Mapping[str, int | str], preset: str | None, language: str | None = None
) -> Opened:
    """The ruleset of a place under these settings. Stops like `open_game`."""
    loaded = load_place(place)
    if loaded.model is None:
        raise Stopped(loaded.problems, loaded.sources)
    with stopping(loaded.sources):
        model = in_language(loaded.model, place, language)
        return Opened(place, ruleset_of(model, settings, preset, language, fresh_seed), loaded.layers)


def players_for(opened: Opened, asked: int | None) -> int:
    """The number of players asked for, or the smallest possible. Stops when the game cannot be played so."""
    if asked is None:
        return min(opened.ruleset.player_counts)
    problems = opened.ruleset.problems_for(asked)
    if problems:
        raise Stopped(problems, opened.sources)
    return asked
