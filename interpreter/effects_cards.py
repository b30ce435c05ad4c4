"""Effects on cards: put, deal, shuffle, show, swap; all through one way of moving a card."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.dsl.model import DealStep, PutStep, ShowStep, ShuffleStep, Step, SwapStep, Term
from rulewright.dsl.spans import Span
from rulewright.interpreter.chance import shuffled, site_number
from rulewright.interpreter.evaluate_forms import Many, One, always
from rulewright.interpreter.events import Event, Watch
from rulewright.interpreter.faults import fault
from rulewright.interpreter.layout import BOX, ME, Layout, State, zone_site
from rulewright.interpreter.state import seed_of
from rulewright.interpreter.transfers import CardMove

if TYPE_CHECKING:
    from rulewright.interpreter.effects import Act, Effects

ON_TOP = 0
"""The position that stands for the top, whatever its number."""


class CardMover:
    """Moves cards between the zones of one layout. Tells nobody; see `Effects.finish`."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._bases = [zone.base for zone in layout.zones]
        self._size_ats = [zone.size_at for zone in layout.zones]
        self._capacities = [zone.capacity for zone in layout.zones]
        self._keys = [_sort_keys(layout, number) for number in range(len(layout.zones))]

    def move(self, state: State, card: int, to: int, position: int, span: Span) -> int:
        """Take a card from where it lies and put it into a zone; returns the zone that it left.

        `position` counts from 1 at the bottom; ON_TOP is the top, and so is what lies beyond. Zones that keep
        an order ignore it. Cards above a gap slide down. Raises a fault where the zone is full.
        """
        layout = self._layout
        zone_at = layout.zone_of_at + card
        origin = state[zone_at]
        if origin != BOX:
            self._take(state, card, origin)
        base, size_at = self._bases[to], self._size_ats[to]
        size = state[size_at]
        if size >= self._capacities[to]:
            raise fault("fault-capacity", span, zone=layout.zones[to].name, most=self._capacities[to])
        end = base + size
        keys = self._keys[to]
        if keys is not None:
            at = bisect_left(state, keys[card], base, end, key=keys.__getitem__)
        elif position == ON_TOP:
            at = end
        else:
            at = min(base + position - 1, end)
        if at != end:
            state[at + 1 : end + 1] = state[at:end]
        state[at] = card
        state[size_at] = size + 1
        state[zone_at] = to
        state[layout.mover_at + card] = state[ME]
        return origin

    def check_position(self, state: State, to: int, position: int, span: Span) -> None:
        """A fault where a zone has no such position as it is before anything is put there."""
        most = state[self._size_ats[to]] + 1
        if self._keys[to] is None and not 1 <= position <= most:
            raise fault(
                "fault-position", span, zone=self._layout.zones[to].name, position=position, most=most
            )

    def _take(self, state: State, card: int, origin: int) -> None:
        base, size_at = self._bases[origin], self._size_ats[origin]
        last = base + state[size_at] - 1
        if state[last] != card:
            at = state.index(card, base, last)
            state[at:last] = state[at + 1 : last + 1]
        state[last] = 0  # so that equal positions are equal states
        state[size_at] -= 1

    def top(self, state: State, zone: int) -> int:
        """The top card of a zone that is not empty."""
        return state[self._bases[zone] + state[self._size_ats[zone]] - 1]

    def size(self, state: State, zone: int) -> int:
        """How many cards lie in a zone."""
        return state[self._size_ats[zone]]

    def contents(self, state: State, zone: int) -> list[int]:
        """The cards of a zone, from the bottom."""
        base = self._bases[zone]
        return state[base : base + state[self._size_ats[zone]]]

    def fill(self, state: State, zone: int, cards: Sequence[int]) -> None:
        """Make these the cards of a zone, in this order unless the zone keeps its own; movers stay."""
        base, capacity, keys = self._bases[zone], self._capacities[zone], self._keys[zone]
        ordered = cards if keys is None else sorted(cards, key=keys.__getitem__)
        state[base : base + capacity] = [*ordered, *([0] * (capacity - len(cards)))]
        state[self._size_ats[zone]] = len(cards)
        for card in cards:
            state[self._layout.zone_of_at + card] = zone


def _sort_keys(layout: Layout, zone: int) -> list[tuple[int, int]] | None:
    """For zones that keep an order: each card's key. Without a property, an order that tells nothing."""
    place = layout.zones[zone]
    numbers = range(len(layout.cards))
    if place.ordered_by is not None:
        values = layout.properties[place.cards, place.ordered_by]
        return [(value if isinstance(value, int) else 0, card) for card, value in enumerate(values)]
    return [(0, card) for card in numbers] if place.unordered else None


# ---- put -----------------------------------------------------------------------------------------


def put(effects: Effects, step: PutStep, within: str) -> Act:
    """One card or many into a zone."""
    zone, position = effects.evaluator.one(step.zone), _position(effects, step)
    if step.what.kind.shape == "many":
        return _put_all(effects, step, effects.evaluator.many(step.what), zone, position)
    what, mover, span = effects.evaluator.one(step.what), effects.mover, step.span
    finish_one, named = effects.finish_one, step.position is not None

    def put_top(state: State, watch: Watch | None) -> None:
        card, to = what(state), zone(state)
        origin = mover.move(state, card, to, ON_TOP, span)
        finish_one(state, watch, card, origin, to, span)

    def put_at(state: State, watch: Watch | None) -> None:
        card, to, at = what(state), zone(state), position(state)
        if named:
            mover.check_position(state, to, at, span)
        origin = mover.move(state, card, to, at, span)
        finish_one(state, watch, card, origin, to, span)

    return put_top if step.how in ("into", "onto") else put_at


def _position(effects: Effects, step: PutStep) -> One:
    if step.position is not None:
        return effects.evaluator.one(step.position)
    return always(1 if step.how == "beneath" else ON_TOP)


def _put_all(effects: Effects, step: PutStep, what: Many, zone: One, position: One) -> Act:
    mover, span, named = effects.mover, step.span, step.position is not None

    def put_all(state: State, watch: Watch | None) -> None:
        cards, to, at = what(state), zone(state), position(state)
        if named and cards:
            mover.check_position(state, to, at, span)
        moves = []
        for card in cards:
            moves.append((card, mover.move(state, card, to, at, span), to))
            at += named
        effects.finish(state, watch, moves, span)

    return put_all


# ---- deal ----------------------------------------------------------------------------------------


def deal(effects: Effects, step: DealStep, within: str) -> Act:
    """Cards from the top of a zone, one by one in rounds, to one zone or to each of many."""
    evaluator, mover, span, up_to = effects.evaluator, effects.mover, step.span, step.up_to
    amount, origin_of = evaluator.one(step.amount), evaluator.one(step.origin)
    targets = evaluator.many(step.to) if step.each else _single(evaluator.one(step.to))
    zones = effects.layout.zones

    def dealt(state: State, watch: Watch | None) -> None:
        each, origin, to = amount(state), origin_of(state), targets(state)
        if up_to:
            each = max(0, each)
        if each < 0:
            raise fault("fault-negative", span, amount=each)
        wanted, there = each * len(to), mover.size(state, origin)
        if wanted > there and not up_to:
            raise fault("fault-deal", span, zone=zones[origin].name, wanted=wanted, there=there)
        moves = []
        for number in range(min(wanted, there)):
            card, target = mover.top(state, origin), to[number % len(to)]
            moves.append((card, mover.move(state, card, target, ON_TOP, span), target))
        effects.finish(state, watch, moves, span)

    return dealt


def _single(zone: One) -> Many:
    return lambda state: (zone(state),)


# ---- shuffle, show, swap -------------------------------------------------------------------------


def shuffle(effects: Effects, step: ShuffleStep, within: str) -> Act:
    """The cards of a zone in a new order, all orders equally likely."""
    zone, mover, span = effects.evaluator.one(step.zone), effects.mover, step.span
    names = [zone_site(effects.layout, one) for one in effects.layout.zones]
    streams = [(site_number(name), effects.layout.sites.get(name, 0)) for name in names]

    def shuffle_zone(state: State, watch: Watch | None) -> None:
        number = zone(state)
        cards = mover.contents(state, number)
        site, counter = streams[number]
        state[counter] = shuffled(seed_of(state), site, state[counter], cards)
        mover.fill(state, number, cards)
        if watch is not None:
            watch.tell(Event("shuffled", span, state[ME], origin=number))

    return shuffle_zone


def show(effects: Effects, step: ShowStep, within: str) -> Act:
    """Cards are shown to one player or to all, where they lie."""
    cards_of = _cards(effects, step.what)
    seat = None if step.to is None else effects.evaluator.one(step.to)
    everybody = effects.layout.seats

    def shown(state: State, watch: Watch | None) -> None:
        cards, to = cards_of(state), None if seat is None else seat(state)
        effects.knowledge.show(state, cards, to)
        if watch is not None:
            seen_by = everybody if to is None else (to,)
            watch.tell(Event("shown", step.span, state[ME], tuple(cards), seen_by=seen_by))

    return shown


def _cards(effects: Effects, term: Term) -> Many:
    """One card, which must be there, or many."""
    if term.kind.shape == "many":
        return effects.evaluator.many(term)
    card = effects.evaluator.one(term)
    return lambda state: (card(state),)


def swap(effects: Effects, step: SwapStep, within: str) -> Act:
    """Two cards change places, or two zones their contents."""
    one, other = effects.evaluator.one(step.one), effects.evaluator.one(step.other)
    exchange = _swap_zones if step.one.kind.family == "zone" else _swap_cards
    span = step.span

    def swapped(state: State, watch: Watch | None) -> None:
        first, second = one(state), other(state)
        moves = exchange(effects, state, first, second, span) if first != second else []
        effects.finish(state, watch, moves, span)

    return swapped


def _swap_zones(effects: Effects, state: State, one: int, other: int, span: Span) -> list[CardMove]:
    mover, zones = effects.mover, effects.layout.zones
    cards, others = mover.contents(state, one), mover.contents(state, other)
    for zone, coming in ((one, others), (other, cards)):
        if len(coming) > zones[zone].capacity:
            raise fault("fault-capacity", span, zone=zones[zone].name, most=zones[zone].capacity)
    mover.fill(state, one, others)
    mover.fill(state, other, cards)
    moves = [(card, one, other) for card in cards] + [(card, other, one) for card in others]
    return _moved_by_me(effects, state, moves)


def _swap_cards(effects: Effects, state: State, one: int, other: int, span: Span) -> list[CardMove]:
    mover, layout = effects.mover, effects.layout
    zones = [state[layout.zone_of_at + card] for card in (one, other)]
    for card, zone in zip((one, other), zones, strict=True):
        if zone == BOX:
            raise fault("fault-in-box", span, card=layout.cards[card].id)
    partner = {one: other, other: one}
    contents = {zone: mover.contents(state, zone) for zone in zones}
    for zone, cards in contents.items():
        mover.fill(state, zone, [partner.get(card, card) for card in cards])
    return _moved_by_me(effects, state, [(one, zones[0], zones[1]), (other, zones[1], zones[0])])


def _moved_by_me(effects: Effects, state: State, moves: list[CardMove]) -> list[CardMove]:
    for card, _, _ in moves:
        state[effects.layout.mover_at + card] = state[ME]
    return moves


CARD_STEPS: Mapping[type[Step], Callable[..., Act]] = {
    PutStep: put,
    DealStep: deal,
    ShuffleStep: shuffle,
    ShowStep: show,
    SwapStep: swap,
}
