"""Branches to expressions, phrases and sources: one small function for each rule of the grammar."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve, frozen

from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax.branches import Branch, Leaf
from rulewright.dsl.syntax.nodes import (
    AllOf,
    Among,
    Arm,
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
    Order,
    Phrase,
    Place,
    RandomPlayer,
    Range,
    SetsAmong,
    Truth,
    Unary,
)
from rulewright.dsl.syntax.phrases import Gap, WrongBrace, split_phrase, unquote

FOLDS = ("sum", "min", "max", "any", "all")
"""What may stand before `(E for x in S)`."""

_DIRECTIONS = {"highest": "most", "lowest": "fewest", "latest": "last"}


@frozen
class Context:
    """What builders need besides the branch: how to read a gap of a phrase, and where problems go."""

    read_gap: Callable[[str, Span], Branch | Problem]
    problems: list[Problem]


def build_expression(context: Context, branch: Branch) -> Expression:
    """The expression that a branch stands for."""
    return _EXPRESSIONS[branch.rule](context, branch)


def build_all(context: Context, branch: Branch | None) -> tuple[Expression, ...]:
    """The expressions of a list that may be left out."""
    return () if branch is None else tuple(build_expression(context, one) for one in branch.branches())


def build_optional(context: Context, branch: Branch | None) -> Expression | None:
    """The expression that a clause such as `at E` or `where E` holds, None for an absent clause."""
    return None if branch is None else build_expression(context, branch.branch(0))


def build_arguments(context: Context, branch: Branch | None) -> tuple[Expression, ...]:
    """The expressions between parentheses, which may be left out or empty."""
    return () if branch is None else build_all(context, branch.branch_or_none(0))


def build_source(context: Context, branch: Branch) -> Among:
    """`[NAME in] [up to N of] S [where C] [from lowest E]`"""
    element = branch.branch_or_none(0)
    return Among(
        element.text(0) if element else None,
        build_expression(context, branch.branch(2)),
        build_optional(context, branch.branch_or_none(3)),
        build_order(context, branch.branch_or_none(4)),
        build_optional(context, branch.branch_or_none(1)),
        span=branch.span,
    )


def build_bounds(
    context: Context, how: str, numbers: tuple[Branch, ...]
) -> tuple[Expression | None, Expression | None]:
    """How many elements a set has: `exactly 2`, `2 or_more`, `1 to 3` (`between`), `up_to 3`, `any`."""
    least: Expression | None = None
    most: Expression | None = None
    built = [build_expression(context, one) for one in numbers]
    if how == "up_to":
        most = built[0]
    elif built:
        least = built[0]
    if how in ("exactly", "between"):
        most = built[-1]
    return least, most


def build_drawn(context: Context, branch: Branch) -> Drawn:
    """What a fold goes through: single elements, or sets of so many."""
    if not branch.rule.startswith("sets_"):
        return build_source(context, branch)
    element, *numbers, over = [part for part in branch.parts[:-1] if isinstance(part, Branch)]
    least, most = build_bounds(context, branch.rule.removeprefix("sets_"), tuple(numbers))
    where = branch.parts[-1]
    return SetsAmong(
        element.text(0),
        build_expression(context, over),
        least,
        most,
        build_expression(context, where.branch(0)) if isinstance(where, Branch) else None,
        span=branch.span,
    )


def build_order(context: Context, branch: Branch | None) -> Order | None:
    """`from lowest E`"""
    if branch is None:
        return None
    direction = branch.rule.removeprefix("order_")
    return Order(direction, build_expression(context, branch.branch(0)), span=branch.span)


def build_keys(context: Context, branch: Branch) -> tuple[Key, ...]:
    """The keys of `best` and of the winner, the weightiest first."""
    return tuple(build_key(context, one) for one in branch.branches())


def build_key(context: Context, branch: Branch) -> Key:
    """`fewest E` or `first`"""
    word = branch.branch(0).text(0)
    value = build_expression(context, branch.branch(1)) if branch.rule == "key" else None
    return Key(_DIRECTIONS.get(word, word), word, value, span=branch.span)


def build_because(context: Context, branch: Branch | None) -> Phrase | None:
    """The phrase of a `because` that may be left out."""
    return None if branch is None else build_phrase(context, branch.leaf(0))


def build_phrase(context: Context, leaf: Leaf) -> Phrase:
    """A string with its gaps read; a gap that cannot be read is a problem and left out."""
    parts: list[str | Expression] = []
    for part in split_phrase(leaf.text):
        if isinstance(part, str):
            parts.append(part)
            continue
        begin = leaf.span.column + part.offset
        span = Span(leaf.span.file, leaf.span.line, begin, leaf.span.line, begin + max(len(part.text), 1))
        if isinstance(part, WrongBrace):
            context.problems.append(problem("phrase-brace", span, found=part.text))
        else:
            _add_gap(context, parts, part, span)
    return Phrase(tuple(parts), span=leaf.span)


def _add_gap(context: Context, parts: list[str | Expression], gap: Gap, span: Span) -> None:
    if not gap.text.strip():
        context.problems.append(problem("phrase-empty-gap", span))
        return
    branch = context.read_gap(gap.text, span)
    if isinstance(branch, Problem):
        context.problems.append(branch)
    else:
        parts.append(build_expression(context, branch))


def build_match(context: Context, branch: Branch) -> Match:
    """`match E` with its arms."""
    arms = tuple(_arm(context, one) for one in branch.branches(1))
    return Match(build_expression(context, branch.branch(0)), arms, span=branch.span)


def _arm(context: Context, branch: Branch) -> Arm:
    if branch.rule == "arm_else":
        return Arm((), build_expression(context, branch.branch(0)), span=branch.span)
    patterns = build_all(context, branch.branch(0))
    return Arm(patterns, build_expression(context, branch.branch(1)), span=branch.span)


def _filtered(context: Context, branch: Branch) -> Filtered:
    """`X where C`; the grammar reads `c in X where C` as a comparison with a filter."""
    if branch.rule == "limited":
        return Filtered(build_source(context, evolve(branch, parts=(None, *branch.parts))), span=branch.span)
    collection = branch.branch(0)
    name = None
    if collection.rule == "in" and collection.branch(0).rule == "name":
        name = collection.branch(0).text(0)
        collection = collection.branch(1)
    elif collection.rule in ("in", "not_in", "compare", "is_some", "is_none"):
        context.problems.append(problem("filter-of-comparison", collection.span))
    sorted_only = branch.rule == "sorted"
    where = None if sorted_only else build_optional(context, branch.branch(1))
    order = build_order(context, branch.branch(1) if sorted_only else branch.branch_or_none(2))
    over = build_expression(context, collection)
    return Filtered(Among(name, over, where, order, span=branch.span), span=branch.span)


def _fold(context: Context, branch: Branch) -> Expression:
    how = branch.text(0)
    if how not in FOLDS:
        context.problems.append(problem("fold-unknown", branch.leaf(0).span, found=how))
    value = build_expression(context, branch.branch(1))
    return Fold(how, value, build_drawn(context, branch.branch(2)), span=branch.span)


def _fold_word(how: str) -> Callable[[Context, Branch], Expression]:
    def build(context: Context, branch: Branch) -> Expression:
        value = build_expression(context, branch.branch(0))
        return Fold(how, value, build_drawn(context, branch.branch(1)), span=branch.span)

    return build


def _place(context: Context, branch: Branch) -> Expression:
    player = build_expression(context, branch.branch(0))
    skipping = branch.branch_or_none(2) is not None
    return Place(player, build_key(context, branch.branch(1)), skipping, span=branch.span)


def _list_for(context: Context, branch: Branch) -> Expression:
    value = build_expression(context, branch.branch(0))
    return ListFor(value, build_source(context, branch.branch(1)), span=branch.span)


def _conditional(context: Context, branch: Branch) -> Expression:
    condition, then, otherwise = build_all(context, branch)
    return Conditional(condition, then, otherwise, span=branch.span)


def _compare(context: Context, branch: Branch) -> Expression:
    left = build_expression(context, branch.branch(0))
    right = build_expression(context, branch.branch(2))
    return Binary(branch.branch(1).text(0), left, right, span=branch.span)


def _not_in(context: Context, branch: Branch) -> Expression:
    left, right = build_all(context, branch)
    return Unary("not", Binary("in", left, right, span=branch.span), span=branch.span)


def _binary(sign: str) -> Callable[[Context, Branch], Expression]:
    def build(context: Context, branch: Branch) -> Expression:
        left, right = build_all(context, branch)
        return Binary(sign, left, right, span=branch.span)

    return build


def _range(context: Context, branch: Branch) -> Expression:
    low, high = build_all(context, branch)
    return Range(low, high, span=branch.span)


def _unary(sign: str) -> Callable[[Context, Branch], Expression]:
    def build(context: Context, branch: Branch) -> Expression:
        return Unary(sign, build_expression(context, branch.branch(0)), span=branch.span)

    return build


def _is(some: bool) -> Callable[[Context, Branch], Expression]:
    def build(context: Context, branch: Branch) -> Expression:
        return Is(build_expression(context, branch.branch(0)), some, span=branch.span)

    return build


def _field(optional: bool) -> Callable[[Context, Branch], Expression]:
    def build(context: Context, branch: Branch) -> Expression:
        return Field(build_expression(context, branch.branch(0)), branch.text(1), optional, span=branch.span)

    return build


def _index(context: Context, branch: Branch) -> Expression:
    of = build_expression(context, branch.branch(0))
    return Index(of, build_all(context, branch.branch(1)), span=branch.span)


_EXPRESSIONS: dict[str, Callable[[Context, Branch], Expression]] = {
    "number": lambda _, b: Number(int(b.text(0)), span=b.span),
    "yes": lambda _, b: Truth(True, span=b.span),
    "no": lambda _, b: Truth(False, span=b.span),
    "none": lambda _, b: Nothing(span=b.span),
    "name": lambda _, b: Name(b.text(0), span=b.span),
    "random_player": lambda _, b: RandomPlayer(span=b.span),
    "field": _field(False),
    "optional_field": _field(True),
    "index": _index,
    "call": lambda c, b: Call(b.text(0), build_arguments(c, b.branch(1)), span=b.span),
    "fold": _fold,
    "fold_any": _fold_word("any"),
    "fold_all": _fold_word("all"),
    "count": lambda c, b: Count(build_drawn(c, b.branch(0)), span=b.span),
    "best": lambda c, b: Best(build_drawn(c, b.branch(0)), build_keys(c, b.branch(1)), span=b.span),
    "place": _place,
    "all_of": lambda c, b: AllOf(build_expression(c, b.branch(0)), span=b.span),
    "filtered": _filtered,
    "sorted": _filtered,
    "limited": _filtered,
    "card_text": lambda _, b: CardText(unquote(b.text(0)), span=b.span),
    "card_texts": lambda c, b: ListOf(build_all(c, b), span=b.span),
    "list": lambda c, b: ListOf(build_all(c, b.branch(0)), span=b.span),
    "list_for": _list_for,
    "range": _range,
    "not": _unary("not"),
    "negative": _unary("-"),
    "compare": _compare,
    "not_in": _not_in,
    "in": _binary("in"),
    "plus": _binary("+"),
    "minus": _binary("-"),
    "times": _binary("*"),
    "div": _binary("div"),
    "mod": _binary("mod"),
    "and": _binary("and"),
    "or": _binary("or"),
    "default": _binary("else"),
    "is_some": _is(True),
    "is_none": _is(False),
    "conditional": _conditional,
    "parentheses": lambda c, b: build_expression(c, b.branch(0)),
    "match": build_match,
}
