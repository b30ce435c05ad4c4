"""Teams: what a player's team may be, and what `winner by` asks of players who win together."""

from __future__ import annotations

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.model import (
    BOOL,
    INT,
    PLAYER,
    TEAM,
    UNKNOWN,
    Apply,
    Comparison,
    Conditional,
    Constant,
    EveryPlayer,
    Fold,
    Local,
    Model,
    ScoreOf,
    Term,
    known_of,
    settle,
    teams_of,
)
from rulewright.dsl.model.walk import terms_of
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax import nodes

_NUMBERS = tuple(Constant(value, kind=INT) for value in (0, 1))


def refuse_team(checker: Checker, node: nodes.Definition, value: Term) -> None:
    """A team is a number or a word for each player, and has a declaration of its own."""
    kind = node.parameters[0].kind if node.parameters else None
    if not node.teams:
        checker.report("team-defined", node.span)
    elif kind is not None and checker.kind_named(kind) != PLAYER:
        checker.report("team-parameter", kind.span)
    elif value.kind != UNKNOWN and (
        value.kind.optional or value.kind.shape != "one" or value.kind.family not in ("int", "enum", "bool")
    ):
        checker.report("team-kind", node.value.span, have=spoken(value.kind))


# ---- who wins ------------------------------------------------------------------------------------


def points(checker: Checker, name: str | None, whose: int, span: Span) -> Term:
    """The points of the player in a slot: with teams, those of the team together."""
    if TEAM not in checker.definition_nodes:
        return ScoreOf(name, _player(whose), kind=INT, span=span)
    slot = checker.slot()
    return _of_members("sum", slot, whose, ScoreOf(name, _player(slot), kind=INT, span=span))


def of_team(checker: Checker, value: Term, member: int, whose: int, span: Span) -> Term:
    """What a ranking goes by: added up over the team, where it speaks of the player in the slot `member`."""
    if value.kind == UNKNOWN or not _speaks_of(value, member):
        return value
    if any(isinstance(part, ScoreOf) for part in terms_of(value)):
        return checker.lost("team-key-mixed", span)
    if value.kind.family == "bool":
        value = Conditional(value, _NUMBERS[1], _NUMBERS[0], kind=INT, span=value.span)
    return _of_members("sum", member, whose, value)


def any_of_team(condition: Term, member: int, whose: int) -> Term:
    """Whether a condition holds for a team: for one of its players, where it speaks of them."""
    if condition.kind == UNKNOWN or not _speaks_of(condition, member):
        return condition
    return _of_members("any", member, whose, condition)


def _of_members(how: str, member: int, whose: int, value: Term) -> Term:
    mine, other = (Apply(TEAM, (_player(slot),), kind=INT, span=value.span) for slot in (member, whose))
    together = Comparison("==", mine, other, kind=BOOL, span=value.span)
    over = EveryPlayer(kind=PLAYER.many(), span=value.span)
    kind = BOOL if how == "any" else INT
    return Fold(how, member, over, together, value, kind=kind, span=value.span)


def _player(slot: int) -> Local:
    return Local(slot, kind=PLAYER)


def _speaks_of(term: Term, slot: int) -> bool:
    return any(isinstance(part, Local) and part.slot == slot for part in terms_of(term))


# ---- warnings ------------------------------------------------------------------------------------


def warn_teams(checker: Checker, model: Model) -> None:
    """Warn of one team that always wins, and of teams that only some numbers of players make unequal."""
    if TEAM not in model.definitions:
        return
    sizes = {count: _team_sizes(model, count) for count in range(model.least_players, model.most_players + 1)}
    span = model.definitions[TEAM].span
    alone = [count for count, found in sizes.items() if count > 1 and len(found) == 1]
    if alone and model.winner is not None and model.winner.condition is None:
        checker.warn("team-alone", span, players=alone[0])
    equal = [count for count, found in sizes.items() if len(found) > 1 and len(set(found)) == 1]
    unequal = [count for count, found in sizes.items() if len(set(found)) > 1]
    if equal and unequal:
        told = " and ".join(map(str, sizes[unequal[0]]))
        checker.warn("team-unequal", span, players=unequal[0], sizes=told)


def _team_sizes(model: Model, players: int) -> list[int]:
    values, problems = settle(model, players, {})
    if problems:
        return []
    return [len(team.seats) for team in teams_of(model, known_of(model, players, values))]
