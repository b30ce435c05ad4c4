"""Things drawn by chance under a name: how often each comes, other draws, taking back."""

from __future__ import annotations

from collections import Counter

from flow_models import LEAD, TOKENS, held, start, value

from rulewright.interpreter.game.game import Game

DRAW = "    let n = random 1..4\n    one = n\n"


def drawn(body: str, seed: int = 1, declared: str = "", moves: int = 0) -> Game:
    """A game whose play does this, then asks the first player."""
    play = f"play\n{body}    turns clockwise from lead once\n        choose act\n"
    action = "action act\n    let c = random c in row\n    if c is some\n        put c into heap[me]\n"
    game = start(
        f"{TOKENS}    put deck into row\n{LEAD}var one = 0\nvar two = 0\n{declared}{play}{action}", seed=seed
    )
    for _ in range(moves):
        game.apply("act")
    return game


def test_all_come_equally_often() -> None:
    found = Counter(value(drawn(DRAW, seed), "one") for seed in range(400))
    assert sorted(found) == [1, 2, 3, 4]
    assert all(70 <= count <= 130 for count in found.values())


def test_a_draw_leaves_those_of_other_names_and_places_as_they_were() -> None:
    other = "    let m = random 1..4\n    two = m\n"
    by_rule = "rule again\n    let n = random 1..4\n    two = n\n"
    for seed in range(8):
        plain = drawn(DRAW, seed, moves=1)
        for body, declared in ((other + DRAW, ""), ("    again\n" + DRAW, by_rule)):
            more = drawn(body, seed, declared, moves=1)
            assert value(more, "one") == value(plain, "one")
            assert held(more, "heap[1]") == held(plain, "heap[1]")


def test_a_name_goes_on_with_its_chance() -> None:
    body = "    repeat 40 times\n        let n = random 1..4\n        one += n\n"
    assert len({value(drawn(body, seed), "one") for seed in range(8)}) > 4


def test_chance_has_the_name_and_what_it_stands_in() -> None:
    names = list(drawn(DRAW).program.layout.sites)
    assert names == ["var lead", "let n in play", "let c in action act"]


def test_a_draw_is_not_taken_back_and_where_there_is_one_thing_nothing_was_drawn() -> None:
    assert drawn(DRAW, moves=1).undo_reveals()
    alone = "    put row into deck\n    put top(deck) into row\n"
    assert not drawn(alone, moves=1).undo_reveals()
    assert len(held(drawn(alone, moves=1), "heap[1]")) == 1
