"""What stays as it is: whole games of people, what is told about games and in them, and bot games by a hash.

`recorded/<ruleset>.yaml` holds the choices of a game, made by people with plans; beside it lie what an
observer reads of it, and the other texts. CONTRIBUTING.md says how they are made anew, and when.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
import yaml
from attrs import frozen
from commands import Cli

from rulewright import Game, list_rulesets, load
from rulewright.interpreter.bots import make

HERE = Path(__file__).parent
FOLDER = HERE / "recorded"
LONGEST = 200
"""The lines that a person reads in one go."""
TOYS = sorted(path.stem for path in (HERE / "toys").glob("*.rules"))

REFUSED: Sequence[tuple[str, int, str, Sequence[str]]] = [
    ("cv-pocket", 0, "Ann", ["take romance", "take hermit", "take", "give vacation", "copy_symbol love"]),
    ("cv-pocket", 9, "Bob", ["take inventor", "take secret_power", "take fat-cat"]),
    (
        "cv-pocket",
        29,
        "Bob",
        ["copy_symbol secret_power, money", "copy_transport secret_power, bike", "pass"],
    ),
    ("cvlt", 2, "Bob", ["lay water-4", "lay fire-2", "lay fire-9", "collect earth-8, dreams[2]"]),
    ("cvlt", 2, "Ann", ["lay earth-3"]),
    ("cvlt", 27, "Ann", ["collect earth-3, dreams[2]", "collect earth-4, dreams[1]"]),
    ("cvlt", 32, "Ann", ["collect fire-1, dreams[1]"]),
    ("cv-gossip", 9, "Ann", ["buy athlete, die_health", "buy yacht, die_money", "reroll love"]),
    ("cv-gossip", 18, "Bob", ["buy fool, die_knowledge"]),
    ("cv-gossip", 27, "Bob", ["reroll sad", "play_event life_insurance_5"]),
    ("cv-gossip", 46, "Ann", ["spread miser, 3", "lay miser, knowledge, 1", "finish"]),
]
"""After so many moves of a recorded game: who tries what."""


@frozen
class Recording:
    """A recorded game: how it begins, and who chooses what."""

    game: str
    seats: Sequence[str]
    seed: int
    moves: Sequence[Mapping[str, str]]
    starter: str | None = None
    variants: Sequence[Path] = ()

    def play(self, moves: int | None = None) -> Game:
        """Make the moves as they stand, or so many of them, each by the one who is to make it."""
        game = load(self.game, variants=self.variants).new_game(self.seats, self.seed, self.starter)
        for number, choice in enumerate(self.moves[:moves], start=1):
            [(name, move)] = choice.items()
            seat = self.seats.index(name)
            assert game.why_not(move, seat) is None, f"{number}. {name}: {move}"
            assert str(game.apply(move, seat)) == move
        return game


def read_recording(ruleset: str) -> Recording:
    """The recording of a ruleset."""
    found = yaml.safe_load((FOLDER / f"{ruleset}.yaml").read_text(encoding="utf-8"))
    variants = [FOLDER / name for name in found.pop("with", ())]
    return Recording(**found, variants=variants)


Reads = Callable[[str, str], None]


@pytest.fixture
def reads(pytestconfig: pytest.Config) -> Reads:
    """Compare a text with a file beside the recordings; with `--snapshot-update`, write it there."""

    def check(text: str, name: str) -> None:
        file = FOLDER / name
        if pytestconfig.option.update_snapshots:
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8")
        assert text.count("\n") < LONGEST

    return check


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_whole_game_reads_as_recorded(ruleset: str, cli: Cli, tmp_path: Path, reads: Reads) -> None:
    recording = read_recording(ruleset)
    game = recording.play()
    assert game.over
    (tmp_path / "game.save").write_text(game.to_save(), encoding="utf-8")
    laid = [word for path in recording.variants for word in ("--with", str(path))]
    said = cli("replay", "game.save", *laid)
    assert said.code == 0, said.err
    reads(said.out, f"{ruleset}.txt")


def test_refusals_in_recorded_games(reads: Reads) -> None:
    reads("".join("\n".join(_refused(*case)) + "\n" for case in REFUSED), "refusals.txt")


def _refused(ruleset: str, moves: int, name: str, refused: Sequence[str]) -> list[str]:
    """What somebody is told who tries these at a point of a recorded game."""
    recording = read_recording(ruleset)
    game, seat = recording.play(moves), recording.seats.index(name)
    told = [f"{ruleset} after {moves} moves"]
    for move in refused:
        refusal = game.why_not(move, seat)
        assert refusal is not None, move
        told += [f"  {name}: {move}", f"    {refusal.reason}"]
    return told


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_what_a_game_is(ruleset: str, cli: Cli, reads: Reads) -> None:
    reads(cli("info", ruleset).out, f"{ruleset}-info.txt")


@pytest.mark.parametrize(
    ("ruleset", "variant"),
    [("cv-gossip", "lighthouse-keeper"), ("cv-pocket", "two-cards-a-turn"), ("cvlt", "hestia")],
)
def test_what_a_variant_changes(ruleset: str, variant: str, cli: Cli, reads: Reads) -> None:
    reads(cli("diff", ruleset, variant).out, f"{ruleset}-{variant}.txt")


@pytest.mark.parametrize(("name", "observer"), [("Ann", 0), ("anybody", None)], ids=["Ann", "anybody"])
def test_the_view_of_a_game_in_play(name: str, observer: int | None, reads: Reads) -> None:
    game = load(HERE / "toys" / "first_eight.rules").new_game(["Ann", "Bob"], seed=7, starter="Ann")
    for move in ("lay sun-2", "lay sun-1", "lay sun-3"):
        game.apply(move)
    reads(_laid_out(game.view(observer).to_json()), f"view-of-{name}.json")


def _laid_out(view: Mapping[str, object]) -> str:
    """As JSON, with a line for each thing of a list."""
    parts = []
    for key, value in view.items():
        lines = [f"    {json.dumps(one)}" for one in value] if isinstance(value, list) else []
        parts.append(
            f"  {json.dumps(key)}: " + ("[\n" + ",\n".join(lines) + "\n  ]" if lines else json.dumps(value))
        )
    return "{\n" + ",\n".join(parts) + "\n}\n"


def test_games_of_bots_come_out_as_recorded(reads: Reads) -> None:
    reads("".join(f"{_game_of_bots(name)}\n" for name in [*list_rulesets(), *TOYS]), "bots.txt")


def _game_of_bots(name: str) -> str:
    """A game in one line: who won after how many moves, and a hash of its log and its scores."""
    game = load(name if name in list_rulesets() else HERE / "toys" / f"{name}.rules").new_game(seed=1)
    bots = [make("random" if seat else "greedy", seat) for seat in range(len(game.seats))]
    winners = [game.seats[seat] for seat in game.playout(bots).winners]
    points = [[(line.name, line.points) for line in lines] for lines in game.score_sheet().lines]
    said = json.dumps([game.log(None), points])
    return f"{name}: {len(game.moves)} moves, {winners} {hashlib.sha256(said.encode()).hexdigest()[:16]}"
