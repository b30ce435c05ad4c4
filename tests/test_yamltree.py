"""YAML as a tree of texts: what is read, what is refused and where, and that limits hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from counting import at_most
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl.data import yamlread, yamltree
from rulewright.dsl.data.yamltree import Mapping, Scalar, Sequence, YamlNode, compose
from rulewright.dsl.problems import Problem
from rulewright.dsl.problems.spans import Source, Span
from rulewright.dsl.problems.wording import word

FILE = "cards.yaml"


def tree(text: str) -> YamlNode:
    node, problems = compose(Source(FILE, text))
    assert not problems
    assert node is not None
    return node


def plain(node: YamlNode) -> object:
    """The tree in Python's own lists and texts, for short comparisons."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {entry.key.text: plain(entry.value) for entry in node.entries}


def refused(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of all that is wrong with a text; it must give no tree."""
    node, problems = compose(Source(FILE, text))
    assert node is None
    assert all(word(one.code, dict(one.facts)).title for one in problems)
    return [(one.code, one.span.line, one.span.column) for one in problems]


def value(text: str) -> YamlNode:
    node = tree(f"it: {text}")
    assert isinstance(node, Mapping)
    return node.entries[0].value


# What is read


def test_lists_and_keys_are_read_in_both_spellings() -> None:
    assert plain(tree("- a: [b, {c: d}]\n  e: f\n- g\n")) == [{"a": ["b", {"c": "d"}], "e": "f"}, "g"]


@pytest.mark.parametrize("text", ["no", "010", "1:30", "1e3", "~", "null", "2024-99-99", "0x1F", ".inf", "="])
def test_a_scalar_stays_the_text_that_was_written(text: str) -> None:
    assert value(text) == Scalar(text, False, Span(FILE, 1, 5, 1, 5 + len(text)))


def test_a_text_in_quotes_knows_that_it_was_quoted() -> None:
    for text in ('"no"', "'no'"):
        assert value(text) == Scalar("no", True, Span(FILE, 1, 5, 1, 9))


def test_an_empty_text_has_no_tree_and_no_problems() -> None:
    assert compose(Source(FILE, "# nothing\n")) == (None, [])


def test_a_byte_order_mark_is_passed_over() -> None:
    assert plain(tree("\ufeffa: b")) == {"a": "b"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_lines_are_counted_alike_for_all_line_ends(end: str) -> None:
    node = tree(end.join(["# one", "a: b", "", "c: d"]))
    assert isinstance(node, Mapping)
    assert [entry.key.span.line for entry in node.entries] == [2, 4]


def test_a_block_ends_where_the_last_thing_in_it_ends() -> None:
    node = tree("- a: bc\n\n\n- d: e\n")
    assert isinstance(node, Sequence)
    assert node.items[0].span == Span(FILE, 1, 3, 1, 8)


def test_a_list_in_brackets_ends_with_its_bracket() -> None:
    assert value("[a, b ]").span == Span(FILE, 1, 5, 1, 12)


def test_names_in_any_script_are_read() -> None:
    name = "發明家 \U0001f469\u200d\U0001f52c é"
    assert plain(tree(f"a: {name}")) == {"a": name}


# What is refused


def test_every_anchor_and_alias_is_told() -> None:
    assert refused("a: &x 1\nb: *x\n") == [("yaml-anchor", 1, 4), ("yaml-alias", 2, 4)]


REFUSED = {
    "alias of nothing": ("a: *u", "yaml-alias", 1, 4),
    "alias without a name": ("a: *", "yaml-alias", 1, 5),
    "anchor without a name": ("a: & b", "yaml-anchor", 1, 5),
    "merge": ("a: 1\n<<: {b: 1}", "yaml-merge", 2, 1),
    "tag that would run a program": ("!!python/object/apply:os.system [ls]", "yaml-tag", 1, 1),
    "tag that would name a function": ("a: !!python/name:os.system", "yaml-tag", 1, 4),
    "unknown tag": ("a: !foo b", "yaml-tag", 1, 4),
    "tag of a flag": ("a: !!bool foo", "yaml-tag", 1, 4),
    "tag of a time": ("a: !!timestamp x", "yaml-tag", 1, 4),
    "tag of a set": ("a: !!set {b, c}", "yaml-tag", 1, 4),
    "tag without a handle": ("a: !b!c d", "yaml-tag", 1, 4),
    "tag with a bad escape": ("a: !<%ff> d", "yaml-tag", 1, 6),
    "same key twice": ("a: 1\nb: 2\na: 3", "yaml-duplicate-key", 3, 1),
    "same key twice, once in quotes": ("{a: 1, 'a': 2}", "yaml-duplicate-key", 1, 8),
    "list as a key": ("[a, b]: 1", "yaml-key", 1, 1),
    "keys as a key": ("? {a: b}\n: c", "yaml-key", 1, 3),
    "colon in braces without a key": ("{: b}", "yaml-value-missing", 1, 2),
    "nothing as a key": ("? \n: b", "yaml-key", 1, 2),
    "two documents": ("---\na\n---\nb", "yaml-documents", 3, 1),
    "directive": ("%YAML 9.9\n---\na", "yaml-directive", 1, 1),
    "directive with a huge number": ("%YAML " + "9" * 5000 + ".1\n---\na", "yaml-directive", 1, 1),
    "tab as indentation": ("a:\n\tb: c", "yaml-tab", 2, 1),
    "tab before a comment": ("a: b\t# c", "yaml-tab", 1, 5),
    "tab as an escape": ('a: "b\\tc"', "yaml-character", 1, 4),
    "escape character": ("a: \x1b[2J", "yaml-character", 1, 4),
    "escape character as an escape": ('a: "\\e[2J"', "yaml-character", 1, 4),
    "no character at all": ("a: \x00", "yaml-character", 1, 4),
    "next-line character": ("a: b\x85c", "yaml-character", 1, 5),
    "right-to-left override": ("a: b # \u202e", "yaml-character", 1, 8),
    "right-to-left override as an escape": ('a: "\\u202e"', "yaml-character", 1, 4),
    "half a character": ('a: "\\ud800"', "yaml-character", 1, 4),
    "half a character in the raw text": ("a: \ud800", "yaml-character", 1, 4),
    "character past the last": ('a: "\\U00110000"', "yaml-escape", 1, 7),
    "character far past the last": ('a: "\\UFFFFFFFF"', "yaml-escape", 1, 7),
    "unknown escape": ('a: "\\q"', "yaml-escape", 1, 6),
    "escape cut short": ('a: "\\x1"', "yaml-escape", 1, 7),
    "open single quote": ("a: 'b\n", "yaml-quote-open", 2, 1),
    "open double quote": ('a: "b', "yaml-quote-open", 1, 6),
    "quote over a document's end": ('a: "b\n...\n', "yaml-quote-open", 2, 1),
    "colon within a value": ("a: b: c", "yaml-second-colon", 1, 5),
    "line indented too far": ("a: b\n  c: d", "yaml-second-colon", 2, 4),
    "key without a colon": ("a: b\nc\nd: e", "yaml-colon", 3, 1),
    "line indented too little": ("a:\n  - b\n - c", "yaml-indentation", 3, 2),
    "text after a quote": ("a: 'b' c", "yaml-indentation", 1, 8),
    "item on the line of its key": ("a: - b", "yaml-item-place", 1, 4),
    "open list": ("a: [b", "yaml-list-open", 1, 6),
    "open braces": ("a: {b: c", "yaml-mapping-open", 1, 9),
    "too many brackets": ("[a]]", "yaml-form", 1, 4),
    "nothing between commas": ("[a, , b]", "yaml-value-missing", 1, 5),
    "at sign": ("a: @b", "yaml-first-character", 1, 4),
    "text block with a bad head": ("a: |x\n  b", "yaml-text-block", 1, 5),
}


@pytest.mark.parametrize(("text", "code", "line", "column"), REFUSED.values(), ids=list(REFUSED))
def test_what_may_mislead_or_cannot_be_read_is_refused_at_its_place(
    text: str, code: str, line: int, column: int
) -> None:
    assert refused(text) == [(code, line, column)]


def test_a_key_written_twice_names_both_places() -> None:
    _, problems = compose(Source(FILE, "a: 1\na: 2"))
    assert [note.span.line for note in problems[0].notes] == [1]


def test_an_open_list_names_the_place_where_it_begins() -> None:
    _, problems = compose(Source(FILE, "a: [b,\n  c\n"))
    assert [(note.span.line, note.span.column) for note in problems[0].notes] == [(1, 4)]


def test_the_words_of_a_problem_show_no_control_character() -> None:
    _, problems = compose(Source(FILE, '"a\\n": 1\n"a\\n": 2\nb: &\u0416 c'))
    told = word(problems[-1].code, dict(problems[-1].facts))
    assert (told.title + told.why + told.instead).isprintable()


# Limits

ALIAS_BOMB = "a0: &a0 [x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
)
LIMITS = {
    "bytes": ("#" * (yamltree.MOST_BYTES + 1), "yaml-file-too-long"),
    "bytes of a script with three each": ("# " + "發" * (yamltree.MOST_BYTES // 3), "yaml-file-too-long"),
    "depth by indentation": ("\n".join(" " * n + "a:" for n in range(500)), "yaml-too-deep"),
    "depth by dashes": ("- " * 3_000 + "a", "yaml-too-deep"),
    "depth by brackets": ("[" * 200_000, "yaml-too-deep"),
    "depth by question marks": ("? " * 100_000, "yaml-too-deep"),
    "events": ("[" + "a," * 125_000 + "]", "yaml-too-many-parts"),
    "digits of a number": ("a: " + "9" * 5_000, "yaml-text-too-long"),
    "text in quotes": ("a: '" + "b " * 50_000 + "'", "yaml-text-too-long"),
    "name of an anchor": ("a: &" + "b" * 200_000 + " c", "yaml-anchor"),
    "number of problems": ("[" + "*a, " * 60_000 + "]", "yaml-alias"),
    "aliases of aliases": (ALIAS_BOMB, "yaml-anchor"),
    "key that never ends": ("a" * 200_000 + ": b", "yaml-text-too-long"),
    "quote that never ends": ('a: "' + "b" * 200_000, "yaml-quote-open"),
    "empty lines in a list": ("[a" + "\n" * 250_000 + "a", "yaml-text-too-long"),
}


@pytest.mark.parametrize(("text", "code"), LIMITS.values(), ids=list(LIMITS))
def test_limits_hold_before_much_is_done(text: str, code: str) -> None:
    with at_most(8_000_000):
        codes = [one[0] for one in refused(text)]
    assert code in codes
    assert len(codes) <= yamltree.MOST_PROBLEMS


@pytest.mark.parametrize("extra", [0, 1])
def test_depth_is_allowed_up_to_its_limit(extra: int) -> None:
    depth = yamltree.MOST_DEPTH + extra
    node, problems = compose(Source(FILE, "[" * depth + "]" * depth))
    assert [one.code for one in problems] == ["yaml-too-deep"] * extra
    assert (node is None) == bool(extra)


@pytest.mark.parametrize("extra", [0, 1])
def test_a_text_is_allowed_up_to_its_limit(extra: int) -> None:
    _, problems = compose(Source(FILE, "a" * (yamltree.MOST_TEXT + extra)))
    assert [one.code for one in problems] == ["yaml-text-too-long"] * extra


YAML_SIGNS = st.text(alphabet="ab1 \n\t:-,[]{}'\"\\#&*!|>%@?<=.~U0é\u202e", max_size=60)


@settings(max_examples=300, deadline=None)
@given(YAML_SIGNS | st.text(max_size=60))
def test_any_text_gives_a_tree_or_problems_with_words(text: str) -> None:
    node, problems = compose(Source(FILE, text))
    assert not (node and problems)
    assert all(word(one.code, dict(one.facts)).title for one in problems)
    assert all(one.span.file == FILE for one in problems)


# Reading nodes


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("-12", -12), ("2147483647", 2**31 - 1)])
def test_plain_numbers_are_read(text: str, number: int) -> None:
    problems: list[Problem] = []
    assert yamlread.as_int(value(text), problems, "it") == number
    assert not problems


NO_NUMBERS = ["010", "1:30", "1e3", "1_000", "1.5", "+1", "-0", "0x1F", "٣", "three", "", "[1]", "{1: 2}"]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_only_looks_like_a_number_is_none(text: str) -> None:
    problems: list[Problem] = []
    assert yamlread.as_int(value(text), problems, "it") is None
    assert [one.code for one in problems] == ["yaml-not-number"]


@pytest.mark.parametrize("text", ["2147483648", "-2147483649", "1000000000000", "9" * 4_000])
def test_numbers_past_32_bits_are_refused(text: str) -> None:
    problems: list[Problem] = []
    assert yamlread.as_int(value(text), problems, "it") is None
    assert [one.code for one in problems] == ["yaml-number-range"]


@pytest.mark.parametrize(("text", "flag"), [("yes", True), ("no", False), ("true", True), ("false", False)])
def test_yes_and_no_are_read(text: str, flag: bool) -> None:
    assert yamlread.as_flag(value(text), [], "it") is flag


@pytest.mark.parametrize("text", ["Yes", "on", "y", "1", "", "[yes]"])
def test_other_words_are_no_flags(text: str) -> None:
    problems: list[Problem] = []
    assert yamlread.as_flag(value(text), problems, "it") is None
    assert [one.code for one in problems] == ["yaml-not-flag"]


def test_a_text_is_given_in_composed_form() -> None:
    assert yamlread.as_text(value("Cafe\u0301"), [], "it") == "Caf\u00e9"


WRONG_KINDS: dict[str, tuple[Callable[[YamlNode, list[Problem], str], object], str, str]] = {
    "nothing as a text": (yamlread.as_text, "", "yaml-not-text"),
    "blanks as a text": (yamlread.as_text, '" "', "yaml-not-text"),
    "list as a text": (yamlread.as_text, "[a]", "yaml-not-text"),
    "two lines as a text": (yamlread.as_text, '"a\\nb"', "yaml-line-break"),
    "keys as prose": (yamlread.as_prose, "{a: b}", "yaml-not-text"),
    "text as a list": (yamlread.as_list, "a", "yaml-not-list"),
    "list as keys": (yamlread.entries, "[a]", "yaml-not-keys"),
}


@pytest.mark.parametrize(("reader", "text", "code"), WRONG_KINDS.values(), ids=list(WRONG_KINDS))
def test_a_value_of_another_kind_is_a_problem(
    reader: Callable[[YamlNode, list[Problem], str], object], text: str, code: str
) -> None:
    problems: list[Problem] = []
    assert not reader(value(text), problems, "it")
    assert [one.code for one in problems] == [code]


@pytest.mark.parametrize("reader", [yamlread.as_list, yamlread.entries])
def test_a_key_without_a_value_is_an_empty_list(
    reader: Callable[[YamlNode, list[Problem], str], object],
) -> None:
    problems: list[Problem] = []
    assert reader(value(""), problems, "it") == ()
    assert not problems


# ---- the library's two parsers -------------------------------------------------------------------

ODD = (
    "[a?]",
    "{a?: b}",
    "{a: }",
    "[a: ]",
    "{a: , b: c}",
    "{a: \n}",
    "- ?",
    "? a",
    "a: 'b?'",
    "a:",
    "- ",
    "{a}",
    "",
)


def test_the_parser_in_c_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    files = sorted((Path(__file__).parent.parent / "rulesets").rglob("*.yaml"))
    sources = [Source("odd.yaml", text) for text in ODD]
    sources += [Source(file.name, file.read_text(encoding="utf-8")) for file in files]
    quick = [repr(compose(one)) for one in sources]
    monkeypatch.delattr("yaml.CSafeLoader", raising=False)
    assert len(files) > 10
    for one, read in zip(sources, quick, strict=True):
        assert repr(compose(one)) == read
