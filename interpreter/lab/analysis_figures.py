"""What an analysis says, as text with a small picture, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from rulewright.interpreter.lab.analyse import Analysis, Judged
from rulewright.interpreter.lab.figures import wrapped
from rulewright.interpreter.words.sentences import counted

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60
"""The most characters of a picture; of longer games each stands for several moves."""


HOW = (
    "Chances are what the player to move could have worked out, "
    "in games that it cannot tell from the real one."
)


def as_text(title: str, result: Analysis) -> str:
    """A report to read."""
    width = max(map(len, result.seats))
    lines = [
        f"{title}: {head(result)}",
        "",
        *(f"{name:<{width}}  {picture(result, seat)}".rstrip() for seat, name in enumerate(result.seats)),
        "",
        *wrapped(in_plain_words(result)),
        "",
    ]
    if result.costly:
        lines += ["moves that cost most", *(_told(one, result) for one in result.costly), ""]
        lines += ["* is beyond doubt."]
    return "\n".join([*lines, *wrapped([HOW])])


def head(result: Analysis) -> str:
    """What was looked at, and by whom."""
    return (
        f"{counted(len(result.moves), 'move')} judged by {result.bot}, "
        f"which looked at {counted(result.looked_at, 'game')}"
    )


def picture(result: Analysis, seat: int) -> str:
    """The chances of a seat from move to move, as bars from 0 to 1, and where they began and ended."""
    chances = chances_of(result, seat)
    if not chances:
        return ""
    columns = min(WIDEST, len(chances))
    bars = []
    for column in range(columns):
        part = chances[column * len(chances) // columns : (column + 1) * len(chances) // columns]
        bars.append(BARS[min(len(BARS) - 1, int(sum(part) / len(part) * len(BARS)))])
    end = ", won" if seat in result.winners else ""
    return f"{''.join(bars)}  {chances[0]:.0%} to {chances[-1]:.0%}{end}"


def chances_of(result: Analysis, seat: int) -> list[float]:
    """The chances of a seat before each move, and at last after the last one."""
    known = [one for one in result.moves if one.chances]
    return [one.chances[seat] for one in known] + [one.after[seat] for one in known[-1:]]


def in_plain_words(result: Analysis) -> Iterator[str]:
    """When the game turned."""
    winners = _and([result.seats[seat] for seat in result.winners])
    turned = result.turned
    if not result.winners:
        yield "Nobody has won."
    elif turned is None:
        yield f"{winners} won; there is no turning point."
    elif turned == 0:
        yield f"{winners} won, and {'were' if len(result.winners) > 1 else 'was'} ahead all along."
    else:
        move = result.moves[turned - 1]
        yield f"The turning point is move {turned}, {result.seats[move.seat]}: {move.made}."
        yield f"From then on {winners} stayed ahead to the end, and won."
    if not result.costly:
        yield "No move cost anything that shows."


def _and(names: Sequence[str]) -> str:
    return " and ".join(names)


def _told(one: Judged, result: Analysis) -> str:
    star = "*" if one.beyond_doubt else " "
    return (
        f"{one.number:>4}  {result.seats[one.seat]}: {one.made}\n"
        f"      cost {one.cost.value:.1%}{star} ({one.cost.low:.1%} to {one.cost.high:.1%}): "
        f"{one.after[one.seat]:.1%} to win,\n"
        f"      {one.chances[one.seat]:.1%} after {one.best}"
    )


def as_json(game: str, result: Analysis) -> str:
    """All numbers, for a program; none is rounded. Seats count from 1."""
    return json.dumps(
        {
            "game": game,
            "seats": list(result.seats),
            "bot": result.bot,
            "seed": result.seed,
            "games_looked_at": result.looked_at,
            "winners": [seat + 1 for seat in result.winners],
            "turning_point": result.turned,
            "costly": [one.number for one in result.costly],
            "moves": [
                {
                    "number": one.number,
                    "seat": one.seat + 1,
                    "made": one.made,
                    "best": one.best,
                    "chances": list(one.chances),
                    "chances_after": list(one.after),
                    "cost": {"value": one.cost.value, "low": one.cost.low, "high": one.cost.high},
                    "beyond_doubt": one.beyond_doubt,
                }
                for one in result.moves
            ],
        },
        ensure_ascii=False,
        indent=2,
    )
