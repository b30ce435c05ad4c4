"""What programs give: the wrong kind of thing is a TypeError of ours, at every public method."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright import (
    Game,
    IllegalMove,
    Move,
    Ruleset,
    RulesetError,
    check,
    game_from,
    load,
    load_text,
    position,
    resume,
)
from rulewright.interpreter.bots import make
from rulewright.interpreter.game.seat import Seat

TOYS = Path(__file__).parent / "toys"


def ruleset() -> Ruleset:
    return load(TOYS / "hidden_pass.rules")


def game() -> Game:
    return ruleset().new_game(["Ann", "Bob", "Cid"], seed=1)


SEATS: tuple[Any, ...] = ("Bob", 1.5, True, b"1", (0,), {})
"""What is no seat."""
TEXTS: tuple[Any, ...] = (0, True, 1.5, b"lay", ("lay",), [], {}, object())
"""What is no text."""
NUMBERS: tuple[Any, ...] = ("7", 1.5, True, b"7", (7,), {}, object())
"""What is no number."""

Call = Callable[[Any], object]
CALLS: dict[str, tuple[Call, tuple[Any, ...], str]] = {
    "load": (load, (0, None, True, b"cvlt", ["cvlt"]), "a name or a path"),
    "load_text": (load_text, TEXTS, "a text"),
    "load_text name": (lambda x: load_text("language 1", x), TEXTS, "a text"),
    "load settings": (lambda x: load("cvlt", settings=x), ("a=1", 3, [("a", 1)], {1: 2}), "a "),
    "load preset": (lambda x: load("cvlt", preset=x), TEXTS, "a text"),
    "load language": (lambda x: load("cvlt", language=x), TEXTS, "a text"),
    "load variants": (lambda x: load("cvlt", variants=x), ("bold-trumps", 3, b"x", [1], None), ""),
    "check": (check, (0, None, True, b"cvlt"), "a name or a path"),
    "check variants": (lambda x: check("cvlt", x), ("bold-trumps", 3, [None]), ""),
    "resume": (resume, (0, None, True, ["x"], {}), "a text or bytes"),
    "resume game": (lambda x: resume(game().to_save(), x), (0, True, b"x", ["x"]), "a name or a path"),
    "new_game players": (
        lambda x: ruleset().new_game(x),
        (True, 2.0, b"AB", {"Ann", "Bob"}, {"Ann": 1}, ["Ann", 5, "Bob"], [None] * 3, object()),
        "",
    ),
    "new_game seed": (lambda x: ruleset().new_game(3, x), NUMBERS, "a whole number"),
    "new_game starter": (
        lambda x: ruleset().new_game(3, 1, x),
        (True, 1.5, b"A", (0,)),
        "a seat from 0 or a name",
    ),
    "new_game language": (lambda x: ruleset().new_game(3, 1, 0, x), TEXTS, "a text"),
    "layout": (lambda x: ruleset().layout(x), (*NUMBERS, None), "a whole number"),
    "plan": (lambda x: ruleset().plan(x), (*NUMBERS, None), "a whole number"),
    "known": (lambda x: ruleset().known(x), (*NUMBERS, None), "a whole number"),
    "settings_for": (lambda x: ruleset().settings_for(x), (*NUMBERS, None), "a whole number"),
    "problems_for": (lambda x: ruleset().problems_for(x), (*NUMBERS, None), "a whole number"),
    "program": (lambda x: ruleset().program(x), (*NUMBERS, None), "a whole number"),
    "seat_names": (lambda x: ruleset().seat_names(x), (True, 2.0, b"AB", ["Ann", 5]), ""),
    "apply": (
        lambda x: game().apply(x, 0),
        (0, None, True, 1.5, b"pass", ("pass",), object()),
        "a text or a Move",
    ),
    "apply seat": (lambda x: game().apply("pass", x), SEATS, "a number from 0"),
    "apply a move's seat": (
        lambda x: game().apply(Move(x, "pass", (), "pass")),
        (*SEATS, None),
        "a number from 0",
    ),
    "apply a move's action": (lambda x: game().apply(Move(0, x, (), "pass")), (*TEXTS, None), "a text"),
    "apply a move's text": (lambda x: game().apply(Move(0, "pass", (), x)), (*TEXTS, None), "a text"),
    "why_not": (lambda x: game().why_not(x, 0), (0, None, 1.5, b"pass"), "a text or a Move"),
    "why_not seat": (lambda x: game().why_not("pass", x), SEATS, "a number from 0"),
    "legal_moves": (lambda x: game().legal_moves(x), SEATS, "a number from 0"),
    "spoken_moves": (lambda x: game().spoken_moves(x), (*SEATS, None), "a number from 0"),
    "spoken": (lambda x: game().spoken(x), (*TEXTS, "pass", None), "a Move"),
    "spoken a move's seat": (
        lambda x: game().spoken(Move(x, "pass", (), "pass")),
        (*SEATS, None),
        "a number from 0",
    ),
    "decision_for": (lambda x: game().decision_for(x), SEATS, "a number from 0"),
    "chosen": (lambda x: game().chosen(x), (*SEATS, None), "a number from 0"),
    "withdraw": (lambda x: game().withdraw(x), (*SEATS, None), "a number from 0"),
    "after": (lambda x: game().after(x), (*NUMBERS, None), "a whole number"),
    "copy": (lambda x: game().copy(x), NUMBERS, "a whole number"),
    "undo": (lambda x: game().undo(x), (*NUMBERS, None), "a whole number"),
    "events_before": (lambda x: game().events_before(x), (*NUMBERS, None), "a whole number"),
    "last_moves": (lambda x: game().last_moves(x), (*NUMBERS, None), "a whole number"),
    "last_moves seat": (lambda x: game().last_moves(1, x), SEATS, ""),
    "undo_reveals": (lambda x: game().undo_reveals(x), (*NUMBERS, None), "a whole number"),
    "undo_reveals seats": (lambda x: game().undo_reveals(1, x), (3, "Ann", ["Ann"], [True], [None]), ""),
    "information_key": (lambda x: game().information_key(x), (*SEATS, None), "a number from 0"),
    "view": (lambda x: game().view(x), SEATS, ""),
    "log": (lambda x: game().log(x), SEATS, ""),
    "log since": (lambda x: game().log(0, since=x), NUMBERS, "a whole number"),
    "playout": (lambda x: game().playout(x), (None, 3, "abc", [1, 2, 3], ["greedy"] * 3), ""),
    "a bot's move": (lambda x: game().playout([lambda seat: x] * 3), (None, 0, b"x"), "a text or a Move"),
    "sheet of": (lambda x: game().score_sheet().of(x), (*SEATS, None), "a number from 0"),
    "sheet total": (lambda x: game().score_sheet().total(x), (*SEATS, None), "a number from 0"),
    "redealt": (lambda x: game().redealt(x, 1), (*SEATS, None), "a number from 0"),
    "redealt seed": (lambda x: game().redealt(0, x), (*NUMBERS, None), "a whole number"),
    "seat redealt": (lambda x: Seat(game(), 0).redealt(x), (*NUMBERS, None), "a whole number"),
    "seat look": (lambda x: Seat(game(), 0).look(x, 1), (*TEXTS, "pass"), "a Move"),
    "position": (position, (True, 1, "deck", b"deck", ["deck"], {1: []}), "a "),
    "position cards": (lambda x: position({"deck": x}), (None, 0, "sun-1", b"x", [1], [None], [["a"]]), "a "),
    "position variables": (lambda x: position({}, x), (True, 1, "a", ["a"], {1: "2"}), "a "),
    "position value": (lambda x: position({}, {"round": x}), (*TEXTS, None), "a text"),
    "position rest": (lambda x: position(rest=x), (*TEXTS, None), "a text"),
    "position at": (lambda x: position(at=x), (*TEXTS, None), "a text"),
    "position turn": (lambda x: position(turn=x), TEXTS, "a text"),
    "game_from": (lambda x: game_from(x, 3, position()), (*TEXTS, None, "cvlt", game()), "a Ruleset"),
    "game_from position": (lambda x: game_from(ruleset(), 3, x), (*TEXTS, None), "a Position"),
    "game_from seed": (
        lambda x: game_from(ruleset(), 3, position(), seed=x),
        (*NUMBERS, None),
        "a whole number",
    ),
    "game_from starter": (
        lambda x: game_from(ruleset(), 3, position(), starter=x),
        (True, 1.5, b"A", (0,)),
        "a seat from 0 or a name",
    ),
    "game_from language": (lambda x: game_from(ruleset(), 3, position(), language=x), TEXTS, "a text"),
    "make": (lambda x: make("greedy", x), (*NUMBERS, None), "a whole number"),
}
"""Each public call with what is wrong there, and words that tell what is accepted."""


@pytest.mark.parametrize("name", CALLS)
def test_the_wrong_kind_of_thing_is_told_with_what_is_accepted(name: str) -> None:
    call, given, accepted = CALLS[name]
    for one in given:
        with pytest.raises(TypeError) as refused:
            call(one)
        told = str(refused.value)
        assert " is a" in told and ", not " in told, (one, told)
        assert accepted in told, (one, told)


ASKED: dict[str, Call] = {
    "legal_moves": lambda seat: game().legal_moves(seat),
    "decision_for": lambda seat: game().decision_for(seat),
    "chosen": lambda seat: game().chosen(seat),
    "spoken": lambda seat: game().spoken(Move(seat, "pass", (), "pass")),
    "view": lambda seat: game().view(seat),
    "last_moves": lambda seat: game().last_moves(1, seat),
    "undo_reveals": lambda seat: game().undo_reveals(1, [seat]),
    "log": lambda seat: game().log(seat),
    "sheet of": lambda seat: game().score_sheet().of(seat),
    "sheet total": lambda seat: game().score_sheet().total(seat),
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("seat", [-1, 3, 2**70])
def test_a_seat_that_is_asked_about_and_not_there_is_told(name: str, seat: int) -> None:
    with pytest.raises(ValueError, match="seats go from 0 to 2, not"):
        ASKED[name](seat)


@pytest.mark.parametrize("seat", [-1, 3, 2**70])
def test_a_move_for_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    played = game()
    before = played.state
    refusal = played.why_not("pass", seat)
    assert refusal is not None and refusal.code == "move-no-seat"
    for act in (lambda: played.apply("pass", seat), lambda: played.withdraw(seat)):
        with pytest.raises(IllegalMove):
            act()
    assert played.state == before


@pytest.mark.parametrize(
    "arguments",
    [(None,), ("x",), (1.5,), (object(),), ((None,),), ([1],), (10**9,), (-1,), (), (1,) * 9, (True,)],
)
def test_a_move_made_by_hand_with_odd_arguments_is_refused(arguments: tuple[Any, ...]) -> None:
    played = game()
    action = played.legal_moves(0)[0].action
    with pytest.raises(IllegalMove):
        played.apply(Move(0, action, arguments, "x"))


@pytest.mark.parametrize("value", [None, 1.5, [], {}, b"3", True, "3.0", "yes", 2**40, object()])
def test_a_value_that_a_setting_cannot_have_is_refused_with_its_name(value: Any) -> None:
    with pytest.raises(RulesetError) as refused:
        load("cv-pocket", settings={"columns": value})
    (problem,) = refused.value.problems
    assert (problem.code, problem.facts["name"]) == ("setting-given", "columns")


def test_every_public_call_has_its_row() -> None:
    methods = {
        f"{kind.__name__}.{name}"
        for kind in (Game, Ruleset)
        for name, one in vars(kind).items()
        if callable(one) and not name.startswith("_") and one.__code__.co_argcount > 1
    }
    functions = {name for name in rulewright.__all__ if name in ("load", "load_text", "check", "resume")}
    rows = {name.split()[0] for name in CALLS}
    assert sorted({one.rpartition(".")[2] for one in methods} - rows) == []
    assert functions <= rows


def test_dir_shows_what_can_be_imported() -> None:
    assert dir(rulewright) == sorted(rulewright.__all__)
    assert all(hasattr(rulewright, name) for name in dir(rulewright))


@pytest.mark.parametrize("given", [{"seed": -1}, {"seed": 2**64}, {"starter": 3}, {"starter": "Dan"}])
def test_a_game_from_a_position_begins_with_what_any_game_can_begin_with(given: dict[str, Any]) -> None:
    with pytest.raises(RulesetError):
        game_from(ruleset(), 3, position(), **given)


@pytest.mark.parametrize("name", ["a" * 5000, "\0", ""])
def test_what_cannot_be_the_name_of_a_file_is_no_variant(name: str) -> None:
    with pytest.raises(RulesetError) as refused:
        load("cvlt", variants=[name])
    assert [one.code for one in refused.value.problems] == ["variant-unknown"]


# ---- rules in a text -----------------------------------------------------------------------------

TEXT = """\
language 1
game "Highest"
    players 2
use tricks
"""


def test_rules_in_a_text_are_checked_like_a_file_of_that_name() -> None:
    with pytest.raises(RulesetError) as refused:
        load_text(TEXT, "highest.rules")
    assert "highest.rules" in {one.span.file for one in refused.value.problems}
    assert list(refused.value.sources) == ["highest.rules", "lib/tricks.rules"]


def test_rules_in_a_text_name_no_file_of_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "more.rules").write_text("var n = 0\n", encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load_text(TEXT.replace("use tricks", 'include "more.rules"'), "highest.rules")
    assert "file-missing" in [one.code for one in refused.value.problems]


def test_a_game_of_rules_in_a_text_carries_them_in_its_save() -> None:
    text = (TOYS / "first_eight.rules").read_text(encoding="utf-8")
    begun = load_text(text, "mine.rules").new_game(2, seed=1)
    assert resume(begun.to_save()).game.digest() == begun.digest()
