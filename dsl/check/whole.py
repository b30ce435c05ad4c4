"""What only the whole game shows: no end, reactions in circles or without an order, what is too large."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.cost import costly, deep, long_ranges
from rulewright.dsl.check.deals import check_deals
from rulewright.dsl.check.matches import check_numbers
from rulewright.dsl.check.phases import check_phases
from rulewright.dsl.check.reaction_order import check_unordered
from rulewright.dsl.check.reactions import check_reactions
from rulewright.dsl.model import (
    Constant,
    Dimension,
    EndGameStep,
    EndPhaseStep,
    Model,
    RepeatStep,
    SetVariable,
    ShowValueStep,
    Term,
    TurnsStep,
    Variable,
    ZoneAt,
    ZonesOf,
    constant_or_none,
    known_of,
    settle,
    size_problems,
)
from rulewright.dsl.model.walk import all_steps, all_terms
from rulewright.dsl.problems.spans import Span

DEEPEST_CHAIN = 150
"""How deep expressions may be nested, those of definitions counted where they are used."""
LARGEST_COST = 10_000_000
"""The most often that nested loops over what is in the box may go round, one inside the other."""
LARGEST_SUM = 20_000_000
"""The most often that all loops of a declaration may go round together."""


MANY_SETS = 1_000
"""Where loops go round too often and go through so many sets, the sets are what is told."""


def check_whole(checker: Checker, model: Model) -> None:
    """Report what stands against the game as a whole."""
    _check_end(checker, model)
    _check_offers(checker, model)
    check_reactions(checker, model)
    check_phases(checker, model)
    if model.winner is None and model.title:
        checker.report("no-winner", Span(_file_of(model), 1, 1, 1, 1))
    if not _failed(checker):
        _check_depth(checker, model)
    if not _failed(checker):
        check_numbers(checker, model)
    if not _failed(checker):
        check_unordered(checker, model)
    if not _failed(checker):
        _check_sizes(checker, model)
    if not _failed(checker):
        _check_indices(checker, model)
    if not _failed(checker):
        _check_cost(checker, model)


def _failed(checker: Checker) -> bool:
    return any(not one.warning for one in checker.problems)


def _file_of(model: Model) -> str:
    return next(iter(model.sources), "")


# ---- the end -------------------------------------------------------------------------------------


def _check_end(checker: Checker, model: Model) -> None:
    understood = not _failed(checker)  # of what was not, nobody can say what it comes to
    ends = any(isinstance(step, EndGameStep | EndPhaseStep) for step in all_steps(model))
    for step in all_steps(model):
        if not isinstance(step, TurnsStep | RepeatStep):
            continue
        bounded = step.once if isinstance(step, TurnsStep) else step.times is not None
        if bounded:
            continue
        if step.until is None:
            if not ends:
                checker.report("no-end", step.span)
        elif understood and not ends and never(model, step.until):
            checker.report("end-never", step.until.span)


def never(model: Model, condition: Term) -> bool:
    """The condition is no for every number of players, whatever happens."""
    return all(value == 0 for value in _by_players(model, condition))


def _by_players(model: Model, term: Term) -> Iterator[int | None]:
    """A term's value for each number of players; None where it depends on play or settings."""
    counts = range(model.least_players, model.most_players + 1)
    return (constant_or_none(term, known_of(model, count)) for count in counts)


def _check_offers(checker: Checker, model: Model) -> None:
    for name, action in model.actions.items():
        if name not in checker.offered and action.span.file not in checker.lent:
            checker.report("action-never-offered", action.span, name=name)


# ---- sizes ---------------------------------------------------------------------------------------


def _check_sizes(checker: Checker, model: Model) -> None:
    """Work out all that must be known before a game begins, for every player count and every preset."""
    for preset in (None, *model.presets):
        for count in range(model.least_players, model.most_players + 1):
            values, problems = settle(model, count, {}, preset)
            if not problems:
                known = known_of(model, count, values)
                problems = size_problems(model, known)
            elif preset is not None:
                continue  # a preset need not suit every number of players
            for one in problems:
                checker.once(one.code, one.span, **one.facts)
            if not problems and preset is None:
                check_deals(checker, model, known)
            if any(one.code.startswith("limit-") for one in checker.problems):
                return


def _check_indices(checker: Checker, model: Model) -> None:
    """Report plain numbers that no place of their name has, whatever the players and the settings."""
    for part in (*all_terms(model), *all_steps(model)):
        if isinstance(part, ZoneAt | ZonesOf):
            _check_index(checker, model, part.zone, model.zones[part.zone].dimensions, part.index)
        elif isinstance(part, Variable | SetVariable | ShowValueStep):
            _check_index(checker, model, part.name, model.variables[part.name].dimensions, part.index)


def _check_index(
    checker: Checker, model: Model, name: str, dimensions: tuple[Dimension, ...], indices: tuple[Term, ...]
) -> None:
    for dimension, index in zip(dimensions, indices, strict=False):
        if dimension.size is not None and isinstance(index, Constant):
            most = _most(model, dimension.size)
            if index.value < 1 or (most is not None and index.value > most):
                last = "the last" if most is None else most
                checker.once("index-range", index.span, name=name, value=index.value, most=last)


def _most(model: Model, size: Term) -> int | None:
    """The largest that a size is for any number of players; None where settings have a say."""
    sizes = list(_by_players(model, size))
    known = [one for one in sizes if one is not None]
    return max(known) if len(known) == len(sizes) else None


# ---- cost ----------------------------------------------------------------------------------------


def _check_depth(checker: Checker, model: Model) -> None:
    """Refuse definitions and rules that use each other in chains so long that play could not follow."""
    for span, depth in deep(model, DEEPEST_CHAIN):
        checker.report("limit-chain", span, size=depth, most=DEEPEST_CHAIN)
        return


def _check_cost(checker: Checker, model: Model) -> None:
    """Refuse ranges of too many numbers, and loops so deeply nested that no computer would finish them."""
    values, _ = settle(model, model.most_players, {})
    known = known_of(model, model.most_players, values)
    long = list(long_ranges(model, known))
    for span in long:
        checker.report("limit-range", span)
    if long:
        return  # of course that is costly
    for one in costly(model, known, LARGEST_COST, LARGEST_SUM):
        facts: dict[str, int] = {"size": one.rounds, "limit": one.limit}
        if one.sets is None or one.sets.ways < MANY_SETS:
            checker.report("limit-cost", one.span, **facts)
        else:
            checker.report("limit-sets", one.sets.span, **facts, **one.sets.told)
        return  # whatever uses it is costly too
