"""What a term depends on, and whether it takes a loop to work it out."""

from __future__ import annotations

from rulewright.dsl.model import (
    Apply,
    BestOf,
    BuiltIn,
    CardsOfAll,
    Fold,
    Gather,
    IfSome,
    Kind,
    Local,
    Member,
    Model,
    PlaceOf,
    Property,
    Term,
)
from rulewright.interpreter.evaluate_tables import STATELESS, STATELESS_BUILT_INS
from rulewright.interpreter.traverse import parts_of

LOOPS = (Fold, BestOf, PlaceOf, Gather, CardsOfAll)


def free_locals(term: Term) -> dict[int, Kind]:
    """The locals that a term uses and does not bind itself."""
    used: dict[int, Kind] = {}
    bound: set[int] = set()
    for part in parts_of(term):
        if isinstance(part, Local):
            used.setdefault(part.slot, part.kind)
        elif isinstance(part, Gather | Fold | IfSome | BestOf | PlaceOf):
            bound.add(part.slot)
    return {slot: kind for slot, kind in used.items() if slot not in bound}


def loops(term: Term, model: Model, entered: frozenset[str] = frozenset()) -> bool:
    """Does it take a loop over what the players can change to work a term out?"""
    for part in parts_of(term):
        if isinstance(part, LOOPS):
            return True
        if isinstance(part, Member) and isinstance(part.collection, Property):
            return True
        if isinstance(part, Apply) and part.definition not in entered:
            value = model.definitions[part.definition].value
            if loops(value, model, entered | {part.definition}):
                return True
    return False


def stateless(term: Term, model: Model) -> bool:
    """Does a term depend on nothing that play can change, but for its locals?"""
    for part in parts_of(term):
        if isinstance(part, Apply):
            if not stateless(model.definitions[part.definition].value, model):
                return False
        elif isinstance(part, BuiltIn):
            if part.name not in STATELESS_BUILT_INS:
                return False
        elif isinstance(part, Term) and not isinstance(part, (Local, *STATELESS)):
            return False
    return True
