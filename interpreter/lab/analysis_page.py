"""An analysis as a web page: the chances as a picture, and the moves that cost most."""

from __future__ import annotations

from html import escape
from typing import Any

from rulewright.interpreter.lab.analyse import Analysis, Judged
from rulewright.interpreter.lab.analysis_figures import HOW, chances_of, head, in_plain_words
from rulewright.interpreter.lab.certainty import library
from rulewright.interpreter.lab.web import EXTRA, picture, web_page


def as_page(title: str, result: Analysis) -> str:
    """The page. Raises NotInstalled."""
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in in_plain_words(result))
    body = (
        f'<h1>{escape(title)}</h1>\n<p class="how">{escape(head(result))}</p>\n'
        f'<div class="answer">{said}</div>\n'
        f"{picture(_drawn(result), 'chances', HOW)}{_costly(result)}"
    )
    return web_page(title, body)


def _drawn(result: Analysis) -> Any:
    """The chances of all seats from move to move. plotly reads texts as HTML."""
    figure = library("plotly.graph_objects", EXTRA).Figure()
    known = [one for one in result.moves if one.chances]
    numbers = [one.number for one in known] + [one.number + 1 for one in known[-1:]]
    told = [escape(f"{result.seats[one.seat]}: {one.made}") for one in known] + ["the end"] * bool(known)
    for seat, name in enumerate(result.seats):
        figure.add_scatter(
            x=numbers,
            y=chances_of(result, seat),
            text=told,
            name=escape(name),
            mode="lines+markers",
            hovertemplate="move %{x}, %{text}<br>%{y:.0%}",
        )
    if result.turned:
        figure.add_vline(x=result.turned, line_dash="dash", annotation_text="turning point")
    figure.update_layout(
        height=420,
        xaxis_title="move",
        yaxis={"title": "chance to win", "range": [0, 1], "tickformat": ".0%"},
        template="plotly_white",
    )
    return figure


def _costly(result: Analysis) -> str:
    """The moves that cost most, as a table."""
    if not result.costly:
        return ""
    titles = ("move", "number", "player", "to win", "better", "to win", "cost")
    rows = "".join(_row(one, result) for one in result.costly)
    return (
        '<h2>Moves that cost most</h2>\n<div class="wide"><table>\n'
        f"<tr>{''.join(f'<th>{one}</th>' for one in titles)}</tr>\n{rows}</table></div>\n"
        '<p class="how">What is marked is beyond doubt.</p>\n'
    )


def _row(one: Judged, result: Analysis) -> str:
    cells = (
        one.made,
        str(one.number),
        result.seats[one.seat],
        f"{one.after[one.seat]:.1%}",
        one.best,
        f"{one.chances[one.seat]:.1%}",
        f"{one.cost.value:.1%} ({one.cost.low:.1%} to {one.cost.high:.1%})",
    )
    start = '<tr class="marked">' if one.beyond_doubt else "<tr>"
    return f"{start}{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>\n"
