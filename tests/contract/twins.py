"""Secrecy by twins: two games that one observer cannot tell apart must look the same to it.

Right after setup two cards that the observer has not told apart change places, or a die that it does not see
shows another face; or, when somebody else makes a secret choice, another value is chosen in the twin. The
same moves are made in both games as long as they are legal in both and name neither card, and until the
observer is rightly shown what differs. At each step all that it is told is compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from attrs import evolve, frozen
from contract_games import legal_moves

from rulewright.interpreter.engine.events import Event
from rulewright.interpreter.engine.knowledge import place_known, possible_zones, sees_zone
from rulewright.interpreter.engine.moves import Move
from rulewright.interpreter.engine.redeal import relabelled
from rulewright.interpreter.engine.transfers import Transfers
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.views.models import PUBLIC, Observer
from rulewright.interpreter.state.layout import BOX, State, sees_into
from rulewright.interpreter.state.state import cards_in, fill, numbers_in
from rulewright.interpreter.words.texts import zone_text

MOST_STEPS = 60
LOG_READ = 4
"""The log, which only grows, is read each time after so many moves."""


REDEALT = 12
"""A redeal is compared each time after so many moves."""


@frozen
class Pair:
    """Two cards that an observer has not told apart."""

    one: int
    other: int

    def swapped(self, card: int) -> int:
        """What lies in the twin where this card lies."""
        return {self.one: self.other, self.other: self.one}.get(card, card)


@frozen(eq=False)
class Twins:
    """A game, its twin, and the observer who must not tell which is which."""

    game: Game
    twin: Game
    observer: Observer

    def leaks(self, chance: random.Random) -> Iterator[str]:
        """Play on in both games; what differs for the observer, with the number of moves made."""
        for step in range(MOST_STEPS):
            found = list(self._differences(step))
            yield from (f"{what} after {step} moves" for what in found)
            if found or self.game.over or not self._move(chance):
                return
            if self.game.over != self.twin.over:
                yield f"the end after {step + 1} moves"
                return

    def _differences(self, step: int) -> Iterator[str]:
        game, twin, observer = self.game, self.twin, self.observer
        if game.over:
            return  # now scores may tell, as they do at a real table
        if game.view(observer) != twin.view(observer):
            yield "view"
        if step % LOG_READ == 0 and game.log(observer) != twin.log(observer):
            yield "log"
        if step % LOG_READ == 0 and observer is not None and key(game, observer) != key(twin, observer):
            yield "key"
        seat = observer if isinstance(observer, int) else None
        if game.decision_for(seat) != twin.decision_for(seat):
            yield "decision"
        if not isinstance(observer, int):
            return
        if self._legal(game, observer) != self._legal(twin, observer):
            yield "legal moves"
        if self._reasons(game, observer) != self._reasons(twin, observer):
            yield "refusals"
        if step % REDEALT == 0 and self._redeals_differ(observer, step):
            yield "redeal"

    def _redeals_differ(self, seat: int, seed: int) -> bool:
        """Does the seat look ahead in something else?"""
        dealt, dealt_there = (one.redealt(seat, seed).state for one in (self.game, self.twin))
        return dealt != dealt_there

    def _legal(self, game: Game, seat: int) -> list[Move]:
        return [move for move in legal_moves(game) if move.seat == seat]

    def _reasons(self, game: Game, seat: int) -> list[tuple[str, str]]:
        """What the seat is told about moves that name the two cards, and others."""
        reasons = []
        for text in self._probes():
            refused = game.why_not(text, seat)
            reasons.append((text, "" if refused is None else f"{refused.code} {refused.reason}"))
        return reasons

    def _probes(self) -> Iterator[str]:
        """Moves that are tried to see what is said of them."""
        yield from self.game.decision.actions

    # ---- playing both ----------------------------------------------------------------------------

    def _move(self, chance: random.Random) -> bool:
        """Make the same move in both games; False when there is none, or the games may be told apart."""
        there = {(move.seat, move.text): move for move in legal_moves(self.twin)}
        common = [
            move
            for move in legal_moves(self.game)
            if (move.seat, move.text) in there
            and not self._gives_away(move)
            and self._is_one(move, there[move.seat, move.text])
        ]
        if not common:
            return False
        move, before = chance.choice(common), (len(self.game.events), len(self.twin.events))
        self.game.apply(move.text, move.seat)
        self.twin.apply(move.text, move.seat)
        return not self._rightly_shown(self.game.events[before[0] :], self.twin.events[before[1] :])

    def _gives_away(self, move: Move) -> bool:
        """Does the move itself tell the observer which game is which?"""
        return False

    def _is_one(self, move: Move, there: Move) -> bool:
        """Does a move take in the twin what it takes in the game?"""
        return True

    def _rightly_shown(self, events: Sequence[Event], others: Sequence[Event]) -> bool:
        """Was the observer shown the value of a variable that is another in the twin?"""
        opened = [one for one in events if one.kind == "opened" and self._is_shown(one)]
        return any(one not in others for one in opened)

    def _is_shown(self, event: Event) -> bool:
        return self.observer in event.seen_by or len(event.seen_by) == len(self.game.seats)


@frozen(eq=False)
class CardTwins(Twins):
    """Twins in which two cards have changed places."""

    pair: Pair

    @property
    def number(self) -> int:
        """The observer's number in what the engine keeps of knowledge."""
        return number_of(self.game, self.observer)

    def _probes(self) -> Iterator[str]:
        layout = self.game.program.layout
        ids = [layout.cards[card].id for card in (self.pair.one, self.pair.other, 0, len(layout.cards) - 1)]
        zones = [zone_text(layout, zone.number) for zone in layout.zones[:6]]
        for action in self.game.decision.actions:
            yield action
            for id_ in dict.fromkeys(ids):
                yield f"{action} {id_}"
                yield from (f"{action} {id_} in {zone}" for zone in zones)

    def _gives_away(self, move: Move) -> bool:
        layout = self.game.program.layout
        secret = {layout.cards[card].id for card in (self.pair.one, self.pair.other)}
        named = secret.intersection(move.text.replace(",", " ").split())
        return bool(named) and move.seat != self.observer

    def _is_one(self, move: Move, there: Move) -> bool:
        """A place among unseen cards may hold another card in the twin, which then is no twin any more."""
        here, other = self._taken(self.game, move), self._taken(self.twin, there)
        return [sorted(self.pair.swapped(card) for card in cards) for cards in here] == other

    def _taken(self, game: Game, move: Move) -> list[list[int]]:
        """The cards that each choice of a move names."""
        action = game.program.action(move.action)
        if action is None:
            return []
        numbers = game.texts.numbers(game.state, move.seat, action, move) or ()
        taken = zip(action.choices, numbers, strict=False)
        return [
            sorted(number) if isinstance(number, tuple) else [number]
            for choice, number in taken
            if choice.family == "card"
        ]

    def _rightly_shown(self, events: Sequence[Event], others: Sequence[Event]) -> bool:
        return any(self._shows(event) for event in (*events, *others)) or self._drew(events, others)

    def _drew(self, events: Sequence[Event], others: Sequence[Event]) -> bool:
        """Has chance drawn another card in the twin? It goes by the numbers of cards without an order."""
        if not any(site.startswith("let ") for site in self.game.program.layout.sites):
            return False
        here = [(event.kind, sorted(map(self.pair.swapped, event.cards))) for event in events]
        return here != [(event.kind, sorted(event.cards)) for event in others]

    def _shows(self, event: Event) -> bool:
        """Does an event show one of the two cards to the observer?"""
        if not {self.pair.one, self.pair.other}.intersection(event.cards):
            return False
        if event.kind == "moved":
            layout = self.game.program.layout
            return any(
                zone != BOX and sees_zone(layout, self.number, zone) for zone in (event.origin, event.to)
            )
        return event.kind == "shown" and self._is_shown(event)


class CopyTwins(Twins):
    """Twins in which two copies of a card have changed places."""

    def _redeals_differ(self, seat: int, seed: int) -> bool:
        """Copies in sight keep their numbers, so what has been dealt is compared as it looks."""
        seen = []
        for one in (self.game, self.twin):
            state = one.redealt(seat, seed).state
            seen.append(Game(one.ruleset, one.program, one.names, one.seed, one.starter, state).view(PUBLIC))
        return seen[0] != seen[1]


class DiceTwins(Twins):
    """Twins in which a die that the observer does not see shows another face."""

    def _rightly_shown(self, events: Sequence[Event], others: Sequence[Event]) -> bool:
        """Has something else happened before the observer's eyes, since the rules go by the die?"""
        return [one for one in events if self._is_shown(one)] != [
            one for one in others if self._is_shown(one)
        ]


def dice_twins(game: Game, observer: Observer, chance: random.Random) -> Twins | None:
    """Twins of a game that has just been set up; None where no dice lie unseen."""
    layout, state = game.program.layout, game.state
    unseen = [
        (cup, place)
        for cup in layout.cups
        if not sees_into(cup, number_of(game, observer))
        for place in range(state[cup.base])
    ]
    if not unseen:
        return None
    cup, place = chance.choice(unseen)
    slot = cup.base + 1 + place
    face = chance.choice([one for one in layout.faces[cup.name] if one != state[slot]])
    before, after = state[cup.base + 1 : slot], state[slot + 1 : cup.base + 1 + state[cup.base]]
    state[slot] = face
    faces = (*before, face, *after)
    events = [
        evolve(event, values=faces) if (event.kind, event.origin) == ("rolled", cup.number) else event
        for event in game.events
    ]
    twin = Game(game.ruleset, game.program, game.names, game.seed, game.starter, state, events)
    return DiceTwins(game, twin, observer)


def choice_twins(game: Game, observer: Observer, chance: random.Random) -> Twins | None:
    """Twins of a game that is played on to a secret choice of somebody else; None where none comes."""
    for _ in range(MOST_STEPS):
        moves = legal_moves(game)
        pairs = [
            (one, other)
            for one, other in combinations(moves, 2)
            if one.seat != observer and one.seat == other.seat and _differ_in_secret(game, one, other)
        ]
        if pairs:
            one, other = chance.choice(pairs)
            twin, before = game.copy(), len(game.events)
            game.apply(one.text, one.seat)
            twin.apply(other.text, other.seat)
            made = Twins(game, twin, observer)
            # Whoever chooses last is found out at once where all is opened then.
            return None if made._rightly_shown(game.events[before:], twin.events[before:]) else made
        if not moves:
            return None
        move = chance.choice(moves)
        game.apply(move.text, move.seat)
    return None


def _differ_in_secret(game: Game, one: Move, other: Move) -> bool:
    """Are two moves the same but for what is chosen in secret?"""
    action = game.program.action(one.action)
    if action is None or one.action != other.action:
        return False
    pairs = zip(action.choices, one.arguments, other.arguments, strict=True)
    return all(choice.model.secret for choice, here, there in pairs if here != there)


def key(game: Game, observer: Observer) -> str:
    """All that an observer has been told, in one text."""
    return game.information_key(observer) if isinstance(observer, int) else game.public_key()


def number_of(game: Game, observer: Observer) -> int:
    """An observer's number: a seat, or the one after all seats."""
    return observer if isinstance(observer, int) else len(game.seats)


def card_twins(game: Game, observer: Observer, chance: random.Random) -> Twins | None:
    """Twins of a game that has just been set up; None where no two cards can change places."""
    pairs = list(_pairs(game, number_of(game, observer)))
    if not pairs:
        return None
    pair = chance.choice(pairs)
    events = [evolve(event, cards=tuple(map(pair.swapped, event.cards))) for event in game.events]
    state = _swapped(game, number_of(game, observer), pair)
    return CardTwins(_laid_out(game, game.state, game.events), _laid_out(game, state, events), observer, pair)


def copy_twins(game: Game, observer: Observer, chance: random.Random) -> Twins | None:
    """A game that has just been set up, and one in which two copies of a card have changed places.

    They differ in nothing that anybody can see, now or later. None where there are no two copies.
    """
    layout = game.program.layout
    copies: dict[int, list[int]] = {}
    for card in layout.cards:
        copies.setdefault(card.alike, []).append(card.number)
    pairs = [pair for same in copies.values() for pair in combinations(same, 2)]
    if not pairs:
        return None
    pair = Pair(*chance.choice(pairs))
    events = [evolve(event, cards=tuple(map(pair.swapped, event.cards))) for event in game.events]
    state = relabelled(layout, game.state, {pair.one: pair.other, pair.other: pair.one})
    return CopyTwins(_laid_out(game, game.state, game.events), _laid_out(game, state, events), observer)


def _laid_out(game: Game, state: State, events: Sequence[Event]) -> Game:
    """A game that begins where another one stands, or in its place."""
    return Game(game.ruleset, game.program, game.names, game.seed, game.starter, state, events)


def _pairs(game: Game, number: int) -> Iterator[Pair]:
    """Cards of one set that look different and that the observer might confuse."""
    layout, state = game.program.layout, game.state
    places = {
        card: possible_zones(layout, state, number, card)
        for zone in layout.zones
        if not sees_zone(layout, number, zone.number)
        for card in cards_in(layout, state, zone.number)
        if not place_known(layout, state, number, card)
    }
    for one, other in combinations(places, 2):
        alike = layout.cards[one].alike == layout.cards[other].alike
        if not alike and layout.cards[one].set_name == layout.cards[other].set_name:
            lie = {state[layout.zone_of_at + one], state[layout.zone_of_at + other]}
            if lie <= set(places[one]) and lie <= set(places[other]):
                yield Pair(one, other)


def _swapped(game: Game, number: int, pair: Pair) -> State:
    """The state with the two cards in each other's place; what the observer knows stays."""
    layout, state = game.program.layout, game.state
    contents = {
        zone: [pair.swapped(card) for card in cards_in(layout, state, zone)]
        for zone in {state[layout.zone_of_at + card] for card in (pair.one, pair.other)}
    }
    for zone in sorted(contents):
        fill(layout, state, zone, contents[zone])
    rows = [layout.mover_at]
    rows += [layout.knowledge_of(other) for other in range(len(game.seats) + 1) if other != number]
    for row in rows:
        one, other = row + pair.one, row + pair.other
        state[one], state[other] = state[other], state[one]
    for watching in range(len(game.seats) + 1):
        if watching != number:
            Transfers(layout).exchange(state, watching, pair.one, pair.other)
            for slot in (layout.seen_by(watching), layout.placed_by(watching)):
                state[slot] = sum(1 << pair.swapped(card) for card in numbers_in(state[slot]))
    return state
