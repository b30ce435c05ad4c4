"""The three rulesets against second versions written by hand: the same game, decision by decision."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import plain_cv_gossip
import plain_cv_pocket
import plain_cvlt
import pytest
from attrs import field, frozen
from lockstep import Course, Difference, Lie, Lockstep, SecondVersion, Table
from plain_cv_pocket import Card, Move, PlainGame
from plain_cvlt import PlainCvlt

from rulewright import Ruleset, load
from rulewright.interpreter.library.places import find

Options = Mapping[str, bool | int]

PLANES = frozenset(
    card.id
    for card in plain_cv_pocket.read_box(find("cv-pocket").folder / "cards.yaml", 4)
    if card.transport == "plane"
)
"""When all sit on planes that go nowhere, CV Pocket refills the table."""


class DrawnPocket(PlainGame):
    """CV Pocket by hand, with cards drawn as the package draws them."""

    def __init__(self, table: Table, options: plain_cv_pocket.Options) -> None:
        seats = len(table.game.seats)
        box = plain_cv_pocket.read_box(find("cv-pocket").folder / "cards.yaml", seats)
        super().__init__(box, seats, 0, options, table.value("starter"))
        self.table = table

    def draw(self, column: int) -> Card:
        """The card that lies there in the package's game."""
        lying = self.table.cards(f"column[{column + 1}]")[len(self.columns[column]) :]
        card = next((card for card in self.deck if card.id == lying[0]), None) if lying else None
        if card is None:
            raise Difference(f"no card of the deck is laid on column {column + 1}: {lying}")
        self.deck.remove(card)
        return card


class Pocket:
    """CV Pocket by hand, with its moves as texts."""

    def __init__(self, table: Table, options: Options) -> None:
        self.plain = DrawnPocket(table, plain_cv_pocket.Options(**options))
        self.settling = False

    def course(self) -> Course:
        """The plain game's moves as texts."""
        course = self.plain.course()
        seat, moves = next(course)
        while True:
            self.settling = moves[0][0] == "blank"
            texts = {self.text(seat, move): move for move in moves}
            chosen = yield {seat: list(texts)}
            try:
                seat, moves = course.send(texts[chosen[seat]])
            except StopIteration:
                return

    def text(self, seat: int, move: Move) -> str:
        """A move in full."""
        match move:
            case ("take", int(column), int(level)):
                card = self.plain.columns[column][level]
                return f"take {card.id} in column[{column + 1}] at {level + 1}"
            case ("copy" | "blank", Card() as card, symbol):
                at = self.plain.cvs[seat].index(card)
                where = f"{card.id} in cv[{seat + 1}] at {at + 1}"
                if not symbol:
                    return f"leave_blank {where}"
                kind = "transport" if symbol in plain_cv_pocket.RIDES else "symbol"
                return f"copy_{kind} {where}, {symbol}"
        return "pass"

    def lies(self, seat: int) -> Mapping[str, Lie]:
        """All is open but the deck."""
        found: dict[str, Lie] = {"deck": len(self.plain.deck)}
        for number, column in enumerate(self.plain.columns, start=1):
            found[f"column[{number}]"] = [card.id for card in column]
        for number, cv in enumerate(self.plain.cvs, start=1):
            found[f"cv[{number}]"] = [card.id for card in cv]
        return found

    def values(self) -> Mapping[str, int | None]:
        """What is counted."""
        passes = {} if self.settling else {"passes": self.plain.passes}
        return {"refills": self.plain.refills, "starter": self.plain.starter, **passes}

    def sheet(self) -> list[dict[str, int]]:
        """The points."""
        return self.plain.scores()

    def ranking(self) -> list[tuple[int, tuple[int, ...]]]:
        """Who won."""
        return self.plain.ranking()


def cvlt(table: Table, options: Options) -> SecondVersion:
    """CVLT by hand."""
    return PlainCvlt(table, find("cvlt").folder / "visions.yaml", plain_cvlt.Options(**options))


def gossip(table: Table, options: Options) -> SecondVersion:
    """CV with Gossip by hand."""
    cards = find("cv-gossip").folder / "cards.yaml"
    return plain_cv_gossip.PlainGossip(table, cards, plain_cv_gossip.Options(**options))


def without_givers(text: str) -> str:
    """A payment where it does not matter which card gave a symbol."""
    return re.sub(r" \([a-z0-9_]+\)", "", text)


@frozen
class Setup:
    """A ruleset with options, how many games of it are played, and the seed of the first."""

    ruleset: str
    second: Callable[[Table, Options], SecondVersion]
    games: int
    options: Options = field(factory=dict)
    preset: str | None = None
    seed: int = 0

    def load(self, variants: list[str | Path] | None = None) -> Ruleset:
        """The ruleset as the package has it."""
        settings = {} if self.preset else dict(self.options)
        return load(self.ruleset, preset=self.preset, settings=settings, variants=variants or [])

    def play(self, ruleset: Ruleset, players: int, seed: int) -> int:
        """Play one game in both versions; how many decisions were compared."""
        game = ruleset.new_game(players=players, seed=seed)
        random = Random(seed)
        table = Table(game)
        favourites = PLANES if seed % 2 else frozenset[str]()
        renewed = self.options.get("renewed", True)
        lockstep = Lockstep(
            game,
            self.second(table, self.options),
            table,
            random,
            patience=(0.97, 0.8, 1.0)[seed % 3],
            favourites=favourites,
            spell=without_givers if renewed else str,
        )
        return lockstep.play()


SETUPS = {
    "pocket": Setup("cv-pocket", Pocket, 6),
    "pocket-chinese": Setup("cv-pocket", Pocket, 6, {"every_refill_counts": False}, "chinese_edition"),
    "pocket-transports": Setup("cv-pocket", Pocket, 3, {"secret_power_copies_transport": True}),
    "pocket-numbers": Setup(
        "cv-pocket",
        Pocket,
        3,
        {"first_level": 2, "refill_at": 7, "vacation_factor": 3, "second_place_from": 2},
    ),
    "cvlt": Setup("cvlt", cvlt, 3),
    "cvlt-expert": Setup("cvlt", cvlt, 3, {"expert": True}, "expert"),
    "cvlt-pairs": Setup("cvlt", cvlt, 3, {"alike_needs_pair": True}),
    "gossip": Setup("cv-gossip", gossip, 1),
    "gossip-once": Setup("cv-gossip", gossip, 1, {"renewed": False}),
    "gossip-by-round": Setup(
        "cv-gossip",
        gossip,
        1,
        {"discard_every_turn": False, "finish_round": False, "misfortune_from_top": False},
        seed=2,  # a fate card is laid out, goes at the end of the round, and comes straight back
    ),
    "gossip-numbers": Setup(
        "cv-gossip",
        gossip,
        1,
        {"fate_reshuffle": False, "unlucky_once": True, "purchases": 3, "first_dice": 6},
        seed=5,  # of three childhood cards the second is asked for: the third is not laid yet
    ),
}


@pytest.mark.parametrize("name", SETUPS)
def test_a_ruleset_plays_like_its_second_version(name: str, pytestconfig: pytest.Config) -> None:
    setup = SETUPS[name]
    games = setup.games * (10 if pytestconfig.getoption("--full") else 1)
    ruleset = setup.load()
    first = sorted(SETUPS).index(name)
    decisions = sum(
        setup.play(ruleset, 2 + (first + seed) % 3, seed) for seed in range(setup.seed, setup.seed + games)
    )
    assert decisions > 20 * games


CHANGES = {
    "pocket": [
        "replace define roams(p: player) = no",
        "replace define weight(c: Life) = 1",
        "replace table luck_share: 2, 2, 0, then last",
        "set refill_at = 3",
    ],
    "cvlt": [
        "replace define trumps(c: Offering) = no",
        "replace define stands_firm(c: Offering) = yes",
        "replace define suits_of(p: player) = 1",
        "set vision_points = 5",
    ],
    "gossip": [
        "set rerolls = 3",
        "replace define is_loose(f: Symbol) = yes",
        "replace group Wild of Symbol: love, money",
        "set smiles_buy = 2",
    ],
}


@pytest.mark.parametrize(("name", "change"), [(name, change) for name in CHANGES for change in CHANGES[name]])
def test_one_changed_rule_is_a_difference(name: str, change: str, tmp_path: Path) -> None:
    setup = SETUPS[name]
    variant = tmp_path / "changed.rules"
    variant.write_text(f'language 1\nvariant "Changed" of "{setup.ruleset}"\n\n{change}\n', encoding="utf-8")
    ruleset = setup.load([variant])
    with pytest.raises(Difference):
        for seed in range(30):
            setup.play(ruleset, 2 + seed % 3, seed)
