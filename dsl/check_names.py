"""What names, fields, indices and calls mean.

A plain name is looked for among the locals, then (where an enum's value is wanted) among that enum's
values, then among what the game declares, last among the values of all enums, if only one has it.
"""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.desk import Desk, unknown
from rulewright.dsl.format_expressions import expression
from rulewright.dsl.model import (
    INT,
    PLAYER,
    UNKNOWN,
    Apply,
    BagCount,
    Constant,
    DiceIn,
    DieFace,
    Dimension,
    EveryCard,
    EveryPlayer,
    IfSome,
    Kind,
    Listing,
    Local,
    Me,
    PlayerCount,
    Property,
    ScoreOf,
    SettingValue,
    TableEntry,
    Term,
    Variable,
    ZoneAt,
    ZonesOf,
    card_kind,
    enum_kind,
)
from rulewright.dsl.problems import Note
from rulewright.dsl.scope import Scope
from rulewright.dsl.spans import Span
from rulewright.dsl.speaking import spoken
from rulewright.dsl.suggest import nearest
from rulewright.dsl.vocabulary import FUNCTIONS, PLAIN_VALUES

# ---- plain names ---------------------------------------------------------------------------------


def read_name(desk: Desk, node: nodes.Name, scope: Scope, wanted: Kind | None) -> Term:
    """A name by itself."""
    if node.name in scope.names:
        desk.used.add(f"{scope.label}:{node.name}")
        return evolve(scope.names[node.name].term(), span=node.span)
    if wanted is not None and node.name in desk.enum_values(wanted):
        return _value(desk, wanted.name, node.name, node.span)
    declared = _declared(desk, node, scope)
    if declared is not None:
        return declared
    return _plain(desk, node, scope) or _value_of_any(desk, node, scope, wanted)


def _value(desk: Desk, enum: str, word: str, span: Span) -> Term:
    desk.used.add(f"{enum}.{word}")
    at = desk.enums[enum].values.index(word)
    return Constant(at, kind=enum_kind(enum), span=span)


def _declared(desk: Desk, node: nodes.Name, scope: Scope) -> Term | None:
    """What the game declares under this name; None where it declares nothing."""
    name, span = node.name, node.span
    desk.used.add(name)
    if name in desk.variables:
        return _variable(desk, name, (), scope, span)
    if name in desk.settings:
        return SettingValue(name, kind=desk.settings[name].kind, span=span)
    if name in desk.zones:
        zone = desk.zones[name]
        if zone.dimensions:
            return ZonesOf(name, (), kind=Kind("zone", zone.cards, "many"), span=span)
        return ZoneAt(name, (), kind=Kind("zone", zone.cards), span=span)
    if name in desk.dice:
        return _cup(desk, name, (), scope, span)
    if name in desk.definition_nodes:
        return apply_definition(desk, name, (), scope, span)
    if name in desk.enums:
        values = tuple(range(len(desk.enums[name].values)))
        return Listing(values, kind=enum_kind(name).many(), span=span)
    if name in desk.groups:
        group = desk.groups[name]
        return Listing(group.values, kind=enum_kind(group.enum).many(), span=span)
    if name in desk.card_sets:
        return EveryCard(name, kind=card_kind(name).many(), span=span)
    if name in desk.tables:
        return desk.lost("table-without-index", span, name=name)
    return None


def _plain(desk: Desk, node: nodes.Name, scope: Scope) -> Term | None:
    if node.name == "players":
        return EveryPlayer(kind=PLAYER.many(), span=node.span)
    if node.name == "player_count":
        return PlayerCount(kind=INT, span=node.span)
    if node.name == "me":
        if not scope.me:
            return desk.lost("me-nobody" if scope.label in ("setup", "play") else "me-nowhere", node.span)
        return Me(kind=PLAYER, surely=scope.surely, span=node.span)
    if node.name == "score" and scope.scores and "it" in scope.names:
        return ScoreOf(None, scope.names["it"].term(), kind=INT, span=node.span)
    if node.name == "score":
        return score_nowhere(desk, node.span)
    if node.name in PLAIN_VALUES:
        return desk.lost("plain-nowhere", node.span, name=node.name)
    if node.name in FUNCTIONS:
        return desk.lost("function-without-call", node.span, name=node.name)
    return None


def score_nowhere(desk: Desk, span: Span) -> Term:
    """Points are asked for where there are none yet."""
    return desk.lost("score-nowhere", span, name=next(iter(desk.score_names), "points"))


def _value_of_any(desk: Desk, node: nodes.Name, scope: Scope, wanted: Kind | None) -> Term:
    having = [name for name, enum in desk.enums.items() if node.name in enum.values]
    if len(having) == 1:
        return _value(desk, having[0], node.name, node.span)
    if having:
        options = " or ".join(f"`{name}.{node.name}`" for name in having)
        return desk.lost("value-of-several", node.span, name=node.name, options=options)
    for kind, names in (("a rule", desk.rule_nodes), ("an action", desk.action_nodes)):
        if node.name in names:
            return desk.lost("not-a-value", node.span, name=node.name, what=kind)
    if node.name in desk.declared:
        note = Note(desk.declared[node.name], "declared here")
        return desk.lost("used-too-early", node.span, note, name=node.name)
    if node.name in desk.score_names:
        return desk.lost("score-as-value", node.span, name=node.name)
    words = desk.enum_values(wanted) if wanted is not None else ()
    known = words if nearest(node.name, words) else desk.value_names(scope)
    if wanted is not None and wanted.family == "enum" and wanted.name.endswith(".id"):
        cards = wanted.name.removesuffix(".id")
        return desk.unknown_name("unknown-card", node.name, node.span, known, cards=cards)
    return desk.unknown_name("unknown-name", node.name, node.span, known)


# ---- indices -------------------------------------------------------------------------------------


def read_index(desk: Desk, node: nodes.Index, scope: Scope, wanted: Kind | None) -> Term:
    """`hand[me]`, `money_points[3]`, `copied[c]`, `c.symbols[love]`."""
    if isinstance(node.of, nodes.Name) and node.of.name not in scope.names:
        found = _declared_index(desk, node.of.name, node, scope)
        if found is not None:
            return found
    of = desk.term(node.of, scope)
    if isinstance(of, IfSome) and of.body.kind.shape == "bag":
        count = _bag_count(desk, of.body, node, scope)
        return evolve(of, body=count, kind=INT.maybe(), span=node.span)
    if of.kind.shape == "bag":
        return _bag_count(desk, of, node, scope)
    if of.kind == UNKNOWN:
        return of
    have, text = spoken(of.kind), expression(node.of)
    if of.kind.family == "player":
        return desk.lost("players-index", node.span, have=have)
    if of.kind.family == "zone" and of.kind.shape == "one":
        return desk.lost("zone-index", node.span, zone=text)
    return desk.lost("no-index", node.span, have=have)


def _declared_index(desk: Desk, name: str, node: nodes.Index, scope: Scope) -> Term | None:
    desk.used.add(name)
    if name in desk.variables:
        return _variable(desk, name, node.items, scope, node.span)
    if name in desk.zones:
        return _zone(desk, name, node.items, scope, node.span)
    if name in desk.dice:
        return _cup(desk, name, node.items, scope, node.span)
    if name in desk.tables:
        if len(node.items) != 1:
            have = len(node.items)
            return desk.lost(
                "index-count", node.span, name=name, wanted=1, have=have, example=f"{name}[3]", known=""
            )
        return TableEntry(name, desk.number(node.items[0], scope), kind=INT, span=node.span)
    called = name in desk.definition_nodes and desk.definition_nodes[name].parameters
    if called or name in FUNCTIONS:
        return desk.lost("wants-parentheses", node.span, name=name)
    return None


def _wrong_count(desk: Desk, name: str, wanted: int, have: int, scope: Scope, span: Span) -> Term:
    example, known = desk.example(name, scope), desk.unbound(name, scope)
    return desk.lost("index-count", span, name=name, wanted=wanted, have=have, example=example, known=known)


def _indices(
    desk: Desk, dimensions: tuple[Dimension, ...], items: tuple[nodes.Expression, ...], scope: Scope
) -> tuple[Term, ...]:
    return tuple(
        desk.term(item, scope, dimension_kind(dimension))
        for dimension, item in zip(dimensions, items, strict=False)
    )


def dimension_kind(dimension: Dimension) -> Kind:
    """The kind of an index."""
    if dimension.over == "player":
        return PLAYER
    if dimension.over == "enum":
        return enum_kind(dimension.name)
    return card_kind(dimension.name) if dimension.over == "card" else INT


def _variable(desk: Desk, name: str, items: tuple[nodes.Expression, ...], scope: Scope, span: Span) -> Term:
    variable = desk.variables[name]
    if len(items) != len(variable.dimensions):
        return _wrong_count(desk, name, len(variable.dimensions), len(items), scope, span)
    index = _indices(desk, variable.dimensions, items, scope)
    return Variable(name, index, kind=variable.kind, span=span)


def _zone(desk: Desk, name: str, items: tuple[nodes.Expression, ...], scope: Scope, span: Span) -> Term:
    zone = desk.zones[name]
    if len(items) > len(zone.dimensions):
        return _wrong_count(desk, name, len(zone.dimensions), len(items), scope, span)
    index = _indices(desk, zone.dimensions, items, scope)
    if len(items) < len(zone.dimensions):
        return ZonesOf(name, index, kind=Kind("zone", zone.cards, "many"), span=span)
    return ZoneAt(name, index, kind=Kind("zone", zone.cards), span=span)


def _cup(desk: Desk, name: str, items: tuple[nodes.Expression, ...], scope: Scope, span: Span) -> Term:
    dice = desk.dice[name]
    if len(items) != len(dice.dimensions):
        return _wrong_count(desk, name, len(dice.dimensions), len(items), scope, span)
    index = _indices(desk, dice.dimensions, items, scope)
    return DiceIn(name, index, kind=Kind("die", name, "many"), span=span)


def _bag_count(desk: Desk, bag: Term, node: nodes.Index, scope: Scope) -> Term:
    if len(node.items) != 1 or not isinstance(bag, Property):
        facts: dict[str, str | int] = {"name": expression(node.of), "wanted": 1, "have": len(node.items)}
        return desk.lost("index-count", node.span, **facts, example=f"{expression(node.of)}[...]", known="")
    symbol = desk.term(node.items[0], scope, enum_kind(bag.kind.name))
    return BagCount(bag.card, bag.name, symbol, kind=INT, span=node.span)


# ---- fields --------------------------------------------------------------------------------------


def read_field(desk: Desk, node: nodes.Field, scope: Scope, wanted: Kind | None) -> Term:
    """`c.joker`, `c?.joker`, `die.face`, `Kind.health`, `score.money`."""
    if isinstance(node.of, nodes.Name) and node.of.name not in scope.names:
        found = _field_of_name(desk, node.of, node, scope)
        if found is not None:
            return found
    of = desk.read_bare(desk, node.of, scope, None) if node.optional else desk.term(node.of, scope)
    if of.kind == UNKNOWN:
        return of
    if not node.optional:
        if of.kind.optional:
            return desk.lost("field-of-absent", node.span, name=node.name)
        return _field(desk, of, node)
    if not of.kind.optional:
        return desk.lost("never-absent-field", node.span, name=node.name)
    slot = desk.slot_for(of)
    body = _field(desk, Local(slot, kind=of.kind.surely(), span=of.span), node)
    if body.kind == UNKNOWN:
        return body
    kind = body.kind if body.kind.shape != "one" else body.kind.maybe()
    return IfSome(slot, of, body, kind=kind, span=node.span)


def _field_of_name(desk: Desk, of: nodes.Name, node: nodes.Field, scope: Scope) -> Term | None:
    if of.name in desk.enums:
        desk.used.add(of.name)
        values = desk.enums[of.name].values
        if node.name in values:
            return _value(desk, of.name, node.name, node.span)
        return desk.unknown_name("unknown-value", node.name, node.span, values, enum=of.name)
    if of.name in desk.card_sets and f"{of.name}.id" in desk.enums:
        ids = desk.enums[f"{of.name}.id"].values
        desk.used.add(of.name)
        if node.name in ids:
            return _value(desk, f"{of.name}.id", node.name, node.span)
        return desk.unknown_name("unknown-card", node.name, node.span, ids, cards=of.name)
    if of.name == "score" and scope.scores and "it" in scope.names:
        if node.name not in desk.score_names:
            return desk.unknown_name("unknown-score", node.name, node.span, desk.score_names)
        return ScoreOf(node.name, scope.names["it"].term(), kind=INT, span=node.span)
    return None


def _field(desk: Desk, of: Term, node: nodes.Field) -> Term:
    if of.kind.shape == "one" and of.kind.family == "die" and node.name == "face":
        return DieFace(of, kind=desk.dice[of.kind.name].kind, span=node.span)
    if of.kind.shape != "one" or of.kind.family != "card":
        if node.name == "score":
            return score_nowhere(desk, node.span)
        if node.name in FUNCTIONS:
            return desk.lost("field-is-function", node.span, name=node.name, of=expression(node.of))
        return desk.lost("no-fields", node.span, have=spoken(of.kind), name=node.name)
    if of.kind.name not in desk.card_sets:
        zone = next((desk.zone_of_cards(one) for one in desk.card_sets), "hand[p]")
        return desk.lost("cards-unsure", node.span, name=node.name, zone=zone)
    fields = {one.name: one.kind for one in desk.card_sets[of.kind.name].fields}
    if node.name not in fields and node.name in FUNCTIONS:
        return desk.lost("field-is-function", node.span, name=node.name, of=expression(node.of))
    if node.name not in fields:
        return desk.unknown_name("unknown-property", node.name, node.span, fields, cards=of.kind.name)
    desk.used.add(f"{of.kind.name}.{node.name}")
    return Property(of, node.name, kind=fields[node.name], span=node.span)


# ---- definitions ---------------------------------------------------------------------------------


def apply_definition(
    desk: Desk, name: str, arguments: tuple[nodes.Expression, ...], scope: Scope, span: Span
) -> Term:
    """A definition worked out for what stands in its parentheses."""
    desk.used.add(name)
    wanted = desk.definition_nodes[name].parameters
    if len(wanted) != len(arguments):
        for argument in arguments:
            desk.term(argument, scope)
        return desk.lost("argument-count", span, name=name, wanted=len(wanted), have=len(arguments))
    found = desk.find_definition(desk, name, span)
    if found is None:
        for argument in arguments:
            desk.term(argument, scope)
        return unknown(span)
    terms = tuple(
        desk.term(argument, scope, parameter.kind)
        for argument, parameter in zip(arguments, found.parameters, strict=True)
    )
    return Apply(name, terms, kind=found.value.kind, span=span)
