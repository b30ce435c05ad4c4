"""Which terms depend on nothing in a game's state but one local, so that a table can stand for them."""

from __future__ import annotations

from rulewright.dsl.model import (
    And,
    Apply,
    Arithmetic,
    BagCount,
    BagTotal,
    BuiltIn,
    Comparison,
    Conditional,
    Constant,
    Default,
    EveryPlayer,
    Fold,
    Gather,
    IfSome,
    IsSome,
    Kind,
    Listing,
    ListOfTerms,
    Local,
    MatchOn,
    Member,
    Model,
    Must,
    Not,
    Or,
    PlayerCount,
    Property,
    SettingValue,
    TableEntry,
    Term,
)
from rulewright.dsl.model.traverse import parts_of

STATELESS: tuple[type[Term], ...] = (
    Constant,
    SettingValue,
    PlayerCount,
    Listing,
    EveryPlayer,
    ListOfTerms,
    Gather,
    Fold,
    Property,
    BagCount,
    BagTotal,
    TableEntry,
    IfSome,
    Default,
    IsSome,
    Must,
    Arithmetic,
    Comparison,
    And,
    Or,
    Not,
    Conditional,
    MatchOn,
    Member,
)
"""Terms whose value depends on their parts alone; without those that can make long loops."""

STATELESS_BUILT_INS = ("min", "max", "abs", "seat", "neighbour", "distinct")
TABLED = ("card", "enum", "player", "bool")
"""Kinds with few enough values, all known before play."""


def free_local(term: Term, model: Model) -> tuple[int, Kind] | None:
    """The slot and kind of the only local that the term depends on; None if it depends on anything else."""
    used: dict[int, Kind] = {}
    bound: set[int] = set()
    if isinstance(term, Local) or not _collect(term, model, used, bound, set()):
        return None
    free = [(slot, kind) for slot, kind in used.items() if slot not in bound]
    if len(free) != 1:
        return None
    _, kind = free[0]
    fit = kind.family in TABLED and not kind.optional and kind.shape == "one"
    return free[0] if fit else None


def _collect(term: Term, model: Model, used: dict[int, Kind], bound: set[int], entered: set[str]) -> bool:
    """Gather the locals that a term uses and those that it binds; False if it looks at the state.

    A slot has one owner in the whole model, so a slot that is bound anywhere inside is never free.
    """
    for part in parts_of(term):
        if isinstance(part, Local):
            earlier = used.setdefault(part.slot, part.kind)
            if part.kind.optional and not earlier.optional:
                used[part.slot] = part.kind
        elif isinstance(part, Apply):
            if part.definition in entered:
                continue
            entered.add(part.definition)
            definition = model.definitions[part.definition]
            bound.update(parameter.slot for parameter in definition.parameters)
            if not _collect(definition.value, model, used, bound, entered):
                return False
        elif isinstance(part, BuiltIn):
            if part.name not in STATELESS_BUILT_INS:
                return False
        elif isinstance(part, STATELESS):
            if isinstance(part, Gather | Fold | IfSome):
                bound.add(part.slot)
        elif isinstance(part, Term):
            return False
    return True
