"""`rulewright diff`: what two rulesets say differently, rule by rule."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import unified_diff

import click

from rulewright.dsl.difference import Difference, differences
from rulewright.dsl.load import Loaded
from rulewright.interpreter.cli.options import json_option, variants_option
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.library.checking import load_place
from rulewright.interpreter.library.places import Place, find, list_variants


@click.command("diff")
@click.argument("game")
@click.argument("other", required=False)
@variants_option
@json_option
def command(game: str, other: str | None, variants: tuple[str, ...], json_wanted: bool) -> None:
    """Show what differs between two games, or a game and its variant.

    OTHER is a game, a variant's file, or the name of one of the game's variants. Without it, the game is
    compared with itself under the variants given by --with.
    """
    with stopping({}):
        first = find(game)
        second = _second(first, game, other, variants)
    found = differences(_loaded(first), _loaded(second))
    if json_wanted:
        rows = [{"what": one.what, "before": one.before, "after": one.after} for one in found]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for one in found:
        click.echo("\n".join(_lines(one)))
    click.echo(f"{len(found)} difference{'' if len(found) == 1 else 's'}")


def _second(first: Place, game: str, other: str | None, variants: tuple[str, ...]) -> Place:
    if other is None:
        if not variants:
            raise click.UsageError("Name a second game or variant, or variants with --with.")
        return find(game, variants)
    if other in list_variants(first):
        return find(game, [other, *variants])
    return find(other, variants)


def _loaded(place: Place) -> Loaded:
    loaded = load_place(place)
    if loaded.model is None:
        raise Stopped(loaded.problems, loaded.sources)
    return loaded


def _lines(one: Difference) -> Iterator[str]:
    """What changed, with a line around it; `...` where lines that did not are left out."""
    yield one.what + ("" if one.before and one.after else " (added)" if one.after else " (removed)")
    changed = list(unified_diff(one.before, one.after, n=1, lineterm=""))[2:]
    for number, line in enumerate(changed):
        if not line.startswith("@@"):
            yield f"  {line[0]} {line[1:]}"
        elif number:
            yield "    ..."
