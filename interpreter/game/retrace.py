"""Games that one seat cannot tell from the real one, in which all can have happened that has happened.

A redeal (`engine.redeal`) says where hidden cards may lie now. From there it is gone back through the game:
of cards that went from zone to zone unseen it is drawn which of those lying there came so, within what the
seat knew then. That gives each shuffle its order. Then the game is played once more from its beginning, with
these shuffles, with choices of others that look the same to the seat, and with all other hidden chance drawn
anew. Where a move is not legal, somebody else is asked, or the seat is told something else, it is begun again
with another redeal, so many times (`TRIES`).

What the seat does not know of the real game plays no part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import partial

from attrs import define, evolve, field, frozen

from rulewright.interpreter.engine.events import Event, Watch
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.journal import Journal
from rulewright.interpreter.engine.machine import PythonMachine, Stopped
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.engine.redeal import Chance, assign, redeal
from rulewright.interpreter.game.history import History, Step
from rulewright.interpreter.game.witness import Differs, Eyes, Given, Moved, Notes, Shuffled, Witness, ways
from rulewright.interpreter.state.chance import site_number
from rulewright.interpreter.state.domains import (
    DONE_MOVE,
    Argument,
    CompiledChoice,
    InternalMove,
    TooManyMoves,
    number_of,
)
from rulewright.interpreter.state.layout import (
    BOX,
    ME,
    MOVES,
    OVER,
    PC,
    SEED_HIGH,
    SEED_LOW,
    State,
    sees_value,
)
from rulewright.interpreter.state.state import cards_in, numbers_in, sees_card, set_seed

TRIES = 128
"""How often it is begun again until all fits."""
FEW = 16
"""The same for programs that look ahead many times."""
_AGAIN = 32
"""How often a move is made again where chance may decide whether the seat is told the same."""
_MOST = 200
"""How often at most a move is made again, or one that looks the same to the seat."""

_SITE = site_number("retraced")

Cards = dict[int, int]
"""For cards of the real game those that lie in their places in another."""


@frozen(eq=False)
class Past:
    """A move of the real game, or how it began (no step).

    `before` is the state before it; `named` are the cards that the move names, `held` those that variables
    and the course of play hold by name, `bound` these and all that moved; `waits` is where play stands then.
    `drew`: chance decided something beside shuffles and dice.
    """

    step: Step | None
    before: State
    named: frozenset[int]
    held: frozenset[int]
    bound: frozenset[int]
    notes: Notes
    waits: tuple[object, ...]
    drew: bool


@frozen(eq=False)
class Retraced:
    """A game that fits: its states by how many moves were made, its moves, and what happened with each.

    First comes how it began.
    """

    states: list[State]
    moves: list[InternalMove | None]
    events: list[list[Event]]


@frozen(eq=False)
class _Run:
    """What a game is played once more with."""

    machine: PythonMachine
    witness: Witness
    seed: int

    def chance(self, *of: int) -> Chance:
        """Chance for one thing, whatever is drawn for others: in which order several chose is not known."""
        return Chance(self.seed, site=site_number(" ".join(map(str, of))))


@define(eq=False)
class Retracing:
    """See the head of this file: for one seat of one game, up to some of its moves."""

    program: Program
    seat: int
    _eyes: Eyes = field(init=False)
    _noting: Witness = field(init=False)
    _past: list[Past] = field(factory=list)
    _copies: dict[int, tuple[int, ...]] = field(init=False)
    _sites: tuple[int, ...] = field(init=False)
    _laid_out: bool = False
    """Did somebody lay out the position that the game began from?"""
    _events: list[Event] = field(factory=list)
    """What happened before that."""
    fitted: int = 0
    """How many of the moves fitted in the last redeal, at best."""

    def __attrs_post_init__(self) -> None:
        play, layout = self.program.play, self.program.layout
        self._eyes = Eyes(play.teller, self.seat)
        self._noting = Witness(self._eyes, play.journal)
        same: dict[int, list[int]] = {}
        for card in layout.cards:
            same.setdefault(card.alike, []).append(card.number)
        self._copies = {card.number: tuple(same[card.alike]) for card in layout.cards}
        sites = layout.sites.items()
        self._sites = tuple(at for name, at in sites if not name.startswith(("zone ", "dice ")))

    def __len__(self) -> int:
        """How many moves have been noted."""
        return len(self._past) - 1

    # ---- the real game ---------------------------------------------------------------------------

    def note(self, history: History, moves: int) -> None:
        """Note what happened in the first so many moves, as far as that has not been done."""
        if not self._past:
            self._begin(history)
        for number in range(history.first + len(self), moves):
            step, before = history.steps[number], history.told(number)
            notes, state = Notes(), list(before)
            self._noting.begin(notes)
            if step.meant is not None:
                self.program.play.apply(state, step.seat, step.meant, machine=self._machine(self._noting))
            self._note(step, before, state, notes)

    def _begin(self, history: History) -> None:
        notes = Notes()
        self._noting.begin(notes)
        before = history.before_setup()
        if before is None:
            self._laid_out = True
            before = history.told(history.first)
            self._events = history.events_until(0)
            state = before
        else:
            state = list(before)
            self._machine(self._noting).advance(state)
        self._note(None, before, state, notes)

    def _note(self, step: Step | None, before: State, after: State, notes: Notes) -> None:
        layout = self.program.layout
        held = frozenset((*self._held(before), *self._held(after)))
        named = {before[slot] for found in layout.cards_chosen for slot in found(before)}
        if step is not None and step.meant is not None:
            named.update(self._cards_of(step.meant))
        moved = (card for act in notes.acts if isinstance(act, Moved) for card, _, _ in act.moves)
        waiting = named if step is not None and step.hidden else ()  # what all have chosen moves together
        bound = held.union(moved, waiting)
        drew = step is None or any(before[at] != after[at] for at in self._sites)
        self._past.append(Past(step, before, frozenset(named), held, bound, notes, self._waits(after), drew))

    def _machine(self, witness: Witness) -> PythonMachine:
        asked = self.program.asked
        return PythonMachine(asked.printed, most_work=asked.most_work, watcher=witness)

    def _waits(self, state: State) -> tuple[object, ...]:
        """Where play waits, and for whom."""
        if state[OVER]:
            return (state[PC],)
        commits, seats = self.program.play.point(state).commits, self.program.layout.seats
        if commits is None:
            return (state[PC], state[ME])
        return (state[PC], *(commits.status(state, one) for one in seats))

    def _held(self, state: State) -> Iterable[int]:
        """The cards that variables and the course of play hold by name."""
        layout = self.program.layout
        for name, variable in layout.model.variables.items():
            if variable.kind.family == "card":
                place = layout.variables[name]
                yield from state[place.base : place.base + place.size]
        yield from (state[slot] for slot in layout.card_slots)
        for base in layout.card_lists:
            yield from state[base + 1 : base + 1 + state[base]]

    def _cards_of(self, move: InternalMove) -> Iterable[int]:
        """The cards that a move names."""
        choices = () if move == DONE_MOVE else self.program.actions[number_of(move)].choices
        for choice, argument in zip(choices, move[1:], strict=bool(choices)):
            if choice.family == "card":
                yield from argument if isinstance(argument, tuple) else (argument,)

    # ---- deals -----------------------------------------------------------------------------------

    def deal(self, there: State, seed: int, *, told: bool = False) -> Retraced | None:
        """A game that fits, whose end the seat cannot tell from the state `there`; None where none was found.

        Only a game that is `told` has all its states, with what observers know, and events; for it there are
        more tries.
        """
        chance = Chance(seed, site=_SITE)
        self.fitted = 0
        for _ in range(TRIES if told else FEW):
            dealt = redeal(self.program.layout, there, self.seat, chance.seed_below())
            given = self._traced(there, dealt, chance)
            found = None if given is None else self._played(given, chance, told)
            if found is not None:
                last = found.states[-1]
                last[SEED_LOW], last[SEED_HIGH] = dealt[SEED_LOW], dealt[SEED_HIGH]
                for begin, end in self.program.layout.scratch:
                    last[begin:end] = [0] * (end - begin)
                for counter in self.program.layout.sites.values():
                    last[counter] = 0
                return found
        return None

    # ---- back from the present -------------------------------------------------------------------

    def _traced(self, there: State, dealt: State, chance: Chance) -> list[tuple[Cards, Given]] | None:
        """For each stretch of the game which cards stand for which when it begins, and what it is to be like.

        None where cards cannot have come to lie as they are dealt.
        """
        cards: Cards | None = self._matched(there, dealt)
        fixed: set[int] = set()
        found: list[tuple[Cards, Given]] = []
        for past in reversed(self._past):
            flows: list[dict[tuple[int, int], list[int]]] = []
            orders: list[list[int]] = []
            bound = set(past.held)
            for act in reversed(past.notes.acts):
                assert cards is not None
                if isinstance(act, Shuffled):
                    orders.append([cards[card] for card in act.order])
                    flows.append({})
                    fixed.difference_update(act.order)
                    continue
                cards = self._before(act, cards, fixed, bound, chance)
                if cards is None:
                    return None
                moved = [(cards[card], origin, to) for card, origin, to in act.moves]
                flows.append(ways(moved, self._eyes.alike))
                orders.append([])
                for card, origin, _ in act.moves:
                    if card in past.named:
                        bound.add(card)
                    elif self._by_place(act, origin):
                        fixed.add(card)
            assert cards is not None
            found.append((cards, Given(past.notes, flows[::-1], orders[::-1])))
        return found[::-1]

    def _by_place(self, act: Moved, origin: int) -> bool:
        """Did it show, or follow from the rules, from which place a card was taken that nobody chose?"""
        if origin == BOX or not act.after[self.program.layout.zones[origin].size_at]:
            return False
        return act.shows.taken or self.program.knowledge.keeps_places[origin]

    def _matched(self, there: State, dealt: State) -> Cards:
        """Which card of a redeal lies in the place of which."""
        layout = self.program.layout
        found = {card.number: card.number for card in layout.cards}
        held = dict(zip(self._held(there), self._held(dealt), strict=False))
        placed = there[layout.placed_by(self.seat)]
        for zone in layout.zones:
            here, other = (cards_in(layout, one, zone.number) for one in (there, dealt))
            if self._eyes.sees(zone.number):
                found.update(self._same(here, other) or {})
                continue
            known = {card: held[card] for card in here if held.get(card) in other}
            for at, card in enumerate(here):
                if placed >> card & 1 and card not in known and other[at] not in known.values():
                    known[card] = other[at]
            rest = (card for card in other if card not in known.values())
            found.update(known)
            found.update(zip((card for card in here if card not in known), rest, strict=True))
        return found

    def _same(self, cards: Sequence[int], others: Sequence[int]) -> Cards | None:
        """For each card itself, or a copy of it; None where there are too few."""
        left, found = list(others), Cards()
        for exact in (True, False):
            for card in cards:
                if card in found:
                    continue
                same = [one for one in left if one == card or (not exact and one in self._copies[card])]
                if same:
                    found[card] = same[0]
                    left.remove(same[0])
        return found if len(found) == len(cards) else None

    def _before(
        self, act: Moved, cards: Cards, fixed: Set[int], bound: Set[int], chance: Chance
    ) -> Cards | None:
        """Which cards stood for which before a statement moved some; None where that cannot have been.

        `fixed` cards are known by their places later on, `bound` ones by name before and after.
        """
        layout, state = self.program.layout, act.after
        came = {card: origin for card, origin, _ in act.moves}
        result = cards
        for zone in sorted({to for _, _, to in act.moves if not self._eyes.sees(to)}):
            lying = cards_in(layout, state, zone)
            groups: dict[int, list[int]] = {}
            for card in lying:
                stays = card in fixed or (card in bound and not self._eyes.sees(came.get(card, zone)))
                if not stays:
                    groups.setdefault(came.get(card, zone), []).append(card)
                elif came.get(card, zone) not in self._possible(act, cards[card], came):
                    return None
            if len(groups) < 2 and not any(map(self._eyes.sees, groups)):
                continue
            free = [cards[card] for group in groups.values() for card in group]
            result = dict(result)
            for origin in [origin for origin in groups if self._eyes.sees(origin)]:
                pairs = self._same(groups.pop(origin), free)
                if pairs is None:
                    return None
                result.update(pairs)
                for card in pairs.values():
                    free.remove(card)
            room = {origin: len(group) for origin, group in groups.items()}
            possible = {
                card: tuple(one for one in self._possible(act, card, came) if one in room) for card in free
            }
            dealt = assign(possible, room, chance) if all(possible.values()) else None
            if dealt is None:
                return None
            for origin, group in sorted(groups.items()):
                there = sorted(card for card, lay in dealt.items() if lay == origin)
                result.update(self._paired(act, group, there, chance))
        return result

    def _possible(self, act: Moved, card: int, came: Mapping[int, int]) -> Sequence[int]:
        """Where a card, or a copy of it, can have lain before a statement as far as the seat knew."""
        layout, state = self.program.layout, act.after
        row, mask, seen = layout.knowledge_of(self.seat), 0, list[int]()
        for copy in self._copies[card]:
            mask |= state[row + copy]
            if not state[row + copy]:
                seen.append(came.get(copy, state[layout.zone_of_at + copy]))
        return (*numbers_in(mask), *seen)

    def _paired(self, act: Moved, group: Sequence[int], there: Sequence[int], chance: Chance) -> Cards:
        """Which of the cards that were `there`, in one zone, lay in the place of each of a group."""
        placed = act.after[self.program.layout.placed_by(self.seat)]
        known = {card: card for card in group if placed >> card & 1 and card in there}
        left = [card for card in there if card not in known]
        chance.shuffle(left)
        return {**known, **dict(zip((card for card in group if card not in known), left, strict=True))}

    # ---- forth again -----------------------------------------------------------------------------

    def _played(self, traced: Sequence[tuple[Cards, Given]], chance: Chance, told: bool) -> Retraced | None:
        """The game as it is played with these cards; None where something does not fit."""
        watch = Watch()

        def journal() -> Journal:
            watch.events = []
            return self.program.play.journal(watch)

        witness = Witness(self._eyes, journal if told else None)
        run, found = _Run(self._machine(witness), witness, chance.seed_below()), Retraced([], [], [])
        state: State | None = None
        for number, (past, (cards, given)) in enumerate(zip(self._past, traced, strict=True)):
            self.fitted = max(self.fitted, number)
            watch.events = []
            if past.step is None:
                watch.events = [
                    evolve(event, cards=tuple(map(cards.__getitem__, event.cards))) for event in self._events
                ]
                state = self._set_up(past, cards, given, run)
            else:
                assert state is not None
                state, meant = self._made(past, past.step, state, cards, given, run)
                found.moves.append(meant)
            if state is None:
                return None
            if told:
                found.states.append(list(state))
                found.events.append(watch.events)
        assert state is not None
        if not told:
            found.states.append(state)
        return found

    def _set_up(self, past: Past, cards: Cards, given: Given, run: _Run) -> State | None:
        """The game at its first choice."""
        if self._laid_out:
            return self._laid(past, cards, run)
        layout = self.program.layout
        chance = run.chance()
        for _ in range(_AGAIN if self._sites else 1):
            state = list(past.before)
            set_seed(state, chance.seed_below())
            for name in self.program.drawn_variables:
                self.program.begin_variable(state, name)
                place = layout.variables[name]
                for slot in range(place.base, place.base + place.size):
                    if sees_value(layout, past.before, slot, self.seat):
                        state[slot] = past.before[slot]
            if self._fits(past, state, given, run, partial(run.machine.advance, state)):
                return state
        return None

    def _laid(self, past: Past, cards: Cards, run: _Run) -> State | None:
        """The position that the game began from, with other cards where the seat does not see them."""
        layout = self.program.layout
        hidden = {
            zone.number: cards_in(layout, past.before, zone.number)
            for zone in layout.zones
            if not self._eyes.sees(zone.number)
        }
        lying = [card for there in hidden.values() for card in there]
        same = self._same([cards[card] for card in lying], lying)
        if same is None:
            return None
        theirs = {zone: [same[cards[card]] for card in there] for zone, there in hidden.items()}
        return redeal(layout, past.before, self.seat, run.chance().seed_below(), theirs)

    def _made(
        self, past: Past, step: Step, state: State, cards: Cards, given: Given, run: _Run
    ) -> tuple[State | None, InternalMove | None]:
        """The state after a move like the one that was made, and that move; no state where there is none."""
        play = self.program.play
        commits = play.point(state).commits
        if step.meant is None:
            assert commits is not None
            commits.withdraw(state, step.seat)
            return state, None
        made = 0 if commits is None else commits.made(state, step.seat)
        own, chance = run.chance(state[MOVES], step.seat, made), run.chance(state[MOVES])
        options = self._options(past, step.seat, step.meant, state, cards, own)
        tries = options * _AGAIN if past.drew else options
        for meant in tries[:_MOST]:
            legal = play.canonical(state, step.seat, meant)
            if legal is not None:
                after = list(state)
                set_seed(after, chance.seed_below())
                make = partial(play.apply, after, step.seat, legal, machine=run.machine)
                if self._fits(past, after, given, run, make):
                    return after, legal
        return None, None

    def _fits(self, past: Past, state: State, given: Given, run: _Run, make: Callable[[], object]) -> bool:
        """Do what is to be done; False where the seat could tell it from what was done."""
        run.witness.begin(Notes(), given)
        run.machine.ready()
        try:
            make()
            run.witness.end()
        except (Differs, Fault, Stopped):
            return False
        return self._waits(state) == past.waits

    def _options(
        self, past: Past, seat: int, meant: InternalMove, state: State, cards: Cards, chance: Chance
    ) -> list[InternalMove]:
        """The moves that are like one that was made, as the seat saw it, in any order."""
        there = self._there(past, meant, state, cards)
        if meant == DONE_MOVE or seat == self.seat:
            return [there]
        choices = self.program.actions[number_of(meant)].choices
        unsure = [
            choice.model.secret or self._loose(past, choice, argument)
            for choice, argument in zip(choices, meant[1:], strict=True)
        ]
        if not any(unsure):
            return [there]
        try:
            listed = self.program.play.moves(list(state), seat)
        except TooManyMoves:
            return [there]
        told = self._told(past, meant, there, state)
        options = [one for one in listed if self._told(past, meant, one, state) == told]
        chance.shuffle(options)
        return options

    def _loose(self, past: Past, choice: CompiledChoice, argument: Argument) -> bool:
        """Does a choice name cards that the seat does not see, and that stay where they are?

        Any other card in the same place may have been named then.
        """
        if choice.family != "card":
            return False
        layout, values = self.program.layout, argument if isinstance(argument, tuple) else (argument,)
        return any(
            card not in past.bound and not sees_card(layout, past.before, card, self.seat) for card in values
        )

    def _told(self, past: Past, meant: InternalMove, there: InternalMove, state: State) -> tuple[object, ...]:
        """What a move must share with others that it may have been."""
        if number_of(there) != number_of(meant):
            return ()
        zone_of, found = self.program.layout.zone_of_at, list[object]()
        choices = self.program.actions[number_of(meant)].choices
        for choice, argument, real in zip(choices, there[1:], meant[1:], strict=True):
            values = argument if isinstance(argument, tuple) else (argument,)
            if self._loose(past, choice, real):
                found.append(sorted(state[zone_of + card] for card in values))
            elif choice.model.secret and not self._unseen(past, choice, real):
                found.append(len(values))
            else:
                found.append(argument)
        return tuple(found)

    def _unseen(self, past: Past, choice: CompiledChoice, argument: Argument) -> bool:
        """Does a choice name cards, and does the seat see none of them?"""
        values = argument if isinstance(argument, tuple) else (argument,)
        layout = self.program.layout
        return choice.family == "card" and not any(
            sees_card(layout, past.before, card, self.seat) for card in values
        )

    def _there(self, past: Past, meant: InternalMove, state: State, cards: Cards) -> InternalMove:
        """A move with the cards that stand for those that it names."""
        if meant == DONE_MOVE:
            return meant
        zone_of = self.program.layout.zone_of_at
        found: list[Argument] = []
        for choice, argument in zip(self.program.actions[number_of(meant)].choices, meant[1:], strict=True):
            if choice.family != "card":
                found.append(argument)
                continue
            chosen: list[int] = []
            for card in argument if isinstance(argument, tuple) else (argument,):
                lay = past.before[zone_of + card]
                copies = (cards[card], *self._copies[cards[card]])
                lying = [one for one in copies if state[zone_of + one] == lay and one not in chosen]
                chosen.append(lying[0] if lying else cards[card])
            found.append(tuple(sorted(chosen)) if isinstance(argument, tuple) else chosen[0])
        return (number_of(meant), *found)
