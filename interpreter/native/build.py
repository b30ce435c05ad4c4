"""Games as libraries: taken from the cache, or built and kept there.

What happens to others at the same time is no harm: each process builds in a folder of its own, and the
first to give it its name has its library used by all. Where the cache cannot be used, the game is built in
a folder for once; that, and whatever else did not go as it should, is told in `Built.notes`.
"""

from __future__ import annotations

import shutil
import sysconfig
import tempfile
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

from attrs import frozen

from rulewright.dsl.problems import Problem, problem
from rulewright.interpreter.code.c import c_text
from rulewright.interpreter.code.instructions import Code
from rulewright.interpreter.native.cache import Cache, open_above, user_cache
from rulewright.interpreter.native.compilers import FLAGS, Compiler, NotBuilt, compilers
from rulewright.interpreter.native.library import Library, NotLoaded

BUILD = "1"
"""Changes when other libraries are made of the same texts."""

MOST_NAMES = 3
"""How many names are tried for one game, where what lies under the first is damaged."""


Loaded = TypeVar("Loaded")
Load = Callable[[Path], Loaded]
"""Loads a library from a file. Raises NotLoaded."""


@frozen
class Built(Generic[Loaded]):
    """A library, and what did not go as it should."""

    library: Loaded
    notes: tuple[Problem, ...] = ()


def build(code: Code, cache: Cache | None = None) -> Built[Library]:
    """The library of a game. Raises NotBuilt with the first compiler's reason where none can make it."""
    return build_text(c_text(code), lambda path: Library.load(path, code), cache)


def build_text(text: str, load: Load[Loaded], cache: Cache | None = None) -> Built[Loaded]:
    """The library of a text in C. Raises NotBuilt with the first compiler's reason where none can make it."""
    failures: list[NotBuilt] = []
    for compiler in compilers():
        try:
            return _built(text, load, compiler, user_cache() if cache is None else cache)
        except NotBuilt as failure:
            failures.append(failure)
    raise failures[0] if failures else NotBuilt("native-no-compiler")


def name_of(text: str, compiler: Compiler) -> str:
    """What a game is called in the cache: all that its library depends on."""
    parts = (BUILD, text, compiler.identity, *FLAGS, sysconfig.get_platform())
    return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:40]


def _built(text: str, load: Load[Loaded], compiler: Compiler, cache: Cache) -> Built[Loaded]:
    name = name_of(text, compiler)
    try:
        cache.prepare()
        for further in range(MOST_NAMES):
            library = _cached(text, load, compiler, cache, f"{name}-{further}" if further else name)
            if library is not None:
                return Built(library)
        note = problem("native-damaged", folder=str(cache.folder / name))
    except NotBuilt as refused:
        if refused.problem.code != "native-open":
            raise
        note = refused.problem
    except OSError as error:
        note = problem("native-cache", folder=str(cache.folder), reason=error.strerror or str(error))
    return Built(_for_once(text, load, compiler), (note,))


def _cached(text: str, load: Load[Loaded], compiler: Compiler, cache: Cache, name: str) -> Loaded | None:
    """The library of that name, built if there is none; None where what lies there is of no use."""
    if not cache.is_there(name):
        folder = cache.fresh()
        try:
            compiler.build(text, folder)
            cache.keep(folder, name)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        try:
            return _opened(load, compiler, lambda: cache.library(name))
        except NotBuilt:
            cache.drop(name)
            raise
    with suppress(OSError, NotBuilt):
        return _opened(load, compiler, lambda: cache.library(name))
    return None


def _for_once(text: str, load: Load[Loaded], compiler: Compiler) -> Loaded:
    """A library that is built, loaded and removed again."""
    try:
        with tempfile.TemporaryDirectory(prefix="rulewright-", ignore_cleanup_errors=True) as folder:
            suspect = open_above(Path(folder).resolve())
            if suspect is not None:
                raise NotBuilt("native-open", folder=str(suspect))
            path = compiler.build(text, Path(folder))
            found = _opened(load, compiler, lambda: path)
    except OSError as error:
        raise NotBuilt("native-disk", reason=error.strerror or str(error)) from None
    if found is None:
        raise NotBuilt("native-load", compiler=compiler.name, said="")
    return found


def _opened(load: Load[Loaded], compiler: Compiler, find: Callable[[], Path | None]) -> Loaded | None:
    path = find()
    if path is None:
        return None
    try:
        return load(path)
    except NotLoaded as error:
        raise NotBuilt("native-load", compiler=compiler.name, said=str(error)) from None
