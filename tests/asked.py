"""Games in which chance is asked for, played once more as games that chance has given.

What was answered is put together again as whole shuffles and rolls, and played by the machine that everybody
else plays with: each state is the same, but for the order of cards that no rule has looked at.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from attrs import define, field

from rulewright.interpreter.engine.asked_chance import AskedChance, AskedState, AskingMachine
from rulewright.interpreter.engine.machine import PythonMachine
from rulewright.interpreter.game.engines import asking_machine, python_machine
from rulewright.interpreter.lowering.plan import Plan
from rulewright.interpreter.state.layout import State

MOST_MOVES = 120


@define(eq=False)
class Shuffle:
    """The order in which a shuffle left a zone; between `low` and `high` it has not been asked for."""

    order: list[int]
    low: int
    high: int


@define(eq=False)
class Recorded:
    """What chance gave, in order: shuffles, and numbers drawn. `open` are the last shuffles by zone."""

    events: list[Shuffle | int] = field(factory=list)
    open: dict[int, Shuffle] = field(factory=dict)

    def copy(self) -> Recorded:
        """The same, to go on apart."""
        copies = {
            id(one): Shuffle(list(one.order), one.low, one.high)
            for one in self.events
            if isinstance(one, Shuffle)
        }
        events = [copies[id(one)] if isinstance(one, Shuffle) else one for one in self.events]
        return Recorded(events, {zone: copies[id(one)] for zone, one in self.open.items()})


class Recording(AskedChance):
    """Chance that is asked for, and notes what was answered."""

    def __init__(self, chance: AskedChance) -> None:
        super().__init__(chance.layout, chance.code)
        self.recorded = Recorded()

    def _draw(self, s: State, c: object, site: int, counter: int, bound: int, *work: int) -> int:
        drawn = super()._draw(s, c, site, counter, bound, *work)
        self.recorded.events.append(drawn)
        return drawn

    def _shuffle(self, s: State, c: object, zone: int, site: int, counter: int, *work: int) -> None:
        super()._shuffle(s, c, zone, site, counter, *work)
        base, size = self._base(zone), self._size(s, zone)
        shuffle = Shuffle(s[base : base + size], *self._open(s, zone))
        self.recorded.events.append(shuffle)
        self.recorded.open[zone] = shuffle

    def _settle(self, s: State, zone: int, low: int, high: int, at: int) -> None:
        super()._settle(s, zone, low, high, at)
        shuffle, base = self.recorded.open[zone], self._base(zone)
        now_low, now_high = self._open(s, zone)
        width = shuffle.high - shuffle.low
        assert width == high - low
        cards = s[base + low : base + high]
        shuffle.order[shuffle.low : shuffle.high] = cards
        if now_high - now_low == 0:
            shuffle.low = shuffle.high
        elif now_low == low:
            shuffle.high -= 1
        else:
            shuffle.low += 1


def asking(plan: Plan) -> tuple[AskingMachine, Recording]:
    """A machine that asks, and what it was answered."""
    machine = asking_machine(plan, "asked")
    recording = Recording(machine.chance)
    machine.chance = recording
    inner: Any = machine._machine
    inner._names.update(recording.operations())
    return machine, recording


def replaying(plan: Plan, events: list[Shuffle | int]) -> PythonMachine:
    """A machine to which chance gives what was answered."""
    machine, left = python_machine(plan, "replayed"), list(reversed(events))
    names: Any = machine._names

    def draw(s: State, c: object, site: int, counter: int, bound: int, *work: int) -> int:
        drawn = left.pop()
        assert isinstance(drawn, int) and drawn < bound
        return drawn

    def shuffle(s: State, c: object, zone: int, site: int, counter: int, *work: int) -> None:
        found = left.pop()
        assert isinstance(found, Shuffle)
        base, size = plan.code.zone_bases.values[zone], s[plan.code.zone_sizes.base + zone]
        assert sorted(found.order) == sorted(s[base : base + size])
        s[base : base + size] = found.order

    names.update(draw=draw, shuffle=shuffle)
    return machine


def told(chance: AskedChance, slots: list[int], open_as: list[int]) -> list[int]:
    """A state without counters of chance; the cards of stretches that are open in another stand in order."""
    found = list(slots)
    for zone in range(len(chance.layout.zones)):
        low, high = chance._open(open_as, zone)
        base = chance._base(zone)
        found[base + low : base + high] = sorted(found[base + low : base + high])
    for slot in chance.layout.sites.values():
        found[slot] = 0
    return found


def check_asked_game(plan: Plan, seed: str, most_moves: int = MOST_MOVES) -> Counter[str]:
    """Play at random where chance is asked, and play the same once more as one game that chance had given.

    Says how many shuffles and draws there were, how often chance was asked, and how many places are open at
    last.
    """
    chance, counts = random.Random(seed), Counter[str]()
    machine, recording = asking(plan)
    state, kept = machine.start(7), Recorded()
    states: list[tuple[list[int], int]] = []
    moves: list[tuple[int, int, int]] = []

    def settle(state: AskedState) -> None:
        """Answer until a seat has to choose."""
        nonlocal kept
        while state.event is not None:
            assert len(set(state.event.outcomes)) == len(state.event.outcomes) > 1
            recording.recorded = kept.copy()
            counts["asked"] += 1
            machine.choose(state, chance.choice(state.event.outcomes))
        kept = recording.recorded
        states.append((machine.slots(state), len(moves)))

    settle(state)
    while machine.deciders(state) and len(moves) < most_moves:
        seat = chance.choice(machine.deciders(state))
        listed = machine.moves(state, seat)
        if listed is None:
            break
        moves.append((seat, chance.randrange(len(listed)), len(listed)))
        recording.recorded = kept.copy()
        machine.apply(state, seat, listed[moves[-1][1]])
        settle(state)

    plain = replaying(plan, kept.events)
    again = plain.start(7)
    for slots, made in states:
        assert told(recording, slots, slots) == told(recording, again, slots)
        if made < len(moves):
            seat, number, many = moves[made]
            listed = plain.moves(again, seat)
            assert listed is not None and len(listed) == many
            plain.apply(again, seat, listed[number])
    if plain.point(again) is None:
        assert plain.results(again) == machine.results(state)
    for zone in range(len(plan.layout.zones)):
        low, high = recording._open(machine.slots(state), zone)
        counts["open"] += high - low
    counts["shuffles"] = sum(isinstance(one, Shuffle) for one in kept.events)
    counts["draws"] = len(kept.events) - counts["shuffles"]
    return counts
