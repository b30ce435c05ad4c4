"""How one game lies in memory: the box of cards, the zones, and the place of everything in the state.

The state of a game is one flat list of integers. A `Layout` is worked out once for a model, its
settings and a player count; it says which stretch of the list holds what:

    control     where play stands, who acts, what ended the game        (the names below)
    seats       one flag a seat: dropped out
    variables   each variable's values, the last index running fastest; of one that is hidden, for each value
                the seats to which it has been shown since it was set (bits; one more for all observers)
    awards      points given in play, score by score, seat by seat
    zone sizes, zone contents (each zone as long as its capacity), card -> zone, card -> last mover
    dice        each cup: how many, then the faces
    chance      a counter for each thing that chance acts on: a zone shuffled, a cup rolled, a variable drawn
    knowledge   for each seat, and one observer who watched from the start: card -> possible zones (bits)
    told        for each of them, the hidden cards (bits) that it knows by having seen them, and those whose
                place in the zone it knows too
    transfers   for each of them, what is known of cards that went from zone to zone unseen
    locals      slots of definitions, rules and actions: scratch, save those that flow keeps
    lists       for each local that holds a collection (a subset choice, a `let`): its length, its elements
    frames      what running phases, turns and pending choices remember (reserved by the lowering)

Everything before `locals`, all frames, and the locals and lists that the flow of play keeps are what a game
*is*: two games with equal values there are equal. Copying a game is copying the list.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from attrs import define, field, frozen

from rulewright.dsl.model import (
    NONE,
    CardRow,
    CardSet,
    Dimension,
    Kind,
    Known,
    Model,
    RandomOf,
    RandomPlayer,
    SetLocal,
    ShuffleStep,
    Sight,
    Stored,
    Team,
    Term,
    ZoneAt,
    constant,
    constants,
    made_cards,
    teams_of,
    words_of,
)
from rulewright.dsl.model.traverse import parts_of

State = list[int]

PC, ME, MOVES, OVER, ENDING, SEED_LOW, SEED_HIGH, ACTING, PENDING, CONTROL = range(10)
"""Control slots: the block where play stands; the acting seat (NONE: nobody); moves made; 1 when over; the
reason's number (NONE: play ran to its end); the seed in two halves of 32 bits; 1 while reactions are held
back; how many scheduled rules wait; and how many control slots there are."""

NUMBERS_IN_LIST = 64
"""The most numbers that a chosen subset or a named list may hold."""

TRANSFER_WIDTH = 8
"""How many slots one transfer takes; see `engine.transfers`."""

NOT_ASKED, ASKED, COMMITTED, FORCED = range(4)
"""What a seat can be in a simultaneous choice; forced: it has committed without having been asked."""

BOX = -1
"""The zone of a card that is in no zone."""


@frozen
class CardInstance:
    """One card of the game. Cards of equal `alike` differ in nothing."""

    number: int
    set_name: str
    id: str
    title: str
    text: str
    printing: int
    alike: int


@frozen
class ZoneInstance:
    """One zone: `index` holds values as they are in terms (seats and enum values from 0, numbers from 1)."""

    number: int
    name: str
    index: tuple[int, ...]
    owner: int | None
    base: int
    size_at: int
    capacity: int
    sight: Sight
    ordered_by: str | None
    unordered: bool
    cards: str
    remembered: bool


@frozen
class CupInstance:
    """One cup of dice: its count is at `base`, its faces follow; `first_die` numbers its first die."""

    number: int
    name: str
    index: tuple[int, ...]
    owner: int | None
    base: int
    first_die: int
    capacity: int
    sight: Sight


ALL_SEEING = -1
"""In the place of a seat: a program from which nothing is hidden. No player and no bot looks so."""


def sees(sight: Sight, owner: int | None, observer: int | None) -> bool:
    """Whether an observer, who may hold no seat, sees what shows itself so and belongs to this seat."""
    if sight == "up" or observer == ALL_SEEING:
        return True
    return sight == "owner" and owner is not None and owner == observer


def sees_into(place: ZoneInstance | CupInstance, observer: int | None) -> bool:
    """Whether an observer sees what lies in a zone or cup."""
    return sees(place.sight, place.owner, observer)


@frozen
class VariablePlace:
    """Where a variable lies: `base`, and for each dimension its length and its first index."""

    base: int
    lengths: tuple[int, ...]
    firsts: tuple[int, ...]
    size: int


@frozen
class HiddenValue:
    """Who sees a value of a hidden variable: its owner, if it has one, and seats in bits at `shown_at`."""

    owner: int | None
    shown_at: int


def sees_value(layout: Layout, state: State, slot: int, observer: int | None) -> bool:
    """Whether an observer, who may hold no seat, sees the value of a variable."""
    hidden = layout.hidden.get(slot)
    if hidden is None or observer == ALL_SEEING or (observer is not None and observer == hidden.owner):
        return True
    return was_shown(layout, state, slot, observer)


def zone_of_slot(layout: Layout, slot: int) -> ZoneInstance | None:
    """The zone in whose row of cards a slot of the state is."""
    at = bisect(layout.zones, slot, key=lambda zone: zone.base) - 1
    zone = layout.zones[at] if at >= 0 else None
    return zone if zone is not None and slot < zone.base + zone.capacity else None


def seats_into(layout: Layout, place: ZoneInstance | CupInstance) -> tuple[int, ...]:
    """The seats that see what lies in a zone or cup."""
    return tuple(seat for seat in layout.seats if sees_into(place, seat))


def seats_seeing(layout: Layout, state: State, slot: int) -> tuple[int, ...]:
    """The seats that see the value of a variable."""
    return tuple(seat for seat in layout.seats if sees_value(layout, state, slot, seat))


def was_shown(layout: Layout, state: State, slot: int, observer: int | None) -> bool:
    """Whether the value of a hidden variable has been shown to an observer since it was set."""
    hidden = layout.hidden.get(slot)
    bit = layout.player_count if observer is None else observer
    return hidden is not None and bool(state[hidden.shown_at] >> bit & 1)


@frozen
class ListPlace:
    """Where the list of a local lies: its length at `base`, then room for `capacity` elements."""

    base: int
    capacity: int


@define
class Layout:
    """See the head of this file. Built by `lay_out`; the lowering reserves more of the state.

    At `steps_at` stands how many steps of the present choice made step by step have been made. `hidden` and
    `hidden_dice` tell of slots with values that not all see who sees them. So does `secret_locals`: where it
    says yes, whoever acts has chosen the value and knows it; else nobody is told. Of what the flow of play
    keeps, `card_slots` hold a card (or NONE), at `card_lists` lie lists of cards, each after its length, and
    `cards_chosen` find the slots of cards that open choices have named so far. `scratch` are the stretches
    that are no part of the game; `engine.program` notes them.
    """

    model: Model
    known: Known
    player_count: int
    cards: list[CardInstance]
    cards_of: dict[str, tuple[int, ...]]
    card_ids: dict[str, dict[str, tuple[int, ...]]]
    properties: dict[tuple[str, str], list[Stored]]
    zones: list[ZoneInstance] = field(factory=list)
    zone_at: dict[tuple[str, tuple[int, ...]], int] = field(factory=dict)
    cups: list[CupInstance] = field(factory=list)
    cup_at: dict[tuple[str, tuple[int, ...]], int] = field(factory=dict)
    teams: tuple[Team, ...] = ()
    """Who plays together; none where each plays alone."""
    dice_count: int = 0
    faces: dict[str, tuple[int, ...]] = field(factory=dict)
    tables: dict[str, tuple[tuple[int, ...], bool]] = field(factory=dict)
    variables: dict[str, VariablePlace] = field(factory=dict)
    hidden: dict[int, HiddenValue] = field(factory=dict)
    hidden_dice: dict[int, CupInstance] = field(factory=dict)
    secret_locals: dict[int, bool] = field(factory=dict)
    beside: dict[str, tuple[Kind, int]] = field(factory=dict)
    awards_at: dict[str, int] = field(factory=dict)
    sites: dict[str, int] = field(factory=dict)
    out_at: int = CONTROL
    zone_of_at: int = 0
    mover_at: int = 0
    knowledge_at: int = 0
    told_at: int = 0
    transfers_at: int = 0
    transfer_room: int = 0
    locals_at: int = 0
    lists: dict[int, ListPlace] = field(factory=dict)
    steps_at: int = 0
    size: int = 0
    kept_locals: set[int] = field(factory=set)
    card_slots: list[int] = field(factory=list)
    card_lists: list[int] = field(factory=list)
    cards_chosen: list[Callable[[State], Iterable[int]]] = field(factory=list)
    scratch: list[tuple[int, int]] = field(factory=list)

    def reserve(self, length: int) -> int:
        """A new stretch of the state; returns its first slot."""
        start = self.size
        self.size += length
        return start

    @property
    def seats(self) -> tuple[int, ...]:
        """All seats."""
        return tuple(range(self.player_count))

    @property
    def sides(self) -> tuple[int, ...]:
        """For each seat the number of its team; its own where each plays alone."""
        found = list(self.seats)
        for number, team in enumerate(self.teams):
            for seat in team.seats:
                found[seat] = number
        return tuple(found)

    @property
    def observers(self) -> int:
        """How many there are of whom it is kept what they know: the seats, and one who watched without."""
        return self.player_count + 1

    def knowledge_of(self, observer: int) -> int:
        """The first slot of what an observer may know of each card; who watched without a seat is last."""
        return self.knowledge_at + observer * len(self.cards)

    def seen_by(self, observer: int) -> int:
        """The slot of the hidden cards (bits) that an observer knows where they lie by having seen them."""
        return self.told_at + 2 * observer

    def placed_by(self, observer: int) -> int:
        """The slot of the hidden cards (bits) of which an observer knows the place in their zone."""
        return self.told_at + 2 * observer + 1

    def values_of(self, kind: Kind) -> Sequence[int]:
        """All values of a kind, where they are few and known before play; none of numbers, zones and dice."""
        if kind.family == "card":
            return self.cards_of.get(kind.name, ())
        if kind.family == "enum":
            return range(len(self.model.enums[kind.name].values))
        return range({"player": self.player_count, "bool": 2}.get(kind.family, 0))

    def slots_of_cards(self, state: State) -> Iterator[int]:
        """The slots, beside variables and zones, that hold a card now."""
        yield from (slot for slot in self.card_slots if state[slot] != NONE)
        for base in self.card_lists:
            yield from range(base + 1, base + 1 + state[base])
        for found in self.cards_chosen:
            yield from found(state)

    def beside_name(self, card: int, state: State) -> tuple[Kind, int] | None:
        """What is told beside a card's name: the present value of a variable that stands there."""
        kept = self.beside.get(self.cards[card].set_name)
        return None if kept is None or state[kept[1] + card] == NONE else (kept[0], state[kept[1] + card])

    def length_of(self, dimension: Dimension) -> int:
        """How many values an index of this dimension has."""
        return dimension_length(dimension, self.model, self.known, self.cards_of)

    def first_of(self, dimension: Dimension) -> int:
        """The smallest value an index of this dimension has."""
        if dimension.over == "number":
            return 1
        if dimension.over == "card":
            return self.cards_of[dimension.name][0] if self.cards_of[dimension.name] else 0
        return 0

    def new_state(self) -> State:
        """A state in which nothing has happened: all cards in the box, nothing known."""
        state = [0] * self.size
        state[ME] = NONE
        state[ENDING] = NONE
        for card in range(len(self.cards)):
            state[self.zone_of_at + card] = BOX
            state[self.mover_at + card] = NONE
        for slot in self.card_slots:
            state[slot] = NONE
        return state


def dimension_length(
    dimension: Dimension, model: Model, known: Known, cards_of: Mapping[str, tuple[int, ...]]
) -> int:
    """How many values an index of this dimension has."""
    if dimension.over == "player":
        return known.player_count
    if dimension.over == "enum":
        return len(model.enums[dimension.name].values)
    if dimension.over == "card":
        return len(cards_of[dimension.name])
    assert dimension.size is not None
    return constant(dimension.size, known)


def lay_out(model: Model, known: Known, *, observers: bool = True) -> Layout:
    """Lay out a game. Without `observers` nothing is kept of what anybody knows, nor room for locals."""
    cards, cards_of, card_ids, properties = fill_box(model, known)
    layout = Layout(model, known, known.player_count, cards, cards_of, card_ids, properties)
    layout.teams = teams_of(model, known)
    layout.size = CONTROL
    layout.out_at = layout.reserve(known.player_count)
    for name, table in model.tables.items():
        layout.tables[name] = (tuple(constant(entry, known) for entry in table.entries), table.then_last)
    _place_variables(layout)
    for name, score in model.scores.items():
        if score.value is None:
            layout.awards_at[name] = layout.reserve(known.player_count)
    _place_zones(layout)
    layout.zone_of_at = layout.reserve(len(cards))
    layout.mover_at = layout.reserve(len(cards))
    _place_dice(layout)
    _place_chance(layout)
    if not observers:
        end = layout.size
        _place_lists(layout)  # for how much they may hold: the lowering gives a place to those that need one
        layout.size = end
        return layout
    layout.knowledge_at = layout.reserve(layout.observers * len(cards))
    layout.told_at = layout.reserve(2 * layout.observers)
    _place_transfers(layout)
    layout.locals_at = layout.reserve(model.locals)
    _place_lists(layout)
    _mark_secrets(layout)
    return layout


def _indices(dimensions: tuple[Dimension, ...], layout: Layout) -> list[tuple[int, ...]]:
    ranges = [
        range(layout.first_of(dimension), layout.first_of(dimension) + layout.length_of(dimension))
        for dimension in dimensions
    ]
    return list(product(*ranges))


def owner_of(dimensions: tuple[Dimension, ...], index: tuple[int, ...]) -> int | None:
    """The seat to which the thing of this index belongs."""
    for dimension, value in zip(dimensions, index, strict=True):
        if dimension.over == "player":
            return value
    return None


def _place_variables(layout: Layout) -> None:
    for name, variable in layout.model.variables.items():
        lengths = tuple(layout.length_of(dimension) for dimension in variable.dimensions)
        firsts = tuple(layout.first_of(dimension) for dimension in variable.dimensions)
        size = prod(lengths)
        place = VariablePlace(layout.reserve(size), lengths, firsts, size)
        layout.variables[name] = place
        if variable.sight != "up":
            shown_at = layout.reserve(size)
            for offset, index in enumerate(_indices(variable.dimensions, layout)):
                owner = owner_of(variable.dimensions, index) if variable.sight == "owner" else None
                layout.hidden[place.base + offset] = HiddenValue(owner, shown_at + offset)
        if variable.beside:
            layout.beside[variable.dimensions[0].name] = (variable.kind, place.base - place.firsts[0])


def _place_zones(layout: Layout) -> None:
    sizes_at = layout.size
    indices = {name: _indices(zone.dimensions, layout) for name, zone in layout.model.zones.items()}
    layout.reserve(sum(len(found) for found in indices.values()))
    for name, zone in layout.model.zones.items():
        held = len(layout.cards_of[zone.cards])
        capacity = held if zone.capacity is None else min(held, constant(zone.capacity, layout.known))
        for index in indices[name]:
            number = len(layout.zones)
            layout.zone_at[name, index] = number
            owner = owner_of(zone.dimensions, index)
            layout.zones.append(
                ZoneInstance(
                    number,
                    name,
                    index,
                    owner,
                    layout.reserve(capacity),
                    sizes_at + number,
                    capacity,
                    zone.sight,
                    zone.ordered_by,
                    zone.unordered,
                    zone.cards,
                    zone.remembered,
                )
            )


def _place_dice(layout: Layout) -> None:
    for name, dice in layout.model.dice.items():
        capacity = constant(dice.capacity, layout.known)
        layout.faces[name] = constants(dice.faces, layout.known)
        for index in _indices(dice.dimensions, layout):
            number = len(layout.cups)
            layout.cup_at[name, index] = number
            owner = owner_of(dice.dimensions, index)
            base = layout.reserve(1 + capacity)
            layout.cups.append(
                CupInstance(number, name, index, owner, base, layout.dice_count, capacity, dice.sight)
            )
            if dice.sight != "up":
                layout.hidden_dice.update(
                    dict.fromkeys(range(base + 1, base + 1 + capacity), layout.cups[-1])
                )
            layout.dice_count += capacity


def _place_chance(layout: Layout) -> None:
    """A counter for each variable or `let` that is drawn, each zone that may be shuffled, and each cup."""
    model = layout.model
    bodies = (model.setup, model.play, model.actions, model.rules, model.reactions)
    shuffled = [part.zone for part in parts_of(bodies) if isinstance(part, ShuffleStep)]
    drawn = [name for name, one in model.variables.items() if isinstance(one.initial, RandomPlayer)]
    sites = [variable_site(name) for name in drawn]
    sites += dict.fromkeys(part.site for part in parts_of(bodies) if isinstance(part, RandomOf))
    sites += [
        zone_site(layout, zone) for zone in layout.zones if any(_may_be(zone, term) for term in shuffled)
    ]
    sites += [cup_site(layout, cup) for cup in layout.cups]
    for site in sites:
        layout.sites[site] = layout.reserve(1)


def variable_site(name: str) -> str:
    """The name of the chance that draws a variable's first value."""
    return f"var {name}"


def zone_site(layout: Layout, zone: ZoneInstance) -> str:
    """The name of the chance that shuffles a zone."""
    return f"zone {place_name(layout, zone.name, layout.model.zones[zone.name].dimensions, zone.index)}"


def cup_site(layout: Layout, cup: CupInstance) -> str:
    """The name of the chance that rolls the dice of a cup."""
    return f"dice {place_name(layout, cup.name, layout.model.dice[cup.name].dimensions, cup.index)}"


def _may_be(zone: ZoneInstance, term: Term) -> bool:
    """Whether a term may stand for a zone."""
    if isinstance(term, ZoneAt):
        return term.zone == zone.name
    return term.kind.name in ("", zone.cards)


def _place_transfers(layout: Layout) -> None:
    """Room for two transfers by each player; none where no card can go from one hidden zone to another."""
    hidden = sum(zone.sight != "up" for zone in layout.zones)
    layout.transfer_room = 2 * layout.player_count if hidden > 1 else 0
    layout.transfers_at = layout.reserve(layout.observers * layout.transfer_room * TRANSFER_WIDTH)


def _place_lists(layout: Layout) -> None:
    """Room for the locals that hold many values. A subset or a set has no element twice; a `let` may."""
    model = layout.model
    for action in model.actions.values():
        for choice in action.choices:
            if choice.subset:
                _place_list(layout, choice.slot, most_of(choice.kind, layout))
    for rule in model.rules.values():
        for parameter in rule.parameters:
            if parameter.kind.shape == "many":
                _place_list(layout, parameter.slot, most_of(parameter.kind, layout))
    bodies = (model.setup, model.play, model.actions, model.rules, model.reactions)
    for part in parts_of(bodies):
        if isinstance(part, SetLocal) and part.value.kind.shape == "many":
            _place_list(layout, part.slot, max(most_of(part.value.kind, layout), len(layout.cards)))


def _mark_secrets(layout: Layout) -> None:
    """The slots of secret choices, and of all that is made from these or from hidden variables."""
    choices = [choice for action in layout.model.actions.values() for choice in action.choices]
    own = {choice.slot for choice in choices if choice.secret}
    for slot in sorted(layout.model.secret_locals | own):
        layout.secret_locals[layout.locals_at + slot] = slot in own
        if slot in layout.lists:
            place = layout.lists[slot]
            held = range(place.base, place.base + 1 + place.capacity)
            layout.secret_locals.update(dict.fromkeys(held, slot in own))


def _place_list(layout: Layout, slot: int, capacity: int) -> None:
    if slot not in layout.lists:
        layout.lists[slot] = ListPlace(layout.reserve(1 + capacity), capacity)


def most_of(kind: Kind, layout: Layout) -> int:
    """How many different values of a kind there can be; for numbers, how many a list may hold."""
    if kind.family == "card":
        return len(layout.cards)
    rooms = {"int": NUMBERS_IN_LIST, "zone": len(layout.zones), "die": layout.dice_count}
    return rooms[kind.family] if kind.family in rooms else len(layout.values_of(kind))


# ---- indices as they are written -----------------------------------------------------------------


def index_texts(
    layout: Layout,
    dimensions: Sequence[Dimension],
    index: Sequence[int],
    seats: tuple[str, ...] | None = None,
) -> list[str]:
    """The indices of a zone, cup or variable as they are written: seats by number, or by given names."""
    words = []
    for dimension, value in zip(dimensions, index, strict=True):
        if dimension.over == "player":
            words.append(str(value + 1) if seats is None else seats[value])
        elif dimension.over == "enum":
            words.append(layout.model.enums[dimension.name].values[value])
        elif dimension.over == "card":
            words.append(layout.cards[value].id)
        else:
            words.append(str(value))
    return words


def place_name(layout: Layout, name: str, dimensions: tuple[Dimension, ...], index: tuple[int, ...]) -> str:
    """A zone, cup or variable as rules and moves write it: `column[1]`, `hand[2]`, `garden[spring]`."""
    return name + (f"[{', '.join(index_texts(layout, dimensions, index))}]" if index else "")


# ---- the box -------------------------------------------------------------------------------------

Box = tuple[
    list[CardInstance],
    dict[str, tuple[int, ...]],
    dict[str, dict[str, tuple[int, ...]]],
    dict[tuple[str, str], list[Stored]],
]


def fill_box(model: Model, known: Known) -> Box:
    """All cards of a game: the instances, their numbers by set and by id, and their properties.

    A property's list is as long as the box, so that a card's number finds its value; cards of other
    sets hold 0 there.
    """
    cards: list[CardInstance] = []
    cards_of: dict[str, tuple[int, ...]] = {}
    by_id: dict[str, dict[str, tuple[int, ...]]] = {}
    values: dict[tuple[str, str], dict[int, Stored]] = {}
    alike = 0
    for name, card_set in model.card_sets.items():
        first = len(cards)
        ids: dict[str, tuple[int, ...]] = {}
        for at, row in enumerate(_printings(model, card_set, known)):
            for _ in range(row.copies):
                number = len(cards)
                cards.append(CardInstance(number, name, row.id, row.title, row.text, row.printing, alike))
                ids[row.id] = (*ids.get(row.id, ()), number)
                for card_field, value in zip(card_set.fields, row.values, strict=True):
                    values.setdefault((name, card_field.name), {})[number] = value
                if f"{name}.id" in model.enums:  # of cards that are made it is no field
                    values.setdefault((name, "id"), {}).setdefault(number, at)
            alike += 1
        cards_of[name] = tuple(range(first, len(cards)))
        by_id[name] = ids
    properties = {}
    for name, card_set in model.card_sets.items():
        for title in ("id", *(card_field.name for card_field in card_set.fields)):
            held = values.get((name, title), {})
            properties[name, title] = [held.get(number, 0) for number in range(len(cards))]
    return cards, cards_of, by_id, properties


def cards_held(model: Model, known: Known, cards: str) -> int:
    """How many cards of a set there are."""
    return sum(row.copies for row in _printings(model, model.card_sets[cards], known))


def _printings(model: Model, card_set: CardSet, known: Known) -> Sequence[CardRow]:
    """The rows of a set, made where it has no file."""
    if not card_set.generators:
        return card_set.rows
    made = made_cards(card_set, known)
    words = [words_of(card_set, one, model.enums) for one in made]
    return [
        CardRow("-".join(said), " ".join(said), 0, one.copies, (*one.values, *card_set.defaults))
        for one, said in zip(made, words, strict=True)
    ]
