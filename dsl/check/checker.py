"""The checker's checker: what the passes share while a model is built from a tree.

The passes run in the order of `dsl.check`. Each looks names up here, reports problems here and takes
slots from here. Nothing of it outlives the check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import define, evolve, field

from rulewright.dsl.check.scope import Scope, Told
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.model import (
    BOOL,
    INT,
    PLAYER,
    UNKNOWN,
    BestOf,
    BuiltIn,
    CardSet,
    CardsIn,
    Constant,
    Default,
    DefinitionModel,
    Dice,
    Dimension,
    EnumModel,
    Fold,
    Gather,
    IfSome,
    Kind,
    Must,
    Rule,
    Setting,
    Table,
    Term,
    VariableModel,
    Zone,
    card_kind,
    enum_kind,
)
from rulewright.dsl.problems import Note, Problem, problem, warning
from rulewright.dsl.problems.spans import NOWHERE, Source, Span
from rulewright.dsl.problems.suggest import did_you_mean, nearest
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.vocabulary import FUNCTIONS, PLAIN_VALUES

DEEPEST = 100
"""How deep expressions may be nested, those of definitions that are worked out inside them included."""

MOST_SEARCHED = 50
"""How many problems may have been found while the nearest name is still looked for: a search takes time."""

TermReader = Callable[["Checker", nodes.Expression, Scope, "Kind | None"], Term]
DefinitionFinder = Callable[["Checker", str, Span], "DefinitionModel | None"]


@define
class Group:
    """Some values of an enum under a name of their own."""

    enum: str
    values: tuple[int, ...]


@define
class Checker:
    """See the head of this file. The first three break the circle of passes that call each other."""

    read_term: TermReader
    read_bare: TermReader
    find_definition: DefinitionFinder
    problems: list[Problem] = field(factory=list)
    enums: dict[str, EnumModel] = field(factory=dict)
    groups: dict[str, Group] = field(factory=dict)
    card_sets: dict[str, CardSet] = field(factory=dict)
    made_ids: dict[str, EnumModel] = field(factory=dict)
    settings: dict[str, Setting] = field(factory=dict)
    zones: dict[str, Zone] = field(factory=dict)
    dice: dict[str, Dice] = field(factory=dict)
    tables: dict[str, Table] = field(factory=dict)
    variables: dict[str, VariableModel] = field(factory=dict)
    definition_nodes: dict[str, nodes.Definition] = field(factory=dict)
    rule_nodes: dict[str, nodes.RuleDeclaration] = field(factory=dict)
    action_nodes: dict[str, nodes.ActionDeclaration] = field(factory=dict)
    definitions: dict[str, DefinitionModel] = field(factory=dict)
    told: dict[str, Told] = field(factory=dict)
    rules: dict[str, Rule] = field(factory=dict)
    score_nodes: dict[str, nodes.ScoreDeclaration] = field(factory=dict)
    awarded: dict[str, Span] = field(factory=dict)
    declared: dict[str, Span] = field(factory=dict)
    used: set[str] = field(factory=set)
    told_once: set[tuple[str, Span]] = field(factory=set)
    in_work: list[str] = field(factory=list)
    phases: dict[str, Span] = field(factory=dict)
    offered: set[str] = field(factory=set)
    lent: frozenset[str] = frozenset()
    sources: Mapping[str, Source] = field(factory=dict)
    shared_slots: dict[Term, int] = field(factory=dict)
    slots: int = 0
    nesting: int = 0

    # ---- problems --------------------------------------------------------------------------------

    def report(self, code: str, span: Span, *notes: Note, **facts: str | int) -> None:
        """Note a problem and go on."""
        self.problems.append(problem(code, span, *notes, **facts))

    def lost(self, code: str, span: Span, *notes: Note, **facts: str | int) -> Term:
        """Note a problem and give a term that fits everywhere."""
        self.report(code, span, *notes, **facts)
        return unknown(span)

    def unknown_name(self, code: str, name: str, span: Span, known: Iterable[str], **facts: str) -> Term:
        """Note a name that nothing declares, with the nearest that something does."""
        near = did_you_mean(name, known) if len(self.problems) < MOST_SEARCHED else ""
        return self.lost(code, span, name=name, near=near, **facts)

    def warn(self, code: str, span: Span, *notes: Note, **facts: str | int) -> None:
        """Note what is allowed and most likely not meant."""
        if span.file not in self.lent:
            self.problems.append(warning(code, span, *notes, **facts))

    def refuse_case_twins(self, named: Iterable[tuple[str, Span]]) -> None:
        """Note the names that differ from an earlier one in nothing but capital letters."""
        seen: dict[str, tuple[str, Span]] = {}
        for name, span in named:
            other, first = seen.setdefault(name.casefold(), (name, span))
            if other != name:
                self.report("case-twins", span, Note(first, "the other"), name=name, other=other)

    def once(self, code: str, span: Span, **facts: str | int) -> None:
        """Note a problem that shows with several numbers of players only for the first of them."""
        if (code, span) not in self.told_once:
            self.told_once.add((code, span))
            self.report(code, span, **facts)

    # ---- slots -----------------------------------------------------------------------------------

    def slot(self) -> int:
        """A new slot for a local."""
        self.slots += 1
        return self.slots - 1

    def slot_for(self, value: Term) -> int:
        """The slot in which `value?.` holds its value: one for all places where the same is asked.

        So `top(z)?.worth` is the same term wherever it stands, and what is known of one is known of all.
        """
        if value not in self.shared_slots:
            self.shared_slots[value] = self.slot()
        return self.shared_slots[value]

    def bind(self, scope: Scope, name: str, kind: Kind, slot: int, span: Span) -> Scope:
        """The scope with one local more, under a name that should mean nothing else here."""
        if name in PLAIN_VALUES:
            self.report("name-taken", span, name=name)
        elif name in scope.names:
            if self._in_one_declaration(scope.names[name].span, span):
                self.warn("hides-local", span, name=name)
        elif name in self.declared:
            self.warn("hides-declared", span, Note(self.declared[name], "declared here"), name=name)
        return scope.binding(name, kind, slot, span)

    def _in_one_declaration(self, one: Span, other: Span) -> bool:
        """Do two places stand in one declaration as it is written? What variants insert does not."""
        first, last = sorted((one.line, other.line))
        source = self.sources.get(one.file)
        lines = [] if source is None else source.text.splitlines()[first : last - 1]
        return one.file == other.file and not any(line[:1].isalpha() for line in lines)

    # ---- reading terms ---------------------------------------------------------------------------

    def term(self, node: nodes.Expression, scope: Scope, wanted: Kind | None = None) -> Term:
        """An expression checked, and fitted to the kind that its place wants."""
        return self.fit(self.read_term(self, node, scope, wanted), wanted, node.span)

    def condition(self, node: nodes.Expression, scope: Scope) -> Term:
        """An expression that is yes or no; an absent answer counts as no."""
        return self.term(node, scope, BOOL)

    def number(self, node: nodes.Expression, scope: Scope) -> Term:
        """An expression that is a number."""
        return self.term(node, scope, INT)

    def fit(self, term: Term, wanted: Kind | None, span: Span) -> Term:
        """The term as the wanted kind, or a problem that says what was found instead."""
        have = term.kind
        if wanted is None or UNKNOWN in (have, wanted):
            return term
        if have.family == "nothing":
            if wanted.optional:
                return evolve(term, kind=wanted)
            return self.lost("may-be-absent", span, wanted=spoken(wanted))
        if wanted.shape == "many" and have.shape == "one" and have.family == "zone":
            cards = CardsIn(term, kind=card_kind(have.name).many(), span=span)
            return self.fit(cards, wanted, span)
        if not alike(have, wanted) or (wanted.name and not have.name):
            return self._misfit(have, wanted, span)
        if have.optional and not wanted.optional:
            if wanted == BOOL:
                no = Constant(0, kind=BOOL, span=span)
                return Default(term, no, kind=BOOL, span=span)
            return self.lost("may-be-absent", span, wanted=spoken(wanted))
        return term

    def _misfit(self, have: Kind, wanted: Kind, span: Span) -> Term:
        """Note that a value is not of the kind that belongs there, with the way to what was meant."""
        facts = {"wanted": spoken(wanted), "have": spoken(have)}
        if (have.family, have.shape, wanted.family) == ("int", "one", "player"):
            return self.lost("player-by-number", span, **facts)
        if (have.family, have.shape, wanted) == ("player", "one", INT):
            return self.lost("number-of-player", span, **facts)
        if (wanted.shape, have.shape) == ("many", "one") and alike(have.surely(), wanted.one()):
            return self.lost("set-of-one", span, **facts)
        if (have, wanted) == (BOOL, INT):
            return self.lost("number-of-answer", span, **facts)
        if wanted == INT and (have.shape != "one" or have.family == "zone"):
            return self.lost("number-of-several", span, **facts)
        if have.family == wanted.family == "card" and not have.name and have.shape == wanted.shape:
            zone = self.zone_of_cards(wanted.name)
            return self.lost("cards-unsure-kind", span, cards=wanted.name, zone=zone)
        if have.family == wanted.family == "zone" and not have.name and have.shape == wanted.shape:
            return self.lost("zone-unsure", span, cards=wanted.name)
        return self.lost("kind-mismatch", span, **facts)

    def must(self, term: Term, span: Span) -> Term:
        """A value that may be absent, in a place that needs it."""
        over = _emptied(term)
        emptied = "" if over is None else self._written(over.span)
        if isinstance(over, Gather) and over.value is None:
            emptied = f"({emptied})"  # a filter stands in parentheses, which are no part of it
        return Must(term, emptied, kind=term.kind.surely(), span=span)

    def _written(self, span: Span) -> str:
        """What stands at a place, on one line; no text where no file of the game is meant."""
        if span.file not in self.sources:
            return ""
        lines = self.sources[span.file].text.splitlines()[span.line - 1 : span.end_line]
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(line.strip() for line in lines)

    # ---- names -----------------------------------------------------------------------------------

    def enum_values(self, kind: Kind) -> tuple[str, ...]:
        """The words of an enum kind; none for other kinds."""
        if kind.family != "enum":
            return ()
        enum = self.enums.get(kind.name) or self.made_ids.get(kind.name)
        return () if enum is None else enum.values

    def value_names(self, scope: Scope) -> list[str]:
        """All names that could stand where a value is wanted, for the nearest to be found among them."""
        values = [value for enum in self.enums.values() for value in enum.values]
        declared: list[str] = [*scope.names, *self.variables, *self.settings, *self.zones, *self.dice]
        tables = [*self.definition_nodes, *self.tables, *self.enums, *self.groups, *self.card_sets]
        return [*declared, *tables, *values, *PLAIN_VALUES, *FUNCTIONS]

    def unheard(self, name: str, scope: Scope) -> bool:
        """Is nothing at all called that, nor nearly that?"""
        doing = [*self.declared, *self.rule_nodes, *self.action_nodes, *self.score_nodes]
        known = [*self.value_names(scope), *doing]
        return name not in known and nearest(name, known) is None

    def example(self, name: str, scope: Scope | None = None) -> str:
        """How a zone, a variable or a cup is written with what it takes in brackets: `hand[p]`.

        In a scope with names that are known there, as far as they fit.
        """
        thing = self._of_several(name)
        if thing is None or not thing.dimensions:
            return name
        return f"{name}[{', '.join(self._index_word(one, scope) for one in thing.dimensions)}]"

    def unbound(self, name: str, scope: Scope) -> str:
        """Where the names in an example would be known that are not known in a scope; empty if all are."""
        thing = self._of_several(name)
        for one in thing.dimensions if thing is not None else ():
            word, among = self._index_word(one, scope), "players" if one.over == "player" else one.name
            if one.over in ("player", "card") and word != "me" and word not in scope.names:
                return f", where `{word}` is known, as below `for each {word} in {among}`"
        return ""

    def _of_several(self, name: str) -> Zone | VariableModel | Dice | None:
        return self.zones.get(name) or self.variables.get(name) or self.dice.get(name)

    def _index_word(self, dimension: Dimension, scope: Scope | None) -> str:
        """What can stand in brackets: the name bound last that fits, `me`, else a name to be bound."""
        if dimension.over == "number":
            return "1"
        if dimension.over == "enum":
            return (*self.enums[dimension.name].values, "...")[0]
        kind = PLAYER if dimension.over == "player" else card_kind(dimension.name)
        if scope is not None:
            fitting = [name for name, bound in scope.names.items() if bound.kind == kind]
            if fitting:
                return fitting[-1]
        if kind == PLAYER:
            return "me" if scope is not None and scope.me else "p"
        return "c"

    def zone_of_cards(self, cards: str) -> str:
        """A zone that holds cards of a set, as it is written; a word for one where there is none."""
        found = [name for name, zone in self.zones.items() if zone.cards == cards]
        owned = [name for name in found if "[p]" in self.example(name)]
        return self.example([*owned, *found][0]) if found else "hand[p]"

    def kind_named(self, node: nodes.KindName) -> Kind:
        """The kind that an author wrote; a problem and UNKNOWN for a name that is no kind."""
        base = self._zone_kind(node) if node.shape == "zone" else self._plain_kind(node)
        if base == UNKNOWN:
            return base
        if node.shape == "bag":
            return evolve(base, shape="bag")
        if node.shape == "set":
            return base.many()
        return base.maybe() if node.optional else base

    def _zone_kind(self, node: nodes.KindName) -> Kind:
        if node.name in self.card_sets:
            self.used.add(node.name)
            return Kind("zone", node.name)
        if node.name in self.zones:
            self.report("zone-of-zone", node.span, name=node.name, cards=self.zones[node.name].cards)
        else:
            self.unknown_name("unknown-cards", node.name, node.span, self.card_sets)
        return UNKNOWN

    def _plain_kind(self, node: nodes.KindName) -> Kind:
        if node.name == "int":
            return INT
        if node.name == "bool":
            return BOOL
        if node.name == "player":
            return PLAYER
        if node.name == "zone":
            held = {zone.cards for zone in self.zones.values()}
            return Kind("zone", held.pop() if len(held) == 1 else "")
        self.used.add(node.name)
        if node.name in self.enums:
            return enum_kind(node.name)
        if node.name in self.groups:
            return enum_kind(self.groups[node.name].enum)
        if node.name in self.card_sets:
            return card_kind(node.name)
        known = ["int", "bool", "player", "zone", *self.enums, *self.groups, *self.card_sets]
        self.unknown_name("unknown-kind", node.name, node.span, known)
        return UNKNOWN


def alike(have: Kind, wanted: Kind) -> bool:
    """The same kind, leaving aside whether a value may be absent. Zones fit whatever lies in them."""
    if have.family == "zone" and wanted.family == "zone":
        return have.shape == wanted.shape and ("" in (wanted.name, have.name) or have.name == wanted.name)
    return (have.family, have.name, have.shape) == (wanted.family, wanted.name, wanted.shape)


def _emptied(term: Term) -> Term | None:
    """The zone or collection that must be empty for a value to be absent, where that is the only way."""
    match term:
        case BuiltIn(name="top" | "bottom" | "first" | "last", arguments=(zone,)):
            return zone
        case BestOf(where=None, over=over) | Fold(where=None, over=over):
            return None if isinstance(over, Gather) and over.most is not None else over
        case IfSome() if not term.body.kind.optional:
            return _emptied(term.value)
    return None


def unknown(span: Span = NOWHERE) -> Term:
    """A term in the place of one that has a problem."""
    return Constant(0, kind=UNKNOWN, span=span)
