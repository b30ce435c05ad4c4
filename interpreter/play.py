"""Playing on states: who decides, what is legal, and carrying it out. No texts, no records.

Everything here trusts its caller: a move given to `take` is one that `moves` lists or `canonical` returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from rulewright.dsl.model import NONE
from rulewright.interpreter.actions import SAMPLES, CompiledAction
from rulewright.interpreter.domains import MOST_LISTED, InternalMove, TooManyMoves, number_of
from rulewright.interpreter.events import Watch
from rulewright.interpreter.faults import fault
from rulewright.interpreter.flow import MOST_MOVES, Flow
from rulewright.interpreter.layout import ENDING, ME, MOVES, OVER, PC, PENDING, Layout, State
from rulewright.interpreter.points import ASKED, COMMITTED, Commits, Point
from rulewright.interpreter.steps import DONE_MOVE, step_moves, take_step

Draw = Callable[[int], int]
"""A number below the given one, from a source of the caller's own: never from the game's chance."""


@frozen(eq=False)
class Play:
    """The moves of one program. Holds no state of any game."""

    layout: Layout
    flow: Flow
    actions: tuple[CompiledAction, ...]
    limit_reason: int

    def point(self, state: State) -> Point:
        """Where play waits; only while the game is not over."""
        return self.flow.points[state[PC]]

    def deciders(self, state: State) -> tuple[int, ...]:
        """The seats that have to choose; none when the game is over."""
        if state[OVER]:
            return ()
        commits = self.point(state).commits
        return (state[ME],) if commits is None else commits.seats(state, self.layout.player_count, ASKED)

    def moves(self, state: State, seat: int) -> list[InternalMove]:
        """All legal moves of a seat that has to choose. Writes to the scratch part of the state.

        Raises TooManyMoves.
        """
        point = self.point(state)
        if point.partial is not None:
            return step_moves(point, point.partial, self.actions, state)
        outer = state[ME]
        state[ME] = seat
        found: list[InternalMove] = []
        try:
            for action in point.actions:
                action.list_into(state, found)
        except TooManyMoves as many:
            raise TooManyMoves(many.count, many.exact and len(point.actions) == 1) from None
        finally:
            state[ME] = outer
        if len(found) > MOST_LISTED:
            raise TooManyMoves(len(found), exact=True)
        return found

    def canonical(self, state: State, seat: int, move: InternalMove) -> InternalMove | None:
        """The legal move that a move stands for; None when it is not legal. Writes to scratch."""
        point = self.point(state)
        if point.partial is not None:
            return move if move in step_moves(point, point.partial, self.actions, state) else None
        action = next((action for action in point.actions if action.index == move[0]), None)
        if action is None:
            return None
        outer = state[ME]
        state[ME] = seat
        found = action.canonical(state, move[1:])
        state[ME] = outer
        return found

    def sample(self, state: State, seat: int, draw: Draw) -> InternalMove:
        """A legal move at random where there are too many to list. Raises Fault where none is hit."""
        point = self.point(state)
        outer = state[ME]
        state[ME] = seat
        start = draw(len(point.actions))
        found = None
        for action in (*point.actions[start:], *point.actions[:start]):
            found = action.sample(state, draw)
            if found is not None:
                break
        state[ME] = outer
        if found is None:
            raise fault("limit-guesses", point.span, most=SAMPLES)
        return found

    def pick(self, state: State, seat: int, draw: Draw) -> InternalMove | None:
        """A legal move at random; None when there is none. Raises Fault where none is hit of very many.

        An only move is taken without a draw, as if it had not been asked for.
        """
        try:
            moves = self.moves(state, seat)
        except TooManyMoves:
            return self.sample(state, seat, draw)
        if len(moves) > 1:
            return moves[draw(len(moves))]
        return moves[0] if moves else None

    # ---- going on --------------------------------------------------------------------------------

    def go_on(self, state: State, watch: Watch | None) -> None:
        """Run until a choice with at least one legal move, or the end."""
        left = None
        while True:
            left = self.flow.run(state, watch, left)
            if state[OVER]:
                return
            point = self.point(state)
            if point.commits is not None:
                for seat in point.commits.seats(state, self.layout.player_count, ASKED):
                    if not self._possible(state, point, seat):
                        raise fault("fault-no-move", point.span, seat=seat + 1)
                return
            if self._possible(state, point, state[ME]):
                return
            self._nothing_legal(state, point)

    def _possible(self, state: State, point: Point, seat: int) -> bool:
        if point.partial is not None:
            return bool(step_moves(point, point.partial, self.actions, state))
        return any(True for _ in self._possible_actions(state, point, seat))

    def possible_actions(self, state: State, seat: int) -> list[CompiledAction]:
        """The actions of the present choice that a seat has a legal move of. Writes to scratch."""
        point = self.point(state)
        if point.partial is None:
            return list(self._possible_actions(state, point, seat))
        steps = step_moves(point, point.partial, self.actions, state)
        begun = {number_of(move) for move in steps if move != DONE_MOVE}
        return [action for action in point.actions if action.index in begun]

    def _possible_actions(self, state: State, point: Point, seat: int) -> Iterator[CompiledAction]:
        for action in point.actions:
            outer, state[ME] = state[ME], seat
            possible = action.possible(state)
            state[ME] = outer
            if possible:
                yield action

    def _nothing_legal(self, state: State, point: Point) -> None:
        if point.partial is not None and point.partial.read(state) is not None:
            point.partial.clear(state)
        elif point.optional:
            state[PC] = point.next
        else:
            raise fault("fault-no-move", point.span, seat=state[ME] + 1)

    def take(self, state: State, seat: int, move: InternalMove, watch: Watch | None) -> None:
        """Carry out a move, or commit a seat to it; run on with `go_on` or `flow.run`."""
        point = self.point(state)
        if point.commits is not None:
            point.commits.commit(state, seat, move)
            if not self.deciders(state):
                self._reveal(state, point, point.commits, watch)
            return
        if point.partial is not None:
            whole = take_step(point.partial, self.actions, move, state)
            if whole is None:
                state[MOVES] += 1
                self._check_limit(state)
                return
            move = whole
        self._do(state, move, watch)
        self._after(state, point)

    def _do(self, state: State, move: InternalMove, watch: Watch | None) -> None:
        action = self.actions[number_of(move)]
        action.bind(state, move[1:])
        state[MOVES] += 1
        action.effect(state, watch)

    def _after(self, state: State, point: Point) -> None:
        self._check_limit(state)
        if not state[OVER]:
            state[PC] = self.flow.onward(state, point.next) if state[PENDING] else point.next

    def _check_limit(self, state: State) -> None:
        if state[MOVES] >= MOST_MOVES and not state[OVER]:
            state[OVER] = 1
            state[ENDING] = self.limit_reason

    def _reveal(self, state: State, point: Point, commits: Commits, watch: Watch | None) -> None:
        """Carry out what all have committed to, clockwise from the first."""
        players = self.layout.player_count
        first = NONE if point.first is None else point.first(state)
        chosen = {seat: commits.chosen(state, seat) for seat in commits.seats(state, players, COMMITTED)}
        outer, before = state[ME], list(state) if point.together else []
        chosen = self._apart(state, chosen)
        lay = {seat: self._zones_of(state, move) for seat, move in chosen.items()}
        commits.open(state, (), players)
        for place in range(players):
            seat = ((0 if first == NONE else first) + place) % players
            if seat not in chosen or state[OVER]:
                continue
            if self._zones_of(state, chosen[seat]) != lay[seat]:
                raise fault("fault-collision", point.span, seat=seat + 1)
            state[ME] = seat
            self._do(state, chosen[seat], watch)
        if point.together:
            cards = [card for move in chosen.values() for card in self._cards_of(move)]
            self.flow.effects.knowledge.moved_together(state, before, cards)
        state[ME] = outer
        self._after(state, point)

    def _apart(self, state: State, chosen: dict[int, InternalMove]) -> dict[int, InternalMove]:
        """The same choices, but where seats name one of several equal cards, each has one of its own.

        Every list offers the same copy for all its equals; who chose it did not mean that copy.
        """
        taken: set[int] = set()
        found: dict[int, InternalMove] = {}
        for seat, move in chosen.items():
            state[ME] = seat
            action, named = self.actions[number_of(move)], self._cards_of(move)
            instead: dict[int, int] = {}
            for card in named:
                if card in taken and card not in instead:
                    used = {*taken, *named, *instead.values()}
                    equals = action.equals(state, card)
                    instead[card] = next((copy for copy in equals if copy not in used), card)
            found[seat] = action.renamed(move, instead)
            taken.update(self._cards_of(found[seat]))
        return found

    def _zones_of(self, state: State, move: InternalMove) -> list[int]:
        """Where the cards that a move names lie."""
        return [state[self.layout.zone_of_at + card] for card in self._cards_of(move)]

    def _cards_of(self, move: InternalMove) -> list[int]:
        """The cards that a move names."""
        cards: list[int] = []
        for choice, argument in zip(self.actions[number_of(move)].choices, move[1:], strict=True):
            if choice.family == "card":
                cards += argument if isinstance(argument, tuple) else (argument,)
        return cards

    # ---- fast ------------------------------------------------------------------------------------

    def random_playout(self, state: State, draw: Draw) -> None:
        """Play to the end at random, without records. The state is one that waits, or is over."""
        points, run, actions = self.flow.points, self.flow.run, self.actions
        left = None
        while not state[OVER]:
            point = points[state[PC]]
            if point.commits is not None or point.partial is not None:
                left = self._random_step(state, point, draw, left)
                continue
            found: list[InternalMove] = []
            try:
                for action in point.actions:
                    action.list_into(state, found)
            except TooManyMoves:
                found = [self.sample(state, state[ME], draw)]
            if not found:
                self._nothing_legal(state, point)
                left = run(state, None, left)
                continue
            move = found[draw(len(found))] if len(found) > 1 else found[0]
            chosen = actions[number_of(move)]
            chosen.bind(state, move[1:])
            state[MOVES] += 1
            chosen.effect(state, None)
            self._after(state, point)
            left = run(state, None)

    def _random_step(self, state: State, point: Point, draw: Draw, left: int | None) -> int:
        """One seat's step, or all seats' hidden choices; returns what `Flow.run` does."""
        for seat in self.deciders(state):
            move = self.pick(state, seat, draw)
            if move is not None:
                self.take(state, seat, move, None)
                left = None
            elif point.commits is None:
                self._nothing_legal(state, point)
            else:
                raise fault("fault-no-move", point.span, seat=seat + 1)
        return self.flow.run(state, None, left)
