"""`rulewright new`: a file to begin with, for a house rule or for a game."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
from attrs import evolve

from rulewright.dsl.difference import canonical
from rulewright.dsl.load import Loaded
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.nodes.changes import PhaseReplaced, RequirementChange
from rulewright.dsl.variants.base import phases_in
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.library.checking import load_place
from rulewright.interpreter.library.places import find, leads_to

_NAME = re.compile("[a-z][a-z0-9-]*")

_GAME = """\
language 1
game "{title}"
    players 2..4

# What is in the box. `cards` makes one card for each suit and value; `cards Card from "cards.csv"`
# reads them out of a spreadsheet, and `from "cards.yaml"` out of a text file.
enum Suit: sun, moon, star
cards Card for each suit in Suit, value in 1..9

# Where cards lie, and who sees them.
zone deck: Card, face down
zone hand of player: Card, seen by owner, unordered
zone laid of player: Card, face up

var starter: player = random player

setup
    put Card into deck
    shuffle deck
    for each p in players
        deal 3 from deck to hand[p]

play
    turns clockwise from starter until all(empty(hand[p]) for p in players) because "all is laid"
        choose lay

# What a player may do: first what it requires, then what it does.
action lay(c in hand[me])
    put c onto laid[me]

score points(p) = sum(c.value for c in laid[p])
winner by highest score
"""

_GAME_SCENARIO = """\
title: Each card counts its value
game: {name}
about: points
players: 2
given:
  "hand[1]": [sun-3]
  "hand[2]": [moon-5]
vars: {starter: 1}
moves:
  - lay sun-3
  - lay moon-5
expect:
  scores: {points: [3, 5]}
  winner: [2]
"""

_VARIANT_SCENARIO = """\
# What your variant changes, shown in one position: what lies where, what is done, what comes of it.
# docs/scenarios.md tells what else can stand here. It should fail in the game without the variant.
title: Say here what this shows
with: {name}
about: play
players: {players}
expect:
  over: no
"""


@click.command("new")
@click.argument("name")
@click.option("--of", "base", metavar="GAME", help="Begin a variant of this game, not a game of its own.")
def command(name: str, base: str | None) -> None:
    """Write a file to begin with, and a first scenario for it.

    NAME consists of small letters, digits and dashes: kind-school makes kind-school.rules.
    """
    if not _NAME.fullmatch(name):
        raise click.UsageError(
            f"{name!r} is no name for a file here: use small letters, digits and dashes.{_like(name)}"
        )
    title = name.replace("-", " ").capitalize()
    if base is None:
        rules, scenario = _GAME.replace("{title}", title), _GAME_SCENARIO.replace("{name}", name)
    else:
        with stopping({}):
            place = find(base)
        loaded = load_place(place)
        if loaded.model is None:
            raise Stopped(loaded.problems, loaded.sources)
        of = place.variants[-1].id if place.variants else place.id
        file = place.variants[-1].path if place.variants else place.path
        if not leads_to(Path(), of, file):
            raise click.UsageError(
                f"A variant lies in the folder of its game, or in one below that, and here is no `{of}`. "
                f"Go to {file.parent} first."
            )
        rules = "\n".join(_variant(name, title, of, base, loaded)) + "\n"
        scenario = _VARIANT_SCENARIO.format(name=name, players=loaded.model.least_players)
    files = {Path(f"{name}.rules"): rules, Path("scenarios") / f"{name}.yaml": scenario}
    for path in files:
        if path.exists():
            raise click.UsageError(f"{path} is there already; nothing was written.")
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        click.echo(f"{path}: written")
    click.echo(f"Now change {name}.rules, then: rulewright check {name}.rules")


def _like(name: str) -> str:
    """The name that was probably meant, if the one given can be made one."""
    plain = "-".join(re.findall(r"[a-z0-9]+", name.lower()))
    return f" Perhaps {plain}?" if _NAME.fullmatch(plain) else ""


def _variant(name: str, title: str, of: str, base: str, loaded: Loaded) -> Iterator[str]:
    """The lines of a variant that changes nothing yet, with all that it could change as comments."""
    yield "language 1"
    yield f'variant "{title}" of "{of}"'
    yield '    about "What is different, in one line"'
    yield ""
    yield "# A variant says only what is different. Take the # away from a line below and change the line;"
    yield "# delete what you do not need. Then:"
    yield f"#   rulewright check {name}.rules      is it right, and if not, what is wrong?"
    yield f"#   rulewright play {name}.rules       play it"
    yield f"#   rulewright test {name}.rules       run its scenario, and see what else changes"
    yield f"#   rulewright diff {shlex.quote(base)} {name}.rules  what it says differently"
    for heading, lines in _sections(loaded):
        if lines:
            yield ""
            yield f"# ---- {heading}"
            yield from (f"# {line}" for line in lines)


def _sections(loaded: Loaded) -> Iterator[tuple[str, list[str]]]:
    declarations = [one for tree in loaded.trees for one in tree.declarations]

    def lines_of(*kinds: type) -> list[str]:
        found = [canonical(one) for one in declarations if isinstance(one, kinds)]
        return [line for first, *rest in found for line in (f"replace {first}", *rest)]

    settings = [_setting(one) for one in declarations if isinstance(one, nodes.SettingDeclaration)]
    yield "settings, with the values that they can have", settings
    yield "tables", lines_of(nodes.TableDeclaration)
    yield "what things mean", lines_of(nodes.Definition)
    scores = [one for one in declarations if isinstance(one, nodes.ScoreDeclaration)]
    yield (
        "scores",
        [
            *(line for line in lines_of(nodes.ScoreDeclaration) if not line.endswith(" from awards")),
            *[f"remove score {one.name}" for one in scores if one.value is not None][:1],
            "add score NAME(p) = 0",
        ],
    )
    cards = [one for one in declarations if isinstance(one, nodes.CardsDeclaration) and one.file is not None]
    for one in cards:
        yield (
            f"cards of {one.name}",
            [
                f"remove card {one.name}.ID",
                f"change card {one.name}.ID",
                "    copies = 3",
                f'add cards {one.name} from "more-cards.yaml"  # or "more-cards.csv", out of a spreadsheet',
            ],
        )
    actions = [one for one in declarations if isinstance(one, nodes.ActionDeclaration)]
    named = [(one.name, named) for one in actions for named in one.requirements if named.name is not None]
    yield (
        "what actions require, where it has a name",
        [
            line
            for action, one in named
            for line in canonical(RequirementChange("replace", action, str(one.name), one, span=one.span))
        ],
    )
    names = [one.name for one in actions]
    yield (
        "what else happens when something is done",
        [line for name in names[:1] for line in (f"after {name}", "    VARIABLE += 1")],
    )
    yield "actions as a whole", lines_of(nodes.ActionDeclaration)
    yield "rules that they and play use", lines_of(nodes.RuleDeclaration, nodes.ReactionDeclaration)
    yield "how a game is set up", lines_of(nodes.SetupDeclaration)
    phases = [phase for one in declarations for phase in phases_in(one)]
    yield (
        "how play goes",
        [line for one in phases for line in canonical(PhaseReplaced(one.name, one.body, span=one.span))]
        or lines_of(nodes.PlayDeclaration),
    )
    yield "who wins", lines_of(nodes.WinnerDeclaration)


def _setting(node: nodes.SettingDeclaration) -> str:
    """A line that would set a setting to what it is."""
    line = canonical(evolve(node, meaning="", low=None, high=None))[0].replace("setting", "set", 1)
    limits = canonical(evolve(node, meaning=""))[0].partition(" in ")[2]
    told = ", ".join(text for text in (limits, node.meaning) if text)
    return f"{line}  # {told}" if told else line
