"""Saved games: what they hold, what damage is noticed, and what happens when rules have changed."""

from __future__ import annotations

import json
import pickle
import random
from functools import cache
from hashlib import blake2b
from pathlib import Path

import pytest
from attrs import evolve

from rulewright.dsl.problems.wording import word
from rulewright.interpreter.game.errors import SaveError
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.game.saves.lines import MOST_CHARACTERS, MOST_SAVED, Sealer
from rulewright.interpreter.game.saves.resume import Header, Resumed, header_of, resume
from rulewright.interpreter.library.rulesets import load

TOYS = Path(__file__).parent / "toys"


@cache
def toy(name: str) -> Ruleset:
    """A toy as if it came with the program: its saves do not carry its rules."""
    return ruleset_of(evolve(load(TOYS / f"{name}.rules").model, files=()))


def played(name: str, moves: int | None = None, seed: int = 7) -> Game:
    """A random game after some moves; to its end without a number."""
    game, chance = toy(name).new_game(seed=seed), random.Random(seed)
    while not game.over and (moves is None or len(game.moves) < moves):
        game.apply(chance.choice(game.legal_moves()))
    return game


def resumed(text: str | bytes, rules: Ruleset | None = None, *, allow_changed: bool = False) -> Resumed:
    def ruleset_of(header: Header) -> Ruleset:
        return rules or toy(header.ruleset)

    return resume(text, ruleset_of, allow_changed=allow_changed)


def refused(text: str | bytes, rules: Ruleset | None = None) -> tuple[str, int]:
    """The code and the line of the problem with which a save is refused."""
    with pytest.raises(SaveError) as error:
        resumed(text, rules)
    (problem,) = error.value.problems
    assert word(problem.code, dict(problem.facts)).title
    return problem.code, problem.span.line


def resealed(lines: list[dict[str, object]]) -> str:
    """Lines sealed as the program does it, whatever they say: the work of a clever forger."""
    sealer = Sealer()
    bare = [{name: value for name, value in line.items() if name != "check"} for line in lines]
    return "".join(f"{sealer.line(line)}\n" for line in bare)


def parsed(game: Game) -> list[dict[str, object]]:
    return [json.loads(line) for line in game.to_save().splitlines()]


# ---- what a save holds ---------------------------------------------------------------------------


def test_a_save_is_a_header_a_line_for_each_move_and_an_end() -> None:
    game = played("bidding")
    header, *moves, end = parsed(game)
    assert (header["format"], header["ruleset"], header["seed"]) == ("rulewright-save", "bidding", 7)
    assert header["seats"] == list(game.seats)
    assert [(line["n"], line["move"]) for line in moves] == [
        (number, move.text) for number, move in enumerate(game.moves, start=1)
    ]
    assert end["end"] == "one bidder is left"


def test_settings_preset_starter_and_names_come_back() -> None:
    rules = load(TOYS / "dice.rules", settings={"rerolls": 1}, preset="quick")
    game = rules.new_game(["Ann", "Bob"], seed=3, starter="Bob")
    header = header_of(game.to_save())
    assert (header.given, header.preset, header.starter) == ({"rerolls": 1}, "quick", 1)
    assert (header.settings["rounds"], header.settings["rerolls"]) == (1, 1)
    again = resumed(game.to_save(), rules).game
    assert (again.seats, again.decision.seats) == (("Ann", "Bob"), (1,))


def test_moves_of_a_simultaneous_choice_are_saved_by_seat() -> None:
    late, early = toy("hidden_pass").new_game(3, seed=1), toy("hidden_pass").new_game(3, seed=1)
    for game, order in ((late, (2, 0, 1)), (early, (0, 1, 2))):
        for seat in order:
            game.apply(game.legal_moves(seat)[0])
    assert late.to_save() == early.to_save()


def test_a_withdrawn_choice_is_not_saved() -> None:
    game = toy("hidden_pass").new_game(3, seed=1)
    start = game.to_save()
    game.apply(game.legal_moves(1)[0])
    game.withdraw(1)
    assert game.to_save() == start


def test_an_open_simultaneous_choice_is_resumed_with_its_commits() -> None:
    game = toy("hidden_pass").new_game(3, seed=1)
    game.apply(game.legal_moves(2)[0])
    again = resumed(game.to_save()).game
    assert again.decision.committed == (2,)
    assert again.chosen(2) == game.chosen(2)


def test_a_choice_made_in_steps_is_resumed_halfway() -> None:
    game = toy("dice").new_game(1, seed=1)
    game.apply(next(move for move in game.legal_moves() if move.action == "throw_again"))
    assert resumed(game.to_save()).game.legal_moves() == game.legal_moves()


def test_names_in_any_script_survive() -> None:
    game = toy("bidding").new_game(["安", 'Zoë "Z"'], seed=1)
    assert game.to_save().isascii()
    assert resumed(game.to_save()).game.seats == ("安", 'Zoë "Z"')


# ---- damage --------------------------------------------------------------------------------------


def test_every_altered_byte_is_noticed_in_its_line() -> None:
    text = played("bidding").to_save().encode()
    chance = random.Random(1)
    for place in chance.sample(range(len(text)), 400):
        altered = (
            text[:place] + bytes([text[place] ^ chance.choice((1, 2, 4, 8, 16, 128))]) + text[place + 1 :]
        )
        code, line = refused(altered)
        assert code in ("save-altered", "save-no-save", "save-newer", "save-header-cut")
        assert line == text[:place].count(b"\n") + 1


def test_a_save_cut_anywhere_opens_at_its_last_whole_line_or_is_refused() -> None:
    game = played("bidding")
    text = game.to_save()
    lines = text.splitlines(keepends=True)
    for place in range(len(text)):
        cut = text[:place]
        if place < len(lines[0]) - 1:
            assert refused(cut)[0] in ("save-empty", "save-header-cut")
            continue
        again = resumed(cut)
        whole = place + 1 - len(lines[0])
        moves = sum(len("".join(lines[1 : n + 1])) <= whole for n in range(1, len(game.moves) + 1))
        assert len(again.game.moves) == moves
        ends_clean = cut.endswith(("}", "\n"))
        assert [one.code for one in again.warnings] == ([] if ends_clean else ["save-cut"])


@pytest.mark.parametrize(
    ("junk", "warning"),
    [("\0" * 300, "save-tail"), ("more\nand more\n", "save-tail"), ("{}", "save-tail")],
)
def test_junk_after_the_end_is_left_out_with_a_warning(junk: str, warning: str) -> None:
    game = played("bidding")
    again = resumed(game.to_save() + junk)
    assert [one.code for one in again.warnings] == [warning]
    assert again.game.digest() == game.digest()


@pytest.mark.parametrize("tail", ["\0" * 300, '{"n":4,"seat":1,"mo', '{"n":4,"se' + "\0" * 50])
def test_an_unfinished_last_line_is_left_out_with_a_warning(tail: str) -> None:
    game = played("bidding", moves=3)
    again = resumed(game.to_save() + tail)
    assert [(one.code, one.span.line, one.warning) for one in again.warnings] == [("save-cut", 5, True)]
    assert again.game.digest() == game.digest()


@pytest.mark.parametrize("text", ["", "\0\0\0", b"", " "])
def test_an_empty_save_is_refused(text: str | bytes) -> None:
    assert refused(text) == ("save-empty", 1)


@pytest.mark.parametrize(
    "data",
    [
        pickle.dumps({"format": "rulewright-save"}),
        b"\x1f\x8b\x08\x00" + bytes(100),
        b"PK\x03\x04",
        b"{}\n",
        b"[" * 100_000,
        b'{"format":"another"}\n',
        b"\xff\xfe" * 50,
    ],
)
def test_what_is_no_save_is_refused(data: bytes) -> None:
    assert refused(data) == ("save-no-save", 1)


def test_a_doubled_a_missing_and_a_moved_line_are_noticed() -> None:
    lines = played("bidding").to_save().splitlines(keepends=True)
    assert refused("".join([*lines[:3], lines[2], *lines[3:]])) == ("save-altered", 4)
    assert refused("".join([*lines[:2], *lines[3:]])) == ("save-altered", 3)
    assert refused("".join([*lines[:2], lines[3], lines[2], *lines[4:]])) == ("save-altered", 3)


def test_newer_formats_and_languages_are_told_as_such() -> None:
    text = played("bidding", moves=1).to_save()
    assert refused(text.replace('"version":3', '"version":999')) == ("save-newer", 1)
    assert refused(text.replace('"language":1', '"language":2')) == ("save-newer-language", 1)


def test_too_many_moves_and_too_much_text_are_refused_at_once() -> None:
    text = played("bidding", moves=1).to_save()
    assert refused(text + "{}\n" * 200_000) == ("limit-save-moves", MOST_SAVED + 2)
    assert refused("x" * (MOST_CHARACTERS + 1)) == ("limit-save-size", 1)


# ---- forgeries: sealed well, but false -----------------------------------------------------------


def test_a_forged_seed_is_another_deal() -> None:
    lines = parsed(played("bidding"))
    lines[0]["seed"] = 8
    assert refused(resealed(lines)) == ("save-differs", 1)


def test_a_forged_move_is_noticed_by_what_follows_from_it() -> None:
    game = toy("bidding").new_game(2, seed=7)
    for text in ("raise 4", "raise 6"):
        game.apply(text)
    lines = parsed(game)
    lines[1]["move"] = "raise 5"
    assert refused(resealed(lines)) == ("save-differs", 2)
    lines[1]["move"] = "raise 500"
    assert refused(resealed(lines)) == ("save-illegal", 2)


def test_a_forged_end_is_noticed() -> None:
    lines = parsed(played("bidding"))
    lines[-1]["end"] = "somebody gave up"
    assert refused(resealed(lines)) == ("save-differs", len(lines))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", "seven"),
        ("seed", True),
        ("seats", "Ann"),
        ("seats", [1, 2]),
        ("settings", []),
        ("settings", {"purse_at_start": "x"}),
        ("ruleset", None),
        ("starter", 1.5),
        ("digest", 3),
        ("language", 0),
        ("language", "1"),
        ("language", None),
        ("title", "half \ud800"),
        ("declarations", {"var \udfff": "0"}),
    ],
)
def test_a_header_of_another_form_is_refused(name: str, value: object) -> None:
    lines = parsed(played("bidding", moves=1))
    lines[0][name] = value
    assert refused(resealed(lines)) == ("save-form", 1)


@pytest.mark.parametrize(
    ("name", "value"), [("seed", 2**70), ("seed", -1), ("starter", 99), ("seats", ["Ann"] * 2), ("seats", [])]
)
def test_a_header_that_no_game_starts_from_is_refused(name: str, value: object) -> None:
    lines = parsed(played("bidding", moves=1))
    lines[0][name] = value
    with pytest.raises(SaveError):
        resumed(resealed(lines))


@pytest.mark.parametrize(
    ("name", "value"),
    [("n", 9), ("n", None), ("seat", "1"), ("move", 3), ("move", None), ("move", "pass\ud800")],
)
def test_a_move_of_another_form_is_refused(name: str, value: object) -> None:
    lines = parsed(played("bidding", moves=2))
    lines[2][name] = value
    assert refused(resealed(lines)) == ("save-form", 3)


def test_a_seat_out_of_range_is_an_illegal_move() -> None:
    lines = parsed(played("bidding", moves=2))
    lines[2]["seat"] = 99
    assert refused(resealed(lines)) == ("save-illegal", 3)


def test_a_name_that_stands_twice_in_a_line_is_refused() -> None:
    text = played("bidding", moves=2).to_save()
    for line, (old, twice) in enumerate(
        [('"seed":7', '"seed":8,"seed":7'), ('"n":1', '"n":1,"n":1'), ('"seat":', '"seat":2,"seat":')],
        start=1,
    ):
        assert refused(resealed_text(text, old, twice, line)) == ("save-form", line)


def resealed_text(text: str, old: str, new: str, line: int) -> str:
    """A save with something in one line replaced, and sealed again as it reads."""
    sealed, before = [], ""
    for number, one in enumerate(text.splitlines(), start=1):
        body = one[: one.rindex(',"check":')] + "}"
        body = body.replace(old, new, 1) if number == line else body
        before = blake2b(f"{before}{body}".encode(), digest_size=8).hexdigest()
        sealed.append(f'{body[:-1]},"check":"{before}"}}\n')
    return "".join(sealed)


def test_a_line_nested_beyond_reason_is_refused() -> None:
    header = played("bidding", moves=1).to_save().splitlines()[0]
    assert refused(f"{header}\n" + "[" * 100_000 + "\n") == ("save-altered", 2)


# ---- rules that have changed ---------------------------------------------------------------------


def changed(folder: Path, name: str, old: str, new: str) -> Ruleset:
    """A toy with one text replaced."""
    text = (TOYS / f"{name}.rules").read_text(encoding="utf-8")
    assert old in text
    (folder / f"{name}.rules").write_text(text.replace(old, new), encoding="utf-8")
    return load(folder / f"{name}.rules")


def test_a_save_of_another_game_is_refused() -> None:
    assert refused(played("bidding").to_save(), toy("dice")) == ("save-other-game", 1)


def test_comments_and_reasons_may_change(tmp_path: Path) -> None:
    rules = changed(tmp_path, "bidding", "one bidder is left", "only one is left")
    game = played("bidding", moves=3)
    assert resumed(game.to_save(), rules).warnings == ()


def test_changed_rules_are_named_with_the_move_where_the_game_parts_ways(tmp_path: Path) -> None:
    game = toy("bidding").new_game(2, seed=7)
    for text in ("raise 4", "raise 6", "raise 9", "fold"):
        game.apply(text)
    rules = changed(tmp_path, "bidding", "high + 1..ceiling(me)", "high + 1..min(ceiling(me), high + 2)")
    with pytest.raises(SaveError) as error:
        resumed(game.to_save(), rules)
    (problem,) = error.value.problems
    assert problem.code == "save-rules-changed"
    assert (problem.facts["declaration"], problem.facts["move"]) == ("action raise", 1)


def test_changed_rules_are_played_on_as_far_as_moves_are_legal_if_allowed(tmp_path: Path) -> None:
    game = toy("bidding").new_game(2, seed=7)
    for text in ("raise 2", "raise 3", "raise 9", "fold"):
        game.apply(text)
    rules = changed(tmp_path, "bidding", "high + 1..ceiling(me)", "high + 1..min(ceiling(me), high + 2)")
    again = resumed(game.to_save(), rules, allow_changed=True)
    assert [move.text for move in again.game.moves] == ["raise 2", "raise 3"]
    assert [one.code for one in again.warnings] == ["save-rules-changed", "save-dropped"]
    assert all(one.warning for one in again.warnings)
    assert (again.warnings[0].facts["move"], again.warnings[1].facts["left"]) == (3, 2)


def test_a_move_that_is_illegal_later_hides_not_where_the_game_parted_ways(tmp_path: Path) -> None:
    game = toy("bidding").new_game(2, seed=7)
    for text in ("raise 2", "raise 3", "raise 9", "fold"):
        game.apply(text)
    changed(tmp_path, "bidding", "deal 1 from", "deal 0 from")
    file = tmp_path / "bidding.rules"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("high + 1..ceiling(me)", "high + 1..min(ceiling(me), high + 2)"), encoding="utf-8"
    )
    again = resumed(game.to_save(), load(file), allow_changed=True)
    assert [move.text for move in again.game.moves] == ["raise 2", "raise 3"]
    assert (again.warnings[0].facts["move"], again.warnings[1].facts["left"]) == (0, 2)


def test_a_change_that_alters_nothing_in_this_game_says_so(tmp_path: Path) -> None:
    game = toy("bidding").new_game(2, seed=7)
    game.apply("raise 2")
    rules = changed(tmp_path, "bidding", "in 2..30", "in 2..40")
    again = resumed(game.to_save(), rules, allow_changed=True)
    assert again.game.digest() == game.digest()
    assert again.warnings[0].facts["move"] == -1


def test_another_deal_parts_ways_before_any_move(tmp_path: Path) -> None:
    game = toy("bidding").new_game(2, seed=7)
    rules = changed(tmp_path, "bidding", "deal 1 from", "deal 0 from")
    with pytest.raises(SaveError) as error:
        resumed(game.to_save(), rules)
    assert error.value.problems[0].facts["move"] == 0


def test_settings_chosen_otherwise_are_a_change() -> None:
    game = played("bidding", moves=1)
    code, _ = refused(game.to_save(), load(TOYS / "bidding.rules", settings={"purse_at_start": 11}))
    assert code == "save-rules-changed"


def test_a_save_after_another_move_than_the_one_taken_back_tells_of_that_move_only() -> None:
    ruleset = load("cv-pocket")
    straight, returned = (ruleset.new_game(2, seed=3, starter=0) for _ in range(2))
    returned.apply(returned.legal_moves()[0])
    apart = returned.copy()
    returned.to_save()
    returned.undo()
    for game in (straight, returned):
        game.apply(game.legal_moves()[-1])
    assert returned.to_save() == straight.to_save()
    assert apart.to_save() != returned.to_save()
