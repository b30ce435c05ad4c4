"""The results of a simulation as text, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from fractions import Fraction
from textwrap import wrap

from rulewright.dsl.problems import Problem
from rulewright.dsl.problems.wording import word
from rulewright.interpreter.lab.simulate import Simulation
from rulewright.interpreter.state.chance import SEEDS
from rulewright.interpreter.words.sentences import counted

WIDTH = 79
"""The most characters of a line of a report, if that can be."""


def as_text(title: str, result: Simulation) -> str:
    """A report to read."""
    columns = list(result.bots) if result.rotated else [f"seat {seat + 1}" for seat in range(result.players)]
    points = [
        _row(name.replace("_", " "), [f"{one:.2f}" for one in means]) for name, means in result.means.items()
    ]
    last = (result.seed + result.asked - 1) % SEEDS
    of = f"{result.games} of " if result.games < result.asked else ""
    lines = [
        f"{title}: {of}{counted(result.asked, 'game')} of {counted(result.players, 'player')}, "
        f"seeds {result.seed} to {last}" + (", seats rotated" if result.rotated else ""),
        "",
        _row("", columns),
        *([] if result.rotated else [_row("", list(result.bots))]),
        _row("games won", _shares(result.wins, result.games)),
        *(
            f"{f'  team {team.name}':<24}{_share(result.won_by(team), result.games):>10}  "
            f"seats {' and '.join(str(seat + 1) for seat in team.seats)}"
            for team in result.teams
        ),
        "",
        "points on average",
        *points[:-1],
        "-" * max(map(len, points), default=0),
        *points[-1:],
        "",
        *([f"won by seat   {', '.join(_shares(result.seat_wins, result.games))}"] if result.rotated else []),
        f"shared wins   {result.shared_wins}",
        *([f"nobody won    {_times(result.unwon, result.games)}"] if result.unwon else []),
        f"moves a game  {result.fewest_moves} to {result.most_moves}, {result.mean_moves:.1f} on average",
        *(
            f"ended         {counted(count, 'time')}: {reason or 'play ran to its end'}"
            for reason, count in result.endings.items()
        ),
        _cards(result),
    ]
    return "\n".join(lines)


def _share(wins: Fraction, games: int) -> str:
    return f"{float(wins) / max(1, games):.1%}"


def _shares(wins: Iterable[Fraction], games: int) -> list[str]:
    return [_share(won, games) for won in wins]


def _row(name: str, cells: list[str]) -> str:
    return f"{name:<24}" + "".join(f"{cell:>10}" for cell in cells).rstrip()


def _times(count: int, games: int) -> str:
    return f"{counted(count, 'time')} ({count / games:.1%})"


def _cards(result: Simulation) -> str:
    if not result.lost_cards:
        return "cards         conserved in every game"
    return f"cards         LOST OR DOUBLED with seeds {', '.join(map(str, result.lost_cards))}"


def engine_text(result: Simulation) -> str:
    """What played, and what was in the way of a quicker engine, in one line."""
    notes = " ".join(_notes(result))
    return f"engine: {result.engine}" + (f" ({notes})" if notes else "")


def _notes(result: Simulation) -> list[str]:
    return in_words(result.notes)


def failures(result: Simulation) -> list[str]:
    """The games that a bot broke off, a line each."""
    return in_words(result.failed)


def wrapped(sentences: Iterable[str]) -> list[str]:
    """Sentences on lines that fit a screen, each begun on a new one."""
    return [line for one in sentences for line in wrap(one, WIDTH, break_long_words=False)]


def in_words(problems: Iterable[Problem]) -> list[str]:
    """Problems, a line each."""
    messages = [word(one.code, dict(one.facts)) for one in problems]
    return [f"{one.title}. {one.why}".strip() for one in messages]


def as_json(game: str, result: Simulation) -> str:
    """All numbers, for a program; shares and means are not rounded."""
    games = max(1, result.games)
    return json.dumps(
        {
            "game": game,
            "players": result.players,
            "bots": list(result.bots),
            "rotated": result.rotated,
            "seed": result.seed,
            "games": result.games,
            "games_asked": result.asked,
            "games_failed": failures(result),
            "engine": result.engine,
            "engine_notes": _notes(result),
            "wins": [float(won) for won in result.wins],
            "win_share": [float(won / games) for won in result.wins],
            "teams": [
                {
                    "name": team.name,
                    "seats": [seat + 1 for seat in team.seats],
                    "wins": float(result.won_by(team)),
                    "win_share": float(result.won_by(team) / games),
                }
                for team in result.teams
            ],
            "shared_wins": result.shared_wins,
            "unwon": result.unwon,
            "mean_points": {name: list(means) for name, means in result.means.items()},
            "seat_wins": [float(won) for won in result.seat_wins],
            "seat_win_share": [float(won / games) for won in result.seat_wins],
            "seat_mean_points": {name: list(means) for name, means in result.seat_means.items()},
            "moves": {
                "fewest": result.fewest_moves,
                "mean": result.mean_moves,
                "most": result.most_moves,
            },
            "endings": dict(result.endings),
            "cards_conserved": not result.lost_cards,
        },
        ensure_ascii=False,
        indent=2,
    )


def as_csv(result: Simulation) -> str:
    """A table with one row a seat: games won, their share, and the mean points by line.

    One row a bot where seats were rotated.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["seat", "bot", "games", "won", "share", *result.means])
    for number, won in enumerate(result.wins):
        means = [f"{points[number]:.4f}" for points in result.means.values()]
        share = f"{float(won / max(1, result.games)):.4f}"
        seat = "all" if result.rotated else number + 1
        writer.writerow([seat, result.bots[number], result.games, f"{float(won):.4f}", share, *means])
    return out.getvalue().rstrip("\n")
