"""Scores: points line by line, the cards behind each line, and who won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import field, frozen

from rulewright.dsl.model import NONE
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.engine.asking import Asked, Many
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.given import seat_of
from rulewright.interpreter.state.layout import BOX, Layout, State

Points = Callable[[State, int], int]


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


@frozen
class Results:
    """What the end of a game comes to, seat by seat: the points line by line, and what the places go by."""

    points: tuple[tuple[int, ...], ...]
    ranks: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, found: Sequence[int], players: int, lines: int) -> Results:
        """Out of the numbers that the code gives: see `Code.ranks`."""
        width = len(found) // players
        rows = [tuple(found[seat * width : (seat + 1) * width]) for seat in range(players)]
        return cls(tuple(row[:lines] for row in rows), tuple(row[lines:] for row in rows))

    def winners(self, *, qualifies: bool) -> tuple[int, ...]:
        """The seats that share the first place; none where the first rank says who can, and nobody can."""
        best = min(self.ranks)
        first = tuple(seat for seat, rank in enumerate(self.ranks) if rank == best)
        return () if qualifies and best[0] else first

    def standings(self, sides: Sequence[int]) -> tuple[Standing, ...]:
        """The seats from the best, where each plays for a side. Equals share a place, a side counts once."""
        standings: list[Standing] = []
        place = 1
        for key in sorted(set(self.ranks)):
            tied = tuple(seat for seat, rank in enumerate(self.ranks) if rank == key)
            standings.append(Standing(place, tied))
            place += len({sides[seat] for seat in tied})
        return tuple(standings)


@frozen(eq=False)
class Scorer:
    """The scores of one program."""

    layout: Layout
    scores: tuple[tuple[str, Span, Points], ...]
    _results: Many
    qualifies: bool
    """Whether the first number that a place goes by tells who can win at all, by 0."""

    @classmethod
    def of(cls, layout: Layout, asked: Asked) -> Scorer:
        """The scores of a game."""
        code, model = asked.printed.code, layout.model
        scores = tuple(
            (name, score.span, asked.one(title))
            for (name, score), title in zip(model.scores.items(), code.scores, strict=True)
        )
        return cls(layout, scores, asked.many("results"), code.qualifies)

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

    def results(self, state: State) -> Results:
        """What the game would come to if it ended now."""
        return Results.of(self._results(state), self.layout.player_count, len(self.scores))

    def ranking(self, state: State) -> tuple[tuple[Standing, ...], tuple[int, ...]]:
        """The seats from the best, and those that win. Equals share a place, and a team is counted once."""
        results = self.results(state)
        return results.standings(self.layout.sides), results.winners(qualifies=self.qualifies)

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
