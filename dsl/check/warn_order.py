"""Warnings where rules ask for the order of cards in a zone that is declared to have none."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.model import (
    Apply,
    BestOf,
    BuiltIn,
    CardsIn,
    CardsOfAll,
    Fold,
    Gather,
    ListOfTerms,
    Local,
    Model,
    Must,
    Term,
    ZoneAt,
    ZonesOf,
)
from rulewright.dsl.model.walk import terms_in_bodies, terms_outside_bodies
from rulewright.dsl.problems import Note

_OF_ZONES = ("top", "bottom", "first", "last")
_OF_CARDS = ("level", "beneath", "above", "beside")


def warn_order(checker: Checker, model: Model) -> None:
    """Warn of what asks for an order where all that it can be about is unordered zones."""
    origins = _Origins(model)
    for term, late in _terms(model):
        if isinstance(term, BuiltIn) and term.name in (*_OF_ZONES, *_OF_CARDS):
            zones = sorted(origins.of(term.arguments[0], late))
            if zones and all(zone in model.zones and model.zones[zone].unordered for zone in zones):
                note = Note(model.zones[zones[0]].span, "declared here")
                checker.warn("order-of-unordered", term.span, note, asks=term.name, zone=zones[0])


def _terms(model: Model) -> Iterator[tuple[Term, bool]]:
    """All terms, and whether cards may have been moved since the choices of the action were made."""
    yield from ((term, False) for term in terms_outside_bodies(model))
    yield from ((term, True) for term in terms_in_bodies(model))


_UNKNOWN = frozenset(("",))
"""In the place of zones that cannot be read from the rules; no zone has this name."""


@define
class _Origins:
    """From which zones the values of terms come."""

    model: Model
    _sources: dict[int, list[tuple[Term, bool]]] = field(factory=dict, init=False)
    _chosen: dict[int, Term] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        for action in self.model.actions.values():
            self._chosen.update((one.slot, one.domain) for one in action.choices)
        for term, late in _terms(self.model):
            if isinstance(term, Gather | Fold | BestOf):
                self._sources[term.slot] = [(term.over, late)]
            elif isinstance(term, Apply):
                parameters = self.model.definitions[term.definition].parameters
                for one, argument in zip(parameters, term.arguments, strict=True):
                    self._sources.setdefault(one.slot, []).append((argument, late))

    def of(self, term: Term, late: bool) -> frozenset[str]:
        """The zones that a card, its collection or a zone is one of."""
        match term:
            case ZoneAt() | ZonesOf():
                return frozenset((term.zone,))
            case (
                CardsIn(zone)
                | CardsOfAll(zone)
                | BuiltIn(name="top" | "bottom" | "first" | "last", arguments=(zone,))
            ):
                return self.of(zone, late)
            case Must(value=value):
                return self.of(value, late)
            case BestOf() | Gather(value=None):
                return self.of(term.over, late)
            case Gather(value=Term() as value):
                return self.of(value, late)
            case ListOfTerms(items):
                return frozenset().union(*(self.of(item, late) for item in items))
            case Local(slot) if slot in self._sources:
                return frozenset().union(*(self.of(*source) for source in self._sources[slot]))
            case Local(slot) if slot in self._chosen and not late:
                return self.of(self._chosen[slot], late)
        return _UNKNOWN
