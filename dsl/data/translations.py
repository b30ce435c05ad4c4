"""Translations: what a ruleset's title, cards and words are called in another language.

A translation only adds text for people. Ids stay what they are, nothing compares by display text, and a
word without a translation is shown in the ruleset's own language.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.data.yamlread import as_text, entries, start_of
from rulewright.dsl.data.yamltree import Mapping as MappingNode
from rulewright.dsl.data.yamltree import YamlNode, compose
from rulewright.dsl.model import Translation
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.problems.suggest import did_you_mean

_KEYS = ("title", "cards", "texts", "words")


def read_translation(source: Source) -> tuple[Translation, list[Problem]]:
    """The translation in a file, as far as it could be read, and all that is wrong with the file."""
    root, problems = compose(source)
    parts: dict[str, YamlNode] = {}
    if not problems and not isinstance(root, MappingNode):
        problems.append(problem("translation-form", root.span if root else start_of(source.name)))
    elif isinstance(root, MappingNode):
        for entry in root.entries:
            name = entry.key.text
            if name in _KEYS:
                parts[name] = entry.value
            else:
                problems.append(
                    problem("translation-key", entry.key.span, name=name, near=did_you_mean(name, _KEYS))
                )
    title = as_text(parts["title"], problems, "the title") if "title" in parts else None
    cards = _texts(parts, "cards", problems)
    texts = _texts(parts, "texts", problems)
    words = _texts(parts, "words", problems)
    return Translation(title or "", cards, texts, words), problems


def _texts(parts: Mapping[str, YamlNode], name: str, problems: list[Problem]) -> dict[str, str]:
    """The texts by id under one key; entries that are no text are left out with a problem."""
    if name not in parts:
        return {}
    found = {
        entry.key.text: as_text(entry.value, problems, f"the translation of {entry.key.text}")
        for entry in entries(parts[name], problems, name)
    }
    return {key: text for key, text in found.items() if text is not None}
