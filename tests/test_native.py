"""Games as machine code: the same games as in Python, and whatever is wrong with a compiler or the cache is
told.

Compilers that misbehave are scripts. Where this machine has no compiler of its own, the tests that need one
ask for what is told then, and that the games are played in Python.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest
from commands import Cli

from rulewright.interpreter.code.instructions import Code
from rulewright.interpreter.engine.machine import PythonMachine, Stopped
from rulewright.interpreter.game import engines
from rulewright.interpreter.game.engines import WORTH_A_BUILD, engine_for
from rulewright.interpreter.lab.figures import as_json, as_text, engine_text
from rulewright.interpreter.lab.games import StuckGame, by_machine, by_program, play_one
from rulewright.interpreter.lab.simulate import Simulation, simulate
from rulewright.interpreter.library.rulesets import load
from rulewright.interpreter.lowering.plan import Plan, lower
from rulewright.interpreter.native import build as building
from rulewright.interpreter.native import compilers as finding
from rulewright.interpreter.native.build import build, name_of
from rulewright.interpreter.native.cache import DIGEST, MOST_KEPT, Cache
from rulewright.interpreter.native.compilers import LIBRARY, Compiler, NotBuilt, compilers
from rulewright.interpreter.native.machine import NativeMachine

TOYS = Path(__file__).parent / "toys"
EIGHT = TOYS / "first_eight.rules"
REAL = next(iter(compilers({})), None)
"""The compiler of this machine, if it has one."""

STUCK = """\
language 1
game "Stuck"
    players 2
enum Suit: sun, moon
cards Card for each suit in Suit, value in 1..4
zone deck: Card, face down
zone laid: Card, face up
var share: int
setup
    put Card into deck
    shuffle deck
play
    repeat 8 times
        for each p in players
            choose draw, rest by p
action rest
    require left: not empty(deck) because "the deck is empty"
action draw
    require left: not empty(deck) because "the deck is empty"
    deal 1 from deck to laid
    share = 6 div (size(laid) - 8)
score cards(p) = size(laid) * seat(p)
winner by highest score
"""


@pytest.fixture(scope="module")
def plan() -> Plan:
    ruleset = load(EIGHT)
    return lower(ruleset.model, ruleset.program(2).known)


@pytest.fixture(scope="module")
def code(plan: Plan) -> Code:
    return plan.code


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "caches" / "rulewright" / "native")


Script = Callable[[str], Path]


@pytest.fixture
def compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """Makes a script the compiler; each time it is started it adds a line to the file `started`."""

    def make(body: str) -> Path:
        script = tmp_path / "fake-cc"
        script.write_text(f"#!/bin/sh\necho started >> {tmp_path}/started\n{body}\n", encoding="utf-8")
        script.chmod(0o700)
        monkeypatch.setenv("CC", str(script))
        return script

    return make


def starts(tmp_path: Path) -> int:
    """How often the compiler was started."""
    log = tmp_path / "started"
    return len(log.read_text(encoding="utf-8").splitlines()) if log.exists() else 0


def real() -> str:
    """The line of a script that starts the compiler of this machine, or fails where there is none."""
    return "exit 3" if REAL is None else f'exec {" ".join(REAL.command)} "$@"'


def result_of(code: Code, cache: Cache) -> str:
    """What comes of building: "built" once a game was played by it, or the code of the problem."""
    try:
        built = build(code, cache)
    except NotBuilt as failure:
        return failure.problem.code
    machine = NativeMachine(built.library)
    assert machine.deciders(machine.start(1)) != ()
    return built.notes[0].code if built.notes else "built"


def if_real(expected: str) -> str:
    """What is expected where there is a compiler; without one it cannot but fail."""
    return "native-failed" if REAL is None else expected


def entries(cache: Cache) -> list[str]:
    return sorted(one.name for one in cache.folder.iterdir())


# ---- the compiler --------------------------------------------------------------------------------


def test_a_game_is_built_once_and_then_taken_from_the_cache(
    code: Code, cache: Cache, compiler: Script, tmp_path: Path
) -> None:
    compiler(real())
    assert result_of(code, cache) == if_real("built")
    assert result_of(code, cache) == if_real("built")
    assert starts(tmp_path) == (1 if REAL else 2)


def test_without_a_compiler_it_is_said_where_one_was_looked_for(
    code: Code, cache: Cache, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(finding, "find_spec", lambda name: None)
    assert result_of(code, cache) == "native-no-compiler"


def test_a_compiler_that_is_named_and_not_there_is_not_replaced_by_another(
    code: Code, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    assert result_of(code, cache) == "native-cc"


def test_the_compiler_of_the_package_is_tried_where_that_of_the_system_is_broken(
    code: Code, cache: Cache, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "ziglang"
    for folder, name, body in ((tmp_path, "gcc", "exit 1"), (package, "zig", f"shift 2\n{real()}")):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        (folder / name).chmod(0o700)
    spec = ModuleSpec("ziglang", None, is_package=True)
    spec.submodule_search_locations = [str(package)]
    monkeypatch.setattr(finding, "find_spec", lambda name: spec)
    path = os.environ["PATH"]
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(finding, "ON_THE_PATH", ("gcc",))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{path}")
    assert [one.name for one in compilers()] == ["gcc", "ziglang"]
    assert result_of(code, cache) == if_real("built")


def test_a_compiler_in_the_folder_where_one_happens_to_be_is_left_alone(
    compiler: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiler("exit 0").rename(tmp_path / "cc")
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", ".")
    package = tmp_path / "ziglang"
    package.mkdir()
    shutil.copy(tmp_path / "cc", package / "zig")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    assert find_spec("ziglang") is not None
    assert list(compilers()) == []


@pytest.mark.parametrize(
    ("body", "expected", "said"),
    [
        ("echo game.c: note; echo 'error: no licence' >&2; exit 1", "native-failed", "error: no licence"),
        ("exit 0", "native-failed", ""),
        ("echo all is well", "native-failed", "all is well"),
        ("echo rubbish > game.so", "native-load", None),
        ("mkdir game.so", "native-failed", ""),
        ("kill -9 $$", "native-failed", ""),
    ],
    ids=["refuses", "makes nothing", "says all is well", "makes rubbish", "makes a folder", "is killed"],
)
def test_a_compiler_that_makes_no_library(
    code: Code, cache: Cache, compiler: Script, body: str, expected: str, said: str | None
) -> None:
    compiler(body)
    with pytest.raises(NotBuilt) as failure:
        build(code, cache)
    assert failure.value.problem.code == expected
    assert said is None or failure.value.problem.facts["said"] == said
    assert entries(cache) == []


def test_a_compiler_that_is_no_program(code: Code, cache: Cache, compiler: Script) -> None:
    compiler("").write_bytes(b"\x7fELF rubbish")
    assert result_of(code, cache) == "native-failed"
    assert entries(cache) == []


def test_a_compiler_that_does_not_come_to_an_end_is_stopped(
    cache: Cache, compiler: Script, tmp_path: Path
) -> None:
    compiler("sleep 600 & wait")
    (slow,) = compilers()
    with pytest.raises(NotBuilt) as failure:
        slow.build("", tmp_path, seconds=0.2)
    assert failure.value.problem.code == "native-slow"


def test_a_library_without_the_functions_of_a_game_is_not_taken(
    code: Code, cache: Cache, compiler: Script
) -> None:
    body = "exit 3" if REAL is None else f"echo 'int other;' > game.c; {real()}"
    compiler(body)
    assert result_of(code, cache) == if_real("native-load")
    assert entries(cache) == []


def test_another_compiler_other_flags_and_another_text_are_other_games(
    compiler: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Compiler("cc", ("cc",), "cc 1")
    names = [name_of("text", one), name_of("other", one), name_of("text", Compiler("cc", ("cc",), "cc 2"))]
    monkeypatch.setattr(building, "FLAGS", ("-O0",))
    names.append(name_of("text", one))
    assert len(set(names)) == 4


def test_a_compiler_that_was_replaced_is_another(compiler: Script) -> None:
    compiler("exit 1")
    (before,) = compilers()
    compiler("exit 12")
    (after,) = compilers()
    assert before.command == after.command
    assert before.identity != after.identity


# ---- the cache -----------------------------------------------------------------------------------


def kept(cache: Cache, name: str, content: bytes = b"a library") -> Path:
    """A game in the cache, whose library is no real one."""
    cache.prepare()
    folder = cache.fresh()
    (folder / LIBRARY).write_bytes(content)
    cache.keep(folder, name)
    return cache.folder / name


def test_what_is_kept_is_for_its_user_alone(cache: Cache) -> None:
    before = os.umask(0)
    try:
        entry = kept(cache, "game")
    finally:
        os.umask(before)
    assert cache.library("game") == entry / LIBRARY
    for path in (cache.folder.parent, cache.folder, entry, entry / LIBRARY, entry / DIGEST):
        assert not stat.S_IMODE(path.stat().st_mode) & 0o022, path


def test_of_two_that_build_at_once_the_first_is_kept(cache: Cache) -> None:
    cache.prepare()
    folders = [cache.fresh(), cache.fresh()]
    for folder, content in zip(folders, (b"first", b"second"), strict=True):
        (folder / LIBRARY).write_bytes(content)
    for folder in folders:
        cache.keep(folder, "game")
    assert entries(cache) == ["game"]
    library = cache.library("game")
    assert library is not None
    assert library.read_bytes() == b"first"


def test_two_that_build_at_once_both_play(code: Code, cache: Cache, compiler: Script, tmp_path: Path) -> None:
    """Each waits until the other has begun to build."""
    wait = f"touch {tmp_path}/here-$$; while [ $(ls {tmp_path} | grep -c here-) -lt 2 ]; do :; done"
    compiler(f"{wait}\n{real()}")
    with ThreadPoolExecutor(2) as executor:
        results = list(executor.map(lambda _: result_of(code, cache), range(2)))
    assert results == [if_real("built")] * 2
    assert len(entries(cache)) == (1 if REAL else 0)


def test_what_an_interrupted_build_left_behind_is_not_used_and_goes_in_time(cache: Cache) -> None:
    cache.prepare()
    left, other = cache.fresh(), cache.fresh()
    (left / LIBRARY).write_bytes(b"half a libr")
    assert cache.library("game") is None if cache.is_there("game") else True
    os.utime(left, (1, 1))
    kept(cache, "game")
    assert entries(cache) == sorted([other.name, "game"])


def test_the_oldest_games_go_when_there_are_too_many(cache: Cache) -> None:
    oldest = kept(cache, "oldest")
    os.utime(oldest, (1, 1))
    for number in range(MOST_KEPT):
        (cache.folder / f"game-{number}").mkdir()
    kept(cache, "newest")
    names = entries(cache)
    assert "newest" in names
    assert "oldest" not in names
    assert len(names) == MOST_KEPT


def harm(entry: Path, how: str) -> None:
    """Something is done to a game in the cache."""
    library, elsewhere = entry / LIBRARY, entry.parent.parent / "elsewhere"
    if how == "changed":
        library.write_bytes(library.read_bytes()[:-1] + b"!")
    elif how == "cut":
        library.write_bytes(b"")
    elif how == "no digest":
        (entry / DIGEST).unlink()
    elif how == "no library":
        library.unlink()
    elif how == "library is a link":
        library.rename(elsewhere)
        library.symlink_to(elsewhere)
    elif how == "library is there twice":
        os.link(library, elsewhere)
    elif how == "digest is a link":
        (entry / DIGEST).rename(elsewhere)
        (entry / DIGEST).symlink_to(elsewhere)
    elif how == "folder is a link":
        entry.rename(elsewhere)
        entry.symlink_to(elsewhere)
    elif how == "folder is a file":
        entry.rename(elsewhere)
        entry.write_text("a file", encoding="utf-8")
    elif how == "library open to the group":
        library.chmod(0o660)
    elif how == "library open to all":
        library.chmod(0o606)
    else:
        assert how == "folder open to all"
        entry.chmod(0o777)


HARMS = [
    *("changed", "cut", "no digest", "no library", "library is a link", "library is there twice"),
    *("digest is a link", "folder is a link", "folder is a file", "library open to the group"),
    *("library open to all", "folder open to all"),
]


@pytest.mark.parametrize("how", HARMS)
def test_what_is_damaged_or_open_to_others_is_not_loaded_but_built_again(
    code: Code, cache: Cache, compiler: Script, tmp_path: Path, how: str
) -> None:
    script = compiler(real())
    (there,) = compilers()
    name = name_of(building.c_text(code), there)
    entry = kept(cache, name)
    harm(entry, how)
    assert result_of(code, cache) == if_real("built")
    assert starts(tmp_path) == 1
    assert cache.is_there(name)
    assert cache.is_there(f"{name}-1") == (REAL is not None)
    assert script.exists()


def test_where_every_name_is_damaged_the_game_is_built_for_once(
    code: Code, cache: Cache, compiler: Script, tmp_path: Path
) -> None:
    compiler(real())
    (there,) = compilers()
    name = name_of(building.c_text(code), there)
    for further in (name, f"{name}-1", f"{name}-2"):
        kept(cache, further)
    assert result_of(code, cache) == if_real("native-damaged")
    assert entries(cache) == [name, f"{name}-1", f"{name}-2"]


@pytest.mark.parametrize("which", ["native", "rulewright", "caches"])
def test_a_cache_in_a_folder_open_to_others_is_not_used(
    code: Code, cache: Cache, compiler: Script, which: str
) -> None:
    compiler(real())
    cache.prepare()
    folder = next(one for one in (cache.folder, *cache.folder.parents) if one.name == which)
    folder.chmod(0o777)
    assert result_of(code, cache) == if_real("native-open")
    assert entries(cache) == []


def test_a_cache_that_is_a_link_is_not_used(code: Code, cache: Cache, compiler: Script) -> None:
    compiler(real())
    cache.prepare()
    cache.folder.rename(cache.folder.parent / "elsewhere")
    cache.folder.symlink_to("elsewhere")
    assert result_of(code, cache) == if_real("native-open")
    assert entries(cache) == []


def test_where_nothing_can_be_kept_the_game_is_built_for_once(
    code: Code, cache: Cache, compiler: Script
) -> None:
    compiler(real())
    cache.folder.parent.parent.mkdir()
    cache.folder.parent.write_text("a file where the folder should be", encoding="utf-8")
    assert result_of(code, cache) == if_real("native-cache")


def test_where_nothing_can_be_written_at_all_it_is_said(
    code: Code, cache: Cache, compiler: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiler(real())
    cache.folder.parent.parent.mkdir()
    cache.folder.parent.write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "not-there"))
    assert result_of(code, cache) == "native-disk"


# ---- many games ----------------------------------------------------------------------------------


def both(path: Path | str, players: int, games: int = 60) -> tuple[Simulation, Simulation]:
    """The same run by both engines; the second says why where it could not be."""
    ruleset = load(path)
    by_python = simulate(ruleset, players, games, 3, engine="python")
    by_native = simulate(ruleset, players, games, 3, engine="native")
    assert by_python.engine == "python"
    if REAL is None:
        assert by_native.notes[0].code == "native-no-compiler"
    return by_python, by_native


@pytest.mark.parametrize("toy", sorted(TOYS.glob("*.rules")), ids=lambda path: path.stem)
def test_both_engines_play_the_same_games(toy: Path) -> None:
    players = min(load(toy).player_counts)
    by_python, by_native = both(toy, players)
    assert as_text("Toy", by_python) == as_text("Toy", by_native)
    assert by_python == by_native


@pytest.mark.parametrize("toy", sorted(TOYS.glob("*.rules")), ids=lambda path: path.stem)
def test_a_game_that_is_played_again_is_the_same_game(toy: Path) -> None:
    """What a machine stops at, the program plays from the beginning: with the same deals and draws."""
    ruleset = load(toy)
    engine = engine_for(ruleset, max(ruleset.player_counts), 1, "python")
    for seed in range(20):
        finished = by_machine(engine, seed)
        assert finished is None or finished == by_program(engine.program, seed)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("game", ["cv-pocket", "cvlt", "cv-gossip"])
def test_both_engines_play_the_same_games_of_what_ships(game: str, players: int) -> None:
    by_python, by_native = both(game, players, 20)
    assert by_python == by_native
    assert by_native.engine == ("native" if REAL else "python")


def test_the_seeds_go_round_where_they_end() -> None:
    ruleset = load(EIGHT)
    last = 2**64 - 2
    by_python, by_native = (simulate(ruleset, 2, 5, last, engine=one) for one in ("python", "native"))
    assert by_python == by_native
    points = [play_one(ruleset, 2, seed).points["pairs"][0] for seed in (last, last + 1, 0, 1, 2)]
    assert by_python.means["pairs"][0] == sum(points) / 5


def test_a_reason_that_tells_something_of_the_game_is_told_of_each_game(tmp_path: Path) -> None:
    ended = tmp_path / "ended.rules"
    ended.write_text(
        STUCK.replace("    share = 6 div (size(laid) - 8)\n", "    share = 1 + size(deck) mod 3\n").replace(
            "            choose draw, rest by p\n",
            "            choose draw, rest by p\n"
            '            if share == 3\n                end game because "a share of {share} is enough"\n'
            '            if size(laid) == 8\n                end game because "all is laid"\n',
        ),
        encoding="utf-8",
    )
    by_python, by_native = both(ended, 2)
    assert by_python == by_native
    assert set(by_native.endings) <= {"a share of 3 is enough", "all is laid", ""}
    for one in (by_python, by_native):
        assert one.notes[-1].code == "engine-apart"
        assert one.notes[-1].facts["count"] == one.endings["a share of 3 is enough"] > 0


def test_games_with_more_moves_than_can_be_listed_are_played_one_by_one(tmp_path: Path) -> None:
    many = tmp_path / "many.rules"
    many.write_text(
        'language 1\ngame "Many"\n    players 2\nenum Suit: sun\ncards Card for each suit in Suit, '
        "value in 1..20\nzone row: Card, face up\nzone laid: Card, face up\nsetup\n    put Card into row\n"
        "play\n    for each p in players\n        choose take by p\n"
        "action take(cs in 2 to 9 of row)\n    put cs onto laid\n"
        "score cards(p) = size(laid) * seat(p)\nwinner by highest score\n",
        encoding="utf-8",
    )
    by_python, by_native = both(many, 2, 6)
    assert by_python == by_native
    assert by_native.notes[-1].facts["count"] == 6


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_fault_is_told_with_its_place_and_the_seed_of_the_first_game_that_has_it(
    engine: engines.EngineName, tmp_path: Path
) -> None:
    stuck = tmp_path / "stuck.rules"
    stuck.write_text(STUCK, encoding="utf-8")
    ruleset = load(stuck)
    with pytest.raises(StuckGame) as found:
        simulate(ruleset, 2, 40, 1, engine=engine)
    seed = found.value.seed
    assert (found.value.problem.code, found.value.problem.span.line) == ("fault-division", 21)
    assert simulate(ruleset, 2, seed - 1, 1, engine=engine).games == seed - 1 > 0


def test_a_run_tells_the_seed_of_a_game_that_cannot_go_on(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "stuck.rules").write_text(STUCK, encoding="utf-8")
    said = cli("simulate", "stuck.rules", "--games", "40", "--seed", "1")
    assert said.code == 2
    assert "this game cannot go on" in said.err
    assert "stuck.rules:21" in said.err


def test_a_game_that_stops_natively_by_a_mistake_of_the_program_is_played_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = simulate(load(EIGHT), 2, 20, 1, engine="python")

    def stop(*_: object) -> None:
        raise Stopped(0)

    monkeypatch.setattr(PythonMachine, "playout", stop)
    assert simulate(load(EIGHT), 2, 20, 1, engine="python") == expected


# ---- which engine --------------------------------------------------------------------------------


def test_python_starts_no_compiler_and_neither_do_few_games(compiler: Script, tmp_path: Path) -> None:
    compiler("exit 1")
    ruleset = load(EIGHT)
    assert simulate(ruleset, 2, WORTH_A_BUILD, 1, engine="python").engine == "python"
    assert simulate(ruleset, 2, WORTH_A_BUILD - 1, 1).engine == "python"
    assert starts(tmp_path) == 0
    tried = simulate(ruleset, 2, WORTH_A_BUILD, 1)
    assert starts(tmp_path) == 1
    assert (tried.engine, [one.code for one in tried.notes]) == ("python", ["native-failed"])


def test_many_games_are_played_natively_where_there_is_a_compiler(
    compiler: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    compiler(real())
    ruleset = load(EIGHT)
    result = simulate(ruleset, 2, WORTH_A_BUILD, 1)
    assert result.engine == ("native" if REAL else "python")
    assert result == simulate(ruleset, 2, WORTH_A_BUILD, 1, engine="python")
    assert (tmp_path / "caches" / "rulewright" / "native").is_dir()


def test_the_report_says_in_one_line_what_played_and_why(cli: Cli, compiler: Script) -> None:
    run = ("simulate", str(EIGHT), "--games", "20", "--seed", "1")
    by_python = cli(*run, "--engine", "python")
    assert by_python.err == "engine: python\n"
    compiler("echo 'error: no\tlicence'; exit 1")
    failed = cli(*run, "--engine", "native")
    assert failed.out == by_python.out
    assert failed.err == ("engine: python (The compiler fake-cc made no library. Error: no\\tlicence)\n")
    data = json.loads(cli(*run, "--engine", "native", "--json").out)
    assert data["engine"] == "python"
    assert data["engine_notes"] == ["The compiler fake-cc made no library. Error: no\\tlicence"]


def test_reports_name_the_engine() -> None:
    result = both(EIGHT, 2)[1]
    assert engine_text(result).startswith("engine: native" if REAL else "engine: python (")
    assert json.loads(as_json("eight", result))["engine"] == result.engine


def test_check_plays_its_games_by_either_engine(cli: Cli, compiler: Script, tmp_path: Path) -> None:
    compiler(real())
    by_python = cli("check", str(EIGHT), "--games", str(WORTH_A_BUILD), "--engine", "python")
    assert starts(tmp_path) == 0
    assert by_python == cli("check", str(EIGHT), "--games", str(WORTH_A_BUILD), "--engine", "native")
    assert by_python.code == 0
    assert starts(tmp_path) == 1


# ---- what is printed -----------------------------------------------------------------------------


def test_info_prints_the_program_that_the_rules_become(cli: Cli) -> None:
    printed = cli("info", str(EIGHT), "--code", "python").out
    names: dict[str, object] = {"Stopped": Stopped, "word": lambda *_: 0}
    exec(compile(printed, "printed", "exec"), names)
    assert callable(names["begin"])
    assert "rw_playout" in cli("info", str(EIGHT), "--code", "c").out


def test_info_prints_a_program_for_a_number_of_players_and_settings(cli: Cli) -> None:
    texts = {
        cli("info", "cv-pocket", "--code", "c", *more).out
        for more in ((), ("--players", "4"), ("--set", "columns=4"))
    }
    assert len(texts) == 3
    assert cli("info", "cv-pocket", "--code", "c", "--players", "9").code == 2


@pytest.mark.parametrize("more", [("--players", "2"), ("--code", "c", "--json"), ("--code", "rust")])
def test_info_refuses_what_does_not_go_together(cli: Cli, more: tuple[str, ...]) -> None:
    assert cli("info", str(EIGHT), *more).code == 2
