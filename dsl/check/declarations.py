"""What a game is made of, before any rule is read: enums, settings, zones, dice, tables, variables."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl.check.checker import Checker, Group
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.check.terms import read_phrase
from rulewright.dsl.model import (
    BOOL,
    INT,
    NOTHING,
    PLAYER,
    UNKNOWN,
    CardSet,
    Dice,
    Dimension,
    EnumModel,
    Kind,
    Needs,
    Preset,
    RandomPlayer,
    Setting,
    Sight,
    Table,
    Term,
    VariableModel,
    Zone,
    enum_kind,
)
from rulewright.dsl.problems import Note
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.format_expressions import expression
from rulewright.dsl.syntax.vocabulary import PLAIN_VALUES

# ---- enums and groups ----------------------------------------------------------------------------


def check_enum(checker: Checker, node: nodes.EnumDeclaration) -> None:
    """An enum: its words, each once."""
    seen: dict[str, Span] = {}
    for value in node.values:
        if value.name in seen:
            first = Note(seen[value.name], "first here")
            checker.report("value-twice", value.span, first, name=value.name, enum=node.name)
        elif value.name in PLAIN_VALUES:
            checker.report("name-taken", value.span, name=value.name)
        seen.setdefault(value.name, value.span)
    checker.refuse_case_twins(seen.items())
    checker.enums[node.name] = EnumModel(node.name, tuple(seen))


def check_group(checker: Checker, node: nodes.GroupDeclaration) -> None:
    """Some of an enum's words."""
    if node.of not in checker.enums:
        checker.unknown_name("unknown-enum", node.of, node.span, checker.enums)
        return
    checker.used.add(node.of)
    words = checker.enums[node.of].values
    for value in node.values:
        if value.name not in words:
            checker.unknown_name("unknown-value", value.name, value.span, words, enum=node.of)
    chosen: list[str] = []
    for value in node.values:
        if value.name in chosen:
            checker.report("value-twice", value.span, name=value.name, enum=node.name)
        elif value.name in words:
            chosen.append(value.name)
    checker.groups[node.name] = Group(node.of, tuple(words.index(word) for word in chosen))


def refuse_value_name(checker: Checker, name: str, kind: Kind, span: Span) -> None:
    """A thing may not be called like one of the values it could have: where both fit, which is meant?"""
    if name in checker.enum_values(kind):
        checker.report("named-like-value", span, name=name, enum=kind.name)


# ---- settings ------------------------------------------------------------------------------------


def check_setting(checker: Checker, node: nodes.SettingDeclaration) -> None:
    """A setting; its default and range may use the settings before it and the player count."""
    scope = Scope(f"setting {node.name}")
    default = checker.term(node.default, scope)
    plain = default.kind.family in ("int", "bool", "enum") and default.kind.shape == "one"
    if default.kind != UNKNOWN and (not plain or default.kind.optional):
        default = checker.lost("setting-kind", node.default.span, name=node.name, have=spoken(default.kind))
    low = checker.number(node.low, scope) if node.low is not None else None
    high = checker.number(node.high, scope) if node.high is not None else None
    if default.kind == INT and (low is None or high is None):
        checker.report("setting-no-range", node.span, name=node.name)
    if default.kind in (BOOL, enum_kind(default.kind.name)) and low is not None:
        checker.report("setting-range-needless", node.span, name=node.name)
    refuse_value_name(checker, node.name, default.kind, node.span)
    checker.settings[node.name] = Setting(
        node.name, default.kind, default, low, high, node.meaning, span=node.span
    )


def check_preset(checker: Checker, node: nodes.PresetDeclaration) -> Preset:
    """Some settings given together."""
    values: dict[str, Term] = {}
    for line in node.lines:
        if line.name not in checker.settings:
            checker.unknown_name("unknown-setting", line.name, line.span, checker.settings)
            continue
        if line.name in values:
            checker.report("setting-twice", line.span, name=line.name)
        kind = checker.settings[line.name].kind
        values[line.name] = checker.term(line.value, Scope(f"preset {node.name}"), kind)
    return Preset(node.name, node.meaning, values, span=node.span)


# ---- zones and dice ------------------------------------------------------------------------------


def _dimension(checker: Checker, name: str, span: Span, cards_too: bool = False) -> Dimension | None:
    if name == "player":
        return Dimension("player")
    checker.used.add(name)
    if name in checker.enums:
        return Dimension("enum", name)
    if cards_too and name in checker.card_sets:
        return Dimension("card", name)
    known = ["player", *checker.enums, *(checker.card_sets if cards_too else ())]
    checker.unknown_name("unknown-owner", name, span, known)
    return None


def _dimensions(
    checker: Checker, names: tuple[str, ...], span: Span, cards_too: bool = False
) -> tuple[Dimension, ...]:
    found = [_dimension(checker, name, span, cards_too) for name in names]
    return tuple(one for one in found if one is not None)


def _sizes(checker: Checker, sizes: tuple[nodes.Expression, ...], scope: Scope) -> tuple[Dimension, ...]:
    """The numbers in brackets behind a name, each of which is how many there are."""
    for size in sizes:
        if isinstance(size, nodes.Range):
            checker.report("size-is-range", size.span, most=expression(size.high))
        elif isinstance(size, nodes.Name) and size.name in ("player", *checker.enums, *checker.card_sets):
            checker.report("size-is-owner", size.span, name=size.name)
        else:
            continue
        return ()
    return tuple(Dimension("number", size=checker.number(size, scope)) for size in sizes)


def _sight(checker: Checker, written: str, owned: bool, name: str, span: Span) -> Sight:
    if written == "owner" and not owned:
        checker.report("sight-no-owner", span, name=name)
    if written == "up":
        return "up"
    if written == "owner":
        return "owner"
    if written == "":
        checker.report("sight-missing", span, name=name)
    return "down"


def check_zone(checker: Checker, node: nodes.ZoneDeclaration) -> None:
    """A zone: what lies in it, who owns it, who sees it."""
    scope = Scope(f"zone {node.name}")
    dimensions = _sizes(checker, node.sizes, scope) + _dimensions(checker, node.owners, node.span)
    if node.cards not in checker.card_sets:
        checker.unknown_name("unknown-cards", node.cards, node.span, checker.card_sets)
        cards = CardSet(node.cards, (), (), ())
        checker.card_sets[node.cards] = cards
    else:
        cards = checker.card_sets[node.cards]
    checker.used.add(node.cards)
    fields = {one.name: one.kind for one in cards.fields}
    checker.used.add(f"{node.cards}.{node.ordered_by}")
    if node.ordered_by is not None and node.ordered_by not in fields:
        checker.unknown_name("unknown-property", node.ordered_by, node.span, fields, cards=node.cards)
    capacity = checker.number(node.capacity, scope) if node.capacity is not None else None
    sight = _sight(checker, node.sight, "player" in node.owners, node.name, node.span)
    if not node.remembered and node.sight == "up":
        checker.report("not-remembered-in-sight", node.span, name=node.name)
    checker.zones[node.name] = Zone(
        node.name,
        dimensions,
        node.cards,
        sight,
        capacity,
        node.ordered_by if node.ordered_by in fields else None,
        node.unordered,
        node.unlogged,
        node.remembered,
        span=node.span,
    )


def check_dice(checker: Checker, node: nodes.DiceDeclaration) -> None:
    """A cup of dice, with numbers or an enum's values on the faces."""
    scope = Scope(f"dice {node.name}")
    faces = checker.term(node.faces, scope)
    if faces.kind != UNKNOWN and (faces.kind.shape != "many" or faces.kind.family not in ("int", "enum")):
        faces = checker.lost("dice-faces", node.faces.span, have=spoken(faces.kind))
    capacity = checker.number(node.capacity, scope)
    dimensions = _dimensions(checker, node.owners, node.span)
    sight = _sight(checker, node.sight, "player" in node.owners, node.name, node.span)
    checker.dice[node.name] = Dice(
        node.name, dimensions, faces.kind.one(), faces, sight, capacity, span=node.span
    )


# ---- tables, variables, needs --------------------------------------------------------------------


def check_table(checker: Checker, node: nodes.TableDeclaration) -> None:
    """A row of numbers."""
    scope = Scope(f"table {node.name}")
    entries = tuple(checker.number(entry, scope) for entry in node.entries)
    checker.tables[node.name] = Table(node.name, entries, node.then_last, span=node.span)


def check_variable(checker: Checker, node: nodes.VariableDeclaration) -> None:
    """A variable; its kind is stated, or that of its initial value."""
    scope = Scope(f"var {node.name}")
    owners = _dimensions(checker, node.owners, node.span, cards_too=True)
    dimensions = _sizes(checker, node.sizes, scope) + owners
    kind = checker.kind_named(node.kind) if node.kind is not None else None
    if kind is not None and kind.shape != "one":
        checker.report("variable-collection", node.span, name=node.name, have=spoken(kind))
        kind = UNKNOWN
    initial: Term | None = None
    if isinstance(node.initial, nodes.RandomPlayer):
        initial = RandomPlayer(node.name, kind=PLAYER, span=node.initial.span)
        if kind is not None and kind.surely() != PLAYER:
            facts = {"wanted": spoken(kind), "have": spoken(PLAYER)}
            initial = checker.lost("kind-mismatch", node.initial.span, **facts)
        kind = kind or PLAYER
    elif node.initial is not None:
        initial = checker.term(node.initial, scope, kind)
        kind = kind or evolve(initial.kind, zone="")  # it may be set to any zone with such cards
    if kind is None or kind == NOTHING:
        checker.report("variable-kind", node.span, name=node.name)
        kind = UNKNOWN
    if initial is None and kind.family in ("card", "player", "zone", "die") and not kind.optional:
        checker.report(
            "variable-initial", node.span, name=node.name, have=node.kind.name if node.kind else ""
        )
    sight = _sight(checker, node.sight, "player" in node.owners, node.name, node.span)
    refuse_value_name(checker, node.name, kind, node.span)
    beside = node.beside and _stands_beside(checker, node, dimensions)
    checker.variables[node.name] = VariableModel(
        node.name, dimensions, kind, initial, node.each_turn, sight, node.meaning, beside, span=node.span
    )


def _stands_beside(
    checker: Checker, node: nodes.VariableDeclaration, dimensions: tuple[Dimension, ...]
) -> bool:
    """Can a variable stand beside the names of cards? It is kept of one set, and the only one there."""
    if node.each_turn or [one.over for one in dimensions] != ["card"]:
        checker.report("variable-beside", node.span, name=node.name)
        return False
    for other in checker.variables.values():
        if other.beside and other.dimensions == dimensions:
            note = Note(other.span, "the one that stands there already")
            checker.report("variable-beside-two", node.span, note, name=node.name, cards=dimensions[0].name)
            return False
    return True


def check_needs(checker: Checker, node: nodes.NeedsDeclaration) -> Needs | None:
    """How many cards the game takes."""
    scope = Scope("needs")
    amount = checker.number(node.amount, scope)
    because = read_phrase(checker, node.because, scope)
    if node.cards not in checker.card_sets:
        checker.unknown_name("unknown-cards", node.cards, node.span, checker.card_sets)
        return None
    return Needs(amount, node.cards, because, span=node.span)
