"""Choices that say why: what `because` after `choose` tells, to whom, and that nothing else depends on it."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Cli
from flow_models import HEAD, LEAD, TOKENS, read_rules, start, texts
from shipped import model_of, scenario

from rulewright.dsl.load import load_game
from rulewright.dsl.sources import VariantFile
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.ruleset import ruleset_of
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.game.views.models import PUBLIC
from rulewright.interpreter.lab.trial import begin_on, play_moves
from rulewright.interpreter.words.texts import Names

NOTHING = "action rest\n    n += 1\n"
HANDS = f"{TOKENS}    deal 2 from deck to each hand\n{LEAD}var n = 0\n{NOTHING}"


def counting(play: str, actions: str = NOTHING) -> Game:
    """A game about one number."""
    return start(f"{LEAD}var n = 0\n{actions}play\n{play}")


def reasons(game: Game, moves: int, move: str = "rest") -> list[str]:
    """Why a player is asked, and asked again after each of so many moves."""
    found = [game.decision.because]
    for _ in range(moves):
        game.apply(move)
        found.append(game.decision.because)
    return found


# ---- what it says --------------------------------------------------------------------------------


def test_a_choice_without_a_reason_and_a_game_that_is_over_have_none() -> None:
    game = counting('    choose rest by lead\n    choose rest by lead because "once more"\n')
    assert reasons(game, 2) == ["", "once more", ""]


def test_gaps_have_the_values_of_the_moment() -> None:
    choose = 'choose rest by lead because "{round}: {before}"\n'
    play = f"    repeat 2 times as round\n        let before = n * 10\n        {choose}"
    assert reasons(counting(play), 1) == ["1: 0", "2: 10"]


def test_a_reason_in_a_rule_knows_what_the_rule_was_given() -> None:
    rule = 'rule ask(p: player, losses: int)\n    choose rest by p because "{p} loses {losses}"\n'
    game = counting("    ask(lead, 2)\n    ask(neighbour(lead, left), 3)\n", NOTHING + rule)
    assert reasons(game, 1) == ["Player 1 loses 2", "Player 2 loses 3"]


def test_me_is_the_player_who_is_asked() -> None:
    play = '    turns clockwise from lead once\n        choose rest by neighbour(me, left) because "{me}"\n'
    game = counting(play)
    assert (game.decision.seats, game.decision.because) == ((1,), "Player 2")
    alone = counting('    choose rest by lead because "{me}"\n')
    assert alone.decision.because == "Player 1"


def test_a_choice_if_possible_has_a_reason_too() -> None:
    assert counting('    choose rest by lead if possible because "you may"\n').decision.because == "you may"


def test_step_by_step_the_reason_is_given_at_each_step() -> None:
    throw = "dice cup: 1..6, at most 3, face up\naction throw(chosen in any of cup)\n    reroll chosen\n"
    play = '    roll 3 dice into cup\n    choose throw by lead step by step because "{size(cup)} lie"\n'
    game = counting(play, throw)
    game.apply(texts(game)[0])
    assert (game.decision.step, game.decision.because) == (True, "3 lie")


def test_a_move_made_without_asking_shows_no_reason() -> None:
    big = NOTHING + "action big\n    require n > 1\n    n += 10\n"
    game = counting('    repeat 4 times\n        choose rest, big by lead unless forced because "{n}"\n', big)
    assert reasons(game, 1) == ["2", "3"]


def test_a_reason_is_no_part_of_the_log() -> None:
    plain, told = (counting(f"    choose rest by lead{words}\n") for words in ("", ' because "of bad luck"'))
    for game in (plain, told):
        game.apply("rest")
    assert plain.log() == told.log()


# ---- who reads it --------------------------------------------------------------------------------


def test_a_card_has_a_name_for_those_who_see_it_only() -> None:
    game = start(HANDS + 'play\n    choose rest by lead because "{top(hand[me])} is on top"\n')
    assert game.decision.because == "fire 1 is on top"
    told = {observer: game.view(observer).decision.because for observer in (0, 1, PUBLIC, None)}
    hidden = "a card is on top"
    assert told == {0: "fire 1 is on top", 1: hidden, PUBLIC: hidden, None: hidden}
    assert game.view(1).to_json()["decision"]["because"] == hidden
    assert [Seat(game, seat).decision.because for seat in (0, 1)] == ["fire 1 is on top", hidden]


def test_what_all_are_asked_is_told_as_an_observer_reads_it() -> None:
    play = 'play\n    everyone chooses rest from lead because "{top(hand[lead])}, {size(deck)} left"\n'
    game = start(HANDS + play)
    assert (game.decision.kind, game.decision.because) == ("everyone", "a card, 2 left")
    game.apply("rest", 1)
    assert (game.decision.seats, game.decision.because) == ((0,), "a card, 2 left")
    assert [game.view(seat).decision.because for seat in (0, 1)] == ["fire 1, 2 left", "a card, 2 left"]


def test_the_reason_stands_above_the_list_of_moves(cli: Cli, tmp_path: Path) -> None:
    rules = tmp_path / "reasons.rules"
    play = 'play\n    choose rest by lead because "you have had {n} rests"\n'
    head, tail = HEAD.format(players="2"), "winner by fewest seat(it)\n"
    rules.write_text(f"{head}{LEAD}var n = 0\n{NOTHING}{play}{tail}", encoding="utf-8")
    said = cli("play", str(rules), "--seats", "Ann,Bob", typed="moves\nrest\n")
    assert said.out.count("you have had 0 rests\n1  rest\n") == 2


# ---- what does not depend on it ------------------------------------------------------------------


def test_moves_are_made_without_working_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def phrase(names: Names, *given: object) -> str:
        read.append("a phrase")
        return "told"

    monkeypatch.setattr(Names, "phrase", phrase)
    game = counting('    repeat 3 times\n        choose rest by lead because "{n}"\n')
    game.apply(game.legal_moves()[0])
    game.apply("rest")
    state = game.state
    game.program.random_playout(state, lambda bound: 0)
    assert read == []
    assert game.decision.because == "told"
    assert read == ["a phrase"]


def test_a_reason_that_cannot_be_worked_out_is_a_question_mark_and_stops_no_move() -> None:
    game = counting('    choose rest by lead because "{6 div n} of {n}"\n')
    assert game.decision.because == "? of 0"
    game.apply("rest")
    assert game.over


def test_looking_leaves_the_game_as_it_is() -> None:
    game = start(
        HANDS
        + 'play\n    choose rest by lead because "{count(c in all hand where size(hand[owner(c)]) > 1)}"\n'
    )
    before = game.state
    assert (game.decision.because, game.decision_for(1).because) == ("4", "4")
    assert game.state == before


def test_a_reason_is_no_part_of_the_fingerprint() -> None:
    found = [
        read_rules(f"{LEAD}var n = 0\n{NOTHING}play\n    choose rest by lead{words}\n").model.fingerprints
        for words in ("", ' because "of bad luck"', ' because "you have {n}"')
    ]
    assert found[0] == found[1] == found[2]


def test_a_variant_that_replaces_a_rule_brings_its_reason() -> None:
    head, tail = HEAD.format(players="2"), "winner by fewest seat(it)\n"
    rule = "rule ask\n    choose rest by lead because "
    files = {
        "toy.rules": f'{head}{LEAD}var n = 0\n{NOTHING}play\n    ask\n{rule}"of old"\n{tail}',
        "house.rules": f'language 1\nvariant "House" of "toy"\nreplace {rule}"{{n}} of the new"\n',
    }

    def read(name: str) -> bytes:
        return files[name].encode()

    house = VariantFile("house.rules", "house.rules", read, "house")
    loaded = load_game("toy.rules", read, "toy", variants=[house])
    assert loaded.model is not None
    assert ruleset_of(loaded.model).new_game(2, seed=1).decision.because == "0 of the new"


def test_a_shipped_game_says_why_a_card_is_lost() -> None:
    name = "life-insurance-may-be-kept"
    planned = scenario("cv-gossip", name)
    game = begin_on(model_of("cv-gossip", name), planned)
    assert game.decision.because == ""
    assert play_moves(game, planned.moves) == []
    assert game.decision.because == "3 sad faces cost you a card"
