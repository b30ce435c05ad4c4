"""Statements back to text: the first line of each; `dsl.format` adds the blocks below."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.syntax.format_expressions import among, body, expression, expressions, phrase
from rulewright.dsl.syntax.nodes import (
    ActionName,
    Assign,
    Award,
    Choose,
    Deal,
    DropOut,
    EndGame,
    EndPhase,
    EveryoneChooses,
    Expression,
    ForEach,
    If,
    Let,
    LetRandom,
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


def statement_head(node: Statement) -> str:
    """The first line of a statement, without its indentation."""
    return _HEADS[type(node)](node)


def reason(because: Phrase | None) -> str:
    """` because "..."` at the end of a line, or nothing."""
    return f" because {phrase(because)}" if because else ""


def _clause(word: str, node: Expression | None) -> str:
    return f" {word} {expression(node)}" if node is not None else ""


def _names(actions: tuple[ActionName, ...]) -> str:
    return ", ".join(one.name for one in actions)


def _turns(node: Turns) -> str:
    ending = " once" if node.once else _clause("until", node.until) + reason(node.because)
    direction = f"{node.direction} " if node.direction else ""
    start = f"turns {direction}{node.begin} {expression(node.start)}{_clause('then', node.following)}"
    return start + _clause("where", node.condition) + ending


def _repeat(node: Repeat) -> str:
    times = f" {expression(node.times)} times" if node.times else ""
    counter = f" as {node.counter}" if node.counter else ""
    return f"repeat{times}{counter}{_clause('until', node.until)}{reason(node.because)}"


def _choose(node: Choose) -> str:
    possible = " if possible" if node.optional else ""
    steps, unless = _how(node)
    chooser = _clause("by", node.by)
    return f"choose {_names(node.actions)}{chooser}{steps}{possible}{unless}{reason(node.because)}"


def _how(node: Choose | EveryoneChooses) -> tuple[str, str]:
    steps = " step by step" if node.step_by_step else ""
    return steps, " unless forced" if node.unless_forced else ""


def _everyone(node: EveryoneChooses) -> str:
    where = _clause("where", node.condition)
    first = _clause("from", node.first)
    steps, unless = _how(node)
    return f"everyone{where} chooses {_names(node.actions)}{first}{steps}{unless}{reason(node.because)}"


def _put(node: Put) -> str:
    how = "into" if node.how == "at" else node.how
    return f"put {among(node.what)} {how} {expression(node.zone)}{_clause('at', node.position)}"


def _deal(node: Deal) -> str:
    amount = ("up to " if node.up_to else "") + expression(node.amount)
    receivers = f"each {body(node.to)}" if node.each else expression(node.to)
    return f"deal {amount} from {expression(node.origin)} to {receivers}"


def _show(node: Show) -> str:
    return (
        f"reveal {among(node.what)}"
        if node.to is None
        else f"show {among(node.what)} to {expression(node.to)}"
    )


def _award(node: Award) -> str:
    text = f"award {expression(node.amount)} to {expression(node.to)} for {node.score}"
    return text + _clause("from", node.card)


def _drop_out(node: DropOut) -> str:
    return "drop out" if node.player is None else f"drop out {expression(node.player)}"


def _rule_call(node: RuleCall) -> str:
    arguments = f"({expressions(node.arguments)})" if node.arguments else ""
    return f"{'then ' if node.later else ''}{node.name}{arguments}"


_HEADS: dict[type, Callable[..., str]] = {
    Phase: lambda node: f"phase {node.name}",
    Turns: _turns,
    Repeat: _repeat,
    ForEach: lambda node: f"for each {among(node.source)}",
    If: lambda node: f"if {expression(node.condition)}",
    Choose: _choose,
    EveryoneChooses: _everyone,
    Assign: lambda node: f"{expression(node.target)} {node.sign} {expression(node.value)}",
    Let: lambda node: f"let {node.name} = {expression(node.value)}",
    LetRandom: lambda node: f"let {node.name} = random {among(node.source)}",
    Put: _put,
    Deal: _deal,
    Shuffle: lambda node: f"shuffle {expression(node.zone)}",
    Roll: lambda node: (
        f"roll {expression(node.amount)} {'more ' if node.more else ''}dice into {expression(node.dice)}"
    ),
    Reroll: lambda node: f"reroll {among(node.what)}",
    Show: _show,
    Swap: lambda node: f"swap {expression(node.one)} with {expression(node.other)}",
    Award: _award,
    DropOut: _drop_out,
    RuleCall: _rule_call,
    Tell: lambda node: f"tell {phrase(node.text)}",
    EndGame: lambda node: f"end game{reason(node.because)}",
    EndPhase: lambda node: f"end phase{reason(node.because)}",
}
