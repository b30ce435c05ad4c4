"""Whether a seat has learned something since some moves, that taking them back would not make unknown.

It has where chance was drawn since. Else the moves are made once more in redeals of the state before them:
what lies where the seat does not see is another there. Who named a card that they saw names it again if they
have it; otherwise the card is meant that lies in its place. If the seat then sees what it sees now, in every
one, then nothing hidden has come into what it sees, by whatever way. It may have where a move cannot be made.
Of what others choose in a simultaneous choice that is still open the seat learns nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from rulewright.dsl.model import NONE
from rulewright.interpreter.engine.events import Watch
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.engine.play import Play
from rulewright.interpreter.engine.redeal import redeal
from rulewright.interpreter.engine.told import heard
from rulewright.interpreter.state.domains import DONE_MOVE, Argument, InternalMove, number_of
from rulewright.interpreter.state.layout import BOX, MOVES, OVER, Layout, State, sees_value
from rulewright.interpreter.state.state import place_of, sees_card

DEALS = 12
"""In how many redeals the moves are made again. A chance of one half is overlooked once in 4,096 times."""


@frozen
class Made:
    """A move that was made: the state before it and who made it; no move: a hidden choice was taken back."""

    before: State
    seat: int
    move: InternalMove | None


def learned(play: Play, made: Sequence[Made], now: State, seat: int, see: Callable[[State], object]) -> bool:
    """Whether the seat has learned something; `see` gives what it sees in a state."""
    before, sites = made[0].before, play.layout.sites.values()
    if any(before[counter] != now[counter] for counter in sites):
        return True
    made = [one for one in made if one.seat == seat or not _is_hidden(play, one.before, now)]
    try:
        told = _made_again(play, made, list(before), seat)
        assert told is not None
        seen = see(told[0]), told[1]
        for number in range(DEALS):
            again = _made_again(play, made, _dealt(play, before, seat, number), seat)
            if again is None or (see(again[0]), again[1]) != seen:
                return True
    except Fault:
        return True
    return False


def _is_hidden(play: Play, before: State, now: State) -> bool:
    """Is what was chosen in a state hidden until now, since others still choose?"""
    return not now[OVER] and now[MOVES] == before[MOVES] and play.point(before).commits is not None


def _dealt(play: Play, state: State, seat: int, number: int) -> State:
    """A redeal that keeps what the others have committed to; numbers that nobody can draw are others, too.

    What is absent stays absent, as in a redeal.
    """
    layout = play.layout
    dealt = redeal(layout, state, seat, number)
    for slot in _hidden_numbers(layout):
        if state[slot] != NONE and not sees_value(layout, state, slot, seat):
            dealt[slot] = state[slot] + number - DEALS // 2
    commits = play.point(state).commits
    if commits is not None:
        for other in commits.keeping(state):
            if other != seat:
                there = _there(play, Made(state, other, commits.chosen(state, other)), dealt)
                commits.keep(dealt, other, there, commits.status(state, other))
    return dealt


def _hidden_numbers(layout: Layout) -> list[int]:
    """The slots of hidden variables that hold numbers."""
    found: list[int] = []
    for name, variable in layout.model.variables.items():
        place = layout.variables[name]
        if variable.sight != "up" and variable.kind.family == "int":
            found += range(place.base, place.base + place.size)
    return found


def _made_again(
    play: Play, made: Sequence[Made], state: State, seat: int
) -> tuple[State, list[object]] | None:
    """The state after the moves, and what a seat was told by texts; None where one cannot be made there."""
    watch = Watch()
    for one in made:
        if state[OVER]:
            return None
        if one.move is None:
            commits = play.point(state).commits
            if commits is None or one.seat not in commits.keeping(state):
                return None
            commits.withdraw(state, one.seat)
            continue
        if one.seat not in play.deciders(state):
            return None
        move = play.canonical(list(state), one.seat, _there(play, one, state))
        if move is None:
            return None
        play.apply(state, one.seat, move, play.journal(watch))
    texts = (event.text for event in watch.events if event.kind == "told")
    return state, [heard(text, seat, play.layout) for text in texts]


def _there(play: Play, made: Made, there: State) -> InternalMove:
    """The move in another state."""
    assert made.move is not None
    if made.move == DONE_MOVE:
        return made.move
    arguments = made.move[1:]
    index = number_of(made.move)
    choices = play.actions[index].choices
    found: list[Argument] = []
    for choice, argument in zip(choices, arguments, strict=True):
        if choice.family != "card":
            found.append(argument)
        elif isinstance(argument, tuple):
            found.append(tuple(sorted(_card_there(play.layout, made, there, card) for card in argument)))
        else:
            found.append(_card_there(play.layout, made, there, argument))
    return (index, *found)


def _card_there(layout: Layout, made: Made, there: State, card: int) -> int:
    """The card that would be named: the same one, where it is seen to lie, else that in its place."""
    zone, position = place_of(layout, made.before, card)
    same = there[layout.zone_of_at + card] == zone
    if same and (zone == BOX or sees_card(layout, made.before, card, made.seat)):
        return card
    if zone == BOX or position >= there[layout.zones[zone].size_at]:
        return card
    return there[layout.zones[zone].base + position]
