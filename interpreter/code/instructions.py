"""The instruction set: the small language into which the rules of a game are lowered.

A `Code` is data. It is made by `lowering`, proved by `verify`, and printed as Python (`python`) and as C
(`c`); both texts do the same. All numbers are whole and fit 64 bits; the state of a game is one array of
which each slot fits 32. A function has locals that hold numbers and *lists* of a fixed room; nothing calls
itself, and each loop goes over something that has an end.

    the rule                    count(c in hand[p] where c.suit == led)
    the code, as Python         n = 0
                                for c in s[B[z]:B[z] + s[12 + z]]:
                                    if SUIT[c] == s[7]:
                                        n += 1
    and as C                    n = 0;
                                for (I i = B[z], e = i + s[12 + z]; i < e; i++) {
                                    c = s[i];
                                    if (SUIT[c] == s[7]) n = n + 1;
                                }

What a rule may touch is named, never an address: a *region* is a stretch of the state (the values of a
variable, the size of each zone), a *table* holds constants, and the cards of a zone are reached through the
zone. So what lies outside cannot be reached: an index into a region or table is in range, or is guarded.

Expressions carry the least and the most that they can be, `low` and `high`. They have no effect, but that a
call may end in a fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

from rulewright.dsl.problems.spans import NOWHERE, Span

WIDEST = 1 << 62
"""No value is this large: sums of values of 32 bits over all that a game can hold stay far below."""


# ---- what the code can touch ---------------------------------------------------------------------


@frozen
class Region:
    """A stretch of the state, whose slots hold from `low` to `high`."""

    name: str
    base: int
    size: int
    low: int
    high: int


@frozen
class Table:
    """Constants, by number."""

    name: str
    values: tuple[int, ...]


CONTEXT_LISTS = ("queue", "pool", "scratch", "memo", "runs")
"""Lists that belong to the run, and grow: moves of cards that reactions wait for, subsets that moves speak
of, room to work out payments, what is kept for good of terms that play cannot change, and, while a move is
being drawn, those that are counted, not listed."""


# ---- expressions ---------------------------------------------------------------------------------


@frozen(eq=False)
class Expression:
    """Anything that has a value."""

    low: int = field(kw_only=True, default=-WIDEST)
    high: int = field(kw_only=True, default=WIDEST)


@frozen(eq=False)
class Number(Expression):
    value: int


@frozen(eq=False)
class Name(Expression):
    """A local."""

    name: str


Operator = str
"""One of + - * div mod, == != < <= > >=, and or, & | << >>."""


@frozen(eq=False)
class Binary(Expression):
    """`div` and `mod` floor, and their right side is never 0. `and` and `or` look at the right side only
    where it matters."""

    operator: Operator
    left: Expression
    right: Expression


@frozen(eq=False)
class Not(Expression):
    of: Expression


@frozen(eq=False)
class Choice(Expression):
    """`then` where the condition holds, else `otherwise`; the other one is not worked out."""

    condition: Expression
    then: Expression
    otherwise: Expression


@frozen(eq=False)
class Load(Expression):
    """A slot of a region."""

    region: Region
    index: Expression


@frozen(eq=False)
class Entry(Expression):
    """An entry of a table."""

    table: Table
    index: Expression


@frozen(eq=False)
class CardAt(Expression):
    """The card at a position of a zone, from 0 at the bottom; the position is below the zone's size."""

    zone: Expression
    position: Expression


@frozen(eq=False)
class Find(Expression):
    """The position of a card in the zone in which it lies."""

    zone: Expression
    card: Expression


@frozen(eq=False)
class Length(Expression):
    """How many elements a list has."""

    of: str


@frozen(eq=False)
class Item(Expression):
    """An element of a list."""

    of: str
    index: Expression


@frozen(eq=False)
class Word(Expression):
    """A word of 32 bits of chance: of the stream of a site, the one of this number (see `state.chance`)."""

    site: Expression
    count: Expression


@frozen(eq=False)
class Call(Expression):
    """A function's value. `lists` are handed on as they are, after the numbers."""

    function: str
    arguments: tuple[Expression, ...]
    lists: tuple[str, ...] = ()


# ---- statements ----------------------------------------------------------------------------------


@frozen(eq=False)
class Statement:
    """Anything that does something."""


Body = tuple[Statement, ...]


@frozen(eq=False)
class Set(Statement):
    """A local takes a value."""

    name: str
    value: Expression


@frozen(eq=False)
class Store(Statement):
    """A slot of a region takes a value."""

    region: Region
    index: Expression
    value: Expression


@frozen(eq=False)
class If(Statement):
    condition: Expression
    then: Body
    otherwise: Body = ()


@frozen(eq=False)
class Range(Statement):
    """`name` goes from `low` to just below `high`."""

    name: str
    low: Expression
    high: Expression
    body: Body


@frozen(eq=False)
class While(Statement):
    """`before` is carried out ahead of each test.

    `work` is where in the rules work that is used up in it belongs; None for where that of the function does.
    """

    before: Body
    condition: Expression
    body: Body
    work: int | None = None


@frozen(eq=False)
class EachCard(Statement):
    """`name` is each card of a zone, from the bottom. Nothing in the body moves cards."""

    name: str
    zone: Expression
    body: Body


@frozen(eq=False)
class EachEntry(Statement):
    """`name` is each of `count` entries of a table, from `first` on."""

    name: str
    table: Table
    first: Expression
    count: Expression
    body: Body


@frozen(eq=False)
class EachItem(Statement):
    """`name` is each element of a list, which nothing in the body changes."""

    name: str
    of: str
    body: Body


@frozen(eq=False)
class Break(Statement):
    """Leaves the loop."""


@frozen(eq=False)
class Clear(Statement):
    """Empties a list."""

    name: str


@frozen(eq=False)
class Append(Statement):
    """Adds to a list; a fault of the machine where it is full."""

    name: str
    value: Expression


@frozen(eq=False)
class SetItem(Statement):
    """An element of a list takes a value."""

    name: str
    index: Expression
    value: Expression


@frozen(eq=False)
class Do(Statement):
    """Calls a function for what it does."""

    call: Call


@frozen(eq=False)
class Return(Statement):
    value: Expression | None = None


MACHINE, TOO_MANY = -2, -3
"""Faults that have no place in the rules: a move that nobody listed, or a program that is wrong; and more
moves than can be listed, where one of them is to be drawn."""


@frozen(eq=False)
class Stop(Statement):
    """A fault: the number of its place in `Code.faults`, or MACHINE, and the numbers that it tells of."""

    fault: Expression
    facts: tuple[Expression, ...] = ()


@frozen(eq=False)
class Charge(Statement):
    """Work that is about to be done, in units; where there is less left, the fault of that number, which
    tells how much there was."""

    units: Expression
    fault: Expression


@frozen(eq=False)
class Tell(Statement):
    """Something has happened that observers are told: the number of its place in `Code.events`, and what it
    speaks of (see `engine.journal`). Only code for observers has it, and only Python is printed of that."""

    event: int
    numbers: tuple[Expression, ...]
    lists: tuple[str, ...] = ()


# Operations on the cards of zones. The runtime's functions are made of these; rules use those functions.


@frozen(eq=False)
class CloseGap(Statement):
    """The cards above a position of a zone slide down by one, and the zone is one card smaller."""

    zone: Expression
    position: Expression


@frozen(eq=False)
class OpenGap(Statement):
    """A card comes to a position of a zone; those from there on slide up, and the zone is one larger."""

    zone: Expression
    position: Expression
    card: Expression


@frozen(eq=False)
class PutCard(Statement):
    """A card is written at a position of a zone, in the place of what stood there."""

    zone: Expression
    position: Expression
    card: Expression


# Statements of the flow of play, which only blocks have.


@frozen(eq=False)
class Goto(Statement):
    """Goes on with another block."""

    block: int


@frozen(eq=False)
class GotoStored(Statement):
    """Goes on with the block of a number that was kept; one of `Code.entries`."""

    block: Expression


@frozen(eq=False)
class Wait(Statement):
    """Play waits at a block (a choice is open there), or is over."""

    block: int


# ---- the whole -----------------------------------------------------------------------------------


@frozen
class Parameter:
    """A number that a function is given, and what it can be."""

    name: str
    low: int
    high: int


@frozen(eq=False)
class Function:
    """`lists` are given by the caller; `rooms` are the function's own lists, with how much each holds.

    `name` is unlike any other; where it comes from a declaration it begins with that.
    """

    name: str
    parameters: tuple[Parameter, ...]
    lists: tuple[str, ...]
    rooms: Mapping[str, int]
    body: Body
    returns: bool
    """Whether it has a value; then every way through it ends in a `Return`."""
    work: int | None = None
    """The fault of work that is used up in it; None for a function that does the work of its callers."""


MOST_FACTS = 8
"""How many numbers a fault tells of, at most (as in `head.c`)."""


@frozen
class ValueOf:
    """The meaning of a number that is a value of an enum."""

    enum: str


Meaning = Literal["number", "seat", "card", "zone"] | ValueOf
"""What a number stands for. A seat counts from 0."""


@frozen
class FaultPlace:
    """What a fault is called, where in the rules it is, and what it tells of: names, and what each number is.

    `fixed` are facts that are known beforehand. Several numbers of one name are told as a list, such as the
    indices of a place.
    """

    code: str
    span: Span = NOWHERE
    facts: tuple[tuple[str, Meaning], ...] = ()
    fixed: tuple[tuple[str, int | str], ...] = ()


@frozen
class PlacesShown:
    """Of cards that move: does it show from which places of hidden zones they were `taken`, and where `put`?

    It does where the rules name an end of a zone, or all of it. It does not where they name a card.
    """

    taken: bool
    put: bool


PLACES_HIDDEN = PlacesShown(taken=False, put=False)


@frozen
class EventPlace:
    """Where in the rules something happens that observers are told: what kind of thing, and of what name."""

    kind: str
    span: Span
    name: str = ""
    shows: PlacesShown = PLACES_HIDDEN


@frozen
class PointCode:
    """A place where play waits for a choice.

    `lister` is the function that lists the moves of the acting seat, `fault` what it is when there are none;
    an `optional` choice is then passed over. `asked` belongs to a simultaneous choice: what each seat is in
    it (`state.layout.ASKED` and so on); `commit` is the function that notes a seat's move, `reveal` the
    one that carries all of them out. `step` makes a step of a choice that is made step by step; it gives 1
    once the whole move has been carried out. It counts the moves made itself.
    """

    block: int
    next: int
    optional: bool
    fault: int
    lister: str
    asked: Region | None = None
    commit: str = ""
    reveal: str = ""
    step: str = ""


def action_bits(actions: int) -> int:
    """How many bits of a move's number that of its action takes, of so many actions."""
    return max(1, (actions - 1).bit_length())


POOL_BITS = 24
"""How many bits of a move's number the place of a subset in the pool takes."""


@frozen(eq=False)
class Code:
    """A game for one number of players and one choice of settings.

    `functions` stand so that each calls only those before it. `works` are for each block the fault of work
    that is used up there. `rooms` are the lists that blocks use.
    `entries` are the blocks to which a slot may lead back; `begin` is where setup begins. `drain` is the
    block that runs rules which wait (0: none ever do).
    """

    size: int
    players: int
    functions: tuple[Function, ...]
    blocks: tuple[Body, ...]
    works: tuple[int, ...]
    rooms: Mapping[str, int]
    tables: tuple[Table, ...]
    faults: tuple[FaultPlace, ...]
    entries: frozenset[int]
    begin: int
    points: tuple[PointCode, ...]
    drain: int
    regions: Mapping[str, Region]
    """Those that whoever runs the code reads: position, me, moves, over, ending, seed, pending, draining,
    zone_size, zone_of, steps."""
    scores: tuple[str, ...]
    """The functions of a player's points, line by line."""
    ranks: int
    """How many numbers the ranking goes by, the smaller the better: `results` gives them for each player,
    behind the points line by line."""
    sides: tuple[int, ...]
    """For each seat the number of its team."""
    qualifies: bool
    """Whether the first of them tells who can win at all, by 0."""
    most_moves: int
    """How many moves a game may take."""
    reasons: int
    """How many reasons endings give; the one of this number is that the moves are used up."""
    subset_shifts: tuple[tuple[int, ...], ...] = ((),)
    """For each action from which bits of its moves' numbers on places in the pool stand. Below stands the
    number of the action."""
    zone_names: tuple[str, ...] = ()
    """What the zones are called, for people who read the code."""
    draws: str = ""
    """The function that makes a move of its number where moves were counted; empty where none ever are."""
    memo: int = 1
    """How long the list `memo` of the context is; it begins as zeros."""
    events: tuple[EventPlace, ...] = ()
    asked: tuple[str, ...] = ()
    """Functions that games for people call, beside those that every game has: see `lowering.asking`."""

    @property
    def action_bits(self) -> int:
        """How many bits of a move's number that of its action takes."""
        return action_bits(len(self.subset_shifts))

    @property
    def position(self) -> Region:
        """The number of the block where play stands."""
        return self.regions["position"]

    @property
    def seed(self) -> Region:
        """The two halves of the seed of chance."""
        return self.regions["seed"]

    @property
    def zone_sizes(self) -> Region:
        """How many cards lie in each zone."""
        return self.regions["zone_size"]

    def table(self, name: str) -> Table:
        """A table by its name: `ZONE_BASES`, where the cards of each zone begin, `ROOMS`, how many fit."""
        return next(table for table in self.tables if table.name == name)

    @property
    def zone_bases(self) -> Table:
        """Where the cards of each zone begin."""
        return self.table("ZONE_BASES")
