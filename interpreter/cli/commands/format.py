"""`rulewright format`: rule files in their canonical form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from rulewright.dsl.problems import problem
from rulewright.dsl.sources import Unreadable
from rulewright.dsl.syntax.format import PUT_RIGHT, format_tree
from rulewright.dsl.syntax.parse import decode, parse
from rulewright.interpreter.cli.reports import Stopped, stopping
from rulewright.interpreter.cli.whole_file import write_whole
from rulewright.interpreter.library.places import find, read_file


@click.command("format")
@click.argument("what", nargs=-1, required=True, metavar="GAME|FILE...")
@click.option(
    "--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if a file would change."
)
def command(what: tuple[str, ...], only_check: bool) -> int:
    """Write rule files in their canonical form.

    That is indentation, spaces and line breaks, and old words written anew; comments are kept.
    """
    changed = 0
    for name in what:
        path, read = _file(name)
        before, after = _formatted(path, read)
        if before == after:
            click.echo(f"{path}: unchanged")
            continue
        changed += 1
        if only_check:
            click.echo(f"{path}: would change")
        else:
            write_whole(path, after)
            click.echo(f"{path}: formatted")
    return 1 if only_check and changed else 0


def _file(name: str) -> tuple[Path, Callable[[], bytes]]:
    """The file that is meant, and how it is read."""
    path = Path(name)
    if path.suffix == ".rules":
        return path, lambda: read_file(path)
    with stopping({}):
        place = find(name)
    return place.path, lambda: place.read(place.main)


def _formatted(path: Path, read: Callable[[], bytes]) -> tuple[str, str]:
    """The file as it is and as it should be; a file with mistakes is left alone."""
    try:
        data = read()
    except Unreadable as unreadable:
        raise Stopped([problem(unreadable.reason, name=str(path))]) from None
    source, problems = decode(str(path), data)
    if problems:
        raise Stopped(problems, {source.name: source})
    tree, problems = parse(source)
    if any(one.code not in PUT_RIGHT for one in problems):
        raise Stopped(problems, {source.name: source})
    # Compared byte by byte: line ends and a byte order mark are part of the form.
    return data.decode("utf-8"), format_tree(tree, source)
