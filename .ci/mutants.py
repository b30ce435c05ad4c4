"""How many small faults of the program do the tests notice?

    python -m pip install '.[test,mutants]'
    python .ci/mutants.py --count 75 --seed 1

A mutant is the program with one small change: `<` for `<=`, `and` for `or`, 1 for 0, a condition turned
round, a loop left out. Which changes there are is the library cosmic-ray's business. This script draws
some of them from the parts of the program where a fault is hard to see, and runs against each the tests
that reach its line, the narrowest first, until one fails. What no test notices is printed.

Some changes alter nothing that anybody could see. They stand in `mutants-equivalent.yaml` with the
reason, and are not counted.

The first run takes as long as the whole suite under coverage; which tests reach which line is then kept in
the folder that `--work` names, and used again as long as `--again` says so. A quick look at one part needs
none of that: tests that are named are tried as they are, in their order.

    python .ci/mutants.py --count 10 --only payments --tests tests/test_payments.py tests/test_recorded.py
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

import yaml
from attrs import frozen
from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage.numbits import numbits_to_nums

ROOT = Path(__file__).resolve().parent.parent
WHERE = (
    "interpreter/lowering/*.py",
    "interpreter/code/*.py",
    "interpreter/engine/*.py",
    "interpreter/state/*.py",
    "interpreter/game/history.py",
    "interpreter/game/saves/*.py",
    "dsl/**/*.py",
)
"""The parts of the program that are changed, within the package."""
WORDS = "dsl/problems/wording/"
"""Left out: sentences, which snapshots hold."""
CHANGES = re.compile(
    "core/(?:ReplaceComparisonOperator_(?:Eq_NotEq|NotEq_Eq|Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Lt_Gt|Gt_Lt|Is_IsNot|IsNot_Is)"
    "|ReplaceBinaryOperator_(?:Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_FloorDiv|BitOr_BitAnd|BitAnd_BitOr)"
    "|ReplaceUnaryOperator_Delete_Not|AddNot|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr"
    "|ReplaceOrWithAnd|ReplaceBreakWithContinue|ReplaceContinueWithBreak|NumberReplacer|ZeroIterationForLoop)"
)
"""The library's changes that are made: of an operator, the ones that people mix up."""
NO_END = 300
"""Seconds of work for each hundred tests, begun ones too, and for each file of them; a mutant that takes
longer never ends, and is noticed."""
READ = {"interpreter/code/runtime.py": "interpreter/code/source.py"}
"""What is read, never run, and what reads it: the tests of that are tried."""
FURTHER = 300
"""How many tests are tried that run the file of a mutant, where those that run its line notice nothing."""


@frozen
class Mutant:
    """One change: the file within the package, the line, the operator and which of its places it is."""

    file: str
    line: int
    operator: str
    occurrence: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.before}  ->  {self.after}"


Stretch = tuple[tuple[int, int], tuple[int, int]]
"""From a line and column to another."""


@frozen
class Place:
    """Where something can be changed, with the operators that can, and their occurrence there."""

    file: str
    code: str
    line: int
    ways: tuple[tuple[str, int], ...]


def main() -> int:
    """Draw mutants, try them, and tell which survive; 1 when fewer are noticed than is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=75, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--least", type=int, default=95, help="per cent that have to be noticed")
    parser.add_argument("--only", default="", help="files whose name holds this")
    parser.add_argument("--tests", nargs="*", default=[], help="try these, in this order; no coverage")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--work", type=Path, default=None, help="a folder to keep the coverage in")
    parser.add_argument("--again", action="store_true", help="use the coverage that is kept there")
    asked = parser.parse_args()
    work = asked.work or Path(tempfile.mkdtemp(prefix="mutants-"))
    package = work / "package"
    if not asked.again:
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        install(package)
        if not asked.tests:
            cover(package, work)
    equivalent = yaml.safe_load((ROOT / ".ci" / "mutants-equivalent.yaml").read_text(encoding="utf-8")) or []
    known = {(one["file"], one["before"], one["after"]) for one in equivalent}
    candidates = (one for one in draw(package, asked.only, asked.seed) if key(one) not in known)
    drawn = list(islice(candidates, asked.count))
    reach = Reach(work / "coverage", package).of if not asked.tests else lambda _: asked.tests
    survivors = try_all(drawn, reach, package, work, asked.jobs)
    noticed = 100 * (len(drawn) - len(survivors)) / max(1, len(drawn))
    print(f"\n{len(drawn)} mutants, {len(survivors)} survive: {noticed:.0f} % noticed")
    for mutant in survivors:
        print(f"  {mutant}")
    return int(noticed < asked.least)


def key(mutant: Mutant) -> tuple[str, str, str]:
    """What tells a mutant when lines have moved."""
    return mutant.file, mutant.before, mutant.after


# ---- the program and what reaches it ---------------------------------------------------------------------


def install(package: Path) -> None:
    """Put the program as it stands into a folder of its own, to be changed there."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(package)]
    with tempfile.TemporaryDirectory() as copy:
        tree = Path(copy) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", "build", "*.egg-info", "tests"))
        subprocess.run([*pip, str(tree)], check=True)


def cover(package: Path, work: Path) -> None:
    """Run the suite, and note which test runs which line."""
    settings = work / "coveragerc"
    settings.write_text(f"[run]\nsource = {package / 'rulewright'}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", f"--cov={package / 'rulewright'}", "--cov-context=test"]
    command += ["--cov-report=", f"--cov-config={settings}"]
    kept = {"COVERAGE_FILE": str(work / "coverage")}
    subprocess.run(command, cwd=ROOT, env=environment(package) | kept, check=True)


def environment(package: Path) -> dict[str, str]:
    """The environment in which `rulewright` is the program of that folder."""
    return os.environ | {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}


class Reach:
    """Which tests run which line; the narrowest tests first."""

    def __init__(self, data: Path, package: Path) -> None:
        with sqlite3.connect(data) as kept:
            contexts = dict(kept.execute("select id, context from context"))
            files = {number: str(Path(path)) for number, path in kept.execute("select id, path from file")}
            rows = list(kept.execute("select file_id, context_id, numbits from line_bits"))
        self._tests: dict[tuple[str, int], set[str]] = {}
        self._of_file: dict[str, set[str]] = {}
        width: dict[str, int] = {}
        for file, context, bits in rows:
            test = contexts[context].rpartition("|")[0]
            lines = numbits_to_nums(bits)
            width[test] = width.get(test, 0) + len(lines)
            if test:
                name = Path(files[file]).relative_to(package / "rulewright").as_posix()
                for line in lines:
                    self._tests.setdefault((name, line), set()).add(test)
                self._of_file.setdefault(name, set()).add(test)
        self._width = width

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that run the line of a mutant, then some that run its file.

        What is worked out at import, or once and kept, is run by no test or by one, and used by others.
        """
        of_line = self._tests.get((mutant.file, mutant.line), set())
        further = self._of_file.get(READ.get(mutant.file, mutant.file), set()) - of_line
        return self._narrowest(of_line) + self._narrowest(further)[:FURTHER]

    def _narrowest(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self._width[test], test))


# ---- drawing mutants -------------------------------------------------------------------------------------


def draw(package: Path, only: str, seed: int) -> Iterator[Mutant]:
    """The places that can be changed, in an order drawn by the seed, with one change each."""
    found: list[Place] = []
    folder = package / "rulewright"
    for file in sorted({path for pattern in WHERE for path in folder.glob(pattern)}):
        name = file.relative_to(folder).as_posix()
        if not name.startswith(WORDS) and only in name:
            found += places_of(name, file.read_text(encoding="utf-8"))
    source = random.Random(seed)
    source.shuffle(found)
    for place in found:
        mutant = changed(place, source)
        if mutant is not None:
            yield mutant


def places_of(name: str, code: str) -> list[Place]:
    """The places of a file that can be changed."""
    left_out, tree, lines = annotated(code), get_ast(code), code.splitlines()
    ways: dict[Stretch, list[tuple[str, int]]] = {}
    for operator in sorted(operator_names()):
        if not CHANGES.fullmatch(operator):
            continue
        seen = _Places(get_operator(operator)())
        seen.walk(tree)
        for occurrence, stretch in enumerate(seen.found):
            if stretch[0][0] not in left_out and not asserts(lines, stretch):
                ways.setdefault(stretch, []).append((operator, occurrence))
    return [Place(name, code, stretch[0][0], tuple(ways[stretch])) for stretch in sorted(ways)]


def changed(place: Place, source: random.Random) -> Mutant | None:
    """A place with one of its changes; None where it would be no program any more."""
    operator, occurrence = source.choice(place.ways)
    code = mutate_code(place.code, get_operator(operator)(), occurrence)
    if code is None or code == place.code or not runs(code):
        return None
    before, after = differing(place.code.splitlines(), code.splitlines())
    return Mutant(place.file, place.line, operator, occurrence, before, after)


class _Places(Visitor):
    """Notes where an operator would change something."""

    def __init__(self, operator: object) -> None:
        self._operator = operator
        self.found: list[Stretch] = []

    def visit(self, node: object) -> object:
        for start_and_end in self._operator.mutation_positions(node):
            self.found.append((start_and_end[0], start_and_end[1]))
        return node


def annotated(code: str) -> set[int]:
    """Lines of annotations, of aliases for kinds, and of decorators."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.AnnAssign):
            parts = [node.annotation]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            each = [*node.args.args, *node.args.posonlyargs, *node.args.kwonlyargs]
            parts = [node.returns, *(one.annotation for one in each)]
        elif isinstance(node, ast.ClassDef):
            parts = list(node.decorator_list)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and alternatives(node):
            parts = [node]
        for part in parts:
            if part is not None:
                found.update(range(part.lineno, (part.end_lineno or part.lineno) + 1))
    return found


def asserts(lines: list[str], stretch: Stretch) -> bool:
    """Is it the word after `strict=`, which makes sure of what is so?"""
    (line, column), _ = stretch
    return lines[line - 1][:column].endswith("strict=")


def alternatives(node: ast.AST) -> bool:
    """Is it `A | B` of kinds, as `isinstance` takes them?"""
    if isinstance(node, ast.BinOp):
        return alternatives(node.left) or alternatives(node.right)
    return isinstance(node, ast.Name) and (node.id[0].isupper() or node.id in ("int", "str", "tuple"))


def runs(code: str) -> bool:
    """Is it still a program?"""
    try:
        compile(code, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def differing(before: list[str], after: list[str]) -> tuple[str, str]:
    """The first line that differs, as it was and as it is."""
    pair = next((pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]), ("", ""))
    return pair[0].strip(), pair[1].strip()


# ---- trying them -----------------------------------------------------------------------------------------


def try_all(
    drawn: list[Mutant], reach: Callable[[Mutant], list[str]], package: Path, work: Path, jobs: int
) -> list[Mutant]:
    """Try each mutant in a copy of the program; the ones that no test notices."""
    copies: SimpleQueue[Path] = SimpleQueue()
    for number in range(jobs):
        copy = work / f"copy-{number}"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(package, copy)
        copies.put(copy)

    def attempt(mutant: Mutant) -> bool:
        copy = copies.get()
        try:
            noticed, by = is_noticed(mutant, reach(mutant), copy)
        finally:
            copies.put(copy)
        print(f"{'noticed ' if noticed else 'SURVIVES'} {mutant}   [{by}]", flush=True)
        return noticed

    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(attempt, drawn))
    return [mutant for mutant, noticed in zip(drawn, results, strict=True) if not noticed]


def is_noticed(mutant: Mutant, tests: list[str], copy: Path) -> tuple[bool, str]:
    """Does a test fail with this change, and which?"""
    if not tests:
        return False, "no test reaches it"
    file = copy / "rulewright" / mutant.file
    code = file.read_text(encoding="utf-8")
    changed = mutate_code(code, get_operator(mutant.operator)(), mutant.occurrence)
    assert changed is not None
    file.write_text(changed, encoding="utf-8")
    try:
        return run_tests(tests, copy)
    finally:
        file.write_text(code, encoding="utf-8")


def run_tests(tests: list[str], copy: Path) -> tuple[bool, str]:
    """Run tests until one fails, a few first: most mutants are noticed at once."""
    at = 0
    for size in (20, 200, len(tests)):
        some, at = tests[at : at + size], at + size
        if not some:
            break
        names = copy / "tests-to-run"
        names.write_text("\n".join(some), encoding="utf-8")
        files = sum("::" not in one for one in some)
        command = ["sh", "-c", f'ulimit -t {NO_END * (1 + files + len(some) // 100)}; exec "$@"', "sh"]
        command += [sys.executable, "-m", "pytest", "-x", "-n0", "-q", "-p", "no:cacheprovider", f"@{names}"]
        ended = subprocess.run(command, cwd=ROOT, env=environment(copy), capture_output=True, text=True)
        if ended.returncode < 0:
            return True, f"no end among {len(some)} tests"
        if ended.returncode:
            failed = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
            return True, failed[0].split(" - ")[0] if failed else ended.stdout[-200:].strip()
    return False, f"{len(tests)} tests"


if __name__ == "__main__":
    sys.exit(main())
