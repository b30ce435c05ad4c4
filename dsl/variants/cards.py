"""What variants change in card files: rows added from further files, removed, or with other values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from rulewright.dsl.data.cards import MOST_COPIES, CardRow
from rulewright.dsl.data.yamlread import as_int
from rulewright.dsl.data.yamltree import Scalar, YamlNode
from rulewright.dsl.data.yamltree import Sequence as ListNode
from rulewright.dsl.problems import Note, Problem, problem
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.nodes.changes import CardChange, CardLine, CardRemoved


@frozen
class RowsAdded:
    """`add cards Life from "more.yaml"`; the file lies beside the variant, `by` is the variant's file."""

    file: str
    by: str
    span: Span


CardEdit = RowsAdded | CardRemoved | CardChange

ReadRows = Callable[[RowsAdded], Sequence[CardRow]]
"""The rows of a variant's card file; problems with the file are the reader's to report."""


def edited(
    cards: str, rows: Sequence[CardRow], edits: Sequence[CardEdit], read: ReadRows, problems: list[Problem]
) -> list[CardRow]:
    """The rows of a set after the changes that variants make to them, in turn."""
    found = {row.id: row for row in rows}
    for edit in edits:
        if isinstance(edit, RowsAdded):
            for row in read(edit):
                if row.id in found:
                    note = Note(found[row.id].span, "the card of that id so far")
                    problems.append(problem("variant-card-there", row.span, note, card=row.id))
                else:
                    found[row.id] = row
        elif edit.card not in found:
            advice = did_you_mean(edit.card, found)
            problems.append(
                problem("variant-card-missing", edit.span, card=edit.card, cards=cards, advice=advice)
            )
        elif isinstance(edit, CardRemoved):
            del found[edit.card]
        else:
            found[edit.card] = _changed(found[edit.card], edit, problems)
    return list(found.values())


def _changed(row: CardRow, change: CardChange, problems: list[Problem]) -> CardRow:
    """A row with new values. What is said of a card holds for all its printings; copies count them all."""
    seen: dict[str, CardLine] = {}
    for line in change.lines:
        if line.name in seen:
            problems.append(problem("variant-line-twice", line.span, name=line.name))
        seen[line.name] = line
        row = _with_line(row, line, problems)
    return row


def _with_line(row: CardRow, line: CardLine, problems: list[Problem]) -> CardRow:
    node = _node(line, problems)
    if node is None:
        return row
    if line.name == "name":
        return evolve(row, name=node.text if isinstance(node, Scalar) else row.name)
    if line.name == "copies":
        copies = as_int(node, problems, "the number of copies", 0, MOST_COPIES)
        return row if copies is None else evolve(row, copies=copies, printings=())
    printings = tuple(
        evolve(one, fields={name: value for name, value in one.fields.items() if name != line.name})
        for one in row.printings
    )
    name_at = evolve(line.span, end_line=line.span.line, end_column=line.span.column + len(line.name))
    named_at = {**row.named_at, line.name: name_at}
    return evolve(row, fields={**row.fields, line.name: node}, printings=printings, named_at=named_at)


def _node(line: CardLine, problems: list[Problem]) -> YamlNode | None:
    """The value of a line as a card file would have it: the checker reads both alike."""
    if isinstance(line.value, str):
        return Scalar(line.value, True, line.span)
    if isinstance(line.value, nodes.ListOf):
        items = [_scalar(one) for one in line.value.items]
        if None not in items:
            return ListNode(tuple(one for one in items if one is not None), line.value.span)
    else:
        single = _scalar(line.value)
        if single is not None:
            return single
    problems.append(problem("variant-card-value", line.value.span, name=line.name))
    return None


def _scalar(value: nodes.Expression) -> Scalar | None:
    match value:
        case nodes.Number(value=number):
            return Scalar(str(number), False, value.span)
        case nodes.Truth(value=truth):
            return Scalar("yes" if truth else "no", False, value.span)
        case nodes.Name(name=name):
            return Scalar(name, False, value.span)
        case nodes.Nothing():
            return Scalar("none", False, value.span)
        case nodes.Unary(sign="-", of=nodes.Number(value=number)):
            return Scalar(f"-{number}", False, value.span)
    return None
