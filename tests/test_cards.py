"""Card files and translations: rows, printings, sources, typed values, and all that is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulewright.dsl.data import cards
from rulewright.dsl.data.cards import (
    CardRow,
    read_bag,
    read_cards,
    read_choice,
    read_flag,
    read_number,
    read_set,
)
from rulewright.dsl.data.translations import read_translation
from rulewright.dsl.data.yamltree import Mapping, Scalar, YamlNode, compose
from rulewright.dsl.model import Translation
from rulewright.dsl.problems import Problem
from rulewright.dsl.problems.spans import Source
from rulewright.dsl.problems.wording import word

SUITS = ("earth", "water", "fire")


def rows(text: str) -> list[CardRow]:
    found = read_cards(Source("cards.yaml", text))
    assert not found.problems
    return list(found.rows)


def row(text: str) -> CardRow:
    [only] = rows(text)
    return only


def refused(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of all that is wrong with a card file."""
    problems = read_cards(Source("cards.yaml", text)).problems
    assert all(word(one.code, dict(one.facts)).title for one in problems)
    return [(one.code, one.span.line, one.span.column) for one in problems]


def value(text: str) -> YamlNode:
    node, problems = compose(Source("cards.yaml", f"it: {text}"))
    assert isinstance(node, Mapping)
    assert not problems
    return node.entries[0].value


def text_of(node: YamlNode) -> str:
    assert isinstance(node, Scalar)
    return node.text


# Rows


def test_a_row_with_only_an_id_is_one_card_of_that_name() -> None:
    card = row("- id: inventor")
    assert (card.id, card.name, card.copies, card.printings, card.note) == ("inventor", "inventor", 1, (), "")


def test_rows_keep_their_order() -> None:
    assert [card.id for card in rows("- id: b\n- id: a\n- id: c\n")] == ["b", "a", "c"]


def test_a_card_named_no_stays_no() -> None:
    assert row("- {id: no, name: No}").name == "No"


def test_a_name_is_kept_in_composed_form() -> None:
    assert row("- {id: cafe, name: Cafe\u0301}").name == "Caf\u00e9"


def test_declared_fields_stay_nodes_for_the_checker() -> None:
    card = row("- {id: a, suit: no, value: 010}")
    assert {key: text_of(node) for key, node in card.fields.items()} == {"suit": "no", "value": "010"}


@pytest.mark.parametrize("copies", [0, 1, cards.MOST_COPIES])
def test_copies_are_read(copies: int) -> None:
    assert row(f"- {{id: a, copies: {copies}}}").copies == copies


def test_a_text_says_what_a_card_does() -> None:
    assert row("- {id: a, text: draws a card}").text == "draws a card"
    assert row("- {id: a}").text == ""


def test_a_note_may_have_several_lines() -> None:
    assert row("- id: a\n  note: |\n    one\n    two\n").note == "one\ntwo"


def test_printings_have_copies_and_fields_of_their_own() -> None:
    card = row("- id: a\n  value: 1\n  printings:\n    -\n    - {copies: 2, value: 3}\n")
    assert [(one.copies, sorted(one.fields)) for one in card.printings] == [(1, []), (2, ["value"])]


def test_the_copies_of_printings_add_up() -> None:
    assert row("- {id: a, printings: [{copies: 2}, {copies: 3}]}").copies == 5


@pytest.mark.parametrize(
    ("source", "of_value", "of_name"),
    [
        ("", "unstated", "unstated"),
        (", source: rulebook", "rulebook", "rulebook"),
        (", source: placeholder", "placeholder", "placeholder"),
        (", source: {value: placeholder}", "placeholder", "unstated"),
    ],
)
def test_a_row_knows_where_its_values_come_from(source: str, of_value: str, of_name: str) -> None:
    card = row(f"- {{id: a, value: 1{source}}}")
    assert (card.source_of("value"), card.source_of("name")) == (of_value, of_name)


# What is refused

REFUSED = {
    "empty file": ("", "cards-no-list", 1, 1),
    "only a text": ("cards", "cards-no-list", 1, 1),
    "keys instead of a list": ("a: {id: b}", "cards-no-list", 1, 1),
    "text as a row": ("- id: a\n- b", "yaml-not-keys", 2, 3),
    "list as a row": ("- [id, a]", "yaml-not-keys", 1, 3),
    "nothing as a row": ("- id: a\n-\n- id: b", "cards-no-id", 2, 2),
    "row without an id": ("- name: A", "cards-no-id", 1, 3),
    "id without a value": ("- id:", "yaml-not-text", 1, 6),
    "id that begins with a digit": ("- id: 7a", "cards-id-form", 1, 7),
    "id with a space": ("- id: a b", "cards-id-form", 1, 7),
    "id in another script": ("- id: 發明家", "cards-id-form", 1, 7),
    "id with an accent": ("- id: caf\u00e9", "cards-id-form", 1, 7),
    "id that leads out of a folder": ("- id: ../a", "cards-id-form", 1, 7),
    "id of 65 letters": ("- id: " + "a" * 65, "cards-id-form", 1, 7),
    "id that is no card in moves": ("- id: none", "cards-id-taken", 1, 7),
    "id of an unseen card in moves": ("- id: card", "cards-id-taken", 1, 7),
    "same id twice": ("- id: a\n- id: b\n- id: a", "cards-duplicate-id", 3, 3),
    "same key twice": ("- {id: a, value: 1, value: 1}", "yaml-duplicate-key", 1, 21),
    "name of two lines": ('- {id: a, name: "A\\nB"}', "yaml-line-break", 1, 17),
    "name with a control character": ('- {id: a, name: "\\e[2J"}', "yaml-character", 1, 17),
    "name that is a list": ("- {id: a, name: [A]}", "yaml-not-text", 1, 17),
    "name too long": (f"- {{id: a, name: {'A' * 101}}}", "cards-long-name", 1, 17),
    "negative copies": ("- {id: a, copies: -5}", "yaml-number-range", 1, 19),
    "too many copies": ("- {id: a, copies: 201}", "yaml-number-range", 1, 19),
    "immensely many copies": ("- {id: a, copies: 1000000000000}", "yaml-number-range", 1, 19),
    "half a copy": ("- {id: a, copies: 1.5}", "yaml-not-number", 1, 19),
    "copies in words": ("- {id: a, copies: three}", "yaml-not-number", 1, 19),
    "copies and printings": ("- {id: a, copies: 2, printings: [{copies: 2}]}", "cards-copies-twice", 1, 19),
    "no printings": ("- {id: a, printings: []}", "cards-no-printings", 1, 22),
    "printings without a value": ("- {id: a, printings: }", "cards-no-printings", 1, 21),
    "printings that are no list": ("- {id: a, printings: 2}", "yaml-not-list", 1, 22),
    "printing with a name": ("- {id: a, printings: [{name: B}]}", "cards-printing-key", 1, 30),
    "unknown source": ("- {id: a, source: my memory}", "cards-unknown-word", 1, 19),
    "unknown source of a field": ("- {id: a, v: 1, source: {v: memory}}", "cards-unknown-word", 1, 29),
    "source of no field": ("- {id: a, value: 1, source: {valeu: rulebook}}", "cards-source-field", 1, 30),
    "text that is a list": ("- {id: a, text: [b]}", "yaml-not-text", 1, 17),
    "note that is a list": ("- {id: a, note: [b]}", "yaml-not-text", 1, 17),
}


@pytest.mark.parametrize(("text", "code", "line", "column"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_no_card_is_refused_at_its_place(text: str, code: str, line: int, column: int) -> None:
    assert refused(text) == [(code, line, column)]


def test_a_doubled_id_names_both_places() -> None:
    problems = read_cards(Source("cards.yaml", "- id: a\n- id: a")).problems
    assert [note.span.line for note in problems[0].notes] == [1]


def test_all_that_is_wrong_with_a_file_is_told_at_once() -> None:
    codes = [code for code, _, _ in refused("- {id: a, copies: x}\n- {name: B}\n- {id: c, source: d}\n")]
    assert codes == ["yaml-not-number", "cards-no-id", "cards-unknown-word"]


@pytest.mark.parametrize("extra", [0, 1])
def test_rows_are_allowed_up_to_their_limit(extra: int) -> None:
    text = "".join(f"- id: a{n}\n" for n in range(cards.MOST_ROWS + extra))
    assert [code for code, _, _ in refused(text)] == ["cards-too-many-rows"] * extra


@pytest.mark.parametrize("extra", [0, 1])
def test_cards_are_allowed_up_to_their_limit(extra: int) -> None:
    full = cards.MOST_CARDS // cards.MOST_COPIES
    text = (
        "".join(f"- {{id: a{n}, copies: {cards.MOST_COPIES}}}\n" for n in range(full)) + "- id: b\n" * extra
    )
    assert [code for code, _, _ in refused(text)] == ["cards-too-many"] * extra


# Typed values


def test_a_choice_is_the_place_of_the_word() -> None:
    assert read_choice(value("water"), SUITS, []) == 1


def test_no_is_a_choice_where_it_is_a_value() -> None:
    assert read_choice(value("no"), ("yes", "no"), []) == 1


def test_an_unknown_choice_is_told_with_the_nearest_word() -> None:
    problems: list[Problem] = []
    assert read_choice(value("watre"), SUITS, problems, "suit") is None
    told = word(problems[0].code, dict(problems[0].facts))
    assert "Did you mean `water`?" in told.instead


def test_a_number_is_read_in_plain_digits() -> None:
    assert read_number(value("12"), []) == 12


def test_a_flag_is_yes_or_no() -> None:
    assert [read_flag(value(text), []) for text in ("yes", "no")] == [True, False]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("{fire: 2, earth: 1}", (1, 0, 2)),
        ("[fire, earth, fire]", (1, 0, 2)),
        ("{fire: 0}", (0, 0, 0)),
        ("[]", (0, 0, 0)),
        ("{}", (0, 0, 0)),
        ("", (0, 0, 0)),
    ],
)
def test_a_bag_counts_each_word(text: str, counts: tuple[int, ...]) -> None:
    problems: list[Problem] = []
    assert read_bag(value(text), SUITS, problems) == counts
    assert not problems


@pytest.mark.parametrize(("text", "places"), [("[fire, earth]", (0, 2)), ("[]", ()), ("", ())])
def test_a_set_is_the_places_of_its_words(text: str, places: tuple[int, ...]) -> None:
    problems: list[Problem] = []
    assert read_set(value(text), SUITS, problems) == places
    assert not problems


def choice(node: YamlNode, problems: list[Problem]) -> object:
    return read_choice(node, SUITS, problems)


def bag(node: YamlNode, problems: list[Problem]) -> object:
    return read_bag(node, SUITS, problems)


def several(node: YamlNode, problems: list[Problem]) -> object:
    return read_set(node, SUITS, problems)


TRAPS: dict[str, tuple[Callable[[YamlNode, list[Problem]], object], str, str]] = {
    "no as a suit": (choice, "no", "cards-unknown-word"),
    "null as a suit": (choice, "null", "cards-unknown-word"),
    "nothing as a suit": (choice, "", "yaml-not-text"),
    "list as a suit": (choice, "[earth]", "yaml-not-text"),
    "capital letter": (choice, "Earth", "cards-unknown-word"),
    "octal number": (read_number, "010", "yaml-not-number"),
    "number to base sixty": (read_number, "1:30", "yaml-not-number"),
    "number with an exponent": (read_number, "1e3", "yaml-not-number"),
    "number with a gap": (read_number, "1_000", "yaml-not-number"),
    "date": (read_number, "2024-99-99", "yaml-not-number"),
    "on as a flag": (read_flag, "on", "yaml-not-flag"),
    "unknown word in a bag": (bag, "{air: 1}", "cards-unknown-word"),
    "unknown word in a list for a bag": (bag, "[air]", "cards-unknown-word"),
    "text as a bag": (bag, "earth", "yaml-not-list"),
    "negative count in a bag": (bag, "{earth: -1}", "yaml-number-range"),
    "huge count in a bag": (bag, "{earth: 100}", "yaml-number-range"),
    "long list for a bag": (bag, f"[{', '.join(['earth'] * 100)}]", "yaml-number-range"),
    "unknown word in a set": (several, "[air]", "cards-unknown-word"),
    "word twice in a set": (several, "[fire, earth, fire]", "cards-listed-twice"),
    "keys as a set": (several, "{earth: 1}", "yaml-not-list"),
}


@pytest.mark.parametrize(("read", "text", "code"), TRAPS.values(), ids=list(TRAPS))
def test_a_value_of_the_wrong_kind_is_refused(
    read: Callable[[YamlNode, list[Problem]], object], text: str, code: str
) -> None:
    problems: list[Problem] = []
    read(value(text), problems)
    assert [one.code for one in problems] == [code]


# Translations


def test_a_translation_has_a_title_cards_and_words() -> None:
    text = "title: 便攜人生\ncards: {inventor: 發明家, no: No}\nwords:\n  money: 金錢\n"
    assert read_translation(Source("zh-Hant.yaml", text)) == (
        Translation("便攜人生", {"inventor": "發明家", "no": "No"}, {}, {"money": "金錢"}),
        [],
    )


def test_translated_text_is_kept_in_composed_form() -> None:
    translation, _ = read_translation(Source("fr.yaml", "words: {coffee: Cafe\u0301}"))
    assert translation.words == {"coffee": "Caf\u00e9"}


TRANSLATIONS_REFUSED = {
    "empty file": ("", "translation-form"),
    "list": ("- title: A", "translation-form"),
    "unknown key": ("titel: A", "translation-key"),
    "list of cards": ("cards: [a]", "yaml-not-keys"),
    "text that is a list": ("words: {a: [b]}", "yaml-not-text"),
    "text without a value": ("words: {a: }", "yaml-not-text"),
    "anchor": ("title: &a b", "yaml-anchor"),
}


@pytest.mark.parametrize(("text", "code"), TRANSLATIONS_REFUSED.values(), ids=list(TRANSLATIONS_REFUSED))
def test_what_is_no_translation_is_refused(text: str, code: str) -> None:
    _, problems = read_translation(Source("fr.yaml", text))
    assert [one.code for one in problems] == [code]
    assert word(code, dict(problems[0].facts)).title
