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

from rulewright.dsl import nodes
from rulewright.dsl.cards import CardRow
from rulewright.dsl.check_cards import check_card_rows, check_generated_cards
from rulewright.dsl.check_declarations import (
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
from rulewright.dsl.check_rules import (
    check_action,
    check_awards,
    check_reaction,
    check_score,
    check_winner,
    find_definition,
    find_rule,
)
from rulewright.dsl.check_steps import SETUP, Body
from rulewright.dsl.check_terms import read_bare, read_term
from rulewright.dsl.check_whole import check_whole
from rulewright.dsl.desk import Desk
from rulewright.dsl.model import CardSet, Model, Reaction, Score, Step
from rulewright.dsl.order import users_last
from rulewright.dsl.problems import Note, Problem
from rulewright.dsl.reaction_order import check_named_before, in_order
from rulewright.dsl.scope import Scope
from rulewright.dsl.spans import Source, Span
from rulewright.dsl.vocabulary import FUNCTIONS, KIND_NAMES, LANGUAGE_VERSION, MOST_PLAYERS, PLAIN_VALUES
from rulewright.dsl.warn_order import warn_order
from rulewright.dsl.warn_secrets import check_secrets
from rulewright.dsl.warn_unused import warn_unused
from rulewright.dsl.warn_whole import warn_whole

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
    desk = Desk(read_term, read_bare, find_definition)
    desk.sources = sources
    desk.lent = frozenset(tree.file for tree in trees if tree.lent)
    start = Span(trees[0].file, 1, 1, 1, 1)
    title, facts, least, most = _header(desk, written, start)
    _collect(desk, written)
    _things(desk, written, rows_of)
    presets = {one.name: check_preset(desk, one) for one in written.all(nodes.PresetDeclaration)}
    needs = [check_needs(desk, one) for one in written.all(nodes.NeedsDeclaration)]
    for name in users_last(desk.definition_nodes):
        find_definition(desk, name, desk.definition_nodes[name].span)
    for name in users_last(desk.rule_nodes):
        find_rule(desk, name, desk.rule_nodes[name].span)
    setup = _setup(desk, written)
    play = _play(desk, written, start)
    desk.refuse_case_twins(desk.phases.items())
    actions = {name: check_action(desk, one) for name, one in desk.action_nodes.items()}
    reactions = _reactions(desk, written)
    scores, winner_nodes = _scores(desk, written), written.all(nodes.WinnerDeclaration)
    winner = check_winner(desk, winner_nodes[0]) if winner_nodes else None
    check_awards(desk, scores)
    model = Model(
        game_id,
        title,
        facts,
        least,
        most,
        desk.enums,
        desk.card_sets,
        desk.settings,
        presets,
        desk.zones,
        desk.dice,
        desk.tables,
        desk.variables,
        tuple(one for one in needs if one is not None),
        setup,
        play,
        actions,
        desk.definitions,
        desk.rules,
        reactions,
        scores,
        winner,
        desk.slots,
        tuple(desk.phases),
        sources=sources,
    )
    return _verdict(desk, written, model)


def _verdict(desk: Desk, written: Written, model: Model) -> Checked:
    check_whole(desk, model)
    if not any(not one.warning for one in desk.problems):
        model = evolve(model, secret_locals=check_secrets(desk, model))
        warn_unused(desk, written.by_kind, model)
        warn_whole(desk, model)
        warn_order(desk, model)
    problems = tuple(desk.problems)
    failed = any(not one.warning for one in problems)
    return Checked(None if failed else model, problems)


# ---- the head of the file ------------------------------------------------------------------------


def _header(desk: Desk, written: Written, start: Span) -> tuple[str, dict[str, str], int, int]:
    versions = written.all(nodes.Language)
    titles = written.all(nodes.GameTitle)
    if not titles:
        desk.report("no-game", start)
        return "", {}, 1, 1
    if not versions:
        desk.report("no-language", start, version=LANGUAGE_VERSION)
    for one in versions:
        if one.version != LANGUAGE_VERSION:
            desk.report("language-version", one.span, wanted=one.version, have=LANGUAGE_VERSION)
    for title in titles[1:]:
        desk.report("game-twice", title.span, Note(titles[0].span, "the first"))
    facts = {one.name: one.text for one in titles[0].facts if one.name != "players"}
    least, most = _players(desk, titles[0])
    return titles[0].title, facts, least, most


def _players(desk: Desk, title: nodes.GameTitle) -> tuple[int, int]:
    ranges = [one for one in title.facts if one.name == "players"]
    if not ranges:
        desk.report("no-players", title.span)
        return 1, 1
    low, high = ranges[0].low, ranges[0].high
    if low < 1 or high > MOST_PLAYERS or low > high:
        desk.report("players-number", ranges[0].span, low=low, high=high, most=MOST_PLAYERS)
        return 1, 1
    return low, high


# ---- names ---------------------------------------------------------------------------------------


def _collect(desk: Desk, written: Written) -> None:
    """Find names declared twice, and hand the desk what is checked on demand."""
    for kinds in (VALUES, DOINGS, *((kind,) for kind in OTHERS)):
        seen: dict[str, Span] = {}
        for one in _in_order(written, kinds):
            name: str = getattr(one, "name")  # noqa: B009 - all kinds of these tables have a name
            if name in seen:
                desk.report("declared-twice", one.span, Note(seen[name], "first here"), name=name)
            elif kinds is VALUES and name in (*PLAIN_VALUES, *FUNCTIONS, *KIND_NAMES):
                desk.report("name-taken", one.span, name=name)
            seen.setdefault(name, one.span)
        if kinds is VALUES:
            desk.declared = seen
        else:
            desk.refuse_case_twins(seen.items())
    # By custom a group of values begins with a capital, and what has such a value may be called the same.
    for kinds in (WORDS, tuple(one for one in VALUES if one not in WORDS)):
        declared = _in_order(written, kinds)
        desk.refuse_case_twins((getattr(one, "name"), one.span) for one in declared)  # noqa: B009 - as above
    for definition in written.all(nodes.Definition):
        desk.definition_nodes.setdefault(definition.name, definition)
    for rule in written.all(nodes.RuleDeclaration):
        desk.rule_nodes.setdefault(rule.name, rule)
    for action in written.all(nodes.ActionDeclaration):
        desk.action_nodes.setdefault(action.name, action)


def _in_order(written: Written, kinds: tuple[type, ...]) -> list[nodes.Declaration]:
    found = [one for kind in kinds for one in written.by_kind.get(kind, [])]
    return sorted(found, key=lambda one: one.span)


# ---- things --------------------------------------------------------------------------------------


def _things(desk: Desk, written: Written, rows_of: RowsOf) -> None:
    for enum in written.all(nodes.EnumDeclaration):
        check_enum(desk, enum)
    for group in written.all(nodes.GroupDeclaration):
        check_group(desk, group)
    filed = [one for one in written.all(nodes.CardsDeclaration) if one.file is not None]
    made = [one for one in written.all(nodes.CardsDeclaration) if one.file is None]
    for cards in filed:
        desk.card_sets[cards.name] = check_card_rows(desk, cards, rows_of(cards))
    for cards in made:
        desk.card_sets[cards.name] = CardSet(cards.name, (), (), ())
    for setting in written.all(nodes.SettingDeclaration):
        check_setting(desk, setting)
    for cards in made:
        desk.card_sets[cards.name] = check_generated_cards(desk, cards)
    for table in written.all(nodes.TableDeclaration):
        check_table(desk, table)
    for zone in written.all(nodes.ZoneDeclaration):
        check_zone(desk, zone)
    for dice in written.all(nodes.DiceDeclaration):
        check_dice(desk, dice)
    for variable in written.all(nodes.VariableDeclaration):
        check_variable(desk, variable)


# ---- play ----------------------------------------------------------------------------------------


def _setup(desk: Desk, written: Written) -> tuple[Step, ...]:
    setups = written.all(nodes.SetupDeclaration)
    for other in setups[1:]:
        desk.report("setup-twice", other.span, Note(setups[0].span, "the first"))
    if not setups:
        return ()
    body = Body(desk, False, find_rule, desk.phases, desk.offered, place=SETUP)
    return body.steps(setups[0].body, Scope("setup"))


def _play(desk: Desk, written: Written, start: Span) -> tuple[Step, ...]:
    plays = written.all(nodes.PlayDeclaration)
    if not plays:
        if written.all(nodes.GameTitle):
            desk.report("no-play", start)
        return ()
    for other in plays[1:]:
        desk.report("play-twice", other.span, Note(plays[0].span, "the first"))
    body = Body(desk, True, find_rule, desk.phases, desk.offered, place="play")
    return body.steps(plays[0].body, Scope("play"))


def _reactions(desk: Desk, written: Written) -> dict[str, Reaction]:
    declared = written.all(nodes.ReactionDeclaration)
    check_named_before(desk, declared)
    found = [one for one in (check_reaction(desk, node) for node in declared) if one is not None]
    return in_order(found)


def _scores(desk: Desk, written: Written) -> dict[str, Score]:
    for one in written.all(nodes.ScoreDeclaration):
        desk.score_names.setdefault(one.name, one.span)
    return {one.name: check_score(desk, one) for one in written.all(nodes.ScoreDeclaration)}
