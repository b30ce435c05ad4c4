"""What somebody chose: as the text of a move, and as the event that tells of it."""

from __future__ import annotations

from rulewright.interpreter.engine.actions import CompiledAction
from rulewright.interpreter.engine.moves import Arguments, At, Given
from rulewright.interpreter.engine.shown import Shown
from rulewright.interpreter.state.domains import CompiledChoice, InternalMove
from rulewright.interpreter.state.layout import BOX, Layout, State
from rulewright.interpreter.state.state import cup_of
from rulewright.interpreter.words.labels import BOX_TEXT, PLACED, labels, plain
from rulewright.interpreter.words.texts import NOTHING, Spoken, cup_text, zone_text


class Writer:
    """Writes moves of one decision, in a state in which the seat acts. Writes to its scratch part.

    Their texts are the same for every reader unless `spoken`.
    """

    def __init__(self, layout: Layout, state: State, seat: int, spoken: Spoken | None = None) -> None:
        self._layout = layout
        self._spoken = spoken
        self._state = state
        self._seat = seat
        self._shown = Shown(layout, state, seat)
        self._labels: dict[InternalMove, dict[int, str]] = {}
        self._places: dict[tuple[str, int], At] = {}

    def write(self, action: CompiledAction, move: InternalMove) -> tuple[Arguments, str]:
        """What a move names, and its text."""
        words: list[str] = []
        given: list[Given | tuple[Given, ...]] = []
        for depth, (choice, argument) in enumerate(zip(action.choices, move[1:], strict=True)):
            if isinstance(argument, int) and choice.family not in PLACED:
                words.append(plain(self._layout, choice.model.kind, argument, self._spoken))
                given.append(argument)
                continue
            texts = self._texts(action, choice, move[: depth + 1])
            if isinstance(argument, int):
                words.append(texts[argument])
                given.append(self._given(choice.family, argument))
            else:
                words.append(" + ".join([texts[value] for value in argument]) or NOTHING)
                given.append(tuple([self._given(choice.family, value) for value in argument]))
        return tuple(given), action.name + (f" {', '.join(words)}" if words else "")

    def _texts(self, action: CompiledAction, choice: CompiledChoice, before: InternalMove) -> dict[int, str]:
        """All that can be chosen after earlier arguments, as it is written."""
        if before not in self._labels:
            action.bind_some(self._state, before[1:])
            found = labels(self._layout, self._state, self._seat, choice, self._spoken, self._shown)
            self._labels[before] = {value: label.text for label in found for value in label.values}
        return self._labels[before]

    def _given(self, family: str, value: int) -> Given:
        if family not in PLACED:
            return value
        if (family, value) not in self._places:
            if family == "card":
                zone, level = self._shown.place_of(value)
                at = At(BOX_TEXT if zone == BOX else zone_text(self._layout, zone), level)
            else:
                cup = cup_of(self._layout, value)
                at = At(cup_text(self._layout, cup.number), value - cup.first_die + 1)
            self._places[family, value] = at
        return self._places[family, value]
