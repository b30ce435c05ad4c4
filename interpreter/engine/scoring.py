"""Scores: points line by line, the cards behind each line, and who won."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import field, frozen

from rulewright.dsl.model import NONE
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.engine.asking import Asked
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.given import seat_of
from rulewright.interpreter.state.layout import BOX, Layout, State

Points = Callable[[State, int], int]
Rank = Callable[[State, int], int]
"""A seat's rank in one ranking: the smaller, the better."""


@frozen
class Award:
    """Points that were given in play, and the card they were for (NONE: the rules named no card)."""

    card: int
    points: int


@frozen
class ScoreLine:
    """The points of one seat under one name. `cards` are worked out each time they are asked for.

    Where the points were given in play, `awards` says one by one what for.
    """

    name: str
    points: int
    span: Span = field(default=NOWHERE, eq=False)
    awards: tuple[Award, ...] = field(default=(), eq=False)
    _behind: Callable[[], tuple[int, ...]] = field(default=tuple, eq=False, repr=False)

    @property
    def cards(self) -> tuple[int, ...]:
        """The numbers of the cards whose removal would change these points."""
        return self._behind()


@frozen
class ScoreSheet:
    """All lines of all seats, in the order of the rules; `total` is their sum."""

    lines: tuple[tuple[ScoreLine, ...], ...]

    def of(self, seat: int) -> tuple[ScoreLine, ...]:
        """A seat's lines."""
        return self.lines[seat_of(seat, len(self.lines))]

    def total(self, seat: int) -> int:
        """A seat's points."""
        return sum(line.points for line in self.of(seat))


@frozen
class Standing:
    """A place in the ranking, and the seats that share it. After a tie places are skipped: 1, 1, 3."""

    place: int
    seats: tuple[int, ...]


@frozen
class Outcome:
    """How a game ended. `ranking` runs from the best; `winners` share the first place.

    There are none where the rules say who can win at all, and nobody can. `reason` is what the rules say of
    the ending ("" when play just ran to its end). A game that ended because its moves were used up is
    `drawn`: all seats share the first place.
    """

    ranking: tuple[Standing, ...]
    winners: tuple[int, ...]
    reason: str
    drawn: bool = False

    def place(self, seat: int) -> int:
        """A seat's place, from 1."""
        seat_of(seat, sum(len(standing.seats) for standing in self.ranking))
        return next(standing.place for standing in self.ranking if seat in standing.seats)


@frozen(eq=False)
class Scorer:
    """The scores of one program."""

    layout: Layout
    scores: tuple[tuple[str, Span, Points], ...]
    ranks: tuple[Rank, ...]
    qualifies: bool
    """Whether the first rank tells who can win at all, by 0."""

    @classmethod
    def of(cls, layout: Layout, asked: Asked) -> Scorer:
        """The scores of a game.

        Without `winner by` the most points win; in a game without scores, those who are still playing.
        """
        code, model = asked.printed.code, layout.model
        scores = tuple(
            (name, score.span, asked.one(title))
            for (name, score), title in zip(model.scores.items(), code.scores, strict=True)
        )
        return cls(layout, scores, tuple(map(asked.one, code.ranks)), code.qualifies)

    def points(self, state: State, seat: int, name: str) -> int:
        """A seat's points under one name."""
        return next(points for score, _, points in self.scores if score == name)(state, seat)

    def total(self, state: State, seat: int) -> int:
        """A seat's points in all."""
        return sum(points(state, seat) for _, _, points in self.scores)

    def together(self, state: State, seat: int) -> int:
        """The points of a seat's team in all; its own where each plays alone."""
        sides = self.layout.sides
        return sum(self.total(state, one) for one in self.layout.seats if sides[one] == sides[seat])

    def ranking(self, state: State) -> tuple[Standing, ...]:
        """The seats from the best; equals share a place. A team is counted once."""
        seats, sides = range(self.layout.player_count), self.layout.sides
        ranks = {seat: tuple(rank(state, seat) for rank in self.ranks) for seat in seats}
        standings: list[Standing] = []
        place = 1
        for key in sorted(set(ranks.values())):
            tied = tuple(seat for seat in seats if ranks[seat] == key)
            standings.append(Standing(place, tied))
            place += len({sides[seat] for seat in tied})
        return tuple(standings)

    def winners(self, state: State) -> tuple[int, ...]:
        """The seats that share the first place; none where nobody can win."""
        best = self.ranking(state)[0].seats
        return () if self.qualifies and self.ranks[0](state, best[0]) else best

    def behind(self, state: State, seat: int, name: str, candidates: Iterable[int]) -> tuple[int, ...]:
        """The cards among the candidates whose removal would change a line."""
        points = self.points(state, seat, name)
        return tuple(
            card for card in candidates if self._without(state, card, seat, name) not in (points, None)
        )

    def _without(self, state: State, card: int, seat: int, name: str) -> int | None:
        """The points of a line without one card; None when it is in no zone."""
        less = take_out(self.layout, state, card)
        if less is None:
            return None
        try:
            return self.points(less, seat, name)
        except Fault:
            return NONE


def take_out(layout: Layout, state: State, card: int) -> State | None:
    """A copy of the state in which a card is in the box; None if it is there already."""
    zone = state[layout.zone_of_at + card]
    if zone == BOX:
        return None
    place = layout.zones[zone]
    size = state[place.size_at]
    less = list(state)
    at = less.index(card, place.base, place.base + size)
    less[at : place.base + size] = [*less[at + 1 : place.base + size], 0]
    less[place.size_at] = size - 1
    less[layout.zone_of_at + card] = BOX
    return less
