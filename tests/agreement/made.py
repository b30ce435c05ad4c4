"""Rulesets made at random: what is worked out, required and done varies, within a frame that stays.

The frame has zones of several kinds, dice, hidden and shown variables, equal cards, a payment, reactions and
rules that wait; which of them play meets, and with which terms, is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from hypothesis import strategies as st
from test_two_evaluators import NUMBERS, SIGNS, Maker

FRAME = """\
language 1
game "Made"
    players 2..3
enum Suit: earth, water, fire
group Hot of Suit: fire
cards Tile for each suit in Suit, value in 1..3
cards Coin for each metal in Metal, number in 1..2
    weight: int = 2
enum Metal: gold, iron
setting wide = 4 in 0..9
table points: 0, 1, 3, then last
table strict: 5, 6
var n = 1
var on = no
var made = 0 each turn
var coins of player = 3
var bid of player: int?, seen by owner
var led: Suit = earth
var liked: Suit?
var kept of Tile = 0
var starter: player = random player
zone deck: Tile, face down
zone hand of player: Tile, seen by owner{hand}
zone row[3]: Tile, face up, at most 4
zone heap: Tile, face up, ordered by value
zone bank: Coin, face down
zone purse of player: Coin, face up, unordered
dice cup of player: 1..6, at most 3, seen by owner
dice fate: Suit, at most 2, face up
define twice(n: int) = 2 * n
define by_suit(s: Suit) = match s
    earth, water: 1
    Hot: 10
define by_number(n: int) = match n
    0: 5
    1, 2: 7
    else: n
define worth(c: Tile) = {worth}
define good(p: player) = {good}
setup
    put Tile into deck
    shuffle deck
    deal 2 from deck to each hand
    put top(deck) into row[2]
    put top(deck) into heap
    put Coin into bank
    shuffle bank
    deal 1 from bank to each purse
play
    repeat 3 times as round
        phase main
{play}
        phase last
            turns clockwise from starter once
                choose take, give, pick, pay, change, pass
action take(c in {source} where {taken})
    require {required}
{take}
action give(cs in {many} of hand[me] where {given}, p in players where {to})
{give}
action pick(k in {low}..{high}, d in cup[me])
    require fits: {fits} because "{{k}} does not fit"
{pick}
action pay(way in payment of {price} or 1 for m in Metal from t in purse[me] where t.metal == m)
    put way into bank
{pay}
action change(c in all row, d in heap where d.suit {sign} c.suit)
    swap c with d
action pass
    n += 1
    award n to me for gifts
rule settle(c: Tile, p: player)
{settle}
rule wait(amount: int)
{wait}
{reactions}
score held(p) = {held}
score gifts from awards
winner by {winner}
"""


class InPlay(Maker):
    """Makes terms that ask for what lies on the table too, and statements."""

    def __init__(self, draw: st.DrawFn) -> None:
        super().__init__(draw)
        self.cards: list[str] = []
        self.players: list[str] = []
        self.dice: list[str] = []
        self.rules: tuple[str, ...] = ("settle", "wait")

    # ---- terms -----------------------------------------------------------------------------------

    def number(self, depth: int) -> str:
        """A number, most of them small."""
        if depth == 0:
            faces = [f"{die}.face" for die in self.dice]
            values = [f"{card}.value" for card in self.cards]
            return self.one_of("0", "1", "2", "3", "n", "wide", *self.names * 2, *values * 2, *faces * 2)
        below = depth - 1
        return self.one_of(
            lambda: self.number(0),
            lambda: super(InPlay, self).number(1),
            lambda: str(self.one_of(*NUMBERS)),
            lambda: f"({self.number(below)} {self.one_of('+', '-', '*', 'div', 'mod')} {self.number(below)})",
            lambda: f"(if {self.yes(below)} then {self.number(below)} else {self.number(below)})",
            lambda: f"{self.one_of('min', 'max')}({self.number(below)}, {self.number(below)})",
            lambda: f"{self.one_of('points', 'strict')}[{self.number(below)}]",
            lambda: f"size({self.zone()})",
            lambda: f"size({self.zone()})",
            lambda: "sum({0}.value for {0} in {1} where {2})".format(*self.among(below, self.yes)),
            lambda: "count({} in {} where {})".format(*self.among(below, self.yes)),
            lambda: "({3}({2} for {0} in {1}) else 2)".format(
                *self.among(below, self.number), self.one_of("min", "max")
            ),
            lambda: f"(top({self.zone()})?.value else {self.number(below)})",
            lambda: f"the(top({self.zone()})).value",
            lambda: f"coins[{self.player()}]",
            lambda: f"(bid[{self.player()}] else {self.number(below)})",
            lambda: f"by_suit({self.suit(below)})",
            lambda: f"rank({self.suit(below)})",
            lambda: f"(place of {self.player()} by most coins[it])",
            *(lambda card=card: f"worth({card})" for card in self.cards if "settle" in self.rules),
            *(lambda card=card: self.one_of(f"level({card})", f"kept[{card}]") for card in self.cards),
        )()

    def yes(self, depth: int) -> str:
        """Yes or no."""
        compared = f"({self.number(0)} {self.one_of(*SIGNS)} {self.number(0)})"
        if depth == 0:
            return self.one_of("on", compared, *(f"({card}.suit == led)" for card in self.cards))
        below = depth - 1
        return self.one_of(
            lambda: compared,
            lambda: f"({self.number(below)} {self.one_of(*SIGNS)} {self.number(below)})",
            lambda: f"({self.yes(below)} {self.one_of('and', 'or')} {self.yes(below)})",
            lambda: f"(not {self.yes(below)})",
            lambda: f"({self.suit(below)} {self.one_of('==', '!=')} {self.suit(below)})",
            lambda: f"(liked is {self.one_of('some', 'none')})",
            lambda: f"({self.suit(below)} {self.one_of('in', 'not in')} Hot)",
            lambda: f"empty({self.zone()})",
            lambda: f"(bid[{self.player()}] {self.one_of('<', '>=', '==')} {self.number(below)})",
            lambda: "{3}({2} for {0} in {1})".format(*self.among(below, self.yes), self.one_of("any", "all")),
            lambda: f"playing({self.player()})",
            *(lambda card=card: f"({card} in {self.zone()})" for card in self.cards),
            *(lambda one=one: f"({one} {self.one_of('==', '!=')} {self.player()})" for one in self.players),
        )()

    def suit(self, depth: int) -> str:
        """A value of an enum."""
        return self.one_of(
            "earth",
            "water",
            "led",
            "(liked else fire)",
            "(left else led)".replace("left", f"top({self.zone()})?.suit"),
            *(f"{card}.suit" for card in self.cards),
        )

    def player(self) -> str:
        """A player."""
        one = self.one_of("starter", *self.players * 3)
        return self.one_of(one, one, one, f"neighbour({one}, {self.one_of('left', 'right')})")

    def zone(self) -> str:
        """A zone of tiles."""
        return self.one_of(
            "deck", "heap", f"row[{self.one_of('1', '2', '3', 'wide - 2', 'n')}]", f"hand[{self.player()}]"
        )

    def some(self) -> str:
        """Several tiles."""
        zone = self.zone()
        return self.one_of(zone, zone, "all row", "all hand", "Tile")

    def among(self, depth: int, *inner: Callable[[int], str]) -> list[str]:
        """A name for a tile, several tiles, and what is asked of each."""
        name, some = f"c{len(self.cards)}", self.some()
        with self.having(cards=[name]):
            return [name, some, *[ask(depth) for ask in inner]]

    @contextmanager
    def having(
        self,
        cards: Sequence[str] = (),
        players: Sequence[str] = (),
        names: Sequence[str] = (),
        dice: Sequence[str] = (),
    ) -> Iterator[None]:
        """With more names."""
        before = self.cards, self.players, self.names, self.dice
        self.cards, self.players = [*self.cards, *cards], [*self.players, *players]
        self.names, self.dice = [*self.names, *names], [*self.dice, *dice]
        yield
        self.cards, self.players, self.names, self.dice = before

    # ---- statements ------------------------------------------------------------------------------

    def statement(self, depth: int) -> list[str]:
        """A statement in lines."""
        me = "me" in self.players
        simple = [
            lambda: f"n {self.one_of('=', '+=', '-=')} {self.number(1)}",
            lambda: f"made += {self.number(1)}",
            lambda: f"coins[{self.player()}] {self.one_of('=', '+=', '-=')} {self.number(1)}",
            lambda: f"bid[{self.player()}] = {self.one_of('none', self.number(1))}",
            lambda: f"led = {self.suit(1)}",
            lambda: f"liked = {self.one_of('none', self.suit(1))}",
            lambda: f"on = {self.yes(1)}",
            lambda: f"starter = {self.player()}",
            lambda: f"put top({self.zone()}) {self.one_of('into', 'onto', 'beneath')} {self.zone()}",
            lambda: f"put top({self.zone()}) into {self.zone()} at {self.number(0)}",
            lambda: "put {} in {} where {} into {}".format(*self.among(1, self.yes), self.zone()),
            lambda: "put {0} in up to {4} of {1} where {2} from {5} {0}.value into {3}".format(
                *self.among(1, self.yes), self.zone(), self.number(0), self.one_of("lowest", "highest")
            ),
            lambda: f"deal up to {self.number(0)} from {self.zone()} to {self.zone()}",
            lambda: f"deal {self.number(0)} from deck to {self.zone()}",
            lambda: f"deal up to {self.number(0)} from heap to each {self.one_of('hand', 'row')}",
            lambda: f"shuffle {self.one_of('deck', 'row[1]', 'hand[starter]')}",
            lambda: f"roll {self.number(0)} {self.one_of('', 'more ')}dice into cup[{self.player()}]",
            lambda: f"roll {self.one_of('1', '2', 'n')} dice into fate",
            lambda: f"reroll d in cup[{self.player()}] where d.face > {self.number(0)}",
            lambda: f"swap {self.zone()} with {self.zone()}",
            lambda: f"swap the(top({self.zone()})) with the(top({self.zone()}))",
            lambda: f"award {self.number(1)} to {self.player()} for gifts",
            lambda: f"drop out {self.player()}",
            lambda: f'end game because "{{{self.number(0)}}} is enough"',
            lambda: f'end phase because "{{{self.number(0)}}} is too many"',
            lambda: f"reveal hand[{self.player()}]",
            *(lambda card=card: f"put {card} into {self.zone()}" for card in self.cards),
            *(lambda card=card: f"put {card} into {self.zone()}" for card in self.cards),
            *(lambda card=card: f"kept[{card}] += {self.number(0)}" for card in self.cards),
        ]
        if me:
            simple.append(lambda: "drop out")
        if "settle" in self.rules:
            simple.append(lambda: f"settle(the(top({self.zone()})), {self.player()})")
        if "wait" in self.rules:
            simple.append(lambda: f"{self.one_of('then ', '')}wait({self.number(1)})")
        if depth and self.one_of(True, False, False):
            return self.one_of(self._if, self._each, self._each_player, self._repeat)(depth)
        return [self.one_of(*simple)()]

    def block(self, depth: int) -> list[str]:
        """One to three statements, indented."""
        lines = [line for _ in range(self.one_of(1, 2, 2, 3)) for line in self.statement(depth)]
        return [f"    {line}" for line in lines]

    def _if(self, depth: int) -> list[str]:
        lines = [f"if {self.yes(2)}", *self.block(depth - 1)]
        return [*lines, "else", *self.block(depth - 1)] if self.one_of(True, False) else lines

    def _each(self, depth: int) -> list[str]:
        name, some, where = self.among(1, self.yes)
        with self.having(cards=[name]):
            return [f"for each {name} in {some} where {where}", *self.block(depth - 1)]

    def _each_player(self, depth: int) -> list[str]:
        name = f"p{len(self.players)}"
        with self.having(players=[name]):
            return [f"for each {name} in players where {self.yes(1)}", *self.block(depth - 1)]

    def _repeat(self, depth: int) -> list[str]:
        return [f"repeat {self.one_of('2', 'n', 'min(2, n)')} times", *self.block(depth - 1)]

    def choosing(self) -> list[str]:
        """A part of play with a choice in it."""
        names = ["take", "give", "pick", "pay", "change"]
        actions = ", ".join(sorted({self.one_of(*names), self.one_of(*names)}))
        by, steps, forced = self.one_of(
            ("", "", ""),
            ("", "", " unless forced"),
            ("", " step by step", ""),
            (" by neighbour(me, left)", "", ""),
        )
        more, possible = self.one_of(("", " if possible"), ("", " if possible"), (", pass", ""))
        turn = [f"choose {actions}{more}{by}{steps}{possible}{forced}"]
        if self.one_of(True, False, False):
            with self.having(players=["me"]):
                turn += self.statement(1)
        if self.one_of(True, False, False):
            with self.having(players=["me"]):
                turn = [f"if {self.yes(1)}", *(f"    {line}" for line in turn)]
        way = self.one_of("clockwise from", "counterclockwise from", "clockwise after")
        with self.having(players=["it"]):
            asked = self.one_of("everyone chooses", f"everyone where {self.yes(1)} chooses")
        return self.one_of(
            [f"turns {way} {self.player()} once", *(f"    {line}" for line in turn)],
            [
                f"turns {way} {self.player()} until {self.yes(1)} or n > 6",
                "    n += 1",
                *(f"    {one}" for one in turn),
            ],
            [f"{asked} {actions}, pass"],
            self.statement(2),
        )

    def rules_of(self) -> str:
        """A whole ruleset."""

        def lines(some: list[str], indent: str = "") -> str:
            return "\n".join(indent + line for line in some)

        self.rules = ()
        with self.having(cards=["c"]):
            worth = self.number(2)
        with self.having(players=["p"]):
            good = self.yes(2)
        self.rules = ("settle",) if self.one_of(True, False) else ()
        with self.having(names=["amount"]):
            self.rules = ()
            wait = self.block(1)
        with self.having(cards=["c"], players=["p"]):
            self.rules = ("wait",)
            settle = self.block(1)
        reactions = ""
        for event in ("enters", "leaves"):
            for zone in ("heap", "hand", "row"):
                if self.one_of(True, False, False, False, False):
                    with self.having(cards=["c"]):
                        self.rules = ()
                        reactions += (
                            f"reaction {zone}_{event} when c {event} {zone}\n" + lines(self.block(1)) + "\n"
                        )
        self.rules = ("settle", "wait")
        play = [line for _ in range(self.one_of(1, 2, 3)) for line in self.choosing()]
        with self.having(cards=["c"], players=["me"]):
            source, taken, required = self.some(), self.yes(2), self.yes(2)
            take = ["    put c into hand[me]", *self.block(1)]
        with self.having(cards=["it"], players=["me"]):
            given = self.yes(1)
        with self.having(players=["me", "p"]):
            to, give = self.yes(1), ["    put cs into hand[p]", *self.block(1)]
        with self.having(players=["me"], names=["k"], dice=["d"]):
            fits, pick = self.yes(1), ["    reroll [d]", *self.block(1)]
        with self.having(players=["me"]):
            price, pay = self.number(1), self.block(1)
            high = self.one_of("3", "n", "size(hand[me])", self.number(1))
        with self.having(players=["p"]):
            held = self.number(2)
        with self.having(players=["it"]):
            winner = self.one_of(
                "highest score", f"most {self.number(1)}, then fewest seat(it)", f"fewest {self.number(0)}"
            )
        many = self.one_of("any", "up to 2", "exactly 1", "1 to 2", "1 or more", "0 to n")
        return FRAME.format(
            hand=self.one_of("", ", unordered", ", ordered by value", ", at most 5"),
            worth=worth, good=good, play=lines(play, "            "), source=source, taken=taken,
            required=required,
            take=lines(take), many=many, given=given, to=to, give=lines(give), low=self.one_of("1", "0", "n"),
            high=high, fits=fits, pick=lines(pick), price=price, pay=lines(pay), sign=self.one_of("==", "!="),
            settle=lines(settle), wait=lines(wait), reactions=reactions, held=held, winner=winner,
        ).replace("«", "").replace("»", "")  # fmt: skip


@st.composite
def rulesets(draw: st.DrawFn) -> str:
    """The text of a ruleset; not every one passes the checker."""
    return InPlay(draw).rules_of()
