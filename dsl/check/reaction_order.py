"""The order of reactions to one event: said with `after` where it matters, and refused to be left open.

Two reactions that touch the same thing, other than both only by adding to it, give one result or another by
which of them comes first. Nothing is settled by where a declaration stands in a file: what is left open
cannot matter, and is carried out by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from rulewright.dsl.check.checker import Checker
from rulewright.dsl.check.order import way_back
from rulewright.dsl.check.touches import Touches
from rulewright.dsl.model import Model, Reaction
from rulewright.dsl.problems import Note
from rulewright.dsl.syntax import nodes


def check_named_before(checker: Checker, declared: Iterable[nodes.ReactionDeclaration]) -> None:
    """Report the names behind `after` that are none, or of another event, or that lead in a circle."""
    known: dict[str, nodes.ReactionDeclaration] = {}
    for one in declared:
        known.setdefault(one.name, one)
    for one in known.values():
        for named in one.after:
            other = known.get(named.name)
            if other is None:
                checker.unknown_name("unknown-reaction", named.name, named.span, known)
            elif (other.event, other.zone) != (one.event, one.zone):
                note = Note(other.span, "this one")
                facts = {"event": other.event, "zone": other.zone, "name": one.name, "other": other.name}
                checker.report("reaction-after-other", named.span, note, **facts)
    earlier = {name: [named.name for named in one.after] for name, one in known.items()}
    told: set[str] = set()
    for name, one in known.items():
        circle = way_back(lambda each: earlier.get(each, ()), name)
        if circle and told.isdisjoint(circle):
            told.update(circle)
            path = " -> ".join(f"`{each}`" for each in circle)
            checker.report("reaction-after-circle", one.after[0].span, name=name, circle=path)


def in_order(reactions: Iterable[Reaction]) -> dict[str, Reaction]:
    """Reactions as they are carried out: behind those named by `after`, otherwise by name."""
    left = {one.name: one for one in sorted(reactions, key=lambda one: one.name)}
    done: dict[str, Reaction] = {}
    while left:
        ready = (name for name, one in left.items() if left.keys().isdisjoint(one.after))
        name = next(ready, next(iter(left)))  # in a circle, which has a problem, whatever comes first
        done[name] = left.pop(name)
    return done


def check_unordered(checker: Checker, model: Model) -> None:
    """Report two reactions to one event whose order matters and is not said."""
    touches = Touches(model)
    earlier = _all_earlier(model)
    for one, other in combinations(model.reactions.values(), 2):
        if (one.event, one.zone) != (other.event, other.zone):
            continue
        if one.name in earlier[other.name] or other.name in earlier[one.name]:
            continue
        shared = touches.shared_by(one, other)
        if shared:
            first, second = sorted((one, other), key=lambda each: each.span)
            note = Note(first.span, "the other one")
            facts = {"name": second.name, "other": first.name, "shared": shared, "zone": one.zone}
            checker.report("reactions-unordered", second.span, note, event=one.event, **facts)


def _all_earlier(model: Model) -> dict[str, set[str]]:
    """For each reaction the names of all that come before it, by way of others or not."""
    found: dict[str, set[str]] = {}
    for name, one in model.reactions.items():
        found[name] = set(one.after).union(*(found.get(each, set()) for each in one.after))
    return found
