"""Files written whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at any moment the old or the new one is there in full. Raises OSError.

    A link stays a link. What is there and is no ordinary file, such as a folder or a device, is left alone.
    """
    if not path.name or "\0" in str(path):
        raise OSError(errno.EINVAL, "this cannot be the name of a file")
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    path.parent.mkdir(parents=True, exist_ok=True)
    # The same name each time: what a process that was killed has left there is gone with the next one.
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    new = path if not path.exists() else beside
    try:
        with new.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
        if new is beside:
            shutil.copymode(path, beside)
            os.replace(beside, path)
    except FileExistsError:
        raise
    except OSError:
        new.unlink(missing_ok=True)
        raise
