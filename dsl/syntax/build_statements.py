"""Branches to statements: how play moves on, and effects."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from rulewright.dsl.problems import problem
from rulewright.dsl.syntax.branches import Branch
from rulewright.dsl.syntax.build_expressions import (
    Context,
    build_arguments,
    build_because,
    build_expression,
    build_optional,
    build_phrase,
    build_source,
)
from rulewright.dsl.syntax.format_expressions import expression
from rulewright.dsl.syntax.format_statements import statement_head
from rulewright.dsl.syntax.nodes import (
    ActionName,
    Assign,
    Award,
    Binary,
    Choose,
    Deal,
    DropOut,
    EndGame,
    EndPhase,
    EveryoneChooses,
    ForEach,
    If,
    Let,
    LetRandom,
    Name,
    Phase,
    Phrase,
    Put,
    Repeat,
    Reroll,
    Roll,
    RuleCall,
    Show,
    Shuffle,
    Statement,
    Swap,
    Tell,
    Turns,
)


def build_block(context: Context, branch: Branch) -> tuple[Statement, ...]:
    """The statements of an indented block."""
    return build_statements(context, branch.branches())


def build_statements(context: Context, branches: tuple[Branch, ...]) -> tuple[Statement, ...]:
    """The statements that branches stand for, in order."""
    return tuple(_STATEMENTS[one.rule](context, one) for one in branches)


def _phase(context: Context, branch: Branch) -> Statement:
    return Phase(branch.text(0), build_block(context, branch.branch(1)), span=branch.span)


def _turns(context: Context, branch: Branch) -> Statement:
    ending, where = branch.branch_or_none(4), branch.branch_or_none(3)
    until = ending if ending is not None and ending.rule == "until" else None
    condition = build_optional(context, where)
    if where is not None and condition is not None and where.rule == "except":
        condition = Binary("!=", Name("it", span=where.span), condition, span=where.span)
        instead = f"where {expression(condition)}"
        context.problems.append(problem("old-except", where.span, instead=instead))
    return Turns(
        branch.branch(0).rule,
        branch.branch(1).rule.removeprefix("begin_"),
        build_expression(context, branch.branch(2)),
        None,
        condition,
        once=ending is not None and until is None,
        until=build_optional(context, until),
        because=_reason(context, until),
        body=build_block(context, branch.branch(5)),
        span=branch.span,
    )


def _turns_then(context: Context, branch: Branch) -> Statement:
    until = branch.branch_or_none(3)
    return Turns(
        "",
        "from",
        build_expression(context, branch.branch(0)),
        build_expression(context, branch.branch(1)),
        build_optional(context, branch.branch_or_none(2)),
        once=False,
        until=build_optional(context, until),
        because=_reason(context, until),
        body=build_block(context, branch.branch(4)),
        span=branch.span,
    )


def _reason(context: Context, until: Branch | None) -> Phrase | None:
    return None if until is None else build_because(context, until.branch_or_none(1))


def _repeat(context: Context, branch: Branch) -> Statement:
    counter = branch.branch_or_none(1)
    until = branch.branch_or_none(2)
    return Repeat(
        build_expression(context, branch.branch(0)),
        build_optional(context, until),
        _reason(context, until),
        counter.text(0) if counter else None,
        build_block(context, branch.branch(3)),
        span=branch.span,
    )


def _repeat_until(context: Context, branch: Branch) -> Statement:
    until = branch.branch(0)
    return Repeat(
        None,
        build_optional(context, until),
        _reason(context, until),
        None,
        build_block(context, branch.branch(1)),
        span=branch.span,
    )


def _for_each(context: Context, branch: Branch) -> Statement:
    source = build_source(context, branch.branch(0))
    return ForEach(source, build_block(context, branch.branch(1)), span=branch.span)


def _if(context: Context, branch: Branch) -> Statement:
    condition = build_expression(context, branch.branch(0))
    body = build_block(context, branch.branch(1))
    rest = branch.branch_or_none(2)
    otherwise: tuple[Statement, ...] = ()
    if rest is not None:
        otherwise = (
            build_block(context, rest.branch(0)) if rest.rule == "otherwise" else (_if(context, rest),)
        )
    return If(condition, body, otherwise, span=branch.span)


def _choose(context: Context, branch: Branch) -> Choose:
    return Choose(
        _action_names(branch.branch(0)),
        build_optional(context, branch.branch_or_none(1)),
        branch.branch_or_none(3) is not None,
        branch.branch_or_none(2) is not None,
        branch.branch_or_none(4) is not None,
        build_because(context, branch.branch_or_none(5)),
        span=branch.span,
    )


def _may_choose(context: Context, branch: Branch) -> Statement:
    """The old form of `choose ... if possible`: told, and read as what it stands for."""
    written = evolve(_choose(context, branch.branch(0)), optional=True, span=branch.span)
    context.problems.append(problem("old-may-choose", branch.span, instead=statement_head(written)))
    return written


def _everyone(context: Context, branch: Branch) -> Statement:
    return EveryoneChooses(
        _action_names(branch.branch(1)),
        build_optional(context, branch.branch_or_none(0)),
        build_optional(context, branch.branch_or_none(2)),
        branch.branch_or_none(3) is not None,
        branch.branch_or_none(4) is not None,
        build_because(context, branch.branch_or_none(5)),
        span=branch.span,
    )


def _action_names(branch: Branch) -> tuple[ActionName, ...]:
    return tuple(map(build_action_name, branch.branches()))


def build_action_name(branch: Branch) -> ActionName:
    """The name of an action that can be chosen."""
    return ActionName(branch.branch(0).text(0), span=branch.span)


# ---- effects -------------------------------------------------------------------------------------


def _assign(context: Context, branch: Branch) -> Statement:
    target = build_expression(context, branch.branch(0))
    value = build_expression(context, branch.branch(2))
    return Assign(target, branch.branch(1).text(0), value, span=branch.span)


def _let(context: Context, branch: Branch) -> Statement:
    return Let(branch.text(0), build_expression(context, branch.branch(1)), span=branch.span)


def _put(how: str) -> Callable[[Context, Branch], Statement]:
    def build(context: Context, branch: Branch) -> Statement:
        at = branch.branch_or_none(2) if len(branch.parts) > 2 else None
        return Put(
            build_source(context, branch.branch(0)),
            "at" if at else how,
            build_expression(context, branch.branch(1)),
            build_optional(context, at),
            span=branch.span,
        )

    return build


def _deal(context: Context, branch: Branch) -> Statement:
    amount, origin, to = branch.branches()
    up_to = amount.rule == "up_to"
    each = to.rule == "each"
    return Deal(
        build_expression(context, amount.branch(0) if up_to else amount),
        up_to,
        build_expression(context, origin),
        each,
        build_expression(context, to.branch(0) if each else to),
        span=branch.span,
    )


def _roll(context: Context, branch: Branch) -> Statement:
    amount = build_expression(context, branch.branch(0))
    more = branch.rule == "roll_more"
    return Roll(amount, build_expression(context, branch.branch(1)), more, span=branch.span)


def _show(context: Context, branch: Branch) -> Statement:
    what = build_source(context, branch.branch(0))
    return Show(what, build_expression(context, branch.branch(1)), span=branch.span)


def _swap(context: Context, branch: Branch) -> Statement:
    one = build_expression(context, branch.branch(0))
    return Swap(one, build_expression(context, branch.branch(1)), span=branch.span)


def _award(context: Context, branch: Branch) -> Statement:
    return Award(
        build_expression(context, branch.branch(0)),
        build_expression(context, branch.branch(1)),
        branch.text(2),
        build_optional(context, branch.branch_or_none(3)),
        span=branch.span,
    )


def _drop_out(context: Context, branch: Branch) -> Statement:
    player = branch.branch_or_none(0)
    return DropOut(build_expression(context, player) if player else None, span=branch.span)


def _call(later: bool) -> Callable[[Context, Branch], Statement]:
    def build(context: Context, branch: Branch) -> Statement:
        arguments = build_arguments(context, branch.branch_or_none(1))
        return RuleCall(branch.text(0), arguments, later, span=branch.span)

    return build


_STATEMENTS: dict[str, Callable[[Context, Branch], Statement]] = {
    "phase": _phase,
    "turns": _turns,
    "turns_then": _turns_then,
    "repeat": _repeat,
    "repeat_until": _repeat_until,
    "for_each": _for_each,
    "if": _if,
    "choose": _choose,
    "may_choose": _may_choose,
    "everyone": _everyone,
    "assign": _assign,
    "let": _let,
    "let_random": lambda c, b: LetRandom(b.text(0), build_source(c, b.branch(1)), span=b.span),
    "put": _put("into"),
    "put_onto": _put("onto"),
    "put_beneath": _put("beneath"),
    "deal": _deal,
    "shuffle": lambda c, b: Shuffle(build_expression(c, b.branch(0)), span=b.span),
    "roll": _roll,
    "roll_more": _roll,
    "reroll": lambda c, b: Reroll(build_source(c, b.branch(0)), span=b.span),
    "show": _show,
    "reveal": lambda c, b: Show(build_source(c, b.branch(0)), None, span=b.span),
    "swap": _swap,
    "award": _award,
    "drop_out": _drop_out,
    "call_rule": _call(later=False),
    "call_later": _call(later=True),
    "tell": lambda c, b: Tell(build_phrase(c, b.leaf(0)), span=b.span),
    "end_game": lambda c, b: EndGame(build_because(c, b.branch_or_none(0)), span=b.span),
    "end_phase": lambda c, b: EndPhase(build_because(c, b.branch_or_none(0)), span=b.span),
}
