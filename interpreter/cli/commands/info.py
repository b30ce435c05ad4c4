"""`rulewright info`: what a game consists of, and what can be changed in it."""

from __future__ import annotations

import json
from typing import Any

import click

from rulewright.dsl.model import USUAL_MOVES, Dimension, Model, Setting, Term, constant_or_none
from rulewright.dsl.variants.units import target_text
from rulewright.interpreter.cli.games import Opened, open_game, players_for
from rulewright.interpreter.cli.options import game_argument, json_option, rules_options, variants_option
from rulewright.interpreter.cli.reports import stopping
from rulewright.interpreter.library.places import described_variants
from rulewright.interpreter.state.layout import Layout

Facts = dict[str, Any]

_SIGHTS = {"up": "face up", "down": "face down", "owner": "seen by its owner"}


@click.command("info")
@game_argument
@variants_option
@rules_options
@click.option("--code", type=click.Choice(["python", "c"]), help="Print what the rules become: Python or C.")
@click.option("--players", type=int, help="For how many players: the smallest number possible, if not said.")
@json_option
def command(
    game: str,
    variants: tuple[str, ...],
    settings: tuple[tuple[str, str], ...],
    preset: str | None,
    code: str | None,
    players: int | None,
    json_wanted: bool,
) -> None:
    """Describe a game and what can be changed in it."""
    if players is not None and code is None:
        raise click.UsageError("--players goes with --code: what is told else is told for every number.")
    if json_wanted and code is not None:
        raise click.UsageError("--code prints a program, which is no JSON; take one of --json and --code.")
    opened = open_game(game, settings, preset, variants=variants)
    if code is not None:
        click.echo(_code(opened, players_for(opened, players), code), nl=False)
        return
    with stopping(opened.sources):
        facts = describe(opened)
    if json_wanted:
        click.echo(json.dumps(facts, ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_as_text(facts)))


def _code(opened: Opened, players: int, language: str) -> str:
    """The program that the rules become. Stops where they cannot be lowered."""
    from rulewright.interpreter.code.c import c_text
    from rulewright.interpreter.code.python import python_text
    from rulewright.interpreter.game.engines import engine_for  # engines take their time to load

    engine = engine_for(opened.ruleset, players, 1, "python")
    return c_text(engine.plan.code) if language == "c" else python_text(engine.plan.code, remarks=True)


def describe(opened: Opened) -> Facts:
    """All of it as plain values. What depends on the number of players is given by number."""
    ruleset, model = opened.ruleset, opened.ruleset.model
    layouts = {count: ruleset.layout(count) for count in ruleset.player_counts}
    return {
        "id": model.id,
        "title": model.title,
        "facts": dict(model.facts),
        "variants": [{"id": one.id, "about": one.about} for one in described_variants(opened.place)],
        "changed": [
            {"what": target_text(change), "by": layer.title, "at": f"{change.span.file}:{change.span.line}"}
            for layer in opened.layers
            for change in layer.changes
        ],
        "players": list(layouts),
        "moves": model.most_moves,
        "teams": {
            count: [{"name": team.name, "seats": [seat + 1 for seat in team.seats]} for team in layout.teams]
            for count, layout in layouts.items()
            if layout.teams
        },
        "settings": [_setting(model, setting, layouts) for setting in model.settings.values()],
        "presets": [{"name": one.name, "meaning": one.meaning} for one in model.presets.values()],
        "tables": [
            {
                "name": table.name,
                "entries": [_by_players(entry, layouts) for entry in table.entries],
                "then_last": table.then_last,
            }
            for table in model.tables.values()
        ],
        "zones": [
            {
                "name": zone.name,
                "index": [_dimension(one, layouts) for one in zone.dimensions],
                "cards": zone.cards,
                "sight": zone.sight,
            }
            for zone in model.zones.values()
        ],
        "dice": [{"name": dice.name, "sight": dice.sight} for dice in model.dice.values()],
        "variables": [
            {
                "name": one.name,
                "index": [_dimension(dimension, layouts) for dimension in one.dimensions],
                "kind": one.kind.name or one.kind.family,
                "sight": one.sight,
                "meaning": one.meaning,
            }
            for one in model.variables.values()
        ],
        "phases": list(model.phases),
        "actions": [
            {
                "name": action.name,
                "arguments": [choice.name for choice in action.choices],
                "kinds": [choice.kind.name or choice.kind.family for choice in action.choices],
            }
            for action in model.actions.values()
        ],
        "scores": list(model.scores),
        "cards": {name: _cards(model, name, layouts) for name in model.card_sets},
        "tables_of_cards": [
            {"cards": one.cards, "file": one.file, "read": list(one.read), "unread": list(one.unread)}
            for one in model.tables_of_cards
        ],
    }


def _setting(model: Model, setting: Setting, layouts: dict[int, Layout]) -> Facts:
    """A setting with its value under the options given, and its range."""
    values = {count: layout.known.settings[setting.name] for count, layout in layouts.items()}
    words = {count: _word(model, setting, value) for count, value in values.items()}
    return {
        "name": setting.name,
        "value": _folded(words),
        "least": None if setting.low is None else _by_players(setting.low, layouts),
        "most": None if setting.high is None else _by_players(setting.high, layouts),
        "values": list(model.enums[setting.kind.name].values) if setting.kind.family == "enum" else None,
        "meaning": setting.meaning,
    }


def _word(model: Model, setting: Setting, value: int) -> int | str:
    if setting.kind.family == "bool":
        return "yes" if value else "no"
    if setting.kind.family == "enum":
        return model.enums[setting.kind.name].values[value]
    return value


def _by_players(term: Term, layouts: dict[int, Layout]) -> object:
    """A constant term: one value, or values by number of players where they differ."""
    return _folded({count: constant_or_none(term, layout.known) for count, layout in layouts.items()})


def _folded(values: dict[int, Any]) -> object:
    different = set(values.values())
    if len(different) == 1:
        return next(iter(values.values()))
    return {str(count): value for count, value in values.items()}


def _dimension(dimension: Dimension, layouts: dict[int, Layout]) -> object:
    if dimension.over == "player":
        return "player"
    if dimension.over in ("enum", "card"):
        return dimension.name
    return _folded({count: layout.length_of(dimension) for count, layout in layouts.items()})


def _cards(model: Model, name: str, layouts: dict[int, Layout]) -> Facts:
    """How many cards a set has, how many different ones, and how many hold placeholder values."""
    rows = model.card_sets[name].rows
    return {
        "cards": _folded({count: len(layout.cards_of[name]) for count, layout in layouts.items()}),
        "different": _folded({count: len(layout.card_ids[name]) for count, layout in layouts.items()}),
        "with_placeholders": sum(row.copies for row in rows if row.placeholders),
    }


# ---- as text -------------------------------------------------------------------------------------


def _as_text(facts: Facts) -> list[str]:
    lines = [f"{facts['title']} ({facts['id']}), {_list(facts['players'])} players"]
    lines += [f"{name}: {text}" for name, text in facts["facts"].items()]
    if facts["moves"] != USUAL_MOVES:
        lines.append(f"moves: up to {facts['moves']}")
    lines += [f"teams of {count}: {_teams_text(teams)}" for count, teams in facts["teams"].items()]
    changed = [(one["what"], f"by {one['by']}, {one['at']}") for one in facts["changed"]]
    lines += _section("Changed by variants", changed)
    lines += _section("Settings (--set name=value)", [_setting_line(one) for one in facts["settings"]])
    lines += _section("Presets (--preset name)", [(one["name"], one["meaning"]) for one in facts["presets"]])
    lines += _section("Tables", [(one["name"], _table_text(one)) for one in facts["tables"]])
    lines += _section("Zones", [_zone_line(one) for one in facts["zones"]])
    lines += _section("Dice", [(one["name"], _SIGHTS[one["sight"]]) for one in facts["dice"]])
    lines += _section("Variables", [_variable_line(one) for one in facts["variables"]])
    lines += _section("Actions", [_action_line(one) for one in facts["actions"]])
    lines += _section("Phases", [(name, "") for name in facts["phases"]])
    lines += _section("Scores", [(name, "") for name in facts["scores"]])
    lines += _section("Variants (--with id)", [(one["id"], one["about"]) for one in facts["variants"]])
    lines += _section("Cards", [_card_line(name, one) for name, one in facts["cards"].items()])
    lines += _section("Columns of card files", [_columns_line(one) for one in facts["tables_of_cards"]])
    return lines


def _teams_text(teams: list[Facts]) -> str:
    return "; ".join(f"{one['name']}: seats {' and '.join(map(str, one['seats']))}" for one in teams)


def _section(title: str, rows: list[tuple[str, str]]) -> list[str]:
    if not rows:
        return []
    width = max(len(name) for name, _ in rows)
    return ["", title, *(f"  {name:<{width}}  {text}".rstrip() for name, text in rows)]


def _setting_line(one: Facts) -> tuple[str, str]:
    text = f"= {_shown(one['value'])}"
    if one["least"] is not None and one["most"] is not None:
        text += f" ({_shown(one['least'])} to {_shown(one['most'])})"
    elif one["values"]:
        text += f" (one of {', '.join(one['values'])})"
    return one["name"], f"{text}  {one['meaning']}".rstrip()


def _table_text(one: Facts) -> str:
    return ", ".join(_shown(entry) for entry in one["entries"]) + (", then last" if one["then_last"] else "")


def _action_line(one: Facts) -> tuple[str, str]:
    arguments = zip(one["arguments"], one["kinds"], strict=True)
    return one["name"], ", ".join(f"{name}: {kind}" for name, kind in arguments)


def _zone_line(one: Facts) -> tuple[str, str]:
    return _indexed(one), f"{one['cards']}, {_SIGHTS[one['sight']]}"


def _variable_line(one: Facts) -> tuple[str, str]:
    hidden = "" if one["sight"] == "up" else f", {_SIGHTS[one['sight']]}"
    return _indexed(one), f"{one['kind']}{hidden}  {one['meaning']}".rstrip()


def _indexed(one: Facts) -> str:
    index = ", ".join(_shown(part) for part in one["index"])
    return f"{one['name']}[{index}]" if index else str(one["name"])


def _card_line(name: str, one: Facts) -> tuple[str, str]:
    different = "all" if one["different"] == one["cards"] else _shown(one["different"])
    text = f"{_shown(one['cards'])} cards, {different} different"
    if one["with_placeholders"]:
        text += f"; {one['with_placeholders']} hold values that are placeholders"
    return name, text


def _columns_line(one: Facts) -> tuple[str, str]:
    unread = f"; not read: {', '.join(one['unread'])}" if one["unread"] else ""
    return one["file"], f"read: {', '.join(one['read'])}{unread}"


def _shown(value: object) -> str:
    """A value, or values by number of players: `1 with 2, 2 with 3`."""
    if isinstance(value, dict):
        return ", ".join(f"{one} with {count}" for count, one in value.items())
    return str(value)


def _list(counts: list[int]) -> str:
    if len(counts) > 1 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return ", ".join(str(count) for count in counts)
