"""The arms of `match`: what each is for, and whether every value that can occur has one."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from rulewright.dsl.check.bounds import ANY, Reach
from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.speaking import spoken
from rulewright.dsl.model import INT, NONE, NOTHING, UNKNOWN, Constant, Kind, MatchOn, Model, Term
from rulewright.dsl.problems import Note
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.format_expressions import expression

Range = tuple[int, int]


@define
class Arms:
    """What the arms of one `match` are for, as they are read in turn."""

    checker: Checker
    scope: Scope
    kind: Kind
    covered: list[tuple[Range, Span]] = field(factory=list)
    unsure: bool = False
    """Is there a pattern that was not understood?"""

    def read(self, pattern: nodes.Expression) -> tuple[Range, ...]:
        """The values that a pattern stands for: one, those of a range, or all of a group's."""
        ranges = self._ranges(pattern)
        self.unsure = self.unsure or not ranges
        for low, high in ranges:
            for (least, most), first in self.covered:
                if low <= most and least <= high:
                    self._twice(max(low, least), min(high, most), pattern, first)
                    break
            self.covered.append(((low, high), pattern.span))
        return ranges

    def require_all(self, span: Span) -> None:
        """Every word of an enum needs an arm; of numbers see `check_numbers`."""
        if self.kind == UNKNOWN or self.kind.family == "int" or self.unsure:
            return
        checker = self.checker
        words = ("no", "yes") if self.kind.family == "bool" else checker.enum_values(self.kind)
        values = [low for (low, _), _ in self.covered]
        missing = [word for at, word in enumerate(words) if at not in values]
        if self.kind.optional and NONE not in values:
            missing.append("none")
        if missing:
            checker.report("match-missing", span, missing=", ".join(f"`{word}`" for word in missing))

    def _twice(self, low: int, high: int, pattern: nodes.Expression, first: Span) -> None:
        note = Note(first, "here")
        if isinstance(pattern, nodes.Range) or (self.kind.family == "int" and low != NONE):
            self.checker.report("match-overlap", pattern.span, note, which=_written(low, high))
        else:
            self.checker.report("match-twice", pattern.span, note)

    def _ranges(self, pattern: nodes.Expression) -> tuple[Range, ...]:
        checker, kind = self.checker, self.kind
        if isinstance(pattern, nodes.Range):
            return self._range(pattern)
        if isinstance(pattern, nodes.Name) and pattern.name in checker.groups:
            group = checker.groups[pattern.name]
            checker.used.add(pattern.name)
            values = group.values if kind == UNKNOWN or kind.name == group.enum else ()
            if not values:
                checker.report("kind-mismatch", pattern.span, wanted=spoken(kind), have=f"`{pattern.name}`")
            return tuple((value, value) for value in values)
        if (
            isinstance(pattern, nodes.Name)
            and kind.family == "enum"
            and kind.name in checker.declared
            and pattern.name not in (*checker.enum_values(kind), *checker.value_names(self.scope))
        ):
            known = checker.enum_values(kind)
            checker.unknown_name("unknown-case", pattern.name, pattern.span, known, enum=kind.name)
            return ()
        value = self._value(pattern)
        return () if value is None else ((value, value),)

    def _value(self, pattern: nodes.Expression) -> int | None:
        checker, kind = self.checker, self.kind
        term = checker.read_term(checker, pattern, self.scope, kind if kind != UNKNOWN else None)
        if term.kind != NOTHING:
            term = checker.fit(term, kind, pattern.span)
        if term.kind == UNKNOWN:
            return None
        if not isinstance(term, Constant):
            self._not_constant(pattern)
            return None
        if term.value == NONE and not kind.optional and kind != UNKNOWN:
            checker.report("never-absent", pattern.span, idle="this case")
        return term.value

    def _range(self, pattern: nodes.Range) -> tuple[Range, ...]:
        """The numbers from one to another, both known."""
        checker = self.checker
        if self.kind.surely() not in (INT, UNKNOWN):
            checker.report("match-range", pattern.span, have=spoken(self.kind))
            return ()
        ends: list[Term] = [checker.number(end, self.scope) for end in (pattern.low, pattern.high)]
        if any(end.kind == UNKNOWN for end in ends):
            return ()
        low, high = ends
        if not isinstance(low, Constant) or not isinstance(high, Constant):
            self._not_constant(pattern)
            return ()
        if low.value > high.value:
            facts = {"low": low.value, "high": high.value}
            checker.report("match-empty", pattern.span, **facts)
            return ()
        return ((low.value, high.value),)

    def _not_constant(self, pattern: nodes.Expression) -> None:
        """A pattern that is worked out; `100 - 299` is meant for a range."""
        meant = ""
        if isinstance(pattern, nodes.Binary) and pattern.sign == "-":
            meant = f"A range is written `{expression(pattern.left)}..{expression(pattern.right)}`."
        self.checker.report("match-pattern", pattern.span, meant=meant)


def _written(low: int, high: int) -> str:
    """Numbers as an arm writes them."""
    return f"`{low}`" if low == high else f"`{low}..{high}`"


# ---- numbers -------------------------------------------------------------------------------------


def check_numbers(checker: Checker, model: Model) -> None:
    """Every number that can occur needs an arm, and every arm a number that can occur."""
    reach = Reach(model)
    bodies = [one.value for one in model.definitions.values()]
    for body in (*bodies, *(one.value for one in model.scores.values())):
        if isinstance(body, MatchOn) and body.value.kind.family == "int":
            _check_match(checker, reach.of(body.value), body)


def _check_match(checker: Checker, bounds: Range, term: MatchOn) -> None:
    low, high = bounds
    for arm in term.arms:
        if all(most < low or high < least for least, most in arm.ranges) and not arm.holds(NONE):
            checker.warn("match-never", arm.span, low=low, high=high)
    if term.otherwise is not None:
        return
    ranges = [one for arm in term.arms for one in arm.ranges]
    missing = [_written(*gap) for gap in _gaps(low, high, [one for one in ranges if one[0] != NONE])]
    if term.value.kind.optional and (NONE, NONE) not in ranges:
        missing.append("`none`")
    if missing and bounds == ANY:
        checker.report("match-needs-else", term.span)
    elif missing:
        checker.report("match-missing", term.span, missing=", ".join(missing))


def _gaps(low: int, high: int, ranges: list[Range]) -> Iterator[Range]:
    """The numbers between two that no range has."""
    for least, most in sorted(ranges):
        if low < least:
            yield low, min(high, least - 1)
        low = max(low, most + 1)
        if low > high:
            return
    yield low, high
