"""What only the whole game shows: no end, circles of reactions, sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.dsl.check_deals import check_deals
from rulewright.dsl.check_reactions import check_reactions
from rulewright.dsl.cost import costly, deep
from rulewright.dsl.desk import Desk
from rulewright.dsl.model import (
    ConstantFault,
    EndGameStep,
    ForEachStep,
    IfStep,
    Known,
    Model,
    NotConstant,
    PhaseStep,
    RepeatStep,
    Step,
    Term,
    TurnsStep,
    constant,
    constants,
    known_of,
    settle,
)
from rulewright.dsl.spans import Span

MOST_ZONES = 600
"""The most zones a game may have, all indices counted."""
MOST_CARDS = 5_000
"""The most cards a game's box may hold."""
DEEPEST_CHAIN = 150
"""How deep expressions may be nested, those of definitions counted where they are used."""
LARGEST_COST = 10_000_000
"""The most often that nested loops over what is in the box may go round, one inside the other."""


def check_whole(desk: Desk, model: Model) -> None:
    """Report what stands against the game as a whole."""
    _check_end(desk, model)
    _check_offers(desk, model)
    check_reactions(desk, model)
    if model.winner is None and model.title:
        desk.report("no-winner", Span(_file_of(model), 1, 1, 1, 1))
    if not _failed(desk):
        _check_depth(desk, model)
    if not _failed(desk):
        _check_sizes(desk, model)
    if not _failed(desk):
        _check_cost(desk, model)


def _failed(desk: Desk) -> bool:
    return any(not one.warning for one in desk.problems)


def _file_of(model: Model) -> str:
    return next(iter(model.sources), "")


# ---- the end -------------------------------------------------------------------------------------


def steps_within(steps: tuple[Step, ...]) -> Iterator[Step]:
    """All steps of a run, those inside others too, in the order written."""
    for step in steps:
        yield step
        if isinstance(step, PhaseStep | TurnsStep | RepeatStep | ForEachStep):
            yield from steps_within(step.body)
        elif isinstance(step, IfStep):
            yield from steps_within(step.body)
            yield from steps_within(step.otherwise)


def all_steps(model: Model) -> Iterator[Step]:
    """All steps of a game."""
    yield from steps_within(model.setup)
    yield from steps_within(model.play)
    for body in (
        *(rule.body for rule in model.rules.values()),
        *(action.body for action in model.actions.values()),
        *(reaction.body for reaction in model.reactions.values()),
    ):
        yield from steps_within(body)


def _check_end(desk: Desk, model: Model) -> None:
    ends = any(isinstance(step, EndGameStep) for step in all_steps(model))
    for step in all_steps(model):
        if not isinstance(step, TurnsStep | RepeatStep):
            continue
        bounded = step.once if isinstance(step, TurnsStep) else step.times is not None
        if bounded:
            continue
        if step.until is None:
            if not ends:
                desk.report("no-end", step.span)
        elif _never(model, step.until) and not ends:
            desk.report("end-never", step.until.span)


def _never(model: Model, condition: Term) -> bool:
    """The condition is no for every number of players, whatever happens."""
    try:
        return not any(
            constant(condition, known_of(model, count))
            for count in range(model.least_players, model.most_players + 1)
        )
    except (NotConstant, ConstantFault):
        return False


def _check_offers(desk: Desk, model: Model) -> None:
    for name, action in model.actions.items():
        if name not in desk.offered and action.span.file not in desk.lent:
            desk.report("action-never-offered", action.span, name=name)


# ---- sizes ---------------------------------------------------------------------------------------


def _check_sizes(desk: Desk, model: Model) -> None:
    """Work out all that must be known before a game begins, for every player count."""
    for count in range(model.least_players, model.most_players + 1):
        values, problems = settle(model, count, {})
        for one in problems:
            desk.once(one.code, one.span, **one.facts)
        if not problems:
            known = known_of(model, count, values)
            _check_sizes_for(desk, model, known)
            check_deals(desk, model, known)
        if any(one.code.startswith("limit-") for one in desk.problems):
            return


def _check_sizes_for(desk: Desk, model: Model, known: Known) -> None:
    for name, table in model.tables.items():
        for entry in table.entries:
            _known_number(desk, entry, known, f"an entry of the table `{name}`")
    cards = 0
    for name, card_set in model.card_sets.items():
        made = 1 if card_set.generators else sum(row.copies for row in card_set.rows)
        for generator in card_set.generators:
            made *= _known_size(desk, generator.over, known, f"the cards `{name}`")
        cards += made
        if cards > MOST_CARDS:
            desk.once("limit-cards", card_set.span, size=cards, most=MOST_CARDS)
    _check_zone_sizes(desk, model, known)
    for name, dice in model.dice.items():
        _within(desk, dice.capacity, known, f"the number of dice in `{name}`", 1, 200)
    for need in model.needs:
        _known_number(desk, need.amount, known, "what the game needs")


def _check_zone_sizes(desk: Desk, model: Model, known: Known) -> None:
    total = 0
    for name, zone in model.zones.items():
        made = 1
        for dimension in zone.dimensions:
            if dimension.over == "player":
                made *= known.player_count
            elif dimension.over == "enum":
                made *= len(model.enums[dimension.name].values)
            elif dimension.size is not None:
                made *= _within(desk, dimension.size, known, f"the number of `{name}`", 1, MOST_ZONES)
        if zone.capacity is not None:
            _within(desk, zone.capacity, known, f"the room of `{name}`", 0, MOST_CARDS)
        total += made
        if total > MOST_ZONES:
            desk.once("limit-zones", zone.span, size=total, most=MOST_ZONES)


def _worked_out(desk: Desk, work: Callable[[], int], what: str, otherwise: int) -> int:
    try:
        return work()
    except NotConstant as fault:
        desk.once("not-constant", fault.span, what=what)
    except ConstantFault as fault:
        desk.once(fault.problem.code, fault.problem.span, **fault.problem.facts)
    return otherwise


def _known_number(desk: Desk, term: Term, known: Known, what: str) -> int:
    return _worked_out(desk, lambda: constant(term, known), what, 1)


def _known_size(desk: Desk, term: Term, known: Known, what: str) -> int:
    return _worked_out(desk, lambda: len(constants(term, known)), what, 1)


def _within(desk: Desk, term: Term, known: Known, what: str, low: int, high: int) -> int:
    value = _known_number(desk, term, known, what)
    if low <= value <= high:
        return value
    desk.once("size-range", term.span, what=what, value=value, low=low, high=high)
    return low


# ---- cost ----------------------------------------------------------------------------------------


def _check_depth(desk: Desk, model: Model) -> None:
    """Refuse definitions and rules that use each other in chains so long that play could not follow."""
    for span, depth in deep(model, DEEPEST_CHAIN):
        desk.report("limit-chain", span, size=depth, most=DEEPEST_CHAIN)
        return


def _check_cost(desk: Desk, model: Model) -> None:
    """Refuse loops so deeply nested that no computer would finish them."""
    for span, cost in costly(model, LARGEST_COST):
        desk.report("limit-cost", span, size=cost, most=LARGEST_COST)
        return  # whatever uses it is costly too
