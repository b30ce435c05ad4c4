"""What each observer may know of where cards are.

Observers are the seats, and one more who watched from the start and sees what lies face up. For each
observer and card the state holds a set of zones (bits) where the card may be, as far as the observer
can tell; it always holds the zone where the card is. It is empty while nothing needs telling: the card
lies where the observer sees it, or in the box, which all know.

Cards that move unseen from one zone to another may be any that could be in the first: all of these
may now be in the second too. When a zone is emptied, what could be in it can only be where its cards
went. How many may have moved is kept apart: see `transfers`.

Of a card that was shown where it lies, or seen to be put on top or beneath, its *place* in the zone is
known too. It is known until the zone is shuffled, or until a card comes or goes of which it does not show
where: one that somebody chose, say. A card drawn from a known place is known wherever it goes:

    show top(deck) to me         the card may be in: deck, and its place is known
    deal 1 from deck to hand[p]  the card may be in: hand[p]

A zone that is not `remembered` makes who does not see into it forget: a card that goes there may be
anywhere that the observer does not see, and what lies hidden elsewhere may be there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from rulewright.interpreter.code.instructions import PLACES_HIDDEN, PlacesShown
from rulewright.interpreter.engine.records import Records
from rulewright.interpreter.engine.transfers import CardMove, Transfers, Way
from rulewright.interpreter.state.layout import BOX, TRANSFER_WIDTH, Layout, State, sees_into
from rulewright.interpreter.state.state import exchanged, numbers_in


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


def place_known(layout: Layout, state: State, observer: int, card: int) -> bool:
    """Whether an observer knows the place of a card in a zone that it does not see."""
    return bool(state[layout.placed_by(observer)] >> card & 1)


class Knowledge:
    """Keeps what observers may know, for one layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._observers = range(layout.observers)
        zones = range(len(layout.zones))
        self._sees = [[sees_zone(layout, one, zone) for zone in zones] for one in self._observers]
        self.keeps_places = [
            zone.remembered and not zone.unordered and zone.ordered_by is None and zone.capacity > 1
            for zone in layout.zones
        ]
        self._forgetful = [zone.number for zone in layout.zones if not zone.remembered]
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
            return self.keeps_places[to] and any(not sees[to] for sees in self._sees)
        return any(not sees[to] or (origin != BOX and not sees[origin]) for sees in self._sees)

    def witnesses(self, origin: int, to: int) -> tuple[int, ...]:
        """The seats that see the faces of cards which move between two zones."""
        return tuple(
            seat
            for seat in range(self._layout.player_count)
            if self.sees(seat, to) or self.sees(seat, origin)
        )

    # ---- keeping ---------------------------------------------------------------------------------

    def moved(self, state: State, moves: Sequence[CardMove], shows: PlacesShown = PLACES_HIDDEN) -> None:
        """After one statement moved cards, each at most once to another zone.

        `shows` says whether it shows from which places they were taken, and to which they went.
        """
        emptied, transfers = self._emptied(state, moves), self.transfers
        of_several = [move for move in moves if move[0] in self._copies and move[1] != BOX]
        for observer in self._observers:
            sees, placed = self._sees[observer], self._still_placed(state, observer, moves, shows)
            told = {
                card for card, origin, _ in moves if placed >> card & 1 or (origin != BOX and sees[origin])
            }
            if of_several:
                come = [(card, origin) for card, origin, to in of_several if sees[to] and card not in told]
                self._recognise(state, observer, come)
            ways = self._unseen_ways(observer, moves, told)
            beginnings = transfers.beginnings(state, observer, ways, moves, placed) if ways else []
            if ways or emptied:
                self._spread(state, observer, ways, emptied)
            self._settle(state, observer, moves, told)
            self._place(state, observer, moves, told, shows)
            if self._forgetful:
                self._see(state, observer, moves, told)
            if beginnings or transfers.kept_for(state, observer):
                transfers.follow(state, observer, moves, ways, emptied, beginnings)
            for zone in self._forgetful:
                if not sees[zone]:
                    self._forget_cards_in(state, observer, zone)

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
        end = layout.transfers_at + layout.observers * layout.transfer_room * TRANSFER_WIDTH
        state[layout.knowledge_at : end] = before[layout.knowledge_at : end]

    def _unseen_ways(self, observer: int, moves: Sequence[CardMove], told: Set[int]) -> dict[Way, int]:
        """How many cards went from one zone to another without the observer being able to tell which."""
        sees, ways = self._sees[observer], dict[Way, int]()
        for card, origin, to in moves:
            if origin not in (BOX, to) and not sees[to] and card not in told:
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
        for card in numbers_in(state[self._layout.placed_by(observer)]):
            after[card] = before[card]
        state[first:end] = after

    def _settle(self, state: State, observer: int, moves: Sequence[CardMove], told: Set[int]) -> None:
        """The cards whose coming was seen, and those that the observer could tell as they went."""
        sees = self._sees[observer]
        first = self._layout.knowledge_of(observer)
        for card, origin, to in moves:
            if sees[to]:
                state[first + card] = 0
            elif origin == BOX or card in told:
                state[first + card] = 1 << to

    # ---- places ----------------------------------------------------------------------------------

    def _still_placed(
        self, state: State, observer: int, moves: Sequence[CardMove], shows: PlacesShown
    ) -> int:
        """The cards (bits) whose places the observer knew and can still tell after cards were taken."""
        at = self._layout.placed_by(observer)
        if state[at] and not shows.taken:
            for origin in dict.fromkeys(origin for _, origin, _ in moves if origin != BOX):
                self._lose_places(state, observer, origin, moves)
        return state[at]

    def _lose_places(self, state: State, observer: int, zone: int, moves: Sequence[CardMove] = ()) -> None:
        """Of the cards of a zone, and of those that just left it, the observer knows the places no longer."""
        layout, lost = self._layout, 0
        place = layout.zones[zone]
        for card in state[place.base : place.base + state[place.size_at]]:
            lost |= 1 << card
        for card, origin, _ in moves:
            lost |= (origin == zone) << card
        state[layout.placed_by(observer)] &= ~lost

    def _place(
        self, state: State, observer: int, moves: Sequence[CardMove], told: Set[int], shows: PlacesShown
    ) -> None:
        """Note the places of cards that were put where it shows, by who could tell the cards."""
        sees, at = self._sees[observer], self._layout.placed_by(observer)
        for card, _, to in moves:
            if card in told and shows.put and self.keeps_places[to] and not sees[to]:
                state[at] |= 1 << card
            elif state[at]:
                state[at] &= ~(1 << card)
                if not shows.put and not sees[to]:
                    self._lose_places(state, observer, to)

    def shuffled(self, state: State, zone: int) -> None:
        """After a zone was shuffled."""
        for observer in self._observers:
            if state[self._layout.placed_by(observer)]:
                self._lose_places(state, observer, zone)

    # ---- forgetting ------------------------------------------------------------------------------

    def _see(self, state: State, observer: int, moves: Sequence[CardMove], told: Set[int]) -> None:
        """Note which hidden cards the observer knows by having seen them, and not by what is left over."""
        sees, slot = self._sees[observer], self._layout.seen_by(observer)
        row = self._layout.knowledge_of(observer)
        for card in numbers_in(state[slot]):
            if state[row + card].bit_count() != 1:
                state[slot] &= ~(1 << card)
        for card, _, to in moves:
            known = not sees[to] and card in told
            state[slot] = state[slot] & ~(1 << card) | known << card

    def _forget_cards_in(self, state: State, observer: int, zone: int) -> None:
        """Cards that surely lie in a zone may lie anywhere, and what lies there where these do.

        That is, wherever the observer does not see; cards that it saw elsewhere are not in question.
        """
        layout = self._layout
        row, cards = layout.knowledge_of(observer), layout.cards_of[layout.zones[zone].cards]
        surely = [card for card in cards if state[row + card] == 1 << zone]
        if not surely:
            return
        for card in surely:
            state[layout.seen_by(observer)] &= ~(1 << card)
        told = state[layout.seen_by(observer)] | state[layout.placed_by(observer)]
        in_question = [card for card in cards if state[row + card] and not told >> card & 1]
        anywhere = 0
        for card in in_question:
            anywhere |= state[row + card]
            state[row + card] |= 1 << zone
        for card in surely:
            state[row + card] = anywhere
        self.transfers.forget(state, observer, in_question)

    # ---- copies ----------------------------------------------------------------------------------

    def _recognise(self, state: State, observer: int, come: Sequence[tuple[int, int]]) -> None:
        """Cards come to light, each with the zone where it lay hidden: which of the copies are they?

        Nobody can tell copies apart. One is taken to be the copy of which the observer knew most: the two
        change places in all that it knows. What it may know afterwards then depends on what it saw, and
        not on which copy it was.
        """
        row, placed = self._layout.knowledge_of(observer), state[self._layout.placed_by(observer)]
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
                and not placed >> copy & 1
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
            seen = self._layout.seen_by(observer)
            state[seen] = exchanged(state[seen], best, card)
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
        state[self._layout.seen_by(observer)] &= ~sum(1 << copy for copy in order)
        transfers.lose(state, observer, order)

    def show(self, state: State, cards: Sequence[int], seat: int | None) -> None:
        """Cards are shown where they lie, to one seat or to everybody."""
        layout = self._layout
        for observer in self._observers if seat is None else (seat,):
            first, places = layout.knowledge_of(observer), layout.placed_by(observer)
            come = [(card, state[layout.zone_of_at + card]) for card in cards]
            come = [
                (card, zone)
                for card, zone in come
                if zone != BOX
                and layout.zones[zone].remembered
                and not self._sees[observer][zone]
                and not place_known(layout, state, observer, card)
            ]
            self._recognise(state, observer, come)
            for card, zone in come:
                state[first + card] = 1 << zone
                state[layout.seen_by(observer)] |= bool(self._forgetful) << card
                state[places] |= self.keeps_places[zone] << card
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
            state[layout.seen_by(observer)] = state[layout.placed_by(observer)] = 0
            first = layout.knowledge_of(observer)
            for card in layout.cards:
                zone_number = state[layout.zone_of_at + card.number]
                unseen = zone_number != BOX and not self._sees[observer][zone_number]
                state[first + card.number] = hidden[card.set_name] if unseen else 0
