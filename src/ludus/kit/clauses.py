"""Clause coverage: which clauses of a rulebook are shown by which tests.

`clauses.toml` lists a game's clauses; a test names those that it shows by
`@pytest.mark.clause("cambria.place.1", ...)` on a function or class, by a module's `pytestmark`, or
in the marks of a `pytest.param`. Tests are read, never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludus.core.clauses import CLAUSES_FILE, Clause, read_ledger
from ludus.core.errors import FileError


@dataclass(frozen=True, slots=True)
class Mark:
    """A clause id in a test, and where it stands."""

    id: str
    path: Path
    line: int
    test: str

    @property
    def place(self) -> str:
        return f"{_short(self.path)}:{self.line}"


@dataclass(frozen=True, slots=True)
class ClauseReport:
    """Which clauses there are, which tests show them, and what is wrong."""

    ledger: Path
    clauses: tuple[Clause, ...]
    shown: Mapping[str, tuple[Mark, ...]]
    """Per clause the marks that name it."""
    unshown: tuple[Clause, ...]
    unknown: tuple[Mark, ...]
    """Marks that name no clause."""
    repeated: tuple[str, ...]
    """Ids that `clauses.toml` uses more than once."""

    @property
    def ok(self) -> bool:
        return not (self.unshown or self.unknown or self.repeated)

    def summary(self) -> str:
        """One line: how many of how many."""
        total = len(self.clauses)
        return f"{total - len(self.unshown)} of {total} clauses are shown by tests"

    def faults(self) -> list[str]:
        """What is wrong, a line each."""
        lines = [f"{_short(self.ledger)}: {id!r} is used twice" for id in self.repeated]
        lines += [
            f"{mark.place}: {mark.test} names {mark.id!r}, which is no clause"
            for mark in self.unknown
        ]
        lines += [f"{clause.id} is shown by no test: {clause.says}" for clause in self.unshown]
        return lines

    def listing(self) -> list[str]:
        """Every clause with the tests that show it, a line each."""
        lines: list[str] = []
        for clause in self.clauses:
            tests = [f"{_short(m.path)}::{m.test}" for m in self.shown.get(clause.id, ())]
            lines.append(f"{clause.id}  {', '.join(tests) if tests else '-'}")
        return lines


def read_clauses(path: Path) -> tuple[Clause, ...]:
    """A game's clauses, in the order of the rulebook."""
    return read_ledger(path).clause


def coverage(folder: Path, tests: Sequence[Path] = ()) -> ClauseReport:
    """How the clauses of the game in `folder` are shown by its `tests/`, and by other tests."""
    ledger = folder / CLAUSES_FILE
    clauses = read_clauses(ledger)
    ids = [clause.id for clause in clauses]
    known = set(ids)
    families = {id.split(".", 1)[0] for id in ids}
    shown: dict[str, tuple[Mark, ...]] = {}
    unknown: list[Mark] = []
    own = folder / "tests"
    for path in _test_files([own, *tests]):
        for mark in marks_in(path):
            if mark.id in known:
                shown[mark.id] = (*shown.get(mark.id, ()), mark)
            elif path.is_relative_to(own) or mark.id.split(".", 1)[0] in families:
                # Elsewhere, a clause of another family belongs to another game.
                unknown.append(mark)
    return ClauseReport(
        ledger=ledger,
        clauses=clauses,
        shown=shown,
        unshown=tuple(clause for clause in clauses if clause.id not in shown),
        unknown=tuple(unknown),
        repeated=tuple(sorted({id for id in ids if ids.count(id) > 1})),
    )


def marks_in(path: Path) -> Iterator[Mark]:
    """The clause marks in a file of tests."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    except SyntaxError as error:
        raise FileError(f"{path}, line {error.lineno}: not Python: {error.msg}") from error
    yield from _marks(tree.body, path, ())


def _marks(body: Iterable[ast.stmt], path: Path, above: tuple[ast.expr, ...]) -> Iterator[Mark]:
    """Marks of the tests in a module or class; `above` are those that all of them inherit."""
    statements = list(body)
    for statement in statements:
        above += _pytestmark(statement)
    for statement in statements:
        if isinstance(statement, ast.ClassDef) and statement.name.startswith("Test"):
            yield from _marks(statement.body, path, (*above, *statement.decorator_list))
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            if not statement.name.startswith("test"):
                continue
            for expression in (*above, *statement.decorator_list):
                yield from _ids(expression, path, statement.name)
        elif isinstance(statement, ast.Assign):
            for name in _test_names(statement):
                for expression in (*above, statement.value):
                    yield from _ids(expression, path, name)


def _pytestmark(statement: ast.stmt) -> tuple[ast.expr, ...]:
    """The value of `pytestmark = ...`."""
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    value = getattr(statement, "value", None)
    if isinstance(target, ast.Name) and target.id == "pytestmark" and isinstance(value, ast.expr):
        return (value,)
    return ()


def _test_names(statement: ast.Assign) -> Iterator[str]:
    """Names of tests made by assignment, as in `test_leak = suite.leak(GAME)`."""
    for target in statement.targets:
        if isinstance(target, ast.Name) and target.id.startswith("test_"):
            yield target.id


def _ids(expression: ast.expr, path: Path, test: str) -> Iterator[Mark]:
    """The ids in every `...mark.clause(...)` inside an expression."""
    for node in ast.walk(expression):
        if not isinstance(node, ast.Call) or not _is_clause_mark(node.func):
            continue
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield Mark(argument.value, path, argument.lineno, test)
            else:
                raise FileError(
                    f"{path}, line {argument.lineno}: clause ids must be written out as text"
                )


def _is_clause_mark(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "clause"
        and (
            (isinstance(function.value, ast.Attribute) and function.value.attr == "mark")
            or (isinstance(function.value, ast.Name) and function.value.id == "mark")
        )
    )


def _test_files(places: Iterable[Path]) -> Iterator[Path]:
    """All test files in some folders, each once."""
    seen: set[Path] = set()
    for place in places:
        for path in sorted(place.rglob("test_*.py")):
            if path.resolve() not in seen:
                seen.add(path.resolve())
                yield path


def _short(path: Path) -> str:
    """The path relative to the working directory, if it is inside it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
