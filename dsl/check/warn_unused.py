"""Warnings of what nothing uses: often a misspelling, or a rule that was forgotten."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.model import Model
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax import nodes


def warn_unused(checker: Checker, by_kind: Mapping[type, list[nodes.Declaration]], model: Model) -> None:
    """Warn of declarations that nothing uses."""
    used = checker.used
    for definition in checker.definition_nodes.values():
        if definition.name not in used and not definition.teams:
            checker.warn("unused", definition.span, what="definition", name=definition.name)
    for rule in checker.rule_nodes.values():
        if f"rule {rule.name}" not in used:
            checker.warn("unused", rule.span, what="rule", name=rule.name)
    _warn_unused_words(checker, by_kind)
    things: tuple[tuple[str, Mapping[str, object]], ...] = (
        ("setting", model.settings),
        ("table", model.tables),
        ("variable", model.variables),
        ("zone", model.zones),
        ("dice cup", model.dice),
    )
    for what, declared in things:
        for name, one in declared.items():
            if name not in used:
                span: Span = getattr(one, "span")  # noqa: B009 - every declaration has its place
                checker.warn("unused", span, what=what, name=name)


def _warn_unused_words(checker: Checker, by_kind: Mapping[type, list[nodes.Declaration]]) -> None:
    """Enums, groups, and the properties that a card file gives for nothing."""
    read = {name.partition(".")[0] for name in checker.used}
    for one in by_kind.get(nodes.EnumDeclaration, []):
        if isinstance(one, nodes.EnumDeclaration) and one.name not in read:
            checker.warn("unused", one.span, what="enum", name=one.name)
    for one in by_kind.get(nodes.GroupDeclaration, []):
        if isinstance(one, nodes.GroupDeclaration) and one.name not in checker.used:
            checker.warn("unused", one.span, what="group", name=one.name)
    for one in by_kind.get(nodes.CardsDeclaration, []):
        if not isinstance(one, nodes.CardsDeclaration):
            continue
        if one.name not in checker.used:
            checker.warn("unused", one.span, what="set of cards", name=one.name)
        elif one.file is not None:
            for field in one.fields:
                if f"{one.name}.{field.name}" not in checker.used:
                    checker.warn("unused", field.span, what="property", name=field.name)
