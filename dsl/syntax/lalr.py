"""Words and signs to branches: an LALR(1) parser, driven by the tables that lark works out from the grammar.

How lark makes a tree (`?rule`, `!rule`, `-> alias`, `[maybe]`) is worked out with the tables, too, by
`dsl.syntax.tables`: here a rule only says which of its symbols are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources

from attrs import define, field, frozen

from rulewright.dsl.problems.spans import NOWHERE, Span
from rulewright.dsl.syntax.branches import Branch, Lexeme
from rulewright.dsl.syntax.keywords import RESERVED_WORDS

END = "$END"
"""The terminal behind every text."""

ABSENT = -1
"""In `Rule.kept`: what could have stood there and does not."""

_OPENING, _CLOSING = ("LPAR", "LSQB"), ("RPAR", "RSQB")
"""Between these, lines end nothing."""

_Part = Branch | Lexeme | None
_Parts = _Part | list[_Part]
"""What a symbol of the grammar has come to. A list goes into the parts of the rule around it."""


@frozen
class Rule:
    """A rule of the grammar: so many symbols come to one of the kind `origin`.

    `kept` are the numbers of those that become parts. Without a `name` the parts go into the rule around;
    where it is `alone`, so does a single one.
    """

    origin: str
    length: int
    name: str
    kept: Sequence[int]
    alone: bool


@frozen(eq=False)
class Tables:
    """The parser as data.

    `terminals` are words and signs with the names that the grammar has for them. A row, one for each state,
    says what a symbol leads to: a state, or, as a negative number, a rule that is complete before it. `begin`
    and `end` are the states before and behind a text of each kind.
    """

    terminals: Mapping[str, str]
    rules: Sequence[Rule]
    rows: Sequence[Mapping[str, int]]
    begin: Mapping[str, int]
    end: Mapping[str, int]
    _behind: dict[tuple[int, str, str], int] = field(factory=dict, init=False, repr=False)

    def terminal(self, text: str, state: int) -> str:
        """What a word, a number, a string or a sign is to the grammar, in a state.

        Reserved words are never names; other keywords are names wherever the grammar does not ask for them.
        """
        found = self.terminals.get(text)
        if text[0].isalpha():
            return found if found and (found in self.rows[state] or text in RESERVED_WORDS) else "NAME"
        return found or ("STRING" if text[0] == '"' else "INT")

    def behind(self, state: int, origin: str, terminal: str) -> int:
        """The state behind a symbol, with a terminal to come.

        Rules that only call one thing another, such as a product a sum, are passed through here at once.
        """
        key = state, origin, terminal
        if key not in self._behind:
            found = self.rows[state][origin]
            action = self.rows[found].get(terminal, 0)
            rule = self.rules[~action] if action < 0 else None
            if rule and rule.alone and rule.length == 1 and not origin.startswith("_"):
                found = self.behind(state, rule.origin, terminal)
            self._behind[key] = found
        return self._behind[key]

    def accepted(self, states: Sequence[int]) -> Iterator[str]:
        """The terminals that may come where a text has led to these states."""
        for terminal in self.rows[states[-1]]:
            if terminal.isupper() and self._accepts(list(states), terminal):
                yield terminal

    def _accepts(self, states: list[int], terminal: str) -> bool:
        while (action := self.rows[states[-1]].get(terminal, 0)) < 0:
            rule = self.rules[~action]
            del states[-rule.length :]
            states.append(self.rows[states[-1]][rule.origin])
        return terminal in self.rows[states[-1]] or (terminal == END and states[-1] in self.end.values())


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of the grammar."""
    file = resources.files("rulewright.grammar").joinpath("tables.json")
    kept = json.loads(file.read_text(encoding="utf-8"))
    rules = [
        Rule(origin, size, name, tuple(kept), alone) for origin, size, name, kept, alone in kept["rules"]
    ]
    return Tables(kept["terminals"], rules, kept["rows"], kept["begin"], kept["end"])


@frozen
class Stop:
    """Where a text cannot go on: the states it has led to, the terminal found, and before which lexeme."""

    states: Sequence[int]
    terminal: str
    index: int


def run(kind: str, lexemes: Sequence[Lexeme], *, lines: bool) -> Branch | Stop:
    """The branch of a text of a kind (`start`, `gap`), or where it goes wrong.

    `lines`: it is made of lines, each of which ends, and of blocks.
    """
    parser = _Parser(tables(), kind)
    indents = [0]
    brackets = 0
    last = NOWHERE
    for index, lexeme in enumerate(lexemes):
        if index and not brackets and lexeme.span.line > last.line:
            for terminal in _layout(indents, lexeme.span.column - 1):
                if not parser.take(terminal, None, _end(last)):
                    return Stop(parser.states, terminal, index)
        terminal = parser.tables.terminal(lexeme.text, parser.states[-1])
        if not parser.take(terminal, lexeme, lexeme.span):
            return Stop(parser.states, terminal, index)
        brackets += (terminal in _OPENING) - (terminal in _CLOSING)
        last = lexeme.span
    for terminal in (*(_layout(indents, 0) if lines else ()), END):
        if not parser.take(terminal, None, _end(last)):
            return Stop(parser.states, terminal, len(lexemes))
    branch, _ = parser.symbols[-1]
    assert isinstance(branch, Branch)
    return branch


def _layout(indents: list[int], depth: int) -> Iterator[str]:
    """What stands between two lines: one ends, and blocks begin or end with the other."""
    yield "_NL"
    if depth > indents[-1]:
        indents.append(depth)
        yield "_INDENT"
    while depth < indents[-1]:
        indents.pop()
        yield "_DEDENT"


def _end(span: Span) -> Span:
    """The place just behind a stretch."""
    return Span(span.file, span.end_line, span.end_column, span.end_line, span.end_column)


@define(eq=False)
class _Parser:
    """What has been read of a text: symbols, each with the stretch that it takes up, and states between."""

    tables: Tables
    kind: str
    states: list[int] = field(init=False)
    symbols: list[tuple[_Parts, Span]] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.states = [self.tables.begin[self.kind]]

    def take(self, terminal: str, part: Lexeme | None, span: Span) -> bool:
        """Go on by a terminal; False where that cannot be."""
        rows, rules = self.tables.rows, self.tables.rules
        while (action := rows[self.states[-1]].get(terminal)) is not None:
            if action >= 0:
                self.states.append(action)
                self.symbols.append((part, span))
                return True
            rule = rules[~action]
            made = _made(rule, self.symbols[-rule.length :])
            del self.states[-rule.length :], self.symbols[-rule.length :]
            self.states.append(self.tables.behind(self.states[-1], rule.origin, terminal))
            self.symbols.append(made)
        return terminal == END and self.states[-1] == self.tables.end[self.kind]


def _made(rule: Rule, symbols: Sequence[tuple[_Parts, Span]]) -> tuple[_Parts, Span]:
    """What the symbols of a rule come to."""
    span = symbols[0][1].to(symbols[-1][1]) if rule.length > 1 else symbols[0][1]
    parts: list[_Part] = []
    for number in rule.kept:
        part = None if number == ABSENT else symbols[number][0]
        if not isinstance(part, list):
            parts.append(part)
        elif parts:
            parts += part
        else:
            parts = part  # a long list grows as it is
    if not rule.name:
        return parts, span
    if rule.alone and len(parts) == 1:
        return parts[0], parts[0].span if isinstance(parts[0], Lexeme) else span
    depth = 1 + max((one.depth for one in parts if isinstance(one, Branch)), default=0)
    return Branch(rule.name, tuple(parts), span, depth), span
