"""Code that was made wrongly is refused; what its indices can be is worked out without trusting anybody."""

from __future__ import annotations

import re

import pytest
from attrs import evolve
from codes import FOUR, VALUES, at, code, function, local, number, plans, stored

from rulewright.interpreter.code.c import c_text
from rulewright.interpreter.code.instructions import (
    MOST_FACTS,
    Append,
    Binary,
    Break,
    Call,
    Charge,
    Clear,
    CloseGap,
    Code,
    Do,
    EachCard,
    EachEntry,
    EachItem,
    Entry,
    Expression,
    Function,
    Goto,
    If,
    Item,
    Load,
    Number,
    OpenGap,
    Range,
    Region,
    Return,
    Set,
    SetItem,
    Statement,
    Stop,
    Store,
    Table,
    Wait,
    While,
)
from rulewright.interpreter.code.ranges import prove
from rulewright.interpreter.code.verify import Refused, verify
from rulewright.interpreter.code.walk import expressions_in, statements_in

MOVE = local("move")
FEW = Binary("&", MOVE, number(3))
"""0 to 3, whatever the move is."""


def test_what_is_well_made_passes() -> None:
    helper = function("half", [Return(Binary("div", local("of"), number(2)))], ["of"], returns=True)
    act = (
        Clear("some"),
        Range("n", number(0), number(4), (Append("some", at(local("n"))),)),
        EachItem("one", "some", (If(Binary("==", local("one"), number(0)), (Break(),)),)),
        Set("x", Call("half", (MOVE,))),
        If(Binary(">", local("x"), number(9)), (Return(),), (stored(number(1)),)),
    )
    whole = code(helper, act=act)
    start, begin, acting, *others = whole.functions
    verify(evolve(whole, functions=(start, begin, evolve(acting, rooms={"some": 4}), *others)))


SETS_X = Set("x", number(1))
CLOSES = CloseGap(number(0), number(0))

WRONG: dict[str, tuple[Code, str]] = {
    "set in one branch only": (
        code(act=[If(MOVE, (SETS_X,)), stored(local("x"))]),
        "act: Store: 'x' is not set on every way",
    ),
    "set in a loop that may have no round": (
        code(act=[Range("n", number(0), MOVE, (SETS_X,)), stored(local("x"))]),
        "'x' is not set on every way",
    ),
    "the variable of a loop after it": (
        code(act=[Range("n", number(0), number(2), (stored(local("n")),)), stored(local("n"))]),
        "'n' is not set on every way",
    ),
    "left before it is set": (
        code(act=[While((If(MOVE, (Break(),)), SETS_X), number(1), ()), stored(local("x"))]),
        "'x' is not set on every way",
    ),
    "never set": (code(act=[stored(local("x"))]), "'x' is not set on every way"),
    "calls itself": (
        code(function("again", [Do(Call("again", ()))])),
        "again: Do: the function 'again' does not stand before",
    ),
    "calls a later one": (
        code(function("one", [Do(Call("two", ()))]), function("two", ())),
        "one: Do: the function 'two' does not stand before",
    ),
    "too few numbers": (
        code(function("one", (), ["n"]), act=[Do(Call("one", ()))]),
        "'one' takes 1 numbers, 0 lists",
    ),
    "too many lists": (
        code(function("one", ()), act=[Do(Call("one", (), ("queue",)))]),
        "'one' takes 0 numbers, 0 lists",
    ),
    "a value of a function without one": (
        code(function("one", ()), act=[stored(Call("one", ()))]),
        "'one' has no value",
    ),
    "a way without a value": (
        code(function("one", [If(local("n"), (Return(number(1)),))], ["n"], returns=True)),
        "one: one way through it returns no value",
    ),
    "a value from a function without one": (
        code(act=[Return(number(1))]),
        "does the function return a value?",
    ),
    "a block that is not there": (code(blocks=[(Goto(7),)]), "block 0: Goto: there is no such block"),
    "an entry that is not there": (code(entries=[0, 7]), "an entry is no block that is there"),
    "a block that just ends": (
        code(blocks=[(If(number(1), (Wait(0),)),)]),
        "block 0 does not say where play goes on",
    ),
    "a function that leads to a block": (code(act=[Goto(0)]), "only blocks lead to blocks"),
    "a block that returns": (code(blocks=[(Return(),)]), "a block has nobody to return to"),
    "no loop to leave": (code(act=[Break()]), "there is no loop to leave"),
    "a word of Python": (code(act=[Set("lambda", number(1))]), "nothing can be called 'lambda'"),
    "a word of C": (code(act=[Set("volatile", number(1))]), "nothing can be called 'volatile'"),
    "a name of the printed text": (code(act=[Set("within", number(1))]), "nothing can be called 'within'"),
    "no plain name": (code(act=[Set("x; system()", number(1))]), "'x; system()' is no plain name"),
    "a name that C makes": (
        code(act=[Range("n", number(0), number(2), (Set("i_n", number(1)),))]),
        "'i_n' is used by the printed text",
    ),
    "a local called like a function it calls": (
        code(function("one", ()), act=[Set("one", number(1)), Do(Call("one", ()))]),
        "'one' is a function or table used here, and a local",
    ),
    "two functions of one name": (
        code(function("one", ()), function("one", ())),
        "there is another function of this name",
    ),
    "cards move while they are gone through": (
        code(act=[EachCard("card", number(0), (CLOSES,))]),
        "it moves cards while those of a zone are gone through",
    ),
    "a call moves cards while they are gone through": (
        code(
            function("one", [CLOSES]),
            function("two", [Do(Call("one", ()))]),
            act=[EachCard("card", number(0), (Do(Call("two", ())),))],
        ),
        "it moves cards while those of a zone are gone through",
    ),
    "a list grows while it is gone through": (
        code(act=[EachItem("one", "queue", (Append("queue", number(1)),))]),
        "it changes the list 'queue' that is gone through",
    ),
    "a call changes the list that is gone through": (
        code(
            function("add", [Append("to", number(1))], lists=("to",)),
            act=[EachItem("one", "pool", (Do(Call("add", (), ("pool",))),))],
        ),
        "it changes the list 'pool' that is gone through",
    ),
    "a list given twice": (
        code(
            function("both", [Append("to", number(1))], lists=("to", "of")),
            act=[Do(Call("both", (), ("pool", "pool")))],
        ),
        "'both' is given the list 'pool' twice",
    ),
    "a list that a function also reaches by itself": (
        code(
            function(
                "grow",
                [EachItem("one", "pool", (Append("to", local("one")),))],
                lists=("to",),
            ),
            act=[Do(Call("grow", (), ("pool",)))],
        ),
        "'grow' is given the list 'pool' twice",
    ),
    "no such list": (code(act=[Append("some", number(1))]), "there is no list 'some'"),
    "a list without room": (code(rooms={"some": 0}), "a list has no room"),
    "a list that is not cleared": (
        code(blocks=[(Append("some", number(1)), Wait(0))], rooms={"some": 2}),
        "the list 'some' is not cleared on every way",
    ),
    "a table of elsewhere": (
        code(act=[stored(Entry(Table("OTHER_1", (1,)), number(0)))]),
        "the table 'OTHER_1' is not among those of the code",
    ),
    "too large": (code(act=[stored(number(1 << 63))]), "is too large"),
    "tells too much": (
        code(act=[Stop(number(0), (number(1),) * (MOST_FACTS + 1))]),
        "it tells of too many numbers",
    ),
    "outside the state": (
        code(act=[Store(Region("far", 100, 1, 0, 1), number(0), number(1))]),
        "'far' lies outside the state",
    ),
    "over another region": (
        code(
            act=[Store(Region("near", VALUES.base + 1, 2, 0, 100), number(0), number(50)), stored(number(1))]
        ),
        "'near' lies over what is before it",
    ),
    "the size of a zone": (
        code(act=[Store(code().zone_sizes, number(0), number(2))]),
        "the sizes of zones change with their cards only",
    ),
    "no function for a move": (
        evolve(code(), functions=code().functions[:1]),
        "there is no function 'act'",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_is_refused(wrong: str) -> None:
    whole, problem = WRONG[wrong]
    with pytest.raises(Refused, match=re.escape(problem)):
        verify(whole)


def test_a_refusal_tells_the_function_and_the_statement() -> None:
    with pytest.raises(Refused) as refused:
        verify(code(act=[Set("y", local("x"))]))
    assert str(refused.value) == "act: Set y: 'x' is not set on every way"


# ---- what indices can be -------------------------------------------------------------------------


def unproved(act: list[Statement], *functions: Function) -> int:
    """How many indices of a move are not proved."""
    whole = code(*functions, act=act)
    verify(whole)
    proved, there = prove(whole).share()
    return there - proved


PROVED: dict[str, list[Statement]] = {
    "by what it is": [stored(number(1), number(3))],
    "by its bits": [stored(number(1), FEW)],
    "by its rest": [stored(number(1), Binary("mod", MOVE, number(4)))],
    "by a condition": [
        If(
            Binary("and", Binary(">=", MOVE, number(0)), Binary("<", MOVE, number(4))),
            (stored(number(1), MOVE),),
        )
    ],
    "by what was stopped before": [
        If(
            Binary("or", Binary("<", MOVE, number(0)), Binary(">", MOVE, number(3))),
            (Stop(number(-2)),),
        ),
        stored(number(1), MOVE),
    ],
    "by a loop": [Range("n", number(0), number(4), (stored(number(1), local("n")),))],
    "by counting down": [
        Set("n", number(3)),
        While(
            (),
            Binary(">", local("n"), number(0)),
            (Set("n", Binary("-", local("n"), number(1))), stored(number(1), local("n"))),
        ),
    ],
    "by what a region holds": [stored(Entry(Table("TEN_1", tuple(range(10))), at(number(0))))],
    "by what a table holds": [
        EachEntry("n", FOUR, number(0), number(4), (stored(number(1), Binary("-", local("n"), number(4))),))
    ],
    "by not being NONE": [
        Set("x", number(-(2**31))),
        If(MOVE, (Set("x", FEW),)),
        If(Binary("!=", local("x"), number(-(2**31))), (stored(number(1), local("x")),)),
    ],
    "by what a list holds": [
        Append("pool", FEW),
        EachItem("one", "pool", (stored(number(1), local("one")),)),
    ],
}


@pytest.mark.parametrize("how", PROVED)
def test_an_index_is_proved(how: str) -> None:
    ten = Table("TEN_1", tuple(range(10)))
    whole = code(act=PROVED[how], tables=(FOUR, ten))
    verify(whole)
    proved, there = prove(whole).share()
    assert proved == there > 0


GUARDED: dict[str, list[Statement]] = {
    "anything": [stored(number(1), MOVE)],
    "one too many": [Range("n", number(0), number(5), (stored(number(1), local("n")),))],
    "one too few": [Range("n", number(-1), number(4), (stored(number(1), local("n")),))],
    "a condition that is not enough": [
        If(Binary("<", MOVE, number(4)), (stored(number(1), MOVE),)),
    ],
    "a condition turned round": [
        If(
            Binary("and", Binary(">=", MOVE, number(0)), Binary("<", MOVE, number(4))),
            (),
            (stored(number(1), MOVE),),
        )
    ],
    "changed after it was looked at": [
        Set("x", FEW),
        If(Binary("<", local("x"), number(3)), (Set("x", Binary("+", local("x"), number(2))),)),
        stored(number(1), local("x")),
    ],
    "grows in a loop": [
        Set("x", number(0)),
        Range(
            "n",
            number(0),
            number(9),
            (stored(number(1), local("x")), Set("x", Binary("+", local("x"), number(1)))),
        ),
    ],
    "grows in the loop within": [
        Set("x", number(0)),
        While(
            (),
            Binary("<", at(number(0)), number(5)),
            (
                stored(number(1), local("x")),
                Range("n", number(0), number(2), (Set("x", Binary("+", local("x"), number(1))),)),
            ),
        ),
    ],
    "NONE as an index": [
        Set("x", number(-(2**31))),
        If(MOVE, (Set("x", FEW),)),
        stored(number(1), local("x")),
    ],
    "what is claimed of it": [stored(number(1), evolve(MOVE, low=0, high=3))],
    "left in the middle": [
        Set("x", number(0)),
        While((), number(1), (Set("x", number(7)), Break())),
        stored(number(1), local("x")),
    ],
    "what a list holds": [
        Append("pool", FEW),
        EachItem("one", "pool", (stored(number(1), local("one")),)),
        Append("pool", number(4)),
    ],
}


@pytest.mark.parametrize("how", GUARDED)
def test_an_index_is_guarded(how: str) -> None:
    assert unproved(GUARDED[how]) == 1


def test_a_function_is_looked_at_for_all_who_call_it() -> None:
    sets = function("sets", [stored(number(1), local("to"))], ["to"])
    calls: list[Statement] = [Do(Call("sets", (number(3),))), Do(Call("sets", (FEW,)))]
    assert unproved(calls, sets) == 0
    assert unproved([*calls, Do(Call("sets", (number(4),)))], sets) == 1


def test_a_function_with_many_callers_is_not_trusted_more() -> None:
    sets = function("sets", [stored(number(1), local("to"))], ["to"])
    beyond: list[Statement] = [Do(Call("sets", (number(each),))) for each in range(40)]
    assert unproved(beyond, sets) == 1


def test_what_a_function_puts_into_a_list_is_known_to_its_caller() -> None:
    add = function("add", [Append("to", local("what"))], ["what"], lists=("to",))

    def adding(what: Expression) -> list[Statement]:
        return [
            Do(Call("add", (what,), ("pool",))),
            EachItem("one", "pool", (stored(number(1), local("one")),)),
        ]

    assert unproved(adding(FEW), add) == 0
    assert unproved(adding(MOVE), add) == 1


def test_a_condition_does_not_hide_what_a_call_within_it_does() -> None:
    add = function("add", [Append("to", number(9)), Return(number(1))], lists=("to",), returns=True)
    act = [
        If(Binary("and", FEW, Call("add", (), ("pool",))), ()),
        EachItem("one", "pool", (stored(number(1), local("one")),)),
    ]
    assert unproved(act, add) == 1


def test_a_seat_that_acts_is_a_player() -> None:
    me = code().regions["me"]
    assert unproved([stored(number(1), Load(me, number(0)))]) == 0
    elsewhere = [Store(me, number(0), number(-(2**31))), stored(number(1), Load(me, number(0)))]
    assert unproved(elsewhere) == 1


def test_what_is_not_proved_is_guarded_in_c() -> None:
    def told(*act: Statement) -> str:
        text = c_text(code(act=act))
        return text.partition("static void f_act(S *restrict s, C *restrict c, I move) {")[2].partition("}")[
            0
        ]

    assert f"s[{VALUES.base} + move] = (S)1;" not in told(stored(number(1), MOVE))
    assert f"s[{VALUES.base} + within(c, move, 4)] = (S)1;" in told(stored(number(1), MOVE))
    assert f"s[{VALUES.base} + (move & 3)] = (S)1;" in told(stored(number(1), FEW))
    assert "= (S)between(c, move, 0, 9);" in told(stored(MOVE))
    assert "= (S)(move & 3);" in told(stored(FEW))
    assert "checked_div(c, 9, move)" in told(Set("x", Binary("div", number(9), MOVE)))
    assert "((move & 3) / 2)" in told(Set("x", Binary("div", FEW, number(2))))
    assert "floor_div((-1), 2)" in told(Set("x", Binary("div", number(-1), number(2))))
    assert "(I)((U)move + (U)1)" in told(Set("x", Binary("+", MOVE, number(1))))
    assert "((move & 3) + 1)" in told(Set("x", Binary("+", FEW, number(1))))
    assert "right_shift(c, 1, move)" in told(Set("x", Binary(">>", number(1), MOVE)))
    assert "open_gap(s, c, 0, 0, within(c, move, 2));" in told(OpenGap(number(0), number(0), MOVE))
    assert "set_item(c, (&c->pool), 0, item(c, (&c->pool), 1));" in told(
        SetItem("pool", number(0), Item("pool", number(1)))
    )
    assert f"i_n = within(c, move, {len(FOUR.values) + 1})" in told(EachEntry("n", FOUR, MOVE, number(1), ()))


# ---- games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", plans())
def test_a_game_is_verified_and_most_of_it_proved(game: str) -> None:
    whole = plans()[game].code
    verify(whole)
    proved, there = prove(whole).share()
    least = 94 if game.startswith("cvlt") else 80
    assert 100 * proved >= least * there


def changed(body: tuple[Statement, ...], old: Number) -> tuple[Statement, ...]:
    """A body in which one loop goes one further."""
    made = []
    for one in body:
        if isinstance(one, Range) and one.high is old:
            one = evolve(one, high=Number(old.value + 1))
        elif isinstance(one, If):
            one = evolve(one, then=changed(one.then, old), otherwise=changed(one.otherwise, old))
        elif isinstance(one, Range | EachCard | EachItem | EachEntry | While):
            one = evolve(one, body=changed(one.body, old))
        made.append(one)
    return tuple(made)


def test_a_loop_that_goes_one_too_far_is_noticed() -> None:
    """In each function of a game in which a loop of a known end is the only proof of an index."""
    whole = plans()["cvlt, 4 players"].code
    before = len(prove(whole).indices)
    noticed = 0
    for place, one in enumerate(whole.functions):
        for loop in statements_in(one.body):
            used = isinstance(loop, Range) and any(
                isinstance(each, Load | Store | Entry)
                and any(
                    within is not each and getattr(within, "name", "") == loop.name
                    for within in expressions_in(each)
                )
                for statement in statements_in(loop.body)
                if not isinstance(statement, Charge)
                for each in (statement, *expressions_in(statement))
            )
            if not (isinstance(loop, Range) and isinstance(loop.high, Number) and used):
                continue
            further = evolve(one, body=changed(one.body, loop.high))
            functions = (*whole.functions[:place], further, *whole.functions[place + 1 :])
            noticed += 1
            assert len(prove(evolve(whole, functions=functions)).indices) > before, (one.name, loop.name)
    assert noticed >= 2


def test_nothing_that_the_lowering_claims_is_trusted() -> None:
    """All claims gone, as much is proved as before."""

    whole = plans()["cvlt, 4 players"].code
    claims = {
        id(one): one
        for body in (*(each.body for each in whole.functions), *whole.blocks)
        for statement in statements_in(body)
        for one in expressions_in(statement)
    }
    before, claimed = prove(whole), [(one, one.low, one.high) for one in claims.values()]
    try:
        for one in claims.values():
            claim(one, 0, 0)
        assert prove(whole) == before
    finally:
        for one, low, high in claimed:  # some numbers are shared by all code
            claim(one, low, high)


def claim(one: Expression, low: int, high: int) -> None:
    object.__setattr__(one, "low", low)
    object.__setattr__(one, "high", high)


def test_long_lists_do_not_lie_on_the_stack() -> None:
    rooms = {"few": 128, "many": 100_000}
    fills = function("fills", [Clear("few"), Clear("many")], rooms=rooms)
    more = function("more", [Clear("many")], rooms={"many": 500})
    text = c_text(code(fills, more, act=[Do(Call("fills", ())), Do(Call("more", ()))]))
    assert "I e_few[128];" in text
    assert "e_many[" not in text
    assert "l_many = {0, 100000, 0, c->apart + 0}" in text
    assert "l_many = {0, 500, 0, c->apart + 100000}" in text
    assert "APART = 100500," in text
