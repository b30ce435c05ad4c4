"""Rulesets by name or path: read, checked, ready to be played. Where they are found is for `places`.

These two are the rim: the only places below the command line that touch files.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import evolve

from rulewright.dsl.data.translations import read_translation
from rulewright.dsl.data.yamltree import YamlNode
from rulewright.dsl.load import Loaded, load_game
from rulewright.dsl.model import Model, RuleFile
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.sources import Unreadable
from rulewright.dsl.syntax.parse import decode
from rulewright.interpreter.engine.given import optional_text, wrong
from rulewright.interpreter.engine.machine import MOST_WORK
from rulewright.interpreter.game.ruleset import Ruleset, RulesetError, ruleset_of
from rulewright.interpreter.game.save_lines import Header
from rulewright.interpreter.game.saves import Resumed
from rulewright.interpreter.game.saves import resume as resume_save
from rulewright.interpreter.library.places import (
    MOST_BYTES,
    Place,
    find,
    list_rulesets,
    list_variants,
    read_file,
    saved_game,
    saved_variants,
    shipped,
    with_variants,
)
from rulewright.interpreter.state.chance import SEEDS

__all__ = [
    "MOST_BYTES",
    "Place",
    "check",
    "find",
    "fresh_seed",
    "in_language",
    "languages_of",
    "list_rulesets",
    "list_variants",
    "load",
    "load_place",
    "place_for",
    "read_file",
    "read_ruleset",
    "resume",
    "shipped",
]

Variants = Iterable[str | Path]
"""Variants by id or by path, in any order."""


def fresh_seed() -> int:
    """A seed from the system's own chance, which nobody can find by trying."""
    return secrets.randbelow(SEEDS)


def read_ruleset(name_or_path: str | Path, cards: YamlNode | None = None, variants: Variants = ()) -> Loaded:
    """Read and check a ruleset: model, problems and texts, whatever is found."""
    return load_place(find(name_or_path, variants), cards)


def load_place(place: Place, cards: YamlNode | None = None) -> Loaded:
    """Read and check the ruleset at a place, under its variants."""
    return load_game(place.main, place.read, place.id, cards, place.variant_files(), carried=place.carried)


def load(
    name_or_path: str | Path,
    *,
    settings: Mapping[str, int | bool | str] | None = None,
    preset: str | None = None,
    language: str | None = None,
    cards: YamlNode | None = None,
    variants: Variants = (),
    most_work: int = MOST_WORK,
) -> Ruleset:
    """The ruleset, checked, under these settings; immutable, for any number of games.

    `name_or_path` is a shipped ruleset's id, a rule file or its folder; `variants` are laid over it, each
    by its id or path. `settings` override the defaults by name (an enum's value by its word), after those
    of `preset`. With a `language` that the game is translated into, cards and zones are called by its
    words. `most_work` lowers how many operations the rules may take for a move and what follows from it.
    Raises RulesetError, which carries all problems.
    """
    return ruleset_at(find(name_or_path, variants), settings, preset, language, cards, most_work)


def ruleset_at(
    place: Place,
    settings: Mapping[str, int | bool | str] | None = None,
    preset: str | None = None,
    language: str | None = None,
    cards: YamlNode | None = None,
    most_work: int = MOST_WORK,
) -> Ruleset:
    """The ruleset at a place; see `load`."""
    loaded = load_place(place, cards)
    if loaded.model is None:
        raise RulesetError(loaded.problems, loaded.sources)
    model = in_language(loaded.model, place, language)
    return ruleset_of(model, settings, preset, language, fresh_seed, most_work)


def in_language(model: Model, place: Place, language: str | None) -> Model:
    """A model with the words of a language, if one is asked for. Raises RulesetError."""
    optional_text(language, "a language")
    if language is None:
        return model
    source = _translation_source(place, language)
    translation, problems = read_translation(source)
    if problems:
        raise RulesetError(problems, {source.name: source})
    carried = (RuleFile(0, source.name, source.text),) if place.carried else ()
    return evolve(model, translations={language: translation}, files=(*model.files, *carried))


def check(name_or_path: str | Path, variants: Variants = ()) -> list[Problem]:
    """All problems and warnings of a ruleset under variants; none when it is sound."""
    try:
        return list(read_ruleset(name_or_path, variants=variants).problems)
    except RulesetError as error:
        return list(error.problems)


def resume(
    data: str | bytes,
    name_or_path: str | Path | None = None,
    *,
    variants: Variants = (),
    allow_changed: bool = False,
) -> Resumed:
    """A saved game, played again to where it stood: `game`, and `warnings` such as of a cut last line.

    A save names rules that ship with the program by their ids and carries all others, so that no file is
    read for it but those named here: `name_or_path` in the place of its game, `variants` in the place of
    its variants. Raises SaveError, with problems that name the line; so it does when the rules have changed
    since, unless `allow_changed`.
    """

    if not isinstance(data, str | bytes):
        wrong("a save", "a text or bytes", data)

    def rules(header: Header) -> Ruleset:
        place = place_for(header, name_or_path, variants)
        return ruleset_at(place, header.given, header.preset)

    return resume_save(data, rules, allow_changed=allow_changed)


def place_for(header: Header, name_or_path: str | Path | None, variants: Variants) -> Place:
    """The rules that a save is taken up with: those named, else its own. Raises RulesetError."""
    place = saved_game(header) if name_or_path is None else find(name_or_path)
    named = with_variants(place, variants)
    return named if named.variants else saved_variants(header, place)


def _translation_source(place: Place, language: str) -> Source:
    """The file of a translation. Raises RulesetError where the game has no such translation."""
    file = f"translations/{language}.yaml"
    known = languages_of(place)
    if language not in known:
        near, told = did_you_mean(language, known), ", ".join(known) or "none"
        raise RulesetError([problem("translation-unknown", name=language, near=near, known=told)])
    try:
        source, problems = decode(file, place.read(file))
    except Unreadable as unreadable:
        raise RulesetError([problem(unreadable.reason, name=file)]) from None
    if problems:
        raise RulesetError(problems, {file: source})
    return source


def languages_of(place: Place) -> list[str]:
    """The languages that a game is translated into."""
    return place.files.stems("translations", ".yaml")
