"""Card sets: their fields, and the values of their cards, read by the kinds that the fields have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.data.cards import (
    ROW_KEYS,
    CardRow,
    Printing,
    read_bag,
    read_choice,
    read_flag,
    read_number,
    read_set,
)
from rulewright.dsl.data.cells import Cell
from rulewright.dsl.data.csvread import LIKE_COPIES
from rulewright.dsl.data.yamlread import is_empty
from rulewright.dsl.data.yamltree import Scalar, YamlNode
from rulewright.dsl.model import (
    NONE,
    UNKNOWN,
    CardField,
    CardGenerator,
    CardSet,
    Constant,
    EnumModel,
    Kind,
    Stored,
    Term,
    enum_kind,
)
from rulewright.dsl.model import CardRow as RowModel
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.syntax import nodes

_WHERE_DECLARED = "What a card can have stands below the `cards` line of the rules."
_MEANING_COPIES = "How many of a card are in the box is written as `copies`."


def check_card_fields(checker: Checker, node: nodes.CardsDeclaration) -> tuple[CardField, ...]:
    """The declared fields of a set with their kinds."""
    fields: dict[str, CardField] = {}
    for one in node.fields:
        kind = checker.kind_named(one.kind)
        if one.name in fields or one.name == "id":
            checker.report("field-twice", one.span, name=one.name)
        elif node.file is not None and one.name in ROW_KEYS:
            checker.report("field-of-rows", one.span, name=one.name)
        if kind.shape != "one" and kind.family != "enum":
            checker.report("field-collection", one.kind.span, name=one.name)
            kind = UNKNOWN
        if kind.family in ("card", "player", "zone"):
            checker.report("property-kind", one.kind.span, have=spoken(kind), name=one.name)
            kind = UNKNOWN
        fields[one.name] = CardField(one.name, kind)
    made_of = [(one.name, one.span) for one in node.generators]
    checker.refuse_case_twins([*made_of, *((one.name, one.span) for one in node.fields)])
    return tuple(fields.values())


def _default(checker: Checker, one: nodes.CardField, kind: Kind) -> Stored | None:
    """What a card has where its row is silent; None where every row must speak."""
    if one.default is not None:
        value = checker.term(one.default, Scope(f"field {one.name}"), kind)
        if isinstance(value, Constant):
            return value.value
        if value.kind != UNKNOWN:
            checker.report("field-default", one.default.span, name=one.name)
        return 0
    if kind.shape == "bag":
        return (0,) * len(checker.enum_values(enum_kind(kind.name)))
    if kind.shape == "many":
        return ()
    return NONE if kind.optional else None


# ---- from a file ---------------------------------------------------------------------------------


def check_card_rows(checker: Checker, node: nodes.CardsDeclaration, rows: list[CardRow]) -> CardSet:
    """The cards of a set that has a file: one model row for each printing."""
    fields = check_card_fields(checker, node)
    if node.copies is not None:
        checker.report("copies-of-rows", node.copies.span)
    if node.name in checker.card_sets:
        fields = tuple(one for one in checker.card_sets[node.name].fields if one.name != "id")
    kinds = {one.name: one.kind for one in fields}
    defaults = {one.name: _default(checker, one, kinds[one.name]) for one in node.fields if one.name in kinds}
    ids = tuple(row.id for row in rows)
    checker.refuse_case_twins((row.id, row.span) for row in rows)
    checker.enums[f"{node.name}.id"] = EnumModel(f"{node.name}.id", ids)
    models: list[RowModel] = []
    for number, row in enumerate(rows):
        models.extend(_row(checker, node, row, number, fields, defaults))
    id_field = CardField("id", enum_kind(f"{node.name}.id"))
    return CardSet(node.name, (id_field, *fields), tuple(models), (), span=node.span)


def _row(
    checker: Checker,
    node: nodes.CardsDeclaration,
    row: CardRow,
    number: int,
    fields: tuple[CardField, ...],
    defaults: Mapping[str, Stored | None],
) -> list[RowModel]:
    names = [one.name for one in fields]
    _report_unknown(checker, node, row, row, names)
    printings = row.printings or (Printing(row.copies, {}, row.span),)
    found = []
    for at, printing in enumerate(printings):
        given = {**row.fields, **printing.fields}
        _report_unknown(checker, node, row, printing, names)
        values = tuple(_value(checker, node, row, one, given.get(one.name), defaults) for one in fields)
        shown = at + 1 if row.printings and len(printings) > 1 else 0
        found.append(
            RowModel(
                row.id,
                row.name,
                shown,
                printing.copies,
                (number, *values),
                _placeholders(row),
                row.text,
                row.span,
            )
        )
    return found


def _report_unknown(
    checker: Checker,
    node: nodes.CardsDeclaration,
    row: CardRow,
    given: CardRow | Printing,
    names: Sequence[str],
) -> None:
    """Report what a row or a printing of it says and the cards do not declare."""
    for key in given.fields:
        if key not in names:
            near = (
                _MEANING_COPIES
                if key.casefold() in LIKE_COPIES
                else did_you_mean(key, (*names, *ROW_KEYS), _WHERE_DECLARED)
            )
            facts = {"name": key, "card": row.id, "cards": node.name, "near": near}
            checker.report("card-unknown-property", given.named_at[key], **facts)


def _placeholders(row: CardRow) -> tuple[str, ...]:
    """The fields whose values are stand-ins; "" for the whole row."""
    if isinstance(row.source, str):
        return ("",) if row.source == "placeholder" else ()
    return tuple(name for name, source in row.source.items() if source == "placeholder")


def _value(
    checker: Checker,
    node: nodes.CardsDeclaration,
    row: CardRow,
    one: CardField,
    given: YamlNode | None,
    defaults: Mapping[str, Stored | None],
) -> Stored:
    if given is not None and not (isinstance(given, Cell) and not given.text):
        return read_stored(checker, one, given)
    default = defaults.get(one.name)
    if default is None and one.kind != UNKNOWN:
        declared = next((field.span for field in node.fields if field.name == one.name), node.span)
        if given is None and row.span.cell:
            checker.once("csv-no-column", declared, name=one.name, file=row.span.file)
        else:
            span = row.span if given is None else given.span
            checker.report("card-misses-property", span, name=one.name, card=row.id)
    return 0 if default is None else default


def read_stored(checker: Checker, one: CardField, given: YamlNode) -> Stored:
    """A value as its field's kind reads it; a problem and 0 where it cannot."""
    kind, what = one.kind, f"`{one.name}`"
    if is_empty(given) and kind.shape == "one":
        checker.report(
            "card-value-empty" if kind.optional else "card-value-missing", given.span, name=one.name
        )
        return 0
    if isinstance(given, Cell) and given.text.startswith("="):
        checker.report("csv-formula", given.span, name=one.name, formula=given.text)
        return 0
    words = checker.enum_values(enum_kind(kind.name)) if kind.family == "enum" else ()
    value: Stored | None
    if kind.shape == "bag":
        value = read_bag(given, words, checker.problems, what)
    elif kind.shape == "many":
        value = read_set(given, words, checker.problems, what)
    elif kind.optional and _is_none(given):
        value = NONE
    elif kind.family == "enum":
        value = read_choice(given, words, checker.problems, what, ("none",) if kind.optional else ())
    elif kind.family == "bool":
        flag = read_flag(given, checker.problems, what)
        value = None if flag is None else int(flag)
    elif kind.family == "int":
        value = read_number(given, checker.problems, what)
    else:
        value = 0
    return 0 if value is None else value


def _is_none(given: YamlNode) -> bool:
    if isinstance(given, Cell):
        return given.word(("none",)) == "none"
    return isinstance(given, Scalar) and given.text == "none"


# ---- made from values ----------------------------------------------------------------------------


def check_generated_cards(checker: Checker, node: nodes.CardsDeclaration) -> CardSet:
    """The cards of a set that is the product of its fields' values."""
    generators: list[CardGenerator] = []
    fields: list[CardField] = []
    within = Scope(f"cards {node.name}")
    scope = Scope(f"cards {node.name}")
    for one in node.generators:
        over = _by_another(checker, node, one, {field.name for field in fields}) or checker.term(
            one.over, scope
        )
        kind = over.kind.one() if over.kind != UNKNOWN else UNKNOWN
        if over.kind != UNKNOWN and (over.kind.shape != "many" or kind.family not in ("int", "enum", "bool")):
            checker.report("generator-kind", one.over.span, name=one.name, have=spoken(over.kind))
            kind = UNKNOWN
        if one.name == "id" or any(one.name == other.name for other in fields):
            checker.report("field-twice", one.span, name=one.name)
        generators.append(CardGenerator(one.name, over, checker.slot()))
        within = within.binding(one.name, kind, generators[-1].slot)
        fields.append(CardField(one.name, kind))
    extra = check_card_fields(checker, node)
    defaults: list[Stored] = []
    for written, field in zip(node.fields, extra, strict=False):
        value = _default(checker, written, field.kind)
        if value is None:
            checker.report("generated-default", written.span, name=written.name)
        defaults.append(0 if value is None else value)
    where = checker.condition(node.where, within) if node.where is not None else None
    copies = checker.number(node.copies, within) if node.copies is not None else None
    made = (tuple(generators), tuple(defaults), where, copies)
    return CardSet(node.name, (*fields, *extra), (), *made, span=node.span)


def _by_another(
    checker: Checker, node: nodes.CardsDeclaration, one: nodes.Generator, others: Set[str]
) -> Term | None:
    """Reports a range that ends at another property of the same cards; None for all else."""
    if isinstance(one.over, nodes.Range):
        low, high = one.over.low, one.over.high
        for end, pair in ((low, "{other} <= {name}"), (high, "{name} <= {other}")):
            if isinstance(end, nodes.Name) and end.name in others:
                which = pair.format(other=end.name, name=one.name)
                facts = {"name": one.name, "other": end.name, "cards": node.name, "which": which}
                return checker.lost("generator-other", end.span, **facts)
    return None


def merge_rows(base: list[CardRow], brought: list[CardRow]) -> list[CardRow]:
    """A scenario's own cards among those of the box: the same id replaces, others are added."""
    by_id = {row.id: row for row in brought}
    kept = [by_id.pop(row.id, row) for row in base]
    return [*kept, *by_id.values()]
