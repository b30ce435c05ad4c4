"""The parser's tables, worked out from the grammar by lark. This is the one file that imports it, and nothing
imports this file but what writes and tests the tables: `.ci/grammar_tables.py` after a change of the grammar.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.parsers.lalr_analysis import Shift

from rulewright.dsl.syntax.keywords import RESERVED_WORDS
from rulewright.dsl.syntax.lalr import ABSENT

KINDS = ["start", "gap"]
"""What is parsed: a declaration, the inside of a phrase's braces."""

_SIGNS = (
    *("NAME", "INT", "STRING", "COLON", "COMMA", "DOT", "RANGE", "OPTIONAL", "OPTIONAL_DOT"),
    *("EQUAL", "ADDS", "TAKES", "EQUALS", "UNEQUAL", "LESSTHAN", "AT_MOST", "MORETHAN", "AT_LEAST"),
    *("PLUS", "MINUS", "STAR", "LPAR", "RPAR", "LSQB", "RSQB"),
)


def grammar_text() -> str:
    """The grammar as its file has it: the reference of the syntax."""
    return resources.files("rulewright.grammar").joinpath("rules.lark").read_text(encoding="utf-8")


def grammar(*, strict: bool = False) -> Lark:
    """lark's own parser; strict refuses any ambiguity of the grammar."""
    return Lark(
        grammar_text(),
        start=KINDS,
        parser="lalr",
        postlex=_Layout(),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


class _Layout(Indenter):
    """Makes blocks of indentation. Words and signs are what they are to `lalr.Tables.terminal`."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012 (the library asks for lists)
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4
    always_accept = ("_NL", *_SIGNS, *sorted(word.upper() for word in RESERVED_WORDS))


def tables() -> str:
    """What `grammar/tables.json` is to hold."""
    parser = grammar()
    library: Any = parser.parser  # what it keeps of itself has no types
    table = library.parser._parse_table
    states = _in_order(table)
    new = {state: number for number, state in enumerate(states)}
    rules = {rule: number for number, rule in enumerate(parser.rules)}
    data = {
        "terminals": {one.pattern.value: one.name for one in parser.terminals if one.pattern.type == "str"},
        "begin": {kind: new[state] for kind, state in table.start_states.items()},
        "end": {kind: new[state] for kind, state in table.end_states.items()},
        "rules": [_rule(rule) for rule in parser.rules],
        "rows": [
            {
                symbol: new[to] if shift is Shift else ~rules[to]
                for symbol, (shift, to) in table.states[one].items()
            }
            for one in states
        ],
    }
    return json.dumps(data, separators=(",", ":"), sort_keys=True).replace("},{", "},\n{") + "\n"


def _in_order(table: Any) -> list[int]:
    """The states in an order that is the same each time: lark numbers them by chance."""
    found = list(table.start_states.values())
    for state in found:
        row = sorted((symbol, to) for symbol, (action, to) in table.states[state].items() if action is Shift)
        found += dict.fromkeys(to for _, to in row if to not in found)
    return found


def _rule(rule: Rule) -> list[object]:
    """A rule as a row of `lalr.Rule`: what lark's builder of trees would keep of it."""
    kept: list[int] = []
    number = 0
    for absent in rule.options.empty_indices or [False] * len(rule.expansion):
        if absent:
            kept.append(ABSENT)
            continue
        symbol: Any = rule.expansion[number]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            kept.append(number)
        number += 1
    origin: str = rule.origin.name
    assert number, f"{origin} is empty: there is no place where it stands"
    name = "" if origin.startswith("_") else rule.alias or origin
    return [origin, number, name, kept, rule.options.expand1 and not rule.alias]
