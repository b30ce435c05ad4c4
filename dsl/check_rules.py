"""Definitions, rules, actions, reactions, scores: each checked when first met, circles refused.

A definition's kind is that of its value, so one that is used is checked before its user. What is in
work is kept on the desk: meeting it again is a circle, and nothing in the language may recurse.
"""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.check_declarations import refuse_value_name
from rulewright.dsl.check_sources import draw_from, read_ranking, to_collection
from rulewright.dsl.check_steps import Body
from rulewright.dsl.check_terms import read_phrase
from rulewright.dsl.desk import Desk
from rulewright.dsl.model import (
    PLAYER,
    UNKNOWN,
    Action,
    ChoiceModel,
    DefinitionModel,
    Listing,
    ParameterModel,
    PaymentModel,
    Reaction,
    RequirementModel,
    Rule,
    Score,
    Term,
    Winner,
)
from rulewright.dsl.problems import Note
from rulewright.dsl.scope import Scope, present_when
from rulewright.dsl.spans import Span
from rulewright.dsl.speaking import spoken


def _circle(desk: Desk, label: str, span: Span) -> bool:
    """Report a circle when `label` is in work already."""
    if label not in desk.in_work:
        return False
    around = [*desk.in_work[desk.in_work.index(label) :], label]
    path = " -> ".join(f"`{one.split(' ', 1)[1]}`" for one in around)
    desk.report("recursion", span, name=label.split(" ", 1)[1], circle=path)
    return True


def parameters(
    desk: Desk, written: tuple[nodes.Parameter, ...], scope: Scope
) -> tuple[tuple[ParameterModel, ...], Scope]:
    """The parameters of a definition or rule, and the scope in which they are known."""
    found: list[ParameterModel] = []
    for one in written:
        if one.kind is None:
            desk.report("parameter-no-kind", one.span, name=one.name)
            kind = UNKNOWN
        else:
            kind = desk.kind_named(one.kind)
            if kind.shape != "one":
                desk.report("parameter-collection", one.kind.span, name=one.name, have=spoken(kind))
                kind = UNKNOWN
        slot = desk.slot()
        if any(one.name == other.name for other in found):
            desk.report("parameter-twice", one.span, name=one.name)
            scope = scope.binding(one.name, kind, slot)
        else:
            scope = desk.bind(scope, one.name, kind, slot, one.span)
        found.append(ParameterModel(one.name, slot, kind))
    return tuple(found), scope


# ---- definitions ---------------------------------------------------------------------------------


def find_definition(desk: Desk, name: str, span: Span) -> DefinitionModel | None:
    """The checked definition of this name, checked now if it was not yet; None where it has a problem."""
    if name in desk.definitions:
        found = desk.definitions[name]
        return None if found.value.kind == UNKNOWN else found
    label = f"define {name}"
    if _circle(desk, label, span):
        return None
    desk.in_work.append(label)
    node = desk.definition_nodes[name]
    models, scope = parameters(desk, node.parameters, Scope(label))
    value = desk.term(node.value, scope)
    desk.in_work.remove(label)
    if value.kind.family == "nothing":
        value = desk.lost("let-nothing", node.value.span)
    if not models and value.kind != UNKNOWN:
        refuse_value_name(desk, name, value.kind, node.span)
        desk.told[name] = (present_when(value, False, desk.told), present_when(value, True, desk.told))
    found = DefinitionModel(name, models, value, span=node.span)
    desk.definitions[name] = found
    return None if value.kind == UNKNOWN else found


# ---- rules ---------------------------------------------------------------------------------------


def find_rule(desk: Desk, name: str, span: Span) -> Rule | None:
    """The checked rule of this name, checked now if it was not yet; None inside a circle."""
    if name in desk.rules:
        return desk.rules[name]
    label = f"rule {name}"
    if _circle(desk, label, span):
        return None
    desk.in_work.append(label)
    node = desk.rule_nodes[name]
    models, scope = parameters(desk, node.parameters, Scope(label, me=True, surely=False))
    body = Body(desk, True, find_rule, desk.phases, desk.offered, place="a rule")
    steps = body.steps(node.body, scope)
    desk.in_work.remove(label)
    desk.rules[name] = Rule(name, models, steps, body.asks, span=node.span)
    return desk.rules[name]


# ---- actions and reactions -----------------------------------------------------------------------


def check_action(desk: Desk, node: nodes.ActionDeclaration) -> Action:
    """An action: its choices in order (a later one may depend on an earlier), requirements, effects."""
    scope = Scope(f"action {node.name}", me=True)
    choices: list[ChoiceModel] = []
    for one in node.choices:
        if one.name in scope.names:
            desk.report("parameter-twice", one.span, name=one.name)
            scope = evolve(scope, names={key: at for key, at in scope.names.items() if key != one.name})
        if isinstance(one, nodes.Payment):
            choice, scope = _payment(desk, one, scope)
        else:
            choice, scope = _choice(desk, one, scope)
        if choice is not None:
            choices.append(choice)
    requirements: list[RequirementModel] = []
    for requirement in node.requirements:
        condition = desk.condition(requirement.condition, scope)
        because = read_phrase(desk, requirement.because, scope)
        requirements.append(RequirementModel(requirement.name, condition, because, span=requirement.span))
        scope = scope.knowing(present_when(condition, True, desk.told))
    body = Body(desk, False, find_rule, desk.phases, desk.offered, place="an action")
    effects = scope.assuming(scope.present)
    steps = body.steps(node.body, Scope(effects.label, me=True, names=effects.names, assured=effects.assured))
    return Action(node.name, tuple(choices), tuple(requirements), steps, span=node.span)


def _payment(desk: Desk, one: nodes.Payment, scope: Scope) -> tuple[ChoiceModel | None, Scope]:
    """Prices in symbols, one to be paid by elements that each stand for one of them."""
    symbols = desk.term(one.symbols, scope)
    over = to_collection(desk, desk.term(one.over, scope), one.over.span)
    symbol_slot, element_slot, slot = desk.slot(), desk.slot(), desk.slot()
    if not isinstance(symbols, Listing) and symbols.kind != UNKNOWN:
        symbols = desk.lost("payment-symbols", one.symbols.span, have=spoken(symbols.kind))
    symbol_kind = symbols.kind if symbols.kind == UNKNOWN else symbols.kind.one()
    kind = over.kind if over.kind == UNKNOWN else over.kind.one()
    within = desk.bind(scope, one.symbol, symbol_kind, symbol_slot, one.span)
    prices = tuple(desk.number(price, within) for price in one.prices)
    pays = desk.condition(one.condition, desk.bind(within, one.element, kind, element_slot, one.span))
    inner = desk.bind(scope, one.name, over.kind, slot, one.span)
    if not isinstance(symbols, Listing) or over.kind == UNKNOWN:
        return None, inner
    payment = PaymentModel(prices, symbol_kind, symbol_slot, symbols.values, element_slot, pays)
    choice = ChoiceModel(one.name, slot, kind, over, True, None, None, payment, one.secret, span=one.span)
    return choice, inner


def _choice(desk: Desk, one: nodes.Choice, scope: Scope) -> tuple[ChoiceModel | None, Scope]:
    drawn = draw_from(desk, one.source, scope)
    least = desk.number(one.least, scope) if one.least is not None else None
    most = desk.number(one.most, scope) if one.most is not None else None
    slot = desk.slot()
    if drawn.lost:
        return None, desk.bind(scope, one.name, UNKNOWN, slot, one.span)
    domain: Term = drawn.gather(None, one.span)
    kind = domain.kind.one()
    inner = desk.bind(scope, one.name, domain.kind if one.subset else kind, slot, one.span)
    bounds = (one.subset, least, most)
    return ChoiceModel(one.name, slot, kind, domain, *bounds, secret=one.secret, span=one.span), inner


def check_reaction(desk: Desk, node: nodes.ReactionDeclaration) -> Reaction | None:
    """Effects that follow a card's move."""
    if node.zone not in desk.zones:
        desk.unknown_name("unknown-zone", node.zone, node.span, desk.zones)
        return None
    desk.used.add(node.zone)
    slot = desk.slot()
    kind = desk.kind_named(nodes.KindName(desk.zones[node.zone].cards, span=node.span))
    scope = desk.bind(Scope(f"reaction {node.name}", me=True, surely=False), node.card, kind, slot, node.span)
    body = Body(desk, False, find_rule, desk.phases, desk.offered, place="a reaction")
    steps = body.steps(node.body, scope)
    after = tuple(sorted({one.name for one in node.after}))
    return Reaction(node.name, slot, node.event, node.zone, steps, after, span=node.span)


# ---- scores --------------------------------------------------------------------------------------


def check_score(desk: Desk, node: nodes.ScoreDeclaration) -> Score:
    """A score line: an expression of one player, or the points awarded in play."""
    slot = desk.slot()
    if node.value is None or node.parameter is None:
        if node.value is not None:
            desk.report("score-whose", node.span, name=node.name)
        elif node.name not in desk.awarded:
            desk.report("never-awarded", node.span, name=node.name)
        return Score(node.name, slot, None, span=node.span)
    scope = desk.bind(Scope(f"score {node.name}"), node.parameter.name, PLAYER, slot, node.parameter.span)
    if node.parameter.kind is not None and desk.kind_named(node.parameter.kind) != PLAYER:
        desk.report("score-parameter", node.parameter.span, name=node.parameter.name)
    return Score(node.name, slot, desk.number(node.value, scope), span=node.span)


def check_winner(desk: Desk, node: nodes.WinnerDeclaration) -> Winner:
    """The order of players at the end."""
    slot = desk.slot()
    scope = Scope("winner", scores=True).binding("it", PLAYER, slot)
    rankings = []
    for key in node.keys:
        if key.value is None:
            desk.report("winner-word", key.span, word=key.word)
        else:
            rankings.append(read_ranking(desk, key, scope, slot))
    return Winner(slot, tuple(rankings), span=node.span)


def check_awards(desk: Desk, scores: dict[str, Score]) -> None:
    """Every score that points are awarded for must be declared `from awards`."""
    for name, span in desk.awarded.items():
        score = scores.get(name)
        if score is None:
            desk.unknown_name("unknown-award", name, span, scores)
        elif score.value is not None:
            desk.report("award-to-computed", span, Note(score.span, "worked out here"), name=name)
