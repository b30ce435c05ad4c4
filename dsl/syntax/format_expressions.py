"""Expressions back to text, with parentheses only where the order of binding needs them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.syntax.format_wrapping import WORTH_BREAKING
from rulewright.dsl.syntax.nodes import (
    AllOf,
    Among,
    Best,
    Binary,
    Call,
    CardText,
    Conditional,
    Count,
    Drawn,
    Expression,
    Field,
    Filtered,
    Fold,
    Index,
    Is,
    Key,
    ListFor,
    ListOf,
    Match,
    Name,
    Nothing,
    Number,
    Phrase,
    Place,
    RandomPlayer,
    Range,
    Truth,
    Unary,
)
from rulewright.dsl.syntax.phrases import quote

LOOSEST, DEFAULT, EITHER, BOTH, NEGATION, COMPARISON, RANGE, SUM, PRODUCT, PREFIXED, POSTFIXED = range(11)
"""How tightly expressions bind, in the order of the grammar's rules."""

_BINDING = {"else": DEFAULT, "or": EITHER, "and": BOTH, "+": SUM, "-": SUM} | dict.fromkeys(
    ("*", "div", "mod"), PRODUCT
)

_LINE_SIGNS = ("else", "or", "and", "+", "-")
"""The signs that a line may begin with where a long value runs on."""


def expression(node: Expression, binding: int = LOOSEST) -> str:
    """The text of an expression at a place that needs at least the given binding."""
    text, own = _WRITERS[type(node)](node)
    return f"({text})" if own < binding else text


def body(node: Expression) -> str:
    """The text of a definition's body, where a collection with a filter needs no parentheses."""
    return among(node.source) if isinstance(node, Filtered) else expression(node)


def breakable(node: Expression) -> str:
    """The text of a long value in parentheses, inside which a line may run on; a short one without."""
    text = body(node)
    parts = isinstance(node, Conditional | Filtered) or (
        isinstance(node, Binary) and node.sign in _LINE_SIGNS
    )
    return f"({text})" if parts and len(text) > WORTH_BREAKING else text


def expressions(nodes: tuple[Expression, ...]) -> str:
    """Expressions with commas between them."""
    return ", ".join(expression(node) for node in nodes)


def among(node: Among, *, named: bool = True) -> str:
    """`c in up to N of S where C from lowest E`; `named` says whether the name is written here."""
    most = f"up to {expression(node.most, SUM)} of " if node.most else ""
    name = f"{node.name} in " if node.name and named else ""
    where = f" where {expression(node.where)}" if node.where else ""
    order = f" from {node.order.direction} {expression(node.order.value)}" if node.order else ""
    return f"{name}{most}{expression(node.over, RANGE)}{where}{order}"


def amount(least: Expression | None, most: Expression | None) -> str:
    """How many elements a set has: `exactly 2`, `2 or more`, `1 to 3`, `up to 3`, `any`."""
    from_, to = (None if end is None else expression(end, SUM) for end in (least, most))
    if from_ is None:
        return "any" if to is None else f"up to {to}"
    if to is None:
        return f"{from_} or more"
    return f"exactly {from_}" if from_ == to else f"{from_} to {to}"


def _drawn(node: Drawn) -> str:
    if isinstance(node, Among):
        return among(node)
    where = f" where {expression(node.where)}" if node.where else ""
    return f"{node.name} in {amount(node.least, node.most)} of {expression(node.over, RANGE)}{where}"


def keys(nodes: tuple[Key, ...]) -> str:
    """`highest score, then first`"""
    return ", then ".join(key(node) for node in nodes)


def key(node: Key, binding: int = LOOSEST) -> str:
    """`fewest size(k)` or `first`"""
    return node.word if node.value is None else f"{node.word} {expression(node.value, binding)}"


def phrase(node: Phrase) -> str:
    """A reason in quotes with its gaps."""
    text = '"'
    for part in node.parts:
        if isinstance(part, str):
            text += quote(part)[1:-1].replace("{", "{{").replace("}", "}}")
        else:
            text += "{" + expression(part).replace('"', '\\"') + "}"
    return text + '"'


def _binary(node: Binary) -> tuple[str, int]:
    binding = _BINDING.get(node.sign, COMPARISON)
    left, right = binding, binding + 1
    if binding == COMPARISON:
        left = RANGE
    elif node.sign == "else":
        left, right = EITHER, LOOSEST
    text = f"{expression(node.left, left)} {node.sign} {expression(node.right, right)}"
    return text, binding


def _unary(node: Unary) -> tuple[str, int]:
    if node.sign == "-":
        return f"-{expression(node.of, PREFIXED)}", PREFIXED
    inner = node.of
    if isinstance(inner, Binary) and inner.sign == "in":
        return f"{expression(inner.left, RANGE)} not in {expression(inner.right, RANGE)}", COMPARISON
    return f"not {expression(inner, NEGATION)}", NEGATION


def _conditional(node: Conditional) -> tuple[str, int]:
    """A default in the `else` part is put in parentheses too: two `else` in a row read badly."""
    then = expression(node.then, EITHER)
    is_default = isinstance(node.otherwise, Binary) and node.otherwise.sign == "else"
    otherwise = expression(node.otherwise, EITHER if is_default else LOOSEST)
    return f"if {expression(node.condition)} then {then} else {otherwise}", LOOSEST


def _place(node: Place) -> tuple[str, int]:
    ties = " skipping ties" if node.skipping else ""
    return f"place of {expression(node.player, SUM)} by {key(node.key, SUM)}{ties}", RANGE


def _match(node: Match) -> tuple[str, int]:
    """Only the first line; whoever writes the definition writes the arms below it."""
    return f"match {expression(node.of)}", LOOSEST


def _field(node: Field) -> tuple[str, int]:
    dot = "?." if node.optional else "."
    return f"{expression(node.of, POSTFIXED)}{dot}{node.name}", POSTFIXED


def _fold(node: Fold) -> tuple[str, int]:
    return f"{node.how}({expression(node.value)} for {_drawn(node.source)})", POSTFIXED


def _best(node: Best) -> tuple[str, int]:
    return f"best({_drawn(node.source)} by {keys(node.keys)})", POSTFIXED


def _list_for(node: ListFor) -> tuple[str, int]:
    return f"[{expression(node.value)} for {among(node.source)}]", POSTFIXED


def _range(node: Range) -> tuple[str, int]:
    return f"{expression(node.low, SUM)}..{expression(node.high, SUM)}", RANGE


def _is(node: Is) -> tuple[str, int]:
    return f"{expression(node.of, RANGE)} is {'some' if node.some else 'none'}", COMPARISON


def _index(node: Index) -> tuple[str, int]:
    return f"{expression(node.of, POSTFIXED)}[{expressions(node.items)}]", POSTFIXED


_WRITERS: dict[type, Callable[..., tuple[str, int]]] = {
    Number: lambda node: (str(node.value), POSTFIXED),
    Truth: lambda node: ("yes" if node.value else "no", POSTFIXED),
    Nothing: lambda node: ("none", POSTFIXED),
    Name: lambda node: (node.name, POSTFIXED),
    RandomPlayer: lambda node: ("random player", POSTFIXED),
    Field: _field,
    Index: _index,
    Call: lambda node: (f"{node.name}({expressions(node.arguments)})", POSTFIXED),
    Fold: _fold,
    Count: lambda node: (f"count({_drawn(node.source)})", POSTFIXED),
    Best: _best,
    Place: _place,
    AllOf: lambda node: (f"all {expression(node.of, POSTFIXED)}", PREFIXED),
    Filtered: lambda node: (f"({among(node.source)})", POSTFIXED),
    CardText: lambda node: (quote(node.id), POSTFIXED),
    ListOf: lambda node: (f"[{expressions(node.items)}]", POSTFIXED),
    ListFor: _list_for,
    Range: _range,
    Unary: _unary,
    Binary: _binary,
    Is: _is,
    Conditional: _conditional,
    Match: _match,
}
