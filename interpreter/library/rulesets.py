"""Rulesets by name or path, ready to be played. `checking` reads and checks them, `places` finds them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from rulewright.dsl.data.yamltree import YamlNode
from rulewright.interpreter.engine.given import text as given_text
from rulewright.interpreter.engine.given import wrong
from rulewright.interpreter.engine.machine import MOST_WORK
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.game.saves.lines import Header
from rulewright.interpreter.game.saves.resume import Resumed
from rulewright.interpreter.game.saves.resume import resume as resume_save
from rulewright.interpreter.library.checking import Variants, in_language, load_place
from rulewright.interpreter.library.places import (
    Carried,
    Place,
    find,
    saved_game,
    saved_variants,
    with_variants,
)
from rulewright.interpreter.state.chance import SEEDS


def fresh_seed() -> int:
    """A seed from the system's own chance, which nobody can find by trying."""
    return secrets.randbelow(SEEDS)


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


def load_text(
    text: str,
    name: str = "game.rules",
    *,
    settings: Mapping[str, int | bool | str] | None = None,
    preset: str | None = None,
    most_work: int = MOST_WORK,
) -> Ruleset:
    """The ruleset of a text, as `load` would have it of a file of this name. Raises RulesetError.

    No file is read but libraries that ship with the program; what the rules name besides is not there.
    """
    files = Carried({given_text(name, "a file's name"): given_text(text, "rules")})
    place = Place(files, name, PurePosixPath(name).stem)
    return ruleset_at(place, settings, preset, most_work=most_work)


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
