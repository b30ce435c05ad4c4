"""One game being played: who decides, what is legal, what a move does, and how it all ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from rulewright.dsl.model import NONE
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.engine.asked_chance import ChanceAsked, ChanceEvent
from rulewright.interpreter.engine.events import Event, Watch
from rulewright.interpreter.engine.given import seat_number, seat_of, seed_number, several, whole, wrong
from rulewright.interpreter.engine.moves import (
    CHANCE,
    WITHDRAW,
    Decision,
    IllegalMove,
    Move,
    Refusal,
    given_move,
)
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.engine.scoring import Award, Outcome, Points, ScoreLine, ScoreSheet
from rulewright.interpreter.game.history import Commits, History, Step
from rulewright.interpreter.game.keys import Link, information_key
from rulewright.interpreter.game.log import Past, choices_told, log
from rulewright.interpreter.game.redealt import Redeal, redealt
from rulewright.interpreter.game.retrace import Retraced, Retracing
from rulewright.interpreter.game.saves.write import SavedLine, save_text
from rulewright.interpreter.game.seat import Chooser, Seat
from rulewright.interpreter.game.undo import Made, learned
from rulewright.interpreter.game.views.make import view
from rulewright.interpreter.game.views.models import ALL, PUBLIC, Observer, View, Viewer, check_observer
from rulewright.interpreter.state.domains import InternalMove, TooManyMoves
from rulewright.interpreter.state.layout import ALL_SEEING, COMMITTED, ENDING, MOVES, OVER, State
from rulewright.interpreter.state.state import cards_in, seed_of
from rulewright.interpreter.words.move_text import MoveTexts, Offered
from rulewright.interpreter.words.refusals import Refuser
from rulewright.interpreter.words.sentences import refusal
from rulewright.interpreter.words.texts import Names, outcome_text

if TYPE_CHECKING:
    from rulewright.interpreter.game.ruleset import Ruleset


__all__ = ["Bot", "Chooser", "Game", "Seat"]


MOST_TOLD = 10
"""So many outcomes of chance are named where another is given."""

Bot = Chooser | Callable[[Seat], Move]
"""What plays a seat in `Game.playout`."""


def _chooser(bot: object) -> Callable[[Seat], Move]:
    choose = bot if callable(bot) else getattr(bot, "choose", None)
    if not callable(choose):
        wrong("a bot", "a function of a Seat, or has a method `choose`", bot)
    return choose


def _given(state: State, events: Sequence[Event], watch: Watch) -> State:
    """A first state that somebody gives, with the events that led to it."""
    watch.events += events
    return state


@frozen
class _Asked:
    """Chance is asked for: what it decides, what it gave before for the same move, and the move.

    No move: the game is being set up.
    """

    event: ChanceEvent
    given: tuple[int, ...]
    move: tuple[int, InternalMove, Move] | None


class Game:
    """A game in play. Seats are numbered from 0; in texts they count from 1.

    Moves are made with `apply`, as text or as one of `legal_moves()`; each is checked, and one that is
    refused raises `IllegalMove` and changes nothing. Where the rules themselves cannot go on, `Fault`
    carries the problem, and the game is as before the move. Not for use by several threads at once.
    `placed`: it began from a position that somebody laid out, not from the rules' own setup. `saved` are the
    lines of its save, and `links` what keys are made of, as far as they have been asked for. `redeal` says of
    a redealt game how well it fits what has happened, and `retracings` make redeals for the seats.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        program: Program,
        names: Names,
        seed: int,
        starter: int | None,
        state: State,
        events: Sequence[Event] = (),
        *,
        placed: bool = False,
        history: History | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.program = program
        self.names = names
        self.seed = seed
        self.starter = starter
        self.placed = placed
        if history is None:
            history = History(program, partial(_given, state, events), list(state))
        self._history = history
        self.saved: list[SavedLine] = []
        self.links: dict[Observer, list[Link]] = {}
        self.redeal: Redeal | None = None
        self.retracings: dict[int, Retracing] = {}
        self._past: Past | None = None
        self._commits: Commits = ()
        self._asked: _Asked | None = None
        self._offers: dict[int, Offered] = {}
        self.texts = MoveTexts(program, names, Refuser(program.layout, names))
        self._outcome = self._settle(state)

    @classmethod
    def begin(
        cls,
        ruleset: Ruleset,
        seats: tuple[str, ...],
        seed: int,
        starter: int | None,
        language: str | None,
        *,
        asks: bool = False,
    ) -> Game:
        """Set up a new game; callers use `Ruleset.new_game`."""
        program = ruleset.program(len(seats), asks=asks)
        names = Names(program.layout, seats, ruleset.model.translations.get(language or ""))
        if asks:
            game = cls(ruleset, program, names, seed, starter, program.layout.new_state())
            game._go_on(None, ())
            return game
        state = program.start(seed, starter)
        fresh = partial(program.new_state, seed, starter)
        history = History(program, partial(program.start, seed, starter), state, fresh=fresh)
        return cls(ruleset, program, names, seed, starter, state, history=history)

    @property
    def _state(self) -> State:
        """The present state as play goes on from it; what observers know is not kept up there."""
        return self._history.now

    # ---- where it stands -------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return self.names.seats

    @property
    def state(self) -> State:
        """A copy of the state, laid out as `program.layout` says."""
        return list(self._history.told(len(self._history)))

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self._state[OVER]) and self._asked is None

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves that seats were asked for, and made. Those of `unless forced` are in `events` only."""
        return tuple([step.move for step in self._history.steps])

    @property
    def moves_made(self) -> int:
        """How many moves have been carried out; a hidden choice counts when all are revealed.

        Moves that were made without asking do not count.
        """
        return self._state[MOVES]

    @property
    def hidden_choices(self) -> Commits:
        """Who made which choice, or step of one, in a simultaneous choice that is open: seats, and moves."""
        return self._commits

    @property
    def history(self) -> History:
        """What was there before each of `moves`. To be read only."""
        return self._history

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened so far, secrets included: `Event.seen_by` says who knows what."""
        return tuple(self.told)

    @property
    def told(self) -> Sequence[Event]:
        """`events`, as long as nothing more happens and nothing is undone. To be read only."""
        return self._history.events()

    @property
    def past(self) -> Past:
        """What the log knows of what it has told."""
        if self._past is None:
            self._past = Past(self.program.layout)
        return self._past

    def events_before(self, moves: int) -> int:
        """How many of `events` had happened when so many moves were made."""
        number = whole(moves, "a number of moves")
        history = self._history
        return history.events_before(number) if 0 <= number < len(history) else len(history.events())

    @property
    def phase(self) -> str | None:
        """The phase that play is in."""
        return self.program.phase(self._state)

    @property
    def decision(self) -> Decision:
        """What play waits for, with the reason as the seat reads it that has to choose.

        In a simultaneous choice, as an observer reads it.
        """
        waiting = self._waiting
        return self._worded(waiting, waiting.seats[0] if waiting.kind == "choose" else None)

    def decision_for(self, seat: int | Literal["all"] | None) -> Decision:
        """What play waits for, with the reason as a seat reads it; None: an observer, "all": who sees all."""
        if seat == ALL:
            return self._worded(self._waiting, ALL_SEEING)
        if seat is not None:
            seat_of(seat, len(self.seats))
        return self._worded(self._waiting, seat)

    @property
    def _waiting(self) -> Decision:
        """What play waits for, without words: every move asks for it."""
        state = self._state
        if self._asked is not None:
            return Decision("chance", (), (), self.phase, number=state[MOVES])
        if state[OVER]:
            return Decision("over", (), (), self.phase, number=state[MOVES])
        point = self.program.play.point(state)
        return Decision(
            "choose" if point.commits is None else "everyone",
            self.program.play.deciders(state),
            tuple(action.name for action in point.actions),
            self.phase,
            point.optional,
            point.partial is not None,
            () if point.commits is None else point.commits.seats(state, COMMITTED),
            number=state[MOVES],
            span=point.span,
        )

    def _worded(self, decision: Decision, reader: int | None) -> Decision:
        if reader in decision.seats:
            decision = evolve(decision, number=self.program.play.decision_number(self._state, reader))
        phrase = None if decision.kind in ("chance", "over") else self.program.play.point(self._state).because
        if phrase is None:
            return decision
        return evolve(decision, because=self.names.phrase(phrase, self._state, reader))

    def digest(self) -> str:
        """A short text that differs when anything about the game does: 16 hex digits."""
        return self.program.digest(self._history.told(len(self._history)))

    def view(self, seat: Viewer = None) -> View:
        """The game as a seat, or an observer, may see it; "all": with everything that is hidden."""
        return view(self, seat)

    def log(self, seat: Observer = None, *, everything: bool = False, since: int | None = None) -> list[str]:
        """What happened, in words for a seat or an observer; `everything` leaves out nothing that is seen.

        `since` a number of moves leaves out the setup and what came of those: `since=len(game.moves)`, asked
        later, tells what is new.
        """
        return log(self, seat, everything=everything, since=since)

    def information_key(self, seat: int) -> str:
        """The information set of a seat: 32 hex digits.

        Two games have the same one exactly when this seat cannot tell them apart by its log and all that it
        has been shown since they began. In a game that players may forget parts of
        (`Ruleset.perfect_recall`) it says more than they remember.
        """
        return information_key(self, seat_of(seat, len(self.seats)))

    def public_key(self) -> str:
        """The same for somebody without a seat who has watched from the start: what is known to all."""
        return information_key(self, PUBLIC)

    def to_save(self) -> str:
        """The game as the text of a save, which `saves.resume` takes up again.

        Raises SaveError for a game that was `placed`: a save holds what led to a position, not positions.
        """
        return save_text(self)

    # ---- moves -----------------------------------------------------------------------------------

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """All legal moves: of one seat, or of all that have to choose.

        In the order of the actions in the choice, then of what there is to choose. Empty for a seat that
        has nothing to choose. Where chance is asked for they are its outcomes. Raises TooManyMoves above
        10,000.
        """
        if self._asked is not None:
            return [] if seat is not None else [move for move, _ in self.chances()]
        deciders = self.program.play.deciders(self._state)
        if seat is not None:
            seat_of(seat, len(self.seats))
        seats = deciders if seat is None else (seat,) if seat in deciders else ()
        return [move for one in seats for move in self._offered(one).all()]

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """Where chance is asked for (`Ruleset.new_game`), what it may give, and how likely; else nothing.

        `apply` chooses one. Until chance has given all that a move needs, the game is as before that move.
        """
        if self._asked is None:
            return ()
        event, layout = self._asked.event, self.program.layout
        chance = Fraction(1, len(event.outcomes))
        return tuple(
            (Move(CHANCE, event.site, (one,), outcome_text(layout, event, one), self._state[MOVES]), chance)
            for one in event.outcomes
        )

    def spoken_moves(self, seat: int) -> list[str]:
        """The texts of `legal_moves(seat)` as they are put to the player there; `apply` reads them too.

        The seat's own things are `your hand`, other players go by name, as `hand[Bob]`.
        """
        if seat_of(seat, len(self.seats)) not in self._waiting.seats:
            return []
        return self.texts.spoken(self._state, seat, self.program.play.moves(list(self._state), seat))

    def spoken(self, move: Move) -> str:
        """One move of the present decision, as it is put to its player."""
        seat_of(given_move(move).seat, len(self.seats))
        read = self.texts.check(self._state, move.seat, move)
        return (
            move.text if isinstance(read, Refusal) else self.texts.spoken(self._state, move.seat, [read])[0]
        )

    def _offered(self, seat: int) -> Offered:
        """What a seat that has to choose can choose among."""
        if seat not in self._offers:
            history, made = self._history, len(self._history)
            at, listed = partial(history.state, made), history.listed(seat)
            number = self.program.play.decision_number(self._state, seat)
            self._offers[seat] = self.texts.offered_from(at, seat, number, listed)
        return self._offers[seat]

    def why_not(self, move: Move | str, seat: int | None = None) -> Refusal | None:
        """Why a move is refused; None when it is legal. `seat` says whose it is where that is open."""
        read = self._read(move, seat)
        return read if isinstance(read, Refusal) else None

    def apply(self, move: Move | str, seat: int | None = None) -> Move:
        """Make a move, given as text or as a `Move`; returns it as it was understood.

        In a simultaneous choice it commits the seat. Where chance is asked for it is an outcome, as text or
        out of `chances`. Raises IllegalMove, or Fault; the game is then unchanged.
        """
        if self._asked is not None:
            return self._give(self._asked, move)
        if isinstance(move, Move) and move.of_a_list and seat in (None, move.seat):
            offered = self._offers.get(move.seat)
            listed = None if offered is None else offered.meant_by(move)
            if listed is not None:
                self._make(move.seat, listed, move)
                return move
        read = self._read(move, seat)
        if isinstance(read, Refusal):
            raise IllegalMove(read)
        mover, internal = read
        (made,) = self.texts.write_all(self._state, mover, [internal])
        _ = made.text  # written while the state is at hand
        self._make(mover, internal, made)
        return made

    def _give(self, asked: _Asked, outcome: Move | str) -> Move:
        """Chance gives an outcome, and play goes on to where it is asked again, a choice, or the end."""
        if not isinstance(outcome, str):
            given_move(outcome, "a text or a Move")
        for move, _ in self.chances():
            if outcome == (move.text if isinstance(outcome, str) else move):
                (number,) = move.arguments
                assert isinstance(number, int)
                self._go_on(asked.move, (*asked.given, number))
                return move
        told = outcome if isinstance(outcome, str) else outcome.text
        few = [move.text for move, _ in self.chances()][:MOST_TOLD]
        raise IllegalMove(
            refusal("move-not-chance", None, move=told, site=asked.event.site, some=", ".join(few))
        )

    def _go_on(self, move: tuple[int, InternalMove, Move] | None, given: tuple[int, ...]) -> None:
        """Carry out a move, or set the game up, as far as what chance has given reaches."""
        try:
            if move is None:
                self._set_up(given)
            else:
                self._carry_out(*move, given)
        except ChanceAsked as asked:
            self._asked = _Asked(asked.event, given, move)
            self._forget(list(self._offers))
        else:
            self._asked = None

    def _set_up(self, given: tuple[int, ...]) -> None:
        program = self.program
        assert program.chance is not None
        begin = partial(program.start, self.seed, self.starter)
        with program.chance.giving(given):
            state = begin(Watch())
            outcome = self._settled(state)
        self._history = History(program, begin, state, outcomes={0: given})
        self._outcome = outcome

    def _settled(self, state: State) -> Outcome | None:
        """As `_settle`, where chance is asked for: for all that the legal moves depend on, too."""
        for seat in self.program.play.deciders(state):
            with suppress(TooManyMoves):
                self.program.play.moves(list(state), seat)
        return self._settle(state)

    def _make(self, seat: int, internal: InternalMove, made: Move) -> None:
        """Carry out a legal move."""
        if self.program.chance is None:
            self._carry_out(seat, internal, made)
        else:
            self._go_on((seat, internal, made), ())

    def _carry_out(self, seat: int, internal: InternalMove, made: Move, given: tuple[int, ...] = ()) -> None:
        settle = self._settle if self.program.chance is None else self._settled
        self._outcome = self._history.make(Step(seat, internal, made, self._commits), settle, given)
        still_open = self._history.steps[-1].hidden and self._outcome is None
        self._commits = (*self._commits, (seat, internal, made)) if still_open else ()
        self._forget([seat] if still_open else list(self._offers))

    def _forget(self, seats: Sequence[int]) -> None:
        """These seats no longer choose among what they were offered."""
        for seat in seats:
            if seat in self._offers:
                self._offers.pop(seat).close()

    def _read(self, move: Move | str, seat: int | None) -> tuple[int, InternalMove] | Refusal:
        """The seat and the move that is meant, or why it is refused."""
        if not isinstance(move, str):
            given_move(move, "a text or a Move")
        if seat is not None:
            seat_number(seat)
        if self._asked is not None:
            return refusal("move-chance-first", seat, site=self._asked.event.site)
        if self._outcome is not None:
            return refusal("move-game-over", seat, reason=self._outcome.reason)
        if isinstance(move, Move):
            mover = self._mover(move.seat if seat is None else seat)
            number = self.program.play.decision_number(
                self._state, None if isinstance(mover, Refusal) else mover
            )
            if move.decision not in (None, number):
                return refusal("move-of-another-decision", seat, self._waiting.span, move=move.text)
        else:
            mover = self._mover(seat)
        if isinstance(mover, Refusal):
            return mover
        if isinstance(move, Move):
            read = self.texts.check(self._state, mover, move)
        else:
            read = self.texts.read(self._state, mover, move)
        return read if isinstance(read, Refusal) else (mover, read)

    def _mover(self, seat: int | None) -> int | Refusal:
        decision = self._waiting
        deciders = ", ".join(self.seats[one] for one in decision.seats)
        if seat is None:
            if len(decision.seats) == 1:
                return decision.seats[0]
            return refusal("move-seat-needed", None, decision.span, deciders=deciders)
        if not 0 <= seat < len(self.seats):
            return refusal("move-no-seat", None, decision.span, seat=seat + 1, count=len(self.seats))
        if seat in decision.committed:
            return refusal("move-committed", seat, decision.span, seat=self.seats[seat])
        if seat not in decision.seats:
            name = self.seats[seat]
            return refusal("move-out-of-turn", seat, decision.span, seat=name, deciders=deciders)
        return seat

    def chosen(self, seat: int) -> Move | None:
        """The hidden choice of a seat in a simultaneous choice that is still open."""
        seat_of(seat, len(self.seats))
        if seat not in self._waiting.committed:
            return None
        commits = self.program.play.point(self._state).commits
        assert commits is not None
        return self.texts.write_all(self._state, seat, [commits.chosen(self._state, seat)])[0]

    def withdraw(self, seat: int) -> None:
        """Take back a seat's hidden choice, or what it has chosen of it so far, while others still choose.

        Raises IllegalMove.
        """
        seat_number(seat)
        if seat not in self._waiting.committed and all(one != seat for one, _, _ in self._commits):
            name = self.seats[seat] if 0 <= seat < len(self.seats) else str(seat + 1)
            raise IllegalMove(refusal("move-not-committed", seat, self._waiting.span, seat=name))
        record = Move(seat, WITHDRAW, (), WITHDRAW, self._state[MOVES])
        self._history.make(Step(seat, None, record, self._commits), self._settle)
        self._commits = tuple(commit for commit in self._commits if commit[0] != seat)
        self._forget([seat])

    # ---- back and aside --------------------------------------------------------------------------

    def _at_most(self, moves: int) -> int:
        """A number of moves, as far back as there are any."""
        return min(max(0, whole(moves, "a number of moves")), len(self._history))

    def undo(self, moves: int = 1) -> int:
        """Take back the last moves, back to the beginning at most; returns how many were taken back.

        A move for which chance is still asked is one of them.
        """
        count = self._at_most(moves)
        if self._asked is not None and moves > 0:
            if self._asked.move is None:
                return 0
            self._asked = None
            return 1 + self.undo(moves - 1)
        if count:
            left = len(self._history) - count
            self._commits = self._history.steps[left].commits
            self._history = self._history.until(left)
            self._outcome = None
            while self.saved and self.saved[-1].moves > left:
                self.saved.pop()
            self.links = self._links_until(left)
            self._past = None
            self.retracings = {}
            self._forget(list(self._offers))
        return count

    def last_moves(self, moves: int, seat: Observer = None) -> list[str]:
        """The last moves, in words for a seat or an observer, those made without asking among them.

        Of a simultaneous choice that is open it is told what the seat chose, and who else has committed.
        """
        check_observer(seat, len(self.seats))
        lines: list[str] = []
        begin = len(self._history) - self._at_most(moves)
        for number, step in enumerate(self._history.steps[begin:], start=begin):
            if not step.hidden:
                events = self.events_before(number), self.events_before(number + 1)
                lines += choices_told(self, *events, seat)
        made = [step.move for step in self._history.steps[begin:]]
        for one, _, move in self._commits:
            if one == seat and any(move is other for other in made):
                lines.append(f"{self.seats[one]}: {move.text}")
        others = [] if self.over else [one for one in self._waiting.committed if one != seat]
        since = {move.seat for move in made}
        return [*lines, *(f"{self.seats[one]}: a hidden choice" for one in others if one in since)]

    def undo_reveals(self, moves: int = 1, seats: Sequence[int] | None = None) -> bool:
        """Whether one of the seats, if not said of all, has learned something since the last moves.

        Then `undo` of so many would let somebody choose again who knows more than before: chance was drawn,
        or something hidden has come into what the seat sees, be it a card, a value or what it may do now.
        """
        asked = range(len(self.seats)) if seats is None else several(seats, "seats", int)
        known = [seat_of(seat, len(self.seats)) for seat in asked]
        pending = self._asked is not None and moves > 0
        count = self._at_most(moves - 1 if pending else moves)
        if not count:
            return False
        history, now = self._history, len(self._history)
        made = [
            Made(history.told(number), history.steps[number].seat, history.steps[number].meant)
            for number in range(now - count, now)
        ]
        return any(
            learned(self.program.play, made, self.state, seat, partial(self._seen, seat)) for seat in known
        )

    def _seen(self, seat: int, state: State) -> object:
        """What a seat sees in a state: the table, and what it can choose among, as it would be told."""
        there = Game(self.ruleset, self.program, self.names, self.seed, self.starter, state)
        return there.view(seat), self.texts.offered(state, seat) if seat in there.decision.seats else ""

    def copy(self, seed: int | None = None) -> Game:
        """The same game, to be played on apart from this one; with a `seed` chance goes on from that one.

        What has happened stays, and `Game.seed`, from which it came. Also drawn anew is the order in which
        cards of zones without order are shown to who does not see them.
        """
        future = None if seed is None else seed_number(seed)
        if future is not None:
            self._check_seeded()
        other = self.after(len(self._history))
        other._asked = self._asked
        other.saved = list(self.saved)
        if future is None:
            other._offers = dict(self._offers)
        else:
            other._history.go_on_from(future)
        return other

    def after(self, moves: int) -> Game:
        """The game as it was after the first so many of `moves`, to be played on apart."""
        made, steps = self._at_most(moves), self._history.steps
        history = self._history.until(made)
        other = Game(
            self.ruleset,
            self.program,
            self.names,
            self.seed,
            self.starter,
            history.now,
            placed=self.placed,
            history=history,
        )
        other._commits = steps[made].commits if made < len(steps) else self._commits
        other.links = self._links_until(made)
        return other

    def _links_until(self, moves: int) -> dict[Observer, list[Link]]:
        return {one: [link for link in links if link.moves <= moves] for one, links in self.links.items()}

    def redealt(self, seat: int, seed: int) -> Game:
        """Another game that a seat cannot tell from this one, with all else drawn from a seed.

        What the seat knows stays; hidden cards, dice and values, what others have committed to, and all
        chance to come are others. It depends on what the seat knows and on nothing else. All that has
        happened can have happened there: its moves were legal, and the seat was told the same. Where no such
        game was found `redeal` says so; then it has no past.
        """
        seat_of(seat, len(self.seats))
        self._check_seeded()
        found = redealt(self, seat, seed_number(seed))
        history = None if found.past is None else self._drawn(found.past)
        state = found.state if history is None else history.now
        start = seed_of(found.state)
        other = Game(
            self.ruleset,
            self.program,
            self.names,
            start,
            self.starter,
            state,
            placed=True,
            history=history,
        )
        made = [(one, move, self.texts.write_all(state, one, [move])[0]) for one, move in found.chosen]
        if history is None:
            other._commits = tuple(sorted(made, key=lambda commit: commit[0]))
        else:
            for choice in made:
                other._make(*choice)
        other.redeal = found.fits
        return other

    def _drawn(self, past: Retraced) -> History:
        """The history of a game that fits this one."""
        steps: list[Step] = []
        commits: Commits = ()
        events = list(past.events)
        real = self._history.steps[self._history.first :]
        history = self._history
        for number, meant in enumerate(past.moves):
            state, step = past.states[number], real[number]
            if meant is None:
                move = step.move
            else:
                (move,) = self.texts.write_all(state, step.seat, [meant])
                _ = move.text
            made = Step(step.seat, meant, move, commits, step.hidden)
            steps.append(made)
            if meant is None:
                commits = tuple(one for one in commits if one[0] != step.seat)
            elif step.hidden:
                commits = (*commits, (step.seat, meant, move))
            else:
                commits = ()
                events[number + 1] = [*history.choices(state, made), *events[number + 1]]
        return History.drawn(self.program, past.states, steps, events)

    def _check_seeded(self) -> None:
        if self.program.chance is not None:
            raise ValueError("chance is asked for in this game, so that no seed decides it")

    # ---- the end ---------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is not over."""
        return self._outcome

    def _settle(self, state: State) -> Outcome | None:
        """How a game in this state has ended; None while it is not over.

        All that is told of an end is worked out here, with the move that brings it, so that the move is
        taken back where points or ranking have no value. Raises Fault.
        """
        if not state[OVER]:
            return None
        scratch, program = list(state), self.program
        ranking, winners = program.ranking(scratch)
        phrase = program.reason(state)
        reason = "" if phrase is None else self.names.phrase(phrase, scratch, None)
        return Outcome(ranking, winners, reason, state[ENDING] == program.play.limit_reason)

    def score_sheet(self) -> ScoreSheet:
        """All points as they stand, line by line; each line can tell the cards behind it."""
        state = list(self._state)
        return ScoreSheet(
            tuple(
                tuple(
                    self._line(state, seat, name, span, points)
                    for name, span, points in self.program.scorer.scores
                )
                for seat in range(len(self.seats))
            )
        )

    def _line(self, state: State, seat: int, name: str, span: Span, points: Points) -> ScoreLine:
        layout, scorer = self.program.layout, self.program.scorer
        if name in layout.awards_at:
            awards = tuple(
                Award(event.cards[0] if event.cards else NONE, event.amount)
                for event in self.told
                if (event.kind, event.name, event.to) == ("awarded", name, seat)
            )
            cards = tuple(award.card for award in awards if award.card != NONE)
            return ScoreLine(name, points(state, seat), span, awards, lambda: cards)
        lying = [card for zone in layout.zones for card in cards_in(layout, state, zone.number)]
        return ScoreLine(
            name, points(state, seat), span, behind=lambda: scorer.behind(state, seat, name, lying)
        )

    def playout(self, bots: Sequence[Bot]) -> Outcome:
        """Play to the end, each seat by its bot. A bot's move is checked like any other."""
        choosers = [_chooser(bot) for bot in several(bots, "bots", object)]
        if len(choosers) != len(self.seats):
            raise ValueError(f"{len(self.seats)} seats need as many bots, not {len(choosers)}")
        if self.program.chance is not None:
            raise ValueError("chance is asked for in this game, and no bot chooses what it gives")
        while not self.over:
            seat = self.program.play.deciders(self._state)[0]
            self.apply(choosers[seat](Seat(self, seat)), seat)
        outcome = self.outcome
        assert outcome is not None
        return outcome
