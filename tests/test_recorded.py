"""Games that stay as they are: whole games of people, written down to be read, and games of bots by a hash.

`recorded/<ruleset>.yaml` holds the choices of a game, made by people with plans; beside it lies what an onlooker
reads of it. CONTRIBUTING.md says how both are made anew, and when.
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
from rulewright.bots import make

HERE = Path(__file__).parent
FOLDER = HERE / "recorded"
LONGEST = 200
"""The lines that a person reads in one go."""
TOYS = sorted(path.stem for path in (HERE / "toys").glob("*.rules"))


@frozen
class Recording:
    """A recorded game: how it begins, and who chooses what."""

    game: str
    seats: Sequence[str]
    seed: int
    moves: Sequence[Mapping[str, str]]
    starter: str | None = None
    variants: Sequence[Path] = ()

    def play(self) -> Game:
        """Make the moves as they stand, each by the one who is to make it."""
        game = load(self.game, variants=self.variants).new_game(self.seats, self.seed, self.starter)
        for number, choice in enumerate(self.moves, start=1):
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
    """Compare a text with the file of this name beside the recordings, or write it with `--snapshot-update`."""

    def check(text: str, name: str) -> None:
        file = FOLDER / name
        if pytestconfig.option.update_snapshots:
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8")
        assert text.count("\n") < LONGEST

    return check


@pytest.mark.parametrize("ruleset", list_rulesets())
def test_a_whole_game_reads_as_recorded(
    ruleset: str, cli: Cli, tmp_path: Path, reads: Reads
) -> None:
    recording = read_recording(ruleset)
    game = recording.play()
    assert game.over
    (tmp_path / "game.save").write_text(game.to_save(), encoding="utf-8")
    laid = [word for path in recording.variants for word in ("--with", str(path))]
    said = cli("replay", "game.save", *laid)
    assert said.code == 0, said.err
    reads(said.out, f"{ruleset}.txt")


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
