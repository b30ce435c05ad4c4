"""What each observer may know of where cards are.

Observers are the seats, and one more who watched from the start and sees what lies face up. For each
observer and card the state holds a set of zones (bits) where the card may be, as far as the observer
can tell; it always holds the zone where the card is. It is empty while nothing needs telling: the card
lies where the observer sees it, or in the box, which all know.

Cards that move unseen from one zone to another may be any that could be in the first: all of these
may now be in the second too. When a zone is emptied, what could be in it can only be where its cards
went. How many may have moved is kept apart: see `transfers`. Positions within a zone are not tracked: a
hidden zone is as good as shuffled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.interpreter.engine.records import Records
from rulewright.interpreter.engine.transfers import CardMove, Transfers, Way
from rulewright.interpreter.state.layout import BOX, TRANSFER_WIDTH, Layout, State, sees_into
from rulewright.interpreter.state.state import numbers_in


def sees_zone(layout: Layout, observer: int, zone: int) -> bool:
    """Whether an observer sees the faces of the cards in a zone. Who has no seat comes last."""
    return sees_into(layout.zones[zone], observer)


def possible_zones(layout: Layout, state: State, observer: int, card: int) -> tuple[int, ...]:
    """The zones where a card may be as far as an observer can tell; none for a card in the box."""
    mask = state[layout.knowledge_of(observer) + card]
    if mask:
        return numbers_in(mask)
    zone = state[layout.zone_of_at + card]
    return () if zone == BOX else (zone,)


class Knowledge:
    """Keeps what observers may know, for one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._observers = range(layout.observers)
        zones = range(len(layout.zones))
        self._sees = [[sees_zone(layout, one, zone) for zone in zones] for one in self._observers]
        self.transfers = Transfers(layout)
        self._records = Records(layout)
        copies: dict[int, list[int]] = {}
        for card in layout.cards:
            copies.setdefault(card.alike, []).append(card.number)
        self._copies = {one: same for same in copies.values() if len(same) > 1 for one in same}

    def sees(self, observer: int, zone: int) -> bool:
        """Whether an observer sees the cards of a zone; nobody needs to look into the box."""
        return zone != BOX and self._sees[observer][zone]

    def matters(self, origin: int, to: int) -> bool:
        """Whether a move between two zones can change what anybody knows."""
        if origin == to:
            return False
        return any(not sees[to] or (origin != BOX and not sees[origin]) for sees in self._sees)

    def witnesses(self, origin: int, to: int) -> tuple[int, ...]:
        """The seats that see the faces of cards which move between two zones."""
        return tuple(
            seat
            for seat in range(self._layout.player_count)
            if self.sees(seat, to) or self.sees(seat, origin)
        )

    # ---- keeping ---------------------------------------------------------------------------------

    def moved(self, state: State, moves: Sequence[CardMove]) -> None:
        """After one statement moved cards, each at most once to another zone."""
        emptied, transfers = self._emptied(state, moves), self.transfers
        of_several = [move for move in moves if move[0] in self._copies and move[1] != BOX]
        for observer in self._observers:
            if of_several:
                sees = self._sees[observer]
                come = [(card, origin) for card, origin, to in of_several if sees[to] and not sees[origin]]
                self._recognise(state, observer, come)
            ways = self._unseen_ways(observer, moves)
            beginnings = transfers.beginnings(state, observer, ways, moves) if ways else []
            if ways or emptied:
                self._spread(state, observer, ways, emptied)
            self._settle(state, observer, moves)
            if beginnings or transfers.kept_for(state, observer):
                transfers.follow(state, observer, moves, ways, emptied, beginnings)

    def moved_together(self, state: State, before: State, cards: Sequence[int]) -> None:
        """After several seats moved these cards at one time: none moved a card that it was only just given.

        `before` is the state before the first of them; what was noted of each seat alone is replaced.
        """
        zone_of = self._layout.zone_of_at
        self.restore(state, before)
        moves = [
            (card, before[zone_of + card], state[zone_of + card])
            for card in cards
            if before[zone_of + card] != state[zone_of + card]
        ]
        self.moved(state, moves)

    def restore(self, state: State, before: State) -> None:
        """Let observers know what they knew in another state, and nothing else."""
        layout = self._layout
        length = layout.observers * (len(layout.cards) + layout.transfer_room * TRANSFER_WIDTH)
        end = layout.knowledge_at + length
        state[layout.knowledge_at : end] = before[layout.knowledge_at : end]

    def _unseen_ways(self, observer: int, moves: Sequence[CardMove]) -> dict[Way, int]:
        """How many cards went from one zone to another without the observer seeing any."""
        sees, ways = self._sees[observer], dict[Way, int]()
        for _, origin, to in moves:
            if origin not in (BOX, to) and not sees[origin] and not sees[to]:
                ways[origin, to] = ways.get((origin, to), 0) + 1
        return ways

    def _emptied(self, state: State, moves: Sequence[CardMove]) -> list[int]:
        """The zones that all cards left which lay there before the statement."""
        change: dict[int, int] = {}
        left: dict[int, int] = {}
        for _, origin, to in moves:
            if origin != to:
                change[to] = change.get(to, 0) + 1
                if origin != BOX:
                    change[origin] = change.get(origin, 0) - 1
                    left[origin] = left.get(origin, 0) + 1
        zones = self._layout.zones
        return [zone for zone, count in left.items() if state[zones[zone].size_at] - change[zone] == count]

    def _spread(self, state: State, observer: int, ways: Iterable[Way], emptied: list[int]) -> None:
        """What may have been among cards that moved unseen may now be where they went."""
        sees = self._sees[observer]
        gone = 0
        for zone in emptied:
            if not sees[zone]:
                gone |= 1 << zone
        spread: dict[int, int] = {}
        for origin, to in ways:
            spread[origin] = spread.get(origin, 0) | 1 << to
        if not gone and not spread:
            return
        first = self._layout.knowledge_of(observer)
        end = first + len(self._layout.cards)
        before = state[first:end]
        after = [mask & ~gone for mask in before]
        for origin, targets in spread.items():
            lay = 1 << origin
            after = [now | targets if was & lay else now for was, now in zip(before, after, strict=True)]
        state[first:end] = after

    def _settle(self, state: State, observer: int, moves: Sequence[CardMove]) -> None:
        """The cards whose coming or going was seen."""
        sees = self._sees[observer]
        first = self._layout.knowledge_of(observer)
        for card, origin, to in moves:
            if sees[to]:
                state[first + card] = 0
            elif origin == BOX or sees[origin]:
                state[first + card] = 1 << to

    def _recognise(self, state: State, observer: int, come: Sequence[tuple[int, int]]) -> None:
        """Cards come to light, each with the zone where it lay hidden: which of the copies are they?

        Nobody can tell copies apart. One is taken to be the copy of which the observer knew most: the two
        change places in all that it knows. What it may know afterwards then depends on what it saw, and
        not on which copy it was.
        """
        row = self._layout.knowledge_of(observer)
        done: set[int] = set()
        for card, zone in come:
            done.add(card)
            if card not in self._copies or not state[row + card]:
                continue
            recorded = self._records.of(card, state, observer)
            others = [
                copy
                for copy in self._copies[card]
                if copy not in done
                and state[row + copy] >> zone & 1
                and self._records.of(copy, state, observer) == recorded
            ]
            if others:
                self._take_for_known(state, observer, card, others, zone)

    def _take_for_known(
        self, state: State, observer: int, card: int, others: Sequence[int], zone: int
    ) -> None:
        """Let a card that comes to light be the best known of it and its copies that may lie there.

        Where it is that one already, the others still must not keep all that was known of each: they would
        tell that it was not one of them.
        """
        row, transfers = self._layout.knowledge_of(observer), self.transfers

        def known(copy: int) -> tuple[int, int, tuple[int, ...]]:
            mask = state[row + copy]
            return mask.bit_count(), mask, transfers.holding(state, observer, copy)

        order = sorted((card, *others), key=known)
        best = order[0]
        if known(best) == known(order[-1]):
            return
        if state[row + best] == 1 << zone:
            state[row + best], state[row + card] = state[row + card], state[row + best]
            transfers.exchange(state, observer, best, card)
            return
        # Any of them may be the one: each that stays may be wherever it or its neighbour in knowledge may.
        masks = [state[row + copy] for copy in order]
        at = order.index(card)
        for place, copy in enumerate(order):
            if place != at:
                first = place if place < at else place - 1
                state[row + copy] = masks[first] | masks[first + 1]
        state[row + card] = masks[0]
        transfers.lose(state, observer, order)

    def show(self, state: State, cards: Sequence[int], seat: int | None) -> None:
        """Cards are shown where they lie, to one seat or to everybody."""
        layout = self._layout
        for observer in self._observers if seat is None else (seat,):
            first = layout.knowledge_of(observer)
            come = [(card, state[layout.zone_of_at + card]) for card in cards]
            come = [(card, zone) for card, zone in come if zone != BOX and not self._sees[observer][zone]]
            self._recognise(state, observer, come)
            for card, zone in come:
                state[first + card] = 1 << zone
            self.transfers.tidy(state, observer)

    def forget(self, state: State) -> None:
        """Let observers know no more than what lies in sight, as of a position that was set up by hand.

        A hidden card may be in any zone that the observer does not see, that is not empty, and that holds
        cards of its set.
        """
        layout = self._layout
        for observer in self._observers:
            hidden: dict[str, int] = {}
            for zone in layout.zones:
                if state[zone.size_at] and not self._sees[observer][zone.number]:
                    hidden[zone.cards] = hidden.get(zone.cards, 0) | 1 << zone.number
            self.transfers.keep(state, observer, ())
            first = layout.knowledge_of(observer)
            for card in layout.cards:
                zone_number = state[layout.zone_of_at + card.number]
                unseen = zone_number != BOX and not self._sees[observer][zone_number]
                state[first + card.number] = hidden[card.set_name] if unseen else 0
