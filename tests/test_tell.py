"""`tell`: a text in the log, of which everybody reads what they may know. More is in tests/cases/tell."""

from __future__ import annotations

from flow_models import start

HEAD = """\
cards Token for each value in 1..4
zone deck: Token, face down
setup
    put Token into deck
    shuffle deck
play
    turns clockwise from first(players) until done
        choose look
var done = no
winner by fewest seat(it)
action look
    done = seat(me) == 2
"""


def test_undo_counts_a_text_that_says_something_hidden() -> None:
    game = start(HEAD + '    if the(top(deck)).value > 2\n        tell "a high card lies on top"\n')
    game.apply("look")
    assert game.undo_reveals(1)


def test_undo_does_not_count_a_text_that_says_what_all_see() -> None:
    game = start(HEAD + '    tell "{me} has seen {top(deck)} of {size(deck)} cards"\n')
    game.apply("look")
    assert game.log(0)[-1] == "Player 1 has seen a card of 4 cards"
    assert not game.undo_reveals(1)


def test_texts_may_do_as_much_work_as_a_move_together() -> None:
    sums = "sum(sum(n * m + size(deck) for m in 1..200) for n in 1..200)"
    rules = HEAD + "    repeat 8 times\n" + f'        tell "{{{sums}}}"\n'
    game = start(rules, most_work=200_000)
    game.apply("look")
    told = game.log(0)[-8:]
    assert told[0] == "404170000"
    assert told[-1] == "?"
