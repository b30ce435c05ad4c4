"""How many of the cards that an observer knew in a zone have left it unseen.

Somebody is known to hold certain cards, and hands on two cards of the hand unseen. Each card may now lie
in either hand, but two at most have gone. For such a *transfer* the state keeps the cards in question
and between which numbers of them lie where the transfer led. Later moves that the observer does not see
widen these bounds; cards that come to light narrow them, until nothing is in doubt.

Kept for each observer, the oldest first, in a fixed number of places: where there are more transfers the
oldest is forgotten, as are those from one zone to several at once. Less is then known than could be, but
nothing that is not so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import astuple, evolve, frozen

from rulewright.interpreter.state.layout import BOX, TRANSFER_WIDTH, Layout, State
from rulewright.interpreter.state.state import exchanged, numbers_in

CardMove = tuple[int, int, int]
"""A card, the zone it left (or BOX) and the zone it went to."""

Way = tuple[int, int]
"""From one zone to another."""

UNCERTAIN = -1
"""Stands for a number of cards that can no longer be told."""


@frozen
class Transfer:
    """See the head of this file. All `cards` (bits) lie in the zones `gone` or `kept` (bits).

    From `least` to `most` of them lie in `gone`. When it was made, `went` cards of `pool` were handed on
    by `mover`; cards that have come to light since are no longer counted, and `went` is UNCERTAIN once the
    bounds were widened.
    """

    gone: int
    kept: int
    least: int
    most: int
    went: int
    pool: int
    mover: int
    cards: int

    def without(self, card: int, zone: int) -> Transfer:
        """A card has come to light: it lay in a zone."""
        there = self.gone >> zone & 1
        return evolve(
            self,
            least=max(0, self.least - there),
            most=max(0, self.most - there),
            went=UNCERTAIN if self.went == UNCERTAIN else max(0, self.went - there),
            pool=self.pool - 1,
            cards=self.cards & ~(1 << card),
        )

    def less(self, cards: int) -> Transfer:
        """It can no longer be told whether these cards (bits) are among those in question."""
        lost, left = (self.cards & cards).bit_count(), self.cards & ~cards
        least, most = max(0, self.least - lost), min(self.most, left.bit_count())
        return evolve(self, least=least, most=most, went=UNCERTAIN, pool=self.pool - lost, cards=left)

    def followed(self, way: Way, count: int) -> Transfer:
        """So many cards went on unseen; the cards of this transfer may be among them."""
        origin, to = 1 << way[0], 1 << way[1]
        if not (self.gone | self.kept) & origin:
            return self
        if not (self.gone | self.kept) & to:
            return evolve(
                self,
                gone=self.gone | (to if self.gone & origin else 0),
                kept=self.kept | (to if self.kept & origin else 0),
            )
        if self.gone & origin and self.kept & to:
            return evolve(self, least=max(0, self.least - count), went=UNCERTAIN)
        if self.kept & origin and self.gone & to:
            most = min(self.cards.bit_count(), self.most + count)
            return evolve(self, most=most, went=UNCERTAIN)
        return self


@frozen
class Beginning:
    """A transfer that may be one: `cards` (bits) surely lay in the zone that `count` of `pool` cards left."""

    way: Way
    count: int
    pool: int
    mover: int
    cards: int


class Transfers:
    """Keeps the transfers in the states of one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def of(self, state: State, observer: int) -> list[Transfer]:
        """An observer's transfers, the oldest first."""
        first = self._first(observer)
        found = []
        for at in range(first, first + self._layout.transfer_room * TRANSFER_WIDTH, TRANSFER_WIDTH):
            transfer = Transfer(*state[at : at + TRANSFER_WIDTH])
            if not transfer.cards:
                break
            found.append(transfer)
        return found

    def keep(self, state: State, observer: int, transfers: Sequence[Transfer]) -> None:
        """Replace an observer's transfers."""
        room = self._layout.transfer_room
        latest = [one for one in transfers if one.cards][-room:] if room else []
        first = self._first(observer)
        slots = [slot for one in latest for slot in astuple(one)]
        length = room * TRANSFER_WIDTH
        state[first : first + length] = slots + [0] * (length - len(slots))

    def _first(self, observer: int) -> int:
        return self._layout.transfers_at + observer * self._layout.transfer_room * TRANSFER_WIDTH

    def kept_for(self, state: State, observer: int) -> bool:
        """Whether there is any transfer to look after."""
        return bool(self._layout.transfer_room and state[self._first(observer) + TRANSFER_WIDTH - 1])

    # ---- copies of a card ------------------------------------------------------------------------

    def holding(self, state: State, observer: int, card: int) -> tuple[int, ...]:
        """In which of an observer's transfers a card is."""
        return tuple(at for at, one in enumerate(self.of(state, observer)) if one.cards >> card & 1)

    def exchange(self, state: State, observer: int, one: int, other: int) -> None:
        """Two cards take each other's place in all transfers."""
        found = self.of(state, observer)
        self.keep(state, observer, [evolve(each, cards=exchanged(each.cards, one, other)) for each in found])

    def lose(self, state: State, observer: int, cards: Sequence[int]) -> None:
        """It can no longer be told which of these cards are in a transfer, unless all are, or none."""
        bits = sum(1 << card for card in cards)
        kept = []
        for each in self.of(state, observer):
            told = (each.cards & bits).bit_count() in (0, len(cards))
            kept.append(each if told else each.less(bits))
        self.keep(state, observer, kept)

    def forget(self, state: State, observer: int, cards: Sequence[int]) -> None:
        """Nothing is known any longer of these cards: they are taken out of all transfers."""
        bits = sum(1 << card for card in cards)
        found = self.of(state, observer)
        self.keep(state, observer, [each.less(bits) if each.cards & bits else each for each in found])

    # ---- following the cards ---------------------------------------------------------------------

    def beginnings(
        self, state: State, observer: int, ways: Mapping[Way, int], moves: Sequence[CardMove], placed: int
    ) -> list[Beginning]:
        """What the observer knew before cards went these ways unseen. To be asked before it forgets.

        Cards `placed` (bits) are not in question: it is known where they are, or where they went.
        """
        if not self._layout.transfer_room:
            return []
        layout, found = self._layout, []
        row = self._layout.knowledge_of(observer)
        for way, count in ways.items():
            origin = way[0]
            if sum(other == origin for other, _ in ways) > 1:
                continue
            there = enumerate(state[row : row + len(layout.cards)])
            cards = sum([1 << card for card, mask in there if mask == 1 << origin]) & ~placed
            came = sum(to == origin and origin_ != origin for _, origin_, to in moves)
            known = sum(state[layout.zone_of_at + card] == origin for card in numbers_in(placed))
            pool = state[layout.zones[origin].size_at] - came + count - known
            mover = next(state[layout.mover_at + card] for card, *ends in moves if tuple(ends) == way)
            found.append(Beginning(way, count, pool, mover, cards))
        return found

    def follow(
        self,
        state: State,
        observer: int,
        moves: Sequence[CardMove],
        ways: Mapping[Way, int],
        emptied: Sequence[int],
        beginnings: Sequence[Beginning],
    ) -> None:
        """After cards moved, and what the observer knows of each of them is up to date."""
        transfers = self.of(state, observer)
        for card, origin, _ in moves:
            if origin != BOX and not state[self._layout.knowledge_of(observer) + card]:
                transfers = [one.without(card, origin) if one.cards >> card & 1 else one for one in transfers]
        for way, count in ways.items():
            transfers = [one.followed(way, count) for one in transfers]
        left = ~sum(1 << zone for zone in emptied if all(zone != to for _, to in ways))
        transfers = [evolve(one, gone=one.gone & left, kept=one.kept & left) for one in transfers]
        transfers += [made for one in beginnings if (made := self._made(state, observer, one)) is not None]
        self._tidy(state, observer, transfers)

    def _made(self, state: State, observer: int, beginning: Beginning) -> Transfer | None:
        """The transfer that has begun; None where sizes of zones say as much, or nothing is in doubt.

        They do where all cards were known that the transfer came from, and all that it came to.
        """
        origin, to = beginning.way
        row, both = self._layout.knowledge_of(observer), 1 << origin | 1 << to
        doubtful = sum(1 << card for card in numbers_in(beginning.cards) if state[row + card] == both)
        number = doubtful.bit_count()
        there = state[row : row + len(self._layout.cards)].count(1 << to)
        known = beginning.cards.bit_count() == beginning.pool
        if not doubtful or (known and state[self._layout.zones[to].size_at] == beginning.count + there):
            return None
        return Transfer(
            gone=1 << to,
            kept=1 << origin,
            least=max(0, beginning.count - (beginning.pool - number)),
            most=min(beginning.count, number),
            went=beginning.count,
            pool=beginning.pool,
            mover=beginning.mover,
            cards=doubtful,
        )

    def tidy(self, state: State, observer: int) -> None:
        """Draw conclusions after something came to light."""
        if self.kept_for(state, observer):
            self._tidy(state, observer, self.of(state, observer))

    def _tidy(self, state: State, observer: int, transfers: Sequence[Transfer]) -> None:
        """Take out cards whose place is known; where the bounds say it all, note it for each card."""
        row, tidied = self._layout.knowledge_of(observer), []
        for transfer in transfers:
            for card in numbers_in(transfer.cards):
                mask = state[row + card]
                if mask.bit_count() == 1:
                    transfer = transfer.without(card, mask.bit_length() - 1)
            doubtful = numbers_in(transfer.cards)
            if transfer.most <= 0 or transfer.least >= len(doubtful):
                side = transfer.kept if transfer.most <= 0 else transfer.gone
                for card in doubtful:
                    state[row + card] &= side
            else:
                tidied.append(transfer)
        self.keep(state, observer, tidied)
