"""Expressions turned into functions of the state: the meaning of every term of the model.

Each term is compiled once for a layout. Settings, the player count, sizes and whatever else is known
before play become constants; what depends on nothing but one card, enum value or player becomes a
table; the rest becomes closures over slots of the state. They may write to the slots of locals, which
are scratch, and to nothing else; save `RandomPlayer`, which counts its draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter

from attrs import evolve

from rulewright.dsl.model import (
    NONE,
    And,
    Apply,
    Arithmetic,
    BagCount,
    BagTotal,
    BestOf,
    BuiltIn,
    Comparison,
    Conditional,
    Constant,
    ConstantFault,
    Default,
    DieFace,
    EveryCard,
    Fold,
    IfSome,
    IsSome,
    Known,
    Local,
    MatchOn,
    Me,
    Member,
    Must,
    Not,
    NotConstant,
    Or,
    ParameterModel,
    PlaceOf,
    Property,
    RandomPlayer,
    ScoreOf,
    TableEntry,
    Term,
    Variable,
    ZoneAt,
    ZonesOf,
    constant,
    constants,
)
from rulewright.dsl.model.constants import Work
from rulewright.interpreter import evaluate_cards, evaluate_folds, evaluate_many, evaluate_numbers
from rulewright.interpreter.evaluate_forms import Do, Many, One, Test, always, always_all, lazily
from rulewright.interpreter.evaluate_inline import MOST_COPIES, MOST_EXPANDED, expanded_size, inlined
from rulewright.interpreter.evaluate_logic import TESTS
from rulewright.interpreter.evaluate_places import die_face, variable, zone_at
from rulewright.interpreter.evaluate_tables import free_local
from rulewright.interpreter.faults import Fault, fault
from rulewright.interpreter.layout import ME, Layout, State
from rulewright.interpreter.state import write_list

MOST_WORK_EACH = 2_000
"""How many terms may be worked out to find that one is constant; beyond, it is worked out in play."""


class Evaluator:
    """Compiles the terms of one layout's model. Holds no state of any game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.sizes_at = layout.zones[0].size_at if layout.zones else 0
        self._first_zones: dict[str, int] = {}
        for place in reversed(layout.zones):
            self._first_zones[place.name] = place.number
        self._copies = 0
        self._sizes: dict[str, int] = {}
        self._definitions: dict[str, One] = {}
        self._many_definitions: dict[str, Many] = {}
        self._scores: dict[str, Callable[[State, int], int]] = {}

    # ---- compiling -------------------------------------------------------------------------------

    def one(self, term: Term) -> One:
        """A term of one value. Absent values are NONE; bool is 0 or 1."""
        value = self.known_value(term)
        if value is not None:
            return always(value)
        if isinstance(term, Local):
            return itemgetter(self.slot(term.slot))
        looked_up = self._looked_up(term)
        if looked_up is not None:
            return looked_up
        return self._one(term)

    def _one(self, term: Term) -> One:
        """The term's own form, its parts compiled as usual."""
        if term.kind.family == "bool" and not term.kind.optional and type(term) in TESTS:
            test = TESTS[type(term)](self, term)
            if test is not None:
                return lambda state: 1 if test(state) else 0
        return _ONES[type(term)](self, term)

    def test(self, term: Term) -> Test:
        """A condition; an absent value counts as no."""
        value = self.known_value(term)
        if value is not None:
            return always(1 if value == 1 else 0)
        if not isinstance(term, Local):
            looked_up = self._looked_up(term)
            if looked_up is not None and not term.kind.optional:
                return looked_up
            if type(term) in TESTS:
                test = TESTS[type(term)](self, term)
                if test is not None:
                    return test
        form = self.one(term)
        return (lambda state: form(state) == 1) if term.kind.optional else form

    def many(self, term: Term) -> Many:
        """A collection, as it is when the function is called."""
        values = self.known_values(term)
        if values is not None:
            return always_all(values)
        return evaluate_many.MANY[type(term)](self, term)

    def slot(self, local_slot: int) -> int:
        """The place of a local in the state."""
        return self.layout.locals_at + local_slot

    def store(self, local_slot: int, term: Term) -> Do:
        """Puts a term's value, or its elements, into a local."""
        if term.kind.shape == "many":
            return self._store_list(local_slot, term)
        slot, value = self.slot(local_slot), self.one(term)

        def put(state: State) -> None:
            state[slot] = value(state)

        return put

    def _store_list(self, local_slot: int, term: Term) -> Do:
        place, many, span = self.layout.lists[local_slot], self.many(term), term.span

        def put_all(state: State) -> None:
            elements = many(state)
            if len(elements) > place.capacity:
                raise fault("limit-list", span, length=len(elements), limit=place.capacity)
            write_list(place, state, elements)

        return put_all

    def pass_arguments(self, parameters: Sequence[ParameterModel], arguments: Sequence[Term]) -> Do | None:
        """Puts arguments into parameters, all worked out before any is put. None: there are none."""
        slots = [self.slot(parameter.slot) for parameter in parameters]
        forms = [self.one(argument) for argument in arguments]
        if not slots:
            return None
        if len(slots) == 1:
            (slot,), (form,) = slots, forms
            return _put_one(slot, form)
        if len(slots) == 2:
            (slot, slot_2), (form, form_2) = slots, forms

            def put_two(state: State) -> None:
                state[slot], state[slot_2] = form(state), form_2(state)

            return put_two

        def put_all(state: State) -> None:
            values = [form(state) for form in forms]
            for at, value in zip(slots, values, strict=True):
                state[at] = value

        return put_all

    # ---- what is known before play ---------------------------------------------------------------

    def known_value(self, term: Term) -> int | None:
        """The value of a term that is constant in this game; None where it is not, or is a fault."""
        if isinstance(term, Constant):
            return term.value
        known = self._known()
        try:
            if isinstance(term, ZoneAt):
                index = tuple(constant(one, known) for one in term.index)
                return self.layout.zone_at.get((term.zone, index))
            return constant(term, known)
        except (NotConstant, ConstantFault):
            return None

    def known_values(self, term: Term) -> Sequence[int] | None:
        """The elements of a collection that is constant in this game; None where it is not."""
        if isinstance(term, EveryCard):
            return self.layout.cards_of[term.cards]
        known = self._known()
        try:
            if isinstance(term, ZonesOf):
                index = tuple(constant(one, known) for one in term.index)
                return tuple(
                    place.number
                    for place in self.layout.zones
                    if place.name == term.zone and place.index[: len(index)] == index
                )
            return constants(term, known)
        except (NotConstant, ConstantFault):
            return None

    def _known(self) -> Known:
        """What is known before play, with a fresh allowance of work for one term.

        Cards are left out: what is known of them at load speaks of rows, not of single cards.
        """
        return evolve(self.layout.known, card_sets={}, work=Work(MOST_WORK_EACH))

    def _is_vast(self, term: Term) -> bool:
        """Whether definitions within definitions make a term too large to work out before play."""
        return expanded_size(term, self.layout.model, self._sizes) > MOST_EXPANDED

    def first_zone(self, name: str) -> int:
        """The number of the first zone of a name; those of one name have numbers in a row."""
        return self._first_zones.get(name, 0)

    def numbers(self, card_set: str, name: str) -> list[int]:
        """A property's values by card number."""
        return [value if isinstance(value, int) else 0 for value in self.layout.properties[card_set, name]]

    def collections(self, card_set: str, name: str) -> list[tuple[int, ...]]:
        """A property's members or counts by card number; nothing for cards of other sets."""
        return [() if isinstance(value, int) else value for value in self.layout.properties[card_set, name]]

    # ---- tables ----------------------------------------------------------------------------------

    def table(self, term: Term, local_slot: int) -> list[int] | None:
        """The term's value for each value of the one local that it depends on, or None if there is more.

        Absent values cannot look into the table.
        """
        free = free_local(term, self.layout.model)
        if free is None or free[0] != local_slot or self._is_vast(term):
            return None
        values = self.layout.values_of(free[1])
        form, scratch, slot = self._own_form(term), [0] * self.layout.size, self.slot(local_slot)
        result = [0] * (max(values, default=-1) + 1)
        try:
            for value in values:
                scratch[slot] = value
                result[value] = int(form(scratch))
        except (Fault, IndexError):  # for the one value that play may never reach, or that is absent
            return None
        return result

    def truth_table(self, term: Term, local_slot: int) -> list[int] | None:
        """As `table`, of a condition: 1 where it holds, else 0."""
        table = self.table(term, local_slot)
        return None if table is None else [1 if value == 1 else 0 for value in table]

    def _own_form(self, term: Term) -> One:
        return itemgetter(self.slot(term.slot)) if isinstance(term, Local) else self._one(term)

    def _looked_up(self, term: Term) -> One | None:
        """The form of a term that depends on one local only."""
        free = free_local(term, self.layout.model)
        table = None if free is None else self.table(term, free[0])
        if free is None or table is None:
            return None
        slot, values = self.slot(free[0]), table
        return lambda state: values[state[slot]]

    # ---- definitions and scores ------------------------------------------------------------------

    def definition(self, name: str) -> One:
        """A definition's body; its parameters are to be put into their slots first."""
        if name not in self._definitions:
            self._definitions[name] = self.one(self.layout.model.definitions[name].value)
        return self._definitions[name]

    def inlined(self, term: Apply) -> Term | None:
        """A definition's body with simple arguments set in, while the model has room for such copies."""
        body = inlined(term, self.layout.model)
        if body is None or self._copies >= MOST_COPIES:
            return None
        self._copies += 1
        return body

    def many_definition(self, name: str) -> Many:
        """The body of a definition that gives a collection."""
        if name not in self._many_definitions:
            self._many_definitions[name] = self.many(self.layout.model.definitions[name].value)
        return self._many_definitions[name]

    def score(self, name: str) -> Callable[[State, int], int]:
        """A player's points under one name, as a function of state and seat."""
        if name not in self._scores:
            self._scores[name] = lazily(lambda: self._score(name))
        return self._scores[name]

    def _score(self, name: str) -> Callable[[State, int], int]:
        score = self.layout.model.scores[name]
        if score.value is None:
            awards_at = self.layout.awards_at[name]
            return lambda state, player: state[awards_at + player]
        slot, value = self.slot(score.slot), self.one(score.value)

        def points(state: State, player: int) -> int:
            state[slot] = player
            return value(state)

        return points


def _put_one(slot: int, form: One) -> Do:
    def put(state: State) -> None:
        state[slot] = form(state)

    return put


def _me(evaluator: Evaluator, term: Me) -> One:
    if term.surely:
        return itemgetter(ME)

    def acting(state: State) -> int:
        player = state[ME]
        if player == NONE:
            raise fault("fault-nobody-acts", term.span)
        return player

    return acting


def _boolean(evaluator: Evaluator, term: Term) -> One:
    test = TESTS[type(term)](evaluator, term)
    assert test is not None
    return lambda state: 1 if test(state) else 0


def _built_in(evaluator: Evaluator, term: BuiltIn) -> One:
    return evaluate_cards.BUILT_INS[term.name](evaluator, term)


_ONES: Mapping[type[Term], Callable[..., One]] = {
    Me: _me,
    Variable: variable,
    RandomPlayer: evaluate_numbers.random_player,
    ScoreOf: evaluate_numbers.score_of,
    Fold: evaluate_folds.fold,
    BestOf: evaluate_many.best_of,
    PlaceOf: evaluate_many.place_of,
    ZoneAt: zone_at,
    Property: evaluate_cards.property_of,
    BagCount: evaluate_cards.bag_count,
    BagTotal: evaluate_cards.bag_total,
    DieFace: die_face,
    TableEntry: evaluate_cards.table_entry,
    IfSome: evaluate_cards.if_some,
    Default: evaluate_numbers.default,
    Must: evaluate_numbers.must,
    Arithmetic: evaluate_numbers.arithmetic,
    Conditional: evaluate_numbers.conditional,
    MatchOn: evaluate_numbers.match_on,
    Apply: evaluate_numbers.apply,
    BuiltIn: _built_in,
    Comparison: _boolean,
    And: _boolean,
    Or: _boolean,
    Not: _boolean,
    IsSome: _boolean,
    Member: _boolean,
}
