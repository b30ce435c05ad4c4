"""The order of the checks: from the trees of a game's files to its model.

Names are collected first, so that a rule may be written before what it uses. Then come, in turn, what
stands by itself (enums), what is made of it (cards, settings, zones, variables), and the rules, which
call each other in any order. Every pass goes on after a problem. A model comes out only when none was
found that is more than a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from attrs import define, evolve, field, frozen

from rulewright.dsl.check.cards import check_card_rows, check_generated_cards
from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.declarations import (
    check_dice,
    check_enum,
    check_group,
    check_needs,
    check_preset,
    check_setting,
    check_table,
    check_variable,
    check_zone,
)
from rulewright.dsl.check.order import users_last
from rulewright.dsl.check.reaction_order import check_named_before, in_order
from rulewright.dsl.check.rules import (
    check_action,
    check_awards,
    check_reaction,
    check_score,
    check_winner,
    find_definition,
    find_rule,
)
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.steps import PLAY, SETUP, Body
from rulewright.dsl.check.terms import read_bare, read_term
from rulewright.dsl.check.warn_order import warn_order
from rulewright.dsl.check.warn_secrets import check_secrets, check_texts
from rulewright.dsl.check.warn_unused import warn_unused
from rulewright.dsl.check.warn_whole import warn_whole
from rulewright.dsl.check.whole import check_whole
from rulewright.dsl.data.cards import CardRow
from rulewright.dsl.model import MOST_MOVES, USUAL_MOVES, CardSet, Model, Reaction, Score, Step
from rulewright.dsl.problems import Note, Problem
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.vocabulary import (
    FUNCTIONS,
    KIND_NAMES,
    LANGUAGE_VERSION,
    MOST_PLAYERS,
    PLAIN_VALUES,
)

RowsOf = Callable[[nodes.CardsDeclaration], list[CardRow]]
"""Finds the rows of a set's card file; problems with the file are the finder's to report."""

D = TypeVar("D")


@define
class Written:
    """The declarations of all files by kind, in the order written."""

    by_kind: dict[type, list[nodes.Declaration]] = field(factory=dict)

    def add(self, declarations: Iterable[nodes.Declaration]) -> None:
        """Sort declarations into their kinds."""
        for one in declarations:
            self.by_kind.setdefault(type(one), []).append(one)

    def all(self, kind: type[D]) -> list[D]:
        """Those of one kind."""
        return [one for one in self.by_kind.get(kind, []) if isinstance(one, kind)]


@frozen
class Checked:
    """What came of a check: the model, if nothing stands against it, and all that was found."""

    model: Model | None
    problems: tuple[Problem, ...]


VALUES: tuple[type, ...] = (
    nodes.EnumDeclaration,
    nodes.GroupDeclaration,
    nodes.CardsDeclaration,
    nodes.SettingDeclaration,
    nodes.ZoneDeclaration,
    nodes.DiceDeclaration,
    nodes.TableDeclaration,
    nodes.VariableDeclaration,
    nodes.Definition,
)
WORDS: tuple[type, ...] = VALUES[:3]
"""Those of them that are groups of values."""
DOINGS: tuple[type, ...] = (nodes.ActionDeclaration, nodes.RuleDeclaration)
OTHERS: tuple[type, ...] = (nodes.ScoreDeclaration, nodes.PresetDeclaration, nodes.ReactionDeclaration)


def check(trees: list[nodes.Tree], rows_of: RowsOf, sources: Mapping[str, Source], game_id: str) -> Checked:
    """Check the trees of a game (the main file's first) and build its model."""
    written = Written()
    for tree in trees:
        written.add(tree.declarations)
    checker = Checker(read_term, read_bare, find_definition)
    checker.sources = sources
    checker.lent = frozenset(tree.file for tree in trees if tree.lent)
    start = Span(trees[0].file, 1, 1, 1, 1)
    title, facts, (least, most), moves = _header(checker, written, start)
    _collect(checker, written)
    for one in written.all(nodes.ScoreDeclaration):
        checker.score_nodes.setdefault(one.name, one)
    _things(checker, written, rows_of)
    presets = {one.name: check_preset(checker, one) for one in written.all(nodes.PresetDeclaration)}
    needs = [check_needs(checker, one) for one in written.all(nodes.NeedsDeclaration)]
    for name in users_last(checker.definition_nodes):
        find_definition(checker, name, checker.definition_nodes[name].span)
    for name in users_last(checker.rule_nodes):
        find_rule(checker, name, checker.rule_nodes[name].span)
    setup = _setup(checker, written)
    play = _play(checker, written, start)
    checker.refuse_case_twins(checker.phases.items())
    actions = {name: check_action(checker, one) for name, one in checker.action_nodes.items()}
    reactions = _reactions(checker, written)
    scores, winner_nodes = _scores(checker, written), written.all(nodes.WinnerDeclaration)
    winner = check_winner(checker, winner_nodes[0]) if winner_nodes else None
    check_awards(checker, scores)
    model = Model(
        game_id,
        title,
        facts,
        least,
        most,
        {**checker.enums, **checker.made_ids},
        checker.card_sets,
        checker.settings,
        presets,
        checker.zones,
        checker.dice,
        checker.tables,
        checker.variables,
        tuple(one for one in needs if one is not None),
        setup,
        play,
        actions,
        checker.definitions,
        checker.rules,
        reactions,
        scores,
        winner,
        checker.slots,
        tuple(checker.phases),
        most_moves=moves,
        sources=sources,
    )
    return _verdict(checker, written, model)


def _verdict(checker: Checker, written: Written, model: Model) -> Checked:
    check_whole(checker, model)
    if not any(not one.warning for one in checker.problems):
        check_texts(checker, model)
        model = evolve(model, secret_locals=check_secrets(checker, model))
        warn_unused(checker, written.by_kind, model)
        warn_whole(checker, model)
        warn_order(checker, model)
    problems = tuple(checker.problems)
    failed = any(not one.warning for one in problems)
    return Checked(None if failed else model, problems)


# ---- the head of the file ------------------------------------------------------------------------


def _header(
    checker: Checker, written: Written, start: Span
) -> tuple[str, dict[str, str], tuple[int, int], int]:
    versions = written.all(nodes.Language)
    titles = written.all(nodes.GameTitle)
    if not titles:
        checker.report("no-game", start)
        return "", {}, (1, 1), USUAL_MOVES
    if not versions:
        checker.report("no-language", start, version=LANGUAGE_VERSION)
    for one in versions:
        if one.version != LANGUAGE_VERSION:
            checker.report("language-version", one.span, wanted=one.version, have=LANGUAGE_VERSION)
    for title in titles[1:]:
        checker.report("game-twice", title.span, Note(titles[0].span, "the first"))
    facts = {one.name: one.text for one in titles[0].facts if one.text}
    return titles[0].title, facts, _players(checker, titles[0]), _moves(checker, titles[0])


def _moves(checker: Checker, title: nodes.GameTitle) -> int:
    for one in title.facts:
        if one.name == "moves":
            if 1 <= one.high <= MOST_MOVES:
                return one.high
            checker.report("moves-number", one.span, have=one.high, most=MOST_MOVES, usual=USUAL_MOVES)
    return USUAL_MOVES


def _players(checker: Checker, title: nodes.GameTitle) -> tuple[int, int]:
    ranges = [one for one in title.facts if one.name == "players"]
    if not ranges:
        checker.report("no-players", title.span)
        return 1, 1
    low, high = ranges[0].low, ranges[0].high
    if low < 1 or high > MOST_PLAYERS or low > high:
        checker.report("players-number", ranges[0].span, low=low, high=high, most=MOST_PLAYERS)
        return 1, 1
    return low, high


# ---- names ---------------------------------------------------------------------------------------


def _collect(checker: Checker, written: Written) -> None:
    """Find names declared twice, and hand the checker what is checked on demand."""
    for kinds in (VALUES, DOINGS, *((kind,) for kind in OTHERS)):
        seen: dict[str, Span] = {}
        for one in _in_order(written, kinds):
            name: str = getattr(one, "name")  # noqa: B009 - all kinds of these tables have a name
            if name in seen:
                checker.report("declared-twice", one.span, Note(seen[name], "first here"), name=name)
            elif kinds is VALUES and name in (*PLAIN_VALUES, *FUNCTIONS, *KIND_NAMES):
                checker.report("name-taken", one.span, name=name)
            seen.setdefault(name, one.span)
        if kinds is VALUES:
            checker.declared = seen
        else:
            checker.refuse_case_twins(seen.items())
    # By custom a group of values begins with a capital, and what has such a value may be called the same.
    for kinds in (WORDS, tuple(one for one in VALUES if one not in WORDS)):
        declared = _in_order(written, kinds)
        checker.refuse_case_twins((getattr(one, "name"), one.span) for one in declared)  # noqa: B009 - as above
    for definition in written.all(nodes.Definition):
        checker.definition_nodes.setdefault(definition.name, definition)
    for rule in written.all(nodes.RuleDeclaration):
        checker.rule_nodes.setdefault(rule.name, rule)
    for action in written.all(nodes.ActionDeclaration):
        checker.action_nodes.setdefault(action.name, action)


def _in_order(written: Written, kinds: tuple[type, ...]) -> list[nodes.Declaration]:
    found = [one for kind in kinds for one in written.by_kind.get(kind, [])]
    return sorted(found, key=lambda one: one.span)


# ---- things --------------------------------------------------------------------------------------


def _things(checker: Checker, written: Written, rows_of: RowsOf) -> None:
    for enum in written.all(nodes.EnumDeclaration):
        check_enum(checker, enum)
    for group in written.all(nodes.GroupDeclaration):
        check_group(checker, group)
    filed = [one for one in written.all(nodes.CardsDeclaration) if one.file is not None]
    made = [one for one in written.all(nodes.CardsDeclaration) if one.file is None]
    for cards in filed:
        checker.card_sets[cards.name] = check_card_rows(checker, cards, rows_of(cards))
    for cards in made:
        checker.card_sets[cards.name] = CardSet(cards.name, (), (), ())
    for setting in written.all(nodes.SettingDeclaration):
        check_setting(checker, setting)
    for cards in made:
        checker.card_sets[cards.name] = check_generated_cards(checker, cards)
    for table in written.all(nodes.TableDeclaration):
        check_table(checker, table)
    for zone in written.all(nodes.ZoneDeclaration):
        check_zone(checker, zone)
    for dice in written.all(nodes.DiceDeclaration):
        check_dice(checker, dice)
    for variable in written.all(nodes.VariableDeclaration):
        check_variable(checker, variable)


# ---- play ----------------------------------------------------------------------------------------


def _setup(checker: Checker, written: Written) -> tuple[Step, ...]:
    setups = written.all(nodes.SetupDeclaration)
    for other in setups[1:]:
        checker.report("setup-twice", other.span, Note(setups[0].span, "the first"))
    if not setups:
        return ()
    body = Body(checker, False, find_rule, checker.phases, checker.offered, place=SETUP)
    return body.steps(setups[0].body, Scope("setup"))


def _play(checker: Checker, written: Written, start: Span) -> tuple[Step, ...]:
    plays = written.all(nodes.PlayDeclaration)
    if not plays:
        if written.all(nodes.GameTitle):
            checker.report("no-play", start)
        return ()
    for other in plays[1:]:
        checker.report("play-twice", other.span, Note(plays[0].span, "the first"))
    body = Body(checker, True, find_rule, checker.phases, checker.offered, place=PLAY)
    return body.steps(plays[0].body, Scope("play"))


def _reactions(checker: Checker, written: Written) -> dict[str, Reaction]:
    declared = written.all(nodes.ReactionDeclaration)
    check_named_before(checker, declared)
    found = [one for one in (check_reaction(checker, node) for node in declared) if one is not None]
    return in_order(found)


def _scores(checker: Checker, written: Written) -> dict[str, Score]:
    return {one.name: check_score(checker, one) for one in written.all(nodes.ScoreDeclaration)}
