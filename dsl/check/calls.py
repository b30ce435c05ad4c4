"""Calls: a definition of the game or a function of the language, with what stands in parentheses."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl.check.checker import Checker, unknown
from rulewright.dsl.check.names import apply_definition, dimension_kind, score_as_value, score_nowhere
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.sources import read_end, to_collection
from rulewright.dsl.check.speaking import spoken
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
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.vocabulary import FUNCTIONS, SIDES, BuiltInFunction


def read_call(checker: Checker, node: nodes.Call, scope: Scope, wanted: Kind | None) -> Term:
    """A definition of the game, or one of the language's functions."""
    if node.name in checker.definition_nodes:
        return apply_definition(checker, node.name, node.arguments, scope, node.span)
    function = FUNCTIONS.get(node.name)
    if function is None:
        for argument in node.arguments:
            checker.term(argument, scope)
        if node.name in checker.rule_nodes or node.name in checker.action_nodes:
            what = "a rule" if node.name in checker.rule_nodes else "an action"
            return checker.lost("not-a-value", node.span, name=node.name, what=what)
        if any(
            node.name in things for things in (checker.variables, checker.zones, checker.dice, checker.tables)
        ):
            return checker.lost("wants-brackets", node.span, name=node.name)
        if node.name in checker.score_nodes:
            return score_as_value(checker, node.name, node.span)
        if node.name == "score":
            return score_nowhere(checker, node.span)
        known = [*checker.definition_nodes, *FUNCTIONS]
        return checker.unknown_name("unknown-function", node.name, node.span, known)
    return _built_in(checker, function, node, scope, wanted)


def _built_in(
    checker: Checker, function: BuiltInFunction, node: nodes.Call, scope: Scope, wanted: Kind | None
) -> Term:
    have, least = len(node.arguments), len(function.takes)
    if have < least or (have > least and not function.repeats):
        return checker.lost("argument-count", node.span, name=function.name, wanted=least, have=have)
    takes = function.takes + (function.takes[-1],) * (have - least)
    terms = tuple(
        _argument(checker, take, argument, scope, wanted)
        for take, argument in zip(takes, node.arguments, strict=True)
    )
    if any(term.kind == UNKNOWN for term in terms):
        return unknown(node.span)
    if function.name == "the":
        return checker.must(terms[0], node.span)
    if function.name == "index":
        return _index(checker, terms[0], node)
    if function.name == "rank":
        return _rank(checker, terms[0], node.span)
    if function.name in ("first", "last") and not _suits("zone", terms[0].kind):
        return read_end(checker, function.name, terms[0], node.span)
    if function.name == "size" and terms[0].kind.shape == "bag":
        return _bag_total(checker, terms[0], node.span)
    return BuiltIn(function.name, terms, kind=_given(function, terms[0].kind), span=node.span)


def _argument(checker: Checker, take: str, node: nodes.Expression, scope: Scope, wanted: Kind | None) -> Term:
    if take == "int":
        return checker.number(node, scope)
    if take == "player":
        return checker.term(node, scope, PLAYER)
    if take == "side":
        if isinstance(node, nodes.Name) and node.name in SIDES and node.name not in scope.names:
            return Constant(SIDES.index(node.name), kind=INT, span=node.span)
        return _side(checker, node, scope)
    if take == "any":
        term = checker.read_bare(checker, node, scope, wanted)
        if term.kind == UNKNOWN or term.kind.optional:
            return term
        return checker.lost("never-absent", node.span, idle="`the`")
    term = checker.read_term(checker, node, scope, None)
    if term.kind == UNKNOWN or _suits(take, term.kind):
        return term
    if take in ("pile", "many"):
        return to_collection(checker, term, node.span)
    if term.kind.optional and _suits(take, term.kind.surely()):
        return checker.lost("may-be-absent", node.span, wanted=spoken(term.kind.surely()))
    if take == "zone" and term.kind.family == "player":
        return checker.lost("players-index", node.span, have=spoken(term.kind))
    return checker.lost("argument-kind", node.span, wanted=_TAKEN[take], have=spoken(term.kind))


_TAKEN = {"zone": "a zone", "card": "a card", "enum": "a value of an enum"}


def _side(checker: Checker, node: nodes.Expression, scope: Scope) -> Term:
    """`if round == 1 then left else right` as a side."""
    if isinstance(node, nodes.Conditional):
        condition = checker.condition(node.condition, scope)
        then = _argument(checker, "side", node.then, scope, None)
        otherwise = _argument(checker, "side", node.otherwise, scope, None)
        return Conditional(condition, then, otherwise, kind=INT, span=node.span)
    return checker.lost("side-wanted", node.span)


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


def _rank(checker: Checker, value: Term, span: Span) -> Term:
    """A value's place in its enum is its number and one; of an absent value it is absent."""
    one = Constant(1, kind=INT, span=span)
    if not value.kind.optional:
        return Arithmetic("+", evolve(value, kind=INT), one, kind=INT, span=span)
    slot = checker.slot_for(value)
    body = Arithmetic("+", Local(slot, kind=INT, span=span), one, kind=INT, span=span)
    return IfSome(slot, value, body, kind=INT.maybe(), span=span)


def _index(checker: Checker, zone: Term, node: nodes.Call) -> Term:
    """What stands in a bracket of a zone; all zones that may be meant have the same there."""
    at = node.arguments[1]
    if not isinstance(at, nodes.Number):
        return checker.lost("index-number", at.span)
    kinds = {
        name: dimension_kind(one.dimensions[at.value - 1]) if 1 <= at.value <= len(one.dimensions) else None
        for name, one in checker.zones.items()
        if zone.kind.zone in ("", name) and zone.kind.name in ("", one.cards)
    }
    first = next(iter(kinds))
    other = next((name for name, kind in kinds.items() if kind != kinds[first]), None)
    if other is not None:
        return checker.lost("index-unsure", node.span, number=at.value, name=first, other=other)
    kind = kinds[first]
    if kind is None:
        example = checker.example(first)
        return checker.lost("index-lacking", at.span, number=at.value, name=first, example=example)
    number = Constant(at.value, kind=INT, span=at.span)
    return BuiltIn("index", (zone, number), kind=kind, span=node.span)


def _bag_total(checker: Checker, bag: Term, span: Span) -> Term:
    if isinstance(bag, Property):
        return BagTotal(bag.card, bag.name, kind=INT, span=span)
    if isinstance(bag, IfSome) and isinstance(bag.body, Property):
        total = BagTotal(bag.body.card, bag.body.name, kind=INT, span=span)
        return IfSome(bag.slot, bag.value, total, kind=INT.maybe(), span=span)
    return checker.lost("no-fields", span, have=spoken(bag.kind), name="size")
