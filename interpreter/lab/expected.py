"""What a scenario expects after its moves, as written in its file."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from rulewright.dsl.data.yamlread import as_int, as_list, as_text, entries, fields
from rulewright.dsl.data.yamltree import Scalar, YamlNode
from rulewright.dsl.data.yamltree import Sequence as SequenceNode
from rulewright.dsl.problems import Problem, problem
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.problems.suggest import did_you_mean

_KEYS = ("moves", "refuse", "decide", "scores", "winner", "over", "zones", "vars", "view")


@frozen
class Written:
    """A text and the place where it is written."""

    text: str
    span: Span = field(eq=False)

    def __str__(self) -> str:
        return self.text


@frozen
class ExpectedMoves:
    """The legal moves: all of them (`exactly`), some that are or are not among them, how many."""

    exactly: tuple[Written, ...] | None
    include: tuple[Written, ...]
    exclude: tuple[Written, ...]
    count: int | None
    span: Span


@frozen
class ExpectedScores:
    """The points of one score, or `total`, seat by seat."""

    name: Written
    points: tuple[int, ...]
    span: Span


@frozen
class ExpectedZone:
    """What lies in a zone: its size, or its card ids from the bottom."""

    name: Written
    size: int | None
    cards: tuple[str, ...] | None
    span: Span


@frozen
class ExpectedView:
    """Cards by their ids, and variables, that a seat sees or surely knows, and some that it does not."""

    seat: Written
    sees: tuple[Written, ...]
    hides: tuple[Written, ...]


@frozen
class Expected:
    """All expectations of a scenario; what is None or empty is not looked at."""

    moves: ExpectedMoves | None = None
    refuse: Mapping[Written, Written] = field(factory=dict)
    decide: tuple[Written, ...] | None = None
    scores: tuple[ExpectedScores, ...] = ()
    winner: tuple[Written, ...] | None = None
    over: Written | None = None
    zones: tuple[ExpectedZone, ...] = ()
    variables: Mapping[Written, Written] = field(factory=dict)
    views: tuple[ExpectedView, ...] = ()


def written(node: YamlNode, problems: list[Problem], what: str) -> Written | None:
    """A text with its place; None with a problem where there is none."""
    text = as_text(node, problems, what)
    return None if text is None else Written(text, node.span)


def written_list(node: YamlNode | None, problems: list[Problem], what: str) -> tuple[Written, ...]:
    """A list of texts; a single text is a list of one."""
    if node is None:
        return ()
    items = (node,) if isinstance(node, Scalar) else as_list(node, problems, what)
    return tuple(one for item in items if (one := written(item, problems, what)) is not None)


def read_expected(node: YamlNode | None, problems: list[Problem]) -> Expected:
    """The expectations under `expect`."""
    if node is None:
        return Expected()
    for entry in entries(node, problems, "what is expected"):
        if entry.key.text not in _KEYS:
            near, known = did_you_mean(entry.key.text, _KEYS), ", ".join(_KEYS)
            problems.append(
                problem("scenario-expect-key", entry.key.span, name=entry.key.text, near=near, known=known)
            )
    before = len(problems)
    parts = fields(node, problems, "what is expected")
    if not parts and len(problems) == before:
        problems.append(problem("scenario-expects-nothing", node.span))
    winner = parts.get("winner")
    return Expected(
        moves=_moves(parts["moves"], problems) if "moves" in parts else None,
        refuse=_texts(parts.get("refuse"), problems, "the reason"),
        decide=written_list(parts["decide"], problems, "a seat") if "decide" in parts else None,
        scores=_scores(parts.get("scores"), problems),
        winner=None if winner is None else written_list(winner, problems, "a seat"),
        over=written(parts["over"], problems, "the reason of the ending") if "over" in parts else None,
        zones=_zones(parts.get("zones"), problems),
        variables=_texts(parts.get("vars"), problems, "the value"),
        views=_views(parts.get("view"), problems),
    )


def _moves(node: YamlNode, problems: list[Problem]) -> ExpectedMoves:
    if isinstance(node, SequenceNode | Scalar):
        return ExpectedMoves(written_list(node, problems, "a move"), (), (), None, node.span)
    parts = fields(node, problems, "the moves expected")
    for key in parts:
        if key not in ("include", "exclude", "count"):
            problems.append(problem("scenario-moves-key", node.span, name=key))
    return ExpectedMoves(
        None,
        written_list(parts.get("include"), problems, "a move"),
        written_list(parts.get("exclude"), problems, "a move"),
        as_int(parts["count"], problems, "the number of moves", 0) if "count" in parts else None,
        node.span,
    )


def _texts(node: YamlNode | None, problems: list[Problem], what: str) -> dict[Written, Written]:
    found: dict[Written, Written] = {}
    for entry in () if node is None else entries(node, problems, "what is expected"):
        value = written(entry.value, problems, what)
        if value is not None:
            found[Written(entry.key.text, entry.key.span)] = value
    return found


def _scores(node: YamlNode | None, problems: list[Problem]) -> tuple[ExpectedScores, ...]:
    found = []
    for entry in () if node is None else entries(node, problems, "the scores expected"):
        points = [
            as_int(item, problems, "a number of points")
            for item in as_list(entry.value, problems, f"the points for {entry.key.text}, by seat")
        ]
        name = Written(entry.key.text, entry.key.span)
        known = tuple(one for one in points if one is not None)
        found.append(ExpectedScores(name, known, entry.value.span))
    return tuple(found)


def _zones(node: YamlNode | None, problems: list[Problem]) -> tuple[ExpectedZone, ...]:
    found = []
    for entry in () if node is None else entries(node, problems, "the zones expected"):
        name = Written(entry.key.text, entry.key.span)
        if isinstance(entry.value, SequenceNode):
            ids = tuple(one.text for one in written_list(entry.value, problems, "a card's id"))
            found.append(ExpectedZone(name, None, ids, entry.value.span))
        else:
            size = as_int(entry.value, problems, f"the size of {entry.key.text}", 0)
            found.append(ExpectedZone(name, size, None, entry.value.span))
    return tuple(found)


def _views(node: YamlNode | None, problems: list[Problem]) -> tuple[ExpectedView, ...]:
    """One view or a list of views."""
    if node is None:
        return ()
    found = []
    for one in node.items if isinstance(node, SequenceNode) else (node,):
        parts = fields(one, problems, "a view")
        seat = written(parts["seat"], problems, "the seat") if "seat" in parts else None
        if seat is None or set(parts) - {"seat", "sees", "hides"}:
            problems.append(problem("scenario-view", one.span))
            continue
        found.append(
            ExpectedView(
                seat,
                written_list(parts.get("sees"), problems, "a card's id or a variable"),
                written_list(parts.get("hides"), problems, "a card's id or a variable"),
            )
        )
    return tuple(found)
