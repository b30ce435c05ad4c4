"""Play cases: a small game and what it comes to when it is played, in one file.

Behind a `score`, a `var`, a `zone` or `dice` stands what it holds in the end:

    score most(p) = max(c.value for c in row)    #= 3
    zone row: Card, face up                      #= sun-3, moon-1

a score by seat where seats differ (`#= 3, 0`), the cards of a zone from the bottom, `nothing` for an empty
one. Behind the game stand the moves, one a line, and what holds between them:

    #@ players 3, seed 5, starter 2, bonus 7     how the game is begun; other words are settings
    #> take egg                                  a move; `#> 2: take egg` for one of several seats
    #? take fig: hold no fig                     a move that is refused, with words of the answer
    #= hand[2]: egg, fig                         what a zone, a variable, a cup or a score holds now
    #= moves: take egg; pass                     all moves that can be made now
    #= seats: 1, 2                               the seats that have to choose
    #= because: you are next                     why they have to choose
    #= over: all passed                          the reason why the game is over, `no` before that
    #= winners: 1, 2                             the seats that won; `nobody` where nobody did
    #= 2 sees hand[1]: 3 hidden                  a zone, a cup or a variable as one seat sees it
    #= 2 sees deck: 3 hidden, fig at 3           hidden cards of which the seat knows the place
    #= 2 knows hand[1]: egg                      the cards that a seat knows to lie somewhere unseen
    #= 2 reads: fig goes from deck to row        the last line of the log, as one seat reads it

A fault that the rules meet, in setup or in the last move, is expected like the problems of other case files:
by carets below its place, with its code and words of its message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import frozen
from casefiles import CASES, read_case, shown

from rulewright import Fault, Game
from rulewright.interpreter.game.ruleset import Ruleset, ruleset_of
from rulewright.interpreter.game.views.models import View

_BEHIND = re.compile(r"\s*(?:score|var|zone|dice) (?P<subject>\w+).*#= (?P<held>.*)")
_LINE = re.compile(r"#(?P<mark>[@>?=]) (?P<said>.*)")
_SEAT = re.compile(r"(?:(?P<seat>\d+): )?(?P<move>.*)")


@frozen
class Line:
    """A line of the script: its mark and what it says, and where it stands."""

    mark: str
    said: str
    number: int


def play_paths() -> list[Path]:
    """All play cases, in order."""
    return sorted(CASES.glob("*/play/*.rules"))


def script_of(text: str) -> tuple[list[Line], list[Line]]:
    """The lines of the script, and what the declarations are to hold in the end."""
    script, behind = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _LINE.fullmatch(line):
            script.append(Line(found["mark"], found["said"], number))
        elif found := _BEHIND.fullmatch(line):
            behind.append(Line("=", f"{found['subject']}: {found['held']}", number))
    return script, behind


def run(path: Path) -> list[str]:
    """Play a case; what is not as it says, in words."""
    case = read_case(path)
    loaded = case.load()
    if loaded.model is None:
        return [shown(problem) for problem in loaded.problems]
    script, behind = script_of(path.read_text(encoding="utf-8"))
    if not any(line.mark in "?=" for line in (*script, *behind)) and not case.expected:
        return ["the case expects nothing"]
    wrong: list[str] = []
    try:
        game = _begin(ruleset_of(loaded.model), [line for line in script if line.mark == "@"])
        for line in (*script, *behind):
            wrong.extend(f"line {line.number}: {said}" for said in _follow(game, line))
    except Fault as fault:
        if not any(one.meets(fault.problem) for one in case.expected):
            wrong.append(f"a fault that nobody expected: {shown(fault.problem)}")
        return wrong
    wrong.extend(f"no fault came: {one.file}:{one.line}:{one.column} {one.code}" for one in case.expected)
    return wrong


def _begin(ruleset: Ruleset, lines: list[Line]) -> Game:
    given = dict(part.split(" ") for line in lines for part in line.said.split(", "))
    players = int(given.pop("players", ruleset.model.least_players))
    seed, starter = int(given.pop("seed", 1)), given.pop("starter", None)
    settings = {name: int(text) if text.lstrip("-").isdigit() else text for name, text in given.items()}
    if settings:
        ruleset = ruleset_of(ruleset.model, settings)
    return ruleset.new_game(players, seed=seed, starter=None if starter is None else int(starter) - 1)


def _follow(game: Game, line: Line) -> Iterator[str]:
    """Do what a line of the script says; what is not as it says, in words."""
    if line.mark == "@":
        return
    if line.mark == "=":
        subject, _, held = line.said.partition(": ")
        found = holds(game, subject)
        if found != held.strip():
            yield f"{subject} is {found}, not {held}"
        return
    said, _, words = line.said.rpartition(": ") if line.mark == "?" else (line.said, "", "")
    read = _SEAT.fullmatch(said)
    assert read is not None
    seat = None if read["seat"] is None else int(read["seat"]) - 1
    if line.mark == ">":
        game.apply(read["move"], seat)
        return
    refusal = game.why_not(read["move"], seat)
    if refusal is None:
        yield f"`{read['move']}` is not refused"
    elif words not in str(refusal):
        yield f"`{read['move']}` is refused otherwise: {refusal}"


def holds(game: Game, subject: str) -> str:
    """What something holds, as play cases write it."""
    now: dict[str, Callable[[], str]] = {
        "moves": lambda: "; ".join(move.text for move in game.legal_moves()),
        "seats": lambda: ", ".join(str(seat + 1) for seat in game.decision.seats),
        "phase": lambda: game.phase or "none",
        "over": lambda: "no" if game.outcome is None else game.outcome.reason,
        "because": lambda: game.decision.because,
        "winners": lambda: "none" if game.outcome is None else _seats(game.outcome.winners) or "nobody",
    }
    if subject in now:
        return now[subject]()
    if subject in game.ruleset.model.scores:
        sheet = game.score_sheet()
        points = [
            line.points for seat in range(len(game.seats)) for line in sheet.of(seat) if line.name == subject
        ]
        return ", ".join(map(str, points if len(set(points)) > 1 else points[:1]))
    return _lies(game, subject)


def _seats(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat + 1) for seat in seats)


def _lies(game: Game, subject: str) -> str:
    """What lies in a zone or a cup, or what a variable holds, as the seat sees it that sees it best."""
    if reads := re.fullmatch(r"(\d) reads", subject):
        return game.log(int(reads[1]) - 1)[-1]
    if by_one := re.fullmatch(r"(\d) (sees|knows) (.*)", subject):
        seat, how, subject = int(by_one[1]) - 1, by_one[2], by_one[3]
        if how == "knows":
            return ", ".join(sorted(card.id for card in game.view(seat).zone(subject).known)) or "nothing"
        return _seen(game.view(seat), subject)
    seen = [_seen(game.view(seat), subject) for seat in range(len(game.seats))]
    return next((one for one in seen if "hidden" not in one), seen[0])


def _seen(view: View, subject: str) -> str:
    for zone in view.zones:
        if zone.text == subject:
            placed = [f"{one.card.id} at {one.level}" for one in zone.placed]
            return ", ".join([_listed([card.id for card in zone.cards], zone.hidden), *placed])
    for cup in view.cups:
        if cup.text == subject:
            return _listed([str(face) for face in cup.faces], cup.hidden)
    for variable in view.variables:
        for entry in variable.entries:
            index = f"[{', '.join(entry.index)}]" if entry.index else ""
            if variable.name + index == subject:
                return entry.text if entry.seen else "hidden"
    return "nothing of this name"


def _listed(seen: list[str], hidden: int) -> str:
    return ", ".join([*seen, *([f"{hidden} hidden"] if hidden else [])]) or "nothing"
