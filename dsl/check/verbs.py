"""What is done to cards and dice: put, deal, shuffle, roll, show, swap."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.sources import draw_from, to_collection
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.model import (
    PLAYER,
    UNKNOWN,
    DealStep,
    DiceIn,
    Kind,
    ListOfTerms,
    PutStep,
    RerollStep,
    RollStep,
    ShowStep,
    ShowValueStep,
    ShuffleStep,
    Step,
    SwapStep,
    Term,
    Variable,
    VariableModel,
    ZonesOf,
)
from rulewright.dsl.problems import Note
from rulewright.dsl.syntax import nodes


def _cards(checker: Checker, node: nodes.Among, scope: Scope) -> Term:
    """What a verb is done to: one card (which must be there), or a collection of cards."""
    plain = node == nodes.Among(None, node.over, span=node.span)
    if not plain:
        drawn = draw_from(checker, node, scope)
        if drawn.lost:
            return drawn.over
        if drawn.over.kind.family != "card":
            return checker.lost("verb-wants-cards", node.over.span, have=spoken(drawn.over.kind))
        return drawn.gather(None, node.span)
    what = checker.term(node.over, scope)
    if what.kind == UNKNOWN:
        return what
    if what.kind.family == "card":
        return checker.must(what, node.span) if what.kind.optional else what
    if what.kind.family == "zone" and what.kind.shape == "one":
        return to_collection(checker, what, node.span)
    return checker.lost("verb-wants-cards", node.span, have=spoken(what.kind))


def _zone(checker: Checker, node: nodes.Expression, scope: Scope, cards: Kind | None = None) -> Term:
    zone = checker.term(node, scope)
    if zone.kind == UNKNOWN:
        return zone
    if zone.kind.family != "zone" or zone.kind.shape != "one":
        if isinstance(zone, ZonesOf):
            example, known = checker.example(zone.zone, scope), checker.unbound(zone.zone, scope)
            return checker.lost("zone-needs-index", node.span, example=example, known=known)
        return checker.lost("verb-wants-zone", node.span, have=spoken(zone.kind))
    if zone.kind.optional:
        zone = checker.must(zone, node.span)
    if cards is not None and cards != UNKNOWN and not cards.name and zone.kind.name:
        return checker.lost("zone-of-unsure", node.span, have=zone.kind.name)
    if cards is not None and cards != UNKNOWN and zone.kind.name not in ("", cards.name):
        return checker.lost("zone-of-others", node.span, wanted=cards.name, have=zone.kind.name)
    return zone


def _put(checker: Checker, node: nodes.Put, scope: Scope) -> Step:
    what = _cards(checker, node.what, scope)
    zone = _zone(checker, node.zone, scope, what.kind)
    position = checker.number(node.position, scope) if node.position is not None else None
    return PutStep(what, node.how, zone, position, span=node.span)


def _deal(checker: Checker, node: nodes.Deal, scope: Scope) -> Step:
    amount = checker.number(node.amount, scope)
    origin = _zone(checker, node.origin, scope)
    if not node.each:
        to = _zone(checker, node.to, scope, origin.kind)
    else:
        to = checker.term(node.to, scope)
        if to.kind != UNKNOWN and (to.kind.family != "zone" or to.kind.shape != "many"):
            to = checker.lost("deal-each", node.to.span, have=spoken(to.kind))
        elif len({to.kind.name, origin.kind.name} - {""}) > 1 and UNKNOWN not in (to.kind, origin.kind):
            checker.report("zone-of-others", node.to.span, wanted=origin.kind.name, have=to.kind.name)
    return DealStep(amount, node.up_to, origin, to, node.each, span=node.span)


def _shuffle(checker: Checker, node: nodes.Shuffle, scope: Scope) -> Step:
    return ShuffleStep(_zone(checker, node.zone, scope), span=node.span)


def _roll(checker: Checker, node: nodes.Roll, scope: Scope) -> Step | None:
    amount = checker.number(node.amount, scope)
    cup = checker.term(node.dice, scope)
    if not isinstance(cup, DiceIn):
        if cup.kind != UNKNOWN:
            checker.report("verb-wants-cup", node.dice.span, have=spoken(cup.kind))
        return None
    return RollStep(amount, cup.dice, cup.index, node.more, span=node.span)


def _reroll(checker: Checker, node: nodes.Reroll, scope: Scope) -> Step | None:
    what = _dice(checker, node.what, scope)
    if what.kind == UNKNOWN:
        return None
    if what.kind.family != "die":
        checker.report("verb-wants-dice", node.span, have=spoken(what.kind))
        return None
    return RerollStep(what, span=node.span)


def _dice(checker: Checker, node: nodes.Among, scope: Scope) -> Term:
    """What is rolled again: one die (which must be there), or a collection."""
    if node != nodes.Among(None, node.over, span=node.span):
        drawn = draw_from(checker, node, scope)
        return drawn.over if drawn.lost else drawn.gather(None, node.span)
    what = checker.term(node.over, scope)
    if what.kind.family != "die" or what.kind.shape != "one":
        return to_collection(checker, what, node.over.span)
    die = checker.must(what, node.span) if what.kind.optional else what
    return ListOfTerms((die,), kind=die.kind.many(), span=node.span)


def _show(checker: Checker, node: nodes.Show, scope: Scope) -> Step | None:
    """Cards are shown, or the value of a hidden variable; of an open one only the card it speaks of."""
    to = checker.term(node.to, scope, PLAYER) if node.to is not None else None
    variable = _variable_named(checker, node.what, scope)
    if variable is not None and variable.sight != "up":
        value = checker.term(node.what.over, evolve(scope, present=frozenset(), assured=frozenset()))
        if not isinstance(value, Variable):
            return None
        return ShowValueStep(variable.name, value.index, to, span=node.span)
    if variable is not None and variable.kind.family != "card":
        note = Note(variable.span, "declared here")
        checker.report("shows-open-variable", node.what.span, note, name=variable.name)
        return None
    return ShowStep(_cards(checker, node.what, scope), to, span=node.span)


def _variable_named(checker: Checker, node: nodes.Among, scope: Scope) -> VariableModel | None:
    """The variable that stands there with nothing around it but its indices."""
    if node != nodes.Among(None, node.over, span=node.span):
        return None
    named = node.over.of if isinstance(node.over, nodes.Index) else node.over
    if not isinstance(named, nodes.Name) or named.name in scope.names:
        return None
    return checker.variables.get(named.name)


def _swap(checker: Checker, node: nodes.Swap, scope: Scope) -> Step | None:
    one, other = checker.term(node.one, scope), checker.term(node.other, scope)
    if UNKNOWN in (one.kind, other.kind):
        return None
    families = {one.kind.family, other.kind.family}
    names = {one.kind.name, other.kind.name} - {""}
    shapes = {one.kind.shape, other.kind.shape}
    if len(families) > 1 or len(names) > 1 or not families <= {"card", "zone"} or shapes != {"one"}:
        checker.report("swap-unlike", node.span, left=spoken(one.kind), right=spoken(other.kind))
        return None
    pair = tuple(checker.must(term, term.span) if term.kind.optional else term for term in (one, other))
    return SwapStep(pair[0], pair[1], span=node.span)


VERBS: Mapping[type[nodes.Statement], Callable[..., Step | None]] = {
    nodes.Put: _put,
    nodes.Deal: _deal,
    nodes.Shuffle: _shuffle,
    nodes.Roll: _roll,
    nodes.Reroll: _reroll,
    nodes.Show: _show,
    nodes.Swap: _swap,
}
"""For each such statement what makes a step of it; None where it has a problem."""
