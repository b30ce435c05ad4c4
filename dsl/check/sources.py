"""Collections: what ranges over them, picks from them, counts them and puts them in order."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.check.checker import Checker, unknown
from rulewright.dsl.check.scope import Scope, present_when
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.model import (
    BOOL,
    INT,
    PLAYER,
    UNKNOWN,
    BestOf,
    CardsIn,
    CardsOfAll,
    Constant,
    EveryPlayer,
    Fold,
    Gather,
    IntRange,
    Kind,
    Listing,
    ListOfTerms,
    Local,
    PlaceOf,
    RandomOf,
    Ranking,
    Subsets,
    Term,
    ZonesOf,
    card_kind,
)
from rulewright.dsl.model.walk import terms_of
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax import nodes


def to_collection(checker: Checker, term: Term, span: Span) -> Term:
    """The term as a collection: a zone stands for its cards."""
    if term.kind == UNKNOWN or term.kind.shape == "many":
        return term
    if term.kind.shape == "one" and term.kind.family == "zone" and not term.kind.optional:
        return CardsIn(term, kind=card_kind(term.kind.name).many(), span=span)
    if term.kind.optional and term.kind.family == "zone":
        return checker.lost("may-be-absent", span, wanted=spoken(term.kind.surely()))
    return checker.lost("not-a-collection", span, have=spoken(term.kind))


@frozen
class Drawn:
    """A source checked: the slot of its element, the collection, the condition, and the scope within."""

    slot: int
    over: Term
    where: Term | None
    order: Ranking | None
    within: Scope
    name: str

    @property
    def lost(self) -> bool:
        """The collection has a problem."""
        return self.over.kind == UNKNOWN

    @property
    def surely_some(self) -> bool:
        """There is at least one element, whatever happens in play."""
        if self.where is not None:
            return False
        match self.over:
            case IntRange(Constant(low), Constant(high)):
                return low <= high
            case ListOfTerms(items):
                return bool(items)
        return isinstance(self.over, Listing | EveryPlayer | ZonesOf)

    @property
    def element(self) -> Kind:
        """The kind of one of the elements, which may be absent unless there surely is one."""
        kind = self.over.kind.one()
        return kind if self.surely_some else kind.maybe()

    def gather(self, value: Term | None, span: Span) -> Term:
        """The elements, chosen and ordered, each as `value`."""
        if value is None and self.where is None and self.order is None:
            return self.over
        kind = self.over.kind if value is None else value.kind.many()
        return Gather(self.slot, self.over, self.where, self.order, value, kind=kind, span=span)


def _draw_sets(checker: Checker, source: nodes.SetsAmong, scope: Scope) -> Drawn:
    """`h in exactly 5 of hand[p] where is_flush(h)`: the element is a set."""
    over = to_collection(checker, checker.term(source.over, scope), source.over.span)
    least, most = (None if end is None else checker.number(end, scope) for end in (source.least, source.most))
    slot = checker.slot()
    within = checker.bind(scope, source.name, over.kind, slot, named_at(source.span, source.name))
    where = checker.condition(source.where, within) if source.where is not None else None
    if over.kind != UNKNOWN:
        over = Subsets(over, least, most, kind=over.kind, span=source.span)
    return Drawn(slot, over, where, None, within, source.name)


def draw_from(checker: Checker, source: nodes.Drawn, scope: Scope, wanted: Kind | None = None) -> Drawn:
    """`c in up to 2 of all column where c.joker from lowest c.value`."""
    if isinstance(source, nodes.SetsAmong):
        return _draw_sets(checker, source, scope)
    over = to_collection(checker, checker.read_term(checker, source.over, scope, wanted), source.over.span)
    slot = checker.slot()
    name = source.name or "it"
    kind = over.kind.one() if over.kind != UNKNOWN else UNKNOWN
    within = scope.binding(name, kind, slot)
    if source.name is not None:
        within = checker.bind(scope, name, kind, slot, named_at(source.span, name))
    where = checker.condition(source.where, within) if source.where is not None else None
    if where is not None:
        within = within.knowing(present_when(where, True, checker.told))
    order = None
    if source.order is not None:
        direction = "fewest" if source.order.direction == "lowest" else "most"
        order = Ranking(direction, _comparable(checker, source.order.value, within, slot))
    if source.most is None or over.kind == UNKNOWN:
        return Drawn(slot, over, where, order, within, name)
    most = checker.number(source.most, scope)
    first = Gather(slot, over, where, order, None, most, kind=over.kind, span=source.span)
    return Drawn(slot, first, None, None, within, name)


def named_at(span: Span, name: str) -> Span:
    """The place of a name that stands at the beginning of a stretch."""
    return Span(span.file, span.line, span.column, span.line, span.column + len(name))


def _comparable(checker: Checker, node: nodes.Expression, scope: Scope, *slots: int) -> Term:
    """A value that can be compared for more and less; one to go by should ask about what is in a slot."""
    value = checker.term(node, scope)
    if value.kind == UNKNOWN:
        return value
    if value.kind.optional:
        return checker.lost("may-be-absent", node.span, wanted="something to go by")
    if value.kind.shape != "one" or value.kind.family not in ("int", "enum", "bool"):
        return checker.lost("compares-order", node.span, have=spoken(value.kind), sign="by")
    parts = list(terms_of(value))
    lost = any(one.kind == UNKNOWN for one in parts)
    if slots and not lost and not any(isinstance(one, Local) and one.slot in slots for one in parts):
        checker.warn("ranking-same", node.span)
    return value


def read_ranking(checker: Checker, key: nodes.Key, scope: Scope, *slots: int) -> Ranking:
    """One key of `best`, `place` or `winner`, by which what is in the slots is put in order."""
    if key.value is None:
        return Ranking(key.direction, None)
    return Ranking(key.direction, _comparable(checker, key.value, scope, *slots))


# ---- folds ---------------------------------------------------------------------------------------


def read_count(checker: Checker, node: nodes.Count, scope: Scope, wanted: Kind | None) -> Term:
    """`count(c in hand[me] where c.joker)`"""
    drawn = draw_from(checker, node.source, scope)
    if drawn.lost:
        return unknown(node.span)
    return Fold("count", drawn.slot, drawn.over, drawn.where, None, kind=INT, span=node.span)


def read_fold(checker: Checker, node: nodes.Fold, scope: Scope, wanted: Kind | None) -> Term:
    """`sum(weight(c) for c in hand[p])`"""
    drawn = draw_from(checker, node.source, scope)
    if node.how in ("any", "all"):
        value = checker.condition(node.value, drawn.within)
        kind = BOOL
    elif node.how == "sum":
        value = checker.number(node.value, drawn.within)
        kind = INT
    else:
        value = _comparable(checker, node.value, drawn.within)
        kind = value.kind if drawn.surely_some or value.kind == UNKNOWN else value.kind.maybe()
    if drawn.lost or value.kind == UNKNOWN:
        return unknown(node.span)
    return Fold(node.how, drawn.slot, drawn.over, drawn.where, value, kind=kind, span=node.span)


def read_best(checker: Checker, node: nodes.Best, scope: Scope, wanted: Kind | None) -> Term:
    """`best(k in column by fewest size(k), then first)`"""
    drawn = draw_from(checker, node.source, scope)
    rankings = tuple(read_ranking(checker, key, drawn.within, drawn.slot) for key in node.keys)
    if drawn.lost:
        return unknown(node.span)
    kind = drawn.over.kind if isinstance(drawn.over, Subsets) else drawn.element
    return BestOf(drawn.slot, drawn.over, drawn.where, rankings, kind=kind, span=node.span)


def read_end(checker: Checker, direction: str, collection: Term, span: Span) -> Term:
    """`first(players)`: the first element of a collection, or the last."""
    drawn = Drawn(checker.slot(), to_collection(checker, collection, span), None, None, Scope(""), "it")
    if drawn.lost:
        return unknown(span)
    ranking = Ranking(direction, None)
    return BestOf(drawn.slot, drawn.over, None, (ranking,), kind=drawn.element, span=span)


def read_random(checker: Checker, node: nodes.LetRandom, scope: Scope) -> Term:
    """`random p in players where tied(p)`: its chance is called like the name and what it stands in."""
    drawn = draw_from(checker, node.source, scope)
    if node.source.order is not None and node.source.most is None:
        checker.report("random-order", node.source.order.value.span)
    if drawn.lost:
        return unknown(node.span)
    site, over = f"let {node.name} in {scope.label}", drawn.gather(None, node.source.span)
    return RandomOf(site, over, kind=drawn.element, span=node.span)


def read_place(checker: Checker, node: nodes.Place, scope: Scope, wanted: Kind | None) -> Term:
    """`place of p by most count_of(it, good_luck)`"""
    player = checker.term(node.player, scope, PLAYER)
    slot = checker.slot()
    ranking = read_ranking(checker, node.key, scope.binding("it", PLAYER, slot), slot)
    return PlaceOf(player, slot, ranking, node.skipping, kind=INT, span=node.span)


# ---- collections themselves ----------------------------------------------------------------------


def read_all_of(checker: Checker, node: nodes.AllOf, scope: Scope, wanted: Kind | None) -> Term:
    """`all column`: the cards of many zones."""
    zones = checker.read_term(checker, node.of, scope, None)
    if zones.kind == UNKNOWN:
        return zones
    if zones.kind.family != "zone":
        return checker.lost("all-of-zones", node.span, have=spoken(zones.kind))
    if zones.kind.shape == "one":
        return to_collection(checker, zones, node.span)
    return CardsOfAll(zones, kind=card_kind(zones.kind.name).many(), span=node.span)


def read_filtered(checker: Checker, node: nodes.Filtered, scope: Scope, wanted: Kind | None) -> Term:
    """`(Life where it.rank < 3)`"""
    drawn = draw_from(checker, node.source, scope, wanted)
    return unknown(node.span) if drawn.lost else drawn.gather(None, node.span)


def read_list_for(checker: Checker, node: nodes.ListFor, scope: Scope, wanted: Kind | None) -> Term:
    """`[top(k) for k in column where not empty(k)]`; absent values are left out by `where`, not here."""
    drawn = draw_from(checker, node.source, scope)
    value = checker.term(node.value, drawn.within, wanted.one() if wanted is not None else None)
    if drawn.lost or value.kind == UNKNOWN:
        return unknown(node.span)
    if value.kind.optional:
        return checker.lost("may-be-absent", node.value.span, wanted=spoken(value.kind.surely()))
    if value.kind.shape != "one":
        return checker.lost("list-of-collections", node.value.span)
    return drawn.gather(value, node.span)


def read_list(checker: Checker, node: nodes.ListOf, scope: Scope, wanted: Kind | None) -> Term:
    """`[offerings[me], dreams[me]]`"""
    element = wanted.one() if wanted is not None and wanted.family != "unknown" else None
    terms: list[Term] = []
    for item in node.items:
        terms.append(checker.read_term(checker, item, scope, element))
        element = element or terms[0].kind.surely()
    kind = terms[0].kind
    for term, item in zip(terms, node.items, strict=True):
        if term.kind.optional and term.kind != UNKNOWN:
            return checker.lost("may-be-absent", item.span, wanted=spoken(term.kind.surely()))
        if term.kind.shape != "one":
            return checker.lost("list-of-collections", item.span)
        kind = kind.or_else(term.kind) if kind.family == term.kind.family else kind
        if UNKNOWN not in (kind, term.kind) and term.kind.family != kind.family:
            return checker.lost("kinds-differ", item.span, wanted=spoken(kind), have=spoken(term.kind))
    if any(term.kind == UNKNOWN for term in terms):
        return unknown(node.span)
    return ListOfTerms(tuple(terms), kind=kind.many(), span=node.span)


def read_range(checker: Checker, node: nodes.Range, scope: Scope, wanted: Kind | None) -> Term:
    """`1..5`"""
    low, high = checker.number(node.low, scope), checker.number(node.high, scope)
    if UNKNOWN in (low.kind, high.kind):
        return unknown(node.span)
    return IntRange(low, high, kind=INT.many(), span=node.span)
