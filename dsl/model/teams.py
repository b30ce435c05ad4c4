"""Who plays together: the teams of a game, for so many players under these settings."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.model.constants import Known, constant
from rulewright.dsl.model.declarations import Model

TEAM = "team"
"""The name of the definition that gives each player's team."""


@frozen
class Team:
    """Players who win together: what they are called, and their seats."""

    name: str
    seats: tuple[int, ...]


def teams_of(model: Model, known: Known) -> tuple[Team, ...]:
    """The teams by their first seats; none where each plays alone. Raises NotConstant, ConstantFault."""
    found: dict[int, list[int]] = {}
    definition = model.definitions.get(TEAM)
    if definition is None:
        return ()
    for seat in range(known.player_count):
        inner = known.holding(definition.parameters[0].slot, seat)
        found.setdefault(constant(definition.value, inner), []).append(seat)
    if all(len(seats) == 1 for seats in found.values()):
        return ()
    kind = definition.value.kind
    words = {"enum": model.enums[kind.name].values} if kind.family == "enum" else {"bool": ("no", "yes")}
    names = words.get(kind.family)
    return tuple(
        Team(str(value) if names is None else names[value], tuple(seats)) for value, seats in found.items()
    )
