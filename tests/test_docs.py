"""Every example on the pages in docs/ and in README.md does what the page says."""

from __future__ import annotations

import random
import re
import runpy
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest
from attrs import fields as attribute_fields
from documents import (
    ROOT,
    Block,
    Console,
    declarations_of,
    game_text,
    load_block,
    page_text,
    printed_by,
    read_pages,
    variant_text,
)

from rulewright import check, load
from rulewright.dsl import sources
from rulewright.dsl.check import whole as check_whole
from rulewright.dsl.data import cards, csvread, yamltree
from rulewright.dsl.data.translations import read_translation
from rulewright.dsl.load import Loaded
from rulewright.dsl.model import MOST_MOVES, USUAL_MOVES, sizes
from rulewright.dsl.model.constants import LONGEST_RANGE
from rulewright.dsl.problems import Problem
from rulewright.dsl.problems.report import render
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.syntax import keywords, nodes, parse, reading, vocabulary
from rulewright.interpreter.cli.main import commands
from rulewright.interpreter.engine import machine
from rulewright.interpreter.game.ruleset import ruleset_of
from rulewright.interpreter.lab.scenarios import read_scenario
from rulewright.interpreter.lab.trial import run
from rulewright.interpreter.lowering import effects, plan
from rulewright.interpreter.state import domains, layout

PAGES = (
    "docs/tutorial.md",
    "docs/language.md",
    "docs/variants.md",
    "docs/cards.md",
    "docs/cookbook.md",
    "docs/scenarios.md",
    "docs/embedding.md",
    "docs/lab.md",
    "README.md",
)
BLOCKS = read_pages(PAGES)
RULES = [block for block in BLOCKS if block.kind == "rules"]
WRONG = [block for block in RULES if "wrong" in block.words]
LIBRARIES = [block for block in RULES if "library" in block.words]
ELSEWHERE = ("wrong", "library", "excerpt", "variant")
SOUND = [block for block in RULES if not set(ELSEWHERE) & set(block.words)]
PLAYED = [block for block in RULES if "play" in block.words]
YAML = [block for block in BLOCKS if block.kind == "yaml"]
PYTHON = [block for block in BLOCKS if block.kind == "python"]
CONSOLE = [block for block in BLOCKS if block.kind == "console" and block.page != "README.md"]
VARIANTS = [block for block in RULES if "variant" in block.words]
WHOLE = [block for block in RULES if block.said("whole") is not None]
GAMES_EACH = 5


def named(blocks: list[Block]) -> list[object]:
    """The blocks as parameters that carry their page and line."""
    return [pytest.param(block, id=block.label) for block in blocks]


def told(loaded: Loaded, problems: list[Problem]) -> str:
    """Problems as a reader sees them."""
    return render(problems, loaded.sources)


# ---- rules ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", named(SOUND))
def test_rules_load_without_problems(block: Block) -> None:
    loaded = load_block(block)
    fragment = any(comment.startswith("prelude") for comment in block.comments)
    found = [one for one in loaded.problems if not (fragment and one.code == "unused")]
    assert not found, told(loaded, found)


@pytest.mark.parametrize("block", named(PLAYED))
def test_whole_games_come_to_an_end(block: Block) -> None:
    loaded = load_block(block)
    assert loaded.model is not None
    ruleset = ruleset_of(loaded.model)
    assert ruleset.player_counts == tuple(range(loaded.model.least_players, loaded.model.most_players + 1))
    draws = random.Random(1)
    for players in ruleset.player_counts:
        for seed in range(GAMES_EACH):
            game = ruleset.new_game(players, seed=seed)
            while not game.over:
                game.apply(draws.choice(game.legal_moves()))
            assert game.outcome is not None
            assert not game.outcome.drawn


@pytest.mark.parametrize("block", named(WRONG))
def test_wrong_rules_give_the_problem_shown(block: Block) -> None:
    loaded = load_block(block)
    assert block.after is not None
    assert block.after.kind == "text"
    assert told(loaded, [one for one in loaded.problems if not one.warning]) == block.after.text


# ---- variants ------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", named(VARIANTS))
def test_variants_fit_their_game_and_play(block: Block, tmp_path: Path) -> None:
    block.write_files(tmp_path)
    file = tmp_path / "example-variant.rules"
    file.write_text(variant_text(block), encoding="utf-8")
    assert check(file) == []
    ruleset = load(file)
    draws = random.Random(1)
    for players in ruleset.player_counts:
        game = ruleset.new_game(players, seed=1)
        while not game.over:
            game.apply(draws.choice(game.legal_moves()))


def changes_in_grammar() -> list[str]:
    """The words that each kind of change begins with: `add arm`, `set players`."""
    rule = parse.grammar_text().split("?change:")[1].split("?changeable:")[0]
    heads = [re.findall(r'^(?: *"[a-z]+")+', line.strip(" |"), re.MULTILINE) for line in rule.splitlines()]
    return [" ".join(re.findall("[a-z]+", head[0])) for head in heads if head]


def test_every_change_has_an_example_and_a_row() -> None:
    page = page_text("docs/variants.md").split("## All changes at a glance")
    examples = "".join(block.text for block in CHANGES)
    for head in changes_in_grammar():
        assert re.search(rf"^{head} ", examples, re.MULTILINE), head
        assert f"`{head} " in page[1], head


# ---- the command line ----------------------------------------------------------------------------


@pytest.mark.parametrize("block", named(CONSOLE))
def test_commands_print_what_is_shown(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    block.write_files(tmp_path)
    console = Console.of(block)
    printed = printed_by(console, tmp_path, monkeypatch, capsys)
    assert console.first_missing(printed) is None, printed


@pytest.mark.parametrize("block", named(WHOLE))
def test_steps_lead_to_the_whole_file(block: Block) -> None:
    name = block.said("whole")
    assert name is not None
    assert declarations_of(block.text) == declarations_of(block.files[name])


# ---- nothing is left out -------------------------------------------------------------------------


def nodes_in(value: object) -> Iterator[type]:
    """The classes of all nodes in a tree."""
    if isinstance(value, tuple):
        for one in value:
            yield from nodes_in(one)
    elif isinstance(value, nodes.Node | nodes.Tree):
        yield type(value)
        for attribute in attribute_fields(type(value)):
            yield from nodes_in(getattr(value, attribute.name))


LANGUAGE = [block for block in SOUND + LIBRARIES if block.page == "docs/language.md"]
CHANGES = [block for block in VARIANTS if block.page == "docs/variants.md"]


def test_every_construct_has_an_example() -> None:
    shown = {kind for block in LANGUAGE for kind in nodes_in(parse.parse(Source("", game_text(block)))[0])}
    constructs = {kind for name in nodes.__all__ if isinstance(kind := getattr(nodes, name), type)}
    missing = {kind.__name__ for kind in constructs - shown} - {"Node", "Comment", "Unread"}
    assert not missing


def words_of(text: str) -> set[str]:
    """All words of rules, those in texts and comments left out."""
    plain = re.sub(r'"(?:[^"\\\n]|\\.)*"|#.*', "", text)
    return set(re.findall(r"[A-Za-z_]+", plain))


def test_every_keyword_of_the_grammar_has_an_example() -> None:
    grammar = re.sub(r"//.*", "", parse.grammar_text())
    grammar_words = set(re.findall(r'"([a-z]+)"', grammar))
    shown = {word for block in LANGUAGE + CHANGES + WRONG for word in words_of(block.text)}
    assert grammar_words - shown == set()


def test_every_function_has_an_example() -> None:
    calls = {name for block in LANGUAGE for name in re.findall(r"([a-z_]+)\(", block.text)}
    assert set(vocabulary.FUNCTIONS) - calls == set()


def table_below(marker: str) -> list[list[str]]:
    """The cells of the table that follows a marking comment, without its head."""
    below = page_text("docs/language.md").split(f"<!-- {marker} -->\n")[1]
    rows = below.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]


def test_the_table_of_functions_is_complete() -> None:
    listed = [re.match(r"`(\w+)\(", row[0]) for row in table_below("functions")]
    assert [found[1] for found in listed if found] == list(vocabulary.FUNCTIONS)


def test_the_table_of_libraries_is_complete() -> None:
    listed = [row[0].strip("`") for row in table_below("libraries")]
    assert listed == sorted(path.stem for path in (ROOT / "rulesets" / "lib").glob("*.rules"))


@pytest.mark.parametrize(
    ("marker", "words"),
    [
        ("words: reserved", keywords.RESERVED_WORDS),
        ("words: built-in", vocabulary.PLAIN_VALUES),
        ("words: kinds", vocabulary.KIND_NAMES),
    ],
)
def test_lists_of_words_are_complete(marker: str, words: tuple[str, ...] | frozenset[str]) -> None:
    below = page_text("docs/language.md").split(f"<!-- {marker} -->\n")[1].split("\n\n")[0]
    assert re.findall(r"[a-z_]+", below) == sorted(words)


LIMITS: Mapping[str, int] = {
    "bytes of a file": reading.MOST_BYTES,
    "words, numbers, texts and signs in a rule file": reading.MOST_TOKENS,
    "brackets and blocks within one another": reading.MOST_NESTING,
    "levels in one declaration, a long row of `+` counting one each": parse.MOST_DEPTH,
    "characters of a name": reading.MOST_NAME,
    "the largest number": reading.MOST_NUMBER,
    "files of one game": sources.MOST_FILES,
    "players": vocabulary.MOST_PLAYERS,
    "zones, all indices counted": sizes.MOST_ZONES,
    "cards in the box": sizes.MOST_CARDS,
    "dice in a cup": sizes.MOST_IN_CUP,
    "faces of a die": sizes.MOST_FACES,
    "dice, all cups counted": sizes.MOST_DICE,
    "values of variables, all indices counted": sizes.MOST_VALUES,
    "numbers that a position takes": plan.MOST_SLOTS,
    "numbers in a range": LONGEST_RANGE,
    "rounds of loops within loops": check_whole.LARGEST_COST,
    "rounds of all loops of one declaration": check_whole.LARGEST_SUM,
    "rows of a card file": cards.MOST_ROWS,
    "columns of a table": csvread.MOST_COLUMNS,
    "copies of one printing of a card": cards.MOST_COPIES,
    "one symbol on one card": cards.MOST_IN_BAG,
    "characters of a card's displayed name": cards.MOST_NAME,
    "levels of lists in a YAML file": yamltree.MOST_DEPTH,
    "characters of one text in a YAML file": yamltree.MOST_TEXT,
    "legal moves that are listed; beyond that moves can be typed, not listed": domains.MOST_LISTED,
    "operations between two choices": machine.MOST_WORK,
    "rules that wait for the end of one action": effects.MOST_PENDING,
    "numbers in a list that is chosen or named": layout.NUMBERS_IN_LIST,
    "moves of a game, where it says nothing of them; then it is drawn": USUAL_MOVES,
    "the number after `moves up to`": MOST_MOVES,
}


def test_the_limits_are_those_of_the_program() -> None:
    assert {row[0]: int(row[1].replace(",", "")) for row in table_below("limits")} == LIMITS


# ---- cards, translations, scenarios --------------------------------------------------------------


def is_scenario(block: Block) -> bool:
    """Whether a YAML block is a scenario or a position; else it is a card file."""
    return block.page == "docs/scenarios.md" or (block.said("file") or "").startswith("scenarios/")


@pytest.mark.parametrize("block", named(YAML))
def test_yaml_can_be_read(block: Block) -> None:
    source = Source(f"{block.label}.yaml", block.text)
    problems: list[Problem]
    if "translation" in block.comments:
        _, problems = read_translation(source)
    elif is_scenario(block):
        _, problems = read_scenario(source, "position" if "position" in block.comments else "scenario")
    else:
        problems = list(cards.read_cards(source).problems)
    assert not problems, render(problems, {source.name: source})


SCENARIOS = [block for block in YAML if block.said("game") is not None]


@pytest.mark.parametrize("block", named(SCENARIOS))
def test_scenarios_pass(block: Block, tmp_path: Path) -> None:
    scenario, _ = read_scenario(
        Source("scenario.yaml", block.text), "position" if "position" in block.comments else "scenario"
    )
    assert scenario is not None
    trial = run(game_of(block, tmp_path), scenario)
    assert trial.verdict == "passed", render(trial.problems, trial.sources)


def game_of(block: Block, folder: Path) -> Path | str:
    """The game that a scenario is about: one that a page shows, or one that comes with the program."""
    name = block.said("game") or ""
    shown = block.files.get(f"{name}.rules")
    if shown is None:
        return name
    file = folder / f"{name}.rules"
    file.write_text(shown, encoding="utf-8")
    return file


# ---- Python --------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", named(PYTHON))
def test_python_prints_what_is_shown(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in {**block.files, "example.py": block.text}.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runpy.run_path("example.py")
    if block.after is not None and block.after.kind == "text":
        assert capsys.readouterr().out == block.after.text


# ---- what the pages point at ---------------------------------------------------------------------


def anchors_of(page: str) -> set[str]:
    """The places in a page that a link can name: its headings, as they are turned into anchors."""
    headings = re.findall(r"^#+ (.*)$", page_text(page), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    folder = Path(page).parent
    for target, anchor in re.findall(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)", page_text(page)):
        path = (folder / target).as_posix() if target else page
        assert (ROOT / path).exists(), path
        assert not anchor or anchor in anchors_of(path), f"{path}#{anchor}"


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_their_options_exist(page: str) -> None:
    for verb, rest in re.findall(r"`rulewright ([a-z]+)([^`]*)`", page_text(page)):
        command = commands.get_command(click.Context(commands), verb)
        assert command is not None, verb
        options = {option for parameter in command.params for option in parameter.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= options, verb
