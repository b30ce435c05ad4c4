"""A game written out: every node that play can come to, and what each player knows there.

    node     a place where a seat chooses, or chance, or an end
    branch   a way from a node to the next; those of a node have numbers that follow one another

So a game of one choice between two ends, which pay seat 0 one point or none, is

    owners (0, END, END)   counts (2, 0, 0)   firsts (0, 0, 2)   branches (1, 2)   utilities (1, -1, 0, 0)

for two seats. Nodes that a player cannot tell apart share an information set. Where several choose at one
time, the tree has them choose one after another, each without knowing what the others have chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field, frozen

from rulewright.dsl.problems import Rejected, problem
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset

CHANCE, END = -1, -2
"""In the place of a seat: nobody chooses there."""

MOST_NODES = 1_000_000
"""The largest tree that is written out."""

Utilities = Callable[[Game], Sequence[float]]
"""What the end of a game is worth to each seat."""


class TreeTooLarge(Rejected):
    """A game has more nodes than are written out."""


@frozen
class InformationSet:
    """What one seat knows where it has to choose: its key, and its moves as text."""

    seat: int
    key: str
    moves: tuple[str, ...]


@frozen(eq=False)
class GameTree:
    """See the head of this file. The root is node 0.

    `owners` tells for each node who chooses, or CHANCE, or END; `counts` how many branches it has, and
    `firsts` which is the first, for an end where its utilities begin; `sets` which information set it
    belongs to, -1 where no seat chooses. `branches` tells where each leads, and `chances` how likely chance
    is to take it, 0 where a seat chooses. `depth` is the length of the longest way from the root.
    """

    players: int
    owners: tuple[int, ...]
    counts: tuple[int, ...]
    firsts: tuple[int, ...]
    sets: tuple[int, ...]
    branches: tuple[int, ...]
    chances: tuple[float, ...]
    utilities: tuple[float, ...]
    information_sets: tuple[InformationSet, ...]
    depth: int
    offsets: tuple[int, ...] = field(init=False)
    """For each information set where its moves begin, counted through all of them; at last how many."""

    def __attrs_post_init__(self) -> None:
        offsets = [0]
        for one in self.information_sets:
            offsets.append(offsets[-1] + len(one.moves))
        object.__setattr__(self, "offsets", tuple(offsets))

    def children(self, node: int) -> tuple[int, ...]:
        """The nodes that a node leads to."""
        first = self.firsts[node]
        return self.branches[first : first + self.counts[node]]

    def worth(self, node: int) -> tuple[float, ...]:
        """What an end is worth to each seat."""
        first = self.firsts[node]
        return self.utilities[first : first + self.players]


def shares(game: Game) -> tuple[float, ...]:
    """The share of the win that each seat has, less that of the average seat: they add up to 0."""
    outcome = game.outcome
    assert outcome is not None
    winners = outcome.winners
    return _balanced([1 / len(winners) if seat in winners else 0.0 for seat in range(len(game.seats))])


def points(game: Game) -> tuple[float, ...]:
    """The points of each seat, less those of the average seat: they add up to 0."""
    sheet = game.score_sheet()
    return _balanced([float(sheet.total(seat)) for seat in range(len(game.seats))])


def _balanced(worth: Sequence[float]) -> tuple[float, ...]:
    average = sum(worth) / len(worth)
    return tuple(one - average for one in worth)


def tree_of(
    ruleset: Ruleset,
    players: int | Sequence[str] | None = None,
    utilities: Utilities = shares,
    most_nodes: int = MOST_NODES,
) -> GameTree:
    """Write out a game for so many players, or for players of these names: the keys hold for these.

    The smallest number possible play, if none is given.

    Raises RulesetError, TreeTooLarge, TooManyMoves, Fault.
    """
    game = ruleset.new_game(players, chance="ask")
    building = _Building(len(game.seats), utilities, most_nodes)
    building.add(game, 0)
    return building.tree()


@define(eq=False)
class _Building:
    """A tree that is being written out."""

    players: int
    utilities: Utilities
    most_nodes: int
    owners: list[int] = field(factory=list)
    counts: list[int] = field(factory=list)
    firsts: list[int] = field(factory=list)
    sets: list[int] = field(factory=list)
    branches: list[int] = field(factory=list)
    chances: list[float] = field(factory=list)
    worth: list[float] = field(factory=list)
    known: dict[tuple[int, str], int] = field(factory=dict)
    information_sets: list[InformationSet] = field(factory=list)
    depth: int = 0

    def _node(self, owner: int, count: int, chances: Sequence[float]) -> int:
        """A new node, whose branches lead nowhere yet."""
        node = len(self.owners)
        if node == self.most_nodes:
            raise TreeTooLarge([problem("tree-too-large", most=self.most_nodes)])
        self.owners.append(owner)
        self.counts.append(count)
        self.firsts.append(len(self.branches))
        self.sets.append(-1)
        self.branches += [0] * count
        self.chances += chances
        return node

    def add(self, game: Game, depth: int) -> int:
        """A game as it stands, and all that can follow."""
        self.depth = max(self.depth, depth)
        if game.over:
            node = self._node(END, 0, ())
            self.firsts[node] = len(self.worth)
            self.worth += self.utilities(game)
            return node
        if game.decision.kind == "chance":
            given = game.chances()
            moves = [move for move, _ in given]
            node = self._node(CHANCE, len(moves), [float(chance) for _, chance in given])
        else:
            seat = game.decision.seats[0]
            moves = game.legal_moves(seat)
            node = self._node(seat, len(moves), [0.0] * len(moves))
            self.sets[node] = self._set_of(game, seat, tuple(move.text for move in moves))
        for at, move in enumerate(moves):
            after = game.copy()
            after.apply(move)
            self.branches[self.firsts[node] + at] = self.add(after, depth + 1)
        return node

    def _set_of(self, game: Game, seat: int, moves: tuple[str, ...]) -> int:
        key = game.information_key(seat)
        if (seat, key) not in self.known:
            self.known[seat, key] = len(self.information_sets)
            self.information_sets.append(InformationSet(seat, key, moves))
        number = self.known[seat, key]
        assert self.information_sets[number].moves == moves, "who knows the same has the same moves"
        return number

    def tree(self) -> GameTree:
        return GameTree(
            self.players,
            tuple(self.owners),
            tuple(self.counts),
            tuple(self.firsts),
            tuple(self.sets),
            tuple(self.branches),
            tuple(self.chances),
            tuple(self.worth),
            tuple(self.information_sets),
            self.depth,
        )
