"""Code printed as C.

One translation unit: constants, the functions and blocks of a game, and what `driver.c` adds, which is the
same for all games: starting, listing, applying, playing out. The state `s` is an array of 32 bits a slot, all
else is worked out in 64 bits. The context `c` of a run holds the work that may still be done and the lists
that outlive a call; a fault leaves by `longjmp` to who called from outside.

Code that `verify` refuses is not printed. An index that `ranges` has not proved is guarded, and so are a
store that may be beyond what its region holds and arithmetic that C leaves undefined: there it is the fault
MACHINE, which no rule file can reach unless the lowering is wrong, and a move that was made up can. Functions
that nothing calls are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files

from rulewright.interpreter.code.flowgraph import Graph
from rulewright.interpreter.code.instructions import (
    CONTEXT_LISTS,
    MACHINE,
    MOST_FACTS,
    POOL_BITS,
    TOO_MANY,
    Append,
    Binary,
    Body,
    Break,
    Call,
    CardAt,
    Charge,
    Choice,
    Clear,
    CloseGap,
    Code,
    Do,
    EachCard,
    EachEntry,
    EachItem,
    Entry,
    Expression,
    Find,
    Function,
    Goto,
    GotoStored,
    If,
    Item,
    Length,
    Load,
    Name,
    Not,
    Number,
    OpenGap,
    PutCard,
    Range,
    Return,
    Set,
    SetItem,
    Statement,
    Stop,
    Store,
    Table,
    Wait,
    While,
    Word,
)
from rulewright.interpreter.code.ranges import Proofs, holds, prove
from rulewright.interpreter.code.verify import verify
from rulewright.interpreter.code.walk import statements_in
from rulewright.interpreter.state.layout import ASKED

LONGEST_ON_STACK = 128
"""How many elements a list may have that lies on the stack, of which little is sure to be there."""

_SIGNS = {"and": "&&", "or": "||"}
_WIDTHS = (("int8_t", 1 << 7), ("int16_t", 1 << 15), ("int32_t", 1 << 31))


def c_text(code: Code) -> str:
    """The translation unit that does what the code says. Raises Refused where it is not well made."""
    verify(code)
    return "\n".join(_Printer(code, prove(code)).unit()) + "\n"


class _Printer:
    def __init__(self, code: Code, proofs: Proofs) -> None:
        self.code = code
        self.proofs = proofs
        self.apart = 0
        """How many elements the long lists hold that are not on the stack."""
        self.graph = Graph.of(code)

    def unit(self) -> Iterator[str]:
        code = self.code
        folder = files("rulewright.interpreter.code")
        yield f"enum {{ MACHINE = {MACHINE}, TOO_MANY = {TOO_MANY}, MOST_FACTS = {MOST_FACTS} }};"
        yield folder.joinpath("head.c").read_text(encoding="utf-8")
        yield f"enum {{ WIDTH = {code.size}, POSITION = {code.position.base}, SEED = {code.seed.base},"
        yield f"  ZONES = {code.zone_sizes.size}, SIZES = {code.zone_sizes.base} }};"
        for table in code.tables:
            yield _table(table)
        yield folder.joinpath("cards.c").read_text(encoding="utf-8")
        functions = [one for one in code.functions if one.name in self.proofs.reached]
        for function in functions:
            yield f"{self._head(function)};"
        for function in functions:
            yield from self._function(function)
        yield from self._advance()
        yield from self._points()
        yield folder.joinpath("driver.c").read_text(encoding="utf-8")

    def _points(self) -> Iterator[str]:
        """What the driver asks of the game."""
        code = self.code
        slots = ("me", "moves", "over", "ending", "pending", "draining")
        named = [f"{one.upper()} = {code.regions[one].base}" for one in slots]
        named += [f"ZONE_OF = {code.regions['zone_of'].base}", f"CARDS = {code.regions['zone_of'].size}"]
        named += [f"PLAYERS = {code.players}", f"BEGIN = {code.begin}", f"DRAIN = {code.drain}"]
        named += [
            f"MEMO = {code.memo}",
            f"ACTION_BITS = {code.action_bits}",
            f"POOL_BITS = {POOL_BITS}",
            f"APART = {self.apart}",
            f"REASONS = {code.reasons}",
            f"MOST_MOVES = {code.most_moves}",
            f"SCORES = {len(code.scores)}",
            f"RANKS = {code.ranks}",
            f"QUALIFIES = {int(code.qualifies)}",
        ]
        yield f"enum {{ {', '.join(named)} }};"
        yield f"static const int8_t SIDES[] = {{{', '.join(map(str, code.sides))}}};"
        most = max(map(len, code.subset_shifts)) + 1
        rows = (f"{{{', '.join(map(str, (*shifts, 0)))}}}" for shifts in code.subset_shifts)
        yield f"static const int8_t SUBSET_SHIFTS[][{most}] = {{{', '.join(rows)}}};"
        yield "static void act(S *s, C *c, I move) { f_act(s, c, move); }"
        yield f"enum {{ DRAWS = {int(bool(code.draws))} }};"
        drawn = f"f_{code.draws}(s, c, number, &c->out)" if code.draws else "c->out.e[number]"
        yield f"static I move_of(S *s, C *c, I number) {{ return {drawn}; }}"
        yield f"enum {{ ASKED = {ASKED} }};"
        yield "typedef struct { I next, optional, fault, asked, steps; } Point;"
        yield "static const Point *point_at(I block) { switch (block) {"
        for point in code.points:
            asked = -1 if point.asked is None else point.asked.base
            values = f"{point.next}, {int(point.optional)}, {point.fault}, {asked}, {int(bool(point.step))}"
            yield f"case {point.block}: {{ static const Point p = {{{values}}}; return &p; }}"
        yield "default: return 0; } }"
        yield "static I list_at(S *s, C *c, I block, I most, L *out) { switch (block) {"
        for point in code.points:
            yield f"case {point.block}: return f_{point.lister}(s, c, most, out);"
        yield "default: machine(c); return 0; } }"
        yield "static void commit_at(S *s, C *c, I block, I seat, I move) { switch (block) {"
        for point in code.points:
            if point.commit:
                yield f"case {point.block}: f_{point.commit}(s, c, seat, move); return;"
        yield "default: machine(c); } }"
        yield "static I step_at(S *s, C *c, I block, I move) { switch (block) {"
        for point in code.points:
            if point.step:
                yield f"case {point.block}: return f_{point.step}(s, c, move);"
        yield "default: machine(c); return 0; } }"
        yield "static void reveal_at(S *s, C *c, I block) { switch (block) {"
        for point in code.points:
            if point.reveal:
                yield f"case {point.block}: f_{point.reveal}(s, c); return;"
        yield "default: machine(c); } }"
        yield "static I score_of(S *s, C *c, I line, I player) { switch (line) {"
        for line, title in enumerate(code.scores):
            yield f"case {line}: return f_{title}(s, c, player);"
        yield "default: return 0; } }"
        yield "static void results_of(S *s, C *c, L *out) { f_results(s, c, out); }"

    def _head(self, function: Function) -> str:
        given = ["S *restrict s", "C *restrict c"]
        given += [f"I {one.name}" for one in function.parameters]
        given += [f"L *{one}" for one in function.lists]
        kind = "I" if function.returns else "void"
        return f"static {kind} f_{function.name}({', '.join(given)})"

    def _function(self, function: Function) -> Iterator[str]:
        yield self._head(function) + " {"
        given = {one.name for one in function.parameters}
        yield from _declared(function.body, given)
        yield from self._rooms(function.rooms)
        yield from self._body(function.body)
        yield "return 0; }" if function.returns else "}"

    def _advance(self) -> Iterator[str]:
        yield "static void run_blocks(S *restrict s, C *restrict c) {"
        names: set[str] = set()
        for body in self.code.blocks:
            names |= _names(body)
        if names:
            yield f"I {', '.join(sorted(names))};"
        yield from self._rooms(self.code.rooms)
        yield "I at_ = s[POSITION];"
        cases = " ".join(f"case {n}: goto B{n};" for n in self.graph.heads)
        yield f"dispatch: switch (at_) {{ {cases} default: machine(c); }}"
        for number in self.graph.heads:
            yield f"B{number}: ;"
            yield from self._body(self.code.blocks[number])
        yield "}"

    def _rooms(self, rooms: Mapping[str, int]) -> Iterator[str]:
        """Lists; the elements of long ones lie in the context, each in a place of its own."""
        for name, room in rooms.items():
            elements = f"e_{name}"
            if room > LONGEST_ON_STACK:
                elements = f"c->apart + {self.apart}"
                self.apart += room
            else:
                yield f"I e_{name}[{room}];"
            yield f"L l_{name} = {{0, {room}, 0, {elements}}}, *{name} = &l_{name};"

    # ---- statements ------------------------------------------------------------------------------

    def _body(self, body: Body) -> Iterator[str]:
        for statement in body:
            yield from self._statement(statement)

    def _statement(self, statement: Statement) -> Iterator[str]:
        of = self._of
        match statement:
            case Set(name, value):
                yield f"{name} = {of(value)};"
            case Store(region, index, value):
                at = self._index(statement, index, region.size)
                yield f"s[{region.base} + {at}] = (S){self._stored(statement, value)};"
            case If(condition, then, otherwise):
                yield f"if ({of(condition)}) {{"
                yield from self._body(then)
                if otherwise:
                    yield "} else {"
                    yield from self._body(otherwise)
                yield "}"
            case Range(name, low, high, body):
                yield f"for (I i_{name} = {of(low)}, e_{name} = {of(high)};"
                yield f"     i_{name} < e_{name}; i_{name}++) {{"
                yield f"{name} = i_{name};"
                yield from self._body(body)
                yield "}"
            case While(before, condition, body):
                yield "for (;;) {"
                yield from self._body(before)
                yield f"if (!({of(condition)})) break;"
                yield from self._body(body)
                yield "}"
            case EachCard(name, zone, body):
                at = self._index(statement, zone, self.code.zone_sizes.size)
                yield f"for (I i_{name} = ZONE_BASES[{at}], e_{name} = i_{name} + s[SIZES + {of(zone)}];"
                yield f"     i_{name} < e_{name}; i_{name}++) {{"
                yield f"{name} = s[i_{name}];"
                yield from self._body(body)
                yield "}"
            case EachEntry(name, table, first, count, body):
                start, end = of(first), f"i_{name} + {of(count)}"
                if id(statement) in self.proofs.indices:
                    most = len(table.values) + 1
                    start, end = f"within(c, {start}, {most})", f"within(c, {end}, {most})"
                yield f"for (I i_{name} = {start}, e_{name} = {end}; i_{name} < e_{name}; i_{name}++) {{"
                yield f"{name} = {table.name}[i_{name}];"
                yield from self._body(body)
                yield "}"
            case EachItem(name, list_, body):
                one = _list(list_)
                yield f"for (I i_{name} = 0; i_{name} < {one}->n; i_{name}++) {{ {name} = {one}->e[i_{name}];"
                yield from self._body(body)
                yield "}"
            case Break():
                yield "break;"
            case Clear(name):
                yield f"{_list(name)}->n = 0;"
            case Append(name, value):
                yield f"push(c, {_list(name)}, {of(value)});"
            case SetItem(name, index, value):
                yield f"set_item(c, {_list(name)}, {of(index)}, {of(value)});"
            case Do(call):
                yield f"{of(call)};"
            case Return(value):
                yield "return;" if value is None else f"return {of(value)};"
            case Stop(fault, facts):
                told = [f"c->facts[{at}] = {of(fact)}; " for at, fact in enumerate(facts)]
                yield f"{''.join(told)}stop(c, {of(fault)}, {len(facts)});"
            case Charge(units, fault):
                yield f"charge(c, {of(units)}, {of(fault)});"
            case CloseGap(zone, position):
                yield f"close_gap(s, c, {of(zone)}, {of(position)});"
            case OpenGap(zone, position, card):
                yield f"open_gap(s, c, {of(zone)}, {of(position)}, {self._card(statement, card)});"
            case PutCard(zone, position, card):
                yield f"*card_at(s, c, {of(zone)}, {of(position)}) = (S){self._card(statement, card)};"
            case Goto(block):
                if self.graph.inlined(block):
                    yield from self._body(self.code.blocks[block])
                else:
                    yield f"goto B{block};"
            case GotoStored(kept):
                yield f"at_ = {of(kept)}; goto dispatch;"
            case Wait(block):
                yield f"s[POSITION] = {block}; return;"
            case _:
                raise AssertionError(f"no such statement: {statement}")

    # ---- expressions -----------------------------------------------------------------------------

    def _of(self, expression: Expression) -> str:
        of = self._of
        match expression:
            case Number(value):
                told = f"{value}LL" if abs(value) >= 1 << 31 else str(value)
                return f"({told})" if value < 0 else told
            case Name(name):
                return name
            case Binary():
                return self._binary(expression)
            case Not(inner):
                return f"(!{of(inner)})"
            case Choice(condition, then, otherwise):
                return f"({of(condition)} ? {of(then)} : {of(otherwise)})"
            case Load(region, index):
                return f"(I)s[{region.base} + {self._index(expression, index, region.size)}]"
            case Entry(table, index):
                return f"(I){table.name}[{self._index(expression, index, len(table.values))}]"
            case CardAt(zone, position):
                return f"(I)*card_at(s, c, {of(zone)}, {of(position)})"
            case Find(zone, card):
                return f"find(s, c, {of(zone)}, {of(card)})"
            case Length(list_):
                return f"{_list(list_)}->n"
            case Item(list_, index):
                return f"item(c, {_list(list_)}, {of(index)})"
            case Word(site, count):
                return f"word(s, c, {of(site)}, {of(count)})"
            case Call(function) if function not in self.proofs.reached:
                return "(machine(c), 0)"  # it stands where nothing leads, and is not printed
            case Call(function, arguments, lists):
                given = ["s", "c", *map(of, arguments), *map(_list, lists)]
                return f"f_{function}({', '.join(given)})"
            case _:
                raise AssertionError(f"no such expression: {expression}")

    def _binary(self, expression: Binary) -> str:
        operator, left, right = expression.operator, self._of(expression.left), self._of(expression.right)
        unsure = id(expression) in self.proofs.sums
        match operator:
            case "div" | "mod":
                if unsure:
                    return f"checked_{operator}(c, {left}, {right})"
                if id(expression) in self.proofs.signed:
                    return f"floor_{operator}({left}, {right})"
                return f"({left} {'/' if operator == 'div' else '%'} {right})"
            case "<<" | ">>" if unsure:
                return f"{'left' if operator == '<<' else 'right'}_shift(c, {left}, {right})"
            case "<<":
                return f"(I)((U){left} << {right})"
            case "+" | "-" | "*" if unsure:
                return f"(I)((U){left} {operator} (U){right})"
            case _:
                return f"({left} {_SIGNS.get(operator, operator)} {right})"

    def _index(self, at: Expression | Statement, index: Expression, size: int) -> str:
        told = self._of(index)
        return f"within(c, {told}, {size})" if id(at) in self.proofs.indices else told

    def _stored(self, store: Store, value: Expression) -> str:
        told = self._of(value)
        if id(store) not in self.proofs.values:
            return told
        low, high, none = holds(store.region)
        return f"{'optional' if none else 'between'}(c, {told}, {low}, {high})"

    def _card(self, at: OpenGap | PutCard, card: Expression) -> str:
        told = self._of(card)
        cards = self.code.regions["zone_of"].size
        return f"within(c, {told}, {cards})" if id(at) in self.proofs.values else told


def _list(name: str) -> str:
    return f"(&c->{name})" if name in CONTEXT_LISTS else name


def _table(table: Table) -> str:
    values = table.values or (0,)
    least, most = min(values), max(values)
    kind = next((one for one, limit in _WIDTHS if -limit <= least and most < limit), "int64_t")
    return f"static const {kind} {table.name}[] = {{{','.join(map(str, values))}}};"


def _names(body: Body) -> set[str]:
    named = (Set, Range, EachCard, EachEntry, EachItem)
    return {one.name for one in statements_in(body) if isinstance(one, named)}


def _declared(body: Body, given: set[str]) -> Iterator[str]:
    names = sorted(_names(body) - given)
    if names:
        yield f"I {', '.join(names)};"
