"""Statements: from the tree to steps, and which of them may stand where.

Play, and rules that it calls, may hold choices, turns and phases. Actions and reactions hold effects
only, since play must never stop in the middle of one: what asks is scheduled there with `then`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
from attrs import define, evolve

from rulewright.dsl.check.checker import DEEPEST, Checker
from rulewright.dsl.check.scope import Scope, present_when
from rulewright.dsl.check.sources import draw_from, read_random
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.check.terms import read_phrase, read_text
from rulewright.dsl.check.verbs import VERBS
from rulewright.dsl.model import (
    INT,
    PLAYER,
    UNKNOWN,
    AwardStep,
    CallStep,
    ChooseStep,
    DropOutStep,
    EndGameStep,
    EndPhaseStep,
    EveryoneStep,
    ForEachStep,
    IfStep,
    Local,
    MatchArm,
    Me,
    PhaseStep,
    Phrase,
    Ranking,
    RepeatStep,
    Rule,
    SetLocal,
    SetVariable,
    Step,
    TellStep,
    Term,
    TurnsStep,
    Variable,
)
from rulewright.dsl.problems import Note
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax import nodes

FLOW = (nodes.Phase, nodes.Turns, nodes.Choose, nodes.EveryoneChooses)


SETUP, PLAY = "the setup", "play"
"""What is said of a body that sets a game up, and of the course of play."""


@define
class Body:
    """A run of statements being checked.

    `flow` says whether play may stop here; `asks` turns true when it does. `find_rule` checks a rule on
    demand, since a rule asks when one it calls does.
    """

    checker: Checker
    flow: bool
    find_rule: Callable[[Checker, str, Span], Rule | None]
    phases: dict[str, Span]
    offered: set[str]
    asks: bool = False
    place: str = "an action"

    def steps(self, statements: tuple[nodes.Statement, ...], scope: Scope) -> tuple[Step, ...]:
        """The statements in order; a `let` is known to those after it."""
        found: list[Step] = []
        if statements and self.checker.nesting >= DEEPEST:
            self.checker.report("limit-chain", statements[0].span, most=DEEPEST)
            return ()
        self.checker.nesting += 1
        for statement in statements:
            if isinstance(statement, FLOW) and not self.flow:
                code = "asks-in-setup" if self.place == SETUP else "asks-here"
                self.checker.report(code, statement.span, place=self.place)
                # What it offers is offered all the same, and what else is wrong in it is told at once.
                evolve(self, flow=True)._step(statement, evolve(scope, me=True, surely=True))
                continue
            if isinstance(statement, nodes.Let | nodes.LetRandom):
                step, scope = self._let(statement, scope)
            else:
                done = self._step(statement, scope)
                if done is None:
                    continue
                step = done
            found.append(step)
        self.checker.nesting -= 1
        return tuple(found)

    def _step(self, statement: nodes.Statement, scope: Scope) -> Step | None:
        verb = VERBS.get(type(statement))
        if verb is not None:
            return verb(self.checker, statement, scope)
        return _STEPS[type(statement)](self, statement, scope)

    def _let(self, node: nodes.Let | nodes.LetRandom, scope: Scope) -> tuple[Step, Scope]:
        if isinstance(node, nodes.LetRandom):
            value = read_random(self.checker, node, scope)
        else:
            value = self.checker.term(node.value, scope)
            if value.kind.family == "nothing":
                value = self.checker.lost("let-nothing", node.value.span)
        slot = self.checker.slot()
        step = SetLocal(slot, value, span=node.span)
        return step, self.checker.bind(scope, node.name, value.kind, slot, node.span)


# ---- flow ----------------------------------------------------------------------------------------


def _phase(body: Body, node: nodes.Phase, scope: Scope) -> Step:
    body.asks = True
    if node.name in body.phases:
        body.checker.report(
            "phase-twice", node.span, Note(body.phases[node.name], "the first"), name=node.name
        )
    body.phases.setdefault(node.name, node.span)
    return PhaseStep(node.name, body.steps(node.body, scope), span=node.span)


def _turns(body: Body, node: nodes.Turns, scope: Scope) -> Step:
    body.asks = True
    checker = body.checker
    start = checker.term(node.start, scope, PLAYER)
    inner = evolve(scope, me=True, surely=True)
    following = checker.term(node.following, inner, PLAYER) if node.following is not None else None
    slot = checker.slot()
    asked = scope.binding("it", PLAYER, slot)
    condition = checker.condition(node.condition, asked) if node.condition is not None else None
    return TurnsStep(
        node.direction == "clockwise",
        node.begin == "after",
        start,
        following,
        slot,
        condition,
        node.once,
        checker.condition(node.until, scope) if node.until is not None else None,
        read_phrase(checker, node.because, scope),
        body.steps(node.body, inner),
        span=node.span,
    )


def _repeat(body: Body, node: nodes.Repeat, scope: Scope) -> Step:
    checker = body.checker
    times = checker.number(node.times, scope) if node.times is not None else None
    slot = None
    inner = scope
    if node.counter is not None:
        slot = checker.slot()
        inner = checker.bind(scope, node.counter, INT, slot, node.span)
    until = checker.condition(node.until, inner) if node.until is not None else None
    because = read_phrase(checker, node.because, scope)
    return RepeatStep(times, until, because, slot, body.steps(node.body, inner), span=node.span)


def _for_each(body: Body, node: nodes.ForEach, scope: Scope) -> Step | None:
    drawn = draw_from(body.checker, node.source, scope)
    inner = scope.binding(drawn.name, drawn.over.kind.one() if not drawn.lost else UNKNOWN, drawn.slot)
    inner = inner.assuming(drawn.within.present)
    steps = body.steps(node.body, inner)
    if drawn.lost:
        return None
    return ForEachStep(drawn.slot, drawn.gather(None, node.span), steps, span=node.span)


def _if(body: Body, node: nodes.If, scope: Scope) -> Step:
    checker = body.checker
    condition = checker.condition(node.condition, scope)
    yes = scope.assuming(present_when(condition, True, checker.told))
    no = scope.assuming(present_when(condition, False, checker.told))
    return IfStep(condition, body.steps(node.body, yes), body.steps(node.otherwise, no), span=node.span)


def _actions(body: Body, names: tuple[nodes.ActionName, ...]) -> tuple[str, ...]:
    found: list[str] = []
    for one in names:
        if one.name in found:
            body.checker.report("action-twice", one.span, name=one.name)
        elif one.name in body.checker.action_nodes:
            found.append(one.name)
            body.offered.add(one.name)
        else:
            body.checker.unknown_name("unknown-action", one.name, one.span, body.checker.action_nodes)
    return tuple(found)


def _choose(body: Body, node: nodes.Choose, scope: Scope) -> Step:
    body.asks = True
    by = body.checker.term(node.by, scope, PLAYER) if node.by is not None else None
    if by is None and not scope.me:
        body.checker.report("choose-nobody", node.span)
    _not_both(body, node)
    # Whoever is asked reads the reason, and is `me` there as in the actions.
    because = read_phrase(body.checker, node.because, evolve(scope, me=True, surely=True))
    return ChooseStep(
        _actions(body, node.actions),
        by,
        node.optional,
        node.step_by_step,
        node.unless_forced,
        because,
        span=node.span,
    )


def _not_both(body: Body, node: nodes.Choose | nodes.EveryoneChooses) -> None:
    if node.step_by_step and node.unless_forced:
        body.checker.report("choose-steps-forced", node.span)


def _everyone(body: Body, node: nodes.EveryoneChooses, scope: Scope) -> Step:
    body.asks = True
    _not_both(body, node)
    checker = body.checker
    slot = checker.slot()
    inner = scope.binding("it", PLAYER, slot)
    condition = checker.condition(node.condition, inner) if node.condition is not None else None
    first = checker.term(node.first, scope, PLAYER) if node.first is not None else None
    because = read_phrase(checker, node.because, scope)
    return EveryoneStep(
        _actions(body, node.actions),
        slot,
        condition,
        first,
        node.step_by_step,
        node.unless_forced,
        because,
        span=node.span,
    )


# ---- values --------------------------------------------------------------------------------------


def _assign(body: Body, node: nodes.Assign, scope: Scope) -> Step | None:
    checker = body.checker
    if isinstance(node.target, nodes.Name) and node.target.name in scope.names:
        checker.report("assigns-local", node.target.span, name=node.target.name)
        return None
    if isinstance(node.target, nodes.Name) and node.sign == "=" and checker.unheard(node.target.name, scope):
        checker.report("unknown-target", node.target.span, name=node.target.name)
        checker.term(node.value, scope)
        return None
    target = checker.read_bare(checker, node.target, scope, None)
    if not isinstance(target, Variable):
        if target.kind != UNKNOWN:
            checker.report("assigns-no-variable", node.target.span)
        return None
    if node.sign == "=":
        value = checker.term(node.value, scope, target.kind)
    else:
        known = target in scope.present | scope.assured
        if (target.kind.surely() if known else target.kind) not in (INT, UNKNOWN):
            checker.report("adds-to-no-number", node.span, have=spoken(target.kind))
            return None
        value = checker.number(node.value, scope)
    checker.used.add(f"set {target.name}")
    return SetVariable(target.name, target.index, node.sign, value, span=node.span)


def _award(body: Body, node: nodes.Award, scope: Scope) -> Step:
    checker = body.checker
    amount = checker.number(node.amount, scope)
    to = checker.term(node.to, scope, PLAYER)
    card = None
    if node.card is not None:
        card = checker.term(node.card, scope)
        if card.kind != UNKNOWN and (card.kind.family != "card" or card.kind.shape != "one"):
            checker.report("kind-mismatch", node.card.span, wanted="a card", have=spoken(card.kind))
        elif card.kind.optional:
            card = checker.must(card, node.card.span)
    checker.awarded.setdefault(node.score, node.span)
    return AwardStep(amount, to, node.score, card, span=node.span)


# ---- players, rules, the end ---------------------------------------------------------------------


def _drop_out(body: Body, node: nodes.DropOut, scope: Scope) -> Step:
    checker = body.checker
    if node.player is None and not scope.me:
        checker.report("me-nowhere", node.span)
    player = checker.term(node.player, scope, PLAYER) if node.player is not None else None
    return DropOutStep(player, span=node.span)


def _call(body: Body, node: nodes.RuleCall, scope: Scope) -> Step | None:
    checker = body.checker
    if node.name not in checker.rule_nodes:
        for argument in node.arguments:
            checker.term(argument, scope)
        if node.name in checker.action_nodes:
            checker.report("calls-action", node.span, name=node.name)
        elif node.name in checker.definition_nodes:
            checker.report("calls-definition", node.span, name=node.name)
        else:
            checker.unknown_name("unknown-rule", node.name, node.span, checker.rule_nodes)
        return None
    checker.used.add(f"rule {node.name}")
    rule = body.find_rule(checker, node.name, node.span)
    if rule is None:
        return None
    if len(rule.parameters) != len(node.arguments):
        wanted, have = len(rule.parameters), len(node.arguments)
        checker.report("argument-count", node.span, name=node.name, wanted=wanted, have=have)
        return None
    arguments = tuple(
        checker.term(argument, scope, parameter.kind)
        for parameter, argument in zip(rule.parameters, node.arguments, strict=True)
    )
    if node.later:
        for parameter, argument in zip(rule.parameters, node.arguments, strict=True):
            if parameter.kind.shape == "many":
                checker.report("later-set", argument.span, rule=node.name, name=parameter.name)
    if rule.asks and not node.later:
        if not body.flow:
            checker.report("asks-without-then", node.span, name=node.name, place=body.place)
        body.asks = True
    if node.later and body.place in (SETUP, PLAY):
        checker.report("then-without-action", node.span, name=node.name, place=body.place)
    return CallStep(node.name, arguments, node.later, span=node.span)


def _tell(body: Body, node: nodes.Tell, scope: Scope) -> Step:
    return TellStep(read_text(body.checker, node.text, scope), span=node.span)


def _end_game(body: Body, node: nodes.EndGame, scope: Scope) -> Step:
    body.checker.used.add("end game")
    return EndGameStep(read_phrase(body.checker, node.because, scope), span=node.span)


def _end_phase(body: Body, node: nodes.EndPhase, scope: Scope) -> Step:
    because = read_phrase(body.checker, node.because, scope)
    known = {one.slot for one in scope.names.values()}
    kept: dict[Term, SetLocal] = {}

    def keeping(part: Any) -> Any:
        """A part of the reason, each local or `me` in it replaced by a local that is kept."""
        if isinstance(part, tuple):
            return tuple(map(keeping, part))
        if isinstance(part, Me) or (isinstance(part, Local) and part.slot in known):
            kept.setdefault(part, SetLocal(body.checker.slot(), part, span=node.span))
            return Local(kept[part].slot, kind=part.kind, span=part.span)
        if not isinstance(part, Phrase | Term | Ranking | MatchArm):
            return part
        return evolve(
            part, **{one.name: keeping(getattr(part, one.name)) for one in attrs.fields(type(part))}
        )

    return EndPhaseStep(keeping(because), tuple(kept.values()), span=node.span)


_STEPS: Mapping[type[nodes.Statement], Callable[..., Step | None]] = {
    nodes.Phase: _phase,
    nodes.Turns: _turns,
    nodes.Repeat: _repeat,
    nodes.ForEach: _for_each,
    nodes.If: _if,
    nodes.Choose: _choose,
    nodes.EveryoneChooses: _everyone,
    nodes.Assign: _assign,
    nodes.Award: _award,
    nodes.DropOut: _drop_out,
    nodes.RuleCall: _call,
    nodes.Tell: _tell,
    nodes.EndGame: _end_game,
    nodes.EndPhase: _end_phase,
}
