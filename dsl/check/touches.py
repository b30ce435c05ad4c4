"""What effects read, add to and change, as far as it can be told before play: by name, not by index.

Where a card lies that is known by a local name only, is anybody's guess: any zone of its set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulewright.dsl.model import (
    Apply,
    AwardStep,
    BuiltIn,
    CallStep,
    CardsIn,
    CardsOfAll,
    DealStep,
    DiceIn,
    DieFace,
    DropOutStep,
    EndGameStep,
    EndPhaseStep,
    Kind,
    Local,
    Model,
    PutStep,
    Reaction,
    RerollStep,
    RollStep,
    SetVariable,
    ShowStep,
    ShowValueStep,
    ShuffleStep,
    Step,
    SwapStep,
    Term,
    Variable,
    ZoneAt,
    ZonesOf,
)
from rulewright.dsl.model.walk import Part, parts_of

END, PLAYING = "the end of the game", "who is playing"
WAITING = "the rules that wait for the end of the action"
_PLACES = ("level", "beneath", "above", "beside", "zone_of", "owner", "player_of")
"""The functions that ask where a card lies."""


@define
class Uses:
    """What a run of effects does to what, in words; `moves` are the zones that cards enter or leave."""

    reads: set[str] = field(factory=set)
    adds: set[str] = field(factory=set)
    writes: set[str] = field(factory=set)
    moves: set[str] = field(factory=set)

    def take_in(self, other: Uses) -> None:
        """All that another run does, too."""
        self.reads |= other.reads
        self.adds |= other.adds
        self.writes |= other.writes
        self.moves |= other.moves

    def shared(self, other: Uses) -> str:
        """Something that both touch, unless both only read it or both only add to it; "" for nothing."""
        mine, theirs = self.reads | self.adds | self.writes, other.reads | other.adds | other.writes
        found = self.writes & theirs | other.writes & mine | self.adds & other.reads | other.adds & self.reads
        return min(found, default="")


@define
class Touches:
    """Works out what the effects of one model touch."""

    model: Model
    _rules: dict[str, Uses] = field(factory=dict)
    _terms: dict[str, Uses] = field(factory=dict)
    _reactions: dict[str, Uses] = field(factory=dict)

    def shared_by(self, one: Reaction, other: Reaction) -> str:
        """Something that makes the order of two reactions to one event matter; "" for nothing.

        What they set off is queued behind both, so it counts only against what the other sets off.
        """
        return self.of(one).shared(self.of(other)) or self._following(one).shared(self._following(other))

    def of(self, reaction: Reaction) -> Uses:
        """What a reaction does itself."""
        if reaction.name not in self._reactions:
            self._reactions[reaction.name] = self._of_steps(reaction.body)
        return self._reactions[reaction.name]

    def _following(self, reaction: Reaction) -> Uses:
        """What may be done by the reactions that one sets off, by way of others or not."""
        found, seen = Uses(), set[str]()
        waiting = [reaction]
        while waiting:
            moved = self.of(waiting.pop()).moves
            for name, one in self.model.reactions.items():
                if one.zone in moved and name not in seen:
                    seen.add(name)
                    found.take_in(self.of(one))
                    waiting.append(one)
        return found

    def _of_steps(self, steps: Iterable[Step]) -> Uses:
        found = Uses()
        waiting: list[Part] = list(steps)
        while waiting:
            part = waiting.pop()
            if isinstance(part, Step):
                self._do(part, found)
            elif isinstance(part, Term):
                self._read(part, found)
            waiting.extend(parts_of(part))
        return found

    # ---- effects ---------------------------------------------------------------------------------

    def _do(self, step: Step, found: Uses) -> None:
        """What a statement does by itself, without what stands inside it."""
        if isinstance(step, CallStep) and not step.later:
            if step.rule not in self._rules:
                self._rules[step.rule] = self._of_steps(self.model.rules[step.rule].body)
            found.take_in(self._rules[step.rule])
            return
        if isinstance(step, EndGameStep | EndPhaseStep):
            found.writes.add(END)
            return
        if isinstance(step, SetVariable):
            name = f"the variable `{step.name}`"
            (found.writes if step.sign == "=" else found.adds).add(name)
        elif isinstance(step, AwardStep):
            found.adds.add(f"the points for `{step.score}`")
        elif isinstance(step, PutStep):
            self._move(found, step.what, step.zone)
        elif isinstance(step, DealStep):
            self._move(found, step.origin, step.to)
        elif isinstance(step, SwapStep):
            self._move(found, step.one, step.other)
        elif isinstance(step, ShuffleStep):
            found.writes.update(_zone_words(self._zones(step.zone)))
        elif isinstance(step, ShowStep):
            found.reads.update(_zone_words(self._zones(step.what)))
        elif isinstance(step, ShowValueStep):
            found.reads.add(f"the variable `{step.name}`")
        elif isinstance(step, RollStep):
            found.writes.add(_dice_words(step.dice))
        elif isinstance(step, RerollStep):
            found.writes.add(_dice_words(step.what.kind.name))
        elif isinstance(step, DropOutStep):
            found.writes.add(PLAYING)
        elif isinstance(step, CallStep):
            found.writes.add(WAITING)
        else:
            return  # it holds others, or gives a value a name
        found.adds.add(END)  # whether it is done at all hangs on that

    def _move(self, found: Uses, *ends: Term) -> None:
        zones = {name for end in ends for name in self._zones(end)}
        found.moves |= zones
        found.writes.update(_zone_words(zones))

    def _zones(self, term: Term) -> set[str]:
        """The names of the zones that a term stands for, or in which the cards lie that it stands for."""
        parts = list(self._all_parts(term))
        named = {part.zone for part in parts if isinstance(part, ZoneAt | ZonesOf)}
        unnamed = [
            part.kind
            for part in parts
            if isinstance(part, Local | Variable) and part.kind.family in ("card", "zone")
        ]
        if not named and not unnamed:
            unnamed = [term.kind]
        return named.union(*(self._zones_of(kind) for kind in unnamed))

    def _all_parts(self, term: Term) -> Iterator[Part]:
        """All parts of a term, with those of the definitions that it uses."""
        waiting: list[Part] = [term]
        seen: set[str] = set()
        while waiting:
            part = waiting.pop()
            yield part
            waiting.extend(parts_of(part))
            if isinstance(part, Apply) and part.definition not in seen:
                seen.add(part.definition)
                waiting.append(self.model.definitions[part.definition].value)

    def _zones_of(self, kind: Kind) -> set[str]:
        """All zones in which such cards may lie."""
        return {name for name, zone in self.model.zones.items() if kind.name in ("", zone.cards)}

    # ---- what is read ----------------------------------------------------------------------------

    def _read(self, term: Term, found: Uses) -> None:
        """What a term reads by itself, without what stands inside it."""
        if isinstance(term, Apply):
            if term.definition not in self._terms:
                uses = Uses()
                for part in self._all_parts(self.model.definitions[term.definition].value):
                    if isinstance(part, Term) and not isinstance(part, Apply):
                        self._read(part, uses)
                self._terms[term.definition] = uses
            found.take_in(self._terms[term.definition])
        elif isinstance(term, Variable):
            found.reads.add(f"the variable `{term.name}`")
        elif isinstance(term, ZoneAt | ZonesOf):
            found.reads.update(_zone_words({term.zone}))
        elif isinstance(term, CardsIn | CardsOfAll):
            found.reads.update(_zone_words(self._zones(term)))
        elif isinstance(term, BuiltIn) and term.name in _PLACES:
            found.reads.update(_zone_words(self._zones_of(term.arguments[0].kind)))
        elif isinstance(term, BuiltIn) and term.name == "playing":
            found.reads.add(PLAYING)
        elif isinstance(term, BuiltIn) and term.name != "index" and term.arguments[0].kind.family == "zone":
            found.reads.update(_zone_words(self._zones(term.arguments[0])))
        elif isinstance(term, DiceIn):
            found.reads.add(_dice_words(term.dice))
        elif isinstance(term, DieFace):
            found.reads.add(_dice_words(term.die.kind.name))


def _zone_words(names: Iterable[str]) -> list[str]:
    return [f"the zone `{name}`" for name in names]


def _dice_words(name: str) -> str:
    return f"the dice in `{name}`"
