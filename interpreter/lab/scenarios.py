"""Scenarios and positions: small files that show one rule at work, or a table to be scored.

    title: Two extra knowledge symbols cost three points
    rule: P21
    about: knowledge
    players: 3
    cards: [{id: brain, symbols: {knowledge: 5}}]
    given: {"hand[1]": [fig]}
    at: end
    expect: {scores: {knowledge: [4, 0, 0]}}

Here such a file becomes values, each with its place; what they mean in a game is for `lab.trial`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from attrs import field, frozen

from rulewright.dsl.data.yamlread import (
    as_int,
    as_list,
    as_text,
    entries,
    fields,
    is_empty,
    start_of,
)
from rulewright.dsl.data.yamltree import Mapping as MappingNode
from rulewright.dsl.data.yamltree import Scalar, YamlNode, compose
from rulewright.dsl.data.yamltree import Sequence as SequenceNode
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.interpreter.game.positions import AT_END, REST_IN_BOX, Position, Said, Text
from rulewright.interpreter.lab.expected import Expected, Written, read_expected, written, written_list

MOST_PLAYERS = 64
"""The most players a scenario may name; what the game allows is the game's to say."""

_KEYS = (
    "title",
    "rule",
    "about",
    "note",
    "game",
    "players",
    "with",
    "differs",
    "settings",
    "preset",
    "starter",
    "seed",
    "cards",
    "given",
    "vars",
    "rest",
    "at",
    "moves",
    "expect",
)


@frozen
class PlannedMove:
    """A move of a scenario; with a `seat`, it is also expected that this seat is to move."""

    text: Written
    seat: Written | None = None


@frozen
class Scenario:
    """A scenario as written. `position` absent: the game's own setup, under `seed`.

    `game` is the rule file that it belongs to, where several games lie beside it; `variants` are laid over
    the game for it; `differs` names the game's scenarios that are meant to come
    out otherwise under them (`*` stands for any letters).
    """

    title: str
    rules: tuple[str, ...]
    about: tuple[Written, ...]
    players: int | tuple[str, ...]
    settings: Mapping[str, Written]
    preset: Written | None
    seed: int
    starter: Written | None
    cards: YamlNode | None
    position: Position | None
    moves: tuple[PlannedMove, ...]
    expected: Expected
    source: Source = field(repr=False)
    game: Written | None = None
    variants: tuple[Written, ...] = ()
    differs: tuple[Written, ...] = ()


def read_scenario(
    source: Source, purpose: Literal["scenario", "position"] = "scenario"
) -> tuple[Scenario | None, list[Problem]]:
    """The scenario in a text, or None with all that is wrong with it.

    A scenario must say which declaration it is about and what it expects; a position need not, and of
    one that does not say where play stands the game is over.
    """
    root, problems = compose(source)
    if problems:
        return None, problems
    if not isinstance(root, MappingNode):
        return None, [problem("scenario-form", root.span if root else start_of(source.name))]
    parts = fields(root, problems, "a scenario")
    for entry in root.entries:
        if entry.key.text not in _KEYS:
            near = did_you_mean(entry.key.text, _KEYS)
            known = ", ".join(_KEYS)
            problems.append(
                problem("scenario-key", entry.key.span, name=entry.key.text, near=near, known=known)
            )
    for key in ("title", "about", "players", "expect") if purpose == "scenario" else ("players",):
        if key not in parts:
            problems.append(problem("scenario-missing", start_of(source.name), key=key))
    scenario = _read(parts, source, "" if purpose == "scenario" else AT_END, problems)
    return (None if problems else scenario), problems


def _read(parts: dict[str, YamlNode], source: Source, place: str, problems: list[Problem]) -> Scenario:
    return Scenario(
        title=(as_text(parts["title"], problems, "the title") or "") if "title" in parts else "",
        rules=tuple(one.text for one in written_list(parts.get("rule"), problems, "a rule number")),
        about=written_list(parts.get("about"), problems, "the name of a declaration"),
        players=_players(parts.get("players"), problems),
        settings={
            key.text: value for key, value in _pairs(parts.get("settings"), problems, "the settings").items()
        },
        preset=_one(parts.get("preset"), problems, "the preset"),
        seed=_number(parts.get("seed"), problems),
        starter=_one(parts.get("starter"), problems, "the starter"),
        cards=parts.get("cards"),
        position=_position(parts, place, problems),
        moves=_moves(parts.get("moves"), problems),
        expected=read_expected(parts.get("expect"), problems),
        source=source,
        game=_one(parts.get("game"), problems, "the game"),
        variants=written_list(parts.get("with"), problems, "a variant"),
        differs=written_list(parts.get("differs"), problems, "the name of a scenario"),
    )


def _number(node: YamlNode | None, problems: list[Problem]) -> int:
    seed = None if node is None else as_int(node, problems, "the seed", 0)
    return 1 if seed is None else seed


def _players(node: YamlNode | None, problems: list[Problem]) -> int | tuple[str, ...]:
    """How many play, or their names."""
    if isinstance(node, SequenceNode):
        return tuple(one.text for one in written_list(node, problems, "a player's name"))
    if node is None:
        return 0
    return as_int(node, problems, "the number of players", 1, MOST_PLAYERS) or 0


def _one(node: YamlNode | None, problems: list[Problem], what: str) -> Written | None:
    return None if node is None else written(node, problems, what)


def _pairs(node: YamlNode | None, problems: list[Problem], what: str) -> dict[Written, Written]:
    found: dict[Written, Written] = {}
    for entry in () if node is None else entries(node, problems, what):
        value = written(entry.value, problems, f"the value of {entry.key.text}")
        if value is not None:
            found[Written(entry.key.text, entry.key.span)] = value
    return found


def _position(parts: dict[str, YamlNode], place: str, problems: list[Problem]) -> Position | None:
    """The position, when the file gives one; `vars`, `rest` and `at` make no sense without `given`."""
    given = parts.get("given")
    if given is None:
        for key in ("vars", "rest", "at"):
            if key in parts:
                problems.append(problem("scenario-no-position", parts[key].span, key=key))
        return None
    zones: dict[Text, Sequence[Text]] = {}
    for entry in entries(given, problems, "what is given"):
        items = as_list(entry.value, problems, f"what lies in {entry.key.text}")
        read = [written(item, problems, "a card's id") for item in items]
        zones[Written(entry.key.text, entry.key.span)] = [one for one in read if one is not None]
    at, turn = (Said(place), None) if "at" not in parts else _place(parts["at"], problems)
    rest = _one(parts.get("rest"), problems, "where the other cards are") or Said(REST_IN_BOX)
    variables: dict[Text, Text] = {}
    for name, value in _pairs(parts.get("vars"), problems, "the variables").items():
        variables[name] = value
    return Position(zones, variables, rest, at, turn)


def _place(node: YamlNode, problems: list[Problem]) -> tuple[Text, Text | None]:
    if isinstance(node, Scalar):
        return written(node, problems, "where play stands") or Written("", node.span), None
    parts = fields(node, problems, "where play stands")
    for key in parts:
        if key not in ("phase", "turn"):
            problems.append(problem("scenario-place", node.span, name=key))
    phase = _one(parts.get("phase"), problems, "the phase") or Written("", node.span)
    if "turn" in parts and not phase.text:
        problems.append(problem("scenario-turn", node.span))
    return phase, _one(parts.get("turn"), problems, "whose turn it is")


def _moves(node: YamlNode | None, problems: list[Problem]) -> tuple[PlannedMove, ...]:
    found: list[PlannedMove] = []
    for item in () if node is None or is_empty(node) else as_list(node, problems, "the moves"):
        if isinstance(item, Scalar):
            text = written(item, problems, "a move")
            if text is not None:
                found.append(PlannedMove(text))
            continue
        parts = fields(item, problems, "a move")
        text = _one(parts.get("move"), problems, "a move")
        if text is None or set(parts) - {"seat", "move"}:
            problems.append(problem("scenario-move", item.span))
            continue
        found.append(PlannedMove(text, _one(parts.get("seat"), problems, "the seat")))
    return tuple(found)
