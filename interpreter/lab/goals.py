"""What a game is tuned for: a figure out of many games, and which of it is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, assert_never

from attrs import frozen

from rulewright.dsl.problems import Rejected, problem
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.interpreter.lab.deals import DealtGame
from rulewright.interpreter.lab.record import Columns, Thing
from rulewright.interpreter.state.layout import Layout

Row = tuple[float, ...]
"""What one game has to say of a figure. The figure is worked out of the means of rows."""
Rows = Callable[[DealtGame, Sequence[int], str], Row]
"""What a game says, given who plays for whom, and the name of the stronger bot, where there is one."""

_RANGE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*\.\.\s*([0-9]{1,9}(?:\.[0-9]{1,9})?)")


class BadGoal(Rejected):
    """There is no such goal."""


@frozen
class Figure:
    """A figure that a goal is about. `wanted` is "less" or "more", "" where only a range makes a goal.

    `share`: it is one of a whole, and told as a percentage. `kind` says whether it is a mean, how far means
    are apart, or one as a part of another. Without `rows` it is about a `thing`: `Choices` gives its rows.
    """

    name: str
    meaning: str
    rows: Rows | None
    wanted: str = ""
    share: bool = False
    kind: Literal["mean", "spread", "part"] = "mean"
    thing: Thing | None = None

    def of(self, means: Sequence[float]) -> float:
        """The figure, out of the means of the rows."""
        match self.kind:
            case "mean":
                return means[0]
            case "spread":
                return max(means) - min(means)
            case "part":
                return means[1] / means[0] if means[0] else 0.0
            case _:
                assert_never(self.kind)

    def text(self, value: float) -> str:
        """It as it is told."""
        return f"{value:.1%}" if self.share else f"{value:.2f}"


@frozen
class Goal:
    """A figure that is to be small, or large, or to lie in a range from `low` to `high`."""

    figure: Figure
    low: float | None = None
    high: float | None = None

    def miss(self, value: float) -> float:
        """How far a figure is from what is wanted; of less and more the figure itself counts."""
        if self.low is not None and self.high is not None:
            return max(self.low - value, value - self.high, 0.0)
        return -value if self.figure.wanted == "more" else value

    @property
    def text(self) -> str:
        """The goal in words."""
        if self.low is not None and self.high is not None:
            ends = (f"{100 * end:g}%" if self.figure.share else f"{end:g}" for end in (self.low, self.high))
            return f"{self.figure.meaning}: {' to '.join(ends)}"
        return f"{self.figure.meaning}: the {self.figure.wanted}, the better"


def _seats(game: DealtGame, sides: Sequence[int], strong: str) -> Row:
    share = 1 / len(game.winners) if game.winners else 0.0
    return tuple(share if seat in game.winners else 0.0 for seat in range(len(game.places)))


def _moves(game: DealtGame, sides: Sequence[int], strong: str) -> Row:
    return (float(game.moves),)


def _margin(game: DealtGame, sides: Sequence[int], strong: str) -> Row:
    points: dict[int, int] = {}
    places: dict[int, int] = {}
    for seat, side in enumerate(sides):
        points[side] = points.get(side, 0) + game.points[seat]
        places[side] = game.places[seat]
    order = sorted(points, key=lambda side: (places[side], -points[side]))
    return (float(abs(points[order[0]] - points[order[1]])) if len(order) > 1 else 0.0,)


def _tied(game: DealtGame, sides: Sequence[int], strong: str) -> Row:
    return (float(len({sides[seat] for seat in game.winners}) > 1),)


def _skill(game: DealtGame, sides: Sequence[int], strong: str) -> Row:
    seat = game.bots.index(strong)
    others = [game.places[one] for one, side in enumerate(sides) if side != sides[seat]]
    behind = sum(0.5 if place == game.places[seat] else float(game.places[seat] < place) for place in others)
    return (behind / max(1, len(others)),)


SKILL = "skill-gap"
FIGURES: Mapping[str, Figure] = {
    one.name: one
    for one in (
        Figure(
            "seat-fairness",
            "the best seat's share of the wins less the worst seat's",
            _seats,
            "less",
            share=True,
            kind="spread",
        ),
        Figure("length", "moves a game", _moves),
        Figure("closeness", "points between the first and the second", _margin, "less"),
        Figure(SKILL, "how often the stronger bot is placed before a weaker one", _skill, "more", share=True),
        Figure("ties", "games with a shared win", _tied, "less", share=True),
    )
}
"""What a game can be tuned for, by name."""


THINGS = ("card", "action")


def read_goal(text: str, layout: Layout) -> Goal:
    """A goal as somebody writes it: `seat-fairness`, `length=20..30`, `ties=0..0.1`, `card:fig=0.2..0.4`.

    The layout tells which cards and actions there are. Raises BadGoal.
    """
    name, sign, values = (part.strip() for part in text.partition("="))
    figure = _thing(name, layout) if name.partition(":")[0] in THINGS else FIGURES.get(name)
    if figure is None:
        kinds = [*FIGURES, *(f"{kind}:NAME" for kind in THINGS)]
        known, near = ", ".join(kinds), did_you_mean(name, FIGURES)
        raise BadGoal([problem("goal-unknown", name=name[:40], known=known, near=near)])
    found = _RANGE.fullmatch(values)
    if found is not None and float(found[1]) <= float(found[2]):
        return Goal(figure, float(found[1]), float(found[2]))
    if sign or not figure.wanted:
        given = f"`{values[:40]}` is none." if values else ""
        raise BadGoal([problem("goal-range", name=name, given=given)])
    return Goal(figure)


def _thing(text: str, layout: Layout) -> Figure:
    """How often a card or an action is chosen. Raises BadGoal where there is none of that name."""
    kind, _, name = text.partition(":")
    known = [one for what, one in Columns.of(layout).things if what == kind]
    if name not in known:
        raise BadGoal([problem("goal-thing", kind=kind, name=name[:40], near=did_you_mean(name, known))])
    meaning = f"how often {name} is chosen, out of how often it can be"
    return Figure(text, meaning, None, share=True, kind="part", thing=(kind, name))
