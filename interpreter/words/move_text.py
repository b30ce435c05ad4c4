"""Moves as text: written for the seat that chooses, and read back, with a reason for what is refused.

What a refusal says depends only on what is in the box and on what the seat sees: a card in another's
hand is refused like one in the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, frozen

from rulewright.interpreter.engine.actions import CompiledAction
from rulewright.interpreter.engine.moves import DONE, Arguments, At, Given, Meant, Move, Refusal, Unwritten
from rulewright.interpreter.engine.payments import CompiledPayment
from rulewright.interpreter.engine.play import Listed
from rulewright.interpreter.engine.points import DecisionPoint
from rulewright.interpreter.engine.program import Program
from rulewright.interpreter.engine.shown import Shown
from rulewright.interpreter.state.domains import DONE as DONE_NUMBER
from rulewright.interpreter.state.domains import DONE_MOVE, Argument, CompiledChoice, InternalMove, number_of
from rulewright.interpreter.state.layout import BOX, ME, MOVES, Layout, State
from rulewright.interpreter.state.state import cup_of
from rulewright.interpreter.words.chosen import Writer
from rulewright.interpreter.words.labels import (
    BOX_TEXT,
    PLACED,
    UNSEEN_CARD,
    Label,
    Placed,
    labels,
    read_placed,
    split_arguments,
    split_outside,
)
from rulewright.interpreter.words.refusals import Refuser
from rulewright.interpreter.words.sentences import (
    did_you_mean,
    one_of_numbers,
    refusal,
    still_to_choose,
    until_whole,
)
from rulewright.interpreter.words.spelling import (
    card_written,
    cup_written,
    split_action,
    value_written,
    zone_written,
)
from rulewright.interpreter.words.texts import NOTHING, Names, Spoken, read_number, read_seat

LONGEST_MOVE = 4_096
"""The most characters of a move's text."""
MOST_REPEATED = 60
"""How many characters of a foreign thing are told back to who gave it."""

Read = InternalMove | Refusal


@define(eq=False)
class Offered:
    """Writes moves of one decision; `at` gives the state they are made in, `listed` reads their numbers."""

    layout: Layout
    actions: Sequence[CompiledAction]
    at: Callable[[], State]
    seat: int
    number: int
    spoken: Spoken | None = None
    listed: Listed | None = None
    _all: list[Move] | None = None
    _writer: Writer | None = None

    @classmethod
    def here(cls, layout: Layout, actions: Sequence[CompiledAction], state: State, seat: int) -> Offered:
        """For a state that stays as it is."""
        return cls(layout, actions, lambda: state, seat, state[MOVES])

    def all(self) -> list[Move]:
        """All moves of the list."""
        if self._all is None:
            self._all = [self.move(number) for number in self._list.numbers]
        return self._all

    def move(self, meant: Meant) -> Move:
        """A move, to be written when somebody asks."""
        unwritten = Unwritten(self, meant)
        return Move(self.seat, self._name(meant), unwritten, unwritten, self.number)

    def meant_by(self, move: Move) -> InternalMove | None:
        """What a move is for the engine, if it is one of these as it was made here; None for any other."""
        meant = move.meant_among(self)
        made_here = meant is not None and (move.action, move.decision) == (self._name(meant), self.number)
        return self._internal(meant) if meant is not None and made_here else None

    def write(self, meant: Meant) -> tuple[Arguments, str]:
        """What a move names, and how it reads."""
        internal = self._internal(meant)
        if internal == DONE_MOVE:
            return (), DONE
        if self._writer is None:
            acting = _acting(self.at(), self.seat)
            self._writer = Writer(self.layout, acting, self.seat, self.spoken)
        return self._writer.write(self.actions[number_of(internal)], internal)

    def _name(self, meant: Meant) -> str:
        """The action of a move."""
        number = number_of(meant) if isinstance(meant, tuple) else self._list.action_of(meant)
        return DONE if number == DONE_NUMBER else self.actions[number].name

    def _internal(self, meant: Meant) -> InternalMove:
        return meant if isinstance(meant, tuple) else self._list.read(meant)

    @property
    def _list(self) -> Listed:
        assert self.listed is not None, "only moves of a list go by numbers"
        return self.listed

    def close(self) -> None:
        """The decision is past: whoever still asks has the state put together once more."""
        self._writer = self._all = None


@frozen(eq=False)
class MoveTexts:
    """Writes and reads the moves of one game. All functions work on copies of the state they are given."""

    program: Program
    names: Names
    refuser: Refuser

    # ---- writing ---------------------------------------------------------------------------------

    def write_all(
        self, state: State, seat: int, moves: Sequence[InternalMove], spoken: Spoken | None = None
    ) -> list[Move]:
        """Moves of one decision, whose texts are the same for every reader unless `spoken`.

        They are written when somebody asks, so the state must stay as it is.
        """
        number = self.program.play.decision_number(state, seat)
        offers = Offered(self.program.layout, self.program.actions, lambda: state, seat, number, spoken)
        return [offers.move(one) for one in moves]

    def offered_from(self, at: Callable[[], State], seat: int, decision: int, listed: Listed) -> Offered:
        """The moves of a list, to be written in the state that is had from `at`."""
        return Offered(self.program.layout, self.program.actions, at, seat, decision, listed=listed)

    def spoken(self, state: State, seat: int, moves: Sequence[InternalMove]) -> list[str]:
        """Moves of one decision as they are put to the player who chooses."""
        return [move.text for move in self.write_all(state, seat, moves, self.names.spoken(seat))]

    # ---- reading ---------------------------------------------------------------------------------

    def read(self, state: State, seat: int, text: str) -> Read:
        """The legal move that a text means for a seat that has to choose, or why it is refused."""
        point = self.program.play.point(state)
        if len(text) > LONGEST_MOVE:
            return refusal("limit-move-text", seat, point.span, length=len(text), limit=LONGEST_MOVE)
        name, rest = split_action(self.names, text.strip(), [one.name for one in point.actions])
        if not name:
            return refusal("move-empty", seat, point.span, offered=self.offered(state, seat))
        if name == DONE and not rest and point.partial is not None:
            return self._step(state, seat, point, DONE_MOVE, text)
        action = self._action_now(state, seat, point, name)
        if action is None:
            offered = self.offered(state, seat)
            if self.program.action(name) is not None:
                return refusal("move-action-not-now", seat, point.span, name=name, offered=offered)
            near = did_you_mean(name, [one.name for one in point.actions])
            return refusal("move-action-unknown", seat, point.span, name=name, near=near, offered=offered)
        steps = point.takes_steps(action)
        read = self._arguments(_acting(state, seat), seat, action, rest, steps)
        return self._step(state, seat, point, read, text) if steps and not isinstance(read, Refusal) else read

    def check(self, state: State, seat: int, move: Move) -> Read:
        """The legal move that a `Move` stands for, or why it is refused."""
        point = self.program.play.point(state)
        if move.action == DONE and point.partial is not None:
            return self._step(state, seat, point, DONE_MOVE, DONE)
        action = self._action_now(state, seat, point, move.action)
        if action is None:
            return self.read(state, seat, move.action)
        arguments = self.numbers(state, seat, action, move)
        if isinstance(arguments, Refusal):
            return arguments
        found = self.program.play.canonical(list(state), seat, (action.index, *arguments))
        if found is not None:
            return found
        if point.takes_steps(action) and action.begins(_acting(state, seat), arguments):
            return self._step(state, seat, point, (action.index, *arguments), move.text)
        return self.refuser.against(_acting(state, seat), seat, action, arguments, move.text)

    def numbers(
        self, state: State, seat: int, action: CompiledAction, move: Move
    ) -> tuple[Argument, ...] | Refusal:
        """A move's arguments as the engine numbers them, or why they are not what the action takes."""
        every = move.arguments if isinstance(move.arguments, tuple) else (move.arguments,)
        if len(every) > len(action.choices):
            return self.refuser.extra(seat, action, _briefly(every[len(action.choices)]))
        shown = Shown(self.program.layout, state, seat)
        found: list[Argument] = []
        for choice, given in zip(action.choices, every, strict=False):
            several = given if isinstance(given, tuple) else (given,)
            values = [self._number(shown, seat, choice.family, one) for one in several]
            known = tuple([value for value in values if value is not None])
            if isinstance(given, tuple) != choice.model.subset or len(known) != len(values):
                placed = choice.family in PLACED
                near = "Legal moves name it by where it lies, with an `At`." if placed else ""
                return self.refuser.wrong_kind(seat, action, choice, _briefly(given), near)
            found.append(known if choice.model.subset else known[0])
        if len(found) < len(action.choices):
            return self.refuser.incomplete(seat, action, action.choices[len(found)])
        return tuple(found)

    def _number(self, shown: Shown, seat: int, family: str, given: Given) -> int | None:
        """One thing that a move names; None for what it cannot be."""
        layout = self.program.layout
        if family not in PLACED:
            return int(given) if isinstance(given, int) else None
        if not isinstance(given, At) or not isinstance(given.zone, str) or not isinstance(given.level, int):
            return None
        if family == "card":
            zone = BOX if given.zone == BOX_TEXT else zone_written(self.names, seat, given.zone)
            return None if zone is None else shown.card_at(zone, given.level)
        number = cup_written(self.names, seat, given.zone)
        cup = None if number is None else layout.cups[number]
        return cup.first_die + given.level - 1 if cup and 1 <= given.level <= cup.capacity else None

    def _action_now(self, state: State, seat: int, point: DecisionPoint, name: str) -> CompiledAction | None:
        """The action of a name, if it is one of the choice; what is begun step by step leaves no other."""
        begun = point.begun(state, seat)
        there = (one for one in point.actions if begun is None or one.index == begun[0])
        return next((one for one in there if one.name == name), None)

    def _step(self, state: State, seat: int, point: DecisionPoint, move: InternalMove, text: str) -> Read:
        """A step of a choice made step by step, or why it cannot be made."""
        listed = self.program.play.moves(list(state), seat)
        if move in listed:
            return move
        if move != DONE_MOVE:
            # Another of several things that read the same may be the one still to be had.
            wanted, *written = self.write_all(state, seat, [move, *listed])
            for one, made in zip(listed, written, strict=True):
                if made.text == wanted.text:
                    return one
        return self._no_step(_acting(state, seat), seat, point, move, text)

    def _no_step(
        self, state: State, seat: int, point: DecisionPoint, move: InternalMove, text: str
    ) -> Refusal:
        """Why a step cannot be made: the rule's own reason, if the choice would be whole with it."""
        done = move == DONE_MOVE
        begun = point.begun(state, seat)
        if done and begun is not None:
            move = (begun[0], *begun[1], ())
        if move != DONE_MOVE:
            action = self.program.actions[number_of(move)]
            *before, some = move[1:]
            assert isinstance(some, tuple)
            if begun is not None and begun[1] != tuple(before):
                return refusal("move-begun-otherwise", seat, point.span, move=text)
            so_far = () if begun is None else begun[2]
            given = text.removeprefix(action.name).strip()
            if len(some) > 1:
                action.bind_some(state, tuple(before))
                return _one_at_a_time(state, seat, action.choices[-1], given)
            if set(so_far) & set(some):
                return refusal("move-twice", seat, action.span, given=given)
            action.bind_some(state, tuple(before))
            whole = action.choices[-1].canonical(state, (*so_far, *some))
            if whole is not None:
                action.choices[-1].store(state, whole)
                failing = action.failing(state, len(action.choices))
                if failing is not None:
                    return self.refuser.forbidden(state, seat, failing, text)
        if done:
            sizes, chosen = self.program.play.sizes(state, seat), () if begun is None else begun[2]
            return refusal("move-done-early", seat, point.span, more=still_to_choose(sizes, len(chosen)))
        return refusal("move-requirement", seat, point.span, move=text)

    def offered(self, state: State, seat: int) -> str:
        """The actions that a seat can choose among now, to be told."""
        point = self.program.play.point(state)
        names = [action.name for action in self.program.play.possible_actions(list(state), seat)]
        if point.partial is not None and DONE_MOVE in self.program.play.moves(list(state), seat):
            names.append(DONE)
        return ", ".join(f"`{name}`" for name in names)

    def _arguments(self, state: State, seat: int, action: CompiledAction, rest: str, steps: bool) -> Read:
        given = split_arguments(rest)
        choices = action.choices
        if len(choices) == 1 and choices[0].model.subset and len(given) > 1:
            given = [" + ".join(given)]
        if len(given) > len(choices):
            return self.refuser.extra(seat, action, given[len(choices)])
        chosen: list[Argument] = []
        for depth, (choice, text) in enumerate(zip(choices, given, strict=False)):
            failing = action.failing(state, depth)
            if failing is not None:
                return self.refuser.forbidden(state, seat, failing, f"{action.name} {rest}")
            argument = self._argument(state, seat, action, choice, text, steps)
            if isinstance(argument, Refusal):
                return argument
            choice.store(state, argument)
            chosen.append(argument)
        if not steps or len(given) < len(choices):
            failing = action.failing(state, len(given))
            if failing is not None:
                return self.refuser.forbidden(state, seat, failing, f"{action.name} {rest}".strip())
        if len(given) < len(choices):
            return self.refuser.missing(state, seat, action, choices[len(given)], given)
        return (action.index, *chosen)

    def _argument(
        self, state: State, seat: int, action: CompiledAction, choice: CompiledChoice, text: str, single: bool
    ) -> Argument | Refusal:
        if not choice.model.subset and choice.family not in PLACED:
            return self._value(state, seat, action, choice, text)
        found = labels(self.program.layout, state, seat, choice)
        if not choice.model.subset:
            label = self._label(state, seat, action, choice, text, found)
            return label if isinstance(label, Refusal) else label.values[0]
        taken: dict[str, int] = {}
        parts = [] if text == NOTHING else split_outside(text, "+")
        if single and len(parts) > 1:
            return _one_at_a_time(state, seat, choice, text)
        for part in parts:
            label = self._label(state, seat, action, choice, part, found)
            if isinstance(label, Label) and taken.get(label.text, 0) == len(label.values):
                left = [one for one in found if taken.get(one.text, 0) < len(one.values)]
                label = self._label(state, seat, action, choice, part, left)
                if isinstance(label, Refusal):
                    return refusal("move-twice", seat, action.span, given=part)
            if isinstance(label, Refusal):
                return label
            taken[label.text] = taken.get(label.text, 0) + 1
        least, most = choice.bounds(state, sum(len(label.values) for label in found))
        whole = not parts or not single
        if whole and not least <= len(parts) <= most and not isinstance(choice, CompiledPayment):
            return refusal(
                "move-subset-size",
                seat,
                choice.model.span,
                count=len(parts),
                parameter=choice.model.name,
                action=action.name,
                sizes=one_of_numbers(least, most),
            )
        picked = tuple(value for label in found for value in label.values[: taken.get(label.text, 0)])
        if isinstance(choice, CompiledPayment) and not (
            choice.fits(state, picked) if single else choice.canonical(state, picked) is not None
        ):
            price = self.refuser.price(state, choice)
            return refusal(
                "move-payment", seat, choice.model.span, given=text, action=action.name, price=price
            )
        return picked

    def _label(
        self,
        state: State,
        seat: int,
        action: CompiledAction,
        choice: CompiledChoice,
        text: str,
        found: Sequence[Label],
    ) -> Label | Refusal:
        """The label that a text means."""
        for label in found:
            if label.text == text:
                return label
        if choice.family in PLACED:
            return self._placed_label(state, seat, action, choice, text, found)
        value = self._value(state, seat, action, choice, text)
        if isinstance(value, Refusal):
            return value
        among = (label for label in found if value in label.values)
        return next(among, None) or self.refuser.not_among(state, seat, action, choice, text)

    def _value(
        self, state: State, seat: int, action: CompiledAction, choice: CompiledChoice, text: str
    ) -> int | Refusal:
        """What a text means that is neither card nor die: such domains may be long, and need no labels."""
        value = self._read(seat, choice, text)
        if value is None:
            near = self.refuser.near(state, seat, choice, text)
            return self.refuser.wrong_kind(seat, action, choice, text, near)
        if value in choice.elements(state):
            return value
        return self.refuser.not_among(state, seat, action, choice, text)

    def _placed_label(
        self,
        state: State,
        seat: int,
        action: CompiledAction,
        choice: CompiledChoice,
        text: str,
        found: Sequence[Label],
    ) -> Label | Refusal:
        placed = self._placed(choice, text)
        if placed is None:
            return self.refuser.no_card(state, seat, action, choice, text)
        where = cup_written if choice.family == "die" else zone_written
        zone = None if placed.zone is None else where(self.names, seat, placed.zone)
        matching = [
            label
            for label in found
            if (written := read_placed(label.text)) is not None
            and placed.may_be(written)
            and self._lies(state, seat, choice, label.values, placed, zone)
        ]
        matching = [label for label in matching if not label.again] or matching
        if len(matching) == 1:
            return matching[0]
        if matching:
            spoken = labels(self.program.layout, state, seat, choice, self.names.spoken(seat))
            options = ", ".join(
                f"`{told.text}`" for told, label in zip(spoken, found, strict=True) if label in matching
            )
            return refusal("move-ambiguous", seat, action.span, given=text, options=options)
        if choice.family == "card" and placed.name != UNSEEN_CARD and placed.beside is None:
            return self.refuser.no_card(state, seat, action, choice, placed.name)
        return self.refuser.not_among(state, seat, action, choice, text)

    def _placed(self, choice: CompiledChoice, text: str) -> Placed | None:
        """A card or die as it was written, by its id or by its name."""
        if choice.family != "card":
            return read_placed(text)
        return read_placed(card_written(self.names, text, choice.model.kind.name))

    def _lies(
        self,
        state: State,
        seat: int,
        choice: CompiledChoice,
        values: Sequence[int],
        placed: Placed,
        zone: int | None,
    ) -> bool:
        """Does one of the cards or dice lie where somebody wrote that it does?"""
        layout = self.program.layout
        if placed.zone is None:
            return True
        if zone is None:
            return False
        if choice.family == "die":
            cup = layout.cups[zone]
            return any(
                cup_of(layout, die) == cup and placed.level in (None, die - cup.first_die + 1)
                for die in values
            )
        shown = Shown(layout, state, seat)
        places = [shown.place_of(card) for card in values]
        return any(place == zone and placed.level in (None, level) for place, level in places)

    # ---- values ----------------------------------------------------------------------------------

    def _read(self, seat: int, choice: CompiledChoice, text: str) -> int | None:
        """A value that is neither card nor die."""
        kind, layout = choice.model.kind, self.program.layout
        if kind.family == "player":
            return read_seat(text, self.names.seats)
        if kind.family == "zone":
            return zone_written(self.names, seat, text)
        if kind.family == "enum":
            return value_written(self.names, text, layout.model.enums[kind.name].values)
        if kind.family == "bool":
            return {"yes": 1, "no": 0}.get(text.casefold())
        return read_number(text)


def _one_at_a_time(state: State, seat: int, choice: CompiledChoice, given: str) -> Refusal:
    until = until_whole(choice.sizes(state))
    return refusal("move-one-at-a-time", seat, choice.model.span, given=given, until=until)


def _briefly(given: object) -> str:
    """What a program gave as part of a move."""
    text = repr(given)
    return text if len(text) <= MOST_REPEATED else f"{text[:MOST_REPEATED]}..."


def _acting(state: State, seat: int) -> State:
    """A copy of the state in which the seat acts."""
    copy = list(state)
    copy[ME] = seat
    return copy
