"""Changes laid over a small game: what each kind of change does, and which contradict each other."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulewright.dsl.difference import canonical
from rulewright.dsl.load import Loaded, load_game
from rulewright.dsl.problems.report import render
from rulewright.dsl.sources import Unreadable, VariantFile
from rulewright.dsl.variants.units import named
from rulewright.interpreter.game.ruleset import ruleset_of

GAME = """\
language 1
game "Nine"
    players 2..3
enum Suit: sun, moon
cards Card for each suit in Suit, value in 1..9
cards Wish from "wishes.yaml"
    kind: Suit
    worth: int = 1
setting start = 3 in 1..4 "cards dealt"
setting open = no
table points: 0, 2, 5, then last
zone deck: Card, face down
zone hand of player: Card, seen by owner, unordered
zone laid of player: Card, face up
zone wishes: Wish, face up
var starter: player = random player
var laps = 0

setup
    put Card into deck
    put Wish into wishes
    shuffle deck
    deal start from deck to each hand
play
    phase laying
        turns clockwise from starter until all(empty(k) for k in hand) because "all is laid"
            choose lay
action lay(c in hand[me])
    require low: c.value < 10 because "{c} is too high"
    put c onto laid[me]
    count_on
rule count_on
    laps += 1
define worth(s: Suit) = match s
    sun: 2
    moon: 1
define shown(p: player) = size(laid[p])
score cards(p) = points[shown(p)]
score suits(p) = if open then sum(worth(c.suit) for c in laid[p]) else sum(w.worth for w in wishes)
winner by highest score
"""
WISHES = "- {id: dawn, kind: sun, copies: 2}\n- {id: dusk, kind: moon, worth: 3}\n"
HEAD = 'language 1\nvariant "{title}" of "nine"\n'


def loaded(
    *texts: str, files: Mapping[str, str] | None = None, under: Mapping[str, str] | None = None
) -> Loaded:
    """The game under variants, named one.rules, two.rules and so on."""
    names = ["one.rules", "two.rules", "three.rules"][: len(texts)]
    held = {"nine.rules": GAME, "wishes.yaml": WISHES, **(files or {})}
    for name, text in zip(names, texts, strict=True):
        held[name] = text if text.startswith(("language", "variant")) else HEAD.format(title=name[:-6]) + text

    def read(name: str) -> bytes:
        if name not in held:
            raise Unreadable("file-missing")
        return held[name].encode()

    below = {name: (base,) for name, base in (under or {}).items()}
    variants = [VariantFile(name, name, read, name[:-6], below.get(name, ())) for name in names]
    return load_game("nine.rules", read, "nine", variants=variants)


def sound(*texts: str, files: Mapping[str, str] | None = None) -> Loaded:
    found = loaded(*texts, files=files)
    assert found.model is not None, render(found.problems, found.sources)
    return found


def said(found: Loaded, what: str) -> str:
    """The canonical text of one declaration, named as in `define worth`."""
    for tree in found.trees:
        for one in tree.declarations:
            if " ".join(named(one)).strip() == what:
                return "\n".join(canonical(one))
    raise AssertionError(f"nothing is called {what}")


def codes(*texts: str) -> list[str]:
    return [one.code for one in loaded(*texts).problems if not one.warning]


@pytest.mark.parametrize(
    ("change", "what", "line"),
    [
        ("set start = 4", "setting start", 'setting start = 4 in 1..4 "cards dealt"'),
        ("set start = 6 in 1..6", "setting start", 'setting start = 6 in 1..6 "cards dealt"'),
        ("set open = yes", "setting open", "setting open = yes"),
        ("replace table points: 0, 1, then last", "table points", "table points: 0, 1, then last"),
        (
            "replace define shown(q: player) = 2 * size(laid[q])",
            "define shown",
            "define shown(q: player) = 2 * size(laid[q])",
        ),
        ("add score laps(p) = laps", "score laps", "score laps(p) = laps"),
        ("replace arm sun in worth: 7", "define worth", "    sun: 7"),
        ("remove arm moon from worth\nadd arm else to worth: 0", "define worth", "    else: 0"),
        ("add require young to lay: laps < 9", "action lay", "    require young: laps < 9"),
        ("replace require lay.low: c.value < 8", "action lay", "    require low: c.value < 8"),
        ("before lay\n    laps += 2", "action lay", "    laps += 2\n    put c onto laid[me]"),
        ("after lay\n    laps += 2", "action lay", "    count_on\n    laps += 2"),
        ("after rule count_on\n    laps += 2", "rule count_on", "    laps += 1\n    laps += 2"),
        ("before phase laying\n    laps = 1", "play", "play\n    laps = 1\n    phase laying"),
        ("after laying\n    laps = 1", "play", "            choose lay\n    laps = 1"),
        ("replace phase laying\n    count_on", "play", "play\n    phase laying\n        count_on"),
        ("add action rest\nadd action rest to choose lay", "play", "            choose lay, rest"),
        ("add winner then fewest laps", "winner", "winner by highest score, then fewest laps"),
        ("add needs 20 of Card", "needs Card", "needs 20 of Card"),
    ],
)
def test_a_change_is_made(change: str, what: str, line: str) -> None:
    unchanged = loaded()
    if what.split(" ")[0] not in ("needs",) and not change.startswith("add score"):
        assert line not in said(unchanged, what)
    found = loaded(change)
    assert all(
        one.code in ("action-never-offered", "no-end", "unused") for one in found.problems if not one.warning
    )
    assert line in said(found, what)


@pytest.mark.parametrize(
    ("change", "what", "last"),
    [
        ("remove action lay", "play", "    phase laying"),
        ("remove rule count_on", "action lay", "    put c onto laid[me]"),
    ],
)
def test_what_is_removed_goes_from_where_it_was_used(change: str, what: str, last: str) -> None:
    assert said(loaded(change), what).splitlines()[-1] == last


def test_what_is_removed_is_gone() -> None:
    found = sound("remove score suits\nremove define worth")
    assert list(found.model.scores) == ["cards"] if found.model else False


def arms_of(change: str, match: str) -> list[str]:
    """The arms of `worth` after a change to a match of these arms."""
    below = f"replace define worth(s: Suit) = match s\n{match}"
    found = loaded(change, below, under={"one.rules": "two.rules"})
    assert found.model is not None, render(found.problems, found.sources)
    return [line.strip() for line in said(found, "define worth").splitlines()[1:]]


def test_a_replaced_arm_leaves_the_others_of_its_line() -> None:
    assert arms_of("replace arm sun in worth: 7", "    sun, moon: 2\n") == ["moon: 2", "sun: 7"]


def test_new_arms_stand_before_else() -> None:
    assert arms_of("add arm sun to worth: 7", "    moon: 2\n    else: 0\n") == [
        "moon: 2",
        "sun: 7",
        "else: 0",
    ]


def test_the_arm_else_is_replaced() -> None:
    assert arms_of("replace arm else in worth: 5", "    moon: 2\n    else: 0\n") == ["moon: 2", "else: 5"]


def test_values_and_players_are_changed() -> None:
    found = sound("add value star to Suit\nadd arm star to worth: 9\nset players 2..4")
    assert found.model is not None
    assert found.model.enums["Suit"].values == ("sun", "moon", "star")
    assert (found.model.least_players, found.model.most_players) == (2, 4)


def test_the_title_names_the_variants() -> None:
    found = sound("set start = 4")
    assert found.model is not None
    assert (found.model.title, found.model.variants) == ("Nine: one", ("one",))


# ---- cards ---------------------------------------------------------------------------------------


def wishes(*texts: str, files: Mapping[str, str] | None = None) -> list[tuple[object, ...]]:
    """Each row of the wishes: id, title, copies, values."""
    found = sound(*texts, files=files)
    assert found.model is not None
    return [(row.id, row.title, row.copies, row.values[1:]) for row in found.model.card_sets["Wish"].rows]


def test_cards_are_added_removed_and_changed() -> None:
    change = """\
add cards Wish from "more.yaml"
remove card Wish.dawn
change card Wish."dusk"
    copies = 4
    worth = -2
    kind = sun
    name = "Evening"
"""
    more = {"more.yaml": "- {id: noon, kind: sun}\n"}
    assert wishes(change, files=more) == [("dusk", "Evening", 4, (0, -2)), ("noon", "noon", 1, (0, 1))]


def test_what_is_said_of_a_card_holds_for_all_its_printings() -> None:
    rows = "- id: dawn\n  kind: sun\n  printings: [{copies: 2}, {copies: 1, kind: moon}]\n"
    files = {"wishes.yaml": rows}
    assert wishes("change card Wish.dawn\n    kind = sun", files=files) == [
        ("dawn", "dawn", 2, (0, 1)),
        ("dawn", "dawn", 1, (0, 1)),
    ]
    assert wishes("change card Wish.dawn\n    copies = 5", files=files) == [("dawn", "dawn", 5, (0, 1))]


def test_a_card_file_is_looked_for_beside_the_variant() -> None:
    texts = {"rules/nine.rules": GAME, "rules/wishes.yaml": WISHES}
    own = {"v.rules": HEAD.format(title="v") + 'add cards Wish from "wishes.yaml"\n'}
    own["wishes.yaml"] = "- {id: noon, kind: sun}\n"
    variant = VariantFile("v.rules", "v.rules", lambda name: own[name].encode(), "v")
    found = load_game("nine.rules", lambda name: texts[f"rules/{name}"].encode(), "nine", variants=[variant])
    assert found.model is not None, render(found.problems, found.sources)
    assert [row.id for row in found.model.card_sets["Wish"].rows] == ["dawn", "dusk", "noon"]


# ---- several variants ----------------------------------------------------------------------------

TOGETHER = (
    "set start = 4",
    "after lay\n    laps += 2",
    "before lay\n    laps += 3\nadd score laps(p) = laps",
)


def test_the_order_of_variants_does_not_count() -> None:
    one = sound(*(HEAD.format(title=name) + text for name, text in zip("abc", TOGETHER, strict=True)))
    for order in ((2, 1, 0), (1, 2, 0), (2, 0, 1)):
        other = sound(*(HEAD.format(title="abc"[at]) + TOGETHER[at] for at in order))
        assert one.model is not None and other.model is not None
        assert one.model.fingerprints == other.model.fingerprints
        assert one.model.title == other.model.title == "Nine: a, b, c"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("set start = 4", "set start = 2"),
        ("set start = 4", "replace setting start = 2 in 1..4"),
        ("replace define worth(s: Suit) = 3", "replace arm sun in worth: 7"),
        ("replace arm sun in worth: 3", "remove arm sun from worth"),
        ("remove score suits", "replace score suits(p) = 1"),
        ("replace action lay(c in hand[me])\n    put c onto laid[me]", "after lay\n    laps += 1"),
        ("replace require lay.low: yes", "remove require lay.low"),
        ("remove card Wish.dawn", "change card Wish.dawn\n    copies = 3"),
        ("replace play\n    count_on", "before phase laying\n    count_on"),
        ("set players 2..4", "set players 2..5"),
        ("add winner then fewest laps", "add winner then most laps"),
        ("replace winner by fewest laps", "add winner then most laps"),
        ("add score laps(p) = laps", "add score laps(p) = -laps"),
    ],
)
def test_changes_that_contradict_each_other_are_told_with_both_places(one: str, other: str) -> None:
    found = loaded(one, other)
    conflict = next(problem for problem in found.problems if problem.code == "variant-conflict")
    assert {conflict.span.file, conflict.notes[0].span.file} == {"one.rules", "two.rules"}
    assert found.model is None


ONE_LAP = "    turns clockwise from starter once\n        choose lay"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("set start = 4", "set start = 4"),
        ("replace arm sun in worth: 3", "replace arm moon in worth: 3"),
        ("after lay\n    laps += 1", "after lay\n    laps += 2"),
        ("add score laps(p) = laps", "add score laps(p) = laps"),
        ("remove card Wish.dawn", "change card Wish.dusk\n    copies = 3"),
        ("add require young to lay: laps < 9", "replace require lay.low: yes"),
        (f"replace phase laying\n{ONE_LAP}", "before phase laying\n    laps += 1"),
        ("after phase laying\n    laps += 1", f"replace phase laying\n{ONE_LAP}"),
    ],
)
def test_changes_that_agree_go_together(one: str, other: str) -> None:
    sound(one, other)


def test_what_comes_before_a_phase_stays_when_another_variant_replaces_the_phase() -> None:
    inserted, replaced = "before phase laying\n    laps += 5", f"replace phase laying\n{ONE_LAP}"
    for one, other in ((inserted, replaced), (replaced, inserted)):
        loaded = sound(one, other)
        assert loaded.model is not None
        game = ruleset_of(loaded.model).new_game(2, seed=1)
        assert game.view().variable("laps").at().value == 5
        for _ in range(2):
            game.apply(game.legal_moves()[0])
        assert game.over


def test_two_variants_with_a_helper_of_one_name_are_told_that_one_can_be_renamed() -> None:
    found = loaded("add define more = laps + 1", "add define more = laps + 2")
    assert "give one of them another name" in render(found.problems, found.sources)
    found = loaded("set start = 4", "set start = 2")
    assert "another name" not in render(found.problems, found.sources)


def test_a_variant_of_a_variant_has_the_last_word() -> None:
    below = HEAD.format(title="z") + "set start = 4\nadd score laps(p) = laps\n"
    above = 'language 1\nvariant "a" of "two"\nset start = 2\nreplace score laps(p) = -laps\n'
    found = loaded(above, below, under={"one.rules": "two.rules"})
    assert found.model is not None, render(found.problems, found.sources)
    assert said(found, "setting start").startswith("setting start = 2")
    assert said(found, "score laps") == "score laps(p) = -laps"
    assert codes(above, below) != []


# ---- checked like a game -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("remove define worth", "unknown-function"),
        ("add score laps(p) = lapse", "unknown-name"),
        ("set start = 5", "setting-range"),
        ("before lay\n    count_onn", "unknown-rule"),
        ("add value star to Suit", "match-missing"),
        ("change card Wish.dawn\n    kind = star", "cards-unknown-word"),
        ("change card Wish.dawn\n    colour = sun", "card-unknown-property"),
        ("after lay\n    choose lay", "asks-here"),
        ("set start = laps", "setting-too-early"),
    ],
)
def test_a_game_under_a_variant_is_checked_as_a_whole(change: str, code: str) -> None:
    assert code in codes(change)


def test_a_problem_in_the_game_names_the_change_behind_it() -> None:
    found = loaded("set open = yes\nremove define worth")
    assert {one.notes[0].span.line for one in found.problems} == {4}


def test_what_a_variant_leaves_unused_in_the_game_is_not_told() -> None:
    assert loaded("remove score suits").problems == ()


def test_what_a_variant_brings_and_does_not_use_is_told() -> None:
    found = loaded("add define idle = 3")
    assert [(one.code, one.span.file) for one in found.problems] == [("unused", "one.rules")]


def test_a_variant_without_changes_is_the_game_itself() -> None:
    plain, other = loaded(), sound("")
    assert plain.model is not None and other.model is not None
    assert plain.model.fingerprints == other.model.fingerprints


def test_the_game_that_comes_out_is_played() -> None:
    found = sound("set start = 4", "after lay\n    laps += 2")
    assert found.model is not None
    game = ruleset_of(found.model).new_game(2, seed=1)
    while not game.over:
        game.apply(game.legal_moves()[0])
    assert len(game.moves) == 8
