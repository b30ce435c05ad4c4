"""Web pages with pictures, each in one file that needs nothing else and loads nothing."""

from __future__ import annotations

from html import escape
from typing import Any

from rulewright.interpreter.lab.certainty import library

EXTRA = "report"
"""What brings the library that draws."""

_STYLE = """
body { font: 16px/1.5 sans-serif; color: #1f2328; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
h1 { font-size: 1.7rem; line-height: 1.2; margin-bottom: .2rem } h2 { margin-top: 2.5rem }
h3 { margin: 2rem 0 .3rem } .how, figcaption, footer { color: #57606a; font-size: .9rem }
.answer { background: #fff4ec; border-left: 4px solid #c2410c; padding: .6rem 1rem; margin: 1rem 0 }
.answer p { margin: .3rem 0 } figure { margin: 1rem 0 }
table { border-collapse: collapse; font-size: .85rem; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid #e5e7eb; white-space: nowrap }
th:first-child, td:first-child { text-align: left; white-space: normal } th { color: #57606a }
tr.marked td { font-weight: 600 } tr.marked td:first-child::before { content: "\\2605  "; color: #c2410c }
code { background: #f3f4f6; padding: .1rem .3rem } details { margin: 1rem 0 } summary { cursor: pointer }
.wide { overflow-x: auto }
"""


def check_drawing() -> None:
    """Raises NotInstalled where what draws is not there."""
    library("plotly", EXTRA)


def web_page(title: str, body: str) -> str:
    """A page, with what draws its pictures. Raises NotInstalled."""
    script = library("plotly.offline", EXTRA).get_plotlyjs()
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data: blob:; '
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n"
        f"<script>{script}</script>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def picture(figure: Any, anchor: str, caption: str) -> str:
    """A picture that plotly draws, with what is told below it; no other may have its anchor."""
    drawn = library("plotly.io", EXTRA).to_html(
        figure,
        full_html=False,
        include_plotlyjs=False,
        div_id=anchor,
        default_height=f"{figure.layout.height}px",
        config={"displayModeBar": False, "responsive": True},
    )
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>\n"
