"""Rulesets by name or path, read and checked: no engine is needed for that."""

from __future__ import annotations

from collections.abc import Iterable
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
from rulewright.interpreter.engine.given import optional_text
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.library.places import Place, find

Variants = Iterable[str | Path]
"""Variants by id or by path, in any order."""


def read_ruleset(name_or_path: str | Path, cards: YamlNode | None = None, variants: Variants = ()) -> Loaded:
    """Read and check a ruleset: model, problems and texts, whatever is found."""
    return load_place(find(name_or_path, variants), cards)


def load_place(place: Place, cards: YamlNode | None = None) -> Loaded:
    """Read and check the ruleset at a place, under its variants."""
    return load_game(place.main, place.read, place.id, cards, place.variant_files(), carried=place.carried)


def check(name_or_path: str | Path, variants: Variants = ()) -> list[Problem]:
    """All problems and warnings of a ruleset under variants; none when it is sound."""
    try:
        return list(read_ruleset(name_or_path, variants=variants).problems)
    except RulesetError as error:
        return list(error.problems)


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
