"""`rulewright list`: the games that come with the program."""

from __future__ import annotations

import json

import click

from rulewright.interpreter.cli.options import json_option
from rulewright.interpreter.library.checking import read_ruleset
from rulewright.interpreter.library.places import list_rulesets


@click.command("list")
@json_option
def command(json_wanted: bool) -> None:
    """List the games that come with the program."""
    rows = []
    for name in list_rulesets():
        model = read_ruleset(name).model
        players = "" if model is None else f"{model.least_players}-{model.most_players}"
        rows.append({"id": name, "title": "" if model is None else model.title, "players": players})
    if json_wanted:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    width = max((len(row["id"]) for row in rows), default=0)
    for row in rows:
        click.echo(f"{row['id']:<{width}}  {row['title']}, {row['players']} players")
