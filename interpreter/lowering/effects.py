"""Statements that play does not stop at: what they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rulewright.dsl.model import (
    LARGEST,
    NONE,
    AwardStep,
    BuiltIn,
    CallStep,
    CardsIn,
    CardsOfAll,
    DealStep,
    DropOutStep,
    EndGameStep,
    EndPhaseStep,
    EveryCard,
    ForEachStep,
    IfStep,
    Must,
    Phrase,
    PutStep,
    RepeatStep,
    RerollStep,
    RollStep,
    SetLocal,
    SetVariable,
    ShowStep,
    ShowValueStep,
    ShuffleStep,
    Step,
    SwapStep,
    TellStep,
    Term,
)
from rulewright.dsl.model.traverse import parts_of
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.code.instructions import (
    PLACES_HIDDEN,
    Call,
    CardAt,
    Clear,
    Do,
    EachItem,
    Expression,
    Goto,
    If,
    Item,
    Length,
    Meaning,
    Parameter,
    PlacesShown,
    Range,
    Region,
    Return,
    Set,
    Stop,
    Store,
    Wait,
    While,
)
from rulewright.interpreter.code.make import (
    NO,
    YES,
    binary,
    both,
    choice,
    differ,
    either,
    equal,
    load,
    minus,
    name,
    number,
    plus,
    times,
)
from rulewright.interpreter.lowering.builder import EFFECTS, Builder, call
from rulewright.interpreter.lowering.built_ins import out_region
from rulewright.interpreter.lowering.calls import Given, given, taken
from rulewright.interpreter.lowering.free import free_locals
from rulewright.interpreter.lowering.many import (
    cup_number,
    dice_count,
    element_of,
    listed,
    sizes_region,
    zone_of_region,
)
from rulewright.interpreter.lowering.values import (
    awards_region,
    dice_region,
    face_slots,
    one,
    test,
    variable_at,
    variable_region,
    within,
)
from rulewright.interpreter.state.chance import site_number
from rulewright.interpreter.state.layout import ACTING, ENDING, OVER, PENDING, cup_site, zone_site

END = 1
"""The block at which play has ended; block 0 is none."""
LEAVE = 2
"""The block that leaves a phase from inside, in games with effects that end one."""
MOST_PENDING = 8
"""Rules that may wait for an action's end at one time."""


def effects(b: Builder, steps: Sequence[Step]) -> None:
    """Statements one after another."""
    for step in steps:
        EFFECTS.function(step)(b, step)


def can_end(b: Builder, steps: object) -> bool:
    """Can statements end the game or a phase, by themselves or by what they call or set off?"""
    called: set[str] = set()
    waiting: list[object] = [steps]
    reacted = False
    while waiting:
        for part in parts_of(waiting.pop()):
            if isinstance(part, EndGameStep | EndPhaseStep):
                return True
            if isinstance(part, CallStep) and not part.later and part.rule not in called:
                called.add(part.rule)
                waiting.append(b.model.rules[part.rule].body)
            if isinstance(part, PutStep | DealStep | SwapStep) and not reacted:
                reacted = True
                waiting += [reaction.body for reaction in b.model.reactions.values()]
    return False


def reactions_can_end(b: Builder) -> bool:
    """Can a reaction end the game or a phase?"""
    return can_end(b, [reaction.body for reaction in b.model.reactions.values()])


def effect_function(
    b: Builder,
    title: str,
    steps: Sequence[Step],
    parameters: Sequence[Parameter],
    values: Mapping[int, Expression],
    lists: Mapping[int, str],
) -> None:
    """A function that carries out statements; it returns 1 if they ended the game or a phase, if they can."""
    ending = can_end(b, steps)

    def build() -> Expression | None:
        effects(b, steps)
        return NO if ending else None

    b.ends[title] = ending
    b.function(title, parameters, tuple(lists.values()), build, values, lists, still=False)


def carry_out(b: Builder, what: Call, ending: bool) -> None:
    """Call what carries out effects; if it ended the game or a phase, the effects that call it end, too."""
    if not ending:
        b.emit(Do(what))
    elif b.scope.caches_me:
        b.emit(If(what, (Return(YES),)))
    elif b.leave:
        over = differ(load(over_region(b)), 0)
        b.emit(If(what, (If(over, (Wait(END),)), Goto(b.leave))))
    else:
        b.emit(If(what, (Wait(END),)))


# ---- values --------------------------------------------------------------------------------------


@EFFECTS.lowers(SetVariable, "name index sign value")
def _set_variable(b: Builder, step: SetVariable) -> None:
    region = variable_region(b, step.name)
    at = b.let(variable_at(b, step.name, step.index, step.span), "at")
    value = one(b, step.value)
    if step.sign != "=":
        value = b.let(value)
        old = b.let(load(region, at), "old")
        if old.low == NONE:
            b.stop_if(equal(old, NONE), lambda: Stop(b.fault("fault-absent", step.span)))
            low, high = b.range_of(b.model.variables[step.name].kind.surely())
            old = within(old, low, high)
        value = b.within_bits(binary("-" if step.sign == "-=" else "+", old, value), step.span)
    if b.watched:
        value = b.let(value)
    if b.model.variables[step.name].sight != "up":
        b.emit(Store(shown_region(b, step.name), at, number(0)))
    b.tell("set", step.span, at, value, named=step.name)
    b.emit(Store(region, at, value))


def shown_region(b: Builder, title: str) -> Region:
    """The seats to which each value of a hidden variable has been shown, in bits."""
    place = b.layout.variables[title]
    base = b.layout.hidden[place.base].shown_at
    return b.region(f"shown_{title}", base, place.size, 0, (2 << b.players) - 1)


@EFFECTS.lowers(ShowValueStep, "name index to")
def _show_value(b: Builder, step: ShowValueStep) -> None:
    region = shown_region(b, step.name)
    at = b.let(variable_at(b, step.name, step.index, step.span), "at")
    to = number(NONE) if step.to is None else b.let(one(b, step.to), "to")
    if step.to is None:
        b.emit(Store(region, at, number((2 << b.players) - 1)))
    else:
        bit = binary("<<", number(1), to)
        b.emit(Store(region, at, within(binary("|", load(region, at), bit), 0, region.high)))
    b.tell("opened", step.span, at, to, named=step.name)


@EFFECTS.lowers(SetLocal, "slot value")
def _set_local(b: Builder, step: SetLocal) -> None:
    if step.value.kind.shape == "many":
        _set_list(b, step)
    elif step.slot in b.kept:
        keep(b, step.slot, one(b, step.value))
    else:
        b.scope.values[step.slot] = b.let(one(b, step.value), "let", copy=True)


def keep(b: Builder, slot: int, value: Expression) -> None:
    """Put a value into a local that outlives a choice; from now on it is read from there."""
    b.emit(Store(b.kept[slot], number(0), value))
    b.scope.values.pop(slot, None)


def _set_list(b: Builder, step: SetLocal) -> None:
    most = b.layout.lists[step.slot].capacity
    some = listed(b, step.value)
    length = Length(some, low=0, high=LARGEST)
    facts: dict[str, Meaning] = {"length": "number"}
    if b.scope.rooms.get(some, most + 1) > most:
        b.stop_if(
            binary(">", length, number(most)),
            lambda: Stop(b.fault("limit-list", step.value.span, facts, limit=most), (length,)),
        )
    if step.slot in b.kept:
        store_list(b, b.kept[step.slot], some)
    elif some in b.scope.lists.values():
        copy = b.list(most)
        b.emit(EachItem("one", some, b.block(lambda: b.add(copy, name("one")))))
        b.scope.lists[step.slot] = copy
    else:
        b.scope.lists[step.slot] = some


def store_list(b: Builder, region: Region, some: str, before: int = 0) -> None:
    """Put a list into the state: its length, the elements, and nothing behind them."""
    at, length = b.fresh("at"), Length(some, low=0, high=region.size - 1 - before)
    b.emit(Store(region, number(before), length))
    item = Item(some, name(at, 0, region.size - 2 - before), low=region.low, high=region.high)
    b.emit(
        Range(
            at,
            number(0),
            length,
            (Store(region, plus(name(at, 0, region.size - 2 - before), before + 1), item),),
        ),
        Range(
            at,
            length,
            number(region.size - 1 - before),
            (Store(region, plus(name(at, 0, region.size - 2 - before), before + 1), number(0)),),
        ),
    )


@EFFECTS.lowers(AwardStep, "amount to score card")
def _award(b: Builder, step: AwardStep) -> None:
    amount, to = b.let(one(b, step.amount)), b.let(one(b, step.to), "player")
    card = number(NONE) if step.card is None else b.let(one(b, step.card), "card")
    region = awards_region(b, step.score)
    total = b.within_bits(plus(load(region, to), amount), step.span)
    b.emit(Store(region, to, total))
    b.tell("awarded", step.span, card, to, amount, named=step.score)


@EFFECTS.lowers(DropOutStep, "player")
def _drop_out(b: Builder, step: DropOutStep) -> None:
    player = b.me() if step.player is None else one(b, step.player)
    if player.low == NONE:
        player = b.let(player, "player")
        who = player
        b.stop_if(equal(who, NONE), lambda: Stop(b.fault("fault-nobody", step.span)))
        player = within(player, 0, None)
    if b.watched:
        player = b.let(player, "player")
        told = b.block(lambda: b.tell("dropped", step.span, player))
        b.emit(If(equal(load(out_region(b), player), 0), told))
    b.emit(Store(out_region(b), player, YES))


@EFFECTS.lowers(TellStep, "text")
def _tell(b: Builder, step: TellStep) -> None:
    note_locals(b, step.text)
    if step.text not in b.texts:
        b.texts.append(step.text)
    b.tell("told", step.span, number(b.texts.index(step.text)))


@EFFECTS.lowers(EndGameStep, "because")
def _end_game(b: Builder, step: EndGameStep) -> None:
    b.emit(Store(over_region(b), number(0), YES))
    reason = NONE if step.because is None else reason_number(b, step.because)
    b.emit(Store(ending_region(b), number(0), number(reason)))
    if step.because is not None:
        note_locals(b, step.because)
    b.tell("ended", step.span)
    if b.scope.caches_me:
        b.emit(Return(YES))
    else:
        b.emit(Wait(END))


@EFFECTS.lowers(EndPhaseStep, "because kept")
def _end_phase(b: Builder, step: EndPhaseStep) -> None:
    """Note that the phase is to be left, which happens when all that is under way in it has been left."""
    nowhere = Stop(b.fault("fault-no-phase", step.span))
    b.emit(If(equal(load(phase_region(b)), 0), (nowhere,)))

    def leave() -> None:
        b.emit(Store(leaving_region(b), number(0), YES))
        if step.because is not None:
            b.emit(Store(ending_region(b), number(0), number(reason_number(b, step.because))))
            effects(b, step.kept)

    b.when(equal(load(leaving_region(b)), 0), leave)
    if b.scope.caches_me:
        b.emit(Return(YES))
    else:
        b.emit(Goto(b.leave))


def phase_region(b: Builder) -> Region:
    """The number of the phase that play is in, from 1; 0 for none."""
    if "phase" not in b.regions:
        b.region("phase", b.layout.reserve(1), 1, 0, len(b.model.phases))
    return b.regions["phase"]


def leaving_region(b: Builder) -> Region:
    """Is the phase that play is in about to be left?"""
    if "leaving" not in b.regions:
        b.region("leaving", b.layout.reserve(1), 1, 0, 1)
    return b.regions["leaving"]


def note_locals(b: Builder, because: Phrase) -> None:
    """Keep what a phrase speaks of, for whoever tells it once these statements are done."""
    for slot, kind in free_locals(because.parts).items() if b.watched else ():
        if slot in b.kept:
            continue
        region = b.local_region(slot, kind)
        if kind.shape == "many":
            store_list(b, region, b.scope.lists[slot])
        else:
            b.emit(Store(region, number(0), b.scope.values[slot]))


def over_region(b: Builder) -> Region:
    """Is the game over?"""
    return b.region("over", OVER, 1, 0, 1)


def ending_region(b: Builder) -> Region:
    """The number of the reason for the end."""
    return b.region("ending", ENDING, 1, NONE, LARGEST)


def reason_number(b: Builder, because: Phrase) -> int:
    """The number of an ending's reason."""
    return b.reasons.index(because)


# ---- cards ---------------------------------------------------------------------------------------


def put_card(b: Builder, card: Expression, to: Expression, position: Expression, span: Span) -> None:
    """Move a card, and note it for reactions."""
    facts: dict[str, Meaning] = {"zone": "zone", "most": "number"}
    full = b.fault("fault-capacity", span, facts)
    what = call("move", card, to, position, full, low=-1, high=len(b.layout.zones) - 1)
    if not _heard(b) and not b.watched:
        b.emit(Do(what))
        return
    origin = b.let(what, "origin")
    b.tell("card", span, card, origin, to)
    if _heard(b):
        note(b, card, origin, to)


def _heard(b: Builder) -> bool:
    return bool(b.model.reactions)


def note(b: Builder, card: Expression, origin: Expression, to: Expression) -> None:
    """Note a move for reactions."""
    acting = load(b.region("acting", ACTING, 1, 0, 1))
    b.emit(If(equal(acting, 0), (Do(call("note", card, origin, to)),)))


def _follow(b: Builder, card: Expression, origin: Expression, to: Expression, span: Span) -> None:
    """After a card has changed its place with another."""
    b.tell("card", span, card, origin, to)
    if _heard(b):
        note(b, card, origin, to)


def moving(b: Builder, span: Span, move: Callable[[], None], shows: PlacesShown = PLACES_HIDDEN) -> None:
    """A statement that moves cards; once it is done, what reacts to that."""
    if not _heard(b) or b.reacting:
        move()
        b.tell("moved", span, shows=shows)
        return
    quiet = b.let(equal(Length("queue", low=0, high=LARGEST), 0), "quiet")
    move()
    b.tell("moved", span, shows=shows)
    ending = reactions_can_end(b)
    if "react" not in b.functions and "react" not in b.ends:
        _react(b, ending)
    noted = binary(">", Length("queue", low=0, high=LARGEST), number(0))
    b.emit(If(both(quiet, noted), b.block(lambda: carry_out(b, call("react"), ending))))


def _react(b: Builder, ending: bool) -> None:
    """The function that carries out reactions to the moves noted, and to what they move in turn."""

    b.ends["react"] = ending
    outer, b.reacting = b.reacting, True
    for reaction in b.model.reactions.values():
        low, high = 0, max(0, len(b.layout.cards) - 1)
        card = name(f"card_{reaction.slot}", low, high)
        with b.belongs(reaction.name, reaction.span):
            effect_function(
                b,
                f"reaction_{reaction.name}",
                reaction.body,
                [Parameter(card.name, low, high)],
                {reaction.slot: card},
                {},
            )

    def run() -> None:
        card = name("card", 0, max(0, len(b.layout.cards) - 1))
        origin, to = name("origin", -1, len(b.layout.zones) - 1), name("to", 0, len(b.layout.zones) - 1)
        at = name("at", 0, LARGEST)

        def item(place: int) -> Expression:
            return Item("queue", plus(at, place), low=-1, high=LARGEST)

        b.emit(Set("card", item(0)), Set("origin", item(1)), Set("to", item(2)), Set("at", plus(at, 3)))
        for event, zone in (("leaves", origin), ("enters", to)):
            for reaction in b.model.reactions.values():
                if reaction.event == event:
                    flags = [int(one.name == reaction.zone) for one in b.layout.zones]
                    heard = b.looked_up("heard", [0, *flags], plus(zone, 1))
                    title = f"reaction_{reaction.name}"
                    body = b.block(partial(react, call(title, card), b.ends[title]))
                    b.when(heard, partial(b.emit, *body))

    def react(what: Call, can: bool) -> None:
        """Carry out a reaction; after one that ended a phase, what waits happens all the same."""
        if can and b.leave:
            b.emit(If(both(what, differ(load(over_region(b)), 0)), (Return(YES),)))
        else:
            carry_out(b, what, can)

    def build() -> Expression | None:
        b.emit(Set("at", number(0)))
        condition = binary("<", name("at", 0, LARGEST), Length("queue", low=0, high=LARGEST))
        b.emit(While((), condition, b.block(run)), Clear("queue"))
        if not ending:
            return None
        return load(leaving_region(b)) if b.leave else NO

    b.function("react", (), (), build, still=False, shared=True)
    b.reacting = outer


@EFFECTS.lowers(PutStep, "what how zone position")
def _put(b: Builder, step: PutStep) -> None:
    shows = PlacesShown(_by_place(step.what), put=step.position is None)
    put = _put_all if step.what.kind.shape == "many" else _put_one
    moving(b, step.span, lambda: put(b, step), shows)


def _by_place(term: Term) -> bool:
    """Are these cards named by where they lie, so that all at the table see which places are meant?"""
    match term:
        case Must(value=inner):
            return _by_place(inner)
        case BuiltIn(name="top" | "bottom" | "first" | "last"):
            return True
        case _:
            return isinstance(term, CardsIn | CardsOfAll | EveryCard)


def _put_one(b: Builder, step: PutStep) -> None:
    card, zone = b.let(one(b, step.what), "card"), b.let(one(b, step.zone), "zone")
    put_card(b, card, zone, _position(b, step, zone), step.span)


def _position(b: Builder, step: PutStep, zone: Expression, some: str | None = None) -> Expression:
    """Where to: 0 is the top. A position by number must be there, where there is a card for it."""
    if step.position is None:
        return number(1 if step.how == "beneath" else 0)
    position = b.let(one(b, step.position), "position")
    rows = order_rows(b)
    most = plus(load(sizes_region(b), zone), 1)
    outside = either(binary("<", position, number(1)), binary(">", position, most))
    keeps = b.looked_up("keeps_order", [int(row >= 0) for row in rows], zone)
    wrong = both(equal(keeps, 0), outside)
    if some is not None:
        wrong = both(binary(">", Length(some, low=0, high=LARGEST), number(0)), wrong)
    facts: dict[str, Meaning] = {"zone": "zone", "position": "number", "most": "number"}
    b.stop_if(wrong, lambda: Stop(b.fault("fault-position", step.span, facts), (zone, position, most)))
    # Beyond the top is the top; a zone that keeps an order takes no notice.
    return position


def _put_all(b: Builder, step: PutStep) -> None:
    some = listed(b, step.what)
    zone = b.let(one(b, step.zone), "zone")
    position = _position(b, step, zone, some)
    local, card = element_of(b, step.what.kind, "card")
    at = None if step.position is None else b.variable(position, "position")

    def put() -> None:
        put_card(b, card, zone, position if at is None else name(at), step.span)
        if at is not None:
            b.emit(Set(at, plus(name(at), 1)))

    b.emit(EachItem(local, some, b.block(put)))


def order_rows(b: Builder) -> list[int]:
    """For each zone where its cards' keys begin in `ORDER_KEYS`; -1 where it keeps no order."""
    rows: list[int] = []
    keys: dict[str, int] = {}
    for zone in b.layout.zones:
        if zone.ordered_by is None and not zone.unordered:
            rows.append(-1)
        else:
            rows.append(keys.setdefault(zone.ordered_by or "", len(keys)) * len(b.layout.cards))
    return rows


def order_keys(b: Builder) -> list[int]:
    """The keys of all cards, for each order that a zone keeps."""
    orders = dict.fromkeys(
        (zone.ordered_by or "", zone.cards if zone.ordered_by else "")
        for zone in b.layout.zones
        if zone.ordered_by is not None or zone.unordered
    )
    keys: list[int] = []
    for title in dict.fromkeys(title for title, _ in orders):
        values = [0] * len(b.layout.cards)
        for ordered_by, cards in orders:
            if ordered_by == title and title:
                stored = b.layout.properties[cards, title]
                for card in b.layout.cards_of[cards]:
                    value = stored[card]
                    values[card] = value if isinstance(value, int) else 0
        order = sorted(range(len(values)), key=lambda card: (values[card], card))
        row = [0] * len(values)
        for at, card in enumerate(order):
            row[card] = at
        keys += row
    return keys


@EFFECTS.lowers(DealStep, "amount up_to origin to each")
def _deal(b: Builder, step: DealStep) -> None:
    moving(b, step.span, lambda: _deal_out(b, step), PlacesShown(taken=True, put=True))


def _deal_out(b: Builder, step: DealStep) -> None:
    amount, origin = b.let(one(b, step.amount), "amount"), b.let(one(b, step.origin), "origin")
    targets = listed(b, step.to) if step.each else None
    target = None if step.each else b.let(one(b, step.to), "zone")
    count: Expression = number(1) if targets is None else Length(targets, low=0, high=len(b.layout.zones))
    if amount.low < 0:
        if step.up_to:
            amount = b.let(choice(binary("<", amount, number(0)), number(0), amount))
        else:
            facts: dict[str, Meaning] = {"amount": "number"}
            less = amount
            b.stop_if(
                binary("<", less, number(0)),
                lambda: Stop(b.fault("fault-negative", step.span, facts), (less,)),
            )
        amount = within(amount, 0, None)
    wanted = b.let(times(amount, count), "wanted")
    there = b.let(load(sizes_region(b), origin), "there", copy=True)
    if step.up_to:
        wanted = b.let(choice(binary("<", wanted, there), wanted, there), "wanted")
    else:
        told: dict[str, Meaning] = {"zone": "zone", "wanted": "number", "there": "number"}
        b.stop_if(
            binary(">", wanted, there),
            lambda: Stop(b.fault("fault-deal", step.span, told), (origin, wanted, there)),
        )
    local = b.fresh("nth")

    def deal_one() -> None:
        top = within(minus(load(sizes_region(b), origin), 1), 0, None)
        card = b.let(CardAt(origin, top, low=0, high=max(0, len(b.layout.cards) - 1)), "card")
        to = target
        if to is None:
            assert targets is not None
            turn = binary("mod", name(local, 0, LARGEST), Length(targets, low=1, high=len(b.layout.zones)))
            to = b.let(Item(targets, turn, low=0, high=len(b.layout.zones) - 1), "zone")
        put_card(b, card, to, number(0), step.span)

    b.emit(Range(local, number(0), wanted, b.block(deal_one)))


@EFFECTS.lowers(ShuffleStep, "zone")
def _shuffle(b: Builder, step: ShuffleStep) -> None:
    zone = b.let(one(b, step.zone), "zone")
    names = [zone_site(b.layout, each_one) for each_one in b.layout.zones]
    first = min(b.layout.sites.values())
    site = b.looked_up("zone_site", [site_number(title) for title in names], zone)
    counters = [b.layout.sites.get(title, first) - first for title in names]
    b.emit(Do(call("shuffle", zone, site, b.looked_up("zone_counter", counters, zone))))
    b.tell("shuffled", step.span, zone)


def _some(b: Builder, term: Term) -> str:
    """A list of what a statement is about, be it one thing or several."""
    if term.kind.shape == "many":
        return listed(b, term)
    some = b.list(1)
    b.add(some, one(b, term))
    return some


@EFFECTS.lowers(ShowStep, "what to")
def _show(b: Builder, step: ShowStep) -> None:
    """Who knows what is no matter of play: see the knowledge of observers. What is asked is worked out."""
    some = _some(b, step.what)
    to = number(NONE) if step.to is None else b.let(one(b, step.to), "to")
    b.tell("shown", step.span, to, lists=(some,))


@EFFECTS.lowers(SwapStep, "one other")
def _swap(b: Builder, step: SwapStep) -> None:
    moving(b, step.span, lambda: _swapped(b, step))


def _swapped(b: Builder, step: SwapStep) -> None:
    first, second = b.let(one(b, step.one)), b.let(one(b, step.other))
    facts: dict[str, Meaning] = {"zone": "zone", "most": "number"}
    full = b.fault("fault-capacity", step.span, facts)
    zones = step.one.kind.family == "zone"

    def swap_zones() -> None:
        rooms = [zone.capacity for zone in b.layout.zones]
        for zone, coming in ((first, second), (second, first)):
            size = load(sizes_region(b), coming)
            room = b.looked_up("zone_room", rooms, zone)
            b.stop_if(binary(">", size, room), partial(Stop, full, (zone, room)))
        told = _heard(b) or b.watched
        before = [b.list(len(b.layout.cards)) for _ in range(2)] if told else []
        for zone, some in zip((first, second), before, strict=False):
            b.emit(Do(call("cards_of_zone", zone, lists=(some,))))
        b.emit(Do(call("swap_zones", first, second, full)))
        ways = ((first, second), (second, first))
        for some, (origin, to) in zip(before, ways, strict=False):
            local = b.fresh("card")
            body = b.block(partial(_follow, b, name(local), origin, to, step.span))
            b.emit(EachItem(local, some, body))

    def swap_cards() -> None:
        places = []
        for card in (first, second):
            zone = b.let(load(zone_of_region(b), card), "zone", copy=True)
            told: dict[str, Meaning] = {"card": "card"}
            b.stop_if(
                binary("<", zone, number(0)),
                partial(Stop, b.fault("fault-in-box", step.span, told), (card,)),
            )
            places.append(within(zone, 0, None))
        b.emit(Do(call("swap_cards", first, second, full)))
        _follow(b, first, places[0], places[1], step.span)
        _follow(b, second, places[1], places[0], step.span)

    b.when(binary("!=", first, second), swap_zones if zones else swap_cards)


# ---- dice ----------------------------------------------------------------------------------------


@EFFECTS.lowers(RollStep, "amount dice index more")
def _roll(b: Builder, step: RollStep) -> None:
    cup = b.let(cup_number(b, step.dice, step.index, step.span), "cup")
    amount = b.let(one(b, step.amount), "amount")
    facts: dict[str, Meaning] = {"amount": "number"}
    if amount.low < 0:
        less = amount
        b.stop_if(
            binary("<", less, number(0)),
            lambda: Stop(b.fault("fault-negative", step.span, facts), (less,)),
        )
        amount = within(amount, 0, None)
    start = b.layout.cups[0].base
    base = b.looked_up("cup_base", [one.base - start for one in b.layout.cups], cup)
    base = b.let(base, "base")
    most = next(one.capacity for one in b.layout.cups if one.name == step.dice)
    lying = b.let(dice_count(b, cup), "lying", copy=True) if step.more else number(0)
    told: dict[str, Meaning] = {"wanted": "number"}
    total = b.let(plus(lying, amount), "total")
    b.stop_if(
        binary(">", total, number(most)),
        lambda: Stop(b.fault("fault-dice", step.span, told, cup=step.dice, most=most), (total,)),
    )
    local, region = b.fresh("die"), dice_region(b)

    def roll_one() -> None:
        slot = within(plus(plus(base, 1), name(local, 0, most - 1)), 0, region.size - 1)
        b.emit(Store(region, slot, _face(b, step.dice, cup)))

    b.emit(Range(local, lying, within(total, 0, most), b.block(roll_one)))
    b.emit(Store(region, base, within(total, 0, most)))
    slot = within(plus(plus(base, 1), name(local, 0, most - 1)), 0, region.size - 1)
    b.emit(Range(local, within(total, 0, most), number(most), (Store(region, slot, number(0)),)))
    b.tell("rolled", step.span, cup, lying)


def _face(b: Builder, dice: str, cup: Expression) -> Expression:
    """A face, by the chance of a cup."""
    faces = b.layout.faces[dice]
    first = min(b.layout.sites.values())
    names = [cup_site(b.layout, one) for one in b.layout.cups]
    site = b.looked_up("cup_site", [site_number(title) for title in names], cup)
    counter = b.looked_up("cup_counter", [b.layout.sites[title] - first for title in names], cup)
    value = call("draw", site, counter, number(len(faces)), low=0, high=len(faces) - 1)
    return b.looked_up(f"{dice}_face", list(faces), b.let(value))


@EFFECTS.lowers(RerollStep, "what")
def _reroll(b: Builder, step: RerollStep) -> None:
    some = _some(b, step.what)
    local = b.fresh("die")
    die = name(local, 0, b.layout.dice_count - 1)
    names = [cup.name for cup in b.layout.cups for _ in range(cup.capacity)]
    cups = [cup.number for cup in b.layout.cups for _ in range(cup.capacity)]

    def roll_again() -> None:
        cup = b.let(b.looked_up("die_cup", cups, die), "cup")
        slot = b.looked_up("face_of", face_slots(b), die)
        kinds = list(dict.fromkeys(names))

        def roll(title: str, cup: Expression, slot: Expression) -> None:
            b.emit(Store(dice_region(b), slot, _face(b, title, cup)))

        for title in kinds:
            flags = [int(one == title) for one in names]
            mine = YES if len(kinds) == 1 else b.looked_up("of_kind", flags, die)
            b.when(mine, partial(roll, title, cup, slot))

    b.emit(EachItem(local, some, b.block(roll_again)))
    b.tell("rerolled", step.span, lists=(some,))


# ---- statements that hold or call others ---------------------------------------------------------


@EFFECTS.lowers(IfStep, "condition body otherwise")
def _if(b: Builder, step: IfStep) -> None:
    b.when(test(b, step.condition), lambda: effects(b, step.body), lambda: effects(b, step.otherwise))


@EFFECTS.lowers(ForEachStep, "slot over body")
def _for_each(b: Builder, step: ForEachStep) -> None:
    some = listed(b, step.over)
    local, element = element_of(b, step.over.kind, "each")

    def round_() -> None:
        if step.slot in b.kept:
            keep(b, step.slot, element)
        else:
            b.scope.values[step.slot] = element
        effects(b, step.body)

    b.emit(EachItem(local, some, b.block(round_)))


@EFFECTS.lowers(RepeatStep, "times until because counter body")
def _repeat(b: Builder, step: RepeatStep) -> None:
    times_ = None if step.times is None else b.let(one(b, step.times), "times")
    done = b.variable(number(0), "round")
    if step.counter is not None:
        count(b, step.counter, number(0), done)

    def before() -> Expression:
        going: Expression = YES
        if times_ is not None:
            going = binary("<", name(done, 0, LARGEST), times_)
        if step.until is not None:
            until = step.until
            stop = b.chosen(going, lambda: test(b, until), lambda: YES)
            going = both(going, equal(stop, 0)) if times_ is not None else equal(stop, 0)
        return going

    with b.apart() as tested:
        condition = before()

    def round_() -> None:
        b.emit(Set(done, plus(name(done, 0, LARGEST), 1)))
        if step.counter is not None:
            count(b, step.counter, name(done, 0, LARGEST), done)
        effects(b, step.body)

    b.emit(While(tuple(tested), condition, b.block(round_), b.used_up(step.span)))


def count(b: Builder, slot: int, value: Expression, done: str) -> None:
    """Let a loop's counter have a value."""
    if slot in b.kept:
        keep(b, slot, value)
    else:
        b.scope.values[slot] = name(done, 0, LARGEST)


@EFFECTS.lowers(CallStep, "rule arguments later")
def _call(b: Builder, step: CallStep) -> None:
    if step.later:
        _schedule(b, step)
        return
    what, ending = _rule_call(b, step.rule, given(b, b.model.rules[step.rule].parameters, step.arguments))
    carry_out(b, what, ending)


def _rule_call(b: Builder, title: str, arguments: Given) -> tuple[Call, bool]:
    """A call of a rule that only has effects, and whether it can end the game."""
    rule = b.model.rules[title]
    function = f"rule_{rule.name}" + "_in_reactions" * (b.reacting and _heard(b))
    if function not in b.functions:
        takes = taken(b, rule.parameters)
        with b.belongs(title, rule.span):
            effect_function(b, function, rule.body, takes.parameters, takes.values, takes.named_lists)
    return call(function, *arguments.numbers, lists=arguments.lists), b.ends[function]


def queue_region(b: Builder) -> tuple[Region, int]:
    """Rules that wait until the action is done: for each its number and its arguments."""
    rules = b.model.rules.values()
    width = 1 + max((len(rule.parameters) for rule in rules), default=0)
    if "waiting" not in b.regions:
        base = b.layout.reserve(MOST_PENDING * width)
        b.region("waiting", base, MOST_PENDING * width, NONE, LARGEST)
    return b.regions["waiting"], width


def pending_region(b: Builder) -> Region:
    """How many rules wait."""
    return b.region("pending", PENDING, 1, 0, MOST_PENDING)


def _schedule(b: Builder, step: CallStep) -> None:
    region, width = queue_region(b)
    pending = pending_region(b)
    arguments = [b.let(one(b, argument)) for argument in step.arguments]
    waiting = b.let(load(pending), "waiting", copy=True)
    b.stop_if(
        binary(">=", waiting, number(MOST_PENDING)),
        lambda: Stop(b.fault("limit-pending", step.span, limit=MOST_PENDING, rule=step.rule)),
    )
    waiting = within(waiting, 0, MOST_PENDING - 1)
    at = b.let(times(waiting, width), "at")
    rules = list(b.model.rules)
    for place, value in enumerate((number(rules.index(step.rule)), *arguments)):
        b.emit(Store(region, plus(at, place), value))
    b.emit(Store(pending, number(0), plus(waiting, 1)))


# ---- first values --------------------------------------------------------------------------------


def first_value(b: Builder, title: str) -> None:
    """Give a variable its first value, at every index."""
    variable = b.model.variables[title]
    region = variable_region(b, title)
    if variable.initial is None:
        value: Expression = number(NONE if variable.kind.optional else 0)
    else:
        value = b.let(one(b, variable.initial))
    _fill(b, region, value)
    if variable.sight != "up":
        _fill(b, shown_region(b, title), number(0))


def _fill(b: Builder, region: Region, value: Expression) -> None:
    if region.size == 1:
        b.emit(Store(region, number(0), value))
    else:
        at = b.fresh("at")
        b.emit(
            Range(at, number(0), number(region.size), (Store(region, name(at, 0, region.size - 1), value),))
        )
