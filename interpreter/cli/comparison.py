"""What a comparison found, at the terminal: the answer first, then two tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field
from rich.console import Console
from rich.table import Table

from rulewright.interpreter.lab.compare import Comparison, Contrast, Finding, Group
from rulewright.interpreter.lab.findings import (
    ThingRow,
    figure_text,
    headline,
    interval_text,
    measure_name,
    number_text,
    of_the_game,
    plain,
    played,
    settled,
    things,
)
from rulewright.interpreter.lab.games import all_random

MOST_ROWS = 8
"""How many actions and cards are listed, unless all are asked for."""
WIDEST = 120
WIDTH = 100
"""How wide a report is at most, and where nobody watches."""
NARROW = 92
"""On a screen that is narrower, tables have one column less."""


def show(title: str, comparison: Comparison, *, everything: bool) -> None:
    """Print what was found."""
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, WIDEST) if console.is_terminal else WIDTH
    narrow = console.width < NARROW
    for contrast in comparison.contrasts:
        _say(console, f"{title}: what {contrast.variant} changes", bold=True)
        _say(console, played(comparison, contrast))
        console.print()
        for sentence in headline(comparison, contrast):
            _say(console, sentence)
        console.print()
        console.print(_shown(_measures(comparison, contrast, everything), narrow))
        for group in ("action", "card"):
            console.print()
            for part in _things(contrast, group, everything):
                console.print(part if isinstance(part, str) else _shown(part, narrow))
        console.print()
    for sentence in _explained(comparison):
        _say(console, sentence)


def _say(console: Console, text: str, *, bold: bool = False) -> None:
    console.print(text, style="bold" if bold else None)


@define
class _Rows:
    """What a table says: the heads of its columns, and its rows, of which some are marked.

    `least` is the number of the column that there is no room for on a narrow screen.
    """

    heads: Sequence[str]
    least: int
    rows: list[tuple[bool, tuple[str, ...]]] = field(factory=list)


def _shown(found: _Rows, narrow: bool) -> Table:
    """A table, with a star before what is marked."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    columns = [at for at in range(len(found.heads)) if not (narrow and at == found.least)]
    table.add_column("")
    for at in columns:
        table.add_column(found.heads[at], justify="right" if at else "left", overflow="fold")
    for marked, cells in found.rows:
        table.add_row("*" if marked else "", *(cells[at] for at in columns), style="bold" if marked else None)
    return table


def _measures(comparison: Comparison, contrast: Contrast, everything: bool) -> _Rows:
    heads = ("the game", comparison.base, contrast.variant, "difference", "95% interval", "games to settle")
    found = _Rows(heads, least=5)
    for one in of_the_game(contrast.findings, everything=everything):
        figures = (figure_text(one, one.base), figure_text(one, one.variant))
        by = figure_text(one, one.difference, sign=True)
        found.rows.append((one.marked, (measure_name(one), *figures, by, interval_text(one), settled(one))))
    return found


def _things(contrast: Contrast, group: Group, everything: bool) -> Iterator[_Rows | str]:
    rows = things(contrast, group)
    if not rows:
        return
    found = _Rows((f"{group}s", "offered a game", "taken", "left", "goes with winning"), least=3)
    for row in rows if everything else rows[:MOST_ROWS]:
        edge = "" if row.edge is None else _change(row.edge, sign=True)
        cells = (plain(row.name), _change(row.offered), _change(row.taken), _left(row), edge)
        found.rows.append((any(one.marked for one in row.findings), cells))
    yield found
    if len(rows) > MOST_ROWS and not everything:
        yield f"  ... and {len(rows) - MOST_ROWS} more; --all lists them."


def _change(one: Finding, *, sign: bool = False) -> str:
    """A figure in both arms; marked where the difference is beyond noise."""
    if one.base is None or one.variant is None:
        return "-"
    text = f"{figure_text(one, one.base, sign=sign)} > {figure_text(one, one.variant, sign=sign)}"
    return f"* {text}" if one.marked else text


def _left(row: ThingRow) -> str:
    taken = row.taken
    if taken.base is None or taken.variant is None:
        return "-"
    return f"{number_text(1 - taken.base.value, True)} > {number_text(1 - taken.variant.value, True)}"


def _explained(comparison: Comparison) -> Iterator[str]:
    """What the marks mean, and who played."""
    yield (
        "* beyond noise: if nothing had changed, anything at all would be marked in one report of twenty "
        "(Holm). The first figure is that of the base, the second the variant's."
    )
    yield (
        "Goes with winning: by how much more often those win who took it than those who did not. That need "
        "not be why."
    )
    if comparison.skill:
        yield f"Skill gap: how often a greedy bot wins against random ones, in {comparison.skill} games."
    if all_random(comparison.bots):
        yield "All moves are drawn by lot here. `--bots greedy` shows what changes for players who think."
