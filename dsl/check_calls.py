"""Calls: a definition of the game or a function of the language, with what stands in parentheses."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.check_names import apply_definition, score_nowhere
from rulewright.dsl.check_sources import to_collection
from rulewright.dsl.desk import Desk, unknown
from rulewright.dsl.model import (
    BOOL,
    INT,
    PLAYER,
    UNKNOWN,
    Arithmetic,
    BagTotal,
    BuiltIn,
    Conditional,
    Constant,
    IfSome,
    Kind,
    Local,
    Property,
    Term,
    card_kind,
)
from rulewright.dsl.scope import Scope
from rulewright.dsl.spans import Span
from rulewright.dsl.speaking import spoken
from rulewright.dsl.vocabulary import FUNCTIONS, SIDES, BuiltInFunction


def read_call(desk: Desk, node: nodes.Call, scope: Scope, wanted: Kind | None) -> Term:
    """A definition of the game, or one of the language's functions."""
    if node.name in desk.definition_nodes:
        return apply_definition(desk, node.name, node.arguments, scope, node.span)
    function = FUNCTIONS.get(node.name)
    if function is None:
        for argument in node.arguments:
            desk.term(argument, scope)
        if node.name in desk.rule_nodes or node.name in desk.action_nodes:
            what = "a rule" if node.name in desk.rule_nodes else "an action"
            return desk.lost("not-a-value", node.span, name=node.name, what=what)
        if any(node.name in things for things in (desk.variables, desk.zones, desk.dice, desk.tables)):
            return desk.lost("wants-brackets", node.span, name=node.name)
        if node.name in desk.score_names:
            return desk.lost("score-as-value", node.span, name=node.name)
        if node.name == "score":
            return score_nowhere(desk, node.span)
        known = [*desk.definition_nodes, *FUNCTIONS]
        return desk.unknown_name("unknown-function", node.name, node.span, known)
    return _built_in(desk, function, node, scope, wanted)


def _built_in(
    desk: Desk, function: BuiltInFunction, node: nodes.Call, scope: Scope, wanted: Kind | None
) -> Term:
    have, least = len(node.arguments), len(function.takes)
    if have < least or (have > least and not function.repeats):
        return desk.lost("argument-count", node.span, name=function.name, wanted=least, have=have)
    takes = function.takes + (function.takes[-1],) * (have - least)
    terms = tuple(
        _argument(desk, take, argument, scope, wanted)
        for take, argument in zip(takes, node.arguments, strict=True)
    )
    if any(term.kind == UNKNOWN for term in terms):
        return unknown(node.span)
    if function.name == "the":
        return desk.must(terms[0], node.span)
    if function.name == "rank":
        return _rank(desk, terms[0], node.span)
    if function.name == "size" and terms[0].kind.shape == "bag":
        return _bag_total(desk, terms[0], node.span)
    return BuiltIn(function.name, terms, kind=_given(function, terms[0].kind), span=node.span)


def _argument(desk: Desk, take: str, node: nodes.Expression, scope: Scope, wanted: Kind | None) -> Term:
    if take == "int":
        return desk.number(node, scope)
    if take == "player":
        return desk.term(node, scope, PLAYER)
    if take == "side":
        if isinstance(node, nodes.Name) and node.name in SIDES and node.name not in scope.names:
            return Constant(SIDES.index(node.name), kind=INT, span=node.span)
        return _side(desk, node, scope)
    if take == "any":
        term = desk.read_bare(desk, node, scope, wanted)
        if term.kind == UNKNOWN or term.kind.optional:
            return term
        return desk.lost("never-absent", node.span, idle="`the`")
    term = desk.read_term(desk, node, scope, None)
    if term.kind == UNKNOWN or _suits(take, term.kind):
        return term
    if take in ("pile", "many"):
        return to_collection(desk, term, node.span)
    if term.kind.optional and _suits(take, term.kind.surely()):
        return desk.lost("may-be-absent", node.span, wanted=spoken(term.kind.surely()))
    if take == "zone" and term.kind.family == "player":
        return desk.lost("players-index", node.span, have=spoken(term.kind))
    return desk.lost("argument-kind", node.span, wanted=_TAKEN[take], have=spoken(term.kind))


_TAKEN = {"zone": "a zone", "card": "a card", "enum": "a value of an enum"}


def _side(desk: Desk, node: nodes.Expression, scope: Scope) -> Term:
    """`if round == 1 then left else right` as a side."""
    if isinstance(node, nodes.Conditional):
        condition = desk.condition(node.condition, scope)
        then = _argument(desk, "side", node.then, scope, None)
        otherwise = _argument(desk, "side", node.otherwise, scope, None)
        return Conditional(condition, then, otherwise, kind=INT, span=node.span)
    return desk.lost("side-wanted", node.span)


def _suits(take: str, kind: Kind) -> bool:
    if take == "enum":
        return kind.family == "enum" and kind.shape == "one"
    if take == "card":
        return kind.family == "card" and kind.shape == "one" and not kind.optional
    if take == "zone":
        return kind.family == "zone" and kind.shape == "one" and not kind.optional
    if take == "pile":
        return kind.shape != "one" or (kind.family == "zone" and not kind.optional)
    return kind.shape == "many"


def _given(function: BuiltInFunction, first: Kind) -> Kind:
    if function.gives == "card?":
        return card_kind(first.name).maybe()
    if function.gives == "cards":
        return card_kind(first.name).many()
    if function.gives == "zone?":
        return Kind("zone", first.name, optional=True)
    if function.gives == "same":
        return first
    return {"int": INT, "bool": BOOL, "player": PLAYER}[function.gives]


def _rank(desk: Desk, value: Term, span: Span) -> Term:
    """A value's place in its enum is its number and one; of an absent value it is absent."""
    one = Constant(1, kind=INT, span=span)
    if not value.kind.optional:
        return Arithmetic("+", evolve(value, kind=INT), one, kind=INT, span=span)
    slot = desk.slot_for(value)
    body = Arithmetic("+", Local(slot, kind=INT, span=span), one, kind=INT, span=span)
    return IfSome(slot, value, body, kind=INT.maybe(), span=span)


def _bag_total(desk: Desk, bag: Term, span: Span) -> Term:
    if isinstance(bag, Property):
        return BagTotal(bag.card, bag.name, kind=INT, span=span)
    if isinstance(bag, IfSome) and isinstance(bag.body, Property):
        total = BagTotal(bag.body.card, bag.body.name, kind=INT, span=span)
        return IfSome(bag.slot, bag.value, total, kind=INT.maybe(), span=span)
    return desk.lost("no-fields", span, have=spoken(bag.kind), name="size")
