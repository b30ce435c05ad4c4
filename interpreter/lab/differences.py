"""Comparing a game with what a scenario expects of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set

from rulewright.dsl.problems import Fact, Problem, problem
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.interpreter.engine.moves import Move, Refusal, TooManyMoves
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import Setter
from rulewright.interpreter.game.views.make import view
from rulewright.interpreter.lab.expected import (
    Expected,
    ExpectedMoves,
    ExpectedScores,
    ExpectedView,
    ExpectedZone,
    Written,
)
from rulewright.interpreter.state.layout import sees_value
from rulewright.interpreter.state.state import cards_in
from rulewright.interpreter.words.labels import card_text, read_zone
from rulewright.interpreter.words.sentences import counted
from rulewright.interpreter.words.texts import read_seat, zone_text

TOTAL = "total"
NOBODY = "nobody"
"""What is expected of `winner` where the rules let nobody win."""
MOST_LISTED = 20
"""How many legal moves a difference lists."""


class Comparison:
    """Collects `differences`, and `mistakes`: expectations that speak of what the game does not have."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.differences: list[Problem] = []
        self.mistakes: list[Problem] = []

    def compare(self, expected: Expected) -> None:
        """Look at all that is expected."""
        if expected.moves is not None:
            self._moves(expected.moves)
        for move, reason in expected.refuse.items():
            self._refuse(move, reason)
        if expected.decide is not None:
            self._decide(expected.decide)
        for scores in expected.scores:
            self._scores(scores)
        if expected.winner is not None:
            self._winner(expected.winner)
        if expected.over is not None:
            self._over(expected.over)
        for zone in expected.zones:
            self._zone(zone)
        for name, value in expected.variables.items():
            self._variable(name, value)
        for seen in expected.views:
            self._view(seen)

    # ---- moves -----------------------------------------------------------------------------------

    def _moves(self, expected: ExpectedMoves) -> None:
        try:
            legal = self.game.legal_moves()
        except TooManyMoves as many:
            if expected.exactly is not None or (expected.count is not None and expected.count != many.count):
                self._differs("differs-move-count", expected.span, expected="few", got=str(many.count))
            got = _listing([])
        else:
            got = _listing(self._with_seats(legal))
            if expected.exactly is not None:
                self._exactly([self._as_listed(one.text) for one in expected.exactly], legal, expected)
            if expected.count is not None and expected.count != len(legal):
                self._differs("differs-move-count", expected.span, expected=expected.count, got=len(legal))
        for one in expected.include:
            if self._refusals(one.text):
                self._differs("differs-move-absent", one.span, move=one.text, got=got)
        for one in expected.exclude:
            if not self._refusals(one.text):
                self._differs("differs-move-present", one.span, move=one.text)

    def _refusals(self, move: str) -> list[str]:
        """Why none of those who choose can make a move, each reason once; empty where one of them can."""
        seats = self.game.decision.seats or (None,)
        answers = [self.game.why_not(move, seat) for seat in seats]
        reasons = [one.reason for one in answers if one is not None]
        return list(dict.fromkeys(reasons)) if len(reasons) == len(answers) else []

    def _with_seats(self, moves: Sequence[Move]) -> list[str]:
        """Moves as texts, with who can make them where several choose."""
        if len(self.game.decision.seats) < 2:
            return [move.text for move in moves]
        return [f"{move.text} ({self.game.seats[move.seat]})" for move in moves]

    def _as_listed(self, text: str) -> str:
        """A legal move as the list writes it: what is chosen together may stand in any order."""
        game = self.game
        for seat in game.decision.seats:
            read = game.texts.read(game.state, seat, text)
            if not isinstance(read, Refusal):
                return game.texts.write_all(game.state, seat, [read])[0].text
        return text

    def _exactly(self, wanted: list[str], legal: list[Move], expected: ExpectedMoves) -> None:
        want, have = Counter(wanted), Counter(move.text for move in legal)
        missing, surplus = list((want - have).elements()), list((have - want).elements())
        if missing or surplus:
            self._differs(
                "differs-moves",
                expected.span,
                got=_listing(self._with_seats(legal)),
                missing=f"Expected and not legal: {_listing(missing)}. " if missing else "",
                surplus=f"Legal and not expected: {_listing(surplus)}." if surplus else "",
            )

    def _refuse(self, move: Written, expected: Written) -> None:
        reasons = self._refusals(move.text)
        if not reasons:
            self._differs("differs-not-refused", move.span, move=move.text)
        elif not any(expected.text.casefold() in reason.casefold() for reason in reasons):
            self._differs(
                "differs-reason", expected.span, move=move.text, expected=expected.text, got=" ".join(reasons)
            )

    def _decide(self, expected: tuple[Written, ...]) -> None:
        wanted = [self._seat(one) for one in expected]
        got = self.game.decision.seats
        if None not in wanted and sorted(one for one in wanted if one is not None) != sorted(got):
            words, shown = told_seats(expected, got, self.game.seats)
            self._differs("differs-seat", expected[0].span, expected=words, got=shown)

    # ---- results ---------------------------------------------------------------------------------

    def _scores(self, expected: ExpectedScores) -> None:
        sheet = self.game.score_sheet()
        seats = range(len(self.game.seats))
        name = expected.name.text
        if name == TOTAL:
            got = [sheet.total(seat) for seat in seats]
        else:
            known = [line.name for line in sheet.of(0)]
            if name not in known:
                facts = {"name": name, "known": ", ".join(known), "near": did_you_mean(name, [*known, TOTAL])}
                self.mistakes.append(problem("scenario-score", expected.name.span, **facts))
                return
            got = [line.points for seat in seats for line in sheet.of(seat) if line.name == name]
        if list(expected.points) != got:
            wanted = _numbers(expected.points)
            self._differs("differs-score", expected.span, name=name, expected=wanted, got=_numbers(got))

    def _winner(self, expected: tuple[Written, ...]) -> None:
        outcome = self.game.outcome
        nobody = [one.text for one in expected] == [NOBODY] and read_seat(NOBODY, self.game.seats) is None
        wanted = [] if nobody else [self._seat(one) for one in expected]
        got = [] if outcome is None else list(outcome.winners)
        if expected and None not in wanted and (wanted != got or outcome is None):
            words, shown = told_seats(expected, got, self.game.seats)
            shown = shown if outcome is not None else "nobody, for the game is not over"
            self._differs("differs-winner", expected[0].span, expected=words, got=shown)

    def _over(self, expected: Written) -> None:
        outcome = self.game.outcome
        got = "no" if outcome is None else outcome.reason or "yes"
        if expected.text in ("yes", "no"):
            fits = (expected.text == "yes") == (outcome is not None)
        else:
            fits = outcome is not None and expected.text.casefold() in outcome.reason.casefold()
        if not fits:
            self._differs("differs-over", expected.span, expected=expected.text, got=got)

    # ---- the table -------------------------------------------------------------------------------

    def _zone(self, expected: ExpectedZone) -> None:
        layout = self.game.program.layout
        number = read_zone(layout, expected.name.text, self.game.seats)
        if number is None:
            near = did_you_mean(expected.name.text, [zone_text(layout, zone.number) for zone in layout.zones])
            found = problem("scenario-zone", expected.name.span, name=expected.name.text, near=near)
            self.mistakes.append(found)
            return
        state = self.game.state
        cards = [card_text(layout, state, card) for card in cards_in(layout, state, number)]
        if expected.size is not None and expected.size != len(cards):
            wanted, got = counted(expected.size, "card"), str(len(cards))
        elif expected.cards is not None and not _same(
            expected.cards, cards, in_order=not layout.zones[number].unordered
        ):
            wanted, got = _listing(expected.cards), _listing(cards)
        else:
            return
        self._differs("differs-zone", expected.span, name=expected.name.text, expected=wanted, got=got)

    def _variable(self, name: Written, expected: Written) -> None:
        """Set the variable in a copy of the state: if that changes anything, it was not so."""
        game = self.game
        state = game.state
        setter = Setter(game.program, game.seats, list(state))
        setter.set_variables({name: expected})
        self.mistakes += setter.problems
        changed = [slot for slot, value in enumerate(setter.state) if value != state[slot]]
        if changed:
            kind = game.program.model.variables[name.text.partition("[")[0].strip()].kind
            got = game.names.value(kind, state[changed[0]], state, None)
            self._differs("differs-variable", expected.span, name=name.text, expected=expected.text, got=got)

    def _view(self, expected: ExpectedView) -> None:
        seat = self._seat(expected.seat)
        if seat is None:
            return
        zones = view(self.game, seat).zones
        seen = {card.id for zone in zones for card in zone.cards}
        # That a whole pile is known by what lies elsewhere is not to have seen its cards.
        told = [zone for zone in zones if zone.owner is not None or len(zone.known) < zone.hidden]
        seen |= {card.id for zone in told for card in zone.known}
        seen |= {one.card.id for zone in zones for one in zone.placed}
        name = self.game.seats[seat]
        for one in expected.sees:
            if self._is_seen(one, seat, seen) is False:
                self._differs("differs-sees", one.span, seat=name, what=one.text)
        for one in expected.hides:
            if self._is_seen(one, seat, seen):
                code = "differs-hides" if one.text in self._ids() else "differs-hides-value"
                self._differs(code, one.span, seat=name, what=one.text)

    def _ids(self) -> set[str]:
        """The ids of all cards."""
        return {card.id for card in self.game.program.layout.cards}

    def _is_seen(self, written: Written, seat: int, seen: Set[str]) -> bool | None:
        """Whether a seat sees a card somewhere, or surely knows where it lies, or sees a variable's value.

        None, with a mistake, for what is neither.
        """
        layout = self.game.program.layout
        ids = self._ids()
        if written.text in ids:
            return written.text in seen
        if written.text.partition("[")[0].strip() in layout.model.variables:
            setter = Setter(self.game.program, self.game.seats, self.game.state)
            slot = setter.slot(written)
            self.mistakes += setter.problems
            return None if slot is None else sees_value(layout, self.game.state, slot, seat)
        near = did_you_mean(written.text, sorted(ids | set(layout.model.variables)))
        self.mistakes.append(problem("scenario-seen", written.span, name=written.text, near=near))
        return None

    # ---- words -----------------------------------------------------------------------------------

    def _seat(self, written: Written) -> int | None:
        seat = read_seat(written.text, self.game.seats)
        if seat is None:
            known = ", ".join(self.game.seats)
            self.mistakes.append(problem("scenario-seat", written.span, name=written.text, known=known))
        return seat

    def _differs(self, code: str, span: Span, **facts: Fact) -> None:
        self.differences.append(problem(code, span, **facts))


def told_seats(expected: Iterable[Written], got: Iterable[int], names: Sequence[str]) -> tuple[str, str]:
    """The seats expected, as they were written, and those found: by number only if all were written so."""
    written = [one.text for one in expected]
    by_number = all(one.isdigit() for one in written)
    found = [str(seat + 1) if by_number else names[seat] for seat in got]
    return ", ".join(written), ", ".join(found) or "nobody"


def _numbers(points: Iterable[int]) -> str:
    return f"[{', '.join(str(one) for one in points)}]"


def _same(expected: Sequence[str], cards: Sequence[str], *, in_order: bool) -> bool:
    """Are these the cards? What stands beside a name, `copper (2)`, need not be said."""
    if len(expected) != len(cards):
        return False
    if in_order:
        return all(wanted in _names(card) for wanted, card in zip(expected, cards, strict=True))
    left = list(cards)
    for wanted in sorted(expected, key=lambda one: one not in cards):  # those that say most choose first
        card = next((one for one in left if wanted in _names(one)), None)
        if card is None:
            return False
        left.remove(card)
    return True


def _names(card: str) -> tuple[str, str]:
    """How a card may be written: with what stands beside it, and without."""
    return card, card.partition(" ")[0]


def _listing(texts: Sequence[str]) -> str:
    """Texts in a list, cut when there are many."""
    shown = ", ".join(texts[:MOST_LISTED])
    return f"[{shown}, and {len(texts) - MOST_LISTED} more]" if len(texts) > MOST_LISTED else f"[{shown}]"
