"""Declarations back to text: the first line of each, and the plain lines below some of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import itemgetter

from rulewright.dsl.syntax.format_expressions import (
    RANGE,
    SUM,
    among,
    amount,
    body,
    breakable,
    expression,
    expressions,
    keys,
)
from rulewright.dsl.syntax.format_statements import reason
from rulewright.dsl.syntax.format_wrapping import too_long
from rulewright.dsl.syntax.nodes import (
    ActionDeclaration,
    Arm,
    CardsDeclaration,
    Choice,
    Declaration,
    Definition,
    DiceDeclaration,
    EnumDeclaration,
    EnumValue,
    Expression,
    GameFact,
    GameTitle,
    GroupDeclaration,
    Include,
    KindName,
    Language,
    LibraryTitle,
    NeedsDeclaration,
    Parameter,
    Payment,
    PlayDeclaration,
    PresetDeclaration,
    PresetLine,
    ReactionDeclaration,
    Requirement,
    RuleDeclaration,
    ScoreDeclaration,
    SettingDeclaration,
    SetupDeclaration,
    TableDeclaration,
    Use,
    VariableDeclaration,
    WinnerDeclaration,
    ZoneDeclaration,
)
from rulewright.dsl.syntax.phrases import quote

_SIGHTS = {"up": ", face up", "down": ", face down", "owner": ", seen by owner", "": ""}


def declaration_head(node: Declaration) -> str:
    """The first line of a declaration."""
    return _HEADS[type(node)](node)


def fact_line(node: GameFact) -> str:
    """A line below `game`."""
    if node.name == "source":
        return f"source {quote(node.text)}"
    if node.name == "moves":
        return f"moves up to {node.high}"
    return f"players {node.low}" if node.low == node.high else f"players {node.low}..{node.high}"


def card_lines(node: CardsDeclaration) -> list[tuple[str, int]]:
    """The lines below `cards`, each with its line in the text; properties declared in one line stay there."""
    lines = []
    if node.copies is not None:
        lines.append((f"copies = {expression(node.copies)}", node.copies.span.line))
    for (kind, _, default), run in groupby(node.fields, lambda one: (one.kind, one.kind.span, one.default)):
        together = list(run)
        value = f" = {expression(default)}" if default else ""
        names = ", ".join(one.name for one in together)
        lines.append((f"{names}: {_kind(kind)}{value}", together[0].span.line))
    return sorted(lines, key=itemgetter(1))


def preset_line(node: PresetLine) -> str:
    """A line below `preset`."""
    return f"{node.name} = {expression(node.value)}"


def requirement_line(node: Requirement) -> str:
    """A `require` at the beginning of an action."""
    name = f"{node.name}: " if node.name else ""
    line = f"require {name}{expression(node.condition)}{reason(node.because)}"
    if not too_long(line, 1):
        return line
    return f"require {name}{breakable(node.condition)}{reason(node.because)}"


def arm_line(node: Arm) -> str:
    """A line below `match`."""
    patterns = ", ".join(expression(one, RANGE) for one in node.patterns) or "else"
    line = f"{patterns}: {expression(node.value)}"
    return f"{patterns}: {breakable(node.value)}" if too_long(line, 1) else line


def _condition(where: Expression | None) -> str:
    """` where score >= 20` behind `winner by`, or nothing."""
    return f" where {expression(where)}" if where is not None else ""


def _kind(node: KindName) -> str:
    shape = "" if node.shape == "one" else f"{node.shape} of "
    return f"{shape}{node.name}{'?' if node.optional else ''}"


def _text(text: str) -> str:
    return f" {quote(text)}" if text else ""


def _values(values: tuple[EnumValue, ...]) -> str:
    return ", ".join(value.name for value in values)


def _sizes(sizes: tuple[Expression, ...]) -> str:
    return f"[{expressions(sizes)}]" if sizes else ""


def _owners(owners: tuple[str, ...]) -> str:
    return f" of {', '.join(owners)}" if owners else ""


def _cards(node: CardsDeclaration) -> str:
    if node.file is not None:
        return f"cards {node.name} from {quote(node.file)}"
    generators = ", ".join(f"{one.name} in {expression(one.over, RANGE)}" for one in node.generators)
    where = f" where {expression(node.where)}" if node.where is not None else ""
    return f"cards {node.name} for each {generators}{where}"


def limits(low: Expression | None, high: Expression | None) -> str:
    """The range of a setting, where it has one."""
    if low is None or high is None:
        return ""
    return f" in {expression(low, SUM)}..{expression(high, SUM)}"


def _setting(node: SettingDeclaration) -> str:
    default = f"{expression(node.default, SUM)}{limits(node.low, node.high)}"
    return f"setting {node.name} = {default}{_text(node.meaning)}"


def _zone(node: ZoneDeclaration) -> str:
    room = f", at most {expression(node.capacity)}" if node.capacity else ""
    order = f", ordered by {node.ordered_by}" if node.ordered_by else ""
    unordered = ", unordered" if node.unordered else ""
    head = f"zone {node.name}{_sizes(node.sizes)}{_owners(node.owners)}: {node.cards}"
    unlogged = ", unlogged" if node.unlogged else ""
    forgotten = "" if node.remembered else ", not remembered"
    return f"{head}{_SIGHTS[node.sight]}{room}{order}{unordered}{unlogged}{forgotten}"


def _dice(node: DiceDeclaration) -> str:
    head = f"dice {node.name}{_owners(node.owners)}: {expression(node.faces, RANGE)}"
    return f"{head}, at most {expression(node.capacity)}{_SIGHTS[node.sight]}"


def _table(node: TableDeclaration) -> str:
    return f"table {node.name}: {expressions(node.entries)}{', then last' if node.then_last else ''}"


def _variable(node: VariableDeclaration) -> str:
    kind = f": {_kind(node.kind)}" if node.kind else ""
    initial = f" = {expression(node.initial)}" if node.initial else ""
    turn = " each turn" if node.each_turn else ""
    option = ", beside its name" if node.beside else ""
    option = option if node.sight == "up" else _SIGHTS[node.sight]
    of = _sizes(node.sizes) + _owners(node.owners)
    return f"var {node.name}{of}{kind}{initial}{turn}{option}{_text(node.meaning)}"


def _needs(node: NeedsDeclaration) -> str:
    return f"needs {expression(node.amount)} of {node.cards}{reason(node.because)}"


def _action(node: ActionDeclaration) -> str:
    choices = ", ".join(_choice(one) for one in node.choices)
    return f"action {node.name}" + (f"({choices})" if choices else "")


def _choice(node: Choice | Payment) -> str:
    return _chosen(node) + (" seen by me" if node.secret else "")


def _chosen(node: Choice | Payment) -> str:
    if isinstance(node, Payment):
        prices = " or ".join(expression(price, SUM) for price in node.prices)
        return (
            f"{node.name} in payment of {prices}"
            f" for {node.symbol} in {expression(node.symbols, SUM)}"
            f" from {node.element} in {expression(node.over, SUM)} where {expression(node.condition)}"
        )
    source = among(node.source, named=node.subset)
    if not node.subset:
        return f"{node.name} in {source}"
    return f"{node.name} in {amount(node.least, node.most)} of {source}"


def _parameters(parameters: tuple[Parameter, ...]) -> str:
    return f"({', '.join(_parameter(one) for one in parameters)})" if parameters else ""


def _parameter(node: Parameter) -> str:
    return node.name if node.kind is None else f"{node.name}: {_kind(node.kind)}"


def _definition(node: Definition) -> str:
    if node.teams:
        return _equals(f"team({node.parameters[0].name})", node.value)
    return _equals(f"define {node.name}{_parameters(node.parameters)}", node.value)


def _equals(head: str, value: Expression) -> str:
    line = f"{head} = {body(value)}"
    return f"{head} = {breakable(value)}" if too_long(line, 0) else line


def _score(node: ScoreDeclaration) -> str:
    if node.value is None:
        return f"score {node.name} from awards"
    parameter = f"({_parameter(node.parameter)})" if node.parameter else ""
    return _equals(f"score {node.name}{parameter}", node.value)


def _use(node: Use) -> str:
    bindings = ", ".join(f"{one.name} = {one.value}" for one in node.bindings)
    return f"use {node.name} with {bindings}" if bindings else f"use {node.name}"


def _reaction(node: ReactionDeclaration) -> str:
    after = f" after {', '.join(one.name for one in node.after)}" if node.after else ""
    return f"reaction {node.name}{after} when {node.card} {node.event} {node.zone}"


_HEADS: dict[type, Callable[..., str]] = {
    Language: lambda node: f"language {node.version}",
    GameTitle: lambda node: f"game {quote(node.title)}",
    LibraryTitle: lambda node: f"library {quote(node.title)}",
    Include: lambda node: f"include {quote(node.file)}",
    Use: _use,
    EnumDeclaration: lambda node: f"enum {node.name}: {_values(node.values)}",
    GroupDeclaration: lambda node: f"group {node.name} of {node.of}: {_values(node.values)}",
    CardsDeclaration: _cards,
    SettingDeclaration: _setting,
    PresetDeclaration: lambda node: f"preset {node.name}{_text(node.meaning)}",
    ZoneDeclaration: _zone,
    DiceDeclaration: _dice,
    TableDeclaration: _table,
    VariableDeclaration: _variable,
    NeedsDeclaration: _needs,
    SetupDeclaration: lambda _: "setup",
    PlayDeclaration: lambda _: "play",
    ActionDeclaration: _action,
    Definition: _definition,
    RuleDeclaration: lambda node: f"rule {node.name}{_parameters(node.parameters)}",
    ReactionDeclaration: _reaction,
    ScoreDeclaration: _score,
    WinnerDeclaration: lambda node: f"winner by {keys(node.keys)}{_condition(node.where)}",
}
