"""Choices with `unless forced`: an only move is made without asking, and otherwise like any other."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from attrs import evolve
from flow_models import HEAD, LEAD, TOKENS, read_rules, start, texts, value

from rulewright.dsl.load import load_game
from rulewright.dsl.problems.spans import NOWHERE, Source
from rulewright.dsl.sources import VariantFile
from rulewright.interpreter.bots import make
from rulewright.interpreter.bots.draws import drawing
from rulewright.interpreter.engine.faults import Fault
from rulewright.interpreter.game.game import Game
from rulewright.interpreter.game.positions import Position, Said, game_from
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.game.saves.resume import resume
from rulewright.interpreter.game.seat import Seat
from rulewright.interpreter.lab.scenarios import read_scenario
from rulewright.interpreter.lab.trial import run
from rulewright.interpreter.state.layout import MOVES

TOY = Path(__file__).parent / "toys" / "open_hands.rules"
LAY = "action lay(c in hand[me])\n    put c into heap[me]\n"


def hands(cards: int, words: str = "unless forced") -> str:
    """Hands of so many cards, laid one a turn."""
    return (
        TOKENS
        + f"    deal {cards} from deck to each hand\n"
        + LEAD
        + LAY
        + f"play\n    repeat {cards} times\n        turns clockwise from lead once\n"
        + f"            choose lay {words}\n"
    )


def counting(play: str, actions: str = "action bump\n    n += 1\n") -> str:
    """A game about one number. Further actions: `big`, which is legal from 3 on; `rest`, always."""
    more = "action big\n    require n > 2\n    n += 10\naction rest\n    n += 100\n"
    used = "".join(f"action {one}" for one in more.split("action ")[1:] if one.split("\n")[0] in play)
    return f"{LEAD}var n = 0\n{actions}{used}play\n{play}"


def chosen(game: Game) -> list[tuple[int, str]]:
    """Who chose what, as told."""
    return [(event.seat, str(event.move)) for event in game.events if event.kind == "chose"]


# ---- when a move is forced -------------------------------------------------------------------------


def test_an_only_move_is_made_at_once_even_before_anybody_was_asked() -> None:
    game = start(hands(1))
    assert game.over
    assert [seat for seat, _ in chosen(game)] == [0, 1]
    assert (game.moves, game.moves_made) == ((), 0)


def test_with_two_moves_the_player_is_asked() -> None:
    game = start(hands(2))
    assert (game.decision.seats, len(texts(game))) == ((0,), 2)
    game.apply(texts(game)[0])
    assert game.decision.seats == (1,)
    game.apply(texts(game)[0])
    assert game.over
    assert (len(game.moves), game.moves_made, len(chosen(game))) == (2, 2, 4)


def test_moves_of_all_actions_count_together() -> None:
    play = "    repeat 5 times\n        choose big, bump by lead unless forced\n"
    game = start(counting(play))
    assert value(game, "n") == 3
    assert texts(game) == ["big", "bump"]


def test_with_none_a_plain_choice_is_a_located_fault() -> None:
    with pytest.raises(Fault) as caught:
        start(counting("    choose big by lead unless forced\n", actions=""))
    assert (caught.value.problem.code, caught.value.problem.span.line) == ("fault-no-move", 10)


def test_with_none_a_choice_if_possible_is_skipped() -> None:
    big, bump = (f"    choose {one} by lead if possible unless forced\n" for one in ("big", "bump"))
    game = start(counting(big + bump + "    choose bump, rest by lead\n"))
    assert (value(game, "n"), chosen(game)) == (1, [(0, "bump")])
    assert texts(game) == ["bump", "rest"]


@pytest.mark.parametrize(("sight", "asked"), [("face up, unordered", False), ("face up", True)])
def test_equal_cards_are_one_move(sight: str, asked: bool) -> None:
    text = (
        f'cards Piece from "cards.yaml"\nzone row: Piece, {sight}\nzone heap of player: Piece, face up\n'
        f"setup\n    put Piece into row\n{LEAD}action act(c in row)\n    put c into heap[me]\n"
        "play\n    choose act by lead unless forced\n"
    )
    assert start(text, cards="- id: coin\n  copies: 3\n").over is not asked


def test_a_second_move_is_looked_for_without_listing_all() -> None:
    text = (
        "cards Token for each value in 1..40\nzone row: Token, face up\n"
        f"setup\n    put Token into row\n{LEAD}action act(c in any of row)\n"
        "play\n    choose act by lead unless forced\n"
    )
    game = start(text)
    assert game.decision.seats == (0,)
    assert game.why_not("act 7 + 9") is None


def test_where_the_tries_do_not_suffice_the_player_is_asked() -> None:
    name = "action name(a in 1..{most}, b in 1..{most})\n    require last: a + b == 2 * {most}\n    n += a\n"
    play = "    choose name by lead unless forced\n"
    short = start(counting(play, actions=name.format(most=100)))
    assert (short.over, value(short, "n")) == (True, 100)
    game = start(counting(play, actions=name.format(most=400)))
    assert game.decision.seats == (0,)
    game.apply("name 400, 400")
    assert (game.over, value(game, "n")) == (True, 400)


# ---- where it may stand ----------------------------------------------------------------------------


def test_by_another_player_who_acts_for_this_choice_only() -> None:
    actions = "action bump\n    n += seat(me)\n"
    play = (
        "    turns clockwise from lead once\n        choose bump by neighbour(me, left) unless forced\n"
        "        n += 10 * seat(me)\n        choose bump, rest\n"
    )
    game = start(counting(play, actions=actions))
    assert (value(game, "n"), chosen(game)) == (12, [(1, "bump")])
    assert game.decision.seats == (0,)


def test_in_a_rule_that_play_calls_and_in_one_that_an_action_schedules() -> None:
    actions = (
        "action bump\n    n += 1\n    then later\naction never_twice\n    n += 100\n"
        "rule now\n    choose bump by lead unless forced\n    n = n * 2\n"
        "rule later\n    n += 10\n    choose never_twice by lead unless forced\n"
    )
    game = start(counting("    now\n    n += 1000\n", actions=actions))
    assert game.over
    assert chosen(game) == [(0, "bump"), (0, "never_twice")]
    assert value(game, "n") == 2 * 111 + 1000


def test_after_everyone_has_chosen() -> None:
    play = "    everyone chooses bump\n    choose bump by lead unless forced\n    choose bump, rest by lead\n"
    game = start(counting(play))
    game.apply("bump", 1)
    assert value(game, "n") == 0
    game.apply("bump", 0)
    assert (value(game, "n"), game.decision.actions) == (3, ("bump", "rest"))


def test_the_game_may_end_with_it() -> None:
    actions = 'action stop\n    n += 1\n    end game because "enough"\n'
    game = start(counting("    choose stop by lead unless forced\n    n += 10\n", actions=actions))
    assert game.outcome is not None
    assert (game.outcome.reason, value(game, "n")) == ("enough", 1)


def test_who_has_dropped_out_makes_none() -> None:
    play = "    turns clockwise from lead once\n        drop out\n        choose bump unless forced\n"
    game = start(counting(play))
    assert (game.over, value(game, "n"), chosen(game)) == (True, 0, [])


def test_what_a_variant_inserts_around_the_action_happens() -> None:
    text = HEAD.format(players="2..3") + counting("    choose bump by lead unless forced\n")
    files = {
        "toy.rules": text + "winner by fewest seat(it)\n",
        "house.rules": 'language 1\nvariant "House" of "toy"\nbefore bump\n    n += 10\nafter bump\n'
        "    n = n * n\n",
    }

    def read(name: str) -> bytes:
        return files[name].encode()

    house = VariantFile("house.rules", "house.rules", read, "house")
    loaded = load_game("toy.rules", read, "toy", variants=[house])
    assert loaded.model is not None
    game = ruleset_of(loaded.model).new_game(2, seed=1)
    assert (game.over, value(game, "n")) == (True, 121)


def test_a_position_runs_on_through_it() -> None:
    zones = {Said("hand[1]"): [Said("fire-1")], Said("hand[2]"): [Said("fire-2"), Said("earth-1")]}
    game = game_from(read_rules(hands(2)), 2, Position(zones), starter=0)
    assert chosen(game) == [(0, "lay fire-1")]
    assert game.decision.seats == (1,)


def test_a_scenario_names_the_moves_that_are_asked_for_only() -> None:
    text = (
        "title: t\nabout: lay\nplayers: 2\nstarter: 1\nseed: 3\nrest: box\n"
        'given:\n  "hand[1]": [sun-1]\n  "hand[2]": [sun-2, sun-4, moon-1]\n'
        "vars: {leader: 1}\nmoves: [{seat: 2, move: lay sun-4}]\n"
        'expect:\n  zones: {"won[1]": [sun-1, sun-4]}\n  decide: 2\n'
    )
    scenario, problems = read_scenario(Source("s.yaml", text))
    assert scenario is not None, problems
    trial = run(TOY, scenario)
    assert trial.verdict == "passed", trial.problems


# ---- endless ---------------------------------------------------------------------------------------

CALM = "action calm\n    n = 1\n"
NEVER = "action never\n    require n < 0\n"
THROW = "dice cup: 1..6, at most 2, face up\naction throw(chosen in 1 or more of cup)\n    reroll chosen\n"
FORCED = "        choose calm by lead unless forced\n"
SKIPPED = "        choose never by lead if possible\n"
BY_STEPS = "        choose throw by lead step by step if possible\n"


@pytest.mark.parametrize(
    ("asks", "more"),
    [
        (FORCED, ""),
        (SKIPPED, NEVER),
        (BY_STEPS, THROW),
        (FORCED + SKIPPED + BY_STEPS, NEVER + THROW),
    ],
    ids=["forced", "skipped", "by steps", "all"],
)
def test_a_loop_that_asks_nobody_is_a_located_fault(asks: str, more: str) -> None:
    play = "    choose calm, rest by lead\n    repeat until n < 0\n" + asks
    text = counting(play, actions=CALM + more)
    game = start(text, most_work=20_000)
    before = game.digest()
    with pytest.raises(Fault) as caught:
        game.apply("calm")
    assert caught.value.problem.code == "limit-play"
    line = text.splitlines()[caught.value.problem.span.line - HEAD.count("\n") - 1]
    assert line.strip().startswith(("repeat", "choose"))
    assert game.digest() == before
    with pytest.raises(Fault) as caught:
        game.program.random_playout(game.state, lambda bound: 0)
    assert caught.value.problem.code == "limit-play"


# ---- what is no move -------------------------------------------------------------------------------


def toy(words: str = " unless forced") -> Ruleset:
    """The toy, with other words in place of `unless forced`."""
    text = TOY.read_text(encoding="utf-8").replace(" unless forced", words)
    loaded = load_game(TOY.name, lambda name: text.encode(), TOY.stem)
    assert loaded.model is not None
    return ruleset_of(loaded.model)


def played(seed: int) -> Game:
    """A random game of the toy."""
    game, chance = toy().new_game(3, seed=seed), random.Random(seed)
    while not game.over:
        game.apply(chance.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("seed", range(10))
def test_no_decision_has_an_only_move(seed: int) -> None:
    game, chance = toy().new_game(3, seed=seed), random.Random(seed)
    while not game.over:
        moves = game.legal_moves()
        assert len(moves) > 1
        game.apply(chance.choice(moves))
    assert len(chosen(game)) > len(game.moves) == game.moves_made


def test_undo_goes_back_to_the_last_decision_that_was_asked() -> None:
    game = start(hands(2))
    before, events = game.digest(), game.events
    game.apply(texts(game)[0])
    last = game.digest()
    game.apply(texts(game)[0])
    assert (len(chosen(game)), game.undo()) == (4, 1)
    assert game.digest() == last
    game.undo()
    assert (game.digest(), game.events) == (before, events)


def test_a_save_holds_what_was_asked_and_leads_to_the_same_game() -> None:
    game = played(seed=4)
    text = game.to_save()
    assert text.count('"move":') == len(game.moves) < len(chosen(game))
    again = resume(text, lambda header: toy()).game
    assert (again.digest(), again.events, again.log()) == (game.digest(), game.events, game.log())


@pytest.mark.parametrize("seed", range(20))
def test_random_players_play_the_same_game_with_and_without_the_words(seed: int) -> None:
    ends = []
    for words in (" unless forced", ""):
        ruleset = toy(words)
        program = ruleset.program(3)
        quick = program.start(seed)
        program.random_playout(quick, drawing(seed, "players"))
        game = ruleset.new_game(3, seed=seed)
        game.playout([make("random", seed + seat) for seat in range(3)])
        states = [quick, game.state]
        moves = [state[MOVES] for state in states]
        for state in states:
            state[MOVES] = 0
        ends.append(([program.digest(state) for state in states], chosen(game), moves))
    assert ends[0][:2] == ends[1][:2]
    assert all(fewer < all_moves for fewer, all_moves in zip(ends[0][2], ends[1][2], strict=True))


def test_a_bot_that_looks_ahead_looks_beyond_it() -> None:
    actions = "action bump\n    n += 1\n    award n to me for bumps\n"
    play = "    choose bump, rest by lead\n    choose bump by lead unless forced\n"
    game = start(counting(play, actions=actions) + "score bumps from awards\n")
    bump, rest = game.legal_moves()
    assert [Seat(game, 0).look(move, seed=1) for move in (bump, rest)] == [1 + 2, 101]


# ---- secrets ---------------------------------------------------------------------------------------


def test_others_are_told_of_it_what_they_are_told_of_any_move() -> None:
    def secret(words: str) -> Game:
        return start(hands(1, words).replace("into heap[me]", "into away") + "zone away: Token, face down\n")

    forced, asked = secret("unless forced"), secret("")
    while not asked.over:
        asked.apply(asked.legal_moves()[0])
    assert "Player 1: lay a card" in forced.log(1)
    assert "Player 1: lay fire 3" in forced.log(0)
    for observer in (0, 1, None):
        assert forced.log(observer) == asked.log(observer)
    told = [[evolve(event, span=NOWHERE, move=None) for event in game.events] for game in (forced, asked)]
    assert told[0] == told[1]
    assert chosen(forced) == chosen(asked)


# ---- the words -------------------------------------------------------------------------------------


def test_the_words_are_names_wherever_else_they_stand() -> None:
    actions = "action unless\n    n += forced\ndefine forced = 5\n"
    game = start(counting("    choose unless by lead unless forced\n", actions=actions))
    assert value(game, "n") == 5


def test_a_choice_with_the_words_is_another_choice() -> None:
    plain, other = read_rules(hands(2, "")), read_rules(hands(2))
    differing = {
        name for name, hash_ in plain.model.fingerprints.items() if hash_ != other.model.fingerprints[name]
    }
    assert differing == {"play"}


def test_an_endless_run_of_forced_moves_is_told_at_its_place() -> None:
    """Also where the run hangs on a rule that an action schedules, and only the engine's own step is left."""
    actions = "action bump\n    n += 0\n    then ask\nrule ask\n    choose other by lead unless forced\n"
    actions += "action other\n    n += 0\n    if n > 100\n        end game\n"
    play = "    choose bump, rest by lead\n    turns clockwise from lead\n        choose bump unless forced\n"
    text = counting(play, actions=actions)
    game = start(text, most_work=5_000)
    with pytest.raises(Fault) as caught:
        game.apply("rest")
    # `rest` makes n 100, and nothing goes beyond.
    assert caught.value.problem.code == "limit-play"
    line = text.splitlines()[caught.value.problem.span.line - HEAD.count("\n") - 1]
    assert line.strip().startswith(("turns", "choose", "rule"))
