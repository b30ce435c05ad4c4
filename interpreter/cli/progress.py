"""What shows at a terminal while somebody waits: how many games are played, and that a bot thinks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

THINKS = 2.0
"""So many seconds a bot of the middle level searches at most while somebody waits."""


def in_time() -> Callable[[], bool]:
    """Tells whether whoever waits has waited less than that, from now on."""
    ends = monotonic() + THINKS
    return lambda: monotonic() < ends


@contextmanager
def thinking(name: str) -> Iterator[None]:
    """Shows that somebody thinks, at a terminal only, and goes when done."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status(f"{escape(name)} thinks"):
        yield


@contextmanager
def progress_bar(count: int, what: str = "games") -> Iterator[Callable[[int], None]]:
    """What to tell that so many more games were played; it shows at a terminal only, and goes when done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(f"{what},"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=count)
        yield lambda done: bar.advance(task, done)
