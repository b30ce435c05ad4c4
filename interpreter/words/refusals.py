"""Why arguments of a move are refused, in words for the seat.

What is said depends only on what is in the box and on what the seat sees: a card in another's hand is
refused like one in the deck.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.interpreter.engine.actions import CompiledAction, CompiledRequirement
from rulewright.interpreter.engine.moves import Refusal
from rulewright.interpreter.engine.payments import CompiledPayment
from rulewright.interpreter.state.domains import Argument, CompiledChoice
from rulewright.interpreter.state.layout import Layout, State
from rulewright.interpreter.state.state import sees_card
from rulewright.interpreter.words.labels import labels, lies_in_sight
from rulewright.interpreter.words.sentences import did_you_mean, refusal
from rulewright.interpreter.words.texts import Names

MOST_TOLD = 8
"""Up to how many things that can be chosen are told to who names another."""


def usage_of(action: CompiledAction) -> str:
    """How an action is written: `copy_symbol c, s`."""
    names = [choice.model.name for choice in action.choices]
    return action.name + (f" {', '.join(names)}" if names else "")


@frozen(eq=False)
class Refuser:
    """Words refusals of arguments and by requirements. Writes to the scratch of the states it is given."""

    layout: Layout
    names: Names

    def no_card(
        self, state: State, seat: int, action: CompiledAction, choice: CompiledChoice, name: str
    ) -> Refusal:
        """Why a card, by its id, cannot be chosen: unknown, elsewhere in sight, or just not among these."""
        layout = self.layout
        ids = layout.card_ids.get(choice.model.kind.name, {})
        if choice.family == "card" and not any(name in known for known in layout.card_ids.values()):
            return refusal(
                "move-card-unknown", seat, choice.model.span, given=name, near=did_you_mean(name, ids)
            )
        where = self.where(state, seat, choice)
        card = lies_in_sight(layout, state, seat, name) if name in ids else None
        if card is None or not where:
            return self.not_among(state, seat, action, choice, name)
        return refusal(
            "move-card-elsewhere",
            seat,
            choice.model.span,
            card=self.names.called(card, state, seat),
            zone=self.names.zone(state[layout.zone_of_at + card], seat),
            action=action.name,
            where=where,
        )

    def not_among(
        self, state: State, seat: int, action: CompiledAction, choice: CompiledChoice, text: str
    ) -> Refusal:
        if not choice.elements(state) and not choice.model.subset:
            return self._none(seat, action, choice)
        where = self.where(state, seat, choice)
        return refusal(
            "move-not-among-from" if where else "move-not-among",
            seat,
            choice.model.span,
            given=text,
            parameter=choice.model.name,
            action=action.name,
            where=where,
            options=self.options(state, seat, choice),
        )

    def _none(self, seat: int, action: CompiledAction, choice: CompiledChoice) -> Refusal:
        first = choice is action.choices[0]
        return refusal(
            "move-argument-none",
            seat,
            choice.model.span,
            parameter=choice.model.name,
            action=action.name,
            why="" if first else "What stands before it leaves nothing to choose.",
        )

    def wrong_kind(
        self, seat: int, action: CompiledAction, choice: CompiledChoice, given: str, near: str
    ) -> Refusal:
        """Why a thing cannot be chosen that is of another kind."""
        return refusal(
            "move-argument-kind",
            seat,
            choice.model.span,
            given=given,
            wanted=self.wanted(choice),
            parameter=choice.model.name,
            action=action.name,
            near=near or f"It is written `{usage_of(action)}`.",
        )

    def options(self, state: State, seat: int, choice: CompiledChoice) -> str:
        """What can be chosen instead, where it is little enough to be told."""
        values = choice.elements(state)
        if len(values) > MOST_TOLD:
            low, high = min(values), max(values)
            all_between = choice.family == "int" and high - low + 1 == len(values)
            return f"Possible now: `{low}` to `{high}`." if all_between else ""
        spoken = self.names.spoken(seat)
        texts = [f"`{label.text}`" for label in labels(self.layout, state, seat, choice, spoken)]
        return f"Possible now: {', '.join(texts)}." if texts else "There is nothing to choose here now."

    def missing(
        self, state: State, seat: int, action: CompiledAction, choice: CompiledChoice, given: Sequence[str]
    ) -> Refusal:
        """Why a move cannot end with what is given: this choice is to be made too, or cannot be made."""
        if isinstance(choice, CompiledPayment) and not choice.payable(state):
            move, span = f"{action.name} {', '.join(given)}".strip(), choice.model.span
            return refusal("move-payment-short", seat, span, move=move, price=self.price(state, choice))
        if not choice.elements(state) and not choice.model.subset:
            return self._none(seat, action, choice)
        return self.incomplete(seat, action, choice)

    def incomplete(self, seat: int, action: CompiledAction, choice: CompiledChoice) -> Refusal:
        """That a choice is to be made, too."""
        return refusal(
            "move-argument-missing",
            seat,
            action.span,
            action=action.name,
            parameter=choice.model.name,
            usage=usage_of(action),
            wanted=self.wanted(choice),
        )

    def extra(self, seat: int, action: CompiledAction, given: str) -> Refusal:
        """That more is named than the action takes."""
        return refusal("move-argument-extra", seat, action.span, given=given, usage=usage_of(action))

    def price(self, state: State, choice: CompiledPayment) -> str:
        """What is asked for a payment: `2 health and 1 money, or 3 smile`."""
        assert choice.model.payment is not None
        words = self.layout.model.enums[choice.model.payment.symbol_kind.name].values
        symbols, prices = choice.asked(state)
        told = [
            " and ".join(
                f"{amount} {self.names.word(words[symbol])}"
                for symbol, amount in zip(symbols, price.amounts, strict=True)
                if amount
            )
            for price in prices
        ]
        return ", or ".join(one or "nothing" for one in told)

    def where(self, state: State, seat: int, choice: CompiledChoice) -> str:
        """Where the cards of a choice come from, in words; "" where that cannot be said."""
        source = choice.comes_from
        if isinstance(source, str):
            return f"any {self.names.word(source)}" if source else ""
        return self.names.zone(source(state), seat)

    def against(
        self, state: State, seat: int, action: CompiledAction, arguments: Sequence[Argument], text: str
    ) -> Refusal:
        """Why arguments are not legal: the first of them, or requirement, that stands against the move."""
        for depth, (choice, argument) in enumerate(zip(action.choices, arguments, strict=True)):
            failing = action.failing(state, depth)
            if failing is not None:
                return self.forbidden(state, seat, failing, text)
            if choice.canonical(state, argument) is None:
                return self._refuse_argument(state, seat, action, choice, argument)
            choice.store(state, argument)
        failing = action.failing(state, len(action.choices))
        if failing is None:
            return refusal("move-requirement", seat, action.span, move=text)
        return self.forbidden(state, seat, failing, text)

    def _refuse_argument(
        self, state: State, seat: int, action: CompiledAction, choice: CompiledChoice, argument: Argument
    ) -> Refusal:
        layout = self.layout
        if choice.family == "card" and isinstance(argument, int):
            if 0 <= argument < len(layout.cards) and sees_card(layout, state, argument, seat):
                return self.no_card(state, seat, action, choice, layout.cards[argument].id)
            return self.not_among(state, seat, action, choice, "a card")
        given = argument if isinstance(argument, int) else len(argument)
        return self.not_among(state, seat, action, choice, str(given))

    def forbidden(self, state: State, seat: int, failing: CompiledRequirement, text: str) -> Refusal:
        if failing.because is not None:
            reason = self.names.phrase(failing.because, state, seat)
            return Refusal("move-requirement", reason, failing.name, failing.span, seat)
        if failing.name:
            return refusal(
                "move-requirement-named",
                seat,
                failing.span,
                failing.name,
                move=text,
                requirement=self.names.word(failing.name),
            )
        return refusal("move-requirement", seat, failing.span, move=text)

    def near(self, state: State, seat: int, choice: CompiledChoice, text: str) -> str:
        """Advice for what is no value of the kind: the nearest that is one, or places that can be chosen."""
        kind = choice.model.kind
        if kind.family == "zone":
            written = (label.text for label in labels(self.layout, state, seat, choice))
            return did_you_mean(text, written, self.options(state, seat, choice))
        if kind.family == "enum":
            return did_you_mean(text, self.layout.model.enums[kind.name].values)
        return did_you_mean(text, self.names.seats) if kind.family == "player" else ""

    def wanted(self, choice: CompiledChoice) -> str:
        """The kind of thing that a choice is, in words."""
        kind = choice.model.kind
        one = {
            "card": "a card",
            "die": "a die, by what it shows",
            "player": "a player, by name or number",
            "zone": "a zone",
            "bool": "yes or no",
            "int": "a number",
        }.get(kind.family, f"one of {', '.join(self._values(kind.name))}")
        return f"{one}, or several joined by +" if choice.model.subset else one

    def _values(self, enum: str) -> Sequence[str]:
        model = self.layout.model
        return model.enums[enum].values if enum in model.enums else ()
