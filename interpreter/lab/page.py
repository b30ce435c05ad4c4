"""A comparison as a web page with pictures, in one file that needs nothing else and loads nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Any

from attrs import frozen

from rulewright.interpreter.lab.certainty import Estimate, library
from rulewright.interpreter.lab.compare import SHARE, Comparison, Contrast, Finding, Group
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
from rulewright.interpreter.lab.web import EXTRA, picture, web_page

MOST_DRAWN = 40
"""The most actions or cards in one picture; the table has all of them."""
BASE, VARIANT, QUIET = "#8a8f98", "#c2410c", "#c9ccd1"
"""Colours: of the base, of the variant and of what is marked, of what is not."""
ROW = 24
"""The height of a row of a picture."""


def as_page(title: str, comparison: Comparison, command: str) -> str:
    """The page. `command` is what makes it again. Raises NotInstalled."""
    names = ", ".join(one.variant for one in comparison.contrasts)
    body = "".join(
        part
        for number, contrast in enumerate(comparison.contrasts, 1)
        for part in _contrast(title, comparison, contrast, f"v{number}")
    )
    return web_page(f"{title}: what {names} changes", f"{body}{_footer(comparison, command)}")


def _contrast(title: str, comparison: Comparison, contrast: Contrast, anchor: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}: what {escape(contrast.variant)} changes</h1>\n"
    yield f'<p class="how">{escape(played(comparison, contrast))}</p>\n'
    said = "".join(f"<p>{escape(one)}</p>" for one in headline(comparison, contrast))
    yield f'<div class="answer">{said}</div>\n'
    yield "<h2>The game</h2>\n"
    yield picture(
        _differences(contrast),
        f"{anchor}-game",
        "By how much each figure is larger or smaller, with the interval that holds the true difference in "
        "95 of 100 reports. What is in colour differs beyond noise.",
    )
    if any(one.measure.group == "points" for one in contrast.findings):
        yield "<h2>Points</h2>\n"
        yield picture(
            _points(comparison, contrast), f"{anchor}-points", "Points of a player on average, line by line."
        )
    yield _details("All figures of the game", _measure_table(comparison, contrast))
    for group in ("action", "card"):
        yield from _of_things(comparison, contrast, group, anchor)


def _of_things(comparison: Comparison, contrast: Contrast, group: Group, anchor: str) -> Iterator[str]:
    rows = things(contrast, group)
    if not rows:
        return
    yield f"<h2>{group.capitalize()}s</h2>\n"
    drawn = rows[:MOST_DRAWN]
    told = "" if len(drawn) == len(rows) else f" The {MOST_DRAWN} that changed most surely, of {len(rows)}."
    pictures: tuple[tuple[str, Callable[[ThingRow], Finding | None], str], ...] = (
        ("offered", lambda row: row.offered, f"How often each {group} is offered in a game."),
        ("taken", lambda row: row.taken, "How often it is taken where it is offered; else it is left."),
        (
            "edge",
            lambda row: row.edge,
            "By how much more often those win who took it than those who did not, with intervals. That need "
            "not be why.",
        ),
    )
    for name, of, caption in pictures:
        found = [
            one
            for one in map(of, drawn)
            if one is not None and one.base is not None and one.variant is not None
        ]
        if found:
            drawing = _dumbbell(comparison, contrast, found, intervals=name == "edge")
            yield picture(drawing, f"{anchor}-{group}-{name}", caption + told)
    yield _details(f"All {group}s", _thing_table(comparison, contrast, rows))


# ---- pictures ------------------------------------------------------------------------------------


def _laid_out(figure: Any, rows: int) -> Any:
    figure.update_layout(
        height=90 + ROW * rows,
        margin={"l": 10, "r": 20, "t": 40, "b": 30},
        template="plotly_white",
        font={"size": 13},
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0},
    )
    figure.update_yaxes(automargin=True, showgrid=False)
    return figure


@frozen
class _Bar:
    """A difference as it is drawn: in points of a percentage, or in parts of the base."""

    name: str
    value: float
    low: float
    high: float
    marked: bool
    told: str


def _bars(contrast: Contrast) -> tuple[list[_Bar], list[_Bar]]:
    """Differences of shares, and of numbers in parts of what they are in the base."""
    shares, numbers = list[_Bar](), list[_Bar]()
    for one in of_the_game(contrast.findings, everything=False):
        if one.base is None or one.difference is None or one.measure.what == SHARE:
            continue
        percent = one.measure.unit == "percent"
        by = 1.0 if percent else abs(one.base.value)
        if by:
            told = f"{figure_text(one, one.base)} > {figure_text(one, one.variant)}"
            value, low, high = (
                100 * end / by for end in (one.difference.value, one.difference.low, one.difference.high)
            )
            found = _Bar(escape(measure_name(one)), value, low, high, one.marked, escape(told))
            (shares if percent else numbers).append(found)
    return shares, numbers


def _differences(contrast: Contrast) -> Any:
    """All measures of the game, and by how much they differ."""
    shares, numbers = _bars(contrast)
    heights = [max(1, len(one)) for one in (numbers, shares)]
    figure = library("plotly.subplots", EXTRA).make_subplots(
        rows=2,
        cols=1,
        row_heights=heights,
        vertical_spacing=70 / (150 + ROW * sum(heights)),
        subplot_titles=("in percent of what it was", "in percentage points"),
    )
    for row, bars in enumerate((numbers, shares), 1):
        for marked in (False, True):
            drawn = [one for one in bars if one.marked == marked]
            figure.add_trace(
                _scatter(
                    x=[one.value for one in drawn],
                    y=[one.name for one in drawn],
                    error_x={
                        "type": "data",
                        "symmetric": False,
                        "array": [one.high - one.value for one in drawn],
                        "arrayminus": [one.value - one.low for one in drawn],
                        "thickness": 2,
                    },
                    marker={"size": 10, "color": VARIANT if marked else QUIET},
                    text=[one.told for one in drawn],
                    hovertemplate="%{y}: %{text}<extra></extra>",
                    showlegend=False,
                ),
                row=row,
                col=1,
            )
        names = [one.name for one in reversed(bars)]
        figure.update_yaxes(categoryorder="array", categoryarray=names, row=row, col=1)
    figure.update_xaxes(rangemode="tozero", zeroline=True, zerolinewidth=2, zerolinecolor="#57606a")
    return _laid_out(figure, sum(heights) + 2)


def _points(comparison: Comparison, contrast: Contrast) -> Any:
    """Points line by line, of both."""
    found = [
        one for one in contrast.findings if (one.measure.group, one.measure.what) == ("points", "points")
    ]
    return _dumbbell(comparison, contrast, found, ordered=True)


def _dumbbell(
    comparison: Comparison,
    contrast: Contrast,
    findings: Sequence[Finding],
    *,
    ordered: bool = False,
    intervals: bool = False,
) -> Any:
    """A row for each: where it stands in the base and under the variant, and a line between them."""
    scale = 100 if findings[0].measure.unit == "percent" else 1

    def value(figure: Estimate | None) -> float:
        return 0.0 if figure is None else figure.value * scale

    rows = list(findings) if ordered else sorted(findings, key=lambda one: -value(one.base))
    names = [escape(plain(one.measure.name)) for one in rows]
    figure = library("plotly.graph_objects", EXTRA).Figure()
    for one, text in zip(rows, names, strict=True):
        figure.add_trace(
            _scatter(
                x=[value(one.base), value(one.variant)],
                y=[text, text],
                mode="lines",
                line={"color": VARIANT if one.marked else QUIET, "width": 3 if one.marked else 1},
                hoverinfo="skip",
                showlegend=False,
            )
        )
    for arm, colour, of in (
        (comparison.base, BASE, [one.base for one in rows]),
        (contrast.variant, VARIANT, [one.variant for one in rows]),
    ):
        figure.add_trace(
            _scatter(
                x=[value(one) for one in of],
                y=names,
                name=escape(arm),
                marker={"size": 9, "color": colour},
                error_x={
                    "type": "data",
                    "array": [0 if one is None else scale * (one.high - one.value) for one in of],
                    "thickness": 1,
                    "width": 3,
                    "visible": intervals,
                },
                text=[escape(figure_text(one, at)) for one, at in zip(rows, of, strict=True)],
                hovertemplate="%{y}: %{text}<extra></extra>",
            )
        )
    figure.update_yaxes(categoryorder="array", categoryarray=names[::-1])
    suffix = "%" if findings[0].measure.unit == "percent" else ""
    figure.update_xaxes(ticksuffix=suffix, zeroline=True, zerolinecolor="#57606a")
    return _laid_out(figure, len(rows))


def _scatter(**options: Any) -> Any:
    return library("plotly.graph_objects", EXTRA).Scatter(**{"mode": "markers", **options})


# ---- tables --------------------------------------------------------------------------------------


def _details(title: str, table: str) -> str:
    return f'<details><summary>{escape(title)}</summary><div class="wide">{table}</div></details>\n'


def _table(head: Sequence[str], rows: Iterable[tuple[bool, Sequence[str]]]) -> str:
    """A table; rows that are marked stand out."""
    titles = "".join(f"<th>{escape(one)}</th>" for one in head)
    body = "".join(
        f"<tr{' class=marked' if marked else ''}>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>\n"
        for marked, cells in rows
    )
    return f"<table><thead><tr>{titles}</tr></thead><tbody>\n{body}</tbody></table>"


def _measure_table(comparison: Comparison, contrast: Contrast) -> str:
    head = ("", comparison.base, contrast.variant, "difference", "95% interval", "games to settle")
    return _table(
        head,
        (
            (
                one.marked,
                (
                    measure_name(one),
                    figure_text(one, one.base),
                    figure_text(one, one.variant),
                    figure_text(one, one.difference, sign=True),
                    interval_text(one),
                    settled(one),
                ),
            )
            for one in of_the_game(contrast.findings, everything=True)
        ),
    )


def _thing_table(comparison: Comparison, contrast: Contrast, rows: Sequence[ThingRow]) -> str:
    arms = (comparison.base, contrast.variant)
    head = (
        "",
        *(f"{what}, {arm}" for what in ("offered", "taken", "left", "goes with winning") for arm in arms),
    )
    return _table(head, ((any(one.marked for one in row.findings), _cells(row)) for row in rows))


def _cells(row: ThingRow) -> tuple[str, ...]:
    offered = (figure_text(row.offered, row.offered.base), figure_text(row.offered, row.offered.variant))
    taken = (row.taken.base, row.taken.variant)
    left = ("-" if one is None else number_text(1 - one.value, percent=True) for one in taken)
    edge = row.edge
    won = (
        ("", "")
        if edge is None
        else tuple(figure_text(edge, one, sign=True) for one in (edge.base, edge.variant))
    )
    return (plain(row.name), *offered, *(figure_text(row.taken, one) for one in taken), *left, *won)


def _footer(comparison: Comparison, command: str) -> str:
    skill = (
        f"The skill gap is how often one greedy bot wins against random ones, in {comparison.skill} games. "
        if comparison.skill
        else ""
    )
    return (
        "<footer><h3>How to read this</h3><p>The same deals were played under both rules, by the same bots "
        "in the same seats; what is looked at is how the two games of a deal differ. A star, and colour, "
        "mark what differs beyond noise: by Holm's correction, of twenty reports about nothing one has any "
        "mark. Games to settle are how many would mark a difference, if it is as large as it seems. "
        f"{escape(skill)}</p><p>Made by <code>{escape(command)}</code></p></footer>\n"
    )
