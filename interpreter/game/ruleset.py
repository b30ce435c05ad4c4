"""A checked model with its settings chosen: what games are started from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import RLock
from typing import Any, Literal, TypeVar

from attrs import field, frozen

from rulewright.dsl.model import (
    LARGEST,
    NONE,
    SMALLEST,
    ConstantFault,
    Known,
    Model,
    Setting,
    constant,
    constant_or_none,
    known_of,
    settle,
    size_problems,
)
from rulewright.dsl.problems import Fact, Problem, problem
from rulewright.dsl.problems.spans import NOWHERE
from rulewright.interpreter.engine.given import by_name, list_of_names, optional_text, whole
from rulewright.interpreter.engine.machine import MOST_WORK
from rulewright.interpreter.engine.program import Program, build_program
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.lowering.plan import Plan, lower
from rulewright.interpreter.state.chance import SEEDS
from rulewright.interpreter.state.layout import Layout, cards_held, lay_out
from rulewright.interpreter.words.move_text import Offered
from rulewright.interpreter.words.sentences import did_you_mean, range_text

Given = int | str
"""A setting's value as somebody gives it: a number (bool too), or text as in the rules."""

Made = TypeVar("Made")

Seeds = Callable[[], int]
"""Gives the seed of a game for which nobody chose one."""

LONGEST_NAME = 40
"""The most characters of a player's name."""
_NUMBER = re.compile(r"-?[0-9]{1,10}")
_YES_NO = {"yes": 1, "no": 0}


def _always_0() -> int:
    return 0


@frozen
class Ruleset:
    """Rules ready to be played. Immutable; serves any number of games and threads.

    Make one with `ruleset_of`, which checks it. `given` holds the settings that differ from the defaults,
    `preset` the name of the preset that they build on, `language` that of the words games are told in.
    `seeds` gives the seed of a game for which nobody chose one. The engine has no chance but what follows
    from a seed, so that whoever makes the ruleset says where seeds come from; `load` takes them from the
    system. Without a source such games have the seed 0. `most_work` is how many operations the rules may take
    for a move and what follows from it; a host that serves many may lower it.
    """

    model: Model
    given: Mapping[str, int] = field(factory=dict)
    preset: str | None = None
    language: str | None = None
    seeds: Seeds = field(default=_always_0, eq=False, repr=False)
    most_work: int = MOST_WORK
    _made_once: dict[object, Any] = field(factory=dict, init=False, eq=False, repr=False)
    _lock: Any = field(factory=RLock, init=False, eq=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is made of goes to another process; what was made ready stays here."""
        given = self.model, self.given, self.preset, self.language, self.seeds, self.most_work
        return Ruleset, given

    @property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of players that these settings can be played with."""
        counts = range(self.model.least_players, self.model.most_players + 1)
        return tuple(count for count in counts if not self.problems_for(count))

    @property
    def perfect_recall(self) -> bool:
        """Do players remember all that they have seen? Not where a zone is `not remembered`."""
        return all(zone.remembered for zone in self.model.zones.values())

    def settings_for(self, players: int) -> dict[str, int]:
        """Every setting's value for a number of players. Raises RulesetError."""
        whole(players, "a number of players")
        values, found = settle(self.model, players, self.given, self.preset)
        if found:
            raise RulesetError(found, self.model.sources)
        return values

    def problems_for(self, players: int) -> list[Problem]:
        """Why a game cannot be played by so many; empty when it can."""
        model = self.model
        whole(players, "a number of players")
        if not model.least_players <= players <= model.most_players:
            return [
                problem(
                    "players-count",
                    count=players,
                    range=range_text(model.least_players, model.most_players, "player"),
                )
            ]
        values, found = settle(self.model, players, self.given, self.preset)
        if found:
            return found
        found = size_problems(model, known_of(model, players, values))
        return found or _unmet_needs(model, known_of(model, players, values))

    def program(self, players: int, *, asks: bool = False) -> Program:
        """The rules made ready for a number of players, built at the first call; `asks`: for chance, too.

        Raises RulesetError.
        """
        whole(players, "a number of players")
        return made_once(
            self,
            ("program", players, asks),
            lambda: build_program(self.model, self.known(players), Offered.here, self.most_work, asks=asks),
        )

    def plan(self, players: int) -> Plan:
        """The rules lowered for machines that play alone, at the first call. Raises RulesetError."""
        whole(players, "a number of players")
        return made_once(self, ("plan", players), lambda: lower(self.model, self.known(players)))

    def layout(self, players: int) -> Layout:
        """What there is for a number of players, and how it is numbered. Raises RulesetError."""
        return lay_out(self.model, self.known(players))

    def known(self, players: int) -> Known:
        """What is known before play: the number of players, and the settings. Raises RulesetError."""
        found = self.problems_for(players)
        if found:
            raise RulesetError(found, self.model.sources)
        return known_of(self.model, players, self.settings_for(players))

    def new_game(
        self,
        players: int | Sequence[str] | None = None,
        seed: int | None = None,
        starter: int | str | None = None,
        language: str | None = None,
        chance: Literal["seeded", "ask"] = "seeded",
    ) -> Game:
        """Start a game: for a number of players, or for players of these names.

        `seed` (0 to 2**64 - 1) decides all chance; one that nobody chose is drawn. `starter`, a seat from 0
        or a name, replaces the player whom the rules draw by chance. Without `players` the smallest
        number possible play; with a `language` that the rules were loaded with, things are called by
        its words.

        `chance` is decided by the seed, or asked for: then whoever plays chooses its outcomes, as if they
        were moves (`Game.chances`). The seed, 0 if none is given, is then only that of the order in which
        unseen cards without an order are shown.

        Raises RulesetError, and Fault where the rules' own setup fails.
        """
        if chance not in ("seeded", "ask"):
            raise ValueError(f"chance is seeded or ask, not {chance!r}")
        asks = chance == "ask"
        chosen = seed if seed is not None else 0 if asks else self.seeds()
        return Game.begin(self, *beginning(self, players, chosen, starter, language), asks=asks)

    def seat_names(self, players: int | Sequence[str] | None) -> tuple[str, ...]:
        """The players' names; numbered ones where only a number is given. Raises RulesetError."""
        if players is None:
            players = min(self.player_counts)
        if isinstance(players, int):
            whole(players, "players", "a number or a list of names")
            count = players
            names = tuple(f"Player {seat + 1}" for seat in range(max(0, min(players, 99))))
        else:
            names = list_of_names(players, "players")
            count = len(names)
        found = [] if ("program", count, False) in self._made_once else self.problems_for(count)
        alike = [unicodedata.normalize("NFKC", name).casefold() for name in names]
        for seat, name in enumerate(names):
            plain = name.strip() == name and name.isprintable() and 0 < len(name) <= LONGEST_NAME
            numbered = _NUMBER.fullmatch(name) and name != str(seat + 1)
            if not plain or numbered or any(sign in name for sign in ",[]()+"):
                found.append(problem("seat-name", name=name, seat=seat + 1))
            elif alike[seat] in alike[:seat]:
                found.append(problem("seat-name-twice", name=name))
        if found:
            raise RulesetError(found, self.model.sources)
        return names


def beginning(
    ruleset: Ruleset,
    players: int | Sequence[str] | None,
    seed: int,
    starter: int | str | None,
    language: str | None,
) -> tuple[tuple[str, ...], int, int | None, str | None]:
    """What a game begins with: names, seed, the seat that begins, language. Raises RulesetError."""
    names = ruleset.seat_names(players)
    if not 0 <= whole(seed, "a seed") < SEEDS:
        raise RulesetError([problem("seed-range", seed=str(seed)[:40])])
    optional_text(language, "a language")
    if language is not None and language not in ruleset.model.translations:
        raise RulesetError([problem("translation-not-loaded", name=language)])
    return names, seed, _seat_of(starter, names), language or ruleset.language


def ruleset_of(
    model: Model,
    settings: Mapping[str, Given] | None = None,
    preset: str | None = None,
    language: str | None = None,
    seeds: Seeds = _always_0,
    most_work: int = MOST_WORK,
) -> Ruleset:
    """A ruleset with these settings over those of a preset over the defaults. Raises RulesetError.

    It must be playable by at least one number of players.
    """
    if not 1 <= whole(most_work, "the most work") <= MOST_WORK:
        raise ValueError(f"the most work is from 1 to {MOST_WORK:,}, not {most_work:,}")
    found: list[Problem] = []
    chosen: dict[str, int] = {}
    by_name(settings or {}, "settings")
    optional_text(preset, "a preset")
    for name, written in (settings or {}).items():
        if name not in model.settings:
            near = did_you_mean(name, model.settings)
            found.append(problem("setting-unknown", name=name, near=near))
            continue
        value = read_value(written, model.settings[name], model)
        if value is None:
            facts = {"value": str(written)[:40], "known": _values_told(model.settings[name], model, preset)}
            found.append(problem("setting-given", model.settings[name].span, name=name, **facts))
        else:
            chosen[name] = value
    if preset is not None and preset not in model.presets:
        near = did_you_mean(preset, model.presets)
        known = ", ".join(model.presets) or "none"
        found.append(problem("preset-unknown", name=preset, near=near, known=known))
    if found:
        raise RulesetError(found, model.sources)
    ruleset = Ruleset(model, chosen, preset, language, seeds, most_work)
    if not ruleset.player_counts:
        counts = range(model.least_players, model.most_players + 1)
        found = [one for count in counts for one in ruleset.problems_for(count)]
        raise RulesetError(_each_once(found), model.sources)
    return ruleset


def _each_once(problems: Iterable[Problem]) -> list[Problem]:
    """Problems without those that say the same of another number of players."""
    told: dict[object, Problem] = {}
    for one in problems:
        facts = tuple(sorted((name, fact) for name, fact in one.facts.items() if name != "players"))
        told.setdefault((one.code, one.span, facts), one)
    return list(told.values())


def read_value(given: Given, setting: Setting, model: Model) -> int | None:
    """A given value as the setting's kind reads it; None where it does not."""
    kind = setting.kind
    if isinstance(given, str):
        text = given.strip()
        if kind.family == "bool":
            return _YES_NO.get(text.casefold())
        if kind.family == "enum":
            values = model.enums[kind.name].values
            return values.index(text) if text in values else None
        given = int(text) if _NUMBER.fullmatch(text) else NONE
    if not isinstance(given, int) or (isinstance(given, bool) and kind.family != "bool"):
        return None
    low, high = SMALLEST, LARGEST
    if kind.family in ("bool", "enum"):
        low, high = 0, 1 if kind.family == "bool" else len(model.enums[kind.name].values) - 1
    return int(given) if low <= given <= high else None


def _values_told(setting: Setting, model: Model, preset: str | None) -> str:
    """The values of a setting as they can be given; of a range the one for the fewest players."""
    if setting.kind.family == "enum":
        return ", ".join(f"`{value}`" for value in model.enums[setting.kind.name].values)
    if setting.kind.family == "bool":
        return ", ".join(f"`{value}`" for value in _YES_NO)
    players = model.least_players
    known = known_of(
        model, players, settle(model, players, {}, preset if preset in model.presets else None)[0]
    )
    least, most = (constant_or_none(term, known) if term else None for term in (setting.low, setting.high))
    return f"`{SMALLEST if least is None else least}` to `{LARGEST if most is None else most}`"


def _unmet_needs(model: Model, known: Known) -> list[Problem]:
    """What the box does not hold enough of, in a game whose sizes have been asked for."""
    found = []
    for needs in model.needs:
        amount, held = constant(needs.amount, known), cards_held(model, known, needs.cards)
        if amount > held:
            facts: dict[str, Fact] = {"cards": needs.cards, "needed": amount, "held": held}
            because = "" if needs.because is None else _plain(needs.because.parts)
            found.append(
                problem("needs-cards", needs.span, **facts, players=known.player_count, because=because)
            )
    return found


def _plain(parts: Sequence[object]) -> str:
    """A phrase without its gaps: there is no game yet to fill them from."""
    return "".join(part if isinstance(part, str) else "..." for part in parts)


def _seat_of(starter: int | str | None, names: tuple[str, ...]) -> int | None:
    if starter is None:
        return None
    if not isinstance(starter, str):
        whole(starter, "a starter", "a seat from 0 or a name")
    seat = names.index(starter) if isinstance(starter, str) and starter in names else starter
    if isinstance(seat, int) and 0 <= seat < len(names):
        return seat
    told = starter + 1 if isinstance(starter, int) else starter
    raise RulesetError([problem("seat-unknown", NOWHERE, seat=str(told)[:40], count=len(names))])


def made_once(ruleset: Ruleset, what: object, make: Callable[[], Made]) -> Made:
    """What is made of the rules and serves all games and threads: made at the first call, then kept.

    Raises RulesetError where it comes to be too large.
    """
    try:
        with ruleset._lock:
            kept = ruleset._made_once
            if what not in kept:
                kept[what] = make()
            made: Made = kept[what]
            return made
    except ConstantFault as fault:
        raise RulesetError([fault.problem], ruleset.model.sources) from None
