"""What a change of a variant is about: the unit that no two variants may change in different ways.

A unit is a path, such as `value, worth, arm, fig`. Two changes meet when one path begins with the
other: who replaces a whole definition meets whoever changes one of its arms.
"""

from __future__ import annotations

from rulewright.dsl.syntax import nodes
from rulewright.dsl.syntax.format_changes import patterns_text
from rulewright.dsl.syntax.format_expressions import expression
from rulewright.dsl.syntax.nodes import changes

Unit = tuple[str, ...]

WORDS: dict[type, str] = {
    nodes.EnumDeclaration: "enum",
    nodes.GroupDeclaration: "group",
    nodes.CardsDeclaration: "cards",
    nodes.SettingDeclaration: "setting",
    nodes.PresetDeclaration: "preset",
    nodes.ZoneDeclaration: "zone",
    nodes.DiceDeclaration: "dice",
    nodes.TableDeclaration: "table",
    nodes.VariableDeclaration: "var",
    nodes.NeedsDeclaration: "needs",
    nodes.SetupDeclaration: "setup",
    nodes.PlayDeclaration: "play",
    nodes.ActionDeclaration: "action",
    nodes.Definition: "define",
    nodes.RuleDeclaration: "rule",
    nodes.ReactionDeclaration: "reaction",
    nodes.ScoreDeclaration: "score",
    nodes.WinnerDeclaration: "winner",
}
"""The declarations that a variant may add, replace or remove, and the word that each begins with."""

BLOCKS = ("setup", "play")
"""What a game has once, without a name, and effects may stand before and behind."""
_NAMELESS = (*BLOCKS, "winner")
_SPACES = {"action": "doing", "rule": "doing", "score": "score", "preset": "preset", "reaction": "reaction"}
"""Names of one space exclude each other; all other words share the space of values."""


def named(declaration: nodes.Declaration) -> tuple[str, str]:
    """The word and name of a declaration: `define`, `reach`; what has no name is told by its word alone."""
    word = WORDS.get(type(declaration), "")
    if isinstance(declaration, nodes.NeedsDeclaration):
        return word, declaration.cards
    return word, str(getattr(declaration, "name", ""))


def _unit(word: str, name: str) -> Unit:
    if word in _NAMELESS:
        return (word,)
    if word == "phase":
        return ("play", "phase", name)
    return ("needs", name) if word == "needs" else (_SPACES.get(word, "value"), name)


def units_of(change: changes.Change, who: str) -> list[Unit]:
    """The units of a change; `who` tells apart what several variants may do side by side."""
    match change:
        case changes.SettingChange(name=name):
            return [("value", name)]
        case changes.FactChange(fact=fact):
            return [(fact.name,)]
        case changes.Added(declaration=declaration) | changes.Replaced(declaration=declaration):
            return [_declared(change, declaration, who)]
        case changes.Removed(word=word, name=name):
            return [_unit(word, name), *([("offer", name)] if word == "action" else [])]
        case changes.Offered(action=action, to=to):
            return [("offer", to.name, action.name)]
        case changes.PhaseReplaced(name=name):
            # What happens before and after a phase stands outside it, and is none of its content.
            return [(*_unit("phase", name), "content")]
        case changes.ValueChange(name=name, enum=enum):
            return [("value", enum, "value", name)]
        case changes.ArmChange(of=of):
            arms = [expression(one) for one in change.patterns] or ["else"]
            return [(space, of, "arm", arm) for space in ("value", "score") for arm in arms]
        case changes.RequirementChange(action=action, name=name):
            return [("doing", action, "require", name)]
        case changes.CardRemoved(cards=cards, card=card) | changes.CardChange(cards=cards, card=card):
            return [("value", cards, "card", card)]
        case changes.TieBreakAdded():
            return [("winner", "then")]
        case changes.Inserted(word=word, name=name):
            return [(*_unit(one, name), change.when, who) for one in words_of(word, name)]


def words_of(word: str, name: str) -> list[str]:
    """What effects may be put before or behind by a name: by its word, or whatever has the name."""
    if word:
        return [word]
    return ["action", "phase", "rule", *([name] if name in BLOCKS else [])]


def _declared(change: changes.Change, declaration: nodes.Declaration, who: str) -> Unit:
    word, name = named(declaration)
    if isinstance(change, changes.Added):
        if isinstance(declaration, nodes.CardsDeclaration) and declaration.file is not None:
            return ("value", name, "file", who, declaration.file)
        if word == "needs":
            return ("needs", name, who)
    return _unit(word, name)


def target_text(change: changes.Change) -> str:
    """What a change is about, as a message or a list names it: `score missions`, `card Fruit.fig`."""
    match change:
        case changes.SettingChange(name=name):
            return f"setting {name}"
        case changes.FactChange(fact=fact):
            return fact.name
        case changes.Added(declaration=declaration) | changes.Replaced(declaration=declaration):
            return _words(*named(declaration))
        case changes.Removed(word=word, name=name):
            return _words(word, name)
        case changes.PhaseReplaced(name=name):
            return f"phase {name}"
        case changes.ValueChange(name=name, enum=enum):
            return f"value {name} of {enum}"
        case changes.ArmChange(of=of):
            return f"arm {patterns_text(change.patterns)} of {of}"
        case changes.RequirementChange(action=action, name=name):
            return f"require {action}.{name}"
        case changes.CardRemoved(cards=cards, card=card) | changes.CardChange(cards=cards, card=card):
            return f"card {cards}.{card}"
        case changes.TieBreakAdded():
            return "winner"
        case changes.Offered(to=to):
            return f"choose {to.name}"
        case changes.Inserted(word=word, name=name):
            return name if name in BLOCKS and not word else _words(word or "action", name)


def _words(word: str, name: str) -> str:
    if word == "needs":
        return f"needs of {name}"
    return word if word in _NAMELESS else f"{word} {name}"


def meet(one: Unit, other: Unit) -> bool:
    """Whether two units are the same, or one is a part of the other."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]
