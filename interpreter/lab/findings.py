"""A comparison in words and as JSON: the answer first, then the figures behind it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from attrs import frozen

from rulewright.interpreter.lab.certainty import Estimate
from rulewright.interpreter.lab.compare import SHARE, SKILL, Comparison, Contrast, Finding, Group
from rulewright.interpreter.lab.figures import in_words
from rulewright.interpreter.lab.games import TOTAL
from rulewright.interpreter.state.chance import SEEDS
from rulewright.interpreter.words.sentences import counted

FAR = 20
"""More than so many times the games that were played are not asked for."""
MANY = 4
"""From so many actions or cards on of which the same is to be said, they are told together."""

_UP_AND_DOWN: dict[tuple[str, str], tuple[str, str]] = {
    ("winning", "ties"): ("more games are tied", "fewer games are tied"),
    ("winning", "won by nobody"): ("more games are won by nobody", "fewer games are won by nobody"),
    ("winning", "margin"): ("wins are clearer", "wins are closer"),
    ("play", "skill gap"): ("thinking is worth more", "thinking is worth less"),
    ("play", "lead changes"): ("the lead changes more often", "the lead changes less often"),
    ("play", "winner decided after"): ("games are open for longer", "games are decided earlier"),
    ("play", "moves a game"): ("games are longer", "games are shorter"),
    ("play", "choices a decision"): ("there is more to choose from", "there is less to choose from"),
    ("play", "forced moves"): ("more moves are forced", "fewer moves are forced"),
    ("points", "points"): ("more points come from {names}", "fewer points come from {names}"),
    ("winning", "won by seat"): ("more is won at seat {names}", "less is won at seat {names}"),
    ("winning", "won by bot"): ("more is won by bot {names}", "less is won by bot {names}"),
}
"""What it means that a measure is larger, or smaller, under a variant."""

_THINGS: dict[str, tuple[str, str]] = {
    "offered": ("offered more often", "offered less often"),
    "taken": ("taken more readily", "taken less readily"),
    "goes with winning": ("going more with winning", "going less with winning"),
}


_GROUPS: tuple[Group, ...] = ("action", "card")


@frozen
class ThingRow:
    """An action or card: what was found of it. `left` is what was not taken of what was offered."""

    group: Group
    name: str
    offered: Finding
    taken: Finding
    edge: Finding | None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that was found."""
        return (self.offered, self.taken) if self.edge is None else (self.offered, self.taken, self.edge)

    @property
    def chance(self) -> float:
        """How likely by chance the least likely of its differences is."""
        return min((one.chance for one in self.findings if one.chance is not None), default=1.0)


def things(contrast: Contrast, group: Group) -> list[ThingRow]:
    """The actions or cards, those first that changed most surely."""
    of: dict[str, dict[str, Finding]] = {}
    for one in contrast.findings:
        if one.measure.group == group:
            of.setdefault(one.measure.name, {})[one.measure.what] = one
    rows = [
        ThingRow(group, name, found["offered"], found["taken"], found.get("goes with winning"))
        for name, found in of.items()
    ]
    return sorted(rows, key=lambda row: (row.chance, row.name))


def headline(comparison: Comparison, contrast: Contrast) -> list[str]:
    """What a rule changes, in a few sentences."""
    tested = [one for one in contrast.findings if one.chance is not None]
    if not contrast.marked:
        return [
            f"Nothing differs beyond noise, in {counted(len(tested), 'measure')}.",
            *_unchanged(contrast, comparison),
        ]
    sentences = [f"{len(contrast.marked)} of {counted(len(tested), 'measure')} differ beyond noise."]
    for groups in (("winning", "play"), ("points",)):
        said = _said([one for one in contrast.marked if one.measure.group in groups])
        sentences += [f"{_capital(_and(said))}."] if said else []
    sentences += [f"{_capital(one)}." for one in _of_things(contrast)]
    return [*sentences, *_unchanged(contrast, comparison)]


def _said(findings: Sequence[Finding]) -> list[str]:
    """What it means that these differ, those of which the same is to be said together."""
    found: dict[str, list[Finding]] = {}
    for one in findings:
        assert one.difference is not None
        group, what, name = one.measure.group, one.measure.what, one.measure.name
        larger = one.difference.value > 0
        if what == SHARE:
            continue  # it follows from the points
        if (what, name) == ("points", TOTAL):
            words = "players score more" if larger else "players score less"
        else:
            words = _UP_AND_DOWN[group, what][not larger]
        found.setdefault(words, []).append(one)
    return [_sentence(words, differing) for words, differing in found.items()]


def _sentence(words: str, findings: Sequence[Finding]) -> str:
    """What is to be said of some measures; of one with its figures."""
    text = words.format(names=_and([plain(one.measure.name) for one in findings]))
    if len(findings) > 1:
        return text
    (one,) = findings
    return f"{text} ({figure_text(one, one.base)} > {figure_text(one, one.variant)})"


def _of_things(contrast: Contrast) -> list[str]:
    """What is to be said of actions and cards: each by its name where there are few."""
    return [f"{group}s: {'; '.join(said)}" for group in _GROUPS if (said := _of_group(contrast, group))]


def _of_group(contrast: Contrast, group: Group) -> list[str]:
    found = []
    for what, (up, down) in _THINGS.items():
        there = [one for one in contrast.findings if (one.measure.group, one.measure.what) == (group, what)]
        for words, sign in ((up, 1), (down, -1)):
            names = [
                plain(one.measure.name)
                for one in there
                if one.marked and one.difference is not None and one.difference.value * sign > 0
            ]
            if len(names) >= MANY:
                of = "all" if len(names) == len(there) else f"{len(names)} of"
                found.append(f"{of} {len(there)} {words}")
            elif names:
                found.append(f"{_and(names)} {words}")
    return found


def _unchanged(contrast: Contrast, comparison: Comparison) -> list[str]:
    """What of the whole game is the same, what shows no difference, and how many games would settle that."""
    rest = [
        one
        for one in contrast.findings
        if one.measure.group in ("winning", "play") and not one.marked and one.chance is not None
    ]
    same = [one for one in rest if one.difference == Estimate(0.0, 0.0, 0.0)]
    others = [one for one in rest if one not in same]
    found = [f"{_capital(_names(same))} {_are(same)} the same as before."] if same else []
    if others:
        near = [
            one
            for one in others
            if (one.settled_by or FAR * comparison.games) < FAR * comparison.games
            and one.measure.what != SKILL.what
        ]
        found.append(f"No difference shows in {_names(others)}.")
        if near:
            games = _round(max(one.settled_by or 0 for one in near))
            found.append(
                f"{games:,} games would show what there seems to be in {_names(near)}, if it is real."
            )
    return found


def _names(findings: Sequence[Finding]) -> str:
    return _and(list(dict.fromkeys(one.measure.what for one in findings)))


def _are(findings: Sequence[Finding]) -> str:
    return "is" if len({one.measure.what for one in findings}) == 1 else "are"


def _round(number: int) -> int:
    """A number of games to ask for: two digits, and zeros, no smaller."""
    unit = int("1".ljust(len(str(number)) - 1, "0"))
    return -(-number // unit) * unit


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _and(words: Sequence[str]) -> str:
    """Words with commas between them, and `and` before the last."""
    return " and ".join(", ".join(words).rsplit(", ", 1)) if words else ""


def plain(name: str) -> str:
    """A name of the rules as it is told."""
    return name.replace("_", " ")


def measure_name(one: Finding) -> str:
    """What a measure is called in a table."""
    what, name = one.measure.what, plain(one.measure.name)
    if one.measure.group == "winning" and name:
        return f"{what} {name}"
    if what == "points":
        return "points in all" if name == "total" else f"points: {name}"
    return f"share: {name}" if what == SHARE else what


def figure_text(one: Finding, figure: Estimate | None, *, sign: bool = False) -> str:
    """A figure as it is printed, such as 12.3%; with its sign where it is a difference."""
    if figure is None:
        return "-"
    return number_text(figure.value, one.measure.unit == "percent", sign=sign)


def number_text(value: float, percent: bool, *, sign: bool = False) -> str:
    """A number as it is printed."""
    if percent:
        text = f"{100 * value:{'+' if sign else ''}.1f}"
        return f"{'0.0' if sign and float(text) == 0 else text}%"
    text = f"{value:{'+' if sign else ''}.2f}"
    return "0.00" if sign and float(text) == 0 else text


def interval_text(one: Finding) -> str:
    """The interval of a difference."""
    if one.difference is None:
        return ""
    percent = one.measure.unit == "percent"
    low, high = (number_text(end, percent, sign=True) for end in (one.difference.low, one.difference.high))
    return f"{low} to {high}"


def settled(one: Finding) -> str:
    """In how many games a measure would be marked, or why there is no such number."""
    if one.marked:
        return "settled"
    if one.chance is None:
        return "too rare"
    return "same" if one.settled_by is None else f"{one.settled_by:,}"


def played(comparison: Comparison, contrast: Contrast) -> str:
    """What was played."""
    bots = comparison.bots
    who = f"all {bots[0]}" if len(set(bots)) == 1 else ", ".join(bots)
    moved = ", seats rotated" if comparison.rotated else ""
    return (
        f"{contrast.pairs:,} games of {counted(comparison.players, 'player')} ({who}{moved}) under each, "
        f"the same deals, seeds {comparison.seed} to {(comparison.seed + comparison.asked - 1) % SEEDS}"
    )


def as_json(game: str, comparison: Comparison) -> str:
    """All that was found, for a program; nothing is rounded."""
    return json.dumps(
        {
            "game": game,
            "base": comparison.base,
            "players": comparison.players,
            "bots": list(comparison.bots),
            "rotated": comparison.rotated,
            "seed": comparison.seed,
            "games": comparison.games,
            "games_asked": comparison.asked,
            "games_failed": in_words(comparison.failed),
            "skill_games": comparison.skill,
            "engine": comparison.engine,
            "variants": [
                {
                    "variant": one.variant,
                    "pairs": one.pairs,
                    "answer": headline(comparison, one),
                    "only_base": list(one.only_base),
                    "only_variant": list(one.only_variant),
                    "measures": [_row(finding) for finding in one.findings],
                }
                for one in comparison.contrasts
            ],
        },
        ensure_ascii=False,
        indent=2,
    )


def _row(one: Finding) -> dict[str, object]:
    return {
        "group": one.measure.group,
        "measure": one.measure.what,
        "name": one.measure.name,
        "base": _numbers(one.base),
        "variant": _numbers(one.variant),
        "difference": _numbers(one.difference),
        "chance": one.chance,
        "marked": one.marked,
        "settled_by": one.settled_by,
    }


def _numbers(figure: Estimate | None) -> Sequence[float] | None:
    """An estimate, and the ends of its interval."""
    return None if figure is None else [figure.value, figure.low, figure.high]


def of_the_game(findings: Iterable[Finding], *, everything: bool) -> list[Finding]:
    """What was found of the whole game, not of its actions and cards, without what there is none of.

    Shares of points only where everything is asked for.
    """
    return [
        one
        for one in findings
        if one.measure.group not in ("action", "card")
        and (one.chance is not None or _is_there(one))
        and (everything or one.measure.what != SHARE)
    ]


def _is_there(one: Finding) -> bool:
    return any(figure is not None and figure.value for figure in (one.base, one.variant))
