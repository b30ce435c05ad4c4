"""What names, fields, indices and calls mean.

A plain name is looked for among the locals, then (where an enum's value is wanted) among that enum's
values, then among what the game declares, last among the values of all enums, if only one has it.
"""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl.check.checker import Checker, unknown
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.check.teams import points
from rulewright.dsl.model import (
    INT,
    PLAYER,
    UNKNOWN,
    Apply,
    BagCount,
    CardSet,
    Constant,
    ConstantFault,
    DiceIn,
    DieFace,
    Dimension,
    EnumModel,
    EveryCard,
    EveryPlayer,
    IfSome,
    Kind,
    Known,
    Listing,
    Local,
    Me,
    NotConstant,
    PlayerCount,
    Property,
    SettingValue,
    TableEntry,
    Term,
    Variable,
    ZoneAt,
    ZonesOf,
    card_kind,
    enum_kind,
    made_cards,
    words_of,
    zone_kind,
)
from rulewright.dsl.model.walk import terms_of
from rulewright.dsl.problems import Note
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.problems.suggest import nearest
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.format_expressions import expression
from rulewright.dsl.syntax.vocabulary import FUNCTIONS, PLAIN_VALUES

# ---- plain names ---------------------------------------------------------------------------------


def read_name(checker: Checker, node: nodes.Name, scope: Scope, wanted: Kind | None) -> Term:
    """A name by itself."""
    if node.name in scope.names:
        checker.used.add(f"{scope.label}:{node.name}")
        return evolve(scope.names[node.name].term(), span=node.span)
    if wanted is not None and node.name in checker.enum_values(wanted):
        return _value(checker, wanted.name, node.name, node.span)
    declared = _declared(checker, node, scope)
    if declared is not None:
        return declared
    return _plain(checker, node, scope) or _value_of_any(checker, node, scope, wanted)


def _value(checker: Checker, enum: str, word: str, span: Span) -> Term:
    checker.used.add(f"{enum}.{word}")
    at = checker.enums[enum].values.index(word)
    return Constant(at, kind=enum_kind(enum), span=span)


def _declared(checker: Checker, node: nodes.Name, scope: Scope) -> Term | None:
    """What the game declares under this name; None where it declares nothing."""
    name, span = node.name, node.span
    checker.used.add(name)
    if name in checker.variables:
        return _variable(checker, name, (), scope, span)
    if name in checker.settings:
        return SettingValue(name, kind=checker.settings[name].kind, span=span)
    if name in checker.zones:
        zone = checker.zones[name]
        if zone.dimensions:
            return ZonesOf(name, (), kind=zone_kind(name, zone.cards).many(), span=span)
        return ZoneAt(name, (), kind=zone_kind(name, zone.cards), span=span)
    if name in checker.dice:
        return _cup(checker, name, (), scope, span)
    if name in checker.definition_nodes:
        return apply_definition(checker, name, (), scope, span)
    if name in checker.enums:
        values = tuple(range(len(checker.enums[name].values)))
        return Listing(values, kind=enum_kind(name).many(), span=span)
    if name in checker.groups:
        group = checker.groups[name]
        return Listing(group.values, kind=enum_kind(group.enum).many(), span=span)
    if name in checker.card_sets:
        return EveryCard(name, kind=card_kind(name).many(), span=span)
    if name in checker.tables:
        return checker.lost("table-without-index", span, name=name)
    return None


def _plain(checker: Checker, node: nodes.Name, scope: Scope) -> Term | None:
    if node.name == "players":
        return EveryPlayer(kind=PLAYER.many(), span=node.span)
    if node.name == "player_count":
        return PlayerCount(kind=INT, span=node.span)
    if node.name == "me":
        if not scope.me:
            return checker.lost("me-nobody" if scope.label in ("setup", "play") else "me-nowhere", node.span)
        return Me(kind=PLAYER, surely=scope.surely, span=node.span)
    if node.name == "score" and scope.scores is not None:
        return points(checker, None, scope.scores, node.span)
    if node.name == "score":
        return score_nowhere(checker, node.span)
    if node.name in PLAIN_VALUES:
        named = ", ".join(f"`{name}`" for name in scope.names)
        names = f"Write the name that something has here: {named}." if named else ""
        return checker.lost("plain-nowhere", node.span, name=node.name, names=names)
    if node.name in FUNCTIONS:
        return checker.lost("function-without-call", node.span, name=node.name)
    return None


def score_nowhere(checker: Checker, span: Span) -> Term:
    """Points are asked for where there are none yet."""
    return checker.lost("score-nowhere", span, name=next(iter(checker.score_nodes), "points"))


def score_as_value(checker: Checker, name: str, span: Span) -> Term:
    """The points of one score are asked for where there are none yet."""
    collected = checker.score_nodes[name].value is None
    return checker.lost("score-of-awards" if collected else "score-as-value", span, name=name)


def _value_of_any(checker: Checker, node: nodes.Name, scope: Scope, wanted: Kind | None) -> Term:
    having = [name for name, enum in checker.enums.items() if node.name in enum.values]
    if len(having) == 1:
        return _value(checker, having[0], node.name, node.span)
    if having:
        options = " or ".join(f"`{name}.{node.name}`" for name in having)
        return checker.lost("value-of-several", node.span, name=node.name, options=options)
    for kind, names in (("a rule", checker.rule_nodes), ("an action", checker.action_nodes)):
        if node.name in names:
            return checker.lost("not-a-value", node.span, name=node.name, what=kind)
    if node.name in checker.declared:
        note = Note(checker.declared[node.name], "declared here")
        early = "setting-too-early" if scope.label.startswith("setting ") else "used-too-early"
        return checker.lost(early, node.span, note, name=node.name)
    if node.name in checker.score_nodes:
        return score_as_value(checker, node.name, node.span)
    words = checker.enum_values(wanted) if wanted is not None else ()
    known = words if nearest(node.name, words) else checker.value_names(scope)
    if wanted is not None and wanted.family == "enum" and wanted.name.endswith(".id"):
        cards = wanted.name.removesuffix(".id")
        return checker.unknown_name("unknown-card", node.name, node.span, known, cards=cards)
    return checker.unknown_name("unknown-name", node.name, node.span, known)


# ---- indices -------------------------------------------------------------------------------------


def read_index(checker: Checker, node: nodes.Index, scope: Scope, wanted: Kind | None) -> Term:
    """`hand[me]`, `money_points[3]`, `copied[c]`, `c.symbols[love]`."""
    if isinstance(node.of, nodes.Name) and node.of.name not in scope.names:
        found = _declared_index(checker, node.of.name, node, scope)
        if found is not None:
            return found
    of = checker.term(node.of, scope)
    if isinstance(of, IfSome) and of.body.kind.shape == "bag":
        count = _bag_count(checker, of.body, node, scope)
        return evolve(of, body=count, kind=INT.maybe(), span=node.span)
    if of.kind.shape == "bag":
        return _bag_count(checker, of, node, scope)
    if of.kind == UNKNOWN:
        return of
    have, text = spoken(of.kind), expression(node.of)
    if of.kind.family == "player":
        return checker.lost("players-index", node.span, have=have)
    if of.kind.family == "zone" and of.kind.shape == "one":
        return checker.lost("zone-index", node.span, zone=text)
    return checker.lost("no-index", node.span, have=have)


def _declared_index(checker: Checker, name: str, node: nodes.Index, scope: Scope) -> Term | None:
    checker.used.add(name)
    if name in checker.variables:
        return _variable(checker, name, node.items, scope, node.span)
    if name in checker.zones:
        return _zone(checker, name, node.items, scope, node.span)
    if name in checker.dice:
        return _cup(checker, name, node.items, scope, node.span)
    if name in checker.tables:
        if len(node.items) != 1:
            have = len(node.items)
            return checker.lost(
                "index-count", node.span, name=name, wanted=1, have=have, example=f"{name}[3]", known=""
            )
        return TableEntry(name, checker.number(node.items[0], scope), kind=INT, span=node.span)
    called = name in checker.definition_nodes and checker.definition_nodes[name].parameters
    if called or name in FUNCTIONS:
        return checker.lost("wants-parentheses", node.span, name=name)
    return None


def _wrong_count(checker: Checker, name: str, wanted: int, have: int, scope: Scope, span: Span) -> Term:
    example, known = checker.example(name, scope), checker.unbound(name, scope)
    return checker.lost(
        "index-count", span, name=name, wanted=wanted, have=have, example=example, known=known
    )


def _indices(
    checker: Checker, dimensions: tuple[Dimension, ...], items: tuple[nodes.Expression, ...], scope: Scope
) -> tuple[Term, ...]:
    return tuple(
        checker.term(item, scope, dimension_kind(dimension))
        for dimension, item in zip(dimensions, items, strict=False)
    )


def dimension_kind(dimension: Dimension) -> Kind:
    """The kind of an index."""
    if dimension.over == "player":
        return PLAYER
    if dimension.over == "enum":
        return enum_kind(dimension.name)
    return card_kind(dimension.name) if dimension.over == "card" else INT


def _variable(
    checker: Checker, name: str, items: tuple[nodes.Expression, ...], scope: Scope, span: Span
) -> Term:
    variable = checker.variables[name]
    if len(items) != len(variable.dimensions):
        return _wrong_count(checker, name, len(variable.dimensions), len(items), scope, span)
    index = _indices(checker, variable.dimensions, items, scope)
    return Variable(name, index, kind=variable.kind, span=span)


def _zone(checker: Checker, name: str, items: tuple[nodes.Expression, ...], scope: Scope, span: Span) -> Term:
    zone = checker.zones[name]
    if len(items) > len(zone.dimensions):
        return _wrong_count(checker, name, len(zone.dimensions), len(items), scope, span)
    index = _indices(checker, zone.dimensions, items, scope)
    if len(items) < len(zone.dimensions):
        return ZonesOf(name, index, kind=zone_kind(name, zone.cards).many(), span=span)
    return ZoneAt(name, index, kind=zone_kind(name, zone.cards), span=span)


def _cup(checker: Checker, name: str, items: tuple[nodes.Expression, ...], scope: Scope, span: Span) -> Term:
    dice = checker.dice[name]
    if len(items) != len(dice.dimensions):
        return _wrong_count(checker, name, len(dice.dimensions), len(items), scope, span)
    index = _indices(checker, dice.dimensions, items, scope)
    return DiceIn(name, index, kind=Kind("die", name, "many"), span=span)


def _bag_count(checker: Checker, bag: Term, node: nodes.Index, scope: Scope) -> Term:
    if len(node.items) != 1 or not isinstance(bag, Property):
        facts: dict[str, str | int] = {"name": expression(node.of), "wanted": 1, "have": len(node.items)}
        return checker.lost(
            "index-count", node.span, **facts, example=f"{expression(node.of)}[...]", known=""
        )
    symbol = checker.term(node.items[0], scope, enum_kind(bag.kind.name))
    return BagCount(bag.card, bag.name, symbol, kind=INT, span=node.span)


# ---- fields --------------------------------------------------------------------------------------


def read_field(checker: Checker, node: nodes.Field, scope: Scope, wanted: Kind | None) -> Term:
    """`c.joker`, `c?.joker`, `die.face`, `Kind.health`, `score.money`."""
    if isinstance(node.of, nodes.Name) and node.of.name not in scope.names:
        found = _field_of_name(checker, node.of, node, scope)
        if found is not None:
            return found
    of = checker.read_bare(checker, node.of, scope, None) if node.optional else checker.term(node.of, scope)
    if of.kind == UNKNOWN:
        return of
    if not node.optional:
        if of.kind.optional:
            return checker.lost("field-of-absent", node.span, name=node.name)
        return _field(checker, of, node)
    if not of.kind.optional:
        return checker.lost("never-absent-field", node.span, name=node.name)
    slot = checker.slot_for(of)
    body = _field(checker, Local(slot, kind=of.kind.surely(), span=of.span), node)
    if body.kind == UNKNOWN:
        return body
    kind = body.kind if body.kind.shape != "one" else body.kind.maybe()
    return IfSome(slot, of, body, kind=kind, span=node.span)


def _field_of_name(checker: Checker, of: nodes.Name, node: nodes.Field, scope: Scope) -> Term | None:
    if of.name in checker.enums:
        checker.used.add(of.name)
        values = checker.enums[of.name].values
        if node.name in values:
            return _value(checker, of.name, node.name, node.span)
        return checker.unknown_name("unknown-value", node.name, node.span, values, enum=of.name)
    if of.name in checker.card_sets and f"{of.name}.id" in checker.enums:
        ids = checker.enums[f"{of.name}.id"].values
        checker.used.add(of.name)
        if node.name in ids:
            return _value(checker, f"{of.name}.id", node.name, node.span)
        return checker.unknown_name("unknown-card", node.name, node.span, ids, cards=of.name)
    if of.name == "score" and scope.scores is not None:
        if node.name not in checker.score_nodes:
            return checker.unknown_name("unknown-score", node.name, node.span, checker.score_nodes)
        return points(checker, node.name, scope.scores, node.span)
    if of.name == "score" and node.name in checker.score_nodes:
        return score_as_value(checker, node.name, node.span)
    return None


def _field(checker: Checker, of: Term, node: nodes.Field) -> Term:
    if of.kind.shape == "one" and of.kind.family == "die" and node.name == "face":
        return DieFace(of, kind=checker.dice[of.kind.name].kind, span=node.span)
    if of.kind.shape != "one" or of.kind.family != "card":
        if node.name == "score":
            return score_nowhere(checker, node.span)
        if _is_printed(checker, node.name, of.kind):
            facts = {"have": spoken(of.kind), "name": node.name, "of": expression(node.of)}
            return checker.lost("field-of-several", node.span, **facts)
        if node.name in FUNCTIONS:
            return checker.lost("field-is-function", node.span, name=node.name, of=expression(node.of))
        return checker.lost("no-fields", node.span, have=spoken(of.kind), name=node.name)
    if of.kind.name not in checker.card_sets:
        having = [
            name
            for name, one in checker.card_sets.items()
            if node.name in (field.name for field in one.fields)
        ]
        cards = (*having, *checker.card_sets, "Card")[0]
        zone = checker.zone_of_cards(cards)
        return checker.lost("cards-unsure", node.span, name=node.name, cards=cards, zone=zone)
    fields = {one.name: one.kind for one in checker.card_sets[of.kind.name].fields}
    if node.name == "id" and "id" not in fields:
        return _made_id(checker, of, node.span)
    if node.name not in fields and node.name in FUNCTIONS:
        return checker.lost("field-is-function", node.span, name=node.name, of=expression(node.of))
    if node.name not in fields:
        return checker.unknown_name("unknown-property", node.name, node.span, fields, cards=of.kind.name)
    checker.used.add(f"{of.kind.name}.{node.name}")
    return Property(of, node.name, kind=fields[node.name], span=node.span)


def _is_printed(checker: Checker, name: str, kind: Kind) -> bool:
    """Whether that is a property of the cards that these are, or that lie in this zone."""
    cards = checker.card_sets.get(kind.name)
    several = (kind.family, kind.shape) in (("card", "many"), ("zone", "one"))
    return several and cards is not None and any(name == field.name for field in cards.fields)


def _made_id(checker: Checker, of: Term, span: Span) -> Term:
    """The id of a card that is made, where it is known before any setting is what ids there are."""
    card_set = checker.card_sets[of.kind.name]
    if any(one.over.kind == UNKNOWN for one in card_set.generators):
        return unknown(span)
    kind = enum_kind(f"{card_set.name}.id")
    if kind.name not in checker.made_ids:
        ids = _ids_made(checker, card_set)
        if ids is None:
            return checker.lost("made-id-unsure", span, cards=card_set.name)
        checker.made_ids[kind.name] = EnumModel(kind.name, ids)
    return Property(of, "id", kind=kind, span=span)


def _ids_made(checker: Checker, card_set: CardSet) -> tuple[str, ...] | None:
    """All ids of a set that is made; None where settings or the number of players have a say."""
    parts = [*(one.over for one in card_set.generators), card_set.where]
    if any(isinstance(one, PlayerCount) for part in parts if part is not None for one in terms_of(part)):
        return None
    try:
        made = made_cards(evolve(card_set, copies=None), Known(0))
    except (NotConstant, ConstantFault):
        return None
    return tuple("-".join(words_of(card_set, one, checker.enums)) for one in made)


def read_card_text(checker: Checker, node: nodes.CardText, scope: Scope, wanted: Kind | None) -> Term:
    """`"red-7"`, which an id is compared with."""
    if wanted is None or wanted == UNKNOWN:
        return unknown(node.span)
    if wanted.family != "enum" or not wanted.name.endswith(".id"):
        return checker.lost("text-no-id", node.span, have=spoken(wanted.one()), name=node.id)
    ids = checker.enum_values(wanted)
    if node.id not in ids:
        cards = wanted.name.removesuffix(".id")
        return checker.unknown_name("unknown-card", node.id, node.span, ids, cards=cards)
    return Constant(ids.index(node.id), kind=wanted.one(), span=node.span)


# ---- definitions ---------------------------------------------------------------------------------


def apply_definition(
    checker: Checker, name: str, arguments: tuple[nodes.Expression, ...], scope: Scope, span: Span
) -> Term:
    """A definition worked out for what stands in its parentheses."""
    checker.used.add(name)
    wanted = checker.definition_nodes[name].parameters
    if len(wanted) != len(arguments):
        for argument in arguments:
            checker.term(argument, scope)
        return checker.lost("argument-count", span, name=name, wanted=len(wanted), have=len(arguments))
    found = checker.find_definition(checker, name, span)
    if found is None:
        for argument in arguments:
            checker.term(argument, scope)
        return unknown(span)
    terms = tuple(
        checker.term(argument, scope, parameter.kind)
        for argument, parameter in zip(arguments, found.parameters, strict=True)
    )
    return Apply(name, terms, kind=found.value.kind, span=span)
