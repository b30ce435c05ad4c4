"""The figures that were to be reached, beside those of a run."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Figure:
    """A figure to reach: of a line, or of one line divided by another. `least`: it is to be this or more."""

    name: str
    to_reach: float
    of: str
    by: str = ""
    least: bool = True


FIGURES = (
    Figure("CVLT, native", 10e6, "CVLT: playouts, native"),
    Figure("CV Pocket, native", 6e6, "CV Pocket: playouts, native"),
    Figure("Hearts, native", 5e6, "Hearts: playouts, native"),
    Figure(
        "Hearts, native / OpenSpiel's own loop", 3, "Hearts: playouts, native", "OpenSpiel Hearts: own loop"
    ),
    Figure("CVLT, native / by hand in C", 1 / 3, "CVLT: playouts, native", "CVLT: by hand, C"),
    Figure("CV Pocket, native / by hand in C", 1 / 3, "CV Pocket: playouts, native", "CV Pocket: by hand, C"),
    Figure("CV with Gossip, native", 600e3, "CV with Gossip: playouts, native"),
    Figure("CVLT, printed Python", 150e3, "CVLT: playouts, Python"),
    Figure("CV Pocket, printed Python", 100e3, "CV Pocket: playouts, Python"),
    Figure("CV with Gossip, printed Python", 12e3, "CV with Gossip: playouts, Python"),
    Figure("CVLT, printed Python / by hand", 0.5, "CVLT: playouts, Python", "CVLT: by hand, Python"),
    Figure("CV Pocket, Python / by hand", 0.5, "CV Pocket: playouts, Python", "CV Pocket: by hand, Python"),
    Figure("CVLT, Simulator from Python", 1e6, "CVLT: Simulator, native"),
    Figure(
        "... / OpenSpiel's Hearts from Python",
        4,
        "CVLT: Simulator, native",
        "OpenSpiel Hearts: from Python",
    ),
    Figure("CVLT, Game", 20e3, "CVLT: Game"),
    Figure("CV Pocket, Game", 20e3, "CV Pocket: Game"),
    Figure("CV with Gossip, Game", 5e3, "CV with Gossip: Game"),
    Figure("native build, largest, s", 2, "native build of CV with Gossip, CPU seconds", least=False),
    Figure("check cv-gossip, s", 0.4, "check cv-gossip, CPU seconds", least=False),
    Figure("check of 50 lines, s", 0.3, "check of 50 lines, CPU seconds", least=False),
    Figure("CV with Gossip with undo, MB", 2, "CV with Gossip with undo, megabytes", least=False),
    Figure(
        "time with 10 players / with 2, Python",
        3,
        "Growth: 2 players, 200 cards, 50 laps, Python",
        "Growth: 10 players, 200 cards, 50 laps, Python",
        least=False,
    ),
    Figure(
        "time with 10 players / with 2, native",
        3,
        "Growth: 2 players, 200 cards, 50 laps, native",
        "Growth: 10 players, 200 cards, 50 laps, native",
        least=False,
    ),
)


def figures(found: Mapping[str, float]) -> list[str]:
    """Each figure whose lines were measured: what was to be reached, what was, and whether that is enough."""
    lines = []
    for one in FIGURES:
        value = found.get(one.of)
        if one.by:
            other = found.get(one.by)
            value = value / other if value and other else None
        if value is None:
            continue
        good = value >= one.to_reach if one.least else value <= one.to_reach
        lines.append(
            f"{one.name:<45}{_shown(one.to_reach):>14}{_shown(value):>14}  {'reached' if good else 'missed'}"
        )
    return [f"{'':<45}{'to reach':>14}{'reached':>14}", *lines] if lines else []


def _shown(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.2f}"
