"""The declarations of a game while variants change them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve, field

from rulewright.dsl.problems import Note, Problem, problem
from rulewright.dsl.problems.spans import Span
from rulewright.dsl.problems.suggest import did_you_mean
from rulewright.dsl.syntax import nodes
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
    """The trees of a game, their declarations in lists that can be changed, and problems met so far."""

    trees: list[nodes.Tree]
    problems: list[Problem] = field(factory=list)
    edits: dict[str, list[CardEdit]] = field(factory=dict)
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
        more = f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
        return f"There are: {', '.join(f'`{one}`' for one in known[:MOST_LISTED])}{more}."

    # ---- phases ----------------------------------------------------------------------------------

    def phases(self) -> list[str]:
        """The names of all phases of the game."""
        return [one.name for slot in self.slots() for one in phases_in(slot.declaration)]

    def change_phase(self, name: str, change: Callable[[nodes.Phase], tuple[nodes.Statement, ...]]) -> bool:
        """Put what `change` gives in the place of a phase; False when there is no phase of that name."""
        met = False

        def change_named(phase: nodes.Phase) -> tuple[nodes.Statement, ...]:
            nonlocal met
            if phase.name != name:
                return (phase,)
            met = True
            return change(phase)

        for slot in self.slots():
            slot.put(_with_body(slot.declaration, change_named))
        return met


def phases_in(declaration: nodes.Declaration) -> list[nodes.Phase]:
    """All phases of a play or a rule, those inside others too."""
    found: list[nodes.Phase] = []

    def note(phase: nodes.Phase) -> tuple[nodes.Statement, ...]:
        found.append(phase)
        return (phase,)

    _with_body(declaration, note)
    return found


PhaseChange = Callable[[nodes.Phase], tuple[nodes.Statement, ...]]


def _with_body(declaration: nodes.Declaration, change: PhaseChange) -> nodes.Declaration:
    if isinstance(declaration, nodes.PlayDeclaration | nodes.RuleDeclaration):
        return evolve(declaration, body=_changed(declaration.body, change))
    return declaration


def _changed(body: tuple[nodes.Statement, ...], change: PhaseChange) -> tuple[nodes.Statement, ...]:
    """Statements with every phase among them, and inside them, changed."""
    found: list[nodes.Statement] = []
    for one in body:
        if isinstance(one, nodes.Phase):
            found += change(evolve(one, body=_changed(one.body, change)))
        elif isinstance(one, nodes.If):
            inner, otherwise = _changed(one.body, change), _changed(one.otherwise, change)
            found.append(evolve(one, body=inner, otherwise=otherwise))
        elif isinstance(one, nodes.Turns | nodes.Repeat | nodes.ForEach):
            found.append(evolve(one, body=_changed(one.body, change)))
        else:
            found.append(one)
    return tuple(found)
