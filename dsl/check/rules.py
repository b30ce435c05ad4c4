"""Definitions, rules, actions, reactions, scores: each checked when first met, circles refused.

A definition's kind is that of its value, so one that is used is checked before its user. What is in
work is kept on the checker: meeting it again is a circle, and nothing in the language may recurse.
"""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.declarations import refuse_value_name
from rulewright.dsl.check.scope import Scope, present_when
from rulewright.dsl.check.sources import draw_from, read_ranking, to_collection
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.check.steps import Body
from rulewright.dsl.check.teams import any_of_team, of_team, refuse_team
from rulewright.dsl.check.terms import read_phrase
from rulewright.dsl.model import (
    PLAYER,
    TEAM,
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
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax import nodes

SETS = ("card", "player", "enum")
"""What sets can be handed over of: things of which a game has few, and none twice."""


def _circle(checker: Checker, label: str, span: Span) -> bool:
    """Report a circle when `label` is in work already."""
    if label not in checker.in_work:
        return False
    around = [*checker.in_work[checker.in_work.index(label) :], label]
    path = " -> ".join(f"`{one.split(' ', 1)[1]}`" for one in around)
    checker.report("recursion", span, name=label.split(" ", 1)[1], circle=path)
    return True


def parameters(
    checker: Checker, written: tuple[nodes.Parameter, ...], scope: Scope
) -> tuple[tuple[ParameterModel, ...], Scope]:
    """The parameters of a definition or rule, and the scope in which they are known."""
    found: list[ParameterModel] = []
    for one in written:
        if one.kind is None:
            checker.report("parameter-no-kind", one.span, name=one.name)
            kind = UNKNOWN
        else:
            kind = checker.kind_named(one.kind)
            if kind.shape != "one" and (kind.shape == "bag" or kind.family not in SETS):
                checker.report("parameter-collection", one.kind.span, name=one.name, have=spoken(kind))
                kind = UNKNOWN
        slot = checker.slot()
        if any(one.name == other.name for other in found):
            checker.report("parameter-twice", one.span, name=one.name)
            scope = scope.binding(one.name, kind, slot)
        else:
            scope = checker.bind(scope, one.name, kind, slot, one.span)
        found.append(ParameterModel(one.name, slot, kind))
    return tuple(found), scope


# ---- definitions ---------------------------------------------------------------------------------


def find_definition(checker: Checker, name: str, span: Span) -> DefinitionModel | None:
    """The checked definition of this name, checked now if it was not yet; None where it has a problem."""
    if name in checker.definitions:
        found = checker.definitions[name]
        return None if found.value.kind == UNKNOWN else found
    label = f"define {name}"
    if _circle(checker, label, span):
        return None
    checker.in_work.append(label)
    node = checker.definition_nodes[name]
    models, scope = parameters(checker, node.parameters, Scope(label))
    value = checker.term(node.value, scope)
    checker.in_work.remove(label)
    if value.kind.family == "nothing":
        value = checker.lost("let-nothing", node.value.span)
    if not models and value.kind != UNKNOWN:
        refuse_value_name(checker, name, value.kind, node.span)
        checker.told[name] = (
            present_when(value, False, checker.told),
            present_when(value, True, checker.told),
        )
    if name == TEAM:
        refuse_team(checker, node, value)
    found = DefinitionModel(name, models, value, span=node.span)
    checker.definitions[name] = found
    return None if value.kind == UNKNOWN else found


# ---- rules ---------------------------------------------------------------------------------------


def find_rule(checker: Checker, name: str, span: Span) -> Rule | None:
    """The checked rule of this name, checked now if it was not yet; None inside a circle."""
    if name in checker.rules:
        return checker.rules[name]
    label = f"rule {name}"
    if _circle(checker, label, span):
        return None
    checker.in_work.append(label)
    node = checker.rule_nodes[name]
    models, scope = parameters(checker, node.parameters, Scope(label, me=True, surely=False))
    body = Body(checker, True, find_rule, checker.phases, checker.offered, place="a rule")
    steps = body.steps(node.body, scope)
    checker.in_work.remove(label)
    checker.rules[name] = Rule(name, models, steps, body.asks, span=node.span)
    return checker.rules[name]


# ---- actions and reactions -----------------------------------------------------------------------


def check_action(checker: Checker, node: nodes.ActionDeclaration) -> Action:
    """An action: its choices in order (a later one may depend on an earlier), requirements, effects."""
    scope = Scope(f"action {node.name}", me=True)
    choices: list[ChoiceModel] = []
    for one in node.choices:
        if one.name in scope.names:
            checker.report("parameter-twice", one.span, name=one.name)
            scope = evolve(scope, names={key: at for key, at in scope.names.items() if key != one.name})
        if isinstance(one, nodes.Payment):
            choice, scope = _payment(checker, one, scope)
        else:
            choice, scope = _choice(checker, one, scope)
        if choice is not None:
            choices.append(choice)
    requirements: list[RequirementModel] = []
    for requirement in node.requirements:
        condition = checker.condition(requirement.condition, scope)
        because = read_phrase(checker, requirement.because, scope)
        requirements.append(RequirementModel(requirement.name, condition, because, span=requirement.span))
        scope = scope.knowing(present_when(condition, True, checker.told))
    body = Body(checker, False, find_rule, checker.phases, checker.offered, place="an action")
    effects = scope.assuming(scope.present)
    steps = body.steps(node.body, Scope(effects.label, me=True, names=effects.names, assured=effects.assured))
    return Action(node.name, tuple(choices), tuple(requirements), steps, span=node.span)


def _payment(checker: Checker, one: nodes.Payment, scope: Scope) -> tuple[ChoiceModel | None, Scope]:
    """Prices in symbols, one to be paid by elements that each stand for one of them."""
    symbols = checker.term(one.symbols, scope)
    over = to_collection(checker, checker.term(one.over, scope), one.over.span)
    symbol_slot, element_slot, slot = checker.slot(), checker.slot(), checker.slot()
    if not isinstance(symbols, Listing) and symbols.kind != UNKNOWN:
        symbols = checker.lost("payment-symbols", one.symbols.span, have=spoken(symbols.kind))
    symbol_kind = symbols.kind if symbols.kind == UNKNOWN else symbols.kind.one()
    kind = over.kind if over.kind == UNKNOWN else over.kind.one()
    within = checker.bind(scope, one.symbol, symbol_kind, symbol_slot, one.span)
    prices = tuple(checker.number(price, within) for price in one.prices)
    pays = checker.condition(one.condition, checker.bind(within, one.element, kind, element_slot, one.span))
    inner = checker.bind(scope, one.name, over.kind, slot, one.span)
    if not isinstance(symbols, Listing) or over.kind == UNKNOWN:
        return None, inner
    payment = PaymentModel(prices, symbol_kind, symbol_slot, symbols.values, element_slot, pays)
    choice = ChoiceModel(one.name, slot, kind, over, True, None, None, payment, one.secret, span=one.span)
    return choice, inner


def _choice(checker: Checker, one: nodes.Choice, scope: Scope) -> tuple[ChoiceModel | None, Scope]:
    drawn = draw_from(checker, one.source, scope)
    least = checker.number(one.least, scope) if one.least is not None else None
    most = checker.number(one.most, scope) if one.most is not None else None
    slot = checker.slot()
    if drawn.lost:
        return None, checker.bind(scope, one.name, UNKNOWN, slot, one.span)
    domain: Term = drawn.gather(None, one.span)
    kind = domain.kind.one()
    inner = checker.bind(scope, one.name, domain.kind if one.subset else kind, slot, one.span)
    bounds = (one.subset, least, most)
    return ChoiceModel(one.name, slot, kind, domain, *bounds, secret=one.secret, span=one.span), inner


def check_reaction(checker: Checker, node: nodes.ReactionDeclaration) -> Reaction | None:
    """Effects that follow a card's move."""
    if node.zone not in checker.zones:
        checker.unknown_name("unknown-zone", node.zone, node.span, checker.zones)
        return None
    checker.used.add(node.zone)
    slot = checker.slot()
    kind = checker.kind_named(nodes.KindName(checker.zones[node.zone].cards, span=node.span))
    scope = checker.bind(
        Scope(f"reaction {node.name}", me=True, surely=False), node.card, kind, slot, node.span
    )
    body = Body(checker, False, find_rule, checker.phases, checker.offered, place="a reaction")
    steps = body.steps(node.body, scope)
    after = tuple(sorted({one.name for one in node.after}))
    return Reaction(node.name, slot, node.event, node.zone, steps, after, span=node.span)


# ---- scores --------------------------------------------------------------------------------------


def check_score(checker: Checker, node: nodes.ScoreDeclaration) -> Score:
    """A score line: an expression of one player, or the points awarded in play."""
    slot = checker.slot()
    if node.value is None or node.parameter is None:
        if node.value is not None:
            checker.report("score-whose", node.span, name=node.name)
        elif node.name not in checker.awarded:
            checker.report("never-awarded", node.span, name=node.name)
        return Score(node.name, slot, None, span=node.span)
    scope = checker.bind(Scope(f"score {node.name}"), node.parameter.name, PLAYER, slot, node.parameter.span)
    if node.parameter.kind is not None and checker.kind_named(node.parameter.kind) != PLAYER:
        checker.report("score-parameter", node.parameter.span, name=node.parameter.name)
    return Score(node.name, slot, checker.number(node.value, scope), span=node.span)


def check_winner(checker: Checker, node: nodes.WinnerDeclaration) -> Winner:
    """The order of players at the end. In a team all have the same rank: `it` is each of them in turn."""
    whose = checker.slot()
    teams = TEAM in checker.definition_nodes
    member = checker.slot() if teams else whose
    scope = Scope("winner", scores=whose).binding("it", PLAYER, member)
    rankings = []
    for key in node.keys:
        if key.value is None:
            checker.report("winner-word", key.span, word=key.word)
            continue
        ranking = read_ranking(checker, key, scope, member, whose)
        if teams and ranking.value is not None:
            ranking = evolve(ranking, value=of_team(checker, ranking.value, member, whose, key.span))
        rankings.append(ranking)
    condition = None if node.where is None else checker.condition(node.where, scope)
    if condition is not None and teams:
        condition = any_of_team(condition, member, whose)
    return Winner(whose, tuple(rankings), condition, span=node.span)


def check_awards(checker: Checker, scores: dict[str, Score]) -> None:
    """Every score that points are awarded for must be declared `from awards`."""
    for name, span in checker.awarded.items():
        score = scores.get(name)
        if score is None:
            checker.unknown_name("unknown-award", name, span, scores)
        elif score.value is not None:
            checker.report("award-to-computed", span, Note(score.span, "worked out here"), name=name)
