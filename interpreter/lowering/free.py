"""What a term depends on, and whether it takes a loop to work it out."""

from __future__ import annotations

from rulewright.dsl.model import (
    And,
    Apply,
    Arithmetic,
    BagCount,
    BagTotal,
    BestOf,
    BuiltIn,
    CardsOfAll,
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
    PlaceOf,
    PlayerCount,
    Property,
    SettingValue,
    TableEntry,
    Term,
)
from rulewright.dsl.model.traverse import all_parts_of, parts_of

LOOPS = (Fold, BestOf, PlaceOf, Gather, CardsOfAll)
_STATELESS: tuple[type[Term], ...] = (
    Local,
    Apply,
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

_STATELESS_BUILT_INS = ("min", "max", "abs", "seat", "neighbour", "index", "distinct")


def free_locals(term: object) -> dict[int, Kind]:
    """The locals that a term, or several, use and do not bind themselves."""
    used: dict[int, Kind] = {}
    bound: set[int] = set()
    for part in parts_of(term):
        if isinstance(part, Local):
            used.setdefault(part.slot, part.kind)
        elif isinstance(part, Gather | Fold | IfSome | BestOf | PlaceOf):
            bound.add(part.slot)
    return {slot: kind for slot, kind in used.items() if slot not in bound}


def loops(term: Term, model: Model) -> bool:
    """Does it take a loop over what the players can change to work a term out?"""
    return any(
        isinstance(part, LOOPS) or (isinstance(part, Member) and isinstance(part.collection, Property))
        for part in all_parts_of(term, model)
    )


def stateless(term: Term, model: Model) -> bool:
    """Does a term depend on nothing that play can change, but for its locals?"""
    return all(
        part.name in _STATELESS_BUILT_INS if isinstance(part, BuiltIn) else isinstance(part, _STATELESS)
        for part in all_parts_of(term, model)
        if isinstance(part, Term)
    )


def properties_read(term: Term, slot: int, model: Model) -> list[tuple[str, str]] | None:
    """The properties, by card set and name, that a term reads of the card in a local.

    None where it matters otherwise which card that is: then cards of equal properties may differ.
    """
    read: dict[tuple[str, str], None] = {}
    entered, waiting = {slot}, [(term, slot)]
    while waiting:
        inside, card = waiting.pop()
        otherwise = 0
        for part in parts_of(inside):
            if isinstance(part, Local):
                otherwise += part.slot == card
            elif isinstance(part, Property | BagCount | BagTotal):
                if isinstance(part.card, Local) and part.card.slot == card:
                    read[part.card.kind.name, part.name] = None
                    otherwise -= 1
            elif isinstance(part, Apply):
                definition = model.definitions[part.definition]
                for parameter, argument in zip(definition.parameters, part.arguments, strict=True):
                    if isinstance(argument, Local) and argument.slot == card:
                        otherwise -= 1
                        if parameter.slot not in entered:
                            entered.add(parameter.slot)
                            waiting.append((definition.value, parameter.slot))
        if otherwise:
            return None
    return list(read)
