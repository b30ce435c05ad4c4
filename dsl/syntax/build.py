"""Branches to declarations: one small function for each rule of the grammar's declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from attrs import evolve

from rulewright.dsl.problems import problem
from rulewright.dsl.syntax.branches import Branch, Leaf
from rulewright.dsl.syntax.build_expressions import (
    Context,
    build_because,
    build_bounds,
    build_expression,
    build_keys,
    build_match,
    build_optional,
    build_order,
    build_source,
)
from rulewright.dsl.syntax.build_statements import build_block, build_statements
from rulewright.dsl.syntax.nodes import (
    ActionDeclaration,
    Among,
    CardField,
    CardsDeclaration,
    Choice,
    Declaration,
    Definition,
    DiceDeclaration,
    EnumDeclaration,
    EnumValue,
    Expects,
    Expression,
    GameFact,
    GameTitle,
    Generator,
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
    ReactionName,
    Requirement,
    RuleDeclaration,
    ScoreDeclaration,
    SettingDeclaration,
    SetupDeclaration,
    TableDeclaration,
    Use,
    UseBinding,
    VariableDeclaration,
    WinnerDeclaration,
    ZoneDeclaration,
)
from rulewright.dsl.syntax.phrases import unquote

_SIGHTS = {"face_up": "up", "face_down": "down", "seen_by_owner": "owner"}


def build_declaration(context: Context, branch: Branch) -> Declaration:
    """The declaration that a branch stands for; problems go to the context."""
    return _DECLARATIONS[branch.rule](context, branch)


# ---- the title -----------------------------------------------------------------------------------


def _language(context: Context, branch: Branch) -> Declaration:
    return Language(int(branch.text(0)), span=branch.span)


def _game(context: Context, branch: Branch) -> Declaration:
    facts = branch.branch_or_none(1)
    made = tuple(_fact(one) for one in facts.branches()) if facts else ()
    return GameTitle(unquote(branch.text(0)), made, span=branch.span)


def _fact(branch: Branch) -> GameFact:
    if branch.rule == "source_fact":
        return GameFact("source", unquote(branch.text(0)), span=branch.span)
    return moves_fact(branch) if branch.rule == "moves_fact" else players_fact(branch)


def players_fact(branch: Branch) -> GameFact:
    """How many can play, below `game` or in a variant's `set`."""
    high = branch.leaf_or_none(1) or branch.leaf(0)
    return GameFact("players", low=int(branch.text(0)), high=int(high.text), span=branch.span)


def moves_fact(branch: Branch) -> GameFact:
    """How many moves a game may take, likewise."""
    return GameFact("moves", high=int(branch.text(0)), span=branch.span)


def _include(context: Context, branch: Branch) -> Declaration:
    return Include(unquote(branch.text(0)), span=branch.span)


def _use(context: Context, branch: Branch) -> Declaration:
    bindings = tuple(UseBinding(one.text(0), one.text(1), span=one.span) for one in branch.branches(1))
    return Use(branch.text(0), bindings, span=branch.span)


def _library(context: Context, branch: Branch) -> Declaration:
    lines = branch.branch_or_none(1)
    made = lines.branches() if lines else ()
    expected = tuple(Expects(one.branch(0).text(0), one.text(1), span=one.span) for one in made)
    return LibraryTitle(unquote(branch.text(0)), expected, span=branch.span)


# ---- in the box ----------------------------------------------------------------------------------


def _enum(context: Context, branch: Branch) -> Declaration:
    return EnumDeclaration(branch.text(0), _values(branch.branch(1)), span=branch.span)


def _group(context: Context, branch: Branch) -> Declaration:
    values = _values(branch.branch(2))
    return GroupDeclaration(branch.text(0), branch.text(1), values, span=branch.span)


def _values(branch: Branch) -> tuple[EnumValue, ...]:
    return tuple(EnumValue(one.text(0), span=one.span) for one in branch.branches())


def _cards_from(context: Context, branch: Branch) -> Declaration:
    fields, copies = _card_lines(context, branch.branch_or_none(2))
    file = unquote(branch.text(1))
    return CardsDeclaration(branch.text(0), file, (), fields, None, copies, span=branch.span)


def _cards_made(context: Context, branch: Branch) -> Declaration:
    rules = {one.rule: one for one in branch.branches(1)}
    made_of = tuple(_generator(context, one) for one in branch.branches(1) if one.rule == "generator")
    fields, copies = _card_lines(context, rules.get("card_fields"))
    where = build_optional(context, rules.get("where"))
    return CardsDeclaration(branch.text(0), None, made_of, fields, where, copies, span=branch.span)


def _generator(context: Context, branch: Branch) -> Generator:
    return Generator(branch.text(0), build_expression(context, branch.branch(1)), span=branch.span)


def _card_lines(context: Context, branch: Branch | None) -> tuple[tuple[CardField, ...], Expression | None]:
    """The properties below `cards`, and what is said of copies."""
    lines = () if branch is None else branch.branches()
    fields = (line for line in lines if line.rule == "card_field")
    copies = [build_expression(context, line.branch(0)) for line in lines if line.rule == "card_copies"]
    for again in copies[1:]:
        context.problems.append(problem("copies-again", again.span))
    return tuple(one for line in fields for one in _card_field_line(context, line)), (*copies, None)[0]


def _card_field_line(context: Context, branch: Branch) -> tuple[CardField, ...]:
    """One line of properties, which may declare several that are alike."""
    names = branch.branch(0).leaves()
    kind, written = _kind(branch.branch(1)), branch.branch_or_none(2)
    default = None if written is None else build_expression(context, written)
    spans = [branch.span] if len(names) == 1 else [name.span for name in names]
    return tuple(
        CardField(name.text, kind, default, span=span) for name, span in zip(names, spans, strict=True)
    )


def _kind(branch: Branch) -> KindName:
    if branch.rule == "kind":
        return KindName(branch.branch(0).text(0), optional=_optional(branch), span=branch.span)
    shape = branch.rule.removeprefix("kind_")
    return KindName(branch.text(0), shape, shape == "zone" and _optional(branch), span=branch.span)


def _optional(branch: Branch) -> bool:
    return branch.leaf_or_none(1) is not None


def _setting(context: Context, branch: Branch) -> Declaration:
    limits = branch.branch_or_none(2)
    return SettingDeclaration(
        branch.text(0),
        build_expression(context, branch.branch(1)),
        build_expression(context, limits.branch(0)) if limits else None,
        build_expression(context, limits.branch(1)) if limits else None,
        _meaning(branch.leaf_or_none(3)),
        span=branch.span,
    )


def _meaning(leaf: Leaf | None) -> str:
    return unquote(leaf.text) if leaf else ""


def _preset(context: Context, branch: Branch) -> Declaration:
    block = branch.branch_or_none(2)
    lines = tuple(
        PresetLine(one.text(0), build_expression(context, one.branch(1)), span=one.span)
        for one in (block.branches() if block else ())
    )
    return PresetDeclaration(branch.text(0), _meaning(branch.leaf_or_none(1)), lines, span=branch.span)


def _sizes(context: Context, branch: Branch | None) -> tuple[Expression, ...]:
    return tuple(build_expression(context, one) for one in branch.branch(0).branches()) if branch else ()


def _zone(context: Context, branch: Branch) -> Declaration:
    options: dict[str, Branch] = {}
    for option in branch.branches(4):
        name = "sight" if option.rule in _SIGHTS else option.rule
        if name in options:
            context.problems.append(problem("zone-option-twice", option.span))
        options.setdefault(name, option)
    sight = options.get("sight")
    ordered = options.get("ordered")
    return ZoneDeclaration(
        branch.text(0),
        _sizes(context, branch.branch_or_none(1)),
        _owners(branch.branch_or_none(2)),
        branch.text(3),
        _SIGHTS[sight.rule] if sight else "",
        build_optional(context, options.get("room")),
        ordered.text(0) if ordered else None,
        "unordered" in options,
        "unlogged" in options,
        "not_remembered" not in options,
        span=branch.span,
    )


def _owners(branch: Branch | None) -> tuple[str, ...]:
    return () if branch is None else tuple(one.text for one in branch.leaves())


def _dice(context: Context, branch: Branch) -> Declaration:
    sight = branch.branch_or_none(4)
    return DiceDeclaration(
        branch.text(0),
        _owners(branch.branch_or_none(1)),
        build_expression(context, branch.branch(2)),
        _SIGHTS[sight.rule] if sight else "",
        build_expression(context, branch.branch(3).branch(0)),
        span=branch.span,
    )


def _table(context: Context, branch: Branch) -> Declaration:
    rules = branch.branches(1)
    entries = tuple(build_expression(context, one) for one in rules if one.rule != "then_last")
    return TableDeclaration(branch.text(0), entries, rules[-1].rule == "then_last", span=branch.span)


def _variable(context: Context, branch: Branch) -> Declaration:
    held = branch.branch(3)
    kind = _kind(held.branch(0).branch(0)) if held.rule == "held" else None
    initial = held.branch_or_none(1) if held.rule == "held" else held.branch(0)
    option = branch.branch_or_none(5)
    return VariableDeclaration(
        branch.text(0),
        _sizes(context, branch.branch_or_none(1)),
        _owners(branch.branch_or_none(2)),
        kind,
        None if initial is None else build_expression(context, initial),
        branch.branch_or_none(4) is not None,
        "up" if option is None else _SIGHTS.get(option.rule, "up"),
        _meaning(branch.leaf_or_none(6)),
        option is not None and option.rule == "beside_its_name",
        span=branch.span,
    )


def _needs(context: Context, branch: Branch) -> Declaration:
    amount = build_expression(context, branch.branch(0))
    because = build_because(context, branch.branch_or_none(2))
    return NeedsDeclaration(amount, branch.text(1), because, span=branch.span)


# ---- how it is played ----------------------------------------------------------------------------


def _action(context: Context, branch: Branch) -> Declaration:
    choices = branch.branch_or_none(1)
    block = branch.branch_or_none(2)
    lines = block.branches() if block else ()
    requirements = tuple(_requirement(context, one) for one in lines if one.rule == "requirement")
    return ActionDeclaration(
        branch.branch(0).text(0),
        tuple(_choice(context, one) for one in choices.branches()) if choices else (),
        requirements,
        build_statements(context, lines[len(requirements) :]),
        span=branch.span,
    )


def _payment(context: Context, branch: Branch) -> Payment:
    name, symbol, element = (leaf.text for leaf in branch.leaves())
    asked, *rest = branch.branches()
    prices = tuple(build_expression(context, one) for one in asked.branches())
    symbols, over, condition = (build_expression(context, one) for one in rest)
    return Payment(name, prices, symbol, symbols, element, over, condition, span=branch.span)


def _choice(context: Context, branch: Branch) -> Choice | Payment:
    """`c in SOURCE` gives its name to the source too, so that `where` may speak of it."""
    if branch.rule == "secret":
        return evolve(_choice(context, branch.branch(0)), secret=True, span=branch.span)
    if branch.rule == "payment":
        return _payment(context, branch)
    name = branch.text(0)
    if branch.rule == "choice":
        return Choice(name, _own_source(context, name, branch.branch(1)), span=branch.span)
    *numbers, last = branch.branches()
    least, most = build_bounds(context, branch.rule.removeprefix("choose_"), tuple(numbers))
    source = build_source(context, last)
    return Choice(name, source, subset=True, least=least, most=most, span=branch.span)


def _own_source(context: Context, name: str, branch: Branch) -> Among:
    return Among(
        name,
        build_expression(context, branch.branch(0)),
        build_optional(context, branch.branch_or_none(1)),
        build_order(context, branch.branch_or_none(2)),
        span=branch.span,
    )


def _requirement(context: Context, branch: Branch) -> Requirement:
    label = branch.branch_or_none(0)
    condition = build_expression(context, branch.branch(1))
    because = build_because(context, branch.branch_or_none(2))
    return Requirement(label.text(0) if label else None, condition, because, span=branch.span)


def _definition(context: Context, branch: Branch) -> Declaration:
    value = _body(context, branch.branch(2))
    return Definition(branch.text(0), _parameters(branch.branch_or_none(1)), value, span=branch.span)


def _team(context: Context, branch: Branch) -> Declaration:
    player = _parameter(branch.branch(0).branch(0))
    if player.kind is None:
        player = evolve(player, kind=KindName("player", span=player.span))
    return Definition("team", (player,), _body(context, branch.branch(1)), teams=True, span=branch.span)


def _body(context: Context, branch: Branch) -> Expression:
    return build_match(context, branch) if branch.rule == "match" else build_expression(context, branch)


def _parameters(branch: Branch | None) -> tuple[Parameter, ...]:
    return () if branch is None else tuple(_parameter(one) for one in branch.branches())


def _parameter(branch: Branch) -> Parameter:
    of_kind = branch.branch_or_none(1)
    return Parameter(branch.text(0), _kind(of_kind.branch(0)) if of_kind else None, span=branch.span)


def _rule(context: Context, branch: Branch) -> Declaration:
    body = build_block(context, branch.branch(2))
    return RuleDeclaration(branch.text(0), _parameters(branch.branch_or_none(1)), body, span=branch.span)


def _reaction(context: Context, branch: Branch) -> Declaration:
    name, card, zone = branch.text(0), branch.text(2), branch.text(4)
    earlier = branch.branch_or_none(1)
    after = tuple(ReactionName(one.text(0), span=one.span) for one in earlier.branches()) if earlier else ()
    event: Literal["enters", "leaves"] = "enters" if branch.branch(3).rule == "enters" else "leaves"
    body = build_block(context, branch.branch(5))
    return ReactionDeclaration(name, after, card, event, zone, body, span=branch.span)


# ---- how it is scored ----------------------------------------------------------------------------


def _score(context: Context, branch: Branch) -> Declaration:
    scored = branch.branch_or_none(1)
    parameter = _parameter(scored.branch(0)) if scored else None
    return ScoreDeclaration(branch.text(0), parameter, _body(context, branch.branch(2)), span=branch.span)


_DECLARATIONS: dict[str, Callable[[Context, Branch], Declaration]] = {
    "language": _language,
    "game": _game,
    "include": _include,
    "use": _use,
    "library": _library,
    "enum": _enum,
    "group": _group,
    "cards_from": _cards_from,
    "cards_made": _cards_made,
    "setting": _setting,
    "preset": _preset,
    "zone": _zone,
    "dice": _dice,
    "table": _table,
    "variable": _variable,
    "needs": _needs,
    "setup": lambda c, b: SetupDeclaration(build_block(c, b.branch(0)), span=b.span),
    "play": lambda c, b: PlayDeclaration(build_block(c, b.branch(0)), span=b.span),
    "action": _action,
    "definition": _definition,
    "rule": _rule,
    "reaction": _reaction,
    "score": _score,
    "score_awards": lambda _, b: ScoreDeclaration(b.text(0), None, None, span=b.span),
    "team": _team,
    "winner": lambda c, b: WinnerDeclaration(
        build_keys(c, b.branch(0)), build_optional(c, b.branch_or_none(1)), span=b.span
    ),
}
