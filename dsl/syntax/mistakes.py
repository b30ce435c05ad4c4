"""Syntax problems by example: where the parser stopped, matched with snippets of common mistakes.

Two texts fail alike when the parser stands in the same state, could go on with the same words, and finds
the same thing. `grammar/mistakes.yaml` names the problem for each snippet; without a match the problem
says what could have stood at that place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import resources

from attrs import frozen

from rulewright.dsl.data import yamltree
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.problems.suggest import nearest
from rulewright.dsl.problems.wording.syntax import PLACES
from rulewright.dsl.syntax.keywords import DECLARATION_WORDS, RESERVED_WORDS, STATEMENT_WORDS
from rulewright.dsl.syntax.reading import Lexeme

_VALUE_BEGINS = frozenset({"NAME", "INT", "LPAR", "LSQB", "YES", "NONE"})
_VALUE = _VALUE_BEGINS | {"NO", "NOT", "MINUS", "IF", "ALL", "ANY", "COUNT", "BEST", "PLACE", "RANDOM"}
_COMPARES = {"EQUALS", "UNEQUAL", "LESSTHAN", "MORETHAN", "AT_MOST", "AT_LEAST", "IN", "NOT", "IS"}
_COUNTS = {"PLUS", "MINUS", "STAR", "DIV", "MOD", "AND", "OR", "ELSE", "RANGE"}
_GOES_ON = _COMPARES | _COUNTS | {"DOT", "OPTIONAL_DOT", "LSQB", "LPAR", "WHERE", "FROM"}
_ENDS = ("_NL", "$END", "_DEDENT")
_ANYTHING = "anything"
_THIS_WORD = "this word"
_BEGIN_BLOCKS = DECLARATION_WORDS - {
    "define",
    "enum",
    "group",
    "needs",
    "score",
    "table",
    "var",
    "winner",
    "zone",
} | {
    *("phase", "turns", "repeat", "for", "if", "else"),
}
_MOST_NAMED = 6
_SHORTEST_LIKE = 3


@frozen
class Failure:
    """Where the parser stopped: its state, the terminals it could take, and what it found instead.

    `before` are the words and signs of the declaration up to that place, `behind` those from there on.
    """

    state: int
    expected: frozenset[str]
    kind: str
    text: str
    span: Span
    before: tuple[Lexeme, ...]
    behind: tuple[Lexeme, ...] = ()


@frozen
class Example:
    """One entry of the table of mistakes.

    `found` tells what must stand at the place: "this word" (as in the snippet), "anything", or by default
    the same sort of thing; `first` "this word" asks for the line's first word instead. With `expected`,
    the entry holds wherever `found` stands and that could, and with `after` only just behind that. With
    `amid` it holds where that word stands earlier on the line, with `later` where it comes later there.
    """

    code: str
    found: str | None
    first: str | None
    expected: str | None
    after: str | None
    amid: str | None
    later: str | None
    snippets: tuple[str, ...]


@frozen
class Likeness:
    """What besides the state makes a failure like a snippet's; None stands for anything."""

    code: str
    kind: str | None
    text: str | None
    first: str | None

    @property
    def precision(self) -> int:
        """How much it asks for: 2 for a certain word, 1 for a sort of thing, 0 for nothing."""
        return 2 if self.text or self.first else int(self.kind is not None)

    def holds(self, failure: Failure) -> bool:
        """Whether a failure in the same state is alike."""
        return (
            self.kind in (None, failure.kind)
            and self.text in (None, failure.text)
            and self.first in (None, _first_of_line(failure))
        )


_State = tuple[int, frozenset[str]]


@frozen
class Mistakes:
    """The table of mistakes, ready for look-up; `words` is what each terminal looks like."""

    by_state: Mapping[_State, tuple[Likeness, ...]]
    anywhere: tuple[Example, ...]
    words: Mapping[str, str]

    def explain(self, failure: Failure) -> Problem:
        """The problem for a place where the parser stopped."""
        code = self._code(failure)
        facts = {
            "found": _shown(failure),
            "after": _word_before(failure),
            "first": _first_of_line(failure),
            "line": _line_so_far(failure),
            "word": failure.text,
            "expected": self._expectation(failure),
        }
        near = self._near(failure, code, facts["first"])
        if near:
            facts["near"] = near
            code = code if code == "syntax-capital" else f"{code}-near"
        return problem(code, self._place(failure, code), **facts)

    def _code(self, failure: Failure) -> str:
        if failure.kind == "NAME" and self._keyword(failure.text.lower()) in failure.expected:
            return "syntax-capital"
        if self._goes_on_below(failure):
            return "line-goes-on"
        alike = [one for one in self.by_state.get(_state(failure), ()) if one.holds(failure)]
        alike.sort(key=lambda one: -one.precision)
        if alike and alike[0].precision:
            return alike[0].code
        if self._near_keyword(failure):
            return "syntax-expected" if failure.before else "syntax-declaration"
        for example in self.anywhere:
            if self._holds(example, failure):
                return example.code
        is_reserved = failure.text in RESERVED_WORDS
        amid = is_reserved and failure.text not in STATEMENT_WORDS and _begins_line(failure)
        if amid and not _is_set(failure):
            return "line-begins"
        if is_reserved and failure.expected == {"NAME"}:
            return "reserved-word"
        if alike:
            return alike[0].code
        if is_reserved and failure.expected >= _VALUE_BEGINS:
            return "reserved-as-value"
        if is_reserved and "NAME" in failure.expected:
            return "reserved-word"
        if failure.kind == "_INDENT":
            return "indent-unexpected"
        return "syntax-expected" if failure.before else "syntax-declaration"

    def _place(self, failure: Failure, code: str) -> Span:
        """Where the caret goes: an unknown statement is wrong from its first word on."""
        if not code.startswith("syntax-statement"):
            return failure.span
        return next(one.span for one in failure.before if one.span.line == failure.before[-1].span.line)

    def _goes_on_below(self, failure: Failure) -> bool:
        """Whether a line ends in the middle, and the next one, which is no block of it, has the rest."""
        if failure.kind != "_NL" or not failure.behind or _first_of_line(failure) in _BEGIN_BLOCKS:
            return False
        own = _on_the_line(failure)
        follower = failure.behind[0]
        deeper = bool(own) and follower.span.column > own[0].span.column
        return deeper or self._keyword(follower.text) in failure.expected

    def _holds(self, example: Example, failure: Failure) -> bool:
        return (
            example.found in (failure.text, failure.kind, _ANYTHING)
            and example.after in (None, _word_before(failure))
            and example.first in (None, _first_of_line(failure))
            and (example.amid is None or example.amid in (one.text for one in _on_the_line(failure)))
            and (example.later is None or example.later in _later_on_the_line(failure))
            and (example.expected is None or self._keyword(example.expected) in failure.expected)
        )

    def _keyword(self, written: str) -> str:
        """The terminal that looks like this; the text itself where it is a terminal already."""
        return next((name for name, word in self.words.items() if word == written), written)

    def _near(self, failure: Failure, code: str, first: str) -> str | None:
        """The word of the language that was most likely meant."""
        if code == "syntax-capital":
            return failure.text.lower()
        if code == "syntax-statement":
            return nearest(first, sorted(STATEMENT_WORDS))
        if code in ("syntax-expected", "syntax-declaration"):
            return self._near_keyword(failure)
        return None

    def _near_keyword(self, failure: Failure) -> str | None:
        """The word that could stand where a name like it was found; short names are like too many."""
        if failure.kind != "NAME" or len(failure.text) < _SHORTEST_LIKE:
            return None
        words = sorted(self.words[name] for name in failure.expected if name in self.words)
        return nearest(failure.text, words)

    def _expectation(self, failure: Failure) -> str:
        """What could have stood there, in words: "a name, `of` or `:`"."""
        expected = failure.expected
        named: list[str] = []
        if expected >= _VALUE_BEGINS:
            named.append(PLACES["value"])
            expected = expected - _VALUE
        rest = expected - _GOES_ON if expected - _GOES_ON else expected
        keywords = sorted(f"`{self.words[name]}`" for name in rest if name in self.words)
        named += sorted(PLACES[name] for name in rest if name in PLACES) + keywords
        named = list(dict.fromkeys(named))
        if len(named) > _MOST_NAMED:
            named = [*named[:_MOST_NAMED], PLACES["more"]]
        return " or ".join(part for part in (", ".join(named[:-1]), *named[-1:]) if part)


def load_mistakes(fails: Callable[[str], Failure | None], words: Mapping[str, str]) -> Mistakes:
    """Read the table and learn where its snippets fail; `words` is what each terminal looks like."""
    by_state: dict[_State, list[Likeness]] = {}
    anywhere: list[Example] = []
    for example in read_examples():
        if example.expected or example.amid or example.later:
            anywhere.append(example)
            continue
        for snippet in example.snippets:
            failure = fails(snippet)
            if failure is not None:
                by_state.setdefault(_state(failure), []).append(_likeness(example, failure))
    return Mistakes({state: tuple(found) for state, found in by_state.items()}, tuple(anywhere), words)


def _state(failure: Failure) -> _State:
    return failure.state, failure.expected


def _likeness(example: Example, failure: Failure) -> Likeness:
    loose = example.found == _ANYTHING or example.first == _THIS_WORD
    return Likeness(
        example.code,
        None if loose else failure.kind,
        failure.text if example.found == _THIS_WORD else None,
        _first_of_line(failure) if example.first == _THIS_WORD else None,
    )


def read_examples() -> tuple[Example, ...]:
    """The table of mistakes as it is written."""
    text = resources.files("rulewright.grammar").joinpath("mistakes.yaml").read_text(encoding="utf-8")
    root, _ = yamltree.compose(Source("mistakes.yaml", text))
    rows = root.items if isinstance(root, yamltree.Sequence) else ()
    return tuple(_example(row) for row in rows if isinstance(row, yamltree.Mapping))


def _example(row: yamltree.Mapping) -> Example:
    values = {entry.key.text: entry.value for entry in row.entries}
    texts = {name: value.text for name, value in values.items() if isinstance(value, yamltree.Scalar)}
    examples = values.get("examples")
    items = examples.items if isinstance(examples, yamltree.Sequence) else ()
    snippets = tuple(one.text for one in items if isinstance(one, yamltree.Scalar))
    facts = {name: texts.get(name) for name in ("found", "first", "expected", "after", "amid", "later")}
    return Example(code=texts["code"], snippets=snippets, **facts)


def _shown(failure: Failure) -> str:
    """What was found, in words."""
    if failure.kind in _ENDS:
        return PLACES[failure.kind]
    return PLACES["_INDENT"] if failure.kind == "_INDENT" else f"`{failure.text}`"


def _word_before(failure: Failure) -> str:
    """The word or sign just before the place where the parser stopped."""
    return failure.before[-1].text if failure.before else ""


def _later_on_the_line(failure: Failure) -> list[str]:
    """The words and signs of the line behind the place where the parser stopped."""
    return [one.text for one in failure.behind if one.span.line == failure.span.line]


def _begins_line(failure: Failure) -> bool:
    """Whether the parser stopped at the first word of a line inside a declaration."""
    return bool(failure.before) and failure.before[-1].span.line < failure.span.line


def _is_set(failure: Failure) -> bool:
    """Whether what was found goes on as a variable does that changes."""
    return [one.text for one in failure.behind[1:2]] in (["="], ["+="], ["-="], ["["])


def _line_so_far(failure: Failure) -> str:
    """The line on which the parser stopped, up to that place, as it is written."""
    line = _on_the_line(failure)
    text, at = "", line[0].span.column if line else 0
    for one in line:
        text += " " * min(1, one.span.column - at) + one.text
        at = one.span.end_column
    return text


def _first_of_line(failure: Failure) -> str:
    """The first word of the line on which the parser stopped."""
    line = _on_the_line(failure)
    return line[0].text if line else failure.text


def _on_the_line(failure: Failure) -> list[Lexeme]:
    """What stands before that place on the same line."""
    return [one for one in failure.before if one.span.line == failure.span.line]
