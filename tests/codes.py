"""Small codes written by hand, to be verified, proved, pruned and printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from rulewright.interpreter.code.instructions import (
    Body,
    Code,
    Expression,
    Function,
    Load,
    Name,
    Number,
    Parameter,
    PointCode,
    Region,
    Return,
    Statement,
    Store,
    Table,
    Wait,
)
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.library.places import list_rulesets
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.lowering.plan import Plan, lower

TOYS = Path(__file__).parent / "toys"
NAMES = ("position", "me", "moves", "over", "ending", "seed", "pending", "draining", "zone_size", "zone_of")
"""The regions of which whoever runs a code knows; seed and cards take two slots each."""

REGIONS: dict[str, Region] = {}
for _name in NAMES:
    _base = sum(one.size for one in REGIONS.values())
    _size = 2 if _name in ("seed", "zone_of") else 1
    REGIONS[_name] = Region(_name, _base, _size, -1 if _name == "zone_of" else 0, 3)
CARDS_AT = sum(one.size for one in REGIONS.values())
VALUES = Region("values", CARDS_AT + 2, 4, 0, 9)
FOUR = Table("FOUR_1", (4, 5, 6, 7))


def number(value: int) -> Number:
    """A number, of which nothing else is said."""
    return Number(value)


def at(index: Expression) -> Load:
    """One of four slots."""
    return Load(VALUES, index)


def function(
    name: str,
    body: Sequence[Statement],
    parameters: Iterable[str] = (),
    *,
    lists: tuple[str, ...] = (),
    rooms: Mapping[str, int] | None = None,
    returns: bool = False,
) -> Function:
    """A function that can be given any numbers."""
    given = tuple(Parameter(one, 0, 0) for one in parameters)
    return Function(name, given, lists, rooms or {}, tuple(body), returns)


def code(
    *functions: Function,
    act: Sequence[Statement] = (),
    blocks: Sequence[Body] = ((Wait(0),),),
    rooms: Mapping[str, int] | None = None,
    entries: Iterable[int] = (0,),
    tables: tuple[Table, ...] = (FOUR,),
) -> Code:
    """A game of two players, two cards and one zone; `act` is what a move does, and can use `move`."""
    lister = function("list_0", [Return(number(0))], ["most"], lists=("out",), returns=True)
    results = function("results", (), lists=("out",))
    own = (function("begin", ()), function("act", act, ["move"]), lister, results)
    return Code(
        size=VALUES.base + VALUES.size,
        players=2,
        functions=(*functions, *own),
        blocks=tuple(blocks),
        works=(0,) * len(blocks),
        rooms=rooms or {},
        tables=(Table("ZONE_BASES", (CARDS_AT,)), Table("ROOMS", (2,)), *tables),
        faults=(),
        entries=frozenset(entries),
        begin=0,
        points=(PointCode(0, 0, False, 0, "list_0"),),
        drain=0,
        regions=REGIONS,
        scores=(),
        ranks=0,
        sides=(0, 1),
        qualifies=False,
        most_moves=10_000,
        reasons=0,
    )


def stored(value: Expression, index: Expression | None = None) -> Store:
    """A slot takes a value."""
    return Store(VALUES, number(0) if index is None else index, value)


def local(name: str) -> Name:
    """A local, of which nothing else is said."""
    return Name(name)


@cache
def plans() -> dict[str, Plan]:
    """Every shipped ruleset and toy, for the fewest and the most players."""
    found = {}
    for name in (*list_rulesets(), *map(str, sorted(TOYS.glob("*.rules")))):
        ruleset = load(name)
        for players in {*ruleset.player_counts[:1], *ruleset.player_counts[-1:]}:
            try:
                known = ruleset.program(players).known
            except RulesetError:
                continue
            found[f"{Path(name).stem}, {players} players"] = lower(ruleset.model, known)
    return found
