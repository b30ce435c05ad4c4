"""The results of a tournament as text, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from math import isfinite

from rulewright.interpreter.lab.certainty import Estimate
from rulewright.interpreter.lab.figures import in_words, wrapped
from rulewright.interpreter.lab.tournament import Tournament, stronger
from rulewright.interpreter.words.sentences import counted

GAP = 3
"""Blanks between columns."""


def as_text(title: str, result: Tournament) -> str:
    """A report to read: who is stronger in words, then the table, then who was placed before whom."""
    of = f"{result.games} of " if result.games < result.asked else ""
    head = (
        f"{title}: {counted(len(result.entrants), 'bot')} in {counted(result.line_ups, 'line-up')}, "
        f"{of}{counted(result.asked, 'game')} of {counted(result.players, 'player')}, seed {result.seed}"
    )
    names = [one.bot for one in result.entrants]
    rows = [["", "rating", "", "games", "won", "", "points", ""]]
    for one in result.entrants:
        rating, wins, points = (
            _cells(one.rating, "{:.1f}"),
            _cells(one.wins, "{:.1%}"),
            _cells(one.points, "{:.1f}"),
        )
        rows.append([one.bot, *rating, str(one.games), *wins, *points])
    before = [["placed before", *names]]
    for name in names:
        before.append([name, *("" if name == other else _share(result, name, other) for other in names)])
    return "\n".join(
        [
            head,
            "",
            *wrapped(in_plain_words(result)),
            "",
            *_table(rows),
            "",
            *_table(before),
            "",
            "A tie is half; * marks what is beyond doubt.",
            "Intervals hold the true figure in 95 of 100 runs.",
        ]
    )


def in_plain_words(result: Tournament) -> Iterator[str]:
    """Who is stronger than whom beyond doubt, and who is not told apart, a sentence a line."""
    better = stronger(result)
    for name, weaker in better.items():
        if weaker:
            yield f"{name} is stronger than {_and(weaker)}, beyond doubt."
    for duel in result.duels:
        if not duel.beyond_doubt:
            yield f"{duel.first} and {duel.second} are not told apart by so many games."


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _cells(one: Estimate, form: str) -> tuple[str, str]:
    """A figure, and its interval."""
    return form.format(one.value), f"({form.format(one.low)} to {form.format(one.high)})"


def _share(result: Tournament, first: str, second: str) -> str:
    try:
        duel = result.duel(first, second)
    except KeyError:
        return "-"
    return f"{duel.share.value:.1%}{'*' if duel.beyond_doubt else ' '}"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their cells below one another, the first column to the left, numbers to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "".join(
            f"{cell:<{width}}" if at == 0 else " " * (1 if cell.startswith("(") else GAP) + f"{cell:>{width}}"
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def estimate_json(one: Estimate) -> dict[str, float | None]:
    """A figure and its interval; an end that is not known is null."""
    return {
        "value": one.value,
        "low": one.low if isfinite(one.low) else None,
        "high": one.high if isfinite(one.high) else None,
    }


def as_json(game: str, result: Tournament) -> str:
    """All numbers, for a program; none is rounded."""
    return json.dumps(
        {
            "game": game,
            "players": result.players,
            "seed": result.seed,
            "games": result.games,
            "games_asked": result.asked,
            "games_failed": in_words(result.failed),
            "line_ups": result.line_ups,
            "bots": [
                {
                    "bot": one.bot,
                    "rating": estimate_json(one.rating),
                    "games": one.games,
                    "win_share": estimate_json(one.wins),
                    "mean_points": estimate_json(one.points),
                    "stronger_than": list(stronger(result)[one.bot]),
                }
                for one in result.entrants
            ],
            "duels": [
                {
                    "first": one.first,
                    "second": one.second,
                    "first_placed_before": estimate_json(one.share),
                    "deals_ahead": one.ahead,
                    "deals_behind": one.behind,
                    "beyond_doubt": one.beyond_doubt,
                }
                for one in result.duels
            ],
        },
        ensure_ascii=False,
        indent=2,
    )


def as_csv(result: Tournament) -> str:
    """A table with one row a bot: rating, games, share won and mean points, each with its interval."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    figures = ("rating", "won", "points")
    titles = (f"{name}{end}" for name in figures for end in ("", "_low", "_high"))
    writer.writerow(["bot", "games", *titles])
    for one in result.entrants:
        cells = (
            f"{figure:.4f}"
            for estimate in (one.rating, one.wins, one.points)
            for figure in (estimate.value, estimate.low, estimate.high)
        )
        writer.writerow([one.bot, one.games, *cells])
    return out.getvalue().rstrip("\n")
