"""A checked model lowered to code, for one number of players and one choice of settings.

The code has these functions for whoever runs it, beside `run_blocks`:

    begin()                       each variable takes its first value
    list_POINT(most, out)         the legal moves at a point where play waits; 1 for too many to list
    act(move)                     carries out a move, given as its number; 1 if that ended the game
    step_POINT(move)              makes a step of a choice made step by step; 1 once the whole move is made
    commit_POINT(seat, move)      notes what a player has chosen while others still choose
    reveal_POINT()                carries out what all have chosen
    points_NAME(player)           a player's points in one line of the score sheet
    results(out)                  for each player the points line by line, then what the ranking goes by, the
                                  smaller, the better
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from importlib.resources import files
from itertools import product

from attrs import frozen

from rulewright.dsl.model import (
    LARGEST,
    NONE,
    ChooseStep,
    ConstantFault,
    EndGameStep,
    EndPhaseStep,
    Known,
    Model,
    Phrase,
    Ranking,
    RepeatStep,
    TurnsStep,
)
from rulewright.dsl.model.traverse import parts_of
from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.interpreter.code.charge import charged
from rulewright.interpreter.code.instructions import (
    Body,
    Code,
    Expression,
    If,
    Item,
    Length,
    Parameter,
    PointCode,
    Region,
    Return,
    Set,
    Table,
)
from rulewright.interpreter.code.make import (
    NO,
    YES,
    binary,
    choice,
    equal,
    load,
    minus,
    name,
    number,
    plus,
)
from rulewright.interpreter.code.prune import prune
from rulewright.interpreter.code.source import Functions
from rulewright.interpreter.lowering import built_ins, calls  # noqa: F401 - they register how terms are lowered
from rulewright.interpreter.lowering.asking import Asker, LoweredAction, LoweredPhrase
from rulewright.interpreter.lowering.builder import Builder, call
from rulewright.interpreter.lowering.built_ins import mover_region, out_region
from rulewright.interpreter.lowering.effects import (
    LEAVE,
    carry_out,
    effect_function,
    ending_region,
    first_value,
    order_keys,
    order_rows,
    over_region,
    pending_region,
)
from rulewright.interpreter.lowering.equivalence import shown_tables
from rulewright.interpreter.lowering.everyone import commit_function, reveal_function
from rulewright.interpreter.lowering.flow import DecisionPoint, Entrance, Flow
from rulewright.interpreter.lowering.many import room_of, sizes_region, zone_of_region
from rulewright.interpreter.lowering.moves import MOST_MOVE, MoveForm, act_function, list_function, move_form
from rulewright.interpreter.lowering.steps import StepMaker, list_steps, steps_made
from rulewright.interpreter.lowering.values import one, points, test
from rulewright.interpreter.state.domains import MOST_LISTED
from rulewright.interpreter.state.layout import ME, MOVES, PC, SEED_LOW, Layout, State, lay_out, place_name

MOST_SLOTS = 4_000_000
"""The most numbers that a state may consist of."""


@frozen(eq=False)
class Plan:
    """A game lowered: its layout, its code, how its moves are written as numbers, the reasons of endings.

    `locals` of the model outlive a choice; it says where in the state they are. `reserved` are the stretches
    that the flow of play took beside: the same ones in the same order, whether observers are told or not.
    """

    layout: Layout
    code: Code
    forms: tuple[MoveForm, ...]
    reasons: tuple[Phrase, ...]
    locals: Mapping[int, Region]
    reserved: tuple[Region, ...]


def carried_over(state: State, theirs: Plan, ours: Plan) -> State:
    """A state of a game for observers, as machines that play alone have it; both are of the same rules."""
    found = [0] * ours.layout.size
    shared = theirs.layout.knowledge_at
    found[:shared] = state[:shared]
    pairs = list(zip(theirs.reserved, ours.reserved, strict=True))
    pairs += [(region, ours.locals[slot]) for slot, region in theirs.locals.items()]
    for source, target in pairs:
        found[target.base : target.base + target.size] = state[source.base : source.base + source.size]
    return found


@frozen(eq=False)
class Faces:
    """What games for people need beside: questions that can be asked, and where positions can begin.

    `points` are the places where play waits, by their blocks, with the phrase that says why players are
    asked; `play`, `phases` and `turns` the blocks where a position can begin; `phase` is where the state has
    the number of the phase.
    """

    actions: tuple[LoweredAction, ...]
    reasons: tuple[LoweredPhrase, ...]
    texts: tuple[LoweredPhrase, ...]
    points: Mapping[int, tuple[DecisionPoint, LoweredPhrase | None]]
    play: int
    phases: Mapping[str, Entrance]
    turns: Mapping[str, Entrance]
    phase: Region | None


def lower(model: Model, known: Known) -> Plan:
    """Lower a model, for playing alone. Raises ConstantFault where a state would be too large.

    Zones, cards, dice and variables have been counted before; this is for all of them together, and for
    what choices take.
    """
    return _lower(model, known, watched=False)[0]


def lower_for_people(model: Model, known: Known) -> tuple[Plan, Faces]:
    """Lower a model for observers, who are told what happens, and so that questions can be asked."""
    plan, faces = _lower(model, known, watched=True)
    assert faces is not None
    return plan, faces


def _lower(model: Model, known: Known, *, watched: bool) -> tuple[Plan, Faces | None]:
    layout = lay_out(model, known, observers=watched)
    laid_out = layout.size
    b = Builder(layout, watched, owner=model.id)
    b.work = b.used_up(NOWHERE)
    b.leave = LEAVE if b.asks_for(EndPhaseStep) else 0
    for part in parts_of((model.setup, model.play, model.actions, model.rules, model.reactions)):
        because = (
            part.because if isinstance(part, EndGameStep | EndPhaseStep | TurnsStep | RepeatStep) else None
        )
        if because is not None and because not in b.reasons:
            b.reasons.append(because)
    runtime = _runtime(b)
    b.function("begin", (), (), lambda: _begin(b), still=False)
    flow = Flow(b, forced=_forced)
    bodies = (model.play, model.actions, model.rules, model.reactions)
    flow.keep_all([part for part in parts_of(bodies) if isinstance(part, EndPhaseStep)])
    for index in range(len(model.actions)):
        _action(b, index)
    begin = flow.build()
    act_function(b)
    where_play_waits = []
    everywhere = b.work
    for at, point in flow.points.items():
        b.work = flow.works[at]
        _list_point(b, at, point)
        where_play_waits.append(_point_code(b, point))
    b.work = everywhere
    for title in model.scores:
        who = name("player", 0, b.players - 1)
        with b.belongs(title, model.scores[title].span):
            b.function(
                f"points_{title}",
                [Parameter("player", 0, b.players - 1)],
                (),
                partial(points, b, title, who),
            )
    draws = "drawn" if b.runs else ""
    if draws:
        which = Parameter("number", 0, MOST_LISTED - 1)
        b.function(draws, [which], ("out",), lambda: call("move_drawn", name("number"), lists=("out",)))
    ranks = _results(b)
    asker = Asker(b)
    layout.steps_at = steps_made(b).base
    faces = _faces(b, flow, asker) if watched else None
    if layout.size > MOST_SLOTS:
        start = Span(next(iter(model.sources), ""), 1, 1, 1, 1)
        raise ConstantFault("limit-state", start, size=layout.size, most=MOST_SLOTS)
    forms = tuple(move_form(b, index) for index in range(len(model.actions)))
    bases = Table("ZONE_BASES", tuple(zone.base for zone in layout.zones) or (0,))
    code = Code(
        size=layout.size,
        players=b.players,
        functions=tuple(b.functions.values()),
        blocks=tuple(flow.blocks),
        works=tuple(flow.works),
        rooms=flow.rooms,
        tables=(bases, *_runtime_tables(b).values(), *b.tables.values()),
        faults=tuple(b.faults),
        entries=frozenset(flow.entries),
        begin=begin,
        points=tuple(where_play_waits),
        drain=flow.drain,
        regions=_regions(b),
        scores=tuple(f"points_{title}" for title in model.scores),
        ranks=ranks,
        sides=layout.sides,
        qualifies=model.winner is not None and model.winner.condition is not None,
        most_moves=model.most_moves,
        reasons=len(b.reasons),
        draws=draws,
        subset_shifts=tuple(tuple(one.shift for one in form.places) for form in forms) or ((),),
        zone_names=tuple(
            place_name(layout, zone.name, model.zones[zone.name].dimensions, zone.index)
            for zone in layout.zones
        ),
        memo=b.memo,
        events=tuple(b.events),
        asked=tuple(asker.asked),
    )
    code = charged(prune(code, runtime))
    kept = {region.name for region in b.kept.values()}
    reserved = [
        one for one in b.regions.values() if one.base >= laid_out and one.size and one.name not in kept
    ]
    in_order = tuple(sorted(reserved, key=lambda one: one.base))
    return Plan(layout, code, forms, tuple(b.reasons), dict(b.kept), in_order), faces


def _faces(b: Builder, flow: Flow, asker: Asker) -> Faces:
    asker.beginnings()
    actions = tuple(map(asker.action, b.model.actions.values()))
    reasons, texts = tuple(map(asker.phrase, b.reasons)), tuple(map(asker.phrase, b.texts))
    points = {
        at: (point, None if point.step.because is None else asker.phrase(point.step.because))
        for at, point in flow.points.items()
    }
    asker.asked += [one.function for one in (*flow.phases.values(), *flow.turns.values())]
    return Faces(actions, reasons, texts, points, flow.play, flow.phases, flow.turns, b.regions.get("phase"))


def _point_code(b: Builder, point: DecisionPoint) -> PointCode:
    step, lister = point.step, f"list_{point.block}"
    if isinstance(step, ChooseStep) and point.begun is not None:
        title = f"step_{point.block}"
        StepMaker(b, lister, step, point.begun).function(title)
        return PointCode(point.block, point.next, step.optional, point.fault, lister, step=title)
    if isinstance(step, ChooseStep):
        return PointCode(point.block, point.next, step.optional, point.fault, lister)
    kept, commit, reveal = point.committed, f"commit_{point.block}", f"reveal_{point.block}"
    assert kept is not None
    commit_function(b, commit, lister, step, kept)
    reveal_function(b, reveal, lister, step, kept)
    return PointCode(point.block, point.next, False, point.fault, lister, kept.asked, commit, reveal)


def _regions(b: Builder) -> dict[str, Region]:
    """What whoever runs the code reads."""
    return {
        "position": b.region("pc", PC, 1, 0, LARGEST),
        "me": b.region("me", ME, 1, NONE, b.players - 1),
        "moves": b.region("moves", MOVES, 1, 0, LARGEST),
        "over": over_region(b),
        "ending": ending_region(b),
        "seed": b.region("seed", SEED_LOW, 2, 0, (1 << 32) - 1),
        "pending": pending_region(b),
        "draining": b.regions.get("draining", pending_region(b)),
        "zone_size": sizes_region(b),
        "zone_of": zone_of_region(b),
        "steps": steps_made(b),
    }


def _runtime_tables(b: Builder) -> dict[str, Table]:
    zones = b.layout.zones
    reactions = b.model.reactions.values()
    heard = {
        event: [int(any((one.event, one.zone) == (event, zone.name) for one in reactions)) for zone in zones]
        for event in ("enters", "leaves")
    }
    values = {
        "ROOMS": [zone.capacity for zone in zones] or [0],
        "ORDER_ROWS": order_rows(b) or [-1],
        "ORDER_KEYS": order_keys(b) or [0],
        "HEARD_IN": heard["enters"] or [0],
        "HEARD_OUT": [0, *heard["leaves"]],
        **shown_tables(b),
    }
    return {title: Table(title, tuple(each)) for title, each in values.items()}


def _runtime(b: Builder) -> Functions:
    """The functions that all games share."""
    layout = b.layout
    sites = list(layout.sites.values())
    choices = [one for action in b.model.actions.values() for one in action.choices]
    subsets = [room_of(b, one.domain) for one in choices if one.subset]
    meanings: dict[str, Region | Table | int] = {
        **_runtime_tables(b),
        "zone_of": zone_of_region(b),
        "mover": mover_region(b),
        "size": sizes_region(b),
        "me": b.region("me", ME, 1, NONE, b.players - 1),
        "moves": b.region("moves", MOVES, 1, 0, LARGEST),
        "steps": steps_made(b),
        "chance": b.region("chance", min(sites, default=0), max(1, len(sites)), 0, LARGEST),
        "BOX": -1,
        "MOST_WAYS": 1 << 40,
        "CARDS": max(1, len(layout.cards)),
        "ELEMENTS": max(1, len(layout.cards), *subsets),
        "ZONES": max(1, len(layout.zones)),
        "PLAYERS": b.players,
    }
    source = files("rulewright.interpreter.code").joinpath("runtime.py").read_text(encoding="utf-8")
    return Functions(source, meanings)


def _begin(b: Builder) -> None:
    for title in b.model.variables:
        first_value(b, title)


def _action(b: Builder, index: int) -> None:
    """What an action does."""
    action = tuple(b.model.actions.values())[index]
    parameters, values, lists = [], {}, {}
    for chosen in action.choices:
        if chosen.subset:
            lists[chosen.slot] = f"{chosen.name}_{chosen.slot}"
        else:
            low, high = b.range_of(chosen.kind)
            parameters.append(Parameter(f"{chosen.name}_{chosen.slot}", low, high))
            values[chosen.slot] = name(parameters[-1].name, low, high)
    with b.belongs(action.name, action.span):
        effect_function(b, f"do_{action.name}", action.body, parameters, values, lists)
        list_function(b, action, index)


def _list_point(b: Builder, at: int, point: DecisionPoint) -> None:
    """All moves at a point: those of each action in turn."""
    title = f"list_{at}"
    if point.begun is not None:
        list_steps(b, title, point.step, point.begun)
        return

    def build() -> Expression:
        most = name("most", 0, MOST_LISTED + 1)
        for action in point.step.actions:
            many = call(f"list_{action}", most, lists=("out",), low=0, high=1)
            b.emit(If(many, (Return(YES),)))
            full = binary(">=", Length("out", low=0, high=MOST_LISTED + 1), most)
            b.emit(If(full, (Return(NO),)))
        return NO

    b.function(title, [Parameter("most", 0, MOST_LISTED + 1)], ("out",), build)


def _forced(flow: Flow, step: ChooseStep, onward: int) -> Body:
    """Where only one move is legal it is made; where there is none, or more than one, play waits."""
    b = flow.b
    with b.apart() as statements:
        if "act" not in b.functions:
            act_function(b)
        only = b.list(2, "only")
        many = b.variable(NO, "many")
        for action in step.actions:
            looked = call(f"list_{action}", number(2), lists=(only,), low=0, high=1)
            short = binary("<", Length(only, low=0, high=2), number(2))
            b.emit(If(equal(name(many, 0, 1), 0), (If(short, (Set(many, looked),)),)))
        single = binary("and", equal(name(many, 0, 1), 0), equal(Length(only, low=0, high=2), 1))

        def make() -> None:
            b.tell("chose", step.span, Item(only, NO, low=0, high=MOST_MOVE), lists=("pool",))
            ends = any(b.ends[f"do_{action}"] for action in b.model.actions)
            carry_out(b, call("act", Item(only, NO, low=0, high=MOST_MOVE)), ends)
            flow.continue_at(onward)

        b.emit(If(single, b.block(make)))
    return tuple(statements)


def _results(b: Builder) -> int:
    """What the end of a game comes to; returns how many numbers the ranking of a player goes by.

    Points are worked out once and read where the ranking asks for them.
    """
    model, winner = b.model, b.model.winner
    span = NOWHERE if winner is None else winner.span
    ranks = 1 if winner is None else len(winner.rankings) + (winner.condition is not None)

    def build() -> None:
        for seat, title in product(range(b.players), model.scores):
            b.scope.counted[title, seat] = b.let(points(b, title, number(seat)), "points")
        for seat in range(b.players):
            for title in model.scores:
                b.add("out", b.scope.counted[title, seat])
            if winner is not None:
                b.scope.values[winner.slot] = number(seat)
            for value in _ranks(b, seat):
                b.add("out", value)

    with b.belongs("winner", span):
        b.function("results", (), ("out",), build)
    return ranks


def _ranks(b: Builder, seat: int) -> Iterator[Expression]:
    """What the place of a player goes by. Without `winner by` the most points win; in a game without scores,
    those who are still playing."""
    model, winner = b.model, b.model.winner
    if winner is not None:
        if winner.condition is not None:
            yield choice(test(b, winner.condition), NO, YES)
        for ranking in winner.rankings:
            yield _rank(b, ranking, number(seat))
    elif model.scores:
        total: Expression = NO
        for title in model.scores:
            total = plus(total, points(b, title, number(seat)))
        yield minus(NO, total)
    else:
        yield load(out_region(b), number(seat))


def _rank(b: Builder, ranking: Ranking, who: Expression) -> Expression:
    if ranking.value is None:
        return who if ranking.direction == "first" else minus(NO, who)
    value = b.let(one(b, ranking.value))
    signed = minus(NO, value) if ranking.direction == "most" else value
    return choice(equal(value, NONE), number(LARGEST + 1), signed)
