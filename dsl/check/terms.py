"""Expressions: from the tree to terms, each with its kind.

The kind that a place wants is handed down, so that `love` means the relationship in one place and the
suit in another; what comes back is fitted to it by `Checker.term`. A mistake becomes a problem and a term
of unknown kind, so that each is told once. Names are in `names`, calls in `calls`, collections in `sources`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import evolve

from rulewright.dsl.check.calls import read_call
from rulewright.dsl.check.checker import DEEPEST, Checker, alike, unknown
from rulewright.dsl.check.matches import Arms
from rulewright.dsl.check.names import read_card_text, read_field, read_index, read_name
from rulewright.dsl.check.scope import Scope, present_when
from rulewright.dsl.check.sources import (
    read_all_of,
    read_best,
    read_count,
    read_filtered,
    read_fold,
    read_list,
    read_list_for,
    read_place,
    read_range,
    to_collection,
)
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.model import (
    BOOL,
    INT,
    NONE,
    NOTHING,
    UNKNOWN,
    And,
    Arithmetic,
    Comparison,
    Conditional,
    Constant,
    Default,
    IsSome,
    Kind,
    MatchArm,
    MatchOn,
    Member,
    Not,
    Or,
    Phrase,
    Term,
)
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.format_expressions import expression

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


def read_term(checker: Checker, node: nodes.Expression, scope: Scope, wanted: Kind | None) -> Term:
    """An expression as a term of its own kind, not yet fitted to the wanted one."""
    term = read_bare(checker, node, scope, wanted)
    if term.kind.optional and term.kind.family != "nothing":
        if term in scope.present:
            return evolve(term, kind=term.kind.surely())
        if term in scope.assured:
            return checker.must(term, node.span)
    return term


def read_bare(checker: Checker, node: nodes.Expression, scope: Scope, wanted: Kind | None) -> Term:
    """As `read_term`, absent as its kind may be: for `?.`, `else` and `is`, which ask about just that."""
    if checker.nesting >= DEEPEST:
        return checker.lost("limit-chain", node.span, most=DEEPEST)
    checker.nesting += 1
    term = _READERS[type(node)](checker, node, scope, wanted)
    checker.nesting -= 1
    return term


def read_phrase(checker: Checker, node: nodes.Phrase | None, scope: Scope) -> Phrase | None:
    """Text with gaps; the gaps may hold values of any kind."""
    return None if node is None else read_text(checker, node, scope)


def read_text(checker: Checker, node: nodes.Phrase, scope: Scope) -> Phrase:
    """The same, of a text that is there."""
    parts = tuple(part if isinstance(part, str) else checker.term(part, scope) for part in node.parts)
    return Phrase(parts, span=node.span)


def join_kinds(checker: Checker, terms: list[Term]) -> Kind:
    """The kind that all of these have, possibly absent if one may be; a problem at the odd one out."""
    kind = UNKNOWN
    optional = False
    for term in terms:
        optional = optional or term.kind.optional
        if term.kind.family in ("nothing", "unknown"):
            continue
        if kind == UNKNOWN:
            kind = term.kind.surely()
        elif not alike(term.kind, kind):
            checker.report("kinds-differ", term.span, wanted=spoken(kind), have=spoken(term.kind.surely()))
            return UNKNOWN
        kind = kind.or_else(term.kind)
    if kind == UNKNOWN:
        return NOTHING if terms and all(term.kind.family == "nothing" for term in terms) else UNKNOWN
    return kind.maybe() if optional else kind


# ---- plain values --------------------------------------------------------------------------------


def _number(checker: Checker, node: nodes.Number, scope: Scope, wanted: Kind | None) -> Term:
    return Constant(node.value, kind=INT, span=node.span)


def _truth(checker: Checker, node: nodes.Truth, scope: Scope, wanted: Kind | None) -> Term:
    return Constant(int(node.value), kind=BOOL, span=node.span)


def _nothing(checker: Checker, node: nodes.Nothing, scope: Scope, wanted: Kind | None) -> Term:
    return Constant(NONE, kind=NOTHING, span=node.span)


def _random_player(checker: Checker, node: nodes.RandomPlayer, scope: Scope, wanted: Kind | None) -> Term:
    return checker.lost("random-player-place", node.span)


# ---- logic ---------------------------------------------------------------------------------------


def _unary(checker: Checker, node: nodes.Unary, scope: Scope, wanted: Kind | None) -> Term:
    if node.sign == "not":
        return Not(checker.condition(node.of, scope), kind=BOOL, span=node.span)
    if isinstance(node.of, nodes.Number):
        return Constant(-node.of.value, kind=INT, span=node.span)
    zero = Constant(0, kind=INT, span=node.span)
    return Arithmetic("-", zero, checker.number(node.of, scope), kind=INT, span=node.span)


def _binary(checker: Checker, node: nodes.Binary, scope: Scope, wanted: Kind | None) -> Term:
    if node.sign in ("and", "or"):
        return _connected(checker, node, scope)
    if node.sign == "else":
        return _default(checker, node, scope, wanted)
    if node.sign == "in":
        return _member(checker, node, scope)
    if node.sign in COMPARISONS:
        return _comparison(checker, node, scope)
    if node.sign == "-" and wanted is not None and wanted.name.endswith(".id"):
        written = expression(node).replace(" ", "")
        if written in checker.enum_values(wanted):
            return checker.lost("card-id-hyphen", node.span, name=written)
    left, right = checker.number(node.left, scope), checker.number(node.right, scope)
    return Arithmetic(node.sign, left, right, kind=INT, span=node.span)


def _operands(node: nodes.Expression, sign: str) -> list[nodes.Expression]:
    """The operands of a chain of one sign, in order, without recursion."""
    found: list[nodes.Expression] = []
    while isinstance(node, nodes.Binary) and node.sign == sign:
        found.append(node.right)
        node = node.left
    return [node, *reversed(found)]


def _connected(checker: Checker, node: nodes.Binary, scope: Scope) -> Term:
    parts: list[Term] = []
    truth = node.sign == "and"
    for operand in _operands(node, node.sign):
        part = checker.condition(operand, scope)
        scope = scope.knowing(present_when(part, truth, checker.told))
        parts.append(part)
    if truth:
        return And(tuple(parts), kind=BOOL, span=node.span)
    return Or(tuple(parts), kind=BOOL, span=node.span)


def _default(checker: Checker, node: nodes.Binary, scope: Scope, wanted: Kind | None) -> Term:
    value = read_bare(checker, node.left, scope, wanted)
    if value.kind == UNKNOWN:
        read_bare(checker, node.right, scope, wanted)
        return value
    if not value.kind.optional:
        return checker.lost("never-absent", node.left.span, idle="`else` and what stands behind it")
    default = checker.term(node.right, scope, value.kind if value.kind != NOTHING else wanted)
    kind = value.kind if default.kind.optional else value.kind.surely()
    kind = kind.or_else(default.kind)
    return Default(value, default, kind=kind, span=node.span)


def _is(checker: Checker, node: nodes.Is, scope: Scope, wanted: Kind | None) -> Term:
    value = read_bare(checker, node.of, scope, None)
    if value.kind == UNKNOWN:
        return value
    if not value.kind.optional:
        return checker.lost("never-absent", node.of.span, idle="the question")
    some = IsSome(value, kind=BOOL, span=node.span)
    return some if node.some else Not(some, kind=BOOL, span=node.span)


def _is_word(checker: Checker, node: nodes.Expression, scope: Scope) -> bool:
    """A plain name that an enum has among its words, so that its meaning may hang on what stands beside."""
    if not isinstance(node, nodes.Name) or node.name in scope.names:
        return False
    return any(node.name in enum.values for enum in checker.enums.values())


def _pair(checker: Checker, node: nodes.Binary, scope: Scope) -> tuple[Term, Term]:
    """Both operands; the one that may be a bare word of an enum is read last, knowing the other's kind."""
    if _is_word(checker, node.left, scope) and not _is_word(checker, node.right, scope):
        right = checker.term(node.right, scope)
        return checker.read_term(checker, node.left, scope, right.kind.one()), right
    left = checker.term(node.left, scope)
    return left, checker.read_term(checker, node.right, scope, left.kind.one())


def _asked_of(checker: Checker, one: Term, node: nodes.Expression, other: Term) -> str:
    """Advice to compare what a card or a die shows, where that is of the other's kind."""
    if one.kind.family == "die":
        shown = {"face": checker.dice[one.kind.name].kind}
    elif one.kind.family == "card" and one.kind.name in checker.card_sets:
        shown = {field.name: field.kind for field in checker.card_sets[one.kind.name].fields}
    else:
        return ""
    alike_ones = [f"`{expression(node)}.{name}`" for name, kind in shown.items() if alike(kind, other.kind)]
    return f"Perhaps you meant {alike_ones[0]}." if alike_ones else ""


def _comparison(checker: Checker, node: nodes.Binary, scope: Scope) -> Term:
    left, right = _pair(checker, node, scope)
    if UNKNOWN in (left.kind, right.kind):
        return unknown(node.span)
    for side, child in ((left, node.left), (right, node.right)):
        if side.kind.shape != "one":
            return checker.lost("compares-collection", child.span, have=spoken(side.kind))
    families = {left.kind.family, right.kind.family} - {"nothing"}
    if len(families) > 1 or not (
        alike(left.kind, right.kind) or "nothing" in (left.kind.family, right.kind.family)
    ):
        near = _asked_of(checker, left, node.left, right) or _asked_of(checker, right, node.right, left)
        facts = {"left": spoken(left.kind), "right": spoken(right.kind), "near": near}
        return checker.lost("compares-unlike", node.span, **facts)
    if node.sign not in ("==", "!=") and not families <= {"int", "enum"}:
        return checker.lost("compares-order", node.span, have=spoken(left.kind), sign=node.sign)
    return Comparison(node.sign, left, right, kind=BOOL, span=node.span)


def _member(checker: Checker, node: nodes.Binary, scope: Scope) -> Term:
    if _is_word(checker, node.left, scope):
        collection = to_collection(checker, checker.term(node.right, scope), node.right.span)
        value = checker.read_term(checker, node.left, scope, collection.kind.one())
    else:
        value = checker.term(node.left, scope)
        wanted = value.kind.many() if value.kind != UNKNOWN else None
        collection = to_collection(
            checker, checker.read_term(checker, node.right, scope, wanted), node.right.span
        )
    if UNKNOWN in (value.kind, collection.kind):
        return unknown(node.span)
    if not alike(value.kind, collection.kind.one()):
        facts = {"left": spoken(value.kind), "right": spoken(collection.kind), "near": ""}
        return checker.lost("compares-unlike", node.span, **facts)
    return Member(value, collection, kind=BOOL, span=node.span)


# ---- choosing between values ---------------------------------------------------------------------


def _conditional(checker: Checker, node: nodes.Conditional, scope: Scope, wanted: Kind | None) -> Term:
    condition = checker.condition(node.condition, scope)
    known = scope.knowing(present_when(condition, True, checker.told))
    other = scope.knowing(present_when(condition, False, checker.told))
    if (
        wanted is None
        and _is_word(checker, node.then, known)
        and not _is_word(checker, node.otherwise, other)
    ):
        otherwise = checker.term(node.otherwise, other)
        then = checker.read_term(checker, node.then, known, otherwise.kind)
    else:
        then = checker.term(node.then, known, wanted)
        otherwise = checker.read_term(checker, node.otherwise, other, wanted or then.kind)
        otherwise = checker.fit(otherwise, wanted, node.otherwise.span)
    kind = join_kinds(checker, [then, otherwise])
    return Conditional(condition, then, otherwise, kind=kind, span=node.span)


def _match(checker: Checker, node: nodes.Match, scope: Scope, wanted: Kind | None) -> Term:
    value = checker.term(node.of, scope)
    if value.kind != UNKNOWN and value.kind.family not in ("enum", "int", "bool"):
        return checker.lost("match-kind", node.of.span, have=spoken(value.kind))
    covered = Arms(checker, scope, value.kind)
    arms: list[MatchArm] = []
    otherwise: Term | None = None
    for arm in node.arms:
        ranges = tuple(one for pattern in arm.patterns for one in covered.read(pattern))
        result = checker.term(arm.value, scope, wanted)
        if arm.patterns:
            arms.append(MatchArm(ranges, result, span=arm.span))
        else:
            otherwise = result
    if otherwise is None:
        covered.require_all(node.span)
    results = [arm.result for arm in arms] + ([otherwise] if otherwise else [])
    kind = join_kinds(checker, results)
    return MatchOn(value, tuple(arms), otherwise, kind=kind, span=node.span)


Reader = Callable[..., Term]
_READERS: Mapping[type[nodes.Expression], Reader] = {
    nodes.Number: _number,
    nodes.Truth: _truth,
    nodes.Nothing: _nothing,
    nodes.RandomPlayer: _random_player,
    nodes.Name: read_name,
    nodes.Field: read_field,
    nodes.Index: read_index,
    nodes.Call: read_call,
    nodes.CardText: read_card_text,
    nodes.Fold: read_fold,
    nodes.Count: read_count,
    nodes.Best: read_best,
    nodes.Place: read_place,
    nodes.AllOf: read_all_of,
    nodes.Filtered: read_filtered,
    nodes.ListOf: read_list,
    nodes.ListFor: read_list_for,
    nodes.Range: read_range,
    nodes.Unary: _unary,
    nodes.Binary: _binary,
    nodes.Is: _is,
    nodes.Conditional: _conditional,
    nodes.Match: _match,
}
