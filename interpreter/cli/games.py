"""Finding and opening the game that a command names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import click
from attrs import evolve, frozen

from rulewright.cli.reports import Stopped, stopping
from rulewright.dsl.model import Translation
from rulewright.dsl.parse import decode
from rulewright.dsl.problems import problem
from rulewright.dsl.sources import Unreadable
from rulewright.dsl.spans import Source
from rulewright.dsl.suggest import nearest
from rulewright.dsl.translations import read_translation
from rulewright.interpreter.ruleset import Ruleset, ruleset_of
from rulewright.library import Place, find, read_ruleset, translations_of


@frozen
class Opened:
    """A ruleset and where it came from; `sources` are the texts that its places point into."""

    place: Place
    ruleset: Ruleset

    @property
    def sources(self) -> Mapping[str, Source]:
        """The texts of the rules."""
        return self.ruleset.model.sources


def open_game(
    name: str,
    settings: Iterable[tuple[str, str]] = (),
    preset: str | None = None,
    language: str | None = None,
) -> Opened:
    """The ruleset under these settings, with the words of a language if one is asked for.

    Stops the command when there are problems.
    """
    with stopping({}):
        place = find(name)
    loaded = read_ruleset(name)
    if loaded.model is None:
        raise Stopped(loaded.problems, loaded.sources)
    model = loaded.model
    if language is not None:
        model = evolve(model, translations={language: _translation(place, language)})
    with stopping(loaded.sources):
        return Opened(place, ruleset_of(model, dict(settings), preset))


def _translation(place: Place, language: str) -> Translation:
    """A translation that comes with the game. Stops for a language that it does not have."""
    try:
        files = translations_of(place)
    except Unreadable as unreadable:
        raise Stopped([problem(unreadable.reason, name="translations")]) from None
    if language not in files:
        near = nearest(language, files)
        raise click.UsageError(
            f"{place.id} has no translation {language!r}. "
            + (f"Did you mean {near!r}? " if near else "")
            + (f"It has: {', '.join(files)}." if files else "It has none.")
        )
    source, problems = decode(f"translations/{language}.yaml", files[language])
    if not problems:
        translation, problems = read_translation(source)
        if not problems:
            return Translation(translation.title, translation.cards, translation.words)
    raise Stopped(problems, {source.name: source})


def players_for(opened: Opened, asked: int | None) -> int:
    """The number of players asked for, or the smallest possible. Stops when the game cannot be played so."""
    if asked is None:
        return min(opened.ruleset.player_counts)
    problems = opened.ruleset.problems_for(asked)
    if problems:
        raise Stopped(problems, opened.sources)
    return asked
