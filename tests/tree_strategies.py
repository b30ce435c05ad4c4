"""Hypothesis strategies for trees of the language, as an author could have written them."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from rulewright.dsl.problems.spans import NOWHERE
from rulewright.dsl.syntax import nodes as n

_NAMES = ("a", "b2", "c_d", "first", "last", "owner", "score", "dice", "turn", "step", "times", "face", "me")
_COMPARES = ("==", "!=", "<", "<=", ">", ">=", "in")
_SIGNS = (*_COMPARES, "+", "-", "*", "div", "mod", "and", "or", "else")
_WORDS = {"most": "most", "highest": "most", "fewest": "fewest", "lowest": "fewest"}
_ORDERS = {"first": "first", "last": "last", "latest": "last"}


def made(
    node: type, *parts: st.SearchStrategy[Any], **named: st.SearchStrategy[Any]
) -> st.SearchStrategy[Any]:
    """Nodes of a class from strategies for its parts."""
    return st.builds(partial(node, span=NOWHERE), *parts, **named)


def tuples(part: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[Any]:
    """Up to three parts."""
    return st.lists(part, min_size=least, max_size=3).map(tuple)


def maybe(part: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A part that may be left out."""
    return st.none() | part


names = st.sampled_from(_NAMES)
texts = st.text(st.sampled_from('ab {}"\\#(,é卡'), max_size=6)
flags = st.booleans()
simple = (
    made(n.Number, st.integers(0, 2**31 - 1))
    | made(n.Truth, flags)
    | made(n.Nothing)
    | made(n.Name, names)
    | made(n.RandomPlayer)
)


def sources(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """`c in up to N of S where C from lowest E`"""
    order = made(n.Order, st.sampled_from(["lowest", "highest"]), inner)
    return made(n.Among, maybe(names), inner, maybe(inner), maybe(order), maybe(inner))


def drawn(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """What folds go through: single elements, or `h in exactly N of S where C`."""
    bounds = st.sampled_from([(False, False), (True, False), (True, True)])

    def sets(
        name: str, over: Any, least: Any, most: Any, where: Any, there: tuple[bool, bool]
    ) -> n.SetsAmong:
        ends = (least if there[0] else None, most if there[1] else None)
        return n.SetsAmong(name, over, *ends, where, span=NOWHERE)

    return sources(inner) | st.builds(sets, names, inner, inner, inner, maybe(inner), bounds)


def filtered(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Collections with a filter, an order or a number, and so told from what they are taken from."""
    picked = sources(inner).filter(
        lambda one: one.name is None if one.most is not None else (one.where, one.order) != (None, None)
    )
    return made(n.Filtered, picked)


def keys(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """`most E` or `first`"""
    orders = st.sampled_from(sorted(_ORDERS)).map(lambda word: n.Key(_ORDERS[word], word, None, span=NOWHERE))
    return value_keys(inner) | orders


def value_keys(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """`most E`"""
    return st.builds(
        lambda word, value: n.Key(_WORDS[word], word, value, span=NOWHERE),
        st.sampled_from(sorted(_WORDS)),
        inner,
    )


card_texts = made(n.CardText, st.text(st.sampled_from("ab-_0"), max_size=4))


def _deeper(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    source, gone_through = sources(inner), drawn(inner)
    return st.one_of(
        made(n.Field, inner, names, flags),
        made(n.Index, inner, tuples(inner, 1)),
        made(n.Call, names, tuples(inner)),
        made(n.Fold, st.sampled_from(["sum", "min", "max", "any", "all"]), inner, gone_through),
        made(n.Count, gone_through),
        made(n.Best, gone_through, tuples(keys(inner), 1)),
        made(n.Place, inner, value_keys(inner), flags),
        made(n.AllOf, inner),
        filtered(inner),
        made(n.ListOf, tuples(inner, 1)),
        made(n.ListFor, inner, source),
        made(n.Range, inner, inner),
        made(n.Unary, st.sampled_from(["not", "-"]), inner),
        made(n.Binary, st.sampled_from(_SIGNS), inner, inner),
        made(n.Binary, st.sampled_from(["==", "!=", "<"]), inner, card_texts),
        made(n.Binary, st.just("in"), inner, made(n.ListOf, tuples(card_texts, 1))),
        made(n.Is, inner, flags),
        made(n.Conditional, inner, inner, inner),
    )


expressions = st.recursive(simple, _deeper, max_leaves=6)
_parts = st.lists(st.text(st.sampled_from('ab {}"\\#é'), min_size=1, max_size=5) | expressions, max_size=3)
phrases = made(
    n.Phrase,
    _parts.filter(
        lambda parts: not any(isinstance(a, str) and isinstance(b, str) for a, b in pairwise(parts))
    ).map(tuple),
)
action_names = tuples(made(n.ActionName, names | st.sampled_from(["reroll", "swap"])), 1)
targets = made(n.Name, names) | made(n.Index, made(n.Name, names), tuples(expressions, 1))


def _deals() -> st.SearchStrategy[Any]:
    one = made(n.Deal, expressions, flags, expressions, st.just(False), expressions)
    each = made(n.Deal, expressions, flags, expressions, st.just(True), expressions | filtered(expressions))
    return one | each


def _puts() -> st.SearchStrategy[Any]:
    how = st.sampled_from(["into", "onto", "beneath"])
    plain = made(n.Put, sources(expressions), how, expressions)
    return plain | made(n.Put, sources(expressions), st.just("at"), expressions, expressions)


steps = st.one_of(
    made(n.Choose, action_names, maybe(expressions), flags, flags, flags, maybe(phrases)),
    made(
        n.EveryoneChooses, action_names, maybe(expressions), maybe(expressions), flags, flags, maybe(phrases)
    ),
    made(n.Assign, targets, st.sampled_from(["=", "+=", "-="]), expressions),
    made(n.Let, names, expressions),
    _puts(),
    _deals(),
    made(n.Shuffle, expressions),
    made(n.Roll, expressions, expressions, flags),
    made(n.Reroll, sources(expressions)),
    made(n.Show, sources(expressions), maybe(expressions)),
    made(n.Swap, expressions, expressions),
    made(n.Award, expressions, expressions, names, maybe(expressions)),
    made(n.DropOut, maybe(expressions)),
    made(n.RuleCall, names, tuples(expressions), flags),
    made(n.Tell, phrases),
    made(n.EndGame, maybe(phrases)),
)


def _turns(body: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    def build(
        start: Any, following: Any, condition: Any, until: Any, because: Any, once: bool, inner: Any
    ) -> n.Turns:
        once = once and until is None
        reason = None if until is None else because
        way, begin = ("", "from") if following is not None else ("clockwise", "after")
        once = once and following is None
        return n.Turns(way, begin, start, following, condition, once, until, reason, inner, span=NOWHERE)

    given = (maybe(expressions), maybe(expressions), maybe(expressions), maybe(phrases), flags)
    return st.builds(build, expressions, *given, body)


def _repeats(body: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    counted = made(n.Repeat, expressions, st.none(), st.none(), maybe(names), body)
    return counted | made(n.Repeat, maybe(expressions), expressions, maybe(phrases), st.none(), body)


def _blocks(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    body = tuples(inner, 1)
    return st.one_of(
        made(n.Phase, names, body),
        made(n.ForEach, sources(expressions), body),
        made(n.If, expressions, body, tuples(inner)),
        _turns(body),
        _repeats(body),
    )


statements = st.recursive(steps, _blocks, max_leaves=6)
bodies = tuples(statements, 1)
kinds = (
    made(n.KindName, names, optional=flags)
    | made(n.KindName, names, st.sampled_from(["bag", "set"]))
    | made(n.KindName, names, st.just("zone"), flags)
)
parameters = tuples(made(n.Parameter, names, maybe(kinds)))
values = tuples(made(n.EnumValue, names), 1)
owners = tuples(names)
matches = made(n.Match, expressions, tuples(made(n.Arm, tuples(expressions), expressions), 1))
results = expressions | filtered(expressions) | matches


def _choices() -> st.SearchStrategy[Any]:
    def single(name: str, source: n.Among, secret: bool) -> n.Choice:
        own = n.Among(name, source.over, source.where, source.order, span=NOWHERE)
        return n.Choice(name, own, secret=secret, span=NOWHERE)

    subset = made(
        n.Choice, names, sources(expressions), st.just(True), maybe(expressions), maybe(expressions), flags
    )
    payment = made(
        n.Payment, names, tuples(expressions, 1), names, expressions, names, expressions, expressions, flags
    )
    return st.builds(single, names, sources(expressions), flags) | subset | payment


def _settings() -> st.SearchStrategy[Any]:
    limited = made(n.SettingDeclaration, names, expressions, expressions, expressions, texts)
    return limited | made(n.SettingDeclaration, names, expressions, meaning=texts)


def _variables() -> st.SearchStrategy[Any]:
    sight = st.sampled_from(["up", "down", "owner"])
    told = (names, tuples(expressions), owners, maybe(kinds), maybe(expressions), flags)
    some = made(n.VariableDeclaration, *told, sight, texts) | made(
        n.VariableDeclaration, *told, st.just("up"), texts, flags
    )
    return some.filter(lambda one: one.kind is not None or one.initial is not None)


facts = made(n.GameFact, st.just("source"), texts) | made(
    n.GameFact, st.just("players"), low=st.integers(1, 9), high=st.integers(1, 9)
)
card_fields = tuples(made(n.CardField, names, kinds, maybe(expressions)))
sights = st.sampled_from(["up", "down", "owner", ""])

declarations = st.one_of(
    made(n.Language, st.integers(0, 9)),
    made(n.GameTitle, texts, tuples(facts)),
    made(n.Include, texts),
    made(n.EnumDeclaration, names, values),
    made(n.GroupDeclaration, names, names, values),
    made(n.CardsDeclaration, names, texts, st.just(()), card_fields),
    made(
        n.CardsDeclaration,
        names,
        st.none(),
        tuples(made(n.Generator, names, expressions), 1),
        card_fields,
        st.none() | expressions,
        st.none() | expressions,
    ),
    _settings(),
    made(n.PresetDeclaration, names, texts, tuples(made(n.PresetLine, names, expressions))),
    made(
        n.ZoneDeclaration,
        names,
        tuples(expressions),
        owners,
        names,
        sights,
        maybe(expressions),
        maybe(names),
        flags,
        flags,
    ),
    made(n.DiceDeclaration, names, owners, expressions, sights, expressions),
    made(n.TableDeclaration, names, tuples(expressions, 1), flags),
    _variables(),
    made(n.NeedsDeclaration, expressions, names, maybe(phrases)),
    made(n.SetupDeclaration, bodies),
    made(n.PlayDeclaration, bodies),
    made(
        n.ActionDeclaration,
        names,
        tuples(_choices()),
        tuples(made(n.Requirement, maybe(names), expressions, maybe(phrases))),
        tuples(statements),
    ),
    made(n.Definition, names, parameters, results),
    made(n.RuleDeclaration, names, parameters, bodies),
    made(
        n.ReactionDeclaration,
        names,
        tuples(made(n.ReactionName, names)),
        names,
        st.sampled_from(["enters", "leaves"]),
        names,
        bodies,
    ),
    made(n.ScoreDeclaration, names, maybe(made(n.Parameter, names, maybe(kinds))), results),
    made(n.ScoreDeclaration, names, st.none(), st.none()),
    made(n.WinnerDeclaration, tuples(keys(expressions), 1)),
)


def trees() -> st.SearchStrategy[n.Tree]:
    """Whole files of a few declarations."""
    return st.builds(n.Tree, st.just("test.rules"), tuples(declarations, 1))
