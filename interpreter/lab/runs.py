"""Many games at once: cut into parts, played by several workers, kept in a file and gone on with.

A run says what it plays by a function that is given the number of a game and how many, and gives back what
these games come to. That is a part. It depends on nothing else, and what it comes to is put together in the
order of the games, so that neither the number of workers nor where the run was cut shows in the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from attrs import frozen

from rulewright.dsl.problems import Problem, Rejected, problem
from rulewright.interpreter.engine.given import whole
from rulewright.interpreter.lab.run_file import Json, Part, RunFile

DASK = "dask:"
"""How workers that are a Dask cluster are written: `dask:`, then the address of its scheduler."""
MOST_WORKERS = 256
PARTS_A_WORKER = 4
"""Into at least so many parts for each worker a run is cut, so that they end at about the same time."""
MOST_DEATHS = 3
"""So many times in a row workers may die before one more part is played; then the run is given up."""

Workers = int | str | None
"""How many processes play: a number (1: this one alone), `dask:HOST:PORT`, or None for as many as pay."""


class Play(Protocol):
    """Plays games of a run. To be played by several processes it has to be picklable."""

    def __call__(self, first: int, count: int) -> Json:
        """What so many games come to, from this number on."""


@frozen
class Run:
    """Games to be played, numbered from 0.

    `identity` is all that what they come to depends on, besides their number: a file of another run is
    refused by it. So many games are played `at_once`, between two looks at what else is to be done; below
    `worth` games it takes longer to start other processes than to play.
    """

    play: Play
    games: int
    identity: Mapping[str, Json]
    at_once: int = 1
    worth: int = 1_000


@frozen
class Keep:
    """Where the parts of a run are kept: in a new file, or in one that is there, to `go_on` with it."""

    path: Path
    go_on: bool = False


@frozen
class Played:
    """The parts of a run that were played, in the order of the games, and how often workers died."""

    parts: tuple[Part, ...]
    deaths: int = 0

    @property
    def games(self) -> int:
        """How many games that is."""
        return sum(part.count for part in self.parts)

    @property
    def notes(self) -> tuple[Problem, ...]:
        """What did not go as it should."""
        return (problem("worker-died", count=self.deaths),) if self.deaths else ()


class Interrupted(KeyboardInterrupt):
    """A run that somebody broke off. `result` is what the games played so far come to."""

    def __init__(self, result: Any) -> None:
        super().__init__()
        self.result = result


class WorkersFailed(Rejected):
    """There are no such workers, or they died again and again."""


def play_run(
    run: Run,
    workers: Workers = None,
    keep: Keep | None = None,
    progress: Callable[[int], None] = lambda count: None,
) -> Played:
    """Play a run; `progress` is told again and again how many more games there are.

    Raises WorkersFailed; RunFileError where the file is of another run; OSError; Interrupted with a
    `Played`. What a game raises goes on to the caller, of several the first in the order of the games.
    """
    check_workers(workers)
    file = None if keep is None else RunFile.opened(keep.path, run.identity, run.games, go_on=keep.go_on)
    there = [] if file is None else list(file.parts)
    progress(sum(part.count for part in there))
    found: dict[int, Part] = {part.first: part for part in there}
    deaths, since = 0, 0

    def played() -> Played:
        return Played(tuple(found[first] for first in sorted(found)), deaths)

    try:
        while missing := _missing(run.games, found.values()):
            try:
                for part in _play(run, missing, workers):
                    found[part.first], since = part, 0
                    if file is not None:
                        file.add(part)
                    progress(part.count)
            except _Died:
                deaths, since = deaths + 1, since + 1
                if since == MOST_DEATHS:
                    first = _missing(run.games, found.values())[0][0]
                    raise WorkersFailed([problem("workers-died", count=since, game=first + 1)]) from None
    except KeyboardInterrupt:
        raise Interrupted(played()) from None
    return played()


def _missing(games: int, parts: Iterable[Part]) -> list[tuple[int, int]]:
    """The stretches of games that no part holds: the first number, and how many."""
    found, at = [], 0
    for part in sorted(parts, key=lambda one: one.first):
        found.append((at, part.first - at))
        at = part.first + part.count
    found.append((at, games - at))
    return [(first, count) for first, count in found if count > 0]


def _play(run: Run, missing: Sequence[tuple[int, int]], workers: Workers) -> Iterator[Part]:
    """The parts that are missing, as they are played, in order. Raises _Died."""
    todo = sum(count for _, count in missing)
    processes = workers_for(run, todo) if workers is None else workers
    share = -(-todo // (PARTS_A_WORKER * processes)) if isinstance(processes, int) else todo
    size = min(run.at_once, share) if processes != 1 else run.at_once
    pieces = [
        (at, min(size, first + count - at))
        for first, count in missing
        for at in range(first, first + count, size)
    ]
    if processes == 1:
        return (Part(first, count, run.play(first, count)) for first, count in pieces)
    return _by_workers(run.play, pieces, processes)


def workers_for(run: Run, games: int) -> int:
    """How many processes play, where nobody says: one for few games, and else as many as there are cores."""
    if games < run.worth:
        return 1
    from joblib import cpu_count

    cores: int = cpu_count()
    return cores


class _Died(Exception):
    """A worker is gone before it gave back what it had to play."""


def _by_workers(play: Play, pieces: Sequence[tuple[int, int]], workers: int | str) -> Iterator[Part]:
    """Parts played by other processes, in order. Each process makes the games ready once."""
    from concurrent.futures.process import BrokenProcessPool

    from cloudpickle import dumps
    from joblib import Parallel, delayed, parallel_config

    sent = dumps(play)
    with _backend(workers) as backend, parallel_config(**backend):
        results = Parallel(return_as="generator", batch_size=1)(
            delayed(_piece)(sent, first, count) for first, count in pieces
        )
        try:
            for (first, count), result in zip(pieces, results, strict=True):
                yield Part(first, count, result)
        except BrokenProcessPool:
            raise _Died from None


@contextmanager
def _backend(workers: int | str) -> Iterator[dict[str, Any]]:
    """What joblib is told of the workers; a cluster is left at the end."""
    if isinstance(workers, int):
        yield {"backend": "loky", "n_jobs": workers}
        return
    address = workers.removeprefix(DASK)
    try:
        from distributed import Client
    except ImportError:
        raise WorkersFailed([problem("workers-no-dask")]) from None
    try:
        client = Client(address, timeout="5s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkersFailed([problem("workers-no-cluster", address=address, said=str(error)[:200])]) from None
    with client:
        yield {"backend": "dask", "client": client}


def _piece(play: bytes, first: int, count: int) -> Json:
    return _unpacked(play)(first, count)


@lru_cache(maxsize=2)
def _unpacked(play: bytes) -> Play:
    """What plays, kept in a process for the parts to come."""
    from cloudpickle import loads

    found: Play = loads(play)
    return found


def read_workers(text: str) -> int | str:
    """Workers as somebody writes them: a number, or `dask:HOST:PORT`. Raises WorkersFailed."""
    if text.startswith(DASK) and len(text) > len(DASK):
        return text
    if text.isascii() and text.isdecimal() and len(text) < 5 and 1 <= int(text) <= MOST_WORKERS:
        return int(text)
    raise WorkersFailed([problem("workers-unknown", text=text[:60], most=MOST_WORKERS)])


def check_workers(workers: Workers) -> None:
    """Raises TypeError, or WorkersFailed, where there cannot be such workers."""
    if workers is not None:
        read_workers(workers if isinstance(workers, str) else str(whole(workers, "workers")))
