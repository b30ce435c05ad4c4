"""Rule files that were never meant well: `load_game` answers, at once, with problems that have a place."""

from __future__ import annotations

from pathlib import Path

import pytest
from casefiles import Case, case_paths, read_case
from counting import at_most
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.dsl.load import Loaded, load_game
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.problems.wording import word
from rulewright.dsl.sources import MOST_FILES, Unreadable

ROOT = Path(__file__).parent.parent
TOYS = sorted((ROOT / "tests" / "toys").glob("*.rules"))
GAMES = [one for one in sorted((ROOT / "rulesets").glob("*/*.rules")) if one.parent.name == one.stem]
HEAD = 'language 1\ngame "Hostile"\n    players 2\n'
TAIL = "play\n    everyone chooses wait\naction wait\nwinner by fewest seat(it)\n"
CALLS = 4_000_000
"""Of functions, for one text."""


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """The grammar is built once; what is counted here comes after."""
    load_text(HEAD + TAIL + "define far = = 3\n")


def load_text(text: str | bytes, **others: str) -> Loaded:
    """Load a game from memory; `others` are files by their name without ending."""
    files = {"main.rules": text, **{f"{name}.rules": one for name, one in others.items()}}

    def read(name: str) -> bytes:
        if name not in files:
            raise Unreadable("file-missing")
        data = files[name]
        return data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")

    return load_game("main.rules", read, "hostile")


def answer(text: str | bytes, **others: str) -> list[str]:
    """The codes that a text is refused with, once place, words and work are in order."""
    with at_most(CALLS):
        loaded = load_text(text, **others)
    return codes(loaded)


def codes(loaded: Loaded) -> list[str]:
    """The codes that a text was refused with, once place and words are in order."""
    for problem in loaded.problems:
        word(problem.code, dict(problem.facts))
        source = loaded.sources.get(problem.span.file, Source("", ""))
        assert problem.span.line >= 1 and problem.span.column >= 1
        assert problem.span.line <= len(source.text.splitlines()) + 1
    refused = [one.code for one in loaded.problems if not one.warning]
    assert (loaded.model is None) is bool(refused)
    return refused


def first(text: str | bytes, **others: str) -> str:
    """The code of the first problem of a text."""
    return answer(text, **others)[0]


# ---- by hand -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "\ufeff", " \t\n"])
def test_a_text_without_a_game_says_so(text: str) -> None:
    assert "no-game" in answer(text)


@pytest.mark.parametrize("ending", ["\r", "\r\n", "\n"])
def test_any_line_end_is_read(ending: str) -> None:
    assert answer((HEAD + TAIL).replace("\n", ending)) == []


def test_a_mark_at_the_beginning_of_a_file_is_read_over() -> None:
    assert answer(b"\xef\xbb\xbf" + (HEAD + TAIL).encode()) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"language 1\ngame \xff\n", "not-utf8"),
        (HEAD + 'setting far = "' + "x" * 100_000, "string-unclosed"),
        (HEAD + "# \u202e hidden\n" + TAIL, "character-unseen"),
        (HEAD + "define phase_no = (((1)\n" + TAIL, "bracket-unclosed"),
        (HEAD + "define far = 1)\n" + TAIL, "bracket-unopened"),
        (HEAD + "define if = 3\n" + TAIL, "reserved-word"),
        (HEAD + "x" * 300_000, "limit-file-size"),
        (HEAD + "define far = " + "(" * 200 + "1" + ")" * 200 + "\n" + TAIL, "limit-nesting"),
        (HEAD + "define far = " + "1 + " * 5_000 + "1\n" + TAIL, "limit-expression"),
        (HEAD + "define far = " + "not " * 8_000 + "yes\n" + TAIL, "limit-expression"),
        (HEAD + "define far = " + "1 + " * 50_000 + "1\n" + TAIL, "limit-tokens"),
        (HEAD + "define " + "x" * 1_000 + " = 1\n" + TAIL, "limit-name"),
        (HEAD + "define far = 1" + "0" * 5_000 + "\n" + TAIL, "limit-number"),
        (HEAD + "define far = 2305843009213693951\n" + TAIL, "limit-number"),
        (HEAD + "setup\n" + "".join("    " * n + "if yes\n" for n in range(1, 80)) + TAIL, "limit-nesting"),
        (HEAD.replace("language 1", "language 99") + TAIL, "language-version"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 30 else "text",
)
def test_broken_form_is_refused(text: str | bytes, code: str) -> None:
    assert code in answer(text)


def test_a_file_given_up_halfway_is_not_told_that_it_is_no_game() -> None:
    assert answer(HEAD + TAIL + "define far = " + "1 + " * 50_000 + "1\n") == ["limit-tokens"]


def test_a_loop_over_an_immense_range_is_refused() -> None:
    body = "define far = sum(n for n in 1..1000000000)\n"
    assert answer(HEAD + body + TAIL) == ["limit-range"]


def test_squares_of_squares_are_refused_before_play() -> None:
    squares = "".join(f"setting s{n} = s{n - 1} * s{n - 1} in 0..9\n" for n in range(1, 40))
    assert "fault-overflow" in answer(HEAD + "setting s0 = 9 in 0..9\n" + squares + TAIL)


def test_too_many_files_are_refused() -> None:
    names = [f"part{n}" for n in range(MOST_FILES + 1)]
    text = HEAD + "".join(f'include "{name}.rules"\n' for name in names) + TAIL
    assert "limit-files" in answer(text, **dict.fromkeys(names, "# nothing\n"))


def test_a_chain_of_files_that_ends_nowhere_is_refused() -> None:
    parts = {f"part{n}": f'include "part{n + 1}.rules"\n' for n in range(500)}
    assert "limit-files" in answer(HEAD + 'include "part0.rules"\n' + TAIL, **parts)


@pytest.mark.parametrize(
    "name",
    [
        *("../../etc/passwd", "/etc/passwd", "C:\\\\x.rules", "http://example.com/x.rules", "", ".", ".."),
        *(
            "a//b.rules",
            "a/../b.rules",
            "~/x.rules",
            "a b.rules",
            "%2e%2e/x.rules",
            "x.rules/",
            "\u202ex.rules",
        ),
    ],
)
def test_names_of_files_elsewhere_are_refused(name: str) -> None:
    refused = answer(HEAD + f'include "{name}"\n' + TAIL)
    assert refused and set(refused) <= {"file-name", "character-unseen"}


def test_many_unknown_names_are_told_at_once() -> None:
    lines = "".join(f"define d{n} = unknown_name_{n} + another_name_{n}\n" for n in range(1_500))
    assert "unknown-name" in answer(HEAD + lines + TAIL)


def test_many_settings_are_worked_out_at_once() -> None:
    lines = "setting s0 = player_count in 0..9\n"
    lines += "".join(f"setting s{n} = s{n - 1} in 0..9\n" for n in range(1, 1_500))
    assert set(answer(HEAD.replace("players 2", "players 1..16") + lines + TAIL)) <= {"setting-range"}


def test_many_reactions_are_followed_at_once() -> None:
    zones = "".join(f"zone z{n}: Card, face up\n" for n in range(30))
    effects = "".join(f"    put c into z{n}\n" for n in range(1, 30))
    body = "cards Card for each value in 1..4\n" + zones + "zone z30: Card, face up\n"
    body += "reaction r0 when c enters z0\n    put c into z1\n"
    body += "".join(f"reaction r{n} when c enters z{n}\n{effects}" for n in range(1, 30))
    assert "reaction-circle" in answer(HEAD + body + TAIL)


# ---- by the machine ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", [*TOYS, *GAMES], ids=lambda path: path.stem)
def test_a_game_cut_off_at_any_line_is_refused_or_read(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for end in range(len(lines)):
        codes(load_text("".join(lines[:end])))


@pytest.mark.parametrize("path", TOYS, ids=lambda path: path.stem)
def test_a_game_without_any_one_line_is_refused_or_read(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    for gone in range(len(lines)):
        codes(load_text("".join(lines[:gone] + lines[gone + 1 :])))


WORDS = sorted(
    {
        word
        for path in [*TOYS, *case_paths("good")]
        for word in path.read_text(encoding="utf-8").replace("(", " ( ").replace(")", " ) ").split()
    }
)
FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@FUZZ
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=9), max_size=12), st.integers(0, 2))
def test_soup_of_words_is_refused(soup: list[list[str]], depth: int) -> None:
    body = "\n".join("    " * (depth * (number % 2)) + " ".join(line) for number, line in enumerate(soup))
    answer(HEAD + body + "\n" + TAIL)


@FUZZ
@given(st.text(max_size=300))
def test_any_text_is_refused(text: str) -> None:
    assert answer(text)


@FUZZ
@given(st.binary(max_size=300))
def test_any_bytes_are_refused(data: bytes) -> None:
    assert answer(data)


@FUZZ
@given(st.data())
def test_a_game_with_words_changed_is_refused_or_read(data: st.DataObject) -> None:
    """Words of one place put into another: well formed oftener than soup, and seldom right."""
    path = data.draw(st.sampled_from(TOYS))
    lines = path.read_text(encoding="utf-8").splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        number = data.draw(st.integers(0, len(lines) - 1))
        words = lines[number].split(" ")
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(WORDS))
        lines[number] = " ".join(words)
    answer("\n".join(lines) + "\n")


@FUZZ
@given(st.data())
def test_expressions_in_the_place_of_others_are_refused_or_read(data: st.DataObject) -> None:
    """Whole right-hand sides exchanged between definitions, so that kinds meet that seldom do."""
    path = data.draw(st.sampled_from([*TOYS, *case_paths("good")]))
    text = read_case(path).files[path.name]
    sides = [line.partition("= ")[2] for line in text.splitlines() if line.startswith(("define", "score"))]
    pool = [*sides, "top(deck)", "hand", "players", "[me]", "none", "it", "deck where it.value > 2", "me"]
    lines = []
    for line in text.splitlines():
        if line.startswith(("define", "score", "setting", "var")) and "= " in line and "match" not in line:
            line = line.partition("= ")[0] + "= " + data.draw(st.sampled_from(pool))
        lines.append(line)
    files = {**read_case(path).files, path.name: "\n".join(lines) + "\n"}
    loaded = Case(path.name, files).load()
    assert (loaded.model is None) is any(not one.warning for one in loaded.problems)
