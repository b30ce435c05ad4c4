"""What a variant says back to text: the first line of each change, and the lines below some."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl.syntax.format_declarations import declaration_head, fact_line, limits
from rulewright.dsl.syntax.format_expressions import RANGE, SUM, expression, keys
from rulewright.dsl.syntax.format_statements import reason
from rulewright.dsl.syntax.nodes import Expression, GameFact
from rulewright.dsl.syntax.nodes.changes import (
    Added,
    ArmChange,
    CardChange,
    CardLine,
    CardRemoved,
    FactChange,
    Inserted,
    Offered,
    PhaseReplaced,
    Removed,
    Replaced,
    RequirementChange,
    SettingChange,
    TieBreakAdded,
    ValueChange,
    VariantTitle,
)
from rulewright.dsl.syntax.phrases import quote

_PLAIN_ID = re.compile("[A-Za-z][A-Za-z0-9_]*")
_ARM_LINKS = {"add": "to", "replace": "in", "remove": "from"}


def change_head(node: object) -> str:
    """The first line of a change or of a variant's title."""
    return _HEADS[type(node)](node)


def variant_fact_line(node: GameFact) -> str:
    """A line below `variant`."""
    return f"{node.name} {quote(node.text)}"


def card_line(node: CardLine) -> str:
    """A line below `change card`."""
    value = quote(node.value) if isinstance(node.value, str) else expression(node.value)
    return f"{node.name} = {value}"


def patterns_text(patterns: tuple[Expression, ...]) -> str:
    """What an arm is for: its patterns, or `else`."""
    return ", ".join(expression(one, RANGE) for one in patterns) or "else"


def _setting(node: SettingChange) -> str:
    return f"set {node.name} = {expression(node.value, SUM)}{limits(node.low, node.high)}"


def _removed(node: Removed) -> str:
    return f"remove needs of {node.name}" if node.word == "needs" else f"remove {node.word} {node.name}"


def _value(node: ValueChange) -> str:
    link = "to" if node.how == "add" else "from"
    return f"{node.how} value {node.name} {link} {node.enum}"


def _arm(node: ArmChange) -> str:
    value = "" if node.value is None else f": {expression(node.value)}"
    return f"{node.how} arm {patterns_text(node.patterns)} {_ARM_LINKS[node.how]} {node.of}{value}"


def _requirement(node: RequirementChange) -> str:
    if node.requirement is None:
        return f"remove require {node.action}.{node.name}"
    place = f"{node.name} to {node.action}" if node.how == "add" else f"{node.action}.{node.name}"
    because = reason(node.requirement.because)
    return f"{node.how} require {place}: {expression(node.requirement.condition)}{because}"


def _card(node: CardRemoved | CardChange) -> str:
    card = node.card if _PLAIN_ID.fullmatch(node.card) else quote(node.card)
    return f"card {node.cards}.{card}"


def _inserted(node: Inserted) -> str:
    word = f"{node.word} " if node.word else ""
    return f"{node.when} {word}{node.name}"


_HEADS: dict[type, Callable[..., str]] = {
    VariantTitle: lambda node: f"variant {quote(node.title)} of {quote(node.of)}",
    SettingChange: _setting,
    FactChange: lambda node: f"set {fact_line(node.fact)}",
    Added: lambda node: f"add {declaration_head(node.declaration)}",
    Replaced: lambda node: f"replace {declaration_head(node.declaration)}",
    Removed: _removed,
    PhaseReplaced: lambda node: f"replace phase {node.name}",
    ValueChange: _value,
    ArmChange: _arm,
    RequirementChange: _requirement,
    CardRemoved: lambda node: f"remove {_card(node)}",
    CardChange: lambda node: f"change {_card(node)}",
    TieBreakAdded: lambda node: f"add winner then {keys(node.keys)}",
    Offered: lambda node: f"add action {node.action.name} to choose {node.to.name}",
    Inserted: _inserted,
}
