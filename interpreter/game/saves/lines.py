"""The form of a saved game: lines that seal each other, and what can be read of a damaged file.

Nothing here knows how a game is played; see `write` for what the lines say. All of a text is bounded
before work is done on it, and nothing in it is ever run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from attrs import evolve, field, frozen

from rulewright.dsl.model import MOST_MOVES, RuleFile
from rulewright.dsl.problems import Fact, Problem, problem, warning
from rulewright.dsl.problems.spans import Span
from rulewright.interpreter.game.errors import SaveError
from rulewright.interpreter.state.chance import SEEDS

FORMAT = "rulewright-save"
VERSION = 3
"""The version of the format that is written here, and the newest that is read. A save of version 1 carries no
files, one of version 2 has no seeds between its moves."""
LANGUAGE = 1
"""The newest version of the rule language that games are saved under."""

MOST_CHARACTERS = 16_000_000
MOST_SAVED = 2 * MOST_MOVES
MOST_CARRIED = 64
LONGEST_LINE = 1_000_000
"""Limits of a save: its characters, its lines of moves and of files, and the characters of one line."""

OPENING = f'{{"format":"{FORMAT}",'
"""What the first line of a save begins with."""
_SEALED = re.compile(r'(\{.*),"check":"([0-9a-f]{16})"\}')
_SEAL = re.compile(r'"check":"[0-9a-f]{16}"\}')


@frozen
class Header:
    """What a game was started from. `seats` are names; `starter` a seat from 0, if one was given.

    `settings` are the values of all settings, `given` those chosen by hand over `preset`;
    `declarations` the fingerprints of the rules, `variants` the ids of those laid over them. `files` are
    the rules and cards that the save carries, as in `Model.files`: whatever is not there ships with the
    program and is found by its id. `digest` and `table` are of the game before any move.
    """

    ruleset: str
    title: str
    preset: str | None
    given: Mapping[str, int | str]
    settings: Mapping[str, int]
    declarations: Mapping[str, str]
    seed: int
    seats: tuple[str, ...]
    starter: int | None
    digest: str
    table: str
    variants: tuple[str, ...] = ()
    files: tuple[RuleFile, ...] = field(default=(), repr=False)


@frozen
class MoveLine:
    """A move as saved: `line` is where it stands, `seat` counts from 0.

    Without digests where others choose at the same time.
    """

    line: int
    seat: int
    text: str
    digest: str | None = None
    table: str | None = None


@frozen
class EndLine:
    """How the game ended: the reason, and the winners (seats from 0)."""

    line: int
    reason: str
    winners: tuple[int, ...]


@frozen
class SavedGame:
    """All that a text holds. `seeds` are those from which chance goes on after so many of the moves."""

    header: Header
    moves: tuple[MoveLine, ...]
    end: EndLine | None
    seeds: Mapping[int, int] = field(factory=dict)
    warnings: tuple[Problem, ...] = field(default=())


# ---- writing -------------------------------------------------------------------------------------


class Sealer:
    """Writes the lines of one save, each sealed together with the one before, of which `check` is left."""

    def __init__(self, check: str = "") -> None:
        self.check = check

    def line(self, fields: Mapping[str, object]) -> str:
        """The next line, without its end."""
        body = json.dumps(fields, separators=(",", ":"))
        self.check = _seal(body, self.check)
        return f'{body[:-1]},"check":"{self.check}"}}'


def _seal(body: str, before: str) -> str:
    return blake2b(f"{before}{body}".encode(), digest_size=8).hexdigest()


def header_fields(header: Header) -> dict[str, object]:
    """A header as it is written."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "language": LANGUAGE,
        "ruleset": header.ruleset,
        "title": header.title,
        "variants": list(header.variants),
        "preset": header.preset,
        "given": dict(header.given),
        "settings": dict(header.settings),
        "declarations": dict(header.declarations),
        "seed": header.seed,
        "seats": list(header.seats),
        "starter": None if header.starter is None else header.starter + 1,
        "digest": header.digest,
        "table": header.table,
    }


def file_fields(file: RuleFile) -> dict[str, object]:
    """A file as it is written."""
    return {"file": file.name, "of": file.of, "text": file.text}


# ---- reading -------------------------------------------------------------------------------------


def read_save(text: str | bytes, name: str) -> SavedGame:
    """All lines of a save, verified. `name` is what problems call it. Raises SaveError.

    A last line that was not written to its end is left out, with a warning; so is whatever follows the
    end of a game.
    """
    if len(text) > MOST_CHARACTERS:
        raise _failed(name, 1, "limit-save-size", limit=MOST_CHARACTERS)
    # What is written is plain ASCII, so a byte that is none can only break a seal.
    lines = (text.decode("ascii", "replace") if isinstance(text, bytes) else text).split("\n")
    if len(lines) > MOST_SAVED + MOST_CARRIED + 3:
        raise _failed(name, MOST_SAVED + 2, "limit-save-moves", limit=MOST_SAVED)
    reader = _Reader(name)
    header = reader.header(lines)
    files: list[RuleFile] = []
    moves: list[MoveLine] = []
    seeds: dict[int, int] = {}
    end: EndLine | None = None
    for number, line in enumerate(lines[1:], start=2):
        last = number == len(lines)
        if last and not line:
            break
        if end is not None:
            reader.warn("save-tail", number)
            break
        fields = reader.open(line, number, cut_off=last)
        if fields is None:
            reader.warn("save-cut", number)
        elif "end" in fields:
            end = reader.end(fields, number)
        elif "file" in fields and not moves:
            files.append(reader.file(fields, number, files))
        elif "seed" in fields:
            seeds[len(moves)] = reader.seed(fields, number)
        else:
            moves.append(reader.move(fields, number, len(moves) + 1))
    return SavedGame(evolve(header, files=tuple(files)), tuple(moves), end, seeds, tuple(reader.warnings))


def _failed(name: str, line: int, code: str, **facts: Fact) -> SaveError:
    return SaveError([problem(code, line_span(name, line), **facts)])


def line_span(name: str, line: int) -> Span:
    """The place of a line in a save."""
    return Span(name, line, 1, line, 1)


class _Reader:
    """Opens the lines of one save in order."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._check = ""
        self.warnings: list[Problem] = []

    def warn(self, code: str, line: int) -> None:
        """Note something that does not stop the reading."""
        self.warnings.append(warning(code, line_span(self._name, line)))

    def open(self, line: str, number: int, *, cut_off: bool) -> dict[str, Any] | None:
        """The fields of a line whose seal holds; None for a line that was not written to its end.

        `cut_off`: no line end follows, so that it may be unfinished.
        """
        sealed = _SEALED.fullmatch(line) if len(line) <= LONGEST_LINE else None
        if sealed is None or _seal(sealed[1] + "}", self._check) != sealed[2]:
            if cut_off and _SEAL.search(line) is None:
                return None
            raise _failed(self._name, number, "save-altered")
        self._check = sealed[2]
        fields = _parse(sealed[1] + "}")
        if fields is None:
            raise _failed(self._name, number, "save-form", field="line")
        return fields

    def header(self, lines: list[str]) -> Header:
        """The first line. That a newer program wrote it is told first, since its seals may be others."""
        first = lines[0]
        if len(lines) == 1 and not first.strip("\0 \t\r"):
            raise _failed(self._name, 1, "save-empty")
        if not first.startswith(OPENING) and not (len(lines) == 1 and OPENING.startswith(first)):
            raise _failed(self._name, 1, "save-no-save")
        parsed = _parse(first) if len(first) <= LONGEST_LINE else None
        for field_name, newest in (("version", VERSION), ("language", LANGUAGE)):
            version = None if parsed is None else parsed.get(field_name)
            if isinstance(version, int) and version > newest:
                code = "save-newer" if field_name == "version" else "save-newer-language"
                raise _failed(self._name, 1, code, version=str(version)[:20], newest=newest)
        fields = self.open(first, 1, cut_off=len(lines) == 1)
        if fields is None:
            raise _failed(self._name, 1, "save-header-cut")
        take = _Taker(self._name, 1, fields)
        if take.text("format") != FORMAT or not 1 <= take.number("version") <= VERSION:
            raise _failed(self._name, 1, "save-no-save")
        if not 1 <= take.number("language") <= LANGUAGE:
            raise _failed(self._name, 1, "save-form", field="language")
        starter = take.optional_number("starter")
        return Header(
            ruleset=take.text("ruleset"),
            title=take.text("title"),
            preset=take.optional_text("preset"),
            given=take.values("given"),
            settings=take.numbers("settings"),
            declarations=take.texts("declarations"),
            seed=take.number("seed"),
            seats=tuple(take.list_of_texts("seats")),
            starter=None if starter is None else starter - 1,
            digest=take.text("digest"),
            table=take.text("table"),
            variants=tuple(take.list_of_texts("variants")) if "variants" in fields else (),
        )

    def file(self, fields: Mapping[str, Any], number: int, before: Sequence[RuleFile]) -> RuleFile:
        """A file that the save carries; of each there is one."""
        take = _Taker(self._name, number, fields)
        file = RuleFile(take.number("of"), take.text("file"), take.text("text"))
        if len(before) == MOST_CARRIED:
            raise _failed(self._name, number, "limit-files", most=MOST_CARRIED)
        if any((one.of, one.name) == (file.of, file.name) for one in before):
            raise _failed(self._name, number, "save-form", field="file")
        return file

    def move(self, fields: Mapping[str, Any], number: int, expected: int) -> MoveLine:
        """A move; they are counted from 1."""
        take = _Taker(self._name, number, fields)
        if take.number("n") != expected:
            raise _failed(self._name, number, "save-form", field="n")
        return MoveLine(
            number,
            take.number("seat") - 1,
            take.text("move"),
            take.optional_text("digest"),
            take.optional_text("table"),
        )

    def seed(self, fields: Mapping[str, Any], number: int) -> int:
        """The seed from which chance goes on."""
        seed = _Taker(self._name, number, fields).number("seed")
        if not 0 <= seed < SEEDS:
            raise _failed(self._name, number, "save-form", field="seed")
        return seed

    def end(self, fields: Mapping[str, Any], number: int) -> EndLine:
        """The end of the game."""
        take = _Taker(self._name, number, fields)
        winners = tuple(seat - 1 for seat in take.list_of_numbers("winners"))
        return EndLine(number, take.text("end"), winners)


def _parse(text: str) -> dict[str, Any] | None:
    """A JSON object; None for anything else, however it is broken, and where a name stands in it twice.

    Half a character, as `\\ud800`, is broken too: no file and no terminal can be given one.
    """
    try:
        found = json.loads(text, object_pairs_hook=_each_once)
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


@frozen
class _Taker:
    """Takes fields of one line by the kind that they must have. Raises SaveError for another."""

    name: str
    line: int
    fields: Mapping[str, Any]

    def _take(self, name: str, *kinds: type) -> Any:
        value = self.fields.get(name)
        return self._of(name, value, *kinds)

    def _of(self, name: str, value: Any, *kinds: type) -> Any:
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise _failed(self.name, self.line, "save-form", field=name)
        return value

    def text(self, name: str) -> str:
        """A text."""
        return str(self._take(name, str))

    def number(self, name: str) -> int:
        """A whole number."""
        return int(self._take(name, int))

    def optional_text(self, name: str) -> str | None:
        """A text or nothing."""
        return None if self.fields.get(name) is None else self.text(name)

    def optional_number(self, name: str) -> int | None:
        """A whole number or nothing."""
        return None if self.fields.get(name) is None else self.number(name)

    def list_of_texts(self, name: str) -> list[str]:
        """A list of texts."""
        return [str(self._of(name, one, str)) for one in self._take(name, list)]

    def list_of_numbers(self, name: str) -> list[int]:
        """A list of whole numbers."""
        return [int(self._of(name, one, int)) for one in self._take(name, list)]

    def texts(self, name: str) -> dict[str, str]:
        """Texts by name."""
        return {key: str(self._of(name, one, str)) for key, one in self._take(name, dict).items()}

    def numbers(self, name: str) -> dict[str, int]:
        """Whole numbers by name."""
        return {key: int(self._of(name, one, int)) for key, one in self._take(name, dict).items()}

    def values(self, name: str) -> dict[str, int | str]:
        """Numbers or texts by name."""
        return {key: self._of(name, one, int, str) for key, one in self._take(name, dict).items()}
