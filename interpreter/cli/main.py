"""The command line: one verb after `rulewright`, each in a file of its own that is imported when used.

Exit codes: 0 all is well; 1 a scenario failed, or a file is not formatted; 2 something given was wrong
or could not be read; 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TextIO

import click

from rulewright import __version__
from rulewright.dsl.problems.suggest import did_you_mean

COMMANDS = (
    "list",
    "info",
    "check",
    "play",
    "replay",
    "score",
    "test",
    "simulate",
    "compare",
    "tournament",
    "tune",
    "analyse",
    "diff",
    "format",
    "new",
)
"""The verbs, each a module of `commands` that holds it under the name `command`."""


class _Verbs(click.Group):
    """Imports a verb when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it; a name that is no verb is told with the nearest one."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            otherwise = f"The commands are: {', '.join(COMMANDS)}."
            ctx.fail(f"There is no command {args[0]!r}. {did_you_mean(args[0], COMMANDS, otherwise)}")
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"rulewright.interpreter.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulewright")
def commands() -> None:
    """Card games as rule files: play them, test them, change them.

    GAME is the name of a game that comes with the program (see `rulewright list`), a rule file, or a
    folder with one.
    """


def main() -> None:
    """The console script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line and give its exit code. Nothing that can go wrong shows a traceback.

    With the environment variable RULEWRIGHT_DEBUG set, mistakes of the program itself do show one.
    """
    _open_what_is_closed()
    _forgive_characters()
    try:
        code = _run(arguments)
        sys.stderr.flush()
        return code
    except BrokenPipeError:
        # Whoever reads has gone. What is left in the buffers must not be tried again at exit.
        _forget(sys.stdout, sys.stderr)
        return 0
    except OSError:  # not even what is wrong can be said
        _forget(sys.stdout, sys.stderr)
        return 2


def _run(arguments: Sequence[str]) -> int:
    """Run one command line, and tell what stands against it. Raises BrokenPipeError."""
    try:
        try:
            code = commands.main(list(arguments), prog_name="rulewright", standalone_mode=False)
        finally:
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        return 130
    except BrokenPipeError:
        raise
    except SystemExit:  # click's own answer where whoever reads has gone, and to shells that complete words
        return 0
    except Exception as error:
        return _report(error)


def _forget(*streams: TextIO) -> None:
    """What is written to these streams from now on goes nowhere."""
    for stream in streams:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _report(error: Exception) -> int:
    """Say what stands against going on, in the words that there are for it."""
    from rulewright.interpreter.cli.reports import report_error

    if isinstance(error, OSError) and error.filename is None:
        # Not of a file that was to be opened, but of what is printed: on a full disk, say.
        _forget(sys.stdout)
        click.echo(f"What there is to say cannot be written: {error.strerror or error}.", err=True)
        return 2
    if not report_error(error):
        if os.environ.get("RULEWRIGHT_DEBUG"):
            raise error
        click.echo(
            f"rulewright itself made a mistake ({type(error).__name__}: {error}).\n"
            "Please report it with the command that led to it; RULEWRIGHT_DEBUG=1 shows where it happened.",
            err=True,
        )
    return 2


def _open_what_is_closed() -> None:
    """A standard stream that was closed before the start is there, and empty."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()


def _forgive_characters() -> None:
    """Characters that the terminal cannot show, or bytes that are no text, become marks, not errors."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
