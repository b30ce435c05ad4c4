"""What a change of the rules changes: the same deals under both, and how each measure differs.

Game by game the base and each variant are played from the same seed by the same players in the same seats.
Each thing that chance acts on has a stream of its own, so that as far as the rules agree the deals do, too.
Two games of one seed are a pair, and what is looked at are the differences within pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any, Literal, cast

from attrs import define, evolve, field, frozen

from rulewright.dsl.problems import Problem, problem
from rulewright.interpreter.game.engine_names import EngineName
from rulewright.interpreter.game.errors import RulesetError
from rulewright.interpreter.game.ruleset import Ruleset
from rulewright.interpreter.lab.certainty import CHANCE_OF_ERROR, Estimate, beyond_doubt, library
from rulewright.interpreter.lab.estimates import (
    FEWEST,
    Form,
    Products,
    chance_of,
    games_to_settle,
    interval,
)
from rulewright.interpreter.lab.games import (
    TOTAL,
    AnyBot,
    BotFailed,
    all_random,
    bot_name,
    looking_ahead,
    rotated,
)
from rulewright.interpreter.lab.record import OFFERED, PARTS, TAKEN, TAKERS, WON, Column, Columns, Records
from rulewright.interpreter.lab.run_file import Json
from rulewright.interpreter.lab.runs import Interrupted, Keep, Played, Run, Workers, play_run
from rulewright.interpreter.lab.simulate import BOTS_WORTH, rules_identity
from rulewright.interpreter.state.chance import SEEDS

USUAL_SKILL = 200
"""So many games are played to see how much more the stronger bot wins."""
STRONG, WEAK = "greedy", "random"
FEWEST_GAMES = 2
SHARE = "share of points"
"""What part of all points a score line is."""
RANDOM_AT_ONCE, THINKING_AT_ONCE = 50, 10
"""How many games are played between two looks at what else is to be done."""
RANDOM_WORTH = 300
"""From how many random games on more processes than one are worth their start."""

Group = Literal["winning", "play", "points", "action", "card"]
Unit = Literal["percent", "number"]


@frozen
class Arm:
    """Rules that are compared, under the name that they have in reports.

    `shift` is added to the seeds: with it an arm is dealt other games, which shows what noise looks like.
    """

    name: str
    ruleset: Ruleset
    shift: int = 0


@frozen
class Measure:
    """Something that is measured in both arms: `what` of the thing called `name`."""

    group: Group
    what: str
    name: str
    unit: Unit
    form: Form
    columns: tuple[Column, ...]


@frozen
class Finding:
    """A measure under the base and under a variant; None where nothing can be said.

    `chance` is how likely such a difference is by chance. What is `marked` differs beyond noise: by Holm's
    correction for all measures of the comparison. `settled_by` is in how many games it would, if the
    difference is as large as it seems; None where there seems to be none.
    """

    measure: Measure
    base: Estimate | None
    variant: Estimate | None
    difference: Estimate | None
    chance: float | None
    marked: bool = False
    settled_by: int | None = None


@frozen
class Contrast:
    """What one variant changes. `pairs` of games count; `only_base` and `only_variant` are the actions and
    cards that the other does not have.
    """

    variant: str
    pairs: int
    findings: tuple[Finding, ...]
    only_base: tuple[str, ...]
    only_variant: tuple[str, ...]

    @property
    def marked(self) -> tuple[Finding, ...]:
        """What differs beyond noise."""
        return tuple(one for one in self.findings if one.marked)

    def of(self, group: Group, what: str, name: str = "") -> Finding:
        """The finding of a measure. Raises KeyError."""
        for one in self.findings:
            if (one.measure.group, one.measure.what, one.measure.name) == (group, what, name):
                return one
        raise KeyError((group, what, name))


@frozen
class Comparison:
    """What variants change in a game. `games` were played of `asked`, in each arm, and `skill` more to see
    what thinking is worth. `failed` tells of games that a bot broke off.
    """

    base: str
    players: int
    bots: tuple[str, ...]
    rotated: bool
    seed: int
    asked: int
    games: int
    skill: int
    contrasts: tuple[Contrast, ...]
    failed: tuple[Problem, ...] = ()
    engine: str = field(default="python", eq=False)
    notes: tuple[Problem, ...] = field(default=(), eq=False)


def compare(
    base: Arm,
    variants: Sequence[Arm],
    players: int,
    games: int,
    seed: int,
    bots: Sequence[AnyBot] = (),
    progress: Callable[[int], None] = lambda count: None,
    engine: EngineName = "auto",
    *,
    skill: int = USUAL_SKILL,
    rotate: bool | None = None,
    workers: Workers = None,
    keep: Keep | None = None,
) -> Comparison:
    """Play so many games, at least two, under the base and each variant, and tell what differs.

    `skill` games more are played by one bot that thinks against others that do not, for how much it wins by
    that; 0 leaves this out. All else is as for `simulate`. Raises RulesetError where a variant cannot be
    played by so many, NotInstalled without scipy, what `simulate` raises, and Interrupted with a Comparison
    of what was played until then.
    """
    check_installed()
    if games < FEWEST_GAMES:
        raise RulesetError([problem("compare-few", count=games, least=FEWEST_GAMES)])
    for arm in (base, *variants):
        arm.ruleset.known(players)
    seats = tuple(bots) or (WEAK,) * players
    moving = len(set(seats)) > 1 if rotate is None else rotate
    play = _Pairs((base, *variants), players, seed, games, skill if players > 1 else 0, seats, moving, engine)
    try:
        played = play_run(play.run(), workers, keep, progress)
    except Interrupted as broken:
        raise Interrupted(play.compared(broken.result)) from None
    return play.compared(played)


def check_installed() -> None:
    """Raises NotInstalled where what statistics need is not there."""
    for name in ("numpy", "scipy.stats"):
        library(name)


def games_in_all(games: int, players: int, skill: int) -> int:
    """How many games the run of a comparison has, for its progress; each is played in every arm."""
    return games + (skill if players > 1 else 0)


def measures(base: Columns, variant: Columns, bots_differ: bool) -> list[Measure]:
    """All that is measured in both arms."""
    whole, found = base.whole, list[Measure]()
    win = Form("mean", whole)

    def game(group: Group, what: str, unit: Unit, form: Form, *names: str) -> None:
        found.append(Measure(group, what, "", unit, form, tuple(("game", name) for name in names)))

    if len(set(base.sides)) > 1:
        seats = [str(seat + 1) for seat in range(base.players)]
        found += [
            Measure("winning", "won by seat", seat, "percent", win, (("seat", seat),)) for seat in seats
        ]
        if bots_differ:
            found += [
                Measure("winning", "won by bot", seat, "percent", win, (("bot", seat),)) for seat in seats
            ]
        game("winning", "ties", "percent", Form("mean"), "ties")
        game("winning", "won by nobody", "percent", Form("mean"), "unwon")
        game("winning", "margin", "number", Form("mean"), "margin")
        game("play", "lead changes", "number", Form("ratio"), "lead changes", "followed")
        game("play", "winner decided after", "percent", Form("ratio", PARTS), "decided", "followed")
    else:
        game("winning", "won by nobody", "percent", Form("mean"), "unwon")
    game("play", "moves a game", "number", Form("mean"), "moves")
    game("play", "choices a decision", "number", Form("ratio"), "options", "listed")
    game("play", "forced moves", "percent", Form("ratio", share=True), "forced", "listed")
    lines = [line for line in base.lines if line in variant.lines]
    for line in lines:
        mean = Form("mean", base.players)
        found.append(Measure("points", "points", line, "number", mean, (("points", line),)))
    for line in lines if len(lines) > 2 else ():
        if line != TOTAL:
            share = Form("ratio")
            columns = (("points", line), ("points", TOTAL))
            found.append(Measure("points", SHARE, line, "percent", share, columns))
    there = set(variant.things)
    for kind, name in base.things:
        if (kind, name) not in there:
            continue
        group: Group = "action" if kind == "action" else "card"
        offered, taken, takers, won = ((f"{of} {kind}", name) for of in (OFFERED, TAKEN, TAKERS, WON))
        edge = Form("edge", whole, share=True, seats=base.players)
        wins = (won, takers, ("game", "wins"))
        found.append(Measure(group, "offered", name, "number", Form("mean"), (offered,)))
        found.append(Measure(group, "taken", name, "percent", Form("ratio", share=True), (taken, offered)))
        if len(set(base.sides)) > 1:
            found.append(Measure(group, "goes with winning", name, "percent", edge, wins))
    return found


SKILL = Measure("play", "skill gap", "", "percent", Form("mean"), (("bot", "1"),))
"""How much more often than the others the bot that thinks wins."""


@define(eq=False)
class _Pairs:
    """The games of a comparison, in all arms, played when they are asked for."""

    arms: tuple[Arm, ...]
    players: int
    seed: int
    games: int
    skill: int
    bots: tuple[AnyBot, ...]
    rotate: bool
    wanted: EngineName
    records: tuple[Records, ...] = field(init=False)
    measures: tuple[tuple[Measure, ...], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        ahead = looking_ahead(self.wanted, self.games + self.skill)
        self.records = tuple(Records(arm.ruleset, self.players, self.wanted, ahead) for arm in self.arms)
        differ = len(set(self.bots)) > 1
        base, *variants = (records.columns for records in self.records)
        skill = [evolve(SKILL, form=evolve(SKILL.form, scale=base.whole))] if self.skill else []
        self.measures = tuple((*skill, *measures(base, variant, differ)) for variant in variants)

    def __reduce__(self) -> tuple[Any, ...]:
        given = (
            self.arms,
            self.players,
            self.seed,
            self.games,
            self.skill,
            self.bots,
            self.rotate,
            self.wanted,
        )
        return _Pairs, given

    def run(self) -> Run:
        """The run that these games are. Those for the skill gap come first."""
        random = all_random(self.bots)
        if random:
            for records in self.records:
                records.made_ready(self.games)
        identity: dict[str, Json] = {
            "kind": "compare",
            "arms": {
                str(number): {**rules_identity(arm.ruleset, self.players), "shift": arm.shift}
                for number, arm in enumerate(self.arms)
            },
            "bots": [bot_name(bot) for bot in self.bots],
            "rotate": self.rotate,
            "skill": self.skill,
            "seed": self.seed,
        }
        games = self.skill + self.games
        if random:
            return Run(self, games, identity, RANDOM_AT_ONCE, RANDOM_WORTH)
        return Run(self, games, identity, THINKING_AT_ONCE, BOTS_WORTH)

    def __call__(self, first: int, count: int) -> Json:
        """So many games: for each variant the sums of each measure."""
        skill = range(first, min(first + count, self.skill))
        main = range(max(first, self.skill), first + count)
        failed: list[Json] = []
        rows = [self._rows(number, failed) for number in (*skill, *main)]
        variants: list[Json] = []
        for variant, of_variant in enumerate(self.measures, 1):
            pairs = [(row[0], row[variant]) for row in rows]
            thought, played = pairs[: len(skill)], pairs[len(skill) :]
            variants.append(
                [
                    self._sums(one, variant, thought if one.what == SKILL.what else played)
                    for one in of_variant
                ]
            )
        return {"games": len(main), "failed": failed, "variants": variants}

    def _rows(self, number: int, failed: list[Json]) -> list[list[int] | None]:
        """A game in all arms; None where a bot broke it off."""
        for_skill = number < self.skill
        offset = number if for_skill else number - self.skill
        bots = (STRONG, *(WEAK,) * (self.players - 1)) if for_skill else self.bots
        moved_on = offset % self.players if self.rotate or for_skill else 0
        found: list[list[int] | None] = []
        for arm, records in zip(self.arms, self.records, strict=True):
            seed = (self.seed + offset + arm.shift) % SEEDS
            try:
                found.append(records.row(seed, rotated(bots, moved_on), moved_on, self.games))
            except BotFailed as broken:
                failed.append({"code": broken.problem.code, "facts": dict(broken.problem.facts)})
                found.append(None)
        return found

    def _sums(
        self, measure: Measure, variant: int, pairs: Sequence[tuple[list[int] | None, list[int] | None]]
    ) -> Json:
        """How many pairs differ in the numbers of a measure, then the sums of these and of their products."""
        numpy = library("numpy")
        numbers = [
            [self.records[arm].columns.numbers[column] for column in measure.columns] for arm in (0, variant)
        ]
        both = [
            [1, *(base[at] for at in numbers[0]), *(other[at] for at in numbers[1])]
            for base, other in pairs
            if base is not None and other is not None
        ]
        if not both:
            return []
        table = numpy.array(both, dtype=numpy.int64)
        width = len(measure.columns)
        unlike = int((table[:, 1 : 1 + width] != table[:, 1 + width :]).any(axis=1).sum())
        upper = (table.T @ table)[numpy.triu_indices(1 + 2 * width)]
        return [unlike, *(int(one) for one in upper)]

    def compared(self, played: Played) -> Comparison:
        """What all parts of the run come to together."""
        products = [[Products.none(len(one.columns)) for one in of_variant] for of_variant in self.measures]
        games, failed = 0, list[dict[str, Any]]()
        for part in played.parts:
            result = cast(dict[str, Any], part.result)
            games += result["games"]
            failed += result["failed"]
            for of_variant, variant in zip(products, result["variants"], strict=True):
                for one, sums in zip(of_variant, variant, strict=True):
                    if sums:
                        one.add(sums[1:], sums[0])
        findings = _marked(
            [
                (number, measure, one)
                for number, (of_variant, sums) in enumerate(zip(self.measures, products, strict=True), 1)
                for measure, one in zip(of_variant, sums, strict=True)
            ]
        )
        contrasts = [
            Contrast(
                self.arms[variant].name,
                products[variant - 1][-1].games,
                tuple(one for number, one in findings if number == variant),
                *self._only(variant),
            )
            for variant in range(1, len(self.arms))
        ]
        random = all_random(self.bots)
        engines = [records.made_ready(self.games) for records in self.records] if random else []
        notes = {note.code: note for engine in engines for note in engine.notes}
        return Comparison(
            base=self.arms[0].name,
            players=self.players,
            bots=tuple(map(bot_name, self.bots)),
            rotated=self.rotate,
            seed=self.seed,
            asked=self.games,
            games=games,
            skill=self.skill,
            contrasts=tuple(contrasts),
            failed=tuple(problem(one["code"], **one["facts"]) for one in failed),
            engine=engines[0].name if engines else "python",
            notes=(*notes.values(), *played.notes),
        )

    def _only(self, variant: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The actions and cards that only the base has, and those that only a variant has."""
        base, other = self.records[0].columns.things, self.records[variant].columns.things
        return tuple(name for kind, name in base if (kind, name) not in other), tuple(
            name for kind, name in other if (kind, name) not in base
        )


def _finding(measure: Measure, products: Products) -> Finding:
    """A measure in both arms, and what it differs by."""
    form, games = measure.form, products.games
    base, variant = (products.estimate(form, arm) for arm in (0, 1))
    difference = products.difference(form)
    base_figure, variant_figure, by = (
        None if one is None else interval(*one, games) for one in (base, variant, difference)
    )
    if difference is None or not _enough(measure, products):
        return Finding(measure, base_figure, variant_figure, by, None)
    chance = chance_of(*difference, games, products.unlike)
    return Finding(measure, base_figure, variant_figure, by, chance)


def _enough(measure: Measure, products: Products) -> bool:
    """Whether there is anything, and of a share enough cases on either side for something to be said."""
    if not any(products.totals(0) + products.totals(1)):
        return False
    cases = [measure.form.cases(products.totals(arm)) for arm in (0, 1)]
    if measure.form.kind == "edge":
        return all(count >= FEWEST for of_arm in cases for count in of_arm)
    return all(sum(counts) >= FEWEST for counts in zip(*cases, strict=True))


Numbered = tuple[int, Measure, Products]
"""A measure of a variant, which is numbered, and what games come to in it."""


def _marked(measured: Sequence[Numbered]) -> list[tuple[int, Finding]]:
    """What each measure comes to; marked what differs beyond noise, by Holm's correction for all of them."""
    findings = [_finding(measure, products) for _, measure, products in measured]
    chances = [one.chance for one in findings if one.chance is not None]
    marks, limit = iter(beyond_doubt(chances)), CHANCE_OF_ERROR / max(1, len(chances))
    found = []
    for (variant, measure, products), one in zip(measured, findings, strict=True):
        if one.chance is not None:
            marked = next(marks)
            settled = None if marked else _settled(measure, products, limit)
            one = evolve(one, marked=marked, settled_by=settled)
        found.append((variant, one))
    return found


def _settled(measure: Measure, products: Products, limit: float) -> int | None:
    """In how many games a difference would be marked, if it is as large as it seems."""
    found = products.difference(measure.form)
    if found is None or not found[0]:
        return None
    return ceil(games_to_settle(*found, products.games, limit))
