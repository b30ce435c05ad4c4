"""What a comparison found, at the terminal: the answer first, then two tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def show(title: str, comparison: Comparison, *, everything: bool) -> None:
    """Print what was found."""
    console = Console(highlight=False, soft_wrap=False)
    console.width = min(console.width, WIDEST) if console.is_terminal else WIDTH
    for contrast in comparison.contrasts:
        _say(console, f"{title}: what {contrast.variant} changes", bold=True)
        _say(console, played(comparison, contrast))
        console.print()
        for sentence in headline(comparison, contrast):
            _say(console, sentence)
        console.print()
        console.print(_measures(comparison, contrast, everything))
        for group in ("action", "card"):
            console.print()
            for part in _things(comparison, contrast, group, everything):
                console.print(part)
        console.print()
    for sentence in _explained(comparison):
        _say(console, sentence)


def _say(console: Console, text: str, *, bold: bool = False) -> None:
    console.print(text, style="bold" if bold else None, markup=False)


def _table(comparison: Comparison, contrast: Contrast, first: str, columns: Sequence[str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column(first, overflow="fold")
    for name in columns:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _measures(comparison: Comparison, contrast: Contrast, everything: bool) -> Table:
    columns = (comparison.base, contrast.variant, "difference", "95% interval", "games to settle")
    table = _table(comparison, contrast, "the game", columns)
    for one in of_the_game(contrast.findings, everything=everything):
        table.add_row(
            "*" if one.marked else "",
            measure_name(one),
            figure_text(one, one.base),
            figure_text(one, one.variant),
            figure_text(one, one.difference, sign=True),
            interval_text(one),
            settled(one),
            style="bold" if one.marked else None,
        )
    return table


def _things(
    comparison: Comparison, contrast: Contrast, group: Group, everything: bool
) -> Iterator[Table | str]:
    rows = things(contrast, group)
    if rows:
        columns = ("offered a game", "taken", "left", "goes with winning")
        table = _table(comparison, contrast, f"{group}s", columns)
        for row in rows if everything else rows[:MOST_ROWS]:
            table.add_row(
                "*" if any(one.marked for one in row.findings) else "",
                plain(row.name),
                _change(row.offered),
                _change(row.taken),
                _left(row),
                "" if row.edge is None else _change(row.edge, sign=True),
            )
        yield table
        if len(rows) > MOST_ROWS and not everything:
            yield f"  ... and {len(rows) - MOST_ROWS} more; --all lists them."


def _change(one: Finding, *, sign: bool = False) -> str:
    """A figure in both arms; marked where the difference is beyond noise."""
    if one.base is None or one.variant is None:
        return "-"
    text = f"{figure_text(one, one.base, sign=sign)} > {figure_text(one, one.variant, sign=sign)}"
    return f"{text} *" if one.marked else f"{text}  "


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
