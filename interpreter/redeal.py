"""Another game that one seat cannot tell from the one being played.

For players that look ahead: what the seat knows stays, what it does not know is dealt anew. Cards go
to places where, as far as the seat can tell, they may be; zones keep their sizes. Order within zones
that the seat does not see is taken as unknown, although a seat may remember some of it.
"""

from __future__ import annotations

from attrs import define

from rulewright.dsl.model import NONE, Dimension, VariableModel
from rulewright.interpreter.chance import WORDS, draw, shuffled, site_number
from rulewright.interpreter.effects_cards import CardMover
from rulewright.interpreter.effects_dice import faces_of, sees_cup
from rulewright.interpreter.effects_values import variable_viewers
from rulewright.interpreter.knowledge import sees_zone, zones_of_mask
from rulewright.interpreter.layout import SEED_HIGH, SEED_LOW, Layout, State


@define
class _Chance:
    """Draws of a redeal, from a stream of their own."""

    seed: int
    count: int = 0
    site: int = site_number("redeal")

    def below(self, bound: int) -> int:
        """A number in range(bound)."""
        value, self.count = draw(self.seed, self.site, self.count, bound)
        return value

    def shuffle(self, items: list[int]) -> None:
        """All orders equally likely."""
        self.count = shuffled(self.seed, self.site, self.count, items)


def redeal(layout: Layout, state: State, seat: int, seed: int) -> State:
    """A state like this one to the seat, with all else drawn from `seed` (64 bits)."""
    result, chance = list(state), _Chance(seed)
    result[SEED_LOW], result[SEED_HIGH] = chance.below(WORDS), chance.below(WORDS)
    for card_set in layout.cards_of:
        _redeal_cards(layout, result, seat, card_set, chance)
    _redeal_dice(layout, result, seat, chance)
    _redeal_variables(layout, result, seat, chance)
    return result


# ---- cards ---------------------------------------------------------------------------------------


def _redeal_cards(layout: Layout, state: State, seat: int, card_set: str, chance: _Chance) -> None:
    """Deal the cards that the seat does not see among the zones where they may be."""
    hidden = [
        zone.number
        for zone in layout.zones
        if zone.cards == card_set and not sees_zone(layout, seat, zone.number)
    ]
    mover = CardMover(layout)
    before = {zone: mover.contents(state, zone) for zone in hidden}
    first = layout.knowledge_at + seat * len(layout.cards)
    possible = {
        card: zones_of_mask(state[first + card]) or (zone,) for zone in hidden for card in before[zone]
    }
    dealt = _assign(possible, {zone: len(before[zone]) for zone in hidden}, chance)
    after: dict[int, list[int]] = {zone: [] for zone in hidden}
    for card, zone in dealt.items():
        after[zone].append(card)
    for cards in after.values():
        cards.sort()
        chance.shuffle(cards)
    _carry_over(layout, state, seat, before, after)
    for zone in hidden:
        mover.fill(state, zone, after[zone])


def _carry_over(
    layout: Layout, state: State, seat: int, before: dict[int, list[int]], after: dict[int, list[int]]
) -> None:
    """What belongs to a place goes over to the card that now lies there: who moved it, what others know."""
    rows = [layout.mover_at]
    for onlooker in range(layout.player_count + 1):
        if onlooker != seat:
            rows.append(layout.knowledge_at + onlooker * len(layout.cards))
    for row in rows:
        values = {zone: [state[row + card] for card in cards] for zone, cards in before.items()}
        for zone, cards in after.items():
            for card, value in zip(cards, values[zone], strict=True):
                state[row + card] = value


def _assign(possible: dict[int, tuple[int, ...]], room: dict[int, int], chance: _Chance) -> dict[int, int]:
    """A zone for each card, at random; every zone is filled. There is a solution: the true deal."""
    order = sorted(possible)
    chance.shuffle(order)
    order.sort(key=lambda card: len(possible[card]))
    room, dealt = dict(room), {}
    for card in order:
        zones = [zone for zone in possible[card] if room.get(zone, 0)]
        if zones:
            zone = _draw_zone(zones, room, chance)
            room[zone] -= 1
            dealt[card] = zone
        else:
            _make_room(card, possible, room, dealt)
    return dealt


def _draw_zone(zones: list[int], room: dict[int, int], chance: _Chance) -> int:
    """One of the zones, each as likely as it has room, so that every place is equally likely."""
    number = chance.below(sum(room[zone] for zone in zones))
    for zone in zones:
        number -= room[zone]
        if number < 0:
            return zone
    raise AssertionError("the number drawn is below the room of all zones")


def _make_room(
    card: int, possible: dict[int, tuple[int, ...]], room: dict[int, int], dealt: dict[int, int]
) -> None:
    """Deal a card whose zones are full, by moving others on along the shortest chain."""
    came: dict[int, tuple[int, int | None]] = dict.fromkeys(possible[card], (card, None))
    waiting = list(possible[card])
    for zone in waiting:
        if room.get(zone, 0):
            room[zone] -= 1
            mover: int | None = zone
            while mover is not None:
                moved, earlier = came[mover]
                dealt[moved] = mover
                mover = earlier
            return
        for other, lies_in in list(dealt.items()):
            if lies_in == zone:
                for further in possible[other]:
                    if further not in came:
                        came[further] = (other, zone)
                        waiting.append(further)


# ---- dice and variables --------------------------------------------------------------------------


def _redeal_dice(layout: Layout, state: State, seat: int, chance: _Chance) -> None:
    """Dice that the seat does not see are rolled again."""
    for cup in layout.cups:
        if not sees_cup(cup, seat):
            low, faces = faces_of(layout.model.dice[cup.name], layout.model.enums)
            for at in range(cup.base + 1, cup.base + 1 + state[cup.base]):
                state[at] = low + chance.below(faces)


def _redeal_variables(layout: Layout, state: State, seat: int, chance: _Chance) -> None:
    """Values that the seat does not see: another of their kind; of numbers, which have no end, 0.

    An absent value stays absent, since whether somebody has chosen is no secret.
    """
    for name, variable in layout.model.variables.items():
        if variable.sight == "up":
            continue
        count = _values_of(layout, variable)
        for offset, index in enumerate(_indices(layout, variable.dimensions)):
            at = layout.variables[name].base + offset
            if seat not in variable_viewers(layout, name, index) and state[at] != NONE:
                state[at] = chance.below(count) if count else 0


def _values_of(layout: Layout, variable: VariableModel) -> int:
    """How many values a variable of the kind may have; 0: no telling."""
    kind = variable.kind
    if kind.family == "enum":
        return len(layout.model.enums[kind.name].values)
    return {"player": layout.player_count, "bool": 2}.get(kind.family, 0)


def _indices(layout: Layout, dimensions: tuple[Dimension, ...]) -> list[tuple[int, ...]]:
    """All indices, the last running fastest."""
    indices: list[tuple[int, ...]] = [()]
    for dimension in dimensions:
        first = layout.first_of(dimension)
        values = range(first, first + layout.length_of(dimension))
        indices = [(*index, value) for index in indices for value in values]
    return indices
