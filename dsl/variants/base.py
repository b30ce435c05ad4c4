"""The declarations of a game while variants change them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, evolve, field

from rulewright.dsl.problems import Note, Problem, problem
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.nodes.changes import Offered
from rulewright.dsl.variants.cards import CardEdit
from rulewright.dsl.variants.units import named

MOST_LISTED = 12
"""How many names are listed where one is not found."""
_HAVE_EFFECTS = ("action", "rule", "phase")
_SPOKEN = {"var": "variable", "define": "definition", "cards": "set of cards", "dice": "dice cup"}


def spoken(word: str) -> str:
    """What a declaration of this word is called in a sentence."""
    return _SPOKEN.get(word, word)


def _one(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


@define
class Slot:
    """A declaration found, and where to put another in its place."""

    held: list[nodes.Declaration]
    index: int

    @property
    def declaration(self) -> nodes.Declaration:
        """What stands there now."""
        return self.held[self.index]

    def put(self, declaration: nodes.Declaration) -> None:
        """Put another declaration there."""
        self.held[self.index] = declaration

    def remove(self) -> None:
        """Take it out."""
        del self.held[self.index]


@define
class Base:
    """The trees of a game, their declarations in lists that can be changed, and problems met so far.

    `under` has for each variant's file those of the variants that it builds on.
    """

    trees: list[nodes.Tree]
    under: Mapping[str, tuple[str, ...]] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    edits: dict[str, list[CardEdit]] = field(factory=dict)
    offers: list[Offered] = field(factory=list)
    """Actions to be added to choices, once all choices are as they will be."""
    held: list[list[nodes.Declaration]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.held = [list(tree.declarations) for tree in self.trees]

    def result(self) -> tuple[nodes.Tree, ...]:
        """The trees as they are now."""
        pairs = zip(self.trees, self.held, strict=True)
        return tuple(evolve(tree, declarations=tuple(held)) for tree, held in pairs)

    def retitle(self, titles: str) -> None:
        """Name the variants behind the game's title."""
        for slot in self.slots():
            if isinstance(slot.declaration, nodes.GameTitle) and titles:
                slot.put(evolve(slot.declaration, title=f"{slot.declaration.title}: {titles}"))

    def slots(self) -> list[Slot]:
        """All declarations."""
        return [Slot(held, index) for held in self.held for index in range(len(held))]

    def find(self, word: str, name: str) -> Slot | None:
        """The declaration of a word and name; names of what has none are empty."""
        return next((slot for slot in self.slots() if named(slot.declaration) == (word, name)), None)

    def names(self, word: str) -> list[str]:
        """The names of all declarations of a word, or of all phases."""
        if word == "phase":
            return self.phases()
        return [name for slot in self.slots() for own, name in (named(slot.declaration),) if own == word]

    def values(self, enum: str) -> list[str]:
        """The names of an enum's values."""
        slot = self.find("enum", enum)
        declared = None if slot is None else slot.declaration
        return [one.name for one in declared.values] if isinstance(declared, nodes.EnumDeclaration) else []

    def other_word(self, name: str) -> str | None:
        """The word of whatever has this name."""
        found = [named(slot.declaration) for slot in self.slots()]
        found += [("phase", one) for one in self.phases()]
        return next((word for word, own in found if own == name and word), None)

    def append(self, declaration: nodes.Declaration) -> None:
        """Add a declaration at the end of the game's own file."""
        self.held[0].append(declaration)

    # ---- problems --------------------------------------------------------------------------------

    def report(self, code: str, span: Span, *notes: Note, **facts: str | int) -> None:
        """Note a problem and go on."""
        self.problems.append(problem(code, span, *notes, **facts))

    def missing(self, span: Span, word: str, name: str, how: str, words: Sequence[str] | None = None) -> None:
        """Report a target that the game does not have; `how` is the word that the change began with.

        `words` are those that would do, where there are several; `word` then names them all.
        """
        fitting = [word] if words is None else words
        other = self.other_word(name)
        if other is not None and (words is None or other in _HAVE_EFFECTS):
            verb = "replace" if how == "set" else how
            facts = {"name": name, "have": _one(spoken(other)), "wanted": _one(spoken(word))}
            self.report("variant-other-kind", span, **facts, word=f"{verb} {other}")
            return
        known = [one for each in fitting for one in self.names(each)]
        advice = did_you_mean(name, known, self._listed(fitting, known))
        if how == "replace" and not known:
            advice = "What the game does not have yet is written with `add`."
        elif how == "replace" and word != "phase":
            advice += " What the game does not have yet is written with `add`."
        self.report("variant-missing", span, word=spoken(word), name=name, advice=advice)

    def _listed(self, words: Sequence[str], known: Sequence[str]) -> str:
        """What there is instead of something that is not there."""
        if not known:
            return f"The game has no {' and no '.join(spoken(one) for one in words)} at all."
        return listed(known)

    # ---- statements ------------------------------------------------------------------------------

    def phases(self) -> list[str]:
        """The names of all phases of the game."""
        return [one.name for slot in self.slots() for one in phases_in(slot.declaration)]

    def rewrite(self, change: Rewrite) -> None:
        """Put what `change` gives in the place of each statement."""
        for slot in self.slots():
            slot.put(_with_body(slot.declaration, change))

    def change_phase(self, name: str, change: Callable[[nodes.Phase], tuple[nodes.Statement, ...]]) -> bool:
        """Put what `change` gives in the place of a phase; False when there is no phase of that name."""
        met = False

        def change_named(one: nodes.Statement) -> tuple[nodes.Statement, ...]:
            nonlocal met
            if not isinstance(one, nodes.Phase) or one.name != name:
                return (one,)
            met = True
            return change(one)

        self.rewrite(change_named)
        return met

    def remove_calls(self, rule: str, by: Span) -> None:
        """Take out the calls of a rule that a variant removes."""

        def without(one: nodes.Statement) -> tuple[nodes.Statement, ...]:
            called = isinstance(one, nodes.RuleCall) and one.name == rule
            return () if called and self._is_below(one, by) else (one,)

        self.rewrite(without)

    def remove_offers(self, action: str, by: Span) -> None:
        """Take an action that a variant removes out of all choices."""

        def kept(one: nodes.ActionName) -> bool:
            return one.name != action or not self._is_below(one, by)

        def without(one: nodes.Statement) -> tuple[nodes.Statement, ...]:
            if not isinstance(one, nodes.Choose | nodes.EveryoneChooses):
                return (one,)
            left = tuple(filter(kept, one.actions))
            return (evolve(one, actions=left),) if left else ()

        self.rewrite(without)
        self.offers = [one for one in self.offers if kept(one.action)]

    def _is_below(self, node: nodes.Node, by: Span) -> bool:
        """Is something the game's own, or of a variant that the one which makes a change builds on?"""
        return node.span.file not in self.under or node.span.file in self.under[by.file]

    def add_offers(self) -> None:
        """Add the actions that variants offer besides others."""
        for offer in self.offers:
            self._add_offer(offer)

    def _add_offer(self, offer: Offered) -> None:
        offered: list[str] = []
        there: list[nodes.Statement] = []
        met = False

        def offering(one: nodes.Statement) -> tuple[nodes.Statement, ...]:
            nonlocal met
            if not isinstance(one, nodes.Choose | nodes.EveryoneChooses):
                return (one,)
            names = [action.name for action in one.actions]
            offered.extend(names)
            if offer.to.name not in names:
                return (one,)
            if offer.action.name in names:
                there.append(one)
                return (one,)
            met = True
            return (evolve(one, actions=(*one.actions, offer.action)),)

        self.rewrite(offering)
        facts = {"name": offer.to.name, "action": offer.action.name}
        if there and not met:
            self.report("variant-offered-there", offer.span, Note(there[0].span, "offered here"), **facts)
        elif not met:
            known = list(dict.fromkeys(offered))
            advice = did_you_mean(offer.to.name, known, listed(known))
            self.report("variant-offered-nowhere", offer.to.span, **facts, advice=advice)


Rewrite = Callable[[nodes.Statement], tuple[nodes.Statement, ...]]
"""What stands in the place of a statement; what is inside it has been dealt with already."""

_WITH_BODY = (
    nodes.SetupDeclaration,
    nodes.PlayDeclaration,
    nodes.ActionDeclaration,
    nodes.RuleDeclaration,
    nodes.ReactionDeclaration,
)


def listed(known: Sequence[str]) -> str:
    """Names to choose from, as many as are worth reading."""
    more = f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    return f"There are: {', '.join(f'`{one}`' for one in known[:MOST_LISTED])}{more}." if known else ""


def phases_in(declaration: nodes.Declaration) -> list[nodes.Phase]:
    """All phases of a declaration, those inside others too."""
    found: list[nodes.Phase] = []

    def note(one: nodes.Statement) -> tuple[nodes.Statement, ...]:
        if isinstance(one, nodes.Phase):
            found.append(one)
        return (one,)

    _with_body(declaration, note)
    return found


def _with_body(declaration: nodes.Declaration, change: Rewrite) -> nodes.Declaration:
    if isinstance(declaration, _WITH_BODY):
        return evolve(declaration, body=_rewritten(declaration.body, change))
    return declaration


def _rewritten(body: tuple[nodes.Statement, ...], change: Rewrite) -> tuple[nodes.Statement, ...]:
    """Statements changed, the inner ones first. Emptied blocks go; phases, with a name, stay."""
    found: list[nodes.Statement] = []
    for one in body:
        if isinstance(one, nodes.Phase):
            found += change(evolve(one, body=_rewritten(one.body, change)))
        elif isinstance(one, nodes.If):
            left = _if(one, _rewritten(one.body, change), _rewritten(one.otherwise, change))
            found += () if left is None else change(left)
        elif isinstance(one, nodes.Turns | nodes.Repeat | nodes.ForEach):
            inner = _rewritten(one.body, change)
            found += change(evolve(one, body=inner)) if inner else ()
        else:
            found += change(one)
    return tuple(found)


def _if(
    one: nodes.If, body: tuple[nodes.Statement, ...], otherwise: tuple[nodes.Statement, ...]
) -> nodes.If | None:
    if body:
        return evolve(one, body=body, otherwise=otherwise)
    opposite = nodes.Unary("not", one.condition, span=one.condition.span)
    return nodes.If(opposite, otherwise, (), span=one.span) if otherwise else None
